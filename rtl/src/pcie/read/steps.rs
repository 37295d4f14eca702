//! Takes the beats of the completion stream apart: at most one TLP that was open before and one that begins, a step.
//!
//! With `straddle`, a beat holds up to four TLPs, each beginning at a multiple of 16 bytes, and the marks of tuser rule; a beat takes as
//! many steps as TLPs begin in it, at least one. Without, a beat holds one, from its first byte on, and is one step (PCIe digest §2.3,
//! 2.4). Steps come out of a register, one a cycle; the beat's data stands beside each of its steps.
use crate::kit::RegisterSlice;
use rust_hdl::prelude::*;

/// A beat and its marks.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct MarkedBeat {
    pub data: Bits<512>,
    /// How many TLPs begin and end; bit k is set for the k-th.
    pub starts: Bits<4>,
    pub stops: Bits<4>,
    /// In which 16 bytes each of them begins, two bits each.
    pub places: Bits<8>,
    pub discontinue: Bit,
    /// Without straddle: the packet's last beat.
    pub last: Bit,
}

/// What to do with a beat, or a part of it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadStep {
    pub data: Bits<512>,
    /// The TLP that was open goes on from the beat's first byte, and ends here.
    pub tail: Bit,
    pub tail_ends: Bit,
    /// A TLP begins in 16-byte part `place`, and ends here; its descriptor is `descriptor`.
    pub head: Bit,
    pub head_ends: Bit,
    pub place: Bits<2>,
    pub descriptor: Bits<96>,
    /// The block found its own memory at fault: what is in this beat must not be used.
    pub discontinue: Bit,
}

#[derive(LogicBlock, Default)]
pub struct ReadSteps {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub straddle: Signal<In, Bit>,
    pub m_axis_rc_tdata: Signal<In, Bits<512>>,
    pub m_axis_rc_tuser: Signal<In, Bits<161>>,
    pub m_axis_rc_tlast: Signal<In, Bit>,
    pub m_axis_rc_tvalid: Signal<In, Bit>,
    pub m_axis_rc_tready: Signal<Out, Bit>,
    pub o: Signal<Out, ReadStep>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    beats: RegisterSlice<MarkedBeat>,
    /// A TLP is open at the beginning of the beat.
    open: DFF<Bit>,
    /// Without straddle: the next beat is not a packet's first.
    underway: DFF<Bit>,
    /// TLPs of this beat that are done.
    done: DFF<Bits<2>>,
    now: Signal<Local, MarkedBeat>,
    starts: Signal<Local, Bits<5>>,
    stops: Signal<Local, Bits<5>>,
    tail: Signal<Local, Bit>,
    tail_ends: Signal<Local, Bit>,
    head: Signal<Local, Bit>,
    head_ends: Signal<Local, Bit>,
    more: Signal<Local, Bit>,
    place: Signal<Local, Bits<2>>,
    descriptor: Signal<Local, Bits<96>>,
    step: DFF<ReadStep>,
    step_valid: DFF<Bit>,
    go: Signal<Local, Bit>,
    stop_index: Signal<Local, Bits<3>>,
    next_index: Signal<Local, Bits<3>>,
}

impl Logic for ReadSteps {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open, underway, done, step, step_valid);
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.beats.i.next.data = self.m_axis_rc_tdata.val();
        self.beats.i.next.starts = self.m_axis_rc_tuser.val().get_bits::<4>(64);
        self.beats.i.next.places = self.m_axis_rc_tuser.val().get_bits::<8>(68);
        self.beats.i.next.stops = self.m_axis_rc_tuser.val().get_bits::<4>(76);
        self.beats.i.next.discontinue = self.m_axis_rc_tuser.val().get_bit(96);
        self.beats.i.next.last = self.m_axis_rc_tlast.val();
        self.beats.i_valid.next = self.m_axis_rc_tvalid.val();
        self.m_axis_rc_tready.next = self.beats.i_ready.val();

        self.now.next = self.beats.o.val();
        if !self.straddle.val() {
            self.now.next.starts = 1.into();
            if self.underway.q.val() {
                self.now.next.starts = 0.into();
            }
            self.now.next.places = 0.into();
            self.now.next.stops = 0.into();
            if self.beats.o.val().last {
                self.now.next.stops = 1.into();
            }
        }
        self.starts.next = bit_cast::<5, 4>(self.now.val().starts);
        self.stops.next = bit_cast::<5, 4>(self.now.val().stops);

        // The TLP that was open comes first; of those that begin here, one a step.
        self.tail.next = self.open.q.val() && (self.done.q.val() == 0);
        self.tail_ends.next =
            self.open.q.val() && (self.done.q.val() == 0) && self.stops.val().get_bit(0);
        self.head.next = self.starts.val().get_bit(self.done.q.val().index())
            && (!self.open.q.val() || self.stops.val().get_bit(0));
        self.stop_index.next = bit_cast::<3, 2>(self.done.q.val());
        if self.open.q.val() {
            self.stop_index.next = bit_cast::<3, 2>(self.done.q.val()) + 1;
        }
        self.head_ends.next =
            self.head.val() && self.stops.val().get_bit(self.stop_index.val().index());
        self.next_index.next = bit_cast::<3, 2>(self.done.q.val()) + 1;
        self.more.next =
            self.head_ends.val() && self.starts.val().get_bit(self.next_index.val().index());
        self.place.next = self.now.val().places.get_bits::<2>(0);
        if self.done.q.val() == 1 {
            self.place.next = self.now.val().places.get_bits::<2>(2);
        }
        if self.done.q.val() == 2 {
            self.place.next = self.now.val().places.get_bits::<2>(4);
        }
        if self.done.q.val() == 3 {
            self.place.next = self.now.val().places.get_bits::<2>(6);
        }
        self.descriptor.next = self.now.val().data.get_bits::<96>(0);
        if self.place.val() == 1 {
            self.descriptor.next = self.now.val().data.get_bits::<96>(128);
        }
        if self.place.val() == 2 {
            self.descriptor.next = self.now.val().data.get_bits::<96>(256);
        }
        if self.place.val() == 3 {
            self.descriptor.next = self.now.val().data.get_bits::<96>(384);
        }

        self.go.next = !self.step_valid.q.val() || self.o_ready.val();
        self.beats.o_ready.next = self.go.val() && !self.more.val();
        if self.go.val() {
            self.step_valid.d.next = self.beats.o_valid.val();
            self.step.d.next.data = self.now.val().data;
            self.step.d.next.tail = self.tail.val();
            self.step.d.next.tail_ends = self.tail_ends.val();
            self.step.d.next.head = self.head.val();
            self.step.d.next.head_ends = self.head_ends.val();
            self.step.d.next.place = self.place.val();
            self.step.d.next.descriptor = self.descriptor.val();
            self.step.d.next.discontinue = self.now.val().discontinue;
            if self.beats.o_valid.val() {
                self.done.d.next = self.done.q.val() + 1;
                if !self.more.val() {
                    self.done.d.next = 0.into();
                    self.underway.d.next = !self.beats.o.val().last;
                    self.open.d.next = (self.head.val() && !self.head_ends.val())
                        || (self.open.q.val() && !self.stops.val().get_bit(0));
                }
            }
        }
        self.o.next = self.step.q.val();
        self.o_valid.next = self.step_valid.q.val();
        if self.reset.val() {
            self.open.d.next = false;
            self.underway.d.next = false;
            self.done.d.next = 0.into();
            self.step_valid.d.next = false;
        }
    }
}
