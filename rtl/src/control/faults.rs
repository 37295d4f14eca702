//! Gathers the faults of QPs, at most one of each QP, so that whoever reports one never waits for control.
//!
//! Three streams in, in fair turns; one out. A QP whose fault is still in the queue is not queued again, so the queue of one place a QP
//! cannot overflow and the inputs are taken every three cycles whatever control does. That matters: control may be waiting for the very
//! block that reports. The table is read a cycle before it is written, by one fault at a time.
use crate::kit::{RamFifo, StreamMerge, Table};
use crate::records::QpFault;
use ferric_layout::sizes::QP_BITS;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Forgets what is queued after a reset.
    Sweep,
    /// For a fault in, or for one to leave.
    Idle,
    /// Looks whether the QP is queued already.
    Look,
}

#[derive(LogicBlock, Default)]
pub struct Faults {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub requester: Signal<In, QpFault>,
    pub requester_valid: Signal<In, Bit>,
    pub requester_ready: Signal<Out, Bit>,
    pub responder: Signal<In, QpFault>,
    pub responder_valid: Signal<In, Bit>,
    pub responder_ready: Signal<Out, Bit>,
    pub completion: Signal<In, QpFault>,
    pub completion_valid: Signal<In, Bit>,
    pub completion_ready: Signal<Out, Bit>,
    pub o: Signal<Out, QpFault>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    merge: StreamMerge<QpFault, 3, 2>,
    queued: Table<Bits<1>, QP_BITS>,
    queue: RamFifo<QpFault, QP_BITS, 11>,
    state: DFF<State>,
    swept: DFF<Bits<QP_BITS>>,
    fault: DFF<QpFault>,
    /// The fault that is on its way out.
    head: DFF<QpFault>,
    waiting: DFF<Bit>,
}

impl Logic for Faults {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, swept, fault, head, waiting);
        self.merge.clock.next = self.clock.val();
        self.merge.reset.next = self.reset.val();
        self.merge.i[0].next = self.requester.val();
        self.merge.i_valid[0].next = self.requester_valid.val();
        self.requester_ready.next = self.merge.i_ready[0].val();
        self.merge.i[1].next = self.responder.val();
        self.merge.i_valid[1].next = self.responder_valid.val();
        self.responder_ready.next = self.merge.i_ready[1].val();
        self.merge.i[2].next = self.completion.val();
        self.merge.i_valid[2].next = self.completion_valid.val();
        self.completion_ready.next = self.merge.i_ready[2].val();
        self.merge.o_ready.next = false;

        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.queue.i.next = self.fault.q.val();
        self.queue.i_valid.next = false;
        self.queue.o_ready.next = false;
        self.o.next = self.head.q.val();
        self.o_valid.next = self.waiting.q.val();
        if self.o_ready.val() {
            self.waiting.d.next = false;
        }

        self.queued.clock.next = self.clock.val();
        self.queued.read_address.next = self.merge.o.val().qpn;
        self.queued.write.next = false;
        self.queued.write_address.next = self.fault.q.val().qpn;
        self.queued.write_data.next = 0.into();

        match self.state.q.val() {
            State::Sweep => {
                self.queued.write.next = true;
                self.queued.write_address.next = self.swept.q.val();
                self.swept.d.next = self.swept.q.val() + 1;
                if self.swept.q.val().all() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                self.fault.d.next = self.merge.o.val();
                if self.queue.o_valid.val() && !self.waiting.q.val() {
                    self.queue.o_ready.next = true;
                    self.head.d.next = self.queue.o.val();
                    self.waiting.d.next = true;
                    self.queued.write.next = true;
                    self.queued.write_address.next = self.queue.o.val().qpn;
                } else if self.merge.o_valid.val() {
                    self.merge.o_ready.next = true;
                    self.state.d.next = State::Look;
                }
            }
            State::Look => {
                if self.queued.read_data.val() == 0 {
                    self.queued.write.next = true;
                    self.queued.write_data.next = 1.into();
                    self.queue.i_valid.next = true;
                }
                self.state.d.next = State::Idle;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Sweep;
            self.swept.d.next = 0.into();
            self.waiting.d.next = false;
        }
    }
}
