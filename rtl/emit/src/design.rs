//! All modules of a design: each different one once, children before what uses them.
use crate::memory::Memory;
use crate::module::{Module, header};
use crate::mutate::Mutation;
use crate::plan::Plan;
use crate::scope::Scope;
use crate::statements::module_name;
use crate::text::wrapped;
use crate::tree::{self, Node};
use ast::VerilogStatement;
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::collections::{BTreeSet, HashMap};

#[derive(Default)]
pub struct Design<'a> {
    /// Names and bodies, in order.
    modules: Vec<(String, String)>,
    by_body: HashMap<String, String>,
    names: BTreeSet<String>,
    /// Declarations of black boxes.
    cores: BTreeSet<String>,
    errors: Vec<String>,
    mutation: Option<&'a mut dyn Mutation>,
}

impl<'a> Design<'a> {
    /// A design whose kernels are changed by this.
    pub fn mutated(mutation: &'a mut dyn Mutation) -> Self {
        Design {
            mutation: Some(mutation),
            ..Design::default()
        }
    }

    /// The text of a block under a top module called `name`, or every reason why not.
    pub fn emit(mut self, name: &str, block: &dyn Block) -> Result<String, Vec<String>> {
        let top = tree::collect(name, block).map_err(|e| vec![e])?;
        self.top(&top, name);
        if self.errors.is_empty() {
            Ok(self.text())
        } else {
            Err(self.errors)
        }
    }

    fn text(&self) -> String {
        let modules = self
            .modules
            .iter()
            .map(|(name, body)| format!("\nmodule {name} {body}endmodule\n"));
        let cores = self.cores.iter().map(|core| format!("\n{}\n", core.trim()));
        let all: String = modules.chain(cores).collect();
        format!("`default_nettype none\n{all}\n`default_nettype wire\n")
    }

    /// Adds the top module under its name.
    fn top(&mut self, node: &Node, name: &str) {
        self.names.insert(name.into());
        let body = match &node.hdl {
            Verilog::Combinatorial(code) => self.kernel(node, code, name),
            Verilog::Empty => self.kernel(node, &[], name),
            _ => {
                self.refuse(node, ["the top block needs a kernel".into()]);
                return;
            }
        };
        self.modules.push((name.into(), body));
    }

    fn refuse(&mut self, node: &Node, reasons: impl IntoIterator<Item = String>) {
        self.errors
            .extend(reasons.into_iter().map(|r| format!("{}: {r}", node.path)));
    }

    /// The name of the module that is this block; adds it unless its body is known.
    fn module(&mut self, node: &Node, ram_style: Option<&str>) -> String {
        // an element of an array goes without its number
        let field = node
            .name
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end_matches('$');
        let mut name = field.replace('$', "_");
        let body = match &node.hdl {
            Verilog::Combinatorial(code) => {
                if let Some(own) = code.iter().find_map(own_name) {
                    name = own.into();
                }
                self.kernel(node, code, &name)
            }
            Verilog::Empty if node.ports().any(|p| p.is_output()) => {
                self.refuse(node, ["it has outputs but no hdl()".into()]);
                return name;
            }
            Verilog::Empty => self.kernel(node, &[], &name),
            Verilog::Custom(text) => match Memory::parse(text) {
                Some(memory) => {
                    name = memory.name();
                    let at_rest = node.atoms.iter().find(|a| a.name == memory.output());
                    let default = at_rest.map_or(BigUint::ZERO, |a| a.value.clone());
                    header(node) + &memory.body(&default, ram_style)
                }
                None => header(node) + &indented(text),
            },
            Verilog::Wrapper(wrapper) => {
                self.cores.insert(wrapper.cores.clone());
                header(node) + &wrapper.code + "\n"
            }
            Verilog::Blackbox(black_box) => {
                if !black_box.code.trim().is_empty() {
                    self.cores.insert(black_box.code.clone());
                }
                self.names.insert(black_box.name.clone());
                return black_box.name.clone();
            }
        };
        if let Some(known) = self.by_body.get(&body) {
            return known.clone();
        }
        let name = self.free_name(&name);
        self.names.insert(name.clone());
        self.by_body.insert(body.clone(), name.clone());
        self.modules.push((name.clone(), body));
        name
    }

    fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|i| format!("{name}_{i}"));
        let mut all = std::iter::once(name.to_string()).chain(numbered);
        all.find(|n| !self.names.contains(n))
            .expect("numbers do not end")
    }

    fn kernel(&mut self, node: &Node, code: &[VerilogStatement], name: &str) -> String {
        let mut scope = Scope::new(node);
        let mut code = scope.block(code);
        if !scope.errors.is_empty() {
            self.refuse(node, scope.errors);
            return String::new();
        }
        if let Some(mutation) = &mut self.mutation {
            mutation.mutate(name, &scope, &mut code);
        }
        match Plan::new(&scope, code) {
            Ok(plan) => {
                let module = Module::new(node, &scope, &plan);
                let style = node.ram_style.as_deref();
                wrapped(&module.body(&mut |child| self.module(child, style)))
            }
            Err(reasons) => {
                self.refuse(node, reasons);
                String::new()
            }
        }
    }
}

fn own_name(statement: &VerilogStatement) -> Option<&str> {
    match statement {
        VerilogStatement::Comment(text) => module_name(text),
        _ => None,
    }
}

fn indented(text: &str) -> String {
    let lines = text.lines().filter(|l| !l.trim().is_empty());
    lines.map(|l| format!("  {}\n", l.trim_end())).collect()
}
