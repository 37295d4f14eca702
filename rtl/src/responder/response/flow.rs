//! What flows inside the response engine and out of it.
use ferric_layout::sizes::{QP_BITS, RD_ATOMIC_BITS};
use rust_hdl::prelude::*;

/// Bits of a slot's address: the QP and its number modulo 16.
pub const SLOT_ADDRESS_BITS: usize = QP_BITS + RD_ATOMIC_BITS;
/// Bits of a READ's or atomic's number: twice as far around as needed, so that earlier and later can be told apart.
pub const FINISHED_BITS: usize = RD_ATOMIC_BITS + 2;
/// Bits of the number of slots in use.
pub const FILLED_BITS: usize = RD_ATOMIC_BITS + 1;

/// How many READs and atomics of a QP have been answered, modulo 64.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Finished {
    pub qpn: Bits<QP_BITS>,
    pub count: Bits<FINISHED_BITS>,
}

/// How far what a slot holds has come.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Stage {
    /// A READ, answered from memory each time.
    Read,
    /// An atomic that has not been executed.
    CompareSwap,
    FetchAdd,
    /// An atomic that is with the atomic unit.
    Issued,
    /// An atomic that has been executed; `va` is the original value.
    Done,
    /// An atomic that could not be executed; the low bits of `va` are the syndrome.
    Refused,
}

/// A READ or atomic, remembered.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Slot {
    pub stage: Stage,
    /// First PSN of its answer.
    pub psn: Bits<24>,
    /// MSN with it counted.
    pub msn: Bits<24>,
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    /// Length of a READ; what an atomic swaps in or adds.
    pub operand: Bits<64>,
    pub compare: Bits<64>,
}

/// What the response engine knows of a QP. Numbers of slots are modulo 64.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Standing {
    /// A fatal NAK is out: nothing is answered any more.
    pub failed: Bit,
    /// It stands in the ring of QPs that have something to say.
    pub listed: Bit,
    /// The next slot to fill.
    pub tail: Bits<FINISHED_BITS>,
    /// The slot that is answered next; `tail` if there is none.
    pub head: Bits<FINISHED_BITS>,
    /// Slots that hold something, up to 16.
    pub filled: Bits<FILLED_BITS>,
    /// Slots answered at least once.
    pub finished: Bits<FINISHED_BITS>,
    /// Packets of the head slot that need not be sent any more.
    pub cursor: Bits<24>,
    /// The next packet is not the first one since the slot was begun.
    pub begun: Bit,
    /// An acknowledge or NAK waits behind the slots.
    pub held: Bit,
    pub psn: Bits<24>,
    pub syndrome: Bits<8>,
    pub msn: Bits<24>,
}

/// What answers need of a QP's configuration.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Settings {
    pub peer_qpn: Bits<24>,
    pub pd: Bits<16>,
    pub pmtu: Bits<3>,
}

/// A packet that waits for its payload, if it has any.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Planned {
    pub qpn: Bits<QP_BITS>,
    pub peer_qpn: Bits<24>,
    pub opcode: Bits<8>,
    pub psn: Bits<24>,
    pub length: Bits<13>,
    pub syndrome: Bits<8>,
    pub msn: Bits<24>,
    /// Original value of an atomic.
    pub value: Bits<64>,
    /// The NAK of an atomic that could not be executed.
    pub refused: Bit,
}

/// An atomic to execute.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct AtomicJob {
    pub qpn: Bits<QP_BITS>,
    /// Its slot.
    pub number: Bits<RD_ATOMIC_BITS>,
    pub psn: Bits<24>,
    pub msn: Bits<24>,
    pub pd: Bits<16>,
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    /// Add `operand`; if not, put it in place of `compare`.
    pub adds: Bit,
    pub operand: Bits<64>,
    pub compare: Bits<64>,
}

/// What became of it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct AtomicResult {
    pub qpn: Bits<QP_BITS>,
    pub number: Bits<RD_ATOMIC_BITS>,
    pub psn: Bits<24>,
    pub msn: Bits<24>,
    /// ACK, or the NAK that is due.
    pub syndrome: Bits<8>,
    /// The word before.
    pub value: Bits<64>,
}
