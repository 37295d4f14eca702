//! The simulation's own speed. It depends on the machine, so it is reported and never tested.
use super::table::{Cell, Table};
use crate::measure::speed;
use crate::profile::Profile;
use std::path::Path;
use std::time::Duration;

/// Two cards under load, and which part takes what share.
pub fn run(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut table = Table::new(
        "simulation",
        "Two cards, long WRITEs both ways: cycles of the pair a second, and shares of the working time in percent",
        &[
            "threads",
            "cycles/s",
            "card A",
            "card B",
            "hosts, PCIe",
            "MACs, link",
            "the rest",
        ],
    );
    for threads in [false, true] {
        let speed = speed(threads, window)?;
        let sum = |part: fn(&Profile) -> Duration| {
            let parts: Duration = speed.parts.iter().map(part).sum();
            parts.as_secs_f64()
        };
        let (host, link) = (sum(|p| p.host), sum(|p| p.link));
        let cards = speed.parts.map(|p| p.card.as_secs_f64());
        let known = host + link + cards[0] + cards[1];
        // Each of two threads has the time on the clock for itself.
        let whole = speed.time.as_secs_f64() * if threads { 2.0 } else { 1.0 };
        let whole = whole.max(known);
        let share = |seconds: f64| Cell::Number(100.0 * seconds / whole, 1);
        table.push(vec![
            if threads { "2" } else { "1" }.into(),
            Cell::Number(speed.cycles_per_second(), 0),
            share(cards[0]),
            share(cards[1]),
            share(host),
            share(link),
            share(whole - known),
        ]);
    }
    table.publish(out)
}
