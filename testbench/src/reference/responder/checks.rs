//! What is wrong with a request that is next in sequence, in the order of digest §6.
use super::super::work::pieces_length;
use super::{Kinds, Responder, Scene, Verdict, WORD};
use crate::reference::Packet;
use ferric_layout::opcode::{Kind, Position};
use ferric_layout::qp::access;
use ferric_layout::sizes::MESSAGE_MAX;
use ferric_layout::status::syndrome;

/// What the queue pair and the key must grant.
fn needed(kind: Kind) -> u8 {
    match kind {
        Kind::Write => access::REMOTE_WRITE,
        Kind::ReadRequest => access::REMOTE_READ,
        Kind::CompareSwap | Kind::FetchAdd => access::REMOTE_ATOMIC,
        _ => 0,
    }
}

impl Responder {
    pub(super) fn opens(
        &self,
        key: u32,
        need: u8,
        va: u64,
        length: u64,
        scene: &Scene<'_>,
    ) -> bool {
        let pd = scene.attributes.pd;
        length == 0
            || !self.invalidated.contains(&key) && scene.memory.allows(key, pd, need, va, length)
    }

    pub(super) fn in_sequence(&self, packet: &Packet) -> bool {
        let Some(row) = packet.row else { return false };
        let inside = self.message.map(|message| message.kind);
        match row.position {
            Position::First | Position::Only => inside.is_none(),
            Position::Middle | Position::Last => inside == Some(row.kind),
        }
    }

    /// What comes before the question of a receive, in the order of digest §6: sequence, operation, responder resources.
    pub(super) fn may_take(&self, packet: &Packet, scene: &Scene<'_>) -> bool {
        let attributes = scene.attributes;
        let Some(row) = packet.row.filter(|_| self.in_sequence(packet)) else {
            return false;
        };
        let need = needed(row.kind);
        if attributes.access & need != need {
            return false;
        }
        let returns = matches!(
            row.kind,
            Kind::ReadRequest | Kind::CompareSwap | Kind::FetchAdd
        );
        let busy = self.owed.iter().filter(|answer| {
            !answer.repeated && matches!(answer.kind, Kinds::Read { .. } | Kinds::Atomic(_))
        });
        !returns || busy.count() < attributes.max_dest_rd_atomic as usize
    }

    /// Checks in the order of digest §6.
    pub(super) fn judge(&self, packet: &Packet, scene: &Scene<'_>) -> Verdict {
        let invalid = Verdict::Nak(syndrome::NAK_INVALID_REQUEST);
        let Some(row) = packet.row.filter(|_| self.may_take(packet, scene)) else {
            return invalid;
        };
        if self.is_short_of_receives(packet, scene) {
            return Verdict::NotReady;
        }
        let need = needed(row.kind);
        if !self.fits(packet, row.kind, row.position, scene) {
            return invalid;
        }
        if let Some(atomic) = packet.atomic {
            let va = atomic.va.get();
            if !va.is_multiple_of(WORD) {
                return invalid;
            }
            if !self.opens(atomic.rkey.get(), need, va, WORD, scene) {
                return Verdict::Nak(syndrome::NAK_REMOTE_ACCESS);
            }
        }
        if let Some(reth) = packet.reth {
            let (key, length) = (reth.rkey.get(), u64::from(reth.length.get()));
            if !self.opens(key, need, reth.va.get(), length, scene) {
                return Verdict::Nak(syndrome::NAK_REMOTE_ACCESS);
            }
        }
        if row.kind == Kind::Send && !self.receive_opens(packet, scene) {
            return Verdict::Nak(syndrome::NAK_REMOTE_OPERATIONAL);
        }
        Verdict::Accept
    }

    /// Lengths: of the packet by its place in the message, of the message by what was announced or by the receive.
    fn fits(&self, packet: &Packet, kind: Kind, position: Position, scene: &Scene<'_>) -> bool {
        let (pmtu, length) = (scene.attributes.pmtu, packet.payload.len());
        let full = match position {
            Position::First | Position::Middle => length == pmtu,
            Position::Last => (1..=pmtu).contains(&length),
            Position::Only => length <= pmtu,
        };
        if !full || !packet.padded {
            return false;
        }
        let received = self.message.map_or(0, |message| message.received) + length as u64;
        let last = matches!(position, Position::Last | Position::Only);
        let announced = packet.reth.map(|reth| u64::from(reth.length.get()));
        match kind {
            Kind::Write => {
                let whole = announced
                    .or(self.message.map(|message| message.length))
                    .unwrap_or(0);
                let sum = if last {
                    received == whole
                } else {
                    received < whole
                };
                sum && whole <= u64::from(MESSAGE_MAX)
            }
            Kind::ReadRequest if length > 0 => false,
            Kind::ReadRequest => announced.is_some_and(|length| length <= u64::from(MESSAGE_MAX)),
            Kind::Send => self.filling(scene).is_none_or(|number| {
                let room = scene.receives.get(number);
                room.is_some_and(|(room, _)| received <= pieces_length(&room.pieces) as u64)
            }),
            _ => length == 0,
        }
    }

    /// The receive that the SEND in hand fills.
    fn filling(&self, scene: &Scene<'_>) -> Option<u64> {
        let number = self
            .message
            .map_or(self.taken, |message| message.receive.unwrap_or(self.taken));
        scene.receives.get(number).map(|_| number)
    }

    fn receive_opens(&self, packet: &Packet, scene: &Scene<'_>) -> bool {
        let Some((room, _)) = self
            .filling(scene)
            .and_then(|number| scene.receives.get(number))
        else {
            return true;
        };
        let from = self.message.map_or(0, |message| message.received as usize);
        let to = from + packet.payload.len();
        let mut at = 0;
        room.pieces.iter().all(|piece| {
            let (first, end) = (at, at + piece.length as usize);
            at = end;
            let untouched = end <= from || first >= to;
            untouched
                || self.opens(
                    piece.lkey,
                    access::LOCAL_WRITE,
                    piece.va,
                    piece.length.into(),
                    scene,
                )
        })
    }
}
