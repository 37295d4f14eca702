//! Joins headers and payload to the beats of a frame, all but the ICRC, and says where that goes.
//!
//! - `head`, and `data` with the payload's beats if there are any. A frame takes a cycle for each of its beats, and no more, as long as its
//!   payload comes without gaps.
//! - `o`: the frame's beats, three cycles later, without ready: `go` says whether one may be begun, and room must be kept for three
//!   more. `starts` is up in the cycle in which a frame is begun.
//!
//! The payload is turned up behind the headers. These are a multiple of 4 bytes and 2 more, and so is everything before the ICRC, since
//! the pad makes the payload a multiple of 4: the ICRC begins at 2, 6, .. 62 in its beat, and only the last of these puts half of it in
//! the next beat. Behind the payload everything is zero: the pad, the ICRC's place, and what fills a frame up to 60 bytes. A packet marked
//! `discard` takes its payload along and leaves nothing.
use super::transmit_header::FrameHead;
use crate::beat::Beat;
use crate::kit::RotateCoarse;
use crate::kit::bytes::{ByteMask, Splice};
use ferric_emit::kernel::*;
use ferric_layout::wire::{FRAME_MIN, ICRC};
use rust_hdl::prelude::*;

/// Bytes of an ICRC's second half.
const ICRC_TAIL: usize = ICRC / 2;

/// A beat of a frame without its ICRC.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct FrameBeat {
    pub data: Bits<512>,
    /// The ICRC, or its first half, stands at byte 4 * `place` + 2 of this beat.
    pub icrc: Bit,
    pub place: Bits<4>,
    /// The ICRC's second half stands at byte 0.
    pub icrc_tail: Bit,
    pub last: Bit,
    /// Bytes of the frame in this beat.
    pub bytes: Bits<7>,
    pub acknowledge: Bit,
}

/// What the ICRC must know of a beat.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct FrameRegion {
    pub first: Bit,
    pub second: Bit,
    pub vlan: Bit,
    pub ipv6: Bit,
    /// Bytes that the ICRC covers, 0 to 64.
    pub bytes: Bits<7>,
    /// The last beat with any.
    pub ends: Bit,
}

#[derive(LogicBlock, Default)]
pub struct TransmitFrame {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub head: Signal<In, FrameHead>,
    pub head_valid: Signal<In, Bit>,
    pub head_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub go: Signal<In, Bit>,
    pub starts: Signal<Out, Bit>,
    pub o: Signal<Out, FrameBeat>,
    pub region: Signal<Out, FrameRegion>,
    pub o_valid: Signal<Out, Bit>,
    // Which beat of the frame is next.
    later: DFF<Bit>,
    second: DFF<Bit>,
    later_left: DFF<Bits<13>>,
    later_payload: DFF<Bits<13>>,
    took: DFF<Bit>,
    left: Signal<Local, Bits<13>>,
    payload: Signal<Local, Bits<13>>,
    begins: Signal<Local, Bit>,
    does: Signal<Local, Bit>,
    filled: Signal<Local, Bits<13>>,
    whole: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    size_mask: ByteMask,
    end_mask: ByteMask,
    coarse: RotateCoarse,
    // 1
    valid1: DFF<Bit>,
    header1: DFF<Bits<512>>,
    turned1: DFF<Bits<512>>,
    begins1: DFF<Bit>,
    carries1: DFF<Bit>,
    size_mask1: DFF<Bits<64>>,
    end_mask1: DFF<Bits<64>>,
    beat1: DFF<FrameBeat>,
    region1: DFF<FrameRegion>,
    carry: DFF<Bits<512>>,
    old: Signal<Local, Bits<512>>,
    new_part: Signal<Local, Bits<512>>,
    joined: Splice,
    cut: Splice,
    // 2
    valid2: DFF<Bit>,
    beat2: DFF<FrameBeat>,
    region2: DFF<FrameRegion>,
}

impl Logic for TransmitFrame {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, later, second, later_left, later_payload, took);
        dff_setup!(
            self, clock, valid1, header1, turned1, begins1, carries1, size_mask1, end_mask1, beat1,
            region1, carry
        );
        dff_setup!(self, clock, valid2, beat2, region2);

        // What this beat holds: `left` bytes before the ICRC and `payload` bytes not taken yet, from here on.
        self.left.next = self.head.val().total;
        self.payload.next = self.head.val().length;
        self.begins.next = (self.head.val().length != 0) && !self.head.val().size.get_bit(6);
        if self.later.q.val() {
            self.left.next = self.later_left.q.val();
            self.payload.next = self.later_payload.q.val();
            self.begins.next = self.later_payload.q.val() != 0;
        }
        self.whole.next = self.left.val() > 64;
        self.ends.next = self.left.val() <= bits_const::<13>(64 - ICRC);
        self.does.next = self.head_valid.val()
            && (self.later.q.val() || self.go.val())
            && (!self.begins.val() || self.data_valid.val());
        self.starts.next = self.does.val() && !self.later.q.val() && !self.head.val().discard;
        self.head_ready.next = self.does.val() && self.ends.val();
        self.data_ready.next =
            self.head_valid.val() && (self.later.q.val() || self.go.val()) && self.begins.val();
        if self.does.val() {
            self.later.d.next = !self.ends.val();
            self.second.d.next = !self.later.q.val() && !self.ends.val();
            self.took.d.next = self.begins.val();
            self.later_left.d.next = 0.into();
            if self.whole.val() {
                self.later_left.d.next = self.left.val() - 64;
            }
            self.later_payload.d.next = self.payload.val();
            if self.begins.val() {
                self.later_payload.d.next = 0.into();
                if self.payload.val() > 64 {
                    self.later_payload.d.next = self.payload.val() - 64;
                }
            }
        }

        // 1: the headers' part, and the payload's next beat turned behind them.
        self.valid1.d.next = self.does.val() && !self.head.val().discard;
        self.header1.d.next = 0.into();
        if !self.later.q.val() {
            self.header1.d.next = self.head.val().bytes.get_bits::<512>(0);
        } else if self.second.q.val() {
            self.header1.d.next = bit_cast::<512, 336>(self.head.val().bytes.get_bits::<336>(512));
        }
        self.coarse.i.next = (bits_cat(self.data.val().data.get_bits::<16>(0))
            + bits_cat(self.data.val().data.get_bits::<496>(16)))
        .into();
        self.coarse.by.next = !self.head.val().size.get_bits::<4>(2);
        self.turned1.d.next = self.coarse.o.val();
        self.begins1.d.next = self.begins.val();
        self.carries1.d.next = self.later.q.val() && self.took.q.val();
        self.size_mask.count.next =
            (bits_cat(bits::<1>(0)) + bits_cat(self.head.val().size.get_bits::<6>(0))).into();
        self.size_mask1.d.next = self.size_mask.o.val();
        // The pad counts as covered, but what the payload's last beat holds in its place must not be seen.
        self.filled.next = 0.into();
        if self.left.val() > bit_cast::<13, 2>(self.head.val().pad) {
            self.filled.next = self.left.val() - bit_cast::<13, 2>(self.head.val().pad);
        }
        self.end_mask.count.next = 64.into();
        if self.filled.val() < 64 {
            self.end_mask.count.next = bit_cast::<7, 13>(self.filled.val());
        }
        self.region1.d.next.bytes = 64.into();
        if !self.whole.val() {
            self.region1.d.next.bytes = bit_cast::<7, 13>(self.left.val());
        }
        self.end_mask1.d.next = self.end_mask.o.val();
        self.region1.d.next.first = !self.later.q.val();
        self.region1.d.next.second = self.second.q.val();
        self.region1.d.next.vlan = self.head.val().vlan;
        self.region1.d.next.ipv6 = self.head.val().ipv6;
        self.region1.d.next.ends = !self.whole.val() && (self.left.val() != 0);
        self.beat1.d.next.data = 0.into();
        self.beat1.d.next.icrc = !self.whole.val() && (self.left.val() != 0);
        self.beat1.d.next.place = self.left.val().get_bits::<4>(2);
        self.beat1.d.next.icrc_tail = self.left.val() == 0;
        self.beat1.d.next.last = self.ends.val();
        self.beat1.d.next.acknowledge = self.head.val().acknowledge;
        self.beat1.d.next.bytes = 64.into();
        if self.left.val() == 0 {
            self.beat1.d.next.bytes = bits_const::<7>(ICRC_TAIL).into();
        } else if self.ends.val() {
            self.beat1.d.next.bytes = bit_cast::<7, 13>(self.left.val()) + bits_const::<7>(ICRC);
            if !self.later.q.val() && (self.left.val() < bits_const::<13>(FRAME_MIN - ICRC)) {
                self.beat1.d.next.bytes = bits_const::<7>(FRAME_MIN).into();
            }
        }

        // 2: joined with what the payload's beat before left over.
        self.valid2.d.next = self.valid1.q.val();
        if self.valid1.q.val() {
            self.carry.d.next = self.turned1.q.val();
        }
        self.old.next = bits_rep::<512>(self.carries1.q.val()) & self.carry.q.val();
        self.new_part.next = bits_rep::<512>(self.begins1.q.val()) & self.turned1.q.val();
        self.joined.mask.next = self.size_mask1.q.val();
        self.joined.one.next = self.header1.q.val() | self.old.val();
        self.joined.zero.next = self.header1.q.val() | self.new_part.val();
        self.cut.mask.next = self.end_mask1.q.val();
        self.cut.one.next = self.joined.o.val();
        self.cut.zero.next = 0.into();
        self.beat2.d.next = self.beat1.q.val();
        self.beat2.d.next.data = self.cut.o.val();
        self.region2.d.next = self.region1.q.val();
        self.o.next = self.beat2.q.val();
        self.region.next = self.region2.q.val();
        self.o_valid.next = self.valid2.q.val();

        if self.reset.val() {
            self.later.d.next = false;
            self.second.d.next = false;
            self.took.d.next = false;
            self.valid1.d.next = false;
            self.valid2.d.next = false;
        }
    }
}
