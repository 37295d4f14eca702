//! READs, atomics and SEND with invalidate: what is asked for, where the answers go, what waits for what, and what is lost on the way.
mod requester_world;
use ferric_layout::completion::opcode as completed;
use ferric_layout::qp::{pmtu_bytes, state};
use ferric_layout::status::{Status, syndrome};
use ferric_layout::work::{flag, opcode};
use requester_world::peer::{Faults, Peer, remote_byte, remote_word};
use requester_world::*;

fn qp(qpn: u64, pmtu: u8) -> Qp {
    Qp {
        retry_count: 7,
        rnr_retry: 7,
        timeout: 12,
        ..Qp::new(qpn, pmtu)
    }
}

fn world(seed: u64) -> World {
    let mut world = World::new(seed);
    world.acknowledges = None;
    world
}

/// Takes the bytes of a READ's entries out of what was written, and compares them.
fn placed(world: &mut World, request: &Request) {
    let entries = request.sges.iter();
    let places = entries.flat_map(|&(va, length, _)| va..va + u64::from(length));
    for (k, place) in places.enumerate() {
        let wanted = remote_byte(request.remote_va + k as u64);
        assert_eq!(world.memory.remove(&place), Some(wanted), "byte {k}");
    }
}

#[test]
fn read_of_every_length_lands_in_its_entries_and_nowhere_else() {
    for pmtu in [1, 3, 5] {
        let mut world = world(pmtu as u64);
        let mut peer = Peer::new(Faults::default());
        let mut qp = qp(60, pmtu);
        qp.psn = 0xFF_FFF0;
        peer.expect(&qp);
        world.start(&qp);
        let size = pmtu_bytes(pmtu) as u32;
        let lengths = [
            0,
            1,
            3,
            64,
            65,
            size - 1,
            size,
            size + 1,
            2 * size - 1,
            2 * size,
            3 * size + 7,
        ];
        let (mut requests, mut wanted, mut indices) = (vec![], vec![], vec![]);
        for (k, &length) in lengths.iter().enumerate() {
            let mut request = Request::new(opcode::READ, 0, 0);
            request.remote_va = 0x10_0000_0000 + 70_001 * k as u64;
            let base = 0x100_0000 * (k as u64 + 1);
            // In one entry, or scattered over four.
            let (a, b) = (length / 3, length / 5);
            request.sges = match k % 2 {
                0 => vec![(base + 7, length, KEY)],
                _ => [a, 0, b, length - a - b]
                    .iter()
                    .enumerate()
                    .map(|(at, &part)| (base + 0x2_0001 * at as u64, part, KEY))
                    .collect(),
            };
            let (index, packets) = world.post_expecting(&mut qp, &request);
            wanted.extend(packets);
            indices.push(index);
            requests.push(request);
        }
        peer.until(&mut world, 40_000, |world| {
            world.completions.len() == lengths.len()
        });
        same(&peer.qps[&60].accepted, &wanted);
        for (done, index) in world.take_completions().iter().zip(indices) {
            let seen = (done.index, done.status, done.opcode);
            assert_eq!(seen, (index, 0, completed::READ));
        }
        requests
            .iter()
            .for_each(|request| placed(&mut world, request));
        assert!(world.memory.is_empty());
        assert_eq!((world.count("again"), world.count("ghost")), (0, 0));
        assert!(peer.qps[&60].most <= 4);
    }
}

#[test]
fn atomics_carry_their_operands_and_bring_back_what_was_there() {
    let mut world = world(10);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(61, 2);
    peer.expect(&qp);
    world.start(&qp);
    let (place, other) = (0x7000_0008, 0x7000_0010);
    let was = remote_word(place);
    let requests = [
        Request::atomic(opcode::FETCH_ADD, 0x1001, place, 5, 0),
        Request::atomic(opcode::COMPARE_SWAP, 0x2002, place, 77, was + 5),
        Request::atomic(opcode::COMPARE_SWAP, 0x3003, place, 88, was + 5),
        Request::atomic(opcode::FETCH_ADD, 0x4004, other, u64::MAX, 0),
        Request::atomic(opcode::FETCH_ADD, 0x4FFC, place, 1, 0),
    ];
    let mut wanted = vec![];
    for request in &requests {
        wanted.extend(world.post_expecting(&mut qp, request).1);
    }
    peer.until(&mut world, 10_000, |world| world.completions.len() == 5);
    same(&peer.qps[&61].accepted, &wanted);
    let results = [was, was + 5, 77, remote_word(other), 77];
    for (request, result) in requests.iter().zip(results) {
        for (k, byte) in result.to_le_bytes().into_iter().enumerate() {
            let at = request.sges[0].0 + k as u64;
            assert_eq!(world.memory.remove(&at), Some(byte));
        }
    }
    assert!(world.memory.is_empty());
    let opcodes: Vec<_> = world.completions.iter().map(|done| done.opcode).collect();
    let (add, swap) = (completed::FETCH_ADD, completed::COMPARE_SWAP);
    assert_eq!(opcodes, [add, swap, swap, add, add]);
    assert_eq!(peer.words[&place], 78);
}

#[test]
fn no_more_reads_are_outstanding_than_allowed_and_others_go_on() {
    for limit in [1, 2, 5, 16] {
        let mut world = world(20 + limit);
        let mut peer = Peer::new(Faults::default());
        peer.delay = 600;
        let (mut qp, mut other) = (qp(62, 2), qp(63, 2));
        qp.max_rd_atomic = limit;
        peer.expect(&qp);
        peer.expect(&other);
        world.start(&qp);
        world.start(&other);
        let mut wanted = vec![];
        for k in 0..20u64 {
            let mut request = Request::new(opcode::READ, 0x1_0000 * (k + 1), 700);
            if k % 3 == 2 {
                request = Request::atomic(opcode::FETCH_ADD, 0x1_0000 * (k + 1), 8 * k, 1, 0);
            }
            wanted.extend(world.post_expecting(&mut qp, &request).1);
            // Messages between them do not overtake.
            let request = Request::new(opcode::WRITE, 0x3000, 600);
            wanted.extend(world.post_expecting(&mut qp, &request).1);
        }
        for _ in 0..40 {
            world.post_expecting(&mut other, &Request::new(opcode::SEND, 0x5000, 800));
        }
        let mut first_done = None;
        peer.until(&mut world, 100_000, |world| {
            let count = |qpn| {
                world
                    .completions
                    .iter()
                    .filter(|done| done.qpn == qpn)
                    .count()
            };
            if count(63) == 40 && first_done.is_none() {
                first_done = Some(count(62));
            }
            world.completions.len() == 80
        });
        same(&peer.qps[&62].accepted, &wanted);
        assert_eq!(peer.qps[&62].most, limit as usize);
        // The other QP did not wait for this one's READs.
        assert!(limit > 5 || first_done.unwrap() < 30, "{first_done:?}");
        let done: Vec<_> = world
            .completions
            .iter()
            .filter(|done| done.qpn == 62)
            .collect();
        let indices: Vec<_> = done.iter().map(|done| (done.index, done.status)).collect();
        assert_eq!(indices, (0..40).map(|k| (k, 0)).collect::<Vec<_>>());
        assert_eq!((world.count("again"), world.count("ghost")), (0, 0));
    }
}

#[test]
fn fence_waits_for_every_read_before_it_and_for_nothing_else() {
    let mut world = world(30);
    let mut peer = Peer::new(Faults::default());
    peer.delay = 500;
    let mut qp = qp(64, 2);
    peer.expect(&qp);
    world.start(&qp);
    let mut wanted = vec![];
    for k in 0..3u64 {
        let request = Request::new(opcode::READ, 0x1_0000 * (k + 1), 1500);
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    wanted.extend(
        world
            .post_expecting(&mut qp, &Request::new(opcode::SEND, 0x7000, 10))
            .1,
    );
    let mut fenced = Request::new(opcode::WRITE, 0x8000, 700);
    fenced.flags |= flag::FENCE;
    wanted.extend(world.post_expecting(&mut qp, &fenced).1);
    // Nothing of READs is outstanding before this one: the fence is none.
    let mut inline = fenced.clone();
    inline.inline = Some(vec![3; 100]);
    wanted.extend(world.post_expecting(&mut qp, &inline).1);
    let fence = wanted[4].psn;
    let mut done = 0;
    while peer.log.iter().all(|entry| entry.2 != fence) {
        done = world.completions.len();
        peer.step(&mut world);
        assert!(world.bench.cycle() < 10_000);
    }
    assert!(done >= 3, "{done} done before the fenced packet left");
    assert!(peer.log.iter().any(|entry| entry.2 == wanted[3].psn));
    peer.until(&mut world, 5000, |world| world.completions.len() == 6);
    same(&peer.qps[&64].accepted, &wanted);
    assert_eq!(world.count("again"), 0);
}

#[test]
fn acknowledge_of_a_later_write_is_an_implied_nak_of_the_read_before_it() {
    // Case 9: WRITE 40, READ 41, WRITE 42; the response is lost.
    let mut world = world(53);
    let mut qp = qp(70, 2);
    qp.psn = 40;
    world.start(&qp);
    let write = Request::new(opcode::WRITE, 0x3000, 30);
    let read = Request::new(opcode::READ, 0x7000, 100);
    world.post_expecting(&mut qp, &write);
    let mut again = world.post_expecting(&mut qp, &read).1;
    again.extend(world.post_expecting(&mut qp, &write).1);
    world.until(3000, |world| world.packets.len() == 3);
    world.take_packets();
    world.acknowledge(70, 42);
    world.until(3000, |world| world.packets.len() == 2);
    same(&world.take_packets(), &again);
    assert_eq!((again[0].psn, world.count("implied")), (41, 1));
    world.run(200);
    assert_eq!(world.completions.len(), 1);
    let bytes: Vec<u8> = (0..100).map(|k| remote_byte(read.remote_va + k)).collect();
    world.answer(70, 41, 0x10, 0, &bytes);
    world.acknowledge(70, 42);
    world.until(1000, |world| world.completions.len() == 3);
    placed(&mut world, &read);
    assert!(world.faults.is_empty());
}

#[test]
fn acknowledge_of_the_last_of_four_sends_completes_the_one_with_invalidate_too() {
    // Case 11.
    let mut world = world(54);
    let mut qp = qp(71, 2);
    world.start(&qp);
    let mut indices = vec![];
    for operation in [
        opcode::SEND_INVALIDATE,
        opcode::SEND,
        opcode::SEND,
        opcode::SEND,
    ] {
        let request = Request::new(operation, 0x3000, 30);
        indices.push((world.post_expecting(&mut qp, &request).0, 0));
    }
    world.until(3000, |world| world.packets.len() == 4);
    assert!(world.completions.is_empty());
    world.acknowledge(71, qp.psn - 1);
    world.until(500, |world| world.completions.len() == 4);
    let done: Vec<_> = world
        .completions
        .iter()
        .map(|c| (c.index, c.status))
        .collect();
    assert_eq!(done, indices);
    assert_eq!(world.count("ghost"), 0);
}

#[test]
fn read_longer_than_eight_mebibytes_takes_its_psns_and_asks_once() {
    // Case 32.
    for (seed, length) in [(55, (8 << 20) + 1), (56, 1 << 31)] {
        let mut world = world(seed);
        let mut qp = qp(72, 5);
        qp.psn = 0xFF_FFF0;
        world.start(&qp);
        let mut wanted = vec![];
        for (operation, length) in [(opcode::READ, length), (opcode::SEND, 30)] {
            let request = Request::new(operation, 0x7003, length);
            wanted.extend(world.post_expecting(&mut qp, &request).1);
        }
        world.until(3000, |world| world.packets.len() == 2);
        same(&world.take_packets(), &wanted);
        let psns = length.div_ceil(4096);
        assert_eq!(wanted[1].psn, (0xFF_FFF0 + psns) & 0xFF_FFFF);
        assert_eq!(wanted[0].reth.unwrap().2, length);
    }
}

#[test]
fn lost_response_is_asked_for_again_from_where_it_is_missing() {
    // Five responses; any one of them lost.
    let length = 4 * 512 + 100;
    for lost in 0..5u32 {
        let mut world = world(40);
        let mut qp = qp(65, 2);
        world.start(&qp);
        let mut request = Request::new(opcode::READ, 0, 0);
        request.remote_va = 0x5000_0000_0001;
        request.sges = vec![(0x7003, 900, KEY), (0x9_0000, length - 900, KEY)];
        let first = qp.psn;
        let wanted = world.post_expecting(&mut qp, &request).1;
        let send = Request::new(opcode::SEND, 0x3000, 30);
        let behind = world.post_expecting(&mut qp, &send).1;
        world.until(3000, |world| world.packets.len() == 2);
        same(&world.take_packets(), &[wanted, behind.clone()].concat());
        let answers = |world: &mut World, from: u32, lose: Option<u32>| {
            for k in from..5 {
                let bytes: Vec<u8> = (512 * k..length.min(512 * (k + 1)))
                    .map(|at| remote_byte(request.remote_va + u64::from(at)))
                    .collect();
                let code = match (k == from, k == 4) {
                    (true, true) => 0x10,
                    (true, false) => 0x0D,
                    (false, true) => 0x0F,
                    _ => 0x0E,
                };
                if lose != Some(k) {
                    world.answer(65, first + k, code, 0, &bytes);
                }
            }
            world.acknowledge(65, first + 5);
        };
        answers(&mut world, 0, Some(lost));
        world.until(20_000, |world| world.packets.len() == 2);
        let again = world.take_packets();
        let (va, rest) = (
            request.remote_va + 512 * u64::from(lost),
            length - 512 * lost,
        );
        assert_eq!(again[0].psn, first + lost);
        assert_eq!(again[0].reth, Some((va, request.rkey, rest)));
        same(&again[1..], &behind);
        assert!(world.completions.is_empty());
        answers(&mut world, lost, None);
        world.until(5000, |world| world.completions.len() == 2);
        placed(&mut world, &request);
        assert!(world.memory.is_empty());
        assert_eq!((world.count("implied"), world.count("again")), (1, 1));
    }
}

/// What was answered before the QP went back is on its way for a while: it costs no further try.
#[test]
fn answers_from_before_going_back_are_no_further_sign_of_loss() {
    let mut world = world(45);
    let mut qp = qp(67, 2);
    qp.retry_count = 1;
    world.start(&qp);
    let request = Request::new(opcode::READ, 0x9000, 1000);
    let (_, wanted) = world.post_expecting(&mut qp, &request);
    let (_, behind) = world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x3000, 64));
    let first = wanted[0].psn;
    let sent = [wanted, behind].concat();
    world.until(3000, |world| world.packets.len() == 2);
    same(&world.take_packets(), &sent);
    // The first response is lost; the second tells so.
    world.answer(67, first + 1, 0x0F, 0, &[1; 488]);
    world.until(20_000, |world| world.packets.len() == 2);
    same(&world.take_packets(), &sent);
    for _ in 0..5 {
        world.answer(67, first + 1, 0x0F, 0, &[1; 488]);
        world.acknowledge(67, first + 2);
    }
    world.run(2000);
    assert!(world.packets.is_empty() && world.faults.is_empty());
    let bytes: Vec<u8> = (0..1000)
        .map(|at| remote_byte(request.remote_va + at))
        .collect();
    world.answer(67, first, 0x0D, 0, &bytes[..512]);
    world.answer(67, first + 1, 0x0F, 0, &bytes[512..]);
    world.acknowledge(67, first + 2);
    world.until(5000, |world| world.completions.len() == 2);
    placed(&mut world, &request);
    assert_eq!((world.count("implied"), world.count("again")), (1, 1));
}

#[test]
fn acknowledge_never_completes_a_read_and_other_answers_are_ghosts() {
    let mut world = world(50);
    let mut qp = qp(66, 2);
    qp.retry_count = 0;
    world.start(&qp);
    world.post_expecting(&mut qp, &Request::new(opcode::SEND, 0x3000, 30));
    let read = Request::new(opcode::READ, 0x7000, 600);
    world.post_expecting(&mut qp, &read);
    let first = qp.psn - 3;
    world.until(3000, |world| world.packets.len() == 2);
    // An atomic acknowledge, a READ response to the SEND, one of an old PSN and one of none.
    world.answer(66, first + 1, 0x12, 5, &[]);
    world.until(500, |world| world.completions.len() == 1);
    world.answer(66, first, 0x10, 0, &[1; 30]);
    world.answer(66, first + 3, 0x10, 0, &[1; 30]);
    world.answer(66, first + 1, 0x15, 0, &[]);
    world.until(500, |world| world.count("ghost") == 4);
    assert!(world.memory.is_empty() && world.faults.is_empty());
    // An acknowledge of the READ itself: its answer is lost, and no try is left.
    world.acknowledge(66, first + 1);
    world.until(500, |world| world.faults.len() == 1);
    world.run(50);
    let failed = &world.completions[1];
    assert_eq!(
        (failed.index, failed.status),
        (1, Status::RetryExceeded as u8)
    );
}

#[test]
fn wrong_length_and_forbidden_memory_fail_the_read_alone() {
    let cases: [(u32, u8, usize, u32, Status); 6] = [
        // PSN of the answer, opcode, bytes, key, status.
        (0, 0x0D, 511, KEY, Status::LocalLength),
        (0, 0x10, 600, KEY, Status::LocalLength),
        (0, 0x0F, 512, KEY, Status::LocalLength),
        (0, 0x0D, 512, 0x99, Status::LocalProtection),
        (0, 0x0D, 512, 0x77, Status::LocalProtection),
        (0, 0x0E, 0, KEY, Status::LocalLength),
    ];
    for (seed, (ahead, code, bytes, key, status)) in cases.into_iter().enumerate() {
        let mut world = world(60 + seed as u64);
        // The second key ends within the first packet.
        world.keys.insert(0x99, (0x7000, 300));
        let mut qp = qp(67, 2);
        world.start(&qp);
        let write = Request::new(opcode::WRITE, 0x3000, 30);
        world.post_expecting(&mut qp, &write);
        let mut read = Request::new(opcode::READ, 0x7000, 600);
        read.flags = 0;
        read.sges[0].2 = key;
        world.post_expecting(&mut qp, &read);
        world.post_expecting(&mut qp, &write);
        let first = qp.psn - 3;
        world.until(3000, |world| world.packets.len() == 3);
        world.answer(67, first + ahead, code, 0, &vec![1; bytes]);
        world.until(1000, |world| world.faults.len() == 1);
        // What still comes is dropped.
        world.answer(67, first + 1, 0x0F, 0, &[1; 88]);
        world.acknowledge(67, first + 2);
        world.run(200);
        let done: Vec<_> = world
            .completions
            .iter()
            .map(|c| (c.index, c.status))
            .collect();
        assert_eq!(done, [(0, 0), (1, status as u8)]);
        assert!(world.memory.is_empty());
        world.configure(&qp, state::ERROR);
        world.command(67, ERROR, 0);
        world.run(30);
        let flush = world.completions.last().unwrap();
        assert_eq!((flush.index, flush.length), (2, 1));
    }
}

#[test]
fn nak_behind_a_read_waits_until_its_data_is_in_memory() {
    let mut world = world(70);
    world.write_latency = 2000;
    let mut qp = qp(68, 2);
    world.start(&qp);
    let read = Request::new(opcode::READ, 0x7000, 600);
    world.post_expecting(&mut qp, &read);
    for _ in 0..2 {
        world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x3000, 30));
    }
    let first = qp.psn - 4;
    world.until(3000, |world| world.packets.len() == 3);
    let bytes: Vec<u8> = (0..600).map(|k| remote_byte(read.remote_va + k)).collect();
    world.answer(68, first, 0x0D, 0, &bytes[..512]);
    world.answer(68, first + 1, 0x0F, 0, &bytes[512..]);
    world.acknowledge(68, first + 2);
    world.respond(68, first + 3, syndrome::NAK_REMOTE_ACCESS);
    world.run(1000);
    assert!(world.completions.is_empty() && world.faults.is_empty());
    world.until(3000, |world| !world.faults.is_empty());
    world.run(20);
    placed(&mut world, &read);
    let done: Vec<_> = world
        .completions
        .iter()
        .map(|c| (c.index, c.status))
        .collect();
    assert_eq!(done, [(0, 0), (1, 0), (2, Status::RemoteAccess as u8)]);
}

#[test]
fn reset_waits_for_what_is_on_its_way_into_memory() {
    let mut world = world(80);
    world.write_latency = 3000;
    let mut qp = qp(69, 2);
    world.start(&qp);
    let read = Request::new(opcode::READ, 0x7000, 2000);
    world.post_expecting(&mut qp, &read);
    world.until(3000, |world| world.packets.len() == 1);
    for k in 0..3 {
        world.answer(69, qp.psn - 4 + k, 0x0E, 0, &[7; 512]);
    }
    world.run(100);
    world.order(69, RESET, 0);
    world.run(2000);
    assert_eq!(world.commands_pending(), 1);
    world.until(3000, |world| world.commands_pending() == 0);
    assert!(world.completions.is_empty());
    // Nothing of it comes into the new life.
    (qp.producer, qp.psn) = (0, 50);
    world.start(&qp);
    world.post_expecting(&mut qp, &Request::new(opcode::SEND, 0x7000, 20));
    world.until(3000, |world| world.packets.len() == 2);
    world.acknowledge(69, 50);
    world.until(1000, |world| world.completions.len() == 1);
    assert!(world.faults.is_empty());
}

#[test]
fn read_or_atomic_without_resources_fails_as_local_error() {
    for request in [
        Request::new(opcode::READ, 0x7000, 100),
        Request::atomic(opcode::FETCH_ADD, 0x7000, 8, 1, 0),
    ] {
        let mut world = world(90);
        let mut qp = qp(70, 2);
        qp.max_rd_atomic = 0;
        world.start(&qp);
        world.post(&mut qp, &request);
        world.until(3000, |world| !world.faults.is_empty());
        world.run(20);
        assert_eq!(world.completions[0].status, Status::LocalQpOperation as u8);
        assert!(world.packets.is_empty());
    }
}

#[test]
fn queue_pair_that_is_used_again_may_have_all_its_reads_outstanding_again() {
    let mut world = world(91);
    let mut peer = Peer::new(Faults::default());
    for life in 0..4 {
        let mut qp = qp(71, 2);
        (qp.max_rd_atomic, qp.psn) = (2, 0x100 * life);
        peer.expect(&qp);
        world.start(&qp);
        for _ in 0..5 {
            world.post(&mut qp, &Request::new(opcode::READ, 0x7000, 100));
        }
        peer.until(&mut world, 10_000, |world| world.completions.len() == 5);
        let done = world.take_completions();
        assert!(done.iter().all(|done| done.status == Status::Success as u8));
    }
}

#[test]
fn everything_arrives_once_over_a_bad_wire() {
    let mut world = world(100);
    let mut peer = Peer::new(Faults {
        lose: 0.02,
        repeat: 0.02,
        swap: 0.02,
        lose_answer: 0.02,
        not_ready: 0.02,
    });
    let mut all: Vec<Qp> = (0..16)
        .map(|k| Qp {
            ring_log2: 4 + k % 4,
            psn: 0xFF_FFE0 + k as u32,
            max_rd_atomic: 1 + k,
            ..qp(2 + 40 * k, 1 + (k % 5) as u8)
        })
        .collect();
    for qp in &all {
        peer.expect(qp);
        world.start(qp);
    }
    let operations = [
        opcode::WRITE,
        opcode::SEND,
        opcode::SEND_INVALIDATE,
        opcode::READ,
        opcode::READ,
        opcode::COMPARE_SWAP,
        opcode::FETCH_ADD,
    ];
    let mut requests = vec![vec![]; all.len()];
    for number in 0..500u64 {
        let pick = world.bench.random().usize(..all.len());
        let qp = &mut all[pick];
        let operation = operations[world.bench.random().usize(..operations.len())];
        // Every request has places of its own.
        let base = 0x4_0000 * (number + 1);
        let mut request = Request::new(operation, base, 8);
        request.remote_va = 0x9000_0000_0000 + 8 * world.bench.random().u64(..1 << 32);
        if operation == opcode::COMPARE_SWAP || operation == opcode::FETCH_ADD {
            request.remote_va = 0x9000_0000_0000 + (qp.qpn << 16);
            request.swap = world.bench.random().u64(..);
        } else {
            let entries = world.bench.random().u64(1..=4);
            request.sges = (0..entries)
                .map(|k| {
                    let at = base + 0x8000 * k + world.bench.random().u64(..4096);
                    (at, world.bench.random().u32(..3000), KEY)
                })
                .collect();
        }
        if world.bench.random().u8(..4) == 0 {
            request.flags |= flag::FENCE;
        }
        let slots = request.bytes(0, 0).len() / 64;
        let (number, producer, size) = (qp.qpn, qp.producer, 1usize << qp.ring_log2);
        peer.until(&mut world, 400_000, |world| {
            let retired = world.retired.get(&number).copied().unwrap_or(0);
            usize::from(producer.wrapping_sub(retired)) + slots <= size
        });
        let first = qp.psn;
        let (index, _) = world.post_expecting(qp, &request);
        requests[pick].push((index, first, request));
        let pause = world.bench.random().u64(..60);
        peer.run(&mut world, pause);
    }
    peer.until(&mut world, 1_000_000, |world| {
        !world.faults.is_empty() || world.completions.len() == 500
    });
    peer.run(&mut world, 500);
    println!("{} packets arrived, {:?}", peer.arrived, world.counts);
    assert!(world.faults.is_empty(), "{:?}", world.faults);
    for (qp, requests) in all.iter().zip(&requests) {
        let done = world.completions.iter().filter(|done| done.qpn == qp.qpn);
        let got: Vec<_> = done.map(|done| (done.index, done.status)).collect();
        let indices: Vec<_> = requests.iter().map(|request| (request.0, 0)).collect();
        assert_eq!(got, indices);
        let wanted: Vec<_> = requests
            .iter()
            .flat_map(|(_, first, request)| expected(qp, request, *first))
            .collect();
        same(&peer.qps[&qp.qpn].accepted, &wanted);
        let mut word = remote_word(0x9000_0000_0000 + (qp.qpn << 16));
        for (_, _, request) in requests {
            match request.opcode {
                opcode::READ => placed(&mut world, request),
                opcode::COMPARE_SWAP | opcode::FETCH_ADD => {
                    for (k, byte) in word.to_le_bytes().into_iter().enumerate() {
                        let at = request.sges[0].0 + k as u64;
                        assert_eq!(world.memory.remove(&at), Some(byte));
                    }
                    if request.opcode == opcode::FETCH_ADD {
                        word = word.wrapping_add(request.swap);
                    }
                }
                _ => {}
            }
        }
    }
    assert!(world.memory.is_empty(), "written elsewhere");
}
