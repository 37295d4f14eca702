//! `ferric bench`: throughput, messages and latency in clock cycles, beside the line's ceiling, the design's goals and the figures of others.
mod explain;
mod goodput;
mod goodput_plot;
mod idle;
mod plot;
mod points;
mod simulation;
mod table;

use crate::measure::{Operation, Slot};
use anyhow::Context as _;
use ferric::verbs::Mtu;
use std::fs;
use std::path::PathBuf;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// Only this, or these
    #[arg(long, value_enum, value_delimiter = ',', conflicts_with = "full")]
    only: Vec<Section>,
    /// Every combination instead of one axis at a time: hours
    #[arg(long)]
    full: bool,
    /// Says which block stalls whom under the traffic that the options below describe
    #[arg(long, conflicts_with_all = ["only", "full"])]
    explain: bool,
    /// Cycles that are measured at each point
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2_000..=200_000))]
    window: u64,
    /// Where tables and plots go
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
    #[command(flatten)]
    traffic: Traffic,
}

/// Traffic to be explained.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Traffic, with --explain")]
struct Traffic {
    /// What is done
    #[arg(long, value_enum, default_value = "write", requires = "explain")]
    operation: Operation,
    /// Bytes of a message
    #[arg(long, default_value = "64", value_parser = super::parse::size, requires = "explain")]
    size: usize,
    /// Payload of a full packet
    #[arg(long, default_value = "1024", value_parser = mtu, requires = "explain")]
    mtu: Mtu,
    /// Queue pairs
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1022), requires = "explain")]
    qps: u32,
    /// Memory regions at each end
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4000), requires = "explain")]
    keys: u32,
    /// Both hosts do it
    #[arg(long, requires = "explain")]
    both: bool,
    /// Cycles of a DMA round trip; 0 takes no time
    #[arg(long, default_value_t = 250, requires = "explain")]
    round_trip: u32,
    /// The hosts' slots
    #[arg(long, value_enum, default_value = "gen3x16", requires = "explain")]
    slot: Slot,
    /// Bytes of the pieces in which hosts complete reads
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(64..=512), requires = "explain")]
    pieces: u64,
    /// Every stream, also those that did nothing
    #[arg(long, requires = "explain")]
    all: bool,
}

fn mtu(text: &str) -> Result<Mtu, String> {
    let found = Mtu::ALL
        .into_iter()
        .find(|mtu| mtu.bytes().to_string() == text);
    found.ok_or_else(|| "256, 512, 1024, 2048 or 4096".into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Section {
    /// Long messages on one queue pair, at each PMTU, one way and both ways
    Stream,
    /// 64-byte messages over 1 to 1022 queue pairs
    Messages,
    /// Messages of 1 byte to 8 MiB
    Sizes,
    /// DMA round trips, slots, and the pieces in which hosts complete reads
    Hosts,
    /// Memory regions
    Keys,
    /// One message on idle cards, between the pins
    Latency,
    /// One message on idle cards, stage by stage, doorbell to interrupt
    Stages,
    /// Long WRITEs over a link that loses frames
    Goodput,
    /// The simulation itself, in cycles a second
    Simulation,
}

impl Bench {
    /// Measures, prints tables, and draws the plots.
    pub fn run(self) -> anyhow::Result<()> {
        fs::create_dir_all(&self.out)
            .with_context(|| format!("{} cannot be made", self.out.display()))?;
        println!("Simulated cycles at 250 MHz, 100 Gb/s Ethernet; exact and repeatable.");
        if self.explain {
            return explain::run(&self.traffic, self.window, &self.out);
        }
        if self.full {
            return points::full(self.window, &self.out);
        }
        let (window, out) = (self.window, self.out.as_path());
        let all = <Section as clap::ValueEnum>::value_variants();
        let wanted = all
            .iter()
            .filter(|section| self.only.is_empty() || self.only.contains(section));
        for section in wanted {
            match section {
                Section::Stream => points::stream(window, out)?,
                Section::Messages => points::messages(window, out)?,
                Section::Sizes => points::sizes(window, out)?,
                Section::Hosts => points::hosts(window, out)?,
                Section::Keys => points::keys(window, out)?,
                Section::Latency => idle::latency(out)?,
                Section::Stages => idle::stages(out)?,
                Section::Goodput => goodput::run(out)?,
                Section::Simulation => simulation::run(window, out)?,
            }
        }
        println!("Tables and plots are in {}.", self.out.display());
        Ok(())
    }
}
