//! Performance is tested in simulated cycles, which are exact, under the conditions that the design's goals are stated for: a MAC of 100 Gb/s, a
//! DMA round trip of 250 cycles, straddled completions of 256 bytes. A figure that the card does not reach yet is held where it is,
//! with a small margin, and the goal stands beside it.
use ferric::verbs::Mtu;
use ferric_testbench::goodput::{GOALS, Plan};
use ferric_testbench::measure::{HostKind, Latency, Operation, Point, Start, Stations};

/// Of the line's ceiling, at each PMTU.
const LINE: f64 = 0.995;
/// Cycles that a stream is measured for: some sixty of the longest frames.
const WINDOW: u64 = 6_000;

fn long_messages_fill_the_line(operation: Operation, both: bool) {
    for mtu in Mtu::ALL {
        let point = Point {
            operation,
            both,
            mtu,
            window: WINDOW,
            ..Point::LONG
        };
        let figure = point.run().unwrap();
        assert!(figure.share >= LINE, "{point:?}: {figure:?}");
        assert_eq!(figure.again, 0, "{point:?}: {figure:?}");
    }
}

#[test]
fn long_writes_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Write, false);
}

#[test]
fn long_writes_both_ways_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Write, true);
}

#[test]
fn long_reads_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Read, false);
}

#[test]
fn long_reads_both_ways_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Read, true);
}

#[test]
fn long_sends_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Send, false);
}

#[test]
fn long_sends_both_ways_fill_the_line_at_each_pmtu() {
    long_messages_fill_the_line(Operation::Send, true);
}

/// Cycles for each 64-byte message, one completion in 16 signalled.
fn small(operation: Operation, qps: usize) -> f64 {
    let point = Point {
        operation,
        qps,
        window: WINDOW,
        ..Point::SHORT
    };
    let figure = point.run().unwrap();
    println!("{point:?}: {figure:?}");
    figure.cycles_per_message
}

#[test]
fn small_writes_over_sixteen_queue_pairs_take_at_most_four_cycles() {
    let cycles = small(Operation::Write, 16);
    assert!(cycles <= 4.0, "{cycles} cycles a message");
}

/// Goal: 8.
#[test]
fn small_writes_on_one_queue_pair_take_at_most_eight_cycles() {
    let cycles = small(Operation::Write, 1);
    assert!(cycles <= 8.0, "{cycles} cycles a message");
}

/// The cost must not grow with the queue pairs. All 1022 take too long to set up for a test: `make bench OPTIONS='--only messages'`.
#[test]
fn small_writes_over_many_queue_pairs_take_at_most_four_cycles() {
    let cycles = small(Operation::Write, 128);
    assert!(cycles <= 4.0, "{cycles} cycles a message");
}

/// Nor with the keys.
#[test]
fn small_writes_over_many_keys_take_at_most_four_cycles() {
    let point = Point {
        keys: 256,
        window: WINDOW,
        ..Point::SHORT
    };
    let figure = point.run().unwrap();
    assert!(figure.cycles_per_message <= 4.0, "{figure:?}");
}

/// Goal: 8.
#[test]
fn small_sends_on_one_queue_pair_take_at_most_eight_cycles() {
    let cycles = small(Operation::Send, 1);
    assert!(cycles <= 8.0, "{cycles} cycles a message");
}

/// Goal: 4.
#[test]
fn small_sends_over_sixteen_queue_pairs_take_hardly_more_than_four_cycles() {
    let cycles = small(Operation::Send, 16);
    assert!(cycles <= 4.2, "{cycles} cycles a message");
}

/// Goal: 6.
#[test]
fn small_reads_over_sixteen_queue_pairs_take_at_most_eight_cycles() {
    let cycles = small(Operation::Read, 16);
    assert!(cycles <= 8.0, "{cycles} cycles a message");
}

fn one(operation: Operation, start: Start) -> Stations {
    let latency = Latency {
        operation,
        start,
        host: HostKind::GOALS,
    };
    let stations = latency.run().unwrap();
    println!("{latency:?}: {stations:?}");
    stations
}

/// Goals: from the doorbell 48 and two round trips, which the hosts' links make 580; from the last beat 24.
#[test]
fn write_from_memory_passes_its_stations_in_bounded_cycles() {
    let stations = one(Operation::Write, Start::Memory);
    assert!(stations.doorbell_to_wire <= 612, "{stations:?}");
    assert!(stations.wire_to_memory <= 32, "{stations:?}");
}

/// From the doorbell 32, with the work request in it; goal from the last beat: 24.
#[test]
fn inline_send_passes_its_stations_in_bounded_cycles() {
    let stations = one(Operation::Send, Start::Inline);
    assert!(stations.doorbell_to_wire <= 32, "{stations:?}");
    assert!(stations.wire_to_memory <= 36, "{stations:?}");
}

#[test]
fn loss_leaves_long_writes_the_goodput_that_is_wanted() {
    let goodput = |loss| {
        let plan = Plan {
            loss,
            seed: 1,
            writes: 6,
        };
        plan.run().unwrap()
    };
    let lossless = goodput(0);
    for (loss, wanted) in GOALS {
        let got = goodput(loss);
        let share = got.bytes_per_cycle / lossless.bytes_per_cycle;
        println!("{loss} of a million: {share:.3} of the lossless, {got:?}");
        assert!(got.lost[0] > 0, "{got:?}");
        assert!(share >= wanted, "{share} of {lossless:?}: {got:?}");
    }
}
