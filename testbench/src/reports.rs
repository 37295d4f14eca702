//! Broken rules: they fail the run, or are kept for a test that expects them.

use std::fmt::Debug;

/// One breach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<Rule> {
    /// The cycle it was seen in.
    pub cycle: u64,
    /// The rule.
    pub rule: Rule,
    /// What was seen.
    pub detail: String,
}

/// What a breach leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnViolation {
    /// The run fails at once.
    #[default]
    Panic,
    /// It is kept, for a test that expects it.
    Record,
}

/// Collects breaches of a set of rules.
#[derive(Debug)]
pub struct Reports<Rule> {
    policy: OnViolation,
    seed: u64,
    cycle: u64,
    list: Vec<Violation<Rule>>,
}

impl<Rule: Copy + Debug> Reports<Rule> {
    /// An empty list; `seed` is printed with each breach.
    pub fn new(policy: OnViolation, seed: u64) -> Self {
        Self {
            policy,
            seed,
            cycle: 0,
            list: Vec::new(),
        }
    }

    /// Sets the present cycle.
    pub fn at(&mut self, cycle: u64) {
        self.cycle = cycle;
    }

    /// Reports a breach of `rule`.
    ///
    /// # Panics
    /// If the policy says so.
    pub fn report(&mut self, rule: Rule, detail: String) {
        let (cycle, seed) = (self.cycle, self.seed);
        match self.policy {
            OnViolation::Panic => {
                panic!("cycle {cycle}, seed {seed}: the card broke {rule:?}: {detail}")
            }
            OnViolation::Record => self.list.push(Violation {
                cycle,
                rule,
                detail,
            }),
        }
    }

    /// Reports `rule` unless `kept`; whether it was.
    pub fn require(&mut self, kept: bool, rule: Rule, detail: impl FnOnce() -> String) -> bool {
        if !kept {
            self.report(rule, detail());
        }
        kept
    }

    /// All breaches so far.
    pub fn list(&self) -> &[Violation<Rule>] {
        &self.list
    }

    /// The rules broken so far, in order.
    pub fn rules(&self) -> Vec<Rule> {
        self.list.iter().map(|violation| violation.rule).collect()
    }
}
