//! Puts send WQEs together from their slots and checks them.
//!
//! - `slot`: the slots of jobs, in order, and markers. Read errors of the ring come with them.
//! - `work`: one record a WQE, or a marker. Before it, `entry` got the WQE's scatter/gather entries that are not empty, or `inline_data`
//!   its inline payload as whole beats. A bad WQE's record carries its status; what stands in the queues beside it is then for nothing.
//! - `done`: one record a job.
//!
//! Refused with a local QP operation error (digest §9): a slot that could not be read, an index or QPN that is not the WQE's place, an
//! unknown opcode or flag, a reserved field that is not 0, more than 16 entries (4 of a READ), inline payload above 220 bytes, with
//! entries, or of a READ or atomic, an atomic without exactly one entry of 8 bytes, a length above 2^31 or other than the sum of the
//! entries. After a bad WQE the QP's slots are dropped until it is reset or started anew; after a WQE that its job has cut, until the
//! job comes that begins with it.
//!
//! A WQE of one entry takes three cycles, each further entry or slot one more; one of a single slot with inline payload two. In the cycle in
//! which a WQE's record leaves, the next slot is taken. `entry` must hold all the entries of a WQE and `inline_data` all its beats, since the
//! record that lets them be used comes last.
use crate::beat::Beat;
use crate::kit::WipedTable;
use crate::queue::wqe::{Entry, EntryFields, HeadFields};
use crate::requester::chain::{Chain, FetchDone, Slot, WorkItem};
use ferric_emit::kernel::*;
use ferric_layout::sizes;
use ferric_layout::status::Status;
use ferric_layout::work::{ATOMIC, HEAD, flag, opcode};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Waits for a slot.
    Head,
    Check,
    /// An entry a cycle.
    Entries,
    /// Waits for the WQE's next slot.
    NextSlot,
    /// A beat of inline payload a cycle.
    Inline,
    /// Waits for room at `work`.
    Finish,
    /// Drops the rest of the job.
    Skip,
    /// Waits for room at `done`.
    Done,
}

/// Status of a WQE that is not well formed or could not be read.
const MALFORMED: u8 = Status::LocalQpOperation as u8;
/// Flags that mean nothing.
const RESERVED_FLAGS: u8 = !flag::ALL;
/// What rounds bytes after the head up to slots.
const ROUND_UP: u64 = (HEAD + sizes::SLOT - 1) as u64;

/// Why a QP's slots are dropped.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Barred {
    /// A WQE was bad.
    pub stopped: Bit,
    /// A job cut a WQE: wait for the one that begins there.
    pub cut: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Decode {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub slot: Signal<In, Slot>,
    pub slot_valid: Signal<In, Bit>,
    pub slot_ready: Signal<Out, Bit>,
    pub work: Signal<Out, WorkItem>,
    pub work_valid: Signal<Out, Bit>,
    pub work_ready: Signal<In, Bit>,
    pub entry: Signal<Out, Entry>,
    pub entry_valid: Signal<Out, Bit>,
    pub entry_ready: Signal<In, Bit>,
    pub inline_data: Signal<Out, Beat>,
    pub inline_data_valid: Signal<Out, Bit>,
    pub inline_data_ready: Signal<In, Bit>,
    pub done: Signal<Out, FetchDone>,
    pub done_valid: Signal<Out, Bit>,
    pub done_ready: Signal<In, Bit>,
    barred: WipedTable<Barred, 10>,
    state: DFF<State>,
    /// The WQE's first slot, as it came.
    head: DFF<Slot>,
    /// What of the current slot is not used yet, from bit 0.
    data: DFF<Bits<512>>,
    /// Slots of the job from the current one on, and the slot after the job.
    rest: DFF<Bits<4>>,
    job_end: DFF<Bits<16>>,
    item: DFF<WorkItem>,
    /// Entries in the current slot and in all, or bytes of inline payload, to come.
    here: DFF<Bits<3>>,
    left: DFF<Bits<8>>,
    /// The sum of the entries' lengths.
    sum: DFF<Bits<36>>,
    resume: DFF<Bits<16>>,
    failed: DFF<Bit>,
    stale: DFF<Bit>,
    // Fields of the first slot.
    fields: HeadFields,
    flags: Signal<Local, Bits<8>>,
    count: Signal<Local, Bits<8>>,
    length: Signal<Local, Bits<32>>,
    inlined: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    atomic: Signal<Local, Bit>,
    malformed: Signal<Local, Bit>,
    need: Signal<Local, Bits<3>>,
    /// Bytes that the first slot's WQE has in entries or inline, rounded up.
    reach: Signal<Local, Bits<9>>,
    entry_fields: EntryFields,
    sge_length: Signal<Local, Bits<32>>,
    sge_taken: Signal<Local, Bit>,
    wrong_sum: Signal<Local, Bit>,
    bad: Signal<Local, Bit>,
    /// The slot after the WQE.
    behind: Signal<Local, Bits<16>>,
    /// The record of a good WQE leaves in this cycle, and with it, if it was its job's last, the job's.
    leaves: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
}

impl Logic for Decode {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, head, data, rest, job_end, item, here, left, sum, resume, failed,
            stale
        );
        self.barred.clock.next = self.clock.val();
        self.barred.reset.next = self.reset.val();
        self.barred.read_address.next = self.slot.val().qpn;
        self.barred.write.next = false;
        self.barred.write_address.next = self.item.q.val().qpn;
        self.barred.write_data.next.stopped = true;
        self.barred.write_data.next.cut = false;
        self.slot_ready.next = false;
        self.work.next = self.item.q.val();
        self.work_valid.next = false;
        self.entry_valid.next = false;
        self.inline_data_valid.next = false;
        self.behind.next = self.item.q.val().index + bit_cast::<16, 3>(self.item.q.val().slots);
        self.done_valid.next = false;
        self.done.next.qpn = self.head.q.val().qpn;
        self.done.next.resume = self.behind.val();
        self.done.next.end = self.job_end.q.val();
        self.done.next.failed = false;
        self.done.next.stale = false;
        if self.state.q.val() == State::Done {
            self.done_valid.next = true;
            self.done.next.resume = self.resume.q.val();
            self.done.next.failed = self.failed.q.val();
            self.done.next.stale = self.stale.q.val();
        }

        // The head of a WQE, in `head`.
        self.fields.i.next = self.head.q.val().data;
        self.flags.next = self.fields.o.val().flags;
        self.count.next = self.fields.o.val().sge_count;
        self.length.next = self.fields.o.val().length;
        self.inlined.next = (self.flags.val() & bits_const::<8>(flag::INLINE)) != 0;
        self.read.next = self.fields.o.val().opcode == bits_const::<8>(opcode::READ);
        self.atomic.next = (self.fields.o.val().opcode == bits_const::<8>(opcode::COMPARE_SWAP))
            || (self.fields.o.val().opcode == bits_const::<8>(opcode::FETCH_ADD));
        self.malformed.next = (self.fields.o.val().index != self.head.q.val().index)
            || (self.fields.o.val().qpn != bit_cast::<24, 10>(self.head.q.val().qpn))
            || (self.fields.o.val().opcode > bits_const::<8>(opcode::SEND_INVALIDATE))
            || (self.fields.o.val().opcode == bits_const::<8>(opcode::LOCAL_INVALIDATE))
            || (self.fields.o.val().opcode == bits_const::<8>(opcode::BIND_MW))
            || (self.read.val() && (self.count.val() > bits_const::<8>(sizes::READ_SGE_MAX)))
            || (self.atomic.val() && (self.count.val() != 1))
            || (self.atomic.val() && (self.length.val() != bits_const::<32>(ATOMIC)))
            || (self.inlined.val() && (self.read.val() || self.atomic.val()))
            || ((self.flags.val() & bits_const::<8>(RESERVED_FLAGS)) != 0)
            || (self.fields.o.val().reserved != 0)
            || (self.length.val() > bits_const::<32>(sizes::MESSAGE_MAX))
            || (self.count.val() > bits_const::<8>(sizes::SEND_SGE_MAX))
            || (self.inlined.val() && (self.count.val() != 0))
            || (self.inlined.val() && (self.length.val() > bits_const::<32>(sizes::INLINE_MAX)));
        self.reach.next = bit_cast::<9, 8>(self.count.val()) << 4;
        if self.inlined.val() {
            self.reach.next = bit_cast::<9, 8>(self.length.val().get_bits::<8>(0));
        }
        // Slots: the head and the reach, rounded up.
        self.need.next = ((self.reach.val() + bits_const::<9>(ROUND_UP)) >> 6).get_bits::<3>(0);

        // The next entry, in the low bits of `data`.
        self.entry_fields.i.next = self.data.q.val();
        self.entry.next = self.entry_fields.o.val();
        self.sge_length.next = self.entry_fields.o.val().length;
        self.sge_taken.next = (self.sge_length.val() == 0) || self.entry_ready.val();
        self.inline_data.next.data = (bits_cat(self.slot.val().data.get_bits::<256>(0))
            + bits_cat(self.data.q.val().get_bits::<256>(0)))
        .into();
        self.inline_data.next.last = self.left.q.val() <= bits_const::<8>(sizes::SLOT);
        self.wrong_sum.next = !self.item.q.val().inlined
            && (self.sum.q.val() != bit_cast::<36, 32>(self.item.q.val().length))
            && (self.item.q.val().status == 0);
        self.bad.next = self.wrong_sum.val() || (self.item.q.val().status != 0);
        self.leaves.next = false;

        match self.state.q.val() {
            State::Head => {
                self.head.d.next = self.slot.val();
                self.rest.d.next = self.slot.val().rest;
                self.failed.d.next = false;
                self.stale.d.next = false;
                // A marker goes straight through.
                self.slot_ready.next =
                    (self.slot.val().kind == Chain::Work) || self.work_ready.val();
                if self.slot_valid.val() {
                    if self.slot.val().kind == Chain::Work {
                        self.state.d.next = State::Check;
                    } else {
                        self.work_valid.next = true;
                        self.barred.write.next = self.slot.val().kind != Chain::Flush;
                    }
                }
                self.work.next.kind = self.slot.val().kind;
                self.work.next.command = self.slot.val().command;
                self.work.next.qpn = self.slot.val().qpn;
                self.work.next.index = self.slot.val().index;
                self.work.next.psn = self.slot.val().psn;
                self.barred.write_address.next = self.slot.val().qpn;
                self.barred.write_data.next.stopped = false;
            }
            State::Check => {
                self.job_end.d.next =
                    self.head.q.val().index + bit_cast::<16, 4>(self.head.q.val().rest);
                self.resume.d.next = self.head.q.val().index;
                self.item.d.next.kind = Chain::Work;
                self.item.d.next.command = false;
                self.item.d.next.qpn = self.head.q.val().qpn;
                self.item.d.next.index = self.head.q.val().index;
                self.item.d.next.slots = self.need.val();
                self.item.d.next.psn = 0.into();
                self.item.d.next.status = 0.into();
                self.item.d.next.vendor_error = 0.into();
                self.item.d.next.opcode = self.fields.o.val().opcode.get_bits::<4>(0);
                self.item.d.next.signaled =
                    (self.flags.val() & bits_const::<8>(flag::SIGNALED)) != 0;
                // A WRITE without immediate completes nothing at the peer, so there is no event to ask for.
                self.item.d.next.solicited =
                    ((self.flags.val() & bits_const::<8>(flag::SOLICITED)) != 0)
                        && (self.fields.o.val().opcode != bits_const::<8>(opcode::WRITE));
                self.item.d.next.fence = (self.flags.val() & bits_const::<8>(flag::FENCE)) != 0;
                self.item.d.next.inlined = false;
                self.item.d.next.entries = 0.into();
                self.item.d.next.length = self.length.val();
                self.item.d.next.remote_va = self.fields.o.val().remote_va;
                self.item.d.next.rkey = self.fields.o.val().rkey;
                self.item.d.next.immediate = self.fields.o.val().immediate;
                self.item.d.next.swap = self.fields.rest.val().get_bits::<64>(0);
                self.item.d.next.compare = self.fields.rest.val().get_bits::<64>(64);
                self.sum.d.next = 0.into();
                // The entry of an atomic stands behind its operands.
                self.data.d.next = self.fields.rest.val();
                if self.atomic.val() {
                    self.data.d.next = self.fields.rest.val() >> 128;
                }
                self.left.d.next = self.count.val();
                self.here.d.next = 2.into();
                self.barred.write_address.next = self.head.q.val().qpn;
                self.barred.write_data.next.stopped = false;
                self.barred.write.next =
                    self.head.q.val().fresh && !self.barred.read_data.val().stopped;
                if self.barred.read_data.val().stopped {
                    self.failed.d.next = true;
                    self.state.d.next = State::Skip;
                } else if self.barred.read_data.val().cut && !self.head.q.val().fresh {
                    self.stale.d.next = true;
                    self.state.d.next = State::Skip;
                } else if (self.head.q.val().error != 0) || self.malformed.val() {
                    self.item.d.next.status = bits_const::<8>(MALFORMED).into();
                    self.item.d.next.vendor_error = bit_cast::<8, 3>(self.head.q.val().error);
                    self.item.d.next.slots = 1.into();
                    self.state.d.next = State::Finish;
                } else if bit_cast::<4, 3>(self.need.val()) > self.head.q.val().rest {
                    self.barred.write_data.next.cut = true;
                    self.barred.write.next = true;
                    self.state.d.next = State::Skip;
                } else if self.reach.val() == 0 {
                    self.state.d.next = State::Finish;
                } else if self.inlined.val() {
                    self.item.d.next.inlined = true;
                    self.left.d.next = self.length.val().get_bits::<8>(0);
                    self.state.d.next = State::Inline;
                } else {
                    self.state.d.next = State::Entries;
                }
            }
            State::Entries => {
                self.entry_valid.next = self.sge_length.val() != 0;
                if self.sge_taken.val() {
                    self.data.d.next = self.entry_fields.rest.val();
                    self.sum.d.next = self.sum.q.val() + bit_cast::<36, 32>(self.sge_length.val());
                    self.left.d.next = self.left.q.val() - 1;
                    self.here.d.next = self.here.q.val() - 1;
                    if self.sge_length.val() != 0 {
                        self.item.d.next.entries = self.item.q.val().entries + 1;
                    }
                    if self.left.q.val() == 1 {
                        self.state.d.next = State::Finish;
                    } else if self.here.q.val() == 1 {
                        self.state.d.next = State::NextSlot;
                    }
                }
            }
            State::NextSlot => {
                self.slot_ready.next = true;
                self.data.d.next = self.slot.val().data;
                self.here.d.next = 4.into();
                if self.slot_valid.val() {
                    self.rest.d.next = self.slot.val().rest;
                    if self.slot.val().error != 0 {
                        self.item.d.next.status = bits_const::<8>(MALFORMED).into();
                        self.item.d.next.vendor_error = bit_cast::<8, 3>(self.slot.val().error);
                    }
                    self.state.d.next = State::Entries;
                }
            }
            State::Inline => {
                // A beat is the rest of this slot and the beginning of the next, if it reaches that far.
                if self.left.q.val() <= 32 {
                    // With the last beat the record leaves too, if it can.
                    self.inline_data_valid.next = true;
                    self.work_valid.next = self.inline_data_ready.val() && !self.bad.val();
                    if self.inline_data_ready.val() {
                        self.state.d.next = State::Finish;
                        self.leaves.next = self.work_ready.val() && !self.bad.val();
                    }
                } else {
                    self.inline_data_valid.next = self.slot_valid.val();
                    self.slot_ready.next = self.inline_data_ready.val();
                    if self.slot_valid.val() && self.inline_data_ready.val() {
                        self.rest.d.next = self.slot.val().rest;
                        self.data.d.next = self.slot.val().data >> 256;
                        self.left.d.next = self.left.q.val() - bits_const::<8>(sizes::SLOT);
                        if self.slot.val().error != 0 {
                            self.item.d.next.status = bits_const::<8>(MALFORMED).into();
                            self.item.d.next.vendor_error = bit_cast::<8, 3>(self.slot.val().error);
                        }
                        if self.left.q.val() <= bits_const::<8>(sizes::SLOT) {
                            self.state.d.next = State::Finish;
                        }
                    }
                }
            }
            State::Finish => {
                self.work_valid.next = true;
                if self.wrong_sum.val() {
                    self.work.next.status = bits_const::<8>(MALFORMED).into();
                }
                self.leaves.next = self.work_ready.val() && !self.bad.val();
                if self.work_ready.val() && self.bad.val() {
                    self.barred.write.next = true;
                    self.resume.d.next = self.behind.val();
                    self.failed.d.next = true;
                    self.state.d.next = State::Skip;
                }
            }
            State::Skip => {
                if self.rest.q.val() == 1 {
                    self.state.d.next = State::Done;
                } else {
                    self.slot_ready.next = true;
                    if self.slot_valid.val() {
                        self.rest.d.next = self.slot.val().rest;
                    }
                }
            }
            State::Done => {
                if self.done_ready.val() {
                    self.state.d.next = State::Head;
                }
            }
            _ => {
                self.state.d.next = State::Head;
            }
        }

        // A good WQE is done: on to the next slot at once.
        self.goes_on.next =
            self.leaves.val() && ((self.rest.q.val() != 1) || self.done_ready.val());
        if self.leaves.val() {
            self.resume.d.next = self.behind.val();
            self.done_valid.next = self.rest.q.val() == 1;
            self.state.d.next = State::Done;
        }
        if self.goes_on.val() {
            self.state.d.next = State::Head;
            self.slot_ready.next = self.slot.val().kind == Chain::Work;
            if self.slot_valid.val() && (self.slot.val().kind == Chain::Work) {
                self.head.d.next = self.slot.val();
                self.rest.d.next = self.slot.val().rest;
                self.state.d.next = State::Check;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Head;
        }
    }
}
