//! Compare-and-swap and fetch-and-add.
use crate::card::{Card, RESET};
use crate::expect::*;
use crate::reads::{SOURCE, read, reader};
use crate::writes::*;
use ferric_layout::opcode::operation as op;
use ferric_layout::qp::access;

/// Words that peers may use atomically; by another key, one page of them too.
pub const WORDS: Key = Key {
    key: 0x0077_0011,
    pd: PD,
    access: access::REMOTE_ATOMIC,
    va: 0x5000_0000_0000,
    length: 1 << 16,
};

pub fn card(seed: u64) -> Card {
    let mut card = Card::new(seed);
    card.expect.memory.keys.0.extend([REGION, SOURCE, WORDS]);
    card.qp(QP, reader(1), 1);
    card
}

pub fn atomic(qpn: u16, psn: u32, opcode: u8, word: u64, swap: u64, compare: u64) -> Packet {
    Packet {
        qpn,
        opcode,
        psn,
        ack: true,
        va: WORDS.va + 8 * word,
        rkey: WORDS.key,
        swap,
        compare,
        ..Default::default()
    }
}

/// What a word holds as far as the expectation knows.
fn word(card: &Card, word: u64) -> u64 {
    let at = bus(WORDS.va + 8 * word);
    let memory = &card.expect.memory;
    u64::from_le_bytes(std::array::from_fn(|n| memory.byte(at + n as u64)))
}

#[test]
fn responder_atomics_return_the_word_before_and_change_it() {
    let mut card = card(400);
    let mut psn = 1;
    for n in 0..8 {
        let old = word(&card, n);
        let add = card.bench.random().u64(..);
        for (opcode, swap, compare) in [
            (op::COMPARE_SWAP, 7, old ^ 1),
            (op::COMPARE_SWAP, u64::MAX - n, old),
            (op::FETCH_ADD, n + 5, 0),
            (op::FETCH_ADD, 0, 0),
            (op::FETCH_ADD, add, 0),
        ] {
            card.send(atomic(QP, psn, opcode, n, swap, compare));
            psn += 1;
        }
        card.compare();
    }
}

#[test]
fn responder_atomics_and_reads_are_answered_in_their_order() {
    let mut card = card(401);
    card.read_delay = 80;
    let mut psn = 1;
    for n in 0..40 {
        match n % 4 {
            0 => {
                card.send(read(QP, psn, SOURCE.va + n, 700));
                psn += 3;
            }
            1 => {
                let payload = bytes(&mut card, 20);
                card.send(write(QP, psn, 1, REGION.va, &payload, None).remove(0));
                psn += 1;
            }
            _ => {
                card.send(atomic(QP, psn, op::FETCH_ADD, n % 3, n, 0));
                psn += 1;
            }
        }
        if n % 12 == 11 {
            card.settle();
        }
    }
    card.compare();
}

#[test]
fn responder_atomics_of_all_qps_on_one_word_lose_nothing() {
    // Every value is returned once, so no two were under way at once; by different keys of the same memory.
    let alias = Key {
        key: 0x0088_0022,
        ..WORDS
    };
    let mut card = card(402);
    card.expect.memory.keys.0.push(alias);
    card.read_delay = 30;
    let start = word(&card, 3);
    let qpns: Vec<u16> = (20..36).collect();
    for &qpn in &qpns {
        card.qp(qpn, reader(1), 0);
    }
    for psn in 0..15 {
        for &qpn in &qpns {
            let rkey = if qpn % 2 == 0 { WORDS.key } else { alias.key };
            card.send(Packet {
                rkey,
                ..atomic(qpn, psn, op::FETCH_ADD, 3, 1, 0)
            });
            card.expect.qps.get_mut(&qpn).expect("made").answers.clear();
        }
    }
    card.settle();
    let mut values = vec![];
    for qpn in &qpns {
        let said = card.answers.remove(qpn).expect("answers");
        assert!(said.iter().all(|a| a.opcode == op::ATOMIC_ACKNOWLEDGE));
        let own: Vec<u64> = said.iter().map(|a| a.value.wrapping_sub(start)).collect();
        assert!(own.is_sorted(), "QP {qpn}: {own:?}");
        values.extend(own);
    }
    values.sort_unstable();
    assert_eq!(values, (0..240).collect::<Vec<u64>>());
    card.compare();
}

#[test]
fn responder_atomic_that_comes_again_is_replayed_and_not_executed() {
    let mut card = card(403);
    let packets: Vec<Packet> = (0..10)
        .map(|n| match n % 3 {
            0 => atomic(QP, 1 + n, op::COMPARE_SWAP, 1, 5, word(&card, 1)),
            1 => read(QP, 1 + n, SOURCE.va, 30),
            _ => atomic(QP, 1 + n, op::FETCH_ADD, 1, 1 << n, 0),
        })
        .collect();
    packets.iter().for_each(|packet| card.send(packet.clone()));
    card.compare();
    for packet in packets.iter().rev().chain(&packets) {
        card.send_alone(Packet {
            swap: 999,
            ..packet.clone()
        });
    }
    card.compare();
    // While it waits to be answered: nothing happens twice.
    card.bench.set_sink_stall(card.answer, 1.0);
    card.send(read(QP, 11, SOURCE.va, 256 * 150));
    card.send(atomic(QP, 161, op::FETCH_ADD, 1, 1, 0));
    (0..1500).for_each(|_| card.step());
    card.inject(&atomic(QP, 161, op::FETCH_ADD, 1, 1, 0));
    card.expect.counts.duplicate += 1;
    (0..500).for_each(|_| card.step());
    card.bench.set_sink_stall(card.answer, 0.2);
    card.compare();
}

#[test]
fn responder_replay_lasts_as_long_as_the_requester_may_need_it() {
    let mut card = card(404);
    for n in 0..40 {
        card.send(atomic(QP, 1 + n, op::FETCH_ADD, 2, 1, 0));
        card.settle();
    }
    card.compare();
    for n in (20..40).rev() {
        card.send_alone(atomic(QP, 1 + n, op::FETCH_ADD, 2, 1, 0));
    }
    card.compare();
}

#[test]
fn responder_atomic_that_is_not_allowed_is_refused() {
    let good = atomic(QP, 1, op::FETCH_ADD, 0, 1, 0);
    let at = |va: u64| Packet { va, ..good.clone() };
    let payload = Packet {
        payload: vec![0; 8],
        ..good.clone()
    };
    let read_only = Packet {
        rkey: SOURCE.key,
        va: SOURCE.va + 5,
        ..good.clone()
    };
    let no_access = Qp::new(PD, access::ALL ^ access::REMOTE_ATOMIC, 1, 0);
    for (seed, qp, packet, nak) in [
        (410, reader(1), at(WORDS.va + 4), 0x61),
        (411, reader(1), at(WORDS.va + 1), 0x61),
        (412, reader(1), at(WORDS.va + WORDS.length), 0x62),
        (413, reader(1), at(WORDS.va - 8), 0x62),
        (414, reader(1), read_only, 0x62),
        (415, reader(1), payload, 0x61),
        (416, no_access, good.clone(), 0x61),
        (417, reader(1).remembering(0), good.clone(), 0x61),
        (418, Qp::new(PD + 1, access::ALL, 1, 0), good.clone(), 0x62),
    ] {
        let mut card = card(seed);
        card.qp(QP, qp, 1);
        card.send(packet);
        let said = card.expect.qps[&QP].answers.last().map(|a| a.syndrome);
        assert_eq!(said, Some(nak), "the test's own expectation, seed {seed}");
        card.compare();
    }
}

#[test]
fn responder_atomic_whose_key_goes_while_it_waits_is_not_executed() {
    let mut card = card(420);
    card.bench.set_sink_stall(card.answer, 1.0);
    card.inject(&read(QP, 1, SOURCE.va, 256 * 200));
    card.inject(&atomic(QP, 201, op::FETCH_ADD, 0, 1, 0));
    card.inject(&atomic(QP, 202, op::FETCH_ADD, 1, 1, 0));
    (0..2000).for_each(|_| card.step());
    card.expect.memory.keys.0.retain(|key| key.key != WORDS.key);
    card.bench.set_sink_stall(card.answer, 0.0);
    card.settle();
    let said = &card.answers[&QP];
    let nak = said.last().expect("a NAK");
    assert_eq!(
        (said.len(), nak.psn, nak.syndrome, nak.msn),
        (201, 201, 0x62, 1)
    );
    assert_eq!(card.faults(QP), [(5, 0x62)]);
    assert!(!card.wrote(bus(WORDS.va)) && !card.wrote(bus(WORDS.va + 8)));
}

#[test]
fn responder_word_that_cannot_be_read_is_operational() {
    let mut card = card(421);
    card.broken = vec![bus(WORDS.va + 8)];
    card.inject(&atomic(QP, 1, op::FETCH_ADD, 0, 1, 0));
    card.inject(&atomic(QP, 2, op::FETCH_ADD, 1, 1, 0));
    card.inject(&atomic(QP, 3, op::FETCH_ADD, 2, 1, 0));
    card.settle();
    let said = &card.answers[&QP];
    let nak = said.last().expect("a NAK");
    assert_eq!(
        (said.len(), nak.psn, nak.syndrome, nak.msn),
        (2, 2, 0x63, 1)
    );
    assert!(!card.wrote(bus(WORDS.va + 8)) && !card.wrote(bus(WORDS.va + 16)));
}

#[test]
fn responder_reset_forgets_atomics_that_have_not_begun() {
    for seed in 430..436 {
        let mut card = card(seed);
        card.read_delay = 100;
        for n in 0..16 {
            card.inject(&atomic(QP, 1 + n, op::FETCH_ADD, n.into(), 1, 0));
        }
        let cycles = card.bench.random().u32(50..1500);
        (0..cycles).for_each(|_| card.step());
        card.order(QP, RESET, 0);
        let executed = |card: &Card| (0..16).map(|n| card.wrote(bus(WORDS.va + 8 * n))).collect();
        let before: Vec<bool> = executed(&card);
        let said = card.answers.get(&QP).map_or(0, Vec::len);
        card.settle();
        assert_eq!(before, executed(&card), "seed {seed}");
        assert_eq!(
            card.answers.get(&QP).map_or(0, Vec::len),
            said,
            "seed {seed}"
        );
        // In order, and what was answered has been executed.
        let count = before.iter().take_while(|&&done| done).count();
        assert!(before[count..].iter().all(|&done| !done) && said <= count);
    }
}
