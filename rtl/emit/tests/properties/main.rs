//! The emitted text means what the Rust kernel means: shown on programs drawn at random.
#[path = "../common/mod.rs"]
mod common;
mod draw;
mod dynamic;
mod expressions;
mod kernels;
mod language;
mod machine;
mod meaning;
mod program;
mod readings;
