//! The responder with everything round it: host memory, keys, DMA, and the expectation that runs beside.
use crate::expect::*;
use ferric_layout::opcode::operation;
use ferric_layout::qp::state;
use ferric_layout::sizes::QPS;
use ferric_rtl::responder::Responder;
use ferric_verilated::{Bench, Model, Received, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Commands as their numbers on the port.
pub const RESET: u64 = 0;
pub const START_RECEIVE: u64 = 1;
pub const START_SEND: u64 = 2;
pub const ERROR: u64 = 3;

const COUNTERS: [&str; 8] = [
    "duplicate",
    "sequence",
    "invalid",
    "access",
    "operational",
    "not_ready",
    "failed_qp",
    "messages",
];
const RING_LOG2: u32 = 3;
/// Bus address of a QP's ring.
fn ring(qpn: u16) -> u64 {
    0x800_0000_0000 + (u64::from(qpn) << 16)
}
pub fn cqn(qpn: u16) -> u64 {
    u64::from(qpn) ^ 0x155
}
pub fn peer(qpn: u16) -> u64 {
    u64::from(qpn) + 0x12_3000
}

/// A read of host memory.
#[derive(Clone, Copy)]
struct DmaRead {
    address: u64,
    length: u64,
}

impl DmaRead {
    fn range(self) -> std::ops::Range<u64> {
        self.address..self.address + self.length
    }
}

pub struct Card {
    pub bench: Bench,
    pub expect: Expect,
    pub request: Source,
    payload: Source,
    pub checks: [(Sink, Source); 3],
    doorbell: Source,
    pub command: Source,
    pub invalidate: Sink,
    invalidated: Source,
    read: Sink,
    status: Source,
    data: Source,
    write: Sink,
    write_data: Sink,
    pub answer: Sink,
    answer_data: Sink,
    response_read: Sink,
    response_status: Source,
    pub response_data: Source,
    /// Answers and payloads that have not found each other.
    said: VecDeque<Received>,
    said_data: VecDeque<Vec<u8>>,
    /// Reads for responses, and when each is answered.
    fetches: VecDeque<(u64, DmaRead)>,
    /// Cycles from such a read to its answer.
    pub read_delay: u64,
    /// Reads of receive WQEs are not answered for now.
    pub silent: bool,
    /// Bus addresses that such reads fail at.
    pub broken: Vec<u64>,
    pub completion: Sink,
    fault: Sink,
    /// What the card wrote.
    bytes: BTreeMap<u64, u8>,
    host: BTreeMap<u64, Vec<u8>>,
    produced: BTreeMap<u16, u16>,
    writes: VecDeque<Received>,
    written_data: VecDeque<Vec<u8>>,
    /// When each finished write is told of.
    left: VecDeque<u64>,
    written: u16,
    /// Cycles from the end of a write's data to the news that it has left.
    pub write_delay: u64,
    /// DMA requests that keys have opened.
    pub touches: usize,
    counts: Counts,
    unreadable: Vec<u64>,
    pub answers: BTreeMap<u16, Vec<Answer>>,
    pub completions: BTreeMap<u16, Vec<Completion>>,
    faults: BTreeMap<u16, Vec<(u8, u8)>>,
    quiet: u64,
}

impl Card {
    pub fn new(seed: u64) -> Self {
        let mut block = Responder::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("responder", &block).unwrap(), seed);
        bench.model.poke("qp_write_valid", false);
        bench.model.poke("written", 0u64);
        let mut pair = |name: &str, reply: &str| (bench.sink(name), bench.source(reply));
        let checks = [
            pair("check", "checked"),
            pair("piece_check", "piece_checked"),
            pair("response_check", "response_checked"),
        ];
        let mut card = Card {
            request: bench.source("request"),
            payload: bench.source("payload"),
            checks,
            doorbell: bench.source("doorbell"),
            command: bench.source("command"),
            invalidate: bench.sink("invalidate"),
            invalidated: bench.source("invalidated"),
            read: bench.sink("read"),
            status: bench.source("status"),
            data: bench.source("data"),
            write: bench.sink("write"),
            write_data: bench.sink("write_data"),
            answer: bench.sink("answer"),
            answer_data: bench.sink("answer_data"),
            response_read: bench.sink("response_read"),
            response_status: bench.source("response_status"),
            response_data: bench.source("response_data"),
            said: Default::default(),
            said_data: Default::default(),
            fetches: Default::default(),
            read_delay: 0,
            silent: false,
            broken: vec![],
            completion: bench.sink("completion"),
            fault: bench.sink("fault"),
            bench,
            expect: Default::default(),
            bytes: Default::default(),
            host: Default::default(),
            produced: Default::default(),
            writes: Default::default(),
            written_data: Default::default(),
            left: Default::default(),
            written: 0,
            write_delay: 40,
            touches: 0,
            counts: Default::default(),
            unreadable: vec![],
            answers: Default::default(),
            completions: Default::default(),
            faults: Default::default(),
            quiet: 0,
        };
        card.bench.reset(2);
        card
    }

    /// Writes the QP's configuration everywhere.
    pub fn configure(&mut self, qpn: u16, qp: &Qp) {
        let model = &mut self.bench.model;
        model.poke("qp_write.qpn", qpn);
        for (field, value) in [
            ("state", u64::from(state::RTR)),
            ("pd", qp.pd.into()),
            ("peer_qpn", peer(qpn)),
            ("access", qp.access.into()),
            ("pmtu", qp.pmtu.into()),
            ("ring", ring(qpn)),
            ("ring_log2", RING_LOG2.into()),
            ("cqn", cqn(qpn)),
            ("min_rnr_timer", qp.rnr_timer.into()),
            ("max_dest_rd_atomic", qp.max_dest.into()),
        ] {
            model.poke(&format!("qp_write.receive.{field}"), value);
        }
        model.poke("qp_write_valid", true);
        self.step();
        self.bench.model.poke("qp_write_valid", false);
    }

    /// A QP that expects `psn`.
    pub fn qp(&mut self, qpn: u16, qp: Qp, psn: u32) {
        assert!(usize::from(qpn) < QPS);
        self.configure(qpn, &qp);
        self.produced.insert(qpn, 0);
        self.expect.qps.insert(qpn, qp);
        self.order(qpn, START_RECEIVE, psn);
        self.expect.qps.get_mut(&qpn).expect("made").start(psn);
    }

    /// Gives a command and waits for its end.
    pub fn order(&mut self, qpn: u16, kind: u64, psn: u32) {
        self.bench.push(
            self.command,
            record! { "qpn" => qpn, "kind" => kind, "psn" => psn },
        );
        self.run_until(5000, |card| card.bench.pending(card.command) == 0);
    }

    pub fn post(&mut self, qpn: u16, wqes: Vec<Wqe>) {
        let index = self.produced.get_mut(&qpn).expect("a QP");
        for wqe in &wqes {
            let mut slot = vec![];
            for sge in &wqe.sges {
                slot.extend(sge.va.to_le_bytes());
                slot.extend(sge.length.to_le_bytes());
                slot.extend(sge.key.to_le_bytes());
            }
            slot.resize(64, 0);
            let at = ring(qpn) + 64 * (u64::from(*index) % (1 << RING_LOG2));
            self.unreadable.retain(|&bad| bad != at);
            if !wqe.readable {
                self.unreadable.push(at);
            }
            self.host.insert(at, slot);
            *index = index.wrapping_add(1);
        }
        self.bench
            .push(self.doorbell, record! { "qpn" => qpn, "index" => *index });
        self.expect.qps.get_mut(&qpn).expect("a QP").post(wqes);
    }

    /// Sends a packet, without a word to the expectation.
    pub fn inject(&mut self, packet: &Packet) {
        let record = record! {
            "qpn" => packet.qpn, "opcode" => packet.opcode, "psn" => packet.psn, "solicited" => packet.solicited,
            "ack_request" => packet.ack, "length" => packet.payload.len() as u64, "pad" => packet.pad(),
            "va" => packet.va, "rkey" => packet.rkey, "dma_length" => packet.dma_length,
            "immediate" => packet.immediate, "swap" => packet.swap, "compare" => packet.compare,
        };
        self.bench.push(self.request, record);
        self.bench.push_payload(self.payload, &packet.payload);
    }

    pub fn send(&mut self, packet: Packet) {
        self.expect.packet(&packet);
        self.inject(&packet);
    }

    /// Sends a packet alone, so that the QP has answered everything when a READ or atomic comes again.
    pub fn send_alone(&mut self, packet: Packet) {
        self.settle();
        self.send(packet);
        self.settle();
    }

    fn byte(&self, address: u64) -> u8 {
        let written = self.bytes.get(&address).copied();
        written.unwrap_or_else(|| untouched(address))
    }

    /// DMA requests that keys have opened and that are not done.
    pub fn under_way(&self) -> usize {
        self.writes.len() + self.left.len() + self.fetches.len()
    }

    /// The faults that a QP has had so far.
    pub fn faults(&self, qpn: u16) -> Vec<(u8, u8)> {
        self.faults.get(&qpn).cloned().unwrap_or_default()
    }

    /// Whether this byte of host memory was written.
    pub fn wrote(&self, address: u64) -> bool {
        self.bytes.contains_key(&address)
    }

    /// One cycle of the card and of all that is round it.
    pub fn step(&mut self) {
        self.bench.step();
        self.quiet += 1;
        for (sink, source) in self.checks {
            for check in self.bench.take(sink) {
                self.quiet = 0;
                let reply = self.answer_check(&check);
                self.bench.push(source, reply);
            }
        }
        for ask in self.bench.take(self.invalidate) {
            self.quiet = 0;
            let asked = (ask.get("key") as u32, ask.get("pd") as u16);
            // The expectation has made it invalid before.
            let revoked = &mut self.expect.memory.revoked;
            let found = revoked.iter().position(|&key| key == asked);
            found.map(|at| revoked.remove(at));
            self.bench
                .push(self.invalidated, record! { "ok" => found.is_some() });
        }
        let reads = match self.silent {
            true => vec![],
            false => self.bench.take(self.read),
        };
        for read in reads {
            self.quiet = 0;
            let (address, length) = (read.get("address"), read.get("length"));
            assert!(length > 0 && length % 64 == 0 && length <= 512, "{read:?}");
            let slots: Vec<u64> = (address..address + length).step_by(64).collect();
            let bad = slots.iter().any(|slot| self.unreadable.contains(slot));
            self.bench
                .push(self.status, record! { "error" => u64::from(bad) });
            let bytes = slots.iter().flat_map(|slot| {
                self.host
                    .get(slot)
                    .unwrap_or_else(|| panic!("read of {slot:x}"))
            });
            let bytes: Vec<u8> = bytes.copied().collect();
            self.bench.push_payload(self.data, &bytes);
        }
        for read in self.bench.take(self.response_read) {
            self.touches += 1;
            let due = self.bench.cycle() + self.read_delay;
            let (address, length) = (read.get("address"), read.get("length"));
            self.fetches.push_back((due, DmaRead { address, length }));
        }
        while let Some(&(due, read)) = self.fetches.front()
            && due <= self.bench.cycle()
        {
            self.quiet = 0;
            self.fetches.pop_front();
            let bad = self.broken.iter().any(|at| read.range().contains(at));
            let bytes: Vec<u8> = read.range().map(|at| self.byte(at)).collect();
            self.bench
                .push(self.response_status, record! { "error" => u64::from(bad) });
            self.bench.push_payload(self.response_data, &bytes);
        }
        let writes = self.bench.take(self.write);
        self.touches += writes.len();
        self.writes.extend(writes);
        let payloads = self.bench.take_payloads(self.write_data);
        self.written_data.extend(payloads);
        // Record and data are streams of their own: either may come first.
        while !self.writes.is_empty() && !self.written_data.is_empty() {
            self.quiet = 0;
            let write = self.writes.pop_front().expect("not empty");
            let payload = self.written_data.pop_front().expect("not empty");
            let (address, length) = (write.get("address"), write.get("length") as usize);
            assert!(
                (1..=4096).contains(&length) && payload.len() == length.next_multiple_of(64),
                "{write:?}"
            );
            self.bytes.extend(
                payload[..length]
                    .iter()
                    .zip(address..)
                    .map(|(&byte, at)| (at, byte)),
            );
            self.left.push_back(self.bench.cycle() + self.write_delay);
        }
        while self
            .left
            .front()
            .is_some_and(|&due| due <= self.bench.cycle())
        {
            self.left.pop_front();
            self.written = self.written.wrapping_add(1);
            self.bench.model.poke("written", self.written);
        }
        self.listen();
        let mut counts = COUNTERS
            .map(|name| self.bench.model.peek(&format!("count_responder_{name}")))
            .into_iter();
        let mut next = || counts.next().expect("eight");
        self.counts.duplicate += next();
        self.counts.sequence += next();
        self.counts.invalid += next();
        self.counts.access += next();
        self.counts.operational += next();
        self.counts.not_ready += next();
        self.counts.failed_qp += next();
        self.counts.messages += next();
    }

    /// What the responder says.
    fn listen(&mut self) {
        let answers = self.bench.take(self.answer);
        self.said.extend(answers);
        let payloads = self.bench.take_payloads(self.answer_data);
        self.said_data.extend(payloads);
        while let Some(answer) = self.said.front() {
            let length = answer.get("length") as usize;
            if length > 0 && self.said_data.is_empty() {
                break;
            }
            self.quiet = 0;
            let answer = self.said.pop_front().expect("looked at");
            let qpn = answer.get("qpn") as u16;
            assert_eq!(answer.get("peer_qpn"), peer(qpn), "{answer:?}");
            let mut payload = vec![];
            if length > 0 {
                payload = self.said_data.pop_front().expect("looked at");
                assert_eq!(payload.len(), length.next_multiple_of(64), "{answer:?}");
                payload.truncate(length);
            }
            let opcode = answer.get("opcode") as u8;
            let atomic = opcode == operation::ATOMIC_ACKNOWLEDGE;
            self.answers.entry(qpn).or_default().push(Answer {
                opcode,
                psn: answer.get("psn") as u32,
                syndrome: answer.get("syndrome") as u8,
                msn: answer.get("msn") as u32,
                payload,
                value: if atomic { answer.get("va") } else { 0 },
            });
        }
        for entry in self.bench.take(self.completion) {
            self.quiet = 0;
            let qpn = entry.get("qpn") as u16;
            assert_eq!(entry.get("cqn"), cqn(qpn), "{entry:?}");
            let completion = Completion {
                opcode: entry.get("opcode") as u8,
                index: entry.get("index") as u16,
                status: entry.get("status") as u8,
                flags: entry.get("flags") as u8,
                length: entry.get("length") as u32,
                immediate: entry.get("immediate") as u32,
                vendor_error: entry.get("vendor_error") as u8,
            };
            self.completions.entry(qpn).or_default().push(completion);
        }
        for fault in self.bench.take(self.fault) {
            let (event, detail) = (fault.get("event") as u8, fault.get("detail") as u8);
            self.faults
                .entry(fault.get("qpn") as u16)
                .or_default()
                .push((event, detail));
        }
    }

    fn answer_check(&self, check: &Received) -> ferric_verilated::Record {
        let (va, piece) = (check.get("va"), check.get("piece_length"));
        let length = check.get("check_length");
        assert!(piece <= length && piece <= 4096, "{check:?}");
        let (key, pd) = (check.get("key") as u32, check.get("pd") as u16);
        if !self
            .expect
            .memory
            .keys
            .open(key, pd, check.get("access") as u8, va, length)
        {
            return record! { "ok" => false };
        }
        let first = piece.min(PAGE - va % PAGE);
        let (next, second) = (va.wrapping_add(first), piece - first);
        let second_address = if second > 0 { bus(next) } else { 0x5555 };
        record! {
            "ok" => true, "first_address" => bus(va), "first_length" => first,
            "second_address" => second_address, "second_length" => second,
        }
    }

    pub fn run_until(&mut self, limit: u64, mut done: impl FnMut(&mut Card) -> bool) {
        let end = self.bench.cycle() + limit;
        while !done(self) {
            assert!(
                self.bench.cycle() < end,
                "not done after {limit} cycles\n{}",
                self.bench.state()
            );
            self.step();
        }
    }

    /// Runs until nothing moves any more.
    pub fn settle(&mut self) {
        let limit = 3000
            + 100 * (self.bench.pending(self.request) + self.bench.pending(self.payload)) as u64;
        self.quiet = 0;
        self.run_until(limit, |card| {
            let waits = [
                card.request,
                card.payload,
                card.doorbell,
                card.status,
                card.data,
                card.response_status,
                card.response_data,
                card.invalidated,
            ];
            if waits.iter().any(|&source| card.bench.pending(source) > 0)
                || !card.left.is_empty()
                || !card.fetches.is_empty()
            {
                card.quiet = 0;
            }
            card.quiet > 250
        });
    }

    /// Settles, and compares everything that was said and written since with the expectation.
    pub fn compare(&mut self) {
        self.settle();
        let seed = self.bench.seed();
        for (&qpn, qp) in &mut self.expect.qps {
            let expected = std::mem::take(&mut qp.answers);
            let actual = self.answers.remove(&qpn).unwrap_or_default();
            if let Err(reason) = explains(&actual, &expected) {
                panic!(
                    "seed {seed}, QP {qpn}: {reason}\n  said {actual:x?}\n  should {expected:x?}"
                );
            }
            let expected = std::mem::take(&mut qp.completions);
            let actual = self.completions.remove(&qpn).unwrap_or_default();
            assert_eq!(actual, expected, "seed {seed}, completions of QP {qpn}");
            let expected = std::mem::take(&mut qp.faults);
            assert_eq!(
                self.faults.remove(&qpn).unwrap_or_default(),
                expected,
                "seed {seed}, faults of QP {qpn}"
            );
        }
        assert!(self.answers.is_empty() && self.completions.is_empty() && self.faults.is_empty());
        assert!(
            self.writes.is_empty() && self.written_data.is_empty(),
            "seed {seed}: a write without its data, or data without a write"
        );
        let wrong = |(at, byte): (&u64, &u8), of: &BTreeMap<u64, u8>| of.get(at) != Some(byte);
        let stray = self
            .bytes
            .iter()
            .find(|&(at, byte)| wrong((at, byte), &self.expect.memory.bytes));
        assert_eq!(stray, None, "seed {seed}: written and not asked for");
        let missing = self
            .expect
            .memory
            .bytes
            .iter()
            .find(|&(at, byte)| wrong((at, byte), &self.bytes));
        assert_eq!(missing, None, "seed {seed}: asked for and not written");
        assert_eq!(self.counts, self.expect.counts, "seed {seed}");
    }
}

/// Whether `actual` is `expected`, but for acknowledges and NAKs that a later answer overtook.
fn explains(actual: &[Answer], expected: &[Answer]) -> Result<(), String> {
    let mut actual = actual.iter().rev().peekable();
    let mut later: Option<&Answer> = None;
    for answer in expected.iter().rev() {
        if actual.peek() == Some(&answer) {
            actual.next();
        } else if !(answer.gives_way() && later.is_some()) {
            return Err(format!("{answer:x?} is missing"));
        }
        later = Some(answer);
    }
    match actual.next() {
        Some(answer) => Err(format!("{answer:x?} is too much")),
        None => Ok(()),
    }
}
