//! `WireReceive` under test.
use super::*;
use ferric_rtl::wire::WireReceive;
use ferric_verilated::{Handle, Received, Sink};
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// `WireReceive` with a MAC in front and readers behind.
pub struct Wire {
    pub bench: Bench,
    pub request: Sink,
    pub request_data: Sink,
    pub response: Sink,
    pub response_data: Sink,
    pub counts: Counts,
    ports: [Handle; 5],
    /// Frames for the MAC to bring, and whether it finds each bad.
    pub frames: VecDeque<(Vec<u8>, bool)>,
    at: usize,
    /// Probability of a cycle without a beat.
    pub gaps: f64,
}

impl Wire {
    pub fn new(seed: u64) -> Wire {
        let mut block = WireReceive::default();
        block.connect_all();
        let model = Model::build("wire_receive", &block).unwrap();
        let mut bench = Bench::new(model, seed);
        let [request, request_data, response, response_data] =
            ["request", "request_data", "response", "response_data"].map(|name| bench.sink(name));
        bench
            .model
            .poke_big("mac", &num_bigint::BigUint::from_bytes_be(&OWN_MAC));
        bench.model.poke("enable", 1u8);
        bench.reset(2);
        let ports = ["tdata", "tkeep", "tlast", "tuser", "tvalid"]
            .map(|name| bench.model.handle(&format!("s_axis_rx_{name}")));
        let counts = Counts::new(&bench.model);
        Wire {
            bench,
            request,
            request_data,
            response,
            response_data,
            counts,
            ports,
            frames: VecDeque::new(),
            at: 0,
            gaps: 0.3,
        }
    }

    pub fn push(&mut self, frame: Vec<u8>) {
        self.frames.push_back((frame, false));
    }

    pub fn step(&mut self) {
        let [data, keep, last, user, valid] = self.ports;
        let gap = self.bench.random().f64() < self.gaps;
        let mut beat: Vec<u8> = (0..64).map(|_| self.bench.random().u8(..)).collect();
        let noise = self.bench.random().u64(..);
        let model = &mut self.bench.model;
        match self.frames.front() {
            Some((frame, bad)) if !gap => {
                let bytes = &frame[self.at..frame.len().min(self.at + 64)];
                beat[..bytes.len()].copy_from_slice(bytes);
                self.at += bytes.len();
                let ends = self.at == frame.len();
                model.poke_at(keep, u64::MAX >> (64 - bytes.len()));
                model.poke_at(last, ends);
                model.poke_at(user, ends && *bad);
                model.poke_at(valid, true);
                if ends {
                    self.frames.pop_front();
                    self.at = 0;
                }
            }
            _ => {
                model.poke_at(keep, noise);
                model.poke_at(last, noise & 1 != 0);
                model.poke_at(user, noise & 2 != 0);
                model.poke_at(valid, false);
            }
        }
        model.poke_at(data, beat.as_slice());
        self.bench.step();
        self.counts.sample(&self.bench);
    }

    /// Brings every frame, then waits until nothing moves.
    pub fn run(&mut self) {
        while !self.frames.is_empty() {
            self.step();
        }
        let still = |wire: &Wire| {
            (
                wire.bench.received(wire.request),
                wire.bench.received(wire.response),
                wire.beats(),
            )
        };
        let (mut before, mut idle) = (still(self), 0);
        while idle < 40 {
            self.step();
            let now = still(self);
            idle = if now == before { idle + 1 } else { 0 };
            before = now;
        }
    }

    fn beats(&self) -> usize {
        self.bench.received(self.request_data) + self.bench.received(self.response_data)
    }

    /// What came out: requests, then responses.
    pub fn packets(&mut self) -> [Vec<Packet>; 2] {
        [
            (self.request, self.request_data),
            (self.response, self.response_data),
        ]
        .map(|(records, beats)| {
            let records = self.bench.take(records);
            let mut payloads = self.bench.take_payloads(beats).into_iter();
            let packets = records.iter().map(|record| {
                let length = record.get("length") as usize;
                let mut payload = if length == 0 {
                    vec![]
                } else {
                    payloads.next().expect("payload")
                };
                assert_eq!(payload.len(), length.next_multiple_of(64), "{record:?}");
                payload.truncate(length);
                packet(record, payload)
            });
            let packets = packets.collect();
            assert_eq!(payloads.len(), 0, "payload without a record");
            packets
        })
    }
}

fn packet(record: &Received, payload: Vec<u8>) -> Packet {
    assert_eq!(record.get("pad"), (payload.len() as u64).wrapping_neg() & 3);
    packet_unpadded(record, payload)
}

/// The packet of a record, whatever its pad says.
pub fn packet_unpadded(record: &Received, payload: Vec<u8>) -> Packet {
    Packet {
        qpn: record.get("qpn") as u32,
        opcode: record.get("opcode") as u8,
        psn: record.get("psn") as u32,
        solicited: record.get("solicited") == 1,
        ack_request: record.get("ack_request") == 1,
        va: record.get("va"),
        rkey: record.get("rkey") as u32,
        dma_length: record.get("dma_length") as u32,
        swap: record.get("swap"),
        compare: record.get("compare"),
        immediate: (record.get("immediate") as u32).to_le_bytes(),
        syndrome: record.get("syndrome") as u8,
        msn: record.get("msn") as u32,
        payload,
    }
}
