//! The soak: random programs of work requests over many queue pairs of two cards, in both directions at once, on a link that loses,
//! doubles, reorders and corrupts; the reference model judges each packet, each write and each completion.
//!
//! All queue pairs of a host share one area of memory that everybody changes, so that little is what it was a moment ago.
mod connection;
mod diary;
pub mod faults;
mod judge;
mod path;
pub mod program;
mod reset;

pub use judge::{Broken, Judge};

use crate::link::wire::Side;
use crate::pair::Pair;
use crate::reference;
use crate::world::Settings;
use anyhow::{Context as _, ensure};
use connection::{Connection, Memory, Place};
use fastrand::Rng;
use faults::Faults;
use ferric::verbs::{CompletionQueue, MemoryRegion, Mtu, WorkCompletion};
use program::{Mix, Operation, Room, Sizes, WORD};
use std::fmt;
use std::path::PathBuf;

/// Messages that each end of a connection has under way.
pub const WINDOW: usize = 8;
/// Cycles between two looks at the completion queues.
const STEP: u64 = 64;
/// Cycles without any completion after which something is stuck, in times of the transport timer.
const PATIENCE: u64 = 40;
/// Cycles of the transport timer's unit.
const TIMER_UNIT: u64 = 1024;
/// Cycles after the last completion, in which nothing more may happen.
const REST: u64 = 20_000;
/// What the card may not know yet: a queue of frames may lie between its decision and its pins.
const SETTLE: u64 = 50_000;
/// Words for atomics.
const WORDS: usize = 16;
/// Least memory of an area.
const AREA_MIN: usize = 256 << 10;
/// Completions taken at a time.
const BATCH: usize = 64;

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Everything random follows from it.
    pub seed: u64,
    /// Connections.
    pub qps: usize,
    /// Messages of both hosts together.
    pub messages: usize,
    /// Operations.
    pub mix: Mix,
    /// Lengths.
    pub sizes: Sizes,
    /// Payload of a full packet.
    pub mtu: Mtu,
    /// What the link does, in each direction.
    pub faults: Faults,
    /// Cycles by which a receive is posted before the message that takes it; 0 lets some messages meet none.
    pub lead: u64,
    /// Code of the transport timer.
    pub timeout: u8,
    /// Where the capture of a failure goes.
    pub out: PathBuf,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            seed: 1,
            qps: 64,
            messages: 100_000,
            mix: Mix::of(&Operation::ALL),
            sizes: Sizes::default(),
            mtu: Mtu::Mtu1024,
            faults: Faults::LOSSY,
            lead: 2000,
            timeout: 9,
            out: PathBuf::from("target/soak"),
        }
    }
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Messages.
    pub messages: usize,
    /// Bytes of their payload.
    pub bytes: u64,
    /// Cycles.
    pub cycles: u64,
    /// Frames each card sent.
    pub frames: [u64; 2],
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.frames;
        write!(
            f,
            "{} messages with {} bytes in {} cycles; {a} and {b} frames, each judged",
            self.messages, self.bytes, self.cycles
        )
    }
}

impl Plan {
    /// Settings of a world for it.
    pub fn settings(&self) -> Settings {
        Settings::instant(self.seed)
    }

    /// Does it on a fresh pair of hosts; `progress` hears, now and then, how many messages are complete, and the cycle.
    ///
    /// # Errors
    /// A card broke a rule, or a message failed or got stuck; says how to see more.
    pub fn run(&self, pair: &Pair, progress: impl Fn(usize, u64)) -> anyhow::Result<Summary> {
        self.judged(pair, progress, |_, _| Ok(false))
    }

    /// The same, until `cut`, which is asked at each step with the cycles that have passed, has put an end to it.
    fn judged(
        &self,
        pair: &Pair,
        progress: impl Fn(usize, u64),
        cut: impl FnMut(&Pair, u64) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Summary> {
        self.check(pair)?;
        let settings = reference::Settings {
            settle: SETTLE,
            ..reference::Settings::default()
        };
        let mut judge = Judge::new(pair, settings);
        self.soak(pair, &mut judge, progress, cut)
            .map_err(|error| self.explain(error, pair, &judge))
    }

    fn check(&self, pair: &Pair) -> anyhow::Result<()> {
        ensure!(self.qps > 0, "there must be a queue pair");
        let device = pair.ends[0].device.attributes()?;
        let reads =
            device.supports_read() || !self.mix.has(|operation| operation == Operation::Read);
        ensure!(reads, "this card does no READs; leave them out of the mix");
        let atomics = device.supports_atomic() || !self.mix.has(Operation::is_atomic);
        ensure!(
            atomics,
            "this card does no atomics; leave them out of the mix"
        );
        let invalidates = |operation| operation == Operation::SendInvalidate;
        ensure!(
            device.supports_send_invalidate() || !self.mix.has(invalidates),
            "this card ends no keys; leave `send-invalidate` out of the mix"
        );
        Ok(())
    }

    /// A failure, with what helps to understand it.
    fn explain(&self, error: anyhow::Error, pair: &Pair, judge: &Judge) -> anyhow::Error {
        let cycle = pair.world().host(Side::A).now();
        let stem = self.out.join(format!("seed-{}", self.seed));
        let kept = std::fs::create_dir_all(&self.out)
            .map_err(anyhow::Error::from)
            .and_then(|()| judge.write_history(&stem));
        let frames = match kept {
            Ok(()) => format!(
                "what happened of late is in {0}.txt, the frames in {0}.pcap",
                stem.display()
            ),
            Err(error) => format!("what happened could not be kept: {error}"),
        };
        error.context(format!(
            "seed {}, seen at cycle {cycle}: {frames}; the same with --trace-from CYCLE writes waveforms",
            self.seed
        ))
    }

    fn soak(
        &self,
        pair: &Pair,
        judge: &mut Judge,
        progress: impl Fn(usize, u64),
        mut cut: impl FnMut(&Pair, u64) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Summary> {
        let mut rng = Rng::with_seed(self.seed);
        let room = Room {
            bytes: AREA_MIN.max(2 * self.sizes.longest()),
            words: WORDS * WORD,
        };
        let mut memory = Vec::new();
        let mut queues = Vec::new();
        for side in Side::BOTH {
            let made = Memory::new(pair, side, room, &mut rng)?;
            for region in made.regions() {
                judge.register(pair, side, region)?;
            }
            memory.push(made);
            let entries = connection::COMPLETIONS * self.qps;
            let context = &pair.ends[side.index()].context;
            queues.push(context.create_cq(entries.try_into()?, None)?);
        }
        let (memory, queues): ([Memory; 2], [CompletionQueue; 2]) = (pick(memory), pick(queues));
        path::set_up(pair)?;
        let mut connections = Vec::new();
        for index in 0..self.qps {
            let share = |side: usize| {
                let ends = 2 * self.qps;
                (self.messages + 2 * index + side) / ends
            };
            let place = Place {
                index,
                shares: [share(0), share(1)],
            };
            connections.push(Connection::new(
                self, pair, judge, &queues, room, place, &mut rng,
            )?);
        }
        for side in Side::BOTH {
            let mut world = pair.world();
            let channel = &mut world.link_mut().port_mut(side).channel;
            self.faults.apply(channel, rng.u64(..));
        }
        let began = pair.world().host(Side::A).now();
        let patience = PATIENCE * (TIMER_UNIT << self.timeout);
        let (mut done, mut last, mut bytes) = (0, began, 0);
        while connections.iter().any(|connection| !connection.is_done()) {
            for connection in &mut connections {
                bytes += connection.post(pair, judge, &memory)?;
            }
            pair.run(STEP);
            judge.catch_up(pair)?;
            let now = pair.world().host(Side::A).now();
            let before = done;
            for side in Side::BOTH {
                done += self.poll(pair, judge, side, &queues, &mut connections)?;
            }
            if done > before {
                last = now;
            }
            progress(done, now);
            if cut(pair, now - began)? {
                return Ok(Summary {
                    messages: done,
                    bytes,
                    cycles: now - began,
                    frames: judge.sent(),
                });
            }
            ensure!(
                now - last < patience,
                "nothing completed for {patience} cycles; {done} of {} messages were complete",
                self.messages
            );
        }
        let cycles = pair.world().host(Side::A).now() - began;
        pair.run(REST);
        for side in Side::BOTH {
            let late = self.poll(pair, judge, side, &queues, &mut connections)?;
            ensure!(late == 0, "{late} completions after the last");
        }
        let [a, b] = &memory;
        judge.finish(pair, [a.regions(), b.regions()])?;
        Ok(Summary {
            messages: self.messages,
            bytes,
            cycles,
            frames: judge.sent(),
        })
    }

    /// Takes what has completed at a host; how many sends that were.
    fn poll(
        &self,
        pair: &Pair,
        judge: &mut Judge,
        side: Side,
        queues: &[CompletionQueue; 2],
        connections: &mut [Connection],
    ) -> anyhow::Result<usize> {
        let mut room = [WorkCompletion::default(); BATCH];
        let mut sends = 0;
        loop {
            let taken = queues[side.index()].poll(&mut room)?;
            if taken.is_empty() {
                return Ok(sends);
            }
            for done in taken {
                judge.completed(pair, side, done)?;
                ensure!(
                    done.is_success(),
                    "message {} of QP {:#x} failed at host {side:?}: {}",
                    done.wr_id,
                    done.qp_num,
                    done.status.describe()
                );
                let mut all = connections.iter_mut();
                let connection = all.find(|connection| connection.qpn(side) == done.qp_num);
                let connection = connection.context("a completion of an unknown queue pair")?;
                sends += connection.completed(pair, judge, side, done)?;
            }
        }
    }
}

/// Both elements of what was made for each side.
fn pick<T>(made: Vec<T>) -> [T; 2] {
    let Ok(both) = made.try_into() else {
        unreachable!("one is made for each side");
    };
    both
}

/// Regions of a host as the areas have them.
pub(super) type Regions = [MemoryRegion; 3];
