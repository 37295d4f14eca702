//! A completion record as the 32 bytes of a `ferric_layout::completion::Cqe`. Pure wiring.
use crate::records::Completion;
use core::mem::offset_of;
use ferric_emit::build::{Code, lit_w, sig};
use ferric_layout::completion::{Cqe, SIZE};
use rust_hdl::prelude::*;

/// Bits of an entry.
pub const BITS: usize = 8 * SIZE;

#[derive(LogicBlock, Default)]
pub struct CompletionEntry {
    pub i: Signal<In, Completion>,
    /// 1 on the ring's first pass.
    pub phase: Signal<In, Bit>,
    pub o: Signal<Out, Bits<BITS>>,
}

/// Where each field of the record goes: its name, width and byte offset.
const FIELDS: [(&str, usize, usize); 8] = [
    ("qpn", 24, offset_of!(Cqe, qpn)),
    ("opcode", 8, offset_of!(Cqe, opcode)),
    ("index", 16, offset_of!(Cqe, index)),
    ("status", 8, offset_of!(Cqe, status)),
    ("flags", 8, offset_of!(Cqe, flags)),
    ("length", 32, offset_of!(Cqe, length)),
    ("immediate", 32, offset_of!(Cqe, immediate)),
    ("vendor_error", 8, offset_of!(Cqe, vendor_error)),
];

impl Logic for CompletionEntry {
    fn update(&mut self) {
        let i = self.i.val();
        let value = |k: usize| -> Bits<BITS> {
            match k {
                0 => bit_cast(i.qpn),
                1 => bit_cast(i.opcode),
                2 => bit_cast(i.index),
                3 => bit_cast(i.status),
                4 => bit_cast(i.flags),
                5 => bit_cast(i.length),
                6 => bit_cast(i.immediate),
                _ => bit_cast(i.vendor_error),
            }
        };
        let phase =
            Bits::<BITS>::from(self.phase.val() as u64) << (8 * offset_of!(Cqe, phase)) as u64;
        self.o.next =
            (0..FIELDS.len()).fold(phase, |o, k| o | (value(k) << (8 * FIELDS[k].2) as u64));
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let empty = Code::new("completion_entry").set("o", lit_w(0, BITS));
        let all = FIELDS.iter().fold(empty, |c, &(name, width, at)| {
            c.set_part("o", 8 * at, width, sig(format!("i$val()${name}")))
        });
        all.set_part("o", 8 * offset_of!(Cqe, phase), 1, sig("phase"))
            .hdl()
    }
}
