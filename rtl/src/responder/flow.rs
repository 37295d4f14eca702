//! What flows between the responder's stages.
use crate::records::{Checked, QpReceive, ReceivedPacket};
use ferric_layout::sizes::{
    QP_BITS, RECEIVE_GROUP_BITS, RECEIVE_POOL_BITS, RECEIVE_SGE_MAX, RECEIVE_WINDOW_BITS,
};
use rust_hdl::prelude::*;

/// Bits of a receive WQE's place in its group: the lowest of its index.
pub const SLOT_BITS: usize = RECEIVE_GROUP_BITS;
/// The last place of a group.
pub const LAST_SLOT: u64 = (1 << SLOT_BITS) - 1;
/// Bits of a group's place among those of its QP: the next of the index.
pub const WINDOW_BITS: usize = RECEIVE_WINDOW_BITS;
/// Bits of a group's number.
pub const GROUP_BITS: usize = RECEIVE_POOL_BITS;
/// Bits of a receive WQE's place among all that are on the card.
pub const STOCK_BITS: usize = GROUP_BITS + SLOT_BITS;
/// Bits of a QP's number and a group's place.
pub const MAP_BITS: usize = QP_BITS + WINDOW_BITS;
// Where kernels begin to read a group's place in an index.
const _: () = assert!(SLOT_BITS == 3 && RECEIVE_SGE_MAX == 4);

/// What a request is answered with.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Request {
    /// An acknowledge or NAK.
    Acknowledge,
    /// READ responses.
    Read,
    /// The original value of a word, when it has been swapped if equal.
    CompareSwap,
    /// The original value of a word, when it has been added to.
    FetchAdd,
}

/// A request beside the configuration of its QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Examined {
    pub packet: ReceivedPacket,
    pub receiver: QpReceive,
    /// The memory block was asked whether the range of its RETH or AtomicETH may be used; its answer comes beside.
    pub asked: Bit,
}

/// What becomes of a request.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Outcome {
    /// It is done.
    Execute,
    /// It was done before.
    Duplicate,
    /// An earlier one is missing.
    Ahead,
    /// It needs a receive WQE and none is posted.
    NotReady,
    /// NAK 0x61.
    Invalid,
    /// NAK 0x62.
    Access,
    /// NAK 0x63.
    Operational,
    /// Its QP does not receive, or has failed.
    Failed,
}

/// Where the payload of a request goes.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Placement {
    /// It goes to memory; if not, `length` bytes are thrown away.
    pub execute: Bit,
    pub length: Bits<13>,
    /// Into the receive WQE at `index`, from byte `offset` of the message; if not, to `va` under `rkey`.
    pub send: Bit,
    pub offset: Bits<32>,
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    pub pd: Bits<16>,
    /// The group of that WQE.
    pub group: Bits<GROUP_BITS>,
    /// The receive WQE is not needed on the card after this packet.
    pub releases: Bit,
    /// The range of the WRITE was asked about, and if `execute` is set, `place` is where the payload goes.
    pub granted: Bit,
    pub place: Checked,
}

/// What is to be said of a request once its payload has gone.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Report {
    pub qpn: Bits<QP_BITS>,
    pub peer_qpn: Bits<24>,
    pub cqn: Bits<10>,
    pub outcome: Outcome,
    /// Something goes out: what `request` says, or, if that was refused, a NAK.
    pub answer: Bit,
    /// If not `Acknowledge`, its operands come beside.
    pub request: Request,
    pub psn: Bits<24>,
    pub syndrome: Bits<8>,
    /// MSN before this request.
    pub msn: Bits<24>,
    /// It ends a message.
    pub ends: Bit,
    /// It ends with a receive completion.
    pub completes: Bit,
    /// The receive WQE in use ends with an error, `status`.
    pub fails: Bit,
    pub status: Bits<8>,
    /// The receive WQE.
    pub index: Bits<16>,
    /// Bytes of the whole message.
    pub total: Bits<32>,
    pub immediate: Bits<32>,
    pub with_immediate: Bit,
    /// `immediate` is a key that ends to be valid before the completion.
    pub with_invalidate: Bit,
    pub pd: Bits<16>,
    pub solicited: Bit,
    /// The message is a WRITE.
    pub write: Bit,
}

/// A request with its verdict.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Work {
    pub placement: Placement,
    pub report: Report,
}

/// A report on its way to the answer, and what its payload still waits for.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Placing {
    pub report: Report,
    /// Parts follow beside.
    pub payload: Bit,
}

/// A run of a packet's payload that belongs to one key.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Part {
    pub length: Bits<13>,
    /// The memory block was asked for its place.
    pub asked: Bit,
    /// Its place is `place`. Neither: it is thrown away.
    pub placed: Bit,
    pub place: Checked,
    /// The last of its packet.
    pub last: Bit,
}

/// A report whose payload is on its way to memory.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Placed {
    pub report: Report,
    /// How many writes had been issued then: when that many have left, so has this request's payload.
    pub ticket: Bits<16>,
}

/// A group of receive WQEs that the QP has used up.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Freed {
    pub qpn: Bits<QP_BITS>,
    pub group: Bits<GROUP_BITS>,
}

/// What is known of a receive WQE on the card.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Stock {
    /// Bytes it has room for, at most `MESSAGE_MAX`.
    pub total: Bits<32>,
    /// It could not be read.
    pub bad: Bit,
}

/// Receive WQEs that will not be used: `count` from `index` on.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FlushRange {
    pub qpn: Bits<QP_BITS>,
    pub cqn: Bits<10>,
    pub index: Bits<16>,
    pub count: Bits<16>,
    /// The answer to a `FlushFrom`.
    pub asked: Bit,
}

/// Asks to flush a QP's receive queue from `index` on.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct FlushFrom {
    pub qpn: Bits<QP_BITS>,
    pub index: Bits<16>,
}

/// What a READ or an atomic asks for.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Operands {
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    /// Bytes of a READ.
    pub length: Bits<32>,
    /// What an atomic swaps in or adds, and what it compares with.
    pub swap: Bits<64>,
    pub compare: Bits<64>,
}

/// What is to be answered, in the order of the requests.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Item {
    pub qpn: Bits<QP_BITS>,
    pub request: Request,
    /// A READ or atomic that was accepted before.
    pub again: Bit,
    pub psn: Bits<24>,
    pub syndrome: Bits<8>,
    pub msn: Bits<24>,
    pub operands: Operands,
}
