//! The one place where a key is checked and a virtual address becomes a bus address. `docs/memory.md` has the picture.
//!
//! - `key_write`, `page_write`: from control, valid only, seen by every check that enters afterwards.
//! - `check{n}`, `checked{n}`: streams of client n ([`client_number`]); each client's answers come in the order of its checks, nine
//!   cycles later when nothing else is going on.
//!
//! One check a cycle, in fair turns between the clients; a piece in two pages takes a second cycle. Nothing stalls for a client: a check
//! enters when there is room for its answer, and the answer then always comes. The queue before the page walk holds what the key check
//! has on its way, so that the key check needs no stall either.
//!
//! A key or page written while a check is inside may or may not be seen by it; [`LATENCY_MAX`] cycles after the write, no answer comes of
//! what was there before, other than from a client's queue.
pub mod client;
pub mod key_check;
pub mod page_walk;

use crate::kit::{PassFifo, StreamMerge};
use crate::records::{Check, Checked, KeyWrite, PageWrite};
use client::MemoryClient;
use ferric_emit::kernel::*;
use ferric_layout::sizes::PAGE_BITS;
use key_check::{KeyCheck, Walk};
use page_walk::PageWalk;
use rust_hdl::prelude::*;

/// Who asks.
pub mod client_number {
    /// The requester, for its scatter/gather entries.
    pub const REQUESTER: usize = 0;
    /// The responder, for the whole range of an RETH.
    pub const RESPONDER_CHECK: usize = 1;
    /// The responder, for each piece it writes.
    pub const RESPONDER_PLACE: usize = 2;
    /// The responder, for each piece of a READ response that it sends, and for the word of an atomic.
    pub const RESPONSE: usize = 3;
    /// The requester, for each piece of a READ response, or the result of an atomic, that it writes.
    pub const DELIVER: usize = 4;
    /// Clients.
    pub const CLIENTS: usize = 5;
    /// Bits of a client's number.
    pub const CLIENT_BITS: usize = 3;
}
use client_number::{CLIENT_BITS, CLIENTS};

/// Bits of a page's index with room for a carry.
const PAGE_COUNT: usize = PAGE_BITS + 1;
const WALK_BITS: usize = 4;
const WALK_COUNT: usize = WALK_BITS + 1;
/// Walks that may stand in the queue when another check is let into the key check, whose five may all be under way.
const WALK_LIMIT: usize = (1 << WALK_BITS) - 6;
/// Cycles from the table's read to the answer in the client's queue, with every walk before it in two pages.
pub const LATENCY_MAX: usize = 48;

#[derive(LogicBlock, Default)]
pub struct Memory {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub key_write: Signal<In, KeyWrite>,
    pub key_write_valid: Signal<In, Bit>,
    pub page_write: Signal<In, PageWrite>,
    pub page_write_valid: Signal<In, Bit>,
    pub check0: Signal<In, Check>,
    pub check0_valid: Signal<In, Bit>,
    pub check0_ready: Signal<Out, Bit>,
    pub checked0: Signal<Out, Checked>,
    pub checked0_valid: Signal<Out, Bit>,
    pub checked0_ready: Signal<In, Bit>,
    pub check1: Signal<In, Check>,
    pub check1_valid: Signal<In, Bit>,
    pub check1_ready: Signal<Out, Bit>,
    pub checked1: Signal<Out, Checked>,
    pub checked1_valid: Signal<Out, Bit>,
    pub checked1_ready: Signal<In, Bit>,
    pub check2: Signal<In, Check>,
    pub check2_valid: Signal<In, Bit>,
    pub check2_ready: Signal<Out, Bit>,
    pub checked2: Signal<Out, Checked>,
    pub checked2_valid: Signal<Out, Bit>,
    pub checked2_ready: Signal<In, Bit>,
    pub check3: Signal<In, Check>,
    pub check3_valid: Signal<In, Bit>,
    pub check3_ready: Signal<Out, Bit>,
    pub checked3: Signal<Out, Checked>,
    pub checked3_valid: Signal<Out, Bit>,
    pub checked3_ready: Signal<In, Bit>,
    pub check4: Signal<In, Check>,
    pub check4_valid: Signal<In, Bit>,
    pub check4_ready: Signal<Out, Bit>,
    pub checked4: Signal<Out, Checked>,
    pub checked4_valid: Signal<Out, Bit>,
    pub checked4_ready: Signal<In, Bit>,
    clients: [MemoryClient; CLIENTS],
    merge: StreamMerge<Check, CLIENTS, CLIENT_BITS>,
    key_check: KeyCheck,
    walks: PassFifo<Walk, WALK_BITS, WALK_COUNT>,
    page_walk: PageWalk,
    room: Signal<Local, Bit>,
}

impl Logic for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module memory");
        self.clients[0].check.next = self.check0.val();
        self.clients[0].check_valid.next = self.check0_valid.val();
        self.check0_ready.next = self.clients[0].check_ready.val();
        self.checked0.next = self.clients[0].checked.val();
        self.checked0_valid.next = self.clients[0].checked_valid.val();
        self.clients[0].checked_ready.next = self.checked0_ready.val();
        self.clients[1].check.next = self.check1.val();
        self.clients[1].check_valid.next = self.check1_valid.val();
        self.check1_ready.next = self.clients[1].check_ready.val();
        self.checked1.next = self.clients[1].checked.val();
        self.checked1_valid.next = self.clients[1].checked_valid.val();
        self.clients[1].checked_ready.next = self.checked1_ready.val();
        self.clients[2].check.next = self.check2.val();
        self.clients[2].check_valid.next = self.check2_valid.val();
        self.check2_ready.next = self.clients[2].check_ready.val();
        self.checked2.next = self.clients[2].checked.val();
        self.checked2_valid.next = self.clients[2].checked_valid.val();
        self.clients[2].checked_ready.next = self.checked2_ready.val();
        self.clients[3].check.next = self.check3.val();
        self.clients[3].check_valid.next = self.check3_valid.val();
        self.check3_ready.next = self.clients[3].check_ready.val();
        self.checked3.next = self.clients[3].checked.val();
        self.checked3_valid.next = self.clients[3].checked_valid.val();
        self.clients[3].checked_ready.next = self.checked3_ready.val();
        self.clients[4].check.next = self.check4.val();
        self.clients[4].check_valid.next = self.check4_valid.val();
        self.check4_ready.next = self.clients[4].check_ready.val();
        self.checked4.next = self.clients[4].checked.val();
        self.checked4_valid.next = self.clients[4].checked_valid.val();
        self.clients[4].checked_ready.next = self.checked4_ready.val();

        self.merge.clock.next = self.clock.val();
        self.merge.reset.next = self.reset.val();
        for k in 0..CLIENTS {
            self.clients[k].clock.next = self.clock.val();
            self.clients[k].reset.next = self.reset.val();
            self.merge.i[k].next = self.clients[k].request.val();
            self.merge.i_valid[k].next = self.clients[k].request_valid.val();
            self.clients[k].request_ready.next = self.merge.i_ready[k].val();
            self.clients[k].answer.next = self.page_walk.answer.val();
            self.clients[k].answer_valid.next = self.page_walk.answer_valid.val()
                && (self.page_walk.answer_client.val().index() == k);
        }

        self.room.next = self.walks.level.val() < bits_const::<WALK_COUNT>(WALK_LIMIT);
        self.merge.o_ready.next = self.room.val();
        self.key_check.clock.next = self.clock.val();
        self.key_check.reset.next = self.reset.val();
        self.key_check.key_write.next = self.key_write.val();
        self.key_check.key_write_valid.next = self.key_write_valid.val();
        self.key_check.check.next = self.merge.o.val();
        self.key_check.check_client.next = self.merge.from.val();
        self.key_check.check_valid.next = self.merge.o_valid.val() && self.room.val();

        self.walks.clock.next = self.clock.val();
        self.walks.reset.next = self.reset.val();
        self.walks.i.next = self.key_check.walk.val();
        self.walks.i_valid.next = self.key_check.walk_valid.val();
        self.page_walk.clock.next = self.clock.val();
        self.page_walk.reset.next = self.reset.val();
        self.page_walk.page_write.next = self.page_write.val();
        self.page_walk.page_write_valid.next = self.page_write_valid.val();
        self.page_walk.walk.next = self.walks.o.val();
        self.page_walk.walk_valid.next = self.walks.o_valid.val();
        self.walks.o_ready.next = self.page_walk.walk_ready.val();
    }
}
