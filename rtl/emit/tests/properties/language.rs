//! Expressions of the kernel language as typed trees: drawn at random, lowered to the AST that
//! `#[hdl_gen]` makes of their source, and evaluated by the rules of Rust.
use crate::meaning::{Operand, Task, at_width, binary, mask, part_at_width, part_of};
use ast::{VerilogExpression as E, VerilogOp as Op, VerilogOpUnary as Unary};
use ferric_emit::kernel::{Word, pack};
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// The Rust type of a value: `Bits` or `bool` of a width, or one of the kernel's own types.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Bits(usize),
    Named(String),
}

/// Something a kernel can read by name: a signal or a field of one.
#[derive(Clone, Debug)]
pub struct View {
    pub read: E,
    pub signal: usize,
    pub low: usize,
    pub width: usize,
    pub ty: Type,
}

/// Signals `name[0]`, `name[1]`.. of one width.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub signals: Vec<usize>,
    pub width: usize,
}

/// A typed expression; a bare integer has width 0.
#[derive(Clone, Debug)]
pub struct Expr {
    pub form: Form,
    pub width: usize,
}

#[derive(Clone, Debug)]
pub enum Form {
    View(View),
    Number(u64),
    Bool(bool),
    /// A label of an enum: its name and value.
    Label(String, usize),
    Cast(Box<Expr>),
    Constant(u64),
    Join(Vec<Expr>),
    Repeat(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Reduce(Unary, Box<Expr>),
    Slice(Box<Expr>, Box<Expr>),
    Bit(Box<Expr>, Box<Expr>),
    Replace(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `x.index() + n`, as a position.
    Offset(Box<Expr>, u64),
    /// `x.get_bit(i)` with the loop's variable.
    LoopBit(View),
    /// `x.index() == i`.
    LoopIs(View),
    /// `array[i + n]`.
    Element(Array, usize),
}

fn expr(form: Form, width: usize) -> Expr {
    Expr { form, width }
}

/// Draws expressions over the views that may be read.
pub struct Gen {
    pub random: fastrand::Rng,
    pub views: Vec<View>,
    /// Only what rust-hdl's own printer accepts as well.
    pub stock: bool,
    /// Mostly narrow signals, for programs where statements matter more than words.
    pub narrow: bool,
    /// Inside a loop: how often it runs, and arrays that may be read at its variable.
    pub in_loop: Option<(usize, Vec<Array>)>,
}

impl Gen {
    pub fn new(seed: u64) -> Self {
        Gen {
            random: fastrand::Rng::with_seed(seed),
            views: vec![],
            stock: false,
            narrow: false,
            in_loop: None,
        }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.random.usize(..n)
    }
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Narrow ones, those round a machine word, any.
    pub fn width(&mut self) -> usize {
        if self.narrow && !self.one_in(12) {
            let limit = self.pick(&[1, 4, 8, 30]);
            return 1 + self.below(limit);
        }
        match self.below(4) {
            0 => 1 + self.below(8),
            1 => self.pick(&[1, 8, 16, 31, 32, 33, 48, 63, 64, 65, 127, 128]),
            _ => 1 + self.below(128),
        }
    }

    /// Corners more often than chance would have them.
    pub fn value(&mut self, width: usize) -> BigUint {
        let all = mask(width);
        let any = BigUint::from(self.random.u128(..));
        match self.below(8) {
            0 => BigUint::ZERO,
            1 => all,
            2 => all - self.below(2).min(width),
            3 => BigUint::from(self.below(4)) & all,
            _ => any & all,
        }
    }

    /// A view of plain bits with such a width.
    pub fn view(&mut self, wanted: impl Fn(usize) -> bool) -> Option<View> {
        let plain = |v: &&View| matches!(v.ty, Type::Bits(w) if wanted(w));
        let fitting: Vec<View> = self.views.iter().filter(plain).cloned().collect();
        (!fitting.is_empty()).then(|| self.pick(&fitting))
    }
    fn some_view(&mut self) -> Expr {
        let view = self.view(|_| true).expect("a kernel has inputs");
        let width = view.width;
        expr(Form::View(view), width)
    }

    fn number(&mut self, width: usize) -> Expr {
        let value = self.value(width.min(63));
        expr(Form::Number(value.try_into().expect("63 bits")), 0)
    }

    fn leaf(&mut self, width: usize) -> Expr {
        if let Some((turns, arrays)) = self.in_loop.clone()
            && self.one_in(3)
        {
            if width == 1 {
                if self.one_in(2)
                    && let Some(view) = self.view(|w| w >= turns)
                {
                    return expr(Form::LoopBit(view), 1);
                }
                if let Some(view) = self.view(|w| w <= 8) {
                    return expr(Form::LoopIs(view), 1);
                }
            }
            if let Some(array) = arrays
                .iter()
                .find(|a| a.width == width && a.signals.len() >= turns)
            {
                let spare = array.signals.len() - turns;
                return expr(
                    Form::Element(array.clone(), self.random.usize(..=spare)),
                    width,
                );
            }
        }
        if !self.one_in(3)
            && let Some(view) = self.view(|w| w == width)
        {
            return expr(Form::View(view), width);
        }
        match self.below(4) {
            0 if width == 1 => expr(Form::Bool(self.one_in(2)), 1),
            0 => expr(Form::Cast(Box::new(self.number(width))), width),
            1 => expr(Form::Cast(Box::new(self.some_view())), width),
            _ => match self.view(|w| w > width) {
                Some(view) => {
                    let low = self.random.usize(..=view.width - width) as u64;
                    let whole = view.width;
                    let view = expr(Form::View(view), whole);
                    expr(
                        Form::Slice(Box::new(view), Box::new(expr(Form::Number(low), 0))),
                        width,
                    )
                }
                None => expr(Form::Cast(Box::new(self.some_view())), width),
            },
        }
    }

    fn operand(&mut self, width: usize, depth: usize) -> Expr {
        if self.one_in(5) {
            self.number(width)
        } else {
            self.expr(width, depth)
        }
    }

    /// Two operands of which at most one is a bare integer.
    fn operands(&mut self, width: usize, depth: usize) -> (Box<Expr>, Box<Expr>) {
        let left = self.operand(width, depth);
        let right = match left.width {
            0 => self.expr(width, depth),
            _ if !self.stock && self.one_in(12) => {
                let value = self.value(width.min(47)).try_into().expect("47 bits");
                expr(Form::Constant(value), width)
            }
            _ => self.operand(width, depth),
        };
        (Box::new(left), Box::new(right))
    }

    /// A position below `limit`, variable only if every value of its type is one.
    fn position(&mut self, limit: usize) -> Box<Expr> {
        let bits = limit.ilog2() as usize;
        if bits > 0 && self.one_in(2) {
            let width = 1 + self.below(bits);
            let at = Box::new(self.leaf(width));
            let spare = limit - (1 << width);
            if spare > 0 && !self.stock && self.one_in(3) {
                return Box::new(expr(Form::Offset(at, self.below(spare) as u64), 0));
            }
            return at;
        }
        Box::new(expr(Form::Number(self.below(limit) as u64), 0))
    }

    /// An operand at least so wide.
    fn wide(&mut self, least: usize, depth: usize) -> Expr {
        if self.stock {
            let view = self.view(|w| w >= least).expect("wide views");
            let width = view.width;
            return expr(Form::View(view), width);
        }
        let width = self.width().max(least);
        self.expr(width, depth)
    }

    /// An expression of this width, nested at most so deep.
    pub fn expr(&mut self, width: usize, depth: usize) -> Expr {
        let Some(depth) = depth.checked_sub(1) else {
            return self.leaf(width);
        };
        let form = match self.below(if width == 1 { 17 } else { 11 }) {
            choice @ 0..=4 => {
                let op = [Op::Add, Op::Sub, Op::BitAnd, Op::BitOr, Op::BitXor][choice].clone();
                let (left, mut right) = self.operands(width, depth);
                let mut left = left;
                if choice == 0 && left.width > 0 && self.one_in(6) {
                    right = Box::new(self.expr(1, depth)); // a carry: `Bits + bool`
                }
                if choice == 2 && right.width > 0 && !self.stock && self.one_in(6) {
                    *left = expr(Form::Repeat(Box::new(self.expr(1, depth))), width);
                }
                Form::Binary(op, left, right)
            }
            choice @ 5..=6 => {
                let op = if choice == 5 { Op::Shl } else { Op::Shr };
                let amount = match self.one_in(2) {
                    true => expr(Form::Number(self.below(width + 3) as u64), 0),
                    false => {
                        let bits = 1 + self.below(8);
                        self.expr(bits, depth)
                    }
                };
                // `u64 << Bits` is `Bits<64>`
                let shifted = match width == 64 && amount.width > 0 && self.one_in(2) {
                    true => self.number(40),
                    false => self.expr(width, depth),
                };
                Form::Binary(op, Box::new(shifted), Box::new(amount))
            }
            7 => Form::Not(Box::new(self.expr(width, depth))),
            8 if width == 32 => Form::Binary(
                Op::Mul,
                Box::new(self.expr(16, depth)),
                Box::new(self.expr(16, depth)),
            ),
            8 => {
                let from = self.width();
                Form::Cast(Box::new(self.expr(from, depth)))
            }
            9 if self.stock => return self.leaf(width),
            9 => {
                let of = self.wide(1, depth);
                let at = self.position(of.width);
                Form::Slice(Box::new(of), at)
            }
            10 => {
                let of = self.expr(width, depth);
                let at = self.position(width);
                Form::Replace(Box::new(of), at, Box::new(self.expr(1, depth)))
            }
            11..=13 => {
                let op = self.pick(&[Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge]);
                let width = self.width();
                let (left, right) = self.operands(width, depth);
                Form::Binary(op, left, right)
            }
            14 => {
                let op = self.pick(&[Op::LogicalAnd, Op::LogicalOr]);
                Form::Binary(
                    op,
                    Box::new(self.expr(1, depth)),
                    Box::new(self.expr(1, depth)),
                )
            }
            15 => {
                let op = self.pick(&[Unary::All, Unary::Any, Unary::Xor]);
                let width = self.width();
                Form::Reduce(op, Box::new(self.expr(width, depth)))
            }
            _ => {
                let of = self.wide(2, depth);
                let at = self.position(of.width);
                Form::Bit(Box::new(of), at)
            }
        };
        expr(form, width)
    }

    /// What an assignment may have on its right besides: a concatenation, a repeated bit, a constant.
    pub fn assigned(&mut self, width: usize, depth: usize) -> Expr {
        match self.below(8) {
            0 if width > 1 && !self.stock => {
                let mut parts = vec![];
                let mut left = width;
                while left > 0 {
                    let part = 1 + self.below(left);
                    parts.push(self.expr(part, depth.saturating_sub(1)));
                    left -= part;
                }
                expr(Form::Join(parts), width)
            }
            1 if !self.stock && self.one_in(2) => {
                expr(Form::Repeat(Box::new(self.expr(1, depth))), width)
            }
            2 if self.one_in(3) && width > 1 => self.number(width),
            _ => self.expr(width, depth),
        }
    }
}

/// Rust's precedence.
fn precedence(op: &Op) -> u8 {
    match op {
        Op::Mul => 9,
        Op::Add | Op::Sub => 8,
        Op::Shl | Op::Shr => 7,
        Op::BitAnd => 6,
        Op::BitXor => 5,
        Op::BitOr => 4,
        Op::LogicalAnd => 2,
        Op::LogicalOr => 1,
        _ => COMPARISON,
    }
}
/// Comparisons do not chain: both sides need brackets.
const COMPARISON: u8 = 3;

fn literal(value: u64) -> E {
    E::Literal(if value < 1 << 31 {
        (value as i32).into()
    } else {
        value.into()
    })
}

impl Expr {
    /// The AST of the source, with the brackets that Rust needs and no others.
    pub fn ast(&self) -> E {
        let lower = |x: &Expr| Box::new(x.ast());
        // the receiver of a method
        let receiver = |x: &Expr| match x.form {
            Form::Binary(..) | Form::Not(_) | Form::Repeat(_) => Box::new(E::Paren(lower(x))),
            _ => lower(x),
        };
        match &self.form {
            Form::View(view) => view.read.clone(),
            Form::Number(n) => literal(*n),
            Form::Bool(b) => E::Literal((*b).into()),
            Form::Label(name, _) => E::Signal(name.replace("::", "$")),
            Form::Cast(x) => E::Cast(lower(x), self.width),
            Form::Constant(n) => E::Cast(Box::new(literal(*n)), pack(Word::Const(self.width, *n))),
            Form::Join(parts) => {
                let part = |x: &Expr| E::Cast(lower(x), pack(Word::Cat(x.width)));
                let join = |l, r| E::Binary(Box::new(l), Op::Add, Box::new(r));
                parts.iter().map(part).reduce(join).expect("some parts")
            }
            Form::Repeat(x) => E::Cast(lower(x), pack(Word::Rep(self.width))),
            Form::Not(x) => match x.form {
                Form::Binary(..) => E::Unary(Unary::Not, receiver(x)),
                _ => E::Unary(Unary::Not, lower(x)),
            },
            Form::Reduce(op, x) => E::Unary(op.clone(), receiver(x)),
            Form::Slice(x, at) => E::Slice(receiver(x), self.width, lower(at)),
            Form::Bit(x, at) => E::Index(receiver(x), lower(at)),
            Form::Replace(x, at, bit) => E::IndexReplace(receiver(x), lower(at), lower(bit)),
            Form::Offset(x, n) => E::Binary(receiver(x), Op::Add, Box::new(literal(*n))),
            Form::LoopBit(view) => {
                E::Index(Box::new(view.read.clone()), Box::new(E::Signal("i".into())))
            }
            Form::LoopIs(view) => E::Binary(
                Box::new(view.read.clone()),
                Op::Eq,
                Box::new(E::Signal("i".into())),
            ),
            Form::Element(array, 0) => E::Signal(format!("{}[i]", array.name)),
            Form::Element(array, n) => E::Signal(format!("{}[i+{n}]", array.name)),
            Form::Binary(op, l, r) => {
                let side = |x: &Expr, right: bool| match &x.form {
                    Form::Binary(inner, ..)
                        if precedence(inner) < precedence(op)
                            || precedence(inner) == precedence(op)
                                && (right || precedence(inner) == COMPARISON) =>
                    {
                        Box::new(E::Paren(lower(x)))
                    }
                    Form::LoopIs(_) if precedence(op) >= COMPARISON => Box::new(E::Paren(lower(x))),
                    _ => lower(x),
                };
                E::Binary(side(l, false), op.clone(), side(r, true))
            }
        }
    }
}

/// The values of all signals, and the loop's variable.
pub struct Values<'a> {
    pub signals: &'a [BigUint],
    pub turn: Option<u64>,
}

impl Values<'_> {
    fn view(&self, view: &View) -> BigUint {
        part_of(&self.signals[view.signal], view.low, view.width)
    }
    fn turn(&self) -> u64 {
        self.turn.expect("inside a loop")
    }
    fn position(&self, at: &Expr) -> usize {
        self.value(at).try_into().expect("positions are small")
    }
    pub fn value(&self, x: &Expr) -> BigUint {
        self.operand(x).value()
    }
    pub fn is_true(&self, x: &Expr) -> bool {
        self.value(x) == BigUint::from(1u8)
    }

    fn operand(&self, x: &Expr) -> Operand {
        let value = match &x.form {
            Form::View(view) => self.view(view),
            Form::Number(n) => return Operand::Number(*n),
            Form::Bool(b) => u8::from(*b).into(),
            Form::Label(_, n) => (*n).into(),
            Form::Cast(from) => part_of(&self.value(from), 0, x.width),
            Form::Constant(n) => at_width(x.width, Task::Constant(*n)),
            Form::Join(parts) => {
                let parts = parts.iter().map(|p| part_at_width(p.width, self.value(p)));
                let whole = parts.reduce(|high, low| high + low).expect("some parts");
                at_width(x.width, Task::Whole(whole))
            }
            Form::Repeat(bit) => at_width(x.width, Task::Repeat(self.is_true(bit))),
            Form::Binary(op, l, r) => binary(op, self.operand(l), self.operand(r)),
            Form::Not(of) => at_width(of.width, Task::Not(self.value(of))),
            Form::Reduce(op, of) => at_width(of.width, Task::Reduce(op, self.value(of))),
            Form::Slice(of, at) => part_of(&self.value(of), self.position(at), x.width),
            Form::Bit(of, at) => at_width(of.width, Task::Bit(self.value(of), self.position(at))),
            Form::Replace(of, at, bit) => {
                let (at, bit) = (self.position(at), self.is_true(bit));
                at_width(of.width, Task::Replace(self.value(of), at, bit))
            }
            Form::Offset(at, n) => self.value(at) + *n,
            Form::LoopBit(view) => {
                at_width(view.width, Task::Bit(self.view(view), self.turn() as usize))
            }
            Form::LoopIs(view) => u8::from(self.view(view) == BigUint::from(self.turn())).into(),
            Form::Element(array, n) => {
                self.signals[array.signals[self.turn() as usize + n]].clone()
            }
        };
        Operand::Value(value, x.width)
    }
}
