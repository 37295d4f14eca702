//! The response engine: answers READs and atomics, and keeps acknowledges behind them. `docs/responder.md` has the picture.
//!
//! - `item`: what is to be answered, in the order of the requests, always taken.
//! - `check`, `checked`: client RESPONSE of the memory block; `read`, `status`, `data`: DMA read client RESPONSE_PAYLOAD.
//! - `write`, `write_data`, `written`: DMA writes of atomics. The memory block's and the reader's client are shared with them.
//! - `answer`, `answer_data`: packets, and the payload of those that have any.
//! - `fault`: QPs whose fatal NAK leaves; `stops`: the same, for the place stage. `finished`: for the sequence stage.
//! - `stop`: no READ or atomic is begun or gone on with. `idle`: nothing is inside, but what `stop` holds. `forget`: voids it for a QP.
//! - `fence`: high until `fenced`: all memory that keys had opened when it rose has been read, and what atomics wrote has left.
//!
//! `plan` decides packet by packet, `gather` fetches payload, `atomic` executes atomics, `release` lets whole packets go.
pub mod atomic;
pub mod cut;
pub mod flow;
pub mod plan;
pub mod recall;
pub mod release;
pub mod store;

use super::flow::Item;
use crate::beat::Beat;
use crate::kit::Share;
use crate::pcie::read_share::ReadShare;
use crate::records::*;
use crate::requester::gather::Gather;
use atomic::Atomic;
use ferric_emit::kernel::*;
use ferric_layout::sizes::QP_BITS;
use flow::Finished;
use plan::Plan;
use release::Release;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Response {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub item: Signal<In, Item>,
    pub item_valid: Signal<In, Bit>,
    pub item_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
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
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub stops: Signal<Out, Bits<QP_BITS>>,
    pub stops_valid: Signal<Out, Bit>,
    pub stops_ready: Signal<In, Bit>,
    pub finished: Signal<Out, Finished>,
    pub finished_valid: Signal<Out, Bit>,
    pub stop: Signal<In, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub say: Signal<In, Bit>,
    pub forgotten: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    pub count_access: Signal<Out, Bit>,
    pub count_operational: Signal<Out, Bit>,
    plan: Plan,
    gather: Gather,
    atomics: Atomic,
    checks: Share<Check, Checked, 6, 7>,
    reads: ReadShare,
    gate: Release,
}

impl Logic for Response {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_response");
        self.plan.clock.next = self.clock.val();
        self.plan.reset.next = self.reset.val();
        self.gather.clock.next = self.clock.val();
        self.gather.reset.next = self.reset.val();
        self.atomics.clock.next = self.clock.val();
        self.atomics.reset.next = self.reset.val();
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.gate.clock.next = self.clock.val();
        self.gate.reset.next = self.reset.val();

        self.plan.qp_write.next = self.qp_write.val();
        self.plan.qp_write_valid.next = self.qp_write_valid.val();
        self.plan.item.next = self.item.val();
        self.plan.item_valid.next = self.item_valid.val();
        self.item_ready.next = self.plan.item_ready.val();
        self.plan.fails.next = self.gate.fails.val();
        self.plan.fails_valid.next = self.gate.fails_valid.val();
        self.gate.fails_ready.next = self.plan.fails_ready.val();
        self.stops.next = self.plan.stops.val();
        self.stops_valid.next = self.plan.stops_valid.val();
        self.plan.stops_ready.next = self.stops_ready.val();
        self.finished.next = self.plan.finished.val();
        self.finished_valid.next = self.plan.finished_valid.val();
        self.plan.stop.next = self.stop.val();
        self.plan.forget_qpn.next = self.forget_qpn.val();
        self.plan.forget.next = self.forget.val();
        self.plan.say.next = self.say.val();
        self.forgotten.next = self.plan.forgotten.val();
        self.idle.next = self.plan.idle.val() && self.gate.empty.val() && self.atomics.idle.val();

        // Fence.
        self.gather.fence.next = self.fence.val();
        self.atomics.fence.next = self.fence.val();
        self.fenced.next = self.gather.fenced.val() && self.atomics.fenced.val();

        // Payload.
        self.gather.piece.next = self.plan.piece.val();
        self.gather.piece_valid.next = self.plan.piece_valid.val();
        self.plan.piece_ready.next = self.gather.piece_ready.val();

        // Atomics.
        self.atomics.job.next = self.plan.job.val();
        self.atomics.job_valid.next = self.plan.job_valid.val();
        self.plan.job_ready.next = self.atomics.job_ready.val();
        self.plan.result.next = self.atomics.result.val();
        self.plan.result_valid.next = self.atomics.result_valid.val();
        self.atomics.result_ready.next = self.plan.result_ready.val();
        self.write.next = self.atomics.write.val();
        self.write_valid.next = self.atomics.write_valid.val();
        self.atomics.write_ready.next = self.write_ready.val();
        self.write_data.next = self.atomics.write_data.val();
        self.write_data_valid.next = self.atomics.write_data_valid.val();
        self.atomics.write_data_ready.next = self.write_data_ready.val();
        self.atomics.written.next = self.written.val();

        // The clients of both.
        self.checks.ask[0].next = self.gather.check.val();
        self.checks.ask_valid[0].next = self.gather.check_valid.val();
        self.gather.check_ready.next = self.checks.ask_ready[0].val();
        self.gather.checked.next = self.checks.answer[0].val();
        self.gather.checked_valid.next = self.checks.answer_valid[0].val();
        self.checks.answer_ready[0].next = self.gather.checked_ready.val();
        self.checks.ask[1].next = self.atomics.check.val();
        self.checks.ask_valid[1].next = self.atomics.check_valid.val();
        self.atomics.check_ready.next = self.checks.ask_ready[1].val();
        self.atomics.checked.next = self.checks.answer[1].val();
        self.atomics.checked_valid.next = self.checks.answer_valid[1].val();
        self.checks.answer_ready[1].next = self.atomics.checked_ready.val();
        self.check.next = self.checks.question.val();
        self.check_valid.next = self.checks.question_valid.val();
        self.checks.question_ready.next = self.check_ready.val();
        self.checks.reply.next = self.checked.val();
        self.checks.reply_valid.next = self.checked_valid.val();
        self.checked_ready.next = self.checks.reply_ready.val();
        // Nothing else belongs to a check.
        self.checks.owner_ready.next = true;
        self.reads.ask[0].next = self.gather.read.val();
        self.reads.ask_valid[0].next = self.gather.read_valid.val();
        self.gather.read_ready.next = self.reads.ask_ready[0].val();
        self.gather.status.next = self.reads.answer[0].val();
        self.gather.status_valid.next = self.reads.answer_valid[0].val();
        self.reads.answer_ready[0].next = self.gather.status_ready.val();
        self.gather.data.next = self.reads.bytes[0].val();
        self.gather.data_valid.next = self.reads.bytes_valid[0].val();
        self.reads.bytes_ready[0].next = self.gather.data_ready.val();
        self.reads.ask[1].next = self.atomics.read.val();
        self.reads.ask_valid[1].next = self.atomics.read_valid.val();
        self.atomics.read_ready.next = self.reads.ask_ready[1].val();
        self.atomics.status.next = self.reads.answer[1].val();
        self.atomics.status_valid.next = self.reads.answer_valid[1].val();
        self.reads.answer_ready[1].next = self.atomics.status_ready.val();
        self.atomics.data.next = self.reads.bytes[1].val();
        self.atomics.data_valid.next = self.reads.bytes_valid[1].val();
        self.reads.bytes_ready[1].next = self.atomics.data_ready.val();
        self.read.next = self.reads.read.val();
        self.read_valid.next = self.reads.read_valid.val();
        self.reads.read_ready.next = self.read_ready.val();
        self.reads.status.next = self.status.val();
        self.reads.status_valid.next = self.status_valid.val();
        self.status_ready.next = self.reads.status_ready.val();
        self.reads.data.next = self.data.val();
        self.reads.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.reads.data_ready.val();

        // Packets.
        self.gate.planned.next = self.plan.planned.val();
        self.gate.planned_valid.next = self.plan.planned_valid.val();
        self.plan.planned_ready.next = self.gate.planned_ready.val();
        self.plan.gone.next = self.gate.gone.val();
        self.gate.data.next = self.gather.o.val();
        self.gate.data_valid.next = self.gather.o_valid.val();
        self.gather.o_ready.next = self.gate.data_ready.val();
        self.gate.verdict.next = self.gather.verdict.val();
        self.gate.verdict_valid.next = self.gather.verdict_valid.val();
        self.gather.verdict_ready.next = self.gate.verdict_ready.val();
        self.gate.forget_qpn.next = self.forget_qpn.val();
        self.gate.forget.next = self.plan.forgotten.val();
        self.answer.next = self.gate.answer.val();
        self.answer_valid.next = self.gate.answer_valid.val();
        self.gate.answer_ready.next = self.answer_ready.val();
        self.answer_data.next = self.gate.answer_data.val();
        self.answer_data_valid.next = self.gate.answer_data_valid.val();
        self.gate.answer_data_ready.next = self.answer_data_ready.val();
        self.fault.next = self.gate.fault.val();
        self.fault_valid.next = self.gate.fault_valid.val();
        self.gate.fault_ready.next = self.fault_ready.val();
        self.count_access.next = self.gate.count_access.val();
        self.count_operational.next = self.gate.count_operational.val();
    }
}
