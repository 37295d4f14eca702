//! Designs with one thing wrong, to see whether the tests notice.
//!
//! A site is a place where a kernel can be made wrong in a small way: an operator swapped, a
//! constant off by one, a condition negated, an assignment dropped. Sites are counted module by
//! module in the order of the text. A test binary that builds its models through [`emit`] here
//! runs against a mutant when `FERRIC_MUTANT=module:site` says so, and tells which sites there are
//! in what it builds when `FERRIC_MUTANT_LOG=file` names a file for that.
use crate::design::Design;
use crate::ir::{Expr, Statement, mask};
use crate::plan::Plan;
use crate::scope::Scope;
use crate::show;
use rust_hdl::prelude::*;
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// Changes the statements of the modules that a design is made of.
pub trait Mutation {
    fn mutate(&mut self, module: &str, scope: &Scope, code: &mut Vec<Statement>);
}

/// One small fault, by its module and its number there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mutant {
    pub module: String,
    pub site: usize,
}

/// A mutant and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Site {
    pub mutant: Mutant,
    pub fault: String,
}

impl FromStr for Mutant {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (module, site) = text.split_once(':')?;
            Some(Mutant {
                module: module.into(),
                site: site.parse().ok()?,
            })
        };
        read().ok_or_else(|| format!("`{text}` is not MODULE:SITE"))
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.module, self.site)
    }
}

/// Emits a design for a test: as it is, or as the environment asks.
pub fn emit(name: &str, block: &dyn Block) -> Result<String, Vec<String>> {
    if let Some(file) = std::env::var_os("FERRIC_MUTANT_LOG") {
        let logged = log(Path::new(&file), &known_sites(name, block)?);
        logged.map_err(|e| vec![format!("FERRIC_MUTANT_LOG: {e}")])?;
        return Err(vec![
            "FERRIC_MUTANT_LOG asks for a list and no model".into(),
        ]);
    }
    match std::env::var("FERRIC_MUTANT") {
        Ok(mutant) => emit_mutant(name, block, &mutant.parse().map_err(|e| vec![e])?),
        Err(_) => crate::emit(name, block),
    }
}

/// The sites of a design, found once however many tests build it: each dropped assignment is a
/// plan of its module.
fn known_sites(name: &str, block: &dyn Block) -> Result<Vec<Site>, Vec<String>> {
    static KNOWN: Mutex<BTreeMap<String, Vec<Site>>> = Mutex::new(BTreeMap::new());
    let text = crate::emit(name, block)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains_key(&text) {
        known.insert(text.clone(), sites(name, block)?);
    }
    Ok(known[&text].clone())
}

/// A line for each site: mutant, fault and the test that asks, whose name its thread bears.
fn log(file: &Path, sites: &[Site]) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)?;
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let lines = sites
        .iter()
        .map(|s| format!("{}\t{}\t{test}\n", s.mutant, s.fault));
    file.write_all(lines.collect::<String>().as_bytes())
}

/// Emits the design with that fault; as it is if it has no such module or site.
pub fn emit_mutant(name: &str, block: &dyn Block, mutant: &Mutant) -> Result<String, Vec<String>> {
    Design::mutated(&mut mutant.clone()).emit(name, block)
}

/// Every fault that the design can have and still be emitted.
pub fn sites(name: &str, block: &dyn Block) -> Result<Vec<Site>, Vec<String>> {
    let mut list = List::default();
    Design::mutated(&mut list).emit(name, block)?;
    Ok(list.0)
}

impl Mutation for Mutant {
    fn mutate(&mut self, module: &str, scope: &Scope, code: &mut Vec<Statement>) {
        if module == self.module {
            let mut editor = Editor {
                scope,
                wanted: Some(self.site),
                faults: vec![],
            };
            editor.block(code);
        }
    }
}

#[derive(Default)]
struct List(Vec<Site>);

impl Mutation for List {
    fn mutate(&mut self, module: &str, scope: &Scope, code: &mut Vec<Statement>) {
        if self.0.iter().any(|s| s.mutant.module == module) {
            return; // another instance
        }
        let mut editor = Editor {
            scope,
            wanted: None,
            faults: vec![],
        };
        editor.block(code);
        for (site, fault) in editor.faults.into_iter().enumerate() {
            let mutant = Mutant {
                module: module.into(),
                site,
            };
            if fault.ends_with(DROPPED) {
                // not where the emitter itself would notice
                let mut code = code.clone();
                mutant.clone().mutate(module, scope, &mut code);
                if Plan::new(scope, code).is_err() {
                    continue;
                }
            }
            self.0.push(Site { mutant, fault });
        }
    }
}

const DROPPED: &str = "assignment dropped";

/// Walks over the sites and changes the one wanted.
struct Editor<'a> {
    scope: &'a Scope,
    wanted: Option<usize>,
    /// Of the sites passed so far.
    faults: Vec<String>,
}

impl Editor<'_> {
    /// Whether this site is the one.
    fn here(&mut self, at: &str, fault: &str) -> bool {
        self.faults.push(format!("{at}: {fault}"));
        self.wanted == Some(self.faults.len() - 1)
    }

    fn block(&mut self, code: &mut Vec<Statement>) {
        let mut dropped = None;
        for (place, statement) in code.iter_mut().enumerate() {
            let at = match statement {
                Statement::Set { target, .. } if self.scope.symbols[target].is_clock() => continue,
                Statement::Set { target, .. } => show::name(target),
                Statement::If { .. } => "if".into(),
                Statement::Case { .. } => "match".into(),
                Statement::Comment(_) => continue,
            };
            if let Statement::Set { .. } = statement
                && self.here(&at, DROPPED)
            {
                dropped = Some(place);
            }
            if let Statement::If { test, .. } = statement
                && self.here(&at, "condition negated")
            {
                *test = Expr::Not(Box::new(test.clone()));
            }
            if let Some(x) = statement.operand_mut() {
                self.expression(x, &at);
            }
            statement
                .branches_mut()
                .into_iter()
                .for_each(|b| self.block(b));
        }
        if let Some(place) = dropped {
            code.remove(place);
        }
    }

    fn expression(&mut self, x: &mut Expr, at: &str) {
        match x {
            Expr::Binary(op, ..) => {
                if let Some(other) = swapped(op)
                    && self.here(at, &format!("`{op}` becomes `{other}`"))
                {
                    *op = other;
                }
            }
            Expr::Literal(value, width) if self.here(at, &format!("{value} is one more")) => {
                *value = (&*value + 1u8) & mask(*width);
            }
            Expr::Label(name, width) => {
                let label = self
                    .scope
                    .label(name)
                    .ok()
                    .flatten()
                    .expect("was looked up before");
                if self.here(at, &format!("{} is the next", name.replace('$', "::"))) {
                    *x = Expr::Literal(((label.value + 1) % label.variants).into(), *width);
                    return;
                }
            }
            _ => {}
        }
        x.operands_mut()
            .into_iter()
            .for_each(|x| self.expression(x, at));
    }
}

fn swapped(op: &str) -> Option<&'static str> {
    Some(match op {
        "+" => "-",
        "-" => "+",
        "&" => "|",
        "|" | "^" => "&",
        "==" => "!=",
        "!=" => "==",
        "<" => "<=",
        "<=" => "<",
        ">" => ">=",
        ">=" => ">",
        "<<" => ">>",
        ">>" => "<<",
        _ => return None,
    })
}
