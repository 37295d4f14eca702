//! What happened at the pins of both cards of late, one line each: what a failure is understood by.
use crate::link::wire::Side;
use crate::reference::Packet;
use crate::tap::Seen;
use ferric_layout::wire::Reth;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// Lines kept.
const KEPT: usize = 400_000;

/// What a line tells.
enum What {
    Packet {
        sent: bool,
        name: &'static str,
        qpn: u32,
        psn: u32,
        syndrome: Option<(u8, u32)>,
        reth: Option<Reth>,
        payload: usize,
    },
    /// A frame that no receiver looks at.
    Unread {
        sent: bool,
        why: String,
    },
    Written {
        va: u64,
        length: usize,
    },
}

/// The latest lines.
#[derive(Default)]
pub struct Diary {
    lines: VecDeque<(u64, Side, What)>,
}

impl Diary {
    /// Something was seen of a card.
    pub fn note(&mut self, side: Side, cycle: u64, seen: &Seen) {
        let what = match seen {
            Seen::Written((va, bytes)) => What::Written {
                va: *va,
                length: bytes.len(),
            },
            Seen::Sent(frame) => packet(true, frame),
            Seen::Received(frame) => packet(false, frame),
        };
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back((cycle, side, what));
    }

    /// Writes them.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = String::new();
        for (cycle, side, what) in &self.lines {
            let _ = write!(text, "{cycle:>9} {side:?} ");
            what.write(&mut text);
            text.push('\n');
        }
        fs::write(path, text)
    }
}

fn packet(sent: bool, frame: &[u8]) -> What {
    match Packet::read(frame) {
        Ok(packet) => What::Packet {
            sent,
            name: packet.row.map_or("reserved", |row| row.name),
            qpn: packet.destination_qp,
            psn: packet.psn.value(),
            syndrome: packet.aeth.map(|aeth| {
                let [a, b, c] = aeth.msn;
                (aeth.syndrome, u32::from_be_bytes([0, a, b, c]))
            }),
            reth: packet.reth,
            payload: packet.payload.len(),
        },
        Err(why) => What::Unread {
            sent,
            why: format!("{why:?}"),
        },
    }
}

impl What {
    fn write(&self, text: &mut String) {
        let way = |sent: bool| if sent { "sent    " } else { "received" };
        let _ = match self {
            What::Packet {
                sent,
                name,
                qpn,
                psn,
                syndrome,
                reth,
                payload,
            } => {
                let _ = write!(
                    text,
                    "{} QP {qpn:#05x} PSN {psn:#08x} {name}, {payload} bytes",
                    way(*sent)
                );
                if let Some((code, msn)) = syndrome {
                    let _ = write!(text, ", syndrome {code:#04x}, MSN {msn:#x}");
                }
                reth.map_or(Ok(()), |reth| {
                    let (va, length) = (reth.va.get(), reth.length.get());
                    write!(text, ", {length} bytes at {va:#x}")
                })
            }
            What::Unread { sent, why } => write!(text, "{} {why}", way(*sent)),
            What::Written { va, length } => write!(text, "written  {length} bytes at {va:#x}"),
        };
    }
}
