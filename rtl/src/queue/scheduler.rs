//! Decides which QP's send WQEs are read next, and brings commands into the chain.
//!
//! - `doorbell`: producer indices, already checked. `slot_refused`: the slot that came with one is not used.
//! - `done`: what became of a job. `retired`: the oldest slot of a QP that is not retired.
//! - `turn`: read no more of a QP, or read on from this slot.
//! - `job`: slots to read, up to eight of one QP, or a command's marker, or a Pause.
//! - `command`: ready rises when the command's marker has come to the end of the chain (`command_done`). While it is on its way,
//!   `stopping` names the QP of a Reset or Error, so that a long message can be cut short.
//! - `qp_write`: of interest is only whether the QP is in SQD, which starts no new WQE. At least two cycles apart.
//!
//! A QP with something to read stands in the ready ring once; the ring is served in turn, a job at a time, so QPs share alike by slots. A QP
//! has up to eight jobs under way. At most 128 slots of a QP are read and not retired, which bounds the outstanding table: a job waits until all of it
//! fits. A WQE cut by the end of a job is read again from its start, by a job marked fresh that goes out when those already under way, which
//! the decoder drops, have come back; if nothing but its beginning is posted, when the producer moves on.
//!
//! A pushed slot is a job of its own, without a read, if it is the next one and everything before it is read, and a job could go out: that is what
//! the ring would give at once. Else its doorbell is a plain one.
//!
//! A QP that had to wait for READs or atomics is narrow from then on, until all that it has posted is done or it goes back: no more of its slots
//! are read and not retired than READs may be outstanding, so that it need not wait again, which costs the reading of all those slots once
//! more. Its jobs are of four slots at least, and the one that reads a cut WQE again is whole, so that each WQE comes in one job some time.
//!
//! A QP that is halted gets no further job. When its last one has come back, its turn in the ring makes a Pause marker; then it stands until
//! a turn says from where to read on. What it has read once it may read again in SQD too. A turn of a QP that a command has stopped is
//! ignored; and because turns come before commands, the turns of one life of a QP are gone before its next begins.
//!
//! One event a cycle goes through two stages: chosen and its QP's entry addressed; entry changed and written. The table gives a read that
//! meets a write the new word, so events of one QP may follow each other. The ring has a place for every QP and cannot be full; jobs are made
//! of its turns, and a turn is only chosen when the job queue has room. `done`, `retired` and `turn` come first, so the chain never waits for them.
//!
//! A doorbell is taken whether there is room or not: it is a posted write, and behind one that waited the answers to the card's own reads
//! would wait too, on which the job queue may depend.
use crate::kit::{DirectFifo, SmallFifo, WipedForwardTable};
use crate::records::{QpCommand, QpCommandKind, QpWrite, QueueDoorbell, SendDoorbell};
use crate::requester::chain::{Chain, FetchDone, FetchJob, Turn};
use ferric_emit::kernel::*;
use ferric_layout::{qp, sizes};
use rust_hdl::prelude::*;

/// Slots of a job.
pub const JOB_SLOTS: u64 = 8;
/// Jobs of one QP that may be under way.
const JOBS_MAX: u64 = 8;
/// Slots of a narrow QP's job, unless nothing of it is under way.
const NARROW_SLOTS: u64 = 4;
/// Slots read and not retired that leave room for a whole job.
const READ_UNRETIRED_MAX: u64 = sizes::OUTSTANDING as u64 - JOB_SLOTS;

/// Bits of the READs and atomics that a QP may have outstanding, at most 16.
const READS_BITS: usize = 5;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Mode {
    Stopped,
    Running,
    Flushing,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Act {
    Nothing,
    Pause,
    Done,
    Retired,
    Turn,
    Command,
    Doorbell,
    Dispatch,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Sending {
    pub mode: Mode,
    pub producer: Bits<16>,
    /// The next slot to read, and the first that was never read.
    pub fetched: Bits<16>,
    pub reached: Bits<16>,
    pub retired: Bits<16>,
    /// In SQD.
    pub paused: Bit,
    /// A WQE was bad.
    pub halted: Bit,
    /// Only the beginning of the next WQE is posted.
    pub stalled: Bit,
    /// Jobs under way.
    pub flying: Bits<4>,
    /// One of them cut a WQE: the rest is for nothing, and the next job is fresh.
    pub rewound: Bit,
    /// Halted, and its Pause marker sent.
    pub holding: Bit,
    pub held: Bit,
    /// Stands in the ready ring.
    pub queued: Bit,
    /// Had to wait for READs, of which so many may be outstanding.
    pub narrow: Bit,
    pub reads: Bits<READS_BITS>,
    /// In error, and a doorbell came that no marker has told of.
    pub rung: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Scheduler {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub doorbell: Signal<In, SendDoorbell>,
    pub doorbell_valid: Signal<In, Bit>,
    pub doorbell_ready: Signal<Out, Bit>,
    pub slot_refused: Signal<Out, Bit>,
    pub done: Signal<In, FetchDone>,
    pub done_valid: Signal<In, Bit>,
    pub done_ready: Signal<Out, Bit>,
    pub retired: Signal<In, QueueDoorbell>,
    pub retired_valid: Signal<In, Bit>,
    pub retired_ready: Signal<Out, Bit>,
    pub turn: Signal<In, Turn>,
    pub turn_valid: Signal<In, Bit>,
    pub turn_ready: Signal<Out, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub command: Signal<In, QpCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub command_done: Signal<In, Bit>,
    pub stopping: Signal<Out, Bits<10>>,
    pub stopping_valid: Signal<Out, Bit>,
    pub job: Signal<Out, FetchJob>,
    pub job_valid: Signal<Out, Bit>,
    pub job_ready: Signal<In, Bit>,
    ring: DirectFifo<Bits<10>, 10, 11>,
    jobs: SmallFifo<FetchJob, 3, 4>,
    entries: WipedForwardTable<Sending, 10>,
    pause_wanted: DFF<Bit>,
    pause_qpn: DFF<Bits<10>>,
    pause: DFF<Bit>,
    pause_reads: DFF<Bits<READS_BITS>>,
    commanding: DFF<Bit>,
    answered: DFF<Bit>,
    stops: DFF<Bit>,
    room: Signal<Local, Bit>,
    commands: Signal<Local, Bit>,
    urgent: Signal<Local, Bit>,
    // What was chosen, while its QP's entry is read.
    choice: Signal<Local, Act>,
    chosen_qpn: Signal<Local, Bits<10>>,
    act: DFF<Act>,
    qpn: DFF<Bits<10>>,
    index: DFF<Bits<16>>,
    job_end: DFF<Bits<16>>,
    flag: DFF<Bit>,
    pushed: DFF<Bit>,
    waited: DFF<Bit>,
    /// There was room when it was chosen.
    roomy: DFF<Bit>,
    stale: DFF<Bit>,
    kind: DFF<QpCommandKind>,
    psn: DFF<Bits<24>>,
    changed: Signal<Local, Sending>,
    available: Signal<Local, Bits<16>>,
    read_unretired: Signal<Local, Bits<16>>,
    all_unretired: Signal<Local, Bits<16>>,
    willing: Signal<Local, Bit>,
    pauses: Signal<Local, Bit>,
    narrow: Signal<Local, Bit>,
    /// Slots that a narrow QP may read.
    window: Signal<Local, Bits<16>>,
    flushes: Signal<Local, Bit>,
    fetched: Signal<Local, Bits<16>>,
    beyond: Signal<Local, Bits<16>>,
    made: Signal<Local, FetchJob>,
    fits: Signal<Local, Bit>,
    uses: Signal<Local, Bit>,
}

impl Logic for Scheduler {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            pause_wanted,
            pause_qpn,
            pause,
            pause_reads,
            commanding,
            answered,
            stops,
            act,
            qpn,
            index,
            job_end,
            flag,
            pushed,
            waited,
            roomy,
            stale,
            kind,
            psn
        );
        self.ring.clock.next = self.clock.val();
        self.ring.reset.next = self.reset.val();
        self.jobs.clock.next = self.clock.val();
        self.jobs.reset.next = self.reset.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.job.next = self.jobs.o.val();
        self.job_valid.next = self.jobs.o_valid.val();
        self.jobs.o_ready.next = self.job_ready.val();
        self.stopping.next = self.command.val().qpn;
        self.stopping_valid.next = self.stops.q.val();
        self.command_ready.next = self.answered.q.val();

        // Choose an event. One job may be on its way into the queue.
        self.room.next = self.jobs.level.val() < 6;
        self.commands.next = self.command_valid.val()
            && !self.commanding.q.val()
            && !self.answered.q.val()
            && self.room.val();
        self.urgent.next = self.pause_wanted.q.val()
            || self.done_valid.val()
            || self.retired_valid.val()
            || self.turn_valid.val()
            || self.commands.val();
        self.doorbell_ready.next = !self.urgent.val();
        self.choice.next = Act::Nothing;
        self.chosen_qpn.next = self.ring.o.val();
        self.done_ready.next = false;
        self.retired_ready.next = false;
        self.turn_ready.next = false;
        self.ring.o_ready.next = false;
        self.answered.d.next = false;
        self.index.d.next = self.doorbell.val().index;
        self.pushed.d.next = self.doorbell.val().pushed;
        self.roomy.d.next = self.room.val();
        self.job_end.d.next = self.done.val().end;
        self.flag.d.next = self.done.val().failed;
        self.stale.d.next = self.done.val().stale;
        self.waited.d.next = self.turn.val().waited;
        self.kind.d.next = self.command.val().kind;
        self.psn.d.next = self.command.val().psn;
        if self.pause_wanted.q.val() {
            self.choice.next = Act::Pause;
            self.chosen_qpn.next = self.pause_qpn.q.val();
            self.flag.d.next = self.pause.q.val();
            self.pause_wanted.d.next = false;
        } else if self.done_valid.val() {
            self.choice.next = Act::Done;
            self.chosen_qpn.next = self.done.val().qpn;
            self.index.d.next = self.done.val().resume;
            self.done_ready.next = true;
        } else if self.retired_valid.val() {
            self.choice.next = Act::Retired;
            self.chosen_qpn.next = self.retired.val().qpn;
            self.index.d.next = self.retired.val().index;
            self.retired_ready.next = true;
        } else if self.turn_valid.val() {
            self.choice.next = Act::Turn;
            self.chosen_qpn.next = self.turn.val().qpn;
            self.index.d.next = self.turn.val().slot;
            self.flag.d.next = self.turn.val().halt;
            self.turn_ready.next = true;
        } else if self.commands.val() {
            self.chosen_qpn.next = self.command.val().qpn;
            if self.command.val().kind == QpCommandKind::StartReceive {
                // Not for the requester.
                self.answered.d.next = true;
            } else {
                self.choice.next = Act::Command;
                self.commanding.d.next = true;
                self.stops.d.next = self.command.val().kind != QpCommandKind::StartSend;
            }
        } else if self.doorbell_valid.val() {
            self.choice.next = Act::Doorbell;
            self.chosen_qpn.next = self.doorbell.val().qpn;
        } else if self.ring.o_valid.val() && self.room.val() {
            self.choice.next = Act::Dispatch;
            self.ring.o_ready.next = true;
        }
        self.act.d.next = self.choice.val();
        self.qpn.d.next = self.chosen_qpn.val();
        self.entries.read_address.next = self.chosen_qpn.val();
        if self.command_done.val() {
            self.commanding.d.next = false;
            self.stops.d.next = false;
            self.answered.d.next = true;
        }
        if self.qp_write_valid.val() {
            self.pause_wanted.d.next = true;
            self.pause_qpn.d.next = self.qp_write.val().qpn;
            self.pause_reads.d.next = self
                .qp_write
                .val()
                .send
                .max_rd_atomic
                .get_bits::<READS_BITS>(0);
            self.pause.d.next = self.qp_write.val().send.state == bits_const::<3>(qp::state::SQD);
        }

        // Change the entry.
        self.changed.next = self.entries.read_data.val();
        self.made.next.kind = Chain::Work;
        self.made.next.command = self.act.q.val() == Act::Command;
        self.made.next.qpn = self.qpn.q.val();
        self.made.next.index = self.index.q.val();
        self.made.next.psn = self.psn.q.val();
        self.made.next.fresh = self.entries.read_data.val().rewound;
        self.made.next.pushed = false;
        self.jobs.i_valid.next = false;
        match self.act.q.val() {
            Act::Pause => {
                self.changed.next.paused = self.flag.q.val();
                self.changed.next.reads = self.pause_reads.q.val();
            }
            Act::Done => {
                self.changed.next.flying = self.entries.read_data.val().flying - 1;
                if self.entries.read_data.val().mode == Mode::Running {
                    self.changed.next.halted =
                        self.entries.read_data.val().halted || self.flag.q.val();
                    if !self.stale.q.val() && (self.index.q.val() != self.job_end.q.val()) {
                        self.changed.next.fetched = self.index.q.val();
                        self.changed.next.rewound = true;
                        if self.entries.read_data.val().reached
                            == self.entries.read_data.val().fetched
                        {
                            self.changed.next.reached = self.index.q.val();
                        }
                        self.changed.next.stalled =
                            self.entries.read_data.val().producer == self.job_end.q.val();
                    }
                }
            }
            Act::Retired => {
                self.changed.next.retired = self.index.q.val();
            }
            Act::Turn => {
                self.changed.next.held = false;
                if self.entries.read_data.val().mode == Mode::Running {
                    self.changed.next.holding = self.flag.q.val();
                    if !self.flag.q.val() {
                        self.changed.next.fetched = self.index.q.val();
                        self.changed.next.halted = false;
                        self.changed.next.stalled = false;
                        self.changed.next.rewound = false;
                        // Not after going back: an acknowledge of what is not sent again yet would say nothing, and nothing more be sent.
                        self.changed.next.narrow = self.waited.q.val();
                    }
                }
            }
            Act::Command => {
                self.jobs.i_valid.next = true;
                self.changed.next.rung = false;
                if self.kind.q.val() == QpCommandKind::Reset {
                    self.made.next.kind = Chain::Reset;
                    self.made.next.index = 0.into();
                    self.changed.next.mode = Mode::Stopped;
                    self.changed.next.producer = 0.into();
                    self.changed.next.fetched = 0.into();
                    self.changed.next.reached = 0.into();
                    self.changed.next.holding = false;
                    self.changed.next.retired = 0.into();
                    self.changed.next.halted = false;
                    self.changed.next.stalled = false;
                    self.changed.next.rewound = false;
                    self.changed.next.narrow = false;
                } else if self.kind.q.val() == QpCommandKind::StartSend {
                    self.made.next.kind = Chain::Start;
                    self.made.next.index = 0.into();
                    self.changed.next.mode = Mode::Running;
                } else {
                    self.made.next.kind = Chain::Flush;
                    self.made.next.index = self.entries.read_data.val().producer;
                    self.changed.next.mode = Mode::Flushing;
                }
            }
            Act::Doorbell => {
                if self.entries.read_data.val().mode != Mode::Stopped {
                    self.changed.next.producer = self.index.q.val();
                    self.changed.next.stalled = false;
                    if self.entries.read_data.val().producer == self.entries.read_data.val().retired
                    {
                        self.changed.next.narrow = false;
                    }
                }
                if self.entries.read_data.val().mode == Mode::Flushing {
                    self.changed.next.rung = true;
                }
            }
            Act::Dispatch => {
                self.changed.next.queued = false;
                self.made.next.index = self.entries.read_data.val().fetched;
            }
            _ => {}
        }
        self.available.next = self.changed.val().producer - self.changed.val().fetched;
        if self.changed.val().paused {
            self.available.next = self.changed.val().reached - self.changed.val().fetched;
        }
        self.read_unretired.next = self.changed.val().fetched - self.changed.val().retired;
        self.all_unretired.next = self.changed.val().producer - self.changed.val().retired;
        self.narrow.next = self.changed.val().narrow
            && !self.changed.val().rewound
            && (self.changed.val().reads != 0);
        self.window.next =
            bit_cast::<16, READS_BITS>(self.changed.val().reads) - self.read_unretired.val();
        self.willing.next = (self.changed.val().mode == Mode::Running)
            && !self.changed.val().holding
            && !self.changed.val().halted
            && !self.changed.val().stalled
            && (self.changed.val().flying != bits_const::<4>(JOBS_MAX))
            && (!self.changed.val().rewound || (self.changed.val().flying == 0))
            && (self.available.val() != 0)
            && (!self.narrow.val()
                || (self.read_unretired.val() == 0)
                || (!self.window.val().get_bit(15)
                    && (self.window.val() >= bits_const::<16>(NARROW_SLOTS))))
            && ((self.read_unretired.val() <= bits_const::<16>(READ_UNRETIRED_MAX))
                || (self.all_unretired.val() <= bits_const::<16>(sizes::OUTSTANDING)));
        self.pauses.next = (self.changed.val().mode == Mode::Running)
            && self.changed.val().holding
            && !self.changed.val().held
            && (self.changed.val().flying == 0);
        self.flushes.next = (self.changed.val().mode == Mode::Flushing) && self.changed.val().rung;
        self.made.next.count = bits_const::<4>(JOB_SLOTS).into();
        if self.available.val() < bits_const::<16>(JOB_SLOTS) {
            self.made.next.count = self.available.val().get_bits::<4>(0);
        }
        if self.narrow.val()
            && (self.window.val() < bits_const::<16>(JOB_SLOTS))
            && (self.window.val() < self.available.val())
        {
            self.made.next.count = self.window.val().get_bits::<4>(0);
        }
        self.entries.write.next = self.act.q.val() != Act::Nothing;
        self.entries.write_address.next = self.qpn.q.val();
        self.entries.write_data.next = self.changed.val();
        self.ring.i.next = self.qpn.q.val();
        self.ring.i_valid.next = false;
        self.fetched.next = self.changed.val().fetched + bit_cast::<16, 4>(self.made.val().count);
        self.beyond.next = self.changed.val().reached - self.fetched.val();
        self.fits.next = (self.entries.read_data.val().producer
            == self.entries.read_data.val().fetched)
            && (self.index.q.val() == (self.entries.read_data.val().fetched + 1));
        self.uses.next = (self.act.q.val() == Act::Doorbell)
            && self.pushed.q.val()
            && self.roomy.q.val()
            && self.fits.val()
            && self.willing.val();
        self.slot_refused.next =
            (self.act.q.val() == Act::Doorbell) && self.pushed.q.val() && !self.uses.val();
        if self.uses.val() {
            self.made.next.pushed = true;
            self.made.next.index = self.entries.read_data.val().fetched;
        }
        if self.pauses.val() && (self.act.q.val() == Act::Dispatch) {
            self.made.next.kind = Chain::Pause;
            self.jobs.i_valid.next = true;
            self.entries.write_data.next.held = true;
        } else if self.flushes.val() && (self.act.q.val() == Act::Dispatch) {
            self.made.next.kind = Chain::Flush;
            self.made.next.index = self.entries.read_data.val().producer;
            self.jobs.i_valid.next = true;
            self.entries.write_data.next.rung = false;
        } else if self.willing.val() || self.pauses.val() || self.flushes.val() {
            if (self.act.q.val() == Act::Dispatch) || self.uses.val() {
                self.jobs.i_valid.next = true;
                self.entries.write_data.next.flying = self.changed.val().flying + 1;
                self.entries.write_data.next.fetched = self.fetched.val();
                if self.beyond.val().get_bit(15) {
                    self.entries.write_data.next.reached = self.fetched.val();
                }
                self.entries.write_data.next.rewound = false;
                // Back into the ring if that was not all.
                if self.available.val() > bits_const::<16>(JOB_SLOTS) {
                    self.ring.i_valid.next = true;
                    self.entries.write_data.next.queued = true;
                }
            } else if (self.act.q.val() != Act::Nothing) && !self.changed.val().queued {
                self.ring.i_valid.next = true;
                self.entries.write_data.next.queued = true;
            }
        }
        self.jobs.i.next = self.made.val();

        if self.reset.val() {
            self.pause_wanted.d.next = false;
            self.commanding.d.next = false;
            self.answered.d.next = false;
            self.stops.d.next = false;
            self.act.d.next = Act::Nothing;
        }
    }
}
