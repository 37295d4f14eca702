//! The fence: when it is answered, nothing that a key had opened is under way, whatever else there is.
mod requester_world;
use ferric_layout::work::opcode;
use requester_world::peer::{Faults, Peer};
use requester_world::*;

/// A key that is taken away.
const TAKEN: u32 = 0x4711_00AB;

/// Raises the fence, waits until it is answered, and lets it fall; the cycles that took.
fn fence(peer: &mut Peer, world: &mut World) -> u64 {
    let began = world.bench.cycle();
    world.bench.model.poke("fence", true);
    peer.until(world, 3000, |world| world.bench.model.peek("fenced") == 1);
    world.bench.model.poke("fence", false);
    world.bench.cycle() - began
}

/// WRITEs and READs of four queue pairs, with memory of that key.
fn traffic(peer: &mut Peer, world: &mut World) {
    world.keys.insert(TAKEN, (0, 1 << 30));
    for qpn in 60..64 {
        let mut qp = Qp::new(qpn, 2);
        peer.expect(&qp);
        world.start(&qp);
        for k in 0..12 {
            let operation = [opcode::WRITE, opcode::READ][k % 2];
            // Two entries, one of which goes over the end of a page.
            let mut request = Request::new(operation, 0, 0);
            request.sges = vec![(0x7F00, 900, TAKEN), (0xA010, 700, TAKEN)];
            world.post(&mut qp, &request);
        }
    }
}

#[test]
fn requester_fence_waits_for_all_that_keys_have_opened() {
    let mut waited = 0;
    for seed in 1..13 {
        let mut world = World::new(seed);
        world.acknowledges = None;
        (world.latency, world.write_latency) = (200, 150);
        let mut peer = Peer::new(Faults::default());
        traffic(&mut peer, &mut world);
        let moment = world.bench.random().u64(..1500);
        peer.run(&mut world, moment);
        // From now on the memory block does not find it.
        world.keys.clear();
        waited += usize::from(world.under_way() > 0);
        fence(&mut peer, &mut world);
        assert_eq!(world.under_way(), 0, "seed {seed}");
        let touches = (world.reads, world.writes);
        peer.run(&mut world, 600);
        assert_eq!((world.reads, world.writes), touches, "seed {seed}");
        // Nothing is left to wait for.
        assert!(fence(&mut peer, &mut world) < 10, "seed {seed}");
    }
    assert!(waited > 5, "{waited}");
}

#[test]
fn requester_fence_does_not_wait_for_long_messages() {
    let mut world = World::new(40);
    world.acknowledges = None;
    let mut peer = Peer::new(Faults::default());
    let mut qp = Qp::new(60, 2);
    peer.expect(&qp);
    world.start(&qp);
    world.post(&mut qp, &Request::new(opcode::WRITE, 0x1000, 1 << 20));
    peer.run(&mut world, 3000);
    fence(&mut peer, &mut world);
    assert!(world.completions.is_empty());
    peer.until(&mut world, 60_000, |world| world.completions.len() == 1);
}
