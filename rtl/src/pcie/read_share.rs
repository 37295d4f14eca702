//! Two users of one DMA read client: reads in fair turns, statuses and bytes to whoever asked, in the order of each user's reads.
//!
//! 256 reads can be under way. Either user's bytes wait until it takes them, and with them the other's behind them: both take theirs always.
use crate::beat::Beat;
use crate::kit::Share;
use crate::records::{DmaRead, DmaReadStatus};
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(LogicBlock)]
pub struct ReadShare {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ask: [Signal<In, DmaRead>; 2],
    pub ask_valid: [Signal<In, Bit>; 2],
    pub ask_ready: [Signal<Out, Bit>; 2],
    pub answer: [Signal<Out, DmaReadStatus>; 2],
    pub answer_valid: [Signal<Out, Bit>; 2],
    pub answer_ready: [Signal<In, Bit>; 2],
    pub bytes: [Signal<Out, Beat>; 2],
    pub bytes_valid: [Signal<Out, Bit>; 2],
    pub bytes_ready: [Signal<In, Bit>; 2],
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    share: Share<DmaRead, DmaReadStatus, 8, 9>,
}

impl Default for ReadShare {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            ask: from_fn(|_| Default::default()),
            ask_valid: from_fn(|_| Default::default()),
            ask_ready: from_fn(|_| Default::default()),
            answer: from_fn(|_| Default::default()),
            answer_valid: from_fn(|_| Default::default()),
            answer_ready: from_fn(|_| Default::default()),
            bytes: from_fn(|_| Default::default()),
            bytes_valid: from_fn(|_| Default::default()),
            bytes_ready: from_fn(|_| Default::default()),
            read: Default::default(),
            read_valid: Default::default(),
            read_ready: Default::default(),
            status: Default::default(),
            status_valid: Default::default(),
            status_ready: Default::default(),
            data: Default::default(),
            data_valid: Default::default(),
            data_ready: Default::default(),
            share: Default::default(),
        }
    }
}

impl Logic for ReadShare {
    #[hdl_gen]
    fn update(&mut self) {
        self.share.clock.next = self.clock.val();
        self.share.reset.next = self.reset.val();
        for k in 0..2 {
            self.share.ask[k].next = self.ask[k].val();
            self.share.ask_valid[k].next = self.ask_valid[k].val();
            self.ask_ready[k].next = self.share.ask_ready[k].val();
            self.answer[k].next = self.share.answer[k].val();
            self.answer_valid[k].next = self.share.answer_valid[k].val();
            self.share.answer_ready[k].next = self.answer_ready[k].val();
            self.bytes[k].next = self.data.val();
        }
        self.read.next = self.share.question.val();
        self.read_valid.next = self.share.question_valid.val();
        self.share.question_ready.next = self.read_ready.val();
        self.share.reply.next = self.status.val();
        self.share.reply_valid.next = self.status_valid.val();
        self.status_ready.next = self.share.reply_ready.val();

        self.bytes_valid[0].next =
            self.data_valid.val() && self.share.owner_valid.val() && !self.share.owner.val();
        self.bytes_valid[1].next =
            self.data_valid.val() && self.share.owner_valid.val() && self.share.owner.val();
        self.data_ready.next = self.share.owner_valid.val() && self.bytes_ready[0].val();
        if self.share.owner.val() {
            self.data_ready.next = self.share.owner_valid.val() && self.bytes_ready[1].val();
        }
        self.share.owner_ready.next =
            self.data_valid.val() && self.data_ready.val() && self.data.val().last;
    }
}
