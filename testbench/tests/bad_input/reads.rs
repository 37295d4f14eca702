//! Reads of host memory that fail, each client's in each way: the work request concerned ends with an error that says so, on its own
//! queue pair, and every other read goes on.
use crate::packet::{Packet, add_one, reth};
use crate::rig::{PMTU, Rig, Traces};
use ferric::driver::DriverError;
use ferric::verbs::{AsyncEvent, RecvWr, SendWr, WcStatus, WorkCompletion};
use ferric_layout::admin::{self, COMMAND, WritePages, opcode};
use ferric_layout::counter::Counter;
use ferric_layout::dma::ReadError;
use ferric_layout::opcode::operation;
use ferric_layout::register;
use ferric_layout::sizes::{PAGES, SLOT};
use ferric_layout::status::syndrome;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pcie::faults::{Failure, Target};
use ferric_testbench::pcie::iommu::Access;
use ferric_testbench::world::Settings;
use std::ops::Range;

/// How a read fails, what the card calls it, and what counts it.
const FAILURES: [(Failure, ReadError, Counter); 5] = [
    (
        Failure::Unsupported,
        ReadError::Refused,
        Counter::PcieReadRefused,
    ),
    (Failure::Abort, ReadError::Refused, Counter::PcieReadRefused),
    (
        Failure::Poisoned,
        ReadError::Poisoned,
        Counter::PcieReadPoisoned,
    ),
    (
        Failure::WrongLength,
        ReadError::Malformed,
        Counter::PcieReadMalformed,
    ),
    (
        Failure::Dropped,
        ReadError::Timeout,
        Counter::PcieReadTimeout,
    ),
];

/// Cycles after which the hard block gives a read up here.
const TIMEOUT: u64 = 3000;

fn rig(seed: u64) -> Rig {
    let mut settings = Settings::instant(seed);
    for host in &mut settings.hosts {
        host.endpoint.completion_timeout = TIMEOUT;
    }
    Rig::new(settings)
}

/// Reads of these bus addresses fail from now on.
fn poison(rig: &mut Rig, side: Side, bytes: Range<u64>, failure: Failure) {
    let mut world = rig.pair.world();
    let injector = &mut world.host_mut(side).root.injector;
    injector.add(Target::Addresses(bytes), failure);
}

/// No read fails any more; how many have.
fn cure(rig: &mut Rig, side: Side) -> u64 {
    let mut world = rig.pair.world();
    let injector = &mut world.host_mut(side).root.injector;
    injector.clear();
    let struck = injector.struck();
    *injector = Default::default();
    struck
}

fn outcome(completions: &[WorkCompletion]) -> Vec<(u64, WcStatus)> {
    completions.iter().map(|wc| (wc.wr_id, wc.status)).collect()
}

/// The slots of a ring, on the bus.
fn slots(ring: u64, slots: Range<u64>) -> Range<u64> {
    ring + slots.start * SLOT as u64..ring + slots.end * SLOT as u64
}

fn fatal(rig: &Rig, side: Side, detail: u8) -> (Side, AsyncEvent) {
    let qp_num = rig.qp(side).number();
    (side, AsyncEvent::QpFatal { qp_num, detail })
}

/// The slots of sends after the proof that begins each turn.
const SENDS: u64 = 2;
/// The same of receives.
const RECEIVES: u64 = 1;

#[test]
fn read_of_a_send_entry_that_fails_completes_it_with_an_operation_error() {
    let mut rig = rig(251);
    let ring = rig.told(Side::A).send_ring.get();
    for (failure, error, counter) in FAILURES {
        rig.strike(format!("send entry: {failure:?}"));
        poison(&mut rig, Side::A, slots(ring, SENDS..SENDS + 1), failure);
        let (remote, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
        let sges = [rig.source[0].sge(0..64).unwrap()];
        let write = |id| SendWr::write(id, &sges, remote, rkey);
        // The first makes a completion though it did not ask for one.
        let list = [write(0), write(1).signaled(), write(2)];
        rig.qp(Side::A).post_send(&list).unwrap();
        let done = rig.completions(Side::A, 3);
        let status = WcStatus::LocalQpOperation;
        let flushed = WcStatus::Flushed;
        let expected = [(0, status), (1, flushed), (2, flushed)];
        assert_eq!(outcome(&done), expected, "{}", rig.fault());
        assert_eq!(done[0].vendor_err, error as u8, "{}", rig.fault());
        assert_eq!(rig.heard(), [], "{}: something was sent", rig.fault());
        assert_eq!(cure(&mut rig, Side::A), 1, "{}: reads struck", rig.fault());
        let events = [fatal(&rig, Side::A, status as u8)];
        rig.settle(Traces {
            counters: &[
                (Side::A, Counter::RequesterLocalError, 1),
                (Side::A, counter, 1),
            ],
            events: &events,
        });
        rig.revive();
    }
}

#[test]
fn read_of_payload_that_fails_completes_its_send_with_a_general_error() {
    let mut rig = rig(252);
    let full = PMTU.bytes();
    let bus = rig.pair.ends[0].bus.clone();
    let source = bus.bus_address(rig.source[0].addr()).unwrap();
    for (failure, error, counter) in FAILURES {
        // In the first packet, in the middle one, in the last.
        for packet in 0..3 {
            rig.strike(format!("payload of packet {packet}: {failure:?}"));
            let at = source + (packet * full) as u64 + 100;
            poison(&mut rig, Side::A, at..at + 4, failure);
            let (remote, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
            let long = [rig.source[0].sge(0..3 * full).unwrap()];
            let elsewhere = [rig.source[0].sge(4096..4160).unwrap()];
            let good = |id| SendWr::write(id, &elsewhere, remote + 4096, rkey).signaled();
            let bad = SendWr::write(1, &long, remote, rkey);
            rig.qp(Side::A).post_send(&[good(0), bad, good(2)]).unwrap();
            let done = rig.completions(Side::A, 3);
            let status = WcStatus::General;
            let expected = [(0, WcStatus::Success), (1, status), (2, WcStatus::Flushed)];
            assert_eq!(outcome(&done), expected, "{}", rig.fault());
            assert_eq!(done[1].vendor_err, error as u8, "{}", rig.fault());
            // Packets before it may have gone, whole; it and those behind it have not.
            rig.run(1000);
            let written = rig.touched(Side::B);
            assert!(
                written >= 64
                    && (written - 64).is_multiple_of(full)
                    && written <= 64 + packet * full,
                "{}: {written} bytes written",
                rig.fault()
            );
            rig.clean(Side::B);
            assert_eq!(cure(&mut rig, Side::A), 1, "{}: reads struck", rig.fault());
            let events = [fatal(&rig, Side::A, status as u8)];
            rig.settle(Traces {
                counters: &[
                    (Side::A, Counter::RequesterLocalError, 1),
                    (Side::A, counter, 1),
                ],
                events: &events,
            });
            rig.revive();
        }
    }
}

/// B posts `receives`, one of whose slots is bad; A sends into the first. All that came with the bad one are of no use.
fn bad_receive(
    rig: &mut Rig,
    first: u64,
    count: u64,
    bad: u64,
    (failure, counter): (Failure, Counter),
) {
    let ring = rig.told(Side::B).receive_ring.get();
    poison(rig, Side::B, slots(ring, bad..bad + 1), failure);
    let room = [rig.memory[1].sge(0..64).unwrap()];
    let list: Vec<_> = (first..first + count)
        .map(|id| RecvWr::new(id, &room))
        .collect();
    rig.qp(Side::B).post_recv(&list).unwrap();
    let sges = [rig.source[0].sge(0..64).unwrap()];
    rig.qp(Side::A)
        .post_send(&[SendWr::send(90, &sges)])
        .unwrap();
    let taken = rig.completions(Side::B, count as usize);
    let status = |id| {
        if id == first {
            WcStatus::LocalQpOperation
        } else {
            WcStatus::Flushed
        }
    };
    let expected: Vec<_> = (first..first + count).map(|id| (id, status(id))).collect();
    assert_eq!(outcome(&taken), expected, "{}", rig.fault());
    let nak = syndrome::NAK_REMOTE_OPERATIONAL;
    let sent = rig.completions(Side::A, 1);
    assert_eq!(
        outcome(&sent),
        [(90, WcStatus::RemoteOperation)],
        "{}",
        rig.fault()
    );
    assert_eq!(
        (taken[0].vendor_err, sent[0].vendor_err),
        (nak, nak),
        "{}",
        rig.fault()
    );
    assert_eq!(cure(rig, Side::B), 1, "{}: reads struck", rig.fault());
    let events = [
        fatal(rig, Side::A, WcStatus::RemoteOperation as u8),
        fatal(rig, Side::B, nak),
    ];
    rig.settle(Traces {
        counters: &[
            (Side::A, Counter::RequesterNak, 1),
            (Side::B, Counter::ResponderOperational, 1),
            (Side::B, counter, 1),
        ],
        events: &events,
    });
    rig.revive();
}

#[test]
fn read_of_a_receive_entry_that_fails_refuses_the_send_that_meets_it() {
    let mut rig = rig(253);
    for (failure, _, counter) in FAILURES {
        rig.strike(format!("receive entry: {failure:?}"));
        bad_receive(&mut rig, RECEIVES, 1, RECEIVES, (failure, counter));
        rig.strike(format!("the third of three receive entries: {failure:?}"));
        bad_receive(&mut rig, RECEIVES, 3, RECEIVES + 2, (failure, counter));
    }
}

/// Receives that came by other reads are still good, and so is a queue pair none of whose bad ones was needed.
#[test]
fn read_of_receive_entries_that_fails_spoils_those_of_that_read_alone() {
    let mut rig = rig(254);
    let ring = rig.told(Side::B).receive_ring.get();
    let (failure, _, counter) = FAILURES[0];
    rig.strike("the second read of receive entries");
    let room = [rig.memory[1].sge(0..64).unwrap()];
    // By a read of its own.
    rig.qp(Side::B)
        .post_recv(&[RecvWr::new(RECEIVES, &room)])
        .unwrap();
    rig.run(500);
    let sges = [rig.source[0].sge(0..64).unwrap()];
    rig.qp(Side::A)
        .post_send(&[SendWr::send(89, &sges).signaled()])
        .unwrap();
    poison(
        &mut rig,
        Side::B,
        slots(ring, RECEIVES + 1..RECEIVES + 2),
        failure,
    );
    let good = rig.completions(Side::B, 1);
    assert_eq!(outcome(&good), [(RECEIVES, WcStatus::Success)]);
    let sent = rig.completions(Side::A, 1);
    assert_eq!(outcome(&sent), [(89, WcStatus::Success)]);
    rig.advance(Side::A, 1);
    rig.clean(Side::B);
    cure(&mut rig, Side::B);
    // The next two by one read, the last by another.
    bad_receive(&mut rig, RECEIVES + 1, 3, RECEIVES + 1, (failure, counter));

    rig.strike("receive entries that nobody needs");
    poison(
        &mut rig,
        Side::B,
        slots(ring, RECEIVES..RECEIVES + 1),
        failure,
    );
    rig.qp(Side::B).post_recv(&[RecvWr::new(1, &room)]).unwrap();
    rig.run(500);
    assert_eq!(cure(&mut rig, Side::B), 1);
    rig.settle(Traces {
        counters: &[(Side::B, counter, 1)],
        ..Traces::default()
    });
    rig.revive();
    rig.settle(Traces::default());
}

/// A request of a peer that reads memory here: a word of it cannot be read. `answered` responses go before the NAK, which has the PSN of the
/// next.
fn bad_response(
    rig: &mut Rig,
    packet: &Packet,
    word: u64,
    answered: u32,
    (failure, counter): (Failure, Counter),
) {
    let at = rig.pair.ends[1].bus.bus_address(word).unwrap();
    poison(rig, Side::B, at..at + 4, failure);
    rig.pair.world().inject(Side::B, packet.frame(), false);
    let nak = syndrome::NAK_REMOTE_OPERATIONAL;
    let psn = rig.psn[0] + answered;
    assert_eq!(rig.hears(Side::B, nak).psn, psn, "{}", rig.fault());
    assert_eq!(rig.heard().len(), answered as usize + 1, "{}", rig.fault());
    assert_eq!(cure(rig, Side::B), 1, "{}: reads struck", rig.fault());
    let events = [fatal(rig, Side::B, nak)];
    rig.settle(Traces {
        // A asked for nothing.
        counters: &[
            (Side::A, Counter::RequesterGhost, u64::from(answered) + 1),
            (Side::B, Counter::ResponderOperational, 1),
            (Side::B, counter, 1),
        ],
        events: &events,
    });
    rig.revive();
}

#[test]
fn read_for_a_peer_that_fails_ends_with_a_nak() {
    let mut rig = rig(257);
    let full = PMTU.bytes() as u32;
    let (start, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
    for (failure, _, counter) in FAILURES {
        for bad in 0..3 {
            rig.strike(format!("packet {bad} of a READ for a peer: {failure:?}"));
            let headers = reth(start, rkey, 3 * full);
            let packet = Packet::request(&rig, Side::B, operation::READ_REQUEST, &headers, &[]);
            let word = start + u64::from(bad * full) + 100;
            bad_response(&mut rig, &packet, word, bad, (failure, counter));
        }
    }
}

#[test]
fn word_of_an_atomic_for_a_peer_that_fails_ends_with_a_nak() {
    let mut rig = rig(258);
    let (start, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let word = start.next_multiple_of(8);
    for (failure, _, counter) in FAILURES {
        rig.strike(format!("word of an atomic for a peer: {failure:?}"));
        let headers = add_one(word, rkey);
        let packet = Packet::request(&rig, Side::B, operation::FETCH_ADD, &headers, &[]);
        bad_response(&mut rig, &packet, word, 0, (failure, counter));
    }
}

#[test]
fn read_of_an_admin_command_that_fails_stops_the_admin_queue_until_it_is_started_anew() {
    let mut rig = rig(255);
    let card = rig.pair.ends[0].device.card().clone();
    let registers = card.registers();
    for (failure, _, counter) in FAILURES {
        rig.strike(format!("admin command: {failure:?}"));
        let half = |at| u64::from(registers.read(at).unwrap());
        let ring = half(register::ADMIN_COMMAND_LOW) | half(register::ADMIN_COMMAND_HIGH) << 32;
        let size = 1 << half(register::ADMIN_LOG2);
        let at = ring + half(register::ADMIN_CONSUMER) % size * COMMAND as u64;
        poison(&mut rig, Side::A, at..at + 8, failure);
        let outcome = card.execute_on(opcode::NOP, 0);
        assert!(
            matches!(outcome, Err(DriverError::AdminStopped)),
            "{}: {outcome:?}",
            rig.fault()
        );
        assert_eq!(cure(&mut rig, Side::A), 1, "{}: reads struck", rig.fault());
        rig.settle(Traces {
            counters: &[(Side::A, counter, 1)],
            ..Traces::default()
        });
        card.execute_on(opcode::NOP, 0).unwrap();
        rig.revive();
    }
    rig.settle(Traces::default());
}

#[test]
fn read_of_a_page_list_that_fails_refuses_the_command_and_the_admin_queue_lives_on() {
    let mut rig = rig(256);
    let card = rig.pair.ends[0].device.card().clone();
    let list = rig
        .pair
        .world()
        .host_mut(Side::A)
        .allocate(64, Access::READ);
    for (failure, _, counter) in FAILURES {
        rig.strike(format!("page list: {failure:?}"));
        let at = list.address();
        poison(&mut rig, Side::A, at..at + 8, failure);
        let mut command = WritePages {
            count: 1.into(),
            list: at.into(),
            ..WritePages::default()
        };
        command.header.opcode = opcode::WRITE_PAGES;
        command.header.number = (PAGES as u32 - 1).into();
        let outcome = card.execute(&command);
        let refused = |status| matches!(&outcome, Err(DriverError::Refused { status: found, .. }) if *found == status);
        assert!(
            refused(admin::Status::MemoryError),
            "{}: {outcome:?}",
            rig.fault()
        );
        assert_eq!(cure(&mut rig, Side::A), 1, "{}: reads struck", rig.fault());
        rig.settle(Traces {
            counters: &[(Side::A, Counter::AdminRefused, 1), (Side::A, counter, 1)],
            ..Traces::default()
        });
        card.execute(&command).unwrap();
    }
    rig.revive();
    rig.settle(Traces::default());
}
