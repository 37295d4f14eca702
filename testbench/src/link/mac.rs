//! The Ethernet MAC at a card's pins: line rate, framing and the rules a transmitter must keep.
//!
//! Transmit: a beat is taken while the MAC's small buffer has room, and the buffer drains at line rate, so that over
//! time a frame costs its bytes and 24 more. A frame that has begun must be offered to its end without a pause: real
//! MACs would send a broken one. Short frames are padded. Receive: frames come whole, one after the other no faster
//! than the line, and cannot be held back.

use std::collections::VecDeque;

use fastrand::Rng;

use super::channel::Arrival;
use super::frame::{ETHERNET, LONGEST, OVERHEAD, SHORTEST};
use super::pins::{BEAT, Beat, FromCard, ToCard};
use crate::reports::{OnViolation, Reports};

/// What lanes carry when valid is low.
const JUNK: u8 = 0xa5;

/// A rule for transmitters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Valid must stay high from the first to the last beat of a frame.
    Gap,
    /// Once valid is high it stays so until the transfer.
    ValidDropped,
    /// What was offered may not change before the transfer.
    Unstable,
    /// Kept bytes start at lane 0 without holes, and fill every beat but the last.
    Keep,
    /// A frame holds an Ethernet header and is not too long.
    Length,
}

/// How a MAC behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Picoseconds of a cycle of the card's clock.
    pub cycle: u64,
    /// Picoseconds of a byte on the line; 0 is without limit.
    pub byte: u64,
    /// Bytes that the transmit buffer holds.
    pub buffer: u64,
    /// Chance in 256 of a pause inside a received frame, at each beat.
    pub rx_gap: u8,
    /// What a broken rule leads to.
    pub on_violation: OnViolation,
}

impl Settings {
    /// 100 Gb/s at a core clock of 250 MHz.
    pub const fn hundred_gigabit() -> Self {
        Self {
            cycle: 4000,
            byte: 80,
            buffer: 256,
            rx_gap: 0,
            on_violation: OnViolation::Panic,
        }
    }
}

/// A frame that the card sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// When its last byte is on the line, in picoseconds.
    pub at: u64,
    /// Its bytes, padded.
    pub bytes: Vec<u8>,
    /// The card marked it as bad.
    pub bad: bool,
}

/// A MAC.
pub struct Mac {
    settings: Settings,
    rng: Rng,
    reports: Reports<Rule>,
    now: u64,
    line_free: u64,
    inside: bool,
    waiting: bool,
    offered: Beat,
    frame: Vec<u8>,
    sent: VecDeque<Sent>,
    arrivals: VecDeque<Arrival>,
    rx_free: u64,
    rx_at: usize,
    padded: u64,
}

impl Mac {
    /// An idle MAC.
    pub fn new(settings: Settings, seed: u64) -> Self {
        Self {
            settings,
            rng: Rng::with_seed(seed),
            reports: Reports::new(settings.on_violation, seed),
            now: 0,
            line_free: 0,
            inside: false,
            waiting: false,
            offered: Beat::default(),
            frame: Vec::new(),
            sent: VecDeque::new(),
            arrivals: VecDeque::new(),
            rx_free: 0,
            rx_at: 0,
            padded: 0,
        }
    }

    /// The present time in picoseconds.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Broken rules, if they are recorded.
    pub fn reports(&self) -> &Reports<Rule> {
        &self.reports
    }

    /// Frames that were shorter than the shortest and were padded.
    pub fn padded(&self) -> u64 {
        self.padded
    }

    /// The next frame that the card has sent.
    pub fn take_sent(&mut self) -> Option<Sent> {
        self.sent.pop_front()
    }

    /// Gives a frame to the card when its time has come.
    pub fn deliver(&mut self, arrival: Arrival) {
        let running = usize::from(self.rx_at > 0);
        let place = self
            .arrivals
            .iter()
            .skip(running)
            .rposition(|other| other.at <= arrival.at);
        self.arrivals
            .insert(place.map_or(running, |index| running + index + 1), arrival);
    }

    /// Whether nothing is under way in either direction.
    pub fn is_idle(&self) -> bool {
        !self.inside && self.sent.is_empty() && self.arrivals.is_empty()
    }

    /// Forgets a frame in progress, when the card is reset.
    pub fn reset(&mut self) {
        (self.inside, self.waiting, self.rx_at) = (false, false, 0);
        self.frame.clear();
        self.arrivals.clear();
    }

    /// First half of a cycle: fills the pins.
    pub fn drive(&mut self, pins: &mut ToCard) {
        let Settings { byte, buffer, .. } = self.settings;
        pins.tx_ready = self.line_free <= self.now + byte * (buffer - BEAT as u64);
        self.drive_rx(pins);
    }

    fn drive_rx(&mut self, pins: &mut ToCard) {
        let running = self.rx_at > 0;
        let next = self.arrivals.front();
        let due = next.filter(|arrival| running || arrival.at.max(self.rx_free) <= self.now);
        let Some(arrival) = due else {
            return quiet(pins);
        };
        if running && self.settings.rx_gap != 0 && self.rng.u8(..) < self.settings.rx_gap {
            return quiet(pins);
        }
        if !running {
            let line = (arrival.bytes.len().max(SHORTEST) + OVERHEAD) as u64;
            self.rx_free = arrival.at.max(self.rx_free) + line * self.settings.byte;
        }
        let rest = &arrival.bytes[self.rx_at..];
        let count = rest.len().min(BEAT);
        let beat = &mut pins.rx;
        beat.data[..count].copy_from_slice(&rest[..count]);
        beat.data[count..].fill(JUNK);
        beat.keep = u64::MAX >> (BEAT - count);
        beat.last = count == rest.len();
        beat.bad = beat.last && arrival.bad;
        pins.rx_valid = true;
        if beat.last {
            self.rx_at = 0;
            self.arrivals.pop_front();
        } else {
            self.rx_at += count;
        }
    }

    /// Second half of a cycle: sees what the card drove before the edge.
    pub fn sample(&mut self, pins: &ToCard, card: &FromCard) {
        self.reports.at(self.now / self.settings.cycle);
        self.watch(&card.tx, card.tx_valid, pins.tx_ready);
        self.now += self.settings.cycle;
    }

    fn watch(&mut self, beat: &Beat, valid: bool, ready: bool) {
        if !valid {
            if self.waiting {
                self.reports
                    .report(Rule::ValidDropped, "valid fell before the transfer".into());
            } else if self.inside {
                self.reports
                    .report(Rule::Gap, "valid low inside a frame".into());
            }
            self.waiting = false;
            return;
        }
        if self.waiting {
            let offered = &self.offered;
            self.reports.require(beat == offered, Rule::Unstable, || {
                format!("{offered:?} became {beat:?}")
            });
        }
        self.waiting = !ready;
        if ready {
            self.accept(beat);
        } else {
            self.offered.clone_from(beat);
        }
    }

    fn accept(&mut self, beat: &Beat) {
        let solid = beat.keep != 0 && beat.keep & beat.keep.wrapping_add(1) == 0;
        self.reports.require(
            beat.keep == u64::MAX || beat.last && solid,
            Rule::Keep,
            || format!("keep {:016x} with last {}", beat.keep, beat.last),
        );
        let count = beat.keep.count_ones() as usize;
        self.frame.extend_from_slice(&beat.data[..count]);
        self.inside = !beat.last;
        let mut line = count as u64;
        if beat.last {
            line += (OVERHEAD + SHORTEST.saturating_sub(self.frame.len())) as u64;
        }
        self.line_free = self.line_free.max(self.now) + line * self.settings.byte;
        if beat.last {
            self.finish(beat.bad);
        } else if self.frame.len() > LONGEST {
            self.reports
                .report(Rule::Length, format!("more than {LONGEST} bytes"));
            self.frame.clear();
        }
    }

    fn finish(&mut self, bad: bool) {
        let mut bytes = std::mem::take(&mut self.frame);
        let length = bytes.len();
        let fits = (ETHERNET..=LONGEST).contains(&length);
        if !self
            .reports
            .require(fits, Rule::Length, || format!("{length} bytes"))
        {
            return;
        }
        if length < SHORTEST {
            self.padded += 1;
            bytes.resize(SHORTEST, 0);
        }
        self.sent.push_back(Sent {
            at: self.line_free,
            bytes,
            bad,
        });
    }
}

fn quiet(pins: &mut ToCard) {
    if pins.rx_valid {
        pins.rx_valid = false;
        pins.rx.data.fill(JUNK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Settings {
        Settings {
            on_violation: OnViolation::Record,
            ..Settings::hundred_gigabit()
        }
    }

    fn beats(frame: &[u8]) -> Vec<Beat> {
        let count = frame.len().div_ceil(BEAT);
        frame
            .chunks(BEAT)
            .enumerate()
            .map(|(index, chunk)| {
                let mut beat = Beat {
                    keep: u64::MAX >> (BEAT - chunk.len()),
                    ..Beat::default()
                };
                beat.data[..chunk.len()].copy_from_slice(chunk);
                beat.last = index + 1 == count;
                beat
            })
            .collect()
    }

    /// Sends frames back to back; the cycles it took.
    fn transmit(mac: &mut Mac, frames: &[Vec<u8>]) -> u64 {
        let mut queue: VecDeque<_> = frames.iter().flat_map(|frame| beats(frame)).collect();
        let (mut pins, mut cycles) = (ToCard::default(), 0);
        while let Some(beat) = queue.front() {
            mac.drive(&mut pins);
            mac.sample(
                &pins,
                &FromCard {
                    tx: beat.clone(),
                    tx_valid: true,
                },
            );
            if pins.tx_ready {
                queue.pop_front();
            }
            cycles += 1;
        }
        cycles
    }

    #[test]
    fn transmitter_drains_at_line_rate_with_the_overhead_of_each_frame() {
        for length in [60, 64, 65, 256, 1100, 4200] {
            let mut mac = Mac::new(recording(), 1);
            let frames = vec![vec![7; length]; 400];
            let cycles = transmit(&mut mac, &frames) as f64;
            let expected = 400.0 * ((length + 24) as f64 / 50.0).max(length.div_ceil(64) as f64);
            assert!(
                (cycles / expected - 1.0).abs() < 0.01,
                "{length}: {cycles} for {expected}"
            );
            assert_eq!(mac.reports().rules(), []);
            let mut count = 0;
            while let Some(sent) = mac.take_sent() {
                assert_eq!(sent.bytes, frames[0]);
                count += 1;
            }
            assert_eq!(count, 400);
        }
    }

    #[test]
    fn short_frame_is_padded_with_zeros() {
        let mut mac = Mac::new(recording(), 1);
        transmit(&mut mac, &[vec![9; 58]]);
        let sent = mac.take_sent().unwrap();
        assert_eq!(
            (sent.bytes.len(), &sent.bytes[57..], mac.padded()),
            (60, &[9, 0, 0][..], 1)
        );
    }

    #[test]
    fn received_frames_keep_the_line_rate_and_their_bytes() {
        let mut mac = Mac::new(
            Settings {
                rx_gap: 60,
                ..recording()
            },
            1,
        );
        let frames: Vec<Vec<u8>> = (0..100)
            .map(|index| vec![index as u8; 60 + 17 * index])
            .collect();
        for (index, frame) in frames.iter().enumerate() {
            mac.deliver(Arrival {
                at: 5000,
                bytes: frame.clone(),
                bad: index == 3,
            });
        }
        let (mut pins, mut seen, mut open) = (ToCard::default(), Vec::new(), Vec::new());
        while !mac.is_idle() {
            mac.drive(&mut pins);
            if pins.rx_valid {
                open.extend_from_slice(&pins.rx.data[..pins.rx.keep.count_ones() as usize]);
                assert_eq!(pins.rx.bad, pins.rx.last && seen.len() == 3);
                if pins.rx.last {
                    seen.push(std::mem::take(&mut open));
                }
            }
            mac.sample(&pins, &FromCard::default());
        }
        assert_eq!(seen, frames);
        let bytes: u64 = frames[..99]
            .iter()
            .map(|frame| frame.len() as u64 + 24)
            .sum();
        assert!(mac.now() >= bytes * 80);
    }

    #[test]
    fn earlier_arrival_overtakes_but_not_a_frame_in_progress() {
        let mut mac = Mac::new(recording(), 1);
        mac.deliver(Arrival {
            at: 0,
            bytes: vec![1; 200],
            bad: false,
        });
        let mut pins = ToCard::default();
        mac.drive(&mut pins);
        mac.sample(&pins, &FromCard::default());
        mac.deliver(Arrival {
            at: 9000,
            bytes: vec![3; 64],
            bad: false,
        });
        mac.deliver(Arrival {
            at: 0,
            bytes: vec![2; 64],
            bad: false,
        });
        let mut order = vec![pins.rx.data[0]];
        while !mac.is_idle() {
            mac.drive(&mut pins);
            if pins.rx_valid {
                order.push(pins.rx.data[0]);
            }
            mac.sample(&pins, &FromCard::default());
        }
        assert_eq!(order, [1, 1, 1, 1, 2, 3]);
    }

    #[test]
    fn broken_rules_of_transmit_are_seen() {
        let broken = |cycles: &[(Beat, bool, bool)]| {
            let mut mac = Mac::new(recording(), 1);
            for (beat, valid, ready) in cycles {
                let pins = ToCard {
                    tx_ready: *ready,
                    ..ToCard::default()
                };
                mac.sample(
                    &pins,
                    &FromCard {
                        tx: beat.clone(),
                        tx_valid: *valid,
                    },
                );
            }
            mac.reports().rules()
        };
        let full = Beat {
            keep: u64::MAX,
            ..Beat::default()
        };
        let last = Beat {
            keep: u64::MAX,
            last: true,
            ..Beat::default()
        };
        assert_eq!(
            broken(&[(full.clone(), true, true), (last.clone(), true, true)]),
            []
        );
        assert_eq!(
            broken(&[(full.clone(), true, true), (full.clone(), false, true)]),
            [Rule::Gap]
        );
        assert_eq!(
            broken(&[(full.clone(), true, false), (full.clone(), false, true)]),
            [Rule::ValidDropped]
        );
        assert_eq!(
            broken(&[(full.clone(), true, false), (last.clone(), true, true)]),
            [Rule::Unstable]
        );
        for (keep, ends) in [
            (0, true),
            (0b101, true),
            (u64::MAX << 1, true),
            (u64::MAX >> 1, false),
        ] {
            let beat = Beat {
                keep,
                last: ends,
                ..Beat::default()
            };
            assert_eq!(broken(&[(beat, true, true)])[0], Rule::Keep);
        }
        assert_eq!(
            broken(&[(
                Beat {
                    keep: 0x1fff,
                    ..last.clone()
                },
                true,
                true
            )]),
            [Rule::Length]
        );
        let endless = vec![(full, true, true); 150];
        assert_eq!(broken(&endless), [Rule::Length]);
    }
}
