//! Completes messages, sends them again, and stops: works through what is outstanding of a QP whenever something has happened to it.
//!
//! - `report`: markers, packets that could not be sent and WQEs that wait, from the end of the chain; held back until `ledger_idle`, so
//!   that the messages before them are in the table. `kick`: a bad WQE was entered. `response`: from the peer. `expiry`: a timer ran out.
//!   `delivered`: data of READs and results of atomics are in memory.
//! - `message_address`, `message`: the outstanding table, two cycles. `page`: the ledger's page of `read_qpn`, one cycle; `revision` turns
//!   it back.
//! - `completion`: send completions, in the order of the WQEs. `fault`: the QP failed. `retired`: its oldest slot moved. `delivery`: what to
//!   do with a response's payload, or a marker. `turn`: to the scheduler. `progress`: valid only, to the segmenter. `command_done`: a
//!   command's marker has done its work, and nothing of the QP from before it is left.
//! - `watch_qpn`, `watch_account`, `watch_timeout`: for the timer, a cycle later.
//!
//! `Look` has the rules of what a response does. Responses for a PSN that was not sent, or older than the oldest, are ghosts and change
//! nothing. A bad WQE, or one whose packet could not be sent, fails when all before it are done. A failing WQE completes with its status,
//! signaled or not, and the QP fails: nothing of it completes any more until a marker of Flush comes, which makes one completion for the
//! range from there to where it points.
//!
//! **Going back, and waiting for READs.** The QP is halted first: `progress` tells the segmenter to drop its work, `turn` the scheduler to
//! read no more and to send a Pause marker when what it reads has come back. When that marker is here, nothing of the QP is in the chain,
//! the ledger or the segmenter, so what happens now meets nothing: if it is due, the ledger's page is turned back to the oldest message
//! that is not wholly acknowledged, the segmenter learns from `progress` where to go on (`turn` steps), and the scheduler reads again from
//! that message's slot. A QP that waits for READs goes on at the WQE that waits, with nothing turned back. A command overrules both: its
//! marker is behind the Pause, and the scheduler heeds no turn of a QP that a command has stopped. The scheduler takes turns before
//! commands, so none is left of a QP's former life.
//!
//! **Commands.** Before a command's marker does its work, a marker goes through the delivery, during which responses of the QP count no
//! more: so no data of it is on the way into memory when the command is done.
//!
//! Owns the account of each QP. One event at a time: chosen and its tables addressed, decided, then a look at each message, two cycles
//! later; an acknowledge of one message takes four cycles, each further one two. The account is written in the last, before the next is
//! addressed; a QP that stands still takes one more, to see whether it goes on. The sources take turns, so none waits for ever. An event is
//! begun only if `retired`, `fault` and `turn` have room, whose readers never wait for the sweep; one that may deliver something only if
//! `delivery` has room; a look waits for room at `completion`. `delivered` is taken all the same, so the delivery goes on.
use crate::kit::{RoundRobin, SmallFifo, Table2};
use crate::records::{Completion, QpFault, QpWrite, QueueDoorbell};
use crate::requester::account::{Account, Goal, MessageAddress, Mode, Motion, Settings};
use crate::requester::chain::{
    Answer, Chain, ChainEvent, Delivered, Delivery, Expiry, Message, Progress, Response, Turn,
    Verdict,
};
use crate::requester::ledger::{Page, Revision};
use crate::requester::look::Look;
use ferric_emit::kernel::*;
use ferric_layout::status::Status;
use ferric_layout::{completion, event, work};
use rust_hdl::prelude::*;

const RETRY_EXCEEDED: u8 = Status::RetryExceeded as u8;
const RNR_RETRY_EXCEEDED: u8 = Status::RnrRetryExceeded as u8;
const FLUSHED: u8 = Status::Flushed as u8;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Waits for an event.
    Choose,
    /// The account is here.
    Decide,
    /// The table is about to answer.
    Wait,
    /// A message is here.
    Look,
    /// The QP stands still: it may be time to go on.
    Still,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Source {
    Chain,
    Kick,
    Response,
    Expiry,
    Delivered,
}

#[derive(LogicBlock, Default)]
pub struct Sweep {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub report: Signal<In, ChainEvent>,
    pub report_valid: Signal<In, Bit>,
    pub report_ready: Signal<Out, Bit>,
    pub ledger_idle: Signal<In, Bit>,
    pub kick: Signal<In, Bits<10>>,
    pub kick_valid: Signal<In, Bit>,
    pub kick_ready: Signal<Out, Bit>,
    pub response: Signal<In, Response>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub expiry: Signal<In, Expiry>,
    pub expiry_valid: Signal<In, Bit>,
    pub expiry_ready: Signal<Out, Bit>,
    pub delivered: Signal<In, Delivered>,
    pub delivered_valid: Signal<In, Bit>,
    pub delivered_ready: Signal<Out, Bit>,
    pub message_address: Signal<Out, MessageAddress>,
    pub message: Signal<In, Message>,
    pub read_qpn: Signal<Out, Bits<10>>,
    pub page: Signal<In, Page>,
    pub revision: Signal<Out, Revision>,
    pub revision_valid: Signal<Out, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub watch_qpn: Signal<In, Bits<10>>,
    pub watch_account: Signal<Out, Account>,
    pub watch_timeout: Signal<Out, Bits<5>>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub retired: Signal<Out, QueueDoorbell>,
    pub retired_valid: Signal<Out, Bit>,
    pub retired_ready: Signal<In, Bit>,
    pub delivery: Signal<Out, Delivery>,
    pub delivery_valid: Signal<Out, Bit>,
    pub delivery_ready: Signal<In, Bit>,
    pub turn: Signal<Out, Turn>,
    pub turn_valid: Signal<Out, Bit>,
    pub turn_ready: Signal<In, Bit>,
    pub progress: Signal<Out, Progress>,
    pub progress_valid: Signal<Out, Bit>,
    pub command_done: Signal<Out, Bit>,
    pub count_requester_local_error: Signal<Out, Bit>,
    pub count_requester_nak: Signal<Out, Bit>,
    pub count_requester_not_ready: Signal<Out, Bit>,
    pub count_requester_timeout: Signal<Out, Bit>,
    pub count_requester_implied: Signal<Out, Bit>,
    pub count_requester_again: Signal<Out, Bit>,
    pub count_requester_ghost: Signal<Out, Bit>,
    accounts: Table2<Account, 10>,
    settings: Table2<Settings, 10>,
    order: RoundRobin<5, 3>,
    look: Look,
    completions: SmallFifo<Completion, 3, 4>,
    faults: SmallFifo<QpFault, 2, 3>,
    retirements: SmallFifo<QueueDoorbell, 2, 3>,
    deliveries: SmallFifo<Delivery, 4, 5>,
    turns: SmallFifo<Turn, 2, 3>,
    state: DFF<State>,
    // The event.
    source: DFF<Source>,
    chain: DFF<ChainEvent>,
    answer: DFF<Response>,
    expired: DFF<Expiry>,
    result: DFF<Verdict>,
    chosen: Signal<Local, Bits<10>>,
    qpn: DFF<Bits<10>>,
    /// The report is a command's marker; this event only sends a marker through the delivery.
    commands: Signal<Local, Bit>,
    first_pass: DFF<Bit>,
    /// That marker is on its way, and is back.
    marked: DFF<Bit>,
    returned: DFF<Bit>,
    // The QP, as it changes.
    account: DFF<Account>,
    page_here: DFF<Page>,
    settings_here: DFF<Settings>,
    target: DFF<Bits<24>>,
    goal: DFF<Goal>,
    /// What a message fails with.
    sentence: DFF<Verdict>,
    placing: DFF<Bit>,
    owed: DFF<Bit>,
    read: Signal<Local, Account>,
    now: Signal<Local, Account>,
    from_oldest: Signal<Local, Bits<24>>,
    to_next: Signal<Local, Bits<24>>,
    owned: Signal<Local, Bit>,
    waiting: Signal<Local, Bit>,
    alone: Signal<Local, Bit>,
    flushing: Signal<Local, Bits<16>>,
    write: Signal<Local, Bit>,
    looks: Signal<Local, Bit>,
    written: Signal<Local, Account>,
    halts: Signal<Local, Bit>,
    /// Something was retired.
    moved: DFF<Bit>,
    reports: Signal<Local, Bit>,
    go: Signal<Local, Bit>,
    nth: Signal<Local, Bits<24>>,
    // A QP that stands still.
    flying: Signal<Local, Bits<5>>,
    due_again: Signal<Local, Bit>,
    due_onward: Signal<Local, Bit>,
    onward: Signal<Local, Account>,
}

impl Logic for Sweep {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            source,
            chain,
            answer,
            expired,
            result,
            qpn,
            first_pass,
            marked,
            returned,
            account,
            page_here,
            settings_here,
            target,
            goal,
            sentence,
            placing,
            owed,
            moved
        );
        self.accounts.clock.next = self.clock.val();
        self.settings.clock.next = self.clock.val();
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.reset.val();
        self.faults.clock.next = self.clock.val();
        self.faults.reset.next = self.reset.val();
        self.retirements.clock.next = self.clock.val();
        self.retirements.reset.next = self.reset.val();
        self.deliveries.clock.next = self.clock.val();
        self.deliveries.reset.next = self.reset.val();
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();
        self.completion.next = self.completions.o.val();
        self.completion_valid.next = self.completions.o_valid.val();
        self.completions.o_ready.next = self.completion_ready.val();
        self.fault.next = self.faults.o.val();
        self.fault_valid.next = self.faults.o_valid.val();
        self.faults.o_ready.next = self.fault_ready.val();
        self.retired.next = self.retirements.o.val();
        self.retired_valid.next = self.retirements.o_valid.val();
        self.retirements.o_ready.next = self.retired_ready.val();
        self.delivery.next = self.deliveries.o.val();
        self.delivery_valid.next = self.deliveries.o_valid.val();
        self.deliveries.o_ready.next = self.delivery_ready.val();
        self.turn.next = self.turns.o.val();
        self.turn_valid.next = self.turns.o_valid.val();
        self.turns.o_ready.next = self.turn_ready.val();
        self.settings.write.next = self.qp_write_valid.val();
        self.settings.write_address.next = self.qp_write.val().qpn;
        self.settings.write_data.next.cqn = self.qp_write.val().send.cqn;
        self.settings.write_data.next.pmtu = self.qp_write.val().send.pmtu;
        self.settings.write_data.next.timeout = self.qp_write.val().send.timeout;
        self.settings.write_data.next.retry_count = self.qp_write.val().send.retry_count;
        self.settings.write_data.next.rnr_retry = self.qp_write.val().send.rnr_retry;
        self.settings.write_data.next.max_rd_atomic =
            self.qp_write.val().send.max_rd_atomic.get_bits::<5>(0);
        self.accounts.second_address.next = self.watch_qpn.val();
        self.settings.second_address.next = self.watch_qpn.val();
        self.watch_account.next = self.accounts.second_data.val();
        self.watch_timeout.next = self.settings.second_data.val().timeout;

        // Choose an event.
        self.commands.next = (self.report.val().kind == Chain::Reset)
            || (self.report.val().kind == Chain::Start)
            || (self.report.val().kind == Chain::Flush);
        self.order.request.next =
            (bits_cat(self.delivered_valid.val() && !self.delivered.val().marker)
                + bits_cat(self.expiry_valid.val())
                + bits_cat(self.response_valid.val() && self.deliveries.i_ready.val())
                + bits_cat(self.kick_valid.val())
                + bits_cat(
                    self.report_valid.val()
                        && self.ledger_idle.val()
                        && !self.marked.q.val()
                        && (!self.commands.val() || self.deliveries.i_ready.val()),
                ))
            .into();
        self.order.advance.next = false;
        self.report_ready.next = false;
        self.kick_ready.next = false;
        self.response_ready.next = false;
        self.expiry_ready.next = false;
        self.delivered_ready.next = self.delivered.val().marker;
        if self.delivered_valid.val() && self.delivered.val().marker {
            self.marked.d.next = false;
            self.returned.d.next = true;
        }
        self.chosen.next = self.report.val().qpn;
        if self.order.grant.val() == 1 {
            self.chosen.next = self.kick.val();
        }
        if self.order.grant.val() == 2 {
            self.chosen.next = self.response.val().qpn;
        }
        if self.order.grant.val() == 3 {
            self.chosen.next = self.expiry.val().qpn;
        }
        if self.order.grant.val() == 4 {
            self.chosen.next = self.delivered.val().qpn;
        }
        self.read_qpn.next = self.qpn.q.val();
        if self.state.q.val() == State::Choose {
            self.read_qpn.next = self.chosen.val();
        }
        self.accounts.read_address.next = self.read_qpn.val();
        self.settings.read_address.next = self.read_qpn.val();

        // What the event means for its QP.
        self.read.next = self.accounts.read_data.val();
        self.from_oldest.next = self.answer.q.val().psn - self.read.val().oldest;
        self.to_next.next = self.answer.q.val().psn - self.page.val().psn;
        self.owned.next = (self.read.val().mode == Mode::Running)
            && !self.from_oldest.val().get_bit(23)
            && self.to_next.val().get_bit(23)
            && (self.answer.q.val().kind != Answer::Unknown);
        self.waiting.next = self.read.val().mark != self.page.val().head;
        self.alone.next = self.read.val().tail == self.read.val().mark;
        self.flushing.next = self.chain.q.val().slot - self.read.val().slot;

        // A look at a message.
        self.look.account.next = self.account.q.val();
        self.look.message.next = self.message.val();
        self.look.settings.next = self.settings_here.q.val();
        self.look.head.next = self.page_here.q.val().head;
        self.look.bad.next = self.page_here.q.val().faulted;
        self.look.target.next = self.target.q.val();
        self.look.goal.next = self.goal.q.val();
        self.look.sentence.next = self.sentence.q.val();
        self.look.code.next = self.answer.q.val().syndrome.get_bits::<5>(0);
        self.look.placing.next = self.placing.q.val();
        self.look.owed.next = self.owed.q.val();
        self.reports.next = self.look.completes.val()
            && ((self.look.outcome.val().status != 0) || self.message.val().signaled);
        self.go.next = !self.reports.val() || self.completions.i_ready.val();
        self.nth.next = self.answer.q.val().psn - self.account.q.val().first;

        // Whether a QP that stands still goes on.
        self.flying.next = self.page_here.q.val().reads - self.account.q.val().placed;
        self.due_again.next = self.account.q.val().back && !self.account.q.val().waits;
        self.due_onward.next = !self.account.q.val().back
            && self.account.q.val().parked
            && !self.account.q.val().fault
            && (self.flying.val() < self.settings_here.q.val().max_rd_atomic)
            && (!self.account.q.val().fence || (self.flying.val() == 0));
        self.onward.next = self.account.q.val();
        self.onward.next.motion = Motion::Flowing;
        self.onward.next.back = false;
        self.onward.next.parked = false;
        self.onward.next.again = self.due_again.val();
        self.onward.next.turn = self.account.q.val().turn + 1;
        self.revision.next.qpn = self.qpn.q.val();
        self.revision.next.page.head = self.account.q.val().mark;
        self.revision.next.page.psn = self.account.q.val().first;
        self.revision.next.page.faulted = false;
        self.revision.next.page.reads = self.account.q.val().answered;
        self.revision_valid.next = false;

        self.now.next = self.read.val();
        self.looks.next = false;
        self.write.next = false;
        self.halts.next = false;
        self.written.next = self.look.later.val();
        self.message_address.next.qpn = self.qpn.q.val();
        self.message_address.next.number = self.account.q.val().mark.get_bits::<7>(0);
        if self.placing.q.val() {
            self.message_address.next.number = self.account.q.val().tail.get_bits::<7>(0);
        }
        self.completions.i.next.cqn = self.settings_here.q.val().cqn;
        self.completions.i.next.qpn = bit_cast::<24, 10>(self.qpn.q.val());
        self.completions.i.next.opcode = bits_const::<8>(completion::opcode::SEND).into();
        self.completions.i.next.index = self.message.val().slot;
        self.completions.i.next.status = self.look.outcome.val().status;
        self.completions.i.next.flags = 0.into();
        self.completions.i.next.length = 0.into();
        self.completions.i.next.immediate = 0.into();
        self.completions.i.next.vendor_error = self.look.outcome.val().vendor_error;
        self.completions.i_valid.next = false;
        self.faults.i.next.qpn = self.qpn.q.val();
        self.faults.i.next.event = bits_const::<8>(event::kind::QP_FATAL).into();
        self.faults.i.next.detail = self.look.outcome.val().status;
        self.faults.i_valid.next = false;
        self.retirements.i.next.qpn = self.qpn.q.val();
        self.retirements.i.next.index = self.look.later.val().slot;
        self.retirements.i_valid.next = false;
        self.turns.i.next.qpn = self.qpn.q.val();
        self.turns.i.next.halt = true;
        self.turns.i.next.slot = self.account.q.val().park_slot;
        self.turns.i_valid.next = false;
        self.deliveries.i.next.marker = false;
        self.deliveries.i.next.discard = true;
        self.deliveries.i.next.qpn = self.qpn.q.val();
        self.deliveries.i.next.atomic = self.goal.q.val() == Goal::Atomic;
        self.deliveries.i.next.read = self.account.q.val().answered.get_bits::<4>(0);
        self.deliveries.i.next.offset =
            (bit_cast::<32, 24>(self.nth.val()) << 7) << self.settings_here.q.val().pmtu;
        self.deliveries.i.next.length = self.answer.q.val().length;
        self.deliveries.i.next.value = self.answer.q.val().value;
        self.deliveries.i.next.last = self.answer.q.val().last;
        self.deliveries.i_valid.next = false;
        self.command_done.next = false;
        self.count_requester_local_error.next = false;
        self.count_requester_nak.next = false;
        self.count_requester_not_ready.next = false;
        self.count_requester_timeout.next = false;
        self.count_requester_implied.next = false;
        self.count_requester_again.next = false;
        self.count_requester_ghost.next = false;
        match self.state.q.val() {
            State::Choose => {
                self.qpn.d.next = self.chosen.val();
                self.chain.d.next = self.report.val();
                self.answer.d.next = self.response.val();
                self.expired.d.next = self.expiry.val();
                self.result.d.next = self.delivered.val().verdict;
                self.first_pass.d.next = self.commands.val() && !self.returned.q.val();
                if self.order.valid.val()
                    && self.retirements.i_ready.val()
                    && self.faults.i_ready.val()
                    && self.turns.i_ready.val()
                {
                    self.order.advance.next = true;
                    self.state.d.next = State::Decide;
                    if self.order.grant.val() == 0 {
                        self.report_ready.next = !self.commands.val() || self.returned.q.val();
                        self.source.d.next = Source::Chain;
                    } else if self.order.grant.val() == 1 {
                        self.kick_ready.next = true;
                        self.source.d.next = Source::Kick;
                    } else if self.order.grant.val() == 2 {
                        self.response_ready.next = true;
                        self.source.d.next = Source::Response;
                    } else if self.order.grant.val() == 3 {
                        self.expiry_ready.next = true;
                        self.source.d.next = Source::Expiry;
                    } else {
                        self.delivered_ready.next = true;
                        self.source.d.next = Source::Delivered;
                    }
                }
            }
            State::Decide => {
                self.page_here.d.next = self.page.val();
                self.settings_here.d.next = self.settings.read_data.val();
                self.target.d.next = self.read.val().oldest;
                self.goal.d.next = Goal::Nothing;
                self.sentence.d.next.status = bits_const::<8>(RETRY_EXCEEDED).into();
                self.sentence.d.next.vendor_error = 0.into();
                self.placing.d.next = false;
                self.owed.d.next = false;
                self.moved.d.next = false;
                self.completions.i.next.cqn = self.settings.read_data.val().cqn;
                self.completions.i.next.index = self.read.val().slot;
                self.completions.i.next.status = bits_const::<8>(FLUSHED).into();
                self.completions.i.next.length = bit_cast::<32, 16>(self.flushing.val());
                self.completions.i.next.vendor_error = 0.into();
                self.retirements.i.next.index = self.chain.q.val().slot;
                self.state.d.next = State::Choose;
                if self.source.q.val() == Source::Chain {
                    if self.chain.q.val().kind == Chain::Work {
                        if (self.read.val().mode == Mode::Running) && !self.read.val().fault {
                            self.now.next.fault = true;
                            self.now.next.fault_slot = self.chain.q.val().slot;
                            self.now.next.verdict = self.chain.q.val().verdict;
                            self.looks.next = self.waiting.val() && self.alone.val();
                            self.write.next = !self.waiting.val() || !self.alone.val();
                        }
                    } else if self.chain.q.val().kind == Chain::Pause {
                        self.now.next.motion = Motion::Quiet;
                        self.write.next = self.read.val().mode == Mode::Running;
                    } else if self.chain.q.val().kind == Chain::Park {
                        if (self.read.val().mode == Mode::Running)
                            && (self.read.val().motion == Motion::Flowing)
                        {
                            self.now.next.parked = true;
                            self.now.next.park_slot = self.chain.q.val().slot;
                            self.now.next.fence = self.chain.q.val().fence;
                            self.now.next.motion = Motion::Halting;
                            self.halts.next = true;
                            self.write.next = true;
                        }
                    } else if self.first_pass.q.val() {
                        self.deliveries.i.next.marker = true;
                        self.deliveries.i_valid.next = true;
                        self.marked.d.next = true;
                        self.now.next.mode = Mode::Stopped;
                        self.write.next = true;
                    } else if (self.chain.q.val().kind == Chain::Flush)
                        && (self.flushing.val() != 0)
                        && !self.completions.i_ready.val()
                    {
                        self.state.d.next = State::Decide;
                    } else {
                        // A command's marker. The slot it carries is 0 unless it flushes.
                        self.returned.d.next = false;
                        self.completions.i_valid.next =
                            (self.chain.q.val().kind == Chain::Flush) && (self.flushing.val() != 0);
                        self.now.next.mode = Mode::Stopped;
                        if self.chain.q.val().kind == Chain::Start {
                            self.now.next.mode = Mode::Running;
                        }
                        if self.chain.q.val().kind == Chain::Flush {
                            self.now.next.mode = Mode::Failed;
                        }
                        self.now.next.tail = self.page.val().head;
                        self.now.next.slot = self.chain.q.val().slot;
                        self.now.next.mark = self.page.val().head;
                        self.now.next.mark_slot = self.chain.q.val().slot;
                        self.now.next.first = self.chain.q.val().psn;
                        self.now.next.oldest = self.chain.q.val().psn;
                        self.now.next.answered = 0.into();
                        self.now.next.placed = 0.into();
                        self.now.next.fault = false;
                        self.now.next.retries = 0.into();
                        self.now.next.not_ready = 0.into();
                        self.now.next.motion = Motion::Flowing;
                        self.now.next.back = false;
                        self.now.next.waits = false;
                        self.now.next.parked = false;
                        self.write.next = true;
                        self.retirements.i_valid.next = true;
                        self.command_done.next = self.chain.q.val().command;
                    }
                } else if self.source.q.val() == Source::Kick {
                    self.looks.next = (self.read.val().mode == Mode::Running)
                        && self.waiting.val()
                        && self.alone.val();
                } else if self.source.q.val() == Source::Response {
                    self.target.d.next = self.answer.q.val().psn;
                    self.looks.next = self.owned.val();
                    self.count_requester_ghost.next = !self.owned.val();
                    self.deliveries.i_valid.next =
                        !self.owned.val() && (self.answer.q.val().length != 0);
                    if self.answer.q.val().kind == Answer::Acknowledge {
                        self.target.d.next = self.answer.q.val().psn + 1;
                    } else if self.answer.q.val().kind == Answer::Sequence {
                        self.goal.d.next = Goal::Retry;
                        self.sentence.d.next.vendor_error = self.answer.q.val().syndrome;
                        self.count_requester_nak.next = self.owned.val();
                    } else if self.answer.q.val().kind == Answer::NotReady {
                        self.goal.d.next = Goal::NotReady;
                        self.sentence.d.next.status = bits_const::<8>(RNR_RETRY_EXCEEDED).into();
                        self.sentence.d.next.vendor_error = self.answer.q.val().syndrome;
                        self.count_requester_not_ready.next = self.owned.val();
                    } else if self.answer.q.val().kind == Answer::Refused {
                        self.goal.d.next = Goal::Refused;
                        self.sentence.d.next.status = self.answer.q.val().status;
                        self.sentence.d.next.vendor_error = self.answer.q.val().syndrome;
                        self.count_requester_nak.next = self.owned.val();
                    } else if self.answer.q.val().kind == Answer::Data {
                        self.goal.d.next = Goal::Data;
                    } else {
                        self.goal.d.next = Goal::Atomic;
                    }
                } else if self.source.q.val() == Source::Delivered {
                    self.looks.next = (self.read.val().mode == Mode::Running)
                        || (self.read.val().mode == Mode::Doomed);
                    self.sentence.d.next = self.result.q.val();
                    self.placing.d.next = true;
                    self.owed.d.next = true;
                } else if self.expired.q.val().rnr {
                    self.now.next.waits = false;
                    self.write.next =
                        (self.read.val().mode == Mode::Running) && self.read.val().waits;
                } else if (self.read.val().mode == Mode::Running)
                    && !self.read.val().back
                    && self.waiting.val()
                    && (self.read.val().oldest == self.expired.q.val().psn)
                {
                    self.goal.d.next = Goal::Retry;
                    self.looks.next = true;
                    self.count_requester_timeout.next = true;
                }
                self.account.d.next = self.now.val();
                self.written.next = self.now.val();
                if self.looks.val() {
                    self.message_address.next.number = self.now.val().mark.get_bits::<7>(0);
                    if self.source.q.val() == Source::Delivered {
                        self.message_address.next.number = self.now.val().tail.get_bits::<7>(0);
                    }
                    self.state.d.next = State::Wait;
                } else if self.write.val()
                    && (self.now.val().mode == Mode::Running)
                    && (self.now.val().motion == Motion::Quiet)
                {
                    self.state.d.next = State::Still;
                }
            }
            State::Wait => {
                self.state.d.next = State::Look;
            }
            State::Look => {
                if (self.message.val().opcode == bits_const::<3>(work::opcode::WRITE))
                    || (self.message.val().opcode == bits_const::<3>(work::opcode::WRITE_IMMEDIATE))
                {
                    self.completions.i.next.opcode =
                        bits_const::<8>(completion::opcode::WRITE).into();
                } else if self.message.val().opcode == bits_const::<3>(work::opcode::READ) {
                    self.completions.i.next.opcode =
                        bits_const::<8>(completion::opcode::READ).into();
                } else if self.message.val().opcode == bits_const::<3>(work::opcode::COMPARE_SWAP) {
                    self.completions.i.next.opcode =
                        bits_const::<8>(completion::opcode::COMPARE_SWAP).into();
                } else if self.message.val().opcode == bits_const::<3>(work::opcode::FETCH_ADD) {
                    self.completions.i.next.opcode =
                        bits_const::<8>(completion::opcode::FETCH_ADD).into();
                }
                if self.go.val() {
                    self.account.d.next = self.look.later.val();
                    self.completions.i_valid.next = self.reports.val();
                    self.message_address.next.number = self.look.later.val().mark.get_bits::<7>(0);
                    if self.look.again_placing.val() {
                        self.message_address.next.number =
                            self.look.later.val().tail.get_bits::<7>(0);
                    }
                    self.placing.d.next = self.look.again_placing.val();
                    self.owed.d.next = self.look.again_owed.val();
                    self.moved.d.next = self.moved.q.val() || self.look.completes.val();
                    if self.look.again.val() {
                        self.state.d.next = State::Wait;
                    } else {
                        self.write.next = true;
                        self.halts.next = self.look.halts.val();
                        self.faults.i_valid.next = self.look.outcome.val().status != 0;
                        self.count_requester_local_error.next =
                            (self.look.outcome.val().status != 0) && self.look.own.val();
                        self.count_requester_implied.next = self.look.implied.val();
                        self.count_requester_again.next =
                            self.look.later.val().back && !self.account.q.val().back;
                        self.retirements.i_valid.next =
                            self.moved.q.val() || self.look.completes.val();
                        // What a response brought is delivered or dropped.
                        if (self.goal.q.val() == Goal::Data) || (self.goal.q.val() == Goal::Atomic)
                        {
                            self.deliveries.i.next.discard = !self.look.accepts.val();
                            self.deliveries.i_valid.next =
                                self.look.accepts.val() || (self.answer.q.val().length != 0);
                            self.count_requester_ghost.next = !self.look.accepts.val();
                        }
                        self.state.d.next = State::Choose;
                        if (self.look.later.val().mode == Mode::Running)
                            && (self.look.later.val().motion == Motion::Quiet)
                        {
                            self.state.d.next = State::Still;
                        }
                    }
                }
            }
            State::Still => {
                self.written.next = self.onward.val();
                self.turns.i.next.halt = false;
                if self.due_again.val() {
                    self.turns.i.next.slot = self.account.q.val().mark_slot;
                    self.written.next.fault = false;
                    self.revision_valid.next = true;
                }
                if self.due_again.val() || self.due_onward.val() {
                    self.turns.i_valid.next = true;
                    self.write.next = true;
                }
                self.state.d.next = State::Choose;
            }
            _ => {
                self.state.d.next = State::Choose;
            }
        }
        if self.halts.val() {
            self.turns.i_valid.next = true;
        }
        self.accounts.write.next = self.write.val();
        self.accounts.write_address.next = self.qpn.q.val();
        self.accounts.write_data.next = self.written.val();
        self.progress.next.qpn = self.qpn.q.val();
        self.progress.next.oldest = self.written.val().oldest;
        self.progress.next.first = self.written.val().first;
        self.progress.next.answered = self.written.val().answered;
        self.progress.next.placed = self.written.val().placed;
        self.progress.next.halted = self.written.val().motion != Motion::Flowing;
        self.progress.next.turn = self.written.val().turn;
        self.progress.next.again = self.written.val().again;
        self.progress_valid.next = self.write.val();
        if self.reset.val() {
            self.state.d.next = State::Choose;
            self.marked.d.next = false;
            self.returned.d.next = false;
        }
    }
}
