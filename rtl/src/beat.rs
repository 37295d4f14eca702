//! The payload stream's unit: 64 bytes, and whether they end the packet.
use rust_hdl::prelude::*;

/// Byte 0 of the memory or frame order is `data[7:0]`. The length in bytes travels in the record beside the stream, so there is no
/// byte enable; what follows the last byte of a packet in its last beat is undefined.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Beat {
    pub data: Bits<512>,
    pub last: Bit,
}

/// Bytes in a beat.
pub const BEAT_BYTES: usize = 64;
