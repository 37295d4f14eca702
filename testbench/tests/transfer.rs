//! Data from one host's memory into the other's, through everything.
use ferric::verbs::{AccessFlags, Mtu, RecvWr, SendWr, WcOpcode};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Pair;
use ferric_testbench::world::Settings;

/// Cycles within which anything small must have happened.
const PATIENCE: u64 = 200_000;

fn pattern(length: usize, seed: u8) -> Vec<u8> {
    (0..length)
        .map(|i| (i as u8).wrapping_mul(7).wrapping_add((i >> 8) as u8) ^ seed)
        .collect()
}

#[test]
fn write_of_a_few_packets_arrives_identical() {
    let pair = Pair::new(Settings::instant(1)).unwrap();
    let connection = pair
        .connect(64, |b| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(Mtu::Mtu1024)
        })
        .unwrap();
    let length = 5000;
    let source = pair.ends[0]
        .pd
        .register(pattern(length, 3), AccessFlags::NONE)
        .unwrap();
    let target = pair.ends[1]
        .pd
        .allocate(length, AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE)
        .unwrap();
    let sge = source.sge(..).unwrap();
    connection.qps[0]
        .post_send(&[SendWr::write(42, &[sge], target.addr(), target.rkey()).signaled()])
        .unwrap();
    let done = connection.complete(&pair, Side::A, 1, PATIENCE).unwrap();
    assert!(done[0].is_success(), "{:?}", done[0]);
    assert_eq!((done[0].wr_id, done[0].opcode), (42, WcOpcode::RdmaWrite));
    let mut seen = vec![0; length];
    target.read(0, &mut seen).unwrap();
    assert!(seen == pattern(length, 3), "the bytes differ");
}

#[test]
fn send_of_a_few_packets_arrives_identical_with_a_completion_at_both_ends() {
    let pair = Pair::new(Settings::instant(2)).unwrap();
    let connection = pair.connect(64, |b| b.set_path_mtu(Mtu::Mtu256)).unwrap();
    let length = 1000;
    let source = pair.ends[0]
        .pd
        .register(pattern(length, 9), AccessFlags::NONE)
        .unwrap();
    let target = pair.ends[1]
        .pd
        .allocate(length + 10, AccessFlags::LOCAL_WRITE)
        .unwrap();
    connection.qps[1]
        .post_recv(&[RecvWr::new(7, &[target.sge(..).unwrap()])])
        .unwrap();
    connection.qps[0]
        .post_send(&[SendWr::send(8, &[source.sge(..).unwrap()]).signaled()])
        .unwrap();
    let sent = connection.complete(&pair, Side::A, 1, PATIENCE).unwrap();
    assert!(sent[0].is_success(), "{:?}", sent[0]);
    let received = connection.complete(&pair, Side::B, 1, PATIENCE).unwrap();
    assert!(received[0].is_success(), "{:?}", received[0]);
    assert_eq!(
        (received[0].wr_id, received[0].byte_len),
        (7, length as u32)
    );
    let mut seen = vec![0; length];
    target.read(0, &mut seen).unwrap();
    assert!(seen == pattern(length, 9), "the bytes differ");
}
