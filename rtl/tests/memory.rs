//! The memory block: which ranges a key opens, and where their bytes are.
use ferric_layout::qp::access;
use ferric_layout::sizes::{KEYS, PAGES};
use ferric_rtl::memory::{LATENCY_MAX, Memory, client_number::CLIENTS};
use ferric_verilated::{Bench, Model, Received, Record, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, Default)]
struct Key {
    index: u64,
    tag: u64,
    pd: u64,
    access: u8,
    va: u64,
    length: u64,
    page_shift: u32,
    first_page: u64,
    offset: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Check {
    key: u64,
    pd: u64,
    access: u8,
    va: u64,
    check_length: u64,
    piece_length: u64,
}

impl Check {
    fn record(&self) -> Record {
        record! {
            "key" => self.key, "pd" => self.pd, "access" => self.access, "va" => self.va,
            "check_length" => self.check_length, "piece_length" => self.piece_length,
        }
    }
}

/// A good answer's pieces, or none.
type Answer = Option<Vec<(u64, u64)>>;

struct Card {
    bench: Bench,
    checks: [Source; CLIENTS],
    checked: [Sink; CLIENTS],
    keys: HashMap<u64, Key>,
    pages: HashMap<u64, u64>,
    expected: [Vec<(Check, Answer)>; CLIENTS],
}

impl Card {
    fn new(seed: u64) -> Self {
        let mut block = Memory::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("memory", &block).unwrap(), seed);
        let checks = std::array::from_fn(|n| bench.source(&format!("check{n}")));
        let checked = std::array::from_fn(|n| bench.sink(&format!("checked{n}")));
        bench.model.poke("key_write_valid", false);
        bench.model.poke("page_write_valid", false);
        bench.reset(2);
        let (keys, pages, expected) = Default::default();
        Card {
            bench,
            checks,
            checked,
            keys,
            pages,
            expected,
        }
    }

    fn write_key(&mut self, key: Key, valid: bool) {
        let model = &mut self.bench.model;
        model.poke("key_write.index", key.index);
        model.poke("key_write.entry.valid", valid);
        model.poke("key_write.entry.tag", key.tag);
        model.poke("key_write.entry.pd", key.pd);
        model.poke("key_write.entry.access", key.access);
        model.poke("key_write.entry.va", key.va);
        model.poke("key_write.entry.length", key.length);
        model.poke("key_write.entry.page_shift", key.page_shift);
        model.poke("key_write.entry.first_page", key.first_page);
        model.poke("key_write.entry.offset", key.offset);
        model.poke("key_write_valid", true);
        self.bench.step();
        self.bench.model.poke("key_write_valid", false);
        if valid {
            self.keys.insert(key.index, key);
        } else {
            self.keys.remove(&key.index);
        }
    }

    fn write_page(&mut self, index: u64, frame: u64) {
        self.bench.model.poke("page_write.index", index);
        self.bench.model.poke("page_write.frame", frame);
        self.bench.model.poke("page_write_valid", true);
        self.bench.step();
        self.bench.model.poke("page_write_valid", false);
        self.pages.insert(index, frame);
    }

    /// What the digest says of a check (§11), in numbers that cannot wrap.
    fn answer(&self, check: &Check) -> Answer {
        if check.check_length == 0 {
            return Some(vec![]);
        }
        let key = self.keys.get(&(check.key >> 8))?;
        let (va, length) = (u128::from(check.va), u128::from(check.check_length));
        let (base, size) = (u128::from(key.va), u128::from(key.length));
        let inside = va >= base && va + length <= base + size;
        let opens = key.tag == check.key & 0xFF
            && key.pd == check.pd
            && key.access & check.access == check.access;
        if !(opens && inside) {
            return None;
        }
        let (page_size, mut at) = (1u128 << key.page_shift, va - base + u128::from(key.offset));
        let mut left = u128::from(check.piece_length);
        let mut pieces = vec![];
        while left > 0 {
            let page = u128::from(key.first_page) + (at >> key.page_shift);
            if page >= PAGES as u128 {
                return None;
            }
            let frame = u128::from(*self.pages.get(&(page as u64)).unwrap_or(&0)) << 12;
            let piece = left.min(page_size - at % page_size);
            pieces.push((
                ((frame & !(page_size - 1)) | (at % page_size)) as u64,
                piece as u64,
            ));
            at += piece;
            left -= piece;
        }
        Some(pieces)
    }

    fn ask(&mut self, client: usize, check: Check) {
        let answer = self.answer(&check);
        self.expected[client].push((check, answer));
        self.bench.push(self.checks[client], check.record());
    }

    /// Runs until every answer came, and compares them.
    fn settle(&mut self) {
        let checked = self.checked;
        let counts: [usize; CLIENTS] = std::array::from_fn(|n| self.expected[n].len());
        let limit = 1000 + 50 * counts.iter().sum::<usize>() as u64;
        self.bench.run_until(limit, |bench| {
            (0..CLIENTS).all(|n| bench.received(checked[n]) >= counts[n])
        });
        self.bench.run(50);
        for (n, &sink) in checked.iter().enumerate() {
            let answers = self.bench.take(sink);
            let expected = std::mem::take(&mut self.expected[n]);
            assert_eq!(answers.len(), expected.len(), "client {n}");
            for (answer, (check, expected)) in answers.iter().zip(expected) {
                assert_eq!(pieces(answer), expected, "client {n}, {check:x?}");
            }
        }
    }
}

fn pieces(answer: &Received) -> Answer {
    let piece = |name: &str| {
        (
            answer.get(&format!("{name}_address")),
            answer.get(&format!("{name}_length")),
        )
    };
    let pieces = ["first", "second"]
        .map(piece)
        .into_iter()
        .filter(|&(_, length)| length > 0)
        .collect();
    (answer.get("ok") == 1).then_some(pieces)
}

const KEY: Key = Key {
    index: 5,
    tag: 0x5A,
    pd: 9,
    access: access::REMOTE_WRITE | access::LOCAL_WRITE,
    va: 0x7000_0000_0123,
    length: 0x2_0000,
    page_shift: 12,
    first_page: 100,
    offset: 0x123,
};

impl Key {
    fn number(&self) -> u64 {
        self.index << 8 | self.tag
    }
    fn check(&self, from: u64, check_length: u64, piece_length: u64) -> Check {
        let va = self.va.wrapping_add(from);
        Check {
            key: self.number(),
            pd: self.pd,
            access: self.access,
            va,
            check_length,
            piece_length,
        }
    }
}

fn card_with_key(seed: u64) -> Card {
    let mut card = Card::new(seed);
    card.write_key(KEY, true);
    for page in 0..40 {
        let frame = card.bench.random().u64(..1 << 52);
        card.write_page(KEY.first_page + page, frame);
    }
    card
}

#[test]
fn memory_range_at_its_bounds_is_inside_or_refused() {
    let mut card = card_with_key(1);
    for (from, length) in [
        (0, 1),
        (0, KEY.length),
        (0, KEY.length + 1),
        (1, KEY.length),
        (KEY.length - 1, 1),
        (KEY.length - 1, 2),
        (KEY.length, 1),
        (u64::MAX, 1),
        (u64::MAX, 2),
        (0, 1 << 31),
    ] {
        card.ask(1, KEY.check(from, length, length.min(4096)));
        card.ask(1, KEY.check(from, length, 0));
    }
    card.settle();
}

#[test]
fn memory_va_plus_length_wraps_is_refused() {
    let mut card = card_with_key(2);
    let top = Key {
        index: 6,
        va: u64::MAX - 0xFFF,
        length: 0x1000,
        offset: 0,
        ..KEY
    };
    card.write_key(top, true);
    card.ask(1, top.check(0xFF8, 8, 8));
    card.ask(1, top.check(0xFF8, 9, 9));
    card.ask(1, top.check(0xFF8, 1 << 31, 4096));
    card.ask(
        1,
        Check {
            va: u64::MAX - 7,
            ..KEY.check(0, 8, 8)
        },
    );
    // A region of all addresses but one: the length is compared before it is subtracted.
    let all = Key {
        index: 7,
        va: 0,
        length: u64::MAX,
        offset: 0,
        ..KEY
    };
    card.write_key(all, true);
    card.ask(1, all.check(u64::MAX - 8, 8, 0));
    card.ask(1, all.check(u64::MAX - 8, 9, 0));
    card.ask(1, all.check(u64::MAX - 8, 8, 8));
    let small = Key {
        index: 8,
        length: 4,
        ..KEY
    };
    card.write_key(small, true);
    card.ask(1, small.check(0, 5, 5));
    card.settle();
}

#[test]
fn memory_key_in_any_part_other_is_refused() {
    let mut card = card_with_key(3);
    let good = KEY.check(0, 64, 64);
    card.ask(0, good);
    for bit in 0..32 {
        card.ask(
            0,
            Check {
                key: good.key ^ 1 << bit,
                ..good
            },
        );
    }
    for bit in 0..16 {
        card.ask(
            0,
            Check {
                pd: good.pd ^ 1 << bit,
                ..good
            },
        );
    }
    for access in 0..16 {
        card.ask(0, Check { access, ..good });
    }
    card.ask(
        0,
        Check {
            key: good.key + ((KEYS as u64) << 8),
            ..good
        },
    );
    card.ask(
        0,
        Check {
            key: 0,
            pd: 0,
            access: 0,
            va: 0,
            check_length: 1,
            piece_length: 1,
        },
    );
    card.settle();
}

#[test]
fn memory_zero_length_with_wild_key_is_good() {
    let mut card = card_with_key(4);
    card.ask(
        2,
        Check {
            key: 0xDEAD_BEEF,
            pd: 0,
            access: 15,
            va: u64::MAX,
            check_length: 0,
            piece_length: 0,
        },
    );
    card.ask(
        2,
        Check {
            key: KEY.number() ^ 1,
            ..KEY.check(KEY.length, 0, 0)
        },
    );
    card.settle();
}

#[test]
fn memory_page_beyond_the_table_is_refused() {
    let mut card = Card::new(5);
    let last = PAGES as u64 - 1;
    for page in [0, 1, last - 1, last] {
        card.write_page(page, 0x10_0000 + page);
    }
    let key = Key {
        first_page: last - 1,
        offset: 0,
        length: 1 << 40,
        ..KEY
    };
    card.write_key(key, true);
    card.ask(2, key.check(0x1000 - 64, 128, 128));
    card.ask(2, key.check(0x2000 - 64, 64, 64));
    card.ask(2, key.check(0x2000 - 64, 65, 65));
    card.ask(2, key.check(0x2000, 64, 64));
    card.ask(2, key.check(0x1000_0000 - 0x2000, 64, 64));
    card.ask(2, key.check(0x1_0000_0000_0000 - key.va, 64, 64));
    let huge = Key {
        index: 6,
        length: u64::MAX - key.va,
        page_shift: 31,
        ..key
    };
    card.write_key(huge, true);
    for shift in 40..63 {
        card.ask(2, huge.check(1 << shift, 64, 64));
    }
    card.settle();
}

#[test]
fn memory_key_written_is_seen_by_the_next_check() {
    let mut card = card_with_key(6);
    for round in 0..20 {
        let valid = round % 2 == 1;
        card.write_key(KEY, valid);
        card.ask(round % CLIENTS, KEY.check(0, 64, 64));
        card.settle();
    }
}

#[test]
fn memory_random_checks_match_the_digest() {
    for seed in 0..6 {
        let mut card = Card::new(seed);
        let mut random = fastrand::Rng::with_seed(100 + seed);
        let mut keys = vec![];
        for index in [1, 2, 77, KEYS as u64 - 1] {
            let page_shift = [12, 13, 21, 31][random.usize(..4)];
            let offset = random.u64(..1 << page_shift);
            let length = (random.u64(..) >> random.u32(44..60)) + 1;
            let pages = ((offset + length) >> page_shift) + 1;
            let key = Key {
                index,
                tag: random.u64(..256),
                pd: random.u64(..4),
                access: random.u8(..16),
                va: random.u64(..) >> random.u32(..64),
                length,
                page_shift,
                first_page: random.u64(..PAGES as u64 - pages.min(65000)),
                offset,
            };
            card.write_key(key, true);
            for page in (0..pages.min(70)).chain(pages.saturating_sub(3)..pages) {
                let frame = random.u64(..1 << 52);
                card.write_page((key.first_page + page) % PAGES as u64, frame);
            }
            keys.push(key);
        }
        for _ in 0..400 {
            let key = keys[random.usize(..keys.len())];
            let piece = [0, 1, 64, 4095, 4096, random.u64(..=4096)][random.usize(..6)];
            let length = piece + [0, 0, random.u64(..10_000)][random.usize(..3)];
            let from = match random.u32(..4) {
                0 => random.u64(..key.length),
                1 => key.length.wrapping_sub(length),
                2 => key.length.wrapping_sub(length).wrapping_add(1),
                _ => random.u64(..key.length.min(1 << 18)),
            };
            let mut check = key.check(from, length, piece);
            match random.u32(..12) {
                0 => check.key ^= 1 << random.u32(..32),
                1 => check.pd ^= 1 << random.u32(..16),
                2 => check.access = random.u8(..16),
                _ => check.access &= random.u8(..16),
            }
            let client = random.usize(..CLIENTS);
            card.ask(client, check);
        }
        card.settle();
    }
}

#[test]
fn memory_client_that_takes_no_answers_stops_no_other() {
    let mut card = card_with_key(7);
    card.bench.set_sink_stall(card.checked[0], 1.0);
    for _ in 0..100 {
        card.ask(0, KEY.check(0, 64, 64));
    }
    for _ in 0..200 {
        card.ask(2, KEY.check(64, 64, 64));
    }
    let sink = card.checked[2];
    card.bench
        .run_until(2000, |bench| bench.received(sink) == 200);
    card.bench.set_sink_stall(card.checked[0], 0.0);
    card.settle();
}

#[test]
fn memory_without_stalls_answers_a_check_every_cycle() {
    let mut card = card_with_key(8);
    card.bench.set_stall(0.0);
    for (length, from, most) in [(64, 0, 1), (4096, 64, 2)] {
        for _ in 0..300 {
            card.ask(2, KEY.check(from, length, length));
        }
        let (sink, start) = (card.checked[2], card.bench.cycle());
        card.bench
            .run_until(1000, |bench| bench.received(sink) == 300);
        let cycles = card.bench.cycle() - start;
        assert!(cycles < 300 * most + LATENCY_MAX as u64, "{cycles} cycles");
        let answers = card.bench.take(sink);
        println!(
            "first answer after {}, 300 in {cycles}",
            answers[0].cycle - start
        );
        card.expected[2].clear();
    }
}
