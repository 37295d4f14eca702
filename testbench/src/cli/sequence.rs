//! A sequence diagram of frames, as SVG: two hosts, time downward, an arrow a frame.
//!
//! Rows are frames, not cycles, so that a burst can be read; the cycle stands beside each. A run of middle packets is one row.
use super::frames::Frame;
use crate::link::wire::Side;
use ferric_layout::opcode::Kind;
use ferric_layout::status::syndrome;
use std::fmt::Write;

/// Horizontal places, in pixels.
const WIDTH: u32 = 860;
const LEFT: u32 = 150;
const RIGHT: u32 = 710;
const MIDDLE: u32 = (LEFT + RIGHT) / 2;
/// Vertical measures.
const TOP: u32 = 96;
const ROW: u32 = 34;
const HEADING: u32 = 44;
const AFTER: u32 = 22;
const SLANT: u32 = 10;
const BOTTOM: u32 = 48;
/// Shortest run of middle packets that becomes one row.
const RUN: usize = 3;
/// Rows of a part that are shown in any case.
const FIRST: usize = 10;
const LAST: usize = 4;

/// A part of the diagram.
pub struct Section<'f> {
    /// Its heading.
    pub title: String,
    /// Its frames.
    pub frames: &'f [Frame],
}

enum Row<'f> {
    Frame(&'f Frame),
    Run(&'f [Frame]),
    Gap(usize),
}

impl Row<'_> {
    fn frames(&self) -> usize {
        match self {
            Row::Frame(_) => 1,
            Row::Run(run) => run.len(),
            Row::Gap(count) => *count,
        }
    }
}

/// All frames as rows; where there are many, only the first and the last.
fn rows(mut frames: &[Frame]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    while let [first, rest @ ..] = frames {
        let plain = |frame: &&Frame| frame.is_middle() && frame.side == first.side && !frame.asks;
        let run = frames.iter().take_while(plain).count();
        if run >= RUN {
            rows.push(Row::Run(&frames[..run]));
            frames = &frames[run..];
        } else {
            rows.push(Row::Frame(first));
            frames = rest;
        }
    }
    if rows.len() > FIRST + 1 + LAST {
        let hidden = FIRST..rows.len() - LAST;
        let count = rows[hidden.clone()].iter().map(Row::frames).sum();
        rows.splice(hidden, [Row::Gap(count)]);
    }
    rows
}

fn colour(frame: &Frame) -> &'static str {
    match (frame.row.kind, frame.answer) {
        (_, Some((code, _))) if code & syndrome::KIND_MASK == syndrome::KIND_NAK => "#c0392b",
        (_, Some((code, _))) if code & syndrome::KIND_MASK == syndrome::KIND_RNR => "#d68910",
        (_, Some(_)) => "#6c7a89",
        (Kind::Send, _) => "#1e8449",
        _ => "#2471a3",
    }
}

fn label(frame: &Frame) -> String {
    let psn = frame.psn.value();
    match frame.answer {
        Some((code, msn)) => {
            let what = match code & syndrome::KIND_MASK {
                syndrome::KIND_NAK => format!("NAK {code:#04x}"),
                syndrome::KIND_RNR => "RNR NAK".into(),
                _ => "ACK".into(),
            };
            format!("{what} · PSN {psn} · MSN {msn}")
        }
        None => {
            let asks = if frame.asks { " · asks for ACK" } else { "" };
            format!("{} · PSN {psn} · {} B{asks}", frame.row.name, frame.payload)
        }
    }
}

/// The diagram.
pub fn svg(title: &str, sections: &[Section<'_>]) -> String {
    let title = escape(title);
    let parts: Vec<_> = sections
        .iter()
        .map(|section| (section, rows(section.frames)))
        .collect();
    let height = TOP
        + parts
            .iter()
            .map(|(_, rows)| HEADING + ROW * rows.len() as u32 + AFTER)
            .sum::<u32>()
        + BOTTOM;
    let mut text = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" font-size="13">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>
<rect width="100%" height="100%" fill="#fdfdfb"/>
<text x="{MIDDLE}" y="30" text-anchor="middle" font-size="17" font-weight="600" fill="#222">{title}</text>
"##
    );
    for (x, name) in [(LEFT, "host A"), (RIGHT, "host B")] {
        put(
            &mut text,
            format_args!(
                r##"<line x1="{x}" y1="{}" x2="{x}" y2="{}" stroke="#b9bec4" stroke-width="2"/><rect x="{}" y="48" width="88" height="28" rx="6" fill="#2c3e50"/><text x="{x}" y="67" text-anchor="middle" fill="#fff" font-weight="600">{name}</text>"##,
                76,
                height - BOTTOM + 8,
                x - 44,
            ),
        );
    }
    let mut y = TOP;
    for (section, rows) in &parts {
        put(
            &mut text,
            format_args!(
                r##"<rect x="{}" y="{}" width="{}" height="26" rx="13" fill="#eef1f4"/><text x="{MIDDLE}" y="{}" text-anchor="middle" font-weight="600" fill="#34495e">{}</text>"##,
                LEFT + 60,
                y + 6,
                RIGHT - LEFT - 120,
                y + 24,
                section.title
            ),
        );
        y += HEADING;
        let zero = section.frames.first().map_or(0, |frame| frame.cycle);
        for row in rows {
            y += ROW;
            match row {
                Row::Frame(frame) => arrow(&mut text, y, zero, frame, &label(frame), ""),
                Row::Run(run) => {
                    let [first, .., last] = run else { continue };
                    let (from, to) = (first.psn.value(), last.psn.value());
                    let label = format!("{} × {} · PSN {from} … {to}", run.len(), first.row.name);
                    arrow(
                        &mut text,
                        y,
                        zero,
                        last,
                        &label,
                        r#" stroke-dasharray="7 5""#,
                    );
                }
                Row::Gap(count) => put(
                    &mut text,
                    format_args!(
                        r##"<text x="{MIDDLE}" y="{}" text-anchor="middle" fill="#8a939c" font-style="italic">{count} more frames</text>"##,
                        y - SLANT
                    ),
                ),
            }
        }
        y += AFTER;
    }
    put(
        &mut text,
        format_args!(
            r##"<text x="{MIDDLE}" y="{}" text-anchor="middle" fill="#8a939c" font-size="12">cycles of 4 ns from the first frame of each part, when a frame's last byte is on the line; rows are not to scale</text>"##,
            height - 16
        ),
    );
    text + "</svg>\n"
}

fn arrow(text: &mut String, y: u32, zero: u64, frame: &Frame, label: &str, dash: &str) {
    let (from, to, beside, anchor) = match frame.side {
        Side::A => (LEFT, RIGHT - 2, LEFT - 12, "end"),
        Side::B => (RIGHT, LEFT + 2, RIGHT + 12, "start"),
    };
    let colour = colour(frame);
    put(
        text,
        format_args!(
            r##"<line x1="{from}" y1="{}" x2="{to}" y2="{y}" stroke="{colour}" stroke-width="1.6" marker-end="url(#tip)"{dash}/><text x="{MIDDLE}" y="{}" text-anchor="middle" fill="{colour}" stroke="#fdfdfb" stroke-width="4" paint-order="stroke">{label}</text><text x="{beside}" y="{}" text-anchor="{anchor}" fill="#555" font-size="12" font-family="ui-monospace, monospace">{}</text>"##,
            y - SLANT,
            y - SLANT - 3,
            y - SLANT + 4,
            frame.cycle - zero,
        ),
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("to a string");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric_layout::opcode::{operation, row};
    use ferric_layout::psn::Psn;

    fn frame(side: Side, number: u32, operation: u8) -> Frame {
        Frame {
            cycle: u64::from(number) * 10,
            side,
            row: row(operation).unwrap(),
            psn: Psn::new(number),
            asks: false,
            answer: (side == Side::B).then_some((syndrome::NAK_SEQUENCE, 7)),
            payload: 64,
            line: 0,
        }
    }

    #[test]
    fn middle_packets_are_one_row_and_long_parts_are_cut() {
        let mut frames = vec![frame(Side::A, 0, operation::WRITE_FIRST)];
        frames.extend((1..100).map(|number| frame(Side::A, number, operation::WRITE_MIDDLE)));
        frames.push(frame(Side::A, 100, operation::WRITE_LAST));
        frames.push(frame(Side::B, 101, operation::ACKNOWLEDGE));
        let short = Section {
            title: "short".into(),
            frames: &frames,
        };
        let only: Vec<_> = (0..50)
            .map(|number| frame(Side::A, 1000 + number, operation::SEND_ONLY))
            .collect();
        let long = Section {
            title: "long".into(),
            frames: &only,
        };
        let svg = svg("a<b & c", &[short, long]);
        assert!(svg.contains("a&lt;b &amp; c"));
        assert!(svg.contains("99 × RDMA WRITE Middle · PSN 1 … 99"));
        assert!(svg.contains("RDMA WRITE Last · PSN 100 · 64 B"));
        assert!(svg.contains("NAK 0x60 · PSN 101 · MSN 7"));
        assert!(
            svg.contains("36 more frames") && svg.contains("PSN 1049") && !svg.contains("PSN 1020")
        );
    }
}
