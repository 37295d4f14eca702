//! Headers taken apart by the offsets of the layout: wiring only.
//!
//! A header is held as one number whose most significant byte is first on the wire, so that each field is a slice and needs no swap.
use core::mem::offset_of;
use ferric_emit::build::{Code, sig};
use ferric_layout::sizes::QP_BITS;
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// Where a field stands: its first byte, and how far its lowest bit is from the lowest of its last byte.
type Place = (usize, usize);

const fn at(byte: usize) -> Place {
    (byte, 0)
}
/// The field's lowest bit as a position in a header of `size` bytes.
const fn low(size: usize, (byte, shift): Place, bits: usize) -> usize {
    8 * (size - byte) - 8 * bits.div_ceil(8) + shift
}

/// A block with input `header` of so many bytes and an output for each field.
macro_rules! header_fields {
    ($(#[$doc:meta])* $name:ident: $size:literal bytes, $module:literal { $($field:ident: $bits:tt = $place:expr;)* }) => {
        $(#[$doc])*
        #[derive(LogicBlock, Default)]
        pub struct $name {
            pub header: Signal<In, Bits<{ 8 * $size }>>,
            $(pub $field: Signal<Out, Bits<$bits>>,)*
        }
        impl Logic for $name {
            fn update(&mut self) {
                $(self.$field.next = self.header.val().get_bits::<$bits>(low($size, $place, $bits));)*
            }
            fn connect(&mut self) {
                $(self.$field.connect();)*
            }
            fn hdl(&self) -> Verilog {
                Code::new($module)
                    $(.set(stringify!($field), sig("header").part(low($size, $place, $bits) as u64, $bits)))*
                    .hdl()
            }
        }
    };
}

/// Offsets in the IP headers that the layout has no record for.
mod ip {
    pub const V4_TOTAL_LENGTH: usize = 2;
    pub const V4_FRAGMENT: usize = 6;
    pub const V4_PROTOCOL: usize = 9;
    pub const V4_SOURCE: usize = 12;
    pub const V4_DESTINATION: usize = 16;
    pub const V6_PAYLOAD_LENGTH: usize = 4;
    pub const V6_NEXT_HEADER: usize = 6;
    pub const V6_SOURCE: usize = 8;
    pub const V6_DESTINATION: usize = 24;
}
/// Where the EtherType stands, without a tag and behind one.
const ETHER_TYPE: usize = ETHERNET - 2;

header_fields! {
    /// What the first beat tells at once.
    EthernetFields: 64 bytes, "ethernet_fields" {
        destination: 48 = at(0);
        ether_type: 16 = at(ETHER_TYPE);
        tagged_type: 16 = at(ETHER_TYPE + VLAN);
        vlan_id: VLAN_ID_BITS = at(ETHERNET);
        v4_length: 16 = at(ETHERNET + ip::V4_TOTAL_LENGTH);
        v6_length: 16 = at(ETHERNET + ip::V6_PAYLOAD_LENGTH);
        tagged_v4_length: 16 = at(ETHERNET + VLAN + ip::V4_TOTAL_LENGTH);
        tagged_v6_length: 16 = at(ETHERNET + VLAN + ip::V6_PAYLOAD_LENGTH);
    }
}
header_fields! {
    /// The IP header (room for 40 bytes) and what follows it (48 bytes: UDP, BTH, the longest extension header), at each place where
    /// they can be in a frame's first two beats.
    FrameWindows: 128 bytes, "frame_windows" {
        ip: 320 = at(ETHERNET);
        tagged_ip: 320 = at(ETHERNET + VLAN);
        v4: 384 = at(ETHERNET + IPV4);
        v6: 384 = at(ETHERNET + IPV6);
        tagged_v4: 384 = at(ETHERNET + VLAN + IPV4);
        tagged_v6: 384 = at(ETHERNET + VLAN + IPV6);
    }
}
header_fields! {
    /// An IPv4 header, in the first 20 of 40 bytes.
    Ipv4Fields: 40 bytes, "ipv4_fields" {
        version_ihl: 8 = at(0);
        congestion: 2 = at(1);
        total_length: 16 = at(ip::V4_TOTAL_LENGTH);
        fragment: 14 = at(ip::V4_FRAGMENT);
        protocol: 8 = at(ip::V4_PROTOCOL);
        source: 32 = at(ip::V4_SOURCE);
        destination: 32 = at(ip::V4_DESTINATION);
        words: 160 = at(0);
    }
}
header_fields! {
    /// An IPv6 header.
    Ipv6Fields: 40 bytes, "ipv6_fields" {
        version: 4 = (0, 4);
        congestion: 2 = (1, 4);
        payload_length: 16 = at(ip::V6_PAYLOAD_LENGTH);
        protocol: 8 = at(ip::V6_NEXT_HEADER);
        source: 128 = at(ip::V6_SOURCE);
        destination: 128 = at(ip::V6_DESTINATION);
    }
}

/// Bits of a QPN above those that number our QPs; both parts end within the last two bytes of the field.
const QPN_BEYOND: usize = 24 - QP_BITS;
const _: () = assert!(QP_BITS > 8 && QP_BITS <= 16 && QPN_BEYOND > 8);

/// Where the headers begin behind the IP header.
const BTH: usize = UDP;
const EXTENSION: usize = BTH + size_of::<Bth>();

header_fields! {
    /// UDP, BTH, and every field an extension header can have at its place.
    TransportFields: 48 bytes, "transport_fields" {
        port: 16 = at(2);
        udp_length: 16 = at(4);
        opcode: 8 = at(BTH + offset_of!(Bth, opcode));
        solicited: 1 = (BTH + offset_of!(Bth, flags), bth::SOLICITED.trailing_zeros() as usize);
        pad: 2 = (BTH + offset_of!(Bth, flags), bth::PAD_SHIFT as usize);
        version: 4 = (BTH + offset_of!(Bth, flags), bth::VERSION_MASK.trailing_zeros() as usize);
        pkey: 16 = at(BTH + offset_of!(Bth, pkey));
        qpn: QP_BITS = at(BTH + offset_of!(Bth, destination_qp) + 1);
        qpn_beyond: QPN_BEYOND = (BTH + offset_of!(Bth, destination_qp) + 1, QP_BITS);
        ack_request: 1 = (BTH + offset_of!(Bth, ack_request), bth::ACK_REQUEST.trailing_zeros() as usize);
        psn: 24 = at(BTH + offset_of!(Bth, psn));
        va: 64 = at(EXTENSION + offset_of!(Reth, va));
        rkey: 32 = at(EXTENSION + offset_of!(Reth, rkey));
        dma_length: 32 = at(EXTENSION + offset_of!(Reth, length));
        swap: 64 = at(EXTENSION + offset_of!(AtomicEth, swap_add));
        compare: 64 = at(EXTENSION + offset_of!(AtomicEth, compare));
        syndrome: 8 = at(EXTENSION + offset_of!(Aeth, syndrome));
        msn: 24 = at(EXTENSION + offset_of!(Aeth, msn));
        original: 64 = at(EXTENSION + size_of::<Aeth>());
        immediate: 32 = at(EXTENSION);
        immediate_after_reth: 32 = at(EXTENSION + size_of::<Reth>());
    }
}
const _: () = assert!(
    offset_of!(AtomicEth, va) == offset_of!(Reth, va)
        && offset_of!(AtomicEth, rkey) == offset_of!(Reth, rkey)
);
