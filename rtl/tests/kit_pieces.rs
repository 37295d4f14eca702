//! `Pack` and `Split` against plain slices: contents, beat counts and rate.
use ferric_rtl::kit::{Pack, Split};
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

/// The payload of a packet, in the pieces that have places of their own.
type Packet = Vec<Vec<u8>>;

struct Fixture {
    bench: Bench,
    piece: Source,
    i: Source,
    o: Sink,
}

fn fixture(name: &str, mut block: impl Block, seed: u64) -> Fixture {
    block.connect_all();
    let mut bench = Bench::new(Model::build(name, &block).unwrap(), seed);
    let (piece, i, o) = (bench.source("piece"), bench.source("i"), bench.sink("o"));
    bench.reset(2);
    Fixture { bench, piece, i, o }
}
fn pack(seed: u64) -> Fixture {
    fixture("kit_pack", Pack::default(), seed)
}
fn split(seed: u64) -> Fixture {
    fixture("kit_split", Split::default(), seed)
}

/// Mostly about the edges of a beat, now and then long, once in a while a whole page.
fn random_length(random: &mut fastrand::Rng) -> usize {
    match random.u32(..20) {
        0 => 4096,
        1..=3 => random.usize(1..600),
        4..=12 => random.usize(1..130),
        13 => 1,
        14 => 63,
        15..=17 => 64,
        _ => 65,
    }
}

fn random_piece(random: &mut fastrand::Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.u8(..)).collect()
}

fn random_packet(random: &mut fastrand::Rng) -> Packet {
    let pieces = if random.bool() { 1 } else { random.usize(1..6) };
    let mut piece = || {
        let length = random_length(random);
        random_piece(random, length)
    };
    (0..pieces).map(|_| piece()).collect()
}

fn random_packets(random: &mut fastrand::Rng, n: usize) -> Vec<Packet> {
    (0..n).map(|_| random_packet(random)).collect()
}

/// Packets of two pieces, with every pair of lengths about one beat and two.
fn pairs(random: &mut fastrand::Rng) -> Vec<Packet> {
    let lengths = [1, 2, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129];
    let pairs = lengths.iter().flat_map(|&a| lengths.map(|b| [a, b]));
    pairs
        .map(|pair| pair.iter().map(|&n| random_piece(random, n)).collect())
        .collect()
}

fn push_lengths(f: &mut Fixture, packets: &[Packet]) {
    for packet in packets {
        for (k, piece) in packet.iter().enumerate() {
            f.bench.push(
                f.piece,
                record! { "length" => piece.len() as u64, "last" => k + 1 == packet.len() },
            );
        }
    }
}

fn expect_payloads(f: &mut Fixture, expected: &[Vec<u8>]) {
    let got = f.bench.take_payloads(f.o);
    assert_eq!(got.len(), expected.len());
    for (k, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert_eq!(
            got.len(),
            expected.len().next_multiple_of(64),
            "beats of payload {k}, seed {}",
            f.bench.seed()
        );
        assert!(
            got.starts_with(expected),
            "payload {k} of {} bytes, seed {}",
            expected.len(),
            f.bench.seed()
        );
    }
}

fn beats(payloads: &[Vec<u8>]) -> u64 {
    payloads.iter().map(|p| p.len().div_ceil(64) as u64).sum()
}

/// Sends the packets through and returns the cycles that took.
fn run_pack(f: &mut Fixture, packets: &[Packet]) -> u64 {
    push_lengths(f, packets);
    packets
        .iter()
        .flatten()
        .for_each(|piece| f.bench.push_payload(f.i, piece));
    let (start, o) = (f.bench.cycle(), f.o);
    f.bench
        .run_until(200_000, |b| b.received_payloads(o) == packets.len());
    let taken = f.bench.cycle() - start;
    expect_payloads(f, &packets.iter().map(|p| p.concat()).collect::<Vec<_>>());
    taken
}
fn run_split(f: &mut Fixture, packets: &[Packet]) -> u64 {
    push_lengths(f, packets);
    packets
        .iter()
        .for_each(|packet| f.bench.push_payload(f.i, &packet.concat()));
    let pieces = packets.concat();
    let (start, o) = (f.bench.cycle(), f.o);
    f.bench
        .run_until(200_000, |b| b.received_payloads(o) == pieces.len());
    let taken = f.bench.cycle() - start;
    expect_payloads(f, &pieces);
    taken
}

fn stalls(f: &mut Fixture, seed: u64) {
    let [piece, i, o] = [
        [0.3, 0.3, 0.3],
        [0.0, 0.0, 0.7],
        [0.9, 0.0, 0.0],
        [0.0, 0.8, 0.0],
    ][seed as usize % 4];
    f.bench.set_source_stall(f.piece, piece);
    f.bench.set_source_stall(f.i, i);
    f.bench.set_sink_stall(f.o, o);
}

#[test]
fn pack_random_pieces_and_stalls_gives_contiguous_packets() {
    for seed in 0..8 {
        let mut f = pack(seed);
        stalls(&mut f, seed);
        let packets = random_packets(f.bench.random(), 80);
        run_pack(&mut f, &packets);
    }
}

#[test]
fn split_random_pieces_and_stalls_begins_each_piece_at_byte_zero() {
    for seed in 0..8 {
        let mut f = split(seed);
        stalls(&mut f, seed);
        let packets = random_packets(f.bench.random(), 80);
        run_split(&mut f, &packets);
    }
}

#[test]
fn pack_every_pair_of_lengths_about_a_beat_joins_right() {
    let mut f = pack(20);
    f.bench.set_stall(0.1);
    let packets = pairs(f.bench.random());
    run_pack(&mut f, &packets);
}

#[test]
fn split_every_pair_of_lengths_about_a_beat_cuts_right() {
    let mut f = split(21);
    f.bench.set_stall(0.1);
    let packets = pairs(f.bench.random());
    run_split(&mut f, &packets);
}

/// The pieces' beats go in one a cycle whatever their lengths: only the pipeline's depth is added.
#[test]
fn pack_no_stalls_takes_a_beat_a_cycle() {
    let mut f = pack(22);
    f.bench.set_stall(0.0);
    let packets = random_packets(f.bench.random(), 200);
    let cycles = run_pack(&mut f, &packets);
    assert!(
        cycles <= beats(&packets.concat()) + 6,
        "{cycles} cycles for {} beats",
        beats(&packets.concat())
    );
}

/// The pieces' beats come out one a cycle whatever their lengths.
#[test]
fn split_no_stalls_gives_a_beat_a_cycle() {
    let mut f = split(23);
    f.bench.set_stall(0.0);
    let packets = random_packets(f.bench.random(), 200);
    let cycles = run_split(&mut f, &packets);
    assert!(
        cycles <= beats(&packets.concat()) + 6,
        "{cycles} cycles for {} beats",
        beats(&packets.concat())
    );
}

/// Packets of one beat: the first in and the first out, with the lengths known before.
#[test]
fn pack_one_beat_latency_is_three_cycles_and_split_two() {
    for (mut f, cycles) in [(pack(24), 3), (split(24), 2)] {
        f.bench.set_stall(0.0);
        f.bench
            .push(f.piece, record! { "length" => 64u64, "last" => true });
        f.bench.run(5);
        f.bench.push_payload(f.i, &[7; 64]);
        let (i, o) = (f.i, f.o);
        f.bench.run_until(20, |b| b.pending(i) == 0);
        let taken = f.bench.cycle();
        f.bench.run_until(20, |b| b.received(o) == 1);
        assert_eq!(f.bench.take(o)[0].cycle - taken, cycles);
    }
}
