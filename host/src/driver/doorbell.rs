//! Doorbell pages: one a user context, through which it rings its own queues and no others.
use super::DriverError;
use super::card::Card;
use super::object::{Kind, Number};
use crate::bus::{Bar, Bus, BusError};
use ferric_layout::doorbell::{PAGE_SHIFT, PUSH};
use ferric_layout::sizes::SLOT;
use std::sync::Arc;

/// Writes a doorbell of a page.
pub(super) fn ring_doorbell(
    bus: &dyn Bus,
    page: u8,
    doorbell: u64,
    value: u64,
) -> Result<(), BusError> {
    bus.write64(
        Bar::Doorbells,
        (u64::from(page) << PAGE_SHIFT) + doorbell,
        value,
    )
}

/// A doorbell page; free again when dropped.
pub struct DoorbellPage {
    card: Arc<Card>,
    number: Number,
}

impl DoorbellPage {
    /// Takes a free page.
    pub fn new(card: &Arc<Card>) -> Result<Self, DriverError> {
        Ok(DoorbellPage {
            card: card.clone(),
            number: Number::take(card, Kind::DoorbellPage)?,
        })
    }

    /// Its number.
    pub fn number(&self) -> u8 {
        u8::try_from(self.number.value()).expect("the card has fewer than 256 doorbell pages")
    }

    /// Writes a doorbell (`ferric_layout::doorbell`), unless the card was reset.
    pub fn ring(&self, doorbell: u64, value: u64) -> Result<(), DriverError> {
        let ring = || ring_doorbell(&**self.card.bus(), self.number(), doorbell, value);
        self.card.life().during(ring)
    }

    /// Pushes a send WQE of one slot, which stands in its ring already, unless the card was reset. A doorbell like any other, but if the WQE is
    /// the next, the card need not read it.
    pub fn push(&self, slot: &[u8; SLOT]) -> Result<(), DriverError> {
        let at = (u64::from(self.number()) << PAGE_SHIFT) + PUSH;
        let push = || self.card.bus().write_slot(Bar::Doorbells, at, slot);
        self.card.life().during(push)
    }

    /// Whether WQEs that can be pushed are pushed, [`Card::set_push`].
    pub fn pushes(&self) -> bool {
        self.card.pushes()
    }
}
