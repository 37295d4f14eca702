//! Gives every expression of the AST the width that it has in Rust, or refuses it.
//!
//! The AST does not say how wide a number is: it takes the width of the other operand, as `Bits`
//! does. It does not say where `.index()` stood: an index is a `usize` and does not wrap, so it is
//! accepted only as a position and in a comparison with a loop's variable.
use crate::ir::{Expr, binary, mask};
use crate::kernel::{self, Word};
use crate::scope::{Kind, Refused, Scope};
use crate::show;
use crate::tree::literal;
use ast::{VerilogExpression as Ast, VerilogOp as Op, VerilogOpUnary as Unary};
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// Positions are calculated at this width: `usize`, as far as hardware has use for it.
const POSITION_BITS: usize = 32;

/// A value whose width may still be open.
enum Operand {
    /// A number in the source.
    Number(BigUint),
    /// A loop's variable: a `usize` to Rust.
    Loop(BigUint),
    Sized(Expr),
    /// Parts of `bits_cat`, most significant first.
    Parts(Vec<Expr>),
}
use Operand::{Loop, Number, Parts, Sized};

impl Scope {
    /// An expression that must have this width.
    pub fn sized(&self, ast: &Ast, width: usize) -> Refused<Expr> {
        let expr = match self.operand(ast)? {
            Number(value) | Loop(value) => constant(value, width)?,
            Sized(expr) => expr,
            Parts(parts) => Expr::Concat(parts),
        };
        match expr.width() {
            have if have == width => Ok(expr),
            have => Err(format!(
                "{have} bits where {width} bits are wanted: `{}`",
                show::expression(ast)
            )),
        }
    }

    pub fn condition(&self, ast: &Ast) -> Refused<Expr> {
        self.sized(ast, 1)
    }

    /// An expression with a width of its own.
    pub fn own_width(&self, ast: &Ast) -> Refused<Expr> {
        match self.operand(ast)? {
            Sized(expr) => Ok(expr),
            Parts(parts) => Ok(Expr::Concat(parts)),
            Number(_) | Loop(_) => Err(format!(
                "a bare number has no width here, write bits::<N>(..): `{}`",
                show::expression(ast)
            )),
        }
    }

    fn operand(&self, ast: &Ast) -> Refused<Operand> {
        Ok(Sized(match ast {
            Ast::Paren(inner) => return self.operand(inner),
            Ast::Signal(name) => return self.name(name),
            Ast::Literal(number) => match literal(number)? {
                (value, 1) => Expr::Literal(value, 1), // a bool
                (value, _) => return Ok(Number(value)),
            },
            Ast::Signed(_) | Ast::Unsigned(_) | Ast::Unary(Unary::Neg, _) => {
                return Err(format!(
                    "signed arithmetic is not supported: `{}`",
                    show::expression(ast)
                ));
            }
            Ast::Cast(inner, number) => return self.cast(inner, kernel::unpack(*number)),
            Ast::Unary(Unary::Not, inner) => Expr::Not(Box::new(self.own_width(inner)?)),
            Ast::Unary(op, inner) => {
                let op = match op {
                    Unary::All => "&",
                    Unary::Any => "|",
                    _ => "^",
                };
                Expr::Reduce(op, Box::new(self.own_width(inner)?))
            }
            Ast::Binary(left, op, right) => {
                let shown = |reason| format!("{reason}: `{}`", show::expression(ast));
                return self.binary(left, op, right).map_err(shown);
            }
            Ast::Slice(of, width, at) => self.slice(of, *width, at)?,
            Ast::Index(of, at) => self.bit(of, at)?,
            Ast::IndexReplace(of, at, bit) => self.replace(of, at, bit)?,
        }))
    }

    fn name(&self, name: &str) -> Refused<Operand> {
        if let Some(value) = self.loop_variable(name) {
            return Ok(Loop(value.into()));
        }
        if let Some(label) = self.label(name)? {
            return Ok(Sized(Expr::Label(name.into(), label.width)));
        }
        let place = self.place(name)?;
        Ok(Sized(self.part(&place.signal, place.low, place.width)))
    }

    fn cast(&self, inner: &Ast, word: Word) -> Refused<Operand> {
        Ok(Sized(match word {
            Word::Cast(width) => match self.operand(inner)? {
                Number(value) | Loop(value) => constant(value, width)?,
                Sized(expr) => expr.resized(width),
                Parts(parts) => Expr::Concat(parts).resized(width),
            },
            Word::Const(width, value) => constant(value.into(), width)?,
            Word::Cat(width) => return Ok(Parts(vec![self.sized(inner, width)?])),
            Word::Rep(times) => Expr::Repeat(times, Box::new(self.condition(inner)?)),
        }))
    }

    fn slice(&self, of: &Ast, width: usize, at: &Ast) -> Refused<Expr> {
        let of = self.own_width(of)?;
        let at = self.position(at)?;
        if let Number(low) = &at {
            let low = small(low)?;
            match &of {
                Expr::Signal(name, _) => return Ok(self.part(name, low, width)),
                Expr::Part(name, base, have) if low + width <= *have => {
                    return Ok(self.part(name, base + low, width));
                }
                _ => {}
            }
        }
        Ok(shift(">>", of, at)?.resized(width))
    }

    fn bit(&self, of: &Ast, at: &Ast) -> Refused<Expr> {
        let shown = show::expression(of);
        let of = self.own_width(of)?;
        let at = self.position(at)?;
        match (&of, at) {
            (_, Number(i)) if i >= of.width().into() => {
                Err(format!("bit {i} of {} bits: `{shown}`", of.width()))
            }
            (Expr::Signal(name, _), Number(i)) => Ok(self.part(name, small(&i)?, 1)),
            (Expr::Signal(name, width), Sized(at))
                if *width > 1 && self.symbols[name].kind != Kind::Constant =>
            {
                Ok(Expr::Bit(name.clone(), Box::new(at.resized(clog2(*width)))))
            }
            (_, at) => Ok(shift(">>", of, at)?.resized(1)),
        }
    }

    fn replace(&self, of: &Ast, at: &Ast, bit: &Ast) -> Refused<Expr> {
        let (of, bit) = (self.own_width(of)?, self.condition(bit)?);
        let width = of.width();
        let shifted = |x: Expr| shift("<<", x.resized(width), self.position(at)?);
        let hole = Expr::Not(Box::new(shifted(Expr::Literal(1u8.into(), 1))?));
        Ok(binary(
            "|",
            binary("&", of, hole, width),
            shifted(bit)?,
            width,
        ))
    }

    /// A position: numbers are folded, the rest is calculated without wrapping.
    fn position(&self, ast: &Ast) -> Refused<Operand> {
        Ok(match ast {
            Ast::Paren(inner) => self.position(inner)?,
            Ast::Binary(left, op @ (Op::Add | Op::Sub | Op::Mul), right) => {
                match (self.position(left)?, self.position(right)?) {
                    (Number(a), Number(b)) => Number(fold(op, &a, &b)?),
                    (a, b) => {
                        let wide = |x| match x {
                            Sized(expr) => Ok(expr.resized(POSITION_BITS)),
                            Number(value) | Loop(value) => constant(value, POSITION_BITS),
                            Parts(_) => Err("bits_cat as a position".to_string()),
                        };
                        let op = match op {
                            Op::Add => "+",
                            Op::Sub => "-",
                            _ => "*",
                        };
                        Sized(binary(op, wide(a)?, wide(b)?, POSITION_BITS))
                    }
                }
            }
            _ => match self.operand(ast)? {
                Number(value) | Loop(value) | Sized(Expr::Literal(value, _)) => Number(value),
                Sized(expr) if expr.width() <= POSITION_BITS => Sized(expr),
                _ => return Err(format!("not a position: `{}`", show::expression(ast))),
            },
        })
    }

    /// A position that is a number.
    pub fn fixed_position(&self, ast: &Ast) -> Refused<Option<usize>> {
        match self.position(ast)? {
            Number(at) => small(&at).map(Some),
            _ => Ok(None),
        }
    }

    fn binary(&self, left: &Ast, op: &Op, right: &Ast) -> Refused<Operand> {
        if let Op::LogicalAnd | Op::LogicalOr = op {
            let op = if let Op::LogicalAnd = op { "&" } else { "|" };
            let (left, right) = (self.condition(left)?, self.condition(right)?);
            return Ok(Sized(binary(op, left, right, 1)));
        }
        let comparison = comparison(op);
        match (self.operand(left)?, self.operand(right)?) {
            (Number(a) | Loop(a), Number(b) | Loop(b)) => match comparison {
                None => Ok(Number(fold(op, &a, &b)?)),
                Some(_) => Err("comparison of two numbers".into()),
            },
            (Parts(mut high), Parts(low)) if matches!(op, Op::Add) => {
                high.extend(low);
                Ok(Parts(high))
            }
            (Parts(_), _) | (_, Parts(_)) => {
                Err("parts of bits_cat may only be joined, by +".into())
            }
            (left, right) if matches!(op, Op::Shl | Op::Shr) => {
                let op = if let Op::Shl = op { "<<" } else { ">>" };
                let left = match left {
                    Sized(expr) => expr,
                    Number(value) | Loop(value) => constant(value, 64)?, // `u64 << Bits` is `Bits<64>`
                    Parts(_) => unreachable!("refused above"),
                };
                Ok(Sized(shift(op, left, right)?))
            }
            (left, right) => {
                let (left, right) = same_width(left, op, right, comparison.is_some())?;
                let width = left.width();
                if let Some(op) = comparison {
                    return Ok(Sized(binary(op, left, right, 1)));
                }
                Ok(Sized(arithmetic(left, op, right, width)?))
            }
        }
    }
}

fn comparison(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        _ => return None,
    })
}

/// Two operands at the width at which Rust takes them.
fn same_width(left: Operand, op: &Op, right: Operand, compares: bool) -> Refused<(Expr, Expr)> {
    // `x.index() == i` compares two `usize`: an `i` that does not fit is legal and differs
    let index = |expr: Expr, i: BigUint| -> Refused<(Expr, Expr)> {
        let width = expr.width().max(i.bits() as usize);
        Ok((expr.resized(width), constant(i, width)?))
    };
    let (left, right) = match (left, right) {
        (Sized(l), Sized(r)) if matches!(op, Op::Add) && r.width() == 1 => {
            let width = l.width(); // a carry: `Bits + bool`
            (l, r.resized(width))
        }
        (Sized(l), Sized(r)) => (l, r),
        (Sized(l), Loop(i)) if compares => index(l, i)?,
        (Loop(i), Sized(r)) if compares => index(r, i).map(|(r, i)| (i, r))?,
        (Loop(_), _) | (_, Loop(_)) => {
            return Err(
                "a loop variable in arithmetic is a usize, which does not wrap: write bits::<N>(i)"
                    .into(),
            );
        }
        (Sized(l), Number(n)) => {
            let n = constant(n, l.width())?;
            (l, n)
        }
        (Number(n), Sized(r)) => (constant(n, r.width())?, r),
        _ => unreachable!("two numbers, and parts, are handled before"),
    };
    if left.width() != right.width() {
        return Err(format!(
            "operands of {} and {} bits, write bit_cast::<M, N>(..)",
            left.width(),
            right.width()
        ));
    }
    Ok((left, right))
}

fn arithmetic(left: Expr, op: &Op, right: Expr, width: usize) -> Refused<Expr> {
    let op = match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::BitXor => "^",
        // Rust has `Bits<16> * Bits<16>` and no other
        Op::Mul if width == 16 => {
            return Ok(binary("*", left.resized(32), right.resized(32), 32));
        }
        _ => return Err(format!("rust-hdl has no such operator on {width} bits")),
    };
    Ok(binary(op, left, right, width))
}

fn shift(op: &'static str, of: Expr, by: Operand) -> Refused<Expr> {
    const CONSTANT_BITS: usize = 32;
    let width = of.width();
    let by = match by {
        Sized(Expr::Literal(value, _)) => Number(value),
        by => by,
    };
    Ok(match by {
        Number(by) | Loop(by) if by >= width.into() => Expr::Literal(BigUint::ZERO, width),
        Number(by) | Loop(by) if by == BigUint::ZERO => of,
        Number(by) | Loop(by) => binary(op, of, Expr::Literal(by, CONSTANT_BITS), width),
        Sized(by) => binary(op, of, by, width),
        Parts(_) => return Err("shift by bits_cat".into()),
    })
}

fn constant(value: BigUint, width: usize) -> Refused<Expr> {
    if value > mask(width) {
        return Err(format!("{value} does not fit in {width} bits"));
    }
    Ok(Expr::Literal(value, width))
}

fn small(value: &BigUint) -> Refused<usize> {
    value.try_into().map_err(|_| format!("position {value}"))
}

/// Two numbers make a third, as `u64`.
fn fold(op: &Op, a: &BigUint, b: &BigUint) -> Refused<BigUint> {
    let amount = || u64::try_from(b).ok().filter(|b| *b < 64);
    let value = match op {
        Op::Add => Some(a + b),
        Op::Mul => Some(a * b),
        Op::Sub if a >= b => Some(a - b),
        Op::BitAnd => Some(a & b),
        Op::BitOr => Some(a | b),
        Op::BitXor => Some(a ^ b),
        Op::Shl => amount().map(|n| a << n),
        Op::Shr => amount().map(|n| a >> n),
        _ => None,
    };
    let fits = value.filter(|v| v.bits() <= 64);
    fits.ok_or_else(|| format!("numbers {a} and {b} have no u64 result"))
}
