//! The two ends of a link: a MAC and an outgoing channel each.

use std::collections::VecDeque;

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
    outbox: Vec<Arrival>,
    recorded: Option<Vec<Sent>>,
    /// No card is here: what arrives waits to be taken.
    arrived: Option<VecDeque<Vec<u8>>>,
}

impl Port {
    /// An end with its own settings; `delay` is that of its outgoing channel, in picoseconds.
    pub fn new(settings: mac::Settings, delay: u64, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        Self {
            mac: Mac::new(settings, rng.u64(..)),
            channel: Channel::new(delay, rng.u64(..)),
            outbox: Vec::new(),
            recorded: None,
            arrived: None,
        }
    }

    /// From now on somebody else than a card stands here, who takes frames by [`Port::take_arrived`] and sends them by [`Port::send`].
    pub fn open(&mut self) {
        self.arrived.get_or_insert_default();
    }

    /// The next frame that arrived at an open end.
    pub fn take_arrived(&mut self) -> Option<Vec<u8>> {
        self.arrived.as_mut()?.pop_front()
    }

    /// Passes a frame into the channel as if a card had sent it, its last byte at `at`.
    pub fn send(&mut self, at: u64, bytes: Vec<u8>) {
        self.pass(Sent {
            at,
            bytes,
            bad: false,
        });
    }

    fn pass(&mut self, sent: Sent) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(sent.clone());
        }
        let outbox = &mut self.outbox;
        self.channel
            .carry(sent.at, sent.bytes, sent.bad, |arrival| {
                outbox.push(arrival)
            });
    }

    /// First half of a cycle: fills the pins.
    pub fn drive(&mut self, pins: &mut ToCard) {
        self.mac.drive(pins);
    }

    /// Second half: sees what the card drove, and passes whole frames into the channel.
    pub fn sample(&mut self, pins: &ToCard, card: &FromCard) {
        self.mac.sample(pins, card);
        while let Some(sent) = self.mac.take_sent() {
            self.pass(sent);
        }
    }

    /// Hands what left the channel to the other end's MAC, or to whoever stands there.
    fn hand_over(&mut self, other: &mut Self) {
        for arrival in self.outbox.drain(..) {
            match &mut other.arrived {
                Some(arrived) => arrived.push_back(arrival.bytes),
                None => other.mac.deliver(arrival),
            }
        }
    }

    /// Whether nothing is under way here.
    pub fn is_idle(&self) -> bool {
        self.outbox.is_empty() && self.mac.is_idle()
    }
}

/// The link between two cards.
///
/// [`Link::drive`] and [`Link::sample`] step one card at a time. Two cards in two threads take an end each from
/// [`Link::ports_mut`], and meet for [`Link::exchange`] at least once within the link's delay.
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

    /// Writes every frame that a card sends from now on.
    pub fn capture(&mut self, capture: Capture) {
        for port in &mut self.ports {
            port.recorded.get_or_insert_default();
        }
        self.capture = Some(capture);
    }

    /// Ends the capture and says whether all of it was written.
    pub fn finish_capture(&mut self) -> Result<(), CaptureError> {
        for port in &mut self.ports {
            port.recorded = None;
        }
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

    /// Both ends.
    pub fn ports_mut(&mut self) -> &mut [Port; 2] {
        &mut self.ports
    }

    /// Picoseconds that one side may be ahead of the other between two exchanges.
    pub fn slack(&self) -> u64 {
        let [a, b] = &self.ports;
        a.channel.delay().min(b.channel.delay())
    }

    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.ports.iter().all(Port::is_idle)
    }

    /// First half of a cycle of `side`'s card: fills its pins.
    pub fn drive(&mut self, side: Side, pins: &mut ToCard) {
        self.port_mut(side).drive(pins);
    }

    /// Second half: sees what the card drove, and sends off what is complete.
    pub fn sample(&mut self, side: Side, pins: &ToCard, card: &FromCard) {
        let port = self.port_mut(side);
        port.sample(pins, card);
        if !port.outbox.is_empty()
            || port
                .recorded
                .as_ref()
                .is_some_and(|recorded| !recorded.is_empty())
        {
            self.exchange();
        }
    }

    /// Hands frames over both ways and captures them.
    pub fn exchange(&mut self) {
        let [a, b] = &mut self.ports;
        a.hand_over(b);
        b.hand_over(a);
        if let Some(capture) = &mut self.capture {
            let sent = [a, b].map(|port| {
                port.recorded
                    .as_mut()
                    .map(std::mem::take)
                    .unwrap_or_default()
            });
            if let Err(error) = capture.record_all(sent) {
                self.failed.get_or_insert(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::channel::Fault;
    use crate::link::pins::{BEAT, Beat};

    /// One-beat frames that the cards send, by cycle; what they receive.
    fn run(link: &mut Link, frames: u8) -> [Vec<u8>; 2] {
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
        let [a, b] = run(&mut link, 50);
        assert_eq!(a, (101..=150).rev().collect::<Vec<_>>());
        assert_eq!(b, (1..=50).rev().collect::<Vec<_>>());
        assert_eq!(link.slack(), 500_000);
    }

    #[test]
    fn open_end_takes_and_sends_through_both_channels() {
        let mut link = Link::new([mac::Settings::hundred_gigabit(); 2], 0, 3);
        link.port_mut(Side::B).open();
        link.port_mut(Side::A).channel.strike(1, Fault::Lose);
        link.port_mut(Side::B).channel.strike(0, Fault::Lose);
        for byte in 0..3 {
            link.port_mut(Side::A).send(0, vec![byte; BEAT]);
            link.port_mut(Side::B).send(0, vec![10 + byte; BEAT]);
        }
        link.exchange();
        let port = link.port_mut(Side::B);
        let out: Vec<_> = std::iter::from_fn(|| port.take_arrived()).collect();
        assert_eq!(out, [vec![0; BEAT], vec![2; BEAT]]);
        let mut pins = ToCard::default();
        let mut seen = Vec::new();
        for _ in 0..20 {
            link.drive(Side::A, &mut pins);
            seen.extend(pins.rx_valid.then_some(pins.rx.data[0]));
            link.sample(Side::A, &pins, &FromCard::default());
        }
        assert_eq!(seen, [11, 12]);
    }

    #[test]
    fn lost_frame_is_missing_in_its_direction_alone() {
        let mut link = Link::new([mac::Settings::hundred_gigabit(); 2], 0, 3);
        link.port_mut(Side::A).channel.strike(0, Fault::Lose);
        let [a, b] = run(&mut link, 3);
        assert_eq!((a, b), (vec![103, 102, 101], vec![2, 1]));
    }
}
