//! The value of a port or field: any unsigned integer, small ones without allocation.
use num_bigint::BigUint;

#[derive(Clone, Debug)]
pub enum Number {
    Small(u64),
    Big(BigUint),
}

impl Number {
    pub fn bits(&self) -> usize {
        match self {
            Number::Small(v) => 64 - v.leading_zeros() as usize,
            Number::Big(v) => v.bits() as usize,
        }
    }

    /// The low 64 bits.
    pub(crate) fn low(&self) -> u64 {
        match self {
            Number::Small(v) => *v,
            Number::Big(v) => v.iter_u64_digits().next().unwrap_or(0),
        }
    }

    /// Little-endian 32-bit words, as many as the value needs.
    pub fn words(&self) -> Vec<u32> {
        match self {
            Number::Small(v) => vec![*v as u32, (*v >> 32) as u32],
            Number::Big(v) => v.to_u32_digits(),
        }
    }
}

macro_rules! from_unsigned {
    ($($t:ty),*) => { $(
        impl From<$t> for Number {
            fn from(v: $t) -> Self {
                Number::Small(v as u64)
            }
        }
    )* };
}
from_unsigned!(bool, u8, u16, u32, u64, usize);

/// A bare literal is an `i32`; a negative one has no place in a port.
impl From<i32> for Number {
    fn from(v: i32) -> Self {
        Number::Small(u64::try_from(v).expect("a port takes no negative number"))
    }
}

impl From<u128> for Number {
    fn from(v: u128) -> Self {
        Number::Big(v.into())
    }
}

impl From<BigUint> for Number {
    fn from(v: BigUint) -> Self {
        Number::Big(v)
    }
}

impl From<&BigUint> for Number {
    fn from(v: &BigUint) -> Self {
        Number::Big(v.clone())
    }
}

/// Byte 0 is the lowest, as in a beat.
impl From<&[u8]> for Number {
    fn from(v: &[u8]) -> Self {
        Number::Big(BigUint::from_bytes_le(v))
    }
}

impl<const N: usize> From<[u8; N]> for Number {
    fn from(v: [u8; N]) -> Self {
        v.as_slice().into()
    }
}

/// Reads `bits` (at most 64) from bit `low` of little-endian words.
pub(crate) fn extract(words: &[u32], low: usize, bits: usize) -> u64 {
    debug_assert!(bits <= 64);
    let first = low / 32;
    let last = (low + bits).div_ceil(32).min(first + 3);
    let gathered = (first..last).fold(0u128, |sum, i| {
        sum | (words[i] as u128) << (32 * (i - first))
    });
    (gathered >> (low % 32)) as u64 & mask(bits)
}

/// Overwrites `bits` from bit `low` with the low bits of `value`, missing words of which are zero.
pub(crate) fn insert(words: &mut [u32], low: usize, bits: usize, value: &[u32]) {
    let mut done = 0;
    while done < bits {
        let (at, shift) = ((low + done) / 32, (low + done) % 32);
        let take = (32 - shift).min(bits - done);
        let chunk = (mask(take) as u32) & (source_bits(value, done) as u32);
        words[at] = words[at] & !((mask(take) as u32) << shift) | chunk << shift;
        done += take;
    }
}

/// The 32 bits of `value` from bit `at`.
fn source_bits(value: &[u32], at: usize) -> u64 {
    let word = |i: usize| value.get(i).copied().unwrap_or(0) as u64;
    (word(at / 32) | word(at / 32 + 1) << 32) >> (at % 32)
}

pub(crate) fn big(words: &[u32], low: usize, bits: usize) -> BigUint {
    let digits = (0..bits)
        .step_by(32)
        .map(|at| extract(words, low + at, (bits - at).min(32)) as u32);
    BigUint::new(digits.collect())
}

pub(crate) fn bytes(words: &[u32], low: usize, bits: usize) -> Vec<u8> {
    (0..bits)
        .step_by(8)
        .map(|at| extract(words, low + at, (bits - at).min(8)) as u8)
        .collect()
}

pub(crate) fn mask(bits: usize) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_then_extract_returns_the_value_and_keeps_the_rest() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let before: Vec<u32> = (0..6).map(|_| random.u32(..)).collect();
            let bits = random.usize(1..=64);
            let low = random.usize(0..=192 - bits);
            let value = random.u64(..) & mask(bits);
            let mut words = before.clone();
            insert(&mut words, low, bits, &[value as u32, (value >> 32) as u32]);
            assert_eq!(extract(&words, low, bits), value);
            let whole = |w: &[u32]| big(w, 0, 192);
            let hole = BigUint::from(mask(bits)) << low;
            assert_eq!(whole(&before) | &hole, whole(&words) | &hole);
            assert_eq!(big(&words, low, bits), value.into());
        }
    }
}
