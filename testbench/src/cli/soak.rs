//! The soak as a command.
use super::parse;
use super::recorder::{Recorder, Window};
use super::screen::Screen;
use crate::pair::Pair;
use crate::soak::Plan;
use crate::soak::faults::Faults;
use crate::soak::program::{Mix, Sizes};
use crate::verilated_card::VerilatedCard;
use anyhow::Context as _;
use ferric::verbs::Mtu;
use ferric_verilated::Options;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to soak, and how.
#[derive(Debug, clap::Args)]
pub struct Soak {
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Connections, each used in both directions
    #[arg(long, default_value_t = 64)]
    qps: usize,
    /// Messages in all
    #[arg(long, default_value_t = 100_000)]
    messages: usize,
    /// Operations, with weights: send, send-immediate, write=3, write-immediate, read, compare-swap, fetch-add, all of these as
    /// all, and send-invalidate
    #[arg(long, default_value = "all")]
    mix: Mix,
    /// Longest message; 90 % are up to 4 KiB, 9 % up to 64 KiB
    #[arg(long, default_value = "1MiB", value_parser = parse::size)]
    longest: usize,
    /// Payload of a full packet
    #[arg(long, default_value = "1024", value_parser = parse::mtus)]
    mtu: parse::Mtus,
    /// Percent of the frames that are lost
    #[arg(long, default_value = "1", value_parser = parse::share)]
    loss: u32,
    /// Percent of the frames that arrive twice
    #[arg(long, default_value = "0.5", value_parser = parse::share)]
    duplication: u32,
    /// Percent of the frames that others overtake
    #[arg(long, default_value = "0.5", value_parser = parse::share)]
    reorder: u32,
    /// Percent of the frames that arrive changed
    #[arg(long, default_value = "0.1", value_parser = parse::share)]
    corruption: u32,
    /// Cycles by which a receive is posted before its message; 0 lets some messages meet none
    #[arg(long, default_value_t = 2000)]
    lead: u64,
    /// Code of the transport timer
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=31))]
    timeout: u8,
    /// Reset the card of host A when so many cycles have passed, have the driver recover, and soak anew
    #[arg(long)]
    reset_at: Option<u64>,
    /// Where the capture and the waveforms of a failure go
    #[arg(long, default_value = "target/soak")]
    out: PathBuf,
    /// Write waveforms of both cards from this cycle on
    #[arg(long)]
    trace_from: Option<u64>,
    /// Cycles of a waveform
    #[arg(long, default_value_t = 3000, requires = "trace_from")]
    trace_cycles: u64,
    /// Levels of hierarchy in a waveform
    #[arg(long, default_value_t = 6, requires = "trace_from")]
    trace_depth: u32,
}

impl Soak {
    /// Does it, at each PMTU asked for.
    pub fn run(self) -> anyhow::Result<()> {
        let screen = Screen::new();
        for mtu in Vec::<Mtu>::from(self.mtu.clone()) {
            let plan = self.plan(mtu);
            let begin = Arc::new(AtomicBool::new(false));
            let task = screen.wait("preparing two cards");
            let cards = [self.card("a", &begin)?, self.card("b", &begin)?];
            let mut pair = Pair::with_cards(plan.settings(), cards)?;
            drop(task);
            let what = format!("soaking: seed {}, PMTU {}", plan.seed, mtu.bytes());
            let task = screen.count(&what, plan.messages as u64);
            let progress = |messages: usize, cycle: u64| {
                task.done(messages as u64);
                if self.trace_from.is_some_and(|from| cycle >= from) {
                    begin.store(true, Ordering::Relaxed);
                }
            };
            let summary = match self.reset_at {
                None => plan.run(&pair, progress)?,
                Some(cycles) => {
                    let [before, after] = plan.run_with_reset(&mut pair, cycles, progress)?;
                    println!("PMTU {}, before the reset: {before}", mtu.bytes());
                    after
                }
            };
            drop(task);
            println!("PMTU {}: {summary}", mtu.bytes());
        }
        Ok(())
    }

    fn plan(&self, mtu: Mtu) -> Plan {
        let Sizes([small, middle, _]) = Sizes::default();
        let longest = self.longest;
        Plan {
            seed: self.seed,
            qps: self.qps,
            messages: self.messages,
            mix: self.mix.clone(),
            sizes: Sizes([small.min(longest), middle.min(longest), longest]),
            mtu,
            faults: Faults {
                loss: self.loss,
                duplication: self.duplication,
                reorder: self.reorder,
                corruption: self.corruption,
            },
            lead: self.lead,
            timeout: self.timeout,
            out: self.out.clone(),
        }
    }

    fn card(&self, name: &str, begin: &Arc<AtomicBool>) -> anyhow::Result<Recorder> {
        let traced = self.trace_from.is_some();
        if traced {
            fs::create_dir_all(&self.out)
                .with_context(|| format!("the folder {}", self.out.display()))?;
        }
        let options = Options {
            trace: traced,
            ..Options::default()
        };
        let window = traced.then(|| Window {
            path: self.out.join(format!("seed-{}-{name}.fst", self.seed)),
            depth: self.trace_depth,
            cycles: self.trace_cycles,
        });
        Ok(Recorder::new(VerilatedCard::build(options)?, window, begin))
    }
}
