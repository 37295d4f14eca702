//! The FPGA's PCI Express block: configuration space, split table, and the four streams of the card.
//!
//! Host requests leave on CQ (non-posted ones as the card asks for them), the card's answers come on CC, its requests
//! on RQ, the answers to those leave on RC. RQ and CC are two queues towards one link: RQ never reorders, so a read
//! that lacks credits blocks the writes behind it; an answer on CC may overtake a request on RQ until that request's
//! sequence number has come back.

use std::collections::VecDeque;

use fastrand::Rng;

use super::checker::answer::Answers;
use super::checker::budget::{Budget, Charge, Space};
use super::checker::handshake::{Monitor, Packet};
use super::checker::{OnViolation, Reports, Rule, request};
use super::config::{ConfigSpace, Identity};
use super::credits::Credits;
use super::descriptor::{
    COMPLETION_BYTES, Cc, Cq, REFUSAL_BYTES, REQUEST_BYTES, Rc, RcError, Rq, Window,
};
use super::enables;
use super::enumerate::Port;
use super::pins::{FromCard, RqBeat, ToCard, cc, rq};
use super::split_table::{Expired, SplitTable};
use super::stream::{CqSender, Gaps, Outgoing, RcSender};
use super::tlp::{Access, Class, Id, Request, Status, Tlp};

/// Non-posted requests that the card can have asked for in advance.
const MOST_ASKED: u8 = 32;
/// Beats in an output register that lets no path through: each may begin a request.
const OUTPUT_BEATS: u8 = 2;
/// Packets handed to CQ's sender ahead of time; what waits beyond may still be overtaken by posted requests.
const STAGED: usize = 2;
const TAGS: usize = 256;
/// Bus mastering, among the bits of the function's status.
const MASTER: u8 = 1 << 2;

/// How the block behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the card says about itself.
    pub identity: Identity,
    /// Bus, device and function it is given.
    pub id: Id,
    /// RC packs up to four packets in a beat.
    pub straddle: bool,
    /// Pauses on CQ.
    pub cq_gaps: Gaps,
    /// Pauses on RC.
    pub rc_gaps: Gaps,
    /// Chance in 256 of a cycle without ready on RQ.
    pub rq_stall: u8,
    /// The same on CC.
    pub cc_stall: u8,
    /// Bytes that RQ's queue holds before ready falls.
    pub rq_space: usize,
    /// Cycles from acceptance on RQ to the link, at least and at most.
    pub rq_delay: (u32, u32),
    /// The same from CC.
    pub cc_delay: (u32, u32),
    /// Completion buffer.
    pub space: Space,
    /// Cycles after which a read is given up.
    pub completion_timeout: u64,
    /// Cycles that the card may take to answer.
    pub patience: u64,
    /// Completions that belong to no read are shown on RC with their error, not dropped in silence.
    pub show_unexpected: bool,
    /// What a broken rule leads to.
    pub on_violation: OnViolation,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            identity: Identity::default(),
            id: Id::new(1, 0, 0),
            straddle: true,
            cq_gaps: Gaps::NONE,
            rc_gaps: Gaps::NONE,
            rq_stall: 0,
            cc_stall: 0,
            rq_space: 4096,
            rq_delay: (0, 0),
            cc_delay: (0, 0),
            space: Space::STRADDLED,
            completion_timeout: 50_000,
            patience: 20_000,
            show_unexpected: true,
            on_violation: OnViolation::Panic,
        }
    }
}

/// What a packet on RC does once the card has it.
#[derive(Clone, Copy, Debug)]
struct Delivery {
    frees: Option<u8>,
    released: (Charge, Charge),
}

/// Totals since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Packets on CQ.
    pub cq: u64,
    /// Packets on CC.
    pub cc: u64,
    /// Writes on RQ.
    pub rq_writes: u64,
    /// Reads on RQ.
    pub rq_reads: u64,
    /// Packets on RC.
    pub rc: u64,
    /// Reads that were given up.
    pub timeouts: u64,
    /// Completions that belonged to no read.
    pub unexpected: u64,
    /// Host requests that hit no window.
    pub missed: u64,
}

/// The block.
pub struct Endpoint {
    settings: Settings,
    rng: Rng,
    config: ConfigSpace,
    status_changed: bool,
    reports: Reports,
    reset_left: u32,
    in_function_reset: bool,
    /// Requests that the card had begun, or had at its pins, when the bus was taken from it, and what they are judged by.
    begun: Option<(u8, request::Limits)>,
    cq: CqSender<(Class, u32)>,
    cq_waiting: VecDeque<Tlp>,
    np_asked: u8,
    rc: RcSender<Delivery>,
    cc: Monitor<3>,
    cc_queue: VecDeque<(u64, Tlp)>,
    rq: Monitor<5>,
    rq_queue: VecDeque<(u64, u8, Tlp)>,
    rq_bytes: usize,
    sent: VecDeque<u8>,
    split: SplitTable,
    busy: [bool; TAGS],
    budget: Budget,
    answers: Answers,
    counts: Counts,
}

impl Endpoint {
    /// A block after power-up.
    pub fn new(settings: Settings, seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(seed),
            config: ConfigSpace::new(&settings.identity),
            status_changed: true,
            reports: Reports::new(settings.on_violation, seed),
            reset_left: 0,
            in_function_reset: false,
            begun: None,
            cq: CqSender::new(false, settings.cq_gaps),
            cq_waiting: VecDeque::new(),
            np_asked: 0,
            rc: RcSender::new(settings.straddle, settings.rc_gaps),
            cc: Monitor::new("CC", cc::DISCONTINUE),
            cc_queue: VecDeque::new(),
            rq: Monitor::new("RQ", rq::DISCONTINUE),
            rq_queue: VecDeque::new(),
            rq_bytes: 0,
            sent: VecDeque::new(),
            split: SplitTable::new(settings.completion_timeout),
            busy: [false; TAGS],
            budget: Budget::new(settings.space),
            answers: Answers::new(settings.patience),
            counts: Counts::default(),
            settings,
        }
    }

    /// The configuration registers, to be read.
    pub fn config(&self) -> &ConfigSpace {
        &self.config
    }

    /// A port for configuration requests.
    pub fn port(&mut self) -> Port<'_> {
        self.status_changed = true;
        Port::new(&mut self.config, self.settings.id)
    }

    /// Broken rules, if they are recorded.
    pub fn reports(&self) -> &Reports {
        &self.reports
    }

    /// Totals.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The most completion headers and 16-byte data units that were outstanding.
    pub fn peak_completions(&self) -> (u32, u32) {
        self.budget.peak()
    }

    /// Whether nothing is under way in either direction.
    pub fn is_idle(&self) -> bool {
        self.cq.is_empty()
            && self.cq_waiting.is_empty()
            && self.rc.is_empty()
            && self.cc_queue.is_empty()
            && self.rq_queue.is_empty()
            && self.split.count() == 0
            && self.answers.count() == 0
            && !self.rq.inside()
            && !self.cc.inside()
    }

    /// Holds the card in reset for `cycles` cycles; everything under way is void.
    pub fn reset(&mut self, cycles: u32) {
        self.reset_left = cycles.max(1);
        self.in_function_reset = false;
        self.begun = None;
        self.cq.reset();
        self.cq_waiting.clear();
        self.np_asked = 0;
        self.rc.reset();
        self.cc.reset();
        self.cc_queue.clear();
        self.rq.reset();
        self.rq_queue.clear();
        self.rq_bytes = 0;
        self.sent.clear();
        self.split.clear();
        self.busy = [false; TAGS];
        self.budget.clear();
        self.answers.clear();
        self.config = ConfigSpace::new(&self.settings.identity);
        self.status_changed = true;
    }

    /// Whether a function-level reset has begun and the card has not said that it is done.
    pub fn in_function_reset(&self) -> bool {
        self.in_function_reset
    }

    /// The host's requests of before have been handed over; what the card waits for ends, and its configuration is that of power-up.
    fn begin_function_reset(&mut self) {
        self.begin_silence();
        self.in_function_reset = true;
        for ended in self.split.abandon() {
            self.give_up(ended, RcError::FunctionReset);
        }
        self.config = ConfigSpace::new(&self.settings.identity);
        self.status_changed = true;
    }

    /// The bus is taken from the card, who finds out in this cycle: what is in its output register still comes.
    fn begin_silence(&mut self) {
        let inside = u8::from(self.rq.inside());
        self.begun = Some((OUTPUT_BEATS + inside, self.limits()));
    }

    fn limits(&self) -> request::Limits {
        request::Limits {
            max_payload: self.config.max_payload(),
            max_read_request: self.config.max_read_request(),
            extended_tag: self.config.extended_tag(),
            bus_master: self.config.bus_master(),
        }
    }

    fn delay(&mut self, (least, most): (u32, u32)) -> u64 {
        u64::from(if least < most {
            self.rng.u32(least..=most)
        } else {
            least
        })
    }

    /// Takes in a packet from the host. Credits are due to `credits` when the card has taken it.
    pub fn receive(&mut self, tlp: Tlp, now: u64, credits: &mut Credits) {
        match tlp.class() {
            Class::Completion => self.receive_completion(&tlp),
            _ if self.reset_left > 0 => credits.release(now, &tlp),
            class => self.receive_request(tlp, class, now, credits),
        }
    }

    fn receive_request(&mut self, tlp: Tlp, class: Class, now: u64, credits: &mut Credits) {
        let Some(&request) = tlp.request() else {
            // Messages to an endpoint that concern power and locking; the block takes them itself.
            credits.release(now, &tlp);
            return;
        };
        if request.access.is_memory() && self.config.window(request.address).is_some() {
            if class == Class::NonPosted {
                self.answers.expect(&tlp, now);
            }
            self.cq_waiting.push_back(tlp);
            return;
        }
        credits.release(now, &tlp);
        if class == Class::Posted {
            self.counts.missed += 1;
            return;
        }
        self.status_changed = true;
        if matches!(request.access, Access::MemoryRead) {
            self.counts.missed += 1;
        }
        if let Some(answer) = self.config.answer(&tlp, self.settings.id) {
            self.cc_queue.push_back((now, answer));
        }
    }

    fn receive_completion(&mut self, tlp: &Tlp) {
        let verdict = self.split.judge(tlp);
        if verdict.error == RcError::Tag {
            self.counts.unexpected += 1;
        }
        if matches!(
            verdict.error,
            RcError::Tag | RcError::Mismatch | RcError::Address
        ) && !self.settings.show_unexpected
            || self.reset_left > 0
        {
            return;
        }
        let Some(completion) = tlp.as_completion() else {
            return;
        };
        let descriptor = Rc::describe(
            tlp,
            completion,
            verdict.address,
            verdict.error,
            verdict.completed,
        );
        let offset = (verdict.address % 4) as u16;
        let bytes = completion
            .byte_count
            .min((4 * tlp.words).saturating_sub(offset));
        self.send_completion(
            descriptor,
            &tlp.data,
            enables::first_last(u64::from(offset), usize::from(bytes)),
            Delivery {
                frees: verdict.completed.then_some(completion.tag as u8),
                released: verdict.released,
            },
        );
    }

    fn send_completion(&mut self, descriptor: Rc, data: &[u8], enables: (u8, u8), note: Delivery) {
        let mut bytes = Vec::with_capacity(COMPLETION_BYTES + data.len());
        bytes.extend_from_slice(&descriptor.into_bits().to_le_bytes()[..COMPLETION_BYTES]);
        bytes.extend_from_slice(data);
        let (first_be, last_be) = enables;
        self.rc.push(Outgoing {
            bytes,
            descriptor: COMPLETION_BYTES,
            first_be,
            last_be,
            note,
        });
    }

    fn expire(&mut self, now: u64) {
        while let Some(expired) = self.split.expired(now) {
            self.counts.timeouts += 1;
            self.give_up(expired, RcError::Timeout);
        }
    }

    /// Tells the card that a read has ended without an answer.
    fn give_up(&mut self, read: Expired, error: RcError) {
        let descriptor = Rc::new()
            .with_error(error as u8)
            .with_lower_address((read.address & 0x7f) as u16)
            .with_byte_count(read.missing as u16)
            .with_completed(true)
            .with_requester(read.requester.0)
            .with_tag(read.tag);
        let note = Delivery {
            frees: Some(read.tag),
            released: read.released,
        };
        self.send_completion(descriptor, &[], (0, 0), note);
    }

    /// Moves host requests to CQ: in order, but a posted request passes reads that the card has not asked for.
    fn stage(&mut self) {
        while self.cq.len() < STAGED && !self.cq_waiting.is_empty() {
            let asked = self.np_asked > 0;
            let next = self
                .cq_waiting
                .iter()
                .position(|tlp| asked || tlp.class() == Class::Posted);
            let Some(tlp) = next.and_then(|index| self.cq_waiting.remove(index)) else {
                break;
            };
            let Some(request) = tlp.request() else {
                continue;
            };
            if tlp.class() == Class::NonPosted {
                self.np_asked -= 1;
            }
            let window = self.config.window(request.address);
            let (bar, size) = window.map_or((0, 4096), |bar| (bar.index, bar.size));
            let descriptor = Cq::describe(
                &tlp,
                request,
                Window {
                    bar,
                    aperture: size.ilog2() as u8,
                },
            );
            let mut bytes = Vec::with_capacity(REQUEST_BYTES + tlp.data.len());
            bytes.extend_from_slice(&descriptor.into_bits().to_le_bytes());
            bytes.extend_from_slice(&tlp.data);
            self.cq.push(Outgoing {
                bytes,
                descriptor: REQUEST_BYTES,
                first_be: request.first_be,
                last_be: request.last_be,
                note: (tlp.class(), tlp.data_credits()),
            });
            self.counts.cq += 1;
        }
    }

    /// Fills this cycle's pins. `upstream` is what the host's receiver has left.
    pub fn drive(&mut self, now: u64, pins: &mut ToCard, upstream: &Credits) {
        self.reports.at(now);
        if self.cq_waiting.is_empty() && self.config.take_function_reset() {
            self.begin_function_reset();
        }
        pins.function_reset = self.in_function_reset;
        if self.status_changed {
            self.status_changed = false;
            let mastered = pins.status.function_status & MASTER != 0;
            pins.status = self.config.pins();
            if mastered && !self.config.bus_master() && self.begun.is_none() {
                self.begin_silence();
            }
            self.split.set_boundary(self.config.boundary());
        }
        pins.reset = self.reset_left > 0;
        pins.link_up = !pins.reset;
        self.expire(now);
        self.answers.step(now, &mut self.reports);
        self.stage();
        if pins.reset {
            (pins.cq_valid, pins.rc_valid) = (false, false);
        } else {
            self.cq
                .drive(&mut pins.cq, &mut pins.cq_valid, &mut self.rng);
            self.rc
                .drive(&mut pins.rc, &mut pins.rc_valid, &mut self.rng);
        }
        pins.rq_ready =
            self.rq_bytes < self.settings.rq_space && !self.stalls(self.settings.rq_stall);
        pins.cc_ready = !self.stalls(self.settings.cc_stall);
        pins.rq_seq_num = [self.sent.pop_front(), self.sent.pop_front()];
        pins.credits = upstream.shown();
        (pins.tfc_nph_av, pins.tfc_npd_av) = upstream.non_posted_available();
    }

    fn stalls(&mut self, chance: u8) -> bool {
        chance != 0 && self.rng.u8(..) < chance
    }

    /// Sees what the card drove in this cycle. `pins` is what it was driven with.
    pub fn sample(&mut self, now: u64, pins: &ToCard, card: &FromCard, downstream: &mut Credits) {
        if self.reset_left > 0 {
            self.reset_left -= 1;
            return;
        }
        self.in_function_reset &= !card.function_done;
        if !card.rq_valid {
            self.begun = None;
        }
        self.np_asked = (self.np_asked + card.cq_np_req.min(2)).min(MOST_ASKED);
        self.cq.sample(card.cq_ready, |packet| {
            downstream.release_units(now, packet.note.0, packet.note.1)
        });
        let (busy, budget, counts) = (&mut self.busy, &mut self.budget, &mut self.counts);
        self.rc.sample(card.rc_ready, |packet| {
            counts.rc += 1;
            budget.lower(packet.note.released.0, packet.note.released.1);
            if let Some(tag) = packet.note.frees {
                busy[usize::from(tag)] = false;
            }
        });
        if let Some(packet) =
            self.cc
                .observe(&card.cc, card.cc_valid, pins.cc_ready, &mut self.reports)
        {
            self.take_answer(packet, now);
        }
        if let Some(packet) =
            self.rq
                .observe(&card.rq, card.rq_valid, pins.rq_ready, &mut self.reports)
        {
            self.take_request(packet, now);
        }
    }

    fn take_answer(&mut self, packet: Packet<3>, now: u64) {
        self.counts.cc += 1;
        let Some(descriptor) = head(&packet.bytes, COMPLETION_BYTES) else {
            self.reports.report(
                Rule::PacketLength,
                format!("CC: {} bytes", packet.bytes.len()),
            );
            return;
        };
        let descriptor = Cc::from_bits(descriptor);
        let refusal =
            descriptor.status() != Status::Success as u8 && packet.bytes.len() == REFUSAL_BYTES;
        let mut data = packet.bytes;
        data.drain(..COMPLETION_BYTES);
        if refusal {
            data.clear();
        }
        let words = usize::from(descriptor.words());
        let fits = data.len() == 4 * words;
        self.reports.require(fits, Rule::PacketLength, || {
            format!("CC: {words} double words, {} bytes of payload", data.len())
        });
        let clear = descriptor.address_type() == 0
            && !descriptor.completer_enable()
            && !descriptor.force_ecrc();
        self.reports
            .require(clear, Rule::Reserved, || format!("{descriptor:?}"));
        let tlp = descriptor.packet(self.settings.id, data);
        let max_payload = self.config.max_payload();
        if self.answers.check(&tlp, max_payload, &mut self.reports) && fits {
            let delay = self.delay(self.settings.cc_delay);
            self.cc_queue.push_back((now + delay, tlp));
        }
    }

    fn take_request(&mut self, packet: Packet<5>, now: u64) {
        let Some(descriptor) = head(&packet.bytes, REQUEST_BYTES) else {
            self.reports.report(
                Rule::PacketLength,
                format!("RQ: {} bytes", packet.bytes.len()),
            );
            return;
        };
        let descriptor = Rq::from_bits(descriptor);
        let user = RqBeat {
            user: packet.user,
            ..RqBeat::default()
        };
        let (first_be, last_be) = (user.get(rq::FIRST_BE) as u8, user.get(rq::LAST_BE) as u8);
        let seq_num = user.get(rq::SEQ_NUM0) as u8;
        let offset = user.get(rq::ADDR_OFFSET);
        self.reports.require(offset == 0, Rule::Reserved, || {
            format!("RQ: address offset {offset}")
        });
        let mut data = packet.bytes;
        data.drain(..REQUEST_BYTES);
        if !request::check_descriptor(descriptor, data.len(), &mut self.reports) {
            return;
        }
        let Some(tlp) = descriptor.packet(self.settings.id, first_be, last_be, data) else {
            return;
        };
        let mut limits = self.limits();
        if let Some((left, before)) = &mut self.begun {
            limits = request::Limits {
                bus_master: true,
                ..*before
            };
            *left -= 1;
            if *left == 0 {
                self.begun = None;
            }
        }
        if !request::check(&tlp, &limits, &mut self.reports) {
            return;
        }
        let Some(request) = tlp.request().copied() else {
            return;
        };
        if request.access == Access::MemoryRead {
            if !self.open(&tlp, &request, now) {
                return;
            }
            self.counts.rq_reads += 1;
        } else {
            self.counts.rq_writes += 1;
        }
        self.rq_bytes += tlp.link_bytes();
        let delay = self.delay(self.settings.rq_delay);
        self.rq_queue.push_back((now + delay, seq_num, tlp));
    }

    fn open(&mut self, tlp: &Tlp, request: &Request, now: u64) -> bool {
        let tag = request.tag;
        let busy = &mut self.busy[usize::from(tag)];
        if !self
            .reports
            .require(!*busy, Rule::TagInUse, || format!("tag {tag:#x}"))
        {
            return false;
        }
        *busy = true;
        let charge = self.split.open(tlp, request, now);
        self.budget.charge(charge, &mut self.reports);
        true
    }

    /// The next packet for the host, if one may go.
    pub fn transmit(&mut self, now: u64, upstream: &mut Credits) -> Option<Tlp> {
        if self.cc_queue.front().is_some_and(|(due, _)| *due <= now) {
            return self.cc_queue.pop_front().map(|(_, tlp)| tlp);
        }
        let (due, _, tlp) = self.rq_queue.front()?;
        if *due > now || !upstream.take(tlp) {
            return None;
        }
        let (_, seq_num, tlp) = self.rq_queue.pop_front()?;
        self.rq_bytes -= tlp.link_bytes();
        self.sent.push_back(seq_num);
        Some(tlp)
    }
}

/// The first `count` bytes as a little-endian number.
fn head(bytes: &[u8], count: usize) -> Option<u128> {
    let mut wide = [0; 16];
    wide[..count].copy_from_slice(bytes.get(..count)?);
    Some(u128::from_le_bytes(wide))
}
