//! Tells which places that came with the check of a WRITE's range may still be written to.
//!
//! - `gives`: a range check is asked that will bring a place; `takes`: the locate stage takes the request that it belongs to, in order.
//! - `stale`: the place of the request that is taken next must be asked for anew.
//!
//! A fence waits for what the locate stage has let through, not for what is before it, since that may wait for answers that wait for the
//! fence. So whatever was asked before a fence and is not let through when it rises is stale: by then the key may have ended. A request that
//! is let through in the cycle in which the fence rises is waited for, and not stale.
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

const COUNT_BITS: usize = 8;

#[derive(LogicBlock, Default)]
pub struct Grants {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub gives: Signal<In, Bit>,
    pub takes: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub stale: Signal<Out, Bit>,
    raised: DFF<Bit>,
    /// Between question and locate stage, and how many of these are stale: the oldest.
    given: DFF<Bits<COUNT_BITS>>,
    old: DFF<Bits<COUNT_BITS>>,
    count: Signal<Local, Bits<COUNT_BITS>>,
}

impl Logic for Grants {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_grants");
        dff_setup!(self, clock, raised, given, old);
        self.raised.d.next = self.fence.val();
        self.count.next = self.given.q.val();
        if self.gives.val() && !self.takes.val() {
            self.count.next = self.given.q.val() + 1;
        }
        if self.takes.val() && !self.gives.val() {
            self.count.next = self.given.q.val() - 1;
        }
        self.given.d.next = self.count.val();
        self.stale.next = self.old.q.val() != 0;
        if self.fence.val() && !self.raised.q.val() {
            self.old.d.next = self.count.val();
        } else if self.takes.val() && (self.old.q.val() != 0) {
            self.old.d.next = self.old.q.val() - 1;
        }
        if self.reset.val() {
            self.raised.d.next = false;
            self.given.d.next = 0.into();
            self.old.d.next = 0.into();
        }
    }
}
