//! Keeps Ethernet frames whole until the receive ring takes them, so that the MAC need not wait and RDMA is not held up.
//!
//! - `beat`, `beat_valid`: every beat of every frame as it came from the MAC, in order; `ends` with a frame's last, and `bytes` that it holds.
//! - `wanted`, with the last beat: the frame is for the ring. `full` and `oversized` say in the same cycle whether there was no room for it, or it
//!   is longer than a slot takes; if neither, it is kept. Whatever is not kept leaves no trace.
//! - `frame`: the lengths of the frames kept, `data` their bytes, in the same order.
//!
//! A beat a cycle comes in, of RDMA's frames too, which are taken back at their end. 512 beats and 64 frames; beats that a slot would not
//! take are not stored. Nothing waits, so nothing can deadlock. A frame's length shows one cycle after its last beat, its bytes three.
use crate::beat::Beat;
use crate::kit::SmallFifo;
use crate::wire::CommitFifo;
use ferric_emit::kernel::*;
use ferric_layout::ethernet::FRAME_MAX;
use rust_hdl::prelude::*;

/// Beats of the longest frame, which fills them.
const BEATS_MAX: usize = FRAME_MAX / 64;
const _: () = assert!(BEATS_MAX * 64 == FRAME_MAX && BEATS_MAX < 32);

#[derive(LogicBlock, Default)]
pub struct ReceiveBuffer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub beat: Signal<In, Bits<512>>,
    pub ends: Signal<In, Bit>,
    pub bytes: Signal<In, Bits<7>>,
    pub wanted: Signal<In, Bit>,
    pub beat_valid: Signal<In, Bit>,
    pub full: Signal<Out, Bit>,
    pub oversized: Signal<Out, Bit>,
    pub frame: Signal<Out, Bits<11>>,
    pub frame_valid: Signal<Out, Bit>,
    pub frame_ready: Signal<In, Bit>,
    pub data: Signal<Out, Beat>,
    pub data_valid: Signal<Out, Bit>,
    pub data_ready: Signal<In, Bit>,
    beats: CommitFifo<Beat, 9, 10>,
    lengths: SmallFifo<Bits<11>, 6, 7>,
    /// Beats of this frame so far.
    count: DFF<Bits<5>>,
    /// One of them found no room.
    overflow: DFF<Bit>,
    /// Bytes of the beats before this one.
    whole: Signal<Local, Bits<11>>,
    beyond: Signal<Local, Bit>,
    lost: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
}

impl Logic for ReceiveBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, overflow);
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.lengths.clock.next = self.clock.val();
        self.lengths.reset.next = self.reset.val();

        self.beyond.next = self.count.q.val() == bits_const::<5>(BEATS_MAX);
        self.beats.i.next.data = self.beat.val();
        self.beats.i.next.last = self.ends.val();
        self.beats.put.next = self.beat_valid.val() && !self.beyond.val();
        self.lost.next = self.overflow.q.val() || (self.beats.put.val() && self.beats.full.val());
        self.oversized.next = self.beyond.val();
        self.full.next = self.lost.val() || !self.lengths.i_ready.val();
        self.take.next = self.beat_valid.val()
            && self.ends.val()
            && self.wanted.val()
            && !self.beyond.val()
            && !self.full.val();
        self.beats.commit.next = self.take.val();
        self.beats.rollback.next = self.beat_valid.val() && self.ends.val() && !self.take.val();
        self.whole.next = (bits_cat(self.count.q.val()) + bits_cat(bits::<6>(0))).into();
        self.lengths.i.next = self.whole.val() + bit_cast::<11, 7>(self.bytes.val());
        self.lengths.i_valid.next = self.take.val();
        if self.beat_valid.val() {
            self.overflow.d.next = self.lost.val() && !self.ends.val();
            if self.ends.val() {
                self.count.d.next = 0.into();
            } else if !self.beyond.val() {
                self.count.d.next = self.count.q.val() + 1;
            }
        }

        self.frame.next = self.lengths.o.val();
        self.frame_valid.next = self.lengths.o_valid.val();
        self.lengths.o_ready.next = self.frame_ready.val();
        self.data.next = self.beats.o.val();
        self.data_valid.next = self.beats.o_valid.val();
        self.beats.o_ready.next = self.data_ready.val();
        if self.reset.val() {
            self.count.d.next = 0.into();
            self.overflow.d.next = false;
        }
    }
}
