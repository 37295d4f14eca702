//! A send or receive ring, and the work requests in it that the card has not completed yet.
//!
//! The card names a work request by the free-running index of its first slot; everything else about it is remembered here, in the order
//! of posting. A completion proves everything before it done (digest §13), so the room in use is what lies between the oldest request
//! remembered and the producer index.
use super::memory::DmaMemory;
use crate::bus::{Bus, BusError};
use ferric_layout::sizes::SLOT;
use std::collections::VecDeque;
use std::sync::Arc;

/// What is remembered of a work request in the ring.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The application's name for it.
    pub wr_id: u64,
    /// Free-running index of its first slot.
    pub first: u16,
    /// `ferric_layout::completion::opcode` of the completion it ends with.
    pub opcode: u8,
    /// Bytes that the peer's answer brings, of a READ or an atomic.
    pub answer: u32,
}

/// A ring of 64-byte slots that the host fills.
pub struct WorkQueue {
    memory: DmaMemory,
    log2: u8,
    producer: u16,
    posted: VecDeque<Posted>,
}

/// A state of the queue to go back to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    producer: u16,
    posted: usize,
}

impl WorkQueue {
    /// An empty ring of `1 << log2` slots.
    pub fn new(bus: &Arc<dyn Bus>, log2: u8) -> Result<Self, BusError> {
        Ok(WorkQueue {
            memory: DmaMemory::new(bus, SLOT << log2)?,
            log2,
            producer: 0,
            posted: VecDeque::new(),
        })
    }

    /// Bus address.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// log2 of the number of slots.
    pub fn log2(&self) -> u8 {
        self.log2
    }

    /// Free-running index of the next slot to fill.
    pub fn producer(&self) -> u16 {
        self.producer
    }

    /// Slots in use.
    pub fn used(&self) -> usize {
        let oldest = self
            .posted
            .front()
            .map_or(self.producer, |front| front.first);
        usize::from(self.producer.wrapping_sub(oldest))
    }

    /// Slots that can be filled.
    pub fn free(&self) -> usize {
        (1 << self.log2) - self.used()
    }

    /// Work requests not completed yet.
    pub fn outstanding(&self) -> usize {
        self.posted.len()
    }

    /// Puts a work request of whole slots in the ring; the card does not know of it until its doorbell.
    ///
    /// # Panics
    /// If there is no room.
    pub fn push(&mut self, slots: &[u8], wr_id: u64, opcode: u8, answer: u32) {
        assert!(slots.len() <= self.free() * SLOT, "no room in the ring");
        let first = self.producer;
        for slot in slots.chunks_exact(SLOT) {
            let at = usize::from(self.producer) & ((1 << self.log2) - 1);
            self.memory.store(at * SLOT, slot);
            self.producer = self.producer.wrapping_add(1);
        }
        self.posted.push_back(Posted {
            wr_id,
            first,
            opcode,
            answer,
        });
    }

    /// The present state.
    pub fn mark(&self) -> Mark {
        Mark {
            producer: self.producer,
            posted: self.posted.len(),
        }
    }

    /// What was put in the ring since `mark`, if it is a single slot.
    pub fn only_slot(&self, mark: Mark) -> Option<[u8; SLOT]> {
        let at = usize::from(mark.producer) & ((1 << self.log2) - 1);
        (self.producer.wrapping_sub(mark.producer) == 1).then(|| self.memory.load(at * SLOT))
    }

    /// Takes back what was pushed since `mark`, which the card has not been told of and before which nothing was completed since.
    pub fn rewind(&mut self, mark: Mark) {
        self.producer = mark.producer;
        self.posted.truncate(mark.posted);
    }

    /// The work request at `index` is done, and with it all before it, whose slots are free now. `None` if there is none at `index`.
    pub fn complete(&mut self, index: u16) -> Option<Posted> {
        let position = self
            .posted
            .iter()
            .position(|posted| posted.first == index)?;
        self.posted.drain(..position);
        self.posted.pop_front()
    }

    /// The work requests whose first slot lies in the `extent` slots from `index` are flushed; those before are done.
    pub fn flush(&mut self, index: u16, extent: u32) -> Vec<Posted> {
        // Counted from the oldest, as everything in the ring lies within half the circle of it.
        let oldest = self.posted.front().map_or(index, |front| front.first);
        let begin = i64::from(index.wrapping_sub(oldest) as i16);
        let end = begin + i64::from(extent);
        let place = |posted: &Posted| i64::from(posted.first.wrapping_sub(oldest));
        let done = self.posted.partition_point(|posted| place(posted) < begin);
        let gone = self.posted.partition_point(|posted| place(posted) < end);
        self.posted.drain(..gone).skip(done).collect()
    }

    /// Empty again, at index 0.
    pub fn reset(&mut self) {
        self.producer = 0;
        self.posted.clear();
    }
}
