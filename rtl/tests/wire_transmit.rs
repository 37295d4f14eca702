//! Packets into `WireTransmit`: the frames that come out are the ones the specification wants, back to back and without gaps.
mod wire_common;
use ferric_rtl::wire::WireTransmit;
use ferric_verilated::{Bench, Handle, Model, Record, Source, record};
use rust_hdl::prelude::*;
use wire_common::*;

struct Wire {
    bench: Bench,
    answer: Source,
    request: Source,
    request_data: Source,
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
        let [answer, request, request_data] =
            ["answer", "request", "request_data"].map(|name| bench.source(name));
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
            request,
            request_data,
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

    fn send(&mut self, path: &Path, packet: &Packet) {
        self.bench.push_payload(self.request_data, &packet.payload);
        self.bench.push(self.request, transmit_record(path, packet));
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
        "immediate" => u32::from_le_bytes(packet.immediate), "syndrome" => packet.syndrome, "msn" => packet.msn,
    }
}

/// AtomicAckETH has no place in the record to be sent.
fn sendable() -> Vec<u8> {
    all_opcodes()
        .into_iter()
        .filter(|opcode| *opcode != 0x12)
        .collect()
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

#[test]
fn transmit_any_opcode_path_and_length_is_the_frame_of_the_specification() {
    let mut wire = Wire::new(3);
    let paths: Vec<Path> = (0..4)
        .map(|k| wire.path(5 + 250 * k, k & 1 != 0, k & 2 != 0))
        .collect();
    let mut sent = vec![];
    for opcode in sendable() {
        for path in &paths {
            for _ in 0..5 {
                let length = if carries_payload(opcode) {
                    wire.bench.random().usize(0..200)
                } else {
                    0
                };
                let peer = wire.bench.random().u32(..1 << 24);
                let packet = Packet::random(opcode, peer, length, wire.bench.random());
                wire.send(path, &packet);
                sent.push((path.clone(), packet));
            }
        }
    }
    let frames = wire.run(sent.len());
    for ((path, packet), frame) in sent.iter().zip(&frames) {
        assert_frame(frame, path, packet);
    }
    let acks = sent
        .iter()
        .filter(|(_, packet)| packet.opcode == 0x11)
        .count() as u64;
    assert_eq!(
        wire.counts.seen(),
        [("tx_frames", sent.len() as u64), ("tx_acks", acks)]
    );
}
