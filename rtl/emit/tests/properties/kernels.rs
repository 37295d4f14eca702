//! Random kernels over many cycles: statements, records, enums, arrays, registers, memories and
//! kernels inside kernels, run by the rules of Rust, by Verilator on the emitted text, and by
//! Verilator on Yosys' reading of it.
use crate::draw::{kernel, value_of};
use crate::dynamic::{Dynamic, Wire};
use crate::language::Gen;
use crate::machine::Machine;
use crate::program::{Kernel, Role};
use crate::readings::{emitted, model, seeds, yosys_reading};
use ast::{VerilogExpression as E, VerilogStatement as Statement};
use rust_hdl::prelude::*;

const PER_BATCH: usize = 50;
const BATCHES: u64 = 10;
const CYCLES: usize = 60;

/// All kernels side by side, `k3_in0` for the port `in0` of the fourth.
fn side_by_side(kernels: &[Kernel]) -> Dynamic {
    let connect = |to: String, from: String| Statement::Assignment(E::Signal(to), E::Signal(from));
    let (mut wires, mut code, mut children) = (vec![Wire::clock("clock")], vec![], vec![]);
    for (k, kernel) in kernels.iter().enumerate() {
        let name = format!("kernel{k}");
        code.push(connect(format!("{name}$clock$next"), "clock".into()));
        for signal in &kernel.signals {
            let (pin, port) = (
                format!("{name}${}", signal.name),
                format!("k{k}_{}", signal.name),
            );
            let kind = match signal.role {
                Role::Input => AtomKind::InputParameter,
                Role::Output => AtomKind::OutputParameter,
                _ => continue,
            };
            code.push(match signal.role {
                Role::Input => connect(format!("{pin}$next"), port.clone()),
                _ => connect(format!("{port}$next"), pin),
            });
            // the types of different kernels share names, so they are bits out here
            wires.push(Wire::new(
                port,
                kind,
                crate::dynamic::bits_type(signal.width()),
            ));
        }
        children.push((name, kernel.block()));
    }
    Dynamic {
        wires,
        children,
        hdl: Verilog::Combinatorial(code),
    }
}

fn batch(seed: u64) {
    println!("seed {seed}");
    let mut random = Gen::new(seed);
    let kernels: Vec<Kernel> = (0..PER_BATCH)
        .map(|_| kernel(random.random.u64(..), 1))
        .collect();
    let block = side_by_side(&kernels);
    let text = emitted(seed + 500_000, &block);
    let readings = [("yosys", yosys_reading(seed + 500_000, &text))];
    let mut model = model("kernels", &block, &readings);
    let ports = |role: Role, prefix: &str| -> Vec<Vec<_>> {
        let port = |(k, kernel): (usize, &Kernel)| {
            let named = |s: usize| {
                (
                    s,
                    model.handle(&format!(
                        "{prefix}k{k}_{}",
                        kernel.signals[s].name.replace('$', ".")
                    )),
                )
            };
            kernel.with(role.clone()).map(named).collect()
        };
        kernels.iter().enumerate().map(port).collect()
    };
    let inputs = ports(Role::Input, "");
    let outputs = [
        ("Verilator", ports(Role::Output, "")),
        ("Yosys", ports(Role::Output, "yosys_")),
    ];
    let mut machines: Vec<Machine> = kernels.iter().map(Machine::new).collect();
    for cycle in 0..CYCLES {
        for (machine, (inputs, kernel)) in machines.iter_mut().zip(inputs.iter().zip(&kernels)) {
            for (signal, port) in inputs {
                let value = value_of(&mut random, &kernel.signals[*signal].ty);
                model.poke_at(*port, &value);
                machine.values[*signal] = value;
            }
            machine.settle();
        }
        model.eval();
        for (tool, outputs) in &outputs {
            for (k, (machine, outputs)) in machines.iter().zip(outputs).enumerate() {
                for (signal, port) in outputs {
                    let (want, got) = (&machine.values[*signal], model.peek_big_at(*port));
                    assert!(
                        *want == got,
                        "seed {seed}, cycle {cycle}, {tool}, kernel{k}.{}: Rust {want:#x}, Verilog {got:#x}\n{}",
                        kernels[k].signals[*signal].name,
                        ferric_emit::show::block(&kernels[k].ast()),
                    );
                }
            }
        }
        machines.iter_mut().for_each(Machine::clock);
        model.tick();
    }
}

#[test]
fn random_kernels_mean_the_same_to_rust_verilator_and_yosys() {
    let kernels: usize = seeds(BATCHES).map(batch).map(|()| PER_BATCH).sum();
    println!("{kernels} kernels over {CYCLES} cycles, none differs");
}
