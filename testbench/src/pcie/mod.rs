//! Everything outside the card's PCI Express pins: the hard block of the FPGA, the link, the root complex and the
//! host's memory.
//!
//! ```text
//!  driver ── Host ── Root (memory, IOMMU, interrupts, fault injection)
//!                     │ TLPs, credits, byte time                         link.rs, credits.rs
//!                     Endpoint (split table, CQ/CC/RQ/RC streams)        endpoint.rs, stream.rs
//!                     │ ToCard / FromCard, one struct a cycle            pins.rs
//!                     the card under test, verilated or in software
//! ```
//!
//! All times are cycles of the card's core clock; every random choice comes from the one seed of [`host::Settings`].

pub mod checker;
pub mod config;
pub mod credits;
pub mod descriptor;
pub mod enables;
pub mod endpoint;
pub mod enumerate;
pub mod faults;
pub mod host;
pub mod interrupts;
pub mod iommu;
pub mod link;
pub mod memory;
pub mod pins;
pub mod root;
pub mod split;
pub mod split_table;
pub mod stream;
pub mod tlp;
