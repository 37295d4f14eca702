//! Rules for the card's answers: exactly one full answer for each of the host's requests.

use std::collections::VecDeque;

use super::{Reports, Rule};
use crate::pcie::enables;
use crate::pcie::tlp::{Access, Attributes, Status, Tlp, WORD};

/// An endpoint cuts its answers at these multiples.
const BOUNDARY: u64 = 128;
const TAGS: usize = 256;

/// A request that waits.
#[derive(Clone, Debug)]
struct Waiting {
    access: Access,
    requester: u16,
    traffic_class: u8,
    attributes: Attributes,
    /// Byte address that the next completion starts at.
    next: u64,
    remaining: u16,
    serial: u64,
}

/// The host's requests that the card has yet to answer, by tag.
#[derive(Debug)]
pub struct Answers {
    waiting: Vec<Option<Waiting>>,
    count: usize,
    serial: u64,
    deadlines: VecDeque<(u64, u8, u64)>,
    patience: u64,
}

impl Answers {
    /// None; a request may wait for `patience` cycles.
    pub fn new(patience: u64) -> Self {
        Self {
            waiting: vec![None; TAGS],
            count: 0,
            serial: 0,
            deadlines: VecDeque::new(),
            patience,
        }
    }

    /// Number of requests that wait.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Forgets everything, at reset.
    pub fn clear(&mut self) {
        self.waiting.fill(None);
        self.deadlines.clear();
        self.count = 0;
    }

    /// A request goes to the card in cycle `now`.
    pub fn expect(&mut self, tlp: &Tlp, now: u64) {
        let Some(request) = tlp.request() else { return };
        self.serial += 1;
        let remaining = if request.access.returns_data() {
            enables::byte_count(tlp.words, request.first_be, request.last_be)
        } else {
            4
        };
        let previous = self.waiting[usize::from(request.tag as u8)].replace(Waiting {
            access: request.access,
            requester: request.requester.0,
            traffic_class: tlp.traffic_class,
            attributes: tlp.attributes,
            next: request.start(),
            remaining,
            serial: self.serial,
        });
        self.count += usize::from(previous.is_none());
        self.deadlines
            .push_back((now + self.patience, request.tag as u8, self.serial));
    }

    /// Looks for requests that have waited too long; each is reported once and forgotten.
    pub fn step(&mut self, now: u64, reports: &mut Reports) {
        while let Some(&(deadline, tag, serial)) = self.deadlines.front() {
            if deadline > now {
                break;
            }
            self.deadlines.pop_front();
            let slot = &mut self.waiting[usize::from(tag)];
            if slot
                .as_ref()
                .is_some_and(|waiting| waiting.serial == serial)
            {
                let waiting = slot.take();
                self.count -= 1;
                reports.report(Rule::Unanswered, format!("tag {tag:#x}: {waiting:x?}"));
            }
        }
    }

    /// Checks an answer. Whether it can be passed on at all.
    pub fn check(&mut self, tlp: &Tlp, max_payload: u64, reports: &mut Reports) -> bool {
        let Some(completion) = tlp.as_completion() else {
            return false;
        };
        let seen = || format!("{completion:x?}, {} double words", tlp.words);
        let slot = &mut self.waiting[usize::from(completion.tag as u8)];
        let waiting = match slot {
            Some(waiting) if waiting.requester == completion.requester.0 => waiting,
            _ => {
                reports.report(Rule::UnexpectedCompletion, seen());
                return false;
            }
        };
        let copied =
            tlp.traffic_class == waiting.traffic_class && tlp.attributes == waiting.attributes;
        let mut good = reports.require(copied, Rule::CompletionFields, seen);
        let locked = waiting.access == Access::LockedRead;
        let ends = if completion.status != Status::Success {
            good &= reports.require(tlp.words == 0, Rule::CompletionFields, seen);
            good &= reports.require(completion.locked == locked, Rule::CompletionFields, seen);
            true
        } else if !waiting.access.returns_data() {
            let fields =
                tlp.words == 0 && completion.byte_count == 4 && completion.lower_address == 0;
            good &= reports.require(fields, Rule::CompletionFields, seen);
            true
        } else {
            let skipped = (waiting.next % WORD as u64) as u16;
            let lower = (waiting.next & 0x7f) as u8;
            let carried = (tlp.words * WORD as u16)
                .saturating_sub(skipped)
                .min(waiting.remaining);
            let ends = carried == waiting.remaining;
            let exact = tlp.words == (skipped + carried).div_ceil(WORD as u16) && carried > 0;
            let fields = exact
                && completion.byte_count == waiting.remaining
                && completion.lower_address == lower
                && completion.locked == locked;
            good &= reports.require(fields, Rule::CompletionFields, seen);
            let stops = waiting.next + u64::from(carried);
            let split = ends || stops.is_multiple_of(BOUNDARY);
            good &= reports.require(split, Rule::CompletionSplit, seen);
            let bytes = u64::from(tlp.words) * WORD as u64;
            good &= reports.require(bytes <= max_payload, Rule::MaxPayload, seen);
            waiting.next = stops;
            waiting.remaining -= carried;
            ends
        };
        if ends {
            *slot = None;
            self.count -= 1;
        }
        good
    }
}

#[cfg(test)]
mod tests {
    use super::super::OnViolation;
    use super::*;
    use crate::pcie::tlp::{Header, Id};

    struct Bench {
        answers: Answers,
        reports: Reports,
    }

    impl Bench {
        fn new() -> Self {
            Self {
                answers: Answers::new(100),
                reports: Reports::new(OnViolation::Record, 0),
            }
        }

        fn ask(&mut self, address: u64, bytes: usize) -> Tlp {
            let tlp = Tlp::memory_read(Id(8), 5, address, bytes);
            self.answers.expect(&tlp, 0);
            tlp
        }

        fn answer(&mut self, tlp: &Tlp) {
            self.answers.check(tlp, 256, &mut self.reports);
        }
    }

    /// A completion of `asked` with `bytes` bytes of data whose remaining fields are set by hand.
    fn part(asked: &Tlp, words: u16, byte_count: u16, lower_address: u8) -> Tlp {
        let mut tlp = Tlp::completion(asked, asked.request().unwrap(), Id(0x100), Status::Success);
        tlp.words = words;
        tlp.data = vec![0; usize::from(words) * WORD];
        let Header::Completion(completion) = &mut tlp.header else {
            unreachable!()
        };
        (completion.byte_count, completion.lower_address) = (byte_count, lower_address);
        tlp
    }

    #[test]
    fn answer_in_one_or_in_parts_is_accepted_once() {
        let mut bench = Bench::new();
        let asked = bench.ask(0x1065, 32);
        bench.answer(&part(&asked, 7, 32, 0x65));
        bench.answer(&part(&asked, 2, 5, 0));
        assert_eq!((bench.reports.rules(), bench.answers.count()), (vec![], 0));
        bench.answer(&part(&asked, 2, 5, 0));
        assert_eq!(bench.reports.rules(), [Rule::UnexpectedCompletion]);
    }

    #[test]
    fn answer_to_another_requester_is_unexpected() {
        let mut bench = Bench::new();
        let asked = bench.ask(0x1000, 4);
        let mut answer = part(&asked, 1, 4, 0);
        let Header::Completion(completion) = &mut answer.header else {
            unreachable!()
        };
        completion.requester = Id(9);
        bench.answer(&answer);
        assert_eq!(bench.reports.rules(), [Rule::UnexpectedCompletion]);
    }

    #[test]
    fn wrong_byte_count_address_length_and_copies_are_seen() {
        for (words, byte_count, lower) in [(1, 8, 4), (1, 4, 0), (2, 4, 4), (0, 4, 4)] {
            let mut bench = Bench::new();
            let asked = bench.ask(0x1004, 4);
            bench.answer(&part(&asked, words, byte_count, lower));
            assert!(
                bench.reports.rules().contains(&Rule::CompletionFields),
                "{words} {byte_count} {lower}"
            );
        }
        let mut bench = Bench::new();
        let asked = bench.ask(0x1004, 4);
        let mut answer = part(&asked, 1, 4, 4);
        answer.traffic_class = 1;
        bench.answer(&answer);
        assert_eq!(bench.reports.rules(), [Rule::CompletionFields]);
    }

    #[test]
    fn answer_cut_off_its_boundary_or_too_long_is_seen() {
        let mut bench = Bench::new();
        let asked = bench.ask(0x1000, 256);
        bench.answer(&part(&asked, 16, 256, 0));
        assert_eq!(bench.reports.rules(), [Rule::CompletionSplit]);
        let mut bench = Bench::new();
        let asked = bench.ask(0x1000, 512);
        bench.answer(&part(&asked, 128, 512, 0));
        assert_eq!(bench.reports.rules(), [Rule::MaxPayload]);
    }

    #[test]
    fn refusal_ends_the_request_and_carries_no_data() {
        let mut bench = Bench::new();
        let asked = bench.ask(0x1000, 64);
        let refusal = Tlp::completion(
            &asked,
            asked.request().unwrap(),
            Id(0x100),
            Status::UnsupportedRequest,
        );
        bench.answer(&refusal);
        assert_eq!((bench.reports.rules(), bench.answers.count()), (vec![], 0));
        let asked = bench.ask(0x1000, 64);
        let mut refusal = refusal;
        refusal.words = 1;
        bench.answer(&refusal);
        assert_eq!(bench.reports.rules(), [Rule::CompletionFields]);
        drop(asked);
    }

    #[test]
    fn silence_is_reported_once_its_time_is_up() {
        let mut bench = Bench::new();
        bench.ask(0x1000, 4);
        bench.answers.step(99, &mut bench.reports);
        assert_eq!(bench.reports.rules(), []);
        bench.answers.step(100, &mut bench.reports);
        bench.answers.step(200, &mut bench.reports);
        assert_eq!(
            (bench.reports.rules(), bench.answers.count()),
            (vec![Rule::Unanswered], 0)
        );
    }
}
