//! Blocks with hand-built parts behave in rust-hdl's own simulation as their Verilog does under Verilator, cycle by cycle.
use ferric_rtl::kit::{Crc32, Priority, RoundRobin, SmallFifo};
use ferric_verilated::Model;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// How to reach a block's clock, if it has one.
type ClockOf<B> = Option<fn(&mut B) -> &mut Signal<In, Clock>>;

/// Sets the same random inputs on both, compares the settled outputs, and gives both a rising edge.
fn lockstep<B: Block>(
    name: &str,
    block: &mut B,
    clock: ClockOf<B>,
    mut drive: impl FnMut(&mut B, &mut Model, &mut fastrand::Rng),
    same: impl Fn(&B, &Model, u64),
) {
    block.connect_all();
    let mut model = Model::build(name, block).unwrap();
    let mut random = fastrand::Rng::with_seed(6);
    for cycle in 0..1000 {
        if let Some(clock) = clock {
            clock(block).next = false.into();
        }
        drive(block, &mut model, &mut random);
        assert!(simulate(block, 20), "{name} settles");
        model.eval();
        same(block, &model, cycle);
        if let Some(clock) = clock {
            clock(block).next = true.into();
            assert!(simulate(block, 20), "{name} settles");
            model.tick();
        }
    }
}

#[test]
fn priority_in_rust_matches_verilog() {
    lockstep(
        "kit_priority",
        &mut Priority::<5, 3>::default(),
        None,
        |b, m, r| {
            let request = r.u64(..1 << 5);
            b.request.next = request.into();
            m.poke("request", request);
        },
        |b, m, cycle| {
            let rust = (b.grant.val().to_u64(), b.valid.val());
            assert_eq!(rust, (m.peek("grant"), m.peek("valid") == 1), "{cycle}");
        },
    );
}

#[test]
fn round_robin_in_rust_matches_verilog() {
    lockstep(
        "kit_round_robin",
        &mut RoundRobin::<5, 3>::default(),
        Some(|b| &mut b.clock),
        |b, m, r| {
            let (request, advance, reset) = (r.u64(..1 << 5), r.bool(), r.u8(..40) == 0);
            b.request.next = request.into();
            b.advance.next = advance;
            b.reset.next = reset;
            m.poke("request", request);
            m.poke("advance", advance);
            m.poke("reset", reset);
        },
        |b, m, cycle| {
            let rust = (b.grant.val().to_u64(), b.valid.val());
            assert_eq!(rust, (m.peek("grant"), m.peek("valid") == 1), "{cycle}");
        },
    );
}

#[test]
fn small_fifo_in_rust_matches_verilog() {
    lockstep(
        "kit_small_fifo_16",
        &mut SmallFifo::<Bits<16>, 2, 3>::default(),
        Some(|b| &mut b.clock),
        |b, m, r| {
            let (i, put, get, reset) = (r.u64(..1 << 16), r.bool(), r.bool(), r.u8(..40) == 0);
            b.i.next = i.into();
            b.i_valid.next = put;
            b.o_ready.next = get;
            b.reset.next = reset;
            m.poke("i", i);
            m.poke("i_valid", put);
            m.poke("o_ready", get);
            m.poke("reset", reset);
        },
        |b, m, cycle| {
            let rust = (
                b.o.val().to_u64(),
                b.o_valid.val(),
                b.i_ready.val(),
                b.level.val().to_u64(),
            );
            let verilog = (
                m.peek("o"),
                m.peek("o_valid") == 1,
                m.peek("i_ready") == 1,
                m.peek("level"),
            );
            assert_eq!(rust, verilog, "{cycle}");
        },
    );
}

#[test]
fn crc32_in_rust_matches_verilog() {
    lockstep(
        "kit_crc32",
        &mut Crc32::default(),
        Some(|b| &mut b.clock),
        |b, m, r| {
            let data: Vec<u8> = (0..64).map(|_| r.u8(..)).collect();
            let (bytes, seed) = (r.u64(1..=64), r.u64(..1 << 32));
            let (first, valid) = (r.bool(), r.bool());
            b.data.next = BigUint::from_bytes_le(&data).into();
            b.bytes.next = bytes.into();
            b.seed.next = seed.into();
            b.first.next = first;
            b.valid.next = valid;
            m.poke_bytes("data", &data);
            m.poke("bytes", bytes);
            m.poke("seed", seed);
            m.poke("first", first);
            m.poke("valid", valid);
        },
        |b, m, cycle| {
            let rust = (b.crc.val().to_u64(), b.crc_valid.val());
            assert_eq!(rust, (m.peek("crc"), m.peek("crc_valid") == 1), "{cycle}");
        },
    );
}
