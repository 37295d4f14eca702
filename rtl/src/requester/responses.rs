//! Takes responses off the wire: keeps what concerns the outstanding messages, and drops payload.
//!
//! - `response` with `response_data`: from the wire. `o`: the same without payload.
//!
//! No READ is ever requested, so payload can only belong to a ghost. Holds 64 responses; while payload of one is dropped, a beat a cycle, no
//! further one is taken.
use crate::beat::Beat;
use crate::kit::SmallFifo;
use crate::records::ReceivedPacket;
use crate::requester::chain::Response;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Responses {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub response: Signal<In, ReceivedPacket>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub response_data: Signal<In, Beat>,
    pub response_data_valid: Signal<In, Bit>,
    pub response_data_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Response>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    queue: SmallFifo<Response, 6, 7>,
    dropping: DFF<Bit>,
}

impl Logic for Responses {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, dropping);
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.o.next = self.queue.o.val();
        self.o_valid.next = self.queue.o_valid.val();
        self.queue.o_ready.next = self.o_ready.val();
        self.queue.i.next.qpn = self.response.val().qpn;
        self.queue.i.next.opcode = self.response.val().opcode;
        self.queue.i.next.psn = self.response.val().psn;
        self.queue.i.next.syndrome = self.response.val().syndrome;
        self.queue.i_valid.next = self.response_valid.val() && !self.dropping.q.val();
        self.response_ready.next = self.queue.i_ready.val() && !self.dropping.q.val();
        self.response_data_ready.next = self.dropping.q.val();
        if self.dropping.q.val() {
            if self.response_data_valid.val() && self.response_data.val().last {
                self.dropping.d.next = false;
            }
        } else if self.response_valid.val() && self.queue.i_ready.val() {
            self.dropping.d.next = self.response.val().length != 0;
        }
        if self.reset.val() {
            self.dropping.d.next = false;
        }
    }
}
