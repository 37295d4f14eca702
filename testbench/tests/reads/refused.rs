//! READs and atomics that may not be, each with its status at the requester, and nothing written.
use crate::rig::{GUARD, Rig, bytes};
use ferric::verbs::{AccessFlags, SendWr, Sge, WcStatus};
use ferric_testbench::link::wire::Side;

const ROOM: usize = 4096;

/// Posts it between a good READ and a good WRITE: the first is done, the other flushed.
fn fails(rig: &Rig, request: SendWr<'_>, status: WcStatus) {
    let sges = [rig.private[0].sge(3000..3100).unwrap()];
    let (address, key) = (rig.memory[1].addr() + 2000, rig.memory[1].rkey());
    rig.memory[1].write(2000, &[1; 100]).unwrap();
    rig.qp(0, Side::A)
        .post_send(&[
            SendWr::read(1, &sges, address, key).signaled(),
            request,
            SendWr::write(3, &sges, address, key).signaled(),
        ])
        .unwrap();
    let done = rig.completions(0, Side::A, 3);
    let seen: Vec<_> = done.iter().map(|wc| (wc.wr_id, wc.status)).collect();
    assert_eq!(
        seen,
        [(1, WcStatus::Success), (2, status), (3, WcStatus::Flushed)],
        "{done:?}"
    );
    assert!(bytes(&rig.private[0], 3000, 100) == [1; 100]);
    assert!(bytes(&rig.private[0], 0, 3000) == [GUARD; 3000]);
    assert!(bytes(&rig.memory[1], 0, 2000) == [GUARD; 2000]);
}

fn rig(seed: u64) -> Rig {
    Rig::new(seed, 1, ROOM, |builder| builder)
}

/// A rig whose B lets its peer do only this.
fn rig_with_access(seed: u64, access: AccessFlags) -> Rig {
    Rig::new(seed, 1, ROOM, |builder| builder.set_access(access))
}

#[test]
fn read_under_a_key_that_does_not_open_is_a_remote_access_error() {
    let rig = rig(60);
    let sges = [rig.private[0].sge(0..100).unwrap()];
    let (address, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    fails(
        &rig,
        SendWr::read(2, &sges, address, key ^ 1),
        WcStatus::RemoteAccess,
    );
}

#[test]
fn read_beyond_the_region_is_a_remote_access_error() {
    let rig = rig(61);
    let sges = [rig.private[0].sge(0..100).unwrap()];
    let address = rig.memory[1].addr() + ROOM as u64 - 99;
    let key = rig.memory[1].rkey();
    fails(
        &rig,
        SendWr::read(2, &sges, address, key),
        WcStatus::RemoteAccess,
    );
}

#[test]
fn read_and_atomics_of_a_region_not_open_for_them_are_remote_access_errors() {
    for (seed, atomic) in [(62, false), (63, true)] {
        let rig = rig(seed);
        let sges = [rig.private[0].sge(0..8).unwrap()];
        let (address, key) = (rig.private[1].addr(), rig.private[1].rkey());
        let request = if atomic {
            SendWr::fetch_add(2, &sges, address, key, 1)
        } else {
            SendWr::read(2, &sges, address, key)
        };
        fails(&rig, request, WcStatus::RemoteAccess);
        assert!(bytes(&rig.private[1], 0, ROOM) == [GUARD; ROOM]);
    }
}

#[test]
fn atomic_on_a_queue_pair_not_open_for_it_is_an_invalid_request() {
    let rig = rig_with_access(64, AccessFlags::REMOTE_READ | AccessFlags::REMOTE_WRITE);
    let sges = [rig.private[0].sge(0..8).unwrap()];
    let (address, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    fails(
        &rig,
        SendWr::compare_swap(2, &sges, address, key, 0, 1),
        WcStatus::RemoteInvalidRequest,
    );
}

#[test]
fn read_on_a_queue_pair_not_open_for_it_is_an_invalid_request() {
    let rig = rig_with_access(65, AccessFlags::REMOTE_WRITE);
    let (address, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    // A READ of nothing as well: the queue pair's permission is looked at, the key is not.
    let done = rig.one(SendWr::read(2, &[], address, key));
    assert_eq!(done.status, WcStatus::RemoteInvalidRequest);
}

#[test]
fn read_of_nothing_under_any_key_is_done() {
    let rig = rig(66);
    for key in [0, 0xFFFF_FFFF, rig.memory[1].rkey()] {
        let done = rig.one(SendWr::read(2, &[], 1, key));
        assert!(done.is_success(), "{done:?}");
    }
}

#[test]
fn atomic_on_a_word_that_is_not_aligned_is_an_invalid_request() {
    for shift in [1, 4, 7] {
        let rig = rig(67 + shift);
        let sges = [rig.private[0].sge(0..8).unwrap()];
        let base = rig.memory[1].addr().next_multiple_of(8);
        let key = rig.memory[1].rkey();
        fails(
            &rig,
            SendWr::fetch_add(2, &sges, base + shift, key, 1),
            WcStatus::RemoteInvalidRequest,
        );
    }
}

/// The answer goes where this side's key does not let it.
#[test]
fn read_into_memory_not_open_for_it_is_a_local_protection_error() {
    let rig = rig(80);
    let end = &rig.pair.ends[0];
    let constant = end
        .pd
        .register(vec![GUARD; 600], AccessFlags::NONE)
        .unwrap();
    let (address, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let sges = [constant.sge(..).unwrap()];
    fails(
        &rig,
        SendWr::read(2, &sges, address, key),
        WcStatus::LocalProtection,
    );
    assert!(bytes(&constant, 0, 600) == [GUARD; 600]);
}

#[test]
fn atomic_into_a_key_that_is_none_is_a_local_protection_error() {
    let rig = rig(82);
    let sges = [Sge::new(
        rig.private[0].addr(),
        8,
        rig.private[0].lkey() ^ 0x80,
    )];
    let (address, key) = (rig.memory[1].addr() + 2096, rig.memory[1].rkey());
    fails(
        &rig,
        SendWr::fetch_add(2, &sges, address, key, 1),
        WcStatus::LocalProtection,
    );
}
