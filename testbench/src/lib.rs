//! Simulated hosts and links: everything outside the pins of a card.

pub mod card;
pub mod link;
pub mod pcie;
pub mod reports;
