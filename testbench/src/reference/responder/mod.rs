//! The responder of a queue pair (digest §5 to §7): what each request leads to, and whether an answer of the card is one that is owed.
mod answers;
mod checks;
mod completions;
mod effects;

use super::hypotheses::Hypothesis;
use super::memory::{Change, Memory, WORD};
use super::rule::{Fault, Rule};
use super::work::{Attributes, Receives};
use super::writes::Writes;
use super::{Packet, Settings};
use ferric_layout::Psn;
use ferric_layout::opcode::{Kind, Position};
use ferric_layout::qp::access;
use ferric_layout::status::syndrome;
use std::collections::VecDeque;

/// What a responder sees besides its own state.
pub(super) struct Scene<'a> {
    pub cycle: u64,
    pub settings: &'a Settings,
    pub attributes: &'a Attributes,
    pub memory: &'a Memory,
    pub receives: &'a Receives,
    /// The queue pair has failed, or may have.
    pub failing: bool,
}

/// A message of several packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Message {
    kind: Kind,
    va: u64,
    length: u64,
    received: u64,
    receive: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Read { va: u64, rkey: u32, length: u64 },
    CompareSwap { va: u64, compare: u64, swap: u64 },
    FetchAdd { va: u64, add: u64 },
}

impl Operation {
    fn change(self, from: u64) -> Change {
        match self {
            Operation::CompareSwap { va, compare, swap } => {
                let to = if from == compare { swap } else { from };
                Change { va, from, to }
            }
            Operation::FetchAdd { va, add } => {
                let to = from.wrapping_add(add);
                Change { va, from, to }
            }
            Operation::Read { va, .. } => Change { va, from, to: from },
        }
    }
}

/// A READ or atomic that is remembered for the case that its answer is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resource {
    psn: Psn,
    count: u32,
    operation: Operation,
    msn: u32,
    /// What an atomic found, once it was answered.
    original: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kinds {
    Ack,
    Nak(u8),
    Read {
        va: u64,
        length: u64,
        sent: u32,
        count: u32,
    },
    Atomic(Operation),
}

/// An answer owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    kind: Kinds,
    psn: Psn,
    msn: u32,
    /// Must be given; only then it can be late.
    required: bool,
    /// It answers a repeated request.
    repeated: bool,
    /// A repeated request has taken its place.
    replaced: bool,
    cycle: u64,
    /// The writes it comes after, and the state of memory when they were done.
    behind: u64,
    since: Option<u64>,
}

impl Answer {
    /// Whether a later answer may be given without it.
    fn skippable(&self) -> bool {
        match self.kind {
            Kinds::Ack => true,
            Kinds::Nak(code) => !is_fatal(code),
            Kinds::Read { .. } | Kinds::Atomic(_) => self.replaced || !self.required,
        }
    }
}

fn is_fatal(code: u8) -> bool {
    code & syndrome::KIND_MASK == syndrome::KIND_NAK && code != syndrome::NAK_SEQUENCE
}

/// A receive completion to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Received {
    number: u64,
    opcode: u8,
    length: u64,
    immediate: Option<u32>,
    invalidated: Option<u32>,
    behind: u64,
}

/// Most READs and atomics that any responder remembers.
const REMEMBERED: usize = 16;

/// Whether packets ahead of the expected one are refused in silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    None,
    /// A NAK is out.
    Out,
    /// A NAK is out, and a duplicate came since: one for a gap is possible.
    Perhaps,
}

/// What becomes of a request that is next in sequence.
enum Verdict {
    Accept,
    Nak(u8),
    /// There is no receive.
    NotReady,
}

/// Effect of an answer on memory.
pub(super) type Claim = Option<Change>;

/// A responder.
#[derive(Clone, PartialEq)]
pub(super) struct Responder {
    expected: Psn,
    /// The last packet of a SEND or WRITE: a duplicate is answered with its PSN, never with that of a READ or atomic behind it, whose
    /// answer may have been lost.
    newest: Psn,
    msn: u32,
    message: Option<Message>,
    taken: u64,
    resources: VecDeque<Resource>,
    owed: VecDeque<Answer>,
    pub writes: Writes,
    completions: VecDeque<Received>,
    refusal: Refusal,
    /// Requests the card has not looked at because a receive was awaited, and since when.
    waiting: VecDeque<Packet>,
    waiting_since: u64,
    invalidated: Vec<u32>,
    failed: bool,
}

impl Hypothesis for Responder {
    fn absorb(&mut self, other: &Self) -> bool {
        self == other
    }
}

impl Responder {
    pub fn new(attributes: &Attributes) -> Self {
        Responder {
            expected: attributes.rq_psn,
            newest: attributes.rq_psn.add(Psn::MASK),
            msn: 0,
            message: None,
            taken: 0,
            resources: VecDeque::new(),
            owed: VecDeque::new(),
            writes: Writes::default(),
            completions: VecDeque::new(),
            refusal: Refusal::None,
            waiting: VecDeque::new(),
            waiting_since: 0,
            invalidated: Vec::new(),
            failed: false,
        }
    }

    /// Whether it has refused a request for good.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// A request came in; what may become of it goes to `next`.
    pub fn receive(mut self, packet: &Packet, scene: &Scene<'_>, next: &mut Vec<Self>) {
        if scene.settings.may_drop || scene.failing {
            next.push(self.clone());
        }
        if self.failed {
            // Dropped.
        } else if !self.waiting.is_empty() {
            self.waiting.push_back(packet.clone());
        } else if self.is_short_of_receives(packet, scene) {
            // Either it is refused, or the card gets to see a receive before it gets to see the packet.
            let mut later = self.clone();
            later.waiting.push_back(packet.clone());
            later.waiting_since = scene.cycle;
            if scene.settings.settle > 0 {
                next.push(later);
            }
            self.refuse_unready(packet, scene);
        } else if self.was_short_of_receives(packet, scene) {
            let mut refused = self.clone();
            refused.refuse_unready(packet, scene);
            self.process(packet, scene);
            next.push(self);
            self = refused;
        } else {
            self.process(packet, scene);
        }
        next.push(self);
    }

    /// A receive was posted.
    pub fn posted(mut self, scene: &Scene<'_>, next: &mut Vec<Self>) {
        if scene.cycle > self.waiting_since + scene.settings.settle {
            next.push(self);
            return;
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        while let Some(packet) = waiting.pop_front() {
            if self.is_short_of_receives(&packet, scene) {
                waiting.push_front(packet);
                break;
            }
            self.process(&packet, scene);
        }
        self.waiting = waiting;
        next.push(self);
    }

    /// Whether it waits for a receive longer than a card can.
    pub fn is_stale(&self, scene: &Scene<'_>) -> bool {
        !self.waiting.is_empty() && scene.cycle > self.waiting_since + scene.settings.settle
    }

    /// Whether it waits for a receive.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn takes_receive(&self, packet: &Packet) -> bool {
        packet.psn == self.expected
            && packet.row.is_some_and(|row| {
                let begins = matches!(row.position, Position::First | Position::Only);
                row.kind == Kind::Send && begins || row.kind == Kind::Write && row.completes_receive
            })
            && self.in_sequence(packet)
    }

    fn is_short_of_receives(&self, packet: &Packet, scene: &Scene<'_>) -> bool {
        self.takes_receive(packet) && scene.receives.get(self.taken).is_none()
    }

    /// Whether the receive it takes is so new that the card may not have seen it.
    fn was_short_of_receives(&self, packet: &Packet, scene: &Scene<'_>) -> bool {
        let new = |posted: u64| scene.cycle < posted + scene.settings.settle;
        self.takes_receive(packet)
            && scene
                .receives
                .get(self.taken)
                .is_some_and(|(_, posted)| new(*posted))
    }

    fn refuse_unready(&mut self, packet: &Packet, scene: &Scene<'_>) {
        if !self.may_take(packet, scene) {
            self.fail(packet, syndrome::NAK_INVALID_REQUEST, scene);
            return;
        }
        let code = syndrome::RNR_NAK | scene.attributes.min_rnr_timer;
        self.refusal = Refusal::Out;
        self.owe(Kinds::Nak(code), packet.psn, true, scene);
    }

    fn process(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let distance = packet.psn.distance(self.expected);
        if distance < 0 {
            self.duplicate(packet, scene);
        } else if distance > 0 {
            self.ahead(scene);
        } else {
            self.refusal = Refusal::None;
            match self.judge(packet, scene) {
                Verdict::Accept => self.accept(packet, scene),
                Verdict::Nak(code) => self.fail(packet, code, scene),
                Verdict::NotReady => self.refuse_unready(packet, scene),
            }
        }
    }

    fn owe(&mut self, kind: Kinds, psn: Psn, required: bool, scene: &Scene<'_>) {
        let behind = self.writes.issued();
        let done = self.writes.done(behind);
        self.owed.push_back(Answer {
            kind,
            psn,
            msn: self.msn,
            required,
            repeated: self.expected != psn,
            replaced: false,
            cycle: scene.cycle,
            behind,
            since: done.then(|| scene.memory.serial()),
        });
    }

    fn fail(&mut self, packet: &Packet, code: u8, scene: &Scene<'_>) {
        self.owe(Kinds::Nak(code), packet.psn, true, scene);
        self.failed = true;
    }

    /// A gap: one sequence NAK, then silence.
    fn ahead(&mut self, scene: &Scene<'_>) {
        match self.refusal {
            Refusal::Out => return,
            Refusal::None => self.owe(
                Kinds::Nak(syndrome::NAK_SEQUENCE),
                self.expected,
                true,
                scene,
            ),
            Refusal::Perhaps => self.owe(
                Kinds::Nak(syndrome::NAK_SEQUENCE),
                self.expected,
                false,
                scene,
            ),
        }
        self.refusal = Refusal::Out;
    }

    fn duplicate(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let Some(row) = packet.row else { return };
        match row.kind {
            Kind::Send | Kind::Write => {
                self.owe(Kinds::Ack, self.newest, packet.ack_request, scene);
            }
            Kind::ReadRequest | Kind::CompareSwap | Kind::FetchAdd => self.repeat(packet, scene),
            _ => return,
        }
        if self.refusal == Refusal::Out {
            self.refusal = Refusal::Perhaps;
        }
    }

    /// Whether an answer for this PSN is still owed; it is replaced from now on.
    fn replace(&mut self, psn: Psn) -> bool {
        let mut pending = false;
        for answer in &mut self.owed {
            let returns = matches!(answer.kind, Kinds::Read { .. } | Kinds::Atomic(_));
            let count = match answer.kind {
                Kinds::Read { count, .. } => count,
                _ => 1,
            };
            if returns && psn.is_before(answer.psn.add(count)) {
                answer.replaced = true;
                pending = true;
            }
        }
        pending
    }

    /// A READ or atomic comes again: it is answered anew, if it is remembered. What follows it may be answered anew with it.
    fn repeat(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let inside = |resource: &Resource| {
            let at = packet.psn.distance(resource.psn);
            at >= 0 && (at as u32) < resource.count
        };
        let Some(index) = self.resources.iter().rposition(inside) else {
            return;
        };
        let resource = self.resources[index];
        let rest = match (resource.operation, packet.reth) {
            (Operation::Read { va, rkey, length }, Some(reth)) => {
                let skipped =
                    packet.psn.distance(resource.psn) as u64 * scene.attributes.pmtu as u64;
                let (from, rest) = (reth.va.get(), u64::from(reth.length.get()));
                let suffix = from == va.wrapping_add(skipped) && rest + skipped == length;
                let opens = self.opens(rkey, access::REMOTE_READ, from, rest, scene);
                if !suffix || reth.rkey.get() != rkey || !opens {
                    return;
                }
                Operation::Read {
                    va: from,
                    rkey,
                    length: rest,
                }
            }
            (Operation::Read { .. }, None) | (_, Some(_)) => return,
            (atomic, None) => atomic,
        };
        // Only so many have to be remembered.
        let recent = self.resources.len() - index <= scene.attributes.max_dest_rd_atomic as usize;
        let pending = self.replace(packet.psn);
        self.owe_again(packet.psn, rest, resource.msn, recent && !pending, scene);
        for later in index + 1..self.resources.len() {
            let Resource {
                psn,
                operation,
                msn,
                ..
            } = self.resources[later];
            self.owe_again(psn, operation, msn, false, scene);
        }
    }

    fn owe_again(
        &mut self,
        psn: Psn,
        operation: Operation,
        msn: u32,
        required: bool,
        scene: &Scene<'_>,
    ) {
        self.owe_returning(psn, operation, required, scene);
        if let Some(answer) = self.owed.back_mut() {
            answer.msn = msn;
        }
    }

    /// Whether a write into memory is one that it owes.
    pub fn explain(&mut self, va: u64, bytes: &[u8]) -> bool {
        self.writes.explain(va, bytes)
    }

    /// Memory has changed; READs behind the last write may now be served.
    pub fn settle(&mut self, serial: u64) {
        for answer in &mut self.owed {
            if answer.since.is_none() && self.writes.done(answer.behind) {
                answer.since = Some(serial);
            }
        }
    }

    /// The word that one of its atomics may have changed so.
    pub fn may_change(&self, change: Change) -> bool {
        self.owed.iter().any(|answer| {
            matches!(answer.kind, Kinds::Atomic(operation) if operation.change(change.from) == change)
        })
    }

    /// The earliest state of memory that an answer may still tell of.
    pub fn since(&self) -> Option<u64> {
        self.owed.iter().filter_map(|answer| answer.since).min()
    }

    /// Whether what was owed before `cycle` is still owed.
    pub fn overdue(&self, cycle: u64) -> Result<(), Fault> {
        if self.failed {
            return Ok(());
        }
        self.writes.overdue(cycle)?;
        let late = self
            .owed
            .iter()
            .find(|answer| answer.required && answer.cycle < cycle);
        match late {
            Some(answer) => {
                let detail = format!("{:?} is owed", answer.kind);
                Err(Fault::new(Rule::AnswerMissing, answer.psn, detail))
            }
            None => Ok(()),
        }
    }

    /// Whether a message was received whose completion has not been seen.
    pub fn incomplete(&self) -> Result<(), Fault> {
        match self.completions.front() {
            Some(done) => {
                let detail = format!(
                    "receive number {} was filled and is not complete",
                    done.number
                );
                Err(Fault::new(Rule::CompletionMissing, None, detail))
            }
            None => Ok(()),
        }
    }

    /// Keys that the peer has invalidated since last asked.
    pub fn take_invalidated(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.invalidated)
    }
}
