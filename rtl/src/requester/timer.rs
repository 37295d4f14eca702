//! The transport timers and the waits that RNR NAKs ask for (digest §2, §8).
//!
//! - `watch_qpn` walks over all QPs, one a cycle; `account`, `page` and `timeout` are that QP's, a cycle later.
//! - `expiry`: a QP's timer ran out, or its wait is over.
//! - `cycles_per_tick`: cycles in 4.096 µs; 0 counts as 1.
//!
//! A QP that has something unacknowledged out and makes no progress for 4.096 µs times 2^timeout expires. For each QP it remembers the
//! oldest PSN of the last visit and since when it has stood. A PSN that moved, a QP that was sent on or again, or nothing outstanding,
//! begins anew; so only progress and a going back restart a timer, never an answer that acknowledges nothing new. While a QP is about to
//! go back no transport timer runs.
//!
//! An RNR NAK's code stands for 10 µs times 1, 2, 3, 4, 6, 8, 12, ..; code 0 for one step more than 31. In ticks that is 625/256 times a
//! power of two, or three of them, rounded up.
//!
//! Visits come every 1024 cycles: a timer is late by that much and a tick at most; a transport timer may be early by the tick it began in,
//! a wait never. If the queue is full, a timer expires at its next visit.
use crate::kit::{SmallFifo, WipedTable};
use crate::requester::account::{Account, Mode};
use crate::requester::chain::Expiry;
use crate::requester::ledger::Page;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// 10 µs in ticks, times 256, and the same three times.
const STEP: u64 = 625;
const THREE_STEPS: u64 = 3 * STEP;
/// Rounds 256ths up.
const ROUND_UP: u64 = 255;

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Seen {
    pub oldest: Bits<24>,
    pub turn: Bits<2>,
    /// A wait of an RNR NAK rather than a transport timer.
    pub waits: Bit,
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
    pub expiry: Signal<Out, Expiry>,
    pub expiry_valid: Signal<Out, Bit>,
    pub expiry_ready: Signal<In, Bit>,
    expiries: SmallFifo<Expiry, 4, 5>,
    seen: WipedTable<Seen, 10>,
    visit: DFF<Bits<10>>,
    visited: DFF<Bits<10>>,
    cycle: DFF<Bits<32>>,
    now: DFF<Bits<33>>,
    waits: Signal<Local, Bit>,
    runs: Signal<Local, Bit>,
    stands: Signal<Local, Bit>,
    elapsed: Signal<Local, Bits<33>>,
    steps: Signal<Local, Bits<5>>,
    scale: Signal<Local, Bits<28>>,
    ticks: Signal<Local, Bits<28>>,
    over: Signal<Local, Bit>,
}

impl Logic for Timer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, visit, visited, cycle, now);
        self.expiries.clock.next = self.clock.val();
        self.expiries.reset.next = self.reset.val();
        self.seen.clock.next = self.clock.val();
        self.seen.reset.next = self.reset.val();
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

        // How long an RNR NAK's code is: the even ones a power of two, the odd ones above 1 three of them.
        self.steps.next = bit_cast::<5, 4>(self.account.val().code.get_bits::<4>(1));
        self.scale.next = bits_const::<28>(STEP).into();
        if self.account.val().code == 0 {
            self.steps.next = 16.into();
        } else if self.account.val().code == 1 {
            self.steps.next = 0.into();
        } else if self.account.val().code.get_bit(0) {
            self.steps.next = bit_cast::<5, 4>(self.account.val().code.get_bits::<4>(1)) - 1;
            self.scale.next = bits_const::<28>(THREE_STEPS).into();
        }
        self.ticks.next =
            ((self.scale.val() << self.steps.val()) + bits_const::<28>(ROUND_UP)) >> 8;

        self.waits.next = (self.account.val().mode == Mode::Running) && self.account.val().waits;
        self.runs.next = (self.account.val().mode == Mode::Running)
            && !self.account.val().back
            && (self.account.val().mark != self.page.val().head);
        self.stands.next = (self.waits.val() || self.runs.val())
            && (self.seen.read_data.val().waits == self.waits.val())
            && (self.seen.read_data.val().turn == self.account.val().turn)
            && (self.waits.val()
                || (self.seen.read_data.val().oldest == self.account.val().oldest));
        self.elapsed.next = self.now.q.val() - self.seen.read_data.val().since;
        self.over.next =
            (self.timeout.val() != 0) && ((self.elapsed.val() >> self.timeout.val()) != 0);
        if self.waits.val() {
            self.over.next = self.elapsed.val() > bit_cast::<33, 28>(self.ticks.val());
        }
        self.expiries.i.next.qpn = self.visited.q.val();
        self.expiries.i.next.psn = self.account.val().oldest;
        self.expiries.i.next.rnr = self.waits.val();
        self.expiries.i_valid.next = self.stands.val() && self.over.val();
        self.seen.write.next =
            !self.stands.val() || (self.over.val() && self.expiries.i_ready.val());
        self.seen.write_address.next = self.visited.q.val();
        self.seen.write_data.next.oldest = self.account.val().oldest;
        self.seen.write_data.next.turn = self.account.val().turn;
        self.seen.write_data.next.waits = self.waits.val();
        self.seen.write_data.next.since = self.now.q.val();
        if self.reset.val() {
            self.visit.d.next = 0.into();
            self.visited.d.next = 0.into();
            self.cycle.d.next = 0.into();
            self.now.d.next = 0.into();
        }
    }
}
