//! Runs a kernel by the rules of Rust, cycle by cycle.
use crate::language::Values;
use crate::meaning::mask;
use crate::program::{Child, Kernel, Pattern, Place, Role, Step};
use num_bigint::BigUint;

pub struct Machine<'a> {
    kernel: &'a Kernel,
    /// Of every signal, by its index.
    pub values: Vec<BigUint>,
    /// Of every child: a memory's words.
    words: Vec<Vec<BigUint>>,
    /// Of every child: the machine of a kernel.
    inner: Vec<Option<Machine<'a>>>,
}

impl<'a> Machine<'a> {
    pub fn new(kernel: &'a Kernel) -> Self {
        let mut values: Vec<BigUint> = kernel
            .signals
            .iter()
            .map(|s| match &s.role {
                Role::Constant(value) => value.clone(),
                _ => BigUint::ZERO,
            })
            .collect();
        let (mut words, mut inner) = (vec![], vec![]);
        for (_, child) in &kernel.children {
            words.push(match child {
                Child::Memory { address_bits, .. } => vec![BigUint::ZERO; 1 << address_bits],
                _ => vec![],
            });
            inner.push(match child {
                Child::Kernel { kernel, .. } => Some(Machine::new(kernel)),
                _ => None,
            });
            if let Child::Register { q, start, .. } = child {
                values[*q] = start.clone();
            }
        }
        Machine {
            kernel,
            values,
            words,
            inner,
        }
    }

    /// Settles everything after inputs were set in `values`.
    pub fn settle(&mut self) {
        let kernel = self.kernel;
        for (_, child) in &kernel.children {
            if let Child::Register { d, q, .. } = child
                && kernel.held.contains(d)
            {
                self.values[*d] = self.values[*q].clone();
            }
        }
        self.run(&kernel.steps, None);
    }

    /// A rising edge of the clock.
    pub fn clock(&mut self) {
        for (i, (_, child)) in self.kernel.children.iter().enumerate() {
            match child {
                Child::Register { d, q, .. } => self.values[*q] = self.values[*d].clone(),
                Child::Memory {
                    read: [at, data],
                    write: [to, value, enable],
                    ..
                } => {
                    let number = |at: usize| usize::try_from(&self.values[at]).expect("an address");
                    let (at, to) = (number(*at), number(*to));
                    self.values[*data] = self.words[i][at].clone();
                    if self.values[*enable] == BigUint::from(1u8) {
                        self.words[i][to] = self.values[*value].clone();
                    }
                }
                Child::Kernel { .. } => self.inner[i].as_mut().expect("its machine").clock(),
            }
        }
    }

    fn run(&mut self, steps: &[Step], turn: Option<u64>) {
        for step in steps {
            let now = Values {
                signals: &self.values,
                turn,
            };
            match step {
                Step::Set(place, value) => {
                    let value = now.value(value);
                    self.set(place, value);
                }
                Step::SetElement(array, n, value) => {
                    let at = array.signals[turn.expect("inside a loop") as usize + n];
                    self.values[at] = now.value(value);
                }
                Step::If(test, then, other) => {
                    let taken = if now.is_true(test) { then } else { other };
                    self.run(taken, turn);
                }
                Step::Match(of, arms) => {
                    let of = now.value(of);
                    let fits = |p: &Pattern| p.as_ref().is_none_or(|p| p.1 == of);
                    let arm = arms.iter().find(|a| fits(&a.0)).expect("Rust matches all");
                    self.run(&arm.1, turn);
                }
                Step::Loop(from, to, body) => {
                    (*from..*to).for_each(|i| self.run(body, Some(i as u64)));
                }
                Step::Comment(_) => {}
                Step::Child(i) => self.settle_child(*i),
            }
        }
    }

    fn settle_child(&mut self, i: usize) {
        let Child::Kernel { pins, answers, .. } = &self.kernel.children[i].1 else {
            panic!("only kernels settle");
        };
        let inner = self.inner[i].as_mut().expect("its machine");
        for (inside, outside) in pins {
            inner.values[*inside] = self.values[*outside].clone();
        }
        inner.settle();
        for (inside, outside) in answers {
            self.values[*outside] = inner.values[*inside].clone();
        }
    }

    fn set(&mut self, place: &Place, value: BigUint) {
        let signal = &mut self.values[place.signal];
        let hole = mask(place.width) << place.low;
        *signal = (signal.clone() | &hole) ^ hole | (value << place.low);
    }
}
