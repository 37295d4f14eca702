//! The receive WQEs on the card, and what is known of each.
//!
//! - `fetch`: what was asked of the DMA reader, in order; `status` and `data` are its answers, 64 bytes a WQE. Up to 32 reads are out.
//! - `queue_qpn` / `arrived`: the index after the last WQE that is here; `stock_address` / `stock`: its room; both one cycle. A WQE that
//!   `arrived` tells of can be read in the same cycle from everywhere.
//! - `wqe_address` / `wqe`: the WQE itself, two cycles.
//! - `forget`: nothing of that QP has arrived; only while `idle`, which says that nothing is on its way.
//!
//! Everything that comes is taken at once, a WQE a cycle, so the DMA reader never waits for it. A place is not written while somebody
//! may read it: it is asked for only after it was freed.
use super::flow::{GROUP_BITS, SLOT_BITS, STOCK_BITS, Stock};
use super::receive_queue::{COUNT_BITS, Fetch};
use crate::beat::Beat;
use crate::kit::{SmallFifo, Table, UltraTable, WipedTable};
use crate::records::DmaReadStatus;
use ferric_emit::kernel::*;
use ferric_layout::dma::ReadError;
use ferric_layout::sizes::{MESSAGE_MAX, QP_BITS};
use rust_hdl::prelude::*;

const GOOD: u8 = ReadError::None as u8;

/// A WQE that has come.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Arrival {
    qpn: Bits<QP_BITS>,
    group: Bits<GROUP_BITS>,
    index: Bits<16>,
    bad: Bit,
}

#[derive(LogicBlock, Default)]
pub struct WqeStock {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub fetch: Signal<In, Fetch>,
    pub fetch_valid: Signal<In, Bit>,
    pub fetch_ready: Signal<Out, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub idle: Signal<Out, Bit>,
    pub queue_qpn: Signal<In, Bits<QP_BITS>>,
    pub arrived: Signal<Out, Bits<16>>,
    pub stock_address: Signal<In, Bits<STOCK_BITS>>,
    pub stock: Signal<Out, Stock>,
    pub wqe_address: Signal<In, Bits<STOCK_BITS>>,
    pub wqe: Signal<Out, Bits<512>>,
    arrivals: WipedTable<Bits<16>, QP_BITS>,
    stocks: Table<Stock, STOCK_BITS>,
    wqes: UltraTable<Bits<512>, STOCK_BITS>,
    outstanding: SmallFifo<Fetch, 5, 6>,
    statuses: SmallFifo<DmaReadStatus, 5, 6>,
    /// WQEs of the oldest read that have come.
    come: DFF<Bits<SLOT_BITS>>,
    takes: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    // A WQE that came in the last cycle, and the one before it, half summed up.
    beat: DFF<Bits<512>>,
    beat_of: DFF<Arrival>,
    beat_valid: DFF<Bit>,
    lower: DFF<Bits<33>>,
    upper: DFF<Bits<33>>,
    sum_of: DFF<Arrival>,
    sum_valid: DFF<Bit>,
    total: Signal<Local, Bits<34>>,
}

impl Logic for WqeStock {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_wqe_stock");
        dff_setup!(
            self, clock, come, beat, beat_of, beat_valid, lower, upper, sum_of, sum_valid
        );
        self.arrivals.clock.next = self.clock.val();
        self.arrivals.reset.next = self.reset.val();
        self.stocks.clock.next = self.clock.val();
        self.wqes.clock.next = self.clock.val();
        self.outstanding.clock.next = self.clock.val();
        self.outstanding.reset.next = self.reset.val();
        self.statuses.clock.next = self.clock.val();
        self.statuses.reset.next = self.reset.val();

        self.outstanding.i.next = self.fetch.val();
        self.outstanding.i_valid.next = self.fetch_valid.val();
        self.fetch_ready.next = self.outstanding.i_ready.val();
        self.statuses.i.next = self.status.val();
        self.statuses.i_valid.next = self.status_valid.val();
        self.status_ready.next = self.statuses.i_ready.val();
        self.idle.next =
            !self.outstanding.o_valid.val() && !self.beat_valid.q.val() && !self.sum_valid.q.val();

        self.data_ready.next = self.outstanding.o_valid.val() && self.statuses.o_valid.val();
        self.takes.next =
            self.data_valid.val() && self.outstanding.o_valid.val() && self.statuses.o_valid.val();
        self.ends.next = (bit_cast::<COUNT_BITS, SLOT_BITS>(self.come.q.val()) + 1)
            == self.outstanding.o.val().count;
        self.outstanding.o_ready.next = self.takes.val() && self.ends.val();
        self.statuses.o_ready.next = self.takes.val() && self.ends.val();
        if self.takes.val() {
            self.come.d.next = self.come.q.val() + 1;
            if self.ends.val() {
                self.come.d.next = 0.into();
            }
        }
        self.beat.d.next = self.data.val().data;
        self.beat_of.d.next.qpn = self.outstanding.o.val().qpn;
        self.beat_of.d.next.group = self.outstanding.o.val().group;
        self.beat_of.d.next.index =
            self.outstanding.o.val().index + bit_cast::<16, SLOT_BITS>(self.come.q.val());
        self.beat_of.d.next.bad = self.statuses.o.val().error != bits_const::<3>(GOOD);
        self.beat_valid.d.next = self.takes.val();

        // Keep it; sum up the lengths of its entries.
        self.wqes.write.next = self.beat_valid.q.val();
        self.wqes.write_address.next = (bits_cat(self.beat_of.q.val().group)
            + bits_cat(self.beat_of.q.val().index.get_bits::<SLOT_BITS>(0)))
        .into();
        self.wqes.write_data.next = self.beat.q.val();
        self.wqes.read_address.next = self.wqe_address.val();
        self.wqe.next = self.wqes.read_data.val();
        self.lower.d.next = bit_cast::<33, 32>(self.beat.q.val().get_bits::<32>(64))
            + bit_cast::<33, 32>(self.beat.q.val().get_bits::<32>(192));
        self.upper.d.next = bit_cast::<33, 32>(self.beat.q.val().get_bits::<32>(320))
            + bit_cast::<33, 32>(self.beat.q.val().get_bits::<32>(448));
        self.sum_of.d.next = self.beat_of.q.val();
        self.sum_valid.d.next = self.beat_valid.q.val();

        // Tell of it.
        self.total.next =
            bit_cast::<34, 33>(self.lower.q.val()) + bit_cast::<34, 33>(self.upper.q.val());
        self.stocks.write.next = self.sum_valid.q.val();
        self.stocks.write_address.next = (bits_cat(self.sum_of.q.val().group)
            + bits_cat(self.sum_of.q.val().index.get_bits::<SLOT_BITS>(0)))
        .into();
        self.stocks.write_data.next.bad = self.sum_of.q.val().bad;
        self.stocks.write_data.next.total = self.total.val().get_bits::<32>(0);
        if self.total.val() > bits_const::<34>(MESSAGE_MAX) {
            self.stocks.write_data.next.total = bits_const::<32>(MESSAGE_MAX).into();
        }
        self.stocks.read_address.next = self.stock_address.val();
        self.stock.next = self.stocks.read_data.val();
        self.arrivals.write.next = self.sum_valid.q.val();
        self.arrivals.write_address.next = self.sum_of.q.val().qpn;
        self.arrivals.write_data.next = self.sum_of.q.val().index + 1;
        if self.forget.val() {
            self.arrivals.write.next = true;
            self.arrivals.write_address.next = self.forget_qpn.val();
            self.arrivals.write_data.next = 0.into();
        }
        self.arrivals.read_address.next = self.queue_qpn.val();
        self.arrived.next = self.arrivals.read_data.val();

        if self.reset.val() {
            self.come.d.next = 0.into();
            self.beat_valid.d.next = false;
            self.sum_valid.d.next = false;
        }
    }
}
