//! PSNs, opcodes and what is refused.
use crate::card::Card;
use crate::expect::*;
use crate::sends::{send, sge, wqe};
use crate::writes::*;
use ferric_layout::opcode::operation as op;
use ferric_layout::qp::access;

#[test]
fn responder_lost_packet_is_asked_for_once() {
    let mut card = card(40, 0xFF_FFFE, 1);
    let payload = bytes(&mut card, 256 * 6);
    let packets = write(QP, 0xFF_FFFE, 1, REGION.va, &payload, None);
    card.send(packets[0].clone());
    for packet in &packets[2..] {
        card.send(packet.clone());
    }
    card.compare();
    assert_eq!(card.expect.counts.sequence, 4);
    // Sent again from there, with another loss: another NAK.
    card.send(packets[1].clone());
    card.send(packets[2].clone());
    card.send(packets[4].clone());
    card.send(packets[5].clone());
    card.compare();
    packets[3..]
        .iter()
        .for_each(|packet| card.send(packet.clone()));
    card.compare();
}

#[test]
fn responder_nak_lost_is_sent_again_after_a_duplicate() {
    let mut card = card(41, 50, 1);
    let payload = bytes(&mut card, 256 * 4);
    let packets = write(QP, 50, 1, REGION.va, &payload, None);
    card.send(packets[0].clone());
    card.send(packets[2].clone());
    card.send(packets[3].clone());
    card.compare();
    // The requester's timer ran out: it begins again, and loses the same packet.
    card.send(packets[0].clone());
    card.send(packets[2].clone());
    card.send(packets[3].clone());
    card.compare();
    assert_eq!(card.expect.counts.sequence, 4);
}

#[test]
fn responder_duplicates_are_acknowledged_and_not_executed() {
    let mut card = card(42, 7, 1);
    card.post(
        QP,
        vec![
            wqe(&[sge(REGION.va, 4096)]),
            wqe(&[sge(REGION.va + 8192, 4096)]),
        ],
    );
    card.settle();
    let payload = bytes(&mut card, 600);
    let mut packets = send(QP, 7, 1, &payload, Some(3));
    packets.extend(write(QP, 10, 1, REGION.va + 20_000, &payload, None));
    packets.iter().for_each(|packet| card.send(packet.clone()));
    card.compare();
    // Other bytes under the old PSNs: none may be written, no WQE taken, no second completion.
    for packet in &packets {
        let payload = bytes(&mut card, packet.payload.len());
        card.send(Packet {
            payload,
            ..packet.clone()
        });
    }
    for opcode in [op::READ_REQUEST, op::COMPARE_SWAP, op::FETCH_ADD] {
        card.send(Packet {
            qpn: QP,
            opcode,
            psn: 8,
            ack: true,
            ..Default::default()
        });
    }
    let half = Packet {
        psn: 13u32.wrapping_sub(1 << 23) & 0xFF_FFFF,
        ..packets[0].clone()
    };
    card.send(half);
    card.compare();
    assert_eq!(card.expect.counts.duplicate, 10);
}

#[test]
fn responder_every_opcode_after_every_other_follows_the_digest() {
    let under = [
        vec![],
        vec![op::SEND_FIRST],
        vec![op::SEND_FIRST, op::SEND_MIDDLE],
        vec![op::WRITE_FIRST],
    ];
    let mut card = card(43, 0, 1);
    let mut qpn = QP;
    for before in under {
        for opcode in (0..0x20).chain([0x20, 0x64, 0xA0, 0xFF]) {
            qpn += 1;
            card.qp(qpn, qp(1), 1);
            card.post(
                qpn,
                vec![
                    wqe(&[sge(REGION.va, 2048)]),
                    wqe(&[sge(REGION.va + 4096, 2048)]),
                ],
            );
            card.settle();
            for (psn, &opcode) in (1..).zip(before.iter().chain([&opcode])) {
                let payload = bytes(&mut card, 256);
                let (va, rkey) = (REGION.va + 8192, REGION.key);
                let dma_length = if opcode == op::WRITE_FIRST { 512 } else { 256 };
                card.send(Packet {
                    qpn,
                    opcode,
                    psn,
                    ack: true,
                    va,
                    rkey,
                    dma_length,
                    payload,
                    ..Default::default()
                });
            }
        }
        card.compare();
    }
}

/// Sends packets to a fresh QP and expects the last to fail it with this syndrome; then everything is dropped.
fn refused(seed: u64, qp: Qp, wqes: Vec<Wqe>, packets: Vec<Packet>, syndrome: u8) {
    let mut card = card(seed, 0, 1);
    card.qp(QP, qp, 1);
    card.post(QP, wqes);
    card.settle();
    let count = packets.len();
    for (n, packet) in packets.into_iter().enumerate() {
        card.send(Packet {
            qpn: QP,
            psn: 1 + n as u32,
            ..packet
        });
    }
    let answers = &card.expect.qps[&QP].answers;
    assert_eq!(
        answers.last().map(|answer| answer.syndrome),
        Some(syndrome),
        "the test's own expectation"
    );
    for psn in 0..4 {
        card.send(Packet {
            qpn: QP,
            opcode: op::WRITE_ONLY,
            psn: count as u32 + psn,
            ack: true,
            ..Default::default()
        });
    }
    card.compare();
    // Posted later: flushed at once.
    card.post(QP, vec![wqe(&[]), wqe(&[])]);
    card.compare();
}

fn write_only(va: u64, dma_length: u32, length: usize) -> Packet {
    let payload = vec![0xA5; length];
    Packet {
        opcode: op::WRITE_ONLY,
        ack: true,
        va,
        rkey: REGION.key,
        dma_length,
        payload,
        ..Default::default()
    }
}

#[test]
fn responder_range_that_wraps_is_refused_without_a_write() {
    // Case 1.
    for (seed, va, length) in [
        (50, u64::MAX - 7, 8),
        (51, REGION.va - 1, 1),
        (52, REGION.va + REGION.length, 1),
    ] {
        refused(
            seed,
            qp(1),
            vec![],
            vec![write_only(va, length, length as usize)],
            0x62,
        );
    }
    refused(
        53,
        qp(1),
        vec![],
        vec![write_only(REGION.va + REGION.length - 255, 256, 256)],
        0x62,
    );
    let other_key = Packet {
        rkey: REGION.key ^ 1,
        ..write_only(REGION.va, 8, 8)
    };
    refused(54, qp(1), vec![], vec![other_key], 0x62);
    refused(
        55,
        Qp::new(PD + 1, 2, 1, 0),
        vec![],
        vec![write_only(REGION.va, 8, 8)],
        0x62,
    );
}

#[test]
fn responder_first_packet_of_a_range_too_long_writes_nothing() {
    let mut first = write_only(REGION.va + REGION.length - 512, 513, 256);
    first.opcode = op::WRITE_FIRST;
    refused(56, qp(1), vec![], vec![first], 0x62);
}

#[test]
fn responder_lengths_that_disagree_are_invalid() {
    let packet = |opcode, length: usize, dma_length| Packet {
        opcode,
        ..write_only(REGION.va, dma_length, length)
    };
    let pad = |pad| Packet {
        pad: Some(pad),
        ..write_only(REGION.va, 5, 5)
    };
    let cases = [
        vec![packet(op::WRITE_ONLY, 8, 9)],
        vec![packet(op::WRITE_ONLY, 8, 7)],
        vec![packet(op::WRITE_ONLY, 8, 0)],
        vec![packet(op::WRITE_ONLY, 0, 1)],
        vec![packet(op::WRITE_ONLY, 257, 257)],
        vec![packet(op::WRITE_FIRST, 255, 600)],
        vec![packet(op::WRITE_FIRST, 256, 256)],
        vec![packet(op::WRITE_FIRST, 256, 0x8000_0001)],
        vec![
            packet(op::WRITE_FIRST, 256, 600),
            packet(op::WRITE_MIDDLE, 255, 0),
        ],
        vec![
            packet(op::WRITE_FIRST, 256, 512),
            packet(op::WRITE_MIDDLE, 256, 0),
        ],
        vec![
            packet(op::WRITE_FIRST, 256, 300),
            packet(op::WRITE_LAST, 45, 0),
        ],
        vec![
            packet(op::WRITE_FIRST, 256, 300),
            packet(op::WRITE_LAST, 43, 0),
        ],
        vec![
            packet(op::WRITE_FIRST, 256, 256 + 257),
            packet(op::WRITE_LAST, 257, 0),
        ],
        vec![
            packet(op::WRITE_FIRST, 256, 300),
            packet(op::WRITE_LAST, 0, 0),
        ],
        vec![pad(0)],
        vec![pad(2)],
    ];
    for (n, packets) in cases.into_iter().enumerate() {
        refused(60 + n as u64, qp(1), vec![], packets, 0x61);
    }
}

#[test]
fn responder_send_longer_than_its_wqe_fails_it_with_a_length_error() {
    // Case 39, with a WQE behind it that is flushed.
    let wqes = || {
        vec![
            wqe(&[sge(REGION.va, 100), sge(REGION.va + 500, 200)]),
            wqe(&[sge(REGION.va, 100)]),
        ]
    };
    let packet = |opcode, length| Packet {
        opcode,
        ack: true,
        payload: vec![7; length],
        ..Default::default()
    };
    let sge_bytes = [0, 301, 256];
    let cases = [
        (
            wqes(),
            vec![packet(op::SEND_FIRST, 256), packet(op::SEND_LAST, 45)],
        ),
        (
            wqes(),
            vec![packet(op::SEND_FIRST, 256), packet(op::SEND_MIDDLE, 256)],
        ),
        (
            vec![wqe(&[sge(REGION.va, 255)])],
            vec![packet(op::SEND_ONLY, 256)],
        ),
        (vec![wqe(&[])], vec![packet(op::SEND_ONLY, 1)]),
        // Not the WQE's fault, but it is in use.
        (
            wqes(),
            vec![packet(op::SEND_FIRST, 256), packet(op::SEND_LAST, 0)],
        ),
        (
            wqes(),
            vec![packet(op::SEND_FIRST, 256), packet(op::SEND_ONLY, 4)],
        ),
        // Not in use yet.
        (wqes(), vec![packet(op::SEND_FIRST, 255)]),
    ];
    assert!(sge_bytes[1] == 256 + 45);
    for (n, (wqes, packets)) in cases.into_iter().enumerate() {
        refused(80 + n as u64, qp(1), wqes, packets, 0x61);
    }
}

#[test]
fn responder_operation_not_allowed_or_not_served_is_invalid() {
    refused(
        90,
        Qp::new(PD, 0, 1, 0),
        vec![],
        vec![write_only(REGION.va, 8, 8)],
        0x61,
    );
    refused(
        91,
        Qp::new(PD, access::REMOTE_READ, 1, 0),
        vec![],
        vec![write_only(0, 0, 0)],
        0x61,
    );
    // ATOMIC WRITE.
    let packet = Packet {
        opcode: 0x1D,
        ..write_only(REGION.va, 8, 8)
    };
    refused(
        92,
        Qp::new(PD, access::ALL, 1, 0),
        vec![],
        vec![packet],
        0x61,
    );
}

#[test]
fn responder_own_key_that_does_not_open_is_operational() {
    let packet = |opcode, length| Packet {
        opcode,
        ack: true,
        payload: vec![7; length],
        ..Default::default()
    };
    let bad = Sge {
        key: REGION.key ^ 0x100,
        ..sge(REGION.va + 4096, 100)
    };
    let outside = sge(REGION.va + REGION.length - 50, 100);
    for (n, second) in [bad, outside].into_iter().enumerate() {
        let wqes = vec![
            wqe(&[sge(REGION.va, 100), second, sge(REGION.va + 9000, 300)]),
            wqe(&[]),
        ];
        refused(
            100 + n as u64,
            qp(1),
            wqes,
            vec![packet(op::SEND_ONLY, 220)],
            0x63,
        );
    }
    // Read-only memory of ours.
    let mut card = card(102, 3, 1);
    card.expect.memory.keys.0.push(Key {
        key: 0x777,
        access: 0,
        ..REGION
    });
    card.post(
        QP,
        vec![wqe(&[Sge {
            key: 0x777,
            ..sge(REGION.va, 300)
        }])],
    );
    card.settle();
    card.send(Packet {
        qpn: QP,
        psn: 3,
        ..packet(op::SEND_ONLY, 8)
    });
    card.compare();
}

#[test]
fn responder_wqe_that_cannot_be_read_is_operational() {
    let packet = Packet {
        opcode: op::SEND_ONLY,
        ack: true,
        payload: vec![7; 9],
        ..Default::default()
    };
    let wqes = vec![
        Wqe {
            readable: false,
            ..wqe(&[sge(REGION.va, 100)])
        },
        wqe(&[]),
    ];
    refused(103, qp(1), wqes, vec![packet], 0x63);
}

#[test]
fn responder_without_a_wqe_is_not_ready_until_there_is_one() {
    let mut card = card(104, 0xFF_FFFF, 1);
    let payload = bytes(&mut card, 500);
    let packets = send(QP, 0xFF_FFFF, 1, &payload, None);
    let mut next = write(QP, 1, 1, REGION.va, &payload, None);
    for _ in 0..3 {
        // What follows is dropped without a NAK of its own.
        packets
            .iter()
            .chain(&next)
            .for_each(|packet| card.send(packet.clone()));
        card.compare();
    }
    card.post(QP, vec![wqe(&[sge(REGION.va + 100_000, 500)])]);
    card.settle();
    packets
        .into_iter()
        .chain(next.drain(..))
        .for_each(|packet| card.send(packet));
    card.compare();
    assert_eq!(card.expect.counts.not_ready, 3);
}

#[test]
fn responder_not_ready_nak_has_the_timer_code_of_its_qp() {
    for (seed, code) in [(130, 0), (131, 1), (132, 31)] {
        let mut card = Card::new(seed);
        card.qp(QP, Qp::new(PD, 0, 1, code), 5);
        let payload = bytes(&mut card, 100);
        card.send(send(QP, 5, 1, &payload, None).remove(0));
        card.compare();
        assert_eq!(card.expect.counts.not_ready, 1);
    }
}
