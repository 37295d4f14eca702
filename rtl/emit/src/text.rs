//! Expressions and statements as text that depends on no precedence, cast or neighbour.
use crate::ir::{Expr, Shift, Statement};
use std::fmt::{Display, Write};

/// `[7:0] `, nothing for one bit.
pub fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// An expression without brackets round it.
pub fn expression(x: &Expr) -> String {
    match x {
        Expr::Binary(op, left, right, _) if x.variable_shift().is_none() => {
            format!("{} {op} {}", left_operand(op, left), operand(right))
        }
        x => operand(x),
    }
}

/// `(a ^ b) ^ c` needs no brackets.
fn left_operand(op: &str, left: &Expr) -> String {
    match left {
        Expr::Binary(inner, ..) if *inner == op && ["&", "|", "^"].contains(inner) => {
            expression(left)
        }
        left => operand(left),
    }
}

/// An expression as an operand of another.
fn operand(x: &Expr) -> String {
    match x {
        Expr::Signal(name, _) | Expr::Label(name, _) => name.clone(),
        Expr::Literal(value, width) => format!("{width}'h{value:x}"),
        Expr::Part(name, low, 1) => format!("{name}[{low}]"),
        Expr::Part(name, low, width) => format!("{name}[{}:{low}]", low + width - 1),
        Expr::Bit(name, at) => format!("{name}[{}]", expression(at)),
        Expr::Binary(_, left, right, _) => match x.variable_shift() {
            Some(shift) => {
                let (left, right) = (expression(left), expression(right));
                format!("{}({left}, {right})", shift_function(shift))
            }
            None => format!("({})", expression(x)),
        },
        Expr::Not(inner) => format!("~{}", operand(inner)),
        // `^~` would be one token
        Expr::Reduce(op, inner) if matches!(**inner, Expr::Not(_)) => {
            format!("({op}({}))", operand(inner))
        }
        Expr::Reduce(op, inner) => format!("({op}{})", operand(inner)),
        Expr::Extend(inner, width) => {
            format!("{{{}'h0, {}}}", width - inner.width(), expression(inner))
        }
        // Not a cast: Yosys 0.23 takes `a ^ 7'(x)` for `(a ^ 7)'(x)` and keeps high bits inside
        // concatenations.
        Expr::Truncate(inner, width) => {
            format!(
                "{}({})",
                low_function(*width, inner.width()),
                expression(inner)
            )
        }
        Expr::Concat(parts) => {
            format!(
                "{{{}}}",
                parts.iter().map(expression).collect::<Vec<_>>().join(", ")
            )
        }
        Expr::Repeat(times, inner) => format!("{{{times}{{{}}}}}", expression(inner)),
    }
}

fn low_function(width: usize, of: usize) -> String {
    format!("low{width}_of{of}")
}

/// The function that keeps the low bits of something.
pub fn low_definition(width: usize, of: usize) -> String {
    let (name, result, argument) = (low_function(width, of), range(width), range(of));
    format!(
        "  function automatic {result}{name}(input {argument}x);\n    {name} = x[{}:0];\n  endfunction\n",
        width - 1
    )
}

fn shift_function((op, of, by): Shift) -> String {
    let direction = if op == "<<" { "left" } else { "right" };
    format!("shift_{direction}{of}_by{by}")
}

/// The function that shifts by a variable. Verilator 5.048 to 5.050 folds a shift of a shift, also
/// through signals and modules, into one by the sum of the amounts, and lets the sum wrap at their
/// width (its issue 7955). It strips zeros above an amount first, so no wider amount helps; it does
/// not look into a function that it may not inline.
pub fn shift_definition(shift: Shift) -> String {
    let (op, of, by) = shift;
    let (name, of, by) = (shift_function(shift), range(of), range(by));
    format!(
        "  function automatic {of}{name}(input {of}x, input {by}by);\n    \
         // verilator no_inline_task\n    {name} = x {op} by;\n  endfunction\n"
    )
}

/// What an assignment writes to: a signal, or bits of it.
pub fn target(name: &str, low: usize, width: usize, of: usize) -> String {
    match width {
        width if width == of => name.into(),
        1 => format!("{name}[{low}]"),
        width => format!("{name}[{}:{low}]", low + width - 1),
    }
}

/// How assignments are written: the signal's width, its name, `=` or `<=`.
pub struct Assign<'a> {
    pub width: &'a dyn Fn(&str) -> usize,
    pub name: &'a dyn Fn(&str) -> String,
    pub operator: &'static str,
}

/// Statements, indented.
pub fn statements(code: &[Statement], assign: &Assign, depth: usize, out: &mut String) {
    for statement in code {
        match statement {
            Statement::Comment(words) => line(out, depth, format_args!("// {words}")),
            Statement::Set {
                target: to,
                low,
                width,
                value,
            } => {
                let to = target(&(assign.name)(to), *low, *width, (assign.width)(to));
                line(
                    out,
                    depth,
                    format_args!("{to} {} {};", assign.operator, expression(value)),
                );
            }
            Statement::If {
                test,
                then,
                otherwise,
            } => {
                line(out, depth, format_args!("if ({}) begin", expression(test)));
                statements(then, assign, depth + 1, out);
                if !otherwise.is_empty() {
                    line(out, depth, "end else begin");
                    statements(otherwise, assign, depth + 1, out);
                }
                line(out, depth, "end");
            }
            Statement::Case { of, arms, .. } => {
                line(out, depth, format_args!("case ({})", expression(of)));
                for arm in arms {
                    let label = arm.label.as_ref().map_or("default".into(), expression);
                    line(out, depth + 1, format_args!("{label}: begin"));
                    statements(&arm.body, assign, depth + 2, out);
                    line(out, depth + 1, "end");
                }
                line(out, depth, "endcase");
            }
        }
    }
}

pub fn line(out: &mut String, depth: usize, text: impl Display) {
    writeln!(out, "{:indent$}{text}", "", indent = 2 * depth).expect("a string takes everything");
}

/// Breaks long lines at spaces: tools limit the tokens of a line.
pub fn wrapped(text: &str) -> String {
    const LIMIT: usize = 110;
    let mut out = String::new();
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let comment = words.starts_with("//");
        out.push_str(&line[..indent]);
        let mut column = indent;
        for (i, word) in words.split(' ').enumerate() {
            if i > 0 && !comment && column + word.len() > LIMIT {
                out.push('\n');
                out.push_str(&" ".repeat(indent + 4));
                column = indent + 4;
            } else if i > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += word.len();
        }
        out.push('\n');
    }
    out
}
