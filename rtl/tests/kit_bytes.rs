//! The byte movers of the kit: their Verilog and their Rust against a plain expectation.
use ferric_rtl::kit::bytes::{ByteMask, ByteSwap, RotateBytes, RotateRegistered, Splice};
use ferric_verilated::Model;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

fn model(name: &str, block: &mut impl Block) -> Model {
    block.connect_all();
    Model::build(name, block).unwrap()
}

fn bytes(random: &mut fastrand::Rng) -> Vec<u8> {
    std::iter::repeat_with(|| random.u8(..)).take(64).collect()
}

fn big(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

fn turned(bytes: &[u8], by: usize) -> Vec<u8> {
    let mut o = bytes.to_vec();
    o.rotate_left(by);
    o
}

#[test]
fn byte_swap_reverses_the_bytes() {
    let mut swap = ByteSwap::<48>::default();
    let mut verilog = model("kit_byte_swap", &mut swap);
    verilog.poke("i", 0x0102_0304_0506u64);
    verilog.eval();
    assert_eq!(verilog.peek("o"), 0x0605_0403_0201);
    swap.i.next = 0x0102_0304_0506u64.into();
    simulate(&mut swap, 10);
    assert_eq!(swap.o.val(), 0x0605_0403_0201u64);
}

#[test]
fn rotate_bytes_every_distance_brings_that_byte_to_the_front() {
    let mut rotate = RotateBytes::default();
    let mut verilog = model("kit_rotate", &mut rotate);
    let mut random = fastrand::Rng::with_seed(3);
    for by in 0..64 {
        let i = bytes(&mut random);
        verilog.poke_bytes("i", &i);
        verilog.poke("by", by as u64);
        verilog.eval();
        assert_eq!(verilog.peek_bytes("o"), turned(&i, by), "by {by}");
        rotate.i.next = big(&i).into();
        rotate.by.next = by.to_bits();
        simulate(&mut rotate, 10);
        assert_eq!(
            rotate.o.val(),
            Bits::<512>::from(big(&turned(&i, by))),
            "by {by}"
        );
    }
}

#[test]
fn rotate_registered_answers_two_cycles_later() {
    let mut verilog = model("kit_rotate_registered", &mut RotateRegistered::default());
    let mut random = fastrand::Rng::with_seed(4);
    let mut expected = vec![];
    for cycle in 0..300 {
        let (i, by) = (bytes(&mut random), random.usize(..64));
        verilog.poke_bytes("i", &i);
        verilog.poke("by", by as u64);
        expected.push(turned(&i, by));
        verilog.tick();
        if cycle >= 1 {
            assert_eq!(
                verilog.peek_bytes("o"),
                expected[cycle - 1],
                "cycle {cycle}"
            );
        }
    }
}

#[test]
fn byte_mask_and_splice_every_count_take_the_first_bytes_from_one() {
    let (mut mask, mut splice) = (ByteMask::default(), Splice::default());
    let (mut mask_v, mut splice_v) = (
        model("kit_byte_mask", &mut mask),
        model("kit_splice", &mut splice),
    );
    let mut random = fastrand::Rng::with_seed(5);
    for count in 0..=64usize {
        let expected = if count == 64 {
            u64::MAX
        } else {
            (1 << count) - 1
        };
        mask_v.poke("count", count as u64);
        mask_v.eval();
        assert_eq!(mask_v.peek("o"), expected);
        mask.count.next = count.to_bits();
        simulate(&mut mask, 10);
        assert_eq!(mask.o.val(), expected);

        let (one, zero) = (bytes(&mut random), bytes(&mut random));
        let joined = [&one[..count], &zero[count..]].concat();
        splice_v.poke("mask", expected);
        splice_v.poke_bytes("one", &one);
        splice_v.poke_bytes("zero", &zero);
        splice_v.eval();
        assert_eq!(splice_v.peek_bytes("o"), joined);
        splice.mask.next = expected.into();
        splice.one.next = big(&one).into();
        splice.zero.next = big(&zero).into();
        simulate(&mut splice, 10);
        assert_eq!(splice.o.val(), Bits::<512>::from(big(&joined)));
    }
}
