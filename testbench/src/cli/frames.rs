//! Frames read back from a capture: what they are, and whether their ICRC is right by a check that shares nothing with the hardware.
use crate::link::frame::{OVERHEAD, Roce};
use crate::link::icrc;
use crate::link::wire::Side;
use anyhow::{Context as _, bail};
use ferric_layout::opcode::{self, Kind, Position, headers, transport};
use ferric_layout::psn::Psn;
use ferric_layout::wire::{Aeth, Bth, bth};
use pcap_file::pcap::PcapReader;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use zerocopy::FromBytes;

/// Nanoseconds of a cycle at 250 MHz.
const CYCLE: u128 = 4;

/// What a diagram needs to know of a frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The cycle in which its last byte was on the line.
    pub cycle: u64,
    /// Who sent it.
    pub side: Side,
    /// The operation's row.
    pub row: &'static opcode::Row,
    /// Its PSN.
    pub psn: Psn,
    /// It asks for an acknowledge.
    pub asks: bool,
    /// Syndrome and MSN of an answer.
    pub answer: Option<(u8, u32)>,
    /// Bytes of payload.
    pub payload: usize,
    /// Bytes of line time, in units of a byte.
    pub line: usize,
}

impl Frame {
    /// Whether it stands inside a message.
    pub fn is_middle(&self) -> bool {
        self.row.position == Position::Middle
    }

    /// Whether it answers.
    pub fn is_answer(&self) -> bool {
        self.row.kind == Kind::Acknowledge
    }
}

/// The files of a capture called `<stem>.pcap`: what A sent, what B sent, both.
pub fn files(stem: &Path) -> [PathBuf; 3] {
    ["-a.pcap", "-b.pcap", ".pcap"].map(|suffix| {
        let mut name = stem.as_os_str().to_owned();
        name.push(suffix);
        name.into()
    })
}

/// The frames of a capture in the order of time, each of which is RoCE v2 with a right ICRC.
///
/// # Errors
/// The files cannot be read, or a frame is not.
pub fn read_checked(stem: &Path) -> anyhow::Result<Vec<Frame>> {
    let [a, b, _] = files(stem);
    let mut frames = Vec::new();
    for (side, path) in [(Side::A, a), (Side::B, b)] {
        read(side, &path, &mut frames)
            .with_context(|| format!("the capture {}", path.display()))?;
    }
    frames.sort_by_key(|frame| frame.cycle);
    Ok(frames)
}

fn read(side: Side, path: &Path, frames: &mut Vec<Frame>) -> anyhow::Result<()> {
    let mut reader = PcapReader::new(BufReader::new(File::open(path)?))?;
    let mut number = 0;
    while let Some(packet) = reader.next_packet() {
        let packet = packet?;
        number += 1;
        icrc::check(&packet.data).with_context(|| format!("frame {number}"))?;
        let cycle = (packet.timestamp.as_nanos() / CYCLE) as u64;
        frames.push(decode(side, cycle, &packet.data).with_context(|| format!("frame {number}"))?);
    }
    Ok(())
}

fn decode(side: Side, cycle: u64, frame: &[u8]) -> anyhow::Result<Frame> {
    let roce = Roce::find(frame).context("no RoCE v2 packet")?;
    let packet = &frame[roce.bth..roce.end];
    let (head, rest) = Bth::ref_from_prefix(packet).ok().context("a runt")?;
    if head.opcode >> 5 != transport::RC {
        bail!(
            "opcode {:#04x} is not of a reliable connection",
            head.opcode
        );
    }
    let row = opcode::row(head.opcode)
        .with_context(|| format!("opcode {:#04x} does not exist", head.opcode))?;
    let answer = match row.headers & headers::AETH {
        0 => None,
        _ => {
            let (aeth, _) = Aeth::ref_from_prefix(rest).ok().context("a runt")?;
            Some((aeth.syndrome, big_endian(aeth.msn)))
        }
    };
    let pad = usize::from(head.flags >> bth::PAD_SHIFT & 3);
    let around = opcode::header_bytes(row.headers) + ferric_layout::wire::ICRC + pad;
    Ok(Frame {
        cycle,
        side,
        row,
        psn: Psn::new(big_endian(head.psn)),
        asks: head.ack_request & bth::ACK_REQUEST != 0,
        answer,
        payload: rest.len().checked_sub(around).context("a runt")?,
        line: frame.len() + OVERHEAD,
    })
}

fn big_endian([a, b, c]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, a, b, c])
}
