//! The PCI Express model around a card in software: data, order, faults, limits and rules, at the pins.

mod standin;

use fastrand::Rng;
use ferric_testbench::card::{Card, Inputs, Outputs};
use ferric_testbench::pcie::checker::budget::Space;
use ferric_testbench::pcie::checker::{OnViolation, Rule};
use ferric_testbench::pcie::credits::Advertised;
use ferric_testbench::pcie::descriptor::RcError;
use ferric_testbench::pcie::enumerate::Policy;
use ferric_testbench::pcie::faults::{Failure, Target};
use ferric_testbench::pcie::host::{Host, Settings};
use ferric_testbench::pcie::iommu::{Access, Cause};
use ferric_testbench::pcie::pins::{RqBeat, rq};
use ferric_testbench::pcie::root::{ReadError, ReadResult};
use ferric_testbench::pcie::split::SplitPolicy;
use ferric_testbench::pcie::tlp::{Id, Status, Tlp};
use standin::StandIn;

/// No run takes longer.
const PATIENCE: u64 = 400_000;

struct Bench {
    host: Host,
    card: StandIn,
    inputs: Inputs,
    outputs: Outputs,
}

impl Bench {
    fn new(settings: Settings) -> Self {
        let mut bench = Self::raw(settings);
        bench.host.enumerate().unwrap();
        bench
    }

    fn raw(settings: Settings) -> Self {
        let card = StandIn::new(settings.endpoint.straddle, settings.seed);
        Self {
            host: Host::new(settings),
            card,
            inputs: Inputs::default(),
            outputs: Outputs::default(),
        }
    }

    fn step(&mut self) {
        self.host.drive(&mut self.inputs.pcie);
        self.card.step(&self.inputs, &mut self.outputs);
        self.host.sample(&self.inputs.pcie, &self.outputs.pcie);
    }

    fn run(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.step();
        }
    }

    fn settle(&mut self) {
        let start = self.host.now();
        while !(self.card.done() && self.host.is_idle()) {
            self.step();
            assert!(self.host.now() < start + PATIENCE, "the run does not end");
        }
    }

    fn read(&mut self, bar: u8, offset: u64, bytes: usize) -> ReadResult {
        let id = self.host.read(bar, offset, bytes).unwrap();
        loop {
            self.step();
            if let Some(result) = self.host.take_result(id) {
                return result;
            }
        }
    }

    fn rules(&self) -> Vec<Rule> {
        self.host.endpoint().reports().rules()
    }
}

fn instant() -> Settings {
    Settings::instant(11)
}

fn recording() -> Settings {
    let mut settings = instant();
    settings.endpoint.on_violation = OnViolation::Record;
    settings
}

/// Every kind of host that data must survive.
fn hosts(seed: u64) -> Vec<Settings> {
    let mut all = Vec::new();
    for straddle in [false, true] {
        for boundary_128 in [false, true] {
            let policy = Policy {
                max_payload: 256,
                max_read_request: 512,
                boundary_128,
                ..Policy::default()
            };
            for mut settings in [
                Settings::instant(seed),
                Settings::gen3_x16(seed, 250),
                Settings::gen4_x8(seed, 100).unruly(),
            ] {
                settings.endpoint.straddle = straddle;
                settings.policy = policy;
                all.push(settings);
            }
            let mut settings = Settings::instant(seed).unruly();
            settings.endpoint.straddle = straddle;
            settings.policy = policy;
            settings.host_credits = Advertised::SMALL;
            settings.card_credits = Advertised::SMALL;
            settings.root.split = SplitPolicy::EachBoundary;
            all.push(settings);
        }
    }
    all
}

#[test]
fn registers_read_back_what_was_written_in_order() {
    for settings in hosts(1) {
        let mut bench = Bench::new(settings);
        bench.card.stall = 60;
        bench.host.write(0, 0x100, &0xdead_beef_u32.to_le_bytes());
        bench.host.write(0, 0x106, &[7]);
        bench.host.write(2, 0x1008, &[1, 2, 3, 4, 5, 6, 7, 8]);
        let line: Vec<u8> = (0..64).collect();
        bench.host.write(2, 0x2040, &line);
        assert_eq!(bench.read(0, 0x100, 4), Ok(vec![0xef, 0xbe, 0xad, 0xde]));
        assert_eq!(bench.read(0, 0x102, 2), Ok(vec![0xad, 0xde]));
        assert_eq!(bench.read(0, 0x105, 3), Ok(vec![0, 7, 0]));
        assert_eq!(bench.read(2, 0x1008, 8), Ok(vec![1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(bench.read(2, 0x2043, 61), Ok(line[3..].to_vec()));
        let lengths: Vec<_> = bench.card.seen[..4]
            .iter()
            .map(|seen| seen.bytes.len())
            .collect();
        assert_eq!(lengths, [4, 1, 8, 64]);
        bench.settle();
    }
}

#[test]
fn read_that_is_refused_or_misses_every_window_says_so() {
    let mut bench = Bench::new(instant());
    bench.card.refuse = true;
    let refused = Err(ReadError::Status(Status::UnsupportedRequest));
    assert_eq!(bench.read(0, 0, 4), refused);
    bench.card.refuse = false;
    let beyond = bench.host.bar(4).size + 0x10_0000_0000;
    assert_eq!(bench.read(4, beyond, 4), refused);
    bench.host.write(4, beyond, &[1; 4]);
    bench.settle();
    assert_eq!(bench.host.endpoint().counts().missed, 2);
}

#[test]
fn card_reads_every_alignment_of_memory_however_it_is_answered() {
    for (index, settings) in hosts(2).into_iter().enumerate() {
        let unstraddled = !settings.endpoint.straddle;
        let mut bench = Bench::new(settings);
        bench.card.stall = if index % 2 == 0 { 0 } else { 60 };
        let mapping = bench.host.allocate(4 * 4096, Access::READ);
        let mut rng = Rng::with_seed(index as u64);
        let content: Vec<u8> = (0..4 * 4096).map(|_| rng.u8(..)).collect();
        bench.host.store(&mapping, 0, &content);
        for _ in 0..40 {
            // As many reads as the completion buffer surely holds.
            let reads = if unstraddled { 7 } else { 28 };
            let mut expected = Vec::new();
            for tag in 0..reads {
                let at = rng.usize(0..content.len());
                let room = (4096 - at % 4096).min(512 - at % 4);
                let bytes = if rng.u8(..) < 40 {
                    rng.usize(1..=room.min(8))
                } else {
                    rng.usize(1..=room)
                };
                let tag = tag * 9;
                bench
                    .card
                    .read(tag, mapping.pages[at / 4096] + (at % 4096) as u64, bytes);
                expected.push((tag, content[at..at + bytes].to_vec()));
            }
            bench.settle();
            for (tag, data) in expected {
                let outcome = bench.card.outcomes.remove(&tag).unwrap();
                assert_eq!(
                    outcome,
                    standin::Outcome {
                        data,
                        error: None,
                        completed: true
                    }
                );
            }
        }
        assert_eq!(bench.card.strays, []);
        assert_eq!(bench.host.root.iommu.faults(), []);
    }
}

#[test]
fn card_writes_every_alignment_and_nothing_beside_it() {
    for settings in hosts(3) {
        let mut bench = Bench::new(settings);
        let mapping = bench.host.allocate(2 * 4096, Access::BOTH);
        let mut expected = vec![0x55; 2 * 4096];
        bench.host.store(&mapping, 0, &expected);
        let mut rng = Rng::with_seed(5);
        for _ in 0..300 {
            let at = rng.usize(0..expected.len());
            let room = (4096 - at % 4096).min(256 - at % 4);
            let bytes: Vec<u8> = (0..rng.usize(1..=room)).map(|_| rng.u8(..)).collect();
            expected[at..at + bytes.len()].copy_from_slice(&bytes);
            bench
                .card
                .write(mapping.pages[at / 4096] + (at % 4096) as u64, &bytes);
        }
        bench.settle();
        let mut found = vec![0; expected.len()];
        bench.host.load(&mapping, 0, &mut found);
        assert!(found == expected);
    }
}

#[test]
fn write_with_holes_and_write_of_nothing_change_their_bytes_alone() {
    let mut bench = Bench::new(instant());
    let mapping = bench.host.allocate(64, Access::BOTH);
    let mut holes = Tlp::memory_write(Id(0), 0, mapping.address(), &[1, 2, 3, 4, 5, 6, 7, 8]);
    let ferric_testbench::pcie::tlp::Header::Request(request) = &mut holes.header else {
        unreachable!()
    };
    (request.first_be, request.last_be) = (0b0101, 0b1010);
    bench.card.rq.extend(StandIn::request_beats(&holes, 0));
    bench.card.write(mapping.address() + 16, &[]);
    bench.settle();
    let mut found = [0; 24];
    bench.host.load(&mapping, 0, &mut found);
    assert_eq!(found[..8], [1, 0, 3, 0, 0, 6, 0, 8]);
    assert_eq!(found[8..], [0; 16]);
}

#[test]
fn flushing_read_returns_after_the_writes_before_it() {
    let mut bench = Bench::new(Settings::gen3_x16(4, 250).unruly());
    let mapping = bench.host.allocate(4096, Access::BOTH);
    bench.card.write(mapping.address(), &[9; 256]);
    bench.card.read(3, mapping.address() + 8, 0);
    while !bench.card.done() {
        bench.step();
    }
    let mut found = [0; 256];
    bench.host.load(&mapping, 0, &mut found);
    assert_eq!(found, [9; 256]);
    assert_eq!(bench.card.outcomes[&3].error, None);
}

#[test]
fn processes_own_memory_is_reached_to_the_byte_and_no_further() {
    let mut settings = instant();
    settings.root.iommu = false;
    for iommu in [false, true] {
        settings.root.iommu = iommu;
        let mut bench = Bench::new(settings.clone());
        let mut buffer = vec![3_u8; 3000];
        // SAFETY: the buffer outlives the mapping and is not touched while the bench runs.
        let mapping = unsafe {
            bench
                .host
                .map_process(buffer.as_mut_ptr(), 3000, Access::BOTH)
        };
        let last = mapping.pages.last().unwrap() + (mapping.offset as u64 + 2999) % 4096;
        bench.card.write(mapping.address(), &[1, 2, 3]);
        bench.card.write(last, &[8]);
        bench.settle();
        bench.card.write(last, &[8, 8]);
        bench.card.read(1, mapping.address() - 1, 2);
        bench.settle();
        assert_eq!(bench.card.outcomes[&1].error, Some(RcError::Status));
        let causes: Vec<_> = bench
            .host
            .root
            .iommu
            .faults()
            .iter()
            .map(|fault| fault.cause)
            .collect();
        assert_eq!(causes, [Cause::NoMemory; 2]);
        bench.host.unmap(mapping);
        assert_eq!((&buffer[..4], buffer[2999]), (&[1, 2, 3, 3][..], 8));
    }
}

#[test]
fn access_without_mapping_or_permission_is_refused_and_recorded() {
    let mut bench = Bench::new(instant());
    let readable = bench.host.allocate(4096, Access::READ);
    let writable = bench.host.allocate(4096, Access::WRITE);
    let gone = bench.host.allocate(4096, Access::BOTH);
    let freed = gone.address();
    bench.host.unmap(gone);
    bench.card.read(0, writable.address(), 64);
    bench.card.write(readable.address() + 4, &[1; 64]);
    bench.card.read(1, freed, 4);
    bench.card.write(freed, &[1; 4]);
    bench.card.read(2, readable.address(), 64);
    bench.settle();
    let errors = [0, 1, 2].map(|tag| bench.card.outcomes[&tag].error);
    assert_eq!(errors, [Some(RcError::Status), Some(RcError::Status), None]);
    assert_eq!(bench.card.outcomes[&2].data, [0; 64]);
    let faults = bench.host.root.iommu.take_faults();
    let mut seen: Vec<_> = faults
        .iter()
        .map(|fault| (fault.address, fault.write, fault.cause))
        .collect();
    seen.sort_by_key(|fault| (fault.1, fault.0));
    let mut expected = vec![
        (writable.address(), false, Cause::NoRead),
        (freed, false, Cause::NotMapped),
        (readable.address() + 4, true, Cause::NoWrite),
        (freed, true, Cause::NotMapped),
    ];
    expected.sort_by_key(|fault| (fault.1, fault.0));
    assert_eq!(seen, expected);
}

#[test]
fn interrupt_message_raises_its_vector_after_the_data_it_reports() {
    let mut bench = Bench::new(Settings::gen3_x16(6, 250).unruly());
    bench.host.enable_interrupts(8).unwrap();
    bench.settle();
    let entry = |vector: u64, offset: u64, card: &StandIn| {
        let table = u64::from(ferric_layout::interrupt::TABLE);
        let byte = |index| card.registers[&(4, table + 16 * vector + offset + index)];
        u32::from_le_bytes([0, 1, 2, 3].map(byte))
    };
    let mapping = bench.host.allocate(4096, Access::BOTH);
    for vector in [5, 0, 7] {
        let address = u64::from(entry(vector, 0, &bench.card))
            | u64::from(entry(vector, 4, &bench.card)) << 32;
        let data = entry(vector, 8, &bench.card);
        assert_eq!(entry(vector, 12, &bench.card), 0, "unmasked");
        bench
            .card
            .write(mapping.address(), &[vector as u8 + 1; 512]);
        bench.card.write(address, &data.to_le_bytes());
        while !bench.host.take_interrupt(vector as usize) {
            bench.step();
        }
        let mut found = [0; 512];
        bench.host.load(&mapping, 0, &mut found);
        assert_eq!(found, [vector as u8 + 1; 512]);
    }
    assert_eq!(
        (0..8)
            .map(|v| bench.host.root.interrupts.count(v))
            .sum::<u64>(),
        3
    );
    bench
        .card
        .write(0xfee0_0000, &0xffff_ffff_u32.to_le_bytes());
    bench.settle();
    assert_eq!(bench.host.root.interrupts.spurious().len(), 1);
}

#[test]
fn struck_read_ends_with_its_error_and_leaves_the_others_alone() {
    use Failure::*;
    for settings in hosts(7) {
        for failure in [Unsupported, Abort, Poisoned, Dropped, WrongLength] {
            let mut settings = settings.clone();
            settings.endpoint.completion_timeout = 5000;
            let mut bench = Bench::new(settings);
            let mapping = bench.host.allocate(4096, Access::READ);
            bench.host.store(&mapping, 0, &[6; 4096]);
            bench.host.root.injector.add(Target::Nth(2), failure);
            for tag in 0..5 {
                bench
                    .card
                    .read(tag, mapping.address() + 700 * u64::from(tag) + 1, 400);
            }
            bench.settle();
            let expected = match failure {
                Unsupported | Abort => RcError::Status,
                Poisoned => RcError::Poisoned,
                Dropped => RcError::Timeout,
                WrongLength => RcError::Length,
            };
            for tag in 0..5 {
                let outcome = &bench.card.outcomes[&tag];
                let error = (tag == 2).then_some(expected);
                assert_eq!(outcome.error, error, "{failure:?} tag {tag}");
                assert!(error.is_some() || outcome.data == [6; 400]);
            }
            assert_eq!(bench.host.root.injector.struck(), 1);
            assert_eq!(
                bench.host.endpoint().counts().timeouts,
                u64::from(failure == Dropped)
            );
        }
    }
}

#[test]
fn writes_pass_reads_that_the_card_has_not_asked_for() {
    let mut bench = Bench::new(instant());
    bench.card.np_req = 0;
    let id = bench.host.read(0, 0, 4).unwrap();
    for offset in 0..20 {
        bench.host.write(0, 8 * offset, &[1; 8]);
    }
    bench.run(100);
    assert_eq!(bench.card.seen.iter().filter(|seen| seen.write).count(), 20);
    assert_eq!(bench.host.take_result(id), None);
    bench.card.np_req = 1;
    bench.run(10);
    assert_eq!(bench.host.take_result(id), Some(Ok(vec![1; 4])));
}

#[test]
fn completions_wait_behind_a_write_that_lacks_credits() {
    let mut settings = instant();
    settings.card_credits = Advertised::SMALL;
    let mut bench = Bench::new(settings);
    let mapping = bench.host.allocate(4096, Access::READ);
    bench.card.block_cq = true;
    for _ in 0..4 {
        bench.host.write(0, 0, &[1; 64]);
    }
    bench.run(5);
    bench.card.read(0, mapping.address(), 4);
    bench.run(200);
    assert_eq!(bench.host.endpoint().counts().rc, 0);
    bench.card.block_cq = false;
    bench.settle();
    assert_eq!(bench.card.outcomes[&0].data, [0; 4]);
}

#[test]
fn starved_credits_delay_requests_but_lose_none() {
    let mut settings = instant();
    settings.host_credits = Advertised {
        nph: 1,
        npd: 1,
        ph: 1,
        pd: 32,
        latency: 200,
    };
    let mut bench = Bench::new(settings);
    let mapping = bench.host.allocate(4096, Access::BOTH);
    for tag in 0..10 {
        bench
            .card
            .write(mapping.address() + 64 * u64::from(tag), &[tag; 64]);
        bench
            .card
            .read(tag, mapping.address() + 64 * u64::from(tag), 64);
    }
    bench.run(100);
    assert_eq!(bench.inputs.pcie.tfc_nph_av, 0);
    assert_eq!(
        (bench.inputs.pcie.credits.ph, bench.inputs.pcie.credits.pd),
        (0, 28)
    );
    bench.settle();
    assert!(bench.host.now() > 9 * 200);
    for tag in 0..10 {
        assert_eq!(bench.card.outcomes[&tag].data, [tag; 64]);
    }
}

#[test]
fn sequence_numbers_come_back_in_order_each_once() {
    let mut bench = Bench::new(Settings::gen3_x16(8, 100).unruly());
    let mapping = bench.host.allocate(4096, Access::BOTH);
    for number in 0..60 {
        let tlp = Tlp::memory_write(Id(0), 0, mapping.address(), &[number; 200]);
        bench.card.rq.extend(StandIn::request_beats(&tlp, number));
    }
    bench.settle();
    bench.run(50);
    assert_eq!(bench.card.sequence, (0..60).collect::<Vec<_>>());
}

#[test]
fn round_trip_and_read_rate_are_those_of_the_link() {
    let mut bench = Bench::new(Settings::gen3_x16(9, 250));
    let mapping = bench.host.allocate(1 << 16, Access::READ);
    bench.card.read(0, mapping.address(), 64);
    bench.settle();
    assert!(
        (200..350).contains(&bench.host.now()),
        "{} cycles",
        bench.host.now()
    );

    let mut settings = Settings::gen3_x16(9, 250);
    settings.policy.max_payload = 256;
    settings.endpoint.space = Space {
        headers: 4096,
        data: 65536,
    };
    let mut bench = Bench::new(settings);
    let mapping = bench.host.allocate(1 << 16, Access::READ);
    let (mut delivered, mut next) = (0, 0_u64);
    let cycles = 20_000;
    for _ in 0..cycles {
        for tag in 0..=255 {
            let outcome = bench.card.outcomes.get(&tag);
            if bench.card.rq.len() < 4 && outcome.is_none_or(|outcome| outcome.completed) {
                delivered += outcome.map_or(0, |outcome| outcome.data.len());
                bench.card.read(
                    tag,
                    mapping.pages[(next / 8 % 16) as usize] + next % 8 * 512,
                    512,
                );
                next += 1;
            }
        }
        bench.step();
    }
    let rate = delivered as f64 * 8.0 / (cycles as f64 * 4.0);
    assert!((100.0..106.0).contains(&rate), "{rate} Gb/s");
}

#[test]
fn reset_voids_everything_under_way_and_a_new_start_works() {
    let settings = Settings::gen3_x16(10, 250).unruly();
    for cycles in 0..60 {
        let mut bench = Bench::new(settings.clone());
        let mapping = bench.host.allocate(4096, Access::BOTH);
        for tag in 0..8 {
            bench.card.read(tag, mapping.address(), 512);
            bench.card.write(mapping.address(), &[1; 256]);
        }
        bench.host.write(0, 0, &[1; 64]);
        let id = bench.host.read(0, 0, 64).unwrap();
        bench.run(7 * cycles);
        let early = bench.host.take_result(id);
        bench.host.reset(5);
        assert!(early.is_some() || bench.host.take_result(id) == Some(Err(ReadError::Timeout)));
        bench.run(5);
        bench.host.enumerate().unwrap();
        bench.run(10);
        bench.card.write(mapping.address(), &[5; 4]);
        bench.card.read(0, mapping.address(), 4);
        bench.settle();
        assert_eq!(bench.card.outcomes[&0].data, [5; 4]);
        assert_eq!(bench.card.strays, []);
    }
}

#[test]
fn runs_repeat_by_seed() {
    let run = |seed| {
        let mut bench = Bench::new(Settings::gen3_x16(seed, 250).unruly());
        let mapping = bench.host.allocate(4096, Access::READ);
        for tag in 0..20 {
            bench.card.read(tag, mapping.address() + 100, 500);
        }
        bench.settle();
        (bench.host.now(), mapping.address(), bench.card.order)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    assert_ne!(
        run(1).2,
        (0..20).collect::<Vec<_>>(),
        "answers in order although they may be mixed"
    );
}

#[test]
fn tag_used_again_before_its_last_completion_was_taken_is_seen() {
    let mut bench = Bench::new(recording());
    let mapping = bench.host.allocate(4096, Access::READ);
    bench.card.read(4, mapping.address(), 64);
    bench.card.read(4, mapping.address(), 64);
    bench.run(20);
    assert_eq!(bench.rules(), [Rule::TagInUse]);
    bench.card.read(4, mapping.address(), 64);
    bench.settle();
    assert_eq!(bench.rules(), [Rule::TagInUse]);
}

#[test]
fn request_without_bus_mastering_is_seen_and_goes_nowhere() {
    let mut bench = Bench::new(recording());
    let mapping = bench.host.allocate(4096, Access::BOTH);
    bench.host.endpoint_mut().port().bus_master(false).unwrap();
    bench.card.write(mapping.address(), &[1; 4]);
    bench.settle();
    assert_eq!(bench.rules(), [Rule::BusMaster]);
    let mut found = [9; 4];
    bench.host.load(&mapping, 0, &mut found);
    assert_eq!(found, [0; 4]);
}

#[test]
fn requests_in_the_output_register_when_the_bus_is_taken_away_still_come() {
    for (requests, rules) in [(2, vec![]), (3, vec![Rule::BusMaster])] {
        let mut bench = Bench::new(recording());
        let mapping = bench.host.allocate(4096, Access::BOTH);
        bench.run(3);
        bench.host.endpoint_mut().port().bus_master(false).unwrap();
        (0..requests).for_each(|k| bench.card.write(mapping.address() + 4 * k, &[1; 4]));
        bench.settle();
        assert_eq!(bench.rules(), rules, "{requests} requests");
        let mut found = [9; 12];
        bench.host.load(&mapping, 0, &mut found);
        assert_eq!(found, [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
    }
}

#[test]
fn function_reset_ends_reads_and_forgets_the_configuration() {
    let mut bench = Bench::new(Settings::gen3_x16(12, 250));
    let mapping = bench.host.allocate(4096, Access::BOTH);
    (0..4).for_each(|tag| bench.card.read(tag, mapping.address(), 512));
    bench.run(20);
    let mut port = bench.host.endpoint_mut().port();
    port.function_reset().unwrap();
    bench.run(40);
    for tag in 0..4 {
        let outcome = &bench.card.outcomes[&tag];
        assert_eq!(outcome.error, Some(RcError::FunctionReset));
        assert!(outcome.completed && outcome.data.is_empty());
    }
    let pins = &bench.inputs.pcie;
    assert!(pins.function_reset && pins.status.function_status & 0b110 == 0);
    bench.card.function_done = true;
    bench.run(2);
    assert!(!bench.inputs.pcie.function_reset);
    bench.host.restore().unwrap();
    bench.run(500);
    // What had been asked is answered all the same.
    assert!(!bench.card.strays.is_empty());
    assert!(bench.card.strays.iter().all(|error| *error == RcError::Tag));
    bench.card.write(mapping.address(), &[5; 4]);
    bench.card.read(9, mapping.address(), 4);
    bench.settle();
    assert_eq!(bench.card.outcomes[&9].data, [5; 4]);
}

#[test]
fn late_answers_after_a_reset_belong_to_no_read() {
    let mut bench = Bench::new(Settings::gen3_x16(13, 250));
    let mapping = bench.host.allocate(4096, Access::BOTH);
    (0..4).for_each(|tag| bench.card.read(tag, mapping.address(), 512));
    bench.run(130);
    bench.card.outcomes.clear();
    bench.host.reset_with_late_answers(5);
    bench.run(10);
    bench.host.restore().unwrap();
    bench.run(500);
    assert!(!bench.card.strays.is_empty());
    assert!(bench.card.strays.iter().all(|error| *error == RcError::Tag));
    bench.card.read(0, mapping.address(), 4);
    bench.settle();
    assert_eq!(bench.card.outcomes[&0].data, [0; 4]);
}

#[test]
fn reads_beyond_the_completion_buffer_are_seen() {
    for (straddle, space, reads) in [(false, Space::UNSTRADDLED, 8), (true, Space::STRADDLED, 33)] {
        let mut settings = recording();
        settings.root.latency = 1000;
        settings.endpoint.straddle = straddle;
        settings.endpoint.space = space;
        let mut bench = Bench::new(settings);
        let mapping = bench.host.allocate(4096, Access::READ);
        for tag in 0..reads - 1 {
            bench
                .card
                .read(tag, mapping.address() + 512 * u64::from(tag % 8), 512);
        }
        bench.run(500);
        assert_eq!(bench.rules(), []);
        bench.card.read(200, mapping.address(), 512);
        bench.settle();
        assert_eq!(bench.rules(), [Rule::CompletionBudget]);
    }
}

#[test]
fn request_that_breaks_a_limit_is_seen_at_the_pins() {
    let broken = |tlp: Tlp, change: &dyn Fn(&mut RqBeat)| {
        let mut settings = recording();
        settings.policy.max_payload = 256;
        let mut bench = Bench::new(settings);
        let mut beats = StandIn::request_beats(&tlp, 0);
        change(beats[0].as_mut().unwrap());
        bench.card.rq.extend(beats);
        bench.run(20);
        bench.rules()
    };
    let read = |address, bytes| Tlp::memory_read(Id(0), 1, address, bytes);
    let write = |address, bytes| Tlp::memory_write(Id(0), 1, address, &vec![0; bytes]);
    assert_eq!(broken(read(0x1fff, 2), &|_| ()), [Rule::PageCrossing]);
    assert_eq!(broken(read(0x1000, 513), &|_| ()), [Rule::MaxReadRequest]);
    assert_eq!(broken(write(0x1000, 257), &|_| ()), [Rule::MaxPayload]);
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.set(rq::LAST_BE, 0)),
        [Rule::ByteEnables]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.set(rq::ADDR_OFFSET, 1)),
        [Rule::Reserved]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.data[8] = 3),
        [Rule::PacketLength]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.data[9] |= 0x10),
        [Rule::RequestType]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.data[0] |= 1),
        [Rule::Reserved]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.keep = 7),
        [Rule::PacketLength]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.keep = 0x6f),
        [Rule::Keep]
    );
    assert_eq!(
        broken(write(0x1000, 8), &|beat| beat.set(rq::DISCONTINUE, 1)),
        [Rule::Discontinue]
    );
    assert_eq!(broken(write(0xfee0_0000, 8), &|_| ()), [Rule::Interrupt]);
    assert_eq!(broken(write(0x1000, 8), &|_| ()), []);
}

#[test]
fn limits_that_change_under_way_hold_from_then_on() {
    let mut bench = Bench::new(recording());
    let mapping = bench.host.allocate(4096, Access::BOTH);
    bench.card.write(mapping.address(), &[1; 512]);
    bench.settle();
    assert_eq!(
        (bench.rules(), bench.inputs.pcie.status.max_payload),
        (vec![], 2)
    );
    let smaller = Policy {
        max_payload: 128,
        max_read_request: 256,
        boundary_128: true,
        ..Policy::default()
    };
    bench.host.set_limits(&smaller).unwrap();
    bench.card.write(mapping.address(), &[1; 256]);
    bench.card.read(0, mapping.address(), 256);
    bench.settle();
    assert_eq!(bench.rules(), [Rule::MaxPayload]);
    assert_eq!(
        bench.host.endpoint().counts().rc,
        2,
        "no answer is longer than 128 bytes"
    );
    let status = &bench.inputs.pcie.status;
    assert_eq!(
        (status.max_payload, status.max_read_req, status.rcb_128),
        (0, 1, true)
    );
}

#[test]
fn tag_above_31_without_the_extended_bit_is_seen() {
    let mut settings = recording();
    settings.policy.extended_tag = false;
    let mut bench = Bench::new(settings);
    let mapping = bench.host.allocate(4096, Access::READ);
    bench.card.read(31, mapping.address(), 4);
    bench.settle();
    assert_eq!(bench.rules(), []);
    let tlp = Tlp::memory_read(Id(0), 32, mapping.address(), 4);
    bench.card.rq.extend(StandIn::request_beats(&tlp, 0));
    bench.run(20);
    assert_eq!(bench.rules(), [Rule::TagRange]);
}

#[test]
fn gap_inside_a_request_is_seen_at_the_pins() {
    let mut bench = Bench::new(recording());
    let mapping = bench.host.allocate(4096, Access::WRITE);
    let tlp = Tlp::memory_write(Id(0), 0, mapping.address(), &[1; 100]);
    let beats = StandIn::request_beats(&tlp, 0);
    bench.card.rq.push_back(beats[0].clone());
    bench.card.rq.push_back(None);
    bench.card.rq.push_back(beats[1].clone());
    bench.settle();
    assert_eq!(bench.rules(), [Rule::Gap]);
}

#[test]
fn silence_on_a_register_read_is_seen_and_the_host_gives_up() {
    let mut settings = recording();
    settings.endpoint.patience = 500;
    settings.root.timeout = 800;
    let mut bench = Bench::new(settings);
    bench.card.mute = true;
    assert_eq!(bench.read(0, 0, 4), Err(ReadError::Timeout));
    assert_eq!(bench.rules(), [Rule::Unanswered]);
}

#[test]
fn answer_that_nobody_asked_for_and_answer_given_twice_are_seen() {
    let mut bench = Bench::new(recording());
    let id = bench.host.read(0, 0, 4).unwrap();
    while bench.card.cc.is_empty() {
        bench.step();
    }
    let again = bench.card.cc.clone();
    bench.card.cc.extend(again);
    bench.run(20);
    assert_eq!(bench.host.take_result(id), Some(Ok(vec![0; 4])));
    assert_eq!(bench.rules(), [Rule::UnexpectedCompletion]);
}

#[test]
#[should_panic(expected = "PageCrossing")]
fn broken_rule_fails_the_run_unless_told_otherwise() {
    let mut bench = Bench::new(instant());
    bench.card.read(0, 0x1ffe, 4);
    bench.run(20);
}
