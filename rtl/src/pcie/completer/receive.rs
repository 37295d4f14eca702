//! Puts a host request together from its beats and decides who serves it.
//!
//! The record stands at `o` in the cycle in which the request's last beat is taken; `doorbell_valid` or `access_valid` says where it goes.
//! A beat is taken when both queues behind have room. A request of more than two beats, or one the block gave up (`discontinue`), has no
//! data that could be used.
//!
//! | request | goes |
//! |---|---|
//! | write of at most 64 bytes to BAR0 or BAR4 | access |
//! | write of at most 64 bytes to BAR2 | doorbell |
//! | read of at most 64 bytes of BAR0, BAR2 or BAR4 | access |
//! | longer read of one of these | access, to be answered with an abort |
//! | any other non-posted request | access, to be answered as unsupported |
//! | message | nowhere |
//! | any other posted request, one that was given up | nowhere, counted |
use super::HostRequest;
use super::code;
use crate::kit::RegisterSlice;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// A beat, as far as it matters.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct RequestBeat {
    pub data: Bits<512>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub discontinue: Bit,
    pub last: Bit,
}

#[derive(LogicBlock, Default)]
pub struct HostReceive {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub m_axis_cq_tdata: Signal<In, Bits<512>>,
    pub m_axis_cq_tuser: Signal<In, Bits<183>>,
    pub m_axis_cq_tlast: Signal<In, Bit>,
    pub m_axis_cq_tvalid: Signal<In, Bit>,
    pub m_axis_cq_tready: Signal<Out, Bit>,
    pub o: Signal<Out, HostRequest>,
    pub doorbell_valid: Signal<Out, Bit>,
    pub doorbell_ready: Signal<In, Bit>,
    pub access_valid: Signal<Out, Bit>,
    pub access_ready: Signal<In, Bit>,
    pub count_pcie_unsupported: Signal<Out, Bit>,
    beats: RegisterSlice<RequestBeat>,
    /// Beats of the request that came before: 0, 1, or more.
    before_this: DFF<Bits<2>>,
    descriptor: DFF<Bits<128>>,
    first_enable: DFF<Bits<4>>,
    last_enable: DFF<Bits<4>>,
    head: DFF<Bits<384>>,
    go: Signal<Local, Bit>,
    request: Signal<Local, HostRequest>,
    kind: Signal<Local, Bits<4>>,
    bar: Signal<Local, Bits<3>>,
    aperture: Signal<Local, Bits<6>>,
    mask: Signal<Local, Bits<20>>,
    offset: Signal<Local, Bits<20>>,
    fits: Signal<Local, Bit>,
    known_bar: Signal<Local, Bit>,
    broken: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    doorbell: Signal<Local, Bit>,
    access: Signal<Local, Bit>,
    message: Signal<Local, Bit>,
}

impl Logic for HostReceive {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            before_this,
            descriptor,
            first_enable,
            last_enable,
            head
        );
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.beats.i.next.data = self.m_axis_cq_tdata.val();
        self.beats.i.next.first_enable = self.m_axis_cq_tuser.val().get_bits::<4>(0);
        self.beats.i.next.last_enable = self.m_axis_cq_tuser.val().get_bits::<4>(8);
        self.beats.i.next.discontinue = self.m_axis_cq_tuser.val().get_bit(96);
        self.beats.i.next.last = self.m_axis_cq_tlast.val();
        self.beats.i_valid.next = self.m_axis_cq_tvalid.val();
        self.m_axis_cq_tready.next = self.beats.i_ready.val();
        self.go.next = self.doorbell_ready.val() && self.access_ready.val();
        self.beats.o_ready.next = self.go.val();

        self.request.next.address = 0.into();
        self.request.next.dwords = 0.into();
        self.request.next.write = false;
        self.request.next.status = 0.into();
        // The first beat has the descriptor and twelve DWs, the second the other four.
        self.request.next.descriptor = self.descriptor.q.val();
        self.request.next.first_enable = self.first_enable.q.val();
        self.request.next.last_enable = self.last_enable.q.val();
        self.request.next.data = (bits_cat(self.beats.o.val().data.get_bits::<128>(0))
            + bits_cat(self.head.q.val()))
        .into();
        if self.before_this.q.val() == 0 {
            self.request.next.descriptor = self.beats.o.val().data.get_bits::<128>(0);
            self.request.next.first_enable = self.beats.o.val().first_enable;
            self.request.next.last_enable = self.beats.o.val().last_enable;
            self.request.next.data = (bits_cat(bits::<128>(0))
                + bits_cat(self.beats.o.val().data.get_bits::<384>(128)))
            .into();
        }
        self.kind.next = self.request.val().descriptor.get_bits::<4>(75);
        self.bar.next = self.request.val().descriptor.get_bits::<3>(112);
        self.aperture.next = self.request.val().descriptor.get_bits::<6>(115);
        // All ones from an aperture of 2^20 on.
        self.mask.next = (bits::<20>(1) << self.aperture.val()) - 1;
        self.offset.next = (bits_cat(self.request.val().descriptor.get_bits::<18>(2))
            + bits_cat(bits::<2>(0)))
        .into();
        self.o.next = self.request.val();
        self.o.next.address = self.offset.val() & self.mask.val();
        self.o.next.dwords = self.request.val().descriptor.get_bits::<5>(64);
        self.o.next.write = self.kind.val() == bits_const::<4>(code::MEMORY_WRITE);
        self.fits.next = self.request.val().descriptor.get_bits::<11>(64) <= 16;
        self.known_bar.next = (self.bar.val() == bits_const::<3>(code::REGISTER_BAR))
            || (self.bar.val() == bits_const::<3>(code::DOORBELL_BAR))
            || (self.bar.val() == bits_const::<3>(code::VECTOR_BAR));
        self.broken.next = self.beats.o.val().discontinue;
        self.message.next = self.kind.val() >= bits_const::<4>(code::MESSAGE);

        self.doorbell.next = false;
        self.access.next = false;
        self.o.next.status = bits_const::<3>(code::UNSUPPORTED).into();
        if self.kind.val() == bits_const::<4>(code::MEMORY_WRITE) {
            self.o.next.status = 0.into();
            self.doorbell.next =
                self.fits.val() && (self.bar.val() == bits_const::<3>(code::DOORBELL_BAR));
            self.access.next = self.fits.val()
                && self.known_bar.val()
                && (self.bar.val() != bits_const::<3>(code::DOORBELL_BAR));
        } else {
            self.access.next = !self.message.val();
            if (self.kind.val() == bits_const::<4>(code::MEMORY_READ)) && self.known_bar.val() {
                self.o.next.status = 0.into();
                if !self.fits.val() {
                    self.o.next.status = bits_const::<3>(code::ABORT).into();
                }
            }
        }
        self.whole.next = self.beats.o_valid.val() && self.beats.o.val().last && self.go.val();
        self.doorbell_valid.next = self.whole.val() && !self.broken.val() && self.doorbell.val();
        self.access_valid.next = self.whole.val() && !self.broken.val() && self.access.val();
        self.count_pcie_unsupported.next = self.whole.val()
            && (self.broken.val()
                || (!self.doorbell.val() && !self.access.val() && !self.message.val())
                || (self.access.val() && self.o.val().status.any()));

        if self.beats.o_valid.val() && self.go.val() {
            if self.before_this.q.val() == 0 {
                self.descriptor.d.next = self.beats.o.val().data.get_bits::<128>(0);
                self.first_enable.d.next = self.beats.o.val().first_enable;
                self.last_enable.d.next = self.beats.o.val().last_enable;
                self.head.d.next = self.beats.o.val().data.get_bits::<384>(128);
            }
            if !self.before_this.q.val().get_bit(1) {
                self.before_this.d.next = self.before_this.q.val() + 1;
            }
            if self.beats.o.val().last {
                self.before_this.d.next = 0.into();
            }
        }
        if self.reset.val() {
            self.before_this.d.next = 0.into();
        }
    }
}
