//! The tables of the kit against an array: what a read gets before, in and after the cycle of a write.
use ferric_rtl::kit::{
    ForwardTable, Table, Table2, UltraTable, WipedForwardTable, WipedTable, WipedTable2,
};
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

#[test]
fn wiped_tables_without_reset_are_tables() {
    let reads = |forwards, ports| Reads {
        latency: 1,
        forwards,
        ports,
    };
    let table = WipedTable::<Word, 4>::default();
    random_traffic_matches_an_array("kit_wiped_table", table, reads(false, ONE));
    let table = WipedForwardTable::<Word, 4>::default();
    random_traffic_matches_an_array("kit_wiped_forward_table", table, reads(true, ONE));
    let table = WipedTable2::<Word, 4>::default();
    random_traffic_matches_an_array("kit_wiped_table2", table, reads(false, TWO));
}

/// Fills a table, resets it for `cycles` cycles while writes go on, and counts the words that are not zero at each port.
fn words_after_reset(
    name: &str,
    mut block: impl Block,
    ports: &[(&str, &str)],
    cycles: usize,
) -> Vec<usize> {
    block.connect_all();
    let mut model = Model::build(name, &block).unwrap();
    for at in 0..WORDS as u64 {
        model.poke("write", true);
        model.poke("write_address", at);
        model.poke("write_data", at + 1);
        model.tick();
    }
    model.poke("reset", true);
    (0..cycles).for_each(|_| model.tick());
    model.poke("reset", false);
    model.poke("write", false);
    let mut left = vec![0; ports.len()];
    for at in 0..WORDS as u64 {
        for ((address, data), left) in ports.iter().zip(&mut left) {
            model.poke(address, at);
            model.tick();
            *left += usize::from(model.peek(data) != 0);
        }
    }
    left
}

#[test]
fn wiped_tables_are_empty_after_a_reset_of_as_many_cycles_as_words() {
    for (cycles, left) in [(WORDS, 0), (WORDS + 5, 0), (WORDS - 1, 1), (3, WORDS - 3)] {
        let table = WipedTable::<Word, 4>::default();
        assert_eq!(
            words_after_reset("kit_wiped_table", table, ONE, cycles),
            [left]
        );
        let table = WipedForwardTable::<Word, 4>::default();
        let name = "kit_wiped_forward_table";
        assert_eq!(words_after_reset(name, table, ONE, cycles), [left]);
        let table = WipedTable2::<Word, 4>::default();
        let name = "kit_wiped_table2";
        assert_eq!(words_after_reset(name, table, TWO, cycles), [left; 2]);
    }
}
