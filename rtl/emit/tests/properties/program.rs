//! Kernels as typed trees: what they declare, their statements, and the AST and block of them.
use crate::dynamic::{Dynamic, Wire};
use crate::language::{Array, Expr, Type, View};
use crate::meaning::flip_flop_text;
use ast::{
    VerilogBlockOrConditional as Else, VerilogCase, VerilogConditional, VerilogExpression as E,
    VerilogLoop, VerilogMatch, VerilogStatement as Ast,
};
use ferric_emit::tree::type_bits;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// What a signal is to its kernel.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    Input,
    Output,
    Local,
    Constant(BigUint),
    /// An input of a child: the kernel sets it.
    Pin,
    /// An output of a child.
    Answer,
}

#[derive(Clone, Debug)]
pub struct Signal {
    /// As the AST has it: `count$d`, `sum[2]` is `sum$2`.
    pub name: String,
    pub ty: TypeDescriptor,
    pub role: Role,
}

impl Signal {
    pub fn width(&self) -> usize {
        type_bits(&self.ty)
    }
}

/// Something that can be assigned to, and its name in the AST.
#[derive(Clone, Debug)]
pub struct Place {
    pub signal: usize,
    pub low: usize,
    pub width: usize,
    pub ty: Type,
    pub write: Write,
}

#[derive(Clone, Debug)]
pub enum Write {
    /// `x.next = ..`, or a field of a field by its dotted name.
    Name(String),
    /// A field of `x`, or a part of it from hand-built code: base, lowest bit.
    Part(String, usize),
}

/// Text and value of a pattern; none is `_`.
pub type Pattern = Option<(String, BigUint)>;

#[derive(Clone, Debug)]
pub enum Step {
    Set(Place, Expr),
    /// `array[i + n].next = ..` inside a loop.
    SetElement(Array, usize, Expr),
    If(Expr, Vec<Step>, Vec<Step>),
    Match(Expr, Vec<(Pattern, Vec<Step>)>),
    Loop(usize, usize, Vec<Step>),
    Comment(String),
    /// Not a statement: from here on the outputs of this child may be read.
    Child(usize),
}

/// A child that is a register, a memory or a kernel; by indices of its parent's signals.
#[derive(Clone)]
pub enum Child {
    Register {
        d: usize,
        q: usize,
        start: BigUint,
    },
    Memory {
        address_bits: usize,
        read: [usize; 2],
        write: [usize; 3],
    },
    Kernel {
        kernel: Kernel,
        pins: Vec<(usize, usize)>,
        answers: Vec<(usize, usize)>,
    },
}

#[derive(Clone, Default)]
pub struct Kernel {
    pub signals: Vec<Signal>,
    pub steps: Vec<Step>,
    pub children: Vec<(String, Child)>,
    /// Registers that `dff_setup!` gives their old value first.
    pub held: Vec<usize>,
}

/// The name of a type: records and enums of one name are one type.
pub fn type_of(ty: &TypeDescriptor) -> Type {
    match &ty.kind {
        TypeKind::Bits(width) => Type::Bits(*width),
        _ => Type::Named(ty.name.clone()),
    }
}

/// Every way to read or write a signal or a part of it that its type has a name for.
pub fn accesses(signal: usize, name: &str, ty: &TypeDescriptor) -> Vec<(View, Place)> {
    let mut found = vec![];
    let mut add = |read: E, write: Write, low: usize, ty: &TypeDescriptor| {
        let (width, ty) = (type_bits(ty), type_of(ty));
        let view = View {
            read,
            signal,
            low,
            width,
            ty: ty.clone(),
        };
        found.push((
            view,
            Place {
                signal,
                low,
                width,
                ty,
                write,
            },
        ));
    };
    add(
        E::Signal(name.into()),
        Write::Name(format!("{name}$next")),
        0,
        ty,
    );
    fn fields(ty: &TypeDescriptor) -> Vec<(String, usize, TypeDescriptor)> {
        let TypeKind::Composite(fields) = &ty.kind else {
            return vec![];
        };
        let mut low = 0;
        let place = |f: &TypeField| {
            low += type_bits(&f.kind);
            (
                f.fieldname.clone(),
                low - type_bits(&f.kind),
                f.kind.clone(),
            )
        };
        fields.iter().map(|f| &**f).map(place).collect()
    }
    // A field is a slice to `#[hdl_gen]`; a field of a field is a longer name.
    for (_, low, inner) in fields(ty) {
        let offset = Box::new(E::Literal(low.into()));
        let read = E::Slice(Box::new(E::Signal(name.into())), type_bits(&inner), offset);
        add(read, Write::Part(name.into(), low), low, &inner);
    }
    let mut deeper: Vec<_> = fields(ty);
    while let Some((path, low, inner)) = deeper.pop() {
        for (field, above, ty) in fields(&inner) {
            let (path, low) = (format!("{path}${field}"), low + above);
            let read = E::Signal(format!("{name}$val()${path}"));
            add(read, Write::Name(format!("{name}$next${path}")), low, &ty);
            deeper.push((path, low, ty));
        }
    }
    found
}

impl Step {
    fn ast(&self) -> Option<Ast> {
        Some(match self {
            Step::Set(place, value) => match &place.write {
                Write::Name(name) => Ast::Assignment(E::Signal(name.clone()), value.ast()),
                Write::Part(base, low) => Ast::SliceAssignment {
                    base: E::Signal(base.clone()),
                    width: place.width,
                    offset: E::Literal((*low).into()),
                    replacement: value.ast(),
                },
            },
            Step::SetElement(array, 0, value) => {
                Ast::Assignment(E::Signal(format!("{}[i]$next", array.name)), value.ast())
            }
            Step::SetElement(array, n, value) => Ast::Assignment(
                E::Signal(format!("{}[i+{n}]$next", array.name)),
                value.ast(),
            ),
            Step::If(test, then, other) => Ast::If(VerilogConditional {
                test: test.ast(),
                then: block(then),
                otherwise: match &other[..] {
                    [] => Else::None,
                    [Step::If(..)] => Else::Conditional(Box::new(other[0].ast()?)),
                    _ => Else::Block(block(other)),
                },
            }),
            Step::Match(of, arms) => Ast::Match(VerilogMatch {
                test: of.ast(),
                cases: arms
                    .iter()
                    .map(|(pattern, body)| VerilogCase {
                        condition: pattern.as_ref().map_or("default".into(), |p| p.0.clone()),
                        block: block(body),
                    })
                    .collect(),
            }),
            Step::Loop(from, to, body) => Ast::Loop(VerilogLoop {
                index: "i".into(),
                from: (*from).into(),
                to: (*to).into(),
                block: block(body),
            }),
            Step::Comment(text) => Ast::Comment(text.clone()),
            Step::Child(_) => return None,
        })
    }
}

fn block(steps: &[Step]) -> Vec<Ast> {
    steps.iter().filter_map(Step::ast).collect()
}

impl Kernel {
    pub fn with(&self, role: Role) -> impl Iterator<Item = usize> {
        let found: Vec<_> = (0..self.signals.len())
            .filter(|i| self.signals[*i].role == role)
            .collect();
        found.into_iter()
    }

    pub fn ast(&self) -> Vec<Ast> {
        let set = |to: String, from: &str| Ast::Assignment(E::Signal(to), E::Signal(from.into()));
        let mut setup = vec![];
        for (name, child) in &self.children {
            let clocks: &[&str] = match child {
                Child::Memory { .. } => &["read_clock", "write_clock"],
                _ => &["clock"],
            };
            setup.extend(
                clocks
                    .iter()
                    .map(|c| set(format!("{name}${c}$next"), "clock")),
            );
        }
        for (name, child) in &self.children {
            if let Child::Register { d, .. } = child
                && self.held.contains(d)
            {
                setup.push(set(format!("{name}$d$next"), &format!("{name}$q")));
            }
        }
        let mut code = vec![Ast::Macro(setup)];
        code.extend(block(&self.steps));
        code
    }

    /// The kernel as rust-hdl sees it.
    pub fn block(&self) -> Dynamic {
        let mut wires = vec![Wire::clock("clock")];
        for signal in &self.signals {
            let kind = match &signal.role {
                Role::Input => AtomKind::InputParameter,
                Role::Output => AtomKind::OutputParameter,
                Role::Local => AtomKind::LocalSignal,
                Role::Constant(_) => AtomKind::Constant,
                Role::Pin | Role::Answer => continue,
            };
            let mut wire = Wire::new(&signal.name, kind, signal.ty.clone());
            if let Role::Constant(value) = &signal.role {
                wire.value = value.clone();
            }
            wires.push(wire);
        }
        let children = self
            .children
            .iter()
            .map(|(name, child)| (name.clone(), self.child(name, child)));
        Dynamic {
            wires,
            children: children.collect(),
            hdl: Verilog::Combinatorial(self.ast()),
        }
    }

    fn child(&self, name: &str, child: &Child) -> Dynamic {
        let pin = |signal: usize, kind| {
            let signal = &self.signals[signal];
            let port = signal
                .name
                .strip_prefix(&format!("{name}$"))
                .expect("a pin of this child");
            Wire::new(port, kind, signal.ty.clone())
        };
        use AtomKind::{InputParameter as In, OutputParameter as Out};
        let (wires, hdl) = match child {
            Child::Kernel { kernel, .. } => return kernel.block(),
            Child::Register { d, q, start } => {
                let Verilog::Custom(text) = flip_flop_text(self.signals[*q].width()) else {
                    panic!("a flip-flop is text");
                };
                let text = text.replacen("'h0", &format!("'h{start:x}"), 1);
                (vec![pin(*d, In), pin(*q, Out), Wire::clock("clock")], text)
            }
            Child::Memory {
                address_bits,
                read: [at, data],
                write,
            } => {
                let [to, value, enable] = *write;
                let wires = vec![
                    pin(*at, In),
                    Wire::clock("read_clock"),
                    pin(*data, Out),
                    pin(to, In),
                    Wire::clock("write_clock"),
                    pin(value, In),
                    pin(enable, In),
                ];
                let text = memory_text(*address_bits);
                (
                    wires,
                    text.replacen(
                        "[7:0]",
                        &format!("[{}:0]", self.signals[*data].width() - 1),
                        1,
                    ),
                )
            }
        };
        Dynamic {
            wires,
            children: vec![],
            hdl: Verilog::Custom(hdl),
        }
    }
}

/// What rust-hdl writes for a memory of bytes.
fn memory_text(address_bits: usize) -> String {
    let hdl = match address_bits {
        1 => RAM::<Bits<8>, 1>::default().hdl(),
        2 => RAM::<Bits<8>, 2>::default().hdl(),
        3 => RAM::<Bits<8>, 3>::default().hdl(),
        _ => RAM::<Bits<8>, 4>::default().hdl(),
    };
    match hdl {
        Verilog::Custom(text) => text,
        other => panic!("a memory is text, not {other:?}"),
    }
}
