//! Drives rust-hdl blocks under Verilator.
//!
//! [`Model::build`] emits a block as Verilog, has Verilator turn it into C++, compiles that into a
//! shared object and loads it. The object is kept in a cache under a hash of everything it is made
//! of, so a block that has not changed loads in milliseconds. [`Bench`] drives a model's streams
//! with random stalls and holds its outputs to the stream rules.
//!
//! Environment: `FERRIC_VERILATED_CACHE` moves the cache (default `target/verilated`),
//! `FERRIC_TRACE=<dir>` makes every bench write a waveform there, `CXX` picks the compiler,
//! `VERILATOR_ROOT` the Verilator.
mod bench;
mod build;
mod model;
mod number;
mod observe;
mod record;
mod toolchain;

pub use bench::{Bench, Sink, Source};
pub use build::{BuildError, Options};
pub use model::{Handle, Model};
pub use number::Number;
pub use observe::Stream;
pub use record::{Received, Record};
