//! Writes received Ethernet frames into the host's receive ring, and raises its interrupt (decision 0050).
//!
//! - `ring`: as the host set it up; taken when `enable` rises while `report.busy` is low. `accept`: frames may be kept for the ring.
//! - `doorbell`: valid only; consumer index and arming. One that goes backward or past what was written is refused and counted.
//! - `frame`, `data`: lengths and bytes of frames, whole. `write`, `write_data`, `written`: a DMA writer that keeps the order.
//! - `vector`: once for each arming, when the header of a frame beyond the consumer index has left the card.
//!
//! A frame takes two writes: its bytes, then the header of its slot, so who sees the header sees the frame. Turned off, the ring ends the
//! frame that it writes, drops those that wait (counted as `RxEthernetFull`), and is busy until all of it has left the card.
//!
//! A frame of n beats takes n + 4 cycles. Waits: for frames, for a free slot (which keeps frames in the buffer, and RDMA from nothing), for the
//! DMA writer and the interrupt, which always drain.
use crate::beat::Beat;
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::ethernet::{HEADER, SLOT_SHIFT};
use rust_hdl::prelude::*;

/// Bits of a slot's number on the bus.
const SLOT_BITS: usize = 64 - SLOT_SHIFT;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// For the host to turn the ring on.
    Off,
    /// For a frame and a slot; turned off, for what is under way.
    Idle,
    /// For the DMA writer to take the request for the frame.
    Body,
    /// For it to take the frame's bytes.
    BodyBytes,
    /// For it to take the request for the header.
    Head,
    /// For it to take the header.
    HeadBytes,
    /// Passes over a frame.
    Drop,
}

#[derive(LogicBlock, Default)]
pub struct ReceiveRing {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub ring: Signal<In, FrameRing>,
    pub doorbell: Signal<In, FrameRingDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub report: Signal<Out, FrameRingState>,
    pub accept: Signal<Out, Bit>,
    pub frame: Signal<In, Bits<11>>,
    pub frame_valid: Signal<In, Bit>,
    pub frame_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    pub vector: Signal<Out, Interrupt>,
    pub vector_valid: Signal<Out, Bit>,
    pub vector_ready: Signal<In, Bit>,
    pub count_rx_ethernet: Signal<Out, Bit>,
    pub count_rx_ethernet_full: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    state: DFF<State>,
    base: DFF<Bits<SLOT_BITS>>,
    log2: DFF<Bits<4>>,
    to: DFF<Bits<5>>,
    length: DFF<Bits<11>>,
    /// Free-running: slots written, those of them whose header has left the card, and those that the host has read.
    index: DFF<Bits<16>>,
    left: DFF<Bits<16>>,
    consumer: DFF<Bits<16>>,
    /// Writes that have been looked at, two a frame.
    seen: DFF<Bits<16>>,
    unseen: Signal<Local, Bits<16>>,
    armed: DFF<Bit>,
    // What is counted.
    put: DFF<Bit>,
    dropped: DFF<Bit>,
    refused: DFF<Bit>,
    raising: DFF<Bit>,
    used: Signal<Local, Bits<16>>,
    ahead: Signal<Local, Bits<16>>,
    full: Signal<Local, Bit>,
    place: Signal<Local, Bits<16>>,
    slot: Signal<Local, Bits<SLOT_BITS>>,
    index_after: Signal<Local, Bits<16>>,
}

impl Logic for ReceiveRing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, base, log2, to, length, index, left, consumer, seen, armed, raising
        );
        dff_setup!(self, clock, put, dropped, refused);
        self.report.next.busy = self.ring.val().enable || (self.state.q.val() != State::Off);
        self.report.next.index = self.index.q.val();
        self.accept.next = self.ring.val().enable && (self.state.q.val() != State::Off);
        self.used.next = self.index.q.val() - self.consumer.q.val();
        self.full.next = (self.used.val() >> self.log2.q.val()) != 0;
        self.place.next = self.index.q.val() & !(bits::<16>(0xFFFF) << self.log2.q.val());
        self.slot.next = self.base.q.val() + bit_cast::<SLOT_BITS, 16>(self.place.val());
        self.index_after.next = self.index.q.val() + 1;

        self.frame_ready.next = false;
        self.data_ready.next = false;
        self.write.next.address =
            (bits_cat(self.slot.val()) + bits_cat(bits_const::<SLOT_SHIFT>(0))).into();
        self.write.next.length = bits_const::<13>(HEADER).into();
        self.write_valid.next = false;
        self.write_data.next.data = (bits_cat(self.index_after.val())
            + bits_cat(bits_const::<485>(0))
            + bits_cat(self.length.q.val()))
        .into();
        self.write_data.next.last = true;
        self.write_data_valid.next = false;
        self.put.d.next = false;
        self.dropped.d.next = false;
        self.refused.d.next = false;
        self.count_rx_ethernet.next = self.put.q.val();
        self.count_rx_ethernet_full.next = self.dropped.q.val();
        self.count_doorbell_index.next = self.refused.q.val();

        match self.state.q.val() {
            State::Off => {
                self.base.d.next = self.ring.val().base.get_bits::<SLOT_BITS>(11);
                self.log2.d.next = self.ring.val().log2;
                self.to.d.next = self.ring.val().vector;
                self.index.d.next = 0.into();
                self.left.d.next = 0.into();
                self.consumer.d.next = 0.into();
                self.armed.d.next = false;
                if self.ring.val().enable {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                self.length.d.next = self.frame.val();
                if !self.ring.val().enable {
                    self.frame_ready.next = true;
                    if self.frame_valid.val() {
                        self.state.d.next = State::Drop;
                    } else if (self.left.q.val() == self.index.q.val()) && !self.raising.q.val() {
                        self.state.d.next = State::Off;
                    }
                } else if !self.full.val() {
                    self.frame_ready.next = true;
                    if self.frame_valid.val() {
                        self.state.d.next = State::Body;
                    }
                }
            }
            State::Body => {
                self.write.next.address =
                    (bits_cat(self.slot.val()) + bits_cat(bits_const::<SLOT_SHIFT>(HEADER))).into();
                self.write.next.length = bit_cast::<13, 11>(self.length.q.val());
                self.write_valid.next = true;
                if self.write_ready.val() {
                    self.state.d.next = State::BodyBytes;
                }
            }
            State::BodyBytes => {
                self.write_data.next = self.data.val();
                self.write_data_valid.next = self.data_valid.val();
                self.data_ready.next = self.write_data_ready.val();
                if self.data_valid.val() && self.write_data_ready.val() && self.data.val().last {
                    self.state.d.next = State::Head;
                }
            }
            State::Head => {
                self.write_valid.next = true;
                if self.write_ready.val() {
                    self.state.d.next = State::HeadBytes;
                }
            }
            State::HeadBytes => {
                self.write_data_valid.next = true;
                if self.write_data_ready.val() {
                    self.index.d.next = self.index_after.val();
                    self.put.d.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            State::Drop => {
                self.data_ready.next = true;
                if self.data_valid.val() && self.data.val().last {
                    self.dropped.d.next = true;
                    self.state.d.next = State::Idle;
                }
            }
        }

        // What has left the card, and who wants to know.
        self.unseen.next = self.written.val() - self.seen.q.val();
        if self.unseen.val() > 1 {
            self.seen.d.next = self.seen.q.val() + 2;
            self.left.d.next = self.left.q.val() + 1;
        }
        self.vector.next.vector = self.to.q.val();
        self.vector_valid.next = self.raising.q.val();
        if self.vector_ready.val() {
            self.raising.d.next = false;
        }
        if self.armed.q.val()
            && !self.raising.q.val()
            && (self.left.q.val() != self.consumer.q.val())
        {
            self.raising.d.next = true;
            self.armed.d.next = false;
        }
        self.ahead.next = self.doorbell.val().index - self.consumer.q.val();
        if self.doorbell_valid.val() && (self.state.q.val() != State::Off) {
            if self.ahead.val() > self.used.val() {
                self.refused.d.next = true;
            } else {
                self.consumer.d.next = self.doorbell.val().index;
                if self.doorbell.val().arm {
                    self.armed.d.next = true;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Off;
            self.seen.d.next = 0.into();
            self.raising.d.next = false;
            self.put.d.next = false;
            self.dropped.d.next = false;
            self.refused.d.next = false;
        }
    }
}
