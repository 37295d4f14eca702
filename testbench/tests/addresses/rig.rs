//! Two cards whose hosts have several addresses each, and all that goes over the wire between them.
use ferric::verbs::{AccessFlags, Gid, MemoryRegion, QueuePairBuilder};
use ferric_layout::counter::Counter;
use ferric_testbench::link::channel::Fault;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};

/// Cycles within which anything must have happened.
pub const PATIENCE: u64 = 400_000;
/// Cycles within which a frame has had its effect.
pub const EFFECT: u64 = 600;

/// The VLANs of the wire.
pub const VLANS: [u16; 2] = [100, 4094];

/// A host's address in a network of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    V4,
    V6,
    LinkLocal,
}

impl Network {
    pub const ALL: [Network; 3] = [Network::V4, Network::V6, Network::LinkLocal];

    pub fn address(self, side: Side) -> IpAddr {
        let host = 1 + side.index() as u8;
        match self {
            Network::V4 => Ipv4Addr::new(10, 0, 0, host).into(),
            Network::V6 => Ipv6Addr::new(0x2001, 0xdb8, 0x1234, 0, 0, 0, 0, host.into()).into(),
            Network::LinkLocal => Gid::link_local(Pair::mac(side)).ip(),
        }
    }
}

/// A frame, and who has sent it.
type Sent = (Side, Vec<u8>);

pub struct Rig {
    pub pair: Pair,
    /// What each side has sent, in order.
    frames: Arc<Mutex<Vec<Sent>>>,
    /// Whether the wire takes the frames of a side.
    cut: Arc<Mutex<[bool; 2]>>,
}

impl Rig {
    /// Each host has each of its addresses on no VLAN and on each.
    pub fn new(seed: u64) -> Self {
        let pair = Pair::new(Settings::instant(seed)).unwrap();
        for side in Side::BOTH {
            let device = &pair.ends[side.index()].device;
            for network in Network::ALL {
                for vlan in [None, Some(VLANS[0]), Some(VLANS[1])] {
                    device.add_gid(network.address(side), vlan).unwrap();
                }
            }
        }
        let rig = Rig {
            pair,
            frames: Arc::default(),
            cut: Arc::default(),
        };
        for side in Side::BOTH {
            let (frames, cut) = (rig.frames.clone(), rig.cut.clone());
            let mut world = rig.pair.world();
            let channel = &mut world.link_mut().port_mut(side).channel;
            channel.choose(move |_, frame| {
                frames.lock().unwrap().push((side, frame.to_vec()));
                match cut.lock().unwrap()[side.index()] {
                    true => vec![Fault::Lose],
                    false => vec![],
                }
            });
        }
        rig
    }

    /// Lets the frames of a side get lost from now on.
    pub fn cut(&self, side: Side) {
        self.cut.lock().unwrap()[side.index()] = true;
    }

    /// The frames of a side since they were last taken.
    pub fn take(&self, side: Side) -> Vec<Vec<u8>> {
        let mut frames = self.frames.lock().unwrap();
        let of_side = frames.extract_if(.., |(from, _)| *from == side);
        of_side.map(|(_, frame)| frame).collect()
    }

    /// Two queue pairs, each with its side of a path.
    pub fn connect(&self, path: impl Fn(QueuePairBuilder, Side) -> QueuePairBuilder) -> Connection {
        let made = Side::BOTH.map(|side| {
            let end = &self.pair.ends[side.index()];
            let cq = end.context.create_cq(64, None).unwrap();
            let builder = end.pd.create_qp(&cq, &cq).set_access(everything());
            let prepared = path(builder, side).prepare().unwrap();
            (cq, prepared)
        });
        let [(cq_a, a), (cq_b, b)] = made;
        let (at_a, at_b) = (a.endpoint(), b.endpoint());
        Connection {
            qps: [a.handshake(at_b).unwrap(), b.handshake(at_a).unwrap()],
            cqs: [cq_a, cq_b],
        }
    }

    pub fn region(&self, side: Side, bytes: usize) -> MemoryRegion {
        let pd = &self.pair.ends[side.index()].pd;
        pd.allocate(bytes, everything()).unwrap()
    }

    /// Hands a card a frame that nobody has sent.
    pub fn inject(&self, side: Side, frame: Vec<u8>) {
        self.pair.world().inject(side, frame, false);
        self.pair.run(EFFECT);
    }

    pub fn count(&self, side: Side, counter: Counter) -> u64 {
        let device = &self.pair.ends[side.index()].device;
        device.counter(counter).unwrap()
    }
}

fn everything() -> AccessFlags {
    AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE | AccessFlags::REMOTE_READ
}
