//! States and kinds of queue pairs.
use ferric_layout::qp::state;

/// State of a queue pair, `enum ibv_qp_state` (digest §10).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum QpState {
    /// Nothing is posted, nothing is received.
    Reset = state::RESET,
    /// Receives may be posted.
    Init = state::INIT,
    /// Ready to receive.
    Rtr = state::RTR,
    /// Ready to send.
    Rts = state::RTS,
    /// Send queue draining: what is begun is finished, nothing is started.
    Sqd = state::SQD,
    /// Send queue error; never of a reliable connection.
    Sqe = state::SQE,
    /// Everything is flushed.
    Error = state::ERROR,
}

impl QpState {
    /// All of them.
    pub const ALL: [QpState; 7] = [
        QpState::Reset,
        QpState::Init,
        QpState::Rtr,
        QpState::Rts,
        QpState::Sqd,
        QpState::Sqe,
        QpState::Error,
    ];

    /// The state with this number.
    pub(super) fn from_u8(value: u8) -> Option<Self> {
        QpState::ALL.into_iter().find(|state| *state as u8 == value)
    }

    /// Whether sends may be posted: queued in SQD, flushed in SQE and ERROR.
    pub const fn may_send(self) -> bool {
        !matches!(self, QpState::Reset | QpState::Init | QpState::Rtr)
    }

    /// Whether receives may be posted: flushed in ERROR.
    pub const fn may_receive(self) -> bool {
        !matches!(self, QpState::Reset)
    }
}

/// Transport of a queue pair, `enum ibv_qp_type`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum QpType {
    /// Reliable connection.
    Rc,
    /// Unreliable connection.
    Uc,
    /// Unreliable datagram.
    Ud,
}
