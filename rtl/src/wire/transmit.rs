//! Packets to frames for the MAC.
//!
//! - `answer`, `answer_data`: the responder's packets, each with its payload if `length` > 0. They go first, but a request waits for at most
//!   seven of them.
//! - `request`, `request_data`: the requester's packets. Of both, all of the payload is on the card when the record is valid.
//! - `ethernet`: the beats of other frames, each offered when all of it is there, and then without a gap. They are sent as they are, when no packet's
//!   frame waits, or after 31 of those in a row.
//! - `m_axis_tx_*`: frames without FCS, at least 60 bytes, back to back, and never a gap inside one, whatever the sources do: a frame is
//!   begun when all of it stands in the queue here and its ICRC will be known when its beat comes. The first beat of a frame of up to four
//!   beats stands at the pins 15 cycles after its packet was offered, if nothing is ahead of it; each further beat of a frame adds one.
//! - `idle`: between two frames at the pins, and with `enable` off long enough nothing more will come.
//! - `enable`: low keeps further packets waiting. `count_tx_frames`, `count_tx_acks`: a pulse for each frame, and for each acknowledge.
//!
//! A beat a cycle goes through, and a packet a cycle while a frame is one beat. Queues: 16 headers, 256 beats, of which some 170 are used at
//! most, 32 ICRCs. Each stage waits only for the one before and the one behind, and the MAC takes a beat sooner or later, so nothing deadlocks.
use super::icrc_insert::IcrcInsert;
use super::icrc_mask::{IcrcMask, SEED, TAGGED_SEED};
use super::transmit_arbiter::TransmitArbiter;
use super::transmit_frame::{FrameBeat, TransmitFrame};
use super::transmit_header::TransmitHeader;
use super::transmit_payload::TransmitPayload;
use crate::beat::Beat;
use crate::ethernet::EthernetBeat;
use crate::kit::bytes::ByteMask;
use crate::kit::{Crc32, RamFifo, SmallFifo};
use crate::records::{QpWrite, TransmitPacket};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// Beats of the longest frame.
const FRAME_BEATS_MAX: u8 = 67;
/// Beats between a frame's begin and the queue.
const BEATS_ON_THE_WAY: u8 = 4;
/// A further frame is begun while fewer beats wait: what a MAC that takes one every cycle needs until the longest frame is whole and its
/// ICRC known. More would only stand in the way of what is decided later, such as to go back, or an acknowledge.
const BEATS_AHEAD: u8 = 96;
const _: () = assert!(BEATS_AHEAD as u16 + (BEATS_ON_THE_WAY + FRAME_BEATS_MAX) as u16 <= 256);
/// Frames of packets that may pass one of the others in a row.
const PASSES_MAX: u8 = 31;
/// Frames between their begin and the pins, so that each ICRC has a place.
const FRAMES_MAX: u8 = 32;
/// Cycles from the beat in which what a frame's ICRC covers ends, until it is known. The frame may begin as many cycles earlier as beats of
/// it leave before the ICRC's own; three at the most, since the queue shows a beat three cycles later. Frames never become due in the same
/// cycle: what one gains, its beats have taken longer.
const DUE: u64 = 7;

#[derive(LogicBlock, Default)]
pub struct WireTransmit {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub idle: Signal<Out, Bit>,
    pub mac: Signal<In, Bits<48>>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub answer: Signal<In, TransmitPacket>,
    pub answer_valid: Signal<In, Bit>,
    pub answer_ready: Signal<Out, Bit>,
    pub answer_data: Signal<In, Beat>,
    pub answer_data_valid: Signal<In, Bit>,
    pub answer_data_ready: Signal<Out, Bit>,
    pub request: Signal<In, TransmitPacket>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub request_data: Signal<In, Beat>,
    pub request_data_valid: Signal<In, Bit>,
    pub request_data_ready: Signal<Out, Bit>,
    pub ethernet: Signal<In, EthernetBeat>,
    pub ethernet_valid: Signal<In, Bit>,
    pub ethernet_ready: Signal<Out, Bit>,
    pub m_axis_tx_tdata: Signal<Out, Bits<512>>,
    pub m_axis_tx_tkeep: Signal<Out, Bits<64>>,
    pub m_axis_tx_tlast: Signal<Out, Bit>,
    pub m_axis_tx_tvalid: Signal<Out, Bit>,
    pub m_axis_tx_tready: Signal<In, Bit>,
    pub count_tx_frames: Signal<Out, Bit>,
    pub count_tx_acks: Signal<Out, Bit>,
    pub count_tx_ethernet: Signal<Out, Bit>,
    arbiter: TransmitArbiter,
    header: TransmitHeader,
    payload: TransmitPayload,
    frame: TransmitFrame,
    beats: RamFifo<FrameBeat, 8, 9>,
    // The ICRC of the beats as they pass.
    mask: IcrcMask,
    masked: DFF<Bits<512>>,
    masked_bytes: DFF<Bits<7>>,
    masked_first: DFF<Bit>,
    masked_vlan: DFF<Bit>,
    masked_valid: DFF<Bit>,
    /// Bit k: the beat that came into the CRC k cycles ago was its frame's last.
    ended: DFF<Bits<6>>,
    crc: Crc32,
    icrcs: SmallFifo<Bits<32>, 5, 6>,
    /// Beats of the frame before this one, 3 for more.
    ahead_of_it: DFF<Bits<2>>,
    /// Bit k: a frame may begin in k + 2 cycles.
    due: DFF<Bits<6>>,
    /// Frames that may begin and have not.
    may_begin: DFF<Bits<6>>,
    covered: Signal<Local, Bit>,
    latest: Signal<Local, Bits<6>>,
    begins: Signal<Local, Bit>,
    frames: DFF<Bits<6>>,
    // To the MAC.
    midframe: DFF<Bit>,
    /// The frame is not a packet's.
    other: DFF<Bit>,
    /// Packets' frames since another one began to wait.
    passed: DFF<Bits<5>>,
    whole: Signal<Local, Bit>,
    other_now: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    other_takes: Signal<Local, Bit>,
    other_leaves: Signal<Local, Bit>,
    insert: IcrcInsert,
    keep: ByteMask,
    out: DFF<Bits<512>>,
    out_keep: DFF<Bits<64>>,
    out_last: DFF<Bit>,
    out_valid: DFF<Bit>,
    frame_sent: DFF<Bit>,
    acknowledge_sent: DFF<Bit>,
    other_sent: DFF<Bit>,
}

impl Logic for WireTransmit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            masked,
            masked_bytes,
            masked_first,
            masked_vlan,
            masked_valid,
            ended,
            frames,
            ahead_of_it,
            due,
            may_begin
        );
        dff_setup!(
            self,
            clock,
            midframe,
            other,
            passed,
            out,
            out_keep,
            out_last,
            out_valid,
            frame_sent,
            acknowledge_sent,
            other_sent
        );
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.arbiter.answer.next = self.answer.val();
        self.arbiter.answer_valid.next = self.answer_valid.val();
        self.answer_ready.next = self.arbiter.answer_ready.val();
        self.arbiter.request.next = self.request.val();
        self.arbiter.request_valid.next = self.request_valid.val();
        self.request_ready.next = self.arbiter.request_ready.val();

        self.header.clock.next = self.clock.val();
        self.header.reset.next = self.reset.val();
        self.header.mac.next = self.mac.val();
        self.header.qp_write.next = self.qp_write.val();
        self.header.qp_write_valid.next = self.qp_write_valid.val();
        self.header.packet.next = self.arbiter.o.val();
        self.header.packet_valid.next = self.arbiter.o_valid.val() && self.enable.val();
        self.arbiter.o_ready.next = self.header.packet_ready.val() && self.enable.val();

        self.payload.clock.next = self.clock.val();
        self.payload.reset.next = self.reset.val();
        self.payload.chosen.next =
            self.arbiter.o_valid.val() && self.header.packet_ready.val() && self.enable.val();
        self.payload.answer.next = self.arbiter.o_answer.val();
        self.payload.length.next = self.arbiter.o.val().length;
        self.payload.answer_data.next = self.answer_data.val();
        self.payload.answer_data_valid.next = self.answer_data_valid.val();
        self.answer_data_ready.next = self.payload.answer_data_ready.val();
        self.payload.request_data.next = self.request_data.val();
        self.payload.request_data_valid.next = self.request_data_valid.val();
        self.request_data_ready.next = self.payload.request_data_ready.val();

        self.frame.clock.next = self.clock.val();
        self.frame.reset.next = self.reset.val();
        self.frame.head.next = self.header.head.val();
        self.frame.head_valid.next = self.header.head_valid.val();
        self.header.head_ready.next = self.frame.head_ready.val();
        self.frame.data.next = self.payload.o.val();
        self.frame.data_valid.next = self.payload.o_valid.val();
        self.payload.o_ready.next = self.frame.data_ready.val();
        self.frame.go.next = (self.beats.level.val() < bits_const::<9>(BEATS_AHEAD))
            && (self.frames.q.val() < bits_const::<6>(FRAMES_MAX));
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.beats.i.next = self.frame.o.val();
        self.beats.i_valid.next = self.frame.o_valid.val();

        // The ICRC of the beats as they pass.
        self.mask.data.next = self.frame.o.val().data;
        self.mask.first.next = self.frame.region.val().first;
        self.mask.second.next = self.frame.region.val().second;
        self.mask.vlan.next = self.frame.region.val().vlan;
        self.mask.ipv6.next = self.frame.region.val().ipv6;
        self.masked.d.next = self.mask.o.val();
        self.masked_bytes.d.next = self.frame.region.val().bytes;
        self.masked_first.d.next = self.frame.region.val().first;
        self.masked_vlan.d.next = self.frame.region.val().vlan;
        self.masked_valid.d.next = self.frame.o_valid.val() && (self.frame.region.val().bytes != 0);
        self.ended.d.next = (bits_cat(self.ended.q.val().get_bits::<5>(0))
            + bits_cat(self.frame.o_valid.val() && self.frame.region.val().ends))
        .into();
        self.crc.clock.next = self.clock.val();
        self.crc.reset.next = self.reset.val();
        self.crc.data.next = self.masked.q.val();
        self.crc.bytes.next = self.masked_bytes.q.val();
        self.crc.first.next = self.masked_first.q.val();
        self.crc.valid.next = self.masked_valid.q.val();
        self.crc.seed.next = bits_const::<32>(SEED).into();
        if self.masked_vlan.q.val() {
            self.crc.seed.next = bits_const::<32>(TAGGED_SEED).into();
        }
        self.icrcs.clock.next = self.clock.val();
        self.icrcs.reset.next = self.reset.val();
        self.icrcs.i.next = !self.crc.crc.val();
        self.icrcs.i_valid.next = self.crc.crc_valid.val() && self.ended.q.val().get_bit(5);

        // When the frame may begin.
        self.covered.next = self.frame.o_valid.val() && self.frame.region.val().ends;
        if self.frame.o_valid.val() {
            if self.frame.o.val().last {
                self.ahead_of_it.d.next = 0.into();
            } else if self.ahead_of_it.q.val() != 3 {
                self.ahead_of_it.d.next = self.ahead_of_it.q.val() + 1;
            }
        }
        self.latest.next = bits_const::<6>(1u64 << (DUE - 2)).into();
        self.due.d.next = self.due.q.val() >> 1;
        if self.covered.val() {
            self.due.d.next = (self.due.q.val() >> 1)
                | (self.latest.val() >> bit_cast::<6, 2>(self.ahead_of_it.q.val()));
        }

        // To the MAC: a frame that may begin is whole in the queue.
        self.whole.next = self.beats.o_valid.val() && (self.may_begin.q.val() != 0);
        self.free.next = !self.out_valid.q.val() || self.m_axis_tx_tready.val();
        self.other_now.next = self.other.q.val();
        if !self.midframe.q.val() {
            self.other_now.next = self.ethernet_valid.val()
                && self.enable.val()
                && (!self.whole.val() || (self.passed.q.val() == bits_const::<5>(PASSES_MAX)));
        }
        self.other_takes.next =
            self.other_now.val() && self.ethernet_valid.val() && self.free.val();
        self.other_leaves.next = self.other_takes.val() && self.ethernet.val().last;
        self.ethernet_ready.next = self.other_takes.val();
        self.take.next = self.beats.o_valid.val()
            && !self.other_now.val()
            && (self.midframe.q.val() || (self.may_begin.q.val() != 0))
            && self.free.val();
        self.leaves.next = self.take.val() && self.beats.o.val().last;
        self.begins.next = self.take.val() && !self.midframe.q.val();
        if self.due.q.val().get_bit(0) && !self.begins.val() {
            self.may_begin.d.next = self.may_begin.q.val() + 1;
        }
        if self.begins.val() && !self.due.q.val().get_bit(0) {
            self.may_begin.d.next = self.may_begin.q.val() - 1;
        }
        self.beats.o_ready.next = self.take.val();
        self.icrcs.o_ready.next = self.leaves.val();
        self.insert.data.next = self.beats.o.val().data;
        self.insert.icrc.next = self.icrcs.o.val();
        self.insert.here.next = self.beats.o.val().icrc;
        self.insert.place.next = self.beats.o.val().place;
        self.insert.tail.next = self.beats.o.val().icrc_tail;
        self.keep.count.next = self.beats.o.val().bytes;
        if self.other_now.val() {
            self.keep.count.next = self.ethernet.val().bytes;
        }
        if self.m_axis_tx_tready.val() {
            self.out_valid.d.next = false;
        }
        if self.free.val() {
            self.out_keep.d.next = self.keep.o.val();
        }
        if self.take.val() {
            self.midframe.d.next = !self.beats.o.val().last;
            self.out.d.next = self.insert.o.val();
            self.out_last.d.next = self.beats.o.val().last;
            self.out_valid.d.next = true;
        }
        if self.other_takes.val() {
            self.midframe.d.next = !self.ethernet.val().last;
            self.out.d.next = self.ethernet.val().data;
            self.out_last.d.next = self.ethernet.val().last;
            self.out_valid.d.next = true;
            self.passed.d.next = 0.into();
        }
        self.other.d.next = self.other_now.val();
        if self.leaves.val()
            && self.ethernet_valid.val()
            && (self.passed.q.val() != bits_const::<5>(PASSES_MAX))
        {
            self.passed.d.next = self.passed.q.val() + 1;
        }
        self.idle.next = !self.midframe.q.val() && !self.out_valid.q.val() && !self.whole.val();
        self.m_axis_tx_tdata.next = self.out.q.val();
        self.m_axis_tx_tkeep.next = self.out_keep.q.val();
        self.m_axis_tx_tlast.next = self.out_last.q.val();
        self.m_axis_tx_tvalid.next = self.out_valid.q.val();
        self.frame_sent.d.next = self.leaves.val() || self.other_leaves.val();
        self.other_sent.d.next = self.other_leaves.val();
        self.count_tx_ethernet.next = self.other_sent.q.val();
        self.acknowledge_sent.d.next = self.leaves.val() && self.beats.o.val().acknowledge;
        self.count_tx_frames.next = self.frame_sent.q.val();
        self.count_tx_acks.next = self.acknowledge_sent.q.val();
        if self.frame.starts.val() && !self.leaves.val() {
            self.frames.d.next = self.frames.q.val() + 1;
        }
        if self.leaves.val() && !self.frame.starts.val() {
            self.frames.d.next = self.frames.q.val() - 1;
        }

        if self.reset.val() {
            self.masked_valid.d.next = false;
            self.ended.d.next = 0.into();
            self.ahead_of_it.d.next = 0.into();
            self.due.d.next = 0.into();
            self.may_begin.d.next = 0.into();
            self.frames.d.next = 0.into();
            self.midframe.d.next = false;
            self.passed.d.next = 0.into();
            self.other_sent.d.next = false;
            self.out_valid.d.next = false;
            self.frame_sent.d.next = false;
            self.acknowledge_sent.d.next = false;
        }
    }
}
