//! What READs and atomics bring back: every byte where its entry says, nothing else, and no answer before the bytes have left.
use ferric_layout::qp::access;
use ferric_layout::status::Status;
use ferric_rtl::requester::deliver::Deliver;
use ferric_verilated::{Bench, Model, Received, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, HashMap, VecDeque};

const PAGE: u64 = 4096;
/// Entries whose key has this bit are refused.
const BAD_KEY: u32 = 1 << 31;

/// Where a page of virtual memory is on the bus: no two neighbours are.
fn bus(va: u64) -> u64 {
    ((va / PAGE).wrapping_mul(0x9E37_79B9_7F4A_7C15) & 0xF_FFFF_FFFF_FFFF) << 12 | va % PAGE
}

fn pd(qpn: u16) -> u64 {
    u64::from(qpn).wrapping_mul(77) & 0xFFFF
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    va: u64,
    length: u32,
    key: u32,
}

/// What the sweep would say of one response.
#[derive(Clone, Debug)]
enum Say {
    Data {
        read: u8,
        offset: u32,
        bytes: Vec<u8>,
        last: bool,
    },
    Atomic {
        read: u8,
        value: u64,
    },
    Discard(Vec<u8>),
    Marker,
}

/// QPN, whether a marker, status.
type Answer = (u16, bool, u8);

struct Card {
    bench: Bench,
    delivery: Source,
    data: Source,
    check: Sink,
    checked: Source,
    write: Sink,
    write_data: Sink,
    delivered: Sink,
    pmtu: HashMap<u16, u32>,
    /// Entries by QP and number.
    entries: HashMap<(u16, u8), Vec<Piece>>,
    failed: HashMap<u16, bool>,
    next_va: u64,
    writes: VecDeque<Received>,
    payloads: VecDeque<Vec<u8>>,
    /// Bytes on their way out, with the cycle in which they have left.
    leaving: VecDeque<(u64, Vec<(u64, u8)>)>,
    written: u16,
    memory: BTreeMap<u64, u8>,
    expected: BTreeMap<u64, u8>,
    /// Answers to come, each with the bytes that must have left before it.
    answers: VecDeque<(Answer, Vec<(u64, u8)>)>,
    /// Bytes of the present message of each QP.
    pending: HashMap<u16, Vec<(u64, u8)>>,
}

impl Card {
    fn new(seed: u64) -> Card {
        let mut block = Deliver::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("requester_deliver", &block).unwrap(), seed);
        for port in ["qp_write_valid", "entry_write_valid", "record_write_valid"] {
            bench.model.poke(port, false);
        }
        bench.model.poke("written", 0u64);
        let mut card = Card {
            delivery: bench.source("delivery"),
            data: bench.source("data"),
            check: bench.sink("check"),
            checked: bench.source("checked"),
            write: bench.sink("write"),
            write_data: bench.sink("write_data"),
            delivered: bench.sink("delivered"),
            bench,
            pmtu: HashMap::new(),
            entries: HashMap::new(),
            failed: HashMap::new(),
            next_va: 0x7000_0000_0000,
            writes: VecDeque::new(),
            payloads: VecDeque::new(),
            leaving: VecDeque::new(),
            written: 0,
            memory: BTreeMap::new(),
            expected: BTreeMap::new(),
            answers: VecDeque::new(),
            pending: HashMap::new(),
        };
        card.bench.reset(2);
        card
    }

    fn qp(&mut self, qpn: u16, pmtu_code: u32) {
        let model = &mut self.bench.model;
        model.poke("qp_write.qpn", qpn);
        model.poke("qp_write.send.pd", pd(qpn));
        model.poke("qp_write.send.pmtu", pmtu_code);
        model.poke("qp_write_valid", true);
        self.step();
        self.bench.model.poke("qp_write_valid", false);
        self.pmtu.insert(qpn, 128 << pmtu_code);
    }

    /// Fresh memory of so many bytes, anywhere in a page.
    fn piece(&mut self, length: u32, key: u32) -> Piece {
        let va = self.next_va + self.bench.random().u64(0..2 * PAGE);
        self.next_va = va + u64::from(length);
        Piece { va, length, key }
    }

    /// Makes a READ or atomic known.
    fn ask(&mut self, qpn: u16, read: u8, pieces: &[Piece]) {
        for (place, piece) in pieces.iter().enumerate() {
            let model = &mut self.bench.model;
            model.poke("entry_write.qpn", qpn);
            model.poke("entry_write.read", read);
            model.poke("entry_write.place", place as u64);
            model.poke("entry_write.entry.va", piece.va);
            model.poke("entry_write.entry.length", piece.length);
            model.poke("entry_write.entry.lkey", piece.key);
            model.poke("entry_write_valid", true);
            self.step();
            self.bench.model.poke("entry_write_valid", false);
        }
        let total: u32 = pieces.iter().map(|piece| piece.length).sum();
        let model = &mut self.bench.model;
        model.poke("record_write.qpn", qpn);
        model.poke("record_write.read", read);
        model.poke("record_write.length", total);
        model.poke("record_write_valid", true);
        self.step();
        self.bench.model.poke("record_write_valid", false);
        self.entries.insert((qpn, read), pieces.to_vec());
    }

    /// The responses that bring all of it.
    fn responses(&mut self, qpn: u16, read: u8) -> Vec<Say> {
        let total: u32 = self.entries[&(qpn, read)].iter().map(|p| p.length).sum();
        let pmtu = self.pmtu[&qpn];
        let mut offset = 0;
        let mut responses = vec![];
        loop {
            let length = (total - offset).min(pmtu);
            let last = offset + length == total;
            responses.push(Say::Data {
                read,
                offset,
                bytes: self.bytes(length as usize),
                last,
            });
            offset += length;
            if last {
                return responses;
            }
        }
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.bench.random().u8(..)).collect()
    }

    /// Tells the block, and works out what it must do.
    fn say(&mut self, qpn: u16, say: Say) {
        let record = match &say {
            Say::Marker => record! { "marker" => true, "qpn" => qpn, "length" => 4095u64 },
            Say::Discard(bytes) => record! {
                "discard" => true, "qpn" => qpn, "length" => bytes.len() as u64, "last" => true,
            },
            Say::Atomic { read, value } => record! {
                "qpn" => qpn, "atomic" => true, "read" => *read, "value" => *value, "last" => true,
            },
            Say::Data {
                read,
                offset,
                bytes,
                last,
            } => record! {
                "qpn" => qpn, "read" => *read, "offset" => *offset, "length" => bytes.len() as u64, "last" => *last,
            },
        };
        self.bench.push(self.delivery, record);
        if let Say::Discard(bytes) | Say::Data { bytes, .. } = &say {
            self.bench.push_payload(self.data, bytes);
        }
        self.expect(qpn, say);
    }

    fn expect(&mut self, qpn: u16, say: Say) {
        let (read, offset, bytes, last) = match say {
            Say::Discard(_) => return,
            Say::Marker => {
                self.failed.insert(qpn, false);
                self.pending.remove(&qpn);
                self.answers.push_back(((qpn, true, 0), vec![]));
                return;
            }
            Say::Atomic { read, value } => (read, 0, value.to_le_bytes().to_vec(), true),
            Say::Data {
                read,
                offset,
                bytes,
                last,
            } => (read, offset, bytes, last),
        };
        if self.failed.get(&qpn) == Some(&true) {
            return;
        }
        let pieces = &self.entries[&(qpn, read)];
        let total: u64 = pieces.iter().map(|piece| u64::from(piece.length)).sum();
        let end = u64::from(offset) + bytes.len() as u64;
        let fits = if last {
            end == total
        } else {
            end < total && bytes.len() as u32 == self.pmtu[&qpn]
        };
        if !fits {
            self.failed.insert(qpn, true);
            self.answers
                .push_back(((qpn, false, Status::LocalLength as u8), vec![]));
            return;
        }
        let places = pieces
            .iter()
            .flat_map(|piece| (0..u64::from(piece.length)).map(|k| (piece.va + k, piece.key)));
        let mut good = true;
        for ((va, key), byte) in places.skip(offset as usize).zip(bytes) {
            good = good && key & BAD_KEY == 0;
            if good {
                self.expected.insert(bus(va), byte);
                self.pending.entry(qpn).or_default().push((bus(va), byte));
            }
        }
        if !good {
            self.failed.insert(qpn, true);
            self.answers
                .push_back(((qpn, false, Status::LocalProtection as u8), vec![]));
        } else if last {
            let bytes = self.pending.remove(&qpn).unwrap_or_default();
            self.answers.push_back(((qpn, false, 0), bytes));
        }
    }

    fn step(&mut self) {
        self.bench.step();
        for check in self.bench.take(self.check) {
            let answer = judge(&check);
            self.bench.push(self.checked, answer);
        }
        let writes = self.bench.take(self.write);
        self.writes.extend(writes);
        let payloads = self.bench.take_payloads(self.write_data);
        self.payloads.extend(payloads);
        while !self.writes.is_empty() && !self.payloads.is_empty() {
            let write = self.writes.pop_front().unwrap();
            let payload = self.payloads.pop_front().unwrap();
            let (address, length) = (write.get("address"), write.get("length") as usize);
            assert_eq!(payload.len(), length.next_multiple_of(64), "{write:?}");
            assert!(address % PAGE + length as u64 <= PAGE, "{write:?}");
            let bytes = (address..).zip(payload[..length].iter().copied()).collect();
            let delay = self.bench.random().u64(1..60);
            let due =
                (self.bench.cycle() + delay).max(self.leaving.back().map_or(0, |(due, _)| *due));
            self.leaving.push_back((due, bytes));
        }
        while self
            .leaving
            .front()
            .is_some_and(|(due, _)| *due <= self.bench.cycle())
        {
            let (_, bytes) = self.leaving.pop_front().unwrap();
            self.memory.extend(bytes);
            self.written = self.written.wrapping_add(1);
            self.bench.model.poke("written", self.written);
        }
        let seed = self.bench.seed();
        for answer in self.bench.take(self.delivered) {
            let got = (
                answer.get("qpn") as u16,
                answer.get("marker") == 1,
                answer.get("verdict.status") as u8,
            );
            let (want, bytes) = self.answers.pop_front().expect("an answer too much");
            assert_eq!(got, want, "seed {seed}");
            for (at, byte) in bytes {
                assert_eq!(
                    self.memory.get(&at),
                    Some(&byte),
                    "seed {seed}: answered before its bytes had left"
                );
            }
        }
    }

    /// Runs until everything was answered, and compares memory.
    fn settle(&mut self) {
        let beats = self.bench.pending(self.data) + self.bench.pending(self.delivery);
        let limit = self.bench.cycle() + 3000 + 60 * beats as u64;
        while !self.answers.is_empty()
            || !self.leaving.is_empty()
            || self.bench.pending(self.delivery) > 0
            || self.bench.pending(self.data) > 0
        {
            assert!(self.bench.cycle() < limit, "{}", self.bench.state());
            self.step();
        }
        (0..100).for_each(|_| self.step());
        assert!(self.writes.is_empty() && self.payloads.is_empty());
        assert!(
            self.memory == self.expected,
            "seed {}: memory differs: {:x?}",
            self.bench.seed(),
            self.expected
                .iter()
                .find(|(at, byte)| self.memory.get(at) != Some(byte))
                .or_else(|| self
                    .memory
                    .iter()
                    .find(|(at, byte)| self.expected.get(at) != Some(byte)))
        );
    }
}

/// The memory block's answer.
fn judge(check: &Received) -> ferric_verilated::Record {
    let (va, piece) = (check.get("va"), check.get("piece_length"));
    assert_eq!(check.get("access"), u64::from(access::LOCAL_WRITE));
    assert!((1..=4096).contains(&piece) && check.get("check_length") >= piece);
    let key = check.get("key") as u32;
    // The key says whose it is.
    assert_eq!(check.get("pd"), pd((key & 0xFFFF) as u16), "{check:?}");
    if key & BAD_KEY != 0 {
        return record! { "ok" => false };
    }
    let first = piece.min(PAGE - va % PAGE);
    record! {
        "ok" => true, "first_address" => bus(va), "first_length" => first,
        "second_address" => bus(va + first), "second_length" => piece - first,
    }
}

/// Random READs and atomics of several QPs, their responses mixed.
fn mixture(seed: u64, rounds: usize) {
    let mut card = Card::new(seed);
    let qpns = [2u16, 3, 500, 1023];
    for round in 0..rounds {
        let stall = [0.0, 0.3, 0.7][round % 3];
        card.bench.set_stall(stall);
        let mut queues: HashMap<u16, VecDeque<Say>> = HashMap::new();
        for qpn in qpns {
            let code = card.bench.random().u32(1..=5);
            card.qp(qpn, code);
            let pmtu = card.pmtu[&qpn];
            for read in 0..8 {
                let read = (read + round * 5) as u8 & 15;
                let draw = card.bench.random().u32(..10);
                let says = if draw < 3 {
                    let key = card.key(qpn);
                    let piece = card.piece(8, key);
                    card.ask(qpn, read, &[piece]);
                    let value = card.bench.random().u64(..);
                    vec![Say::Atomic { read, value }]
                } else {
                    let count = card.bench.random().usize(..=4);
                    let pieces: Vec<Piece> = (0..count)
                        .map(|_| {
                            let length = match card.bench.random().u32(..4) {
                                0 => card.bench.random().u32(1..9),
                                1 => card.bench.random().u32(1..300),
                                2 => pmtu + card.bench.random().u32(..3) - 1,
                                _ => card.bench.random().u32(1..3 * pmtu),
                            };
                            let key = card.key(qpn);
                            card.piece(length, key)
                        })
                        .collect();
                    card.ask(qpn, read, &pieces);
                    let mut says = card.responses(qpn, read);
                    card.spoil(&mut says);
                    says
                };
                let queue = queues.entry(qpn).or_default();
                queue.extend(says);
                if card.bench.random().u32(..6) == 0 {
                    let length = card.bench.random().usize(1..=4096);
                    queue.push_back(Say::Discard(card.bytes(length)));
                }
            }
            queues.get_mut(&qpn).unwrap().push_back(Say::Marker);
        }
        while let Some(qpn) = {
            let left: Vec<u16> = qpns
                .into_iter()
                .filter(|qpn| !queues[qpn].is_empty())
                .collect();
            card.bench.random().choice(left)
        } {
            let say = queues.get_mut(&qpn).unwrap().pop_front().unwrap();
            card.say(qpn, say);
        }
        card.settle();
    }
}

impl Card {
    /// A key that names its QP, seldom a bad one.
    fn key(&mut self, qpn: u16) -> u32 {
        let bad = self.bench.random().u32(..40) == 0;
        let noise = self.bench.random().u32(..1 << 15) << 16;
        u32::from(qpn) | noise | if bad { BAD_KEY } else { 0 }
    }

    /// Seldom, a response of the wrong length, or one that ends too early or too late.
    fn spoil(&mut self, says: &mut [Say]) {
        if self.bench.random().u32(..12) != 0 {
            return;
        }
        let at = self.bench.random().usize(..says.len());
        let Say::Data { bytes, last, .. } = &mut says[at] else {
            return;
        };
        match self.bench.random().u32(..3) {
            0 if bytes.len() > 1 => {
                bytes.pop();
            }
            1 if bytes.len() < 4096 => bytes.push(0),
            _ => *last = !*last,
        }
    }
}

#[test]
fn deliver_random_responses_of_several_qps_land_where_their_entries_say() {
    mixture(1, 12);
}

#[test]
fn deliver_after_a_failure_nothing_of_the_qp_is_written_until_a_marker() {
    let mut card = Card::new(2);
    card.qp(7, 1);
    let pieces = [card.piece(300, 7), card.piece(100, 7 | BAD_KEY)];
    card.ask(7, 0, &pieces);
    let piece = card.piece(600, 7);
    card.ask(7, 1, &[piece]);
    // The bad entry begins in the second packet: the first is written, and of the second what comes before.
    for read in [0, 1] {
        for say in card.responses(7, read) {
            card.say(7, say);
        }
    }
    assert_eq!(
        card.answers
            .iter()
            .map(|(answer, _)| *answer)
            .collect::<Vec<_>>(),
        [(7, false, Status::LocalProtection as u8)]
    );
    card.settle();
    card.say(7, Say::Marker);
    for say in card.responses(7, 1) {
        card.say(7, say);
    }
    card.settle();
    assert_eq!(card.memory.len(), 900);
}

/// Of the entries that a reset came between, one refused and one not asked for yet, nothing is left.
#[test]
fn deliver_reset_amid_a_refused_response_forgets_the_refusal() {
    let mut card = Card::new(5);
    card.bench.set_stall(0.0);
    card.qp(7, 1);
    let pieces = [card.piece(20, 7 | BAD_KEY), card.piece(20, 7)];
    card.ask(7, 0, &pieces);
    for say in card.responses(7, 0) {
        card.say(7, say);
    }
    card.bench
        .run_until(100, |bench| bench.received(card.check) > 0);
    let refused = judge(&card.bench.take(card.check)[0]);
    card.bench.push(card.checked, refused);
    card.bench.run(50);
    assert!(card.bench.drained() && card.bench.received(card.delivered) == 0);
    card.bench.reset(1);
    card.bench.take(card.check);
    card.answers.clear();
    card.failed.clear();
    card.qp(7, 1);
    let piece = card.piece(40, 7);
    card.ask(7, 1, &[piece]);
    for say in card.responses(7, 1) {
        card.say(7, say);
    }
    card.settle();
    assert_eq!(card.memory.len(), 40);
}

/// The entries of every number of every QP are kept apart.
#[test]
fn deliver_all_numbers_of_a_qp_keep_their_own_entries() {
    let mut card = Card::new(3);
    card.bench.set_stall(0.2);
    for qpn in [2, 3, 1022] {
        card.qp(qpn, 3);
    }
    for read in 0..16 {
        for qpn in [2, 3, 1022] {
            let pieces: Vec<Piece> = (1..=4)
                .map(|k| card.piece(100 * k + u32::from(read), qpn.into()))
                .collect();
            card.ask(qpn, read, &pieces);
        }
    }
    for read in 0..16 {
        for qpn in [2, 3, 1022] {
            for say in card.responses(qpn, read) {
                card.say(qpn, say);
            }
        }
    }
    card.settle();
}

/// One entry, no stalls: long packets are written a beat a cycle, short ones in as many cycles as a line of them takes at least.
#[test]
fn deliver_long_read_keeps_up_with_the_line() {
    for (code, packets, cycles_each) in [(5, 40, 64), (1, 200, 5)] {
        let mut card = Card::new(4);
        card.bench.set_stall(0.0);
        card.qp(9, code);
        let length = packets * card.pmtu[&9];
        let va = card.next_va;
        let piece = Piece { va, length, key: 9 };
        card.ask(9, 4, &[piece]);
        for say in card.responses(9, 4) {
            card.say(9, say);
        }
        let start = card.bench.cycle();
        while card.bench.pending(card.data) > 0 {
            card.step();
        }
        let cycles = card.bench.cycle() - start;
        assert!(
            cycles <= u64::from(packets * cycles_each) + 80,
            "{cycles} cycles for {packets} packets of {} bytes",
            card.pmtu[&9]
        );
        card.settle();
    }
}
