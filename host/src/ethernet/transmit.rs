//! The transmit ring: the driver fills slots, the card sends them in order.
use super::EthernetError;
use crate::bus::{Bus, BusError};
use crate::driver::memory::DmaMemory;
use ferric_layout::ethernet::{HEADER, Header, SLOT};
use std::sync::Arc;
use zerocopy::IntoBytes;

/// A ring of frames to be sent.
pub struct TransmitRing {
    pub memory: DmaMemory,
    log2: u8,
    /// Free-running indices: of the next slot to fill, and of the oldest that the card was not seen to have read.
    producer: u16,
    consumer: u16,
}

impl TransmitRing {
    /// `1 << log2` slots.
    pub fn new(bus: &Arc<dyn Bus>, log2: u8) -> Result<Self, BusError> {
        Ok(TransmitRing {
            memory: DmaMemory::new(bus, SLOT << log2)?,
            log2,
            producer: 0,
            consumer: 0,
        })
    }

    /// Whether no slot is known to be free.
    pub fn is_full(&self) -> bool {
        self.used() == 1 << self.log2
    }

    /// Slots that the card was not seen to have read.
    pub fn used(&self) -> u16 {
        self.producer.wrapping_sub(self.consumer)
    }

    /// The card has read the slots before this one.
    pub fn read_up_to(&mut self, card: u16) -> Result<(), EthernetError> {
        if card.wrapping_sub(self.consumer) > self.used() {
            return Err(EthernetError::Index {
                card,
                first: self.consumer,
                end: self.producer,
            });
        }
        self.consumer = card;
        Ok(())
    }

    /// Puts a frame into the ring, of a length that can be sent; the producer index, for the card.
    ///
    /// # Panics
    /// If the ring is full.
    pub fn push(&mut self, frame: &[u8]) -> u16 {
        assert!(!self.is_full(), "no room in the ring");
        let slot = (usize::from(self.producer) & ((1 << self.log2) - 1)) * SLOT;
        let header = Header {
            length: u16::try_from(frame.len())
                .expect("shorter than a slot")
                .into(),
            ..Header::default()
        };
        self.memory.store(slot, header.as_bytes());
        self.memory.store(slot + HEADER, frame);
        self.producer = self.producer.wrapping_add(1);
        self.producer
    }

    /// Takes the last frame back, of which the card was not told.
    pub fn take_back(&mut self) {
        self.producer = self.producer.wrapping_sub(1);
    }
}
