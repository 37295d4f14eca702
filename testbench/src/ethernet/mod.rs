//! One card in any Ethernet: its link goes out by a socket, and the host's network stack sits beside it.
//!
//! Frames that are not RoCE are handed to the stack at the link for as long as the card has no Ethernet rings of its own: the stack sees
//! nothing but a queue of frames each way, so that the rings can take that place.
mod device;
mod gateway;
mod neighbours;
mod node;
mod queue;
mod stack;
mod vlans;

pub use device::Frames;
pub use gateway::{Gateway, Pace};
pub use node::Node;
pub use queue::Queue;
pub use stack::{Port, Stack, Stream};
