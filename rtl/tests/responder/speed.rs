//! Cycles a packet, without stalls.
use crate::card::Card;
use crate::expect::*;
use crate::reads::{SOURCE, read, reader};
use crate::sends::{send, sge, wqe};
use crate::writes::*;

/// A card without stalls, whose QPs have all a long way to go.
fn fast(qps: u16) -> Card {
    let mut card = Card::new(1);
    card.bench.set_stall(0.0);
    card.expect.memory.keys.0.push(REGION);
    (0..qps).for_each(|n| card.qp(QP + n, qp(1), 0));
    card
}

/// Runs until all requests are taken; cycles a packet.
fn measure(card: &mut Card) -> f64 {
    let (count, start) = (card.bench.pending(card.request), card.bench.cycle());
    card.run_until(100_000, |card| card.bench.pending(card.request) == 0);
    (card.bench.cycle() - start) as f64 / count as f64
}

#[test]
fn responder_small_writes_take_at_most_four_cycles() {
    for (qps, most) in [(1, 6.0), (16, 4.0)] {
        let mut card = fast(qps);
        for psn in 0..500 {
            let payload = bytes(&mut card, 64);
            card.send(
                write(
                    QP + psn % qps,
                    u32::from(psn / qps),
                    1,
                    REGION.va,
                    &payload,
                    None,
                )
                .remove(0),
            );
        }
        let cycles = measure(&mut card);
        println!("64-byte WRITE over {qps} QPs: {cycles:.2} cycles a packet");
        assert!(cycles <= most, "{cycles}");
        card.compare();
    }
}

#[test]
fn responder_full_packets_arrive_at_a_beat_a_cycle() {
    let mut card = fast(1);
    let payload = bytes(&mut card, 256 * 400);
    write(QP, 0, 1, REGION.va, &payload, None)
        .into_iter()
        .for_each(|packet| card.send(packet));
    let cycles = measure(&mut card);
    println!("256-byte packets of a long WRITE: {cycles:.2} cycles a packet");
    assert!(cycles <= 6.0, "{cycles}");
    card.compare();
}

#[test]
fn responder_small_sends_over_many_qps_take_at_most_eight_cycles() {
    let mut card = fast(100);
    for qpn in QP..QP + 100 {
        card.post(qpn, (0..4).map(|_| wqe(&[sge(REGION.va, 64)])).collect());
    }
    card.settle();
    for psn in 0..4 {
        for qpn in QP..QP + 100 {
            let payload = bytes(&mut card, 64);
            card.send(send(qpn, psn, 1, &payload, None).remove(0));
        }
    }
    let cycles = measure(&mut card);
    println!("64-byte SEND over 100 QPs: {cycles:.2} cycles a packet");
    assert!(cycles <= 8.0, "{cycles}");
    card.compare();
}

/// Runs until this many packets have been answered; cycles each, from the first on.
fn measure_answers(card: &mut Card, count: usize) -> f64 {
    let said = |card: &Card| card.answers.values().map(Vec::len).sum::<usize>();
    card.run_until(10_000, |card| said(card) > 0);
    let start = card.bench.cycle();
    card.run_until(100_000, |card| said(card) == count);
    (card.bench.cycle() - start) as f64 / count as f64
}

/// A card without stalls whose QPs read, with a host that takes a while to answer.
fn fast_reader(qps: u16) -> Card {
    let mut card = fast(0);
    card.expect.memory.keys.0.push(SOURCE);
    card.read_delay = 250;
    (0..qps).for_each(|n| card.qp(QP + n, reader(1), 0));
    card
}

#[test]
fn responder_small_reads_take_at_most_six_cycles() {
    for (qps, most) in [(1, 6.0), (16, 6.0)] {
        let mut card = fast_reader(qps);
        for n in 0..512 {
            let va = SOURCE.va + 64 * u64::from(n);
            card.send(read(QP + n % qps, u32::from(n / qps), va, 64));
        }
        let cycles = measure_answers(&mut card, 512);
        println!("64-byte READ over {qps} QPs: {cycles:.2} cycles a response");
        assert!(cycles <= most, "{cycles}");
        card.compare();
    }
}

#[test]
fn responder_long_reads_keep_up_with_the_line() {
    // 256 bytes of payload take 6.76 cycles of 4 ns at 100 Gb/s, headers and gaps counted.
    for qps in [1, 8] {
        let mut card = fast_reader(qps);
        for n in 0..qps {
            card.send(read(QP + n, 0, SOURCE.va, 256 * 1000 / u32::from(qps)));
        }
        let cycles = measure_answers(&mut card, 1000);
        println!("256-byte responses of long READs of {qps} QPs: {cycles:.2} cycles each");
        assert!(cycles <= 6.76, "{cycles}");
        card.compare();
    }
}

#[test]
fn responder_acknowledges_beside_long_reads_cost_little() {
    let mut card = fast_reader(1);
    let payload = bytes(&mut card, 64);
    card.send(read(QP, 0, SOURCE.va, 256 * 1000));
    (1..17).for_each(|n| card.qp(QP + n, reader(1), 0));
    for n in 0..1000 {
        let qpn = QP + 1 + n % 16;
        card.send(write(qpn, u32::from(n / 16), 1, REGION.va, &payload, None).remove(0));
    }
    let cycles = measure(&mut card);
    println!("64-byte WRITE over 16 QPs beside a long READ: {cycles:.2} cycles a packet");
    assert!(cycles <= 10.0, "{cycles}");
    card.run_until(20_000, |card| card.answers[&QP].len() == 1000);
    card.compare();
}

// The bench answers the memory block's checks at once: this is the responder's own share of the latency.
#[test]
fn responder_own_share_of_the_first_writes_latency_is_small() {
    for sends in [false, true] {
        let mut card = fast(1);
        card.post(QP, vec![wqe(&[sge(REGION.va, 64)])]);
        card.settle();
        let payload = bytes(&mut card, 64);
        let packet = match sends {
            true => send(QP, 0, 1, &payload, None).remove(0),
            false => write(QP, 0, 1, REGION.va, &payload, None).remove(0),
        };
        card.send(packet);
        let start = card.bench.cycle();
        card.run_until(100, |card| card.wrote(bus(REGION.va)));
        println!(
            "first write after {} cycles, SEND {sends}",
            card.bench.cycle() - start
        );
        assert!(card.bench.cycle() - start <= 16);
        card.compare();
    }
}
