//! An event record as the 16 bytes of a `ferric_layout::event::Eqe`. Pure wiring.
use crate::records::Event;
use core::mem::offset_of;
use ferric_emit::build::{Code, lit_w, sig};
use ferric_layout::event::{Eqe, SIZE};
use rust_hdl::prelude::*;

/// Bits of an event.
pub const BITS: usize = 8 * SIZE;

#[derive(LogicBlock, Default)]
pub struct EventEntry {
    pub i: Signal<In, Event>,
    /// 1 on the ring's first pass.
    pub phase: Signal<In, Bit>,
    pub o: Signal<Out, Bits<BITS>>,
}

impl Logic for EventEntry {
    fn update(&mut self) {
        let i = self.i.val();
        let at = |value: Bits<BITS>, byte: usize| value << (8 * byte) as u64;
        self.o.next = at(bit_cast(i.kind), offset_of!(Eqe, kind))
            | at(bit_cast(i.detail), offset_of!(Eqe, detail))
            | at(bit_cast(i.number), offset_of!(Eqe, number))
            | at((self.phase.val() as u64).into(), offset_of!(Eqe, phase));
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        Code::new("event_entry")
            .set("o", lit_w(0, BITS))
            .set_part("o", 8 * offset_of!(Eqe, kind), 8, sig("i$val()$kind"))
            .set_part("o", 8 * offset_of!(Eqe, detail), 8, sig("i$val()$detail"))
            .set_part("o", 8 * offset_of!(Eqe, number), 32, sig("i$val()$number"))
            .set_part("o", 8 * offset_of!(Eqe, phase), 1, sig("phase"))
            .hdl()
    }
}
