//! WQEs that come with their doorbell: when they are used, when they are read from the ring after all, and that nobody can tell which.
mod requester_world;
use ferric_layout::qp::state;
use ferric_layout::status::Status;
use ferric_layout::work::{flag, opcode};
use requester_world::*;

/// A WRITE whose payload stands in its only slot.
fn inline(length: usize, seed: u8) -> Request {
    let payload = (0..length).map(|k| seed.wrapping_mul(37).wrapping_add(k as u8));
    Request {
        sges: vec![],
        inline: Some(payload.collect()),
        ..Request::new(opcode::WRITE, 0x4000 + u64::from(seed), 0)
    }
}

/// A world without stalls whose memory is far away, and a QP that can send.
fn quiet(seed: u64) -> (World, Qp) {
    let mut world = World::new(seed);
    world.bench.set_stall(0.0);
    world.latency = 250;
    let qp = Qp::new(5, 5);
    world.start(&qp);
    world.run(50);
    (world, qp)
}

/// Posts and pushes; the packets it must become.
fn push(world: &mut World, qp: &mut Qp, request: &Request) -> Vec<Packet> {
    let wanted = expected(qp, request, qp.psn);
    qp.psn = (qp.psn + psns(qp, request)) & 0xFF_FFFF;
    world.post_pushed(qp, request);
    wanted
}

#[test]
fn pushed_inline_wqe_becomes_a_packet_at_once_and_reads_nothing() {
    let (mut world, mut qp) = quiet(1);
    for length in [32, 0, 1, 31, 16] {
        let begun = world.bench.cycle();
        let wanted = push(&mut world, &mut qp, &inline(length, length as u8));
        world.until(100, |world| world.packets.len() == 1);
        let cycles = world.bench.cycle() - begun;
        println!("{length} bytes: {cycles} cycles from the doorbell to the packet");
        assert!(cycles <= 16, "{cycles}");
        same(&world.take_packets(), &wanted);
        world.until(2000, |world| world.completions.len() == 1);
        assert_eq!(world.take_completions()[0].status, 0);
    }
    assert_eq!(world.ring_reads, 0);
}

#[test]
fn pushed_wqe_of_every_operation_saves_the_read_of_the_ring() {
    let (mut world, mut qp) = quiet(2);
    let requests = [
        Request::new(opcode::SEND, 0x1234, 700),
        Request::new(opcode::WRITE_IMMEDIATE, 0x77, 5000),
        Request::new(opcode::SEND_INVALIDATE, 0x9000, 1),
        Request::new(opcode::WRITE, 0x1000, 0),
        inline(20, 3),
    ];
    let mut wanted = vec![];
    for request in &requests {
        wanted.extend(push(&mut world, &mut qp, request));
        // The next finds the place beside the doorbells free again.
        world.run(8);
    }
    world.until(5000, |world| world.completions.len() == requests.len());
    same(&world.take_packets(), &wanted);
    assert_eq!(world.ring_reads, 0);
    assert!(world.completions.iter().all(|done| done.status == 0));
}

#[test]
fn pushed_slot_behind_slots_that_are_not_read_is_a_plain_doorbell() {
    let (mut world, mut qp) = quiet(3);
    // The one before it was posted but not rung.
    let first = inline(8, 1);
    let mut wanted = expected(&qp, &first, qp.psn);
    world.write(&mut qp, &first);
    qp.psn += 1;
    wanted.extend(push(&mut world, &mut qp, &inline(9, 2)));
    world.until(3000, |world| world.completions.len() == 2);
    same(&world.take_packets(), &wanted);
    assert!(world.ring_reads > 0);
}

#[test]
fn pushed_beginning_of_a_wqe_waits_for_the_rest_of_it() {
    let (mut world, mut qp) = quiet(4);
    for length in [33, 100, 220] {
        let request = inline(length, 9);
        let wanted = expected(&qp, &request, qp.psn);
        let bytes = request.bytes(qp.qpn, qp.producer);
        let end = qp.producer + (bytes.len() / 64) as u16;
        world.write(&mut qp, &request);
        qp.producer = end - (bytes.len() / 64) as u16 + 1;
        world.push_slot(&qp, &bytes[..64]);
        world.run(1000);
        assert!(world.packets.is_empty());
        qp.producer = end;
        world.ring_doorbell(&qp);
        qp.psn += 1;
        world.until(3000, |world| world.completions.len() == 1);
        same(&world.take_packets(), &wanted);
        assert_eq!(world.take_completions()[0].status, 0);
    }
}

#[test]
fn pushed_wqe_that_is_malformed_fails_its_queue_pair_like_any_other() {
    for (at, byte) in [(0, 0x55), (1, 0x80), (7, 200), (28, 1)] {
        let (mut world, mut qp) = quiet(5);
        let good = push(&mut world, &mut qp, &inline(4, 1));
        world.until(1000, |world| world.completions.len() == 1);
        let mut bytes = inline(4, 2).bytes(qp.qpn, qp.producer);
        bytes[at] = byte;
        qp.producer += 1;
        world.push_slot(&qp, &bytes);
        world.until(1000, |world| world.completions.len() == 2);
        let done = world.completions[1].clone();
        assert_eq!(
            (done.index, done.status),
            (1, Status::LocalQpOperation as u8)
        );
        world.until(1000, |world| world.faults.len() == 1);
        // What is pushed now is neither sent nor lost sight of.
        push(&mut world, &mut qp, &inline(4, 3));
        world.run(300);
        world.configure(&qp, state::ERROR);
        world.command(5, ERROR, 0);
        world.until(1000, |world| world.completions.len() == 3);
        let flush = &world.completions[2];
        assert_eq!(
            (flush.index, flush.length, flush.status),
            (2, 1, Status::Flushed as u8)
        );
        same(&world.take_packets(), &good);
    }
}

#[test]
fn pushed_wqe_in_sqd_is_read_when_the_queue_pair_sends_again() {
    let (mut world, mut qp) = quiet(6);
    world.configure(&qp, state::SQD);
    let wanted = push(&mut world, &mut qp, &inline(12, 1));
    world.run(1000);
    assert!(world.packets.is_empty());
    world.configure(&qp, state::RTS);
    world.until(2000, |world| world.completions.len() == 1);
    same(&world.take_packets(), &wanted);
}

#[test]
fn pushed_wqe_at_a_queue_pair_that_is_stopped_or_flushed_leaves_no_trace() {
    let (mut world, mut qp) = quiet(7);
    for life in 0..12u64 {
        // The command meets the push at another stage each time.
        let request = inline(32, life as u8);
        let wanted = push(&mut world, &mut qp, &request);
        world.run(life);
        world.configure(&qp, state::ERROR);
        world.command(5, ERROR, 0);
        world.until(2000, |world| world.completions.len() == 1);
        let status = world.take_completions()[0].status;
        let sent = world.take_packets();
        assert!(status == Status::Flushed as u8 || sent == wanted, "{life}");
        push(&mut world, &mut qp, &request);
        world.until(2000, |world| world.completions.len() == 1);
        assert_eq!(world.take_completions()[0].status, Status::Flushed as u8);
        world.configure(&qp, state::RESET);
        world.command(5, RESET, 0);
        push(&mut world, &mut qp, &request);
        world.run(100);
        qp = Qp::new(5, 5);
        world.start(&qp);
        assert!(world.take_packets().is_empty());
    }
    let wanted = push(&mut world, &mut qp, &inline(32, 99));
    world.until(1000, |world| world.completions.len() == 1);
    same(&world.take_packets(), &wanted);
}

#[test]
fn random_pushes_and_doorbells_over_many_qps_come_out_once_and_in_order() {
    let mut pushed_reads = 0;
    for seed in 0..4 {
        let mut world = World::new(40 + seed);
        world.latency = 20 + 60 * seed;
        let count = [1, 3, 12, 30][seed as usize];
        let mut all: Vec<Qp> = (0..count)
            .map(|k| Qp {
                ring_log2: 6,
                ..Qp::new(30 + 3 * k, 3)
            })
            .collect();
        all.iter().for_each(|qp| world.start(qp));
        let mut wanted = vec![vec![]; all.len()];
        let mut posted = 0;
        for round in 0..400u32 {
            let k = world.bench.random().usize(..all.len());
            let qp = &mut all[k];
            let used = qp
                .producer
                .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0));
            if used > 50 {
                world.run(200);
                continue;
            }
            let request = match world.bench.random().u8(..4) {
                0 => inline(world.bench.random().usize(..=220), round as u8),
                1 => Request::new(opcode::SEND, u64::from(round) << 8, round),
                _ => inline(world.bench.random().usize(..=32), round as u8),
            };
            let request = Request {
                flags: flag::SIGNALED,
                ..request
            };
            wanted[k].extend(expected(qp, &request, qp.psn));
            qp.psn = (qp.psn + psns(qp, &request)) & 0xFF_FFFF;
            let whole = request.bytes(qp.qpn, qp.producer).len() == 64;
            posted += 1;
            if whole && world.bench.random().u8(..4) != 0 {
                world.post_pushed(qp, &request);
            } else {
                world.post(qp, &request);
            }
            let pause = world.bench.random().u64(..30);
            world.run(if pause > 25 { 20 * pause } else { pause });
        }
        world.until(100_000, |world| world.completions.len() == posted);
        for (qp, wanted) in all.iter().zip(&wanted) {
            same(&of(&world.packets, qp.qpn), wanted);
        }
        assert!(world.completions.iter().all(|done| done.status == 0));
        pushed_reads += world.ring_reads;
        println!(
            "seed {seed}: {posted} posted, {} reads of the ring",
            world.ring_reads
        );
    }
    assert!(pushed_reads > 0);
}
