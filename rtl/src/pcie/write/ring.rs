//! The bytes of writes that are not yet sent: 512 rows of 64 bytes, in sixteen banks of a DW each.
//!
//! A read gives the sixteen DWs from `read_dword` of `read_row` on, the first in lane 0; those before it come from `read_row_after`. So any
//! sixteen DWs in a row are one read. The window stands in the cycle after its address.
use crate::kit::{RotateCoarse, Table};
use crate::pcie::join::Join;
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(LogicBlock)]
pub struct WriteRing {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_row: Signal<In, Bits<9>>,
    pub write_data: Signal<In, Bits<512>>,
    pub read_row: Signal<In, Bits<9>>,
    pub read_row_after: Signal<In, Bits<9>>,
    pub read_dword: Signal<In, Bits<4>>,
    pub window: Signal<Out, Bits<512>>,
    bank: [Table<Bits<32>, 9>; 16],
    lanes: Join<16, 32, 512>,
    turn: RotateCoarse,
    by: DFF<Bits<4>>,
}

impl Default for WriteRing {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            write: Default::default(),
            write_row: Default::default(),
            write_data: Default::default(),
            read_row: Default::default(),
            read_row_after: Default::default(),
            read_dword: Default::default(),
            window: Default::default(),
            bank: from_fn(|_| Default::default()),
            lanes: Default::default(),
            turn: Default::default(),
            by: Default::default(),
        }
    }
}

impl Logic for WriteRing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, by);
        for k in 0..16 {
            self.bank[k].clock.next = self.clock.val();
            self.bank[k].write.next = self.write.val();
            self.bank[k].write_address.next = self.write_row.val();
            self.bank[k].write_data.next = self.write_data.val().get_bits::<32>(32 * k);
            self.bank[k].read_address.next = self.read_row.val();
            if self.read_dword.val().index() > k {
                self.bank[k].read_address.next = self.read_row_after.val();
            }
            self.lanes.i[k].next = self.bank[k].read_data.val();
        }
        self.by.d.next = self.read_dword.val();
        self.turn.i.next = self.lanes.o.val();
        self.turn.by.next = self.by.q.val();
        self.window.next = self.turn.o.val();
    }
}
