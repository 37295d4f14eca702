//! What a frame says, and whether a receiver looks at it (digest §1 to §4, §6).
use super::rule::{Fault, Rule};
use crate::link::frame::{self, Roce};
use crate::link::icrc;
use ferric_layout::Psn;
use ferric_layout::opcode::{self, Kind, Row, headers, transport};
use ferric_layout::wire::{self, Aeth, AtomicEth, Bth, Reth, bth};
use std::sync::Arc;
use zerocopy::FromBytes;

/// Lowest UDP source port.
const SOURCE_PORT_MIN: u16 = 0xC000;
/// The last four bytes of an IPv4-mapped GID.
const MAPPED: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF];

/// Why a receiver passes over a frame in silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No RoCE v2 packet, or its lengths disagree.
    NotRoce,
    /// The ICRC is wrong.
    Icrc,
    /// Another transport version.
    Version,
    /// Not of a reliable connection.
    Transport,
    /// Its headers do not fit in, or an answer has payload that must have none.
    Length,
}

/// A packet of a reliable connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The sender's address, as a GID.
    pub source: [u8; 16],
    /// The receiver's.
    pub destination: [u8; 16],
    /// Tag control information, if there is a tag.
    pub tag: Option<u16>,
    /// Bits 4:0 of the opcode.
    pub operation: u8,
    /// What that is, unless it is reserved.
    pub row: Option<&'static Row>,
    /// Solicited event.
    pub solicited: bool,
    /// An answer is wanted.
    pub ack_request: bool,
    /// Partition key.
    pub pkey: u16,
    /// Destination QP.
    pub destination_qp: u32,
    /// Packet sequence number.
    pub psn: Psn,
    /// The pad is what the payload's length asks for.
    pub padded: bool,
    /// RDMA extended transport header.
    pub reth: Option<Reth>,
    /// Atomic header.
    pub atomic: Option<AtomicEth>,
    /// Acknowledge header.
    pub aeth: Option<Aeth>,
    /// What an atomic found.
    pub original: Option<u64>,
    /// Immediate data, or the key to invalidate.
    pub number: Option<u32>,
    /// Without the pad.
    pub payload: Arc<[u8]>,
}

/// The VLAN of a tag: without one it is none, 0, as with one that carries a priority only (decision 0060).
pub(super) fn vlan(tag: Option<u16>) -> u16 {
    tag.unwrap_or(0) & ((1 << wire::VLAN_ID_BITS) - 1)
}

fn number24([a, b, c]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, a, b, c])
}

/// Takes a header off the front, if it is there.
fn take<T: FromBytes>(rest: &mut &[u8], present: bool) -> Result<Option<T>, Unread> {
    if !present {
        return Ok(None);
    }
    let (header, behind) = rest
        .split_at_checked(size_of::<T>())
        .ok_or(Unread::Length)?;
    *rest = behind;
    T::read_from_bytes(header)
        .map(Some)
        .map_err(|_| Unread::Length)
}

fn addresses(frame: &[u8], roce: &Roce) -> [[u8; 16]; 2] {
    let ip = &frame[roce.ip..roce.udp];
    let gid = |at: usize| {
        let mut gid = [0; 16];
        if roce.v6 {
            gid.copy_from_slice(&ip[at..at + 16]);
        } else {
            gid[..12].copy_from_slice(&MAPPED);
            gid[12..].copy_from_slice(&ip[at..at + 4]);
        }
        gid
    };
    if roce.v6 {
        [gid(8), gid(24)]
    } else {
        [gid(12), gid(16)]
    }
}

fn is_answer(row: &Row) -> bool {
    use Kind::{Acknowledge, AtomicAcknowledge, ReadResponse};
    matches!(row.kind, Acknowledge | AtomicAcknowledge | ReadResponse)
}

impl Packet {
    /// Reads a frame.
    ///
    /// # Errors
    /// A receiver would drop it without a word.
    pub fn read(frame: &[u8]) -> Result<Packet, Unread> {
        let roce = Roce::find(frame).ok_or(Unread::NotRoce)?;
        icrc::check(frame).map_err(|error| match error {
            icrc::IcrcError::Mismatch { .. } => Unread::Icrc,
            _ => Unread::Length,
        })?;
        let mut rest = &frame[roce.bth..roce.end - wire::ICRC];
        let base: Bth = take(&mut rest, true)?.ok_or(Unread::Length)?;
        if base.flags & bth::VERSION_MASK != 0 {
            return Err(Unread::Version);
        }
        if base.opcode >> 5 != transport::RC {
            return Err(Unread::Transport);
        }
        let operation = base.opcode & 0x1F;
        let row = opcode::row(operation);
        let set = row.map_or(0, |row| row.headers);
        let has = |bit: u8| set & bit != 0;
        let reth = take(&mut rest, has(headers::RETH))?;
        let atomic = take(&mut rest, has(headers::ATOMIC))?;
        let aeth = take(&mut rest, has(headers::AETH))?;
        let original: Option<[u8; 8]> = take(&mut rest, has(headers::ATOMIC_ACK))?;
        let number: Option<[u8; 4]> =
            take(&mut rest, has(headers::IMMEDIATE | headers::INVALIDATE))?;
        let pad = usize::from(base.flags >> bth::PAD_SHIFT & 3);
        let length = rest.len().checked_sub(pad).ok_or(Unread::Length)?;
        // Where a request must have none, the responder refuses it.
        if row.is_some_and(|row| is_answer(row) && !row.payload) && !rest.is_empty() {
            return Err(Unread::Length);
        }
        let [source, destination] = addresses(frame, &roce);
        Ok(Packet {
            source,
            destination,
            tag: frame::tag(frame),
            operation,
            row,
            solicited: base.flags & bth::SOLICITED != 0,
            ack_request: base.ack_request & bth::ACK_REQUEST != 0,
            pkey: base.pkey.get(),
            destination_qp: number24(base.destination_qp),
            psn: Psn::new(number24(base.psn)),
            padded: rest.len().is_multiple_of(4),
            reth,
            atomic,
            aeth,
            original: original.map(u64::from_be_bytes),
            number: number.map(u32::from_be_bytes),
            payload: rest[..length].into(),
        })
    }

    /// Reads a frame that a card sent, and looks at what no receiver minds.
    pub(super) fn sent(frame: &[u8]) -> Result<Packet, Fault> {
        let fault = |detail: String| Fault::new(Rule::Frame, None, detail);
        let packet = Packet::read(frame).map_err(|error| fault(format!("{error:?}")))?;
        let roce = Roce::find(frame).ok_or_else(|| fault("no packet".into()))?;
        let half = |at: usize| u16::from_be_bytes([frame[at], frame[at + 1]]);
        let base = &frame[roce.bth..roce.bth + size_of::<Bth>()];
        let base = Bth::read_from_bytes(base).map_err(|_| fault("no BTH".into()))?;
        let end = roce.end - wire::ICRC;
        let pad = usize::from(base.flags >> bth::PAD_SHIFT & 3);
        let checks = [
            (
                roce.v6 || half(roce.ip + 6) == wire::IPV4_DONT_FRAGMENT,
                "IPv4 flags",
            ),
            (half(roce.udp) >= SOURCE_PORT_MIN, "UDP source port"),
            (half(roce.udp + 6) == 0, "UDP checksum"),
            (base.congestion == 0, "BTH byte 4"),
            (base.ack_request & !bth::ACK_REQUEST == 0, "BTH byte 8"),
            (packet.padded, "pad count"),
            (
                frame[end - pad..end].iter().all(|byte| *byte == 0),
                "pad bytes",
            ),
        ];
        match checks.iter().find(|(good, _)| !good) {
            Some((_, what)) => Err(Fault::new(Rule::Frame, packet.psn, *what)),
            None => Ok(packet),
        }
    }

    /// Whether it answers a request; what is reserved does not.
    pub fn is_answer(&self) -> bool {
        self.row.is_some_and(is_answer)
    }

    /// Number of messages completed, of an answer that carries one.
    pub(super) fn msn(&self) -> Option<u32> {
        self.aeth.map(|aeth| number24(aeth.msn))
    }
}
