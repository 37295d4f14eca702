//! Which receive WQEs a QP has: posted, fetched, on the card, done with.
//!
//! - `doorbell`: producer indices. `freed`: the oldest group of the QP is used up. `flush`: the QP has failed, from this index
//!   on nothing will be used; answered by one `range` with `asked`. On such a QP each later doorbell gives a `range` of its own at once.
//! - `queue_qpn` / `posted` / `arrived`, `map_address` / `map` and `stock_address` / `stock`: read ports of the sequence stage, one cycle.
//! - `wqe_address` / `wqe`: read port of the locate stage, two cycles.
//! - `read`, `status`, `data`: the DMA read client.
//! - `forget`: everything of `forget_qpn` is forgotten once all that was rung and asked for before is done; `forgotten` tells. No doorbell
//!   is taken meanwhile.
//!
//! WQEs stand on the card in groups: of the WQE with index i, i mod 8 is the place in its group and i / 8 mod 8 that of the group among the
//! QP's, of which `map` knows the number. A read fetches one to eight that follow each other in one group, and does not wrap in the
//! host's ring: of a ring of four it fetches no more than an aligned four. One event every two cycles: its QP's indices are read, and
//! written in the next cycle, so a read never meets a write. What has arrived is written by the arrivals alone and needs no read.
//!
//! Who gets a group: a QP that holds none, always; there are enough, so nobody waits for another QP. A second one, while half of the
//! further groups are left: so the first is not used up before the next is here. Any further one, if both hold:
//! - it holds no more than its `further`: none at first, and with each group used up 1, 3, 7. So QPs without traffic take no
//!   more than half, whatever is posted on them, and a busy one has all after 32 messages.
//! - it holds no more than a 32nd of the further groups that are left. So QPs that have become idle leave some for those that come.
//!
//! A QP that is refused one asks again when it has used up one it has, or rings. Groups come back as they are used up, and the others
//! when the QP is forgotten, one a cycle.
//!
//! Waits: an event waits for room in the queues of fetches and ranges, and for a free group in sight, of which there are always 32 but
//! for those that were given back a few cycles ago. Fetches leave as the DMA reader takes them, which never waits for anything here:
//! data is always taken. Ranges leave as completions do. Nothing else can block.
use super::flow::{
    FlushFrom, FlushRange, Freed, GROUP_BITS, LAST_SLOT, MAP_BITS, SLOT_BITS, STOCK_BITS, Stock,
    WINDOW_BITS,
};
use super::pool::{EXTRA_BITS, EXTRAS, GroupPool, HELD_BITS, POOL_COUNT};
use super::stock::WqeStock;
use crate::beat::Beat;
use crate::kit::{RegisterSlice, SmallFifo, Table, WipedTable};
use crate::records::{DmaRead, DmaReadStatus, QpWrite, QueueDoorbell};
use ferric_emit::kernel::*;
use ferric_layout::sizes::{QP_BITS, RING_LOG2_MIN, SLOT};
use rust_hdl::prelude::*;

// A WQE's bytes, where the kernel multiplies by them.
const _: () = assert!(SLOT == 1 << 6);
/// Bits of a count of WQEs in a group.
pub const COUNT_BITS: usize = SLOT_BITS + 1;
/// log2 of the WQEs of the smallest ring, and the bits of an index that say where in it.
const SMALLEST: u64 = RING_LOG2_MIN as u64;
const SMALLEST_MASK: u64 = (1 << SMALLEST) - 1;
const _: () = assert!(RING_LOG2_MIN < SLOT_BITS && RING_LOG2_MIN + 1 >= SLOT_BITS);
/// Bits of a 32nd of the further groups, and that of half of them.
const SHARE_BITS: usize = EXTRA_BITS - 5;
const HALF: u64 = EXTRAS / 2 / 32;

/// A QP's indices, all free-running.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Indices {
    posted: Bits<16>,
    /// The next WQE to fetch.
    fetched: Bits<16>,
    /// Groups it holds; the newest; how many it may hold beside the first.
    held: Bits<HELD_BITS>,
    newest: Bits<GROUP_BITS>,
    further: Bits<WINDOW_BITS>,
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
    pub group: Bits<GROUP_BITS>,
    pub index: Bits<16>,
    /// 1 to 8.
    pub count: Bits<COUNT_BITS>,
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
    /// Groups of a QP that is forgotten go back.
    Return,
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
    pub freed: Signal<In, Freed>,
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
    pub map_address: Signal<In, Bits<MAP_BITS>>,
    pub map: Signal<Out, Bits<GROUP_BITS>>,
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
    /// Groups that no QP holds.
    pub unused: Signal<Out, Bits<POOL_COUNT>>,
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
    pool: GroupPool,
    /// Which group stands where in a QP's window. Read only where one was put since the reset.
    maps: Table<Bits<GROUP_BITS>, MAP_BITS>,
    phase: DFF<Phase>,
    kind: DFF<Event>,
    qpn: DFF<Bits<QP_BITS>>,
    /// The event's index, if it has one.
    index: DFF<Bits<16>>,
    /// The group that the event gives back.
    group: DFF<Bits<GROUP_BITS>>,
    /// Groups still to go back, and the place of the next.
    left: DFF<Bits<HELD_BITS>>,
    at: DFF<Bits<WINDOW_BITS>>,
    /// One is being looked up.
    looking: DFF<Bit>,
    room: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<QP_BITS>>,
    known: Signal<Local, Indices>,
    after: Signal<Local, Indices>,
    backlog: Signal<Local, Bits<16>>,
    /// The newest WQE that was asked for.
    last: Signal<Local, Bits<16>>,
    begins: Signal<Local, Bit>,
    share: Signal<Local, Bits<SHARE_BITS>>,
    allowed: Signal<Local, Bit>,
    fits: Signal<Local, Bits<COUNT_BITS>>,
    count: Signal<Local, Bits<COUNT_BITS>>,
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
        dff_setup!(
            self, clock, phase, kind, qpn, index, group, left, at, looking
        );
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
        self.pool.clock.next = self.clock.val();
        self.pool.reset.next = self.reset.val();
        self.maps.clock.next = self.clock.val();
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
            && self.ranges.i_ready.val()
            && self.pool.group_valid.val();
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
                        self.chosen.next = self.freed.val().qpn;
                        self.group.d.next = self.freed.val().group;
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
                if self.kind.q.val() == Event::Forget {
                    self.phase.d.next = Phase::Return;
                }
            }
            Phase::Return => {
                if (self.left.q.val() == 0) && !self.looking.q.val() {
                    self.phase.d.next = Phase::Choose;
                }
            }
        }
        self.qpn.d.next = self.chosen.val();
        self.indices.read_address.next = self.chosen.val();
        self.rings.read_address.next = self.chosen.val();
        self.applies.next = self.phase.q.val() == Phase::Apply;

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
                self.after.next.held = self.known.val().held - 1;
                self.after.next.further = (self.known.val().further << 1) | 1;
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
                self.after.next.held = 0.into();
                self.after.next.further = 0.into();
                self.after.next.failed = false;
            }
            _ => {}
        }

        // How many can be fetched: posted, in one group, which the QP has or may have.
        self.backlog.next = self.after.val().posted - self.after.val().fetched;
        self.begins.next = self.after.val().fetched.get_bits::<SLOT_BITS>(0) == 0;
        self.share.next = self.pool.extras.val().get_bits::<SHARE_BITS>(5);
        self.allowed.next = !self.begins.val()
            || (self.after.val().held == 0)
            || ((self.after.val().held == 1)
                && (self.share.val() >= bits_const::<SHARE_BITS>(HALF)))
            || ((self.after.val().held
                <= bit_cast::<HELD_BITS, WINDOW_BITS>(self.after.val().further))
                && (bit_cast::<SHARE_BITS, HELD_BITS>(self.after.val().held) <= self.share.val()));
        self.fits.next =
            (bit_cast::<COUNT_BITS, SLOT_BITS>(self.after.val().fetched.get_bits::<SLOT_BITS>(0))
                ^ bits_const::<COUNT_BITS>(LAST_SLOT))
                + 1;
        if self.rings.read_data.val().log2 == bits_const::<4>(SMALLEST) {
            self.fits.next = ((self.after.val().fetched.get_bits::<COUNT_BITS>(0)
                & bits_const::<COUNT_BITS>(SMALLEST_MASK))
                ^ bits_const::<COUNT_BITS>(SMALLEST_MASK))
                + 1;
        }
        self.count.next = self.fits.val();
        if self.backlog.val() < bit_cast::<16, COUNT_BITS>(self.fits.val()) {
            self.count.next = self.backlog.val().get_bits::<COUNT_BITS>(0);
        }
        self.fetching.next = self.applies.val()
            && !self.after.val().failed
            && self.allowed.val()
            && (self.count.val() != 0);
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
                self.after.val().fetched + bit_cast::<16, COUNT_BITS>(self.count.val());
            if self.begins.val() {
                self.indices.write_data.next.held = self.after.val().held + 1;
                self.indices.write_data.next.newest = self.pool.group.val();
            }
        }

        // Groups go out, and come back.
        self.pool.take.next = self.fetching.val() && self.begins.val();
        self.pool.take_extra.next =
            self.fetching.val() && self.begins.val() && (self.after.val().held != 0);
        self.maps.write.next = self.fetching.val() && self.begins.val();
        self.maps.write_address.next = (bits_cat(self.qpn.q.val())
            + bits_cat(self.after.val().fetched.get_bits::<WINDOW_BITS>(3)))
        .into();
        self.maps.write_data.next = self.pool.group.val();
        self.maps.read_address.next = self.map_address.val();
        self.map.next = self.maps.read_data.val();
        self.pool.give.next = self.applies.val() && (self.kind.q.val() == Event::Freed);
        self.pool.given.next = self.group.q.val();
        self.pool.extras_back.next = 0.into();
        self.last.next = self.known.val().fetched - 1;
        if self.applies.val() {
            self.left.d.next = self.known.val().held;
            self.at.d.next = self.last.val().get_bits::<WINDOW_BITS>(3);
            if self.known.val().held != 0 {
                if self.kind.q.val() == Event::Forget {
                    self.pool.extras_back.next = self.known.val().held - 1;
                }
                if (self.kind.q.val() == Event::Freed) && (self.known.val().held != 1) {
                    self.pool.extras_back.next = 1.into();
                }
            }
        }
        self.looking.d.next = false;
        self.forgotten.next = false;
        if self.phase.q.val() == Phase::Return {
            // The sequence stage has nothing to look up while a QP is forgotten.
            self.maps.read_address.next =
                (bits_cat(self.qpn.q.val()) + bits_cat(self.at.q.val())).into();
            self.looking.d.next = self.left.q.val() != 0;
            if self.left.q.val() != 0 {
                self.left.d.next = self.left.q.val() - 1;
                self.at.d.next = self.at.q.val() - 1;
            }
            self.pool.give.next = self.looking.q.val();
            self.pool.given.next = self.maps.read_data.val();
            self.forgotten.next = (self.left.q.val() == 0) && !self.looking.q.val();
        }
        self.unused.next = self.pool.unused.val();
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
        self.fetches.i.next.group = self.after.val().newest;
        if self.begins.val() {
            self.fetches.i.next.group = self.pool.group.val();
        }
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
        self.reads.i.next.length = bit_cast::<13, COUNT_BITS>(self.fetches.o.val().count) << 6;
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
            self.looking.d.next = false;
        }
    }
}
