//! All scenarios, in both roles and over both protocols, and what both ends have counted.
use super::guest::{Cable, Guest};
use super::lab::{End, Lab};
use super::scenarios::{ALL, Case, Ends, Play};
use crate::card::Card;
use anyhow::ensure;
use ferric_layout::counter::Counter;
use std::fmt;
use std::path::PathBuf;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Everything random follows from it, on our side.
    pub seed: u64,
    /// Scenarios whose names contain one of these; all, if there is none.
    pub only: Vec<String>,
    /// How the machine is joined to the card.
    pub cable: Cable,
    /// The virtual machine's image, and the captures.
    pub folder: PathBuf,
}

/// What became of a scenario.
#[derive(Debug)]
pub enum Outcome {
    /// It passed, and there is more to say.
    Passed(String),
    /// It did not.
    Failed(anyhow::Error),
}

/// A line of the table.
#[derive(Debug)]
pub struct Line {
    /// The scenario.
    pub name: &'static str,
    /// Who asked.
    pub requester: End,
    /// Over IPv6.
    pub v6: bool,
    /// RoCE frames, and cycles of the card.
    pub frames: u64,
    pub cycles: u64,
    /// How it ended.
    pub outcome: Outcome,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let protocol = if self.v6 { "IPv6" } else { "IPv4" };
        let Line {
            name,
            requester,
            frames,
            cycles,
            ..
        } = self;
        write!(
            f,
            "{name:<20} {requester:<6} {protocol} {frames:>6} {cycles:>9}  "
        )?;
        match &self.outcome {
            Outcome::Passed(more) => write!(f, "passed  {more}"),
            Outcome::Failed(error) => write!(f, "FAILED  {error:#}"),
        }
    }
}

impl Plan {
    /// Where all goes that crosses the wire.
    pub fn capture(&self) -> PathBuf {
        let name = format!("{}-seed-{}.pcap", self.cable.name(), self.seed);
        self.folder.join(name)
    }

    /// Starts the machine and plays all scenarios, telling of each.
    ///
    /// # Errors
    /// The machine cannot be made or does not start, or an end has counted what must not be.
    pub fn run(
        &self,
        card: impl Card + Send + 'static,
        mut tell: impl FnMut(&Line),
    ) -> anyhow::Result<Vec<Line>> {
        Guest::prepare(&self.folder)?;
        let mut lab = Lab::new(card, self.cable, &self.folder, self.capture(), self.seed)?;
        let mut lines = Vec::new();
        for v6 in [false, true] {
            for requester in [End::Linux, End::Card] {
                let case = Case {
                    requester,
                    v6,
                    vlan: None,
                };
                let wanted = |name: &str| {
                    self.only.is_empty() || self.only.iter().any(|only| name.contains(only))
                };
                for (name, ends, play) in ALL.iter().copied().filter(|(name, ..)| wanted(name)) {
                    let (cycle, frame) = lab.so_far();
                    lab.note(&format!("{name}/{requester}/{}", if v6 { 6 } else { 4 }))?;
                    let outcome = match played(&mut lab, case, ends, play) {
                        Ok(more) => Outcome::Passed(more),
                        Err(error) => Outcome::Failed(error),
                    };
                    let (cycles, frames) = lab.so_far();
                    let line = Line {
                        name,
                        requester,
                        v6,
                        frames: frames - frame,
                        cycles: cycles - cycle,
                        outcome,
                    };
                    tell(&line);
                    lines.push(line);
                }
            }
        }
        lab.finish()?;
        Ok(lines)
    }
}

/// Plays a scenario and, where it leaves the connection whole, compares what the card has sent with what Linux has taken: the kernel's driver
/// counts a packet when its ICRC was found right. Where the wire spoils nothing, neither end has seen a packet with a wrong ICRC, nor the card
/// one with a wrong header.
fn played(lab: &mut Lab, case: Case, ends: Ends, play: Play) -> anyhow::Result<String> {
    let before = (lab.carried()[0], lab.linux_counter("rcvd_pkts")?);
    let wrong = (counts(lab)?, lab.linux_icrc_errors()?);
    let more = play(lab, case)?;
    if ends == Ends::Whole {
        let sent = lab.carried()[0] - before.0;
        let taken = lab.linux_counter("rcvd_pkts")? - before.1;
        ensure!(taken == sent, "Linux has taken {taken} packets of {sent}");
    }
    let icrc = lab.linux_icrc_errors()? - wrong.1;
    ensure!(
        ends == Ends::Spoilt || icrc == 0,
        "Linux: {icrc} packets with a wrong ICRC"
    );
    let now = counts(lab)?;
    for ((counter, before), now) in WRONG.into_iter().zip(wrong.0).zip(now) {
        let (count, what) = (now - before, counter.describe());
        ensure!(
            ends == Ends::Spoilt || count == 0,
            "the card: {count} {what}"
        );
    }
    Ok(more)
}

/// What no frame of Linux' is, unless the wire has spoilt it.
const WRONG: [Counter; 5] = [
    Counter::RxIcrc,
    Counter::RxIpHeader,
    Counter::RxLength,
    Counter::RxNotRoce,
    Counter::RxAddress,
];

/// How many of each the card has counted.
fn counts(lab: &Lab) -> anyhow::Result<Vec<u64>> {
    WRONG.iter().map(|wrong| lab.counter(*wrong)).collect()
}
