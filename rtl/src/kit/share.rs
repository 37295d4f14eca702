//! Two users of one service: questions of both in fair turns, each answer to whoever asked.
//!
//! - `ask[k]`, `answer[k]`: user k. `question`, `reply`: the service, which answers in the order of the questions.
//! - `owner`, `owner_valid`, `owner_ready`: whose each question was, in order, for what else belongs to it: a stream that must be taken.
//!
//! A question passes in the cycle in which it comes, if it is its user's turn; the turn goes to the other user while nothing is offered, and
//! after a question if the other has one. Every ready comes from registers and from the ready behind it. 2^D questions can be
//! under way; what is waited for is the service.
use super::small_fifo::SmallFifo;
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(LogicBlock)]
pub struct Share<Q: Synth, A: Synth, const D: usize, const D1: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ask: [Signal<In, Q>; 2],
    pub ask_valid: [Signal<In, Bit>; 2],
    pub ask_ready: [Signal<Out, Bit>; 2],
    pub answer: [Signal<Out, A>; 2],
    pub answer_valid: [Signal<Out, Bit>; 2],
    pub answer_ready: [Signal<In, Bit>; 2],
    pub question: Signal<Out, Q>,
    pub question_valid: Signal<Out, Bit>,
    pub question_ready: Signal<In, Bit>,
    pub reply: Signal<In, A>,
    pub reply_valid: Signal<In, Bit>,
    pub reply_ready: Signal<Out, Bit>,
    pub owner: Signal<Out, Bit>,
    pub owner_valid: Signal<Out, Bit>,
    pub owner_ready: Signal<In, Bit>,
    askers: SmallFifo<Bit, D, D1>,
    owners: SmallFifo<Bit, D, D1>,
    /// The second user has the turn.
    turn: DFF<Bit>,
    offers: Signal<Local, Bit>,
    other: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
}

impl<Q: Synth, A: Synth, const D: usize, const D1: usize> Default for Share<Q, A, D, D1> {
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
            question: Default::default(),
            question_valid: Default::default(),
            question_ready: Default::default(),
            reply: Default::default(),
            reply_valid: Default::default(),
            reply_ready: Default::default(),
            owner: Default::default(),
            owner_valid: Default::default(),
            owner_ready: Default::default(),
            askers: Default::default(),
            owners: Default::default(),
            turn: Default::default(),
            offers: Default::default(),
            other: Default::default(),
            room: Default::default(),
            passes: Default::default(),
        }
    }
}

impl<Q: Synth, A: Synth, const D: usize, const D1: usize> Logic for Share<Q, A, D, D1> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn);
        self.askers.clock.next = self.clock.val();
        self.askers.reset.next = self.reset.val();
        self.owners.clock.next = self.clock.val();
        self.owners.reset.next = self.reset.val();

        // Questions.
        self.question.next = self.ask[0].val();
        self.offers.next = self.ask_valid[0].val();
        self.other.next = self.ask_valid[1].val();
        if self.turn.q.val() {
            self.question.next = self.ask[1].val();
            self.offers.next = self.ask_valid[1].val();
            self.other.next = self.ask_valid[0].val();
        }
        self.room.next = self.askers.i_ready.val() && self.owners.i_ready.val();
        self.question_valid.next = self.offers.val() && self.room.val();
        self.passes.next = self.offers.val() && self.room.val() && self.question_ready.val();
        self.ask_ready[0].next = !self.turn.q.val() && self.room.val() && self.question_ready.val();
        self.ask_ready[1].next = self.turn.q.val() && self.room.val() && self.question_ready.val();
        if self.other.val() && (self.passes.val() || !self.offers.val()) {
            self.turn.d.next = !self.turn.q.val();
        }
        self.askers.i.next = self.turn.q.val();
        self.askers.i_valid.next = self.passes.val();
        self.owners.i.next = self.turn.q.val();
        self.owners.i_valid.next = self.passes.val();
        self.owner.next = self.owners.o.val();
        self.owner_valid.next = self.owners.o_valid.val();
        self.owners.o_ready.next = self.owner_ready.val();

        // Answers.
        self.answer[0].next = self.reply.val();
        self.answer[1].next = self.reply.val();
        self.answer_valid[0].next =
            self.reply_valid.val() && self.askers.o_valid.val() && !self.askers.o.val();
        self.answer_valid[1].next =
            self.reply_valid.val() && self.askers.o_valid.val() && self.askers.o.val();
        self.reply_ready.next = self.askers.o_valid.val() && self.answer_ready[0].val();
        if self.askers.o.val() {
            self.reply_ready.next = self.askers.o_valid.val() && self.answer_ready[1].val();
        }
        self.askers.o_ready.next = self.reply_valid.val() && self.reply_ready.val();
        if self.reset.val() {
            self.turn.d.next = false;
        }
    }
}
