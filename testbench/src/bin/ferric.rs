//! The `ferric` command.
use clap::Parser;
use ferric_testbench::cli::{Arguments, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    let filter =
        tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferric: {error:#}");
            ExitCode::FAILURE
        }
    }
}
