//! Flow-control credits of one receiver: a header credit a packet, a data credit for each 16 bytes of payload.

use std::collections::VecDeque;

use super::pins;
use super::tlp::{Class, Tlp};

/// What a receiver advertises. 0 is infinite, as on the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advertised {
    /// Posted headers.
    pub ph: u32,
    /// Posted data.
    pub pd: u32,
    /// Non-posted headers.
    pub nph: u32,
    /// Non-posted data.
    pub npd: u32,
    /// Cycles from a packet's consumption to its credits' return.
    pub latency: u32,
}

impl Advertised {
    /// No limit at all.
    pub const INFINITE: Self = Self {
        ph: 0,
        pd: 0,
        nph: 0,
        npd: 0,
        latency: 0,
    };
    /// A server's root port with sixteen lanes.
    pub const SERVER: Self = Self {
        ph: 64,
        pd: 320,
        nph: 72,
        npd: 4,
        latency: 40,
    };
    /// The least a root port may advertise for packets of 512 bytes.
    pub const SMALL: Self = Self {
        ph: 1,
        pd: 32,
        nph: 1,
        npd: 1,
        latency: 60,
    };
}

#[derive(Clone, Copy, Debug)]
struct Pool {
    left: u32,
    infinite: bool,
}

impl Pool {
    fn new(advertised: u32) -> Self {
        Self {
            left: advertised,
            infinite: advertised == 0,
        }
    }

    fn covers(self, count: u32) -> bool {
        self.infinite || self.left >= count
    }

    fn take(&mut self, count: u32) {
        if !self.infinite {
            self.left -= count;
        }
    }

    fn give(&mut self, count: u32) {
        if !self.infinite {
            self.left += count;
        }
    }

    fn shown(self, ones: u32) -> u32 {
        if self.infinite {
            ones
        } else {
            self.left.min(ones - 1)
        }
    }
}

/// Header and data credits of a class.
type Pools = [Pool; 2];

/// A sender's view of a receiver's credits. Completions have no limit: an endpoint must advertise infinite space.
#[derive(Debug)]
pub struct Credits {
    posted: Pools,
    non_posted: Pools,
    latency: u64,
    returning: VecDeque<(u64, Class, u32)>,
}

impl Credits {
    /// All credits there.
    pub fn new(advertised: Advertised) -> Self {
        Self {
            posted: [Pool::new(advertised.ph), Pool::new(advertised.pd)],
            non_posted: [Pool::new(advertised.nph), Pool::new(advertised.npd)],
            latency: u64::from(advertised.latency),
            returning: VecDeque::new(),
        }
    }

    fn pools(&mut self, class: Class) -> Option<&mut Pools> {
        match class {
            Class::Posted => Some(&mut self.posted),
            Class::NonPosted => Some(&mut self.non_posted),
            Class::Completion => None,
        }
    }

    /// Whether the credits of `tlp` are there.
    pub fn covers(&self, tlp: &Tlp) -> bool {
        let [header, payload] = match tlp.class() {
            Class::Posted => self.posted,
            Class::NonPosted => self.non_posted,
            Class::Completion => return true,
        };
        header.covers(1) && payload.covers(tlp.data_credits())
    }

    /// Takes the credits of `tlp` if they are there.
    pub fn take(&mut self, tlp: &Tlp) -> bool {
        let there = self.covers(tlp);
        if there && let Some([header, payload]) = self.pools(tlp.class()) {
            header.take(1);
            payload.take(tlp.data_credits());
        }
        there
    }

    /// The receiver consumed `tlp` in cycle `now`; its credits are on their way back.
    pub fn release(&mut self, now: u64, tlp: &Tlp) {
        self.release_units(now, tlp.class(), tlp.data_credits());
    }

    /// As [`Credits::release`], for a packet of `class` with `data` units of payload.
    pub fn release_units(&mut self, now: u64, class: Class, data: u32) {
        if class != Class::Completion {
            self.returning.push_back((now + self.latency, class, data));
        }
    }

    /// Takes in what has come back by cycle `now`.
    pub fn step(&mut self, now: u64) {
        while let Some(&(arrival, class, data)) = self.returning.front() {
            if arrival > now {
                break;
            }
            self.returning.pop_front();
            if let Some([header, payload]) = self.pools(class) {
                header.give(1);
                payload.give(data);
            }
        }
    }

    /// The counters as the block's pins show them.
    pub fn shown(&self) -> pins::Credits {
        pins::Credits {
            ph: self.posted[0].shown(0xff) as u8,
            pd: self.posted[1].shown(0xfff) as u16,
            nph: self.non_posted[0].shown(0xff) as u8,
            npd: self.non_posted[1].shown(0xfff) as u16,
        }
    }

    /// Non-posted header and data credits as the four-bit pins show them.
    pub fn non_posted_available(&self) -> (u8, u8) {
        let available = |pool: Pool| {
            if pool.infinite {
                15
            } else {
                pool.left.min(15) as u8
            }
        };
        (available(self.non_posted[0]), available(self.non_posted[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tlp::Id;
    use super::*;

    #[test]
    fn credits_run_out_and_come_back_after_their_latency() {
        let mut credits = Credits::new(Advertised {
            ph: 2,
            pd: 5,
            nph: 1,
            npd: 1,
            latency: 3,
        });
        let write = Tlp::memory_write(Id(0), 0, 0x1000, &[0; 33]);
        let read = Tlp::memory_read(Id(0), 0, 0x1000, 64);
        assert!(credits.take(&write));
        assert!(!credits.take(&write), "three units of five are gone");
        assert!(credits.take(&read) && !credits.take(&read));
        assert_eq!(
            credits.shown(),
            pins::Credits {
                ph: 1,
                pd: 2,
                nph: 0,
                npd: 1
            }
        );
        credits.release(10, &write);
        credits.release(10, &read);
        credits.step(12);
        assert!(!credits.take(&write));
        credits.step(13);
        assert!(credits.take(&write) && credits.take(&read));
        assert_eq!(
            Credits::new(Advertised::INFINITE).non_posted_available(),
            (15, 15)
        );
    }
}
