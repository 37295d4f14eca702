//! Stands where READ data is delivered while no READ is asked for: drops payload and returns markers.
//!
//! - `delivery`, `data`, `delivered`: as `chain` says of the delivery.
use crate::beat::Beat;
use crate::requester::chain::{Delivered, Delivery};
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Discard {
    pub delivery: Signal<In, Delivery>,
    pub delivery_valid: Signal<In, Bit>,
    pub delivery_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub delivered: Signal<Out, Delivered>,
    pub delivered_valid: Signal<Out, Bit>,
    pub delivered_ready: Signal<In, Bit>,
}

impl Logic for Discard {
    #[hdl_gen]
    fn update(&mut self) {
        self.delivered.next.marker = true;
        self.delivered.next.qpn = self.delivery.val().qpn;
        self.delivered.next.verdict.status = 0.into();
        self.delivered.next.verdict.vendor_error = 0.into();
        self.delivered_valid.next = self.delivery_valid.val() && self.delivery.val().marker;
        self.data_ready.next = self.delivery_valid.val() && !self.delivery.val().marker;
        self.delivery_ready.next = self.data_valid.val() && self.data.val().last;
        if self.delivery.val().marker {
            self.delivery_ready.next = self.delivered_ready.val();
        }
    }
}
