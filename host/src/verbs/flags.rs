//! Sets of flags.

/// A set of flags in one integer, numbered as in verbs.h.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident: $bits:ty { $($(#[$fdoc:meta])* $flag:ident = $value:expr;)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            $($(#[$fdoc])* pub const $flag: $name = $name($value);)*
            /// No flag.
            pub const NONE: $name = $name(0);

            /// The flags with these bits; bits that mean nothing are dropped.
            pub const fn from_bits(bits: $bits) -> Self {
                $name(bits & (0 $(| $value)*))
            }
            /// The flags as a number.
            pub const fn bits(self) -> $bits {
                self.0
            }
            /// Whether all of `other` are set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
            /// Whether any of `other` is set.
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
            /// Whether no flag is set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// The flags of both.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                $name(self.0 | other.0)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                *self = self.union(other);
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let names = [$((stringify!($flag), Self::$flag)),*];
                let set = names.iter().filter(|(_, flag)| self.contains(*flag));
                let set: Vec<&str> = set.map(|(name, _)| *name).collect();
                write!(f, "{}({})", stringify!($name), set.join(" | "))
            }
        }
    };
}
pub(crate) use flags;
