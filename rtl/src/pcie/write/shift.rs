//! Makes the sixteen DWs of a beat from sixteen DWs of a request that begin elsewhere in a DW, in the same cycle.
//!
//! `shift` = 0: `o` is `window`. Else DW k of `o` begins at byte `shift` of the DW before `window`'s DW k and ends with `window`'s; before
//! DW 0 comes `earlier`, which is the last DW of the packet's previous window.
use ferric_emit::build::{Code, lit, sig};
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct WriteShift {
    pub window: Signal<In, Bits<512>>,
    pub earlier: Signal<In, Bits<32>>,
    pub shift: Signal<In, Bits<2>>,
    pub o: Signal<Out, Bits<512>>,
}

/// Where bits `0..512` of `o` begin for a shift, in the 544 bits of `earlier` and `window`.
fn begin(shift: usize) -> usize {
    if shift == 0 { 32 } else { 8 * shift }
}

impl Logic for WriteShift {
    fn update(&mut self) {
        let mut all = Bits::<544>::default();
        all.set_bits::<32>(0, self.earlier.val());
        all.set_bits::<512>(32, self.window.val());
        self.o.next = all.get_bits::<512>(begin(self.shift.val().index()));
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let way = |shift: usize| {
            let from = begin(shift);
            let below = 32 - from;
            let code = Code::default();
            let code = match below {
                0 => code,
                _ => code.set_part("o", 0, below, sig("earlier").part(from as u64, below)),
            };
            code.set_part("o", below, 512 - below, sig("window").part(0, 512 - below))
        };
        let is = |shift: u64| sig("shift").eq(lit(shift));
        let other = Code::default().when(is(2), way(2), way(3));
        let other = Code::default().when(is(1), way(1), other);
        Code::new("write_shift").when(is(0), way(0), other).hdl()
    }
}
