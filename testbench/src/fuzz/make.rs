//! Frames from nothing: a good one for a queue pair, and the checks of one that was changed made right again.
use crate::link::frame::{self, Roce};
use crate::link::icrc;
use fastrand::Rng;
use ferric_layout::Psn;
use ferric_layout::wire::{self, AtomicEth, Bth, Reth, bth};
use zerocopy::IntoBytes;

/// The first 12 bytes of an IPv4 address as a GID.
const MAPPED: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
/// UDP source port of everything made here; nobody looks at it.
const SOURCE_PORT: u16 = 0xc0de;
/// Hop limit.
const HOPS: u8 = 64;

/// How frames come to a queue pair of the card.
#[derive(Clone, Debug)]
pub struct Path {
    /// The queue pair.
    pub qpn: u32,
    /// MAC address of the card.
    pub mac: [u8; 6],
    /// MAC address of its peer.
    pub peer_mac: [u8; 6],
    /// Tag of the frames.
    pub vlan: Option<u16>,
    /// Address of the card; IPv4 addresses are mapped ones.
    pub own: [u8; 16],
    /// Address of its peer.
    pub peer: [u8; 16],
    /// Partition key.
    pub pkey: u16,
}

/// An IPv4 address as a GID.
pub fn mapped(address: [u8; 4]) -> [u8; 16] {
    let mut gid = [0; 16];
    gid[..12].copy_from_slice(&MAPPED);
    gid[12..].copy_from_slice(&address);
    gid
}

/// The VLAN that a tag names; without a tag it is none, 0, as with one that carries a priority only.
pub fn vlan_id(tag: Option<u16>) -> u16 {
    tag.unwrap_or(0) & ((1 << wire::VLAN_ID_BITS) - 1)
}

/// A number of 24 bits as it stands in headers.
pub fn three(number: u32) -> [u8; 3] {
    let [_, a, b, c] = number.to_be_bytes();
    [a, b, c]
}

/// The same read.
pub fn number([a, b, c]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, a, b, c])
}

impl Path {
    /// Random addresses of two hosts, both of one protocol, and the tag of any VLAN that there can be.
    pub fn random(qpn: u32, mac: [u8; 6], rng: &mut Rng) -> Path {
        let ipv6 = rng.bool();
        let mut gid = || match ipv6 {
            true => std::array::from_fn(|k| if k == 0 { 0x20 } else { rng.u8(..) }),
            false => mapped(std::array::from_fn(
                |k| if k == 0 { 10 } else { rng.u8(..) },
            )),
        };
        let (own, peer) = (gid(), gid());
        Path {
            qpn,
            mac,
            peer_mac: std::array::from_fn(|k| if k == 0 { 2 } else { rng.u8(..) }),
            vlan: rng.bool().then(|| {
                let above = rng.u16(..) << wire::VLAN_ID_BITS;
                above | rng.u16(..=wire::VLAN_ID_MAX)
            }),
            own,
            peer,
            pkey: wire::DEFAULT_PKEY,
        }
    }

    /// Whether it is one of IPv6.
    pub fn ipv6(&self) -> bool {
        self.own[..12] != MAPPED
    }

    /// A frame of these bytes behind UDP, which end with the room for an ICRC.
    pub fn frame(&self, transport: &[u8]) -> Vec<u8> {
        let length = (wire::UDP + transport.len()) as u16;
        let mut frame = [self.mac, self.peer_mac].concat();
        let half = |frame: &mut Vec<u8>, number: u16| frame.extend(number.to_be_bytes());
        if let Some(tag) = self.vlan {
            half(&mut frame, wire::ETHERTYPE_VLAN);
            half(&mut frame, tag);
        }
        if self.ipv6() {
            half(&mut frame, wire::ETHERTYPE_IPV6);
            frame.extend([0x60, 0, 0, 0]);
            half(&mut frame, length);
            frame.extend([wire::PROTOCOL_UDP, HOPS]);
            frame.extend(self.peer);
            frame.extend(self.own);
        } else {
            half(&mut frame, wire::ETHERTYPE_IPV4);
            frame.extend([wire::IPV4_VERSION_IHL, 0]);
            half(&mut frame, wire::IPV4 as u16 + length);
            half(&mut frame, 0);
            half(&mut frame, wire::IPV4_DONT_FRAGMENT);
            frame.extend([HOPS, wire::PROTOCOL_UDP, 0, 0]);
            frame.extend(&self.peer[12..]);
            frame.extend(&self.own[12..]);
        }
        for number in [SOURCE_PORT, wire::ROCE_PORT, length, 0] {
            half(&mut frame, number);
        }
        frame.extend(transport);
        repair(&mut frame);
        frame.resize(frame.len().max(wire::FRAME_MIN), 0);
        frame
    }

    /// A BTH for this queue pair, its pad as the payload's length asks for.
    pub fn bth(&self, opcode: u8, psn: u32, payload: usize) -> Bth {
        let pad = payload.next_multiple_of(4) - payload;
        Bth {
            opcode,
            flags: (pad as u8) << bth::PAD_SHIFT,
            pkey: self.pkey.into(),
            destination_qp: three(self.qpn),
            ack_request: bth::ACK_REQUEST,
            psn: three(psn),
            ..Bth::default()
        }
    }

    /// A frame of this packet.
    pub fn packet(&self, base: &Bth, headers: &[u8], payload: &[u8]) -> Vec<u8> {
        self.frame(&transport(base, headers, payload))
    }
}

/// What stands behind UDP: base header, other headers, payload, pad and room for the ICRC.
pub fn transport(base: &Bth, headers: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = [base.as_bytes(), headers, payload].concat();
    bytes.resize(bytes.len().next_multiple_of(4) + wire::ICRC, 0);
    bytes
}

/// An RETH.
pub fn reth(va: u64, rkey: u32, length: u32) -> Vec<u8> {
    let header = Reth {
        va: va.into(),
        rkey: rkey.into(),
        length: length.into(),
    };
    header.as_bytes().to_vec()
}

/// An AtomicETH.
pub fn atomic(va: u64, rkey: u32, swap_add: u64, compare: u64) -> Vec<u8> {
    let header = AtomicEth {
        va: va.into(),
        rkey: rkey.into(),
        swap_add: swap_add.into(),
        compare: compare.into(),
    };
    header.as_bytes().to_vec()
}

/// An AETH.
pub fn aeth(syndrome: u8, msn: u32) -> Vec<u8> {
    let [a, b, c] = three(msn);
    vec![syndrome, a, b, c]
}

/// Makes the checksum of an IPv4 header fit, if there is one.
pub fn repair_checksum(frame: &mut [u8]) {
    if let Some((ip, false)) = frame::ip(frame) {
        frame[ip + 10..ip + 12].fill(0);
        let words = frame[ip..ip + wire::IPV4].chunks(2);
        let sum: u32 = words
            .map(|word| u32::from(u16::from_be_bytes([word[0], word[1]])))
            .sum();
        let folded = (sum & 0xffff) + (sum >> 16);
        let checksum = !((folded & 0xffff) + (folded >> 16)) as u16;
        frame[ip + 10..ip + 12].copy_from_slice(&checksum.to_be_bytes());
    }
}

/// Makes the IP checksum and the ICRC fit what the frame says, as far as it has them.
pub fn repair(frame: &mut [u8]) {
    repair_checksum(frame);
    // What is no RoCE packet, or too short for an ICRC, has none.
    let _ = icrc::stamp(frame);
}

/// What stands behind UDP in a frame, the ICRC included, if it is one of RoCE v2 with a BTH.
pub fn behind_udp(frame: &[u8]) -> Option<&[u8]> {
    let roce = Roce::find(frame)?;
    let whole = roce.end - roce.bth >= size_of::<Bth>() + wire::ICRC;
    whole.then(|| &frame[roce.bth..roce.end])
}

/// `psn` moved on by `packets`.
pub fn later(psn: u32, packets: u32) -> u32 {
    psn.wrapping_add(packets) & Psn::MASK
}
