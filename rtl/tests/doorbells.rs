//! Doorbells: what is taken, what is refused, and under which counter.
use ferric_layout::doorbell::{self, Completion, Queue, arm};
use ferric_layout::qp::state;
use ferric_rtl::queue::doorbells::Doorbells;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

struct Rig {
    bench: Bench,
    write: Source,
    outs: [Sink; 4],
    /// Owner, index, unknown.
    counts: [u64; 3],
}

impl Rig {
    fn new(seed: u64) -> Self {
        let mut block = Doorbells::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("doorbells", &block).unwrap(), seed);
        let write = bench.source("write");
        let outs = ["send", "receive", "completion", "event_doorbell"].map(|name| bench.sink(name));
        bench.reset(2);
        Rig {
            bench,
            write,
            outs,
            counts: [0; 3],
        }
    }
    fn step(&mut self) {
        self.bench.step();
        for (count, name) in self.counts.iter_mut().zip(["owner", "index", "unknown"]) {
            *count += self.bench.model.peek(&format!("count_doorbell_{name}"));
        }
    }
    fn run(&mut self, cycles: usize) {
        (0..cycles).for_each(|_| self.step());
    }
    fn configure(&mut self, qpn: u64, state: u8, page: u64, send_log2: u64, receive_log2: u64) {
        let fields = [
            ("qpn", qpn),
            ("doorbell.state", state.into()),
            ("doorbell.page", page),
            ("doorbell.send_log2", send_log2),
            ("doorbell.receive_log2", receive_log2),
        ];
        for (field, value) in fields {
            self.bench.model.poke(&format!("qp_write.{field}"), value);
        }
        self.bench.model.poke("qp_write_valid", true);
        self.step();
        self.bench.model.poke("qp_write_valid", false);
        self.run(3);
    }
    fn retire(&mut self, qpn: u64, index: u16) {
        self.bench.model.poke("retired.qpn", qpn);
        self.bench.model.poke("retired.index", u64::from(index));
        self.bench.model.poke("retired_valid", true);
        self.step();
        self.bench.model.poke("retired_valid", false);
        self.step();
    }
    fn push(&mut self, page: u64, offset: u64, data: u64) {
        let record = record! { "page" => page, "offset" => offset, "data" => data };
        self.bench.push(self.write, record);
    }
    fn write_slot(&mut self, offset: u64, wide: bool, slot: &[u8; 64]) {
        let data = BigUint::from_bytes_le(slot);
        let record = record! { "page" => 2, "offset" => offset, "wide" => wide, "data" => data };
        self.bench.push(self.write, record);
    }
    fn ring(&mut self, page: u64, offset: u64, number: u32, index: u16) {
        let bell = Queue::new().with_number(number).with_index(index);
        self.push(page, offset, bell.into());
    }
    /// What has come out of one queue, as number and index.
    fn settle(&mut self, out: usize, number: &str) -> Vec<(u64, u64)> {
        self.run(40);
        let taken = self.bench.take(self.outs[out]);
        taken
            .iter()
            .map(|bell| (bell.get(number), bell.get("index")))
            .collect()
    }
}

#[test]
fn producer_indices_move_forward_within_the_ring_and_no_further() {
    let mut rig = Rig::new(1);
    rig.configure(9, state::RTS, 3, 4, 3);
    // Send: 16 slots, counted from the oldest not retired.
    for index in [5, 5, 16, 15, 17, 4] {
        rig.ring(3, doorbell::SEND, 9, index);
    }
    assert_eq!(rig.settle(0, "qpn"), [(9, 5), (9, 5), (9, 16)]);
    assert_eq!(rig.counts, [0, 3, 0]);
    rig.retire(9, 6);
    rig.ring(3, doorbell::SEND, 9, 23);
    rig.ring(3, doorbell::SEND, 9, 22);
    assert_eq!(rig.settle(0, "qpn"), [(9, 22)]);
    // Receive: 8 WQEs, counted from the last index.
    for index in [9, 8, 16, 15, 25, 24] {
        rig.ring(3, doorbell::RECEIVE, 9, index);
    }
    assert_eq!(rig.settle(1, "qpn"), [(9, 8), (9, 16), (9, 24)]);
    assert_eq!(rig.counts, [0, 7, 0]);
}

#[test]
fn indices_wrap_at_their_sixteen_bits_even_in_the_largest_ring() {
    let mut rig = Rig::new(2);
    rig.configure(10, state::RTS, 0, 15, 15);
    rig.ring(0, doorbell::SEND, 10, 0x8000);
    // Full: a step of the whole ring more would look like an empty one.
    rig.ring(0, doorbell::SEND, 10, 0);
    rig.ring(0, doorbell::SEND, 10, 0x8001);
    assert_eq!(rig.settle(0, "qpn"), [(10, 0x8000)]);
    assert_eq!(rig.counts[1], 2);
    rig.retire(10, 0x8000);
    rig.ring(0, doorbell::SEND, 10, 0);
    rig.ring(0, doorbell::SEND, 10, 1);
    assert_eq!(rig.settle(0, "qpn"), [(10, 0)]);
}

#[test]
fn foreign_pages_and_queues_that_do_not_exist_are_refused_as_owners() {
    let mut rig = Rig::new(3);
    rig.configure(11, state::RTS, 5, 4, 4);
    for (page, offset, number) in [
        (4, doorbell::SEND, 11),
        (5, doorbell::SEND, 11 + 1024),
        (5, doorbell::SEND, 11 + (1 << 23)),
        (4, doorbell::RECEIVE, 11),
        (5, doorbell::RECEIVE, 11 + 2048),
        (5, doorbell::COMPLETION, 1024),
        (5, doorbell::EVENT, 32),
    ] {
        rig.ring(page, offset, number, 1);
    }
    for out in 0..4 {
        rig.run(40);
        assert!(rig.bench.take(rig.outs[out]).is_empty());
    }
    assert_eq!(rig.counts, [7, 0, 0]);
    rig.ring(5, doorbell::SEND, 11, 1);
    assert_eq!(rig.settle(0, "qpn"), [(11, 1)]);
}

#[test]
fn states_decide_what_may_be_posted() {
    let states = [
        (state::RESET, false, false),
        (state::INIT, false, true),
        (state::RTR, false, true),
        (state::RTS, true, true),
        (state::SQD, true, true),
        (state::SQE, true, true),
        (state::ERROR, true, true),
    ];
    let mut rig = Rig::new(4);
    for (state, send, receive) in states {
        rig.configure(12, state::RESET, 1, 4, 4);
        rig.configure(12, state, 1, 4, 4);
        let before = rig.counts[1];
        rig.ring(1, doorbell::SEND, 12, 2);
        rig.ring(1, doorbell::RECEIVE, 12, 2);
        assert_eq!(
            rig.settle(0, "qpn").len(),
            usize::from(send),
            "state {state}"
        );
        assert_eq!(
            rig.settle(1, "qpn").len(),
            usize::from(receive),
            "state {state}"
        );
        assert_eq!(
            rig.counts[1] - before,
            2 - u64::from(send) - u64::from(receive)
        );
    }
}

#[test]
fn completion_and_event_doorbells_pass_with_their_page() {
    let mut rig = Rig::new(5);
    let bell = Completion::new()
        .with_number(1023)
        .with_index(0xFFFE)
        .with_arm(arm::NEXT);
    rig.push(63, doorbell::COMPLETION, bell.into());
    rig.ring(7, doorbell::EVENT, 31, 77);
    rig.run(40);
    let completion = rig.bench.take(rig.outs[2]);
    assert_eq!(completion.len(), 1);
    let got = ["cqn", "page", "index", "arm"].map(|field| completion[0].get(field));
    assert_eq!(got, [1023, 63, 0xFFFE, arm::NEXT.into()]);
    let event = rig.bench.take(rig.outs[3]);
    let got = ["eqn", "page", "index"].map(|field| event[0].get(field));
    assert_eq!((got, event.len()), ([31, 7, 77], 1));
}

/// A slot whose first bytes name QP 13 and an index, and its last byte is a mark.
fn slot(index: u16, mark: u8) -> [u8; 64] {
    let mut slot = [0; 64];
    slot[2..4].copy_from_slice(&index.to_le_bytes());
    slot[4] = 13;
    slot[63] = mark;
    slot
}

#[test]
fn slot_at_push_rings_its_own_index_and_elsewhere_is_unknown() {
    let mut rig = Rig::new(6);
    rig.configure(13, state::RTS, 2, 4, 4);
    for (offset, wide) in [
        (doorbell::PUSH, true),
        (doorbell::SEND, true),
        (doorbell::PUSH + 64, true),
        (0x20, false),
        (0xFF8, false),
    ] {
        rig.write_slot(offset, wide, &slot(0, 1));
    }
    assert_eq!(rig.settle(0, "qpn"), [(13, 1)]);
    assert_eq!(rig.counts, [0, 0, 4]);
    // In pieces of eight bytes, in any order.
    for piece in [7, 1, 0, 3, 6, 5, 4, 2] {
        let mut bytes = [0; 64];
        bytes[..8].copy_from_slice(&slot(1, 1)[8 * piece..8 * piece + 8]);
        rig.write_slot(doorbell::PUSH + 8 * piece as u64, false, &bytes);
    }
    rig.run(40);
    let bells = rig.bench.take(rig.outs[0]);
    assert_eq!(bells.len(), 1);
    assert_eq!((bells[0].get("index"), bells[0].get("pushed")), (2, 0));
    assert_eq!(rig.counts, [0, 0, 4]);
}

#[test]
fn whole_slot_goes_along_with_its_doorbell_one_at_a_time() {
    let mut rig = Rig::new(9);
    rig.configure(13, state::RTS, 2, 4, 4);
    let bells = |rig: &mut Rig| -> Vec<(u64, u64)> {
        rig.run(40);
        let taken = rig.bench.take(rig.outs[0]);
        taken
            .iter()
            .map(|bell| (bell.get("index"), bell.get("pushed")))
            .collect()
    };
    // The second finds the place taken.
    rig.write_slot(doorbell::PUSH, true, &slot(0, 0xA0));
    rig.write_slot(doorbell::PUSH, true, &slot(1, 0xA1));
    assert_eq!(bells(&mut rig), [(1, 1), (2, 0)]);
    assert_eq!(rig.bench.model.peek_bytes("slot"), slot(0, 0xA0));
    let used = |rig: &mut Rig| {
        rig.bench.model.poke("slot_used", true);
        rig.step();
        rig.bench.model.poke("slot_used", false);
    };
    used(&mut rig);
    // One that is refused leaves the place free.
    rig.write_slot(doorbell::PUSH, true, &slot(99, 0xA2));
    rig.write_slot(doorbell::PUSH, true, &slot(99, 0xA2));
    assert_eq!(bells(&mut rig), []);
    assert_eq!(rig.counts, [0, 2, 0]);
    rig.write_slot(doorbell::PUSH, true, &slot(2, 0xA3));
    assert_eq!(bells(&mut rig), [(3, 1)]);
    assert_eq!(rig.bench.model.peek_bytes("slot"), slot(2, 0xA3));
    // A reset forgets it.
    rig.bench.reset(1);
    rig.configure(13, state::RESET, 2, 4, 4);
    rig.configure(13, state::RTS, 2, 4, 4);
    rig.write_slot(doorbell::PUSH, true, &slot(0, 0xA4));
    assert_eq!(bells(&mut rig), [(1, 1)]);
}

#[test]
fn doorbells_that_wait_at_a_reset_are_forgotten() {
    let mut rig = Rig::new(8);
    rig.configure(14, state::RTS, 4, 4, 4);
    rig.bench.set_stall(1.0);
    rig.bench.set_source_stall(rig.write, 0.0);
    for offset in [
        doorbell::SEND,
        doorbell::RECEIVE,
        doorbell::COMPLETION,
        doorbell::EVENT,
    ] {
        rig.ring(4, offset, 14, 1);
        rig.ring(4, offset, 14, 2);
    }
    rig.run(40);
    assert!(rig.bench.drained());
    rig.bench.reset(1);
    rig.bench.set_stall(0.0);
    for out in 0..4 {
        rig.run(40);
        assert!(rig.bench.take(rig.outs[out]).is_empty(), "queue {out}");
    }
}

#[test]
fn random_doorbells_agree_with_a_plain_count() {
    let mut rig = Rig::new(7);
    const QPS: u64 = 6;
    let log2 = |qpn: u64| 2 + qpn % 4;
    for qpn in 0..QPS {
        rig.configure(100 + qpn, state::RTS, qpn, log2(qpn), log2(qpn));
    }
    let (mut last, mut oldest) = ([0u16; QPS as usize], [0u16; QPS as usize]);
    let mut wanted: VecDeque<(u64, u64)> = VecDeque::new();
    let mut refused = 0;
    for _ in 0..2000 {
        let k = rig.bench.random().usize(..QPS as usize);
        let qpn = 100 + k as u64;
        let step = rig.bench.random().u16(..24).wrapping_sub(4);
        let index = last[k].wrapping_add(step);
        let size = 1u16 << log2(k as u64);
        rig.ring(k as u64, doorbell::SEND, qpn as u32, index);
        let fill = u32::from(last[k].wrapping_sub(oldest[k])) + u32::from(step);
        if step < 0x8000 && fill <= size.into() {
            wanted.push_back((qpn, index.into()));
            last[k] = index;
        } else {
            refused += 1;
        }
        if rig.bench.random().u8(..4) == 0 {
            rig.run(30);
            oldest[k] = last[k];
            rig.retire(qpn, last[k]);
        }
    }
    rig.run(500);
    assert_eq!(VecDeque::from(rig.settle(0, "qpn")), wanted);
    assert_eq!(rig.counts, [0, refused, 0]);
}
