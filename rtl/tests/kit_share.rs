//! Two users of one service: each gets the answers to its own questions, in order, and neither starves.
use ferric_rtl::kit::Share;
use ferric_verilated::{Bench, Model, record};
use rust_hdl::prelude::*;
use std::collections::VecDeque;

type Number = Bits<16>;
const DEPTH: usize = 8;

fn bench(seed: u64) -> Bench {
    let mut block = Share::<Number, Number, 3, 4>::default();
    block.connect_all();
    let mut bench = Bench::new(Model::build("kit_share", &block).unwrap(), seed);
    bench.reset(2);
    bench
}

#[test]
fn share_answers_each_user_in_the_order_of_its_questions() {
    for seed in 0..4 {
        let mut bench = bench(seed);
        let asks = ["ask.0", "ask.1"].map(|name| bench.source(name));
        let answers = ["answer.0", "answer.1"].map(|name| bench.sink(name));
        let (question, reply) = (bench.sink("question"), bench.source("reply"));
        let owner = bench.sink("owner");
        for n in 0..500u64 {
            bench.push(asks[0], record!(n));
            if n % 3 == 0 {
                bench.push(asks[1], record!(0x8000 + n));
            }
        }
        let (mut asked, mut answered, mut owners) = (vec![], [vec![], vec![]], vec![]);
        let mut service = VecDeque::new();
        let mut open: usize = 0;
        while answered[0].len() + answered[1].len() < 500 + 167 {
            assert!(bench.cycle() < 20_000, "{}", bench.state());
            bench.step();
            for q in bench.take(question) {
                asked.push(q.value());
                service.push_back((bench.cycle() + 7, q.value()));
                open += 1;
            }
            while service
                .front()
                .is_some_and(|(due, _)| *due <= bench.cycle())
            {
                let (_, q) = service.pop_front().expect("looked at");
                bench.push(reply, record!(q ^ 0x5555));
            }
            for k in 0..2 {
                for a in bench.take(answers[k]) {
                    answered[k].push(a.value() ^ 0x5555);
                    open -= 1;
                }
            }
            owners.extend(bench.take(owner).iter().map(|o| o.value()));
            assert!(open <= DEPTH);
        }
        let own: Vec<u64> = (0..500).collect();
        assert_eq!(answered[0], own);
        let own: Vec<u64> = (0..500).step_by(3).map(|n| 0x8000 + n).collect();
        assert_eq!(answered[1], own);
        let truth: Vec<u64> = asked.iter().map(|q| q >> 15).collect();
        assert_eq!(owners, truth);
    }
}

#[test]
fn share_users_that_always_ask_take_turns_and_one_alone_never_waits() {
    let mut bench = bench(9);
    let asks = ["ask.0", "ask.1"].map(|name| bench.source(name));
    let answers = ["answer.0", "answer.1"].map(|name| bench.sink(name));
    let (question, reply) = (bench.sink("question"), bench.source("reply"));
    let _owner = bench.sink("owner");
    bench.set_stall(0.0);
    let mut run = |users: &[usize]| {
        for n in 0..100u64 {
            for &user in users {
                bench.push(asks[user], record!(0x8000 * user as u64 + n));
            }
        }
        let (mut asked, start) = (vec![], bench.cycle());
        while asked.len() < 100 * users.len() {
            assert!(bench.cycle() < start + 1000, "{}", bench.state());
            bench.step();
            for q in bench.take(question) {
                asked.push(q.value() >> 15);
                bench.push(reply, record!(0u64));
            }
            answers.iter().for_each(|&sink| drop(bench.take(sink)));
        }
        (asked, bench.cycle() - start)
    };
    for user in 0..2 {
        let (alone, cycles) = run(&[user]);
        assert!(alone.iter().all(|&asker| asker == user as u64) && cycles < 110);
    }
    let (both, cycles) = run(&[0, 1]);
    assert!(both.windows(2).filter(|pair| pair[0] == pair[1]).count() <= 2);
    assert!(cycles < 210);
}
