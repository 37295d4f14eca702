//! Beginning and ending QPs, keys that go, and what may be said when.
use crate::card::{Card, ERROR, RESET, START_RECEIVE, START_SEND};
use crate::expect::*;
use crate::sends::{send, sge, wqe};
use crate::writes::*;
use ferric_layout::opcode::operation as op;

#[test]
fn responder_says_nothing_before_its_writes_have_left() {
    let mut card = card(110, 1, 1);
    card.post(QP, vec![wqe(&[sge(REGION.va, 256)])]);
    card.settle();
    card.write_delay = 400;
    let payload = bytes(&mut card, 200);
    card.send(send(QP, 1, 1, &payload, None).remove(0));
    for _ in 0..400 {
        card.step();
        assert!(card.answers.is_empty() && card.completions.is_empty());
    }
    card.compare();
}

#[test]
fn responder_packets_of_a_qp_that_does_not_receive_are_dropped() {
    let mut card = card(111, 1, 1);
    for qpn in [2, 6, 1023] {
        card.expect.qps.insert(qpn, qp(1));
        let payload = bytes(&mut card, 200);
        card.send(write(qpn, 0, 1, REGION.va, &payload, None).remove(0));
    }
    card.order(QP, START_SEND, 77);
    let payload = bytes(&mut card, 200);
    card.send(write(QP, 1, 1, REGION.va, &payload, None).remove(0));
    card.compare();
    assert_eq!(card.expect.counts.failed_qp, 3);
}

#[test]
fn responder_error_flushes_what_is_posted_and_what_comes_later() {
    // Case 24, the receive queue.
    for (seed, under_way) in [(112, false), (113, true)] {
        let mut card = card(seed, 1, 1);
        card.post(QP, (0..6).map(|_| wqe(&[sge(REGION.va, 1000)])).collect());
        card.settle();
        let payload = bytes(&mut card, 1000);
        let packets = send(QP, 1, 1, &payload, None);
        let count = if under_way { 2 } else { 4 };
        packets[..count]
            .iter()
            .for_each(|packet| card.send(packet.clone()));
        card.settle();
        card.order(QP, ERROR, 0);
        card.expect.qps.get_mut(&QP).expect("made").flush();
        packets[2..]
            .iter()
            .for_each(|packet| card.send(packet.clone()));
        card.compare();
        for _ in 0..3 {
            card.post(QP, vec![wqe(&[]), wqe(&[])]);
            card.compare();
        }
        // Once more: everything is flushed already.
        card.order(QP, ERROR, 0);
        card.compare();
    }
}

#[test]
fn responder_error_after_a_fault_of_its_own_flushes_once() {
    let mut card = card(114, 1, 1);
    card.post(QP, (0..3).map(|_| wqe(&[sge(REGION.va, 1000)])).collect());
    card.settle();
    card.send(Packet {
        qpn: QP,
        opcode: op::SEND_MIDDLE,
        psn: 1,
        ack: true,
        ..Default::default()
    });
    card.run_until(100, |card| card.bench.pending(card.request) == 0);
    card.order(QP, ERROR, 0);
    card.compare();
    card.post(QP, vec![wqe(&[])]);
    card.compare();
}

/// Resets the QP and begins anew.
fn again(card: &mut Card, psn: u32) {
    card.order(QP, RESET, 0);
    card.qp(QP, qp(1), psn);
}

#[test]
fn responder_reset_forgets_all_of_the_old_qp() {
    let mut card = card(115, 1, 1);
    for round in 0..6 {
        card.post(
            QP,
            (0..5)
                .map(|_| wqe(&[sge(REGION.va + 4096 * round, 600)]))
                .collect(),
        );
        // The doorbell is heard; the WQEs are here, or still on their way.
        card.run_until(200, |card| card.bench.drained());
        card.bench.run(10);
        if round % 2 == 0 {
            card.settle();
        }
        let payload = bytes(&mut card, 600);
        let packets = send(QP, 1 + round as u32, 1, &payload, None);
        // In the middle of a message, or failed, or done with one.
        match round % 3 {
            0 => packets[..2]
                .iter()
                .for_each(|packet| card.send(packet.clone())),
            1 => card.send(Packet {
                opcode: op::WRITE_LAST,
                ..packets[0].clone()
            }),
            _ => packets.iter().for_each(|packet| card.send(packet.clone())),
        }
        card.compare();
        again(&mut card, 2 + round as u32);
        card.compare();
    }
}

#[test]
fn responder_reset_amid_traffic_lets_nothing_of_the_old_qp_out() {
    for seed in 116..122 {
        let mut card = card(seed, 1, 1);
        card.write_delay = 100;
        card.qp(QP + 1, qp(1), 9);
        let mut psns = [1, 9];
        for _ in 0..12 {
            for (n, qpn) in [QP, QP + 1].into_iter().enumerate() {
                let payload = bytes(&mut card, 700);
                let va = REGION.va + 10_000 * u64::from(psns[n]) % REGION.length / 2;
                let packets = write(qpn, psns[n], 1, va, &payload, None);
                psns[n] += packets.len() as u32;
                packets.into_iter().for_each(|packet| card.send(packet));
            }
        }
        let cycles = card.bench.random().u32(50..300);
        (0..cycles).for_each(|_| card.step());
        card.order(QP, RESET, 0);
        let said = card.answers.get(&QP).map_or(0, Vec::len);
        // What comes of it now is dropped, and the other goes on.
        card.settle();
        assert_eq!(
            card.answers.get(&QP).map_or(0, Vec::len),
            said,
            "seed {seed}"
        );
        let other = std::mem::take(&mut card.expect.qps.get_mut(&(QP + 1)).expect("made").answers);
        let last = card.answers[&(QP + 1)].last();
        assert_eq!(last, other.last(), "seed {seed}");
    }
}

#[test]
fn responder_start_over_an_old_state_begins_at_its_psn() {
    let mut card = card(123, 5, 1);
    let payload = bytes(&mut card, 300);
    for psn in [5, 0xFF_FFFF, 0x80_0000] {
        card.order(QP, START_RECEIVE, psn);
        card.expect.qps.get_mut(&QP).expect("made").start(psn);
        let packets = write(QP, psn, 1, REGION.va, &payload, None);
        packets.into_iter().for_each(|packet| card.send(packet));
        card.compare();
    }
}

#[test]
fn responder_key_that_goes_amid_a_message_stops_the_rest() {
    // The peer's key, then our own.
    for (seed, ours) in [(124, false), (125, true)] {
        let mut card = card(seed, 1, 1);
        card.post(
            QP,
            vec![wqe(&[sge(REGION.va, 4096)]), wqe(&[sge(REGION.va, 4096)])],
        );
        card.settle();
        let payload = bytes(&mut card, 256 * 6);
        let packets = match ours {
            true => send(QP, 1, 1, &payload, None),
            false => write(QP, 1, 1, REGION.va, &payload, None),
        };
        packets[..3]
            .iter()
            .for_each(|packet| card.send(packet.clone()));
        card.settle();
        card.expect.memory.keys.0.clear();
        packets[3..]
            .iter()
            .for_each(|packet| card.send(packet.clone()));
        card.compare();
        assert_eq!(card.expect.counts.failed_qp, 2);
    }
}

#[test]
fn responder_packets_behind_a_late_failure_do_nothing() {
    // They have passed the sequence stage when the place stage finds the failure, and their own keys are good.
    for seed in 140..148 {
        let mut card = card(seed, 1, 1);
        let bad = Sge {
            key: REGION.key ^ 0x100,
            ..sge(REGION.va, 256)
        };
        card.post(QP, vec![wqe(&[bad]), wqe(&[sge(REGION.va + 512, 256)])]);
        card.settle();
        card.bench.set_source_stall(card.request, 0.0);
        let (_, piece_checked) = card.checks[1];
        card.bench.set_source_stall(piece_checked, 0.95);
        let payload = bytes(&mut card, 100);
        card.send(send(QP, 1, 1, &payload, None).remove(0));
        for psn in 2..7 {
            let payload = bytes(&mut card, 200);
            let va = REGION.va + 4096 * u64::from(psn);
            card.send(write(QP, psn, 1, va, &payload, None).remove(0));
        }
        card.send(send(QP, 7, 1, &payload, None).remove(0));
        card.compare();
        assert_eq!(card.expect.counts.failed_qp, 6);
    }
}

#[test]
fn responder_key_that_goes_under_full_load_writes_nothing_afterwards() {
    for seed in 126..132 {
        let mut card = card(seed, 1, 1);
        let payload = bytes(&mut card, 256 * 200);
        let packets = write(QP, 1, 1, REGION.va, &payload, None);
        packets.iter().for_each(|packet| card.inject(packet));
        let cycles = card.bench.random().u32(100..500);
        (0..cycles).for_each(|_| card.step());
        card.expect.memory.keys.0.clear();
        card.settle();
        let nak = card.answers[&QP].last().cloned().expect("a NAK");
        assert_eq!((nak.syndrome, nak.msn), (0x62, 0), "seed {seed}");
        // Everything before the packet refused is written, nothing from it on.
        let whole = 256 * (nak.psn as usize - 1);
        let written: Vec<u64> = (REGION.va..)
            .take(payload.len())
            .filter(|&va| card.wrote(bus(va)))
            .collect();
        assert_eq!(
            written,
            (REGION.va..).take(whole).collect::<Vec<_>>(),
            "seed {seed}"
        );
    }
}

#[test]
fn responder_acknowledges_that_cannot_leave_give_way_to_later_ones() {
    let mut card = card(133, 1, 1);
    card.bench.set_sink_stall(card.answer, 1.0);
    for psn in 1..200 {
        let payload = bytes(&mut card, 40);
        card.send(write(QP, psn, 1, REGION.va, &payload, None).remove(0));
    }
    card.settle();
    card.bench.set_sink_stall(card.answer, 0.0);
    (0..200).for_each(|_| card.step());
    let said = &card.answers[&QP];
    assert!(said.len() <= 40, "{said:?}");
    card.compare();
}
