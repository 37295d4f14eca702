//! A `SmallFifo` whose records pass it by while it is empty: a record shows at `o` in the cycle in which it is offered at `i`.
//!
//! `A1` is `A + 1`. A record that is not taken in that cycle is kept, and shows on. `level` counts those that are kept. `i_ready` comes from
//! registers; `o` and `o_valid` look at `i` and `i_valid`, so it belongs where what comes before or behind it is a register.
use super::small_fifo::SmallFifo;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct PassFifo<T: Synth, const A: usize, const A1: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, T>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, T>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    pub level: Signal<Out, Bits<A1>>,
    kept: SmallFifo<T, A, A1>,
}

impl<T: Synth, const A: usize, const A1: usize> Logic for PassFifo<T, A, A1> {
    #[hdl_gen]
    fn update(&mut self) {
        self.kept.clock.next = self.clock.val();
        self.kept.reset.next = self.reset.val();
        self.kept.i.next = self.i.val();
        self.kept.i_valid.next =
            self.i_valid.val() && (self.kept.o_valid.val() || !self.o_ready.val());
        self.i_ready.next = self.kept.i_ready.val();
        self.kept.o_ready.next = self.o_ready.val();
        self.level.next = self.kept.level.val();
        self.o.next = self.i.val();
        if self.kept.o_valid.val() {
            self.o.next = self.kept.o.val();
        }
        self.o_valid.next = self.kept.o_valid.val() || self.i_valid.val();
    }
}
