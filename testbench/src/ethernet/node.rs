//! A card that is alone in its process, set up for verbs, with the host's network stack beside it.
use super::gateway::{Gateway, Pace};
use super::rings::Rings;
use super::stack::Stack;
use crate::bus::SimBus;
use crate::card::{Absent, Card};
use crate::link::socket::Wire;
use crate::link::wire::Side;
use crate::world::{Settings, World};
use ferric::bus::{Bar, Bus};
use ferric::ethernet::EthernetConfig;
use ferric::verbs::{Context, Device, MacAddress, ProtectionDomain};
use ferric_layout::register;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

/// MSI-X vectors.
const VECTORS: u16 = 32;
/// Cycles of a tick of the card's timers, instead of 1024: the simulated clock is about ten thousand times slower than a real one, and the
/// peer's is not.
const TICK: u32 = 1;
/// How much slower than the card the clock of the link's other end is, where nobody is.
const IDLE: u64 = 1000;

/// A card in an Ethernet.
pub struct Node {
    /// Its way there; to be turned while anything is waited for.
    pub gateway: Gateway,
    /// The card.
    pub device: Device,
    /// A user context.
    pub context: Context,
    /// A protection domain.
    pub pd: ProtectionDomain,
}

impl Node {
    /// Sets up a card with these addresses, on a host whose PCIe takes no time.
    ///
    /// # Errors
    /// The card does not start.
    pub fn new(
        card: impl Card + Send + 'static,
        mac: MacAddress,
        v4: Ipv4Addr,
        wire: Box<dyn Wire>,
        pace: Pace,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let mut settings = Settings::instant(seed);
        settings.macs[1].cycle *= IDLE;
        let world = World::new(settings, [Box::new(card), Box::new(Absent)]);
        let world = Arc::new(Mutex::new(world));
        let bus = SimBus::new(&world, Side::A, VECTORS)?;
        bus.write32(Bar::Registers, register::CYCLES_PER_TICK.into(), TICK)?;
        let device = Device::open(bus, mac)?;
        device.add_gid(v4, None)?;
        let port = device.ethernet(&EthernetConfig::default())?;
        let context = device.context()?;
        let pd = context.alloc_pd()?;
        let stack = Stack::new(Rings::new(port), mac, v4, seed);
        let gateway = Gateway::new(world, wire, stack, pace);
        Ok(Node {
            gateway,
            device,
            context,
            pd,
        })
    }
}
