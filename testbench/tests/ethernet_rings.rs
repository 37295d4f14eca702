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
use ferric_testbench::pcie::memory::PAGE;
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

    /// Fills the transmit ring.
    fn flood(&mut self, fill: u8) {
        let read = (self.read(TX_RING_STATUS) >> ring_status::INDEX_SHIFT) as u16;
        for k in self.producer..read.wrapping_add(SLOTS as u16) {
            let length = [FRAME_MAX, 60, 1000, 300][usize::from(k) % SLOTS];
            self.send(&frame(self.side, length, fill));
        }
    }

    fn no_faults(&self, what: impl std::fmt::Debug) {
        let world = self.pair.world();
        assert_eq!(world.host(self.side).root.iommu.faults(), [], "{what:?}");
    }

    /// Gives the memory back, without asking the card.
    fn unmap(self) {
        let mut world = self.pair.world();
        world.host_mut(self.side).unmap(self.receive);
        world.host_mut(self.side).unmap(self.transmit);
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

/// Hosts that stall wherever they may.
fn pair(seed: u64) -> Pair {
    let settings = Settings {
        hosts: [seed, !seed].map(|seed| host::Settings::gen3_x16(seed, 100).unruly()),
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
        rings.no_faults("frames crossed");
    }
}

/// Turned off amid frames in both directions: in the cycle in which a ring is no longer busy, its memory is the host's.
#[test]
fn rings_turned_off_amid_frames_leave_their_memory_alone() {
    let pair = pair(2);
    for round in 0..6 {
        let [mut a, mut b] = Side::BOTH.map(|side| Rings::on(&pair, side));
        for _ in 0..3 {
            a.flood(round);
            b.flood(round);
            pair.run(100 + 37 * u64::from(round));
            while a.receive().is_some() | b.receive().is_some() {}
        }
        for rings in [&a, &b] {
            rings.write(RX_RING_CONTROL, 0);
            rings.write(TX_RING_CONTROL, 0);
        }
        for rings in [a, b] {
            let side = rings.side;
            let busy = |rings: &Rings| {
                (rings.read(RX_RING_STATUS) | rings.read(TX_RING_STATUS)) & ring_status::BUSY
            };
            assert!((0..1000).any(|_| busy(&rings) == 0), "round {round}: busy");
            rings.unmap();
            let world = pair.world();
            assert_eq!(world.host(side).root.iommu.faults(), [], "round {round}");
        }
        pair.run(2000);
    }
    // Everything was counted once.
    for (index, from, to) in [(0, Side::A, Side::B), (1, Side::B, Side::A)] {
        let count = |side: Side, counter: Counter| {
            let at = u64::from(COUNTERS) + 8 * counter as u64;
            let bus = &pair.ends[side.index()].bus;
            bus.read32(Bar::Registers, at).unwrap()
        };
        let got = [
            Counter::RxEthernet,
            Counter::RxEthernetFull,
            Counter::RxNotRoce,
        ]
        .map(|counter| count(to, counter));
        assert_eq!(
            count(from, Counter::TxEthernet),
            got.iter().sum::<u32>(),
            "{index}: {got:?}"
        );
        assert!(got[0] > 10, "{got:?}");
        assert_eq!(count(from, Counter::TxEthernetBad), 0);
    }
}

#[test]
fn slot_that_cannot_be_read_loses_its_frame_alone() {
    let pair = pair(3);
    let [mut a, mut b] = Side::BOTH.map(|side| Rings::on(&pair, side));
    // A page holds two slots.
    let page = a.transmit.pages[1];
    pair.world().host_mut(Side::A).root.iommu.unmap(page, PAGE);
    for fill in 0..4 {
        a.send(&frame(Side::A, 700, fill));
    }
    for fill in 0..2 {
        assert_eq!(b.expect(), frame(Side::A, 700, fill));
    }
    let counts = [
        Counter::TxEthernetBad,
        Counter::PcieReadRefused,
        Counter::TxEthernet,
    ];
    pair.run(2000);
    assert_eq!(counts.map(|counter| a.counter(counter)), [2, 2, 2]);
    assert_eq!(a.read(TX_RING_STATUS) >> ring_status::INDEX_SHIFT, 4);
    a.send(&frame(Side::A, 99, 9));
    assert_eq!(b.expect(), frame(Side::A, 99, 9));
    // The admin queue, whose client of the DMA reader it is, does not mind.
    pair.ends[0].context.create_cq(16, None).unwrap();
}

#[test]
fn bad_indices_and_headers_are_counted_and_the_rings_go_on() {
    let pair = pair(4);
    let [mut a, mut b] = Side::BOTH.map(|side| Rings::on(&pair, side));
    a.write(TX_RING_PRODUCER, SLOTS as u32 + 1);
    a.write(TX_RING_PRODUCER, 0xFFFF);
    b.write(RX_RING_CONSUMER, RX_RING_ARM | 1);
    assert_eq!(a.counter(Counter::DoorbellIndex), 2);
    assert_eq!(b.counter(Counter::DoorbellIndex), 1);
    for length in [0, 13, FRAME_MAX as u16 + 1, 0xFFFF] {
        let header = Header {
            length: length.into(),
            ..Header::default()
        };
        let at = usize::from(a.producer) % SLOTS * SLOT;
        let mut world = pair.world();
        world
            .host_mut(Side::A)
            .store(&a.transmit, at, header.as_bytes());
        drop(world);
        a.producer += 1;
        a.write(TX_RING_PRODUCER, a.producer.into());
    }
    pair.run(3000);
    assert_eq!(a.counter(Counter::TxEthernetBad), 4);
    a.send(&frame(Side::A, 1514, 7));
    assert_eq!(b.expect(), frame(Side::A, 1514, 7));
}

/// Nobody takes frames out of B's ring while messages go there: frames are dropped, messages are not held up.
#[test]
fn ring_that_nobody_empties_holds_up_no_message() {
    let pair = pair(5);
    let [mut a, b] = Side::BOTH.map(|side| Rings::on(&pair, side));
    let connection = pair
        .connect(64, |b| b.set_access(AccessFlags::REMOTE_WRITE))
        .unwrap();
    let rights = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
    let source = pair.ends[0].pd.register(vec![3; 5000], rights).unwrap();
    let target = pair.ends[1].pd.allocate(5000, rights).unwrap();
    let sges = [source.sge(..).unwrap()];
    let write = SendWr::write(1, &sges, target.addr(), target.rkey()).signaled();
    for round in 0..40 {
        a.flood(round);
        connection.qps[0].post_send(&[write]).unwrap();
        let done = connection.complete(&pair, Side::A, 1, PATIENCE).unwrap();
        assert!(done[0].is_success());
    }
    assert!(b.counter(Counter::RxEthernetFull) > 10);
    assert_eq!(b.counter(Counter::RxBufferFull), 0);
    assert_eq!(b.counter(Counter::RxEthernet), SLOTS as u32);
}

/// Each of the ways to reset a card, amid frames in both directions.
#[test]
fn rings_are_off_after_any_reset_and_work_when_they_are_set_up_again() {
    for (round, way) in ["register", "bus master", "function", "link"]
        .into_iter()
        .enumerate()
    {
        let pair = pair(6 + round as u64);
        let [mut a, mut b] = Side::BOTH.map(|side| Rings::on(&pair, side));
        for k in 0..4 {
            a.flood(k);
            b.flood(k);
            pair.run(123 + 50 * round as u64);
            while a.receive().is_some() | b.receive().is_some() {}
        }
        let bus = &pair.ends[0].bus;
        match way {
            "register" => a.write(RESET, RESET_VALUE),
            "bus master" => bus.set_bus_master(false).unwrap(),
            "function" => bus.function_reset().unwrap(),
            _ => bus.link_reset().unwrap(),
        }
        let ready = |a: &Rings| {
            pair.run(100);
            a.read(STATUS) & status::READY != 0
        };
        assert!((0..2000).any(|_| ready(&a)), "{way}: not ready");
        let registers = [
            RX_RING_CONTROL,
            RX_RING_STATUS,
            TX_RING_CONTROL,
            TX_RING_STATUS,
        ];
        assert_eq!(registers.map(|register| a.read(register)), [0; 4], "{way}");
        a.unmap();
        bus.set_bus_master(true).unwrap();
        pair.run(3000);

        let [low, high] = [0, 4].map(|at| {
            let mut bytes = [0; 8];
            bytes[..6].copy_from_slice(&Pair::mac(Side::A).0);
            u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
        });
        let mut a = Rings::on(&pair, Side::A);
        a.write(MAC_LOW, low);
        a.write(MAC_HIGH, high);
        a.write(CONTROL, control::TRANSMIT | control::RECEIVE);
        pair.run(3000);
        while b.receive().is_some() | a.receive().is_some() {}
        let [to, fro] = [frame(Side::A, 800, 99), frame(Side::B, 80, 98)];
        a.send(&to);
        assert_eq!(b.expect(), to, "{way}");
        b.send(&fro);
        assert_eq!(a.expect(), fro, "{way}");
        a.no_faults(way);
        b.no_faults(way);
    }
}
