//! Several queue pairs of one card, each from another of its addresses, with the same peer card at once.
use crate::headers::{Headers, Tag};
use crate::rig::{Network, PATIENCE, Rig, VLANS};
use ferric::verbs::{RecvWr, SendWr};
use ferric_layout::counter::Counter;
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::icrc;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Connection;

/// Bytes of a message.
const LENGTH: usize = 10_000;

/// The addresses of a connection, and the tag of its frames: the same address on no VLAN and on two is three addresses.
type Place = (Network, Option<u16>, u8);
const PLACES: [Place; 6] = [
    (Network::V4, None, 0),
    (Network::V6, None, 0),
    (Network::V4, Some(VLANS[0]), 3),
    (Network::V4, Some(VLANS[1]), 0),
    (Network::LinkLocal, Some(VLANS[0]), 7),
    (Network::LinkLocal, None, 0),
];

fn connect(rig: &Rig, (network, vlan, level): Place) -> Connection {
    rig.connect(|builder, side| {
        // By index at one side, by address and VLAN at the other.
        let gid = network.address(side).into();
        let builder = builder.set_service_level(level);
        match side {
            Side::A => {
                let table = rig.pair.ends[side.index()].context.gid_table();
                let entry = table.iter().find(|one| (one.gid, one.vlan) == (gid, vlan));
                builder.set_sgid_index(entry.expect("it was added").index)
            }
            Side::B => builder.set_gid(gid).set_vlan(vlan),
        }
    })
}

fn pattern(seed: usize) -> Vec<u8> {
    (0..LENGTH)
        .map(|at| (at * 3 + (at >> 8) + 71 * seed) as u8)
        .collect()
}

/// Each connection WRITEs, sends and reads; all wait for one another only on the wire.
fn exchange(rig: &Rig, connections: &[Connection]) {
    let work: Vec<_> = connections
        .iter()
        .enumerate()
        .map(|(seed, connection)| {
            let source = rig.region(Side::A, 2 * LENGTH);
            let target = rig.region(Side::B, 2 * LENGTH);
            source.write(0, &pattern(seed)).unwrap();
            let there = [target.sge(LENGTH..).unwrap()];
            connection.qps[1]
                .post_recv(&[RecvWr::new(9, &there)])
                .unwrap();
            let (from, back) = (
                [source.sge(..LENGTH).unwrap()],
                [source.sge(LENGTH..).unwrap()],
            );
            let (va, rkey) = (target.addr(), target.rkey());
            let list = [
                SendWr::write(1, &from, va, rkey).signaled(),
                SendWr::send(2, &from).signaled(),
                SendWr::read(3, &back, va, rkey).signaled(),
            ];
            connection.qps[0].post_send(&list).unwrap();
            (source, target)
        })
        .collect();
    for (seed, (connection, (source, target))) in connections.iter().zip(&work).enumerate() {
        let sent = connection
            .complete(&rig.pair, Side::A, 3, PATIENCE)
            .unwrap();
        let received = connection
            .complete(&rig.pair, Side::B, 1, PATIENCE)
            .unwrap();
        let all = || sent.iter().chain(&received);
        assert!(all().all(|done| done.is_success()), "{sent:?} {received:?}");
        let bytes = pattern(seed);
        for region in [source, target] {
            let mut found = vec![0; 2 * LENGTH];
            region.read(0, &mut found).unwrap();
            assert!(
                found[..LENGTH] == bytes && found[LENGTH..] == bytes,
                "connection {seed}"
            );
        }
    }
}

#[test]
fn queue_pairs_on_addresses_of_both_kinds_and_on_vlans_work_at_once() {
    let rig = Rig::new(900);
    let connections = PLACES.map(|place| connect(&rig, place));
    exchange(&rig, &connections);
    for side in Side::BOTH {
        let frames = rig.take(side);
        let mut of = [0; PLACES.len()];
        for frame in &frames {
            let seen = Headers::read(frame);
            let peer = |one: &Connection| one.qps[side.other().index()].number() == seen.qpn;
            let index = connections
                .iter()
                .position(peer)
                .expect("it is for one of them");
            let (network, vlan, priority) = PLACES[index];
            let tag = vlan.map(|id| Tag {
                priority,
                drop_eligible: false,
                id,
            });
            assert_eq!(
                (seen.tag, seen.source, seen.destination),
                (tag, network.address(side), network.address(side.other()))
            );
            of[index] += 1;
        }
        assert!(of.iter().all(|frames| *frames > 10), "{side:?}: {of:?}");
    }
    for side in Side::BOTH {
        for counter in [Counter::RxAddress, Counter::RxVlan, Counter::RxIcrc] {
            assert_eq!(rig.count(side, counter), 0);
        }
    }
}

/// The peer is the same card with all its addresses, so nothing but the queue pair's own tells its frames from another's.
#[test]
fn frame_to_a_queue_pair_by_the_address_of_another_is_dropped_and_counted() {
    let rig = Rig::new(901);
    let connections = PLACES.map(|place| connect(&rig, place));
    rig.cut(Side::A);
    let target = rig.region(Side::B, 64);
    target.write(0, &[0x5a; 64]).unwrap();
    let source = rig.region(Side::A, 64);
    let frames: Vec<Vec<u8>> = connections
        .iter()
        .map(|connection| {
            let sges = [source.sge(..).unwrap()];
            let write = SendWr::write(1, &sges, target.addr(), target.rkey());
            connection.qps[0].post_send(&[write]).unwrap();
            rig.pair.run(2000);
            rig.take(Side::A).pop().expect("it was sent")
        })
        .collect();
    for (from, frame) in frames.iter().enumerate() {
        for (to, connection) in connections.iter().enumerate() {
            let mut frame = frame.clone();
            let base = Roce::find(&frame).expect("a RoCE v2 frame").bth;
            let qpn = connection.qps[1].number().to_be_bytes();
            frame[base + 5..base + 8].copy_from_slice(&qpn[1..]);
            icrc::stamp(&mut frame).unwrap();
            let vlans = PLACES[from].1 == PLACES[to].1;
            let wanted = match (vlans, PLACES[from].0 == PLACES[to].0) {
                (false, _) => Counter::RxVlan,
                (true, false) => Counter::RxAddress,
                (true, true) => continue,
            };
            let all = [Counter::RxVlan, Counter::RxAddress, Counter::RxGood];
            let before = all.map(|counter| rig.count(Side::B, counter));
            rig.inject(Side::B, frame);
            let moved: Vec<_> = (all.into_iter().zip(before))
                .filter(|(counter, before)| rig.count(Side::B, *counter) != *before)
                .map(|(counter, _)| counter)
                .collect();
            assert_eq!(moved, [wanted], "{:?} to {:?}", PLACES[from], PLACES[to]);
        }
    }
    let mut bytes = [0; 64];
    target.read(0, &mut bytes).unwrap();
    assert_eq!(
        (bytes, rig.take(Side::B).len()),
        ([0x5a; 64], 0),
        "nothing was written or answered"
    );
}
