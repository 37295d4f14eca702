//! Checks what the host rings and hands it on.
//!
//! - `write`: writes to BAR2. A slot written at `PUSH` counts as the doorbell `index + 1` of the QP it names. If it is whole it goes along in
//!   `slot`, one at a time: it stands there until `slot_used`, and one that comes meanwhile is a plain doorbell. So is one that came in
//!   pieces, by its first eight bytes, which have QPN and index; the others mean nothing.
//! - `send`, `receive`, `completion`, `event_doorbell`: doorbells by queue. The completion and event queues check their own owners.
//! - `qp_write`: configuration, at least two cycles apart. A QP in RESET begins anew from index 0.
//! - `retired`: valid only; the oldest send slot of a QP that is not retired.
//!
//! A producer index is taken if the page owns the QP, the QP's state lets it be posted to (digest §10: send in RTS, SQD, SQE and ERR,
//! receive in all but RESET), and the index goes forward by no more than the ring holds: for a send queue counted from the oldest slot not
//! retired, for a receive queue from the last index. What is refused is counted and has no effect.
//!
//! One write a cycle goes through two stages; the table of indices gives a read that meets a write the new word, so writes to one QP may
//! follow each other. A write is taken when each output queue has room for it: 32 places each, which a LUT RAM has at the least.
use crate::kit::{ForwardTable, SmallFifo, Table};
use crate::queue::wqe::HeadFields;
use crate::records::{
    CompletionDoorbell, DoorbellWrite, EventDoorbell, QpDoorbell, QpWrite, QueueDoorbell,
    SendDoorbell,
};
use ferric_emit::kernel::*;
use ferric_layout::sizes::SLOT;
use ferric_layout::{doorbell, qp};
use rust_hdl::prelude::*;

/// What a queue may hold while one more doorbell is on its way to it.
const ROOM: u64 = 31;
/// The window of pushed slots, in slots.
const PUSH_SLOT: u64 = doorbell::PUSH / SLOT as u64;

/// The producer indices rung last.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Rung {
    pub send: Bits<16>,
    pub receive: Bits<16>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Bell {
    Nothing,
    Send,
    Receive,
    /// A queue that does not exist.
    Foreign,
    /// A QP is in RESET: its indices become 0.
    Clear,
}

#[derive(LogicBlock, Default)]
pub struct Doorbells {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub write: Signal<In, DoorbellWrite>,
    pub write_valid: Signal<In, Bit>,
    pub write_ready: Signal<Out, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub retired: Signal<In, QueueDoorbell>,
    pub retired_valid: Signal<In, Bit>,
    pub send: Signal<Out, SendDoorbell>,
    pub send_valid: Signal<Out, Bit>,
    pub send_ready: Signal<In, Bit>,
    pub slot: Signal<Out, Bits<512>>,
    pub slot_used: Signal<In, Bit>,
    pub receive: Signal<Out, QueueDoorbell>,
    pub receive_valid: Signal<Out, Bit>,
    pub receive_ready: Signal<In, Bit>,
    pub completion: Signal<Out, CompletionDoorbell>,
    pub completion_valid: Signal<Out, Bit>,
    pub completion_ready: Signal<In, Bit>,
    pub event_doorbell: Signal<Out, EventDoorbell>,
    pub event_doorbell_valid: Signal<Out, Bit>,
    pub event_doorbell_ready: Signal<In, Bit>,
    pub count_doorbell_owner: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    pub count_doorbell_unknown: Signal<Out, Bit>,
    sends: SmallFifo<SendDoorbell, 5, 6>,
    receives: SmallFifo<QueueDoorbell, 5, 6>,
    completions: SmallFifo<CompletionDoorbell, 5, 6>,
    events: SmallFifo<EventDoorbell, 5, 6>,
    owners: Table<QpDoorbell, 10>,
    oldest: Table<Bits<16>, 10>,
    rung: ForwardTable<Rung, 10>,
    clear_wanted: DFF<Bit>,
    clear_qpn: DFF<Bits<10>>,
    room: Signal<Local, Bit>,
    number: Signal<Local, Bits<24>>,
    index: Signal<Local, Bits<16>>,
    arm: Signal<Local, Bits<2>>,
    pushed: HeadFields,
    take: Signal<Local, Bit>,
    // The doorbell whose QP is being looked up.
    bell: DFF<Bell>,
    page: DFF<Bits<6>>,
    qpn: DFF<Bits<10>>,
    exists: DFF<Bit>,
    rung_index: DFF<Bits<16>>,
    with_slot: DFF<Bit>,
    // The slot that goes along with a doorbell.
    held: DFF<Bits<512>>,
    holds: DFF<Bit>,
    owner: Signal<Local, QpDoorbell>,
    send_size: Signal<Local, Bits<16>>,
    receive_size: Signal<Local, Bits<16>>,
    send_step: Signal<Local, Bits<16>>,
    send_fill: Signal<Local, Bits<16>>,
    receive_step: Signal<Local, Bits<16>>,
    owned: Signal<Local, Bit>,
    takes_send: Signal<Local, Bit>,
    takes_receive: Signal<Local, Bit>,
}

impl Logic for Doorbells {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            clear_wanted,
            clear_qpn,
            bell,
            page,
            qpn,
            exists,
            rung_index,
            with_slot,
            held,
            holds
        );
        self.sends.clock.next = self.clock.val();
        self.sends.reset.next = self.reset.val();
        self.receives.clock.next = self.clock.val();
        self.receives.reset.next = self.reset.val();
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.reset.val();
        self.events.clock.next = self.clock.val();
        self.events.reset.next = self.reset.val();
        self.owners.clock.next = self.clock.val();
        self.oldest.clock.next = self.clock.val();
        self.rung.clock.next = self.clock.val();
        self.send.next = self.sends.o.val();
        self.send_valid.next = self.sends.o_valid.val();
        self.sends.o_ready.next = self.send_ready.val();
        self.receive.next = self.receives.o.val();
        self.receive_valid.next = self.receives.o_valid.val();
        self.receives.o_ready.next = self.receive_ready.val();
        self.completion.next = self.completions.o.val();
        self.completion_valid.next = self.completions.o_valid.val();
        self.completions.o_ready.next = self.completion_ready.val();
        self.event_doorbell.next = self.events.o.val();
        self.event_doorbell_valid.next = self.events.o_valid.val();
        self.events.o_ready.next = self.event_doorbell_ready.val();
        self.owners.write.next = self.qp_write_valid.val();
        self.owners.write_address.next = self.qp_write.val().qpn;
        self.owners.write_data.next = self.qp_write.val().doorbell;
        self.oldest.write.next = self.retired_valid.val();
        self.oldest.write_address.next = self.retired.val().qpn;
        self.oldest.write_data.next = self.retired.val().index;

        // Take a write apart. One doorbell may be on its way into each queue.
        self.room.next = (self.sends.level.val() < bits_const::<6>(ROOM))
            && (self.receives.level.val() < bits_const::<6>(ROOM))
            && (self.completions.level.val() < bits_const::<6>(ROOM))
            && (self.events.level.val() < bits_const::<6>(ROOM));
        self.number.next = self.write.val().data.get_bits::<24>(0);
        self.index.next = self.write.val().data.get_bits::<16>(32);
        self.arm.next = self.write.val().data.get_bits::<2>(48);
        self.pushed.i.next = self.write.val().data;
        self.write_ready.next = self.room.val() && !self.clear_wanted.q.val();
        self.take.next = self.write_valid.val() && self.room.val() && !self.clear_wanted.q.val();
        self.slot.next = self.held.q.val();
        self.with_slot.d.next = false;
        self.bell.d.next = Bell::Nothing;
        self.page.d.next = self.write.val().page;
        self.qpn.d.next = self.number.val().get_bits::<10>(0);
        self.exists.d.next = self.number.val().get_bits::<14>(10) == 0;
        self.rung_index.d.next = self.index.val();
        self.owners.read_address.next = self.number.val().get_bits::<10>(0);
        self.oldest.read_address.next = self.number.val().get_bits::<10>(0);
        self.rung.read_address.next = self.number.val().get_bits::<10>(0);
        self.completions.i.next.cqn = self.number.val().get_bits::<10>(0);
        self.completions.i.next.page = self.write.val().page;
        self.completions.i.next.index = self.index.val();
        self.completions.i.next.arm = self.arm.val();
        self.completions.i_valid.next = false;
        self.events.i.next.eqn = self.number.val().get_bits::<5>(0);
        self.events.i.next.page = self.write.val().page;
        self.events.i.next.index = self.index.val();
        self.events.i_valid.next = false;
        self.count_doorbell_unknown.next = false;
        self.count_doorbell_owner.next = false;
        self.count_doorbell_index.next = false;
        if self.clear_wanted.q.val() {
            self.bell.d.next = Bell::Clear;
            self.qpn.d.next = self.clear_qpn.q.val();
            self.clear_wanted.d.next = false;
        } else if self.take.val() {
            if self.write.val().offset == bits_const::<12>(doorbell::PUSH) {
                self.bell.d.next = Bell::Send;
                self.qpn.d.next = self.pushed.o.val().qpn.get_bits::<10>(0);
                self.exists.d.next = self.pushed.o.val().qpn.get_bits::<14>(10) == 0;
                self.rung_index.d.next = self.pushed.o.val().index + 1;
                self.owners.read_address.next = self.pushed.o.val().qpn.get_bits::<10>(0);
                self.oldest.read_address.next = self.pushed.o.val().qpn.get_bits::<10>(0);
                self.rung.read_address.next = self.pushed.o.val().qpn.get_bits::<10>(0);
                if self.write.val().wide && !self.holds.q.val() {
                    self.with_slot.d.next = true;
                    self.held.d.next = self.write.val().data;
                    self.holds.d.next = true;
                }
            } else if self.write.val().wide {
                self.count_doorbell_unknown.next = true;
            } else if self.write.val().offset == bits_const::<12>(doorbell::SEND) {
                self.bell.d.next = Bell::Send;
            } else if self.write.val().offset == bits_const::<12>(doorbell::RECEIVE) {
                self.bell.d.next = Bell::Receive;
            } else if self.write.val().offset == bits_const::<12>(doorbell::COMPLETION) {
                self.completions.i_valid.next = self.number.val().get_bits::<14>(10) == 0;
                if self.number.val().get_bits::<14>(10) != 0 {
                    self.bell.d.next = Bell::Foreign;
                }
            } else if self.write.val().offset == bits_const::<12>(doorbell::EVENT) {
                self.events.i_valid.next = self.number.val().get_bits::<19>(5) == 0;
                if self.number.val().get_bits::<19>(5) != 0 {
                    self.bell.d.next = Bell::Foreign;
                }
            } else if self.write.val().offset.get_bits::<6>(6) != bits_const::<6>(PUSH_SLOT) {
                self.count_doorbell_unknown.next = true;
            }
        }
        if self.slot_used.val() {
            self.holds.d.next = false;
        }
        if self.qp_write_valid.val()
            && (self.qp_write.val().doorbell.state == bits_const::<3>(qp::state::RESET))
        {
            self.clear_wanted.d.next = true;
            self.clear_qpn.d.next = self.qp_write.val().qpn;
        }

        // Judge a doorbell whose QP has been looked up.
        self.owner.next = self.owners.read_data.val();
        self.owned.next = self.exists.q.val() && (self.owner.val().page == self.page.q.val());
        self.send_size.next = bits::<16>(1) << self.owner.val().send_log2;
        self.receive_size.next = bits::<16>(1) << self.owner.val().receive_log2;
        self.send_step.next = self.rung_index.q.val() - self.rung.read_data.val().send;
        self.send_fill.next = self.rung_index.q.val() - self.oldest.read_data.val();
        self.receive_step.next = self.rung_index.q.val() - self.rung.read_data.val().receive;
        // A fill below its last step has gone once around.
        self.takes_send.next = (self.owner.val().state >= bits_const::<3>(qp::state::RTS))
            && (self.send_step.val() <= self.send_size.val())
            && (self.send_fill.val() <= self.send_size.val())
            && (self.send_fill.val() >= self.send_step.val());
        self.takes_receive.next = (self.owner.val().state != bits_const::<3>(qp::state::RESET))
            && (self.receive_step.val() <= self.receive_size.val());
        self.sends.i.next.qpn = self.qpn.q.val();
        self.sends.i.next.index = self.rung_index.q.val();
        self.sends.i.next.pushed = self.with_slot.q.val();
        self.sends.i_valid.next = false;
        self.receives.i.next.qpn = self.qpn.q.val();
        self.receives.i.next.index = self.rung_index.q.val();
        self.receives.i_valid.next = false;
        self.rung.write.next = false;
        self.rung.write_address.next = self.qpn.q.val();
        self.rung.write_data.next = self.rung.read_data.val();
        match self.bell.q.val() {
            Bell::Send => {
                self.rung.write_data.next.send = self.rung_index.q.val();
                self.rung.write.next = self.owned.val() && self.takes_send.val();
                self.sends.i_valid.next = self.owned.val() && self.takes_send.val();
                if self.with_slot.q.val() && !(self.owned.val() && self.takes_send.val()) {
                    self.holds.d.next = false;
                }
                self.count_doorbell_owner.next = !self.owned.val();
                self.count_doorbell_index.next = self.owned.val() && !self.takes_send.val();
            }
            Bell::Receive => {
                self.rung.write_data.next.receive = self.rung_index.q.val();
                self.rung.write.next = self.owned.val() && self.takes_receive.val();
                self.receives.i_valid.next = self.owned.val() && self.takes_receive.val();
                self.count_doorbell_owner.next = !self.owned.val();
                self.count_doorbell_index.next = self.owned.val() && !self.takes_receive.val();
            }
            Bell::Foreign => {
                self.count_doorbell_owner.next = true;
            }
            Bell::Clear => {
                self.rung.write_data.next.send = 0.into();
                self.rung.write_data.next.receive = 0.into();
                self.rung.write.next = true;
            }
            _ => {}
        }
        if self.reset.val() {
            self.clear_wanted.d.next = false;
            self.bell.d.next = Bell::Nothing;
            self.holds.d.next = false;
        }
    }
}
