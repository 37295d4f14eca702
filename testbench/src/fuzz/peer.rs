//! The other end of a queue pair as the fuzzer plays it: what it may send next, what the card has asked of it, and how the queue pair is
//! armed again when it has fallen.
//!
//! What the card expects is followed from what is sent to it, as if all of it arrived, and put right by its answers.
use super::make::{self, Path, later};
use super::memory::{BYTES, Memory, REMOTE};
use super::mutate::percent;
use crate::reference::Packet;
use fastrand::Rng;
use ferric::verbs::{
    AccessFlags, AddressVector, CompletionQueue, Error, Gid, MacAddress, Mtu, Payload,
    QpAttributes, QpState, QueuePair, RecvWr, SendOperation, SendWr, Sge,
};
use ferric_layout::Psn;
use ferric_layout::opcode::{Kind, Position, operation};
use ferric_layout::sizes::MESSAGE_MAX;
use ferric_layout::status::syndrome;
use ferric_layout::wire::{Bth, bth};
use std::collections::VecDeque;

/// Names of work requests.
pub const RECEIVE: u64 = 1;
pub const SEND: u64 = 2;
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
    /// PSN of the next request.
    psn: u32,
    message: Option<Message>,
    /// PSN and message before each of the latest requests.
    steps: VecDeque<(u32, Option<Message>)>,
    asked: VecDeque<Asked>,
    moves: [QpAttributes; 3],
}

/// A WRITE's range or something like it.
struct Target {
    va: u64,
    rkey: u32,
    length: u32,
}

impl Peer {
    /// Makes the card's end and connects it.
    pub fn new(
        index: usize,
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
                        vlan: path.vlan,
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
            psn: 0,
            message: None,
            steps: VecDeque::new(),
            asked: VecDeque::new(),
        };
        peer.connect(rng)?;
        Ok(peer)
    }

    /// From RESET to RTS, with new PSNs.
    fn connect(&mut self, rng: &mut Rng) -> Result<(), Error> {
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

    /// Arms the queue pair again.
    pub fn rearm(&mut self, rng: &mut Rng) -> Result<(), Error> {
        let reset = QpAttributes {
            qp_state: Some(QpState::Reset),
            ..QpAttributes::default()
        };
        self.qp.modify(&reset)?;
        self.connect(rng)
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
        self.qp.post_recv(&[RecvWr::new(RECEIVE, room)])?;
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
        let (operation, sges) = match rng.u32(..6) {
            0 => (SendOperation::Send, &from),
            1 => (SendOperation::RdmaWrite { remote_addr, rkey }, &from),
            2 => (
                SendOperation::FetchAdd {
                    remote_addr,
                    rkey,
                    add: 1,
                },
                &word,
            ),
            _ => (SendOperation::RdmaRead { remote_addr, rkey }, &into),
        };
        let send = SendWr::new(SEND, operation, Payload::Sges(sges)).signaled();
        self.qp.post_send(&[send])?;
        self.sending += 1;
        Ok(())
    }

    /// A WRITE of the card's, which is answered right.
    pub fn post_write(&mut self, memory: &Memory) -> anyhow::Result<()> {
        let from = [memory.local.sge(..64)?];
        self.qp
            .post_send(&[SendWr::write(SEND, &from, 0, 1).signaled()])?;
        self.sending += 1;
        Ok(())
    }

    /// A work request has completed.
    pub fn completed(&mut self, name: u64, success: bool) {
        let count = if name == RECEIVE {
            &mut self.posted
        } else {
            &mut self.sending
        };
        *count = count.saturating_sub(1);
        self.done[usize::from(name == SEND)] += u64::from(success);
        self.fallen |= !success;
    }

    /// Work requests of this name that have succeeded since the queue pair was armed.
    pub fn done(&self, name: u64) -> u64 {
        self.done[usize::from(name == SEND)]
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

    /// A request that is right in everything.
    pub fn request(&self, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        match self.message {
            Some(message) if percent(rng, 90) => self.onward(message, rng),
            _ => {
                let (opcode, length) = self.draw(rng);
                self.begin(opcode, target(opcode, length, memory, rng), memory, rng)
            }
        }
    }

    /// A request whose range or key is not open, and which is right in everything else.
    pub fn trespass(&self, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        let openers = [
            operation::WRITE_ONLY,
            operation::WRITE_FIRST,
            operation::READ_REQUEST,
            operation::COMPARE_SWAP,
            operation::FETCH_ADD,
        ];
        let opcode = openers[rng.usize(..openers.len())];
        let length = match opcode {
            operation::WRITE_FIRST => 2 * self.pmtu,
            operation::WRITE_ONLY => rng.usize(1..=self.pmtu),
            operation::READ_REQUEST => rng.usize(1..=PACKETS * self.pmtu),
            _ => 8,
        };
        let mut target = target(opcode, length, memory, rng);
        let end = memory.open.addr() + BYTES as u64;
        match rng.u32(..10) {
            0 => target.rkey ^= 1 << rng.u8(..8),
            1 => target.rkey ^= 1 << rng.u8(8..32),
            2 => target.rkey = 0,
            3 => (target.va, target.rkey) = (memory.foreign.addr(), memory.foreign.rkey()),
            4 => (target.va, target.rkey) = (memory.landing.addr(), memory.landing.lkey()),
            5 => target.va = (memory.open.addr() - 1 - rng.u64(..16)) & !7,
            6 => {
                target.va = (end - u64::from(target.length) + 1 + rng.u64(..16)).next_multiple_of(8)
            }
            7 => target.va = u64::MAX - 7,
            8 => target.va = end + rng.u64(..1 << 20) / 8 * 8,
            _ => target.va = rng.u64(..) & !7,
        }
        self.begin(opcode, target, memory, rng)
    }

    /// An operation and the bytes of its message.
    fn draw(&self, rng: &mut Rng) -> (u8, usize) {
        let pmtu = self.pmtu;
        match rng.u32(..100) {
            0..=39 => (operation::WRITE_ONLY, rng.usize(1..=pmtu)),
            40..=45 => (operation::WRITE_ONLY_IMMEDIATE, rng.usize(1..=pmtu)),
            46..=57 => (operation::WRITE_FIRST, rng.usize(pmtu + 1..=PACKETS * pmtu)),
            58..=65 => (operation::SEND_ONLY, rng.usize(1..=pmtu.min(ROOM))),
            66..=67 => (
                operation::SEND_ONLY_IMMEDIATE,
                rng.usize(1..=pmtu.min(ROOM)),
            ),
            68..=69 => (
                operation::SEND_ONLY_INVALIDATE,
                rng.usize(1..=pmtu.min(ROOM)),
            ),
            70..=72 => (operation::SEND_FIRST, pmtu + 100),
            73..=87 => (operation::READ_REQUEST, rng.usize(1..=PACKETS * pmtu)),
            88..=93 => (operation::COMPARE_SWAP, 8),
            _ => (operation::FETCH_ADD, 8),
        }
    }

    /// The first packet of a message, or its only one.
    fn begin(&self, opcode: u8, target: Target, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        let Target { va, rkey, length } = target;
        let bytes = length as usize;
        let (headers, payload) = match opcode {
            operation::WRITE_ONLY => (make::reth(va, rkey, length), bytes),
            operation::WRITE_ONLY_IMMEDIATE => {
                let immediate = rng.u32(..).to_be_bytes();
                (
                    [&make::reth(va, rkey, length)[..], &immediate].concat(),
                    bytes,
                )
            }
            operation::WRITE_FIRST => (make::reth(va, rkey, length), self.pmtu),
            operation::SEND_ONLY_IMMEDIATE => (rng.u32(..).to_be_bytes().to_vec(), bytes),
            operation::SEND_ONLY_INVALIDATE => {
                (memory.passing.rkey().to_be_bytes().to_vec(), bytes)
            }
            operation::SEND_FIRST => (Vec::new(), self.pmtu),
            operation::READ_REQUEST => (make::reth(va, rkey, length), 0),
            operation::COMPARE_SWAP | operation::FETCH_ADD => {
                (make::atomic(va, rkey, rng.u64(..), rng.u64(..4)), 0)
            }
            _ => (Vec::new(), bytes),
        };
        self.packet(opcode, &headers, payload.min(self.pmtu), rng)
    }

    /// The next packet of a message under way.
    fn onward(&self, message: Message, rng: &mut Rng) -> Vec<u8> {
        let ends = message.left <= self.pmtu;
        let opcode = match (message.write, ends) {
            (true, false) => operation::WRITE_MIDDLE,
            (true, true) => operation::WRITE_LAST,
            (false, false) => operation::SEND_MIDDLE,
            (false, true) => operation::SEND_LAST,
        };
        // How long a SEND becomes is told by its last packet.
        let left = if message.write { message.left } else { 100 };
        self.packet(opcode, &[], left.min(self.pmtu), rng)
    }

    fn packet(&self, opcode: u8, headers: &[u8], payload: usize, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = vec![0; payload];
        rng.fill(&mut bytes);
        let mut base: Bth = self.path.bth(opcode, self.psn, payload);
        if percent(rng, 20) {
            base.ack_request = 0;
        }
        if percent(rng, 20) {
            base.flags |= bth::SOLICITED;
        }
        self.path.packet(&base, headers, &bytes)
    }

    /// A short SEND that is far ahead of what is expected.
    pub fn far_ahead(&self) -> Vec<u8> {
        let payload = [0; 4];
        let psn = later(self.psn, 1000);
        let base = self.path.bth(operation::SEND_ONLY, psn, payload.len());
        self.path.packet(&base, &[], &payload)
    }

    /// Whether such a frame takes one beat.
    pub fn is_short(&self) -> bool {
        !self.path.ipv6() && self.path.vlan.is_none()
    }

    /// A good WRITE of these bytes to the start of the open region.
    pub fn write(&self, memory: &Memory, bytes: &[u8]) -> Vec<u8> {
        let headers = make::reth(memory.open.addr(), memory.open.rkey(), bytes.len() as u32);
        let base = self.path.bth(operation::WRITE_ONLY, self.psn, bytes.len());
        self.path.packet(&base, &headers, bytes)
    }

    /// A good SEND of these bytes.
    pub fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let base = self.path.bth(operation::SEND_ONLY, self.psn, bytes.len());
        self.path.packet(&base, &[], bytes)
    }

    /// An answer to something that the card has asked, right or nearly so.
    pub fn answer(&mut self, rng: &mut Rng) -> Option<Vec<u8>> {
        let last = self.asked.len().checked_sub(1)?;
        let at = if percent(rng, 70) {
            0
        } else {
            rng.usize(..=last)
        };
        if percent(rng, 12) {
            let psn = self.asked[at].psn;
            return Some(self.acknowledge(psn, self.refusal(rng)));
        }
        Some(self.proper(at, rng))
    }

    fn refusal(&self, rng: &mut Rng) -> u8 {
        match rng.u32(..4) {
            0 => syndrome::NAK_SEQUENCE,
            1 => syndrome::RNR_NAK | rng.u8(1..4),
            2 => syndrome::KIND_NAK | rng.u8(1..6),
            _ => rng.u8(..),
        }
    }

    fn acknowledge(&self, psn: u32, syndrome: u8) -> Vec<u8> {
        let base = Bth {
            ack_request: 0,
            ..self.path.bth(operation::ACKNOWLEDGE, psn, 0)
        };
        self.path.packet(&base, &make::aeth(syndrome, psn), &[])
    }

    /// Whether something asked stands unanswered.
    pub fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The answer to the oldest request.
    pub fn proper_answer(&mut self, rng: &mut Rng) -> Vec<u8> {
        self.proper(0, rng)
    }

    /// The right answer to a request; it is forgotten when that was the last of it.
    fn proper(&mut self, at: usize, rng: &mut Rng) -> Vec<u8> {
        let Asked {
            psn,
            kind,
            length,
            done,
        } = self.asked[at].clone();
        let base = |opcode, psn, payload| Bth {
            ack_request: 0,
            ..self.path.bth(opcode, psn, payload)
        };
        let aeth = make::aeth(syndrome::ACK, rng.u32(..) & Psn::MASK);
        let mut ends = true;
        let frame = match kind {
            Kind::ReadRequest => {
                let packets = length.div_ceil(self.pmtu).max(1);
                ends = done + 1 >= packets;
                let opcode = match (done, ends) {
                    (0, true) => operation::READ_RESPONSE_ONLY,
                    (0, false) => operation::READ_RESPONSE_FIRST,
                    (_, true) => operation::READ_RESPONSE_LAST,
                    (_, false) => operation::READ_RESPONSE_MIDDLE,
                };
                let middle = opcode == operation::READ_RESPONSE_MIDDLE;
                let left = length.saturating_sub(done * self.pmtu).min(self.pmtu);
                let mut payload = vec![0; left];
                rng.fill(&mut payload);
                let base = base(opcode, later(psn, done as u32), payload.len());
                let headers = if middle { &[][..] } else { &aeth };
                self.path.packet(&base, headers, &payload)
            }
            Kind::CompareSwap | Kind::FetchAdd => {
                let headers = [&aeth[..], &rng.u64(..).to_be_bytes()].concat();
                self.path
                    .packet(&base(operation::ATOMIC_ACKNOWLEDGE, psn, 0), &headers, &[])
            }
            _ => self.acknowledge(psn, syndrome::ACK),
        };
        if ends {
            self.asked.remove(at);
        } else {
            self.asked[at].done += 1;
        }
        frame
    }
}

/// An open range for a message.
fn target(opcode: u8, length: usize, memory: &Memory, rng: &mut Rng) -> Target {
    debug_assert!(length <= MESSAGE_MAX as usize);
    let at = rng.usize(..=BYTES - length);
    let atomic = [operation::COMPARE_SWAP, operation::FETCH_ADD].contains(&opcode);
    let readable = opcode == operation::READ_REQUEST && percent(rng, 30);
    let region = if readable {
        &memory.readable
    } else {
        &memory.open
    };
    let mut va = region.addr() + at as u64;
    if atomic {
        va &= !7;
        va = va.max(region.addr().next_multiple_of(8));
    }
    Target {
        va,
        rkey: region.rkey(),
        length: length as u32,
    }
}
