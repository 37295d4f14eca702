//! The single source of everything the card, its driver and its testbench must agree on: registers, doorbells, records in host
//! memory, wire headers, opcodes, status codes, and the sizes the RTL is built for.
//!
//! Nothing here does anything; `no_std`, so that it can go wherever a driver goes. Records in host memory are little-endian, headers
//! on the wire big-endian; both are `zerocopy` types whose field offsets (`core::mem::offset_of!`) the RTL uses too.
#![no_std]

pub mod admin;
pub mod completion;
pub mod counter;
pub mod dma;
pub mod doorbell;
pub mod ethernet;
pub mod event;
pub mod interrupt;
pub mod opcode;
pub mod psn;
pub mod qp;
pub mod register;
pub mod sizes;
pub mod status;
pub mod wire;
pub mod work;

pub use psn::Psn;
