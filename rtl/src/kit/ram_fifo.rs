//! A first-in first-out queue in block RAM.
//!
//! `A1` is `A + 1`. Holds 2^A records in all; `level` counts them and `space` is what is free. A record taken at `i` shows at `o` three
//! cycles later; then one record a cycle goes in and one comes out without end. `i_ready`, `o_valid`, `level` and `space` come from
//! registers, and `i_ready` does not look at `o_ready`.
//!
//! The RAM answers a cycle after it was asked, so four places of LUT RAM stand behind it, and a read is only begun when a place is free
//! for its answer: three reads can be on the way, which is what full rate takes. A record is never read before the cycle after its
//! write, so the RAM's answer to a read that meets a write does not matter.
//!
//! 512 payload beats: 49 LUTs, 37 RAM32M16, 15 RAMB18, 50 flip-flops.
use super::small_fifo::SmallFifo;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct RamFifo<T: Synth, const A: usize, const A1: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, T>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, T>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    pub level: Signal<Out, Bits<A1>>,
    pub space: Signal<Out, Bits<A1>>,
    ram: RAM<T, A>,
    out: SmallFifo<T, 2, 3>,
    write_at: DFF<Bits<A>>,
    read_at: DFF<Bits<A>>,
    /// Records in the queue, wherever they stand.
    count: DFF<Bits<A1>>,
    free: DFF<Bits<A1>>,
    /// A read was begun in the last cycle.
    reading: DFF<Bit>,
    /// Places behind the RAM that are neither taken nor promised.
    credit: DFF<Bits<3>>,
    put: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    get: Signal<Local, Bit>,
}

impl<T: Synth, const A: usize, const A1: usize> Logic for RamFifo<T, A, A1> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, count, free, reading, credit);
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.reset.val();
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.level.next = self.count.q.val();
        self.space.next = self.free.q.val();
        self.i_ready.next = self.free.q.val() != 0;
        self.o.next = self.out.o.val();
        self.o_valid.next = self.out.o_valid.val();

        self.put.next = self.i_valid.val() && (self.free.q.val() != 0);
        self.get.next = self.out.o_valid.val() && self.o_ready.val();
        // Equal pointers mean that nothing waits: they cannot mean that all 2^A do, since the first of them would have been fetched.
        self.fetch.next =
            (self.write_at.q.val() != self.read_at.q.val()) && (self.credit.q.val() != 0);

        self.ram.write_enable.next = self.put.val();
        self.ram.write_address.next = self.write_at.q.val();
        self.ram.write_data.next = self.i.val();
        self.ram.read_address.next = self.read_at.q.val();
        self.out.i.next = self.ram.read_data.val();
        self.out.i_valid.next = self.reading.q.val();
        self.out.o_ready.next = self.o_ready.val();
        self.reading.d.next = self.fetch.val();

        if self.put.val() {
            self.write_at.d.next = self.write_at.q.val() + 1;
        }
        if self.fetch.val() {
            self.read_at.d.next = self.read_at.q.val() + 1;
        }
        if self.put.val() && !self.get.val() {
            self.count.d.next = self.count.q.val() + 1;
            self.free.d.next = self.free.q.val() - 1;
        }
        if self.get.val() && !self.put.val() {
            self.count.d.next = self.count.q.val() - 1;
            self.free.d.next = self.free.q.val() + 1;
        }
        if self.fetch.val() && !self.get.val() {
            self.credit.d.next = self.credit.q.val() - 1;
        }
        if self.get.val() && !self.fetch.val() {
            self.credit.d.next = self.credit.q.val() + 1;
        }
        if self.reset.val() {
            self.write_at.d.next = 0.into();
            self.read_at.d.next = 0.into();
            self.count.d.next = 0.into();
            self.free.d.next = bits_const::<A1>(1u64 << A).into();
            self.reading.d.next = false;
            self.credit.d.next = 4.into();
        }
    }
}
