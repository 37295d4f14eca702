//! The interop suite as a command.
use super::screen::Screen;
use crate::interop::{Cable, Outcome, Plan, missing};
use crate::verilated_card::VerilatedCard;
use anyhow::ensure;
use ferric_verilated::Options;
use std::path::PathBuf;

/// What to run against Linux.
#[derive(Debug, clap::Args)]
pub struct Interop {
    /// Only scenarios whose names contain one of these
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Everything random follows from it, on our side
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How the virtual machine's network card is joined to the simulated one
    #[arg(long, value_enum, default_value = "unix")]
    cable: Cable,
    /// Where the virtual machine's image and the capture go
    #[arg(long, default_value = "target/interop")]
    out: PathBuf,
}

impl Interop {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        if let Some(tool) = missing() {
            println!("interop: SKIPPED: {tool} is not installed, so there is no Linux to talk to");
            return Ok(());
        }
        let plan = Plan {
            seed: self.seed,
            only: self.only,
            cable: self.cable,
            folder: std::path::absolute(self.out)?,
        };
        let screen = Screen::new();
        let task = screen.wait("preparing a card");
        let card = VerilatedCard::build(Options::default())?;
        drop(task);
        println!("scenario             asks     over frames    cycles  ");
        let lines = plan.run(card, |line| println!("{line}"))?;
        let failed = lines
            .iter()
            .filter(|line| matches!(line.outcome, Outcome::Failed(_)))
            .count();
        let passed = lines.len() - failed;
        println!(
            "{passed} of {} passed; the card has counted no wrong ICRC but those made on the wire",
            lines.len()
        );
        println!("capture: {}", plan.capture().display());
        ensure!(failed == 0, "{failed} scenarios failed against Linux");
        Ok(())
    }
}
