//! What kind of frame a first beat begins, and whether it holds that kind's headers. Pure logic.
use super::header_fields::EthernetFields;
use crate::kit::ByteSwap;
use ferric_emit::build::{Code, lit, sig};
use ferric_emit::kernel::*;
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// The kind of a frame.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Class {
    /// One VLAN tag.
    pub vlan: Bit,
    /// The VLAN it names; 0, as without a tag, if it carries a priority only.
    pub vlan_id: Bits<VLAN_ID_BITS>,
    pub ipv4: Bit,
    pub ipv6: Bit,
    /// For our own address.
    pub mine: Bit,
    /// For a group of addresses.
    pub group: Bit,
}

#[derive(LogicBlock, Default)]
pub struct FrameClass {
    pub beat: Signal<In, Bits<512>>,
    pub mac: Signal<In, Bits<48>>,
    pub kind: Signal<Out, Class>,
    /// Where the IP packet ends, counted from the frame's first byte; 0 for a frame that is not IP.
    pub ip_end: Signal<Out, Bits<17>>,
    swap: ByteSwap<512>,
    fields: EthernetFields,
    ether_type: Signal<Local, Bits<16>>,
    v4_length: Signal<Local, Bits<17>>,
    v6_length: Signal<Local, Bits<17>>,
}

impl Logic for FrameClass {
    #[hdl_gen]
    fn update(&mut self) {
        self.swap.i.next = self.beat.val();
        self.fields.header.next = self.swap.o.val();
        self.kind.next.vlan = false;
        self.kind.next.vlan_id = 0.into();
        self.ether_type.next = self.fields.ether_type.val();
        self.v4_length.next =
            bit_cast::<17, 16>(self.fields.v4_length.val()) + bits_const::<17>(ETHERNET);
        self.v6_length.next =
            bit_cast::<17, 16>(self.fields.v6_length.val()) + bits_const::<17>(ETHERNET + IPV6);
        if self.fields.ether_type.val() == bits_const::<16>(ETHERTYPE_VLAN) {
            self.kind.next.vlan = true;
            self.kind.next.vlan_id = self.fields.vlan_id.val();
            self.ether_type.next = self.fields.tagged_type.val();
            self.v4_length.next = bit_cast::<17, 16>(self.fields.tagged_v4_length.val())
                + bits_const::<17>(ETHERNET + VLAN);
            self.v6_length.next = bit_cast::<17, 16>(self.fields.tagged_v6_length.val())
                + bits_const::<17>(ETHERNET + VLAN + IPV6);
        }
        self.kind.next.ipv4 = self.ether_type.val() == bits_const::<16>(ETHERTYPE_IPV4);
        self.kind.next.ipv6 = self.ether_type.val() == bits_const::<16>(ETHERTYPE_IPV6);
        self.kind.next.mine = self.fields.destination.val() == self.mac.val();
        self.kind.next.group = self.beat.val().get_bit(0);
        self.ip_end.next = 0.into();
        if self.ether_type.val() == bits_const::<16>(ETHERTYPE_IPV4) {
            self.ip_end.next = self.v4_length.val();
        }
        if self.ether_type.val() == bits_const::<16>(ETHERTYPE_IPV6) {
            self.ip_end.next = self.v6_length.val();
        }
    }
}

/// Whether a frame of a single beat ends before its UDP header does, or, if it is not IP, before its EtherType.
#[derive(LogicBlock, Default)]
pub struct ShortFrame {
    pub keep: Signal<In, Bits<64>>,
    pub kind: Signal<In, Class>,
    pub short: Signal<Out, Bit>,
    vlan: Signal<Local, Bit>,
    ipv4: Signal<Local, Bit>,
    ipv6: Signal<Local, Bit>,
    reach: HeaderReach,
}

impl Logic for ShortFrame {
    #[hdl_gen]
    fn update(&mut self) {
        self.reach.keep.next = self.keep.val();
        self.reach.vlan.next = self.kind.val().vlan;
        self.reach.ipv4.next = self.kind.val().ipv4;
        self.reach.ipv6.next = self.kind.val().ipv6;
        self.short.next = !self.reach.whole.val();
    }
}

/// The headers that a single beat of `keep` bytes must hold.
#[derive(LogicBlock, Default)]
struct HeaderReach {
    pub keep: Signal<In, Bits<64>>,
    pub vlan: Signal<In, Bit>,
    pub ipv4: Signal<In, Bit>,
    pub ipv6: Signal<In, Bit>,
    pub whole: Signal<Out, Bit>,
}

/// Bytes up to the end of the headers.
const fn reach(vlan: bool, ipv4: bool, ipv6: bool) -> usize {
    let ip = ETHERNET + if vlan { VLAN } else { 0 };
    match (ipv4, ipv6) {
        (true, _) => ip + IPV4 + UDP,
        (_, true) => ip + IPV6 + UDP,
        _ => ip,
    }
}

impl Logic for HeaderReach {
    fn update(&mut self) {
        let bytes = reach(self.vlan.val(), self.ipv4.val(), self.ipv6.val());
        self.whole.next = bytes <= 64 && self.keep.val().get_bit(bytes - 1);
    }
    fn connect(&mut self) {
        self.whole.connect();
    }
    fn hdl(&self) -> Verilog {
        let held = |vlan, ipv4, ipv6| {
            let bytes = reach(vlan, ipv4, ipv6);
            Code::default().set(
                "whole",
                if bytes <= 64 {
                    sig("keep").bit(bytes as u64 - 1)
                } else {
                    lit(0)
                },
            )
        };
        let kind = |vlan| {
            let not_v4 = Code::default().when(
                sig("ipv6"),
                held(vlan, false, true),
                held(vlan, false, false),
            );
            Code::default().when(sig("ipv4"), held(vlan, true, false), not_v4)
        };
        Code::new("header_reach")
            .when(sig("vlan"), kind(true), kind(false))
            .hdl()
    }
}
