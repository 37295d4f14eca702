//! Frames by hand: right in every field, for a test to spoil one.
use crate::rig::{ADDRESSES, Rig};
use ferric_layout::wire::{Aeth, AtomicEth, Bth, DEFAULT_PKEY, ICRC, ROCE_PORT, Reth, bth};
use ferric_testbench::link::icrc;
use ferric_testbench::link::wire::Side;
use zerocopy::IntoBytes;

/// Where the headers of these frames stand.
pub const IP: usize = 14;
pub const UDP: usize = 34;
pub const BTH: usize = 42;

/// A packet for the victim of one side, from the other's.
#[derive(Clone)]
pub struct Packet {
    pub to: Side,
    pub bth: Bth,
    /// Headers behind the BTH.
    pub headers: Vec<u8>,
    pub payload: Vec<u8>,
    /// Zero bytes behind the payload.
    pub pad: usize,
}

fn three(number: u32) -> [u8; 3] {
    let [_, a, b, c] = number.to_be_bytes();
    [a, b, c]
}

impl Packet {
    /// The request that the victim of `to` expects next.
    pub fn request(rig: &Rig, to: Side, opcode: u8, headers: &[u8], payload: &[u8]) -> Self {
        let pad = payload.len().next_multiple_of(4) - payload.len();
        Packet {
            to,
            bth: Bth {
                opcode,
                flags: (pad as u8) << bth::PAD_SHIFT,
                pkey: DEFAULT_PKEY.into(),
                destination_qp: three(rig.qp(to).number()),
                ack_request: bth::ACK_REQUEST,
                psn: three(rig.psn[to.other().index()]),
                ..Bth::default()
            },
            headers: headers.to_vec(),
            payload: payload.to_vec(),
            pad,
        }
    }

    /// The same with another PSN.
    pub fn psn(mut self, psn: u32) -> Self {
        self.bth.psn = three(psn);
        self
    }

    /// The frame, sealed.
    pub fn frame(&self) -> Vec<u8> {
        let mut transport = self.bth.as_bytes().to_vec();
        transport.extend(&self.headers);
        transport.extend(&self.payload);
        transport.resize(transport.len() + self.pad + ICRC, 0);
        let mut frame = datagram(self.to, ROCE_PORT, &transport);
        // What is too short for an ICRC has none.
        let _ = icrc::stamp(&mut frame);
        frame
    }
}

/// A frame of UDP to one side's victim.
pub fn datagram(to: Side, port: u16, payload: &[u8]) -> Vec<u8> {
    let mac = |side: Side| [2, 0, 0, 0, 0, 1 + side.index() as u8];
    let address = |side: Side| ADDRESSES[side.index()].octets();
    let builder = etherparse::PacketBuilder::ethernet2(mac(to.other()), mac(to))
        .ipv4(address(to.other()), address(to), 64)
        .udp(0xC123, port);
    let mut frame = Vec::new();
    builder.write(&mut frame, payload).unwrap();
    frame.resize(frame.len().max(60), 0);
    frame
}

/// A frame of a packet whose bytes behind UDP a test changed: the checks that must be right again are.
pub fn reseal(mut frame: Vec<u8>) -> Vec<u8> {
    fix_checksum(&mut frame);
    icrc::stamp(&mut frame).unwrap();
    frame
}

/// Makes the checksum of the IPv4 header fit it.
pub fn fix_checksum(frame: &mut [u8]) {
    frame[IP + 10..IP + 12].fill(0);
    let words = frame[IP..IP + 20].chunks(2);
    let sum: u32 = words
        .map(|word| u32::from(u16::from_be_bytes([word[0], word[1]])))
        .sum();
    let folded = (sum & 0xffff) + (sum >> 16);
    let checksum = !((folded & 0xffff) + (folded >> 16)) as u16;
    frame[IP + 10..IP + 12].copy_from_slice(&checksum.to_be_bytes());
}

pub fn reth(va: u64, rkey: u32, length: u32) -> Vec<u8> {
    let reth = Reth {
        va: va.into(),
        rkey: rkey.into(),
        length: length.into(),
    };
    reth.as_bytes().to_vec()
}

pub fn aeth(syndrome: u8, msn: u32) -> Vec<u8> {
    let msn = three(msn);
    Aeth { syndrome, msn }.as_bytes().to_vec()
}

/// An addition of 1 to a word.
pub fn add_one(va: u64, rkey: u32) -> Vec<u8> {
    let header = AtomicEth {
        va: va.into(),
        rkey: rkey.into(),
        swap_add: 1.into(),
        ..AtomicEth::default()
    };
    header.as_bytes().to_vec()
}
