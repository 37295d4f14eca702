//! One client's door to the memory block: lets a check in only when there is room for its answer.
//!
//! - `check`, `checked`: the client's streams; answers come in the order of the checks.
//! - `request`: checks that may enter the pipeline.
//! - `answer`: from the pipeline, valid only. It has no ready: its place was taken when the check entered, so the pipeline never stalls
//!   for a client that does not fetch its answers, and no client can stop another.
use crate::kit::PassFifo;
use crate::records::{Check, Checked};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// log2 of the answers kept for a client. Sixteen cover the pipeline's latency, so that one client alone can have a check every cycle.
const ANSWER_BITS: usize = 4;
const ANSWER_COUNT: usize = ANSWER_BITS + 1;

#[derive(LogicBlock, Default)]
pub struct MemoryClient {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub check: Signal<In, Check>,
    pub check_valid: Signal<In, Bit>,
    pub check_ready: Signal<Out, Bit>,
    pub request: Signal<Out, Check>,
    pub request_valid: Signal<Out, Bit>,
    pub request_ready: Signal<In, Bit>,
    pub answer: Signal<In, Checked>,
    pub answer_valid: Signal<In, Bit>,
    pub checked: Signal<Out, Checked>,
    pub checked_valid: Signal<Out, Bit>,
    pub checked_ready: Signal<In, Bit>,
    answers: PassFifo<Checked, ANSWER_BITS, ANSWER_COUNT>,
    /// Answers that are neither here nor on their way.
    free: DFF<Bits<ANSWER_COUNT>>,
    enters: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
}

impl Logic for MemoryClient {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module memory_client");
        dff_setup!(self, clock, free);
        self.answers.clock.next = self.clock.val();
        self.answers.reset.next = self.reset.val();
        self.request.next = self.check.val();
        self.request_valid.next = self.check_valid.val() && (self.free.q.val() != 0);
        self.check_ready.next = self.request_ready.val() && (self.free.q.val() != 0);
        self.answers.i.next = self.answer.val();
        self.answers.i_valid.next = self.answer_valid.val();
        self.checked.next = self.answers.o.val();
        self.checked_valid.next = self.answers.o_valid.val();
        self.answers.o_ready.next = self.checked_ready.val();

        self.enters.next =
            self.check_valid.val() && self.request_ready.val() && (self.free.q.val() != 0);
        self.leaves.next = self.answers.o_valid.val() && self.checked_ready.val();
        if self.enters.val() && !self.leaves.val() {
            self.free.d.next = self.free.q.val() - 1;
        }
        if self.leaves.val() && !self.enters.val() {
            self.free.d.next = self.free.q.val() + 1;
        }
        if self.reset.val() {
            self.free.d.next = bits_const::<ANSWER_COUNT>(1u64 << ANSWER_BITS).into();
        }
    }
}
