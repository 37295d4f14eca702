//! The Ferric card as hardware: one folder a block, in packet order. `docs/overview.md` has the picture.
pub mod beat;
pub mod catalog;
pub mod control;
pub mod ethernet;
pub mod kit;
pub mod memory;
pub mod pcie;
pub mod queue;
pub mod records;
pub mod requester;
pub mod reset;
pub mod responder;
pub mod top;
pub mod wire;
