//! What a responder shall do, from the digest (§5, §6, §7, §9, §11), one packet after the other. It shares the layout with the hardware,
//! nothing else.
use ferric_layout::opcode::{Kind, Position, headers, operation, row};
use ferric_layout::psn::Psn;
use ferric_layout::qp::{access, pmtu_bytes};
use ferric_layout::sizes::{MESSAGE_MAX, RD_ATOMIC_MAX};
use ferric_layout::status::{Status, syndrome};
use ferric_layout::{completion, event};
use std::collections::{BTreeMap, VecDeque};

pub const PAGE: u64 = 4096;

/// Where a virtual address is on the bus: neighbours in one are none in the other.
pub fn bus(va: u64) -> u64 {
    ((va / PAGE * 7 + 3) * PAGE + va % PAGE) & ((1 << 60) - 1)
}

/// What stands in host memory where nothing was written.
pub fn untouched(address: u64) -> u8 {
    (address.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
}

#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub key: u32,
    pub pd: u16,
    pub access: u8,
    pub va: u64,
    pub length: u64,
}

/// Every key there is.
#[derive(Default)]
pub struct Keys(pub Vec<Key>);

impl Keys {
    pub fn open(&self, key: u32, pd: u16, access: u8, va: u64, length: u64) -> bool {
        let (va, end) = (u128::from(va), u128::from(va) + u128::from(length));
        let opens = |k: &&Key| {
            (k.key, k.pd) == (key, pd)
                && k.access & access == access
                && va >= u128::from(k.va)
                && end <= u128::from(k.va) + u128::from(k.length)
        };
        length == 0 || self.0.iter().any(|k| opens(&k))
    }
}

#[derive(Clone, Debug, Default)]
pub struct Packet {
    pub qpn: u16,
    pub opcode: u8,
    pub psn: u32,
    pub ack: bool,
    pub solicited: bool,
    pub pad: Option<u8>,
    pub va: u64,
    pub rkey: u32,
    pub dma_length: u32,
    pub swap: u64,
    pub compare: u64,
    pub immediate: u32,
    pub payload: Vec<u8>,
}

impl Packet {
    pub fn pad(&self) -> u8 {
        self.pad
            .unwrap_or((self.payload.len() as u8).wrapping_neg() & 3)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Sge {
    pub va: u64,
    pub length: u32,
    pub key: u32,
}

#[derive(Clone, Debug)]
pub struct Wqe {
    pub sges: Vec<Sge>,
    pub readable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub opcode: u8,
    pub psn: u32,
    pub syndrome: u8,
    pub msn: u32,
    pub payload: Vec<u8>,
    /// Original value, of an atomic acknowledge.
    pub value: u64,
}

impl Answer {
    /// A later answer tells the requester what this one would.
    pub fn gives_way(&self) -> bool {
        self.opcode == operation::ACKNOWLEDGE && self.syndrome <= syndrome::NAK_SEQUENCE
    }
}

/// A READ or atomic that a QP remembers.
#[derive(Clone, Copy, Debug)]
struct Remembered {
    psn: u32,
    msn: u32,
    va: u64,
    rkey: u32,
    length: u32,
    /// Of an atomic, the original value.
    value: Option<u64>,
}

impl Remembered {
    fn span(&self, pmtu: usize) -> u32 {
        (self.length as usize).div_ceil(pmtu).max(1) as u32
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Completion {
    pub opcode: u8,
    pub index: u16,
    pub status: u8,
    pub flags: u8,
    pub length: u32,
    pub immediate: u32,
    pub vendor_error: u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Under {
    Nothing,
    Send,
    Write,
}

#[derive(Clone, Debug)]
pub struct Qp {
    pub pd: u16,
    pub access: u8,
    pub pmtu: u8,
    pub rnr_timer: u8,
    pub max_dest: u8,
    remembered: VecDeque<Remembered>,
    pub active: bool,
    failed: bool,
    pub epsn: u32,
    /// PSN of the last packet of a SEND or WRITE.
    newest: u32,
    pub msn: u32,
    under: Under,
    nak_sent: bool,
    va: u64,
    rkey: u32,
    offset: u64,
    limit: u64,
    /// Receive WQEs not used yet; the first has index `next`.
    pub wqes: VecDeque<Wqe>,
    pub next: u16,
    pub answers: Vec<Answer>,
    pub completions: Vec<Completion>,
    pub faults: Vec<(u8, u8)>,
}

impl Qp {
    pub fn new(pd: u16, access: u8, pmtu: u8, rnr_timer: u8) -> Self {
        Qp {
            pd,
            access,
            pmtu,
            rnr_timer,
            max_dest: RD_ATOMIC_MAX as u8,
            remembered: VecDeque::new(),
            active: false,
            failed: false,
            epsn: 0,
            newest: 0,
            msn: 0,
            under: Under::Nothing,
            nak_sent: false,
            va: 0,
            rkey: 0,
            offset: 0,
            limit: 0,
            wqes: VecDeque::new(),
            next: 0,
            answers: vec![],
            completions: vec![],
            faults: vec![],
        }
    }

    /// The same with this many READs and atomics at a time.
    pub fn remembering(self, max_dest: u8) -> Self {
        Qp { max_dest, ..self }
    }

    pub fn start(&mut self, psn: u32) {
        (self.active, self.failed, self.epsn) = (true, false, psn);
        self.newest = Psn::new(psn.wrapping_sub(1)).value();
        (self.msn, self.under, self.nak_sent) = (0, Under::Nothing, false);
        self.remembered.clear();
    }

    fn answer(&mut self, psn: u32, syndrome: u8) {
        self.answers.push(Answer {
            opcode: operation::ACKNOWLEDGE,
            psn,
            syndrome,
            msn: self.msn,
            payload: vec![],
            value: 0,
        });
    }

    /// Answers what is remembered from the `at`th on, the first from packet `skip` on; stops at a key that does not open, with its NAK.
    fn respond(&mut self, at: usize, skip: u32, memory: &Memory) -> Result<(), u8> {
        let pmtu = pmtu_bytes(self.pmtu);
        for n in at..self.remembered.len() {
            let asked = self.remembered[n];
            let (span, begin) = (asked.span(pmtu), if n == at { skip } else { 0 });
            for k in begin..span {
                let (offset, psn) = (k as usize * pmtu, Psn::new(asked.psn).add(k).value());
                let rest = asked.length as usize - offset;
                let mut answer = Answer {
                    opcode: operation::ATOMIC_ACKNOWLEDGE,
                    psn,
                    syndrome: syndrome::ACK,
                    msn: asked.msn,
                    payload: vec![],
                    value: asked.value.unwrap_or(0),
                };
                if asked.value.is_none() {
                    let va = asked.va.wrapping_add(offset as u64);
                    if !memory
                        .keys
                        .open(asked.rkey, self.pd, access::REMOTE_READ, va, rest as u64)
                    {
                        answer.opcode = operation::ACKNOWLEDGE;
                        answer.syndrome = syndrome::NAK_REMOTE_ACCESS;
                        answer.msn = Psn::new(asked.msn).value() - 1;
                        self.answers.push(answer);
                        return Err(syndrome::NAK_REMOTE_ACCESS);
                    }
                    answer.opcode = match (k == begin, k + 1 == span) {
                        (true, true) => operation::READ_RESPONSE_ONLY,
                        (true, false) => operation::READ_RESPONSE_FIRST,
                        (false, true) => operation::READ_RESPONSE_LAST,
                        (false, false) => operation::READ_RESPONSE_MIDDLE,
                    };
                    let bytes = (va..).take(rest.min(pmtu)).map(|va| memory.byte(bus(va)));
                    answer.payload = bytes.collect();
                }
                self.answers.push(answer);
            }
        }
        Ok(())
    }

    /// A READ or atomic that comes again: the slot that answers it, and its packet.
    fn recall(&self, packet: &Packet) -> Option<(usize, u32)> {
        let pmtu = pmtu_bytes(self.pmtu);
        let past = |asked: &Remembered| Psn::new(packet.psn).distance(Psn::new(asked.psn));
        let inside = |asked: &Remembered| (0..asked.span(pmtu) as i32).contains(&past(asked));
        let at = self.remembered.iter().rposition(inside)?;
        let asked = &self.remembered[at];
        let skip = past(asked) as u32;
        let offset = u64::from(skip) * pmtu as u64;
        let suffix = packet.rkey == asked.rkey
            && packet.va == asked.va.wrapping_add(offset)
            && u64::from(packet.dma_length) + offset == u64::from(asked.length);
        let reads = packet.opcode == operation::READ_REQUEST;
        match asked.value {
            None => reads && suffix,
            Some(_) => !reads,
        }
        .then_some((at, skip))
    }

    fn remember(&mut self, asked: Remembered) {
        self.remembered.push_back(asked);
        if self.remembered.len() > RD_ATOMIC_MAX {
            self.remembered.pop_front();
        }
    }

    fn complete(&mut self, status: Status, vendor_error: u8) {
        let completion = Completion {
            opcode: completion::opcode::RECEIVE,
            index: self.next,
            status: status as u8,
            flags: 0,
            length: 0,
            immediate: 0,
            vendor_error,
        };
        self.completions.push(completion);
        self.wqes.pop_front();
        self.next = self.next.wrapping_add(1);
    }

    /// Everything that is posted ends as flushed, now and later.
    pub fn flush(&mut self) {
        (self.active, self.failed) = (false, true);
        if !self.wqes.is_empty() {
            let length = self.wqes.len() as u32;
            let (opcode, status) = (completion::opcode::RECEIVE, Status::Flushed as u8);
            self.completions.push(Completion {
                opcode,
                index: self.next,
                status,
                flags: 0,
                length,
                immediate: 0,
                vendor_error: 0,
            });
            self.next = self.next.wrapping_add(self.wqes.len() as u16);
            self.wqes.clear();
        }
    }

    pub fn post(&mut self, wqes: impl IntoIterator<Item = Wqe>) {
        self.wqes.extend(wqes);
        if self.failed {
            self.flush();
        }
    }
}

/// How often each counter moved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    pub duplicate: u64,
    pub sequence: u64,
    pub invalid: u64,
    pub access: u64,
    pub operational: u64,
    pub not_ready: u64,
    pub failed_qp: u64,
    pub messages: u64,
}

/// Host memory, and who may use it.
#[derive(Default)]
pub struct Memory {
    pub keys: Keys,
    /// Every byte written, by bus address.
    pub bytes: BTreeMap<u64, u8>,
    /// Keys with their domains that peers made invalid, which the card has not asked for yet.
    pub revoked: Vec<(u32, u16)>,
}

impl Memory {
    fn revoke(&mut self, key: u32, pd: u16) -> bool {
        let same = |k: &Key| (k.key, k.pd) == (key, pd);
        let found = self.keys.0.iter().any(same);
        self.keys.0.retain(|k| !same(k));
        if found {
            self.revoked.push((key, pd));
        }
        found
    }

    pub fn byte(&self, address: u64) -> u8 {
        let written = self.bytes.get(&address).copied();
        written.unwrap_or_else(|| untouched(address))
    }
}

#[derive(Default)]
pub struct Expect {
    pub memory: Memory,
    pub qps: BTreeMap<u16, Qp>,
    pub counts: Counts,
}

enum Verdict {
    Done,
    /// Syndrome, and the status of the WQE that fails with it.
    Refused(u8, Option<Status>),
    NotReady,
}

impl Expect {
    pub fn packet(&mut self, packet: &Packet) {
        let Expect {
            memory,
            qps,
            counts,
        } = self;
        let qp = qps.get_mut(&packet.qpn).expect("a QP");
        if !qp.active {
            counts.failed_qp += 1;
            return;
        }
        let (psn, epsn) = (Psn::new(packet.psn), Psn::new(qp.epsn));
        let kind = (packet.opcode < 0x20).then(|| row(packet.opcode)).flatten();
        let answered = |row: &&ferric_layout::opcode::Row| {
            matches!(row.kind, Kind::Send | Kind::Write | Kind::ReadRequest)
                || matches!(row.kind, Kind::CompareSwap | Kind::FetchAdd)
        };
        let served = kind.filter(answered);
        if psn.is_before(epsn) {
            counts.duplicate += 1;
            qp.nak_sent = false;
            match served.map(|row| row.kind) {
                Some(Kind::Send | Kind::Write) => {
                    qp.answer(qp.newest, syndrome::ACK);
                }
                Some(_) => {
                    if let Some((at, skip)) = qp.recall(packet)
                        && let Err(nak) = qp.respond(at, skip, memory)
                    {
                        qp.fail(nak, counts);
                    }
                }
                None => {}
            }
            return;
        }
        if psn != epsn {
            counts.sequence += 1;
            if !qp.nak_sent {
                qp.nak_sent = true;
                qp.answer(qp.epsn, syndrome::NAK_SEQUENCE);
            }
            return;
        }
        let verdict = match served {
            None => Verdict::Refused(syndrome::NAK_INVALID_REQUEST, qp.filling()),
            Some(row) if matches!(row.kind, Kind::Send | Kind::Write) => {
                qp.execute(packet, row, memory)
            }
            Some(row) => qp.accept(packet, row.kind, memory),
        };
        match verdict {
            Verdict::Done => {
                qp.nak_sent = false;
                let row = served.expect("done");
                if matches!(row.position, Position::Last | Position::Only) {
                    counts.messages += 1;
                    qp.msn = Psn::new(qp.msn).add(1).value();
                }
                if matches!(row.kind, Kind::Send | Kind::Write) {
                    qp.epsn = epsn.add(1).value();
                    qp.newest = packet.psn;
                    if packet.ack {
                        qp.answer(packet.psn, syndrome::ACK);
                    }
                } else {
                    let at = qp.remembered.len() - 1;
                    let span = qp.remembered[at].span(pmtu_bytes(qp.pmtu));
                    qp.epsn = epsn.add(span).value();
                    if let Err(nak) = qp.respond(at, 0, memory) {
                        qp.fail(nak, counts);
                    }
                }
            }
            Verdict::NotReady => {
                counts.not_ready += 1;
                qp.nak_sent = true;
                qp.answer(qp.epsn, syndrome::RNR_NAK | qp.rnr_timer);
            }
            Verdict::Refused(nak, status) => {
                qp.answer(qp.epsn, nak);
                if let Some(status) = status {
                    qp.complete(status, nak);
                }
                qp.fail(nak, counts);
            }
        }
    }
}

impl Qp {
    fn fail(&mut self, nak: u8, counts: &mut Counts) {
        let (counter, kind) = match nak {
            syndrome::NAK_INVALID_REQUEST => (&mut counts.invalid, event::kind::QP_REQUEST_ERROR),
            syndrome::NAK_REMOTE_ACCESS => (&mut counts.access, event::kind::QP_ACCESS_ERROR),
            _ => (&mut counts.operational, event::kind::QP_FATAL),
        };
        *counter += 1;
        self.faults.push((kind, nak));
        self.flush();
    }

    /// A READ or atomic in its turn.
    fn accept(&mut self, packet: &Packet, kind: Kind, memory: &mut Memory) -> Verdict {
        let invalid = Verdict::Refused(syndrome::NAK_INVALID_REQUEST, self.filling());
        let reads = kind == Kind::ReadRequest;
        let (need, length) = match reads {
            true => (access::REMOTE_READ, packet.dma_length),
            false => (access::REMOTE_ATOMIC, 8),
        };
        if self.under != Under::Nothing
            || self.access & need == 0
            || self.max_dest == 0
            || (!reads && !packet.va.is_multiple_of(8))
            || !packet.payload.is_empty()
            || packet.pad() != 0
            || length > MESSAGE_MAX
        {
            return invalid;
        }
        if !memory
            .keys
            .open(packet.rkey, self.pd, need, packet.va, length.into())
        {
            return Verdict::Refused(syndrome::NAK_REMOTE_ACCESS, None);
        }
        let value = (!reads).then(|| {
            let word: [u8; 8] = std::array::from_fn(|n| memory.byte(bus(packet.va) + n as u64));
            let old = u64::from_le_bytes(word);
            let result = match kind {
                Kind::FetchAdd => old.wrapping_add(packet.swap),
                _ if old == packet.compare => packet.swap,
                _ => old,
            };
            if kind == Kind::FetchAdd || old == packet.compare {
                let bytes = (bus(packet.va)..).zip(result.to_le_bytes());
                memory.bytes.extend(bytes);
            }
            old
        });
        self.remember(Remembered {
            psn: self.epsn,
            msn: Psn::new(self.msn).add(1).value(),
            va: packet.va,
            rkey: packet.rkey,
            length: if reads { length } else { 0 },
            value,
        });
        Verdict::Done
    }
}

impl Qp {
    /// How the receive WQE that a SEND is filling ends when the message fails.
    fn filling(&self) -> Option<Status> {
        (self.under == Under::Send).then_some(Status::LocalQpOperation)
    }

    fn execute(
        &mut self,
        packet: &Packet,
        row: &ferric_layout::opcode::Row,
        memory: &mut Memory,
    ) -> Verdict {
        let invalid = Verdict::Refused(syndrome::NAK_INVALID_REQUEST, self.filling());
        let starts = matches!(row.position, Position::First | Position::Only);
        let ends = matches!(row.position, Position::Last | Position::Only);
        let send = row.kind == Kind::Send;
        let legal = match self.under {
            Under::Nothing => starts,
            Under::Send => send && !starts,
            Under::Write => !send && !starts,
        };
        if !legal || (!send && self.access & access::REMOTE_WRITE == 0) {
            return invalid;
        }
        if (send && starts) || (!send && row.completes_receive) {
            match self.wqes.front() {
                None => return Verdict::NotReady,
                Some(wqe) if !wqe.readable => {
                    let nak = syndrome::NAK_REMOTE_OPERATIONAL;
                    return Verdict::Refused(nak, Some(Status::LocalQpOperation));
                }
                Some(wqe) if send => {
                    let room = wqe
                        .sges
                        .iter()
                        .map(|sge| u64::from(sge.length))
                        .sum::<u64>();
                    self.limit = room.min(u64::from(MESSAGE_MAX));
                }
                Some(_) => {}
            }
        }
        if starts {
            self.offset = 0;
            if !send {
                (self.va, self.rkey) = (packet.va, packet.rkey);
                self.limit = u64::from(packet.dma_length);
            }
        }
        let (length, pmtu) = (packet.payload.len(), pmtu_bytes(self.pmtu));
        let framed = packet.pad() == (length as u8).wrapping_neg() & 3
            && match row.position {
                Position::First | Position::Middle => length == pmtu,
                Position::Last => (1..=pmtu).contains(&length),
                Position::Only => length <= pmtu,
            };
        let after = self.offset + length as u64;
        if !framed {
            return invalid;
        }
        if send && after > self.limit {
            return Verdict::Refused(syndrome::NAK_INVALID_REQUEST, Some(Status::LocalLength));
        }
        if !send {
            let fits = if ends {
                after == self.limit
            } else {
                after < self.limit
            };
            if !fits || self.limit > u64::from(MESSAGE_MAX) {
                return invalid;
            }
            if starts
                && !memory.keys.open(
                    packet.rkey,
                    self.pd,
                    access::REMOTE_WRITE,
                    packet.va,
                    self.limit,
                )
            {
                return Verdict::Refused(syndrome::NAK_REMOTE_ACCESS, None);
            }
        }

        // Where each byte goes, run by run.
        let whole = Sge {
            va: self.va,
            length: MESSAGE_MAX,
            key: self.rkey,
        };
        let sges = if send {
            self.wqes[0].sges.clone()
        } else {
            vec![whole]
        };
        let (mut skip, mut rest) = (self.offset, &packet.payload[..]);
        for sge in sges {
            let take = (u64::from(sge.length).saturating_sub(skip)).min(rest.len() as u64);
            if take > 0 {
                let (va, need) = (
                    sge.va.wrapping_add(skip),
                    if send {
                        access::LOCAL_WRITE
                    } else {
                        access::REMOTE_WRITE
                    },
                );
                if !memory.keys.open(sge.key, self.pd, need, va, take) {
                    return match send {
                        true => Verdict::Refused(
                            syndrome::NAK_REMOTE_OPERATIONAL,
                            Some(Status::LocalProtection),
                        ),
                        false => Verdict::Refused(syndrome::NAK_REMOTE_ACCESS, None),
                    };
                }
                let (now, later) = rest.split_at(take as usize);
                let placed = now.iter().zip(va..).map(|(&byte, va)| (bus(va), byte));
                memory.bytes.extend(placed);
                rest = later;
            }
            skip = skip.saturating_sub(u64::from(sge.length));
        }
        self.offset = after;
        self.under = match (ends, send) {
            (true, _) => Under::Nothing,
            (false, true) => Under::Send,
            (false, false) => Under::Write,
        };
        if row.completes_receive {
            let with_immediate = row.headers & headers::IMMEDIATE != 0;
            let mut flags = if with_immediate {
                completion::flag::IMMEDIATE
            } else {
                0
            };
            flags |= if packet.solicited {
                completion::flag::SOLICITED
            } else {
                0
            };
            if row.headers & headers::INVALIDATE != 0
                && memory.revoke(packet.immediate.swap_bytes(), self.pd)
            {
                flags |= completion::flag::INVALIDATED;
            }
            self.complete(Status::Success, 0);
            let completion = self.completions.last_mut().expect("just made");
            completion.length = after as u32;
            completion.flags = flags;
            completion.immediate = packet.immediate;
            if !send {
                completion.opcode = completion::opcode::RECEIVE_WRITE_IMMEDIATE;
            }
        }
        Verdict::Done
    }
}
