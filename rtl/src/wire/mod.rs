//! The wire: frames of the Ethernet MAC become packets, and packets become frames. `docs/wire.md` has the picture.
mod cause;
mod commit_fifo;
mod frame_class;
mod header_fields;
mod icrc_insert;
mod icrc_mask;
mod opcode_decode;
mod receive;
mod receive_check;
mod receive_frame;
mod receive_payload;
mod transmit;
mod transmit_arbiter;
mod transmit_frame;
mod transmit_header;
mod transmit_payload;

pub use commit_fifo::CommitFifo;
pub use icrc_mask::IcrcMask;
pub use opcode_decode::OpcodeDecode;
pub use receive::WireReceive;
pub use transmit::WireTransmit;
