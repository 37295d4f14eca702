//! The bench against a small block, right and wrong.
use ferric_verilated::{Bench, Model, Options, record};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::{panic, process::Command};

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Place {
    offset: Bits<24>,
    page: Bits<40>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Item {
    tag: Bits<5>,
    place: Place,
    last: Bit,
    data: Bits<128>,
}

/// A register slice that may go wrong on purpose: port `fault` 1 drops valid after a cycle without ready,
/// 2 lets the record follow its input, 3 never offers.
#[derive(LogicBlock, Default)]
struct Slice {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    fault: Signal<In, Bits<2>>,
    request: Signal<In, Item>,
    request_valid: Signal<In, Bit>,
    request_ready: Signal<Out, Bit>,
    reply: Signal<Out, Item>,
    reply_valid: Signal<Out, Bit>,
    reply_ready: Signal<In, Bit>,
    count: Signal<Out, Bits<16>>,
    item: DFF<Item>,
    full: DFF<Bit>,
    passed: DFF<Bits<16>>,
}

impl Slice {
    fn model(options: &Options) -> Model {
        let mut block = Slice::default();
        block.connect_all();
        Model::build_with("slice", &block, options).unwrap()
    }
    fn bench(fault: u8, seed: u64) -> Bench {
        let mut bench = Bench::new(
            Self::model(&Options {
                opt: 1,
                ..Default::default()
            }),
            seed,
        );
        bench.model.poke("fault", fault);
        bench.reset(2);
        bench
    }
}

impl Logic for Slice {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, item, full, passed);
        self.request_ready.next = !self.full.q.val();
        self.reply_valid.next = self.full.q.val() && (self.fault.val() != 3);
        self.reply.next = self.item.q.val();
        self.count.next = self.passed.q.val();
        if self.request_valid.val() && !self.full.q.val() {
            self.item.d.next = self.request.val();
            self.full.d.next = true;
        }
        if self.full.q.val() && self.reply_ready.val() {
            self.full.d.next = false;
            self.passed.d.next = self.passed.q.val() + 1;
        }
        if self.fault.val() == 1 {
            self.full.d.next = self.request_valid.val() && !self.full.q.val();
        }
        if self.fault.val() == 2 {
            self.reply.next = self.request.val();
        }
        if self.reset.val() {
            self.full.d.next = false;
            self.passed.d.next = 0.into();
        }
    }
}

fn item(n: u64) -> ferric_verilated::Record {
    record! { "tag" => n % 32, "place.page" => n << 20, "place.offset" => 7, "last" => n % 2 == 1, "data" => BigUint::from(n) << 100u32 }
}

#[test]
fn slice_with_random_stalls_passes_every_record_in_order() {
    let mut bench = Slice::bench(0, 11);
    let (request, reply) = (bench.source("request"), bench.sink("reply"));
    (0..500).for_each(|n| bench.push(request, item(n)));
    bench.run_until(10_000, |bench| bench.received(reply) == 500);
    for (n, received) in bench.take(reply).into_iter().enumerate() {
        let n = n as u64;
        assert_eq!(received.get("tag"), n % 32);
        assert_eq!(
            (received.get("place.page"), received.get("place.offset")),
            (n << 20, 7)
        );
        assert_eq!(received.get("place"), n << 44 | 7);
        assert_eq!(
            (received.get("last"), received.big("data")),
            (n % 2, BigUint::from(n) << 100u32)
        );
    }
    assert_eq!(bench.model.peek("count"), 500);
    assert!(bench.drained());
}

#[test]
fn slice_without_stalls_takes_exactly_two_cycles_a_record() {
    let mut bench = Slice::bench(0, 0);
    let (request, reply) = (bench.source("request"), bench.sink("reply"));
    bench.set_stall(0.0);
    (0..100).for_each(|n| bench.push(request, item(n)));
    let start = bench.cycle();
    bench.run_until(1000, |bench| bench.received(reply) == 100);
    assert_eq!(bench.cycle() - start, 200);
}

#[test]
fn payloads_of_any_length_come_back_in_whole_beats() {
    let mut bench = Slice::bench(0, 5);
    let (request, reply) = (bench.source("request"), bench.sink("reply"));
    let payloads: Vec<Vec<u8>> = [1usize, 0, 15, 16, 17, 100]
        .iter()
        .map(|&n| (0..n).map(|i| i as u8).collect())
        .collect();
    payloads
        .iter()
        .for_each(|payload| bench.push_payload(request, payload));
    bench.run_until(1000, |bench| bench.received_payloads(reply) == 5);
    let received = bench.take_payloads(reply);
    let sent = payloads.iter().filter(|payload| !payload.is_empty());
    for (sent, received) in sent.zip(&received) {
        assert_eq!(received.len(), sent.len().next_multiple_of(16));
        assert!(received.starts_with(sent));
    }
}

/// The message a bench panics with.
fn complaint(fault: u8) -> String {
    let failed = panic::catch_unwind(|| {
        let mut bench = Slice::bench(fault, 3);
        let (request, reply) = (bench.source("request"), bench.sink("reply"));
        (0..100).for_each(|n| bench.push(request, item(n)));
        bench.run_until(2000, |bench| bench.received(reply) == 100);
    });
    *failed
        .expect_err("the fault goes unseen")
        .downcast::<String>()
        .unwrap()
}

#[test]
fn bench_valid_that_falls_panics_with_the_seed() {
    let said = complaint(1);
    assert!(
        said.contains("`reply_valid` fell") && said.contains("seed 3"),
        "{said}"
    );
}

#[test]
fn bench_record_that_changes_panics() {
    assert!(complaint(2).contains("`reply` changed"));
}

#[test]
fn bench_block_that_hangs_panics_with_the_state() {
    let said = complaint(3);
    assert!(
        said.contains("not done after 2000") && said.contains("sink reply: valid 0"),
        "{said}"
    );
}

#[test]
fn two_models_of_one_block_are_independent() {
    let (mut a, mut b) = (
        Slice::model(&Options::default()),
        Slice::model(&Options::default()),
    );
    for (model, n) in [(&mut a, 1u64), (&mut b, 2)] {
        model.poke("request.tag", n);
        model.poke("request.data", BigUint::from(n) << 127 >> 1);
        model.poke("request_valid", 1);
    }
    // A model may move to another thread.
    std::thread::spawn(move || a.tick()).join().unwrap();
    b.tick();
    assert_eq!(
        (b.peek("reply.tag"), b.peek_big("reply.data")),
        (2, BigUint::from(1u8) << 127)
    );
}

#[test]
fn wide_port_words_are_the_port() {
    let mut model = Slice::model(&Options::default());
    let request = model.handle("request");
    model.words_mut(request)[0] = 0b10001;
    model.poke("request_valid", true);
    model.tick();
    assert_eq!(
        (
            model.peek("reply.tag"),
            model.words(model.handle("reply"))[0]
        ),
        (17, 17)
    );
}

#[test]
fn big_number_fits_a_port_of_any_width() {
    let mut model = Slice::model(&Options::default());
    model.poke_big("fault", &BigUint::from(2u8));
    model.poke_big("request.tag", &BigUint::from(21u8));
    model.poke_bytes("request_valid", &[1]);
    model.eval();
    // that fault lets the request through
    assert_eq!(model.peek("reply.tag"), 21);
}

#[test]
#[should_panic(expected = "wider than the 2 bits")]
fn big_number_wider_than_its_port_panics() {
    Slice::model(&Options::default()).poke_big("fault", &BigUint::from(4u8));
}

#[test]
fn trace_is_written_when_asked_for() {
    let path = std::env::temp_dir().join(format!("ferric-trace-{}.fst", std::process::id()));
    let mut model = Slice::model(&Options {
        trace: true,
        opt: 1,
        ..Default::default()
    });
    model.open_trace(&path, 0);
    (0..10).for_each(|_| model.tick());
    model.close_trace();
    assert!(std::fs::metadata(&path).unwrap().len() > 100);
    std::fs::remove_file(&path).unwrap();
}

/// The test binary calls itself to have true processes.
#[test]
fn two_processes_that_build_the_same_block_at_once_both_succeed() {
    const CHILD: &str = "FERRIC_TEST_CHILD";
    if std::env::var_os(CHILD).is_some() {
        return assert!(
            Slice::model(&Options {
                opt: 0,
                trace: false,
                observe: false,
            })
            .find("count")
            .is_some()
        );
    }
    let cache = std::env::temp_dir().join(format!("ferric-cache-{}", std::process::id()));
    let child = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "two_processes_that_build_the_same_block_at_once_both_succeed",
        ]);
        command
            .env(CHILD, "1")
            .env("FERRIC_VERILATED_CACHE", &cache)
            .spawn()
            .unwrap()
    };
    for mut child in [child(), child()] {
        assert!(child.wait().unwrap().success());
    }
    std::fs::remove_dir_all(cache).unwrap();
}

/// Two slices, one behind the other.
#[derive(LogicBlock, Default)]
struct Chain {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    request: Signal<In, Item>,
    request_valid: Signal<In, Bit>,
    request_ready: Signal<Out, Bit>,
    reply: Signal<Out, Item>,
    reply_valid: Signal<Out, Bit>,
    reply_ready: Signal<In, Bit>,
    first: Slice,
    second: Slice,
}

impl Logic for Chain {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.first.reset.next = self.reset.val();
        self.first.fault.next = 0.into();
        self.first.request.next = self.request.val();
        self.first.request_valid.next = self.request_valid.val();
        self.request_ready.next = self.first.request_ready.val();
        self.second.clock.next = self.clock.val();
        self.second.reset.next = self.reset.val();
        self.second.fault.next = 0.into();
        self.second.request.next = self.first.reply.val();
        self.second.request_valid.next = self.first.reply_valid.val();
        self.first.reply_ready.next = self.second.request_ready.val();
        self.reply.next = self.second.reply.val();
        self.reply_valid.next = self.second.reply_valid.val();
        self.second.reply_ready.next = self.reply_ready.val();
    }
}

#[test]
fn observed_streams_are_seen_with_both_their_ends() {
    let options = Options {
        observe: true,
        opt: 0,
        ..Default::default()
    };
    let model = || {
        let mut block = Chain::default();
        block.connect_all();
        Model::build_with("chain", &block, &options).unwrap()
    };
    // Whichever of two ends first, the other lives on.
    let (gone, mut model) = (model(), model());
    drop(gone);
    let between = model
        .streams()
        .position(|s| (s.producer.as_str(), s.consumer.as_str()) == ("first", "second"))
        .expect("the stream between the slices is found");
    let names: Vec<_> = model
        .streams()
        .map(|s| (s.from.clone(), s.to.clone()))
        .collect();
    assert_eq!(names[between], ("reply".into(), "request".into()));
    model.poke("reset", 1u64);
    model.tick();
    model.poke("reset", 0u64);
    model.poke("request_valid", 1u64);
    let mut seen = vec![];
    for _ in 0..6 {
        model.poke("clock", 0u64);
        model.eval();
        seen.push(model.handshakes().nth(between).unwrap());
        model.tick();
    }
    // The second slice is not emptied, so the first waits with its next item.
    let (idle, moves, full) = ((false, true), (true, true), (true, false));
    assert_eq!(seen, [idle, moves, (false, false), full, full, full]);
}
