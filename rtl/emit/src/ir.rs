//! The form between Rust and Verilog: every expression has exactly the width it has in Rust.
//!
//! Verilog evaluates an operator at the width of its context. Where every operand already has
//! exactly that width, the rule changes nothing; so widening and narrowing are nodes of their own
//! here, and nothing else ever changes a width.
use num_bigint::BigUint;

/// An expression. Operators are spelled as Verilog has them.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A whole signal and its width.
    Signal(String, usize),
    /// A label of an enum and its width.
    Label(String, usize),
    Literal(BigUint, usize),
    /// A constant part of a signal: name, lowest bit, width.
    Part(String, usize, usize),
    /// A bit of a signal at a position of just enough bits.
    Bit(String, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>, usize),
    Not(Box<Expr>),
    Reduce(&'static str, Box<Expr>),
    /// Zeros above.
    Extend(Box<Expr>, usize),
    /// The low bits.
    Truncate(Box<Expr>, usize),
    /// Most significant first.
    Concat(Vec<Expr>),
    Repeat(usize, Box<Expr>),
}

/// A shift by something that varies: its operator, the width of what it shifts, that of the amount.
pub type Shift = (&'static str, usize, usize);

/// A statement of a kernel; loops are unrolled, names resolved.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Sets bits `low..low + width` of a signal.
    Set {
        target: String,
        low: usize,
        width: usize,
        value: Expr,
    },
    If {
        test: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Case {
        of: Expr,
        arms: Vec<Arm>,
        /// Some arm is always taken.
        full: bool,
    },
    Comment(String),
}

/// An arm of a case; no label is the default.
#[derive(Clone, Debug)]
pub struct Arm {
    pub label: Option<Expr>,
    pub body: Vec<Statement>,
}

pub fn mask(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

pub fn binary(op: &'static str, left: Expr, right: Expr, width: usize) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right), width)
}

impl Expr {
    pub fn width(&self) -> usize {
        match self {
            Expr::Signal(_, w) | Expr::Label(_, w) | Expr::Literal(_, w) | Expr::Part(_, _, w) => {
                *w
            }
            Expr::Binary(.., w) | Expr::Extend(_, w) | Expr::Truncate(_, w) => *w,
            Expr::Bit(..) | Expr::Reduce(..) => 1,
            Expr::Not(x) => x.width(),
            Expr::Concat(parts) => parts.iter().map(Expr::width).sum(),
            Expr::Repeat(times, x) => times * x.width(),
        }
    }

    /// The same number at another width: zeros above, or the low bits.
    pub fn resized(self, width: usize) -> Expr {
        let have = self.width();
        match self {
            x if have == width => x,
            Expr::Literal(value, _) => Expr::Literal(value & mask(width), width),
            Expr::Signal(name, _) if width < have => Expr::Part(name, 0, width),
            Expr::Part(name, low, _) if width < have => Expr::Part(name, low, width),
            x if width < have => Expr::Truncate(Box::new(x), width),
            x => Expr::Extend(Box::new(x), width),
        }
    }

    pub fn variable_shift(&self) -> Option<Shift> {
        match self {
            Expr::Binary(op @ ("<<" | ">>"), _, by, width)
                if !matches!(**by, Expr::Literal(..)) =>
            {
                Some((op, *width, by.width()))
            }
            _ => None,
        }
    }

    /// The name read here, below this node nothing.
    fn name_mut(&mut self) -> Option<&mut String> {
        match self {
            Expr::Signal(name, _) | Expr::Part(name, ..) | Expr::Bit(name, _) => Some(name),
            _ => None,
        }
    }

    fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Binary(_, l, r, _) => vec![l, r],
            Expr::Bit(_, x) | Expr::Not(x) | Expr::Reduce(_, x) => vec![x],
            Expr::Extend(x, _) | Expr::Truncate(x, _) | Expr::Repeat(_, x) => vec![x],
            Expr::Concat(parts) => parts.iter().collect(),
            Expr::Signal(..) | Expr::Label(..) | Expr::Literal(..) | Expr::Part(..) => vec![],
        }
    }

    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Binary(_, l, r, _) => vec![l, r],
            Expr::Bit(_, x) | Expr::Not(x) | Expr::Reduce(_, x) => vec![x],
            Expr::Extend(x, _) | Expr::Truncate(x, _) | Expr::Repeat(_, x) => vec![x],
            Expr::Concat(parts) => parts.iter_mut().collect(),
            Expr::Signal(..) | Expr::Label(..) | Expr::Literal(..) | Expr::Part(..) => vec![],
        }
    }

    /// Calls `f` with this node and all below it.
    pub fn walk(&self, f: &mut dyn FnMut(&Expr)) {
        f(self);
        self.operands().into_iter().for_each(|x| x.walk(f));
    }

    /// Calls `f` with every signal read: name, lowest bit, width; no width is all of it.
    pub fn reads(&self, f: &mut dyn FnMut(&str, usize, Option<usize>)) {
        self.walk(&mut |x| match x {
            Expr::Signal(name, width) => f(name, 0, Some(*width)),
            Expr::Part(name, low, width) => f(name, *low, Some(*width)),
            Expr::Bit(name, _) => f(name, 0, None),
            _ => {}
        });
    }

    /// Replaces names by others.
    pub fn rename(&mut self, new: &dyn Fn(&str) -> Option<String>) {
        if let Some(name) = self.name_mut()
            && let Some(new) = new(name)
        {
            *name = new;
        }
        self.operands_mut().into_iter().for_each(|x| x.rename(new));
    }
}

impl Statement {
    /// The statements inside it, branch by branch.
    pub fn branches(&self) -> Vec<&[Statement]> {
        match self {
            Statement::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Statement::Case { arms, .. } => arms.iter().map(|a| &a.body[..]).collect(),
            Statement::Set { .. } | Statement::Comment(_) => vec![],
        }
    }

    pub fn branches_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Statement::Case { arms, .. } => arms.iter_mut().map(|a| &mut a.body).collect(),
            Statement::Set { .. } | Statement::Comment(_) => vec![],
        }
    }

    /// What it reads itself: its value, test or selector.
    pub fn operand(&self) -> Option<&Expr> {
        match self {
            Statement::Set { value: x, .. }
            | Statement::If { test: x, .. }
            | Statement::Case { of: x, .. } => Some(x),
            Statement::Comment(_) => None,
        }
    }

    pub fn operand_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Statement::Set { value: x, .. }
            | Statement::If { test: x, .. }
            | Statement::Case { of: x, .. } => Some(x),
            Statement::Comment(_) => None,
        }
    }

    /// Calls `f` with this statement and all inside it.
    pub fn walk(&self, f: &mut dyn FnMut(&Statement)) {
        f(self);
        self.branches()
            .into_iter()
            .flatten()
            .for_each(|s| s.walk(f));
    }

    /// Calls `f` with the name of every signal set in it.
    pub fn writes(&self, f: &mut dyn FnMut(&str)) {
        self.walk(&mut |s| {
            if let Statement::Set { target, .. } = s {
                f(target)
            }
        });
    }

    /// Calls `f` with the name of every signal read in it.
    pub fn reads(&self, f: &mut dyn FnMut(&str)) {
        self.walk(&mut |s| {
            if let Some(x) = s.operand() {
                x.reads(&mut |name, _, _| f(name))
            }
        });
    }

    /// Replaces names that are read.
    pub fn rename(&mut self, new: &dyn Fn(&str) -> Option<String>) {
        if let Some(x) = self.operand_mut() {
            x.rename(new);
        }
        self.branches_mut()
            .into_iter()
            .flatten()
            .for_each(|s| s.rename(new));
    }
}
