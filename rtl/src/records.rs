//! The records that travel between blocks. Payload never does: it is a stream of [`crate::beat::Beat`] beside them.
//!
//! Every record is plain numbers; byte order was settled where a header was parsed. Widths that name a table's index follow
//! `ferric_layout::sizes`.
use rust_hdl::prelude::*;

// ---- PCIe side ----

/// One read of host memory, at most 4096 bytes, any alignment, never 0 bytes; it may cross 4 KB boundaries.
///
/// The answer is one [`DmaReadStatus`], then the bytes as beats from byte 0, `last` on the final one. Beats are delivered in full
/// even if the read failed, so that what counts beats stays in step; their contents are then undefined.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaRead {
    pub address: Bits<64>,
    pub length: Bits<13>,
}

/// What became of one read; answers come in the order of the requests of one client.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaReadStatus {
    /// 0 good, else one of `ferric_layout::dma::ReadError`.
    pub error: Bits<3>,
}

/// One write of host memory, 1 to 4096 bytes, any alignment; its bytes are the next beats of the client's payload stream up to `last`.
///
/// All clients share one ordered stream. Each sees `written`, the number of its own requests that have left the card, modulo 2^16:
/// whatever reports a write waits for that number.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaWrite {
    pub address: Bits<64>,
    pub length: Bits<13>,
}

/// An access to BAR0 or BAR4, 32 bits wide; wider and partial host accesses are cut or masked before.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RegisterAccess {
    pub write: Bit,
    /// Byte offset in the BAR, a multiple of 4.
    pub address: Bits<20>,
    pub data: Bits<32>,
    /// Byte enables of a write.
    pub enable: Bits<4>,
}

/// The answer to a register read, in order.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RegisterData {
    pub data: Bits<32>,
}

/// A write to BAR2: 8 bytes in `data[63:0]`, or a whole 64-byte slot.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DoorbellWrite {
    pub page: Bits<6>,
    /// Byte offset in the page, a multiple of 8.
    pub offset: Bits<12>,
    /// 64 bytes rather than 8.
    pub wide: Bit,
    pub data: Bits<512>,
}

/// An interrupt to raise.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Interrupt {
    pub vector: Bits<5>,
}
