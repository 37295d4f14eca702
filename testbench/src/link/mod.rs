//! The Ethernet between two cards: a MAC at each card's pins, and a channel in each direction that loses, repeats,
//! reorders, corrupts, delays and marks frames when told to.
//!
//! Time is in picoseconds, so that the two cards may run on clocks that drift.

pub mod channel;
pub mod frame;
pub mod icrc;
pub mod mac;
pub mod pcap;
pub mod pins;
pub mod socket;
pub mod wire;
