//! Turns chunks whose bytes are all in the ring into packets: a window of the ring a cycle, the descriptor in front.
//!
//! `row`, `row_after` and `dword` address the ring, whose `window` comes a cycle later; the beat leaves two cycles after its address.
//! `sent` says that a beat left the queue of 16 at `o`: a window is read only when there is a place for its beat, so `o` has no ready.
//! A chunk follows the one before without a gap. `free`: the last packet of a request of `free_client` has been read.
use super::client::WriteChunk;
use super::shift::WriteShift;
use super::{OwnedBeat, PacketBeat};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// What is known of a beat while its bytes are read.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct WriteStep {
    /// `data` is the descriptor still to be made.
    pub address: Bits<62>,
    pub dwords: Bits<11>,
    pub shift: Bits<2>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub end: Bits<4>,
    pub first: Bit,
    pub last: Bit,
    pub client: Bits<3>,
    pub ends_request: Bit,
}

/// Request type of a memory write in a descriptor (PCIe digest §2.1).
const MEMORY_WRITE: u64 = 1;
/// Places in the queue behind.
const QUEUE: u64 = 16;

#[derive(LogicBlock, Default)]
pub struct WriteSource {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub chunk: Signal<In, WriteChunk>,
    pub client: Signal<In, Bits<3>>,
    pub chunk_valid: Signal<In, Bit>,
    pub chunk_ready: Signal<Out, Bit>,
    pub row: Signal<Out, Bits<9>>,
    pub row_after: Signal<Out, Bits<9>>,
    pub dword: Signal<Out, Bits<4>>,
    pub window: Signal<In, Bits<512>>,
    pub o: Signal<Out, OwnedBeat>,
    pub o_valid: Signal<Out, Bit>,
    pub sent: Signal<In, Bit>,
    pub free: Signal<Out, Bit>,
    pub free_client: Signal<Out, Bits<3>>,
    pub free_rows: Signal<Out, Bits<7>>,
    // The packet whose windows are read.
    busy: DFF<Bit>,
    step: DFF<WriteStep>,
    at: DFF<Bits<11>>,
    left: DFF<Bits<7>>,
    rows: DFF<Bits<7>>,
    at_part: DFF<Bits<3>>,
    at_large: DFF<Bit>,
    following: Signal<Local, Bits<7>>,
    ready: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    final_beat: Signal<Local, Bit>,
    credit: DFF<Bits<5>>,
    freeing: DFF<Bit>,
    freeing_client: DFF<Bits<3>>,
    freeing_rows: DFF<Bits<7>>,
    // The window that is read, and the one that has been.
    reading: DFF<WriteStep>,
    reading_valid: DFF<Bit>,
    done: DFF<WriteStep>,
    done_valid: DFF<Bit>,
    done_window: DFF<Bits<512>>,
    earlier: DFF<Bits<32>>,
    shift: WriteShift,
    kind: Signal<Local, Bits<4>>,
    beat: Signal<Local, PacketBeat>,
}

impl Logic for WriteSource {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            busy,
            step,
            at,
            left,
            rows,
            at_part,
            at_large,
            credit,
            freeing,
            freeing_client,
            freeing_rows,
            reading,
            reading_valid,
            done,
            done_valid,
            done_window,
            earlier
        );
        // Issue the reads of a packet, back to back.
        self.issue.next = self.busy.q.val() && (self.credit.q.val() != 0);
        self.final_beat.next = self.left.q.val() == 1;
        self.ready.next = !self.busy.q.val() || (self.issue.val() && self.final_beat.val());
        self.chunk_ready.next = self.ready.val();
        if self.issue.val() {
            self.at.d.next = self.at.q.val() + 16;
            self.left.d.next = self.left.q.val() - 1;
            self.step.d.next.first = false;
        }
        if self.ready.val() {
            self.busy.d.next = self.chunk_valid.val();
            self.step.d.next.address = self.chunk.val().address.get_bits::<62>(2);
            self.step.d.next.dwords = self.chunk.val().dwords;
            self.step.d.next.shift = self.chunk.val().shift;
            self.step.d.next.first_enable = self.chunk.val().first_enable;
            self.step.d.next.last_enable = self.chunk.val().last_enable;
            self.step.d.next.end = self.chunk.val().dwords.get_bits::<4>(0) + 3;
            self.step.d.next.first = true;
            self.step.d.next.client = self.client.val();
            self.step.d.next.ends_request = self.chunk.val().ends_request;
            self.at.d.next = self.chunk.val().window;
            self.left.d.next = self.chunk.val().beats;
            self.rows.d.next = self.chunk.val().rows;
            self.at_part.d.next = self.chunk.val().part;
            self.at_large.d.next = self.chunk.val().big;
        }

        self.following.next = self.at.q.val().get_bits::<7>(4) + 1;
        self.dword.next = self.at.q.val().get_bits::<4>(0);
        self.row.next =
            (bits_cat(self.at_part.q.val()) + bits_cat(self.at.q.val().get_bits::<6>(4))).into();
        self.row_after.next = (bits_cat(self.at_part.q.val())
            + bits_cat(self.following.val().get_bits::<6>(0)))
        .into();
        if self.at_large.q.val() {
            self.row.next = (bits_cat(self.at_part.q.val().get_bits::<2>(1))
                + bits_cat(self.at.q.val().get_bits::<7>(4)))
            .into();
            self.row_after.next = (bits_cat(self.at_part.q.val().get_bits::<2>(1))
                + bits_cat(self.following.val()))
            .into();
        }

        self.freeing.d.next =
            self.issue.val() && self.final_beat.val() && self.step.q.val().ends_request;
        self.freeing_client.d.next = self.step.q.val().client;
        self.freeing_rows.d.next = self.rows.q.val();
        self.free.next = self.freeing.q.val();
        self.free_client.next = self.freeing_client.q.val();
        self.free_rows.next = self.freeing_rows.q.val();

        if self.issue.val() && !self.sent.val() {
            self.credit.d.next = self.credit.q.val() - 1;
        }
        if self.sent.val() && !self.issue.val() {
            self.credit.d.next = self.credit.q.val() + 1;
        }

        self.reading.d.next = self.step.q.val();
        self.reading.d.next.last = self.final_beat.val();
        self.reading_valid.d.next = self.issue.val();
        self.done.d.next = self.reading.q.val();
        self.done_valid.d.next = self.reading_valid.q.val();
        self.done_window.d.next = self.window.val();
        if self.done_valid.q.val() {
            self.earlier.d.next = self.done_window.q.val().get_bits::<32>(480);
        }

        self.shift.window.next = self.done_window.q.val();
        self.shift.earlier.next = self.earlier.q.val();
        self.shift.shift.next = self.done.q.val().shift;
        self.kind.next = bits_const::<4>(MEMORY_WRITE).into();
        self.beat.next.data = self.shift.o.val();
        if self.done.q.val().first {
            self.beat.next.data = (bits_cat(self.shift.o.val().get_bits::<384>(128))
                + bits_cat(bits::<49>(0))
                + bits_cat(self.kind.val())
                + bits_cat(self.done.q.val().dwords)
                + bits_cat(self.done.q.val().address)
                + bits_cat(bits::<2>(0)))
            .into();
        }
        self.beat.next.first_enable = self.done.q.val().first_enable;
        self.beat.next.last_enable = self.done.q.val().last_enable;
        self.beat.next.first = self.done.q.val().first;
        self.beat.next.last = self.done.q.val().last;
        self.beat.next.end = self.done.q.val().end;
        self.o.next.packet = self.beat.val();
        self.o.next.client = self.done.q.val().client;
        self.o.next.ends_request = self.done.q.val().ends_request && self.done.q.val().last;
        self.o_valid.next = self.done_valid.q.val();

        if self.reset.val() {
            self.busy.d.next = false;
            self.credit.d.next = bits_const::<5>(QUEUE).into();
            self.freeing.d.next = false;
            self.reading_valid.d.next = false;
            self.done_valid.d.next = false;
        }
    }
}
