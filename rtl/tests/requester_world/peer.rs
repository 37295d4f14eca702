//! A peer that answers as digest §7 asks, and a wire that loses, repeats and turns round.
use super::{Packet, World};
use ferric_layout::status::syndrome;
use std::collections::{BTreeMap, VecDeque};

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
    answers: VecDeque<(u64, u64, u32, u8)>,
}

/// `a - b`, as digest §5 says.
pub fn distance(a: u32, b: u32) -> i32 {
    (((a.wrapping_sub(b) & 0xFF_FFFF) << 8) as i32) >> 8
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
        }
    }
    pub fn expect(&mut self, qpn: u64, psn: u32) {
        let fresh = Responder {
            expected: psn,
            ..Default::default()
        };
        self.qps.insert(qpn, fresh);
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
        if world.bench.cycle() % 64 == 0 {
            for packet in std::mem::take(&mut self.wire) {
                self.take(packet, world);
            }
        }
        while self.answers.front().is_some_and(|answer| answer.0 <= now) {
            let (_, qpn, psn, code) = self.answers.pop_front().unwrap();
            world.respond(qpn, psn, code);
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
        let answer = if ahead > 0 {
            let first = !qp.asked;
            qp.asked = true;
            first.then_some((qp.expected, syndrome::NAK_SEQUENCE))
        } else if ahead < 0 {
            packet.ack_request.then_some((newest, syndrome::ACK))
        } else {
            qp.asked = false;
            let random = world.bench.random().f64() < self.faults.not_ready;
            let refused = match &mut qp.refuse {
                Some((psn, code, times)) if *psn == packet.psn && *times > 0 => {
                    *times -= 1;
                    Some(*code)
                }
                _ if random => Some(syndrome::RNR_NAK | 1),
                _ => None,
            };
            if let Some(code) = refused {
                qp.asked = true;
                Some((packet.psn, code))
            } else {
                qp.expected = (packet.psn + 1) & 0xFF_FFFF;
                let answer = packet.ack_request.then_some((packet.psn, syndrome::ACK));
                qp.accepted.push(packet.clone());
                answer
            }
        };
        if let Some((psn, code)) = answer
            && world.bench.random().f64() >= self.faults.lose_answer
        {
            let due = world.bench.cycle() + self.delay;
            self.answers.push_back((due, packet.qpn, psn, code));
        }
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
