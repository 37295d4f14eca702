//! What the driver needs of the way to a card: register windows, memory the card may use, interrupts.
//!
//! The driver and everything above it see a card only through [`Bus`], so that they are the same over a simulated PCIe and over a real
//! board.
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A window of the card.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bar {
    /// BAR0: registers.
    Registers,
    /// BAR2: doorbell pages.
    Doorbells,
    /// BAR4: interrupt table and moderation.
    Interrupts,
}

/// How the card may use a piece of memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The card only reads it.
    ToCard,
    /// The card reads and writes it.
    Both,
}

/// Memory of this process that the card may use. Given back by [`Bus::unmap`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Bus address of each 4 KiB page, the first one holding the first byte.
    pub pages: Vec<u64>,
    /// Offset of the first byte in the first page.
    pub offset: usize,
    /// Bytes.
    pub length: usize,
}

impl Mapping {
    /// Bus address of the first byte.
    pub fn address(&self) -> u64 {
        self.pages[0] + self.offset as u64
    }
    /// Bus address of the byte after the last one, which lies in the last page or ends it.
    pub fn end(&self) -> u64 {
        let in_last = (self.offset + self.length - 1) % PAGE;
        self.pages[self.pages.len() - 1] + in_last as u64 + 1
    }
    /// Whether the pages follow one another on the bus.
    pub fn is_contiguous(&self) -> bool {
        self.pages
            .windows(2)
            .all(|pair| pair[1] == pair[0] + PAGE as u64)
    }
}

/// Bytes of a page.
pub const PAGE: usize = 4096;

/// The way to the card failed.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The card does not answer.
    #[error("the card does not answer")]
    Gone,
    /// A register access was refused.
    #[error("access to {bar:?} at {offset:#x} was refused")]
    Refused {
        /// The window.
        bar: Bar,
        /// Byte offset.
        offset: u64,
    },
    /// The memory could not be mapped for the card.
    #[error("{length} bytes cannot be mapped for the card: {reason}")]
    Map {
        /// Bytes asked for.
        length: usize,
        /// Why not.
        reason: String,
    },
    /// There is no such interrupt vector.
    #[error("no interrupt vector {0}")]
    Vector(u16),
    /// Something of the operating system's.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The way to one card. All methods may be called from several threads.
///
/// What the card writes becomes visible to the processor in the order in which it wrote, and of one entry of a ring the last two
/// bytes not before the others. An interrupt is not seen before what was written ahead of it.
pub trait Bus: Send + Sync {
    /// Reads 4 bytes; `offset` is a multiple of 4.
    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, BusError>;
    /// Writes 4 bytes; `offset` is a multiple of 4. Writes arrive in order.
    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), BusError>;
    /// Writes 8 bytes at once; `offset` is a multiple of 8.
    fn write64(&self, bar: Bar, offset: u64, value: u64) -> Result<(), BusError>;
    /// Writes 64 bytes at once where the processor can; `offset` is a multiple of 64. Memory that was written before is seen by a card that sees
    /// the slot, and the slot does not stay in a write-combining buffer: on a board the window is mapped write-combining, with a store fence
    /// ahead of the slot's stores and another behind them. If the buffer leaves in pieces all the same, the card takes the first eight bytes for a doorbell.
    fn write_slot(&self, bar: Bar, offset: u64, slot: &[u8; 64]) -> Result<(), BusError>;
    /// Lets the card use `length` bytes of this process at `pointer`, at least 1.
    ///
    /// # Safety
    /// The memory stays valid, where it is, until [`Bus::unmap`], and the card may read it, and write it with [`Direction::Both`], at
    /// any time until then.
    unsafe fn map(
        &self,
        pointer: *mut u8,
        length: usize,
        direction: Direction,
    ) -> Result<Mapping, BusError>;
    /// Takes memory back; the card can no longer reach it when this returns.
    fn unmap(&self, mapping: &Mapping);
    /// Interrupt vectors that can be waited for; vector `n` is the card's.
    fn vectors(&self) -> u16;
    /// Sleeps until `vector` was raised since the last wait, or until `timeout`; says whether it was raised.
    fn wait(&self, vector: u16, timeout: Option<Duration>) -> Result<bool, BusError>;
    /// Time passed since some moment, on the clock that the timeouts of [`Bus::wait`] count by: a simulation has its own.
    fn now(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }
    /// What a polling loop does between two looks: a processor pauses, a simulation goes on.
    fn pause(&self);
    /// A number of cycles for the card, if this way to it has a clock of its own (a simulation); for measurements.
    fn cycles(&self) -> Option<u64> {
        None
    }
}
