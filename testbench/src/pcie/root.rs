//! The root complex: it answers the card's reads from memory, applies its writes, takes its interrupts, and sends the
//! processor's reads and writes of the card's windows.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use fastrand::Rng;
use thiserror::Error;

use super::credits::Credits;
use super::enables;
use super::faults::{Failure, Injector};
use super::interrupts::{self, Interrupts, Message};
use super::iommu::{Cause, Fault, Iommu};
use super::memory::HostMemory;
use super::split::{Limits, SplitPolicy};
use super::tlp::{Access, Class, Completion, Header, Id, PAGE, Request, Status, Tlp, WORD};

const HOST: Id = Id(0);
const TAGS: usize = 256;
/// A read struck by a fault is struck at one of its first packets.
const STRUCK_WITHIN: u32 = 4;

/// How the root complex behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bus addresses are translated.
    pub iommu: bool,
    /// How answers are cut.
    pub split: SplitPolicy,
    /// Answers to different reads are interleaved at random, not sent one after the other.
    pub interleave: bool,
    /// Cycles from a read's arrival to its answer.
    pub latency: u32,
    /// Up to so many cycles more, at random.
    pub jitter: u32,
    /// One read in so many (0: none) takes [`Settings::tail`] cycles more.
    pub tail_one_in: u32,
    /// See [`Settings::tail_one_in`].
    pub tail: u32,
    /// Cycles after which the processor gives a read of the card up.
    pub timeout: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            iommu: true,
            split: SplitPolicy::Largest,
            interleave: false,
            latency: 0,
            jitter: 0,
            tail_one_in: 0,
            tail: 0,
            timeout: 100_000,
        }
    }
}

/// A read of the card's registers that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadId(u64);

/// Why a read of the card failed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// The card refused it.
    #[error("the card answered with {0:?}")]
    Status(Status),
    /// The data are marked corrupt.
    #[error("the card's data are poisoned")]
    Poisoned,
    /// No answer came.
    #[error("the card did not answer in time")]
    Timeout,
}

/// What the processor gets for a read.
pub type ReadResult = Result<Vec<u8>, ReadError>;

/// A read of memory, waiting for its time.
struct Pending {
    tlp: Tlp,
    failure: Option<Failure>,
}

/// A read of memory, being answered.
struct Answer {
    tlp: Tlp,
    request: Request,
    status: Status,
    address: u64,
    remaining: u64,
    /// Whole double words from the first enabled one on.
    data: Vec<u8>,
    sent: usize,
    failure: Option<Failure>,
    strikes_in: u32,
}

/// A read of the card, waiting for its answer.
struct Asked {
    id: ReadId,
    skip: usize,
    bytes: usize,
    data: Vec<u8>,
}

/// The root complex.
pub struct Root {
    /// Host memory.
    pub memory: HostMemory,
    /// Address translation.
    pub iommu: Iommu,
    /// Interrupts.
    pub interrupts: Interrupts,
    /// Which reads end badly.
    pub injector: Injector,
    settings: Settings,
    limits: Limits,
    rng: Rng,
    pending: BinaryHeap<Reverse<(u64, u64)>>,
    reads: HashMap<u64, Pending>,
    serial: u64,
    answers: Vec<Answer>,
    requests: VecDeque<Tlp>,
    requests_turn: bool,
    asked: Vec<Option<Asked>>,
    asked_count: usize,
    deadlines: VecDeque<(u64, usize, ReadId)>,
    results: HashMap<ReadId, ReadResult>,
    poisoned_writes: u64,
    unclaimed: Vec<Tlp>,
}

impl Root {
    /// A root complex with empty memory.
    pub fn new(settings: Settings, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        Self {
            memory: HostMemory::new(rng.u64(..)),
            iommu: Iommu::new(rng.u64(..), settings.iommu),
            interrupts: Interrupts::default(),
            injector: Injector::default(),
            settings,
            limits: Limits {
                boundary: 64,
                max_payload: 128,
            },
            rng,
            pending: BinaryHeap::new(),
            reads: HashMap::new(),
            serial: 0,
            answers: Vec::new(),
            requests: VecDeque::new(),
            requests_turn: false,
            asked: (0..TAGS).map(|_| None).collect(),
            asked_count: 0,
            deadlines: VecDeque::new(),
            results: HashMap::new(),
            poisoned_writes: 0,
            unclaimed: Vec::new(),
        }
    }

    /// Sets what both ends of the link agreed on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// From now on one read in `one_in` (0: none) takes `cycles` cycles more.
    pub fn set_tail(&mut self, one_in: u32, cycles: u32) {
        self.settings.tail_one_in = one_in;
        self.settings.tail = cycles;
    }

    /// Gives `count` interrupt vectors to the card.
    pub fn allocate_vectors(&mut self, count: usize) -> Vec<Message> {
        self.interrupts.allocate(count, &mut self.rng).to_vec()
    }

    /// The processor writes to the card: one packet if it fits one, else cut at the payload limit and at pages.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let (mut at, mut rest) = (address, bytes);
        while !rest.is_empty() {
            let payload = self.limits.max_payload - at % WORD as u64;
            let room = payload.min(PAGE - at % PAGE).min(rest.len() as u64) as usize;
            self.requests
                .push_back(Tlp::memory_write(HOST, 0, at, &rest[..room]));
            at += room as u64;
            rest = &rest[room..];
        }
    }

    /// The processor reads from the card; `None` if too many reads are under way.
    ///
    /// # Panics
    /// If the read crosses a page.
    pub fn read(&mut self, address: u64, bytes: usize, now: u64) -> Option<ReadId> {
        assert!(
            address % PAGE + bytes as u64 <= PAGE,
            "a register read crosses a page"
        );
        let tag = self.asked.iter().position(Option::is_none)?;
        self.serial += 1;
        let id = ReadId(self.serial);
        let skip = (address % WORD as u64) as usize;
        self.asked[tag] = Some(Asked {
            id,
            skip,
            bytes,
            data: Vec::new(),
        });
        self.deadlines
            .push_back((now + self.settings.timeout, tag, id));
        self.asked_count += 1;
        self.requests
            .push_back(Tlp::memory_read(HOST, tag as u16, address, bytes));
        Some(id)
    }

    /// Sends a packet as it stands, right or wrong. What the card answers to it is left to [`Root::take_unclaimed`], if its tag is
    /// none that a read of the processor has.
    pub fn send(&mut self, tlp: Tlp) {
        self.requests.push_back(tlp);
    }

    /// Completions that no read of the processor waited for, since last asked.
    pub fn take_unclaimed(&mut self) -> Vec<Tlp> {
        std::mem::take(&mut self.unclaimed)
    }

    /// The result of a read, once there.
    pub fn take_result(&mut self, id: ReadId) -> Option<ReadResult> {
        self.results.remove(&id)
    }

    /// Poisoned writes of the card, which changed nothing.
    pub fn poisoned_writes(&self) -> u64 {
        self.poisoned_writes
    }

    /// Answers reads by these settings from now on; whether addresses are translated stays as it was.
    pub fn set_pace(&mut self, settings: Settings) {
        let iommu = self.settings.iommu;
        self.settings = Settings { iommu, ..settings };
    }

    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.requests.is_empty()
            && self.answers.is_empty()
            && self.pending.is_empty()
            && self.asked_count == 0
    }

    /// The link went down: nothing is under way any more, and the processor's reads fail.
    pub fn reset(&mut self) {
        self.answers.clear();
        self.pending.clear();
        self.reads.clear();
        self.forget_requests();
    }

    /// The processor's own requests come to nothing; what the card asked is still answered.
    pub fn forget_requests(&mut self) {
        self.requests.clear();
        self.unclaimed.clear();
        for tag in 0..TAGS {
            self.finish(tag, Err(ReadError::Timeout));
        }
    }

    /// Takes in a packet from the card.
    pub fn receive(&mut self, tlp: Tlp, now: u64) {
        match tlp.header {
            Header::Request(request) if request.access == Access::MemoryWrite => {
                self.apply(&tlp, &request, now)
            }
            Header::Request(request) => self.accept(tlp, request, now),
            Header::Completion(completion) => self.collect(&tlp, &completion),
            Header::Message(_) => {}
        }
    }

    fn apply(&mut self, tlp: &Tlp, request: &Request, now: u64) {
        if tlp.poisoned {
            self.poisoned_writes += 1;
            return;
        }
        if interrupts::RANGE.contains(&request.address) {
            if let Some(data) = tlp.data.first_chunk() {
                let message = Message {
                    address: request.address,
                    data: u32::from_le_bytes(*data),
                };
                self.interrupts.deliver(message);
            }
            return;
        }
        let refused = |cause| Fault {
            cycle: now,
            address: request.start(),
            write: true,
            cause,
        };
        let physical = match self.iommu.translate(request.address, true) {
            Ok(physical) => physical,
            Err(cause) => return self.iommu.record(refused(cause)),
        };
        let count = usize::from(enables::byte_count(
            tlp.words,
            request.first_be,
            request.last_be,
        ));
        let lead = enables::lead(request.first_be) as usize;
        let solid = tlp.words > 2
            || enables::first_last(request.start(), count) == (request.first_be, request.last_be);
        let outcome = if tlp.words == 1 && request.first_be == 0 {
            Ok(())
        } else if solid {
            self.memory
                .write(physical + lead as u64, &tlp.data[lead..lead + count])
        } else {
            let enables = u32::from(request.last_be) << 4 | u32::from(request.first_be);
            let enabled = (0..tlp.data.len()).filter(|lane| enables >> lane & 1 == 1);
            enabled.into_iter().try_for_each(|lane| {
                self.memory
                    .write(physical + lane as u64, &tlp.data[lane..=lane])
            })
        };
        if outcome.is_err() {
            self.iommu.record(refused(Cause::NoMemory));
        }
    }

    fn accept(&mut self, tlp: Tlp, request: Request, now: u64) {
        let bytes = u64::from(enables::byte_count(
            tlp.words,
            request.first_be,
            request.last_be,
        ));
        let failure = self.injector.decide(request.start(), bytes);
        let mut latency = self.settings.latency;
        if self.settings.jitter > 0 {
            latency += self.rng.u32(0..=self.settings.jitter);
        }
        if self.settings.tail_one_in > 0 && self.rng.u32(0..self.settings.tail_one_in) == 0 {
            latency += self.settings.tail;
        }
        self.serial += 1;
        self.pending
            .push(Reverse((now + u64::from(latency), self.serial)));
        self.reads.insert(self.serial, Pending { tlp, failure });
    }

    /// Looks after reads whose time has come, in both directions.
    pub fn step(&mut self, now: u64) {
        while let Some(&Reverse((due, serial))) = self.pending.peek() {
            if due > now {
                break;
            }
            self.pending.pop();
            if let Some(Pending { tlp, failure }) = self.reads.remove(&serial) {
                self.serve(tlp, failure, now);
            }
        }
        while let Some(&(deadline, tag, id)) = self.deadlines.front() {
            if deadline > now {
                break;
            }
            self.deadlines.pop_front();
            if self.asked[tag].as_ref().is_some_and(|asked| asked.id == id) {
                self.finish(tag, Err(ReadError::Timeout));
            }
        }
    }

    /// Reads memory for a request: at its end, as a cache would, so that a driver that writes too late is caught.
    fn serve(&mut self, tlp: Tlp, failure: Option<Failure>, now: u64) {
        let Some(request) = tlp.request().copied() else {
            return;
        };
        let (start, bytes) = (
            request.start(),
            enables::byte_count(tlp.words, request.first_be, request.last_be),
        );
        let lead = (start - request.address) as usize;
        let mut data = vec![0; (lead + usize::from(bytes)).next_multiple_of(WORD)];
        let flush = tlp.words == 1 && request.first_be == 0;
        let outcome = if request.access != Access::MemoryRead {
            None
        } else {
            Some(self.iommu.translate(start, false).and_then(|physical| {
                let wanted = if flush { 0 } else { usize::from(bytes) };
                self.memory
                    .read(physical, &mut data[lead..lead + wanted])
                    .map_err(|_| Cause::NoMemory)
            }))
        };
        if let Some(Err(cause)) = outcome {
            self.iommu.record(Fault {
                cycle: now,
                address: start,
                write: false,
                cause,
            });
        }
        let status = if outcome == Some(Ok(())) {
            Status::Success
        } else {
            Status::UnsupportedRequest
        };
        self.answers.push(Answer {
            tlp,
            request,
            status,
            address: start,
            remaining: u64::from(bytes),
            data,
            sent: 0,
            failure,
            strikes_in: self.rng.u32(0..STRUCK_WITHIN),
        });
    }

    fn collect(&mut self, tlp: &Tlp, completion: &Completion) {
        let tag = usize::from(completion.tag);
        let Some(Some(asked)) = self.asked.get_mut(tag) else {
            self.unclaimed.push(tlp.clone());
            return;
        };
        if completion.status != Status::Success {
            self.finish(tag, Err(ReadError::Status(completion.status)));
            return;
        }
        if tlp.poisoned {
            self.finish(tag, Err(ReadError::Poisoned));
            return;
        }
        asked.data.extend_from_slice(&tlp.data);
        if asked.data.len() >= asked.skip + asked.bytes {
            let data = asked.data[asked.skip..asked.skip + asked.bytes].to_vec();
            self.finish(tag, Ok(data));
        }
    }

    fn finish(&mut self, tag: usize, result: ReadResult) {
        if let Some(asked) = self.asked[tag].take() {
            self.asked_count -= 1;
            self.results.insert(asked.id, result);
        }
    }

    /// The next packet for the card, if one may go. Requests and completions take turns. Completions wait behind a
    /// write that lacks credits, as they do in any port; reads that lack them are passed by writes.
    pub fn transmit(&mut self, credits: &mut Credits) -> Option<Tlp> {
        self.requests_turn = !self.requests_turn;
        if self.requests_turn
            && let Some(tlp) = self.next_request(credits)
        {
            return Some(tlp);
        }
        let blocked = |tlp: &Tlp| tlp.class() == Class::Posted && !credits.covers(tlp);
        if self.requests.front().is_some_and(blocked) {
            return None;
        }
        self.next_completion()
            .or_else(|| self.next_request(credits))
    }

    fn next_request(&mut self, credits: &mut Credits) -> Option<Tlp> {
        let first = self.requests.front()?;
        if credits.take(first) {
            return self.requests.pop_front();
        }
        if first.class() == Class::Posted {
            return None;
        }
        let posted = self
            .requests
            .iter()
            .position(|tlp| tlp.class() == Class::Posted)?;
        if credits.take(&self.requests[posted]) {
            self.requests.remove(posted)
        } else {
            None
        }
    }

    fn next_completion(&mut self) -> Option<Tlp> {
        loop {
            if self.answers.is_empty() {
                return None;
            }
            let index = if self.settings.interleave {
                self.rng.usize(0..self.answers.len())
            } else {
                0
            };
            let (tlp, ended) = self.cut(index);
            if ended {
                self.answers.remove(index);
            }
            if tlp.is_some() {
                return tlp;
            }
        }
    }

    /// The next packet of an answer, and whether it is the last. No packet, if a fault swallows it.
    fn cut(&mut self, index: usize) -> (Option<Tlp>, bool) {
        let answer = &mut self.answers[index];
        let part =
            self.settings
                .split
                .next(&mut self.rng, self.limits, answer.address, answer.remaining);
        let last = part == answer.remaining;
        let struck = answer.failure.filter(|_| last || answer.strikes_in == 0);
        answer.strikes_in = answer.strikes_in.saturating_sub(1);
        let status = match struck {
            Some(Failure::Dropped) => return (None, true),
            Some(Failure::Unsupported) => Status::UnsupportedRequest,
            Some(Failure::Abort) => Status::CompleterAbort,
            _ => answer.status,
        };
        let mut tlp = Tlp::completion(&answer.tlp, &answer.request, HOST, status);
        if let Header::Completion(completion) = &mut tlp.header {
            completion.byte_count = answer.remaining as u16;
            completion.lower_address = (answer.address & 0x7f) as u8;
        }
        if status != Status::Success {
            return (Some(tlp), true);
        }
        let bytes = ((answer.address % WORD as u64 + part) as usize).next_multiple_of(WORD);
        tlp.data = answer.data[answer.sent..answer.sent + bytes].to_vec();
        match struck {
            Some(Failure::Poisoned) => tlp.poisoned = true,
            Some(Failure::WrongLength) if bytes > WORD => tlp.data.truncate(bytes - WORD),
            Some(Failure::WrongLength) => tlp.data.resize(bytes + WORD, 0),
            _ => {}
        }
        if struck.is_some() {
            answer.failure = None;
        }
        tlp.words = (tlp.data.len() / WORD) as u16;
        answer.sent += bytes;
        answer.address += part;
        answer.remaining -= part;
        (Some(tlp), last)
    }
}
