//! One client of the DMA reader: cuts its requests into chunks, gives each a tag and a place in the buffer, and delivers what has arrived,
//! in order.
//!
//! - `chunk`: the next read to send; taken when `chunk_ready`. Its tag must count as busy from the next cycle on.
//! - `spoiled`, `quarantine`: tags that may not be given out while `quarantine` is on. They are passed over: such a tag takes its turn in the
//!   ring without a read. A client all of whose tags are spoiled goes round until the quarantine ends.
//! - `busy`, `result`: the tags that wait for completions, and how each of the others ended. The tags of a client are a ring, retired in
//!   the order they were given out, and not before; so are its rows of the buffer.
//! - `read`: the next row to deliver, taken when `read_ready`; its bytes come back as `row`, at most three cycles later and in order, to
//!   the queue of 16 beats at `data`, in which each has its place already.
//! - `mode_change`: the tags a client may use change. Only while every client is `idle`; `hold` stops them until they are.
//!
//! A request is delivered when all of it has arrived: first its status, then its beats. It gets rows for all of its bytes before its first
//! chunk goes out, so what arrives has room. What is waited for: completions (the block's timer ends that), and the reader of `data`.
use super::ReadResult;
use crate::beat::Beat;
use crate::kit::SmallFifo;
use crate::kit::memory::LutRam;
use crate::pcie::chunk::Chunker;
use crate::records::{DmaRead, DmaReadStatus};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// One read request to be.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadChunk {
    pub address: Bits<64>,
    pub length: Bits<13>,
    pub tag: Bits<8>,
    /// Where its last byte goes, plus one, in the client's 512 rows of 64 bytes.
    pub stop: Bits<15>,
    /// Beats of the whole request.
    pub beats: Bits<7>,
    /// The last chunk of its request.
    pub last: Bit,
}

/// A chunk on its way, as its client remembers it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Pending {
    pub beats: Bits<7>,
    pub last: Bit,
    /// No chunk: a tag that was passed over.
    pub passed: Bit,
}

/// A request that has arrived.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Arrived {
    pub beats: Bits<7>,
    pub error: Bits<3>,
}

#[derive(LogicBlock, Default)]
pub struct ReadClient {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The client's blocks of tags: `first_block` to `first_block + blocks - 1` of 16. Tag = place in the block * 16 + block.
    pub first_block: Signal<In, Bits<4>>,
    pub blocks: Signal<In, Bits<4>>,
    /// The client's part of the buffer: a quarter of 512 rows (`big`, and `part` twice the quarter), or half of the last quarter.
    pub part: Signal<In, Bits<3>>,
    pub big: Signal<In, Bit>,
    pub size: Signal<In, Bits<13>>,
    /// 16 tags a block rather than 2.
    pub extended: Signal<In, Bit>,
    pub hold: Signal<In, Bit>,
    pub idle: Signal<Out, Bit>,
    pub mode_change: Signal<In, Bit>,
    pub request: Signal<In, DmaRead>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub chunk: Signal<Out, ReadChunk>,
    pub chunk_valid: Signal<Out, Bit>,
    pub chunk_ready: Signal<In, Bit>,
    pub busy: Signal<In, Bits<256>>,
    pub spoiled: Signal<In, Bits<256>>,
    pub quarantine: Signal<In, Bit>,
    pub result: Signal<In, ReadResult>,
    pub result_valid: Signal<In, Bit>,
    pub status: Signal<Out, DmaReadStatus>,
    pub status_valid: Signal<Out, Bit>,
    pub status_ready: Signal<In, Bit>,
    pub read_row: Signal<Out, Bits<11>>,
    pub read_last: Signal<Out, Bit>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub row: Signal<In, Beat>,
    pub row_valid: Signal<In, Bit>,
    pub data: Signal<Out, Beat>,
    pub data_valid: Signal<Out, Bit>,
    pub data_ready: Signal<In, Bit>,
    requests: SmallFifo<DmaRead, 2, 3>,
    chunker: Chunker,
    // Giving out: the next tag and the next row.
    give_place: DFF<Bits<4>>,
    give_block: DFF<Bits<4>>,
    used: DFF<Bits<8>>,
    limit: Signal<Local, Bits<8>>,
    give_row: DFF<Bits<9>>,
    rows_free: DFF<Bits<10>>,
    rows_left: Signal<Local, Bits<10>>,
    base: DFF<Bits<9>>,
    base_now: Signal<Local, Bits<9>>,
    base_byte: Signal<Local, Bits<15>>,
    beats: DFF<Bits<7>>,
    beats_now: Signal<Local, Bits<7>>,
    rounded: Signal<Local, Bits<13>>,
    may_load: Signal<Local, Bit>,
    may_give: Signal<Local, Bit>,
    barred: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    pass: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    upcoming: DFF<ReadChunk>,
    upcoming_valid: DFF<Bit>,
    give_tag: Signal<Local, Bits<4>>,
    give_full: Signal<Local, Bits<8>>,
    // Taking back, in the same order.
    pending: SmallFifo<Pending, 7, 8>,
    back_place: DFF<Bits<4>>,
    back_block: DFF<Bits<4>>,
    back_tag: Signal<Local, Bits<8>>,
    back_low: Signal<Local, Bits<4>>,
    retire: Signal<Local, Bit>,
    results: LutRam<Bits<3>, 8>,
    error: DFF<Bits<3>>,
    error_now: Signal<Local, Bits<3>>,
    arrived: SmallFifo<Arrived, 3, 4>,
    // Delivering.
    statuses: SmallFifo<DmaReadStatus, 3, 4>,
    start: Signal<Local, Bit>,
    left: DFF<Bits<7>>,
    out_row: DFF<Bits<9>>,
    credit: DFF<Bits<5>>,
    reading: Signal<Local, Bit>,
    popped: Signal<Local, Bit>,
    beat_queue: SmallFifo<Beat, 4, 5>,
}

impl Logic for ReadClient {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            give_place,
            give_block,
            used,
            give_row,
            rows_free,
            base,
            beats,
            upcoming,
            upcoming_valid,
            back_place,
            back_block,
            error,
            left,
            out_row,
            credit
        );
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.chunker.clock.next = self.clock.val();
        self.chunker.reset.next = self.reset.val();
        self.pending.clock.next = self.clock.val();
        self.pending.reset.next = self.reset.val();
        self.results.clock.next = self.clock.val();
        self.arrived.clock.next = self.clock.val();
        self.arrived.reset.next = self.reset.val();
        self.statuses.clock.next = self.clock.val();
        self.statuses.reset.next = self.reset.val();
        self.beat_queue.clock.next = self.clock.val();
        self.beat_queue.reset.next = self.reset.val();

        self.requests.i.next = self.request.val();
        self.requests.i_valid.next = self.request_valid.val();
        self.request_ready.next = self.requests.i_ready.val();
        self.chunker.size.next = self.size.val();
        self.chunker.i.next.address = self.requests.o.val().address;
        self.chunker.i.next.length = self.requests.o.val().length;
        self.chunker.i_valid.next = self.requests.o_valid.val();
        self.requests.o_ready.next = self.chunker.i_ready.val();

        // The next chunk, with a tag, and with rows for its whole request if it is the first one of it.
        self.limit.next =
            (bits_cat(bits::<3>(0)) + bits_cat(self.blocks.val()) + bits_cat(bits::<1>(0))).into();
        if self.extended.val() {
            self.limit.next = (bits_cat(self.blocks.val()) + bits_cat(bits::<4>(0))).into();
        }
        self.rounded.next = self.chunker.o.val().left + 63;
        self.beats_now.next = self.beats.q.val();
        self.base_now.next = self.base.q.val();
        self.rows_left.next = self.rows_free.q.val();
        self.may_load.next = true;
        if self.chunker.o.val().first {
            self.beats_now.next = self.rounded.val().get_bits::<7>(6);
            self.base_now.next = self.give_row.q.val();
            self.rows_left.next =
                self.rows_free.q.val() - bit_cast::<10, 7>(self.rounded.val().get_bits::<7>(6));
            self.may_load.next =
                self.rows_free.q.val() >= bit_cast::<10, 7>(self.rounded.val().get_bits::<7>(6));
        }
        self.give_tag.next = self.first_block.val() + self.give_block.q.val();
        self.give_full.next =
            (bits_cat(self.give_place.q.val()) + bits_cat(self.give_tag.val())).into();
        self.taken.next = self.upcoming_valid.q.val() && self.chunk_ready.val();
        self.barred.next =
            self.quarantine.val() && self.spoiled.val().get_bit(self.give_full.val().index());
        self.may_give.next = self.chunker.o_valid.val()
            && self.may_load.val()
            && !self.hold.val()
            && (self.used.q.val() < self.limit.val());
        self.load.next = self.may_give.val()
            && !self.barred.val()
            && (!self.upcoming_valid.q.val() || self.taken.val());
        // Not before the chunk that has the tag before it is pending.
        self.pass.next = self.may_give.val() && self.barred.val() && !self.upcoming_valid.q.val();
        self.chunker.o_ready.next = self.load.val();
        self.base_byte.next = (bits_cat(self.base_now.val()) + bits_cat(bits::<6>(0))).into();
        if self.taken.val() {
            self.upcoming_valid.d.next = false;
        }
        if self.load.val() {
            self.upcoming_valid.d.next = true;
            self.upcoming.d.next.address = self.chunker.o.val().address;
            self.upcoming.d.next.length = self.chunker.o.val().length;
            self.upcoming.d.next.tag = self.give_full.val();
            self.upcoming.d.next.stop = self.base_byte.val()
                + bit_cast::<15, 13>(self.chunker.o.val().offset)
                + bit_cast::<15, 13>(self.chunker.o.val().length);
            self.upcoming.d.next.beats = self.beats_now.val();
            self.upcoming.d.next.last = self.chunker.o.val().last;
            self.beats.d.next = self.beats_now.val();
            self.base.d.next = self.base_now.val();
            if self.chunker.o.val().first {
                self.give_row.d.next =
                    self.give_row.q.val() + bit_cast::<9, 7>(self.beats_now.val());
            }
        }
        if self.load.val() || self.pass.val() {
            self.give_block.d.next = self.give_block.q.val() + 1;
            if self.give_block.q.val() + 1 == self.blocks.val() {
                self.give_block.d.next = 0.into();
                self.give_place.d.next = self.give_place.q.val() + 1;
                if !self.extended.val() {
                    self.give_place.d.next = (self.give_place.q.val() + 1) & 1;
                }
            }
        }
        self.chunk.next = self.upcoming.q.val();
        self.chunk_valid.next = self.upcoming_valid.q.val();
        self.pending.i.next.beats = self.upcoming.q.val().beats;
        self.pending.i.next.last = self.upcoming.q.val().last && !self.pass.val();
        self.pending.i.next.passed = self.pass.val();
        self.pending.i_valid.next = self.taken.val() || self.pass.val();

        // The oldest chunk is done when its tag is not busy any more. A tag that was passed over is not.
        self.back_low.next = self.first_block.val() + self.back_block.q.val();
        self.back_tag.next =
            (bits_cat(self.back_place.q.val()) + bits_cat(self.back_low.val())).into();
        self.results.write.next = self.result_valid.val();
        self.results.write_address.next = self.result.val().tag;
        self.results.write_data.next = self.result.val().error;
        self.results.read_address.next = self.back_tag.val();
        self.retire.next = self.pending.o_valid.val()
            && self.arrived.i_ready.val()
            && !self.busy.val().get_bit(self.back_tag.val().index());
        self.pending.o_ready.next = self.retire.val();
        self.error_now.next = self.error.q.val();
        if self.error.q.val() == 0 {
            self.error_now.next = self.results.read_data.val();
        }
        self.arrived.i.next.beats = self.pending.o.val().beats;
        self.arrived.i.next.error = self.error_now.val();
        self.arrived.i_valid.next = self.retire.val() && self.pending.o.val().last;
        if self.retire.val() {
            if !self.pending.o.val().passed {
                self.error.d.next = self.error_now.val();
            }
            if self.pending.o.val().last {
                self.error.d.next = 0.into();
            }
            self.back_block.d.next = self.back_block.q.val() + 1;
            if self.back_block.q.val() + 1 == self.blocks.val() {
                self.back_block.d.next = 0.into();
                self.back_place.d.next = self.back_place.q.val() + 1;
                if !self.extended.val() {
                    self.back_place.d.next = (self.back_place.q.val() + 1) & 1;
                }
            }
        }
        if (self.load.val() || self.pass.val()) && !self.retire.val() {
            self.used.d.next = self.used.q.val() + 1;
        }
        if self.retire.val() && !self.load.val() && !self.pass.val() {
            self.used.d.next = self.used.q.val() - 1;
        }
        self.idle.next = self.used.q.val() == 0;

        // Deliver: the status, then the rows.
        self.start.next =
            self.arrived.o_valid.val() && (self.left.q.val() == 0) && self.statuses.i_ready.val();
        self.arrived.o_ready.next = self.start.val();
        self.statuses.i.next.error = self.arrived.o.val().error;
        self.statuses.i_valid.next = self.start.val();
        self.status.next = self.statuses.o.val();
        self.status_valid.next = self.statuses.o_valid.val();
        self.statuses.o_ready.next = self.status_ready.val();

        self.read_row.next =
            (bits_cat(self.part.val()) + bits_cat(self.out_row.q.val().get_bits::<8>(0))).into();
        if self.big.val() {
            self.read_row.next = (bits_cat(self.part.val().get_bits::<2>(1))
                + bits_cat(self.out_row.q.val()))
            .into();
        }
        self.read_last.next = self.left.q.val() == 1;
        self.read_valid.next = (self.left.q.val() != 0) && (self.credit.q.val() != 0);
        self.reading.next =
            (self.left.q.val() != 0) && (self.credit.q.val() != 0) && self.read_ready.val();
        if self.reading.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.out_row.d.next = self.out_row.q.val() + 1;
        }
        if self.start.val() {
            self.left.d.next = self.arrived.o.val().beats;
        }
        self.rows_free.d.next = self.rows_free.q.val();
        if self.load.val() {
            self.rows_free.d.next = self.rows_left.val();
        }
        if self.reading.val() {
            self.rows_free.d.next = self.rows_free.q.val() + 1;
            if self.load.val() {
                self.rows_free.d.next = self.rows_left.val() + 1;
            }
        }
        self.beat_queue.i.next = self.row.val();
        self.beat_queue.i_valid.next = self.row_valid.val();
        self.data.next = self.beat_queue.o.val();
        self.data_valid.next = self.beat_queue.o_valid.val();
        self.beat_queue.o_ready.next = self.data_ready.val();
        self.popped.next = self.beat_queue.o_valid.val() && self.data_ready.val();
        if self.reading.val() && !self.popped.val() {
            self.credit.d.next = self.credit.q.val() - 1;
        }
        if self.popped.val() && !self.reading.val() {
            self.credit.d.next = self.credit.q.val() + 1;
        }

        if self.reset.val() || self.mode_change.val() {
            self.give_place.d.next = 0.into();
            self.give_block.d.next = 0.into();
            self.back_place.d.next = 0.into();
            self.back_block.d.next = 0.into();
        }
        if self.reset.val() {
            self.used.d.next = 0.into();
            self.give_row.d.next = 0.into();
            self.rows_free.d.next = 256.into();
            if self.big.val() {
                self.rows_free.d.next = 512.into();
            }
            self.upcoming_valid.d.next = false;
            self.error.d.next = 0.into();
            self.left.d.next = 0.into();
            self.out_row.d.next = 0.into();
            self.credit.d.next = 16.into();
        }
    }
}
