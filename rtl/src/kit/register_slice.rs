//! Cuts every path of a stream, forward and backward, at full throughput.
//!
//! A record appears at `o` one cycle after it was taken at `i`. `i_ready` and `o_valid` come from registers. Holds two records: the second
//! one catches what arrives in the cycle in which the reader stops.
//!
//! A payload beat of 513 bits: 516 LUTs, 1028 flip-flops.
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct RegisterSlice<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, T>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, T>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    front: DFF<T>,
    front_valid: DFF<Bit>,
    spare: DFF<T>,
    spare_valid: DFF<Bit>,
}

impl<T: Synth> Logic for RegisterSlice<T> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, front, front_valid, spare, spare_valid);
        self.i_ready.next = !self.spare_valid.q.val();
        self.o.next = self.front.q.val();
        self.o_valid.next = self.front_valid.q.val();

        // While the spare is free it follows the input, so that it needs no decision before its data.
        if !self.spare_valid.q.val() {
            self.spare.d.next = self.i.val();
        }
        if !self.front_valid.q.val() || self.o_ready.val() {
            self.front_valid.d.next = self.spare_valid.q.val() || self.i_valid.val();
            self.spare_valid.d.next = false;
            if self.spare_valid.q.val() {
                self.front.d.next = self.spare.q.val();
            } else {
                self.front.d.next = self.i.val();
            }
        } else if self.i_valid.val() {
            self.spare_valid.d.next = true;
        }
        if self.reset.val() {
            self.front_valid.d.next = false;
            self.spare_valid.d.next = false;
        }
    }
}
