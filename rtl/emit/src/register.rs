//! rust-hdl's flip-flops, and the groups of statements that can be printed as clocked blocks.
use crate::ir::{Expr, Statement};
use crate::plan::Plan;
use crate::tree::Node;
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// A flip-flop, known by its text.
pub struct FlipFlop<'a> {
    pub clock: &'a str,
    pub start: BigUint,
}

impl<'a> FlipFlop<'a> {
    pub fn of(node: &'a Node) -> Option<Self> {
        let Verilog::Custom(text) = &node.hdl else {
            return None;
        };
        let (start, rest) = text
            .trim()
            .strip_prefix("initial begin\n   q = ")?
            .split_once(";\nend\n\nalways @(posedge ")?;
        let (clock, body) = rest.split_once(')')?;
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
        if body != "begin q <= d; end" && body != "q <= d;" {
            return None;
        }
        let digits = start.split_once("'h")?.1;
        Some(FlipFlop {
            clock,
            start: BigUint::parse_bytes(digits.as_bytes(), 16)?,
        })
    }
}

/// A flip-flop whose input nothing else reads.
struct Direct {
    q: String,
    clock: Expr,
}

/// Decides which groups become clocked blocks of their own. A group that sets nothing but inputs of
/// flip-flops of one clock is written as `q <= ..` in place: that makes simulation several times
/// faster than a copy through `d`, and the text shorter.
pub struct Registers {
    direct: HashMap<String, Direct>,
}

/// Statements of a clocked block.
pub struct Clocked {
    pub clock: Expr,
    pub body: Vec<Statement>,
    /// Inputs of flip-flops that it sets.
    pub targets: BTreeSet<String>,
}

impl Registers {
    pub fn new(node: &Node, plan: &Plan) -> Self {
        let direct = |child: &Node| {
            let pin = |port: &str| format!("{}${port}", child.name);
            let clock = plan.aliases.get(&pin(FlipFlop::of(child)?.clock))?.clone();
            let unread = !plan.used.contains(&pin("d"));
            unread.then(|| (pin("d"), Direct { q: pin("q"), clock }))
        };
        Registers {
            direct: node.children.iter().filter_map(direct).collect(),
        }
    }

    /// The output whose input this is.
    pub fn q(&self, d: &str) -> String {
        self.direct[d].q.clone()
    }

    /// The group as a clocked block, if it can be one.
    pub fn clocked(&self, group: &[Statement]) -> Option<Clocked> {
        let mut targets = BTreeSet::new();
        group
            .iter()
            .for_each(|s| s.writes(&mut |name| targets.extend([name.to_string()])));
        let clock = &self.direct.get(targets.first()?)?.clock;
        let same = |d: &String| self.direct.get(d).is_some_and(|f| f.clock == *clock);
        if !targets.iter().all(same) || overrides(group, false) {
            return None;
        }
        Some(Clocked {
            clock: clock.clone(),
            body: self.without_holds(group),
            targets,
        })
    }

    /// Drops `d = q`, which a clocked block does not need, unless something was set before it.
    fn without_holds(&self, group: &[Statement]) -> Vec<Statement> {
        let mut set = BTreeSet::new();
        let mut body = vec![];
        for statement in group {
            if let Statement::Set {
                target,
                value: Expr::Signal(q, _),
                ..
            } = statement
                && *q == self.direct[target].q
                && !set.contains(target)
            {
                continue;
            }
            statement.writes(&mut |name| set.extend([name.to_string()]));
            body.push(statement.clone());
        }
        body
    }
}

/// Whether inside a branch something set under a condition is then set without one. Yosys 0.70
/// takes the two in the wrong order in a clocked block, though not in a combinational one.
fn overrides(body: &[Statement], nested: bool) -> bool {
    let mut conditional = BTreeSet::new();
    body.iter().any(|statement| {
        if let Statement::Set { target, .. } = statement {
            return nested && conditional.contains(target);
        }
        statement.writes(&mut |name| conditional.extend([name.to_string()]));
        statement
            .branches()
            .into_iter()
            .any(|branch| overrides(branch, true))
    })
}
