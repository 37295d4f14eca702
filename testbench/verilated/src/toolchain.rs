//! Finds Verilator and the C++ compiler, and runs them.
use crate::build::BuildError;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

#[derive(Clone)]
pub struct Toolchain {
    /// The program itself; the Perl script around it adds nothing we use.
    verilator: PathBuf,
    /// Where `include/verilated.cpp` lies.
    root: PathBuf,
    compiler: String,
    /// Goes into every cache key.
    pub identity: String,
}

pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Found once per process.
pub fn toolchain() -> Result<&'static Toolchain, BuildError> {
    static FOUND: OnceLock<Option<Toolchain>> = OnceLock::new();
    FOUND
        .get_or_init(Toolchain::find)
        .as_ref()
        .ok_or(BuildError::NoVerilator)
}

impl Toolchain {
    fn find() -> Option<Self> {
        let (verilator, root) = roots()
            .into_iter()
            .find_map(|root| Some((binary(&root)?, root)))
            .or_else(on_path)?;
        let compiler = env::var("CXX").unwrap_or_else(|_| "c++".into());
        let mut identity = fs::read_to_string(root.join("include/verilated_config.h")).ok()?;
        identity += &output(Command::new(&verilator).arg("--version")).ok()?;
        identity += &output(Command::new(&compiler).arg("--version")).unwrap_or_default();
        Some(Toolchain {
            verilator,
            root,
            compiler,
            identity,
        })
    }

    pub fn verilate(&self, arguments: &[String], directory: &Path) -> Result<(), BuildError> {
        let mut command = Command::new(&self.verilator);
        command
            .env("VERILATOR_ROOT", &self.root)
            .args(arguments)
            .current_dir(directory);
        output(&mut command)
            .map(drop)
            .map_err(BuildError::Verilator)
    }

    pub fn compile(
        &self,
        arguments: &[String],
        trace: bool,
        directory: &Path,
    ) -> Result<(), BuildError> {
        let include = self.root.join("include");
        let mut command = Command::new(&self.compiler);
        command.args(["-std=c++17", "-w", "-fPIC", "-fvisibility=hidden"]);
        // Unique symbols would be shared between models and never unload.
        command.arg("-fno-gnu-unique");
        if trace {
            command.args(["-DVM_TRACE=1", "-DVM_TRACE_FST=1"]);
        }
        command.args(arguments);
        command
            .arg("-I")
            .arg(&include)
            .arg("-I")
            .arg(include.join("vltstd"))
            .current_dir(directory);
        output(&mut command).map(drop).map_err(BuildError::Compiler)
    }

    /// Verilator's own run-time sources, all compiled once for all models.
    pub fn runtime_sources(&self, trace: bool) -> Vec<PathBuf> {
        let include = self.root.join("include");
        let mut names = vec!["verilated.cpp", "verilated_threads.cpp"];
        if trace {
            names.push("verilated_fst_c.cpp");
        }
        // The waveform writer includes what lies below it.
        names.into_iter().map(|name| include.join(name)).collect()
    }
}

/// The C++ files of a directory in a fixed order.
pub fn cpp_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "cpp"))
        .collect();
    files.sort();
    files
}

/// Roots to try: the one named, the workspace's Python environment, environments on the path.
fn roots() -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = env::var_os("VERILATOR_ROOT")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    roots.extend(site_packages(&workspace().join(".venv")));
    for bin in search_path().filter(|bin| bin.join("verilator-cli").exists()) {
        roots.extend(bin.parent().and_then(site_packages));
    }
    roots
}

fn site_packages(environment: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(environment.join("lib")).ok()?.flatten();
    versions
        .map(|version| version.path().join("site-packages/verilator"))
        .find(|root| root.exists())
}

fn binary(root: &Path) -> Option<PathBuf> {
    let path = root.join("bin/verilator_bin");
    path.exists().then_some(path)
}

/// A Verilator installed by the system, which knows its root itself.
fn on_path() -> Option<(PathBuf, PathBuf)> {
    let verilator = search_path()
        .map(|bin| bin.join("verilator"))
        .find(|path| path.exists())?;
    let root = output(Command::new(&verilator).args(["--getenv", "VERILATOR_ROOT"])).ok()?;
    Some((verilator, PathBuf::from(root.trim())))
}

fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// Standard output, or what the program had to say about its failure.
fn output(command: &mut Command) -> Result<String, String> {
    let done = command
        .output()
        .map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match done.status.success() {
        true => Ok(text(&done.stdout)),
        false => Err(text(&done.stdout) + &text(&done.stderr)),
    }
}
