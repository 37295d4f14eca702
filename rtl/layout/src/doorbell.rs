//! Doorbells: BAR2, one 4 KB page a user context; a page can only ring queues that admin commands bound to it.
//!
//! A doorbell is one 8-byte write at one of the offsets below. Indices are free-running producer or consumer indices of 16 bits, never
//! counts. One that goes backward or past the ring is refused and counted. A 64-byte write at [`PUSH`] is a send WQE of one slot: it
//! stands in the ring too, and rings the doorbell `index + 1` of the QP it names. If it is whole and next, the card need not read the ring. In
//! pieces, the first eight bytes are the doorbell, and the others are ignored.
use bitfield_struct::bitfield;

/// log2 of a page's size.
pub const PAGE_SHIFT: usize = 12;
/// Send queue, [`Queue`].
pub const SEND: u64 = 0x00;
/// Receive queue, [`Queue`].
pub const RECEIVE: u64 = 0x08;
/// Completion queue: consumer index and arming, [`Completion`].
pub const COMPLETION: u64 = 0x10;
/// Event queue: consumer index, [`Queue`] (number = event queue).
pub const EVENT: u64 = 0x18;
/// Window for 64-byte writes of a WQE's slot.
pub const PUSH: u64 = 0x40;

/// A producer index of a QP's queue, or a consumer index of an event queue.
#[bitfield(u64)]
#[derive(PartialEq, Eq)]
pub struct Queue {
    /// QPN or event queue number.
    #[bits(24)]
    pub number: u32,
    #[bits(8)]
    __: u8,
    /// Free-running index in slots (send), WQEs (receive) or entries (event).
    #[bits(16)]
    pub index: u16,
    #[bits(16)]
    __: u16,
}

/// Consumer index of a completion queue and what to arm.
#[bitfield(u64)]
#[derive(PartialEq, Eq)]
pub struct Completion {
    /// Completion queue number.
    #[bits(24)]
    pub number: u32,
    #[bits(8)]
    __: u8,
    /// Free-running consumer index in entries.
    #[bits(16)]
    pub index: u16,
    /// [`arm`].
    #[bits(2)]
    pub arm: u8,
    #[bits(14)]
    __: u16,
}

/// How a completion doorbell arms.
pub mod arm {
    /// Not at all: only the consumer index moves.
    pub const NONE: u8 = 0;
    /// The next entry that is solicited or has an error. Does not lower an arming for the next entry (digest §13).
    pub const SOLICITED: u8 = 1;
    /// The next entry. If the card's producer index already differs from `index`, the event is raised at once.
    pub const NEXT: u8 = 2;
}
