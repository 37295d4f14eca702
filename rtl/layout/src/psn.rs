//! Packet sequence numbers: 24 bits, compared around the circle (digest §5).

/// A packet sequence number, modulo 2^24.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Psn(u32);

impl Psn {
    /// Bits of a PSN.
    pub const BITS: u32 = 24;
    /// All ones in a PSN's width.
    pub const MASK: u32 = (1 << Self::BITS) - 1;

    /// The low 24 bits of `value`.
    pub const fn new(value: u32) -> Self {
        Psn(value & Self::MASK)
    }
    /// The number itself, below 2^24.
    pub const fn value(self) -> u32 {
        self.0
    }
    /// The PSN `n` packets later.
    #[allow(clippy::should_implement_trait)] // a PSN and a count are different things: `psn + psn` must not compile
    pub const fn add(self, n: u32) -> Self {
        Psn::new(self.0.wrapping_add(n))
    }
    /// How far `self` is past `other`, in -2^23 .. 2^23.
    pub const fn distance(self, other: Psn) -> i32 {
        ((self.0.wrapping_sub(other.0) << 8) as i32) >> 8
    }
    /// Whether `self` comes before `other`; a distance of exactly 2^23 counts as before.
    pub const fn is_before(self, other: Psn) -> bool {
        self.distance(other) < 0
    }
}

#[cfg(test)]
mod tests {
    use super::Psn;

    #[test]
    fn psn_compare_around_wrap_is_signed() {
        let last = Psn::new(0xFF_FFFF);
        assert_eq!(last.add(1), Psn::new(0));
        assert!(last.is_before(Psn::new(0)));
        assert_eq!(Psn::new(5).distance(last), 6);
        assert_eq!(Psn::new(0x80_0000).distance(Psn::new(0)), -0x80_0000);
    }
}
