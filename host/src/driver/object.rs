//! Numbers of objects and ranges of page entries, held while an object lives.
use super::DriverError;
use super::allocator::Numbers;
use super::card::{Card, Free};
use std::sync::Arc;

/// Kinds of numbered things.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Queue pairs.
    QueuePair,
    /// Completion queues.
    CompletionQueue,
    /// Event queues.
    EventQueue,
    /// Indices of memory keys.
    Key,
    /// Protection domains.
    ProtectionDomain,
    /// Doorbell pages.
    DoorbellPage,
    /// The pair of Ethernet rings, of which there is one.
    Ethernet,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::QueuePair => "queue pairs",
            Kind::CompletionQueue => "completion queues",
            Kind::EventQueue => "event queues",
            Kind::Key => "memory keys",
            Kind::ProtectionDomain => "protection domains",
            Kind::DoorbellPage => "doorbell pages",
            Kind::Ethernet => "Ethernet rings",
        }
    }

    fn of(self, free: &mut Free) -> &mut Numbers {
        match self {
            Kind::QueuePair => &mut free.qps,
            Kind::CompletionQueue => &mut free.cqs,
            Kind::EventQueue => &mut free.eqs,
            Kind::Key => &mut free.keys,
            Kind::ProtectionDomain => &mut free.pds,
            Kind::DoorbellPage => &mut free.doorbell_pages,
            Kind::Ethernet => &mut free.ethernet,
        }
    }
}

/// The number of an object, free again when dropped.
pub struct Number {
    card: Arc<Card>,
    kind: Kind,
    value: u32,
    retired: bool,
}

impl Number {
    /// Takes a free number.
    pub fn take(card: &Arc<Card>, kind: Kind) -> Result<Self, DriverError> {
        let value = kind.of(&mut card.free()).take();
        Ok(Number {
            card: card.clone(),
            kind,
            value: value.ok_or(DriverError::Exhausted(kind.name()))?,
            retired: false,
        })
    }

    /// The number.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// The card it is a number of.
    pub fn card(&self) -> &Arc<Card> {
        &self.card
    }

    /// Never use it again.
    pub fn retire(&mut self) {
        self.retired = true;
    }

    /// Has the card destroy the object; a card that was reset has done so. If it does not, the number is never used again: the card may still think that it is in use.
    /// Says whether the object is gone.
    pub fn destroy(&mut self, opcode: u8) -> bool {
        let answer = match self.card.execute_on(opcode, self.value) {
            Err(DriverError::Lost) => return true,
            answer => answer,
        };
        if let Err(error) = &answer {
            tracing::error!(kind = self.kind.name(), number = self.value, %error, "cannot be destroyed");
            self.retired = true;
        }
        answer.is_ok()
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        if !self.retired {
            self.kind.of(&mut self.card.free()).give(self.value);
        }
    }
}

/// Page entries in a row, free again when dropped.
pub struct PageEntries {
    card: Arc<Card>,
    first: u32,
    count: u32,
    retired: bool,
}

impl PageEntries {
    /// Takes `count` free entries in a row.
    pub fn take(card: &Arc<Card>, count: u32) -> Result<Self, DriverError> {
        let first = card.free().pages.take(count);
        Ok(PageEntries {
            card: card.clone(),
            first: first.ok_or(DriverError::Exhausted("page entries in a row"))?,
            count,
            retired: false,
        })
    }

    /// The first entry.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// How many.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Never use them again.
    pub fn retire(&mut self) {
        self.retired = true;
    }
}

impl Drop for PageEntries {
    fn drop(&mut self) {
        if !self.retired {
            self.card.free().pages.give(self.first, self.count);
        }
    }
}
