//! Decides what becomes of each request, and owns the receive state of every QP.
//!
//! One request at a time in three cycles: its QP's state is read, compared with it, and written back with the verdict, so that a read
//! never meets a write. Waits, and what ends them: the memory block's answer, which always comes; a receive WQE that is posted but still
//! on its way, which ends with its DMA read, or after 4096 cycles with an RNR NAK, so that a host that does not answer does not hold the
//! other QPs; from then on the QP is not waited for until a WQE has come; room in the queue of the next stage.
//!
//! Rules, in the order of digest §6: PSN, opcode sequence, operation allowed, receive WQE, length, R_Key. `docs/responder.md` has the
//! table of verdicts.
//!
//! The receive WQE in use, or the next one, is in a group whose number stands in the state when it is known: that of the next group is looked
//! up with the last WQE of a group, if more of the QP have come by then. If not, the next SEND looks it up itself, which takes it a cycle more.
//! What the map says of a group is believed only after a WQE of it has come.
//!
//! A READ takes as many PSNs as its responses, and counts as executed when it is accepted. READs and atomics are counted modulo 64 as they
//! are accepted; the response engine tells in `finished` how many of them have been answered (digest §7, responder slots). What they ask
//! for goes past the stages in between, in `operands`.
use super::flow::{
    Examined, GROUP_BITS, LAST_SLOT, MAP_BITS, Operands, Outcome, Request, SLOT_BITS, STOCK_BITS,
    Stock, WINDOW_BITS, Work,
};
use super::response::flow::{FINISHED_BITS, Finished};
use super::span::Span;
use crate::kit::memory::LutRam;
use crate::kit::{SmallFifo, WipedTable};
use crate::records::Checked;
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::qp::access;
use ferric_layout::sizes::{MESSAGE_MAX, QP_BITS};
use ferric_layout::status::{Status, syndrome};
use rust_hdl::prelude::*;

const LOCAL_LENGTH: u8 = Status::LocalLength as u8;
const LOCAL_QP_OPERATION: u8 = Status::LocalQpOperation as u8;
/// Width of an opcode.
const OP: usize = 8;
/// Looks, one every three cycles, at a QP whose receive WQE is still on its way.
const LOOKS_MAX: u64 = 4096 / 3;
const LOOK_BITS: usize = 11;
/// Which message is under way.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Message {
    Nothing,
    Send,
    Write,
}

/// What the responder remembers of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReceiveState {
    /// It receives.
    pub active: Bit,
    pub epsn: Bits<24>,
    /// PSN of the last packet of a SEND or WRITE.
    pub newest: Bits<24>,
    pub msn: Bits<24>,
    pub message: Message,
    /// A sequence or RNR NAK is out and the requester has not come back yet.
    pub nak_sent: Bit,
    /// A receive WQE that was posted has kept the others waiting for too long.
    pub late: Bit,
    /// READs and atomics accepted, modulo 64.
    pub accepted: Bits<FINISHED_BITS>,
    /// The next receive WQE to be used, or the one in use.
    pub head: Bits<16>,
    /// Its group, if that is known.
    pub group: Bits<GROUP_BITS>,
    pub grouped: Bit,
    /// Where the next packet of a WRITE goes.
    pub va: Bits<64>,
    pub rkey: Bits<32>,
    /// Bytes that may still come: of the RETH's length, or of the receive WQE's room.
    pub remaining: Bits<32>,
    /// Bytes that came.
    pub offset: Bits<32>,
}

/// Sets the state of a QP; only while no request is inside.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct ReceiveStart {
    pub qpn: Bits<QP_BITS>,
    pub active: Bit,
    pub psn: Bits<24>,
}

/// What the compare cycle found.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Found {
    active: Bit,
    expected: Bit,
    before: Bit,
    in_order: Bit,
    allowed: Bit,
    takes: Bit,
    stocked: Bit,
    /// The WQE after the one in use is here too.
    followed: Bit,
    posted: Bit,
    framed: Bit,
    /// PSNs that the request takes.
    span: Bits<24>,
    /// Room for this packet, unless it begins a SEND.
    room: Bits<32>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    Read,
    Compare,
    /// The group of the WQE is here; what is known of the WQE comes in the next cycle.
    Find,
    Decide,
}

#[derive(LogicBlock, Default)]
pub struct Sequence {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub start: Signal<In, ReceiveStart>,
    pub start_valid: Signal<In, Bit>,
    /// QPs that failed behind this stage, as they fail and as they are forgotten.
    pub failed_qpn: Signal<In, Bits<QP_BITS>>,
    pub failed: Signal<In, Bit>,
    pub failed_write: Signal<In, Bit>,
    /// READs and atomics of a QP that have been answered; valid only.
    pub finished: Signal<In, Finished>,
    pub finished_valid: Signal<In, Bit>,
    pub examined: Signal<In, Examined>,
    pub examined_valid: Signal<In, Bit>,
    pub examined_ready: Signal<Out, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    /// The QP asked about; producer index and index after the last WQE on the card come a cycle later.
    pub queue_qpn: Signal<Out, Bits<QP_BITS>>,
    pub posted: Signal<In, Bits<16>>,
    pub arrived: Signal<In, Bits<16>>,
    /// A QP and the place of a group of its; the group comes a cycle later.
    pub map_address: Signal<Out, Bits<MAP_BITS>>,
    pub map: Signal<In, Bits<GROUP_BITS>>,
    /// The WQE asked about; what is known of it comes a cycle later.
    pub stock_address: Signal<Out, Bits<STOCK_BITS>>,
    pub stock: Signal<In, Stock>,
    pub work: Signal<Out, Work>,
    pub work_valid: Signal<Out, Bit>,
    pub work_ready: Signal<In, Bit>,
    /// Of each work whose `request` is not `Acknowledge`, in the same order.
    pub operands: Signal<Out, Operands>,
    pub operands_valid: Signal<Out, Bit>,
    pub operands_ready: Signal<In, Bit>,
    states: WipedTable<ReceiveState, QP_BITS>,
    failures: LutRam<Bit, QP_BITS>,
    answered: WipedTable<Bits<FINISHED_BITS>, QP_BITS>,
    works: SmallFifo<Work, 2, 3>,
    asked: SmallFifo<Operands, 2, 3>,
    span: Span,
    phase: DFF<Phase>,
    found: DFF<Found>,
    // The request, taken apart.
    op: Signal<Local, Bits<OP>>,
    send: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    atomic: Signal<Local, Bit>,
    request: Signal<Local, Request>,
    starts: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    immediate: Signal<Local, Bit>,
    invalidates: Signal<Local, Bit>,
    length: Signal<Local, Bits<32>>,
    pmtu: Signal<Local, Bits<13>>,
    pad: Signal<Local, Bits<2>>,
    state: Signal<Local, ReceiveState>,
    /// Place of a group in the QP's window: of the next if that of the WQE is known.
    window: Signal<Local, Bits<WINDOW_BITS>>,
    group: Signal<Local, Bits<GROUP_BITS>>,
    takes: Signal<Local, Bit>,
    stocked: Signal<Local, Bit>,
    outstanding: Signal<Local, Bits<FINISHED_BITS>>,
    slots: Signal<Local, Bits<8>>,
    permitted: Signal<Local, Bit>,
    ahead_by: Signal<Local, Bits<24>>,
    room: Signal<Local, Bits<32>>,
    too_long: Signal<Local, Bit>,
    measured: Signal<Local, Bit>,
    outcome: Signal<Local, Outcome>,
    lacks: Signal<Local, Bit>,
    fatal: Signal<Local, Bit>,
    wait_stock: Signal<Local, Bit>,
    /// Looks at the QP so far.
    looks: DFF<Bits<LOOK_BITS>>,
    done: Signal<Local, Bit>,
}

impl Logic for Sequence {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_sequence");
        dff_setup!(self, clock, phase, found, looks);
        self.states.clock.next = self.clock.val();
        self.states.reset.next = self.reset.val();
        self.failures.clock.next = self.clock.val();
        self.works.clock.next = self.clock.val();
        self.works.reset.next = self.reset.val();
        self.asked.clock.next = self.clock.val();
        self.asked.reset.next = self.reset.val();
        self.answered.clock.next = self.clock.val();
        self.answered.reset.next = self.reset.val();
        self.answered.write.next = self.finished_valid.val();
        self.answered.write_address.next = self.finished.val().qpn;
        self.answered.write_data.next = self.finished.val().count;
        self.failures.write.next = self.failed_write.val();
        self.failures.write_address.next = self.failed_qpn.val();
        self.failures.write_data.next = self.failed.val();

        self.op.next = self.examined.val().packet.opcode;
        self.invalidates.next = (self.op.val()
            == bits_const::<OP>(operation::SEND_LAST_INVALIDATE))
            || (self.op.val() == bits_const::<OP>(operation::SEND_ONLY_INVALIDATE));
        self.send.next = (self.op.val() <= bits_const::<OP>(operation::SEND_ONLY_IMMEDIATE))
            || self.invalidates.val();
        self.write.next = (self.op.val() >= bits_const::<OP>(operation::WRITE_FIRST))
            && (self.op.val() <= bits_const::<OP>(operation::WRITE_ONLY_IMMEDIATE));
        self.reads.next = self.op.val() == bits_const::<OP>(operation::READ_REQUEST);
        self.atomic.next = (self.op.val() == bits_const::<OP>(operation::COMPARE_SWAP))
            || (self.op.val() == bits_const::<OP>(operation::FETCH_ADD));
        self.starts.next = self.reads.val()
            || self.atomic.val()
            || (self.op.val() == bits_const::<OP>(operation::SEND_FIRST))
            || (self.op.val() == bits_const::<OP>(operation::SEND_ONLY))
            || (self.op.val() == bits_const::<OP>(operation::SEND_ONLY_IMMEDIATE))
            || (self.op.val() == bits_const::<OP>(operation::SEND_ONLY_INVALIDATE))
            || (self.op.val() == bits_const::<OP>(operation::WRITE_FIRST))
            || (self.op.val() == bits_const::<OP>(operation::WRITE_ONLY))
            || (self.op.val() == bits_const::<OP>(operation::WRITE_ONLY_IMMEDIATE));
        self.ends.next = (self.op.val() != bits_const::<OP>(operation::SEND_FIRST))
            && (self.op.val() != bits_const::<OP>(operation::SEND_MIDDLE))
            && (self.op.val() != bits_const::<OP>(operation::WRITE_FIRST))
            && (self.op.val() != bits_const::<OP>(operation::WRITE_MIDDLE));
        self.immediate.next = (self.op.val() == bits_const::<OP>(operation::SEND_LAST_IMMEDIATE))
            || (self.op.val() == bits_const::<OP>(operation::SEND_ONLY_IMMEDIATE))
            || (self.op.val() == bits_const::<OP>(operation::WRITE_LAST_IMMEDIATE))
            || (self.op.val() == bits_const::<OP>(operation::WRITE_ONLY_IMMEDIATE));
        self.length.next = bit_cast::<32, 13>(self.examined.val().packet.length);
        self.pmtu.next = bits::<13>(128) << self.examined.val().receiver.pmtu;
        self.pad.next = bits::<2>(0) - self.examined.val().packet.length.get_bits::<2>(0);

        // Read. The address stays, and so does the data, until the request goes.
        self.states.read_address.next = self.examined.val().packet.qpn;
        self.failures.read_address.next = self.examined.val().packet.qpn;
        self.answered.read_address.next = self.examined.val().packet.qpn;
        self.queue_qpn.next = self.examined.val().packet.qpn;
        self.state.next = self.states.read_data.val();
        self.window.next = self.state.val().head.get_bits::<WINDOW_BITS>(3);
        self.group.next = self.map.val();
        if self.state.val().grouped {
            self.window.next = self.state.val().head.get_bits::<WINDOW_BITS>(3) + 1;
            self.group.next = self.state.val().group;
        }
        self.map_address.next =
            (bits_cat(self.examined.val().packet.qpn) + bits_cat(self.window.val())).into();
        self.stock_address.next = (bits_cat(self.group.val())
            + bits_cat(self.state.val().head.get_bits::<SLOT_BITS>(0)))
        .into();

        // Compare.
        self.ahead_by.next = self.examined.val().packet.psn - self.state.val().epsn;
        self.found.d.next.active = self.state.val().active && !self.failures.read_data.val();
        self.found.d.next.expected = self.ahead_by.val() == 0;
        self.found.d.next.before = self.ahead_by.val().get_bit(23);
        self.found.d.next.in_order = (self.starts.val()
            && (self.state.val().message == Message::Nothing))
            || (!self.starts.val()
                && self.send.val()
                && (self.state.val().message == Message::Send))
            || (!self.starts.val()
                && self.write.val()
                && (self.state.val().message == Message::Write));
        self.outstanding.next = self.state.val().accepted - self.answered.read_data.val();
        self.slots.next = bit_cast::<8, FINISHED_BITS>(self.outstanding.val());
        self.permitted.next = self.slots.val() < self.examined.val().receiver.max_dest_rd_atomic;
        self.found.d.next.allowed = self.send.val()
            || (self.write.val()
                && ((self.examined.val().receiver.access & bits_const::<4>(access::REMOTE_WRITE))
                    != 0))
            || (self.reads.val()
                && self.permitted.val()
                && ((self.examined.val().receiver.access & bits_const::<4>(access::REMOTE_READ))
                    != 0))
            || (self.atomic.val()
                && self.permitted.val()
                && (self.examined.val().packet.va.get_bits::<3>(0) == 0)
                && ((self.examined.val().receiver.access
                    & bits_const::<4>(access::REMOTE_ATOMIC))
                    != 0));
        self.takes.next = (self.send.val() && self.starts.val())
            || (self.write.val() && self.ends.val() && self.immediate.val());
        self.stocked.next = self.arrived.val() != self.state.val().head;
        self.found.d.next.takes = self.takes.val();
        self.found.d.next.stocked = self.stocked.val();
        self.found.d.next.followed =
            self.stocked.val() && (self.arrived.val() != (self.state.val().head + 1));
        self.found.d.next.posted = self.posted.val() != self.state.val().head;
        // First and Middle are full, Last is not empty, none is longer than the PMTU; READs and atomics have no payload.
        self.found.d.next.framed = (self.examined.val().packet.pad == self.pad.val())
            && (self.examined.val().packet.length <= self.pmtu.val())
            && (self.ends.val() || (self.examined.val().packet.length == self.pmtu.val()))
            && (self.starts.val() || (self.examined.val().packet.length != 0))
            && (!(self.reads.val() || self.atomic.val())
                || (self.examined.val().packet.length == 0))
            && (!(self.reads.val() || (self.write.val() && self.starts.val()))
                || (self.examined.val().packet.dma_length <= bits_const::<32>(MESSAGE_MAX)));
        self.span.length.next = self.examined.val().packet.dma_length;
        self.span.pmtu.next = self.examined.val().receiver.pmtu;
        self.found.d.next.span = 1.into();
        if self.reads.val() {
            self.found.d.next.span = self.span.count.val();
        }
        self.found.d.next.room = self.state.val().remaining;
        if self.write.val() && self.starts.val() {
            self.found.d.next.room = self.examined.val().packet.dma_length;
        }

        // Decide.
        self.room.next = self.found.q.val().room;
        if self.send.val() && self.starts.val() {
            self.room.next = self.stock.val().total;
        }
        self.too_long.next = self.send.val() && (self.length.val() > self.room.val());
        self.measured.next = self.found.q.val().framed && !self.too_long.val();
        if self.write.val() {
            if self.ends.val() {
                self.measured.next =
                    self.found.q.val().framed && (self.length.val() == self.room.val());
            } else {
                self.measured.next =
                    self.found.q.val().framed && (self.length.val() < self.room.val());
            }
        }
        self.outcome.next = Outcome::Execute;
        if !self.found.q.val().active {
            self.outcome.next = Outcome::Failed;
        } else if self.found.q.val().before {
            self.outcome.next = Outcome::Duplicate;
        } else if !self.found.q.val().expected {
            self.outcome.next = Outcome::Ahead;
        } else if !self.found.q.val().in_order || !self.found.q.val().allowed {
            self.outcome.next = Outcome::Invalid;
        } else if self.found.q.val().takes && !self.found.q.val().stocked {
            self.outcome.next = Outcome::NotReady;
        } else if self.found.q.val().takes && self.stock.val().bad {
            self.outcome.next = Outcome::Operational;
        } else if !self.measured.val() {
            self.outcome.next = Outcome::Invalid;
        } else if self.examined.val().asked && !self.checked.val().ok {
            self.outcome.next = Outcome::Access;
        }
        self.lacks.next = self.outcome.val() == Outcome::NotReady;
        self.fatal.next = (self.outcome.val() == Outcome::Invalid)
            || (self.outcome.val() == Outcome::Access)
            || (self.outcome.val() == Outcome::Operational);

        self.wait_stock.next = self.lacks.val()
            && self.found.q.val().posted
            && !self.state.val().late
            && (self.looks.q.val() != bits_const::<LOOK_BITS>(LOOKS_MAX));
        self.done.next = (self.phase.q.val() == Phase::Decide)
            && (!self.examined.val().asked || self.checked_valid.val())
            && self.works.i_ready.val()
            && self.asked.i_ready.val()
            && !self.wait_stock.val();
        self.examined_ready.next = self.done.val();
        self.checked_ready.next = self.done.val() && self.examined.val().asked;
        match self.phase.q.val() {
            Phase::Read => {
                if self.examined_valid.val() {
                    self.phase.d.next = Phase::Compare;
                }
            }
            Phase::Compare => {
                self.phase.d.next = Phase::Decide;
                if self.takes.val() && self.stocked.val() && !self.state.val().grouped {
                    self.phase.d.next = Phase::Find;
                }
            }
            Phase::Find => {
                self.phase.d.next = Phase::Decide;
            }
            Phase::Decide => {
                if self.done.val() {
                    self.looks.d.next = 0.into();
                    self.phase.d.next = Phase::Read;
                } else if self.wait_stock.val() {
                    self.looks.d.next = self.looks.q.val() + 1;
                    self.phase.d.next = Phase::Read;
                }
            }
        }

        // The state after it.
        self.states.write.next = self.done.val();
        self.states.write_address.next = self.examined.val().packet.qpn;
        self.states.write_data.next = self.state.val();
        match self.outcome.val() {
            Outcome::Execute => {
                self.states.write_data.next.nak_sent = false;
                if self.found.q.val().takes {
                    self.states.write_data.next.late = false;
                    self.states.write_data.next.group = self.group.val();
                    self.states.write_data.next.grouped = true;
                }
                self.states.write_data.next.epsn = self.state.val().epsn + self.found.q.val().span;
                if self.reads.val() || self.atomic.val() {
                    self.states.write_data.next.accepted = self.state.val().accepted + 1;
                } else {
                    self.states.write_data.next.newest = self.state.val().epsn;
                }
                self.states.write_data.next.remaining = self.room.val() - self.length.val();
                self.states.write_data.next.offset = self.state.val().offset + self.length.val();
                self.states.write_data.next.va =
                    self.state.val().va + bit_cast::<64, 32>(self.length.val());
                if self.starts.val() {
                    self.states.write_data.next.offset = self.length.val();
                    self.states.write_data.next.va =
                        self.examined.val().packet.va + bit_cast::<64, 32>(self.length.val());
                    self.states.write_data.next.rkey = self.examined.val().packet.rkey;
                    if self.send.val() {
                        self.states.write_data.next.message = Message::Send;
                    } else {
                        self.states.write_data.next.message = Message::Write;
                    }
                }
                if self.ends.val() {
                    self.states.write_data.next.message = Message::Nothing;
                    self.states.write_data.next.msn = self.state.val().msn + 1;
                    if self.send.val() || self.immediate.val() {
                        self.states.write_data.next.head = self.state.val().head + 1;
                        if self.state.val().head.get_bits::<SLOT_BITS>(0)
                            == bits_const::<SLOT_BITS>(LAST_SLOT)
                        {
                            self.states.write_data.next.group = self.map.val();
                            self.states.write_data.next.grouped =
                                self.state.val().grouped && self.found.q.val().followed;
                        }
                    }
                }
            }
            Outcome::Duplicate => {
                // The requester has gone back: what it misses next it must be told anew.
                self.states.write_data.next.nak_sent = false;
            }
            Outcome::Ahead => {
                self.states.write_data.next.nak_sent = true;
            }
            Outcome::NotReady => {
                self.states.write_data.next.nak_sent = true;
                self.states.write_data.next.late = self.found.q.val().posted;
            }
            Outcome::Failed => {
                self.states.write.next = false;
            }
            _ => {
                self.states.write_data.next.active = false;
            }
        }

        // What the later stages shall do.
        self.request.next = Request::Acknowledge;
        if (self.outcome.val() == Outcome::Execute) || (self.outcome.val() == Outcome::Duplicate) {
            if self.reads.val() {
                self.request.next = Request::Read;
            } else if self.op.val() == bits_const::<OP>(operation::COMPARE_SWAP) {
                self.request.next = Request::CompareSwap;
            } else if self.op.val() == bits_const::<OP>(operation::FETCH_ADD) {
                self.request.next = Request::FetchAdd;
            }
        }
        self.works.i_valid.next = self.done.val();
        self.works.i.next.placement.execute = self.outcome.val() == Outcome::Execute;
        self.works.i.next.placement.length = self.examined.val().packet.length;
        self.works.i.next.placement.send = self.send.val();
        self.works.i.next.placement.offset = self.state.val().offset;
        self.works.i.next.placement.va = self.state.val().va;
        self.works.i.next.placement.rkey = self.state.val().rkey;
        if self.starts.val() {
            self.works.i.next.placement.offset = 0.into();
            self.works.i.next.placement.va = self.examined.val().packet.va;
            self.works.i.next.placement.rkey = self.examined.val().packet.rkey;
        }
        self.works.i.next.placement.pd = self.examined.val().receiver.pd;
        self.works.i.next.placement.group = self.group.val();
        self.works.i.next.placement.releases = (self.outcome.val() == Outcome::Execute)
            && self.ends.val()
            && (self.send.val() || self.immediate.val());
        self.works.i.next.placement.granted = self.examined.val().asked && self.write.val();
        self.works.i.next.placement.place = self.checked.val();
        self.works.i.next.report.qpn = self.examined.val().packet.qpn;
        self.works.i.next.report.peer_qpn = self.examined.val().receiver.peer_qpn;
        self.works.i.next.report.cqn = self.examined.val().receiver.cqn;
        self.works.i.next.report.outcome = self.outcome.val();
        self.works.i.next.report.answer = self.fatal.val();
        self.works.i.next.report.request = self.request.val();
        self.works.i.next.report.psn = self.state.val().epsn;
        self.works.i.next.report.syndrome = bits_const::<8>(syndrome::ACK).into();
        self.works.i.next.report.msn = self.state.val().msn;
        self.works.i.next.report.ends = false;
        self.works.i.next.report.completes = false;
        self.works.i.next.report.fails = false;
        self.works.i.next.report.status = bits_const::<8>(LOCAL_QP_OPERATION).into();
        self.works.i.next.report.index = self.state.val().head;
        self.works.i.next.report.total = self.state.val().offset + self.length.val();
        if self.starts.val() {
            self.works.i.next.report.total = self.length.val();
        }
        self.works.i.next.report.immediate = self.examined.val().packet.immediate;
        self.works.i.next.report.with_immediate = self.immediate.val();
        self.works.i.next.report.with_invalidate = self.invalidates.val();
        self.works.i.next.report.pd = self.examined.val().receiver.pd;
        self.works.i.next.report.solicited = self.examined.val().packet.solicited;
        self.works.i.next.report.write = self.write.val();
        match self.outcome.val() {
            Outcome::Execute => {
                self.works.i.next.report.answer = self.examined.val().packet.ack_request
                    || (self.request.val() != Request::Acknowledge);
                self.works.i.next.report.ends = self.ends.val();
                self.works.i.next.report.completes =
                    self.ends.val() && (self.send.val() || self.immediate.val());
            }
            Outcome::Duplicate => {
                // A SEND or WRITE gets the newest state, whatever its PSN, but nothing that would acknowledge a READ or atomic behind it; the
                // others are looked up by their PSN.
                self.works.i.next.report.answer =
                    self.send.val() || self.write.val() || self.reads.val() || self.atomic.val();
                self.works.i.next.report.psn = self.state.val().newest;
                if self.reads.val() || self.atomic.val() {
                    self.works.i.next.report.psn = self.examined.val().packet.psn;
                }
            }
            Outcome::Ahead => {
                self.works.i.next.report.answer = !self.state.val().nak_sent;
                self.works.i.next.report.syndrome = bits_const::<8>(syndrome::NAK_SEQUENCE).into();
            }
            Outcome::NotReady => {
                self.works.i.next.report.answer = true;
                self.works.i.next.report.syndrome =
                    bit_cast::<8, 5>(self.examined.val().receiver.min_rnr_timer)
                        | bits_const::<8>(syndrome::RNR_NAK);
            }
            Outcome::Invalid => {
                self.works.i.next.report.syndrome =
                    bits_const::<8>(syndrome::NAK_INVALID_REQUEST).into();
                // The receive WQE that a SEND is filling has failed with it.
                self.works.i.next.report.fails = self.state.val().message == Message::Send;
                if self.found.q.val().in_order && self.found.q.val().framed && self.too_long.val() {
                    self.works.i.next.report.fails = true;
                    self.works.i.next.report.status = bits_const::<8>(LOCAL_LENGTH).into();
                }
            }
            Outcome::Access => {
                self.works.i.next.report.syndrome =
                    bits_const::<8>(syndrome::NAK_REMOTE_ACCESS).into();
            }
            Outcome::Operational => {
                self.works.i.next.report.syndrome =
                    bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL).into();
                self.works.i.next.report.fails = true;
            }
            _ => {}
        }
        self.asked.i_valid.next = self.done.val() && (self.request.val() != Request::Acknowledge);
        self.asked.i.next.va = self.examined.val().packet.va;
        self.asked.i.next.rkey = self.examined.val().packet.rkey;
        self.asked.i.next.length = self.examined.val().packet.dma_length;
        self.asked.i.next.swap = self.examined.val().packet.swap;
        self.asked.i.next.compare = self.examined.val().packet.compare;
        self.operands.next = self.asked.o.val();
        self.operands_valid.next = self.asked.o_valid.val();
        self.asked.o_ready.next = self.operands_ready.val();
        self.work.next = self.works.o.val();
        self.work_valid.next = self.works.o_valid.val();
        self.works.o_ready.next = self.work_ready.val();

        // A QP begins anew, or ends.
        if self.start_valid.val() {
            self.states.write.next = true;
            self.states.write_address.next = self.start.val().qpn;
            self.states.write_data.next.active = self.start.val().active;
            self.states.write_data.next.epsn = self.start.val().psn;
            self.states.write_data.next.newest = self.start.val().psn - 1;
            self.states.write_data.next.msn = 0.into();
            self.states.write_data.next.message = Message::Nothing;
            self.states.write_data.next.nak_sent = false;
            self.states.write_data.next.late = false;
            self.states.write_data.next.accepted = 0.into();
            self.states.write_data.next.head = 0.into();
            self.states.write_data.next.grouped = false;
        }
        if self.reset.val() {
            self.phase.d.next = Phase::Read;
            self.looks.d.next = 0.into();
        }
    }
}
