//! Reads the pages of a check from the page table and gives the physical pieces.
//!
//! A walk of one page every cycle, one of two pages every second, whether it is good or refused; the answer comes three cycles after its last page was asked
//! for. `answer` has no ready: its place was taken when the check entered the block. A page written in the cycle in which it is read, or
//! later, is not seen by that walk.
use super::{client_number::CLIENT_BITS, key_check::Walk};
use crate::kit::UltraTable;
use crate::records::{Checked, PageWrite};
use ferric_emit::kernel::*;
use ferric_layout::sizes::{PAGE_BITS, PAGE_SHIFT_MIN};
use rust_hdl::prelude::*;

/// Bits of a page entry: the bus address without the bits below the smallest page.
const FRAME_BITS: usize = 64 - PAGE_SHIFT_MIN;

#[derive(LogicBlock, Default)]
pub struct PageWalk {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub page_write: Signal<In, PageWrite>,
    pub page_write_valid: Signal<In, Bit>,
    pub walk: Signal<In, Walk>,
    pub walk_valid: Signal<In, Bit>,
    pub walk_ready: Signal<Out, Bit>,
    pub answer: Signal<Out, Checked>,
    pub answer_client: Signal<Out, Bits<CLIENT_BITS>>,
    pub answer_valid: Signal<Out, Bit>,
    pages: UltraTable<Bits<FRAME_BITS>, PAGE_BITS>,
    /// The walk's second page is asked for.
    second: DFF<Bit>,
    done: Signal<Local, Bit>,
    // Walks whose page is being read, as old as their cycle tells. `ends`: no further page follows.
    asked: DFF<Walk>,
    asked_valid: DFF<Bit>,
    asked_ends: DFF<Bit>,
    read: DFF<Walk>,
    read_valid: DFF<Bit>,
    read_ends: DFF<Bit>,
    frame: Signal<Local, Bits<64>>,
    in_page: Signal<Local, Bits<64>>,
    start: Signal<Local, Bits<64>>,
    /// The address in the first of two pages.
    first: DFF<Bits<64>>,
    result: DFF<Checked>,
    result_client: DFF<Bits<CLIENT_BITS>>,
    result_valid: DFF<Bit>,
}

impl Logic for PageWalk {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module memory_page_walk");
        dff_setup!(
            self,
            clock,
            second,
            asked,
            asked_valid,
            asked_ends,
            read,
            read_valid,
            read_ends,
            first,
            result,
            result_client,
            result_valid
        );
        self.pages.clock.next = self.clock.val();
        self.pages.write.next = self.page_write_valid.val();
        self.pages.write_address.next = self.page_write.val().index;
        self.pages.write_data.next = self.page_write.val().frame;

        // The walk comes straight from the key check's last stage: one bit decides.
        self.done.next = !self.walk.val().crosses || self.second.q.val();
        self.walk_ready.next = self.done.val();
        self.second.d.next = self.walk_valid.val() && !self.done.val();
        self.pages.read_address.next = self.walk.val().page;
        if self.second.q.val() {
            self.pages.read_address.next = self.walk.val().page + 1;
        }
        self.asked.d.next = self.walk.val();
        self.asked_valid.d.next = self.walk_valid.val();
        self.asked_ends.d.next = self.done.val();
        self.read.d.next = self.asked.q.val();
        self.read_valid.d.next = self.asked_valid.q.val();
        self.read_ends.d.next = self.asked_ends.q.val();

        // Where the page begins: its frame without the bits below its size.
        self.in_page.next = (bits::<64>(1) << self.read.q.val().page_shift) - 1;
        self.frame.next =
            (bits_cat(self.pages.read_data.val()) + bits_cat(bits::<PAGE_SHIFT_MIN>(0))).into();
        self.start.next = self.frame.val() & !self.in_page.val();
        self.first.d.next = self.start.val() | bit_cast::<64, 31>(self.read.q.val().at);
        self.result.d.next.ok = self.read.q.val().ok;
        self.result.d.next.first_address =
            self.start.val() | bit_cast::<64, 31>(self.read.q.val().at);
        self.result.d.next.first_length = self.read.q.val().first_length;
        self.result.d.next.second_address = self.start.val();
        self.result.d.next.second_length = self.read.q.val().second_length;
        if self.read.q.val().second_length != 0 {
            self.result.d.next.first_address = self.first.q.val();
        }
        if !self.read.q.val().ok {
            self.result.d.next.first_length = 0.into();
            self.result.d.next.second_length = 0.into();
        }
        self.result_client.d.next = self.read.q.val().client;
        self.result_valid.d.next = self.read_valid.q.val() && self.read_ends.q.val();
        self.answer.next = self.result.q.val();
        self.answer_client.next = self.result_client.q.val();
        self.answer_valid.next = self.result_valid.q.val();

        if self.reset.val() {
            self.second.d.next = false;
            self.asked_valid.d.next = false;
            self.read_valid.d.next = false;
            self.result_valid.d.next = false;
        }
    }
}
