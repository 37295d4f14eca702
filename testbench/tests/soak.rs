//! Short soaks of two whole cards: random programs, each packet, write and completion judged by the reference model.
use ferric::verbs::Mtu;
use ferric_testbench::pair::Pair;
use ferric_testbench::soak::Plan;
use ferric_testbench::soak::faults::Faults;
use ferric_testbench::soak::program::{Mix, Operation, Sizes};
use std::path::PathBuf;

/// Operations that need no answer but an acknowledge.
const ONE_WAY: [Operation; 4] = [
    Operation::Send,
    Operation::SendImmediate,
    Operation::Write,
    Operation::WriteImmediate,
];

fn plan(seed: u64) -> Plan {
    Plan {
        seed,
        qps: 4,
        messages: 160,
        sizes: Sizes([2 << 10, 8 << 10, 32 << 10]),
        faults: Faults::default(),
        out: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        ..Plan::default()
    }
}

fn run(plan: &Plan) {
    let pair = Pair::new(plan.settings()).unwrap();
    match plan.run(&pair, |_, _| ()) {
        Ok(summary) => println!("{summary}"),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn sends_and_writes_on_a_perfect_link() {
    for (seed, mtu) in [(1, Mtu::Mtu256), (2, Mtu::Mtu4096)] {
        run(&Plan {
            mix: Mix::of(&ONE_WAY),
            mtu,
            ..plan(seed)
        });
    }
}

#[test]
fn every_operation_on_a_link_that_loses_doubles_reorders_and_corrupts() {
    run(&Plan {
        faults: Faults::LOSSY,
        ..plan(5)
    });
}

#[test]
fn keys_that_end_on_a_link_that_loses_doubles_reorders_and_corrupts() {
    run(&Plan {
        mix: "all,send-invalidate=5".parse().unwrap(),
        faults: Faults::LOSSY,
        ..plan(6)
    });
}

/// The soak as `make soak` does it, cut to some two million cycles.
#[test]
fn slice_of_the_soak_over_sixty_four_queue_pairs() {
    let full = Plan::default();
    run(&Plan {
        seed: 21,
        messages: full.messages / 12,
        out: plan(21).out,
        ..full
    });
}

#[test]
fn card_reset_in_the_midst_recovers_and_a_fresh_soak_passes() {
    let plan = Plan {
        faults: Faults::LOSSY,
        ..plan(7)
    };
    let mut pair = Pair::new(plan.settings()).unwrap();
    match plan.run_with_reset(&mut pair, 3000, |_, _| ()) {
        Ok([before, after]) => {
            assert!(before.messages > 0 && before.messages < plan.messages);
            assert_eq!(after.messages, plan.messages);
            println!("{before}; then {after}");
        }
        Err(error) => panic!("{error:#}"),
    }
}
