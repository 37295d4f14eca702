//! From posted WQEs to packets: what leaves, byte for byte, with random stalls everywhere.
mod requester_world;
use ferric_layout::completion::opcode as completed;
use ferric_layout::qp::pmtu_bytes;
use ferric_layout::work::{flag, opcode};
use requester_world::*;

const OPCODES: [u8; 4] = [
    opcode::WRITE,
    opcode::WRITE_IMMEDIATE,
    opcode::SEND,
    opcode::SEND_IMMEDIATE,
];

#[test]
fn first_light_one_write_becomes_one_packet_and_completes() {
    let mut world = World::new(1);
    let mut qp = Qp::new(5, 5);
    world.start(&qp);
    let request = Request::new(opcode::WRITE, 0x12345, 100);
    let (index, wanted) = world.post_expecting(&mut qp, &request);
    world.until(3000, |world| world.completions.len() == 1);
    same(&world.take_packets(), &wanted);
    let done = Completed {
        qpn: 5,
        cqn: qp.cqn,
        opcode: completed::WRITE,
        index,
        status: 0,
        length: 0,
        vendor_error: 0,
    };
    assert_eq!(world.take_completions(), [done]);
    assert_eq!(
        (
            world.count("messages"),
            world.count("packets"),
            world.count("ghost")
        ),
        (1, 1, 0)
    );
    assert_eq!(world.retired[&5], 1);
}

#[test]
fn every_length_at_every_pmtu_becomes_the_right_packets() {
    for pmtu in 1..=5 {
        let mut world = World::new(10 + pmtu as u64);
        let mut qp = Qp::new(900 + pmtu as u64, pmtu);
        world.start(&qp);
        let size = pmtu_bytes(pmtu) as u32;
        let lengths = [
            0,
            1,
            3,
            4,
            63,
            64,
            65,
            size - 1,
            size,
            size + 1,
            2 * size - 1,
            2 * size,
            2 * size + 1,
        ];
        let mut wanted = vec![];
        for (k, &length) in lengths.iter().enumerate() {
            for operation in OPCODES {
                let mut request = Request::new(operation, 0x10_0000 + 4097 * k as u64, length);
                request.flags |= if k % 2 == 0 { flag::SOLICITED } else { 0 };
                while qp
                    .producer
                    .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0))
                    >= 60
                {
                    world.step();
                }
                wanted.extend(world.post_expecting(&mut qp, &request).1);
            }
        }
        world.until(100_000, |world| {
            world.completions.len() == 4 * lengths.len()
        });
        same(&world.take_packets(), &wanted);
    }
}

#[test]
fn scattered_entries_in_odd_pages_are_joined() {
    let mut world = World::new(77);
    let mut qp = Qp::new(3, 2);
    world.start(&qp);
    let mut wanted = vec![];
    for round in 0..34u64 {
        let count = round as usize % 17;
        let entry = |world: &mut World| {
            let length =
                [0, 1, 7, 63, 64, 65, 200, 511, 512, 513, 3000][world.bench.random().usize(..11)];
            (world.bench.random().u64(0..1 << 30), length, KEY)
        };
        let mut request = Request::new(OPCODES[round as usize % 4], 0, 0);
        request.sges = (0..count).map(|_| entry(&mut world)).collect();
        while qp
            .producer
            .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0))
            > 58
        {
            world.step();
        }
        wanted.extend(world.post_expecting(&mut qp, &request).1);
    }
    world.until(200_000, |world| world.completions.len() == 34);
    same(&world.take_packets(), &wanted);
}

#[test]
fn inline_payload_of_every_length_goes_round_memory() {
    let mut world = World::new(78);
    let mut qp = Qp::new(4, 1);
    world.start(&qp);
    let mut wanted = vec![];
    for length in 0..=220usize {
        let mut request = Request::new(OPCODES[length % 4], 0, 0);
        request.inline = Some((0..length).map(|k| (k * 7 + length) as u8).collect());
        while qp
            .producer
            .wrapping_sub(world.retired.get(&qp.qpn).copied().unwrap_or(0))
            > 59
        {
            world.step();
        }
        wanted.extend(world.post_expecting(&mut qp, &request).1);
        if length % 16 == 0 {
            // Between them one from memory, so that the two ways meet.
            wanted.extend(
                world
                    .post_expecting(
                        &mut qp,
                        &Request::new(opcode::WRITE, 0x5_0000 + length as u64, 130),
                    )
                    .1,
            );
        }
    }
    world.until(100_000, |world| world.packets.len() == wanted.len());
    same(&world.take_packets(), &wanted);
    assert_eq!(world.reads, 14);
}
