//! Counts pulses: 64 counters of 64 bits in a RAM that one adder visits in turn.
//!
//! `pulses` bit `k` counts counter `k` of `ferric_layout::counter::Counter`, every cycle it is high. Each counter gathers its pulses in
//! seven bits of its own until the visitor comes round (64 cycles later at most, so they cannot overflow). `read_index` to `value` takes
//! one cycle; a value may lag by a visit. The visitor reads a word one cycle before it writes it and comes back 64 cycles later, so its
//! reads and writes never meet. `reset`, high for at least as many cycles as there are counters and one more, leaves them all at 0.
use crate::kit::Table2;
use ferric_layout::counter::COUNTER_BITS;
use rust_hdl::prelude::*;
use std::array::from_fn;

const COUNTERS: usize = 1 << COUNTER_BITS;

#[derive(LogicBlock)]
pub struct Counters {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub pulses: Signal<In, Bits<COUNTERS>>,
    pub read_index: Signal<In, Bits<COUNTER_BITS>>,
    pub value: Signal<Out, Bits<64>>,
    totals: Table2<Bits<64>, COUNTER_BITS>,
    gathered: [DFF<Bits<7>>; COUNTERS],
    came: [Signal<Local, Bit>; COUNTERS],
    visit: DFF<Bits<COUNTER_BITS>>,
    /// The counter whose total is on its way from the RAM, and what to add to it.
    due: DFF<Bits<COUNTER_BITS>>,
    add: DFF<Bits<7>>,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            pulses: Default::default(),
            read_index: Default::default(),
            value: Default::default(),
            totals: Default::default(),
            gathered: from_fn(|_| Default::default()),
            came: from_fn(|_| Default::default()),
            visit: Default::default(),
            due: Default::default(),
            add: Default::default(),
        }
    }
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, visit, due, add);
        self.visit.d.next = self.visit.q.val() + 1;
        self.due.d.next = self.visit.q.val();
        for i in 0..COUNTERS {
            self.gathered[i].clock.next = self.clock.val();
            self.came[i].next = self.pulses.val().get_bit(i) && !self.reset.val();
            self.gathered[i].d.next = self.gathered[i].q.val();
            if self.came[i].val() {
                self.gathered[i].d.next = self.gathered[i].q.val() + 1;
            }
            if self.visit.q.val().index() == i {
                self.add.d.next = self.gathered[i].q.val();
                self.gathered[i].d.next = 0.into();
                if self.came[i].val() {
                    self.gathered[i].d.next = 1.into();
                }
            }
        }
        self.totals.clock.next = self.clock.val();
        self.totals.read_address.next = self.visit.q.val();
        self.totals.second_address.next = self.read_index.val();
        self.totals.write.next = true;
        self.totals.write_address.next = self.due.q.val();
        self.totals.write_data.next =
            self.totals.read_data.val() + bit_cast::<64, 7>(self.add.q.val());
        self.value.next = self.totals.second_data.val();
        if self.reset.val() {
            self.add.d.next = 0.into();
            self.totals.write_data.next = 0.into();
        }
    }
}
