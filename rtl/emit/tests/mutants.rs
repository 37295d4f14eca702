//! Every fault that is listed can be emitted, and changes the text.
use ferric_emit::mutate::{Mutant, emit_mutant, sites};
use rust_hdl::prelude::*;
use std::collections::BTreeSet;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    Idle,
    Count,
    Done,
}

#[derive(LogicBlock, Default)]
struct Counter {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    start: Signal<In, Bit>,
    limit: Signal<In, Bits<8>>,
    done: Signal<Out, Bit>,
    state: DFF<State>,
    count: DFF<Bits<8>>,
}
impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, count);
        self.done.next = false;
        match self.state.q.val() {
            State::Idle => {
                if self.start.val() {
                    self.state.d.next = State::Count;
                }
            }
            State::Count => {
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val() == self.limit.val() {
                    self.state.d.next = State::Done;
                }
            }
            State::Done => {
                self.done.next = true;
                self.count.d.next = 0.into();
                self.state.d.next = State::Idle;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.count.d.next = 0.into();
        }
    }
}

fn counter() -> Counter {
    let mut counter = Counter::default();
    counter.connect_all();
    counter
}

#[test]
fn every_site_gives_a_design_of_its_own() {
    let counter = counter();
    let sound = ferric_emit::emit("counter", &counter).expect("sound");
    let sites = sites("counter", &counter).expect("sites");
    let mut texts = BTreeSet::from([sound]);
    for site in &sites {
        let text = emit_mutant("counter", &counter, &site.mutant);
        let text = text.unwrap_or_else(|e| panic!("{} {}: {e:?}", site.mutant, site.fault));
        assert!(
            texts.insert(text),
            "{} {} changes nothing",
            site.mutant,
            site.fault
        );
    }
    let has = |fault: &str| sites.iter().any(|s| s.fault.contains(fault));
    for fault in [
        "`+` becomes `-`",
        "`==` becomes `!=`",
        "condition negated",
        "dropped",
        "is one more",
        "is the next",
    ] {
        assert!(has(fault), "no site of the kind: {fault}");
    }
}

#[test]
fn default_that_guards_against_a_latch_is_not_dropped() {
    let sites = sites("counter", &counter()).expect("sites");
    let dropped: Vec<_> = sites
        .iter()
        .filter(|s| s.fault == "done: assignment dropped")
        .collect();
    assert_eq!(
        dropped.len(),
        1,
        "the default of `done` must stay: {dropped:?}"
    );
}

#[test]
fn unknown_module_changes_nothing() {
    let mutant: Mutant = "elsewhere:3".parse().expect("a mutant");
    let text = emit_mutant("counter", &counter(), &mutant).expect("sound");
    assert_eq!(
        text,
        ferric_emit::emit("counter", &counter()).expect("sound")
    );
    assert!("counter".parse::<Mutant>().is_err());
}
