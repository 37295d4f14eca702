//! Enters messages into the outstanding table, in the order of their PSNs.
//!
//! - `i`: messages, before their packets leave, and the markers of Reset, Start, Pause and Park.
//! - `message_write`: into the outstanding table, at the QP and its message number modulo 128.
//! - `read_qpn`, `page`: what the ledger knows of a QP, a cycle later; `watch_qpn`, `watch_page` likewise for the timer.
//! - `entered`: a message that fails at once, or a marker that says that nothing follows, and all messages before it are entered.
//! - `idle`: nothing is waiting to be entered, nor in `entered`. `revision`: valid only; turns a page back, of a QP of which nothing is waiting.
//!
//! Owns the number of the next message, the next PSN, and how many READs and atomics there were. It never waits for room in the table: the scheduler lets no more than 128 slots
//! of a QP be outstanding, and a message has one at least. A message takes two cycles. Its page is read in the first and written in the
//! second, unless a revision takes the tables' write port then, which makes it wait; so its own reads never meet a write; those of others get the old page then, which is as if they had come a cycle earlier.
use crate::kit::{SmallFifo, WipedTable, WipedTable2};
use crate::requester::chain::{Chain, Entered, Message, Outstanding};
use ferric_emit::kernel::*;
use ferric_layout::work;
use rust_hdl::prelude::*;

/// A QP's page of the ledger.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Page {
    /// Number of the next message to enter.
    pub head: Bits<8>,
    /// The PSN after the last one taken.
    pub psn: Bits<24>,
    /// A message was entered that fails at once.
    pub faulted: Bit,
    /// READs and atomics entered, modulo 32.
    pub reads: Bits<5>,
}

/// Sweep to ledger: what a QP's page shall be.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Revision {
    pub qpn: Bits<10>,
    pub page: Page,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct MessageWrite {
    pub qpn: Bits<10>,
    pub number: Bits<7>,
    pub message: Message,
}

#[derive(LogicBlock, Default)]
pub struct Ledger {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, Outstanding>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub message_write: Signal<Out, MessageWrite>,
    pub message_write_valid: Signal<Out, Bit>,
    pub read_qpn: Signal<In, Bits<10>>,
    pub page: Signal<Out, Page>,
    pub watch_qpn: Signal<In, Bits<10>>,
    pub watch_page: Signal<Out, Page>,
    pub entered: Signal<Out, Entered>,
    pub entered_valid: Signal<Out, Bit>,
    pub entered_ready: Signal<In, Bit>,
    pub idle: Signal<Out, Bit>,
    pub revision: Signal<In, Revision>,
    pub revision_valid: Signal<In, Bit>,
    waiting: SmallFifo<Outstanding, 4, 5>,
    entries: SmallFifo<Entered, 2, 3>,
    own: WipedTable<Page, 10>,
    others: WipedTable2<Page, 10>,
    looking: DFF<Bit>,
    enter: Signal<Local, Bit>,
    /// A marker that changes nothing.
    stands: Signal<Local, Bit>,
    turned: Signal<Local, Page>,
    written: Signal<Local, Revision>,
}

impl Logic for Ledger {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, looking);
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.own.clock.next = self.clock.val();
        self.own.reset.next = self.reset.val();
        self.others.clock.next = self.clock.val();
        self.others.reset.next = self.reset.val();
        self.waiting.i.next = self.i.val();
        self.waiting.i_valid.next = self.i_valid.val();
        self.i_ready.next = self.waiting.i_ready.val();
        self.idle.next = !self.waiting.o_valid.val() && !self.entries.o_valid.val();
        self.entered.next = self.entries.o.val();
        self.entered_valid.next = self.entries.o_valid.val();
        self.entries.o_ready.next = self.entered_ready.val();
        self.others.read_address.next = self.read_qpn.val();
        self.page.next = self.others.read_data.val();
        self.others.second_address.next = self.watch_qpn.val();
        self.watch_page.next = self.others.second_data.val();

        self.own.read_address.next = self.waiting.o.val().qpn;
        self.enter.next =
            self.looking.q.val() && self.entries.i_ready.val() && !self.revision_valid.val();
        self.looking.d.next = self.waiting.o_valid.val() && !self.enter.val();
        self.waiting.o_ready.next = self.enter.val();
        self.stands.next = (self.waiting.o.val().kind == Chain::Pause)
            || (self.waiting.o.val().kind == Chain::Park);
        self.turned.next = self.own.read_data.val();
        if (self.waiting.o.val().kind == Chain::Reset)
            || (self.waiting.o.val().kind == Chain::Start)
        {
            self.turned.next.psn = self.waiting.o.val().message.first;
            self.turned.next.faulted = false;
            self.turned.next.reads = 0.into();
        } else if self.waiting.o.val().kind == Chain::Work {
            self.turned.next.head = self.own.read_data.val().head + 1;
            if self.waiting.o.val().message.faulted {
                self.turned.next.faulted = true;
            } else {
                self.turned.next.psn = self.waiting.o.val().message.last + 1;
                if (self.waiting.o.val().message.opcode == bits_const::<3>(work::opcode::READ))
                    || (self.waiting.o.val().message.opcode
                        == bits_const::<3>(work::opcode::COMPARE_SWAP))
                    || (self.waiting.o.val().message.opcode
                        == bits_const::<3>(work::opcode::FETCH_ADD))
                {
                    self.turned.next.reads = self.own.read_data.val().reads + 1;
                }
            }
        }
        self.written.next.qpn = self.waiting.o.val().qpn;
        self.written.next.page = self.turned.val();
        if self.revision_valid.val() {
            self.written.next = self.revision.val();
        }
        self.own.write.next = self.enter.val() || self.revision_valid.val();
        self.own.write_address.next = self.written.val().qpn;
        self.own.write_data.next = self.written.val().page;
        self.others.write.next = self.enter.val() || self.revision_valid.val();
        self.others.write_address.next = self.written.val().qpn;
        self.others.write_data.next = self.written.val().page;
        self.message_write.next.qpn = self.waiting.o.val().qpn;
        self.message_write.next.number = self.own.read_data.val().head.get_bits::<7>(0);
        self.message_write.next.message = self.waiting.o.val().message;
        self.message_write_valid.next =
            self.enter.val() && (self.waiting.o.val().kind == Chain::Work);
        self.entries.i.next.kind = self.waiting.o.val().kind;
        self.entries.i.next.qpn = self.waiting.o.val().qpn;
        self.entries.i.next.slot = self.waiting.o.val().message.slot;
        self.entries.i.next.fence = self.waiting.o.val().fence;
        self.entries.i_valid.next = self.enter.val()
            && (self.stands.val()
                || ((self.waiting.o.val().kind == Chain::Work)
                    && self.waiting.o.val().message.faulted));
        if self.reset.val() {
            self.looking.d.next = false;
        }
    }
}
