//! A queue of beats in block RAM whose newest part can be taken back: what a frame wrote is seen by the reader when the frame is found
//! good, and is gone without a trace when not.
//!
//! `A1` is `A + 1`. `put` writes `i`, unless `full` is up, in which case the beat is lost and the writer must take the frame back.
//! `commit` makes everything written so far visible, the beat of the same cycle included; `rollback` forgets what was not committed, the
//! beat of the same cycle included. A committed beat shows at `o` three cycles later, and then one a cycle.
//!
//! The reader's side is that of `kit::RamFifo`: a read is begun when one of the four places behind the RAM is free for it. A beat is
//! never read before the cycle after its write.
use crate::kit::SmallFifo;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct CommitFifo<T: Synth, const A: usize, const A1: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, T>,
    pub put: Signal<In, Bit>,
    pub commit: Signal<In, Bit>,
    pub rollback: Signal<In, Bit>,
    pub full: Signal<Out, Bit>,
    pub o: Signal<Out, T>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    words: RAM<T, A>,
    out: SmallFifo<T, 2, 3>,
    /// Pointers have a bit more than an address, so that full and empty differ.
    write_at: DFF<Bits<A1>>,
    commit_at: DFF<Bits<A1>>,
    read_at: DFF<Bits<A1>>,
    used: Signal<Local, Bits<A1>>,
    write: Signal<Local, Bit>,
    after: Signal<Local, Bits<A1>>,
    fetch: Signal<Local, Bit>,
    get: Signal<Local, Bit>,
    reading: DFF<Bit>,
    credit: DFF<Bits<3>>,
}

impl<T: Synth, const A: usize, const A1: usize> Logic for CommitFifo<T, A, A1> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, commit_at, read_at, reading, credit);
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.reset.val();
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();

        self.used.next = self.write_at.q.val() - self.read_at.q.val();
        self.full.next = self.used.val() == bits_const::<A1>(1u64 << A);
        self.write.next = self.put.val() && (self.used.val() != bits_const::<A1>(1u64 << A));
        self.words.write_enable.next = self.write.val();
        self.words.write_address.next = bit_cast::<A, A1>(self.write_at.q.val());
        self.words.write_data.next = self.i.val();
        self.after.next = self.write_at.q.val();
        if self.write.val() {
            self.after.next = self.write_at.q.val() + 1;
        }
        self.write_at.d.next = self.after.val();
        if self.rollback.val() {
            self.write_at.d.next = self.commit_at.q.val();
        } else if self.commit.val() {
            self.commit_at.d.next = self.after.val();
        }

        self.fetch.next =
            (self.commit_at.q.val() != self.read_at.q.val()) && (self.credit.q.val() != 0);
        self.words.read_address.next = bit_cast::<A, A1>(self.read_at.q.val());
        self.reading.d.next = self.fetch.val();
        self.out.i.next = self.words.read_data.val();
        self.out.i_valid.next = self.reading.q.val();
        self.out.o_ready.next = self.o_ready.val();
        self.o.next = self.out.o.val();
        self.o_valid.next = self.out.o_valid.val();
        self.get.next = self.out.o_valid.val() && self.o_ready.val();
        if self.fetch.val() {
            self.read_at.d.next = self.read_at.q.val() + 1;
        }
        if self.fetch.val() && !self.get.val() {
            self.credit.d.next = self.credit.q.val() - 1;
        }
        if self.get.val() && !self.fetch.val() {
            self.credit.d.next = self.credit.q.val() + 1;
        }

        if self.reset.val() {
            self.write_at.d.next = 0.into();
            self.commit_at.d.next = 0.into();
            self.read_at.d.next = 0.into();
            self.reading.d.next = false;
            self.credit.d.next = 4.into();
        }
    }
}
