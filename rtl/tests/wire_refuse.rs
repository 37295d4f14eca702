//! Bad frames into `WireReceive`: each is counted under its cause, leaves nothing behind, and the next good frame passes.
mod wire_common;
use ferric_layout::qp::state;
use wire_common::receive::Wire;
use wire_common::*;

/// A frame to spoil, and what is known of it.
struct Case {
    path: Path,
    frame: Frame,
}

impl Case {
    fn new(path: &Path, opcode: u8, length: usize, random: &mut fastrand::Rng) -> Case {
        let packet = Packet::random(opcode, path.qpn.into(), length, random);
        Case {
            path: path.clone(),
            frame: Frame::new(&path.reverse(), &packet),
        }
    }
    fn sealed(self) -> Vec<u8> {
        self.frame.seal()
    }
    /// Makes the headers say that UDP carries `bytes`, and has them stand there.
    fn carrying(mut self, bytes: &[u8]) -> Vec<u8> {
        let length = (8 + bytes.len()) as u16;
        self.frame.set_udp_length(length);
        self.frame
            .set_ip_length(if self.path.ipv6 { length } else { 20 + length });
        let headers = 14 + self.frame.tags.len() + self.frame.ip.len() + 8;
        let mut frame = self.frame.body()[..headers].to_vec();
        frame.extend(bytes);
        frame
    }
}

/// A name, the counter, and how to spoil a WRITE Only of 100 bytes.
type Fault = (
    &'static str,
    &'static str,
    fn(Case, &mut fastrand::Rng) -> Vec<u8>,
);

fn edit(mut case: Case, edit: impl FnOnce(&mut Frame)) -> Vec<u8> {
    edit(&mut case.frame);
    case.sealed()
}
/// Another packet on the same path.
fn other(case: Case, opcode: u8, length: usize, random: &mut fastrand::Rng) -> Case {
    Case::new(&case.path, opcode, length, random)
}

const FAULTS: &[Fault] = &[
    ("another MAC address", "rx_mac", |case, _| {
        edit(case, |f| f.destination[5] ^= 1)
    }),
    ("broadcast RoCE", "rx_mac", |case, _| {
        edit(case, |f| f.destination = [0xFF; 6])
    }),
    ("broadcast ARP", "rx_not_roce", |case, _| {
        edit(case, |f| {
            (f.destination, f.ether_type) = ([0xFF; 6], 0x0806)
        })
    }),
    ("multicast UDP", "rx_not_roce", |case, _| {
        edit(case, |f| {
            f.destination = [1, 0, 0x5E, 0, 0, 1];
            f.udp[3] = 53;
        })
    }),
    ("ARP", "rx_not_roce", |case, _| {
        edit(case, |f| f.ether_type = 0x0806)
    }),
    ("a second tag", "rx_not_roce", |case, _| {
        edit(case, |f| {
            f.tags = vec![0x81, 0, 0, 5, 0x81, 0, 0, 6];
        })
    }),
    ("TCP", "rx_not_roce", |case, _| {
        edit(case, |f| {
            let at = if f.ether_type == 0x0800 { 9 } else { 6 };
            f.ip[at] = 6;
            if at == 9 {
                f.fix_checksum();
            }
        })
    }),
    ("another UDP port", "rx_not_roce", |case, _| {
        edit(case, |f| f.udp[3] ^= 1)
    }),
    ("IP version", "rx_ip_header", |case, _| {
        edit(case, |f| {
            f.ip[0] ^= 0x30;
            if f.ether_type == 0x0800 {
                f.fix_checksum();
            }
        })
    }),
    ("a frame of five bytes", "rx_runt", |case, _| {
        case.sealed()[..5].to_vec()
    }),
    ("a frame cut in its UDP header", "rx_runt", |case, _| {
        let headers = 14 + case.frame.tags.len() + case.frame.ip.len();
        case.sealed()[..(headers + 7).min(64)].to_vec()
    }),
    ("a frame cut in its BTH", "rx_length", |case, _| {
        let headers = 14 + case.frame.tags.len() + case.frame.ip.len();
        case.sealed()[..(headers + 8 + 5).max(65)].to_vec()
    }),
    ("a frame cut by one byte", "rx_length", |case, _| {
        let frame = case.sealed();
        frame[..frame.len() - 1].to_vec()
    }),
    ("a frame cut by a beat", "rx_length", |case, _| {
        let frame = case.sealed();
        frame[..frame.len() - 64].to_vec()
    }),
    ("IP length against UDP length", "rx_length", |case, _| {
        edit(case, |f| {
            let length = u16::from_be_bytes([f.udp[4], f.udp[5]]);
            f.set_ip_length(if f.ether_type == 0x0800 {
                20 + length + 4
            } else {
                length + 4
            });
        })
    }),
    ("an IP length of 65535", "rx_length", |case, _| {
        edit(case, |f| f.set_ip_length(0xFFFF))
    }),
    (
        "UDP lengths of 8 to 23 (case 5)",
        "rx_runt",
        |case, random| {
            let bytes: Vec<u8> = (0..random.usize(0..16)).map(|_| random.u8(..)).collect();
            padded(case.carrying(&bytes))
        },
    ),
    (
        "pad longer than the payload (case 3)",
        "rx_length",
        |case, random| {
            let mut case = other(case, 0x04, 0, random);
            case.frame.bth[1] |= 0x30;
            case.sealed()
        },
    ),
    (
        "a wild BTH of 40 bytes (case 4)",
        "rx_opcode",
        |case, random| {
            let mut case = other(case, 0x04, 24, random);
            case.frame.bth[0] = 0xFF;
            case.frame.bth[5..8].fill(0xFF);
            case.sealed()
        },
    ),
    (
        "less than the opcode's headers",
        "rx_runt",
        |case, random| {
            let mut case = other(case, 0x04, 12, random);
            case.frame.bth[0] = 0x0A;
            case.sealed()
        },
    ),
    (
        "payload above the largest PMTU",
        "rx_length",
        |case, random| other(case, 0x04, 4097, random).sealed(),
    ),
    ("payload behind an ACK", "rx_length", |case, random| {
        other(case, 0x11, 4, random).sealed()
    }),
    (
        "payload behind a READ request",
        "rx_length",
        |case, random| other(case, 0x0C, 70, random).sealed(),
    ),
    ("ICRC with one bit wrong", "rx_icrc", |case, random| {
        let mut frame = case.sealed();
        let at = frame.len() - 1 - random.usize(0..4);
        frame[at] ^= 1 << random.usize(0..8);
        frame
    }),
    ("ICRC the wrong way round", "rx_icrc", |case, _| {
        let mut frame = case.sealed();
        let at = frame.len() - 4;
        frame[at..].reverse();
        frame
    }),
    ("one bit of the payload wrong", "rx_icrc", |case, random| {
        let mut frame = case.sealed();
        let at = frame.len() - 5 - random.usize(0..100);
        frame[at] ^= 1 << random.usize(0..8);
        frame
    }),
    ("one bit of the BTH wrong", "rx_icrc", |case, random| {
        let mut case = case;
        let icrc = case.frame.seal()[case.frame.body().len()..].to_vec();
        let at = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11][random.usize(0..11)];
        case.frame.bth[at] ^= 1 << random.usize(0..8);
        let mut frame = case.frame.body();
        frame.extend(icrc);
        frame
    }),
    ("transport version 1", "rx_bth_version", |case, _| {
        edit(case, |f| f.bth[1] |= 1)
    }),
    ("transport version 8", "rx_bth_version", |case, _| {
        edit(case, |f| f.bth[1] |= 8)
    }),
    ("RD", "rx_opcode", |case, _| edit(case, |f| f.bth[0] = 0x44)),
    ("CNP", "rx_opcode", |case, _| {
        edit(case, |f| f.bth[0] = 0x81)
    }),
    ("an opcode of the manufacturer's", "rx_opcode", |case, _| {
        edit(case, |f| f.bth[0] = 0xC4)
    }),
    ("QPN 0", "rx_qpn", |case, _| {
        edit(case, |f| f.bth[5..8].fill(0))
    }),
    ("QPN 1", "rx_qpn", |case, _| {
        edit(case, |f| f.bth[5..8].copy_from_slice(&[0, 0, 1]))
    }),
    ("QPN past the last", "rx_qpn", |case, random| {
        edit(case, |f| f.bth[6] |= 4 << random.usize(0..6))
    }),
    ("QPN far past the last", "rx_qpn", |case, random| {
        edit(case, |f| f.bth[5] |= 1 << random.usize(0..8))
    }),
    ("a QP that was never made", "rx_qp_state", |case, _| {
        edit(case, |f| f.bth[7] ^= 0x40)
    }),
    ("UC on an RC QP", "rx_transport", |case, _| {
        edit(case, |f| f.bth[0] |= 0x20)
    }),
    ("UD on an RC QP", "rx_transport", |case, _| {
        edit(case, |f| f.bth[0] = 0x64)
    }),
    ("XRC on an RC QP", "rx_transport", |case, _| {
        edit(case, |f| f.bth[0] |= 0xA0)
    }),
    ("from another address", "rx_address", |case, random| {
        edit(case, |f| {
            let (at, bytes) = if f.ether_type == 0x0800 {
                (12, 4)
            } else {
                (8, 16)
            };
            f.ip[at + random.usize(0..bytes)] ^= 1 << random.usize(0..8);
            if at == 12 {
                f.fix_checksum();
            }
        })
    }),
    ("to another address", "rx_address", |case, random| {
        edit(case, |f| {
            let (at, bytes) = if f.ether_type == 0x0800 {
                (16, 4)
            } else {
                (24, 16)
            };
            f.ip[at + random.usize(0..bytes)] ^= 1 << random.usize(0..8);
            if at == 16 {
                f.fix_checksum();
            }
        })
    }),
    ("of the other IP version", "rx_address", |case, random| {
        // The same low 32 bits, so that only the version differs.
        let mut path = case.path.clone();
        path.ipv6 = !path.ipv6;
        Case::new(&path, 0x0A, 100, random).sealed()
    }),
    ("another VLAN", "rx_vlan", |case, random| {
        edit(case, |f| {
            let bit = random.usize(0..12);
            if f.tags.is_empty() {
                f.tags = vec![0x81, 0, random.u8(..) & 0xF0, 0];
            }
            f.tags[3 - bit / 8] ^= 1 << (bit % 8);
        })
    }),
    ("another partition key", "rx_pkey", |case, _| {
        edit(case, |f| f.bth[3] ^= 1)
    }),
    ("partition key 0x8000", "rx_pkey", |case, _| {
        edit(case, |f| f.bth[2..4].copy_from_slice(&[0x80, 0]))
    }),
];

const IPV4_FAULTS: &[Fault] = &[
    ("options", "rx_ip_header", |case, _| {
        edit(case, |f| {
            f.ip[0] = 0x46;
            f.fix_checksum();
        })
    }),
    ("more fragments", "rx_ip_header", |case, _| {
        edit(case, |f| {
            f.ip[6] |= 0x20;
            f.fix_checksum();
        })
    }),
    ("a fragment's offset", "rx_ip_header", |case, random| {
        edit(case, |f| {
            let bit = random.usize(0..13);
            f.ip[7 - bit / 8] |= 1 << (bit % 8);
            f.fix_checksum();
        })
    }),
    (
        "header checksum with one bit wrong",
        "rx_ip_header",
        |case, random| {
            edit(case, |f| {
                f.ip[10 + random.usize(0..2)] ^= 1 << random.usize(0..8)
            })
        },
    ),
    (
        "one bit of the header wrong",
        "rx_ip_header",
        |case, random| {
            // Any but the lengths, which the parser needs to find the end, and the protocol.
            edit(case, |f| {
                f.ip[[1, 4, 5, 8, 12, 13, 14, 15, 16, 17, 18, 19][random.usize(0..12)]] ^=
                    1 << random.usize(0..8)
            })
        },
    ),
];

/// One bad frame between good ones: its counter counts one, the good ones pass.
fn refuse(wire: &mut Wire, name: &str, counter: &str, path: &Path, bad: Vec<u8>, mac_error: bool) {
    let good: Vec<Packet> = (0..2)
        .map(|k| Packet::random([0x0A, 0x10][k], path.qpn.into(), 150, wire.bench.random()))
        .collect();
    let frames: Vec<Vec<u8>> = good
        .iter()
        .map(|packet| Frame::new(&path.reverse(), packet).seal())
        .collect();
    wire.counts.clear();
    wire.push(frames[0].clone());
    wire.frames.push_back((bad, mac_error));
    wire.push(frames[1].clone());
    wire.run();
    let context = format!(
        "{name}, IPv{}, tag {}: {:?}",
        if path.ipv6 { 6 } else { 4 },
        path.vlan.is_some(),
        wire.counts.seen()
    );
    assert_eq!(wire.counts.get(counter), 1, "{context}");
    assert_eq!(wire.counts.get("rx_frames"), 3, "{context}");
    assert_eq!(wire.counts.get("rx_good"), 2, "{context}");
    let [requests, responses] = wire.packets();
    assert_eq!(
        (requests, responses),
        (vec![good[0].clone()], vec![good[1].clone()]),
        "{context}"
    );
}

#[test]
fn refuse_every_fault_is_counted_and_leaves_no_trace() {
    let mut wire = Wire::new(21);
    let mut random = fastrand::Rng::with_seed(22);
    for k in 0..4u16 {
        let path = Path::random(2 + 300 * k, k & 1 != 0, k & 2 != 0, &mut random);
        path.configure(&mut wire.bench.model);
        let only_v4: &[Fault] = if path.ipv6 { &[] } else { IPV4_FAULTS };
        for (name, counter, spoil) in FAULTS.iter().chain(only_v4) {
            for _ in 0..3 {
                let bad = spoil(Case::new(&path, 0x0A, 100, &mut random), &mut random);
                refuse(&mut wire, name, counter, &path, bad, false);
            }
        }
    }
}

#[test]
fn refuse_frame_the_mac_marked_bad_whatever_else_it_is() {
    let mut wire = Wire::new(23);
    let mut random = fastrand::Rng::with_seed(24);
    let path = Path::random(900, true, false, &mut random);
    path.configure(&mut wire.bench.model);
    for length in [0, 1, 64, 500, 4096] {
        let good = Case::new(&path, 0x04, length, &mut random).sealed();
        let cut = good[..good.len() / 2].to_vec();
        refuse(&mut wire, "marked", "rx_mac_error", &path, good, true);
        refuse(
            &mut wire,
            "marked and cut",
            "rx_mac_error",
            &path,
            cut,
            true,
        );
    }
}

/// Low 15 bits equal and not zero, and one side a full member (digest §6.7).
#[test]
fn refuse_partition_keys_by_the_rule() {
    let mut wire = Wire::new(25);
    let mut random = fastrand::Rng::with_seed(26);
    for (ours, theirs, passes) in [
        (0xFFFF, 0xFFFF, true),
        (0xFFFF, 0x7FFF, true),
        (0x7FFF, 0xFFFF, true),
        (0x7FFF, 0x7FFF, false),
        (0x8123, 0x0123, true),
        (0x8123, 0x8124, false),
        (0x8000, 0x8000, false),
        (0x0000, 0x8000, false),
    ] {
        let mut path = Path::random(33, false, true, &mut random);
        path.pkey = ours;
        path.configure(&mut wire.bench.model);
        path.pkey = theirs;
        wire.counts.clear();
        wire.push(Case::new(&path, 0x11, 0, &mut random).sealed());
        wire.run();
        let want = if passes { "rx_responses" } else { "rx_pkey" };
        assert_eq!(
            wire.counts.get(want),
            1,
            "{ours:x} {theirs:x}: {:?}",
            wire.counts.seen()
        );
    }
}

/// A QP's VLAN is part of its address. A tag without a number is as none; priority and DEI are free.
#[test]
fn refuse_vlans_by_the_rule() {
    let mut wire = Wire::new(33);
    let mut random = fastrand::Rng::with_seed(34);
    let none = [None, Some(0), Some(0xE000), Some(0xF000)];
    let alone = [Some(0x123), Some(0xF123), Some(0x8123)];
    let others = [Some(1), Some(0xFFF), Some(0x6122), Some(0x6923)];
    for ipv6 in [false, true] {
        for ours in none.into_iter().chain(alone) {
            for theirs in none.into_iter().chain(alone).chain(others) {
                let mut path = Path::random(77, ipv6, false, &mut random);
                path.vlan = ours;
                path.configure(&mut wire.bench.model);
                path.vlan = theirs;
                let passes = if alone.contains(&ours) {
                    alone.contains(&theirs)
                } else {
                    none.contains(&theirs)
                };
                for (opcode, counter) in [(0x0A, "rx_requests"), (0x0D, "rx_responses")] {
                    wire.counts.clear();
                    wire.push(Case::new(&path, opcode, 80, &mut random).sealed());
                    wire.run();
                    let want = if passes { counter } else { "rx_vlan" };
                    assert_eq!(
                        wire.counts.get(want),
                        1,
                        "{ours:x?} {theirs:x?}: {:?}",
                        wire.counts.seen()
                    );
                }
            }
        }
    }
}

/// The card serves no transport but RC, even where a QP is of another.
#[test]
fn refuse_transports_the_card_does_not_serve() {
    let mut wire = Wire::new(27);
    let mut random = fastrand::Rng::with_seed(28);
    let mut path = Path::random(44, false, false, &mut random);
    path.state = state::RTS;
    for (transport, opcode, counter) in [
        (1, 0x24, "rx_opcode"),
        (1, 0x04, "rx_transport"),
        (3, 0x64, "rx_opcode"),
        (5, 0xA4, "rx_opcode"),
        (3, 0x24, "rx_transport"),
    ] {
        path.transport = transport;
        path.configure(&mut wire.bench.model);
        let mut case = Case::new(&path, 0x04, 60, &mut random);
        case.frame.bth[0] = opcode;
        wire.counts.clear();
        wire.push(case.sealed());
        wire.run();
        assert_eq!(
            wire.counts.get(counter),
            1,
            "{transport} {opcode:x}: {:?}",
            wire.counts.seen()
        );
    }
}

/// Every bit of two whole frames: what comes out is what was sent, or nothing.
#[test]
fn refuse_any_single_bit_error_or_be_right_in_spite_of_it() {
    let mut wire = Wire::new(29);
    wire.gaps = 0.0;
    wire.bench.set_stall(0.0);
    let mut random = fastrand::Rng::with_seed(30);
    for ipv6 in [false, true] {
        let path = Path::random(55, ipv6, true, &mut random);
        path.configure(&mut wire.bench.model);
        let packet = Packet::random(0x0A, 55, 30, &mut random);
        let frame = Frame::new(&path.reverse(), &packet).seal();
        wire.counts.clear();
        for bit in 0..8 * frame.len() {
            let mut frame = frame.clone();
            frame[bit / 8] ^= 1 << (bit % 8);
            wire.push(frame);
        }
        wire.run();
        let [requests, responses] = wire.packets();
        assert!(requests.iter().all(|got| *got == packet) && responses.is_empty());
        // The source address, the tag's priority and DEI, the UDP checksum and BTH byte 4; IPv6: traffic class, flow label, hop limit.
        let free = 48 + 4 + 16 + 8 + if ipv6 { 8 + 20 + 8 } else { 0 };
        assert_eq!(requests.len(), free, "{:?}", wire.counts.seen());
        assert_eq!(wire.counts.get("rx_frames"), 8 * frame.len() as u64);
    }
}

/// Noise of every length, with good packets between: only those come out.
#[test]
fn refuse_noise_and_stay_in_step() {
    let mut wire = Wire::new(31);
    let mut random = fastrand::Rng::with_seed(32);
    let path = Path::random(66, false, false, &mut random);
    path.configure(&mut wire.bench.model);
    let mut good = vec![];
    for length in 1..300 {
        let mut noise: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        if length > 50 && random.bool() {
            // Noise that begins like a good frame, and so gets further.
            let head = Case::new(&path, 0x0A, 0, &mut random).sealed();
            noise[..46].copy_from_slice(&head[..46]);
        }
        wire.push(noise);
        let packet = Packet::random(0x0A, 66, random.usize(0..200), &mut random);
        wire.push(Frame::new(&path.reverse(), &packet).seal());
        good.push(packet);
    }
    wire.run();
    assert_eq!(wire.packets()[0], good);
    assert_eq!(wire.counts.get("rx_frames"), 2 * good.len() as u64);
}
