//! Holds packets until their payload is whole on the card, and lets those go that may.
//!
//! - `i`: packets in order, and markers. `gathered` with `verdict`: payloads from memory; `inlined`: payloads from WQEs.
//! - `packet`: a packet whose payload is whole; `packet_data`: the payloads of those packets, a beat a cycle.
//! - `report`: a packet that could not be sent, and the markers. `progress`: how far each QP is, as it moves. `judged`: bytes of payload of
//!   the packet that is judged, 0 in other cycles.
//!
//! A packet whose key check or DMA read failed is not sent, nor is any later one of its QP in the same lap, until the QP is reset or started
//! anew; the failed WQE is reported once. Packets of a QP that is about to be sent again, or of one of its earlier laps, are not sent and
//! not reported. The payload of what is not sent is discarded.
//!
//! Payload waits in 32 KB; packets in a queue of 128, with a queue of the same depth that tells where each payload comes from. A packet takes
//! two cycles to judge, and its payload a cycle a beat, side by side with the judging of later packets. At most four are judged before
//! their payload has gone, since what is judged goes, also when its QP is to go back in the next cycle. On an idle card a packet is judged
//! two cycles after it came, or one after its payload's last beat. Payload comes in order, so a full
//! payload queue always holds a whole packet at its head: the largest is 64 beats of 512.
use crate::beat::Beat;
use crate::kit::{DirectFifo, SmallFifo, WipedTable};
use crate::records::TransmitPacket;
use crate::requester::chain::{Chain, ChainEvent, Progress, RequestPacket, Verdict};
use rust_hdl::prelude::*;

/// A packet of this lap of a QP could not be sent.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct FailedLap {
    pub failed: Bit,
    pub lap: Bits<2>,
}

/// Which packets of a QP are still wanted.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct CurrentLap {
    pub back: Bit,
    pub lap: Bits<2>,
}

#[derive(LogicBlock, Default)]
pub struct Judge {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, RequestPacket>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub gathered: Signal<In, Beat>,
    pub gathered_valid: Signal<In, Bit>,
    pub gathered_ready: Signal<Out, Bit>,
    pub verdict: Signal<In, Verdict>,
    pub verdict_valid: Signal<In, Bit>,
    pub verdict_ready: Signal<Out, Bit>,
    pub inlined: Signal<In, Beat>,
    pub inlined_valid: Signal<In, Bit>,
    pub inlined_ready: Signal<Out, Bit>,
    pub packet: Signal<Out, TransmitPacket>,
    pub packet_valid: Signal<Out, Bit>,
    pub packet_ready: Signal<In, Bit>,
    pub packet_data: Signal<Out, Beat>,
    pub packet_data_valid: Signal<Out, Bit>,
    pub packet_data_ready: Signal<In, Bit>,
    pub progress: Signal<In, Progress>,
    pub progress_valid: Signal<In, Bit>,
    pub judged: Signal<Out, Bits<13>>,
    pub report: Signal<Out, ChainEvent>,
    pub report_valid: Signal<Out, Bit>,
    pub report_ready: Signal<In, Bit>,
    pub count_requester_packets: Signal<Out, Bit>,
    packets: DirectFifo<RequestPacket, 7, 8>,
    /// Whether each payload is inline.
    sources: SmallFifo<Bit, 7, 8>,
    payload: DirectFifo<Beat, 9, 10>,
    failed: WipedTable<FailedLap, 10>,
    far: WipedTable<CurrentLap, 10>,
    plans: SmallFifo<Bit, 2, 3>,
    ready_packets: SmallFifo<TransmitPacket, 2, 3>,
    events: SmallFifo<ChainEvent, 2, 3>,
    put: Signal<Local, Bit>,
    put_last: Signal<Local, Bit>,
    /// Whole payloads not yet judged.
    whole: DFF<Bits<10>>,
    looking: DFF<Bit>,
    has_payload: Signal<Local, Bit>,
    payload_here: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    faulted: Signal<Local, Bit>,
    stale: Signal<Local, Bit>,
    blocked: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    decide: Signal<Local, Bit>,
    spend: Signal<Local, Bit>,
    pass: Signal<Local, Bit>,
}

impl Logic for Judge {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, whole, looking);
        self.packets.clock.next = self.clock.val();
        self.packets.reset.next = self.reset.val();
        self.sources.clock.next = self.clock.val();
        self.sources.reset.next = self.reset.val();
        self.payload.clock.next = self.clock.val();
        self.payload.reset.next = self.reset.val();
        self.failed.clock.next = self.clock.val();
        self.failed.reset.next = self.reset.val();
        self.far.clock.next = self.clock.val();
        self.far.reset.next = self.reset.val();
        self.plans.clock.next = self.clock.val();
        self.plans.reset.next = self.reset.val();
        self.ready_packets.clock.next = self.clock.val();
        self.ready_packets.reset.next = self.reset.val();
        self.events.clock.next = self.clock.val();
        self.events.reset.next = self.reset.val();
        self.report.next = self.events.o.val();
        self.report_valid.next = self.events.o_valid.val();
        self.events.o_ready.next = self.report_ready.val();
        self.packet.next = self.ready_packets.o.val();
        self.packet_valid.next = self.ready_packets.o_valid.val();
        self.ready_packets.o_ready.next = self.packet_ready.val();

        // Take packets; payloads in the same order, each from its source.
        self.i_ready.next = self.packets.i_ready.val() && self.sources.i_ready.val();
        self.packets.i.next = self.i.val();
        self.packets.i_valid.next = self.i_valid.val() && self.sources.i_ready.val();
        self.sources.i.next = self.i.val().inlined;
        self.sources.i_valid.next = self.i_valid.val()
            && self.packets.i_ready.val()
            && (self.i.val().kind == Chain::Work)
            && (self.i.val().length != 0);
        self.put.next =
            self.sources.o_valid.val() && self.payload.i_ready.val() && self.gathered_valid.val();
        self.payload.i.next = self.gathered.val();
        if self.sources.o.val() {
            self.put.next = self.sources.o_valid.val()
                && self.payload.i_ready.val()
                && self.inlined_valid.val();
            self.payload.i.next = self.inlined.val();
        }
        self.payload.i_valid.next = self.put.val();
        self.put_last.next = self.put.val() && self.payload.i.val().last;
        self.gathered_ready.next =
            self.sources.o_valid.val() && !self.sources.o.val() && self.payload.i_ready.val();
        self.inlined_ready.next =
            self.sources.o_valid.val() && self.sources.o.val() && self.payload.i_ready.val();
        self.sources.o_ready.next = self.put_last.val();

        // Judge the packet at the head.
        self.failed.read_address.next = self.packets.o.val().qpn;
        self.far.read_address.next = self.packets.o.val().qpn;
        self.far.write.next = self.progress_valid.val();
        self.far.write_address.next = self.progress.val().qpn;
        self.far.write_data.next.back = self.progress.val().back;
        self.far.write_data.next.lap = self.progress.val().lap;
        self.has_payload.next =
            (self.packets.o.val().kind == Chain::Work) && (self.packets.o.val().length != 0);
        self.payload_here.next = !self.has_payload.val()
            || ((self.whole.q.val() != 0)
                && (self.packets.o.val().inlined || self.verdict_valid.val()));
        self.room.next = self.plans.i_ready.val()
            && self.ready_packets.i_ready.val()
            && self.events.i_ready.val();
        self.faulted.next = self.has_payload.val()
            && !self.packets.o.val().inlined
            && (self.verdict.val().status != 0);
        // A packet of an earlier lap says nothing any more, good or bad.
        self.stale.next = self.far.read_data.val().back
            || (self.far.read_data.val().lap != self.packets.o.val().lap);
        self.blocked.next = self.stale.val()
            || (self.failed.read_data.val().failed
                && (self.failed.read_data.val().lap == self.packets.o.val().lap));
        self.good.next = (self.packets.o.val().kind == Chain::Work)
            && !self.packets.o.val().void
            && !self.faulted.val()
            && !self.blocked.val();
        self.decide.next = self.looking.q.val() && self.payload_here.val() && self.room.val();
        self.looking.d.next = self.packets.o_valid.val() && !self.decide.val();
        self.packets.o_ready.next = self.decide.val();
        self.verdict_ready.next =
            self.decide.val() && self.has_payload.val() && !self.packets.o.val().inlined;
        self.spend.next = self.decide.val() && self.has_payload.val();
        self.judged.next = 0.into();
        if self.spend.val() {
            self.judged.next = self.packets.o.val().length;
        }
        if self.put_last.val() && !self.spend.val() {
            self.whole.d.next = self.whole.q.val() + 1;
        }
        if self.spend.val() && !self.put_last.val() {
            self.whole.d.next = self.whole.q.val() - 1;
        }
        self.plans.i.next = self.good.val();
        self.plans.i_valid.next = self.spend.val();
        self.count_requester_packets.next = self.decide.val() && self.good.val();
        self.failed.write.next = self.decide.val()
            && ((self.faulted.val() && !self.stale.val())
                || (self.packets.o.val().kind == Chain::Start)
                || (self.packets.o.val().kind == Chain::Reset));
        self.failed.write_address.next = self.packets.o.val().qpn;
        self.failed.write_data.next.failed = self.faulted.val();
        self.failed.write_data.next.lap = self.packets.o.val().lap;
        self.events.i_valid.next = self.decide.val()
            && ((self.packets.o.val().kind != Chain::Work)
                || (self.faulted.val() && !self.blocked.val()));
        self.events.i.next.kind = self.packets.o.val().kind;
        self.events.i.next.command = self.packets.o.val().command;
        self.events.i.next.qpn = self.packets.o.val().qpn;
        self.events.i.next.slot = self.packets.o.val().slot;
        self.events.i.next.lap = self.packets.o.val().lap;
        self.events.i.next.psn = self.packets.o.val().psn;
        self.events.i.next.verdict = self.verdict.val();
        self.ready_packets.i_valid.next = self.decide.val() && self.good.val();
        self.ready_packets.i.next.qpn = self.packets.o.val().qpn;
        self.ready_packets.i.next.peer_qpn = self.packets.o.val().peer_qpn;
        self.ready_packets.i.next.opcode = self.packets.o.val().opcode;
        self.ready_packets.i.next.psn = self.packets.o.val().psn;
        self.ready_packets.i.next.solicited = self.packets.o.val().solicited;
        self.ready_packets.i.next.ack_request = self.packets.o.val().ack_request;
        self.ready_packets.i.next.length = self.packets.o.val().length;
        self.ready_packets.i.next.va = self.packets.o.val().va;
        self.ready_packets.i.next.rkey = self.packets.o.val().rkey;
        self.ready_packets.i.next.dma_length = self.packets.o.val().dma_length;
        self.ready_packets.i.next.swap = self.packets.o.val().swap;
        self.ready_packets.i.next.compare = self.packets.o.val().compare;
        self.ready_packets.i.next.immediate = self.packets.o.val().immediate;
        self.ready_packets.i.next.syndrome = 0.into();
        self.ready_packets.i.next.msn = 0.into();

        // Pass payloads on, or discard them.
        self.packet_data.next = self.payload.o.val();
        self.packet_data_valid.next =
            self.payload.o_valid.val() && self.plans.o_valid.val() && self.plans.o.val();
        self.pass.next =
            self.plans.o_valid.val() && (!self.plans.o.val() || self.packet_data_ready.val());
        self.payload.o_ready.next = self.pass.val();
        self.plans.o_ready.next =
            self.pass.val() && self.payload.o_valid.val() && self.payload.o.val().last;

        if self.reset.val() {
            self.whole.d.next = 0.into();
            self.looking.d.next = false;
        }
    }
}
