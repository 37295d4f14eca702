//! Draws kernels: every statement and every kind of child, in programs that Rust would accept.
use crate::language::{Array, Expr, Form, Gen, Type, View};
use crate::program::{Child, Kernel, Pattern, Place, Role, Signal, Step, Write, accesses, type_of};
use ast::VerilogOp as Op;
use ferric_emit::tree::type_bits;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// A signal, or an array of them, that the kernel has to set.
#[derive(Clone)]
enum Target {
    One(usize),
    Many(Array),
}

struct Draw {
    random: Gen,
    kernel: Kernel,
    /// Every type but plain bits.
    types: Vec<TypeDescriptor>,
    /// Arrays that may be read.
    arrays: Vec<Array>,
    /// Every view and place, by signal.
    accesses: Vec<Vec<(View, Place)>>,
}

/// A kernel with everything in it; `depth` more levels of kernels below.
pub fn kernel(seed: u64, depth: usize) -> Kernel {
    typed(seed, depth, None)
}

/// With types of its own, or those of the kernel around it.
fn typed(seed: u64, depth: usize, types: Option<Vec<TypeDescriptor>>) -> Kernel {
    let own = types.is_none();
    let mut draw = Draw {
        random: Gen {
            narrow: true,
            ..Gen::new(seed)
        },
        kernel: Kernel::default(),
        types: types.unwrap_or_default(),
        arrays: vec![],
        accesses: vec![],
    };
    if own {
        draw.types();
    }
    let targets = draw.declare(depth);
    draw.code(targets);
    draw.watch();
    draw.kernel
}

/// A value that the type has: enums only their labels.
pub fn value_of(random: &mut Gen, ty: &TypeDescriptor) -> BigUint {
    match &ty.kind {
        TypeKind::Enum(labels) => random.below(labels.len()).into(),
        TypeKind::Composite(fields) => {
            let (mut value, mut low) = (BigUint::ZERO, 0);
            for field in fields {
                value |= value_of(random, &field.kind) << low;
                low += type_bits(&field.kind);
            }
            value
        }
        _ => random.value(type_bits(ty)),
    }
}

impl Draw {
    fn types(&mut self) {
        for e in 0..1 + self.random.below(2) {
            let name = format!("Kind{e}");
            let label = |l| format!("{name}::L{l}");
            let labels = (0..2 + self.random.below(4)).map(label).collect();
            self.types.push(TypeDescriptor {
                name: name.clone(),
                kind: TypeKind::Enum(labels),
            });
        }
        for r in 0..self.random.below(3) {
            let mut fields = vec![];
            for f in 0..2 + self.random.below(3) {
                let kind = match self.random.one_in(3) {
                    true => self.random.pick(&self.types),
                    false => crate::dynamic::bits_type(1 + self.random.below(24)),
                };
                fields.push(Box::new(TypeField {
                    fieldname: format!("f{f}"),
                    kind,
                }));
            }
            let record = TypeDescriptor {
                name: format!("Record{r}"),
                kind: TypeKind::Composite(fields),
            };
            if type_bits(&record) <= 128 {
                self.types.push(record);
            }
        }
    }

    fn some_type(&mut self) -> TypeDescriptor {
        match self.random.one_in(3) {
            true => self.random.pick(&self.types),
            false => crate::dynamic::bits_type(self.random.width()),
        }
    }

    /// The name as Rust has it: `sum[2]`, and `$` for dots.
    fn signal(&mut self, name: &str, ty: TypeDescriptor, role: Role) -> usize {
        let index = self.kernel.signals.len();
        self.accesses.push(accesses(index, name, &ty));
        let name = name.replace('[', "$").replace(']', "");
        self.kernel.signals.push(Signal { name, ty, role });
        index
    }

    /// From now on the signal may be read.
    fn readable(&mut self, signal: usize) {
        let views = self.accesses[signal].iter().map(|a| a.0.clone());
        self.random.views.extend(views);
    }

    fn array(&mut self, name: &str, role: Role) -> Array {
        let (width, length) = (self.random.width(), 2 + self.random.below(3));
        let ty = crate::dynamic::bits_type(width);
        let element = |i| self.signal(&format!("{name}[{i}]"), ty.clone(), role.clone());
        Array {
            name: name.into(),
            signals: (0..length).map(element).collect(),
            width,
        }
    }

    /// Declares everything and returns what has to be set.
    fn declare(&mut self, depth: usize) -> Vec<Target> {
        let mut targets = vec![];
        let mut inputs = self.types.clone();
        inputs.extend([1, 5, 8, 20, 40].map(crate::dynamic::bits_type));
        for _ in 0..self.random.below(3) {
            inputs.push(self.some_type());
        }
        for (i, ty) in inputs.into_iter().enumerate() {
            let signal = self.signal(&format!("in{i}"), ty, Role::Input);
            self.readable(signal);
        }
        let ins = self.array("ins", Role::Input);
        ins.signals.iter().for_each(|s| self.readable(*s));
        self.arrays.push(ins);
        for i in 0..self.random.below(3) {
            let ty = crate::dynamic::bits_type(self.random.width());
            let value = value_of(&mut self.random, &ty);
            let signal = self.signal(&format!("fixed{i}"), ty, Role::Constant(value));
            self.readable(signal);
        }
        for (name, role) in [("local", Role::Local), ("out", Role::Output)] {
            for i in 0..1 + self.random.below(3) {
                let ty = self.some_type();
                targets.push(Target::One(self.signal(
                    &format!("{name}{i}"),
                    ty,
                    role.clone(),
                )));
            }
        }
        if !self.random.one_in(3) {
            targets.push(Target::Many(self.array("sum", Role::Local)));
        }
        for i in 0..1 + self.random.below(3) {
            targets.push(self.register(&format!("reg{i}")));
        }
        if self.random.one_in(2) {
            targets.extend(self.memory());
        }
        if depth > 0 && self.random.one_in(3) {
            targets.extend(self.inner(depth - 1));
        }
        targets
    }

    fn register(&mut self, name: &str) -> Target {
        let ty = self.some_type();
        let d = self.signal(&format!("{name}$d"), ty.clone(), Role::Pin);
        let q = self.signal(&format!("{name}$q"), ty.clone(), Role::Answer);
        self.readable(q);
        let start = match self.random.one_in(3) {
            true => value_of(&mut self.random, &ty),
            false => BigUint::ZERO,
        };
        self.kernel
            .children
            .push((name.into(), Child::Register { d, q, start }));
        if self.random.below(3) > 0 {
            self.kernel.held.push(d);
        }
        Target::One(d)
    }

    fn memory(&mut self) -> Vec<Target> {
        let (ty, address_bits) = (self.some_type(), 1 + self.random.below(4));
        let address = crate::dynamic::bits_type(address_bits);
        let mut pin = |name: &str, ty: &TypeDescriptor, role| {
            self.signal(&format!("ram${name}"), ty.clone(), role)
        };
        let read = [
            pin("read_address", &address, Role::Pin),
            pin("read_data", &ty, Role::Answer),
        ];
        let to = pin("write_address", &address, Role::Pin);
        let value = pin("write_data", &ty, Role::Pin);
        let enable = pin("write_enable", &crate::dynamic::bits_type(1), Role::Pin);
        let write = [to, value, enable];
        self.kernel.children.push((
            "ram".into(),
            Child::Memory {
                address_bits,
                read,
                write,
            },
        ));
        self.readable(read[1]);
        [read[0], to, value, enable].map(Target::One).to_vec()
    }

    fn inner(&mut self, depth: usize) -> Vec<Target> {
        let kernel = typed(self.random.random.u64(..), depth, Some(self.types.clone()));
        let (mut pins, mut answers) = (vec![], vec![]);
        for inside in kernel.with(Role::Input).chain(kernel.with(Role::Output)) {
            let Signal { name, ty, role } = kernel.signals[inside].clone();
            let input = role == Role::Input;
            let role = if input { Role::Pin } else { Role::Answer };
            let outside = self.signal(&format!("inner${name}"), ty, role);
            if input { &mut pins } else { &mut answers }.push((inside, outside));
        }
        let targets = pins.iter().map(|p| Target::One(p.1)).collect();
        self.kernel.children.push((
            "inner".into(),
            Child::Kernel {
                kernel,
                pins,
                answers,
            },
        ));
        targets
    }

    /// Sets all targets, a few at a time; what is set may be read by those after.
    fn code(&mut self, mut targets: Vec<Target>) {
        self.random.random.shuffle(&mut targets);
        if self.random.one_in(2) {
            // all registers together: the emitter prints those as one clocked block
            targets.sort_by_key(
                |t| matches!(t, Target::One(s) if self.kernel.signals[*s].name.ends_with("$d")),
            );
        }
        let inner = self
            .kernel
            .children
            .iter()
            .position(|c| matches!(c.1, Child::Kernel { .. }));
        let mut waiting: Vec<usize> = match inner.map(|i| &self.kernel.children[i].1) {
            Some(Child::Kernel { pins, .. }) => pins.iter().map(|p| p.1).collect(),
            _ => vec![],
        };
        while !targets.is_empty() {
            let rest = targets.split_off(targets.len().min(1 + self.random.below(4)));
            let group = std::mem::replace(&mut targets, rest);
            self.group(&group);
            for target in group {
                match target {
                    Target::One(signal) => {
                        self.readable(signal);
                        waiting.retain(|w| *w != signal);
                    }
                    Target::Many(array) => {
                        array.signals.iter().for_each(|s| self.readable(*s));
                        self.arrays.push(array);
                    }
                }
            }
            if let Some(i) = inner
                && waiting.is_empty()
            {
                waiting.push(usize::MAX); // once
                self.kernel.steps.push(Step::Child(i));
                let Child::Kernel { answers, .. } = &self.kernel.children[i].1 else {
                    unreachable!("found as a kernel");
                };
                let answers: Vec<_> = answers.iter().map(|a| a.1).collect();
                answers.into_iter().for_each(|a| self.readable(a));
            }
        }
    }

    /// Outputs that show every register, every memory's word and every local.
    fn watch(&mut self) {
        for i in 0..self.kernel.signals.len() {
            let Signal { ty, role, .. } = self.kernel.signals[i].clone();
            if role == Role::Local || role == Role::Answer {
                let shown = self.signal(&format!("watch{i}"), ty, Role::Output);
                let view = self.accesses[i][0].0.clone();
                let place = self.accesses[shown][0].1.clone();
                let width = view.width;
                self.kernel.steps.push(Step::Set(
                    place,
                    Expr {
                        form: Form::View(view),
                        width,
                    },
                ));
            }
        }
    }

    // ---- statements ----

    fn group(&mut self, group: &[Target]) {
        let mut steps = vec![];
        let mut changing = vec![];
        for target in group {
            match target {
                Target::Many(array) if self.random.one_in(2) => {
                    steps.extend(self.chain(array));
                    continue; // its elements were read: they stay as they are
                }
                Target::Many(array) => steps.extend(self.each_element(array)),
                Target::One(signal) if self.kernel.held.contains(signal) => {}
                Target::One(signal) if self.random.one_in(4) => {
                    steps.extend(self.all_paths(*signal, 1))
                }
                Target::One(signal) => steps.extend(self.default(*signal)),
            }
            changing.push(target.clone());
        }
        if !changing.is_empty() {
            for _ in 0..self.random.below(3) {
                steps.push(self.statement(&changing, 2));
            }
        }
        self.kernel.steps.extend(steps);
    }

    /// A value of any type.
    fn value(&mut self, ty: &Type, depth: usize) -> Expr {
        let Type::Named(name) = ty else {
            let Type::Bits(width) = ty else {
                unreachable!()
            };
            return self.random.assigned(*width, depth);
        };
        let named = self
            .types
            .iter()
            .find(|t| t.name == *name)
            .expect("declared");
        if let TypeKind::Enum(labels) = named.kind.clone()
            && self.random.one_in(2)
        {
            let label = self.random.below(labels.len());
            let width = type_bits(named_type(&self.types, name));
            return Expr {
                form: Form::Label(labels[label].clone(), label),
                width,
            };
        }
        let views: Vec<View> = self
            .random
            .views
            .iter()
            .filter(|v| v.ty == *ty)
            .cloned()
            .collect();
        let view = self.random.pick(&views);
        let width = view.width;
        Expr {
            form: Form::View(view),
            width,
        }
    }

    fn set(&mut self, place: Place) -> Step {
        let depth = self.random.below(2);
        let value = self.value(&place.ty.clone(), depth);
        Step::Set(place, value)
    }

    /// Sets every bit: at once, by its fields, or in parts.
    fn default(&mut self, signal: usize) -> Vec<Step> {
        let places: Vec<Place> = self.accesses[signal].iter().map(|a| a.1.clone()).collect();
        let fields: Vec<Place> = places
            .iter()
            .filter(|p| matches!(p.write, Write::Part(..)))
            .cloned()
            .collect();
        if !fields.is_empty() && self.random.one_in(3) {
            return fields.into_iter().map(|f| self.set(f)).collect();
        }
        let whole = places[0].clone();
        if !matches!(whole.ty, Type::Bits(_)) || !self.random.one_in(3) {
            return vec![self.set(whole)];
        }
        let (mut low, mut parts) = (0, vec![]);
        while low < whole.width {
            let width = 1 + self.random.below(whole.width - low);
            parts.push(self.part(signal, low, width));
            low += width;
        }
        self.random.random.shuffle(&mut parts);
        parts.into_iter().map(|p| self.set(p)).collect()
    }

    fn part(&self, signal: usize, low: usize, width: usize) -> Place {
        let Write::Name(whole) = &self.accesses[signal][0].1.write else {
            unreachable!("the first access is the whole");
        };
        let name = whole.trim_end_matches("$next").to_string();
        Place {
            signal,
            low,
            width,
            ty: Type::Bits(width),
            write: Write::Part(name, low),
        }
    }

    /// Sets a signal whatever way the branches go.
    fn all_paths(&mut self, signal: usize, depth: usize) -> Vec<Step> {
        if depth == 0 || self.random.one_in(3) {
            return self.default(signal);
        }
        if self.random.one_in(2) {
            let test = self.random.expr(1, 1);
            let (then, other) = (
                self.all_paths(signal, depth - 1),
                self.all_paths(signal, depth - 1),
            );
            return vec![Step::If(test, then, other)];
        }
        let (of, patterns) = self.patterns();
        let arms = patterns
            .into_iter()
            .map(|p| (p, self.all_paths(signal, depth - 1)))
            .collect();
        vec![Step::Match(of, arms)]
    }

    /// Something to match on and patterns that leave nothing out.
    fn patterns(&mut self) -> (Expr, Vec<Pattern>) {
        let enums: Vec<(View, Vec<String>)> = self
            .random
            .views
            .iter()
            .filter_map(
                |v| match (&v.ty, self.types.iter().find(|t| type_of(t) == v.ty)) {
                    (
                        Type::Named(_),
                        Some(TypeDescriptor {
                            kind: TypeKind::Enum(labels),
                            ..
                        }),
                    ) => Some((v.clone(), labels.clone())),
                    _ => None,
                },
            )
            .collect();
        if self.random.one_in(2) && !enums.is_empty() {
            let (view, labels) = self.random.pick(&enums);
            let width = view.width;
            let of = Expr {
                form: Form::View(view),
                width,
            };
            let name = |(i, l): (usize, &String)| Some((l.replace("::", "$"), BigUint::from(i)));
            let mut patterns: Vec<_> = labels.iter().enumerate().map(name).collect();
            self.random.random.shuffle(&mut patterns);
            if self.random.one_in(2) {
                patterns.truncate(1 + self.random.below(labels.len()));
                patterns.push(None);
            }
            return (of, patterns);
        }
        if self.random.one_in(4) {
            let pattern = |text: &str, value: u8| Some((text.to_string(), BigUint::from(value)));
            return (
                self.random.expr(1, 1),
                vec![pattern("true", 1), pattern("false", 0)],
            );
        }
        let width = 2 + self.random.below(10);
        let of = self.random.expr(width, 1);
        let mut patterns: Vec<Pattern> = vec![];
        for _ in 0..1 + self.random.below(3) {
            let value = self.random.value(width);
            if patterns.iter().flatten().all(|p| p.1 != value) {
                let text = if self.random.one_in(3) {
                    format!("{value:#x}")
                } else {
                    value.to_string()
                };
                patterns.push(Some((text, value)));
            }
        }
        patterns.push(None);
        (of, patterns)
    }

    /// Sets each element from the one before.
    fn chain(&mut self, array: &Array) -> Vec<Step> {
        let length = array.signals.len();
        let first = self.accesses[array.signals[0]][0].1.clone();
        let first = self.set(first);
        self.random.in_loop = Some((length - 1, self.arrays.clone()));
        let term = Box::new(self.random.expr(array.width, 1));
        self.random.in_loop = None;
        let width = array.width;
        let before = Box::new(Expr {
            form: Form::Element(array.clone(), 0),
            width,
        });
        let op = self.random.pick(&[Op::Add, Op::BitXor, Op::Sub]);
        let next = Expr {
            form: Form::Binary(op, before, term),
            width,
        };
        vec![
            first,
            Step::Loop(
                0,
                length - 1,
                vec![Step::SetElement(array.clone(), 1, next)],
            ),
        ]
    }

    /// Sets each element by the loop's variable, and some of them once more.
    fn each_element(&mut self, array: &Array) -> Vec<Step> {
        let length = array.signals.len();
        let mut set = |from: usize, to: usize| {
            self.random.in_loop = Some((to, self.arrays.clone()));
            let value = self.random.expr(array.width, 1);
            let test = self.random.expr(1, 1);
            let again = self.random.expr(array.width, 1);
            self.random.in_loop = None;
            let change = Step::If(
                test,
                vec![Step::SetElement(array.clone(), 0, again)],
                vec![],
            );
            Step::Loop(
                from,
                to,
                vec![Step::SetElement(array.clone(), 0, value), change],
            )
        };
        vec![set(0, length), set(length / 2, length)]
    }

    /// Changes some of the targets.
    fn statement(&mut self, group: &[Target], depth: usize) -> Step {
        let body = |draw: &mut Draw| -> Vec<Step> {
            (0..1 + draw.random.below(2))
                .map(|_| draw.statement(group, depth - 1))
                .collect()
        };
        match self.random.below(if depth > 0 { 6 } else { 3 }) {
            0 if self.random.one_in(4) => Step::Comment("a remark".into()),
            0..=2 => match self.random.pick(group) {
                Target::One(signal) => {
                    let places: Vec<Place> =
                        self.accesses[signal].iter().map(|a| a.1.clone()).collect();
                    let mut place = self.random.pick(&places);
                    if matches!(places[0].ty, Type::Bits(_)) && self.random.one_in(3) {
                        let low = self.random.below(places[0].width);
                        let width = 1 + self.random.below(places[0].width - low);
                        place = self.part(signal, low, width);
                    }
                    self.set(place)
                }
                Target::Many(array) => {
                    let signal = self.random.pick(&array.signals);
                    let place = self.accesses[signal][0].1.clone();
                    self.set(place)
                }
            },
            3 | 4 => {
                let test = self.random.expr(1, 1);
                let then = body(self);
                let other = if self.random.one_in(2) {
                    vec![]
                } else {
                    body(self)
                };
                Step::If(test, then, other)
            }
            _ => {
                let (of, patterns) = self.patterns();
                Step::Match(of, patterns.into_iter().map(|p| (p, body(self))).collect())
            }
        }
    }
}

fn named_type<'a>(types: &'a [TypeDescriptor], name: &str) -> &'a TypeDescriptor {
    types.iter().find(|t| t.name == name).expect("declared")
}
