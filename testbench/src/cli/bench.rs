//! `ferric bench`: throughput and latency in clock cycles, beside the design's goals.
use super::goodput_plot;
use crate::goodput::{GOALS, Plan};
use crate::measure::{latency, long_writes, small_writes};
use crate::soak::faults::MILLION;
use anyhow::Context as _;
use ferric::verbs::Mtu;
use std::fs;
use std::path::PathBuf;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// Only this
    #[arg(long, value_enum)]
    only: Option<Figure>,
    /// Where the plot goes
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Figure {
    /// Long WRITEs
    Stream,
    /// 64-byte WRITEs
    Messages,
    /// One WRITE on an idle card
    Latency,
    /// Long WRITEs over a link that loses frames
    Goodput,
}

/// DMA round trips, in cycles.
const ROUND_TRIPS: [u32; 3] = [0, 50, 250];

/// Losses that are measured, in frames of a million, after none.
const LOSSES: [u32; 6] = [100, 300, 1_000, 3_000, 10_000, 30_000];
/// WRITEs of 1 MiB at each loss.
const WRITES: usize = 16;
/// Seed of what is lost.
const SEED: u64 = 1;

impl Bench {
    /// Measures, prints tables, and draws the plot.
    pub fn run(self) -> anyhow::Result<()> {
        println!("Simulated cycles at 250 MHz, 100 Gb/s Ethernet; exact and repeatable.");
        let wanted = |figure| self.only.is_none_or(|only| only == figure);
        if wanted(Figure::Stream) {
            stream()?;
        }
        if wanted(Figure::Messages) {
            messages()?;
        }
        if wanted(Figure::Latency) {
            idle()?;
        }
        if wanted(Figure::Goodput) {
            self.goodput()?;
        }
        Ok(())
    }

    fn goodput(&self) -> anyhow::Result<()> {
        println!(
            "\n1 MiB WRITEs on one QP, PMTU 1024, DMA round trip 250, over a link that loses data and acknowledges (goals {})",
            GOALS
                .map(|(loss, share)| format!("{:.0} % at {}", 100.0 * share, percent(loss)))
                .join(", ")
        );
        println!(
            "{:>18}{:>26}{:>14}{:>10}{:>18}{:>10}",
            "lost", "bytes a cycle", "frames lost", "gone back", "packets repeated", "timers"
        );
        let mut lossless = None;
        let mut points = Vec::new();
        for loss in std::iter::once(0).chain(LOSSES) {
            let plan = Plan {
                loss,
                seed: SEED,
                writes: WRITES,
            };
            let got = plan.run()?;
            let share = got.bytes_per_cycle / *lossless.get_or_insert(got.bytes_per_cycle);
            println!(
                "{:>18}{:>26}{:>14}{:>10}{:>18}{:>10}",
                percent(loss),
                format!("{:.2} ({:.1} %)", got.bytes_per_cycle, 100.0 * share),
                format!("{} + {}", got.lost[0], got.lost[1]),
                got.again,
                got.repeated,
                got.timeouts
            );
            if loss != 0 {
                points.push((loss, share));
            }
        }
        fs::create_dir_all(&self.out)
            .with_context(|| format!("{} cannot be made", self.out.display()))?;
        let path = self.out.join("goodput.svg");
        let title = format!(
            "Goodput under loss: one QP, 1 MiB WRITEs, PMTU 1024; lossless {:.1} of 100 Gb/s",
            8.0 / 4.0 * lossless.unwrap_or_default()
        );
        goodput_plot::draw(&path, &title, &points)?;
        println!("drawn in {}", path.display());
        Ok(())
    }
}

fn percent(loss: u32) -> String {
    format!("{} %", 100.0 * f64::from(loss) / f64::from(MILLION))
}

fn stream() -> anyhow::Result<()> {
    println!(
        "\nLong WRITEs on one QP, payload bytes a cycle (share of what the line carries; goal 90 % at PMTU 4096)"
    );
    print!("{:>18}", "DMA round trip");
    Mtu::ALL
        .iter()
        .for_each(|mtu| print!("{:>18}", format!("PMTU {}", mtu.bytes())));
    println!();
    for round_trip in ROUND_TRIPS {
        print!("{round_trip:>18}");
        for mtu in Mtu::ALL {
            let stream = long_writes(round_trip, mtu)?;
            print!(
                "{:>18}",
                format!(
                    "{:.2} ({:.1} %)",
                    stream.bytes_per_cycle,
                    100.0 * stream.share
                )
            );
        }
        println!();
    }
    Ok(())
}

fn messages() -> anyhow::Result<()> {
    println!(
        "\n64-byte WRITEs, one completion in 16 signalled, cycles each (goal 16 over 16 QPs at 250)"
    );
    println!("{:>18}{:>18}{:>18}", "DMA round trip", "1 QP", "16 QPs");
    for round_trip in ROUND_TRIPS {
        let (one, many) = (small_writes(round_trip, 1)?, small_writes(round_trip, 16)?);
        println!("{round_trip:>18}{one:>18.2}{many:>18.2}");
    }
    Ok(())
}

fn idle() -> anyhow::Result<()> {
    println!(
        "\nOne 64-byte WRITE on an idle card, cycles (goal 48 + two round trips from doorbell to wire)"
    );
    println!(
        "{:>18}{:>26}{:>18}",
        "DMA round trip", "doorbell to first beat", "MAC to MAC"
    );
    for round_trip in ROUND_TRIPS {
        let latency = latency(round_trip)?;
        println!(
            "{round_trip:>18}{:>26}{:>18}",
            latency.doorbell_to_wire, latency.on_the_wire
        );
    }
    Ok(())
}
