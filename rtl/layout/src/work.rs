//! Work queue entries in host memory: little-endian, slots of 64 bytes.
//!
//! A send WQE is 1 to 5 consecutive slots of the send ring, wrapping at slot granularity: its first 32 bytes are [`SendWqe`], then come
//! either scatter/gather entries ([`Sge`], 16 bytes each: two in the first slot, four in each further one) or, with
//! [`flag::INLINE`], the payload itself. A receive WQE is one slot of up to four [`Sge`]; an unused one is all zero.
use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Operations, in the numbering of verbs.h (digest §12).
pub mod opcode {
    /// RDMA WRITE.
    pub const WRITE: u8 = 0;
    /// RDMA WRITE with immediate.
    pub const WRITE_IMMEDIATE: u8 = 1;
    /// SEND.
    pub const SEND: u8 = 2;
    /// SEND with immediate.
    pub const SEND_IMMEDIATE: u8 = 3;
    /// RDMA READ.
    pub const READ: u8 = 4;
    /// Compare and swap.
    pub const COMPARE_SWAP: u8 = 5;
    /// Fetch and add.
    pub const FETCH_ADD: u8 = 6;
    /// Local invalidate.
    pub const LOCAL_INVALIDATE: u8 = 7;
    /// Bind a memory window.
    pub const BIND_MW: u8 = 8;
    /// SEND with invalidate.
    pub const SEND_INVALIDATE: u8 = 9;
}

/// Bits of [`SendWqe::flags`], in the numbering of verbs.h.
pub mod flag {
    /// Wait for earlier READs and atomics.
    pub const FENCE: u8 = 1;
    /// Make a completion entry.
    pub const SIGNALED: u8 = 2;
    /// Raise a solicited event at the receiver.
    pub const SOLICITED: u8 = 4;
    /// The payload stands in the WQE.
    pub const INLINE: u8 = 8;
    /// Every bit that means something.
    pub const ALL: u8 = FENCE | SIGNALED | SOLICITED | INLINE;
}

/// The first 32 bytes of a send WQE.
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
pub struct SendWqe {
    /// [`opcode`].
    pub opcode: u8,
    /// [`flag`].
    pub flags: u8,
    /// Free-running index of this WQE's first slot; the card refuses a WQE that does not stand where it says.
    pub index: U16,
    /// The QP this WQE belongs to, 24 bits little-endian.
    pub qpn: [u8; 3],
    /// Scatter/gather entries that follow, 0 to 16; 0 with inline payload.
    pub sge_count: u8,
    /// Immediate data, or the key to invalidate, as it goes on the wire: the most significant byte of the key first.
    pub immediate: [u8; 4],
    /// Bytes of the message, at most 2^31: the sum of the entries' lengths, or the inline payload's length.
    pub length: U32,
    /// Remote virtual address.
    pub remote_va: U64,
    /// Remote key.
    pub rkey: U32,
    /// Must be 0.
    pub reserved: U32,
}

/// A scatter/gather entry.
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
pub struct Sge {
    /// Virtual address.
    pub va: U64,
    /// Bytes; an entry of 0 bytes is skipped and its key not looked at.
    pub length: U32,
    /// Local key.
    pub lkey: U32,
}

/// The operands of an atomic. They follow the fixed part of its WQE; behind them stands its only [`Sge`], of 8 bytes, for the value that
/// was there. The WQE's `length` is 8.
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
pub struct AtomicOperands {
    /// What to swap in, or to add.
    pub swap_add: U64,
    /// What to compare with; 0 in a fetch and add.
    pub compare: U64,
}

/// A receive WQE: one slot.
pub type ReceiveWqe = [Sge; crate::sizes::RECEIVE_SGE_MAX];

/// Bytes of the WQE's fixed part.
pub const HEAD: usize = size_of::<SendWqe>();
/// Bytes of an [`Sge`].
pub const SGE: usize = size_of::<Sge>();

/// Bytes of an atomic's result, and so of its only entry.
pub const ATOMIC: u32 = 8;

/// Slots of a send WQE with this many entries.
pub const fn slots_for_sges(count: usize) -> usize {
    (HEAD + count * SGE).div_ceil(crate::sizes::SLOT)
}
/// Slots of a send WQE with this much inline payload.
pub const fn slots_for_inline(bytes: usize) -> usize {
    (HEAD + bytes).div_ceil(crate::sizes::SLOT)
}
const _: () = assert!(HEAD + size_of::<AtomicOperands>() + SGE == crate::sizes::SLOT);
const _: () = assert!(HEAD == 32 && SGE == 16 && size_of::<ReceiveWqe>() == crate::sizes::SLOT);
const _: () = assert!(slots_for_sges(crate::sizes::SEND_SGE_MAX) <= crate::sizes::SEND_SLOTS_MAX);
const _: () = assert!(slots_for_inline(crate::sizes::INLINE_MAX) <= crate::sizes::SEND_SLOTS_MAX);
