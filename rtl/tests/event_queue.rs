//! The event queue owner alone, with random stalls.
use ferric_layout::event::{Eqe, PHASE};
use ferric_rtl::queue::event_queue::EventQueue;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use zerocopy::FromBytes;

struct Rig {
    bench: Bench,
    ring: Source,
    doorbell: Source,
    sources: [Source; 2],
    write: Sink,
    data: Sink,
    interrupt: Sink,
    base: u64,
}

impl Rig {
    fn new(seed: u64) -> Self {
        let mut block = EventQueue::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("event_queue", &block).unwrap(), seed);
        let (ring, doorbell) = (bench.source("ring"), bench.source("doorbell"));
        let sources = [bench.source("completion"), bench.source("control")];
        let (write, data, interrupt) = (
            bench.sink("write"),
            bench.sink("write_data"),
            bench.sink("vector"),
        );
        bench.reset(2);
        bench.run(1100); // the tables are swept
        Rig {
            bench,
            ring,
            doorbell,
            sources,
            write,
            data,
            interrupt,
            base: 0,
        }
    }
    fn make(&mut self, eqn: u64, ring: u64, log2: u64, page: u64) {
        let entry = record! {"number" => eqn, "valid" => 1u64, "ring" => ring, "log2" => log2, "page" => page};
        self.bench.push(self.ring, entry);
        self.settle(true);
    }
    fn raise(&mut self, eqn: u64, number: u64) {
        let k = self.bench.random().usize(0..2);
        self.bench.push(
            self.sources[k],
            record! {"eqn" => eqn, "kind" => 3u64, "detail" => 0x5Au64, "number" => number},
        );
    }
    fn consume(&mut self, eqn: u64, page: u64, index: u64) {
        self.bench.push(
            self.doorbell,
            record! {"eqn" => eqn, "page" => page, "index" => index},
        );
        self.settle(true);
    }
    fn settle(&mut self, report: bool) {
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
    fn entries(&mut self) -> Vec<(u64, Eqe)> {
        let (addresses, data) = (self.bench.take(self.write), self.bench.take(self.data));
        self.base += data.len() as u64;
        assert_eq!(addresses.len(), data.len());
        let pairs = addresses.iter().zip(&data);
        pairs
            .map(|(a, d)| {
                (
                    a.get("address"),
                    Eqe::read_from_prefix(&d.bytes("data")).unwrap().0,
                )
            })
            .collect()
    }
    fn vectors(&mut self) -> Vec<u64> {
        self.bench
            .take(self.interrupt)
            .iter()
            .map(|i| i.get("vector"))
            .collect()
    }
}

#[test]
fn event_queue_event_is_written_with_phase_then_interrupts() {
    let mut rig = Rig::new(1);
    rig.make(31, 0x8000, 2, 3);
    for pass in 0..5u64 {
        for i in 0..4 {
            rig.raise(31, pass * 4 + i);
            rig.settle(false);
            assert!(
                rig.vectors().is_empty(),
                "an interrupt before its event was written"
            );
            rig.settle(true);
            let (address, event) = rig.entries()[0];
            assert_eq!(address, 0x8000 + 16 * i);
            assert_eq!(
                (event.kind, event.detail, u64::from(event.number.get())),
                (3, 0x5A, pass * 4 + i)
            );
            assert_eq!(event.phase & PHASE, u8::from(pass % 2 == 0));
            assert_eq!(rig.vectors(), [31]);
        }
        rig.consume(31, 3, 4 * (pass + 1));
    }
}

#[test]
fn event_queue_full_drops_the_event_and_still_interrupts() {
    let mut rig = Rig::new(2);
    rig.make(0, 0x8000, 2, 0);
    for i in 0..6 {
        rig.raise(0, i);
    }
    rig.settle(true);
    assert_eq!((rig.entries().len(), rig.vectors().len()), (4, 6));
    rig.consume(0, 0, 1);
    rig.raise(0, 9);
    rig.settle(true);
    assert_eq!(rig.entries()[0].0, 0x8000, "the freed place is used");
}

#[test]
fn event_doorbell_from_another_page_or_past_the_producer_is_refused() {
    let mut rig = Rig::new(3);
    rig.make(1, 0x8000, 2, 7);
    for i in 0..4 {
        rig.raise(1, i);
    }
    rig.settle(true);
    rig.consume(1, 6, 4);
    rig.consume(1, 7, 5);
    rig.entries();
    rig.raise(1, 9);
    rig.settle(true);
    assert!(rig.entries().is_empty(), "the consumer index did not move");
}

#[test]
fn event_for_a_queue_that_does_not_exist_is_dropped() {
    let mut rig = Rig::new(4);
    rig.raise(5, 1);
    rig.settle(true);
    assert!(rig.entries().is_empty() && rig.vectors().is_empty());
}
