//! Joins memory writes and read requests to the requester stream (RQ) of the hard block.
//!
//! - `packet`: beats of memory writes (`DmaWriter`). Once a packet has begun, nothing comes between its beats, and as its beats come without
//!   a gap, so they leave (PCIe digest §2.4).
//! - `read`: read requests (`DmaReader`), a beat each. Writes and reads take turns packet by packet. A read leaves only when the block has a
//!   credit for it, `pcie_tfc_nph_av`: the block never reorders, so one that waited inside would hold up the writes behind it (§2.5). The
//!   figure lags; what left in the last three cycles is taken off.
//! - `bus_master` off: nothing may leave (§1.11). Writes are dropped and counted, reads go back as `refused`.
//! - `idle`: with `bus_master` off, nothing stands at the pins and nothing will.
//!
//! A beat a cycle; a beat leaves the cycle after it came. What is waited for: `s_axis_rq_tready`, and a credit, which holds up reads alone.
use super::read::ReadPacket;
use super::write::PacketBeat;
use crate::kit::{RegisterSlice, SmallFifo};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// What stands at the pins.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct RequestBeat {
    pub data: Bits<512>,
    pub keep: Bits<16>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub first: Bit,
    pub last: Bit,
    pub stop: Bits<4>,
}

#[derive(LogicBlock, Default)]
pub struct Requests {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub bus_master: Signal<In, Bit>,
    pub packet: Signal<In, PacketBeat>,
    pub packet_valid: Signal<In, Bit>,
    pub packet_ready: Signal<Out, Bit>,
    pub read: Signal<In, ReadPacket>,
    pub read_valid: Signal<In, Bit>,
    pub read_ready: Signal<Out, Bit>,
    pub refused: Signal<Out, Bits<8>>,
    pub refused_valid: Signal<Out, Bit>,
    pub refused_ready: Signal<In, Bit>,
    pub pcie_tfc_nph_av: Signal<In, Bits<4>>,
    pub s_axis_rq_tdata: Signal<Out, Bits<512>>,
    pub s_axis_rq_tkeep: Signal<Out, Bits<16>>,
    pub s_axis_rq_tuser: Signal<Out, Bits<137>>,
    pub s_axis_rq_tlast: Signal<Out, Bit>,
    pub s_axis_rq_tvalid: Signal<Out, Bit>,
    pub s_axis_rq_tready: Signal<In, Bit>,
    pub count_pcie_write_disabled: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    /// A write's packet has begun and not ended; it is dropped.
    underway: DFF<Bit>,
    dropping: DFF<Bit>,
    /// The last packet was a read.
    writes_turn: DFF<Bit>,
    /// A read left one, two, three cycles ago.
    left: DFF<Bits<3>>,
    owed: Signal<Local, Bits<4>>,
    read_may: Signal<Local, Bit>,
    take_read: Signal<Local, Bit>,
    drop_now: Signal<Local, Bit>,
    take_write: Signal<Local, Bit>,
    refuse: Signal<Local, Bit>,
    refusals: SmallFifo<Bits<8>, 1, 2>,
    beat: Signal<Local, RequestBeat>,
    out: RegisterSlice<RequestBeat>,
}

impl Logic for Requests {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, underway, dropping, writes_turn, left);
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.reset.val();
        self.refusals.clock.next = self.clock.val();
        self.refusals.reset.next = self.reset.val();

        // Reads: with a credit, between packets, in turn.
        self.owed.next = bit_cast::<4, 1>(self.left.q.val().get_bits::<1>(0))
            + bit_cast::<4, 1>(self.left.q.val().get_bits::<1>(1))
            + bit_cast::<4, 1>(self.left.q.val().get_bits::<1>(2));
        self.read_may.next = self.read_valid.val()
            && self.bus_master.val()
            && !self.underway.q.val()
            && (self.pcie_tfc_nph_av.val() > self.owed.val());
        self.take_read.next = self.read_may.val()
            && self.out.i_ready.val()
            && (!self.packet_valid.val() || !self.writes_turn.q.val());
        self.refuse.next = self.read_valid.val() && !self.bus_master.val();
        self.refusals.i.next = self.read.val().tag;
        self.refusals.i_valid.next = self.refuse.val();
        self.read_ready.next =
            self.take_read.val() || (self.refuse.val() && self.refusals.i_ready.val());
        self.refused.next = self.refusals.o.val();
        self.refused_valid.next = self.refusals.o_valid.val();
        self.refusals.o_ready.next = self.refused_ready.val();
        self.left.d.next = self.left.q.val() << 1;
        if self.take_read.val() {
            self.left.d.next = (self.left.q.val() << 1) | 1;
        }

        // Writes: whole packets, or none of them.
        self.drop_now.next =
            self.dropping.q.val() || (!self.underway.q.val() && !self.bus_master.val());
        self.take_write.next = self.packet_valid.val()
            && (self.drop_now.val() || (self.out.i_ready.val() && !self.take_read.val()));
        self.packet_ready.next =
            self.drop_now.val() || (self.out.i_ready.val() && !self.take_read.val());
        self.count_pcie_write_disabled.next =
            self.take_write.val() && self.drop_now.val() && self.packet.val().last;
        if self.take_write.val() {
            self.underway.d.next = !self.packet.val().last;
            self.dropping.d.next = self.drop_now.val() && !self.packet.val().last;
            self.writes_turn.d.next = false;
        }
        if self.take_read.val() {
            self.writes_turn.d.next = true;
        }

        self.beat.next.data = self.packet.val().data;
        self.beat.next.keep = bits::<16>(0xffff);
        if self.packet.val().last {
            self.beat.next.keep = bits::<16>(0xffff) >> (bits::<4>(15) - self.packet.val().end);
        }
        self.beat.next.first_enable = self.packet.val().first_enable;
        self.beat.next.last_enable = self.packet.val().last_enable;
        self.beat.next.first = self.packet.val().first;
        self.beat.next.last = self.packet.val().last;
        self.beat.next.stop = self.packet.val().end;
        if self.take_read.val() {
            // Request type 0 is a memory read; the block puts in the requester's number (PCIe digest §2.1).
            self.beat.next.data = (bits_cat(bits::<408>(0))
                + bits_cat(self.read.val().tag)
                + bits_cat(bits::<21>(0))
                + bits_cat(self.read.val().dwords)
                + bits_cat(self.read.val().address)
                + bits_cat(bits::<2>(0)))
            .into();
            self.beat.next.keep = bits::<16>(0xf);
            self.beat.next.first_enable = self.read.val().first_enable;
            self.beat.next.last_enable = self.read.val().last_enable;
            self.beat.next.first = true;
            self.beat.next.last = true;
            self.beat.next.stop = 3.into();
        }
        self.out.i.next = self.beat.val();
        self.out.i_valid.next =
            self.take_read.val() || (self.take_write.val() && !self.drop_now.val());

        self.idle.next =
            !self.out.o_valid.val() && (!self.underway.q.val() || self.dropping.q.val());

        self.s_axis_rq_tdata.next = self.out.o.val().data;
        self.s_axis_rq_tkeep.next = self.out.o.val().keep;
        // From the top: nothing else, index of the last DW, one end, first DW of the one start, one start, no offset, byte enables.
        self.s_axis_rq_tuser.next = (bits_cat(bits::<105>(0))
            + bits_cat(self.out.o.val().stop)
            + bits_cat(bits::<1>(0))
            + bits_cat(self.out.o.val().last)
            + bits_cat(bits::<5>(0))
            + bits_cat(self.out.o.val().first)
            + bits_cat(bits::<8>(0))
            + bits_cat(self.out.o.val().last_enable)
            + bits_cat(bits::<4>(0))
            + bits_cat(self.out.o.val().first_enable))
        .into();
        self.s_axis_rq_tlast.next = self.out.o.val().last;
        self.s_axis_rq_tvalid.next = self.out.o_valid.val();
        self.out.o_ready.next = self.s_axis_rq_tready.val();
        if self.reset.val() {
            self.underway.d.next = false;
            self.dropping.d.next = false;
            self.writes_turn.d.next = false;
            self.left.d.next = 0.into();
        }
    }
}
