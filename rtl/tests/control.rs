//! The admin queue with all it executes, from the host's memory to the configuration that comes out.
use ferric_layout::admin::*;
use ferric_layout::event::kind as event;
use ferric_layout::opcode::transport;
use ferric_layout::qp::{access, state};
use ferric_layout::register;
use ferric_layout::sizes::*;
use ferric_rtl::control::Control;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::BTreeMap;
use zerocopy::{FromBytes, Immutable, IntoBytes};

const COMMANDS: u64 = 0x1_0000;
const COMPLETIONS: u64 = 0x2_0000;
const LOG2: u64 = 4;

trait CommandBytes {
    fn as_bytes(&self) -> &[u8];
}
impl<T: IntoBytes + Immutable> CommandBytes for T {
    fn as_bytes(&self) -> &[u8] {
        IntoBytes::as_bytes(self)
    }
}

struct Rig {
    bench: Bench,
    access: Source,
    read: Sink,
    status: Source,
    data: Source,
    write: Sink,
    write_data: Sink,
    cq_ring: Sink,
    eq_ring: Sink,
    requester: Sink,
    responder: Sink,
    fault: Source,
    raise: Sink,
    invalidate: Source,
    invalidated: Sink,
    memory: BTreeMap<u64, Vec<u8>>,
    posted: u64,
    written: u64,
    /// What came out on the ports that are valid only.
    keys: Vec<(u64, u64, u64)>,
    pages: Vec<(u64, u64)>,
    qps: Vec<(u64, u64, u64, u64)>,
    /// Requester and responder: cycles from a fence to its answer, and since when it stands.
    fence_delays: [u64; 2],
    fences: [Option<u64>; 2],
    /// Fences that were answered.
    fenced: [u64; 2],
}

/// Ports of fences.
const FENCES: [(&str, &str); 2] = [
    ("fence_requester", "requester_fenced"),
    ("fence_responder", "responder_fenced"),
];

impl Rig {
    fn new(seed: u64) -> Self {
        let mut block = Control::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("control", &block).unwrap(), seed);
        let access = bench.source("access");
        let (read, status, data) = (
            bench.sink("read"),
            bench.source("status"),
            bench.source("data"),
        );
        let (write, write_data) = (bench.sink("write"), bench.sink("write_data"));
        let (cq_ring, eq_ring) = (bench.sink("cq_ring"), bench.sink("eq_ring"));
        let (requester, responder) = (bench.sink("requester"), bench.sink("responder"));
        let (fault, raise) = (bench.source("responder_fault"), bench.sink("raise"));
        let (invalidate, invalidated) = (bench.source("invalidate"), bench.sink("invalidated"));
        bench.reset(2);
        bench.run(KEYS as u64 + 10); // the tables are swept
        let mut rig = Rig {
            bench,
            access,
            read,
            status,
            data,
            write,
            write_data,
            cq_ring,
            eq_ring,
            requester,
            responder,
            fault,
            raise,
            invalidate,
            invalidated,
            memory: BTreeMap::new(),
            posted: 0,
            written: 0,
            keys: vec![],
            pages: vec![],
            qps: vec![],
            fence_delays: [7, 20],
            fences: [None; 2],
            fenced: [0; 2],
        };
        for (address, value) in [
            (register::ADMIN_COMMAND_LOW, COMMANDS),
            (register::ADMIN_COMPLETION_LOW, COMPLETIONS),
            (register::ADMIN_LOG2, LOG2 | 0x100),
        ] {
            rig.register(address, value);
        }
        rig
    }
    fn register(&mut self, address: u32, data: u64) {
        let write = record! {"write" => 1u64, "address" => u64::from(address), "data" => data, "enable" => 15u64};
        self.bench.push(self.access, write);
    }
    /// One cycle, with host memory answering.
    fn step(&mut self) {
        self.bench.step();
        let m = &self.bench.model;
        if m.peek("key_write_valid") == 1 {
            self.keys.push((
                m.peek("key_write.index"),
                m.peek("key_write.entry.valid"),
                m.peek("key_write.entry.length"),
            ));
        }
        if m.peek("page_write_valid") == 1 {
            self.pages
                .push((m.peek("page_write.index"), m.peek("page_write.frame")));
        }
        if m.peek("qp_write_valid") == 1 {
            let path = m.peek("qp_write.path.destination_mac");
            self.qps.push((
                m.peek("qp_write.qpn"),
                m.peek("qp_write.send.state"),
                m.peek("qp_write.receive.pd"),
                path,
            ));
        }
        self.answer_fences();
        for request in self.bench.take(self.read) {
            let (address, length) = (request.get("address"), request.get("length") as usize);
            let bytes = self.memory.get(&address).cloned();
            self.bench
                .push(self.status, record! {"error" => u64::from(bytes.is_none())});
            let bytes = bytes.unwrap_or_else(|| vec![0xFF; length]);
            assert_eq!(bytes.len(), length);
            self.bench.push_payload(self.data, &bytes);
        }
        let written = self.written + self.bench.received(self.write_data) as u64;
        self.bench.model.poke("written", written & 0xFFFF);
    }
    fn answer_fences(&mut self) {
        let now = self.bench.cycle();
        for (k, (fence, fenced)) in FENCES.iter().enumerate() {
            let up = self.bench.model.peek(fence) == 1;
            let since = up.then(|| self.fences[k].unwrap_or(now));
            self.fences[k] = since;
            let over = since.is_some_and(|since| now - since >= self.fence_delays[k]);
            self.fenced[k] += u64::from(over && self.bench.model.peek(fenced) == 0);
            self.bench.model.poke(fenced, over);
        }
    }
    fn post(&mut self, command: &[u8]) {
        let slot = self.posted & ((1 << LOG2) - 1);
        self.memory.insert(COMMANDS + slot * 128, command.to_vec());
        self.posted += 1;
        self.register(register::ADMIN_PRODUCER, self.posted & 0xFFFF);
    }
    /// Executes one command and gives its completion.
    fn run(&mut self, command: &impl CommandBytes) -> (Status, Completion) {
        self.post(command.as_bytes());
        for _ in 0..6000 {
            self.step();
            if self.bench.received(self.raise) > 0 {
                break;
            }
        }
        let raised = self.bench.take(self.raise);
        assert_eq!(
            raised.len(),
            1,
            "no completion (seed {})",
            self.bench.seed()
        );
        assert_eq!(
            (raised[0].get("eqn"), raised[0].get("kind")),
            (ASYNC_EQ as u64, u64::from(event::ADMIN))
        );
        let (write, data) = (
            self.bench.take(self.write),
            self.bench.take(self.write_data),
        );
        assert_eq!((write.len(), data.len()), (1, 1));
        self.written += 1;
        let index = self.posted - 1;
        assert_eq!(
            write[0].get("address"),
            COMPLETIONS + (index & ((1 << LOG2) - 1)) * 64
        );
        assert_eq!(write[0].get("length"), 64);
        let completion = Completion::read_from_bytes(&data[0].bytes("data")).unwrap();
        assert_eq!(completion.phase & PHASE, u8::from((index >> LOG2) & 1 == 0));
        let given = Header::read_from_prefix(command.as_bytes()).unwrap().0;
        assert_eq!(
            (completion.opcode, completion.tag, completion.number),
            (given.opcode, given.tag, given.number)
        );
        (Status::from_u8(completion.status).unwrap(), completion)
    }
    fn status(&mut self, command: &impl CommandBytes) -> Status {
        self.run(command).0
    }
    /// What was told to an owner since the last call.
    /// A peer makes a key invalid; whether it was one.
    fn invalidate(&mut self, key: u32, pd: u16) -> bool {
        self.bench
            .push(self.invalidate, record! { "key" => key, "pd" => pd });
        for _ in 0..1000 {
            self.step();
            if let Some(answer) = self.bench.take(self.invalidated).first() {
                return answer.get("ok") == 1;
            }
        }
        panic!("no answer");
    }
    fn told(&mut self, sink: Sink) -> Vec<(u64, u64, u64)> {
        let all = self.bench.take(sink);
        all.iter()
            .map(|c| (c.get("qpn"), c.get("kind"), c.get("psn")))
            .collect()
    }
}

fn header(opcode: u8, number: u32) -> Header {
    Header {
        opcode,
        flags: 0,
        tag: (number as u16 ^ 0x1234).into(),
        number: number.into(),
    }
}
/// A command that is no more than its header.
fn plain(opcode: u8, number: u32) -> CreateRing {
    CreateRing {
        header: header(opcode, number),
        ..Default::default()
    }
}
fn ring(opcode: u8, number: u32, eqn: u8) -> CreateRing {
    CreateRing {
        header: header(opcode, number),
        page: 3.into(),
        log2: 4,
        eqn,
        ring: 0x7_0000.into(),
        ..Default::default()
    }
}
fn key(index: u32) -> CreateKey {
    CreateKey {
        header: header(opcode::CREATE_KEY, index),
        pd: 5.into(),
        access: access::LOCAL_WRITE | access::REMOTE_WRITE | access::REMOTE_INVALIDATE,
        page_shift: 12,
        tag: 0xA5,
        va: 0x1000.into(),
        length: 0x3000.into(),
        first_page: 100.into(),
        page_count: 4.into(),
        offset: 0x800.into(),
        ..Default::default()
    }
}
fn qp(opcode: u8, number: u32, to: u8) -> Qp {
    Qp {
        header: header(opcode, number),
        pd: 9.into(),
        state: to,
        transport: transport::RC,
        page: 2,
        access: access::ALL,
        send_ring: 0x10_0000.into(),
        receive_ring: 0x20_0000.into(),
        send_log2: 6,
        receive_log2: 5,
        pmtu: if to == state::RESET || to == state::INIT {
            0
        } else {
            5
        },
        send_cqn: 1.into(),
        receive_cqn: 2.into(),
        peer_qpn: 0x12_3456.into(),
        send_psn: 0xFF_FFFF.into(),
        receive_psn: 0xAB_CDEF.into(),
        destination_mac: [2, 4, 6, 8, 10, 12],
        ..Default::default()
    }
}

/// With event queue 0 and completion queues 1 and 2.
fn ready(seed: u64) -> Rig {
    let mut rig = Rig::new(seed);
    assert_eq!(rig.status(&ring(opcode::CREATE_EQ, 0, 0)), Status::Success);
    assert_eq!(rig.status(&ring(opcode::CREATE_CQ, 1, 0)), Status::Success);
    assert_eq!(rig.status(&ring(opcode::CREATE_CQ, 2, 0)), Status::Success);
    rig
}

#[test]
fn admin_queue_wraps_and_answers_each_command_in_order() {
    let mut rig = Rig::new(1);
    for n in 0..40 {
        assert_eq!(rig.status(&plain(opcode::NOP, n)), Status::Success);
    }
}

#[test]
fn admin_unknown_or_flagged_command_is_refused_and_the_queue_lives_on() {
    let mut rig = ready(2);
    let known = [
        0x00, 0x01, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0x30, 0x31, 0x32, 0x40, 0x41, 0x42, 0x43,
    ];
    for code in (0..=255u8).filter(|c| !known.contains(c)) {
        let status = rig.status(&plain(code, 5));
        // A QP's executor looks at the QPN first.
        let expected = if code >> 4 == 4 {
            Status::NotFound
        } else {
            Status::UnknownOpcode
        };
        assert_eq!(status, expected, "opcode {code:#x}");
    }
    let mut flagged = plain(opcode::NOP, 0);
    flagged.header.flags = 1;
    assert_eq!(rig.status(&flagged), Status::BadArgument);
    assert_eq!(rig.status(&plain(opcode::NOP, 0)), Status::Success);
}

#[test]
fn admin_memory_that_cannot_be_read_stops_the_queue_until_it_is_restarted() {
    let mut rig = Rig::new(3);
    rig.register(register::ADMIN_PRODUCER, 1);
    (0..300).for_each(|_| rig.step());
    assert_eq!(rig.bench.received(rig.write), 0);
    rig.posted = 0;
    rig.register(register::ADMIN_LOG2, LOG2 | 0x100);
    assert_eq!(rig.status(&plain(opcode::NOP, 1)), Status::Success);
}

#[test]
fn key_created_queried_destroyed_reaches_memory() {
    let mut rig = Rig::new(4);
    rig.keys.clear();
    assert_eq!(rig.status(&plain(opcode::QUERY_KEY, 7)), Status::NotFound);
    assert_eq!(rig.status(&key(7)), Status::Success);
    assert_eq!(rig.status(&key(7)), Status::InUse);
    assert_eq!(rig.status(&plain(opcode::QUERY_KEY, 7)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::DESTROY_KEY, 7)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::DESTROY_KEY, 7)), Status::NotFound);
    let valid: Vec<_> = rig.keys.iter().map(|k| (k.0, k.1)).collect();
    assert_eq!(valid, [(7, 1), (7, 0)]);
    assert_eq!(rig.keys[0].2, 0x3000);
}

#[test]
fn key_that_a_peer_makes_invalid_keeps_its_number() {
    let mut rig = Rig::new(40);
    rig.keys.clear();
    assert_eq!(rig.status(&key(7)), Status::Success);
    let whole = 7 << 8 | 0xA5;
    for (key, pd) in [
        (whole ^ 1, 5),
        (whole, 6),
        (whole + 0x100, 5),
        (whole | 1 << 31, 5),
        (0, 0),
    ] {
        assert!(!rig.invalidate(key, pd));
    }
    assert_eq!(rig.keys.len(), 1);
    assert!(rig.invalidate(whole, 5));
    assert_eq!((rig.keys[1].0, rig.keys[1].1), (7, 0));
    assert!(!rig.invalidate(whole, 5));
    assert_eq!(rig.status(&key(7)), Status::InUse);
    assert_eq!(rig.status(&plain(opcode::DESTROY_KEY, 7)), Status::Success);
    assert_eq!(rig.status(&key(7)), Status::Success);
    assert!(rig.invalidate(whole, 5));
}

#[test]
fn key_that_was_not_made_for_it_is_not_made_invalid_by_a_peer() {
    let mut rig = Rig::new(42);
    rig.keys.clear();
    let mut key = key(7);
    key.access = access::ALL;
    assert_eq!(rig.status(&key), Status::Success);
    assert!(!rig.invalidate(7 << 8 | 0xA5, 5));
    assert_eq!(rig.keys.len(), 1);
    assert_eq!(rig.status(&plain(opcode::DESTROY_KEY, 7)), Status::Success);
}

#[test]
fn key_is_destroyed_when_all_that_it_opened_is_over() {
    for (seed, delays) in [(43, [400, 0]), (44, [0, 400]), (45, [300, 300])] {
        let mut rig = Rig::new(seed);
        assert_eq!(rig.status(&key(7)), Status::Success);
        assert_eq!(rig.fenced, [0, 0]);
        rig.keys.clear();
        rig.fence_delays = delays;
        rig.post(IntoBytes::as_bytes(&plain(opcode::DESTROY_KEY, 7)));
        let mut over = None;
        for _ in 0..1000 {
            rig.step();
            if rig.fences.iter().any(Option::is_some) {
                // It opens nothing any more, and no check that found it is under way.
                assert_eq!(rig.keys, [(7, 0, 0)]);
            }
            if over.is_none() && rig.fenced == [1, 1] {
                over = Some(rig.bench.cycle());
            }
            assert!(over.is_some() || rig.bench.received(rig.write) == 0);
        }
        assert!(over.is_some());
        assert_eq!(rig.bench.received(rig.write), 1);
    }
}

#[test]
fn key_that_a_peer_ends_is_gone_when_all_that_the_responder_did_with_it_is_over() {
    let mut rig = Rig::new(46);
    assert_eq!(rig.status(&key(7)), Status::Success);
    rig.fence_delays = [u64::MAX, 300];
    // One that is no key waits for nothing.
    assert!(!rig.invalidate(7 << 8, 5));
    assert_eq!(rig.fenced, [0, 0]);
    let before = rig.bench.cycle();
    assert!(rig.invalidate(7 << 8 | 0xA5, 5));
    assert!(rig.bench.cycle() - before > 300);
    assert_eq!(rig.fenced, [0, 1]);
}

#[test]
fn key_is_made_invalid_while_another_is_destroyed() {
    let mut rig = Rig::new(47);
    for number in [7, 8, 9] {
        assert_eq!(rig.status(&key(number)), Status::Success);
    }
    rig.fence_delays = [3000, 5];
    rig.post(IntoBytes::as_bytes(&plain(opcode::DESTROY_KEY, 7)));
    (0..300).for_each(|_| rig.step());
    for number in [8, 9] {
        assert!(rig.invalidate(number << 8 | 0xA5, 5));
        assert!(!rig.invalidate(number << 8 | 0xA5, 5));
    }
    assert_eq!((rig.fenced, rig.bench.received(rig.write)), ([0, 3], 0));
    (0..3000).for_each(|_| rig.step());
    assert_eq!((rig.fenced, rig.bench.received(rig.write)), ([1, 3], 1));
}

#[test]
fn key_is_made_invalid_while_a_command_waits_for_a_qp() {
    let mut rig = ready(41);
    assert_eq!(rig.status(&key(7)), Status::Success);
    for sink in [rig.requester, rig.responder] {
        rig.bench.set_sink_stall(sink, 1.0);
    }
    rig.post(IntoBytes::as_bytes(&qp(opcode::CREATE_QP, 5, state::RESET)));
    (0..500).for_each(|_| rig.step());
    assert!(rig.told(rig.responder).is_empty());
    assert!(rig.invalidate(7 << 8 | 0xA5, 5));
}

#[test]
fn key_with_a_bad_argument_is_refused() {
    let mut rig = Rig::new(5);
    rig.keys.clear();
    for number in [0, KEYS as u32, 0x8000_0001] {
        assert_eq!(
            rig.status(&key(number)),
            Status::BadNumber,
            "key {number:#x}"
        );
    }
    type Spoil = fn(&mut CreateKey);
    let spoils: &[(&str, Spoil)] = &[
        ("pd", |k| k.pd = 0x1_0000.into()),
        ("access", |k| k.access = 0x10),
        ("remote write without local write", |k| {
            k.access = access::REMOTE_WRITE
        }),
        ("remote atomic without local write", |k| {
            k.access = access::REMOTE_ATOMIC
        }),
        ("page shift low", |k| k.page_shift = 11),
        ("page shift high", |k| k.page_shift = 32),
        ("page shift wraps", |k| k.page_shift = 12 + 32),
        ("offset past the first page", |k| k.offset = 0x1000.into()),
        ("no pages", |k| k.page_count = 0.into()),
        ("pages past the table", |k| {
            k.first_page = (PAGES as u32 - 3).into()
        }),
        ("page sum wraps", |k| k.first_page = 0xFFFF_FFFF.into()),
        ("length past the pages", |k| k.length = 0x3801.into()),
        ("length huge", |k| k.length = (1 << 62).into()),
        ("length wraps", |k| k.length = u64::MAX.into()),
        ("address space wraps", |k| k.va = (u64::MAX - 0x2FFE).into()),
    ];
    for (name, spoil) in spoils {
        let mut command = key(7);
        spoil(&mut command);
        assert_eq!(rig.status(&command), Status::BadArgument, "{name}");
    }
    assert!(rig.keys.is_empty());
    let mut last = key(KEYS as u32 - 1);
    (last.va, last.length) = ((u64::MAX - 0x37FE).into(), 0x37FF.into());
    (last.first_page, last.page_count, last.offset) =
        ((PAGES as u32 - 4).into(), 4.into(), 0x801.into());
    assert_eq!(
        rig.status(&last),
        Status::Success,
        "the last key, page and address"
    );
}

#[test]
fn pages_are_written_from_the_list() {
    let mut rig = Rig::new(6);
    for (first, count) in [
        (0u32, 1usize),
        (7, 8),
        (100, 9),
        (PAGES as u32 - 512, 512),
        (3, 63),
    ] {
        let frames: Vec<u64> = (0..count as u64)
            .map(|k| (0xF_0000_0000 + k * 7) ^ u64::from(first))
            .collect();
        let list: Vec<u8> = frames
            .iter()
            .flat_map(|f| (f << 12).to_le_bytes())
            .collect();
        rig.memory.insert(0x50_0000, list);
        let command = WritePages {
            header: header(opcode::WRITE_PAGES, first),
            count: (count as u32).into(),
            list: 0x50_0000.into(),
            ..Default::default()
        };
        assert_eq!(rig.status(&command), Status::Success);
        let expected: Vec<_> = frames
            .iter()
            .enumerate()
            .map(|(k, f)| (u64::from(first) + k as u64, *f))
            .collect();
        assert_eq!(std::mem::take(&mut rig.pages), expected);
    }
}

#[test]
fn pages_with_a_bad_argument_or_unreadable_are_refused() {
    let mut rig = Rig::new(7);
    let pages = |first: u32, count: u32, list: u64| WritePages {
        header: header(opcode::WRITE_PAGES, first),
        count: count.into(),
        list: list.into(),
        ..Default::default()
    };
    for bad in [
        pages(0, 0, 0),
        pages(0, 513, 0),
        pages(PAGES as u32, 1, 0),
        pages(PAGES as u32 - 1, 2, 0),
        pages(u32::MAX, 1, 0),
        pages(0, 1, 8),
    ] {
        assert_eq!(rig.status(&bad), Status::BadArgument);
    }
    assert_eq!(rig.status(&pages(0, 20, 0x50_0000)), Status::MemoryError);
    assert!(rig.pages.is_empty());
    let list: Vec<u8> = [0x1000u64, 0x2001, 0x3000]
        .iter()
        .flat_map(|f| f.to_le_bytes())
        .collect();
    rig.memory.insert(0x50_0000, list);
    assert_eq!(rig.status(&pages(0, 3, 0x50_0000)), Status::BadArgument);
    assert_eq!(rig.pages, [(0, 1)]);
    assert_eq!(rig.status(&plain(opcode::NOP, 1)), Status::Success);
}

#[test]
fn rings_created_queried_destroyed_reach_their_owners() {
    let mut rig = ready(8);
    assert_eq!(rig.status(&ring(opcode::CREATE_CQ, 1, 0)), Status::InUse);
    assert_eq!(rig.status(&ring(opcode::CREATE_EQ, 0, 0)), Status::InUse);
    let (status, answer) = rig.run(&plain(opcode::QUERY_CQ, 1));
    assert_eq!(status, Status::Success);
    assert_eq!(
        answer.object[..16],
        IntoBytes::as_bytes(&ring(opcode::CREATE_CQ, 1, 0))[8..24]
    );
    assert_eq!(rig.status(&plain(opcode::DESTROY_EQ, 0)), Status::Busy);
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 1)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::DESTROY_EQ, 0)), Status::Busy);
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 2)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 2)), Status::NotFound);
    assert_eq!(rig.status(&plain(opcode::DESTROY_EQ, 0)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::QUERY_EQ, 0)), Status::NotFound);
    let cqs: Vec<_> = rig
        .bench
        .take(rig.cq_ring)
        .iter()
        .map(|r| (r.get("number"), r.get("valid")))
        .collect();
    assert_eq!(cqs, [(1, 1), (2, 1), (1, 0), (2, 0)]);
    let eqs: Vec<_> = rig
        .bench
        .take(rig.eq_ring)
        .iter()
        .map(|r| (r.get("number"), r.get("valid"), r.get("ring")))
        .collect();
    assert_eq!((eqs[0], eqs[1].1), ((0, 1, 0x7_0000), 0));
}

#[test]
fn rings_with_a_bad_argument_are_refused() {
    let mut rig = ready(9);
    type Spoil = fn(&mut CreateRing);
    let spoils: &[(Status, Spoil)] = &[
        (Status::BadNumber, |r| r.header.number = (CQS as u32).into()),
        (Status::BadArgument, |r| {
            r.page = (DOORBELL_PAGES as u32).into()
        }),
        (Status::BadArgument, |r| r.log2 = 1),
        (Status::BadArgument, |r| r.log2 = 16),
        (Status::BadArgument, |r| r.ring = 0x7_0020.into()),
        (Status::BadArgument, |r| r.eqn = EQS as u8),
        (Status::BadReference, |r| r.eqn = 3),
    ];
    for (k, (expected, spoil)) in spoils.iter().enumerate() {
        let mut command = ring(opcode::CREATE_CQ, 5, 0);
        spoil(&mut command);
        assert_eq!(rig.status(&command), *expected, "case {k}");
    }
    assert_eq!(
        rig.status(&ring(opcode::CREATE_EQ, EQS as u32, 0)),
        Status::BadNumber
    );
}

#[test]
fn qp_walks_its_states_and_its_owners_are_told_in_order() {
    let mut rig = ready(10);
    rig.qps.clear();
    let (reset, receive, send, error) = (0, 1, 2, 3);
    assert_eq!(
        rig.status(&qp(opcode::CREATE_QP, 20, state::RESET)),
        Status::Success
    );
    let told = |rig: &mut Rig| (rig.told(rig.requester), rig.told(rig.responder));
    let kinds = |t: Vec<(u64, u64, u64)>| t.iter().map(|c| c.1).collect::<Vec<_>>();
    let (a, b) = told(&mut rig);
    assert_eq!((kinds(a), kinds(b)), (vec![reset], vec![reset]));
    assert_eq!(
        rig.status(&qp(opcode::MODIFY_QP, 20, state::INIT)),
        Status::Success
    );
    assert_eq!(
        rig.status(&qp(opcode::MODIFY_QP, 20, state::RTR)),
        Status::Success
    );
    let (a, b) = told(&mut rig);
    assert_eq!((kinds(a), b), (vec![], vec![(20, receive, 0xAB_CDEF)]));
    assert_eq!(
        rig.status(&qp(opcode::MODIFY_QP, 20, state::RTS)),
        Status::Success
    );
    let (a, b) = told(&mut rig);
    assert_eq!((a, kinds(b)), (vec![(20, send, 0xFF_FFFF)], vec![]));
    assert_eq!(
        rig.status(&qp(opcode::MODIFY_QP, 20, state::RTS)),
        Status::Success
    );
    assert_eq!(
        told(&mut rig),
        (vec![], vec![]),
        "RTS to RTS starts nothing"
    );
    assert_eq!(
        rig.run(&plain(opcode::QUERY_QP, 20)).1.object[4],
        state::RTS
    );
    let mut torn = qp(opcode::MODIFY_QP, 20, state::ERROR);
    torn.pd = 0xFFFF_FFFF.into(); // not looked at on this way
    assert_eq!(rig.status(&torn), Status::Success);
    let (a, b) = told(&mut rig);
    assert_eq!((kinds(a), kinds(b)), (vec![error], vec![error]));
    let (_, answer) = rig.run(&plain(opcode::QUERY_QP, 20));
    assert_eq!(
        (answer.object[4], answer.object[0]),
        (state::ERROR, 9),
        "the old attributes were kept"
    );
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 1)), Status::Busy);
    assert_eq!(rig.status(&plain(opcode::DESTROY_QP, 20)), Status::Success);
    assert_eq!(rig.status(&plain(opcode::QUERY_QP, 20)), Status::NotFound);
    let states: Vec<_> = rig.qps.iter().map(|q| (q.0, q.1)).collect();
    let expected = [
        state::RESET,
        state::INIT,
        state::RTR,
        state::RTS,
        state::RTS,
        state::ERROR,
        state::RESET,
    ];
    assert_eq!(states, expected.map(|s| (20, u64::from(s))));
    assert!(rig.qps.iter().all(|q| q.2 == 9 && q.3 == 0x0204_0608_0A0C));
    assert_eq!(
        rig.status(&plain(opcode::DESTROY_CQ, 1)),
        Status::Success,
        "the references went back"
    );
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 2)), Status::Success);
}

#[test]
fn qp_transition_not_in_the_table_is_refused() {
    let allowed: &[(u8, u8)] = &[
        (state::RESET, state::INIT),
        (state::INIT, state::INIT),
        (state::INIT, state::RTR),
        (state::RTR, state::RTS),
        (state::RTS, state::RTS),
        (state::RTS, state::SQD),
        (state::SQD, state::RTS),
        (state::SQD, state::SQD),
    ];
    let mut rig = ready(11);
    assert_eq!(
        rig.status(&qp(opcode::CREATE_QP, 20, state::RESET)),
        Status::Success
    );
    for from in 0..=6u8 {
        for to in 0..=8u8 {
            let path: &[u8] = match from {
                state::RESET => &[],
                state::INIT => &[state::INIT],
                state::RTR => &[state::INIT, state::RTR],
                state::RTS => &[state::INIT, state::RTR, state::RTS],
                state::SQD => &[state::INIT, state::RTR, state::RTS, state::SQD],
                state::ERROR => &[state::INIT, state::ERROR],
                _ => continue, // SQE is no state of an RC QP
            };
            assert_eq!(
                rig.status(&qp(opcode::MODIFY_QP, 20, state::RESET)),
                Status::Success
            );
            for &step in path {
                assert_eq!(
                    rig.status(&qp(opcode::MODIFY_QP, 20, step)),
                    Status::Success
                );
            }
            let legal = to == state::RESET
                || (to == state::ERROR && from != state::RESET)
                || allowed.contains(&(from, to));
            let expected = if legal {
                Status::Success
            } else {
                Status::BadState
            };
            assert_eq!(
                rig.status(&qp(opcode::MODIFY_QP, 20, to)),
                expected,
                "{from} to {to}"
            );
        }
    }
}

#[test]
fn qp_with_a_bad_argument_is_refused_and_takes_no_reference() {
    let mut rig = ready(12);
    for number in [0, 1, QPS as u32, 0xFF_FFFF] {
        assert_eq!(
            rig.status(&qp(opcode::CREATE_QP, number, state::RESET)),
            Status::BadNumber
        );
    }
    type Spoil = fn(&mut Qp);
    let spoils: &[(Status, Spoil)] = &[
        (Status::BadState, |q| q.state = state::INIT),
        (Status::BadArgument, |q| q.pd = 0x1_0000.into()),
        (Status::BadArgument, |q| q.transport = transport::UD),
        (Status::BadArgument, |q| q.page = DOORBELL_PAGES as u8),
        (Status::BadArgument, |q| q.access = 0x10),
        (Status::BadArgument, |q| q.send_ring = 0x10_0010.into()),
        (Status::BadArgument, |q| q.receive_ring = 0x10_0001.into()),
        (Status::BadArgument, |q| q.send_log2 = 1),
        (Status::BadArgument, |q| q.send_log2 = 16),
        (Status::BadArgument, |q| q.receive_log2 = 0x82),
        (Status::BadArgument, |q| q.send_cqn = (CQS as u16).into()),
        (Status::BadArgument, |q| q.pmtu = 6),
        (Status::BadArgument, |q| q.timeout = 32),
        (Status::BadArgument, |q| q.min_rnr_timer = 32),
        (Status::BadArgument, |q| q.retry_count = 8),
        (Status::BadArgument, |q| q.rnr_retry = 8),
        (Status::BadArgument, |q| q.max_rd_atomic = 17),
        (Status::BadArgument, |q| q.max_dest_rd_atomic = 17),
        (Status::BadArgument, |q| q.peer_qpn = 0x100_0000.into()),
        (Status::BadArgument, |q| q.send_psn = 0x100_0000.into()),
        (Status::BadArgument, |q| q.receive_psn = 0x100_0000.into()),
        (Status::BadArgument, |q| q.flow_label = 0x10_0000.into()),
        (Status::BadArgument, |q| q.ipv6 = 2),
        (Status::BadReference, |q| q.send_cqn = 9.into()),
        (Status::BadReference, |q| q.receive_cqn = 9.into()),
    ];
    for (k, (expected, spoil)) in spoils.iter().enumerate() {
        let mut command = qp(opcode::CREATE_QP, 20, state::RESET);
        spoil(&mut command);
        assert_eq!(rig.status(&command), *expected, "case {k}");
    }
    assert_eq!(rig.status(&plain(opcode::QUERY_QP, 20)), Status::NotFound);
    assert_eq!(
        rig.status(&plain(opcode::DESTROY_CQ, 1)),
        Status::Success,
        "no reference was left behind"
    );
    assert_eq!(rig.status(&plain(opcode::DESTROY_CQ, 2)), Status::Success);
}

#[test]
fn qp_attributes_it_is_born_with_may_not_change() {
    let mut rig = ready(13);
    assert_eq!(
        rig.status(&qp(opcode::CREATE_QP, 20, state::RESET)),
        Status::Success
    );
    type Spoil = fn(&mut Qp);
    let spoils: &[Spoil] = &[
        |q| q.pd = 8.into(),
        |q| q.page = 1,
        |q| q.send_ring = 0x11_0000.into(),
        |q| q.receive_ring = 0x21_0000.into(),
        |q| q.send_log2 = 7,
        |q| q.receive_log2 = 6,
        |q| q.send_cqn = 2.into(),
        |q| q.receive_cqn = 1.into(),
    ];
    for spoil in spoils {
        let mut command = qp(opcode::MODIFY_QP, 20, state::INIT);
        spoil(&mut command);
        assert_eq!(rig.status(&command), Status::BadArgument);
    }
    assert_eq!(
        rig.status(&qp(opcode::MODIFY_QP, 20, state::INIT)),
        Status::Success
    );
    let mut without_pmtu = qp(opcode::MODIFY_QP, 20, state::RTR);
    without_pmtu.pmtu = 0;
    assert_eq!(rig.status(&without_pmtu), Status::BadArgument);
}

#[test]
fn qp_fault_moves_it_to_error_once_and_raises_its_event() {
    let mut rig = ready(14);
    for number in [20, 21] {
        assert_eq!(
            rig.status(&qp(opcode::CREATE_QP, number, state::RESET)),
            Status::Success
        );
        for step in [state::INIT, state::RTR, state::RTS] {
            assert_eq!(
                rig.status(&qp(opcode::MODIFY_QP, number, step)),
                Status::Success
            );
        }
    }
    rig.told(rig.requester);
    rig.told(rig.responder);
    for qpn in [20u64, 20, 99, 20] {
        let fault = record! {"qpn" => qpn, "event" => u64::from(event::QP_ACCESS_ERROR), "detail" => 0x62u64};
        rig.bench.push(rig.fault, fault);
    }
    (0..600).for_each(|_| rig.step());
    let raised = rig.bench.take(rig.raise);
    let raised: Vec<_> = raised
        .iter()
        .map(|e| {
            (
                e.get("eqn"),
                e.get("kind"),
                e.get("detail"),
                e.get("number"),
            )
        })
        .collect();
    assert_eq!(raised, [(0, u64::from(event::QP_ACCESS_ERROR), 0x62, 20)]);
    let errors = [rig.told(rig.requester), rig.told(rig.responder)]
        .map(|t| t.iter().map(|c| (c.0, c.1)).collect::<Vec<_>>());
    assert_eq!(errors, [[(20, 3)], [(20, 3)]]);
    assert_eq!(
        rig.run(&plain(opcode::QUERY_QP, 20)).1.object[4],
        state::ERROR
    );
    assert_eq!(
        rig.run(&plain(opcode::QUERY_QP, 21)).1.object[4],
        state::RTS
    );
}
