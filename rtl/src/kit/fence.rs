//! Waits until everything that was under way at some moment is over, whatever has begun since.
//!
//! - `begins`, `ends`: something begins, or the oldest of what is under way ends; one of each a cycle at most. Up to 1023 are under way.
//! - `issued`, `left`: writes that what has ended has caused, and those of them that have left, both modulo 2^16; 0 if there are none.
//! - `fence`: high until `fenced` has been seen. `fenced`: everything that had begun when `fence` rose has ended, and its writes have left.
//!
//! What begins in the cycle in which `fence` rises is waited for. `issued` counts a write a cycle after the end of what caused it at the latest.
use rust_hdl::prelude::*;

const COUNT_BITS: usize = 10;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    Idle,
    /// For those that had begun to end.
    Ends,
    /// For their writes to leave.
    Leaves,
    /// For `fence` to fall.
    Over,
}

#[derive(LogicBlock, Default)]
pub struct Fence {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub begins: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub issued: Signal<In, Bits<16>>,
    pub left: Signal<In, Bits<16>>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    phase: DFF<Phase>,
    under_way: DFF<Bits<COUNT_BITS>>,
    /// Of those that had begun, how many have not ended.
    older: DFF<Bits<COUNT_BITS>>,
    ticket: DFF<Bits<16>>,
    count: Signal<Local, Bits<COUNT_BITS>>,
    behind: Signal<Local, Bits<16>>,
}

impl Logic for Fence {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, under_way, older, ticket);
        self.count.next = self.under_way.q.val();
        if self.begins.val() && !self.ends.val() {
            self.count.next = self.under_way.q.val() + 1;
        }
        if self.ends.val() && !self.begins.val() {
            self.count.next = self.under_way.q.val() - 1;
        }
        self.under_way.d.next = self.count.val();
        self.behind.next = self.left.val() - self.ticket.q.val();
        self.fenced.next = self.phase.q.val() == Phase::Over;
        match self.phase.q.val() {
            Phase::Idle => {
                self.older.d.next = self.count.val();
                if self.fence.val() {
                    self.phase.d.next = Phase::Ends;
                }
            }
            Phase::Ends => {
                if self.older.q.val() == 0 {
                    self.ticket.d.next = self.issued.val();
                    self.phase.d.next = Phase::Leaves;
                } else if self.ends.val() {
                    self.older.d.next = self.older.q.val() - 1;
                }
            }
            Phase::Leaves => {
                if !self.behind.val().get_bit(15) {
                    self.phase.d.next = Phase::Over;
                }
            }
            Phase::Over => {
                if !self.fence.val() {
                    self.phase.d.next = Phase::Idle;
                }
            }
        }
        if self.reset.val() {
            self.phase.d.next = Phase::Idle;
            self.under_way.d.next = 0.into();
        }
    }
}
