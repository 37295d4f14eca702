//! Writes the payload of each request where its keys say, and stops a QP whose keys do not.
//!
//! - `placing`, `part`: from the locate stage; `checked`: the memory block's answers to its questions, in order. `closes`: a part that the locate
//!   stage has opened is done with.
//! - `payload`: the payload of every packet, in order. What is not written is thrown away to the byte, so the stream stays in step.
//! - `write`, `write_data`: the DMA write client; one write for each physical piece.
//! - `placed`: every request, in order, one a cycle, a cycle more for each part beyond the first and for a part in two pages.
//! - `failed`: a QP failed here or behind (`fails`: a READ or atomic that could not be answered, taken when nothing is done with here), or
//!   is forgotten by `forget`; told to the sequence stage too.
//!
//! A part whose key does not open, so late, fails the QP: NAK 0x63 and a local protection error if the key is the receiver's own, NAK 0x62 if it
//! is the peer's (digest §6). A failed QP's requests, though they passed the sequence stage, do nothing more: this bit is what makes
//! "executed" final. It is read in the cycle in which the request is decided, and written at the end of that cycle.
//! Pad bytes are not in the lengths and are never written.
//!
//! Waits: for the memory block, which always answers; for room in queues that are emptied by the DMA writer and by the payload itself, which
//! has come whole before its record.
use super::flow::{Outcome, Part, Placed, Placing};
use crate::beat::Beat;
use crate::kit::memory::LutRam;
use crate::kit::{SmallFifo, Split};
use crate::records::{Checked, DmaWrite};
use ferric_emit::kernel::*;
use ferric_layout::sizes::QP_BITS;
use ferric_layout::status::{Status, syndrome};
use rust_hdl::prelude::*;

const LOCAL_PROTECTION: u8 = Status::LocalProtection as u8;

#[derive(LogicBlock, Default)]
pub struct Place {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub placing: Signal<In, Placing>,
    pub placing_valid: Signal<In, Bit>,
    pub placing_ready: Signal<Out, Bit>,
    pub part: Signal<In, Part>,
    pub part_valid: Signal<In, Bit>,
    pub part_ready: Signal<Out, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub closes: Signal<Out, Bit>,
    pub payload: Signal<In, Beat>,
    pub payload_valid: Signal<In, Bit>,
    pub payload_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub placed: Signal<Out, Placed>,
    pub placed_valid: Signal<Out, Bit>,
    pub placed_ready: Signal<In, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub fails: Signal<In, Bits<QP_BITS>>,
    pub fails_valid: Signal<In, Bit>,
    pub fails_ready: Signal<Out, Bit>,
    pub failed_qpn: Signal<Out, Bits<QP_BITS>>,
    pub failed: Signal<Out, Bit>,
    pub failed_write: Signal<Out, Bit>,
    /// Writes issued, modulo 2^16.
    pub issued: Signal<Out, Bits<16>>,
    failures: LutRam<Bit, QP_BITS>,
    writes: SmallFifo<DmaWrite, 3, 4>,
    split: Split,
    /// For each piece in the splitter, whether it is written.
    routes: SmallFifo<Bit, 5, 6>,
    tickets: DFF<Bits<16>>,
    next_ticket: Signal<Local, Bits<16>>,
    /// An earlier part of this packet was refused.
    broken: DFF<Bit>,
    /// The part's first page is done.
    second: DFF<Bit>,
    gone: Signal<Local, Bit>,
    /// Where the part goes.
    to: Signal<Local, Checked>,
    here: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    refused: Signal<Local, Bit>,
    acts: Signal<Local, Bit>,
    writes_now: Signal<Local, Bit>,
    part_done: Signal<Local, Bit>,
    late: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
    report_fatal: Signal<Local, Bit>,
}

impl Logic for Place {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_place");
        dff_setup!(self, clock, tickets, broken, second);
        self.failures.clock.next = self.clock.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.split.clock.next = self.clock.val();
        self.split.reset.next = self.reset.val();
        self.routes.clock.next = self.clock.val();
        self.routes.reset.next = self.reset.val();

        // A part, or one page of it, a cycle.
        self.failures.read_address.next = self.placing.val().report.qpn;
        self.gone.next = self.failures.read_data.val();
        self.to.next = self.checked.val();
        if self.part.val().placed {
            self.to.next = self.part.val().place;
        }
        self.here.next = self.placing_valid.val()
            && self.part_valid.val()
            && (!self.part.val().asked || self.checked_valid.val());
        self.room.next = self.writes.i_ready.val()
            && self.split.piece_ready.val()
            && self.routes.i_ready.val()
            && self.placed_ready.val();
        self.refused.next = self.part.val().asked && !self.checked.val().ok;
        self.acts.next = self.placing.val().payload && self.here.val() && self.room.val();
        self.writes_now.next = self.acts.val()
            && (self.part.val().placed || (self.part.val().asked && self.checked.val().ok))
            && !self.gone.val()
            && !self.broken.q.val();
        self.part_done.next = self.acts.val()
            && (!self.writes_now.val()
                || self.second.q.val()
                || (self.to.val().second_length == 0));
        self.part_ready.next = self.part_done.val();
        self.checked_ready.next = self.part_done.val() && self.part.val().asked;
        self.closes.next =
            self.part_done.val() && (self.part.val().asked || self.part.val().placed);

        self.split.piece.next.length = self.part.val().length;
        self.split.piece.next.last = self.part.val().last && self.part_done.val();
        self.writes.i.next.address = self.to.val().first_address;
        self.writes.i.next.length = self.to.val().first_length;
        if self.writes_now.val() {
            self.split.piece.next.length = self.to.val().first_length;
        }
        if self.second.q.val() {
            self.split.piece.next.length = self.to.val().second_length;
            self.writes.i.next.address = self.to.val().second_address;
            self.writes.i.next.length = self.to.val().second_length;
        }
        self.split.piece_valid.next = self.acts.val();
        self.routes.i.next = self.writes_now.val();
        self.routes.i_valid.next = self.acts.val();
        self.writes.i_valid.next = self.writes_now.val();
        self.next_ticket.next = self.tickets.q.val();
        if self.writes_now.val() {
            self.next_ticket.next = self.tickets.q.val() + 1;
            self.second.d.next = !self.part_done.val();
        }
        self.tickets.d.next = self.next_ticket.val();
        self.issued.next = self.tickets.q.val();

        // The packet's end.
        self.done.next = self.part_done.val() && self.part.val().last;
        if !self.placing.val().payload {
            self.done.next = self.placing_valid.val() && self.placed_ready.val();
        }
        if self.part_done.val() {
            self.broken.d.next =
                !self.part.val().last && (self.broken.q.val() || self.refused.val());
        }
        self.late.next = self.placing.val().payload && (self.broken.q.val() || self.refused.val());
        self.placing_ready.next = self.done.val();
        self.placed_valid.next = self.done.val();
        self.placed.next.ticket = self.next_ticket.val();
        self.placed.next.report = self.placing.val().report;
        if self.gone.val() {
            self.placed.next.report.outcome = Outcome::Failed;
            self.placed.next.report.answer = false;
            self.placed.next.report.ends = false;
            self.placed.next.report.completes = false;
            self.placed.next.report.fails = false;
        } else if self.late.val() {
            self.placed.next.report.answer = true;
            self.placed.next.report.ends = false;
            self.placed.next.report.completes = false;
            if self.placing.val().report.write {
                self.placed.next.report.outcome = Outcome::Access;
                self.placed.next.report.syndrome =
                    bits_const::<8>(syndrome::NAK_REMOTE_ACCESS).into();
            } else {
                self.placed.next.report.outcome = Outcome::Operational;
                self.placed.next.report.syndrome =
                    bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL).into();
                self.placed.next.report.fails = true;
                self.placed.next.report.status = bits_const::<8>(LOCAL_PROTECTION).into();
            }
        }
        self.report_fatal.next = self.late.val()
            || (self.placing.val().report.outcome == Outcome::Invalid)
            || (self.placing.val().report.outcome == Outcome::Access)
            || (self.placing.val().report.outcome == Outcome::Operational);
        self.failures.write.next = self.done.val() && self.report_fatal.val();
        self.failures.write_address.next = self.placing.val().report.qpn;
        self.failures.write_data.next = true;
        self.failed_write.next = self.done.val() && self.report_fatal.val();
        self.failed_qpn.next = self.placing.val().report.qpn;
        self.failed.next = true;
        self.fails_ready.next = !self.done.val() && !self.forget.val();
        if self.fails_valid.val() && !self.done.val() {
            self.failures.write.next = true;
            self.failures.write_address.next = self.fails.val();
            self.failed_write.next = true;
            self.failed_qpn.next = self.fails.val();
        }
        if self.forget.val() {
            self.failures.write.next = true;
            self.failures.write_address.next = self.forget_qpn.val();
            self.failures.write_data.next = false;
            self.failed_write.next = true;
            self.failed_qpn.next = self.forget_qpn.val();
            self.failed.next = false;
        }

        // The payload, piece by piece.
        self.split.i.next = self.payload.val();
        self.split.i_valid.next = self.payload_valid.val();
        self.payload_ready.next = self.split.i_ready.val();
        self.write.next = self.writes.o.val();
        self.write_valid.next = self.writes.o_valid.val();
        self.writes.o_ready.next = self.write_ready.val();
        self.write_data.next = self.split.o.val();
        self.write_data_valid.next = self.split.o_valid.val() && self.routes.o.val();
        self.split.o_ready.next = self.write_data_ready.val() || !self.routes.o.val();
        self.routes.o_ready.next = self.split.o_valid.val()
            && self.split.o.val().last
            && (self.write_data_ready.val() || !self.routes.o.val());

        if self.reset.val() {
            self.tickets.d.next = 0.into();
            self.broken.d.next = false;
            self.second.d.next = false;
        }
    }
}
