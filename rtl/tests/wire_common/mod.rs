//! Frames as the specification has them (digest §1 to §4), made and read by plain Rust that shares nothing with the circuits.
#![allow(dead_code)] // each test file uses its part
pub mod receive;
use ferric_layout::opcode::{self, headers};
use ferric_verilated::{Bench, Model};
use num_bigint::BigUint;

/// Where a QP's frames go, and whence they come.
#[derive(Clone, Debug)]
pub struct Path {
    pub qpn: u16,
    pub state: u8,
    pub transport: u8,
    pub ipv6: bool,
    pub vlan: Option<u16>,
    pub peer_mac: [u8; 6],
    pub peer: [u8; 16],
    pub own: [u8; 16],
    pub traffic_class: u8,
    pub hop_limit: u8,
    pub flow_label: u32,
    pub source_port: u16,
    pub pkey: u16,
}

/// The card's own address in every test.
pub const OWN_MAC: [u8; 6] = [0x02, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5];

pub fn v4(address: [u8; 4]) -> [u8; 16] {
    let mut gid = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0];
    gid[12..].copy_from_slice(&address);
    gid
}

impl Path {
    pub fn random(qpn: u16, ipv6: bool, vlan: bool, random: &mut fastrand::Rng) -> Path {
        let mut gid = || {
            if ipv6 {
                std::array::from_fn(|_| random.u8(..))
            } else {
                v4(std::array::from_fn(|_| random.u8(..)))
            }
        };
        Path {
            qpn,
            state: ferric_layout::qp::state::RTS,
            transport: opcode::transport::RC,
            ipv6,
            peer: gid(),
            own: gid(),
            vlan: vlan.then(|| random.u16(..)),
            peer_mac: std::array::from_fn(|k| if k == 0 { 2 } else { random.u8(..) }),
            traffic_class: random.u8(..),
            hop_limit: random.u8(1..),
            flow_label: random.u32(..1 << 20),
            source_port: random.u16(0xC000..),
            pkey: 0xFFFF,
        }
    }

    /// The same connection as the peer sees it, for frames towards us.
    pub fn reverse(&self) -> Path {
        Path {
            peer_mac: OWN_MAC,
            peer: self.own,
            own: self.peer,
            ..self.clone()
        }
    }

    /// Writes it into the block's copy.
    pub fn configure(&self, model: &mut Model) {
        let port = |field: &str| format!("qp_write.path.{field}");
        model.poke("qp_write.qpn", self.qpn);
        model.poke(&port("state"), self.state);
        model.poke(&port("transport"), self.transport);
        model.poke(&port("ipv6"), self.ipv6);
        model.poke(&port("vlan"), self.vlan.is_some());
        model.poke(&port("vlan_tci"), self.vlan.unwrap_or(0));
        model.poke_big(
            &port("destination_mac"),
            &BigUint::from_bytes_be(&self.peer_mac),
        );
        model.poke_big(
            &port("destination_gid"),
            &BigUint::from_bytes_be(&self.peer),
        );
        model.poke_big(&port("source_gid"), &BigUint::from_bytes_be(&self.own));
        model.poke(&port("traffic_class"), self.traffic_class);
        model.poke(&port("hop_limit"), self.hop_limit);
        model.poke(&port("flow_label"), self.flow_label);
        model.poke(&port("udp_source_port"), self.source_port);
        model.poke(&port("pkey"), self.pkey);
        model.poke("qp_write_valid", 1u8);
        model.tick();
        model.poke("qp_write_valid", 0u8);
    }
}

/// A packet without its path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packet {
    /// As the BTH has it.
    pub qpn: u32,
    pub opcode: u8,
    pub psn: u32,
    pub solicited: bool,
    pub ack_request: bool,
    pub va: u64,
    pub rkey: u32,
    pub dma_length: u32,
    pub swap: u64,
    pub compare: u64,
    pub immediate: [u8; 4],
    pub syndrome: u8,
    pub msn: u32,
    pub payload: Vec<u8>,
}

pub fn headers_of(opcode: u8) -> u8 {
    opcode::row(opcode).map_or(0, |row| row.headers)
}
pub fn carries_payload(opcode: u8) -> bool {
    opcode::row(opcode).is_none_or(|row| row.payload)
}
pub fn is_response(opcode: u8) -> bool {
    (0x0D..=0x12).contains(&(opcode & 0x1F))
}

impl Packet {
    /// Every field that the opcode's headers carry, at random; the others zero.
    pub fn random(opcode: u8, qpn: u32, length: usize, random: &mut fastrand::Rng) -> Packet {
        let mut packet = Packet {
            qpn,
            opcode,
            psn: random.u32(..1 << 24),
            solicited: random.bool(),
            ack_request: random.bool(),
            payload: std::iter::repeat_with(|| random.u8(..))
                .take(length)
                .collect(),
            ..Default::default()
        };
        let has = |bit: u8| headers_of(opcode) & bit != 0;
        if has(headers::RETH | headers::ATOMIC | headers::ATOMIC_ACK) {
            packet.va = random.u64(..);
        }
        if has(headers::RETH | headers::ATOMIC) {
            packet.rkey = random.u32(..);
        }
        if has(headers::RETH) {
            packet.dma_length = random.u32(..);
        }
        if has(headers::ATOMIC) {
            packet.swap = random.u64(..);
            packet.compare = random.u64(..);
        }
        if has(headers::IMMEDIATE | headers::INVALIDATE) {
            packet.immediate = std::array::from_fn(|_| random.u8(..));
        }
        if has(headers::AETH) {
            packet.syndrome = random.u8(..);
            packet.msn = random.u32(..1 << 24);
        }
        packet
    }

    /// The headers after the BTH.
    fn extensions(&self) -> Vec<u8> {
        let has = |bit: u8| headers_of(self.opcode) & bit != 0;
        let mut bytes = vec![];
        if has(headers::RETH | headers::ATOMIC) {
            bytes.extend(self.va.to_be_bytes());
            bytes.extend(self.rkey.to_be_bytes());
        }
        if has(headers::RETH) {
            bytes.extend(self.dma_length.to_be_bytes());
        }
        if has(headers::ATOMIC) {
            bytes.extend(self.swap.to_be_bytes());
            bytes.extend(self.compare.to_be_bytes());
        }
        if has(headers::AETH) {
            bytes.push(self.syndrome);
            bytes.extend(&self.msn.to_be_bytes()[1..]);
        }
        if has(headers::ATOMIC_ACK) {
            bytes.extend(self.va.to_be_bytes());
        }
        if has(headers::IMMEDIATE | headers::INVALIDATE) {
            bytes.extend(self.immediate);
        }
        bytes
    }
}

/// A frame in the making: its parts can be spoilt before they are put together.
#[derive(Clone, Debug)]
pub struct Frame {
    pub destination: [u8; 6],
    pub source: [u8; 6],
    pub tags: Vec<u8>,
    pub ether_type: u16,
    pub ip: Vec<u8>,
    pub udp: [u8; 8],
    pub bth: [u8; 12],
    pub rest: Vec<u8>,
}

pub fn ipv4_checksum(header: &[u8]) -> u16 {
    let sum: u32 = header
        .chunks(2)
        .map(|word| u32::from(u16::from_be_bytes([word[0], word[1]])))
        .sum();
    let folded = (sum & 0xFFFF) + (sum >> 16);
    !((folded & 0xFFFF) + (folded >> 16)) as u16
}

impl Frame {
    /// A good frame with this packet on this path.
    pub fn new(path: &Path, packet: &Packet) -> Frame {
        let pad = packet.payload.len().wrapping_neg() & 3;
        let mut rest = packet.extensions();
        rest.extend(&packet.payload);
        rest.resize(rest.len() + pad, 0);
        let udp_length = (8 + 12 + rest.len() + 4) as u16;
        let mut udp = [0; 8];
        udp[..2].copy_from_slice(&path.source_port.to_be_bytes());
        udp[2..4].copy_from_slice(&4791u16.to_be_bytes());
        udp[4..6].copy_from_slice(&udp_length.to_be_bytes());
        let mut bth = [0; 12];
        bth[0] = packet.opcode;
        bth[1] = u8::from(packet.solicited) << 7 | 1 << 6 | (pad as u8) << 4;
        bth[2..4].copy_from_slice(&path.pkey.to_be_bytes());
        bth[5..8].copy_from_slice(&packet.qpn.to_be_bytes()[1..]);
        bth[8] = u8::from(packet.ack_request) << 7;
        bth[9..].copy_from_slice(&packet.psn.to_be_bytes()[1..]);
        let mut frame = Frame {
            destination: path.peer_mac,
            source: OWN_MAC,
            tags: path.vlan.map_or(vec![], |tci| {
                [0x8100u16, tci]
                    .iter()
                    .flat_map(|half| half.to_be_bytes())
                    .collect()
            }),
            ether_type: if path.ipv6 { 0x86DD } else { 0x0800 },
            ip: vec![],
            udp,
            bth,
            rest,
        };
        if path.ipv6 {
            let first = 6 << 28 | u32::from(path.traffic_class) << 20 | path.flow_label;
            frame.ip.extend(first.to_be_bytes());
            frame.ip.extend(udp_length.to_be_bytes());
            frame.ip.extend([17, path.hop_limit]);
            frame.ip.extend(path.own);
            frame.ip.extend(path.peer);
        } else {
            frame.ip.extend([0x45, path.traffic_class]);
            frame.ip.extend((20 + udp_length).to_be_bytes());
            frame.ip.extend([0, 0, 0x40, 0, path.hop_limit, 17, 0, 0]);
            frame.ip.extend(&path.own[12..]);
            frame.ip.extend(&path.peer[12..]);
            frame.fix_checksum();
        }
        frame
    }

    pub fn fix_checksum(&mut self) {
        self.ip[10..12].fill(0);
        let checksum = ipv4_checksum(&self.ip[..20]);
        self.ip[10..12].copy_from_slice(&checksum.to_be_bytes());
    }

    pub fn set_udp_length(&mut self, length: u16) {
        self.udp[4..6].copy_from_slice(&length.to_be_bytes());
    }

    pub fn set_ip_length(&mut self, length: u16) {
        let at = if self.ether_type == 0x0800 { 2 } else { 4 };
        self.ip[at..at + 2].copy_from_slice(&length.to_be_bytes());
        if self.ether_type == 0x0800 {
            self.fix_checksum();
        }
    }

    /// The bytes before the ICRC.
    pub fn body(&self) -> Vec<u8> {
        let mut bytes = vec![];
        bytes.extend(self.destination);
        bytes.extend(self.source);
        bytes.extend(&self.tags);
        bytes.extend(self.ether_type.to_be_bytes());
        bytes.extend(&self.ip);
        bytes.extend(self.udp);
        bytes.extend(self.bth);
        bytes.extend(&self.rest);
        bytes
    }

    /// The whole frame, with a good ICRC, unpadded.
    pub fn seal(&self) -> Vec<u8> {
        let mut bytes = self.body();
        let icrc = icrc(&bytes[14 + self.tags.len()..]);
        bytes.extend(icrc.to_le_bytes());
        bytes
    }
}

/// The ICRC over a packet from its IP header to its pad (digest §4).
pub fn icrc(packet: &[u8]) -> u32 {
    let mut masked = packet.to_vec();
    let udp = if packet[0] >> 4 == 4 {
        masked[1] = 0xFF;
        masked[8] = 0xFF;
        masked[10..12].fill(0xFF);
        20
    } else {
        masked[0] |= 0x0F;
        masked[1..4].fill(0xFF);
        masked[7] = 0xFF;
        40
    };
    masked[udp + 6..udp + 8].fill(0xFF);
    masked[udp + 8 + 4] = 0xFF;
    let mut crc = crc32fast::Hasher::new();
    crc.update(&[0xFF; 8]);
    crc.update(&masked);
    crc.finalize()
}

/// Pads to the least frame, as a MAC may.
pub fn padded(mut frame: Vec<u8>) -> Vec<u8> {
    frame.resize(frame.len().max(60), 0);
    frame
}

/// All operations of RC by number, with the longest payload each may have.
pub fn all_opcodes() -> Vec<u8> {
    opcode::TABLE.iter().map(|row| row.operation).collect()
}

/// The lengths of interest: 0 to 300, and around each PMTU.
pub fn lengths() -> Vec<usize> {
    let around = [512, 1024, 2048, 4096]
        .into_iter()
        .flat_map(|pmtu: usize| pmtu - 2..=(pmtu + 2).min(4096));
    (0..=300).chain(around).collect()
}

/// Every `count_*` output, summed as the cycles pass.
pub struct Counts(Vec<(String, ferric_verilated::Handle, u64)>);

impl Counts {
    pub fn new(model: &Model) -> Counts {
        let named = model.ports().filter(|port| port.starts_with("count_"));
        Counts(
            named
                .map(|port| (port["count_".len()..].to_string(), model.handle(&port), 0))
                .collect(),
        )
    }
    pub fn sample(&mut self, bench: &Bench) {
        for (_, handle, sum) in &mut self.0 {
            *sum += bench.model.peek_at(*handle);
        }
    }
    pub fn get(&self, name: &str) -> u64 {
        self.0
            .iter()
            .find(|(known, ..)| known == name)
            .unwrap_or_else(|| panic!("no count_{name}"))
            .2
    }
    /// Those that are not 0.
    pub fn seen(&self) -> Vec<(&str, u64)> {
        self.0
            .iter()
            .filter(|count| count.2 != 0)
            .map(|(name, _, sum)| (name.as_str(), *sum))
            .collect()
    }
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|count| count.2 = 0);
    }
}
