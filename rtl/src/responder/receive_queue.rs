//! Which receive WQEs a QP has: posted, fetched, on the card, done with.
//!
//! - `doorbell`: producer indices. `freed`: a WQE of the QP is not needed on the card any more. `flush`: the QP has failed, from this index
//!   on nothing will be used; answered by one `range` with `asked`. On such a QP each later doorbell gives a `range` of its own at once.
//! - `queue_qpn` / `posted` / `arrived` and `stock_address` / `stock`: read ports of the sequence stage, one cycle.
//! - `wqe_address` / `wqe`: read port of the locate stage, two cycles.
//! - `read`, `status`, `data`: the DMA read client.
//! - `forget`: everything of `forget_qpn` is forgotten once all that was rung and asked for before is done; `forgotten` tells. No doorbell
//!   is taken meanwhile.
//!
//! Up to four WQEs of a QP stand on the card, the one with index i in place i mod 4. A read fetches one to four that follow each other in
//! an aligned group of four, which never wraps, since a ring holds at least four. One event every two cycles: its QP's indices are read,
//! and written in the next cycle, so a read never meets a write. What has arrived is written by the arrivals alone and needs no read.
//!
//! Waits: an event waits for room in the queues of fetches and ranges. Fetches leave as the DMA reader takes them, which never waits for
//! anything here: data is always taken. Ranges leave as completions do. Nothing else can block.
use super::flow::{FlushFrom, FlushRange, SLOT_BITS, STOCK_BITS, Stock};
use super::stock::WqeStock;
use crate::beat::Beat;
use crate::kit::{RegisterSlice, SmallFifo, Table, WipedTable};
use crate::records::{DmaRead, DmaReadStatus, QpWrite, QueueDoorbell};
use ferric_emit::kernel::*;
use ferric_layout::sizes::{QP_BITS, SLOT};
use rust_hdl::prelude::*;

// A WQE's bytes, where the kernel multiplies by them.
const _: () = assert!(SLOT == 1 << 6);

/// A QP's indices, all free-running.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Indices {
    posted: Bits<16>,
    /// The next WQE to fetch.
    fetched: Bits<16>,
    /// The oldest WQE that is needed on the card.
    freed: Bits<16>,
    /// Nothing is fetched any more, and doorbells flush.
    failed: Bit,
}

/// Where a QP's WQEs are, and who is told of their end.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Ring {
    ring: Bits<64>,
    log2: Bits<4>,
    cqn: Bits<10>,
}

/// WQEs to fetch.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Fetch {
    pub qpn: Bits<QP_BITS>,
    pub index: Bits<16>,
    /// 1 to 4.
    pub count: Bits<3>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Event {
    Doorbell,
    Freed,
    Flush,
    Forget,
    /// Nothing new: more may be fetched.
    More,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    Choose,
    Apply,
}

#[derive(LogicBlock, Default)]
pub struct ReceiveQueue {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub doorbell: Signal<In, QueueDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub freed: Signal<In, Bits<QP_BITS>>,
    pub freed_valid: Signal<In, Bit>,
    pub freed_ready: Signal<Out, Bit>,
    pub flush: Signal<In, FlushFrom>,
    pub flush_valid: Signal<In, Bit>,
    pub flush_ready: Signal<Out, Bit>,
    pub range: Signal<Out, FlushRange>,
    pub range_valid: Signal<Out, Bit>,
    pub range_ready: Signal<In, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub forgotten: Signal<Out, Bit>,
    pub queue_qpn: Signal<In, Bits<QP_BITS>>,
    pub posted: Signal<Out, Bits<16>>,
    pub arrived: Signal<Out, Bits<16>>,
    pub stock_address: Signal<In, Bits<STOCK_BITS>>,
    pub stock: Signal<Out, Stock>,
    pub wqe_address: Signal<In, Bits<STOCK_BITS>>,
    pub wqe: Signal<Out, Bits<512>>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    indices: WipedTable<Indices, QP_BITS>,
    rings: Table<Ring, QP_BITS>,
    /// What `indices` says of the doorbells, for the sequence stage.
    posts: WipedTable<Bits<16>, QP_BITS>,
    doorbells: SmallFifo<QueueDoorbell, 3, 4>,
    fetches: SmallFifo<Fetch, 1, 2>,
    rings_of_fetches: SmallFifo<Ring, 1, 2>,
    reads: RegisterSlice<DmaRead>,
    ranges: SmallFifo<FlushRange, 2, 3>,
    wqes: WqeStock,
    phase: DFF<Phase>,
    kind: DFF<Event>,
    qpn: DFF<Bits<QP_BITS>>,
    /// The event's index, if it has one.
    index: DFF<Bits<16>>,
    room: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<QP_BITS>>,
    known: Signal<Local, Indices>,
    after: Signal<Local, Indices>,
    backlog: Signal<Local, Bits<16>>,
    held: Signal<Local, Bits<16>>,
    space: Signal<Local, Bits<3>>,
    group: Signal<Local, Bits<3>>,
    fits: Signal<Local, Bits<3>>,
    count: Signal<Local, Bits<3>>,
    fetching: Signal<Local, Bit>,
    applies: Signal<Local, Bit>,
    size: Signal<Local, Bits<16>>,
    place: Signal<Local, Bits<16>>,
    sends: Signal<Local, Bit>,
    forgets: Signal<Local, Bit>,
}

impl Logic for ReceiveQueue {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_receive_queue");
        dff_setup!(self, clock, phase, kind, qpn, index);
        self.indices.clock.next = self.clock.val();
        self.indices.reset.next = self.reset.val();
        self.rings.clock.next = self.clock.val();
        self.posts.clock.next = self.clock.val();
        self.posts.reset.next = self.reset.val();
        self.doorbells.clock.next = self.clock.val();
        self.doorbells.reset.next = self.reset.val();
        self.fetches.clock.next = self.clock.val();
        self.fetches.reset.next = self.reset.val();
        self.rings_of_fetches.clock.next = self.clock.val();
        self.rings_of_fetches.reset.next = self.reset.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.ranges.clock.next = self.clock.val();
        self.ranges.reset.next = self.reset.val();
        self.wqes.clock.next = self.clock.val();
        self.wqes.reset.next = self.reset.val();
        self.rings.write.next = self.qp_write_valid.val();
        self.rings.write_address.next = self.qp_write.val().qpn;
        self.rings.write_data.next.ring = self.qp_write.val().receive.ring;
        self.rings.write_data.next.log2 = self.qp_write.val().receive.ring_log2;
        self.rings.write_data.next.cqn = self.qp_write.val().receive.cqn;

        self.doorbells.i.next = self.doorbell.val();
        self.doorbells.i_valid.next = self.doorbell_valid.val() && !self.forget.val();
        self.doorbell_ready.next = self.doorbells.i_ready.val() && !self.forget.val();

        // Choose an event, and read its QP's indices.
        self.room.next = (self.phase.q.val() == Phase::Choose)
            && self.fetches.i_ready.val()
            && self.ranges.i_ready.val();
        self.forgets.next = self.forget.val()
            && !self.doorbells.o_valid.val()
            && !self.fetches.o_valid.val()
            && self.wqes.idle.val()
            && (self.kind.q.val() != Event::Forget);
        self.freed_ready.next = false;
        self.flush_ready.next = false;
        self.doorbells.o_ready.next = false;
        self.chosen.next = self.qpn.q.val();
        match self.phase.q.val() {
            Phase::Choose => {
                if self.room.val() {
                    if self.kind.q.val() == Event::More {
                        self.phase.d.next = Phase::Apply;
                    } else if self.freed_valid.val() {
                        self.phase.d.next = Phase::Apply;
                        self.kind.d.next = Event::Freed;
                        self.chosen.next = self.freed.val();
                        self.freed_ready.next = true;
                    } else if self.flush_valid.val() {
                        self.phase.d.next = Phase::Apply;
                        self.kind.d.next = Event::Flush;
                        self.chosen.next = self.flush.val().qpn;
                        self.index.d.next = self.flush.val().index;
                        self.flush_ready.next = true;
                    } else if self.doorbells.o_valid.val() {
                        self.phase.d.next = Phase::Apply;
                        self.kind.d.next = Event::Doorbell;
                        self.chosen.next = self.doorbells.o.val().qpn;
                        self.index.d.next = self.doorbells.o.val().index;
                        self.doorbells.o_ready.next = true;
                    } else if self.forgets.val() {
                        self.phase.d.next = Phase::Apply;
                        self.kind.d.next = Event::Forget;
                        self.chosen.next = self.forget_qpn.val();
                    } else if !self.forget.val() {
                        // The next `forget` is another one.
                        self.kind.d.next = Event::Doorbell;
                    }
                }
            }
            Phase::Apply => {
                self.phase.d.next = Phase::Choose;
            }
        }
        self.qpn.d.next = self.chosen.val();
        self.indices.read_address.next = self.chosen.val();
        self.rings.read_address.next = self.chosen.val();
        self.applies.next = self.phase.q.val() == Phase::Apply;
        self.forgotten.next = self.applies.val() && (self.kind.q.val() == Event::Forget);

        // Apply it.
        self.known.next = self.indices.read_data.val();
        self.after.next = self.indices.read_data.val();
        self.ranges.i.next.qpn = self.qpn.q.val();
        self.ranges.i.next.cqn = self.rings.read_data.val().cqn;
        self.ranges.i.next.index = self.known.val().posted;
        self.ranges.i.next.count = self.index.q.val() - self.known.val().posted;
        self.ranges.i.next.asked = false;
        self.ranges.i_valid.next = false;
        match self.kind.q.val() {
            Event::Doorbell => {
                self.after.next.posted = self.index.q.val();
                self.ranges.i_valid.next = self.applies.val() && self.known.val().failed;
            }
            Event::Freed => {
                self.after.next.freed = self.known.val().freed + 1;
            }
            Event::Flush => {
                self.after.next.failed = true;
                self.ranges.i.next.index = self.index.q.val();
                self.ranges.i.next.count = self.known.val().posted - self.index.q.val();
                // What was posted on a failed queue is flushed already.
                if self.known.val().failed {
                    self.ranges.i.next.count = 0.into();
                }
                self.ranges.i.next.asked = true;
                self.ranges.i_valid.next = self.applies.val();
            }
            Event::Forget => {
                self.after.next.posted = 0.into();
                self.after.next.fetched = 0.into();
                self.after.next.freed = 0.into();
                self.after.next.failed = false;
            }
            _ => {}
        }

        // How many can be fetched: posted, with a place on the card, in one group.
        self.backlog.next = self.after.val().posted - self.after.val().fetched;
        self.held.next = self.after.val().fetched - self.after.val().freed;
        self.space.next = bits::<3>(4) - self.held.val().get_bits::<3>(0);
        self.group.next = bits::<3>(4)
            - bit_cast::<3, SLOT_BITS>(self.after.val().fetched.get_bits::<SLOT_BITS>(0));
        self.fits.next = self.space.val();
        if self.group.val() < self.space.val() {
            self.fits.next = self.group.val();
        }
        self.count.next = self.fits.val();
        if self.backlog.val() < bit_cast::<16, 3>(self.fits.val()) {
            self.count.next = self.backlog.val().get_bits::<3>(0);
        }
        self.fetching.next =
            self.applies.val() && !self.after.val().failed && (self.count.val() != 0);
        if self.applies.val() && (self.kind.q.val() != Event::Forget) {
            // One read is not always all.
            self.kind.d.next = Event::Doorbell;
            if self.fetching.val() {
                self.kind.d.next = Event::More;
            }
        }
        self.indices.write.next = self.applies.val();
        self.indices.write_address.next = self.qpn.q.val();
        self.indices.write_data.next = self.after.val();
        if self.fetching.val() {
            self.indices.write_data.next.fetched =
                self.after.val().fetched + bit_cast::<16, 3>(self.count.val());
        }
        self.posts.write.next = self.applies.val();
        self.posts.write_address.next = self.qpn.q.val();
        self.posts.write_data.next = self.after.val().posted;
        self.posts.read_address.next = self.queue_qpn.val();
        self.posted.next = self.posts.read_data.val();
        self.range.next = self.ranges.o.val();
        self.range_valid.next = self.ranges.o_valid.val();
        self.ranges.o_ready.next = self.range_ready.val();

        // Ask the DMA reader.
        self.fetches.i.next.qpn = self.qpn.q.val();
        self.fetches.i.next.index = self.after.val().fetched;
        self.fetches.i.next.count = self.count.val();
        self.fetches.i_valid.next = self.fetching.val();
        self.rings_of_fetches.i.next = self.rings.read_data.val();
        self.rings_of_fetches.i_valid.next = self.fetching.val();
        self.size.next = bits::<16>(1) << self.rings_of_fetches.o.val().log2;
        self.place.next = self.fetches.o.val().index & (self.size.val() - 1);
        self.sends.next =
            self.fetches.o_valid.val() && self.reads.i_ready.val() && self.wqes.fetch_ready.val();
        self.fetches.o_ready.next = self.sends.val();
        self.rings_of_fetches.o_ready.next = self.sends.val();
        self.reads.i.next.address =
            self.rings_of_fetches.o.val().ring + (bit_cast::<64, 16>(self.place.val()) << 6);
        self.reads.i.next.length = bit_cast::<13, 3>(self.fetches.o.val().count) << 6;
        self.reads.i_valid.next = self.sends.val();
        self.read.next = self.reads.o.val();
        self.read_valid.next = self.reads.o_valid.val();
        self.reads.o_ready.next = self.read_ready.val();

        // Keep what comes.
        self.wqes.fetch.next = self.fetches.o.val();
        self.wqes.fetch_valid.next = self.sends.val();
        self.wqes.status.next = self.status.val();
        self.wqes.status_valid.next = self.status_valid.val();
        self.status_ready.next = self.wqes.status_ready.val();
        self.wqes.data.next = self.data.val();
        self.wqes.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.wqes.data_ready.val();
        self.wqes.forget_qpn.next = self.qpn.q.val();
        self.wqes.forget.next = self.applies.val() && (self.kind.q.val() == Event::Forget);
        self.wqes.queue_qpn.next = self.queue_qpn.val();
        self.arrived.next = self.wqes.arrived.val();
        self.wqes.stock_address.next = self.stock_address.val();
        self.stock.next = self.wqes.stock.val();
        self.wqes.wqe_address.next = self.wqe_address.val();
        self.wqe.next = self.wqes.wqe.val();

        if self.reset.val() {
            self.phase.d.next = Phase::Choose;
            self.kind.d.next = Event::Doorbell;
        }
    }
}
