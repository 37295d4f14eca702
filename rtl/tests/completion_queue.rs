//! The completion queue owner alone, with random stalls, against a plain account of what each queue should hold.
use ferric_layout::completion::{Cqe, PHASE, flag};
use ferric_layout::doorbell::arm;
use ferric_layout::event::kind;
use ferric_rtl::queue::completion_queue::CompletionQueue;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use zerocopy::FromBytes;

struct Rig {
    bench: Bench,
    ring: Source,
    doorbell: Source,
    send: Source,
    receive: Source,
    write: Sink,
    data: Sink,
    event: Sink,
    fault: Sink,
    /// What `written` said when the test began counting.
    base: u64,
}

impl Rig {
    fn new(seed: u64) -> Self {
        let mut block = CompletionQueue::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("completion_queue", &block).unwrap(), seed);
        let (ring, doorbell) = (bench.source("ring"), bench.source("doorbell"));
        let (send, receive) = (bench.source("send"), bench.source("receive"));
        let (write, data) = (bench.sink("write"), bench.sink("write_data"));
        let (event, fault) = (bench.sink("raise"), bench.sink("fault"));
        bench.reset(2);
        bench.run(1100); // the tables are swept
        Rig {
            bench,
            ring,
            doorbell,
            send,
            receive,
            write,
            data,
            event,
            fault,
            base: 0,
        }
    }
    fn make(&mut self, cqn: u64, ring: u64, log2: u64, eqn: u64, page: u64) {
        let entry = record! {"number" => cqn, "valid" => 1u64, "ring" => ring, "log2" => log2, "eqn" => eqn, "page" => page};
        self.bench.push(self.ring, entry);
        self.settle();
    }
    fn ring(&mut self, cqn: u64, page: u64, index: u64, arm: u8) {
        let bell = record! {"cqn" => cqn, "page" => page, "index" => index & 0xFFFF, "arm" => u64::from(arm)};
        self.bench.push(self.doorbell, bell);
        self.settle();
    }
    fn complete(&mut self, receive: bool, cqn: u64, index: u64, status: u64, flags: u8) {
        let source = if receive { self.receive } else { self.send };
        self.bench.push(
            source,
            record! {"cqn" => cqn, "qpn" => 77u64, "opcode" => if receive { 128u64 } else { 1 }, "index" => index, "status" => status,
            "flags" => u64::from(flags), "length" => 0x1234_5678u64, "immediate" => 0xA1B2_C3D4u64, "vendor_error" => 9u64},
        );
    }
    /// Runs until nothing moves; every write that has come out counts as written.
    fn settle(&mut self) {
        self.settle_with(true);
    }
    fn settle_with(&mut self, report: bool) {
        for _ in 0..150 {
            self.bench.step();
            if report {
                let written = (self.base + self.bench.received(self.data) as u64) & 0xFFFF;
                self.bench.model.poke("written", written);
            }
        }
        assert!(
            self.bench.drained(),
            "something is stuck (seed {})",
            self.bench.seed()
        );
    }
    /// Entries that came out, with their addresses.
    fn entries(&mut self) -> Vec<(u64, Cqe)> {
        let addresses = self.bench.take(self.write);
        let data = self.bench.take(self.data);
        self.base += data.len() as u64;
        assert_eq!(addresses.len(), data.len());
        let entry = |(a, d): (&ferric_verilated::Received, &ferric_verilated::Received)| {
            assert_eq!((a.get("length"), d.get("last")), (32, 1));
            (
                a.get("address"),
                Cqe::read_from_prefix(&d.bytes("data")).unwrap().0,
            )
        };
        addresses.iter().zip(&data).map(entry).collect()
    }
    fn events(&mut self) -> Vec<(u64, u64, u64)> {
        self.bench
            .take(self.event)
            .iter()
            .map(|e| (e.get("eqn"), e.get("kind"), e.get("number")))
            .collect()
    }
}

const COMPLETION: u64 = kind::COMPLETION as u64;

#[test]
fn completion_queue_many_entries_land_in_order_with_phase() {
    let mut rig = Rig::new(1);
    let rings = [
        (3u64, 0x1_0000u64, 2u64),
        (4, 0x2_0000, 3),
        (1023, 0xFFFF_FFFF_0000, 4),
    ];
    for (cqn, ring, log2) in rings {
        rig.make(cqn, ring, log2, 7, 5);
    }
    let mut producer = [0u64; 3];
    for round in 0..40u64 {
        let k = rig.bench.random().usize(0..3);
        let (cqn, ring, log2) = rings[k];
        let n = rig.bench.random().u64(1..=1 << log2);
        for i in 0..n {
            rig.complete(false, cqn, (round * 100 + i) & 0xFFFF, 0, 0);
        }
        rig.settle();
        for (i, (address, cqe)) in rig.entries().into_iter().enumerate() {
            let at = producer[k] + i as u64;
            assert_eq!(address, ring + 32 * (at & ((1 << log2) - 1)));
            assert_eq!(
                cqe.phase & PHASE,
                u8::from((at >> log2) & 1 == 0),
                "entry {at}"
            );
            assert_eq!(
                u64::from(cqe.index.get()),
                (round * 100 + i as u64) & 0xFFFF
            );
            assert_eq!(
                (cqe.qpn, cqe.opcode, cqe.status, cqe.vendor_error),
                ([77, 0, 0], 1, 0, 9)
            );
            assert_eq!(
                (cqe.length.get(), cqe.immediate),
                (0x1234_5678, [0xD4, 0xC3, 0xB2, 0xA1])
            );
            assert_eq!(cqe.reserved, [0; 14]);
        }
        producer[k] += n;
        rig.ring(cqn, 5, producer[k], arm::NONE);
    }
    assert!(rig.events().is_empty(), "nothing was armed");
    assert_eq!(rig.bench.received(rig.fault), 0);
}

#[test]
fn completion_queue_armed_raises_one_event_after_its_entry_is_written() {
    let mut rig = Rig::new(2);
    rig.make(9, 0x4000, 4, 31, 0);
    rig.ring(9, 0, 0, arm::NEXT);
    rig.complete(false, 9, 1, 0, 0);
    rig.complete(true, 9, 2, 0, 0);
    rig.settle_with(false);
    assert!(
        rig.events().is_empty(),
        "an event before its entry was written"
    );
    rig.settle();
    assert_eq!(rig.entries().len(), 2);
    assert_eq!(
        rig.events(),
        [(31, COMPLETION, 9)],
        "one event for one arming"
    );
}

#[test]
fn completion_queue_armed_behind_its_producer_raises_the_event_at_once() {
    let mut rig = Rig::new(3);
    rig.make(9, 0x4000, 4, 2, 0);
    rig.complete(false, 9, 1, 0, 0);
    rig.settle();
    rig.ring(9, 0, 0, arm::NEXT);
    assert_eq!(rig.events(), [(2, COMPLETION, 9)]);
    rig.complete(false, 9, 2, 0, 0);
    rig.settle();
    assert!(rig.events().is_empty(), "the arming was spent");
}

#[test]
fn completion_queue_armed_for_solicited_waits_for_solicited_or_error() {
    for (status, flags) in [(0, flag::SOLICITED), (12, 0)] {
        let mut fresh = Rig::new(5);
        fresh.make(9, 0x4000, 4, 2, 0);
        fresh.ring(9, 0, 0, arm::SOLICITED);
        fresh.complete(true, 9, 1, 0, 0);
        fresh.settle();
        assert!(
            fresh.events().is_empty(),
            "a plain entry does not wake a solicited arming"
        );
        fresh.complete(true, 9, 2, status, flags);
        fresh.settle();
        assert_eq!(fresh.events(), [(2, COMPLETION, 9)]);
        fresh.ring(9, 0, 2, arm::SOLICITED);
        assert!(
            fresh.events().is_empty(),
            "all solicited entries were consumed"
        );
        fresh.complete(true, 9, 3, status, flags);
        fresh.settle();
        fresh.events();
        fresh.ring(9, 0, 2, arm::SOLICITED);
        assert_eq!(
            fresh.events(),
            [(2, COMPLETION, 9)],
            "a solicited entry was not consumed yet"
        );
    }
}

#[test]
fn completion_queue_armed_for_any_is_not_lowered_by_solicited() {
    let mut rig = Rig::new(6);
    rig.make(9, 0x4000, 4, 2, 0);
    rig.ring(9, 0, 0, arm::NEXT);
    rig.ring(9, 0, 0, arm::SOLICITED);
    rig.complete(false, 9, 1, 0, 0);
    rig.settle();
    assert_eq!(rig.events(), [(2, COMPLETION, 9)]);
}

#[test]
fn completion_queue_full_is_never_written_and_is_reported_once() {
    let mut rig = Rig::new(7);
    rig.make(9, 0x4000, 2, 2, 0);
    for i in 0..6 {
        rig.complete(false, 9, i, 5, 0);
    }
    rig.settle();
    assert_eq!(rig.entries().len(), 4);
    assert_eq!(rig.events(), [(0, u64::from(kind::CQ_ERROR), 9)]);
    let faults: Vec<_> = (rig.bench.take(rig.fault).iter())
        .map(|f| ["qpn", "event", "detail"].map(|field| f.get(field)))
        .collect();
    assert_eq!(faults, [[77, kind::QP_FATAL.into(), 5]; 2]);
    rig.ring(9, 0, 4, arm::NONE);
    rig.complete(false, 9, 9, 0, 0);
    rig.settle();
    assert_eq!(rig.entries().len(), 0, "an overrun queue stays unusable");
    rig.make(9, 0x4000, 2, 2, 0);
    rig.complete(false, 9, 9, 0, 0);
    rig.settle();
    let fresh = rig.entries();
    assert_eq!(
        (fresh.len(), fresh[0].0, fresh[0].1.phase),
        (1, 0x4000, PHASE),
        "made again, it begins again"
    );
}

#[test]
fn completion_queue_destroyed_takes_nothing() {
    let mut rig = Rig::new(8);
    rig.make(9, 0x4000, 2, 2, 0);
    rig.bench
        .push(rig.ring, record! {"number" => 9u64, "valid" => 0u64});
    rig.settle();
    rig.complete(false, 9, 1, 0, 0);
    rig.settle();
    assert!(rig.entries().is_empty());
    assert_eq!(rig.bench.received(rig.fault), 1);
}

#[test]
fn completion_doorbell_from_another_page_or_past_the_producer_is_refused() {
    let mut rig = Rig::new(9);
    rig.make(9, 0x4000, 2, 2, 6);
    for i in 0..4 {
        rig.complete(false, 9, i, 0, 0);
    }
    rig.settle();
    rig.ring(9, 5, 4, arm::NEXT);
    rig.ring(9, 6, 5, arm::NEXT);
    rig.ring(9, 6, 0xFFFF, arm::NEXT);
    rig.ring(8, 6, 0, arm::NEXT);
    assert!(rig.events().is_empty(), "a refused doorbell arms nothing");
    assert_eq!(rig.entries().len(), 4);
    rig.complete(false, 9, 4, 0, 0);
    rig.settle();
    assert!(
        rig.entries().is_empty(),
        "the consumer index did not move: the queue is full"
    );
}

#[test]
fn completion_queue_indices_wrap_at_sixteen_bits() {
    let mut rig = Rig::new(10);
    rig.bench.set_stall(0.0);
    rig.make(9, 0x10_0000, 15, 2, 0);
    let mut producer = 0u64;
    while producer < 0x1_8000 {
        for _ in 0..64 {
            rig.complete(false, 9, producer & 0xFFFF, 0, 0);
            let (address, phase) = (
                0x10_0000 + 32 * (producer & 0x7FFF),
                u8::from((producer >> 15) & 1 == 0),
            );
            producer += 1;
            if producer.is_multiple_of(64) {
                for _ in 0..300 {
                    rig.bench.step();
                }
                let (last, cqe) = rig.entries().pop().unwrap();
                rig.bench.model.poke("written", rig.base & 0xFFFF);
                assert_eq!(
                    (last, cqe.phase),
                    (address, phase),
                    "entry {}",
                    producer - 1
                );
            }
        }
        rig.bench.push(
            rig.doorbell,
            record! {"cqn" => 9u64, "page" => 0u64, "index" => producer & 0xFFFF, "arm" => 0u64},
        );
    }
}

#[test]
fn completion_queue_takes_an_entry_every_three_cycles() {
    let mut rig = Rig::new(11);
    rig.bench.set_stall(0.0);
    rig.make(9, 0x10_0000, 10, 2, 0);
    for i in 0..300 {
        rig.complete(false, 9, i, 0, 0);
    }
    let start = rig.bench.cycle();
    while rig.bench.received(rig.data) < 300 {
        rig.bench.step();
    }
    let cycles = rig.bench.cycle() - start;
    assert!(cycles <= 3 * 300 + 20, "{cycles} cycles for 300 entries");
}
