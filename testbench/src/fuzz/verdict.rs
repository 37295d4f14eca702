//! What must become of a frame at the receiver, judged from its bytes alone (digest §1 to §4 and §6, header checks).
//!
//! The causes are looked at in the order of `docs/wire.md`; the first that holds is the one that is counted. Shares with the circuits
//! nothing but the layout.
use super::make;
use crate::link::icrc;
use ferric_layout::counter::Counter;
use ferric_layout::opcode::{self, Kind, headers, transport};
use ferric_layout::qp::state;
use ferric_layout::sizes::{FIRST_QPN, PMTU_MAX, QPS};
use ferric_layout::wire::{self, Aeth, AtomicEth, Bth, Reth, bth};
use zerocopy::FromBytes;

/// Bytes of the first beat and one more. A tagged IPv6 frame's UDP header ends a byte later, with half a checksum that nobody looks at; a
/// frame is not called too short for want of that byte.
const TWO_BEATS: usize = 65;
/// Both low bits of the traffic class.
const CONGESTED: u8 = 3;
/// What stands before the fragment bits: a reserved one, and not to fragment.
const IPV4_FLAGS: u16 = 0x8000 | wire::IPV4_DONT_FRAGMENT;
/// Full member of a partition.
const FULL: u16 = 1 << 15;

/// What the receiver knows of a queue pair.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its state.
    pub state: u8,
    /// Its transport.
    pub transport: u8,
    /// Its addresses and partition.
    pub path: make::Path,
}

/// A packet that is handed on. Fields that its opcode has no header for are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// For the requester, not the responder.
    pub response: bool,
    pub qpn: u32,
    pub opcode: u8,
    pub psn: u32,
    pub solicited: bool,
    pub ack_request: bool,
    pub congested: bool,
    pub pad: u8,
    pub va: u64,
    pub rkey: u32,
    pub dma_length: u32,
    pub swap: u64,
    pub compare: u64,
    pub syndrome: u8,
    pub msn: u32,
    pub immediate: [u8; 4],
    pub payload: Vec<u8>,
}

fn half(frame: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([frame[at], frame[at + 1]])
}

/// Whether the words of an IPv4 header add up.
fn adds_up(header: &[u8]) -> bool {
    let words = header.chunks_exact(2);
    let sum: u32 = words.map(|word| u32::from(half(word, 0))).sum();
    (sum & 0xffff) + (sum >> 16) == 0xffff
}

/// Takes a header off the front, if it is there and fits.
fn take<T: FromBytes>(rest: &mut &[u8], set: u8, bits: u8) -> Option<T> {
    if set & bits == 0 {
        return None;
    }
    let (header, behind) = T::read_from_prefix(rest).ok()?;
    *rest = behind;
    Some(header)
}

/// The counter under which the frame is dropped, or the packet that is handed on if there is room.
///
/// # Errors
/// It is dropped.
pub fn judge(
    frame: &[u8],
    bad: bool,
    mac: [u8; 6],
    known: impl Fn(u32) -> Option<Known>,
) -> Result<Packet, Counter> {
    if bad {
        return Err(Counter::RxMacError);
    }
    let ip = ip_header(frame)?;
    let to_group = frame[0] & 1 != 0;
    if frame[..6] != mac && !to_group {
        return Err(Counter::RxMac);
    }
    let Some(ip) = ip else {
        return Err(Counter::RxNotRoce);
    };
    if ip.protocol != wire::PROTOCOL_UDP {
        return Err(Counter::RxNotRoce);
    }
    let port = half(frame, ip.end + 2);
    if to_group {
        let roce = ip.good && port == wire::ROCE_PORT;
        return Err(if roce {
            Counter::RxMac
        } else {
            Counter::RxNotRoce
        });
    }
    if !ip.good {
        return Err(Counter::RxIpHeader);
    }
    if port != wire::ROCE_PORT {
        return Err(Counter::RxNotRoce);
    }
    let length = usize::from(half(frame, ip.end + 4));
    if length < wire::UDP + size_of::<Bth>() + wire::ICRC {
        return Err(Counter::RxRunt);
    }
    if length != ip.payload || frame.len() < ip.end + length {
        return Err(Counter::RxLength);
    }
    if icrc::check(frame).is_err() {
        return Err(Counter::RxIcrc);
    }
    let behind = &frame[ip.end + wire::UDP..ip.end + length - wire::ICRC];
    packet(behind, &ip, known)
}

/// Whether a frame that is no packet is for the host's own stack (`docs/ethernet.md`).
pub fn is_for_host(frame: &[u8], bad: bool, mac: [u8; 6], promiscuous: bool) -> bool {
    let Ok(ip) = ip_header(frame) else {
        return false;
    };
    let addressed = frame[..6] == mac || frame[0] & 1 != 0 || promiscuous;
    // Behind a header that is not understood nobody can tell.
    let may_be_roce = |ip: &Ip| {
        ip.protocol == wire::PROTOCOL_UDP
            && (!ip.good || half(frame, ip.end + 2) == wire::ROCE_PORT)
    };
    !bad && addressed && !ip.as_ref().is_some_and(may_be_roce)
}

/// An IP header.
struct Ip {
    /// Of the tag, or 0.
    vlan_id: u16,
    v6: bool,
    protocol: u8,
    /// Version, header length, fragment and checksum are as they must be.
    good: bool,
    /// Where it ends in the frame.
    end: usize,
    /// What it says of the bytes behind it; none if it says less than its own length.
    payload: usize,
    congested: bool,
    source: [u8; 16],
    destination: [u8; 16],
}

/// The IP header, if there is one; the frame must hold it, or whatever else it begins with, and UDP's.
fn ip_header(frame: &[u8]) -> Result<Option<Ip>, Counter> {
    let whole = |bytes: usize| (frame.len() >= bytes).then_some(()).ok_or(Counter::RxRunt);
    whole(wire::ETHERNET)?;
    let tagged = half(frame, wire::ETHERNET - 2) == wire::ETHERTYPE_VLAN;
    let at = wire::ETHERNET + if tagged { wire::VLAN } else { 0 };
    whole(at)?;
    let vlan_id = make::vlan_id(tagged.then(|| half(frame, wire::ETHERNET)));
    Ok(match half(frame, at - 2) {
        wire::ETHERTYPE_IPV4 => {
            whole(at + wire::IPV4 + wire::UDP)?;
            let header = &frame[at..at + wire::IPV4];
            let gid = |at: usize| make::mapped(header[at..at + 4].try_into().expect("4 bytes"));
            let fragment = half(header, 6) & !IPV4_FLAGS;
            Some(Ip {
                vlan_id,
                v6: false,
                protocol: header[9],
                good: header[0] == wire::IPV4_VERSION_IHL && fragment == 0 && adds_up(header),
                end: at + wire::IPV4,
                payload: usize::from(half(header, 2)).saturating_sub(wire::IPV4),
                congested: header[1] & CONGESTED == CONGESTED,
                source: gid(12),
                destination: gid(16),
            })
        }
        wire::ETHERTYPE_IPV6 => {
            whole((at + wire::IPV6 + wire::UDP).min(TWO_BEATS))?;
            let header = &frame[at..at + wire::IPV6];
            let gid = |at: usize| header[at..at + 16].try_into().expect("16 bytes");
            Some(Ip {
                vlan_id,
                v6: true,
                protocol: header[6],
                good: header[0] >> 4 == 6,
                end: at + wire::IPV6,
                payload: usize::from(half(header, 4)),
                congested: header[1] >> 4 & CONGESTED == CONGESTED,
                source: gid(8),
                destination: gid(24),
            })
        }
        _ => None,
    })
}

/// The packet behind UDP, without its ICRC.
fn packet(behind: &[u8], ip: &Ip, known: impl Fn(u32) -> Option<Known>) -> Result<Packet, Counter> {
    let (base, mut rest) = Bth::read_from_prefix(behind).map_err(|_| Counter::RxRunt)?;
    if base.flags & bth::VERSION_MASK != 0 {
        return Err(Counter::RxBthVersion);
    }
    let kind = base.opcode >> 5;
    if ![transport::RC, transport::UC, transport::UD, transport::XRC].contains(&kind) {
        return Err(Counter::RxOpcode);
    }
    let row = opcode::row(base.opcode);
    let set = row.map_or(0, |row| row.headers);
    if rest.len() < opcode::header_bytes(set) {
        return Err(Counter::RxRunt);
    }
    let reth: Option<Reth> = take(&mut rest, set, headers::RETH);
    let atomic: Option<AtomicEth> = take(&mut rest, set, headers::ATOMIC);
    let aeth: Option<Aeth> = take(&mut rest, set, headers::AETH);
    let original: Option<[u8; 8]> = take(&mut rest, set, headers::ATOMIC_ACK);
    let immediate: Option<[u8; 4]> = take(&mut rest, set, headers::IMMEDIATE | headers::INVALIDATE);
    let pad = base.flags >> bth::PAD_SHIFT & 3;
    let none = row.is_some_and(|row| !row.payload);
    let length = rest.len().checked_sub(usize::from(pad));
    let length = length.ok_or(Counter::RxLength)?;
    if length > PMTU_MAX || none && !rest.is_empty() {
        return Err(Counter::RxLength);
    }
    let qpn = make::number(base.destination_qp);
    if qpn < FIRST_QPN || qpn >= QPS as u32 {
        return Err(Counter::RxQpn);
    }
    let response = row.is_some_and(|row| {
        use Kind::{Acknowledge, AtomicAcknowledge, ReadResponse};
        matches!(row.kind, Acknowledge | AtomicAcknowledge | ReadResponse)
    });
    let qp = known(qpn).ok_or(Counter::RxQpState)?;
    match qp.state {
        state::RTS | state::SQD => {}
        state::RTR if !response => {}
        _ => return Err(Counter::RxQpState),
    }
    if qp.transport != kind {
        return Err(Counter::RxTransport);
    }
    if kind != transport::RC {
        return Err(Counter::RxOpcode);
    }
    if ip.vlan_id != make::vlan_id(qp.path.vlan) {
        return Err(Counter::RxVlan);
    }
    let addresses = (ip.v6, ip.source, ip.destination);
    if addresses != (qp.path.ipv6(), qp.path.peer, qp.path.own) {
        return Err(Counter::RxAddress);
    }
    let (theirs, ours) = (base.pkey.get(), qp.path.pkey);
    if theirs & !FULL != ours & !FULL || ours & !FULL == 0 || (theirs | ours) & FULL == 0 {
        return Err(Counter::RxPkey);
    }
    let (va, rkey) = match (reth, atomic, original) {
        (Some(reth), _, _) => (reth.va.get(), reth.rkey.get()),
        (_, Some(atomic), _) => (atomic.va.get(), atomic.rkey.get()),
        (_, _, Some(original)) => (u64::from_be_bytes(original), 0),
        _ => (0, 0),
    };
    Ok(Packet {
        response,
        qpn,
        opcode: base.opcode,
        psn: make::number(base.psn),
        solicited: base.flags & bth::SOLICITED != 0,
        ack_request: base.ack_request & bth::ACK_REQUEST != 0,
        congested: ip.congested,
        pad,
        va,
        rkey,
        dma_length: reth.map_or(0, |reth| reth.length.get()),
        swap: atomic.map_or(0, |atomic| atomic.swap_add.get()),
        compare: atomic.map_or(0, |atomic| atomic.compare.get()),
        syndrome: aeth.map_or(0, |aeth| aeth.syndrome),
        msn: aeth.map_or(0, |aeth| make::number(aeth.msn)),
        immediate: immediate.unwrap_or_default(),
        payload: rest[..length].to_vec(),
    })
}
