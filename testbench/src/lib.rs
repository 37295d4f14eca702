//! Simulated hosts and links: everything outside the pins of a card.

pub mod bus;
pub mod card;
pub mod cli;
pub mod ethernet;
pub mod fuzz;
pub mod goodput;
pub mod interop;
pub mod link;
pub mod measure;
pub mod occupancy;
pub mod pair;
pub mod pcie;
pub mod perftest;
pub mod profile;
pub mod recordings;
pub mod reference;
pub mod reports;
pub mod soak;
pub mod tap;
pub mod traffic;
pub mod verilated_card;
pub mod world;
