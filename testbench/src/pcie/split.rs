//! Where a completer may cut the answer to a read.
//!
//! Every cut stands at a multiple of the read completion boundary (64 or 128 bytes), except that the last packet ends
//! where the request ends; no packet exceeds the payload limit. Which of the legal cuts is taken is the policy's choice.

use fastrand::Rng;

/// How a read's answer is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitPolicy {
    /// As few packets as the payload limit allows.
    #[default]
    Largest,
    /// At each boundary.
    EachBoundary,
    /// At multiples of so many bytes, a power of two and at least the boundary.
    Pieces(u64),
    /// At any legal boundary, by seed.
    Random,
}

/// The limits that both ends of a link agreed on.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Read completion boundary in bytes.
    pub boundary: u64,
    /// Largest payload in bytes.
    pub max_payload: u64,
}

impl SplitPolicy {
    /// Bytes of the next packet of an answer that continues at byte address `address` with `remaining` bytes to go.
    pub fn next(self, rng: &mut Rng, limits: Limits, address: u64, remaining: u64) -> u64 {
        let Limits {
            boundary,
            max_payload,
        } = limits;
        let end = address + remaining;
        let furthest = (address & !3) + max_payload;
        let step = match self {
            Self::Pieces(bytes) => bytes.clamp(boundary, max_payload),
            _ => boundary,
        };
        let first = (address / step + 1) * step;
        if first >= end {
            return remaining;
        }
        let reach = furthest.min(end);
        let last = reach / boundary * boundary;
        let stop = match self {
            Self::EachBoundary | Self::Pieces(_) => first,
            Self::Largest if end <= furthest => end,
            Self::Largest => last,
            Self::Random => {
                let ends_short = u64::from(end <= furthest && end != last);
                let cuts = (last - first) / boundary + 1 + ends_short;
                (first + rng.u64(0..cuts) * boundary).min(end)
            }
        };
        stop - address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_boundary_cuts_as_the_reference_vector() {
        let limits = Limits {
            boundary: 64,
            max_payload: 256,
        };
        let mut rng = Rng::with_seed(1);
        let (mut address, mut remaining, mut parts) = (0x1234_5622, 100, Vec::new());
        while remaining > 0 {
            let bytes = SplitPolicy::EachBoundary.next(&mut rng, limits, address, remaining);
            parts.push(bytes);
            address += bytes;
            remaining -= bytes;
        }
        assert_eq!(parts, [0x64 - 0x46, 0x46 - 6, 6]);
    }

    #[test]
    fn every_policy_cuts_only_at_boundaries_within_the_payload_limit() {
        let mut rng = Rng::with_seed(2);
        let mut lengths = std::collections::HashSet::new();
        for round in 0..20_000 {
            let policy = [
                SplitPolicy::Largest,
                SplitPolicy::EachBoundary,
                SplitPolicy::Pieces(256),
                SplitPolicy::Random,
            ][round % 4];
            let boundary = if rng.bool() { 64 } else { 128 };
            let limits = Limits {
                boundary,
                max_payload: 128 << rng.u64(0..3),
            };
            let mut address = rng.u64(0..4096);
            let mut remaining = rng.u64(1..=4096 - address);
            while remaining > 0 {
                let bytes = policy.next(&mut rng, limits, address, remaining);
                assert!(bytes > 0 && bytes <= remaining);
                assert!((address & 3) + bytes <= limits.max_payload);
                address += bytes;
                remaining -= bytes;
                assert!(remaining == 0 || address.is_multiple_of(boundary));
                if policy == SplitPolicy::Random {
                    lengths.insert(bytes);
                }
            }
        }
        assert!(lengths.len() > 100, "a random policy that never varies");
    }
}
