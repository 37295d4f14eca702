//! Goodput under loss.
use super::goodput_plot;
use super::table::{Cell, Table};
use crate::goodput::{GOALS, Plan};
use crate::soak::faults::MILLION;
use std::path::Path;

/// Losses that are measured, in frames of a million, after none.
const LOSSES: [u32; 6] = [100, 300, 1_000, 3_000, 10_000, 30_000];
/// WRITEs of 1 MiB at each loss.
const WRITES: usize = 16;
/// Seed of what is lost.
const SEED: u64 = 1;

/// Measures each loss, and draws the plot.
pub fn run(out: &Path) -> anyhow::Result<()> {
    let goals = GOALS.map(|(loss, share)| format!("{:.0} % at {}", 100.0 * share, percent(loss)));
    let mut table = Table::new(
        "goodput",
        format!(
            "1 MiB WRITEs on one QP, PMTU 1024, DMA round trip 250, over a link that loses data and acknowledges (goals {})",
            goals.join(", ")
        ),
        &[
            "lost",
            "bytes/cycle",
            "% of lossless",
            "data lost",
            "answers lost",
            "gone back",
            "packets repeated",
            "timers",
        ],
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
        table.push(vec![
            percent(loss).into(),
            Cell::Number(got.bytes_per_cycle, 2),
            Cell::Number(100.0 * share, 1),
            got.lost[0].into(),
            got.lost[1].into(),
            got.again.into(),
            got.repeated.into(),
            got.timeouts.into(),
        ]);
        if loss != 0 {
            points.push((loss, share));
        }
    }
    table.publish(out)?;
    let title = format!(
        "Goodput under loss: one QP, 1 MiB WRITEs, PMTU 1024; lossless {:.1} of 100 Gb/s",
        8.0 / 4.0 * lossless.unwrap_or_default()
    );
    goodput_plot::draw(&out.join("goodput.svg"), &title, &points)
}

fn percent(loss: u32) -> String {
    format!("{} %", 100.0 * f64::from(loss) / f64::from(MILLION))
}
