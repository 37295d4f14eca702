//! What went over a card's pins, in its own cycles; for measurements.
use crate::card::{Inputs, Outputs};
use crate::link::frame;
use crate::link::pins::Beat;
use crate::pcie::descriptor;
use crate::pcie::pins::{RqBeat, rq};
use crate::pcie::tlp::Access;
use ferric_layout::opcode::{header_bytes, row};
use ferric_layout::wire::{Bth, ICRC};

/// Bytes of a frame that hold all its headers: two beats.
const HEAD: usize = 128;

/// Counts and cycles, since the world was asked to begin anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// Frames that the card has sent whole.
    pub frames: u64,
    /// Bytes of these frames, without preamble, FCS and gap.
    pub bytes: u64,
    /// Bytes that their messages carry.
    pub payload: u64,
    /// Cycle of the last beat of the latest frame with payload.
    pub last_payload: u64,
    /// Cycle of the first beat sent.
    pub first_beat: Option<u64>,
    /// Cycle of the last beat sent.
    pub last_beat: u64,
    /// Cycle of the first host request (a doorbell) taken.
    pub first_request: Option<u64>,
    /// Cycle in which the first beat of a received frame came.
    pub first_received: Option<u64>,
    /// Cycle in which the last beat of the first received frame came.
    pub first_received_whole: Option<u64>,
    /// Cycle in which the first beat of a write to host memory left.
    pub first_write: Option<u64>,
    head: [u8; HEAD],
    length: usize,
}

impl Default for Traffic {
    fn default() -> Self {
        Traffic {
            frames: 0,
            bytes: 0,
            payload: 0,
            last_payload: 0,
            first_beat: None,
            last_beat: 0,
            first_request: None,
            first_received: None,
            first_received_whole: None,
            first_write: None,
            head: [0; HEAD],
            length: 0,
        }
    }
}

impl Traffic {
    /// Cycle `now` of the card.
    pub fn watch(&mut self, now: u64, inputs: &Inputs, outputs: &Outputs) {
        if inputs.pcie.cq_valid && outputs.pcie.cq_ready {
            self.first_request.get_or_insert(now);
        }
        if inputs.mac.rx_valid {
            self.first_received.get_or_insert(now);
            if inputs.mac.rx.last {
                self.first_received_whole.get_or_insert(now);
            }
        }
        let writes = outputs.pcie.rq_valid && inputs.pcie.rq_ready;
        if writes && self.first_write.is_none() && is_write(&outputs.pcie.rq) {
            self.first_write = Some(now);
        }
        if outputs.mac.tx_valid && inputs.mac.tx_ready {
            self.sent(now, &outputs.mac.tx);
        }
    }

    fn sent(&mut self, now: u64, beat: &Beat) {
        self.first_beat.get_or_insert(now);
        self.last_beat = now;
        let bytes = beat.keep.count_ones() as usize;
        if let Some(head) = self.head.get_mut(self.length..self.length + bytes) {
            head.copy_from_slice(&beat.data[..bytes]);
        }
        self.length += bytes;
        if !beat.last {
            return;
        }
        self.frames += 1;
        self.bytes += self.length as u64;
        let payload = payload(&self.head[..self.length.min(HEAD)]).unwrap_or(0);
        if payload > 0 {
            self.payload += payload as u64;
            self.last_payload = now;
        }
        self.length = 0;
    }
}

/// A packet to the host begins with this beat, and it writes memory.
fn is_write(beat: &RqBeat) -> bool {
    let mut low = [0; 16];
    low.copy_from_slice(&beat.data[..16]);
    let descriptor = descriptor::Rq::from_bits(u128::from_le_bytes(low));
    beat.get(rq::IS_SOP) != 0 && descriptor.kind() == Access::MemoryWrite as u8
}

/// Bytes of a message that a frame with this beginning carries, if it is a packet of ours.
fn payload(head: &[u8]) -> Option<usize> {
    let (ip, v6) = frame::ip(head)?;
    let half = |at: usize| {
        Some(usize::from(u16::from_be_bytes([
            *head.get(at)?,
            *head.get(at + 1)?,
        ])))
    };
    let udp = if v6 {
        ip + frame::IPV6
    } else {
        ip + frame::IPV4
    };
    let (bth, length) = (udp + frame::UDP, half(udp + 4)?);
    let row = row(*head.get(bth)?)?;
    let pad = usize::from(head.get(bth + 1)? >> 4 & 3);
    length.checked_sub(frame::UDP + size_of::<Bth>() + header_bytes(row.headers) + ICRC + pad)
}
