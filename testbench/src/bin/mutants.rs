//! Do the tests notice? Runs them against blocks that have one small thing wrong.
//!
//! First every test binary runs as it is and tells which faults the designs it builds can have
//! (`ferric_emit::mutate`). Then some of those are drawn, module by module, and the tests that build
//! such a design run with it, the one with the smallest design first, until one fails. A fault that
//! fails none of them has survived: a test is missing, or the fault changes nothing that can be seen.
//!
//! The binaries are copied first, so the sources may change during the run.
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
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
    /// Goes on behind so many, after a run that was broken off.
    #[arg(long, default_value_t = 0)]
    skip: usize,
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
    #[arg(long, default_value_t = 1800)]
    patience: u64,
}

/// A test binary.
#[derive(Clone)]
struct Test {
    name: String,
    binary: PathBuf,
    /// How many faults the designs it builds can have: their size.
    sites: usize,
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
        models: scratch.join("models"),
        patience: Duration::from_secs(arguments.patience),
    };
    let tests = tests(&arguments, &scratch)?;
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
    for (fault, builders) in drawn.iter().skip(arguments.skip) {
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
        // A compiler that an ended test had started may still write: the rest goes with `scratch`.
        let _ = fs::remove_dir_all(&runner.models);
    }
    fs::remove_dir_all(&scratch)?;
    let tried = drawn.len().saturating_sub(arguments.skip);
    println!("{} of {tried} caught", tried - survivors);
    Ok(())
}

struct Runner {
    /// Tests run in their package's directory, as Cargo has it.
    directory: PathBuf,
    log: PathBuf,
    /// What is built for one mutant; the rest comes from the cache that all tests use.
    models: PathBuf,
    patience: Duration,
}

/// What became of a test binary.
enum Outcome {
    Passes,
    Fails,
    Hangs,
}

impl Runner {
    /// Runs a test binary, up to the first test that fails.
    fn run(&self, test: &Test, variable: &str, value: &str) -> Result<Outcome> {
        let mut child = Command::new(&test.binary)
            .current_dir(&self.directory)
            .env("FERRIC_MUTANT_CACHE", &self.models)
            .env(variable, value)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("start {}", test.name))?;
        let said = BufReader::new(child.stdout.take().context("its output")?).lines();
        let (tell, hear) = mpsc::channel();
        thread::spawn(move || {
            let failed = said
                .map_while(Result::ok)
                .any(|line| line.ends_with("FAILED"));
            let _ = tell.send(failed); // nobody listens to one that hangs
        });
        match hear.recv_timeout(self.patience) {
            Ok(false) if child.wait()?.success() => Ok(Outcome::Passes),
            Ok(_) => end(child, Outcome::Fails),
            Err(_) => end(child, Outcome::Hangs),
        }
    }

    /// Every fault, and the tests that build a design which can have it, the smallest design first.
    fn faults(&self, tests: &[Test], module: &str) -> Result<BTreeMap<Fault, Vec<Test>>> {
        let mut faults: BTreeMap<Fault, Vec<Test>> = BTreeMap::new();
        for test in tests {
            let start = Instant::now();
            let outcome = self.run(test, "FERRIC_MUTANT_LOG", &self.log.display().to_string())?;
            let sound = matches!(outcome, Outcome::Passes);
            let verdict = if sound { "passes" } else { "LEFT OUT, fails" };
            println!(
                "{verdict} without any fault: {} ({} s)",
                test.name,
                start.elapsed().as_secs()
            );
            let Ok(text) = fs::read_to_string(&self.log) else {
                continue; // it builds no model
            };
            fs::remove_file(&self.log)?;
            if !sound {
                continue;
            }
            let lines: BTreeSet<&str> = text.lines().collect();
            let test = Test {
                sites: lines.len(),
                ..test.clone()
            };
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
        for builders in faults.values_mut() {
            builders.sort_by_key(|t| t.sites);
        }
        Ok(faults)
    }

    /// How a test notices the fault.
    fn catches(&self, test: &Test, mutant: &str) -> Result<Option<&'static str>> {
        Ok(match self.run(test, "FERRIC_MUTANT", mutant)? {
            Outcome::Passes => None,
            Outcome::Fails => Some("fails"),
            Outcome::Hangs => Some("hangs"),
        })
    }
}

/// Ends a test binary that has nothing more to tell.
fn end(mut child: Child, outcome: Outcome) -> Result<Outcome> {
    child.kill()?;
    child.wait()?;
    Ok(outcome)
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

/// Builds the test binaries, copies them and lists the copies.
fn tests(arguments: &Arguments, scratch: &Path) -> Result<Vec<Test>> {
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
    let copy = |binary: PathBuf| -> Result<Test> {
        let stem = binary.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.rsplit_once('-').map_or(&*stem, |(name, _)| name);
        let copy = scratch.join(name);
        fs::copy(&binary, &copy).with_context(|| format!("copy {}", binary.display()))?;
        Ok(Test {
            name: name.into(),
            binary: copy,
            sites: 0,
        })
    };
    let tests = binaries.map(copy).collect::<Result<Vec<Test>>>()?;
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
