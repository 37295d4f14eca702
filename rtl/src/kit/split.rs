//! Cuts a packet's payload without gaps into its pieces, each of which then begins a beat of its own: the reverse of `Pack`.
//!
//! - `piece`: the lengths, in order; `last` on the packet's last one. They add up to the packet's payload. A piece of no bytes is not sent,
//!   nor is a packet of none.
//! - `i`: the packet from byte 0. `last` is not looked at: the lengths tell.
//! - `o`: the bytes of the pieces, each from byte 0 of its own first beat, `last` on its final beat, two cycles after the beat that held
//!   its last byte was taken. What reads it should keep it in a register: the last turn lies in front.
//!
//! A beat a cycle goes out, always, and none is lost between packets: two beats stand ready to be cut, so that a slice that takes the end
//! of one and all of the next leaves the following packet's first beat in its place. The first slice of a packet is cut two cycles after
//! its first piece. Every ready comes from registers. Nothing here waits for anything but `piece`, `i` and room at `o`.
//!
//! 3521 LUTs, most of them of three inputs, 43 RAM32M16, 1582 flip-flops.
use super::bytes::{ByteMask, RotateCoarse, RotateFine, Splice};
use super::pass_fifo::PassFifo;
use super::piece::{Piece, PieceCutter};
use super::small_fifo::SmallFifo;
use crate::beat::Beat;
use rust_hdl::prelude::*;

/// What is to be done to cut one slice.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct SplitStep {
    /// Where the slice begins in the older beat.
    pub at: Bits<6>,
    /// The bytes of the older beat that are used up already.
    pub used: Bits<64>,
    /// The slice reaches into the younger beat.
    pub needs_two: Bit,
    /// How many beats are used up by it.
    pub drops: Bits<2>,
    pub ends_piece: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Split {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub piece: Signal<In, Piece>,
    pub piece_valid: Signal<In, Bit>,
    pub piece_ready: Signal<Out, Bit>,
    pub i: Signal<In, Beat>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Beat>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    cutter: PieceCutter,
    at: DFF<Bits<6>>,
    reach: Signal<Local, Bits<8>>,
    mask: ByteMask,
    step: Signal<Local, SplitStep>,
    steps: SmallFifo<SplitStep, 2, 3>,
    // Two beats to cut from, the older first.
    older: DFF<Bits<512>>,
    younger: DFF<Bits<512>>,
    beats: DFF<Bits<2>>,
    cut: Signal<Local, Bit>,
    drops: Signal<Local, Bits<2>>,
    left: Signal<Local, Bits<2>>,
    put: Signal<Local, Bit>,
    splice: Splice,
    coarse: RotateCoarse,
    // The slice cut in the last cycle, half turned.
    slice: DFF<Bits<512>>,
    slice_valid: DFF<Bit>,
    slice_by: DFF<Bits<2>>,
    slice_last: DFF<Bit>,
    fine: RotateFine,
    out: PassFifo<Beat, 3, 4>,
}

impl Logic for Split {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            at,
            older,
            younger,
            beats,
            slice,
            slice_valid,
            slice_by,
            slice_last
        );
        self.cutter.clock.next = self.clock.val();
        self.cutter.reset.next = self.reset.val();
        self.steps.clock.next = self.clock.val();
        self.steps.reset.next = self.reset.val();
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.reset.val();

        // Plan: from the lengths alone.
        self.cutter.piece.next = self.piece.val();
        self.cutter.piece_valid.next = self.piece_valid.val();
        self.piece_ready.next = self.cutter.piece_ready.val();
        self.reach.next =
            bit_cast::<8, 6>(self.at.q.val()) + bit_cast::<8, 7>(self.cutter.o.val().bytes);
        self.mask.count.next = bit_cast::<7, 6>(self.at.q.val());
        self.step.next.at = self.at.q.val();
        self.step.next.used = self.mask.o.val();
        self.step.next.needs_two = self.reach.val() > 64;
        self.step.next.ends_piece = self.cutter.o.val().ends_piece;
        self.step.next.drops = 0.into();
        if self.reach.val() >= 64 {
            self.step.next.drops = 1.into();
        }
        if self.cutter.o.val().ends_packet {
            self.step.next.drops = 1.into();
            if self.reach.val() > 64 {
                self.step.next.drops = 2.into();
            }
        }
        self.steps.i.next = self.step.val();
        self.steps.i_valid.next = self.cutter.o_valid.val();
        self.cutter.o_ready.next = self.steps.i_ready.val();
        if self.cutter.o_valid.val() && self.steps.i_ready.val() {
            self.at.d.next = bit_cast::<6, 8>(self.reach.val());
            if self.cutter.o.val().ends_packet {
                self.at.d.next = 0.into();
            }
        }

        // Cut when the beats are there. The queue at the end has room for the slice and for the one on the way.
        self.cut.next = self.steps.o_valid.val()
            && (self.out.level.val() < 6)
            && (self.beats.q.val().get_bit(1)
                || (self.beats.q.val().get_bit(0) && !self.steps.o.val().needs_two));
        self.drops.next = 0.into();
        if self.cut.val() {
            self.drops.next = self.steps.o.val().drops;
        }
        self.steps.o_ready.next = self.cut.val();
        self.splice.mask.next = self.steps.o.val().used;
        self.splice.one.next = self.younger.q.val();
        self.splice.zero.next = self.older.q.val();
        self.coarse.i.next = self.splice.o.val();
        self.coarse.by.next = self.steps.o.val().at.get_bits::<4>(2);
        self.slice.d.next = self.coarse.o.val();
        self.slice_by.d.next = self.steps.o.val().at.get_bits::<2>(0);
        self.slice_last.d.next = self.steps.o.val().ends_piece;
        self.slice_valid.d.next = self.cut.val();

        // Fill up the two beats.
        self.left.next = self.beats.q.val() - self.drops.val();
        self.i_ready.next = !self.left.val().get_bit(1);
        self.put.next = self.i_valid.val() && !self.left.val().get_bit(1);
        self.beats.d.next = self.left.val();
        if self.put.val() {
            self.beats.d.next = self.left.val() + 1;
        }
        if self.drops.val() == 1 {
            self.older.d.next = self.younger.q.val();
        }
        if self.left.val() == 0 {
            self.older.d.next = self.i.val().data;
        }
        if self.left.val() == 1 {
            self.younger.d.next = self.i.val().data;
        }

        // Turn the slice down to byte 0.
        self.fine.i.next = self.slice.q.val();
        self.fine.by.next = self.slice_by.q.val();
        self.out.i.next.data = self.fine.o.val();
        self.out.i.next.last = self.slice_last.q.val();
        self.out.i_valid.next = self.slice_valid.q.val();
        self.o.next = self.out.o.val();
        self.o_valid.next = self.out.o_valid.val();
        self.out.o_ready.next = self.o_ready.val();

        if self.reset.val() {
            self.at.d.next = 0.into();
            self.beats.d.next = 0.into();
            self.slice_valid.d.next = false;
        }
    }
}
