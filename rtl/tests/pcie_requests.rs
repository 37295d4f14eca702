//! The requester stream when the bus is taken from the card: what has begun ends, and after that nothing comes.
use ferric_rtl::pcie::requests::Requests;
use ferric_verilated::{Bench, Model, record};
use rust_hdl::prelude::Block;

const PACKETS: u64 = 40;
/// Beats of the longest packet.
const BEATS: u64 = 9;

#[test]
fn bus_taken_away_at_any_beat_ends_the_packet_and_then_the_stream_is_idle() {
    for seed in 0..60 {
        let mut block = Requests::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("pcie_requests", &block).unwrap(), seed);
        let (packet, read) = (bench.source("packet"), bench.source("read"));
        let refused = bench.sink("refused");
        bench.set_stall(0.0);
        bench.set_source_stall(read, 0.5);
        bench.model.poke("bus_master", true);
        bench.model.poke("pcie_tfc_nph_av", 15u64);
        bench.model.poke("s_axis_rq_tready", false);
        bench.reset(2);
        for k in 0..PACKETS {
            let beats = bench.random().u64(1..=BEATS);
            for beat in 0..beats {
                let (first, last) = (u64::from(beat == 0), u64::from(beat + 1 == beats));
                bench.push(
                    packet,
                    record! {"first" => first, "last" => last, "end" => 15u64},
                );
            }
            bench.push(read, record! {"tag" => k});
        }
        let taken_away = bench.random().u64(5..120);
        let (mut inside, mut idle, mut sent, mut dropped) = (false, false, 0, 0);
        for cycle in 0..1500 {
            bench.model.poke("bus_master", cycle < taken_away);
            let ready = bench.random().u8(..3) != 0;
            bench.model.poke("s_axis_rq_tready", ready);
            bench.model.eval();
            let valid = bench.model.peek("s_axis_rq_tvalid") == 1;
            if cycle >= taken_away {
                idle |= bench.model.peek("idle") == 1;
                assert!(!(idle && (valid || inside)), "seed {seed}, cycle {cycle}");
            }
            if valid && ready {
                inside = bench.model.peek("s_axis_rq_tlast") == 0;
                sent += u64::from(!inside);
            }
            bench.step();
            dropped += bench.model.peek("count_pcie_write_disabled");
        }
        assert!(idle && bench.drained(), "seed {seed}");
        let given_back = bench.received(refused) as u64;
        assert!(given_back > 0 && dropped > 0, "seed {seed}");
        assert!(sent + given_back <= 2 * PACKETS, "seed {seed}");
    }
}
