//! The outstanding table and those who work on it: the ledger enters messages, the sweep completes them, the timer watches.
//!
//! - `outstanding`, `report`: from the chain. `response`: from the wire, its payload goes to the delivery. `delivery`, `delivered`: to and
//!   from it. `turn`, `retired`: to the scheduler. `progress`: to the segmenter. `completion`, `fault`: results.
//!
//! 128 messages for each QP in UltraRAM, at the QP and the message's number modulo 128. A read takes two cycles; one that meets the write of
//! the same message cannot be: a message is looked at only when the ledger's page counts it, which is a cycle after its write.
use crate::kit::UltraTable;
use crate::records::{Completion, QpFault, QpWrite, QueueDoorbell, ReceivedPacket};
use crate::requester::chain::{
    ChainEvent, Delivered, Delivery, Message, Outstanding, Progress, Turn,
};
use crate::requester::ledger::Ledger;
use crate::requester::responses::Responses;
use crate::requester::sweep::Sweep;
use crate::requester::timer::Timer;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Retire {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub cycles_per_tick: Signal<In, Bits<32>>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub outstanding: Signal<In, Outstanding>,
    pub outstanding_valid: Signal<In, Bit>,
    pub outstanding_ready: Signal<Out, Bit>,
    pub report: Signal<In, ChainEvent>,
    pub report_valid: Signal<In, Bit>,
    pub report_ready: Signal<Out, Bit>,
    pub response: Signal<In, ReceivedPacket>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub delivery: Signal<Out, Delivery>,
    pub delivery_valid: Signal<Out, Bit>,
    pub delivery_ready: Signal<In, Bit>,
    pub delivered: Signal<In, Delivered>,
    pub delivered_valid: Signal<In, Bit>,
    pub delivered_ready: Signal<Out, Bit>,
    pub completion: Signal<Out, Completion>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub retired: Signal<Out, QueueDoorbell>,
    pub retired_valid: Signal<Out, Bit>,
    pub retired_ready: Signal<In, Bit>,
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
    messages: UltraTable<Message, 17>,
    ledger: Ledger,
    responses: Responses,
    sweep: Sweep,
    timer: Timer,
}

impl Logic for Retire {
    #[hdl_gen]
    fn update(&mut self) {
        self.messages.clock.next = self.clock.val();
        self.ledger.clock.next = self.clock.val();
        self.ledger.reset.next = self.reset.val();
        self.responses.clock.next = self.clock.val();
        self.responses.reset.next = self.reset.val();
        self.sweep.clock.next = self.clock.val();
        self.sweep.reset.next = self.reset.val();
        self.timer.clock.next = self.clock.val();
        self.timer.reset.next = self.reset.val();
        self.timer.cycles_per_tick.next = self.cycles_per_tick.val();

        self.ledger.i.next = self.outstanding.val();
        self.ledger.i_valid.next = self.outstanding_valid.val();
        self.outstanding_ready.next = self.ledger.i_ready.val();
        self.messages.write.next = self.ledger.message_write_valid.val();
        self.messages.write_address.next = (bits_cat(self.ledger.message_write.val().qpn)
            + bits_cat(self.ledger.message_write.val().number))
        .into();
        self.messages.write_data.next = self.ledger.message_write.val().message;
        self.messages.read_address.next = (bits_cat(self.sweep.message_address.val().qpn)
            + bits_cat(self.sweep.message_address.val().number))
        .into();
        self.sweep.message.next = self.messages.read_data.val();
        self.ledger.read_qpn.next = self.sweep.read_qpn.val();
        self.sweep.page.next = self.ledger.page.val();
        self.sweep.ledger_idle.next = self.ledger.idle.val();
        self.sweep.entered.next = self.ledger.entered.val();
        self.sweep.entered_valid.next = self.ledger.entered_valid.val();
        self.ledger.entered_ready.next = self.sweep.entered_ready.val();
        self.ledger.revision.next = self.sweep.revision.val();
        self.ledger.revision_valid.next = self.sweep.revision_valid.val();

        self.responses.response.next = self.response.val();
        self.responses.response_valid.next = self.response_valid.val();
        self.response_ready.next = self.responses.response_ready.val();
        self.sweep.response.next = self.responses.o.val();
        self.sweep.response_valid.next = self.responses.o_valid.val();
        self.responses.o_ready.next = self.sweep.response_ready.val();
        self.delivery.next = self.sweep.delivery.val();
        self.delivery_valid.next = self.sweep.delivery_valid.val();
        self.sweep.delivery_ready.next = self.delivery_ready.val();
        self.sweep.delivered.next = self.delivered.val();
        self.sweep.delivered_valid.next = self.delivered_valid.val();
        self.delivered_ready.next = self.sweep.delivered_ready.val();

        self.sweep.report.next = self.report.val();
        self.sweep.report_valid.next = self.report_valid.val();
        self.report_ready.next = self.sweep.report_ready.val();
        self.sweep.qp_write.next = self.qp_write.val();
        self.sweep.qp_write_valid.next = self.qp_write_valid.val();

        self.ledger.watch_qpn.next = self.timer.watch_qpn.val();
        self.sweep.watch_qpn.next = self.timer.watch_qpn.val();
        self.timer.page.next = self.ledger.watch_page.val();
        self.timer.account.next = self.sweep.watch_account.val();
        self.timer.timeout.next = self.sweep.watch_timeout.val();
        self.sweep.expiry.next = self.timer.expiry.val();
        self.sweep.expiry_valid.next = self.timer.expiry_valid.val();
        self.timer.expiry_ready.next = self.sweep.expiry_ready.val();

        self.completion.next = self.sweep.completion.val();
        self.completion_valid.next = self.sweep.completion_valid.val();
        self.sweep.completion_ready.next = self.completion_ready.val();
        self.fault.next = self.sweep.fault.val();
        self.fault_valid.next = self.sweep.fault_valid.val();
        self.sweep.fault_ready.next = self.fault_ready.val();
        self.retired.next = self.sweep.retired.val();
        self.retired_valid.next = self.sweep.retired_valid.val();
        self.sweep.retired_ready.next = self.retired_ready.val();
        self.turn.next = self.sweep.turn.val();
        self.turn_valid.next = self.sweep.turn_valid.val();
        self.sweep.turn_ready.next = self.turn_ready.val();
        self.progress.next = self.sweep.progress.val();
        self.progress_valid.next = self.sweep.progress_valid.val();
        self.command_done.next = self.sweep.command_done.val();
        self.count_requester_local_error.next = self.sweep.count_requester_local_error.val();
        self.count_requester_nak.next = self.sweep.count_requester_nak.val();
        self.count_requester_not_ready.next = self.sweep.count_requester_not_ready.val();
        self.count_requester_timeout.next = self.sweep.count_requester_timeout.val();
        self.count_requester_implied.next = self.sweep.count_requester_implied.val();
        self.count_requester_again.next = self.sweep.count_requester_again.val();
        self.count_requester_ghost.next = self.sweep.count_requester_ghost.val();
    }
}
