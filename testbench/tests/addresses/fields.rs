//! Traffic class, hop limit, flow label and UDP source port: what is set is on the wire, and what is not is as documented.
use crate::headers::{Headers, Tag};
use crate::rig::{Network, PATIENCE, Rig, VLANS};
use ferric::verbs::SendWr;
use ferric_layout::counter::Counter;
use ferric_layout::opcode::operation::{READ_REQUEST, READ_RESPONSE_ONLY, WRITE_ONLY};
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Pair;

/// What of a path is set; none is left as it is.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    traffic_class: Option<u8>,
    hop_limit: Option<u8>,
    flow_label: Option<u32>,
    vlan: Option<u16>,
    service_level: Option<u8>,
}

fn sets() -> Vec<Set> {
    let none = Set::default();
    let class = [0, 1, 0x6a, 0xff].map(|class| Set {
        traffic_class: Some(class),
        ..none
    });
    let hops = [1, 2, 128, 255].map(|hops| Set {
        hop_limit: Some(hops),
        ..none
    });
    // Around the two ends of the 14 bits that go into the port as they are.
    let labels = [0, 1, 0x3fff, 0x4000, 0x7fff, 0xf_c000, 0xa_bcde, 0xf_ffff];
    let labels = labels.map(|label| Set {
        flow_label: Some(label),
        ..none
    });
    let tags = [(0, 7), (VLANS[0], 0), (VLANS[1], 5)].map(|(id, level)| Set {
        vlan: Some(id),
        service_level: Some(level),
        ..none
    });
    let all = Set {
        traffic_class: Some(0xb9),
        hop_limit: Some(7),
        flow_label: Some(0x5_4321),
        vlan: Some(VLANS[1]),
        service_level: Some(6),
    };
    let several = [&class[..], &hops, &labels, &tags].concat();
    [vec![none], several, vec![all]].concat()
}

/// The UDP source port by the rule of digest §1.
fn port(label: u32, [a, b]: [u32; 2]) -> u16 {
    let label = if label == 0 {
        let mut product = u64::from(a) * u64::from(b);
        product ^= product >> 20;
        product ^= product >> 40;
        (product % (1 << 20)) as u32
    } else {
        label
    };
    49152 + ((label % 16384) ^ (label / 16384)) as u16
}

#[test]
fn fields_of_a_path_are_on_the_wire_in_requests_and_answers() {
    let rig = Rig::new(920);
    let regions = Side::BOTH.map(|side| rig.region(side, 64));
    for network in [Network::V4, Network::V6] {
        for set in sets() {
            // What is set is set at one side only: each end's frames are by its own path.
            for chosen in Side::BOTH {
                let connection = rig.connect(|mut builder, side| {
                    builder = builder.set_gid(network.address(side)).set_vlan(set.vlan);
                    if side != chosen {
                        return builder;
                    }
                    if let Some(class) = set.traffic_class {
                        builder = builder.set_traffic_class(class);
                    }
                    if let Some(hops) = set.hop_limit {
                        builder = builder.set_hop_limit(hops);
                    }
                    if let Some(label) = set.flow_label {
                        builder = builder.set_flow_label(label);
                    }
                    builder.set_service_level(set.service_level.unwrap_or(0))
                });
                let sges = [regions[0].sge(..).unwrap()];
                let (va, rkey) = (regions[1].addr(), regions[1].rkey());
                let list = [
                    SendWr::write(1, &sges, va, rkey),
                    SendWr::read(2, &sges, va, rkey).signaled(),
                ];
                connection.qps[0].post_send(&list).unwrap();
                let done = connection.complete(&rig.pair, Side::A, 1, PATIENCE);
                assert!(done.unwrap()[0].is_success());
                let qpns = [0, 1].map(|side: usize| connection.qps[side].number());
                for side in Side::BOTH {
                    let frames = rig.take(side);
                    let seen: Vec<_> = frames.iter().map(|frame| Headers::read(frame)).collect();
                    let wanted = match side {
                        Side::A => vec![WRITE_ONLY, READ_REQUEST],
                        Side::B => vec![READ_RESPONSE_ONLY],
                    };
                    let opcodes: Vec<_> = seen.iter().map(|one| one.opcode).collect();
                    assert!(opcodes.ends_with(&wanted), "{opcodes:x?}");
                    let is = if side == chosen {
                        set
                    } else {
                        Set {
                            vlan: set.vlan,
                            ..Set::default()
                        }
                    };
                    let label = is.flow_label.unwrap_or(0);
                    for one in seen {
                        let expected = Headers {
                            destination_mac: Pair::mac(side.other()).0,
                            source_mac: Pair::mac(side).0,
                            tag: is.vlan.map(|id| Tag {
                                priority: is.service_level.unwrap_or(0),
                                drop_eligible: false,
                                id,
                            }),
                            source: network.address(side),
                            destination: network.address(side.other()),
                            traffic_class: is.traffic_class.unwrap_or(0),
                            hop_limit: is.hop_limit.unwrap_or(64),
                            flow_label: if network == Network::V6 { label } else { 0 },
                            source_port: port(label, qpns),
                            opcode: one.opcode,
                            qpn: qpns[side.other().index()],
                        };
                        assert_eq!(one, expected, "{network:?} {side:?} {set:?}");
                    }
                }
            }
        }
    }
}

/// Two ends without a flow label use the same port, whoever is asked; it differs between connections.
#[test]
fn source_port_without_a_flow_label_is_that_of_the_two_queue_pairs() {
    let rig = Rig::new(921);
    let (mut ports, mut connections) = (Vec::new(), Vec::new());
    for _ in 0..12 {
        let connection = rig.connect(|builder, side| builder.set_gid(Network::V6.address(side)));
        connection.qps[0]
            .post_send(&[SendWr::write(1, &[], 0, 0).signaled()])
            .unwrap();
        let done = connection.complete(&rig.pair, Side::A, 1, PATIENCE);
        assert!(done.unwrap()[0].is_success());
        let seen = Side::BOTH.map(|side| Headers::read(&rig.take(side)[0]).source_port);
        assert_eq!(seen[0], seen[1]);
        assert!(seen[0] >= 0xC000);
        ports.push(seen[0]);
        // A number would be given out again when its queue pair is gone.
        connections.push(connection);
    }
    ports.dedup();
    assert!(ports.len() > 8, "{ports:?}");
}

/// Whatever routers and switches may change on the way is not looked at: the packet is the same.
#[test]
fn fields_that_may_change_on_the_way_are_not_looked_at() {
    let rig = Rig::new(922);
    rig.cut(Side::A);
    for network in [Network::V4, Network::V6] {
        let connection = rig.connect(|builder, side| builder.set_gid(network.address(side)));
        connection.qps[0]
            .post_send(&[SendWr::write(1, &[], 0, 0)])
            .unwrap();
        rig.pair.run(2000);
        let frame = rig.take(Side::A).pop().expect("it was sent");
        let place = Roce::find(&frame).expect("a RoCE v2 frame");
        for (class, hops, label) in [(0, 0, 0), (0xff, 255, 0xf_ffff), (0x03, 1, 0x1_2345)] {
            let mut frame = frame.clone();
            let ip = &mut frame[place.ip..];
            match network {
                Network::V4 => {
                    (ip[1], ip[8]) = (class, hops);
                    let mut header = etherparse::Ipv4Header::from_slice(ip).unwrap().0;
                    header.header_checksum = header.calc_header_checksum();
                    ip[..20].copy_from_slice(&header.to_bytes());
                }
                _ => {
                    let word = 6 << 28 | u32::from(class) << 20 | label;
                    ip[..4].copy_from_slice(&word.to_be_bytes());
                    ip[7] = hops;
                }
            }
            // And a UDP checksum, which nobody has to send and nobody looks at.
            frame[place.udp + 6] = class;
            let before = rig.count(Side::B, Counter::RxGood);
            rig.inject(Side::B, frame);
            assert_eq!(
                rig.count(Side::B, Counter::RxGood),
                before + 1,
                "{network:?} {class:x}"
            );
            assert_eq!(rig.take(Side::B).len(), 1, "it is answered");
        }
    }
}
