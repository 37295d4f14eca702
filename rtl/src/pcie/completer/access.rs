//! Carries out the host's accesses to BAR0 and BAR4, a DW at a time, and makes the answers of reads and of refused requests.
//!
//! A read asks for each DW that has a byte enabled and waits for its data before the next; the others are 0, as is all of BAR2, which only
//! takes doorbells. A write passes each DW that has a byte enabled. Waits for: `register_access_ready` or `vector_access_ready`, the data of a read, and
//! `o_ready`.
use super::code;
use super::{HostAnswer, HostRequest};
use crate::records::{RegisterAccess, RegisterData};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum AccessState {
    Request,
    Access,
    Data,
    Answer,
}

#[derive(LogicBlock)]
pub struct BarAccess {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, HostRequest>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
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
    pub o: Signal<Out, HostAnswer>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    state: DFF<AccessState>,
    request: DFF<HostRequest>,
    bar: Signal<Local, Bits<3>>,
    /// The DW's place in the request, and how many follow it.
    at: DFF<Bits<4>>,
    left: DFF<Bits<5>>,
    address: DFF<Bits<20>>,
    data: DFF<Bits<512>>,
    read: [DFF<Bits<32>>; 16],
    enable: Signal<Local, Bits<4>>,
    access: Signal<Local, RegisterAccess>,
    vectors: Signal<Local, Bit>,
    nowhere: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    came: Signal<Local, Bit>,
    answer: Signal<Local, Bits<32>>,
    advance: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    lanes: crate::pcie::join::Join<16, 32, 512>,
}

impl Default for BarAccess {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            i: Default::default(),
            i_valid: Default::default(),
            i_ready: Default::default(),
            register_access: Default::default(),
            register_access_valid: Default::default(),
            register_access_ready: Default::default(),
            register_data: Default::default(),
            register_data_valid: Default::default(),
            register_data_ready: Default::default(),
            vector_access: Default::default(),
            vector_access_valid: Default::default(),
            vector_access_ready: Default::default(),
            vector_data: Default::default(),
            vector_data_valid: Default::default(),
            vector_data_ready: Default::default(),
            o: Default::default(),
            o_valid: Default::default(),
            o_ready: Default::default(),
            state: Default::default(),
            request: Default::default(),
            bar: Default::default(),
            at: Default::default(),
            left: Default::default(),
            address: Default::default(),
            data: Default::default(),
            read: from_fn(|_| Default::default()),
            enable: Default::default(),
            access: Default::default(),
            vectors: Default::default(),
            nowhere: Default::default(),
            accepted: Default::default(),
            came: Default::default(),
            answer: Default::default(),
            advance: Default::default(),
            store: Default::default(),
            lanes: Default::default(),
        }
    }
}

impl Logic for BarAccess {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, request, at, left, address, data);
        self.bar.next = self.request.q.val().descriptor.get_bits::<3>(112);
        self.vectors.next = self.bar.val() == bits_const::<3>(code::VECTOR_BAR);
        self.enable.next = bits::<4>(15);
        if self.left.q.val() == 0 {
            self.enable.next = self.request.q.val().last_enable;
        }
        if self.at.q.val() == 0 {
            self.enable.next = self.request.q.val().first_enable;
        }
        self.nowhere.next =
            !self.enable.val().any() || (self.bar.val() == bits_const::<3>(code::DOORBELL_BAR));
        self.access.next.write = self.request.q.val().write;
        self.access.next.address = self.address.q.val();
        self.access.next.data = self.data.q.val().get_bits::<32>(0);
        self.access.next.enable = self.enable.val();
        self.register_access.next = self.access.val();
        self.vector_access.next = self.access.val();
        self.register_access_valid.next = false;
        self.vector_access_valid.next = false;
        self.register_data_ready.next = false;
        self.vector_data_ready.next = false;
        self.accepted.next = self.register_access_ready.val();
        self.came.next = self.register_data_valid.val();
        self.answer.next = self.register_data.val().data;
        if self.vectors.val() {
            self.accepted.next = self.vector_access_ready.val();
            self.came.next = self.vector_data_valid.val();
            self.answer.next = self.vector_data.val().data;
        }

        self.i_ready.next = false;
        self.o_valid.next = false;
        self.advance.next = false;
        self.store.next = false;
        match self.state.q.val() {
            AccessState::Request => {
                self.i_ready.next = true;
                self.request.d.next = self.i.val();
                self.at.d.next = 0.into();
                self.left.d.next = self.i.val().dwords - 1;
                self.address.d.next = self.i.val().address;
                self.data.d.next = self.i.val().data;
                if self.i_valid.val() {
                    self.state.d.next = AccessState::Access;
                    if self.i.val().status.any() {
                        self.state.d.next = AccessState::Answer;
                    }
                }
            }
            AccessState::Access => {
                if self.nowhere.val() {
                    self.advance.next = true;
                } else {
                    self.register_access_valid.next = !self.vectors.val();
                    self.vector_access_valid.next = self.vectors.val();
                    if self.accepted.val() {
                        if self.request.q.val().write {
                            self.advance.next = true;
                        } else {
                            self.state.d.next = AccessState::Data;
                        }
                    }
                }
            }
            AccessState::Data => {
                self.register_data_ready.next = !self.vectors.val();
                self.vector_data_ready.next = self.vectors.val();
                if self.came.val() {
                    self.store.next = true;
                    self.advance.next = true;
                    self.state.d.next = AccessState::Access;
                }
            }
            AccessState::Answer => {
                self.o_valid.next = true;
                if self.o_ready.val() {
                    self.state.d.next = AccessState::Request;
                }
            }
            _ => {
                self.state.d.next = AccessState::Request;
            }
        }
        if self.advance.val() {
            self.at.d.next = self.at.q.val() + 1;
            self.left.d.next = self.left.q.val() - 1;
            self.address.d.next = self.address.q.val() + 4;
            self.data.d.next = self.data.q.val() >> 32;
            if self.left.q.val() == 0 {
                self.state.d.next = AccessState::Answer;
                if self.request.q.val().write {
                    self.state.d.next = AccessState::Request;
                }
            }
        }
        for k in 0..16 {
            self.read[k].clock.next = self.clock.val();
            self.read[k].d.next = self.read[k].q.val();
            if self.state.q.val() == AccessState::Request {
                self.read[k].d.next = 0.into();
            }
            if self.store.val() && (self.at.q.val().index() == k) {
                self.read[k].d.next = self.answer.val();
            }
            self.lanes.i[k].next = self.read[k].q.val();
        }
        self.o.next.descriptor = self.request.q.val().descriptor;
        self.o.next.first_enable = self.request.q.val().first_enable;
        self.o.next.last_enable = self.request.q.val().last_enable;
        self.o.next.status = self.request.q.val().status;
        self.o.next.data = self.lanes.o.val();
        if self.reset.val() {
            self.state.d.next = AccessState::Request;
        }
    }
}
