//! Byte enables of a request, and the byte count and lower address that follow from them.
//!
//! PCI Express base specification, "First/Last DW Byte Enables Rules" and "Completion Rules".

/// Number of double words touched by `bytes` bytes from byte address `address`; a zero-length access touches one.
pub fn words(address: u64, bytes: usize) -> u16 {
    (((address & 3) as usize + bytes).div_ceil(4)).max(1) as u16
}

/// First and last byte enables of an access of `bytes` bytes at byte address `address`.
pub fn first_last(address: u64, bytes: usize) -> (u8, u8) {
    if bytes == 0 {
        return (0, 0);
    }
    let first = (0xf << (address & 3)) as u8 & 0xf;
    let last = 0xf >> (3 - ((address as usize + bytes - 1) & 3)) as u8;
    if words(address, bytes) == 1 {
        (first & last, 0)
    } else {
        (first, last)
    }
}

/// Disabled bytes before the first enabled one.
pub fn lead(first: u8) -> u16 {
    if first & 0xf == 0 {
        0
    } else {
        first.trailing_zeros() as u16
    }
}

/// Disabled bytes after the last enabled one.
fn trail(last: u8) -> u16 {
    if last & 0xf == 0 {
        0
    } else {
        (last & 0xf).leading_zeros() as u16 - 4
    }
}

/// The byte count of the first completion of a memory read: from the first to the last enabled byte, at least one.
pub fn byte_count(words: u16, first: u8, last: u8) -> u16 {
    match (words, first & 0xf) {
        (1, 0) => 1,
        (1, first) => 4 - lead(first) - trail(first),
        _ => 4 * words - lead(first) - trail(last),
    }
}

/// Whether a memory request may carry these enables.
pub fn legal(address: u64, words: u16, first: u8, last: u8) -> bool {
    if words == 1 {
        return last == 0;
    }
    if first == 0 || last == 0 {
        return false;
    }
    let solid = matches!(first, 0xf | 0xe | 0xc | 0x8) && matches!(last, 0xf | 0x7 | 0x3 | 0x1);
    solid || (words == 2 && address.is_multiple_of(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enables_of_every_short_span_mark_exactly_its_bytes() {
        for address in 0..8u64 {
            for bytes in 0..20usize {
                let count = words(address, bytes);
                let (first, last) = first_last(address, bytes);
                assert!(legal(address & !3, count, first, last));
                let enabled = |byte: u64| {
                    let word = byte / 4 - address / 4;
                    let mask = match word {
                        0 => first,
                        w if w == u64::from(count) - 1 => last,
                        w if w < u64::from(count) => 0xf,
                        _ => 0,
                    };
                    mask >> (byte & 3) & 1 == 1
                };
                for byte in address & !3..40 {
                    let inside = byte >= address && byte < address + bytes as u64;
                    assert_eq!(
                        enabled(byte),
                        inside,
                        "address {address} bytes {bytes} byte {byte}"
                    );
                }
                assert_eq!(usize::from(byte_count(count, first, last)), bytes.max(1));
            }
        }
    }

    #[test]
    fn byte_count_of_one_word_follows_the_table() {
        let expected = [1, 1, 1, 2, 1, 3, 2, 3, 1, 4, 3, 4, 2, 4, 3, 4];
        for (first, count) in expected.into_iter().enumerate() {
            assert_eq!(byte_count(1, first as u8, 0), count, "first_be {first:x}");
        }
    }

    #[test]
    fn enables_with_holes_are_legal_only_in_short_aligned_requests() {
        assert!(legal(4, 1, 0b0101, 0));
        assert!(legal(8, 2, 0b0101, 0b1010));
        assert!(!legal(4, 2, 0b0101, 0b1111));
        assert!(!legal(8, 3, 0b0101, 0b1111));
        assert!(!legal(8, 1, 0xf, 0xf));
        assert!(!legal(8, 2, 0xf, 0));
        assert!(!legal(8, 2, 0, 0xf));
    }
}
