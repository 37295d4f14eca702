//! Two MACs joined by a channel each way.

use fastrand::Rng;

use super::channel::{Arrival, Channel};
use super::mac::{self, Mac, Sent};
use super::pcap::{Capture, CaptureError};
use super::pins::{FromCard, ToCard};

/// One end of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first card.
    A,
    /// The second card.
    B,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// The opposite end.
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A card's end: its MAC and the channel that its frames leave by. It stands alone, so that two cards may run in two
/// threads that exchange frames now and then; the channel's delay bounds how far one may be ahead of the other.
pub struct Port {
    /// The MAC at the card's pins.
    pub mac: Mac,
    /// The channel towards the other end.
    pub channel: Channel,
}

impl Port {
    /// An end with its own settings; `delay` is that of its outgoing channel, in picoseconds.
    pub fn new(settings: mac::Settings, delay: u64, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        Self {
            mac: Mac::new(settings, rng.u64(..)),
            channel: Channel::new(delay, rng.u64(..)),
        }
    }

    /// Passes what the card has sent into the channel: `seen` gets each frame as sent, `arrive` each that comes out.
    pub fn flush(&mut self, mut seen: impl FnMut(&Sent), mut arrive: impl FnMut(Arrival)) {
        while let Some(sent) = self.mac.take_sent() {
            seen(&sent);
            self.channel
                .carry(sent.at, sent.bytes, sent.bad, &mut arrive);
        }
    }
}

/// The link between two cards that are stepped in one thread.
pub struct Link {
    ports: [Port; 2],
    capture: Option<Capture>,
    failed: Option<CaptureError>,
}

impl Link {
    /// A faultless link; each end has its own clock, `delay` is in picoseconds.
    pub fn new(settings: [mac::Settings; 2], delay: u64, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let ports = settings.map(|settings| Port::new(settings, delay, rng.u64(..)));
        Self {
            ports,
            capture: None,
            failed: None,
        }
    }

    /// Writes every frame that a card sends.
    pub fn capture(&mut self, capture: Capture) {
        self.capture = Some(capture);
    }

    /// Ends the capture and says whether all of it was written.
    pub fn finish_capture(&mut self) -> Result<(), CaptureError> {
        match (self.failed.take(), self.capture.take()) {
            (Some(error), _) => Err(error),
            (None, Some(capture)) => capture.finish(),
            (None, None) => Ok(()),
        }
    }

    /// One end.
    pub fn port(&self, side: Side) -> &Port {
        &self.ports[side.index()]
    }

    /// One end, to set faults.
    pub fn port_mut(&mut self, side: Side) -> &mut Port {
        &mut self.ports[side.index()]
    }

    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.ports.iter().all(|port| port.mac.is_idle())
    }

    /// First half of a cycle of `side`'s card: fills its pins.
    pub fn drive(&mut self, side: Side, pins: &mut ToCard) {
        self.ports[side.index()].mac.drive(pins);
    }

    /// Second half: sees what the card drove, and sends off what is complete.
    pub fn sample(&mut self, side: Side, pins: &ToCard, card: &FromCard) {
        let [a, b] = &mut self.ports;
        let (own, other) = if side == Side::A { (a, b) } else { (b, a) };
        own.mac.sample(pins, card);
        let (capture, failed) = (&mut self.capture, &mut self.failed);
        own.flush(
            |sent| {
                if let Some(Err(error)) = capture
                    .as_mut()
                    .map(|capture| capture.record(side, sent.at, &sent.bytes))
                {
                    failed.get_or_insert(error);
                }
            },
            |arrival| other.mac.deliver(arrival),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::channel::Fault;
    use crate::link::pins::{BEAT, Beat};

    /// One-beat frames that the cards send, by cycle; what they receive.
    fn exchange(link: &mut Link, frames: u8) -> [Vec<u8>; 2] {
        let mut pins = [ToCard::default(), ToCard::default()];
        let mut seen = [Vec::new(), Vec::new()];
        let mut left = [frames, frames];
        while left != [0, 0] || !link.is_idle() {
            for side in Side::BOTH {
                let index = side.index();
                link.drive(side, &mut pins[index]);
                let data = [left[index] + 100 * index as u8; BEAT];
                let tx = Beat {
                    data,
                    keep: u64::MAX,
                    last: true,
                    bad: false,
                };
                let card = FromCard {
                    tx,
                    tx_valid: left[index] > 0,
                };
                if pins[index].rx_valid {
                    seen[index].push(pins[index].rx.data[0]);
                }
                left[index] -= u8::from(card.tx_valid && pins[index].tx_ready);
                link.sample(side, &pins[index], &card);
            }
        }
        seen
    }

    #[test]
    fn frames_cross_in_order_both_ways_though_the_clocks_drift() {
        let fast = mac::Settings {
            cycle: 3999,
            ..mac::Settings::hundred_gigabit()
        };
        let mut link = Link::new([mac::Settings::hundred_gigabit(), fast], 500_000, 3);
        let [a, b] = exchange(&mut link, 50);
        assert_eq!(a, (101..=150).rev().collect::<Vec<_>>());
        assert_eq!(b, (1..=50).rev().collect::<Vec<_>>());
    }

    #[test]
    fn lost_frame_is_missing_in_its_direction_alone() {
        let mut link = Link::new([mac::Settings::hundred_gigabit(); 2], 0, 3);
        link.port_mut(Side::A).channel.strike(0, Fault::Lose);
        let [a, b] = exchange(&mut link, 3);
        assert_eq!((a, b), (vec![103, 102, 101], vec![2, 1]));
    }
}
