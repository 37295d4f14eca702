//! Fetches the local payload of packets and makes each contiguous.
//!
//! - `piece`: runs of payload, in order. `check`, `checked`: the client of the key check; the whole rest of an entry must be allowed, so a
//!   bad range fails before its first byte leaves. `read`, `status`, `data`: the DMA client of request payload.
//! - `o`: the payloads, each from byte 0. `verdict`: one record a packet, not before its payload's final beat has been taken.
//!
//! - `fence`: high until `fenced`: every piece whose key was asked about when it rose is read, or refused.
//!
//! A piece that is refused counts as one byte of no meaning, so that everything stays in step; the verdict says that the packet is void.
//!
//! Answers of checks and reads pass without a register here, each has its queue at the other side. Checks have one here, so that pieces
//! are taken whoever else has the turn to ask.
//!
//! A check a cycle goes out, a read a cycle, a beat a cycle comes in: nothing waits for its own answer. Up to 64 checks and 256 reads
//! are under way. Answers are taken as long as `o` is, so all queues drain.
use crate::beat::Beat;
use crate::kit::{Fence, Pack, Piece, RamFifo, SmallFifo};
use crate::records::{Check, Checked, DmaRead, DmaReadStatus};
use crate::requester::chain::{LocalPiece, Verdict};
use ferric_emit::kernel::*;
use ferric_layout::status::Status;
use rust_hdl::prelude::*;

/// Status of a WQE whose entry the key check refused, and of one whose payload could not be read.
const REFUSED: u8 = Status::LocalProtection as u8;
const UNREADABLE: u8 = Status::General as u8;

/// One DMA read under way, or what stands for a piece that was refused.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Asked {
    pub refused: Bit,
    pub ends_piece: Bit,
    pub ends_packet: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Gather {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub piece: Signal<In, LocalPiece>,
    pub piece_valid: Signal<In, Bit>,
    pub piece_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub checked: Signal<In, Checked>,
    pub checked_valid: Signal<In, Bit>,
    pub checked_ready: Signal<Out, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Beat>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    pub verdict: Signal<Out, Verdict>,
    pub verdict_valid: Signal<Out, Bit>,
    pub verdict_ready: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub fenced: Signal<Out, Bit>,
    checks: SmallFifo<Check, 2, 3>,
    /// Of the pieces that are being checked, whether each is its packet's last.
    lasts: SmallFifo<Bit, 6, 7>,
    lengths: RamFifo<Piece, 8, 9>,
    asked: RamFifo<Asked, 8, 9>,
    statuses: SmallFifo<DmaReadStatus, 5, 6>,
    pack: Pack,
    uses: Fence,
    verdicts: SmallFifo<Verdict, 6, 7>,
    /// The first part of a piece in two pages has been asked for.
    second: DFF<Bit>,
    parted: Signal<Local, Bit>,
    may_step: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    /// A beat of this read has come; the status, and the packet's so far.
    begun: DFF<Bit>,
    error: DFF<Bits<3>>,
    so_far: DFF<Verdict>,
    now: Signal<Local, Bits<3>>,
    refused: Signal<Local, Bit>,
    willing: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    judged: Signal<Local, Verdict>,
}

impl Logic for Gather {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, second, begun, error, so_far);
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.lasts.clock.next = self.clock.val();
        self.lasts.reset.next = self.reset.val();
        self.lengths.clock.next = self.clock.val();
        self.lengths.reset.next = self.reset.val();
        self.asked.clock.next = self.clock.val();
        self.asked.reset.next = self.reset.val();
        self.statuses.clock.next = self.clock.val();
        self.statuses.reset.next = self.reset.val();
        self.pack.clock.next = self.clock.val();
        self.pack.reset.next = self.reset.val();
        self.verdicts.clock.next = self.clock.val();
        self.verdicts.reset.next = self.reset.val();
        self.statuses.i.next = self.status.val();
        self.statuses.i_valid.next = self.status_valid.val();
        self.status_ready.next = self.statuses.i_ready.val();
        self.o.next = self.pack.o.val();
        self.o_valid.next = self.pack.o_valid.val();
        self.pack.o_ready.next = self.o_ready.val();
        self.verdict.next = self.verdicts.o.val();
        self.verdict_valid.next = self.verdicts.o_valid.val();
        self.verdicts.o_ready.next = self.verdict_ready.val();

        // Ask whether a piece may be read, and where it is.
        self.check.next = self.checks.o.val();
        self.check_valid.next = self.checks.o_valid.val();
        self.checks.o_ready.next = self.check_ready.val();
        self.piece_ready.next = self.checks.i_ready.val() && self.lasts.i_ready.val();
        self.checks.i_valid.next = self.piece_valid.val() && self.lasts.i_ready.val();
        self.checks.i.next.key = self.piece.val().key;
        self.checks.i.next.pd = self.piece.val().pd;
        self.checks.i.next.access = self.piece.val().access;
        self.checks.i.next.va = self.piece.val().va;
        self.checks.i.next.check_length = self.piece.val().rest;
        self.checks.i.next.piece_length = self.piece.val().length;
        self.lasts.i_valid.next = self.piece_valid.val() && self.checks.i_ready.val();
        self.lasts.i.next = self.piece.val().last;

        // Read it, in one part or two.
        self.parted.next = self.checked.val().ok
            && (self.checked.val().second_length != 0)
            && !self.second.q.val();
        self.may_step.next = self.checked_valid.val()
            && self.lasts.o_valid.val()
            && self.lengths.i_ready.val()
            && self.asked.i_ready.val();
        self.step.next = self.may_step.val() && (self.read_ready.val() || !self.checked.val().ok);
        self.read.next.address = self.checked.val().first_address;
        self.read.next.length = self.checked.val().first_length;
        self.lengths.i.next.length = self.checked.val().first_length;
        if self.second.q.val() {
            self.read.next.address = self.checked.val().second_address;
            self.read.next.length = self.checked.val().second_length;
            self.lengths.i.next.length = self.checked.val().second_length;
        }
        if !self.checked.val().ok {
            self.lengths.i.next.length = 1.into();
        }
        self.lengths.i.next.last = self.lasts.o.val() && !self.parted.val();
        self.asked.i.next.refused = !self.checked.val().ok;
        self.asked.i.next.ends_piece = !self.parted.val();
        self.asked.i.next.ends_packet = self.lasts.o.val() && !self.parted.val();
        self.read_valid.next = self.may_step.val() && self.checked.val().ok;
        self.lengths.i_valid.next = self.step.val();
        self.asked.i_valid.next = self.step.val();
        self.checked_ready.next = self.step.val() && !self.parted.val();
        self.lasts.o_ready.next = self.step.val() && !self.parted.val();
        if self.step.val() {
            self.second.d.next = self.parted.val();
        }
        self.pack.piece.next = self.lengths.o.val();
        self.pack.piece_valid.next = self.lengths.o_valid.val();
        self.lengths.o_ready.next = self.pack.piece_ready.val();

        // Take what comes; a read's status goes with its first beat.
        self.refused.next = self.asked.o.val().refused;
        self.now.next = self.error.q.val();
        if !self.begun.q.val() {
            self.now.next = self.statuses.o.val().error;
        }
        self.willing.next = self.asked.o_valid.val()
            && self.pack.i_ready.val()
            && self.verdicts.i_ready.val()
            && (self.refused.val() || self.begun.q.val() || self.statuses.o_valid.val());
        self.take.next = self.willing.val() && (self.refused.val() || self.data_valid.val());
        self.ends.next = self.take.val() && (self.refused.val() || self.data.val().last);
        self.data_ready.next = self.willing.val() && !self.refused.val();
        self.pack.i.next = self.data.val();
        self.pack.i_valid.next = self.take.val();
        self.statuses.o_ready.next = self.take.val() && !self.refused.val() && !self.begun.q.val();
        self.asked.o_ready.next = self.ends.val();
        self.uses.clock.next = self.clock.val();
        self.uses.reset.next = self.reset.val();
        self.uses.begins.next = self.checks.o_valid.val() && self.check_ready.val();
        self.uses.ends.next = self.ends.val() && self.asked.o.val().ends_piece;
        self.uses.issued.next = 0.into();
        self.uses.left.next = 0.into();
        self.uses.fence.next = self.fence.val();
        self.fenced.next = self.uses.fenced.val();
        self.judged.next = self.so_far.q.val();
        if self.so_far.q.val().status == 0 {
            if self.refused.val() {
                self.judged.next.status = bits_const::<8>(REFUSED).into();
            } else if self.now.val() != 0 {
                self.judged.next.status = bits_const::<8>(UNREADABLE).into();
                self.judged.next.vendor_error = bit_cast::<8, 3>(self.now.val());
            }
        }
        self.verdicts.i.next = self.judged.val();
        self.verdicts.i_valid.next = self.ends.val() && self.asked.o.val().ends_packet;
        if self.take.val() {
            self.begun.d.next = !self.ends.val();
            self.error.d.next = self.now.val();
            self.so_far.d.next = self.judged.val();
        }
        if self.ends.val() && self.asked.o.val().ends_packet {
            self.so_far.d.next.status = 0.into();
            self.so_far.d.next.vendor_error = 0.into();
        }
        if self.reset.val() {
            self.second.d.next = false;
            self.begun.d.next = false;
            self.so_far.d.next.status = 0.into();
            self.so_far.d.next.vendor_error = 0.into();
        }
    }
}
