//! Packets into `WireTransmit`: the frames that come out are the ones the specification wants, back to back and without gaps.
mod wire_common;
use ferric_rtl::wire::WireTransmit;
use ferric_verilated::{Bench, Handle, Model, Record, Source, record};
use rust_hdl::prelude::*;
use wire_common::*;

struct Wire {
    bench: Bench,
    answer: Source,
    answer_data: Source,
    request: Source,
    request_data: Source,
    ethernet: Source,
    counts: Counts,
    ports: [Handle; 5],
    /// Probability that the MAC is not ready.
    stall: f64,
    frame: Vec<u8>,
    frames: Vec<Vec<u8>>,
    /// The cycle of each beat.
    beats: Vec<u64>,
}

impl Wire {
    fn new(seed: u64) -> Wire {
        let mut block = WireTransmit::default();
        block.connect_all();
        let model = Model::build("wire_transmit", &block).unwrap();
        let mut bench = Bench::new(model, seed);
        let [answer, answer_data, request, request_data] =
            ["answer", "answer_data", "request", "request_data"].map(|name| bench.source(name));
        let ethernet = bench.source("ethernet");
        bench
            .model
            .poke_big("mac", &num_bigint::BigUint::from_bytes_be(&OWN_MAC));
        bench.model.poke("enable", 1u8);
        bench.reset(2);
        let ports = ["tdata", "tkeep", "tlast", "tvalid", "tready"]
            .map(|name| bench.model.handle(&format!("m_axis_tx_{name}")));
        let counts = Counts::new(&bench.model);
        let (frame, frames, beats) = (vec![], vec![], vec![]);
        Wire {
            bench,
            answer,
            answer_data,
            request,
            request_data,
            ethernet,
            counts,
            ports,
            stall: 0.3,
            frame,
            frames,
            beats,
        }
    }

    /// A random path that the block knows.
    fn path(&mut self, qpn: u16, ipv6: bool, vlan: bool) -> Path {
        let path = Path::random(qpn, ipv6, vlan, self.bench.random());
        path.configure(&mut self.bench.model);
        path
    }

    fn answer(&mut self, path: &Path, packet: &Packet) {
        self.bench.push_payload(self.answer_data, &packet.payload);
        self.bench.push(self.answer, transmit_record(path, packet));
    }

    fn send(&mut self, path: &Path, packet: &Packet) {
        self.bench.push_payload(self.request_data, &packet.payload);
        self.bench.push(self.request, transmit_record(path, packet));
    }

    /// Another frame, whole at once.
    fn pass(&mut self, frame: &[u8]) {
        self.bench.set_source_stall(self.ethernet, 0.0);
        let beats = frame.chunks(64);
        let last = beats.len() - 1;
        for (index, bytes) in beats.enumerate() {
            let mut data = bytes.to_vec();
            data.resize(64, 0);
            let data = num_bigint::BigUint::from_bytes_le(&data);
            let beat =
                record! {"data" => data, "bytes" => bytes.len() as u64, "last" => index == last};
            self.bench.push(self.ethernet, beat);
        }
    }

    fn step(&mut self) {
        let [data, keep, last, valid, ready] = self.ports;
        let takes = self.bench.random().f64() >= self.stall;
        self.bench.model.poke_at(ready, takes);
        let model = &self.bench.model;
        let offered = model.peek_at(valid) == 1;
        assert!(
            offered || self.frame.is_empty(),
            "a gap inside a frame, seed {}",
            self.bench.seed()
        );
        if offered && takes {
            let bytes = model.peek_at(keep).count_ones() as usize;
            assert_eq!(
                model.peek_at(keep),
                u64::MAX >> (64 - bytes),
                "keep has a hole"
            );
            let beat: Vec<u8> = model
                .words(data)
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect();
            self.frame.extend(&beat[..bytes]);
            self.beats.push(self.bench.cycle());
            if model.peek_at(last) == 1 {
                self.frames.push(std::mem::take(&mut self.frame));
            } else {
                assert_eq!(bytes, 64, "a short beat inside a frame");
            }
        }
        self.bench.step();
        self.counts.sample(&self.bench);
    }

    /// Random paths: IPv4 and IPv6, without and with a tag.
    fn four_paths(&mut self) -> Vec<Path> {
        (0..4)
            .map(|k| self.path(5 + 250 * k, k & 1 != 0, k & 2 != 0))
            .collect()
    }

    fn packet(&mut self, opcode: u8, length: usize) -> Packet {
        let peer = self.bench.random().u32(..1 << 24);
        Packet::random(opcode, peer, length, self.bench.random())
    }

    /// No waiting anywhere.
    fn rush(&mut self) {
        self.bench.set_stall(0.0);
        self.stall = 0.0;
    }

    /// Runs until this many frames are out, and a little longer.
    fn run(&mut self, frames: usize) -> Vec<Vec<u8>> {
        let limit = self.bench.cycle() + 2000 + 400 * frames as u64;
        while self.frames.len() < frames {
            assert!(
                self.bench.cycle() < limit,
                "{} of {frames} frames\n{}",
                self.frames.len(),
                self.bench.state()
            );
            self.step();
        }
        (0..100).for_each(|_| self.step());
        assert_eq!(self.frames.len(), frames);
        std::mem::take(&mut self.frames)
    }
}

fn transmit_record(path: &Path, packet: &Packet) -> Record {
    record! {
        "qpn" => path.qpn, "peer_qpn" => packet.qpn, "opcode" => packet.opcode, "psn" => packet.psn,
        "solicited" => packet.solicited, "ack_request" => packet.ack_request, "length" => packet.payload.len() as u64,
        "va" => packet.va, "rkey" => packet.rkey, "dma_length" => packet.dma_length,
        "swap" => packet.swap, "compare" => packet.compare,
        "immediate" => u32::from_le_bytes(packet.immediate), "syndrome" => packet.syndrome, "msn" => packet.msn,
    }
}

fn assert_frame(got: &[u8], path: &Path, packet: &Packet) {
    let want = padded(Frame::new(path, packet).seal());
    assert_eq!(got.len(), want.len(), "{packet:?}");
    if let Some(at) = (0..want.len()).find(|&k| got[k] != want[k]) {
        panic!(
            "byte {at}: {:02x?} instead of {:02x?}\n{packet:?}",
            &got[at..],
            &want[at..]
        );
    }
}

/// Sends the packets, responses as answers, and expects their frames, and no others; each kind in its order.
fn all_leave(wire: &mut Wire, packets: &[(Path, Packet)]) {
    for (path, packet) in packets {
        if is_response(packet.opcode) {
            wire.answer(path, packet);
        } else {
            wire.send(path, packet);
        }
    }
    let frames = wire.run(packets.len());
    let (answers, requests): (Vec<_>, Vec<_>) = frames
        .iter()
        .partition(|frame| is_response(opcode_of(frame)));
    let (mut answers, mut requests) = (answers.into_iter(), requests.into_iter());
    for (path, packet) in packets {
        let frames = if is_response(packet.opcode) {
            &mut answers
        } else {
            &mut requests
        };
        assert_frame(frames.next().expect("frame"), path, packet);
    }
}

/// The opcode of a frame without or with a tag, IPv4 or IPv6.
fn opcode_of(frame: &[u8]) -> u8 {
    let ip = if frame[12..14] == [0x81, 0x00] {
        18
    } else {
        14
    };
    let udp = if frame[ip] >> 4 == 6 { 40 } else { 20 };
    frame[ip + udp + 8]
}

#[test]
fn transmit_any_opcode_and_path_is_the_frame_of_the_specification() {
    let mut wire = Wire::new(3);
    let paths = wire.four_paths();
    let mut sent = vec![];
    for opcode in all_opcodes() {
        for path in &paths {
            for _ in 0..5 {
                let length = if carries_payload(opcode) {
                    wire.bench.random().usize(0..200)
                } else {
                    0
                };
                sent.push((path.clone(), wire.packet(opcode, length)));
            }
        }
    }
    wire.bench.random().shuffle(&mut sent);
    all_leave(&mut wire, &sent);
    let acks = sent
        .iter()
        .filter(|(_, packet)| packet.opcode == 0x11)
        .count() as u64;
    assert_eq!(
        wire.counts.seen(),
        [("tx_frames", sent.len() as u64), ("tx_acks", acks)]
    );
}

/// The shortest and the longest stack of headers in front of every length.
#[test]
fn transmit_every_length_is_padded_and_closed_by_its_icrc() {
    let mut wire = Wire::new(4);
    for path in wire.four_paths() {
        let mut sent = vec![];
        for length in lengths() {
            let opcodes: &[u8] = if length <= 300 {
                &[0x04, 0x0B]
            } else {
                &[0x0E]
            };
            sent.extend(
                opcodes
                    .iter()
                    .map(|opcode| (path.clone(), wire.packet(*opcode, length))),
            );
        }
        all_leave(&mut wire, &sent);
    }
}

/// A MAC and sources that mostly wait; `step` refuses any gap inside a frame.
#[test]
fn transmit_slow_sources_and_slow_mac_leave_no_gap() {
    let mut wire = Wire::new(5);
    let paths = wire.four_paths();
    for (source, mac) in [(0.8, 0.0), (0.0, 0.8), (0.7, 0.7)] {
        wire.bench.set_stall(source);
        wire.stall = mac;
        let lengths = [0, 4096, 1, 63, 64, 65, 1000, 2048, 3, 130];
        let sent: Vec<_> = (0..40)
            .map(|k| (paths[k & 3].clone(), wire.packet(0x0A, lengths[k % 10])))
            .collect();
        all_leave(&mut wire, &sent);
    }
}

#[test]
fn transmit_without_waiting_sends_a_beat_every_cycle() {
    let mut wire = Wire::new(6);
    wire.rush();
    let paths = wire.four_paths();
    for (opcode, length) in [
        (0x0E, 4096),
        (0x0A, 1024),
        (0x04, 256),
        (0x0A, 64),
        (0x11, 0),
    ] {
        wire.beats.clear();
        let sent: Vec<_> = (0..40)
            .map(|_| (paths[0].clone(), wire.packet(opcode, length)))
            .collect();
        all_leave(&mut wire, &sent);
        let (first, last) = (wire.beats[0], *wire.beats.last().unwrap());
        // What stands at the first frame's begin decides nothing: from then on, one beat a cycle.
        let beats = wire.beats.len() as u64;
        assert_eq!(
            last - first + 1,
            beats,
            "opcode {opcode:#x}, {length} bytes"
        );
    }
}

/// What a MAC that takes nothing leaves waiting at the sources can still be decided about.
#[test]
fn transmit_takes_no_more_payload_than_keeps_the_mac_busy() {
    const FRAMES: usize = 40;
    const BEATS: usize = 16;
    let mut wire = Wire::new(13);
    wire.rush();
    wire.stall = 1.0;
    let path = wire.path(9, true, false);
    for _ in 0..FRAMES {
        let packet = wire.packet(0x0A, 64 * BEATS);
        wire.send(&path, &packet);
    }
    (0..2000).for_each(|_| wire.step());
    let taken = FRAMES * BEATS - wire.bench.pending(wire.request_data);
    assert!((96..96 + 67).contains(&taken), "{taken} beats");
    wire.stall = 0.0;
    wire.run(FRAMES);
}

/// The figures of docs/wire.md.
#[test]
fn transmit_latency_from_record_to_first_beat() {
    let mut wire = Wire::new(7);
    wire.rush();
    let path = wire.path(9, false, false);
    for (opcode, length, cycles) in [
        (0x11, 0, LATENCY),
        (0x0A, 64, LATENCY),
        (0x0E, 4096, LATENCY + 64 - 3),
    ] {
        let packet = wire.packet(opcode, length);
        wire.beats.clear();
        let start = wire.bench.cycle();
        all_leave(&mut wire, &[(path.clone(), packet)]);
        assert_eq!(
            wire.beats[0] - start,
            cycles,
            "opcode {opcode:#x}, {length} bytes"
        );
    }
}

/// Cycles from the offer of a packet of one beat to that beat at the pins.
const LATENCY: u64 = 15;

#[test]
fn transmit_answers_go_first_but_requests_do_not_starve() {
    let mut wire = Wire::new(8);
    wire.rush();
    let path = wire.path(12, true, false);
    let answers: Vec<Packet> = (0..200)
        .map(|k| wire.packet([0x11, 0x10, 0x12, 0x0E][k & 3], [0, 100, 0, 256][k & 3]))
        .collect();
    let requests: Vec<Packet> = (0..20).map(|_| wire.packet(0x04, 40)).collect();
    answers.iter().for_each(|packet| wire.answer(&path, packet));
    requests.iter().for_each(|packet| wire.send(&path, packet));
    let frames = wire.run(220);
    let (mut answers, mut requests, mut run) = (answers.iter(), requests.iter().peekable(), 0);
    for frame in &frames {
        if is_response(frame[62]) {
            assert_frame(frame, &path, answers.next().unwrap());
            run += 1;
            assert!(
                run <= 7 || requests.peek().is_none(),
                "a request waits behind {run} answers"
            );
        } else {
            assert_frame(frame, &path, requests.next().unwrap());
            run = 0;
        }
    }
    assert_eq!((answers.len(), requests.len()), (0, 0));
    assert_eq!(wire.counts.get("tx_acks"), 50);
}

/// READ responses beside WRITEs, both with payload of every length, slow and fast: each packet keeps its own payload.
#[test]
fn transmit_answers_with_payload_beside_requests_keep_their_bytes() {
    let mut wire = Wire::new(11);
    let paths = wire.four_paths();
    for stall in [0.0, 0.5] {
        wire.bench.set_stall(stall);
        wire.stall = stall;
        let sent: Vec<_> = (0..200)
            .map(|k| {
                let opcode = [0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x0A, 0x0B, 0x04, 0x07][k % 10];
                let length = match opcode {
                    0x11 | 0x12 => 0,
                    _ => [0, 1, 63, 64, 65, 129, 256, 1024, 4095, 4096]
                        [wire.bench.random().usize(..10)],
                };
                (paths[k & 3].clone(), wire.packet(opcode, length))
            })
            .collect();
        all_leave(&mut wire, &sent);
    }
}

/// What a packet's headers have no place for may be anything.
#[test]
fn transmit_fields_that_the_headers_do_not_carry_leave_no_trace() {
    let mut wire = Wire::new(12);
    let paths = wire.four_paths();
    for opcode in all_opcodes() {
        for path in &paths {
            let length = if carries_payload(opcode) { 100 } else { 0 };
            let packet = wire.packet(opcode, length);
            // As the test's own frames have it, from the fields that belong there.
            let ones = Packet {
                va: u64::MAX,
                rkey: u32::MAX,
                dma_length: u32::MAX,
                swap: u64::MAX,
                compare: u64::MAX,
                immediate: [0xFF; 4],
                syndrome: 0xFF,
                msn: 0xFF_FFFF,
                ..packet.clone()
            };
            if is_response(opcode) {
                wire.answer(path, &ones);
            } else {
                wire.send(path, &ones);
            }
            assert_frame(&wire.run(1)[0], path, &ones);
        }
    }
}

/// A QP that is gone has no path: its packet and payload vanish, what follows is whole.
#[test]
fn transmit_qp_in_reset_sends_nothing() {
    let mut wire = Wire::new(9);
    let mut gone = wire.path(40, false, false);
    gone.state = ferric_layout::qp::state::RESET;
    gone.configure(&mut wire.bench.model);
    let path = wire.path(41, false, false);
    let mut kept = vec![];
    for length in [0, 1, 64, 65, 500, 4096, 7] {
        let lost = wire.packet(0x04, length);
        wire.send(&gone, &lost);
        let packet = wire.packet(0x04, length);
        wire.send(&path, &packet);
        kept.push(packet);
    }
    let frames = wire.run(kept.len());
    kept.iter()
        .zip(&frames)
        .for_each(|(packet, frame)| assert_frame(frame, &path, packet));
    assert_eq!(wire.counts.get("tx_frames"), kept.len() as u64);
}

#[test]
fn transmit_disabled_waits() {
    let mut wire = Wire::new(10);
    let path = wire.path(50, false, true);
    wire.bench.model.poke("enable", 0u8);
    let packet = wire.packet(0x0A, 300);
    wire.send(&path, &packet);
    (0..200).for_each(|_| wire.step());
    assert!(wire.frames.is_empty() && wire.frame.is_empty());
    wire.bench.model.poke("enable", 1u8);
    assert_frame(&wire.run(1)[0], &path, &packet);
}

/// A frame that is no packet.
fn plain(length: usize, number: u8) -> Vec<u8> {
    let mut frame = vec![2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0x88, 0xB5, number];
    frame.extend((15..length).map(|k| k as u8 ^ number));
    frame
}

fn is_plain(frame: &[u8]) -> bool {
    frame[12..14] == [0x88, 0xB5]
}

#[test]
fn transmit_other_frames_leave_as_they_are_between_those_of_packets() {
    for (seed, stall, mac) in [
        (41, 0.0, 0.0),
        (42, 0.3, 0.3),
        (43, 0.7, 0.0),
        (44, 0.0, 0.8),
    ] {
        let mut wire = Wire::new(seed);
        wire.bench.set_stall(stall);
        wire.stall = mac;
        let path = wire.path(77, seed % 2 == 0, seed % 3 == 0);
        let (mut packets, mut others) = (vec![], vec![]);
        for number in 0..60 {
            let length = wire.bench.random().usize(0..700);
            let packet = wire.packet(0x0A, length);
            wire.send(&path, &packet);
            packets.push(packet);
            let length = [60, 63, 64, 65, 128, 1514, 1984][number as usize % 7];
            let frame = plain(length, number);
            wire.pass(&frame);
            others.push(frame);
            for _ in 0..wire.bench.random().u32(..60) {
                wire.step();
            }
        }
        let frames = wire.run(120);
        let (plain, sent): (Vec<_>, Vec<_>) = frames.into_iter().partition(|f| is_plain(f));
        assert_eq!(plain, others);
        assert_eq!(sent.len(), packets.len());
        for (frame, packet) in sent.iter().zip(&packets) {
            assert_frame(frame, &path, packet);
        }
        assert_eq!(
            wire.counts.seen(),
            [("tx_frames", 120), ("tx_ethernet", 60)]
        );
    }
}

#[test]
fn transmit_other_frame_waits_for_packets_but_not_for_ever() {
    let mut wire = Wire::new(45);
    wire.rush();
    let path = wire.path(77, false, false);
    for number in 0..200 {
        let packet = wire.packet(0x0A, 100);
        wire.send(&path, &packet);
        if number < 10 {
            wire.pass(&plain(1000, number));
        }
    }
    let frames = wire.run(210);
    let places: Vec<_> = (0..210).filter(|&k| is_plain(&frames[k])).collect();
    // The first may find the line free; those behind them let 31 packets pass as long as there are any.
    for pair in places[1..].windows(2).take(5) {
        assert_eq!(pair[1] - pair[0], 32, "{places:?}");
    }
    assert_eq!(places.len(), 10);
}

#[test]
fn transmit_turned_off_begins_no_other_frame_and_ends_the_one_that_it_sends() {
    let mut wire = Wire::new(46);
    wire.stall = 0.5;
    wire.pass(&plain(1984, 1));
    wire.pass(&plain(60, 2));
    while wire.frame.is_empty() {
        wire.step();
    }
    wire.bench.model.poke("enable", false);
    let frames = wire.run(1);
    assert_eq!(frames, [plain(1984, 1)]);
    assert_eq!(wire.bench.model.peek("idle"), 1);
    wire.bench.model.poke("enable", true);
    assert_eq!(wire.run(1), [plain(60, 2)]);
}

#[test]
fn transmit_reset_amid_another_frame_is_between_frames() {
    let mut wire = Wire::new(47);
    wire.pass(&plain(1984, 1));
    while wire.frame.is_empty() {
        wire.step();
    }
    wire.bench.model.poke("enable", false);
    wire.bench.reset(2);
    wire.frame.clear();
    wire.step();
    assert_eq!(wire.bench.model.peek("idle"), 1);
    let path = wire.path(77, false, false);
    let packet = wire.packet(0x0A, 100);
    wire.send(&path, &packet);
    wire.bench.model.poke("enable", true);
    let frames = wire.run(2);
    assert!(
        frames
            .iter()
            .any(|frame| frame == &Frame::new(&path, &packet).seal())
    );
}
