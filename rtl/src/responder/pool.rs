//! The groups of receive WQEs that are free.
//!
//! - `group`: the one that `take` takes next, while `group_valid`. `take_extra`: it goes to a QP that holds one already.
//! - `give`: `given` is free again; it can be taken three cycles later. Never more than were taken.
//! - `extras`: how many groups may still go to QPs beside their first; `extras_back`: so many are not held beside a first any more. Both change
//!   in the cycle after.
//! - `unused`: groups that can be taken, and those that are about to.
//!
//! Groups that were given back stand in a queue; those that have not been taken since the reset are counted, so that no reset need fill
//! the queue. It has a place for every group. There are extras for all groups but one for each QP: a QP that holds none finds one.
use super::flow::{GROUP_BITS, WINDOW_BITS};
use crate::kit::RamFifo;
use ferric_emit::kernel::*;
use ferric_layout::sizes::QPS;
use rust_hdl::prelude::*;

/// Width of a count of groups.
pub const POOL_COUNT: usize = GROUP_BITS + 1;
/// Width of a count of groups beside the first of each QP.
pub const EXTRA_BITS: usize = GROUP_BITS;
/// Width of a count of a QP's groups.
pub const HELD_BITS: usize = WINDOW_BITS + 1;
const GROUPS: u64 = 1 << GROUP_BITS;
/// Groups beside the first of each QP.
pub const EXTRAS: u64 = GROUPS - QPS as u64;

#[derive(LogicBlock, Default)]
pub struct GroupPool {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub group: Signal<Out, Bits<GROUP_BITS>>,
    pub group_valid: Signal<Out, Bit>,
    pub take: Signal<In, Bit>,
    pub take_extra: Signal<In, Bit>,
    pub give: Signal<In, Bit>,
    pub given: Signal<In, Bits<GROUP_BITS>>,
    pub extras: Signal<Out, Bits<EXTRA_BITS>>,
    pub extras_back: Signal<In, Bits<HELD_BITS>>,
    pub unused: Signal<Out, Bits<POOL_COUNT>>,
    returned: RamFifo<Bits<GROUP_BITS>, GROUP_BITS, POOL_COUNT>,
    /// Groups below this one have not been taken since the reset.
    fresh: DFF<Bits<POOL_COUNT>>,
    fewer: Signal<Local, Bits<POOL_COUNT>>,
    left: DFF<Bits<EXTRA_BITS>>,
    after: Signal<Local, Bits<EXTRA_BITS>>,
}

impl Logic for GroupPool {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_group_pool");
        dff_setup!(self, clock, fresh, left);
        self.returned.clock.next = self.clock.val();
        self.returned.reset.next = self.reset.val();
        self.returned.i.next = self.given.val();
        self.returned.i_valid.next = self.give.val();
        self.returned.o_ready.next = self.take.val();

        self.fewer.next = self.fresh.q.val() - 1;
        self.group.next = self.fewer.val().get_bits::<GROUP_BITS>(0);
        if self.returned.o_valid.val() {
            self.group.next = self.returned.o.val();
        }
        self.group_valid.next = self.returned.o_valid.val() || (self.fresh.q.val() != 0);
        if self.take.val() && !self.returned.o_valid.val() {
            self.fresh.d.next = self.fewer.val();
        }
        self.unused.next = self.returned.level.val() + self.fresh.q.val();

        self.extras.next = self.left.q.val();
        self.after.next =
            self.left.q.val() + bit_cast::<EXTRA_BITS, HELD_BITS>(self.extras_back.val());
        self.left.d.next = self.after.val();
        if self.take_extra.val() {
            self.left.d.next = self.after.val() - 1;
        }

        if self.reset.val() {
            self.fresh.d.next = bits_const::<POOL_COUNT>(GROUPS).into();
            self.left.d.next = bits_const::<EXTRA_BITS>(EXTRAS).into();
        }
    }
}
