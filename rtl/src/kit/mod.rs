//! Small circuits that every block is made of: storage, flow control, choice, and the moving of bytes. `docs/kit.md` lists the contracts.
pub mod bytes;
pub mod crc32;
pub mod fence;
pub mod memory;
pub mod merge;
pub mod pack;
pub mod piece;
pub mod ram_fifo;
pub mod register_slice;
pub mod round_robin;
pub mod share;
pub mod small_fifo;
pub mod split;
pub mod table;

pub use bytes::{ByteSwap, RotateBytes, RotateCoarse, RotateFine, RotateRegistered};
pub use crc32::Crc32;
pub use fence::Fence;
pub use merge::StreamMerge;
pub use pack::Pack;
pub use piece::Piece;
pub use ram_fifo::RamFifo;
pub use register_slice::RegisterSlice;
pub use round_robin::{Priority, RoundRobin};
pub use share::Share;
pub use small_fifo::SmallFifo;
pub use split::Split;
pub use table::{ForwardTable, Table, Table2, UltraTable};
