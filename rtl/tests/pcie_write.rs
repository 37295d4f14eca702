//! The DMA writer alone: what it sends must write exactly what was asked, in legal packets without gaps.
use ferric_rtl::pcie::write::DmaWriter;
use ferric_rtl::pcie::write_client::{COMPLETION, COUNT, INTERRUPT, PAYLOAD, RESPONSE};
use ferric_verilated::{Bench, Model, Received, Sink, Source, record};
use rust_hdl::prelude::Block;
use std::collections::{BTreeMap, VecDeque};

struct Request {
    address: u64,
    bytes: Vec<u8>,
}

struct Card {
    bench: Bench,
    size: u64,
    requests: Vec<Source>,
    data: Vec<Source>,
    packet: Sink,
    /// What each client's bytes still to come must be.
    expected: Vec<VecDeque<Request>>,
    written: Vec<u16>,
    open: Vec<Received>,
    packets: u64,
}

fn model() -> Model {
    let mut block = DmaWriter::default();
    block.connect_all();
    Model::build("pcie_dma_writer", &block).expect("builds")
}

impl Card {
    fn new(seed: u64, size: u64) -> Self {
        let mut bench = Bench::new(model(), seed);
        bench.model.poke("size", size);
        let streams = |bench: &mut Bench, name: &str| {
            (0..COUNT)
                .map(|k| bench.source(&format!("{name}.{k}")))
                .collect::<Vec<_>>()
        };
        let requests = streams(&mut bench, "request");
        let data = streams(&mut bench, "data");
        let packet = bench.sink("packet");
        bench.reset(2);
        Card {
            bench,
            size,
            requests,
            data,
            packet,
            expected: (0..COUNT).map(|_| VecDeque::new()).collect(),
            written: vec![0; COUNT],
            open: vec![],
            packets: 0,
        }
    }

    fn write(&mut self, client: usize, address: u64, length: usize) {
        let bytes: Vec<u8> = (0..length).map(|_| self.bench.random().u8(..)).collect();
        self.bench.push(
            self.requests[client],
            record! {"address" => address, "length" => length as u64},
        );
        self.bench.push_payload(self.data[client], &bytes);
        self.expected[client].push_back(Request { address, bytes });
    }

    fn step(&mut self) {
        self.bench.step();
        for beat in self.bench.take(self.packet) {
            let last = beat.get("last") == 1;
            assert_eq!(beat.get("first") == 1, self.open.is_empty(), "first beat");
            self.open.push(beat);
            if last {
                let beats = std::mem::take(&mut self.open);
                self.accept(&beats);
            }
        }
        if !self.open.is_empty() {
            assert_eq!(self.bench.model.peek("packet_valid"), 1, "gap in a packet");
        }
        for k in 0..COUNT {
            self.written[k] = self.bench.model.peek(&format!("written.{k}")) as u16;
        }
    }

    /// Takes a packet apart and strikes its bytes from what is expected of the client whose next bytes they are.
    fn accept(&mut self, beats: &[Received]) {
        self.packets += 1;
        let mut bytes: Vec<u8> = beats.iter().flat_map(|b| b.bytes("data")).collect();
        let end = beats.last().unwrap().get("end") as usize;
        bytes.truncate(64 * (beats.len() - 1) + 4 * (end + 1));
        let payload = bytes.split_off(16);
        let low = u64::from_le_bytes(bytes[..8].try_into().unwrap());
        let high = u64::from_le_bytes(bytes[8..].try_into().unwrap());
        let dwords = high & 0x7ff;
        assert_eq!(low & 3, 0, "address type");
        assert_eq!(high >> 11, 1, "a memory write, nothing else set");
        assert_eq!(4 * dwords as usize, payload.len(), "length of the packet");
        let (first, last) = (beats[0].get("first_enable"), beats[0].get("last_enable"));
        if dwords == 1 {
            assert_eq!(last, 0, "last byte enables of a single DW");
        } else {
            assert!(first & 8 != 0 && last & 1 != 0, "byte enables have a hole");
        }
        let begin = first.trailing_zeros() as usize;
        let last_dword = if dwords == 1 { first } else { last };
        let stop = payload.len() - 4 + (64 - last_dword.leading_zeros() as usize);
        let address = low + begin as u64;
        let data = &payload[begin..stop];
        assert!(
            data.len() as u64 <= self.size
                && address / 4096 == (address + data.len() as u64 - 1) / 4096
        );
        let owner = self.expected.iter_mut().enumerate().find(|(_, queue)| {
            queue
                .front()
                .is_some_and(|r| r.address == address && r.bytes.starts_with(data))
        });
        let Some((client, queue)) = owner else {
            panic!("nobody asked for {} bytes at {address:#x}", data.len())
        };
        let request = queue.front_mut().unwrap();
        request.address += data.len() as u64;
        request.bytes.drain(..data.len());
        let done = request.bytes.is_empty();
        if done {
            queue.pop_front();
            let count = self.bench.model.peek(&format!("written.{client}")) as u16;
            assert_eq!(
                count,
                self.written[client].wrapping_add(1),
                "count of client {client}"
            );
        }
    }

    fn finish(&mut self, limit: u64) {
        let end = self.bench.cycle() + limit;
        while self.expected.iter().any(|queue| !queue.is_empty()) {
            assert!(self.bench.cycle() < end, "{}", self.bench.state());
            self.step();
        }
    }
}

#[test]
fn dma_write_every_alignment_writes_each_byte_once() {
    for size in [128, 256, 512, 1024] {
        let mut card = Card::new(size, size);
        let mut lengths: BTreeMap<u64, ()> = BTreeMap::new();
        for edge in [1, 4, 48, 64, 128, size] {
            for length in edge.saturating_sub(2)..=edge + 2 {
                lengths.insert(length.max(1), ());
            }
        }
        for length in lengths.keys() {
            for alignment in 0..64 {
                let client = card.bench.random().usize(..COUNT);
                let page = card.bench.random().u64(1..1 << 40) << 12;
                let near_end = if card.bench.random().bool() {
                    4096 - 128
                } else {
                    0
                };
                card.write(client, page + near_end + alignment, *length as usize);
            }
        }
        card.finish(2_000_000);
    }
}

#[test]
fn dma_write_long_requests_cross_pages_legally() {
    let mut card = Card::new(7, 256);
    for alignment in 0..64 {
        for length in [4093, 4095, 4096] {
            card.write(
                [PAYLOAD, RESPONSE][alignment % 2],
                0x1_2345_6000 + 64 * alignment as u64 + alignment as u64,
                length,
            );
        }
        card.write(COMPLETION, 0x8000 + 32 * alignment as u64, 32);
        card.write(INTERRUPT, 0xfee0_0000, 4);
    }
    card.finish(1_000_000);
}

#[test]
fn dma_write_client_without_bytes_holds_up_nobody() {
    let mut card = Card::new(11, 512);
    // A request of one client whose bytes do not come.
    let source = card.requests[RESPONSE];
    card.bench.push(
        source,
        record! {"address" => 0x1000u64, "length" => 4096u64},
    );
    for k in 0..200 {
        card.write(PAYLOAD, 0x10_0000 + 4096 * k, 4096);
        card.write(COMPLETION, 0x20_0000 + 32 * k, 32);
    }
    card.finish(200_000);
}

#[test]
fn dma_write_client_that_never_pauses_leaves_others_their_turn() {
    let mut card = Card::new(13, 256);
    card.bench.set_stall(0.0);
    for k in 0..100 {
        card.write(0, 0x10_0000 + 4096 * k, 4096);
    }
    (0..40).for_each(|_| card.step());
    card.write(COUNT - 1, 0xfee0_0000, 4);
    (0..100).for_each(|_| card.step());
    assert!(card.expected[COUNT - 1].is_empty());
    assert!(!card.expected[0].is_empty());
}

#[test]
fn dma_write_reset_begins_the_turns_anew() {
    let mut card = Card::new(17, 256);
    card.bench.set_stall(0.0);
    card.write(0, 0x1000, 64);
    card.finish(100);
    card.bench.reset(1);
    card.written = vec![0; COUNT];
    card.write(0, 0x2000, 256);
    card.write(1, 0x3000, 256);
    while card.expected[1].len() == 1 {
        card.step();
    }
    assert!(
        card.expected[0].is_empty(),
        "client 0 is first after a reset"
    );
}

#[test]
fn dma_write_without_stalls_sends_a_beat_a_cycle() {
    for (length, limit) in [(4096, 80.5), (64, 2.02), (1024, 20.2), (32, 2.02)] {
        let mut card = Card::new(3, 256);
        card.bench.set_stall(0.0);
        for k in 0..300 {
            card.write(PAYLOAD, 0x10_0000 + 4096 * k, length);
        }
        while card.packets < 20 {
            card.step();
        }
        let (cycle, left) = (card.bench.cycle(), card.expected[PAYLOAD].len());
        card.finish(100_000);
        let each = (card.bench.cycle() - cycle) as f64 / left as f64;
        println!("{length} bytes: {each:.2} cycles");
        assert!(each <= limit, "{length} bytes take {each} cycles");
    }
}

#[test]
fn dma_write_of_an_entry_leaves_within_sixteen_cycles() {
    let mut card = Card::new(3, 256);
    card.bench.set_stall(0.0);
    card.write(COMPLETION, 0x1000, 32);
    let start = card.bench.cycle();
    card.finish(100);
    assert!(
        card.bench.cycle() - start <= 16,
        "{} cycles",
        card.bench.cycle() - start
    );
}
