//! What is asked of a queue pair.
use super::flags::flags;
use super::protection_domain::DomainId;
use super::state::QpState;
use crate::bus::BusError;
use ferric_layout::completion;
use ferric_layout::register::feature;
use ferric_layout::sizes::{
    INLINE_MAX, MESSAGE_MAX, READ_SGE_MAX, RECEIVE_SGE_MAX, SEND_SLOTS_MAX, SLOT,
};
use ferric_layout::work::{
    self, ATOMIC, AtomicOperands, HEAD, ReceiveWqe, SendWqe, flag, opcode, slots_for_inline,
    slots_for_sges,
};
use zerocopy::IntoBytes;

/// A piece of registered memory, `struct ibv_sge`. Made by [`super::MemoryRegion::sge`], or by hand of numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sge {
    /// Address of the first byte.
    pub addr: u64,
    /// Bytes; a piece of none is skipped and its key not looked at.
    pub length: u32,
    /// [`super::MemoryRegion::lkey`].
    pub lkey: u32,
    /// Where the region belongs, if that is known.
    pub(super) domain: Option<DomainId>,
}

impl Sge {
    /// A piece of a region known by its numbers. The card checks them, and completes the work request with an error if they are bad.
    pub const fn new(addr: u64, length: u32, lkey: u32) -> Self {
        Sge {
            addr,
            length,
            lkey,
            domain: None,
        }
    }
}

flags! {
    /// How a send is done, `enum ibv_send_flags`. Inline data is a matter of [`Payload`].
    SendFlags: u8 {
        /// Wait for earlier READs and atomics.
        FENCE = flag::FENCE;
        /// Make a completion; without it only an error makes one.
        SIGNALED = flag::SIGNALED;
        /// Raise a solicited event at the receiver, for SEND and WRITE with immediate.
        SOLICITED = flag::SOLICITED;
    }
}

/// What to do, `enum ibv_wr_opcode`. Addresses and keys of the remote side are what its [`super::MemoryRegion::addr`] and
/// [`super::MemoryRegion::rkey`] say.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SendOperation {
    /// Into memory of a receive the peer has posted.
    Send,
    /// The same, with a number in the peer's completion.
    SendWithImm {
        /// The number; its most significant byte goes first on the wire.
        imm_data: u32,
    },
    /// The same as a SEND, and the peer's card forgets a key of the peer's before it completes the receive.
    SendWithInvalidate {
        /// The peer's key.
        rkey: u32,
    },
    /// Into the peer's memory, without its knowledge.
    RdmaWrite {
        /// Where.
        remote_addr: u64,
        /// The peer's key.
        rkey: u32,
    },
    /// The same, with a number in the completion of a receive the peer has posted.
    RdmaWriteWithImm {
        /// Where.
        remote_addr: u64,
        /// The peer's key.
        rkey: u32,
        /// The number; its most significant byte goes first on the wire.
        imm_data: u32,
    },
    /// From the peer's memory.
    RdmaRead {
        /// Where.
        remote_addr: u64,
        /// The peer's key.
        rkey: u32,
    },
    /// Swaps 8 bytes of the peer's memory if they are what is expected; the payload, one piece of 8 bytes, takes what they were. Both
    /// hosts see the 8 bytes as a number in their own order.
    CompareSwap {
        /// Where, a multiple of 8.
        remote_addr: u64,
        /// The peer's key.
        rkey: u32,
        /// What is expected.
        compare: u64,
        /// What to put there.
        swap: u64,
    },
    /// Adds to 8 bytes of the peer's memory, and likewise.
    FetchAdd {
        /// Where, a multiple of 8.
        remote_addr: u64,
        /// The peer's key.
        rkey: u32,
        /// What to add.
        add: u64,
    },
}

/// Where the bytes of a send are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Payload<'a> {
    /// In registered memory, gathered in order. For READ and atomics scattered, and the regions need LOCAL_WRITE.
    Sges(&'a [Sge]),
    /// Here; copied into the work queue, so that the memory is free again at once.
    Inline(&'a [u8]),
}

/// A send work request, `struct ibv_send_wr`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SendWr<'a> {
    /// Comes back in the completion.
    pub wr_id: u64,
    /// What to do.
    pub operation: SendOperation,
    /// The bytes.
    pub payload: Payload<'a>,
    /// How.
    pub flags: SendFlags,
}

impl<'a> SendWr<'a> {
    /// A work request without flags.
    pub const fn new(wr_id: u64, operation: SendOperation, payload: Payload<'a>) -> Self {
        let flags = SendFlags::NONE;
        SendWr {
            wr_id,
            operation,
            payload,
            flags,
        }
    }
    /// A SEND of registered memory.
    pub const fn send(wr_id: u64, sges: &'a [Sge]) -> Self {
        SendWr::new(wr_id, SendOperation::Send, Payload::Sges(sges))
    }
    /// A SEND of these bytes.
    pub const fn send_inline(wr_id: u64, bytes: &'a [u8]) -> Self {
        SendWr::new(wr_id, SendOperation::Send, Payload::Inline(bytes))
    }
    /// A WRITE of registered memory.
    pub const fn write(wr_id: u64, sges: &'a [Sge], remote_addr: u64, rkey: u32) -> Self {
        let operation = SendOperation::RdmaWrite { remote_addr, rkey };
        SendWr::new(wr_id, operation, Payload::Sges(sges))
    }
    /// A WRITE of these bytes.
    pub const fn write_inline(wr_id: u64, bytes: &'a [u8], remote_addr: u64, rkey: u32) -> Self {
        let operation = SendOperation::RdmaWrite { remote_addr, rkey };
        SendWr::new(wr_id, operation, Payload::Inline(bytes))
    }
    /// A READ into registered memory, of as many bytes as there is room for.
    pub const fn read(wr_id: u64, sges: &'a [Sge], remote_addr: u64, rkey: u32) -> Self {
        let operation = SendOperation::RdmaRead { remote_addr, rkey };
        SendWr::new(wr_id, operation, Payload::Sges(sges))
    }
    /// A compare and swap; `result` is one piece of 8 bytes.
    pub const fn compare_swap(
        wr_id: u64,
        result: &'a [Sge],
        remote_addr: u64,
        rkey: u32,
        compare: u64,
        swap: u64,
    ) -> Self {
        let operation = SendOperation::CompareSwap {
            remote_addr,
            rkey,
            compare,
            swap,
        };
        SendWr::new(wr_id, operation, Payload::Sges(result))
    }
    /// A fetch and add; `result` is one piece of 8 bytes.
    pub const fn fetch_add(
        wr_id: u64,
        result: &'a [Sge],
        remote_addr: u64,
        rkey: u32,
        add: u64,
    ) -> Self {
        let operation = SendOperation::FetchAdd {
            remote_addr,
            rkey,
            add,
        };
        SendWr::new(wr_id, operation, Payload::Sges(result))
    }
    /// The same with more flags.
    #[must_use]
    pub const fn with(mut self, flags: SendFlags) -> Self {
        self.flags = self.flags.union(flags);
        self
    }
    /// The same with a completion.
    #[must_use]
    pub const fn signaled(self) -> Self {
        self.with(SendFlags::SIGNALED)
    }
    /// The same with immediate data, if it is a SEND or WRITE.
    #[must_use]
    pub const fn with_imm(mut self, imm_data: u32) -> Self {
        self.operation = match self.operation {
            SendOperation::Send | SendOperation::SendWithImm { .. } => {
                SendOperation::SendWithImm { imm_data }
            }
            SendOperation::RdmaWrite { remote_addr, rkey }
            | SendOperation::RdmaWriteWithImm {
                remote_addr, rkey, ..
            } => SendOperation::RdmaWriteWithImm {
                remote_addr,
                rkey,
                imm_data,
            },
            other => other,
        };
        self
    }
    /// The same with a key of the peer's to invalidate, if it is a SEND.
    #[must_use]
    pub const fn with_invalidate(mut self, rkey: u32) -> Self {
        if matches!(self.operation, SendOperation::Send) {
            self.operation = SendOperation::SendWithInvalidate { rkey };
        }
        self
    }
}

/// A receive work request, `struct ibv_recv_wr`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecvWr<'a> {
    /// Comes back in the completion.
    pub wr_id: u64,
    /// Where to put what comes, in order; regions need LOCAL_WRITE.
    pub sges: &'a [Sge],
}

impl<'a> RecvWr<'a> {
    /// A receive into these pieces.
    pub const fn new(wr_id: u64, sges: &'a [Sge]) -> Self {
        RecvWr { wr_id, sges }
    }
}

/// A work request of a list was not posted. Those before it were, it and those after it were not.
#[derive(Debug, thiserror::Error)]
#[error("work request {index} of the list was not posted: {reason}")]
pub struct PostError {
    /// Which one, from 0; so many were posted.
    pub index: usize,
    /// Why not.
    #[source]
    pub reason: PostErrorReason,
}

/// Why a work request was not posted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostErrorReason {
    /// Not in this state (digest §10).
    #[error("the queue pair is in {0:?}")]
    WrongState(QpState),
    /// Earlier work requests have to complete first.
    #[error("the queue is full: {needed} slots are needed, {free} are free")]
    QueueFull {
        /// Slots of the work request.
        needed: usize,
        /// Slots free.
        free: usize,
    },
    /// More pieces than the queue was made for.
    #[error("{count} scatter/gather entries; the queue was made for {limit}")]
    TooManySges {
        /// Pieces.
        count: usize,
        /// What was asked for when the queue pair was made, or a little more.
        limit: usize,
    },
    /// More inline data than the queue was made for.
    #[error("{length} bytes inline; the queue was made for {limit}")]
    InlineTooLong {
        /// Bytes.
        length: usize,
        /// What was asked for when the queue pair was made, or a little more.
        limit: usize,
    },
    /// A message longer than there can be.
    #[error("a message of {0} bytes; at most 2^31 are possible")]
    MessageTooLong(u64),
    /// A region of another protection domain, perhaps of another card.
    #[error("the memory of scatter/gather entry {0} is of another protection domain")]
    ForeignRegion(usize),
    /// What this card cannot do.
    #[error("this card does not support {0}")]
    Unsupported(&'static str),
    /// READ and atomics take what the peer answers; there is no room for it in the work request.
    #[error("an answer cannot be taken inline")]
    InlineAnswer,
    /// The answer of an atomic is 8 bytes, in one piece.
    #[error("an atomic takes its answer in one scatter/gather entry of 8 bytes")]
    AtomicAnswer,
    /// The card was reset, and the queue pair is gone.
    #[error("the card was reset, and the queue pair is lost")]
    Lost,
    /// The card could not be told.
    #[error(transparent)]
    Bus(#[from] BusError),
}

/// What a queue takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub domain: DomainId,
    pub send_sges: usize,
    pub receive_sges: usize,
    pub inline: usize,
    /// `ferric_layout::register::feature`.
    pub features: u32,
}

/// A work request as it stands in the ring.
pub(super) struct Encoded {
    bytes: [u8; SEND_SLOTS_MAX * SLOT],
    slots: usize,
    /// `ferric_layout::completion::opcode`.
    pub opcode: u8,
    /// Bytes that the peer's answer brings.
    pub answer: u32,
}

/// Operations that not every card has, by their opcode in the ring.
const OPTIONAL: [(u8, u32, &str); 4] = [
    (opcode::READ, feature::READ, "RDMA READ"),
    (opcode::COMPARE_SWAP, feature::ATOMIC, "atomics"),
    (opcode::FETCH_ADD, feature::ATOMIC, "atomics"),
    (
        opcode::SEND_INVALIDATE,
        feature::SEND_INVALIDATE,
        "SEND with invalidate",
    ),
];

impl Encoded {
    pub fn slots(&self) -> &[u8] {
        &self.bytes[..self.slots * SLOT]
    }
}

/// Writes the pieces as they stand in the ring; the sum of their lengths.
fn put_sges(
    bytes: &mut [u8],
    sges: &[Sge],
    limit: usize,
    home: DomainId,
) -> Result<u64, PostErrorReason> {
    let count = sges.len();
    if count > limit {
        return Err(PostErrorReason::TooManySges { count, limit });
    }
    let foreign = |sge: &Sge| sge.domain.is_some_and(|domain| domain != home);
    if let Some(index) = sges.iter().position(foreign) {
        return Err(PostErrorReason::ForeignRegion(index));
    }
    for (place, sge) in bytes.chunks_exact_mut(work::SGE).zip(sges) {
        let entry = work::Sge {
            va: sge.addr.into(),
            length: sge.length.into(),
            lkey: sge.lkey.into(),
        };
        place.copy_from_slice(entry.as_bytes());
    }
    Ok(sges.iter().map(|sge| u64::from(sge.length)).sum())
}

impl SendWr<'_> {
    /// The work request as it stands at `index` of the send ring of `qpn`.
    pub(super) fn encode(
        &self,
        qpn: u32,
        index: u16,
        flags: SendFlags,
        bounds: &Bounds,
    ) -> Result<Encoded, PostErrorReason> {
        let mut wqe = SendWqe {
            flags: (self.flags | flags).bits(),
            index: index.into(),
            ..SendWqe::default()
        };
        let [a, b, c, _] = qpn.to_le_bytes();
        wqe.qpn = [a, b, c];
        let mut remote = |remote_addr: u64, rkey: u32| {
            wqe.remote_va = remote_addr.into();
            wqe.rkey = rkey.into();
        };
        let mut operands = None;
        let (op, done, immediate) = match self.operation {
            SendOperation::Send => (opcode::SEND, completion::opcode::SEND, None),
            SendOperation::SendWithImm { imm_data } => (
                opcode::SEND_IMMEDIATE,
                completion::opcode::SEND,
                Some(imm_data),
            ),
            SendOperation::RdmaWrite { remote_addr, rkey } => {
                remote(remote_addr, rkey);
                (opcode::WRITE, completion::opcode::WRITE, None)
            }
            SendOperation::RdmaWriteWithImm {
                remote_addr,
                rkey,
                imm_data,
            } => {
                remote(remote_addr, rkey);
                let done = completion::opcode::WRITE;
                (opcode::WRITE_IMMEDIATE, done, Some(imm_data))
            }
            SendOperation::SendWithInvalidate { rkey } => (
                opcode::SEND_INVALIDATE,
                completion::opcode::SEND,
                Some(rkey),
            ),
            SendOperation::RdmaRead { remote_addr, rkey } => {
                remote(remote_addr, rkey);
                (opcode::READ, completion::opcode::READ, None)
            }
            SendOperation::CompareSwap {
                remote_addr,
                rkey,
                compare,
                swap,
            } => {
                remote(remote_addr, rkey);
                operands = Some((swap, compare));
                let done = completion::opcode::COMPARE_SWAP;
                (opcode::COMPARE_SWAP, done, None)
            }
            SendOperation::FetchAdd {
                remote_addr,
                rkey,
                add,
            } => {
                remote(remote_addr, rkey);
                operands = Some((add, 0));
                (opcode::FETCH_ADD, completion::opcode::FETCH_ADD, None)
            }
        };
        let missing =
            |(code, feature, _): &&(u8, u32, &str)| *code == op && bounds.features & feature == 0;
        if let Some((_, _, name)) = OPTIONAL.iter().find(missing) {
            return Err(PostErrorReason::Unsupported(name));
        }
        let read = op == opcode::READ;
        wqe.opcode = op;
        wqe.immediate = immediate.unwrap_or_default().to_be_bytes();
        let mut bytes = [0; SEND_SLOTS_MAX * SLOT];
        let (length, slots) = match self.payload {
            Payload::Inline(_) if read || operands.is_some() => {
                return Err(PostErrorReason::InlineAnswer);
            }
            Payload::Sges(sges) => {
                let mut at = HEAD;
                if let Some((swap_add, compare)) = operands {
                    if !matches!(sges, [result] if result.length == ATOMIC) {
                        return Err(PostErrorReason::AtomicAnswer);
                    }
                    let operands = AtomicOperands {
                        swap_add: swap_add.into(),
                        compare: compare.into(),
                    };
                    at += size_of::<AtomicOperands>();
                    bytes[HEAD..at].copy_from_slice(operands.as_bytes());
                }
                let most = if read { READ_SGE_MAX } else { usize::MAX };
                let limit = bounds.send_sges.min(most);
                let length = put_sges(&mut bytes[at..], sges, limit, bounds.domain)?;
                wqe.sge_count = sges.len() as u8;
                // The operands of an atomic and its entry take the room of two entries.
                let places = sges.len() + usize::from(operands.is_some());
                (length, slots_for_sges(places))
            }
            Payload::Inline(data) => {
                if data.len() > bounds.inline {
                    return Err(PostErrorReason::InlineTooLong {
                        length: data.len(),
                        limit: bounds.inline,
                    });
                }
                wqe.flags |= flag::INLINE;
                bytes[HEAD..HEAD + data.len()].copy_from_slice(data);
                (data.len() as u64, slots_for_inline(data.len()))
            }
        };
        if length > u64::from(MESSAGE_MAX) {
            return Err(PostErrorReason::MessageTooLong(length));
        }
        wqe.length = (length as u32).into();
        bytes[..HEAD].copy_from_slice(wqe.as_bytes());
        let answers = read || operands.is_some();
        Ok(Encoded {
            bytes,
            slots,
            opcode: done,
            answer: if answers { length as u32 } else { 0 },
        })
    }
}

impl RecvWr<'_> {
    /// The work request as it stands in the receive ring.
    pub(super) fn encode(&self, bounds: &Bounds) -> Result<[u8; SLOT], PostErrorReason> {
        let mut bytes = [0; SLOT];
        put_sges(&mut bytes, self.sges, bounds.receive_sges, bounds.domain)?;
        Ok(bytes)
    }
}

const _: () = assert!(INLINE_MAX + HEAD <= SEND_SLOTS_MAX * SLOT);
const _: () = assert!(size_of::<AtomicOperands>() == work::SGE);
const _: () = assert!(RECEIVE_SGE_MAX * work::SGE == size_of::<ReceiveWqe>());
