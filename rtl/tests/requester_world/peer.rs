//! A peer that answers as digest §7 asks, and a wire that loses, repeats and turns round.
use super::{Packet, Qp, World};
use ferric_layout::opcode::operation;
use ferric_layout::qp::pmtu_bytes;
use ferric_layout::status::syndrome;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// What the peer's memory holds at an address that no atomic has touched.
pub fn remote_byte(va: u64) -> u8 {
    (va.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40) as u8
}
pub fn remote_word(va: u64) -> u64 {
    va.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// How bad the wire is: chances of each thing for a packet or an answer, and how often the peer is not ready.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    pub lose: f64,
    pub repeat: f64,
    pub swap: f64,
    pub lose_answer: f64,
    pub not_ready: f64,
}

/// The responder of one QP.
#[derive(Clone, Debug, Default)]
pub struct Responder {
    pub expected: u32,
    /// A NAK of either kind was sent and the packet it asks for has not come.
    asked: bool,
    pub pmtu: usize,
    /// Results of atomics by PSN.
    results: HashMap<u32, u64>,
    /// READs and atomics that came and are not wholly answered: PSN of the last response.
    open: Vec<u32>,
    /// The most of them at once.
    pub most: usize,
    pub accepted: Vec<Packet>,
    /// Refuse the packet of this PSN with this syndrome, this many times.
    pub refuse: Option<(u32, u8, usize)>,
}

pub struct Peer {
    pub faults: Faults,
    pub delay: u64,
    pub qps: BTreeMap<u64, Responder>,
    /// Drop these packets, counted over all that arrive from now on.
    pub drop: Vec<usize>,
    pub arrived: usize,
    /// When each arrived, its QP and PSN.
    pub log: Vec<(u64, u64, u32)>,
    /// Packets on the wire.
    wire: Vec<Packet>,
    answers: VecDeque<Answer>,
    /// What atomics have made of words.
    pub words: HashMap<u64, u64>,
}

struct Answer {
    due: u64,
    qpn: u64,
    psn: u32,
    code: u8,
    syndrome: u8,
    value: u64,
    payload: Vec<u8>,
}

/// `a - b`, as digest §5 says.
pub fn distance(a: u32, b: u32) -> i32 {
    (((a.wrapping_sub(b) & 0xFF_FFFF) << 8) as i32) >> 8
}

fn asks(packet: &Packet) -> bool {
    packet.atomic.is_some() || packet.opcode == operation::READ_REQUEST
}

impl Peer {
    pub fn new(faults: Faults) -> Self {
        Peer {
            faults,
            delay: 100,
            qps: BTreeMap::new(),
            drop: vec![],
            arrived: 0,
            log: vec![],
            wire: vec![],
            answers: VecDeque::new(),
            words: HashMap::new(),
        }
    }
    pub fn expect(&mut self, qp: &Qp) {
        let fresh = Responder {
            expected: qp.psn,
            pmtu: pmtu_bytes(qp.pmtu),
            ..Default::default()
        };
        self.qps.insert(qp.qpn, fresh);
    }

    /// A cycle of the card, and what arrives of it.
    pub fn step(&mut self, world: &mut World) {
        world.step();
        let now = world.bench.cycle();
        for packet in world.take_packets() {
            self.log.push((now, packet.qpn, packet.psn));
            self.arrived += 1;
            if self.drop.contains(&(self.arrived - 1))
                || world.bench.random().f64() < self.faults.lose
            {
                continue;
            }
            if world.bench.random().f64() < self.faults.repeat {
                self.wire.push(packet.clone());
            }
            self.wire.push(packet);
            let swap = self.wire.len() > 1 && world.bench.random().f64() < self.faults.swap;
            if swap {
                let at = self.wire.len() - 2;
                self.wire.swap(at, at + 1);
            }
            // The newest stays behind for one that may overtake it.
            let keep = usize::from(self.faults.swap > 0.0);
            let whole = self.wire.len().saturating_sub(keep);
            for packet in self.wire.drain(..whole).collect::<Vec<_>>() {
                self.take(packet, world);
            }
        }
        if world.bench.cycle().is_multiple_of(64) {
            for packet in std::mem::take(&mut self.wire) {
                self.take(packet, world);
            }
        }
        while self.answers.front().is_some_and(|answer| answer.due <= now) {
            let answer = self.answers.pop_front().unwrap();
            if let Some(qp) = self.qps.get_mut(&answer.qpn)
                && answer.code != operation::ACKNOWLEDGE
            {
                qp.open.retain(|&last| last != answer.psn);
            }
            if world.bench.random().f64() < self.faults.lose_answer {
                continue;
            }
            if answer.code == operation::ACKNOWLEDGE {
                world.respond(answer.qpn, answer.psn, answer.syndrome);
            } else {
                world.answer(
                    answer.qpn,
                    answer.psn,
                    answer.code,
                    answer.value,
                    &answer.payload,
                );
            }
        }
    }

    fn take(&mut self, packet: Packet, world: &mut World) {
        let Some(qp) = self.qps.get_mut(&packet.qpn) else {
            return;
        };
        let (ahead, newest) = (
            distance(packet.psn, qp.expected),
            qp.expected.wrapping_sub(1) & 0xFF_FFFF,
        );
        let mut serves = false;
        let answer = if ahead > 0 {
            let first = !qp.asked;
            qp.asked = true;
            first.then_some((qp.expected, syndrome::NAK_SEQUENCE))
        } else if ahead < 0 {
            serves = asks(&packet);
            (packet.ack_request && !serves).then_some((newest, syndrome::ACK))
        } else {
            qp.asked = false;
            let random = world.bench.random().f64() < self.faults.not_ready;
            let refused = match &mut qp.refuse {
                Some((psn, code, times)) if *psn == packet.psn && *times > 0 => {
                    *times -= 1;
                    Some(*code)
                }
                _ if random && !asks(&packet) => Some(syndrome::RNR_NAK | 1),
                _ => None,
            };
            if let Some(code) = refused {
                qp.asked = true;
                Some((packet.psn, code))
            } else {
                let count = packet
                    .reth
                    .filter(|_| packet.opcode == operation::READ_REQUEST);
                let count = count.map_or(1, |reth| reth.2.div_ceil(qp.pmtu as u32).max(1));
                qp.expected = (packet.psn + count) & 0xFF_FFFF;
                qp.accepted.push(packet.clone());
                serves = asks(&packet);
                (packet.ack_request && !serves).then_some((packet.psn, syndrome::ACK))
            }
        };
        let due = world.bench.cycle() + self.delay;
        if let Some((psn, syndrome)) = answer {
            self.answers.push_back(Answer {
                due,
                qpn: packet.qpn,
                psn,
                code: operation::ACKNOWLEDGE,
                syndrome,
                value: 0,
                payload: vec![],
            });
        }
        if serves {
            self.serve(&packet, due);
        }
    }

    /// Answers a READ or an atomic, for the first time or again.
    fn serve(&mut self, packet: &Packet, due: u64) {
        let qp = self.qps.get_mut(&packet.qpn).unwrap();
        let mut push = |psn: u32, code, value, payload| {
            self.answers.push_back(Answer {
                due,
                qpn: packet.qpn,
                psn: psn & 0xFF_FFFF,
                code,
                syndrome: syndrome::ACK,
                value,
                payload,
            })
        };
        if let Some((va, _, swap, compare)) = packet.atomic {
            let add = packet.opcode == operation::FETCH_ADD;
            let words = &mut self.words;
            let was = *qp.results.entry(packet.psn).or_insert_with(|| {
                let word = words.entry(va).or_insert_with(|| remote_word(va));
                let was = *word;
                if add {
                    *word = was.wrapping_add(swap);
                } else if was == compare {
                    *word = swap;
                }
                was
            });
            push(packet.psn, operation::ATOMIC_ACKNOWLEDGE, was, vec![]);
            qp.open.push(packet.psn);
        } else {
            let (va, _, length) = packet.reth.unwrap();
            let count = (length as usize).div_ceil(qp.pmtu).max(1);
            for k in 0..count {
                let code = match (k == 0, k == count - 1) {
                    (true, true) => operation::READ_RESPONSE_ONLY,
                    (true, false) => operation::READ_RESPONSE_FIRST,
                    (false, false) => operation::READ_RESPONSE_MIDDLE,
                    (false, true) => operation::READ_RESPONSE_LAST,
                };
                let (from, to) = (k * qp.pmtu, (length as usize).min((k + 1) * qp.pmtu));
                let bytes = (from..to).map(|at| remote_byte(va + at as u64)).collect();
                push(packet.psn + k as u32, code, 0, bytes);
            }
            qp.open.push((packet.psn + count as u32 - 1) & 0xFF_FFFF);
        }
        qp.most = qp.most.max(qp.open.len());
    }

    pub fn run(&mut self, world: &mut World, cycles: u64) {
        (0..cycles).for_each(|_| self.step(world));
    }
    pub fn until(&mut self, world: &mut World, limit: u64, mut done: impl FnMut(&World) -> bool) {
        let end = world.bench.cycle() + limit;
        while !done(world) {
            assert!(
                world.bench.cycle() < end,
                "not done after {limit} cycles: {} arrived, {} completions, {:?}, faults {:?}\n{}",
                self.arrived,
                world.completions.len(),
                world.counts,
                world.faults,
                world.bench.state()
            );
            self.step(world);
        }
    }
}
