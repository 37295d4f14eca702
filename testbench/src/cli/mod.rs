//! The `ferric` command: a demonstration of the whole path, and what there is to know about the card.
mod bench;
mod card;
pub mod demo;
pub mod frames;
mod fuzz;
mod info;
mod interop;
pub mod parse;
mod perftest;
mod recorder;
pub mod registers;
pub mod screen;
mod sequence;
mod soak;
pub mod transfer;
pub mod tshark;

use clap::{Parser, Subcommand};
use demo::Plan;
use ferric::verbs::Mtu;
use std::path::PathBuf;

/// Ferric: an RDMA network card in Rust, from the gates to the verbs.
#[derive(Debug, Parser)]
#[command(name = "ferric", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Moves a file from one simulated host to the other by RDMA, and shows how
    Demo(Demo),
    /// Random traffic over many queue pairs on a bad link, each packet judged by the reference model
    Soak(soak::Soak),
    /// Random and changed frames at a card or its receiver, and an account of what they reached
    Fuzz(fuzz::Fuzz),
    /// The card against the Linux kernel's RoCE driver in a virtual machine
    Interop(interop::Interop),
    /// One simulated card with its host on a wire: a unix socket, UDP or a TAP device, until Ctrl-C
    Card(card::OnWire),
    /// One card as the other end of ib_write_bw, ib_read_bw, ib_send_bw or ib_atomic_lat
    Perftest(perftest::Perftest),
    /// Throughput, latency and goodput under loss, in clock cycles
    Bench(bench::Bench),
    /// What a simulated card says of itself: identification, limits, features, counters
    Info,
    /// The registers and counters in BAR0
    Registers {
        /// As docs/registers.md has them
        #[arg(long)]
        markdown: bool,
    },
}

#[derive(Debug, clap::Args)]
struct Demo {
    /// The file to move [default: one of random bytes]
    file: Option<PathBuf>,
    /// Size of the file that is made when none is given
    #[arg(long, default_value = "16MiB", value_parser = parse::size, conflicts_with = "file")]
    size: usize,
    /// Payload of a full packet: 256, 512, 1024, 2048, 4096, or all of them one after the other
    #[arg(long, default_value = "4096", value_parser = parse::mtus)]
    mtu: parse::Mtus,
    /// How the bytes cross
    #[arg(long, value_enum, default_value = "both")]
    operation: Operations,
    /// Bytes of a message
    #[arg(long, default_value = "1MiB", value_parser = parse::size)]
    message: usize,
    /// Where the received files, captures and diagrams go
    #[arg(long, default_value = "target/demo")]
    out: PathBuf,
    /// The hosts' slots: taking no time, or with byte times and credits, and reads that return after about 120 cycles
    #[arg(long, value_enum, default_value = "instant")]
    pcie: demo::Slot,
    /// Write a waveform of each card, from the first message on
    #[arg(long)]
    trace: bool,
    /// Cycles of a waveform
    #[arg(long, default_value_t = 3000, requires = "trace")]
    trace_cycles: u64,
    /// Levels of hierarchy in a waveform
    #[arg(long, default_value_t = 4, requires = "trace")]
    trace_depth: u32,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Operations {
    Write,
    Send,
    Both,
}

/// Does what the arguments ask for.
///
/// # Errors
/// It could not be done, or what arrived is not what was sent.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Demo(demo) => demo.run(),
        Command::Soak(soak) => soak.run(),
        Command::Fuzz(fuzz) => fuzz.run(),
        Command::Interop(interop) => interop.run(),
        Command::Card(card) => card.run(),
        Command::Perftest(perftest) => perftest.run(),
        Command::Bench(bench) => bench.run(),
        Command::Info => info::print(),
        Command::Registers { markdown: true } => {
            print!("{}", registers::markdown());
            Ok(())
        }
        Command::Registers { markdown: false } => {
            print!("{}", registers::text());
            Ok(())
        }
    }
}

impl Demo {
    fn run(self) -> anyhow::Result<()> {
        use transfer::Operation;
        let plan = Plan {
            file: self
                .file
                .map_or(demo::File::Made(self.size), demo::File::Given),
            mtus: <Vec<Mtu>>::from(self.mtu),
            operations: match self.operation {
                Operations::Write => vec![Operation::Write],
                Operations::Send => vec![Operation::Send],
                Operations::Both => vec![Operation::Write, Operation::Send],
            },
            message: self.message,
            out: self.out,
            slot: self.pcie,
            trace: self.trace.then_some(demo::Trace {
                cycles: self.trace_cycles,
                depth: self.trace_depth,
            }),
        };
        let screen = screen::Screen::new();
        let summary = plan.run(&screen)?;
        print!("{summary}");
        summary.verdict()
    }
}
