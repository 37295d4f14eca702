//! What an accepted request leads to: writes, a receive completion, answers owed, and what is remembered for a repetition.
use super::super::work::cut;
use super::{Kinds, Message, Operation, REMEMBERED, Received, Resource, Responder, Scene};
use crate::reference::Packet;
use ferric_layout::Psn;
use ferric_layout::completion::opcode as done;
use ferric_layout::opcode::{Kind, Position, headers};

impl Responder {
    pub(super) fn accept(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let row = packet.row.expect("only what is known is accepted");
        match row.kind {
            Kind::Send | Kind::Write => self.accept_data(packet, scene),
            _ => self.accept_returning(packet, scene),
        }
    }

    fn accept_data(&mut self, packet: &Packet, scene: &Scene<'_>) {
        let row = packet.row.expect("only what is known is accepted");
        let reth = packet.reth.unwrap_or_default();
        let begun = Message {
            kind: row.kind,
            va: reth.va.get(),
            length: reth.length.get().into(),
            received: 0,
            receive: None,
        };
        let mut message = self.message.take().unwrap_or(begun);
        if self.takes_receive_of(row.kind, row.position, row.completes_receive) {
            message.receive = Some(self.taken);
            self.taken += 1;
        }
        let (from, length) = (message.received as usize, packet.payload.len());
        let (psn, cycle) = (packet.psn, scene.cycle);
        if row.kind == Kind::Write {
            let va = message.va + message.received;
            self.writes.owe(va, &packet.payload, 0..length, psn, cycle);
        } else if let Some((room, _)) = message
            .receive
            .and_then(|number| scene.receives.get(number))
        {
            for (va, range) in cut(&room.pieces, from, from + length) {
                self.writes.owe(va, &packet.payload, range, psn, cycle);
            }
        }
        message.received += length as u64;
        self.newest = packet.psn;
        self.expected = self.expected.add(1);
        if matches!(row.position, Position::Last | Position::Only) {
            self.msn = (self.msn + 1) & Psn::MASK;
            self.complete(packet, &message, scene);
        } else {
            self.message = Some(message);
        }
        self.owe(Kinds::Ack, packet.psn, packet.ack_request, scene);
    }

    fn takes_receive_of(&self, kind: Kind, position: Position, completes: bool) -> bool {
        match kind {
            Kind::Send => matches!(position, Position::First | Position::Only),
            _ => completes,
        }
    }

    /// The last packet of a message that takes a receive makes a completion.
    fn complete(&mut self, packet: &Packet, message: &Message, scene: &Scene<'_>) {
        let Some(number) = message.receive else {
            return;
        };
        let has = |bit: u8| packet.row.is_some_and(|row| row.headers & bit != 0);
        let opcode = match message.kind {
            Kind::Send => done::RECEIVE,
            _ => done::RECEIVE_WRITE_IMMEDIATE,
        };
        // A key that is not valid, or not for peers to end, stays as it is, and the completion does not speak of it.
        let pd = scene.attributes.pd;
        let invalidated = packet.number.filter(|_| has(headers::INVALIDATE));
        let valid = |key: &u32| scene.memory.yields(*key, pd) && !self.invalidated.contains(key);
        let invalidated = invalidated.filter(valid);
        self.invalidated.extend(invalidated);
        self.completions.push_back(Received {
            number,
            opcode,
            length: message.received,
            immediate: packet.number.filter(|_| has(headers::IMMEDIATE)),
            invalidated,
            behind: self.writes.issued(),
        });
    }

    fn accept_returning(&mut self, packet: &Packet, scene: &Scene<'_>) {
        self.msn = (self.msn + 1) & Psn::MASK;
        let operation = match (packet.reth, packet.atomic) {
            (Some(reth), _) => Operation::Read {
                va: reth.va.get(),
                rkey: reth.rkey.get(),
                length: reth.length.get().into(),
            },
            (None, atomic) => {
                let atomic = atomic.unwrap_or_default();
                let (va, swap_add) = (atomic.va.get(), atomic.swap_add.get());
                let compare = atomic.compare.get();
                match packet.row.map(|row| row.kind) {
                    Some(Kind::CompareSwap) => Operation::CompareSwap {
                        va,
                        compare,
                        swap: swap_add,
                    },
                    _ => Operation::FetchAdd { va, add: swap_add },
                }
            }
        };
        let count = self.owe_returning(packet.psn, operation, true, scene);
        self.expected = self.expected.add(count);
        self.resources.push_back(Resource {
            psn: packet.psn,
            count,
            operation,
            msn: self.msn,
            original: None,
        });
        if self.resources.len() > REMEMBERED {
            self.resources.pop_front();
        }
    }

    /// Owes the answer of a READ or atomic; the PSNs it takes.
    pub(super) fn owe_returning(
        &mut self,
        psn: Psn,
        operation: Operation,
        required: bool,
        scene: &Scene<'_>,
    ) -> u32 {
        let Operation::Read { va, length, .. } = operation else {
            self.owe(Kinds::Atomic(operation), psn, required, scene);
            return 1;
        };
        let count = length.div_ceil(scene.attributes.pmtu as u64).max(1) as u32;
        let kind = Kinds::Read {
            va,
            length,
            sent: 0,
            count,
        };
        self.owe(kind, psn, required, scene);
        count
    }
}
