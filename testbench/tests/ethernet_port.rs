//! Ethernet beside RDMA, through the driver: two cards whose hosts send each other frames by their rings, mostly while RDMA goes on.
use ferric::bus::{Bar, Bus};
use ferric::driver::memory::DmaMemory;
use ferric::ethernet::{EthernetConfig, EthernetPort, FRAME_MAX, FRAME_MIN};
use ferric::verbs::{AccessFlags, MacAddress, MemoryRegion, Mtu, SendWr, WorkCompletion};
use ferric_layout::counter::Counter;
use ferric_layout::ethernet::{HEADER, Header, SLOT};
use ferric_layout::{register, wire};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::pcie::host;
use ferric_testbench::world::Settings;
use std::sync::Arc;
use std::time::Duration;
use zerocopy::IntoBytes;

/// Cycles within which anything must have happened.
const PATIENCE: u64 = 400_000;
/// Cycles between two looks.
const TURN: u64 = 64;
/// Cycles of a read of host memory and back, where that takes time.
const ROUND_TRIP: u32 = 250;
/// A type that is nobody's (IEEE 802, local experiments).
const TYPE: [u8; 2] = [0x88, 0xb5];
const BROADCAST: MacAddress = MacAddress([0xff; 6]);
const GROUP: MacAddress = MacAddress([0x01, 0, 0x5e, 0, 0, 0xfb]);
const STRANGER: MacAddress = MacAddress([2, 0, 0, 0, 0, 0x77]);

fn frame(to: MacAddress, length: usize, seed: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..length)
        .map(|k| (k * 7 + (k >> 8) + seed * 31 + 1) as u8)
        .collect();
    bytes[..6].copy_from_slice(&to.0);
    bytes[12..14].copy_from_slice(&TYPE);
    bytes
}

/// A frame as it arrives: Ethernet has a shortest.
fn padded(mut frame: Vec<u8>) -> Vec<u8> {
    frame.resize(frame.len().max(wire::FRAME_MIN), 0);
    frame
}

struct Rig {
    pair: Pair,
    /// Some are closed in a test.
    ports: [Option<EthernetPort>; 2],
}

impl Rig {
    fn new(settings: Settings, config: &EthernetConfig) -> Self {
        let pair = Pair::new(settings).unwrap();
        let ports = [0, 1].map(|end: usize| Some(pair.ends[end].device.ethernet(config).unwrap()));
        Rig { pair, ports }
    }

    fn port(&self, end: usize) -> &EthernetPort {
        self.ports[end].as_ref().expect("a port that is open")
    }

    fn close(&mut self, end: usize) {
        let port = self.ports[end].take().expect("a port that is open");
        port.close().unwrap();
    }

    fn mac(&self, end: usize) -> MacAddress {
        self.pair.ends[end].device.mac()
    }

    fn now(&self) -> u64 {
        self.pair.world().host(Side::A).now()
    }

    fn counter(&self, end: usize, counter: Counter) -> u64 {
        self.pair.ends[end].device.counter(counter).unwrap()
    }

    fn received(&self, end: usize) -> Option<Vec<u8>> {
        let mut room = [0; FRAME_MAX];
        let length = self.port(end).receive(&mut room).unwrap()?;
        Some(room[..length].to_vec())
    }

    /// The next frame, when it comes.
    fn receive(&self, end: usize) -> Vec<u8> {
        let limit = self.now() + PATIENCE;
        loop {
            if let Some(frame) = self.received(end) {
                return frame;
            }
            assert!(self.now() < limit, "no frame has come to host {end}");
            self.pair.run(TURN);
        }
    }

    /// Nothing was accessed that may not be, and no interrupt came that was not asked for.
    fn check(&self) {
        for side in Side::BOTH {
            let world = self.pair.world();
            let root = &world.host(side).root;
            assert_eq!(root.iommu.faults(), []);
            assert_eq!(root.interrupts.spurious().len(), 0);
        }
    }
}

/// WRITEs that go on in both directions, of one region at each end into the other's.
struct Rdma {
    connection: Connection,
    sources: [MemoryRegion; 2],
    targets: [MemoryRegion; 2],
    posted: [u64; 2],
    completed: [u64; 2],
}

const MESSAGE: usize = 40_000;
const WINDOW: u64 = 4;

impl Rdma {
    fn new(pair: &Pair) -> Self {
        let connect = |builder: ferric::verbs::QueuePairBuilder| {
            builder
                .set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(Mtu::Mtu1024)
        };
        let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        let bytes = |end: usize| (0..MESSAGE).map(move |k| (k * 13 + (k >> 8) + end) as u8);
        Rdma {
            connection: pair.connect(64, connect).unwrap(),
            sources: [0, 1].map(|end: usize| {
                let bytes: Vec<u8> = bytes(end).collect();
                pair.ends[end]
                    .pd
                    .register(bytes, AccessFlags::NONE)
                    .unwrap()
            }),
            targets: [0, 1].map(|end: usize| pair.ends[end].pd.allocate(MESSAGE, access).unwrap()),
            posted: [0; 2],
            completed: [0; 2],
        }
    }

    /// Takes completions, all of them good, and posts again as many as may be under way.
    fn turn(&mut self, window: u64) {
        let mut room = [WorkCompletion::default(); 64];
        for end in [0, 1] {
            for done in self.connection.cqs[end].poll(&mut room).unwrap() {
                assert!(done.is_success(), "{done:?}");
                assert_eq!(done.wr_id, self.completed[end], "in order");
                self.completed[end] += 1;
            }
            let target = &self.targets[1 - end];
            while self.posted[end] - self.completed[end] < window {
                let piece = [self.sources[end].sge(..).unwrap()];
                let id = self.posted[end];
                let write = SendWr::write(id, &piece, target.addr(), target.rkey());
                self.connection.qps[end]
                    .post_send(&[write.signaled()])
                    .unwrap();
                self.posted[end] += 1;
            }
        }
    }

    /// All that was posted completes, the bytes are there, and nothing had to be sent twice.
    fn finish(&mut self, rig: &Rig) {
        let limit = rig.now() + PATIENCE;
        while self.completed != self.posted {
            assert!(rig.now() < limit, "RDMA does not go on");
            rig.pair.run(TURN);
            self.turn(0);
        }
        for end in [0, 1] {
            assert!(self.completed[end] > WINDOW, "nothing went on");
            let (mut sent, mut there) = (vec![0; MESSAGE], vec![1; MESSAGE]);
            self.sources[end].read(0, &mut sent).unwrap();
            self.targets[1 - end].read(0, &mut there).unwrap();
            assert!(sent == there, "the bytes differ");
            for counter in [
                Counter::RequesterTimeout,
                Counter::RequesterNak,
                Counter::RxBufferFull,
                Counter::RxIcrc,
                Counter::DoorbellIndex,
                Counter::TxEthernetBad,
            ] {
                assert_eq!(rig.counter(end, counter), 0, "{}", counter.describe());
            }
        }
    }
}

fn slow(seed: u64) -> Settings {
    Settings {
        hosts: [seed, seed + 1].map(|seed| host::Settings::gen3_x16(seed, ROUND_TRIP)),
        ..Settings::instant(seed)
    }
}

/// Frames of each of these lengths cross both ways, as many under way as the rings take.
fn lengths_beside_rdma(settings: Settings, lengths: impl Iterator<Item = usize>) {
    let config = EthernetConfig {
        receive_slots: 32,
        transmit_slots: 8,
        promiscuous: false,
    };
    let rig = Rig::new(settings, &config);
    let mut rdma = Rdma::new(&rig.pair);
    let lengths: Vec<usize> = lengths.collect();
    let mut sent = [0; 2];
    let mut arrived = [0; 2];
    let mut limit = rig.now() + PATIENCE;
    while arrived != [lengths.len(); 2] {
        rdma.turn(WINDOW);
        for end in [0, 1] {
            let other = rig.mac(1 - end);
            // No more than the other's ring takes, so that none is dropped.
            while sent[end] < lengths.len() && sent[end] - arrived[1 - end] < 24 {
                let frame = frame(other, lengths[sent[end]], sent[end] + end);
                if rig.port(end).send(&frame).is_err() {
                    break;
                }
                sent[end] += 1;
            }
            while let Some(got) = rig.received(end) {
                let number = arrived[end];
                let wanted = frame(rig.mac(end), lengths[number], number + 1 - end);
                assert!(got == padded(wanted), "frame {number} to host {end}");
                arrived[end] += 1;
                limit = rig.now() + PATIENCE;
            }
        }
        assert!(rig.now() < limit, "{arrived:?} of {sent:?} have arrived");
        rig.pair.run(TURN);
    }
    rdma.finish(&rig);
    for end in [0, 1] {
        let counted = rig.port(end).statistics().unwrap();
        let all = lengths.len() as u64;
        assert_eq!((counted.sent, counted.received), (all, all));
        assert_eq!((counted.dropped_full, counted.dropped_long), (0, 0));
    }
    rig.check();
}

#[test]
fn frames_of_every_length_cross_both_ways_while_rdma_goes_on() {
    lengths_beside_rdma(Settings::instant(1), FRAME_MIN..=FRAME_MAX);
}

#[test]
fn frames_cross_while_rdma_goes_on_between_slow_hosts() {
    let edges = (FRAME_MIN..=FRAME_MAX)
        .filter(|length| length % 64 < 2 || length % 64 == 63 || *length < 80);
    lengths_beside_rdma(slow(2), edges);
}

#[test]
fn frame_waits_for_a_bounded_number_of_packets_on_a_busy_line() {
    /// 31 packets of 1024 bytes before it, and all of its way.
    const BOUND: u64 = 2000;
    let rig = Rig::new(Settings::instant(12), &EthernetConfig::default());
    let mut rdma = Rdma::new(&rig.pair);
    for number in 0..20 {
        // The line is full of WRITEs all the time.
        for _ in 0..20 {
            rdma.turn(2 * WINDOW);
            rig.pair.run(TURN);
        }
        let frame = frame(rig.mac(1), FRAME_MAX, number);
        let begin = rig.now();
        rig.port(0).send(&frame).unwrap();
        while rig.received(1).is_none() {
            rdma.turn(2 * WINDOW);
            rig.pair.run(TURN / 4);
            assert!(rig.now() - begin < BOUND, "frame {number} does not get out");
        }
    }
    rdma.finish(&rig);
    rig.check();
}

#[test]
fn full_ring_drops_whole_frames_counts_them_and_holds_nothing_else_up() {
    const SENT: usize = 400;
    let config = EthernetConfig {
        receive_slots: 4,
        transmit_slots: 64,
        promiscuous: false,
    };
    let rig = Rig::new(Settings::instant(3), &config);
    let mut rdma = Rdma::new(&rig.pair);
    let length = |number: usize| 60 + number * 37 % (FRAME_MAX - 60);
    let wanted = |number: usize| frame(rig.mac(1), length(number), number);
    let mut number = 0;
    while number < SENT {
        rdma.turn(WINDOW);
        while number < SENT && rig.port(0).send(&wanted(number)).is_ok() {
            number += 1;
        }
        rig.pair.run(TURN);
    }
    assert!(rig.port(0).flush(Some(Duration::from_millis(1))).unwrap());
    for _ in 0..100 {
        rdma.turn(WINDOW);
        rig.pair.run(TURN);
    }
    // RDMA went on beside the ring that nobody emptied.
    rdma.finish(&rig);
    let mut next = 0;
    let mut came = 0;
    let quiet = 100;
    let mut looks = 0;
    while looks < quiet {
        looks += 1;
        while let Some(got) = rig.received(1) {
            // Some are missing, but those that are there are whole and in order.
            while next < SENT && got != wanted(next) {
                next += 1;
            }
            assert!(next < SENT, "frame {came} is none of those sent");
            next += 1;
            came += 1;
            looks = 0;
        }
        rig.pair.run(TURN);
    }
    let counted = rig.port(1).statistics().unwrap();
    assert_eq!(counted.received, came);
    assert_eq!(counted.received + counted.dropped_full, SENT as u64);
    assert!(counted.dropped_full > 0 && came >= 4);
    rig.port(0).send(&wanted(SENT)).unwrap();
    assert_eq!(rig.receive(1), wanted(SENT));
    rig.check();
}

#[test]
fn sleeper_is_woken_whenever_the_frame_comes_and_once_for_each_arming() {
    /// Cycles from the frame's way into the ring to its interrupt, at most.
    const PROMPT: u64 = 3000;
    const FRAMES: u64 = 300;
    let rig = Rig::new(Settings::instant(4), &EthernetConfig::default());
    let other = rig.mac(1);
    for delay in 0..FRAMES {
        let frame = frame(other, 64 + delay as usize, delay as usize);
        rig.port(0).send(&frame).unwrap();
        // From a frame that is far away to one that lies in the ring.
        rig.pair.run(delay * 2);
        let begin = rig.now();
        assert!(rig.port(1).wait(Some(Duration::from_millis(1))).unwrap());
        assert!(rig.now() - begin < PROMPT, "frame {delay} woke nobody");
        assert_eq!(rig.receive(1), frame);
    }
    let sent = rig.counter(1, Counter::Interrupts);
    assert!(sent > 0 && sent <= FRAMES, "{sent} interrupts");
    // Nothing comes: nothing is raised.
    assert!(!rig.port(1).wait(Some(Duration::from_micros(100))).unwrap());
    let quiet = rig.counter(1, Counter::Interrupts);
    // Two frames, and one arming.
    for number in 0..2 {
        rig.port(0).send(&frame(other, 64, number)).unwrap();
    }
    rig.pair.run(4 * PROMPT);
    assert_eq!(rig.counter(1, Counter::Interrupts), quiet + 1);
    rig.check();
}

/// What host B has received of frames for each of these addresses.
fn heard(promiscuous: bool) -> Vec<MacAddress> {
    let config = EthernetConfig {
        promiscuous,
        ..EthernetConfig::default()
    };
    let rig = Rig::new(Settings::instant(5), &config);
    let all = [rig.mac(1), STRANGER, BROADCAST, GROUP, rig.mac(1)];
    for to in all {
        rig.port(0).send(&frame(to, 100, 1)).unwrap();
    }
    rig.pair.run(PATIENCE / 100);
    let heard: Vec<_> = std::iter::from_fn(|| rig.received(1)).collect();
    let dropped = all.len() - heard.len();
    assert_eq!(rig.counter(1, Counter::RxMac), dropped as u64);
    assert_eq!(rig.counter(1, Counter::RxNotRoce), 0);
    heard
        .into_iter()
        .map(|got| {
            let to = MacAddress(got[..6].try_into().unwrap());
            assert_eq!(got, frame(to, 100, 1));
            to
        })
        .collect()
}

#[test]
fn frames_for_others_are_dropped_unless_all_are_wanted() {
    let own = MacAddress([2, 0, 0, 0, 0, 2]);
    assert_eq!(heard(false), [own, BROADCAST, GROUP, own]);
    assert_eq!(heard(true), [own, STRANGER, BROADCAST, GROUP, own]);
}

#[test]
fn frames_too_long_for_a_slot_and_spoilt_ones_are_dropped_and_those_between_are_not() {
    let rig = Rig::new(Settings::instant(6), &EthernetConfig::default());
    let own = rig.mac(1);
    let lengths = [FRAME_MAX + 1, 64, 4000, 9000, FRAME_MAX];
    for (number, length) in lengths.into_iter().enumerate() {
        let mut world = rig.pair.world();
        world.inject(Side::B, frame(own, length, number), false);
        world.inject(Side::B, frame(own, 1000, number), true);
    }
    assert_eq!(rig.receive(1), frame(own, 64, 1));
    assert_eq!(rig.receive(1), frame(own, FRAME_MAX, 4));
    rig.pair.run(PATIENCE / 100);
    assert_eq!(rig.received(1), None);
    assert_eq!(rig.port(1).statistics().unwrap().dropped_long, 3);
    assert_eq!(rig.counter(1, Counter::RxMacError), 5);
    rig.check();
}

#[test]
fn roce_never_reaches_the_ring_be_it_ever_so_bad() {
    let rig = Rig::new(Settings::instant(7), &EthernetConfig::default());
    let mut rdma = Rdma::new(&rig.pair);
    // One of forty RoCE frames is spoilt after its ICRC was made.
    rig.pair
        .world()
        .link_mut()
        .port_mut(Side::A)
        .channel
        .choose(|index, _| match index % 40 {
            0 => vec![ferric_testbench::link::channel::Fault::Flip(8 * 80)],
            _ => Vec::new(),
        });
    for _ in 0..300 {
        rdma.turn(WINDOW);
        rig.pair.run(TURN);
    }
    assert!(rig.counter(1, Counter::RxIcrc) > 0);
    assert_eq!(rig.port(1).statistics().unwrap().received, 0);
    assert_eq!(rig.received(1), None);
}

/// A transmit ring filled by hand, as no driver would.
struct Raw<'r> {
    rig: &'r Rig,
    memory: DmaMemory,
}

const RAW_LOG2: u32 = 4;

impl Raw<'_> {
    fn new(rig: &Rig) -> Raw<'_> {
        let bus: Arc<dyn Bus> = rig.pair.ends[0].bus.clone();
        let memory = DmaMemory::new(&bus, SLOT << RAW_LOG2).unwrap();
        let raw = Raw { rig, memory };
        raw.write(register::TX_RING_LOW, raw.memory.address() as u32);
        raw.write(register::TX_RING_HIGH, (raw.memory.address() >> 32) as u32);
        let log2 = RAW_LOG2 << register::ring_control::LOG2_SHIFT;
        let on = register::ring_control::ENABLE | log2;
        raw.write(register::TX_RING_CONTROL, on);
        raw
    }

    fn write(&self, register: u32, value: u32) {
        let bus = &self.rig.pair.ends[0].bus;
        bus.write32(Bar::Registers, register.into(), value).unwrap();
    }

    fn put(&self, slot: usize, length: usize, flags: u16, frame: &[u8]) {
        let header = Header {
            length: (length as u16).into(),
            flags: flags.into(),
            ..Header::default()
        };
        self.memory.store(slot * SLOT, header.as_bytes());
        self.memory.store(slot * SLOT + HEADER, frame);
    }
}

impl Drop for Raw<'_> {
    fn drop(&mut self) {
        self.write(register::TX_RING_CONTROL, 0);
        self.rig.pair.run(PATIENCE / 100);
    }
}

#[test]
fn slots_without_a_frame_are_skipped_and_counted_and_the_others_are_sent() {
    let mut rig = Rig::new(slow(8), &EthernetConfig::default());
    rig.close(0);
    let to = rig.mac(1);
    let raw = Raw::new(&rig);
    let bad = [
        (0, 0),
        (FRAME_MIN - 1, 0),
        (FRAME_MAX + 1, 0),
        (SLOT, 0),
        (0xffff, 0),
        (100, 1),
        (100, 0x8000),
    ];
    for (number, (length, flags)) in bad.into_iter().enumerate() {
        raw.put(2 * number, length, flags, &frame(to, 100, 50));
        raw.put(
            2 * number + 1,
            70 + number,
            0,
            &frame(to, 70 + number, number),
        );
    }
    raw.write(register::TX_RING_PRODUCER, 2 * bad.len() as u32);
    for number in 0..bad.len() {
        assert_eq!(rig.receive(1), frame(to, 70 + number, number));
    }
    rig.pair.run(PATIENCE / 100);
    assert_eq!(rig.counter(0, Counter::TxEthernetBad), bad.len() as u64);
    assert_eq!(rig.counter(0, Counter::TxEthernet), bad.len() as u64);
}

#[test]
fn indices_that_cannot_be_are_refused_and_counted_and_the_rings_go_on() {
    let mut rig = Rig::new(Settings::instant(9), &EthernetConfig::default());
    rig.close(0);
    let to = rig.mac(1);
    let raw = Raw::new(&rig);
    raw.put(0, 100, 0, &frame(to, 100, 1));
    raw.put(1, 100, 0, &frame(to, 100, 2));
    raw.write(register::TX_RING_PRODUCER, 1);
    assert_eq!(rig.receive(1), frame(to, 100, 1));
    // Back, and further than the ring is long.
    for index in [0, 2 + (1 << RAW_LOG2), 0x8001] {
        raw.write(register::TX_RING_PRODUCER, index);
    }
    rig.pair.run(PATIENCE / 100);
    assert_eq!(rig.counter(0, Counter::DoorbellIndex), 3);
    assert_eq!(rig.received(1), None);
    raw.write(register::TX_RING_PRODUCER, 2);
    assert_eq!(rig.receive(1), frame(to, 100, 2));
    // The receiver's: before what was read, and beyond what has come.
    let bus = &rig.pair.ends[1].bus;
    for index in [0, 3, 0x8002] {
        let register = register::RX_RING_CONSUMER.into();
        bus.write32(Bar::Registers, register, index).unwrap();
    }
    rig.pair.run(PATIENCE / 100);
    assert_eq!(rig.counter(1, Counter::DoorbellIndex), 3);
    raw.put(2, 100, 0, &frame(to, 100, 3));
    raw.write(register::TX_RING_PRODUCER, 3);
    assert_eq!(rig.receive(1), frame(to, 100, 3));
    rig.check();
}

#[test]
fn port_closed_amid_traffic_touches_its_memory_no_more_and_opens_again() {
    let mut rig = Rig::new(slow(10), &EthernetConfig::default());
    let mut rdma = Rdma::new(&rig.pair);
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..10 {
        for number in 0..40 {
            for end in [0, 1] {
                let to = rig.mac(1 - end);
                let frame = frame(to, rng.usize(FRAME_MIN..=FRAME_MAX), number);
                let _ = rig.port(end).send(&frame);
            }
        }
        rdma.turn(WINDOW);
        rig.pair.run(rng.u64(0..4000));
        // The memory is unmapped when this returns: what the card did there afterwards would be a fault.
        let end = rng.usize(0..2);
        rig.close(end);
        rig.pair.run(rng.u64(0..2000));
        let device = &rig.pair.ends[end].device;
        rig.ports[end] = Some(device.ethernet(&EthernetConfig::default()).unwrap());
        rig.check();
    }
    // What was under way has gone or is dropped; then both ways are as new.
    for end in [0, 1] {
        rig.port(end).flush(Some(Duration::from_millis(1))).unwrap();
    }
    rig.pair.run(PATIENCE / 10);
    for end in [0, 1] {
        while rig.received(end).is_some() {}
    }
    for end in [0, 1] {
        let wanted = frame(rig.mac(1 - end), 777, end);
        rig.port(end).send(&wanted).unwrap();
        assert_eq!(rig.receive(1 - end), wanted);
    }
    rdma.finish(&rig);
    rig.check();
}

#[test]
fn card_reset_amid_frames_loses_its_port_and_a_new_one_works_while_the_peer_s_goes_on() {
    let mut rig = Rig::new(slow(11), &EthernetConfig::default());
    let mut rng = fastrand::Rng::with_seed(11);
    for round in 0..8 {
        for number in 0..40 {
            for end in [0, 1] {
                let to = rig.mac(1 - end);
                let frame = frame(to, rng.usize(FRAME_MIN..=FRAME_MAX), number);
                rig.port(end).send(&frame).unwrap();
            }
        }
        rig.pair.run(rng.u64(0..4000));
        let device = rig.pair.ends[0].device.reset().unwrap();
        let old = rig.ports[0].take().unwrap();
        assert!(old.send(&frame(rig.mac(1), 100, 1)).unwrap_err().is_lost());
        rig.pair.renew(Side::A, device).unwrap();
        if round % 2 == 0 {
            drop(old);
            let device = &rig.pair.ends[0].device;
            rig.ports[0] = Some(device.ethernet(&EthernetConfig::default()).unwrap());
        } else {
            let device = &rig.pair.ends[0].device;
            rig.ports[0] = Some(device.ethernet(&EthernetConfig::default()).unwrap());
            old.close().unwrap();
        }
        rig.port(1).flush(Some(Duration::from_millis(1))).unwrap();
        rig.pair.run(PATIENCE / 40);
        for end in [0, 1] {
            while rig.received(end).is_some() {}
        }
        for end in [0, 1] {
            let wanted = frame(rig.mac(1 - end), 500 + round, end);
            rig.port(end).send(&wanted).unwrap();
            assert_eq!(rig.receive(1 - end), wanted);
        }
        rig.check();
    }
}
