//! Turns the beats of frames so that each packet's payload begins at byte 0 of a beat, and leaves out everything else.
//!
//! It keeps time with `ReceiveFrame` and `ReceiveCheck`: `beat` stands one cycle, `step_valid` one cycle after a step, `shape` four. Six
//! cycles after the step of the frame's k-th beat, `put` brings the payload that begins in that beat, if any, and `raw` is that beat. Nothing
//! stalls.
//!
//! Every header is a multiple of 4 bytes but the Ethernet header, which is 2 more: the turn is 2 and a multiple of 4, so that a
//! quarter of a byte rotator is enough.
use super::receive_check::Shape;
use crate::beat::Beat;
use crate::kit::bytes::{ByteMask, Splice};
use crate::kit::{RotateCoarse, SmallFifo};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct ReceivePayload {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub beat: Signal<In, Bits<512>>,
    pub beat_valid: Signal<In, Bit>,
    pub step_valid: Signal<In, Bit>,
    pub shape: Signal<In, Shape>,
    pub shape_valid: Signal<In, Bit>,
    pub o: Signal<Out, Beat>,
    pub put: Signal<Out, Bit>,
    pub raw: Signal<Out, Bits<512>>,
    /// Holds the beats until their frame's shape is known: never more than five.
    waiting: SmallFifo<Bits<512>, 3, 4>,
    beats: DFF<Bits<5>>,
    steps: DFF<Bits<4>>,
    older: DFF<Bits<512>>,
    /// The first beat of the frame holds no payload.
    skip: DFF<Bit>,
    turn: DFF<Bits<4>>,
    mask: ByteMask,
    from_younger: DFF<Bits<64>>,
    left: DFF<Bits<13>>,
    puts: Signal<Local, Bit>,
    splice: Splice,
    coarse: RotateCoarse,
    out: DFF<Beat>,
    whole: DFF<Bits<512>>,
    out_valid: DFF<Bit>,
}

impl Logic for ReceivePayload {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            beats,
            steps,
            older,
            skip,
            turn,
            from_younger,
            left,
            out,
            whole,
            out_valid
        );
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.waiting.i.next = self.beat.val();
        self.waiting.i_valid.next = self.beat_valid.val();
        self.waiting.o_ready.next = self.beats.q.val().get_bit(4);
        self.beats.d.next = (bits_cat(self.beats.q.val().get_bits::<4>(0))
            + bits_cat(self.beat_valid.val()))
        .into();
        self.steps.d.next = (bits_cat(self.steps.q.val().get_bits::<3>(0))
            + bits_cat(self.step_valid.val()))
        .into();
        if self.beats.q.val().get_bit(4) {
            self.older.d.next = self.waiting.o.val();
        }

        self.puts.next =
            self.steps.q.val().get_bit(3) && !self.skip.q.val() && (self.left.q.val() != 0);
        self.splice.mask.next = self.from_younger.q.val();
        self.splice.one.next = self.waiting.o.val();
        self.splice.zero.next = self.older.q.val();
        self.coarse.i.next = (bits_cat(self.splice.o.val().get_bits::<16>(0))
            + bits_cat(self.splice.o.val().get_bits::<496>(16)))
        .into();
        self.coarse.by.next = self.turn.q.val();
        self.out.d.next.data = self.coarse.o.val();
        self.out.d.next.last = self.left.q.val() <= 64;
        self.out_valid.d.next = self.puts.val();
        self.o.next = self.out.q.val();
        self.put.next = self.out_valid.q.val();
        self.whole.d.next = self.older.q.val();
        self.raw.next = self.whole.q.val();

        if self.steps.q.val().get_bit(3) {
            self.skip.d.next = false;
        }
        if self.puts.val() {
            self.left.d.next = self.left.q.val() - 64;
            if self.left.q.val() <= 64 {
                self.left.d.next = 0.into();
            }
        }
        self.mask.count.next =
            (bits_cat(bits::<1>(0)) + bits_cat(self.shape.val().offset.get_bits::<6>(0))).into();
        if self.shape_valid.val() {
            self.skip.d.next = self.shape.val().offset.get_bit(6);
            self.turn.d.next = self.shape.val().offset.get_bits::<4>(2);
            self.from_younger.d.next = self.mask.o.val();
            self.left.d.next = self.shape.val().length;
        }

        if self.reset.val() {
            self.beats.d.next = 0.into();
            self.steps.d.next = 0.into();
            self.skip.d.next = false;
            self.left.d.next = 0.into();
            self.out_valid.d.next = false;
        }
    }
}
