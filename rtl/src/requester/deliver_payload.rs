//! The bytes of deliveries as one stream: the payload of READ responses, and the results of atomics in their places between.
//!
//! - `share`: where the bytes of each delivery that has some come from. `data`: the payload, packed; lengths alone decide, `last` is not looked
//!   at. `o`: the beats, in the cycle in which they come.
//!
//! A result is a number in host order, so its least significant byte is the first. Waits only for the payload of the delivery that is
//! next, which stands whole on the card, and for `o_ready`.
use super::deliver_locate::DeliveryShare;
use crate::beat::Beat;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct DeliverPayload {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub share: Signal<In, DeliveryShare>,
    pub share_valid: Signal<In, Bit>,
    pub share_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Beat>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    /// Beats of the present share that went by.
    passed: DFF<Bits<7>>,
    moves: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl Logic for DeliverPayload {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, passed);
        self.ends.next = (self.passed.q.val() + 1) == self.share.val().beats;
        self.o.next.data = self.data.val().data;
        self.o.next.last = self.ends.val();
        if self.share.val().atomic {
            self.o.next.data = bit_cast::<512, 64>(self.share.val().value);
        }
        self.o_valid.next =
            self.share_valid.val() && (self.share.val().atomic || self.data_valid.val());
        self.data_ready.next =
            self.share_valid.val() && !self.share.val().atomic && self.o_ready.val();
        self.moves.next = self.share_valid.val()
            && (self.share.val().atomic || self.data_valid.val())
            && self.o_ready.val();
        self.share_ready.next = self.moves.val() && self.ends.val();
        if self.moves.val() {
            self.passed.d.next = self.passed.q.val() + 1;
            if self.ends.val() {
                self.passed.d.next = 0.into();
            }
        }
        if self.reset.val() {
            self.passed.d.next = 0.into();
        }
    }
}
