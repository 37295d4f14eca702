//! Performance is tested in simulated cycles, which are exact.
use ferric::verbs::Mtu;
use ferric_testbench::goodput::{GOALS, Plan};
use ferric_testbench::measure::{latency, long_writes, small_writes};

#[test]
fn long_writes_fill_the_line_at_each_pmtu() {
    for mtu in Mtu::ALL {
        let stream = long_writes(0, mtu).unwrap();
        assert!(stream.share >= 0.995, "{mtu:?}: {stream:?}");
    }
}

#[test]
fn long_writes_at_a_long_round_trip_fill_the_line() {
    let stream = long_writes(250, Mtu::Mtu4096).unwrap();
    assert!(stream.share >= 0.9, "{stream:?}");
}

#[test]
fn small_writes_over_sixteen_queue_pairs_take_at_most_six_cycles_each() {
    let cycles = small_writes(250, 16).unwrap();
    assert!(cycles <= 6.0, "{cycles} cycles a message");
}

#[test]
fn small_writes_on_one_queue_pair_without_round_trip_take_at_most_ten_cycles_each() {
    let cycles = small_writes(0, 1).unwrap();
    assert!(cycles <= 10.0, "{cycles} cycles a message");
}

#[test]
fn doorbell_reaches_the_wire_in_bounded_cycles() {
    let idle = latency(0).unwrap();
    assert!(idle.doorbell_to_wire <= 128, "{idle:?}");
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
