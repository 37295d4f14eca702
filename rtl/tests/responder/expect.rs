//! What a responder shall do, from the digest (§5, §6, §7, §9, §11), one packet after the other. It shares the layout with the hardware,
//! nothing else.
use ferric_layout::opcode::{Kind, Position, headers, row};
use ferric_layout::psn::Psn;
use ferric_layout::qp::{access, pmtu_bytes};
use ferric_layout::sizes::MESSAGE_MAX;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::{completion, event};
use std::collections::{BTreeMap, VecDeque};

pub const PAGE: u64 = 4096;

/// Where a virtual address is on the bus: neighbours in one are none in the other.
pub fn bus(va: u64) -> u64 {
    ((va / PAGE * 7 + 3) * PAGE + va % PAGE) & ((1 << 60) - 1)
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

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    pub psn: u32,
    pub syndrome: u8,
    pub msn: u32,
}

impl Answer {
    pub fn is_plain(&self) -> bool {
        self.syndrome == syndrome::ACK
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
    pub active: bool,
    failed: bool,
    pub epsn: u32,
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
            active: false,
            failed: false,
            epsn: 0,
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

    pub fn start(&mut self, psn: u32) {
        (self.active, self.failed, self.epsn) = (true, false, psn);
        (self.msn, self.under, self.nak_sent) = (0, Under::Nothing, false);
    }

    fn answer(&mut self, psn: u32, syndrome: u8) {
        let answer = Answer {
            psn,
            syndrome,
            msn: self.msn,
        };
        self.answers.push(answer);
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

#[derive(Default)]
pub struct Expect {
    pub keys: Keys,
    pub qps: BTreeMap<u16, Qp>,
    /// Every byte written, by bus address.
    pub bytes: BTreeMap<u64, u8>,
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
            keys,
            qps,
            bytes,
            counts,
        } = self;
        let qp = qps.get_mut(&packet.qpn).expect("a QP");
        if !qp.active {
            counts.failed_qp += 1;
            return;
        }
        let (psn, epsn) = (Psn::new(packet.psn), Psn::new(qp.epsn));
        let kind = (packet.opcode < 0x20).then(|| row(packet.opcode)).flatten();
        let served = kind.filter(|row| {
            matches!(row.kind, Kind::Send | Kind::Write) && row.headers & headers::INVALIDATE == 0
        });
        if psn.is_before(epsn) {
            counts.duplicate += 1;
            qp.nak_sent = false;
            if served.is_some() {
                qp.answer(Psn::new(qp.epsn.wrapping_sub(1)).value(), syndrome::ACK);
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
            Some(row) => qp.execute(packet, row, keys, bytes),
        };
        match verdict {
            Verdict::Done => {
                qp.nak_sent = false;
                qp.epsn = epsn.add(1).value();
                let row = served.expect("done");
                if matches!(row.position, Position::Last | Position::Only) {
                    counts.messages += 1;
                    qp.msn = Psn::new(qp.msn).add(1).value();
                }
                if packet.ack {
                    qp.answer(packet.psn, syndrome::ACK);
                }
            }
            Verdict::NotReady => {
                counts.not_ready += 1;
                qp.nak_sent = true;
                qp.answer(qp.epsn, syndrome::RNR_NAK | qp.rnr_timer);
            }
            Verdict::Refused(nak, status) => {
                let (counter, kind) = match nak {
                    syndrome::NAK_INVALID_REQUEST => {
                        (&mut counts.invalid, event::kind::QP_REQUEST_ERROR)
                    }
                    syndrome::NAK_REMOTE_ACCESS => {
                        (&mut counts.access, event::kind::QP_ACCESS_ERROR)
                    }
                    _ => (&mut counts.operational, event::kind::QP_FATAL),
                };
                *counter += 1;
                qp.answer(qp.epsn, nak);
                qp.faults.push((kind, nak));
                if let Some(status) = status {
                    qp.complete(status, nak);
                }
                qp.flush();
            }
        }
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
        keys: &Keys,
        bytes: &mut BTreeMap<u64, u8>,
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
                && !keys.open(
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
                if !keys.open(sge.key, self.pd, need, va, take) {
                    return match send {
                        true => Verdict::Refused(
                            syndrome::NAK_REMOTE_OPERATIONAL,
                            Some(Status::LocalProtection),
                        ),
                        false => Verdict::Refused(syndrome::NAK_REMOTE_ACCESS, None),
                    };
                }
                let (now, later) = rest.split_at(take as usize);
                bytes.extend(now.iter().zip(va..).map(|(&byte, va)| (bus(va), byte)));
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
