//! A user of a card.
use super::async_event::AsyncEvent;
use super::completion_channel::CompletionChannel;
use super::completion_queue::CompletionQueue;
use super::gid_table::{self, GidEntry};
use super::protection_domain::ProtectionDomain;
use super::{Error, MacAddress};
use crate::driver::Card;
use crate::driver::doorbell::DoorbellPage;
use ferric_layout::event::Eqe;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// A user context, `struct ibv_context`: one doorbell page, through which nobody else's queues can be rung.
#[derive(Clone)]
pub struct Context {
    shared: Arc<Shared>,
}

/// What everything made from a context refers to.
pub(super) struct Shared {
    pub card: Arc<Card>,
    pub page: DoorbellPage,
    owned: Mutex<Owned>,
}

/// Numbers of the context's objects, which say whose an asynchronous event is.
#[derive(Default)]
pub(super) struct Owned {
    pub qps: HashSet<u32>,
    pub cqs: HashSet<u32>,
}

impl Shared {
    pub fn owned(&self) -> MutexGuard<'_, Owned> {
        let owned = self.owned.lock();
        owned.expect("no panic while the objects are held")
    }

    /// Drops asynchronous events about an object, before its number is used and after.
    pub fn forget_events(&self, about: impl Fn(AsyncEvent) -> bool) {
        let unwanted = |event: &Eqe| AsyncEvent::read(event).is_some_and(&about);
        self.card.asynchronous().forget(unwanted);
    }
}

impl Context {
    pub(super) fn new(card: &Arc<Card>) -> Result<Self, Error> {
        let shared = Shared {
            card: card.clone(),
            page: DoorbellPage::new(card)?,
            owned: Mutex::default(),
        };
        Ok(Context {
            shared: Arc::new(shared),
        })
    }

    /// A protection domain: what its queue pairs and memory regions have in common.
    pub fn alloc_pd(&self) -> Result<ProtectionDomain, Error> {
        ProtectionDomain::new(&self.shared)
    }

    /// A channel that completion queues can wake a sleeping thread through. The card has few of them.
    pub fn create_comp_channel(&self) -> Result<CompletionChannel, Error> {
        CompletionChannel::new(&self.shared)
    }

    /// A completion queue with room for at least `entries` entries, at most [`super::DeviceAttributes::max_cqe`], which wakes through
    /// `channel` when armed.
    ///
    /// Every signalled work request of its queue pairs, and every receive, may need an entry at the same time: if there is none, the
    /// card gives the completion queue up ([`AsyncEvent::CqError`]) and its queue pairs go to the error state.
    pub fn create_cq(
        &self,
        entries: u32,
        channel: Option<&CompletionChannel>,
    ) -> Result<CompletionQueue, Error> {
        CompletionQueue::new(&self.shared, entries, channel)
    }

    /// Waits for something to happen to an object of this context, at most for `timeout`, or for ever. `ibv_get_async_event`; there is
    /// nothing to acknowledge: events about an object go with it.
    pub fn async_event(&self, timeout: Option<Duration>) -> Result<Option<AsyncEvent>, Error> {
        let ours = |event: &Eqe| {
            let owned = self.shared.owned();
            AsyncEvent::read(event).is_some_and(|event| {
                event.cq_num().is_some_and(|cqn| owned.cqs.contains(&cqn))
                    || event.qp_num().is_some_and(|qpn| owned.qps.contains(&qpn))
            })
        };
        let events = self.shared.card.asynchronous();
        let event = events.wait(ours, timeout)?;
        Ok(event.as_ref().and_then(AsyncEvent::read))
    }

    /// The next asynchronous event, if there is one.
    pub fn poll_async_event(&self) -> Result<Option<AsyncEvent>, Error> {
        self.async_event(Some(Duration::ZERO))
    }

    /// The card's MAC address.
    pub fn mac(&self) -> MacAddress {
        MacAddress(self.shared.card.mac())
    }

    /// The addresses of the port, [`super::Device::gid_table`].
    pub fn gid_table(&self) -> Vec<GidEntry> {
        gid_table::all(self.shared.card.gids())
    }

    /// The address at an index, [`super::Device::query_gid`].
    pub fn query_gid(&self, index: u32) -> Result<GidEntry, Error> {
        gid_table::query(self.shared.card.gids(), index)
    }

    /// What a loop that polls does between two looks: a processor pauses, a simulated card goes on.
    pub fn pause(&self) {
        self.shared.card.bus().pause();
    }
}
