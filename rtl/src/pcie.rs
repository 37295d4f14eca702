//! The PCIe side of the card, on the user streams of AMD's UltraScale+ hard block (`docs/pcie.md` has the picture, the PCIe digest the
//! facts).
//!
//! - Pins, named as the hard block names them: 512-bit streams, dword-aligned, client tags, straddle on the completion stream if so built.
//!   `tkeep` of the incoming streams is not looked at, the descriptors tell all. `extended_tags` is bit 8 of the device control register.
//! - `read_request[k]`, `read_status[k]`, `read_data[k]`: see `DmaReader`. `write_request[k]`, `write_data[k]`, `written[k]`: see
//!   `DmaWriter`; interrupts have their client inside.
//! - `register_access`, `register_data`, `doorbell`: see `Completer`. `raise`: see `Msix`.
//! - `bus_master`: the host lets the card use the bus.
//! - `stop`, `idle`, `read_waits`, `restart`, `forget_vectors`: for a reset while the hard block goes on (`crate::reset`).
//!
//! All of it is one clock; `reset` (the block's `user_reset`) voids everything that is on its way. Changes of sizes count from the next
//! chunk on. No stream waits for another but as its own block says; completions are always taken.
pub mod chunk;
pub mod completer;
pub mod enables;
pub mod join;
pub mod msix;
pub mod read;
pub mod read_share;
pub mod requests;
pub mod write;
pub mod write_share;

use crate::beat::Beat;
use crate::records::{
    DmaRead, DmaReadStatus, DmaWrite, DoorbellWrite, Interrupt, RegisterAccess, RegisterData,
};
use completer::Completer;
use msix::Msix;
use read::{DmaReader, ReadOptions};
use requests::Requests;
use rust_hdl::prelude::*;
use std::array::from_fn;
use write::DmaWriter;

/// Clients of the DMA reader, in the order of its ports.
pub mod read_client {
    /// Send WQEs.
    pub const SEND_WQE: usize = 0;
    /// Receive WQEs.
    pub const RECEIVE_WQE: usize = 1;
    /// Payload of requests.
    pub const REQUEST_PAYLOAD: usize = 2;
    /// Payload of READ responses, and what atomics read.
    pub const RESPONSE_PAYLOAD: usize = 3;
    /// Admin commands and page lists, and the ring of Ethernet frames to send.
    pub const ADMIN: usize = 4;
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// Clients of the DMA writer, in the order of its ports.
pub mod write_client {
    /// What the responder places.
    pub const PAYLOAD: usize = 0;
    /// What the requester places of READ responses.
    pub const RESPONSE: usize = 1;
    /// Completion entries.
    pub const COMPLETION: usize = 2;
    /// Events.
    pub const EVENT: usize = 3;
    /// Admin completions, and received Ethernet frames.
    pub const ADMIN: usize = 4;
    /// MSI-X messages; the only client inside the PCIe block.
    pub const INTERRUPT: usize = 5;
    /// How many there are.
    pub const COUNT: usize = 6;
}

/// Clients of the writer outside: all but the last.
const WRITERS: usize = write_client::COUNT - 1;

#[derive(LogicBlock)]
pub struct Pcie {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Resets all but the host's accesses and the place in the hard block's streams, when `idle`.
    pub restart: Signal<In, Bit>,
    /// Begin no further read, refuse those that have not left, and drop writes.
    pub stop: Signal<In, Bit>,
    /// Mask every interrupt vector.
    pub forget_vectors: Signal<In, Bit>,
    /// With `stop`: nothing is or comes at RQ.
    pub idle: Signal<Out, Bit>,
    /// A read waits for its answer.
    pub read_waits: Signal<Out, Bit>,
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
    pub extended_tags: Signal<In, Bit>,
    pub bus_master: Signal<Out, Bit>,
    pub read_request: [Signal<In, DmaRead>; read_client::COUNT],
    pub read_request_valid: [Signal<In, Bit>; read_client::COUNT],
    pub read_request_ready: [Signal<Out, Bit>; read_client::COUNT],
    pub read_status: [Signal<Out, DmaReadStatus>; read_client::COUNT],
    pub read_status_valid: [Signal<Out, Bit>; read_client::COUNT],
    pub read_status_ready: [Signal<In, Bit>; read_client::COUNT],
    pub read_data: [Signal<Out, Beat>; read_client::COUNT],
    pub read_data_valid: [Signal<Out, Bit>; read_client::COUNT],
    pub read_data_ready: [Signal<In, Bit>; read_client::COUNT],
    pub write_request: [Signal<In, DmaWrite>; WRITERS],
    pub write_request_valid: [Signal<In, Bit>; WRITERS],
    pub write_request_ready: [Signal<Out, Bit>; WRITERS],
    pub write_data: [Signal<In, Beat>; WRITERS],
    pub write_data_valid: [Signal<In, Bit>; WRITERS],
    pub write_data_ready: [Signal<Out, Bit>; WRITERS],
    pub written: [Signal<Out, Bits<16>>; WRITERS],
    pub register_access: Signal<Out, RegisterAccess>,
    pub register_access_valid: Signal<Out, Bit>,
    pub register_access_ready: Signal<In, Bit>,
    pub register_data: Signal<In, RegisterData>,
    pub register_data_valid: Signal<In, Bit>,
    pub register_data_ready: Signal<Out, Bit>,
    pub doorbell: Signal<Out, DoorbellWrite>,
    pub doorbell_valid: Signal<Out, Bit>,
    pub doorbell_ready: Signal<In, Bit>,
    pub raise: Signal<In, Interrupt>,
    pub raise_valid: Signal<In, Bit>,
    pub raise_ready: Signal<Out, Bit>,
    pub count_pcie_unsupported: Signal<Out, Bit>,
    pub count_doorbell_unknown: Signal<Out, Bit>,
    pub count_pcie_read_refused: Signal<Out, Bit>,
    pub count_pcie_read_poisoned: Signal<Out, Bit>,
    pub count_pcie_read_timeout: Signal<Out, Bit>,
    pub count_pcie_read_malformed: Signal<Out, Bit>,
    pub count_pcie_unexpected: Signal<Out, Bit>,
    pub count_pcie_write_disabled: Signal<Out, Bit>,
    pub count_interrupts: Signal<Out, Bit>,
    completer: Completer,
    reader: DmaReader,
    writer: DmaWriter,
    requests: Requests,
    msix: Msix,
    master: Signal<Local, Bit>,
    inner: Signal<Local, Bit>,
}

impl Pcie {
    pub fn new(options: ReadOptions) -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            restart: Default::default(),
            stop: Default::default(),
            forget_vectors: Default::default(),
            idle: Default::default(),
            read_waits: Default::default(),
            m_axis_cq_tdata: Default::default(),
            m_axis_cq_tuser: Default::default(),
            m_axis_cq_tlast: Default::default(),
            m_axis_cq_tvalid: Default::default(),
            m_axis_cq_tready: Default::default(),
            pcie_cq_np_req: Default::default(),
            s_axis_cc_tdata: Default::default(),
            s_axis_cc_tkeep: Default::default(),
            s_axis_cc_tuser: Default::default(),
            s_axis_cc_tlast: Default::default(),
            s_axis_cc_tvalid: Default::default(),
            s_axis_cc_tready: Default::default(),
            s_axis_rq_tdata: Default::default(),
            s_axis_rq_tkeep: Default::default(),
            s_axis_rq_tuser: Default::default(),
            s_axis_rq_tlast: Default::default(),
            s_axis_rq_tvalid: Default::default(),
            s_axis_rq_tready: Default::default(),
            pcie_tfc_nph_av: Default::default(),
            m_axis_rc_tdata: Default::default(),
            m_axis_rc_tuser: Default::default(),
            m_axis_rc_tlast: Default::default(),
            m_axis_rc_tvalid: Default::default(),
            m_axis_rc_tready: Default::default(),
            cfg_max_payload: Default::default(),
            cfg_max_read_req: Default::default(),
            cfg_rcb_status: Default::default(),
            cfg_function_status: Default::default(),
            cfg_interrupt_msix_enable: Default::default(),
            cfg_interrupt_msix_mask: Default::default(),
            extended_tags: Default::default(),
            bus_master: Default::default(),
            read_request: from_fn(|_| Default::default()),
            read_request_valid: from_fn(|_| Default::default()),
            read_request_ready: from_fn(|_| Default::default()),
            read_status: from_fn(|_| Default::default()),
            read_status_valid: from_fn(|_| Default::default()),
            read_status_ready: from_fn(|_| Default::default()),
            read_data: from_fn(|_| Default::default()),
            read_data_valid: from_fn(|_| Default::default()),
            read_data_ready: from_fn(|_| Default::default()),
            write_request: from_fn(|_| Default::default()),
            write_request_valid: from_fn(|_| Default::default()),
            write_request_ready: from_fn(|_| Default::default()),
            write_data: from_fn(|_| Default::default()),
            write_data_valid: from_fn(|_| Default::default()),
            write_data_ready: from_fn(|_| Default::default()),
            written: from_fn(|_| Default::default()),
            register_access: Default::default(),
            register_access_valid: Default::default(),
            register_access_ready: Default::default(),
            register_data: Default::default(),
            register_data_valid: Default::default(),
            register_data_ready: Default::default(),
            doorbell: Default::default(),
            doorbell_valid: Default::default(),
            doorbell_ready: Default::default(),
            raise: Default::default(),
            raise_valid: Default::default(),
            raise_ready: Default::default(),
            count_pcie_unsupported: Default::default(),
            count_doorbell_unknown: Default::default(),
            count_pcie_read_refused: Default::default(),
            count_pcie_read_poisoned: Default::default(),
            count_pcie_read_timeout: Default::default(),
            count_pcie_read_malformed: Default::default(),
            count_pcie_unexpected: Default::default(),
            count_pcie_write_disabled: Default::default(),
            count_interrupts: Default::default(),
            completer: Default::default(),
            reader: DmaReader::new(options),
            writer: Default::default(),
            requests: Default::default(),
            msix: Default::default(),
            master: Default::default(),
            inner: Default::default(),
        }
    }
}

impl Default for Pcie {
    fn default() -> Self {
        Self::new(ReadOptions::STRADDLE)
    }
}

impl Logic for Pcie {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.next = self.reset.val() || self.restart.val();
        self.completer.clock.next = self.clock.val();
        self.completer.reset.next = self.reset.val();
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.writer.clock.next = self.clock.val();
        self.reader.restart.next = self.restart.val();
        self.reader.hold.next = self.stop.val();
        self.read_waits.next = self.reader.waits.val();
        self.writer.reset.next = self.inner.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.inner.val();
        self.idle.next = self.requests.idle.val();
        self.msix.clock.next = self.clock.val();
        self.msix.reset.next = self.reset.val();
        self.msix.restart.next = self.restart.val();
        self.msix.forget.next = self.forget_vectors.val();

        // Bit 2 of the function's status; sizes are 128 bytes shifted.
        self.master.next = self.cfg_function_status.val().get_bit(2);
        self.bus_master.next = self.master.val();
        self.requests.bus_master.next = self.master.val() && !self.stop.val();
        self.writer.size.next = bits::<13>(128) << self.cfg_max_payload.val();
        self.reader.size.next = bits::<13>(128) << self.cfg_max_read_req.val();
        self.reader.boundary_128.next = self.cfg_rcb_status.val();
        self.reader.extended_tags.next = self.extended_tags.val();

        // Host accesses.
        self.completer.m_axis_cq_tdata.next = self.m_axis_cq_tdata.val();
        self.completer.m_axis_cq_tuser.next = self.m_axis_cq_tuser.val();
        self.completer.m_axis_cq_tlast.next = self.m_axis_cq_tlast.val();
        self.completer.m_axis_cq_tvalid.next = self.m_axis_cq_tvalid.val();
        self.m_axis_cq_tready.next = self.completer.m_axis_cq_tready.val();
        self.pcie_cq_np_req.next = self.completer.pcie_cq_np_req.val();
        self.s_axis_cc_tdata.next = self.completer.s_axis_cc_tdata.val();
        self.s_axis_cc_tkeep.next = self.completer.s_axis_cc_tkeep.val();
        self.s_axis_cc_tuser.next = self.completer.s_axis_cc_tuser.val();
        self.s_axis_cc_tlast.next = self.completer.s_axis_cc_tlast.val();
        self.s_axis_cc_tvalid.next = self.completer.s_axis_cc_tvalid.val();
        self.completer.s_axis_cc_tready.next = self.s_axis_cc_tready.val();
        self.register_access.next = self.completer.register_access.val();
        self.register_access_valid.next = self.completer.register_access_valid.val();
        self.completer.register_access_ready.next = self.register_access_ready.val();
        self.completer.register_data.next = self.register_data.val();
        self.completer.register_data_valid.next = self.register_data_valid.val();
        self.register_data_ready.next = self.completer.register_data_ready.val();
        self.doorbell.next = self.completer.doorbell.val();
        self.doorbell_valid.next = self.completer.doorbell_valid.val();
        self.completer.doorbell_ready.next = self.doorbell_ready.val();
        self.count_pcie_unsupported.next = self.completer.count_pcie_unsupported.val();
        self.count_doorbell_unknown.next = self.completer.count_doorbell_unknown.val();
        self.msix.access.next = self.completer.vector_access.val();
        self.msix.access_valid.next = self.completer.vector_access_valid.val();
        self.completer.vector_access_ready.next = self.msix.access_ready.val();
        self.completer.vector_data.next = self.msix.data.val();
        self.completer.vector_data_valid.next = self.msix.data_valid.val();
        self.msix.data_ready.next = self.completer.vector_data_ready.val();

        // Interrupts: the writer's last client.
        self.msix.enable.next = self.cfg_interrupt_msix_enable.val();
        self.msix.function_mask.next = self.cfg_interrupt_msix_mask.val();
        self.msix.raise.next = self.raise.val();
        self.msix.raise_valid.next = self.raise_valid.val();
        self.raise_ready.next = self.msix.raise_ready.val();
        self.count_interrupts.next = self.msix.count_interrupts.val();
        self.writer.request[5].next = self.msix.request.val();
        self.writer.request_valid[5].next = self.msix.request_valid.val();
        self.msix.request_ready.next = self.writer.request_ready[5].val();
        self.writer.data[5].next = self.msix.message.val();
        self.writer.data_valid[5].next = self.msix.message_valid.val();
        self.msix.message_ready.next = self.writer.data_ready[5].val();

        // DMA.
        for k in 0..WRITERS {
            self.writer.request[k].next = self.write_request[k].val();
            self.writer.request_valid[k].next = self.write_request_valid[k].val();
            self.write_request_ready[k].next = self.writer.request_ready[k].val();
            self.writer.data[k].next = self.write_data[k].val();
            self.writer.data_valid[k].next = self.write_data_valid[k].val();
            self.write_data_ready[k].next = self.writer.data_ready[k].val();
            self.written[k].next = self.writer.written[k].val();
            self.reader.request[k].next = self.read_request[k].val();
            self.reader.request_valid[k].next = self.read_request_valid[k].val();
            self.read_request_ready[k].next = self.reader.request_ready[k].val();
            self.read_status[k].next = self.reader.status[k].val();
            self.read_status_valid[k].next = self.reader.status_valid[k].val();
            self.reader.status_ready[k].next = self.read_status_ready[k].val();
            self.read_data[k].next = self.reader.data[k].val();
            self.read_data_valid[k].next = self.reader.data_valid[k].val();
            self.reader.data_ready[k].next = self.read_data_ready[k].val();
        }
        self.requests.packet.next = self.writer.packet.val();
        self.requests.packet_valid.next = self.writer.packet_valid.val();
        self.writer.packet_ready.next = self.requests.packet_ready.val();
        self.requests.read.next = self.reader.read.val();
        self.requests.read_valid.next = self.reader.read_valid.val();
        self.reader.read_ready.next = self.requests.read_ready.val();
        self.reader.refused.next = self.requests.refused.val();
        self.reader.refused_valid.next = self.requests.refused_valid.val();
        self.requests.refused_ready.next = self.reader.refused_ready.val();
        self.s_axis_rq_tdata.next = self.requests.s_axis_rq_tdata.val();
        self.s_axis_rq_tkeep.next = self.requests.s_axis_rq_tkeep.val();
        self.s_axis_rq_tuser.next = self.requests.s_axis_rq_tuser.val();
        self.s_axis_rq_tlast.next = self.requests.s_axis_rq_tlast.val();
        self.s_axis_rq_tvalid.next = self.requests.s_axis_rq_tvalid.val();
        self.requests.s_axis_rq_tready.next = self.s_axis_rq_tready.val();
        self.requests.pcie_tfc_nph_av.next = self.pcie_tfc_nph_av.val();
        self.count_pcie_write_disabled.next = self.requests.count_pcie_write_disabled.val();
        self.reader.m_axis_rc_tdata.next = self.m_axis_rc_tdata.val();
        self.reader.m_axis_rc_tuser.next = self.m_axis_rc_tuser.val();
        self.reader.m_axis_rc_tlast.next = self.m_axis_rc_tlast.val();
        self.reader.m_axis_rc_tvalid.next = self.m_axis_rc_tvalid.val();
        self.m_axis_rc_tready.next = self.reader.m_axis_rc_tready.val();
        self.count_pcie_read_refused.next = self.reader.count_pcie_read_refused.val();
        self.count_pcie_read_poisoned.next = self.reader.count_pcie_read_poisoned.val();
        self.count_pcie_read_timeout.next = self.reader.count_pcie_read_timeout.val();
        self.count_pcie_read_malformed.next = self.reader.count_pcie_read_malformed.val();
        self.count_pcie_unexpected.next = self.reader.count_pcie_unexpected.val();
    }
}
