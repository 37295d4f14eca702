//! Executes the admin commands on QPs, and fails a QP when an owner of its state reports a fault.
//!
//! `command`/`result`: from the admin queue, one at a time; the command stays put until its result. `fault`: served before commands.
//! `reference`/`referred`: takes and lets go of completion queues. `qp_write`: every reader's copy of the configuration, valid only.
//! `requester` and `responder` tell the owners of the dynamic state; a transfer there means that nothing of the old state can act any
//! more. `raise`: the asynchronous event of a fault.
//!
//! Order (digest §10): a start is told before the configuration lets packets through; a reset or an error is told after it stopped them.
//! Moving to RESET or ERROR keeps the stored attributes and looks at nothing but the state; any other move checks all attributes, and
//! those a QP is born with (PD, transport, page, rings, completion queues) must be what they were. After a reset of the card every QP is
//! in RESET and unknown, before the first command.
//!
//! Waits: for the owners (they answer when their chains have drained, which nothing here can hold up: faults have a queue of their own)
//! and for room in the event queue. The table is read some cycles before it is written, by one job at a time.
use super::fields::{PickQp, QpFields};
use crate::kit::Table;
use crate::records::*;
use core::mem::offset_of;
use ferric_emit::kernel::*;
use ferric_layout::admin::{Qp, Status, opcode};
use ferric_layout::opcode::transport;
use ferric_layout::qp::{PMTU_CODE_MAX, access, state};
use ferric_layout::sizes::{
    ASYNC_EQ, CQS, DOORBELL_PAGES, FIRST_QPN, QP_BITS, QPS, RD_ATOMIC_MAX, RING_LOG2_MAX,
    RING_LOG2_MIN,
};
use rust_hdl::prelude::*;

const SUCCESS: u8 = Status::Success as u8;
const UNKNOWN_OPCODE: u8 = Status::UnknownOpcode as u8;
const BAD_NUMBER: u8 = Status::BadNumber as u8;
const IN_USE: u8 = Status::InUse as u8;
const NOT_FOUND: u8 = Status::NotFound as u8;
const BAD_ARGUMENT: u8 = Status::BadArgument as u8;
const BAD_STATE: u8 = Status::BadState as u8;
const BAD_REFERENCE: u8 = Status::BadReference as u8;
/// The state is cut out of the stored bytes and put back.
const _: () = assert!(offset_of!(Qp, state) == 12);
/// Cycles until the table and the checks have settled.
const SETTLED: u8 = 3;

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Known {
    exists: Bit,
    /// The command that made it what it is.
    bytes: Bits<1024>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// Puts every QP in RESET after a reset of the card.
    Sweep,
    /// For a fault or a command.
    Idle,
    /// For the table and the checks, a fixed number of cycles.
    Settle,
    /// Decides what of the following is to be done; they are passed in order.
    Act,
    /// For the completion queue of sends to be referred to.
    TakeSend,
    /// For the answer.
    TookSend,
    /// For the completion queue of receives to be referred to.
    TakeReceive,
    /// For the answer.
    TookReceive,
    /// For the requester, before the configuration changes.
    RequesterBefore,
    /// For the responder, before the configuration changes.
    ResponderBefore,
    /// Writes the configuration.
    Store,
    /// For the requester, after the configuration changed.
    RequesterAfter,
    /// For the responder, after the configuration changed.
    ResponderAfter,
    /// For the completion queue of sends to be let go.
    LetGoSend,
    /// For the answer.
    WentSend,
    /// For the completion queue of receives to be let go.
    LetGoReceive,
    /// For the answer.
    WentReceive,
    /// For the event queue.
    Raise,
    /// For the admin queue to take the result.
    Answer,
}

#[derive(LogicBlock, Default)]
pub struct Qps {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub command: Signal<In, AdminCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub result: Signal<Out, AdminResult>,
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    pub fault: Signal<In, QpFault>,
    pub fault_valid: Signal<In, Bit>,
    pub fault_ready: Signal<Out, Bit>,
    pub reference: Signal<Out, Reference>,
    pub reference_valid: Signal<Out, Bit>,
    pub reference_ready: Signal<In, Bit>,
    pub referred: Signal<In, Referred>,
    pub referred_valid: Signal<In, Bit>,
    pub referred_ready: Signal<Out, Bit>,
    pub qp_write: Signal<Out, QpWrite>,
    pub qp_write_valid: Signal<Out, Bit>,
    pub requester: Signal<Out, QpCommand>,
    pub requester_valid: Signal<Out, Bit>,
    pub requester_ready: Signal<In, Bit>,
    pub responder: Signal<Out, QpCommand>,
    pub responder_valid: Signal<Out, Bit>,
    pub responder_ready: Signal<In, Bit>,
    pub raise: Signal<Out, Event>,
    pub raise_valid: Signal<Out, Bit>,
    pub raise_ready: Signal<In, Bit>,
    known: Table<Known, QP_BITS>,
    pick_new: PickQp,
    pick_old: PickQp,
    phase: DFF<Phase>,
    swept: DFF<Bits<QP_BITS>>,
    cycles: DFF<Bits<2>>,
    faulty: DFF<Bit>,
    cause: DFF<QpFault>,
    bad_number: DFF<Bit>,
    bad: DFF<Bit>,
    bad_pmtu: DFF<Bit>,
    changed: DFF<Bit>,
    outcome: DFF<Bits<8>>,
    take: DFF<Bit>,
    store: DFF<Bit>,
    exists: DFF<Bit>,
    /// The stored attributes stay; else the command's are taken.
    keep: DFF<Bit>,
    target: DFF<Bits<8>>,
    before_requester: DFF<Bit>,
    before_responder: DFF<Bit>,
    after: DFF<Bit>,
    release_send: DFF<Bit>,
    release_receive: DFF<Bit>,
    kind: DFF<QpCommandKind>,
    psn: DFF<Bits<24>>,
    out: DFF<QpWrite>,
    out_valid: DFF<Bit>,
    asked: Signal<Local, QpFields>,
    old: Signal<Local, QpFields>,
    found: Signal<Local, Bit>,
    qpn: Signal<Local, Bits<QP_BITS>>,
    kept: Signal<Local, QpFields>,
    kept_bytes: Signal<Local, Bits<1024>>,
    to: Signal<Local, Bits<8>>,
    from: Signal<Local, Bits<8>>,
    connected: Signal<Local, Bit>,
    allowed: Signal<Local, Bit>,
}

impl Logic for Qps {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            phase,
            swept,
            cycles,
            faulty,
            cause,
            bad_number,
            bad,
            bad_pmtu,
            changed,
            outcome,
            take,
            store,
            exists,
            keep,
            target,
            before_requester,
            before_responder,
            after,
            release_send,
            release_receive,
            kind,
            psn,
            out,
            out_valid
        );
        self.pick_new.i.next = self.command.val().bytes;
        self.pick_old.i.next = self.known.read_data.val().bytes;
        self.found.next = self.known.read_data.val().exists;
        self.asked.next = self.pick_new.o.val();
        self.old.next = self.pick_old.o.val();
        self.qpn.next = self.asked.val().number.get_bits::<QP_BITS>(0);
        if self.faulty.q.val() {
            self.qpn.next = self.cause.q.val().qpn;
        }
        self.known.clock.next = self.clock.val();
        self.known.read_address.next = self.qpn.val();

        // Argument checks; registered on the way to Act.
        self.to.next = self.asked.val().state;
        self.from.next = self.old.val().state;
        self.connected.next = (self.to.val() == bits_const::<8>(state::RTR))
            || (self.to.val() == bits_const::<8>(state::RTS))
            || (self.to.val() == bits_const::<8>(state::SQD));
        self.bad_number.d.next = (self.asked.val().number < bits_const::<32>(FIRST_QPN))
            || (self.asked.val().number >= bits_const::<32>(QPS));
        self.bad.d.next = (self.asked.val().pd >> 16).any()
            || (self.asked.val().transport != bits_const::<8>(transport::RC))
            || (self.asked.val().page >= bits_const::<8>(DOORBELL_PAGES))
            || (self.asked.val().access > bits_const::<8>(access::ALL))
            || (self.asked.val().send_ring & 63).any()
            || (self.asked.val().receive_ring & 63).any()
            || (self.asked.val().send_log2 < bits_const::<8>(RING_LOG2_MIN))
            || (self.asked.val().send_log2 > bits_const::<8>(RING_LOG2_MAX))
            || (self.asked.val().receive_log2 < bits_const::<8>(RING_LOG2_MIN))
            || (self.asked.val().receive_log2 > bits_const::<8>(RING_LOG2_MAX))
            || (self.asked.val().send_cqn >= bits_const::<16>(CQS))
            || (self.asked.val().receive_cqn >= bits_const::<16>(CQS))
            || (self.asked.val().min_rnr_timer > 31)
            || (self.asked.val().timeout > 31)
            || (self.asked.val().retry_count > 7)
            || (self.asked.val().rnr_retry > 7)
            || (self.asked.val().max_rd_atomic > bits_const::<8>(RD_ATOMIC_MAX))
            || (self.asked.val().max_dest_rd_atomic > bits_const::<8>(RD_ATOMIC_MAX))
            || (self.asked.val().ipv6 > 1)
            || (self.asked.val().vlan > 1)
            || (self.asked.val().peer_qpn >> 24).any()
            || (self.asked.val().send_psn >> 24).any()
            || (self.asked.val().receive_psn >> 24).any()
            || (self.asked.val().flow_label >> 20).any();
        self.bad_pmtu.d.next = (self.asked.val().pmtu > bits_const::<8>(PMTU_CODE_MAX))
            || (self.connected.val() && (self.asked.val().pmtu == 0));
        self.changed.d.next = (self.asked.val().pd != self.old.val().pd)
            || (self.asked.val().page != self.old.val().page)
            || (self.asked.val().send_ring != self.old.val().send_ring)
            || (self.asked.val().receive_ring != self.old.val().receive_ring)
            || (self.asked.val().send_log2 != self.old.val().send_log2)
            || (self.asked.val().receive_log2 != self.old.val().receive_log2)
            || (self.asked.val().send_cqn != self.old.val().send_cqn)
            || (self.asked.val().receive_cqn != self.old.val().receive_cqn);
        self.allowed.next = false;
        if self.to.val() == bits_const::<8>(state::INIT) {
            self.allowed.next = (self.from.val() == bits_const::<8>(state::RESET))
                || (self.from.val() == bits_const::<8>(state::INIT));
        }
        if self.to.val() == bits_const::<8>(state::RTR) {
            self.allowed.next = self.from.val() == bits_const::<8>(state::INIT);
        }
        if self.to.val() == bits_const::<8>(state::RTS) {
            self.allowed.next = (self.from.val() == bits_const::<8>(state::RTR))
                || (self.from.val() == bits_const::<8>(state::RTS))
                || (self.from.val() == bits_const::<8>(state::SQD));
        }
        if self.to.val() == bits_const::<8>(state::SQD) {
            self.allowed.next = (self.from.val() == bits_const::<8>(state::RTS))
                || (self.from.val() == bits_const::<8>(state::SQD));
        }

        // What is stored and told: the old attributes or the new, in the target state.
        self.kept.next = self.asked.val();
        self.kept_bytes.next = self.command.val().bytes;
        if self.keep.q.val() {
            self.kept.next = self.old.val();
            self.kept_bytes.next = self.known.read_data.val().bytes;
        }
        self.known.write.next = false;
        self.known.write_address.next = self.qpn.val();
        self.known.write_data.next.exists = self.exists.q.val();
        self.known.write_data.next.bytes = (bits_cat(self.kept_bytes.val().get_bits::<920>(104))
            + bits_cat(self.target.q.val())
            + bits_cat(self.kept_bytes.val().get_bits::<96>(0)))
        .into();

        self.out_valid.d.next = false;
        self.out.d.next.qpn = self.qpn.val();
        self.out.d.next.send.state = self.target.q.val().get_bits::<3>(0);
        self.out.d.next.send.pd = self.kept.val().pd.get_bits::<16>(0);
        self.out.d.next.send.peer_qpn = self.kept.val().peer_qpn.get_bits::<24>(0);
        self.out.d.next.send.pmtu = self.kept.val().pmtu.get_bits::<3>(0);
        self.out.d.next.send.ring = self.kept.val().send_ring;
        self.out.d.next.send.ring_log2 = self.kept.val().send_log2.get_bits::<4>(0);
        self.out.d.next.send.cqn = self.kept.val().send_cqn.get_bits::<10>(0);
        self.out.d.next.send.timeout = self.kept.val().timeout.get_bits::<5>(0);
        self.out.d.next.send.retry_count = self.kept.val().retry_count.get_bits::<3>(0);
        self.out.d.next.send.rnr_retry = self.kept.val().rnr_retry.get_bits::<3>(0);
        self.out.d.next.send.max_rd_atomic = self.kept.val().max_rd_atomic;
        self.out.d.next.receive.state = self.target.q.val().get_bits::<3>(0);
        self.out.d.next.receive.pd = self.kept.val().pd.get_bits::<16>(0);
        self.out.d.next.receive.peer_qpn = self.kept.val().peer_qpn.get_bits::<24>(0);
        self.out.d.next.receive.access = self.kept.val().access.get_bits::<4>(0);
        self.out.d.next.receive.pmtu = self.kept.val().pmtu.get_bits::<3>(0);
        self.out.d.next.receive.ring = self.kept.val().receive_ring;
        self.out.d.next.receive.ring_log2 = self.kept.val().receive_log2.get_bits::<4>(0);
        self.out.d.next.receive.cqn = self.kept.val().receive_cqn.get_bits::<10>(0);
        self.out.d.next.receive.min_rnr_timer = self.kept.val().min_rnr_timer.get_bits::<5>(0);
        self.out.d.next.receive.max_dest_rd_atomic = self.kept.val().max_dest_rd_atomic;
        self.out.d.next.path.state = self.target.q.val().get_bits::<3>(0);
        self.out.d.next.path.transport = self.kept.val().transport.get_bits::<3>(0);
        self.out.d.next.path.ipv6 = self.kept.val().ipv6.get_bit(0);
        self.out.d.next.path.vlan = self.kept.val().vlan.get_bit(0);
        self.out.d.next.path.vlan_tci = self.kept.val().vlan_tci;
        self.out.d.next.path.destination_mac = self.kept.val().destination_mac;
        self.out.d.next.path.destination_gid = self.kept.val().destination_gid;
        self.out.d.next.path.source_gid = self.kept.val().source_gid;
        self.out.d.next.path.traffic_class = self.kept.val().traffic_class;
        self.out.d.next.path.hop_limit = self.kept.val().hop_limit;
        self.out.d.next.path.flow_label = self.kept.val().flow_label.get_bits::<20>(0);
        self.out.d.next.path.udp_source_port = self.kept.val().udp_source_port;
        self.out.d.next.path.pkey = self.kept.val().pkey;
        self.out.d.next.doorbell.state = self.target.q.val().get_bits::<3>(0);
        self.out.d.next.doorbell.page = self.kept.val().page.get_bits::<6>(0);
        self.out.d.next.doorbell.send_log2 = self.kept.val().send_log2.get_bits::<4>(0);
        self.out.d.next.doorbell.receive_log2 = self.kept.val().receive_log2.get_bits::<4>(0);

        self.command_ready.next = false;
        self.fault_ready.next = false;
        self.result.next.status = self.outcome.q.val();
        self.result.next.bytes = self.command.val().bytes.get_bits::<512>(0);
        if (self.asked.val().opcode == bits_const::<8>(opcode::QUERY_QP))
            && (self.outcome.q.val() == 0)
        {
            self.result.next.bytes =
                (bits_cat(self.known.read_data.val().bytes.get_bits::<448>(64))
                    + bits_cat(self.command.val().bytes.get_bits::<64>(0)))
                .into();
        }
        self.result_valid.next = false;
        self.reference.next.cqn = self.kept.val().send_cqn.get_bits::<10>(0);
        self.reference.next.take = false;
        self.reference_valid.next = false;
        self.referred_ready.next = false;
        self.requester.next.qpn = self.qpn.val();
        self.requester.next.kind = self.kind.q.val();
        self.requester.next.psn = self.psn.q.val();
        self.requester_valid.next = false;
        self.responder.next.qpn = self.qpn.val();
        self.responder.next.kind = self.kind.q.val();
        self.responder.next.psn = self.psn.q.val();
        self.responder_valid.next = false;
        self.raise.next.eqn = bits_const::<5>(ASYNC_EQ).into();
        self.raise.next.kind = self.cause.q.val().event;
        self.raise.next.detail = self.cause.q.val().detail;
        self.raise.next.number = bit_cast::<32, QP_BITS>(self.cause.q.val().qpn);
        self.raise_valid.next = false;

        match self.phase.q.val() {
            Phase::Sweep => {
                self.known.write.next = true;
                self.known.write_address.next = self.swept.q.val();
                self.known.write_data.next.exists = false;
                self.out_valid.d.next = true;
                self.out.d.next.qpn = self.swept.q.val();
                self.swept.d.next = self.swept.q.val() + 1;
                if self.swept.q.val().all() {
                    self.phase.d.next = Phase::Idle;
                }
            }
            Phase::Idle => {
                self.cycles.d.next = 0.into();
                self.faulty.d.next = self.fault_valid.val();
                self.keep.d.next = true;
                if self.fault_valid.val() {
                    self.fault_ready.next = true;
                    self.cause.d.next = self.fault.val();
                    self.phase.d.next = Phase::Settle;
                } else if self.command_valid.val() {
                    self.command_ready.next = true;
                    self.phase.d.next = Phase::Settle;
                }
            }
            Phase::Settle => {
                self.cycles.d.next = self.cycles.q.val() + 1;
                if self.cycles.q.val() == bits_const::<2>(SETTLED) {
                    self.phase.d.next = Phase::Act;
                }
            }
            Phase::Act => {
                self.outcome.d.next = bits_const::<8>(SUCCESS).into();
                self.take.d.next = false;
                self.store.d.next = false;
                self.exists.d.next = true;
                self.keep.d.next = true;
                self.target.d.next = bits_const::<8>(state::RESET).into();
                self.before_requester.d.next = false;
                self.before_responder.d.next = false;
                self.after.d.next = false;
                self.release_send.d.next = false;
                self.release_receive.d.next = false;
                self.kind.d.next = QpCommandKind::Reset;
                self.psn.d.next = self.asked.val().send_psn.get_bits::<24>(0);
                self.phase.d.next = Phase::TakeSend;
                if self.faulty.q.val() {
                    self.target.d.next = bits_const::<8>(state::ERROR).into();
                    self.kind.d.next = QpCommandKind::Error;
                    self.store.d.next = true;
                    self.after.d.next = true;
                    // A QP that is gone, at rest or in ERROR already has nothing left to fail.
                    if !self.found.val()
                        || (self.from.val() == bits_const::<8>(state::RESET))
                        || (self.from.val() == bits_const::<8>(state::ERROR))
                    {
                        self.phase.d.next = Phase::Idle;
                    }
                } else if self.bad_number.q.val() {
                    self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    self.phase.d.next = Phase::Answer;
                } else if self.asked.val().opcode == bits_const::<8>(opcode::CREATE_QP) {
                    if self.found.val() {
                        self.outcome.d.next = bits_const::<8>(IN_USE).into();
                        self.phase.d.next = Phase::Answer;
                    } else if self.bad.q.val() || self.bad_pmtu.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                        self.phase.d.next = Phase::Answer;
                    } else if self.to.val() != bits_const::<8>(state::RESET) {
                        self.outcome.d.next = bits_const::<8>(BAD_STATE).into();
                        self.phase.d.next = Phase::Answer;
                    } else {
                        self.take.d.next = true;
                        self.before_requester.d.next = true;
                        self.before_responder.d.next = true;
                        self.store.d.next = true;
                        self.keep.d.next = false;
                    }
                } else if !self.found.val() {
                    self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    self.phase.d.next = Phase::Answer;
                } else if self.asked.val().opcode == bits_const::<8>(opcode::MODIFY_QP) {
                    self.target.d.next = self.to.val();
                    self.store.d.next = true;
                    if self.to.val() == bits_const::<8>(state::RESET) {
                        self.after.d.next = true;
                    } else if self.to.val() == bits_const::<8>(state::ERROR) {
                        self.kind.d.next = QpCommandKind::Error;
                        self.after.d.next = true;
                        if self.from.val() == bits_const::<8>(state::RESET) {
                            self.outcome.d.next = bits_const::<8>(BAD_STATE).into();
                            self.phase.d.next = Phase::Answer;
                        }
                    } else if !self.allowed.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_STATE).into();
                        self.phase.d.next = Phase::Answer;
                    } else if self.bad.q.val() || self.bad_pmtu.q.val() || self.changed.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                        self.phase.d.next = Phase::Answer;
                    } else {
                        self.keep.d.next = false;
                        if self.to.val() == bits_const::<8>(state::RTR) {
                            self.before_responder.d.next = true;
                            self.kind.d.next = QpCommandKind::StartReceive;
                            self.psn.d.next = self.asked.val().receive_psn.get_bits::<24>(0);
                        }
                        if (self.to.val() == bits_const::<8>(state::RTS))
                            && (self.from.val() == bits_const::<8>(state::RTR))
                        {
                            self.before_requester.d.next = true;
                            self.kind.d.next = QpCommandKind::StartSend;
                        }
                    }
                } else if self.asked.val().opcode == bits_const::<8>(opcode::DESTROY_QP) {
                    self.store.d.next = true;
                    self.exists.d.next = false;
                    self.after.d.next = true;
                    self.release_send.d.next = true;
                    self.release_receive.d.next = true;
                } else if self.asked.val().opcode == bits_const::<8>(opcode::QUERY_QP) {
                    self.phase.d.next = Phase::Answer;
                } else {
                    self.outcome.d.next = bits_const::<8>(UNKNOWN_OPCODE).into();
                    self.phase.d.next = Phase::Answer;
                }
            }
            Phase::TakeSend => {
                self.reference.next.take = true;
                self.reference_valid.next = self.take.q.val();
                if !self.take.q.val() {
                    self.phase.d.next = Phase::RequesterBefore;
                } else if self.reference_ready.val() {
                    self.phase.d.next = Phase::TookSend;
                }
            }
            Phase::TookSend => {
                self.referred_ready.next = true;
                if self.referred_valid.val() {
                    self.phase.d.next = Phase::TakeReceive;
                    if !self.referred.val().ok {
                        self.outcome.d.next = bits_const::<8>(BAD_REFERENCE).into();
                        self.phase.d.next = Phase::Answer;
                    }
                }
            }
            Phase::TakeReceive => {
                self.reference.next.cqn = self.kept.val().receive_cqn.get_bits::<10>(0);
                self.reference.next.take = true;
                self.reference_valid.next = true;
                if self.reference_ready.val() {
                    self.phase.d.next = Phase::TookReceive;
                }
            }
            Phase::TookReceive => {
                self.referred_ready.next = true;
                if self.referred_valid.val() {
                    self.phase.d.next = Phase::RequesterBefore;
                    if !self.referred.val().ok {
                        // The first reference goes back.
                        self.outcome.d.next = bits_const::<8>(BAD_REFERENCE).into();
                        self.release_send.d.next = true;
                        self.phase.d.next = Phase::LetGoSend;
                    }
                }
            }
            Phase::RequesterBefore => {
                self.requester_valid.next = self.before_requester.q.val();
                if !self.before_requester.q.val() || self.requester_ready.val() {
                    self.phase.d.next = Phase::ResponderBefore;
                }
            }
            Phase::ResponderBefore => {
                self.responder_valid.next = self.before_responder.q.val();
                if !self.before_responder.q.val() || self.responder_ready.val() {
                    self.phase.d.next = Phase::Store;
                }
            }
            Phase::Store => {
                self.known.write.next = self.store.q.val();
                self.out_valid.d.next = self.store.q.val();
                self.phase.d.next = Phase::RequesterAfter;
            }
            Phase::RequesterAfter => {
                self.requester_valid.next = self.after.q.val();
                if !self.after.q.val() || self.requester_ready.val() {
                    self.phase.d.next = Phase::ResponderAfter;
                }
            }
            Phase::ResponderAfter => {
                self.responder_valid.next = self.after.q.val();
                if !self.after.q.val() || self.responder_ready.val() {
                    self.phase.d.next = Phase::LetGoSend;
                }
            }
            Phase::LetGoSend => {
                self.reference_valid.next = self.release_send.q.val();
                if !self.release_send.q.val() {
                    self.phase.d.next = Phase::LetGoReceive;
                } else if self.reference_ready.val() {
                    self.phase.d.next = Phase::WentSend;
                }
            }
            Phase::WentSend => {
                self.referred_ready.next = true;
                if self.referred_valid.val() {
                    self.phase.d.next = Phase::LetGoReceive;
                }
            }
            Phase::LetGoReceive => {
                self.reference.next.cqn = self.kept.val().receive_cqn.get_bits::<10>(0);
                self.reference_valid.next = self.release_receive.q.val();
                if !self.release_receive.q.val() {
                    self.phase.d.next = Phase::Answer;
                    if self.faulty.q.val() {
                        self.phase.d.next = Phase::Raise;
                    }
                } else if self.reference_ready.val() {
                    self.phase.d.next = Phase::WentReceive;
                }
            }
            Phase::WentReceive => {
                self.referred_ready.next = true;
                if self.referred_valid.val() {
                    self.phase.d.next = Phase::Answer;
                }
            }
            Phase::Raise => {
                self.raise_valid.next = true;
                if self.raise_ready.val() {
                    self.phase.d.next = Phase::Idle;
                }
            }
            Phase::Answer => {
                self.result_valid.next = true;
                if self.result_ready.val() {
                    self.phase.d.next = Phase::Idle;
                }
            }
        }
        self.qp_write.next = self.out.q.val();
        self.qp_write_valid.next = self.out_valid.q.val();
        if self.reset.val() {
            self.phase.d.next = Phase::Sweep;
            self.swept.d.next = 0.into();
            self.target.d.next = bits_const::<8>(state::RESET).into();
            self.out_valid.d.next = false;
        }
    }
}
