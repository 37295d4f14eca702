//! Compare and swap, fetch and add: values, what is left in memory, and many at once on one word.
use crate::rig::{GUARD, PATIENCE, Rig, bytes, word};
use ferric::verbs::{SendWr, WcOpcode};
use ferric_testbench::link::wire::Side;

/// Where the word stands.
const AT: usize = 64;

fn rig(seed: u64, connections: usize) -> Rig {
    Rig::new(seed, connections, 8192, |builder| builder)
}

#[test]
fn compare_swap_swaps_on_a_match_only_and_says_what_was_there() {
    let rig = rig(1, 1);
    let (remote, key) = (rig.memory[1].addr() + AT as u64, rig.memory[1].rkey());
    let old = 0x0123_4567_89AB_CDEF;
    rig.set_word(Side::B, AT, old);
    for (compare, swap, found, left) in [
        (old ^ 1, 5, old, old),
        (old ^ 1 << 63, 6, old, old),
        (old, 0xFEDC_BA98_7654_3210, old, 0xFEDC_BA98_7654_3210),
        (0xFEDC_BA98_7654_3210, 0, 0xFEDC_BA98_7654_3210, 0),
        (0, u64::MAX, 0, u64::MAX),
    ] {
        let result = [rig.private[0].sge(16..24).unwrap()];
        let done = rig.one(SendWr::compare_swap(3, &result, remote, key, compare, swap));
        assert!(done.is_success(), "{done:?}");
        assert_eq!((done.opcode, done.byte_len), (WcOpcode::CompSwap, 8));
        assert_eq!(word(&rig.private[0], 16), found);
        assert_eq!(rig.word(Side::B, AT), left);
    }
    // Only the word itself, and only the result.
    let mut expected = vec![GUARD; 8192];
    expected[AT..AT + 8].fill(0xFF);
    assert!(bytes(&rig.memory[1], 0, 8192) == expected);
    assert!(bytes(&rig.private[0], 24, 100) == [GUARD; 100]);
    assert!(bytes(&rig.private[0], 0, 16) == [GUARD; 16]);
}

#[test]
fn fetch_add_carries_through_all_64_bits_and_wraps() {
    let rig = rig(2, 1);
    let (remote, key) = (rig.memory[1].addr() + AT as u64, rig.memory[1].rkey());
    let mut value = 0xFFFF_FFFFu64;
    rig.set_word(Side::B, AT, value);
    for add in [1, 0, 0xFF00_0000_0000_0001, u64::MAX, 1 << 63, 1 << 63] {
        let result = [rig.private[0].sge(0..8).unwrap()];
        let done = rig.one(SendWr::fetch_add(4, &result, remote, key, add));
        assert!(done.is_success(), "{done:?}");
        assert_eq!((done.opcode, done.byte_len), (WcOpcode::FetchAdd, 8));
        assert_eq!(word(&rig.private[0], 0), value);
        value = value.wrapping_add(add);
        assert_eq!(rig.word(Side::B, AT), value);
    }
}

/// The result may stand anywhere, also across two pages.
#[test]
fn result_of_an_atomic_lands_at_any_offset() {
    let rig = rig(3, 1);
    let (remote, key) = (rig.memory[1].addr() + AT as u64, rig.memory[1].rkey());
    rig.set_word(Side::B, AT, 0x1122_3344_5566_7788);
    let target = &rig.private[0];
    // The first byte of a page of A's memory.
    let page = (4096 - target.addr() as usize % 4096) % 4096 + 4096;
    for at in (page - 9..page + 2).chain(0..3) {
        let result = [target.sge(at..at + 8).unwrap()];
        let done = rig.one(SendWr::fetch_add(4, &result, remote, key, 0));
        assert!(done.is_success(), "{done:?}");
        assert_eq!(word(target, at), 0x1122_3344_5566_7788, "at {at}");
        target.write(at, &[GUARD; 8]).unwrap();
        assert!(bytes(target, 0, 8192) == [GUARD; 8192], "at {at}");
    }
}

/// Many fetch-and-adds of both kinds of increment on one word, from both ends of several connections: nothing is lost, and no two that
/// add something find the same value.
#[test]
fn atomics_of_many_queue_pairs_on_one_word_add_up() {
    const CONNECTIONS: usize = 6;
    const EACH: usize = 20;
    let rig = rig(4, CONNECTIONS);
    let (remote, key) = (rig.memory[1].addr() + AT as u64, rig.memory[1].rkey());
    rig.set_word(Side::B, AT, 0);
    for connection in 0..CONNECTIONS {
        for k in 0..EACH {
            let at = 8 * (connection * EACH + k);
            let result = [rig.private[0].sge(at..at + 8).unwrap()];
            let request = SendWr::fetch_add(k as u64, &result, remote, key, 1).signaled();
            rig.qp(connection, Side::A).post_send(&[request]).unwrap();
        }
    }
    for connection in 0..CONNECTIONS {
        let done = rig.completions(connection, Side::A, EACH);
        let ids: Vec<u64> = done.iter().map(|wc| wc.wr_id).collect();
        assert!(done.iter().all(|wc| wc.is_success()), "{done:?}");
        assert_eq!(ids, (0..EACH as u64).collect::<Vec<_>>());
    }
    let total = (CONNECTIONS * EACH) as u64;
    assert_eq!(rig.word(Side::B, AT), total);
    let mut found: Vec<u64> = (0..total as usize)
        .map(|k| word(&rig.private[0], 8 * k))
        .collect();
    // Those of one queue pair happened in their order.
    for of_one in found.chunks(EACH) {
        assert!(of_one.is_sorted(), "{of_one:?}");
    }
    found.sort_unstable();
    assert_eq!(found, (0..total).collect::<Vec<_>>());
}

/// A lock of one word: whoever swaps 0 for its own number has it.
#[test]
fn of_many_compare_swaps_for_one_word_exactly_one_wins() {
    const CONNECTIONS: usize = 6;
    let rig = rig(5, CONNECTIONS);
    let (remote, key) = (rig.memory[1].addr() + AT as u64, rig.memory[1].rkey());
    for round in 0..5 {
        rig.set_word(Side::B, AT, 0);
        for connection in 0..CONNECTIONS {
            let at = 8 * connection;
            let result = [rig.private[0].sge(at..at + 8).unwrap()];
            let own = 1 + connection as u64;
            let request = SendWr::compare_swap(round, &result, remote, key, 0, own).signaled();
            rig.qp(connection, Side::A).post_send(&[request]).unwrap();
        }
        for connection in 0..CONNECTIONS {
            let done = rig.connections[connection]
                .complete(&rig.pair, Side::A, 1, PATIENCE)
                .unwrap();
            assert!(done[0].is_success(), "{done:?}");
        }
        let winner = rig.word(Side::B, AT);
        for connection in 0..CONNECTIONS {
            let found = word(&rig.private[0], 8 * connection);
            let own = 1 + connection as u64;
            let wanted = if own == winner { 0 } else { winner };
            assert_eq!(found, wanted, "connection {connection}, winner {winner}");
        }
    }
}
