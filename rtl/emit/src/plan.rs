//! Checks a kernel and decides how its statements are laid out: which inputs of children are only
//! other names, and which statements belong together in one block.
use crate::flow::Flow;
use crate::ir::{Expr, Statement};
use crate::scope::{Kind, Scope};
use crate::show;
use std::collections::{BTreeMap, BTreeSet};

pub struct Plan {
    /// Inputs of children that are another name for something.
    pub aliases: BTreeMap<String, Expr>,
    /// Statements that share targets, in order; the groups are independent of each other.
    pub groups: Vec<Vec<Statement>>,
    /// Everything read, by statements or through aliases.
    pub used: BTreeSet<String>,
}

impl Plan {
    pub fn new(scope: &Scope, mut code: Vec<Statement>) -> Result<Plan, Vec<String>> {
        let aliases = aliases(scope, &code);
        code.retain(
            |s| !matches!(s, Statement::Set { target, .. } if aliases.contains_key(target)),
        );
        let alias = |name: &str| match aliases.get(name) {
            Some(Expr::Signal(other, _)) => Some(other.clone()),
            _ => None,
        };
        code.iter_mut().for_each(|s| s.rename(&alias));
        check(scope, &code, &aliases)?;
        let mut used = BTreeSet::new();
        code.iter()
            .for_each(|s| s.reads(&mut |name| used.extend([name.to_string()])));
        aliases
            .values()
            .for_each(|x| x.reads(&mut |name, _, _| used.extend([name.to_string()])));
        Ok(Plan {
            aliases,
            groups: groups(code),
            used,
        })
    }

    /// Calls `f` with every expression of the module.
    pub fn expressions(&self, f: &mut dyn FnMut(&Expr)) {
        self.groups.iter().flatten().for_each(|statement| {
            statement.walk(&mut |s| {
                if let Some(x) = s.operand() {
                    x.walk(f);
                }
                if let Statement::Case { arms, .. } = s {
                    arms.iter()
                        .filter_map(|a| a.label.as_ref())
                        .for_each(&mut *f);
                }
            })
        });
        self.aliases.values().for_each(|x| x.walk(f));
    }
}

/// Which statements write a signal, by their places.
fn writers(code: &[Statement]) -> BTreeMap<String, Vec<usize>> {
    let mut writers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, statement) in code.iter().enumerate() {
        statement.writes(&mut |name| {
            let places = writers.entry(name.into()).or_default();
            if places.last() != Some(&place) {
                places.push(place);
            }
        });
    }
    writers
}

/// Inputs of children that are set once, outside any branch, to something that the kernel itself
/// does not change. Clocks must be: a clock through logic would come late in simulation.
fn aliases(scope: &Scope, code: &[Statement]) -> BTreeMap<String, Expr> {
    let writers = writers(code);
    let mut read = BTreeSet::new();
    code.iter()
        .for_each(|s| s.reads(&mut |name| read.extend([name.to_string()])));
    let mut aliases: BTreeMap<String, Expr> = BTreeMap::new();
    loop {
        let known = aliases.len();
        for statement in code {
            let Statement::Set {
                target,
                width,
                value,
                ..
            } = statement
            else {
                continue;
            };
            let symbol = &scope.symbols[target];
            let whole = symbol.kind == Kind::Pin && symbol.width == *width;
            if !whole || writers[target].len() > 1 || aliases.contains_key(target) {
                continue;
            }
            let steady = |name: &str| {
                matches!(
                    scope.symbols[name].kind,
                    Kind::Input | Kind::Answer | Kind::Constant
                )
            };
            let value = match value {
                Expr::Signal(name, _) if aliases.contains_key(name) => aliases[name].clone(),
                Expr::Signal(name, _) | Expr::Part(name, ..) if steady(name) => value.clone(),
                Expr::Literal(..) | Expr::Label(..) => value.clone(),
                _ => continue,
            };
            // Only a name can stand wherever the input is read.
            if matches!(value, Expr::Signal(..)) || !read.contains(target) {
                aliases.insert(target.clone(), value);
            }
        }
        if aliases.len() == known {
            return aliases;
        }
    }
}

fn check(
    scope: &Scope,
    code: &[Statement],
    aliases: &BTreeMap<String, Expr>,
) -> Result<(), Vec<String>> {
    let writers = writers(code);
    let targets: BTreeSet<String> = writers.keys().cloned().collect();
    let mut flow = Flow::new(scope, &targets);
    flow.run(code);
    flow.finish();
    let mut errors = flow.errors;
    for (name, symbol) in &scope.symbols {
        let shown = show::name(name);
        match (writers.get(name), symbol.kind) {
            (None, Kind::Output | Kind::Pin) if !aliases.contains_key(name) => {
                errors.insert(format!("{shown} is not driven"));
            }
            (Some(_), Kind::Input | Kind::Constant | Kind::Answer) => {
                errors.insert(format!("{shown} cannot be written here"));
            }
            (Some(places), _) if symbol.is_clock() => {
                let from_clock =
                    |x: &Expr| matches!(x, Expr::Signal(n, _) if scope.symbols[n].is_clock());
                let plain =
                    |s: &Statement| matches!(s, Statement::Set { value, .. } if from_clock(value));
                if places.len() > 1 || !plain(&code[places[0]]) {
                    errors.insert(format!("gated clock: {shown} must be set once, to a clock"));
                }
            }
            _ => {}
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.into_iter().collect())
    }
}

/// Joins statements with a common target, and those that read a target which is written later.
fn groups(code: Vec<Statement>) -> Vec<Vec<Statement>> {
    let writers = writers(&code);
    let mut sets = Sets((0..code.len()).collect());
    writers
        .values()
        .for_each(|places| places.iter().for_each(|p| sets.join(places[0], *p)));
    for (place, statement) in code.iter().enumerate() {
        statement.reads(&mut |name| {
            if let Some(places) = writers.get(name)
                && places.last() > Some(&place)
            {
                sets.join(places[0], place);
            }
        });
        if matches!(statement, Statement::Comment(_)) && place + 1 < code.len() {
            sets.join(place, place + 1);
        }
    }
    let mut groups: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
    for (place, statement) in code.into_iter().enumerate() {
        groups.entry(sets.first(place)).or_default().push(statement);
    }
    groups.into_values().collect()
}

/// Disjoint sets of numbers, each known by its least.
struct Sets(Vec<usize>);

impl Sets {
    fn first(&self, mut i: usize) -> usize {
        while self.0[i] != i {
            i = self.0[i];
        }
        i
    }
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }
}
