//! Writes the bytes of each delivery where its entries say, and stops a QP whose entries do not let it.
//!
//! - `placing`, `part`: from the locate stage; `checked`: the memory block's answers to its questions, in order.
//! - `payload`: the bytes of every delivery, in order. What is not written is dropped to the byte, so the stream stays in step.
//! - `write`, `write_data`: the DMA write client; one write for each physical piece.
//! - `placed`: what is to be answered, with the number of writes issued by then. One part a cycle, two for a part in two pages.
//!
//! From the first byte whose key does not open, or a delivery of the wrong length, nothing of the QP is written or answered any more but
//! markers, which also end that: the bit that says so is read in the cycle in which a delivery is decided and written at its end.
//!
//! Waits for the memory block, which always answers, and for room in queues that are emptied by the DMA writer and by `placed`'s reader.
use super::deliver_locate::{DeliveryPart, DeliveryPlacing};
use crate::beat::Beat;
use crate::kit::memory::LutRam;
use crate::kit::{SmallFifo, Split};
use crate::records::{Checked, DmaWrite};
use ferric_emit::kernel::*;
use ferric_layout::sizes::QP_BITS;
use ferric_layout::status::Status;
use rust_hdl::prelude::*;

const REFUSED: u8 = Status::LocalProtection as u8;

/// An answer that leaves when so many writes have.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DeliveryPlaced {
    pub marker: Bit,
    pub qpn: Bits<QP_BITS>,
    pub status: Bits<8>,
    pub ticket: Bits<16>,
}

#[derive(LogicBlock, Default)]
pub struct DeliverPlace {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub placing: Signal<In, DeliveryPlacing>,
    pub placing_valid: Signal<In, Bit>,
    pub placing_ready: Signal<Out, Bit>,
    pub part: Signal<In, DeliveryPart>,
    pub part_valid: Signal<In, Bit>,
    pub part_ready: Signal<Out, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub payload: Signal<In, Beat>,
    pub payload_valid: Signal<In, Bit>,
    pub payload_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub placed: Signal<Out, DeliveryPlaced>,
    pub placed_valid: Signal<Out, Bit>,
    pub placed_ready: Signal<In, Bit>,
    /// Writes issued, modulo 2^16.
    pub issued: Signal<Out, Bits<16>>,
    failures: LutRam<Bit, QP_BITS>,
    writes: SmallFifo<DmaWrite, 3, 4>,
    split: Split,
    /// For each piece in the splitter, whether it is written.
    routes: SmallFifo<Bit, 5, 6>,
    tickets: DFF<Bits<16>>,
    next_ticket: Signal<Local, Bits<16>>,
    /// An earlier part of this delivery was refused.
    broken: DFF<Bit>,
    /// The part's first page is done.
    second: DFF<Bit>,
    gone: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    refused: Signal<Local, Bit>,
    acts: Signal<Local, Bit>,
    writes_now: Signal<Local, Bit>,
    part_done: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
    status: Signal<Local, Bits<8>>,
    counts: Signal<Local, Bit>,
}

impl Logic for DeliverPlace {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, tickets, broken, second);
        self.failures.clock.next = self.clock.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.split.clock.next = self.clock.val();
        self.split.reset.next = self.reset.val();
        self.routes.clock.next = self.clock.val();
        self.routes.reset.next = self.reset.val();

        // A part, or one page of it, a cycle.
        self.failures.read_address.next = self.placing.val().qpn;
        self.gone.next = self.failures.read_data.val();
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
            && self.part.val().asked
            && self.checked.val().ok
            && !self.gone.val()
            && !self.broken.q.val();
        self.part_done.next = self.acts.val()
            && (!self.writes_now.val()
                || self.second.q.val()
                || (self.checked.val().second_length == 0));
        self.part_ready.next = self.part_done.val();
        self.checked_ready.next = self.part_done.val() && self.part.val().asked;

        self.split.piece.next.length = self.part.val().length;
        self.split.piece.next.last = self.part.val().last && self.part_done.val();
        self.writes.i.next.address = self.checked.val().first_address;
        self.writes.i.next.length = self.checked.val().first_length;
        if self.writes_now.val() {
            self.split.piece.next.length = self.checked.val().first_length;
        }
        if self.second.q.val() {
            self.split.piece.next.length = self.checked.val().second_length;
            self.writes.i.next.address = self.checked.val().second_address;
            self.writes.i.next.length = self.checked.val().second_length;
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

        // The delivery's end.
        self.done.next = self.part_done.val() && self.part.val().last;
        if !self.placing.val().payload {
            self.done.next = self.placing_valid.val() && self.placed_ready.val();
        }
        if self.part_done.val() {
            self.broken.d.next =
                !self.part.val().last && (self.broken.q.val() || self.refused.val());
        }
        self.placing_ready.next = self.done.val();
        self.status.next = self.placing.val().status;
        if self.placing.val().payload && (self.broken.q.val() || self.refused.val()) {
            self.status.next = bits_const::<8>(REFUSED).into();
        }
        self.counts.next =
            !self.placing.val().marker && !self.placing.val().quiet && !self.gone.val();
        self.placed.next.marker = self.placing.val().marker;
        self.placed.next.qpn = self.placing.val().qpn;
        self.placed.next.status = self.status.val();
        self.placed.next.ticket = self.next_ticket.val();
        self.placed_valid.next = self.done.val()
            && (self.placing.val().marker
                || (self.counts.val() && (self.placing.val().last || (self.status.val() != 0))));
        self.failures.write_address.next = self.placing.val().qpn;
        self.failures.write_data.next = !self.placing.val().marker;
        self.failures.write.next = self.done.val()
            && (self.placing.val().marker || (self.counts.val() && (self.status.val() != 0)));

        // The bytes, piece by piece.
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
