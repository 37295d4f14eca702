//! Gathers what happens to QPs into one stream of events, each source in its turn.
//!
//! - `report`, `entered`, `response`, `expiry`, `delivered`: the sources, as the sweep says of them. A report waits until `ledger_idle`; what
//!   may end in a delivery until `deliverable`: there is room for one.
//! - `event`: the next one. It is taken in the cycle of `take`.
//!
//! A command's marker is an event twice. The first time, with `fences` set, it stays where it is, and a marker is to be sent through the
//! delivery; no report passes until that is back. Then it comes again and is taken. So what is delivered of a QP's old life has left
//! the card before its command is done. A delivery that is full holds up responses and commands only, never `delivered`.
use crate::kit::RoundRobin;
use crate::requester::chain::{Chain, ChainEvent, Delivered, Entered, Expiry, Response, Verdict};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Source {
    Chain,
    Entered,
    Response,
    Expiry,
    Delivered,
}

/// Something happened to a QP; of the records, that of the source means something.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Event {
    pub source: Source,
    pub qpn: Bits<10>,
    pub chain: ChainEvent,
    pub entered: Entered,
    /// The marker of a command, for the first time.
    pub fences: Bit,
    pub answer: Response,
    pub expired: Expiry,
    /// How the delivery ended.
    pub result: Verdict,
}

#[derive(LogicBlock, Default)]
pub struct Events {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub report: Signal<In, ChainEvent>,
    pub report_valid: Signal<In, Bit>,
    pub report_ready: Signal<Out, Bit>,
    pub ledger_idle: Signal<In, Bit>,
    pub entered: Signal<In, Entered>,
    pub entered_valid: Signal<In, Bit>,
    pub entered_ready: Signal<Out, Bit>,
    pub response: Signal<In, Response>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub expiry: Signal<In, Expiry>,
    pub expiry_valid: Signal<In, Bit>,
    pub expiry_ready: Signal<Out, Bit>,
    pub delivered: Signal<In, Delivered>,
    pub delivered_valid: Signal<In, Bit>,
    pub delivered_ready: Signal<Out, Bit>,
    pub deliverable: Signal<In, Bit>,
    pub happening: Signal<Out, Event>,
    pub happening_valid: Signal<Out, Bit>,
    pub take: Signal<In, Bit>,
    order: RoundRobin<5, 3>,
    commands: Signal<Local, Bit>,
    fences: Signal<Local, Bit>,
    /// A marker is on its way through the delivery, or is back.
    sent: DFF<Bit>,
    back: DFF<Bit>,
    taken: Signal<Local, Bit>,
}

impl Logic for Events {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sent, back);
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.commands.next = (self.report.val().kind == Chain::Reset)
            || (self.report.val().kind == Chain::Start)
            || (self.report.val().kind == Chain::Flush);
        self.fences.next = self.commands.val() && !self.back.q.val();
        self.order.request.next =
            (bits_cat(self.delivered_valid.val() && !self.delivered.val().marker)
                + bits_cat(self.expiry_valid.val())
                + bits_cat(self.response_valid.val() && self.deliverable.val())
                + bits_cat(self.entered_valid.val())
                + bits_cat(
                    self.report_valid.val()
                        && self.ledger_idle.val()
                        && !self.sent.q.val()
                        && (!self.fences.val() || self.deliverable.val()),
                ))
            .into();
        self.happening_valid.next = self.order.valid.val();
        self.taken.next = self.take.val() && self.order.valid.val();
        self.order.advance.next = self.taken.val();
        self.happening.next.chain = self.report.val();
        self.happening.next.entered = self.entered.val();
        self.happening.next.fences = self.fences.val();
        self.happening.next.answer = self.response.val();
        self.happening.next.expired = self.expiry.val();
        self.happening.next.result = self.delivered.val().verdict;
        self.report_ready.next = false;
        self.entered_ready.next = false;
        self.response_ready.next = false;
        self.expiry_ready.next = false;
        self.delivered_ready.next = self.delivered.val().marker;
        if self.order.grant.val() == 0 {
            self.happening.next.source = Source::Chain;
            self.happening.next.qpn = self.report.val().qpn;
            self.report_ready.next = self.taken.val() && !self.fences.val();
            if self.taken.val() && self.commands.val() {
                self.sent.d.next = self.fences.val();
                self.back.d.next = false;
            }
        } else if self.order.grant.val() == 1 {
            self.happening.next.source = Source::Entered;
            self.happening.next.qpn = self.entered.val().qpn;
            self.entered_ready.next = self.taken.val();
        } else if self.order.grant.val() == 2 {
            self.happening.next.source = Source::Response;
            self.happening.next.qpn = self.response.val().qpn;
            self.response_ready.next = self.taken.val();
        } else if self.order.grant.val() == 3 {
            self.happening.next.source = Source::Expiry;
            self.happening.next.qpn = self.expiry.val().qpn;
            self.expiry_ready.next = self.taken.val();
        } else {
            self.happening.next.source = Source::Delivered;
            self.happening.next.qpn = self.delivered.val().qpn;
            self.delivered_ready.next = self.taken.val();
        }
        if self.delivered_valid.val() && self.delivered.val().marker {
            self.delivered_ready.next = true;
            self.sent.d.next = false;
            self.back.d.next = true;
        }
        if self.reset.val() {
            self.sent.d.next = false;
            self.back.d.next = false;
        }
    }
}
