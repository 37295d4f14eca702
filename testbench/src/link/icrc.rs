//! The invariant CRC of RoCE v2: the end-to-end check over everything that routers do not change.
//!
//! Written from the protocol alone and sharing nothing with the hardware, so that the two can contradict each other.
//! It is the CRC of Ethernet over eight bytes of ones (for the header that InfiniBand would have here) and the packet
//! from the IP header on, with the changeable fields read as ones; on the wire its low byte comes first.

use thiserror::Error;

use super::frame::Roce;

const ICRC: usize = 4;
const BTH: usize = 12;
/// Stands for the link header of InfiniBand.
const PREFIX: [u8; 8] = [0xff; 8];

/// Why a frame has no good ICRC.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum IcrcError {
    /// Not RoCE v2, or its lengths disagree.
    #[error("no RoCE v2 packet")]
    NotRoce,
    /// Too short to hold transport header and ICRC.
    #[error("a packet of {0} bytes behind UDP holds no transport header and ICRC")]
    Runt(usize),
    /// It does not match.
    #[error("ICRC {found:#010x}, computed {expected:#010x}")]
    Mismatch {
        /// In the frame.
        found: u32,
        /// Over the frame.
        expected: u32,
    },
}

/// Offsets, from the IP header, of the bytes that count as ones; the top nibble of the first is kept for version 6.
fn masked(roce: &Roce) -> Vec<usize> {
    let ip: &[usize] = if roce.v6 {
        &[0, 1, 2, 3, 7]
    } else {
        &[1, 8, 10, 11]
    };
    let udp = roce.udp - roce.ip;
    ip.iter()
        .copied()
        .chain([udp + 6, udp + 7, udp + 8 + 4])
        .collect()
}

/// The ICRC that a frame should carry.
pub fn compute(frame: &[u8]) -> Result<u32, IcrcError> {
    let roce = Roce::find(frame).ok_or(IcrcError::NotRoce)?;
    if roce.end - roce.bth < BTH + ICRC {
        return Err(IcrcError::Runt(roce.end - roce.bth));
    }
    let mut covered = frame[roce.ip..roce.end - ICRC].to_vec();
    let version = covered[0];
    for offset in masked(&roce) {
        covered[offset] = 0xff;
    }
    if roce.v6 {
        covered[0] = version | 0x0f;
    }
    let mut crc = crc32fast::Hasher::new();
    crc.update(&PREFIX);
    crc.update(&covered);
    Ok(crc.finalize())
}

/// Checks the ICRC of a frame.
pub fn check(frame: &[u8]) -> Result<(), IcrcError> {
    let expected = compute(frame)?;
    let end = Roce::find(frame).ok_or(IcrcError::NotRoce)?.end;
    let found = frame[end - ICRC..end]
        .iter()
        .rev()
        .fold(0, |crc, byte| crc << 8 | u32::from(*byte));
    if found == expected {
        Ok(())
    } else {
        Err(IcrcError::Mismatch { found, expected })
    }
}

/// Writes the right ICRC into a frame that has room for it.
pub fn stamp(frame: &mut [u8]) -> Result<(), IcrcError> {
    let icrc = compute(frame)?;
    let end = Roce::find(frame).ok_or(IcrcError::NotRoce)?.end;
    frame[end - ICRC..end].copy_from_slice(&icrc.to_le_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets from the IP header on, and the four bytes of their ICRC as captured or computed elsewhere.
    const VECTORS: [(&str, &str); 5] = [
        (
            "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff400001180000000000000000000000000000000000000000",
            "82fd002a",
        ),
        (
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf17104630818be28935d90e9a95505401be885e500000",
            "78f353f3",
        ),
        (
            "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024c00012b7002ce7c52460ffff000000d300cf17104630818be28935d90e9a95505401be885e500000",
            "3e5b743b",
        ),
        (
            "4502004400004000401126a50a0000010a000002c12312b7003000000a30ffff000000118000010000000000000010001234567800000005",
            "77d1d9b2",
        ),
        (
            "4502003000004000401126b90a0000020a000001c12312b7001c00001100ffff00000012000001001f000001",
            "4a6e4fa7",
        ),
    ];

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
            .collect()
    }

    fn frames() -> Vec<(Vec<u8>, Vec<u8>)> {
        VECTORS
            .iter()
            .enumerate()
            .map(|(index, (packet, icrc))| {
                let mut packet = bytes(packet);
                if index == 3 {
                    packet.extend(b"hello\0\0\0");
                }
                let kind = if packet[0] >> 4 == 6 {
                    [0x86, 0xdd]
                } else {
                    [0x08, 0x00]
                };
                let mut frame = vec![2; 12];
                frame.extend(kind);
                frame.extend(packet);
                frame.extend(bytes(icrc));
                (frame, bytes(icrc))
            })
            .collect()
    }

    #[test]
    fn worked_vectors_check_and_stamp() {
        for (mut frame, icrc) in frames() {
            assert_eq!(check(&frame), Ok(()));
            let end = frame.len();
            frame[end - 4..].fill(0);
            assert!(matches!(
                check(&frame),
                Err(IcrcError::Mismatch { found: 0, .. })
            ));
            stamp(&mut frame).unwrap();
            assert_eq!(frame[end - 4..], icrc);
        }
    }

    #[test]
    fn padding_and_a_vlan_tag_do_not_matter() {
        for (mut frame, _) in frames() {
            frame.extend([9; 7]);
            frame.splice(12..12, [0x81, 0, 0, 1]);
            assert_eq!(check(&frame), Ok(()));
        }
    }

    #[test]
    fn every_bit_matters_but_those_that_routers_change() {
        for (frame, _) in frames() {
            let v6 = frame[14] >> 4 == 6;
            let udp = if v6 { 54 } else { 34 };
            let changeable: &[usize] = if v6 { &[1, 2, 3, 7] } else { &[1, 8, 10, 11] };
            let free = |at: usize, bit: usize| {
                v6 && at == 14 && bit < 4
                    || changeable.contains(&(at - 14))
                    || [udp + 6, udp + 7, udp + 12].contains(&at)
            };
            for at in 14..frame.len() {
                for bit in 0..8 {
                    let mut changed = frame.clone();
                    changed[at] ^= 1 << bit;
                    assert_eq!(
                        check(&changed).is_ok(),
                        free(at, bit),
                        "byte {at} bit {bit}"
                    );
                }
            }
        }
    }

    #[test]
    fn runts_are_told_from_other_traffic() {
        let (mut frame, _) = frames().remove(4);
        frame.truncate(42 + 15);
        frame[17] = (frame.len() - 14) as u8;
        frame[39] = (frame.len() - 34) as u8;
        assert_eq!(check(&frame), Err(IcrcError::Runt(15)));
        assert_eq!(check(&[0; 60]), Err(IcrcError::NotRoce));
    }
}
