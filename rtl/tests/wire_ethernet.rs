//! Frames that are not RoCE through `WireReceive`: those for the host come out whole and nothing else does, and packets pass beside them.
mod wire_common;
use ferric_layout::ethernet::FRAME_MAX;
use ferric_verilated::Sink;
use wire_common::receive::Wire;
use wire_common::*;

struct Rig {
    wire: Wire,
    lengths: Sink,
    data: Sink,
}

impl Rig {
    fn new(seed: u64) -> Rig {
        let mut wire = Wire::new(seed);
        let (lengths, data) = (
            wire.bench.sink("ethernet"),
            wire.bench.sink("ethernet_data"),
        );
        wire.bench.model.poke("accept", true);
        Rig {
            wire,
            lengths,
            data,
        }
    }

    /// Brings every frame, and a while longer; what came out.
    fn run(&mut self) -> Vec<Vec<u8>> {
        self.wire.run();
        (0..1500).for_each(|_| self.wire.step());
        self.frames()
    }

    fn frames(&mut self) -> Vec<Vec<u8>> {
        let lengths = self.wire.bench.take(self.lengths);
        let payloads = self.wire.bench.take_payloads(self.data);
        assert_eq!(lengths.len(), payloads.len());
        let frames = lengths.iter().zip(payloads).map(|(length, mut bytes)| {
            let length = length.value() as usize;
            assert_eq!(bytes.len(), length.next_multiple_of(64));
            bytes.truncate(length);
            bytes
        });
        frames.collect()
    }

    fn path(&mut self, qpn: u16, ipv6: bool, vlan: bool) -> Path {
        let path = Path::random(qpn, ipv6, vlan, self.wire.bench.random());
        path.configure(&mut self.wire.bench.model);
        path
    }

    /// A good packet to us, to be spoilt.
    fn packet(&mut self, path: &Path, length: usize) -> Frame {
        let packet = Packet::random(0x04, path.qpn.into(), length, self.wire.bench.random());
        Frame::new(&path.reverse(), &packet)
    }
}

/// A frame of this length that no layer above Ethernet knows.
fn plain(length: usize, fill: u8) -> Vec<u8> {
    let mut frame = OWN_MAC.to_vec();
    frame.extend([2, 9, 9, 9, 9, 9, 0x88, 0xB5]);
    frame.extend((14..length).map(|k| (k as u8).wrapping_mul(5) ^ fill));
    frame
}

#[test]
fn ethernet_frame_of_every_length_comes_out_as_it_was() {
    for (seed, gaps, stall) in [(1, 0.0, 0.0), (2, 0.3, 0.3), (3, 0.0, 0.6)] {
        let mut rig = Rig::new(seed);
        rig.wire.gaps = gaps;
        rig.wire.bench.set_stall(stall);
        let mut sent = vec![];
        for length in (14..140).chain([1514, 1920, 1921, FRAME_MAX - 1, FRAME_MAX]) {
            let frame = plain(length, length as u8);
            rig.wire.push(frame.clone());
            sent.push(frame);
            if sent.len() % 8 == 0 {
                assert_eq!(rig.run(), sent);
                sent.clear();
            }
        }
        assert_eq!(rig.run(), sent);
        assert_eq!(rig.wire.counts.seen(), [("rx_frames", 131)]);
    }
}

/// What each kind of frame becomes: true if it goes to the host, else its counter.
#[test]
fn ethernet_takes_what_is_not_roce_and_for_us_and_nothing_else() {
    type Spoil = fn(&mut Frame);
    let udp: Spoil = |f| f.udp[3] ^= 1;
    let protocol: Spoil = |f| {
        let at = if f.ether_type == 0x0800 { 9 } else { 6 };
        f.ip[at] = 6;
        if at == 9 {
            f.fix_checksum();
        }
    };
    let kinds: [(&str, Spoil, Option<&str>); 12] = [
        ("TCP", protocol, None),
        ("UDP to another port", udp, None),
        ("ARP", |f| f.ether_type = 0x0806, None),
        (
            "two tags",
            |f| f.tags = vec![0x81, 0, 0, 5, 0x81, 0, 0, 6],
            None,
        ),
        ("a packet", |_| (), Some("rx_good")),
        (
            "a packet with a bad opcode",
            |f| f.bth[0] = 0xE4,
            Some("rx_opcode"),
        ),
        (
            "a packet of another version",
            |f| f.bth[1] |= 1,
            Some("rx_bth_version"),
        ),
        (
            "a packet of no QP",
            |f| f.bth[5..8].fill(0xFF),
            Some("rx_qpn"),
        ),
        (
            "a packet with a bad length",
            |f| f.set_udp_length(24),
            Some("rx_length"),
        ),
        (
            "a packet with a bad IP version",
            |f| f.ip[0] ^= 0x30,
            Some("rx_ip_header"),
        ),
        (
            "UDP to another port with a bad IP version",
            |f| {
                f.udp[3] ^= 1;
                f.ip[0] ^= 0x30;
            },
            Some("rx_ip_header"),
        ),
        (
            "TCP with a bad IP version",
            |f| {
                f.ip[if f.ether_type == 0x0800 { 9 } else { 6 }] = 6;
                f.ip[0] ^= 0x30;
            },
            None,
        ),
    ];
    let mut rig = Rig::new(4);
    for k in 0..4u16 {
        let path = rig.path(3 + 100 * k, k & 1 != 0, k & 2 != 0);
        for (name, spoil, counter) in kinds {
            let addresses = [
                OWN_MAC,
                [0xFF; 6],
                [0x33, 0x33, 0, 0, 0, 1],
                [2, 7, 7, 7, 7, 7],
            ];
            for (destination, promiscuous) in addresses
                .into_iter()
                .flat_map(|mac| [(mac, false), (mac, true)])
            {
                rig.wire.bench.model.poke("promiscuous", promiscuous);
                rig.wire.counts.clear();
                let mut frame = rig.packet(&path, 200);
                spoil(&mut frame);
                frame.destination = destination;
                let bytes = frame.seal();
                rig.wire.push(bytes.clone());
                let group = destination[0] & 1 == 1;
                let mine = destination == OWN_MAC;
                let wanted = counter.is_none() && (mine || group || promiscuous);
                let context = format!("{name} to {destination:x?}, {promiscuous}, path {k}");
                let expected = if wanted { vec![bytes] } else { vec![] };
                assert_eq!(rig.run(), expected, "{context}");
                let counter = match counter {
                    _ if wanted => None,
                    Some(counter) if mine => Some(counter),
                    // What is not ours counts by its address, unless it cannot be told.
                    Some("rx_ip_header") if group => Some("rx_not_roce"),
                    _ => Some("rx_mac"),
                };
                if let Some(counter) = counter {
                    assert_eq!(rig.wire.counts.get(counter), 1, "{context}");
                } else {
                    assert_eq!(rig.wire.counts.seen(), [("rx_frames", 1)], "{context}");
                }
                rig.wire.packets();
            }
        }
    }
}

#[test]
fn ethernet_frame_with_a_wrong_icrc_or_bad_for_the_mac_stays_out() {
    let mut rig = Rig::new(5);
    let path = rig.path(9, false, false);
    let mut bytes = rig.packet(&path, 100).seal();
    *bytes.last_mut().unwrap() ^= 1;
    rig.wire.push(bytes);
    rig.wire.frames.push_back((plain(300, 1), true));
    rig.wire.push(plain(14, 1)[..13].to_vec());
    assert_eq!(rig.run(), [[0u8; 0]; 0]);
    let counts = ["rx_frames", "rx_icrc", "rx_mac_error", "rx_runt"];
    assert_eq!(counts.map(|name| rig.wire.counts.get(name)), [3, 1, 1, 1]);
}

#[test]
fn ethernet_that_is_not_accepted_is_dropped_as_not_roce() {
    let mut rig = Rig::new(6);
    rig.wire.bench.model.poke("accept", false);
    rig.wire.push(plain(100, 0));
    rig.wire.push(plain(FRAME_MAX + 1, 0));
    assert_eq!(rig.run(), [[0u8; 0]; 0]);
    assert_eq!(
        rig.wire.counts.seen(),
        [("rx_frames", 2), ("rx_not_roce", 2)]
    );
}

#[test]
fn ethernet_frame_too_long_for_a_slot_is_counted_and_leaves_no_trace() {
    let mut rig = Rig::new(7);
    let mut sent = vec![];
    for length in [FRAME_MAX + 1, 2048, 4000, 9000] {
        rig.wire.push(plain(length, 3));
        sent.push(plain(60, length as u8));
        rig.wire.push(sent.last().unwrap().clone());
    }
    assert_eq!(rig.run(), sent);
    assert_eq!(
        rig.wire.counts.seen(),
        [("rx_frames", 8), ("rx_ethernet_long", 4)]
    );
}

/// A reader that takes nothing: whole frames are dropped and counted, and packets pass all the same.
#[test]
fn ethernet_that_nobody_takes_holds_up_no_packet() {
    for length in [60, 700, FRAME_MAX] {
        let mut rig = Rig::new(8);
        rig.wire.bench.set_sink_stall(rig.lengths, 1.0);
        rig.wire.bench.set_sink_stall(rig.data, 1.0);
        let path = rig.path(77, true, false);
        let mut packets = vec![];
        for k in 0..100u8 {
            rig.wire.push(plain(length, k));
            let packet = Packet::random(0x0A, path.qpn.into(), 100, rig.wire.bench.random());
            rig.wire.push(Frame::new(&path.reverse(), &packet).seal());
            packets.push(packet);
        }
        assert_eq!(rig.run(), [[0u8; 0]; 0]);
        assert_eq!(rig.wire.packets(), [packets, vec![]]);
        let kept = 100 - rig.wire.counts.get("rx_ethernet_full");
        assert_eq!(rig.wire.counts.get("rx_good"), 100);
        let beats = length.div_ceil(64) as u64;
        assert!(
            kept <= 64 && kept * beats <= 520,
            "{kept} of {length} bytes"
        );
        assert!(
            kept == 64 || (kept + 1) * beats > 500,
            "{kept} of {length} bytes"
        );
        // What was kept is whole.
        rig.wire.bench.set_sink_stall(rig.lengths, 0.2);
        rig.wire.bench.set_sink_stall(rig.data, 0.2);
        let frames = rig.run();
        assert_eq!(frames.len() as u64, kept);
        for (k, frame) in frames.iter().enumerate() {
            assert_eq!(*frame, plain(length, k as u8));
        }
    }
}

#[test]
fn ethernet_reset_amid_a_frame_leaves_none_of_it() {
    let mut rig = Rig::new(9);
    // Its third beat is a frame by itself, if nothing is left of the first two.
    let mut frame = plain(128, 1);
    frame.extend(plain(64, 2));
    rig.wire.push(frame);
    rig.wire.gaps = 0.0;
    (0..2).for_each(|_| rig.wire.step());
    rig.wire.gaps = 1.0;
    (0..30).for_each(|_| rig.wire.step());
    rig.wire.bench.reset(2);
    rig.wire.gaps = 0.0;
    assert_eq!(rig.run(), [plain(64, 2)]);
}
