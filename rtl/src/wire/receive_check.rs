//! Reads a frame's headers and says what becomes of the packet, as far as its headers tell (digest §6, header checks).
//!
//! A head a cycle, nothing stalls. Counted from `head_valid`: `shape` comes three cycles later, for the payload; `verdict` five cycles
//! later, and stays until the next one.
//!
//! A verdict names one counter: `RxGood`, or the first cause in this order. Before the ICRC (`early`): MAC address, not RoCE v2, IP
//! header, too short, lengths. After it: transport version, opcode of no transport we know, too short for its headers, lengths, QPN,
//! QP state, transport, VLAN, addresses, partition key. The UDP checksum and source port are not looked at, nor is MigReq. An operation of RC
//! that is reserved passes, for the responder must refuse it (NAK 0x61).
//!
//! A QP's VLAN belongs to its address: a QP on a VLAN takes frames with that number in their tag, one on none takes frames without a tag
//! and those whose tag carries a priority only. Priority and DEI are not looked at.
//!
//! What is not RoCE v2 is marked `ethernet`, for the host's own network stack, if it is for our address, a group, or with `promiscuous` for
//! anybody. UDP behind a bad IP header, fragments and options among it, is not, since nobody can tell whether it is RoCE.
//!
//! What it knows of a QP is a copy of the path that control wrote; a head that reads in the cycle of the write gets the old one.
use super::cause;
use super::frame_class::Class;
use super::header_fields::{Ipv4Fields, Ipv6Fields, TransportFields};
use super::opcode_decode::OpcodeDecode;
use super::receive_frame::Head;
use crate::kit::{ByteSwap, Table};
use crate::records::{QpWrite, ReceivedPacket};
use ferric_emit::kernel::*;
use ferric_layout::opcode::{headers, transport};
use ferric_layout::qp::state;
use ferric_layout::sizes::{FIRST_QPN, PMTU_MAX, QP_BITS};
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// What a frame's payload is, whatever becomes of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Shape {
    /// Bytes of the frame before the payload.
    pub offset: Bits<7>,
    pub length: Bits<13>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Verdict {
    /// `ferric_layout::counter::Counter`.
    pub cause: Bits<{ cause::BITS }>,
    /// The cause was found before the ICRC would be.
    pub early: Bit,
    /// It is not RoCE v2, and for somebody here.
    pub ethernet: Bit,
    pub response: Bit,
    pub packet: ReceivedPacket,
}

/// What the checks need of a QP.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Peer {
    pub state: Bits<3>,
    pub transport: Bits<3>,
    pub ipv6: Bit,
    pub theirs: Bits<128>,
    pub ours: Bits<128>,
    /// 0 is none, whether its frames carry a priority or no tag.
    pub vlan_id: Bits<VLAN_ID_BITS>,
    pub pkey: Bits<16>,
}

/// Findings that need no QP; set is bad, but for `roce`.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Findings {
    pub class: Class,
    pub short: Bit,
    pub not_udp: Bit,
    pub bad_ip: Bit,
    pub not_roce: Bit,
    pub no_bth: Bit,
    pub lengths_differ: Bit,
    pub version: Bit,
    pub no_transport: Bit,
    pub no_qp: Bit,
    pub cut_headers: Bit,
    pub bad_length: Bit,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Addresses {
    pub source: Bits<128>,
    pub destination: Bits<128>,
    pub pkey: Bits<16>,
    pub transport: Bits<3>,
}

#[derive(LogicBlock, Default)]
pub struct ReceiveCheck {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub head: Signal<In, Head>,
    pub head_valid: Signal<In, Bit>,
    pub promiscuous: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub shape: Signal<Out, Shape>,
    pub shape_valid: Signal<Out, Bit>,
    pub verdict: Signal<Out, Verdict>,
    ipv4: Ipv4Fields,
    ipv6: Ipv6Fields,
    transport: TransportFields,
    decode: OpcodeDecode,
    peers: Table<Peer, QP_BITS>,
    peer_write: Signal<Local, Peer>,
    udp_length: Signal<Local, Bits<17>>,
    swap: ByteSwap<32>,
    swap_after_reth: ByteSwap<32>,
    // 1: the fields.
    valid1: DFF<Bit>,
    found1: DFF<Findings>,
    packet1: DFF<ReceivedPacket>,
    after_reth1: DFF<Bits<32>>,
    original1: DFF<Bits<64>>,
    addresses1: DFF<Addresses>,
    headers1: DFF<Bits<7>>,
    words1: DFF<Bits<3>>,
    response1: DFF<Bit>,
    payload1: DFF<Bit>,
    base1: DFF<Bits<7>>,
    body1: DFF<Bits<17>>,
    low1: DFF<Bits<20>>,
    middle1: DFF<Bits<20>>,
    high1: DFF<Bits<20>>,
    extension: Signal<Local, Bits<17>>,
    // 2: the QP, and what the opcode makes of the fields.
    valid2: DFF<Bit>,
    found2: DFF<Findings>,
    packet2: DFF<ReceivedPacket>,
    addresses2: DFF<Addresses>,
    peer2: DFF<Peer>,
    response2: DFF<Bit>,
    payload2: DFF<Bit>,
    offset2: DFF<Bits<7>>,
    rest2: DFF<Bits<17>>,
    sum2: DFF<Bits<20>>,
    folded: Signal<Local, Bits<17>>,
    length: Signal<Local, Bits<17>>,
    // 3: the QP compared.
    valid3: DFF<Bit>,
    found3: DFF<Findings>,
    packet3: DFF<ReceivedPacket>,
    response3: DFF<Bit>,
    shape3: DFF<Shape>,
    wrong_state3: DFF<Bit>,
    wrong_transport3: DFF<Bit>,
    unserved3: DFF<Bit>,
    wrong_vlan3: DFF<Bit>,
    wrong_address3: DFF<Bit>,
    wrong_pkey3: DFF<Bit>,
    // 4 and 5: the verdict.
    verdict_now: Signal<Local, Verdict>,
    valid4: DFF<Bit>,
    verdict4: DFF<Verdict>,
    held: DFF<Verdict>,
}

impl Logic for ReceiveCheck {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            valid1,
            found1,
            packet1,
            after_reth1,
            original1,
            addresses1,
            headers1,
            words1
        );
        dff_setup!(
            self, clock, low1, middle1, high1, response1, payload1, base1, body1, valid2, found2,
            packet2, addresses2, peer2
        );
        dff_setup!(
            self, clock, response2, payload2, offset2, rest2, sum2, valid3, found3, packet3,
            response3, shape3
        );
        dff_setup!(
            self,
            clock,
            wrong_state3,
            wrong_transport3,
            unserved3,
            wrong_vlan3,
            wrong_address3,
            wrong_pkey3
        );
        dff_setup!(self, clock, valid4, verdict4, held);

        // 1: the fields.
        self.ipv4.header.next = self.head.val().ip;
        self.ipv6.header.next = self.head.val().ip;
        self.transport.header.next = self.head.val().transport;
        self.decode.operation.next = self.transport.opcode.val().get_bits::<5>(0);
        self.udp_length.next = bit_cast::<17, 16>(self.transport.udp_length.val());
        self.valid1.d.next = self.head_valid.val();
        self.found1.d.next.class = self.head.val().class;
        self.found1.d.next.short = self.head.val().short;
        self.found1.d.next.not_udp = self.ipv4.protocol.val() != bits_const::<8>(PROTOCOL_UDP);
        self.found1.d.next.bad_ip = (self.ipv4.version_ihl.val()
            != bits_const::<8>(IPV4_VERSION_IHL))
            || (self.ipv4.fragment.val() != 0);
        self.found1.d.next.lengths_differ = bit_cast::<17, 16>(self.ipv4.total_length.val())
            != (self.udp_length.val() + bits_const::<17>(IPV4));
        self.addresses1.d.next.source = bit_cast::<128, 32>(self.ipv4.source.val());
        self.addresses1.d.next.destination = bit_cast::<128, 32>(self.ipv4.destination.val());
        self.packet1.d.next.congested = self.ipv4.congestion.val() == 3;
        self.base1.d.next = bits_const::<7>(ETHERNET + IPV4 + UDP + BTH).into();
        if self.head.val().class.vlan {
            self.base1.d.next = bits_const::<7>(ETHERNET + VLAN + IPV4 + UDP + BTH).into();
        }
        if self.head.val().class.ipv6 {
            self.found1.d.next.not_udp = self.ipv6.protocol.val() != bits_const::<8>(PROTOCOL_UDP);
            self.found1.d.next.bad_ip = self.ipv6.version.val() != 6;
            self.found1.d.next.lengths_differ =
                self.ipv6.payload_length.val() != self.transport.udp_length.val();
            self.addresses1.d.next.source = self.ipv6.source.val();
            self.addresses1.d.next.destination = self.ipv6.destination.val();
            self.packet1.d.next.congested = self.ipv6.congestion.val() == 3;
            self.base1.d.next = bits_const::<7>(ETHERNET + IPV6 + UDP + BTH).into();
            if self.head.val().class.vlan {
                self.base1.d.next = bits_const::<7>(ETHERNET + VLAN + IPV6 + UDP + BTH).into();
            }
        }
        self.found1.d.next.not_roce = self.transport.port.val() != bits_const::<16>(ROCE_PORT);
        self.found1.d.next.no_bth =
            self.transport.udp_length.val() < bits_const::<16>(UDP + BTH + ICRC);
        self.found1.d.next.version = self.transport.version.val() != 0;
        self.found1.d.next.no_transport = true;
        if (self.transport.opcode.val().get_bits::<3>(5) == bits_const::<3>(transport::RC))
            || (self.transport.opcode.val().get_bits::<3>(5) == bits_const::<3>(transport::UC))
            || (self.transport.opcode.val().get_bits::<3>(5) == bits_const::<3>(transport::UD))
            || (self.transport.opcode.val().get_bits::<3>(5) == bits_const::<3>(transport::XRC))
        {
            self.found1.d.next.no_transport = false;
        }
        self.found1.d.next.no_qp = (self.transport.qpn_beyond.val() != 0)
            || (self.transport.qpn.val() < bits_const::<QP_BITS>(FIRST_QPN));
        self.addresses1.d.next.pkey = self.transport.pkey.val();
        self.addresses1.d.next.transport = self.transport.opcode.val().get_bits::<3>(5);
        self.packet1.d.next.qpn = self.transport.qpn.val();
        self.packet1.d.next.opcode = self.transport.opcode.val();
        self.packet1.d.next.psn = self.transport.psn.val();
        self.packet1.d.next.solicited = self.transport.solicited.val().get_bit(0);
        self.packet1.d.next.ack_request = self.transport.ack_request.val().get_bit(0);
        self.packet1.d.next.pad = self.transport.pad.val();
        self.packet1.d.next.va = self.transport.va.val();
        self.packet1.d.next.rkey = self.transport.rkey.val();
        self.packet1.d.next.dma_length = self.transport.dma_length.val();
        self.packet1.d.next.swap = self.transport.swap.val();
        self.packet1.d.next.compare = self.transport.compare.val();
        self.packet1.d.next.syndrome = self.transport.syndrome.val();
        self.packet1.d.next.msn = self.transport.msn.val();
        self.swap.i.next = self.transport.immediate.val();
        self.packet1.d.next.immediate = self.swap.o.val();
        self.swap_after_reth.i.next = self.transport.immediate_after_reth.val();
        self.after_reth1.d.next = self.swap_after_reth.o.val();
        self.original1.d.next = self.transport.original.val();
        self.headers1.d.next = self.decode.headers.val();
        self.words1.d.next = self.decode.words.val();
        self.response1.d.next = self.decode.response.val();
        self.payload1.d.next = self.decode.payload.val();
        self.body1.d.next = self.udp_length.val() - bits_const::<17>(UDP + BTH + ICRC);
        // The checksum's ten words in three sums.
        self.low1.d.next = bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(0))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(16))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(32));
        self.middle1.d.next = bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(48))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(64))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(80));
        self.high1.d.next = bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(96))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(112))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(128))
            + bit_cast::<20, 16>(self.ipv4.words.val().get_bits::<16>(144));

        // 2: the QP, and what the opcode makes of the fields.
        self.peer_write.next.state = self.qp_write.val().path.state;
        self.peer_write.next.transport = self.qp_write.val().path.transport;
        self.peer_write.next.ipv6 = self.qp_write.val().path.ipv6;
        self.peer_write.next.theirs = self.qp_write.val().path.destination_gid;
        self.peer_write.next.ours = self.qp_write.val().path.source_gid;
        self.peer_write.next.vlan_id = 0.into();
        if self.qp_write.val().path.vlan {
            self.peer_write.next.vlan_id = self
                .qp_write
                .val()
                .path
                .vlan_tci
                .get_bits::<VLAN_ID_BITS>(0);
        }
        self.peer_write.next.pkey = self.qp_write.val().path.pkey;
        self.peers.clock.next = self.clock.val();
        self.peers.write.next = self.qp_write_valid.val();
        self.peers.write_address.next = self.qp_write.val().qpn;
        self.peers.write_data.next = self.peer_write.val();
        self.peers.read_address.next = self.transport.qpn.val();
        self.peer2.d.next = self.peers.read_data.val();
        self.valid2.d.next = self.valid1.q.val();
        self.found2.d.next = self.found1.q.val();
        self.addresses2.d.next = self.addresses1.q.val();
        self.response2.d.next = self.response1.q.val();
        self.payload2.d.next = self.payload1.q.val();
        self.extension.next =
            (bits_cat(bits::<12>(0)) + bits_cat(self.words1.q.val()) + bits_cat(bits::<2>(0)))
                .into();
        self.found2.d.next.cut_headers = self.body1.q.val() < self.extension.val();
        self.rest2.d.next = self.body1.q.val() - self.extension.val();
        self.offset2.d.next = self.base1.q.val() + bit_cast::<7, 17>(self.extension.val());
        self.packet2.d.next = self.packet1.q.val();
        if (self.headers1.q.val() & bits_const::<7>(headers::RETH | headers::ATOMIC)) == 0 {
            self.packet2.d.next.va = 0.into();
            self.packet2.d.next.rkey = 0.into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::RETH)) == 0 {
            self.packet2.d.next.dma_length = 0.into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::ATOMIC)) == 0 {
            self.packet2.d.next.swap = 0.into();
            self.packet2.d.next.compare = 0.into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::AETH)) == 0 {
            self.packet2.d.next.syndrome = 0.into();
            self.packet2.d.next.msn = 0.into();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::ATOMIC_ACK)) != 0 {
            self.packet2.d.next.va = self.original1.q.val();
        }
        if (self.headers1.q.val() & bits_const::<7>(headers::IMMEDIATE | headers::INVALIDATE)) == 0
        {
            self.packet2.d.next.immediate = 0.into();
        } else if (self.headers1.q.val() & bits_const::<7>(headers::RETH)) != 0 {
            self.packet2.d.next.immediate = self.after_reth1.q.val();
        }
        self.sum2.d.next = self.low1.q.val() + self.middle1.q.val() + self.high1.q.val();

        // 3: the QP compared.
        self.valid3.d.next = self.valid2.q.val();
        self.found3.d.next = self.found2.q.val();
        self.response3.d.next = self.response2.q.val();
        self.folded.next = bit_cast::<17, 16>(self.sum2.q.val().get_bits::<16>(0))
            + bit_cast::<17, 4>(self.sum2.q.val().get_bits::<4>(16));
        if self.found2.q.val().class.ipv4 && (self.folded.val() != 0xFFFF) {
            self.found3.d.next.bad_ip = true;
        }
        self.length.next = self.rest2.q.val() - bit_cast::<17, 2>(self.packet2.q.val().pad);
        self.found3.d.next.bad_length = (self.rest2.q.val()
            < bit_cast::<17, 2>(self.packet2.q.val().pad))
            || (self.length.val() > bits_const::<17>(PMTU_MAX))
            || (!self.payload2.q.val() && (self.rest2.q.val() != 0));
        self.packet3.d.next = self.packet2.q.val();
        self.packet3.d.next.length = bit_cast::<13, 17>(self.length.val());
        self.shape3.d.next.offset = self.offset2.q.val();
        self.shape3.d.next.length = bit_cast::<13, 17>(self.length.val());
        self.wrong_state3.d.next = true;
        if (self.peer2.q.val().state == bits_const::<3>(state::RTS))
            || (self.peer2.q.val().state == bits_const::<3>(state::SQD))
        {
            self.wrong_state3.d.next = false;
        }
        if (self.peer2.q.val().state == bits_const::<3>(state::RTR)) && !self.response2.q.val() {
            self.wrong_state3.d.next = false;
        }
        self.wrong_transport3.d.next =
            self.peer2.q.val().transport != self.addresses2.q.val().transport;
        self.unserved3.d.next = self.addresses2.q.val().transport != bits_const::<3>(transport::RC);
        self.wrong_vlan3.d.next = self.peer2.q.val().vlan_id != self.found2.q.val().class.vlan_id;
        self.wrong_address3.d.next = (self.peer2.q.val().ipv6 != self.found2.q.val().class.ipv6)
            || (self.peer2.q.val().theirs.get_bits::<32>(0)
                != self.addresses2.q.val().source.get_bits::<32>(0))
            || (self.peer2.q.val().ours.get_bits::<32>(0)
                != self.addresses2.q.val().destination.get_bits::<32>(0))
            || (self.peer2.q.val().ipv6
                && ((self.peer2.q.val().theirs.get_bits::<96>(32)
                    != self.addresses2.q.val().source.get_bits::<96>(32))
                    || (self.peer2.q.val().ours.get_bits::<96>(32)
                        != self.addresses2.q.val().destination.get_bits::<96>(32))));
        self.wrong_pkey3.d.next = (self.peer2.q.val().pkey.get_bits::<15>(0)
            != self.addresses2.q.val().pkey.get_bits::<15>(0))
            || (self.peer2.q.val().pkey.get_bits::<15>(0) == 0)
            || (!self.peer2.q.val().pkey.get_bit(15) && !self.addresses2.q.val().pkey.get_bit(15));
        self.shape.next = self.shape3.q.val();
        self.shape_valid.next = self.valid3.q.val();

        // 4: the verdict. A later line wins.
        self.valid4.d.next = self.valid3.q.val();
        self.verdict_now.next.packet = self.packet3.q.val();
        self.verdict_now.next.response = self.response3.q.val();
        self.verdict_now.next.early = false;
        self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::GOOD).into();
        if self.wrong_pkey3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::PKEY).into();
        }
        if self.wrong_address3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::ADDRESS).into();
        }
        if self.wrong_vlan3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::VLAN).into();
        }
        if self.unserved3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::OPCODE).into();
        }
        if self.wrong_transport3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::TRANSPORT).into();
        }
        if self.wrong_state3.q.val() {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::QP_STATE).into();
        }
        if self.found3.q.val().no_qp {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::QPN).into();
        }
        if self.found3.q.val().bad_length {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::LENGTH).into();
        }
        if self.found3.q.val().cut_headers {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::RUNT).into();
        }
        if self.found3.q.val().no_transport {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::OPCODE).into();
        }
        if self.found3.q.val().version {
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::BTH_VERSION).into();
        }
        if self.found3.q.val().lengths_differ {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::LENGTH).into();
        }
        if self.found3.q.val().no_bth {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::RUNT).into();
        }
        if self.found3.q.val().not_roce {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::NOT_ROCE).into();
        }
        if self.found3.q.val().bad_ip {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::IP_HEADER).into();
        }
        if self.found3.q.val().class.group {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::MAC).into();
            if self.found3.q.val().not_roce || self.found3.q.val().bad_ip {
                self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::NOT_ROCE).into();
            }
        }
        if self.found3.q.val().not_udp
            || (!self.found3.q.val().class.ipv4 && !self.found3.q.val().class.ipv6)
        {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::NOT_ROCE).into();
        }
        if !self.found3.q.val().class.mine && !self.found3.q.val().class.group {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::MAC).into();
        }
        if self.found3.q.val().short {
            self.verdict_now.next.early = true;
            self.verdict_now.next.cause = bits_const::<{ cause::BITS }>(cause::RUNT).into();
        }
        self.verdict_now.next.ethernet = !self.found3.q.val().short
            && (self.found3.q.val().class.mine
                || self.found3.q.val().class.group
                || self.promiscuous.val())
            && (self.found3.q.val().not_udp
                || (!self.found3.q.val().class.ipv4 && !self.found3.q.val().class.ipv6)
                || (self.found3.q.val().not_roce && !self.found3.q.val().bad_ip));
        self.verdict4.d.next = self.verdict_now.val();

        // 5: it stays until the next.
        if self.valid4.q.val() {
            self.held.d.next = self.verdict4.q.val();
        }
        self.verdict.next = self.held.q.val();

        if self.reset.val() {
            self.valid1.d.next = false;
            self.valid2.d.next = false;
            self.valid3.d.next = false;
            self.valid4.d.next = false;
        }
    }
}

/// Bytes of a BTH.
const BTH: usize = size_of::<Bth>();
