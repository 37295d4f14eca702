//! Two hosts, each with a card, joined by a link: stepped in one thread, each card by its own clock.
use crate::card::{Card, Inputs, Outputs};
use crate::link::mac;
use crate::link::pcap::Capture;
use crate::link::wire::{Link, Side};
use crate::pcie::host::{self, Host};

/// Everything about a world that can be chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The hosts.
    pub hosts: [host::Settings; 2],
    /// The MACs, with each card's clock.
    pub macs: [mac::Settings; 2],
    /// Picoseconds a frame takes along the link.
    pub delay: u64,
    /// Source of the link's random choices.
    pub seed: u64,
}

impl Settings {
    /// Two hosts whose PCIe takes no time, 100 Gb/s, one clock.
    pub fn instant(seed: u64) -> Self {
        Settings {
            hosts: [host::Settings::instant(seed), host::Settings::instant(seed ^ 0x5555)],
            macs: [mac::Settings::hundred_gigabit(); 2],
            delay: 100_000,
            seed,
        }
    }
}

struct Station {
    host: Host,
    card: Box<dyn Card + Send>,
    inputs: Inputs,
    outputs: Outputs,
    /// Picoseconds of a cycle, and when the next one begins.
    cycle: u64,
    next: u64,
}

/// Two hosts and their link.
pub struct World {
    stations: [Station; 2],
    link: Link,
}

impl World {
    /// Cards in reset, nothing enumerated.
    pub fn new(settings: Settings, cards: [Box<dyn Card + Send>; 2]) -> Self {
        let link = Link::new(settings.macs, settings.delay, settings.seed);
        let mut parts = settings.hosts.into_iter().zip(settings.macs).zip(cards);
        let mut station = || {
            let ((host, mac), card) = parts.next().expect("two of each");
            Station {
                host: Host::new(host),
                card,
                inputs: Inputs::default(),
                outputs: Outputs::default(),
                cycle: mac.cycle,
                next: 0,
            }
        };
        World {
            stations: [station(), station()],
            link,
        }
    }

    /// Writes every frame that a card sends.
    pub fn capture(&mut self, capture: Capture) {
        self.link.capture(capture);
    }

    /// A host.
    pub fn host(&self, side: Side) -> &Host {
        &self.stations[side.index()].host
    }
    /// A host, to act on.
    pub fn host_mut(&mut self, side: Side) -> &mut Host {
        &mut self.stations[side.index()].host
    }
    /// The link.
    pub fn link(&self) -> &Link {
        &self.link
    }
    /// The link, to set faults or end the capture.
    pub fn link_mut(&mut self) -> &mut Link {
        &mut self.link
    }

    /// One cycle of the card whose turn it is; which one that was.
    pub fn step(&mut self) -> Side {
        let side = if self.stations[1].next < self.stations[0].next { Side::B } else { Side::A };
        let station = &mut self.stations[side.index()];
        station.next += station.cycle;
        station.host.drive(&mut station.inputs.pcie);
        self.link.drive(side, &mut station.inputs.mac);
        station.card.step(&station.inputs, &mut station.outputs);
        station.host.sample(&station.inputs.pcie, &station.outputs.pcie);
        self.link.sample(side, &station.inputs.mac, &station.outputs.mac);
        side
    }

    /// Cycles of `side`'s card, with whatever the other does meanwhile.
    pub fn run(&mut self, side: Side, cycles: u64) {
        let until = self.host(side).now() + cycles;
        while self.host(side).now() < until {
            self.step();
        }
    }
}
