//! Requests of the other end: right ones, and ones that name what is not open.
use super::{Message, PACKETS, Peer, ROOM};
use crate::fuzz::make::{self, later};
use crate::fuzz::memory::{BYTES, Memory};
use crate::fuzz::mutate::percent;
use fastrand::Rng;
use ferric_layout::opcode::operation;
use ferric_layout::wire::{Bth, bth};

/// Bytes at the end of the open region that are for atomics.
const WORDS: usize = 2048;

/// A WRITE's range or something like it.
struct Target {
    va: u64,
    rkey: u32,
    length: u32,
}

impl Peer {
    /// A request that is right in everything.
    pub fn request(&self, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        match self.message {
            Some(message) if percent(rng, 90) => self.onward(message, rng),
            _ => {
                let (opcode, length) = self.draw(rng);
                self.begin(opcode, target(opcode, length, memory, rng), memory, rng)
            }
        }
    }

    /// A request whose range or key is not open, and which is right in everything else.
    pub fn trespass(&self, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        let openers = [
            operation::WRITE_ONLY,
            operation::WRITE_FIRST,
            operation::READ_REQUEST,
            operation::COMPARE_SWAP,
            operation::FETCH_ADD,
        ];
        let opcode = openers[rng.usize(..openers.len())];
        let length = match opcode {
            operation::WRITE_FIRST => 2 * self.pmtu,
            operation::WRITE_ONLY => rng.usize(1..=self.pmtu),
            operation::READ_REQUEST => rng.usize(1..=PACKETS * self.pmtu),
            _ => 8,
        };
        let mut target = target(opcode, length, memory, rng);
        let end = memory.open.addr() + BYTES as u64;
        match rng.u32(..10) {
            0 => target.rkey ^= 1 << rng.u8(..8),
            1 => target.rkey ^= 1 << rng.u8(8..32),
            2 => target.rkey = 0,
            3 => (target.va, target.rkey) = (memory.foreign.addr(), memory.foreign.rkey()),
            4 => (target.va, target.rkey) = (memory.landing.addr(), memory.landing.lkey()),
            5 => target.va = (memory.open.addr() - 1 - rng.u64(..16)) & !7,
            6 => {
                target.va = (end - u64::from(target.length) + 1 + rng.u64(..16)).next_multiple_of(8)
            }
            7 => target.va = u64::MAX - 7,
            8 => target.va = end + rng.u64(..1 << 20) / 8 * 8,
            _ => target.va = rng.u64(..) & !7,
        }
        self.begin(opcode, target, memory, rng)
    }

    /// An operation and the bytes of its message.
    fn draw(&self, rng: &mut Rng) -> (u8, usize) {
        let pmtu = self.pmtu;
        match rng.u32(..100) {
            0..=39 => (operation::WRITE_ONLY, rng.usize(1..=pmtu)),
            40..=45 => (operation::WRITE_ONLY_IMMEDIATE, rng.usize(1..=pmtu)),
            46..=57 => (operation::WRITE_FIRST, rng.usize(pmtu + 1..=PACKETS * pmtu)),
            58..=65 => (operation::SEND_ONLY, rng.usize(1..=pmtu.min(ROOM))),
            66..=67 => (
                operation::SEND_ONLY_IMMEDIATE,
                rng.usize(1..=pmtu.min(ROOM)),
            ),
            68..=69 => (
                operation::SEND_ONLY_INVALIDATE,
                rng.usize(1..=pmtu.min(ROOM)),
            ),
            70..=72 => (operation::SEND_FIRST, pmtu + 100),
            73..=87 => (operation::READ_REQUEST, rng.usize(1..=PACKETS * pmtu)),
            88..=93 => (operation::COMPARE_SWAP, 8),
            _ => (operation::FETCH_ADD, 8),
        }
    }

    /// The first packet of a message, or its only one.
    fn begin(&self, opcode: u8, target: Target, memory: &Memory, rng: &mut Rng) -> Vec<u8> {
        let Target { va, rkey, length } = target;
        let bytes = length as usize;
        let (headers, payload) = match opcode {
            operation::WRITE_ONLY => (make::reth(va, rkey, length), bytes),
            operation::WRITE_ONLY_IMMEDIATE => {
                let immediate = rng.u32(..).to_be_bytes();
                (
                    [&make::reth(va, rkey, length)[..], &immediate].concat(),
                    bytes,
                )
            }
            operation::WRITE_FIRST => (make::reth(va, rkey, length), self.pmtu),
            operation::SEND_ONLY_IMMEDIATE => (rng.u32(..).to_be_bytes().to_vec(), bytes),
            operation::SEND_ONLY_INVALIDATE => {
                (memory.passing.rkey().to_be_bytes().to_vec(), bytes)
            }
            operation::SEND_FIRST => (Vec::new(), self.pmtu),
            operation::READ_REQUEST => (make::reth(va, rkey, length), 0),
            operation::COMPARE_SWAP | operation::FETCH_ADD => {
                (make::atomic(va, rkey, rng.u64(..), rng.u64(..4)), 0)
            }
            _ => (Vec::new(), bytes),
        };
        self.packet(opcode, &headers, payload.min(self.pmtu), rng)
    }

    /// The next packet of a message under way.
    fn onward(&self, message: Message, rng: &mut Rng) -> Vec<u8> {
        let ends = message.left <= self.pmtu;
        let opcode = match (message.write, ends) {
            (true, false) => operation::WRITE_MIDDLE,
            (true, true) => operation::WRITE_LAST,
            (false, false) => operation::SEND_MIDDLE,
            (false, true) => operation::SEND_LAST,
        };
        // How long a SEND becomes is told by its last packet.
        let left = if message.write { message.left } else { 100 };
        self.packet(opcode, &[], left.min(self.pmtu), rng)
    }

    fn packet(&self, opcode: u8, headers: &[u8], payload: usize, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = vec![0; payload];
        rng.fill(&mut bytes);
        let mut base: Bth = self.path.bth(opcode, self.psn, payload);
        if percent(rng, 20) {
            base.ack_request = 0;
        }
        if percent(rng, 20) {
            base.flags |= bth::SOLICITED;
        }
        self.path.packet(&base, headers, &bytes)
    }

    /// A short SEND that is far ahead of what is expected.
    pub fn far_ahead(&self) -> Vec<u8> {
        let payload = [0; 4];
        let psn = later(self.psn, 1000);
        let base = self.path.bth(operation::SEND_ONLY, psn, payload.len());
        self.path.packet(&base, &[], &payload)
    }

    /// Whether such a frame takes one beat.
    pub fn is_short(&self) -> bool {
        !self.path.ipv6() && self.path.vlan.is_none()
    }

    /// A good WRITE of these bytes to the start of the open region.
    pub fn write(&self, memory: &Memory, bytes: &[u8]) -> Vec<u8> {
        let headers = make::reth(memory.open.addr(), memory.open.rkey(), bytes.len() as u32);
        let base = self.path.bth(operation::WRITE_ONLY, self.psn, bytes.len());
        self.path.packet(&base, &headers, bytes)
    }

    /// A good SEND of these bytes.
    pub fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let base = self.path.bth(operation::SEND_ONLY, self.psn, bytes.len());
        self.path.packet(&base, &[], bytes)
    }
}

/// An open range for a message. Atomics have words of their own: nothing is promised of a WRITE to a word that one is at.
fn target(opcode: u8, length: usize, memory: &Memory, rng: &mut Rng) -> Target {
    let atomic = [operation::COMPARE_SWAP, operation::FETCH_ADD].contains(&opcode);
    let readable = opcode == operation::READ_REQUEST && percent(rng, 30);
    let region = if readable {
        &memory.readable
    } else {
        &memory.open
    };
    let at = match atomic {
        true => rng.usize(BYTES - WORDS..BYTES - length),
        false => rng.usize(..=BYTES - WORDS - length),
    };
    let mut va = region.addr() + at as u64;
    if atomic {
        va = va.next_multiple_of(8);
    }
    Target {
        va,
        rkey: region.rkey(),
        length: length as u32,
    }
}
