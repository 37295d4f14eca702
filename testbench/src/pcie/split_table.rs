//! The block's split table: the card's reads that wait for data, by tag, and what each arriving completion means.

use std::collections::VecDeque;

use super::checker::budget::Charge;
use super::descriptor::RcError;
use super::enables;
use super::tlp::{Attributes, Id, Request, Status, Tlp, WORD};

const TAGS: usize = 256;
/// A completion that is not the last ends at a multiple of this, at least.
const BOUNDARY: u64 = 64;

/// A read that waits.
#[derive(Clone, Debug)]
struct Waiting {
    requester: Id,
    traffic_class: u8,
    attributes: Attributes,
    next: u64,
    remaining: u64,
    serial: u64,
}

/// What becomes of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong with it.
    pub error: RcError,
    /// Byte address of its first byte.
    pub address: u64,
    /// It is the last of its tag.
    pub completed: bool,
    /// What of the completion buffer is given back once the card has taken it.
    pub released: (Charge, Charge),
}

/// All reads that wait.
#[derive(Debug)]
pub struct SplitTable {
    waiting: Vec<Option<Waiting>>,
    /// What each tag still takes of the completion buffer.
    charges: Vec<Charge>,
    count: usize,
    serial: u64,
    deadlines: VecDeque<(u64, u8, u64)>,
    timeout: u64,
    boundary: u64,
}

impl SplitTable {
    /// Empty; a read is given up after `timeout` cycles.
    pub fn new(timeout: u64) -> Self {
        Self {
            waiting: vec![None; TAGS],
            charges: vec![Charge::default(); TAGS],
            count: 0,
            serial: 0,
            deadlines: VecDeque::new(),
            timeout,
            boundary: BOUNDARY,
        }
    }

    /// Sets the boundary that the root completes at, by which space is charged.
    pub fn set_boundary(&mut self, boundary: u64) {
        self.boundary = boundary;
    }

    /// Number of reads that wait.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether `tag` waits.
    pub fn pending(&self, tag: u16) -> bool {
        self.waiting
            .get(usize::from(tag))
            .is_some_and(Option::is_some)
    }

    /// Forgets everything, at reset.
    pub fn clear(&mut self) {
        self.waiting.fill(None);
        self.charges.fill(Charge::default());
        self.deadlines.clear();
        self.count = 0;
    }

    /// A read was accepted in cycle `now`; what it may take of the completion buffer.
    pub fn open(&mut self, tlp: &Tlp, request: &Request, now: u64) -> Charge {
        let tag = usize::from(request.tag as u8);
        self.serial += 1;
        let remaining = u64::from(enables::byte_count(
            tlp.words,
            request.first_be,
            request.last_be,
        ));
        let next = request.start();
        let previous = self.waiting[tag].replace(Waiting {
            requester: request.requester,
            traffic_class: tlp.traffic_class,
            attributes: tlp.attributes,
            next,
            remaining,
            serial: self.serial,
        });
        self.count += usize::from(previous.is_none());
        self.deadlines
            .push_back((now + self.timeout, tag as u8, self.serial));
        let charge = Charge::worst(next, remaining, self.boundary);
        self.charges[tag] = charge;
        charge
    }

    fn close(&mut self, tag: usize) -> (Charge, Charge) {
        self.waiting[tag] = None;
        self.count -= 1;
        (std::mem::take(&mut self.charges[tag]), Charge::default())
    }

    /// Ends every read that waits, at a function-level reset.
    pub fn abandon(&mut self) -> Vec<Expired> {
        (0..TAGS).filter_map(|tag| self.give_up(tag)).collect()
    }

    /// Judges an arriving completion, and moves its tag on.
    pub fn judge(&mut self, tlp: &Tlp) -> Verdict {
        let nothing = (Charge::default(), Charge::default());
        let lost = |error, address| Verdict {
            error,
            address,
            completed: false,
            released: nothing,
        };
        let Some(completion) = tlp.as_completion() else {
            return lost(RcError::Tag, 0);
        };
        let tag = usize::from(completion.tag);
        let boundary = self.boundary;
        let Some(Some(waiting)) = self.waiting.get_mut(tag) else {
            return lost(RcError::Tag, 0);
        };
        let address = waiting.next;
        let copied = completion.requester == waiting.requester
            && tlp.traffic_class == waiting.traffic_class
            && tlp.attributes == waiting.attributes;
        if !copied {
            return lost(RcError::Mismatch, address);
        }
        let ended = |error, released| Verdict {
            error,
            address,
            completed: true,
            released,
        };
        if completion.status != Status::Success {
            return ended(RcError::Status, self.close(tag));
        }
        if u64::from(completion.lower_address) != address & 0x7f {
            return lost(RcError::Address, address);
        }
        let skipped = address % WORD as u64;
        let carried = (tlp.data.len() as u64)
            .saturating_sub(skipped)
            .min(waiting.remaining);
        let last = carried == waiting.remaining;
        let exact = tlp.data.len() as u64 == (skipped + carried).next_multiple_of(WORD as u64);
        let lawful = last || (address + carried).is_multiple_of(BOUNDARY);
        if u64::from(completion.byte_count) != waiting.remaining
            || carried == 0
            || !exact
            || !lawful
        {
            return ended(RcError::Length, self.close(tag));
        }
        let error = if tlp.poisoned {
            RcError::Poisoned
        } else {
            RcError::None
        };
        if last {
            return ended(error, self.close(tag));
        }
        waiting.next += carried;
        waiting.remaining -= carried;
        let after = Charge::worst(waiting.next, waiting.remaining, boundary);
        let before = std::mem::replace(&mut self.charges[tag], after);
        Verdict {
            error,
            address,
            completed: false,
            released: (before, after),
        }
    }

    /// The next read whose time was up by cycle `now`: tag, requester, first missing address, bytes missing, and
    /// what it gives back.
    pub fn expired(&mut self, now: u64) -> Option<Expired> {
        while let Some(&(deadline, tag, serial)) = self.deadlines.front() {
            if deadline > now {
                break;
            }
            self.deadlines.pop_front();
            let waiting = self.waiting[usize::from(tag)].as_ref();
            if waiting.is_some_and(|waiting| waiting.serial == serial) {
                return self.give_up(usize::from(tag));
            }
        }
        None
    }

    fn give_up(&mut self, tag: usize) -> Option<Expired> {
        let waiting = self.waiting[tag].clone()?;
        Some(Expired {
            tag: tag as u8,
            requester: waiting.requester,
            address: waiting.next,
            missing: waiting.remaining,
            released: self.close(tag),
        })
    }
}

/// A read that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expired {
    /// Its tag.
    pub tag: u8,
    /// Who asked.
    pub requester: Id,
    /// First byte that never came.
    pub address: u64,
    /// Number of bytes that never came.
    pub missing: u64,
    /// What of the completion buffer is given back.
    pub released: (Charge, Charge),
}

#[cfg(test)]
mod tests {
    use super::super::tlp::Header;
    use super::*;

    const CARD: Id = Id::new(1, 0, 0);

    fn part(asked: &Tlp, address: u64, bytes: u64, byte_count: u16) -> Tlp {
        let mut tlp = Tlp::completion(asked, asked.request().unwrap(), Id(0), Status::Success);
        tlp.data = vec![0; ((address % 4 + bytes) as usize).next_multiple_of(4)];
        tlp.words = (tlp.data.len() / 4) as u16;
        let Header::Completion(completion) = &mut tlp.header else {
            unreachable!()
        };
        (completion.byte_count, completion.lower_address) = (byte_count, (address & 0x7f) as u8);
        tlp
    }

    fn table(address: u64, bytes: usize) -> (SplitTable, Tlp) {
        let mut table = SplitTable::new(1000);
        let asked = Tlp::memory_read(CARD, 9, address, bytes);
        let charge = table.open(&asked, asked.request().unwrap(), 0);
        assert_eq!(charge, Charge::worst(address, bytes as u64, 64));
        (table, asked)
    }

    fn judge(table: &mut SplitTable, tlp: &Tlp) -> (RcError, bool) {
        let verdict = table.judge(tlp);
        (verdict.error, verdict.completed)
    }

    #[test]
    fn parts_in_order_end_with_the_last() {
        let (mut table, asked) = table(0x1022, 100);
        assert_eq!(
            judge(&mut table, &part(&asked, 0x1022, 30, 100)),
            (RcError::None, false)
        );
        let verdict = table.judge(&part(&asked, 0x1040, 64, 70));
        assert_eq!(verdict.address, 0x1040);
        assert_eq!(
            verdict.released,
            (Charge::worst(0x1040, 70, 64), Charge::worst(0x1080, 6, 64))
        );
        assert_eq!(
            judge(&mut table, &part(&asked, 0x1080, 6, 6)),
            (RcError::None, true)
        );
        assert!(!table.pending(9) && table.count() == 0);
        assert_eq!(
            judge(&mut table, &part(&asked, 0x1080, 6, 6)),
            (RcError::Tag, false)
        );
    }

    #[test]
    fn each_kind_of_bad_completion_has_its_code() {
        let bad = |change: &dyn Fn(&mut Tlp)| {
            let (mut table, asked) = table(0x1000, 128);
            let mut tlp = part(&asked, 0x1000, 64, 128);
            change(&mut tlp);
            let found = judge(&mut table, &tlp);
            assert_eq!(table.pending(9), !found.1);
            found
        };
        let edit = |tlp: &mut Tlp, change: &dyn Fn(&mut super::super::tlp::Completion)| {
            let Header::Completion(completion) = &mut tlp.header else {
                unreachable!()
            };
            change(completion);
        };
        assert_eq!(bad(&|tlp| tlp.poisoned = true), (RcError::Poisoned, false));
        assert_eq!(
            bad(&|tlp| edit(tlp, &|c| c.status = Status::CompleterAbort)),
            (RcError::Status, true)
        );
        assert_eq!(
            bad(&|tlp| edit(tlp, &|c| c.byte_count = 120)),
            (RcError::Length, true)
        );
        assert_eq!(bad(&|tlp| tlp.data.truncate(60)), (RcError::Length, true));
        assert_eq!(bad(&|tlp| tlp.data.resize(192, 0)), (RcError::Length, true));
        assert_eq!(
            bad(&|tlp| tlp.traffic_class = 1),
            (RcError::Mismatch, false)
        );
        assert_eq!(
            bad(&|tlp| edit(tlp, &|c| c.requester = Id(3))),
            (RcError::Mismatch, false)
        );
        assert_eq!(
            bad(&|tlp| edit(tlp, &|c| c.lower_address = 64)),
            (RcError::Address, false)
        );
        assert_eq!(
            bad(&|tlp| edit(tlp, &|c| c.tag = 10)),
            (RcError::Tag, false)
        );
    }

    #[test]
    fn read_without_answer_expires_once() {
        let (mut table, asked) = table(0x1000, 128);
        table.judge(&part(&asked, 0x1000, 64, 128));
        assert_eq!(table.expired(999), None);
        let expired = table.expired(1000).unwrap();
        assert_eq!(
            (expired.tag, expired.address, expired.missing),
            (9, 0x1040, 64)
        );
        assert_eq!(
            expired.released,
            (Charge::worst(0x1040, 64, 64), Charge::default())
        );
        assert_eq!(table.expired(5000), None);
        table.open(&asked, asked.request().unwrap(), 1500);
        assert_eq!(table.expired(2499), None);
        assert!(table.expired(2500).is_some());
    }
}
