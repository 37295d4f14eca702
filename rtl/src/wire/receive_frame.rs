//! Takes frames from the MAC, finds their headers, and checks the ICRC as they pass.
//!
//! Nothing here stalls: the MAC cannot be stopped. Everything that leaves has a fixed place in time, counted from the **step** of a beat,
//! which is the cycle in which it stands in `beat_before` and either the next beat of its frame stands behind it, or it is the last one.
//! - `beat`, `beat_valid`: each beat as it comes, one cycle before the earliest step it can be the older beat of.
//! - One cycle after the step: `step` says which beat it was, and with the first of a frame comes `head`, its headers.
//! - Six cycles after the step of a frame's last beat `icrc_good` is the verdict over that frame, and it stays so until the next verdict.
//!
//! The ICRC (digest §4) covers what the IP header says, wherever the frame ends: padding behind the IP packet is not looked at, and a frame
//! that ends before its IP packet is marked `cut`. `enable` is looked at with the first beat, so that a frame is taken whole or not at all.
use super::frame_class::{Class, FrameClass, ShortFrame};
use super::header_fields::FrameWindows;
use super::icrc_mask::{IcrcMask, SEED, TAGGED_SEED};
use crate::kit::{ByteSwap, Crc32, Priority};
use ferric_emit::kernel::*;
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// The headers of a frame, most significant byte first on the wire. What lies past the frame's end is undefined.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Head {
    pub ip: Bits<320>,
    pub transport: Bits<384>,
    pub class: Class,
    /// The frame ends before its headers do.
    pub short: Bit,
}

/// A beat of a frame, without its data.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Step {
    pub first: Bit,
    pub last: Bit,
    /// Bytes of the frame in this beat.
    pub bytes: Bits<7>,
    /// With `last`: the MAC found the frame bad.
    pub error: Bit,
    /// With `last`: the frame ends before its IP packet does.
    pub cut: Bit,
}

#[derive(LogicBlock, Default)]
pub struct ReceiveFrame {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub mac: Signal<In, Bits<48>>,
    pub rx_data: Signal<In, Bits<512>>,
    pub rx_keep: Signal<In, Bits<64>>,
    pub rx_last: Signal<In, Bit>,
    pub rx_error: Signal<In, Bit>,
    pub rx_valid: Signal<In, Bit>,
    pub beat: Signal<Out, Bits<512>>,
    pub beat_valid: Signal<Out, Bit>,
    pub step: Signal<Out, Step>,
    pub step_valid: Signal<Out, Bit>,
    pub head: Signal<Out, Head>,
    pub head_valid: Signal<Out, Bit>,
    pub icrc_good: Signal<Out, Bit>,
    // The MAC's beat.
    midframe: DFF<Bit>,
    accepted: DFF<Bit>,
    take: Signal<Local, Bit>,
    raw: DFF<Bits<512>>,
    raw_keep: DFF<Bits<64>>,
    raw_step: DFF<Step>,
    raw_valid: DFF<Bit>,
    classify: FrameClass,
    // One cycle later: the beat with its frame's class, and the bytes of the IP packet from this beat on.
    now: DFF<Bits<512>>,
    now_keep: DFF<Bits<64>>,
    now_step: DFF<Step>,
    now_second: DFF<Bit>,
    now_class: DFF<Class>,
    now_valid: DFF<Bit>,
    left: DFF<Bits<17>>,
    left_less_one: Signal<Local, Bits<17>>,
    ends: Signal<Local, Bit>,
    cut: Signal<Local, Bit>,
    short: ShortFrame,
    /// The first byte that is not the frame's.
    extent: Priority<64, 6>,
    mask: IcrcMask,
    // The ICRC.
    masked: DFF<Bits<512>>,
    bytes: DFF<Bits<7>>,
    starts: DFF<Bit>,
    has_tag: DFF<Bit>,
    counts: DFF<Bit>,
    /// Bit k: the beat that came into the CRC k cycles ago was its frame's last.
    ended: DFF<Bits<6>>,
    crc: Crc32,
    good: DFF<Bit>,
    // The beat held.
    held: DFF<Bits<512>>,
    before_step: DFF<Step>,
    before_class: DFF<Class>,
    before_short: DFF<Bit>,
    before_valid: DFF<Bit>,
    steps: Signal<Local, Bit>,
    older: ByteSwap<512>,
    younger: ByteSwap<512>,
    windows: FrameWindows,
    head_now: DFF<Head>,
    head_here: DFF<Bit>,
    step_now: DFF<Step>,
    step_here: DFF<Bit>,
}

impl Logic for ReceiveFrame {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, midframe, accepted, raw, raw_keep, raw_step, raw_valid
        );
        dff_setup!(
            self, clock, now, now_keep, now_step, now_second, now_class, now_valid, left
        );
        dff_setup!(
            self, clock, masked, bytes, starts, has_tag, counts, ended, good
        );
        dff_setup!(
            self,
            clock,
            held,
            before_step,
            before_class,
            before_short,
            before_valid
        );
        dff_setup!(self, clock, head_now, head_here, step_now, step_here);

        // The MAC's beat.
        self.take.next = self.rx_valid.val()
            && ((self.midframe.q.val() && self.accepted.q.val())
                || (!self.midframe.q.val() && self.enable.val()));
        if self.rx_valid.val() {
            self.midframe.d.next = !self.rx_last.val();
            if !self.midframe.q.val() {
                self.accepted.d.next = self.enable.val();
            }
        }
        self.raw.d.next = self.rx_data.val();
        self.raw_keep.d.next = self.rx_keep.val();
        self.raw_step.d.next.first = !self.midframe.q.val();
        self.raw_step.d.next.last = self.rx_last.val();
        self.raw_step.d.next.error = self.rx_error.val();
        self.raw_step.d.next.cut = false;
        self.raw_step.d.next.bytes = 0.into();
        self.raw_valid.d.next = self.take.val();

        // Its class, and how much of the IP packet is still to come.
        self.classify.beat.next = self.raw.q.val();
        self.classify.mac.next = self.mac.val();
        self.now_valid.d.next = self.raw_valid.q.val();
        if self.raw_valid.q.val() {
            self.now.d.next = self.raw.q.val();
            self.now_keep.d.next = self.raw_keep.q.val();
            self.now_step.d.next = self.raw_step.q.val();
            self.now_second.d.next = self.now_step.q.val().first;
            self.left.d.next = 0.into();
            if self.left.q.val() > 64 {
                self.left.d.next = self.left.q.val() - 64;
            }
            if self.raw_step.q.val().first {
                self.now_class.d.next = self.classify.kind.val();
                self.now_second.d.next = false;
                self.left.d.next = self.classify.ip_end.val();
            }
        }
        self.left_less_one.next = self.left.q.val() - 1;
        self.ends.next =
            (self.left.q.val() != 0) && (self.left_less_one.val().get_bits::<11>(6) == 0);
        self.cut.next = (self.left.q.val() != 0)
            && ((self.left_less_one.val().get_bits::<11>(6) != 0)
                || !self
                    .now_keep
                    .q
                    .val()
                    .get_bit(self.left_less_one.val().get_bits::<6>(0).index()));
        self.extent.request.next = !self.now_keep.q.val();
        self.short.keep.next = self.now_keep.q.val();
        self.short.kind.next = self.now_class.q.val();
        self.beat.next = self.now.q.val();
        self.beat_valid.next = self.now_valid.q.val();

        // The ICRC.
        self.mask.data.next = self.now.q.val();
        self.mask.first.next = self.now_step.q.val().first;
        self.mask.second.next = self.now_second.q.val();
        self.mask.vlan.next = self.now_class.q.val().vlan;
        self.mask.ipv6.next = self.now_class.q.val().ipv6;
        self.masked.d.next = self.mask.o.val();
        self.starts.d.next = self.now_step.q.val().first;
        self.has_tag.d.next = self.now_class.q.val().vlan;
        self.counts.d.next = self.now_valid.q.val() && (self.left.q.val() != 0);
        self.bytes.d.next = 64.into();
        if self.ends.val() {
            self.bytes.d.next = bit_cast::<7, 17>(self.left.q.val());
        }
        self.ended.d.next = (bits_cat(self.ended.q.val().get_bits::<5>(0))
            + bits_cat(self.now_valid.q.val() && self.ends.val()))
        .into();
        self.crc.clock.next = self.clock.val();
        self.crc.reset.next = self.reset.val();
        self.crc.data.next = self.masked.q.val();
        self.crc.bytes.next = self.bytes.q.val();
        self.crc.first.next = self.starts.q.val();
        self.crc.valid.next = self.counts.q.val();
        self.crc.seed.next = bits_const::<32>(SEED).into();
        if self.has_tag.q.val() {
            self.crc.seed.next = bits_const::<32>(TAGGED_SEED).into();
        }
        if self.crc.crc_valid.val() && self.ended.q.val().get_bit(5) {
            self.good.d.next = self.crc.crc.val() == bits_const::<32>(!ICRC_RESIDUE);
        }
        self.icrc_good.next = self.good.q.val();

        // A step: the beat before has its successor behind it, or needs none.
        self.steps.next =
            self.before_valid.q.val() && (self.now_valid.q.val() || self.before_step.q.val().last);
        if self.steps.val() {
            self.before_valid.d.next = false;
        }
        if self.now_valid.q.val() {
            self.before_valid.d.next = true;
            self.held.d.next = self.now.q.val();
            self.before_step.d.next = self.now_step.q.val();
            self.before_step.d.next.cut = self.cut.val();
            self.before_step.d.next.bytes = 64.into();
            if self.extent.valid.val() {
                self.before_step.d.next.bytes = bit_cast::<7, 6>(self.extent.grant.val());
            }
            self.before_class.d.next = self.now_class.q.val();
            self.before_short.d.next = self.short.short.val() && self.now_step.q.val().last;
        }
        self.older.i.next = self.held.q.val();
        self.younger.i.next = self.now.q.val();
        self.windows.header.next =
            (bits_cat(self.older.o.val()) + bits_cat(self.younger.o.val())).into();
        self.step_now.d.next = self.before_step.q.val();
        self.step_here.d.next = self.steps.val();
        self.head_here.d.next = self.steps.val() && self.before_step.q.val().first;
        self.head_now.d.next.class = self.before_class.q.val();
        self.head_now.d.next.short = self.before_short.q.val();
        self.head_now.d.next.ip = self.windows.ip.val();
        if self.before_class.q.val().vlan {
            self.head_now.d.next.ip = self.windows.tagged_ip.val();
            self.head_now.d.next.transport = self.windows.tagged_v4.val();
            if self.before_class.q.val().ipv6 {
                self.head_now.d.next.transport = self.windows.tagged_v6.val();
            }
        } else {
            self.head_now.d.next.transport = self.windows.v4.val();
            if self.before_class.q.val().ipv6 {
                self.head_now.d.next.transport = self.windows.v6.val();
            }
        }
        self.step.next = self.step_now.q.val();
        self.step_valid.next = self.step_here.q.val();
        self.head.next = self.head_now.q.val();
        self.head_valid.next = self.head_here.q.val();

        if self.reset.val() {
            self.midframe.d.next = false;
            self.accepted.d.next = false;
            self.raw_valid.d.next = false;
            self.now_valid.d.next = false;
            self.counts.d.next = false;
            self.ended.d.next = 0.into();
            self.before_valid.d.next = false;
            self.step_here.d.next = false;
            self.head_here.d.next = false;
        }
    }
}
