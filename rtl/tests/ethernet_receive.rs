//! The receive ring alone: frames into a host's memory, and interrupts, with random stalls.
use ferric_layout::ethernet::{FRAME_MAX, FRAME_MIN, HEADER, Header, SLOT};
use ferric_rtl::ethernet::ReceiveRing;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use std::collections::VecDeque;
use zerocopy::FromBytes;

const BASE: u64 = 0x1234_5678_9800;
const VECTOR: u64 = 21;

struct Rig {
    bench: Bench,
    frame: Source,
    data: Source,
    write: Sink,
    write_data: Sink,
    vector: Sink,
    slots: usize,
    memory: Vec<u8>,
    /// Addresses of writes whose bytes have not left, and the bytes that have come for them.
    writes: VecDeque<(u64, usize)>,
    bytes: VecDeque<Vec<u8>>,
    written: u16,
    /// Probability that what is written leaves the card in a cycle.
    leaving: f64,
    /// Frames that the ring has counted: put, dropped, and doorbells refused.
    counts: [u64; 3],
}

impl Rig {
    fn new(seed: u64) -> Rig {
        let mut block = ReceiveRing::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("ethernet_receive_ring", &block).unwrap(), seed);
        let (frame, data) = (bench.source("frame"), bench.source("data"));
        let (write, write_data, vector) = (
            bench.sink("write"),
            bench.sink("write_data"),
            bench.sink("vector"),
        );
        bench.model.poke("doorbell_valid", false);
        bench.reset(2);
        Rig {
            bench,
            frame,
            data,
            write,
            write_data,
            vector,
            slots: 0,
            memory: vec![],
            writes: VecDeque::new(),
            bytes: VecDeque::new(),
            written: 0,
            leaving: 0.3,
            counts: [0; 3],
        }
    }

    fn on(&mut self, log2: usize) {
        self.slots = 1 << log2;
        self.memory = vec![0; self.slots * SLOT];
        self.set(true, log2);
        self.run(3);
    }

    fn set(&mut self, enable: bool, log2: usize) {
        // The bits below a slot are not looked at.
        let ring = u128::from(enable)
            | u128::from(BASE | 0x2A5) << 2
            | (log2 as u128) << 66
            | u128::from(VECTOR) << 70;
        self.bench.model.poke("ring", ring);
    }

    fn ring(&mut self, index: u16, arm: bool) {
        self.bench
            .model
            .poke("doorbell", u64::from(index) | u64::from(arm) << 16);
        self.bench.model.poke("doorbell_valid", true);
        self.step();
        self.bench.model.poke("doorbell_valid", false);
    }

    fn push(&mut self, frame: &[u8]) {
        self.bench
            .push(self.frame, record! {"" => frame.len() as u64});
        self.bench.push_payload(self.data, frame);
    }

    fn step(&mut self) {
        self.bench.step();
        let names = [
            "count_rx_ethernet",
            "count_rx_ethernet_full",
            "count_doorbell_index",
        ];
        for (count, name) in self.counts.iter_mut().zip(names) {
            *count += self.bench.model.peek(name);
        }
        for write in self.bench.take(self.write) {
            self.writes
                .push_back((write.get("address"), write.get("length") as usize));
        }
        self.bytes.extend(self.bench.take_payloads(self.write_data));
        if !self.writes.is_empty()
            && !self.bytes.is_empty()
            && self.bench.random().f64() < self.leaving
        {
            let ((address, length), bytes) = (
                self.writes.pop_front().unwrap(),
                self.bytes.pop_front().unwrap(),
            );
            assert_eq!(bytes.len(), length.next_multiple_of(64));
            let at = (address - BASE) as usize;
            self.memory[at..at + length].copy_from_slice(&bytes[..length]);
            self.written = self.written.wrapping_add(1);
            self.bench.model.poke("written", self.written);
        }
    }

    fn run(&mut self, cycles: usize) {
        (0..cycles).for_each(|_| self.step());
    }

    /// Until nothing more happens.
    fn settle(&mut self) {
        self.run(2000);
    }

    /// The frame of an index, if it is there.
    fn read(&self, index: u16) -> Option<Vec<u8>> {
        let slot = &self.memory[usize::from(index) % self.slots * SLOT..][..SLOT];
        let (header, _) = Header::read_from_prefix(slot).unwrap();
        if header.sequence.get() != index.wrapping_add(1) {
            return None;
        }
        assert_eq!((header.flags.get(), header.reserved), (0, [[0; 29]; 2]));
        Some(slot[HEADER..][..header.length.get().into()].to_vec())
    }

    fn frame(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.bench.random().u8(..)).collect()
    }

    fn index(&self) -> u64 {
        self.bench.model.peek("report") >> 1
    }

    fn busy(&self) -> bool {
        self.bench.model.peek("report") & 1 == 1
    }

    fn vectors(&mut self) -> usize {
        let vectors = self.bench.take(self.vector);
        vectors
            .iter()
            .for_each(|v| assert_eq!(v.get("vector"), VECTOR));
        vectors.len()
    }
}

#[test]
fn receive_ring_frames_of_every_kind_of_length_stand_in_their_slots() {
    for (seed, stall, leaving) in [(1, 0.0, 1.0), (2, 0.3, 0.3), (3, 0.8, 0.05)] {
        let mut rig = Rig::new(seed);
        rig.bench.set_stall(stall);
        rig.leaving = leaving;
        rig.on(2);
        let mut lengths: Vec<usize> = vec![
            FRAME_MIN,
            60,
            63,
            64,
            65,
            127,
            128,
            129,
            1514,
            1920,
            1921,
            FRAME_MAX - 1,
            FRAME_MAX,
        ];
        lengths.extend((0..30).map(|_| rig.bench.random().usize(FRAME_MIN..=FRAME_MAX)));
        let frames: Vec<_> = lengths.iter().map(|&length| rig.frame(length)).collect();
        frames.iter().for_each(|frame| rig.push(frame));
        let mut consumer = 0u16;
        let mut patience = 0;
        while usize::from(consumer) < frames.len() {
            rig.step();
            patience += 1;
            assert!(patience < 100_000, "frame {consumer} does not come");
            if let Some(frame) = rig.read(consumer) {
                assert_eq!(frame, frames[usize::from(consumer)], "frame {consumer}");
                // Nobody writes into slots that are not the card's.
                let before = rig.memory.clone();
                if rig.bench.random().u8(..8) == 0 {
                    while rig.index() < u64::from(consumer) + 4
                        && usize::from(consumer) + 4 <= frames.len()
                    {
                        rig.step();
                    }
                    rig.run(200);
                    let slot = usize::from(consumer) % 4 * SLOT;
                    assert_eq!(before[slot..slot + SLOT], rig.memory[slot..slot + SLOT]);
                }
                consumer += 1;
                rig.ring(consumer, false);
            }
        }
        assert_eq!(rig.counts, [frames.len() as u64, 0, 0]);
        assert_eq!(rig.vectors(), 0);
    }
}

#[test]
fn receive_ring_full_waits_for_the_host() {
    let mut rig = Rig::new(4);
    rig.on(2);
    let frames: Vec<_> = (0..6).map(|k| rig.frame(100 + k)).collect();
    frames.iter().for_each(|frame| rig.push(frame));
    rig.settle();
    assert_eq!(rig.index(), 4);
    rig.ring(1, false);
    rig.settle();
    assert_eq!((rig.index(), rig.read(4)), (5, Some(frames[4].clone())));
    rig.ring(5, false);
    rig.settle();
    assert_eq!((rig.index(), rig.read(5)), (6, Some(frames[5].clone())));
}

#[test]
fn receive_ring_index_that_goes_backward_or_past_the_frames_is_refused() {
    let mut rig = Rig::new(5);
    rig.on(3);
    for _ in 0..5 {
        let frame = rig.frame(60);
        rig.push(&frame);
    }
    rig.settle();
    rig.ring(3, false);
    for (index, refused) in [(2, 1), (6, 2), (0xFFFF, 3), (0x8003, 4), (5, 4)] {
        // What is refused does not arm either.
        rig.ring(index, index != 5);
        rig.run(3);
        assert_eq!(rig.counts[2], refused, "{index:#x}");
    }
    let frame = rig.frame(60);
    rig.push(&frame);
    rig.settle();
    assert_eq!(rig.vectors(), 0);
}

#[test]
fn receive_ring_interrupt_comes_once_for_each_arming() {
    let mut rig = Rig::new(6);
    rig.on(3);
    let frame = rig.frame(60);
    rig.push(&frame);
    rig.settle();
    assert_eq!(rig.vectors(), 0, "nobody armed");
    rig.ring(0, true);
    rig.settle();
    assert_eq!(rig.vectors(), 1, "a frame was there already");
    rig.push(&frame);
    rig.settle();
    assert_eq!(rig.vectors(), 0, "it was one arming");
    rig.ring(2, true);
    rig.settle();
    assert_eq!(rig.vectors(), 0, "all of it is read");
    // Not armed by a doorbell is armed still.
    rig.ring(2, false);
    rig.push(&frame);
    rig.push(&frame);
    rig.settle();
    assert_eq!(rig.vectors(), 1);
}

#[test]
fn receive_ring_interrupt_waits_until_the_header_has_left() {
    let mut rig = Rig::new(7);
    rig.on(2);
    rig.ring(0, true);
    rig.leaving = 0.0;
    let frame = rig.frame(500);
    rig.push(&frame);
    rig.settle();
    assert_eq!((rig.index(), rig.vectors()), (1, 0));
    rig.written += 1;
    rig.bench.model.poke("written", rig.written);
    rig.run(50);
    assert_eq!(rig.vectors(), 0, "only the frame has left");
    rig.written += 1;
    rig.bench.model.poke("written", rig.written);
    rig.run(50);
    assert_eq!(rig.vectors(), 1);
}

#[test]
fn receive_ring_no_wake_up_is_lost_whenever_the_host_arms() {
    let mut rig = Rig::new(8);
    rig.on(2);
    let (mut consumer, mut armed, mut came, mut pushed) = (0u16, false, 0usize, 0u16);
    // A host that looks only after an interrupt, and arms at a random time after it looked.
    let mut wait = 0;
    while consumer < 200 {
        if pushed < 200 && rig.bench.random().u8(..20) == 0 {
            let frame = vec![pushed as u8; 60];
            rig.push(&frame);
            pushed += 1;
        }
        rig.step();
        let vectors = rig.vectors();
        assert!(vectors == 0 || armed, "an interrupt that nobody asked for");
        came += vectors;
        if vectors == 1 {
            armed = false;
            while let Some(frame) = rig.read(consumer) {
                assert_eq!(frame[0], consumer as u8);
                consumer += 1;
            }
            wait = rig.bench.random().u32(1..40);
        }
        if !armed {
            wait = wait.saturating_sub(1);
            if wait == 0 {
                rig.ring(consumer, true);
                let early = rig.vectors();
                assert_eq!(early, 0);
                armed = true;
            }
        }
        assert!(
            rig.bench.cycle() < 200_000,
            "a wake-up was lost at frame {consumer}"
        );
    }
    assert!(came > 20);
}

#[test]
fn receive_ring_turned_off_is_busy_until_its_writes_have_left_and_drops_what_waits() {
    let mut rig = Rig::new(9);
    rig.on(2);
    rig.leaving = 0.0;
    let frames: Vec<_> = (0..6).map(|_| rig.frame(300)).collect();
    frames.iter().for_each(|frame| rig.push(frame));
    rig.run(60);
    rig.set(false, 2);
    rig.step();
    assert_eq!(rig.bench.model.peek("accept"), 0);
    rig.settle();
    assert!(rig.busy(), "its writes have not left");
    let put = rig.index();
    assert_eq!(rig.counts, [put, 6 - put, 0]);
    rig.leaving = 1.0;
    rig.settle();
    assert!(!rig.busy());
    for index in 0..put as u16 {
        assert_eq!(rig.read(index).as_ref(), Some(&frames[usize::from(index)]));
    }
    // Off, no doorbell counts; on again, it begins anew.
    rig.ring(7, true);
    rig.on(3);
    assert!(rig.busy());
    assert_eq!(rig.bench.model.peek("accept"), 1);
    rig.push(&frames[0]);
    rig.settle();
    assert_eq!(
        (rig.index(), rig.read(0), rig.vectors()),
        (1, Some(frames[0].clone()), 0)
    );
    assert_eq!(rig.counts[2], 0);
}

#[test]
fn receive_ring_arming_ends_with_the_ring() {
    let mut rig = Rig::new(13);
    rig.on(2);
    rig.ring(0, true);
    rig.set(false, 2);
    rig.settle();
    rig.on(2);
    let frame = rig.frame(60);
    rig.push(&frame);
    rig.settle();
    assert_eq!((rig.index(), rig.vectors()), (1, 0));
}

#[test]
fn receive_ring_full_is_turned_off_all_the_same() {
    let mut rig = Rig::new(10);
    rig.on(2);
    for _ in 0..9 {
        let frame = rig.frame(64);
        rig.push(&frame);
    }
    rig.settle();
    rig.set(false, 2);
    rig.settle();
    assert!(!rig.busy());
    assert_eq!(rig.counts, [4, 5, 0]);
}

#[test]
fn receive_ring_indices_go_round() {
    let mut rig = Rig::new(11);
    rig.bench.set_stall(0.0);
    rig.leaving = 1.0;
    rig.on(3);
    let frames = 0x1_0010u32;
    let mut consumer = 0u32;
    let mut pushed = 0u32;
    while consumer < frames {
        while pushed < frames && pushed - consumer < 12 {
            let frame = [&pushed.to_le_bytes()[..], &[0; 56]].concat();
            rig.push(&frame);
            pushed += 1;
        }
        rig.run(40);
        while let Some(frame) = rig.read(consumer as u16) {
            assert_eq!(frame[..4], consumer.to_le_bytes());
            consumer += 1;
        }
        rig.ring(consumer as u16, false);
        assert!(rig.bench.cycle() < 4_000_000, "stuck at {consumer}");
    }
    assert_eq!(rig.counts, [frames.into(), 0, 0]);
}

#[test]
fn receive_ring_reset_amid_a_frame_leaves_it_off() {
    let mut rig = Rig::new(12);
    rig.on(2);
    let frame = rig.frame(1000);
    rig.push(&frame);
    rig.run(30);
    rig.set(false, 2);
    rig.bench.reset(2);
    rig.written = 0;
    rig.bench.model.poke("written", 0u64);
    assert!(!rig.busy());
}
