//! Executes the admin commands on completion queues and event queues.
//!
//! `command`/`result`: from the admin queue, one at a time; the command stays put until its result. `reference`/`referred`: QPs take and let go of completion queues, served
//! before commands; so that a queue in use is never destroyed, each counts who refers to it. `cq_ring` and `eq_ring` make and destroy
//! the queues at their owners, who forget theirs by themselves after a reset, as this block does.
//!
//! Waits: for the owners to take a ring (they serve rings first). The tables are read some cycles before they are written, by one job
//! at a time.
use super::fields::{PickRing, RingFields};
use crate::kit::Table;
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::admin::{CreateRing, Status, opcode};
use ferric_layout::sizes::{
    CQ_BITS, CQS, DOORBELL_PAGES, EQ_BITS, EQS, RING_LOG2_MAX, RING_LOG2_MIN,
};
use rust_hdl::prelude::*;

const SUCCESS: u8 = Status::Success as u8;
const UNKNOWN_OPCODE: u8 = Status::UnknownOpcode as u8;
const BAD_NUMBER: u8 = Status::BadNumber as u8;
const IN_USE: u8 = Status::InUse as u8;
const NOT_FOUND: u8 = Status::NotFound as u8;
const BAD_ARGUMENT: u8 = Status::BadArgument as u8;
const BUSY: u8 = Status::Busy as u8;
const BAD_REFERENCE: u8 = Status::BadReference as u8;
/// Where a query's answer is put together: page, log2, eqn and ring fill the bytes from here on.
const _: () = assert!(
    core::mem::offset_of!(CreateRing, page) == 8 && core::mem::offset_of!(CreateRing, ring) == 16
);

/// What is kept of a queue: what made it, and how many refer to it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Known {
    valid: Bit,
    /// Bytes 8 to 23 of the command.
    made: Bits<128>,
    references: Bits<16>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Forgets every queue after a reset.
    Sweep,
    /// For a job.
    Idle,
    /// For the tables' data and the argument checks, a fixed number of cycles.
    Settle,
    /// Decides.
    Act,
    /// For the completion queues' owner to take the ring.
    MakeCq,
    /// For the event queues' owner to take the ring.
    MakeEq,
    /// For the QPs' executor to take the answer.
    Refer,
    /// For the admin queue to take the result.
    Answer,
}

/// Cycles until a chain of two table reads and the checks have settled.
const SETTLED: u8 = 6;

#[derive(LogicBlock, Default)]
pub struct Rings {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub command: Signal<In, AdminCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub result: Signal<Out, AdminResult>,
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    pub reference: Signal<In, Reference>,
    pub reference_valid: Signal<In, Bit>,
    pub reference_ready: Signal<Out, Bit>,
    pub referred: Signal<Out, Referred>,
    pub referred_valid: Signal<Out, Bit>,
    pub referred_ready: Signal<In, Bit>,
    pub cq_ring: Signal<Out, RingWrite>,
    pub cq_ring_valid: Signal<Out, Bit>,
    pub cq_ring_ready: Signal<In, Bit>,
    pub eq_ring: Signal<Out, RingWrite>,
    pub eq_ring_valid: Signal<Out, Bit>,
    pub eq_ring_ready: Signal<In, Bit>,
    cqs: Table<Known, CQ_BITS>,
    eqs: Table<Known, EQ_BITS>,
    pick: PickRing,
    state: DFF<State>,
    swept: DFF<Bits<CQ_BITS>>,
    bytes: Signal<Local, Bits<1024>>,
    refer: DFF<Reference>,
    referring: DFF<Bit>,
    cq: DFF<Known>,
    eq: DFF<Known>,
    bad: DFF<Bit>,
    bad_cqn: DFF<Bit>,
    bad_eqn: DFF<Bit>,
    outcome: DFF<Bits<8>>,
    make: DFF<Bit>,
    cycles: DFF<Bits<3>>,
    made: Signal<Local, Bits<128>>,
    fields: Signal<Local, RingFields>,
    cqn: Signal<Local, Bits<CQ_BITS>>,
    eqn: Signal<Local, Bits<EQ_BITS>>,
}

impl Logic for Rings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, swept, refer, referring, cq, eq, bad, bad_cqn, bad_eqn, outcome,
            make, cycles
        );
        self.bytes.next = self.command.val().bytes;
        self.pick.i.next = self.bytes.val();
        self.fields.next = self.pick.o.val();
        self.bad.d.next = (self.fields.val().page >= bits_const::<32>(DOORBELL_PAGES))
            || (self.fields.val().log2 < bits_const::<8>(RING_LOG2_MIN))
            || (self.fields.val().log2 > bits_const::<8>(RING_LOG2_MAX))
            || (self.fields.val().ring & 63).any();
        self.bad_cqn.d.next = self.fields.val().number >= bits_const::<32>(CQS);
        self.bad_eqn.d.next = self.fields.val().number >= bits_const::<32>(EQS);

        // A completion queue's command looks at the event queue it names; an event queue's at itself.
        self.cqn.next = self.fields.val().number.get_bits::<CQ_BITS>(0);
        if self.referring.q.val() {
            self.cqn.next = self.refer.q.val().cqn;
        }
        self.eqn.next = self.fields.val().number.get_bits::<EQ_BITS>(0);
        if self.fields.val().opcode == bits_const::<8>(opcode::CREATE_CQ) {
            self.eqn.next = self.fields.val().eqn.get_bits::<EQ_BITS>(0);
        }
        if self.fields.val().opcode == bits_const::<8>(opcode::DESTROY_CQ) {
            // Where CREATE_CQ's eqn stands in what was kept.
            self.eqn.next = self.cq.q.val().made.get_bits::<EQ_BITS>(40);
        }
        self.cqs.clock.next = self.clock.val();
        self.cqs.read_address.next = self.cqn.val();
        self.cqs.write.next = false;
        self.cqs.write_address.next = self.cqn.val();
        self.cqs.write_data.next = self.cq.q.val();
        self.eqs.clock.next = self.clock.val();
        self.eqs.read_address.next = self.eqn.val();
        self.eqs.write.next = false;
        self.eqs.write_address.next = self.eqn.val();
        self.eqs.write_data.next = self.eq.q.val();
        self.cq.d.next = self.cqs.read_data.val();
        self.eq.d.next = self.eqs.read_data.val();

        self.command_ready.next = false;
        self.reference_ready.next = false;
        self.result.next.status = self.outcome.q.val();
        self.result_valid.next = false;
        self.referred.next.ok = self.outcome.q.val() == bits_const::<8>(SUCCESS);
        self.referred_valid.next = false;
        self.cq_ring.next.number = self.cqn.val();
        self.cq_ring.next.valid = self.make.q.val();
        self.cq_ring.next.ring = self.fields.val().ring;
        self.cq_ring.next.log2 = self.fields.val().log2.get_bits::<4>(0);
        self.cq_ring.next.eqn = self.fields.val().eqn.get_bits::<EQ_BITS>(0);
        self.cq_ring.next.page = self.fields.val().page.get_bits::<6>(0);
        self.cq_ring_valid.next = false;
        self.eq_ring.next.number = bit_cast::<10, 5>(self.eqn.val());
        self.eq_ring.next.valid = self.make.q.val();
        self.eq_ring.next.ring = self.fields.val().ring;
        self.eq_ring.next.log2 = self.fields.val().log2.get_bits::<4>(0);
        self.eq_ring.next.eqn = self.eqn.val();
        self.eq_ring.next.page = self.fields.val().page.get_bits::<6>(0);
        self.eq_ring_valid.next = false;

        match self.state.q.val() {
            State::Sweep => {
                self.cqs.write.next = true;
                self.cqs.write_address.next = self.swept.q.val();
                self.cqs.write_data.next.valid = false;
                self.cqs.write_data.next.references = 0.into();
                self.eqs.write.next = true;
                self.eqs.write_address.next = self.swept.q.val().get_bits::<EQ_BITS>(0);
                self.eqs.write_data.next.valid = false;
                self.eqs.write_data.next.references = 0.into();
                self.swept.d.next = self.swept.q.val() + 1;
                if self.swept.q.val().all() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                self.cycles.d.next = 0.into();
                self.referring.d.next = self.reference_valid.val();
                if self.reference_valid.val() {
                    self.reference_ready.next = true;
                    self.refer.d.next = self.reference.val();
                    self.state.d.next = State::Settle;
                } else if self.command_valid.val() {
                    self.command_ready.next = true;
                    self.state.d.next = State::Settle;
                }
            }
            State::Settle => {
                self.cycles.d.next = self.cycles.q.val() + 1;
                if self.cycles.q.val() == bits_const::<3>(SETTLED) {
                    self.state.d.next = State::Act;
                }
            }
            State::Act => {
                self.outcome.d.next = bits_const::<8>(SUCCESS).into();
                self.state.d.next = State::Answer;
                self.make.d.next = false;
                if self.referring.q.val() {
                    self.state.d.next = State::Refer;
                    if !self.cq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    } else {
                        self.cqs.write.next = true;
                        self.cqs.write_data.next.references = self.cq.q.val().references - 1;
                        if self.refer.q.val().take {
                            self.cqs.write_data.next.references = self.cq.q.val().references + 1;
                        }
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::CREATE_CQ) {
                    if self.bad_cqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if self.cq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(IN_USE).into();
                    } else if self.bad.q.val() || (self.fields.val().eqn >= bits_const::<8>(EQS)) {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                    } else if !self.eq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(BAD_REFERENCE).into();
                    } else {
                        self.cqs.write.next = true;
                        self.cqs.write_data.next.valid = true;
                        self.cqs.write_data.next.made = self.bytes.val().get_bits::<128>(64);
                        self.cqs.write_data.next.references = 0.into();
                        self.eqs.write.next = true;
                        self.eqs.write_data.next.references = self.eq.q.val().references + 1;
                        self.make.d.next = true;
                        self.state.d.next = State::MakeCq;
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::DESTROY_CQ) {
                    if self.bad_cqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.cq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    } else if self.cq.q.val().references != 0 {
                        self.outcome.d.next = bits_const::<8>(BUSY).into();
                    } else {
                        self.cqs.write.next = true;
                        self.cqs.write_data.next.valid = false;
                        self.eqs.write.next = true;
                        self.eqs.write_data.next.references = self.eq.q.val().references - 1;
                        self.state.d.next = State::MakeCq;
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::QUERY_CQ) {
                    if self.bad_cqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.cq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::CREATE_EQ) {
                    if self.bad_eqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if self.eq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(IN_USE).into();
                    } else if self.bad.q.val() || (self.fields.val().eqn != 0) {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                    } else {
                        self.eqs.write.next = true;
                        self.eqs.write_data.next.valid = true;
                        self.eqs.write_data.next.made = self.bytes.val().get_bits::<128>(64);
                        self.eqs.write_data.next.references = 0.into();
                        self.make.d.next = true;
                        self.state.d.next = State::MakeEq;
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::DESTROY_EQ) {
                    if self.bad_eqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.eq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    } else if self.eq.q.val().references != 0 {
                        self.outcome.d.next = bits_const::<8>(BUSY).into();
                    } else {
                        self.eqs.write.next = true;
                        self.eqs.write_data.next.valid = false;
                        self.state.d.next = State::MakeEq;
                    }
                } else if self.fields.val().opcode == bits_const::<8>(opcode::QUERY_EQ) {
                    if self.bad_eqn.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.eq.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    }
                } else {
                    self.outcome.d.next = bits_const::<8>(UNKNOWN_OPCODE).into();
                }
            }
            State::MakeCq => {
                self.cq_ring_valid.next = true;
                if self.cq_ring_ready.val() {
                    self.state.d.next = State::Answer;
                }
            }
            State::MakeEq => {
                self.eq_ring_valid.next = true;
                if self.eq_ring_ready.val() {
                    self.state.d.next = State::Answer;
                }
            }
            State::Refer => {
                self.referred_valid.next = true;
                if self.referred_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Answer => {
                self.result_valid.next = true;
                if self.result_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
        }
        // A query answers with what the queue was made of; every other command with what it said.
        self.made.next = self.bytes.val().get_bits::<128>(64);
        if (self.fields.val().opcode == bits_const::<8>(opcode::QUERY_CQ))
            && (self.outcome.q.val() == 0)
        {
            self.made.next = self.cq.q.val().made;
        }
        if (self.fields.val().opcode == bits_const::<8>(opcode::QUERY_EQ))
            && (self.outcome.q.val() == 0)
        {
            self.made.next = self.eq.q.val().made;
        }
        self.result.next.bytes = (bits_cat(self.bytes.val().get_bits::<320>(192))
            + bits_cat(self.made.val())
            + bits_cat(self.bytes.val().get_bits::<64>(0)))
        .into();
        if self.reset.val() {
            self.state.d.next = State::Sweep;
            self.swept.d.next = 0.into();
        }
    }
}
