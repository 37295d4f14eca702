//! The fence: when it is answered, nothing that a key had opened is under way, whatever else there is.
use crate::atomics::{WORDS, atomic};
use crate::card::Card;
use crate::invalidate::last_wish;
use crate::reads::{SOURCE, read, reader, span};
use crate::sends::{sge, wqe};
use crate::writes::*;
use ferric_layout::opcode::operation as op;

/// Raises the fence, waits until it is answered, and lets it fall; the cycles that took.
fn fence(card: &mut Card) -> u64 {
    let began = card.bench.cycle();
    card.bench.model.poke("fence", true);
    card.run_until(3000, |card| card.bench.model.peek("fenced") == 1);
    card.bench.model.poke("fence", false);
    card.bench.cycle() - began
}

/// WRITEs, READs and atomics of five queue pairs, of which the expectation does not hear.
fn mixture(card: &mut Card) {
    for qpn in 1..=5 {
        card.qp(qpn, reader(1), 0);
    }
    let mut psns = [0; 6];
    for _ in 0..120 {
        let qpn = card.bench.random().u16(1..=5);
        let psn = &mut psns[usize::from(qpn)];
        let packets = match card.bench.random().u8(..4) {
            0 => vec![read(qpn, *psn, SOURCE.va + 4000, 700)],
            1 => vec![atomic(qpn, *psn, op::FETCH_ADD, u64::from(qpn), 1, 0)],
            // Over the end of a page.
            _ => write(qpn, *psn, 1, REGION.va + 4096 - 100, &[7; 600], None),
        };
        *psn += match packets[0].opcode {
            op::READ_REQUEST => span(700, 1),
            _ => packets.len() as u32,
        };
        packets.iter().for_each(|packet| card.inject(packet));
    }
}

#[test]
fn responder_fence_waits_for_all_that_keys_have_opened() {
    let mut waited = 0;
    for seed in 470..482 {
        let mut card = Card::new(seed);
        card.expect.memory.keys.0.extend([REGION, SOURCE, WORDS]);
        (card.read_delay, card.write_delay) = (200, 150);
        mixture(&mut card);
        let moment = card.bench.random().u64(..900);
        (0..moment).for_each(|_| card.step());
        // From now on the memory block finds no key.
        card.expect.memory.keys.0.clear();
        waited += usize::from(card.under_way() > 0);
        fence(&mut card);
        let (touches, under_way) = (card.touches, card.under_way());
        assert_eq!(under_way, 0, "seed {seed}");
        (0..600).for_each(|_| card.step());
        assert_eq!(card.touches, touches, "seed {seed}");
        // Nothing is left to wait for.
        assert!(fence(&mut card) < 10, "seed {seed}");
    }
    assert!(waited > 5, "{waited}");
}

#[test]
fn responder_fence_does_not_wait_for_answers() {
    let mut card = Card::new(500);
    card.expect.memory.keys.0.extend([REGION, SOURCE]);
    card.qp(QP, reader(1), 1);
    card.post(QP, vec![wqe(&[sge(REGION.va, 4096)])]);
    card.settle();
    // A completion waits for its key; what comes behind it fills every queue.
    card.bench.set_sink_stall(card.invalidate, 1.0);
    card.send(last_wish(1, SOURCE.key, &[1; 9]).remove(0));
    for psn in 2..300 {
        let packets = write(QP, psn, 1, REGION.va + 64 * u64::from(psn), &[3; 64], None);
        packets.into_iter().for_each(|packet| card.send(packet));
    }
    (0..3000).for_each(|_| card.step());
    assert!(card.bench.pending(card.request) > 100);
    fence(&mut card);
    assert_eq!(card.under_way(), 0);
    card.bench.set_sink_stall(card.invalidate, 0.2);
    card.compare();
}
