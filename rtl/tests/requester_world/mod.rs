//! What stands around the requester in its tests: host memory behind DMA and keys, a peer that collects packets, and the host's posting.
//!
//! Payload is a function of its virtual address, so that memory of any size costs nothing; rings are real bytes.
#![allow(dead_code)] // each test file uses its own part
pub mod peer;
use ferric_layout::opcode::operation;
use ferric_layout::qp::{access, pmtu_bytes, state};
use ferric_layout::status::syndrome;
use ferric_layout::work::{AtomicOperands, SendWqe, Sge, flag, opcode};
use ferric_rtl::requester::Requester;
use ferric_verilated::{Bench, Model, Received, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, HashMap, VecDeque};
use zerocopy::IntoBytes;

/// Command kinds as numbers, in the order of `QpCommandKind`.
pub const RESET: u64 = 0;
pub const START_RECEIVE: u64 = 1;
pub const START_SEND: u64 = 2;
pub const ERROR: u64 = 3;

pub const PD: u64 = 0x1234;
/// A key that covers all of memory.
pub const KEY: u32 = 0x0001_0242;
/// The rings stand here; the payload's pages are scrambled below.
const RINGS: u64 = 1 << 40;
const RING_STRIDE: u64 = 1 << 21;
const SCRAMBLE: u64 = 0x0055_A000;

/// What memory holds at a virtual address.
pub fn byte_at(va: u64) -> u8 {
    (va.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
}
fn physical(va: u64) -> u64 {
    va ^ SCRAMBLE
}

#[derive(Clone, Debug)]
pub struct Qp {
    pub qpn: u64,
    pub pmtu: u8,
    pub ring_log2: u64,
    pub peer_qpn: u64,
    pub cqn: u64,
    pub timeout: u64,
    pub retry_count: u64,
    pub rnr_retry: u64,
    pub max_rd_atomic: u64,
    pub psn: u32,
    pub producer: u16,
}

impl Qp {
    pub fn new(qpn: u64, pmtu: u8) -> Self {
        let (peer_qpn, cqn) = (0xABC000 + qpn, qpn % 7 + 1);
        Qp {
            qpn,
            pmtu,
            ring_log2: 6,
            peer_qpn,
            cqn,
            timeout: 0,
            retry_count: 0,
            rnr_retry: 0,
            max_rd_atomic: 4,
            psn: 0x10_0000,
            producer: 0,
        }
    }
}

/// A work request, well formed unless `spoil` changes its bytes.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub opcode: u8,
    pub flags: u8,
    pub sges: Vec<(u64, u32, u32)>,
    pub inline: Option<Vec<u8>>,
    pub immediate: u32,
    pub remote_va: u64,
    pub rkey: u32,
    pub swap: u64,
    pub compare: u64,
}

/// Whether it is answered with data.
pub fn reads(code: u8) -> bool {
    matches!(
        code,
        opcode::READ | opcode::COMPARE_SWAP | opcode::FETCH_ADD
    )
}

impl Request {
    /// An atomic whose result goes to `va`.
    pub fn atomic(opcode: u8, va: u64, remote_va: u64, swap: u64, compare: u64) -> Self {
        Request {
            remote_va,
            swap,
            compare,
            ..Request::new(opcode, va, 8)
        }
    }
    pub fn new(opcode: u8, va: u64, length: u32) -> Self {
        Request {
            opcode,
            flags: flag::SIGNALED,
            sges: vec![(va, length, KEY)],
            immediate: 0xDDCC_BBAA ^ length,
            remote_va: 0x7000_0000_0000 | va,
            rkey: 0xBEEF_0000 | length & 0xFFFF,
            ..Default::default()
        }
    }
    pub fn length(&self) -> u32 {
        match &self.inline {
            Some(bytes) => bytes.len() as u32,
            None => self.sges.iter().map(|sge| sge.1).sum(),
        }
    }
    pub fn payload(&self) -> Vec<u8> {
        match &self.inline {
            Some(bytes) => bytes.clone(),
            None => self
                .sges
                .iter()
                .flat_map(|&(va, length, _)| (va..va + length as u64).map(byte_at))
                .collect(),
        }
    }
    pub fn bytes(&self, qpn: u64, index: u16) -> Vec<u8> {
        let number = (qpn as u32).to_le_bytes();
        let head = SendWqe {
            opcode: self.opcode,
            flags: self.flags
                | if self.inline.is_some() {
                    flag::INLINE
                } else {
                    0
                },
            index: index.into(),
            qpn: [number[0], number[1], number[2]],
            sge_count: if self.inline.is_some() {
                0
            } else {
                self.sges.len() as u8
            },
            immediate: self.immediate.to_le_bytes(),
            length: self.length().into(),
            remote_va: self.remote_va.into(),
            rkey: self.rkey.into(),
            reserved: 0.into(),
        };
        let mut bytes = head.as_bytes().to_vec();
        if matches!(self.opcode, opcode::COMPARE_SWAP | opcode::FETCH_ADD) {
            let operands = AtomicOperands {
                swap_add: self.swap.into(),
                compare: self.compare.into(),
            };
            bytes.extend(operands.as_bytes());
        }
        match &self.inline {
            Some(payload) => bytes.extend(payload),
            None => self.sges.iter().for_each(|&(va, length, lkey)| {
                bytes.extend(
                    Sge {
                        va: va.into(),
                        length: length.into(),
                        lkey: lkey.into(),
                    }
                    .as_bytes(),
                )
            }),
        }
        bytes.resize(bytes.len().next_multiple_of(64), 0xEE);
        bytes
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Packet {
    pub qpn: u64,
    pub peer_qpn: u64,
    pub opcode: u8,
    pub psn: u32,
    pub solicited: bool,
    pub ack_request: bool,
    /// RETH: address, key, length.
    pub reth: Option<(u64, u32, u32)>,
    pub immediate: Option<u32>,
    /// AtomicETH: address, key, what to swap in or add, what to compare with.
    pub atomic: Option<(u64, u32, u64, u64)>,
    pub payload: Vec<u8>,
}

/// PSNs that a request takes.
pub fn psns(qp: &Qp, request: &Request) -> u32 {
    request.length().div_ceil(pmtu_bytes(qp.pmtu) as u32).max(1)
}

/// The packet of a READ or an atomic.
fn asking(qp: &Qp, request: &Request, psn: u32) -> Packet {
    let (place, key) = (request.remote_va, request.rkey);
    let (code, reth, atomic) = match request.opcode {
        opcode::READ => (
            operation::READ_REQUEST,
            Some((place, key, request.length())),
            None,
        ),
        code => {
            let operation = if code == opcode::COMPARE_SWAP {
                operation::COMPARE_SWAP
            } else {
                operation::FETCH_ADD
            };
            (
                operation,
                None,
                Some((place, key, request.swap, request.compare)),
            )
        }
    };
    Packet {
        qpn: qp.qpn,
        peer_qpn: qp.peer_qpn,
        opcode: code,
        psn,
        solicited: false,
        ack_request: true,
        reth,
        immediate: None,
        atomic,
        payload: vec![],
    }
}

/// The packets a request must become.
pub fn expected(qp: &Qp, request: &Request, first_psn: u32) -> Vec<Packet> {
    if reads(request.opcode) {
        return vec![asking(qp, request, first_psn)];
    }
    let (payload, pmtu) = (request.payload(), pmtu_bytes(qp.pmtu));
    let pieces: Vec<&[u8]> = if payload.is_empty() {
        vec![&[]]
    } else {
        payload.chunks(pmtu).collect()
    };
    let count = pieces.len();
    let write = matches!(request.opcode, opcode::WRITE | opcode::WRITE_IMMEDIATE);
    let immediate = matches!(
        request.opcode,
        opcode::WRITE_IMMEDIATE | opcode::SEND_IMMEDIATE
    );
    let invalidate = request.opcode == opcode::SEND_INVALIDATE;
    let packet = |(k, piece): (usize, &[u8])| {
        let (first, last) = (k == 0, k == count - 1);
        let code = match (write, first, last, immediate) {
            (false, true, false, _) => operation::SEND_FIRST,
            (false, false, false, _) => operation::SEND_MIDDLE,
            (false, false, true, false) if invalidate => operation::SEND_LAST_INVALIDATE,
            (false, true, true, false) if invalidate => operation::SEND_ONLY_INVALIDATE,
            (false, false, true, false) => operation::SEND_LAST,
            (false, false, true, true) => operation::SEND_LAST_IMMEDIATE,
            (false, true, true, false) => operation::SEND_ONLY,
            (false, true, true, true) => operation::SEND_ONLY_IMMEDIATE,
            (true, true, false, _) => operation::WRITE_FIRST,
            (true, false, false, _) => operation::WRITE_MIDDLE,
            (true, false, true, false) => operation::WRITE_LAST,
            (true, false, true, true) => operation::WRITE_LAST_IMMEDIATE,
            (true, true, true, false) => operation::WRITE_ONLY,
            (true, true, true, true) => operation::WRITE_ONLY_IMMEDIATE,
        };
        Packet {
            qpn: qp.qpn,
            peer_qpn: qp.peer_qpn,
            opcode: code,
            psn: (first_psn + k as u32) & 0xFF_FFFF,
            solicited: last
                && request.flags & flag::SOLICITED != 0
                && request.opcode != opcode::WRITE,
            ack_request: last || k % 64 == 63,
            reth: (write && first).then_some((
                request.remote_va,
                request.rkey,
                payload.len() as u32,
            )),
            immediate: ((immediate || invalidate) && last).then_some(request.immediate),
            atomic: None,
            payload: piece.to_vec(),
        }
    };
    pieces.into_iter().enumerate().map(packet).collect()
}

/// A completion, as far as it matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Completed {
    pub qpn: u64,
    pub cqn: u64,
    pub opcode: u8,
    pub index: u16,
    pub status: u8,
    pub length: u32,
    pub vendor_error: u8,
}

pub struct World {
    pub bench: Bench,
    doorbell: Source,
    /// A pushed slot stands beside the doorbells.
    holds: bool,
    /// It is used in the coming cycle.
    lets_go: bool,
    command: Source,
    wqe_read: Sink,
    wqe_status: Source,
    wqe_data: Source,
    check: Sink,
    checked: Source,
    payload_read: Sink,
    payload_status: Source,
    payload_data: Source,
    pub packet: Sink,
    pub packet_data: Sink,
    response: Source,
    response_data: Source,
    deliver_check: Sink,
    deliver_checked: Source,
    deliver_write: Sink,
    deliver_data: Sink,
    deliver_bytes: VecDeque<Vec<u8>>,
    deliver_writes: VecDeque<(u64, usize)>,
    /// Writes that have left the card, and when those that have not will.
    deliver_written: u64,
    deliver_leaving: VecDeque<u64>,
    /// Cycles from a write to its leaving.
    pub write_latency: u64,
    /// What was written into host memory, by virtual address.
    pub memory: HashMap<u64, u8>,
    completion: Sink,
    fault: Sink,
    /// Cycles from a DMA read to its answer.
    pub latency: u64,
    /// The peer acknowledges what asks for it, that many cycles later.
    pub acknowledges: Option<u64>,
    /// Reads of payload at these physical pages, and of rings at these addresses, fail.
    pub bad_pages: Vec<u64>,
    pub bad_rings: Vec<u64>,
    /// Ranges of other keys: key to first address and length.
    pub keys: HashMap<u32, (u64, u64)>,
    rings: BTreeMap<u64, [u8; 64]>,
    wqe_answers: VecDeque<(u64, u64, usize)>,
    payload_answers: VecDeque<(u64, u64, usize)>,
    acks: VecDeque<(u64, u64, u32)>,
    headers: VecDeque<Received>,
    payloads: VecDeque<Vec<u8>>,
    pub packets: Vec<Packet>,
    pub completions: Vec<Completed>,
    pub faults: Vec<(u64, u8)>,
    /// Counts by name.
    pub counts: HashMap<&'static str, u64>,
    pub retired: HashMap<u64, u16>,
    pub reads: u64,
    /// Writes of what READs and atomics brought.
    pub writes: u64,
    pub ring_reads: u64,
}

const COUNTS: [&str; 9] = [
    "messages",
    "packets",
    "local_error",
    "nak",
    "not_ready",
    "timeout",
    "implied",
    "again",
    "ghost",
];

impl World {
    pub fn new(seed: u64) -> Self {
        let mut block = Requester::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("requester", &block).unwrap(), seed);
        bench.model.poke("cycles_per_tick", 1u64);
        let mut world = World {
            doorbell: bench.source("doorbell"),
            holds: false,
            lets_go: false,
            command: bench.source("command"),
            wqe_read: bench.sink("wqe_read"),
            wqe_status: bench.source("wqe_status"),
            wqe_data: bench.source("wqe_data"),
            check: bench.sink("check"),
            checked: bench.source("checked"),
            payload_read: bench.sink("payload_read"),
            payload_status: bench.source("payload_status"),
            payload_data: bench.source("payload_data"),
            packet: bench.sink("packet"),
            packet_data: bench.sink("packet_data"),
            response: bench.source("response"),
            response_data: bench.source("response_data"),
            deliver_check: bench.sink("deliver_check"),
            deliver_checked: bench.source("deliver_checked"),
            deliver_write: bench.sink("deliver_write"),
            deliver_data: bench.sink("deliver_write_data"),
            deliver_bytes: VecDeque::new(),
            deliver_writes: VecDeque::new(),
            deliver_written: 0,
            deliver_leaving: VecDeque::new(),
            write_latency: 20,
            memory: HashMap::new(),
            completion: bench.sink("completion"),
            fault: bench.sink("fault"),
            bench,
            latency: 40,
            acknowledges: Some(100),
            bad_pages: vec![],
            bad_rings: vec![],
            keys: HashMap::new(),
            rings: BTreeMap::new(),
            wqe_answers: VecDeque::new(),
            payload_answers: VecDeque::new(),
            acks: VecDeque::new(),
            headers: VecDeque::new(),
            payloads: VecDeque::new(),
            packets: vec![],
            completions: vec![],
            faults: vec![],
            counts: HashMap::new(),
            retired: HashMap::new(),
            reads: 0,
            writes: 0,
            ring_reads: 0,
        };
        world.bench.reset(3);
        world
    }

    pub fn ring(qpn: u64) -> u64 {
        RINGS + qpn * RING_STRIDE
    }

    /// Writes a QP's configuration.
    pub fn configure(&mut self, qp: &Qp, state: u8) {
        let fields: [(&str, u64); 14] = [
            ("qpn", qp.qpn),
            ("send.state", state.into()),
            ("send.pd", PD),
            ("send.peer_qpn", qp.peer_qpn),
            ("send.pmtu", qp.pmtu.into()),
            ("send.ring", Self::ring(qp.qpn)),
            ("send.ring_log2", qp.ring_log2),
            ("send.cqn", qp.cqn),
            ("send.timeout", qp.timeout),
            ("send.retry_count", qp.retry_count),
            ("send.rnr_retry", qp.rnr_retry),
            ("send.max_rd_atomic", qp.max_rd_atomic),
            ("doorbell.state", state.into()),
            ("doorbell.send_log2", qp.ring_log2),
        ];
        for (field, value) in fields {
            self.bench.model.poke(&format!("qp_write.{field}"), value);
        }
        self.bench.model.poke("qp_write_valid", true);
        self.step();
        self.bench.model.poke("qp_write_valid", false);
        self.run(3);
    }

    pub fn order(&mut self, qpn: u64, kind: u64, psn: u32) {
        self.bench.push(
            self.command,
            record! { "qpn" => qpn, "kind" => kind, "psn" => psn },
        );
    }
    pub fn commands_pending(&self) -> usize {
        self.bench.pending(self.command)
    }
    pub fn doorbells_pending(&self) -> usize {
        self.bench.pending(self.doorbell)
    }
    /// Gives a command and waits until it is done.
    pub fn command(&mut self, qpn: u64, kind: u64, psn: u32) {
        self.order(qpn, kind, psn);
        self.until(20_000, |world| world.commands_pending() == 0);
    }

    /// A QP ready to send.
    pub fn start(&mut self, qp: &Qp) {
        self.command(qp.qpn, RESET, 0);
        self.configure(qp, state::RTS);
        self.command(qp.qpn, START_SEND, qp.psn);
    }

    /// Writes bytes into the ring at `index`.
    pub fn fill(&mut self, qp: &Qp, index: u16, bytes: &[u8]) {
        for (k, slot) in bytes.chunks(64).enumerate() {
            let place = index.wrapping_add(k as u16) as u64 & ((1 << qp.ring_log2) - 1);
            self.rings
                .insert(Self::ring(qp.qpn) + 64 * place, slot.try_into().unwrap());
        }
    }
    pub fn ring_doorbell(&mut self, qp: &Qp) {
        self.bench.push(
            self.doorbell,
            record! { "qpn" => qp.qpn, "index" => qp.producer },
        );
    }
    /// Pushes the slot before the producer index, as the doorbells do: one at a time, and if one stands there yet it is a plain doorbell.
    pub fn push_slot(&mut self, qp: &Qp, slot: &[u8]) {
        assert_eq!(slot.len(), 64);
        if self.holds {
            return self.ring_doorbell(qp);
        }
        self.holds = true;
        self.bench.model.poke_bytes("pushed_slot", slot);
        self.bench.push(
            self.doorbell,
            record! { "qpn" => qp.qpn, "index" => qp.producer, "pushed" => 1u64 },
        );
    }
    /// Posts a request of one slot and pushes it; returns its index.
    pub fn post_pushed(&mut self, qp: &mut Qp, request: &Request) -> u16 {
        let index = self.write(qp, request);
        let bytes = request.bytes(qp.qpn, index);
        self.push_slot(qp, &bytes);
        index
    }
    /// Posts a request without ringing; returns its index.
    pub fn write(&mut self, qp: &mut Qp, request: &Request) -> u16 {
        let index = qp.producer;
        let bytes = request.bytes(qp.qpn, index);
        self.fill(qp, index, &bytes);
        qp.producer = index.wrapping_add((bytes.len() / 64) as u16);
        index
    }
    /// Posts a request; returns its index.
    pub fn post(&mut self, qp: &mut Qp, request: &Request) -> u16 {
        let index = self.write(qp, request);
        self.ring_doorbell(qp);
        index
    }
    /// Posts a request and gives the packets it must become, moving the QP's PSN.
    pub fn post_expecting(&mut self, qp: &mut Qp, request: &Request) -> (u16, Vec<Packet>) {
        let index = self.post(qp, request);
        let packets = expected(qp, request, qp.psn);
        qp.psn = (qp.psn + psns(qp, request)) & 0xFF_FFFF;
        (index, packets)
    }

    pub fn respond(&mut self, qpn: u64, psn: u32, code: u8) {
        let response = record! { "qpn" => qpn, "opcode" => operation::ACKNOWLEDGE, "psn" => psn & 0xFF_FFFF, "syndrome" => code };
        self.bench.push(self.response, response);
    }
    pub fn acknowledge(&mut self, qpn: u64, psn: u32) {
        self.respond(qpn, psn, syndrome::ACK);
    }
    /// A READ response, which nobody asked for.
    pub fn respond_with_payload(&mut self, qpn: u64, psn: u32, payload: &[u8]) {
        let response = record! { "qpn" => qpn, "opcode" => operation::READ_RESPONSE_ONLY, "psn" => psn, "length" => payload.len() as u64 };
        self.bench.push(self.response, response);
        self.bench.push_payload(self.response_data, payload);
    }

    /// A READ response, or an atomic acknowledge with its `value`.
    pub fn answer(&mut self, qpn: u64, psn: u32, code: u8, value: u64, payload: &[u8]) {
        let response = record! { "qpn" => qpn, "opcode" => code, "psn" => psn & 0xFF_FFFF, "syndrome" => syndrome::ACK,
        "va" => value, "length" => payload.len() as u64 };
        self.bench.push(self.response, response);
        if !payload.is_empty() {
            self.bench.push_payload(self.response_data, payload);
        }
    }

    /// DMA requests that keys have opened and that are not done.
    pub fn under_way(&self) -> usize {
        self.payload_answers.len() + self.deliver_writes.len() + self.deliver_leaving.len()
    }

    fn check_answer(&mut self, check: &Received, to: Source, access: u8) {
        let key = check.get("key") as u32;
        let (va, whole, piece) = (
            check.get("va"),
            check.get("check_length"),
            check.get("piece_length"),
        );
        assert!(
            (1..=4096).contains(&piece) && piece <= whole,
            "piece {piece} of {whole}"
        );
        let all = if key == KEY {
            Some((0, 1 << 39))
        } else {
            self.keys.get(&key).copied()
        };
        let inside = |(first, length): (u64, u64)| {
            va >= first && whole <= length && va - first <= length - whole
        };
        let good = all.is_some_and(inside)
            && check.get("pd") == PD
            && check.get("access") == u64::from(access);
        let first = piece.min(4096 - va % 4096);
        let answer = if good {
            record! { "ok" => true, "first_address" => physical(va), "first_length" => first,
            "second_address" => physical(va + first), "second_length" => piece - first }
        } else {
            record! { "ok" => false }
        };
        self.bench.push(to, answer);
    }

    pub fn step(&mut self) {
        self.bench.step();
        let now = self.bench.cycle();
        for read in self.bench.take(self.wqe_read) {
            self.ring_reads += 1;
            self.wqe_answers.push_back((
                now + self.latency,
                read.get("address"),
                read.get("length") as usize,
            ));
        }
        while self
            .wqe_answers
            .front()
            .is_some_and(|answer| answer.0 <= now)
        {
            let (_, address, length) = self.wqe_answers.pop_front().unwrap();
            assert!(
                length > 0 && length % 64 == 0 && length <= 512,
                "ring read of {length}"
            );
            let error = self.bad_rings.contains(&address);
            self.bench.push(
                self.wqe_status,
                record! { "error" => if error { 2u64 } else { 0 } },
            );
            let slot = |k: usize| {
                self.rings
                    .get(&(address + k as u64))
                    .copied()
                    .unwrap_or([0xEE; 64])
            };
            let bytes: Vec<u8> = (0..length).step_by(64).flat_map(slot).collect();
            self.bench.push_payload(self.wqe_data, &bytes);
        }
        for check in self.bench.take(self.check) {
            self.check_answer(&check, self.checked, 0);
        }
        for check in self.bench.take(self.deliver_check) {
            self.check_answer(&check, self.deliver_checked, access::LOCAL_WRITE);
        }
        self.write_memory();
        for read in self.bench.take(self.payload_read) {
            let (address, length) = (read.get("address"), read.get("length") as usize);
            assert!((1..=4096).contains(&length), "read of {length}");
            self.reads += 1;
            self.payload_answers
                .push_back((now + self.latency, address, length));
        }
        while self
            .payload_answers
            .front()
            .is_some_and(|answer| answer.0 <= now)
        {
            let (_, address, length) = self.payload_answers.pop_front().unwrap();
            let error = self.bad_pages.contains(&(address >> 12));
            self.bench.push(
                self.payload_status,
                record! { "error" => if error { 3u64 } else { 0 } },
            );
            let bytes: Vec<u8> = (address..address + length as u64)
                .map(|at| byte_at(physical(at)))
                .collect();
            self.bench.push_payload(self.payload_data, &bytes);
        }
        self.headers.extend(self.bench.take(self.packet));
        self.payloads
            .extend(self.bench.take_payloads(self.packet_data));
        while let Some(header) = self.headers.front() {
            let length = header.get("length") as usize;
            if length > 0 && self.payloads.is_empty() {
                break;
            }
            let header = self.headers.pop_front().unwrap();
            self.receive(&header, length);
        }
        while self.acks.front().is_some_and(|ack| ack.0 <= now) {
            let (_, qpn, psn) = self.acks.pop_front().unwrap();
            self.acknowledge(qpn, psn);
        }
        for record in self.bench.take(self.completion) {
            assert_eq!(record.get("flags"), 0);
            self.completions.push(Completed {
                qpn: record.get("qpn"),
                cqn: record.get("cqn"),
                opcode: record.get("opcode") as u8,
                index: record.get("index") as u16,
                status: record.get("status") as u8,
                length: record.get("length") as u32,
                vendor_error: record.get("vendor_error") as u8,
            });
        }
        for record in self.bench.take(self.fault) {
            assert_eq!(
                record.get("event"),
                u64::from(ferric_layout::event::kind::QP_FATAL)
            );
            self.faults
                .push((record.get("qpn"), record.get("detail") as u8));
        }
        self.holds &= !self.lets_go;
        self.lets_go = self.bench.model.peek("pushed_done") == 1;
        for name in COUNTS {
            *self.counts.entry(name).or_default() +=
                self.bench.model.peek(&format!("count_requester_{name}"));
        }
        if self.bench.model.peek("retired_valid") == 1 {
            self.retired.insert(
                self.bench.model.peek("retired.qpn"),
                self.bench.model.peek("retired.index") as u16,
            );
        }
    }

    fn write_memory(&mut self) {
        let now = self.bench.cycle();
        for write in self.bench.take(self.deliver_write) {
            self.writes += 1;
            self.deliver_writes
                .push_back((write.get("address"), write.get("length") as usize));
        }
        self.deliver_bytes
            .extend(self.bench.take_payloads(self.deliver_data));
        while let (Some(&(address, length)), Some(bytes)) =
            (self.deliver_writes.front(), self.deliver_bytes.front())
        {
            assert_eq!(bytes.len(), length.next_multiple_of(64));
            for (k, byte) in bytes[..length].iter().enumerate() {
                self.memory.insert(physical(address + k as u64), *byte);
            }
            self.deliver_writes.pop_front();
            self.deliver_bytes.pop_front();
            self.deliver_leaving.push_back(now + self.write_latency);
        }
        while self.deliver_leaving.front().is_some_and(|due| *due <= now) {
            self.deliver_leaving.pop_front();
            self.deliver_written += 1;
        }
        self.bench
            .model
            .poke("deliver_written", self.deliver_written & 0xFFFF);
    }

    fn receive(&mut self, header: &Received, length: usize) {
        let code = header.get("opcode") as u8;
        let mut payload = if length > 0 {
            self.payloads.pop_front().unwrap()
        } else {
            vec![]
        };
        assert_eq!(payload.len(), length.next_multiple_of(64));
        payload.truncate(length);
        let row = ferric_layout::opcode::row(code).expect("a known opcode");
        let has = |bit: u8| row.headers & bit != 0;
        let packet = Packet {
            qpn: header.get("qpn"),
            peer_qpn: header.get("peer_qpn"),
            opcode: code,
            psn: header.get("psn") as u32,
            solicited: header.get("solicited") == 1,
            ack_request: header.get("ack_request") == 1,
            reth: has(ferric_layout::opcode::headers::RETH).then(|| {
                (
                    header.get("va"),
                    header.get("rkey") as u32,
                    header.get("dma_length") as u32,
                )
            }),
            immediate: has(ferric_layout::opcode::headers::IMMEDIATE
                | ferric_layout::opcode::headers::INVALIDATE)
            .then(|| header.get("immediate") as u32),
            atomic: has(ferric_layout::opcode::headers::ATOMIC).then(|| {
                (
                    header.get("va"),
                    header.get("rkey") as u32,
                    header.get("swap"),
                    header.get("compare"),
                )
            }),
            payload,
        };
        if let (Some(delay), true) = (self.acknowledges, packet.ack_request) {
            self.acks
                .push_back((self.bench.cycle() + delay, packet.qpn, packet.psn));
        }
        self.packets.push(packet);
    }

    pub fn run(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.step());
    }
    pub fn until(&mut self, limit: u64, mut done: impl FnMut(&mut World) -> bool) {
        let end = self.bench.cycle() + limit;
        while !done(self) {
            assert!(
                self.bench.cycle() < end,
                "not done after {limit} cycles: {} packets, {} completions, {:?}, faults {:?}\n{}",
                self.packets.len(),
                self.completions.len(),
                self.counts,
                self.faults,
                self.bench.state()
            );
            self.step();
        }
    }
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }
    pub fn take_packets(&mut self) -> Vec<Packet> {
        std::mem::take(&mut self.packets)
    }
    pub fn take_completions(&mut self) -> Vec<Completed> {
        std::mem::take(&mut self.completions)
    }
}

/// Packets of one QP.
pub fn of(packets: &[Packet], qpn: u64) -> Vec<Packet> {
    packets
        .iter()
        .filter(|packet| packet.qpn == qpn)
        .cloned()
        .collect()
}

/// Fails at the first difference, without printing megabytes.
pub fn same(got: &[Packet], wanted: &[Packet]) {
    for (k, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let short = |packet: &Packet| Packet {
            payload: vec![],
            ..packet.clone()
        };
        assert_eq!(short(got), short(wanted), "packet {k}");
        assert_eq!(
            got.payload.len(),
            wanted.payload.len(),
            "payload length of packet {k}: {:?}",
            short(got)
        );
        if let Some(at) = (0..got.payload.len()).find(|&at| got.payload[at] != wanted.payload[at]) {
            panic!(
                "packet {k}: byte {at} of {} is wrong: {:?}",
                got.payload.len(),
                short(got)
            );
        }
    }
    assert_eq!(got.len(), wanted.len(), "number of packets");
}
