//! READs and atomics over a link that loses, repeats and reorders frames: every byte, and every atomic once.
use crate::rig::{Rig, assert_same, bytes, pattern, word};
use ferric::verbs::{Mtu, SendWr, WorkCompletion};
use ferric_testbench::link::channel::Odds;
use ferric_testbench::link::wire::Side;

#[test]
fn reads_and_atomics_over_a_bad_link_are_done_once_and_whole() {
    const CONNECTIONS: usize = 3;
    const ROUNDS: usize = 12;
    const LENGTH: usize = 5000;
    const WORDS: usize = CONNECTIONS * ROUNDS * LENGTH;
    let rig = Rig::new(90, CONNECTIONS, WORDS + 8192, |builder| {
        // Some 260 µs: lost answers cost that much.
        builder.set_path_mtu(Mtu::Mtu512).set_timeout(6)
    });
    let content = pattern(WORDS, 9);
    rig.memory[1].write(0, &content).unwrap();
    // An aligned word behind what is read.
    let count = WORDS + (8 - (rig.memory[1].addr() as usize + WORDS) % 8) % 8;
    rig.set_word(Side::B, count, 0);
    for side in Side::BOTH {
        let odds = Odds {
            lose: 20_000,
            duplicate: 10_000,
            reorder: 10_000,
            reorder_by: 2_000_000,
            bad_check: 5_000,
            ..Odds::default()
        };
        rig.pair
            .world()
            .link_mut()
            .port_mut(side)
            .channel
            .set_odds(odds);
    }
    let key = rig.memory[1].rkey();
    for connection in 0..CONNECTIONS {
        for round in 0..ROUNDS {
            let at = (connection * ROUNDS + round) * LENGTH;
            let result = WORDS + 8 * (connection * ROUNDS + round);
            let sges = [rig.private[0].sge(at..at + LENGTH).unwrap()];
            let word = [rig.private[0].sge(result..result + 8).unwrap()];
            let address = rig.memory[1].addr();
            rig.qp(connection, Side::A)
                .post_send(&[
                    SendWr::read(0, &sges, address + at as u64, key).signaled(),
                    SendWr::fetch_add(1, &word, address + count as u64, key, 1).signaled(),
                ])
                .unwrap();
        }
    }
    for connection in 0..CONNECTIONS {
        let done = rig.connections[connection]
            .complete(&rig.pair, Side::A, 2 * ROUNDS, 6_000_000)
            .unwrap();
        assert!(done.iter().all(WorkCompletion::is_success), "{done:?}");
        let ids: Vec<u64> = done.iter().map(|wc| wc.wr_id).collect();
        assert_eq!(ids, [0, 1].repeat(ROUNDS));
    }
    assert_same(&bytes(&rig.private[0], 0, WORDS), &content, "READs");
    let mut found: Vec<u64> = (0..CONNECTIONS * ROUNDS)
        .map(|k| word(&rig.private[0], WORDS + 8 * k))
        .collect();
    found.sort_unstable();
    let total = (CONNECTIONS * ROUNDS) as u64;
    assert_eq!(found, (0..total).collect::<Vec<_>>());
    assert_eq!(rig.word(Side::B, count), total);
}
