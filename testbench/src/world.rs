//! Two hosts, each with a card, joined by a link; each card has its own clock.
//!
//! Neither side sees a frame before the link's delay has passed, so both may run that long without news of each other: in two threads,
//! with exactly the result of one.
use crate::card::{Card, Inputs, Outputs};
use crate::link::channel::Arrival;
use crate::link::mac;
use crate::link::pcap::Capture;
use crate::link::wire::{Link, Port, Side};
use crate::pcie::host::{self, Host};
use crate::profile::{Laps, Part, Profile};
use crate::tap::{Seen, Tap};
use crate::traffic::Traffic;

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
    /// Long runs use a thread for each card.
    pub threads: bool,
}

impl Settings {
    /// Two hosts whose PCIe takes no time, 100 Gb/s, one clock.
    pub fn instant(seed: u64) -> Self {
        Settings {
            hosts: [
                host::Settings::instant(seed),
                host::Settings::instant(seed ^ 0x5555),
            ],
            macs: [mac::Settings::hundred_gigabit(); 2],
            delay: 100_000,
            seed,
            threads: false,
        }
    }
}

struct Station {
    tap: Option<Tap>,
    traffic: Traffic,
    profile: Option<Profile>,
    host: Host,
    card: Box<dyn Card + Send>,
    inputs: Inputs,
    outputs: Outputs,
    /// Picoseconds of a cycle, and when the next one begins.
    cycle: u64,
    next: u64,
}

impl Station {
    fn step(&mut self, port: &mut Port) {
        self.next += self.cycle;
        let mut laps = Laps::begin(&mut self.profile);
        self.host.drive(&mut self.inputs.pcie);
        laps.belongs_to(Part::Host);
        if self.inputs.pcie.reset {
            // The card's reset is that of the crossing to the MAC as well.
            port.mac.reset();
        }
        port.drive(&mut self.inputs.mac);
        laps.belongs_to(Part::Link);
        self.card.step(&self.inputs, &mut self.outputs);
        laps.belongs_to(Part::Card);
        if let Some(tap) = &mut self.tap {
            let writes = self.host.root.memory.take_writes();
            tap.watch(self.host.now(), writes, &self.inputs.mac, &self.outputs.mac);
        }
        let now = self.host.now();
        self.host.sample(&self.inputs.pcie, &self.outputs.pcie);
        laps.belongs_to(Part::Host);
        self.traffic.watch(now, &self.inputs, &self.outputs);
        port.sample(&self.inputs.mac, &self.outputs.mac);
        laps.belongs_to(Part::Link);
    }

    fn run_until(&mut self, port: &mut Port, time: u64) {
        while self.next < time {
            self.step(port);
        }
    }
}

/// Two hosts and their link.
pub struct World {
    stations: [Station; 2],
    link: Link,
    threads: bool,
}

impl World {
    /// Cards in reset, nothing enumerated.
    pub fn new(settings: Settings, cards: [Box<dyn Card + Send>; 2]) -> Self {
        let link = Link::new(settings.macs, settings.delay, settings.seed);
        let mut parts = settings.hosts.into_iter().zip(settings.macs).zip(cards);
        let mut station = || {
            let ((host, mac), card) = parts.next().expect("two of each");
            Station {
                tap: None,
                traffic: Traffic::default(),
                profile: None,
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
            threads: settings.threads,
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

    /// A frame of nobody's making arrives at `side`'s MAC; `bad` says that its frame check sequence is wrong.
    pub fn inject(&mut self, side: Side, bytes: Vec<u8>, bad: bool) {
        let mac = &mut self.link.port_mut(side).mac;
        let at = mac.now();
        mac.deliver(Arrival { at, bytes, bad });
    }

    /// Somebody outside sends a frame by `side`'s open end ([`Port::open`]), now.
    pub fn send_from(&mut self, side: Side, bytes: Vec<u8>) {
        let at = self.link.port(side.other()).mac.now();
        self.link.port_mut(side).send(at, bytes);
        self.link.exchange();
    }

    /// Keeps, from now on, what `side`'s card does and gets, for [`World::take_seen`].
    pub fn tap(&mut self, side: Side) {
        let station = &mut self.stations[side.index()];
        station.tap.get_or_insert_default();
        station.host.root.memory.watch();
    }
    /// What `side`'s card did and got since last asked, in order, with the cycle.
    pub fn take_seen(&mut self, side: Side) -> Vec<(u64, Seen)> {
        let tap = &mut self.stations[side.index()].tap;
        tap.as_mut().map(Tap::take).unwrap_or_default()
    }

    /// What went over `side`'s pins since [`World::clear_traffic`].
    pub fn traffic(&self, side: Side) -> Traffic {
        self.stations[side.index()].traffic
    }
    /// Begins to measure anew.
    pub fn clear_traffic(&mut self) {
        for station in &mut self.stations {
            station.traffic = Traffic::default();
        }
    }

    /// Begins to take the time that the parts of the simulation take.
    pub fn begin_profile(&mut self) {
        for station in &mut self.stations {
            station.profile = Some(Profile::default());
        }
    }
    /// Ends it: the time of each side's parts.
    pub fn end_profile(&mut self) -> [Profile; 2] {
        let [a, b] = &mut self.stations;
        [a, b].map(|station| station.profile.take().unwrap_or_default())
    }

    /// One cycle of the card whose turn it is; which one that was.
    pub fn step(&mut self) -> Side {
        let side = if self.stations[1].next < self.stations[0].next {
            Side::B
        } else {
            Side::A
        };
        self.stations[side.index()].step(self.link.port_mut(side));
        self.link.exchange();
        side
    }

    /// Cycles of `side`'s card, with whatever the other does in that time.
    pub fn run(&mut self, side: Side, cycles: u64) {
        let station = &self.stations[side.index()];
        let until = station.next + cycles * station.cycle;
        let slack = self.link.slack();
        if self.threads && slack > 0 {
            while self.now() + slack < until {
                self.run_apart(self.now() + slack);
            }
        }
        while self.now() < until {
            self.step();
        }
    }

    /// Picoseconds at which the next cycle begins.
    fn now(&self) -> u64 {
        self.stations[0].next.min(self.stations[1].next)
    }

    /// Runs both sides in threads of their own; `until` lies within the link's slack.
    fn run_apart(&mut self, until: u64) {
        let [a, b] = &mut self.stations;
        let [port_a, port_b] = self.link.ports_mut();
        std::thread::scope(|scope| {
            scope.spawn(|| b.run_until(port_b, until));
            a.run_until(port_a, until);
        });
        self.link.exchange();
    }
}
