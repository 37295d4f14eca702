//! The block's completion buffer: what each read may fill of it, and what is free (PCIe digest §2.5).
//!
//! The link must never hold a completion back, so a read goes out only when its answer has room in the worst case: one header for each
//! read completion boundary it touches, and one unit for each 16 bytes it touches. `enough` says whether `charge` is to be had now; the
//! sums change in the cycle after `take` or `give`, which may come together.
use rust_hdl::prelude::*;

/// What the answer to a read takes.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadCharge {
    pub headers: Bits<7>,
    /// Of 16 bytes.
    pub units: Bits<9>,
}

/// Works out the charge of a read, in the same cycle.
#[derive(LogicBlock, Default)]
pub struct ReadPrice {
    pub low: Signal<In, Bits<7>>,
    pub length: Signal<In, Bits<13>>,
    /// The read completion boundary is 128 bytes rather than 64.
    pub boundary_128: Signal<In, Bit>,
    pub charge: Signal<Out, ReadCharge>,
    in_64: Signal<Local, Bits<13>>,
    in_128: Signal<Local, Bits<13>>,
    in_16: Signal<Local, Bits<13>>,
}

impl Logic for ReadPrice {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_64.next =
            self.length.val() + bit_cast::<13, 6>(self.low.val().get_bits::<6>(0)) + 63;
        self.in_128.next = self.length.val() + bit_cast::<13, 7>(self.low.val()) + 127;
        self.in_16.next =
            self.length.val() + bit_cast::<13, 4>(self.low.val().get_bits::<4>(0)) + 15;
        self.charge.next.headers = self.in_64.val().get_bits::<7>(6);
        if self.boundary_128.val() {
            self.charge.next.headers = bit_cast::<7, 6>(self.in_128.val().get_bits::<6>(7));
        }
        self.charge.next.units = self.in_16.val().get_bits::<9>(4);
    }
}

#[derive(LogicBlock, Default)]
pub struct ReadBudget {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The buffer's size, there after reset.
    pub headers: Signal<In, Bits<12>>,
    pub units: Signal<In, Bits<12>>,
    pub charge: Signal<In, ReadCharge>,
    pub enough: Signal<Out, Bit>,
    pub take: Signal<In, Bit>,
    pub give: Signal<In, Bit>,
    pub given: Signal<In, ReadCharge>,
    headers_free: DFF<Bits<12>>,
    units_free: DFF<Bits<12>>,
    headers_taken: Signal<Local, Bits<12>>,
    units_taken: Signal<Local, Bits<12>>,
    headers_given: Signal<Local, Bits<12>>,
    units_given: Signal<Local, Bits<12>>,
}

impl Logic for ReadBudget {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, headers_free, units_free);
        self.enough.next = (bit_cast::<12, 7>(self.charge.val().headers)
            <= self.headers_free.q.val())
            && (bit_cast::<12, 9>(self.charge.val().units) <= self.units_free.q.val());
        self.headers_taken.next = 0.into();
        self.units_taken.next = 0.into();
        if self.take.val() {
            self.headers_taken.next = bit_cast::<12, 7>(self.charge.val().headers);
            self.units_taken.next = bit_cast::<12, 9>(self.charge.val().units);
        }
        self.headers_given.next = 0.into();
        self.units_given.next = 0.into();
        if self.give.val() {
            self.headers_given.next = bit_cast::<12, 7>(self.given.val().headers);
            self.units_given.next = bit_cast::<12, 9>(self.given.val().units);
        }
        self.headers_free.d.next =
            self.headers_free.q.val() - self.headers_taken.val() + self.headers_given.val();
        self.units_free.d.next =
            self.units_free.q.val() - self.units_taken.val() + self.units_given.val();
        if self.reset.val() {
            self.headers_free.d.next = self.headers.val();
            self.units_free.d.next = self.units.val();
        }
    }
}
