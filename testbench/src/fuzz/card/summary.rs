//! What fuzzing a card has reached, and whether that is enough.
//!
//! A request counts as having got to the key check if it passed everything that comes before (PSN, opcode, operation, receive, length:
//! digest §6). That is told from the card's own counters: requests taken less those that were dropped or refused for another reason. NAK
//! 0x63 is left out as a whole, and so is every frame that says it has no bytes, of which no key is checked; so the number is a lower bound.
use crate::fuzz::tally::{DROPS, Tally};
use anyhow::ensure;
use ferric_layout::counter::Counter;
use ferric_layout::status::syndrome;
use std::fmt;

/// Frames in a hundred that must get to the key check.
const SHARE: u64 = 30;

/// The codes of NAKs, the RNR NAK without its time.
pub const NAKS: [(u8, &str); 5] = [
    (syndrome::NAK_SEQUENCE, "PSN sequence error"),
    (syndrome::NAK_INVALID_REQUEST, "invalid request"),
    (syndrome::NAK_REMOTE_ACCESS, "remote access error"),
    (syndrome::NAK_REMOTE_OPERATIONAL, "remote operational error"),
    (syndrome::RNR_NAK, "receiver not ready"),
];

/// What became of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Frames.
    pub frames: u64,
    /// Queue pairs.
    pub qps: usize,
    /// Cycles.
    pub cycles: u64,
    /// Times that a queue pair was armed again.
    pub rearmed: u64,
    /// Good messages that passed.
    pub passed: u64,
    /// Requests that got to the key check.
    pub checked: u64,
    /// Frames by the counter they moved.
    pub counts: Tally,
    /// NAKs that the card sent, as `NAKS` has them.
    pub naks: [u64; 5],
    /// Whether the frames began as recordings.
    pub recorded: bool,
}

/// Requests that got to the key check at least, when `left_out` frames are not counted.
pub fn key_checks(counts: &Tally, left_out: u64) -> u64 {
    let before = [
        Counter::ResponderDuplicate,
        Counter::ResponderSequence,
        Counter::ResponderInvalid,
        Counter::ResponderNotReady,
        Counter::ResponderFailedQp,
        Counter::ResponderOperational,
    ];
    let before: u64 = before.iter().map(|counter| counts.get(*counter)).sum();
    let requests = counts.get(Counter::RxRequests);
    requests.saturating_sub(before + left_out)
}

impl Summary {
    /// Frames in a thousand that got to the key check.
    pub fn share(&self) -> u64 {
        1000 * self.checked / self.frames
    }

    /// Whether everything was reached; without bursts there is room for every frame.
    pub fn reached(&self, bursts: bool) -> anyhow::Result<()> {
        let causes = DROPS.into_iter();
        let causes = causes.filter(|cause| bursts || *cause != Counter::RxBufferFull);
        let missing = self.counts.missing(causes);
        ensure!(missing.is_none(), "{missing:?} was not reached");
        let naks = NAKS.iter().zip(self.naks);
        let missing = naks.into_iter().find(|(_, number)| *number == 0);
        ensure!(missing.is_none(), "a NAK was not reached: {missing:?}");
        let share = self.share();
        ensure!(
            share >= 10 * SHARE,
            "{share} in 1000 frames got to the key check"
        );
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            frames,
            qps,
            cycles,
            rearmed,
            passed,
            checked,
            ..
        } = self;
        writeln!(
            f,
            "{frames} frames at a card with {qps} queue pairs in {cycles} cycles"
        )?;
        let share = self.share();
        for (what, number, note) in [
            ("good messages", passed, "between them, each passed"),
            ("queue pairs", rearmed, "armed again after they fell"),
            ("key checks", checked, "requests at least"),
        ] {
            writeln!(f, "  {what:<22} {number:>8}  {note}")?;
        }
        writeln!(f, "  {:<22} {:>5}.{} %", "share", share / 10, share % 10)?;
        for counter in [
            Counter::RxRequests,
            Counter::RxResponses,
            Counter::ResponderDuplicate,
            Counter::ResponderMessages,
            Counter::RequesterGhost,
        ] {
            let (name, number) = (counter.name(), self.counts.get(counter));
            writeln!(f, "  {name:<22} {number:>8}  {}", counter.describe())?;
        }
        for ((code, name), number) in NAKS.iter().zip(self.naks) {
            writeln!(f, "  NAK {code:#04x}{:<14} {number:>8}  {name}", "")?;
        }
        write!(f, "{}", self.counts)
    }
}
