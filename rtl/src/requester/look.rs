//! What one message means for its QP, seen in the light of one event. Without registers.
//!
//! - `account`, `message`: the QP, and its message at `mark`, or at `tail` if `placing`. `head`, `bad`: the ledger's page.
//! - `target`, `goal`, `sentence`: everything before `target` is acknowledged, then `goal`; `sentence` is what becomes of the message if it
//!   fails. `placing`: something was delivered, and `owed`: it completes a READ or an atomic; or it failed with `sentence`.
//! - `later`: the account after it. `outcome`: what the message fails with. `completes`: it is done or failed, and `later` is past it.
//!   `again`: look at another message, `again_placing`: at `tail`. `accepts`: the response is what was waited for. `halts`: stop sending.
//!
//! Rules (digest §8): an acknowledge passes over SENDs and WRITEs, and never over a READ or an atomic, which only its own response
//! answers: if one stands before the target, its response was lost (implied NAK), and the QP goes back to its first missing PSN. So it
//! does if a READ response is ahead of the one that is due. One that says to be the last and is not, or the other way round, fails the
//! READ with a local length error; the delivery looks at the bytes themselves. Each going back but an RNR NAK costs one of `retry_count`;
//! an RNR NAK one of `rnr_retry`, of which 7 are for ever. Both counts begin anew when the oldest PSN moves. A QP that is about to go back
//! counts nothing; one that has gone back takes no answer beyond the one that is due for a sign of loss until that has come, since such
//! answers are on their way from before. If it is lost again, the timer tells.
use crate::requester::account::{Account, Goal, Mode, Motion, Settings};
use crate::requester::chain::{Message, Verdict};
use ferric_emit::kernel::*;
use ferric_layout::status::Status;
use ferric_layout::work;
use rust_hdl::prelude::*;

const WRONG_LENGTH: u8 = Status::LocalLength as u8;
const RETRY_EXCEEDED: u8 = Status::RetryExceeded as u8;
/// `rnr_retry` that never runs out.
const FOR_EVER: u8 = 7;

#[derive(LogicBlock, Default)]
pub struct Look {
    pub account: Signal<In, Account>,
    pub message: Signal<In, Message>,
    pub settings: Signal<In, Settings>,
    pub head: Signal<In, Bits<8>>,
    pub bad: Signal<In, Bit>,
    pub target: Signal<In, Bits<24>>,
    pub goal: Signal<In, Goal>,
    pub sentence: Signal<In, Verdict>,
    /// Of an RNR NAK.
    pub code: Signal<In, Bits<5>>,
    /// Of a READ response or atomic acknowledge: it says that the message ends here.
    pub last: Signal<In, Bit>,
    pub placing: Signal<In, Bit>,
    pub owed: Signal<In, Bit>,
    pub later: Signal<Out, Account>,
    pub outcome: Signal<Out, Verdict>,
    pub completes: Signal<Out, Bit>,
    /// It fails for a reason on this side.
    pub own: Signal<Out, Bit>,
    pub again: Signal<Out, Bit>,
    pub again_placing: Signal<Out, Bit>,
    pub again_owed: Signal<Out, Bit>,
    pub accepts: Signal<Out, Bit>,
    pub halts: Signal<Out, Bit>,
    pub implied: Signal<Out, Bit>,
    answer_due: Signal<Local, Bit>,
    alone: Signal<Local, Bit>,
    past: Signal<Local, Bits<24>>,
    covered: Signal<Local, Bit>,
    ahead: Signal<Local, Bit>,
    own_kind: Signal<Local, Bit>,
    /// The walk stops at this message: none of the cases before.
    stops: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    /// The answer is for something beyond a READ or atomic that has none.
    beyond: Signal<Local, Bit>,
    lost: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    retry: Signal<Local, Bit>,
    not_ready: Signal<Local, Bit>,
    oldest: Signal<Local, Bits<24>>,
    after: Signal<Local, Bits<24>>,
    moves: Signal<Local, Bit>,
    retries: Signal<Local, Bits<3>>,
    waits: Signal<Local, Bits<3>>,
    dooms: Signal<Local, Verdict>,
    fails: Signal<Local, Verdict>,
    retires: Signal<Local, Bit>,
    backs: Signal<Local, Bit>,
    suspect: Signal<Local, Bit>,
    next_mark: Signal<Local, Bits<8>>,
    next_tail: Signal<Local, Bits<8>>,
    next_slot: Signal<Local, Bits<16>>,
}

impl Logic for Look {
    #[hdl_gen]
    fn update(&mut self) {
        self.answer_due.next = (self.message.val().opcode == bits_const::<3>(work::opcode::READ))
            || (self.message.val().opcode == bits_const::<3>(work::opcode::COMPARE_SWAP))
            || (self.message.val().opcode == bits_const::<3>(work::opcode::FETCH_ADD));
        self.own_kind.next = (self.goal.val() == Goal::Data)
            == (self.message.val().opcode == bits_const::<3>(work::opcode::READ));
        self.alone.next = self.account.val().tail == self.account.val().mark;
        self.past.next = self.message.val().last - self.target.val();
        self.covered.next = self.past.val().get_bit(23);
        self.ahead.next = self.target.val() != self.account.val().oldest;
        self.after.next = self.message.val().last + 1;

        // Which case it is.
        self.fails.next.status = 0.into();
        self.fails.next.vendor_error = 0.into();
        self.own.next = false;
        self.retires.next = false;
        self.passes.next = false;
        self.stops.next = false;
        if self.placing.val() {
            if self.sentence.val().status != 0 {
                self.fails.next = self.sentence.val();
                self.own.next = true;
            } else {
                self.retires.next = !self.answer_due.val() || self.owed.val();
            }
        } else if self.message.val().faulted {
            if self.alone.val() {
                self.fails.next.status = self.message.val().first.get_bits::<8>(0);
                self.fails.next.vendor_error = self.message.val().first.get_bits::<8>(8);
                self.own.next = true;
            }
        } else if self.account.val().mode == Mode::Doomed {
            if self.alone.val() {
                self.fails.next = self.account.val().verdict;
            }
        } else if self.covered.val() && !self.answer_due.val() {
            self.passes.next = true;
            self.retires.next = self.alone.val();
        } else if self.alone.val()
            && self.account.val().fault
            && (self.message.val().slot == self.account.val().fault_slot)
        {
            self.fails.next = self.account.val().verdict;
            self.own.next = true;
        } else {
            self.stops.next = true;
        }

        // A message at which the walk stops.
        self.beyond.next = self.stops.val()
            && self.answer_due.val()
            && self.ahead.val()
            && (self.covered.val()
                || (self.goal.val() == Goal::Nothing)
                || (self.goal.val() == Goal::Data)
                || (self.goal.val() == Goal::Atomic));
        self.lost.next = self.beyond.val() && !self.account.val().repeats;
        self.due.next = self.stops.val()
            && self.answer_due.val()
            && !self.ahead.val()
            && self.own_kind.val()
            && ((self.goal.val() == Goal::Data) || (self.goal.val() == Goal::Atomic));
        self.good.next =
            self.due.val() && (self.last.val() == (self.target.val() == self.message.val().last));
        self.retry.next = self.lost.val()
            || (self.stops.val() && !self.beyond.val() && (self.goal.val() == Goal::Retry));
        self.not_ready.next =
            self.stops.val() && !self.beyond.val() && (self.goal.val() == Goal::NotReady);
        self.oldest.next = self.account.val().oldest;
        if self.passes.val() {
            self.oldest.next = self.after.val();
        } else if self.good.val() {
            self.oldest.next = self.target.val() + 1;
        } else if self.stops.val() && !self.answer_due.val() {
            self.oldest.next = self.target.val();
        }
        self.moves.next = self.oldest.val() != self.account.val().oldest;
        self.retries.next = self.account.val().retries;
        self.waits.next = self.account.val().not_ready;
        self.later.next = self.account.val();
        if self.moves.val() {
            self.later.next.repeats = false;
            self.retries.next = 0.into();
            self.waits.next = 0.into();
        }

        self.later.next.oldest = self.oldest.val();
        self.later.next.retries = self.retries.val();
        self.later.next.not_ready = self.waits.val();
        self.dooms.next.status = 0.into();
        self.dooms.next.vendor_error = 0.into();
        self.backs.next = false;
        if self.stops.val() && !self.beyond.val() && (self.goal.val() == Goal::Refused) {
            self.dooms.next = self.sentence.val();
        } else if self.due.val() && !self.good.val() {
            self.dooms.next.status = bits_const::<8>(WRONG_LENGTH).into();
        } else if self.retry.val() && !self.account.val().back {
            if self.retries.val() == self.settings.val().retry_count {
                self.dooms.next = self.sentence.val();
                if self.lost.val() {
                    self.dooms.next.status = bits_const::<8>(RETRY_EXCEEDED).into();
                }
            } else {
                self.later.next.retries = self.retries.val() + 1;
                self.backs.next = true;
            }
        } else if self.not_ready.val() && !self.account.val().back {
            if (self.waits.val() == self.settings.val().rnr_retry)
                && (self.settings.val().rnr_retry != bits_const::<3>(FOR_EVER))
            {
                self.dooms.next = self.sentence.val();
            } else {
                if self.settings.val().rnr_retry != bits_const::<3>(FOR_EVER) {
                    self.later.next.not_ready = self.waits.val() + 1;
                }
                self.later.next.waits = true;
                self.later.next.code = self.code.val();
                self.backs.next = true;
            }
        }
        self.halts.next = self.backs.val() && (self.account.val().motion == Motion::Flowing);
        if self.backs.val() {
            self.later.next.back = true;
        }
        if self.halts.val() {
            self.later.next.motion = Motion::Halting;
        }

        // It fails at once if it is the oldest, else when it is.
        self.outcome.next = self.fails.val();
        if self.dooms.val().status != 0 {
            if self.alone.val() {
                self.outcome.next = self.dooms.val();
            } else {
                self.later.next.mode = Mode::Doomed;
                self.later.next.verdict = self.dooms.val();
            }
        }
        if self.outcome.val().status != 0 {
            self.later.next.mode = Mode::Failed;
        }

        // The pointers.
        self.next_mark.next = self.account.val().mark + 1;
        self.next_tail.next = self.account.val().tail + 1;
        self.next_slot.next = self.message.val().slot + bit_cast::<16, 3>(self.message.val().slots);
        self.completes.next = self.retires.val() || (self.outcome.val().status != 0);
        if self.completes.val() {
            self.later.next.tail = self.next_tail.val();
            self.later.next.slot = self.next_slot.val();
            if self.placing.val() && self.answer_due.val() {
                self.later.next.placed = self.account.val().placed + 1;
            }
        }
        if self.passes.val() || (self.good.val() && (self.target.val() == self.message.val().last))
        {
            self.later.next.mark = self.next_mark.val();
            self.later.next.mark_slot = self.next_slot.val();
            self.later.next.first = self.after.val();
            if self.good.val() {
                self.later.next.answered = self.account.val().answered + 1;
            }
        }

        // Whether there is another to look at: up to the target, and one that may fail as soon as it is the oldest.
        self.suspect.next =
            self.bad.val() || self.account.val().fault || (self.account.val().mode == Mode::Doomed);
        self.again_owed.next = self.owed.val() && !self.answer_due.val();
        self.again_placing.next =
            self.placing.val() && (self.next_tail.val() != self.account.val().mark);
        self.again.next = false;
        if self.placing.val() && (self.outcome.val().status == 0) {
            self.again.next = self.retires.val()
                && (self.again_placing.val()
                    || (self.suspect.val() && (self.account.val().mark != self.head.val())));
        } else if self.passes.val() {
            self.again.next = (self.next_mark.val() != self.head.val())
                && ((self.after.val() != self.target.val())
                    || (self.goal.val() != Goal::Nothing)
                    || (self.alone.val() && self.suspect.val()));
        }
        self.accepts.next = self.good.val();
        self.implied.next = self.lost.val() && self.backs.val();
    }
}
