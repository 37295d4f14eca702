//! Event queues: what the card tells of by itself, and how a thread sleeps until it does.
//!
//! Event queue 0 carries asynchronous events of the whole card; each completion channel has one of its own. Event queue `n` raises
//! interrupt vector `n`.
use super::DriverError;
use super::card::Card;
use super::doorbell::ring_doorbell;
use super::life::Life;
use super::ring::PhaseRing;
use crate::bus::Bus;
use ferric_layout::admin::{CreateRing, Header, opcode};
use ferric_layout::doorbell;
use ferric_layout::event::{Eqe, SIZE};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;
use zerocopy::FromBytes;

/// Longest sleep on an interrupt, after which a thread looks whether the card has been reset: a card that was tells of nothing any more,
/// and its interrupts are those of another life, which does not wait for ever either if one of them is taken here.
const NAP: Duration = Duration::from_millis(10);

/// One event queue and the events read from it that nobody has taken yet.
///
/// Several threads may wait, each for events of its own. One of them sleeps on the interrupt, the others on it: an interrupt is seen by
/// one sleeper only, and what it tells of may be meant for another.
pub struct EventQueue {
    bus: Arc<dyn Bus>,
    life: Arc<Life>,
    number: u8,
    page: u8,
    inner: Mutex<Inner>,
    woken: Condvar,
}

struct Inner {
    ring: PhaseRing<SIZE>,
    /// Events read from the ring, oldest first.
    pending: VecDeque<Eqe>,
    /// A thread sleeps on the interrupt.
    sleeping: bool,
}

impl Inner {
    /// The same thing told twice before anybody listened is told once, so that what nobody takes does not pile up.
    fn add(&mut self, event: Eqe) {
        if !self.pending.contains(&event) {
            self.pending.push_back(event);
        }
    }
}

impl EventQueue {
    /// Has the card create event queue `number` with `1 << log2` entries, whose consumer index doorbell page `page` moves.
    pub fn create(card: &Card, number: u8, page: u8, log2: u8) -> Result<Self, DriverError> {
        let ring = PhaseRing::new(card.bus(), log2)?;
        card.execute(&CreateRing {
            header: Header {
                opcode: opcode::CREATE_EQ,
                number: u32::from(number).into(),
                ..Header::default()
            },
            page: u32::from(page).into(),
            log2,
            ring: ring.address().into(),
            ..CreateRing::default()
        })?;
        Ok(EventQueue {
            bus: card.bus().clone(),
            life: card.life().clone(),
            number,
            page,
            inner: Mutex::new(Inner {
                ring,
                pending: VecDeque::new(),
                sleeping: false,
            }),
            woken: Condvar::new(),
        })
    }

    /// Its number, which is that of its interrupt vector.
    pub fn number(&self) -> u8 {
        self.number
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner
            .lock()
            .expect("no panic while the events are held")
    }

    /// Reads what the card has written and tells it that the room is free again.
    fn read(&self, inner: &mut Inner) -> Result<(), DriverError> {
        let before = inner.ring.consumer();
        while let Some(bytes) = inner.ring.pop() {
            let event = Eqe::read_from_bytes(&bytes).expect("an event has its size");
            tracing::trace!(queue = self.number, ?event, "event");
            inner.add(Eqe { phase: 0, ..event });
        }
        let index = inner.ring.consumer();
        if index == before {
            return Ok(());
        }
        let value = doorbell::Queue::new()
            .with_number(self.number.into())
            .with_index(index);
        self.life
            .during(|| ring_doorbell(&*self.bus, self.page, doorbell::EVENT, value.into()))
    }

    /// Moves what the card has written out of the ring, so that the ring has room for what comes next.
    pub fn collect(&self) -> Result<(), DriverError> {
        self.read(&mut self.lock())
    }

    /// Sleeps until there is an event that is `wanted`, and takes the oldest; `None` when `timeout` has passed. With a timeout of zero
    /// it only looks.
    ///
    /// # Errors
    /// The card does not answer, or was reset and there is none left of before.
    pub fn wait(
        &self,
        wanted: impl Fn(&Eqe) -> bool,
        timeout: Option<Duration>,
    ) -> Result<Option<Eqe>, DriverError> {
        let deadline = timeout.map(|timeout| self.bus.now().saturating_add(timeout));
        let mut inner = self.lock();
        loop {
            self.read(&mut inner)?;
            if let Some(position) = inner.pending.iter().position(&wanted) {
                return Ok(inner.pending.remove(position));
            }
            self.life.check()?;
            let left = deadline.map(|deadline| deadline.saturating_sub(self.bus.now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(None);
            }
            inner = if !inner.sleeping {
                inner.sleeping = true;
                drop(inner);
                let nap = left.map_or(NAP, |left| left.min(NAP));
                let raised = self.bus.wait(self.number.into(), Some(nap));
                let mut inner = self.lock();
                inner.sleeping = false;
                // What came may be meant for another, and somebody else must sleep on the interrupt if this thread goes.
                self.woken.notify_all();
                raised?;
                inner
            } else if let Some(left) = left {
                let woken = self.woken.wait_timeout(inner, left);
                woken.expect("no panic while the events are held").0
            } else {
                let woken = self.woken.wait(inner);
                woken.expect("no panic while the events are held")
            };
        }
    }

    /// Adds an event that the card did not write.
    pub fn add(&self, event: Eqe) {
        self.lock().add(event);
        self.woken.notify_all();
    }

    /// Drops events that nobody will want any more.
    pub fn forget(&self, unwanted: impl Fn(&Eqe) -> bool) {
        let mut inner = self.lock();
        if let Err(error) = self.read(&mut inner)
            && !matches!(error, DriverError::Lost)
        {
            tracing::warn!(queue = self.number, %error, "event queue doorbell");
        }
        inner.pending.retain(|event| !unwanted(event));
    }
}
