//! The kit's fence against a queue of what has begun.
use ferric_rtl::kit::Fence;
use ferric_verilated::Model;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

#[test]
fn fence_waits_for_what_is_older_and_for_nothing_else() {
    let mut block = Fence::default();
    block.connect_all();
    let mut model = Model::build("kit_fence", &block).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    model.poke("reset", true);
    model.tick();
    model.poke("reset", false);
    // When each use began that has not ended; of each write that has not left, when the use that caused it began.
    let (mut uses, mut writes) = (VecDeque::new(), VecDeque::new());
    let (mut issued, mut left) = (0xFF00u16, 0xFF00u16);
    let mut raised = None;
    let (mut fences, mut busy) = (0, 0);
    for cycle in 0..40_000u64 {
        let slow = (cycle / 500).is_multiple_of(3);
        let begins = uses.len() < 1000 && random.u8(..4) < 2;
        let ends = !uses.is_empty() && random.u8(..4) < if slow { 1 } else { 3 };
        let leaves = !writes.is_empty() && random.u8(..4) < 3;
        // What ends causes up to two writes, counted in the next cycle.
        model.poke("issued", issued);
        if ends {
            let began = uses.pop_front().expect("not empty");
            for _ in 0..random.u8(..3) {
                writes.push_back(began);
                issued = issued.wrapping_add(1);
            }
        }
        if begins {
            uses.push_back(cycle);
        }
        if leaves {
            writes.pop_front();
            left = left.wrapping_add(1);
        }
        if raised.is_none() && random.u8(..50) == 0 {
            raised = Some(cycle);
            busy += u64::from(!uses.is_empty() && !writes.is_empty());
        }
        model.poke("begins", begins);
        model.poke("ends", ends);
        model.poke("left", left);
        model.poke("fence", raised.is_some());
        model.tick();
        let Some(since) = raised else { continue };
        if model.peek("fenced") == 1 {
            let later = |began: &u64| *began > since;
            assert!(uses.front().is_none_or(later), "{cycle}");
            assert!(writes.front().is_none_or(later), "{cycle}");
            fences += 1;
            raised = None;
            model.poke("fence", false);
            model.poke("begins", false);
            model.poke("ends", false);
            model.poke("issued", issued);
            model.tick();
            assert_eq!(model.peek("fenced"), 0);
        }
    }
    assert!(
        fences > 200 && busy > 50,
        "{fences} fences, {busy} of them busy"
    );
}
