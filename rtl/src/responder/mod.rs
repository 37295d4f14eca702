//! The responder: receives the requests of every QP and executes them. `docs/responder.md` has the picture and the verdicts.
//!
//! - `qp_write`: a QP's configuration, valid only. `command`: begins, ends and forgets QPs; ready rises when it is done.
//! - `request`, `payload`: packets that passed every check of the wire, and their payload.
//! - `check`, `checked`: client RESPONDER_CHECK of the memory block; `piece_check`, `piece_checked`: client RESPONDER_PLACE.
//! - `doorbell`: producer indices of receive queues. `read`, `status`, `data`: DMA read client RECEIVE_WQE.
//! - `write`, `write_data`, `written`: DMA write client PAYLOAD.
//! - `answer`: acknowledges and NAKs. `completion`: receive completions. `fault`: QPs that failed here.
//!
//! Five stages joined by queues, each with one writer for each piece of state:
//! `check` (configuration, key of an RETH) → `sequence` (verdict) → `locate` (keys of the payload) → `place` (writes) → `answer`.
//!
//! The chain always drains: each stage waits only for the next, for the memory block, for a DMA read that is under way, or for DMA writes that
//! have all their data. A command therefore stops the intake, waits until no request is inside and all writes have left, acts, and lets
//! requests in again: nothing of the QP's past can be written after its ready. Faults have a queue as deep as there are QPs, so that
//! control, waiting for a command, need not take them.
pub mod answer;
pub mod check;
pub mod flow;
pub mod locate;
pub mod place;
pub mod receive_queue;
pub mod sequence;
pub mod stock;

use crate::beat::Beat;
use crate::records::*;
use answer::Answer;
use check::RequestCheck;
use ferric_emit::kernel::*;
use ferric_layout::opcode::{opcode, operation, transport};
use locate::Locate;
use place::Place;
use receive_queue::ReceiveQueue;
use rust_hdl::prelude::*;
use sequence::Sequence;

const ACKNOWLEDGE: u8 = opcode(transport::RC, operation::ACKNOWLEDGE);
/// Bits of the number of requests inside: the queues hold fewer than 128.
const INSIDE_BITS: usize = 8;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// A command.
    Command,
    /// The requests inside, and their writes.
    Drain,
    /// The flush of an ending QP.
    End,
    /// The receive queue of a forgotten QP.
    Forget,
    /// What was said before to leave.
    Leave,
    /// The command's transfer.
    Done,
}

#[derive(LogicBlock, Default)]
pub struct Responder {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub command: Signal<In, QpCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub request: Signal<In, ReceivedPacket>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub payload: Signal<In, Beat>,
    pub payload_valid: Signal<In, Bit>,
    pub payload_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub piece_check: Signal<Out, Check>,
    pub piece_check_valid: Signal<Out, Bit>,
    pub piece_check_ready: Signal<In, Bit>,
    pub piece_checked: Signal<In, Checked>,
    pub piece_checked_valid: Signal<In, Bit>,
    pub piece_checked_ready: Signal<Out, Bit>,
    pub doorbell: Signal<In, QueueDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    pub answer: Signal<Out, TransmitPacket>,
    pub answer_valid: Signal<Out, Bit>,
    pub answer_ready: Signal<In, Bit>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub count_responder_duplicate: Signal<Out, Bit>,
    pub count_responder_sequence: Signal<Out, Bit>,
    pub count_responder_invalid: Signal<Out, Bit>,
    pub count_responder_access: Signal<Out, Bit>,
    pub count_responder_operational: Signal<Out, Bit>,
    pub count_responder_not_ready: Signal<Out, Bit>,
    pub count_responder_failed_qp: Signal<Out, Bit>,
    pub count_responder_messages: Signal<Out, Bit>,
    requests: RequestCheck,
    sequencer: Sequence,
    locate: Locate,
    place: Place,
    answers: Answer,
    queue: ReceiveQueue,
    phase: DFF<Phase>,
    occupants: DFF<Bits<INSIDE_BITS>>,
    left: DFF<Bits<16>>,
    drained: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
}

impl Logic for Responder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder");
        dff_setup!(self, clock, phase, occupants, left);
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.sequencer.clock.next = self.clock.val();
        self.sequencer.reset.next = self.reset.val();
        self.locate.clock.next = self.clock.val();
        self.locate.reset.next = self.reset.val();
        self.place.clock.next = self.clock.val();
        self.place.reset.next = self.reset.val();
        self.answers.clock.next = self.clock.val();
        self.answers.reset.next = self.reset.val();
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();

        // Commands.
        self.left.d.next = self.written.val();
        if self.requests.taken.val() && !self.answers.retired.val() {
            self.occupants.d.next = self.occupants.q.val() + 1;
        }
        if self.answers.retired.val() && !self.requests.taken.val() {
            self.occupants.d.next = self.occupants.q.val() - 1;
        }
        self.drained.next = (self.phase.q.val() == Phase::Drain)
            && (self.occupants.q.val() == 0)
            && (self.left.q.val() == self.place.issued.val());
        self.requests.stop.next = self.phase.q.val() != Phase::Command;
        self.starts.next =
            self.drained.val() && (self.command.val().kind != QpCommandKind::StartSend);
        self.sequencer.start.next.qpn = self.command.val().qpn;
        self.sequencer.start.next.active = self.command.val().kind == QpCommandKind::StartReceive;
        self.sequencer.start.next.psn = self.command.val().psn;
        self.sequencer.start_valid.next = self.starts.val();
        self.place.forget_qpn.next = self.command.val().qpn;
        self.place.forget.next =
            self.starts.val() && (self.command.val().kind != QpCommandKind::Error);
        self.answers.command_qpn.next = self.command.val().qpn;
        self.answers.forget.next =
            self.starts.val() && (self.command.val().kind == QpCommandKind::Reset);
        self.answers.finish.next = self.phase.q.val() == Phase::End;
        self.queue.forget_qpn.next = self.command.val().qpn;
        self.queue.forget.next = self.phase.q.val() == Phase::Forget;
        self.command_ready.next = self.phase.q.val() == Phase::Done;
        match self.phase.q.val() {
            Phase::Command => {
                if self.command_valid.val() {
                    self.phase.d.next = Phase::Drain;
                }
            }
            Phase::Drain => {
                if self.drained.val() {
                    match self.command.val().kind {
                        QpCommandKind::Reset => {
                            self.phase.d.next = Phase::Forget;
                        }
                        QpCommandKind::Error => {
                            self.phase.d.next = Phase::End;
                        }
                        _ => {
                            self.phase.d.next = Phase::Leave;
                        }
                    }
                }
            }
            Phase::End => {
                if self.answers.finished.val() {
                    self.phase.d.next = Phase::Leave;
                }
            }
            Phase::Forget => {
                if self.queue.forgotten.val() {
                    self.phase.d.next = Phase::Leave;
                }
            }
            Phase::Leave => {
                if self.answers.empty.val() {
                    self.phase.d.next = Phase::Done;
                }
            }
            Phase::Done => {
                self.phase.d.next = Phase::Command;
            }
        }

        // Check.
        self.requests.qp_write.next = self.qp_write.val();
        self.requests.qp_write_valid.next = self.qp_write_valid.val();
        self.requests.request.next = self.request.val();
        self.requests.request_valid.next = self.request_valid.val();
        self.request_ready.next = self.requests.request_ready.val();
        self.check.next = self.requests.check.val();
        self.check_valid.next = self.requests.check_valid.val();
        self.requests.check_ready.next = self.check_ready.val();

        // Sequence.
        self.sequencer.examined.next = self.requests.examined.val();
        self.sequencer.examined_valid.next = self.requests.examined_valid.val();
        self.requests.examined_ready.next = self.sequencer.examined_ready.val();
        self.sequencer.checked.next = self.checked.val();
        self.sequencer.checked_valid.next = self.checked_valid.val();
        self.checked_ready.next = self.sequencer.checked_ready.val();
        self.queue.queue_qpn.next = self.sequencer.queue_qpn.val();
        self.sequencer.posted.next = self.queue.posted.val();
        self.sequencer.arrived.next = self.queue.arrived.val();
        self.queue.stock_address.next = self.sequencer.stock_address.val();
        self.sequencer.stock.next = self.queue.stock.val();
        self.sequencer.failed_qpn.next = self.place.failed_qpn.val();
        self.sequencer.failed.next = self.place.failed.val();
        self.sequencer.failed_write.next = self.place.failed_write.val();

        // Locate.
        self.locate.work.next = self.sequencer.work.val();
        self.locate.work_valid.next = self.sequencer.work_valid.val();
        self.sequencer.work_ready.next = self.locate.work_ready.val();
        self.queue.wqe_address.next = self.locate.wqe_address.val();
        self.locate.wqe.next = self.queue.wqe.val();
        self.piece_check.next = self.locate.check.val();
        self.piece_check_valid.next = self.locate.check_valid.val();
        self.locate.check_ready.next = self.piece_check_ready.val();
        self.queue.freed.next = self.locate.freed.val();
        self.queue.freed_valid.next = self.locate.freed_valid.val();
        self.locate.freed_ready.next = self.queue.freed_ready.val();

        // Place.
        self.place.placing.next = self.locate.placing.val();
        self.place.placing_valid.next = self.locate.placing_valid.val();
        self.locate.placing_ready.next = self.place.placing_ready.val();
        self.place.part.next = self.locate.part.val();
        self.place.part_valid.next = self.locate.part_valid.val();
        self.locate.part_ready.next = self.place.part_ready.val();
        self.place.checked.next = self.piece_checked.val();
        self.place.checked_valid.next = self.piece_checked_valid.val();
        self.piece_checked_ready.next = self.place.checked_ready.val();
        self.place.payload.next = self.payload.val();
        self.place.payload_valid.next = self.payload_valid.val();
        self.payload_ready.next = self.place.payload_ready.val();
        self.write.next = self.place.write.val();
        self.write_valid.next = self.place.write_valid.val();
        self.place.write_ready.next = self.write_ready.val();
        self.write_data.next = self.place.write_data.val();
        self.write_data_valid.next = self.place.write_data_valid.val();
        self.place.write_data_ready.next = self.write_data_ready.val();

        // Answer.
        self.answers.written.next = self.left.q.val();
        self.answers.placed.next = self.place.placed.val();
        self.answers.placed_valid.next = self.place.placed_valid.val();
        self.place.placed_ready.next = self.answers.placed_ready.val();
        self.answer.next.qpn = self.answers.answer.val().qpn;
        self.answer.next.peer_qpn = self.answers.answer.val().peer_qpn;
        self.answer.next.opcode = bits_const::<8>(ACKNOWLEDGE).into();
        self.answer.next.psn = self.answers.answer.val().psn;
        self.answer.next.solicited = false;
        self.answer.next.ack_request = false;
        self.answer.next.length = 0.into();
        self.answer.next.va = 0.into();
        self.answer.next.rkey = 0.into();
        self.answer.next.dma_length = 0.into();
        self.answer.next.swap = 0.into();
        self.answer.next.compare = 0.into();
        self.answer.next.immediate = 0.into();
        self.answer.next.syndrome = self.answers.answer.val().syndrome;
        self.answer.next.msn = self.answers.answer.val().msn;
        self.answer_valid.next = self.answers.answer_valid.val();
        self.answers.answer_ready.next = self.answer_ready.val();
        self.completion.next = self.answers.completion.val();
        self.completion_valid.next = self.answers.completion_valid.val();
        self.answers.completion_ready.next = self.completion_ready.val();
        self.fault.next = self.answers.fault.val();
        self.fault_valid.next = self.answers.fault_valid.val();
        self.answers.fault_ready.next = self.fault_ready.val();

        // Receive queue.
        self.queue.qp_write.next = self.qp_write.val();
        self.queue.qp_write_valid.next = self.qp_write_valid.val();
        self.queue.doorbell.next = self.doorbell.val();
        self.queue.doorbell_valid.next = self.doorbell_valid.val();
        self.doorbell_ready.next = self.queue.doorbell_ready.val();
        self.queue.flush.next = self.answers.flush.val();
        self.queue.flush_valid.next = self.answers.flush_valid.val();
        self.answers.flush_ready.next = self.queue.flush_ready.val();
        self.answers.range.next = self.queue.range.val();
        self.answers.range_valid.next = self.queue.range_valid.val();
        self.queue.range_ready.next = self.answers.range_ready.val();
        self.read.next = self.queue.read.val();
        self.read_valid.next = self.queue.read_valid.val();
        self.queue.read_ready.next = self.read_ready.val();
        self.queue.status.next = self.status.val();
        self.queue.status_valid.next = self.status_valid.val();
        self.status_ready.next = self.queue.status_ready.val();
        self.queue.data.next = self.data.val();
        self.queue.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.queue.data_ready.val();

        self.count_responder_duplicate.next = self.answers.count_responder_duplicate.val();
        self.count_responder_sequence.next = self.answers.count_responder_sequence.val();
        self.count_responder_invalid.next = self.answers.count_responder_invalid.val();
        self.count_responder_access.next = self.answers.count_responder_access.val();
        self.count_responder_operational.next = self.answers.count_responder_operational.val();
        self.count_responder_not_ready.next = self.answers.count_responder_not_ready.val();
        self.count_responder_failed_qp.next = self.answers.count_responder_failed_qp.val();
        self.count_responder_messages.next = self.answers.count_responder_messages.val();

        if self.reset.val() {
            self.phase.d.next = Phase::Command;
            self.occupants.d.next = 0.into();
        }
    }
}
