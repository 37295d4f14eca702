//! SEND, receive WQEs, and WRITE with immediate.
use crate::card::Card;
use crate::expect::*;
use crate::writes::{QP, REGION, bytes, card, qp, write};
use ferric_layout::opcode::operation as op;
use ferric_layout::qp::pmtu_bytes;
use ferric_layout::status::syndrome;

pub fn sge(va: u64, length: u32) -> Sge {
    Sge {
        va,
        length,
        key: REGION.key,
    }
}

pub fn wqe(sges: &[Sge]) -> Wqe {
    Wqe {
        sges: sges.to_vec(),
        readable: true,
    }
}

/// The packets of a SEND; the last asks for an acknowledge.
pub fn send(qpn: u16, psn: u32, pmtu: u8, payload: &[u8], immediate: Option<u32>) -> Vec<Packet> {
    let mtu = pmtu_bytes(pmtu);
    let count = payload.len().div_ceil(mtu).max(1);
    let packet = |n: usize| {
        let (first, last) = (n == 0, n == count - 1);
        let opcode = match (first, last, immediate.is_some()) {
            (true, true, false) => op::SEND_ONLY,
            (true, true, true) => op::SEND_ONLY_IMMEDIATE,
            (true, false, _) => op::SEND_FIRST,
            (false, false, _) => op::SEND_MIDDLE,
            (false, true, false) => op::SEND_LAST,
            (false, true, true) => op::SEND_LAST_IMMEDIATE,
        };
        Packet {
            qpn,
            opcode,
            psn: psn.wrapping_add(n as u32) & 0xFF_FFFF,
            ack: last,
            solicited: last && payload.len() % 2 == 1,
            immediate: immediate.unwrap_or(0xBAD),
            payload: payload[n * mtu..payload.len().min((n + 1) * mtu)].to_vec(),
            ..Default::default()
        }
    };
    (0..count).map(packet).collect()
}

/// Four entries, some empty, that hold `length` bytes at least.
pub fn scattered(card: &mut Card, length: usize) -> Wqe {
    let random = card.bench.random();
    let mut left = length as u32 + random.u32(..3) * random.u32(..200);
    let mut sges = vec![];
    for n in 0..4 {
        let part = match (n, random.u32(..4)) {
            (3, _) => left,
            (_, 0) => 0,
            (_, 1) => left.min(random.u32(..70)),
            _ => random.u32(..=left),
        };
        left -= part;
        // An empty entry's key is not looked at.
        let key = if part == 0 {
            random.u32(..)
        } else {
            REGION.key
        };
        let va = REGION.va + random.u64(..REGION.length - u64::from(part));
        sges.push(Sge {
            va,
            length: part,
            key,
        });
    }
    wqe(&sges)
}

#[test]
fn responder_send_of_each_length_fills_scattered_entries() {
    for pmtu in 1..=5 {
        let mut card = card(20 + u64::from(pmtu), 0xFF_FFF0, pmtu);
        let mtu = pmtu_bytes(pmtu);
        let mut psn = 0xFF_FFF0;
        for length in [
            0,
            1,
            63,
            64,
            65,
            mtu - 1,
            mtu,
            mtu + 1,
            2 * mtu,
            2 * mtu + 1,
            3 * mtu - 1,
        ] {
            let wqe = scattered(&mut card, length);
            card.post(QP, vec![wqe]);
            let payload = bytes(&mut card, length);
            let immediate = (length % 3 == 0).then(|| card.bench.random().u32(..));
            let packets = send(QP, psn, pmtu, &payload, immediate);
            psn = (psn + packets.len() as u32) & 0xFF_FFFF;
            card.settle();
            packets.into_iter().for_each(|packet| card.send(packet));
        }
        card.compare();
    }
}

#[test]
fn responder_sends_over_the_ring_wait_for_their_wqes() {
    // A doorbell for a whole ring at once, again and again: more than stand on the card, and the ring wraps.
    let mut card = card(30, 9, 2);
    let mut psn = 9;
    for _ in 0..7 {
        let wqes = (0..8).map(|_| scattered(&mut card, 512)).collect();
        card.post(QP, wqes);
        card.run_until(200, |card| card.bench.drained());
        card.bench.run(10);
        for n in 0..8 {
            let payload = bytes(&mut card, 64 * n + n);
            let packet = send(QP, psn, 2, &payload, None).remove(0);
            psn += 1;
            card.send(packet);
        }
        card.settle();
    }
    card.compare();
}

#[test]
fn responder_write_immediate_takes_a_wqe_on_its_last_packet() {
    for (seed, length) in [(31, 0), (32, 300), (33, 512), (34, 1500)] {
        let mut card = card(seed, 100, 2);
        let payload = bytes(&mut card, length);
        let packets = write(QP, 100, 2, REGION.va + 5, &payload, Some(0xA1B2_C3D4));
        let count = packets.len() as u32;
        // No WQE: everything but the last packet is executed; the last is asked for again (case 23).
        packets.iter().for_each(|packet| card.send(packet.clone()));
        card.compare();
        card.post(QP, vec![wqe(&[])]);
        card.settle();
        card.send(packets.last().expect("one at least").clone());
        card.compare();
        let next = write(QP, 100 + count, 2, REGION.va, &payload, None);
        next.into_iter().for_each(|packet| card.send(packet));
        card.compare();
    }
}

/// The syndromes of what the QP has answered since.
fn syndromes(card: &mut Card, qpn: u16) -> Vec<u8> {
    let answers = card.answers.remove(&qpn).unwrap_or_default();
    answers.iter().map(|answer| answer.syndrome).collect()
}

#[test]
fn responder_wqe_that_does_not_come_holds_the_other_qps_for_a_while_and_once() {
    const NOT_READY: u8 = syndrome::RNR_NAK | 14;
    let mut card = card(60, 1, 1);
    card.qp(6, qp(1), 1);
    let payload = send(QP, 1, 1, &[5; 40], None).remove(0);
    for round in 0..2 {
        card.silent = true;
        card.post(QP, vec![wqe(&[sge(REGION.va, 100)])]);
        (0..100).for_each(|_| card.step());
        let packet = Packet {
            psn: 1 + round,
            ..payload.clone()
        };
        card.inject(&packet);
        let va = REGION.va + 4096 + u64::from(round);
        card.inject(&write(6, 1 + round, 1, va, &[1], None)[0]);
        (0..3500).for_each(|_| card.step());
        assert!(card.answers.is_empty() && !card.wrote(bus(va)));
        card.run_until(1500, |card| card.wrote(bus(va)));
        (0..200).for_each(|_| card.step());
        assert_eq!(syndromes(&mut card, QP), [NOT_READY]);
        assert_eq!(syndromes(&mut card, 6), [syndrome::ACK]);
        // It comes again, and waits no more.
        card.inject(&packet);
        (0..200).for_each(|_| card.step());
        assert_eq!(syndromes(&mut card, QP), [NOT_READY]);
        card.silent = false;
        (0..200).for_each(|_| card.step());
        card.inject(&packet);
        (0..200).for_each(|_| card.step());
        assert_eq!(syndromes(&mut card, QP), [syndrome::ACK]);
        assert_eq!(card.completions.remove(&QP).unwrap().len(), 1);
    }
}
