//! Many QPs at once, and what the requester costs in cycles.
mod requester_world;
use ferric_layout::work::{flag, opcode};
use requester_world::peer::{Faults, Peer};
use requester_world::*;

/// Cycles a message of 64 bytes takes, over so many QPs and DMA round trips of so many cycles; one completion in 16.
fn cycles_per_write(qps: u64, latency: u64) -> f64 {
    let mut world = World::new(qps);
    world.bench.set_stall(0.0);
    world.latency = latency;
    world.acknowledges = Some(200);
    let mut all: Vec<Qp> = (0..qps)
        .map(|k| Qp {
            ring_log2: 8,
            ..Qp::new(2 + k, 5)
        })
        .collect();
    all.iter().for_each(|qp| world.start(qp));
    let rounds = (3200 / qps).max(16);
    let (mut posted, mut begun, mut at_begin) = (0, 0, 0);
    let total = rounds * qps;
    while (world.packets.len() as u64) < total {
        for qp in &mut all {
            let room = 120
                - qp.producer
                    .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0))
                    as i64;
            if room >= 16 && posted < total {
                for k in 0..16 {
                    let mut request =
                        Request::new(opcode::WRITE, 0x1000 * posted % 0x1_0000_0000, 64);
                    request.flags = if k == 15 { flag::SIGNALED } else { 0 };
                    world.write(qp, &request);
                    posted += 1;
                }
                world.ring_doorbell(qp);
            }
        }
        world.step();
        if at_begin == 0 && world.packets.len() as u64 > total / 4 {
            (begun, at_begin) = (world.bench.cycle(), world.packets.len() as u64);
        }
    }
    (world.bench.cycle() - begun) as f64 / (total - at_begin) as f64
}

#[test]
fn small_writes_over_sixteen_qps_stay_within_their_budget() {
    for latency in [0, 50, 250] {
        let (many, one) = (cycles_per_write(16, latency), cycles_per_write(1, latency));
        println!(
            "64-byte WRITE, DMA round trip {latency}: {many:.2} cycles over 16 QPs, {one:.2} over one"
        );
        assert!(many <= 3.2, "{many}");
        assert!(one <= 8.0, "{one}");
    }
}

#[test]
fn small_writes_cost_no_more_over_a_thousand_qps() {
    let cycles = cycles_per_write(1000, 250);
    println!("64-byte WRITE over 1000 QPs, DMA round trip 250: {cycles:.2} cycles");
    assert!(cycles <= 4.0, "{cycles}");
}

/// Cycles a packet of a long message takes.
fn cycles_per_packet(pmtu: u8) -> f64 {
    let mut world = World::new(pmtu as u64);
    world.bench.set_stall(0.0);
    world.latency = 250;
    let mut qp = Qp::new(7, pmtu);
    world.start(&qp);
    let request = Request::new(opcode::WRITE, 0x10_0040, 1 << 19);
    let count = expected(&qp, &request, 0).len();
    world.post_expecting(&mut qp, &request);
    world.until(100_000, |world| world.packets.len() > count / 4);
    let (begun, from) = (world.bench.cycle(), world.packets.len());
    world.until(100_000, |world| world.packets.len() == count);
    (world.bench.cycle() - begun) as f64 / (count - from) as f64
}

#[test]
fn long_messages_are_limited_by_the_beats_of_their_payload() {
    for pmtu in 1..=5 {
        let (cycles, beats) = (cycles_per_packet(pmtu), (2 << pmtu) as f64);
        println!("PMTU code {pmtu}: {cycles:.2} cycles a packet of {beats} beats");
        assert!(cycles <= beats * 1.02, "{cycles}");
    }
}

#[test]
fn many_qps_with_every_kind_of_request_send_and_complete_all() {
    let mut world = World::new(9);
    world.latency = 90;
    let mut all: Vec<Qp> = (0..40)
        .map(|k| Qp {
            ring_log2: 3 + k % 4,
            psn: 0xFF_FFF0 + k as u32 % 15,
            ..Qp::new(2 + 25 * k, 1 + (k % 5) as u8)
        })
        .collect();
    all.iter().for_each(|qp| world.start(qp));
    let mut wanted = vec![vec![]; all.len()];
    let mut signaled = vec![vec![]; all.len()];
    for _ in 0..600 {
        let pick = world.bench.random().usize(..all.len());
        let qp = &mut all[pick];
        let operation = [
            opcode::WRITE,
            opcode::WRITE_IMMEDIATE,
            opcode::SEND,
            opcode::SEND_IMMEDIATE,
        ][world.bench.random().usize(..4)];
        let va = world.bench.random().u64(..1 << 32);
        let mut request = Request::new(operation, va, 0);
        if world.bench.random().bool() {
            let length = world.bench.random().usize(..=220);
            request.inline = Some((0..length).map(|_| world.bench.random().u8(..)).collect());
        } else {
            let entries = world.bench.random().usize(1..=16);
            let most = if entries > 4 { 300 } else { 5000 };
            request.sges = (0..entries)
                .map(|_| {
                    let at = world.bench.random().u64(..1 << 32);
                    (at, world.bench.random().u32(..most), KEY)
                })
                .collect();
        }
        request.flags = [
            0,
            flag::SIGNALED,
            flag::SOLICITED,
            flag::SIGNALED | flag::SOLICITED,
        ][world.bench.random().usize(..4)];
        let slots = request.bytes(0, 0).len() / 64;
        let room = |world: &World, qp: &Qp| {
            (1usize << qp.ring_log2)
                - qp.producer
                    .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0))
                    as usize
        };
        world.until(20_000, |world| room(world, qp) >= slots);
        let (index, packets) = world.post_expecting(qp, &request);
        wanted[pick].extend(packets);
        if request.flags & flag::SIGNALED != 0 {
            signaled[pick].push(index);
        }
        let pause = world.bench.random().u64(..30);
        world.run(pause);
    }
    let (packets, completions) = (
        wanted.iter().map(Vec::len).sum::<usize>(),
        signaled.iter().map(Vec::len).sum::<usize>(),
    );
    world.until(300_000, |world| {
        world.packets.len() == packets && world.completions.len() == completions
    });
    for ((qp, wanted), signaled) in all.iter().zip(&wanted).zip(&signaled) {
        same(&of(&world.packets, qp.qpn), wanted);
        let indices: Vec<u16> = world
            .completions
            .iter()
            .filter(|c| c.qpn == qp.qpn)
            .map(|c| c.index)
            .collect();
        assert_eq!(&indices, signaled);
    }
    assert!(world.completions.iter().all(|c| c.status == 0));
    assert_eq!(world.count("ghost"), 0);
}

#[test]
fn qps_share_the_card_alike() {
    let mut world = World::new(10);
    let mut all: Vec<Qp> = (0..4).map(|k| Qp::new(200 + k, 1)).collect();
    all.iter().for_each(|qp| world.start(qp));
    for qp in &mut all {
        for _ in 0..48 {
            world.write(qp, &Request::new(opcode::SEND, 0x4000, 256));
        }
        world.ring_doorbell(qp);
    }
    world.until(20_000, |world| world.packets.len() == 96);
    for qp in &all {
        let share = of(&world.packets, qp.qpn).len();
        assert!((16..=32).contains(&share), "{share} of 96");
    }
}

#[test]
fn packets_are_judged_only_shortly_before_they_leave() {
    let mut world = World::new(78);
    world.bench.set_stall(0.0);
    let data = world.packet_data;
    world.bench.set_sink_stall(data, 1.0);
    let mut qp = Qp::new(301, 3);
    world.start(&qp);
    world.post_expecting(&mut qp, &Request::new(opcode::WRITE, 1 << 20, 1 << 16));
    world.run(2000);
    assert_eq!(world.count("packets"), 4);
    world.bench.set_sink_stall(data, 0.0);
    world.until(5000, |world| world.packets.len() == 64);
}

/// How long the timer of `under_loss` waits.
const TIMER: u64 = 8192;

/// Cycles that three WRITEs of 1 MiB over one QP take, with this chance of loss; the answers are 500 cycles away, as is memory. How often it
/// went back, and how often of that because of the timer.
fn under_loss(lose: f64) -> (u64, u64, u64) {
    let mut world = World::new(77);
    world.bench.set_stall(0.0);
    (world.latency, world.acknowledges) = (500, None);
    let mut peer = Peer::new(Faults {
        lose,
        ..Default::default()
    });
    peer.delay = 500;
    let mut qp = Qp {
        retry_count: 7,
        timeout: TIMER.ilog2().into(),
        ..Qp::new(300, 3)
    };
    peer.expect(&qp);
    world.start(&qp);
    for k in 0..3 {
        world.post_expecting(&mut qp, &Request::new(opcode::WRITE, k << 24, 1 << 20));
    }
    let begun = world.bench.cycle();
    peer.until(&mut world, 1_000_000, |world| world.completions.len() == 3);
    assert!(world.faults.is_empty());
    let cycles = world.bench.cycle() - begun;
    (cycles, world.count("again"), world.count("timeout"))
}

#[test]
fn loss_costs_three_round_trips_and_not_more() {
    let (good, ..) = under_loss(0.0);
    for lose in [0.001, 0.01] {
        let (cycles, again, timeouts) = under_loss(lose);
        // A timer may find that it has waited up to half as long again.
        let each = (cycles - good).saturating_sub(timeouts * TIMER * 3 / 2) / again;
        println!(
            "1 MiB WRITEs with {lose} lost: {:.3} of the lossless rate, {again} times back, {timeouts} by the timer, {each} cycles each",
            good as f64 / cycles as f64
        );
        assert!(again > 0 && each <= 3 * 500 + 500, "{each}");
    }
}
