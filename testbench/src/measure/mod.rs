//! Performance in simulated cycles: exact, and the same on every machine.
//!
//! A [`Point`] says what is done by whom and on which hosts; [`Point::run`] does it on a pair of its own and says how fast it went. The pair is
//! set up by hosts that take no time. Then work is posted, all of it at once, and the pins are watched from some cycles after the
//! first payload on: from the end of one frame with payload to the end of another, so that no figure hangs on where a window cuts a frame.
mod ceiling;
mod latency;
mod memory;
pub mod others;
mod speed;
mod stages;
mod work;

pub use ceiling::{LINE_RATE, ceiling};
pub use latency::{Latency, Start, Stations};
pub use memory::{Span, spans};
pub use speed::{Speed, speed};
pub use stages::{STAGES, Spread, stages};

use crate::link::wire::Side;
use crate::occupancy::Occupancy;
use crate::pair::Pair;
use crate::pcie::credits::Advertised;
use crate::pcie::host;
use crate::pcie::split::SplitPolicy;
use crate::traffic::Traffic;
use crate::verilated_card::VerilatedCard;
use crate::world::Settings;
use anyhow::ensure;
use ferric::verbs::Mtu;
use ferric_layout::counter::Counter;
use ferric_verilated::Options;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Cycles of a second: 250 MHz.
pub const CLOCK: f64 = 250e6;
/// Cycles after which a measurement is given up.
const PATIENCE: u64 = 5_000_000;
/// Cycles between two looks at the pins' counts.
const LOOK: u64 = 64;
/// Work requests for each signalled one.
const SIGNALLED: usize = 16;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub enum Operation {
    /// RDMA WRITE
    Write,
    /// RDMA READ
    Read,
    /// SEND, into receives that are posted
    Send,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Write, Self::Read, Self::Send];
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::Write => "WRITE",
            Self::Read => "READ",
            Self::Send => "SEND",
        })
    }
}

/// The slot a card stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Slot {
    /// Sixteen lanes at 8 GT/s
    Gen3x16,
    /// Eight lanes at 16 GT/s
    Gen4x8,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::Gen3x16 => "Gen3 x16",
            Self::Gen4x8 => "Gen4 x8",
        })
    }
}

/// The hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostKind {
    /// Cycles of a DMA round trip; 0 takes no time and has no limits.
    pub round_trip: u32,
    /// Their slots.
    pub slot: Slot,
    /// Bytes of the pieces in which they complete reads.
    pub pieces: u64,
}

impl HostKind {
    /// The kind that the design's goals are stated for.
    pub const GOALS: Self = Self {
        round_trip: 250,
        slot: Slot::Gen3x16,
        pieces: 256,
    };

    /// Settings of such a host.
    pub fn settings(self, seed: u64) -> host::Settings {
        let mut settings = match (self.round_trip, self.slot) {
            (0, _) => host::Settings::instant(seed),
            (cycles, Slot::Gen3x16) => host::Settings::gen3_x16(seed, cycles),
            (cycles, Slot::Gen4x8) => host::Settings::gen4_x8(seed, cycles),
        };
        // Few posted credits would bound what a receiver can take, whatever the card does, and how many doorbells may ring at once.
        settings.host_credits = Advertised::INFINITE;
        settings.card_credits = Advertised::INFINITE;
        settings.root.split = SplitPolicy::Pieces(self.pieces);
        settings
    }
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// What is done.
    pub operation: Operation,
    /// Bytes of a message.
    pub size: usize,
    /// Payload of a full packet.
    pub mtu: Mtu,
    /// Queue pairs it is spread over.
    pub qps: usize,
    /// Memory regions at each end it is spread over.
    pub keys: usize,
    /// Both hosts do it, not only A.
    pub both: bool,
    /// The hosts.
    pub host: HostKind,
    /// Cycles that are measured, more or less.
    pub window: u64,
}

impl Point {
    /// Messages of a long stream on one queue pair.
    pub const LONG: Self = Self {
        operation: Operation::Write,
        size: 256 << 10,
        mtu: Mtu::Mtu4096,
        qps: 1,
        keys: 1,
        both: false,
        host: HostKind::GOALS,
        window: 50_000,
    };
    /// Short messages over many queue pairs, one in 16 signalled.
    pub const SHORT: Self = Self {
        size: 64,
        mtu: Mtu::Mtu1024,
        qps: 16,
        ..Self::LONG
    };

    /// Cycles after the first payload before it is measured.
    fn warm(&self) -> u64 {
        3_000 + 4 * u64::from(self.host.round_trip)
    }

    /// Work requests of one queue pair: enough to last, were the line full.
    pub fn each(&self) -> usize {
        let bytes = self.ceiling() * (self.warm() + self.window) as f64;
        let each = (bytes / (self.size * self.qps) as f64).ceil() as usize;
        match each {
            0..SIGNALLED => each.max(1),
            _ => each.next_multiple_of(SIGNALLED),
        }
    }

    /// Payload bytes a cycle that the line could carry.
    pub fn ceiling(&self) -> f64 {
        ceiling(self.operation, self.mtu, self.size, self.both)
    }

    /// Who asks for work.
    fn askers(&self) -> &'static [Side] {
        if self.both {
            &Side::BOTH
        } else {
            &Side::BOTH[..1]
        }
    }

    /// Does it on a pair of its own.
    ///
    /// # Errors
    /// Something failed or got stuck.
    pub fn run(&self) -> anyhow::Result<Figure> {
        self.run_on(&Pair::new(Settings::instant(1))?)
    }

    /// Does it on this pair, which is new and whose hosts take no time.
    pub fn run_on(&self, pair: &Pair) -> anyhow::Result<Figure> {
        self.run_with(pair, || (), || ())
    }

    /// Does it, and calls `begin` and `end` where the measured cycles begin and end.
    pub fn run_with(
        &self,
        pair: &Pair,
        begin: impl FnOnce(),
        end: impl FnOnce(),
    ) -> anyhow::Result<Figure> {
        let work = work::Work::prepare(self, pair)?;
        settle(pair, self.host)?;
        work.post()?;
        let total = work.payload();
        let sources = self.sources();
        let seen = |side: Side| pair.world().traffic(side);
        let wait = |what: &str, done: &dyn Fn() -> bool| -> anyhow::Result<()> {
            let limit = now(pair) + PATIENCE;
            while !done() {
                ensure!(
                    now(pair) < limit,
                    "{self:?}: {what} after {PATIENCE} cycles"
                );
                pair.run(LOOK);
            }
            Ok(())
        };
        wait("no payload", &|| {
            sources.iter().all(|side| seen(*side).payload > 0)
        })?;
        pair.run(self.warm());
        let from: Vec<Traffic> = sources.iter().map(|side| seen(*side)).collect();
        begin();
        let until = now(pair) + self.window;
        wait("not all sent", &|| {
            now(pair) >= until || sources.iter().any(|side| seen(*side).payload >= total)
        })?;
        end();
        let rates = sources.iter().zip(&from).map(|(side, from)| {
            let to = seen(*side);
            let cycles = to.last_payload - from.last_payload;
            (to.payload - from.payload) as f64 / cycles as f64
        });
        let mut rate = rates.fold(f64::INFINITY, f64::min);
        ensure!(rate.is_finite(), "{self:?}: too short to be measured");
        work.complete(pair)?;
        let mut again = 0;
        for side in self.askers() {
            again += pair.ends[side.index()]
                .device
                .counter(Counter::RequesterAgain)?;
        }
        if again > 0 {
            // What was sent is not what was received.
            let first = sources
                .iter()
                .filter_map(|side| seen(*side).first_beat)
                .min();
            rate = total as f64 / (now(pair) - first.unwrap_or_default()) as f64;
        }
        Ok(Figure {
            bytes_per_cycle: rate,
            share: rate / self.ceiling(),
            cycles_per_message: self.size as f64 / rate,
            again,
        })
    }

    /// Whose frames carry the payload.
    pub(crate) fn sources(&self) -> Vec<Side> {
        let source = |asker: Side| match self.operation {
            Operation::Read => asker.other(),
            Operation::Write | Operation::Send => asker,
        };
        self.askers().iter().copied().map(source).collect()
    }
}

/// What was measured; of traffic in both directions, the slower one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Payload bytes a cycle.
    pub bytes_per_cycle: f64,
    /// Of what the line could carry.
    pub share: f64,
    /// Cycles for a message.
    pub cycles_per_message: f64,
    /// Times a queue pair went back to send again, because its peer could not take what came. Then all of it counts, to the last completion.
    pub again: u64,
}

impl Figure {
    /// Gigabits of payload a second.
    pub fn gigabits(&self) -> f64 {
        self.bytes_per_cycle * 8.0 * CLOCK / 1e9
    }

    /// Millions of messages a second.
    pub fn millions(&self) -> f64 {
        CLOCK / self.cycles_per_message / 1e6
    }
}

/// A pair whose cards are looked into, and what is counted in each.
pub fn observed(settings: Settings) -> anyhow::Result<(Pair, [Arc<Mutex<Occupancy>>; 2])> {
    let card = || -> anyhow::Result<_> {
        let mut card = VerilatedCard::build(Options {
            observe: true,
            ..Options::default()
        })?;
        let occupancy = card.observe();
        Ok((card, occupancy))
    };
    let ((a, in_a), (b, in_b)) = (card()?, card()?);
    Ok((Pair::with_cards(settings, [a, b])?, [in_a, in_b]))
}

fn now(pair: &Pair) -> u64 {
    pair.world().host(Side::A).now()
}

/// Nothing is under way any more, and from now on the hosts take their time.
fn settle(pair: &Pair, kind: HostKind) -> anyhow::Result<()> {
    let limit = now(pair) + PATIENCE;
    loop {
        pair.run(1_000);
        let mut world = pair.world();
        if Side::BOTH.iter().all(|side| world.host(*side).is_idle()) {
            for side in Side::BOTH {
                let settings = kind.settings(1 + side.index() as u64);
                world.host_mut(side).set_pace(&settings);
            }
            world.clear_traffic();
            return Ok(());
        }
        ensure!(world.host(Side::A).now() < limit, "the hosts do not rest");
    }
}
