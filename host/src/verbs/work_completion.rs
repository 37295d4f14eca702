//! What became of a work request.
use super::flags::flags;
use crate::driver::work_queue::Posted;
use ferric_layout::completion::{Cqe, flag, opcode};
pub use ferric_layout::status::Status as WcStatus;

/// What was done, `enum ibv_wc_opcode`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum WcOpcode {
    /// SEND, with immediate or without.
    #[default]
    Send = opcode::SEND,
    /// RDMA WRITE, with immediate or without.
    RdmaWrite = opcode::WRITE,
    /// RDMA READ.
    RdmaRead = opcode::READ,
    /// Compare and swap.
    CompSwap = opcode::COMPARE_SWAP,
    /// Fetch and add.
    FetchAdd = opcode::FETCH_ADD,
    /// A receive took a SEND.
    Recv = opcode::RECEIVE,
    /// A receive was consumed by a WRITE with immediate; its memory is untouched.
    RecvRdmaWithImm = opcode::RECEIVE_WRITE_IMMEDIATE,
}

impl WcOpcode {
    /// The opcode with this number.
    fn from_u8(value: u8) -> Option<Self> {
        Some(match value {
            opcode::SEND => WcOpcode::Send,
            opcode::WRITE => WcOpcode::RdmaWrite,
            opcode::READ => WcOpcode::RdmaRead,
            opcode::COMPARE_SWAP => WcOpcode::CompSwap,
            opcode::FETCH_ADD => WcOpcode::FetchAdd,
            opcode::RECEIVE => WcOpcode::Recv,
            opcode::RECEIVE_WRITE_IMMEDIATE => WcOpcode::RecvRdmaWithImm,
            _ => return None,
        })
    }

    /// Whether it is of the receive queue.
    pub const fn is_receive(self) -> bool {
        self as u8 & opcode::RECEIVE != 0
    }
}

flags! {
    /// What else a completion says, `enum ibv_wc_flags`.
    WcFlags: u8 {
        /// There is immediate data.
        WITH_IMM = flag::IMMEDIATE;
        /// A key of this side was invalidated by the peer.
        WITH_INV = flag::INVALIDATED;
    }
}

/// The completion of a work request, `struct ibv_wc`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkCompletion {
    /// The application's name for the work request.
    pub wr_id: u64,
    /// How it ended. Unless it is a success, only this, `wr_id`, `qp_num` and `vendor_err` mean anything.
    pub status: WcStatus,
    /// What was done.
    pub opcode: WcOpcode,
    /// Bytes received; for a WRITE with immediate, those written; for a READ or an atomic, those that came back.
    pub byte_len: u32,
    /// The number the peer sent along; its most significant byte came first on the wire.
    pub imm_data: Option<u32>,
    /// The key of this side that the peer invalidated.
    pub invalidated_rkey: Option<u32>,
    /// The queue pair.
    pub qp_num: u32,
    /// What else there is to say.
    pub flags: WcFlags,
    /// What the card saw, for a person to read: the AETH syndrome, or how a read of host memory failed; 0 on success.
    pub vendor_err: u8,
}

impl Default for WorkCompletion {
    /// Something to be overwritten by [`super::CompletionQueue::poll`].
    fn default() -> Self {
        WorkCompletion {
            wr_id: 0,
            status: WcStatus::Success,
            opcode: WcOpcode::default(),
            byte_len: 0,
            imm_data: None,
            invalidated_rkey: None,
            qp_num: 0,
            flags: WcFlags::NONE,
            vendor_err: 0,
        }
    }
}

impl WorkCompletion {
    /// Whether the work request succeeded.
    pub fn is_success(&self) -> bool {
        self.status == WcStatus::Success
    }

    /// The completion an entry of the card stands for.
    pub(super) fn new(entry: &Cqe, posted: &Posted) -> Self {
        // A status the card should not know is no success in any case; what it is stands in `vendor_err`.
        let status = WcStatus::from_u8(entry.status);
        let (status, vendor_err) = match status {
            Some(status) => (status, entry.vendor_error),
            None => (WcStatus::General, entry.status),
        };
        // The card does not know what it flushed.
        let opcode = if status == WcStatus::Success {
            entry.opcode
        } else {
            posted.opcode
        };
        let opcode = WcOpcode::from_u8(opcode).unwrap_or_default();
        let flags = WcFlags::from_bits(entry.flags);
        let number = u32::from_be_bytes(entry.immediate);
        WorkCompletion {
            wr_id: posted.wr_id,
            status,
            opcode,
            byte_len: if status != WcStatus::Success {
                0
            } else if opcode.is_receive() {
                entry.length.get()
            } else {
                posted.answer
            },
            imm_data: flags.contains(WcFlags::WITH_IMM).then_some(number),
            invalidated_rkey: flags.contains(WcFlags::WITH_INV).then_some(number),
            qp_num: qpn(entry),
            flags,
            vendor_err,
        }
    }
}

/// The queue pair of an entry.
pub(super) fn qpn(entry: &Cqe) -> u32 {
    let [a, b, c] = entry.qpn;
    u32::from_le_bytes([a, b, c, 0])
}
