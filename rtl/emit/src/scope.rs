//! The names a kernel may use: its signals, its children's ports, enum labels, loop variables.
use crate::ir::{Expr, mask};
use crate::show;
use crate::tree::{Node, type_bits};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// A reason for refusal.
pub type Refused<T> = Result<T, String>;

/// What a signal is to the kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Input,
    Output,
    Local,
    Constant,
    /// An input of a child: the kernel sets it.
    Pin,
    /// An output of a child.
    Answer,
}

#[derive(Clone, Debug)]
pub struct Symbol {
    pub width: usize,
    pub kind: Kind,
    pub ty: TypeDescriptor,
    /// Of a constant.
    pub value: BigUint,
}

impl Symbol {
    pub fn is_clock(&self) -> bool {
        self.ty.name == "clock"
    }
}

/// A label of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    pub value: usize,
    pub width: usize,
    /// How many labels its type has.
    pub variants: usize,
}

/// A signal, or a field of one, that the kernel has named.
pub struct Place {
    pub signal: String,
    pub low: usize,
    pub width: usize,
}

#[derive(Default)]
pub struct Scope {
    pub symbols: BTreeMap<String, Symbol>,
    /// `None` when two types have a label of that name and differ in it.
    labels: HashMap<String, Option<Label>>,
    /// Variables of the loops around, innermost last.
    pub loops: Vec<(String, u64)>,
    pub errors: Vec<String>,
}

impl Scope {
    pub fn new(node: &Node) -> Self {
        let mut scope = Scope::default();
        for atom in &node.atoms {
            let kind = match atom.kind {
                AtomKind::InputParameter => Kind::Input,
                AtomKind::OutputParameter => Kind::Output,
                AtomKind::LocalSignal => Kind::Local,
                AtomKind::Constant => Kind::Constant,
                other => {
                    let name = &atom.name;
                    scope.errors.push(format!(
                        "{name}: a signal of kind {other:?} is not supported"
                    ));
                    continue;
                }
            };
            let (width, ty, value) = (atom.bits, atom.ty.clone(), atom.value.clone());
            scope.declare(
                &atom.name,
                Symbol {
                    width,
                    kind,
                    ty,
                    value,
                },
            );
        }
        for child in &node.children {
            for port in child.ports() {
                let kind = if port.is_output() {
                    Kind::Answer
                } else {
                    Kind::Pin
                };
                let (width, ty) = (port.bits, port.ty.clone());
                let symbol = Symbol {
                    width,
                    kind,
                    ty,
                    value: BigUint::ZERO,
                };
                scope.declare(&child.net(port), symbol);
            }
        }
        scope
    }

    fn declare(&mut self, name: &str, symbol: Symbol) {
        let shown = show::name(name);
        if symbol.width == 0 {
            self.errors.push(format!("{shown}: has no bits"));
        }
        self.learn_labels(&symbol.ty, &shown);
        if self.symbols.insert(name.into(), symbol).is_some() {
            self.errors
                .push(format!("{shown}: two signals have this name"));
        }
    }

    fn learn_labels(&mut self, ty: &TypeDescriptor, at: &str) {
        match &ty.kind {
            TypeKind::Signed(_) => {
                self.errors
                    .push(format!("{at}: Signed is not supported, use Bits"));
            }
            TypeKind::Bits(_) => {}
            TypeKind::Composite(fields) => {
                fields.iter().for_each(|f| self.learn_labels(&f.kind, at));
            }
            TypeKind::Enum(labels) => {
                let (width, variants) = (type_bits(ty), labels.len());
                for (value, label) in labels.iter().enumerate() {
                    let new = Some(Label {
                        value,
                        width,
                        variants,
                    });
                    let known = self.labels.entry(label.replace("::", "$")).or_insert(new);
                    if *known != new {
                        *known = None;
                    }
                }
            }
        }
    }

    /// The label of this name, if there is one.
    pub fn label(&self, name: &str) -> Refused<Option<Label>> {
        match self.labels.get(name) {
            Some(None) => Err(format!(
                "two enums have a label `{}` and differ: rename one of them",
                name.replace('$', "::")
            )),
            label => Ok(label.copied().flatten()),
        }
    }

    pub fn loop_variable(&self, name: &str) -> Option<u64> {
        self.loops.iter().rev().find(|l| l.0 == name).map(|l| l.1)
    }

    /// Splits `stage[i+1]$m$next$psn` into the signal `stage$2$m` and its fields.
    fn split(&self, text: &str) -> Refused<(String, Vec<String>)> {
        let mut name = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('[') {
            let close = open + closing_bracket(&rest[open..]).ok_or("an index without an end")?;
            name += &format!("{}${}", &rest[..open], self.index(&rest[open + 1..close])?);
            rest = &rest[close + 1..];
        }
        name += rest;
        // Brackets round the signal keep `#[hdl_gen]` from asking Rust for the width of a field
        // while a loop's variable in it is unknown: `(self.regs[i].q.val()).psn`.
        const CALL: &str = "()";
        let name = name
            .replace(CALL, "\0")
            .replace(['(', ')'], "")
            .replace('\0', CALL);
        let mut parts = name.split('$');
        let signal: Vec<&str> = parts
            .by_ref()
            .take_while(|part| !show::is_mark(part))
            .collect();
        Ok((signal.join("$"), parts.map(String::from).collect()))
    }

    /// The value of an array index: numbers, loop variables, `+ - *` and brackets.
    fn index(&self, text: &str) -> Refused<u64> {
        let bad = || format!("index [{text}] is not made of numbers and loop variables");
        let text = text.trim();
        // the last operator outside brackets, so that what is left of it is done first
        let last = |operators: &[char]| {
            let mut depth = 0;
            text.char_indices().rev().find(|&(i, c)| {
                depth += (c == ')') as i32 - (c == '(') as i32;
                depth == 0 && i > 0 && operators.contains(&c)
            })
        };
        if let Some((at, operator)) = last(&['+', '-']).or_else(|| last(&['*'])) {
            let (left, right) = (self.index(&text[..at])?, self.index(&text[at + 1..])?);
            let value = match operator {
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                _ => left.checked_mul(right),
            };
            return value.ok_or_else(bad);
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            return self.index(inner);
        }
        if let Some(value) = self.loop_variable(text) {
            return Ok(value);
        }
        integer(text)
            .and_then(|n| n.try_into().ok())
            .ok_or_else(bad)
    }

    /// The signal or field that the kernel calls so.
    pub fn place(&self, text: &str) -> Refused<Place> {
        let (signal, fields) = self.split(text)?;
        let shown = show::name(&signal);
        let symbol = self.symbols.get(&signal).ok_or_else(|| {
            format!("`{shown}` is no signal, label or loop variable here; write a named constant as bits_const::<N>(NAME)")
        })?;
        let (mut low, mut width, mut ty) = (0, symbol.width, &symbol.ty);
        for field in &fields {
            let missing = || format!("`{shown}` has no field `{field}`");
            let TypeKind::Composite(all) = &ty.kind else {
                return Err(missing());
            };
            let at = all
                .iter()
                .position(|f| f.fieldname == *field)
                .ok_or_else(missing)?;
            low += all[..at].iter().map(|f| type_bits(&f.kind)).sum::<usize>();
            ty = &all[at].kind;
            width = type_bits(ty);
        }
        Ok(Place { signal, low, width })
    }

    /// Bits `low..low + width` of a signal. As in Rust there are zeros past its end.
    pub fn part(&self, signal: &str, low: usize, width: usize) -> Expr {
        let symbol = &self.symbols[signal];
        if low >= symbol.width {
            return Expr::Literal(BigUint::ZERO, width);
        }
        let have = width.min(symbol.width - low);
        let part = if have == symbol.width {
            Expr::Signal(signal.into(), have)
        } else if symbol.kind == Kind::Constant {
            Expr::Literal((&symbol.value >> low) & mask(have), have)
        } else {
            Expr::Part(signal.into(), low, have)
        };
        part.resized(width)
    }
}

/// Where the bracket closes that the text begins with.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.find(|c| {
        depth += (c == '[') as i32 - (c == ']') as i32;
        depth == 0
    })
}

/// A Rust integer or bool, as in a pattern.
pub fn integer(text: &str) -> Option<BigUint> {
    match text {
        "true" => return Some(1u8.into()),
        "false" => return Some(BigUint::ZERO),
        _ => {}
    }
    let text = text.replace('_', "");
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ => (&text[..], 10),
    };
    let suffix = digits.find(['u', 'i']).unwrap_or(digits.len());
    BigUint::parse_bytes(&digits.as_bytes()[..suffix], radix)
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn integers_are_read_as_rust_writes_them() {
        for (text, value) in [
            ("12", 12u32),
            ("0x1F_u8", 31),
            ("0b101u32", 5),
            ("1_000", 1000),
            ("true", 1),
        ] {
            assert_eq!(integer(text), Some(value.into()), "{text}");
        }
        assert_eq!(integer("Kind"), None);
    }
}
