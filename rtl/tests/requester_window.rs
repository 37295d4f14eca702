//! The outstanding table alone, with PSN ranges as wide as they can be.
use ferric_layout::opcode::operation;
use ferric_layout::status::{Status, syndrome};
use ferric_rtl::requester::retire::Retire;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;

const QPN: u64 = 500;
const START: u64 = 2;
const FIRST: u64 = 0xC0_0001;

struct Rig {
    bench: Bench,
    outstanding: Source,
    response: Source,
    completion: Sink,
}

impl Rig {
    /// A QP with a message of 2^23 - 3 packets and three of one, from `FIRST`: all that may be outstanding.
    fn new(seed: u64) -> Self {
        let mut block = Retire::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("retire", &block).unwrap(), seed);
        bench.model.poke("cycles_per_tick", 1u64);
        let (outstanding, report) = (bench.source("outstanding"), bench.source("report"));
        let response = bench.source("response");
        let (completion, _) = (bench.sink("completion"), bench.sink("retired"));
        for name in ["fault", "turn"] {
            bench.sink(name);
        }
        let (delivery, delivered) = (bench.sink("delivery"), bench.source("delivered"));
        bench.reset(2);
        bench.push(
            outstanding,
            record! { "kind" => START, "qpn" => QPN, "message.first" => FIRST },
        );
        bench.run(10);
        bench.push(
            report,
            record! { "kind" => START, "qpn" => QPN, "psn" => FIRST },
        );
        bench.run(20);
        // A command's marker goes through the delivery first.
        assert_eq!(bench.take(delivery).len(), 1);
        bench.push(delivered, record! { "marker" => true, "qpn" => QPN });
        bench.run(20);
        let mut rig = Rig {
            bench,
            outstanding,
            response,
            completion,
        };
        let long = (1 << 23) - 3;
        rig.enter(0, 0, long);
        (1..4).for_each(|k| rig.enter(k, long + k - 1, 1));
        rig.bench.run(50);
        rig
    }
    fn enter(&mut self, slot: u64, from: u64, packets: u64) {
        let psn = |offset: u64| (FIRST + offset) & 0xFF_FFFF;
        let record = record! { "qpn" => QPN, "message.first" => psn(from), "message.last" => psn(from + packets - 1),
        "message.slot" => slot, "message.slots" => 1u64, "message.signaled" => true };
        self.bench.push(self.outstanding, record);
    }
    /// An answer at an offset from the first PSN; returns the indices and statuses it completes.
    fn answer(&mut self, offset: u64, code: u8) -> Vec<(u64, u64)> {
        let psn = (FIRST + offset) & 0xFF_FFFF;
        let record = record! { "qpn" => QPN, "opcode" => operation::ACKNOWLEDGE, "psn" => psn, "syndrome" => code };
        self.bench.push(self.response, record);
        self.bench.run(60);
        let done = self.bench.take(self.completion);
        done.iter()
            .map(|done| (done.get("index"), done.get("status")))
            .collect()
    }
}

#[test]
fn acknowledges_across_the_widest_window_complete_what_they_cover() {
    let mut rig = Rig::new(1);
    let last = (1 << 23) - 1;
    // Within the long message, whatever the distance to its end.
    for offset in [0, 5, 1 << 21, (1 << 22) + 9, (1 << 23) - 5] {
        assert_eq!(rig.answer(offset, syndrome::ACK), []);
    }
    // Ghosts on both sides of the window.
    for offset in [3, (1 << 23), (1 << 23) + 1, (1 << 24) - 1] {
        assert_eq!(rig.answer(offset, syndrome::ACK), []);
    }
    assert_eq!(rig.answer(last - 3, syndrome::ACK), [(0, 0)]);
    assert_eq!(rig.answer(last, syndrome::ACK), [(1, 0), (2, 0), (3, 0)]);
}

#[test]
fn first_answer_at_the_far_end_of_the_window_completes_everything() {
    let mut rig = Rig::new(2);
    assert_eq!(rig.answer(1 << 23, syndrome::ACK), []);
    assert_eq!(
        rig.answer((1 << 23) - 1, syndrome::ACK),
        [(0, 0), (1, 0), (2, 0), (3, 0)]
    );
}

#[test]
fn nak_in_the_middle_of_a_wide_message_fails_it() {
    let mut rig = Rig::new(3);
    let status = Status::RemoteAccess as u64;
    assert_eq!(
        rig.answer(1 << 20, syndrome::NAK_REMOTE_ACCESS),
        [(0, status)]
    );
    assert_eq!(rig.answer((1 << 23) - 1, syndrome::ACK), []);
}
