//! A way out of the receiver: what was handed on against what comes out.
use super::BEAT;
use crate::fuzz::verdict::Packet;
use anyhow::{Context as _, ensure};
use ferric_verilated::{Bench, Received, Sink};
use std::collections::VecDeque;

/// Packets of one kind on their way out.
pub struct Way {
    pub record: Sink,
    pub data: Sink,
    /// Handed on, and not yet compared.
    packets: VecDeque<Packet>,
    payloads: VecDeque<Vec<u8>>,
    /// Came out, and not yet compared.
    records: VecDeque<Received>,
    bytes: VecDeque<Vec<u8>>,
    /// Records and beats that were handed on, and that were looked at.
    put: [u64; 2],
    got: [u64; 2],
}

impl Way {
    pub fn new(bench: &mut Bench, name: &str) -> Self {
        Way {
            record: bench.sink(name),
            data: bench.sink(&format!("{name}_data")),
            packets: VecDeque::new(),
            payloads: VecDeque::new(),
            records: VecDeque::new(),
            bytes: VecDeque::new(),
            put: [0; 2],
            got: [0; 2],
        }
    }

    pub fn hand_on(&mut self, packet: Packet) {
        self.put[0] += 1;
        self.put[1] += beats(packet.payload.len());
        if !packet.payload.is_empty() {
            self.payloads.push_back(packet.payload.clone());
        }
        self.packets.push_back(packet);
    }

    /// Records and beats inside.
    pub fn inside(&self, bench: &Bench) -> [u64; 2] {
        let out = [self.record, self.data].map(|sink| bench.received(sink) as u64);
        [0, 1].map(|k| self.put[k].saturating_sub(self.got[k] + out[k]))
    }

    /// Compares what came out with what was handed on.
    pub fn look(&mut self, bench: &mut Bench) -> anyhow::Result<()> {
        self.got[1] += bench.received(self.data) as u64;
        self.bytes.extend(bench.take_payloads(self.data));
        // The beats of a payload that has not ended stay.
        self.got[1] -= bench.received(self.data) as u64;
        let records = bench.take(self.record);
        self.got[0] += records.len() as u64;
        self.records.extend(records);
        while !self.records.is_empty() && !self.packets.is_empty() {
            let (got, packet) = (self.records.pop_front(), self.packets.pop_front());
            let (got, packet) = (got.context("a record")?, packet.context("a packet")?);
            let (got, length) = (read(&got), got.get("length") as usize);
            ensure!(
                length == packet.payload.len(),
                "{length} bytes for {packet:?}"
            );
            let same = got
                == Packet {
                    payload: Vec::new(),
                    response: false,
                    ..packet.clone()
                };
            ensure!(same, "came out as {got:?}: {packet:?}");
        }
        while !self.bytes.is_empty() && !self.payloads.is_empty() {
            let (got, payload) = (self.bytes.pop_front(), self.payloads.pop_front());
            let (got, payload) = (got.context("bytes")?, payload.context("payload")?);
            let same = got.get(..payload.len()) == Some(&payload[..]);
            ensure!(same, "payload {payload:02x?} came out as {got:02x?}");
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        let waiting = self.packets.len() + self.payloads.len();
        waiting + self.records.len() + self.bytes.len() == 0
    }
}

pub fn beats(bytes: usize) -> u64 {
    bytes.div_ceil(BEAT) as u64
}

/// A record of the block, without its payload.
fn read(record: &Received) -> Packet {
    let small = |field: &str| record.get(field) as u32;
    Packet {
        response: false,
        qpn: small("qpn"),
        opcode: small("opcode") as u8,
        psn: small("psn"),
        solicited: record.get("solicited") == 1,
        ack_request: record.get("ack_request") == 1,
        congested: record.get("congested") == 1,
        pad: small("pad") as u8,
        va: record.get("va"),
        rkey: small("rkey"),
        dma_length: small("dma_length"),
        swap: record.get("swap"),
        compare: record.get("compare"),
        syndrome: small("syndrome") as u8,
        msn: small("msn"),
        immediate: small("immediate").to_le_bytes(),
        payload: Vec::new(),
    }
}
