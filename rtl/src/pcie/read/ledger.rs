//! What every tag stands at: whether it waits, how many bytes are still to come, what went wrong, what it holds of the budget.
//!
//! - `give`: a tag is given out; it counts as busy from the next cycle on. `charge`: what its read was charged, before it goes out.
//! - `outcome`: what a completion means for its tag. One a cycle, always taken.
//! - `refused`: a tag whose read may not go out (bus mastering is off); taken when no outcome comes.
//! - `result`: a tag has ended, in the cycle in which it stops being busy. Its charge comes back beside it.
//!
//! A tag ends only when the block says that its request is completed, never by a count of bytes; the count is checked (PCIe digest §1.4,
//! pitfall 1). An error sticks to its tag until then. `spoiled` are tags that ended without their last completion, which may yet come:
//! they must not be given out again while `quarantine` is on (pitfall 2), which is `quarantine_cycles` from the last of them.
//! Tags that still wait when a reset comes are spoiled by it, so that what the host answers to the card's earlier life meets nobody; neither
//! that nor a quarantine under way is forgotten in a reset.
//! Outcomes are worked on one a cycle, read, decide and write in one stage, so none meets another half done.
use super::budget::ReadCharge;
use super::flags::TagFlags;
use super::{ReadOutcome, ReadResult, error};
use crate::kit::memory::LutRam;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// How far a tag's answer has come.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Progress {
    pub left: Bits<13>,
    pub error: Bits<3>,
}

#[derive(LogicBlock, Default)]
pub struct ReadLedger {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub quarantine_cycles: Signal<In, Bits<24>>,
    pub give: Signal<In, Bit>,
    pub give_tag: Signal<In, Bits<8>>,
    pub charge: Signal<In, ReadCharge>,
    pub charge_tag: Signal<In, Bits<8>>,
    pub charge_valid: Signal<In, Bit>,
    pub outcome: Signal<In, ReadOutcome>,
    pub outcome_valid: Signal<In, Bit>,
    pub refused: Signal<In, Bits<8>>,
    pub refused_valid: Signal<In, Bit>,
    pub refused_ready: Signal<Out, Bit>,
    pub busy: Signal<Out, Bits<256>>,
    pub spoiled: Signal<Out, Bits<256>>,
    pub quarantine: Signal<Out, Bit>,
    pub result: Signal<Out, ReadResult>,
    pub result_valid: Signal<Out, Bit>,
    pub returned: Signal<Out, ReadCharge>,
    pub count_pcie_unexpected: Signal<Out, Bit>,
    waiting: TagFlags,
    /// Tags of which nothing has come yet.
    fresh: TagFlags,
    spoilt: TagFlags,
    progress: LutRam<Progress, 8>,
    charges: LutRam<ReadCharge, 8>,
    outcome_now: DFF<ReadOutcome>,
    outcome_now_valid: DFF<Bit>,
    quarantine_left: DFF<Bits<24>>,
    quarantined: DFF<Bit>,
    known: Signal<Local, Bit>,
    before_it: Signal<Local, Progress>,
    after_it: Signal<Local, Progress>,
    ended: Signal<Local, Bit>,
}

impl Logic for ReadLedger {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            outcome_now,
            outcome_now_valid,
            quarantine_left,
            quarantined
        );
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.fresh.clock.next = self.clock.val();
        self.fresh.reset.next = self.reset.val();
        self.spoilt.clock.next = self.clock.val();
        self.spoilt.reset.next = false;
        self.spoilt.joined.next = 0.into();
        self.waiting.joined.next = 0.into();
        self.fresh.joined.next = 0.into();
        self.progress.clock.next = self.clock.val();
        self.charges.clock.next = self.clock.val();

        self.refused_ready.next = !self.outcome_valid.val();
        self.outcome_now_valid.d.next = self.outcome_valid.val() || self.refused_valid.val();
        self.outcome_now.d.next = self.outcome.val();
        if !self.outcome_valid.val() {
            self.outcome_now.d.next.tag = self.refused.val();
            self.outcome_now.d.next.error = bits_const::<3>(error::DISABLED).into();
            self.outcome_now.d.next.ends = true;
            self.outcome_now.d.next.spoils = false;
            self.outcome_now.d.next.unexpected = false;
        }

        self.known.next = self
            .waiting
            .flags
            .val()
            .get_bit(self.outcome_now.q.val().tag.index())
            && !self.outcome_now.q.val().unexpected
            && self.outcome_now_valid.q.val();
        self.count_pcie_unexpected.next = self.outcome_now_valid.q.val() && !self.known.val();
        self.progress.read_address.next = self.outcome_now.q.val().tag;
        self.before_it.next = self.progress.read_data.val();
        if self
            .fresh
            .flags
            .val()
            .get_bit(self.outcome_now.q.val().tag.index())
        {
            self.before_it.next.left = self.outcome_now.q.val().length;
            self.before_it.next.error = 0.into();
        }
        self.after_it.next.left = self.before_it.val().left - self.outcome_now.q.val().bytes;
        self.after_it.next.error = self.before_it.val().error;
        if self.before_it.val().error == 0 {
            self.after_it.next.error = self.outcome_now.q.val().error;
            if self.outcome_now.q.val().error == 0 {
                // What it says is still to come must be what is, and the last one must bring all of it.
                if (self.outcome_now.q.val().byte_count != self.before_it.val().left)
                    || (self.outcome_now.q.val().ends
                        && (self.outcome_now.q.val().bytes != self.outcome_now.q.val().byte_count))
                {
                    self.after_it.next.error = bits_const::<3>(error::MALFORMED).into();
                }
            }
        }
        self.ended.next = self.known.val() && self.outcome_now.q.val().ends;
        self.progress.write.next = self.known.val();
        self.progress.write_address.next = self.outcome_now.q.val().tag;
        self.progress.write_data.next = self.after_it.val();
        self.waiting.set.next = self.give.val();
        self.waiting.set_tag.next = self.give_tag.val();
        self.waiting.clear.next = self.ended.val();
        self.waiting.clear_tag.next = self.outcome_now.q.val().tag;
        self.fresh.set.next = self.give.val();
        self.fresh.set_tag.next = self.give_tag.val();
        self.fresh.clear.next = self.known.val();
        self.fresh.clear_tag.next = self.outcome_now.q.val().tag;
        self.spoilt.set.next = self.ended.val() && self.outcome_now.q.val().spoils;
        self.spoilt.set_tag.next = self.outcome_now.q.val().tag;
        self.spoilt.clear.next = self.give.val();
        self.spoilt.clear_tag.next = self.give_tag.val();
        self.charges.write.next = self.charge_valid.val();
        self.charges.write_address.next = self.charge_tag.val();
        self.charges.write_data.next = self.charge.val();
        self.charges.read_address.next = self.outcome_now.q.val().tag;
        self.returned.next = self.charges.read_data.val();
        self.result_valid.next = self.ended.val();
        self.result.next.tag = self.outcome_now.q.val().tag;
        self.result.next.error = self.after_it.val().error;
        self.busy.next = self.waiting.flags.val();
        self.spoiled.next = self.spoilt.flags.val();

        self.quarantine.next = self.quarantined.q.val();
        self.quarantine_left.d.next = self.quarantine_left.q.val() - 1;
        if self.quarantine_left.q.val() == 0 {
            self.quarantined.d.next = false;
        }
        if self.ended.val() && self.outcome_now.q.val().spoils {
            self.quarantine_left.d.next = self.quarantine_cycles.val();
            self.quarantined.d.next = true;
        }
        if self.reset.val() {
            self.outcome_now_valid.d.next = false;
            self.spoilt.joined.next = self.waiting.flags.val();
            if self.waiting.flags.val().any() {
                self.quarantine_left.d.next = self.quarantine_cycles.val();
                self.quarantined.d.next = true;
            }
        }
    }
}
