//! Event queue entries: 16 bytes, little-endian, phase bit in the last byte.
use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// What happened.
pub mod kind {
    /// A completion queue that was armed has an entry; `number` is the CQ.
    pub const COMPLETION: u8 = 1;
    /// A completion queue overran; `number` is the CQ.
    pub const CQ_ERROR: u8 = 2;
    /// A QP went to the error state; `number` is the QPN, `detail` the status or syndrome.
    pub const QP_FATAL: u8 = 3;
    /// A QP refused a peer's request as invalid.
    pub const QP_REQUEST_ERROR: u8 = 4;
    /// A QP refused a peer's request for its key, bounds or permission.
    pub const QP_ACCESS_ERROR: u8 = 5;
    /// The first packet arrived on a QP in RTR.
    pub const COMMUNICATION_ESTABLISHED: u8 = 6;
    /// An admin completion was written.
    pub const ADMIN: u8 = 7;
}

/// Bit of [`Eqe::phase`], as a completion entry's.
pub const PHASE: u8 = 1;

/// An event.
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
pub struct Eqe {
    /// [`kind`].
    pub kind: u8,
    /// Kind-specific.
    pub detail: u8,
    /// Zero.
    pub reserved0: [u8; 2],
    /// The object.
    pub number: U32,
    /// Zero.
    pub reserved1: [u8; 7],
    /// [`PHASE`], bit 0.
    pub phase: u8,
}
/// Bytes of an [`Eqe`].
pub const SIZE: usize = size_of::<Eqe>();
const _: () = assert!(SIZE == 16);
