//! `Crc32` against the crate `crc32fast`.
use ferric_rtl::kit::Crc32;
use ferric_verilated::Model;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

const LATENCY: usize = 5;

struct Bench {
    model: Model,
    random: fastrand::Rng,
    /// For each cycle to come, the register that must stand there, if any.
    due: VecDeque<Option<u32>>,
}

impl Bench {
    fn new(seed: u64) -> Self {
        let mut block = Crc32::default();
        block.connect_all();
        let mut model = Model::build("kit_crc32", &block).unwrap();
        model.poke("reset", true);
        model.tick();
        model.poke("reset", false);
        let due = (1..LATENCY).map(|_| None).collect();
        Self {
            model,
            random: fastrand::Rng::with_seed(seed),
            due,
        }
    }
    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.random.u8(..)).collect()
    }
    /// One cycle; `expected` is the register after this beat, if it is one.
    fn cycle(&mut self, beat: &[u8], first: bool, seed: u32, expected: Option<u32>) {
        let filler = self.bytes(64 - beat.len());
        self.model.poke_bytes("data", &[beat, &filler].concat());
        self.model.poke("bytes", beat.len() as u64);
        self.model.poke("first", first);
        self.model.poke("seed", u64::from(seed));
        self.model.poke("valid", expected.is_some());
        self.model.tick();
        self.due.push_back(expected);
        let due = self.due.pop_front().unwrap();
        assert_eq!(self.model.peek("crc_valid") == 1, due.is_some());
        if let Some(due) = due {
            assert_eq!(self.model.peek("crc") as u32, due);
        }
    }
    fn gap(&mut self) {
        let (junk, first, seed) = (self.bytes(33), self.random.bool(), self.random.u32(..));
        self.cycle(&junk, first, seed, None);
    }
    fn packet(&mut self, packet: &[u8], seed: u32, gaps: f64) {
        let mut hasher = crc32fast::Hasher::new_with_initial(!seed);
        for (k, beat) in packet.chunks(64).enumerate() {
            while self.random.f64() < gaps {
                self.gap();
            }
            hasher.update(beat);
            // The seed counts in the first beat only.
            let seed = if k == 0 { seed } else { self.random.u32(..) };
            self.cycle(beat, k == 0, seed, Some(!hasher.clone().finalize()));
        }
    }
}

#[test]
fn crc32_random_lengths_gaps_and_seeds_match_software() {
    for seed in 0..4 {
        let mut bench = Bench::new(seed);
        for _ in 0..200 {
            let (length, start) = (bench.random.usize(1..=4200), bench.random.u32(..));
            let packet = bench.bytes(length);
            bench.packet(&packet, start, [0.0, 0.3][seed as usize % 2]);
        }
        (0..LATENCY).for_each(|_| bench.gap());
    }
}

#[test]
fn crc32_every_length_of_the_last_beat_matches_software() {
    let mut bench = Bench::new(10);
    for length in 1..=192 {
        let packet = bench.bytes(length);
        bench.packet(&packet, u32::MAX, 0.0);
    }
    (0..LATENCY).for_each(|_| bench.gap());
}

#[test]
fn crc32_check_string_gives_the_published_value() {
    let mut bench = Bench::new(11);
    bench.packet(b"123456789", u32::MAX, 0.0);
    (1..LATENCY).for_each(|_| bench.gap());
    assert_eq!(!bench.model.peek("crc") as u32, 0xCBF4_3926);
}
