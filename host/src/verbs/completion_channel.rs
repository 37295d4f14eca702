//! Sleeping until something completes.
use super::Error;
use super::completion_queue::{CompletionQueue, Shared as Queue};
use super::context::Shared as Context;
use crate::driver::events::EventQueue;
use crate::driver::object::{Kind, Number};
use ferric_layout::admin::opcode;
use ferric_layout::event::{Eqe, kind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

/// A completion channel, `struct ibv_comp_channel`: completion queues made with it wake whoever waits on it, once each time they were
/// armed ([`CompletionQueue::req_notify`]).
#[derive(Clone)]
pub struct CompletionChannel {
    pub(super) shared: Arc<Shared>,
}

/// One event queue of the card, and who raises events in it.
pub(super) struct Shared {
    pub context: Arc<Context>,
    number: Number,
    events: EventQueue,
    queues: Mutex<HashMap<u32, Weak<Queue>>>,
}

impl CompletionChannel {
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, Error> {
        let card = &context.card;
        let number = Number::take(card, Kind::EventQueue)?;
        let eqn = u8::try_from(number.value()).expect("the card has at most 256 event queues");
        // An event of every completion queue fits, and one more of each that is armed again before its first is taken.
        let log2 = (2 * card.limits().cqs).ilog2() as u8;
        let log2 = log2.min(ferric_layout::sizes::RING_LOG2_MAX as u8);
        let shared = Shared {
            context: context.clone(),
            events: EventQueue::create(card, eqn, context.page.number(), log2)?,
            number,
            queues: Mutex::default(),
        };
        Ok(CompletionChannel {
            shared: Arc::new(shared),
        })
    }

    /// Sleeps until a completion queue that was armed has an entry, at most for `timeout`, or for ever; `ibv_get_cq_event`. There is
    /// nothing to acknowledge. The entry may have been polled already; a spare event is possible (digest §13).
    pub fn wait(&self, timeout: Option<Duration>) -> Result<Option<CompletionQueue>, Error> {
        // An event of a queue that is gone by now ends the wait early, as if the time had passed.
        let event = self.shared.wait(|_| true, timeout)?;
        Ok(event.and_then(|cqn| self.shared.queue(cqn)))
    }
}

impl Shared {
    fn queue(&self, cqn: u32) -> Option<CompletionQueue> {
        let queues = self.queues.lock();
        let queues = queues.expect("no panic while the queues are held");
        let shared = queues.get(&cqn)?.upgrade()?;
        Some(CompletionQueue { shared })
    }

    /// Number of the event queue.
    pub fn eqn(&self) -> u8 {
        self.events.number()
    }

    /// From now on, `queue` may raise events here.
    pub fn join(&self, cqn: u32, queue: &Arc<Queue>) {
        // What an earlier queue of this number left behind.
        self.events.forget(|event| event.number.get() == cqn);
        let queues = self.queues.lock();
        let mut queues = queues.expect("no panic while the queues are held");
        queues.insert(cqn, Arc::downgrade(queue));
    }

    /// The queue is gone.
    pub fn leave(&self, cqn: u32) {
        let queues = self.queues.lock();
        let mut queues = queues.expect("no panic while the queues are held");
        queues.remove(&cqn);
        drop(queues);
        self.events.forget(|event| event.number.get() == cqn);
    }

    /// Sleeps until a completion queue that is `wanted` raised an event; its number.
    pub fn wait(
        &self,
        wanted: impl Fn(u32) -> bool,
        timeout: Option<Duration>,
    ) -> Result<Option<u32>, Error> {
        let wanted = |event: &Eqe| event.kind == kind::COMPLETION && wanted(event.number.get());
        let event = self.events.wait(wanted, timeout)?;
        Ok(event.map(|event| event.number.get()))
    }

    /// Makes room in the ring for an event of a queue that is about to be armed.
    pub fn make_room(&self) -> Result<(), Error> {
        Ok(self.events.collect()?)
    }

    /// Raises an event of a queue by hand.
    pub fn raise(&self, cqn: u32) {
        self.events.add(Eqe {
            kind: kind::COMPLETION,
            number: cqn.into(),
            ..Eqe::default()
        });
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.number.destroy(opcode::DESTROY_EQ);
    }
}
