//! `ferric bench --explain`: which block makes whom wait, under anyone's traffic, from the handshakes of the simulated cards.
use super::Traffic;
use super::table::{Cell, Table};
use crate::cli::screen::Screen;
use crate::measure::{HostKind, Point, observed};
use crate::occupancy::{Count, Ends, Occupancy};
use crate::world::Settings;
use std::path::Path;

/// A block that is busy for this share of the cycles is a bound.
const BOUND: f64 = 0.95;
/// Blocks that are named.
const NAMED: usize = 5;
/// Characters of a stream's bar.
const BAR: usize = 20;

/// Runs the traffic on cards that are looked into, and says what was seen.
pub fn run(traffic: &Traffic, window: u64, out: &Path) -> anyhow::Result<()> {
    let point = Point {
        operation: traffic.operation,
        size: traffic.size,
        mtu: traffic.mtu,
        qps: traffic.qps as usize,
        keys: traffic.keys as usize,
        both: traffic.both,
        host: HostKind {
            round_trip: traffic.round_trip,
            slot: traffic.slot,
            pieces: traffic.pieces,
        },
        window,
    };
    let task =
        Screen::new().wait("building cards that can be looked into, and running the traffic");
    let (pair, watched) = observed(Settings::instant(1))?;
    let each = |seen: &mut dyn FnMut(usize, &mut Occupancy)| {
        for (card, occupancy) in watched.iter().enumerate() {
            seen(
                card,
                &mut occupancy.lock().expect("no panic while counting"),
            );
        }
    };
    let mut reports = Vec::new();
    let figure = point.run_with(
        &pair,
        || each(&mut |_, occupancy| occupancy.clear()),
        || each(&mut |card, occupancy| reports.push(report(card, occupancy, traffic.all))),
    )?;
    drop(task);
    println!(
        "\n{} of {} bytes, PMTU {}, {} queue pairs, {}: {:.2} bytes a cycle, {:.1} % of the ceiling, {:.2} cycles a message",
        point.operation,
        point.size,
        point.mtu.bytes(),
        point.qps,
        if point.both { "both ways" } else { "A to B" },
        figure.bytes_per_cycle,
        100.0 * figure.share,
        figure.cycles_per_message
    );
    if figure.again > 0 {
        println!(
            "The sender went back {} times: the receiver could not take what came.",
            figure.again
        );
    }
    for (bounds, table) in reports {
        table.publish(out)?;
        println!("{bounds}");
    }
    Ok(())
}

/// What bounds a card, in words, and its streams.
fn report(card: usize, occupancy: &Occupancy, all: bool) -> (String, Table) {
    let (name, file) = [("A", "explain-a"), ("B", "explain-b")][card];
    let busy = occupancy.busy();
    let named: Vec<String> = busy
        .iter()
        .take(NAMED)
        .map(|(block, share)| format!("{block} {:.0} %", 100.0 * share))
        .collect();
    let bounds: Vec<&str> = busy
        .iter()
        .filter(|(_, share)| *share >= BOUND)
        .map(|(block, _)| block.as_str())
        .collect();
    let verdict = match bounds[..] {
        [] => "no block is busy all the time: what may be under way, and the round trips it waits for, bound this card".into(),
        _ => format!("bound by {}: work waits for it, and nothing behind makes it wait", bounds.join(", ")),
    };
    let text = format!(
        "  Card {name}: {verdict}.\n  Busiest: {}.",
        named.join(", ")
    );
    let mut table = Table::new(
        file,
        format!(
            "Card {name}, {} cycles: █ transfer, ▒ stalled by the consumer, · nothing there; percent of cycles",
            occupancy.cycles()
        ),
        &[
            "producer", "stream", "consumer", "", "transfer", "stalled", "starved",
        ],
    );
    for (ends, count) in occupancy.streams() {
        if all || count.transfers + count.stalled > 0 {
            table.push(row(ends, count, occupancy.cycles()));
        }
    }
    (text, table)
}

fn row(ends: &Ends, count: &Count, cycles: u64) -> Vec<Cell> {
    let cycles = cycles.max(1) as f64;
    let share = |count: u64| count as f64 / cycles;
    let length = |count: u64| (BAR as f64 * share(count)).round() as usize;
    let moved = length(count.transfers);
    let held = length(count.stalled).min(BAR - moved);
    let bar = "█".repeat(moved) + &"▒".repeat(held) + &"·".repeat(BAR - moved - held);
    let block = |name: &str| {
        if name.is_empty() {
            "(wiring)".into()
        } else {
            name.to_string()
        }
    };
    let stream = match ends.from == ends.to {
        true => ends.from.clone(),
        false => format!("{} > {}", ends.from, ends.to),
    };
    let percent = |count: u64| Cell::Number(100.0 * share(count), 1);
    vec![
        block(&ends.producer).into(),
        stream.into(),
        block(&ends.consumer).into(),
        bar.into(),
        percent(count.transfers),
        percent(count.stalled),
        percent(count.starved),
    ]
}
