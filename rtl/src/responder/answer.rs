//! Says what became of each request: what is to be answered, and completions.
//!
//! - `placed`: every request, in order, one every two cycles. One that answers or completes waits until `written`, the number of writes
//!   that have left, has reached its ticket; so nothing is said of data that is not on its way ahead of it.
//! - `operands`: those of each READ and atomic that comes in `placed`, in the same order.
//! - `item`: acknowledges, NAKs, READs and atomics, for the response engine, which takes them always.
//! - `invalidate`, `invalidated`: the key that a SEND makes invalid, for control; its completion comes after the answer, and tells of the key
//!   if there was one to make invalid (digest §11).
//! - `completion`: receive completions. `flush` / `range`: what is flushed after a failure, see `ReceiveQueue`; ranges come here so that
//!   they stay behind the completions before them.
//! - `finish`: the QP is moved to ERROR: its receive queue is flushed, then `finished`. `forget`: its place in the receive queue is 0 again.
//!   Both only while no request is inside.
//! - `taken`: a request's place among those that wait is free. `retired`: it is done with. `empty`: nothing waits to leave.
//!
//! `done` holds for each QP the index after its last receive completion; it is read while the request is taken and written in the next
//! cycle, one request at a time, so that a read never meets a write.
//!
//! Waits: for `written`, which ends with the DMA writes before; for room, which ends as the response engine and the completion queue take
//! what is theirs; for the range and for the key asked for, which always come: control looks after keys whatever else it waits for.
use super::flow::{FlushFrom, FlushRange, Item, Operands, Outcome, Placed, Request};
use crate::kit::{ByteSwap, RamFifo, SmallFifo, WipedTable};
use crate::records::{Completion, Invalidate, Invalidated};
use ferric_emit::kernel::*;
use ferric_layout::completion::{flag, opcode};
use ferric_layout::sizes::QP_BITS;
use ferric_layout::status::Status;
use rust_hdl::prelude::*;

const SUCCESS: u8 = Status::Success as u8;
const FLUSHED: u8 = Status::Flushed as u8;
/// Requests that may wait for their writes.
pub const WAIT_BITS: usize = 6;
const WAIT_COUNT: usize = WAIT_BITS + 1;
/// Operands of requests that are in the stages before or wait here: of all that there can be.
const ASKED_BITS: usize = 7;
const ASKED_COUNT: usize = ASKED_BITS + 1;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// A request whose writes have left, a range, or an `finish`.
    Take,
    /// Control to take the key.
    Revoke,
    /// The key to be gone.
    Revoked,
    /// Room for what it says.
    Say,
    /// The QP's place in the receive queue, just written.
    Look,
    /// Room for the question what is flushed.
    Flush,
    /// The answer to it.
    Range,
}

#[derive(LogicBlock, Default)]
pub struct Answer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    pub placed: Signal<In, Placed>,
    pub placed_valid: Signal<In, Bit>,
    pub placed_ready: Signal<Out, Bit>,
    pub operands: Signal<In, Operands>,
    pub operands_valid: Signal<In, Bit>,
    pub operands_ready: Signal<Out, Bit>,
    pub item: Signal<Out, Item>,
    pub item_valid: Signal<Out, Bit>,
    pub item_ready: Signal<In, Bit>,
    pub invalidate: Signal<Out, Invalidate>,
    pub invalidate_valid: Signal<Out, Bit>,
    pub invalidate_ready: Signal<In, Bit>,
    pub invalidated: Signal<In, Invalidated>,
    pub invalidated_valid: Signal<In, Bit>,
    pub invalidated_ready: Signal<Out, Bit>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub flush: Signal<Out, FlushFrom>,
    pub flush_valid: Signal<Out, Bit>,
    pub flush_ready: Signal<In, Bit>,
    pub range: Signal<In, FlushRange>,
    pub range_valid: Signal<In, Bit>,
    pub range_ready: Signal<Out, Bit>,
    pub command_qpn: Signal<In, Bits<QP_BITS>>,
    pub finish: Signal<In, Bit>,
    pub finished: Signal<Out, Bit>,
    pub forget: Signal<In, Bit>,
    /// A request does not wait for its writes any more.
    pub taken: Signal<Out, Bit>,
    pub retired: Signal<Out, Bit>,
    pub empty: Signal<Out, Bit>,
    pub count_responder_duplicate: Signal<Out, Bit>,
    pub count_responder_sequence: Signal<Out, Bit>,
    pub count_responder_invalid: Signal<Out, Bit>,
    pub count_responder_access: Signal<Out, Bit>,
    pub count_responder_operational: Signal<Out, Bit>,
    pub count_responder_not_ready: Signal<Out, Bit>,
    pub count_responder_failed_qp: Signal<Out, Bit>,
    pub count_responder_messages: Signal<Out, Bit>,
    waiting: RamFifo<Placed, WAIT_BITS, WAIT_COUNT>,
    done: WipedTable<Bits<16>, QP_BITS>,
    completions: SmallFifo<Completion, 3, 4>,
    asked: RamFifo<Operands, ASKED_BITS, ASKED_COUNT>,
    items: SmallFifo<Item, 2, 3>,
    /// The key, which stands in the record as on the wire.
    key: ByteSwap<32>,
    phase: DFF<Phase>,
    now: DFF<Placed>,
    /// The flush is for `finish`, not for a request.
    ending: DFF<Bit>,
    /// The request has made a key invalid.
    revoked: DFF<Bit>,
    behind: Signal<Local, Bits<16>>,
    reached: Signal<Local, Bit>,
    ends_wqe: Signal<Local, Bit>,
    fatal: Signal<Local, Bit>,
    has_operands: Signal<Local, Bit>,
    says: Signal<Local, Bit>,
    qpn: Signal<Local, Bits<QP_BITS>>,
    takes_range: Signal<Local, Bit>,
    opcode: Signal<Local, Bits<8>>,
}

impl Logic for Answer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_answer");
        dff_setup!(self, clock, phase, now, ending, revoked);
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.done.clock.next = self.clock.val();
        self.done.reset.next = self.reset.val();
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.reset.val();
        self.asked.clock.next = self.clock.val();
        self.asked.reset.next = self.reset.val();
        self.items.clock.next = self.clock.val();
        self.items.reset.next = self.reset.val();
        self.asked.i.next = self.operands.val();
        self.asked.i_valid.next = self.operands_valid.val();
        self.operands_ready.next = self.asked.i_ready.val();
        self.waiting.i.next = self.placed.val();
        self.waiting.i_valid.next = self.placed_valid.val();
        self.placed_ready.next = self.waiting.i_ready.val();

        self.behind.next = self.written.val() - self.waiting.o.val().ticket;
        self.reached.next = !self.behind.val().get_bit(15)
            || !(self.waiting.o.val().report.answer || self.waiting.o.val().report.completes);
        self.ends_wqe.next = self.now.q.val().report.completes || self.now.q.val().report.fails;
        self.fatal.next = (self.now.q.val().report.outcome == Outcome::Invalid)
            || (self.now.q.val().report.outcome == Outcome::Access)
            || (self.now.q.val().report.outcome == Outcome::Operational);

        // What is to be answered, with its operands.
        self.has_operands.next = self.now.q.val().report.request != Request::Acknowledge;
        self.says.next = (self.phase.q.val() == Phase::Say)
            && (!self.now.q.val().report.answer || self.items.i_ready.val())
            && (!self.has_operands.val() || self.asked.o_valid.val())
            && (!self.ends_wqe.val() || self.completions.i_ready.val());
        self.asked.o_ready.next = self.says.val() && self.has_operands.val();
        self.items.i_valid.next = self.says.val() && self.now.q.val().report.answer;
        self.items.i.next.qpn = self.now.q.val().report.qpn;
        self.items.i.next.request = self.now.q.val().report.request;
        self.items.i.next.again = self.now.q.val().report.outcome == Outcome::Duplicate;
        self.items.i.next.psn = self.now.q.val().report.psn;
        self.items.i.next.syndrome = self.now.q.val().report.syndrome;
        self.items.i.next.msn = self.now.q.val().report.msn;
        if self.now.q.val().report.ends {
            self.items.i.next.msn = self.now.q.val().report.msn + 1;
        }
        self.items.i.next.operands = self.asked.o.val();
        self.item.next = self.items.o.val();
        self.item_valid.next = self.items.o_valid.val();
        self.items.o_ready.next = self.item_ready.val();

        // The request's completion, or that of a range.
        self.opcode.next = bits_const::<8>(opcode::RECEIVE).into();
        if self.now.q.val().report.write {
            self.opcode.next = bits_const::<8>(opcode::RECEIVE_WRITE_IMMEDIATE).into();
        }
        self.completions.i.next.cqn = self.now.q.val().report.cqn;
        self.completions.i.next.qpn = bit_cast::<24, QP_BITS>(self.now.q.val().report.qpn);
        self.completions.i.next.opcode = self.opcode.val();
        self.completions.i.next.index = self.now.q.val().report.index;
        self.completions.i.next.status = bits_const::<8>(SUCCESS).into();
        self.completions.i.next.flags = 0.into();
        if self.now.q.val().report.with_immediate && self.now.q.val().report.solicited {
            self.completions.i.next.flags =
                bits_const::<8>(flag::IMMEDIATE | flag::SOLICITED).into();
        } else if self.now.q.val().report.with_immediate {
            self.completions.i.next.flags = bits_const::<8>(flag::IMMEDIATE).into();
        } else if self.revoked.q.val() && self.now.q.val().report.solicited {
            self.completions.i.next.flags =
                bits_const::<8>(flag::INVALIDATED | flag::SOLICITED).into();
        } else if self.revoked.q.val() {
            self.completions.i.next.flags = bits_const::<8>(flag::INVALIDATED).into();
        } else if self.now.q.val().report.solicited {
            self.completions.i.next.flags = bits_const::<8>(flag::SOLICITED).into();
        }
        self.completions.i.next.length = self.now.q.val().report.total;
        self.completions.i.next.immediate = self.now.q.val().report.immediate;
        self.completions.i.next.vendor_error = 0.into();
        if self.now.q.val().report.fails {
            self.completions.i.next.opcode = bits_const::<8>(opcode::RECEIVE).into();
            self.completions.i.next.status = self.now.q.val().report.status;
            self.completions.i.next.flags = 0.into();
            self.completions.i.next.length = 0.into();
            self.completions.i.next.immediate = 0.into();
            self.completions.i.next.vendor_error = self.now.q.val().report.syndrome;
        }
        self.completions.i_valid.next = self.says.val() && self.ends_wqe.val();
        self.takes_range.next = self.range_valid.val()
            && self.completions.i_ready.val()
            && ((self.phase.q.val() == Phase::Take) || (self.phase.q.val() == Phase::Range));
        self.range_ready.next = self.takes_range.val();
        if self.takes_range.val() {
            self.completions.i.next.cqn = self.range.val().cqn;
            self.completions.i.next.qpn = bit_cast::<24, QP_BITS>(self.range.val().qpn);
            self.completions.i.next.opcode = bits_const::<8>(opcode::RECEIVE).into();
            self.completions.i.next.index = self.range.val().index;
            self.completions.i.next.status = bits_const::<8>(FLUSHED).into();
            self.completions.i.next.flags = 0.into();
            self.completions.i.next.length = bit_cast::<32, 16>(self.range.val().count);
            self.completions.i.next.immediate = 0.into();
            self.completions.i.next.vendor_error = 0.into();
            self.completions.i_valid.next = self.range.val().count != 0;
        }
        self.completion.next = self.completions.o.val();
        self.completion_valid.next = self.completions.o_valid.val();
        self.completions.o_ready.next = self.completion_ready.val();

        // How far the QP's receive queue is done with.
        self.qpn.next = self.now.q.val().report.qpn;
        self.done.write.next = self.says.val() && self.ends_wqe.val();
        self.done.write_address.next = self.now.q.val().report.qpn;
        self.done.write_data.next = self.done.read_data.val() + 1;
        self.flush.next.qpn = self.now.q.val().report.qpn;
        self.flush.next.index = self.done.read_data.val();
        self.flush_valid.next = false;

        self.key.i.next = self.now.q.val().report.immediate;
        self.invalidate.next.key = self.key.o.val();
        self.invalidate.next.pd = self.now.q.val().report.pd;
        self.invalidate_valid.next = false;
        self.invalidated_ready.next = false;
        self.waiting.o_ready.next = false;
        self.taken.next = false;
        self.retired.next = false;
        self.finished.next = false;
        match self.phase.q.val() {
            Phase::Take => {
                self.now.d.next = self.waiting.o.val();
                self.qpn.next = self.waiting.o.val().report.qpn;
                self.ending.d.next = false;
                self.revoked.d.next = false;
                if self.range_valid.val() {
                    self.phase.d.next = Phase::Take;
                } else if self.waiting.o_valid.val() && self.reached.val() {
                    self.waiting.o_ready.next = true;
                    self.taken.next = true;
                    self.phase.d.next = Phase::Say;
                    if self.waiting.o.val().report.with_invalidate
                        && self.waiting.o.val().report.completes
                    {
                        self.phase.d.next = Phase::Revoke;
                    }
                } else if self.finish.val() && !self.waiting.o_valid.val() {
                    self.now.d.next.report.qpn = self.command_qpn.val();
                    self.qpn.next = self.command_qpn.val();
                    self.ending.d.next = true;
                    self.phase.d.next = Phase::Flush;
                }
            }
            Phase::Revoke => {
                self.invalidate_valid.next = true;
                if self.invalidate_ready.val() {
                    self.phase.d.next = Phase::Revoked;
                }
            }
            Phase::Revoked => {
                self.invalidated_ready.next = true;
                self.revoked.d.next = self.invalidated.val().ok;
                if self.invalidated_valid.val() {
                    self.phase.d.next = Phase::Say;
                }
            }
            Phase::Say => {
                if self.says.val() {
                    if self.fatal.val() {
                        self.phase.d.next = Phase::Look;
                    } else {
                        self.retired.next = true;
                        self.phase.d.next = Phase::Take;
                    }
                }
            }
            Phase::Look => {
                self.phase.d.next = Phase::Flush;
            }
            Phase::Flush => {
                self.flush_valid.next = true;
                if self.flush_ready.val() {
                    self.phase.d.next = Phase::Range;
                }
            }
            Phase::Range => {
                if self.takes_range.val() && self.range.val().asked {
                    self.retired.next = !self.ending.q.val();
                    self.finished.next = self.ending.q.val();
                    self.phase.d.next = Phase::Take;
                }
            }
        }
        self.done.read_address.next = self.qpn.val();
        if self.forget.val() {
            self.done.write.next = true;
            self.done.write_address.next = self.command_qpn.val();
            self.done.write_data.next = 0.into();
        }
        self.empty.next = (self.phase.q.val() == Phase::Take)
            && !self.range_valid.val()
            && !self.completions.o_valid.val()
            && !self.items.o_valid.val();

        self.count_responder_duplicate.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Duplicate);
        self.count_responder_sequence.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Ahead);
        self.count_responder_invalid.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Invalid);
        self.count_responder_access.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Access);
        self.count_responder_operational.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Operational);
        self.count_responder_not_ready.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::NotReady);
        self.count_responder_failed_qp.next =
            self.says.val() && (self.now.q.val().report.outcome == Outcome::Failed);
        self.count_responder_messages.next = self.says.val() && self.now.q.val().report.ends;

        if self.reset.val() {
            self.phase.d.next = Phase::Take;
        }
    }
}
