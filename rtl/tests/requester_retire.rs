//! From answers to completions: acknowledges, NAKs, timers, commands, and everything that fails a QP.
mod requester_world;
use ferric_layout::completion::opcode as completed;
use ferric_layout::qp::state;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::work::{flag, opcode};
use requester_world::*;

fn done(qp: &Qp, index: u16, status: Status) -> Completed {
    let opcode = if matches!(status, Status::Flushed) {
        completed::SEND
    } else {
        completed::WRITE
    };
    Completed {
        qpn: qp.qpn,
        cqn: qp.cqn,
        opcode,
        index,
        status: status as u8,
        length: 0,
        vendor_error: 0,
    }
}
fn flushed(qp: &Qp, from: u16, to: u16) -> Completed {
    Completed {
        length: to.wrapping_sub(from).into(),
        ..done(qp, from, Status::Flushed)
    }
}
fn write(length: u32) -> Request {
    Request::new(opcode::WRITE, 0x8000, length)
}

/// A world without acknowledges, and a QP that has sent `count` messages of one packet.
fn sent(seed: u64, count: usize) -> (World, Qp, u32) {
    let mut world = World::new(seed);
    world.acknowledges = None;
    let mut qp = Qp::new(20, 3);
    world.start(&qp);
    let first = qp.psn;
    for _ in 0..count {
        world.post_expecting(&mut qp, &write(64));
    }
    world.until(5000, |world| world.packets.len() == count);
    world.run(20);
    (world, qp, first)
}

#[test]
fn acknowledge_completes_everything_up_to_its_psn_in_order() {
    let (mut world, qp, first) = sent(1, 10);
    world.acknowledge(qp.qpn, first + 6);
    world.until(500, |world| world.completions.len() == 7);
    world.acknowledge(qp.qpn, first + 9);
    world.until(500, |world| world.completions.len() == 10);
    let wanted: Vec<_> = (0..10)
        .map(|index| done(&qp, index, Status::Success))
        .collect();
    assert_eq!(world.take_completions(), wanted);
    assert_eq!(world.retired[&20], 10);
}

#[test]
fn unsignaled_messages_retire_without_a_completion() {
    let (mut world, mut qp, _) = sent(2, 0);
    for k in 0..8u16 {
        let mut request = write(64);
        request.flags = if k == 7 { flag::SIGNALED } else { 0 };
        world.post_expecting(&mut qp, &request);
    }
    world.until(5000, |world| world.packets.len() == 8);
    world.acknowledge(qp.qpn, qp.psn - 1);
    world.until(500, |world| world.completions.len() == 1);
    world.run(50);
    assert_eq!(world.take_completions(), [done(&qp, 7, Status::Success)]);
    assert_eq!(world.retired[&20], 8);
}

#[test]
fn ghost_answers_change_nothing() {
    let (mut world, qp, first) = sent(3, 4);
    world.acknowledge(qp.qpn, first + 1);
    world.until(500, |world| world.completions.len() == 2);
    // Older than the oldest, the last one again, not sent yet, far away, reserved syndromes, unknown NAKs, another opcode, another QP.
    for psn in [
        first - 1,
        first,
        first + 1,
        first + 4,
        first + 5,
        first + 0x80_0000,
        first.wrapping_sub(0x7F_FFFF),
    ] {
        world.acknowledge(qp.qpn, psn);
    }
    for code in [0x9F, 0xE0, 0x40, 0x5F, 0x64, 0x7F] {
        world.respond(qp.qpn, first + 2, code);
    }
    world.respond(qp.qpn, first.wrapping_sub(3), syndrome::NAK_INVALID_REQUEST);
    world.respond_with_payload(qp.qpn, first + 2, &[7; 200]);
    world.respond_with_payload(qp.qpn, first + 2, &[7; 64]);
    world.acknowledge(21, first + 2);
    world.until(2000, |world| world.count("ghost") == 17);
    assert_eq!(world.completions.len(), 2);
    world.acknowledge(qp.qpn, first + 3);
    world.until(500, |world| world.completions.len() == 4);
    assert!(world.faults.is_empty());
}

#[test]
fn nak_completes_what_is_before_it_and_fails_the_message_that_owns_it() {
    let causes = [
        (syndrome::NAK_INVALID_REQUEST, Status::RemoteInvalidRequest),
        (syndrome::NAK_REMOTE_ACCESS, Status::RemoteAccess),
        (syndrome::NAK_REMOTE_OPERATIONAL, Status::RemoteOperation),
        (syndrome::NAK_SEQUENCE, Status::RetryExceeded),
        (syndrome::RNR_NAK | 5, Status::RnrRetryExceeded),
    ];
    for (seed, (code, status)) in causes.into_iter().enumerate() {
        let (mut world, mut qp, first) = sent(30 + seed as u64, 0);
        for _ in 0..5 {
            // Of three packets each; unsignaled, but an error is reported all the same.
            let mut request = write(3 * 512);
            request.flags = 0;
            world.post_expecting(&mut qp, &request);
        }
        let mut last = write(64);
        last.flags = flag::SIGNALED;
        world.post_expecting(&mut qp, &last);
        world.until(5000, |world| world.packets.len() >= 11);
        world.run(100);
        world.respond(qp.qpn, first + 5, code);
        world.until(500, |world| world.faults.len() == 1);
        world.run(50);
        let failed = Completed {
            vendor_error: code,
            ..done(&qp, 2, status)
        };
        assert_eq!(world.take_completions(), [failed]);
        assert_eq!(world.faults, [(qp.qpn, status as u8)]);
        // Nothing completes any more.
        world.acknowledge(qp.qpn, first + 14);
        world.until(500, |world| world.count("ghost") == 1);
        assert!(world.completions.is_empty());
        world.configure(&qp, state::ERROR);
        world.command(qp.qpn, ERROR, 0);
        world.run(20);
        assert_eq!(world.take_completions(), [flushed(&qp, 3, 6)]);
        assert_eq!(world.retired[&20], 6);
    }
}

#[test]
fn error_command_flushes_what_is_posted_and_what_comes_later() {
    let (mut world, mut qp, first) = sent(5, 6);
    world.acknowledge(qp.qpn, first + 1);
    world.until(500, |world| world.completions.len() == 2);
    world.take_completions();
    world.configure(&qp, state::ERROR);
    world.command(qp.qpn, ERROR, 0);
    world.run(30);
    assert_eq!(world.take_completions(), [flushed(&qp, 2, 6)]);
    for _ in 0..10 {
        world.post(&mut qp, &write(64));
    }
    world.until(2000, |world| {
        world.completions.iter().map(|c| c.length).sum::<u32>() == 10
    });
    world.run(100);
    let mut next = 6;
    for completion in world.take_completions() {
        assert_eq!(
            completion,
            flushed(&qp, next, next + completion.length as u16)
        );
        next += completion.length as u16;
    }
    assert_eq!(next, 16);
    assert_eq!(world.take_packets().len(), 6);
    // And from anew.
    qp.producer = 0;
    qp.psn = 0xFF_FFFE;
    world.acknowledges = Some(10);
    world.start(&qp);
    let mut wanted = vec![];
    for _ in 0..5 {
        wanted.extend(world.post_expecting(&mut qp, &write(64)).1);
    }
    world.until(3000, |world| world.completions.len() == 5);
    same(&world.take_packets(), &wanted);
    assert_eq!(world.retired[&20], 5);
}

#[test]
fn reset_in_flight_leaves_nothing_behind() {
    for seed in 0..20 {
        let mut world = World::new(100 + seed);
        world.acknowledges = Some(60);
        world.latency = 100;
        let (mut qp, mut other) = (Qp::new(30, 1), Qp::new(31, 1));
        world.start(&qp);
        world.start(&other);
        let mut wanted = vec![];
        for _ in 0..12 {
            world.post(&mut qp, &write(700));
            wanted.extend(world.post_expecting(&mut other, &write(700)).1);
        }
        world.run(30 + 37 * seed);
        world.command(qp.qpn, RESET, 0);
        let (packets, completions) = (
            of(&world.packets, 30).len(),
            world.completions.iter().filter(|c| c.qpn == 30).count(),
        );
        // Whatever was in the output streams is out by now.
        world.run(30);
        let packets = packets.max(of(&world.packets, 30).len());
        let completions = completions.max(world.completions.iter().filter(|c| c.qpn == 30).count());
        world.until(20_000, |world| {
            world.completions.iter().filter(|c| c.qpn == 31).count() == 12
        });
        assert_eq!(of(&world.packets, 30).len(), packets);
        assert_eq!(
            world.completions.iter().filter(|c| c.qpn == 30).count(),
            completions
        );
        same(&of(&world.packets, 31), &wanted);
        // The old acknowledges that still arrive are ghosts of the new life.
        world.take_packets();
        world.take_completions();
        qp.producer = 0;
        qp.psn = 0x44_0000;
        world.start(&qp);
        let wanted: Vec<_> = (0..3)
            .flat_map(|_| world.post_expecting(&mut qp, &write(300)).1)
            .collect();
        world.until(5000, |world| world.completions.len() == 3);
        same(&world.take_packets(), &wanted);
        let indices: Vec<_> = world
            .take_completions()
            .iter()
            .map(|c| (c.index, c.status))
            .collect();
        assert_eq!(indices, [(0, 0), (1, 0), (2, 0)]);
    }
}

#[test]
fn timer_without_progress_fails_the_oldest_message() {
    let mut world = World::new(6);
    world.acknowledges = None;
    let mut qp = Qp::new(40, 2);
    qp.timeout = 13; // 8192 ticks of one cycle
    world.start(&qp);
    world.run(30_000);
    assert!(world.faults.is_empty(), "nothing is outstanding");
    for _ in 0..3 {
        world.post_expecting(&mut qp, &write(64));
    }
    world.until(3000, |world| world.packets.len() == 3);
    // Progress restarts it, ghosts do not.
    world.run(6000);
    world.acknowledge(qp.qpn, qp.psn - 3);
    world.until(500, |world| world.completions.len() == 1);
    let progress = world.bench.cycle();
    world.take_completions();
    while world.faults.is_empty() && world.bench.cycle() < progress + 20_000 {
        world.run(100);
        world.acknowledge(qp.qpn, qp.psn - 3);
    }
    let waited = world.bench.cycle() - progress;
    assert!(
        (8192 - 1..8192 + 3 * 1024).contains(&waited),
        "waited {waited}"
    );
    world.run(20);
    assert_eq!(
        world.take_completions(),
        [done(&qp, 1, Status::RetryExceeded)]
    );
    assert_eq!(world.count("timeout"), 1);
}

#[test]
fn timer_of_zero_never_runs_out() {
    let (mut world, _, _) = sent(7, 1);
    world.run(50_000);
    assert!(world.faults.is_empty());
}

#[test]
fn psn_wraps_within_and_between_messages() {
    let mut world = World::new(8);
    let mut qp = Qp::new(50, 1);
    qp.psn = 0xFF_FFFA;
    world.start(&qp);
    let mut wanted = vec![];
    for length in [256, 3 * 256, 4 * 256 + 1, 0, 64] {
        wanted.extend(world.post_expecting(&mut qp, &write(length)).1);
    }
    world.until(5000, |world| world.completions.len() == 5);
    same(&world.take_packets(), &wanted);
    assert!(wanted.iter().any(|packet| packet.psn == 0));
    assert_eq!(world.count("ghost"), 0);
}

/// Posts four good requests, one that `spoil` made bad, and three good ones; everything before the bad one must complete.
fn bad_request(
    seed: u64,
    request: &Request,
    spoil: impl Fn(&mut Vec<u8>),
    status: Status,
    vendor_error: u8,
) {
    let mut world = World::new(seed);
    let (mut qp, mut other) = (Qp::new(60, 3), Qp::new(61, 3));
    world.start(&qp);
    world.start(&other);
    let mut wanted = vec![];
    for _ in 0..4 {
        wanted.extend(world.post_expecting(&mut qp, &write(600)).1);
    }
    let bad = qp.producer;
    let mut bytes = request.bytes(qp.qpn, bad);
    spoil(&mut bytes);
    world.fill(&qp, bad, &bytes);
    qp.producer += (bytes.len() / 64) as u16;
    world.ring_doorbell(&qp);
    for _ in 0..3 {
        world.post(&mut qp, &write(600));
    }
    let others: Vec<_> = (0..10)
        .flat_map(|_| world.post_expecting(&mut other, &write(600)).1)
        .collect();
    world.until(10_000, |world| !world.faults.is_empty());
    world.configure(&qp, state::ERROR);
    world.command(qp.qpn, ERROR, 0);
    world.until(10_000, |world| {
        of(&world.packets, 61).len() == others.len() && world.completions.len() == 16
    });
    world.run(100);
    same(&of(&world.packets, 61), &others);
    // What of the bad one was sent before it was found out does not count; nothing after it may be.
    let packets = of(&world.packets, 60);
    same(&packets[..wanted.len()], &wanted);
    for packet in &packets[wanted.len()..] {
        assert_eq!(
            packet.reth.map_or(request.remote_va, |reth| reth.0),
            request.remote_va
        );
    }
    let all = world.take_completions();
    let mine: Vec<_> = all.iter().filter(|c| c.qpn == 60).cloned().collect();
    assert_eq!(
        mine[..4],
        [0, 1, 2, 3].map(|index| done(&qp, index, Status::Success))
    );
    assert_eq!(
        (mine[4].index, mine[4].status, mine[4].vendor_error),
        (bad, status as u8, vendor_error)
    );
    assert_eq!((mine[5].status, mine.len()), (Status::Flushed as u8, 6));
    assert_eq!(
        mine[5].index.wrapping_add(mine[5].length as u16),
        qp.producer
    );
    assert!(mine[5].index > bad && mine[5].index <= qp.producer - 3);
    assert_eq!(world.faults, [(60, status as u8)]);
    assert_eq!(world.count("local_error"), 1);
}

#[test]
fn malformed_wqe_fails_alone_and_after_what_is_before_it() {
    let mut inline = write(0);
    inline.inline = Some(vec![5; 220]);
    let mut scattered = write(0);
    scattered.sges = vec![(0x9000, 10, KEY); 16];
    let spoils: [(&Request, fn(&mut Vec<u8>)); 18] = [
        (&write(64), |bytes| bytes[0] = opcode::LOCAL_INVALIDATE),
        (&write(64), |bytes| bytes[0] = 0xFF),
        (&write(64), |bytes| bytes[0] = 0x10),
        (&write(64), |bytes| bytes[1] |= 0x10),
        (&write(64), |bytes| bytes[1] |= 0x80),
        (&write(64), |bytes| bytes[2] ^= 1),
        (&write(64), |bytes| bytes[3] ^= 0x80),
        (&write(64), |bytes| bytes[4] ^= 1),
        (&write(64), |bytes| bytes[6] ^= 0x80),
        (&scattered, |bytes| bytes[7] = 17),
        (&scattered, |bytes| bytes[0] = opcode::READ),
        (&write(64), |bytes| bytes[7] = 0xFF),
        (&write(64), |bytes| bytes[7] = 0),
        (&write(64), |bytes| bytes[12] = 65),
        (&write(64), |bytes| bytes[15] = 0x81),
        (&write(64), |bytes| bytes[31] = 1),
        (&inline, |bytes| bytes[12] = 221),
        (&inline, |bytes| bytes[7] = 1),
    ];
    for (k, (request, spoil)) in spoils.into_iter().enumerate() {
        bad_request(200 + k as u64, request, spoil, Status::LocalQpOperation, 0);
    }
    // The sum of the entries wraps at 32 bits.
    let mut wraps = write(0);
    wraps.sges = vec![(0x9000, 0x8000_0000, KEY), (0x9000, 0x8000_0040, KEY)];
    let set = |bytes: &mut Vec<u8>| bytes[12..16].copy_from_slice(&0x40u32.to_le_bytes());
    let mut request = wraps.clone();
    request.sges = wraps.sges.clone();
    bad_request_with_sum(300, &request, set);
}

/// As `bad_request`, for entries whose sum does not fit the length.
fn bad_request_with_sum(seed: u64, request: &Request, spoil: impl Fn(&mut Vec<u8>)) {
    let mut world = World::new(seed);
    let mut qp = Qp::new(60, 3);
    world.start(&qp);
    let mut plain = request.clone();
    plain.sges = vec![(0, 0, KEY); request.sges.len()];
    let mut bytes = plain.bytes(qp.qpn, 0);
    for (k, &(va, length, key)) in request.sges.iter().enumerate() {
        let at = 32 + 16 * k;
        bytes[at..at + 8].copy_from_slice(&va.to_le_bytes());
        bytes[at + 8..at + 12].copy_from_slice(&length.to_le_bytes());
        bytes[at + 12..at + 16].copy_from_slice(&key.to_le_bytes());
    }
    spoil(&mut bytes);
    world.fill(&qp, 0, &bytes);
    qp.producer = (bytes.len() / 64) as u16;
    world.ring_doorbell(&qp);
    world.until(2000, |world| world.completions.len() == 1);
    assert_eq!(world.completions[0].status, Status::LocalQpOperation as u8);
    assert!(world.packets.is_empty() && world.reads == 0);
}

#[test]
fn entry_outside_its_key_fails_before_its_first_byte_leaves() {
    // A bad key; and one whose range ends a byte too early, in the third packet.
    let mut unknown = write(0);
    unknown.sges = vec![(0x9000, 10, KEY), (0x9000, 600, 0x77)];
    bad_request(310, &unknown, |_| {}, Status::LocalProtection, 0);
    let mut wrong_tag = write(64);
    wrong_tag.sges[0].2 = KEY + 1;
    bad_request(311, &wrong_tag, |_| {}, Status::LocalProtection, 0);
    let mut world = World::new(312);
    world.keys.insert(0x99, (0x9000, 2048));
    let mut qp = Qp::new(62, 3);
    world.start(&qp);
    let mut request = write(0);
    request.sges = vec![(0x9000, 2049, 0x99)];
    world.post(&mut qp, &request);
    world.until(2000, |world| world.completions.len() == 1);
    assert_eq!(world.completions[0].status, Status::LocalProtection as u8);
    assert_eq!((world.packets.len(), world.reads), (0, 0));
    // The whole range is allowed.
    let mut qp = Qp::new(63, 3);
    world.start(&qp);
    request.sges = vec![(0x9000, 2048, 0x99)];
    let wanted = world.post_expecting(&mut qp, &request).1;
    world.until(3000, |world| world.completions.len() == 2);
    same(&world.take_packets(), &wanted);
}

#[test]
fn payload_that_cannot_be_read_fails_its_message_and_stops_the_qp() {
    let mut world = World::new(320);
    world.bad_pages = vec![(0x0600_1000u64 ^ 0x0055_A000) >> 12];
    let mut qp = Qp::new(64, 3);
    world.start(&qp);
    let good = world.post_expecting(&mut qp, &write(2000)).1;
    let broken = Request::new(opcode::WRITE, 0x0600_0000, 16384);
    let index = world.post(&mut qp, &broken);
    for _ in 0..5 {
        world.post(&mut qp, &write(64));
    }
    world.until(10_000, |world| !world.faults.is_empty());
    world.run(500);
    let head = expected(&qp, &broken, qp.psn);
    let packets = world.take_packets();
    // The pages before the bad one are four packets of 1024; from there on nothing.
    same(&packets[..good.len()], &good);
    same(&packets[good.len()..], &head[..4]);
    let completions = world.take_completions();
    assert_eq!(completions[0], done(&qp, 0, Status::Success));
    assert_eq!(
        (
            completions[1].index,
            completions[1].status,
            completions[1].vendor_error
        ),
        (index, Status::General as u8, 3)
    );
    assert_eq!(completions.len(), 2);
    assert_eq!(world.faults, [(64, Status::General as u8)]);
}

#[test]
fn ring_that_cannot_be_read_fails_its_wqe() {
    let mut world = World::new(330);
    let mut qp = Qp::new(65, 3);
    qp.ring_log2 = 3;
    world.start(&qp);
    world.bad_rings = vec![World::ring(65)];
    world.post(&mut qp, &write(64));
    world.until(2000, |world| world.completions.len() == 1);
    let failed = Completed {
        vendor_error: 2,
        ..done(&qp, 0, Status::LocalQpOperation)
    };
    assert_eq!(
        (
            world.completions[0].index,
            world.completions[0].status,
            world.completions[0].vendor_error
        ),
        (failed.index, failed.status, failed.vendor_error)
    );
    // Across the wrap: the first read is good, the second not, in the middle of an inline WQE.
    world.take_completions();
    world.bad_rings.clear();
    let mut qp = Qp::new(66, 3);
    qp.ring_log2 = 3;
    world.start(&qp);
    let wanted: Vec<_> = (0..6)
        .flat_map(|_| world.post_expecting(&mut qp, &write(64)).1)
        .collect();
    world.until(3000, |world| world.completions.len() == 6);
    world.take_completions();
    world.bad_rings = vec![World::ring(66)];
    let mut request = write(0);
    request.inline = Some(vec![9; 200]);
    let index = world.post(&mut qp, &request);
    world.until(3000, |world| world.completions.len() == 1);
    world.run(100);
    assert_eq!(
        (
            world.completions[0].index,
            world.completions[0].status,
            world.completions[0].vendor_error
        ),
        (index, Status::LocalQpOperation as u8, 2)
    );
    same(&world.take_packets(), &wanted);
    // The queues beside the record are in step: another QP goes on.
    let mut other = Qp::new(67, 3);
    world.start(&other);
    request.inline = Some(vec![1; 100]);
    let wanted: Vec<_> = (0..3)
        .flat_map(|_| world.post_expecting(&mut other, &request).1)
        .collect();
    world.until(3000, |world| world.packets.len() == 3);
    same(&world.take_packets(), &wanted);
}
