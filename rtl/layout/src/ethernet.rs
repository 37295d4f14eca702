//! Rings of Ethernet frames in host memory: what is not RoCE v2, received and sent by the host's own network stack.
//!
//! A ring is `1 << log2` slots of [`SLOT`] bytes, one frame each: a [`Header`], and the frame from byte [`HEADER`] on, from its
//! destination address to the end of its payload (no FCS). Indices are free-running and have 16 bits; a slot's place is the index modulo
//! the ring's size.
use zerocopy::little_endian::U16;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// log2 of a slot's size.
pub const SLOT_SHIFT: usize = 11;
/// Bytes of a slot.
pub const SLOT: usize = 1 << SLOT_SHIFT;
/// log2 of the smallest and largest ring.
pub const LOG2_MIN: usize = crate::sizes::RING_LOG2_MIN;
/// See [`LOG2_MIN`].
pub const LOG2_MAX: usize = crate::sizes::RING_LOG2_MAX;
/// Shortest frame that is sent: its Ethernet header. Below [`crate::wire::FRAME_MIN`] the card fills up with zeros.
pub const FRAME_MIN: usize = crate::wire::ETHERNET;
/// Longest frame, received or sent.
pub const FRAME_MAX: usize = SLOT - HEADER;

/// The first bytes of a slot.
///
/// Receive: the card writes the frame, then this, whole. The driver zeroes the headers before it turns the ring on; the slot of index `i`
/// holds a new frame when `sequence` is `i + 1` modulo 2^16. Transmit: the driver writes it; `sequence` is not looked at.
#[derive(
    Copy,
    Clone,
    Debug,
    PartialEq,
    Eq,
    Default,
    FromBytes,
    IntoBytes,
    KnownLayout,
    Immutable,
    Unaligned,
)]
#[repr(C)]
pub struct Header {
    /// Bytes of the frame, [`FRAME_MIN`] to [`FRAME_MAX`].
    pub length: U16,
    /// Zero. A transmit slot with anything else here is refused.
    pub flags: U16,
    /// Zero.
    pub reserved: [[u8; 29]; 2],
    /// The slot's free-running index plus 1.
    pub sequence: U16,
}
/// Bytes of a [`Header`].
pub const HEADER: usize = size_of::<Header>();
const _: () = assert!(HEADER == 64);
