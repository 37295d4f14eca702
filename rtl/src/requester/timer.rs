//! The transport timers (digest §8): a QP that has something outstanding and makes no progress for 4.096 µs times 2^timeout expires.
//!
//! - `watch_qpn` walks over all QPs, one a cycle; `account`, `page` and `timeout` are that QP's, a cycle later.
//! - `expiry`: a QP's timer ran out, and which PSN was its oldest then.
//! - `cycles_per_tick`: cycles in 4.096 µs; 0 counts as 1.
//!
//! For each QP it remembers the oldest PSN of the last visit and since when it has stood. A PSN that moved, or nothing outstanding, begins
//! anew; so only progress restarts a timer, never an answer that acknowledges nothing new. Visits come every 1024 cycles: a timer is late
//! by that much at most, and early by at most the tick it began in. If the queue is full a timer expires at its next visit.
use crate::kit::{SmallFifo, Table};
use crate::requester::chain::QpPsn;
use crate::requester::ledger::Page;
use crate::requester::sweep::{Account, Mode};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Seen {
    pub oldest: Bits<24>,
    pub since: Bits<33>,
}

#[derive(LogicBlock, Default)]
pub struct Timer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub cycles_per_tick: Signal<In, Bits<32>>,
    pub watch_qpn: Signal<Out, Bits<10>>,
    pub account: Signal<In, Account>,
    pub page: Signal<In, Page>,
    pub timeout: Signal<In, Bits<5>>,
    pub expiry: Signal<Out, QpPsn>,
    pub expiry_valid: Signal<Out, Bit>,
    pub expiry_ready: Signal<In, Bit>,
    expiries: SmallFifo<QpPsn, 4, 5>,
    seen: Table<Seen, 10>,
    visit: DFF<Bits<10>>,
    visited: DFF<Bits<10>>,
    cycle: DFF<Bits<32>>,
    now: DFF<Bits<33>>,
    waits: Signal<Local, Bit>,
    elapsed: Signal<Local, Bits<33>>,
    over: Signal<Local, Bit>,
}

impl Logic for Timer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, visit, visited, cycle, now);
        self.expiries.clock.next = self.clock.val();
        self.expiries.reset.next = self.reset.val();
        self.seen.clock.next = self.clock.val();
        self.expiry.next = self.expiries.o.val();
        self.expiry_valid.next = self.expiries.o_valid.val();
        self.expiries.o_ready.next = self.expiry_ready.val();

        self.cycle.d.next = self.cycle.q.val() + 1;
        if (self.cycle.q.val() + 1) >= self.cycles_per_tick.val() {
            self.cycle.d.next = 0.into();
            self.now.d.next = self.now.q.val() + 1;
        }

        self.visit.d.next = self.visit.q.val() + 1;
        self.visited.d.next = self.visit.q.val();
        self.watch_qpn.next = self.visit.q.val();
        self.seen.read_address.next = self.visit.q.val();
        self.waits.next = (self.account.val().mode == Mode::Running)
            && (self.account.val().tail != self.page.val().head)
            && (self.seen.read_data.val().oldest == self.account.val().oldest);
        self.elapsed.next = self.now.q.val() - self.seen.read_data.val().since;
        self.over.next =
            (self.timeout.val() != 0) && ((self.elapsed.val() >> self.timeout.val()) != 0);
        self.expiries.i.next.qpn = self.visited.q.val();
        self.expiries.i.next.psn = self.account.val().oldest;
        self.expiries.i_valid.next = self.waits.val() && self.over.val();
        self.seen.write.next =
            !self.waits.val() || (self.over.val() && self.expiries.i_ready.val());
        self.seen.write_address.next = self.visited.q.val();
        self.seen.write_data.next.oldest = self.account.val().oldest;
        self.seen.write_data.next.since = self.now.q.val();
        if self.reset.val() {
            self.visit.d.next = 0.into();
            self.visited.d.next = 0.into();
            self.cycle.d.next = 0.into();
            self.now.d.next = 0.into();
        }
    }
}
