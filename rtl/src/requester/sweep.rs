//! Completes messages, sends them again, and stops: works through what is outstanding of a QP whenever something has happened to it.
//!
//! - `report`: markers of commands and packets that could not be sent, from the end of the chain; held back until `ledger_idle`, so that the
//!   messages before them are in the table. `entered`: a bad WQE, one that waits, or a Pause marker came to the ledger. `response`: from the
//!   peer. `expiry`: a timer ran out. `delivered`: data of READs and results of atomics are in memory.
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
//! read no more and to send a Pause marker when what it reads has come back. When that marker has passed the ledger, nothing of the QP is
//! left before the judge, so what happens now meets nothing: if it is due, the ledger's page is turned back to the oldest message that
//! is not wholly acknowledged, the segmenter learns from `progress` where to go on (`lap` steps), and the scheduler reads again from
//! that message's slot. The judge drops packets of an earlier lap, and what it had to say of them counts no more. A QP that waits for READs
//! goes on at the WQE that waits, with nothing turned back, and its packets are sent; not before half of its READs are done, so that it
//! does not stop again at once. A command overrules both: its marker is behind the
//! Pause, and the scheduler heeds no turn of a QP that a command has stopped. The scheduler takes turns before commands, so none is left of
//! a QP's former life. Should a packet wait in the judge for four laps, it is sent after all, as a duplicate that the peer drops.
//!
//! **Commands.** Before a command's marker does its work, a marker goes through the delivery, during which responses of the QP count no
//! more: so no data of it is on the way into memory when the command is done.
//!
//! Owns the account of each QP. One event at a time: chosen (`Events`), its tables addressed, decided (`Decide`), then a look at each
//! message (`Look`), two cycles later; each further one two. The account is written in the last, in which the next event's is addressed already
//! if it is another QP's: so an acknowledge of one message, a response or a delivery takes three cycles, four behind one of the same QP. A QP
//! that stands still takes one more, to see whether it goes on. An event is begun only if `retired`, `fault` and `turn` have room, whose readers never wait for the sweep; a look waits for room at `completion`.
use crate::kit::{SmallFifo, Table2, WipedTable2};
use crate::records::{Completion, QpFault, QpWrite, QueueDoorbell};
use crate::requester::account::{Account, Goal, MessageAddress, Mode, Motion, Settings};
use crate::requester::chain::{
    ChainEvent, Delivered, Delivery, Entered, Expiry, Message, Progress, Response, Turn, Verdict,
};
use crate::requester::decide::Decide;
use crate::requester::events::{Event, Events};
use crate::requester::ledger::{Page, Revision};
use crate::requester::look::Look;
use ferric_emit::kernel::*;
use ferric_layout::status::Status;
use ferric_layout::{completion, event, work};
use rust_hdl::prelude::*;

/// Places of the queues that an event may put something into: one may be on its way while the next event is begun.
const PLACES: u64 = 4;
const DELIVERIES: u64 = 16;
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

#[derive(LogicBlock, Default)]
pub struct Sweep {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub report: Signal<In, ChainEvent>,
    pub report_valid: Signal<In, Bit>,
    pub report_ready: Signal<Out, Bit>,
    pub ledger_idle: Signal<In, Bit>,
    pub entered: Signal<In, Entered>,
    pub entered_valid: Signal<In, Bit>,
    pub entered_ready: Signal<Out, Bit>,
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
    accounts: WipedTable2<Account, 10>,
    settings: Table2<Settings, 10>,
    events: Events,
    decide: Decide,
    look: Look,
    completions: SmallFifo<Completion, 3, 4>,
    faults: SmallFifo<QpFault, 2, 3>,
    retirements: SmallFifo<QueueDoorbell, 2, 3>,
    deliveries: SmallFifo<Delivery, 4, 5>,
    turns: SmallFifo<Turn, 2, 3>,
    state: DFF<State>,
    happening: DFF<Event>,
    /// The next event.
    upcoming: DFF<Event>,
    upcoming_valid: DFF<Bit>,
    room: Signal<Local, Bit>,
    /// Its QP stands still after this event.
    stands: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    // The QP, as it changes.
    account: DFF<Account>,
    page_here: DFF<Page>,
    settings_here: DFF<Settings>,
    target: DFF<Bits<24>>,
    goal: DFF<Goal>,
    sentence: DFF<Verdict>,
    placing: DFF<Bit>,
    owed: DFF<Bit>,
    /// Something was retired.
    moved: DFF<Bit>,
    write: Signal<Local, Bit>,
    written: Signal<Local, Account>,
    halts: Signal<Local, Bit>,
    reports: Signal<Local, Bit>,
    go: Signal<Local, Bit>,
    /// How many packets of its message are before a response's.
    nth: Signal<Local, Bits<24>>,
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
            happening,
            upcoming,
            upcoming_valid,
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
        self.accounts.reset.next = self.reset.val();
        self.settings.clock.next = self.clock.val();
        self.events.clock.next = self.clock.val();
        self.events.reset.next = self.reset.val();
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
        self.events.report.next = self.report.val();
        self.events.report_valid.next = self.report_valid.val();
        self.report_ready.next = self.events.report_ready.val();
        self.events.ledger_idle.next = self.ledger_idle.val();
        self.events.entered.next = self.entered.val();
        self.events.entered_valid.next = self.entered_valid.val();
        self.entered_ready.next = self.events.entered_ready.val();
        self.events.response.next = self.response.val();
        self.events.response_valid.next = self.response_valid.val();
        self.response_ready.next = self.events.response_ready.val();
        self.events.expiry.next = self.expiry.val();
        self.events.expiry_valid.next = self.expiry_valid.val();
        self.expiry_ready.next = self.events.expiry_ready.val();
        self.events.delivered.next = self.delivered.val();
        self.events.delivered_valid.next = self.delivered_valid.val();
        self.delivered_ready.next = self.events.delivered_ready.val();
        // There is room for a delivery of the event before, too, and likewise for all else that an event may cause.
        self.events.deliverable.next =
            self.deliveries.level.val() < bits_const::<5>(DELIVERIES - 1);
        self.room.next = (self.retirements.level.val() < bits_const::<3>(PLACES - 1))
            && (self.faults.level.val() < bits_const::<3>(PLACES - 1))
            && (self.turns.level.val() < bits_const::<3>(PLACES - 1));
        self.events.take.next = !self.upcoming_valid.q.val();
        if !self.upcoming_valid.q.val() {
            self.upcoming.d.next = self.events.happening.val();
            self.upcoming_valid.d.next = self.events.happening_valid.val();
        }
        self.read_qpn.next = self.upcoming.q.val().qpn;
        if self.state.q.val() == State::Decide {
            self.read_qpn.next = self.happening.q.val().qpn;
        }
        self.accounts.read_address.next = self.read_qpn.val();
        self.settings.read_address.next = self.read_qpn.val();
        self.decide.happening.next = self.happening.q.val();
        self.decide.account.next = self.accounts.read_data.val();
        self.decide.page.next = self.page.val();

        // A look at a message.
        self.look.account.next = self.account.q.val();
        self.look.message.next = self.message.val();
        self.look.settings.next = self.settings_here.q.val();
        self.look.head.next = self.page_here.q.val().head;
        self.look.bad.next = self.page_here.q.val().faulted;
        self.look.target.next = self.target.q.val();
        self.look.goal.next = self.goal.q.val();
        self.look.sentence.next = self.sentence.q.val();
        self.look.code.next = self.happening.q.val().answer.syndrome.get_bits::<5>(0);
        self.look.last.next = self.happening.q.val().answer.last;
        self.look.placing.next = self.placing.q.val();
        self.look.owed.next = self.owed.q.val();
        self.reports.next = self.look.completes.val()
            && ((self.look.outcome.val().status != 0) || self.message.val().signaled);
        self.go.next = !self.reports.val() || self.completions.i_ready.val();
        self.nth.next = self.happening.q.val().answer.psn - self.account.q.val().first;

        // Whether a QP that stands still goes on.
        self.flying.next = self.page_here.q.val().reads - self.account.q.val().placed;
        self.due_again.next = self.account.q.val().back && !self.account.q.val().waits;
        self.due_onward.next = !self.account.q.val().back
            && self.account.q.val().parked
            && !self.account.q.val().fault
            && (self.flying.val() <= (self.settings_here.q.val().max_rd_atomic >> 1))
            && (self.settings_here.q.val().max_rd_atomic != 0)
            && (!self.account.q.val().fence || (self.flying.val() == 0));
        self.onward.next = self.account.q.val();
        self.onward.next.motion = Motion::Flowing;
        self.onward.next.back = false;
        self.onward.next.parked = false;
        if self.due_again.val() {
            self.onward.next.lap = self.account.q.val().lap + 1;
            self.onward.next.repeats = true;
        }
        self.onward.next.turn = self.account.q.val().turn + 1;
        self.revision.next.qpn = self.happening.q.val().qpn;
        self.revision.next.page.head = self.account.q.val().mark;
        self.revision.next.page.psn = self.account.q.val().first;
        self.revision.next.page.faulted = false;
        self.revision.next.page.reads = self.account.q.val().answered;
        self.revision_valid.next = false;

        self.write.next = false;
        self.halts.next = false;
        self.written.next = self.look.later.val();
        self.message_address.next.qpn = self.happening.q.val().qpn;
        self.message_address.next.number = self.account.q.val().mark.get_bits::<7>(0);
        if self.placing.q.val() {
            self.message_address.next.number = self.account.q.val().tail.get_bits::<7>(0);
        }
        self.completions.i.next.cqn = self.settings_here.q.val().cqn;
        self.completions.i.next.qpn = bit_cast::<24, 10>(self.happening.q.val().qpn);
        self.completions.i.next.opcode = bits_const::<8>(completion::opcode::SEND).into();
        self.completions.i.next.index = self.message.val().slot;
        self.completions.i.next.status = self.look.outcome.val().status;
        self.completions.i.next.flags = 0.into();
        self.completions.i.next.length = 0.into();
        self.completions.i.next.immediate = 0.into();
        self.completions.i.next.vendor_error = self.look.outcome.val().vendor_error;
        self.completions.i_valid.next = false;
        self.faults.i.next.qpn = self.happening.q.val().qpn;
        self.faults.i.next.event = bits_const::<8>(event::kind::QP_FATAL).into();
        self.faults.i.next.detail = self.look.outcome.val().status;
        self.faults.i_valid.next = false;
        self.retirements.i.next.qpn = self.happening.q.val().qpn;
        self.retirements.i.next.index = self.look.later.val().slot;
        self.retirements.i_valid.next = false;
        self.turns.i.next.qpn = self.happening.q.val().qpn;
        self.turns.i.next.halt = true;
        self.turns.i.next.waited = false;
        self.turns.i.next.slot = self.account.q.val().park_slot;
        self.turns.i_valid.next = false;
        self.deliveries.i.next.marker = false;
        self.deliveries.i.next.discard = true;
        self.deliveries.i.next.qpn = self.happening.q.val().qpn;
        self.deliveries.i.next.atomic = self.goal.q.val() == Goal::Atomic;
        self.deliveries.i.next.read = self.account.q.val().answered.get_bits::<4>(0);
        self.deliveries.i.next.offset =
            (bit_cast::<32, 24>(self.nth.val()) << 7) << self.settings_here.q.val().pmtu;
        self.deliveries.i.next.length = self.happening.q.val().answer.length;
        self.deliveries.i.next.value = self.happening.q.val().answer.value;
        self.deliveries.i.next.last = self.happening.q.val().answer.last;
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
            State::Choose => {}
            State::Decide => {
                self.account.d.next = self.decide.now.val();
                self.page_here.d.next = self.page.val();
                self.settings_here.d.next = self.settings.read_data.val();
                self.target.d.next = self.decide.target.val();
                self.goal.d.next = self.decide.goal.val();
                self.sentence.d.next = self.decide.sentence.val();
                self.placing.d.next = self.decide.placing.val();
                self.owed.d.next = self.decide.placing.val();
                self.moved.d.next = false;
                self.written.next = self.decide.now.val();
                self.message_address.next.number = self.decide.now.val().mark.get_bits::<7>(0);
                if self.decide.placing.val() {
                    self.message_address.next.number = self.decide.now.val().tail.get_bits::<7>(0);
                }
                self.completions.i.next.cqn = self.settings.read_data.val().cqn;
                self.completions.i.next.index = self.accounts.read_data.val().slot;
                self.completions.i.next.status = bits_const::<8>(FLUSHED).into();
                self.completions.i.next.length = bit_cast::<32, 16>(self.decide.flushes.val());
                self.completions.i.next.vendor_error = 0.into();
                self.retirements.i.next.index = self.decide.now.val().slot;
                self.deliveries.i.next = self.decide.delivery.val();
                // A flush waits for room at `completion`.
                if (self.decide.flushes.val() == 0) || self.completions.i_ready.val() {
                    self.completions.i_valid.next = self.decide.flushes.val() != 0;
                    self.retirements.i_valid.next = self.decide.commands.val();
                    self.command_done.next =
                        self.decide.commands.val() && self.happening.q.val().chain.command;
                    self.deliveries.i_valid.next = self.decide.delivers.val();
                    self.halts.next = self.decide.halts.val();
                    self.count_requester_nak.next = self.decide.nak.val();
                    self.count_requester_not_ready.next = self.decide.not_ready.val();
                    self.count_requester_timeout.next = self.decide.timeout.val();
                    self.count_requester_ghost.next = self.decide.ghost.val();
                    if self.decide.looks.val() {
                        self.state.d.next = State::Wait;
                    } else {
                        self.write.next = self.decide.writes.val();
                        self.state.d.next = State::Choose;
                    }
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
                            self.deliveries.i_valid.next = self.look.accepts.val()
                                || (self.happening.q.val().answer.length != 0);
                            self.count_requester_ghost.next = !self.look.accepts.val();
                        }
                        self.state.d.next = State::Choose;
                    }
                }
            }
            State::Still => {
                self.written.next = self.onward.val();
                self.turns.i.next.halt = false;
                self.turns.i.next.waited = !self.due_again.val();
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
        self.stands.next = self.write.val()
            && (self.state.q.val() != State::Still)
            && (self.written.val().mode == Mode::Running)
            && (self.written.val().motion == Motion::Quiet);
        if self.stands.val() {
            self.state.d.next = State::Still;
        }
        // The next event: its account is read while that of another QP is written.
        self.takes.next = self.upcoming_valid.q.val()
            && self.room.val()
            && ((self.state.q.val() == State::Choose)
                || ((self.state.q.val() == State::Look)
                    && self.go.val()
                    && !self.look.again.val()
                    && !self.stands.val()
                    && (self.upcoming.q.val().qpn != self.happening.q.val().qpn)));
        if self.takes.val() {
            self.happening.d.next = self.upcoming.q.val();
            self.upcoming_valid.d.next = false;
            self.state.d.next = State::Decide;
        }
        self.accounts.write.next = self.write.val();
        self.accounts.write_address.next = self.happening.q.val().qpn;
        self.accounts.write_data.next = self.written.val();
        self.progress.next.qpn = self.happening.q.val().qpn;
        self.progress.next.oldest = self.written.val().oldest;
        self.progress.next.first = self.written.val().first;
        self.progress.next.answered = self.written.val().answered;
        self.progress.next.placed = self.written.val().placed;
        self.progress.next.halted = self.written.val().motion != Motion::Flowing;
        self.progress.next.turn = self.written.val().turn;
        self.progress.next.lap = self.written.val().lap;
        self.progress.next.back = self.written.val().back;
        self.progress_valid.next = self.write.val();
        if self.reset.val() {
            self.state.d.next = State::Choose;
            self.upcoming_valid.d.next = false;
        }
    }
}
