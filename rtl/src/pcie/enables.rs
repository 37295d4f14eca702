//! The DW count and byte enables of a request for `length` bytes from byte `low` of its first DW (PCIe digest §1.3), in the same cycle.
//!
//! One DW has both masks ANDed in `first` and 0 in `last`. `length` is at least 1.
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Enables {
    pub low: Signal<In, Bits<2>>,
    pub length: Signal<In, Bits<13>>,
    pub dwords: Signal<Out, Bits<11>>,
    pub first: Signal<Out, Bits<4>>,
    pub last: Signal<Out, Bits<4>>,
    /// Position of the last byte, counted from the first DW.
    stop: Signal<Local, Bits<13>>,
    from: Signal<Local, Bits<4>>,
    to: Signal<Local, Bits<4>>,
    count: Signal<Local, Bits<11>>,
}

impl Logic for Enables {
    #[hdl_gen]
    fn update(&mut self) {
        self.stop.next = self.length.val() + bit_cast::<13, 2>(self.low.val()) - 1;
        self.count.next = self.stop.val().get_bits::<11>(2) + 1;
        self.dwords.next = self.count.val();
        self.from.next = bits::<4>(15) << self.low.val();
        self.to.next = bits::<4>(15) >> (bits::<2>(3) - self.stop.val().get_bits::<2>(0));
        self.first.next = self.from.val();
        self.last.next = self.to.val();
        if self.count.val() == 1 {
            self.first.next = self.from.val() & self.to.val();
            self.last.next = 0.into();
        }
    }
}
