//! What the line could carry at most, whatever the card.
use super::Operation;
use crate::link::frame::OVERHEAD;
use ferric::verbs::Mtu;
use ferric_layout::opcode::{header_bytes, headers};
use ferric_layout::wire::{Bth, ETHERNET, FRAME_MIN, ICRC, IPV6, UDP};

/// Bytes of 100 Gb/s in a cycle of 250 MHz.
pub const LINE_RATE: f64 = 50.0;
/// Data packets for which one acknowledge is granted to the other direction.
const ACKNOWLEDGED: f64 = 64.0;

/// Line time, in bytes, of a packet with these headers beside BTH, without its payload.
fn packet(set: u8) -> usize {
    ETHERNET + IPV6 + UDP + size_of::<Bth>() + header_bytes(set) + ICRC + OVERHEAD
}

/// Line time, in bytes, of the packets of a message that carry its data.
fn message(operation: Operation, mtu: Mtu, size: usize) -> usize {
    let packets = size.div_ceil(mtu.bytes()).max(1);
    let once = match operation {
        Operation::Write => header_bytes(headers::RETH),
        Operation::Read => header_bytes(headers::AETH) * packets.min(2),
        Operation::Send => 0,
    };
    let padded = size.next_multiple_of(4);
    let short = packets == 1 && packet(0) - OVERHEAD + once + padded < FRAME_MIN;
    if short {
        FRAME_MIN + OVERHEAD
    } else {
        packets * packet(0) + once + padded
    }
}

/// Payload bytes a cycle at most in one direction. With traffic in `both` directions the line also carries what the other asks for or
/// acknowledges: a request for each READ, an acknowledge for 64 packets of anything else.
pub fn ceiling(operation: Operation, mtu: Mtu, size: usize, both: bool) -> f64 {
    let packets = size.div_ceil(mtu.bytes()).max(1) as f64;
    let other = match operation {
        _ if !both => 0.0,
        Operation::Read => packet(headers::RETH) as f64,
        Operation::Write | Operation::Send => packet(headers::AETH) as f64 * packets / ACKNOWLEDGED,
    };
    size as f64 / (message(operation, mtu, size) as f64 + other) * LINE_RATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceiling_of_a_small_write_is_the_line_time_of_its_frame() {
        // 14 + 40 + 8 + 12 + 16 of headers, 4 of ICRC, 24 of line, 64 of payload.
        let bytes = ceiling(Operation::Write, Mtu::Mtu1024, 64, false);
        assert!((64.0 / bytes * LINE_RATE - 182.0).abs() < 1e-9);
    }

    #[test]
    fn ceiling_in_both_directions_leaves_room_for_the_answers() {
        let one = ceiling(Operation::Send, Mtu::Mtu256, 64 * 256, false);
        let both = ceiling(Operation::Send, Mtu::Mtu256, 64 * 256, true);
        let frames = 64.0 * (256.0 + 102.0);
        assert!((one / both - (frames + 106.0) / frames).abs() < 1e-9);
    }
}
