//! Completes messages: works through what is outstanding of a QP whenever something has happened to it.
//!
//! - `report`: markers and packets that could not be sent, from the end of the chain; held back until `ledger_idle`, so that the messages
//!   before them are in the table. `kick`: a bad WQE was entered. `response`: from the peer. `expiry`: a transport timer ran out.
//! - `message_address`, `message`: the outstanding table, two cycles. `page`: the ledger's page of `read_qpn`, one cycle.
//! - `completion`: send completions, in the order of the WQEs. `fault`: the QP failed. `retired`: its oldest slot moved. `oldest`: so did
//!   its oldest PSN. `command_done`: a command's marker has done its work, and nothing of the QP from before it is left.
//! - `watch_qpn`, `watch_account`: for the timer, a cycle later.
//!
//! What completes what (digest §8, §9): an acknowledge completes every message whose last PSN it covers; a NAK covers what is before its
//! PSN, and fails the message that owns it. Responses for a PSN that was not sent, or older than the oldest, are ghosts and change
//! nothing, as are reserved syndromes and answers to requests that were not made. A bad WQE, or one whose packet could not be sent, fails
//! when all before it are done. A failing WQE completes with its status, signaled or not, and the QP fails: nothing of it completes any
//! more until a marker of Flush comes, which makes one completion for the range from there to where it points. There is no retransmission:
//! a sequence NAK or a timer that runs out ends as RetryExceeded, an RNR NAK as RnrRetryExceeded.
//!
//! Owns the account of each QP. One event at a time: chosen and its tables addressed, decided, then a look at each message, two cycles
//! later; an acknowledge of one message takes four cycles, each further one two. The account is written in the last, before the next is
//! addressed. The sources take turns, so none waits for ever. An event is begun only if `retired` and `fault` have room; a look waits for
//! room at `completion`.
use crate::kit::{RoundRobin, SmallFifo, Table2};
use crate::records::{Completion, QpFault, QpWrite, QueueDoorbell};
use crate::requester::chain::{Chain, ChainEvent, Message, QpPsn, Response, Verdict};
use crate::requester::ledger::Page;
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::{completion, event, work};
use rust_hdl::prelude::*;

const RETRY_EXCEEDED: u8 = Status::RetryExceeded as u8;
const RNR_RETRY_EXCEEDED: u8 = Status::RnrRetryExceeded as u8;
const REMOTE_INVALID_REQUEST: u8 = Status::RemoteInvalidRequest as u8;
const REMOTE_ACCESS: u8 = Status::RemoteAccess as u8;
const REMOTE_OPERATION: u8 = Status::RemoteOperation as u8;
const FLUSHED: u8 = Status::Flushed as u8;
/// Bits of a syndrome that tell its kind.
const KIND: u8 = syndrome::KIND_MASK | syndrome::RESERVED;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Mode {
    Stopped,
    Running,
    Failed,
}

/// What is known of a QP's outstanding messages.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Account {
    pub mode: Mode,
    /// Number of the oldest message outstanding.
    pub tail: Bits<8>,
    /// Oldest PSN not acknowledged.
    pub oldest: Bits<24>,
    /// Oldest slot not retired.
    pub slot: Bits<16>,
    /// A packet of the WQE at `fault_slot` could not be sent.
    pub fault: Bit,
    pub fault_slot: Bits<16>,
    pub verdict: Verdict,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Settings {
    pub cqn: Bits<10>,
    pub timeout: Bits<5>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct MessageAddress {
    pub number: Bits<7>,
    pub qpn: Bits<10>,
}

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
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Source {
    Chain,
    Kick,
    Response,
    Expiry,
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
    pub expiry: Signal<In, QpPsn>,
    pub expiry_valid: Signal<In, Bit>,
    pub expiry_ready: Signal<Out, Bit>,
    pub message_address: Signal<Out, MessageAddress>,
    pub message: Signal<In, Message>,
    pub read_qpn: Signal<Out, Bits<10>>,
    pub page: Signal<In, Page>,
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
    pub oldest: Signal<Out, QpPsn>,
    pub oldest_valid: Signal<Out, Bit>,
    pub command_done: Signal<Out, Bit>,
    pub count_requester_local_error: Signal<Out, Bit>,
    pub count_requester_nak: Signal<Out, Bit>,
    pub count_requester_not_ready: Signal<Out, Bit>,
    pub count_requester_timeout: Signal<Out, Bit>,
    pub count_requester_ghost: Signal<Out, Bit>,
    accounts: Table2<Account, 10>,
    settings: Table2<Settings, 10>,
    turn: RoundRobin<4, 2>,
    completions: SmallFifo<Completion, 3, 4>,
    faults: SmallFifo<QpFault, 2, 3>,
    retirements: SmallFifo<QueueDoorbell, 2, 3>,
    state: DFF<State>,
    // The event.
    source: DFF<Source>,
    chain: DFF<ChainEvent>,
    answer: DFF<Response>,
    chosen: Signal<Local, Bits<10>>,
    qpn: DFF<Bits<10>>,
    // The QP, as it changes.
    account: DFF<Account>,
    head: DFF<Bits<8>>,
    bad_entered: DFF<Bit>,
    cqn: DFF<Bits<10>>,
    /// What the oldest message that is not covered fails with.
    sentence: DFF<Verdict>,
    read: Signal<Local, Account>,
    now: Signal<Local, Account>,
    from_oldest: Signal<Local, Bits<24>>,
    to_next: Signal<Local, Bits<24>>,
    owned: Signal<Local, Bit>,
    kind: Signal<Local, Bits<8>>,
    code: Signal<Local, Bits<8>>,
    empty: Signal<Local, Bit>,
    flushing: Signal<Local, Bits<16>>,
    write: Signal<Local, Bit>,
    look: Signal<Local, Bit>,
    written: Signal<Local, Account>,
    /// Something was retired.
    moved: DFF<Bit>,
    // A look at the oldest message.
    past: Signal<Local, Bits<24>>,
    covered: Signal<Local, Bit>,
    outcome: Signal<Local, Verdict>,
    own: Signal<Local, Bit>,
    stays: Signal<Local, Bit>,
    fails: Signal<Local, Bit>,
    reports: Signal<Local, Bit>,
    go: Signal<Local, Bit>,
    later: Signal<Local, Account>,
    more: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
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
            qpn,
            account,
            head,
            bad_entered,
            cqn,
            sentence,
            moved
        );
        self.accounts.clock.next = self.clock.val();
        self.settings.clock.next = self.clock.val();
        self.turn.clock.next = self.clock.val();
        self.turn.reset.next = self.reset.val();
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.reset.val();
        self.faults.clock.next = self.clock.val();
        self.faults.reset.next = self.reset.val();
        self.retirements.clock.next = self.clock.val();
        self.retirements.reset.next = self.reset.val();
        self.completion.next = self.completions.o.val();
        self.completion_valid.next = self.completions.o_valid.val();
        self.completions.o_ready.next = self.completion_ready.val();
        self.fault.next = self.faults.o.val();
        self.fault_valid.next = self.faults.o_valid.val();
        self.faults.o_ready.next = self.fault_ready.val();
        self.retired.next = self.retirements.o.val();
        self.retired_valid.next = self.retirements.o_valid.val();
        self.retirements.o_ready.next = self.retired_ready.val();
        self.settings.write.next = self.qp_write_valid.val();
        self.settings.write_address.next = self.qp_write.val().qpn;
        self.settings.write_data.next.cqn = self.qp_write.val().send.cqn;
        self.settings.write_data.next.timeout = self.qp_write.val().send.timeout;
        self.accounts.second_address.next = self.watch_qpn.val();
        self.settings.second_address.next = self.watch_qpn.val();
        self.watch_account.next = self.accounts.second_data.val();
        self.watch_timeout.next = self.settings.second_data.val().timeout;

        // Choose an event.
        self.room.next = self.retirements.i_ready.val() && self.faults.i_ready.val();
        self.turn.request.next = (bits_cat(self.expiry_valid.val())
            + bits_cat(self.response_valid.val())
            + bits_cat(self.kick_valid.val())
            + bits_cat(self.report_valid.val() && self.ledger_idle.val()))
        .into();
        self.turn.advance.next = false;
        self.report_ready.next = false;
        self.kick_ready.next = false;
        self.response_ready.next = false;
        self.expiry_ready.next = false;
        self.chosen.next = self.report.val().qpn;
        if self.turn.grant.val() == 1 {
            self.chosen.next = self.kick.val();
        }
        if self.turn.grant.val() == 2 {
            self.chosen.next = self.response.val().qpn;
        }
        if self.turn.grant.val() == 3 {
            self.chosen.next = self.expiry.val().qpn;
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
            && (self.answer.q.val().opcode == bits_const::<8>(operation::ACKNOWLEDGE));
        self.kind.next = self.answer.q.val().syndrome & bits_const::<8>(KIND);
        self.code.next = 0.into();
        if self.answer.q.val().syndrome == bits_const::<8>(syndrome::NAK_SEQUENCE) {
            self.code.next = bits_const::<8>(RETRY_EXCEEDED).into();
        }
        if self.answer.q.val().syndrome == bits_const::<8>(syndrome::NAK_INVALID_REQUEST) {
            self.code.next = bits_const::<8>(REMOTE_INVALID_REQUEST).into();
        }
        if self.answer.q.val().syndrome == bits_const::<8>(syndrome::NAK_REMOTE_ACCESS) {
            self.code.next = bits_const::<8>(REMOTE_ACCESS).into();
        }
        if self.answer.q.val().syndrome == bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL) {
            self.code.next = bits_const::<8>(REMOTE_OPERATION).into();
        }
        self.empty.next = self.read.val().tail == self.page.val().head;
        self.flushing.next = self.chain.q.val().slot - self.read.val().slot;

        // A look at the oldest message: whether it ends, and how.
        self.past.next = self.message.val().last - self.account.q.val().oldest;
        self.covered.next = self.past.val().get_bit(23);
        self.outcome.next.status = 0.into();
        self.outcome.next.vendor_error = 0.into();
        self.stays.next = false;
        self.own.next = false;
        if self.message.val().faulted {
            self.outcome.next.status = self.message.val().first.get_bits::<8>(0);
            self.outcome.next.vendor_error = self.message.val().first.get_bits::<8>(8);
            self.own.next = true;
        } else if !self.covered.val() {
            if self.account.q.val().fault
                && (self.message.val().slot == self.account.q.val().fault_slot)
            {
                self.outcome.next = self.account.q.val().verdict;
                self.own.next = true;
            } else if self.sentence.q.val().status != 0 {
                self.outcome.next = self.sentence.q.val();
            } else {
                self.stays.next = true;
            }
        }
        self.fails.next = self.outcome.val().status != 0;
        self.reports.next = !self.stays.val() && (self.fails.val() || self.message.val().signaled);
        self.go.next = !self.reports.val() || self.completions.i_ready.val();
        self.later.next = self.account.q.val();
        if !self.stays.val() {
            self.later.next.tail = self.account.q.val().tail + 1;
            self.later.next.slot =
                self.message.val().slot + bit_cast::<16, 3>(self.message.val().slots);
        }
        if self.fails.val() {
            self.later.next.mode = Mode::Failed;
        }
        self.more.next = !self.stays.val()
            && !self.fails.val()
            && (self.later.val().tail != self.head.q.val())
            && (((self.message.val().last + 1) != self.account.q.val().oldest)
                || self.bad_entered.q.val()
                || self.account.q.val().fault
                || (self.sentence.q.val().status != 0));

        self.now.next = self.read.val();
        self.look.next = false;
        self.write.next = false;
        self.written.next = self.later.val();
        self.message_address.next.qpn = self.qpn.q.val();
        self.message_address.next.number = self.account.q.val().tail.get_bits::<7>(0);
        self.completions.i.next.cqn = self.cqn.q.val();
        self.completions.i.next.qpn = bit_cast::<24, 10>(self.qpn.q.val());
        self.completions.i.next.opcode = bits_const::<8>(completion::opcode::SEND).into();
        self.completions.i.next.index = self.message.val().slot;
        self.completions.i.next.status = self.outcome.val().status;
        self.completions.i.next.flags = 0.into();
        self.completions.i.next.length = 0.into();
        self.completions.i.next.immediate = 0.into();
        self.completions.i.next.vendor_error = self.outcome.val().vendor_error;
        self.completions.i_valid.next = false;
        self.faults.i.next.qpn = self.qpn.q.val();
        self.faults.i.next.event = bits_const::<8>(event::kind::QP_FATAL).into();
        self.faults.i.next.detail = self.outcome.val().status;
        self.faults.i_valid.next = false;
        self.retirements.i.next.qpn = self.qpn.q.val();
        self.retirements.i.next.index = self.later.val().slot;
        self.retirements.i_valid.next = false;
        self.command_done.next = false;
        self.count_requester_local_error.next = false;
        self.count_requester_nak.next = false;
        self.count_requester_not_ready.next = false;
        self.count_requester_timeout.next = false;
        self.count_requester_ghost.next = false;
        match self.state.q.val() {
            State::Choose => {
                self.qpn.d.next = self.chosen.val();
                self.chain.d.next = self.report.val();
                self.answer.d.next = self.response.val();
                if self.room.val() && self.turn.valid.val() {
                    self.turn.advance.next = true;
                    self.state.d.next = State::Decide;
                    if self.turn.grant.val() == 0 {
                        self.report_ready.next = true;
                        self.source.d.next = Source::Chain;
                    } else if self.turn.grant.val() == 1 {
                        self.kick_ready.next = true;
                        self.source.d.next = Source::Kick;
                    } else if self.turn.grant.val() == 2 {
                        self.response_ready.next = true;
                        self.source.d.next = Source::Response;
                    } else {
                        self.expiry_ready.next = true;
                        self.source.d.next = Source::Expiry;
                        self.answer.d.next.psn = self.expiry.val().psn;
                    }
                }
            }
            State::Decide => {
                self.state.d.next = State::Choose;
                self.sentence.d.next.status = 0.into();
                self.sentence.d.next.vendor_error = 0.into();
                self.head.d.next = self.page.val().head;
                self.bad_entered.d.next = self.page.val().faulted;
                self.cqn.d.next = self.settings.read_data.val().cqn;
                self.moved.d.next = false;
                self.completions.i.next.cqn = self.settings.read_data.val().cqn;
                self.completions.i.next.index = self.read.val().slot;
                self.completions.i.next.status = bits_const::<8>(FLUSHED).into();
                self.completions.i.next.length = bit_cast::<32, 16>(self.flushing.val());
                self.completions.i.next.vendor_error = 0.into();
                self.retirements.i.next.index = self.chain.q.val().slot;
                if self.source.q.val() == Source::Chain {
                    if self.chain.q.val().kind == Chain::Work {
                        if (self.read.val().mode == Mode::Running) && !self.read.val().fault {
                            self.now.next.fault = true;
                            self.now.next.fault_slot = self.chain.q.val().slot;
                            self.now.next.verdict = self.chain.q.val().verdict;
                            self.look.next = !self.empty.val();
                        }
                    } else if (self.chain.q.val().kind == Chain::Flush)
                        && (self.flushing.val() != 0)
                        && !self.completions.i_ready.val()
                    {
                        self.state.d.next = State::Decide;
                    } else {
                        // A marker. The slot it carries is 0 unless it flushes.
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
                        self.now.next.oldest = self.chain.q.val().psn;
                        self.now.next.slot = self.chain.q.val().slot;
                        self.now.next.fault = false;
                        self.write.next = true;
                        self.retirements.i_valid.next = true;
                        self.command_done.next = self.chain.q.val().command;
                    }
                } else if self.source.q.val() == Source::Kick {
                    self.look.next = (self.read.val().mode == Mode::Running) && !self.empty.val();
                } else if self.source.q.val() == Source::Response {
                    self.sentence.d.next.vendor_error = self.answer.q.val().syndrome;
                    if self.owned.val() && (self.kind.val() == bits_const::<8>(syndrome::KIND_ACK))
                    {
                        self.now.next.oldest = self.answer.q.val().psn + 1;
                        self.look.next = true;
                    } else if self.owned.val()
                        && (self.kind.val() == bits_const::<8>(syndrome::KIND_RNR))
                    {
                        self.now.next.oldest = self.answer.q.val().psn;
                        self.sentence.d.next.status = bits_const::<8>(RNR_RETRY_EXCEEDED).into();
                        self.look.next = true;
                        self.count_requester_not_ready.next = true;
                    } else if self.owned.val() && (self.code.val() != 0) {
                        self.now.next.oldest = self.answer.q.val().psn;
                        self.sentence.d.next.status = self.code.val();
                        self.look.next = true;
                        self.count_requester_nak.next = true;
                    } else {
                        self.count_requester_ghost.next = true;
                    }
                } else if (self.read.val().mode == Mode::Running)
                    && !self.empty.val()
                    && (self.read.val().oldest == self.answer.q.val().psn)
                {
                    self.sentence.d.next.status = bits_const::<8>(RETRY_EXCEEDED).into();
                    self.look.next = true;
                    self.count_requester_timeout.next = true;
                }
                self.account.d.next = self.now.val();
                self.message_address.next.number = self.now.val().tail.get_bits::<7>(0);
                self.written.next = self.now.val();
                if self.look.val() {
                    self.state.d.next = State::Wait;
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
                }
                if self.go.val() {
                    self.account.d.next = self.later.val();
                    self.completions.i_valid.next = self.reports.val();
                    self.message_address.next.number = self.later.val().tail.get_bits::<7>(0);
                    self.moved.d.next = true;
                    if self.more.val() {
                        self.state.d.next = State::Wait;
                    } else {
                        self.write.next = true;
                        self.faults.i_valid.next = self.fails.val();
                        self.count_requester_local_error.next = self.fails.val() && self.own.val();
                        self.retirements.i_valid.next = self.moved.q.val() || !self.stays.val();
                        self.state.d.next = State::Choose;
                    }
                }
            }
            _ => {
                self.state.d.next = State::Choose;
            }
        }
        self.accounts.write.next = self.write.val();
        self.accounts.write_address.next = self.qpn.q.val();
        self.accounts.write_data.next = self.written.val();
        self.oldest.next.qpn = self.qpn.q.val();
        self.oldest.next.psn = self.written.val().oldest;
        self.oldest_valid.next = self.write.val();
        if self.reset.val() {
            self.state.d.next = State::Choose;
        }
    }
}
