//! Whether a slot answers a READ or atomic that comes again (digest §7).
//!
//! - `covers`: the PSN is one of the slot's. `answers`: and the request is what it should be: of a READ the rest from that PSN on, same key,
//!   address and length moved together; of an atomic the same PSN, and it has been executed.
//! - `cursor`: packets of the slot before that PSN.
//!
//! Everything follows the inputs in the same cycle.
use super::super::flow::{Item, Request};
use super::super::span::Span;
use super::flow::{Slot, Stage};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Recall {
    pub slot: Signal<In, Slot>,
    pub item: Signal<In, Item>,
    pub pmtu: Signal<In, Bits<3>>,
    pub covers: Signal<Out, Bit>,
    pub answers: Signal<Out, Bit>,
    pub cursor: Signal<Out, Bits<24>>,
    span: Span,
    reads: Signal<Local, Bit>,
    packets: Signal<Local, Bits<24>>,
    holds: Signal<Local, Bit>,
    past: Signal<Local, Bits<24>>,
    blocks: Signal<Local, Bits<32>>,
    offset: Signal<Local, Bits<32>>,
    va: Signal<Local, Bits<64>>,
    rest: Signal<Local, Bits<32>>,
}

impl Logic for Recall {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_recall");
        self.reads.next = self.slot.val().stage == Stage::Read;
        self.span.length.next = self.slot.val().operand.get_bits::<32>(0);
        self.span.pmtu.next = self.pmtu.val();
        self.packets.next = 1.into();
        if self.reads.val() {
            self.packets.next = self.span.count.val();
        }
        self.past.next = self.item.val().psn - self.slot.val().psn;
        self.holds.next = self.past.val() < self.packets.val();
        self.covers.next = self.holds.val();
        self.cursor.next = self.past.val();
        self.blocks.next =
            (bits_cat(bits::<1>(0)) + bits_cat(self.past.val()) + bits_cat(bits::<7>(0))).into();
        self.offset.next = self.blocks.val() << self.pmtu.val();
        self.va.next = self.slot.val().va + bit_cast::<64, 32>(self.offset.val());
        self.rest.next = self.slot.val().operand.get_bits::<32>(0) - self.offset.val();
        if self.reads.val() {
            self.answers.next = self.holds.val()
                && (self.item.val().request == Request::Read)
                && (self.item.val().operands.va == self.va.val())
                && (self.item.val().operands.length == self.rest.val())
                && (self.item.val().operands.rkey == self.slot.val().rkey);
        } else {
            self.answers.next = self.holds.val()
                && (self.item.val().request != Request::Read)
                && (self.slot.val().stage == Stage::Done);
        }
    }
}
