//! The records that travel along the requester's chain, from the scheduler to the retiring of a message.
//!
//! Commands travel with the work: a marker of the command's kind follows the QP's last job through every stage, each of which brings its
//! own state of the QP in order as the marker passes. When the marker has come to the end, nothing older can act.
use crate::queue::wqe::Entry;
use rust_hdl::prelude::*;

/// What a record of the chain is: work, or the marker of a command.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Chain {
    Work,
    /// Forget the QP.
    Reset,
    /// Begin to send at the marker's PSN.
    Start,
    /// Flush what is posted, up to the marker's slot.
    Flush,
    /// As far as the ledger: nothing of the QP follows until it goes on.
    Pause,
    /// As far as the ledger: the WQE waits for READs and atomics before it, and nothing of the QP follows until it goes on.
    Park,
}

/// Scheduler to fetch: slots to read, or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FetchJob {
    pub kind: Chain,
    /// A marker at whose end a command is done.
    pub command: Bit,
    pub qpn: Bits<10>,
    /// The first slot, or where a flush ends.
    pub index: Bits<16>,
    /// Slots, 1 to 8.
    pub count: Bits<4>,
    /// The first job since one cut a WQE: it begins where that WQE does.
    pub fresh: Bit,
    /// One slot, which was pushed and need not be read.
    pub pushed: Bit,
    /// Of `Start`.
    pub psn: Bits<24>,
}

/// Decode to scheduler: a job's slots have been looked at.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FetchDone {
    pub qpn: Bits<10>,
    /// Where the next WQE begins; before `end` if the job cut one.
    pub resume: Bits<16>,
    /// The slot after the job's last.
    pub end: Bits<16>,
    /// A WQE was bad: fetch no more.
    pub failed: Bit,
    /// An earlier job cut a WQE, so this one was not looked at.
    pub stale: Bit,
}

/// Fetch to decode: one slot of a send ring, or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Slot {
    pub kind: Chain,
    pub command: Bit,
    pub qpn: Bits<10>,
    pub index: Bits<16>,
    /// Slots of the job from this one on.
    pub rest: Bits<4>,
    pub fresh: Bit,
    pub psn: Bits<24>,
    /// `ferric_layout::dma::ReadError`.
    pub error: Bits<3>,
    pub data: Bits<512>,
}

/// Decode to segment: a whole WQE, its entries or inline payload beside it, or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct WorkItem {
    pub kind: Chain,
    pub command: Bit,
    pub qpn: Bits<10>,
    /// The WQE's first slot.
    pub index: Bits<16>,
    pub slots: Bits<3>,
    pub psn: Bits<24>,
    /// `ferric_layout::status::Status`; if not 0, nothing of the WQE may leave.
    pub status: Bits<8>,
    pub vendor_error: Bits<8>,
    /// `ferric_layout::work::opcode`, if `status` is 0.
    pub opcode: Bits<4>,
    pub signaled: Bit,
    pub solicited: Bit,
    /// Waits for earlier READs and atomics.
    pub fence: Bit,
    /// Payload of 1 byte or more stands in the inline queue.
    pub inlined: Bit,
    /// Entries in the queue beside this one, none of them empty.
    pub entries: Bits<5>,
    pub length: Bits<32>,
    pub remote_va: Bits<64>,
    pub rkey: Bits<32>,
    /// Immediate data, or the key to invalidate.
    pub immediate: Bits<32>,
    /// Of an atomic: what to swap in or to add, and what to compare with.
    pub swap: Bits<64>,
    pub compare: Bits<64>,
}

/// Segment to ledger: a message that takes its place in the outstanding table before its packets leave, or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Outstanding {
    pub kind: Chain,
    pub qpn: Bits<10>,
    pub message: Message,
    /// Of `Park`: the WQE waits for all READs and atomics before it, else for one.
    pub fence: Bit,
}

/// Ledger to sweep: everything before this is entered. `Work`: a message that fails at once; `Pause`; or `Park`.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Entered {
    pub kind: Chain,
    pub qpn: Bits<10>,
    pub slot: Bits<16>,
    pub fence: Bit,
}

/// An entry of the outstanding table, 72 bits: what completing a message or sending it again takes.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Message {
    /// First PSN; of a faulted one, which has no PSN, status and vendor error.
    pub first: Bits<24>,
    pub last: Bits<24>,
    /// The WQE's first slot.
    pub slot: Bits<16>,
    pub slots: Bits<3>,
    pub signaled: Bit,
    /// The WQE was bad and nothing of it was sent.
    pub faulted: Bit,
    /// `ferric_layout::work::opcode`, but 7 for a SEND with invalidate.
    pub opcode: Bits<3>,
}

/// Segment to gather: a run of a packet's payload that lies in one entry.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct LocalPiece {
    pub key: Bits<32>,
    pub pd: Bits<16>,
    pub va: Bits<64>,
    /// What the key must grant, `ferric_layout::qp::access`; nothing for a local read.
    pub access: Bits<4>,
    /// Bytes from `va` to the end of the entry.
    pub rest: Bits<32>,
    /// Bytes of the piece, 1 to 4096.
    pub length: Bits<13>,
    /// The last piece of its packet.
    pub last: Bit,
}

/// Segment to judge: a packet to send, or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct RequestPacket {
    pub kind: Chain,
    pub command: Bit,
    pub qpn: Bits<10>,
    /// First slot of the packet's WQE, or where a flush ends.
    pub slot: Bits<16>,
    /// Of the QP's progress: a packet of an earlier lap is not sent any more.
    pub lap: Bits<2>,
    /// The payload comes from the WQE, not from memory.
    pub inlined: Bit,
    /// Inline payload of a WQE that is not sent: discard it.
    pub void: Bit,
    pub peer_qpn: Bits<24>,
    pub opcode: Bits<8>,
    pub psn: Bits<24>,
    pub solicited: Bit,
    pub ack_request: Bit,
    pub length: Bits<13>,
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    pub dma_length: Bits<32>,
    pub immediate: Bits<32>,
    pub swap: Bits<64>,
    pub compare: Bits<64>,
}

/// How a packet's or a WQE's local part ended; `status` 0 is good.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Verdict {
    /// `ferric_layout::status::Status`.
    pub status: Bits<8>,
    pub vendor_error: Bits<8>,
}

/// Judge to sweep: a packet could not be sent (`Work`), or a marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ChainEvent {
    pub kind: Chain,
    pub command: Bit,
    pub qpn: Bits<10>,
    /// First slot of the packet's WQE, or where a flush ends.
    pub slot: Bits<16>,
    pub lap: Bits<2>,
    pub psn: Bits<24>,
    pub verdict: Verdict,
}

/// What a response says.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Answer {
    /// Nothing that the requester understands.
    Unknown,
    Acknowledge,
    /// NAK: a PSN is missing.
    Sequence,
    /// RNR NAK.
    NotReady,
    /// NAK: the request is refused for good.
    Refused,
    /// A READ response.
    Data,
    /// An atomic acknowledge.
    Atomic,
}

/// A response, as far as it concerns what is outstanding.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Response {
    pub qpn: Bits<10>,
    pub kind: Answer,
    pub psn: Bits<24>,
    pub syndrome: Bits<8>,
    /// Of `Refused`: `ferric_layout::status::Status`.
    pub status: Bits<8>,
    /// Bytes of payload, which stand in the data stream.
    pub length: Bits<13>,
    /// Of `Atomic`: what was there.
    pub value: Bits<64>,
    /// The opcode says that the message ends here.
    pub last: Bit,
}

/// Timer to sweep: a QP has stood at a PSN for too long, or (`rnr`) the wait that an RNR NAK asked for is over.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Expiry {
    pub qpn: Bits<10>,
    pub psn: Bits<24>,
    pub rnr: Bit,
}

/// Sweep to scheduler: read no more of a QP and send a Pause marker, or read from this slot on.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Turn {
    pub qpn: Bits<10>,
    pub halt: Bit,
    /// It reads on because READs or atomics that it waited for are done.
    pub waited: Bit,
    pub slot: Bits<16>,
}

/// Sweep to segment and judge, valid only: how far a QP is.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Progress {
    pub qpn: Bits<10>,
    /// Oldest PSN not acknowledged, and the first of its message.
    pub oldest: Bits<24>,
    pub first: Bits<24>,
    /// READs and atomics answered, and completed, modulo 32.
    pub answered: Bits<5>,
    pub placed: Bits<5>,
    /// Drop its work.
    pub halted: Bit,
    /// It will be sent again: drop its packets.
    pub back: Bit,
    /// Steps when it goes on, modulo 4.
    pub turn: Bits<2>,
    /// Steps when it goes on from `oldest` again rather than where it stopped, modulo 4.
    pub lap: Bits<2>,
}

// ---- What READs and atomics bring back: to and from `deliver` ----
//
// The READs and atomics of a QP are numbered in their order, modulo 16; no two that are outstanding have the same number.

/// Segment to deliver, valid only: an entry of a READ or atomic that is about to be asked for.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct EntryWrite {
    pub qpn: Bits<10>,
    /// Number of the READ or atomic.
    pub read: Bits<4>,
    /// Which of its entries.
    pub place: Bits<2>,
    pub entry: Entry,
}

/// Segment to deliver, valid only, after the entries: what the READ or atomic asks for in all. Written anew if it is asked for again.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReadRecordWrite {
    pub qpn: Bits<10>,
    pub read: Bits<4>,
    /// Bytes of the whole message, the sum of its entries; 8 of an atomic.
    pub length: Bits<32>,
}

/// Sweep to deliver: what to do with a response. In the order of the responses, one for each that had payload, and one for each atomic
/// acknowledge and READ response without payload that was accepted; and markers.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Delivery {
    /// No response: answered by a `Delivered` of the same kind when everything delivered before it has left the card. The other fields
    /// but `qpn` mean nothing.
    pub marker: Bit,
    /// Drop the payload; there is no answer.
    pub discard: Bit,
    pub qpn: Bits<10>,
    /// `value` is the result; else the payload beside it is.
    pub atomic: Bit,
    /// Number of the READ or atomic.
    pub read: Bits<4>,
    /// Bytes of the message before this payload.
    pub offset: Bits<32>,
    /// Bytes of payload, 0 to 4096.
    pub length: Bits<13>,
    pub value: Bits<64>,
    /// The opcode says, or the PSN, that this is the end of the message.
    pub last: Bit,
}

/// Deliver to sweep, in the order of the deliveries: one for each that was `last`, when it has left the card; one for the first of a
/// message that failed; one for each marker.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Delivered {
    pub marker: Bit,
    pub qpn: Bits<10>,
    /// 0, LocalProtection or LocalLength.
    pub verdict: Verdict,
}
