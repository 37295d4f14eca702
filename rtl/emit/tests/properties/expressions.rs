//! Random expressions: what Rust computes, what Verilator makes of the emitted text, and what it
//! makes of Yosys' reading of that text, must be one value.
use crate::dynamic::{Dynamic, Wire, bits_type};
use crate::language::{Expr, Gen, Type, Values, View};
use crate::readings::{emitted, model, seeds, stock_reading, yosys_reading};
use ast::{VerilogExpression as E, VerilogStatement as Statement};
use ferric_verilated::Model;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

const PER_BATCH: usize = 500;
const BATCHES: u64 = 21;
const VECTORS: usize = 48;
const SIGNALS: usize = 60;

/// Many expressions over the same signals.
struct Batch {
    seed: u64,
    random: Gen,
    expressions: Vec<Expr>,
    block: Dynamic,
    /// A constant's value.
    fixed: Vec<Option<BigUint>>,
}

impl Batch {
    fn new(seed: u64, stock: bool) -> Self {
        let mut random = Gen {
            stock,
            ..Gen::new(seed)
        };
        let mut wires = vec![];
        let mut fixed = vec![];
        for i in 0..SIGNALS {
            let width = *[1, 8, 16, 64, 128].get(i).unwrap_or(&random.width());
            let constant = i % 10 == 9 && !stock;
            let kind = if constant {
                AtomKind::Constant
            } else {
                AtomKind::InputParameter
            };
            let mut wire = Wire::new(format!("s{i}"), kind, bits_type(width));
            fixed.push(constant.then(|| random.value(width)));
            wire.value = fixed[i].clone().unwrap_or_default();
            let read = E::Signal(wire.name.clone());
            random.views.push(View {
                read,
                signal: i,
                low: 0,
                width,
                ty: Type::Bits(width),
            });
            wires.push(wire);
        }
        let mut expressions = vec![];
        let mut code = vec![];
        for i in 0..PER_BATCH {
            let (width, depth) = (random.width(), 1 + random.below(4));
            let expression = random.assigned(width, depth);
            let out = Wire::new(format!("o{i}"), AtomKind::OutputParameter, bits_type(width));
            code.push(Statement::Assignment(
                E::Signal(format!("o{i}$next")),
                expression.ast(),
            ));
            expressions.push(expression);
            wires.push(out);
        }
        let block = Dynamic {
            wires,
            children: vec![],
            hdl: Verilog::Combinatorial(code),
        };
        Batch {
            seed,
            random,
            expressions,
            block,
            fixed,
        }
    }

    /// Of each reading: the expressions that differ from Rust. Prints them if asked.
    fn differences(&mut self, model: &mut Model, prefixes: &[&str], print: bool) -> Vec<usize> {
        let inputs: Vec<_> = (0..SIGNALS)
            .map(|i| {
                self.fixed[i]
                    .is_none()
                    .then(|| model.handle(&format!("s{i}")))
            })
            .collect();
        let out = |prefix: &&str| {
            (0..PER_BATCH)
                .map(|i| model.handle(&format!("{prefix}o{i}")))
                .collect::<Vec<_>>()
        };
        let outputs: Vec<_> = prefixes.iter().map(out).collect();
        let mut differs = vec![vec![false; PER_BATCH]; prefixes.len()];
        for _ in 0..VECTORS {
            let signals: Vec<BigUint> = (0..SIGNALS)
                .map(|i| {
                    self.fixed[i]
                        .clone()
                        .unwrap_or_else(|| self.random.value(self.block.wires[i].bits))
                })
                .collect();
            for (handle, value) in inputs.iter().zip(&signals) {
                if let Some(handle) = handle {
                    model.poke_at(*handle, value);
                }
            }
            model.eval();
            let values = Values {
                signals: &signals,
                turn: None,
            };
            for (i, expression) in self.expressions.iter().enumerate() {
                let want = values.value(expression);
                for (reading, outputs) in outputs.iter().enumerate() {
                    let got = model.peek_big_at(outputs[i]);
                    if got != want && !std::mem::replace(&mut differs[reading][i], true) && print {
                        let text = ferric_emit::show::expression(&expression.ast());
                        println!("seed {} {}o{i}: {text}", self.seed, prefixes[reading]);
                        println!("  Rust {want:#x}, Verilog {got:#x}");
                    }
                }
            }
        }
        differs
            .iter()
            .map(|d| d.iter().filter(|d| **d).count())
            .collect()
    }
}

#[test]
fn random_expressions_mean_the_same_to_rust_verilator_and_yosys() {
    let mut total = 0;
    for seed in seeds(BATCHES) {
        println!("seed {seed}");
        let mut batch = Batch::new(seed, false);
        let yosys = yosys_reading(seed, &emitted(seed, &batch.block));
        let mut model = model("expressions", &batch.block, &[("yosys", yosys)]);
        let differ = batch.differences(&mut model, &["", "yosys_"], true);
        assert_eq!(
            differ,
            [0, 0],
            "seed {seed}: expressions that differ in Verilator, in Yosys"
        );
        total += PER_BATCH;
    }
    println!("{total} expressions, none differs");
}

/// The test above can fail: the printer that comes with rust-hdl does not pass it.
#[test]
fn stock_printer_is_caught() {
    let seed = seeds(1).next().expect("one") + 1_000_000;
    let mut batch = Batch::new(seed, true);
    let mut model = model(
        "stock",
        &batch.block,
        &[("stock", stock_reading(&batch.block))],
    );
    let differ = batch.differences(&mut model, &["", "stock_"], false);
    println!(
        "of {PER_BATCH} expressions {} differ by rust-hdl's printer",
        differ[1]
    );
    assert_eq!(differ[0], 0, "ours");
    assert!(
        differ[1] > PER_BATCH / 20,
        "rust-hdl's printer: {} differ",
        differ[1]
    );
}
