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
const HEADING: u32 = 46;
const SLANT: u32 = 10;
const BOTTOM: u32 = 48;
/// Shortest run of middle packets that becomes one row.
const RUN: usize = 3;

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
}

/// The first frames as rows, at most `limit`.
fn rows(mut frames: &[Frame], limit: usize) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    while let [first, rest @ ..] = frames
        && rows.len() < limit
    {
        let run = frames
            .iter()
            .take_while(|frame| frame.is_middle() && frame.side == first.side && !frame.asks)
            .count();
        if run >= RUN {
            rows.push(Row::Run(&frames[..run]));
            frames = &frames[run..];
        } else {
            rows.push(Row::Frame(first));
            frames = rest;
        }
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

/// The diagram of the first `limit` rows of each section.
pub fn svg(title: &str, sections: &[Section<'_>], limit: usize) -> String {
    let parts: Vec<_> = sections
        .iter()
        .map(|section| (section, rows(section.frames, limit)))
        .collect();
    let height = TOP
        + parts
            .iter()
            .map(|(_, rows)| HEADING + ROW * (rows.len() as u32 + 1))
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
        let mut shown = 0;
        for row in rows {
            y += ROW;
            shown += match row {
                Row::Frame(frame) => {
                    arrow(&mut text, y, zero, frame, &label(frame), "");
                    1
                }
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
                    run.len()
                }
            };
        }
        y += ROW;
        let more = section.frames.len() - shown;
        if more > 0 {
            put(
                &mut text,
                format_args!(
                    r##"<text x="{MIDDLE}" y="{y}" text-anchor="middle" fill="#8a939c" font-style="italic">and {more} frames more</text>"##
                ),
            );
        }
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
            y - SLANT - 1,
            y - SLANT + 4,
            frame.cycle - zero,
        ),
    );
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("to a string");
}
