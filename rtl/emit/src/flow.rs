//! Follows a kernel through its branches, bit by bit, and refuses what Verilog would take
//! differently.
//!
//! In Rust a signal has one value a cycle, the last one written, wherever it is read. Verilog runs
//! the statements in order. The two agree when every bit is written before it is read and not
//! again after, and when it is written on every path, so that no latch remembers it.
use crate::ir::{Expr, Statement, mask};
use crate::scope::{Kind, Scope};
use crate::show;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Bits of signals.
type Bits = BTreeMap<String, BigUint>;

/// What is known at a point of the program.
#[derive(Clone, Default)]
struct State {
    /// Written on every path that leads here.
    written: Bits,
    /// Read on some path: may not change any more.
    read: Bits,
}

pub struct Flow<'a> {
    scope: &'a Scope,
    /// Written anywhere.
    targets: &'a BTreeSet<String>,
    state: State,
    pub errors: BTreeSet<String>,
}

impl<'a> Flow<'a> {
    pub fn new(scope: &'a Scope, targets: &'a BTreeSet<String>) -> Self {
        Flow {
            scope,
            targets,
            state: State::default(),
            errors: BTreeSet::new(),
        }
    }

    fn refuse(&mut self, name: &str, reason: &str) {
        self.errors.insert(format!("{} {reason}", show::name(name)));
    }

    pub fn run(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Set {
                    target,
                    low,
                    width,
                    value,
                } => {
                    if !self.scope.symbols[target].is_clock() {
                        self.read(value);
                    }
                    self.write(target, *low, *width);
                }
                Statement::If { test, .. } => {
                    self.read(test);
                    self.branches(statement, true);
                }
                Statement::Case { of, full, .. } => {
                    self.read(of);
                    self.branches(statement, *full);
                }
                Statement::Comment(_) => {}
            }
        }
    }

    fn read(&mut self, expr: &Expr) {
        expr.reads(&mut |name, low, width| {
            let symbol = &self.scope.symbols[name];
            if symbol.is_clock() {
                self.refuse(name, "is a clock and is read as data");
            }
            if !self.targets.contains(name) {
                if symbol.kind == Kind::Local {
                    self.refuse(name, "is read but never written");
                }
                return;
            }
            let bits = mask(width.unwrap_or(symbol.width)) << low;
            let written = self.state.written.get(name);
            if written.is_none_or(|w| w & &bits != bits) {
                self.refuse(name, "is read before it is written: move the assignment up");
            }
            *self.state.read.entry(name.into()).or_default() |= bits;
        });
    }

    fn write(&mut self, target: &str, low: usize, width: usize) {
        let bits = mask(width) << low;
        let read = self.state.read.get(target);
        if read.is_some_and(|r| r & &bits != BigUint::ZERO) {
            self.refuse(
                target,
                "is written after it was read: a signal has one value, the last one written \
                 (to accumulate, use an array of signals)",
            );
        }
        *self.state.written.entry(target.into()).or_default() |= bits;
    }

    fn branches(&mut self, statement: &Statement, full: bool) {
        let before = self.state.clone();
        let mut ends = vec![];
        for branch in statement.branches() {
            self.run(branch);
            ends.push(std::mem::replace(&mut self.state, before.clone()));
        }
        if !full {
            ends.push(before);
        }
        self.state = ends.into_iter().reduce(joined).unwrap_or_default();
    }

    /// At the end: what every signal still lacks.
    pub fn finish(&mut self) {
        for name in self.targets {
            let symbol = &self.scope.symbols[name];
            let written = self.state.written.get(name).cloned().unwrap_or_default();
            let missing = mask(symbol.width) ^ written;
            if missing != BigUint::ZERO {
                self.refuse(
                    name,
                    &format!("is not written on all paths (bits {missing:#x}), which makes a latch: give it a default first"),
                );
            }
        }
    }
}

fn joined(mut a: State, b: State) -> State {
    a.written.retain(|name, bits| {
        *bits &= b.written.get(name).cloned().unwrap_or_default();
        *bits != BigUint::ZERO
    });
    for (name, bits) in b.read {
        *a.read.entry(name).or_default() |= bits;
    }
    a
}
