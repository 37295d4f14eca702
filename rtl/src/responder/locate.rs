//! Finds out to which keys the payload of each request goes, and asks the memory block for each.
//!
//! - `work`: one a cycle, but a SEND with payload takes two cycles and one for each entry of its receive WQE up to the one that its last
//!   byte goes to.
//! - `wqe_address` / `wqe`: the receive WQE, two cycles; its address is that of the work at the head, so the data stays while it is used.
//! - `stale`: the place that came with the work must be asked for anew. `granted`: a work that came with one is taken.
//! - `check`: one question a part, unless its place is known; `part`: the parts of every packet that has payload, whose lengths add up to the
//!   packet's; `placing`: every request, in order, before or with its last part. `opens`: a part is let through that will be written, if its
//!   key is good.
//! - `freed`: groups of receive WQEs of which the last is not needed on the card any more.
//!
//! A SEND's entries are walked from the message's offset (digest §11: entries of no bytes are skipped). The sequence stage has measured the
//! message against the sum of the entries, so the walk ends in one of the four; if it did not it would go round, and end there.
//! Nothing waits here but for room in the four queues, each of which holds eight and is emptied without regard to the others' room.
use super::flow::{Freed, LAST_SLOT, Part, Placing, SLOT_BITS, STOCK_BITS, Work};
use crate::kit::SmallFifo;
use crate::records::Check;
use ferric_emit::kernel::*;
use ferric_layout::qp::access;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// Whatever is next; a SEND's WQE is being read.
    Take,
    /// The WQE comes in the next cycle.
    Fetch,
    /// One entry a cycle.
    Walk,
}

#[derive(LogicBlock, Default)]
pub struct Locate {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub work: Signal<In, Work>,
    pub work_valid: Signal<In, Bit>,
    pub work_ready: Signal<Out, Bit>,
    pub wqe_address: Signal<Out, Bits<STOCK_BITS>>,
    pub wqe: Signal<In, Bits<512>>,
    pub stale: Signal<In, Bit>,
    pub granted: Signal<Out, Bit>,
    pub opens: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub part: Signal<Out, Part>,
    pub part_valid: Signal<Out, Bit>,
    pub part_ready: Signal<In, Bit>,
    pub placing: Signal<Out, Placing>,
    pub placing_valid: Signal<Out, Bit>,
    pub placing_ready: Signal<In, Bit>,
    pub freed: Signal<Out, Freed>,
    pub freed_valid: Signal<Out, Bit>,
    pub freed_ready: Signal<In, Bit>,
    checks: SmallFifo<Check, 3, 4>,
    parts: SmallFifo<Part, 3, 4>,
    placings: SmallFifo<Placing, 3, 4>,
    frees: SmallFifo<Freed, 3, 4>,
    phase: DFF<Phase>,
    entry: DFF<Bits<2>>,
    /// Bytes of the message to pass by before the packet's.
    skip: DFF<Bits<32>>,
    /// Bytes of the packet that have no place yet.
    rest: DFF<Bits<13>>,
    room: Signal<Local, Bit>,
    payload: Signal<Local, Bit>,
    sge: Signal<Local, Bits<128>>,
    sge_length: Signal<Local, Bits<32>>,
    past: Signal<Local, Bit>,
    open: Signal<Local, Bits<32>>,
    take: Signal<Local, Bits<13>>,
    length: Signal<Local, Bits<13>>,
    last: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    parts_out: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
}

impl Logic for Locate {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_locate");
        dff_setup!(self, clock, phase, entry, skip, rest);
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.parts.clock.next = self.clock.val();
        self.parts.reset.next = self.reset.val();
        self.placings.clock.next = self.clock.val();
        self.placings.reset.next = self.reset.val();
        self.frees.clock.next = self.clock.val();
        self.frees.reset.next = self.reset.val();
        self.room.next = self.checks.i_ready.val()
            && self.parts.i_ready.val()
            && self.placings.i_ready.val()
            && self.frees.i_ready.val();
        self.wqe_address.next = (bits_cat(self.work.val().placement.group)
            + bits_cat(self.work.val().report.index.get_bits::<SLOT_BITS>(0)))
        .into();

        // The entry that is looked at.
        self.sge.next = self.wqe.val().get_bits::<128>(0);
        if self.entry.q.val() == 1 {
            self.sge.next = self.wqe.val().get_bits::<128>(128);
        }
        if self.entry.q.val() == 2 {
            self.sge.next = self.wqe.val().get_bits::<128>(256);
        }
        if self.entry.q.val() == 3 {
            self.sge.next = self.wqe.val().get_bits::<128>(384);
        }
        self.sge_length.next = self.sge.val().get_bits::<32>(64);
        self.past.next = self.skip.q.val() >= self.sge_length.val();
        self.open.next = self.sge_length.val() - self.skip.q.val();
        self.last.next = self.open.val() >= bit_cast::<32, 13>(self.rest.q.val());
        self.take.next = self.open.val().get_bits::<13>(0);
        if self.last.val() {
            self.take.next = self.rest.q.val();
        }

        self.payload.next = self.work.val().placement.length != 0;
        self.known.next = self.work.val().placement.granted && !self.stale.val();
        self.asks.next = false;
        self.opens.next = false;
        self.parts_out.next = false;
        self.done.next = false;
        self.checks.i.next.key = self.work.val().placement.rkey;
        self.checks.i.next.pd = self.work.val().placement.pd;
        self.checks.i.next.access = bits_const::<4>(access::REMOTE_WRITE).into();
        self.checks.i.next.va = self.work.val().placement.va;
        self.length.next = self.work.val().placement.length;
        self.parts.i.next.place = self.work.val().placement.place;
        self.parts.i.next.last = true;
        match self.phase.q.val() {
            Phase::Take => {
                self.entry.d.next = 0.into();
                self.skip.d.next = self.work.val().placement.offset;
                self.rest.d.next = self.work.val().placement.length;
                if self.work_valid.val() && self.room.val() {
                    if self.payload.val()
                        && self.work.val().placement.execute
                        && self.work.val().placement.send
                    {
                        self.phase.d.next = Phase::Fetch;
                    } else {
                        self.done.next = true;
                        self.parts_out.next = self.payload.val();
                        self.opens.next = self.payload.val() && self.work.val().placement.execute;
                        self.asks.next = self.payload.val()
                            && self.work.val().placement.execute
                            && !self.known.val();
                    }
                }
            }
            Phase::Fetch => {
                self.phase.d.next = Phase::Walk;
            }
            Phase::Walk => {
                self.checks.i.next.key = self.sge.val().get_bits::<32>(96);
                self.checks.i.next.access = bits_const::<4>(access::LOCAL_WRITE).into();
                self.checks.i.next.va =
                    self.sge.val().get_bits::<64>(0) + bit_cast::<64, 32>(self.skip.q.val());
                self.length.next = self.take.val();
                self.parts.i.next.last = self.last.val();
                if self.past.val() {
                    self.entry.d.next = self.entry.q.val() + 1;
                    self.skip.d.next = self.skip.q.val() - self.sge_length.val();
                } else if self.room.val() {
                    self.entry.d.next = self.entry.q.val() + 1;
                    self.skip.d.next = 0.into();
                    self.rest.d.next = self.rest.q.val() - self.take.val();
                    self.opens.next = true;
                    self.asks.next = true;
                    self.parts_out.next = true;
                    self.done.next = self.last.val();
                    if self.last.val() {
                        self.phase.d.next = Phase::Take;
                    }
                }
            }
        }
        self.granted.next = self.done.val() && self.work.val().placement.granted;
        self.parts.i.next.asked = self.asks.val();
        self.parts.i.next.placed = self.opens.val() && !self.asks.val();
        self.checks.i.next.check_length = bit_cast::<32, 13>(self.length.val());
        self.checks.i.next.piece_length = self.length.val();
        self.parts.i.next.length = self.length.val();
        self.checks.i_valid.next = self.asks.val();
        self.parts.i_valid.next = self.parts_out.val();
        self.work_ready.next = self.done.val();
        self.placings.i.next.report = self.work.val().report;
        self.placings.i.next.payload = self.payload.val();
        self.placings.i_valid.next = self.done.val();
        self.frees.i.next.qpn = self.work.val().report.qpn;
        self.frees.i.next.group = self.work.val().placement.group;
        self.frees.i_valid.next = self.done.val()
            && self.work.val().placement.releases
            && (self.work.val().report.index.get_bits::<SLOT_BITS>(0)
                == bits_const::<SLOT_BITS>(LAST_SLOT));

        self.check.next = self.checks.o.val();
        self.check_valid.next = self.checks.o_valid.val();
        self.checks.o_ready.next = self.check_ready.val();
        self.part.next = self.parts.o.val();
        self.part_valid.next = self.parts.o_valid.val();
        self.parts.o_ready.next = self.part_ready.val();
        self.placing.next = self.placings.o.val();
        self.placing_valid.next = self.placings.o_valid.val();
        self.placings.o_ready.next = self.placing_ready.val();
        self.freed.next = self.frees.o.val();
        self.freed_valid.next = self.frees.o_valid.val();
        self.frees.o_ready.next = self.freed_ready.val();
        if self.reset.val() {
            self.phase.d.next = Phase::Take;
        }
    }
}
