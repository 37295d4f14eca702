//! A small host for block tests: answers memory reads with completions cut, mixed and spoilt at random, as beats of the completion stream.
//!
//! It checks what it is asked: page and size limits, byte enables, tags that are free, and that its completion buffer never overflows.
#![allow(dead_code)] // each test uses its own part of it
use ferric_verilated::Number;
use std::collections::{BTreeMap, VecDeque};

/// What memory holds at an address.
pub fn memory(address: u64) -> u8 {
    let x = address.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x >> 32) as u8 ^ (x >> 51) as u8
}

/// A read request, as the card sends it.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub address: u64,
    pub dwords: u64,
    pub first: u64,
    pub last: u64,
    pub tag: u8,
}

/// What the host makes of a read, besides answering it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    None,
    Unsupported,
    Abort,
    Poisoned,
    Timeout,
    /// The block finds a length that is wrong.
    Length,
    /// The last completion is left out, but marked as there.
    Short,
    /// A byte count that skips some bytes, which the block lets through.
    Skipped,
    FunctionReset,
}

pub struct Options {
    pub straddle: bool,
    pub boundary: u64,
    pub size: u64,
    pub extended: bool,
    pub headers: u64,
    pub units: u64,
    /// Cycles from a read to its first completion: least and most.
    pub latency: (u64, u64),
    /// Longest completion.
    pub largest: u64,
    /// Cut completions at random rather than as long as possible.
    pub random_cut: bool,
    /// Probability of no beat in a cycle.
    pub stall: f64,
}

struct Completion {
    bytes: Vec<u8>,
    /// What it takes of the buffer.
    headers: u64,
    units: u64,
}

struct Pending {
    ready: u64,
    completions: VecDeque<Completion>,
}

/// A beat for the pins.
#[derive(Clone)]
pub struct Beat {
    pub data: [u8; 64],
    pub user: [u8; 21],
    pub last: bool,
    headers: u64,
    units: u64,
    /// Tags whose answer ends here.
    ends: Vec<u8>,
}

pub struct Host {
    pub options: Options,
    pub random: fastrand::Rng,
    /// What to do with the read that contains an address.
    pub faults: BTreeMap<u64, Fault>,
    pending: BTreeMap<u8, Pending>,
    busy: [bool; 256],
    /// The packet whose beats are sent: bytes, how many have gone, its share of the buffer, its tag, whether it is the tag's last.
    open: Option<(Vec<u8>, usize, u64, u64, u8, bool)>,
    headers: u64,
    units: u64,
    pub most_headers: u64,
    pub most_units: u64,
    pub reads: u64,
    ready_order: VecDeque<u8>,
    strays: VecDeque<Vec<u8>>,
}

impl Host {
    pub fn new(options: Options, seed: u64) -> Self {
        Host {
            options,
            random: fastrand::Rng::with_seed(seed),
            faults: BTreeMap::new(),
            pending: BTreeMap::new(),
            busy: [false; 256],
            open: None,
            headers: 0,
            units: 0,
            most_headers: 0,
            most_units: 0,
            reads: 0,
            ready_order: VecDeque::new(),
            strays: VecDeque::new(),
        }
    }

    pub fn forget(&mut self) {
        self.pending.clear();
        self.ready_order.clear();
        self.busy = [false; 256];
        self.open = None;
        self.headers = 0;
        self.units = 0;
    }

    pub fn outstanding(&self) -> usize {
        self.busy.iter().filter(|b| **b).count()
    }

    /// Takes a read request.
    pub fn read(&mut self, read: Read, now: u64) {
        self.reads += 1;
        assert!(!self.busy[read.tag as usize], "tag {} is in use", read.tag);
        assert!(
            self.options.extended || read.tag < 32,
            "tag {} without extended tags",
            read.tag
        );
        self.busy[read.tag as usize] = true;
        assert!(read.dwords >= 1);
        let begin = read.first.trailing_zeros() as u64;
        let stop = if read.dwords == 1 {
            assert_eq!(read.last, 0);
            64 - read.first.leading_zeros() as u64
        } else {
            assert!(read.first & 8 != 0 && read.last & 1 != 0);
            4 * (read.dwords - 1) + 64 - read.last.leading_zeros() as u64
        };
        let (from, to) = (read.address + begin, read.address + stop);
        assert!(from / 4096 == (to - 1) / 4096, "crosses a page");
        assert!(
            4 * read.dwords <= self.options.size || to - from <= self.options.size,
            "longer than allowed"
        );
        let fault = self
            .faults
            .range(from..to)
            .next()
            .map_or(Fault::None, |(_, fault)| *fault);
        let completions = self.answer(read.tag, from, to, fault);
        // The worst the block's buffer may have to hold.
        let headers = (to - 1) / self.options.boundary - from / self.options.boundary + 1;
        self.headers += headers;
        let units: u64 = completions.iter().map(|c| c.units).sum();
        self.units += units;
        self.most_headers = self.most_headers.max(self.headers);
        self.most_units = self.most_units.max(self.units);
        assert!(
            self.headers <= self.options.headers,
            "completion headers overflow"
        );
        assert!(
            self.units <= self.options.units,
            "completion data overflows"
        );
        let mut completions: VecDeque<_> = completions.into();
        // What is not sent still gives its share back, with the last one.
        let sent: u64 = completions.iter().map(|c| c.headers).sum();
        completions.back_mut().unwrap().headers += headers.saturating_sub(sent);
        let latency = self
            .random
            .u64(self.options.latency.0..=self.options.latency.1);
        let ready = now + latency;
        self.pending
            .insert(read.tag, Pending { ready, completions });
        self.ready_order.push_back(read.tag);
    }

    fn answer(&mut self, tag: u8, from: u64, to: u64, fault: Fault) -> Vec<Completion> {
        let mut parts = vec![];
        let mut at = from;
        while at < to {
            // As far as may be, or to any boundary before.
            let most = (at + self.options.largest) / self.options.boundary * self.options.boundary;
            let mut stop = most
                .max((at / self.options.boundary + 1) * self.options.boundary)
                .min(to);
            let first = (at / self.options.boundary + 1) * self.options.boundary;
            if self.options.random_cut && first < stop {
                let choices = (stop - first).div_ceil(self.options.boundary);
                stop = (first + self.random.u64(0..=choices) * self.options.boundary).min(stop);
            }
            parts.push((at, stop));
            at = stop;
        }
        let count = parts.len();
        let hit = self.random.usize(..count);
        let mut all = vec![];
        for (i, (at, stop)) in parts.into_iter().enumerate() {
            let mut byte_count = to - at;
            let (mut code, mut status, mut poison) = (0, 0, 0);
            let mut last = i + 1 == count;
            let mut data = true;
            match fault {
                Fault::None => {}
                Fault::Unsupported if i == hit => (code, status, last, data) = (2, 1, true, false),
                Fault::Abort if i == hit => (code, status, last, data) = (2, 4, true, false),
                Fault::Poisoned if i == hit => (code, poison) = (1, 1),
                Fault::Timeout if i == hit => (code, last, data) = (9, true, false),
                Fault::FunctionReset if i == hit => (code, last, data) = (8, true, false),
                Fault::Length if i == hit => (code, last) = (3, true),
                Fault::Short if i == 0 => last = true,
                Fault::Skipped if last => byte_count += 1,
                _ => {}
            }
            // A completion that already carries everything cannot be short; make it lie about its count instead.
            if fault == Fault::Short && count == 1 {
                byte_count += 1;
            }
            // A code the block makes up itself comes without data.
            let low = at & 0xfff;
            let bytes: Vec<u8> = (at & !3..(stop + 3) & !3)
                .map(|a| {
                    if a < from || a >= to {
                        self.random.u8(..)
                    } else {
                        memory(a)
                    }
                })
                .collect();
            let dwords = if data { bytes.len() as u64 / 4 } else { 0 };
            let low_word = low
                | code << 12
                | byte_count << 16
                | u64::from(last) << 30
                | dwords << 32
                | status << 43
                | poison << 46;
            let mut packet = low_word.to_le_bytes().to_vec();
            packet.extend([tag, 0, 0, 0]);
            if data {
                packet.extend(&bytes);
            }
            all.push(Completion {
                bytes: packet,
                headers: 1,
                units: (bytes.len() as u64).div_ceil(16),
            });
            if last {
                break;
            }
        }
        all
    }

    /// A completion for nobody.
    pub fn stray(&mut self, tag: u8) {
        let low_word = 6 << 12 | 4 << 16 | 1 << 30 | 1 << 32;
        let mut bytes = u64::to_le_bytes(low_word).to_vec();
        bytes.extend([tag, 0, 0, 0, 1, 2, 3, 4]);
        self.strays.push_back(bytes);
    }

    fn choose(&mut self, now: u64) {
        if let Some(bytes) = self.strays.pop_front() {
            self.open = Some((bytes, 0, 0, 0, 0, false));
            return;
        }
        let ready: Vec<u8> = if self.options.random_cut {
            self.pending
                .iter()
                .filter(|(_, p)| p.ready <= now)
                .map(|(t, _)| *t)
                .collect()
        } else {
            let first = self
                .ready_order
                .iter()
                .copied()
                .find(|t| self.pending.contains_key(t));
            first
                .filter(|t| self.pending[t].ready <= now)
                .into_iter()
                .collect()
        };
        if ready.is_empty() {
            return;
        }
        let tag = ready[self.random.usize(..ready.len())];
        let pending = self.pending.get_mut(&tag).unwrap();
        let completion = pending.completions.pop_front().unwrap();
        let ends = pending.completions.is_empty();
        if ends {
            self.pending.remove(&tag);
            let at = self.ready_order.iter().position(|t| *t == tag).unwrap();
            self.ready_order.remove(at);
        }
        self.open = Some((
            completion.bytes,
            0,
            completion.headers,
            completion.units,
            tag,
            ends,
        ));
    }

    /// The next beat, if there is one.
    pub fn beat(&mut self, now: u64) -> Option<Beat> {
        if self.random.f64() < self.options.stall {
            return None;
        }
        let mut beat = Beat {
            data: std::array::from_fn(|_| self.random.u8(..)),
            user: [0; 21],
            last: false,
            headers: 0,
            units: 0,
            ends: vec![],
        };
        let mut user = [0u64; 3];
        let mut mark = |low: usize, value: u64| user[low / 64] |= value << (low % 64);
        let (mut starts, mut stops) = (0, 0);
        let mut any = false;
        for part in 0..4 {
            if self.open.is_none() && (self.options.straddle || part == 0) {
                if self.options.straddle && self.random.f64() < self.options.stall / 4.0 {
                    continue;
                }
                self.choose(now);
                if self.open.is_some() {
                    mark(64 + starts, 1);
                    mark(68 + 2 * starts, part as u64);
                    starts += 1;
                }
            }
            let Some((bytes, at, headers, units, tag, ends)) = &mut self.open else {
                continue;
            };
            any = true;
            let length = 16.min(bytes.len() - *at);
            beat.data[16 * part..16 * part + length].copy_from_slice(&bytes[*at..*at + length]);
            *at += length;
            if *at == bytes.len() {
                mark(76 + stops, 1);
                mark(80 + 4 * stops, (4 * part + length / 4 - 1) as u64);
                stops += 1;
                beat.last = true;
                beat.headers += *headers;
                beat.units += *units;
                if *ends {
                    beat.ends.push(*tag);
                }
                self.open = None;
                if !self.options.straddle {
                    break;
                }
            }
        }
        let bytes: Vec<u8> = user.iter().flat_map(|w| w.to_le_bytes()).collect();
        beat.user.copy_from_slice(&bytes[..21]);
        any.then_some(beat)
    }

    /// A beat has been taken by the card.
    pub fn taken(&mut self, beat: &Beat) {
        self.headers -= beat.headers;
        self.units -= beat.units;
        for tag in &beat.ends {
            self.busy[*tag as usize] = false;
        }
    }
}

pub fn number(bytes: &[u8]) -> Number {
    Number::from(bytes)
}
