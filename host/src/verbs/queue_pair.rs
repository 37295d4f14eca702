//! One end of a connection.
use super::Error;
use super::attributes::QpAttributes;
use super::completion_queue::Shared as CompletionQueue;
use super::gid_table;
use super::protection_domain::Shared as Domain;
use super::queues::{Queues, Side};
use super::state::{QpState, QpType};
use super::transition::{self, ModifyError};
use super::work_request::{Bounds, PostError, PostErrorReason, RecvWr, SendFlags, SendWr};
use crate::driver::DriverError;
use crate::driver::object::{Kind, Number};
use crate::driver::work_queue::WorkQueue;
use ferric_layout::admin::{Header, Qp, opcode};
use ferric_layout::completion;
use ferric_layout::opcode::transport;
use ferric_layout::sizes::SLOT;
use ferric_layout::wire::DEFAULT_PKEY;
use ferric_layout::work::{SendWqe, flag};
use ferric_layout::{doorbell, qp};
use std::mem::offset_of;
use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard};

/// Room in the queues of a queue pair, `struct ibv_qp_cap`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct QpCapacity {
    /// Sends of the largest size that can be outstanding; smaller ones take fewer slots of the ring, so more of them can.
    pub max_send_wr: u32,
    /// Receives that can be outstanding.
    pub max_recv_wr: u32,
    /// Scatter/gather entries of a send.
    pub max_send_sge: u32,
    /// Scatter/gather entries of a receive.
    pub max_recv_sge: u32,
    /// Bytes of inline data.
    pub max_inline_data: u32,
}

/// What a queue pair is made of.
pub(super) struct Blueprint {
    pub domain: Arc<Domain>,
    pub send_cq: Arc<CompletionQueue>,
    pub recv_cq: Arc<CompletionQueue>,
    pub send_log2: u8,
    pub receive_log2: u8,
    pub capacity: QpCapacity,
    pub sq_sig_all: bool,
}

/// A queue pair of a reliable connection, `struct ibv_qp`. It may be used by several threads at once.
///
/// When it is dropped, work requests that have not completed do not complete any more, and completions not polled yet are gone.
pub struct QueuePair {
    number: Number,
    made: Blueprint,
    bounds: Bounds,
    queues: Arc<Queues>,
    /// What the card was last told: it wants to be told everything each time.
    told: Mutex<Qp>,
}

impl QueuePair {
    pub(super) fn new(made: Blueprint) -> Result<Self, Error> {
        let context = &made.domain.context;
        let card = &context.card;
        let number = Number::take(card, Kind::QueuePair)?;
        let qpn = number.value();
        let queues = Queues::new(card.bus(), made.send_log2, made.receive_log2)?;
        let told = Qp {
            header: Header {
                opcode: opcode::CREATE_QP,
                number: qpn.into(),
                ..Header::default()
            },
            pd: made.domain.number.value().into(),
            state: qp::state::RESET,
            transport: transport::RC,
            page: context.page.number(),
            send_ring: queues.send().ring.address().into(),
            receive_ring: queues.receive().ring.address().into(),
            send_log2: made.send_log2,
            receive_log2: made.receive_log2,
            send_cqn: cqn(&made.send_cq),
            receive_cqn: cqn(&made.recv_cq),
            pkey: DEFAULT_PKEY.into(),
            ..Qp::default()
        };
        let bounds = Bounds {
            domain: made.domain.id,
            send_sges: made.capacity.max_send_sge as usize,
            receive_sges: made.capacity.max_recv_sge as usize,
            inline: made.capacity.max_inline_data as usize,
            features: card.features(),
        };
        context.forget_events(|event| event.qp_num() == Some(qpn));
        card.execute(&told)?;
        let queues = Arc::new(queues);
        made.send_cq.join(qpn, &queues);
        made.recv_cq.join(qpn, &queues);
        context.owned().qps.insert(qpn);
        Ok(QueuePair {
            number,
            made,
            bounds,
            queues,
            told: Mutex::new(told),
        })
    }

    /// Its number, `qp_num`, by which the peer names it.
    pub fn number(&self) -> u32 {
        self.number.value()
    }

    /// Room in its queues, at least what was asked for.
    pub fn capacity(&self) -> QpCapacity {
        self.made.capacity
    }

    fn told(&self) -> MutexGuard<'_, Qp> {
        self.told
            .lock()
            .expect("no panic while the attributes are held")
    }

    /// The state the card has the queue pair in: an error can change it at any time.
    fn ask_state(&self) -> Result<QpState, Error> {
        let answer = self
            .number
            .card()
            .execute_on(opcode::QUERY_QP, self.number())?;
        let state = answer.object[offset_of!(Qp, state) - size_of::<Header>()];
        let state = QpState::from_u8(state);
        state.ok_or(Error::Unsupported("the state this queue pair is in"))
    }

    /// Its attributes, and its state as the card has it; `ibv_query_qp`. Before a path is set, it is all zero.
    pub fn query(&self) -> Result<QpAttributes, Error> {
        let told = self.told();
        Ok(QpAttributes::of(&told, self.ask_state()?))
    }

    /// Its state as the card has it.
    pub fn state(&self) -> Result<QpState, Error> {
        self.ask_state()
    }

    /// Moves the queue pair to another state, with the attributes given; `ibv_modify_qp`. What is required and possible for each move is
    /// the table of digest §10 for reliable connections. Moving to RESET forgets all work requests and their completions.
    ///
    /// # Errors
    /// Nothing has changed. [`Error::Modify`] says which attribute is missing, out of place or out of range.
    pub fn modify(&self, attributes: &QpAttributes) -> Result<(), Error> {
        let mut told = self.told();
        let to = attributes.qp_state.ok_or(ModifyError::NoState)?;
        let from = self.ask_state()?;
        transition::check(QpType::Rc, from, to, attributes.mask())?;
        if let Some(given) = attributes.cur_qp_state.filter(|given| *given != from) {
            let actual = from;
            return Err(ModifyError::WrongCurrentState { given, actual }.into());
        }
        let mut wanted = *told;
        wanted.header.opcode = opcode::MODIFY_QP;
        wanted.state = to as u8;
        attributes.apply(&mut wanted)?;
        let card = self.number.card();
        if let Some(path) = &attributes.ah_attr {
            gid_table::check(card.gids(), path.sgid, path.vlan)?;
        }
        if to == QpState::Reset {
            // Nothing may be posted while the card forgets where the rings stand.
            self.queues.enter(to);
            if let Err(error) = card.execute(&wanted) {
                self.queues.enter(from);
                return Err(error.into());
            }
            self.made.send_cq.forget(self.number());
            self.made.recv_cq.forget(self.number());
            self.queues.reset();
        } else {
            card.execute(&wanted)?;
            self.queues.enter(to);
        }
        *told = wanted;
        Ok(())
    }

    /// Posts sends, in order; `ibv_post_send`. The card is told once, after the last; a single small one with inline data is pushed
    /// ([`Device::set_push`](super::Device::set_push)).
    ///
    /// # Errors
    /// Says which work request was not posted; those before it were, it and those after it were not. Full: earlier ones have to complete
    /// first, and be polled; unsignalled ones count as complete when a later signalled one is.
    pub fn post_send(&self, list: &[SendWr<'_>]) -> Result<(), PostError> {
        let mut side = self.queues.send();
        let may = side.state.may_send();
        let always = if self.made.sq_sig_all {
            SendFlags::SIGNALED
        } else {
            SendFlags::NONE
        };
        self.post(&mut side, may, doorbell::SEND, list, |ring, request| {
            let (qpn, index) = (self.number(), ring.producer());
            let wqe = request.encode(qpn, index, always, &self.bounds)?;
            push(ring, wqe.slots(), request.wr_id, wqe.opcode, wqe.answer)
        })
    }

    /// Posts receives, in order; `ibv_post_recv`. The card is told once, after the last.
    ///
    /// # Errors
    /// As [`QueuePair::post_send`].
    pub fn post_recv(&self, list: &[RecvWr<'_>]) -> Result<(), PostError> {
        let mut side = self.queues.receive();
        let may = side.state.may_receive();
        self.post(&mut side, may, doorbell::RECEIVE, list, |ring, request| {
            let wqe = request.encode(&self.bounds)?;
            push(ring, &wqe, request.wr_id, completion::opcode::RECEIVE, 0)
        })
    }

    /// Puts a list in a ring and tells the card.
    fn post<T>(
        &self,
        side: &mut Side,
        may: bool,
        doorbell: u64,
        list: &[T],
        put: impl Fn(&mut WorkQueue, &T) -> Result<(), PostErrorReason>,
    ) -> Result<(), PostError> {
        let before = side.ring.mark();
        let mut outcome = Ok(());
        for (index, request) in list.iter().enumerate() {
            let posted = if may {
                put(&mut side.ring, request)
            } else {
                Err(PostErrorReason::WrongState(side.state))
            };
            if let Err(reason) = posted {
                outcome = Err(PostError { index, reason });
                break;
            }
        }
        if side.ring.mark() != before {
            let value = doorbell::Queue::new()
                .with_number(self.number())
                .with_index(side.ring.producer());
            // The work requests are in memory before the card is told.
            fence(Ordering::Release);
            let page = &self.made.domain.context.page;
            let pushed = (doorbell == doorbell::SEND && page.pushes())
                .then(|| side.ring.only_slot(before))
                .flatten()
                .filter(|slot| slot[offset_of!(SendWqe, flags)] & flag::INLINE != 0);
            let told = match pushed {
                Some(slot) => page.push(&slot),
                None => page.ring(doorbell, value.into()),
            };
            if let Err(error) = told {
                side.ring.rewind(before);
                let reason = match error {
                    DriverError::Bus(error) => error.into(),
                    _ => PostErrorReason::Lost,
                };
                return Err(PostError { index: 0, reason });
            }
        }
        outcome
    }
}

/// Puts a work request in a ring if there is room.
fn push(
    ring: &mut WorkQueue,
    slots: &[u8],
    wr_id: u64,
    opcode: u8,
    answer: u32,
) -> Result<(), PostErrorReason> {
    let (needed, free) = (slots.len() / SLOT, ring.free());
    if needed > free {
        return Err(PostErrorReason::QueueFull { needed, free });
    }
    ring.push(slots, wr_id, opcode, answer);
    Ok(())
}

/// A completion queue's number as commands carry it.
fn cqn(queue: &CompletionQueue) -> zerocopy::little_endian::U16 {
    u16::try_from(queue.number())
        .expect("the card has at most 2^16 completion queues")
        .into()
}

impl Drop for QueuePair {
    fn drop(&mut self) {
        let qpn = self.number();
        self.number.destroy(opcode::DESTROY_QP);
        self.made.send_cq.leave(qpn);
        self.made.recv_cq.leave(qpn);
        let context = &self.made.domain.context;
        context.owned().qps.remove(&qpn);
        context.forget_events(|event| event.qp_num() == Some(qpn));
    }
}
