//! Throughput, one axis at a time.
use super::plot::{self, Axis, Line};
use super::table::{Cell, Table};
use crate::cli::screen::Screen;
use crate::measure::{CLOCK, Figure, HostKind, LINE_RATE, Operation, Point, Slot, others};
use ferric::verbs::Mtu;
use std::path::Path;

/// Queue pairs; the last is every one that the card has.
const QPS: [usize; 4] = [1, 16, 256, 1022];
const SIZES: [usize; 13] = [
    1,
    16,
    64,
    256,
    1 << 10,
    2 << 10,
    4 << 10,
    16 << 10,
    64 << 10,
    256 << 10,
    1 << 20,
    4 << 20,
    8 << 20,
];
const ROUND_TRIPS: [u32; 4] = [0, 50, 250, 500];
const PIECES: [u64; 2] = [64, 256];
const KEYS: [usize; 4] = [1, 16, 256, 2048];
const COLUMNS: [&str; 13] = [
    "operation",
    "bytes",
    "PMTU",
    "QPs",
    "keys",
    "ways",
    "round trip",
    "slot",
    "pieces",
    "bytes/cycle",
    "% of ceiling",
    "cycles each",
    "M/s",
];

fn row(point: &Point, figure: &Figure) -> Vec<Cell> {
    vec![
        point.operation.to_string().into(),
        point.size.into(),
        point.mtu.bytes().into(),
        point.qps.into(),
        point.keys.into(),
        if point.both { "both" } else { "one" }.into(),
        u64::from(point.host.round_trip).into(),
        point.host.slot.to_string().into(),
        point.host.pieces.into(),
        Cell::Number(figure.bytes_per_cycle, 2),
        Cell::Number(100.0 * figure.share, 1),
        Cell::Number(figure.cycles_per_message, 2),
        Cell::Number(figure.millions(), 2),
    ]
}

type Measured = Vec<(Point, Figure)>;

/// Measures the points, shows how far it is, and publishes the table. A point that goes back to send again is said.
fn measure(
    name: &'static str,
    title: &str,
    points: Vec<Point>,
    out: &Path,
) -> anyhow::Result<Measured> {
    let mut table = Table::new(name, title, &COLUMNS);
    let task = Screen::new().count(name, points.len() as u64);
    let mut measured = Vec::new();
    let mut again = Vec::new();
    for point in points {
        let figure = point.run()?;
        table.push(row(&point, &figure));
        if figure.again > 0 {
            again.push(format!(
                "{} of {} bytes over {} QPs went back {} times: what its peer could not take was lost",
                point.operation, point.size, point.qps, figure.again
            ));
        }
        measured.push((point, figure));
        task.done(measured.len() as u64);
    }
    drop(task);
    table.publish(out)?;
    again.iter().for_each(|line| println!("  {line}"));
    Ok(measured)
}

/// A measured line for each of `names`, of the points it takes.
fn series(
    measured: &Measured,
    name: impl Fn(&Point) -> String,
    x: impl Fn(&Point) -> f64,
    y: impl Fn(&Figure) -> f64,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (point, figure) in measured {
        let name = name(point);
        let at = (x(point), y(figure));
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(at),
            None => lines.push(Line {
                name,
                points: vec![at],
                limit: false,
            }),
        }
    }
    lines
}

fn limit(name: &str, points: Vec<(f64, f64)>) -> Line {
    Line {
        name: name.into(),
        points,
        limit: true,
    }
}

fn gigabits(bytes_per_cycle: f64) -> f64 {
    bytes_per_cycle * 8.0 * CLOCK / 1e9
}

fn size(bytes: f64) -> String {
    let bytes = bytes.round() as u64;
    match bytes {
        0..1024 => format!("{bytes}"),
        1024..1_048_576 => format!("{}K", bytes >> 10),
        _ => format!("{}M", bytes >> 20),
    }
}

/// Long messages on one queue pair.
pub fn stream(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    for operation in Operation::ALL {
        for both in [false, true] {
            points.extend(Mtu::ALL.map(|mtu| Point {
                operation,
                both,
                mtu,
                window,
                ..Point::LONG
            }));
        }
    }
    let title = "256 KiB messages on one queue pair (goal: 99.5 % of the ceiling)";
    let measured = measure("stream", title, points, out)?;
    let [small, large] = others::SHARES;
    println!(
        "  Elsewhere: {} % of its own bus at PMTU {}, {} % at {}: an open RTL engine, 256 bits wide, without ICRC, UDP or IP.",
        large.1, large.0, small.1, small.0
    );
    let ways = |both| if both { "both ways" } else { "one way" };
    let mut lines = series(
        &measured,
        |p| format!("{} {}", p.operation, ways(p.both)),
        |p| p.mtu.bytes() as f64,
        Figure::gigabits,
    );
    let ceiling = |mtu: Mtu| {
        (
            mtu.bytes() as f64,
            gigabits(Point { mtu, ..Point::LONG }.ceiling()),
        )
    };
    lines.push(limit("ceiling, one way", Mtu::ALL.map(ceiling).to_vec()));
    let axis = Axis {
        title: "PMTU, bytes",
        log: true,
        label: size,
    };
    let title = "Long messages on one queue pair, DMA round trip 250 cycles";
    plot::lines(
        &out.join("stream.svg"),
        title,
        &axis,
        "payload, Gb/s each way",
        &lines,
    )
}

/// Small messages over many queue pairs.
pub fn messages(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    for operation in Operation::ALL {
        points.extend(QPS.map(|qps| Point {
            operation,
            qps,
            window,
            ..Point::SHORT
        }));
    }
    let title = "64-byte messages, one in 16 signalled (goals in cycles each: WRITE and SEND 4 over 16 QPs and more, 8 on one; READ 6 over 16)";
    let measured = measure("messages", title, points, out)?;
    println!(
        "  Elsewhere: {} cycles a 64-byte WRITE, without a DMA round trip: the same engine.",
        others::CYCLES_PER_WRITE
    );
    let ends = |y: f64| vec![(1.0, y), (1022.0, y)];
    let mut lines = series(
        &measured,
        |p| p.operation.to_string(),
        |p| p.qps as f64,
        Figure::millions,
    );
    let full = Point::SHORT.ceiling() / Point::SHORT.size as f64 * CLOCK / 1e6;
    lines.push(limit("ceiling for WRITE", ends(full)));
    let axis = Axis {
        title: "queue pairs",
        log: true,
        label: |qps| format!("{qps:.0}"),
    };
    let title = "64-byte messages, DMA round trip 250 cycles";
    plot::lines(
        &out.join("messages.svg"),
        title,
        &axis,
        "millions a second",
        &lines,
    )
}

/// Messages of every size.
pub fn sizes(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    for operation in Operation::ALL {
        points.extend(SIZES.map(|size| Point {
            operation,
            size,
            window,
            ..Point::SHORT
        }));
    }
    // The longest ones would take too many cycles on each of sixteen.
    for point in &mut points {
        if point.size > 64 << 10 {
            point.qps = 1;
        }
    }
    let title = "Messages of each size at PMTU 1024, over 16 QPs; above 64 KiB on one";
    let measured = measure("sizes", title, points, out)?;
    let mut lines = series(
        &measured,
        |p| p.operation.to_string(),
        |p| p.size as f64,
        Figure::gigabits,
    );
    let ceiling = |size: usize| {
        (
            size as f64,
            gigabits(
                Point {
                    size,
                    ..Point::SHORT
                }
                .ceiling(),
            ),
        )
    };
    lines.push(limit("ceiling for WRITE", SIZES.map(ceiling).to_vec()));
    let axis = Axis {
        title: "bytes of a message",
        log: true,
        label: size,
    };
    let title = "Throughput by size, PMTU 1024, DMA round trip 250 cycles";
    plot::lines(
        &out.join("sizes.svg"),
        title,
        &axis,
        "payload, Gb/s",
        &lines,
    )
}

/// The hosts' ways.
pub fn hosts(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    let goals = HostKind::GOALS;
    let shapes = [
        Point::LONG,
        Point::SHORT,
        Point {
            qps: 1,
            ..Point::SHORT
        },
    ];
    for shape in shapes {
        let with = |host| Point {
            host,
            window,
            ..shape
        };
        points.extend(ROUND_TRIPS.map(|round_trip| {
            with(HostKind {
                round_trip,
                ..goals
            })
        }));
        points.push(with(HostKind {
            slot: Slot::Gen4x8,
            ..goals
        }));
        points.push(with(HostKind {
            pieces: PIECES[0],
            ..goals
        }));
    }
    let title = "WRITEs, by DMA round trip, slot, and the pieces in which the host completes reads";
    let measured = measure("hosts", title, points, out)?;
    let short: Measured = measured
        .into_iter()
        .filter(|(p, _)| {
            p.size == Point::SHORT.size
                && p.host.slot == goals.slot
                && p.host.pieces == goals.pieces
        })
        .collect();
    let mut lines = series(
        &short,
        |p| match p.qps {
            1 => "one queue pair".into(),
            qps => format!("{qps} queue pairs"),
        },
        |p| f64::from(p.host.round_trip),
        Figure::millions,
    );
    lines.push(Line {
        name: "an open RTL engine".into(),
        points: others::MILLIONS.map(|(x, y)| (f64::from(x), y)).to_vec(),
        limit: false,
    });
    let full = Point::SHORT.ceiling() / Point::SHORT.size as f64 * CLOCK / 1e6;
    lines.push(limit("ceiling", vec![(0.0, full), (500.0, full)]));
    let axis = Axis {
        title: "DMA round trip, cycles",
        log: false,
        label: |cycles| format!("{cycles:.0}"),
    };
    let title = "64-byte WRITEs by DMA round trip";
    plot::lines(
        &out.join("round-trip.svg"),
        title,
        &axis,
        "millions a second",
        &lines,
    )
}

/// Many memory regions.
pub fn keys(window: u64, out: &Path) -> anyhow::Result<()> {
    let points = KEYS.map(|keys| Point {
        keys,
        window,
        ..Point::SHORT
    });
    let title = "64-byte WRITEs over 16 QPs, spread over memory regions (the cost must not grow)";
    measure("keys", title, points.to_vec(), out).map(drop)
}

/// Every combination.
pub fn full(window: u64, out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    for operation in Operation::ALL {
        for size in [64, 1 << 10, 64 << 10, 1 << 20] {
            for mtu in Mtu::ALL {
                for qps in [1, 16, 256] {
                    // More than the line carries in any window of ours.
                    if size * qps > 4 << 20 {
                        continue;
                    }
                    for both in [false, true] {
                        for round_trip in ROUND_TRIPS {
                            for slot in [Slot::Gen3x16, Slot::Gen4x8] {
                                points.extend(PIECES.map(|pieces| Point {
                                    operation,
                                    size,
                                    mtu,
                                    qps,
                                    both,
                                    host: HostKind {
                                        round_trip,
                                        slot,
                                        pieces,
                                    },
                                    window,
                                    ..Point::SHORT
                                }));
                            }
                        }
                    }
                }
            }
        }
    }
    let title = format!("Every combination; the line carries {LINE_RATE} bytes a cycle");
    measure("full", &title, points, out).map(drop)
}
