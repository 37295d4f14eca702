//! One card, its host and the player, shared by all scenarios of a run.
use super::packet::Packet;
use super::player::{Deck, Player};
use super::recording::{MEMORY, Over, Recording};
use ferric::bus::{Bar, Bus};
use ferric::verbs::{
    AccessFlags, CompletionQueue, Context, Device, Gid, MacAddress, MemoryRegion, Mtu,
    ProtectionDomain, QueuePair, QueuePairBuilder, QueuePairEndpoint, WorkCompletion,
};
use ferric_layout::counter::Counter;
use ferric_layout::register;
use ferric_testbench::bus::SimBus;
use ferric_testbench::link::wire::Side;
use ferric_testbench::verilated_card::VerilatedCard;
use ferric_testbench::world::{Settings, World};
use ferric_verilated::Options;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};

/// Frames of the card come this many cycles after what causes them, or not at all.
const QUIET: u64 = 600;
const SLICE: u64 = 40;

/// Addresses of the recorded machines, client first; over IPv6 they are link-local ones.
const IPV4: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)),
    IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2)),
];
const IPV6: [IpAddr; 2] = [
    IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0x5054, 0xff, 0xfe00, 1)),
    IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0x5054, 0xff, 0xfe00, 2)),
];
pub const CARD_MAC: [u8; 6] = [0x52, 0x54, 0, 0, 0, 9];
const PEER_MAC: [u8; 6] = [0x52, 0x54, 0, 0, 0, 7];

pub struct Stage {
    world: Arc<Mutex<World>>,
    deck: Deck,
    pub pd: ProtectionDomain,
    context: Context,
    device: Device,
}

/// A queue pair in the place of one of the recorded ones.
pub struct Part {
    pub qp: QueuePair,
    pub cq: CompletionQueue,
    pub memory: MemoryRegion,
}

impl Stage {
    pub fn new() -> Self {
        let card = VerilatedCard::build(Options::default()).expect("the card builds");
        let deck = Deck::default();
        let player = Player::new(deck.clone());
        let world = World::new(Settings::instant(7), [Box::new(card), Box::new(player)]);
        let world = Arc::new(Mutex::new(world));
        let bus = SimBus::new(&world, Side::A, 32).expect("the card is enumerated");
        // A tick of one cycle, so that the recorded times are short.
        bus.write32(Bar::Registers, register::CYCLES_PER_TICK.into(), 1)
            .expect("a register");
        let device = Device::open(bus, MacAddress(CARD_MAC)).expect("the card opens");
        for address in IPV4.into_iter().chain(IPV6) {
            device.add_gid(address, None).expect("there is room");
        }
        let context = device.context().expect("a context");
        let pd = context.alloc_pd().expect("a protection domain");
        Stage {
            world,
            deck,
            pd,
            context,
            device,
        }
    }

    /// The card in the place of a side, connected to the other.
    pub fn cast(
        &self,
        recording: &Recording,
        as_client: bool,
        configure: impl Fn(QueuePairBuilder) -> QueuePairBuilder,
    ) -> Part {
        let rights = AccessFlags::LOCAL_WRITE
            | AccessFlags::REMOTE_WRITE
            | AccessFlags::REMOTE_READ
            | AccessFlags::REMOTE_ATOMIC;
        // A region that its peer may invalidate stands for a memory window.
        let ends = match recording.window {
            true => AccessFlags::REMOTE_INVALIDATE,
            false => AccessFlags::NONE,
        };
        let memory = self.pd.allocate(MEMORY, rights | ends).expect("memory");
        let cq = self
            .context
            .create_cq(64, None)
            .expect("a completion queue");
        let [client, server] = match recording.over {
            Over::Ipv4 => IPV4,
            Over::Ipv6 => IPV6,
        };
        let (ours, theirs) = match as_client {
            true => (client, server),
            false => (server, client),
        };
        let (psn, peer_psn, peer_qpn) = if as_client {
            (
                recording.client_psn,
                recording.server_psn,
                recording.server_qpn,
            )
        } else {
            (
                recording.server_psn,
                recording.client_psn,
                recording.client_qpn,
            )
        };
        let mtu = [
            Mtu::Mtu256,
            Mtu::Mtu512,
            Mtu::Mtu1024,
            Mtu::Mtu2048,
            Mtu::Mtu4096,
        ];
        let mtu = mtu[recording.mtu.ilog2() as usize - 8];
        let builder = self
            .pd
            .create_qp(&cq, &cq)
            .set_access(rights)
            .set_path_mtu(mtu)
            .set_psn(psn)
            .set_gid(ours)
            .set_min_rnr_timer(12);
        let qp = configure(builder)
            .prepare()
            .expect("a queue pair")
            .handshake(QueuePairEndpoint {
                qp_num: peer_qpn,
                psn: peer_psn,
                gid: Gid::from(theirs),
                mac: MacAddress(PEER_MAC),
            })
            .expect("the recorded numbers are good");
        Part { qp, cq, memory }
    }

    fn run(&self, cycles: u64) {
        self.world
            .lock()
            .expect("no panic in the world")
            .run(Side::A, cycles);
    }

    /// A counter of the card.
    pub fn count(&self, counter: Counter) -> u64 {
        self.device.counter(counter).expect("the card answers")
    }

    /// Plays a frame at the card.
    pub fn send(&self, frame: Vec<u8>) {
        self.deck.send(frame);
    }

    /// The card's next frame, if it comes within so many cycles.
    pub fn next(&self, cycles: u64) -> Option<Packet> {
        for _ in 0..=cycles / SLICE {
            if let Some(frame) = self.deck.take() {
                ferric_testbench::link::icrc::check(&frame).expect("the card's ICRC is right");
                return Some(Packet::read(&frame));
            }
            self.run(SLICE);
        }
        None
    }

    /// Everything the card sends until it is silent.
    pub fn until_quiet(&self) -> Vec<Packet> {
        std::iter::from_fn(|| self.next(QUIET)).collect()
    }

    /// The next completions, as many as come within so many cycles.
    pub fn completions(&self, part: &Part, count: usize, cycles: u64) -> Vec<WorkCompletion> {
        let mut got = Vec::new();
        let mut room = [WorkCompletion::default(); 16];
        for _ in 0..=cycles / SLICE {
            got.extend_from_slice(part.cq.poll(&mut room).expect("the queue is not overrun"));
            if got.len() >= count {
                break;
            }
            self.run(SLICE);
        }
        got
    }
}
