//! Do the tests notice? Runs them against blocks that have one small thing wrong.
//!
//! First every test binary runs as it is and tells which faults the designs it builds can have
//! (`ferric_emit::mutate`). Then some of those are drawn, module by module, and the tests that build
//! such a design run with it. A fault that fails none of them has survived: a test is missing, or
//! the fault changes nothing that can be seen.
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

#[derive(Parser)]
#[command(about = "Runs the tests against blocks with one small thing wrong")]
struct Arguments {
    /// How many faults to draw.
    #[arg(long, default_value_t = 50)]
    count: usize,
    /// Draws others.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The package whose tests are tried.
    #[arg(long, default_value = "ferric-rtl")]
    package: String,
    /// Only these tests of the package.
    #[arg(long)]
    test: Vec<String>,
    /// Only modules whose name contains this.
    #[arg(long, default_value = "")]
    module: String,
    /// Seconds after which a test counts as hanging.
    #[arg(long, default_value_t = 600)]
    patience: u64,
}

/// A test binary.
#[derive(Clone)]
struct Test {
    name: String,
    binary: PathBuf,
}

/// `module:site` and what is wrong there.
type Fault = (String, String);

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = PathBuf::from("target/mutants");
    fs::create_dir_all(&scratch)?;
    let scratch = scratch.canonicalize()?;
    let runner = Runner {
        directory: package_directory(&arguments.package)?,
        log: scratch.join("sites"),
        cache: scratch.join("cache"),
        patience: Duration::from_secs(arguments.patience),
    };
    let tests = tests(&arguments)?;
    let faults = runner.faults(&tests, &arguments.module)?;
    let drawn = draw(&faults, arguments.count, arguments.seed);
    println!(
        "{} faults of {} in {} test binaries, seed {}",
        drawn.len(),
        faults.len(),
        tests.len(),
        arguments.seed
    );
    let mut survivors = 0;
    for (fault, builders) in &drawn {
        let start = Instant::now();
        let caught = builders
            .iter()
            .find_map(|t| Some((t, runner.catches(t, &fault.0).transpose()?)));
        let seconds = start.elapsed().as_secs();
        match caught {
            Some((test, how)) => println!(
                "caught    {:32} {} ({} {}, {seconds} s)",
                fault.0, fault.1, test.name, how?
            ),
            None => {
                survivors += 1;
                let names: Vec<_> = builders.iter().map(|t| t.name.as_str()).collect();
                println!(
                    "SURVIVED  {:32} {} ({}, {seconds} s)",
                    fault.0,
                    fault.1,
                    names.join(", ")
                );
            }
        }
    }
    fs::remove_dir_all(&scratch)?;
    println!("{} of {} caught", drawn.len() - survivors, drawn.len());
    Ok(())
}

struct Runner {
    /// Tests run in their package's directory, as Cargo has it.
    directory: PathBuf,
    log: PathBuf,
    /// Mutants do not fill the cache that others use.
    cache: PathBuf,
    patience: Duration,
}

impl Runner {
    fn start(&self, test: &Test, variable: &str, value: &str) -> Result<Child> {
        Command::new(&test.binary)
            .current_dir(&self.directory)
            .env("FERRIC_VERILATED_CACHE", &self.cache)
            .env(variable, value)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("start {}", test.name))
    }

    /// Every fault, and the tests that build a design which can have it.
    fn faults(&self, tests: &[Test], module: &str) -> Result<BTreeMap<Fault, Vec<Test>>> {
        let mut faults: BTreeMap<Fault, Vec<Test>> = BTreeMap::new();
        for test in tests {
            let mut child =
                self.start(test, "FERRIC_MUTANT_LOG", &self.log.display().to_string())?;
            let status = wait(&mut child, self.patience)?;
            ensure!(
                status.is_some_and(|s| s.success()),
                "{} fails without any fault",
                test.name
            );
            let Ok(text) = fs::read_to_string(&self.log) else {
                continue; // it builds no model
            };
            fs::remove_file(&self.log)?;
            let lines: BTreeSet<&str> = text.lines().collect();
            for (mutant, what) in lines.into_iter().filter_map(|l| l.split_once('\t')) {
                if mutant.contains(module) {
                    faults
                        .entry((mutant.into(), what.into()))
                        .or_default()
                        .push(test.clone());
                }
            }
        }
        ensure!(
            !faults.is_empty(),
            "no test builds a model of such a module"
        );
        Ok(faults)
    }

    /// How a test notices the fault.
    fn catches(&self, test: &Test, mutant: &str) -> Result<Option<&'static str>> {
        let mut child = self.start(test, "FERRIC_MUTANT", mutant)?;
        Ok(match wait(&mut child, self.patience)? {
            None => Some("hangs"),
            Some(status) if status.success() => None,
            Some(_) => Some("fails"),
        })
    }
}

/// The exit status, or nothing if it had to be ended.
fn wait(child: &mut Child, patience: Duration) -> Result<Option<ExitStatus>> {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Draws a module first, so that large ones do not have all the faults, then a fault of it.
fn draw(faults: &BTreeMap<Fault, Vec<Test>>, count: usize, seed: u64) -> Vec<(Fault, Vec<Test>)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut modules: BTreeMap<&str, Vec<&Fault>> = BTreeMap::new();
    for fault in faults.keys() {
        let module = fault.0.split(':').next().unwrap_or_default();
        modules.entry(module).or_default().push(fault);
    }
    let mut modules: Vec<_> = modules.into_values().collect();
    let mut drawn = vec![];
    while drawn.len() < count && !modules.is_empty() {
        let module = random.usize(..modules.len());
        let fault = random.usize(..modules[module].len());
        let fault = modules[module].swap_remove(fault);
        if modules[module].is_empty() {
            modules.swap_remove(module);
        }
        drawn.push((fault.clone(), faults[fault].clone()));
    }
    drawn
}

/// Builds the test binaries and lists them.
fn tests(arguments: &Arguments) -> Result<Vec<Test>> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut build = Command::new(cargo);
    build.args([
        "test",
        "-p",
        &arguments.package,
        "--no-run",
        "--message-format=json",
    ]);
    if arguments.test.is_empty() {
        build.arg("--tests");
    }
    for test in &arguments.test {
        build.args(["--test", test]);
    }
    let built = build.stderr(Stdio::inherit()).output()?;
    ensure!(
        built.status.success(),
        "the tests of {} do not build",
        arguments.package
    );
    let text = String::from_utf8(built.stdout)?;
    let binaries = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(PathBuf::from(rest.split_once('"')?.0))
    });
    let tests: Vec<Test> = binaries
        .map(|binary| {
            let stem = binary
                .file_stem()
                .map_or_else(String::new, |s| s.to_string_lossy().into_owned());
            let name = stem
                .rsplit_once('-')
                .map_or(stem.clone(), |(name, _)| name.into());
            Test { name, binary }
        })
        .collect();
    ensure!(!tests.is_empty(), "{} has no tests", arguments.package);
    Ok(tests)
}

/// Where the package lies.
fn package_directory(package: &str) -> Result<PathBuf> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["pkgid", "-p", package])
        .output()?;
    ensure!(output.status.success(), "there is no package {package}");
    let id = String::from_utf8(output.stdout)?;
    let path = id.trim().trim_start_matches("path+file://");
    Ok(Path::new(path.split('#').next().unwrap_or(path)).into())
}
