//! Owns every event queue: where its next event goes and how far the host has read.
//!
//! Streams: `ring` makes or destroys a queue, `doorbell` moves a consumer index, `completion` and `control` (in fair turns, order kept
//! within each) bring events. One of them is served every three cycles, in that priority, one at a time, so a read of the tables never
//! meets a write of them. `write`/`write_data` is a client of the DMA writer.
//!
//! Rules: an interrupt follows its event out of the card (`written`). A full queue is never written: the event is dropped and counted,
//! and an interrupt is raised all the same, so that a host that slept on it comes and reads. Event queue `n` raises vector `n`.
//!
//! Waits: for room behind; DMA writes and interrupts always drain.
use super::event_entry::{BITS, EventEntry};
use crate::beat::Beat;
use crate::kit::{SmallFifo, StreamMerge, Table};
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::event::SIZE;
use rust_hdl::prelude::*;

/// The kernel shifts a slot's number by this much.
const _: () = assert!(SIZE == 1 << 4);

/// What control said of a queue.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Config {
    valid: Bit,
    ring: Bits<64>,
    log2: Bits<4>,
    page: Bits<6>,
}

/// What this block keeps of a queue.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Level {
    producer: Bits<16>,
    consumer: Bits<16>,
}

/// An interrupt that waits for the event it tells of.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Held {
    interrupt: Interrupt,
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
    Raise,
}

#[derive(LogicBlock, Default)]
pub struct EventQueue {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ring: Signal<In, RingWrite>,
    pub ring_valid: Signal<In, Bit>,
    pub ring_ready: Signal<Out, Bit>,
    pub doorbell: Signal<In, EventDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub completion: Signal<In, Event>,
    pub completion_valid: Signal<In, Bit>,
    pub completion_ready: Signal<Out, Bit>,
    pub control: Signal<In, Event>,
    pub control_valid: Signal<In, Bit>,
    pub control_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    /// Writes that have left the card, modulo 2^16.
    pub written: Signal<In, Bits<16>>,
    pub vector: Signal<Out, Interrupt>,
    pub vector_valid: Signal<Out, Bit>,
    pub vector_ready: Signal<In, Bit>,
    pub count_events: Signal<Out, Bit>,
    pub count_event_overrun: Signal<Out, Bit>,
    pub count_doorbell_owner: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    merge: StreamMerge<Event, 2, 1>,
    rings: SmallFifo<RingWrite, 1, 2>,
    doorbells: SmallFifo<EventDoorbell, 2, 3>,
    configs: Table<Config, 5>,
    levels: Table<Level, 5>,
    entry: EventEntry,
    addresses: SmallFifo<DmaWrite, 3, 4>,
    entries: SmallFifo<Bits<BITS>, 3, 4>,
    held: SmallFifo<Held, 4, 5>,
    state: DFF<State>,
    swept: DFF<Bits<5>>,
    job: DFF<Job>,
    eqn: DFF<Bits<5>>,
    new_ring: DFF<RingWrite>,
    bell: DFF<EventDoorbell>,
    happened: DFF<Event>,
    setup: DFF<Config>,
    level: DFF<Level>,
    issued: DFF<Bits<16>>,
    pick: Signal<Local, Bits<5>>,
    room: Signal<Local, Bit>,
    fill: Signal<Local, Bits<16>>,
    full: Signal<Local, Bit>,
    moved: Signal<Local, Bits<16>>,
    slot: Signal<Local, Bits<16>>,
    added: Signal<Local, Bit>,
    overdue: Signal<Local, Bits<16>>,
}

impl Logic for EventQueue {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, swept, job, eqn, new_ring, bell, happened, setup, level, issued
        );
        self.merge.clock.next = self.clock.val();
        self.merge.reset.next = self.reset.val();
        self.merge.i[0].next = self.completion.val();
        self.merge.i_valid[0].next = self.completion_valid.val();
        self.completion_ready.next = self.merge.i_ready[0].val();
        self.merge.i[1].next = self.control.val();
        self.merge.i_valid[1].next = self.control_valid.val();
        self.control_ready.next = self.merge.i_ready[1].val();
        self.merge.o_ready.next = false;
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
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.held.clock.next = self.clock.val();
        self.held.reset.next = self.reset.val();

        self.fill.next = self.level.q.val().producer - self.level.q.val().consumer;
        self.full.next = (self.fill.val() >> self.setup.q.val().log2) != 0;
        self.moved.next = self.bell.q.val().index - self.level.q.val().consumer;
        self.slot.next =
            self.level.q.val().producer & !(bits::<16>(0xFFFF) << self.setup.q.val().log2);
        self.entry.i.next = self.happened.q.val();
        self.entry.phase.next = ((self.level.q.val().producer >> self.setup.q.val().log2) & 1) == 0;
        self.addresses.i.next.address =
            self.setup.q.val().ring + (bit_cast::<64, 16>(self.slot.val()) << 4);
        self.addresses.i.next.length = bits_const::<13>(SIZE).into();
        self.addresses.i_valid.next = false;
        self.entries.i.next = self.entry.o.val();
        self.entries.i_valid.next = false;
        self.held.i.next.interrupt.vector = self.eqn.q.val();
        self.held.i_valid.next = false;
        self.room.next =
            self.addresses.i_ready.val() && self.entries.i_ready.val() && self.held.i_ready.val();

        self.configs.clock.next = self.clock.val();
        self.configs.write.next = false;
        self.configs.write_address.next = self.eqn.q.val();
        self.configs.write_data.next.valid = self.new_ring.q.val().valid;
        self.configs.write_data.next.ring = self.new_ring.q.val().ring;
        self.configs.write_data.next.log2 = self.new_ring.q.val().log2;
        self.configs.write_data.next.page = self.new_ring.q.val().page;
        self.levels.clock.next = self.clock.val();
        self.levels.write.next = false;
        self.levels.write_address.next = self.eqn.q.val();
        self.levels.write_data.next = self.level.q.val();
        self.pick.next = 0.into();
        self.added.next = false;
        self.count_events.next = false;
        self.count_event_overrun.next = false;
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
                    self.pick.next = self.rings.o.val().number.get_bits::<5>(0);
                    self.job.d.next = Job::Ring;
                    self.state.d.next = State::Load;
                } else if self.doorbells.o_valid.val() {
                    self.doorbells.o_ready.next = true;
                    self.bell.d.next = self.doorbells.o.val();
                    self.pick.next = self.doorbells.o.val().eqn;
                    self.job.d.next = Job::Doorbell;
                    self.state.d.next = State::Load;
                } else if self.merge.o_valid.val() {
                    self.merge.o_ready.next = true;
                    self.happened.d.next = self.merge.o.val();
                    self.pick.next = self.merge.o.val().eqn;
                    self.job.d.next = Job::Raise;
                    self.state.d.next = State::Load;
                }
                self.eqn.d.next = self.pick.val();
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
                            }
                        }
                        Job::Raise => {
                            if !self.setup.q.val().valid {
                                self.count_event_overrun.next = true;
                            } else if self.full.val() {
                                self.count_event_overrun.next = true;
                                self.held.i_valid.next = true;
                            } else {
                                self.count_events.next = true;
                                self.addresses.i_valid.next = true;
                                self.entries.i_valid.next = true;
                                self.added.next = true;
                                self.issued.d.next = self.issued.q.val() + 1;
                                self.levels.write.next = true;
                                self.levels.write_data.next.producer =
                                    self.level.q.val().producer + 1;
                                self.held.i_valid.next = true;
                            }
                        }
                    }
                }
            }
        }
        self.configs.read_address.next = self.pick.val();
        self.levels.read_address.next = self.pick.val();
        // The event written in this very cycle is the one the interrupt tells of.
        self.held.i.next.ticket = self.issued.q.val() + bit_cast::<16, 1>(self.added.val().into());

        self.write.next = self.addresses.o.val();
        self.write_valid.next = self.addresses.o_valid.val();
        self.addresses.o_ready.next = self.write_ready.val();
        self.write_data.next.data = bit_cast::<512, BITS>(self.entries.o.val());
        self.write_data.next.last = true;
        self.write_data_valid.next = self.entries.o_valid.val();
        self.entries.o_ready.next = self.write_data_ready.val();

        self.overdue.next = self.written.val() - self.held.o.val().ticket;
        self.vector.next = self.held.o.val().interrupt;
        self.vector_valid.next = self.held.o_valid.val() && !self.overdue.val().get_bit(15);
        self.held.o_ready.next = self.vector_ready.val() && !self.overdue.val().get_bit(15);

        if self.reset.val() {
            self.state.d.next = State::Sweep;
            self.swept.d.next = 0.into();
            self.issued.d.next = 0.into();
        }
    }
}
