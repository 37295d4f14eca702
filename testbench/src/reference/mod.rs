//! The reference model of a reliable connection: a checker, not a predictor.
//!
//! Given the history of one card (what was posted on its queue pairs, the frames it sent and received, what it wrote into its host's
//! memory, what it reported complete), it accepts or refuses each thing the card did. When the card does something is free, and so is
//! whether it acknowledges each packet or several at once; but what it owes it must have done in the end, and within a bound if one is set.
//!
//! It is written from the protocol alone (digest `rocev2.md`; every [`Rule`] names its section) and shares only `ferric-layout` with the
//! card, so that the two can contradict each other.
//!
//! | file | decides |
//! |---|---|
//! | `frame` | what a frame says, and whether a receiver looks at it at all |
//! | `memory` | which keys open what, what each byte was when, and that atomics are atomic |
//! | `writes` | what the card still has to write into memory |
//! | `responder` | what requests lead to: writes, answers, receive completions |
//! | `requester` | which requests may be sent, what answers mean, and send completions |
//! | `hypotheses` | what may have happened when the history does not tell |
//! | `history` | events, queue pairs, and the checker |
mod frame;
mod history;
mod hypotheses;
mod memory;
mod requester;
mod responder;
mod rule;
mod work;
mod writes;

pub use frame::{Packet, Unread};
pub use history::{Checker, Event, Settings};
pub use memory::Key;
pub use rule::{Rule, Violation};
pub use work::{Attributes, Completion, Operation, Payload, Piece, Receive, Request};
