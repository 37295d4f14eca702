//! The text of one module that is a kernel: declarations, logic, registers, instances.
use crate::ir::{Expr, Statement};
use crate::plan::Plan;
use crate::register::{FlipFlop, Registers};
use crate::scope::Scope;
use crate::text::{Assign, expression, line, low_definition, range, shift_definition, statements};
use crate::tree::{AtomInfo, Node};
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The ports of a module, after its name.
pub fn header(node: &Node) -> String {
    let port = |a: &AtomInfo| {
        let direction = if a.is_output() { "output" } else { "input " };
        format!("  {direction} logic {}{}", range(a.bits), a.name)
    };
    format!(
        "(\n{}\n);\n",
        node.ports().map(port).collect::<Vec<_>>().join(",\n")
    )
}

/// The parts of a module, in the order in which they are printed.
#[derive(Default)]
struct Parts {
    nets: String,
    logic: String,
    instances: String,
    starts: String,
    /// Registers that have no block of their own, by clock.
    clocked: BTreeMap<String, String>,
}

pub struct Module<'a> {
    node: &'a Node,
    scope: &'a Scope,
    plan: &'a Plan,
}

impl<'a> Module<'a> {
    pub fn new(node: &'a Node, scope: &'a Scope, plan: &'a Plan) -> Self {
        Module { node, scope, plan }
    }

    /// Everything after the module's name. `module_of` names the module of a child.
    pub fn body(&self, module_of: &mut dyn FnMut(&Node) -> String) -> String {
        let mut parts = Parts::default();
        let direct = self.logic(&mut parts.logic);
        for child in &self.node.children {
            self.nets(child, &direct, &mut parts);
            match FlipFlop::of(child) {
                Some(ff) if !direct.contains(&format!("{}$d", child.name)) => {
                    let pin = |name: &str| {
                        self.pin(
                            child,
                            child
                                .ports()
                                .find(|a| a.name == name)
                                .expect("a flip-flop has it"),
                        )
                    };
                    let registers = parts.clocked.entry(pin(ff.clock)).or_default();
                    line(
                        registers,
                        2,
                        format_args!("{}$q <= {};", child.name, pin("d")),
                    );
                }
                Some(_) => {}
                None => {
                    let pins = child
                        .ports()
                        .map(|a| format!("    .{}({})", a.name, self.pin(child, a)));
                    let pins = pins.collect::<Vec<_>>().join(",\n");
                    let module = module_of(child);
                    parts.instances += &format!("  {module} {} (\n{pins}\n  );\n", child.name);
                }
            }
        }
        header(self.node) + &self.declarations() + &parts.joined()
    }

    /// Prints the groups. Returns the inputs of flip-flops that need no net.
    fn logic(&self, out: &mut String) -> BTreeSet<String> {
        let registers = Registers::new(self.node, self.plan);
        let width = |name: &str| self.scope.symbols[name].width;
        let mut direct = BTreeSet::new();
        for group in &self.plan.groups {
            if let Some(clocked) = registers.clocked(group) {
                line(
                    out,
                    1,
                    format_args!("always @(posedge {}) begin", expression(&clocked.clock)),
                );
                let name = |d: &str| registers.q(d);
                statements(
                    &clocked.body,
                    &Assign {
                        width: &width,
                        name: &name,
                        operator: "<=",
                    },
                    2,
                    out,
                );
                line(out, 1, "end");
                direct.extend(clocked.targets);
            } else if let Some((target, value)) = self.as_one_value(group) {
                for statement in group {
                    if let Statement::Comment(words) = statement {
                        line(out, 1, format_args!("// {words}"));
                    }
                }
                line(out, 1, format_args!("assign {target} = {value};"));
            } else if group.iter().any(|s| !matches!(s, Statement::Comment(_))) {
                line(out, 1, "always_comb begin");
                let name = |name: &str| name.to_string();
                statements(
                    group,
                    &Assign {
                        width: &width,
                        name: &name,
                        operator: "=",
                    },
                    2,
                    out,
                );
                line(out, 1, "end");
            }
        }
        direct
    }

    /// A signal set once, or part by part outside any branch: one value.
    fn as_one_value(&self, group: &[Statement]) -> Option<(String, String)> {
        let mut parts = vec![];
        for statement in group {
            match statement {
                Statement::Set {
                    target,
                    low,
                    width,
                    value,
                } => parts.push((target, *low, *width, value)),
                Statement::Comment(_) => {}
                _ => return None,
            }
        }
        parts.sort_by_key(|p| std::cmp::Reverse(p.1));
        let target = parts.first()?.0;
        let mut top = self.scope.symbols[target].width;
        for (to, low, width, value) in &parts {
            let mut reads_itself = false;
            value.reads(&mut |name, _, _| reads_itself |= name == target);
            if *to != target || low + width != top || reads_itself {
                return None;
            }
            top = *low;
        }
        let values: Vec<_> = parts.iter().map(|p| expression(p.3)).collect();
        match &values[..] {
            _ if top != 0 => None,
            [one] => Some((target.clone(), one.clone())),
            _ => Some((target.clone(), format!("{{{}}}", values.join(", ")))),
        }
    }

    /// Declares the nets to a child, and what a register starts with.
    fn nets(&self, child: &Node, direct: &BTreeSet<String>, parts: &mut Parts) {
        let ff = FlipFlop::of(child);
        for port in child.ports() {
            let net = child.net(port);
            let unread = port.is_output() && ff.is_none() && !self.plan.used.contains(&net);
            if unread || self.plan.aliases.contains_key(&net) || direct.contains(&net) {
                continue;
            }
            line(
                &mut parts.nets,
                1,
                format_args!("logic {}{net};", range(port.bits)),
            );
            if let (Some(ff), true) = (&ff, port.is_output()) {
                line(
                    &mut parts.starts,
                    2,
                    format_args!("{net} = {}'h{:x};", port.bits, ff.start),
                );
            }
        }
    }

    /// What a child's port is connected to.
    fn pin(&self, child: &Node, port: &AtomInfo) -> String {
        let net = child.net(port);
        match self.plan.aliases.get(&net) {
            Some(value) => expression(value),
            None if port.is_output()
                && FlipFlop::of(child).is_none()
                && !self.plan.used.contains(&net) =>
            {
                String::new()
            }
            None => net,
        }
    }

    /// Local signals, constants, labels and functions.
    fn declarations(&self) -> String {
        let mut out = String::new();
        let constant = |out: &mut String, name: &str, width: usize, value: String| {
            line(
                out,
                1,
                format_args!(
                    "localparam logic {}{name} = {width}'h{value};",
                    range(width)
                ),
            );
        };
        for atom in &self.node.atoms {
            match atom.kind {
                AtomKind::LocalSignal => {
                    line(
                        &mut out,
                        1,
                        format_args!("logic {}{};", range(atom.bits), atom.name),
                    );
                }
                AtomKind::Constant if self.plan.used.contains(&atom.name) => {
                    constant(&mut out, &atom.name, atom.bits, format!("{:x}", atom.value));
                }
                _ => {}
            }
        }
        let (mut labels, mut lows) = (BTreeSet::new(), BTreeSet::new());
        let mut shifts = BTreeSet::new();
        self.plan.expressions(&mut |x| {
            shifts.extend(x.variable_shift());
            match x {
                Expr::Label(name, width) => labels.extend([(name.clone(), *width)]),
                Expr::Truncate(inner, width) => lows.extend([(*width, inner.width())]),
                _ => {}
            }
        });
        for (name, width) in labels {
            let label = self
                .scope
                .label(&name)
                .ok()
                .flatten()
                .expect("was looked up before");
            constant(&mut out, &name, width, format!("{:x}", label.value));
        }
        out.extend(
            lows.into_iter()
                .map(|(width, of)| low_definition(width, of)),
        );
        out.extend(shifts.into_iter().map(shift_definition));
        out
    }
}

impl Parts {
    fn joined(self) -> String {
        let mut out = self.nets + &self.logic + &self.instances;
        if !self.starts.is_empty() {
            out += &format!("  initial begin\n{}  end\n", self.starts);
        }
        for (clock, registers) in self.clocked {
            out += &format!("  always @(posedge {clock}) begin\n{registers}  end\n");
        }
        out
    }
}
