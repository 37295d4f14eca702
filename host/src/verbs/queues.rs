//! The two rings of a queue pair, as those who post and those who poll share them.
use super::state::QpState;
use crate::bus::{Bus, BusError};
use crate::driver::work_queue::WorkQueue;
use std::sync::{Arc, Mutex, MutexGuard};

/// Both sides of a queue pair. Whoever takes two locks takes a completion queue's first and one of these second.
pub(super) struct Queues {
    pub send: Mutex<Side>,
    pub receive: Mutex<Side>,
}

/// One ring and the state that says whether it may be filled.
pub(super) struct Side {
    pub ring: WorkQueue,
    pub state: QpState,
}

impl Queues {
    /// Empty rings of `1 << send_log2` and `1 << receive_log2` slots, of a queue pair in RESET.
    pub fn new(bus: &Arc<dyn Bus>, send_log2: u8, receive_log2: u8) -> Result<Self, BusError> {
        let side = |log2| {
            let ring = WorkQueue::new(bus, log2)?;
            let state = QpState::Reset;
            Ok::<_, BusError>(Mutex::new(Side { ring, state }))
        };
        Ok(Queues {
            send: side(send_log2)?,
            receive: side(receive_log2)?,
        })
    }

    pub fn send(&self) -> MutexGuard<'_, Side> {
        self.send.lock().expect("no panic while the queue is held")
    }

    pub fn receive(&self) -> MutexGuard<'_, Side> {
        let receive = self.receive.lock();
        receive.expect("no panic while the queue is held")
    }

    /// Lets work requests in as `state` allows.
    pub fn enter(&self, state: QpState) {
        self.send().state = state;
        self.receive().state = state;
    }

    /// Forgets every work request.
    pub fn reset(&self) {
        self.send().ring.reset();
        self.receive().ring.reset();
    }
}
