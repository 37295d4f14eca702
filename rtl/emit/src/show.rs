//! The AST as the Rust text it came from, for messages.
use crate::kernel::{self, Word};
use ast::{
    VerilogBlockOrConditional as Else, VerilogExpression as E, VerilogOp as Op,
    VerilogOpUnary as Unary, VerilogStatement as Statement,
};
use rust_hdl::prelude::*;

/// `r$q` is `r.q`, `x$val()$psn` is `x.psn`: near enough to the source to be found there.
pub fn name(text: &str) -> String {
    let parts = text.split('$').filter(|part| !is_mark(part));
    parts.collect::<Vec<_>>().join(".")
}

/// What a kernel writes behind a signal to read or set it; a record's fields come after.
pub(crate) fn is_mark(part: &str) -> bool {
    ["val()", "next"].contains(&part)
}

fn operator(op: &Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::LogicalAnd => "&&",
        Op::LogicalOr => "||",
        Op::BitXor => "^",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Eq => "==",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Ne => "!=",
        Op::Ge => ">=",
        Op::Gt => ">",
    }
}

/// An expression on one line.
pub fn expression(e: &E) -> String {
    match e {
        E::Signal(n) => name(n),
        E::Literal(l) => format!("{l:x}")
            .split_once('h')
            .map_or(String::new(), |(_, hex)| format!("0x{hex}")),
        E::Paren(x) => format!("({})", expression(x)),
        E::Cast(x, n) => {
            let x = expression(x);
            match kernel::unpack(*n) {
                Word::Cast(width) => format!("bit_cast::<{width}>({x})"),
                Word::Const(width, value) => format!("bits_const::<{width}>({value:#x})"),
                Word::Cat(_) => format!("bits_cat({x})"),
                Word::Rep(width) => format!("bits_rep::<{width}>({x})"),
            }
        }
        E::Signed(x) => format!("signed({})", expression(x)),
        E::Unsigned(x) => format!("unsigned({})", expression(x)),
        E::Unary(Unary::Not, x) => format!("!{}", expression(x)),
        E::Unary(Unary::Neg, x) => format!("-{}", expression(x)),
        E::Unary(Unary::All, x) => format!("{}.all()", expression(x)),
        E::Unary(Unary::Any, x) => format!("{}.any()", expression(x)),
        E::Unary(Unary::Xor, x) => format!("{}.xor()", expression(x)),
        E::Binary(l, op, r) => format!("{} {} {}", expression(l), operator(op), expression(r)),
        E::Slice(x, width, at) => {
            format!("{}.get_bits::<{width}>({})", expression(x), expression(at))
        }
        E::Index(x, at) => format!("{}.get_bit({})", expression(x), expression(at)),
        E::IndexReplace(x, at, bit) => {
            format!(
                "{}.replace_bit({}, {})",
                expression(x),
                expression(at),
                expression(bit)
            )
        }
    }
}

/// A statement's first line.
pub fn statement(s: &Statement) -> String {
    match s {
        Statement::Assignment(to, value) => format!("{} = {}", expression(to), expression(value)),
        Statement::SliceAssignment {
            base,
            width,
            offset,
            replacement,
        } => {
            let (base, offset) = (expression(base), expression(offset));
            format!("{base}[{offset} +: {width}] = {}", expression(replacement))
        }
        Statement::If(c) => format!("if {}", expression(&c.test)),
        Statement::Match(m) => format!("match {}", expression(&m.test)),
        Statement::Loop(l) => format!("for {} in {:?}..{:?}", l.index, l.from, l.to),
        Statement::Comment(c) => format!("// {c}"),
        Statement::Link(_) => "link".into(),
        Statement::Macro(_) => "dff_setup!".into(),
    }
}

/// Statements with all that is inside them, one a line.
pub fn block(statements: &[Statement]) -> String {
    fn walk(statements: &[Statement], depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        for s in statements {
            *out += &format!("{indent}{}\n", statement(s));
            match s {
                Statement::If(c) => {
                    walk(&c.then, depth + 1, out);
                    match &c.otherwise {
                        Else::Block(b) => {
                            *out += &format!("{indent}else\n");
                            walk(b, depth + 1, out);
                        }
                        Else::Conditional(s) => {
                            *out += &format!("{indent}else\n");
                            walk(std::slice::from_ref(&**s), depth + 1, out);
                        }
                        Else::None => {}
                    }
                }
                Statement::Match(m) => m.cases.iter().for_each(|case| {
                    *out += &format!("{indent}{} =>\n", case.condition);
                    walk(&case.block, depth + 1, out);
                }),
                Statement::Loop(l) => walk(&l.block, depth + 1, out),
                Statement::Macro(b) => walk(b, depth + 1, out),
                _ => {}
            }
        }
    }
    let mut out = String::new();
    walk(statements, 0, &mut out);
    out
}
