//! The fields of a send WQE and of its entries, by the offsets of `ferric_layout::work`. Pure wiring.
use core::mem::offset_of;
use ferric_emit::build::{Code, lit_w, sig};
use ferric_layout::work::{HEAD, SGE, SendWqe, Sge};
use rust_hdl::prelude::*;

/// `ferric_layout::work::SendWqe` as numbers.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Head {
    pub opcode: Bits<8>,
    pub flags: Bits<8>,
    pub index: Bits<16>,
    pub qpn: Bits<24>,
    pub sge_count: Bits<8>,
    pub immediate: Bits<32>,
    pub length: Bits<32>,
    pub remote_va: Bits<64>,
    pub rkey: Bits<32>,
    pub reserved: Bits<32>,
}

/// Width and byte offset of each field, in the order of the record.
const HEAD_FIELDS: [(usize, usize); 10] = [
    (8, offset_of!(SendWqe, opcode)),
    (8, offset_of!(SendWqe, flags)),
    (16, offset_of!(SendWqe, index)),
    (24, offset_of!(SendWqe, qpn)),
    (8, offset_of!(SendWqe, sge_count)),
    (32, offset_of!(SendWqe, immediate)),
    (32, offset_of!(SendWqe, length)),
    (64, offset_of!(SendWqe, remote_va)),
    (32, offset_of!(SendWqe, rkey)),
    (32, offset_of!(SendWqe, reserved)),
];

/// A scatter/gather entry as numbers.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Entry {
    pub va: Bits<64>,
    pub length: Bits<32>,
    pub lkey: Bits<32>,
}

const ENTRY_FIELDS: [(usize, usize); 3] = [
    (64, offset_of!(Sge, va)),
    (32, offset_of!(Sge, length)),
    (32, offset_of!(Sge, lkey)),
];

/// Fills a record, whose fields follow each other from its low bits, out of the bytes at `i`; `rest` is what follows those.
fn fields(module: &str, fields: &[(usize, usize)], bytes: usize) -> Verilog {
    let start = (Code::new(module), 0);
    let place = |(code, low): (Code, usize), &(width, at): &(usize, usize)| {
        (
            code.set_part("o", low, width, sig("i").part(8 * at as u64, width)),
            low + width,
        )
    };
    let rest = 512 - 8 * bytes;
    let code = fields.iter().fold(start, place).0;
    code.set_part("rest", 0, rest, sig("i").part(8 * bytes as u64, rest))
        .set_part("rest", rest, 8 * bytes, lit_w(0, 8 * bytes))
        .hdl()
}

/// The first slot's fixed part.
#[derive(LogicBlock, Default)]
pub struct HeadFields {
    pub i: Signal<In, Bits<512>>,
    pub o: Signal<Out, Head>,
    /// What follows it, from bit 0.
    pub rest: Signal<Out, Bits<512>>,
}

impl Logic for HeadFields {
    fn update(&mut self) {
        let i = self.i.val();
        self.o.next = Head {
            opcode: i.get_bits(8 * offset_of!(SendWqe, opcode)),
            flags: i.get_bits(8 * offset_of!(SendWqe, flags)),
            index: i.get_bits(8 * offset_of!(SendWqe, index)),
            qpn: i.get_bits(8 * offset_of!(SendWqe, qpn)),
            sge_count: i.get_bits(8 * offset_of!(SendWqe, sge_count)),
            immediate: i.get_bits(8 * offset_of!(SendWqe, immediate)),
            length: i.get_bits(8 * offset_of!(SendWqe, length)),
            remote_va: i.get_bits(8 * offset_of!(SendWqe, remote_va)),
            rkey: i.get_bits(8 * offset_of!(SendWqe, rkey)),
            reserved: i.get_bits(8 * offset_of!(SendWqe, reserved)),
        };
        self.rest.next = i >> (8 * HEAD as u64);
    }
    fn connect(&mut self) {
        self.o.connect();
        self.rest.connect();
    }
    fn hdl(&self) -> Verilog {
        fields("wqe_head", &HEAD_FIELDS, HEAD)
    }
}

/// The entry in the low bytes of a slot.
#[derive(LogicBlock, Default)]
pub struct EntryFields {
    pub i: Signal<In, Bits<512>>,
    pub o: Signal<Out, Entry>,
    /// What follows it, from bit 0.
    pub rest: Signal<Out, Bits<512>>,
}

impl Logic for EntryFields {
    fn update(&mut self) {
        let i = self.i.val();
        self.o.next = Entry {
            va: i.get_bits(8 * offset_of!(Sge, va)),
            length: i.get_bits(8 * offset_of!(Sge, length)),
            lkey: i.get_bits(8 * offset_of!(Sge, lkey)),
        };
        self.rest.next = i >> (8 * SGE as u64);
    }
    fn connect(&mut self) {
        self.o.connect();
        self.rest.connect();
    }
    fn hdl(&self) -> Verilog {
        fields("wqe_entry", &ENTRY_FIELDS, SGE)
    }
}
