//! The records that travel between blocks. Payload never does: it is a stream of [`crate::beat::Beat`] beside them.
//!
//! Every record is plain numbers; byte order was settled where a header was parsed. Widths that name a table's index follow
//! `ferric_layout::sizes`.
use rust_hdl::prelude::*;

// ---- PCIe side ----

/// One read of host memory, at most 4096 bytes, any alignment, never 0 bytes; it may cross 4 KB boundaries.
///
/// The answer is one [`DmaReadStatus`], then the bytes as beats from byte 0, `last` on the final one. Beats are delivered in full
/// even if the read failed, so that what counts beats stays in step; their contents are then undefined.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaRead {
    pub address: Bits<64>,
    pub length: Bits<13>,
}

/// What became of one read; answers come in the order of the requests of one client.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaReadStatus {
    /// 0 good, else one of `ferric_layout::dma::ReadError`.
    pub error: Bits<3>,
}

/// One write of host memory, 1 to 4096 bytes, any alignment; its bytes are the next beats of the client's payload stream up to `last`.
///
/// All clients share one ordered stream. Each sees `written`, the number of its own requests that have left the card, modulo 2^16:
/// whatever reports a write waits for that number.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DmaWrite {
    pub address: Bits<64>,
    pub length: Bits<13>,
}

/// An access to BAR0 or BAR4, 32 bits wide; wider and partial host accesses are cut or masked before.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RegisterAccess {
    pub write: Bit,
    /// Byte offset in the BAR, a multiple of 4.
    pub address: Bits<20>,
    pub data: Bits<32>,
    /// Byte enables of a write.
    pub enable: Bits<4>,
}

/// The answer to a register read, in order.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RegisterData {
    pub data: Bits<32>,
}

/// A write to BAR2: 8 bytes in `data[63:0]`, or a whole 64-byte slot.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DoorbellWrite {
    pub page: Bits<6>,
    /// Byte offset in the page, a multiple of 8.
    pub offset: Bits<12>,
    /// 64 bytes rather than 8.
    pub wide: Bit,
    pub data: Bits<512>,
}

/// An interrupt to raise.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Interrupt {
    pub vector: Bits<5>,
}

// ---- Configuration: written by control alone, copied by whoever reads it ----

/// What the requester knows of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpSend {
    /// `ferric_layout::qp::state`.
    pub state: Bits<3>,
    pub pd: Bits<16>,
    pub peer_qpn: Bits<24>,
    /// PMTU code 1 to 5: `128 << code` bytes.
    pub pmtu: Bits<3>,
    /// Bus address of the ring.
    pub ring: Bits<64>,
    /// log2 of the ring's slots.
    pub ring_log2: Bits<4>,
    pub cqn: Bits<10>,
    pub timeout: Bits<5>,
    pub retry_count: Bits<3>,
    pub rnr_retry: Bits<3>,
    pub max_rd_atomic: Bits<8>,
}

/// What the responder knows of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpReceive {
    /// `ferric_layout::qp::state`.
    pub state: Bits<3>,
    pub pd: Bits<16>,
    pub peer_qpn: Bits<24>,
    /// What the peer may do, `ferric_layout::qp::access`.
    pub access: Bits<4>,
    pub pmtu: Bits<3>,
    pub ring: Bits<64>,
    /// log2 of the ring's WQEs.
    pub ring_log2: Bits<4>,
    pub cqn: Bits<10>,
    pub min_rnr_timer: Bits<5>,
    pub max_dest_rd_atomic: Bits<8>,
}

/// What the wire knows of a QP: where its frames go, and whence they may come.
///
/// GIDs and MAC addresses are numbers whose most significant byte is first on the wire; an IPv4 address is the low 32 bits.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpPath {
    pub state: Bits<3>,
    pub transport: Bits<3>,
    pub ipv6: Bit,
    pub vlan: Bit,
    pub vlan_tci: Bits<16>,
    pub destination_mac: Bits<48>,
    pub destination_gid: Bits<128>,
    pub source_gid: Bits<128>,
    pub traffic_class: Bits<8>,
    pub hop_limit: Bits<8>,
    pub flow_label: Bits<20>,
    pub udp_source_port: Bits<16>,
    pub pkey: Bits<16>,
}

/// What the doorbells know of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpDoorbell {
    pub state: Bits<3>,
    pub page: Bits<6>,
    pub send_log2: Bits<4>,
    pub receive_log2: Bits<4>,
}

/// Writes a QP's configuration everywhere at once. Valid only, no ready: every reader takes it in the cycle it comes.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpWrite {
    pub qpn: Bits<10>,
    pub send: QpSend,
    pub receive: QpReceive,
    pub path: QpPath,
    pub doorbell: QpDoorbell,
}

/// Tells the owners of a QP's dynamic state what becomes of it. A transfer means **done**: the owner raises ready when nothing of the
/// old state can act any more, so control waits for it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpCommand {
    pub qpn: Bits<10>,
    pub kind: QpCommandKind,
    /// First PSN, for the starts.
    pub psn: Bits<24>,
}

/// What becomes of a QP.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum QpCommandKind {
    /// Forget everything: indices to 0, nothing outstanding, nothing flushed.
    Reset,
    /// Responder: expect this PSN.
    StartReceive,
    /// Requester: send from this PSN.
    StartSend,
    /// Flush what is posted, and whatever is posted later.
    Error,
}

/// An owner found a reason to fail a QP: control moves it to ERROR, tells every owner, and raises the event.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QpFault {
    pub qpn: Bits<10>,
    /// `ferric_layout::event::kind`.
    pub event: Bits<8>,
    /// Status or syndrome, for the event's detail.
    pub detail: Bits<8>,
}

/// A key's entry.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct KeyEntry {
    pub valid: Bit,
    /// Low 8 bits of the key.
    pub tag: Bits<8>,
    pub pd: Bits<16>,
    pub access: Bits<4>,
    pub va: Bits<64>,
    pub length: Bits<64>,
    /// log2 of the page size, 12 to 31.
    pub page_shift: Bits<5>,
    pub first_page: Bits<16>,
    /// Where in its first page the region begins.
    pub offset: Bits<31>,
}

/// Writes a key. Valid only.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct KeyWrite {
    pub index: Bits<13>,
    pub entry: KeyEntry,
}

/// A peer asks to make a key invalid (SEND with invalidate).
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Invalidate {
    pub key: Bits<32>,
    /// Of the QP that was asked.
    pub pd: Bits<16>,
}

/// The answer: whether it was valid and of that domain. Nothing is found by it any more.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Invalidated {
    pub ok: Bit,
}

/// Writes a page entry: bits 63:12 of the page's bus address. Valid only.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct PageWrite {
    pub index: Bits<16>,
    pub frame: Bits<52>,
}

/// A completion queue or event queue as control makes it, empty; `valid` low destroys it. A stream: taken when it holds.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RingWrite {
    pub number: Bits<10>,
    pub valid: Bit,
    pub ring: Bits<64>,
    pub log2: Bits<4>,
    /// Completion queues: where events go.
    pub eqn: Bits<5>,
    pub page: Bits<6>,
}

// ---- Memory ----

/// Asks whether a range may be used, and where its first bytes are.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Check {
    pub key: Bits<32>,
    pub pd: Bits<16>,
    /// Every bit set here must be granted by the key; 0 for a local read.
    pub access: Bits<4>,
    pub va: Bits<64>,
    /// Bytes that must lie in the region, up to 2^31; 0: nothing is checked and the answer is good.
    pub check_length: Bits<32>,
    /// Bytes to translate from `va` on, 0 to 4096, at most `check_length`.
    pub piece_length: Bits<13>,
}

/// The answer: one or two physical pieces, in order. `second_length` is 0 if the piece lies in one page.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Checked {
    pub ok: Bit,
    pub first_address: Bits<64>,
    pub first_length: Bits<13>,
    pub second_address: Bits<64>,
    pub second_length: Bits<13>,
}

// ---- Queues ----

/// A producer index rung for a QP's send or receive queue, already checked for owner and range.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct QueueDoorbell {
    pub qpn: Bits<10>,
    pub index: Bits<16>,
}

/// A producer index rung for a QP's send queue, likewise; with it, perhaps, the WQE of the last slot before it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct SendDoorbell {
    pub qpn: Bits<10>,
    pub index: Bits<16>,
    /// That slot was written through the doorbell page and stands beside the doorbells until it was used, or will not be.
    pub pushed: Bit,
}

/// A completion doorbell: consumer index and arming (`ferric_layout::doorbell::arm`). The owner check is the completion queue's.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct CompletionDoorbell {
    pub cqn: Bits<10>,
    pub page: Bits<6>,
    pub index: Bits<16>,
    pub arm: Bits<2>,
}

/// An event queue's consumer index. The owner check is the event queue's.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct EventDoorbell {
    pub eqn: Bits<5>,
    pub page: Bits<6>,
    pub index: Bits<16>,
}

/// A completion to write; the fields are those of `ferric_layout::completion::Cqe`.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Completion {
    pub cqn: Bits<10>,
    pub qpn: Bits<24>,
    pub opcode: Bits<8>,
    pub index: Bits<16>,
    pub status: Bits<8>,
    pub flags: Bits<8>,
    pub length: Bits<32>,
    /// As on the wire: first byte in the low bits.
    pub immediate: Bits<32>,
    pub vendor_error: Bits<8>,
}

/// An event to write; the fields are those of `ferric_layout::event::Eqe`.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Event {
    pub eqn: Bits<5>,
    pub kind: Bits<8>,
    pub detail: Bits<8>,
    pub number: Bits<32>,
}

// ---- Wire ----

/// A packet that passed every check of the wire (digest §6, header checks), with its payload as beats beside it if `length` > 0.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReceivedPacket {
    /// Index of the local QP.
    pub qpn: Bits<10>,
    /// The whole opcode byte.
    pub opcode: Bits<8>,
    pub psn: Bits<24>,
    pub solicited: Bit,
    pub ack_request: Bit,
    /// Payload bytes on the wire, pad not counted.
    pub length: Bits<13>,
    /// BTH PadCnt; (-length) & 3 in a good packet.
    pub pad: Bits<2>,
    /// RETH or AtomicETH; of an atomic acknowledge, the original value.
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    pub dma_length: Bits<32>,
    /// AtomicETH: what to swap in or to add, and what to compare with.
    pub swap: Bits<64>,
    pub compare: Bits<64>,
    /// As on the wire: first byte in the low bits. Immediate data, or the IETH key as it came.
    pub immediate: Bits<32>,
    pub syndrome: Bits<8>,
    pub msn: Bits<24>,
    /// The IP header says congestion experienced.
    pub congested: Bit,
}

/// A packet to send, with its payload as beats beside it if `length` > 0. Payload is whole on the card when the record is valid.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct TransmitPacket {
    /// Index of the local QP: whose path the frame takes.
    pub qpn: Bits<10>,
    pub peer_qpn: Bits<24>,
    pub opcode: Bits<8>,
    pub psn: Bits<24>,
    pub solicited: Bit,
    pub ack_request: Bit,
    pub length: Bits<13>,
    /// RETH or AtomicETH; of an atomic acknowledge, the original value.
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    pub dma_length: Bits<32>,
    /// AtomicETH: what to swap in or to add, and what to compare with.
    pub swap: Bits<64>,
    pub compare: Bits<64>,
    pub immediate: Bits<32>,
    pub syndrome: Bits<8>,
    pub msn: Bits<24>,
}

// ---- Ethernet beside RDMA ----

/// A ring of Ethernet frames as the host set it up; what the transmit ring does not have is 0 there.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FrameRing {
    pub enable: Bit,
    /// Frames for any MAC address.
    pub promiscuous: Bit,
    pub base: Bits<64>,
    /// log2 of the ring's slots.
    pub log2: Bits<4>,
    pub vector: Bits<5>,
}

/// The host's index of a ring: consumer of the receive ring, producer of the transmit ring. Valid only, no ready.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FrameRingDoorbell {
    pub index: Bits<16>,
    /// Receive: raise an interrupt.
    pub arm: Bit,
}

/// What the host may read of a ring.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FrameRingState {
    /// On, or not yet off.
    pub busy: Bit,
    /// The card's index.
    pub index: Bits<16>,
}

// ---- Control ----

/// An admin command, whole: 128 bytes of `ferric_layout::admin`.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct AdminCommand {
    pub bytes: Bits<1024>,
}

/// How a command ended, and the first 64 bytes of what it was about.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct AdminResult {
    /// `ferric_layout::admin::Status`.
    pub status: Bits<8>,
    pub bytes: Bits<512>,
}

/// A QP refers to a completion queue, or no longer does.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Reference {
    pub cqn: Bits<10>,
    /// Refer to it; else let go of it.
    pub take: Bit,
}

/// Whether the completion queue exists; an answer to each [`Reference`].
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Referred {
    pub ok: Bit,
}
