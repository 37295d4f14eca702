//! Puts what READs and atomics bring back into local memory.
//!
//! - `entry_write`, `record_write`: from the segmenter, valid only: where the answer of a READ or atomic goes, before it is asked for.
//! - `delivery`: from the sweep, in the order of the responses; `data`: the payload of the responses, straight from the wire, in that order.
//! - `check`, `checked`: the client of the key check. `write`, `write_data`, `written`: the DMA client of READ data.
//! - `delivered`: to the sweep, in the order of the deliveries; when the bytes of a delivery and of all before it have left the card.
//!
//! ```text
//! delivery ─ locate ─┬ check ───────────────── checked ┐
//!             tables ├ part, placing ────────────── place ─ placed ─ wait for `written` ─ delivered
//!                    └ share ─ payload ─ beats ─────┘ └ write, write_data
//! data ────────────────────────┘
//! ```
//!
//! Rules (digest §8, §11): a response that does not end its message brings PMTU bytes and leaves more to come, one that ends it brings all
//! that remains; else the message fails with a local length error. Each piece needs a key that grants LOCAL_WRITE when it is written;
//! else the message fails with a local protection error. After a failure nothing further of the QP is written or answered, until a
//! marker says that its past is over. The result of an atomic is written as a number in host order.
//!
//! Waits for the memory block and the DMA writer, which always answer, for payload that stands whole on the card when its record comes,
//! and for `delivered` to be taken, which the sweep does whatever else it waits for. So it cannot be part of a circle.
use crate::beat::Beat;
use crate::kit::{Fence, SmallFifo};
use crate::records::{Check, Checked, DmaWrite, QpWrite};
use crate::requester::chain::{Delivered, Delivery, EntryWrite, ReadRecordWrite};
use crate::requester::deliver_locate::DeliverLocate;
use crate::requester::deliver_payload::DeliverPayload;
use crate::requester::deliver_place::{DeliverPlace, DeliveryPlaced};
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Deliver {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub entry_write: Signal<In, EntryWrite>,
    pub entry_write_valid: Signal<In, Bit>,
    pub record_write: Signal<In, ReadRecordWrite>,
    pub record_write_valid: Signal<In, Bit>,
    pub delivery: Signal<In, Delivery>,
    pub delivery_valid: Signal<In, Bit>,
    pub delivery_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    pub delivered: Signal<Out, Delivered>,
    pub delivered_valid: Signal<Out, Bit>,
    pub delivered_ready: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    locate: DeliverLocate,
    payload: DeliverPayload,
    place: DeliverPlace,
    /// Answers whose bytes are on their way out.
    waiting: SmallFifo<DeliveryPlaced, 5, 6>,
    uses: Fence,
    reached: Signal<Local, Bit>,
    behind: Signal<Local, Bits<16>>,
}

impl Logic for Deliver {
    #[hdl_gen]
    fn update(&mut self) {
        self.locate.clock.next = self.clock.val();
        self.locate.reset.next = self.reset.val();
        self.payload.clock.next = self.clock.val();
        self.payload.reset.next = self.reset.val();
        self.place.clock.next = self.clock.val();
        self.place.reset.next = self.reset.val();
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();

        self.locate.qp_write.next = self.qp_write.val();
        self.locate.qp_write_valid.next = self.qp_write_valid.val();
        self.locate.entry_write.next = self.entry_write.val();
        self.locate.entry_write_valid.next = self.entry_write_valid.val();
        self.locate.record_write.next = self.record_write.val();
        self.locate.record_write_valid.next = self.record_write_valid.val();
        self.locate.delivery.next = self.delivery.val();
        self.locate.delivery_valid.next = self.delivery_valid.val();
        self.delivery_ready.next = self.locate.delivery_ready.val();
        self.check.next = self.locate.check.val();
        self.check_valid.next = self.locate.check_valid.val();
        self.locate.check_ready.next = self.check_ready.val();

        self.payload.share.next = self.locate.share.val();
        self.payload.share_valid.next = self.locate.share_valid.val();
        self.locate.share_ready.next = self.payload.share_ready.val();
        self.payload.data.next = self.data.val();
        self.payload.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.payload.data_ready.val();

        self.place.placing.next = self.locate.placing.val();
        self.place.placing_valid.next = self.locate.placing_valid.val();
        self.locate.placing_ready.next = self.place.placing_ready.val();
        self.place.part.next = self.locate.part.val();
        self.place.part_valid.next = self.locate.part_valid.val();
        self.locate.part_ready.next = self.place.part_ready.val();
        self.place.checked.next = self.checked.val();
        self.place.checked_valid.next = self.checked_valid.val();
        self.checked_ready.next = self.place.checked_ready.val();
        self.place.payload.next = self.payload.o.val();
        self.place.payload_valid.next = self.payload.o_valid.val();
        self.payload.o_ready.next = self.place.payload_ready.val();
        self.write.next = self.place.write.val();
        self.write_valid.next = self.place.write_valid.val();
        self.place.write_ready.next = self.write_ready.val();
        self.write_data.next = self.place.write_data.val();
        self.write_data_valid.next = self.place.write_data_valid.val();
        self.place.write_data_ready.next = self.write_data_ready.val();

        // What was asked about when the fence rose has been written, or dropped.
        self.uses.clock.next = self.clock.val();
        self.uses.reset.next = self.reset.val();
        self.uses.begins.next = self.locate.check_valid.val() && self.check_ready.val();
        self.uses.ends.next = self.checked_valid.val() && self.place.checked_ready.val();
        self.uses.issued.next = self.place.issued.val();
        self.uses.left.next = self.written.val();
        self.uses.fence.next = self.fence.val();
        self.fenced.next = self.uses.fenced.val();

        // An answer, when everything issued before it has left.
        self.waiting.i.next = self.place.placed.val();
        self.waiting.i_valid.next = self.place.placed_valid.val();
        self.place.placed_ready.next = self.waiting.i_ready.val();
        self.behind.next = self.written.val() - self.waiting.o.val().ticket;
        self.reached.next = !self.behind.val().get_bit(15);
        self.delivered.next.marker = self.waiting.o.val().marker;
        self.delivered.next.qpn = self.waiting.o.val().qpn;
        self.delivered.next.verdict.status = self.waiting.o.val().status;
        self.delivered.next.verdict.vendor_error = 0.into();
        self.delivered_valid.next = self.waiting.o_valid.val() && self.reached.val();
        self.waiting.o_ready.next = self.delivered_ready.val() && self.reached.val();
    }
}
