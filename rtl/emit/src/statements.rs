//! Unrolls and resolves the statements of a kernel; every refusal names its statement.
use crate::ir::{Arm, Expr, Statement};
use crate::scope::{Refused, Scope, integer};
use crate::show;
use ast::{
    VerilogBlockOrConditional as Else, VerilogExpression as Ast, VerilogLink, VerilogLinkDetails,
    VerilogLoop, VerilogMatch, VerilogStatement,
};
use num_bigint::BigUint;
use rust_hdl::prelude::*;

impl Scope {
    /// Statements in order. What is refused goes to `errors`, so that all of it is seen at once.
    pub fn block(&mut self, statements: &[VerilogStatement]) -> Vec<Statement> {
        let mut out = vec![];
        for statement in statements {
            match self.statement(statement) {
                Ok(elaborated) => out.extend(elaborated),
                Err(reason) => {
                    let text = format!("in `{}`: {reason}", show::statement(statement));
                    if !self.errors.contains(&text) {
                        self.errors.push(text);
                    }
                }
            }
        }
        out
    }

    fn statement(&mut self, statement: &VerilogStatement) -> Refused<Vec<Statement>> {
        Ok(match statement {
            VerilogStatement::Assignment(to, value) => {
                let place = self.place(target(to)?)?;
                let value = self.sized(value, place.width)?;
                vec![set(place.signal, place.low, place.width, value)]
            }
            VerilogStatement::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => {
                let place = self.place(target(base)?)?;
                let at = self.fixed_position(offset)?;
                let at = at.ok_or(
                    "a part written at a variable offset is not supported, write a loop with if",
                )?;
                if at + width > place.width {
                    return Err(format!(
                        "bits {at} to {} of {} bits",
                        at + width - 1,
                        place.width
                    ));
                }
                let value = self.sized(replacement, *width)?;
                vec![set(place.signal, place.low + at, *width, value)]
            }
            VerilogStatement::If(c) => {
                let test = self.condition(&c.test)?;
                let then = self.block(&c.then);
                let otherwise = match &c.otherwise {
                    Else::Block(block) => self.block(block),
                    Else::Conditional(inner) => self.block(std::slice::from_ref(&**inner)),
                    Else::None => vec![],
                };
                vec![Statement::If {
                    test,
                    then,
                    otherwise,
                }]
            }
            VerilogStatement::Match(m) => vec![self.case(m)?],
            VerilogStatement::Loop(l) => self.unroll(l),
            VerilogStatement::Macro(block) => self.block(block),
            VerilogStatement::Comment(text) => match module_name(text) {
                Some(_) => vec![],
                None => vec![Statement::Comment(remark(text).into())],
            },
            VerilogStatement::Link(links) => {
                links.iter().map(|l| self.link(l)).collect::<Refused<_>>()?
            }
        })
    }

    fn unroll(&mut self, l: &VerilogLoop) -> Vec<Statement> {
        let mut out = vec![];
        for turn in l.from.as_usize()..l.to.as_usize() {
            self.loops.push((l.index.clone(), turn as u64));
            out.extend(self.block(&l.block));
            self.loops.pop();
        }
        out
    }

    fn case(&mut self, m: &VerilogMatch) -> Refused<Statement> {
        let of = self.own_width(&m.test)?;
        let width = of.width();
        let mut arms = vec![];
        let mut variants = None;
        for case in &m.cases {
            let label = if case.condition == "default" {
                None
            } else if let Some(label) = self.label(&case.condition)? {
                if label.width != width {
                    return Err(format!("the label {} is not of that type", case.condition));
                }
                variants = Some(label.variants);
                Some(Expr::Label(case.condition.clone(), width))
            } else {
                let value = integer(&case.condition);
                let value = value
                    .ok_or_else(|| format!("the pattern `{}` is not supported", case.condition))?;
                if value.bits() as usize > width {
                    return Err(format!("the pattern {value} does not fit in {width} bits"));
                }
                Some(Expr::Literal(value, width))
            };
            let body = self.block(&case.block);
            arms.push(Arm { label, body });
        }
        let labels = arms.iter().filter(|a| a.label.is_some()).count();
        let all = variants == Some(labels) || BigUint::from(labels) == BigUint::from(1u8) << width;
        if all && labels == arms.len() {
            // Rust knows the match to be complete: the last variant takes the unused codes too
            arms.last_mut().ok_or("a match without arms")?.label = None;
        }
        let full = arms.iter().any(|a| a.label.is_none());
        Ok(Statement::Case { of, arms, full })
    }

    fn link(&self, link: &VerilogLink) -> Refused<Statement> {
        let end = |name: &str, inside: &str| match inside {
            "" => self.place(name),
            inside => self.place(&format!(
                "{name}${}",
                inside.trim_start_matches('.').replace('.', "$")
            )),
        };
        let ends = |d: &VerilogLinkDetails| {
            Ok::<_, String>((
                end(&d.owner_name, &d.my_name)?,
                end(&d.other_name, &d.my_name)?,
            ))
        };
        let (from, to) = match link {
            VerilogLink::Forward(d) => ends(d)?,
            VerilogLink::Backward(d) => ends(d).map(|(a, b)| (b, a))?,
            VerilogLink::Bidirectional(_) => return Err("a link both ways is not supported".into()),
        };
        if from.width != to.width {
            return Err(format!(
                "{} and {} have different widths",
                from.signal, to.signal
            ));
        }
        let value = Expr::Signal(from.signal, from.width);
        Ok(set(to.signal, 0, to.width, value))
    }
}

fn set(target: String, low: usize, width: usize, value: Expr) -> Statement {
    Statement::Set {
        target,
        low,
        width,
        value,
    }
}

fn target(ast: &Ast) -> Refused<&str> {
    match ast {
        Ast::Signal(name) => Ok(name),
        other => Err(format!(
            "`{}` cannot be assigned to",
            show::expression(other)
        )),
    }
}

/// The words of a comment; `#[hdl_gen]` leaves `comment! ("` before them.
fn remark(text: &str) -> &str {
    text.split_once("(\"").map_or(text, |(_, words)| words)
}

/// The name that a comment gives to its module.
pub fn module_name(text: &str) -> Option<&str> {
    remark(text).strip_prefix("module ").map(str::trim)
}
