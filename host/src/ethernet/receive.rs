//! The receive ring: the card fills slots, the driver gives them back.
//!
//! A slot is new when its header carries the index expected plus 1; the header is written after the frame.
use super::{EthernetError, FRAME_MAX, FRAME_MIN};
use crate::bus::{Bus, BusError};
use crate::driver::memory::DmaMemory;
use ferric_layout::ethernet::{HEADER, Header, SLOT};
use std::mem::offset_of;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use zerocopy::FromBytes;

/// Part of the ring after which slots go back to the card: few register writes, and the card seldom lacks room.
const PART: u16 = 4;

/// A ring of frames received.
pub struct ReceiveRing {
    pub memory: DmaMemory,
    log2: u8,
    /// Free-running index of the next slot to read, and the one that the card was last told.
    consumer: u16,
    told: u16,
}

impl ReceiveRing {
    /// `1 << log2` slots, zeroed, so that none holds a frame.
    pub fn new(bus: &Arc<dyn Bus>, log2: u8) -> Result<Self, BusError> {
        Ok(ReceiveRing {
            memory: DmaMemory::new(bus, SLOT << log2)?,
            log2,
            consumer: 0,
            told: 0,
        })
    }

    /// Where the next slot is.
    fn slot(&self) -> usize {
        (usize::from(self.consumer) & ((1 << self.log2) - 1)) * SLOT
    }

    /// Whether the card has written the next slot.
    pub fn is_ready(&self) -> bool {
        let sequence = self.memory.half(self.slot() + offset_of!(Header, sequence));
        sequence == self.consumer.wrapping_add(1)
    }

    /// Copies the next frame out and goes on; its length, if there is one.
    pub fn pop(&mut self, room: &mut [u8]) -> Result<Option<usize>, EthernetError> {
        if !self.is_ready() {
            return Ok(None);
        }
        // The frame is read after the sequence number, which the card wrote last.
        fence(Ordering::Acquire);
        let slot = self.slot();
        let header = self.memory.load::<HEADER>(slot);
        let header = Header::read_from_bytes(&header).expect("a header has its size");
        let frame = usize::from(header.length.get());
        if !(FRAME_MIN..=FRAME_MAX).contains(&frame) {
            self.consumer = self.consumer.wrapping_add(1);
            return Err(EthernetError::Slot(frame));
        }
        let Some(target) = room.get_mut(..frame) else {
            let room = room.len();
            return Err(EthernetError::Room { frame, room });
        };
        self.memory.load_into(slot + HEADER, target);
        self.consumer = self.consumer.wrapping_add(1);
        Ok(Some(frame))
    }

    /// Whether the card should hear of the consumer index: enough was read, or nothing more has come.
    pub fn is_due(&self) -> bool {
        let read = self.consumer.wrapping_sub(self.told);
        read >= (1 << self.log2) / PART || read > 0 && !self.is_ready()
    }

    /// The consumer index, which the card is about to be told.
    pub fn tell(&mut self) -> u16 {
        self.told = self.consumer;
        self.consumer
    }
}
