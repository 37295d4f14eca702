//! Two hosts ready for verbs: each has a device, a context and a protection domain on a simulated card.
use crate::bus::SimBus;
use crate::card::Card;
use crate::link::wire::Side;
use crate::verilated_card::VerilatedCard;
use crate::world::{Settings, World};
use anyhow::Context as _;
use ferric::bus::Bus;
use ferric::verbs::{
    CompletionQueue, Context, Device, MacAddress, ProtectionDomain, QueuePair, QueuePairBuilder,
    WorkCompletion,
};
use ferric_verilated::Options;
use std::sync::{Arc, Mutex, MutexGuard};

/// MSI-X vectors a host gives its card.
const VECTORS: u16 = 32;

/// One of the hosts.
pub struct End {
    /// The way to its card.
    pub bus: Arc<SimBus>,
    /// Its card.
    pub device: Device,
    /// A user context.
    pub context: Context,
    /// A protection domain.
    pub pd: ProtectionDomain,
}

/// Two hosts.
pub struct Pair {
    world: Arc<Mutex<World>>,
    /// The hosts.
    pub ends: [End; 2],
}

/// Two connected queue pairs, each with a completion queue for both directions.
pub struct Connection {
    /// The queue pairs.
    pub qps: [QueuePair; 2],
    /// Their completion queues.
    pub cqs: [CompletionQueue; 2],
}

impl Pair {
    /// Two cards of the RTL as it stands, without waveforms.
    pub fn new(settings: Settings) -> anyhow::Result<Self> {
        let card = || VerilatedCard::build(Options::default());
        Self::with_cards(settings, [card()?, card()?])
    }

    /// Hosts for these cards, set up by the driver.
    pub fn with_cards<C: Card + Send + 'static>(
        settings: Settings,
        cards: [C; 2],
    ) -> anyhow::Result<Self> {
        let cards = cards.map(|card| Box::new(card) as Box<dyn Card + Send>);
        let world = Arc::new(Mutex::new(World::new(settings, cards)));
        let end = |side: Side| -> anyhow::Result<End> {
            let bus = SimBus::new(&world, side, VECTORS).context("the card is enumerated")?;
            let way: Arc<dyn Bus> = bus.clone();
            let device = Device::open(way, Self::mac(side))?;
            let context = device.context()?;
            let pd = context.alloc_pd()?;
            Ok(End {
                bus,
                device,
                context,
                pd,
            })
        };
        let ends = [end(Side::A)?, end(Side::B)?];
        Ok(Pair { world, ends })
    }

    /// The MAC address of a card.
    pub fn mac(side: Side) -> MacAddress {
        MacAddress([0x02, 0, 0, 0, 0, 1 + side.index() as u8])
    }

    /// One host begins anew with its card, which was reset and is `device` now. What it had of before is the caller's to drop.
    pub fn renew(&mut self, side: Side, device: Device) -> anyhow::Result<()> {
        let context = device.context()?;
        let pd = context.alloc_pd()?;
        let bus = self.ends[side.index()].bus.clone();
        self.ends[side.index()] = End {
            bus,
            device,
            context,
            pd,
        };
        Ok(())
    }

    /// The hosts, cards and link.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic in the world")
    }

    /// Two queue pairs made by `configure`, connected, with completion queues of `entries` entries.
    pub fn connect(
        &self,
        entries: u32,
        configure: impl Fn(QueuePairBuilder) -> QueuePairBuilder,
    ) -> anyhow::Result<Connection> {
        let make = |end: &End| -> anyhow::Result<_> {
            let cq = end.context.create_cq(entries, None)?;
            let builder = configure(end.pd.create_qp(&cq, &cq));
            Ok((cq, builder.prepare()?))
        };
        let (cq_a, a) = make(&self.ends[0])?;
        let (cq_b, b) = make(&self.ends[1])?;
        let (at_a, at_b) = (a.endpoint(), b.endpoint());
        let qps = [a.handshake(at_b)?, b.handshake(at_a)?];
        Ok(Connection {
            qps,
            cqs: [cq_a, cq_b],
        })
    }

    /// Lets `cycles` cycles pass at both ends.
    pub fn run(&self, cycles: u64) {
        self.world().run(Side::A, cycles);
    }
}

impl Connection {
    /// The next `count` completions of one end, or an error when `cycles` cycles have not brought them.
    pub fn complete(
        &self,
        pair: &Pair,
        side: Side,
        count: usize,
        cycles: u64,
    ) -> anyhow::Result<Vec<WorkCompletion>> {
        let cq = &self.cqs[side.index()];
        let mut got = Vec::new();
        let mut room = vec![WorkCompletion::default(); count];
        let limit = pair.world().host(side).now() + cycles;
        loop {
            got.extend_from_slice(cq.poll(&mut room[got.len()..])?);
            if got.len() == count {
                return Ok(got);
            }
            let now = pair.world().host(side).now();
            anyhow::ensure!(
                now < limit,
                "{} of {count} completions after {cycles} cycles",
                got.len()
            );
            cq.pause();
        }
    }
}
