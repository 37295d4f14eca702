//! Rings that the card fills: completions, events, admin completions. An entry is new when the phase bit in its last byte is that of
//! the pass the reader is on: 1 on the first.
use super::memory::DmaMemory;
use crate::bus::{Bus, BusError};
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

/// A ring of entries of `N` bytes.
pub struct PhaseRing<const N: usize> {
    memory: DmaMemory,
    log2: u8,
    consumer: u16,
}

impl<const N: usize> PhaseRing<N> {
    /// A ring of `1 << log2` entries, zeroed.
    pub fn new(bus: &Arc<dyn Bus>, log2: u8) -> Result<Self, BusError> {
        Ok(PhaseRing {
            memory: DmaMemory::new(bus, N << log2)?,
            log2,
            consumer: 0,
        })
    }

    /// As new, for a card that begins at its first entry again.
    pub fn clear(&mut self) {
        for slot in 0..1 << self.log2 {
            self.memory.store(slot * N, &[0; N]);
        }
        self.consumer = 0;
    }

    /// Bus address.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// Free-running index of the next entry to read.
    pub fn consumer(&self) -> u16 {
        self.consumer
    }

    /// log2 of the number of entries.
    pub fn log2(&self) -> u8 {
        self.log2
    }

    fn slot(&self) -> usize {
        usize::from(self.consumer) & ((1 << self.log2) - 1)
    }

    /// Whether the card has written the next entry.
    pub fn is_ready(&self) -> bool {
        let expected = !(self.consumer >> self.log2) & 1;
        u16::from(self.memory.byte(self.slot() * N + N - 1) & 1) == expected
    }

    /// The next entry, if the card has written it.
    pub fn pop(&mut self) -> Option<[u8; N]> {
        if !self.is_ready() {
            return None;
        }
        // The entry's bytes are read after its phase bit; the card wrote them together.
        fence(Ordering::Acquire);
        let entry = self.memory.load(self.slot() * N);
        self.consumer = self.consumer.wrapping_add(1);
        Some(entry)
    }
}
