//! Frames that never become packets, and packets that are dropped: each is counted under its cause and leaves no other trace.
//! Cases 3, 4 and 5, and what two cards on one wire may differ in: cases 28, 31 and 36.
use crate::packet::{self, BTH, IP, Packet, UDP, aeth, datagram, reseal, reth};
use crate::rig::{Rig, Traces};
use ferric::verbs::{QpAttributes, QpState, SendWr};
use ferric_layout::counter::Counter;
use ferric_layout::opcode::{CNP, opcode, operation, transport};
use ferric_layout::status::syndrome;
use ferric_layout::wire::{ROCE_PORT, bth};
use ferric_testbench::link::channel::Fault;
use ferric_testbench::link::icrc;
use ferric_testbench::link::wire::Side;
use ferric_testbench::world::Settings;

/// A WRITE of 100 bytes that is right in everything.
fn write(rig: &Rig) -> Packet {
    let region = &rig.memory[1];
    let headers = reth(region.addr() + 256, region.rkey(), 100);
    Packet::request(rig, Side::B, operation::WRITE_ONLY, &headers, &[7; 100])
}

/// The same as a frame with changed bytes and checks that fit them.
fn edited(rig: &Rig, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut frame = write(rig).frame();
    edit(&mut frame);
    reseal(frame)
}

/// The same without making the ICRC fit, which is looked at later, if at all.
fn spoiled(rig: &Rig, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut frame = write(rig).frame();
    edit(&mut frame);
    packet::fix_checksum(&mut frame);
    frame
}

fn flip(byte: usize) -> impl Fn(&mut Vec<u8>) {
    move |frame| frame[byte] ^= 1
}

/// Adds to a big-endian half.
fn add(frame: &mut [u8], at: usize, number: u16) {
    let old = u16::from_be_bytes([frame[at], frame[at + 1]]);
    frame[at..at + 2].copy_from_slice(&old.wrapping_add(number).to_be_bytes());
}

/// The same with a VLAN tag.
fn tagged(rig: &Rig, [high, low]: [u8; 2]) -> Vec<u8> {
    let mut frame = write(rig).frame();
    frame.splice(12..12, [0x81, 0x00, high, low]);
    frame
}

/// The packet with another opcode and nothing behind its BTH.
fn bare(rig: &Rig, opcode: u8) -> Vec<u8> {
    Packet::request(rig, Side::B, opcode, &[], &[]).frame()
}

type Make = fn(&Rig) -> Vec<u8>;

/// What arrives at B, and the one counter that moves.
const DROPPED: &[(&str, Counter, Make)] = &[
    ("ICRC: last byte", Counter::RxIcrc, |rig| {
        let mut frame = write(rig).frame();
        *frame.last_mut().unwrap() ^= 0x80;
        frame
    }),
    ("ICRC: a bit of the payload", Counter::RxIcrc, |rig| {
        spoiled(rig, flip(BTH + 12 + 16 + 40))
    }),
    ("ICRC: a bit of the PSN", Counter::RxIcrc, |rig| {
        spoiled(rig, flip(BTH + 11))
    }),
    ("ICRC: a bit of the RETH", Counter::RxIcrc, |rig| {
        spoiled(rig, flip(BTH + 12 + 3))
    }),
    ("length: IP longer than UDP", Counter::RxLength, |rig| {
        spoiled(rig, |frame| add(frame, IP + 2, 4))
    }),
    ("length: UDP longer than IP", Counter::RxLength, |rig| {
        spoiled(rig, |frame| add(frame, UDP + 4, 4))
    }),
    (
        "length: both longer than the frame",
        Counter::RxLength,
        |rig| {
            spoiled(rig, |frame| {
                add(frame, IP + 2, 64);
                add(frame, UDP + 4, 64);
            })
        },
    ),
    (
        "length: the frame cut by a byte",
        Counter::RxLength,
        |rig| {
            let mut frame = write(rig).frame();
            frame.pop();
            frame
        },
    ),
    ("length: IP says 65535", Counter::RxLength, |rig| {
        spoiled(rig, |frame| frame[IP + 2..IP + 4].fill(0xff))
    }),
    (
        "length: more payload than any PMTU",
        Counter::RxLength,
        |rig| {
            let mut packet = write(rig);
            packet.payload = vec![7; 4100];
            packet.frame()
        },
    ),
    (
        "length: payload behind an acknowledge",
        Counter::RxLength,
        |rig| {
            let headers = aeth(syndrome::ACK, 0);
            Packet::request(rig, Side::B, operation::ACKNOWLEDGE, &headers, &[0; 8]).frame()
        },
    ),
    (
        "length: case 3, pad longer than what follows the BTH",
        Counter::RxLength,
        |rig| {
            let mut packet = Packet::request(rig, Side::B, operation::SEND_ONLY, &[], &[]);
            packet.bth.flags = 3 << bth::PAD_SHIFT;
            packet.frame()
        },
    ),
    ("IP: version 5", Counter::RxIpHeader, |rig| {
        spoiled(rig, |frame| frame[IP] = 0x55)
    }),
    ("IP: header with options", Counter::RxIpHeader, |rig| {
        spoiled(rig, |frame| frame[IP] = 0x46)
    }),
    ("IP: a fragment", Counter::RxIpHeader, |rig| {
        spoiled(rig, |frame| frame[IP + 6] = 0x20)
    }),
    ("IP: checksum", Counter::RxIpHeader, |rig| {
        let mut frame = write(rig).frame();
        frame[IP + 11] ^= 1;
        frame
    }),
    ("transport version 1", Counter::RxBthVersion, |rig| {
        edited(rig, |frame| frame[BTH + 1] |= 1)
    }),
    ("transport version 15", Counter::RxBthVersion, |rig| {
        edited(rig, |frame| frame[BTH + 1] |= 15)
    }),
    ("address: another MAC address", Counter::RxMac, |rig| {
        spoiled(rig, flip(5))
    }),
    ("address: broadcast", Counter::RxMac, |rig| {
        spoiled(rig, |frame| frame[..6].fill(0xff))
    }),
    ("address: from another host", Counter::RxAddress, |rig| {
        edited(rig, flip(IP + 15))
    }),
    ("address: to another host", Counter::RxAddress, |rig| {
        edited(rig, flip(IP + 19))
    }),
    ("VLAN: 1 to a QP on none", Counter::RxVlan, |rig| {
        tagged(rig, [0x00, 0x01])
    }),
    ("VLAN: the reserved number", Counter::RxVlan, |rig| {
        tagged(rig, [0xff, 0xff])
    }),
    ("VLAN: a tag cut short", Counter::RxRunt, |rig| {
        tagged(rig, [0, 0])[..16].to_vec()
    }),
    ("address: IPv6 to a QP of IPv4", Counter::RxAddress, |rig| {
        let mut six = write(rig).frame();
        let length = (six.len() - UDP) as u16;
        let mut header = vec![0x60, 0, 0, 0];
        header.extend(length.to_be_bytes());
        header.extend([17, 64]);
        for address in crate::rig::ADDRESSES {
            header.extend(address.to_ipv6_mapped().octets());
        }
        six.splice(12..UDP, [0x86, 0xdd].into_iter().chain(header));
        icrc::stamp(&mut six).unwrap();
        six
    }),
    ("QPN: one beyond the table", Counter::RxQpn, |rig| {
        edited(rig, |frame| frame[BTH + 5] = 0x80)
    }),
    ("QPN: 0", Counter::RxQpn, |rig| {
        edited(rig, |frame| frame[BTH + 5..BTH + 8].fill(0))
    }),
    ("QPN: 1", Counter::RxQpn, |rig| {
        edited(rig, |frame| {
            frame[BTH + 5..BTH + 8].copy_from_slice(&[0, 0, 1])
        })
    }),
    ("QPN: all ones", Counter::RxQpn, |rig| {
        edited(rig, |frame| frame[BTH + 5..BTH + 8].fill(0xff))
    }),
    ("QPN: none created", Counter::RxQpState, |rig| {
        edited(rig, |frame| {
            frame[BTH + 5..BTH + 8].copy_from_slice(&[0, 3, 0xff])
        })
    }),
    ("opcode: reliable datagram", Counter::RxOpcode, |rig| {
        bare(rig, 0x40)
    }),
    ("opcode: a manufacturer's", Counter::RxOpcode, |rig| {
        bare(rig, 0xC0)
    }),
    (
        "opcode: congestion notification",
        Counter::RxOpcode,
        |rig| {
            let mut packet = Packet::request(rig, Side::B, CNP, &[], &[0; 16]);
            packet.bth.ack_request = 0;
            packet.frame()
        },
    ),
    ("opcode: case 4, a wild BTH", Counter::RxOpcode, |_| {
        let mut bytes = [0; 40];
        (bytes[0], bytes[2], bytes[3]) = (0xff, 0xff, 0xff);
        bytes[5..8].fill(0xff);
        let mut frame = datagram(Side::B, ROCE_PORT, &bytes);
        icrc::stamp(&mut frame).unwrap();
        frame
    }),
    ("opcode: of UC", Counter::RxTransport, |rig| {
        bare(rig, opcode(transport::UC, operation::SEND_ONLY))
    }),
    ("opcode: of UD", Counter::RxTransport, |rig| {
        let mut packet = write(rig);
        packet.bth.opcode = opcode(transport::UD, operation::SEND_ONLY);
        packet.frame()
    }),
    ("partition key", Counter::RxPkey, |rig| {
        edited(rig, flip(BTH + 3))
    }),
    ("partition key 0", Counter::RxPkey, |rig| {
        edited(rig, |frame| frame[BTH + 2..BTH + 4].fill(0))
    }),
    (
        "runt: headers of the opcode cut off",
        Counter::RxRunt,
        |rig| {
            let headers = [0; 12];
            Packet::request(rig, Side::B, operation::WRITE_ONLY, &headers, &[]).frame()
        },
    ),
    ("runt: 40 bytes", Counter::RxRunt, |rig| {
        write(rig).frame()[..40].to_vec()
    }),
    ("runt: 13 bytes", Counter::RxRunt, |rig| {
        write(rig).frame()[..13].to_vec()
    }),
    ("runt: one byte", Counter::RxRunt, |_| vec![2]),
    ("not RoCE: another port", Counter::RxNotRoce, |_| {
        datagram(Side::B, 4790, &[0; 64])
    }),
    ("not RoCE: TCP", Counter::RxNotRoce, |rig| {
        spoiled(rig, |frame| frame[IP + 9] = 6)
    }),
    ("not RoCE: ARP", Counter::RxNotRoce, |rig| {
        spoiled(rig, |frame| frame[13] = 6)
    }),
];

#[test]
fn frame_that_must_be_dropped_is_counted_under_its_cause_and_leaves_no_trace() {
    let mut rig = Rig::new(Settings::instant(201));
    for (fault, counter, make) in DROPPED {
        rig.strike(*fault);
        let frame = make(&rig);
        rig.pair.world().inject(Side::B, frame, false);
        rig.settle(Traces {
            counters: &[(Side::B, *counter, 1)],
            ..Traces::default()
        });
        assert_eq!(rig.heard(), [], "{fault}: it was answered");
    }
    // Case 5.
    for length in 0..16 {
        rig.strike(format!("runt: {length} bytes behind UDP, case 5"));
        let frame = datagram(Side::B, ROCE_PORT, &vec![0x5a; length]);
        rig.pair.world().inject(Side::B, frame, false);
    }
    let runts = [(Side::B, Counter::RxRunt, 16)];
    rig.settle(Traces {
        counters: &runts,
        ..Traces::default()
    });

    rig.strike("a frame that the MAC marks bad");
    let frame = write(&rig).frame();
    rig.pair.world().inject(Side::B, frame, true);
    rig.settle(Traces {
        counters: &[(Side::B, Counter::RxMacError, 1)],
        ..Traces::default()
    });
    rig.prove();
}

#[test]
fn bad_frames_back_to_back_leave_no_trace_in_good_ones_between_them() {
    let mut rig = Rig::new(Settings::instant(202));
    rig.strike("every bad frame at once");
    let mut expected = Vec::new();
    for (_, counter, make) in DROPPED {
        let frame = make(&rig);
        rig.pair.world().inject(Side::B, frame, false);
        match expected.iter_mut().find(|(_, known, _)| known == counter) {
            Some((_, _, count)) => *count += 1,
            None => expected.push((Side::B, *counter, 1)),
        }
    }
    rig.prove();
    rig.settle(Traces {
        counters: &expected,
        ..Traces::default()
    });
}

#[test]
fn packet_for_a_qp_that_does_not_receive_is_dropped_whatever_its_state() {
    let mut rig = Rig::new(Settings::instant(203));
    for state in [QpState::Error, QpState::Reset, QpState::Init] {
        rig.strike(format!("a packet for a QP in {state:?}"));
        let attributes = rig.qp(Side::B).query().unwrap();
        let init = QpAttributes {
            pkey_index: Some(0),
            port_num: Some(1),
            qp_access_flags: attributes.qp_access_flags,
            ..QpAttributes::default()
        };
        let rest = if state == QpState::Init {
            init
        } else {
            QpAttributes::default()
        };
        let to = QpAttributes {
            qp_state: Some(state),
            ..rest
        };
        rig.qp(Side::B).modify(&to).unwrap();
        let frame = write(&rig).frame();
        rig.pair.world().inject(Side::B, frame, false);
        rig.settle(Traces {
            counters: &[(Side::B, Counter::RxQpState, 1)],
            ..Traces::default()
        });
        assert_eq!(rig.heard(), [], "{}: it was answered", rig.fault());
    }
    rig.revive();
    rig.settle(Traces::default());
}

/// Answers that match nothing: ignored (case 34).
#[test]
fn answer_that_nobody_waits_for_is_ignored() {
    let mut rig = Rig::new(Settings::instant(204));
    for (fault, ahead, syndrome) in [
        ("an acknowledge of a PSN not sent yet", 5, syndrome::ACK),
        ("an acknowledge of a PSN long done", -1, syndrome::ACK),
        (
            "a NAK of a PSN not sent yet",
            5,
            syndrome::NAK_REMOTE_ACCESS,
        ),
        (
            "a NAK of half the circle away",
            1 << 23,
            syndrome::NAK_SEQUENCE,
        ),
    ] {
        rig.strike(fault);
        let psn = rig.psn[0].wrapping_add_signed(ahead) & 0xff_ffff;
        let headers = aeth(syndrome, 0);
        let packet = Packet::request(&rig, Side::A, operation::ACKNOWLEDGE, &headers, &[]).psn(psn);
        rig.pair.world().inject(Side::A, packet.frame(), false);
        rig.settle(Traces {
            counters: &[(Side::A, Counter::RequesterGhost, 1)],
            ..Traces::default()
        });
        rig.prove();
    }
    rig.settle(Traces::default());
}

/// Case 36: MigReq of a request and of an acknowledge may be either.
#[test]
fn migration_bit_of_the_peer_may_be_either() {
    let mut rig = Rig::new(Settings::instant(205));
    for migration in [0, bth::MIGRATION] {
        rig.strike(format!("a request with flags {migration:#x}"));
        let mut packet = Packet::request(&rig, Side::B, operation::WRITE_ONLY, &[], &[]);
        packet.headers = reth(0, 0, 0);
        packet.bth.flags = migration;
        rig.pair.world().inject(Side::B, packet.frame(), false);
        let heard = rig.hears(Side::B, syndrome::ACK);
        assert_eq!(heard.psn, rig.psn[0]);
        rig.advance(Side::A, 1);
    }
    // A did not send these: their acknowledges are of PSNs it has yet to send.
    rig.settle(Traces {
        counters: &[(Side::A, Counter::RequesterGhost, 2)],
        ..Traces::default()
    });
    rig.revive();

    for migration in [0, bth::MIGRATION] {
        rig.strike(format!("an acknowledge with flags {migration:#x}"));
        // The card's own acknowledge is lost, and one by hand arrives.
        let number = rig.qp(Side::A).number();
        let lose = move |_: u64, frame: &[u8]| {
            let ours = frame[BTH + 5..BTH + 8] == number.to_be_bytes()[1..];
            Vec::from_iter((frame[12] == 8 && ours).then_some(Fault::Lose))
        };
        let set = |rig: &mut Rig, lose: Option<_>| {
            let mut world = rig.pair.world();
            let channel = &mut world.link_mut().port_mut(Side::B).channel;
            match lose {
                Some(lose) => channel.choose(lose),
                None => channel.choose(|_, _| Vec::new()),
            }
        };
        set(&mut rig, Some(lose));
        let region = &rig.memory[1];
        let write = SendWr::write_inline(9, &[], region.addr(), region.rkey()).signaled();
        rig.qp(Side::A).post_send(&[write]).unwrap();
        rig.run(2000);
        let headers = aeth(syndrome::ACK, 1);
        let mut packet = Packet::request(&rig, Side::A, operation::ACKNOWLEDGE, &headers, &[]);
        packet = packet.psn(rig.psn[0]);
        packet.bth.flags = migration;
        rig.pair.world().inject(Side::A, packet.frame(), false);
        let done = rig.completions(Side::A, 1);
        assert!(done[0].is_success(), "{}: {done:?}", rig.fault());
        rig.advance(Side::A, 1);
        set(&mut rig, None);
        rig.settle(Traces::default());
        rig.prove();
    }
}

/// Case 31: no bytes take a PSN, are acknowledged, and need no key; and case 28: a pad is never written.
#[test]
fn request_without_bytes_needs_no_key_and_a_pad_is_not_written() {
    let mut rig = Rig::new(Settings::instant(206));
    rig.strike("WRITE of no bytes with a wild key");
    let headers = reth(u64::MAX, 0xffff_ffff, 0);
    let packet = Packet::request(&rig, Side::B, operation::WRITE_ONLY, &headers, &[]);
    rig.pair.world().inject(Side::B, packet.frame(), false);
    assert_eq!(rig.hears(Side::B, syndrome::ACK).psn, rig.psn[0]);
    let ghost = [(Side::A, Counter::RequesterGhost, 1)];
    rig.settle(Traces {
        counters: &ghost,
        ..Traces::default()
    });
    rig.advance(Side::A, 1);

    for length in [1, 2, 3, 5, 62] {
        rig.strike(format!("a pad of ones behind {length} bytes"));
        let region = &rig.memory[1];
        let headers = reth(region.addr() + 64, region.rkey(), length as u32);
        let payload = vec![0x11; length];
        let packet = Packet::request(&rig, Side::B, operation::WRITE_ONLY, &headers, &payload);
        let mut frame = packet.frame();
        let end = BTH + 12 + headers.len() + length;
        frame[end..end + packet.pad].fill(0xff);
        rig.pair.world().inject(Side::B, reseal(frame), false);
        assert_eq!(rig.hears(Side::B, syndrome::ACK).psn, rig.psn[0]);
        assert_eq!(rig.touched(Side::B), length, "{}", rig.fault());
        rig.clean(Side::B);
        rig.settle(Traces {
            counters: &ghost,
            ..Traces::default()
        });
        rig.advance(Side::A, 1);
    }
    rig.revive();
    rig.settle(Traces::default());
}
