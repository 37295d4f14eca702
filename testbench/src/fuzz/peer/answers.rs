//! Answers of the other end to what the card has asked.
use super::{Asked, Peer};
use crate::fuzz::make::{self, later};
use crate::fuzz::mutate::percent;
use fastrand::Rng;
use ferric_layout::Psn;
use ferric_layout::opcode::{Kind, operation};
use ferric_layout::status::syndrome;
use ferric_layout::wire::Bth;

impl Peer {
    /// An answer to something that the card has asked, right or nearly so.
    pub fn answer(&mut self, rng: &mut Rng) -> Option<Vec<u8>> {
        let last = self.asked.len().checked_sub(1)?;
        let at = if percent(rng, 70) {
            0
        } else {
            rng.usize(..=last)
        };
        if percent(rng, 12) {
            let psn = self.asked[at].psn;
            return Some(self.acknowledge(psn, self.refusal(rng)));
        }
        Some(self.proper(at, rng))
    }

    fn refusal(&self, rng: &mut Rng) -> u8 {
        match rng.u32(..4) {
            0 => syndrome::NAK_SEQUENCE,
            1 => syndrome::RNR_NAK | rng.u8(1..4),
            2 => syndrome::KIND_NAK | rng.u8(1..6),
            _ => rng.u8(..),
        }
    }

    fn acknowledge(&self, psn: u32, syndrome: u8) -> Vec<u8> {
        let base = Bth {
            ack_request: 0,
            ..self.path.bth(operation::ACKNOWLEDGE, psn, 0)
        };
        self.path.packet(&base, &make::aeth(syndrome, psn), &[])
    }

    /// Whether something asked stands unanswered.
    pub fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The answer to the oldest request.
    pub fn proper_answer(&mut self, rng: &mut Rng) -> Vec<u8> {
        self.proper(0, rng)
    }

    /// The right answer to a request; it is forgotten when that was the last of it.
    fn proper(&mut self, at: usize, rng: &mut Rng) -> Vec<u8> {
        let Asked {
            psn,
            kind,
            length,
            done,
        } = self.asked[at].clone();
        let base = |opcode, psn, payload| Bth {
            ack_request: 0,
            ..self.path.bth(opcode, psn, payload)
        };
        let aeth = make::aeth(syndrome::ACK, rng.u32(..) & Psn::MASK);
        let mut ends = true;
        let frame = match kind {
            Kind::ReadRequest => {
                let packets = length.div_ceil(self.pmtu).max(1);
                ends = done + 1 >= packets;
                let opcode = match (done, ends) {
                    (0, true) => operation::READ_RESPONSE_ONLY,
                    (0, false) => operation::READ_RESPONSE_FIRST,
                    (_, true) => operation::READ_RESPONSE_LAST,
                    (_, false) => operation::READ_RESPONSE_MIDDLE,
                };
                let middle = opcode == operation::READ_RESPONSE_MIDDLE;
                let left = length.saturating_sub(done * self.pmtu).min(self.pmtu);
                let mut payload = vec![0; left];
                rng.fill(&mut payload);
                let base = base(opcode, later(psn, done as u32), payload.len());
                let headers = if middle { &[][..] } else { &aeth };
                self.path.packet(&base, headers, &payload)
            }
            Kind::CompareSwap | Kind::FetchAdd => {
                let headers = [&aeth[..], &rng.u64(..).to_be_bytes()].concat();
                self.path
                    .packet(&base(operation::ATOMIC_ACKNOWLEDGE, psn, 0), &headers, &[])
            }
            _ => self.acknowledge(psn, syndrome::ACK),
        };
        if ends {
            self.asked.remove(at);
        } else {
            self.asked[at].done += 1;
        }
        frame
    }
}
