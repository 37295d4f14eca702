//! From a block to a shared object, through a cache by content.
//!
//! An entry is built in a directory beside its final place and renamed into it, under a lock file of
//! its own: two processes that want the same entry build it once, and a killed build leaves nothing
//! that looks finished.
use crate::observe::{self, Stream};
use crate::toolchain::{Toolchain, cpp_files, toolchain, workspace};
use ferric_emit::Port;
use rust_hdl::prelude::Block;
use sha2::{Digest, Sha256};
use std::{
    env,
    fmt::{self, Write},
    fs, io,
    path::{Path, PathBuf},
    thread,
};

#[derive(Clone, Debug)]
pub struct Options {
    /// Compile waveform support in. It costs a factor of three even while nothing is recorded.
    pub trace: bool,
    /// Keep the streams between blocks in sight, for [`crate::Model::streams`]. Verilator can then join less of the design.
    pub observe: bool,
    /// The C++ compiler's optimisation level.
    pub opt: u8,
}

/// Waveforms when `FERRIC_TRACE` asks for them; `-O1`, with which a card runs as fast as with `-O2` and is built in half the time.
impl Default for Options {
    fn default() -> Self {
        Options {
            trace: env::var_os("FERRIC_TRACE").is_some(),
            observe: false,
            opt: 1,
        }
    }
}

#[derive(thiserror::Error)]
pub enum BuildError {
    #[error("the block cannot be emitted:\n  {}", .0.join("\n  "))]
    Emit(Vec<String>),
    #[error("no Verilator: run `make setup`, or put `verilator` (5.006 or later) on the path")]
    NoVerilator,
    #[error("Verilator refuses the emitted Verilog:\n{0}")]
    Verilator(String),
    #[error("the C++ compiler failed:\n{0}")]
    Compiler(String),
    #[error("the model's cache: {0}")]
    Cache(#[from] io::Error),
    #[error("the model does not load: {0}")]
    Load(#[from] libloading::Error),
}

/// What `unwrap` prints: the text above, not an escaped string.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Enough source for one compiler run; more is spread over the machine's cores. Without optimisation
/// Verilator's headers are most of a small run's work, so runs are few.
fn unit_bytes(opt: u8) -> u64 {
    if opt == 0 { 2_000_000 } else { 300_000 }
}

/// What was built.
pub struct Built {
    pub object: PathBuf,
    pub ports: Vec<Port>,
    /// If they were to be kept in sight.
    pub streams: Vec<Stream>,
}

/// Builds, or finds, the shared object of `block` under a top module called `name`.
///
/// A mutant (`ferric_emit::mutate`) runs once: it is built without optimisation, and not into the
/// cache that others use but where `FERRIC_MUTANT_CACHE` says.
pub fn build(name: &str, block: &dyn Block, options: &Options) -> Result<Built, BuildError> {
    let verilog = ferric_emit::mutate::emit(name, block).map_err(BuildError::Emit)?;
    let mutants = env::var_os("FERRIC_MUTANT_CACHE").map(PathBuf::from);
    let mutants = mutants.filter(|_| ferric_emit::emit(name, block).as_ref() != Ok(&verilog));
    let options = &Options {
        opt: if mutants.is_some() { 0 } else { options.opt },
        ..options.clone()
    };
    let cache = mutants.unwrap_or_else(cache);
    let ports = ferric_emit::ports(block);
    let tools = toolchain()?;
    let streams = match options.observe {
        true => observe::streams(&verilog, name),
        false => vec![],
    };
    let sights = sights(&streams);
    let shim = shim(&ports, options);
    let arguments = verilator_arguments(name, options);
    let optimise = format!("-O{}, once -O0", options.opt);
    let key = hash(&[
        &tools.identity,
        &verilog,
        &shim,
        &arguments.join(" "),
        &sights,
        &optimise,
    ]);
    let object = entry(&cache, &format!("{name}-{key}"), |directory| {
        let runtime = runtime(tools, options.trace)?;
        fs::write(directory.join(format!("{name}.sv")), &verilog)?;
        fs::write(directory.join("shim.cpp"), &shim)?;
        fs::write(directory.join(SIGHTS), &sights)?;
        tools.verilate(&arguments, directory)?;
        let mut objects = compile_units(tools, directory, options)?;
        objects.extend(runtime);
        let mut link = vec!["-shared".into(), "-o".into(), "model.so".into()];
        link.extend(objects.iter().map(|path| path.display().to_string()));
        link.push("-pthread".into());
        if options.trace {
            link.extend(["-lz".into(), "-llz4".into()]);
        }
        tools.compile(&link, options.trace, directory)?;
        // What took the space is no longer wanted; the Verilog stays for whoever looks.
        fs::remove_dir_all(directory.join("cpp"))?;
        let mut own = objects.iter().filter(|path| path.is_relative());
        Ok(own.try_for_each(|path| fs::remove_file(directory.join(path)))?)
    })?;
    Ok(Built {
        object: object.join("model.so"),
        ports,
        streams,
    })
}

/// Verilator's list of what to keep in sight.
const SIGHTS: &str = "sights.vlt";

fn sights(streams: &[Stream]) -> String {
    let mut lines: Vec<String> = streams
        .iter()
        .flat_map(|stream| {
            let nets = &stream.nets;
            [&nets.valid, &nets.ready].map(|net| {
                format!(
                    "public_flat_rd -module \"{}\" -var \"{net}\"\n",
                    nets.module
                )
            })
        })
        .collect();
    lines.sort();
    lines.dedup();
    format!("`verilator_config\n{}", lines.concat())
}

fn verilator_arguments(name: &str, options: &Options) -> Vec<String> {
    let fixed = "--cc -sv -O3 --x-assign fast --x-initial fast -Wno-fatal -Wno-lint -Wno-style --prefix Top --Mdir cpp";
    let mut arguments: Vec<String> = fixed.split(' ').map(Into::into).collect();
    if options.trace {
        arguments.push("--trace-fst".into());
    }
    if options.observe {
        arguments.push(SIGHTS.into());
    }
    arguments.extend(["--top-module".into(), name.into(), format!("{name}.sv")]);
    arguments
}

/// Compiles the generated C++ in as few runs as pay: each reads Verilator's large headers again. What runs once, at the start, is not
/// optimised: it is nearly half of the text.
fn compile_units(
    tools: &Toolchain,
    directory: &Path,
    options: &Options,
) -> Result<Vec<PathBuf>, BuildError> {
    let once = |path: &PathBuf| path.to_string_lossy().ends_with(ONCE);
    let (slow, mut fast): (Vec<_>, Vec<_>) = cpp_files(&directory.join("cpp"))
        .into_iter()
        .partition(once);
    fast.insert(0, directory.join("shim.cpp"));
    let mut jobs = vec![];
    for (files, opt) in [(fast, options.opt), (slow, 0)] {
        for text in units(&files, unit_bytes(opt))? {
            let (source, object) = (
                format!("unit{}.cpp", jobs.len()),
                format!("unit{}.o", jobs.len()),
            );
            fs::write(directory.join(&source), text)?;
            jobs.push((source, object, format!("-O{opt}")));
        }
    }
    in_parallel(&jobs, |(source, object, optimise)| {
        let arguments = ["-c", optimise, "-I.", "-Icpp", "-o", object, source].map(String::from);
        tools.compile(&arguments, options.trace, directory)
    })?;
    Ok(jobs
        .into_iter()
        .map(|(_, object, _)| object.into())
        .collect())
}

/// How Verilator ends the names of files whose code runs once.
const ONCE: &str = "Slow.cpp";

/// Sources that include the files in turn, each of about so many bytes.
fn units(files: &[PathBuf], bytes: u64) -> io::Result<Vec<String>> {
    let mut units: Vec<(u64, String)> = vec![];
    for path in files {
        let size = fs::metadata(path)?.len();
        if units.last().is_none_or(|(used, _)| used + size > bytes) {
            units.push((0, String::new()));
        }
        let (used, text) = units.last_mut().expect("one was pushed");
        *used += size;
        writeln!(text, "#include \"{}\"", path.display()).expect("to a string");
    }
    Ok(units.into_iter().map(|(_, text)| text).collect())
}

/// Verilator's run time as objects, cached apart from any model.
fn runtime(tools: &Toolchain, trace: bool) -> Result<Vec<PathBuf>, BuildError> {
    let sources = tools.runtime_sources(trace);
    let key = hash(&[&tools.identity, &format!("{sources:?}")]);
    let object =
        |source: &PathBuf| PathBuf::from(source.file_stem().expect("a file")).with_extension("o");
    let place = entry(&cache(), &format!("runtime-{key}"), |directory| {
        in_parallel(&sources, |source| {
            let (from, to) = (
                source.display().to_string(),
                object(source).display().to_string(),
            );
            let arguments = ["-c", "-O2", "-o", &to, &from].map(String::from);
            tools.compile(&arguments, trace, directory)
        })
    })?;
    Ok(sources
        .iter()
        .map(|source| place.join(object(source)))
        .collect())
}

fn in_parallel<T: Sync>(
    jobs: &[T],
    run: impl Fn(&T) -> Result<(), BuildError> + Sync,
) -> Result<(), BuildError> {
    let workers = thread::available_parallelism()
        .map_or(1, |n| n.get())
        .min(jobs.len())
        .max(1);
    thread::scope(|scope| {
        let share = |worker: usize| jobs.iter().skip(worker).step_by(workers);
        let run = &run;
        let started: Vec<_> = (0..workers)
            .map(|w| scope.spawn(move || share(w).try_for_each(run)))
            .collect();
        started
            .into_iter()
            .try_for_each(|worker| worker.join().expect("a compiler run does not panic"))
    })
}

fn cache() -> PathBuf {
    env::var_os("FERRIC_VERILATED_CACHE")
        .map_or_else(|| workspace().join("target/verilated"), PathBuf::from)
}

/// The directory called `name` in a cache, filled by `fill` if it does not exist yet.
fn entry(
    cache: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<(), BuildError>,
) -> Result<PathBuf, BuildError> {
    fs::create_dir_all(cache)?;
    let cache = cache.canonicalize()?;
    let done = cache.join(name);
    if done.exists() {
        return Ok(done);
    }
    let lock = fs::File::create(cache.join(format!("{name}.lock")))?;
    lock.lock()?;
    if !done.exists() {
        let building = cache.join(format!("{name}.building"));
        if building.exists() {
            fs::remove_dir_all(&building)?;
        }
        fs::create_dir(&building)?;
        fill(&building)?;
        fs::rename(&building, &done)?;
    }
    Ok(done)
}

fn hash(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher
        .finalize()
        .iter()
        .take(10)
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// The C interface over the generated class: one context per model, ports by index.
fn shim(ports: &[Port], options: &Options) -> String {
    let cases = ports
        .iter()
        .enumerate()
        .fold(String::new(), |text, (i, port)| {
            // Verilator writes characters that C++ has no name for as `__0` and their code.
            format!(
                "{text}    case {i}: return &model->top->{};\n",
                port.name.replace('$', "__024")
            )
        });
    let trace = if options.trace { TRACE_SHIM } else { "" };
    let find = if options.observe { FIND_SHIM } else { "" };
    format!(
        "{SHIM_HEAD}{trace}{find}void* ferric_port(Model* model, int index) {{\n  switch (index) {{\n{cases}  }}\n  return nullptr;\n}}\n}}\n"
    )
}

const SHIM_HEAD: &str = r#"#include "Top.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#include <memory>
#include <string>
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
struct Model {
  std::unique_ptr<VerilatedContext> context{new VerilatedContext};
  std::unique_ptr<Top> top;
#if VM_TRACE
  std::unique_ptr<VerilatedFstC> trace;
#endif
};
#pragma GCC visibility push(default)
extern "C" {
Model* ferric_new(bool trace) {
  auto* model = new Model;
  model->context->traceEverOn(trace);
  model->top.reset(new Top{model->context.get()});
  return model;
}
void ferric_free(Model* model) {
  model->top->final();
  delete model;
}
void ferric_eval(Model* model) { model->top->eval(); }
"#;

const TRACE_SHIM: &str = r#"void ferric_trace_open(Model* model, const char* path, int depth) {
  model->trace.reset(new VerilatedFstC);
  model->top->trace(model->trace.get(), depth);
  model->trace->open(path);
}
void ferric_trace_dump(Model* model, uint64_t time) {
  if (model->trace) model->trace->dump(time);
}
void ferric_trace_close(Model* model) {
  if (model->trace) model->trace->close();
  model->trace.reset();
}
"#;

/// Verilator writes a name with characters of its own as Verilog does: a backslash before it, a space behind. What is in sight has scopes, and
/// these take leave of their thread's context at their end, which may by then be that of a model that is gone: so it is set before.
const FIND_SHIM: &str = r#"void* ferric_find(Model* model, const char* scope, const char* name) {
  const VerilatedScope* const place = model->context->scopeFind(scope);
  if (!place) return nullptr;
  if (const VerilatedVar* const plain = place->varFind(name)) return plain->datap();
  const std::string escaped = "\\" + std::string{name} + " ";
  const VerilatedVar* const var = place->varFind(escaped.c_str());
  return var ? var->datap() : nullptr;
}
void ferric_leave(Model* model) { Verilated::threadContextp(model->context.get()); }
"#;
