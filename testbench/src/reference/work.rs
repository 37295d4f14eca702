//! What is asked of a queue pair, and what it reports.
use ferric_layout::Psn;
use ferric_layout::status::Status;
use std::collections::VecDeque;
use std::sync::Arc;

/// What is fixed when a queue pair is connected.
#[derive(Clone, Debug)]
pub struct Attributes {
    /// Its number.
    pub qpn: u32,
    /// Its peer's.
    pub peer_qpn: u32,
    /// Its address.
    pub gid: [u8; 16],
    /// Its peer's.
    pub peer_gid: [u8; 16],
    /// Tag control information of its frames, if they have a tag.
    pub tag: Option<u16>,
    /// Protection domain, by whatever number.
    pub pd: u32,
    /// Partition key.
    pub pkey: u16,
    /// Payload of a full packet.
    pub pmtu: usize,
    /// What the peer may do, `ferric_layout::qp::access`.
    pub access: u8,
    /// First PSN it sends.
    pub sq_psn: Psn,
    /// First PSN it expects.
    pub rq_psn: Psn,
    /// READs and atomics it may have outstanding.
    pub max_rd_atomic: u32,
    /// READs and atomics its peer may have outstanding.
    pub max_dest_rd_atomic: u32,
    /// Transport timer: 4.096 µs · 2^n, 0 for none.
    pub timeout: u8,
    /// Retries.
    pub retry_cnt: u8,
    /// Retries after RNR NAKs; 7 is for ever.
    pub rnr_retry: u8,
    /// Timer code of the RNR NAKs it sends.
    pub min_rnr_timer: u8,
}

/// A piece of memory that a work request names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Address.
    pub va: u64,
    /// Bytes.
    pub length: u32,
    /// Local key.
    pub lkey: u32,
}

/// Where the bytes of a request are, or go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// In memory.
    Pieces(Vec<Piece>),
    /// In the work request.
    Inline(Arc<[u8]>),
}

impl Payload {
    /// Bytes.
    pub fn length(&self) -> usize {
        match self {
            Payload::Pieces(pieces) => pieces_length(pieces),
            Payload::Inline(bytes) => bytes.len(),
        }
    }
}

/// Bytes of some pieces.
pub(super) fn pieces_length(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.length as usize).sum()
}

/// The parts of memory that stand for `from..to` of the pieces' bytes: address, and range of the bytes asked for.
pub(super) fn cut(
    pieces: &[Piece],
    from: usize,
    to: usize,
) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    let mut at = 0;
    pieces.iter().filter_map(move |piece| {
        let (first, end) = (at, at + piece.length as usize);
        at = end;
        let (start, stop) = (from.max(first), to.min(end));
        (start < stop).then(|| (piece.va + (start - first) as u64, start - from..stop - from))
    })
}

/// What a send work request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// SEND.
    Send {
        /// Immediate data.
        immediate: Option<u32>,
        /// Key to invalidate; not together with an immediate.
        invalidate: Option<u32>,
    },
    /// RDMA WRITE.
    Write {
        /// Where.
        va: u64,
        /// Key.
        rkey: u32,
        /// Immediate data.
        immediate: Option<u32>,
    },
    /// RDMA READ.
    Read {
        /// From where.
        va: u64,
        /// Key.
        rkey: u32,
    },
    /// Compare and swap.
    CompareSwap {
        /// Which word.
        va: u64,
        /// Key.
        rkey: u32,
        /// Expected.
        compare: u64,
        /// To put there.
        swap: u64,
    },
    /// Fetch and add.
    FetchAdd {
        /// Which word.
        va: u64,
        /// Key.
        rkey: u32,
        /// Summand.
        add: u64,
    },
}

impl Operation {
    /// Whether the peer returns something but an acknowledge.
    pub fn returns(self) -> bool {
        !matches!(self, Operation::Send { .. } | Operation::Write { .. })
    }

    /// The opcode of its completion.
    pub fn completion(self) -> u8 {
        use ferric_layout::completion::opcode;
        match self {
            Operation::Send { .. } => opcode::SEND,
            Operation::Write { .. } => opcode::WRITE,
            Operation::Read { .. } => opcode::READ,
            Operation::CompareSwap { .. } => opcode::COMPARE_SWAP,
            Operation::FetchAdd { .. } => opcode::FETCH_ADD,
        }
    }
}

/// A send work request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its name.
    pub id: u64,
    /// What to do.
    pub operation: Operation,
    /// The bytes.
    pub payload: Payload,
    /// Makes a completion.
    pub signaled: bool,
    /// Waits for earlier READs and atomics.
    pub fence: bool,
    /// Raises a solicited event at the peer.
    pub solicited: bool,
}

/// A receive work request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receive {
    /// Its name.
    pub id: u64,
    /// Where to.
    pub pieces: Vec<Piece>,
}

/// What a card reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Name of the work request.
    pub id: u64,
    /// How it ended.
    pub status: Status,
    /// `ferric_layout::completion::opcode`; its receive bit counts in any case, the rest on success.
    pub opcode: u8,
    /// Bytes received.
    pub length: u32,
    /// Immediate data.
    pub immediate: Option<u32>,
    /// The key that the peer invalidated.
    pub invalidated: Option<u32>,
}

/// Receives posted and not completed; they are numbered from 0 in the order of posting.
#[derive(Default)]
pub(super) struct Receives {
    first: u64,
    list: VecDeque<(Receive, u64)>,
}

impl Receives {
    pub fn post(&mut self, receive: Receive, cycle: u64) {
        self.list.push_back((receive, cycle));
    }
    /// One of them, with the cycle of its posting.
    pub fn get(&self, number: u64) -> Option<&(Receive, u64)> {
        self.list.get(number.checked_sub(self.first)? as usize)
    }
    /// The oldest one's number.
    pub fn first(&self) -> u64 {
        self.first
    }
    pub fn front(&self) -> Option<&Receive> {
        self.list.front().map(|(receive, _)| receive)
    }
    pub fn complete(&mut self) {
        self.list.pop_front();
        self.first += 1;
    }
}
