//! One block, read by several tools, side by side in one model.
use crate::common;
use crate::dynamic::{Dynamic, Wire};
use ast::{VerilogExpression as E, VerilogStatement as Statement};
use ferric_verilated::{Model, Options};
use rust_hdl::prelude::*;

/// Name of the block under test; its readings are `block_yosys` and `block_stock`.
pub const NAME: &str = "block";

/// Emits the block and has Verilator warn about nothing.
pub fn emitted(seed: u64, block: &Dynamic) -> String {
    let text = ferric_emit::emit(NAME, block)
        .unwrap_or_else(|e| panic!("seed {seed}: refused\n{}", e.join("\n")));
    let file = common::scratch(&format!("lint-{seed}")).join("block.sv");
    std::fs::write(&file, &text).expect("write");
    common::lint(&file, NAME, &common::RANDOM);
    text
}

/// What Yosys took the text to mean, as Verilog of its own under another name. Without Yosys' own
/// optimisations: what counts is how it reads.
pub fn yosys_reading(seed: u64, text: &str) -> String {
    let directory = common::scratch(&format!("yosys-{seed}"));
    std::fs::write(directory.join("in.sv"), text).expect("write");
    let passes = format!(
        "read_verilog -sv in.sv; hierarchy -top {NAME}; proc -noopt; flatten; opt_clean; memory_collect; \
         rename {NAME} {NAME}_yosys; write_verilog -noattr out.v"
    );
    common::run(
        common::yosys()
            .current_dir(&directory)
            .args(["-q", "-p", &passes]),
    );
    calling_shifts(&std::fs::read_to_string(directory.join("out.v")).expect("Yosys wrote it"))
}

/// Yosys' text with its shifts in functions, as ours has them: Verilator's fold of nested shifts
/// (decision 0002) would hide what Yosys read.
fn calling_shifts(text: &str) -> String {
    const OPERATORS: [(&str, &str); 2] = [(" << ", "shift_left"), (" >> ", "shift_right")];
    let called = |line: &str| {
        OPERATORS.iter().find_map(|(op, function)| {
            let (target, shift) = line.split_once(" = ")?;
            let (left, right) = shift.strip_suffix(';')?.split_once(op)?;
            Some(format!("{target} = {function}({left} , {right} );"))
        })
    };
    let high_bits = text
        .split('[')
        .filter_map(|range| range.split_once(':')?.0.parse().ok());
    let high: usize = high_bits.max().expect("something is wider than a bit");
    let mut lines: Vec<String> = vec![];
    for line in text.lines() {
        if line == "endmodule" {
            lines.extend(OPERATORS.map(|(op, function)| {
                format!(
                    "function automatic [{high}:0] {function}(input [{high}:0] x, by);\n\
                     // verilator no_inline_task\n{function} = x {op} by;\nendfunction"
                )
            }));
        }
        let line = called(line).unwrap_or_else(|| line.into());
        assert!(!OPERATORS.iter().any(|(op, _)| line.contains(op)), "{line}");
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

/// What rust-hdl's own printer makes of the block.
pub fn stock_reading(block: &Dynamic) -> String {
    let mut modules = ModuleDefines::default();
    block.accept(&format!("{NAME}_stock"), &mut modules);
    modules.defines()
}

/// A model of the block and of other readings of it: the block's outputs bear their own names,
/// those of a reading `READING_` before them.
pub fn model(name: &str, block: &Dynamic, readings: &[(&str, String)]) -> Model {
    let is_input = |w: &&Wire| w.kind == AtomKind::InputParameter;
    let mut harness = Dynamic {
        wires: block.wires.iter().filter(is_input).cloned().collect(),
        children: vec![],
        hdl: Verilog::Empty,
    };
    let mut code = vec![];
    let mut add = |child: &str, prefix: &str, dynamic: Dynamic| {
        let connect =
            |to: String, from: String| Statement::Assignment(E::Signal(to), E::Signal(from));
        for wire in &block.wires {
            let pin = format!("{child}${}", wire.name);
            match wire.kind {
                AtomKind::InputParameter => {
                    code.push(connect(format!("{pin}$next"), wire.name.clone()))
                }
                AtomKind::OutputParameter => {
                    let out = Wire {
                        name: format!("{prefix}{}", wire.name),
                        ..wire.clone()
                    };
                    code.push(connect(format!("{}$next", out.name), pin));
                    harness.wires.push(out);
                }
                _ => {}
            }
        }
        harness.children.push((child.into(), dynamic));
    };
    add(NAME, "", block.clone());
    for (reading, text) in readings {
        let module = format!("{NAME}_{reading}");
        let hdl = Verilog::Blackbox(BlackBox {
            code: text.clone(),
            name: module,
        });
        let wires = block
            .wires
            .iter()
            .filter(|w| w.kind.is_parameter())
            .cloned()
            .collect();
        add(
            reading,
            &format!("{reading}_"),
            Dynamic {
                wires,
                children: vec![],
                hdl,
            },
        );
    }
    harness.hdl = Verilog::Combinatorial(code);
    Model::build_with(
        name,
        &harness,
        &Options {
            opt: 0,
            ..Options::default()
        },
    )
    .unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Seeds of a run: `FERRIC_SEED` moves them all, `FERRIC_BATCHES` sets how many of each kind.
pub fn seeds(batches: u64) -> impl Iterator<Item = u64> {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|v| v.parse::<u64>().expect("a number"))
    };
    let first = number("FERRIC_SEED").unwrap_or(1);
    first..first + number("FERRIC_BATCHES").unwrap_or(batches)
}
