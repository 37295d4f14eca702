//! Makes the completion of a non-posted request: one or two beats.
//!
//! Data follow three DWs of descriptor, so up to 13 DWs fit in the first beat. Byte count and lower address are those of PCIe digest §1.4.
//! A refusal is the eight-DW form: descriptor, byte enables, and the request's own descriptor, so that the block can log it (§2.1). Both
//! beats are on hand before the first leaves, so there is no gap between them. An answer is taken when the one before has left.
use super::HostAnswer;
use super::code;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct HostReply {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, HostAnswer>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub s_axis_cc_tdata: Signal<Out, Bits<512>>,
    pub s_axis_cc_tkeep: Signal<Out, Bits<16>>,
    pub s_axis_cc_tuser: Signal<Out, Bits<81>>,
    pub s_axis_cc_tlast: Signal<Out, Bit>,
    pub s_axis_cc_tvalid: Signal<Out, Bit>,
    pub s_axis_cc_tready: Signal<In, Bit>,
    /// The beat that stands at the pins, and the DWs that are left for a second one.
    valid: DFF<Bit>,
    first: DFF<Bit>,
    last: DFF<Bit>,
    data: DFF<Bits<512>>,
    stop: DFF<Bits<4>>,
    rest: DFF<Bits<96>>,
    rest_stop: DFF<Bits<4>>,
    dwords: Signal<Local, Bits<11>>,
    lead: Signal<Local, Bits<2>>,
    trail: Signal<Local, Bits<2>>,
    low: Signal<Local, Bits<7>>,
    one: Signal<Local, Bit>,
    bytes: Signal<Local, Bits<13>>,
    byte_count: Signal<Local, Bits<13>>,
    /// The answer to a locked read says so.
    locked: Signal<Local, Bit>,
    words: Signal<Local, Bits<11>>,
    memory: Signal<Local, Bit>,
    descriptor: Signal<Local, Bits<96>>,
    final_stop: Signal<Local, Bits<11>>,
}

impl Logic for HostReply {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, first, last, data, stop, rest, rest_stop);
        self.dwords.next = self.i.val().descriptor.get_bits::<11>(64);
        self.memory.next = !self.i.val().descriptor.get_bits::<4>(75).any();
        self.one.next = self.dwords.val() == 1;
        // Bytes before the first enabled one, and after the last.
        self.lead.next = 3.into();
        if self.i.val().first_enable.get_bit(2) {
            self.lead.next = 2.into();
        }
        if self.i.val().first_enable.get_bit(1) {
            self.lead.next = 1.into();
        }
        if self.i.val().first_enable.get_bit(0) || !self.i.val().first_enable.any() {
            self.lead.next = 0.into();
        }
        self.trail.next = 3.into();
        if self.one.val() {
            if self.i.val().first_enable.get_bit(1) {
                self.trail.next = 2.into();
            }
            if self.i.val().first_enable.get_bit(2) {
                self.trail.next = 1.into();
            }
            if self.i.val().first_enable.get_bit(3) {
                self.trail.next = 0.into();
            }
        } else {
            if self.i.val().last_enable.get_bit(1) {
                self.trail.next = 2.into();
            }
            if self.i.val().last_enable.get_bit(2) {
                self.trail.next = 1.into();
            }
            if self.i.val().last_enable.get_bit(3) {
                self.trail.next = 0.into();
            }
        }
        // Memory reads tell what is still to come; everything else is 4 bytes at 0.
        self.bytes.next = 4.into();
        self.low.next = 0.into();
        if self.memory.val() {
            self.bytes.next = (bits_cat(self.dwords.val()) + bits_cat(bits::<2>(0))).into();
            self.low.next = (bits_cat(self.i.val().descriptor.get_bits::<5>(2))
                + bits_cat(self.lead.val()))
            .into();
        }
        self.locked.next =
            self.i.val().descriptor.get_bits::<4>(75) == bits_const::<4>(code::LOCKED_READ);
        self.words.next = 0.into();
        if self.i.val().status == 0 {
            self.words.next = self.dwords.val();
        }
        self.byte_count.next = self.bytes.val();
        if self.memory.val() {
            self.byte_count.next = self.bytes.val()
                - bit_cast::<13, 2>(self.lead.val())
                - bit_cast::<13, 2>(self.trail.val());
        }
        // From the top: no ECRC, attributes and class, the block's own bus number, function, tag, requester, not poisoned, status, DWs,
        // not locked, byte count, address type, lower address.
        self.descriptor.next = (bits_cat(bits::<1>(0))
            + bits_cat(self.i.val().descriptor.get_bits::<6>(121))
            + bits_cat(bits::<9>(0))
            + bits_cat(self.i.val().descriptor.get_bits::<8>(104))
            + bits_cat(self.i.val().descriptor.get_bits::<8>(96))
            + bits_cat(self.i.val().descriptor.get_bits::<16>(80))
            + bits_cat(bits::<2>(0))
            + bits_cat(self.i.val().status)
            + bits_cat(self.words.val())
            + bits_cat(bits::<2>(0))
            + bits_cat(self.locked.val())
            + bits_cat(self.byte_count.val())
            + bits_cat(bits::<9>(0))
            + bits_cat(self.low.val()))
        .into();

        self.i_ready.next = !self.valid.q.val();
        self.final_stop.next = self.words.val() + 2;
        if self.valid.q.val() && self.s_axis_cc_tready.val() {
            self.valid.d.next = !self.last.q.val();
            self.first.d.next = false;
            self.last.d.next = true;
            self.data.d.next = bit_cast::<512, 96>(self.rest.q.val());
            self.stop.d.next = self.rest_stop.q.val();
        }
        if !self.valid.q.val() {
            self.valid.d.next = self.i_valid.val();
            self.first.d.next = true;
            self.last.d.next = self.final_stop.val() < 16;
            self.data.d.next = (bits_cat(self.i.val().data.get_bits::<416>(0))
                + bits_cat(self.descriptor.val()))
            .into();
            self.stop.d.next = 15.into();
            if self.final_stop.val() < 16 {
                self.stop.d.next = self.final_stop.val().get_bits::<4>(0);
            }
            self.rest.d.next = self.i.val().data.get_bits::<96>(416);
            self.rest_stop.d.next = self.final_stop.val().get_bits::<4>(0);
            if self.i.val().status != 0 {
                self.last.d.next = true;
                self.stop.d.next = 7.into();
                self.data.d.next = (bits_cat(bits::<256>(0))
                    + bits_cat(self.i.val().descriptor)
                    + bits_cat(bits::<24>(0))
                    + bits_cat(self.i.val().last_enable)
                    + bits_cat(self.i.val().first_enable)
                    + bits_cat(self.descriptor.val()))
                .into();
            }
        }
        self.s_axis_cc_tdata.next = self.data.q.val();
        self.s_axis_cc_tkeep.next = bits::<16>(0xffff) >> (bits::<4>(15) - self.stop.q.val());
        // From the top: nothing else, index of the last DW, one end, first DW of the one start, one start.
        self.s_axis_cc_tuser.next = (bits_cat(bits::<69>(0))
            + bits_cat(self.stop.q.val())
            + bits_cat(bits::<1>(0))
            + bits_cat(self.last.q.val())
            + bits_cat(bits::<5>(0))
            + bits_cat(self.first.q.val()))
        .into();
        self.s_axis_cc_tlast.next = self.last.q.val();
        self.s_axis_cc_tvalid.next = self.valid.q.val();
        if self.reset.val() {
            self.valid.d.next = false;
        }
    }
}
