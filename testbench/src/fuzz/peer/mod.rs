//! The other end of a queue pair as the fuzzer plays it: what it may send next, what the card has asked of it, and how the queue pair is
//! armed again when it has fallen.
//!
//! What the card expects is followed from what is sent to it, as if all of it arrived, and put right by its answers.
mod answers;
mod requests;

use super::make::{self, Path, later};
use super::memory::{BYTES, Memory, REMOTE};
use super::mutate::percent;
use crate::reference::{self, Attributes, Packet, Piece, Receive, Request};
use fastrand::Rng;
use ferric::verbs::{
    AccessFlags, AddressVector, CompletionQueue, Device, Error, Gid, MacAddress, Mtu, Payload,
    QpAttributes, QpState, QueuePair, RecvWr, SendOperation, SendWr, Sge,
};
use ferric_layout::Psn;
use ferric_layout::opcode::{Kind, Position};
use ferric_layout::status::syndrome;
use ferric_layout::wire::{VLAN_DROP_ELIGIBLE, VLAN_PRIORITY_SHIFT};
use std::collections::VecDeque;

/// The low bit of a work request's name.
pub const RECEIVE: u64 = 0;
pub const SEND: u64 = 1;
/// Peers' numbers begin here.
pub const FIRST: u32 = 0x1000;
/// Receives that are kept posted.
const RECEIVES: usize = 8;
/// Bytes of a receive.
const ROOM: usize = 512;
/// Sends under way at most.
const SENDS: usize = 3;
/// Requests of the card, and steps of the own ones, that are remembered.
const REMEMBERED: usize = 16;
/// Of so many queue pairs this one has no receives, and this one lets its peer do nothing to memory.
const SILENT: (usize, usize) = (16, 5);
const CLOSED: (usize, usize) = (16, 11);
/// Packets of the longest message.
const PACKETS: usize = 3;

/// A message of which packets are still to be sent.
#[derive(Clone, Copy, Debug)]
struct Message {
    write: bool,
    left: usize,
}

/// A request of the card that was not answered.
#[derive(Clone, Debug)]
struct Asked {
    psn: u32,
    kind: Kind,
    /// Bytes of a READ, and packets of it that were answered.
    length: usize,
    done: usize,
}

/// Something that was posted.
pub enum Noted {
    Send(Request),
    Receive(Receive),
}

/// The protection domain of all queue pairs, in the model.
pub const PD: u32 = 1;

/// The other end of a queue pair.
pub struct Peer {
    /// The card's end.
    pub qp: QueuePair,
    /// How frames come to it.
    pub path: Path,
    /// It went to the error state.
    pub fallen: bool,
    /// The chunk in which a frame was last sent to it.
    pub used: u64,
    /// What it has acknowledged last.
    pub acknowledged: Option<u32>,
    pmtu: usize,
    /// It has receives.
    receives: bool,
    posted: usize,
    sending: usize,
    /// Work requests that succeeded since the queue pair was armed, receives and sends.
    done: [u64; 2],
    names: u64,
    noted: Vec<Noted>,
    /// PSN of the next request.
    psn: u32,
    message: Option<Message>,
    /// PSN and message before each of the latest requests.
    steps: VecDeque<(u32, Option<Message>)>,
    asked: VecDeque<Asked>,
    moves: [QpAttributes; 3],
}

impl Peer {
    /// Makes the card's end and connects it.
    pub fn new(
        index: usize,
        device: &Device,
        memory: &Memory,
        cq: &CompletionQueue,
        mac: [u8; 6],
        rng: &mut Rng,
    ) -> Result<Self, Error> {
        let qp = memory
            .pd
            .create_qp(cq, cq)
            .set_max_send_wr(SENDS as u32)
            .set_max_recv_wr(RECEIVES as u32)
            .build()?;
        let path = Path::random(qp.number(), mac, rng);
        let vlan = path.vlan.map(|tag| make::vlan_id(Some(tag)));
        device.add_gid(Gid(path.own), vlan.filter(|id| *id != 0))?;
        let pmtu = if percent(rng, 80) {
            Mtu::Mtu256
        } else {
            Mtu::Mtu1024
        };
        let access = if index % CLOSED.0 == CLOSED.1 {
            AccessFlags::NONE
        } else {
            REMOTE
        };
        let mut peer = Peer {
            moves: [
                QpAttributes {
                    qp_state: Some(QpState::Init),
                    pkey_index: Some(0),
                    port_num: Some(1),
                    qp_access_flags: Some(access),
                    ..QpAttributes::default()
                },
                QpAttributes {
                    qp_state: Some(QpState::Rtr),
                    ah_attr: Some(AddressVector {
                        vlan,
                        service_level: (path.vlan.unwrap_or(0) >> VLAN_PRIORITY_SHIFT) as u8,
                        ..AddressVector::new(
                            Gid(path.own),
                            Gid(path.peer),
                            MacAddress(path.peer_mac),
                        )
                    }),
                    path_mtu: Some(pmtu),
                    dest_qp_num: Some(FIRST + index as u32),
                    max_dest_rd_atomic: Some(rng.u8(2..=16)),
                    min_rnr_timer: Some(1),
                    ..QpAttributes::default()
                },
                QpAttributes {
                    qp_state: Some(QpState::Rts),
                    // A third of them sends again what is not answered.
                    timeout: Some(if percent(rng, 33) { 5 } else { 0 }),
                    retry_cnt: Some(3),
                    rnr_retry: Some(3),
                    max_rd_atomic: Some(4),
                    ..QpAttributes::default()
                },
            ],
            qp,
            path,
            fallen: false,
            used: 0,
            acknowledged: None,
            pmtu: pmtu.bytes(),
            receives: index % SILENT.0 != SILENT.1,
            posted: 0,
            sending: 0,
            done: [0; 2],
            names: 0,
            noted: Vec::new(),
            psn: 0,
            message: None,
            steps: VecDeque::new(),
            asked: VecDeque::new(),
        };
        peer.connect(rng)?;
        Ok(peer)
    }

    /// From RESET to RTS, with new PSNs.
    pub fn connect(&mut self, rng: &mut Rng) -> Result<(), Error> {
        let [init, rtr, rts] = &mut self.moves;
        self.psn = rng.u32(..) & Psn::MASK;
        rtr.rq_psn = Some(self.psn);
        rts.sq_psn = Some(rng.u32(..) & Psn::MASK);
        for step in [init, rtr, rts] {
            self.qp.modify(step)?;
        }
        self.message = None;
        self.steps.clear();
        self.asked.clear();
        (self.posted, self.sending, self.done) = (0, 0, [0; 2]);
        (self.fallen, self.acknowledged) = (false, None);
        Ok(())
    }

    /// Begins to arm the queue pair again: nothing of it is left then.
    pub fn reset(&mut self) -> Result<(), Error> {
        let reset = QpAttributes {
            qp_state: Some(QpState::Reset),
            ..QpAttributes::default()
        };
        self.qp.modify(&reset)
    }

    /// Posts receives, now and then one that names memory it must not.
    pub fn post_receives(&mut self, memory: &Memory, rng: &mut Rng) -> anyhow::Result<()> {
        while self.receives && self.posted < RECEIVES {
            let at = rng.usize(..BYTES - ROOM);
            let mut room = memory.landing.sge(at..at + ROOM)?;
            if percent(rng, 4) {
                room = Sge::new(memory.readable.addr(), ROOM as u32, memory.readable.lkey());
            }
            self.post_receive(&[room])?;
        }
        Ok(())
    }

    /// Posts a receive.
    pub fn post_receive(&mut self, room: &[Sge]) -> anyhow::Result<()> {
        let id = self.name(RECEIVE);
        let pieces = pieces(room);
        self.noted.push(Noted::Receive(Receive { id, pieces }));
        self.qp.post_recv(&[RecvWr::new(id, room)])?;
        self.posted += 1;
        Ok(())
    }

    /// Posts a send, if few are under way.
    pub fn post_send(&mut self, memory: &Memory, rng: &mut Rng) -> anyhow::Result<()> {
        if self.sending == SENDS {
            return Ok(());
        }
        let length = rng.usize(1..3 * self.pmtu);
        let at = rng.usize(..BYTES - length) & !7;
        let (remote_addr, rkey) = (rng.u64(..) & !7, rng.u32(..));
        let from = [memory.local.sge(at..at + length)?];
        let into = [memory.landing.sge(at..at + length)?];
        let word = [memory.landing.sge(at..at + 8)?];
        let add = 1;
        let (operation, sges) = match rng.u32(..6) {
            0 => (SendOperation::Send, &from),
            1 => (SendOperation::RdmaWrite { remote_addr, rkey }, &from),
            2 => {
                let add = SendOperation::FetchAdd {
                    remote_addr,
                    rkey,
                    add,
                };
                (add, &word)
            }
            _ => (SendOperation::RdmaRead { remote_addr, rkey }, &into),
        };
        self.post(operation, sges)
    }

    /// A WRITE of the card's, which is answered right.
    pub fn post_write(&mut self, memory: &Memory) -> anyhow::Result<()> {
        let operation = SendOperation::RdmaWrite {
            remote_addr: 0,
            rkey: 1,
        };
        self.post(operation, &[memory.local.sge(..64)?])
    }

    fn post(&mut self, operation: SendOperation, sges: &[Sge]) -> anyhow::Result<()> {
        let id = self.name(SEND);
        self.noted.push(Noted::Send(Request {
            id,
            operation: modelled(operation),
            payload: reference::Payload::Pieces(pieces(sges)),
            signaled: true,
            fence: false,
            solicited: false,
        }));
        let send = SendWr::new(id, operation, Payload::Sges(sges)).signaled();
        self.qp.post_send(&[send])?;
        self.sending += 1;
        Ok(())
    }

    /// Another name of a work request.
    fn name(&mut self, kind: u64) -> u64 {
        self.names += 1;
        self.names << 1 | kind
    }

    /// What was posted since last asked, for the model.
    pub fn take_noted(&mut self) -> Vec<Noted> {
        std::mem::take(&mut self.noted)
    }

    /// The queue pair as the model knows it.
    pub fn attributes(&self) -> Attributes {
        let [init, rtr, rts] = &self.moves;
        let code = |value: Option<u8>| value.unwrap_or_default();
        let psn = |value: Option<u32>| Psn::new(value.unwrap_or_default());
        Attributes {
            qpn: self.path.qpn,
            peer_qpn: rtr.dest_qp_num.unwrap_or_default(),
            gid: self.path.own,
            peer_gid: self.path.peer,
            // The card never marks a frame as eligible to be dropped.
            tag: self.path.vlan.map(|tag| tag & !VLAN_DROP_ELIGIBLE),
            pd: PD,
            pkey: self.path.pkey,
            pmtu: self.pmtu,
            access: init.qp_access_flags.map_or(0, |access| access.bits()),
            sq_psn: psn(rts.sq_psn),
            rq_psn: psn(rtr.rq_psn),
            max_rd_atomic: code(rts.max_rd_atomic).into(),
            max_dest_rd_atomic: code(rtr.max_dest_rd_atomic).into(),
            timeout: code(rts.timeout),
            retry_cnt: code(rts.retry_cnt),
            rnr_retry: code(rts.rnr_retry),
            min_rnr_timer: code(rtr.min_rnr_timer),
        }
    }

    /// A work request has completed.
    pub fn completed(&mut self, name: u64, success: bool) {
        let count = if name & 1 == RECEIVE {
            &mut self.posted
        } else {
            &mut self.sending
        };
        *count = count.saturating_sub(1);
        self.done[(name & 1) as usize] += u64::from(success);
        self.fallen |= !success;
    }

    /// Receives or sends that have succeeded since the queue pair was armed.
    pub fn done(&self, kind: u64) -> u64 {
        self.done[kind as usize]
    }

    /// Whether the queue pair lets its peer write.
    pub fn is_open(&self) -> bool {
        self.moves[0].qp_access_flags == Some(REMOTE)
    }

    /// The card sent a packet.
    pub fn hears(&mut self, packet: &Packet) {
        let Some(row) = packet.row else { return };
        let psn = packet.psn.value();
        let detail = packet.aeth.map(|aeth| aeth.syndrome);
        match (row.kind, detail) {
            (Kind::Acknowledge, Some(detail))
                if detail & syndrome::KIND_MASK == syndrome::KIND_ACK =>
            {
                self.acknowledged = Some(psn);
                self.at_least(later(psn, 1));
            }
            (Kind::Acknowledge, Some(syndrome::NAK_SEQUENCE)) => self.back_to(psn),
            (Kind::Acknowledge, Some(detail))
                if detail & syndrome::KIND_MASK == syndrome::KIND_RNR =>
            {
                self.back_to(psn);
            }
            (Kind::Acknowledge, _) => self.fallen = true,
            (Kind::ReadResponse | Kind::AtomicAcknowledge, _) => self.at_least(later(psn, 1)),
            (kind, _) => {
                if self.asked.len() == REMEMBERED {
                    self.asked.pop_front();
                }
                self.asked.retain(|asked| asked.psn != psn);
                let length = packet.reth.map_or(0, |reth| reth.length.get() as usize);
                let done = 0;
                self.asked.push_back(Asked {
                    psn,
                    kind,
                    length,
                    done,
                });
            }
        }
    }

    /// The card expects `psn` or a later one.
    fn at_least(&mut self, psn: u32) {
        if Psn::new(psn).distance(Psn::new(self.psn)) > 0 {
            self.psn = psn;
        }
    }

    /// The card expects `psn`.
    fn back_to(&mut self, psn: u32) {
        self.psn = psn;
        if let Some((_, message)) = self.steps.iter().rev().find(|(at, _)| *at == psn) {
            self.message = *message;
        }
    }

    /// A frame goes to the card, changed or not: what that does to what it expects.
    pub fn follows(&mut self, frame: &[u8]) {
        let Ok(packet) = Packet::read(frame) else {
            return;
        };
        let here = packet.destination_qp == self.path.qpn && packet.psn.value() == self.psn;
        if !here || packet.is_answer() {
            return;
        }
        if self.steps.len() == REMEMBERED {
            self.steps.pop_front();
        }
        self.steps.push_back((self.psn, self.message));
        let Some(row) = packet.row else { return };
        let left = self.message.map_or(0, |message| message.left);
        let write = row.kind == Kind::Write;
        self.message = match row.position {
            Position::First => Some(packet.reth.map_or(left, |reth| reth.length.get() as usize)),
            Position::Middle => Some(left),
            Position::Last | Position::Only => None,
        }
        .map(|left| Message {
            write,
            left: left.saturating_sub(packet.payload.len()),
        });
        let asked = packet.reth.filter(|_| row.kind == Kind::ReadRequest);
        let length = asked.map_or(0, |reth| reth.length.get() as usize);
        let packets = length.div_ceil(self.pmtu).max(1);
        self.psn = later(self.psn, packets as u32);
    }

    /// PSN of the next request.
    pub fn psn(&self) -> u32 {
        self.psn
    }
}

/// Pieces as the model has them.
fn pieces(sges: &[Sge]) -> Vec<Piece> {
    let piece = |sge: &Sge| Piece {
        va: sge.addr,
        length: sge.length,
        lkey: sge.lkey,
    };
    sges.iter().map(piece).collect()
}

/// What is asked, in the words of the model.
fn modelled(operation: SendOperation) -> reference::Operation {
    match operation {
        SendOperation::RdmaWrite {
            remote_addr: va,
            rkey,
        } => reference::Operation::Write {
            va,
            rkey,
            immediate: None,
        },
        SendOperation::RdmaRead {
            remote_addr: va,
            rkey,
        } => reference::Operation::Read { va, rkey },
        SendOperation::FetchAdd {
            remote_addr: va,
            rkey,
            add,
        } => reference::Operation::FetchAdd { va, rkey, add },
        _ => reference::Operation::Send {
            immediate: None,
            invalidate: None,
        },
    }
}
