//! Holds answers until their payload is whole on the card, and lets those go that may.
//!
//! - `planned`: packets of all QPs, in order. `data`, `verdict`: the payloads of those that have any, and how reading each went.
//! - `answer`, `answer_data`: packets whose payload is whole, and the payloads.
//! - `fault`: a fatal NAK leaves, for control, which always takes faults; so control, which ends the QP, learns of it when the NAK is safe.
//! - `fails`: the same, for the stages that must stop.
//! - `empty`: nothing is here. `forget`: the QP has not failed any more; only while `empty`.
//!
//! A payload whose key did not open becomes NAK 0x62 with the PSN of its packet, one that could not be read NAK 0x63 (digest §7, "fails
//! midway"); its message is not counted in the MSN. After a fatal NAK nothing of the QP leaves: its packets and payloads are thrown away.
//!
//! One packet a cycle, if its payload is here. Packets wait in a queue of 128. What is waited for: DMA reads, and the transmitter.
use super::flow::Planned;
use super::store::PayloadStore;
use crate::beat::Beat;
use crate::kit::memory::LutRam;
use crate::kit::{RamFifo, SmallFifo};
use crate::records::{QpFault, TransmitPacket};
use crate::requester::chain::Verdict;
use ferric_emit::kernel::*;
use ferric_layout::event::kind;
use ferric_layout::opcode::{opcode, operation, transport};
use ferric_layout::sizes::QP_BITS;
use ferric_layout::status::{Status, syndrome};
use rust_hdl::prelude::*;

const ACKNOWLEDGE: u8 = opcode(transport::RC, operation::ACKNOWLEDGE);
const REFUSED: u8 = Status::LocalProtection as u8;
const PACKET_BITS: usize = 7;
const PACKET_COUNT: usize = PACKET_BITS + 1;

#[derive(LogicBlock, Default)]
pub struct Release {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub planned: Signal<In, Planned>,
    pub planned_valid: Signal<In, Bit>,
    pub planned_ready: Signal<Out, Bit>,
    /// A packet that was planned without payload leaves.
    pub gone: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub verdict: Signal<In, Verdict>,
    pub verdict_valid: Signal<In, Bit>,
    pub verdict_ready: Signal<Out, Bit>,
    pub answer: Signal<Out, TransmitPacket>,
    pub answer_valid: Signal<Out, Bit>,
    pub answer_ready: Signal<In, Bit>,
    pub answer_data: Signal<Out, Beat>,
    pub answer_data_valid: Signal<Out, Bit>,
    pub answer_data_ready: Signal<In, Bit>,
    pub fault: Signal<Out, QpFault>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_ready: Signal<In, Bit>,
    pub fails: Signal<Out, Bits<QP_BITS>>,
    pub fails_valid: Signal<Out, Bit>,
    pub fails_ready: Signal<In, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub empty: Signal<Out, Bit>,
    /// NAKs of READs and atomics that failed midway.
    pub count_access: Signal<Out, Bit>,
    pub count_operational: Signal<Out, Bit>,
    packets: RamFifo<Planned, PACKET_BITS, PACKET_COUNT>,
    store: PayloadStore,
    failures: LutRam<Bit, QP_BITS>,
    outs: SmallFifo<TransmitPacket, 2, 3>,
    faults: SmallFifo<QpFault, 2, 3>,
    failed: SmallFifo<Bits<QP_BITS>, 2, 3>,
    payload: Signal<Local, Bit>,
    bad: Signal<Local, Bit>,
    dead: Signal<Local, Bit>,
    syndrome: Signal<Local, Bits<8>>,
    fatal: Signal<Local, Bit>,
    midway: Signal<Local, Bit>,
    decide: Signal<Local, Bit>,
}

impl Logic for Release {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_release");
        self.packets.clock.next = self.clock.val();
        self.packets.reset.next = self.reset.val();
        self.store.clock.next = self.clock.val();
        self.store.reset.next = self.reset.val();
        self.failures.clock.next = self.clock.val();
        self.outs.clock.next = self.clock.val();
        self.outs.reset.next = self.reset.val();
        self.faults.clock.next = self.clock.val();
        self.faults.reset.next = self.reset.val();
        self.failed.clock.next = self.clock.val();
        self.failed.reset.next = self.reset.val();
        self.packets.i.next = self.planned.val();
        self.packets.i_valid.next = self.planned_valid.val();
        self.planned_ready.next = self.packets.i_ready.val();
        self.store.i.next = self.data.val();
        self.store.i_valid.next = self.data_valid.val();
        self.data_ready.next = self.store.i_ready.val();

        // The packet at the head.
        self.failures.read_address.next = self.packets.o.val().qpn;
        self.dead.next = self.failures.read_data.val();
        self.payload.next = self.packets.o.val().length != 0;
        self.bad.next = self.payload.val() && (self.verdict.val().status != 0);
        self.syndrome.next = self.packets.o.val().syndrome;
        if self.bad.val() {
            self.syndrome.next = bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL).into();
            if self.verdict.val().status == bits_const::<8>(REFUSED) {
                self.syndrome.next = bits_const::<8>(syndrome::NAK_REMOTE_ACCESS).into();
            }
        }
        self.fatal.next =
            !self.dead.val() && (self.syndrome.val() > bits_const::<8>(syndrome::NAK_SEQUENCE));
        self.decide.next = self.packets.o_valid.val()
            && (!self.payload.val() || (self.store.whole.val() && self.verdict_valid.val()))
            && self.store.verdict_ready.val()
            && self.outs.i_ready.val()
            && self.faults.i_ready.val()
            && self.failed.i_ready.val();
        self.packets.o_ready.next = self.decide.val();
        self.gone.next = self.decide.val() && !self.payload.val();
        self.verdict_ready.next = self.decide.val() && self.payload.val();
        self.store.verdict.next = !self.dead.val() && !self.bad.val();
        self.store.verdict_valid.next = self.decide.val() && self.payload.val();
        self.midway.next = self.decide.val()
            && self.fatal.val()
            && (self.bad.val() || self.packets.o.val().refused);
        self.count_access.next = self.midway.val()
            && (self.syndrome.val() == bits_const::<8>(syndrome::NAK_REMOTE_ACCESS));
        self.count_operational.next = self.midway.val()
            && (self.syndrome.val() == bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL));

        self.outs.i_valid.next = self.decide.val() && !self.dead.val();
        self.outs.i.next.qpn = self.packets.o.val().qpn;
        self.outs.i.next.peer_qpn = self.packets.o.val().peer_qpn;
        self.outs.i.next.opcode = self.packets.o.val().opcode;
        self.outs.i.next.psn = self.packets.o.val().psn;
        self.outs.i.next.solicited = false;
        self.outs.i.next.ack_request = false;
        self.outs.i.next.length = self.packets.o.val().length;
        self.outs.i.next.va = self.packets.o.val().value;
        self.outs.i.next.rkey = 0.into();
        self.outs.i.next.dma_length = 0.into();
        self.outs.i.next.swap = 0.into();
        self.outs.i.next.compare = 0.into();
        self.outs.i.next.immediate = 0.into();
        self.outs.i.next.syndrome = self.syndrome.val();
        self.outs.i.next.msn = self.packets.o.val().msn;
        if self.bad.val() {
            self.outs.i.next.opcode = bits_const::<8>(ACKNOWLEDGE).into();
            self.outs.i.next.length = 0.into();
            self.outs.i.next.msn = self.packets.o.val().msn - 1;
        }
        self.answer.next = self.outs.o.val();
        self.answer_valid.next = self.outs.o_valid.val();
        self.outs.o_ready.next = self.answer_ready.val();
        self.answer_data.next = self.store.o.val();
        self.answer_data_valid.next = self.store.o_valid.val();
        self.store.o_ready.next = self.answer_data_ready.val();

        // A QP fails.
        self.faults.i_valid.next = self.decide.val() && self.fatal.val();
        self.faults.i.next.qpn = self.packets.o.val().qpn;
        self.faults.i.next.event = bits_const::<8>(kind::QP_FATAL).into();
        if self.syndrome.val() == bits_const::<8>(syndrome::NAK_INVALID_REQUEST) {
            self.faults.i.next.event = bits_const::<8>(kind::QP_REQUEST_ERROR).into();
        }
        if self.syndrome.val() == bits_const::<8>(syndrome::NAK_REMOTE_ACCESS) {
            self.faults.i.next.event = bits_const::<8>(kind::QP_ACCESS_ERROR).into();
        }
        self.faults.i.next.detail = self.syndrome.val();
        self.fault.next = self.faults.o.val();
        self.fault_valid.next = self.faults.o_valid.val();
        self.faults.o_ready.next = self.fault_ready.val();
        self.failed.i_valid.next = self.decide.val() && self.fatal.val();
        self.failed.i.next = self.packets.o.val().qpn;
        self.fails.next = self.failed.o.val();
        self.fails_valid.next = self.failed.o_valid.val();
        self.failed.o_ready.next = self.fails_ready.val();
        self.failures.write.next = self.decide.val() && self.fatal.val();
        self.failures.write_address.next = self.packets.o.val().qpn;
        self.failures.write_data.next = true;
        if self.forget.val() {
            self.failures.write.next = true;
            self.failures.write_address.next = self.forget_qpn.val();
            self.failures.write_data.next = false;
        }

        self.empty.next = (self.packets.level.val() == 0)
            && !self.outs.o_valid.val()
            && !self.failed.o_valid.val()
            && !self.store.busy.val();
    }
}
