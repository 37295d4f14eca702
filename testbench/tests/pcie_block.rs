//! The card's PCIe block at its pins, between the model of a host and clients made of random requests.

use ferric_layout::dma::ReadError;
use ferric_rtl::pcie::read::ReadOptions;
use ferric_rtl::pcie::{Pcie, read_client, write_client};
use ferric_testbench::pcie::checker::budget::Space;
use ferric_testbench::pcie::credits::Advertised;
use ferric_testbench::pcie::faults::{Failure, Target};
use ferric_testbench::pcie::host::{Host, Mapping, Settings};
use ferric_testbench::pcie::iommu::Access;
use ferric_testbench::pcie::pins::{Beat, FromCard, ToCard};
use ferric_testbench::pcie::root::ReadResult;
use ferric_testbench::pcie::split::SplitPolicy;
use ferric_verilated::{Bench, Handle, Model, Sink, Source, record};
use rust_hdl::prelude::Block;
use std::collections::VecDeque;

const READERS: usize = read_client::COUNT;
/// Writers with ports; interrupts are inside.
const WRITERS: usize = write_client::COUNT - 1;
/// Memory of each reader and of each writer.
const AREA: usize = 1 << 16;

struct Stream {
    data: Handle,
    user: Handle,
    last: Handle,
    valid: Handle,
    ready: Handle,
    keep: Option<Handle>,
}

impl Stream {
    fn new(model: &Model, name: &str) -> Self {
        let pin = |pin: &str| model.handle(&format!("{name}_t{pin}"));
        Stream {
            data: pin("data"),
            user: pin("user"),
            last: pin("last"),
            valid: pin("valid"),
            ready: pin("ready"),
            keep: model.find(&format!("{name}_tkeep")),
        }
    }

    fn put<const USER: usize>(&self, model: &mut Model, beat: &Beat<USER>, valid: bool) {
        model.poke_at(self.valid, valid);
        let words = beat
            .data
            .chunks_exact(4)
            .map(|b| u32::from_le_bytes(b.try_into().unwrap()));
        model
            .words_mut(self.data)
            .iter_mut()
            .zip(words)
            .for_each(|(to, from)| *to = from);
        let user = model.words_mut(self.user);
        let count = user.len();
        user.copy_from_slice(&beat.user[..count]);
        model.poke_at(self.last, beat.last);
    }

    fn get<const USER: usize>(&self, model: &Model, beat: &mut Beat<USER>) -> bool {
        for (to, from) in beat.data.chunks_exact_mut(4).zip(model.words(self.data)) {
            to.copy_from_slice(&from.to_le_bytes());
        }
        let user = model.words(self.user);
        beat.user[..user.len()].copy_from_slice(user);
        beat.keep = model.peek_at(self.keep.expect("a stream out of the card")) as u16;
        beat.last = model.peek_at(self.last) == 1;
        model.peek_at(self.valid) == 1
    }
}

/// A read asked for: where in its area, how long, how it must end.
struct Asked {
    at: usize,
    length: usize,
    error: ReadError,
}

struct World {
    host: Host,
    bench: Bench,
    to_card: ToCard,
    from_card: FromCard,
    streams: [Stream; 4],
    reads: Vec<(Source, Sink, Sink)>,
    writes: Vec<(Source, Source)>,
    registers: (Sink, Source),
    raise: Source,
    doorbell: Sink,
    /// What each reader's area holds, and what each writer's must come to hold.
    read_areas: Vec<(Mapping, Vec<u8>)>,
    write_areas: Vec<(Mapping, Vec<u8>)>,
    asked: Vec<VecDeque<Asked>>,
    answered: Vec<(VecDeque<u64>, VecDeque<Vec<u8>>)>,
    sent: Vec<u16>,
}

/// What a register reads as.
fn register(address: u64) -> u32 {
    (address as u32).wrapping_mul(0x0101_0101) ^ 0x5a
}

impl World {
    fn new(mut settings: Settings, seed: u64) -> Self {
        let straddle = settings.endpoint.straddle;
        let (options, name) = match straddle {
            true => (ReadOptions::STRADDLE, "pcie_block"),
            false => (ReadOptions::PLAIN, "pcie_block_plain"),
        };
        settings.endpoint.space = if straddle {
            Space::STRADDLED
        } else {
            Space::UNSTRADDLED
        };
        // The block is one large value, larger than a test's stack.
        let build = move || {
            let mut block = Pcie::new(options);
            block.connect_all();
            Model::build(name, &block).expect("builds")
        };
        let builder = std::thread::Builder::new().stack_size(256 << 20);
        let model = builder.spawn(build).unwrap().join().unwrap();
        let mut bench = Bench::new(model, seed);
        let streams = ["m_axis_cq", "m_axis_rc", "s_axis_cc", "s_axis_rq"]
            .map(|s| Stream::new(&bench.model, s));
        let reads = (0..READERS)
            .map(|k| {
                let request = bench.source(&format!("read_request.{k}"));
                (
                    request,
                    bench.sink(&format!("read_status.{k}")),
                    bench.sink(&format!("read_data.{k}")),
                )
            })
            .collect();
        let writes = (0..WRITERS)
            .map(|k| {
                let request = bench.source(&format!("write_request.{k}"));
                (request, bench.source(&format!("write_data.{k}")))
            })
            .collect();
        let registers = (bench.sink("register_access"), bench.source("register_data"));
        let raise = bench.source("raise");
        let doorbell = bench.sink("doorbell");
        bench.reset(4);
        let mut host = Host::new(settings);
        host.enumerate().unwrap();
        let mut areas = |access: Access, random: bool| {
            let mut area = || {
                let mapping = host.allocate(AREA, access);
                let bytes: Vec<u8> = (0..AREA)
                    .map(|_| if random { bench.random().u8(..) } else { 0 })
                    .collect();
                host.store(&mapping, 0, &bytes);
                (mapping, bytes)
            };
            (0..READERS.max(WRITERS))
                .map(|_| area())
                .collect::<Vec<_>>()
        };
        let read_areas = areas(Access::READ, true);
        let write_areas = areas(Access::WRITE, false);
        World {
            host,
            bench,
            to_card: ToCard::default(),
            from_card: FromCard::default(),
            streams,
            reads,
            writes,
            registers,
            raise,
            doorbell,
            read_areas,
            write_areas,
            asked: (0..READERS).map(|_| VecDeque::new()).collect(),
            answered: (0..READERS).map(|_| Default::default()).collect(),
            sent: vec![0; WRITERS],
        }
    }

    fn step(&mut self) {
        self.host.drive(&mut self.to_card);
        let (pins, model) = (&self.to_card, &mut self.bench.model);
        self.streams[0].put(model, &pins.cq, pins.cq_valid);
        self.streams[1].put(model, &pins.rc, pins.rc_valid);
        model.poke_at(self.streams[2].ready, pins.cc_ready);
        model.poke_at(self.streams[3].ready, pins.rq_ready);
        model.poke("reset", pins.reset);
        model.poke("cfg_max_payload", u64::from(pins.status.max_payload));
        model.poke("cfg_max_read_req", u64::from(pins.status.max_read_req));
        model.poke("cfg_rcb_status", pins.status.rcb_128);
        model.poke(
            "cfg_function_status",
            u64::from(pins.status.function_status),
        );
        model.poke("extended_tags", pins.status.extended_tag);
        model.poke("cfg_interrupt_msix_enable", pins.status.msix_enable);
        model.poke("cfg_interrupt_msix_mask", pins.status.msix_mask);
        model.poke("pcie_tfc_nph_av", u64::from(pins.tfc_nph_av));
        model.eval();
        let card = &mut self.from_card;
        card.cq_ready = model.peek_at(self.streams[0].ready) == 1;
        card.rc_ready = model.peek_at(self.streams[1].ready) == 1;
        card.cc_valid = self.streams[2].get(model, &mut card.cc);
        card.rq_valid = self.streams[3].get(model, &mut card.rq);
        card.cq_np_req = model.peek("pcie_cq_np_req") as u8;
        self.bench.step();
        self.host.sample(&self.to_card, &self.from_card);
        let (sink, source) = self.registers;
        for access in self.bench.take(sink) {
            if access.get("write") == 0 {
                let data = register(access.get("address"));
                self.bench.push(source, record! {"data" => data});
            }
        }
        for k in 0..READERS {
            self.check(k);
        }
    }

    fn check(&mut self, k: usize) {
        let (_, status, data) = self.reads[k];
        let statuses = self.bench.take(status);
        let payloads = match self.bench.received_payloads(data) {
            0 => vec![],
            _ => self.bench.take_payloads(data),
        };
        let (status, data) = &mut self.answered[k];
        status.extend(statuses.iter().map(|s| s.get("error")));
        data.extend(payloads);
        while !status.is_empty() && !data.is_empty() {
            let (error, bytes) = (status.pop_front().unwrap(), data.pop_front().unwrap());
            let asked = self.asked[k].pop_front().expect("an answer to nothing");
            assert_eq!(
                error, asked.error as u64,
                "client {k}: {} bytes at {:#x}",
                asked.length, asked.at
            );
            assert_eq!(bytes.len(), asked.length.div_ceil(64) * 64);
            if asked.error == ReadError::None {
                let expected = &self.read_areas[k].1[asked.at..asked.at + asked.length];
                assert!(
                    &bytes[..asked.length] == expected,
                    "client {k}: {} bytes at {:#x}",
                    asked.length,
                    asked.at
                );
            }
        }
    }

    fn read(&mut self, k: usize, at: usize, length: usize, error: ReadError) {
        let address = self.read_areas[k].0.address() + at as u64;
        self.bench.push(
            self.reads[k].0,
            record! {"address" => address, "length" => length as u64},
        );
        self.asked[k].push_back(Asked { at, length, error });
    }

    fn write(&mut self, k: usize, at: usize, length: usize) {
        let bytes: Vec<u8> = (0..length).map(|_| self.bench.random().u8(..)).collect();
        let address = self.write_areas[k].0.address() + at as u64;
        let (request, data) = self.writes[k];
        self.bench.push(
            request,
            record! {"address" => address, "length" => length as u64},
        );
        self.bench.push_payload(data, &bytes);
        self.write_areas[k].1[at..at + length].copy_from_slice(&bytes);
        self.sent[k] = self.sent[k].wrapping_add(1);
    }

    fn busy(&self) -> bool {
        let written = |k| self.bench.model.peek(&format!("written.{k}")) as u16 != self.sent[k];
        self.asked.iter().any(|asked| !asked.is_empty())
            || (0..WRITERS).any(written)
            || !self.host.is_idle()
    }

    fn settle(&mut self) {
        let end = self.bench.cycle() + 400_000;
        while self.busy() {
            assert!(
                self.bench.cycle() < end,
                "the run does not end\n{}",
                self.bench.state()
            );
            self.step();
        }
        (0..100).for_each(|_| self.step());
    }

    fn check_writes(&self) {
        for (mapping, expected) in &self.write_areas {
            let mut bytes = vec![0; AREA];
            self.host.load(mapping, 0, &mut bytes);
            let wrong = (0..AREA).find(|&i| bytes[i] != expected[i]);
            assert_eq!(wrong, None);
        }
    }

    fn host_read(&mut self, bar: u8, offset: u64, bytes: usize) -> ReadResult {
        let id = self.host.read(bar, offset, bytes).unwrap();
        for _ in 0..20_000 {
            self.step();
            if let Some(result) = self.host.take_result(id) {
                return result;
            }
        }
        panic!("the host's read is not answered\n{}", self.bench.state())
    }

    /// Random requests of every client.
    fn mix(&mut self, count: usize) {
        for _ in 0..count {
            let random = self.bench.random();
            let edge = [1, 4, 32, 64, 128, 256, 512, 1024, 4096][random.usize(..9)];
            let length = (edge + random.usize(..3)).saturating_sub(1).clamp(1, 4096);
            let at = random.usize(..AREA - length);
            let at = if random.bool() { at & !63 } else { at };
            let k = random.usize(..READERS);
            if random.bool() {
                self.read(k, at, length, ReadError::None);
            } else {
                self.write(k, at, length);
            }
        }
    }
}

fn every_host(straddle: bool) {
    let mut seed = 100;
    for boundary_128 in [false, true] {
        for (payload, read) in [(128, 128), (256, 512), (512, 4096), (1024, 256)] {
            seed += 1;
            let mut settings = match seed % 3 {
                0 => Settings::instant(seed).unruly(),
                1 => Settings::gen3_x16(seed, 250),
                _ => Settings::gen4_x8(seed, 100).unruly(),
            };
            settings.policy.boundary_128 = boundary_128;
            settings.policy.max_payload = payload;
            settings.policy.max_read_request = read;
            settings.policy.extended_tag = seed % 2 == 0;
            settings.endpoint.straddle = straddle;
            if seed % 4 == 3 {
                settings.host_credits = Advertised::SMALL;
                settings.card_credits = Advertised::SMALL;
                settings.root.split = SplitPolicy::EachBoundary;
            }
            let mut world = World::new(settings, seed);
            world.mix(300);
            world.settle();
            world.check_writes();
            println!(
                "{:?} of the completion space",
                world.host.endpoint().peak_completions()
            );
        }
    }
}

#[test]
fn pcie_block_straddled_moves_data_on_every_host() {
    every_host(true);
}

#[test]
fn pcie_block_plain_moves_data_on_every_host() {
    every_host(false);
}

#[test]
fn pcie_block_serves_its_windows_while_dma_runs() {
    let mut settings = Settings::gen3_x16(7, 250).unruly();
    settings.endpoint.straddle = true;
    let mut world = World::new(settings, 7);
    world.mix(400);
    for i in 0..100u64 {
        let offset = 4 * (i * 7 % 64);
        let bytes = 1 + (i as usize * 5) % 60;
        let mut expected: Vec<u8> = (0..32)
            .flat_map(|w| register(offset + 4 * w).to_le_bytes())
            .collect();
        expected.truncate(bytes);
        assert_eq!(world.host_read(0, offset, bytes), Ok(expected));
        world.host.write(2, 4096 * (i % 64) + 8, &i.to_le_bytes());
        world.host.write(0, 0x40, &(i as u32).to_le_bytes());
    }
    world.settle();
    world.check_writes();
    let bells = world.bench.take(world.doorbell);
    let rung: Vec<u64> = bells
        .iter()
        .map(|b| u64::from_le_bytes(b.bytes("data")[..8].try_into().unwrap()))
        .collect();
    assert_eq!(rung, (0..100).collect::<Vec<_>>());
}

#[test]
fn pcie_block_interrupts_arrive_after_the_writes_they_tell_of() {
    let mut world = World::new(Settings::gen3_x16(9, 250), 9);
    world.host.enable_interrupts(32).unwrap();
    world.settle();
    for vector in 0..32usize {
        world.write(write_client::EVENT, 64 * vector, 64);
        let sent = world.sent[write_client::EVENT];
        while world
            .bench
            .model
            .peek(&format!("written.{}", write_client::EVENT)) as u16
            != sent
        {
            world.step();
        }
        world
            .bench
            .push(world.raise, record! {"vector" => vector as u32});
        let mut waited = 0;
        while !world.host.take_interrupt(vector) {
            world.step();
            waited += 1;
            assert!(waited < 2000);
        }
        let (mapping, expected) = &world.write_areas[write_client::EVENT];
        let mut bytes = [0; 64];
        world.host.load(mapping, 64 * vector, &mut bytes);
        assert_eq!(bytes[..], expected[64 * vector..64 * vector + 64]);
    }
    world.host.mask_vector(3, true);
    (0..500).for_each(|_| world.step());
    world.bench.push(world.raise, record! {"vector" => 3});
    (0..1000).for_each(|_| world.step());
    assert!(!world.host.take_interrupt(3), "masked");
    world.host.mask_vector(3, false);
    (0..1000).for_each(|_| world.step());
    assert!(world.host.take_interrupt(3), "unmasked");
}

#[test]
fn pcie_block_read_faults_are_told_and_nothing_else_suffers() {
    for (failure, error) in [
        (Failure::Unsupported, ReadError::Refused),
        (Failure::Abort, ReadError::Refused),
        (Failure::Poisoned, ReadError::Poisoned),
        (Failure::Dropped, ReadError::Timeout),
        (Failure::WrongLength, ReadError::Malformed),
    ] {
        let mut settings = Settings::gen3_x16(11, 250);
        settings.endpoint.completion_timeout = 4000;
        let mut world = World::new(settings, 11);
        let base = world.read_areas[read_client::REQUEST_PAYLOAD].0.address();
        world
            .host
            .root
            .injector
            .add(Target::Addresses(base + 0x5000..base + 0x5040), failure);
        for i in 0..16 {
            let hit = if i == 5 { error } else { ReadError::None };
            world.read(read_client::REQUEST_PAYLOAD, 0x1000 * i, 4096, hit);
            world.read(read_client::SEND_WQE, 64 * i, 64, ReadError::None);
        }
        world.settle();
    }
}

#[test]
fn pcie_block_without_bus_mastering_is_silent_and_answers() {
    let mut world = World::new(Settings::instant(13), 13);
    world.host.endpoint_mut().port().bus_master(false).unwrap();
    (0..20).for_each(|_| world.step());
    for k in 0..READERS {
        world.read(k, 64, 1500, ReadError::Disabled);
    }
    let before = world.write_areas[0].1.clone();
    world.write(0, 0, 4096);
    world.write_areas[0].1 = before;
    world.settle();
    world.check_writes();
    let counts = world.host.endpoint().counts();
    assert_eq!((counts.rq_reads, counts.rq_writes), (0, 0));
    world.host.endpoint_mut().port().bus_master(true).unwrap();
    (0..20).for_each(|_| world.step());
    world.mix(50);
    world.settle();
    world.check_writes();
}

#[test]
fn pcie_block_reset_in_flight_starts_clean() {
    for seed in 0..6 {
        let mut world = World::new(Settings::gen3_x16(seed, 250).unruly(), seed);
        let reads = |world: &mut World| {
            for i in 0..60 {
                let length = 1 + 97 * i % 4096;
                world.read(i % READERS, 64 * i + i % 3, length, ReadError::None);
            }
        };
        reads(&mut world);
        (0..300 + 97 * seed).for_each(|_| world.step());
        world.host.reset(20);
        for _ in 0..30 {
            world.host.drive(&mut world.to_card);
            world.host.sample(&world.to_card, &FromCard::default());
        }
        world.bench.reset(20);
        world.host.enumerate().unwrap();
        // What was taken before is void; what was not is asked now.
        for k in 0..READERS {
            let (request, status, data) = world.reads[k];
            world.bench.take(status);
            world.bench.take(data);
            world.answered[k] = Default::default();
            while world.asked[k].len() > world.bench.pending(request) {
                world.asked[k].pop_front();
            }
        }
        reads(&mut world);
        world.mix(30);
        world.settle();
        world.check_writes();
    }
}

/// Asks for a round of requests every `period` cycles, as the wire does, and sees that answers keep up: not more than two
/// round trips' worth may be under way in the end.
fn sustains(name: &str, mut settings: Settings, period: f64, round: impl Fn(&mut World, usize)) {
    settings.endpoint.straddle = true;
    let mut world = World::new(settings, 3);
    world.bench.set_stall(0.0);
    let start = world.bench.cycle();
    let rounds = (25_000.0 / period) as usize;
    for i in 0..rounds {
        round(&mut world, i);
        while (world.bench.cycle() - start) as f64 <= period * i as f64 {
            world.step();
        }
    }
    let reads = world.asked.iter().map(VecDeque::len).max().unwrap();
    let writes = |k: usize| {
        let done = world.bench.model.peek(&format!("written.{k}")) as u16;
        usize::from(world.sent[k].wrapping_sub(done))
    };
    let left = reads.max((0..WRITERS).map(writes).max().unwrap());
    println!("{name} every {period} cycles: {left} under way");
    assert!(
        left as f64 * period <= 800.0,
        "{name}: {left} rounds behind"
    );
}

#[test]
fn pcie_block_keeps_up_with_the_wire() {
    let host = |payload, read| {
        let mut settings = Settings::gen3_x16(3, 250);
        settings.root.tail_one_in = 0;
        // The credits of a real root are a limit of their own: 5 KB of posted data a credit round trip.
        settings.host_credits = Advertised::INFINITE;
        settings.policy.max_payload = payload;
        settings.policy.max_read_request = read;
        settings
    };
    let at = |i: usize| 4096 * (i % 16);
    let both = |world: &mut World, i: usize| {
        world.read(read_client::REQUEST_PAYLOAD, at(i), 4096, ReadError::None);
        world.write(write_client::PAYLOAD, at(i), 4096);
    };
    sustains(
        "4 KB read and written, MPS 512, MRRS 512",
        host(512, 512),
        83.0,
        both,
    );
    sustains(
        "4 KB read and written, MPS 512, MRRS 2048",
        host(512, 2048),
        83.0,
        both,
    );
    let small = |world: &mut World, i: usize| {
        world.read(read_client::SEND_WQE, 64 * (i % 1000), 64, ReadError::None);
        world.read(
            read_client::REQUEST_PAYLOAD,
            64 * (i % 1000),
            64,
            ReadError::None,
        );
    };
    sustains("64-byte WQE and payload read", host(512, 512), 4.0, small);
    let incoming = |world: &mut World, i: usize| {
        world.write(write_client::PAYLOAD, 64 * (i % 1000), 64);
    };
    sustains("64 bytes written", host(512, 512), 4.0, incoming);
}
