//! Slices of the fuzzing that `ferric fuzz` does at full size: no hang, no write where none is granted, every cause and NAK reached.
use ferric_testbench::fuzz::Plan;
use std::path::PathBuf;

fn plan(seed: u64, frames: u64, qps: usize) -> Plan {
    Plan {
        seed,
        frames,
        qps,
        unruly: false,
        judged: false,
        out: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    }
}

#[test]
fn fuzzed_receiver_does_with_each_frame_what_its_bytes_ask_for() {
    match plan(3, 30_000, 256).fuzz_block(|_| ()) {
        Ok(summary) => println!("{summary}"),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn fuzzed_card_writes_only_where_it_may_and_good_messages_pass() {
    let card = Plan::card().unwrap();
    match plan(4, 5000, 96).fuzz_card(card, |_| ()) {
        Ok(summary) => println!("{summary}"),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn fuzzed_responder_does_what_the_reference_model_says() {
    let plan = Plan {
        judged: true,
        ..plan(5, 2500, 48)
    };
    match plan.fuzz_card(Plan::card().unwrap(), |_| ()) {
        Ok(summary) => println!("{summary}"),
        Err(error) => panic!("{error:#}"),
    }
}
