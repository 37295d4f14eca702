//! Keeps payloads in their order until it is said of each whether it is passed on or thrown away.
//!
//! - `i`: payloads, a beat a cycle. `whole`: a payload is here to its last beat of which nothing has been said yet.
//! - `verdict`: whether that payload is passed on, said while `whole` is high. `o`: those that are, a beat a cycle without gaps.
//!
//! Holds 32 KB. Payloads come in order, so a full queue always holds a whole one at its head, the largest being 64 beats; a verdict is due
//! for it, so nothing waits for ever.
use crate::beat::Beat;
use crate::kit::{RamFifo, SmallFifo};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct PayloadStore {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, Beat>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub whole: Signal<Out, Bit>,
    pub verdict: Signal<In, Bit>,
    pub verdict_valid: Signal<In, Bit>,
    pub verdict_ready: Signal<Out, Bit>,
    /// Something has been said of a payload that is still here.
    pub busy: Signal<Out, Bit>,
    pub o: Signal<Out, Beat>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    beats: RamFifo<Beat, 9, 10>,
    plans: SmallFifo<Bit, 4, 5>,
    /// Ends that went into the queue one, two and three cycles ago, and are on their way to its output.
    ended: DFF<Bits<3>>,
    count: DFF<Bits<10>>,
    came: Signal<Local, Bit>,
    said: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
}

impl Logic for PayloadStore {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module payload_store");
        dff_setup!(self, clock, ended, count);
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.plans.clock.next = self.clock.val();
        self.plans.reset.next = self.reset.val();

        self.beats.i.next = self.i.val();
        self.beats.i_valid.next = self.i_valid.val();
        self.i_ready.next = self.beats.i_ready.val();
        self.ended.d.next = (bits_cat(self.ended.q.val().get_bits::<2>(0))
            + bits_cat(self.i_valid.val() && self.beats.i_ready.val() && self.i.val().last))
        .into();
        self.came.next = self.ended.q.val().get_bit(2);
        self.said.next = self.verdict_valid.val() && self.plans.i_ready.val();
        if self.came.val() && !self.said.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.said.val() && !self.came.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        self.whole.next = self.count.q.val() != 0;
        self.plans.i.next = self.verdict.val();
        self.plans.i_valid.next = self.verdict_valid.val();
        self.verdict_ready.next = self.plans.i_ready.val();

        self.busy.next = self.plans.o_valid.val();
        self.o.next = self.beats.o.val();
        self.o_valid.next =
            self.beats.o_valid.val() && self.plans.o_valid.val() && self.plans.o.val();
        self.moves.next = self.plans.o_valid.val() && (!self.plans.o.val() || self.o_ready.val());
        self.beats.o_ready.next = self.moves.val();
        self.plans.o_ready.next =
            self.moves.val() && self.beats.o_valid.val() && self.beats.o.val().last;

        if self.reset.val() {
            self.ended.d.next = 0.into();
            self.count.d.next = 0.into();
        }
    }
}
