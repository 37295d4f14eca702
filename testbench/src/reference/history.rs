//! The history of one card, and the checker that follows it.
use super::Packet;
use super::frame::vlan;
use super::hypotheses::Hypotheses;
use super::memory::{Change, Key, Memory, WORD};
use super::requester::{Requester, View};
use super::responder::{Responder, Scene};
use super::rule::{Fault, Rule, Violation};
use super::work::{Attributes, Completion, Receive, Receives, Request};
use ferric_layout::completion::opcode;
use ferric_layout::status::Status;
use std::collections::{BTreeMap, HashMap};

/// Bits of a partition key that must agree; the other tells a full member.
const PKEY_BASE: u16 = 0x7FFF;
/// Events between two looks at what is overdue.
const LOOK: u64 = 256;

/// What a checker may assume.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Cycles between something that happens to the card (an answer at its pins, a receive posted) and all that it does without
    /// knowledge of it.
    pub settle: u64,
    /// Cycles within which an answer must be given and a write done; `None` is until the end.
    pub liveness: Option<u64>,
    /// Writes into memory are seen. If not, memory changes when a request is accepted.
    pub sees_writes: bool,
    /// The card may drop frames unseen, for want of room.
    pub may_drop: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            settle: 4096,
            liveness: None,
            sees_writes: true,
            may_drop: false,
        }
    }
}

/// Something in the life of a card.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Memory with these bytes was registered.
    Register(Key, &'a [u8]),
    /// A key is gone.
    Deregister(u32),
    /// A queue pair is ready to send and receive.
    Connect(Attributes),
    /// A queue pair is gone, with all that it had to do.
    Disconnect(u32),
    /// A send was posted on a queue pair.
    PostSend(u32, Request),
    /// A receive was posted on a queue pair.
    PostReceive(u32, Receive),
    /// The processor wrote memory.
    Stored(u64, &'a [u8]),
    /// The card sent a frame.
    Sent(&'a [u8]),
    /// A frame, with a good check sequence, reached the card.
    Received(&'a [u8]),
    /// The card wrote memory, at an address as work requests have it.
    Written(u64, &'a [u8]),
    /// A completion of a queue pair was polled.
    Completed(u32, Completion),
}

struct Qp {
    attributes: Attributes,
    receives: Receives,
    responder: Hypotheses<Responder>,
    requester: Hypotheses<Requester>,
    failed: Option<u64>,
}

impl Qp {
    fn new(attributes: Attributes) -> Self {
        Qp {
            responder: Hypotheses::new(Responder::new(&attributes)),
            requester: Hypotheses::new(Requester::new(&attributes)),
            receives: Receives::default(),
            failed: None,
            attributes,
        }
    }

    /// Whether it has failed, or may have without a word.
    fn failing(&self) -> bool {
        self.failed.is_some() || self.requester.iter().any(Requester::failing)
    }
}

/// Follows one card.
pub struct Checker {
    settings: Settings,
    memory: Memory,
    qps: BTreeMap<u32, Qp>,
    /// Queue pairs that are gone: the peer's number and address, and when.
    gone: HashMap<(u32, [u8; 16]), u64>,
    cycle: u64,
    events: u64,
}

macro_rules! scene {
    ($checker:ident, $qp:ident) => {
        Scene {
            cycle: $checker.cycle,
            settings: &$checker.settings,
            attributes: &$qp.attributes,
            memory: &$checker.memory,
            receives: &$qp.receives,
            failing: $qp.failing(),
        }
    };
}

macro_rules! view {
    ($checker:ident, $qp:ident) => {
        View {
            cycle: $checker.cycle,
            settings: &$checker.settings,
            attributes: &$qp.attributes,
            memory: &$checker.memory,
        }
    };
}

type Outcome = Result<(), (Option<u32>, Fault)>;

impl Checker {
    /// A card with nothing connected.
    pub fn new(settings: Settings) -> Self {
        Checker {
            settings,
            memory: Memory::default(),
            qps: BTreeMap::new(),
            gone: HashMap::new(),
            cycle: 0,
            events: 0,
        }
    }

    /// What happened next.
    ///
    /// # Errors
    /// The card should not have done that; the checker is of no more use then.
    pub fn see(&mut self, cycle: u64, event: Event<'_>) -> Result<(), Violation> {
        self.cycle = self.cycle.max(cycle);
        self.take(event).map_err(|error| self.violation(error))?;
        self.events += 1;
        if self.events.is_multiple_of(LOOK) {
            self.look().map_err(|error| self.violation(error))?;
        }
        Ok(())
    }

    /// Nothing more is under way: is all answered that was asked, and all written?
    ///
    /// # Errors
    /// Something is left.
    pub fn settled(&mut self, cycle: u64) -> Result<(), Violation> {
        self.cycle = self.cycle.max(cycle);
        self.unsettled().map_err(|error| self.violation(error))
    }

    /// Nothing more will happen: is everything done, and reported?
    ///
    /// # Errors
    /// Something is left.
    pub fn finish(&mut self, cycle: u64) -> Result<(), Violation> {
        self.settled(cycle)?;
        self.unreported().map_err(|error| self.violation(error))
    }

    /// The first byte of `bytes` that is not what the card's writes have left at `va`.
    pub fn differs(&self, va: u64, bytes: &[u8]) -> Option<u64> {
        self.memory.differs(va, bytes)
    }

    /// Whether a range touches registered memory.
    pub fn knows(&self, va: u64, length: usize) -> bool {
        self.memory.touches(va, length)
    }

    fn violation(&self, (qpn, fault): (Option<u32>, Fault)) -> Violation {
        Violation {
            rule: fault.rule,
            qpn,
            psn: fault.psn,
            cycle: self.cycle,
            detail: fault.detail,
        }
    }

    fn take(&mut self, event: Event<'_>) -> Outcome {
        match event {
            Event::Register(key, bytes) => self.memory.register(key, bytes),
            Event::Deregister(key) => self.memory.invalidate(key),
            Event::Connect(attributes) => {
                self.gone
                    .remove(&(attributes.peer_qpn, attributes.peer_gid));
                self.qps.insert(attributes.qpn, Qp::new(attributes));
            }
            Event::Disconnect(qpn) => {
                if let Some(qp) = self.qps.remove(&qpn) {
                    let peer = (qp.attributes.peer_qpn, qp.attributes.peer_gid);
                    self.gone.insert(peer, self.cycle);
                }
            }
            Event::PostSend(qpn, request) => {
                if let Some(qp) = self.qps.get_mut(&qpn) {
                    let view = view!(self, qp);
                    let post = |mut one: Requester, next: &mut Vec<_>| {
                        one.post(request.clone(), &view);
                        next.push(one);
                    };
                    qp.requester
                        .extend(post)
                        .map_err(|fault| (Some(qpn), fault))?;
                }
            }
            Event::PostReceive(qpn, receive) => return self.post_receive(qpn, receive),
            Event::Stored(va, bytes) => self.memory.store(va, bytes),
            Event::Sent(frame) => return self.sent(frame),
            Event::Received(frame) => return self.received(frame),
            Event::Written(va, bytes) => return self.written(va, bytes),
            Event::Completed(qpn, completion) => return self.completed(qpn, completion),
        }
        Ok(())
    }

    fn post_receive(&mut self, qpn: u32, receive: Receive) -> Outcome {
        let Some(qp) = self.qps.get_mut(&qpn) else {
            return Ok(());
        };
        qp.receives.post(receive, self.cycle);
        let scene = scene!(self, qp);
        let posted = |one: Responder, next: &mut Vec<_>| one.posted(&scene, next);
        qp.responder
            .extend(posted)
            .map_err(|fault| (Some(qpn), fault))?;
        self.absorb(qpn);
        Ok(())
    }

    fn sent(&mut self, frame: &[u8]) -> Outcome {
        let packet = Packet::sent(frame).map_err(|fault| (None, fault))?;
        let peer = (packet.destination_qp, packet.destination);
        let to_peer = |qp: &&mut Qp| peer == (qp.attributes.peer_qpn, qp.attributes.peer_gid);
        let Some(qp) = self.qps.values_mut().find(to_peer) else {
            let recent = |since: &u64| self.cycle < since + self.settings.settle;
            if self.gone.get(&peer).is_some_and(recent) {
                return Ok(());
            }
            let detail = format!("nobody is connected to QP {:#x}", packet.destination_qp);
            return Err((None, Fault::new(Rule::Destination, packet.psn, detail)));
        };
        let qpn = qp.attributes.qpn;
        let located = |fault| (Some(qpn), fault);
        if packet.source != qp.attributes.gid {
            let fault = Fault::new(Rule::Destination, packet.psn, "the source is another");
            return Err(located(fault));
        }
        if packet.tag != qp.attributes.tag {
            let fault = Fault::new(Rule::Destination, packet.psn, "the tag is another");
            return Err(located(fault));
        }
        let settled = |since: u64| self.cycle > since + self.settings.settle;
        if qp.failed.is_some_and(settled) {
            return Err(located(Fault::new(
                Rule::State,
                packet.psn,
                "it has failed",
            )));
        }
        if packet.is_answer() {
            let scene = scene!(self, qp);
            let claim = qp.responder.filter(|one| one.answer(&packet, &scene));
            match claim.map_err(located)? {
                Some(change) if self.settings.sees_writes => self.memory.claim(change),
                Some(change) => self.memory.store(change.va, &change.to.to_le_bytes()),
                None => {}
            }
        } else {
            let view = view!(self, qp);
            qp.requester
                .filter(|one| one.sent(&packet, &view))
                .map_err(located)?;
        }
        self.absorb(qpn);
        Ok(())
    }

    fn received(&mut self, frame: &[u8]) -> Outcome {
        // What cannot be read, and what is for nobody, is dropped.
        let Ok(packet) = Packet::read(frame) else {
            return Ok(());
        };
        let Some(qp) = self.qps.get_mut(&packet.destination_qp) else {
            return Ok(());
        };
        let attributes = &qp.attributes;
        let (a, b) = (packet.pkey, attributes.pkey);
        let partition =
            a & PKEY_BASE == b & PKEY_BASE && a & PKEY_BASE != 0 && (a | b) & !PKEY_BASE != 0;
        let path = packet.source == attributes.peer_gid
            && packet.destination == attributes.gid
            && vlan(packet.tag) == vlan(attributes.tag);
        if !partition || !path || qp.failed.is_some() {
            return Ok(());
        }
        let qpn = packet.destination_qp;
        if packet.is_answer() {
            let (view, may_drop) = (view!(self, qp), self.settings.may_drop);
            let receive = |mut one: Requester, next: &mut Vec<_>| {
                let ignored = may_drop || one.may_ignore(&packet);
                next.extend(ignored.then(|| one.clone()));
                one.receive(&packet, &view);
                next.push(one);
            };
            qp.requester
                .extend(receive)
                .map_err(|fault| (Some(qpn), fault))?;
        } else {
            let scene = scene!(self, qp);
            let receive = |one: Responder, next: &mut Vec<_>| one.receive(&packet, &scene, next);
            qp.responder
                .extend(receive)
                .map_err(|fault| (Some(qpn), fault))?;
        }
        self.absorb(qpn);
        Ok(())
    }

    /// What follows at once from what is known by now.
    fn absorb(&mut self, qpn: u32) {
        let Some(qp) = self.qps.get_mut(&qpn) else {
            return;
        };
        if let Some(responder) = qp.responder.sole() {
            for key in responder.take_invalidated() {
                self.memory.invalidate(key);
            }
            if !self.settings.sees_writes {
                for (va, bytes) in responder.writes.take() {
                    self.memory.store(va, &bytes);
                }
                responder.settle(self.memory.serial());
            }
        }
        if !self.settings.sees_writes
            && let Some(requester) = qp.requester.sole()
        {
            for (va, bytes) in requester.writes.take() {
                self.memory.store(va, &bytes);
            }
        }
    }

    fn written(&mut self, va: u64, bytes: &[u8]) -> Outcome {
        if !self.memory.touches(va, bytes.len()) {
            return Ok(());
        }
        for qp in self.qps.values_mut() {
            let fault = || Fault::new(Rule::Write, None, "");
            let explained = |yes: bool| yes.then_some(()).ok_or_else(fault);
            let responder = qp.responder.filter(|one| explained(one.explain(va, bytes)));
            let mine = responder.is_ok()
                || qp
                    .requester
                    .filter(|one| explained(one.writes.explain(va, bytes)))
                    .is_ok();
            if mine {
                self.memory.store(va, bytes);
                let serial = self.memory.serial();
                let settle = |one: &mut Responder| {
                    one.settle(serial);
                    Ok(())
                };
                return qp.responder.filter(settle).map_err(|fault| (None, fault));
            }
        }
        self.changed(va, bytes)
    }

    /// A write that is no part of a message: an atomic's.
    fn changed(&mut self, va: u64, bytes: &[u8]) -> Outcome {
        let refuse = |detail: String| Err((None, Fault::new(Rule::Write, None, detail)));
        let unexplained = format!(
            "{} bytes at {va:#x}: {:02x?}",
            bytes.len(),
            &bytes[..bytes.len().min(16)]
        );
        let (Ok(word), Some(from)) = (<[u8; 8]>::try_from(bytes), self.memory.word(va)) else {
            return refuse(unexplained);
        };
        let to = u64::from_le_bytes(word);
        let change = Change { va, from, to };
        let owed = |qp: &Qp| qp.responder.iter().any(|one| one.may_change(change));
        let asked = self.memory.awaits(change) || self.qps.values().any(owed);
        if !asked || !va.is_multiple_of(WORD) {
            return refuse(unexplained);
        }
        self.memory.written_by_atomic(change);
        Ok(())
    }

    fn completed(&mut self, qpn: u32, completion: Completion) -> Outcome {
        let located = |fault| (Some(qpn), fault);
        let Some(qp) = self.qps.get_mut(&qpn) else {
            let detail = format!("{completion:?} of a queue pair that is not there");
            return Err(located(Fault::new(Rule::Completion, None, detail)));
        };
        let cycle = self.cycle;
        if completion.opcode & opcode::RECEIVE != 0 {
            let scene = scene!(self, qp);
            qp.responder
                .filter(|one| one.completed(&completion, &scene))
                .map_err(located)?;
            qp.receives.complete();
        } else {
            let flushing = qp.failing() || qp.responder.iter().any(Responder::failed);
            let view = view!(self, qp);
            qp.requester
                .filter(|one| one.completed(&completion, &view, flushing))
                .map_err(located)?;
        }
        if completion.status != Status::Success {
            qp.failed.get_or_insert(cycle);
        }
        self.absorb(qpn);
        Ok(())
    }

    /// What is late, and what may be forgotten.
    fn look(&mut self) -> Outcome {
        let mut since = self.memory.serial();
        for (&qpn, qp) in &mut self.qps {
            let located = |fault| (Some(qpn), fault);
            let scene = scene!(self, qp);
            let settings = self.settings;
            let limit = settings
                .liveness
                .map(|bound| scene.cycle.saturating_sub(bound));
            let late = |one: &mut Responder| {
                if one.is_stale(&scene) {
                    return Err(Fault::new(
                        Rule::AnswerMissing,
                        None,
                        "a request without a receive",
                    ));
                }
                limit.map_or(Ok(()), |limit| one.overdue(limit))
            };
            if !qp.failing() {
                qp.responder.filter(late).map_err(located)?;
                let writes =
                    |one: &mut Requester| limit.map_or(Ok(()), |limit| one.writes.overdue(limit));
                qp.requester.filter(writes).map_err(located)?;
            }
            let reads = qp.responder.iter().filter_map(Responder::since);
            let sends = qp.requester.iter().filter_map(Requester::since);
            since = reads.chain(sends).fold(since, u64::min);
        }
        self.memory.forget(since);
        Ok(())
    }

    fn unsettled(&mut self) -> Outcome {
        for (&qpn, qp) in self.qps.iter_mut().filter(|(_, qp)| !qp.failing()) {
            let located = |fault| (Some(qpn), fault);
            let responder = |one: &mut Responder| {
                if one.is_waiting() {
                    let detail = "a request without a receive";
                    return Err(Fault::new(Rule::AnswerMissing, None, detail));
                }
                one.overdue(u64::MAX)
            };
            qp.responder.filter(responder).map_err(located)?;
            let requester = |one: &mut Requester| one.writes.overdue(u64::MAX);
            qp.requester.filter(requester).map_err(located)?;
        }
        let unmatched = self.memory.unmatched();
        match unmatched.filter(|_| self.settings.sees_writes) {
            Some(change) => {
                let detail = format!("{change:x?} was answered or written, not both");
                Err((None, Fault::new(Rule::Atomic, None, detail)))
            }
            None => Ok(()),
        }
    }

    fn unreported(&mut self) -> Outcome {
        for (&qpn, qp) in &mut self.qps {
            let located = |fault| (Some(qpn), fault);
            qp.responder
                .filter(|one| one.incomplete())
                .map_err(located)?;
            qp.requester
                .filter(|one| one.unfinished())
                .map_err(located)?;
            let failed = qp.failing() || qp.responder.iter().all(Responder::failed);
            if let Some(receive) = qp.receives.front().filter(|_| failed) {
                let detail = format!("receive {} was not flushed", receive.id);
                return Err(located(Fault::new(Rule::CompletionMissing, None, detail)));
            }
        }
        Ok(())
    }
}
