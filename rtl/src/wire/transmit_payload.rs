//! The payload of answers and requests as one stream, in the order in which the packets were chosen.
//!
//! - `chosen`: valid only, each packet as it is taken, those without payload too; `answer`: whose it is. At most sixteen packets may be
//!   chosen whose payload has not gone by, which is what `TransmitHeader` takes, so there is always room.
//! - `answer_data`, `request_data`: the payload of either, packed, in the order of its packets. Lengths alone decide; `last` is not looked at.
//! - `o`: the beats, one a cycle, one cycle after they came.
//!
//! Waits only for the payload of the packet that is next, which stands whole on the card, and for `o_ready`.
use crate::beat::Beat;
use crate::kit::{RegisterSlice, SmallFifo};
use rust_hdl::prelude::*;

/// A packet's payload to come.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Share {
    answer: Bit,
    /// Beats, 1 to 64.
    beats: Bits<7>,
}

#[derive(LogicBlock, Default)]
pub struct TransmitPayload {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub chosen: Signal<In, Bit>,
    pub answer: Signal<In, Bit>,
    pub length: Signal<In, Bits<13>>,
    pub answer_data: Signal<In, Beat>,
    pub answer_data_valid: Signal<In, Bit>,
    pub answer_data_ready: Signal<Out, Bit>,
    pub request_data: Signal<In, Beat>,
    pub request_data_valid: Signal<In, Bit>,
    pub request_data_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Beat>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    shares: SmallFifo<Share, 4, 5>,
    /// Beats of the present share that went by.
    passed: DFF<Bits<7>>,
    beats: RegisterSlice<Beat>,
    moves: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl Logic for TransmitPayload {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, passed);
        self.shares.clock.next = self.clock.val();
        self.shares.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.shares.i.next.answer = self.answer.val();
        self.shares.i.next.beats = ((self.length.val() + 63) >> 6).get_bits::<7>(0);
        self.shares.i_valid.next = self.chosen.val() && (self.length.val() != 0);

        self.beats.i.next = self.request_data.val();
        self.beats.i_valid.next = self.shares.o_valid.val() && self.request_data_valid.val();
        self.request_data_ready.next = self.shares.o_valid.val() && self.beats.i_ready.val();
        self.answer_data_ready.next = false;
        if self.shares.o.val().answer {
            self.beats.i.next = self.answer_data.val();
            self.beats.i_valid.next = self.shares.o_valid.val() && self.answer_data_valid.val();
            self.answer_data_ready.next = self.shares.o_valid.val() && self.beats.i_ready.val();
            self.request_data_ready.next = false;
        }
        self.moves.next = self.beats.i_ready.val()
            && self.shares.o_valid.val()
            && ((self.shares.o.val().answer && self.answer_data_valid.val())
                || (!self.shares.o.val().answer && self.request_data_valid.val()));
        self.ends.next =
            self.moves.val() && ((self.passed.q.val() + 1) == self.shares.o.val().beats);
        self.shares.o_ready.next = self.ends.val();
        if self.moves.val() {
            self.passed.d.next = self.passed.q.val() + 1;
        }
        if self.ends.val() || self.reset.val() {
            self.passed.d.next = 0.into();
        }
        self.o.next = self.beats.o.val();
        self.o_valid.next = self.beats.o_valid.val();
        self.beats.o_ready.next = self.o_ready.val();
    }
}
