//! Goodput under loss: what arrives of long WRITEs on one QP over a link that loses frames of both directions, in simulated cycles.
use crate::link::channel::{Fault, Odds};
use crate::link::wire::Side;
use crate::measure::{HostKind, spans};
use crate::pair::Pair;
use crate::world::Settings;
use anyhow::ensure;
use ferric::verbs::{AccessFlags, Mtu, SendWr};
use ferric_layout::counter::Counter;

/// Bytes of a WRITE.
const LENGTH: usize = 1 << 20;
/// Payload of a full packet.
const MTU: Mtu = Mtu::Mtu1024;
/// The hosts.
const KIND: HostKind = HostKind::GOALS;
/// Code of the transport timer: 33 µs, some four times what the longest wait for an acknowledge takes without loss.
const TIMEOUT: u8 = 3;
/// Cycles for each WRITE after which a measurement is given up.
const PATIENCE: u64 = 2_000_000;
/// Loss in frames of a million, and the share of the lossless goodput that must be left.
pub const GOALS: [(u32, f64); 2] = [(1_000, 0.9), (10_000, 0.6)];

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Frames lost of a million, data and acknowledges alike.
    pub loss: u32,
    /// Which ones are.
    pub seed: u64,
    /// WRITEs, all of them posted at once.
    pub writes: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goodput {
    /// Acknowledged bytes a cycle, from the first beat sent to the last completion.
    pub bytes_per_cycle: f64,
    /// Frames that the link lost of either side.
    pub lost: [usize; 2],
    /// Times the QP went back to send again.
    pub again: u64,
    /// Of these, times only the timer told.
    pub timeouts: u64,
    /// Packets sent more than once.
    pub repeated: u64,
}

impl Plan {
    fn pair(self) -> anyhow::Result<Pair> {
        let mut settings = Settings::instant(self.seed);
        settings.hosts = [1, 2].map(|seed| KIND.settings(seed));
        Pair::new(settings)
    }

    /// Does it on a pair of its own.
    ///
    /// # Errors
    /// A WRITE failed or got stuck, or what arrived is not what was sent.
    pub fn run(self) -> anyhow::Result<Goodput> {
        self.run_on(&self.pair()?)
    }

    fn run_on(self, pair: &Pair) -> anyhow::Result<Goodput> {
        let connection = pair.connect(64, |b| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(MTU)
                .set_timeout(TIMEOUT)
        })?;
        let [source, target] = spans(pair, LENGTH)?;
        let mut content = vec![0; LENGTH];
        fastrand::Rng::with_seed(self.seed).fill(&mut content);
        source.fill(&content)?;
        let sges = [source.sge()?];
        let list: Vec<SendWr> = (0..self.writes as u64)
            .map(|id| target.write(id, &sges).signaled())
            .collect();
        for side in Side::BOTH {
            let mut world = pair.world();
            let channel = &mut world.link_mut().port_mut(side).channel;
            channel.set_odds(Odds {
                lose: self.loss,
                ..Odds::default()
            });
        }
        pair.world().clear_traffic();
        connection.qps[0].post_send(&list)?;
        let patience = PATIENCE * self.writes as u64;
        let done = connection.complete(pair, Side::A, self.writes, patience)?;
        ensure!(
            done.iter().all(|wc| wc.is_success()),
            "a WRITE failed: {done:?}"
        );
        let (now, traffic) = {
            let world = pair.world();
            (world.host(Side::A).now(), world.traffic(Side::A))
        };
        ensure!(
            target.bytes()? == content,
            "what arrived is not what was sent"
        );
        let bytes = LENGTH * self.writes;
        let count = |counter| pair.ends[0].device.counter(counter);
        let packets = (bytes / MTU.bytes()) as u64;
        Ok(Goodput {
            bytes_per_cycle: bytes as f64 / (now - traffic.first_beat.unwrap_or_default()) as f64,
            lost: Side::BOTH.map(|side| lost(pair, side)),
            again: count(Counter::RequesterAgain)?,
            timeouts: count(Counter::RequesterTimeout)?,
            repeated: count(Counter::RequesterPackets)? - packets,
        })
    }
}

/// Frames that the link lost of `side`.
fn lost(pair: &Pair, side: Side) -> usize {
    let world = pair.world();
    let log = world.link().port(side).channel.log();
    log.iter()
        .filter(|decision| decision.faults.contains(&Fault::Lose))
        .count()
}
