//! Whether an answer of the card is one that is owed.
//!
//! Answers are owed in a queue, in the order of the requests. One that acknowledges may be passed over for a later one that covers it; a
//! READ response or an atomic's answer may not.
use super::super::rule::{Fault, Rule};
use super::{Answer, Claim, Kinds, Resource, Responder, Scene};
use crate::reference::Packet;
use ferric_layout::Psn;
use ferric_layout::opcode::{Kind, Position};
use ferric_layout::status::syndrome;

impl Responder {
    /// The card sent an answer.
    pub fn answer(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<Claim, Fault> {
        let kind = packet.row.map(|row| row.kind);
        match kind {
            Some(Kind::Acknowledge) => self.acknowledge(packet).map(|()| None),
            Some(Kind::ReadResponse) => self.respond(packet, scene).map(|()| None),
            _ => self.atomic(packet, scene),
        }
    }

    fn acknowledge(&mut self, packet: &Packet) -> Result<(), Fault> {
        let (psn, aeth) = (packet.psn, packet.aeth.unwrap_or_default());
        let code = aeth.syndrome;
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let ack = code & (syndrome::KIND_MASK | syndrome::RESERVED) == syndrome::KIND_ACK;
        let mut almost = None;
        for (index, answer) in self.owed.iter().enumerate() {
            let matches = match answer.kind {
                Kinds::Ack => ack && answer.psn == psn,
                Kinds::Nak(owed) => {
                    if answer.psn == psn && !ack && code != owed {
                        let detail = format!("syndrome {code:#04x}, {owed:#04x} is owed");
                        almost.get_or_insert((Rule::Syndrome, detail));
                    }
                    code == owed && answer.psn == psn
                }
                Kinds::Read { .. } | Kinds::Atomic(_) => false,
            };
            if matches && packet.msn() == Some(answer.msn) {
                self.given(index, psn);
                return Ok(());
            }
            if matches {
                let detail = format!(
                    "MSN {:x?} in answer, {:#x} in truth",
                    packet.msn(),
                    answer.msn
                );
                almost.get_or_insert((Rule::Msn, detail));
            }
            if !answer.skippable() {
                let detail = format!(
                    "{:?} for PSN {:#x} comes first",
                    answer.kind,
                    answer.psn.value()
                );
                almost.get_or_insert((Rule::AnswerOrder, detail));
                break;
            }
        }
        let (rule, detail) = almost.unwrap_or_else(|| {
            let detail = format!("nothing calls for an answer with syndrome {code:#04x}");
            (Rule::Answer, detail)
        });
        fault(rule, detail)
    }

    /// The answer at `index` was given, and those before it that it covers are not owed any more.
    fn given(&mut self, index: usize, psn: Psn) {
        self.owed.remove(index);
        self.pass(index, psn);
        for answer in &mut self.owed {
            if answer.kind == Kinds::Ack && !psn.is_before(answer.psn) {
                answer.required = false;
            }
        }
    }

    /// The first `count` answers were passed over for one with this PSN. Of these an acknowledge beyond it is only late: it was held while
    /// what was asked for again was answered.
    fn pass(&mut self, count: usize, psn: Psn) {
        let behind = self.owed.split_off(count);
        self.owed
            .retain(|answer| answer.kind == Kinds::Ack && psn.is_before(answer.psn));
        self.owed.extend(behind);
    }

    /// Place in the queue of the READ or atomic to be answered next. Of several with this PSN, since a READ that is being answered was asked
    /// for again from there, it is the one whose part this is.
    fn next_returning(&self, packet: &Packet) -> Result<usize, Fault> {
        let psn = packet.psn;
        let mut place = Err(Fault::new(Rule::Answer, psn, "no request calls for it"));
        for (index, answer) in self.owed.iter().enumerate() {
            let expected = match answer.kind {
                Kinds::Read { sent, .. } => Some(answer.psn.add(sent)),
                Kinds::Atomic(_) => Some(answer.psn),
                _ => None,
            };
            if expected == Some(psn) {
                let fits = answer
                    .position()
                    .is_none_or(|due| packet.row.is_some_and(|row| row.position == due));
                if fits || place.is_err() {
                    place = Ok(index);
                }
                if fits {
                    break;
                }
            }
            if !answer.skippable() {
                let next = expected.unwrap_or(answer.psn).value();
                let detail = format!("{:?} with PSN {next:#x} comes first", answer.kind);
                return place.or(Err(Fault::new(Rule::AnswerOrder, psn, detail)));
            }
        }
        place
    }

    fn respond(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<(), Fault> {
        let psn = packet.psn;
        let index = self.next_returning(packet)?;
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let msn = self.msn;
        let answer = &mut self.owed[index];
        let Kinds::Read {
            va,
            length,
            sent,
            count,
        } = &mut answer.kind
        else {
            return fault(Rule::AnswerOrder, "an atomic is answered first".into());
        };
        let position = position(*sent, *count);
        let found = packet.row.map(|row| row.position);
        if found != Some(position) {
            let detail = format!("{found:?} instead of {position:?}");
            return fault(Rule::ReadResponse, detail);
        }
        let pmtu = scene.attributes.pmtu as u64;
        let at = u64::from(*sent) * pmtu;
        let part = (*length - at).min(pmtu);
        if packet.payload.len() as u64 != part {
            let detail = format!("{} bytes instead of {part}", packet.payload.len());
            return fault(Rule::ReadResponse, detail);
        }
        check_returning(packet, answer.msn, msn)?;
        let Some(since) = answer.since else {
            return fault(
                Rule::ReadData,
                "an earlier WRITE is not in memory yet".into(),
            );
        };
        if let Err(wrong) = scene.memory.held(*va + at, &packet.payload, since)
            && part > 0
        {
            let detail = format!("byte {} of the READ never was in memory", at + wrong as u64);
            return fault(Rule::ReadData, detail);
        }
        *sent += 1;
        let left = *count - *sent;
        if left == 0 {
            self.given(index, psn);
        } else {
            self.pass(index, psn);
        }
        Ok(())
    }

    fn atomic(&mut self, packet: &Packet, scene: &Scene<'_>) -> Result<Claim, Fault> {
        let psn = packet.psn;
        let index = self.next_returning(packet)?;
        let answer = self.owed[index];
        let fault = |detail: String| Fault::new(Rule::Atomic, psn, detail);
        let Kinds::Atomic(operation) = answer.kind else {
            return Err(Fault::new(
                Rule::AnswerOrder,
                psn,
                "a READ is answered first",
            ));
        };
        check_returning(packet, answer.msn, self.msn)?;
        let found = packet.original.unwrap_or(0);
        let known = self
            .resources
            .iter_mut()
            .find(|resource| resource.psn == psn);
        let claim = match known {
            Some(Resource {
                original: Some(original),
                ..
            }) if *original != found => {
                let detail = format!("{found:#x} is repeated, but {original:#x} was found");
                return Err(fault(detail));
            }
            Some(Resource {
                original: Some(_), ..
            }) => None,
            slot => {
                let change = operation.change(found);
                let since = answer.since.ok_or_else(|| {
                    fault("it was executed before an earlier WRITE was in memory".into())
                })?;
                let claimable = scene.memory.claimable(change, since);
                claimable.map_err(|error| Fault {
                    psn: Some(psn),
                    ..error
                })?;
                if let Some(slot) = slot {
                    slot.original = Some(found);
                }
                Some(change)
            }
        };
        self.given(index, psn);
        Ok(claim)
    }
}

impl Answer {
    /// Of a READ, the place in its answer of the packet that is due.
    fn position(&self) -> Option<Position> {
        match self.kind {
            Kinds::Read { sent, count, .. } => Some(position(sent, count)),
            _ => None,
        }
    }
}

fn position(sent: u32, count: u32) -> Position {
    match (sent == 0, sent + 1 == count) {
        (true, true) => Position::Only,
        (true, false) => Position::First,
        (false, false) => Position::Middle,
        (false, true) => Position::Last,
    }
}

/// The acknowledge header of a READ response or atomic's answer: its MSN lies between that of the request and the newest.
fn check_returning(packet: &Packet, first: u32, newest: u32) -> Result<(), Fault> {
    let Some(aeth) = packet.aeth else {
        return Ok(());
    };
    if aeth.syndrome & (syndrome::KIND_MASK | syndrome::RESERVED) != syndrome::KIND_ACK {
        let detail = format!(
            "syndrome {:#04x} in an answer that returns data",
            aeth.syndrome
        );
        return Err(Fault::new(Rule::Syndrome, packet.psn, detail));
    }
    let msn = packet.msn().unwrap_or(first);
    if msn.wrapping_sub(first) & Psn::MASK > newest.wrapping_sub(first) & Psn::MASK {
        let detail = format!("MSN {msn:#x} in answer, {first:#x} to {newest:#x} in truth");
        return Err(Fault::new(Rule::Msn, packet.psn, detail));
    }
    Ok(())
}
