//! Executes atomics: each reads a word of 8 bytes, and writes it if it is to change (digest §6, §7).
//!
//! - `job`, `result`: atomics, answered in order when what they wrote has left the card.
//! - `check`, `checked`: whether the peer may, and where the word is: asked anew, however long the atomic has waited.
//! - `read`, `status`, `data`; `write`, `write_data`, `written`: DMA clients.
//! - `idle`: nothing is under way. `fence`: high until `fenced`: what was under way when it rose is done.
//!
//! Eight are under way, in order, each for one QP or for several. One whose word's bus address is that of one under way waits until that one
//! is done, so atomics of the whole card are atomic against each other, whatever keys they come by. Against the host's own processors
//! they are not. A word stands in memory as a little-endian number; the wire's byte order was settled where the header was parsed.
//!
//! Each step takes a cycle and there is no other wait than for the memory block, the DMA clients, and room for results, which are always
//! taken. Without a conflict an atomic starts every two cycles.
use super::flow::{AtomicJob, AtomicResult};
use crate::beat::Beat;
use crate::kit::{Fence, SmallFifo, merge::Gather};
use crate::records::{Check, Checked, DmaRead, DmaReadStatus, DmaWrite};
use ferric_emit::kernel::*;
use ferric_layout::qp::access;
use ferric_layout::status::syndrome;
use ferric_layout::work;
use rust_hdl::prelude::*;
use std::array::from_fn;

/// log2 of the atomics under way.
const WAY_BITS: usize = 3;
const WAY_COUNT: usize = WAY_BITS + 1;
const WAYS: usize = 1 << WAY_BITS;
/// Bits of a word's address.
const WORD: usize = 61;

/// An atomic whose word is being read, or one that was refused.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Reading {
    job: AtomicJob,
    refused: Bit,
    address: Bits<64>,
}

/// A result that waits for its write to leave.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Leaving {
    result: AtomicResult,
    ticket: Bits<16>,
}

#[derive(LogicBlock)]
pub struct Atomic {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub job: Signal<In, AtomicJob>,
    pub job_valid: Signal<In, Bit>,
    pub job_ready: Signal<Out, Bit>,
    pub result: Signal<Out, AtomicResult>,
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    pub idle: Signal<Out, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    uses: Fence,
    jobs: SmallFifo<AtomicJob, WAY_BITS, WAY_COUNT>,
    checks: SmallFifo<Check, 1, 2>,
    reads: SmallFifo<DmaRead, 1, 2>,
    readings: SmallFifo<Reading, WAY_BITS, WAY_COUNT>,
    writes: SmallFifo<DmaWrite, 1, 2>,
    words: SmallFifo<Beat, 1, 2>,
    leavings: SmallFifo<Leaving, WAY_BITS, WAY_COUNT>,
    // The words under way, in a circle: the next place to take, the next to come free, and whether each is taken.
    words_at: [DFF<Bits<WORD>>; WAYS],
    used: [DFF<Bit>; WAYS],
    take_at: DFF<Bits<WAY_BITS>>,
    free_at: DFF<Bits<WAY_BITS>>,
    /// Which of them are the next one's.
    clashes: Gather<WAYS>,
    full: Signal<Local, Bit>,
    word: Signal<Local, Bits<WORD>>,
    starts: Signal<Local, Bit>,
    accepts: Signal<Local, Bit>,
    old: Signal<Local, Bits<64>>,
    changed: Signal<Local, Bits<64>>,
    good: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    executes: Signal<Local, Bit>,
    tickets: DFF<Bits<16>>,
    ticket: Signal<Local, Bits<16>>,
    behind: Signal<Local, Bits<16>>,
    ends: Signal<Local, Bit>,
}

impl Default for Atomic {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            job: Default::default(),
            job_valid: Default::default(),
            job_ready: Default::default(),
            result: Default::default(),
            result_valid: Default::default(),
            result_ready: Default::default(),
            check: Default::default(),
            check_valid: Default::default(),
            check_ready: Default::default(),
            checked: Default::default(),
            checked_valid: Default::default(),
            checked_ready: Default::default(),
            read: Default::default(),
            read_valid: Default::default(),
            read_ready: Default::default(),
            status: Default::default(),
            status_valid: Default::default(),
            status_ready: Default::default(),
            data: Default::default(),
            data_valid: Default::default(),
            data_ready: Default::default(),
            write: Default::default(),
            write_valid: Default::default(),
            write_ready: Default::default(),
            write_data: Default::default(),
            write_data_valid: Default::default(),
            write_data_ready: Default::default(),
            written: Default::default(),
            idle: Default::default(),
            fence: Default::default(),
            fenced: Default::default(),
            uses: Default::default(),
            jobs: Default::default(),
            checks: Default::default(),
            reads: Default::default(),
            readings: Default::default(),
            writes: Default::default(),
            words: Default::default(),
            leavings: Default::default(),
            words_at: from_fn(|_| Default::default()),
            used: from_fn(|_| Default::default()),
            take_at: Default::default(),
            free_at: Default::default(),
            clashes: Default::default(),
            full: Default::default(),
            word: Default::default(),
            starts: Default::default(),
            accepts: Default::default(),
            old: Default::default(),
            changed: Default::default(),
            good: Default::default(),
            changes: Default::default(),
            here: Default::default(),
            executes: Default::default(),
            tickets: Default::default(),
            ticket: Default::default(),
            behind: Default::default(),
            ends: Default::default(),
        }
    }
}

impl Logic for Atomic {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_atomic");
        dff_setup!(self, clock, take_at, free_at, tickets);
        self.jobs.clock.next = self.clock.val();
        self.jobs.reset.next = self.reset.val();
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.readings.clock.next = self.clock.val();
        self.readings.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.words.clock.next = self.clock.val();
        self.words.reset.next = self.reset.val();
        self.leavings.clock.next = self.clock.val();
        self.leavings.reset.next = self.reset.val();

        // A job comes: its key is asked about.
        self.accepts.next =
            self.job_valid.val() && self.jobs.i_ready.val() && self.checks.i_ready.val();
        self.job_ready.next = self.jobs.i_ready.val() && self.checks.i_ready.val();
        self.jobs.i.next = self.job.val();
        self.jobs.i_valid.next = self.accepts.val();
        self.checks.i.next.key = self.job.val().rkey;
        self.checks.i.next.pd = self.job.val().pd;
        self.checks.i.next.access = bits_const::<4>(access::REMOTE_ATOMIC).into();
        self.checks.i.next.va = self.job.val().va;
        self.checks.i.next.check_length = bits_const::<32>(work::ATOMIC).into();
        self.checks.i.next.piece_length = bits_const::<13>(work::ATOMIC).into();
        self.checks.i_valid.next = self.accepts.val();
        self.check.next = self.checks.o.val();
        self.check_valid.next = self.checks.o_valid.val();
        self.checks.o_ready.next = self.check_ready.val();

        // It starts when no other is under way at its word.
        self.word.next = self.checked.val().first_address.get_bits::<WORD>(3);
        for k in 0..WAYS {
            self.clashes.i[k].next =
                self.used[k].q.val() && (self.words_at[k].q.val() == self.word.val());
        }
        self.full.next = false;
        for k in 0..WAYS {
            if self.take_at.q.val().index() == k {
                self.full.next = self.used[k].q.val();
            }
        }
        self.starts.next = self.checked_valid.val()
            && self.jobs.o_valid.val()
            && self.reads.i_ready.val()
            && self.readings.i_ready.val()
            && !self.full.val()
            && (!self.clashes.o.val().any() || !self.checked.val().ok);
        self.checked_ready.next = self.starts.val();
        self.jobs.o_ready.next = self.starts.val();
        self.reads.i.next.address = self.checked.val().first_address;
        self.reads.i.next.length = bits_const::<13>(work::ATOMIC).into();
        self.reads.i_valid.next = self.starts.val() && self.checked.val().ok;
        self.readings.i.next.job = self.jobs.o.val();
        self.readings.i.next.refused = !self.checked.val().ok;
        self.readings.i.next.address = self.checked.val().first_address;
        self.readings.i_valid.next = self.starts.val();
        self.read.next = self.reads.o.val();
        self.read_valid.next = self.reads.o_valid.val();
        self.reads.o_ready.next = self.read_ready.val();

        // Its word is here.
        self.old.next = self.data.val().data.get_bits::<64>(0);
        self.changed.next = self.readings.o.val().job.operand;
        self.changes.next = self.old.val() == self.readings.o.val().job.compare;
        if self.readings.o.val().job.adds {
            self.changed.next = self.old.val() + self.readings.o.val().job.operand;
            self.changes.next = true;
        }
        self.good.next = !self.readings.o.val().refused && (self.status.val().error == 0);
        self.here.next = self.readings.o_valid.val()
            && (self.readings.o.val().refused
                || (self.status_valid.val() && self.data_valid.val()));
        self.executes.next = self.here.val()
            && self.writes.i_ready.val()
            && self.words.i_ready.val()
            && self.leavings.i_ready.val();
        self.readings.o_ready.next = self.executes.val();
        self.status_ready.next = self.executes.val() && !self.readings.o.val().refused;
        self.data_ready.next = self.executes.val() && !self.readings.o.val().refused;
        self.writes.i.next.address = self.readings.o.val().address;
        self.writes.i.next.length = bits_const::<13>(work::ATOMIC).into();
        self.writes.i_valid.next = self.executes.val() && self.good.val() && self.changes.val();
        self.words.i.next.data = bit_cast::<512, 64>(self.changed.val());
        self.words.i.next.last = true;
        self.words.i_valid.next = self.executes.val() && self.good.val() && self.changes.val();
        self.ticket.next = self.tickets.q.val();
        if self.good.val() && self.changes.val() {
            self.ticket.next = self.tickets.q.val() + 1;
        }
        if self.executes.val() {
            self.tickets.d.next = self.ticket.val();
        }
        self.write.next = self.writes.o.val();
        self.write_valid.next = self.writes.o_valid.val();
        self.writes.o_ready.next = self.write_ready.val();
        self.write_data.next = self.words.o.val();
        self.write_data_valid.next = self.words.o_valid.val();
        self.words.o_ready.next = self.write_data_ready.val();
        self.leavings.i_valid.next = self.executes.val();
        self.leavings.i.next.ticket = self.ticket.val();
        self.leavings.i.next.result.qpn = self.readings.o.val().job.qpn;
        self.leavings.i.next.result.number = self.readings.o.val().job.number;
        self.leavings.i.next.result.psn = self.readings.o.val().job.psn;
        self.leavings.i.next.result.msn = self.readings.o.val().job.msn;
        self.leavings.i.next.result.value = self.old.val();
        self.leavings.i.next.result.syndrome = bits_const::<8>(syndrome::ACK).into();
        if self.readings.o.val().refused {
            self.leavings.i.next.result.syndrome =
                bits_const::<8>(syndrome::NAK_REMOTE_ACCESS).into();
        } else if !self.good.val() {
            self.leavings.i.next.result.syndrome =
                bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL).into();
        }

        // What it wrote has left.
        self.behind.next = self.written.val() - self.leavings.o.val().ticket;
        self.result.next = self.leavings.o.val().result;
        self.result_valid.next = self.leavings.o_valid.val() && !self.behind.val().get_bit(15);
        self.ends.next = self.result_valid.val() && self.result_ready.val();
        self.leavings.o_ready.next = self.ends.val();

        // The words under way.
        for k in 0..WAYS {
            self.words_at[k].clock.next = self.clock.val();
            self.used[k].clock.next = self.clock.val();
            self.words_at[k].d.next = self.words_at[k].q.val();
            self.used[k].d.next = self.used[k].q.val();
            if self.ends.val() && (self.free_at.q.val().index() == k) {
                self.used[k].d.next = false;
            }
            // One that was refused has no word, but a place like any other, so that places come free in order.
            if self.starts.val() && (self.take_at.q.val().index() == k) {
                self.used[k].d.next = true;
                self.words_at[k].d.next = self.word.val();
            }
            if self.reset.val() {
                self.used[k].d.next = false;
            }
        }
        if self.starts.val() {
            self.take_at.d.next = self.take_at.q.val() + 1;
        }
        if self.ends.val() {
            self.free_at.d.next = self.free_at.q.val() + 1;
        }
        self.uses.clock.next = self.clock.val();
        self.uses.reset.next = self.reset.val();
        self.uses.begins.next = self.accepts.val();
        self.uses.ends.next = self.ends.val();
        self.uses.issued.next = 0.into();
        self.uses.left.next = 0.into();
        self.uses.fence.next = self.fence.val();
        self.fenced.next = self.uses.fenced.val();
        self.idle.next = !self.jobs.o_valid.val()
            && !self.readings.o_valid.val()
            && !self.leavings.o_valid.val();
        if self.reset.val() {
            self.take_at.d.next = 0.into();
            self.free_at.d.next = 0.into();
            self.tickets.d.next = 0.into();
        }
    }
}
