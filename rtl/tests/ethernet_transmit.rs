//! The transmit ring alone: frames out of a host's memory, good slots and bad ones, with random stalls.
use ferric_layout::ethernet::{FRAME_MAX, FRAME_MIN, HEADER, SLOT};
use ferric_layout::wire;
use ferric_rtl::ethernet::TransmitRing;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

const BASE: u64 = 0xFFFF_8765_4321_0800;

struct Rig {
    bench: Bench,
    read: Sink,
    status: Source,
    data: Source,
    frame: Sink,
    slots: usize,
    memory: Vec<u8>,
    producer: u16,
    /// Addresses and lengths of reads, in order.
    reads: Vec<(usize, usize)>,
    /// Reads, by their number, that fail.
    failing: Vec<usize>,
    /// Slots skipped, doorbells refused.
    counts: [u64; 2],
}

impl Rig {
    fn new(seed: u64) -> Rig {
        let mut block = TransmitRing::default();
        block.connect_all();
        let model = Model::build("ethernet_transmit_ring", &block).unwrap();
        let mut bench = Bench::new(model, seed);
        let (status, data) = (bench.source("status"), bench.source("data"));
        let (read, frame) = (bench.sink("read"), bench.sink("frame"));
        bench.model.poke("doorbell_valid", false);
        bench.reset(2);
        Rig {
            bench,
            read,
            status,
            data,
            frame,
            slots: 0,
            memory: vec![],
            producer: 0,
            reads: vec![],
            failing: vec![],
            counts: [0; 2],
        }
    }

    fn on(&mut self, log2: usize) {
        self.slots = 1 << log2;
        self.memory = (0..self.slots * SLOT)
            .map(|_| self.bench.random().u8(..))
            .collect();
        self.producer = 0;
        self.set(true, log2);
        self.run(3);
    }

    fn set(&mut self, enable: bool, log2: usize) {
        // The bits below a slot are not looked at.
        let ring = u128::from(enable) | u128::from(BASE | 0x7FF) << 2 | (log2 as u128) << 66;
        self.bench.model.poke("ring", ring);
    }

    fn ring(&mut self, index: u16) {
        self.bench.model.poke("doorbell", u64::from(index));
        self.bench.model.poke("doorbell_valid", true);
        self.step();
        self.bench.model.poke("doorbell_valid", false);
    }

    /// Writes the next slot; what is behind the frame is what was there before.
    fn put_raw(&mut self, length: u16, flags: u16, frame: &[u8]) {
        let at = usize::from(self.producer) % self.slots * SLOT;
        let slot = &mut self.memory[at..at + SLOT];
        slot[..2].copy_from_slice(&length.to_le_bytes());
        slot[2..4].copy_from_slice(&flags.to_le_bytes());
        slot[HEADER..HEADER + frame.len()].copy_from_slice(frame);
        self.producer = self.producer.wrapping_add(1);
    }

    fn put(&mut self, frame: &[u8]) {
        self.put_raw(frame.len() as u16, 0, frame);
    }

    fn step(&mut self) {
        self.bench.step();
        let names = ["count_tx_ethernet_bad", "count_doorbell_index"];
        for (count, name) in self.counts.iter_mut().zip(names) {
            *count += self.bench.model.peek(name);
        }
        for read in self.bench.take(self.read) {
            let (at, length) = (
                (read.get("address") - BASE) as usize,
                read.get("length") as usize,
            );
            let fails = self.failing.contains(&self.reads.len());
            self.reads.push((at, length));
            let error = if fails { 3u64 } else { 0 };
            self.bench.push(self.status, record! {"error" => error});
            let bytes: Vec<u8> = if fails {
                (0..length).map(|_| self.bench.random().u8(..)).collect()
            } else {
                self.memory[at..at + length].to_vec()
            };
            self.bench.push_payload(self.data, &bytes);
        }
    }

    fn run(&mut self, cycles: usize) {
        (0..cycles).for_each(|_| self.step());
    }

    fn settle(&mut self) {
        self.run(3000);
        assert!(self.bench.drained(), "{}", self.bench.state());
    }

    /// The frames that came, whole; nothing but zeros stands behind their bytes.
    fn frames(&mut self) -> Vec<Vec<u8>> {
        let mut frames = vec![vec![]];
        for beat in self.bench.take(self.frame) {
            let (data, bytes) = (beat.bytes("data"), beat.get("bytes") as usize);
            let frame: &mut Vec<u8> = frames.last_mut().unwrap();
            assert!(data[bytes..].iter().all(|&byte| byte == 0));
            assert!(beat.get("last") == 1 || bytes == 64);
            frame.extend(&data[..bytes]);
            if beat.get("last") == 1 {
                frames.push(vec![]);
            }
        }
        assert_eq!(frames.pop(), Some(vec![]), "half a frame");
        frames
    }

    fn random_frame(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.bench.random().u8(..)).collect()
    }

    fn index(&self) -> u64 {
        self.bench.model.peek("report") >> 1
    }

    fn busy(&self) -> bool {
        self.bench.model.peek("report") & 1 == 1
    }
}

/// As it leaves the card.
fn filled(frame: &[u8]) -> Vec<u8> {
    let mut frame = frame.to_vec();
    frame.resize(frame.len().max(wire::FRAME_MIN), 0);
    frame
}

#[test]
fn transmit_ring_frames_of_every_kind_of_length_leave_as_they_are() {
    for (seed, stall) in [(1, 0.0), (2, 0.3), (3, 0.8)] {
        let mut rig = Rig::new(seed);
        rig.bench.set_stall(stall);
        rig.on(2);
        let mut lengths: Vec<usize> = vec![
            FRAME_MIN,
            15,
            59,
            60,
            61,
            63,
            64,
            65,
            128,
            191,
            192,
            193,
            255,
            256,
            257,
            1514,
            1920,
            1921,
            FRAME_MAX - 1,
            FRAME_MAX,
        ];
        lengths.extend((0..20).map(|_| rig.bench.random().usize(FRAME_MIN..=FRAME_MAX)));
        let frames: Vec<_> = lengths.iter().map(|&n| rig.random_frame(n)).collect();
        let (mut put, mut got) = (0, vec![]);
        while got.len() < frames.len() {
            let used = put - rig.index() as usize;
            if put < frames.len() && used < 4 && rig.bench.random().bool() {
                for _ in 0..rig
                    .bench
                    .random()
                    .usize(1..=(4 - used).min(frames.len() - put))
                {
                    rig.put(&frames[put]);
                    put += 1;
                }
                let producer = rig.producer;
                rig.ring(producer);
            }
            rig.run(100);
            // A frame may be half out.
            if rig.bench.received(rig.frame) > 0 {
                rig.settle();
            }
            got.extend(rig.frames());
            assert!(rig.bench.cycle() < 500_000, "{} frames", got.len());
        }
        for (got, frame) in got.iter().zip(&frames) {
            assert_eq!(*got, filled(frame));
        }
        assert_eq!((rig.counts, rig.index()), ([0, 0], frames.len() as u64));
    }
}

#[test]
fn transmit_ring_short_frame_takes_one_read_and_no_more_is_read_than_it_needs() {
    let mut rig = Rig::new(4);
    rig.on(2);
    for (slot, (length, second)) in [
        (60, None),
        (192, None),
        (193, Some(1)),
        (FRAME_MAX, Some(1792)),
    ]
    .into_iter()
    .enumerate()
    {
        let frame = rig.random_frame(length);
        rig.put(&frame);
        let producer = rig.producer;
        rig.ring(producer);
        rig.settle();
        let at = slot * SLOT;
        let mut expected = vec![(at, 256)];
        expected.extend(second.map(|length| (at + 256, length)));
        assert_eq!(std::mem::take(&mut rig.reads), expected);
    }
}

#[test]
fn transmit_ring_frame_is_offered_whole_however_slowly_it_comes() {
    let mut rig = Rig::new(5);
    rig.on(3);
    rig.bench.set_stall(0.9);
    rig.bench.set_sink_stall(rig.frame, 0.0);
    for length in [1500, 60, 1984, 300] {
        let frame = rig.random_frame(length);
        rig.put(&frame);
    }
    let producer = rig.producer;
    rig.ring(producer);
    rig.run(5000);
    let beats = rig.bench.take(rig.frame);
    assert_eq!(beats.len(), 24 + 1 + 31 + 5);
    for pair in beats.windows(2) {
        if pair[0].get("last") == 0 {
            assert_eq!(pair[1].cycle, pair[0].cycle + 1, "a gap in a frame");
        }
    }
}

#[test]
fn transmit_ring_bad_slot_is_skipped_and_counted() {
    let mut rig = Rig::new(6);
    rig.on(3);
    let mut bad = 0;
    for (length, flags) in [
        (0, 0),
        (1, 0),
        (13, 0),
        (FRAME_MAX as u16 + 1, 0),
        (0x800, 0),
        (0x83C, 0),
        (0xFFFF, 0),
        (60, 1),
        (60, 0x8000),
        (1500, 2),
    ] {
        let (before, after) = (rig.random_frame(700), rig.random_frame(70));
        rig.put(&before);
        rig.put_raw(length, flags, &[]);
        rig.put(&after);
        let producer = rig.producer;
        rig.ring(producer);
        rig.settle();
        bad += 1;
        assert_eq!(
            rig.frames(),
            [before, after],
            "length {length}, flags {flags:#x}"
        );
        assert_eq!((rig.counts, rig.index()), ([bad, 0], 3 * bad));
    }
}

#[test]
fn transmit_ring_read_that_fails_loses_its_slot_alone() {
    for failing in [vec![2], vec![3], vec![2, 3], vec![0, 1, 2, 3]] {
        let mut rig = Rig::new(7);
        rig.on(2);
        let frames: Vec<_> = [100, 150, 1000].map(|n| rig.random_frame(n)).into();
        frames.iter().for_each(|frame| rig.put(frame));
        // Reads 0 and 1 are those of the short frames; the long one has two, the second if the first is good.
        rig.failing = failing.clone();
        rig.ring(3);
        rig.settle();
        let lost = |read| failing.contains(&read);
        let mut expected = frames;
        let mut kept = [!lost(0), !lost(1), !lost(2) && !lost(3)].into_iter();
        expected.retain(|_| kept.next().unwrap());
        let bad = 3 - expected.len() as u64;
        assert_eq!(rig.frames(), expected, "reads {failing:?} fail");
        assert_eq!((rig.counts, rig.index()), ([bad, 0], 3));
        rig.failing.clear();
        let frame = rig.random_frame(90);
        rig.put(&frame);
        rig.ring(4);
        rig.settle();
        assert_eq!(rig.frames(), [frame]);
    }
}

#[test]
fn transmit_ring_index_that_goes_backward_or_past_the_ring_is_refused() {
    let mut rig = Rig::new(8);
    rig.on(2);
    let frame = rig.random_frame(60);
    (0..4).for_each(|_| rig.put(&frame));
    rig.bench.set_sink_stall(rig.read, 1.0);
    rig.ring(3);
    for (index, refused) in [
        (2, 1),
        (5, 2),
        (0xFFFF, 3),
        (0x8003, 4),
        (4, 4),
        (5, 5),
        (4, 5),
    ] {
        rig.ring(index);
        rig.run(3);
        assert_eq!(rig.counts[1], refused, "{index:#x}");
    }
    rig.bench.set_sink_stall(rig.read, 0.0);
    rig.settle();
    assert_eq!((rig.frames().len(), rig.index()), (4, 4));
}

#[test]
fn transmit_ring_halts_while_frames_wait_to_be_sent() {
    let mut rig = Rig::new(9);
    rig.on(3);
    rig.bench.set_sink_stall(rig.frame, 1.0);
    let frames: Vec<_> = (0..6).map(|_| rig.random_frame(FRAME_MAX)).collect();
    frames.iter().for_each(|frame| rig.put(frame));
    rig.ring(6);
    rig.settle();
    assert_eq!((rig.index(), rig.frames().len()), (2, 0));
    // Turned off, what is whole is sent.
    rig.set(false, 3);
    rig.run(3);
    assert!(!rig.busy());
    rig.bench.set_sink_stall(rig.frame, 0.3);
    rig.settle();
    assert_eq!(rig.frames(), frames[..2]);
}

#[test]
fn transmit_ring_turned_off_is_busy_until_its_read_has_ended() {
    let mut rig = Rig::new(10);
    rig.on(2);
    let frames: Vec<_> = (0..4).map(|_| rig.random_frame(1000)).collect();
    frames.iter().for_each(|frame| rig.put(frame));
    rig.bench.set_source_stall(rig.data, 1.0);
    rig.ring(4);
    rig.run(300);
    rig.set(false, 2);
    rig.run(300);
    assert!(rig.busy(), "a read is under way");
    rig.bench.set_source_stall(rig.data, 0.3);
    rig.settle();
    assert!(!rig.busy());
    assert_eq!(rig.frames(), frames[..1]);
    // Off, no doorbell counts; on again, it begins anew.
    rig.ring(2);
    rig.on(3);
    rig.settle();
    assert_eq!((rig.index(), rig.frames().len()), (0, 0));
    rig.put(&frames[3]);
    rig.ring(1);
    rig.settle();
    assert_eq!((rig.index(), rig.frames()), (1, vec![frames[3].clone()]));
    assert_eq!(rig.counts, [0, 0]);
}

#[test]
fn transmit_ring_indices_go_round() {
    let mut rig = Rig::new(11);
    rig.bench.set_stall(0.0);
    rig.on(3);
    let (total, mut sent, mut got) = (0x1_0010u32, 0u32, 0u32);
    while got < total {
        while sent < total && (sent as u16).wrapping_sub(rig.index() as u16) < 8 {
            let frame = [&sent.to_le_bytes()[..], &[0; 56]].concat();
            rig.put(&frame);
            sent += 1;
        }
        let producer = rig.producer;
        rig.ring(producer);
        rig.run(60);
        for frame in rig.frames() {
            assert_eq!(frame[..4], got.to_le_bytes());
            got += 1;
        }
        assert!(rig.bench.cycle() < 4_000_000, "stuck at {got}");
    }
    assert_eq!(rig.counts, [0, 0]);
}

#[test]
fn transmit_ring_reset_amid_a_slot_leaves_no_half_frame() {
    let mut rig = Rig::new(12);
    rig.on(2);
    let frame = rig.random_frame(1984);
    rig.put(&frame);
    rig.bench.set_source_stall(rig.data, 1.0);
    rig.ring(1);
    rig.run(100);
    rig.bench.set_source_stall(rig.data, 0.0);
    rig.run(20);
    rig.set(false, 2);
    rig.bench.reset(2);
    rig.bench.set_source_stall(rig.data, 1.0);
    rig.run(200);
    assert!(!rig.busy());
    assert_eq!((rig.index(), rig.frames().len()), (0, 0));
}
