//! Frames made bad: bits, bytes, fields, lengths, pieces of other frames.
//!
//! A change is made to the bytes, and then, most of the time, the checks that would give it away at once are made right again, so that it
//! gets deep. Where a field stands is known from the frame before the change.
use super::make;
use super::seeds::Seeds;
use crate::link::frame::{LONGEST, Roce};
use fastrand::Rng;
use ferric_layout::opcode::{self, TABLE, headers, transport};
use ferric_layout::sizes::{PMTU_MAX, QPS};
use ferric_layout::wire::{self, Bth};
use std::ops::Range;

/// Chance in a hundred that the checks are repaired after a change.
const REPAIRED: u32 = 85;
/// Chance in a hundred that another change follows.
const MORE: u32 = 25;
/// Offsets in a BTH.
const FLAGS: usize = 1;
const PKEY: usize = 2;
const QPN: usize = 5;
const PSN: usize = 9;
const BTH: usize = size_of::<Bth>();
/// Lengths at which something may go wrong.
const EDGES: [usize; 12] = [0, 1, 3, 4, 63, 64, 65, 255, 256, 257, 4096, 4097];

/// Changes a frame, at least once.
pub fn mutate(frame: &mut Vec<u8>, seeds: &Seeds, rng: &mut Rng) {
    loop {
        match Roce::find(frame) {
            Some(roce) if roce.end - roce.bth >= BTH + wire::ICRC => {
                change(frame, &roce, seeds, rng)
            }
            _ => scribble(frame, rng),
        }
        if percent(rng, REPAIRED) {
            make::repair(frame);
        }
        if !percent(rng, MORE) {
            break;
        }
    }
    frame.truncate(LONGEST);
    if frame.is_empty() {
        frame.push(rng.u8(..));
    }
}

/// Whether something with this chance in a hundred happens.
pub fn percent(rng: &mut Rng, chance: u32) -> bool {
    rng.u32(..100) < chance
}

/// A bit or a byte anywhere.
fn scribble(frame: &mut [u8], rng: &mut Rng) {
    let Some(last) = frame.len().checked_sub(1) else {
        return;
    };
    let at = rng.usize(..=last);
    match rng.bool() {
        true => frame[at] ^= 1 << rng.u8(..8),
        false => frame[at] = rng.u8(..),
    }
}

/// A number of so many bytes, near what it is, or at an edge, or anything.
fn renumber(field: &mut [u8], rng: &mut Rng) {
    let old = field
        .iter()
        .fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    let new = match rng.u32(..8) {
        0 => 0,
        1 => u64::MAX,
        2 => rng.u64(..),
        3 => old ^ 1 << rng.usize(..8 * field.len()),
        4 => old.wrapping_add(1),
        5 => old.wrapping_sub(1),
        6 => old.wrapping_add(rng.u64(..300)),
        _ => old.wrapping_sub(rng.u64(..300)),
    };
    let bytes = new.to_be_bytes();
    field.copy_from_slice(&bytes[8 - field.len()..]);
}

/// Where the fields of the headers behind the BTH stand, from the BTH on.
fn fields(set: u8) -> Vec<Range<usize>> {
    let known: [(u8, &[usize]); 7] = [
        (headers::RETH, &[8, 4, 4]),
        (headers::ATOMIC, &[8, 4, 8, 8]),
        (headers::AETH, &[1, 3]),
        (headers::ATOMIC_ACK, &[8]),
        (headers::IMMEDIATE, &[4]),
        (headers::INVALIDATE, &[4]),
        (headers::DETH, &[4, 4]),
    ];
    let mut at = BTH;
    let present = known.iter().filter(|(bit, _)| set & bit != 0);
    let sizes = present.flat_map(|(_, sizes)| sizes.iter());
    sizes
        .map(|size| {
            at += size;
            at - size..at
        })
        .collect()
}

/// Writes what IP and UDP say of the length.
fn set_lengths(frame: &mut [u8], roce: &Roce, udp: usize) {
    let ip = if roce.v6 { udp } else { udp + wire::IPV4 };
    let at = if roce.v6 { roce.ip + 4 } else { roce.ip + 2 };
    frame[at..at + 2].copy_from_slice(&(ip as u16).to_be_bytes());
    frame[roce.udp + 4..roce.udp + 6].copy_from_slice(&(udp as u16).to_be_bytes());
}

/// Makes what is behind UDP as long as `length`, with lengths that say so.
fn resize(frame: &mut Vec<u8>, roce: &Roce, length: usize, rng: &mut Rng) {
    frame.resize_with(roce.bth + length, || rng.u8(..));
    set_lengths(frame, roce, wire::UDP + length);
}

/// One change to a RoCE v2 packet.
fn change(frame: &mut Vec<u8>, roce: &Roce, seeds: &Seeds, rng: &mut Rng) {
    let bth = roce.bth;
    let behind = roce.end - bth;
    match rng.u32(..30) {
        0..=2 => scribble(frame, rng),
        3 => {
            // What can be behind the headers of the new opcode is left to chance.
            frame[bth] = opcode::opcode(transport::RC, rng.u8(..32));
        }
        4 => frame[bth] = TABLE[rng.usize(..TABLE.len())].operation,
        5 => frame[bth] = rng.u8(..),
        6 => {
            let kinds = [transport::UC, transport::UD, transport::CNP, transport::XRC];
            frame[bth] = opcode::opcode(kinds[rng.usize(..4)], frame[bth]);
        }
        7 => renumber(&mut frame[bth + PSN..bth + PSN + 3], rng),
        8 => frame[bth + PSN..bth + PSN + 3].copy_from_slice(&make::three(rng.u32(..))),
        9 => renumber(&mut frame[bth + QPN..bth + QPN + 3], rng),
        10 => {
            let qpn = make::three(rng.u32(..2 * QPS as u32));
            frame[bth + QPN..bth + QPN + 3].copy_from_slice(&qpn);
        }
        11 => frame[bth + FLAGS] ^= 1 << rng.u8(4..8),
        12 => frame[bth + FLAGS] ^= rng.u8(1..16),
        13 => renumber(&mut frame[bth + PKEY..bth + PKEY + 2], rng),
        14 => frame[bth + 4 + 4 * rng.usize(..2)] = rng.u8(..),
        15..=19 => {
            // A field of a header behind the BTH.
            let set = opcode::row(frame[bth]).map_or(0, |row| row.headers);
            let places = fields(set);
            let place = rng.choice(places).filter(|place| place.end <= behind);
            match place {
                Some(place) => renumber(&mut frame[bth + place.start..bth + place.end], rng),
                None => scribble(frame, rng),
            }
        }
        20 => {
            let edge = EDGES[rng.usize(..EDGES.len())];
            resize(frame, roce, edge, rng);
        }
        21 => {
            let length = (behind + rng.usize(..12)).saturating_sub(6);
            resize(frame, roce, length, rng);
        }
        22 => {
            // Right but for its length, in whole words.
            let length = (behind / 4 + rng.usize(..40)).saturating_sub(20) * 4;
            resize(frame, roce, length.min(2 * PMTU_MAX), rng);
        }
        23 => {
            let lengths = [
                if roce.v6 { roce.ip + 4 } else { roce.ip + 2 },
                roce.udp + 4,
            ];
            let at = lengths[rng.usize(..2)];
            renumber(&mut frame[at..at + 2], rng);
            // Both the same.
            if rng.bool() {
                let udp = u16::from_be_bytes([frame[roce.udp + 4], frame[roce.udp + 5]]);
                let most = usize::from(u16::MAX) - wire::IPV4;
                set_lengths(frame, roce, usize::from(udp).min(most));
            }
        }
        24 => frame.truncate(rng.usize(1..=frame.len())),
        25 => {
            let length = frame.len() + rng.usize(1..100);
            frame.resize_with(length, || rng.u8(..));
        }
        26 => {
            // Ethernet, IP and UDP headers.
            let at = rng.usize(..bth);
            frame[at] ^= 1 << rng.u8(..8);
        }
        27 => {
            let kinds = [wire::ETHERTYPE_IPV4, wire::ETHERTYPE_IPV6, 0x0806, 0x8915];
            let kind = kinds[rng.usize(..kinds.len())];
            frame[roce.ip - 2..roce.ip].copy_from_slice(&kind.to_be_bytes());
        }
        28 => {
            // A tag more or less.
            if roce.ip > wire::ETHERNET {
                frame.drain(12..12 + wire::VLAN);
            } else {
                let kind = if percent(rng, 80) {
                    wire::ETHERTYPE_VLAN
                } else {
                    0x88a8
                };
                let [a, b] = kind.to_be_bytes();
                frame.splice(12..12, [a, b, rng.u8(..), rng.u8(..)]);
            }
        }
        _ => splice(frame, roce, seeds, rng),
    }
}

/// The end of another packet, from somewhere in it.
fn splice(frame: &mut Vec<u8>, roce: &Roce, seeds: &Seeds, rng: &mut Rng) {
    let other = seeds.frame(rng);
    let Some(other) = make::behind_udp(other) else {
        return;
    };
    let cut = rng.usize(..=(roce.end - roce.bth).min(other.len()));
    frame.truncate(roce.bth + cut);
    frame.extend(&other[cut..]);
    let length = frame.len() - roce.udp;
    set_lengths(frame, roce, length);
}
