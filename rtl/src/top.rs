//! The card: every block, joined. Pins only on the outside: the PCIe hard block's user streams and the MAC's.
//!
//! One clock, the PCIe block's `user_clk`. `CardReset` decides when the card is reset; `user_reset` resets all of it at once, and may cut a
//! frame off at the MAC, so it must reset the crossing to the MAC's clock too. A board's top puts that and the hard blocks around it.
//! Nothing is decided here.
use crate::control::Control;
use crate::control::pulses::Pulses;
use crate::ethernet::Ethernet;
use crate::kit::StreamMerge;
use crate::memory::Memory;
use crate::pcie::Pcie;
use crate::queue::completion_queue::CompletionQueue;
use crate::queue::doorbells::Doorbells;
use crate::queue::event_queue::EventQueue;
use crate::records::Interrupt;
use crate::requester::Requester;
use crate::reset::CardReset;
use crate::responder::Responder;
use crate::wire::WireReceive;
use crate::wire::WireTransmit;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Card {
    pub clock: Signal<In, Clock>,
    pub user_reset: Signal<In, Bit>,
    pub m_axis_cq_tdata: Signal<In, Bits<512>>,
    pub m_axis_cq_tuser: Signal<In, Bits<183>>,
    pub m_axis_cq_tlast: Signal<In, Bit>,
    pub m_axis_cq_tvalid: Signal<In, Bit>,
    pub m_axis_cq_tready: Signal<Out, Bit>,
    pub pcie_cq_np_req: Signal<Out, Bits<2>>,
    pub s_axis_cc_tdata: Signal<Out, Bits<512>>,
    pub s_axis_cc_tkeep: Signal<Out, Bits<16>>,
    pub s_axis_cc_tuser: Signal<Out, Bits<81>>,
    pub s_axis_cc_tlast: Signal<Out, Bit>,
    pub s_axis_cc_tvalid: Signal<Out, Bit>,
    pub s_axis_cc_tready: Signal<In, Bit>,
    pub s_axis_rq_tdata: Signal<Out, Bits<512>>,
    pub s_axis_rq_tkeep: Signal<Out, Bits<16>>,
    pub s_axis_rq_tuser: Signal<Out, Bits<137>>,
    pub s_axis_rq_tlast: Signal<Out, Bit>,
    pub s_axis_rq_tvalid: Signal<Out, Bit>,
    pub s_axis_rq_tready: Signal<In, Bit>,
    pub pcie_tfc_nph_av: Signal<In, Bits<4>>,
    pub m_axis_rc_tdata: Signal<In, Bits<512>>,
    pub m_axis_rc_tuser: Signal<In, Bits<161>>,
    pub m_axis_rc_tlast: Signal<In, Bit>,
    pub m_axis_rc_tvalid: Signal<In, Bit>,
    pub m_axis_rc_tready: Signal<Out, Bit>,
    pub cfg_max_payload: Signal<In, Bits<2>>,
    pub cfg_max_read_req: Signal<In, Bits<3>>,
    pub cfg_rcb_status: Signal<In, Bit>,
    pub cfg_function_status: Signal<In, Bits<4>>,
    pub cfg_interrupt_msix_enable: Signal<In, Bit>,
    pub cfg_interrupt_msix_mask: Signal<In, Bit>,
    pub cfg_extended_tag: Signal<In, Bit>,
    pub cfg_flr_in_process: Signal<In, Bit>,
    pub cfg_flr_done: Signal<Out, Bit>,
    pub s_axis_rx_tdata: Signal<In, Bits<512>>,
    pub s_axis_rx_tkeep: Signal<In, Bits<64>>,
    pub s_axis_rx_tlast: Signal<In, Bit>,
    pub s_axis_rx_tuser: Signal<In, Bit>,
    pub s_axis_rx_tvalid: Signal<In, Bit>,
    pub m_axis_tx_tdata: Signal<Out, Bits<512>>,
    pub m_axis_tx_tkeep: Signal<Out, Bits<64>>,
    pub m_axis_tx_tlast: Signal<Out, Bit>,
    pub m_axis_tx_tvalid: Signal<Out, Bit>,
    pub m_axis_tx_tready: Signal<In, Bit>,
    life: CardReset,
    pcie: Pcie,
    control: Control,
    doorbells: Doorbells,
    requester: Requester,
    responder: Responder,
    memory: Memory,
    completions: CompletionQueue,
    events: EventQueue,
    receive: WireReceive,
    transmit: WireTransmit,
    ethernet: Ethernet,
    vectors: StreamMerge<Interrupt, 2, 1>,
    pulses: Pulses,
}

impl Logic for Card {
    // DMA clients are numbered as `pcie::read_client` and `pcie::write_client` name them.
    #[hdl_gen]
    fn update(&mut self) {
        self.life.clock.next = self.clock.val();
        self.pcie.clock.next = self.clock.val();
        self.control.clock.next = self.clock.val();
        self.doorbells.clock.next = self.clock.val();
        self.doorbells.reset.next = self.life.reset.val();
        self.requester.clock.next = self.clock.val();
        self.requester.reset.next = self.life.reset.val();
        self.responder.clock.next = self.clock.val();
        self.responder.reset.next = self.life.reset.val();
        self.memory.clock.next = self.clock.val();
        self.memory.reset.next = self.life.reset.val();
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.life.reset.val();
        self.events.clock.next = self.clock.val();
        self.events.reset.next = self.life.reset.val();
        self.receive.clock.next = self.clock.val();
        self.receive.reset.next = self.life.reset.val();
        self.transmit.clock.next = self.clock.val();
        self.transmit.reset.next = self.life.reset.val();
        self.ethernet.clock.next = self.clock.val();
        self.ethernet.reset.next = self.life.reset.val();
        self.vectors.clock.next = self.clock.val();
        self.vectors.reset.next = self.life.reset.val();

        // A card's life and its end.
        self.life.user_reset.next = self.user_reset.val();
        self.life.asked.next = self.control.reset_asked.val();
        self.life.function_reset.next = self.cfg_flr_in_process.val();
        self.cfg_flr_done.next = self.life.function_done.val();
        self.life.bus_master.next = self.pcie.bus_master.val();
        self.life.written.next =
            self.pcie.register_access_valid.val() && self.pcie.register_access.val().write;
        self.life.requests_idle.next = self.pcie.idle.val();
        self.life.frames_idle.next = self.transmit.idle.val();
        self.life.read_waits.next = self.pcie.read_waits.val();
        self.pcie.reset.next = self.user_reset.val();
        self.pcie.restart.next = self.life.reset.val();
        self.pcie.stop.next = self.life.stop.val();
        self.pcie.forget_vectors.next = self.life.forget_vectors.val();
        self.control.reset.next = self.user_reset.val();
        self.control.restart.next = self.life.reset.val();
        self.control.hold.next = self.life.hold.val();
        self.control.ready.next = self.life.ready.val();
        self.control.lives.next = self.life.lives.val();

        // Pins.
        self.pcie.m_axis_cq_tdata.next = self.m_axis_cq_tdata.val();
        self.pcie.m_axis_cq_tuser.next = self.m_axis_cq_tuser.val();
        self.pcie.m_axis_cq_tlast.next = self.m_axis_cq_tlast.val();
        self.pcie.m_axis_cq_tvalid.next = self.m_axis_cq_tvalid.val();
        self.m_axis_cq_tready.next = self.pcie.m_axis_cq_tready.val();
        self.pcie_cq_np_req.next = self.pcie.pcie_cq_np_req.val();
        self.s_axis_cc_tdata.next = self.pcie.s_axis_cc_tdata.val();
        self.s_axis_cc_tkeep.next = self.pcie.s_axis_cc_tkeep.val();
        self.s_axis_cc_tuser.next = self.pcie.s_axis_cc_tuser.val();
        self.s_axis_cc_tlast.next = self.pcie.s_axis_cc_tlast.val();
        self.s_axis_cc_tvalid.next = self.pcie.s_axis_cc_tvalid.val();
        self.pcie.s_axis_cc_tready.next = self.s_axis_cc_tready.val();
        self.s_axis_rq_tdata.next = self.pcie.s_axis_rq_tdata.val();
        self.s_axis_rq_tkeep.next = self.pcie.s_axis_rq_tkeep.val();
        self.s_axis_rq_tuser.next = self.pcie.s_axis_rq_tuser.val();
        self.s_axis_rq_tlast.next = self.pcie.s_axis_rq_tlast.val();
        self.s_axis_rq_tvalid.next = self.pcie.s_axis_rq_tvalid.val();
        self.pcie.s_axis_rq_tready.next = self.s_axis_rq_tready.val();
        self.pcie.pcie_tfc_nph_av.next = self.pcie_tfc_nph_av.val();
        self.pcie.m_axis_rc_tdata.next = self.m_axis_rc_tdata.val();
        self.pcie.m_axis_rc_tuser.next = self.m_axis_rc_tuser.val();
        self.pcie.m_axis_rc_tlast.next = self.m_axis_rc_tlast.val();
        self.pcie.m_axis_rc_tvalid.next = self.m_axis_rc_tvalid.val();
        self.m_axis_rc_tready.next = self.pcie.m_axis_rc_tready.val();
        self.pcie.cfg_max_payload.next = self.cfg_max_payload.val();
        self.pcie.cfg_max_read_req.next = self.cfg_max_read_req.val();
        self.pcie.cfg_rcb_status.next = self.cfg_rcb_status.val();
        self.pcie.cfg_function_status.next = self.cfg_function_status.val();
        self.pcie.cfg_interrupt_msix_enable.next = self.cfg_interrupt_msix_enable.val();
        self.pcie.cfg_interrupt_msix_mask.next = self.cfg_interrupt_msix_mask.val();
        self.pcie.extended_tags.next = self.cfg_extended_tag.val();
        self.receive.s_axis_rx_tdata.next = self.s_axis_rx_tdata.val();
        self.receive.s_axis_rx_tkeep.next = self.s_axis_rx_tkeep.val();
        self.receive.s_axis_rx_tlast.next = self.s_axis_rx_tlast.val();
        self.receive.s_axis_rx_tuser.next = self.s_axis_rx_tuser.val();
        self.receive.s_axis_rx_tvalid.next = self.s_axis_rx_tvalid.val();
        self.m_axis_tx_tdata.next = self.transmit.m_axis_tx_tdata.val();
        self.m_axis_tx_tkeep.next = self.transmit.m_axis_tx_tkeep.val();
        self.m_axis_tx_tlast.next = self.transmit.m_axis_tx_tlast.val();
        self.m_axis_tx_tvalid.next = self.transmit.m_axis_tx_tvalid.val();
        self.transmit.m_axis_tx_tready.next = self.m_axis_tx_tready.val();

        // Registers, doorbells, interrupts.
        self.control.access.next = self.pcie.register_access.val();
        self.control.access_valid.next = self.pcie.register_access_valid.val();
        self.pcie.register_access_ready.next = self.control.access_ready.val();
        self.pcie.register_data.next = self.control.register_data.val();
        self.pcie.register_data_valid.next = self.control.register_data_valid.val();
        self.control.register_data_ready.next = self.pcie.register_data_ready.val();
        self.doorbells.write.next = self.pcie.doorbell.val();
        // A host that rings while the card is reset is not made to wait.
        self.doorbells.write_valid.next = self.pcie.doorbell_valid.val() && self.life.ready.val();
        self.pcie.doorbell_ready.next = self.doorbells.write_ready.val() || !self.life.ready.val();
        self.vectors.i[0].next = self.events.vector.val();
        self.vectors.i_valid[0].next = self.events.vector_valid.val();
        self.events.vector_ready.next = self.vectors.i_ready[0].val();
        self.vectors.i[1].next = self.ethernet.vector.val();
        self.vectors.i_valid[1].next = self.ethernet.vector_valid.val();
        self.ethernet.vector_ready.next = self.vectors.i_ready[1].val();
        self.pcie.raise.next = self.vectors.o.val();
        self.pcie.raise_valid.next = self.vectors.o_valid.val();
        self.vectors.o_ready.next = self.pcie.raise_ready.val();
        self.control.bus_master.next = self.pcie.bus_master.val();
        self.requester.doorbell.next = self.doorbells.send.val();
        self.requester.doorbell_valid.next = self.doorbells.send_valid.val();
        self.doorbells.send_ready.next = self.requester.doorbell_ready.val();
        self.requester.pushed_slot.next = self.doorbells.slot.val();
        self.doorbells.slot_used.next = self.requester.pushed_done.val();
        self.responder.doorbell.next = self.doorbells.receive.val();
        self.responder.doorbell_valid.next = self.doorbells.receive_valid.val();
        self.doorbells.receive_ready.next = self.responder.doorbell_ready.val();
        self.completions.doorbell.next = self.doorbells.completion.val();
        self.completions.doorbell_valid.next = self.doorbells.completion_valid.val();
        self.doorbells.completion_ready.next = self.completions.doorbell_ready.val();
        self.events.doorbell.next = self.doorbells.event_doorbell.val();
        self.events.doorbell_valid.next = self.doorbells.event_doorbell_valid.val();
        self.doorbells.event_doorbell_ready.next = self.events.doorbell_ready.val();
        self.doorbells.retired.next = self.requester.retired.val();
        self.doorbells.retired_valid.next = self.requester.retired_valid.val();

        // Ethernet beside RDMA.
        self.ethernet.rx_ring.next = self.control.rx_ring.val();
        self.ethernet.rx_doorbell.next = self.control.rx_doorbell.val();
        self.ethernet.rx_doorbell_valid.next = self.control.rx_doorbell_valid.val();
        self.control.rx_state.next = self.ethernet.rx_report.val();
        self.ethernet.tx_ring.next = self.control.tx_ring.val();
        self.ethernet.tx_doorbell.next = self.control.tx_doorbell.val();
        self.ethernet.tx_doorbell_valid.next = self.control.tx_doorbell_valid.val();
        self.control.tx_state.next = self.ethernet.tx_report.val();
        self.receive.accept.next = self.ethernet.accept.val();
        self.receive.promiscuous.next = self.control.rx_ring.val().promiscuous;
        self.ethernet.received.next = self.receive.ethernet.val();
        self.ethernet.received_valid.next = self.receive.ethernet_valid.val();
        self.receive.ethernet_ready.next = self.ethernet.received_ready.val();
        self.ethernet.received_data.next = self.receive.ethernet_data.val();
        self.ethernet.received_data_valid.next = self.receive.ethernet_data_valid.val();
        self.receive.ethernet_data_ready.next = self.ethernet.received_data_ready.val();
        self.transmit.ethernet.next = self.ethernet.frame.val();
        self.transmit.ethernet_valid.next = self.ethernet.frame_valid.val();
        self.ethernet.frame_ready.next = self.transmit.ethernet_ready.val();

        // Host memory.
        self.pcie.read_request[0].next = self.requester.wqe_read.val();
        self.pcie.read_request_valid[0].next = self.requester.wqe_read_valid.val();
        self.requester.wqe_read_ready.next = self.pcie.read_request_ready[0].val();
        self.requester.wqe_status.next = self.pcie.read_status[0].val();
        self.requester.wqe_status_valid.next = self.pcie.read_status_valid[0].val();
        self.pcie.read_status_ready[0].next = self.requester.wqe_status_ready.val();
        self.requester.wqe_data.next = self.pcie.read_data[0].val();
        self.requester.wqe_data_valid.next = self.pcie.read_data_valid[0].val();
        self.pcie.read_data_ready[0].next = self.requester.wqe_data_ready.val();
        self.pcie.read_request[1].next = self.responder.read.val();
        self.pcie.read_request_valid[1].next = self.responder.read_valid.val();
        self.responder.read_ready.next = self.pcie.read_request_ready[1].val();
        self.responder.status.next = self.pcie.read_status[1].val();
        self.responder.status_valid.next = self.pcie.read_status_valid[1].val();
        self.pcie.read_status_ready[1].next = self.responder.status_ready.val();
        self.responder.data.next = self.pcie.read_data[1].val();
        self.responder.data_valid.next = self.pcie.read_data_valid[1].val();
        self.pcie.read_data_ready[1].next = self.responder.data_ready.val();
        self.pcie.read_request[2].next = self.requester.payload_read.val();
        self.pcie.read_request_valid[2].next = self.requester.payload_read_valid.val();
        self.requester.payload_read_ready.next = self.pcie.read_request_ready[2].val();
        self.requester.payload_status.next = self.pcie.read_status[2].val();
        self.requester.payload_status_valid.next = self.pcie.read_status_valid[2].val();
        self.pcie.read_status_ready[2].next = self.requester.payload_status_ready.val();
        self.requester.payload_data.next = self.pcie.read_data[2].val();
        self.requester.payload_data_valid.next = self.pcie.read_data_valid[2].val();
        self.pcie.read_data_ready[2].next = self.requester.payload_data_ready.val();
        self.pcie.read_request[3].next = self.responder.response_read.val();
        self.pcie.read_request_valid[3].next = self.responder.response_read_valid.val();
        self.responder.response_read_ready.next = self.pcie.read_request_ready[3].val();
        self.responder.response_status.next = self.pcie.read_status[3].val();
        self.responder.response_status_valid.next = self.pcie.read_status_valid[3].val();
        self.pcie.read_status_ready[3].next = self.responder.response_status_ready.val();
        self.responder.response_data.next = self.pcie.read_data[3].val();
        self.responder.response_data_valid.next = self.pcie.read_data_valid[3].val();
        self.pcie.read_data_ready[3].next = self.responder.response_data_ready.val();
        self.pcie.read_request[4].next = self.ethernet.read.val();
        self.pcie.read_request_valid[4].next = self.ethernet.read_valid.val();
        self.ethernet.read_ready.next = self.pcie.read_request_ready[4].val();
        self.ethernet.status.next = self.pcie.read_status[4].val();
        self.ethernet.status_valid.next = self.pcie.read_status_valid[4].val();
        self.pcie.read_status_ready[4].next = self.ethernet.status_ready.val();
        self.ethernet.data.next = self.pcie.read_data[4].val();
        self.ethernet.data_valid.next = self.pcie.read_data_valid[4].val();
        self.pcie.read_data_ready[4].next = self.ethernet.data_ready.val();
        self.pcie.write_request[0].next = self.responder.write.val();
        self.pcie.write_request_valid[0].next = self.responder.write_valid.val();
        self.responder.write_ready.next = self.pcie.write_request_ready[0].val();
        self.pcie.write_data[0].next = self.responder.write_data.val();
        self.pcie.write_data_valid[0].next = self.responder.write_data_valid.val();
        self.responder.write_data_ready.next = self.pcie.write_data_ready[0].val();
        self.responder.written.next = self.pcie.written[0].val();
        self.pcie.write_request[1].next = self.requester.deliver_write.val();
        self.pcie.write_request_valid[1].next = self.requester.deliver_write_valid.val();
        self.requester.deliver_write_ready.next = self.pcie.write_request_ready[1].val();
        self.pcie.write_data[1].next = self.requester.deliver_write_data.val();
        self.pcie.write_data_valid[1].next = self.requester.deliver_write_data_valid.val();
        self.requester.deliver_write_data_ready.next = self.pcie.write_data_ready[1].val();
        self.requester.deliver_written.next = self.pcie.written[1].val();
        self.pcie.write_request[2].next = self.completions.write.val();
        self.pcie.write_request_valid[2].next = self.completions.write_valid.val();
        self.completions.write_ready.next = self.pcie.write_request_ready[2].val();
        self.pcie.write_data[2].next = self.completions.write_data.val();
        self.pcie.write_data_valid[2].next = self.completions.write_data_valid.val();
        self.completions.write_data_ready.next = self.pcie.write_data_ready[2].val();
        self.completions.written.next = self.pcie.written[2].val();
        self.pcie.write_request[3].next = self.events.write.val();
        self.pcie.write_request_valid[3].next = self.events.write_valid.val();
        self.events.write_ready.next = self.pcie.write_request_ready[3].val();
        self.pcie.write_data[3].next = self.events.write_data.val();
        self.pcie.write_data_valid[3].next = self.events.write_data_valid.val();
        self.events.write_data_ready.next = self.pcie.write_data_ready[3].val();
        self.events.written.next = self.pcie.written[3].val();
        self.pcie.write_request[4].next = self.ethernet.write.val();
        self.pcie.write_request_valid[4].next = self.ethernet.write_valid.val();
        self.ethernet.write_ready.next = self.pcie.write_request_ready[4].val();
        self.pcie.write_data[4].next = self.ethernet.write_data.val();
        self.pcie.write_data_valid[4].next = self.ethernet.write_data_valid.val();
        self.ethernet.write_data_ready.next = self.pcie.write_data_ready[4].val();
        self.ethernet.written.next = self.pcie.written[4].val();
        self.ethernet.admin_read.next = self.control.read.val();
        self.ethernet.admin_read_valid.next = self.control.read_valid.val();
        self.control.read_ready.next = self.ethernet.admin_read_ready.val();
        self.control.status.next = self.ethernet.admin_status.val();
        self.control.status_valid.next = self.ethernet.admin_status_valid.val();
        self.ethernet.admin_status_ready.next = self.control.status_ready.val();
        self.control.data.next = self.ethernet.admin_data.val();
        self.control.data_valid.next = self.ethernet.admin_data_valid.val();
        self.ethernet.admin_data_ready.next = self.control.data_ready.val();
        self.ethernet.admin_write.next = self.control.write.val();
        self.ethernet.admin_write_valid.next = self.control.write_valid.val();
        self.control.write_ready.next = self.ethernet.admin_write_ready.val();
        self.ethernet.admin_write_data.next = self.control.write_data.val();
        self.ethernet.admin_write_data_valid.next = self.control.write_data_valid.val();
        self.control.write_data_ready.next = self.ethernet.admin_write_data_ready.val();
        self.control.written.next = self.ethernet.admin_written.val();

        // Configuration.
        self.doorbells.qp_write.next = self.control.qp_write.val();
        self.doorbells.qp_write_valid.next = self.control.qp_write_valid.val();
        self.requester.qp_write.next = self.control.qp_write.val();
        self.requester.qp_write_valid.next = self.control.qp_write_valid.val();
        self.responder.qp_write.next = self.control.qp_write.val();
        self.responder.qp_write_valid.next = self.control.qp_write_valid.val();
        self.receive.qp_write.next = self.control.qp_write.val();
        self.receive.qp_write_valid.next = self.control.qp_write_valid.val();
        self.transmit.qp_write.next = self.control.qp_write.val();
        self.transmit.qp_write_valid.next = self.control.qp_write_valid.val();
        self.control.invalidate.next = self.responder.invalidate.val();
        self.control.invalidate_valid.next = self.responder.invalidate_valid.val();
        self.responder.invalidate_ready.next = self.control.invalidate_ready.val();
        self.responder.invalidated.next = self.control.invalidated.val();
        self.responder.invalidated_valid.next = self.control.invalidated_valid.val();
        self.control.invalidated_ready.next = self.responder.invalidated_ready.val();
        self.requester.fence.next = self.control.fence_requester.val();
        self.control.requester_fenced.next = self.requester.fenced.val();
        self.responder.fence.next = self.control.fence_responder.val();
        self.control.responder_fenced.next = self.responder.fenced.val();
        self.memory.key_write.next = self.control.key_write.val();
        self.memory.key_write_valid.next = self.control.key_write_valid.val();
        self.memory.page_write.next = self.control.page_write.val();
        self.memory.page_write_valid.next = self.control.page_write_valid.val();
        self.completions.ring.next = self.control.cq_ring.val();
        self.completions.ring_valid.next = self.control.cq_ring_valid.val();
        self.control.cq_ring_ready.next = self.completions.ring_ready.val();
        self.events.ring.next = self.control.eq_ring.val();
        self.events.ring_valid.next = self.control.eq_ring_valid.val();
        self.control.eq_ring_ready.next = self.events.ring_ready.val();
        self.requester.command.next = self.control.requester.val();
        self.requester.command_valid.next = self.control.requester_valid.val();
        self.control.requester_ready.next = self.requester.command_ready.val();
        self.responder.command.next = self.control.responder.val();
        self.responder.command_valid.next = self.control.responder_valid.val();
        self.control.responder_ready.next = self.responder.command_ready.val();
        self.control.requester_fault.next = self.requester.fault.val();
        self.control.requester_fault_valid.next = self.requester.fault_valid.val();
        self.requester.fault_ready.next = self.control.requester_fault_ready.val();
        self.control.responder_fault.next = self.responder.fault.val();
        self.control.responder_fault_valid.next = self.responder.fault_valid.val();
        self.responder.fault_ready.next = self.control.responder_fault_ready.val();
        self.control.completion_fault.next = self.completions.fault.val();
        self.control.completion_fault_valid.next = self.completions.fault_valid.val();
        self.completions.fault_ready.next = self.control.completion_fault_ready.val();
        self.transmit.enable.next = self.control.transmit.val() && self.life.ready.val();
        self.receive.enable.next = self.control.receive.val() && self.life.ready.val();
        self.transmit.mac.next = self.control.mac.val();
        self.receive.mac.next = self.control.mac.val();
        self.requester.cycles_per_tick.next = self.control.cycles_per_tick.val();

        // Keys.
        self.memory.check0.next = self.requester.check.val();
        self.memory.check0_valid.next = self.requester.check_valid.val();
        self.requester.check_ready.next = self.memory.check0_ready.val();
        self.requester.checked.next = self.memory.checked0.val();
        self.requester.checked_valid.next = self.memory.checked0_valid.val();
        self.memory.checked0_ready.next = self.requester.checked_ready.val();
        self.memory.check4.next = self.requester.deliver_check.val();
        self.memory.check4_valid.next = self.requester.deliver_check_valid.val();
        self.requester.deliver_check_ready.next = self.memory.check4_ready.val();
        self.requester.deliver_checked.next = self.memory.checked4.val();
        self.requester.deliver_checked_valid.next = self.memory.checked4_valid.val();
        self.memory.checked4_ready.next = self.requester.deliver_checked_ready.val();
        self.memory.check1.next = self.responder.check.val();
        self.memory.check1_valid.next = self.responder.check_valid.val();
        self.responder.check_ready.next = self.memory.check1_ready.val();
        self.responder.checked.next = self.memory.checked1.val();
        self.responder.checked_valid.next = self.memory.checked1_valid.val();
        self.memory.checked1_ready.next = self.responder.checked_ready.val();
        self.memory.check2.next = self.responder.piece_check.val();
        self.memory.check2_valid.next = self.responder.piece_check_valid.val();
        self.responder.piece_check_ready.next = self.memory.check2_ready.val();
        self.responder.piece_checked.next = self.memory.checked2.val();
        self.responder.piece_checked_valid.next = self.memory.checked2_valid.val();
        self.memory.checked2_ready.next = self.responder.piece_checked_ready.val();
        self.memory.check3.next = self.responder.response_check.val();
        self.memory.check3_valid.next = self.responder.response_check_valid.val();
        self.responder.response_check_ready.next = self.memory.check3_ready.val();
        self.responder.response_checked.next = self.memory.checked3.val();
        self.responder.response_checked_valid.next = self.memory.checked3_valid.val();
        self.memory.checked3_ready.next = self.responder.response_checked_ready.val();

        // Packets.
        self.responder.request.next = self.receive.request.val();
        self.responder.request_valid.next = self.receive.request_valid.val();
        self.receive.request_ready.next = self.responder.request_ready.val();
        self.responder.payload.next = self.receive.request_data.val();
        self.responder.payload_valid.next = self.receive.request_data_valid.val();
        self.receive.request_data_ready.next = self.responder.payload_ready.val();
        self.requester.response.next = self.receive.response.val();
        self.requester.response_valid.next = self.receive.response_valid.val();
        self.receive.response_ready.next = self.requester.response_ready.val();
        self.requester.response_data.next = self.receive.response_data.val();
        self.requester.response_data_valid.next = self.receive.response_data_valid.val();
        self.receive.response_data_ready.next = self.requester.response_data_ready.val();
        self.transmit.answer.next = self.responder.answer.val();
        self.transmit.answer_valid.next = self.responder.answer_valid.val();
        self.responder.answer_ready.next = self.transmit.answer_ready.val();
        self.transmit.answer_data.next = self.responder.answer_data.val();
        self.transmit.answer_data_valid.next = self.responder.answer_data_valid.val();
        self.responder.answer_data_ready.next = self.transmit.answer_data_ready.val();
        self.transmit.request.next = self.requester.packet.val();
        self.transmit.request_valid.next = self.requester.packet_valid.val();
        self.requester.packet_ready.next = self.transmit.request_ready.val();
        self.transmit.request_data.next = self.requester.packet_data.val();
        self.transmit.request_data_valid.next = self.requester.packet_data_valid.val();
        self.requester.packet_data_ready.next = self.transmit.request_data_ready.val();

        // Completions and events.
        self.completions.send.next = self.requester.completion.val();
        self.completions.send_valid.next = self.requester.completion_valid.val();
        self.requester.completion_ready.next = self.completions.send_ready.val();
        self.completions.receive.next = self.responder.completion.val();
        self.completions.receive_valid.next = self.responder.completion_valid.val();
        self.responder.completion_ready.next = self.completions.receive_ready.val();
        self.events.completion.next = self.completions.raise.val();
        self.events.completion_valid.next = self.completions.raise_valid.val();
        self.completions.raise_ready.next = self.events.completion_ready.val();
        self.events.control.next = self.control.raise.val();
        self.events.control_valid.next = self.control.raise_valid.val();
        self.control.raise_ready.next = self.events.control_ready.val();

        // Counters.
        self.pulses.rx_frames.next = self.receive.count_rx_frames.val();
        self.pulses.rx_good.next = self.receive.count_rx_good.val();
        self.pulses.rx_mac_error.next = self.receive.count_rx_mac_error.val();
        self.pulses.rx_buffer_full.next = self.receive.count_rx_buffer_full.val();
        self.pulses.rx_not_roce.next = self.receive.count_rx_not_roce.val();
        self.pulses.rx_runt.next = self.receive.count_rx_runt.val();
        self.pulses.rx_ip_header.next = self.receive.count_rx_ip_header.val();
        self.pulses.rx_length.next = self.receive.count_rx_length.val();
        self.pulses.rx_icrc.next = self.receive.count_rx_icrc.val();
        self.pulses.rx_bth_version.next = self.receive.count_rx_bth_version.val();
        self.pulses.rx_opcode.next = self.receive.count_rx_opcode.val();
        self.pulses.rx_qpn.next = self.receive.count_rx_qpn.val();
        self.pulses.rx_qp_state.next = self.receive.count_rx_qp_state.val();
        self.pulses.rx_transport.next = self.receive.count_rx_transport.val();
        self.pulses.rx_address.next = self.receive.count_rx_address.val();
        self.pulses.rx_pkey.next = self.receive.count_rx_pkey.val();
        self.pulses.rx_mac.next = self.receive.count_rx_mac.val();
        self.pulses.rx_vlan.next = self.receive.count_rx_vlan.val();
        self.pulses.rx_requests.next = self.receive.count_rx_requests.val();
        self.pulses.rx_responses.next = self.receive.count_rx_responses.val();
        self.pulses.responder_duplicate.next = self.responder.count_responder_duplicate.val();
        self.pulses.responder_sequence.next = self.responder.count_responder_sequence.val();
        self.pulses.responder_invalid.next = self.responder.count_responder_invalid.val();
        self.pulses.responder_access.next = self.responder.count_responder_access.val();
        self.pulses.responder_operational.next = self.responder.count_responder_operational.val();
        self.pulses.responder_not_ready.next = self.responder.count_responder_not_ready.val();
        self.pulses.responder_failed_qp.next = self.responder.count_responder_failed_qp.val();
        self.pulses.responder_messages.next = self.responder.count_responder_messages.val();
        self.pulses.requester_messages.next = self.requester.count_requester_messages.val();
        self.pulses.requester_packets.next = self.requester.count_requester_packets.val();
        self.pulses.requester_local_error.next = self.requester.count_requester_local_error.val();
        self.pulses.requester_nak.next = self.requester.count_requester_nak.val();
        self.pulses.requester_not_ready.next = self.requester.count_requester_not_ready.val();
        self.pulses.requester_timeout.next = self.requester.count_requester_timeout.val();
        self.pulses.requester_ghost.next = self.requester.count_requester_ghost.val();
        self.pulses.requester_implied.next = self.requester.count_requester_implied.val();
        self.pulses.requester_again.next = self.requester.count_requester_again.val();
        self.pulses.tx_frames.next = self.transmit.count_tx_frames.val();
        self.pulses.tx_acks.next = self.transmit.count_tx_acks.val();
        self.pulses.doorbell_owner.next = self.doorbells.count_doorbell_owner.val()
            || self.completions.count_doorbell_owner.val()
            || self.events.count_doorbell_owner.val()
            || (self.pcie.doorbell_valid.val() && !self.life.ready.val());
        self.pulses.doorbell_index.next = self.doorbells.count_doorbell_index.val()
            || self.completions.count_doorbell_index.val()
            || self.events.count_doorbell_index.val()
            || self.ethernet.count_doorbell_index.val();
        self.pulses.doorbell_unknown.next =
            self.pcie.count_doorbell_unknown.val() || self.doorbells.count_doorbell_unknown.val();
        self.pulses.completions.next = self.completions.count_completions.val();
        self.pulses.completion_overrun.next = self.completions.count_completion_overrun.val();
        self.pulses.events.next = self.events.count_events.val();
        self.pulses.event_overrun.next = self.events.count_event_overrun.val();
        self.pulses.interrupts.next = self.pcie.count_interrupts.val();
        self.pulses.admin_commands.next = self.control.count_admin_commands.val();
        self.pulses.admin_refused.next = self.control.count_admin_refused.val();
        self.pulses.pcie_unsupported.next = self.pcie.count_pcie_unsupported.val();
        self.pulses.pcie_read_refused.next = self.pcie.count_pcie_read_refused.val();
        self.pulses.pcie_read_poisoned.next = self.pcie.count_pcie_read_poisoned.val();
        self.pulses.pcie_read_timeout.next = self.pcie.count_pcie_read_timeout.val();
        self.pulses.pcie_read_malformed.next = self.pcie.count_pcie_read_malformed.val();
        self.pulses.pcie_unexpected.next = self.pcie.count_pcie_unexpected.val();
        self.pulses.pcie_write_disabled.next = self.pcie.count_pcie_write_disabled.val();
        self.pulses.rx_ethernet.next = self.ethernet.count_rx_ethernet.val();
        self.pulses.rx_ethernet_full.next =
            self.receive.count_rx_ethernet_full.val() || self.ethernet.count_rx_ethernet_full.val();
        self.pulses.rx_ethernet_long.next = self.receive.count_rx_ethernet_long.val();
        self.pulses.tx_ethernet.next = self.transmit.count_tx_ethernet.val();
        self.pulses.tx_ethernet_bad.next = self.ethernet.count_tx_ethernet_bad.val();
        self.control.pulses.next = self.pulses.o.val();
    }
}
