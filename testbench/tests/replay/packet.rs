//! RoCE v2 packets of a recording, read from the protocol alone (digest §2, §3) and made to fit another pair of queue pairs.
use ferric_layout::opcode::{Kind, Row, header_bytes, headers, row, transport};
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::icrc;
use std::fmt;

const BTH: usize = 12;
const ICRC: usize = 4;

/// What a packet says, without addresses and queue pair.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Packet {
    pub opcode: u8,
    pub psn: u32,
    pub solicited: bool,
    pub ack_request: bool,
    pub va: u64,
    pub rkey: u32,
    pub dma_length: u32,
    pub swap_add: u64,
    pub compare: u64,
    pub syndrome: u8,
    pub msn: u32,
    /// Of an atomic acknowledge.
    pub original: u64,
    pub immediate: [u8; 4],
    pub payload: Vec<u8>,
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}

impl Packet {
    /// Reads a frame that carries RoCE v2; one that is too short for its opcode's headers says no more than its BTH.
    pub fn read(frame: &[u8]) -> Self {
        let place = Roce::find(frame).expect("a RoCE v2 frame");
        let bth = &frame[place.bth..];
        let mut packet = Packet {
            opcode: bth[0],
            psn: number(&bth[9..12]) as u32,
            solicited: bth[1] & 0x80 != 0,
            ack_request: bth[8] & 0x80 != 0,
            ..Packet::default()
        };
        let pad = usize::from(bth[1] >> 4 & 3);
        let mut rest = &frame[place.bth + BTH..place.end - ICRC];
        let present = packet.row().map_or(0, |row| row.headers);
        if rest.len() < header_bytes(present) + pad {
            return packet;
        }
        let mut take = |bytes: usize| {
            let (head, tail) = rest.split_at(bytes);
            rest = tail;
            head
        };
        if present & headers::RETH != 0 {
            packet.va = number(take(8));
            packet.rkey = number(take(4)) as u32;
            packet.dma_length = number(take(4)) as u32;
        }
        if present & headers::ATOMIC != 0 {
            packet.va = number(take(8));
            packet.rkey = number(take(4)) as u32;
            packet.swap_add = number(take(8));
            packet.compare = number(take(8));
        }
        if present & headers::AETH != 0 {
            packet.syndrome = take(1)[0];
            packet.msn = number(take(3)) as u32;
        }
        if present & headers::ATOMIC_ACK != 0 {
            packet.original = number(take(8));
        }
        if present & (headers::IMMEDIATE | headers::INVALIDATE) != 0 {
            packet.immediate = take(4).try_into().expect("four bytes");
        }
        packet.payload = rest[..rest.len() - pad].to_vec();
        packet
    }

    fn row(&self) -> Option<&'static Row> {
        (self.opcode >> 5 == transport::RC)
            .then(|| row(self.opcode))
            .flatten()
    }

    /// It answers a request.
    pub fn is_response(&self) -> bool {
        let kind = self.row().map(|row| row.kind);
        matches!(
            kind,
            Some(Kind::ReadResponse | Kind::Acknowledge | Kind::AtomicAcknowledge)
        )
    }
    pub fn is(&self, kind: Kind) -> bool {
        self.row().is_some_and(|row| row.kind == kind)
    }
}

impl fmt::Debug for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.row().map_or("?", |row| row.name);
        write!(f, "[{name} ({:#04x}) psn {:#x}", self.opcode, self.psn)?;
        if self.solicited {
            write!(f, " solicited")?;
        }
        if self.ack_request {
            write!(f, " ack-request")?;
        }
        let present = self.row().map_or(0, |row| row.headers);
        if present & (headers::RETH | headers::ATOMIC) != 0 {
            write!(f, " va {:#x} rkey {:#x}", self.va, self.rkey)?;
        }
        if present & headers::RETH != 0 {
            write!(f, " length {}", self.dma_length)?;
        }
        if present & headers::ATOMIC != 0 {
            write!(
                f,
                " swap/add {:#x} compare {:#x}",
                self.swap_add, self.compare
            )?;
        }
        if present & headers::AETH != 0 {
            write!(f, " syndrome {:#04x} msn {}", self.syndrome, self.msn)?;
        }
        if present & headers::ATOMIC_ACK != 0 {
            write!(f, " original {:#x}", self.original)?;
        }
        if present & (headers::IMMEDIATE | headers::INVALIDATE) != 0 {
            write!(f, " immediate {:02x?}", self.immediate)?;
        }
        write!(f, ", {} bytes]", self.payload.len())
    }
}

/// What stands for what on the card's side of a replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct Translation {
    pub mac: [u8; 6],
    pub qpn: u32,
    /// Recorded base address and key of the memory that requests name, and what they are here.
    pub recorded_base: u64,
    pub base: u64,
    pub recorded_rkey: u32,
    pub rkey: u32,
}

impl Translation {
    /// A recorded frame as it has to be for the card: its QP and memory, and an ICRC that is as right or wrong as it was.
    pub fn to_card(self, frame: &[u8]) -> Vec<u8> {
        let mut frame = frame.to_vec();
        let good = icrc::check(&frame).is_ok();
        let place = Roce::find(&frame).expect("a RoCE v2 frame");
        frame[..6].copy_from_slice(&self.mac);
        frame[place.bth + 5..place.bth + 8].copy_from_slice(&self.qpn.to_be_bytes()[1..]);
        let opcode = frame[place.bth];
        let present = row(opcode).map_or(0, |row| row.headers);
        if present & (headers::RETH | headers::ATOMIC) != 0
            && place.end >= place.bth + BTH + header_bytes(present) + ICRC
        {
            let at = place.bth + BTH;
            let va = number(&frame[at..at + 8]);
            let va = va.wrapping_sub(self.recorded_base).wrapping_add(self.base);
            frame[at..at + 8].copy_from_slice(&va.to_be_bytes());
            if number(&frame[at + 8..at + 12]) as u32 == self.recorded_rkey {
                frame[at + 8..at + 12].copy_from_slice(&self.rkey.to_be_bytes());
            }
        }
        if present & headers::INVALIDATE != 0 {
            let at = place.bth + BTH;
            if number(&frame[at..at + 4]) as u32 == self.recorded_rkey {
                frame[at..at + 4].copy_from_slice(&self.rkey.to_be_bytes());
            }
        }
        icrc::stamp(&mut frame).expect("there is room for it");
        if !good {
            frame[place.end - 1] ^= 1;
        }
        frame
    }
}
