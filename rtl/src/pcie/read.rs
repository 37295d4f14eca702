//! Reads host memory for five clients.
//!
//! - `request[k]`, `status[k]`, `data[k]`: client k's reads (`read_client` names them). A read is answered when all of it has arrived, in
//!   the order of the client's requests: first its status, then its bytes from byte 0 of the first beat on. A failed read is answered just
//!   so, with an error and undefined bytes. Clients have tags, buffer space and queues of their own and do not wait for each other, but
//!   for their turn.
//! - `read`: read requests to send. A request is cut at every multiple of the smaller of `size` (the host's MRRS) and `largest_read`, thus
//!   also at every 4 KB. Each takes a tag, room in the buffer, and its worst case of the block's completion buffer before it goes out, so
//!   completions are always taken: nothing on this side can hold them up (PCIe digest §2.5).
//! - `refused`: tags of reads that could not be sent; they end with an error.
//! - `m_axis_rc`: completions, as the hard block delivers them. Any order between tags, any legal cut (§1.4).
//! - `extended_tags`: 256 tags may be used rather than 32. A change waits until no read is out.
//! - `hold`: no further read begins. `waits`: a tag waits for its answer, or did so a cycle ago.
//! - `restart`: a reset while the hard block goes on. Only the place in its stream is kept, so that what is left of a packet is not taken for
//!   the next one; what it brings is for a tag that does not wait.
//!
//! A read goes out every cycle; a client can send one every two cycles. From the last completion to the status: 11 cycles; the bytes
//! follow three cycles later, a row of 64 bytes a cycle over all clients. What is waited for: completions, whose end the block's
//! completion timer guarantees.
pub mod budget;
pub mod buffer;
pub mod client;
pub mod flags;
pub mod ledger;
pub mod placer;
pub mod steps;

use super::enables::Enables;
use super::read_client::COUNT;
use crate::beat::Beat;
use crate::kit::memory::LutRam;
use crate::kit::merge::Gather;
use crate::kit::{RoundRobin, SmallFifo};
use crate::records::{DmaRead, DmaReadStatus};
use budget::{ReadBudget, ReadPrice};
use buffer::ReadBuffer;
use client::{ReadChunk, ReadClient};
use ferric_emit::kernel::*;
use ledger::ReadLedger;
use placer::ReadPlacer;
use rust_hdl::prelude::*;
use std::array::from_fn;
use steps::ReadSteps;

/// A read request as the requester stream (RQ) wants it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadPacket {
    /// Address of the first DW, divided by four.
    pub address: Bits<62>,
    pub dwords: Bits<11>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub tag: Bits<8>,
}

/// `ferric_layout::dma::ReadError` as kernels take it; 0 is none.
mod error {
    use ferric_layout::dma::ReadError;
    pub const REFUSED: u64 = ReadError::Refused as u64;
    pub const POISONED: u64 = ReadError::Poisoned as u64;
    pub const TIMEOUT: u64 = ReadError::Timeout as u64;
    pub const MALFORMED: u64 = ReadError::Malformed as u64;
    pub const DISABLED: u64 = ReadError::Disabled as u64;
}

/// Where the bytes of a tag go.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Place {
    /// The byte after its last one, in its part of the buffer.
    pub stop: Bits<15>,
    pub part: Bits<3>,
    pub length: Bits<13>,
}

/// Bytes of one beat that belong together in the buffer.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Piece {
    /// Where its first byte goes.
    pub start: Bits<15>,
    /// Quarter of the buffer, and half of the last quarter.
    pub part: Bits<3>,
    /// 0 to 64.
    pub count: Bits<7>,
    /// How far the beat must be turned down to bring each byte to its bank.
    pub turn: Bits<6>,
}

/// What a completion means for its tag.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadOutcome {
    pub tag: Bits<8>,
    /// Of the whole read.
    pub length: Bits<13>,
    /// What was still to come, as the completion says.
    pub byte_count: Bits<13>,
    /// What it brought.
    pub bytes: Bits<13>,
    /// `ferric_layout::dma::ReadError`.
    pub error: Bits<3>,
    /// Its request is completed.
    pub ends: Bit,
    /// Ended without the last completion, which may yet come.
    pub spoils: Bit,
    /// The tag did not wait for anything.
    pub unexpected: Bit,
}

/// How a tag ended.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadResult {
    pub tag: Bits<8>,
    pub error: Bits<3>,
}

/// How the reader is built.
#[derive(Copy, Clone, Debug)]
pub struct ReadOptions {
    /// Several completions in a beat (PCIe digest §2.4). Must agree with the hard block.
    pub straddle: bool,
    /// The block's completion buffer: headers, and units of 16 bytes.
    pub headers: u64,
    pub units: u64,
    /// Longest read, a power of two from 128 to 4096. Its worst case must fit in the budget.
    pub largest_read: u64,
    /// Cycles for which a tag that ended without its last completion is not used again, below 2^24.
    pub quarantine: u64,
}

impl ReadOptions {
    /// Four completions a beat: what line rate takes.
    pub const STRADDLE: Self = Self {
        straddle: true,
        headers: 256,
        units: 1792,
        largest_read: 2048,
        quarantine: 1 << 16,
    };
    /// One completion a beat; the block then wants fewer than 64 outstanding (PCIe digest §2.4).
    pub const PLAIN: Self = Self {
        straddle: false,
        headers: 63,
        largest_read: 512,
        ..Self::STRADDLE
    };
}

#[derive(LogicBlock)]
pub struct DmaReader {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    pub hold: Signal<In, Bit>,
    pub waits: Signal<Out, Bit>,
    pub size: Signal<In, Bits<13>>,
    pub boundary_128: Signal<In, Bit>,
    pub extended_tags: Signal<In, Bit>,
    pub request: [Signal<In, DmaRead>; COUNT],
    pub request_valid: [Signal<In, Bit>; COUNT],
    pub request_ready: [Signal<Out, Bit>; COUNT],
    pub status: [Signal<Out, DmaReadStatus>; COUNT],
    pub status_valid: [Signal<Out, Bit>; COUNT],
    pub status_ready: [Signal<In, Bit>; COUNT],
    pub data: [Signal<Out, Beat>; COUNT],
    pub data_valid: [Signal<Out, Bit>; COUNT],
    pub data_ready: [Signal<In, Bit>; COUNT],
    pub read: Signal<Out, ReadPacket>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub refused: Signal<In, Bits<8>>,
    pub refused_valid: Signal<In, Bit>,
    pub refused_ready: Signal<Out, Bit>,
    pub m_axis_rc_tdata: Signal<In, Bits<512>>,
    pub m_axis_rc_tuser: Signal<In, Bits<161>>,
    pub m_axis_rc_tlast: Signal<In, Bit>,
    pub m_axis_rc_tvalid: Signal<In, Bit>,
    pub m_axis_rc_tready: Signal<Out, Bit>,
    pub count_pcie_read_refused: Signal<Out, Bit>,
    pub count_pcie_read_poisoned: Signal<Out, Bit>,
    pub count_pcie_read_timeout: Signal<Out, Bit>,
    pub count_pcie_read_malformed: Signal<Out, Bit>,
    pub count_pcie_unexpected: Signal<Out, Bit>,
    straddle: Constant<Bit>,
    headers: Constant<Bits<12>>,
    units: Constant<Bits<12>>,
    largest_read: Constant<Bits<13>>,
    quarantine: Constant<Bits<24>>,
    first_block: [Constant<Bits<4>>; COUNT],
    blocks: [Constant<Bits<4>>; COUNT],
    big: [Constant<Bit>; COUNT],
    part: [Constant<Bits<3>>; COUNT],
    limit: DFF<Bits<13>>,
    // Which tags there are.
    mode: DFF<Bit>,
    changing: Signal<Local, Bit>,
    inner: Signal<Local, Bit>,
    waited: DFF<Bit>,
    change: Signal<Local, Bit>,
    client: [ReadClient; COUNT],
    idle: Gather<COUNT>,
    // One chunk of one client a cycle.
    offers: Gather<COUNT>,
    turn: RoundRobin<COUNT, 3>,
    chosen: Signal<Local, ReadChunk>,
    chosen_part: Signal<Local, Bits<3>>,
    pick: Signal<Local, Bit>,
    priced: DFF<ReadChunk>,
    priced_valid: DFF<Bit>,
    price: ReadPrice,
    enables: Enables,
    sending: DFF<ReadPacket>,
    sending_charge: DFF<budget::ReadCharge>,
    sending_valid: DFF<Bit>,
    send: Signal<Local, Bit>,
    may_price: Signal<Local, Bit>,
    budget: ReadBudget,
    out: SmallFifo<ReadPacket, 2, 3>,
    // Completions.
    steps: ReadSteps,
    placer: ReadPlacer,
    places: LutRam<Place, 8>,
    ledger: ReadLedger,
    buffer: ReadBuffer,
    // One row of one client a cycle.
    rows: Gather<COUNT>,
    row_turn: RoundRobin<COUNT, 3>,
    row: DFF<Bits<11>>,
    row_client: [DFF<Bits<3>>; 3],
    row_last: [DFF<Bit>; 3],
    row_valid: [DFF<Bit>; 3],
}

impl DmaReader {
    pub fn new(options: ReadOptions) -> Self {
        use super::read_client::*;
        let worst = options.largest_read / 64 + 1;
        assert!(
            worst <= options.headers && 4 * worst <= options.units,
            "a read that never fits"
        );
        // 16 blocks of 16 tags (of 2 without extended tags).
        let mut blocks = [0; COUNT];
        blocks[SEND_WQE] = 5;
        blocks[REQUEST_PAYLOAD] = 5;
        blocks[RESPONSE_PAYLOAD] = 4;
        blocks[RECEIVE_WQE] = 1;
        blocks[ADMIN] = 1;
        let first_block = |k: usize| blocks[..k].iter().sum::<u64>();
        // The parts of the buffer: three of 512 rows, two of 256.
        let part = |k| match k {
            REQUEST_PAYLOAD => 0,
            RESPONSE_PAYLOAD => 2,
            SEND_WQE => 4,
            RECEIVE_WQE => 6,
            _ => 7,
        };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            restart: Default::default(),
            hold: Default::default(),
            waits: Default::default(),
            size: Default::default(),
            boundary_128: Default::default(),
            extended_tags: Default::default(),
            request: from_fn(|_| Default::default()),
            request_valid: from_fn(|_| Default::default()),
            request_ready: from_fn(|_| Default::default()),
            status: from_fn(|_| Default::default()),
            status_valid: from_fn(|_| Default::default()),
            status_ready: from_fn(|_| Default::default()),
            data: from_fn(|_| Default::default()),
            data_valid: from_fn(|_| Default::default()),
            data_ready: from_fn(|_| Default::default()),
            read: Default::default(),
            read_valid: Default::default(),
            read_ready: Default::default(),
            refused: Default::default(),
            refused_valid: Default::default(),
            refused_ready: Default::default(),
            m_axis_rc_tdata: Default::default(),
            m_axis_rc_tuser: Default::default(),
            m_axis_rc_tlast: Default::default(),
            m_axis_rc_tvalid: Default::default(),
            m_axis_rc_tready: Default::default(),
            count_pcie_read_refused: Default::default(),
            count_pcie_read_poisoned: Default::default(),
            count_pcie_read_timeout: Default::default(),
            count_pcie_read_malformed: Default::default(),
            count_pcie_unexpected: Default::default(),
            straddle: Constant::new(options.straddle),
            headers: Constant::new(options.headers.into()),
            units: Constant::new(options.units.into()),
            largest_read: Constant::new(options.largest_read.into()),
            quarantine: Constant::new(options.quarantine.into()),
            first_block: from_fn(|k| Constant::new(first_block(k).into())),
            blocks: from_fn(|k| Constant::new(blocks[k].into())),
            big: from_fn(|k| Constant::new(part(k) < 6)),
            part: from_fn(|k| Constant::new(part(k).into())),
            limit: Default::default(),
            mode: Default::default(),
            changing: Default::default(),
            inner: Default::default(),
            waited: Default::default(),
            change: Default::default(),
            client: from_fn(|_| Default::default()),
            idle: Default::default(),
            offers: Default::default(),
            turn: Default::default(),
            chosen: Default::default(),
            chosen_part: Default::default(),
            pick: Default::default(),
            priced: Default::default(),
            priced_valid: Default::default(),
            price: Default::default(),
            enables: Default::default(),
            sending: Default::default(),
            sending_charge: Default::default(),
            sending_valid: Default::default(),
            send: Default::default(),
            may_price: Default::default(),
            budget: Default::default(),
            out: Default::default(),
            steps: Default::default(),
            placer: Default::default(),
            places: Default::default(),
            ledger: Default::default(),
            buffer: Default::default(),
            rows: Default::default(),
            row_turn: Default::default(),
            row: Default::default(),
            row_client: from_fn(|_| Default::default()),
            row_last: from_fn(|_| Default::default()),
            row_valid: from_fn(|_| Default::default()),
        }
    }
}

impl Logic for DmaReader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            limit,
            mode,
            waited,
            priced,
            priced_valid,
            sending,
            sending_charge,
            sending_valid,
            row
        );
        self.inner.next = self.reset.val() || self.restart.val();
        self.waited.d.next = self.ledger.busy.val().any();
        self.waits.next = self.waited.q.val();
        self.turn.clock.next = self.clock.val();
        self.turn.reset.next = self.inner.val();
        self.budget.clock.next = self.clock.val();
        self.budget.reset.next = self.inner.val();
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.inner.val();
        self.steps.clock.next = self.clock.val();
        self.steps.reset.next = self.reset.val();
        self.placer.clock.next = self.clock.val();
        self.placer.reset.next = self.reset.val();
        self.places.clock.next = self.clock.val();
        self.ledger.clock.next = self.clock.val();
        self.ledger.reset.next = self.inner.val();
        self.buffer.clock.next = self.clock.val();
        self.buffer.reset.next = self.inner.val();
        self.row_turn.clock.next = self.clock.val();
        self.row_turn.reset.next = self.inner.val();

        self.limit.d.next = self.size.val();
        if self.size.val() > self.largest_read.val() {
            self.limit.d.next = self.largest_read.val();
        }
        self.changing.next = self.mode.q.val() != self.extended_tags.val();
        self.change.next =
            (self.mode.q.val() != self.extended_tags.val()) && self.idle.o.val().all();
        if self.change.val() {
            self.mode.d.next = self.extended_tags.val();
        }

        // The read that is priced leaves when its answer has room.
        self.send.next =
            self.sending_valid.q.val() && self.budget.enough.val() && self.out.i_ready.val();

        // Choose a chunk: from here on its tag is busy and its place is known.
        self.may_price.next =
            !self.priced_valid.q.val() || !self.sending_valid.q.val() || self.send.val();
        self.turn.request.next = self.offers.o.val();
        self.turn.advance.next = self.may_price.val();
        self.pick.next = self.turn.valid.val() && self.may_price.val();
        self.chosen.next = self.client[0].chunk.val();
        self.chosen_part.next = self.part[0].val();
        for k in 0..COUNT {
            if self.turn.grant.val().index() == k {
                self.chosen.next = self.client[k].chunk.val();
                self.chosen_part.next = self.part[k].val();
            }
        }
        self.ledger.give.next = self.pick.val();
        self.ledger.give_tag.next = self.chosen.val().tag;
        self.places.write.next = self.pick.val();
        self.places.write_address.next = self.chosen.val().tag;
        self.places.write_data.next.stop = self.chosen.val().stop;
        self.places.write_data.next.part = self.chosen_part.val();
        self.places.write_data.next.length = self.chosen.val().length;
        if self.may_price.val() {
            self.priced_valid.d.next = self.turn.valid.val();
            self.priced.d.next = self.chosen.val();
        }

        // Price it.
        self.price.low.next = self.priced.q.val().address.get_bits::<7>(0);
        self.price.length.next = self.priced.q.val().length;
        self.price.boundary_128.next = self.boundary_128.val();
        self.enables.low.next = self.priced.q.val().address.get_bits::<2>(0);
        self.enables.length.next = self.priced.q.val().length;
        if !self.sending_valid.q.val() || self.send.val() {
            self.sending_valid.d.next = self.priced_valid.q.val();
            self.sending.d.next.address = self.priced.q.val().address.get_bits::<62>(2);
            self.sending.d.next.dwords = self.enables.dwords.val();
            self.sending.d.next.first_enable = self.enables.first.val();
            self.sending.d.next.last_enable = self.enables.last.val();
            self.sending.d.next.tag = self.priced.q.val().tag;
            self.sending_charge.d.next = self.price.charge.val();
        }

        // Send it, and charge it.
        self.budget.headers.next = self.headers.val();
        self.budget.units.next = self.units.val();
        self.budget.charge.next = self.sending_charge.q.val();
        self.budget.take.next = self.send.val();
        self.ledger.charge.next = self.sending_charge.q.val();
        self.ledger.charge_tag.next = self.sending.q.val().tag;
        self.ledger.charge_valid.next = self.send.val();
        self.out.i.next = self.sending.q.val();
        self.out.i_valid.next = self.sending_valid.q.val() && self.budget.enough.val();
        self.read.next = self.out.o.val();
        self.read_valid.next = self.out.o_valid.val();
        self.out.o_ready.next = self.read_ready.val();

        // Completions.
        self.steps.straddle.next = self.straddle.val();
        self.steps.m_axis_rc_tdata.next = self.m_axis_rc_tdata.val();
        self.steps.m_axis_rc_tuser.next = self.m_axis_rc_tuser.val();
        self.steps.m_axis_rc_tlast.next = self.m_axis_rc_tlast.val();
        self.steps.m_axis_rc_tvalid.next = self.m_axis_rc_tvalid.val();
        self.m_axis_rc_tready.next = self.steps.m_axis_rc_tready.val();
        self.placer.straddle.next = self.straddle.val();
        self.placer.step.next = self.steps.o.val();
        self.placer.step_valid.next = self.steps.o_valid.val();
        self.steps.o_ready.next = self.placer.step_ready.val();
        self.places.read_address.next = self.placer.look_up.val();
        self.placer.place.next = self.places.read_data.val();
        self.placer.busy.next = self.ledger.busy.val();
        self.buffer.data.next = self.placer.data.val();
        self.buffer.first.next = self.placer.first.val();
        self.buffer.second.next = self.placer.second.val();
        self.ledger.outcome.next = self.placer.outcome.val();
        self.ledger.outcome_valid.next = self.placer.outcome_valid.val();
        self.ledger.quarantine_cycles.next = self.quarantine.val();
        self.ledger.refused.next = self.refused.val();
        self.ledger.refused_valid.next = self.refused_valid.val();
        self.refused_ready.next = self.ledger.refused_ready.val();
        self.budget.give.next = self.ledger.result_valid.val();
        self.budget.given.next = self.ledger.returned.val();
        self.count_pcie_unexpected.next = self.ledger.count_pcie_unexpected.val();
        self.count_pcie_read_refused.next = self.ledger.result_valid.val()
            && (self.ledger.result.val().error == bits_const::<3>(error::REFUSED));
        self.count_pcie_read_poisoned.next = self.ledger.result_valid.val()
            && (self.ledger.result.val().error == bits_const::<3>(error::POISONED));
        self.count_pcie_read_timeout.next = self.ledger.result_valid.val()
            && (self.ledger.result.val().error == bits_const::<3>(error::TIMEOUT));
        self.count_pcie_read_malformed.next = self.ledger.result_valid.val()
            && (self.ledger.result.val().error == bits_const::<3>(error::MALFORMED));

        // Rows to the clients: a row of one client a cycle, three cycles on its way.
        self.row_turn.request.next = self.rows.o.val();
        self.row_turn.advance.next = true;
        for k in 0..3 {
            self.row_client[k].clock.next = self.clock.val();
            self.row_last[k].clock.next = self.clock.val();
            self.row_valid[k].clock.next = self.clock.val();
        }
        self.row_client[0].d.next = self.row_turn.grant.val();
        self.row_valid[0].d.next = self.row_turn.valid.val();
        self.row_last[0].d.next = self.client[0].read_last.val();
        self.row.d.next = 0.into();
        for k in 1..3 {
            self.row_client[k].d.next = self.row_client[k - 1].q.val();
            self.row_last[k].d.next = self.row_last[k - 1].q.val();
            self.row_valid[k].d.next = self.row_valid[k - 1].q.val();
        }
        self.buffer.read_row.next = self.row.q.val();

        for k in 0..COUNT {
            self.client[k].clock.next = self.clock.val();
            self.client[k].reset.next = self.inner.val();
            self.client[k].first_block.next = self.first_block[k].val();
            self.client[k].blocks.next = self.blocks[k].val();
            self.client[k].big.next = self.big[k].val();
            self.client[k].part.next = self.part[k].val();
            self.client[k].size.next = self.limit.q.val();
            self.client[k].extended.next = self.mode.q.val();
            self.client[k].hold.next = self.changing.val() || self.hold.val();
            self.client[k].mode_change.next = self.change.val();
            self.idle.i[k].next = self.client[k].idle.val();
            self.client[k].request.next = self.request[k].val();
            self.client[k].request_valid.next = self.request_valid[k].val();
            self.request_ready[k].next = self.client[k].request_ready.val();
            self.status[k].next = self.client[k].status.val();
            self.status_valid[k].next = self.client[k].status_valid.val();
            self.client[k].status_ready.next = self.status_ready[k].val();
            self.data[k].next = self.client[k].data.val();
            self.data_valid[k].next = self.client[k].data_valid.val();
            self.client[k].data_ready.next = self.data_ready[k].val();
            self.client[k].busy.next = self.ledger.busy.val();
            self.client[k].spoiled.next = self.ledger.spoiled.val();
            self.client[k].quarantine.next = self.ledger.quarantine.val();
            self.client[k].result.next = self.ledger.result.val();
            self.client[k].result_valid.next = self.ledger.result_valid.val();

            self.offers.i[k].next = self.client[k].chunk_valid.val();
            self.client[k].chunk_ready.next = false;
            if self.turn.grant.val().index() == k {
                self.client[k].chunk_ready.next = self.may_price.val();
            }

            self.rows.i[k].next = self.client[k].read_valid.val();
            self.client[k].read_ready.next = false;
            if self.row_turn.grant.val().index() == k {
                self.client[k].read_ready.next = true;
                self.row_last[0].d.next = self.client[k].read_last.val();
                self.row.d.next = self.client[k].read_row.val();
            }
            (self.client[k].row.next).data = self.buffer.row.val();
            (self.client[k].row.next).last = self.row_last[2].q.val();
            self.client[k].row_valid.next = self.row_valid[2].q.val();
            if self.row_client[2].q.val().index() != k {
                self.client[k].row_valid.next = false;
            }
        }

        if self.inner.val() {
            self.priced_valid.d.next = false;
            self.sending_valid.d.next = false;
            self.row_valid[0].d.next = false;
            self.row_valid[1].d.next = false;
            self.row_valid[2].d.next = false;
        }
    }
}
