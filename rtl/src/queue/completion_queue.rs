//! Owns every completion queue: where its next entry goes, how far the host has read, and whether it is armed.
//!
//! Streams: `ring` makes or destroys a queue; `doorbell` moves a consumer index and arms; `completion` (two, in fair turns, order kept
//! within each) adds an entry. One of them is served every three cycles, in that priority, one at a time, so a read of the tables never
//! meets a write of them. `write`/`write_data` is a client of the DMA writer; `raise` and `fault` go to the event queues and to control.
//!
//! Rules (digest §13): arming is one-shot and raises one event for the next entry; armed for any is not lowered by armed for solicited;
//! an arm whose consumer index is behind the producer raises its event at once, so that an entry under way while the host armed is not
//! lost; an event is released only when its entry has left the card (`written`). A full queue is never written: the queue turns bad,
//! control hears of the QP, the entry is lost and counted. A doorbell that moves the consumer index past the producer is refused.
//!
//! Waits: for room in the entry and event queues (DMA writes always drain), and for `fault` (control always takes it).
use super::completion_entry::{BITS, CompletionEntry};
use crate::beat::Beat;
use crate::kit::{SmallFifo, StreamMerge, Table};
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::completion::{SIZE, flag};
use ferric_layout::doorbell::arm;
use ferric_layout::event::kind;
use ferric_layout::sizes::ASYNC_EQ;
use rust_hdl::prelude::*;

/// The kernel shifts a slot's number by this much.
const _: () = assert!(SIZE == 1 << 5);

/// What control said of a queue.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Config {
    valid: Bit,
    ring: Bits<64>,
    log2: Bits<4>,
    eqn: Bits<5>,
    page: Bits<6>,
}

/// What this block keeps of a queue.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Level {
    producer: Bits<16>,
    consumer: Bits<16>,
    /// `ferric_layout::doorbell::arm`.
    armed: Bits<2>,
    /// Producer index after the newest entry that a solicited arm waits for.
    solicited: Bits<16>,
    overrun: Bit,
}

/// An event that waits for the entry it tells of.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Held {
    event: Event,
    ticket: Bits<16>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Forgets every queue after a reset.
    Sweep,
    /// For a job.
    Idle,
    /// For the tables' data.
    Load,
    /// For room behind, then acts.
    Act,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Job {
    Ring,
    Doorbell,
    Complete,
}

#[derive(LogicBlock, Default)]
pub struct CompletionQueue {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ring: Signal<In, RingWrite>,
    pub ring_valid: Signal<In, Bit>,
    pub ring_ready: Signal<Out, Bit>,
    pub doorbell: Signal<In, CompletionDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub send: Signal<In, Completion>,
    pub send_valid: Signal<In, Bit>,
    pub send_ready: Signal<Out, Bit>,
    pub receive: Signal<In, Completion>,
    pub receive_valid: Signal<In, Bit>,
    pub receive_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    /// Writes that have left the card, modulo 2^16.
    pub written: Signal<In, Bits<16>>,
    pub raise: Signal<Out, Event>,
    pub raise_valid: Signal<Out, Bit>,
    pub raise_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub count_completions: Signal<Out, Bit>,
    pub count_completion_overrun: Signal<Out, Bit>,
    pub count_doorbell_owner: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    merge: StreamMerge<Completion, 2, 1>,
    configs: Table<Config, 10>,
    levels: Table<Level, 10>,
    entry: CompletionEntry,
    addresses: SmallFifo<DmaWrite, 3, 4>,
    entries: SmallFifo<Bits<BITS>, 3, 4>,
    held: SmallFifo<Held, 4, 5>,
    faults: SmallFifo<QpFault, 2, 3>,
    state: DFF<State>,
    swept: DFF<Bits<10>>,
    job: DFF<Job>,
    cqn: DFF<Bits<10>>,
    new_ring: DFF<RingWrite>,
    bell: DFF<CompletionDoorbell>,
    completion: DFF<Completion>,
    setup: DFF<Config>,
    level: DFF<Level>,
    issued: DFF<Bits<16>>,
    rings: SmallFifo<RingWrite, 1, 2>,
    doorbells: SmallFifo<CompletionDoorbell, 2, 3>,
    pick: Signal<Local, Bits<10>>,
    next_producer: Signal<Local, Bits<16>>,
    overruns: Signal<Local, Bit>,
    added: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    fill: Signal<Local, Bits<16>>,
    wakes: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    moved: Signal<Local, Bits<16>>,
    overdue: Signal<Local, Bits<16>>,
    unseen: Signal<Local, Bits<16>>,
    unseen_solicited: Signal<Local, Bits<16>>,
    slot: Signal<Local, Bits<16>>,
    fires: Signal<Local, Bit>,
}

impl Logic for CompletionQueue {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, swept, job, cqn, new_ring, bell, completion, setup, level, issued
        );
        self.merge.clock.next = self.clock.val();
        self.merge.reset.next = self.reset.val();
        self.merge.i[0].next = self.send.val();
        self.merge.i_valid[0].next = self.send_valid.val();
        self.send_ready.next = self.merge.i_ready[0].val();
        self.merge.i[1].next = self.receive.val();
        self.merge.i_valid[1].next = self.receive_valid.val();
        self.receive_ready.next = self.merge.i_ready[1].val();
        self.merge.o_ready.next = false;

        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.held.clock.next = self.clock.val();
        self.held.reset.next = self.reset.val();
        self.faults.clock.next = self.clock.val();
        self.faults.reset.next = self.reset.val();

        // What the tables said, against the job in hand.
        self.fill.next = self.level.q.val().producer - self.level.q.val().consumer;
        self.full.next = (self.fill.val() >> self.setup.q.val().log2) != 0;
        self.moved.next = self.bell.q.val().index - self.level.q.val().consumer;
        self.unseen.next = self.level.q.val().producer - self.bell.q.val().index;
        self.unseen_solicited.next = self.level.q.val().solicited - self.bell.q.val().index;
        self.wakes.next = (self.completion.q.val().status != 0)
            || ((self.completion.q.val().flags & bits_const::<8>(flag::SOLICITED)) != 0);
        self.slot.next =
            self.level.q.val().producer & !(bits::<16>(0xFFFF) << self.setup.q.val().log2);
        self.fires.next = false;

        self.entry.i.next = self.completion.q.val();
        self.entry.phase.next = ((self.level.q.val().producer >> self.setup.q.val().log2) & 1) == 0;
        self.addresses.i.next.address =
            self.setup.q.val().ring + (bit_cast::<64, 16>(self.slot.val()) << 5);
        self.addresses.i.next.length = bits_const::<13>(SIZE).into();
        self.addresses.i_valid.next = false;
        self.entries.i.next = self.entry.o.val();
        self.entries.i_valid.next = false;
        self.held.i.next.event.eqn = self.setup.q.val().eqn;
        self.held.i.next.event.kind = bits_const::<8>(kind::COMPLETION).into();
        self.held.i.next.event.detail = 0.into();
        self.held.i.next.event.number = bit_cast::<32, 10>(self.cqn.q.val());
        self.faults.i.next.qpn = self.completion.q.val().qpn.get_bits::<10>(0);
        self.faults.i.next.event = bits_const::<8>(kind::QP_FATAL).into();
        self.faults.i.next.detail = self.completion.q.val().status;
        self.faults.i_valid.next = false;
        self.room.next = self.addresses.i_ready.val()
            && self.entries.i_ready.val()
            && self.held.i_ready.val()
            && self.faults.i_ready.val();

        self.configs.clock.next = self.clock.val();
        self.configs.write.next = false;
        self.configs.write_address.next = self.cqn.q.val();
        self.configs.write_data.next.valid = self.new_ring.q.val().valid;
        self.configs.write_data.next.ring = self.new_ring.q.val().ring;
        self.configs.write_data.next.log2 = self.new_ring.q.val().log2;
        self.configs.write_data.next.eqn = self.new_ring.q.val().eqn;
        self.configs.write_data.next.page = self.new_ring.q.val().page;
        self.levels.clock.next = self.clock.val();
        self.levels.write.next = false;
        self.levels.write_address.next = self.cqn.q.val();
        self.levels.write_data.next = self.level.q.val();

        self.rings.clock.next = self.clock.val();
        self.rings.reset.next = self.reset.val();
        self.rings.i.next = self.ring.val();
        self.rings.i_valid.next = self.ring_valid.val();
        self.ring_ready.next = self.rings.i_ready.val();
        self.rings.o_ready.next = false;
        self.doorbells.clock.next = self.clock.val();
        self.doorbells.reset.next = self.reset.val();
        self.doorbells.i.next = self.doorbell.val();
        self.doorbells.i_valid.next = self.doorbell_valid.val();
        self.doorbell_ready.next = self.doorbells.i_ready.val();
        self.doorbells.o_ready.next = false;
        self.pick.next = 0.into();
        self.overruns.next = false;
        self.added.next = false;
        self.next_producer.next = self.level.q.val().producer + 1;
        self.count_completions.next = false;
        self.count_completion_overrun.next = false;
        self.count_doorbell_owner.next = false;
        self.count_doorbell_index.next = false;

        match self.state.q.val() {
            State::Sweep => {
                self.configs.write.next = true;
                self.configs.write_address.next = self.swept.q.val();
                self.configs.write_data.next.valid = false;
                self.swept.d.next = self.swept.q.val() + 1;
                if self.swept.q.val().all() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                if self.rings.o_valid.val() {
                    self.rings.o_ready.next = true;
                    self.new_ring.d.next = self.rings.o.val();
                    self.pick.next = self.rings.o.val().number;
                    self.job.d.next = Job::Ring;
                    self.state.d.next = State::Load;
                } else if self.doorbells.o_valid.val() {
                    self.doorbells.o_ready.next = true;
                    self.bell.d.next = self.doorbells.o.val();
                    self.pick.next = self.doorbells.o.val().cqn;
                    self.job.d.next = Job::Doorbell;
                    self.state.d.next = State::Load;
                } else if self.merge.o_valid.val() {
                    self.merge.o_ready.next = true;
                    self.completion.d.next = self.merge.o.val();
                    self.pick.next = self.merge.o.val().cqn;
                    self.job.d.next = Job::Complete;
                    self.state.d.next = State::Load;
                }
                self.cqn.d.next = self.pick.val();
            }
            State::Load => {
                self.setup.d.next = self.configs.read_data.val();
                self.level.d.next = self.levels.read_data.val();
                self.state.d.next = State::Act;
            }
            State::Act => {
                if self.room.val() {
                    self.state.d.next = State::Idle;
                    match self.job.q.val() {
                        Job::Ring => {
                            self.configs.write.next = true;
                            self.levels.write.next = true;
                            self.levels.write_data.next.producer = 0.into();
                            self.levels.write_data.next.consumer = 0.into();
                            self.levels.write_data.next.armed = bits_const::<2>(arm::NONE).into();
                            self.levels.write_data.next.solicited = 0.into();
                            self.levels.write_data.next.overrun = false;
                        }
                        Job::Doorbell => {
                            if !self.setup.q.val().valid
                                || (self.setup.q.val().page != self.bell.q.val().page)
                            {
                                self.count_doorbell_owner.next = true;
                            } else if self.moved.val() > self.fill.val() {
                                self.count_doorbell_index.next = true;
                            } else {
                                self.levels.write.next = true;
                                self.levels.write_data.next.consumer = self.bell.q.val().index;
                                if self.bell.q.val().arm == bits_const::<2>(arm::NEXT) {
                                    self.fires.next = self.unseen.val() != 0;
                                    self.levels.write_data.next.armed =
                                        bits_const::<2>(arm::NEXT).into();
                                }
                                if self.bell.q.val().arm == bits_const::<2>(arm::SOLICITED) {
                                    // Past the consumer index, not at or before it.
                                    self.fires.next =
                                        (self.unseen_solicited.val() - 1) < self.unseen.val();
                                    self.levels.write_data.next.armed =
                                        self.level.q.val().armed | bits_const::<2>(arm::SOLICITED);
                                }
                            }
                        }
                        Job::Complete => {
                            if !self.setup.q.val().valid
                                || self.full.val()
                                || self.level.q.val().overrun
                            {
                                self.count_completion_overrun.next = true;
                                self.faults.i_valid.next = true;
                                // One CQ_ERROR a queue; its QPs are reported one by one.
                                self.overruns.next =
                                    self.setup.q.val().valid && !self.level.q.val().overrun;
                                self.levels.write.next = self.overruns.val();
                                self.levels.write_data.next.overrun = true;
                            } else {
                                self.count_completions.next = true;
                                self.addresses.i_valid.next = true;
                                self.entries.i_valid.next = true;
                                self.added.next = true;
                                self.issued.d.next = self.issued.q.val() + 1;
                                self.levels.write.next = true;
                                self.levels.write_data.next.producer = self.next_producer.val();
                                if self.wakes.val() {
                                    self.levels.write_data.next.solicited =
                                        self.next_producer.val();
                                }
                                self.fires.next =
                                    (self.level.q.val().armed & bits_const::<2>(arm::NEXT)).any()
                                        || (self.wakes.val() && self.level.q.val().armed.any());
                            }
                        }
                    }
                    if self.fires.val() {
                        self.levels.write_data.next.armed = bits_const::<2>(arm::NONE).into();
                    }
                }
            }
        }
        self.configs.read_address.next = self.pick.val();
        self.levels.read_address.next = self.pick.val();
        self.held.i_valid.next = self.fires.val() || self.overruns.val();
        if self.overruns.val() {
            self.held.i.next.event.eqn = bits_const::<5>(ASYNC_EQ).into();
            self.held.i.next.event.kind = bits_const::<8>(kind::CQ_ERROR).into();
        }
        // The entry written in this very cycle is the one the event tells of.
        self.held.i.next.ticket = self.issued.q.val() + bit_cast::<16, 1>(self.added.val().into());

        // Entries leave as 32 bytes of a beat.
        self.write.next = self.addresses.o.val();
        self.write_valid.next = self.addresses.o_valid.val();
        self.addresses.o_ready.next = self.write_ready.val();
        self.write_data.next.data = bit_cast::<512, BITS>(self.entries.o.val());
        self.write_data.next.last = true;
        self.write_data_valid.next = self.entries.o_valid.val();
        self.entries.o_ready.next = self.write_data_ready.val();

        // An event leaves when its entry has.
        self.overdue.next = self.written.val() - self.held.o.val().ticket;
        self.raise.next = self.held.o.val().event;
        self.raise_valid.next = self.held.o_valid.val() && !self.overdue.val().get_bit(15);
        self.held.o_ready.next = self.raise_ready.val() && !self.overdue.val().get_bit(15);
        self.fault.next = self.faults.o.val();
        self.fault_valid.next = self.faults.o_valid.val();
        self.faults.o_ready.next = self.fault_ready.val();

        if self.reset.val() {
            self.state.d.next = State::Sweep;
            self.swept.d.next = 0.into();
            self.issued.d.next = 0.into();
        }
    }
}
