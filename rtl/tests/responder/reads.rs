//! RDMA READ.
use crate::card::{Card, ERROR, RESET};
use crate::expect::*;
use crate::sends::{send, sge, wqe};
use crate::writes::*;
use ferric_layout::opcode::operation as op;
use ferric_layout::qp::{access, pmtu_bytes};

/// What peers may read. Nothing writes there, so that it does not matter when it is read.
pub const SOURCE: Key = Key {
    key: 0x00AB_CD01,
    pd: PD,
    access: access::REMOTE_READ,
    va: 0x7F00_0000_0123,
    length: 1 << 22,
};

pub fn reader(pmtu: u8) -> Qp {
    Qp::new(PD, access::ALL, pmtu, 14)
}

pub fn reading(seed: u64, psn: u32, pmtu: u8) -> Card {
    let mut card = Card::new(seed);
    card.expect.memory.keys.0.extend([REGION, SOURCE]);
    card.qp(QP, reader(pmtu), psn);
    card
}

pub fn read(qpn: u16, psn: u32, va: u64, length: u32) -> Packet {
    Packet {
        qpn,
        opcode: op::READ_REQUEST,
        psn: psn & 0xFF_FFFF,
        ack: true,
        va,
        rkey: SOURCE.key,
        dma_length: length,
        ..Default::default()
    }
}

/// PSNs that a READ takes.
pub fn span(length: u32, pmtu: u8) -> u32 {
    length.div_ceil(pmtu_bytes(pmtu) as u32).max(1)
}

#[test]
fn responder_read_of_each_length_is_answered_in_packets_of_the_pmtu() {
    for pmtu in 1..=5 {
        let mut card = reading(300 + u64::from(pmtu), 0xFF_FFF8, pmtu);
        let mtu = pmtu_bytes(pmtu) as u32;
        let mut psn = 0xFF_FFF8;
        for length in [
            0,
            1,
            3,
            64,
            65,
            mtu - 1,
            mtu,
            mtu + 1,
            2 * mtu,
            2 * mtu + 1,
            5 * mtu,
        ] {
            let va = SOURCE.va + card.bench.random().u64(..SOURCE.length - u64::from(length));
            card.send(read(QP, psn, va, length));
            psn += span(length, pmtu);
        }
        card.compare();
    }
}

#[test]
fn responder_longest_read_takes_its_psns() {
    // Case 32: 2^31 bytes, of which the first packets are looked at, and what may come behind it.
    let whole = Key {
        key: 0x0055_0033,
        va: 0x20_0000_0001,
        length: 1 << 31,
        ..SOURCE
    };
    let mut card = reading(318, 0xFF_FFFE, 5);
    card.expect.memory.keys.0.push(whole);
    card.inject(&Packet {
        rkey: whole.key,
        ..read(QP, 0xFF_FFFE, whole.va, 1 << 31)
    });
    let behind = write(QP, 0xFF_FFFE + (1 << 19), 5, REGION.va, &[9; 64], None);
    card.inject(&behind[0]);
    card.run_until(3000, |card| card.wrote(bus(REGION.va)));
    card.run_until(5000, |card| {
        card.answers.get(&QP).is_some_and(|all| all.len() > 3)
    });
    let answers = card.answers.remove(&QP).unwrap();
    for (k, answer) in answers.iter().enumerate() {
        let code = [op::READ_RESPONSE_FIRST, op::READ_RESPONSE_MIDDLE][k.min(1)];
        let psn = (0xFF_FFFE + k as u32) & 0xFF_FFFF;
        assert_eq!((answer.opcode, answer.psn), (code, psn));
        let at = whole.va + 4096 * k as u64;
        let bytes: Vec<u8> = (at..at + 4096).map(|va| untouched(bus(va))).collect();
        assert!(answer.payload == bytes, "packet {k}");
    }
}

#[test]
fn responder_read_of_nothing_needs_the_access_flag_but_no_key() {
    let mut card = reading(310, 9, 1);
    card.send(Packet {
        rkey: 0xDEAD,
        ..read(QP, 9, u64::MAX, 0)
    });
    card.compare();
    card.qp(6, Qp::new(PD, access::REMOTE_WRITE, 1, 0), 9);
    card.send(read(6, 9, SOURCE.va, 0));
    card.compare();
    assert_eq!(card.expect.counts.invalid, 1);
}

#[test]
fn responder_read_sees_what_was_written_before_it() {
    let both = Key {
        access: access::ALL,
        ..REGION
    };
    for seed in 311..315 {
        let mut card = Card::new(seed);
        card.expect.memory.keys.0.push(both);
        card.qp(QP, reader(1), 0);
        card.write_delay = 200;
        let mut psn = 0;
        for n in 0..4 {
            let payload = bytes(&mut card, 700);
            let va = REGION.va + 5000 * n;
            let packets = write(QP, psn, 1, va, &payload, None);
            psn += packets.len() as u32;
            packets.into_iter().for_each(|packet| card.send(packet));
            card.send(Packet {
                rkey: REGION.key,
                ..read(QP, psn, va, 700)
            });
            psn += 3;
        }
        card.compare();
    }
}

#[test]
fn responder_acknowledges_stay_behind_the_reads_before_them() {
    // Case: an acknowledge would complete what has not been answered.
    let mut card = reading(316, 1, 1);
    card.read_delay = 300;
    card.post(QP, vec![wqe(&[sge(REGION.va, 4096)]); 7]);
    card.settle();
    let mut psn = 1;
    for n in 0..7 {
        let length = 100 + 500 * n;
        card.send(read(QP, psn, SOURCE.va + 7 * u64::from(n), length));
        psn += span(length, 1);
        let payload = bytes(&mut card, 300);
        let packets = match n % 2 {
            0 => send(QP, psn, 1, &payload, None),
            _ => write(QP, psn, 1, REGION.va + 9000, &payload, None),
        };
        psn += packets.len() as u32;
        packets.into_iter().for_each(|packet| card.send(packet));
    }
    card.compare();
    // The same with a NAK behind them, and one that ends the QP.
    card.send(read(QP, psn, SOURCE.va, 2000));
    card.send(read(QP, psn + 9, SOURCE.va, 2000));
    card.compare();
    psn += 8;
    card.send(read(QP, psn, SOURCE.va, 5000));
    card.send(Packet {
        opcode: op::WRITE_MIDDLE,
        ..read(QP, psn + 20, 0, 0)
    });
    card.compare();
    assert_eq!(card.expect.counts.invalid, 1);
}

#[test]
fn responder_duplicate_before_a_read_does_not_acknowledge_the_read() {
    // Case 8.
    let mut card = reading(317, 30, 1);
    let payload = bytes(&mut card, 9);
    let packet = write(QP, 30, 1, REGION.va, &payload, None).remove(0);
    card.send(packet.clone());
    card.send(read(QP, 31, SOURCE.va, 1000));
    card.compare();
    card.send(packet.clone());
    let said = card.expect.qps[&QP].answers.last();
    assert_eq!(said.map(|a| (a.psn, a.msn)), Some((30, 2)));
    card.compare();
    card.send(write(QP, 35, 1, REGION.va, &payload, None).remove(0));
    card.send(packet);
    card.compare();
}

#[test]
fn responder_acknowledge_of_a_duplicate_never_follows_an_answer_that_covers_it() {
    // Everything comes again at once. Going back to the first READ answers the last one before its own duplicate has come; every other
    // time the first READ is overtaken by all that follows it.
    for seed in 360..368 {
        let mut card = reading(seed, 1, 1);
        let payload = bytes(&mut card, 40);
        let reads = [1, 3, 5].map(|psn| read(QP, psn, SOURCE.va + u64::from(psn), 30));
        let writes = [2, 4].map(|psn| write(QP, psn, 1, REGION.va, &payload, None).remove(0));
        let [a, b, c] = reads;
        let [x, y] = writes;
        let all = [a, x, b, y, c];
        all.iter().for_each(|packet| card.send(packet.clone()));
        card.compare();
        let mut again: Vec<&Packet> = all.iter().collect();
        again.rotate_left((seed % 2) as usize);
        for packet in again {
            card.inject(packet);
            let gap = card.bench.random().u32(..4);
            (0..gap).for_each(|_| card.step());
        }
        card.settle();
        let answers = &card.answers[&QP];
        let said: Vec<u32> = answers.iter().map(|a| a.psn).collect();
        let late = answers.iter().enumerate().find(|(at, answer)| {
            let passed = said[..*at].iter().any(|earlier| *earlier > answer.psn);
            answer.opcode == op::ACKNOWLEDGE && passed
        });
        assert!(late.is_none(), "seed {seed}: {said:?}");
        assert_eq!(said.last(), Some(&5), "seed {seed}: {said:?}");
    }
}

#[test]
fn responder_read_that_is_not_allowed_is_refused() {
    let good = read(QP, 1, SOURCE.va, 100);
    let region = Packet {
        rkey: REGION.key,
        va: REGION.va,
        ..good.clone()
    };
    let outside = read(QP, 1, SOURCE.va + SOURCE.length - 99, 100);
    let wraps = read(QP, 1, u64::MAX - 9, 100);
    let payload = Packet {
        payload: vec![1; 8],
        ..good.clone()
    };
    let padded = Packet {
        pad: Some(1),
        ..good.clone()
    };
    let long = read(QP, 1, SOURCE.va, 0x8000_0001);
    let other_pd = Qp::new(PD + 1, access::ALL, 1, 0);
    let none_allowed = reader(1).remembering(0);
    let no_access = Qp::new(PD, access::ALL ^ access::REMOTE_READ, 1, 0);
    for (seed, qp, packet, nak) in [
        (320, reader(1), region, 0x62),
        (321, reader(1), outside, 0x62),
        (322, reader(1), wraps, 0x62),
        (323, other_pd, good.clone(), 0x62),
        (324, reader(1), payload, 0x61),
        (325, reader(1), padded, 0x61),
        (326, reader(1), long, 0x61),
        (327, none_allowed, good.clone(), 0x61),
        (328, no_access, good, 0x61),
    ] {
        let mut card = reading(seed, 1, 1);
        card.qp(QP, qp, 1);
        card.send(packet);
        let said = card.expect.qps[&QP].answers.last().map(|a| a.syndrome);
        assert_eq!(said, Some(nak), "the test's own expectation");
        card.compare();
    }
}

#[test]
fn responder_more_reads_than_it_has_slots_for_are_invalid() {
    let mut card = reading(330, 1, 1);
    card.qp(QP, reader(1).remembering(2), 1);
    card.bench.set_sink_stall(card.answer, 1.0);
    let length = 256 * 200;
    for n in 0..2 {
        card.send(read(QP, 1 + 200 * n, SOURCE.va, length));
    }
    card.bench.run(2000);
    // Both wait: there is no third slot. Its NAK comes behind them.
    card.inject(&read(QP, 401, SOURCE.va, 1));
    for _ in 0..500 {
        card.step();
    }
    card.bench.set_sink_stall(card.answer, 0.0);
    card.settle();
    let said = &card.answers[&QP];
    assert_eq!(said.len(), 401);
    let nak = said.last().expect("a NAK");
    assert_eq!(
        (nak.opcode, nak.psn, nak.syndrome, nak.msn),
        (0x11, 401, 0x61, 2)
    );
}

#[test]
fn responder_slots_come_free_as_reads_are_answered() {
    for max_dest in [1, 3, 16] {
        let mut card = reading(331, 0, 1);
        card.qp(QP, reader(1).remembering(max_dest), 0);
        for n in 0..40 {
            card.send(read(QP, n, SOURCE.va + u64::from(n), 200));
            if n % u32::from(max_dest) == u32::from(max_dest) - 1 {
                card.settle();
            }
        }
        card.compare();
    }
}

#[test]
fn responder_read_that_comes_again_is_answered_from_there_on() {
    let mut card = reading(340, 0xFF_FFF0, 1);
    let lengths = [1000, 0, 256, 3000, 77];
    let mut psns = vec![];
    let mut psn = 0xFF_FFF0;
    for (n, length) in (0..).zip(lengths) {
        psns.push(psn);
        card.send(read(QP, psn, SOURCE.va + 10_000 * n, length));
        psn += span(length, 1);
    }
    card.compare();
    for (n, length) in lengths.into_iter().enumerate() {
        for skip in 0..span(length, 1) {
            let va = SOURCE.va + 10_000 * n as u64 + 256 * u64::from(skip);
            let again = read(QP, psns[n] + skip, va, length - 256 * skip);
            card.send_alone(again.clone());
            // What is not its rest is dropped.
            for wrong in [
                Packet {
                    va: va + 1,
                    ..again.clone()
                },
                Packet {
                    dma_length: again.dma_length + 1,
                    ..again.clone()
                },
                Packet {
                    rkey: again.rkey ^ 4,
                    ..again.clone()
                },
                Packet {
                    opcode: op::FETCH_ADD,
                    ..again.clone()
                },
            ] {
                card.send_alone(wrong);
            }
            card.compare();
        }
    }
    // Nothing is remembered there.
    card.send_alone(read(QP, 0xFF_FFEF, SOURCE.va, 10));
    card.compare();
}

#[test]
fn responder_remembers_the_last_sixteen_reads() {
    let mut card = reading(341, 0, 1);
    for n in 0..50 {
        card.send(read(QP, 2 * n, SOURCE.va + 1000 * u64::from(n), 300));
        card.settle();
    }
    card.compare();
    for n in (28..50).rev() {
        card.send_alone(read(QP, 2 * n, SOURCE.va + 1000 * u64::from(n), 300));
    }
    card.compare();
}

#[test]
fn responder_read_goes_back_while_it_is_being_answered() {
    // The same request again and again, at random moments: each response is right, and the last ones are whole.
    for seed in 342..352 {
        let mut card = reading(seed, 0, 1);
        card.read_delay = 60;
        let length = 256 * 30;
        for n in 0..3 {
            card.send(read(QP, 30 * n, SOURCE.va + 100_000 * u64::from(n), length));
        }
        for _ in 0..10 {
            let cycles = card.bench.random().u32(20..300);
            (0..cycles).for_each(|_| card.step());
            let (n, skip) = (card.bench.random().u32(..3), card.bench.random().u32(..30));
            let va = SOURCE.va + 100_000 * u64::from(n) + 256 * u64::from(skip);
            card.inject(&read(QP, 30 * n + skip, va, length - 256 * skip));
        }
        card.settle();
        let expected = card.expect.qps[&QP].answers.clone();
        let said = &card.answers[&QP];
        for answer in said {
            let like = &expected[answer.psn as usize];
            assert_eq!(answer.payload, like.payload, "seed {seed}");
        }
        // Responses follow each other, or go back, or jump on to what was asked for; the end is reached.
        let last: Vec<u32> = said.iter().rev().take(1).map(|a| a.psn).collect();
        assert_eq!(last, [89], "seed {seed}");
        for pair in said.windows(2) {
            let begins = [op::READ_RESPONSE_FIRST, op::READ_RESPONSE_ONLY];
            let follows = pair[1].psn == pair[0].psn + 1;
            assert!(
                follows || begins.contains(&pair[1].opcode),
                "seed {seed}: {pair:x?}"
            );
        }
    }
}

#[test]
fn responder_reads_of_many_qps_are_answered_in_turns() {
    let mut card = reading(360, 0, 1);
    for qpn in 10..18 {
        card.qp(qpn, reader(1), 100);
    }
    for qpn in 10..18 {
        card.send(read(qpn, 100, SOURCE.va, 256 * 64));
    }
    let payload = bytes(&mut card, 50);
    card.send(write(QP, 0, 1, REGION.va, &payload, None).remove(0));
    card.run_until(10_000, |card| card.answers.contains_key(&QP));
    // The acknowledge of a QP that reads nothing has not waited for them.
    assert!(card.answers.values().map(Vec::len).sum::<usize>() < 200);
    card.run_until(20_000, |card| card.answers[&10].len() == 32);
    for qpn in 10..18 {
        let said = card.answers[&qpn].len();
        assert!(
            (28..36).contains(&said),
            "QP {qpn} has had {said} turns of 32"
        );
    }
    card.compare();
}

#[test]
fn responder_key_that_goes_amid_a_read_ends_it_with_a_nak() {
    for seed in 361..367 {
        let mut card = reading(seed, 1, 1);
        card.read_delay = 50;
        card.inject(&read(QP, 1, SOURCE.va, 256 * 500));
        card.inject(&read(QP, 501, SOURCE.va, 256));
        let cycles = card.bench.random().u32(300..1500);
        (0..cycles).for_each(|_| card.step());
        card.expect.memory.keys.0.clear();
        card.settle();
        let said = &card.answers[&QP];
        let nak = said.last().expect("a NAK");
        assert_eq!(
            (nak.opcode, nak.syndrome, nak.psn, nak.msn),
            (0x11, 0x62, said.len() as u32, 0),
            "seed {seed}"
        );
        assert!(nak.psn < 500);
        assert_eq!(card.faults(QP), [(5, 0x62)]);
        // The QP has failed: what comes now does nothing.
        let before = said.len();
        card.expect.memory.keys.0.push(REGION);
        card.inject(&write(QP, 502, 1, REGION.va, &[1; 8], None)[0]);
        card.inject(&read(QP, 503, SOURCE.va, 0));
        card.settle();
        assert_eq!(card.answers[&QP].len(), before, "seed {seed}");
        assert!(!card.wrote(bus(REGION.va)), "seed {seed}");
    }
}

#[test]
fn responder_memory_that_cannot_be_read_is_operational() {
    let mut card = reading(370, 1, 1);
    card.broken = vec![bus(SOURCE.va + 256 * 5 + 17)];
    card.inject(&read(QP, 1, SOURCE.va, 256 * 9));
    card.settle();
    let said = &card.answers[&QP];
    let nak = said.last().expect("a NAK");
    assert_eq!((nak.syndrome, nak.psn, said.len()), (0x63, 6, 6));
    assert_eq!(card.faults(QP), [(3, 0x63)]);
}

#[test]
fn responder_command_forgets_the_answers_of_its_qp_alone() {
    for (seed, kind) in [(371, RESET), (372, ERROR), (373, RESET), (374, ERROR)] {
        let mut card = reading(seed, 1, 1);
        card.read_delay = 100;
        card.qp(6, reader(1), 1);
        card.send(read(QP, 1, SOURCE.va, 256 * 300));
        card.expect.qps.get_mut(&QP).expect("made").answers.clear();
        card.send(read(6, 1, SOURCE.va + 999, 256 * 300));
        let cycles = card.bench.random().u32(100..900);
        (0..cycles).for_each(|_| card.step());
        card.order(QP, kind, 0);
        let said = card.answers.get(&QP).map_or(0, Vec::len);
        card.settle();
        assert_eq!(
            card.answers.get(&QP).map_or(0, Vec::len),
            said,
            "seed {seed}"
        );
        assert!(said < 300);
        card.answers.remove(&QP);
        if kind == ERROR {
            card.order(QP, RESET, 0);
        }
        // The new QP remembers nothing of the old.
        card.qp(QP, reader(1), 301);
        card.send(read(QP, 1, SOURCE.va, 256 * 300));
        card.send(read(QP, 301, SOURCE.va, 500));
        card.compare();
    }
}

#[test]
fn responder_fault_is_told_when_its_nak_has_left() {
    let mut card = reading(375, 1, 1);
    card.bench.set_sink_stall(card.answer, 1.0);
    card.send(read(QP, 1, SOURCE.va, 256 * 200));
    card.send(Packet {
        opcode: op::WRITE_MIDDLE,
        ..read(QP, 201, 0, 0)
    });
    for _ in 0..3000 {
        card.step();
    }
    assert!(card.faults(QP).is_empty());
    card.bench.set_sink_stall(card.answer, 0.3);
    card.compare();
}
