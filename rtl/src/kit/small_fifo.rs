//! A first-in first-out queue of a few records in LUT RAM.
//!
//! `A1` is `A + 1`. Holds 2^A records, all of which count in `level`. A record taken at `i` shows at `o` in the next cycle. `i_ready`,
//! `o_valid` and `level` come from registers; `i_ready` does not look at `o_ready`, so a full queue takes its next record one cycle after
//! the reader took one.
//!
//! Sixteen payload beats: 11 LUTs, 37 RAM32M16 (296 LUTs as memory), 14 flip-flops.
use super::memory::LutRam;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct SmallFifo<T: Synth, const A: usize, const A1: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub i: Signal<In, T>,
    pub i_valid: Signal<In, Bit>,
    pub i_ready: Signal<Out, Bit>,
    pub o: Signal<Out, T>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    pub level: Signal<Out, Bits<A1>>,
    ram: LutRam<T, A>,
    write_at: DFF<Bits<A>>,
    read_at: DFF<Bits<A>>,
    count: DFF<Bits<A1>>,
    some: DFF<Bit>,
    put: Signal<Local, Bit>,
    get: Signal<Local, Bit>,
}

impl<T: Synth, const A: usize, const A1: usize> Logic for SmallFifo<T, A, A1> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, count, some);
        self.i_ready.next = self.count.q.val() != bits_const::<A1>(1u64 << A);
        self.o_valid.next = self.some.q.val();
        self.level.next = self.count.q.val();
        self.put.next = self.i_valid.val() && (self.count.q.val() != bits_const::<A1>(1u64 << A));
        self.get.next = self.o_ready.val() && self.some.q.val();

        self.ram.clock.next = self.clock.val();
        self.ram.write.next = self.put.val();
        self.ram.write_address.next = self.write_at.q.val();
        self.ram.write_data.next = self.i.val();
        self.ram.read_address.next = self.read_at.q.val();
        self.o.next = self.ram.read_data.val();

        if self.put.val() {
            self.write_at.d.next = self.write_at.q.val() + 1;
        }
        if self.get.val() {
            self.read_at.d.next = self.read_at.q.val() + 1;
        }
        if self.put.val() && !self.get.val() {
            self.count.d.next = self.count.q.val() + 1;
            self.some.d.next = true;
        }
        if self.get.val() && !self.put.val() {
            self.count.d.next = self.count.q.val() - 1;
            self.some.d.next = self.count.q.val() != 1;
        }
        if self.reset.val() {
            self.write_at.d.next = 0.into();
            self.read_at.d.next = 0.into();
            self.count.d.next = 0.into();
            self.some.d.next = false;
        }
    }
}
