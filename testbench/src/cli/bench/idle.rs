//! One message on idle cards.
use super::plot::{self, Bar};
use super::table::Table;
use crate::cli::screen::Screen;
use crate::measure::{HostKind, Latency, Operation, STAGES, Spread, Start, others};
use std::path::Path;

const ROUND_TRIPS: [u32; 4] = [0, 50, 250, 500];
/// Messages for a distribution.
const COUNT: usize = 100;

fn host(round_trip: u32) -> HostKind {
    HostKind {
        round_trip,
        ..HostKind::GOALS
    }
}

/// Between the pins.
pub fn latency(out: &Path) -> anyhow::Result<()> {
    let mut table = Table::new(
        "latency",
        "One 64-byte message on idle cards, cycles (goals: 48 and two round trips, inline 32; last beat to memory 24)",
        &[
            "operation",
            "payload",
            "round trip",
            "doorbell to first beat",
            "MAC to MAC",
            "last beat to DMA write",
        ],
    );
    let kinds = [Operation::Write, Operation::Send];
    let starts = [(Start::Memory, "in memory"), (Start::Inline, "inline")];
    let task = Screen::new().count(
        "latency",
        (kinds.len() * starts.len() * ROUND_TRIPS.len()) as u64,
    );
    let mut done = 0;
    for operation in kinds {
        for (start, name) in starts {
            for round_trip in ROUND_TRIPS {
                let seen = Latency {
                    operation,
                    start,
                    host: host(round_trip),
                }
                .run()?;
                table.push(vec![
                    operation.to_string().into(),
                    name.into(),
                    u64::from(round_trip).into(),
                    seen.doorbell_to_wire.into(),
                    seen.mac_to_mac.into(),
                    seen.wire_to_memory.into(),
                ]);
                done += 1;
                task.done(done);
            }
        }
    }
    drop(task);
    table.publish(out)?;
    println!(
        "  Elsewhere: {} cycles from post to first beat, without ICRC, UDP and IP: an open RTL engine.",
        others::POST_TO_BEAT
    );
    Ok(())
}

/// Stage by stage.
pub fn stages(out: &Path) -> anyhow::Result<()> {
    let mut table = Table::new(
        "stages",
        format!("{COUNT} 64-byte WRITEs, one at a time on idle cards, cycles of each stage"),
        &["stage", "round trip", "min", "median", "p99", "max"],
    );
    let task = Screen::new().count("stages", ROUND_TRIPS.len() as u64);
    let mut bars = Vec::new();
    for (index, round_trip) in ROUND_TRIPS.into_iter().enumerate() {
        let seen = crate::measure::stages(host(round_trip), COUNT)?;
        let mut parts = Vec::new();
        let mut push = |name: &str, cycles: Vec<u64>| {
            let spread = Spread::of(cycles);
            table.push(vec![
                name.into(),
                u64::from(round_trip).into(),
                spread.min.into(),
                spread.median.into(),
                spread.p99.into(),
                spread.max.into(),
            ]);
            spread.median as f64
        };
        for (index, name) in STAGES.iter().enumerate() {
            parts.push(push(
                name,
                seen.iter().map(|message| message[index]).collect(),
            ));
        }
        push(
            "all",
            seen.iter().map(|message| message.iter().sum()).collect(),
        );
        bars.push(Bar {
            name: match round_trip {
                0 => "no time".into(),
                cycles => format!("{cycles} cycles"),
            },
            parts,
        });
        task.done(index as u64 + 1);
    }
    drop(task);
    table.publish(out)?;
    plot::bars(
        &out.join("stages.svg"),
        "One 64-byte WRITE, doorbell to interrupt, by DMA round trip (median of each stage)",
        "cycles of 4 ns",
        &STAGES,
        &bars,
    )
}
