//! RDMA WRITE.
use crate::card::Card;
use crate::expect::*;
use ferric_layout::opcode::operation as op;
use ferric_layout::qp::{access, pmtu_bytes};

pub const QP: u16 = 5;
pub const PD: u16 = 7;
pub const REGION: Key = Key {
    key: 0x0012_3456,
    pd: PD,
    access: access::LOCAL_WRITE | access::REMOTE_WRITE,
    va: 0x10_0000_0040,
    length: 1 << 20,
};

pub fn qp(pmtu: u8) -> Qp {
    Qp::new(PD, access::REMOTE_WRITE, pmtu, 14)
}

pub fn card(seed: u64, psn: u32, pmtu: u8) -> Card {
    let mut card = Card::new(seed);
    card.expect.memory.keys.0.push(REGION);
    card.qp(QP, qp(pmtu), psn);
    card
}

pub fn bytes(card: &mut Card, length: usize) -> Vec<u8> {
    let random = card.bench.random();
    std::iter::repeat_with(|| random.u8(..))
        .take(length)
        .collect()
}

/// The packets of a WRITE; the last asks for an acknowledge.
pub fn write(
    qpn: u16,
    psn: u32,
    pmtu: u8,
    va: u64,
    payload: &[u8],
    immediate: Option<u32>,
) -> Vec<Packet> {
    let mtu = pmtu_bytes(pmtu);
    let count = payload.len().div_ceil(mtu).max(1);
    let packet = |n: usize| {
        let (first, last) = (n == 0, n == count - 1);
        let opcode = match (first, last, immediate.is_some()) {
            (true, true, false) => op::WRITE_ONLY,
            (true, true, true) => op::WRITE_ONLY_IMMEDIATE,
            (true, false, _) => op::WRITE_FIRST,
            (false, false, _) => op::WRITE_MIDDLE,
            (false, true, false) => op::WRITE_LAST,
            (false, true, true) => op::WRITE_LAST_IMMEDIATE,
        };
        Packet {
            qpn,
            opcode,
            psn: psn.wrapping_add(n as u32) & 0xFF_FFFF,
            ack: last,
            va: if first { va } else { 0xBAD },
            rkey: if first { REGION.key } else { 0xBAD },
            dma_length: if first { payload.len() as u32 } else { 0xBAD },
            immediate: immediate.unwrap_or(0xBAD),
            payload: payload[n * mtu..payload.len().min((n + 1) * mtu)].to_vec(),
            ..Default::default()
        }
    };
    (0..count).map(packet).collect()
}

#[test]
fn responder_write_of_each_length_lands_and_is_acknowledged() {
    // Case 27 at every MTU, case 28 for the odd lengths, case 31 for none.
    for pmtu in 1..=5 {
        let mut card = card(pmtu.into(), 0xFF_FFFA, pmtu);
        let mtu = pmtu_bytes(pmtu);
        let mut psn = 0xFF_FFFA;
        for length in [
            0,
            1,
            2,
            3,
            4,
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
            let payload = bytes(&mut card, length);
            let va = REGION.va + card.bench.random().u64(..REGION.length - length as u64);
            let packets = write(QP, psn, pmtu, va, &payload, None);
            psn = (psn + packets.len() as u32) & 0xFF_FFFF;
            packets.into_iter().for_each(|packet| card.send(packet));
        }
        card.compare();
    }
}
