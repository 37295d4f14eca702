//! The DMA reader alone, against a host that answers in every legal way and in several illegal ones.
mod pcie_host;
use ferric_layout::dma::ReadError;
use ferric_rtl::pcie::read::{DmaReader, ReadOptions};
use ferric_rtl::pcie::read_client::{
    ADMIN, COUNT, RECEIVE_WQE, REQUEST_PAYLOAD, RESPONSE_PAYLOAD, SEND_WQE,
};
use ferric_verilated::{Bench, Model, Sink, Source, record};
use pcie_host::{Beat, Fault, Host, Options, Read, memory};
use rust_hdl::prelude::Block;
use std::collections::VecDeque;

/// Short, so that tests see its end.
const QUARANTINE: u64 = 3000;

struct Card {
    bench: Bench,
    host: Host,
    requests: Vec<Source>,
    status: Vec<Sink>,
    data: Vec<Sink>,
    read: Sink,
    beat: Option<Beat>,
    expected: Vec<VecDeque<(u64, usize, ReadError)>>,
    sequence: u64,
    /// Statuses and payloads that have come and are not checked yet.
    arrived: Vec<(VecDeque<u64>, VecDeque<Vec<u8>>)>,
    counts: Vec<(&'static str, u64)>,
    /// Tags of all reads, and of those that were to go wrong.
    tags: Vec<u8>,
    struck: Vec<u8>,
}

fn model(straddle: bool) -> Model {
    let options = if straddle {
        ReadOptions::STRADDLE
    } else {
        ReadOptions::PLAIN
    };
    let options = ReadOptions {
        quarantine: QUARANTINE,
        ..options
    };
    let mut block = DmaReader::new(options);
    block.connect_all();
    Model::build(
        if straddle {
            "pcie_dma_reader"
        } else {
            "pcie_dma_reader_plain"
        },
        &block,
    )
    .expect("builds")
}

fn options(straddle: bool) -> Options {
    let card = if straddle {
        ReadOptions::STRADDLE
    } else {
        ReadOptions::PLAIN
    };
    Options {
        straddle,
        boundary: 64,
        size: 512,
        extended: true,
        headers: card.headers,
        units: card.units,
        latency: (20, 300),
        largest: 256,
        random_cut: true,
        stall: 0.2,
    }
}

impl Card {
    fn new(options: Options, seed: u64) -> Self {
        let mut bench = Bench::new(model(options.straddle), seed);
        let requests = (0..COUNT)
            .map(|k| bench.source(&format!("request.{k}")))
            .collect();
        let status = (0..COUNT)
            .map(|k| bench.sink(&format!("status.{k}")))
            .collect();
        let data = (0..COUNT)
            .map(|k| bench.sink(&format!("data.{k}")))
            .collect();
        let read = bench.sink("read");
        bench.model.poke("size", options.size);
        bench.model.poke("boundary_128", options.boundary == 128);
        bench.model.poke("extended_tags", options.extended);
        bench.model.poke("refused_valid", false);
        bench.model.poke("m_axis_rc_tvalid", false);
        bench.reset(2);
        let names = ["refused", "poisoned", "timeout", "malformed"];
        let names = names.map(|n| (&*format!("count_pcie_read_{n}").leak(), 0));
        Card {
            bench,
            host: Host::new(options, seed),
            requests,
            status,
            data,
            read,
            beat: None,
            expected: (0..COUNT).map(|_| VecDeque::new()).collect(),
            sequence: 0,
            arrived: (0..COUNT).map(|_| Default::default()).collect(),
            tags: vec![],
            struck: vec![],
            counts: names
                .into_iter()
                .chain([("count_pcie_unexpected", 0)])
                .collect(),
        }
    }

    /// A read at an address of its own.
    fn ask(&mut self, client: usize, alignment: u64, length: usize, fault: Fault) {
        self.sequence += 1;
        let address = (self.sequence << 13) + alignment;
        let error = match fault {
            Fault::None => ReadError::None,
            Fault::Unsupported | Fault::Abort => ReadError::Refused,
            Fault::Poisoned => ReadError::Poisoned,
            Fault::Timeout => ReadError::Timeout,
            Fault::Length | Fault::Short | Fault::Skipped => ReadError::Malformed,
            Fault::FunctionReset => ReadError::Disabled,
        };
        if fault != Fault::None {
            let at = address + self.host.random.u64(..length as u64);
            self.host.faults.insert(at, fault);
        }
        self.bench.push(
            self.requests[client],
            record! {"address" => address, "length" => length as u64},
        );
        self.expected[client].push_back((address, length, error));
    }

    fn count(&self, name: &str) -> u64 {
        self.counts.iter().find(|c| c.0.ends_with(name)).unwrap().1
    }

    fn step(&mut self) {
        let now = self.bench.cycle();
        if self.beat.is_none() {
            self.beat = self.host.beat(now);
        }
        let model = &mut self.bench.model;
        model.poke("m_axis_rc_tvalid", self.beat.is_some());
        if let Some(beat) = &self.beat {
            model.poke("m_axis_rc_tdata", &beat.data[..]);
            let mut user = beat.user.to_vec();
            user[20] &= 1;
            model.poke("m_axis_rc_tuser", &user[..]);
            model.poke("m_axis_rc_tlast", beat.last);
        }
        let ready = model.peek("m_axis_rc_tready") == 1;
        self.bench.step();
        if ready && let Some(beat) = self.beat.take() {
            self.host.taken(&beat);
        }
        for read in self.bench.take(self.read) {
            let read = Read {
                address: read.get("address") << 2,
                dwords: read.get("dwords"),
                first: read.get("first_enable"),
                last: read.get("last_enable"),
                tag: read.get("tag") as u8,
            };
            let bytes = read.address..read.address + 4 * read.dwords;
            if self.host.faults.range(bytes).next().is_some() {
                self.struck.push(read.tag);
            }
            self.tags.push(read.tag);
            self.host.read(read, self.bench.cycle());
        }
        for (name, count) in &mut self.counts {
            *count += self.bench.model.peek(name);
        }
        for k in 0..COUNT {
            self.check(k);
        }
    }

    /// Checks every answer of a client that is there in full.
    fn check(&mut self, k: usize) {
        let statuses = self.bench.take(self.status[k]);
        let payloads = match self.bench.received_payloads(self.data[k]) {
            0 => vec![],
            _ => self.bench.take_payloads(self.data[k]),
        };
        let (status, data) = &mut self.arrived[k];
        status.extend(statuses.iter().map(|s| s.get("error")));
        data.extend(payloads);
        assert!(
            status.len() >= data.len() || self.bench.model.peek(&format!("status_valid.{k}")) == 1,
            "bytes before their status"
        );
        while !status.is_empty() && !data.is_empty() {
            let (error, bytes) = (status.pop_front().unwrap(), data.pop_front().unwrap());
            let (address, length, expected) =
                self.expected[k].pop_front().expect("an answer to nothing");
            assert_eq!(
                error, expected as u64,
                "client {k}: {length} bytes at {address:#x}"
            );
            assert_eq!(
                bytes.len(),
                length.div_ceil(64) * 64,
                "beats of {length} bytes"
            );
            if expected == ReadError::None {
                let wrong = (0..length).find(|&i| bytes[i] != memory(address + i as u64));
                assert_eq!(wrong, None, "client {k}: {length} bytes at {address:#x}");
            }
        }
    }

    fn finish(&mut self, limit: u64) {
        let end = self.bench.cycle() + limit;
        while self.expected.iter().any(|queue| !queue.is_empty()) {
            assert!(
                self.bench.cycle() < end,
                "{} outstanding\n{}",
                self.host.outstanding(),
                self.bench.state()
            );
            self.step();
        }
    }
}

const ALL: [usize; COUNT] = [
    SEND_WQE,
    RECEIVE_WQE,
    REQUEST_PAYLOAD,
    RESPONSE_PAYLOAD,
    ADMIN,
];

fn every_alignment(straddle: bool, boundary: u64, size: u64, extended: bool) {
    let options = Options {
        boundary,
        size,
        extended,
        ..options(straddle)
    };
    let mut card = Card::new(options, size + boundary);
    for length in [
        1,
        2,
        3,
        4,
        5,
        31,
        60,
        61,
        63,
        64,
        65,
        66,
        127,
        128,
        129,
        size - 1,
        size,
        size + 1,
        size + 64,
    ] {
        for alignment in 0..64 {
            let client = ALL[card.host.random.usize(..COUNT)];
            let page_end = if card.host.random.bool() {
                4096 - 64
            } else {
                0
            };
            card.ask(client, page_end + alignment, length as usize, Fault::None);
        }
    }
    for alignment in 0..64 {
        card.ask(
            ALL[alignment % COUNT],
            61 * alignment as u64,
            4096 - alignment % 3,
            Fault::None,
        );
    }
    card.finish(2_000_000);
    println!(
        "at most {} headers, {} units",
        card.host.most_headers, card.host.most_units
    );
}

#[test]
fn dma_read_every_alignment_straddled_is_delivered_in_order() {
    every_alignment(true, 64, 512, true);
    every_alignment(true, 128, 4096, true);
    every_alignment(true, 64, 128, false);
}

#[test]
fn dma_read_every_alignment_plain_is_delivered_in_order() {
    every_alignment(false, 64, 512, true);
    every_alignment(false, 128, 256, false);
}

fn faults(straddle: bool) {
    use Fault::*;
    let mut card = Card::new(options(straddle), 5);
    let kinds = [
        Unsupported,
        Abort,
        Poisoned,
        Timeout,
        Length,
        Short,
        Skipped,
        FunctionReset,
    ];
    let mut expected = std::collections::BTreeMap::new();
    for i in 0..1500 {
        let client = ALL[card.host.random.usize(..COUNT)];
        let fault = if card.host.random.u8(..) < 40 {
            kinds[i % kinds.len()]
        } else {
            None
        };
        let length = [1, 4, 64, 200, 512, 1500][card.host.random.usize(..6)];
        let alignment = card.host.random.u64(..4096);
        card.ask(client, alignment, length, fault);
        *expected.entry(format!("{fault:?}")).or_insert(0) += 1;
    }
    let end = 1_500_000;
    while card.expected.iter().any(|queue| !queue.is_empty()) {
        assert!(card.bench.cycle() < end, "{}", card.bench.state());
        card.step();
        if card.bench.cycle().is_multiple_of(997) {
            let tag = card.host.random.u8(..);
            card.host.stray(tag);
            *expected.entry("stray".into()).or_insert(0) += 1;
        }
    }
    (0..50).for_each(|_| card.step());
    let sum = |names: &[&str]| names.iter().map(|n| expected[*n]).sum::<u64>();
    assert_eq!(card.count("refused"), sum(&["Unsupported", "Abort"]));
    assert_eq!(card.count("poisoned"), sum(&["Poisoned"]));
    assert_eq!(card.count("timeout"), sum(&["Timeout"]));
    assert_eq!(
        card.count("malformed"),
        sum(&["Length", "Short", "Skipped"])
    );
    assert_eq!(card.count("unexpected"), sum(&["stray"]));
}

#[test]
fn dma_read_faults_hit_their_own_request_alone() {
    faults(true);
    faults(false);
}

/// A tag whose answer never came is not used again for a while, and the client that had it does without.
#[test]
fn dma_read_tag_in_quarantine_is_passed_over() {
    let mut card = Card::new(options(true), 7);
    for client in [RECEIVE_WQE, SEND_WQE] {
        for length in [64, 1500, 64] {
            let fault = if length == 64 {
                Fault::Timeout
            } else {
                Fault::None
            };
            card.ask(client, 0, length, fault);
        }
    }
    card.finish(QUARANTINE);
    let quarantined = card.bench.cycle();
    let spoiled = std::mem::take(&mut card.struck);
    assert_eq!(spoiled.len(), 4);
    card.tags.clear();
    // Five times round the smaller ring, in less than the quarantine.
    for i in 0..80 {
        card.ask(RECEIVE_WQE, 64 * (i % 64), 64, Fault::None);
        card.ask(SEND_WQE, 64 * (i % 64), 512, Fault::None);
        while card.expected[RECEIVE_WQE].len() > 6 {
            card.step();
        }
    }
    card.finish(QUARANTINE);
    assert!(card.bench.cycle() < quarantined + QUARANTINE, "it waited");
    assert!(card.tags.len() >= 2 * 80);
    for tag in spoiled {
        assert!(!card.tags.contains(&tag), "tag {tag} came again");
    }
}

#[test]
fn dma_read_client_that_does_not_take_its_bytes_holds_up_nobody() {
    let mut card = Card::new(options(true), 9);
    let stuck = card.data[RESPONSE_PAYLOAD];
    card.bench.set_sink_stall(stuck, 1.0);
    for i in 0..30 {
        card.ask(RESPONSE_PAYLOAD, i, 4096, Fault::None);
    }
    (0..3000).for_each(|_| card.step());
    for i in 0..100 {
        card.ask(REQUEST_PAYLOAD, i, 4096, Fault::None);
        card.ask(SEND_WQE, 64 * i, 64, Fault::None);
    }
    let end = card.bench.cycle() + 100_000;
    while card.expected[REQUEST_PAYLOAD].len() + card.expected[SEND_WQE].len() > 0 {
        assert!(card.bench.cycle() < end, "{}", card.bench.state());
        card.step();
    }
    card.bench.set_sink_stall(stuck, 0.0);
    card.finish(100_000);
}

#[test]
fn dma_read_refused_by_the_stream_ends_with_an_error() {
    let mut card = Card::new(options(true), 13);
    card.bench.set_stall(0.0);
    card.bench.push(
        card.requests[ADMIN],
        record! {"address" => 0x1000u64, "length" => 64u64},
    );
    let mut tag = None;
    while tag.is_none() {
        card.bench.step();
        tag = card.bench.take(card.read).pop().map(|r| r.get("tag"));
    }
    card.bench.model.poke("refused", tag.unwrap());
    card.bench.model.poke("refused_valid", true);
    card.bench.step();
    card.bench.model.poke("refused_valid", false);
    let (status, data) = (card.status[ADMIN], card.data[ADMIN]);
    card.bench
        .run_until(100, |b| b.received(status) == 1 && b.received(data) == 1);
    assert_eq!(
        card.bench.take(status)[0].get("error"),
        ReadError::Disabled as u64
    );
}

/// Reads are on their way when the reset comes, and their answers come to the card's next life.
#[test]
fn dma_read_late_completions_after_a_restart_meet_nobody() {
    for seed in 0..8 {
        let mut card = Card::new(options(true), 20 + seed);
        for k in 0..COUNT {
            for sink in [card.status[k], card.data[k]] {
                card.bench.set_sink_stall(sink, 1.0);
            }
            (0..4).for_each(|i| card.ask(k, 17 * i, 700, Fault::None));
        }
        for _ in 0..40 + 7 * seed {
            card.step();
        }
        let old: Vec<u8> = std::mem::take(&mut card.tags);
        let out = card.host.outstanding();
        assert!(out > 20, "{out} reads are out");
        card.bench.model.poke("m_axis_rc_tvalid", false);
        card.bench.reset_by("restart", 3);
        card.expected.iter_mut().for_each(VecDeque::clear);
        card.bench.set_stall(0.2);
        let ended = old.len() - out;
        let restarted = card.bench.cycle();
        let mut rounds = 0;
        while card.bench.cycle() + 600 < restarted + QUARANTINE {
            (0..COUNT).for_each(|k| card.ask(k, 17, 300, Fault::None));
            card.finish(QUARANTINE);
            rounds += 1;
        }
        assert!(rounds > 4, "{rounds} rounds in a quarantine");
        assert_eq!(card.host.outstanding(), 0);
        assert!(card.count("unexpected") >= out as u64, "seed {seed}");
        // No tag whose read was out is given out again; the host checks that none is that waits.
        let again = card.tags.iter().filter(|tag| old.contains(tag)).count();
        assert!(again <= ended * rounds, "seed {seed}: {again} of {ended}");
    }
}

#[test]
fn dma_read_on_hold_begins_no_more_and_ends_what_is_out() {
    let mut card = Card::new(options(true), 40);
    (0..COUNT).for_each(|k| (0..12).for_each(|_| card.ask(k, 0, 2000, Fault::None)));
    (0..60).for_each(|_| card.step());
    assert_eq!(card.bench.model.peek("waits"), 1);
    card.bench.model.poke("hold", true);
    let before = card.tags.len();
    (0..1500).for_each(|_| card.step());
    // Those that had a tag wait for room and go; one more of each client may just have got it.
    let more = card.tags.len() - before;
    assert!(more <= 2 * COUNT, "{more} more");
    assert_eq!(card.host.outstanding(), 0);
    assert_eq!(card.bench.model.peek("waits"), 0);
    card.bench.model.poke("hold", false);
    card.finish(20_000);
}

#[test]
fn dma_read_tag_mode_change_drains_first() {
    let mut card = Card::new(options(true), 17);
    for round in 0..6 {
        for i in 0..60 {
            card.ask(ALL[i % COUNT], i as u64, 700, Fault::None);
        }
        (0..200).for_each(|_| card.step());
        let extended = round % 2 == 1;
        card.bench.model.poke("extended_tags", extended);
        // Reads with tags of the old mode may still come until all of them are out.
        card.host.options.extended = true;
        (0..4000).for_each(|_| card.step());
        card.host.options.extended = extended;
        card.finish(100_000);
    }
}

/// Cycles a read of `length` bytes takes when many are asked for, with a round trip of 250 cycles.
fn rate(straddle: bool, clients: &[usize], size: u64, largest: u64, length: usize) -> f64 {
    let options = Options {
        size,
        latency: (244, 244),
        largest,
        random_cut: false,
        stall: 0.0,
        ..options(straddle)
    };
    let mut card = Card::new(options, 1);
    card.bench.set_stall(0.0);
    let (warm, count) = (200, if length > 1000 { 300 } else { 2000 });
    for _ in 0..warm + count {
        clients
            .iter()
            .for_each(|&k| card.ask(k, 0, length, Fault::None));
    }
    let left = |card: &Card| card.expected[clients[0]].len();
    while left(&card) > count {
        card.step();
    }
    let start = card.bench.cycle();
    while left(&card) > count / 10 {
        card.step();
    }
    let each = (card.bench.cycle() - start) as f64 / (count - count / 10) as f64;
    println!(
        "straddle {straddle}, MRRS {size}, completions of {largest}: {length} bytes on {} clients every {each:.2} cycles",
        clients.len()
    );
    each
}

#[test]
fn dma_read_rate_straddled_reaches_the_line() {
    assert!(rate(true, &[REQUEST_PAYLOAD], 512, 256, 4096) <= 83.0);
    assert!(rate(true, &[REQUEST_PAYLOAD], 4096, 256, 4096) <= 83.0);
    assert!(rate(true, &[REQUEST_PAYLOAD], 512, 64, 4096) <= 83.0);
    assert!(rate(true, &[REQUEST_PAYLOAD], 512, 256, 64) <= 4.0);
    assert!(rate(true, &[REQUEST_PAYLOAD, SEND_WQE], 512, 256, 64) <= 4.0);
    rate(true, &[REQUEST_PAYLOAD, RESPONSE_PAYLOAD], 512, 256, 4096);
}

#[test]
fn dma_read_rate_plain_is_what_its_budget_allows() {
    rate(false, &[REQUEST_PAYLOAD], 512, 256, 4096);
    rate(false, &[REQUEST_PAYLOAD], 512, 256, 64);
}
