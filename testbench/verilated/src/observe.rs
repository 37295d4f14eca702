//! The streams inside a design, found in its Verilog: what they are called, who fills them and who takes from them.
//!
//! The emitter writes each instance with one connection a line, so two instances that name the same `.._valid` and `.._ready` nets are the
//! ends of a stream. Streams of the top module and of its instances are found. Where an end is an instance of the top module, the instance
//! inside it that holds the stream stands for it.
use std::collections::{BTreeMap, HashMap};

/// A stream between two blocks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stream {
    /// Path of the block that fills it, by instances below the top; empty for wiring of the top itself.
    pub producer: String,
    /// Its name there.
    pub from: String,
    /// Path of the block that takes from it.
    pub consumer: String,
    /// Its name there.
    pub to: String,
    /// Where its nets lie: module, scope of the instance, names of valid and ready.
    pub(crate) nets: Nets,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Nets {
    pub module: String,
    pub scope: String,
    pub valid: String,
    pub ready: String,
}

#[derive(Default)]
struct Module<'v> {
    /// By name; whether it is an output.
    ports: HashMap<&'v str, bool>,
    instances: Vec<Instance<'v>>,
}

struct Instance<'v> {
    module: &'v str,
    name: &'v str,
    /// Ports and nets.
    connections: Vec<(&'v str, &'v str)>,
}

/// An instance's end of a stream.
struct End<'v> {
    instance: &'v str,
    module: &'v str,
    port: String,
    fills: bool,
}

/// The streams of the module `top` and of its instances.
pub fn streams(verilog: &str, top: &str) -> Vec<Stream> {
    let modules = modules(verilog);
    let mut found = vec![];
    let Some(card) = modules.get(top) else {
        return found;
    };
    let scope = format!("TOP.{top}");
    for ((valid, ready), ends) in ends(card, &modules) {
        let nets = Nets {
            module: top.into(),
            scope: scope.clone(),
            valid: valid.into(),
            ready: ready.into(),
        };
        found.extend(stream(nets, &ends, |end| {
            let inner = modules
                .get(end.module)
                .map(|module| inner(module, &modules, &end.port));
            match inner.flatten() {
                Some((instance, port)) => (format!("{}.{instance}", end.instance), port),
                None => (end.instance.into(), end.port.clone()),
            }
        }));
    }
    for instance in &card.instances {
        let Some(module) = modules.get(instance.module) else {
            continue;
        };
        for ((valid, ready), ends) in ends(module, &modules) {
            // A stream through the module's own ports was found one level up.
            if module.ports.contains_key(valid) || module.ports.contains_key(ready) {
                continue;
            }
            let nets = Nets {
                module: instance.module.into(),
                scope: format!("{scope}.{}", instance.name),
                valid: valid.into(),
                ready: ready.into(),
            };
            found.extend(stream(nets, &ends, |end| {
                (
                    format!("{}.{}", instance.name, end.instance),
                    end.port.clone(),
                )
            }));
        }
    }
    found.sort();
    found
}

fn stream(nets: Nets, ends: &[End], name: impl Fn(&End) -> (String, String)) -> Option<Stream> {
    let end = |fills: bool| ends.iter().find(|end| end.fills == fills).map(&name);
    let (filled, taken) = (end(true), end(false));
    let (producer, from) =
        filled.or_else(|| taken.clone().map(|(_, port)| (String::new(), port)))?;
    let (consumer, to) = taken.unwrap_or((String::new(), from.clone()));
    Some(Stream {
        producer,
        from,
        consumer,
        to,
        nets,
    })
}

/// The instance inside a module that holds the stream of its port.
fn inner<'v>(
    module: &Module<'v>,
    modules: &HashMap<&'v str, Module<'v>>,
    port: &str,
) -> Option<(&'v str, String)> {
    let names = ["valid", "ready"].map(|part| signal(port, part));
    ends(module, modules)
        .into_iter()
        .filter(|((valid, ready), _)| names.iter().any(|name| name == valid || name == ready))
        .find_map(|(_, ends)| ends.into_iter().next())
        .map(|end| (end.instance, end.port))
}

/// The valid or ready of a stream, which may be one of an array.
fn signal(stream: &str, part: &str) -> String {
    match stream.rsplit_once('$') {
        Some((name, index)) if index.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{name}_{part}${index}")
        }
        _ => format!("{stream}_{part}"),
    }
}

/// The ends of streams at a module's instances, by the nets of valid and ready.
fn ends<'v>(
    module: &Module<'v>,
    modules: &HashMap<&'v str, Module<'v>>,
) -> BTreeMap<(&'v str, &'v str), Vec<End<'v>>> {
    let mut all: BTreeMap<_, Vec<End>> = BTreeMap::new();
    for instance in &module.instances {
        let nets: HashMap<&str, &str> = instance.connections.iter().copied().collect();
        for (port, valid) in &instance.connections {
            let Some((before, after)) = port.split_once("_valid") else {
                continue;
            };
            if !after.is_empty() && !after.starts_with('$') {
                continue;
            }
            let stream = format!("{before}{after}");
            let Some(ready) = nets.get(signal(&stream, "ready").as_str()) else {
                continue;
            };
            let fills = modules
                .get(instance.module)
                .and_then(|module| module.ports.get(port));
            let (false, false, Some(fills)) = (valid.is_empty(), ready.is_empty(), fills) else {
                continue;
            };
            all.entry((*valid, *ready)).or_default().push(End {
                instance: instance.name,
                module: instance.module,
                port: stream,
                fills: *fills,
            });
        }
    }
    all
}

fn modules(verilog: &str) -> HashMap<&str, Module<'_>> {
    let mut modules: HashMap<&str, Module> = HashMap::new();
    let mut name = "";
    let mut inside = false;
    for line in verilog.lines() {
        if let Some(rest) = line.strip_prefix("module ") {
            name = rest.trim_end_matches(" (");
            inside = false;
            continue;
        }
        let module = modules.entry(name).or_default();
        let text = line.trim().trim_end_matches(',');
        let direction = text.strip_prefix("output ").map(|rest| (true, rest));
        let direction = direction.or_else(|| text.strip_prefix("input ").map(|rest| (false, rest)));
        if let Some((output, rest)) = direction {
            if let Some(port) = rest.split_whitespace().last() {
                module.ports.insert(port, output);
            }
        } else if let Some(connection) = text.strip_prefix('.')
            && inside
        {
            if let Some((port, net)) = connection.split_once('(')
                && let Some(instance) = module.instances.last_mut()
            {
                instance.connections.push((port, net.trim_end_matches(')')));
            }
        } else if let Some((kind, name)) = text.strip_suffix(" (").and_then(|t| t.split_once(' ')) {
            module.instances.push(Instance {
                module: kind,
                name,
                connections: vec![],
            });
            inside = true;
        } else {
            inside = false;
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESIGN: &str = "module leaf (
  input  logic i_valid,
  output logic i_ready,
  output logic [1:0] o_valid$0,
  input  logic o_ready$0
);
endmodule
module pair (
  input  logic i_valid,
  output logic i_ready,
  output logic o_valid,
  input  logic o_ready
);
  leaf first (
    .i_valid(i_valid),
    .i_ready(first$i_ready),
    .o_valid$0(first$o_valid$0),
    .o_ready$0(second$i_ready)
  );
  leaf second (
    .i_valid(first$o_valid$0),
    .i_ready(second$i_ready),
    .o_valid$0(second$o_valid$0),
    .o_ready$0(o_ready)
  );
endmodule
module top (
  input  logic clock
);
  pair a (
    .i_valid(),
    .i_ready(a$i_ready),
    .o_valid(a$o_valid),
    .o_ready(b$i_ready)
  );
  leaf b (
    .i_valid(a$o_valid),
    .i_ready(b$i_ready)
  );
endmodule
";

    #[test]
    fn streams_of_a_design_have_both_their_ends() {
        let all = streams(DESIGN, "top");
        let named: Vec<_> = all
            .iter()
            .map(|s| {
                let Stream {
                    producer,
                    from,
                    consumer,
                    to,
                    nets,
                } = s;
                format!(
                    "{producer} {from} > {consumer} {to} in {}: {}, {}",
                    nets.scope, nets.valid, nets.ready
                )
            })
            .collect();
        assert_eq!(
            named,
            [
                "a.first o$0 > a.second i in TOP.top.a: first$o_valid$0, second$i_ready",
                "a.second o$0 > b i in TOP.top: a$o_valid, b$i_ready",
            ]
        );
    }
}
