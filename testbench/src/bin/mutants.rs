//! Do the tests notice? Runs them against blocks that have one small thing wrong.
//!
//! First every test tells which faults the design it builds can have (`ferric_emit::mutate`). Then
//! some of those are drawn, module by module, and the tests whose design has the module run with the
//! fault, those with the smallest design first, until one fails. A fault that fails none of them has
//! survived: a test is missing, or the fault changes nothing that can be seen. At last the tests that
//! failed run without any fault: what fails then has caught nothing.
//!
//! The binaries are copied first, so the sources may change during the run.
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
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
    /// Only these tests of the package; a name may have a `*` in it.
    #[arg(long)]
    test: Vec<String>,
    /// Only modules whose name contains this.
    #[arg(long, default_value = "")]
    module: String,
    /// No modules whose name contains this.
    #[arg(long)]
    except: Option<String>,
    /// Seconds after which a test counts as hanging.
    #[arg(long, default_value_t = 1800)]
    patience: u64,
}

/// A test binary.
struct Binary {
    name: String,
    path: PathBuf,
}

/// `module:site` and what is wrong there.
type Fault = (String, String);

/// Tests that build a design which can have a fault, by the design's size in faults and by their
/// binary's place in the list.
type Builders = BTreeMap<(usize, usize), BTreeSet<String>>;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = PathBuf::from("target/mutants");
    fs::create_dir_all(&scratch)?;
    let scratch = scratch.canonicalize()?;
    let runner = Runner {
        binaries: binaries(&arguments, &scratch)?,
        directory: package_directory(&arguments.package)?,
        log: scratch.join("sites"),
        models: scratch.join("models"),
        patience: Duration::from_secs(arguments.patience),
    };
    let mut faults = runner.faults(&arguments.module)?;
    if let Some(except) = &arguments.except {
        faults.retain(|(site, _), _| !site.contains(except.as_str()));
    }
    let drawn = draw(&faults, arguments.count, arguments.seed);
    println!(
        "{} faults of {} in {} test binaries, seed {}",
        drawn.len(),
        faults.len(),
        runner.binaries.len(),
        arguments.seed
    );
    let mut survivors = 0;
    let mut catchers = BTreeSet::new();
    for (fault, builders) in drawn.iter().skip(arguments.skip) {
        let start = Instant::now();
        let caught = runner.caught(fault, builders)?;
        let seconds = start.elapsed().as_secs();
        let what = format!("{:32} {}", fault.0, fault.1);
        if let Some((binary, how, test)) = caught {
            let name = &runner.binaries[binary].name;
            println!("caught    {what} ({name} {test} {how}, {seconds} s)");
            catchers.insert((binary, test));
        } else {
            survivors += 1;
            let names: BTreeSet<_> = builders.keys().map(|key| key.1).collect();
            let names: Vec<_> = names
                .into_iter()
                .map(|b| &*runner.binaries[b].name)
                .collect();
            println!("SURVIVED  {what} ({}, {seconds} s)", names.join(", "));
        }
    }
    for (binary, test) in catchers {
        let tests = BTreeSet::from([test]);
        if !matches!(runner.run(binary, &tests, None)?, Outcome::Passes) {
            let name = &runner.binaries[binary].name;
            println!("VOID      {name} {tests:?} fails without any fault");
        }
    }
    fs::remove_dir_all(&scratch)?;
    let tried = drawn.len().saturating_sub(arguments.skip);
    println!("{} of {tried} caught", tried - survivors);
    Ok(())
}

struct Runner {
    binaries: Vec<Binary>,
    /// Tests run in their package's directory, as Cargo has it.
    directory: PathBuf,
    log: PathBuf,
    /// What is built for one mutant; the rest comes from the cache that all tests use.
    models: PathBuf,
    patience: Duration,
}

/// What became of tests.
enum Outcome {
    Passes,
    /// The first that failed.
    Fails(String),
    Hangs,
}

impl Runner {
    fn command(&self, binary: usize) -> Command {
        let mut command = Command::new(&self.binaries[binary].path);
        command.current_dir(&self.directory).stderr(Stdio::null());
        command
    }

    /// Every fault, and the tests that build a design which can have it.
    fn faults(&self, module: &str) -> Result<BTreeMap<Fault, Builders>> {
        let mut faults: BTreeMap<Fault, Builders> = BTreeMap::new();
        for binary in 0..self.binaries.len() {
            let mut list = self.command(binary);
            list.env("FERRIC_MUTANT_LOG", &self.log);
            list.env("RUST_TEST_THREADS", "2"); // a single one would not bear a test's name
            list.stdout(Stdio::null()).status()?;
            let Ok(text) = fs::read_to_string(&self.log) else {
                continue; // it builds no model
            };
            fs::remove_file(&self.log)?;
            let mut sites: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
            for line in text.lines() {
                let (site, test) = line.rsplit_once('\t').context("a line of the list")?;
                let site = site.split_once('\t').context("a line of the list")?;
                sites.entry(test).or_default().insert(site);
            }
            for (test, sites) in sites {
                let size = sites.len();
                for (mutant, what) in sites.into_iter().filter(|s| s.0.contains(module)) {
                    let builders = faults.entry((mutant.into(), what.into())).or_default();
                    let tests = builders.entry((size, binary)).or_default();
                    tests.insert(test.into());
                }
            }
        }
        ensure!(
            !faults.is_empty(),
            "no test builds a model of such a module"
        );
        Ok(faults)
    }

    /// The binary and the test that notice the fault, and how.
    fn caught(
        &self,
        fault: &Fault,
        builders: &Builders,
    ) -> Result<Option<(usize, &'static str, String)>> {
        let mut caught = None;
        for ((_, binary), tests) in builders {
            caught = match self.run(*binary, tests, Some(&fault.0))? {
                Outcome::Passes => continue,
                Outcome::Fails(test) => Some((*binary, "fails", test)),
                Outcome::Hangs => Some((*binary, "hangs", String::new())),
            };
            break;
        }
        // A compiler that an ended test had started may still write: the rest goes at the end.
        let _ = fs::remove_dir_all(&self.models);
        Ok(caught)
    }

    /// Runs tests of a binary, up to the first that fails.
    fn run(
        &self,
        binary: usize,
        tests: &BTreeSet<String>,
        mutant: Option<&str>,
    ) -> Result<Outcome> {
        let mut command = self.command(binary);
        if let Some(mutant) = mutant {
            command.env("FERRIC_MUTANT", mutant);
            command.env("FERRIC_MUTANT_CACHE", &self.models);
        }
        command.arg("--exact").args(tests);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let said = BufReader::new(child.stdout.take().context("its output")?).lines();
        let (tell, hear) = mpsc::channel();
        thread::spawn(move || {
            let failed = said.map_while(Result::ok).find_map(|line| {
                let line = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
                Some(line.trim_end_matches(" - should panic").to_string())
            });
            let _ = tell.send(failed); // nobody listens to one that hangs
        });
        let outcome = match hear.recv_timeout(self.patience) {
            Ok(None) if child.wait()?.success() => return Ok(Outcome::Passes),
            Ok(failed) => Outcome::Fails(failed.unwrap_or_default()),
            Err(_) => Outcome::Hangs,
        };
        child.kill()?;
        child.wait()?;
        Ok(outcome)
    }
}

/// Draws a module first, so that large ones do not have all the faults, then a fault of it.
fn draw(faults: &BTreeMap<Fault, Builders>, count: usize, seed: u64) -> Vec<(Fault, Builders)> {
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
fn binaries(arguments: &Arguments, scratch: &Path) -> Result<Vec<Binary>> {
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
    let built = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(PathBuf::from(rest.split_once('"')?.0))
    });
    let copy = |built: PathBuf| -> Result<Binary> {
        let stem = built.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.rsplit_once('-').map_or(&*stem, |(name, _)| name);
        let path = scratch.join(name);
        fs::copy(&built, &path).with_context(|| format!("copy {}", built.display()))?;
        Ok(Binary {
            name: name.into(),
            path,
        })
    };
    let mut binaries = built.map(copy).collect::<Result<Vec<Binary>>>()?;
    binaries.sort_by(|a, b| a.name.cmp(&b.name));
    ensure!(!binaries.is_empty(), "{} has no tests", arguments.package);
    Ok(binaries)
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
