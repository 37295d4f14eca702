//! The choosers of the kit: who is served, and how long the others wait.
use ferric_rtl::kit::{Priority, RoundRobin, StreamMerge};
use ferric_verilated::{Bench, Model, record};
use rust_hdl::prelude::*;

const N: usize = 5;

#[test]
fn priority_any_requests_grants_the_lowest() {
    let mut block = Priority::<N, 3>::default();
    block.connect_all();
    let mut model = Model::build("kit_priority", &block).unwrap();
    for request in 0..1u64 << N {
        model.poke("request", request);
        model.eval();
        assert_eq!(model.peek("valid"), u64::from(request != 0));
        if request != 0 {
            assert_eq!(
                model.peek("grant"),
                u64::from(request.trailing_zeros()),
                "{request:b}"
            );
        }
    }
}

#[test]
fn round_robin_random_requests_grants_the_next_after_the_last() {
    let mut block = RoundRobin::<N, 3>::default();
    block.connect_all();
    let mut model = Model::build("kit_round_robin", &block).unwrap();
    let mut random = fastrand::Rng::with_seed(2);
    model.poke("reset", true);
    model.tick();
    model.poke("reset", false);
    let mut last = N - 1;
    let mut waits = [0; N];
    for cycle in 0..5000 {
        let (request, advance) = (random.u64(..1 << N), random.bool());
        model.poke("request", request);
        model.poke("advance", advance);
        model.eval();
        let expected = (1..=N)
            .map(|k| (last + k) % N)
            .find(|&k| request >> k & 1 == 1);
        assert_eq!(
            model.peek("valid") == 1,
            expected.is_some(),
            "cycle {cycle}"
        );
        if let Some(expected) = expected {
            assert_eq!(model.peek("grant"), expected as u64, "cycle {cycle}");
            if advance {
                last = expected;
                for (k, wait) in waits.iter_mut().enumerate() {
                    *wait = if k == expected || request >> k & 1 == 0 {
                        0
                    } else {
                        *wait + 1
                    };
                    assert!(*wait < N, "{k} starves");
                }
            }
        }
        model.tick();
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Tagged {
    item: Bits<32>,
    from: Bits<2>,
}

/// The merge with a stream of its own name for each input.
#[derive(LogicBlock, Default)]
struct Merge {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    a: Signal<In, Bits<32>>,
    a_valid: Signal<In, Bit>,
    a_ready: Signal<Out, Bit>,
    b: Signal<In, Bits<32>>,
    b_valid: Signal<In, Bit>,
    b_ready: Signal<Out, Bit>,
    c: Signal<In, Bits<32>>,
    c_valid: Signal<In, Bit>,
    c_ready: Signal<Out, Bit>,
    o: Signal<Out, Tagged>,
    o_valid: Signal<Out, Bit>,
    o_ready: Signal<In, Bit>,
    merge: StreamMerge<Bits<32>, 3, 2>,
}

impl Logic for Merge {
    #[hdl_gen]
    fn update(&mut self) {
        self.merge.clock.next = self.clock.val();
        self.merge.reset.next = self.reset.val();
        self.merge.i[0].next = self.a.val();
        self.merge.i_valid[0].next = self.a_valid.val();
        self.a_ready.next = self.merge.i_ready[0].val();
        self.merge.i[1].next = self.b.val();
        self.merge.i_valid[1].next = self.b_valid.val();
        self.b_ready.next = self.merge.i_ready[1].val();
        self.merge.i[2].next = self.c.val();
        self.merge.i_valid[2].next = self.c_valid.val();
        self.c_ready.next = self.merge.i_ready[2].val();
        self.o.next.item = self.merge.o.val();
        self.o.next.from = self.merge.from.val();
        self.o_valid.next = self.merge.o_valid.val();
        self.merge.o_ready.next = self.o_ready.val();
    }
}

fn merge(seed: u64) -> Bench {
    let mut block = Merge::default();
    block.connect_all();
    Bench::new(Model::build("kit_merge", &block).unwrap(), seed)
}

#[test]
fn stream_merge_random_stalls_keeps_each_input_in_order() {
    for seed in 0..6 {
        let mut bench = merge(seed);
        let inputs = ["a", "b", "c"].map(|name| bench.source(name));
        let o = bench.sink("o");
        bench.reset(2);
        bench.set_sink_stall(o, [0.0, 0.3, 0.7][seed as usize % 3]);
        let mut sent = [vec![], vec![], vec![]];
        for (k, &input) in inputs.iter().enumerate() {
            bench.set_source_stall(input, [0.1, 0.5, 0.9][(k + seed as usize) % 3]);
            for _ in 0..200 {
                let item = bench.random().u64(..1 << 32);
                bench.push(input, record!(item));
                sent[k].push(item);
            }
        }
        bench.run_until(10_000, |b| b.received(o) == 600);
        let mut got = [vec![], vec![], vec![]];
        bench
            .take(o)
            .iter()
            .for_each(|r| got[r.get("from") as usize].push(r.get("item")));
        assert_eq!(got, sent);
    }
}

#[test]
fn stream_merge_all_inputs_busy_serves_each_in_turn_every_cycle() {
    let mut bench = merge(9);
    let inputs = ["a", "b", "c"].map(|name| bench.source(name));
    let o = bench.sink("o");
    bench.reset(2);
    bench.set_stall(0.0);
    for input in inputs {
        (0..50u64).for_each(|item| bench.push(input, record!(item)));
    }
    bench.run_until(400, |b| b.received(o) == 150);
    let taken = bench.take(o);
    for (k, r) in taken.iter().enumerate() {
        assert_eq!((r.get("from"), r.get("item")), (k as u64 % 3, k as u64 / 3));
        assert_eq!(r.cycle, taken[0].cycle + k as u64);
    }
}

#[test]
fn stream_merge_one_input_busy_passes_one_a_cycle() {
    let mut bench = merge(10);
    let b = ["a", "b", "c"].map(|name| bench.source(name))[1];
    let o = bench.sink("o");
    bench.reset(2);
    bench.set_stall(0.0);
    (0..50u64).for_each(|item| bench.push(b, record!(item)));
    bench.run_until(400, |b| b.received(o) == 50);
    let taken = bench.take(o);
    assert_eq!(taken[49].cycle - taken[0].cycle, 49);
}
