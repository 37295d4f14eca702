//! The responder: receives the requests of every QP and executes them. `docs/responder.md` has the picture and the verdicts.
//!
//! - `qp_write`: a QP's configuration, valid only. `command`: begins, ends and forgets QPs; ready rises when it is done.
//! - `request`, `payload`: packets that passed every check of the wire, and their payload.
//! - `check`, `checked`: client RESPONDER_CHECK of the memory block; `piece_check`, `piece_checked`: client RESPONDER_PLACE;
//!   `response_check`, `response_checked`: client RESPONSE.
//! - `doorbell`: producer indices of receive queues. `read`, `status`, `data`: DMA read client RECEIVE_WQE.
//! - `write`, `write_data`, `written`: DMA write client PAYLOAD.
//! - `response_read`, `response_status`, `response_data`: DMA read client RESPONSE_PAYLOAD.
//! - `invalidate`, `invalidated`: keys that SENDs make invalid, for control.
//! - `answer`, `answer_data`: acknowledges, NAKs, and responses with their payload. `completion`: receive completions.
//! - `fault`: QPs that failed here, told when the NAK that says so leaves.
//! - `fence`: high until `fenced`: all memory that keys had opened when it rose has been read or written, or will not be.
//!
//! Five stages joined by queues, each with one writer for each piece of state:
//! `check` (configuration, key of an RETH) → `sequence` (verdict) → `locate` (keys of the payload) → `place` (writes) → `answer`; and behind
//! them the response engine, which answers READs and atomics and keeps acknowledges in their order.
//!
//! The chain always drains: each stage waits only for the next, for the memory block, for a DMA read that is under way, or for DMA writes that
//! have all their data. The places where requests wait for their writes are taken before a key is asked, so that whoever waits for what a key
//! has opened to be over waits for memory and DMA alone, and the answers may wait for him. A command therefore stops the intake, waits until no request is inside and all writes have left, acts, and lets
//! requests in again: nothing of the QP's past can be written after its ready. READs and atomics that are not answered yet pause for any
//! command, and are forgotten by one of their own QP.
pub mod answer;
pub mod check;
pub mod flow;
pub mod grants;
pub mod locate;
pub mod place;
pub mod pool;
pub mod receive_queue;
pub mod response;
pub mod sequence;
pub mod span;
pub mod stock;

use crate::beat::Beat;
use crate::kit::Fence;
use crate::pcie::write_share::WriteShare;
use crate::records::*;
use answer::{Answer, WAIT_BITS};
use check::RequestCheck;
use ferric_emit::kernel::*;
use grants::Grants;
use locate::Locate;
use place::Place;
use receive_queue::ReceiveQueue;
use response::Response;
use rust_hdl::prelude::*;
use sequence::Sequence;

/// Bits of the number of requests inside: the queues hold fewer than 128.
const INSIDE_BITS: usize = 8;
const WAIT_COUNT: usize = WAIT_BITS + 1;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// A command.
    Command,
    /// The requests inside, their writes, and the answers that are under way.
    Drain,
    /// The QP's answers that are not.
    Answers,
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
    pub response_check: Signal<Out, Check>,
    pub response_check_valid: Signal<Out, Bit>,
    pub response_check_ready: Signal<In, Bit>,
    pub response_checked: Signal<In, Checked>,
    pub response_checked_valid: Signal<In, Bit>,
    pub response_checked_ready: Signal<Out, Bit>,
    pub response_read: Signal<Out, DmaRead>,
    pub response_read_valid: Signal<Out, Bit>,
    pub response_read_ready: Signal<In, Bit>,
    pub response_status: Signal<In, DmaReadStatus>,
    pub response_status_valid: Signal<In, Bit>,
    pub response_status_ready: Signal<Out, Bit>,
    pub response_data: Signal<In, Beat>,
    pub response_data_valid: Signal<In, Bit>,
    pub response_data_ready: Signal<Out, Bit>,
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
    pub answer_data: Signal<Out, Beat>,
    pub answer_data_valid: Signal<Out, Bit>,
    pub answer_data_ready: Signal<In, Bit>,
    pub invalidate: Signal<Out, Invalidate>,
    pub invalidate_valid: Signal<Out, Bit>,
    pub invalidate_ready: Signal<In, Bit>,
    pub invalidated: Signal<In, Invalidated>,
    pub invalidated_valid: Signal<In, Bit>,
    pub invalidated_ready: Signal<Out, Bit>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
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
    response: Response,
    writes: WriteShare,
    queue: ReceiveQueue,
    phase: DFF<Phase>,
    occupants: DFF<Bits<INSIDE_BITS>>,
    left: DFF<Bits<16>>,
    /// Requests from the locate stage on that have or will need a place where they wait for their writes.
    waiting: DFF<Bits<WAIT_COUNT>>,
    roomy: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    grants: Grants,
    uses: Fence,
    drained: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
}

impl Logic for Responder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder");
        dff_setup!(self, clock, phase, occupants, left, waiting);
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
        self.response.clock.next = self.clock.val();
        self.response.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();

        // Commands.
        self.left.d.next = self.writes.left[0].val();
        if self.requests.taken.val() && !self.answers.retired.val() {
            self.occupants.d.next = self.occupants.q.val() + 1;
        }
        if self.answers.retired.val() && !self.requests.taken.val() {
            self.occupants.d.next = self.occupants.q.val() - 1;
        }
        self.drained.next = (self.phase.q.val() == Phase::Drain)
            && (self.occupants.q.val() == 0)
            && self.response.idle.val()
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
        self.response.stop.next = self.phase.q.val() != Phase::Command;
        self.response.forget_qpn.next = self.command.val().qpn;
        self.response.forget.next = self.phase.q.val() == Phase::Answers;
        self.response.say.next = self.command.val().kind == QpCommandKind::Error;
        self.command_ready.next = self.phase.q.val() == Phase::Done;
        match self.phase.q.val() {
            Phase::Command => {
                if self.command_valid.val() {
                    self.phase.d.next = Phase::Drain;
                }
            }
            Phase::Drain => {
                if self.drained.val() {
                    self.phase.d.next = Phase::Leave;
                    if self.starts.val() {
                        self.phase.d.next = Phase::Answers;
                    }
                }
            }
            Phase::Answers => {
                if self.response.forgotten.val() {
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
                if self.answers.empty.val() && self.response.idle.val() {
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
        self.queue.map_address.next = self.sequencer.map_address.val();
        self.sequencer.map.next = self.queue.map.val();
        self.queue.stock_address.next = self.sequencer.stock_address.val();
        self.sequencer.stock.next = self.queue.stock.val();
        self.sequencer.failed_qpn.next = self.place.failed_qpn.val();
        self.sequencer.failed.next = self.place.failed.val();
        self.sequencer.failed_write.next = self.place.failed_write.val();
        self.sequencer.finished.next = self.response.finished.val();
        self.sequencer.finished_valid.next = self.response.finished_valid.val();
        self.answers.operands.next = self.sequencer.operands.val();
        self.answers.operands_valid.next = self.sequencer.operands_valid.val();
        self.sequencer.operands_ready.next = self.answers.operands_ready.val();

        // Locate, when there will be a place to wait for the writes.
        self.roomy.next = self.waiting.q.val() != bits_const::<WAIT_COUNT>(1u64 << WAIT_BITS);
        self.enters.next =
            self.sequencer.work_valid.val() && self.roomy.val() && self.locate.work_ready.val();
        if self.enters.val() && !self.answers.taken.val() {
            self.waiting.d.next = self.waiting.q.val() + 1;
        }
        if self.answers.taken.val() && !self.enters.val() {
            self.waiting.d.next = self.waiting.q.val() - 1;
        }
        self.locate.work.next = self.sequencer.work.val();
        self.locate.work_valid.next = self.sequencer.work_valid.val() && self.roomy.val();
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
        self.place.fails.next = self.response.stops.val();
        self.place.fails_valid.next = self.response.stops_valid.val();
        self.response.stops_ready.next = self.place.fails_ready.val();
        self.place.checked.next = self.piece_checked.val();
        self.place.checked_valid.next = self.piece_checked_valid.val();
        self.piece_checked_ready.next = self.place.checked_ready.val();
        self.place.payload.next = self.payload.val();
        self.place.payload_valid.next = self.payload_valid.val();
        self.payload_ready.next = self.place.payload_ready.val();

        // Writes: of the place stage, and of atomics.
        self.writes.ask[0].next = self.place.write.val();
        self.writes.ask_valid[0].next = self.place.write_valid.val();
        self.place.write_ready.next = self.writes.ask_ready[0].val();
        self.writes.bytes[0].next = self.place.write_data.val();
        self.writes.bytes_valid[0].next = self.place.write_data_valid.val();
        self.place.write_data_ready.next = self.writes.bytes_ready[0].val();
        self.writes.ask[1].next = self.response.write.val();
        self.writes.ask_valid[1].next = self.response.write_valid.val();
        self.response.write_ready.next = self.writes.ask_ready[1].val();
        self.writes.bytes[1].next = self.response.write_data.val();
        self.writes.bytes_valid[1].next = self.response.write_data_valid.val();
        self.response.write_data_ready.next = self.writes.bytes_ready[1].val();
        self.response.written.next = self.writes.left[1].val();
        self.write.next = self.writes.write.val();
        self.write_valid.next = self.writes.write_valid.val();
        self.writes.write_ready.next = self.write_ready.val();
        self.write_data.next = self.writes.write_data.val();
        self.write_data_valid.next = self.writes.write_data_valid.val();
        self.writes.write_data_ready.next = self.write_data_ready.val();
        self.writes.written.next = self.written.val();

        // Fence: nothing that the locate stage has let through is under way, and nothing of before passes it as it came.
        self.grants.clock.next = self.clock.val();
        self.grants.reset.next = self.reset.val();
        self.grants.gives.next = self.requests.gives.val();
        self.grants.takes.next = self.locate.granted.val();
        self.grants.fence.next = self.fence.val();
        self.locate.stale.next = self.grants.stale.val();
        self.uses.clock.next = self.clock.val();
        self.uses.reset.next = self.reset.val();
        self.uses.begins.next = self.locate.opens.val();
        self.uses.ends.next = self.place.closes.val();
        self.uses.issued.next = self.place.issued.val();
        self.uses.left.next = self.left.q.val();
        self.uses.fence.next = self.fence.val();
        self.response.fence.next = self.fence.val();
        self.fenced.next = self.uses.fenced.val() && self.response.fenced.val();

        // Answer.
        self.answers.written.next = self.left.q.val();
        self.answers.placed.next = self.place.placed.val();
        self.answers.placed_valid.next = self.place.placed_valid.val();
        self.place.placed_ready.next = self.answers.placed_ready.val();
        self.invalidate.next = self.answers.invalidate.val();
        self.invalidate_valid.next = self.answers.invalidate_valid.val();
        self.answers.invalidate_ready.next = self.invalidate_ready.val();
        self.answers.invalidated.next = self.invalidated.val();
        self.answers.invalidated_valid.next = self.invalidated_valid.val();
        self.invalidated_ready.next = self.answers.invalidated_ready.val();
        self.completion.next = self.answers.completion.val();
        self.completion_valid.next = self.answers.completion_valid.val();
        self.answers.completion_ready.next = self.completion_ready.val();

        // Response.
        self.response.qp_write.next = self.qp_write.val();
        self.response.qp_write_valid.next = self.qp_write_valid.val();
        self.response.item.next = self.answers.item.val();
        self.response.item_valid.next = self.answers.item_valid.val();
        self.answers.item_ready.next = self.response.item_ready.val();
        self.response_check.next = self.response.check.val();
        self.response_check_valid.next = self.response.check_valid.val();
        self.response.check_ready.next = self.response_check_ready.val();
        self.response.checked.next = self.response_checked.val();
        self.response.checked_valid.next = self.response_checked_valid.val();
        self.response_checked_ready.next = self.response.checked_ready.val();
        self.response_read.next = self.response.read.val();
        self.response_read_valid.next = self.response.read_valid.val();
        self.response.read_ready.next = self.response_read_ready.val();
        self.response.status.next = self.response_status.val();
        self.response.status_valid.next = self.response_status_valid.val();
        self.response_status_ready.next = self.response.status_ready.val();
        self.response.data.next = self.response_data.val();
        self.response.data_valid.next = self.response_data_valid.val();
        self.response_data_ready.next = self.response.data_ready.val();
        self.answer.next = self.response.answer.val();
        self.answer_valid.next = self.response.answer_valid.val();
        self.response.answer_ready.next = self.answer_ready.val();
        self.answer_data.next = self.response.answer_data.val();
        self.answer_data_valid.next = self.response.answer_data_valid.val();
        self.response.answer_data_ready.next = self.answer_data_ready.val();
        self.fault.next = self.response.fault.val();
        self.fault_valid.next = self.response.fault_valid.val();
        self.response.fault_ready.next = self.fault_ready.val();

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
        self.count_responder_access.next =
            self.answers.count_responder_access.val() || self.response.count_access.val();
        self.count_responder_operational.next =
            self.answers.count_responder_operational.val() || self.response.count_operational.val();
        self.count_responder_not_ready.next = self.answers.count_responder_not_ready.val();
        self.count_responder_failed_qp.next = self.answers.count_responder_failed_qp.val();
        self.count_responder_messages.next = self.answers.count_responder_messages.val();

        if self.reset.val() {
            self.phase.d.next = Phase::Command;
            self.occupants.d.next = 0.into();
            self.waiting.d.next = 0.into();
        }
    }
}
