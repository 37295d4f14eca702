//! MSI-X alone: masks, pending bits, moderation, and one message for each interrupt that is let through.
use ferric_layout::interrupt::{MODERATION, PENDING, TABLE, VECTORS};
use ferric_rtl::pcie::msix::Msix;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::Block;

struct Card {
    bench: Bench,
    interrupt: Source,
    access: Source,
    data: Sink,
    request: Sink,
    message: Sink,
}

fn address(vector: u64) -> u64 {
    0x1_fee0_0000 + 0x1000 * vector
}

impl Card {
    /// With the table written, every vector still masked.
    fn new(seed: u64) -> Self {
        let mut block = Msix::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("pcie_msix", &block).expect("builds"), seed);
        let interrupt = bench.source("raise");
        let access = bench.source("access");
        let (data, request, message) = (
            bench.sink("data"),
            bench.sink("request"),
            bench.sink("message"),
        );
        bench.model.poke("enable", true);
        bench.model.poke("function_mask", false);
        bench.reset(2);
        let mut card = Card {
            bench,
            interrupt,
            access,
            data,
            request,
            message,
        };
        for vector in 0..VECTORS as u64 {
            let entry = TABLE + 16 * vector as u32;
            card.write(entry, address(vector) as u32 | 3);
            card.write(entry + 4, (address(vector) >> 32) as u32);
            card.write(entry + 8, 0x4000 + vector as u32);
        }
        card
    }

    fn write(&mut self, at: u32, value: u32) {
        self.bench.push(
            self.access,
            record! {"write" => 1, "address" => u64::from(at), "data" => value, "enable" => 15},
        );
    }

    fn read(&mut self, at: u32) -> u32 {
        self.bench
            .push(self.access, record! {"address" => u64::from(at)});
        let data = self.data;
        self.bench.run_until(5000, |b| b.received(data) == 1);
        self.bench.take(data)[0].get("data") as u32
    }

    fn mask(&mut self, vector: u32, masked: bool) {
        self.write(TABLE + 16 * vector + 12, masked.into());
    }

    fn raise(&mut self, vector: u32) {
        self.bench
            .push(self.interrupt, record! {"vector" => vector});
    }

    /// Vectors sent, with the cycles of their requests.
    fn sent(&mut self) -> Vec<(u32, u64)> {
        self.bench.run(400);
        let (requests, messages) = (self.bench.take(self.request), self.bench.take(self.message));
        assert_eq!(requests.len(), messages.len());
        let mut sent = vec![];
        for (request, message) in requests.iter().zip(messages) {
            let data = message.bytes("data")[..4]
                .try_into()
                .map(u32::from_le_bytes)
                .unwrap();
            let vector = data - 0x4000;
            assert_eq!(
                request.get("address"),
                address(vector.into()),
                "low bits of the address are 0"
            );
            assert_eq!(request.get("length"), 4);
            assert_eq!(message.get("last"), 1);
            sent.push((vector, request.cycle));
        }
        sent
    }

    fn vectors(&mut self) -> Vec<u32> {
        let mut vectors: Vec<u32> = self.sent().into_iter().map(|s| s.0).collect();
        vectors.sort();
        vectors
    }
}

#[test]
fn masked_after_reset_vector_is_pending_and_sent_once_when_unmasked() {
    let mut card = Card::new(1);
    assert_eq!(card.read(TABLE + 16 * 7 + 12), 1, "mask after reset");
    [7, 7, 9].into_iter().for_each(|v| card.raise(v));
    assert!(card.vectors().is_empty());
    assert_eq!(card.read(PENDING), 1 << 7 | 1 << 9);
    assert_eq!(card.read(PENDING + 4), 0);
    card.mask(7, false);
    assert_eq!(card.vectors(), [7]);
    assert_eq!(card.read(PENDING), 1 << 9);
    card.raise(7);
    assert_eq!(card.vectors(), [7]);
    card.mask(9, false);
    assert_eq!(card.vectors(), [9]);
}

#[test]
fn function_mask_and_disable_keep_vectors_pending() {
    let mut card = Card::new(2);
    (0..32).for_each(|v| card.mask(v, false));
    for (enable, mask) in [(true, true), (false, false)] {
        card.bench.run(400);
        card.bench.model.poke("enable", enable);
        card.bench.model.poke("function_mask", mask);
        [3, 31, 0].into_iter().for_each(|v| card.raise(v));
        assert!(card.vectors().is_empty());
        card.bench.model.poke("enable", true);
        card.bench.model.poke("function_mask", false);
        assert_eq!(card.vectors(), [0, 3, 31]);
    }
}

#[test]
fn table_reads_back_and_partial_writes_change_their_bytes_alone() {
    let mut card = Card::new(3);
    for vector in [0, 13, 31] {
        let entry = TABLE + 16 * vector;
        assert_eq!(card.read(entry), address(vector.into()) as u32);
        assert_eq!(card.read(entry + 4), 1);
        assert_eq!(card.read(entry + 8), 0x4000 + vector);
        card.bench
            .push(card.access, record! {"write" => 1, "address" => entry + 8, "data" => 0xaabb_ccddu32, "enable" => 0b0110});
        assert_eq!(card.read(entry + 8), 0x00bb_cc00 | vector);
        card.bench.push(
            card.access,
            record! {"write" => 1, "address" => entry + 12, "data" => 0u32, "enable" => 0b1110},
        );
        assert_eq!(card.read(entry + 12), 1, "the mask's byte was not written");
    }
    assert_eq!(card.read(MODERATION), 0);
    assert_eq!(card.read(0x2000), 0, "nothing there");
}

#[test]
fn moderated_vector_keeps_its_distance_and_others_do_not_wait() {
    let mut card = Card::new(4);
    card.bench.set_stall(0.0);
    (0..32).for_each(|v| card.mask(v, false));
    card.write(MODERATION + 4 * 5, 1000);
    assert_eq!(card.read(MODERATION + 4 * 5), 1000);
    let mut times = vec![];
    let mut others = 0;
    for _ in 0..20 {
        card.raise(5);
        card.raise(6);
        for (vector, cycle) in card.sent() {
            if vector == 5 {
                times.push(cycle);
            } else {
                others += 1;
            }
        }
    }
    assert_eq!(others, 20);
    assert!(
        (7..=9).contains(&times.len()),
        "{} in 8000 cycles",
        times.len()
    );
    for pair in times.windows(2) {
        assert!(
            pair[1] - pair[0] >= 1000,
            "{} cycles apart",
            pair[1] - pair[0]
        );
        assert!(
            pair[1] - pair[0] <= 1500,
            "{} cycles apart",
            pair[1] - pair[0]
        );
    }
}

#[test]
fn every_interrupt_of_a_burst_gets_out_and_counts() {
    let mut card = Card::new(5);
    (0..32).for_each(|v| card.mask(v, false));
    let (mut count, mut raised) = (0, 0);
    for _ in 0..50 {
        let vectors: Vec<u32> = (0..32).filter(|_| card.bench.random().bool()).collect();
        vectors.iter().for_each(|&v| card.raise(v));
        raised += vectors.len() as u64;
        for _ in 0..600 {
            card.bench.step();
            count += card.bench.model.peek("count_interrupts");
        }
        assert_eq!(card.vectors(), vectors);
    }
    assert_eq!(count, raised);
}

#[test]
fn restart_forgets_what_is_pending_and_keeps_the_table() {
    let mut card = Card::new(5);
    card.mask(3, false);
    [3, 4].into_iter().for_each(|v| card.raise(v));
    assert_eq!(card.vectors(), [3]);
    assert_eq!(card.read(PENDING), 1 << 4);
    // One is being sent when it comes.
    let request = card.request;
    card.bench.set_sink_stall(request, 1.0);
    card.raise(3);
    card.bench.run(400);
    card.bench.reset_by("restart", 3);
    card.bench.set_sink_stall(request, 0.0);
    card.bench.run(400);
    card.bench.take(card.message);
    assert_eq!(card.bench.take(request).len(), 0);
    assert_eq!(card.read(PENDING), 0);
    assert_eq!(card.read(TABLE + 16 * 3 + 12), 0, "still not masked");
    card.raise(3);
    assert_eq!(card.vectors(), [3]);
}

#[test]
fn forget_masks_every_vector_and_moderates_none_while_reads_go_on() {
    let mut card = Card::new(6);
    (0..32).for_each(|v| card.mask(v, false));
    card.write(MODERATION + 4 * 5, 1000);
    assert_eq!(card.read(MODERATION + 4 * 5), 1000);
    card.bench.model.poke("forget", true);
    for vector in 0..32 {
        assert_eq!(card.read(TABLE + 16 * vector + 12), 1);
    }
    card.bench.model.poke("forget", false);
    assert_eq!(card.read(MODERATION + 4 * 5), 0);
    card.raise(5);
    assert!(card.vectors().is_empty());
    card.mask(5, false);
    assert_eq!(card.vectors(), [5]);
}
