//! The card against the Linux kernel's own RoCE driver, in a virtual machine.
//!
//! The machine runs an agent that does with a verbs device what it is told over UDP, so that both ends are played from here: each scenario is
//! written once, for two ends, and run with the card as the requester and with Linux as the requester. Memory of both ends is compared
//! with what must be there.
mod control;
mod guest;
mod lab;
mod perftest;
mod pingpong;
mod scenarios;
mod suite;

pub use guest::{Cable, Guest, missing};
pub use lab::End;
pub use suite::{Line, Outcome, Plan};
