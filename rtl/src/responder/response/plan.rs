//! Decides what is answered next, and owns what is remembered of each QP's READs and atomics.
//!
//! - `item`: what is to be answered, always taken: what cannot go at once waits in the QP's own state.
//! - `planned`: packets, in the order in which they leave; `piece`: for each that has payload, where it comes from. `gone`: one that has none
//!   leaves.
//! - `job`, `result`: atomics to execute. `fails`: QPs whose fatal NAK has left; passed on to the place stage in `stops`.
//! - `finished`: READs and atomics of a QP that have been answered, valid only.
//! - `stop`: no slot is answered. `forget`, high until `forgotten`, only while everything is `idle` and nothing is planned behind: the QP's
//!   slots are void; `say`: what is held goes out, if it waits for no slot.
//!
//! Rules (digest §7). READs and atomics of a QP are answered in their order, an acknowledge or NAK behind those that came before it. It is
//! held meanwhile, and while 32 packets without payload wait already: the newest takes the place of an older one, and a READ or atomic that
//! comes behind it takes its place altogether, since its response acknowledges all before it. A request that comes again is looked up among
//! the last 16; if a slot answers it, the QP goes back to that slot, and what was after it is answered anew; an acknowledge held
//! of what comes before the newest slot is dropped. If the QP has not come that far, it will come to it anyway. An atomic is executed when the QP comes to it first, and never again.
//!
//! One event at a time: state and configuration are read, a cycle later it is decided. An acknowledge, or a READ of one packet that finds
//! nothing before it, takes two cycles. A QP with something to answer stands in a ring, or before it if the ring is empty; its turn, one
//! packet, takes five, since its slot is read too. Items and turns alternate. A request that comes again takes five cycles for each slot looked at. A read of either table never
//! meets a write, since one event ends before the next begins.
//!
//! Nothing is waited for but `stops`: a turn begins only when there is room for its packet, and an atomic for which there is no room has
//! another turn.
use super::super::flow::{Item, Request};
use super::cut::Cut;
use super::flow::*;
use super::recall::Recall;
use crate::kit::{RamFifo, Table, UltraTable, WipedTable};
use crate::records::QpWrite;
use crate::requester::chain::LocalPiece;
use ferric_emit::kernel::*;
use ferric_layout::opcode::{opcode, operation, transport};
use ferric_layout::qp::access;
use ferric_layout::sizes::{QP_BITS, RD_ATOMIC_BITS, RD_ATOMIC_MAX};
use ferric_layout::status::syndrome;
use rust_hdl::prelude::*;

const ACKNOWLEDGE: u8 = opcode(transport::RC, operation::ACKNOWLEDGE);
const ATOMIC_ACKNOWLEDGE: u8 = opcode(transport::RC, operation::ATOMIC_ACKNOWLEDGE);
const READ_ONLY: u8 = opcode(transport::RC, operation::READ_RESPONSE_ONLY);
/// Packets without payload that may wait in the queue behind; other acknowledges are held, and may be overtaken.
const SHORT_BITS: usize = 6;
const SHORT_MAX: usize = 1 << (SHORT_BITS - 1);
/// A number this far or farther ahead of another is before it.
const HALF: usize = 1 << (FINISHED_BITS - 1);
const RING_COUNT: usize = QP_BITS + 1;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Source {
    Item,
    Turn,
    Result,
    Fail,
    Forget,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// For an event.
    Look,
    /// Its QP's state is here.
    Act,
    /// The slot is being read: two cycles, and one for its register.
    Ask,
    Wait,
    Fetch,
    /// The slot is here.
    Use,
}

#[derive(LogicBlock, Default)]
pub struct Plan {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub item: Signal<In, Item>,
    pub item_valid: Signal<In, Bit>,
    pub item_ready: Signal<Out, Bit>,
    pub planned: Signal<Out, Planned>,
    pub planned_valid: Signal<Out, Bit>,
    pub planned_ready: Signal<In, Bit>,
    pub gone: Signal<In, Bit>,
    pub piece: Signal<Out, LocalPiece>,
    pub piece_valid: Signal<Out, Bit>,
    pub piece_ready: Signal<In, Bit>,
    pub job: Signal<Out, AtomicJob>,
    pub job_valid: Signal<Out, Bit>,
    pub job_ready: Signal<In, Bit>,
    pub result: Signal<In, AtomicResult>,
    pub result_valid: Signal<In, Bit>,
    pub result_ready: Signal<Out, Bit>,
    pub fails: Signal<In, Bits<QP_BITS>>,
    pub fails_valid: Signal<In, Bit>,
    pub fails_ready: Signal<Out, Bit>,
    pub stops: Signal<Out, Bits<QP_BITS>>,
    pub stops_valid: Signal<Out, Bit>,
    pub stops_ready: Signal<In, Bit>,
    pub finished: Signal<Out, Finished>,
    pub finished_valid: Signal<Out, Bit>,
    pub stop: Signal<In, Bit>,
    pub forget_qpn: Signal<In, Bits<QP_BITS>>,
    pub forget: Signal<In, Bit>,
    pub say: Signal<In, Bit>,
    pub forgotten: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    states: WipedTable<Standing, QP_BITS>,
    settings: Table<Settings, QP_BITS>,
    slots: UltraTable<Slot, SLOT_ADDRESS_BITS>,
    ring: RamFifo<Bits<QP_BITS>, QP_BITS, RING_COUNT>,
    /// The QP before the ring, so that a lone one need not go through it.
    first: DFF<Bits<QP_BITS>>,
    first_valid: DFF<Bit>,
    cut: Cut,
    recall: Recall,
    phase: DFF<Phase>,
    source: DFF<Source>,
    /// Of the event.
    qpn: DFF<Bits<QP_BITS>>,
    /// The last event was a turn.
    turned: DFF<Bit>,
    /// Packets without payload that wait behind.
    shorts: DFF<Bits<SHORT_BITS>>,
    space: Signal<Local, Bit>,
    adds: Signal<Local, Bit>,
    joins: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    /// The slot that is looked at, and how many have not been looked at, with it.
    number: DFF<Bits<FINISHED_BITS>>,
    left: DFF<Bits<FILLED_BITS>>,
    slot: DFF<Slot>,
    // Look.
    room: Signal<Local, Bit>,
    any: Signal<Local, Bit>,
    choice: Signal<Local, Source>,
    chosen: Signal<Local, Bits<QP_BITS>>,
    address: Signal<Local, Bits<QP_BITS>>,
    // Act and use.
    state: Signal<Local, Standing>,
    then: Signal<Local, Standing>,
    pending: Signal<Local, Bits<FINISHED_BITS>>,
    straight: Signal<Local, Bit>,
    size: Signal<Local, Bits<32>>,
    short: Signal<Local, Bit>,
    /// The QP is to stand in the ring.
    lists: Signal<Local, Bit>,
    again: Signal<Local, Bit>,
    says_held: Signal<Local, Bit>,
    emit: Signal<Local, Bit>,
    out: Signal<Local, Planned>,
    /// The slot at `head` has been answered.
    answered: Signal<Local, Bit>,
    next_head: Signal<Local, Bits<FINISHED_BITS>>,
    further: Signal<Local, Bits<FINISHED_BITS>>,
    more: Signal<Local, Bit>,
    behind: Signal<Local, Bits<FINISHED_BITS>>,
    slot_number: Signal<Local, Bits<FINISHED_BITS>>,
    /// What is held acknowledges less than the answer to the newest slot, which is the first looked at.
    ahead: Signal<Local, Bits<24>>,
    outdated: Signal<Local, Bit>,
    covered: DFF<Bit>,
    written: Signal<Local, Slot>,
    writes_slot: Signal<Local, Bit>,
    write_number: Signal<Local, Bits<RD_ATOMIC_BITS>>,
    done: Signal<Local, Bit>,
}

impl Logic for Plan {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_plan");
        dff_setup!(
            self,
            clock,
            phase,
            source,
            qpn,
            first,
            first_valid,
            turned,
            shorts,
            number,
            left,
            slot,
            covered
        );
        self.states.clock.next = self.clock.val();
        self.states.reset.next = self.reset.val();
        self.settings.clock.next = self.clock.val();
        self.slots.clock.next = self.clock.val();
        self.ring.clock.next = self.clock.val();
        self.ring.reset.next = self.reset.val();
        self.settings.write.next = self.qp_write_valid.val();
        self.settings.write_address.next = self.qp_write.val().qpn;
        self.settings.write_data.next.peer_qpn = self.qp_write.val().receive.peer_qpn;
        self.settings.write_data.next.pd = self.qp_write.val().receive.pd;
        self.settings.write_data.next.pmtu = self.qp_write.val().receive.pmtu;

        // Look: which event, and whose.
        self.room.next = self.planned_ready.val() && self.piece_ready.val();
        self.any.next = true;
        self.choice.next = Source::Item;
        self.chosen.next = self.item.val().qpn;
        if self.fails_valid.val() {
            self.choice.next = Source::Fail;
            self.chosen.next = self.fails.val();
        } else if self.result_valid.val() {
            self.choice.next = Source::Result;
            self.chosen.next = self.result.val().qpn;
        } else if self.forget.val() {
            self.choice.next = Source::Forget;
            self.chosen.next = self.forget_qpn.val();
        } else if (self.first_valid.q.val() || self.ring.o_valid.val())
            && !self.stop.val()
            && self.room.val()
            && (!self.item_valid.val() || !self.turned.q.val())
        {
            self.choice.next = Source::Turn;
            self.chosen.next = self.ring.o.val();
            if self.first_valid.q.val() {
                self.chosen.next = self.first.q.val();
            }
        } else {
            self.any.next = self.item_valid.val();
        }
        self.address.next = self.qpn.q.val();
        self.ring.o_ready.next = false;
        if self.phase.q.val() == Phase::Look {
            self.address.next = self.chosen.val();
            self.qpn.d.next = self.chosen.val();
            self.source.d.next = self.choice.val();
            self.ring.o_ready.next =
                (self.choice.val() == Source::Turn) && !self.first_valid.q.val();
            if self.choice.val() == Source::Turn {
                self.first_valid.d.next = false;
            }
        }
        self.states.read_address.next = self.address.val();
        self.settings.read_address.next = self.address.val();
        self.idle.next = (self.phase.q.val() == Phase::Look)
            && !self.item_valid.val()
            && !self.fails_valid.val()
            && !self.result_valid.val();

        // What is known of the QP.
        self.state.next = self.states.read_data.val();
        self.pending.next = self.state.val().tail - self.state.val().head;
        self.space.next =
            self.planned_ready.val() && (self.shorts.q.val() < bits_const::<SHORT_BITS>(SHORT_MAX));
        self.straight.next =
            (self.pending.val() == 0) && !self.state.val().held && self.space.val();
        self.size.next = bits::<32>(128) << self.settings.read_data.val().pmtu;
        self.short.next = self.item.val().operands.length <= self.size.val();
        self.cut.slot.next = self.slot.q.val();
        self.cut.cursor.next = self.state.val().cursor;
        self.cut.begun.next = self.state.val().begun;
        self.cut.pmtu.next = self.settings.read_data.val().pmtu;
        self.recall.slot.next = self.slot.q.val();
        self.recall.item.next = self.item.val();
        self.recall.pmtu.next = self.settings.read_data.val().pmtu;
        self.slot_number.next = self.number.q.val();
        if self.phase.q.val() == Phase::Act {
            self.slot_number.next = self.state.val().head;
        }
        self.slots.read_address.next = (bits_cat(self.qpn.q.val())
            + bits_cat(self.slot_number.val().get_bits::<RD_ATOMIC_BITS>(0)))
        .into();
        self.slot.d.next = self.slots.read_data.val();

        // What is decided.
        self.then.next = self.state.val();
        self.lists.next = false;
        self.again.next = false;
        self.says_held.next = false;
        self.emit.next = false;
        self.answered.next = false;
        self.writes_slot.next = false;
        self.write_number.next = self.number.q.val().get_bits::<RD_ATOMIC_BITS>(0);
        self.written.next = self.slot.q.val();
        self.job_valid.next = false;
        self.forgotten.next = false;
        self.fails_ready.next = false;
        self.stops_valid.next = false;
        self.stops.next = self.fails.val();
        self.result_ready.next = false;
        self.item_ready.next = false;
        self.done.next = false;
        self.next_head.next = self.state.val().head + 1;
        self.behind.next = self.state.val().head - self.number.q.val();
        self.ahead.next = self.slot.q.val().psn - self.state.val().psn;
        self.outdated.next = self.covered.q.val();
        if self.left.q.val() == self.state.val().filled {
            self.outdated.next = !self.ahead.val().get_bit(23)
                && ((self.state.val().syndrome & bits_const::<8>(syndrome::KIND_MASK))
                    == bits_const::<8>(syndrome::KIND_ACK));
        }
        if self.phase.q.val() == Phase::Use {
            self.covered.d.next = self.outdated.val();
        }
        self.out.next.qpn = self.qpn.q.val();
        self.out.next.peer_qpn = self.settings.read_data.val().peer_qpn;
        self.out.next.opcode = bits_const::<8>(ACKNOWLEDGE).into();
        self.out.next.psn = self.item.val().psn;
        self.out.next.length = 0.into();
        self.out.next.syndrome = self.item.val().syndrome;
        self.out.next.msn = self.item.val().msn;
        self.out.next.value = self.slot.q.val().va;
        self.out.next.refused = false;
        self.piece.next.key = self.item.val().operands.rkey;
        self.piece.next.pd = self.settings.read_data.val().pd;
        self.piece.next.access = bits_const::<4>(access::REMOTE_READ).into();
        self.piece.next.va = self.item.val().operands.va;
        self.piece.next.rest = self.item.val().operands.length;
        self.piece.next.last = true;
        match self.phase.q.val() {
            Phase::Look => {
                if self.any.val() {
                    self.phase.d.next = Phase::Act;
                }
            }
            Phase::Act => match self.source.q.val() {
                Source::Item => {
                    self.number.d.next = self.state.val().tail - 1;
                    self.left.d.next = self.state.val().filled;
                    if self.item.val().again
                        && (self.item.val().request != Request::Acknowledge)
                        && (self.state.val().filled != 0)
                        && !self.state.val().failed
                    {
                        self.phase.d.next = Phase::Ask;
                    } else {
                        self.done.next = true;
                        self.item_ready.next = true;
                    }
                    if self.state.val().failed {
                        self.emit.next = false;
                    } else if self.item.val().request == Request::Acknowledge {
                        self.emit.next = self.straight.val();
                        self.lists.next = !self.straight.val();
                        self.then.next.held = !self.straight.val();
                        self.then.next.psn = self.item.val().psn;
                        self.then.next.syndrome = self.item.val().syndrome;
                        self.then.next.msn = self.item.val().msn;
                    } else if !self.item.val().again {
                        self.writes_slot.next = true;
                        self.write_number.next =
                            self.state.val().tail.get_bits::<RD_ATOMIC_BITS>(0);
                        self.then.next.tail = self.state.val().tail + 1;
                        self.then.next.held = false;
                        if self.state.val().filled != bits_const::<FILLED_BITS>(RD_ATOMIC_MAX) {
                            self.then.next.filled = self.state.val().filled + 1;
                        }
                        self.lists.next = true;
                        if self.pending.val() == bits_const::<FINISHED_BITS>(RD_ATOMIC_MAX) {
                            // The QP had gone back to a slot that its requester has since got another answer to.
                            self.then.next.head = self.next_head.val();
                            self.then.next.cursor = 0.into();
                            self.then.next.begun = false;
                        }
                        if (self.pending.val() == 0)
                            && (self.item.val().request == Request::Read)
                            && self.short.val()
                            && self.room.val()
                        {
                            self.lists.next = false;
                            self.emit.next = true;
                            self.answered.next = true;
                            self.out.next.opcode = bits_const::<8>(READ_ONLY).into();
                            self.out.next.length =
                                self.item.val().operands.length.get_bits::<13>(0);
                        }
                    }
                }
                Source::Turn => {
                    self.number.d.next = self.state.val().head;
                    if self.state.val().failed || (self.pending.val() == 0) {
                        self.done.next = true;
                        self.says_held.next =
                            self.state.val().held && self.space.val() && !self.state.val().failed;
                        self.again.next =
                            self.state.val().held && !self.space.val() && !self.state.val().failed;
                        self.then.next.listed =
                            self.state.val().held && !self.space.val() && !self.state.val().failed;
                    } else {
                        self.phase.d.next = Phase::Wait;
                    }
                }
                Source::Result => {
                    self.writes_slot.next = true;
                    self.write_number.next = self.result.val().number;
                    self.result_ready.next = true;
                    self.lists.next = true;
                    self.done.next = true;
                }
                Source::Fail => {
                    self.stops_valid.next = true;
                    self.fails_ready.next = self.stops_ready.val();
                    self.done.next = self.stops_ready.val();
                    self.then.next.failed = true;
                    self.then.next.head = self.state.val().tail;
                    self.then.next.held = false;
                }
                Source::Forget => {
                    self.says_held.next = self.say.val()
                        && self.state.val().held
                        && (self.pending.val() == 0)
                        && !self.state.val().failed;
                    self.then.next.failed = false;
                    self.then.next.tail = 0.into();
                    self.then.next.head = 0.into();
                    self.then.next.filled = 0.into();
                    self.then.next.finished = 0.into();
                    self.then.next.cursor = 0.into();
                    self.then.next.begun = false;
                    self.then.next.held = false;
                    self.forgotten.next = true;
                    self.done.next = true;
                }
            },
            Phase::Ask => {
                self.phase.d.next = Phase::Wait;
            }
            Phase::Wait => {
                self.phase.d.next = Phase::Fetch;
            }
            Phase::Fetch => {
                self.phase.d.next = Phase::Use;
            }
            Phase::Use => {
                if self.source.q.val() == Source::Item {
                    self.number.d.next = self.number.q.val() - 1;
                    self.left.d.next = self.left.q.val() - 1;
                    if self.recall.covers.val() || (self.left.q.val() == 1) {
                        self.done.next = true;
                        self.item_ready.next = true;
                    } else {
                        self.phase.d.next = Phase::Ask;
                    }
                    if self.recall.answers.val()
                        && (self.behind.val() < bits_const::<FINISHED_BITS>(HALF))
                    {
                        self.then.next.head = self.number.q.val();
                        self.then.next.cursor = self.recall.cursor.val();
                        self.then.next.begun = false;
                        self.lists.next = true;
                        if self.outdated.val() {
                            self.then.next.held = false;
                        }
                    }
                } else {
                    self.done.next = true;
                    self.out.next.psn = self.slot.q.val().psn;
                    self.out.next.syndrome = bits_const::<8>(syndrome::ACK).into();
                    self.out.next.msn = self.slot.q.val().msn;
                    match self.slot.q.val().stage {
                        Stage::Read => {
                            self.emit.next = true;
                            self.answered.next = self.cut.last.val();
                            self.again.next = !self.cut.last.val();
                            self.then.next.cursor = self.state.val().cursor + 1;
                            self.then.next.begun = true;
                            self.out.next.opcode = self.cut.opcode.val();
                            self.out.next.psn = self.cut.psn.val();
                            self.out.next.length = self.cut.length.val();
                            self.piece.next.key = self.slot.q.val().rkey;
                            self.piece.next.va = self.cut.va.val();
                            self.piece.next.rest = self.cut.rest.val();
                        }
                        Stage::Issued => {
                            // The result will bring it back into the ring.
                            self.then.next.listed = false;
                        }
                        Stage::Done => {
                            self.emit.next = true;
                            self.answered.next = true;
                            self.out.next.opcode = bits_const::<8>(ATOMIC_ACKNOWLEDGE).into();
                        }
                        Stage::Refused => {
                            self.emit.next = true;
                            self.out.next.refused = true;
                            self.out.next.syndrome = self.slot.q.val().va.get_bits::<8>(0);
                            self.out.next.msn = self.slot.q.val().msn - 1;
                            self.then.next.failed = true;
                            self.then.next.head = self.state.val().tail;
                            self.then.next.held = false;
                            self.then.next.listed = false;
                        }
                        _ => {
                            self.job_valid.next = true;
                            self.writes_slot.next = self.job_ready.val();
                            self.then.next.listed = !self.job_ready.val();
                            self.again.next = !self.job_ready.val();
                        }
                    }
                }
            }
        }

        // The slot at the head is answered: its place is free, and what comes next is at its beginning.
        self.further.next = self.next_head.val() - self.state.val().finished;
        self.more.next = (self.next_head.val() != self.state.val().tail) || self.state.val().held;
        if self.answered.val() {
            self.then.next.head = self.next_head.val();
            self.then.next.cursor = 0.into();
            self.then.next.begun = false;
            if self.further.val() < bits_const::<FINISHED_BITS>(HALF) {
                self.then.next.finished = self.next_head.val();
            }
            if self.source.q.val() == Source::Turn {
                self.again.next = self.more.val();
                self.then.next.listed = self.more.val();
            }
        }
        if self.says_held.val() {
            self.emit.next = true;
            self.out.next.psn = self.state.val().psn;
            self.out.next.syndrome = self.state.val().syndrome;
            self.out.next.msn = self.state.val().msn;
            self.then.next.held = false;
        }
        if self.lists.val() {
            self.then.next.listed = true;
        }
        self.finished.next.qpn = self.qpn.q.val();
        self.finished.next.count = self.then.val().finished;
        self.finished_valid.next = self.answered.val() || self.forgotten.val();
        self.joins.next = self.again.val() || (self.lists.val() && !self.state.val().listed);
        self.passes.next = (self.ring.level.val() == 0) && !self.first_valid.q.val();
        self.ring.i.next = self.qpn.q.val();
        self.ring.i_valid.next = self.joins.val() && !self.passes.val();
        if self.joins.val() && self.passes.val() {
            self.first.d.next = self.qpn.q.val();
            self.first_valid.d.next = true;
        }
        self.states.write.next = self.done.val();
        self.states.write_address.next = self.qpn.q.val();
        self.states.write_data.next = self.then.val();
        if self.done.val() {
            self.phase.d.next = Phase::Look;
            self.turned.d.next = self.source.q.val() == Source::Turn;
        }

        // What a slot holds then.
        match self.source.q.val() {
            Source::Item => {
                self.written.next.psn = self.item.val().psn;
                self.written.next.msn = self.item.val().msn;
                self.written.next.va = self.item.val().operands.va;
                self.written.next.rkey = self.item.val().operands.rkey;
                self.written.next.operand = self.item.val().operands.swap;
                self.written.next.compare = self.item.val().operands.compare;
                if self.item.val().request == Request::Read {
                    self.written.next.stage = Stage::Read;
                    self.written.next.operand = bit_cast::<64, 32>(self.item.val().operands.length);
                } else if self.item.val().request == Request::CompareSwap {
                    self.written.next.stage = Stage::CompareSwap;
                } else {
                    self.written.next.stage = Stage::FetchAdd;
                }
            }
            Source::Result => {
                self.written.next.psn = self.result.val().psn;
                self.written.next.msn = self.result.val().msn;
                self.written.next.stage = Stage::Done;
                self.written.next.va = self.result.val().value;
                if self.result.val().syndrome != bits_const::<8>(syndrome::ACK) {
                    self.written.next.stage = Stage::Refused;
                    self.written.next.va = bit_cast::<64, 8>(self.result.val().syndrome);
                }
            }
            _ => {
                self.written.next.stage = Stage::Issued;
            }
        }
        self.slots.write.next = self.writes_slot.val();
        self.slots.write_address.next =
            (bits_cat(self.qpn.q.val()) + bits_cat(self.write_number.val())).into();
        self.slots.write_data.next = self.written.val();

        // What goes out.
        self.planned.next = self.out.val();
        self.planned_valid.next = self.emit.val();
        self.adds.next = self.emit.val() && (self.out.val().length == 0);
        if self.adds.val() && !self.gone.val() {
            self.shorts.d.next = self.shorts.q.val() + 1;
        }
        if self.gone.val() && !self.adds.val() {
            self.shorts.d.next = self.shorts.q.val() - 1;
        }
        self.piece.next.length = self.out.val().length;
        self.piece_valid.next = self.emit.val() && (self.out.val().length != 0);
        self.job.next.qpn = self.qpn.q.val();
        self.job.next.number = self.number.q.val().get_bits::<RD_ATOMIC_BITS>(0);
        self.job.next.psn = self.slot.q.val().psn;
        self.job.next.msn = self.slot.q.val().msn;
        self.job.next.pd = self.settings.read_data.val().pd;
        self.job.next.va = self.slot.q.val().va;
        self.job.next.rkey = self.slot.q.val().rkey;
        self.job.next.adds = self.slot.q.val().stage == Stage::FetchAdd;
        self.job.next.operand = self.slot.q.val().operand;
        self.job.next.compare = self.slot.q.val().compare;

        if self.reset.val() {
            self.phase.d.next = Phase::Look;
            self.turned.d.next = false;
            self.shorts.d.next = 0.into();
            self.first_valid.d.next = false;
        }
    }
}
