//! The completer alone: every host request is served or refused exactly once, and no slow register stops a doorbell.
use ferric_rtl::pcie::completer::Completer;
use ferric_verilated::{Bench, Model, Received, Sink, Source, record};
use rust_hdl::prelude::Block;
use std::collections::{BTreeMap, VecDeque};

const MEMORY_READ: u8 = 0;
const MEMORY_WRITE: u8 = 1;
const IO_READ: u8 = 2;
const IO_WRITE: u8 = 3;
const FETCH_ADD: u8 = 4;
const LOCKED_READ: u8 = 7;
const MESSAGE: u8 = 13;

#[derive(Clone, Debug)]
struct Request {
    kind: u8,
    bar: u8,
    /// Of the first enabled byte.
    address: u64,
    /// DWs.
    dwords: u64,
    first: u8,
    last: u8,
    tag: u8,
    data: Vec<u8>,
}

/// Base and log2 of the size of each BAR that is tried.
fn bar(number: u8) -> (u64, u64) {
    match number {
        0 => (0x38_0000_0000, 13),
        2 => (0x38_0004_0000, 18),
        4 => (0x38_0010_0000, 16),
        _ => (0xf000_0000, 12),
    }
}

struct Card {
    bench: Bench,
    beats: VecDeque<(Vec<u8>, Vec<u8>, bool)>,
    cc: Vec<(Vec<u8>, bool)>,
    /// Bytes of the answer to each tag.
    answers: BTreeMap<u8, Vec<u8>>,
    cc_stall: f64,
    credits: u64,
    doorbell: Sink,
    registers: [(Sink, Source); 2],
    accesses: [Vec<Received>; 2],
    doorbells: Vec<Received>,
    counts: BTreeMap<&'static str, u64>,
}

/// What a register reads as.
fn value(bar: usize, address: u64) -> u32 {
    (address as u32).wrapping_mul(0x9e37_79b9) ^ bar as u32
}

impl Card {
    fn new(seed: u64) -> Self {
        let mut block = Completer::default();
        block.connect_all();
        let model = Model::build("pcie_completer", &block).expect("builds");
        let mut bench = Bench::new(model, seed);
        let doorbell = bench.sink("doorbell");
        let registers = [
            (bench.sink("register_access"), bench.source("register_data")),
            (bench.sink("vector_access"), bench.source("vector_data")),
        ];
        bench.model.poke("m_axis_cq_tvalid", false);
        bench.model.poke("s_axis_cc_tready", false);
        bench.reset(2);
        Card {
            bench,
            beats: VecDeque::new(),
            cc: vec![],
            answers: BTreeMap::new(),
            cc_stall: 0.3,
            credits: 0,
            doorbell,
            registers,
            accesses: [vec![], vec![]],
            doorbells: vec![],
            counts: BTreeMap::new(),
        }
    }

    fn send(&mut self, r: &Request) {
        let mut packet = vec![];
        packet.extend((r.address & !3).to_le_bytes());
        let (_, aperture) = bar(r.bar);
        let high = r.dwords
            | u64::from(r.kind) << 11
            | 0x0100 << 16
            | u64::from(r.tag) << 32
            | u64::from(r.bar) << 48
            | aperture << 51;
        packet.extend(high.to_le_bytes());
        packet.extend(&r.data);
        let count = packet.len().div_ceil(64);
        for (i, chunk) in packet.chunks(64).enumerate() {
            let mut data = chunk.to_vec();
            data.resize_with(64, || self.bench.random().u8(..));
            let mut user = vec![0u8; 23];
            if i == 0 {
                user[0] = r.first;
                user[1] = r.last;
            }
            self.beats.push_back((data, user, i + 1 == count));
        }
    }

    /// Gives up the packet that was sent last.
    fn discontinue(&mut self) {
        self.beats.back_mut().unwrap().1[12] |= 1;
    }

    fn step(&mut self) {
        let idle = self.bench.random().f64() < 0.2;
        let offer = self.beats.front().filter(|_| !idle).cloned();
        let model = &mut self.bench.model;
        model.poke("m_axis_cq_tvalid", offer.is_some());
        if let Some((data, user, last)) = &offer {
            model.poke("m_axis_cq_tdata", &data[..]);
            model.poke("m_axis_cq_tuser", &user[..]);
            model.poke("m_axis_cq_tlast", *last);
        }
        let take = self.bench.random().f64() >= self.cc_stall;
        let model = &mut self.bench.model;
        model.poke("s_axis_cc_tready", take);
        let taken = model.peek("m_axis_cq_tready") == 1 && offer.is_some();
        let valid = model.peek("s_axis_cc_tvalid") == 1;
        if let Some((_, last)) = self.cc.last() {
            assert!(*last || valid, "gap in a completion");
        }
        if valid && take {
            let keep = model.peek("s_axis_cc_tkeep");
            let bytes =
                model.peek_bytes("s_axis_cc_tdata")[..4 * keep.trailing_ones() as usize].to_vec();
            let last = model.peek("s_axis_cc_tlast") == 1;
            assert!(last || keep == 0xffff);
            let user = model.peek_big("s_axis_cc_tuser");
            let user: u64 = (&user & num_bigint::BigUint::from(0xffffu64))
                .try_into()
                .unwrap();
            let first = self.cc.last().is_none_or(|(_, last)| *last);
            assert_eq!(user & 3, u64::from(first), "start");
            assert_eq!(user >> 6 & 3, u64::from(last), "end");
            assert!(
                !last || user >> 8 & 15 == bytes.len() as u64 / 4 - 1,
                "index of the last DW"
            );
            self.cc.push((bytes, last));
            if last {
                let bytes: Vec<u8> = self.cc.drain(..).flat_map(|b| b.0).collect();
                let old = self.answers.insert(bytes[8], bytes);
                assert!(old.is_none(), "answered twice");
            }
        }
        self.credits += self.bench.model.peek("pcie_cq_np_req");
        if taken {
            self.beats.pop_front();
        }
        self.bench.step();
        for name in ["count_pcie_unsupported", "count_doorbell_unknown"] {
            *self.counts.entry(name).or_default() += self.bench.model.peek(name);
        }
        self.doorbells.extend(self.bench.take(self.doorbell));
        for bar in 0..2 {
            let (sink, source) = self.registers[bar];
            for access in self.bench.take(sink) {
                if access.get("write") == 0 {
                    let data = value(bar, access.get("address"));
                    self.bench.push(source, record! {"data" => data});
                }
                self.accesses[bar].push(access);
            }
        }
    }

    fn run(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.step());
    }

    fn read(&mut self, bar_number: u8, offset: u64, length: u64, tag: u8) -> Request {
        let (base, _) = bar(bar_number);
        let address = base + offset;
        let dwords = ((offset & 3) + length).div_ceil(4).max(1);
        let (mut first, mut last) = enables(offset & 3, length);
        if length == 0 {
            (first, last) = (0, 0);
        }
        let r = Request {
            kind: MEMORY_READ,
            bar: bar_number,
            address,
            dwords,
            first,
            last,
            tag,
            data: vec![],
        };
        self.send(&r);
        r
    }

    fn write(&mut self, bar_number: u8, offset: u64, bytes: &[u8]) {
        let (base, _) = bar(bar_number);
        let (first, last) = enables(offset & 3, bytes.len() as u64);
        let mut data = vec![0xee; (offset & 3) as usize];
        data.extend(bytes);
        data.resize(data.len().div_ceil(4) * 4, 0xee);
        let dwords = data.len() as u64 / 4;
        self.send(&Request {
            kind: MEMORY_WRITE,
            bar: bar_number,
            address: base + offset,
            dwords,
            first,
            last,
            tag: 0,
            data,
        });
    }

    fn answer(&mut self, tag: u8) -> Vec<u8> {
        for _ in 0..2000 {
            if let Some(answer) = self.answers.remove(&tag) {
                return answer;
            }
            self.step();
        }
        panic!("no answer to tag {tag}\n{}", self.bench.state())
    }
}

fn enables(low: u64, length: u64) -> (u8, u8) {
    let dwords = (low + length).div_ceil(4);
    let first = 0xfu8 << low & 0xf;
    let last = 0xfu8 >> (3 - (low + length + 3) % 4);
    if dwords <= 1 {
        (first & last, 0)
    } else {
        (first, last)
    }
}

fn field(answer: &[u8], low: usize, bits: usize) -> u64 {
    let mut wide = [0u8; 16];
    wide[..12].copy_from_slice(&answer[..12]);
    (u128::from_le_bytes(wide) >> low) as u64 & ((1 << bits) - 1)
}

#[test]
fn register_read_of_every_size_is_answered_with_its_bytes() {
    let mut card = Card::new(1);
    let mut tag = 0u8;
    for number in [0u8, 4] {
        for offset in 0..8 {
            for length in [0, 1, 2, 3, 4, 5, 8, 13, 16, 32, 52, 53, 60, 64 - offset % 4] {
                let offset = 0x100 + offset;
                tag = tag.wrapping_add(1);
                card.read(number, offset, length, tag);
                let answer = card.answer(tag);
                assert_eq!(field(&answer, 43, 3), 0, "status");
                let dwords = ((offset & 3) + length).div_ceil(4).max(1);
                assert_eq!(answer.len() as u64, 12 + 4 * dwords);
                assert_eq!(field(&answer, 32, 11), dwords);
                assert_eq!(field(&answer, 16, 13), length.max(1), "byte count");
                let low = if length == 0 { offset & !3 } else { offset };
                assert_eq!(field(&answer, 0, 7), low & 0x7f, "lower address");
                assert_eq!(field(&answer, 48, 16), 0x0100, "requester");
                for i in 0..length {
                    let at = offset + i;
                    let want =
                        value(usize::from(number / 4), at & !3).to_le_bytes()[(at & 3) as usize];
                    assert_eq!(answer[12 + ((offset & 3) + i) as usize], want);
                }
            }
        }
    }
}

#[test]
fn register_read_of_a_32_bit_register_is_the_known_packet() {
    let mut card = Card::new(2);
    card.read(0, 0x104, 4, 0x2b);
    let answer = card.answer(0x2b);
    let words: Vec<u32> = answer
        .chunks(4)
        .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
        .collect();
    assert_eq!(words[..3], [0x0004_0004, 0x0100_0001, 0x0000_002b]);
    assert_eq!(words[3], value(0, 0x104));
}

#[test]
fn unserved_requests_are_refused_once_and_posted_ones_dropped() {
    let mut card = Card::new(3);
    let mut tag = 0u8;
    let mut expected = 0;
    let refused = |card: &mut Card, r: Request, status: u64, expected: &mut u64| {
        card.send(&r);
        let answer = card.answer(r.tag);
        assert_eq!(field(&answer, 43, 3), status, "{r:?}");
        assert_eq!(field(&answer, 32, 11), 0);
        assert_eq!(answer.len(), 32);
        assert_eq!(answer[12], r.first | r.last << 4);
        assert_eq!(answer[16..24], (r.address & !3).to_le_bytes());
        *expected += 1;
    };
    for (kind, number, dwords, data, status) in [
        (MEMORY_READ, 1, 1, 0, 1),
        (MEMORY_READ, 6, 2, 0, 1),
        (MEMORY_READ, 0, 17, 0, 4),
        (MEMORY_READ, 4, 1024, 0, 4),
        (IO_READ, 0, 1, 0, 1),
        (IO_WRITE, 0, 1, 1, 1),
        (FETCH_ADD, 0, 2, 2, 1),
        (LOCKED_READ, 0, 1, 0, 1),
    ] {
        tag += 1;
        let (base, _) = bar(number);
        let last = if dwords > 1 { 15 } else { 0 };
        let data = vec![0; 4 * data];
        let r = Request {
            kind,
            bar: number,
            address: base + 0x20,
            dwords,
            first: 15,
            last,
            tag,
            data,
        };
        refused(&mut card, r, status, &mut expected);
    }
    // A message says nothing to us; a write to nowhere, a long write and one that was given up are dropped and counted.
    let message = Request {
        kind: MESSAGE,
        bar: 0,
        address: 0,
        dwords: 0,
        first: 0,
        last: 0,
        tag: 0,
        data: vec![],
    };
    card.send(&message);
    card.write(1, 0x10, &[1, 2, 3, 4]);
    card.write(0, 0x10, &[7; 68]);
    card.write(0, 0x10, &[7; 4]);
    card.discontinue();
    card.write(2, 0x40, &[7; 256]);
    card.run(100);
    assert_eq!(card.counts["count_pcie_unsupported"], expected + 4);
    assert!(card.accesses[0].is_empty() && card.doorbells.is_empty());
}

#[test]
fn register_write_of_any_shape_touches_its_bytes_alone() {
    let mut card = Card::new(4);
    let mut expected: Vec<(u64, u64, u64)> = vec![];
    for _ in 0..200 {
        let length = card.bench.random().u64(1..=60);
        let offset = card.bench.random().u64(0..0x1000);
        let bytes: Vec<u8> = (0..length).map(|_| card.bench.random().u8(..)).collect();
        card.write(0, offset, &bytes);
        for word in offset / 4..=(offset + length - 1) / 4 {
            let (mut enable, mut data) = (0, 0);
            for k in 0..4 {
                let at = 4 * word + k;
                if at >= offset && at < offset + length {
                    enable |= 1 << k;
                    data |= u64::from(bytes[(at - offset) as usize]) << (8 * k);
                }
            }
            expected.push((4 * word, enable, data));
        }
    }
    card.run(15_000);
    assert_eq!(card.accesses[0].len(), expected.len());
    for (access, (address, enable, data)) in card.accesses[0].iter().zip(expected) {
        assert_eq!(
            (
                access.get("write"),
                access.get("address"),
                access.get("enable")
            ),
            (1, address, enable)
        );
        for k in 0..4 {
            if enable >> k & 1 == 1 {
                assert_eq!(access.get("data") >> (8 * k) & 0xff, data >> (8 * k) & 0xff);
            }
        }
    }
}

#[test]
fn doorbell_writes_of_every_shape_ring_what_is_whole() {
    let mut card = Card::new(5);
    let mut expected: Vec<(u64, u64, bool, Vec<u8>)> = vec![];
    let mut ragged = 0;
    for _ in 0..400 {
        let page = card.bench.random().u64(..64);
        let words = card.bench.random().u64(1..=8);
        let offset =
            8 * card.bench.random().u64(..8 - words + 1) + 64 * card.bench.random().u64(..60);
        let bytes: Vec<u8> = (0..8 * words).map(|_| card.bench.random().u8(..)).collect();
        // Two bytes are missing at the beginning, or four at the end, or four at the beginning, or nothing.
        let cut = card.bench.random().u8(..6);
        let (from, start) = match cut {
            0 => (1, 2),
            2 => (words, 4),
            _ => (0, 0),
        };
        let (to, stop) = if cut == 1 {
            (words - 1, bytes.len() - 4)
        } else {
            (words, bytes.len())
        };
        ragged += u64::from(cut < 3);
        card.write(2, (page << 12) + offset + start as u64, &bytes[start..stop]);
        if words == 8 && cut > 2 {
            expected.push((page, offset, true, bytes));
            continue;
        }
        for word in from..to {
            let at = 8 * word as usize;
            expected.push((page, offset + 8 * word, false, bytes[at..at + 8].to_vec()));
        }
    }
    card.run(8_000);
    assert_eq!(card.counts["count_doorbell_unknown"], ragged);
    assert_eq!(card.doorbells.len(), expected.len());
    for (bell, (page, offset, wide, bytes)) in card.doorbells.iter().zip(expected) {
        assert_eq!(
            (bell.get("page"), bell.get("offset"), bell.get("wide") == 1),
            (page, offset, wide)
        );
        assert_eq!(bell.bytes("data")[..bytes.len()], bytes);
    }
}

#[test]
fn slow_register_reads_do_not_stop_doorbells() {
    let mut card = Card::new(6);
    let (register, _) = card.registers[0];
    card.bench.set_sink_stall(register, 1.0);
    card.run(40);
    assert_eq!(card.credits, 16, "credits after reset");
    for tag in 0..16 {
        card.read(0, 4 * u64::from(tag), 4, tag);
    }
    for i in 0..100u64 {
        card.write(2, 0, &i.to_le_bytes());
    }
    card.run(1000);
    assert_eq!(card.doorbells.len(), 100);
    assert!(card.answers.is_empty());
    card.bench.set_sink_stall(register, 0.3);
    for tag in 0..16 {
        card.answer(tag);
    }
    card.run(30);
    assert_eq!(card.credits, 32, "a credit for each answer");
}

#[test]
fn doorbell_leaves_two_cycles_after_its_beat() {
    let mut card = Card::new(7);
    card.bench.set_stall(0.0);
    card.run(5);
    card.write(2, 0x1008, &[1; 8]);
    while !card.beats.is_empty() {
        card.step();
    }
    let taken = card.bench.cycle();
    while card.doorbells.is_empty() {
        card.step();
    }
    assert!(
        card.doorbells[0].cycle - taken <= 2,
        "{} cycles",
        card.doorbells[0].cycle - taken
    );
}
