//! Frames through the rings beside RDMA, by registers and memory alone, on two whole cards.
use ferric::bus::{Bar, Bus};
use ferric::verbs::{AccessFlags, Mtu, SendWr};
use ferric_layout::counter::Counter;
use ferric_layout::ethernet::{FRAME_MAX, HEADER, Header, SLOT};
use ferric_layout::register::{self, *};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Pair;
use ferric_testbench::pcie::host;
use ferric_testbench::pcie::host::Mapping;
use ferric_testbench::pcie::iommu::Access;
use ferric_testbench::world::Settings;
use std::time::Duration;
use zerocopy::{FromBytes, IntoBytes};

const LOG2: usize = 2;
const SLOTS: usize = 1 << LOG2;
/// Of no event queue that the driver has made.
const VECTOR: u16 = 9;
const PATIENCE: u64 = 100_000;

/// One host's rings.
struct Rings<'a> {
    pair: &'a Pair,
    side: Side,
    receive: Mapping,
    transmit: Mapping,
    consumer: u16,
    producer: u16,
}

impl<'a> Rings<'a> {
    fn on(pair: &'a Pair, side: Side) -> Self {
        let allocate = |access| {
            let mut world = pair.world();
            world.host_mut(side).allocate(SLOTS * SLOT, access)
        };
        let rings = Rings {
            pair,
            side,
            receive: allocate(Access::WRITE),
            transmit: allocate(Access::READ),
            consumer: 0,
            producer: 0,
        };
        rings.turn_on();
        rings
    }

    fn turn_on(&self) {
        let control = ring_control::ENABLE | (LOG2 as u32) << ring_control::LOG2_SHIFT;
        for (low, ring, vector) in [
            (RX_RING_LOW, &self.receive, u32::from(VECTOR)),
            (TX_RING_LOW, &self.transmit, 0),
        ] {
            self.write(low, ring.pages[0] as u32);
            self.write(low + 4, (ring.pages[0] >> 32) as u32);
            self.write(low + 8, control | vector << ring_control::VECTOR_SHIFT);
        }
    }

    fn bus(&self) -> &dyn Bus {
        &*self.pair.ends[self.side.index()].bus
    }

    fn write(&self, register: u32, value: u32) {
        self.bus()
            .write32(Bar::Registers, register.into(), value)
            .unwrap();
    }

    fn read(&self, register: u32) -> u32 {
        self.bus().read32(Bar::Registers, register.into()).unwrap()
    }

    fn counter(&self, counter: Counter) -> u32 {
        self.pair.run(300);
        self.read(COUNTERS + 8 * counter as u32)
    }

    fn send(&mut self, frame: &[u8]) {
        let header = Header {
            length: (frame.len() as u16).into(),
            ..Header::default()
        };
        let at = usize::from(self.producer) % SLOTS * SLOT;
        let mut world = self.pair.world();
        let host = world.host_mut(self.side);
        host.store(&self.transmit, at, header.as_bytes());
        host.store(&self.transmit, at + HEADER, frame);
        drop(world);
        self.producer = self.producer.wrapping_add(1);
        self.write(TX_RING_PRODUCER, self.producer.into());
    }

    fn arm(&self) {
        self.write(RX_RING_CONSUMER, RX_RING_ARM | u32::from(self.consumer));
    }

    fn interrupted(&self) -> bool {
        self.bus()
            .wait(VECTOR, Some(Duration::from_micros(400)))
            .unwrap()
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        let mut slot = vec![0; SLOT];
        let at = usize::from(self.consumer) % SLOTS * SLOT;
        self.pair
            .world()
            .host(self.side)
            .load(&self.receive, at, &mut slot);
        let (header, frame) = Header::read_from_prefix(&slot).unwrap();
        if header.sequence.get() != self.consumer.wrapping_add(1) {
            return None;
        }
        self.consumer = self.consumer.wrapping_add(1);
        self.write(RX_RING_CONSUMER, self.consumer.into());
        Some(frame[..header.length.get().into()].to_vec())
    }

    /// The next frame, waited for.
    fn expect(&mut self) -> Vec<u8> {
        for _ in 0..PATIENCE / 64 {
            if let Some(frame) = self.receive() {
                return frame;
            }
            self.pair.run(64);
        }
        panic!("no frame came");
    }
}

fn pair(seed: u64) -> Pair {
    let settings = Settings {
        hosts: [seed, !seed].map(|seed| host::Settings::gen3_x16(seed, 100)),
        ..Settings::instant(seed)
    };
    Pair::new(settings).unwrap()
}

/// A frame of this length from one side to the other, of a protocol that is nobody's.
fn frame(from: Side, length: usize, fill: u8) -> Vec<u8> {
    let mut frame = Pair::mac(from.other()).0.to_vec();
    frame.extend(Pair::mac(from).0);
    frame.extend([0x88, 0xB5]);
    frame.extend((frame.len()..length).map(|k| (k as u8).wrapping_mul(7) ^ fill));
    frame
}

#[test]
fn frames_cross_from_ring_to_ring_while_messages_do() {
    let pair = pair(1);
    let connection = pair
        .connect(64, |b| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(Mtu::Mtu1024)
        })
        .unwrap();
    let source = pair.ends[0]
        .pd
        .register(vec![0x5A; 20_000], AccessFlags::NONE)
        .unwrap();
    let target = pair.ends[1]
        .pd
        .allocate(20_000, AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE)
        .unwrap();
    let sges = [source.sge(..).unwrap()];
    let write = SendWr::write(1, &sges, target.addr(), target.rkey()).signaled();
    connection.qps[0].post_send(&[write]).unwrap();

    let [mut a, mut b] = Side::BOTH.map(|side| Rings::on(&pair, side));
    for (round, length) in [14, 60, 64, 65, 192, 193, 1514, FRAME_MAX]
        .into_iter()
        .enumerate()
    {
        let [to, fro] = Side::BOTH.map(|side| frame(side, length, round as u8));
        b.arm();
        a.send(&to);
        assert!(b.interrupted(), "no interrupt for {length} bytes");
        b.send(&fro);
        for (got, sent) in [(b.expect(), to), (a.expect(), fro)] {
            let mut expected = sent;
            expected.resize(length.max(60), 0);
            assert_eq!(got, expected);
        }
    }
    let done = connection.complete(&pair, Side::A, 1, PATIENCE).unwrap();
    assert!(done[0].is_success());
    let mut seen = vec![0; 20_000];
    target.read(0, &mut seen).unwrap();
    assert!(seen.iter().all(|&byte| byte == 0x5A));
    for rings in [&a, &b] {
        assert_eq!(
            [
                Counter::RxEthernet,
                Counter::TxEthernet,
                Counter::RxNotRoce,
                Counter::TxEthernetBad
            ]
            .map(|counter| rings.counter(counter)),
            [8, 8, 0, 0]
        );
        let status = [RX_RING_STATUS, TX_RING_STATUS].map(|register| rings.read(register));
        assert_eq!(
            status,
            [8 << ring_status::INDEX_SHIFT | ring_status::BUSY; 2]
        );
        assert_ne!(rings.read(register::FEATURES) & feature::ETHERNET, 0);
        assert_eq!(
            pair.world().host(rings.side).root.iommu.faults().to_vec(),
            []
        );
    }
}
