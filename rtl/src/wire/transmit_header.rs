//! Builds the headers of a packet, Ethernet to the last extension header (digest §1 and §2).
//!
//! A packet a cycle. `packet_ready` is up while one of sixteen places is free for what will come of it; the headers show at `head` four
//! cycles after their packet was taken.
//!
//! IPv4: no options, do-not-fragment, identification 0, as a datagram that is never fragmented may have. UDP checksum 0. MigReq is 1, the
//! state of a path without alternative. The path table is a copy of what control wrote, with the sum of what never changes of a path's IPv4
//! headers. It is written in the cycle after; a packet that reads in that cycle or before gets the old path. A QP in RESET has no path:
//! its packet is marked `discard`.
use super::opcode_decode::OpcodeDecode;
use crate::kit::{ByteSwap, SmallFifo, Table};
use crate::records::{QpPath, QpWrite, TransmitPacket};
use ferric_emit::kernel::*;
use ferric_layout::opcode::{headers, operation};
use ferric_layout::qp::state;
use ferric_layout::sizes::QP_BITS;
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// Bytes of the longest stack of headers: tag, IPv6 and AtomicETH.
const HEADERS_MAX: usize = ETHERNET + VLAN + IPV6 + UDP + size_of::<Bth>() + size_of::<AtomicEth>();
const _: () = assert!(HEADERS_MAX == 106);

/// The headers of a frame and what follows them.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct FrameHead {
    /// Byte 0 of the frame in the low bits; zeros behind the last header.
    pub bytes: Bits<848>,
    /// How many bytes of headers.
    pub size: Bits<7>,
    /// Payload bytes.
    pub length: Bits<13>,
    /// Bytes before the ICRC: headers, payload, pad.
    pub total: Bits<13>,
    pub pad: Bits<2>,
    pub vlan: Bit,
    pub ipv6: Bit,
    pub acknowledge: Bit,
    pub discard: Bit,
}

/// A QP's path, and what of the IPv4 header checksum follows from it.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct SummedPath {
    pub path: QpPath,
    pub sum: Bits<20>,
}

/// The parts of the IPv4 header checksum that never change.
const CHECKSUM_BASE: u32 =
    ((IPV4_VERSION_IHL as u32) << 8) + IPV4_DONT_FRAGMENT as u32 + PROTOCOL_UDP as u32;
const IPV6_VERSION: u8 = 6;
/// Headers of a frame without tag and extensions.
const BASE: usize = ETHERNET + IPV4 + UDP + size_of::<Bth>();
/// What UDP counts beside extension headers, payload and pad.
const UDP_BASE: usize = UDP + size_of::<Bth>() + ICRC;

#[derive(LogicBlock, Default)]
pub struct TransmitHeader {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub mac: Signal<In, Bits<48>>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub packet: Signal<In, TransmitPacket>,
    pub packet_valid: Signal<In, Bit>,
    pub packet_ready: Signal<Out, Bit>,
    pub head: Signal<Out, FrameHead>,
    pub head_valid: Signal<Out, Bit>,
    pub head_ready: Signal<In, Bit>,
    // Fields that never change.
    port: Signal<Local, Bits<16>>,
    protocol: Signal<Local, Bits<8>>,
    version: Signal<Local, Bits<4>>,
    version_ihl: Signal<Local, Bits<8>>,
    fragment: Signal<Local, Bits<16>>,
    tag_type: Signal<Local, Bits<16>>,
    /// Places in the queue behind that no packet was taken for.
    free: DFF<Bits<5>>,
    take: Signal<Local, Bit>,
    give: Signal<Local, Bit>,
    paths: Table<SummedPath, QP_BITS>,
    // What control wrote in the last cycle.
    written: DFF<QpPath>,
    written_qpn: DFF<Bits<QP_BITS>>,
    written_valid: DFF<Bit>,
    hop_word: Signal<Local, Bits<20>>,
    decode: OpcodeDecode,
    // 1
    valid1: DFF<Bit>,
    packet1: DFF<TransmitPacket>,
    headers1: DFF<Bits<7>>,
    words1: DFF<Bits<3>>,
    pad1: DFF<Bits<2>>,
    swap: ByteSwap<32>,
    immediate: Signal<Local, Bits<32>>,
    original: Signal<Local, Bits<64>>,
    extension_bytes: Signal<Local, Bits<16>>,
    padded: Signal<Local, Bits<13>>,
    // 2
    valid2: DFF<Bit>,
    packet2: DFF<TransmitPacket>,
    path2: DFF<QpPath>,
    fixed_sum2: DFF<Bits<20>>,
    pad2: DFF<Bits<2>>,
    extension2: DFF<Bits<224>>,
    extension_bytes2: DFF<Bits<7>>,
    padded2: DFF<Bits<13>>,
    udp_length2: DFF<Bits<16>>,
    base: Signal<Local, Bits<7>>,
    size: Signal<Local, Bits<7>>,
    ip_length: Signal<Local, Bits<16>>,
    // 3
    valid3: DFF<Bit>,
    path3: DFF<QpPath>,
    transport3: DFF<Bits<384>>,
    head3: DFF<FrameHead>,
    ip_length3: DFF<Bits<16>>,
    udp_length3: DFF<Bits<16>>,
    sum3: DFF<Bits<20>>,
    folded: Signal<Local, Bits<17>>,
    checksum: Signal<Local, Bits<16>>,
    ipv4: Signal<Local, Bits<160>>,
    ipv6: Signal<Local, Bits<320>>,
    ether_type: Signal<Local, Bits<16>>,
    stack: Signal<Local, Bits<848>>,
    order: ByteSwap<848>,
    done: Signal<Local, FrameHead>,
    heads: SmallFifo<FrameHead, 4, 5>,
}

impl Logic for TransmitHeader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, free, valid1, packet1, headers1, words1, pad1);
        dff_setup!(
            self,
            clock,
            valid2,
            packet2,
            path2,
            fixed_sum2,
            pad2,
            extension2,
            extension_bytes2,
            padded2,
            udp_length2
        );
        dff_setup!(
            self,
            clock,
            valid3,
            path3,
            transport3,
            head3,
            ip_length3,
            udp_length3,
            sum3
        );
        dff_setup!(self, clock, written, written_qpn, written_valid);

        self.port.next = bits_const::<16>(ROCE_PORT).into();
        self.protocol.next = bits_const::<8>(PROTOCOL_UDP).into();
        self.version.next = bits_const::<4>(IPV6_VERSION).into();
        self.version_ihl.next = bits_const::<8>(IPV4_VERSION_IHL).into();
        self.fragment.next = bits_const::<16>(IPV4_DONT_FRAGMENT).into();
        self.tag_type.next = bits_const::<16>(ETHERTYPE_VLAN).into();

        // A packet is taken when there is a place for its headers.
        self.packet_ready.next = self.free.q.val() != 0;
        self.take.next = self.packet_valid.val() && (self.free.q.val() != 0);
        self.give.next = self.heads.o_valid.val() && self.head_ready.val();
        if self.take.val() && !self.give.val() {
            self.free.d.next = self.free.q.val() - 1;
        }
        if self.give.val() && !self.take.val() {
            self.free.d.next = self.free.q.val() + 1;
        }
        self.paths.clock.next = self.clock.val();
        self.paths.read_address.next = self.packet.val().qpn;
        self.written.d.next = self.qp_write.val().path;
        self.written_qpn.d.next = self.qp_write.val().qpn;
        self.written_valid.d.next = self.qp_write_valid.val();
        self.hop_word.next = (bits_cat(bits::<4>(0))
            + bits_cat(self.written.q.val().hop_limit)
            + bits_cat(bits::<8>(0)))
        .into();
        self.paths.write.next = self.written_valid.q.val();
        self.paths.write_address.next = self.written_qpn.q.val();
        self.paths.write_data.next.path = self.written.q.val();
        self.paths.write_data.next.sum = self.hop_word.val()
            + bit_cast::<20, 8>(self.written.q.val().traffic_class)
            + bits_const::<20>(CHECKSUM_BASE)
            + bit_cast::<20, 16>(self.written.q.val().source_gid.get_bits::<16>(0))
            + bit_cast::<20, 16>(self.written.q.val().source_gid.get_bits::<16>(16))
            + bit_cast::<20, 16>(self.written.q.val().destination_gid.get_bits::<16>(0))
            + bit_cast::<20, 16>(self.written.q.val().destination_gid.get_bits::<16>(16));
        self.decode.operation.next = self.packet.val().opcode.get_bits::<5>(0);
        self.valid1.d.next = self.take.val();
        self.packet1.d.next = self.packet.val();
        self.headers1.d.next = self.decode.headers.val();
        self.words1.d.next = self.decode.words.val();
        self.pad1.d.next = bits::<2>(0) - self.packet.val().length.get_bits::<2>(0);

        // 2: lengths, and the extension headers in their order.
        self.swap.i.next = self.packet1.q.val().immediate;
        self.immediate.next = 0.into();
        if (self.headers1.q.val() & bits_const::<7>(headers::IMMEDIATE | headers::INVALIDATE)) != 0
        {
            self.immediate.next = self.swap.o.val();
        }
        self.valid2.d.next = self.valid1.q.val();
        self.packet2.d.next = self.packet1.q.val();
        self.path2.d.next = self.paths.read_data.val().path;
        self.fixed_sum2.d.next = self.paths.read_data.val().sum;
        self.pad2.d.next = self.pad1.q.val();
        self.extension_bytes.next =
            (bits_cat(bits::<11>(0)) + bits_cat(self.words1.q.val()) + bits_cat(bits::<2>(0)))
                .into();
        self.extension_bytes2.d.next = bit_cast::<7, 16>(self.extension_bytes.val());
        self.padded.next = self.packet1.q.val().length + bit_cast::<13, 2>(self.pad1.q.val());
        self.padded2.d.next = self.padded.val();
        self.udp_length2.d.next = bit_cast::<16, 13>(self.padded.val())
            + self.extension_bytes.val()
            + bits_const::<16>(UDP_BASE);
        self.extension2.d.next = (bits_cat(self.immediate.val()) + bits_cat(bits::<192>(0))).into();
        // Behind the last header there must be zeros, whatever the packet's other fields hold.
        self.original.next = 0.into();
        if (self.headers1.q.val() & bits_const::<7>(headers::ATOMIC_ACK)) != 0 {
            self.original.next = self.packet1.q.val().va;
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::AETH)) != 0 {
            self.extension2.d.next = (bits_cat(self.packet1.q.val().syndrome)
                + bits_cat(self.packet1.q.val().msn)
                + bits_cat(self.original.val())
                + bits_cat(bits::<128>(0)))
            .into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::ATOMIC)) != 0 {
            self.extension2.d.next = (bits_cat(self.packet1.q.val().va)
                + bits_cat(self.packet1.q.val().rkey)
                + bits_cat(self.packet1.q.val().swap)
                + bits_cat(self.packet1.q.val().compare))
            .into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::RETH)) != 0 {
            self.extension2.d.next = (bits_cat(self.packet1.q.val().va)
                + bits_cat(self.packet1.q.val().rkey)
                + bits_cat(self.packet1.q.val().dma_length)
                + bits_cat(self.immediate.val())
                + bits_cat(bits::<64>(0)))
            .into();
        }

        // 3: UDP, BTH, and the sum of the IPv4 header.
        self.valid3.d.next = self.valid2.q.val();
        self.path3.d.next = self.path2.q.val();
        self.transport3.d.next = (bits_cat(self.path2.q.val().udp_source_port)
            + bits_cat(self.port.val())
            + bits_cat(self.udp_length2.q.val())
            + bits_cat(bits::<16>(0))
            + bits_cat(self.packet2.q.val().opcode)
            + bits_cat(self.packet2.q.val().solicited)
            + bits_cat(bits::<1>(1))
            + bits_cat(self.pad2.q.val())
            + bits_cat(bits::<4>(0))
            + bits_cat(self.path2.q.val().pkey)
            + bits_cat(bits::<8>(0))
            + bits_cat(self.packet2.q.val().peer_qpn)
            + bits_cat(self.packet2.q.val().ack_request)
            + bits_cat(bits::<7>(0))
            + bits_cat(self.packet2.q.val().psn)
            + bits_cat(self.extension2.q.val()))
        .into();
        self.base.next = bits_const::<7>(BASE).into();
        if self.path2.q.val().vlan {
            self.base.next = bits_const::<7>(BASE + VLAN).into();
        }
        if self.path2.q.val().ipv6 {
            self.base.next = bits_const::<7>(BASE - IPV4 + IPV6).into();
            if self.path2.q.val().vlan {
                self.base.next = bits_const::<7>(BASE - IPV4 + IPV6 + VLAN).into();
            }
        }
        self.size.next = self.base.val() + self.extension_bytes2.q.val();
        self.head3.d.next.bytes = 0.into();
        self.head3.d.next.size = self.size.val();
        self.head3.d.next.length = self.packet2.q.val().length;
        self.head3.d.next.total = bit_cast::<13, 7>(self.size.val()) + self.padded2.q.val();
        self.head3.d.next.pad = self.pad2.q.val();
        self.head3.d.next.vlan = self.path2.q.val().vlan;
        self.head3.d.next.ipv6 = self.path2.q.val().ipv6;
        self.head3.d.next.acknowledge =
            self.packet2.q.val().opcode == bits_const::<8>(operation::ACKNOWLEDGE);
        self.head3.d.next.discard = self.path2.q.val().state == bits_const::<3>(state::RESET);
        self.ip_length.next = self.udp_length2.q.val() + bits_const::<16>(IPV4);
        self.ip_length3.d.next = self.ip_length.val();
        self.udp_length3.d.next = self.udp_length2.q.val();
        self.sum3.d.next = self.fixed_sum2.q.val() + bit_cast::<20, 16>(self.ip_length.val());

        // 4: everything behind one another.
        self.folded.next = bit_cast::<17, 20>(self.sum3.q.val() & 0xFFFF)
            + bit_cast::<17, 4>(self.sum3.q.val().get_bits::<4>(16));
        self.checksum.next = bit_cast::<16, 17>(self.folded.val())
            + bit_cast::<16, 1>(self.folded.val().get_bits::<1>(16));
        self.ipv4.next = (bits_cat(self.version_ihl.val())
            + bits_cat(self.path3.q.val().traffic_class)
            + bits_cat(self.ip_length3.q.val())
            + bits_cat(bits::<16>(0))
            + bits_cat(self.fragment.val())
            + bits_cat(self.path3.q.val().hop_limit)
            + bits_cat(self.protocol.val())
            + bits_cat(!self.checksum.val())
            + bits_cat(self.path3.q.val().source_gid.get_bits::<32>(0))
            + bits_cat(self.path3.q.val().destination_gid.get_bits::<32>(0)))
        .into();
        self.ipv6.next = (bits_cat(self.version.val())
            + bits_cat(self.path3.q.val().traffic_class)
            + bits_cat(self.path3.q.val().flow_label)
            + bits_cat(self.udp_length3.q.val())
            + bits_cat(self.protocol.val())
            + bits_cat(self.path3.q.val().hop_limit)
            + bits_cat(self.path3.q.val().source_gid)
            + bits_cat(self.path3.q.val().destination_gid))
        .into();
        self.ether_type.next = bits_const::<16>(ETHERTYPE_IPV4).into();
        if self.path3.q.val().ipv6 {
            self.ether_type.next = bits_const::<16>(ETHERTYPE_IPV6).into();
        }
        if self.path3.q.val().ipv6 {
            if self.path3.q.val().vlan {
                self.stack.next = (bits_cat(self.path3.q.val().destination_mac)
                    + bits_cat(self.mac.val())
                    + bits_cat(self.tag_type.val())
                    + bits_cat(self.path3.q.val().vlan_tci)
                    + bits_cat(self.ether_type.val())
                    + bits_cat(self.ipv6.val())
                    + bits_cat(self.transport3.q.val()))
                .into();
            } else {
                self.stack.next = (bits_cat(self.path3.q.val().destination_mac)
                    + bits_cat(self.mac.val())
                    + bits_cat(self.ether_type.val())
                    + bits_cat(self.ipv6.val())
                    + bits_cat(self.transport3.q.val())
                    + bits_cat(bits::<32>(0)))
                .into();
            }
        } else if self.path3.q.val().vlan {
            self.stack.next = (bits_cat(self.path3.q.val().destination_mac)
                + bits_cat(self.mac.val())
                + bits_cat(self.tag_type.val())
                + bits_cat(self.path3.q.val().vlan_tci)
                + bits_cat(self.ether_type.val())
                + bits_cat(self.ipv4.val())
                + bits_cat(self.transport3.q.val())
                + bits_cat(bits::<160>(0)))
            .into();
        } else {
            self.stack.next = (bits_cat(self.path3.q.val().destination_mac)
                + bits_cat(self.mac.val())
                + bits_cat(self.ether_type.val())
                + bits_cat(self.ipv4.val())
                + bits_cat(self.transport3.q.val())
                + bits_cat(bits::<192>(0)))
            .into();
        }
        self.order.i.next = self.stack.val();
        self.done.next = self.head3.q.val();
        self.done.next.bytes = self.order.o.val();
        self.heads.clock.next = self.clock.val();
        self.heads.reset.next = self.reset.val();
        self.heads.i.next = self.done.val();
        self.heads.i_valid.next = self.valid3.q.val();
        self.heads.o_ready.next = self.head_ready.val();
        self.head.next = self.heads.o.val();
        self.head_valid.next = self.heads.o_valid.val();

        if self.reset.val() {
            self.free.d.next = 16.into();
            self.valid1.d.next = false;
            self.valid2.d.next = false;
            self.valid3.d.next = false;
            self.written_valid.d.next = false;
        }
    }
}
