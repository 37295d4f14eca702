//! The receive queue alone, in the place of the stages that use it: which WQEs it fetches, who gets a group, and that all come back.
use ferric_layout::sizes::{
    FIRST_QPN, QPS, RECEIVE_GROUP_BITS, RECEIVE_POOL_BITS, RECEIVE_PREFETCH, RECEIVE_WINDOW_BITS,
};
use ferric_rtl::responder::receive_queue::ReceiveQueue;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, VecDeque};

const GROUP: u16 = 1 << RECEIVE_GROUP_BITS;
const GROUPS: u64 = 1 << RECEIVE_POOL_BITS;
const BASE: u64 = 0x40_0000_0000;
/// log2 of the room for a QP's ring.
const RING_ROOM: u32 = 21;
/// A DMA round trip, as the card's pins see it.
const ROUND_TRIP: u64 = 290;

/// A QP. Its indices run freely.
#[derive(Default)]
struct Ring {
    log2: u32,
    posted: u16,
    fetched: u16,
    used: u16,
}

/// A read that the host will answer.
struct Asked {
    due: u64,
    qpn: u16,
    index: u16,
    count: u16,
}

struct Queue {
    bench: Bench,
    doorbell: Source,
    freed: Source,
    flush: Source,
    range: Sink,
    read: Sink,
    status: Source,
    data: Source,
    rings: BTreeMap<u16, Ring>,
    asked: VecDeque<Asked>,
}

/// Room that the WQE at this index has.
fn room(index: u16) -> u32 {
    1000 + u32::from(index)
}

impl Queue {
    fn new(seed: u64) -> Self {
        let mut block = ReceiveQueue::default();
        block.connect_all();
        let mut bench = Bench::new(
            Model::build("responder_receive_queue", &block).unwrap(),
            seed,
        );
        bench.model.poke("qp_write_valid", false);
        bench.model.poke("forget", false);
        let mut queue = Queue {
            doorbell: bench.source("doorbell"),
            freed: bench.source("freed"),
            flush: bench.source("flush"),
            range: bench.sink("range"),
            read: bench.sink("read"),
            status: bench.source("status"),
            data: bench.source("data"),
            bench,
            rings: Default::default(),
            asked: Default::default(),
        };
        queue.bench.reset(QPS as u64);
        queue
    }

    fn open(&mut self, qpn: u16, log2: u32) {
        let ring = Ring {
            log2,
            ..Default::default()
        };
        self.rings.insert(qpn, ring);
        let model = &mut self.bench.model;
        model.poke("qp_write.qpn", qpn);
        model.poke(
            "qp_write.receive.ring",
            BASE + (u64::from(qpn) << RING_ROOM),
        );
        model.poke("qp_write.receive.ring_log2", log2);
        model.poke("qp_write_valid", true);
        self.step();
        self.bench.model.poke("qp_write_valid", false);
    }

    /// Posts as many, or as the ring has room for.
    fn post(&mut self, qpn: u16, count: u16) {
        let ring = self.rings.get_mut(&qpn).expect("a QP");
        let free = (1 << ring.log2) - ring.posted.wrapping_sub(ring.used);
        ring.posted = ring.posted.wrapping_add(count.min(free));
        let index = ring.posted;
        self.bench
            .push(self.doorbell, record! { "qpn" => qpn, "index" => index });
    }

    fn step(&mut self) {
        self.bench.step();
        self.bench.take(self.range);
        for read in self.bench.take(self.read) {
            let at = read.get("address") - BASE;
            let (qpn, count) = ((at >> RING_ROOM) as u16, (read.get("length") / 64) as u16);
            let ring = self.rings.get_mut(&qpn).expect("a QP");
            let (size, index) = (1u16 << ring.log2, ring.fetched);
            let place = (at % (1 << RING_ROOM) / 64) as u16;
            assert_eq!(place, index % size, "{read:?}");
            assert!(count > 0 && place + count <= size, "{read:?}");
            assert!(index % GROUP + count <= GROUP, "{read:?}");
            ring.fetched = index.wrapping_add(count);
            assert!(ring.posted.wrapping_sub(index) >= count, "{read:?}");
            let kept = ring.fetched.wrapping_sub(ring.used & !(GROUP - 1));
            assert!(usize::from(kept) <= RECEIVE_PREFETCH, "{read:?}");
            self.asked.push_back(Asked {
                due: self.bench.cycle() + ROUND_TRIP,
                qpn,
                index,
                count,
            });
        }
        while let Some(asked) = self.asked.front()
            && asked.due <= self.bench.cycle()
        {
            let Asked {
                qpn, index, count, ..
            } = *asked;
            self.asked.pop_front();
            self.bench.push(self.status, record! { "error" => 0u64 });
            let mut bytes = vec![];
            for index in (0..count).map(|n| index.wrapping_add(n)) {
                let mut wqe = [0; 64];
                wqe[..2].copy_from_slice(&qpn.to_le_bytes());
                wqe[2..4].copy_from_slice(&index.to_le_bytes());
                wqe[8..12].copy_from_slice(&room(index).to_le_bytes());
                bytes.extend(wqe);
            }
            self.bench.push_payload(self.data, &bytes);
        }
    }

    fn run(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.step());
    }

    /// Until this holds, which is soon.
    fn run_until(&mut self, done: impl Fn(&Self) -> bool) {
        let end = self.bench.cycle() + 100_000;
        while !done(self) {
            assert!(self.bench.cycle() < end, "stuck\n{}", self.bench.state());
            self.step();
        }
    }

    /// Until all that was rung for has been asked for and has come.
    fn settle(&mut self) {
        loop {
            self.run_until(|queue| queue.bench.drained() && queue.asked.is_empty());
            self.run(50);
            if self.asked.is_empty() {
                break;
            }
        }
    }

    /// Uses the next WQE, if it has come, as a SEND does.
    fn consume(&mut self, qpn: u16) -> bool {
        let used = self.rings[&qpn].used;
        let window = u64::from(used / GROUP) % (1 << RECEIVE_WINDOW_BITS);
        self.bench.model.poke("queue_qpn", qpn);
        self.bench.model.poke(
            "map_address",
            u64::from(qpn) << RECEIVE_WINDOW_BITS | window,
        );
        self.step();
        if self.bench.model.peek("arrived") == u64::from(used) {
            return false;
        }
        let group = self.bench.model.peek("map");
        let at = group << RECEIVE_GROUP_BITS | u64::from(used % GROUP);
        self.bench.model.poke("stock_address", at);
        self.bench.model.poke("wqe_address", at);
        self.step();
        let total = self.bench.model.peek("stock.total");
        assert_eq!(total, u64::from(room(used)), "QP {qpn}, {used}");
        self.step();
        let wqe = self.bench.model.peek_bytes("wqe");
        let mut expected = qpn.to_le_bytes().to_vec();
        expected.extend(used.to_le_bytes());
        assert_eq!(wqe[..4], expected, "QP {qpn}, {used}");
        if used % GROUP == GROUP - 1 {
            self.bench
                .push(self.freed, record! { "qpn" => qpn, "group" => group });
        }
        self.rings.get_mut(&qpn).expect("a QP").used = used.wrapping_add(1);
        true
    }

    /// Uses this many; cycles each.
    fn consume_all(&mut self, qpn: u16, count: u64) -> f64 {
        let start = self.bench.cycle();
        for _ in 0..count {
            while !self.consume(qpn) {
                assert!(self.bench.cycle() - start < 2 * ROUND_TRIP * count);
            }
        }
        (self.bench.cycle() - start) as f64 / count as f64
    }

    /// Forgets a QP, whatever is under way.
    fn forget(&mut self, qpn: u16) {
        let before = [self.doorbell, self.freed, self.flush];
        self.run_until(|queue| {
            before
                .iter()
                .all(|&source| queue.bench.pending(source) == 0)
        });
        self.bench.model.poke("forget_qpn", qpn);
        self.bench.model.poke("forget", true);
        self.run_until(|queue| queue.bench.model.peek("forgotten") == 1);
        self.step();
        self.bench.model.poke("forget", false);
        self.rings.remove(&qpn);
        self.step();
    }

    fn unused(&self) -> u64 {
        self.bench.model.peek("unused")
    }
}

#[test]
fn responder_groups_all_come_back_after_random_lives() {
    for seed in 1..4 {
        let mut queue = Queue::new(seed);
        for _ in 0..6000 {
            let qpn = FIRST_QPN as u16 + queue.bench.random().u16(..12);
            let random = queue.bench.random();
            let (action, count) = (random.u32(..40), random.u16(1..40));
            if !queue.rings.contains_key(&qpn) {
                let log2 = queue.bench.random().u32(2..8);
                queue.open(qpn, log2);
            }
            match action {
                0 => queue.forget(qpn),
                1 => {
                    let index = queue.rings[&qpn].used;
                    queue
                        .bench
                        .push(queue.flush, record! { "qpn" => qpn, "index" => index });
                }
                2..14 => queue.post(qpn, count),
                _ => (0..count).for_each(|_| {
                    queue.consume(qpn);
                }),
            }
        }
        let qpns: Vec<u16> = queue.rings.keys().copied().collect();
        assert!(queue.unused() < GROUPS);
        qpns.into_iter().for_each(|qpn| queue.forget(qpn));
        assert_eq!(queue.unused(), GROUPS, "seed {seed}");
    }
}

#[test]
fn responder_idle_queue_pairs_with_full_rings_leave_a_busy_one_all_it_needs() {
    let mut queue = Queue::new(9);
    queue.bench.set_stall(0.0);
    let busy = QPS as u16 - 1;
    for qpn in 0..busy {
        queue.open(qpn, 7);
        queue.post(qpn, 128);
    }
    queue.settle();
    // Each has one, and some a second.
    let seconds = GROUPS - u64::from(busy) - queue.unused();
    assert_eq!(seconds, (GROUPS - QPS as u64) / 2 + 1);
    queue.open(busy, 10);
    queue.post(busy, 1024);
    queue.consume_all(busy, 128);
    let cycles = queue.consume_all(busy, 512);
    println!("receive WQEs of one QP beside {busy}: {cycles:.2} cycles each");
    assert!(cycles <= 6.0, "{cycles}");
}

#[test]
fn responder_groups_run_out_and_everybody_has_one_still() {
    // Each of them has been busy, and holds what it may.
    let mut queue = Queue::new(10);
    queue.bench.set_stall(0.0);
    for qpn in 0..QPS as u16 {
        queue.open(qpn, 8);
        queue.post(qpn, 256);
        if qpn < 220 {
            queue.consume_all(qpn, 64);
        }
    }
    queue.settle();
    let unused = queue.unused();
    assert!((1..64).contains(&unused), "{unused}");
    for count in [u64::from(GROUP), 1] {
        (0..QPS as u16).for_each(|qpn| {
            queue.consume_all(qpn, count);
        });
    }
    for qpn in (0..QPS as u16).rev() {
        queue.forget(qpn);
    }
    assert_eq!(queue.unused(), GROUPS);
    // None was lost or given twice: once more, with those that came back.
    for qpn in 0..QPS as u16 {
        queue.open(qpn, 8);
        queue.post(qpn, 256);
    }
    for qpn in 0..QPS as u16 {
        queue.consume_all(qpn, u64::from(GROUP));
    }
}
