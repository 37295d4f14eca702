//! The moving of bytes: swap, rotate, mask, splice. All of it wiring and multiplexers, built by Rust loops.
use ferric_emit::build::{Code, lit, sig};
use rust_hdl::prelude::*;

/// The bytes of an N-bit number in the opposite order, in the same cycle: between a header's byte order and a number.
#[derive(LogicBlock, Default)]
pub struct ByteSwap<const N: usize> {
    pub i: Signal<In, Bits<N>>,
    pub o: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for ByteSwap<N> {
    fn update(&mut self) {
        let i = self.i.val();
        let mut o = Bits::<N>::default();
        for b in (0..N).step_by(8) {
            o.set_bits::<8>(b, i.get_bits::<8>(N - 8 - b));
        }
        self.o.next = o;
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        Code::new("byte_swap")
            .each(N / 8, |code, b| {
                code.set_part("o", 8 * b, 8, sig("i").part((N - 8 - 8 * b) as u64, 8))
            })
            .hdl()
    }
}

fn turned(i: Bits<512>, bytes: usize) -> Bits<512> {
    if bytes == 0 {
        i
    } else {
        (i >> (8 * bytes) as u64) | (i << (512 - 8 * bytes) as u64)
    }
}

/// `to` becomes `from` turned down by a constant number of bytes.
fn set_turned(to: &str, from: &str, bytes: usize) -> Code {
    let low = 512 - 8 * bytes;
    let code = Code::default().set_part(to, 0, low, sig(from).part(8 * bytes as u64, low));
    if bytes == 0 {
        code
    } else {
        code.set_part(to, low, 8 * bytes, sig(from).part(0, 8 * bytes))
    }
}

/// A four-way multiplexer over two bits of `by`: turns by 0, 1, 2 or 3 times `unit` bytes. One LUT a bit.
fn set_turn(code: Code, to: &str, from: &str, by_bit: usize, unit: usize) -> Code {
    let (low, high) = (
        || sig("by").bit(by_bit as u64),
        || sig("by").bit(by_bit as u64 + 1),
    );
    let way = |n: usize| set_turned(to, from, n * unit);
    code.when(
        high(),
        Code::default().when(low(), way(3), way(2)),
        Code::default().when(low(), way(1), way(0)),
    )
}

/// Turns 64 bytes down by a multiple of four, in the same cycle: byte k of `o` is byte (k + 4 * by) mod 64 of `i`. Two LUTs deep.
#[derive(LogicBlock, Default)]
pub struct RotateCoarse {
    pub i: Signal<In, Bits<512>>,
    pub by: Signal<In, Bits<4>>,
    pub o: Signal<Out, Bits<512>>,
    half: Signal<Local, Bits<512>>,
}

impl Logic for RotateCoarse {
    fn update(&mut self) {
        let by = self.by.val().index();
        self.half.next = turned(self.i.val(), 16 * (by / 4));
        self.o.next = turned(self.i.val(), 4 * by);
    }
    fn connect(&mut self) {
        self.half.connect();
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let code = set_turn(Code::new("rotate_coarse"), "half", "i", 2, 16);
        set_turn(code, "o", "half", 0, 4).hdl()
    }
}

/// Turns 64 bytes down by 0 to 3, in the same cycle: byte k of `o` is byte (k + by) mod 64 of `i`. One LUT deep.
#[derive(LogicBlock, Default)]
pub struct RotateFine {
    pub i: Signal<In, Bits<512>>,
    pub by: Signal<In, Bits<2>>,
    pub o: Signal<Out, Bits<512>>,
}

impl Logic for RotateFine {
    fn update(&mut self) {
        self.o.next = turned(self.i.val(), self.by.val().index());
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        set_turn(Code::new("rotate_fine"), "o", "i", 0, 1).hdl()
    }
}

/// Turns 64 bytes down by 0 to 63, in the same cycle: byte k of `o` is byte (k + by) mod 64 of `i`. Three LUTs deep. To turn
/// up by n, give `by` = -n.
#[derive(LogicBlock, Default)]
pub struct RotateBytes {
    pub i: Signal<In, Bits<512>>,
    pub by: Signal<In, Bits<6>>,
    pub o: Signal<Out, Bits<512>>,
    coarse: RotateCoarse,
    fine: RotateFine,
}

impl Logic for RotateBytes {
    #[hdl_gen]
    fn update(&mut self) {
        self.coarse.i.next = self.i.val();
        self.coarse.by.next = self.by.val().get_bits::<4>(2);
        self.fine.i.next = self.coarse.o.val();
        self.fine.by.next = self.by.val().get_bits::<2>(0);
        self.o.next = self.fine.o.val();
    }
}

/// `RotateBytes` in two stages with a register after each: `o` is what `i` and `by` were two cycles ago. Takes a new pair every cycle. 1562
/// LUTs, 1026 flip-flops.
#[derive(LogicBlock, Default)]
pub struct RotateRegistered {
    pub clock: Signal<In, Clock>,
    pub i: Signal<In, Bits<512>>,
    pub by: Signal<In, Bits<6>>,
    pub o: Signal<Out, Bits<512>>,
    coarse: RotateCoarse,
    fine: RotateFine,
    middle: DFF<Bits<512>>,
    middle_by: DFF<Bits<2>>,
    done: DFF<Bits<512>>,
}

impl Logic for RotateRegistered {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, middle, middle_by, done);
        self.coarse.i.next = self.i.val();
        self.coarse.by.next = self.by.val().get_bits::<4>(2);
        self.middle.d.next = self.coarse.o.val();
        self.middle_by.d.next = self.by.val().get_bits::<2>(0);
        self.fine.i.next = self.middle.q.val();
        self.fine.by.next = self.middle_by.q.val();
        self.done.d.next = self.fine.o.val();
        self.o.next = self.done.q.val();
    }
}

/// Bit k of `o` is set for k < `count` (0 to 64), in the same cycle.
#[derive(LogicBlock, Default)]
pub struct ByteMask {
    pub count: Signal<In, Bits<7>>,
    pub o: Signal<Out, Bits<64>>,
}

impl Logic for ByteMask {
    fn update(&mut self) {
        let count = self.count.val().index();
        self.o.next = (0..64.min(count)).fold(Bits::default(), |mask, k| mask.replace_bit(k, true));
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        Code::new("byte_mask")
            .each(64, |code, k| {
                code.set_part("o", k, 1, sig("count").gt(lit(k as u64)))
            })
            .hdl()
    }
}

/// Byte k of `o` is that of `one` where bit k of `mask` is set, else that of `zero`, in the same cycle.
#[derive(LogicBlock, Default)]
pub struct Splice {
    pub mask: Signal<In, Bits<64>>,
    pub one: Signal<In, Bits<512>>,
    pub zero: Signal<In, Bits<512>>,
    pub o: Signal<Out, Bits<512>>,
}

impl Logic for Splice {
    fn update(&mut self) {
        let (mask, one) = (self.mask.val(), self.one.val());
        let mut o = self.zero.val();
        for k in (0..64).filter(|&k| mask.get_bit(k)) {
            o.set_bits::<8>(8 * k, one.get_bits::<8>(8 * k));
        }
        self.o.next = o;
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let byte = |of: &str, k: usize| {
            Code::default().set_part("o", 8 * k, 8, sig(of).part(8 * k as u64, 8))
        };
        Code::new("splice")
            .each(64, |code, k| {
                code.when(sig("mask").bit(k as u64), byte("one", k), byte("zero", k))
            })
            .hdl()
    }
}
