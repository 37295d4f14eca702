//! Reads send WQEs from the rings.
//!
//! - `job`: slots to read, or a marker, which goes straight through in its place.
//! - `pushed_slot`: the slot of a job that was pushed; `pushed_used` when it has been passed on.
//! - `read`, `status`, `data`: the DMA client of send WQEs. A job is one read, or two where it wraps at the end of the ring.
//! - `slot`: the slots, in order.
//!
//! Up to 32 reads are under way at once; a job takes three cycles, one more if it wraps, and a slot one. A pushed slot takes its place behind
//! the reads under way; if there are none, it goes straight to `slot`. The answers are taken as long as
//! the decoder takes slots, and it never waits for a further answer, so a full queue of reads always drains.
use crate::beat::Beat;
use crate::kit::{SmallFifo, Table};
use crate::records::{DmaRead, DmaReadStatus, QpWrite};
use crate::requester::chain::{Chain, FetchJob, Slot};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Ring {
    pub base: Bits<64>,
    pub log2: Bits<4>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    Job,
    Ring,
    Read,
    Wrapped,
}

#[derive(LogicBlock, Default)]
pub struct SendFetch {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub job: Signal<In, FetchJob>,
    pub job_valid: Signal<In, Bit>,
    pub job_ready: Signal<Out, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub pushed_slot: Signal<In, Bits<512>>,
    pub pushed_used: Signal<Out, Bit>,
    pub slot: Signal<Out, Slot>,
    pub slot_valid: Signal<Out, Bit>,
    pub slot_ready: Signal<In, Bit>,
    rings: Table<Ring, 10>,
    statuses: SmallFifo<DmaReadStatus, 5, 6>,
    /// Reads under way, each with the slot it begins with, and markers.
    asked: SmallFifo<FetchJob, 5, 6>,
    state: DFF<State>,
    size: Signal<Local, Bits<16>>,
    place: Signal<Local, Bits<16>>,
    room: Signal<Local, Bits<16>>,
    base: DFF<Bits<64>>,
    offset: DFF<Bits<22>>,
    /// Slots of the job before the ring's end, and after it.
    ahead: DFF<Bits<4>>,
    after: DFF<Bits<4>>,
    both_ready: Signal<Local, Bit>,
    /// Slots of the read that have come.
    come: DFF<Bits<4>>,
    error: DFF<Bits<3>>,
    take: Signal<Local, Bit>,
    straight: Signal<Local, Bit>,
    reads_slot: Signal<Local, Bit>,
    may_take: Signal<Local, Bit>,
    from: Signal<Local, FetchJob>,
}

impl Logic for SendFetch {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, base, offset, ahead, after, come, error);
        self.rings.clock.next = self.clock.val();
        self.statuses.clock.next = self.clock.val();
        self.statuses.reset.next = self.reset.val();
        self.asked.clock.next = self.clock.val();
        self.asked.reset.next = self.reset.val();
        self.rings.write.next = self.qp_write_valid.val();
        self.rings.write_address.next = self.qp_write.val().qpn;
        self.rings.write_data.next.base = self.qp_write.val().send.ring;
        self.rings.write_data.next.log2 = self.qp_write.val().send.ring_log2;
        self.rings.read_address.next = self.job.val().qpn;
        self.statuses.i.next = self.status.val();
        self.statuses.i_valid.next = self.status_valid.val();
        self.status_ready.next = self.statuses.i_ready.val();

        // Ask.
        self.both_ready.next = self.read_ready.val() && self.asked.i_ready.val();
        self.size.next = bits::<16>(1) << self.rings.read_data.val().log2;
        self.place.next = self.job.val().index & (self.size.val() - 1);
        self.room.next = self.size.val() - self.place.val();
        self.job_ready.next = false;
        self.read_valid.next = false;
        self.read.next.address = self.base.q.val() + bit_cast::<64, 22>(self.offset.q.val());
        self.read.next.length = bit_cast::<13, 4>(self.ahead.q.val()) << 6;
        self.asked.i_valid.next = false;
        self.asked.i.next = self.job.val();
        self.straight.next =
            self.job_valid.val() && self.job.val().pushed && !self.asked.o_valid.val();
        match self.state.q.val() {
            State::Job => {
                if self.job_valid.val() {
                    if self.straight.val() {
                        self.job_ready.next = self.slot_ready.val();
                    } else if (self.job.val().kind == Chain::Work) && !self.job.val().pushed {
                        self.state.d.next = State::Ring;
                    } else {
                        self.asked.i_valid.next = true;
                        self.job_ready.next = self.asked.i_ready.val();
                    }
                }
            }
            State::Ring => {
                self.base.d.next = self.rings.read_data.val().base;
                self.offset.d.next = bit_cast::<22, 16>(self.place.val()) << 6;
                self.ahead.d.next = self.job.val().count;
                self.after.d.next = 0.into();
                if self.room.val() < bit_cast::<16, 4>(self.job.val().count) {
                    self.ahead.d.next = self.room.val().get_bits::<4>(0);
                    self.after.d.next = self.job.val().count - self.room.val().get_bits::<4>(0);
                }
                self.state.d.next = State::Read;
            }
            State::Read => {
                self.read_valid.next = self.asked.i_ready.val();
                if self.both_ready.val() {
                    self.asked.i_valid.next = true;
                    if self.after.q.val() == 0 {
                        self.job_ready.next = true;
                        self.state.d.next = State::Job;
                    } else {
                        self.state.d.next = State::Wrapped;
                    }
                }
            }
            State::Wrapped => {
                self.read.next.address = self.base.q.val();
                self.read.next.length = bit_cast::<13, 4>(self.after.q.val()) << 6;
                self.asked.i.next.index =
                    self.job.val().index + bit_cast::<16, 4>(self.ahead.q.val());
                self.asked.i.next.count = self.after.q.val();
                self.read_valid.next = self.asked.i_ready.val();
                if self.both_ready.val() {
                    self.asked.i_valid.next = true;
                    self.job_ready.next = true;
                    self.state.d.next = State::Job;
                }
            }
            _ => {
                self.state.d.next = State::Job;
            }
        }

        // Answer: the status goes with a read's first slot.
        self.from.next = self.asked.o.val();
        if self.straight.val() {
            self.from.next = self.job.val();
        }
        self.slot.next.kind = self.from.val().kind;
        self.slot.next.command = self.from.val().command;
        self.slot.next.qpn = self.from.val().qpn;
        self.slot.next.index = self.from.val().index + bit_cast::<16, 4>(self.come.q.val());
        self.slot.next.rest = self.from.val().count - self.come.q.val();
        self.slot.next.fresh = self.from.val().fresh;
        self.slot.next.psn = self.from.val().psn;
        self.slot.next.error = self.error.q.val();
        if self.come.q.val() == 0 {
            self.slot.next.error = self.statuses.o.val().error;
        }
        self.slot.next.data = self.data.val().data;
        if self.from.val().pushed {
            self.slot.next.error = 0.into();
            self.slot.next.data = self.pushed_slot.val();
        }
        self.may_take.next = false;
        self.reads_slot.next = (self.from.val().kind == Chain::Work) && !self.from.val().pushed;
        self.slot_valid.next = self.asked.o_valid.val() || self.straight.val();
        self.data_ready.next = false;
        if self.reads_slot.val() {
            self.may_take.next = self.asked.o_valid.val()
                && (self.statuses.o_valid.val() || (self.come.q.val() != 0));
            self.slot_valid.next = self.may_take.val() && self.data_valid.val();
            self.data_ready.next = self.may_take.val() && self.slot_ready.val();
        }
        self.take.next = self.slot_valid.val() && self.slot_ready.val();
        self.pushed_used.next = self.take.val() && self.from.val().pushed;
        self.asked.o_ready.next = self.slot_ready.val();
        self.statuses.o_ready.next = false;
        if self.reads_slot.val() {
            self.asked.o_ready.next = self.take.val() && self.data.val().last;
            if self.take.val() {
                self.come.d.next = self.come.q.val() + 1;
                if self.come.q.val() == 0 {
                    self.statuses.o_ready.next = true;
                    self.error.d.next = self.statuses.o.val().error;
                }
                if self.data.val().last {
                    self.come.d.next = 0.into();
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Job;
            self.come.d.next = 0.into();
        }
    }
}
