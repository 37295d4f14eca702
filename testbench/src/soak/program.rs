//! Random programs of work requests: what a queue pair is asked to do, message by message.
use anyhow::{Context as _, ensure};
use fastrand::Rng;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Bytes of an atomic.
pub const WORD: usize = 8;
/// Most pieces of a message.
pub const PIECES: usize = 3;
/// Largest message sent from the work request itself.
pub const INLINE: usize = 220;
/// One message in so many that could be is.
const INLINE_ONE_IN: u32 = 4;
/// One message in so many waits for READs and atomics before it.
const FENCE_ONE_IN: u32 = 16;
/// One message in so many that cross memory which peers change meanwhile.
const SHARED_ONE_IN: u32 = 4;

/// What a message does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// SEND.
    Send,
    /// SEND with immediate.
    SendImmediate,
    /// SEND with invalidate, of a key that is there for that.
    SendInvalidate,
    /// RDMA WRITE.
    Write,
    /// RDMA WRITE with immediate.
    WriteImmediate,
    /// RDMA READ.
    Read,
    /// Compare and swap.
    CompareSwap,
    /// Fetch and add.
    FetchAdd,
}

impl Operation {
    /// All that leave keys alone.
    pub const ALL: [Operation; 7] = [
        Operation::Send,
        Operation::SendImmediate,
        Operation::Write,
        Operation::WriteImmediate,
        Operation::Read,
        Operation::CompareSwap,
        Operation::FetchAdd,
    ];

    fn named(name: &str) -> Option<Self> {
        let mut known = Self::ALL.into_iter().chain([Operation::SendInvalidate]);
        known.find(|operation| operation.name() == name)
    }

    /// Its name in a mix.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Send => "send",
            Operation::SendImmediate => "send-immediate",
            Operation::SendInvalidate => "send-invalidate",
            Operation::Write => "write",
            Operation::WriteImmediate => "write-immediate",
            Operation::Read => "read",
            Operation::CompareSwap => "compare-swap",
            Operation::FetchAdd => "fetch-add",
        }
    }

    /// Whether the peer has to post a receive for it.
    pub const fn takes_receive(self) -> bool {
        self.is_send() || matches!(self, Operation::WriteImmediate)
    }

    /// Whether its bytes go where a receive says.
    pub const fn is_send(self) -> bool {
        matches!(
            self,
            Operation::Send | Operation::SendImmediate | Operation::SendInvalidate
        )
    }

    /// Whether it is an atomic.
    pub const fn is_atomic(self) -> bool {
        matches!(self, Operation::CompareSwap | Operation::FetchAdd)
    }

    /// Whether bytes come back.
    pub const fn returns(self) -> bool {
        matches!(self, Operation::Read) || self.is_atomic()
    }
}

/// How often each operation is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix(Vec<(Operation, u32)>);

impl Mix {
    /// These, equally often.
    pub fn of(operations: &[Operation]) -> Self {
        Mix(operations.iter().map(|operation| (*operation, 1)).collect())
    }

    /// Whether it has such an operation.
    pub fn has(&self, which: impl Fn(Operation) -> bool) -> bool {
        self.0.iter().any(|(operation, _)| which(*operation))
    }

    fn draw(&self, rng: &mut Rng) -> Operation {
        let mut at = rng.u32(0..self.0.iter().map(|(_, weight)| weight).sum());
        for (operation, weight) in &self.0 {
            if at < *weight {
                return *operation;
            }
            at -= weight;
        }
        unreachable!("the draw lies below the sum")
    }
}

impl FromStr for Mix {
    type Err = anyhow::Error;
    /// `send=3,write,read=2`; `all` stands for all that leave keys alone.
    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut parts = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
            let weight: u32 = weight
                .parse()
                .with_context(|| format!("weight of {name}"))?;
            if name == "all" {
                parts.extend(Operation::ALL.map(|operation| (operation, weight)));
                continue;
            }
            let names = Operation::ALL.map(Operation::name).join(", ");
            let operation = Operation::named(name)
                .with_context(|| format!("`{name}` is none of {names}, send-invalidate, all"))?;
            parts.push((operation, weight));
        }
        let sum = parts
            .iter()
            .map(|(_, weight)| u64::from(*weight))
            .sum::<u64>();
        ensure!(
            sum > 0 && sum <= u64::from(u32::MAX),
            "the weights add up to {sum}"
        );
        Ok(Mix(parts))
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.iter();
        let parts: Vec<_> = parts
            .map(|(operation, weight)| format!("{}={weight}", operation.name()))
            .collect();
        f.write_str(&parts.join(","))
    }
}

/// Lengths: 90 % up to the first limit, 9 % up to the second, 1 % up to the third, each class drawn by its logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes(pub [usize; 3]);

impl Default for Sizes {
    fn default() -> Self {
        Sizes([4 << 10, 64 << 10, 1 << 20])
    }
}

impl Sizes {
    /// The longest message.
    pub fn longest(self) -> usize {
        self.0.into_iter().max().unwrap_or(0)
    }

    fn draw(self, rng: &mut Rng) -> usize {
        let [small, middle, large] = self.0;
        let (from, to) = match rng.u32(0..100) {
            0..90 => (1, small),
            90..99 => (small, middle),
            _ => (middle, large),
        };
        let bits = (to as f64 / from as f64).log2() * rng.f64();
        // One in sixteen is empty, or as long as there is.
        match rng.u32(0..32) {
            0 => 0,
            1 => to,
            _ => (from as f64 * bits.exp2()) as usize,
        }
        .min(to)
    }
}

/// Memory of a host that messages use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Bytes that never change.
    Constant,
    /// Bytes that everybody changes.
    Shared,
    /// Words that atomics change.
    Words,
}

/// Bytes of each area.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// [`Area::Constant`] and [`Area::Shared`].
    pub bytes: usize,
    /// [`Area::Words`].
    pub words: usize,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it does.
    pub operation: Operation,
    /// Bytes.
    pub length: usize,
    /// Where its bytes are, or go.
    pub area: Area,
    /// Pieces of the area.
    pub pieces: Vec<Range<usize>>,
    /// Its bytes stand in the work request.
    pub inline: bool,
    /// Place in the peer's shared area, or among its words.
    pub remote: usize,
    /// Pieces of the peer's shared area, of the receive it takes.
    pub receive: Vec<Range<usize>>,
    /// Immediate data.
    pub immediate: u32,
    /// What an atomic compares with.
    pub compare: u64,
    /// What an atomic swaps in, or adds.
    pub swap_add: u64,
    /// Makes a completion.
    pub signaled: bool,
    /// Waits for READs and atomics.
    pub fence: bool,
    /// Raises a solicited event.
    pub solicited: bool,
}

/// What one end of a connection is asked to do.
#[derive(Clone, Debug)]
pub struct Program {
    rng: Rng,
    mix: Mix,
    sizes: Sizes,
    room: Room,
    left: usize,
}

impl Program {
    /// So many messages.
    pub fn new(seed: u64, mix: &Mix, sizes: Sizes, room: Room, messages: usize) -> Self {
        Program {
            rng: Rng::with_seed(seed),
            mix: mix.clone(),
            sizes,
            room,
            left: messages,
        }
    }

    /// Messages that are not drawn yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// A contiguous range cut into pieces, in any order: they do not overlap, so that it is told which byte ends up where.
    fn pieces(&mut self, room: usize, length: usize, most: usize) -> Vec<Range<usize>> {
        let from = self.rng.usize(0..=room - length);
        let count = self.rng.usize(1..=most);
        let mut cuts: Vec<_> = (1..count)
            .map(|_| from + self.rng.usize(0..=length))
            .collect();
        cuts.extend([from, from + length]);
        cuts.sort_unstable();
        let mut pieces: Vec<_> = cuts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        self.rng.shuffle(&mut pieces);
        pieces
    }
}

impl Iterator for Program {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        self.left = self.left.checked_sub(1)?;
        let operation = self.mix.draw(&mut self.rng);
        let length = match operation.is_atomic() {
            true => WORD,
            false => self.sizes.draw(&mut self.rng),
        };
        let shared = operation.returns() || self.rng.u32(0..SHARED_ONE_IN) == 0;
        let inline =
            !operation.returns() && length <= INLINE && self.rng.u32(0..INLINE_ONE_IN) == 0;
        // What an atomic found comes in one piece.
        let most = if operation.is_atomic() { 1 } else { PIECES };
        let pieces = self.pieces(self.room.bytes, length, most);
        // A receive may be longer than what comes.
        let spare = self.rng.usize(0..=length / 4);
        let whole = (length + spare).min(self.room.bytes);
        let receive = match operation {
            operation if operation.is_send() => self.pieces(self.room.bytes, whole, PIECES),
            _ => Vec::new(),
        };
        // Half of the words are for swaps between few values, so that some find what they expect; the others are for sums.
        let half = self.room.words / WORD / 2;
        let remote = match operation {
            Operation::CompareSwap => WORD * self.rng.usize(0..half),
            Operation::FetchAdd => WORD * self.rng.usize(half..2 * half),
            _ => self.rng.usize(0..=self.room.bytes - length),
        };
        let swap_add = match operation {
            Operation::CompareSwap => u64::from(self.rng.u8(0..2)),
            _ => self.rng.u64(..),
        };
        Some(Message {
            operation,
            length,
            area: if shared && !inline {
                Area::Shared
            } else {
                Area::Constant
            },
            pieces,
            inline,
            remote,
            receive,
            immediate: self.rng.u32(..),
            compare: u64::from(self.rng.u8(0..2)),
            swap_add,
            signaled: self.left == 0 || self.left.is_multiple_of(4) || self.rng.bool(),
            fence: self.rng.u32(0..FENCE_ONE_IN) == 0,
            solicited: self.rng.bool(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(sizes: Sizes) -> Program {
        let room = Room {
            bytes: 2 << 20,
            words: 64,
        };
        Program::new(5, &Mix::of(&Operation::ALL), sizes, room, 10_000)
    }

    #[test]
    fn sizes_are_drawn_in_their_shares() {
        let sizes = Sizes::default();
        let lengths: Vec<_> = program(sizes).map(|message| message.length).collect();
        let above = |limit| lengths.iter().filter(|length| **length > limit).count();
        assert!((500..1100).contains(&above(4 << 10)), "{}", above(4 << 10));
        assert!((30..120).contains(&above(64 << 10)), "{}", above(64 << 10));
        assert_eq!(above(1 << 20), 0);
        assert!(lengths.contains(&0) && lengths.contains(&(4 << 10)));
    }

    #[test]
    fn pieces_of_a_message_are_its_bytes_and_lie_in_their_area() {
        for message in program(Sizes::default()) {
            let sum: usize = message.pieces.iter().map(ExactSizeIterator::len).sum();
            assert_eq!(sum, message.length);
            let room: usize = message.receive.iter().map(ExactSizeIterator::len).sum();
            assert!(message.receive.is_empty() || room >= message.length);
            assert!(message.pieces.len() <= PIECES && message.receive.len() <= PIECES);
            let pieces = message.pieces.iter().chain(&message.receive);
            assert!(pieces.into_iter().all(|piece| piece.end <= 2 << 20));
        }
    }

    #[test]
    fn mixes_are_read_and_refused() {
        let mix: Mix = "send=3,write".parse().unwrap();
        assert_eq!(mix.to_string(), "send=3,write=1");
        assert!(!mix.has(Operation::returns) && mix.has(Operation::takes_receive));
        assert_eq!("all".parse::<Mix>().unwrap(), Mix::of(&Operation::ALL));
        let more: Mix = "all,send-invalidate".parse().unwrap();
        assert!(more.has(|operation| operation == Operation::SendInvalidate));
        for bad in ["", "sent", "send=x", "send=0", "send=-1", "send,,write"] {
            assert!(bad.parse::<Mix>().is_err(), "{bad}");
        }
    }
}
