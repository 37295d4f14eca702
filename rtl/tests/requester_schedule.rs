//! When WQEs are read, and when not: doorbells in odd places, SQD, the limit of what is outstanding, long messages that are stopped.
mod requester_world;
use ferric_layout::qp::state;
use ferric_layout::sizes::OUTSTANDING;
use ferric_layout::status::Status;
use ferric_layout::work::opcode;
use requester_world::*;

fn scattered(entries: usize) -> Request {
    let mut request = Request::new(opcode::SEND, 0, 0);
    request.sges = (0..entries as u64)
        .map(|k| (0x7000 + 100 * k, 20 + k as u32, KEY))
        .collect();
    request
}

#[test]
fn wqe_rung_slot_by_slot_waits_for_its_last_slot() {
    let mut world = World::new(1);
    let mut qp = Qp::new(5, 3);
    qp.ring_log2 = 3;
    world.start(&qp);
    let mut wanted = vec![];
    for entries in [16, 7, 3, 16, 11, 16, 0, 16] {
        let before = qp.producer;
        let (retired, slots) = (before, scattered(entries).bytes(0, 0).len() as u16 / 64);
        world.until(5000, |world| {
            world.retired.get(&5).copied().unwrap_or(0) == retired
        });
        world.write(&mut qp, &scattered(entries));
        for slot in 1..=slots {
            qp.producer = before.wrapping_add(slot);
            world.ring_doorbell(&qp);
            world.run(300);
            let done = slot == slots;
            assert_eq!(world.packets.len(), wanted.len() + usize::from(done));
        }
        let packets = expected(&qp, &scattered(entries), qp.psn);
        qp.psn += 1;
        wanted.extend(packets);
    }
    same(&world.take_packets(), &wanted);
}

#[test]
fn half_a_wqe_is_not_read_over_and_over() {
    let mut world = World::new(2);
    let mut qp = Qp::new(6, 3);
    world.start(&qp);
    world.write(&mut qp, &scattered(16));
    qp.producer = 3;
    world.ring_doorbell(&qp);
    world.run(3000);
    // Other work makes no difference, and the QP can still be stopped.
    assert!(
        world.ring_reads <= 2,
        "{} reads of the ring",
        world.ring_reads
    );
    world.configure(&qp, state::ERROR);
    world.command(6, ERROR, 0);
    world.run(50);
    let flush = world.take_completions();
    assert_eq!(
        (flush[0].index, flush[0].length, flush[0].status),
        (0, 3, Status::Flushed as u8)
    );
}

#[test]
fn wqes_of_every_size_are_cut_and_joined_again() {
    for seed in 0..6 {
        let mut world = World::new(20 + seed);
        world.latency = 10 + 60 * seed;
        let mut qp = Qp::new(7, 4);
        qp.ring_log2 = 5;
        world.start(&qp);
        let mut wanted = vec![];
        for _ in 0..150 {
            let entries = world.bench.random().usize(..=16);
            let slots = scattered(entries).bytes(0, 0).len() / 64;
            let producer = qp.producer;
            world.until(10_000, |world| {
                let oldest = world.retired.get(&7).copied().unwrap_or(0);
                usize::from(producer.wrapping_sub(oldest)) + slots <= 32
            });
            wanted.extend(world.post_expecting(&mut qp, &scattered(entries)).1);
        }
        world.until(20_000, |world| world.completions.len() == 150);
        same(&world.take_packets(), &wanted);
    }
}

#[test]
fn no_more_slots_are_outstanding_than_the_table_holds() {
    let mut world = World::new(3);
    world.acknowledges = None;
    let mut qp = Qp::new(8, 1);
    qp.ring_log2 = 9;
    world.start(&qp);
    let mut wanted = vec![];
    for _ in 0..300 {
        wanted.extend(
            world
                .post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x3000, 8))
                .1,
        );
    }
    world.run(6000);
    // A job is only read when all of it fits.
    let sent = world.packets.len();
    assert!((OUTSTANDING - 7..=OUTSTANDING).contains(&sent), "{sent}");
    // As many as are acknowledged follow, a whole job at a time.
    world.acknowledge(8, wanted[19].psn);
    world.run(2000);
    let sent = world.packets.len();
    assert!(
        (OUTSTANDING + 13..=OUTSTANDING + 20).contains(&sent),
        "{sent}"
    );
    while world.packets.len() < 300 {
        let newest = world.packets.last().unwrap().psn;
        world.acknowledge(8, newest);
        world.run(1500);
    }
    same(&world.take_packets(), &wanted);
}

#[test]
fn sqd_starts_nothing_new_until_rts() {
    let mut world = World::new(4);
    let mut qp = Qp::new(9, 2);
    world.start(&qp);
    let mut wanted = world
        .post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x3000, 2000))
        .1;
    world.until(2000, |world| world.completions.len() == 1);
    world.configure(&qp, state::SQD);
    for _ in 0..20 {
        wanted.extend(
            world
                .post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x3000, 20))
                .1,
        );
    }
    world.run(3000);
    assert_eq!(world.packets.len(), 4);
    world.configure(&qp, state::RTS);
    world.until(5000, |world| world.completions.len() == 21);
    same(&world.take_packets(), &wanted);
}

#[test]
fn commands_that_do_not_concern_the_requester_are_answered() {
    let mut world = World::new(5);
    world.command(10, START_RECEIVE, 5);
    world.command(10, ERROR, 0);
    world.command(10, RESET, 0);
    assert!(world.completions.is_empty() && world.faults.is_empty());
}

#[test]
fn message_of_two_gibibytes_is_stopped_by_a_command() {
    for (seed, kind) in [(6, RESET), (7, ERROR)] {
        let mut world = World::new(seed);
        let (mut qp, mut other) = (Qp::new(11, 5), Qp::new(12, 5));
        world.start(&qp);
        world.start(&other);
        world.post(&mut qp, &Request::new(opcode::WRITE, 0x1000, 1 << 31));
        world.until(20_000, |world| world.packets.len() > 20);
        world.command(11, kind, 0);
        let packets = of(&world.packets, 11).len();
        assert!(packets < 200, "{packets}");
        let wanted = world
            .post_expecting(&mut other, &Request::new(opcode::WRITE, 0x1000, 100))
            .1;
        world.until(5000, |world| !of(&world.packets, 12).is_empty());
        same(&of(&world.packets, 12), &wanted);
    }
}

/// A doorbell is a posted write: behind one that is not taken, the answers to the card's own reads could not come.
#[test]
fn doorbells_are_taken_though_no_read_is_answered_yet() {
    let mut world = World::new(8);
    world.latency = 8000;
    let mut qps: Vec<Qp> = (100..220).map(|qpn| Qp::new(qpn, 3)).collect();
    for qp in &qps {
        world.start(qp);
    }
    let mut wanted = vec![];
    for qp in &mut qps {
        let request = Request::new(opcode::WRITE, 0x3000, 8);
        wanted.push(world.post_expecting(qp, &request).1);
    }
    world.run(1000);
    assert_eq!(world.doorbells_pending(), 0, "of those who send");
    let ended = qps.last_mut().expect("many");
    world.configure(ended, state::ERROR);
    world.order(ended.qpn, ERROR, 0);
    for _ in 0..7 {
        ended.producer += 1;
        world.ring_doorbell(ended);
    }
    world.run(1000);
    assert_eq!(world.doorbells_pending(), 0, "of one in error");
    world.until(100_000, |world| world.completions.len() >= 120);
    let (ended, others) = qps.split_last().expect("many");
    for (qp, wanted) in others.iter().zip(&wanted) {
        same(&of(&world.packets, qp.qpn), wanted);
    }
    let flushed = world.take_completions().into_iter();
    let flushed = flushed.filter(|done| done.status == Status::Flushed as u8);
    assert_eq!(
        flushed.map(|done| done.length).sum::<u32>(),
        8,
        "slots of {}",
        ended.qpn
    );
}
