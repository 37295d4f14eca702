//! SEND with invalidate.
use crate::card::Card;
use crate::expect::*;
use crate::reads::{SOURCE, read, reader};
use crate::sends::{send, sge, wqe};
use crate::writes::*;
use ferric_layout::completion::flag;
use ferric_layout::opcode::operation as op;

/// A card whose peers may read, with receives posted.
fn card(seed: u64) -> Card {
    let mut card = Card::new(seed);
    card.expect.memory.keys.0.extend([REGION, SOURCE]);
    card.qp(QP, reader(1), 1);
    card.post(QP, vec![wqe(&[sge(REGION.va, 4096)]); 6]);
    card.settle();
    card
}

/// A SEND that makes a key invalid.
pub fn last_wish(psn: u32, key: u32, payload: &[u8]) -> Vec<Packet> {
    let mut packets = send(QP, psn, 1, payload, None);
    let last = packets.last_mut().expect("at least one");
    last.opcode = match last.opcode {
        op::SEND_ONLY => op::SEND_ONLY_INVALIDATE,
        _ => op::SEND_LAST_INVALIDATE,
    };
    last.immediate = key.swap_bytes();
    last.solicited = psn.is_multiple_of(2);
    packets
}

#[test]
fn responder_send_with_invalidate_ends_its_key() {
    for (seed, length) in [(450, 0), (451, 100), (452, 256), (453, 700)] {
        let mut card = card(seed);
        let payload = bytes(&mut card, length);
        card.send(read(QP, 1, SOURCE.va, 100));
        card.compare();
        let packets = last_wish(2, SOURCE.key, &payload);
        let psn = 2 + packets.len() as u32;
        packets.into_iter().for_each(|packet| card.send(packet));
        let flags = card.expect.qps[&QP].completions[0].flags;
        assert_eq!(flags, flag::INVALIDATED | flag::SOLICITED);
        card.compare();
        card.send(read(QP, psn, SOURCE.va, 100));
        card.compare();
        assert_eq!(card.expect.counts.access, 1);
    }
}

#[test]
fn responder_send_whose_key_is_not_valid_completes_without_the_flag() {
    let mut card = card(454);
    let other_domain = Key {
        key: 0x0031_0007,
        pd: PD + 1,
        ..SOURCE
    };
    card.expect.memory.keys.0.push(other_domain);
    let payload = bytes(&mut card, 40);
    for (psn, key) in (1..).zip([
        SOURCE.key ^ 1,
        SOURCE.key ^ 0x100,
        other_domain.key,
        SOURCE.key,
        SOURCE.key,
    ]) {
        card.send(last_wish(psn, key, &payload).remove(0));
        card.compare();
    }
}

#[test]
fn responder_completion_waits_until_the_key_is_gone() {
    let mut card = card(455);
    card.bench.set_sink_stall(card.invalidate, 1.0);
    card.send(last_wish(1, SOURCE.key, &[1; 9]).remove(0));
    for _ in 0..500 {
        card.step();
        assert!(card.completions.is_empty() && card.answers.is_empty());
    }
    card.bench.set_sink_stall(card.invalidate, 0.2);
    card.compare();
}

#[test]
fn responder_duplicate_of_a_send_with_invalidate_leaves_the_key_alone() {
    let mut card = card(456);
    let packet = last_wish(1, SOURCE.key, &[1; 9]).remove(0);
    card.send(packet.clone());
    card.compare();
    // The key is made anew.
    card.expect.memory.keys.0.push(SOURCE);
    card.send(packet);
    card.send(read(QP, 2, SOURCE.va, 100));
    card.compare();
}
