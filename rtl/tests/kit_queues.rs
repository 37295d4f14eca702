//! The queues of the kit: order, depth, latency and rate, with random stalls on both sides.
use ferric_rtl::kit::{DirectFifo, PassFifo, RamFifo, RegisterSlice, SmallFifo};
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

type Item = Bits<40>;

/// A queue under test and what it promises.
struct Kind {
    name: &'static str,
    depth: usize,
    /// Cycles from a record's transfer in to the first in which it stands at the output.
    latency: u64,
    counts: bool,
}

const SLICE: Kind = Kind {
    name: "kit_slice",
    depth: 2,
    latency: 1,
    counts: false,
};
const SMALL: Kind = Kind {
    name: "kit_small_fifo",
    depth: 8,
    latency: 1,
    counts: true,
};
const RAM: Kind = Kind {
    name: "kit_ram_fifo",
    depth: 16,
    latency: 3,
    counts: true,
};
const TINY: Kind = Kind {
    name: "kit_ram_fifo_of_two",
    depth: 2,
    latency: 3,
    counts: true,
};
const DIRECT: Kind = Kind {
    name: "kit_direct_fifo",
    depth: 16,
    latency: 1,
    counts: true,
};
/// `level` counts what is kept, not what passes.
const PASS: Kind = Kind {
    name: "kit_pass_fifo",
    depth: 8,
    latency: 0,
    counts: false,
};
const ALL: [Kind; 6] = [SLICE, SMALL, RAM, TINY, DIRECT, PASS];

fn model(kind: &Kind) -> Model {
    fn build(name: &str, mut block: impl Block) -> Model {
        block.connect_all();
        Model::build(name, &block).unwrap()
    }
    match kind.name {
        "kit_slice" => build(kind.name, RegisterSlice::<Item>::default()),
        "kit_small_fifo" => build(kind.name, SmallFifo::<Item, 3, 4>::default()),
        "kit_pass_fifo" => build(kind.name, PassFifo::<Item, 3, 4>::default()),
        "kit_ram_fifo" => build(kind.name, RamFifo::<Item, 4, 5>::default()),
        "kit_direct_fifo" => build(kind.name, DirectFifo::<Item, 4, 5>::default()),
        _ => build(kind.name, RamFifo::<Item, 1, 2>::default()),
    }
}

fn bench(kind: &Kind, seed: u64) -> (Bench, Source, Sink) {
    let mut bench = Bench::new(model(kind), seed);
    let (i, o) = (bench.source("i"), bench.sink("o"));
    bench.reset(2);
    (bench, i, o)
}

fn push(bench: &mut Bench, i: Source, n: usize) -> Vec<u64> {
    let items: Vec<u64> = (0..n).map(|_| bench.random().u64(..1 << 40)).collect();
    items.iter().for_each(|&item| bench.push(i, record!(item)));
    items
}

fn values(bench: &mut Bench, o: Sink) -> Vec<u64> {
    bench.take(o).iter().map(|r| r.value()).collect()
}

#[test]
fn queue_random_stalls_keeps_order_and_count() {
    for kind in ALL {
        for (seed, (source, sink)) in [
            (0.3, 0.3),
            (0.0, 0.7),
            (0.7, 0.0),
            (0.0, 0.0),
            (0.1, 0.1),
            (0.5, 0.4),
        ]
        .into_iter()
        .enumerate()
        {
            let (mut bench, i, o) = bench(&kind, seed as u64);
            bench.set_source_stall(i, source);
            bench.set_sink_stall(o, sink);
            let items = push(&mut bench, i, 600);
            while bench.received(o) < items.len() {
                assert!(bench.cycle() < 5000, "{}", bench.state());
                bench.step();
                let inside = items.len() - bench.pending(i) - bench.received(o);
                assert!(inside <= kind.depth, "{} of {}", inside, kind.depth);
                if kind.counts {
                    assert_eq!(
                        bench.model.peek("level"),
                        inside as u64,
                        "{}",
                        bench.state()
                    );
                }
                if kind.name.starts_with("kit_ram") {
                    assert_eq!(
                        bench.model.peek("space"),
                        (kind.depth - inside) as u64,
                        "{}",
                        bench.state()
                    );
                }
            }
            assert_eq!(values(&mut bench, o), items, "{}", kind.name);
        }
    }
}

#[test]
fn queue_reader_stopped_takes_exactly_its_depth() {
    for kind in ALL {
        let (mut bench, i, o) = bench(&kind, 7);
        bench.set_source_stall(i, 0.0);
        bench.set_sink_stall(o, 1.0);
        let items = push(&mut bench, i, kind.depth + 3);
        bench.run(2 * kind.depth as u64 + 10);
        assert_eq!(
            (bench.pending(i), bench.model.peek("i_ready")),
            (3, 0),
            "{}",
            kind.name
        );
        bench.set_sink_stall(o, 0.0);
        bench.run_until(200, |b| b.received(o) == items.len());
        assert_eq!(values(&mut bench, o), items, "{}", kind.name);
    }
}

#[test]
fn queue_no_stalls_passes_one_a_cycle_after_its_latency() {
    for kind in ALL.into_iter().filter(|k| k.name != TINY.name) {
        let (mut bench, i, o) = bench(&kind, 8);
        bench.set_stall(0.0);
        push(&mut bench, i, 100);
        bench.run_until(200, |b| b.pending(i) == 99);
        let first = bench.cycle();
        bench.run_until(200, |b| b.received(o) == 100);
        let cycles: Vec<u64> = bench.take(o).iter().map(|r| r.cycle).collect();
        let wanted: Vec<u64> = (0..100).map(|k| first + kind.latency + k).collect();
        assert_eq!(cycles, wanted, "{}", kind.name);
    }
}

#[test]
fn queue_reset_with_records_inside_forgets_them() {
    for kind in ALL {
        let (mut bench, i, o) = bench(&kind, 9);
        bench.set_sink_stall(o, 1.0);
        push(&mut bench, i, kind.depth);
        bench.run_until(200, |b| b.pending(i) == 0);
        bench.reset(1);
        bench.set_sink_stall(o, 0.0);
        let items = push(&mut bench, i, 20);
        bench.run_until(400, |b| b.received(o) == 20);
        bench.run(10);
        assert_eq!(values(&mut bench, o), items, "{}", kind.name);
    }
}
