//! What an operator means: computed by rust-hdl's own `Bits`, whose width is a type, for a width
//! known only at run time. Nothing here knows the emitter.
use ast::{VerilogOp as Op, VerilogOpUnary as Unary};
use ferric_emit::kernel::{Cat, bits_cat, bits_const, bits_rep};
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// An operand as Rust has it: a bare integer, or `Bits` of a width.
#[derive(Clone, Debug)]
pub enum Operand {
    Number(u64),
    Value(BigUint, usize),
}

impl Operand {
    pub fn value(self) -> BigUint {
        match self {
            Operand::Number(n) => n.into(),
            Operand::Value(v, _) => v,
        }
    }
    fn width(&self) -> usize {
        match self {
            Operand::Number(_) => 0,
            Operand::Value(_, w) => *w,
        }
    }
}

/// Something to be done at one width.
pub enum Task<'a> {
    Binary(&'a Op, Operand, Operand),
    Not(BigUint),
    Reduce(&'a Unary, BigUint),
    Bit(BigUint, usize),
    Replace(BigUint, usize, bool),
    Constant(u64),
    Repeat(bool),
    Whole(Cat),
}

fn bit(value: bool) -> BigUint {
    u8::from(value).into()
}

fn perform<const W: usize>(task: Task) -> BigUint {
    use Operand::{Number, Value};
    macro_rules! arithmetic {
        ($l:ident $op:tt $r:ident) => {
            match ($l, $r) {
                (Value(l, _), Value(r, _)) => (Bits::<W>::from(l) $op Bits::<W>::from(r)).into(),
                (Value(l, _), Number(r)) => (Bits::<W>::from(l) $op r).into(),
                (Number(l), Value(r, _)) => (l $op Bits::<W>::from(r)).into(),
                _ => unreachable!("two bare integers"),
            }
        };
    }
    macro_rules! compare {
        ($l:ident $op:tt $r:ident) => {
            bit(match ($l, $r) {
                (Value(l, _), Value(r, _)) => Bits::<W>::from(l) $op Bits::<W>::from(r),
                (Value(l, _), Number(r)) => Bits::<W>::from(l) $op r,
                (Number(l), Value(r, _)) => l $op Bits::<W>::from(r),
                _ => unreachable!("two bare integers"),
            })
        };
    }
    // An amount has a width of its own.
    macro_rules! shift {
        ($l:ident $op:tt $r:ident) => {
            match ($l, $r) {
                (Value(l, _), Number(r)) => (Bits::<W>::from(l) $op r).into(),
                (Value(l, _), Value(r, 1)) => (Bits::<W>::from(l) $op Bits::<1>::from(r)).into(),
                (Value(l, _), Value(r, 2)) => (Bits::<W>::from(l) $op Bits::<2>::from(r)).into(),
                (Value(l, _), Value(r, _)) => (Bits::<W>::from(l) $op Bits::<8>::from(r)).into(),
                (Number(l), Value(r, _)) => (l $op Bits::<8>::from(r)).into(),
                _ => unreachable!("two bare integers"),
            }
        };
    }
    match task {
        Task::Binary(Op::Add, Value(l, _), Value(r, 1)) if W > 1 => {
            (Bits::<W>::from(l) + (r == bit(true))).into()
        }
        Task::Binary(op, l, r) => match op {
            Op::Add => arithmetic!(l + r),
            Op::Sub => arithmetic!(l - r),
            Op::BitAnd => arithmetic!(l & r),
            Op::BitOr => arithmetic!(l | r),
            Op::BitXor => arithmetic!(l ^ r),
            Op::Shl => shift!(l << r),
            Op::Shr => shift!(l >> r),
            Op::Mul => (Bits::<16>::from(l.value()) * Bits::<16>::from(r.value())).into(),
            Op::Eq => compare!(l == r),
            Op::Ne => compare!(l != r),
            Op::Lt => compare!(l < r),
            Op::Le => compare!(l <= r),
            Op::Gt => compare!(l > r),
            Op::Ge => compare!(l >= r),
            Op::LogicalAnd => bit(l.value() == bit(true) && r.value() == bit(true)),
            Op::LogicalOr => bit(l.value() == bit(true) || r.value() == bit(true)),
        },
        Task::Not(x) => (!Bits::<W>::from(x)).into(),
        Task::Reduce(Unary::All, x) => bit(Bits::<W>::from(x).all()),
        Task::Reduce(Unary::Any, x) => bit(Bits::<W>::from(x).any()),
        Task::Reduce(_, x) => bit(Bits::<W>::from(x).xor()),
        Task::Bit(x, at) => bit(Bits::<W>::from(x).get_bit(at)),
        Task::Replace(x, at, value) => Bits::<W>::from(x).replace_bit(at, value).into(),
        Task::Constant(value) => Bits::<W>::from(bits_const::<W>(value)).into(),
        Task::Repeat(value) => Bits::<W>::from(bits_rep::<W>(value)).into(),
        Task::Whole(cat) => Bits::<W>::from(cat).into(),
    }
}

fn part<const W: usize>(value: BigUint) -> Cat {
    bits_cat(Bits::<W>::from(value))
}

/// The texts of a flip-flop of `W` bits as rust-hdl writes it.
fn flip_flop<const W: usize>(_: ()) -> Verilog {
    DFF::<Bits<W>>::default().hdl()
}

macro_rules! by_width {
    ($($width:literal)*) => {
        /// Does it with `Bits<width>`.
        pub fn at_width(width: usize, task: Task) -> BigUint {
            match width { $($width => perform::<$width>(task),)* _ => panic!("width {width}") }
        }
        pub fn part_at_width(width: usize, value: BigUint) -> Cat {
            match width { $($width => part::<$width>(value),)* _ => panic!("width {width}") }
        }
        pub fn flip_flop_text(width: usize) -> Verilog {
            match width { $($width => flip_flop::<$width>(()),)* _ => panic!("width {width}") }
        }
    };
}
by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36
    37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72
    73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106
    107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128);

/// A binary operator at the width its operands have; a bare integer takes the other's.
pub fn binary(op: &Op, l: Operand, r: Operand) -> BigUint {
    let width = match op {
        Op::Shl | Op::Shr if l.width() == 0 => 64,
        Op::Shl | Op::Shr => l.width(),
        _ => l.width().max(r.width()),
    };
    at_width(width, Task::Binary(op, l, r))
}

pub fn mask(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// Bits `low..low + width`; `bit_cast` is this with `low` zero.
pub fn part_of(value: &BigUint, low: usize, width: usize) -> BigUint {
    (value >> low) & mask(width)
}

/// `bit_cast` and `get_bits` have two widths, too many pairs for a table: the shortcut above is
/// checked against them for pairs round every boundary.
#[test]
fn casts_and_slices_of_bits_are_shift_and_mask() {
    fn check<const M: usize, const N: usize>(random: &mut fastrand::Rng) {
        let value = (0..3).fold(BigUint::ZERO, |v, _| {
            v << 64 | BigUint::from(random.u64(..))
        }) & mask(N);
        let cast: BigUint = bit_cast::<M, N>(value.clone().into()).into();
        assert_eq!(
            cast,
            part_of(&value, 0, M),
            "bit_cast::<{M}, {N}>({value:#x})"
        );
        if M < N {
            let low = random.usize(..=N - M);
            let slice: BigUint = Bits::<N>::from(value.clone()).get_bits::<M>(low).into();
            assert_eq!(
                slice,
                part_of(&value, low, M),
                "get_bits::<{M}>({low}) of {value:#x}"
            );
        }
    }
    macro_rules! pairs {
        ($random:ident $($n:literal)*) => { $(
            check::<1, $n>($random); check::<2, $n>($random); check::<8, $n>($random); check::<31, $n>($random);
            check::<32, $n>($random); check::<33, $n>($random); check::<64, $n>($random); check::<128, $n>($random);
        )* };
    }
    let random = &mut fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        pairs!(random 1 2 7 8 9 16 31 32 33 63 64 65 127 128);
    }
}
