//! The reset of the card alone: in which order it goes, what it waits for, and what begins it.
use ferric_layout::sizes::{KEYS, QPS};
use ferric_rtl::reset::CardReset;
use ferric_verilated::Model;
use rust_hdl::prelude::Block;

/// Longer than any reset that waits for nothing.
const WHOLE: usize = KEYS + QPS + 200;
/// Longer than a lost read is waited for.
const PATIENCE: usize = (1 << 16) + 100;

struct Rig(Model);

impl Rig {
    /// After power-up, with the bus and nothing under way.
    fn new() -> Self {
        let mut block = CardReset::default();
        block.connect_all();
        let mut rig = Rig(Model::build("card_reset", &block).unwrap());
        for port in ["requests_idle", "frames_idle", "bus_master"] {
            rig.0.poke(port, true);
        }
        rig.pulse("user_reset", 4);
        rig
    }
    /// The same, after the host has written to a register.
    fn in_use() -> Self {
        let mut rig = Rig::new();
        rig.run(40);
        rig.pulse("written", 1);
        assert_eq!(rig.0.peek("ready"), 1);
        rig
    }
    fn pulse(&mut self, port: &str, cycles: usize) {
        self.0.poke(port, true);
        self.run(cycles);
        self.0.poke(port, false);
        self.0.eval();
    }
    fn run(&mut self, cycles: usize) {
        (0..cycles).for_each(|_| self.0.tick());
        self.0.eval();
    }
    /// Cycles until `port` is high.
    fn until(&mut self, port: &str, limit: usize) -> usize {
        self.0.eval();
        for cycle in 0..limit {
            if self.0.peek(port) == 1 {
                return cycle;
            }
            self.0.tick();
            self.0.eval();
        }
        panic!("{port} is not high after {limit} cycles");
    }
    fn phases(&mut self) -> [u64; 4] {
        self.0.eval();
        ["stop", "reset", "hold", "ready"].map(|port| self.0.peek(port))
    }
}

#[test]
fn card_never_written_to_is_ready_at_once_after_a_reset() {
    let mut rig = Rig::new();
    assert_eq!(rig.phases(), [0, 1, 0, 0]);
    assert!(rig.until("ready", 100) < 40);
    assert_eq!(rig.0.peek("lives"), 0);
}

#[test]
fn reset_drains_wipes_and_sweeps_in_this_order() {
    let mut rig = Rig::in_use();
    rig.pulse("asked", 1);
    assert_eq!(rig.phases(), [1, 0, 0, 0]);
    let drain = rig.until("reset", 100);
    assert_eq!(rig.phases(), [0, 1, 0, 0]);
    let wipe = rig.until("hold", QPS + 100);
    assert_eq!(rig.phases(), [0, 0, 1, 0]);
    let sweep = rig.until("ready", KEYS + 100);
    assert_eq!(rig.phases(), [0, 0, 0, 1]);
    assert!(
        drain > 8 && wipe >= QPS && sweep >= KEYS,
        "{drain} {wipe} {sweep}"
    );
    assert_eq!(rig.0.peek("lives"), 1);
}

#[test]
fn drain_waits_for_each_of_tlp_frame_and_read() {
    for (port, value) in [
        ("requests_idle", false),
        ("frames_idle", false),
        ("read_waits", true),
    ] {
        let mut rig = Rig::in_use();
        rig.0.poke(port, value);
        rig.pulse("asked", 1);
        for _ in 0..2000 {
            assert_eq!(rig.phases(), [1, 0, 0, 0], "{port}");
            rig.0.tick();
        }
        rig.0.poke(port, !value);
        rig.until("reset", 40);
    }
}

#[test]
fn read_that_begins_again_in_the_drain_is_waited_for() {
    let mut rig = Rig::in_use();
    rig.pulse("asked", 1);
    for _ in 0..50 {
        rig.run(5);
        rig.pulse("read_waits", 1);
        assert_eq!(rig.0.peek("reset"), 0);
    }
    rig.until("reset", 40);
}

#[test]
fn lost_read_and_dead_mac_are_given_up_but_never_a_tlp() {
    let mut rig = Rig::in_use();
    rig.0.poke("read_waits", true);
    rig.0.poke("frames_idle", false);
    rig.0.poke("requests_idle", false);
    rig.pulse("asked", 1);
    rig.run(PATIENCE);
    assert_eq!(rig.phases(), [1, 0, 0, 0]);
    rig.0.poke("requests_idle", true);
    rig.until("reset", 3);
    let mut rig = Rig::in_use();
    rig.0.poke("read_waits", true);
    rig.pulse("asked", 1);
    assert!(rig.until("reset", PATIENCE) > PATIENCE - 200);
}

#[test]
fn bus_taken_away_begins_a_reset_and_bus_given_does_not() {
    let mut rig = Rig::in_use();
    rig.0.poke("bus_master", false);
    rig.run(1);
    assert_eq!(rig.phases(), [1, 0, 0, 0]);
    rig.until("ready", WHOLE);
    rig.0.poke("bus_master", true);
    for _ in 0..100 {
        rig.0.tick();
        assert_eq!(rig.phases(), [0, 0, 0, 1]);
    }
    assert_eq!(rig.0.peek("lives"), 1);
}

#[test]
fn function_reset_is_done_when_the_card_is_ready_and_forgets_the_vectors() {
    let mut rig = Rig::in_use();
    rig.0.poke("function_reset", true);
    for _ in 0..100 {
        assert_eq!(rig.0.peek("function_done"), 0);
        rig.run(1);
        assert_eq!((rig.0.peek("forget_vectors"), rig.0.peek("ready")), (1, 0));
    }
    rig.until("function_done", WHOLE);
    assert_eq!((rig.0.peek("forget_vectors"), rig.0.peek("ready")), (0, 1));
    rig.run(50);
    assert_eq!(
        rig.0.peek("function_done"),
        1,
        "for as long as it is in process"
    );
    rig.0.poke("function_reset", false);
    rig.run(1);
    assert_eq!((rig.0.peek("function_done"), rig.0.peek("ready")), (0, 1));
    rig.pulse("asked", 1);
    assert_eq!(rig.0.peek("forget_vectors"), 0, "a reset of another kind");
}

#[test]
fn reset_asked_for_while_tables_are_wiped_wipes_them_anew() {
    for at in [20, QPS / 2, QPS + 10] {
        let mut rig = Rig::in_use();
        rig.pulse("asked", 1);
        rig.run(at);
        assert_eq!(rig.phases(), [0, 1, 0, 0], "at {at}");
        rig.0.poke("function_reset", true);
        rig.run(1);
        assert_eq!(rig.0.peek("forget_vectors"), 1);
        assert!(rig.until("hold", WHOLE) >= QPS, "at {at}");
        rig.until("function_done", WHOLE);
        assert_eq!(rig.0.peek("lives"), 1);
    }
}

/// Registers can be written again in the sweep, and the bus's own reset has to reach them.
#[test]
fn reset_asked_for_in_the_sweep_begins_from_the_drain() {
    for port in ["asked", "function_reset"] {
        let mut rig = Rig::in_use();
        rig.pulse("asked", 1);
        rig.until("hold", WHOLE);
        rig.run(3000);
        rig.0.poke(port, true);
        rig.run(1);
        assert_eq!(rig.phases(), [1, 0, 0, 0], "{port}");
        if port == "asked" {
            rig.0.poke(port, false);
        }
        assert!(rig.until("ready", WHOLE) >= KEYS + QPS, "{port}");
        assert_eq!(rig.0.peek("lives"), 2, "{port}");
    }
}

#[test]
fn function_reset_that_begins_as_another_reset_ends_is_done_too() {
    let mut rig = Rig::in_use();
    rig.pulse("asked", 1);
    let whole = rig.until("ready", WHOLE);
    for at in whole - 3..whole + 4 {
        let mut rig = Rig::in_use();
        rig.pulse("asked", 1);
        rig.run(at);
        rig.0.poke("function_reset", true);
        rig.until("function_done", 2 * WHOLE);
        assert_eq!(rig.0.peek("forget_vectors"), 0, "at {at}");
    }
}

#[test]
fn user_reset_cuts_everything_short_in_each_phase() {
    for at in [0, 1, 5, 100, 1500, 9000, 9400] {
        let mut rig = Rig::in_use();
        rig.0.poke("read_waits", at == 5);
        rig.pulse("asked", 1);
        rig.run(at);
        rig.0.poke("user_reset", true);
        assert_eq!(rig.phases()[1], 1, "in the same cycle");
        rig.run(3);
        rig.0.poke("user_reset", false);
        assert_eq!(rig.phases(), [0, 1, 0, 0]);
        let wiped = rig.until("hold", QPS + 100);
        let swept = rig.until("ready", KEYS + 100);
        assert!(wiped >= QPS && swept >= KEYS, "at {at}: {wiped} {swept}");
    }
}
