//! Puts a QP's configuration beside each request, and asks the memory block about the range of an RETH or AtomicETH.
//!
//! - `request`: one a cycle. Nothing is taken while `stop` is high.
//! - `check`: the question, for WRITE First and Only and READ requests of at least one byte, and for atomics, on a QP that lets its peer do
//!   so; the answer is met by the next stage, and brings the place of a WRITE's payload with it. A message of no bytes is not asked about (digest §11), nor is one that will be refused for
//!   the QP's own access flags.
//! - `examined`: every request, in order; a cycle after it was taken, when its configuration has been read.
//! - `gives`: a question was asked that brings the place of the packet's payload.
//!
//! Both queues hold eight; a request is taken when each has room for it and for the one before, so nothing stalls in between. The questions
//! on their way are bounded by the requests in the queue, which are taken as their answers come.
//! A configuration written while a request is here may or may not be seen by it; whoever depends on that stops the chain first.
use super::flow::Examined;
use crate::kit::{PassFifo, SmallFifo, Table};
use crate::records::{Check, QpReceive, QpWrite, ReceivedPacket};
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::qp::access;
use ferric_layout::sizes::QP_BITS;
use ferric_layout::work;
use rust_hdl::prelude::*;

const QUEUE_BITS: usize = 3;
const QUEUE_COUNT: usize = QUEUE_BITS + 1;
/// Records a queue may hold when another request is taken.
const QUEUE_LIMIT: usize = (1 << QUEUE_BITS) - 2;

#[derive(LogicBlock, Default)]
pub struct RequestCheck {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub request: Signal<In, ReceivedPacket>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub examined: Signal<Out, Examined>,
    pub examined_valid: Signal<Out, Bit>,
    pub examined_ready: Signal<In, Bit>,
    /// A request was taken in this cycle.
    pub taken: Signal<Out, Bit>,
    pub gives: Signal<Out, Bit>,
    receivers: Table<QpReceive, QP_BITS>,
    held: DFF<ReceivedPacket>,
    held_valid: DFF<Bit>,
    checks: SmallFifo<Check, QUEUE_BITS, QUEUE_COUNT>,
    outs: PassFifo<Examined, QUEUE_BITS, QUEUE_COUNT>,
    room: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    /// What the QP and the key must grant; 0 if nothing is asked.
    access: Signal<Local, Bits<4>>,
    length: Signal<Local, Bits<32>>,
    receiver: Signal<Local, QpReceive>,
}

impl Logic for RequestCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_check");
        dff_setup!(self, clock, held, held_valid);
        self.receivers.clock.next = self.clock.val();
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.outs.clock.next = self.clock.val();
        self.outs.reset.next = self.reset.val();
        self.receivers.write.next = self.qp_write_valid.val();
        self.receivers.write_address.next = self.qp_write.val().qpn;
        self.receivers.write_data.next = self.qp_write.val().receive;

        self.room.next = !self.stop.val()
            && (self.outs.level.val() < bits_const::<QUEUE_COUNT>(QUEUE_LIMIT))
            && (self.checks.level.val() < bits_const::<QUEUE_COUNT>(QUEUE_LIMIT));
        self.request_ready.next = self.room.val();
        self.taken.next = self.request_valid.val() && self.room.val();
        self.receivers.read_address.next = self.request.val().qpn;
        self.held.d.next = self.request.val();
        self.held_valid.d.next = self.request_valid.val() && self.room.val();

        self.receiver.next = self.receivers.read_data.val();
        self.access.next = 0.into();
        self.length.next = self.held.q.val().dma_length;
        self.writes.next = (self.held.q.val().opcode == bits_const::<8>(operation::WRITE_FIRST))
            || (self.held.q.val().opcode == bits_const::<8>(operation::WRITE_ONLY))
            || (self.held.q.val().opcode == bits_const::<8>(operation::WRITE_ONLY_IMMEDIATE));
        if self.writes.val() {
            self.access.next = bits_const::<4>(access::REMOTE_WRITE).into();
        }
        if self.held.q.val().opcode == bits_const::<8>(operation::READ_REQUEST) {
            self.access.next = bits_const::<4>(access::REMOTE_READ).into();
        }
        if (self.held.q.val().opcode == bits_const::<8>(operation::COMPARE_SWAP))
            || (self.held.q.val().opcode == bits_const::<8>(operation::FETCH_ADD))
        {
            self.access.next = bits_const::<4>(access::REMOTE_ATOMIC).into();
            self.length.next = bits_const::<32>(work::ATOMIC).into();
        }
        self.asks.next =
            (self.length.val() != 0) && ((self.receiver.val().access & self.access.val()) != 0);
        self.outs.i.next.packet = self.held.q.val();
        self.outs.i.next.receiver = self.receiver.val();
        self.outs.i.next.asked = self.asks.val();
        self.gives.next = self.held_valid.q.val() && self.asks.val() && self.writes.val();
        self.outs.i_valid.next = self.held_valid.q.val();
        self.checks.i.next.key = self.held.q.val().rkey;
        self.checks.i.next.pd = self.receiver.val().pd;
        self.checks.i.next.access = self.access.val();
        self.checks.i.next.va = self.held.q.val().va;
        self.checks.i.next.check_length = self.length.val();
        // A packet longer than its message is refused for that, whatever its key.
        self.checks.i.next.piece_length = 0.into();
        if self.writes.val() && (bit_cast::<32, 13>(self.held.q.val().length) <= self.length.val())
        {
            self.checks.i.next.piece_length = self.held.q.val().length;
        }
        self.checks.i_valid.next = self.held_valid.q.val() && self.asks.val();

        self.check.next = self.checks.o.val();
        self.check_valid.next = self.checks.o_valid.val();
        self.checks.o_ready.next = self.check_ready.val();
        self.examined.next = self.outs.o.val();
        self.examined_valid.next = self.outs.o_valid.val();
        self.outs.o_ready.next = self.examined_ready.val();

        if self.reset.val() {
            self.held_valid.d.next = false;
        }
    }
}
