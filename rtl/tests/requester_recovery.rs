//! What a bad wire and a slow peer do: packets are sent again from the right place, in time, as often as allowed, and each message
//! completes once.
mod requester_world;
use ferric_layout::opcode::operation;
use ferric_layout::qp::state;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::work::{flag, opcode};
use requester_world::peer::{Faults, Peer};
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

/// Messages of several packets, of one, scattered and inline: 18 packets of 512 bytes.
fn mixed() -> Vec<Request> {
    let mut scattered = Request::new(opcode::SEND, 0, 0);
    scattered.sges = [100, 900, 1, 511, 513, 64, 400]
        .iter()
        .enumerate()
        .map(|(k, &length)| (0x5_0003 * (k as u64 + 1), length, KEY))
        .collect();
    let mut inline = Request::new(opcode::SEND_IMMEDIATE, 0, 0);
    inline.inline = Some((0..150).collect());
    vec![
        Request::new(opcode::WRITE, 0x7001, 3 * 512),
        Request::new(opcode::SEND, 0x8002, 64),
        scattered,
        inline,
        Request::new(opcode::WRITE_IMMEDIATE, 0x9000, 4 * 512 + 1),
        Request::new(opcode::SEND, 0x1000, 0),
        Request::new(opcode::SEND_IMMEDIATE, 0x2000, 1024),
    ]
}

fn all_complete(world: &World, indices: &[u16]) {
    let got: Vec<_> = world
        .completions
        .iter()
        .map(|done| (done.index, done.status))
        .collect();
    let wanted: Vec<_> = indices.iter().map(|&index| (index, 0)).collect();
    assert_eq!(got, wanted);
    assert!(world.faults.is_empty());
}

#[test]
fn one_lost_packet_anywhere_is_sent_again_from_there() {
    let mut world = world(1);
    for lost in 0..18 {
        let mut peer = Peer::new(Faults::default());
        let mut qp = qp(30 + lost as u64, 2);
        qp.psn = 0xFF_FFF8;
        peer.expect(&qp);
        peer.drop = vec![lost];
        world.start(&qp);
        let (mut wanted, mut indices) = (vec![], vec![]);
        let again = world.count("again");
        for request in mixed() {
            let (index, packets) = world.post_expecting(&mut qp, &request);
            wanted.extend(packets);
            indices.push(index);
        }
        assert_eq!(wanted.len(), 18);
        peer.until(&mut world, 30_000, |world| world.completions.len() == 7);
        peer.run(&mut world, 500);
        same(&peer.qps[&qp.qpn].accepted, &wanted);
        // Nothing of what is before it; but the timer, which finds the last, does not know of the other half of its message.
        let log = peer.log.iter().filter(|(_, qpn, _)| *qpn == qp.qpn);
        let psns: Vec<_> = log.map(|(_, _, psn)| *psn).collect();
        for packet in &wanted[..lost.min(16)] {
            let times = psns.iter().filter(|&&psn| psn == packet.psn).count();
            assert_eq!(times, 1, "packet {lost}: {psns:x?}");
        }
        all_complete(&world, &indices);
        world.take_completions();
        assert_eq!(world.count("again"), again + 1, "packet {lost}");
        assert_eq!(world.retired[&qp.qpn], qp.producer);
    }
    // The last of all is missed by nobody: the timer finds it.
    assert_eq!((world.count("timeout"), world.count("nak")), (1, 17));
}

#[test]
fn last_packet_of_a_write_is_sent_again_alone_and_the_next_message_after_it() {
    // Case 19: 8 KiB in two packets, the second lost.
    let mut world = world(18);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(51, 5);
    qp.psn = 0;
    peer.expect(&qp);
    peer.drop = vec![1];
    world.start(&qp);
    let mut wanted = world
        .post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x7000, 8192))
        .1;
    while peer.arrived < 2 {
        peer.step(&mut world);
    }
    // Its loss is seen by the next message alone.
    let next = Request::new(opcode::WRITE, 0x7000, 64);
    wanted.extend(world.post_expecting(&mut qp, &next).1);
    peer.until(&mut world, 10_000, |world| world.completions.len() == 2);
    same(&peer.qps[&51].accepted, &wanted);
    let psns: Vec<_> = peer.log.iter().map(|entry| entry.2).collect();
    assert_eq!(psns, [0, 1, 2, 1, 2]);
    assert!(wanted[1].opcode == operation::WRITE_LAST && wanted[1].reth.is_none());
}

#[test]
fn loss_of_what_was_sent_again_is_found_again() {
    let mut world = world(2);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(40, 2);
    peer.expect(&qp);
    // The fifth, and then the first two that come again.
    peer.drop = vec![4, 18, 19];
    world.start(&qp);
    let mut wanted = vec![];
    for request in mixed() {
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    peer.until(&mut world, 60_000, |world| world.completions.len() == 7);
    same(&peer.qps[&40].accepted, &wanted);
    assert!(world.faults.is_empty());
}

#[test]
fn retry_count_is_as_many_tries_as_it_says_and_progress_renews_it() {
    for retries in [0, 1, 3, 7] {
        let mut world = world(3);
        let mut qp = qp(41, 2);
        (qp.retry_count, qp.timeout) = (retries, 9);
        world.start(&qp);
        for _ in 0..3 {
            world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x7000, 700));
        }
        let first = qp.psn - 6;
        // One message is answered after it came for the second time.
        let mut progress = retries > 0;
        let mut came = 0;
        let mut log: Vec<u32> = vec![];
        while world.faults.is_empty() {
            world.step();
            for packet in world.take_packets() {
                log.push(packet.psn);
                came += usize::from(packet.psn == first);
            }
            if progress && came == 2 && *log.last().unwrap() == first + 5 {
                world.acknowledge(41, first + 1);
                progress = false;
            }
            assert!(world.bench.cycle() < 100_000);
        }
        world.run(50);
        let done = world.take_completions();
        let failed = done.last().unwrap();
        assert_eq!(failed.status, Status::RetryExceeded as u8);
        let times = log.iter().filter(|&&psn| psn == first + 2).count() as u64;
        if retries == 0 {
            assert_eq!((failed.index, times, done.len()), (0, 1, 1));
        } else {
            assert_eq!((failed.index, done.len()), (1, 2));
            // Twice before the progress, then as often as the count says.
            assert_eq!(times, 2 + retries);
        }
        assert_eq!(world.faults, [(41, Status::RetryExceeded as u8)]);
        world.configure(&qp, state::ERROR);
        world.command(41, ERROR, 0);
        world.run(30);
        let flushed = world.take_completions();
        assert_eq!(
            u32::from(flushed[0].index) + flushed[0].length,
            qp.producer.into()
        );
    }
}

#[test]
fn ghosts_neither_renew_the_count_nor_stop_the_timer() {
    let mut world = world(4);
    let mut qp = qp(42, 2);
    (qp.retry_count, qp.timeout) = (2, 9);
    world.start(&qp);
    world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x7000, 100));
    world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x7000, 100));
    world.until(3000, |world| world.packets.len() == 2);
    world.acknowledge(42, qp.psn - 2);
    while world.faults.is_empty() {
        world.run(100);
        world.acknowledge(42, qp.psn - 2);
        assert!(world.bench.cycle() < 60_000);
    }
    assert_eq!(world.count("timeout"), 3);
    assert_eq!(world.take_packets().len(), 4);
}

#[test]
fn not_ready_peer_is_given_its_time() {
    // Code, and tens of microseconds; a tick is 4.096 µs, here 5 cycles.
    for (code, time) in [
        (1u8, 1.0),
        (2, 2.0),
        (5, 6.0),
        (14, 128.0),
        (15, 192.0),
        (17, 384.0),
    ] {
        let mut world = world(5);
        world.bench.model.poke("cycles_per_tick", 5u64);
        let mut peer = Peer::new(Faults::default());
        let mut qp = qp(43, 2);
        qp.timeout = 0;
        peer.expect(&qp);
        let psn = qp.psn + 4;
        peer.qps.get_mut(&43).unwrap().refuse = Some((psn, syndrome::RNR_NAK | code, 2));
        world.start(&qp);
        let mut wanted = vec![];
        for request in mixed() {
            wanted.extend(world.post_expecting(&mut qp, &request).1);
        }
        peer.until(&mut world, 200_000, |world| world.completions.len() == 7);
        same(&peer.qps[&43].accepted, &wanted);
        let times: Vec<_> = peer
            .log
            .iter()
            .filter(|entry| entry.2 == psn)
            .map(|entry| entry.0)
            .collect();
        assert_eq!(times.len(), 3);
        for pair in times.windows(2) {
            let (waited, least) = (pair[1] - pair[0], time * 10.0 / 4.096 * 5.0);
            assert!(
                (least..least + 4000.0).contains(&(waited as f64)),
                "code {code}: {waited} of {least}"
            );
        }
        assert_eq!(world.count("not_ready"), 2);
        assert!(world.faults.is_empty());
    }
}

/// Both timers have a reason to run: the one of the wait alone counts until it is over, and then the transport timer does its work again.
#[test]
fn wait_longer_than_the_transport_timer_is_waited_out() {
    let mut world = world(16);
    world.bench.model.poke("cycles_per_tick", 5u64);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(49, 2);
    (qp.timeout, qp.retry_count) = (9, 1);
    // 20.48 ms, ten times the transport timer's 2.1.
    let (wait, timeout) = (5000 * 5, 512 * 5);
    peer.expect(&qp);
    peer.qps.get_mut(&49).unwrap().refuse = Some((qp.psn, syndrome::RNR_NAK | 22, 1));
    // What comes after the wait is lost.
    peer.drop = vec![2, 3];
    world.start(&qp);
    let mut wanted = vec![];
    for operation in [opcode::SEND, opcode::WRITE] {
        let request = Request::new(operation, 0x7000, 100);
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    peer.until(&mut world, 3000, |world| world.count("not_ready") == 1);
    let end = world.bench.cycle() + wait;
    while world.bench.cycle() < end {
        peer.step(&mut world);
        assert_eq!((peer.arrived, world.count("timeout")), (2, 0));
    }
    peer.until(&mut world, 20_000, |world| world.completions.len() == 2);
    let at: Vec<_> = peer.log.iter().map(|entry| entry.0).collect();
    assert_eq!(at.len(), 6);
    let waits = [at[2] - end, at[4] - at[3]];
    assert!(waits[0] < 4000, "{waits:?}");
    assert!(
        (timeout - 10..timeout + 4000).contains(&waits[1]),
        "{waits:?}"
    );
    assert_eq!(world.count("timeout"), 1);
    same(&peer.qps[&49].accepted, &wanted);
    all_complete(&world, &[0, 1]);
}

#[test]
fn not_ready_code_zero_is_the_longest_wait() {
    // 655.36 ms and 491.52 ms, in ticks of a cycle.
    for (code, ticks) in [(0, 160_000), (31, 120_000)] {
        let mut world = world(17);
        world.bench.model.poke("cycles_per_tick", 1u64);
        let mut peer = Peer::new(Faults::default());
        let mut qp = qp(50, 2);
        qp.timeout = 0;
        peer.expect(&qp);
        peer.qps.get_mut(&50).unwrap().refuse = Some((qp.psn, syndrome::RNR_NAK | code, 1));
        world.start(&qp);
        world.post_expecting(&mut qp, &Request::new(opcode::SEND, 0x7000, 100));
        peer.until(&mut world, 170_000, |world| world.completions.len() == 1);
        let waited = peer.log[1].0 - peer.log[0].0;
        assert!(
            (ticks..ticks + 4000).contains(&waited),
            "code {code}: {waited} cycles"
        );
        all_complete(&world, &[0]);
    }
}

#[test]
fn rnr_retry_counts_and_seven_is_for_ever() {
    for (limit, times) in [(0, 1), (3, 4), (7, 100)] {
        let mut world = world(6);
        let mut peer = Peer::new(Faults::default());
        let mut qp = qp(44, 2);
        (qp.rnr_retry, qp.retry_count) = (limit, 0);
        peer.expect(&qp);
        let code = syndrome::RNR_NAK | 1;
        peer.qps.get_mut(&44).unwrap().refuse = Some((qp.psn, code, times));
        world.start(&qp);
        world.post_expecting(&mut qp, &Request::new(opcode::SEND, 0x7000, 100));
        peer.until(&mut world, 400_000, |world| !world.completions.is_empty());
        peer.run(&mut world, 20);
        assert_eq!(world.count("not_ready"), times as u64);
        let done = &world.completions[0];
        if limit == 7 {
            assert_eq!(done.status, 0);
        } else {
            assert_eq!(
                (done.status, done.vendor_error),
                (Status::RnrRetryExceeded as u8, code)
            );
            assert_eq!(world.faults, [(44, Status::RnrRetryExceeded as u8)]);
        }
    }
}

#[test]
fn nak_of_a_resent_packet_fails_the_message_that_owns_it() {
    let mut world = world(7);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(45, 2);
    peer.expect(&qp);
    peer.drop = vec![1];
    peer.qps.get_mut(&45).unwrap().refuse = Some((qp.psn + 10, syndrome::NAK_REMOTE_ACCESS, 1));
    world.start(&qp);
    for request in mixed() {
        world.post_expecting(&mut qp, &request);
    }
    peer.until(&mut world, 30_000, |world| !world.faults.is_empty());
    peer.run(&mut world, 200);
    let done: Vec<_> = world
        .completions
        .iter()
        .map(|done| (done.index, done.status))
        .collect();
    let refused = Status::RemoteAccess as u8;
    assert_eq!(done, [(0, 0), (1, 0), (2, 0), (5, 0), (8, refused)]);
}

#[test]
fn bad_wqe_behind_a_lost_packet_fails_in_its_turn() {
    let mut world = world(8);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(46, 2);
    peer.expect(&qp);
    peer.drop = vec![2];
    world.start(&qp);
    let mut wanted = vec![];
    for _ in 0..3 {
        let request = Request::new(opcode::WRITE, 0x7000, 1000);
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    let mut unknown = Request::new(opcode::WRITE, 0x7000, 1000);
    unknown.sges[0].2 = 0x77;
    world.post(&mut qp, &unknown);
    world.post(&mut qp, &unknown);
    peer.until(&mut world, 30_000, |world| !world.faults.is_empty());
    peer.run(&mut world, 200);
    same(&peer.qps[&46].accepted, &wanted);
    let done: Vec<_> = world.completions.iter().map(|done| done.status).collect();
    assert_eq!(done, [0, 0, 0, Status::LocalProtection as u8]);
    // The same with a WQE that the decoder refuses.
    let mut qp = Qp { qpn: 47, ..qp };
    (qp.producer, qp.psn) = (0, 5);
    world.take_completions();
    peer.expect(&qp);
    peer.drop = vec![peer.arrived + 1];
    world.start(&qp);
    for _ in 0..2 {
        world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 0x7000, 1000));
    }
    let bytes = Request::new(0xEE, 0x7000, 1000).bytes(qp.qpn, 2);
    world.fill(&qp, 2, &bytes);
    qp.producer = 3;
    world.ring_doorbell(&qp);
    peer.until(&mut world, 30_000, |world| world.faults.len() == 2);
    peer.run(&mut world, 200);
    let done: Vec<_> = world.completions.iter().map(|done| done.status).collect();
    assert_eq!(done, [0, 0, Status::LocalQpOperation as u8]);
}

#[test]
fn qp_in_sqd_sends_again_what_it_had_begun_and_nothing_else() {
    let mut world = world(9);
    let mut peer = Peer::new(Faults::default());
    let mut qp = qp(48, 2);
    peer.expect(&qp);
    peer.drop = vec![1];
    peer.delay = 1500;
    world.start(&qp);
    let mut wanted = vec![];
    for _ in 0..3 {
        let request = Request::new(opcode::WRITE, 0x7000, 1000);
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    peer.run(&mut world, 400);
    assert_eq!(peer.arrived, 6);
    world.configure(&qp, state::SQD);
    let request = Request::new(opcode::WRITE, 0x7000, 1000);
    let later = world.post_expecting(&mut qp, &request).1;
    peer.until(&mut world, 20_000, |world| world.completions.len() == 3);
    peer.run(&mut world, 3000);
    same(&peer.qps[&48].accepted, &wanted);
    world.configure(&qp, state::RTS);
    peer.until(&mut world, 20_000, |world| world.completions.len() == 4);
    wanted.extend(later);
    same(&peer.qps[&48].accepted, &wanted);
}

#[test]
fn commands_in_the_middle_of_a_recovery_leave_nothing_behind() {
    let mut world = world(10);
    for round in 0..60u64 {
        let mut peer = Peer::new(Faults {
            lose: 0.15,
            not_ready: 0.1,
            ..Default::default()
        });
        let mut qp = qp(49, 2);
        (qp.psn, qp.timeout) = (0x100 * round as u32, 8);
        peer.expect(&qp);
        world.start(&qp);
        mixed().iter().for_each(|request| {
            world.post(&mut qp, request);
        });
        peer.run(&mut world, 150 + 41 * round);
        world.take_completions();
        if round % 2 == 0 {
            world.configure(&qp, state::ERROR);
            world.order(49, ERROR, 0);
            peer.until(&mut world, 5000, |world| world.commands_pending() == 0);
        }
        world.order(49, RESET, 0);
        peer.until(&mut world, 5000, |world| world.commands_pending() == 0);
        peer.run(&mut world, 30);
        let (arrived, faults) = (peer.arrived, world.faults.len());
        world.take_completions();
        // Whatever answers still come, timers and turns find nobody.
        peer.run(&mut world, 3000);
        assert_eq!((peer.arrived, world.faults.len()), (arrived, faults));
        assert!(world.take_completions().is_empty());
        // A new life on a good wire.
        let mut peer = Peer::new(Faults::default());
        (qp.producer, qp.psn) = (0, 0x77_0000 + round as u32);
        peer.expect(&qp);
        world.start(&qp);
        let mut wanted = vec![];
        for request in mixed() {
            wanted.extend(world.post_expecting(&mut qp, &request).1);
        }
        peer.until(&mut world, 10_000, |world| world.completions.len() == 7);
        same(&peer.qps[&49].accepted, &wanted);
        world.take_completions();
        world.faults.clear();
    }
}

/// Every kind of message over many QPs and a bad wire.
fn soak(seed: u64, faults: Faults, messages: usize) {
    let mut world = world(seed);
    let mut peer = Peer::new(faults);
    let mut all: Vec<Qp> = (0..24)
        .map(|k| Qp {
            ring_log2: 4 + k % 4,
            psn: 0xFF_FFE0 + k as u32,
            ..qp(2 + 40 * k, 1 + (k % 5) as u8)
        })
        .collect();
    for qp in &all {
        peer.expect(qp);
        world.start(qp);
    }
    let mut wanted = vec![vec![]; all.len()];
    let mut signaled = vec![vec![]; all.len()];
    for _ in 0..messages {
        let pick = world.bench.random().usize(..all.len());
        let qp = &mut all[pick];
        let operation = world.bench.random().u8(..4);
        let va = world.bench.random().u64(..1 << 32);
        let mut request = Request::new(operation, va, 0);
        if world.bench.random().bool() {
            let length = world.bench.random().usize(..=220);
            request.inline = Some((0..length).map(|_| world.bench.random().u8(..)).collect());
        } else {
            let entries = world.bench.random().usize(1..=16);
            let most = if entries > 4 { 300 } else { 4000 };
            request.sges = (0..entries)
                .map(|_| {
                    let at = world.bench.random().u64(..1 << 32);
                    (at, world.bench.random().u32(..most), KEY)
                })
                .collect();
        }
        request.flags = [0, flag::SIGNALED][world.bench.random().usize(..2)];
        let slots = request.bytes(0, 0).len() / 64;
        let (number, producer, size) = (qp.qpn, qp.producer, 1usize << qp.ring_log2);
        peer.until(&mut world, 400_000, |world| {
            let retired = world.retired.get(&number).copied().unwrap_or(0);
            usize::from(producer.wrapping_sub(retired)) + slots <= size
        });
        let (index, packets) = world.post_expecting(qp, &request);
        wanted[pick].extend(packets);
        if request.flags & flag::SIGNALED != 0 {
            signaled[pick].push(index);
        }
        let pause = world.bench.random().u64(..60);
        peer.run(&mut world, pause);
    }
    let ends: Vec<_> = all.iter().map(|qp| (qp.qpn, qp.producer)).collect();
    peer.until(&mut world, 1_000_000, |world| {
        !world.faults.is_empty()
            || ends
                .iter()
                .all(|(qpn, end)| world.retired.get(qpn).copied().unwrap_or(0) == *end)
    });
    peer.run(&mut world, 200);
    println!("{} packets arrived, {:?}", peer.arrived, world.counts);
    assert!(world.faults.is_empty(), "{:?}", world.faults);
    for ((qp, wanted), signaled) in all.iter().zip(&wanted).zip(&signaled) {
        same(&peer.qps[&qp.qpn].accepted, wanted);
        let got: Vec<_> = world
            .completions
            .iter()
            .filter(|done| done.qpn == qp.qpn)
            .map(|done| (done.index, done.status))
            .collect();
        let wanted: Vec<_> = signaled.iter().map(|&index| (index, 0)).collect();
        assert_eq!(got, wanted);
    }
}

#[test]
fn every_message_arrives_once_over_a_bad_wire() {
    let faults = Faults {
        lose: 0.03,
        repeat: 0.02,
        swap: 0.02,
        lose_answer: 0.05,
        not_ready: 0.02,
    };
    soak(11, faults, 600);
}

#[test]
fn every_message_arrives_once_over_a_good_wire_with_a_slow_peer() {
    let faults = Faults {
        not_ready: 0.2,
        ..Default::default()
    };
    soak(12, faults, 300);
}
