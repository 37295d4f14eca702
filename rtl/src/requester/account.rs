//! What the sweep keeps of each QP, and the words in which its parts speak of it.
//!
//! Three pointers run through a QP's outstanding messages. `head`, the ledger's, is the next to enter; `mark` the oldest that is not wholly
//! acknowledged; `tail` the oldest that is not completed. `tail` and `mark` differ only while the message at `tail` is a READ or an atomic
//! whose answer has come and is still on its way into memory.
use crate::requester::chain::Verdict;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Mode {
    Stopped,
    Running,
    /// The message at `mark` fails with `verdict` as soon as it is the oldest; no response counts any more.
    Doomed,
    Failed,
}

/// How far a QP is from standing still.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Motion {
    Flowing,
    /// Its work is dropped; a Pause marker is on its way down the chain.
    Halting,
    /// Nothing of it is in the chain.
    Quiet,
}

/// What is known of a QP's outstanding messages.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Account {
    pub mode: Mode,
    /// Number of the oldest message not completed, and the oldest slot not retired.
    pub tail: Bits<8>,
    pub slot: Bits<16>,
    /// Number of the oldest message not wholly acknowledged, its first slot and its first PSN; if there is none, the next one's.
    pub mark: Bits<8>,
    pub mark_slot: Bits<16>,
    pub first: Bits<24>,
    /// Oldest PSN not acknowledged.
    pub oldest: Bits<24>,
    /// READs and atomics answered, and completed, modulo 32.
    pub answered: Bits<5>,
    pub placed: Bits<5>,
    /// A packet of the WQE at `fault_slot` could not be sent.
    pub fault: Bit,
    pub fault_slot: Bits<16>,
    /// Of the fault, or of what dooms the QP.
    pub verdict: Verdict,
    /// Tries since the last progress, of either kind.
    pub retries: Bits<3>,
    pub not_ready: Bits<3>,
    pub motion: Motion,
    /// It will be sent again from `oldest`.
    pub back: Bit,
    /// It was, and `oldest` has not moved since: what is answered beyond a READ or atomic that is due may be an answer to what was sent
    /// before.
    pub repeats: Bit,
    /// Not before the time of `code`, of an RNR NAK, is over.
    pub waits: Bit,
    pub code: Bits<5>,
    /// The WQE at `park_slot` waits for READs and atomics before it; because of a fence for all of them.
    pub parked: Bit,
    pub park_slot: Bits<16>,
    pub fence: Bit,
    /// Count how often it went on, and how often from `oldest` again, modulo 4.
    pub turn: Bits<2>,
    pub lap: Bits<2>,
}

/// What the sweep knows of a QP's configuration.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Settings {
    pub cqn: Bits<10>,
    pub pmtu: Bits<3>,
    pub timeout: Bits<5>,
    pub retry_count: Bits<3>,
    pub rnr_retry: Bits<3>,
    pub max_rd_atomic: Bits<5>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct MessageAddress {
    pub number: Bits<7>,
    pub qpn: Bits<10>,
}

/// What is to be done when everything before the target PSN is acknowledged.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Goal {
    Nothing,
    /// The message of that PSN fails.
    Refused,
    /// Send again.
    Retry,
    /// Send again later.
    NotReady,
    /// A READ response has that PSN.
    Data,
    /// An atomic acknowledge has that PSN.
    Atomic,
}
