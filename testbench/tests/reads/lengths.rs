//! Every awkward length at every PMTU, at shifted offsets, into one piece and into several; nothing beside the target is touched.
use crate::rig::{GUARD, Rig, assert_same, bytes, pattern};
use ferric::verbs::{Mtu, SendWr, Sge, WcOpcode};
use ferric_testbench::link::wire::Side;

/// Bytes before and after the target that must stay as they were.
const MARGIN: usize = 128;

fn rig(mtu: Mtu, room: usize) -> Rig {
    let rig = Rig::new(100 + mtu as u64, 1, room + 2 * MARGIN, |builder| {
        builder.set_path_mtu(mtu).set_max_send_sge(4)
    });
    let content = pattern(room + 2 * MARGIN, mtu as usize);
    rig.memory[1].write(0, &content).unwrap();
    rig
}

/// Reads `length` bytes at `from` of B's memory to `MARGIN + to` of A's; the target is clean again afterwards.
fn transfer(rig: &Rig, length: usize, from: usize, to: usize) {
    let what = || format!("{length} bytes from +{from} to +{to}");
    let target = &rig.private[0];
    let at = MARGIN + to;
    let sges = [target.sge(at..at + length).unwrap()];
    let remote = &rig.memory[1];
    let done = rig.one(SendWr::read(
        7,
        &sges,
        remote.addr() + from as u64,
        remote.rkey(),
    ));
    assert!(done.is_success(), "{}: {done:?}", what());
    assert_eq!(
        (done.wr_id, done.opcode, done.byte_len as usize),
        (7, WcOpcode::RdmaRead, length),
        "{}",
        what()
    );
    let mut expected = vec![GUARD; length + 2 * MARGIN];
    expected[MARGIN..MARGIN + length].copy_from_slice(&bytes(remote, from, length));
    assert_same(&bytes(target, to, length + 2 * MARGIN), &expected, what());
    target.write(to, &vec![GUARD; length + 2 * MARGIN]).unwrap();
}

fn every_length_at(mtu: Mtu) {
    let size = mtu.bytes();
    let rig = rig(mtu, 2 * size + 256);
    for length in [
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
        2 * size,
        2 * size + 1,
    ] {
        // Each offset of either side in eight, shifted by the length so that all come up.
        for k in 0..8 {
            let from = (8 * k + length) % 64;
            transfer(&rig, length, from, (from * 37 + 11) % 64);
        }
    }
}

#[test]
fn read_of_every_length_at_pmtu_256_arrives_at_any_offset() {
    every_length_at(Mtu::Mtu256);
}
#[test]
fn read_of_every_length_at_pmtu_512_arrives_at_any_offset() {
    every_length_at(Mtu::Mtu512);
}
#[test]
fn read_of_every_length_at_pmtu_1024_arrives_at_any_offset() {
    every_length_at(Mtu::Mtu1024);
}
#[test]
fn read_of_every_length_at_pmtu_2048_arrives_at_any_offset() {
    every_length_at(Mtu::Mtu2048);
}
#[test]
fn read_of_every_length_at_pmtu_4096_arrives_at_any_offset() {
    every_length_at(Mtu::Mtu4096);
}

#[test]
fn read_of_a_mebibyte_and_a_byte_arrives() {
    const LENGTH: usize = (1 << 20) + 1;
    for (mtu, from, to) in [
        (Mtu::Mtu256, 1, 63),
        (Mtu::Mtu1024, 63, 1),
        (Mtu::Mtu4096, 32, 33),
    ] {
        transfer(&rig(mtu, LENGTH + 64), LENGTH, from, to);
    }
}

/// Pieces of every awkward length, one of them empty, that meet packets' borders everywhere.
#[test]
fn read_into_several_pieces_fills_them_in_order() {
    let mtu = Mtu::Mtu256;
    let rig = rig(mtu, 4096);
    let (target, remote) = (&rig.private[0], &rig.memory[1]);
    for lengths in [
        [1, 255, 256, 257],
        [300, 0, 300, 1],
        [63, 64, 65, 1000],
        [1, 1, 1, 1],
        [512, 3, 1, 509],
        [0, 0, 0, 77],
        [0, 0, 0, 0],
    ] {
        let mut sges: Vec<Sge> = vec![];
        let mut expected = vec![GUARD; 6000];
        let (mut at, mut from) = (5, 9);
        for length in lengths {
            sges.push(target.sge(at..at + length).unwrap());
            expected[at..at + length].copy_from_slice(&bytes(remote, from, length));
            from += length;
            at += length + 17;
        }
        let done = rig.one(SendWr::read(1, &sges, remote.addr() + 9, remote.rkey()));
        assert!(done.is_success(), "{lengths:?}: {done:?}");
        let room = target.len().min(expected.len());
        let what = format!("{lengths:?}");
        assert_same(&bytes(target, 0, room), &expected[..room], what);
        target.write(0, &vec![GUARD; room]).unwrap();
    }
}

/// Both ends read from each other at once, several READs each.
#[test]
fn reads_both_ways_at_once_arrive() {
    const LENGTH: usize = 9000;
    let rig = Rig::new(150, 2, 4 * LENGTH, |builder| {
        builder.set_path_mtu(Mtu::Mtu1024)
    });
    for side in Side::BOTH {
        let content = pattern(4 * LENGTH, side.index() + 1);
        rig.memory[side.index()].write(0, &content).unwrap();
    }
    for side in Side::BOTH {
        let (here, there) = (side.index(), side.other().index());
        for connection in 0..2 {
            for k in 0..2 {
                let at = (2 * connection + k) * LENGTH;
                let sges = [rig.private[here].sge(at..at + LENGTH).unwrap()];
                let remote = rig.memory[there].addr() + at as u64;
                let key = rig.memory[there].rkey();
                rig.qp(connection, side)
                    .post_send(&[SendWr::read(k as u64, &sges, remote, key).signaled()])
                    .unwrap();
            }
        }
    }
    for side in Side::BOTH {
        for connection in 0..2 {
            let done = rig.completions(connection, side, 2);
            assert!(done.iter().all(|wc| wc.is_success()), "{done:?}");
            assert_eq!((done[0].wr_id, done[1].wr_id), (0, 1));
        }
        let got = bytes(&rig.private[side.index()], 0, 4 * LENGTH);
        let want = pattern(4 * LENGTH, side.other().index() + 1);
        assert_same(&got, &want, format!("READs of {side:?}"));
    }
}
