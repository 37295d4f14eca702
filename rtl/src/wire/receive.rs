//! Frames from the MAC to packets: requests for the responder, responses for the requester (digest §6, header checks).
//!
//! - `s_axis_rx_*`: the MAC's frames, without FCS, padded or not; `tuser` with `tlast` marks a bad one. There is no ready.
//! - `request`, `response`: packets that passed every check, each with its payload in `request_data`, `response_data` if `length` > 0.
//!   A record shows 10 cycles after its frame's last beat stood at the MAC's pins, its payload two cycles later.
//! - `mac`, `enable`: our address, and whether frames are taken; a change takes effect with the next frame.
//! - `ethernet`, `ethernet_data`: lengths and bytes of frames that are not RoCE, while `accept`, for the receive ring, which counts them.
//! - `promiscuous`: of these, those for any address.
//! - `count_*`: one pulse for each frame: `rx_frames`, and what became of it.
//!
//! Up to the buffers everything keeps time with the MAC: a beat a cycle, a packet a cycle, whatever the readers do. A frame's payload
//! goes into the buffer of its kind as it comes, and is committed or taken back when its last beat, its ICRC and its headers are judged,
//! which is before the next frame writes. Requests and responses have 64 KB and 512 records each, so that responses never wait
//! for requests; nor does either wait for the frames that are not RoCE. What there is no room for is dropped and counted; nothing waits, so
//! nothing can deadlock.
use super::cause;
use super::commit_fifo::CommitFifo;
use super::receive_check::{ReceiveCheck, Verdict};
use super::receive_frame::{ReceiveFrame, Step};
use super::receive_payload::ReceivePayload;
use crate::beat::Beat;
use crate::ethernet::ReceiveBuffer;
use crate::kit::DirectFifo;
use crate::records::{QpWrite, ReceivedPacket};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct WireReceive {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub mac: Signal<In, Bits<48>>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub accept: Signal<In, Bit>,
    pub promiscuous: Signal<In, Bit>,
    pub s_axis_rx_tdata: Signal<In, Bits<512>>,
    pub s_axis_rx_tkeep: Signal<In, Bits<64>>,
    pub s_axis_rx_tlast: Signal<In, Bit>,
    pub s_axis_rx_tuser: Signal<In, Bit>,
    pub s_axis_rx_tvalid: Signal<In, Bit>,
    pub request: Signal<Out, ReceivedPacket>,
    pub request_valid: Signal<Out, Bit>,
    pub request_ready: Signal<In, Bit>,
    pub request_data: Signal<Out, Beat>,
    pub request_data_valid: Signal<Out, Bit>,
    pub request_data_ready: Signal<In, Bit>,
    pub response: Signal<Out, ReceivedPacket>,
    pub response_valid: Signal<Out, Bit>,
    pub response_ready: Signal<In, Bit>,
    pub response_data: Signal<Out, Beat>,
    pub response_data_valid: Signal<Out, Bit>,
    pub response_data_ready: Signal<In, Bit>,
    pub ethernet: Signal<Out, Bits<11>>,
    pub ethernet_valid: Signal<Out, Bit>,
    pub ethernet_ready: Signal<In, Bit>,
    pub ethernet_data: Signal<Out, Beat>,
    pub ethernet_data_valid: Signal<Out, Bit>,
    pub ethernet_data_ready: Signal<In, Bit>,
    pub count_rx_frames: Signal<Out, Bit>,
    pub count_rx_good: Signal<Out, Bit>,
    pub count_rx_mac_error: Signal<Out, Bit>,
    pub count_rx_buffer_full: Signal<Out, Bit>,
    pub count_rx_not_roce: Signal<Out, Bit>,
    pub count_rx_runt: Signal<Out, Bit>,
    pub count_rx_ip_header: Signal<Out, Bit>,
    pub count_rx_length: Signal<Out, Bit>,
    pub count_rx_icrc: Signal<Out, Bit>,
    pub count_rx_bth_version: Signal<Out, Bit>,
    pub count_rx_opcode: Signal<Out, Bit>,
    pub count_rx_qpn: Signal<Out, Bit>,
    pub count_rx_qp_state: Signal<Out, Bit>,
    pub count_rx_transport: Signal<Out, Bit>,
    pub count_rx_address: Signal<Out, Bit>,
    pub count_rx_pkey: Signal<Out, Bit>,
    pub count_rx_mac: Signal<Out, Bit>,
    pub count_rx_vlan: Signal<Out, Bit>,
    pub count_rx_requests: Signal<Out, Bit>,
    pub count_rx_responses: Signal<Out, Bit>,
    pub count_rx_ethernet_full: Signal<Out, Bit>,
    pub count_rx_ethernet_long: Signal<Out, Bit>,
    frame: ReceiveFrame,
    check: ReceiveCheck,
    payload: ReceivePayload,
    /// The steps of the last five cycles, the latest first: the fifth meets the verdict.
    steps: [DFF<Step>; 5],
    valid: DFF<Bits<5>>,
    step: Signal<Local, Step>,
    ends: Signal<Local, Bit>,
    verdict: Signal<Local, Verdict>,
    /// A beat of this frame found no room.
    overflow: DFF<Bit>,
    lost: Signal<Local, Bit>,
    no_room: Signal<Local, Bit>,
    cause: Signal<Local, Bits<{ cause::BITS }>>,
    take_request: Signal<Local, Bit>,
    take_response: Signal<Local, Bit>,
    requests: DirectFifo<ReceivedPacket, 9, 10>,
    request_beats: CommitFifo<Beat, 10, 11>,
    buffer: ReceiveBuffer,
    responses: DirectFifo<ReceivedPacket, 9, 10>,
    response_beats: CommitFifo<Beat, 10, 11>,
    counted: DFF<Bit>,
    counted_cause: DFF<Bits<{ cause::BITS }>>,
    counted_response: DFF<Bit>,
}

impl Logic for WireReceive {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            valid,
            overflow,
            counted,
            counted_cause,
            counted_response
        );
        self.frame.clock.next = self.clock.val();
        self.frame.reset.next = self.reset.val();
        self.frame.enable.next = self.enable.val();
        self.frame.mac.next = self.mac.val();
        self.frame.rx_data.next = self.s_axis_rx_tdata.val();
        self.frame.rx_keep.next = self.s_axis_rx_tkeep.val();
        self.frame.rx_last.next = self.s_axis_rx_tlast.val();
        self.frame.rx_error.next = self.s_axis_rx_tuser.val();
        self.frame.rx_valid.next = self.s_axis_rx_tvalid.val();

        self.check.clock.next = self.clock.val();
        self.check.reset.next = self.reset.val();
        self.check.qp_write.next = self.qp_write.val();
        self.check.qp_write_valid.next = self.qp_write_valid.val();
        self.check.head.next = self.frame.head.val();
        self.check.head_valid.next = self.frame.head_valid.val();

        self.check.promiscuous.next = self.promiscuous.val();

        self.payload.clock.next = self.clock.val();
        self.payload.reset.next = self.reset.val();
        self.payload.beat.next = self.frame.beat.val();
        self.payload.beat_valid.next = self.frame.beat_valid.val();
        self.payload.step_valid.next = self.frame.step_valid.val();
        self.payload.shape.next = self.check.shape.val();
        self.payload.shape_valid.next = self.check.shape_valid.val();

        // The step, its frame's verdict, its payload and the ICRC meet.
        for k in 0..5 {
            self.steps[k].clock.next = self.clock.val();
        }
        self.steps[0].d.next = self.frame.step.val();
        for k in 0..4 {
            self.steps[k + 1].d.next = self.steps[k].q.val();
        }
        self.valid.d.next = (bits_cat(self.valid.q.val().get_bits::<4>(0))
            + bits_cat(self.frame.step_valid.val()))
        .into();
        self.step.next = self.steps[4].q.val();
        self.ends.next = self.valid.q.val().get_bit(4) && self.step.val().last;
        self.verdict.next = self.check.verdict.val();

        self.request_beats.clock.next = self.clock.val();
        self.request_beats.reset.next = self.reset.val();
        self.request_beats.i.next = self.payload.o.val();
        self.request_beats.put.next = self.payload.put.val() && !self.verdict.val().response;
        self.response_beats.clock.next = self.clock.val();
        self.response_beats.reset.next = self.reset.val();
        self.response_beats.i.next = self.payload.o.val();
        self.response_beats.put.next = self.payload.put.val() && self.verdict.val().response;

        self.lost.next = self.overflow.q.val()
            || (self.payload.put.val()
                && !self.verdict.val().response
                && self.request_beats.full.val())
            || (self.payload.put.val()
                && self.verdict.val().response
                && self.response_beats.full.val());
        self.no_room.next = self.lost.val()
            || (!self.verdict.val().response && !self.requests.i_ready.val())
            || (self.verdict.val().response && !self.responses.i_ready.val());
        self.cause.next = self.verdict.val().cause;
        if !self.verdict.val().early {
            if !self.frame.icrc_good.val() {
                self.cause.next = bits_const::<{ cause::BITS }>(cause::ICRC).into();
            }
            if self.step.val().cut {
                self.cause.next = bits_const::<{ cause::BITS }>(cause::LENGTH).into();
            }
        }
        if self.step.val().error {
            self.cause.next = bits_const::<{ cause::BITS }>(cause::MAC_ERROR).into();
        }
        self.overflow.d.next = self.lost.val();
        self.counted.d.next = self.ends.val();
        self.counted_cause.d.next = self.cause.val();
        self.counted_response.d.next = self.verdict.val().response;
        self.take_request.next = false;
        self.take_response.next = false;
        if self.ends.val() {
            self.overflow.d.next = false;
            if self.cause.val() == bits_const::<{ cause::BITS }>(cause::GOOD) {
                if self.no_room.val() {
                    self.counted_cause.d.next =
                        bits_const::<{ cause::BITS }>(cause::BUFFER_FULL).into();
                } else {
                    self.take_request.next = !self.verdict.val().response;
                    self.take_response.next = self.verdict.val().response;
                }
            }
        }
        self.buffer.clock.next = self.clock.val();
        self.buffer.reset.next = self.reset.val();
        self.buffer.beat.next = self.payload.raw.val();
        self.buffer.beat_valid.next = self.valid.q.val().get_bit(4);
        self.buffer.ends.next = self.step.val().last;
        self.buffer.bytes.next = self.step.val().bytes;
        self.buffer.wanted.next =
            self.verdict.val().ethernet && !self.step.val().error && self.accept.val();
        if self.buffer.wanted.val() {
            self.counted_cause.d.next = bits_const::<{ cause::BITS }>(cause::ETHERNET).into();
            if self.buffer.full.val() {
                self.counted_cause.d.next =
                    bits_const::<{ cause::BITS }>(cause::ETHERNET_FULL).into();
            }
            if self.buffer.oversized.val() {
                self.counted_cause.d.next =
                    bits_const::<{ cause::BITS }>(cause::ETHERNET_LONG).into();
            }
        }
        self.request_beats.commit.next = self.take_request.val();
        self.request_beats.rollback.next = self.ends.val() && !self.take_request.val();
        self.response_beats.commit.next = self.take_response.val();
        self.response_beats.rollback.next = self.ends.val() && !self.take_response.val();

        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.requests.i.next = self.verdict.val().packet;
        self.requests.i_valid.next = self.take_request.val();
        self.requests.o_ready.next = self.request_ready.val();
        self.request.next = self.requests.o.val();
        self.request_valid.next = self.requests.o_valid.val();
        self.request_beats.o_ready.next = self.request_data_ready.val();
        self.request_data.next = self.request_beats.o.val();
        self.request_data_valid.next = self.request_beats.o_valid.val();
        self.responses.clock.next = self.clock.val();
        self.responses.reset.next = self.reset.val();
        self.responses.i.next = self.verdict.val().packet;
        self.responses.i_valid.next = self.take_response.val();
        self.responses.o_ready.next = self.response_ready.val();
        self.response.next = self.responses.o.val();
        self.response_valid.next = self.responses.o_valid.val();
        self.response_beats.o_ready.next = self.response_data_ready.val();
        self.response_data.next = self.response_beats.o.val();
        self.response_data_valid.next = self.response_beats.o_valid.val();

        self.ethernet.next = self.buffer.frame.val();
        self.ethernet_valid.next = self.buffer.frame_valid.val();
        self.buffer.frame_ready.next = self.ethernet_ready.val();
        self.ethernet_data.next = self.buffer.data.val();
        self.ethernet_data_valid.next = self.buffer.data_valid.val();
        self.buffer.data_ready.next = self.ethernet_data_ready.val();

        self.count_rx_frames.next = self.counted.q.val();
        self.count_rx_good.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::GOOD));
        self.count_rx_mac_error.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::MAC_ERROR));
        self.count_rx_buffer_full.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::BUFFER_FULL));
        self.count_rx_not_roce.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::NOT_ROCE));
        self.count_rx_runt.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::RUNT));
        self.count_rx_ip_header.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::IP_HEADER));
        self.count_rx_length.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::LENGTH));
        self.count_rx_icrc.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::ICRC));
        self.count_rx_bth_version.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::BTH_VERSION));
        self.count_rx_opcode.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::OPCODE));
        self.count_rx_qpn.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::QPN));
        self.count_rx_qp_state.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::QP_STATE));
        self.count_rx_transport.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::TRANSPORT));
        self.count_rx_address.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::ADDRESS));
        self.count_rx_pkey.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::PKEY));
        self.count_rx_mac.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::MAC));
        self.count_rx_vlan.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::VLAN));
        self.count_rx_ethernet_full.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::ETHERNET_FULL));
        self.count_rx_ethernet_long.next = self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::ETHERNET_LONG));
        self.count_rx_requests.next = false;
        self.count_rx_responses.next = false;
        if self.counted.q.val()
            && (self.counted_cause.q.val() == bits_const::<{ cause::BITS }>(cause::GOOD))
        {
            self.count_rx_requests.next = !self.counted_response.q.val();
            self.count_rx_responses.next = self.counted_response.q.val();
        }

        if self.reset.val() {
            self.valid.d.next = 0.into();
            self.overflow.d.next = false;
            self.counted.d.next = false;
        }
    }
}
