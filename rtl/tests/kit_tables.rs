//! The tables of the kit against an array: what a read gets before, in and after the cycle of a write.
use ferric_rtl::kit::{ForwardTable, Table, Table2, UltraTable};
use ferric_verilated::Model;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

type Word = Bits<20>;
const WORDS: usize = 16;

struct Reads {
    latency: usize,
    forwards: bool,
    ports: &'static [(&'static str, &'static str)],
}

const ONE: &[(&str, &str)] = &[("read_address", "read_data")];
const TWO: &[(&str, &str)] = &[
    ("read_address", "read_data"),
    ("second_address", "second_data"),
];

fn random_traffic_matches_an_array(name: &str, mut block: impl Block, reads: Reads) {
    block.connect_all();
    let mut model = Model::build(name, &block).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let mut words = [0u64; WORDS];
    let mut waiting: VecDeque<Vec<u64>> = VecDeque::new();
    for cycle in 0..3000 {
        // At first reads only: power-up contents.
        let write = cycle > 40 && random.bool();
        let (at, data) = (random.usize(..WORDS), random.u64(..1 << 20));
        model.poke("write", write);
        model.poke("write_address", at as u64);
        model.poke("write_data", data);
        let mut expected = vec![];
        for (address, _) in reads.ports {
            let read = if random.bool() {
                at
            } else {
                random.usize(..WORDS)
            };
            model.poke(address, read as u64);
            expected.push(if reads.forwards && write && read == at {
                data
            } else {
                words[read]
            });
        }
        waiting.push_back(expected);
        if write {
            words[at] = data;
        }
        model.tick();
        if waiting.len() == reads.latency {
            let expected = waiting.pop_front().unwrap();
            let got: Vec<u64> = reads
                .ports
                .iter()
                .map(|(_, data)| model.peek(data))
                .collect();
            assert_eq!(got, expected, "{name}, cycle {cycle}");
        }
    }
}

#[test]
fn table_read_meets_write_gives_old_word() {
    random_traffic_matches_an_array(
        "kit_table",
        Table::<Word, 4>::default(),
        Reads {
            latency: 1,
            forwards: false,
            ports: ONE,
        },
    );
}

#[test]
fn forward_table_read_meets_write_gives_new_word() {
    random_traffic_matches_an_array(
        "kit_forward_table",
        ForwardTable::<Word, 4>::default(),
        Reads {
            latency: 1,
            forwards: true,
            ports: ONE,
        },
    );
}

#[test]
fn table2_both_reads_are_independent() {
    random_traffic_matches_an_array(
        "kit_table2",
        Table2::<Word, 4>::default(),
        Reads {
            latency: 1,
            forwards: false,
            ports: TWO,
        },
    );
}

#[test]
fn ultra_table_read_takes_two_cycles() {
    random_traffic_matches_an_array(
        "kit_ultra_table",
        UltraTable::<Word, 4>::default(),
        Reads {
            latency: 2,
            forwards: false,
            ports: ONE,
        },
    );
}
