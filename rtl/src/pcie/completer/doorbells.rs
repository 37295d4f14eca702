//! Cuts a write to a doorbell page into doorbells.
//!
//! A write-combining buffer may merge doorbells that stand side by side, so a write of several 8-byte words is as many doorbells, in order,
//! one a cycle. A whole 64-byte slot, aligned, is one wide doorbell. What is not aligned to 8 bytes, or not whole, rings nothing and is
//! counted once a write (PCIe digest §1.11).
use super::HostRequest;
use crate::records::DoorbellWrite;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct DoorbellSplit {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, HostRequest>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, DoorbellWrite>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    pub count_doorbell_unknown: Signal<Out, Bit>,
    busy: DFF<Bit>,
    page: DFF<Bits<6>>,
    offset: DFF<Bits<12>>,
    data: DFF<Bits<512>>,
    wide: DFF<Bit>,
    /// The words of 8 bytes still to be looked at that are whole; bit 0 is the next.
    words: DFF<Bits<8>>,
    offered: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    first_whole: Signal<Local, Bit>,
    last_whole: Signal<Local, Bit>,
    pairs: Signal<Local, Bits<4>>,
    all: Signal<Local, Bits<8>>,
    slot: Signal<Local, Bit>,
    ragged: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
}

impl Logic for DoorbellSplit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, page, offset, data, wide, words);
        // Which words of the write are whole: all of them, but for the first and the last if their bytes are not all enabled.
        self.first_whole.next = self.i.val().first_enable.all();
        self.last_whole.next = self.i.val().last_enable.all();
        self.pairs.next = self.i.val().dwords.get_bits::<4>(1);
        self.all.next = (bits::<8>(1) << self.pairs.val()) - 1;
        self.slot.next = (self.i.val().dwords == 16)
            && self.first_whole.val()
            && self.last_whole.val()
            && !self.i.val().address.get_bits::<6>(0).any();
        // A single DW is half a word; an odd number of them ends with half a word.
        self.ragged.next = self.i.val().dwords.get_bit(0)
            || self.i.val().address.get_bit(2)
            || !self.first_whole.val()
            || !self.last_whole.val();

        self.offered.next =
            self.busy.q.val() && (self.wide.q.val() || self.words.q.val().get_bit(0));
        self.o.next.page = self.page.q.val();
        self.o.next.offset = self.offset.q.val();
        self.o.next.wide = self.wide.q.val();
        self.o.next.data = self.data.q.val();
        self.o_valid.next = self.offered.val();
        self.step.next = self.busy.q.val() && (!self.offered.val() || self.o_ready.val());
        if self.step.val() {
            self.words.d.next = self.words.q.val() >> 1;
            self.offset.d.next = self.offset.q.val() + 8;
            self.data.d.next = self.data.q.val() >> 64;
            self.busy.d.next = !self.wide.q.val() && (self.words.q.val() > 1);
        }

        self.i_ready.next = !self.busy.q.val();
        self.load.next = self.i_valid.val() && !self.busy.q.val();
        self.count_doorbell_unknown.next = self.load.val() && self.ragged.val();
        if self.load.val() {
            self.busy.d.next = true;
            self.page.d.next = self.i.val().address.get_bits::<6>(12);
            self.offset.d.next = self.i.val().address.get_bits::<12>(0);
            self.data.d.next = self.i.val().data;
            self.wide.d.next = self.slot.val();
            self.words.d.next = self.all.val();
            if !self.first_whole.val() {
                self.words.d.next = self.all.val() & bits::<8>(0xfe);
            }
            if !self.last_whole.val() && !self.i.val().dwords.get_bit(0) {
                // The last word is not whole.
                self.words.d.next = self.all.val() >> 1;
                if !self.first_whole.val() {
                    self.words.d.next = (self.all.val() >> 1) & bits::<8>(0xfe);
                }
            }
            if self.i.val().address.get_bit(2) {
                self.words.d.next = 0.into();
            }
        }
        if self.reset.val() {
            self.busy.d.next = false;
        }
    }
}
