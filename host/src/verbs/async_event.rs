//! What the card tells of by itself.
use ferric_layout::event::{Eqe, kind};

/// Something that happened to an object (digest §14).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AsyncEvent {
    /// A completion queue had no room for an entry and is of no use any more.
    CqError {
        /// [`super::CompletionQueue::number`].
        cq_num: u32,
    },
    /// A queue pair went to the error state.
    QpFatal {
        /// [`super::QueuePair::number`].
        qp_num: u32,
        /// The status or AETH syndrome that says why, for a person to read.
        detail: u8,
    },
    /// A queue pair refused a peer's request as invalid and went to the error state.
    QpRequestError {
        /// [`super::QueuePair::number`].
        qp_num: u32,
        /// The AETH syndrome.
        detail: u8,
    },
    /// A queue pair refused a peer's request for its key, bounds or permission and went to the error state.
    QpAccessError {
        /// [`super::QueuePair::number`].
        qp_num: u32,
        /// The AETH syndrome.
        detail: u8,
    },
    /// The first packet arrived at a queue pair in RTR.
    CommunicationEstablished {
        /// [`super::QueuePair::number`].
        qp_num: u32,
    },
}

impl AsyncEvent {
    /// The event an entry of the card tells of; `None` if it is of no interest to an application.
    pub(super) fn read(event: &Eqe) -> Option<Self> {
        let (number, detail) = (event.number.get(), event.detail);
        let qp_num = number;
        Some(match event.kind {
            kind::CQ_ERROR => AsyncEvent::CqError { cq_num: number },
            kind::QP_FATAL => AsyncEvent::QpFatal { qp_num, detail },
            kind::QP_REQUEST_ERROR => AsyncEvent::QpRequestError { qp_num, detail },
            kind::QP_ACCESS_ERROR => AsyncEvent::QpAccessError { qp_num, detail },
            kind::COMMUNICATION_ESTABLISHED => AsyncEvent::CommunicationEstablished { qp_num },
            _ => return None,
        })
    }

    /// The completion queue it is about, if it is about one.
    pub fn cq_num(self) -> Option<u32> {
        match self {
            AsyncEvent::CqError { cq_num } => Some(cq_num),
            _ => None,
        }
    }

    /// The queue pair it is about, if it is about one.
    pub fn qp_num(self) -> Option<u32> {
        match self {
            AsyncEvent::CqError { .. } => None,
            AsyncEvent::QpFatal { qp_num, .. }
            | AsyncEvent::QpRequestError { qp_num, .. }
            | AsyncEvent::QpAccessError { qp_num, .. }
            | AsyncEvent::CommunicationEstablished { qp_num } => Some(qp_num),
        }
    }
}
