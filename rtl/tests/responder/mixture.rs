//! Everything at once, at random, over several QPs.
use crate::atomics::{WORDS, atomic};
use crate::card::{Card, RESET};
use crate::expect::*;
use crate::reads::{SOURCE, read};
use crate::sends::{scattered, send};
use crate::writes::*;
use ferric_layout::opcode::operation as op;
use ferric_layout::psn::Psn;
use ferric_layout::qp::{access, pmtu_bytes};

const QPNS: [u16; 5] = [2, 3, 77, 512, 1023];

/// What a requester would send next on this QP, or something that none should.
fn next(card: &mut Card, qpn: u16) -> Vec<Packet> {
    let qp = &card.expect.qps[&qpn];
    let (psn, pmtu) = (qp.epsn, qp.pmtu);
    let most = pmtu_bytes(pmtu) * 3;
    let random = card.bench.random();
    let (length, immediate) = (random.usize(..most), random.bool().then(|| random.u32(..)));
    let length = [length, length, 0, pmtu_bytes(pmtu)][random.usize(..4)];
    let va = REGION.va + random.u64(..REGION.length - most as u64);
    let source = SOURCE.va + random.u64(..SOURCE.length - most as u64);
    let word = 8 * u64::from(qpn) + random.u64(..8);
    let (swap, compare) = (random.u64(..2), random.u64(..2));
    let kind = random.u32(..6);
    let payload = bytes(card, length);
    let mut packets = match kind {
        0 => vec![read(qpn, psn, source, length as u32)],
        1 => vec![atomic(qpn, psn, op::FETCH_ADD, word, swap, compare)],
        2 => vec![atomic(qpn, psn, op::COMPARE_SWAP, word, swap, compare)],
        3 => send(qpn, psn, pmtu, &payload, immediate),
        _ => write(qpn, psn, pmtu, va, &payload, immediate),
    };
    let random = card.bench.random();
    for packet in &mut packets {
        packet.ack |= random.u32(..4) == 0;
        packet.solicited |= random.u32(..4) == 0;
    }
    let at = random.usize(..packets.len());
    match random.u32(..24) {
        // The link loses one, sends one twice, or swaps two.
        0 => drop(packets.remove(at)),
        1 => packets.insert(at, packets[at].clone()),
        2 => packets.swap(0, at),
        3 => packets[at].psn = packets[at].psn.wrapping_sub(random.u32(..20)) & 0xFF_FFFF,
        // The requester is broken.
        4 => packets[at].rkey ^= 1 << random.u32(..32),
        5 => packets[at].opcode = random.u8(..),
        6 => packets[at].pad = Some(random.u8(..4)),
        7 => packets[at].dma_length = random.u32(..),
        8 => packets[at].va = random.u64(..),
        9 => packets[at].payload.truncate(length / 2),
        10 => {
            packets[at].opcode =
                [op::READ_REQUEST, op::SEND_MIDDLE, op::WRITE_LAST][random.usize(..3)]
        }
        _ => {}
    }
    packets
}

#[test]
fn responder_random_traffic_matches_the_digest() {
    for seed in 200..212 {
        let mut card = Card::new(seed);
        card.expect.memory.keys.0.extend([REGION, SOURCE, WORDS]);
        for qpn in QPNS {
            fresh(&mut card, qpn);
        }
        for _ in 0..12 {
            // Receives, now and then one that cannot be used.
            for qpn in QPNS {
                let count = card
                    .bench
                    .random()
                    .usize(..5)
                    .min(7 - card.expect.qps[&qpn].wqes.len().min(7));
                let mut wqes: Vec<Wqe> = (0..count).map(|_| scattered(&mut card, 3000)).collect();
                for wqe in &mut wqes {
                    match card.bench.random().u32(..25) {
                        0 => wqe.sges[3].key ^= 0x100,
                        1 => wqe.sges.truncate(1),
                        _ => {}
                    }
                }
                if count > 0 {
                    card.post(qpn, wqes);
                }
            }
            card.settle();
            // Packets of all QPs in turns.
            let mut queues: Vec<Vec<Packet>> = QPNS.map(|_| vec![]).into();
            for _ in 0..4 {
                for (n, qpn) in QPNS.into_iter().enumerate() {
                    if queues[n].is_empty() {
                        queues[n] = next(&mut card, qpn);
                    }
                }
                while queues.iter().any(|queue| !queue.is_empty()) {
                    let n = card.bench.random().usize(..QPNS.len());
                    if !queues[n].is_empty() {
                        let packet = queues[n].remove(0);
                        let epsn = Psn::new(card.expect.qps[&packet.qpn].epsn);
                        let asks = [op::READ_REQUEST, op::COMPARE_SWAP, op::FETCH_ADD]
                            .contains(&packet.opcode);
                        match asks && Psn::new(packet.psn).is_before(epsn) {
                            true => card.send_alone(packet),
                            false => card.send(packet),
                        }
                    }
                }
            }
            card.compare();
            for qpn in QPNS {
                if !card.expect.qps[&qpn].active {
                    card.order(qpn, RESET, 0);
                    fresh(&mut card, qpn);
                }
            }
        }
        println!("seed {seed}: {:?}", card.expect.counts);
    }
}

fn fresh(card: &mut Card, qpn: u16) {
    let random = card.bench.random();
    let (pmtu, psn) = (random.u8(1..3), random.u32(..1 << 24));
    let psn = if random.bool() { psn } else { 0xFF_FFF8 };
    card.qp(qpn, Qp::new(PD, access::ALL, pmtu, 3), psn);
}
