//! The responder of a queue pair (digest §5 to §7): what each request leads to, and whether an answer of the card is one that is owed.
//!
//! Answers are owed in a queue, in the order of the requests. One that acknowledges may be passed over for a later one; a READ response
//! or an atomic's answer may not.
use super::memory::{Change, Memory, WORD};
use super::rule::{Fault, Rule};
use super::work::{Attributes, Completion, Receives, cut, pieces_length};
use super::writes::Writes;
use super::{Packet, Settings};
use ferric_layout::Psn;
use ferric_layout::completion::opcode as done;
use ferric_layout::opcode::{Kind, Position, headers};
use ferric_layout::qp::access;
use ferric_layout::sizes::MESSAGE_MAX;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::wire::Reth;
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
            Kinds::Read { .. } | Kinds::Atomic(_) => self.replaced,
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

/// Whether packets ahead of the expected one are refused in silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    None,
    /// A NAK is out.
    Out,
    /// A sequence NAK is out, and a duplicate came since: another one is possible.
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
    /// The last packet of a SEND or WRITE: a duplicate is answered with its PSN, never with that of a READ or atomic behind it (case 8).
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
        match self.judge(packet, scene, false) {
            Verdict::Nak(code) => self.fail(packet, code, scene),
            Verdict::NotReady | Verdict::Accept => {
                let code = syndrome::RNR_NAK | scene.attributes.min_rnr_timer;
                self.refusal = Refusal::Out;
                self.owe(Kinds::Nak(code), packet.psn, true, scene);
            }
        }
    }

    fn process(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let distance = packet.psn.distance(self.expected);
        if distance < 0 {
            self.duplicate(packet, scene);
        } else if distance > 0 {
            self.ahead(scene);
        } else {
            self.refusal = Refusal::None;
            match self.judge(packet, scene, true) {
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
            Kind::ReadRequest => self.repeat_read(packet, scene),
            Kind::CompareSwap | Kind::FetchAdd => self.repeat_atomic(packet, scene),
            _ => return,
        }
        if self.refusal == Refusal::Out && !self.is_unready() {
            self.refusal = Refusal::Perhaps;
        }
    }

    /// Whether the last refusal was for want of a receive.
    fn is_unready(&self) -> bool {
        let nak = self.owed.iter().rev().find_map(|answer| match answer.kind {
            Kinds::Nak(code) => Some(code),
            _ => None,
        });
        nak.is_some_and(|code| code & syndrome::KIND_MASK == syndrome::KIND_RNR)
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

    fn repeat_read(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let Some(Reth { va, rkey, length }) = packet.reth else {
            return;
        };
        let (va, rkey, length) = (va.get(), rkey.get(), u64::from(length.get()));
        let inside = |resource: &&Resource| {
            let at = packet.psn.distance(resource.psn);
            at >= 0 && (at as u32) < resource.count
        };
        let Some(resource) = self.resources.iter().find(inside) else {
            return;
        };
        let Operation::Read {
            va: from,
            rkey: key,
            length: whole,
        } = resource.operation
        else {
            return;
        };
        let skipped = packet.psn.distance(resource.psn) as u64 * scene.attributes.pmtu as u64;
        let suffix = va == from.wrapping_add(skipped) && length + skipped == whole && rkey == key;
        if !suffix || !self.opens(rkey, access::REMOTE_READ, va, length, scene) {
            return;
        }
        let required = !self.replace(packet.psn);
        self.owe_read(packet.psn, va, length, required, scene);
    }

    fn repeat_atomic(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let same = |resource: &&Resource| resource.psn == packet.psn;
        let Some(resource) = self.resources.iter().find(same) else {
            return;
        };
        let operation = resource.operation;
        if !matches!(operation, Operation::Read { .. }) {
            let required = !self.replace(packet.psn);
            self.owe(Kinds::Atomic(operation), packet.psn, required, scene);
        }
    }

    fn opens(&self, key: u32, need: u8, va: u64, length: u64, scene: &Scene<'_>) -> bool {
        let pd = scene.attributes.pd;
        length == 0
            || !self.invalidated.contains(&key) && scene.memory.allows(key, pd, need, va, length)
    }

    fn in_sequence(&self, packet: &Packet) -> bool {
        let Some(row) = packet.row else { return false };
        let inside = self.message.map(|message| message.kind);
        match row.position {
            Position::First | Position::Only => inside.is_none(),
            Position::Middle | Position::Last => inside == Some(row.kind),
        }
    }

    /// Checks in the order of digest §6.
    fn judge(&self, packet: &Packet, scene: &Scene<'_>, receives: bool) -> Verdict {
        let invalid = Verdict::Nak(syndrome::NAK_INVALID_REQUEST);
        let attributes = scene.attributes;
        let Some(row) = packet.row.filter(|_| self.in_sequence(packet)) else {
            return invalid;
        };
        let need = match row.kind {
            Kind::Write => access::REMOTE_WRITE,
            Kind::ReadRequest => access::REMOTE_READ,
            Kind::CompareSwap | Kind::FetchAdd => access::REMOTE_ATOMIC,
            _ => 0,
        };
        if attributes.access & need != need {
            return invalid;
        }
        let returns = matches!(
            row.kind,
            Kind::ReadRequest | Kind::CompareSwap | Kind::FetchAdd
        );
        let busy = self.owed.iter().filter(|answer| {
            !answer.repeated && matches!(answer.kind, Kinds::Read { .. } | Kinds::Atomic(_))
        });
        if returns && busy.count() >= attributes.max_dest_rd_atomic as usize {
            return invalid;
        }
        if receives && self.is_short_of_receives(packet, scene) {
            return Verdict::NotReady;
        }
        if !self.fits(packet, row.kind, row.position, scene) {
            return invalid;
        }
        if let Some(atomic) = packet.atomic {
            let va = atomic.va.get();
            if !va.is_multiple_of(WORD) {
                return invalid;
            }
            if !self.opens(atomic.rkey.get(), need, va, WORD, scene) {
                return Verdict::Nak(syndrome::NAK_REMOTE_ACCESS);
            }
        }
        if let Some(reth) = packet.reth {
            let (key, length) = (reth.rkey.get(), u64::from(reth.length.get()));
            if !self.opens(key, need, reth.va.get(), length, scene) {
                return Verdict::Nak(syndrome::NAK_REMOTE_ACCESS);
            }
        }
        if row.kind == Kind::Send && !self.receive_opens(packet, scene) {
            return Verdict::Nak(syndrome::NAK_REMOTE_OPERATIONAL);
        }
        Verdict::Accept
    }

    /// Lengths: of the packet by its place in the message, of the message by what was announced or by the receive.
    fn fits(&self, packet: &Packet, kind: Kind, position: Position, scene: &Scene<'_>) -> bool {
        let (pmtu, length) = (scene.attributes.pmtu, packet.payload.len());
        let full = match position {
            Position::First | Position::Middle => length == pmtu,
            Position::Last => (1..=pmtu).contains(&length),
            Position::Only => length <= pmtu,
        };
        if !full || !packet.padded {
            return false;
        }
        let received = self.message.map_or(0, |message| message.received) + length as u64;
        let last = matches!(position, Position::Last | Position::Only);
        let announced = packet.reth.map(|reth| u64::from(reth.length.get()));
        match kind {
            Kind::Write => {
                let whole = announced
                    .or(self.message.map(|message| message.length))
                    .unwrap_or(0);
                let sum = if last {
                    received == whole
                } else {
                    received < whole
                };
                sum && whole <= u64::from(MESSAGE_MAX)
            }
            Kind::ReadRequest => announced.is_some_and(|length| length <= u64::from(MESSAGE_MAX)),
            Kind::Send => self.filling(scene).is_none_or(|number| {
                let room = scene.receives.get(number);
                room.is_some_and(|(room, _)| received <= pieces_length(&room.pieces) as u64)
            }),
            _ => true,
        }
    }

    /// The receive that the SEND in hand fills.
    fn filling(&self, scene: &Scene<'_>) -> Option<u64> {
        let number = self
            .message
            .map_or(self.taken, |message| message.receive.unwrap_or(self.taken));
        scene.receives.get(number).map(|_| number)
    }

    fn receive_opens(&self, packet: &Packet, scene: &Scene<'_>) -> bool {
        let Some((room, _)) = self
            .filling(scene)
            .and_then(|number| scene.receives.get(number))
        else {
            return true;
        };
        let from = self.message.map_or(0, |message| message.received as usize);
        let to = from + packet.payload.len();
        let mut at = 0;
        room.pieces.iter().all(|piece| {
            let (first, end) = (at, at + piece.length as usize);
            at = end;
            let untouched = end <= from || first >= to;
            untouched
                || self.opens(
                    piece.lkey,
                    access::LOCAL_WRITE,
                    piece.va,
                    piece.length.into(),
                    scene,
                )
        })
    }

    fn accept(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let row = packet.row.expect("only what is known is accepted");
        match row.kind {
            Kind::Send | Kind::Write => self.accept_data(packet, scene),
            _ => self.accept_returning(packet, scene),
        }
    }

    fn accept_data(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let row = packet.row.expect("only what is known is accepted");
        let reth = packet.reth.unwrap_or_default();
        let begun = Message {
            kind: row.kind,
            va: reth.va.get(),
            length: reth.length.get().into(),
            received: 0,
            receive: None,
        };
        let mut message = self.message.take().unwrap_or(begun);
        if self.takes_receive_of(row.kind, row.position, row.completes_receive) {
            message.receive = Some(self.taken);
            self.taken += 1;
        }
        let (from, length) = (message.received as usize, packet.payload.len());
        let (psn, cycle) = (packet.psn, scene.cycle);
        if row.kind == Kind::Write {
            let va = message.va + message.received;
            self.writes.owe(va, &packet.payload, 0..length, psn, cycle);
        } else if let Some((room, _)) = message
            .receive
            .and_then(|number| scene.receives.get(number))
        {
            for (va, range) in cut(&room.pieces, from, from + length) {
                self.writes.owe(va, &packet.payload, range, psn, cycle);
            }
        }
        message.received += length as u64;
        self.newest = packet.psn;
        self.expected = self.expected.add(1);
        if matches!(row.position, Position::Last | Position::Only) {
            self.msn = (self.msn + 1) & Psn::MASK;
            self.complete(packet, &message);
        } else {
            self.message = Some(message);
        }
        self.owe(Kinds::Ack, packet.psn, packet.ack_request, scene);
    }

    fn takes_receive_of(&self, kind: Kind, position: Position, completes: bool) -> bool {
        match kind {
            Kind::Send => matches!(position, Position::First | Position::Only),
            _ => completes,
        }
    }

    /// The last packet of a message that takes a receive makes a completion.
    fn complete(&mut self, packet: &Packet, message: &Message) {
        let Some(number) = message.receive else {
            return;
        };
        let has = |bit: u8| packet.row.is_some_and(|row| row.headers & bit != 0);
        let opcode = match message.kind {
            Kind::Send => done::RECEIVE,
            _ => done::RECEIVE_WRITE_IMMEDIATE,
        };
        let invalidated = packet.number.filter(|_| has(headers::INVALIDATE));
        self.invalidated.extend(invalidated);
        self.completions.push_back(Received {
            number,
            opcode,
            length: message.received,
            immediate: packet.number.filter(|_| has(headers::IMMEDIATE)),
            invalidated,
            behind: self.writes.issued(),
        });
    }

    fn accept_returning(&mut self, packet: &Packet, scene: &Scene<'_>) {
        self.msn = (self.msn + 1) & Psn::MASK;
        let (operation, count) = match (packet.reth, packet.atomic) {
            (Some(reth), _) => {
                let length = u64::from(reth.length.get());
                let count = length.div_ceil(scene.attributes.pmtu as u64).max(1) as u32;
                let (va, rkey) = (reth.va.get(), reth.rkey.get());
                self.owe_read(packet.psn, va, length, true, scene);
                (Operation::Read { va, rkey, length }, count)
            }
            (None, atomic) => {
                let atomic = atomic.unwrap_or_default();
                let (va, swap_add) = (atomic.va.get(), atomic.swap_add.get());
                let compare = atomic.compare.get();
                let swaps = packet.row.is_some_and(|row| row.kind == Kind::CompareSwap);
                let operation = if swaps {
                    Operation::CompareSwap {
                        va,
                        compare,
                        swap: swap_add,
                    }
                } else {
                    Operation::FetchAdd { va, add: swap_add }
                };
                self.owe(Kinds::Atomic(operation), packet.psn, true, scene);
                (operation, 1)
            }
        };
        self.expected = self.expected.add(count);
        self.resources.push_back(Resource {
            psn: packet.psn,
            count,
            operation,
            original: None,
        });
        if self.resources.len() > scene.attributes.max_dest_rd_atomic as usize {
            self.resources.pop_front();
        }
    }

    fn owe_read(&mut self, psn: Psn, va: u64, length: u64, required: bool, scene: &Scene<'_>) {
        let count = length.div_ceil(scene.attributes.pmtu as u64).max(1) as u32;
        let kind = Kinds::Read {
            va,
            length,
            sent: 0,
            count,
        };
        self.owe(kind, psn, required, scene);
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

    /// The card sent an answer.
    pub fn answer(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<Claim, Fault> {
        let kind = packet.row.map(|row| row.kind);
        match kind {
            Some(Kind::Acknowledge) => self.acknowledge(packet).map(|()| None),
            Some(Kind::ReadResponse) => self.respond(packet, scene).map(|()| None),
            _ => self.atomic(packet, scene),
        }
    }

    fn acknowledge(&mut self, packet: &Packet) -> Result<(), Fault> {
        let (psn, aeth) = (packet.psn, packet.aeth.unwrap_or_default());
        let code = aeth.syndrome;
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let ack = code & (syndrome::KIND_MASK | syndrome::RESERVED) == syndrome::KIND_ACK;
        let mut almost = None;
        for (index, answer) in self.owed.iter().enumerate() {
            let matches = match answer.kind {
                Kinds::Ack => ack && answer.psn == psn,
                Kinds::Nak(owed) => {
                    if answer.psn == psn && !ack && code != owed {
                        let detail = format!("syndrome {code:#04x}, {owed:#04x} is owed");
                        almost.get_or_insert((Rule::Syndrome, detail));
                    }
                    code == owed && answer.psn == psn
                }
                Kinds::Read { .. } | Kinds::Atomic(_) => false,
            };
            if matches && packet.msn() == Some(answer.msn) {
                self.given(index, psn);
                return Ok(());
            }
            if matches {
                let detail = format!(
                    "MSN {:x?} in answer, {:#x} in truth",
                    packet.msn(),
                    answer.msn
                );
                almost.get_or_insert((Rule::Msn, detail));
            }
            if !answer.skippable() {
                let detail = format!(
                    "{:?} for PSN {:#x} comes first",
                    answer.kind,
                    answer.psn.value()
                );
                almost.get_or_insert((Rule::AnswerOrder, detail));
                break;
            }
        }
        let (rule, detail) = almost.unwrap_or_else(|| {
            let detail = format!("nothing calls for an answer with syndrome {code:#04x}");
            (Rule::Answer, detail)
        });
        fault(rule, detail)
    }

    /// The answer at `index` was given, and those before it need not be any more.
    fn given(&mut self, index: usize, psn: Psn) {
        self.owed.drain(..=index);
        for answer in &mut self.owed {
            if answer.kind == Kinds::Ack && !psn.is_before(answer.psn) {
                answer.required = false;
            }
        }
    }

    /// Place in the queue of the READ or atomic to be answered next.
    fn next_returning(&self, psn: Psn) -> Result<usize, Fault> {
        let mut place = Err(Fault::new(Rule::Answer, psn, "no request calls for it"));
        for (index, answer) in self.owed.iter().enumerate() {
            let expected = match answer.kind {
                Kinds::Read { sent, .. } => Some(answer.psn.add(sent)),
                Kinds::Atomic(_) => Some(answer.psn),
                _ => None,
            };
            if expected == Some(psn) {
                place = Ok(index);
                break;
            }
            if !answer.skippable() {
                let next = expected.unwrap_or(answer.psn).value();
                let detail = format!("{:?} with PSN {next:#x} comes first", answer.kind);
                place = Err(Fault::new(Rule::AnswerOrder, psn, detail));
                break;
            }
        }
        place
    }

    fn respond(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<(), Fault> {
        let psn = packet.psn;
        let index = self.next_returning(psn)?;
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let msn = self.msn;
        let answer = &mut self.owed[index];
        let Kinds::Read {
            va,
            length,
            sent,
            count,
        } = &mut answer.kind
        else {
            return fault(Rule::AnswerOrder, "an atomic is answered first".into());
        };
        let position = match (*sent == 0, *sent + 1 == *count) {
            (true, true) => Position::Only,
            (true, false) => Position::First,
            (false, false) => Position::Middle,
            (false, true) => Position::Last,
        };
        let found = packet.row.map(|row| row.position);
        if found != Some(position) {
            let detail = format!("{found:?} instead of {position:?}");
            return fault(Rule::ReadResponse, detail);
        }
        let pmtu = scene.attributes.pmtu as u64;
        let at = u64::from(*sent) * pmtu;
        let part = (*length - at).min(pmtu);
        if packet.payload.len() as u64 != part {
            let detail = format!("{} bytes instead of {part}", packet.payload.len());
            return fault(Rule::ReadResponse, detail);
        }
        check_returning(packet, answer.msn, msn)?;
        let Some(since) = answer.since else {
            return fault(
                Rule::ReadData,
                "an earlier WRITE is not in memory yet".into(),
            );
        };
        if let Err(wrong) = scene.memory.held(*va + at, &packet.payload, since)
            && part > 0
        {
            let detail = format!("byte {} of the READ never was in memory", at + wrong as u64);
            return fault(Rule::ReadData, detail);
        }
        *sent += 1;
        let left = *count - *sent;
        if left == 0 {
            self.given(index, psn);
        } else {
            self.owed.drain(..index);
            self.owed[0].replaced = false;
        }
        Ok(())
    }

    fn atomic(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<Claim, Fault> {
        let psn = packet.psn;
        let index = self.next_returning(psn)?;
        let answer = self.owed[index];
        let fault = |detail: String| Fault::new(Rule::Atomic, psn, detail);
        let Kinds::Atomic(operation) = answer.kind else {
            return Err(Fault::new(
                Rule::AnswerOrder,
                psn,
                "a READ is answered first",
            ));
        };
        check_returning(packet, answer.msn, self.msn)?;
        let found = packet.original.unwrap_or(0);
        let known = self
            .resources
            .iter_mut()
            .find(|resource| resource.psn == psn);
        let claim = match known {
            Some(Resource {
                original: Some(original),
                ..
            }) if *original != found => {
                let detail = format!("{found:#x} is repeated, but {original:#x} was found");
                return Err(fault(detail));
            }
            Some(Resource {
                original: Some(_), ..
            }) => None,
            slot => {
                let change = operation.change(found);
                let since = answer.since.ok_or_else(|| {
                    fault("it was executed before an earlier WRITE was in memory".into())
                })?;
                let claimable = scene.memory.claimable(change, since);
                claimable.map_err(|error| Fault {
                    psn: Some(psn),
                    ..error
                })?;
                if let Some(slot) = slot {
                    slot.original = Some(found);
                }
                Some(change)
            }
        };
        self.given(index, psn);
        Ok(claim)
    }

    /// A receive completed.
    pub fn completed(&mut self, completion: &Completion, scene: &Scene<'_>) -> Result<(), Fault> {
        let fault = |rule, detail: String| Err(Fault::new(rule, None, detail));
        let Some(posted) = scene.receives.front() else {
            return fault(
                Rule::Completion,
                format!("receive {} is not posted", completion.id),
            );
        };
        if posted.id != completion.id {
            let detail = format!(
                "receive {} completes, {} is the oldest",
                completion.id, posted.id
            );
            return fault(Rule::Completion, detail);
        }
        let first = scene.receives.first();
        if completion.status == Status::Success {
            return self.received(completion, first);
        }
        let done = self
            .completions
            .front()
            .is_some_and(|done| done.number == first);
        let filling = self
            .message
            .is_some_and(|message| message.receive == Some(first))
            || self.failed && self.taken == first;
        let flushed = completion.status == Status::Flushed;
        let failing = self.failed || scene.failing;
        if done || !failing || !flushed && !filling {
            let detail = format!(
                "receive {} ended with {:?}",
                completion.id, completion.status
            );
            return fault(Rule::CompletionStatus, detail);
        }
        // What was being filled goes first; the rest is flushed.
        self.message = None;
        self.taken = self.taken.max(first + 1);
        Ok(())
    }

    fn received(&mut self, completion: &Completion, first: u64) -> Result<(), Fault> {
        let fault = |rule, detail: String| Err(Fault::new(rule, None, detail));
        let Some(done) = self.completions.front().filter(|done| done.number == first) else {
            let detail = format!("no message has filled receive {}", completion.id);
            return fault(Rule::CompletionEarly, detail);
        };
        if !self.writes.done(done.behind) {
            let detail = format!(
                "receive {} completes before its bytes are there",
                completion.id
            );
            return fault(Rule::CompletionEarly, detail);
        }
        let says = Completion {
            id: completion.id,
            status: Status::Success,
            opcode: done.opcode,
            length: done.length as u32,
            immediate: done.immediate,
            invalidated: done.invalidated,
        };
        if *completion != says {
            return fault(
                Rule::CompletionFields,
                format!("{completion:?} instead of {says:?}"),
            );
        }
        self.completions.pop_front();
        Ok(())
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

/// The acknowledge header of a READ response or atomic's answer: its MSN lies between that of the request and the newest.
fn check_returning(packet: &Packet, first: u32, newest: u32) -> Result<(), Fault> {
    let Some(aeth) = packet.aeth else {
        return Ok(());
    };
    if aeth.syndrome & (syndrome::KIND_MASK | syndrome::RESERVED) != syndrome::KIND_ACK {
        let detail = format!(
            "syndrome {:#04x} in an answer that returns data",
            aeth.syndrome
        );
        return Err(Fault::new(Rule::Syndrome, packet.psn, detail));
    }
    let msn = packet.msn().unwrap_or(first);
    if msn.wrapping_sub(first) & Psn::MASK > newest.wrapping_sub(first) & Psn::MASK {
        let detail = format!("MSN {msn:#x} in answer, {first:#x} to {newest:#x} in truth");
        return Err(Fault::new(Rule::Msn, packet.psn, detail));
    }
    Ok(())
}
