//! What a card can do wrong.
use ferric_layout::Psn;
use std::fmt;

macro_rules! rules {
    ($($name:ident $section:literal $text:literal;)*) => {
        /// A rule of the protocol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $(#[doc = $text] $name,)* }
        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];
            /// The section of the digest that has it.
            pub const fn section(self) -> &'static str {
                match self { $(Rule::$name => $section,)* }
            }
            /// The rule in words.
            pub const fn describe(self) -> &'static str {
                match self { $(Rule::$name => $text,)* }
            }
        }
    };
}
rules! {
    Frame "1, 2, 4" "a frame sent is whole, its reserved fields are zero, and its ICRC is right";
    Destination "10" "frames go to the peer of a connected queue pair only";
    Answer "7" "an answer is owed before it is given, and given once";
    AnswerOrder "7" "answers keep the order of the requests";
    Msn "5" "an answer carries the number of messages completed up to its PSN";
    Syndrome "6, 7" "a refusal carries the code of what is wrong";
    ReadResponse "3, 7" "READ responses follow each other from first to last, each full but the last";
    ReadData "7, 8" "a READ returns what memory holds, earlier WRITEs included";
    Atomic "7, 11" "atomics happen one after the other, and once";
    AnswerMissing "7" "what a request is owed is answered in the end";
    Write "7, 11" "the card writes nothing that nobody asked for";
    WriteMissing "7, 8" "what was asked for is written in the end";
    Request "8" "a request belongs to a posted work request";
    RequestOrder "5, 8" "new requests are sent in the order of their PSNs";
    Opcode "3" "first, middle, last and only stand where they belong";
    Header "2, 8" "extension headers, immediate and flags are those of the work request";
    PayloadData "8" "a packet carries the bytes that memory holds";
    AckRequest "8" "the last packet of a message asks for an acknowledge";
    Window "5" "at most 2^23 PSNs are outstanding";
    ReadLimit "8" "at most max_rd_atomic READs and atomics are outstanding";
    Fence "8" "a fenced request waits for earlier READs and atomics";
    Resend "8" "requests are sent again from the oldest one unacknowledged, and only with a reason";
    ResendEarly "8" "the wait that an RNR NAK asks for is kept";
    RetryLimit "8" "no more retries than the queue pair has";
    Completion "8, 9" "each work request completes once, in the order of posting";
    CompletionEarly "8, 13" "a completion comes after what it reports";
    CompletionStatus "8, 9" "a completion carries the status of what happened";
    CompletionFields "13" "a completion says what was done, how much of it, and the immediate";
    CompletionMissing "8, 9" "each work request completes in the end";
    State "10" "a queue pair in error sends nothing";
    Ambiguous "-" "the history is too vague to be judged";
}

/// Which rule, without place and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub rule: Rule,
    pub psn: Option<Psn>,
    pub detail: String,
}

impl Fault {
    pub fn new(rule: Rule, psn: impl Into<Option<Psn>>, detail: impl Into<String>) -> Self {
        Fault {
            rule,
            psn: psn.into(),
            detail: detail.into(),
        }
    }
}

/// A rule broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which.
    pub rule: Rule,
    /// On which queue pair of the card, if it was one.
    pub qpn: Option<u32>,
    /// By which packet, if it was one.
    pub psn: Option<Psn>,
    /// When.
    pub cycle: u64,
    /// What happened.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle {}", self.cycle)?;
        if let Some(qpn) = self.qpn {
            write!(f, ", QP {qpn:#x}")?;
        }
        if let Some(psn) = self.psn {
            write!(f, ", PSN {:#08x}", psn.value())?;
        }
        let (text, section) = (self.rule.describe(), self.rule.section());
        write!(f, ": {} (digest §{section}: {text})", self.detail)
    }
}

impl std::error::Error for Violation {}
