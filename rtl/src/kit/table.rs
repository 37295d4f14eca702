//! Tables in block RAM or UltraRAM: one write port, one or two read ports, zero at power-up.
//!
//! The data of a read stands one cycle after its address (two for `UltraTable`) and for one cycle. They differ in what a read gets in the
//! very cycle in which its word is written: the old word, but the new one from `ForwardTable`. A read in any later cycle sees the write.
use ferric_emit::RamStyle;
use rust_hdl::prelude::*;

/// A read in the cycle of a write to the same address gives the old word.
#[derive(LogicBlock, Default)]
pub struct Table<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    ram: RAM<T, A>,
}

impl<T: Synth, const A: usize> Logic for Table<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.read_address.val();
        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.write_address.val();
        self.ram.write_data.next = self.write_data.val();
        self.read_data.next = self.ram.read_data.val();
    }
}

/// A read in the cycle of a write to the same address gives the new word.
#[derive(LogicBlock, Default)]
pub struct ForwardTable<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    ram: RAM<T, A>,
    met: DFF<Bit>,
    written: DFF<T>,
}

impl<T: Synth, const A: usize> Logic for ForwardTable<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, met, written);
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.read_address.val();
        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.write_address.val();
        self.ram.write_data.next = self.write_data.val();

        self.met.d.next = self.write.val() && (self.write_address.val() == self.read_address.val());
        self.written.d.next = self.write_data.val();
        self.read_data.next = self.ram.read_data.val();
        if self.met.q.val() {
            self.read_data.next = self.written.q.val();
        }
    }
}

/// Two independent reads a cycle from two copies of the table; each gives the old word in the cycle of a write.
#[derive(LogicBlock, Default)]
pub struct Table2<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub second_address: Signal<In, Bits<A>>,
    pub second_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    first: Table<T, A>,
    second: Table<T, A>,
}

impl<T: Synth, const A: usize> Logic for Table2<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.first.read_address.next = self.read_address.val();
        self.first.write.next = self.write.val();
        self.first.write_address.next = self.write_address.val();
        self.first.write_data.next = self.write_data.val();
        self.read_data.next = self.first.read_data.val();
        self.second.clock.next = self.clock.val();
        self.second.read_address.next = self.second_address.val();
        self.second.write.next = self.write.val();
        self.second.write_address.next = self.write_address.val();
        self.second.write_data.next = self.write_data.val();
        self.second_data.next = self.second.read_data.val();
    }
}

/// For big memories: UltraRAM with its output register, so data stands **two** cycles after the address. A read in the cycle of a write
/// gives the old word.
#[derive(LogicBlock)]
pub struct UltraTable<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    ram: RAM<T, A>,
    style: RamStyle,
    fetched: DFF<T>,
}

impl<T: Synth, const A: usize> Default for UltraTable<T, A> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            read_address: Default::default(),
            read_data: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_data: Default::default(),
            ram: Default::default(),
            style: RamStyle::Ultra,
            fetched: Default::default(),
        }
    }
}

impl<T: Synth, const A: usize> Logic for UltraTable<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, fetched);
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.read_address.val();
        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.write_address.val();
        self.ram.write_data.next = self.write_data.val();
        self.fetched.d.next = self.ram.read_data.val();
        self.read_data.next = self.fetched.q.val();
    }
}
