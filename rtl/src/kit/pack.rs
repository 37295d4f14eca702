//! Gathers the pieces of a packet, each of which begins a beat of its own, into one payload without gaps.
//!
//! - `piece`: the lengths, in order; `last` on the packet's last one. A piece of no bytes is not sent, nor is a packet of none.
//! - `i`: the bytes of the pieces, each from byte 0 of its own first beat. `last` is not looked at: the lengths tell.
//! - `o`: the packet from byte 0, `last` on its final beat. A beat leaves two cycles after the one that filled it was taken, the final one
//!   three.
//!
//! A beat a cycle goes in, always, and none is lost between packets: the beat that is being filled is kept until it is known whether it is
//! the final one, and that one leaves while the next packet's first comes in. The first beat of a packet is taken two cycles after its
//! first piece. Every ready comes from registers. Nothing here waits for anything but `piece`, `i` and room at `o`.
//!
//! 3534 LUTs, most of them of three inputs, 38 RAM32M16, 1135 flip-flops.
use super::bytes::{ByteMask, RotateCoarse, RotateFine, Splice};
use super::piece::{Piece, PieceCutter};
use super::small_fifo::SmallFifo;
use crate::beat::Beat;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// What is to be done with one beat of a piece.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct PackStep {
    /// Bytes of this packet in the beat that is being filled, 0 to 64.
    pub filled: Bits<7>,
    /// The piece's bytes reach past that beat, which thus leaves.
    pub spills: Bit,
    pub ends_packet: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Pack {
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
    filled: DFF<Bits<7>>,
    sum: Signal<Local, Bits<8>>,
    step: Signal<Local, PackStep>,
    steps: SmallFifo<PackStep, 2, 3>,
    take: Signal<Local, Bit>,
    up: Signal<Local, Bits<6>>,
    coarse: RotateCoarse,
    mask: ByteMask,
    // The beat taken in the last cycle, half turned.
    beat: DFF<Bits<512>>,
    beat_valid: DFF<Bit>,
    beat_by: DFF<Bits<2>>,
    beat_mask: DFF<Bits<64>>,
    beat_spills: DFF<Bit>,
    beat_ends: DFF<Bit>,
    fine: RotateFine,
    splice: Splice,
    // The beat that is being filled, or, when `whole`, the final one of its packet.
    held: DFF<Bits<512>>,
    whole: DFF<Bit>,
    out: SmallFifo<Beat, 3, 4>,
}

impl Logic for Pack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            filled,
            beat,
            beat_valid,
            beat_by,
            beat_mask,
            beat_spills,
            beat_ends,
            held,
            whole
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
        self.sum.next =
            bit_cast::<8, 7>(self.filled.q.val()) + bit_cast::<8, 7>(self.cutter.o.val().bytes);
        self.step.next.filled = self.filled.q.val();
        self.step.next.spills = self.sum.val() > 64;
        self.step.next.ends_packet = self.cutter.o.val().ends_packet;
        self.steps.i.next = self.step.val();
        self.steps.i_valid.next = self.cutter.o_valid.val();
        self.cutter.o_ready.next = self.steps.i_ready.val();
        if self.cutter.o_valid.val() && self.steps.i_ready.val() {
            self.filled.d.next = bit_cast::<7, 8>(self.sum.val());
            if self.step.val().spills {
                self.filled.d.next = bit_cast::<7, 8>(self.sum.val() - 64);
            }
            if self.step.val().ends_packet {
                self.filled.d.next = 0.into();
            }
        }

        // Take a beat and turn it up to its place. The queue at the end has room for it and for all that is on the way.
        self.i_ready.next = self.steps.o_valid.val() && (self.out.level.val() < 5);
        self.take.next =
            self.i_valid.val() && self.steps.o_valid.val() && (self.out.level.val() < 5);
        self.steps.o_ready.next = self.take.val();
        self.up.next = bits::<6>(0) - bit_cast::<6, 7>(self.steps.o.val().filled);
        self.coarse.i.next = self.i.val().data;
        self.coarse.by.next = self.up.val().get_bits::<4>(2);
        self.mask.count.next = self.steps.o.val().filled;
        self.beat.d.next = self.coarse.o.val();
        self.beat_by.d.next = self.up.val().get_bits::<2>(0);
        self.beat_mask.d.next = self.mask.o.val();
        self.beat_spills.d.next = self.steps.o.val().spills;
        self.beat_ends.d.next = self.steps.o.val().ends_packet;
        self.beat_valid.d.next = self.take.val();

        // Join it to what is held. A whole beat leaves as it is.
        self.fine.i.next = self.beat.q.val();
        self.fine.by.next = self.beat_by.q.val();
        self.splice.mask.next = self.beat_mask.q.val();
        if self.whole.q.val() {
            self.splice.mask.next = bits_rep::<64>(self.whole.q.val()).into();
        }
        self.splice.one.next = self.held.q.val();
        self.splice.zero.next = self.fine.o.val();
        self.whole.d.next = self.beat_valid.q.val() && self.beat_ends.q.val();
        if self.beat_valid.q.val() {
            if self.whole.q.val() || self.beat_spills.q.val() {
                self.held.d.next = self.fine.o.val();
            } else {
                self.held.d.next = self.splice.o.val();
            }
        }
        self.out.i.next.data = self.splice.o.val();
        self.out.i.next.last = self.whole.q.val();
        self.out.i_valid.next =
            self.whole.q.val() || (self.beat_valid.q.val() && self.beat_spills.q.val());
        self.o.next = self.out.o.val();
        self.o_valid.next = self.out.o_valid.val();
        self.out.o_ready.next = self.o_ready.val();

        if self.reset.val() {
            self.filled.d.next = 0.into();
            self.beat_valid.d.next = false;
            self.whole.d.next = false;
        }
    }
}
