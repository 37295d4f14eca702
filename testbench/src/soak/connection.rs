//! One connection of the soak: two queue pairs, and what each has under way.
use super::judge::{Judge, PD};
use super::program::{Area, INLINE, Message, Operation, PIECES, Program, Room};
use super::{Plan, Regions, WINDOW, path};
use crate::link::wire::Side;
use crate::pair::Pair;
use crate::reference::{self, Attributes, Event, Piece, Receive, Request};
use anyhow::Context as _;
use fastrand::Rng;
use ferric::verbs::{
    AccessFlags, CompletionQueue, MemoryRegion, Payload, QueuePair, RecvWr, SendFlags,
    SendOperation, SendWr, Sge, WorkCompletion,
};
use ferric_layout::Psn;
use ferric_layout::wire::DEFAULT_PKEY;
use std::collections::VecDeque;
use std::ops::Range;

/// Messages drawn ahead, so that their receives are posted in time.
const AHEAD: usize = 8;
/// Receives that one end may have posted.
const RECEIVES: usize = 2 * (WINDOW + AHEAD);
/// Completions that one end may have outstanding.
pub const COMPLETIONS: usize = WINDOW + RECEIVES;
/// READs and atomics outstanding.
const DEPTH: u8 = 8;
/// Timer code of RNR NAKs: 10 µs.
const MIN_RNR_TIMER: u8 = 1;
/// Bytes of a region that is there to be ended.
const SPARE: usize = 64;
const RETRIES: u8 = 7;
const RNR_RETRIES: u8 = 7;

/// Memory of one host.
pub struct Memory(Regions);

impl Memory {
    /// Areas with random bytes; the words begin small, so that some swaps hit.
    pub fn new(pair: &Pair, side: Side, room: Room, rng: &mut Rng) -> anyhow::Result<Self> {
        let pd = &pair.ends[side.index()].pd;
        let mut random = |length: usize| {
            let mut bytes = vec![0; length];
            rng.fill(&mut bytes);
            bytes
        };
        let all = AccessFlags::LOCAL_WRITE
            | AccessFlags::REMOTE_WRITE
            | AccessFlags::REMOTE_READ
            | AccessFlags::REMOTE_ATOMIC;
        Ok(Memory([
            pd.register(random(room.bytes), AccessFlags::NONE)?,
            pd.register(random(room.bytes), all)?,
            pd.allocate(room.words, all)?,
        ]))
    }

    /// The areas.
    pub fn regions(&self) -> &Regions {
        &self.0
    }

    fn area(&self, area: Area) -> &MemoryRegion {
        let [constant, shared, words] = &self.0;
        match area {
            Area::Constant => constant,
            Area::Shared => shared,
            Area::Words => words,
        }
    }

    fn sges(&self, area: Area, pieces: &[Range<usize>]) -> anyhow::Result<Vec<Sge>> {
        let region = self.area(area);
        let sges: Result<Vec<_>, _> = pieces
            .iter()
            .map(|piece| region.sge(piece.clone()))
            .collect();
        Ok(sges?)
    }
}

/// The same pieces as the model has them.
fn pieces(sges: &[Sge]) -> Vec<Piece> {
    let piece = |sge: &Sge| Piece {
        va: sge.addr,
        length: sge.length,
        lkey: sge.lkey,
    };
    sges.iter().map(piece).collect()
}

/// What one end sends.
struct Direction {
    qp: QueuePair,
    program: Program,
    ready: VecDeque<(Message, u64)>,
    /// Names of messages under way.
    open: VecDeque<u64>,
    /// Receives that the peer has posted for this end's messages.
    receives: usize,
    next: u64,
    next_receive: u64,
    /// At the peer, a key for this end's SENDs to end, if there are any that do.
    spare: Option<MemoryRegion>,
}

/// A region whose key the peer's SENDs may end.
fn spare(pair: &Pair, judge: &mut Judge, side: Side) -> anyhow::Result<MemoryRegion> {
    let pd = &pair.ends[side.index()].pd;
    let region = pd.allocate(SPARE, AccessFlags::REMOTE_INVALIDATE)?;
    judge.register(pair, side, &region)?;
    Ok(region)
}

/// What a connection is among the others.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Counted from 0.
    pub index: usize,
    /// Messages that each end sends.
    pub shares: [usize; 2],
}

/// Two connected queue pairs.
pub struct Connection {
    ends: [Direction; 2],
    lead: u64,
}

impl Connection {
    /// Connects two hosts.
    pub fn new(
        plan: &Plan,
        pair: &Pair,
        judge: &mut Judge,
        queues: &[CompletionQueue; 2],
        room: Room,
        place: Place,
        rng: &mut Rng,
    ) -> anyhow::Result<Self> {
        let access =
            AccessFlags::REMOTE_WRITE | AccessFlags::REMOTE_READ | AccessFlags::REMOTE_ATOMIC;
        let attributes = pair.ends[0].device.attributes()?;
        let depth = if attributes.supports_read() { DEPTH } else { 0 };
        let mut prepare = |side: Side| {
            let (pd, cq) = (&pair.ends[side.index()].pd, &queues[side.index()]);
            path::choose(pd.create_qp(cq, cq), side, place.index)
                .set_access(access)
                .set_path_mtu(plan.mtu)
                .set_psn(rng.u32(..) & Psn::MASK)
                .set_max_send_wr(WINDOW as u32)
                .set_max_send_sge(PIECES as u32)
                .set_max_recv_wr(RECEIVES as u32)
                .set_max_recv_sge(PIECES as u32)
                .set_max_inline_data(INLINE as u32)
                .set_timeout(plan.timeout)
                .set_retry_count(RETRIES)
                .set_rnr_retry(RNR_RETRIES)
                .set_min_rnr_timer(MIN_RNR_TIMER)
                .set_max_rd_atomic(depth)
                .set_max_dest_rd_atomic(depth)
                .prepare()
        };
        let (a, b) = (prepare(Side::A)?, prepare(Side::B)?);
        let at = [a.endpoint(), b.endpoint()];
        let attributes = Side::BOTH.map(|side| {
            let (own, peer) = (at[side.index()], at[side.other().index()]);
            Attributes {
                qpn: own.qp_num,
                peer_qpn: peer.qp_num,
                gid: own.gid.0,
                peer_gid: peer.gid.0,
                tag: path::tag(place.index),
                pd: PD,
                pkey: DEFAULT_PKEY,
                pmtu: plan.mtu.bytes(),
                access: access.bits(),
                sq_psn: Psn::new(own.psn),
                rq_psn: Psn::new(peer.psn),
                max_rd_atomic: depth.into(),
                max_dest_rd_atomic: depth.into(),
                timeout: plan.timeout,
                retry_cnt: RETRIES,
                rnr_retry: RNR_RETRIES,
                min_rnr_timer: MIN_RNR_TIMER,
            }
        });
        judge.connect(pair, attributes)?;
        let [to_b, to_a] = [at[1], at[0]];
        let ends_keys = plan.mix.has(|one| one == Operation::SendInvalidate);
        let mut end = |qp, share, peer| -> anyhow::Result<_> {
            let spare = match ends_keys {
                true => Some(spare(pair, judge, peer)?),
                false => None,
            };
            Ok(Direction {
                qp,
                program: Program::new(rng.u64(..), &plan.mix, plan.sizes, room, share),
                ready: VecDeque::new(),
                open: VecDeque::new(),
                receives: 0,
                next: 0,
                next_receive: 0,
                spare,
            })
        };
        let [share_a, share_b] = place.shares;
        Ok(Connection {
            ends: [
                end(a.handshake(to_b)?, share_a, Side::B)?,
                end(b.handshake(to_a)?, share_b, Side::A)?,
            ],
            lead: plan.lead,
        })
    }

    /// Number of the queue pair at `side`.
    pub fn qpn(&self, side: Side) -> u32 {
        self.ends[side.index()].qp.number()
    }

    /// Whether everything is sent, received and reported.
    pub fn is_done(&self) -> bool {
        self.ends.iter().all(|end| {
            end.program.left() == 0
                && end.ready.is_empty()
                && end.open.is_empty()
                && end.receives == 0
        })
    }

    /// Posts what there is room for; how many bytes.
    pub fn post(
        &mut self,
        pair: &Pair,
        judge: &mut Judge,
        memory: &[Memory; 2],
    ) -> anyhow::Result<u64> {
        let mut bytes = 0;
        for side in Side::BOTH {
            self.draw(side, pair, judge, memory)?;
            let now = pair.world().host(side).now();
            let end = &mut self.ends[side.index()];
            let ripe = |message: &Message, since: u64| {
                !message.operation.takes_receive() || now >= since + self.lead
            };
            while end.open.len() < WINDOW
                && let Some((message, since)) = end.ready.pop_front()
            {
                if !ripe(&message, since) {
                    end.ready.push_front((message, since));
                    break;
                }
                end.send(side, pair, judge, memory, &message)
                    .with_context(|| format!("{message:?}"))?;
                bytes += message.length as u64;
            }
        }
        Ok(bytes)
    }

    /// Draws messages ahead, and posts the receives they take.
    fn draw(
        &mut self,
        side: Side,
        pair: &Pair,
        judge: &mut Judge,
        memory: &[Memory; 2],
    ) -> anyhow::Result<()> {
        let now = pair.world().host(side).now();
        let (own, other) = (side.index(), side.other());
        while self.ends[own].ready.len() < AHEAD && self.ends[own].receives < RECEIVES {
            let Some(message) = self.ends[own].program.next() else {
                break;
            };
            if message.operation.takes_receive() {
                let sges = memory[other.index()].sges(Area::Shared, &message.receive)?;
                let id = self.ends[own].next_receive;
                self.ends[own].next_receive += 1;
                self.ends[own].receives += 1;
                let qp = &self.ends[other.index()].qp;
                let receive = Receive {
                    id,
                    pieces: pieces(&sges),
                };
                judge.post_receive(pair, other, qp.number(), receive)?;
                qp.post_recv(&[RecvWr::new(id, &sges)])?;
            }
            self.ends[own].ready.push_back((message, now));
        }
        Ok(())
    }

    /// A completion at `side`; how many sends that completes, with all before. Instead of a key that was ended there is another.
    pub fn completed(
        &mut self,
        pair: &Pair,
        judge: &mut Judge,
        side: Side,
        done: &WorkCompletion,
    ) -> anyhow::Result<usize> {
        if done.opcode.is_receive() {
            let sender = &mut self.ends[side.other().index()];
            sender.receives -= 1;
            if let Some(key) = done.invalidated_rkey {
                judge.host(pair, side, Event::Deregister(key))?;
                drop(sender.spare.take());
                sender.spare = Some(spare(pair, judge, side)?);
            }
            return Ok(0);
        }
        let open = &mut self.ends[side.index()].open;
        let before = open.len();
        while open.pop_front().is_some_and(|id| id != done.wr_id) {}
        Ok(before - open.len())
    }
}

impl Direction {
    fn send(
        &mut self,
        side: Side,
        pair: &Pair,
        judge: &mut Judge,
        memory: &[Memory; 2],
        message: &Message,
    ) -> anyhow::Result<()> {
        let id = self.next;
        self.next += 1;
        self.open.push_back(id);
        let far = &memory[side.other().index()];
        let near = &memory[side.index()];
        let sges = near.sges(message.area, &message.pieces)?;
        let mut inline = Vec::new();
        if message.inline {
            for piece in &message.pieces {
                let at = inline.len();
                inline.resize(at + piece.len(), 0);
                near.area(message.area)
                    .read(piece.start, &mut inline[at..])?;
            }
        }
        let area = if message.operation.is_atomic() {
            Area::Words
        } else {
            Area::Shared
        };
        let far = far.area(area);
        let rkey = match message.operation {
            Operation::SendInvalidate => self.spare.as_ref().map_or(0, MemoryRegion::rkey),
            _ => far.rkey(),
        };
        let (verb, modelled) = operations(message, far.addr() + message.remote as u64, rkey);
        let request = Request {
            id,
            operation: modelled,
            payload: match message.inline {
                true => reference::Payload::Inline(inline.as_slice().into()),
                false => reference::Payload::Pieces(pieces(&sges)),
            },
            signaled: message.signaled,
            fence: message.fence,
            solicited: message.solicited,
        };
        judge.post(pair, side, self.qp.number(), request)?;
        let payload = match message.inline {
            true => Payload::Inline(&inline),
            false => Payload::Sges(&sges),
        };
        let flags = [
            (message.signaled, SendFlags::SIGNALED),
            (message.fence, SendFlags::FENCE),
            (message.solicited, SendFlags::SOLICITED),
        ];
        let flags = flags.into_iter().filter(|(set, _)| *set);
        let request = flags.fold(SendWr::new(id, verb, payload), |request, (_, flag)| {
            request.with(flag)
        });
        self.qp.post_send(&[request])?;
        Ok(())
    }
}

/// What a message asks for, in the words of the verbs and of the model.
fn operations(message: &Message, va: u64, rkey: u32) -> (SendOperation, reference::Operation) {
    let immediate = message.immediate;
    let (swap, compare) = (message.swap_add, message.compare);
    let send = |immediate| reference::Operation::Send {
        immediate,
        invalidate: None,
    };
    let write = |immediate| reference::Operation::Write {
        va,
        rkey,
        immediate,
    };
    let (remote_addr, imm_data) = (va, immediate);
    match message.operation {
        Operation::Send => (SendOperation::Send, send(None)),
        Operation::SendInvalidate => {
            let modelled = reference::Operation::Send {
                immediate: None,
                invalidate: Some(rkey),
            };
            (SendOperation::SendWithInvalidate { rkey }, modelled)
        }
        Operation::SendImmediate => (
            SendOperation::SendWithImm { imm_data },
            send(Some(immediate)),
        ),
        Operation::Write => (SendOperation::RdmaWrite { remote_addr, rkey }, write(None)),
        Operation::WriteImmediate => {
            let verb = SendOperation::RdmaWriteWithImm {
                remote_addr,
                rkey,
                imm_data,
            };
            (verb, write(Some(immediate)))
        }
        Operation::Read => {
            let modelled = reference::Operation::Read { va, rkey };
            (SendOperation::RdmaRead { remote_addr, rkey }, modelled)
        }
        Operation::CompareSwap => {
            let verb = SendOperation::CompareSwap {
                remote_addr,
                rkey,
                compare,
                swap,
            };
            let modelled = reference::Operation::CompareSwap {
                va,
                rkey,
                compare,
                swap,
            };
            (verb, modelled)
        }
        Operation::FetchAdd => {
            let add = message.swap_add;
            let verb = SendOperation::FetchAdd {
                remote_addr,
                rkey,
                add,
            };
            (verb, reference::Operation::FetchAdd { va, rkey, add })
        }
    }
}
