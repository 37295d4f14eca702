//! Byte time and latency of one direction of the PCI Express link.

use std::collections::VecDeque;

use super::tlp::{Class, Tlp};

/// Fraction bits of a cycle in which byte time is counted.
const FRACTION: u32 = 16;

/// How fast and how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Link bytes per core cycle, framing and headers counted; 0 is without limit.
    pub bytes_per_cycle: f64,
    /// Cycles from the last byte's departure to its arrival.
    pub flight: u32,
}

/// Gigabits per second of the link as a core clock's bytes per cycle.
fn per_cycle(gigabits: f64, megahertz: f64) -> f64 {
    gigabits * 1000.0 / 8.0 / megahertz
}

impl Rate {
    /// No limit and no latency.
    pub const fn instant() -> Self {
        Self {
            bytes_per_cycle: 0.0,
            flight: 0,
        }
    }

    /// Gen3 x16: 113.7 Gb/s are left of the line's 126 after acknowledgements, credits and skips.
    pub fn gen3_x16(megahertz: f64, flight: u32) -> Self {
        Self {
            bytes_per_cycle: per_cycle(113.7, megahertz),
            flight,
        }
    }

    /// Gen4 x8: 115.8 Gb/s after the same.
    pub fn gen4_x8(megahertz: f64, flight: u32) -> Self {
        Self {
            bytes_per_cycle: per_cycle(115.8, megahertz),
            flight,
        }
    }
}

/// One direction: packets in order, each taking its byte time.
#[derive(Debug)]
pub struct Lane {
    cost: u64,
    flight: u64,
    busy: u64,
    flying: VecDeque<(u64, Tlp)>,
    bytes: u64,
}

impl Lane {
    /// An idle lane.
    pub fn new(rate: Rate) -> Self {
        let cost = if rate.bytes_per_cycle > 0.0 {
            (f64::from(1 << FRACTION) / rate.bytes_per_cycle).round() as u64
        } else {
            0
        };
        Self {
            cost,
            flight: u64::from(rate.flight),
            busy: 0,
            flying: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Whether a packet may start in cycle `now`.
    pub fn free(&self, now: u64) -> bool {
        self.busy < (now + 1) << FRACTION
    }

    /// Sends a packet in cycle `now`.
    pub fn send(&mut self, now: u64, tlp: Tlp) {
        let bytes = tlp.link_bytes() as u64;
        self.bytes += bytes;
        self.busy = self.busy.max(now << FRACTION) + bytes * self.cost;
        self.flying
            .push_back(((self.busy >> FRACTION) + self.flight, tlp));
    }

    /// The next packet that has arrived by cycle `now`.
    pub fn receive(&mut self, now: u64) -> Option<Tlp> {
        match self.flying.front() {
            Some((arrival, _)) if *arrival <= now => self.flying.pop_front().map(|(_, tlp)| tlp),
            _ => None,
        }
    }

    /// Link bytes sent so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Loses everything on the way.
    pub fn clear(&mut self) {
        self.flying.clear();
    }

    /// Loses what is on the way but for completions.
    pub fn keep_completions(&mut self) {
        self.flying
            .retain(|(_, tlp)| tlp.class() == Class::Completion);
    }

    /// Whether nothing is on the way.
    pub fn is_empty(&self) -> bool {
        self.flying.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tlp::Id;
    use super::*;

    /// Gigabits of payload per second that a saturated lane carries.
    fn payload_rate(rate: Rate, bytes: usize) -> f64 {
        let mut lane = Lane::new(rate);
        let tlp = Tlp::memory_write(Id(0), 0, 1 << 40, &vec![0; bytes]);
        let (mut delivered, cycles) = (0, 100_000);
        for now in 0..cycles {
            while lane.free(now) {
                lane.send(now, tlp.clone());
            }
            while let Some(tlp) = lane.receive(now) {
                delivered += tlp.data.len();
            }
        }
        delivered as f64 * 8.0 * 250.0 / 1000.0 / cycles as f64
    }

    #[test]
    fn saturated_lanes_carry_what_the_published_model_says() {
        for (rate, bytes, expected) in [
            (Rate::gen3_x16(250.0, 0), 256, 104.0),
            (Rate::gen3_x16(250.0, 0), 512, 108.6),
            (Rate::gen4_x8(250.0, 0), 256, 105.8),
        ] {
            let found = payload_rate(rate, bytes);
            assert!(
                (found - expected).abs() < 0.5,
                "{rate:?} {bytes}: {found} for {expected}"
            );
        }
    }

    #[test]
    fn flight_delays_and_instant_does_not() {
        let tlp = Tlp::memory_read(Id(0), 0, 0x1000, 64);
        let mut lane = Lane::new(Rate {
            bytes_per_cycle: 0.0,
            flight: 10,
        });
        lane.send(5, tlp.clone());
        assert_eq!(lane.receive(14), None);
        assert_eq!(lane.receive(15), Some(tlp.clone()));
        let mut lane = Lane::new(Rate::instant());
        lane.send(5, tlp.clone());
        assert_eq!(lane.receive(5), Some(tlp));
        assert!(lane.is_empty() && lane.free(5) && lane.bytes() == 20);
    }
}
