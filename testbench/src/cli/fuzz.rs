//! Fuzzing as a command.
use super::screen::Screen;
use crate::fuzz::Plan;
use std::path::PathBuf;

/// What to fuzz, and how long.
#[derive(Debug, clap::Args)]
pub struct Fuzz {
    /// The block that gets the frames
    #[arg(
        long,
        value_enum,
        conflicts_with = "card",
        required_unless_present = "card"
    )]
    block: Option<Block>,
    /// A whole card gets them, and the fuzzer is the other end of its queue pairs
    #[arg(long)]
    card: bool,
    /// Frames [default: 1000000 at a block, 100000 at a card]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    frames: Option<u64>,
    /// Queue pairs
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u16).range(16..=1000))]
    qps: u16,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The card's host pauses, splits and reorders on PCIe wherever it may
    #[arg(long, conflicts_with = "block")]
    unruly: bool,
    /// The reference model judges every frame, write and completion of the card's responder
    #[arg(long, conflicts_with = "block")]
    judged: bool,
    /// Where the capture of a failure goes
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

/// A block that frames go into.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Block {
    /// The receiver
    Wire,
}

impl Fuzz {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let usual = if self.card { 100_000 } else { 1_000_000 };
        let plan = Plan {
            seed: self.seed,
            frames: self.frames.unwrap_or(usual),
            qps: self.qps.into(),
            unruly: self.unruly,
            judged: self.judged,
            out: self.out,
        };
        let screen = Screen::new();
        let count = |at: &str| {
            let Plan { seed, frames, .. } = plan;
            screen.count(
                &format!("fuzzing {at}: seed {seed}, {frames} frames"),
                frames,
            )
        };
        let (recorded, summary) = match self.block {
            Some(Block::Wire) => {
                let task = count("the receiver");
                let summary = plan.fuzz_block(|frames| task.done(frames))?;
                (summary.recorded, summary.to_string())
            }
            None => {
                let task = screen.wait("preparing a card");
                let card = Plan::card()?;
                drop(task);
                let task = count("a card");
                let summary = plan.fuzz_card(card, |frames| task.done(frames))?;
                (summary.recorded, summary.to_string())
            }
        };
        let origin = match recorded {
            true => "recorded frames of the Linux driver",
            false => "frames of our own making: no recordings were found",
        };
        println!("It began with {origin}.");
        print!("{summary}");
        Ok(())
    }
}
