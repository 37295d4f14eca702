//! Keys that end amid traffic: as soon as the host has the answer, or the completion, the memory is its own again. The hosts look at every
//! cycle and unmap at once; their memory is so far away that much is always under way.
use ferric::verbs::{AccessFlags, MemoryRegion, Mtu, RecvWr, SendWr};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::pcie::host;
use ferric_testbench::world::Settings;

const PATIENCE: u64 = 100_000;
const ROOM: usize = 16 << 10;

fn pair(seed: u64) -> Pair {
    let settings = Settings {
        hosts: [seed, !seed].map(|seed| host::Settings::gen3_x16(seed, 250)),
        ..Settings::instant(seed)
    };
    let pair = Pair::new(settings).unwrap();
    pair.ends.iter().for_each(|end| end.bus.set_pause(1));
    pair
}

fn open() -> AccessFlags {
    AccessFlags::LOCAL_WRITE
        | AccessFlags::REMOTE_WRITE
        | AccessFlags::REMOTE_READ
        | AccessFlags::REMOTE_ATOMIC
        | AccessFlags::REMOTE_INVALIDATE
}

fn connect(pair: &Pair) -> Connection {
    pair.connect(64, |b| b.set_access(open()).set_path_mtu(Mtu::Mtu1024))
        .unwrap()
}

fn region(pair: &Pair, side: Side) -> MemoryRegion {
    pair.ends[side.index()].pd.allocate(ROOM, open()).unwrap()
}

fn bytes(region: &MemoryRegion) -> Vec<u8> {
    let mut bytes = vec![0; region.len()];
    region.read(0, &mut bytes).unwrap();
    bytes
}

/// No card has touched memory that is not mapped.
fn no_faults(pair: &Pair, what: impl std::fmt::Display) {
    for side in Side::BOTH {
        let faults = pair.world().host(side).root.iommu.faults().to_vec();
        assert_eq!(faults, [], "{what}: host {side:?}");
    }
}

/// A WRITEs, reads and counts in memory of B, all over it.
fn work(connection: &Connection, local: &MemoryRegion, remote: &MemoryRegion) {
    let (va, rkey) = (remote.addr(), remote.rkey());
    for k in 0..5 {
        let at = 3000 * k;
        let sges = [local.sge(at..at + 3000).unwrap()];
        let word = [local.sge(at..at + 8).unwrap()];
        let there = va + at as u64;
        let list = [
            SendWr::write(0, &sges, there, rkey),
            SendWr::read(1, &sges, there, rkey),
            SendWr::fetch_add(2, &word, va.next_multiple_of(8), rkey, 1),
            SendWr::write(3, &sges, there, rkey),
        ];
        connection.qps[0].post_send(&list).unwrap();
    }
}

#[test]
fn key_destroyed_amid_traffic_is_not_used_after_the_answer() {
    let pair = pair(600);
    let mut random = fastrand::Rng::with_seed(600);
    for round in 0..14 {
        // The key of either end, the one that its own queue pair uses, or the one that its peer does.
        let ends = [Side::A, Side::B][round % 2];
        let connection = connect(&pair);
        let [local, remote] = Side::BOTH.map(|side| region(&pair, side));
        work(&connection, &local, &remote);
        pair.run(random.u64(300..5000));
        let (taken, _kept) = match ends {
            Side::A => (local, remote),
            Side::B => (remote, local),
        };
        let memory = taken.deregister().unwrap();
        let before = memory.to_vec();
        pair.run(1500);
        assert!(*memory == *before, "round {round}: bytes changed");
        no_faults(&pair, format!("round {round}"));
    }
}

#[test]
fn key_that_a_peer_ends_amid_traffic_is_not_written_by_after_the_completion() {
    let pair = pair(601);
    let mut random = fastrand::Rng::with_seed(601);
    for round in 0..6 {
        let (writer, ender) = (connect(&pair), connect(&pair));
        let [local, remote] = Side::BOTH.map(|side| region(&pair, side));
        let fill: Vec<u8> = (0..ROOM).map(|at| 1 + (at / 256) as u8).collect();
        local.write(0, &fill).unwrap();
        // Each of other bytes, to the same place.
        let place = remote.addr();
        for k in 0..40 {
            let sges = [local.sge(256 * k..256 * (k + 1)).unwrap()];
            let write = SendWr::write(0, &sges, place, remote.rkey());
            writer.qps[0].post_send(&[write]).unwrap();
        }
        ender.qps[1].post_recv(&[RecvWr::new(1, &[])]).unwrap();
        pair.run(random.u64(0..1500));
        let send = SendWr::send(2, &[]).with_invalidate(remote.rkey());
        ender.qps[0].post_send(&[send]).unwrap();
        let done = ender.complete(&pair, Side::B, 1, PATIENCE).unwrap();
        assert_eq!(done[0].invalidated_rkey, Some(remote.rkey()));
        let before = bytes(&remote);
        pair.run(1500);
        assert!(bytes(&remote) == before, "round {round}: bytes changed");
        no_faults(&pair, format!("round {round}"));
    }
}
