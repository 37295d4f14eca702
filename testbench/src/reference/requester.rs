//! The requester of a queue pair (digest §5, §8, §9): which requests may be sent, what the peer's answers mean, and which send completions
//! follow. A work request's PSNs are known when it is posted, so each packet's place, headers and payload follow from its PSN.
//!
//! The checker sees an answer when it is at the card's pins, and so always somewhat earlier than the card acts on it; what the card does
//! within `Settings::settle` cycles may be by its older knowledge.
use super::hypotheses::Hypothesis;
use super::memory::Memory;
use super::rule::{Fault, Rule};
use super::work::{Attributes, Completion, Operation, Payload, Piece, Request, cut};
use super::writes::Writes;
use super::{Packet, Settings};
use ferric_layout::Psn;
use ferric_layout::opcode::{self, Kind, Position, Row, headers};
use ferric_layout::qp::access;
use ferric_layout::status::{Status, syndrome};
use std::collections::VecDeque;
use std::sync::Arc;

/// PSNs that may be outstanding.
const WINDOW: u32 = 1 << 23;
/// Nanoseconds of the transport timer's unit.
const TIMER_UNIT: u64 = 4096;
/// Nanoseconds of a cycle.
const CYCLE: u64 = 4;
/// Hundredths of a millisecond of each RNR timer code.
const RNR_TIMES: [u64; 32] = [
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
];
/// Value of `rnr_retry` that never runs out.
const FOR_EVER: u8 = 7;

/// Cycles that an RNR NAK with this code makes a requester wait.
fn rnr_cycles(code: u8) -> u64 {
    RNR_TIMES[usize::from(code) & 31] * 10_000 / CYCLE
}

/// What a requester sees besides its own state.
pub(super) struct View<'a> {
    pub cycle: u64,
    pub settings: &'a Settings,
    pub attributes: &'a Attributes,
    pub memory: &'a Memory,
}

/// A work request under way.
#[derive(Clone, PartialEq)]
struct Job {
    request: Arc<Request>,
    psn: Psn,
    count: u32,
    /// Answers that came, of a READ or an atomic.
    answered: u32,
    /// State of memory at its posting.
    since: u64,
    /// Last write into local memory that it caused.
    behind: u64,
    /// Statuses it may fail with, by what the peer answered.
    refused: Vec<Status>,
}

impl Job {
    fn end(&self) -> Psn {
        self.psn.add(self.count)
    }
    fn returns(&self) -> bool {
        self.request.operation.returns()
    }
    /// What is acknowledged of a job that returns something, as a PSN.
    fn frontier(&self) -> Psn {
        self.psn.add(self.answered)
    }
    fn is_whole(&self) -> bool {
        self.answered == self.count
    }
    fn owns(&self, psn: Psn) -> bool {
        let at = psn.distance(self.psn);
        at >= 0 && (at as u32) < self.count
    }
}

/// A requester.
#[derive(Clone)]
pub(super) struct Requester {
    jobs: VecDeque<Job>,
    /// Work requests that are complete, and since when: packets of them may still be on their way out.
    over: VecDeque<(u64, Job)>,
    /// PSN of the next work request to be posted.
    posted: Psn,
    /// First PSN never sent.
    next: Psn,
    /// PSN that follows the latest packet sent.
    cursor: Psn,
    /// Everything before is acknowledged.
    acknowledged: Psn,
    /// Where that was before, with the cycle until which it was.
    past: VecDeque<(u64, Psn)>,
    /// When the peer asked for something to be sent again.
    reasons: VecDeque<u64>,
    /// It was asked to, and has not yet.
    turning: bool,
    /// When the transport timer last began anew.
    restarted: u64,
    retries: u32,
    rnr_retries: u32,
    /// Nothing from this PSN on may be sent before this cycle.
    pause: Option<(Psn, u64, u64)>,
    pub writes: Writes,
    failing: bool,
    failed: bool,
}

impl Hypothesis for Requester {
    /// What differs in nothing but the time of what was is one: whatever either permits may happen.
    fn absorb(&mut self, other: &Self) -> bool {
        let place = |one: &Self| {
            (
                one.posted,
                one.next,
                one.cursor,
                one.acknowledged,
                one.pause,
            )
        };
        let mood = |one: &Self| (one.turning, one.failing, one.failed);
        let same = place(self) == place(other)
            && mood(self) == mood(other)
            && self.writes == other.writes
            && self.jobs == other.jobs
            && self.over == other.over;
        if same {
            unite(&mut self.past, &other.past, |(until, _)| *until);
            unite(&mut self.reasons, &other.reasons, |when| *when);
            self.restarted = self.restarted.min(other.restarted);
            self.retries = self.retries.min(other.retries);
            self.rnr_retries = self.rnr_retries.min(other.rnr_retries);
        }
        same
    }
}

/// Makes a sequence of both, each element once, in the order of time.
fn unite<T: Copy + PartialEq>(own: &mut VecDeque<T>, other: &VecDeque<T>, when: fn(&T) -> u64) {
    let news: Vec<T> = other
        .iter()
        .filter(|one| !own.contains(one))
        .copied()
        .collect();
    own.extend(news);
    own.make_contiguous().sort_by_key(when);
}

impl Requester {
    pub fn new(attributes: &Attributes) -> Self {
        let first = attributes.sq_psn;
        Requester {
            jobs: VecDeque::new(),
            over: VecDeque::new(),
            posted: first,
            next: first,
            cursor: first,
            acknowledged: first,
            past: VecDeque::new(),
            reasons: VecDeque::new(),
            turning: false,
            restarted: 0,
            retries: 0,
            rnr_retries: 0,
            pause: None,
            writes: Writes::default(),
            failing: false,
            failed: false,
        }
    }

    /// Whether the peer has given it a reason to fail, or it has.
    pub fn failing(&self) -> bool {
        self.failing || self.failed
    }

    /// The earliest state of memory that it may still send.
    pub fn since(&self) -> Option<u64> {
        let over = self.over.iter().map(|(_, job)| job);
        over.chain(self.jobs.front()).map(|job| job.since).min()
    }

    /// A work request was posted.
    pub fn post(&mut self, request: Request, view: &View<'_>) {
        let length = request.payload.length();
        let atomic =
            request.operation.returns() && !matches!(request.operation, Operation::Read { .. });
        let packets = length.div_ceil(view.attributes.pmtu).max(1) as u32;
        let count = if atomic { 1 } else { packets };
        self.jobs.push_back(Job {
            request: Arc::new(request),
            psn: self.posted,
            count,
            answered: 0,
            since: view.memory.serial(),
            behind: 0,
            refused: Vec::new(),
        });
        self.posted = self.posted.add(count);
    }

    /// The card sent a request.
    pub fn sent(&mut self, packet: &Packet, view: &View<'_>) -> Result<(), Fault> {
        let psn = packet.psn;
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let known = view.cycle.saturating_sub(view.settings.settle);
        while self.over.front().is_some_and(|(since, _)| *since < known) {
            self.over.pop_front();
        }
        let over = self.over.iter().map(|(_, job)| job);
        let Some(job) = self.jobs.iter().chain(over).find(|job| job.owns(psn)) else {
            return fault(Rule::Request, "no work request has this PSN".into());
        };
        if psn.distance(self.next) > 0 {
            let detail = format!("PSN {:#x} was not sent yet", self.next.value());
            return fault(Rule::RequestOrder, detail);
        }
        let span = check_packet(job, packet, view)?;
        if psn == self.next {
            self.check_new(job, view)?;
        }
        self.check_pause(psn, view)?;
        let ahead = psn.distance(self.cursor);
        if ahead < 0 {
            self.go_back(psn, view)?;
        } else if ahead > 0 && psn.distance(self.acknowledged) > 0 {
            let detail = format!("PSN {:#x} follows", self.cursor.value());
            return fault(Rule::RequestOrder, detail);
        }
        if self.acknowledged == self.next {
            self.restarted = view.cycle;
        }
        self.cursor = psn.add(span);
        if self.cursor.distance(self.next) > 0 {
            self.next = self.cursor;
        }
        Ok(())
    }

    /// Limits that hold for what is sent for the first time.
    fn check_new(&self, job: &Job, view: &View<'_>) -> Result<(), Fault> {
        let psn = self.next;
        let end = if job.returns() { job.end() } else { psn.add(1) };
        let outstanding = end.value().wrapping_sub(self.acknowledged.value()) & Psn::MASK;
        if outstanding > WINDOW {
            let detail = format!("{outstanding} PSNs are outstanding");
            return Err(Fault::new(Rule::Window, psn, detail));
        }
        if psn != job.psn {
            return Ok(());
        }
        let earlier = || self.jobs.iter().take_while(|other| other.psn != job.psn);
        let open = earlier()
            .filter(|other| other.returns() && !other.is_whole())
            .count();
        if job.returns() && open >= view.attributes.max_rd_atomic as usize {
            let detail = format!("{open} are outstanding");
            return Err(Fault::new(Rule::ReadLimit, psn, detail));
        }
        if job.request.fence && open > 0 {
            let detail = format!("{open} READs and atomics are outstanding");
            return Err(Fault::new(Rule::Fence, psn, detail));
        }
        Ok(())
    }

    fn check_pause(&self, psn: Psn, view: &View<'_>) -> Result<(), Fault> {
        let Some((from, began, until)) = self.pause else {
            return Ok(());
        };
        let under_way = view.cycle < began + view.settings.settle && psn != from;
        if view.cycle >= until || psn.is_before(from) || under_way {
            return Ok(());
        }
        let detail = format!("{} cycles too early", until - view.cycle);
        Err(Fault::new(Rule::ResendEarly, psn, detail))
    }

    /// The oldest PSN that the card may still take for unacknowledged.
    fn oldest(&mut self, view: &View<'_>) -> Psn {
        let known = view.cycle.saturating_sub(view.settings.settle);
        while self.past.front().is_some_and(|(until, _)| *until < known) {
            self.past.pop_front();
        }
        let past = self.past.iter().map(|(_, psn)| *psn);
        past.fold(self.acknowledged, |oldest, psn| {
            match psn.is_before(oldest) {
                true => psn,
                false => oldest,
            }
        })
    }

    fn go_back(&mut self, psn: Psn, view: &View<'_>) -> Result<(), Fault> {
        let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
        let oldest = self.oldest(view);
        if psn.is_before(oldest) || self.acknowledged.is_before(psn) {
            let newest = self.acknowledged.value();
            let detail = format!(
                "unacknowledged from PSN {:#x} to {newest:#x}",
                oldest.value()
            );
            return fault(Rule::Resend, detail);
        }
        let known = view.cycle.saturating_sub(view.settings.settle);
        let asked = !self.reasons.is_empty();
        self.reasons.retain(|when| *when >= known);
        if self.pause.take_if(|(from, ..)| *from == psn).is_some() {
            // The wait is over; it costs one of the other retries.
        } else if asked || self.expired(view) {
            self.retries += 1;
        } else {
            return fault(
                Rule::Resend,
                "nobody asked, and the timer has not run out".into(),
            );
        }
        if self.retries > view.attributes.retry_cnt.into() {
            let detail = format!("retry {} of {}", self.retries, view.attributes.retry_cnt);
            return fault(Rule::RetryLimit, detail);
        }
        self.restarted = view.cycle;
        self.turning = false;
        Ok(())
    }

    /// Whether the transport timer may have run out.
    fn expired(&self, view: &View<'_>) -> bool {
        let timeout = view.attributes.timeout;
        let cycles = (TIMER_UNIT << timeout) / CYCLE;
        timeout != 0 && view.cycle + view.settings.settle >= self.restarted + cycles
    }

    /// Moves the line of what is acknowledged.
    fn advance(&mut self, to: Psn, view: &View<'_>) {
        if to != self.acknowledged {
            self.past.push_back((view.cycle, self.acknowledged));
            self.acknowledged = to;
            self.pause.take_if(|(from, ..)| from.is_before(to));
            self.restarted = view.cycle;
            (self.retries, self.rnr_retries) = (0, 0);
        }
    }

    /// Acknowledges everything before `to`, as far as no answer is missing; whether it got there.
    fn acknowledge(&mut self, to: Psn, view: &View<'_>) -> bool {
        let from = self.acknowledged;
        let missing = self.jobs.iter().find(|job| {
            job.returns()
                && !job.is_whole()
                && job.frontier().is_before(to)
                && !job.end().is_before(from)
        });
        let reached = missing.map_or(to, Job::frontier);
        let whole = missing.is_none();
        if self.acknowledged.is_before(reached) {
            self.advance(reached, view);
        }
        whole
    }

    /// Whether it may take no notice of an answer: that of a requester which is about to turn back, or which has turned back and not
    /// come to that PSN again, so that it will ask anew anyway (digest §8).
    pub fn may_ignore(&self, packet: &Packet) -> bool {
        let psn = packet.psn;
        let returns = packet.row.is_some_and(|row| row.kind != Kind::Acknowledge);
        let mut returning = self.jobs.iter().filter(|job| job.returns());
        let open = returning.find(|job| !job.is_whole());
        let tells = match returns {
            true => open.is_some_and(|job| job.frontier() == psn),
            false => !psn.is_before(self.acknowledged),
        };
        tells && (self.turning || !psn.is_before(self.cursor))
    }

    /// An answer came in.
    pub fn receive(&mut self, packet: &Packet, view: &View<'_>) {
        let psn = packet.psn;
        let stale = psn.add(1).is_before(self.acknowledged);
        if self.failed || stale || !psn.is_before(self.next) {
            return;
        }
        let syndrome = packet.aeth.map_or(0, |aeth| aeth.syndrome);
        if syndrome & syndrome::RESERVED != 0 {
            return;
        }
        match (
            packet.row.map(|row| row.kind),
            syndrome & syndrome::KIND_MASK,
        ) {
            (Some(Kind::Acknowledge), syndrome::KIND_ACK) => self.acked(psn, view),
            (Some(Kind::Acknowledge), syndrome::KIND_RNR) => self.unready(psn, syndrome, view),
            (Some(Kind::Acknowledge), syndrome::KIND_NAK) => self.refused(psn, syndrome, view),
            (Some(Kind::Acknowledge), _) => {}
            (_, syndrome::KIND_ACK) => self.returned(packet, view),
            // A response that says it is none.
            _ => {}
        }
    }

    /// Something must be sent again.
    fn ask(&mut self, view: &View<'_>) {
        self.reasons.push_back(view.cycle);
        self.turning = true;
    }

    fn acked(&mut self, psn: Psn, view: &View<'_>) {
        if !self.acknowledge(psn.add(1), view) {
            self.ask(view);
        }
    }

    fn unready(&mut self, psn: Psn, code: u8, view: &View<'_>) {
        if psn.is_before(self.acknowledged) {
            return;
        }
        if !self.acknowledge(psn, view) {
            return self.ask(view);
        }
        let until = view.cycle + rnr_cycles(code);
        self.pause = Some((psn, view.cycle, until));
        self.rnr_retries += 1;
        self.failing |= view.attributes.rnr_retry != FOR_EVER
            && self.rnr_retries > view.attributes.rnr_retry.into();
    }

    fn refused(&mut self, psn: Psn, code: u8, view: &View<'_>) {
        if psn.is_before(self.acknowledged) {
            return;
        }
        let status = match code {
            syndrome::NAK_SEQUENCE => None,
            syndrome::NAK_INVALID_REQUEST => Some(Status::RemoteInvalidRequest),
            syndrome::NAK_REMOTE_ACCESS => Some(Status::RemoteAccess),
            syndrome::NAK_REMOTE_OPERATIONAL => Some(Status::RemoteOperation),
            _ => return,
        };
        if !self.acknowledge(psn, view) {
            return self.ask(view);
        }
        match (status, self.jobs.iter_mut().find(|job| job.owns(psn))) {
            (Some(status), Some(job)) => {
                job.refused.push(status);
                self.failing = true;
            }
            _ => self.ask(view),
        }
    }

    /// A READ response or an atomic's answer.
    fn returned(&mut self, packet: &Packet, view: &View<'_>) {
        let psn = packet.psn;
        if psn.is_before(self.acknowledged) {
            return;
        }
        if !self.acknowledge(psn, view) {
            return self.ask(view);
        }
        let kind = packet.row.map(|row| row.kind);
        let Some(job) = self.jobs.iter_mut().find(|job| job.owns(psn)) else {
            return;
        };
        let bytes: Arc<[u8]> = match (kind, job.request.operation) {
            (Some(Kind::ReadResponse), Operation::Read { .. }) => {
                if !fits(job, packet, view.attributes.pmtu) {
                    let bad = [
                        Status::BadResponse,
                        Status::LocalLength,
                        Status::LocalQpOperation,
                    ];
                    job.refused.extend(bad);
                    self.failing = true;
                    return;
                }
                packet.payload.clone()
            }
            (
                Some(Kind::AtomicAcknowledge),
                Operation::CompareSwap { .. } | Operation::FetchAdd { .. },
            ) => {
                let found = packet.original.unwrap_or(0);
                Arc::new(found.to_le_bytes())
            }
            _ => {
                let bad = [Status::BadResponse, Status::LocalQpOperation];
                job.refused.extend(bad);
                self.failing = true;
                return;
            }
        };
        if let Payload::Pieces(pieces) = &job.request.payload {
            let from = psn.distance(job.psn) as usize * view.attributes.pmtu;
            for (va, range) in cut(pieces, from, from + bytes.len()) {
                self.writes.owe(va, &bytes, range, psn, view.cycle);
            }
        }
        job.answered += 1;
        job.behind = self.writes.issued();
        let reached = job.frontier();
        self.advance(reached, view);
    }

    /// A send completed.
    pub fn completed(
        &mut self,
        completion: &Completion,
        view: &View<'_>,
        flushing: bool,
    ) -> Result<(), Fault> {
        let fault = |rule, psn: Option<Psn>, detail: String| Err(Fault::new(rule, psn, detail));
        let what = completion.id;
        // Those that make no completion are over when a later one is.
        while let Some(job) = self.jobs.front() {
            let silent = !job.request.signaled && job.request.id != what && self.is_done(job);
            if !silent {
                break;
            }
            self.retire(view);
        }
        let Some(job) = self.jobs.front() else {
            return fault(
                Rule::Completion,
                None,
                format!("request {what} is not posted"),
            );
        };
        let psn = Some(job.psn);
        if job.request.id != what {
            let detail = format!("request {what} completes, {} is the oldest", job.request.id);
            return fault(Rule::Completion, psn, detail);
        }
        if completion.status == Status::Success {
            if !job.request.signaled {
                return fault(
                    Rule::Completion,
                    psn,
                    format!("request {what} is not signalled"),
                );
            }
            if self.failed || !self.is_done(job) {
                let detail =
                    format!("request {what} is not acknowledged, or its data is not there");
                return fault(Rule::CompletionEarly, psn, detail);
            }
            let expected = job.request.operation.completion();
            if completion.opcode != expected {
                let detail = format!("opcode {} instead of {expected}", completion.opcode);
                return fault(Rule::CompletionFields, psn, detail);
            }
        } else {
            if !self.may_fail(job, completion.status, view, flushing) {
                let detail = format!("request {what} ended with {:?}", completion.status);
                return fault(Rule::CompletionStatus, psn, detail);
            }
            self.failed = true;
            self.writes.take();
        }
        self.retire(view);
        Ok(())
    }

    /// The oldest work request is over.
    fn retire(&mut self, view: &View<'_>) {
        let job = self.jobs.pop_front();
        self.over.extend(job.map(|job| (view.cycle, job)));
    }

    fn is_done(&self, job: &Job) -> bool {
        !self.acknowledged.is_before(job.end())
            && (!job.returns() || job.is_whole())
            && self.writes.done(job.behind)
    }

    fn may_fail(&self, job: &Job, status: Status, view: &View<'_>, flushing: bool) -> bool {
        if self.failed {
            return status == Status::Flushed;
        }
        let attributes = view.attributes;
        match status {
            Status::Flushed => flushing,
            Status::RetryExceeded => {
                self.retries >= attributes.retry_cnt.into()
                    && (self.expired(view) || !self.reasons.is_empty())
            }
            Status::RnrRetryExceeded => {
                attributes.rnr_retry != FOR_EVER && self.rnr_retries > attributes.rnr_retry.into()
            }
            Status::LocalProtection | Status::LocalAccess => !opens(&job.request, view),
            _ => job.refused.contains(&status),
        }
    }

    /// Whether everything posted is over.
    pub fn unfinished(&self) -> Result<(), Fault> {
        let left = self
            .jobs
            .iter()
            .find(|job| job.request.signaled || self.failed || !self.is_done(job));
        match left {
            Some(job) => {
                let detail = format!("request {} is not complete", job.request.id);
                Err(Fault::new(Rule::CompletionMissing, job.psn, detail))
            }
            None => Ok(()),
        }
    }
}

/// Whether the keys of a work request open what it names.
fn opens(request: &Request, view: &View<'_>) -> bool {
    let need = if request.operation.returns() {
        access::LOCAL_WRITE
    } else {
        0
    };
    let pd = view.attributes.pd;
    let open = |piece: &Piece| {
        let length = u64::from(piece.length);
        length == 0 || view.memory.allows(piece.lkey, pd, need, piece.va, length)
    };
    match &request.payload {
        Payload::Pieces(pieces) => pieces.iter().all(open),
        Payload::Inline(_) => true,
    }
}

/// Whether a READ response is what is next of the READ.
fn fits(job: &Job, packet: &Packet, pmtu: usize) -> bool {
    let length = job.request.payload.length();
    let at = packet.psn.distance(job.psn) as usize * pmtu;
    let last = job.answered + 1 == job.count;
    let position = packet.row.map(|row| row.position);
    let ends = matches!(position, Some(Position::Last | Position::Only));
    ends == last && packet.payload.len() == (length - at).min(pmtu)
}

fn row_for(job: &Job, index: u32) -> Option<&'static Row> {
    use opcode::operation as op;
    let (first, last) = (index == 0, index + 1 == job.count);
    let position = match (first, last) {
        (true, true) => Position::Only,
        (true, false) => Position::First,
        (false, false) => Position::Middle,
        (false, true) => Position::Last,
    };
    let (kind, extra) = match job.request.operation {
        Operation::Send {
            immediate,
            invalidate,
        } => {
            let extra = match (immediate, invalidate) {
                (Some(_), _) => headers::IMMEDIATE,
                (None, Some(_)) => headers::INVALIDATE,
                (None, None) => 0,
            };
            (Kind::Send, extra)
        }
        Operation::Write { immediate, .. } => {
            let extra = immediate.map_or(0, |_| headers::IMMEDIATE);
            (Kind::Write, extra)
        }
        Operation::Read { .. } => return opcode::row(op::READ_REQUEST),
        Operation::CompareSwap { .. } => return opcode::row(op::COMPARE_SWAP),
        Operation::FetchAdd { .. } => return opcode::row(op::FETCH_ADD),
    };
    let extra = if last { extra } else { 0 };
    let numbers = headers::IMMEDIATE | headers::INVALIDATE;
    opcode::TABLE
        .iter()
        .find(|row| row.kind == kind && row.position == position && row.headers & numbers == extra)
}

/// A packet against the work request it belongs to; the PSNs it takes.
fn check_packet(job: &Job, packet: &Packet, view: &View<'_>) -> Result<u32, Fault> {
    let psn = packet.psn;
    let fault = |rule, detail: String| Err(Fault::new(rule, psn, detail));
    let (request, pmtu) = (&job.request, view.attributes.pmtu);
    let index = psn.distance(job.psn) as u32;
    let row = row_for(job, index);
    if packet.row != row {
        let name = |row: Option<&Row>| row.map_or("reserved", |row| row.name);
        let detail = format!("{} instead of {}", name(packet.row), name(row));
        return fault(Rule::Opcode, detail);
    }
    let last = index + 1 == job.count;
    let skipped = index as usize * pmtu;
    let length = request.payload.length();
    if packet.pkey != view.attributes.pkey {
        return fault(Rule::Header, format!("partition key {:#x}", packet.pkey));
    }
    let (reth, number, atomic) = match request.operation {
        Operation::Send {
            immediate,
            invalidate,
        } => (None, immediate.or(invalidate), None),
        Operation::Write {
            va,
            rkey,
            immediate,
        } => (Some((va, rkey, length)), immediate, None),
        Operation::Read { va, rkey } => {
            let rest = (va.wrapping_add(skipped as u64), rkey, length - skipped);
            (Some(rest), None, None)
        }
        Operation::CompareSwap {
            va,
            rkey,
            compare,
            swap,
        } => (None, None, Some((va, rkey, swap, Some(compare)))),
        Operation::FetchAdd { va, rkey, add } => (None, None, Some((va, rkey, add, None))),
    };
    if let Some(found) = packet.reth {
        let says = (
            found.va.get(),
            found.rkey.get(),
            found.length.get() as usize,
        );
        // Of nothing, the key and the address are not looked at.
        if reth != Some(says) && !(length == 0 && says.2 == 0) {
            return fault(Rule::Header, format!("RETH {says:x?} instead of {reth:x?}"));
        }
    }
    if packet.number.is_some() && packet.number != number {
        let detail = format!(
            "immediate or key {:x?} instead of {number:x?}",
            packet.number
        );
        return fault(Rule::Header, detail);
    }
    if let (Some(found), Some((va, rkey, swap_add, compare))) = (packet.atomic, atomic) {
        let same = (found.va.get(), found.rkey.get(), found.swap_add.get()) == (va, rkey, swap_add)
            && compare.is_none_or(|compare| compare == found.compare.get());
        if !same {
            return fault(Rule::Header, format!("AtomicETH {found:x?}"));
        }
    }
    let notifies = match request.operation {
        Operation::Send { .. } => true,
        Operation::Write { immediate, .. } => immediate.is_some(),
        _ => false,
    };
    if packet.solicited && !(request.solicited && last && notifies) {
        return fault(Rule::Header, "solicited event".into());
    }
    if request.solicited && last && notifies && !packet.solicited {
        return fault(Rule::Header, "no solicited event".into());
    }
    if request.operation.returns() {
        return Ok(job.count - index);
    }
    if last && !packet.ack_request {
        return fault(Rule::AckRequest, "AckReq is not set".into());
    }
    let part = (length - skipped).min(pmtu);
    if packet.payload.len() != part {
        let detail = format!("{} bytes instead of {part}", packet.payload.len());
        return fault(Rule::PayloadData, detail);
    }
    let wrong = match &request.payload {
        Payload::Inline(bytes) => {
            let part = &bytes[skipped..skipped + part];
            packet.payload.iter().zip(part).position(|(a, b)| a != b)
        }
        Payload::Pieces(pieces) => cut(pieces, skipped, skipped + part).find_map(|(va, range)| {
            let held = view
                .memory
                .held(va, &packet.payload[range.clone()], job.since);
            held.err().map(|at| range.start + at)
        }),
    };
    match wrong {
        Some(at) => fault(
            Rule::PayloadData,
            format!("byte {at} of the packet is wrong"),
        ),
        None => Ok(1),
    }
}
