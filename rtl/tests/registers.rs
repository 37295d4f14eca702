//! Registers and counters, as the PCIe completer drives them.
use ferric_layout::counter::Counter;
use ferric_layout::register::*;
use ferric_rtl::control::registers::Registers;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

struct Rig {
    bench: Bench,
    access: Source,
    data: Sink,
}

impl Rig {
    fn new(seed: u64) -> Self {
        let mut block = Registers::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("registers", &block).unwrap(), seed);
        let (access, data) = (bench.source("access"), bench.sink("data"));
        bench.reset(2);
        Rig {
            bench,
            access,
            data,
        }
    }
    fn read(&mut self, address: u32) -> u32 {
        self.bench.push(
            self.access,
            record! {"address" => u64::from(address), "enable" => 0u64},
        );
        self.bench.run_until(100, |b| b.received(self.data) == 1);
        self.bench.take(self.data)[0].get("data") as u32
    }
    fn write(&mut self, address: u32, data: u32, enable: u64) {
        let access = record! {"write" => 1u64, "address" => u64::from(address), "data" => u64::from(data), "enable" => enable};
        self.bench.push(self.access, access);
        self.bench.run_until(100, |b| b.drained());
        self.bench.step();
    }
    fn counter(&mut self, counter: Counter) -> u64 {
        let at = COUNTERS + 8 * counter as u32;
        u64::from(self.read(at)) | u64::from(self.read(at + 4)) << 32
    }
}

#[test]
fn registers_read_as_the_layout_says_after_reset() {
    let mut rig = Rig::new(1);
    for register in REGISTERS {
        assert_eq!(
            rig.read(register.offset),
            register.reset,
            "{}",
            register.name
        );
    }
    let hole = REGISTERS.iter().map(|r| r.offset).max().unwrap() + 4;
    assert_eq!(rig.read(hole), 0);
}

#[test]
fn registers_writable_keep_what_was_written_and_others_ignore_it() {
    let mut rig = Rig::new(2);
    for register in REGISTERS {
        rig.write(register.offset, 0x8765_4321, 0xF);
        let expected = if register.access == Access::ReadWrite {
            0x8765_4321
        } else {
            register.reset
        };
        assert_eq!(rig.read(register.offset), expected, "{}", register.name);
    }
}

#[test]
fn registers_partial_write_changes_enabled_bytes_only() {
    let mut rig = Rig::new(3);
    rig.write(MAC_LOW, 0x4433_2211, 0xF);
    for enable in 0..16u64 {
        let before = rig.read(MAC_LOW);
        rig.write(MAC_LOW, !before, enable);
        let mask = (0..4)
            .filter(|k| enable >> k & 1 == 1)
            .fold(0u32, |m, k| m | 0xFF << (8 * k));
        assert_eq!(rig.read(MAC_LOW), before ^ mask);
    }
}

#[test]
fn registers_mac_address_has_its_first_byte_on_top() {
    let mut rig = Rig::new(4);
    rig.write(MAC_LOW, u32::from_le_bytes([0x02, 0x11, 0x22, 0x33]), 0xF);
    rig.write(MAC_HIGH, u32::from_le_bytes([0x44, 0x55, 0, 0]), 0xF);
    assert_eq!(rig.bench.model.peek("mac"), 0x0211_2233_4455);
}

#[test]
fn registers_admin_size_written_restarts_the_queue() {
    let mut rig = Rig::new(5);
    rig.write(ADMIN_PRODUCER, 5, 0xF);
    assert_eq!(rig.bench.model.peek("admin_producer"), 5);
    rig.bench.push(rig.access, record! {"write" => 1u64, "address" => u64::from(ADMIN_LOG2), "data" => 0x104u64, "enable" => 15u64});
    let mut restarts = 0;
    for _ in 0..50 {
        rig.bench.step();
        restarts += rig.bench.model.peek("admin_restart");
    }
    assert_eq!(restarts, 1);
    let ports = ["admin_producer", "admin_log2", "admin_event"].map(|p| rig.bench.model.peek(p));
    assert_eq!(ports, [0, 4, 1]);
}

#[test]
fn counters_count_every_pulse() {
    let mut rig = Rig::new(6);
    let mut expected = [0u64; 64];
    for _ in 0..2000 {
        let dense = rig.bench.random().u64(..) | 1;
        let pulses = if rig.bench.random().bool() {
            dense
        } else {
            dense & rig.bench.random().u64(..)
        };
        rig.bench.model.poke("pulses", pulses);
        (0..64).for_each(|k| expected[k] += pulses >> k & 1);
        rig.bench.step();
    }
    rig.bench.model.poke("pulses", 0u64);
    rig.bench.run(130);
    for &counter in Counter::ALL {
        assert_eq!(
            rig.counter(counter),
            expected[counter as usize],
            "{}",
            counter.name()
        );
    }
}

#[test]
fn counters_are_zero_after_a_restart_and_count_again() {
    let mut rig = Rig::new(7);
    rig.bench.model.poke("pulses", u64::MAX);
    rig.bench.run(1000);
    rig.bench.model.poke("restart", true);
    rig.bench.run(130);
    rig.bench.model.poke("pulses", 0u64);
    rig.bench.model.poke("restart", false);
    for &counter in Counter::ALL {
        assert_eq!(rig.counter(counter), 0, "{}", counter.name());
    }
    rig.bench.model.poke("pulses", 1u64);
    rig.bench.run(10);
    rig.bench.model.poke("pulses", 0u64);
    rig.bench.run(130);
    assert_eq!(rig.counter(Counter::RxFrames), 10);
}

#[test]
fn registers_restart_sets_them_back_while_reads_go_on() {
    let mut rig = Rig::new(8);
    for register in REGISTERS {
        rig.write(register.offset, 0x8765_4321, 0xF);
    }
    rig.bench.model.poke("restart", true);
    for register in REGISTERS {
        rig.write(register.offset, 0x1234_5678, 0xF);
        assert_eq!(
            rig.read(register.offset),
            register.reset,
            "{}",
            register.name
        );
    }
    rig.bench.model.poke("restart", false);
    assert_eq!(rig.read(CYCLES_PER_TICK), CYCLES_PER_TICK_RESET);
}

#[test]
fn registers_reset_is_asked_for_by_the_right_word_alone() {
    let mut rig = Rig::new(9);
    let model = &mut rig.bench.model;
    for (address, data, enable, asked) in [
        (RESET, RESET_VALUE, 0xF, 1),
        (RESET, RESET_VALUE, 0x7, 0),
        (RESET, RESET_VALUE ^ 1, 0xF, 0),
        (RESET, 0, 0xF, 0),
        (MAC_LOW, RESET_VALUE, 0xF, 0),
    ] {
        // Its fields in order: write, address, data, enable.
        let access = 1 | u64::from(address) << 1 | u64::from(data) << 21 | enable << 53;
        model.poke("access", access);
        for valid in [false, true] {
            model.poke("access_valid", valid);
            model.eval();
            let expected = if valid { asked } else { 0 };
            assert_eq!(
                model.peek("reset_asked"),
                expected,
                "{address:#x} {data:#x} {enable:#x}"
            );
        }
        model.tick();
    }
}

#[test]
fn registers_status_and_life_show_what_they_are_told() {
    let mut rig = Rig::new(10);
    rig.bench.model.poke("ready", true);
    rig.bench.model.poke("lives", 0xABCDu64);
    assert_eq!(rig.read(STATUS), status::READY);
    assert_eq!(rig.read(LIFE), 0xABCD);
}

#[test]
fn registers_of_the_rings_reach_their_records() {
    let mut rig = Rig::new(11);
    for (low, ring) in [(RX_RING_LOW, "rx_ring"), (TX_RING_LOW, "tx_ring")] {
        rig.write(low, 0x1234_5800, 0xF);
        rig.write(low + 4, 0xFEDC_BA98, 0xF);
        let receive = ring == "rx_ring";
        // Enable, promiscuous, 64 slots, vector 21.
        rig.write(low + 8, 0x0015_0603, 0xF);
        let fields = u128::try_from(rig.bench.model.peek_big(ring)).unwrap();
        let expected = 1
            | u128::from(receive) << 1
            | 0xFEDC_BA98_1234_5800 << 2
            | 6 << 66
            | if receive { 21 << 70 } else { 0 };
        assert_eq!(fields, expected, "{ring}");
    }
}

#[test]
fn registers_ring_doorbell_rings_once_for_each_write() {
    let mut rig = Rig::new(12);
    for (register, name) in [
        (RX_RING_CONSUMER, "rx_doorbell"),
        (TX_RING_PRODUCER, "tx_doorbell"),
    ] {
        rig.bench.push(rig.access, record! {"write" => 1u64, "address" => u64::from(register), "data" => u64::from(RX_RING_ARM | 0xBEEF), "enable" => 15u64});
        let mut seen = vec![];
        for _ in 0..50 {
            rig.bench.step();
            let model = &mut rig.bench.model;
            if model.peek(&format!("{name}_valid")) == 1 {
                seen.push(model.peek(name));
            }
        }
        let arm = u64::from(name == "rx_doorbell") << 16;
        assert_eq!(seen, [0xBEEF | arm]);
        assert_eq!(rig.read(register), RX_RING_ARM | 0xBEEF);
    }
}

#[test]
fn registers_ring_status_shows_index_and_busy() {
    let mut rig = Rig::new(13);
    for (register, name) in [(RX_RING_STATUS, "rx_state"), (TX_RING_STATUS, "tx_state")] {
        rig.bench.model.poke(name, 1u64 | 0xABCD << 1);
        assert_eq!(
            rig.read(register),
            ring_status::BUSY | 0xABCD << ring_status::INDEX_SHIFT
        );
        rig.bench.model.poke(name, 0xABCDu64 << 1);
        assert_eq!(rig.read(register), 0xABCD << ring_status::INDEX_SHIFT);
    }
}
