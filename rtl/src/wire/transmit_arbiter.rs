//! Chooses whose packet goes next: answers before requests, but a request waits for at most `ANSWERS_MAX` answers.
//!
//! A packet a cycle; the order within a source is kept. `o_answer` tells, beside `o`, that it is an answer. A packet shows at `o` one cycle after it was taken. Every ready comes from
//! registers. Waits for nothing but a packet and `o_ready`.
use crate::kit::RegisterSlice;
use crate::records::TransmitPacket;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// Answers that may pass a request in a row.
const ANSWERS_MAX: u8 = 7;

#[derive(LogicBlock, Default)]
pub struct TransmitArbiter {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub answer: Signal<In, TransmitPacket>,
    pub answer_valid: Signal<In, Bit>,
    pub answer_ready: Signal<Out, Bit>,
    pub request: Signal<In, TransmitPacket>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub o: Signal<Out, TransmitPacket>,
    pub o_answer: Signal<Out, Bit>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    answers: RegisterSlice<TransmitPacket>,
    requests: RegisterSlice<TransmitPacket>,
    passed: DFF<Bits<3>>,
    take_request: Signal<Local, Bit>,
}

impl Logic for TransmitArbiter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, passed);
        self.answers.clock.next = self.clock.val();
        self.answers.reset.next = self.reset.val();
        self.answers.i.next = self.answer.val();
        self.answers.i_valid.next = self.answer_valid.val();
        self.answer_ready.next = self.answers.i_ready.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.requests.i.next = self.request.val();
        self.requests.i_valid.next = self.request_valid.val();
        self.request_ready.next = self.requests.i_ready.val();

        self.take_request.next = self.requests.o_valid.val()
            && (!self.answers.o_valid.val()
                || (self.passed.q.val() == bits_const::<3>(ANSWERS_MAX)));
        self.o_valid.next = self.answers.o_valid.val() || self.requests.o_valid.val();
        self.o_answer.next = !self.take_request.val();
        self.o.next = self.answers.o.val();
        if self.take_request.val() {
            self.o.next = self.requests.o.val();
        }
        self.answers.o_ready.next = self.o_ready.val() && !self.take_request.val();
        self.requests.o_ready.next = self.o_ready.val() && self.take_request.val();
        if self.o_ready.val() {
            if self.take_request.val() || !self.requests.o_valid.val() {
                self.passed.d.next = 0.into();
            } else {
                self.passed.d.next = self.passed.q.val() + 1;
            }
        }
        if self.reset.val() {
            self.passed.d.next = 0.into();
        }
    }
}
