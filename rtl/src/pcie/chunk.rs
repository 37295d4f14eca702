//! Cuts a span of host memory at every multiple of `size` (a power of two, 128 to 4096).
//!
//! So no chunk crosses a 4 KB boundary, none is longer than `size`, and every chunk but a span's first begins at a multiple of it
//! (PCIe digest §1.3). A chunk stands at `o` in the cycle after its span was taken; a chunk a cycle, and one cycle between spans.
use rust_hdl::prelude::*;

/// Bytes of host memory: 1 to 4096 of them, at any address.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Span {
    pub address: Bits<64>,
    pub length: Bits<13>,
}

/// A part of a span.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Chunk {
    pub address: Bits<64>,
    pub length: Bits<13>,
    /// Bytes of the span before this chunk.
    pub offset: Bits<13>,
    /// Bytes of the span from this chunk on.
    pub left: Bits<13>,
    pub first: Bit,
    pub last: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Chunker {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub size: Signal<In, Bits<13>>,
    pub i: Signal<In, Span>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Chunk>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    valid: DFF<Bit>,
    address: DFF<Bits<64>>,
    offset: DFF<Bits<13>>,
    left: DFF<Bits<13>>,
    first: DFF<Bit>,
    mask: Signal<Local, Bits<13>>,
    room: Signal<Local, Bits<13>>,
    last: Signal<Local, Bit>,
}

impl Logic for Chunker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, address, offset, left, first);
        self.mask.next = self.size.val() - 1;
        self.room.next = self.size.val()
            - (bit_cast::<13, 12>(self.address.q.val().get_bits::<12>(0)) & self.mask.val());
        self.last.next = self.left.q.val() <= self.room.val();
        self.o.next.address = self.address.q.val();
        self.o.next.length = self.room.val();
        if self.last.val() {
            self.o.next.length = self.left.q.val();
        }
        self.o.next.offset = self.offset.q.val();
        self.o.next.left = self.left.q.val();
        self.o.next.first = self.first.q.val();
        self.o.next.last = self.last.val();
        self.o_valid.next = self.valid.q.val();
        self.i_ready.next = !self.valid.q.val();

        if self.valid.q.val() && self.o_ready.val() {
            // The next multiple of the size.
            self.address.d.next = (self.address.q.val() | bit_cast::<64, 13>(self.mask.val())) + 1;
            self.offset.d.next = self.offset.q.val() + self.room.val();
            self.left.d.next = self.left.q.val() - self.room.val();
            self.first.d.next = false;
            self.valid.d.next = !self.last.val();
        }
        if !self.valid.q.val() {
            self.address.d.next = self.i.val().address;
            self.offset.d.next = 0.into();
            self.left.d.next = self.i.val().length;
            self.first.d.next = true;
            self.valid.d.next = self.i_valid.val();
        }
        if self.reset.val() {
            self.valid.d.next = false;
        }
    }
}
