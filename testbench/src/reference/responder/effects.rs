//! What an accepted request leads to: writes, a receive completion, answers owed, and what is remembered for a repetition.
use super::super::work::cut;
use super::{Kinds, Message, Operation, Received, Resource, Responder, Scene};
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
        self.expected = self.expected.add(1);
        if matches!(row.position, Position::Last | Position::Only) {
            self.msn = (self.msn + 1) & Psn::MASK;
            self.complete(packet, &message);
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
    fn complete(&mut self, packet: &Packet, message: &Message) {
        let Some(number) = message.receive else {
            return;
        };
        let has = |bit: u8| packet.row.is_some_and(|row| row.headers & bit != 0);
        let opcode = match message.kind {
            Kind::Send => done::RECEIVE,
            _ => done::RECEIVE_WRITE_IMMEDIATE,
        };
        let invalidated = packet.number.filter(|_| has(headers::INVALIDATE));
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
        let (operation, count) = match (packet.reth, packet.atomic) {
            (Some(reth), _) => {
                let length = u64::from(reth.length.get());
                let count = length.div_ceil(scene.attributes.pmtu as u64).max(1) as u32;
                let (va, rkey) = (reth.va.get(), reth.rkey.get());
                self.owe_read(packet.psn, va, length, true, scene);
                (Operation::Read { va, rkey, length }, count)
            }
            (None, atomic) => {
                let atomic = atomic.unwrap_or_default();
                let (va, swap_add) = (atomic.va.get(), atomic.swap_add.get());
                let compare = atomic.compare.get();
                let swaps = packet.row.is_some_and(|row| row.kind == Kind::CompareSwap);
                let operation = if swaps {
                    Operation::CompareSwap {
                        va,
                        compare,
                        swap: swap_add,
                    }
                } else {
                    Operation::FetchAdd { va, add: swap_add }
                };
                self.owe(Kinds::Atomic(operation), packet.psn, true, scene);
                (operation, 1)
            }
        };
        self.expected = self.expected.add(count);
        self.resources.push_back(Resource {
            psn: packet.psn,
            count,
            operation,
            original: None,
        });
        if self.resources.len() > scene.attributes.max_dest_rd_atomic as usize {
            self.resources.pop_front();
        }
    }

    pub(super) fn owe_read(
        &mut self,
        psn: Psn,
        va: u64,
        length: u64,
        required: bool,
        scene: &Scene<'_>,
    ) {
        let count = length.div_ceil(scene.attributes.pmtu as u64).max(1) as u32;
        let kind = Kinds::Read {
            va,
            length,
            sent: 0,
            count,
        };
        self.owe(kind, psn, required, scene);
    }
}
