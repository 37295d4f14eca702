//! Completion queue entries: 32 bytes, little-endian, written in one beat; the phase bit stands in the last byte.
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// What completed, in the numbering of verbs.h (`enum ibv_wc_opcode`, digest §13).
pub mod opcode {
    /// SEND.
    pub const SEND: u8 = 0;
    /// RDMA WRITE.
    pub const WRITE: u8 = 1;
    /// RDMA READ.
    pub const READ: u8 = 2;
    /// Compare and swap.
    pub const COMPARE_SWAP: u8 = 3;
    /// Fetch and add.
    pub const FETCH_ADD: u8 = 4;
    /// A receive; this bit tells receive completions from send completions.
    pub const RECEIVE: u8 = 128;
    /// A receive consumed by a WRITE with immediate.
    pub const RECEIVE_WRITE_IMMEDIATE: u8 = 129;
}

/// Bits of [`Cqe::flags`].
pub mod flag {
    /// Immediate data is valid.
    pub const IMMEDIATE: u8 = 2;
    /// An invalidated key is valid.
    pub const INVALIDATED: u8 = 8;
    /// The peer asked for a solicited event.
    pub const SOLICITED: u8 = 16;
}

/// Bit of [`Cqe::phase`]: 1 on the ring's first pass, 0 on the second, and so on. The ring is zeroed before use.
pub const PHASE: u8 = 1;

/// A completion entry.
///
/// With status `Flushed` one entry stands for a **range**: every WQE whose first slot lies in `index .. index + length` (modulo 2^16) of
/// the queue named by the opcode's receive bit is flushed, in order. The card does not fetch WQEs to flush them, so it does not know
/// where they begin; `wr_id`s are the host's.
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
pub struct Cqe {
    /// The QP, 24 bits little-endian.
    pub qpn: [u8; 3],
    /// [`opcode`].
    pub opcode: u8,
    /// Free-running index of the WQE's first slot.
    pub index: U16,
    /// [`crate::status::Status`].
    pub status: u8,
    /// [`flag`].
    pub flags: u8,
    /// Bytes received, or the extent of a flush.
    pub length: U32,
    /// Immediate data, or the invalidated key, as it came on the wire: the most significant byte of the key first.
    pub immediate: [u8; 4],
    /// What the card saw, for a person to read: the AETH syndrome, or a `dma::ReadError`; 0 on success.
    pub vendor_error: u8,
    /// Zero.
    pub reserved: [u8; 14],
    /// [`PHASE`], bit 0.
    pub phase: u8,
}
/// Bytes of a [`Cqe`].
pub const SIZE: usize = size_of::<Cqe>();
const _: () = assert!(SIZE == 32);
