//! Where work requests are reported done.
use super::Error;
use super::completion_channel::{CompletionChannel, Shared as Channel};
use super::context::Shared as Context;
use super::queues::Queues;
use super::work_completion::{WcStatus, WorkCompletion, qpn};
use crate::driver::DriverError;
use crate::driver::object::{Kind, Number};
use crate::driver::ring::PhaseRing;
use ferric_layout::admin::{CreateRing, Header, opcode};
use ferric_layout::completion::{self, Cqe};
use ferric_layout::doorbell::{self, arm};
use ferric_layout::sizes::{ASYNC_EQ, RING_LOG2_MAX, RING_LOG2_MIN};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use zerocopy::FromBytes;

/// The share of the ring that may be read and not yet given back to the card: one in so many entries.
const UNREPORTED: u32 = 4;
/// Most entries a completion queue can have.
pub(super) const ENTRIES_MAX: u32 = entries(RING_LOG2_MAX as u8);

/// Entries that certainly find room in a ring of `1 << log2`.
const fn entries(log2: u8) -> u32 {
    (1 << log2) - (1 << log2) / UNREPORTED
}

/// A completion queue, `struct ibv_cq`. It may be used by several threads at once; each completion is seen by one of them.
#[derive(Clone)]
pub struct CompletionQueue {
    pub(super) shared: Arc<Shared>,
}

/// What queue pairs and channels refer to.
pub(super) struct Shared {
    pub context: Arc<Context>,
    channel: Option<Arc<Channel>>,
    number: Number,
    state: Mutex<State>,
}

struct State {
    ring: PhaseRing<{ completion::SIZE }>,
    /// The consumer index the card was last told.
    reported: u16,
    /// Completions out of the ring that were not polled yet: entries that stand for several, and what was read on behalf of others.
    pending: VecDeque<WorkCompletion>,
    /// Who completes here.
    queue_pairs: HashMap<u32, Arc<Queues>>,
}

impl CompletionQueue {
    pub(super) fn new(
        context: &Arc<Context>,
        entries_asked: u32,
        channel: Option<&CompletionChannel>,
    ) -> Result<Self, Error> {
        if channel.is_some_and(|channel| !Arc::ptr_eq(&channel.shared.context, context)) {
            return Err(Error::Foreign {
                object: "completion channel",
                home: "context",
            });
        }
        let log2 = (RING_LOG2_MIN as u8..=RING_LOG2_MAX as u8)
            .find(|log2| entries(*log2) >= entries_asked)
            .ok_or(Error::TooMany {
                what: "completion entries",
                asked: entries_asked.into(),
                limit: ENTRIES_MAX.into(),
            })?;
        let card = &context.card;
        let number = Number::take(card, Kind::CompletionQueue)?;
        let ring = PhaseRing::new(card.bus(), log2)?;
        let channel = channel.map(|channel| channel.shared.clone());
        let cqn = number.value();
        context.forget_events(|event| event.cq_num() == Some(cqn));
        card.execute(&CreateRing {
            header: Header {
                opcode: opcode::CREATE_CQ,
                number: cqn.into(),
                ..Header::default()
            },
            page: u32::from(context.page.number()).into(),
            log2,
            // Without a channel it is never armed, and so raises nothing.
            eqn: channel
                .as_ref()
                .map_or(ASYNC_EQ as u8, |channel| channel.eqn()),
            ring: ring.address().into(),
            ..CreateRing::default()
        })?;
        let shared = Arc::new(Shared {
            context: context.clone(),
            channel,
            number,
            state: Mutex::new(State {
                ring,
                reported: 0,
                pending: VecDeque::new(),
                queue_pairs: HashMap::new(),
            }),
        });
        context.owned().cqs.insert(cqn);
        if let Some(channel) = &shared.channel {
            channel.join(cqn, &shared);
        }
        Ok(CompletionQueue { shared })
    }

    /// Its number, by which [`super::AsyncEvent::CqError`] names it.
    pub fn number(&self) -> u32 {
        self.shared.number()
    }

    /// Entries it has room for, at least what was asked for.
    pub fn entries(&self) -> u32 {
        entries(self.shared.lock().ring.log2())
    }

    /// Takes completions, oldest first, as many as there are and `room` holds; `ibv_poll_cq`. Does not wait. A loop that polls should
    /// call [`CompletionQueue::pause`] when there were none.
    ///
    /// # Errors
    /// The card does not answer; completions are not lost by that. Or it was reset, and those of before have been polled.
    pub fn poll<'r>(&self, room: &'r mut [WorkCompletion]) -> Result<&'r [WorkCompletion], Error> {
        let mut state = self.shared.lock();
        let mut count = 0;
        while let Some(place) = room.get_mut(count) {
            let Some(completion) = self.shared.next(&mut state) else {
                break;
            };
            *place = completion;
            count += 1;
        }
        let told = self.shared.give_back(&mut state, false);
        if count == 0 {
            told?;
            self.shared.context.card.life().check()?;
        }
        Ok(&room[..count])
    }

    /// Polls until there is a completion, at most for `timeout`; what it took, perhaps nothing.
    ///
    /// # Errors
    /// As [`CompletionQueue::poll`].
    pub fn poll_for<'r>(
        &self,
        room: &'r mut [WorkCompletion],
        timeout: Duration,
    ) -> Result<&'r [WorkCompletion], Error> {
        let bus = self.shared.context.card.bus();
        let deadline = bus.now().saturating_add(timeout);
        loop {
            let count = self.poll(room)?.len();
            if count != 0 || bus.now() >= deadline {
                return Ok(&room[..count]);
            }
            self.pause();
        }
    }

    /// What a loop that polls does between two looks: a processor pauses, a simulated card goes on.
    pub fn pause(&self) {
        self.shared.context.card.bus().pause();
    }

    /// Arms the queue, `ibv_req_notify_cq`: the next completion raises one event in its channel; with `solicited_only`, the next that
    /// the peer asked for an event for, or that is an error. Once; arming for the next is not undone by arming for a solicited one.
    ///
    /// **Arm, then poll until there is nothing more, then sleep.** Between the last poll and the arming something may complete. This
    /// card raises the event for that as well, whereas verbs in general does not; a program that follows the order is right on both,
    /// and may see an event for which there is nothing left to poll. [`CompletionQueue::wait`] follows it.
    ///
    /// # Errors
    /// The queue has no channel; the card does not answer.
    pub fn req_notify(&self, solicited_only: bool) -> Result<(), Error> {
        let channel = self.shared.channel.as_ref().ok_or(Error::NoChannel)?;
        // Each queue has at most two events in the ring: one since it was armed before, and the one it is armed for now.
        channel.make_room()?;
        let mut state = self.shared.lock();
        if !state.pending.is_empty() {
            // They are out of the ring, so the card raises nothing for them.
            channel.raise(self.number());
        }
        let arm = if solicited_only {
            arm::SOLICITED
        } else {
            arm::NEXT
        };
        self.shared.ring(&mut state, arm)
    }

    /// Arms the queue and sleeps until there is something to poll, at most for `timeout`, or for ever. Says whether there is.
    ///
    /// # Errors
    /// As [`CompletionQueue::req_notify`].
    pub fn wait(&self, timeout: Option<Duration>) -> Result<bool, Error> {
        let channel = self.shared.channel.as_ref().ok_or(Error::NoChannel)?;
        let bus = self.shared.context.card.bus();
        let deadline = timeout.map(|timeout| bus.now().saturating_add(timeout));
        let number = self.number();
        loop {
            if self.shared.lock().is_ready() {
                return Ok(true);
            }
            self.req_notify(false)?;
            if self.shared.lock().is_ready() {
                return Ok(true);
            }
            let left = deadline.map(|deadline| deadline.saturating_sub(bus.now()));
            if channel.wait(|cqn| cqn == number, left)?.is_none() {
                return Ok(self.shared.lock().is_ready());
            }
        }
    }
}

impl State {
    fn is_ready(&self) -> bool {
        !self.pending.is_empty() || self.ring.is_ready()
    }

    /// Turns an entry into completions. One that makes no sense is dropped.
    fn take(&mut self, entry: &Cqe) {
        let Some(queues) = self.queue_pairs.get(&qpn(entry)) else {
            tracing::warn!(?entry, "completion of a queue pair that is not here");
            return;
        };
        let receive = entry.opcode & completion::opcode::RECEIVE != 0;
        let side = if receive {
            &queues.receive
        } else {
            &queues.send
        };
        let mut side = side.lock().expect("no panic while the queue is held");
        let index = entry.index.get();
        if entry.status == WcStatus::Flushed as u8 {
            let flushed = side.ring.flush(index, entry.length.get());
            let completions = flushed
                .iter()
                .map(|posted| WorkCompletion::new(entry, posted));
            self.pending.extend(completions);
        } else if let Some(posted) = side.ring.complete(index) {
            let completion = WorkCompletion::new(entry, &posted);
            self.pending.push_back(completion);
        } else {
            tracing::warn!(?entry, "completion of a work request that is not there");
        }
    }
}

impl Shared {
    /// Its number.
    pub fn number(&self) -> u32 {
        self.number.value()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = self.state.lock();
        state.expect("no panic while the completions are held")
    }

    /// The next completion.
    fn next(&self, state: &mut State) -> Option<WorkCompletion> {
        while state.pending.is_empty() {
            let bytes = state.ring.pop()?;
            let entry = Cqe::read_from_bytes(&bytes).expect("an entry has its size");
            state.take(&entry);
            // A failure shows again at the next poll that finds nothing.
            let _ = self.give_back(state, false);
        }
        state.pending.pop_front()
    }

    /// Tells the card how far the ring is read, if that is due or `now`.
    fn give_back(&self, state: &mut State, now: bool) -> Result<(), Error> {
        let unreported = u32::from(state.ring.consumer().wrapping_sub(state.reported));
        let due = (1 << state.ring.log2()) / UNREPORTED;
        if unreported >= due || now && unreported != 0 {
            self.ring(state, arm::NONE)?;
        }
        Ok(())
    }

    /// Writes the doorbell.
    fn ring(&self, state: &mut State, arm: u8) -> Result<(), Error> {
        let index = state.ring.consumer();
        let value = doorbell::Completion::new()
            .with_number(self.number.value())
            .with_index(index)
            .with_arm(arm);
        self.context.page.ring(doorbell::COMPLETION, value.into())?;
        state.reported = index;
        Ok(())
    }

    /// From now on, a queue pair may complete here.
    pub fn join(&self, qpn: u32, queues: &Arc<Queues>) {
        self.lock().queue_pairs.insert(qpn, queues.clone());
    }

    /// Forgets what a queue pair completed that was not polled yet; the card writes nothing of it any more.
    pub fn forget(&self, qpn: u32) {
        let mut state = self.lock();
        while let Some(bytes) = state.ring.pop() {
            let entry = Cqe::read_from_bytes(&bytes).expect("an entry has its size");
            state.take(&entry);
        }
        state.pending.retain(|completion| completion.qp_num != qpn);
        let told = self.give_back(&mut state, true);
        if let Err(error) = told
            && !matches!(error, Error::Driver(DriverError::Lost))
        {
            tracing::warn!(cqn = self.number.value(), %error, "completion queue doorbell");
        }
    }

    /// The queue pair is gone.
    pub fn leave(&self, qpn: u32) {
        self.forget(qpn);
        self.lock().queue_pairs.remove(&qpn);
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let number = self.number.value();
        self.number.destroy(opcode::DESTROY_CQ);
        self.context.owned().cqs.remove(&number);
        self.context
            .forget_events(|event| event.cq_num() == Some(number));
        if let Some(channel) = &self.channel {
            channel.leave(number);
        }
    }
}
