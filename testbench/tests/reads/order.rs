//! What waits for what: fences, the bound of outstanding READs, and completions in the order of posting.
use crate::rig::{GUARD, Rig, assert_same, bytes, pattern, word};
use ferric::verbs::{Mtu, RecvWr, SendFlags, SendWr, WcStatus, WorkCompletion};
use ferric_testbench::link::wire::Side;

fn good_in_order(done: &[WorkCompletion]) {
    for (k, wc) in done.iter().enumerate() {
        assert!(wc.is_success(), "{wc:?}");
        assert_eq!(wc.wr_id, k as u64, "{done:?}");
    }
}

/// Each READ brings what the fenced WRITE behind it sends back elsewhere: without the fence it would send what was there before.
#[test]
fn fenced_write_sends_what_the_read_before_it_brought() {
    const LENGTH: usize = 3000;
    const ROUNDS: usize = 6;
    let rig = Rig::new(20, 1, 2 * ROUNDS * LENGTH, |builder| {
        builder.set_path_mtu(Mtu::Mtu256)
    });
    let (local, remote) = (&rig.private[0], &rig.memory[1]);
    let content = pattern(ROUNDS * LENGTH, 3);
    remote.write(0, &content).unwrap();
    for k in 0..ROUNDS {
        let (from, to) = (k * LENGTH, (ROUNDS + k) * LENGTH);
        let sges = [local.sge(from..from + LENGTH).unwrap()];
        let address = |at: usize| remote.addr() + at as u64;
        let id = 2 * k as u64;
        rig.qp(0, Side::A)
            .post_send(&[
                SendWr::read(id, &sges, address(from), remote.rkey()).signaled(),
                SendWr::write(id + 1, &sges, address(to), remote.rkey())
                    .with(SendFlags::FENCE)
                    .signaled(),
            ])
            .unwrap();
    }
    good_in_order(&rig.completions(0, Side::A, 2 * ROUNDS));
    let got = bytes(remote, ROUNDS * LENGTH, ROUNDS * LENGTH);
    assert_same(&got, &content, "what was written back");
    // A fence with nothing before it does not wait.
    let sges = [local.sge(0..8).unwrap()];
    let write = SendWr::write(0, &sges, remote.addr(), remote.rkey()).with(SendFlags::FENCE);
    assert!(rig.one(write).is_success());
}

/// More READs and atomics than may be outstanding are all served, in order, whatever the bound.
#[test]
fn reads_beyond_the_bound_wait_and_all_are_served_in_order() {
    for bound in [1, 2, 16] {
        const COUNT: usize = 40;
        let rig = Rig::new(30 + u64::from(bound), 2, 64 * COUNT, |builder| {
            builder
                .set_path_mtu(Mtu::Mtu256)
                .set_max_rd_atomic(bound)
                .set_max_dest_rd_atomic(bound)
        });
        let (local, remote) = (&rig.private[0], &rig.memory[1]);
        let content = pattern(64 * COUNT, 7);
        remote.write(64, &content[64..]).unwrap();
        rig.set_word(Side::B, 0, 1000);
        for connection in 0..2 {
            for k in 0..COUNT {
                let at = 64 * k;
                let id = k as u64;
                // Every fourth is an atomic on the first word; the other connection's go to memory of their own.
                let request = if k % 4 == 0 {
                    let at = at + 32 * connection;
                    let result = [local.sge(at..at + 8).unwrap()];
                    rig.qp(connection, Side::A).post_send(&[SendWr::fetch_add(
                        id,
                        &result,
                        remote.addr(),
                        remote.rkey(),
                        1,
                    )
                    .signaled()])
                } else {
                    let at = at + 32 * connection;
                    let sges = [local.sge(at..at + 32).unwrap()];
                    let address = remote.addr() + at as u64;
                    rig.qp(connection, Side::A).post_send(&[SendWr::read(
                        id,
                        &sges,
                        address,
                        remote.rkey(),
                    )
                    .signaled()])
                };
                request.unwrap();
            }
        }
        for connection in 0..2 {
            good_in_order(&rig.completions(connection, Side::A, COUNT));
        }
        let adds = COUNT.div_ceil(4);
        assert_eq!(rig.word(Side::B, 0), 1000 + 2 * adds as u64);
        for k in 0..COUNT {
            let at = 64 * k;
            if k % 4 == 0 {
                let found = [0, 32].map(|shift| word(local, at + shift));
                assert!(found.iter().all(|value| (1000..1020).contains(value)));
            } else {
                let got = bytes(local, at, 64);
                assert_same(&got, &content[at..at + 64], format!("READ {k}"));
            }
        }
    }
}

#[test]
fn read_where_none_may_be_outstanding_fails() {
    let rig = Rig::new(40, 1, 4096, |builder| builder.set_max_rd_atomic(0));
    let sges = [rig.private[0].sge(0..8).unwrap()];
    let (address, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let done = rig.one(SendWr::read(1, &sges, address, key));
    assert_eq!(done.status, WcStatus::LocalQpOperation);
    assert!(bytes(&rig.private[0], 0, 100) == [GUARD; 100]);
}

/// READs, WRITEs, SENDs and atomics of several queue pairs both ways at once.
#[test]
fn every_operation_both_ways_at_once_does_what_it_should() {
    const CONNECTIONS: usize = 3;
    const ROUNDS: usize = 5;
    /// Bytes of a connection's share of memory, and of each of its parts.
    const SHARE: usize = ROUNDS * PART * 4;
    const PART: usize = 2000;
    let rig = Rig::new(50, CONNECTIONS, CONNECTIONS * SHARE + 64, |builder| {
        builder.set_path_mtu(Mtu::Mtu512)
    });
    // A share: what the peer reads, what it writes, what it sends, and the word it adds to.
    let part = |connection: usize, round: usize, kind: usize| {
        connection * SHARE + (round * 4 + kind) * PART
    };
    for side in Side::BOTH {
        let all = pattern(CONNECTIONS * SHARE, 40 + side.index());
        for connection in 0..CONNECTIONS {
            for round in 0..ROUNDS {
                let at = part(connection, round, 0);
                rig.memory[side.index()]
                    .write(at, &all[at..at + PART])
                    .unwrap();
                let at = part(connection, round, 3);
                rig.set_word(side, at, 7);
                // What this side writes and sends.
                for kind in [1, 2] {
                    let at = part(connection, round, kind);
                    rig.private[side.index()]
                        .write(at, &all[at..at + PART])
                        .unwrap();
                }
            }
        }
    }
    for round in 0..ROUNDS {
        for side in Side::BOTH {
            let (here, there) = (side.index(), side.other().index());
            for connection in 0..CONNECTIONS {
                let at = |kind: usize| part(connection, round, kind);
                let far = |kind: usize| rig.memory[there].addr() + at(kind) as u64;
                let key = rig.memory[there].rkey();
                let near = |kind: usize, length: usize| {
                    [rig.private[here].sge(at(kind)..at(kind) + length).unwrap()]
                };
                let room = [rig.memory[there].sge(at(2)..at(2) + PART).unwrap()];
                rig.qp(connection, side.other())
                    .post_recv(&[RecvWr::new(100, &room)])
                    .unwrap();
                rig.qp(connection, side)
                    .post_send(&[
                        SendWr::read(0, &near(0, PART), far(0), key).signaled(),
                        SendWr::write(1, &near(1, PART), far(1), key).signaled(),
                        SendWr::fetch_add(2, &near(3, 8), far(3), key, 5).signaled(),
                        SendWr::send(3, &near(2, PART)).signaled(),
                    ])
                    .unwrap();
            }
        }
    }
    for side in Side::BOTH {
        for connection in 0..CONNECTIONS {
            let done = rig.completions(connection, side, 5 * ROUNDS);
            assert!(done.iter().all(WorkCompletion::is_success), "{done:?}");
            let sends: Vec<u64> = done
                .iter()
                .map(|wc| wc.wr_id)
                .filter(|id| *id != 100)
                .collect();
            assert_eq!(sends, [0, 1, 2, 3].repeat(ROUNDS));
        }
    }
    for side in Side::BOTH {
        let (here, there) = (side.index(), side.other().index());
        let theirs = pattern(CONNECTIONS * SHARE, 40 + there);
        for connection in 0..CONNECTIONS {
            for round in 0..ROUNDS {
                let at = |kind: usize| part(connection, round, kind);
                for (kind, region, what) in [
                    (0, &rig.private[here], "READ"),
                    (1, &rig.memory[here], "WRITE"),
                    (2, &rig.memory[here], "SEND"),
                ] {
                    let got = bytes(region, at(kind), PART);
                    let want = &theirs[at(kind)..at(kind) + PART];
                    assert_same(&got, want, format!("{what} {round} of {connection}"));
                }
                assert_eq!(word(&rig.private[here], at(3)), 7);
                assert_eq!(rig.word(side, at(3)), 12);
            }
        }
    }
}
