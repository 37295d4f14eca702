//! The recordings of the Linux driver: frames with what the wire did to them, and the log of what was asked of the driver and came of it.
//!
//! Those over IPv4 are looked for in `FERRIC_CAPTURES`, else in `shared/rxe/captures` beside the workspace. Those over IPv6 are in
//! `testbench/recordings/ipv6`.
use crate::link::wire::Side;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A frame of a recording.
pub struct Frame {
    /// Who sent it.
    pub side: Side,
    /// When, in nanoseconds.
    pub time: u64,
    pub bytes: Vec<u8>,
    /// The sender sent this (and not the wire).
    pub sent: bool,
    /// The other side got it.
    pub delivered: bool,
    /// It got it after the sender's next frame.
    pub held: bool,
}

/// A scenario.
pub struct Recording {
    pub name: String,
    pub frames: Vec<Frame>,
    /// Its part of the log, without the heading.
    pub log: Vec<String>,
}

/// The folder of those over IPv4.
pub fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rxe/captures");
    env::var_os("FERRIC_CAPTURES").map_or_else(beside, PathBuf::from)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; set FERRIC_CAPTURES", path.display()))
}

/// The folder of those over IPv6.
pub fn folder_ipv6() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/ipv6")
}

/// All scenarios that were recorded over IPv4.
pub fn all() -> Vec<Recording> {
    read(&folder())
}

/// All scenarios that were recorded over IPv6, named as those over IPv4.
pub fn all_ipv6() -> Vec<Recording> {
    read(&folder_ipv6())
}

fn read(folder: &Path) -> Vec<Recording> {
    let log = text(&folder.join("verbs.log"));
    let parts = log.split("== ").filter(|part| !part.is_empty());
    parts
        .filter_map(|part| {
            let mut lines = part.lines().map(str::to_owned);
            let name = lines.next().expect("a heading");
            let capture = folder.join(format!("{name}.pcap"));
            capture.exists().then(|| Recording {
                frames: frames(&capture),
                log: lines.collect(),
                name,
            })
        })
        .collect()
}

fn frames(capture: &Path) -> Vec<Frame> {
    let file = fs::File::open(capture).expect("the capture is there");
    let mut reader = pcap_file::pcap::PcapReader::new(file).expect("a capture");
    let mut frames = Vec::new();
    while let Some(packet) = reader.next_packet() {
        let packet = packet.expect("a whole record");
        // The last byte of the sender's MAC address tells the side.
        let side = if packet.data[11] == 1 {
            Side::A
        } else {
            Side::B
        };
        frames.push(Frame {
            side,
            time: packet.timestamp.as_nanos() as u64,
            bytes: packet.data.to_vec(),
            sent: true,
            delivered: true,
            held: false,
        });
    }
    let faults = capture.with_extension("faults.txt");
    if faults.exists() {
        text(&faults)
            .lines()
            .for_each(|line| strike(&mut frames, line));
    }
    frames
}

/// A line like "frame 2: from A: as sent; frame 3 is what was delivered in its place".
fn strike(frames: &mut [Frame], line: &str) {
    let number = |after: &str| -> Option<usize> {
        let rest = &line[line.find(after)? + after.len()..];
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok().map(|number| number - 1)
    };
    let first = number("frame ").expect("the number of the frame");
    if line.contains("LOST") {
        frames[first].delivered = false;
    } else if let Some(copy) = number("twice (frame ") {
        frames[copy].sent = false;
    } else if let Some(instead) = number("as sent; frame ") {
        frames[first].delivered = false;
        frames[instead].sent = false;
    } else if line.contains("held back") {
        frames[first].held = true;
    } else {
        panic!("a fault that is not known: {line}");
    }
}

/// A number as the log has it.
pub fn number(text: &str) -> u64 {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.unwrap_or_else(|_| panic!("no number: {text}"))
}

/// Words and the numbers behind them: `loff 0 len 64 roff 128`.
pub fn fields(words: &str) -> HashMap<&str, u64> {
    let words: Vec<_> = words.split_whitespace().collect();
    let pairs = words.chunks_exact(2);
    pairs.map(|pair| (pair[0], number(pair[1]))).collect()
}

/// The bytes that both sides put into memory.
pub fn pattern(length: usize, seed: u64) -> Vec<u8> {
    (0..length as u64)
        .map(|at| (7 * at + (at >> 8) + seed) as u8)
        .collect()
}
