//! The emitted text means what the Rust kernel means: shown on programs drawn at random.
#[path = "../common/mod.rs"]
mod common;
mod dynamic;
mod expressions;
mod language;
mod meaning;
mod readings;
