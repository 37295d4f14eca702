//! Ethernet beside RDMA: the rings through which the host's own network stack receives and sends. `docs/ethernet.md` has the picture.
mod receive_buffer;
mod receive_ring;
mod transmit_ring;

use crate::beat::Beat;
use crate::pcie::{read_share::ReadShare, write_share::WriteShare};
use crate::records::*;
use rust_hdl::prelude::*;

pub use receive_buffer::ReceiveBuffer;
pub use receive_ring::ReceiveRing;
pub use transmit_ring::TransmitRing;

/// A beat of a frame to send.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct EthernetBeat {
    pub data: Bits<512>,
    /// Bytes of the frame in this beat.
    pub bytes: Bits<7>,
    pub last: Bit,
}

/// The two rings, which share the clients of DMA reader and writer with the admin queue: neither has much to do, and clients of their own
/// would cost twice the 930 LUTs of sharing.
///
/// `admin_*` is the admin queue, the rest as `ReceiveRing` and `TransmitRing` say. Both users take their bytes whenever they come, within the
/// time that a page list's entries take, so neither waits long for the other.
#[derive(LogicBlock, Default)]
pub struct Ethernet {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub admin_read: Signal<In, DmaRead>,
    pub admin_read_valid: Signal<In, Bit>,
    pub admin_read_ready: Signal<Out, Bit>,
    pub admin_status: Signal<Out, DmaReadStatus>,
    pub admin_status_valid: Signal<Out, Bit>,
    pub admin_status_ready: Signal<In, Bit>,
    pub admin_data: Signal<Out, Beat>,
    pub admin_data_valid: Signal<Out, Bit>,
    pub admin_data_ready: Signal<In, Bit>,
    pub admin_write: Signal<In, DmaWrite>,
    pub admin_write_valid: Signal<In, Bit>,
    pub admin_write_ready: Signal<Out, Bit>,
    pub admin_write_data: Signal<In, Beat>,
    pub admin_write_data_valid: Signal<In, Bit>,
    pub admin_write_data_ready: Signal<Out, Bit>,
    pub admin_written: Signal<Out, Bits<16>>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
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
    pub rx_ring: Signal<In, FrameRing>,
    pub rx_doorbell: Signal<In, FrameRingDoorbell>,
    pub rx_doorbell_valid: Signal<In, Bit>,
    pub rx_report: Signal<Out, FrameRingState>,
    pub tx_ring: Signal<In, FrameRing>,
    pub tx_doorbell: Signal<In, FrameRingDoorbell>,
    pub tx_doorbell_valid: Signal<In, Bit>,
    pub tx_report: Signal<Out, FrameRingState>,
    pub accept: Signal<Out, Bit>,
    pub received: Signal<In, Bits<11>>,
    pub received_valid: Signal<In, Bit>,
    pub received_ready: Signal<Out, Bit>,
    pub received_data: Signal<In, Beat>,
    pub received_data_valid: Signal<In, Bit>,
    pub received_data_ready: Signal<Out, Bit>,
    pub frame: Signal<Out, EthernetBeat>,
    pub frame_valid: Signal<Out, Bit>,
    pub frame_ready: Signal<In, Bit>,
    pub vector: Signal<Out, Interrupt>,
    pub vector_valid: Signal<Out, Bit>,
    pub vector_ready: Signal<In, Bit>,
    pub count_rx_ethernet: Signal<Out, Bit>,
    pub count_rx_ethernet_full: Signal<Out, Bit>,
    pub count_tx_ethernet_bad: Signal<Out, Bit>,
    pub count_doorbell_index: Signal<Out, Bit>,
    reads: ReadShare,
    writes: WriteShare,
    receive: ReceiveRing,
    transmit: TransmitRing,
}

impl Logic for Ethernet {
    #[hdl_gen]
    fn update(&mut self) {
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.reads.ask[0].next = self.admin_read.val();
        self.reads.ask_valid[0].next = self.admin_read_valid.val();
        self.admin_read_ready.next = self.reads.ask_ready[0].val();
        self.admin_status.next = self.reads.answer[0].val();
        self.admin_status_valid.next = self.reads.answer_valid[0].val();
        self.reads.answer_ready[0].next = self.admin_status_ready.val();
        self.admin_data.next = self.reads.bytes[0].val();
        self.admin_data_valid.next = self.reads.bytes_valid[0].val();
        self.reads.bytes_ready[0].next = self.admin_data_ready.val();
        self.reads.ask[1].next = self.transmit.read.val();
        self.reads.ask_valid[1].next = self.transmit.read_valid.val();
        self.transmit.read_ready.next = self.reads.ask_ready[1].val();
        self.transmit.status.next = self.reads.answer[1].val();
        self.transmit.status_valid.next = self.reads.answer_valid[1].val();
        self.reads.answer_ready[1].next = self.transmit.status_ready.val();
        self.transmit.data.next = self.reads.bytes[1].val();
        self.transmit.data_valid.next = self.reads.bytes_valid[1].val();
        self.reads.bytes_ready[1].next = self.transmit.data_ready.val();
        self.read.next = self.reads.read.val();
        self.read_valid.next = self.reads.read_valid.val();
        self.reads.read_ready.next = self.read_ready.val();
        self.reads.status.next = self.status.val();
        self.reads.status_valid.next = self.status_valid.val();
        self.status_ready.next = self.reads.status_ready.val();
        self.reads.data.next = self.data.val();
        self.reads.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.reads.data_ready.val();

        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.writes.ask[0].next = self.admin_write.val();
        self.writes.ask_valid[0].next = self.admin_write_valid.val();
        self.admin_write_ready.next = self.writes.ask_ready[0].val();
        self.writes.bytes[0].next = self.admin_write_data.val();
        self.writes.bytes_valid[0].next = self.admin_write_data_valid.val();
        self.admin_write_data_ready.next = self.writes.bytes_ready[0].val();
        self.admin_written.next = self.writes.left[0].val();
        self.writes.ask[1].next = self.receive.write.val();
        self.writes.ask_valid[1].next = self.receive.write_valid.val();
        self.receive.write_ready.next = self.writes.ask_ready[1].val();
        self.writes.bytes[1].next = self.receive.write_data.val();
        self.writes.bytes_valid[1].next = self.receive.write_data_valid.val();
        self.receive.write_data_ready.next = self.writes.bytes_ready[1].val();
        self.receive.written.next = self.writes.left[1].val();
        self.write.next = self.writes.write.val();
        self.write_valid.next = self.writes.write_valid.val();
        self.writes.write_ready.next = self.write_ready.val();
        self.write_data.next = self.writes.write_data.val();
        self.write_data_valid.next = self.writes.write_data_valid.val();
        self.writes.write_data_ready.next = self.write_data_ready.val();
        self.writes.written.next = self.written.val();

        self.receive.clock.next = self.clock.val();
        self.receive.reset.next = self.reset.val();
        self.receive.ring.next = self.rx_ring.val();
        self.receive.doorbell.next = self.rx_doorbell.val();
        self.receive.doorbell_valid.next = self.rx_doorbell_valid.val();
        self.rx_report.next = self.receive.report.val();
        self.accept.next = self.receive.accept.val();
        self.receive.frame.next = self.received.val();
        self.receive.frame_valid.next = self.received_valid.val();
        self.received_ready.next = self.receive.frame_ready.val();
        self.receive.data.next = self.received_data.val();
        self.receive.data_valid.next = self.received_data_valid.val();
        self.received_data_ready.next = self.receive.data_ready.val();
        self.vector.next = self.receive.vector.val();
        self.vector_valid.next = self.receive.vector_valid.val();
        self.receive.vector_ready.next = self.vector_ready.val();
        self.count_rx_ethernet.next = self.receive.count_rx_ethernet.val();
        self.count_rx_ethernet_full.next = self.receive.count_rx_ethernet_full.val();

        self.transmit.clock.next = self.clock.val();
        self.transmit.reset.next = self.reset.val();
        self.transmit.ring.next = self.tx_ring.val();
        self.transmit.doorbell.next = self.tx_doorbell.val();
        self.transmit.doorbell_valid.next = self.tx_doorbell_valid.val();
        self.tx_report.next = self.transmit.report.val();
        self.frame.next = self.transmit.frame.val();
        self.frame_valid.next = self.transmit.frame_valid.val();
        self.transmit.frame_ready.next = self.frame_ready.val();
        self.count_tx_ethernet_bad.next = self.transmit.count_tx_ethernet_bad.val();
        self.count_doorbell_index.next =
            self.receive.count_doorbell_index.val() || self.transmit.count_doorbell_index.val();
    }
}
