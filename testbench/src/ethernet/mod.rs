//! One card in any Ethernet: its link goes out by a socket, and the host's network stack sends and receives through the card's rings.
mod call;
mod device;
mod gateway;
mod meeting;
mod neighbours;
mod node;
mod queue;
mod rings;
mod stack;
mod vlans;

pub use call::{accept, call};
pub use device::Frames;
pub use gateway::{Gateway, Pace};
pub use meeting::{Met, Numbers, meet};
pub use node::Node;
pub use queue::Queue;
pub use rings::Rings;
pub use stack::{Clock, Port, Stack, Stream};
