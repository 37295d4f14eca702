//! What an event means for its QP before any message is looked at. Without registers.
//!
//! - `happening`, `account`, `page`: the event, and the QP as it finds it.
//! - `now`: the account after it. `writes`: that is all, `looks`: messages are to be looked at, with `target`, `goal`, `sentence` and
//!   `placing` as `Look` has them; neither: it means nothing.
//! - `halts`: stop sending. `delivers`: `delivery` is to go out, a marker or payload to drop. `commands`: a command's marker does its work;
//!   `flushes`: with a completion of this many slots.
//!
//! Responses for a PSN that was not sent, or older than the oldest, are ghosts and change nothing (digest §8), as do timers of what has
//! moved since. Nothing is looked at without a message at `mark`, or at `tail` for what was delivered, which is there: deliveries of a former
//! life of the QP end before its commands do.
use crate::requester::account::{Account, Goal, Mode, Motion};
use crate::requester::chain::{Answer, Chain, Delivery, Verdict};
use crate::requester::events::{Event, Source};
use crate::requester::ledger::Page;
use ferric_emit::kernel::*;
use ferric_layout::status::Status;
use rust_hdl::prelude::*;

const RETRY_EXCEEDED: u8 = Status::RetryExceeded as u8;
const RNR_RETRY_EXCEEDED: u8 = Status::RnrRetryExceeded as u8;

#[derive(LogicBlock, Default)]
pub struct Decide {
    pub happening: Signal<In, Event>,
    pub account: Signal<In, Account>,
    pub page: Signal<In, Page>,
    pub now: Signal<Out, Account>,
    pub writes: Signal<Out, Bit>,
    pub looks: Signal<Out, Bit>,
    pub target: Signal<Out, Bits<24>>,
    pub goal: Signal<Out, Goal>,
    pub sentence: Signal<Out, Verdict>,
    pub placing: Signal<Out, Bit>,
    pub halts: Signal<Out, Bit>,
    pub delivery: Signal<Out, Delivery>,
    pub delivers: Signal<Out, Bit>,
    pub commands: Signal<Out, Bit>,
    pub flushes: Signal<Out, Bits<16>>,
    pub nak: Signal<Out, Bit>,
    pub not_ready: Signal<Out, Bit>,
    pub timeout: Signal<Out, Bit>,
    pub ghost: Signal<Out, Bit>,
    running: Signal<Local, Bit>,
    from_oldest: Signal<Local, Bits<24>>,
    to_next: Signal<Local, Bits<24>>,
    owned: Signal<Local, Bit>,
    waiting: Signal<Local, Bit>,
    alone: Signal<Local, Bit>,
    flushing: Signal<Local, Bits<16>>,
}

impl Logic for Decide {
    #[hdl_gen]
    fn update(&mut self) {
        self.running.next = self.account.val().mode == Mode::Running;
        self.from_oldest.next = self.happening.val().answer.psn - self.account.val().oldest;
        self.to_next.next = self.happening.val().answer.psn - self.page.val().psn;
        self.owned.next = self.running.val()
            && !self.from_oldest.val().get_bit(23)
            && self.to_next.val().get_bit(23)
            && (self.happening.val().answer.kind != Answer::Unknown);
        self.waiting.next = self.account.val().mark != self.page.val().head;
        self.alone.next = self.account.val().tail == self.account.val().mark;
        self.flushing.next = self.happening.val().chain.slot - self.account.val().slot;

        self.now.next = self.account.val();
        self.writes.next = false;
        self.looks.next = false;
        self.target.next = self.account.val().oldest;
        self.goal.next = Goal::Nothing;
        self.sentence.next.status = bits_const::<8>(RETRY_EXCEEDED).into();
        self.sentence.next.vendor_error = 0.into();
        self.placing.next = false;
        self.halts.next = false;
        self.delivery.next.marker = false;
        self.delivery.next.discard = true;
        self.delivery.next.qpn = self.happening.val().qpn;
        self.delivery.next.atomic = false;
        self.delivery.next.read = 0.into();
        self.delivery.next.offset = 0.into();
        self.delivery.next.length = self.happening.val().answer.length;
        self.delivery.next.value = 0.into();
        self.delivery.next.last = self.happening.val().answer.last;
        self.delivers.next = false;
        self.commands.next = false;
        self.flushes.next = 0.into();
        self.nak.next = false;
        self.not_ready.next = false;
        self.timeout.next = false;
        self.ghost.next = false;
        if self.happening.val().source == Source::Chain {
            if self.happening.val().chain.kind == Chain::Work {
                if self.running.val()
                    && !self.account.val().fault
                    && (self.happening.val().chain.lap == self.account.val().lap)
                {
                    self.now.next.fault = true;
                    self.now.next.fault_slot = self.happening.val().chain.slot;
                    self.now.next.verdict = self.happening.val().chain.verdict;
                    self.looks.next = self.waiting.val() && self.alone.val();
                    self.writes.next = true;
                }
            } else if self.happening.val().fences {
                self.delivery.next.marker = true;
                self.delivers.next = true;
                self.now.next.mode = Mode::Stopped;
                self.writes.next = true;
            } else {
                // The slot a marker carries is 0 unless it flushes.
                self.now.next.mode = Mode::Stopped;
                if self.happening.val().chain.kind == Chain::Start {
                    self.now.next.mode = Mode::Running;
                }
                if self.happening.val().chain.kind == Chain::Flush {
                    self.now.next.mode = Mode::Failed;
                    self.flushes.next = self.flushing.val();
                }
                self.now.next.tail = self.page.val().head;
                self.now.next.slot = self.happening.val().chain.slot;
                self.now.next.mark = self.page.val().head;
                self.now.next.mark_slot = self.happening.val().chain.slot;
                self.now.next.first = self.happening.val().chain.psn;
                self.now.next.oldest = self.happening.val().chain.psn;
                self.now.next.answered = 0.into();
                self.now.next.placed = 0.into();
                self.now.next.fault = false;
                self.now.next.retries = 0.into();
                self.now.next.not_ready = 0.into();
                self.now.next.motion = Motion::Flowing;
                self.now.next.back = false;
                self.now.next.repeats = false;
                self.now.next.waits = false;
                self.now.next.parked = false;
                self.commands.next = true;
                self.writes.next = true;
            }
        } else if self.happening.val().source == Source::Entered {
            if self.happening.val().entered.kind == Chain::Pause {
                self.now.next.motion = Motion::Quiet;
                self.writes.next = self.running.val();
            } else if self.happening.val().entered.kind == Chain::Park {
                if self.running.val() && (self.account.val().motion == Motion::Flowing) {
                    self.now.next.parked = true;
                    self.now.next.park_slot = self.happening.val().entered.slot;
                    self.now.next.fence = self.happening.val().entered.fence;
                    self.now.next.motion = Motion::Halting;
                    self.halts.next = true;
                    self.writes.next = true;
                }
            } else {
                self.looks.next = self.running.val() && self.waiting.val() && self.alone.val();
            }
        } else if self.happening.val().source == Source::Response {
            self.target.next = self.happening.val().answer.psn;
            self.looks.next = self.owned.val();
            self.ghost.next = !self.owned.val();
            self.delivers.next = !self.owned.val() && (self.happening.val().answer.length != 0);
            if self.happening.val().answer.kind == Answer::Acknowledge {
                self.target.next = self.happening.val().answer.psn + 1;
            } else if self.happening.val().answer.kind == Answer::Sequence {
                self.goal.next = Goal::Retry;
                self.sentence.next.vendor_error = self.happening.val().answer.syndrome;
                self.nak.next = self.owned.val();
            } else if self.happening.val().answer.kind == Answer::NotReady {
                self.goal.next = Goal::NotReady;
                self.sentence.next.status = bits_const::<8>(RNR_RETRY_EXCEEDED).into();
                self.sentence.next.vendor_error = self.happening.val().answer.syndrome;
                self.not_ready.next = self.owned.val();
            } else if self.happening.val().answer.kind == Answer::Refused {
                self.goal.next = Goal::Refused;
                self.sentence.next.status = self.happening.val().answer.status;
                self.sentence.next.vendor_error = self.happening.val().answer.syndrome;
                self.nak.next = self.owned.val();
            } else if self.happening.val().answer.kind == Answer::Data {
                self.goal.next = Goal::Data;
            } else {
                self.goal.next = Goal::Atomic;
            }
        } else if self.happening.val().source == Source::Delivered {
            self.looks.next = self.running.val() || (self.account.val().mode == Mode::Doomed);
            self.sentence.next = self.happening.val().result;
            self.placing.next = true;
        } else if self.happening.val().expired.rnr {
            self.now.next.waits = false;
            self.writes.next = self.running.val() && self.account.val().waits;
        } else if self.running.val()
            && !self.account.val().back
            && self.waiting.val()
            && (self.account.val().oldest == self.happening.val().expired.psn)
        {
            self.goal.next = Goal::Retry;
            self.looks.next = true;
            self.timeout.next = true;
        }
    }
}
