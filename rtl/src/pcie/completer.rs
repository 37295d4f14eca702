//! Serves the host's accesses to the BARs.
//!
//! - `m_axis_cq`: requests. Those that are served have at most 64 bytes, in at most two beats.
//! - `doorbell`: writes to BAR2, in order; a write of several 8-byte words is so many doorbells, a whole aligned 64 bytes is a wide one.
//! - `register_access`, `register_data`: accesses to BAR0; `vector_access`, `vector_data`: to BAR4. One at a time, 32 bits wide, in order; writes with no
//!   byte enabled are left out. An answer must come to each read.
//! - `s_axis_cc`: completions, exactly one for each non-posted request: data, or the refusal of what is not served (PCIe digest §1.8).
//! - `pcie_cq_np_req`: the block may deliver 16 non-posted requests, and one more for each that is answered; they have places in the queue
//!   of register accesses, so a slow read never stops doorbells (§2.5). Register writes can fill that queue; it empties at the pace of
//!   register accesses, which wait for nothing. Doorbells do not keep their order with register accesses.
//!
//! A doorbell leaves two cycles after its last beat; they wait behind this block, which would keep 700 bits for each. A posted request that is not served is dropped and counted, but for messages, which are
//! just dropped.
pub mod access;
pub mod doorbells;
pub mod receive;
pub mod reply;

use crate::kit::SmallFifo;
use crate::records::{DoorbellWrite, RegisterAccess, RegisterData};
use access::BarAccess;
use doorbells::DoorbellSplit;
use ferric_emit::kernel::*;
use receive::HostReceive;
use reply::HostReply;
use rust_hdl::prelude::*;

/// A request of the host that is to be served or refused.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct HostRequest {
    /// As the block delivered it (PCIe digest §2.1, CQ).
    pub descriptor: Bits<128>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    /// Offset in the BAR of its first DW.
    pub address: Bits<20>,
    /// DWs, 1 to 16, of one that is served.
    pub dwords: Bits<5>,
    pub write: Bit,
    /// To be refused with this status if it is not 0.
    pub status: Bits<3>,
    pub data: Bits<512>,
}

/// The answer to a non-posted request.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct HostAnswer {
    pub descriptor: Bits<128>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub status: Bits<3>,
    pub data: Bits<512>,
}

/// Values of the completer's streams (PCIe digest §1.4, 2.1).
pub(crate) mod code {
    pub const MEMORY_READ: u64 = 0;
    pub const MEMORY_WRITE: u64 = 1;
    pub const LOCKED_READ: u64 = 7;
    /// The lowest request type of a message.
    pub const MESSAGE: u64 = 12;
    pub const REGISTER_BAR: u64 = 0;
    pub const DOORBELL_BAR: u64 = 2;
    pub const VECTOR_BAR: u64 = 4;
    pub const UNSUPPORTED: u64 = 1;
    pub const ABORT: u64 = 4;
}

/// Non-posted requests the block may have delivered and not seen answered.
const CREDITS: u64 = 16;

#[derive(LogicBlock, Default)]
pub struct Completer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
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
    pub doorbell: Signal<Out, DoorbellWrite>,
    pub doorbell_valid: Signal<Out, Bit>,
    pub doorbell_ready: Signal<In, Bit>,
    pub register_access: Signal<Out, RegisterAccess>,
    pub register_access_valid: Signal<Out, Bit>,
    pub register_access_ready: Signal<In, Bit>,
    pub register_data: Signal<In, RegisterData>,
    pub register_data_valid: Signal<In, Bit>,
    pub register_data_ready: Signal<Out, Bit>,
    pub vector_access: Signal<Out, RegisterAccess>,
    pub vector_access_valid: Signal<Out, Bit>,
    pub vector_access_ready: Signal<In, Bit>,
    pub vector_data: Signal<In, RegisterData>,
    pub vector_data_valid: Signal<In, Bit>,
    pub vector_data_ready: Signal<Out, Bit>,
    pub count_pcie_unsupported: Signal<Out, Bit>,
    pub count_doorbell_unknown: Signal<Out, Bit>,
    receive: HostReceive,
    split: DoorbellSplit,
    accesses: SmallFifo<HostRequest, 5, 6>,
    access: BarAccess,
    reply: HostReply,
    /// Credits for non-posted requests still to be given.
    credits: DFF<Bits<5>>,
    answered: Signal<Local, Bit>,
}

impl Logic for Completer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, credits);
        self.receive.clock.next = self.clock.val();
        self.receive.reset.next = self.reset.val();
        self.split.clock.next = self.clock.val();
        self.split.reset.next = self.reset.val();
        self.accesses.clock.next = self.clock.val();
        self.accesses.reset.next = self.reset.val();
        self.access.clock.next = self.clock.val();
        self.access.reset.next = self.reset.val();
        self.reply.clock.next = self.clock.val();
        self.reply.reset.next = self.reset.val();

        self.receive.m_axis_cq_tdata.next = self.m_axis_cq_tdata.val();
        self.receive.m_axis_cq_tuser.next = self.m_axis_cq_tuser.val();
        self.receive.m_axis_cq_tlast.next = self.m_axis_cq_tlast.val();
        self.receive.m_axis_cq_tvalid.next = self.m_axis_cq_tvalid.val();
        self.m_axis_cq_tready.next = self.receive.m_axis_cq_tready.val();
        self.count_pcie_unsupported.next = self.receive.count_pcie_unsupported.val();

        self.split.i.next = self.receive.o.val();
        self.split.i_valid.next = self.receive.doorbell_valid.val();
        self.receive.doorbell_ready.next = self.split.i_ready.val();
        self.doorbell.next = self.split.o.val();
        self.doorbell_valid.next = self.split.o_valid.val();
        self.split.o_ready.next = self.doorbell_ready.val();
        self.count_doorbell_unknown.next = self.split.count_doorbell_unknown.val();

        self.accesses.i.next = self.receive.o.val();
        self.accesses.i_valid.next = self.receive.access_valid.val();
        self.receive.access_ready.next = self.accesses.i_ready.val();
        self.access.i.next = self.accesses.o.val();
        self.access.i_valid.next = self.accesses.o_valid.val();
        self.accesses.o_ready.next = self.access.i_ready.val();
        self.register_access.next = self.access.register_access.val();
        self.register_access_valid.next = self.access.register_access_valid.val();
        self.access.register_access_ready.next = self.register_access_ready.val();
        self.access.register_data.next = self.register_data.val();
        self.access.register_data_valid.next = self.register_data_valid.val();
        self.register_data_ready.next = self.access.register_data_ready.val();
        self.vector_access.next = self.access.vector_access.val();
        self.vector_access_valid.next = self.access.vector_access_valid.val();
        self.access.vector_access_ready.next = self.vector_access_ready.val();
        self.access.vector_data.next = self.vector_data.val();
        self.access.vector_data_valid.next = self.vector_data_valid.val();
        self.vector_data_ready.next = self.access.vector_data_ready.val();

        self.reply.i.next = self.access.o.val();
        self.reply.i_valid.next = self.access.o_valid.val();
        self.access.o_ready.next = self.reply.i_ready.val();
        self.s_axis_cc_tdata.next = self.reply.s_axis_cc_tdata.val();
        self.s_axis_cc_tkeep.next = self.reply.s_axis_cc_tkeep.val();
        self.s_axis_cc_tuser.next = self.reply.s_axis_cc_tuser.val();
        self.s_axis_cc_tlast.next = self.reply.s_axis_cc_tlast.val();
        self.s_axis_cc_tvalid.next = self.reply.s_axis_cc_tvalid.val();
        self.reply.s_axis_cc_tready.next = self.s_axis_cc_tready.val();

        self.answered.next = self.access.o_valid.val() && self.reply.i_ready.val();
        self.pcie_cq_np_req.next = 0.into();
        if self.credits.q.val() != 0 {
            self.pcie_cq_np_req.next = 1.into();
        }
        if self.answered.val() && (self.credits.q.val() == 0) {
            self.credits.d.next = 1.into();
        }
        if !self.answered.val() && (self.credits.q.val() != 0) {
            self.credits.d.next = self.credits.q.val() - 1;
        }
        if self.reset.val() {
            self.credits.d.next = bits_const::<5>(CREDITS).into();
        }
    }
}
