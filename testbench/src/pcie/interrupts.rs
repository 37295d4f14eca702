//! The interrupt controller: a posted write into its address range is a message-signalled interrupt.

use fastrand::Rng;

/// Writes here are interrupts, not memory.
pub const RANGE: std::ops::Range<u64> = 0xfee0_0000..0xfef0_0000;

/// Where a vector's message goes and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Bus address.
    pub address: u64,
    /// Data word.
    pub data: u32,
}

/// Counts the messages of each vector.
#[derive(Debug, Default)]
pub struct Interrupts {
    vectors: Vec<Message>,
    raised: Vec<u64>,
    taken: Vec<u64>,
    spurious: Vec<Message>,
}

impl Interrupts {
    /// Provides `count` vectors, each with a message of its own, and forgets the earlier ones.
    pub fn allocate(&mut self, count: usize, rng: &mut Rng) -> &[Message] {
        let data = rng.u32(1..0x4000) << 8;
        let address = RANGE.start + (rng.u64(0..16) << 12);
        self.vectors = (0..count as u32)
            .map(|vector| Message {
                address,
                data: data + vector,
            })
            .collect();
        self.raised = vec![0; count];
        self.taken = vec![0; count];
        &self.vectors
    }

    /// Takes in a message; unknown ones are kept apart.
    pub fn deliver(&mut self, message: Message) {
        match self.vectors.iter().position(|known| *known == message) {
            Some(vector) => self.raised[vector] += 1,
            None => self.spurious.push(message),
        }
    }

    /// The messages of all vectors.
    pub fn messages(&self) -> &[Message] {
        &self.vectors
    }

    /// The message that raises `vector`.
    pub fn message(&self, vector: usize) -> Option<Message> {
        self.vectors.get(vector).copied()
    }

    /// Messages of `vector` so far.
    pub fn count(&self, vector: usize) -> u64 {
        self.raised.get(vector).copied().unwrap_or(0)
    }

    /// Whether `vector` was raised since the last call that said so. Several messages count as one, as they do
    /// for a processor.
    pub fn take(&mut self, vector: usize) -> bool {
        let (Some(raised), Some(taken)) = (self.raised.get(vector), self.taken.get_mut(vector))
        else {
            return false;
        };
        let fresh = raised > taken;
        *taken = *raised;
        fresh
    }

    /// Messages that belong to no vector.
    pub fn spurious(&self) -> &[Message] {
        &self.spurious
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_raises_its_vector_alone() {
        let mut interrupts = Interrupts::default();
        let messages = interrupts.allocate(4, &mut Rng::with_seed(3)).to_vec();
        interrupts.deliver(messages[2]);
        interrupts.deliver(messages[2]);
        assert_eq!(
            (0..5)
                .map(|vector| interrupts.count(vector))
                .collect::<Vec<_>>(),
            [0, 0, 2, 0, 0]
        );
        assert!(
            interrupts.take(2) && !interrupts.take(2) && !interrupts.take(1) && !interrupts.take(9)
        );
        let stray = Message {
            data: messages[3].data + 1,
            ..messages[3]
        };
        interrupts.deliver(stray);
        assert_eq!(interrupts.spurious(), [stray]);
    }
}
