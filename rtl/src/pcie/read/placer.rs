//! Decides where in the buffer the bytes of each completion go, and what the completion means for its tag.
//!
//! `look_up` asks for the place of a tag, whose answer `place` comes in the same cycle; `busy` says which tags wait. Three stages: look up;
//! work out the address from what is still to come (a completion tells how many bytes are left, so completions of a tag are placed by what
//! they say, never by how many came before); add the descriptor's offset. Then the two pieces of a step are written together, unless they
//! meet in a bank of the buffer: then one after the other, while everything before waits a cycle. Nothing else holds this up, so a
//! completion is always taken (PCIe digest §2.5, pitfall 15).
//!
//! Bytes are written only if the tag waits, all went well, and they lie in the tag's own place (§1.4). The outcomes leave one a cycle,
//! with or after the bytes; two in one step happen only after a step with none, so one place to wait is enough.
use super::steps::ReadStep;
use super::{Piece, Place, ReadOutcome, error};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// A completion's descriptor, as far as it matters (PCIe digest §2.1).
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Descriptor {
    pub low: Bits<2>,
    pub code: Bits<4>,
    pub byte_count: Bits<13>,
    pub completed: Bit,
    pub dwords: Bits<11>,
    pub status: Bits<3>,
    pub poisoned: Bit,
    pub tag: Bits<8>,
}

/// Error codes of a completion descriptor (PCIe digest §2.1).
mod code {
    pub const POISONED: u64 = 1;
    pub const STATUS: u64 = 2;
    pub const LENGTH: u64 = 3;
    pub const ADDRESS: u64 = 5;
    pub const NO_TAG: u64 = 6;
    pub const FUNCTION_RESET: u64 = 8;
    pub const TIMEOUT: u64 = 9;
}

/// The TLP that goes on in the next beat.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Open {
    /// Where the next beat's first byte goes.
    pub at: Bits<15>,
    pub part: Bits<3>,
    pub left: Bits<13>,
    pub outcome: ReadOutcome,
}

/// A step whose pieces are known.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Placed {
    pub data: Bits<512>,
    pub tail: Piece,
    pub head: Piece,
    pub tail_ends: Bit,
    pub tail_outcome: ReadOutcome,
    pub head_ends: Bit,
    pub head_outcome: ReadOutcome,
}

#[derive(LogicBlock, Default)]
pub struct ReadPlacer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a step can have two pieces at all.
    pub straddle: Signal<In, Bit>,
    pub step: Signal<In, ReadStep>,
    pub step_valid: Signal<In, Bit>,
    pub step_ready: Signal<Out, Bit>,
    pub look_up: Signal<Out, Bits<8>>,
    pub place: Signal<In, Place>,
    pub busy: Signal<In, Bits<256>>,
    pub data: Signal<Out, Bits<512>>,
    pub first: Signal<Out, Piece>,
    pub second: Signal<Out, Piece>,
    pub outcome: Signal<Out, ReadOutcome>,
    pub outcome_valid: Signal<Out, Bit>,
    go: Signal<Local, Bit>,
    // Look up.
    look: Signal<Local, Descriptor>,
    // Work out the address.
    looked: DFF<ReadStep>,
    looked_valid: DFF<Bit>,
    descriptor: DFF<Descriptor>,
    known: DFF<Bit>,
    found: DFF<Place>,
    room: Signal<Local, Bits<13>>,
    good: Signal<Local, Bit>,
    error: Signal<Local, Bits<3>>,
    spoils: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    // Add the offset.
    worked: DFF<ReadStep>,
    worked_valid: DFF<Bit>,
    low: DFF<Bits<2>>,
    address: DFF<Bits<15>>,
    part: DFF<Bits<3>>,
    bytes: DFF<Bits<13>>,
    outcome_head: DFF<ReadOutcome>,
    open: DFF<Open>,
    lane: Signal<Local, Bits<6>>,
    lanes: Signal<Local, Bits<13>>,
    head: Signal<Local, Piece>,
    tail: Signal<Local, Piece>,
    // Write.
    placed: DFF<Placed>,
    placed_valid: DFF<Bit>,
    again: DFF<Bit>,
    ahead: Signal<Local, Bits<6>>,
    behind: Signal<Local, Bits<6>>,
    meet: Signal<Local, Bit>,
    finished: Signal<Local, Bit>,
    a: Signal<Local, Bit>,
    b: Signal<Local, Bit>,
    waiting: DFF<ReadOutcome>,
    waiting_valid: DFF<Bit>,
}

impl Logic for ReadPlacer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            looked,
            looked_valid,
            descriptor,
            known,
            found,
            worked,
            worked_valid,
            low,
            address,
            part,
            bytes,
            outcome_head,
            open,
            placed,
            placed_valid,
            again,
            waiting,
            waiting_valid
        );
        // Two pieces that share a bank go one after the other.
        self.ahead.next = self.placed.q.val().head.start.get_bits::<6>(0)
            - self.placed.q.val().tail.start.get_bits::<6>(0);
        self.behind.next = self.placed.q.val().tail.start.get_bits::<6>(0)
            - self.placed.q.val().head.start.get_bits::<6>(0);
        self.meet.next = self.straddle.val()
            && (self.placed.q.val().head.count != 0)
            && (self.placed.q.val().tail.count != 0)
            && ((bit_cast::<7, 6>(self.ahead.val()) < self.placed.q.val().tail.count)
                || (bit_cast::<7, 6>(self.behind.val()) < self.placed.q.val().head.count));
        self.go.next = !(self.placed_valid.q.val() && self.meet.val() && !self.again.q.val());
        self.step_ready.next = self.go.val();

        // Look up.
        self.look.next.low = self.step.val().descriptor.get_bits::<2>(0);
        self.look.next.code = self.step.val().descriptor.get_bits::<4>(12);
        self.look.next.byte_count = self.step.val().descriptor.get_bits::<13>(16);
        self.look.next.completed = self.step.val().descriptor.get_bit(30);
        self.look.next.dwords = self.step.val().descriptor.get_bits::<11>(32);
        self.look.next.status = self.step.val().descriptor.get_bits::<3>(43);
        self.look.next.poisoned = self.step.val().descriptor.get_bit(46);
        self.look.next.tag = self.step.val().descriptor.get_bits::<8>(64);
        self.look_up.next = self.look.val().tag;
        if self.go.val() {
            self.looked_valid.d.next = self.step_valid.val();
            self.looked.d.next = self.step.val();
            self.descriptor.d.next = self.look.val();
            self.known.d.next = self.busy.val().get_bit(self.look.val().tag.index());
            self.found.d.next = self.place.val();
        }

        // Work out the address and what it means.
        self.room.next = (bits_cat(self.descriptor.q.val().dwords) + bits_cat(bits::<2>(0))).into();
        self.error.next = 0.into();
        self.spoils.next = false;
        self.ends.next = self.descriptor.q.val().completed;
        if (self.descriptor.q.val().code == bits_const::<4>(code::POISONED))
            || self.descriptor.q.val().poisoned
        {
            self.error.next = bits_const::<3>(error::POISONED).into();
        }
        if (self.descriptor.q.val().code >= bits_const::<4>(code::LENGTH))
            && (self.descriptor.q.val().code <= bits_const::<4>(code::ADDRESS))
        {
            self.error.next = bits_const::<3>(error::MALFORMED).into();
        }
        if (self.descriptor.q.val().code == bits_const::<4>(code::STATUS))
            || (self.descriptor.q.val().status != 0)
        {
            self.error.next = bits_const::<3>(error::REFUSED).into();
            self.ends.next = true;
        }
        if self.descriptor.q.val().code == bits_const::<4>(code::TIMEOUT) {
            self.error.next = bits_const::<3>(error::TIMEOUT).into();
            self.spoils.next = true;
            self.ends.next = true;
        }
        if self.descriptor.q.val().code == bits_const::<4>(code::FUNCTION_RESET) {
            self.error.next = bits_const::<3>(error::DISABLED).into();
            self.spoils.next = true;
            self.ends.next = true;
        }
        self.good.next = self.known.q.val()
            && (self.error.val() == 0)
            && (self.descriptor.q.val().code == 0)
            && (self.descriptor.q.val().dwords != 0)
            && (self.descriptor.q.val().byte_count <= self.found.q.val().length);
        if self.go.val() {
            self.worked_valid.d.next = self.looked_valid.q.val();
            self.worked.d.next = self.looked.q.val();
            self.low.d.next = self.descriptor.q.val().low;
            self.address.d.next =
                self.found.q.val().stop - bit_cast::<15, 13>(self.descriptor.q.val().byte_count);
            self.part.d.next = self.found.q.val().part;
            self.bytes.d.next = self.room.val() - bit_cast::<13, 2>(self.descriptor.q.val().low);
            if self.descriptor.q.val().byte_count
                < (self.room.val() - bit_cast::<13, 2>(self.descriptor.q.val().low))
            {
                self.bytes.d.next = self.descriptor.q.val().byte_count;
            }
            if !self.good.val() {
                self.bytes.d.next = 0.into();
            }
            self.outcome_head.d.next.tag = self.descriptor.q.val().tag;
            self.outcome_head.d.next.length = self.found.q.val().length;
            self.outcome_head.d.next.byte_count = self.descriptor.q.val().byte_count;
            self.outcome_head.d.next.error = self.error.val();
            if !self.good.val() && (self.error.val() == 0) {
                self.outcome_head.d.next.error = bits_const::<3>(error::MALFORMED).into();
            }
            self.outcome_head.d.next.spoils = self.spoils.val();
            self.outcome_head.d.next.ends = self.ends.val();
            self.outcome_head.d.next.unexpected = !self.known.q.val()
                || (self.descriptor.q.val().code == bits_const::<4>(code::NO_TAG));
        }

        // Add the descriptor's offset: the first byte is in lane 16 * place + 12 + low.
        self.lane.next = (bits_cat(self.worked.q.val().place)
            + bits_cat(bits::<2>(3))
            + bits_cat(self.low.q.val()))
        .into();
        self.lanes.next = bits::<13>(64) - bit_cast::<13, 6>(self.lane.val());
        self.head.next.start = self.address.q.val();
        self.head.next.part = self.part.q.val();
        self.head.next.turn = self.lane.val() - self.address.q.val().get_bits::<6>(0);
        self.head.next.count = 0.into();
        if self.worked.q.val().head {
            self.head.next.count = bit_cast::<7, 13>(self.lanes.val());
            if self.bytes.q.val() < self.lanes.val() {
                self.head.next.count = bit_cast::<7, 13>(self.bytes.q.val());
            }
        }
        self.tail.next.start = self.open.q.val().at;
        self.tail.next.part = self.open.q.val().part;
        self.tail.next.turn = bits::<6>(0) - self.open.q.val().at.get_bits::<6>(0);
        self.tail.next.count = 0.into();
        if self.worked.q.val().tail {
            self.tail.next.count = 64.into();
            if self.open.q.val().left < 64 {
                self.tail.next.count = bit_cast::<7, 13>(self.open.q.val().left);
            }
        }
        if self.go.val() && self.worked_valid.q.val() {
            if self.worked.q.val().tail {
                self.open.d.next.at = self.open.q.val().at + 64;
                self.open.d.next.left =
                    self.open.q.val().left - bit_cast::<13, 7>(self.tail.val().count);
            }
            if self.worked.q.val().head {
                self.open.d.next.at = self.address.q.val() + bit_cast::<15, 13>(self.lanes.val());
                self.open.d.next.part = self.part.q.val();
                self.open.d.next.left =
                    self.bytes.q.val() - bit_cast::<13, 7>(self.head.val().count);
                self.open.d.next.outcome = self.outcome_head.q.val();
                self.open.d.next.outcome.bytes = self.bytes.q.val();
            }
        }
        if self.go.val() {
            self.placed_valid.d.next = self.worked_valid.q.val();
            self.placed.d.next.data = self.worked.q.val().data;
            self.placed.d.next.tail = self.tail.val();
            self.placed.d.next.head = self.head.val();
            self.placed.d.next.tail_ends = self.worked.q.val().tail_ends;
            self.placed.d.next.tail_outcome = self.open.q.val().outcome;
            self.placed.d.next.head_ends = self.worked.q.val().head_ends;
            self.placed.d.next.head_outcome = self.outcome_head.q.val();
            self.placed.d.next.head_outcome.bytes = self.bytes.q.val();
            if self.worked.q.val().discontinue {
                self.placed.d.next.tail_outcome.error = bits_const::<3>(error::POISONED).into();
                self.placed.d.next.head_outcome.error = bits_const::<3>(error::POISONED).into();
            }
        }

        // Write. A step with one piece uses the first way, whichever piece it is.
        self.data.next = self.placed.q.val().data;
        self.first.next = self.placed.q.val().tail;
        self.second.next = self.placed.q.val().head;
        if (self.placed.q.val().tail.count == 0) || self.again.q.val() {
            self.first.next = self.placed.q.val().head;
            self.second.next.count = 0.into();
        }
        if (self.meet.val() && !self.again.q.val()) || !self.straddle.val() {
            self.second.next.count = 0.into();
        }
        if !self.placed_valid.q.val() {
            self.first.next.count = 0.into();
            self.second.next.count = 0.into();
        }
        self.again.d.next = self.placed_valid.q.val() && self.meet.val() && !self.again.q.val();

        // Outcomes, in the step's last cycle.
        self.finished.next = self.placed_valid.q.val() && self.go.val();
        self.a.next = self.finished.val() && self.placed.q.val().tail_ends;
        self.b.next = self.finished.val() && self.placed.q.val().head_ends;
        self.outcome_valid.next = self.waiting_valid.q.val() || self.a.val() || self.b.val();
        self.outcome.next = self.placed.q.val().head_outcome;
        if self.a.val() {
            self.outcome.next = self.placed.q.val().tail_outcome;
        }
        if self.waiting_valid.q.val() {
            self.outcome.next = self.waiting.q.val();
        }
        self.waiting_valid.d.next = (self.a.val() && self.b.val())
            || (self.waiting_valid.q.val() && (self.a.val() || self.b.val()));
        self.waiting.d.next = self.placed.q.val().head_outcome;
        if self.waiting_valid.q.val() && self.a.val() {
            self.waiting.d.next = self.placed.q.val().tail_outcome;
        }

        if self.reset.val() {
            self.looked_valid.d.next = false;
            self.worked_valid.d.next = false;
            self.placed_valid.d.next = false;
            self.again.d.next = false;
            self.waiting_valid.d.next = false;
        }
    }
}
