//! Registers, counters, the admin queue and what it makes, modifies and destroys.
pub mod admin;
pub mod counters;
pub mod faults;
pub mod fields;
pub mod keys;
pub mod pulses;
pub mod qps;
pub mod registers;
pub mod rings;

use crate::beat::Beat;
use crate::kit::StreamMerge;
use crate::records::*;
use admin::Admin;
use faults::Faults;
use keys::Keys;
use qps::Qps;
use registers::Registers;
use rings::Rings;
use rust_hdl::prelude::*;

/// Joins the registers and the admin queue with its executors.
///
/// The admin queue and the key executor share one client of the DMA reader: the queue is silent while a command is executed.
#[derive(LogicBlock, Default)]
pub struct Control {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Resets all but the host's access to the registers.
    pub restart: Signal<In, Bit>,
    /// Keeps the admin queue at rest.
    pub hold: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub lives: Signal<In, Bits<16>>,
    pub reset_asked: Signal<Out, Bit>,
    pub access: Signal<In, RegisterAccess>,
    pub access_valid: Signal<In, Bit>,
    pub access_ready: Signal<Out, Bit>,
    pub register_data: Signal<Out, RegisterData>,
    pub register_data_valid: Signal<Out, Bit>,
    pub register_data_ready: Signal<In, Bit>,
    /// Bit `k` counts `ferric_layout::counter::Counter` `k`; the two that control counts itself are ignored here.
    pub pulses: Signal<In, Bits<64>>,
    pub count_admin_commands: Signal<Out, Bit>,
    pub count_admin_refused: Signal<Out, Bit>,
    pub bus_master: Signal<In, Bit>,
    pub transmit: Signal<Out, Bit>,
    pub receive: Signal<Out, Bit>,
    pub mac: Signal<Out, Bits<48>>,
    pub cycles_per_tick: Signal<Out, Bits<32>>,
    pub rx_ring: Signal<Out, FrameRing>,
    pub rx_doorbell: Signal<Out, FrameRingDoorbell>,
    pub rx_doorbell_valid: Signal<Out, Bit>,
    pub rx_state: Signal<In, FrameRingState>,
    pub tx_ring: Signal<Out, FrameRing>,
    pub tx_doorbell: Signal<Out, FrameRingDoorbell>,
    pub tx_doorbell_valid: Signal<Out, Bit>,
    pub tx_state: Signal<In, FrameRingState>,
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
    pub key_write: Signal<Out, KeyWrite>,
    pub key_write_valid: Signal<Out, Bit>,
    pub page_write: Signal<Out, PageWrite>,
    pub page_write_valid: Signal<Out, Bit>,
    pub invalidate: Signal<In, Invalidate>,
    pub invalidate_valid: Signal<In, Bit>,
    pub invalidate_ready: Signal<Out, Bit>,
    pub invalidated: Signal<Out, Invalidated>,
    pub invalidated_valid: Signal<Out, Bit>,
    pub invalidated_ready: Signal<In, Bit>,
    pub fence_requester: Signal<Out, Bit>,
    pub requester_fenced: Signal<In, Bit>,
    pub fence_responder: Signal<Out, Bit>,
    pub responder_fenced: Signal<In, Bit>,
    pub qp_write: Signal<Out, QpWrite>,
    pub qp_write_valid: Signal<Out, Bit>,
    pub cq_ring: Signal<Out, RingWrite>,
    pub cq_ring_valid: Signal<Out, Bit>,
    pub cq_ring_ready: Signal<In, Bit>,
    pub eq_ring: Signal<Out, RingWrite>,
    pub eq_ring_valid: Signal<Out, Bit>,
    pub eq_ring_ready: Signal<In, Bit>,
    pub requester: Signal<Out, QpCommand>,
    pub requester_valid: Signal<Out, Bit>,
    pub requester_ready: Signal<In, Bit>,
    pub responder: Signal<Out, QpCommand>,
    pub responder_valid: Signal<Out, Bit>,
    pub responder_ready: Signal<In, Bit>,
    pub requester_fault: Signal<In, QpFault>,
    pub requester_fault_valid: Signal<In, Bit>,
    pub requester_fault_ready: Signal<Out, Bit>,
    pub responder_fault: Signal<In, QpFault>,
    pub responder_fault_valid: Signal<In, Bit>,
    pub responder_fault_ready: Signal<Out, Bit>,
    pub completion_fault: Signal<In, QpFault>,
    pub completion_fault_valid: Signal<In, Bit>,
    pub completion_fault_ready: Signal<Out, Bit>,
    pub raise: Signal<Out, Event>,
    pub raise_valid: Signal<Out, Bit>,
    pub raise_ready: Signal<In, Bit>,
    registers: Registers,
    admin: Admin,
    keys: Keys,
    rings: Rings,
    qps: Qps,
    faults: Faults,
    events: StreamMerge<Event, 2, 1>,
    inner: Signal<Local, Bit>,
}

impl Logic for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.registers.clock.next = self.clock.val();
        self.inner.next = self.reset.val() || self.restart.val();
        self.registers.reset.next = self.reset.val();
        self.registers.restart.next = self.restart.val();
        self.registers.ready.next = self.ready.val();
        self.registers.lives.next = self.lives.val();
        self.reset_asked.next = self.registers.reset_asked.val();
        self.registers.access.next = self.access.val();
        self.registers.access_valid.next = self.access_valid.val();
        self.access_ready.next = self.registers.access_ready.val();
        self.register_data.next = self.registers.data.val();
        self.register_data_valid.next = self.registers.data_valid.val();
        self.registers.data_ready.next = self.register_data_ready.val();
        self.registers.pulses.next = self.pulses.val();
        self.registers.bus_master.next = self.bus_master.val();
        self.registers.admin_error.next = self.admin.failed.val();
        self.registers.admin_consumer.next = self.admin.consumer.val();
        self.transmit.next = self.registers.transmit.val();
        self.receive.next = self.registers.receive.val();
        self.mac.next = self.registers.mac.val();
        self.cycles_per_tick.next = self.registers.cycles_per_tick.val();
        self.rx_ring.next = self.registers.rx_ring.val();
        self.rx_doorbell.next = self.registers.rx_doorbell.val();
        self.rx_doorbell_valid.next = self.registers.rx_doorbell_valid.val();
        self.registers.rx_state.next = self.rx_state.val();
        self.tx_ring.next = self.registers.tx_ring.val();
        self.tx_doorbell.next = self.registers.tx_doorbell.val();
        self.tx_doorbell_valid.next = self.registers.tx_doorbell_valid.val();
        self.registers.tx_state.next = self.tx_state.val();
        self.count_admin_commands.next = self.admin.count_admin_commands.val();
        self.count_admin_refused.next = self.admin.count_admin_refused.val();

        self.admin.clock.next = self.clock.val();
        self.admin.reset.next = self.inner.val() || self.hold.val();
        self.admin.command_ring.next = self.registers.admin_command.val();
        self.admin.completion_ring.next = self.registers.admin_completion.val();
        self.admin.log2.next = self.registers.admin_log2.val();
        self.admin.tell.next = self.registers.admin_event.val();
        self.admin.producer.next = self.registers.admin_producer.val();
        self.admin.restart.next = self.registers.admin_restart.val();
        self.write.next = self.admin.write.val();
        self.write_valid.next = self.admin.write_valid.val();
        self.admin.write_ready.next = self.write_ready.val();
        self.write_data.next = self.admin.write_data.val();
        self.write_data_valid.next = self.admin.write_data_valid.val();
        self.admin.write_data_ready.next = self.write_data_ready.val();
        self.admin.written.next = self.written.val();

        self.keys.clock.next = self.clock.val();
        self.keys.reset.next = self.inner.val();
        self.keys.command.next = self.admin.command.val();
        self.keys.command_valid.next = self.admin.keys_valid.val();
        self.admin.keys_ready.next = self.keys.command_ready.val();
        self.admin.keys_result.next = self.keys.result.val();
        self.admin.keys_result_valid.next = self.keys.result_valid.val();
        self.keys.result_ready.next = self.admin.keys_result_ready.val();
        self.key_write.next = self.keys.key_write.val();
        self.key_write_valid.next = self.keys.key_write_valid.val();
        self.page_write.next = self.keys.page_write.val();
        self.page_write_valid.next = self.keys.page_write_valid.val();
        self.keys.invalidate.next = self.invalidate.val();
        self.keys.invalidate_valid.next = self.invalidate_valid.val();
        self.invalidate_ready.next = self.keys.invalidate_ready.val();
        self.invalidated.next = self.keys.invalidated.val();
        self.invalidated_valid.next = self.keys.invalidated_valid.val();
        self.keys.invalidated_ready.next = self.invalidated_ready.val();
        self.fence_requester.next = self.keys.fence_requester.val();
        self.keys.requester_fenced.next = self.requester_fenced.val();
        self.fence_responder.next = self.keys.fence_responder.val();
        self.keys.responder_fenced.next = self.responder_fenced.val();

        // One DMA client for both.
        self.admin.status.next = self.status.val();
        self.admin.data.next = self.data.val();
        self.keys.status.next = self.status.val();
        self.keys.data.next = self.data.val();
        self.read.next = self.admin.read.val();
        self.read_valid.next = self.admin.read_valid.val();
        self.admin.read_ready.next = self.read_ready.val();
        self.admin.status_valid.next = self.status_valid.val();
        self.status_ready.next = self.admin.status_ready.val();
        self.admin.data_valid.next = self.data_valid.val();
        self.data_ready.next = self.admin.data_ready.val();
        self.keys.read_ready.next = false;
        self.keys.status_valid.next = false;
        self.keys.data_valid.next = false;
        if self.keys.reading.val() {
            self.read.next = self.keys.read.val();
            self.read_valid.next = self.keys.read_valid.val();
            self.keys.read_ready.next = self.read_ready.val();
            self.keys.status_valid.next = self.status_valid.val();
            self.status_ready.next = self.keys.status_ready.val();
            self.keys.data_valid.next = self.data_valid.val();
            self.data_ready.next = self.keys.data_ready.val();
            self.admin.read_ready.next = false;
            self.admin.status_valid.next = false;
            self.admin.data_valid.next = false;
        }

        self.rings.clock.next = self.clock.val();
        self.rings.reset.next = self.inner.val();
        self.rings.command.next = self.admin.command.val();
        self.rings.command_valid.next = self.admin.rings_valid.val();
        self.admin.rings_ready.next = self.rings.command_ready.val();
        self.admin.rings_result.next = self.rings.result.val();
        self.admin.rings_result_valid.next = self.rings.result_valid.val();
        self.rings.result_ready.next = self.admin.rings_result_ready.val();
        self.rings.reference.next = self.qps.reference.val();
        self.rings.reference_valid.next = self.qps.reference_valid.val();
        self.qps.reference_ready.next = self.rings.reference_ready.val();
        self.qps.referred.next = self.rings.referred.val();
        self.qps.referred_valid.next = self.rings.referred_valid.val();
        self.rings.referred_ready.next = self.qps.referred_ready.val();
        self.cq_ring.next = self.rings.cq_ring.val();
        self.cq_ring_valid.next = self.rings.cq_ring_valid.val();
        self.rings.cq_ring_ready.next = self.cq_ring_ready.val();
        self.eq_ring.next = self.rings.eq_ring.val();
        self.eq_ring_valid.next = self.rings.eq_ring_valid.val();
        self.rings.eq_ring_ready.next = self.eq_ring_ready.val();

        self.qps.clock.next = self.clock.val();
        self.qps.reset.next = self.inner.val();
        self.qps.command.next = self.admin.command.val();
        self.qps.command_valid.next = self.admin.qps_valid.val();
        self.admin.qps_ready.next = self.qps.command_ready.val();
        self.admin.qps_result.next = self.qps.result.val();
        self.admin.qps_result_valid.next = self.qps.result_valid.val();
        self.qps.result_ready.next = self.admin.qps_result_ready.val();
        self.qp_write.next = self.qps.qp_write.val();
        self.qp_write_valid.next = self.qps.qp_write_valid.val();
        self.requester.next = self.qps.requester.val();
        self.requester_valid.next = self.qps.requester_valid.val();
        self.qps.requester_ready.next = self.requester_ready.val();
        self.responder.next = self.qps.responder.val();
        self.responder_valid.next = self.qps.responder_valid.val();
        self.qps.responder_ready.next = self.responder_ready.val();

        self.faults.clock.next = self.clock.val();
        self.faults.reset.next = self.inner.val();
        self.faults.requester.next = self.requester_fault.val();
        self.faults.requester_valid.next = self.requester_fault_valid.val();
        self.requester_fault_ready.next = self.faults.requester_ready.val();
        self.faults.responder.next = self.responder_fault.val();
        self.faults.responder_valid.next = self.responder_fault_valid.val();
        self.responder_fault_ready.next = self.faults.responder_ready.val();
        self.faults.completion.next = self.completion_fault.val();
        self.faults.completion_valid.next = self.completion_fault_valid.val();
        self.completion_fault_ready.next = self.faults.completion_ready.val();
        self.qps.fault.next = self.faults.o.val();
        self.qps.fault_valid.next = self.faults.o_valid.val();
        self.faults.o_ready.next = self.qps.fault_ready.val();

        self.events.clock.next = self.clock.val();
        self.events.reset.next = self.inner.val();
        self.events.i[0].next = self.admin.raise.val();
        self.events.i_valid[0].next = self.admin.raise_valid.val();
        self.admin.raise_ready.next = self.events.i_ready[0].val();
        self.events.i[1].next = self.qps.raise.val();
        self.events.i_valid[1].next = self.qps.raise_valid.val();
        self.qps.raise_ready.next = self.events.i_ready[1].val();
        self.raise.next = self.events.o.val();
        self.raise_valid.next = self.events.o_valid.val();
        self.events.o_ready.next = self.raise_ready.val();
    }
}
