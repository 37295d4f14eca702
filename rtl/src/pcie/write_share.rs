//! Two users of one DMA write client: writes in fair turns, and each user's own count of those that have left.
//!
//! - `ask[k]`, `bytes[k]`, `left[k]`: user k's writes, their bytes, and how many have left the card, modulo 2^16, a cycle or more after the
//!   client's own count `written`.
//!
//! The bytes of a write pass when it has been asked for and those before it have passed; a user sends them without waiting for anything.
//! 128 writes can be under way.
use crate::beat::Beat;
use crate::kit::Share;
use crate::records::DmaWrite;
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(LogicBlock)]
pub struct WriteShare {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ask: [Signal<In, DmaWrite>; 2],
    pub ask_valid: [Signal<In, Bit>; 2],
    pub ask_ready: [Signal<Out, Bit>; 2],
    pub bytes: [Signal<In, Beat>; 2],
    pub bytes_valid: [Signal<In, Bit>; 2],
    pub bytes_ready: [Signal<Out, Bit>; 2],
    pub left: [Signal<Out, Bits<16>>; 2],
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    /// What is answered is a write that has left; there is nothing to say of it.
    share: Share<DmaWrite, Bit, 7, 8>,
    /// Writes that have been told of.
    told: DFF<Bits<16>>,
    count: [DFF<Bits<16>>; 2],
    moves: Signal<Local, Bit>,
}

impl Default for WriteShare {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            ask: from_fn(|_| Default::default()),
            ask_valid: from_fn(|_| Default::default()),
            ask_ready: from_fn(|_| Default::default()),
            bytes: from_fn(|_| Default::default()),
            bytes_valid: from_fn(|_| Default::default()),
            bytes_ready: from_fn(|_| Default::default()),
            left: from_fn(|_| Default::default()),
            write: Default::default(),
            write_valid: Default::default(),
            write_ready: Default::default(),
            write_data: Default::default(),
            write_data_valid: Default::default(),
            write_data_ready: Default::default(),
            written: Default::default(),
            share: Default::default(),
            told: Default::default(),
            count: from_fn(|_| Default::default()),
            moves: Default::default(),
        }
    }
}

impl Logic for WriteShare {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, told);
        self.share.clock.next = self.clock.val();
        self.share.reset.next = self.reset.val();
        for k in 0..2 {
            self.share.ask[k].next = self.ask[k].val();
            self.share.ask_valid[k].next = self.ask_valid[k].val();
            self.ask_ready[k].next = self.share.ask_ready[k].val();
            self.share.answer_ready[k].next = true;
            self.count[k].clock.next = self.clock.val();
            self.count[k].d.next = self.count[k].q.val();
            if self.share.answer_valid[k].val() {
                self.count[k].d.next = self.count[k].q.val() + 1;
            }
            if self.reset.val() {
                self.count[k].d.next = 0.into();
            }
            self.left[k].next = self.count[k].q.val();
        }
        self.write.next = self.share.question.val();
        self.write_valid.next = self.share.question_valid.val();
        self.share.question_ready.next = self.write_ready.val();

        // What has left.
        self.share.reply.next = true;
        self.share.reply_valid.next = self.told.q.val() != self.written.val();
        if self.share.reply_valid.val() && self.share.reply_ready.val() {
            self.told.d.next = self.told.q.val() + 1;
        }

        // Bytes.
        self.write_data.next = self.bytes[0].val();
        self.write_data_valid.next = self.share.owner_valid.val() && self.bytes_valid[0].val();
        if self.share.owner.val() {
            self.write_data.next = self.bytes[1].val();
            self.write_data_valid.next = self.share.owner_valid.val() && self.bytes_valid[1].val();
        }
        self.bytes_ready[0].next =
            self.share.owner_valid.val() && !self.share.owner.val() && self.write_data_ready.val();
        self.bytes_ready[1].next =
            self.share.owner_valid.val() && self.share.owner.val() && self.write_data_ready.val();
        self.moves.next = self.write_data_valid.val() && self.write_data_ready.val();
        self.share.owner_ready.next = self.moves.val() && self.write_data.val().last;
        if self.reset.val() {
            self.told.d.next = 0.into();
        }
    }
}
