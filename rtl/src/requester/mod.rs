//! The send side: from doorbells to request packets, and from acknowledges to completions.
//!
//! A chain of stages, each with the state it decides by: scheduler (what is read next) -> fetch (slots of the rings) -> decode (whole, good
//! WQEs) -> segment (packets, PSNs) -> gather (payload out of memory) -> judge (packets that may go); segment also tells retire what will be
//! outstanding, which completes it when the peer answers. `docs/requester.md` has the picture and the rules for failing QPs.
//!
//! - `doorbell`: send doorbells, already checked. `pushed_slot`: the WQE that came with one of them, one at a time, until `pushed_done`. `qp_write`: configuration. `command`: Reset, StartSend, Error; taken when done.
//! - `wqe_*`, `payload_*`: DMA clients. `check`, `checked`: the memory client.
//! - `deliver_*`: the memory client and the DMA client of what READs and atomics bring back.
//! - `packet`, `packet_data`: to the wire. `response`, `response_data`: from it. `completion`, `fault`: results.
//! - `retired`: valid only; the oldest slot of a QP that is not retired, as it moves. For the doorbells.
//! - `fence`: high until `fenced`: all memory that keys had opened when it rose has been read or written, or will not be.
//! - `cycles_per_tick`: cycles in 4.096 µs, for the transport timers.
//!
//! No cycle of waits: each stage waits for the next or for an answer of DMA or memory, and each of those answers is taken whenever the stage
//! after it moves. The chain ends at the wire and at the completion queue, which never wait for the requester.
pub mod account;
pub mod admit;
pub mod chain;
pub mod decide;
pub mod decode;
pub mod deliver;
mod deliver_locate;
mod deliver_payload;
mod deliver_place;
pub mod events;
pub mod gather;
pub mod judge;
pub mod ledger;
pub mod look;
pub mod responses;
pub mod retire;
pub mod segment;
pub mod sweep;
pub mod timer;

use crate::beat::Beat;
use crate::kit::SmallFifo;
use crate::queue::fetch::SendFetch;
use crate::queue::scheduler::Scheduler;
use crate::queue::wqe::Entry;
use crate::records::*;
use chain::{FetchDone, WorkItem};
use decode::Decode;
use deliver::Deliver;
use gather::Gather;
use judge::Judge;
use retire::Retire;
use rust_hdl::prelude::*;
use segment::Segment;

#[derive(LogicBlock, Default)]
pub struct Requester {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub cycles_per_tick: Signal<In, Bits<32>>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub doorbell: Signal<In, SendDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub pushed_slot: Signal<In, Bits<512>>,
    pub pushed_done: Signal<Out, Bit>,
    pub command: Signal<In, QpCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub wqe_status: Signal<In, DmaReadStatus>,
    pub wqe_status_valid: Signal<In, Bit>,
    pub wqe_status_ready: Signal<Out, Bit>,
    pub wqe_data: Signal<In, Beat>,
    pub wqe_data_valid: Signal<In, Bit>,
    pub wqe_data_ready: Signal<Out, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub payload_status: Signal<In, DmaReadStatus>,
    pub payload_status_valid: Signal<In, Bit>,
    pub payload_status_ready: Signal<Out, Bit>,
    pub payload_data: Signal<In, Beat>,
    pub payload_data_valid: Signal<In, Bit>,
    pub payload_data_ready: Signal<Out, Bit>,
    pub response: Signal<In, ReceivedPacket>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub response_data: Signal<In, Beat>,
    pub response_data_valid: Signal<In, Bit>,
    pub response_data_ready: Signal<Out, Bit>,
    pub wqe_read: Signal<Out, DmaRead>,
    pub wqe_read_valid: Signal<Out, Bit>,
    pub wqe_read_ready: Signal<In, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub payload_read: Signal<Out, DmaRead>,
    pub payload_read_valid: Signal<Out, Bit>,
    pub payload_read_ready: Signal<In, Bit>,
    pub deliver_check: Signal<Out, Check>,
    pub deliver_check_valid: Signal<Out, Bit>,
    pub deliver_check_ready: Signal<In, Bit>,
    pub deliver_checked: Signal<In, Checked>,
    pub deliver_checked_valid: Signal<In, Bit>,
    pub deliver_checked_ready: Signal<Out, Bit>,
    pub deliver_write: Signal<Out, DmaWrite>,
    pub deliver_write_valid: Signal<Out, Bit>,
    pub deliver_write_ready: Signal<In, Bit>,
    pub deliver_write_data: Signal<Out, Beat>,
    pub deliver_write_data_valid: Signal<Out, Bit>,
    pub deliver_write_data_ready: Signal<In, Bit>,
    pub deliver_written: Signal<In, Bits<16>>,
    pub packet: Signal<Out, TransmitPacket>,
    pub packet_valid: Signal<Out, Bit>,
    pub packet_ready: Signal<In, Bit>,
    pub packet_data: Signal<Out, Beat>,
    pub packet_data_valid: Signal<Out, Bit>,
    pub packet_data_ready: Signal<In, Bit>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub retired: Signal<Out, QueueDoorbell>,
    pub retired_valid: Signal<Out, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    pub count_requester_messages: Signal<Out, Bit>,
    pub count_requester_packets: Signal<Out, Bit>,
    pub count_requester_local_error: Signal<Out, Bit>,
    pub count_requester_nak: Signal<Out, Bit>,
    pub count_requester_not_ready: Signal<Out, Bit>,
    pub count_requester_timeout: Signal<Out, Bit>,
    pub count_requester_implied: Signal<Out, Bit>,
    pub count_requester_again: Signal<Out, Bit>,
    pub count_requester_ghost: Signal<Out, Bit>,
    scheduler: Scheduler,
    fetch: SendFetch,
    decode: Decode,
    done: SmallFifo<FetchDone, 3, 4>,
    work: SmallFifo<WorkItem, 3, 4>,
    entries: SmallFifo<Entry, 5, 6>,
    inlined: SmallFifo<Beat, 4, 5>,
    segment: Segment,
    gather: Gather,
    judge: Judge,
    retire: Retire,
    deliver: Deliver,
}

impl Logic for Requester {
    #[hdl_gen]
    fn update(&mut self) {
        self.scheduler.clock.next = self.clock.val();
        self.scheduler.reset.next = self.reset.val();
        self.fetch.clock.next = self.clock.val();
        self.fetch.reset.next = self.reset.val();
        self.decode.clock.next = self.clock.val();
        self.decode.reset.next = self.reset.val();
        self.done.clock.next = self.clock.val();
        self.done.reset.next = self.reset.val();
        self.work.clock.next = self.clock.val();
        self.work.reset.next = self.reset.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.inlined.clock.next = self.clock.val();
        self.inlined.reset.next = self.reset.val();
        self.segment.clock.next = self.clock.val();
        self.segment.reset.next = self.reset.val();
        self.gather.clock.next = self.clock.val();
        self.gather.reset.next = self.reset.val();
        self.judge.clock.next = self.clock.val();
        self.judge.reset.next = self.reset.val();
        self.deliver.clock.next = self.clock.val();
        self.deliver.reset.next = self.reset.val();
        self.retire.clock.next = self.clock.val();
        self.retire.reset.next = self.reset.val();
        self.scheduler.qp_write.next = self.qp_write.val();
        self.scheduler.qp_write_valid.next = self.qp_write_valid.val();
        self.fetch.qp_write.next = self.qp_write.val();
        self.fetch.qp_write_valid.next = self.qp_write_valid.val();
        self.segment.qp_write.next = self.qp_write.val();
        self.segment.qp_write_valid.next = self.qp_write_valid.val();
        self.retire.qp_write.next = self.qp_write.val();
        self.retire.qp_write_valid.next = self.qp_write_valid.val();

        // Scheduler, fetch, decode.
        self.scheduler.doorbell.next = self.doorbell.val();
        self.scheduler.doorbell_valid.next = self.doorbell_valid.val();
        self.doorbell_ready.next = self.scheduler.doorbell_ready.val();
        self.fetch.pushed_slot.next = self.pushed_slot.val();
        self.pushed_done.next = self.scheduler.slot_refused.val() || self.fetch.pushed_used.val();
        self.scheduler.command.next = self.command.val();
        self.scheduler.command_valid.next = self.command_valid.val();
        self.command_ready.next = self.scheduler.command_ready.val();
        self.fetch.job.next = self.scheduler.job.val();
        self.fetch.job_valid.next = self.scheduler.job_valid.val();
        self.scheduler.job_ready.next = self.fetch.job_ready.val();
        self.wqe_read.next = self.fetch.read.val();
        self.wqe_read_valid.next = self.fetch.read_valid.val();
        self.fetch.read_ready.next = self.wqe_read_ready.val();
        self.fetch.status.next = self.wqe_status.val();
        self.fetch.status_valid.next = self.wqe_status_valid.val();
        self.wqe_status_ready.next = self.fetch.status_ready.val();
        self.fetch.data.next = self.wqe_data.val();
        self.fetch.data_valid.next = self.wqe_data_valid.val();
        self.wqe_data_ready.next = self.fetch.data_ready.val();
        self.decode.slot.next = self.fetch.slot.val();
        self.decode.slot_valid.next = self.fetch.slot_valid.val();
        self.fetch.slot_ready.next = self.decode.slot_ready.val();
        self.done.i.next = self.decode.done.val();
        self.done.i_valid.next = self.decode.done_valid.val();
        self.decode.done_ready.next = self.done.i_ready.val();
        self.scheduler.done.next = self.done.o.val();
        self.scheduler.done_valid.next = self.done.o_valid.val();
        self.done.o_ready.next = self.scheduler.done_ready.val();
        self.work.i.next = self.decode.work.val();
        self.work.i_valid.next = self.decode.work_valid.val();
        self.decode.work_ready.next = self.work.i_ready.val();
        self.entries.i.next = self.decode.entry.val();
        self.entries.i_valid.next = self.decode.entry_valid.val();
        self.decode.entry_ready.next = self.entries.i_ready.val();
        self.inlined.i.next = self.decode.inline_data.val();
        self.inlined.i_valid.next = self.decode.inline_data_valid.val();
        self.decode.inline_data_ready.next = self.inlined.i_ready.val();

        // Fence.
        self.gather.fence.next = self.fence.val();
        self.deliver.fence.next = self.fence.val();
        self.fenced.next = self.gather.fenced.val() && self.deliver.fenced.val();

        // Segment, gather, judge.
        self.segment.work.next = self.work.o.val();
        self.segment.work_valid.next = self.work.o_valid.val();
        self.work.o_ready.next = self.segment.work_ready.val();
        self.segment.entry.next = self.entries.o.val();
        self.segment.entry_valid.next = self.entries.o_valid.val();
        self.entries.o_ready.next = self.segment.entry_ready.val();
        self.segment.stopping.next = self.scheduler.stopping.val();
        self.segment.stopping_valid.next = self.scheduler.stopping_valid.val();
        self.segment.progress.next = self.retire.progress.val();
        self.segment.progress_valid.next = self.retire.progress_valid.val();
        self.gather.piece.next = self.segment.piece.val();
        self.gather.piece_valid.next = self.segment.piece_valid.val();
        self.segment.piece_ready.next = self.gather.piece_ready.val();
        self.check.next = self.gather.check.val();
        self.check_valid.next = self.gather.check_valid.val();
        self.gather.check_ready.next = self.check_ready.val();
        self.gather.checked.next = self.checked.val();
        self.gather.checked_valid.next = self.checked_valid.val();
        self.checked_ready.next = self.gather.checked_ready.val();
        self.payload_read.next = self.gather.read.val();
        self.payload_read_valid.next = self.gather.read_valid.val();
        self.gather.read_ready.next = self.payload_read_ready.val();
        self.gather.status.next = self.payload_status.val();
        self.gather.status_valid.next = self.payload_status_valid.val();
        self.payload_status_ready.next = self.gather.status_ready.val();
        self.gather.data.next = self.payload_data.val();
        self.gather.data_valid.next = self.payload_data_valid.val();
        self.payload_data_ready.next = self.gather.data_ready.val();
        self.judge.i.next = self.segment.packet.val();
        self.judge.i_valid.next = self.segment.packet_valid.val();
        self.segment.packet_ready.next = self.judge.i_ready.val();
        self.judge.gathered.next = self.gather.o.val();
        self.judge.gathered_valid.next = self.gather.o_valid.val();
        self.gather.o_ready.next = self.judge.gathered_ready.val();
        self.judge.verdict.next = self.gather.verdict.val();
        self.judge.verdict_valid.next = self.gather.verdict_valid.val();
        self.gather.verdict_ready.next = self.judge.verdict_ready.val();
        self.judge.progress.next = self.retire.progress.val();
        self.judge.progress_valid.next = self.retire.progress_valid.val();
        self.segment.judged.next = self.judge.judged.val();
        self.judge.inlined.next = self.inlined.o.val();
        self.judge.inlined_valid.next = self.inlined.o_valid.val();
        self.inlined.o_ready.next = self.judge.inlined_ready.val();
        self.packet.next = self.judge.packet.val();
        self.packet_valid.next = self.judge.packet_valid.val();
        self.judge.packet_ready.next = self.packet_ready.val();
        self.packet_data.next = self.judge.packet_data.val();
        self.packet_data_valid.next = self.judge.packet_data_valid.val();
        self.judge.packet_data_ready.next = self.packet_data_ready.val();

        // Retire.
        self.retire.cycles_per_tick.next = self.cycles_per_tick.val();
        self.retire.outstanding.next = self.segment.outstanding.val();
        self.retire.outstanding_valid.next = self.segment.outstanding_valid.val();
        self.segment.outstanding_ready.next = self.retire.outstanding_ready.val();
        self.retire.report.next = self.judge.report.val();
        self.retire.report_valid.next = self.judge.report_valid.val();
        self.judge.report_ready.next = self.retire.report_ready.val();
        self.retire.response.next = self.response.val();
        self.retire.response_valid.next = self.response_valid.val();
        self.response_ready.next = self.retire.response_ready.val();
        self.deliver.qp_write.next = self.qp_write.val();
        self.deliver.qp_write_valid.next = self.qp_write_valid.val();
        self.deliver.entry_write.next = self.segment.entry_write.val();
        self.deliver.entry_write_valid.next = self.segment.entry_write_valid.val();
        self.deliver.record_write.next = self.segment.read_record.val();
        self.deliver.record_write_valid.next = self.segment.read_record_valid.val();
        self.deliver.delivery.next = self.retire.delivery.val();
        self.deliver.delivery_valid.next = self.retire.delivery_valid.val();
        self.retire.delivery_ready.next = self.deliver.delivery_ready.val();
        self.deliver.data.next = self.response_data.val();
        self.deliver.data_valid.next = self.response_data_valid.val();
        self.response_data_ready.next = self.deliver.data_ready.val();
        self.deliver_check.next = self.deliver.check.val();
        self.deliver_check_valid.next = self.deliver.check_valid.val();
        self.deliver.check_ready.next = self.deliver_check_ready.val();
        self.deliver.checked.next = self.deliver_checked.val();
        self.deliver.checked_valid.next = self.deliver_checked_valid.val();
        self.deliver_checked_ready.next = self.deliver.checked_ready.val();
        self.deliver_write.next = self.deliver.write.val();
        self.deliver_write_valid.next = self.deliver.write_valid.val();
        self.deliver.write_ready.next = self.deliver_write_ready.val();
        self.deliver_write_data.next = self.deliver.write_data.val();
        self.deliver_write_data_valid.next = self.deliver.write_data_valid.val();
        self.deliver.write_data_ready.next = self.deliver_write_data_ready.val();
        self.deliver.written.next = self.deliver_written.val();
        self.retire.delivered.next = self.deliver.delivered.val();
        self.retire.delivered_valid.next = self.deliver.delivered_valid.val();
        self.deliver.delivered_ready.next = self.retire.delivered_ready.val();
        self.completion.next = self.retire.completion.val();
        self.completion_valid.next = self.retire.completion_valid.val();
        self.retire.completion_ready.next = self.completion_ready.val();
        self.fault.next = self.retire.fault.val();
        self.fault_valid.next = self.retire.fault_valid.val();
        self.retire.fault_ready.next = self.fault_ready.val();
        self.scheduler.retired.next = self.retire.retired.val();
        self.scheduler.retired_valid.next = self.retire.retired_valid.val();
        self.retire.retired_ready.next = self.scheduler.retired_ready.val();
        self.scheduler.turn.next = self.retire.turn.val();
        self.scheduler.turn_valid.next = self.retire.turn_valid.val();
        self.retire.turn_ready.next = self.scheduler.turn_ready.val();
        self.scheduler.command_done.next = self.retire.command_done.val();
        self.retired.next = self.retire.retired.val();
        self.retired_valid.next =
            self.retire.retired_valid.val() && self.scheduler.retired_ready.val();
        self.count_requester_messages.next = self.segment.count_requester_messages.val();
        self.count_requester_packets.next = self.judge.count_requester_packets.val();
        self.count_requester_local_error.next = self.retire.count_requester_local_error.val();
        self.count_requester_nak.next = self.retire.count_requester_nak.val();
        self.count_requester_not_ready.next = self.retire.count_requester_not_ready.val();
        self.count_requester_timeout.next = self.retire.count_requester_timeout.val();
        self.count_requester_implied.next = self.retire.count_requester_implied.val();
        self.count_requester_again.next = self.retire.count_requester_again.val();
        self.count_requester_ghost.next = self.retire.count_requester_ghost.val();
    }
}
