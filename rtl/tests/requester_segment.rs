//! The segmenter alone: messages too long to send in a simulation, and the PSN window.
use ferric_layout::opcode::operation;
use ferric_layout::work::opcode;
use ferric_rtl::requester::segment::Segment;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

struct Rig {
    bench: Bench,
    work: Source,
    entry: Source,
    outstanding: Sink,
    piece: Sink,
    packet: Sink,
}

const QPN: u64 = 77;

impl Rig {
    fn new(seed: u64, pmtu: u64, psn: u64) -> Self {
        let mut block = Segment::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("segment", &block).unwrap(), seed);
        let (work, entry) = (bench.source("work"), bench.source("entry"));
        let (outstanding, piece, packet) = (
            bench.sink("outstanding"),
            bench.sink("piece"),
            bench.sink("packet"),
        );
        bench.reset(2);
        bench.model.poke("qp_write.qpn", QPN);
        bench.model.poke("qp_write.send.pmtu", pmtu);
        bench.model.poke("qp_write_valid", true);
        bench.step();
        bench.model.poke("qp_write_valid", false);
        let mut rig = Rig {
            bench,
            work,
            entry,
            outstanding,
            piece,
            packet,
        };
        // A Start marker sets the PSN; the peer has acknowledged all before it.
        rig.bench
            .push(work, record! { "kind" => 2u64, "qpn" => QPN, "psn" => psn });
        rig.bench.run_until(100, |bench| {
            bench.received(packet) + bench.received(outstanding) == 2
        });
        rig.bench.take(packet);
        rig.bench.take(outstanding);
        rig.acknowledged(psn);
        rig
    }
    /// Everything before this PSN is acknowledged.
    fn acknowledged(&mut self, psn: u64) {
        self.bench.model.poke("progress.qpn", QPN);
        self.bench.model.poke("progress.oldest", psn & 0xFF_FFFF);
        self.bench.model.poke("progress.first", psn & 0xFF_FFFF);
        self.bench.model.poke("progress_valid", true);
        self.bench.step();
        self.bench.model.poke("progress_valid", false);
    }
    fn post(&mut self, entries: &[(u64, u64)]) {
        let length: u64 = entries.iter().map(|entry| entry.1).sum();
        for &(va, length) in entries {
            self.bench.push(
                self.entry,
                record! { "va" => va, "length" => length, "lkey" => 7u64 },
            );
        }
        // The decoder's order: entries stand in their queue before the record that uses them.
        let entry = self.entry;
        let mut waited = 0;
        while self.bench.pending(entry) > 1 && waited < 50 {
            self.bench.step();
            waited += 1;
        }
        let work = record! { "qpn" => QPN, "opcode" => opcode::WRITE, "length" => length, "entries" => entries.len() as u64 };
        self.bench.push(self.work, work);
    }
}

#[test]
fn longest_message_takes_its_psns_and_walks_its_addresses_without_overflow() {
    // Every packet of 2 GiB at PMTU 4096; the entry begins just below the end of the address space.
    let first_va = 0xFFFF_FFFF_7000_0FFF_u64;
    let mut rig = Rig::new(1, 5, 0xFF_FFF0);
    rig.bench.set_stall(0.0);
    rig.post(&[(first_va, 1 << 31)]);
    let count = 1u64 << 19;
    let mut packets = 0;
    let mut va = first_va;
    let mut rest = 1u64 << 31;
    while packets < count {
        rig.bench.step();
        // A judge that passes each packet at once.
        let taken = rig.bench.take(rig.packet);
        let judged: u64 = taken.iter().map(|packet| packet.get("length")).sum();
        rig.bench.model.poke("judged", judged);
        for piece in rig.bench.take(rig.piece) {
            assert_eq!(
                (piece.get("va"), piece.get("rest"), piece.get("length")),
                (va, rest, 4096)
            );
            va = va.wrapping_add(4096);
            rest -= 4096;
        }
        for packet in taken {
            let wanted = match packets {
                0 => operation::WRITE_FIRST,
                k if k == count - 1 => operation::WRITE_LAST,
                _ => operation::WRITE_MIDDLE,
            };
            let got = ["psn", "opcode", "length", "dma_length", "ack_request"]
                .map(|field| packet.get(field));
            let asks = packets == count - 1 || packets % 64 == 63;
            assert_eq!(
                got,
                [
                    (0xFF_FFF0 + packets) & 0xFF_FFFF,
                    wanted.into(),
                    4096,
                    1 << 31,
                    asks.into()
                ]
            );
            packets += 1;
        }
    }
    assert_eq!(rest, 0);
    let message = rig.bench.take(rig.outstanding);
    assert_eq!(
        (
            message[0].get("message.first"),
            message[0].get("message.last")
        ),
        (0xFF_FFF0, (0xFF_FFF0 + count - 1) & 0xFF_FFFF)
    );
}

#[test]
fn message_beyond_the_psn_window_waits_for_acknowledges() {
    let mut rig = Rig::new(2, 1, 5);
    // 2 GiB at PMTU 256 is 2^23 packets, all that may be outstanding.
    rig.post(&[(0, 1 << 31)]);
    rig.bench.run(60);
    let message = rig.bench.take(rig.outstanding);
    assert_eq!(
        (
            message[0].get("message.first"),
            message[0].get("message.last")
        ),
        (5, 5 + (1 << 23) - 1)
    );
    // Cut it short, as a Reset would, and see the next one of one packet wait.
    rig.bench.model.poke("stopping", QPN);
    rig.bench.model.poke("stopping_valid", true);
    rig.bench.run(50);
    rig.bench.model.poke("stopping_valid", false);
    rig.bench.take(rig.packet);
    rig.post(&[(0, 10)]);
    rig.bench.run(300);
    assert!(rig.bench.take(rig.outstanding).is_empty() && rig.bench.take(rig.packet).is_empty());
    rig.acknowledged(6);
    let packet = rig.packet;
    rig.bench
        .run_until(100, |bench| bench.received(packet) == 1);
    assert_eq!(rig.bench.take(packet)[0].get("psn"), 5 + (1 << 23));
}

#[test]
fn message_that_waits_for_the_window_is_dropped_when_its_qp_stops() {
    let mut rig = Rig::new(3, 1, 0);
    rig.post(&[(0, 1 << 31)]);
    rig.bench.run(60);
    rig.bench.model.poke("stopping", QPN);
    rig.bench.model.poke("stopping_valid", true);
    rig.bench.run(50);
    rig.bench.take(rig.packet);
    rig.bench.take(rig.outstanding);
    rig.post(&[(0, 10), (5, 10), (9, 1)]);
    let work = rig.work;
    rig.bench.run_until(200, |bench| bench.pending(work) == 0);
    rig.bench.run(30);
    assert!(rig.bench.drained());
    assert!(rig.bench.take(rig.outstanding).is_empty() && rig.bench.take(rig.packet).is_empty());
}

#[test]
fn payload_under_way_to_the_judge_is_bounded() {
    let mut rig = Rig::new(4, 5, 0);
    rig.post(&[(0, 1 << 20)]);
    rig.bench.run(500);
    let packets = rig.bench.take(rig.packet).len();
    assert_eq!(packets, 8, "of 4 KB each");
    for _ in 0..5 {
        rig.bench.model.poke("judged", 4096u64);
        rig.bench.step();
        rig.bench.model.poke("judged", 0u64);
        rig.bench.run(60);
        assert_eq!(rig.bench.take(rig.packet).len(), 1);
    }
}
