//! Reads Ethernet frames out of the host's transmit ring and keeps each until it is whole (decision 0050).
//!
//! - `ring`: as the host set it up; taken when `enable` rises while `report.busy` is low.
//! - `doorbell`: valid only; the producer index. One that goes backward or past the ring is refused and counted.
//! - `read`, `status`, `data`: a DMA reader. A slot's first 256 bytes are read at once, which is all of a short frame; the rest by a second read.
//! - `frame`: the frames, each offered when all of it is here, and then a beat a cycle. Frames below 60 bytes are filled with zeros.
//!
//! A slot whose length is below 14 or above 1984, whose flags are not 0, or whose read fails leaves nothing but its count
//! (`TxEthernetBad`), and the next one is read. Turned off, the ring ends the slot that it reads; frames that are whole are still sent.
//!
//! One slot at a time, when there is room for the longest frame behind the one that may wait to be sent. Waits: for the host's
//! index, for room, for DMA answers (always come, good or bad).
use super::EthernetBeat;
use crate::beat::Beat;
use crate::kit::bytes::{ByteMask, Splice};
use crate::records::*;
use crate::wire::CommitFifo;
use ferric_emit::kernel::*;
use ferric_layout::ethernet::{FRAME_MAX, FRAME_MIN, SLOT_SHIFT};
use ferric_layout::wire;
use rust_hdl::prelude::*;

/// Bits of a slot's number on the bus.
const SLOT_BITS: usize = 64 - SLOT_SHIFT;
/// Bytes of a slot that are read at once.
const FIRST: usize = 256;
/// Frames in the queue; two of the longest fit.
const FRAMES_MAX: usize = 2;
const _: () = assert!(FRAMES_MAX * FRAME_MAX.div_ceil(64) <= 64);

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// For the host to turn the ring on.
    Off,
    /// For a slot to read, and room for its frame.
    Idle,
    /// For the DMA reader to take the request.
    Ask,
    /// For the status of the read.
    Status,
    /// For the slot's header.
    Head,
    /// For the frame's bytes.
    Body,
    /// Keeps the frame or takes it back.
    End,
}

#[derive(LogicBlock, Default)]
pub struct TransmitRing {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ring: Signal<In, FrameRing>,
    pub doorbell: Signal<In, FrameRingDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub report: Signal<Out, FrameRingState>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub frame: Signal<Out, EthernetBeat>,
    pub frame_valid: Signal<Out, Bit>,
    pub frame_ready: Signal<In, Bit>,
    pub count_tx_ethernet_bad: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    state: DFF<State>,
    base: DFF<Bits<SLOT_BITS>>,
    log2: DFF<Bits<4>>,
    /// Free-running: slots read, and slots that the host has filled.
    index: DFF<Bits<16>>,
    producer: DFF<Bits<16>>,
    /// The second read of a slot.
    second: DFF<Bit>,
    bad: DFF<Bit>,
    length: DFF<Bits<11>>,
    /// Bytes of the frame that are still to come.
    left: DFF<Bits<11>>,
    left_after: Signal<Local, Bits<11>>,
    frames: DFF<Bits<2>>,
    // What is counted.
    skipped: DFF<Bit>,
    refused: DFF<Bit>,
    kept: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    beats: CommitFifo<EthernetBeat, 6, 7>,
    mask: ByteMask,
    cut: Splice,
    used: Signal<Local, Bits<16>>,
    room: Signal<Local, Bits<16>>,
    ahead: Signal<Local, Bits<16>>,
    place: Signal<Local, Bits<16>>,
    slot: Signal<Local, Bits<SLOT_BITS>>,
    said: Signal<Local, Bits<16>>,
    flags: Signal<Local, Bits<16>>,
}

impl Logic for TransmitRing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, base, log2, index, producer, second, bad, length, left, frames
        );
        dff_setup!(self, clock, skipped, refused);
        self.report.next.busy = self.ring.val().enable || (self.state.q.val() != State::Off);
        self.report.next.index = self.index.q.val();
        self.place.next = self.index.q.val() & !(bits::<16>(0xFFFF) << self.log2.q.val());
        self.slot.next = self.base.q.val() + bit_cast::<SLOT_BITS, 16>(self.place.val());
        self.said.next = self.data.val().data.get_bits::<16>(0);
        self.flags.next = self.data.val().data.get_bits::<16>(16);

        self.read.next.address =
            (bits_cat(self.slot.val()) + bits_cat(bits_const::<SLOT_SHIFT>(0))).into();
        self.read.next.length = bits_const::<13>(FIRST).into();
        if self.second.q.val() {
            self.read.next.address =
                (bits_cat(self.slot.val()) + bits_cat(bits_const::<SLOT_SHIFT>(FIRST))).into();
            self.read.next.length = bit_cast::<13, 11>(self.left.q.val());
        }
        self.read_valid.next = false;
        self.status_ready.next = false;
        self.data_ready.next = false;
        self.skipped.d.next = false;
        self.refused.d.next = false;
        self.count_tx_ethernet_bad.next = self.skipped.q.val();
        self.count_doorbell_index.next = self.refused.q.val();

        // A beat of the frame. What stands behind the frame in its slot is nobody's business.
        self.left_after.next = 0.into();
        self.mask.count.next = 64.into();
        if self.left.q.val() > 64 {
            self.left_after.next = self.left.q.val() - 64;
        } else {
            self.mask.count.next = self.left.q.val().get_bits::<7>(0);
        }
        self.cut.mask.next = self.mask.o.val();
        self.cut.one.next = self.data.val().data;
        self.cut.zero.next = 0.into();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.beats.i.next.data = self.cut.o.val();
        self.beats.i.next.bytes = self.mask.count.val();
        if self.length.q.val() < bits_const::<11>(wire::FRAME_MIN) {
            self.beats.i.next.bytes = bits_const::<7>(wire::FRAME_MIN).into();
        }
        self.beats.i.next.last = self.left_after.val() == 0;
        self.beats.put.next = false;
        self.beats.commit.next = false;
        self.beats.rollback.next = false;
        self.kept.next = false;

        match self.state.q.val() {
            State::Off => {
                self.base.d.next = self.ring.val().base.get_bits::<SLOT_BITS>(11);
                self.log2.d.next = self.ring.val().log2;
                self.index.d.next = 0.into();
                self.producer.d.next = 0.into();
                if self.ring.val().enable {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                self.second.d.next = false;
                self.bad.d.next = false;
                if !self.ring.val().enable {
                    self.state.d.next = State::Off;
                } else if (self.producer.q.val() != self.index.q.val())
                    && (self.frames.q.val() != bits_const::<2>(FRAMES_MAX))
                {
                    self.state.d.next = State::Ask;
                }
            }
            State::Ask => {
                self.read_valid.next = true;
                if self.read_ready.val() {
                    self.state.d.next = State::Status;
                }
            }
            State::Status => {
                self.status_ready.next = true;
                if self.status_valid.val() {
                    if self.status.val().error != 0 {
                        self.bad.d.next = true;
                    }
                    self.state.d.next = State::Head;
                    if self.second.q.val() {
                        self.state.d.next = State::Body;
                    }
                }
            }
            State::Head => {
                self.data_ready.next = true;
                self.length.d.next = self.said.val().get_bits::<11>(0);
                self.left.d.next = self.said.val().get_bits::<11>(0);
                if self.data_valid.val() {
                    if (self.said.val() < bits_const::<16>(FRAME_MIN))
                        || (self.said.val() > bits_const::<16>(FRAME_MAX))
                        || (self.flags.val() != 0)
                    {
                        self.bad.d.next = true;
                    }
                    self.state.d.next = State::Body;
                }
            }
            State::Body => {
                self.data_ready.next = true;
                if self.data_valid.val() {
                    self.beats.put.next = !self.bad.q.val() && (self.left.q.val() != 0);
                    self.left.d.next = self.left_after.val();
                    if self.data.val().last {
                        self.state.d.next = State::End;
                        if !self.bad.q.val() && (self.left_after.val() != 0) {
                            self.second.d.next = true;
                            self.state.d.next = State::Ask;
                        }
                    }
                }
            }
            State::End => {
                self.beats.commit.next = !self.bad.q.val();
                self.beats.rollback.next = self.bad.q.val();
                self.kept.next = !self.bad.q.val();
                self.skipped.d.next = self.bad.q.val();
                self.index.d.next = self.index.q.val() + 1;
                self.state.d.next = State::Idle;
            }
        }

        self.frame.next = self.beats.o.val();
        self.frame_valid.next = self.beats.o_valid.val();
        self.beats.o_ready.next = self.frame_ready.val();
        self.leaves.next =
            self.beats.o_valid.val() && self.frame_ready.val() && self.beats.o.val().last;
        if self.kept.val() && !self.leaves.val() {
            self.frames.d.next = self.frames.q.val() + 1;
        }
        if self.leaves.val() && !self.kept.val() {
            self.frames.d.next = self.frames.q.val() - 1;
        }

        self.used.next = self.producer.q.val() - self.index.q.val();
        self.room.next = (bits::<16>(1) << self.log2.q.val()) - self.used.val();
        self.ahead.next = self.doorbell.val().index - self.producer.q.val();
        if self.doorbell_valid.val() && (self.state.q.val() != State::Off) {
            if self.ahead.val() > self.room.val() {
                self.refused.d.next = true;
            } else {
                self.producer.d.next = self.doorbell.val().index;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Off;
            self.frames.d.next = 0.into();
            self.skipped.d.next = false;
            self.refused.d.next = false;
        }
    }
}
