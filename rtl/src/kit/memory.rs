//! Memories that rust-hdl does not have: a LUT RAM with a read in the same cycle, and an UltraRAM with a registered output.
//!
//! An array of words has no form in rust-hdl's syntax tree, so these two carry their Verilog as text, as rust-hdl's own `RAM` does. All
//! come up zero.
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// `read_data` is the word at `read_address` in the same cycle; a write is seen from the next cycle on.
#[derive(LogicBlock, Default)]
pub struct LutRam<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    _contents: Box<BTreeMap<Bits<A>, T>>,
}

impl<T: Synth, const A: usize> Logic for LutRam<T, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write.val() {
            self._contents.insert(self.write_address.val(), self.write_data.val());
        }
        self.read_data.next = self._contents.get(&self.read_address.val()).copied().unwrap_or_default();
    }
    fn connect(&mut self) {
        self.read_data.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "(* ram_style = \"distributed\" *) logic [{top}:0] words [0:{last}];
             assign read_data = words[read_address];
             always @(posedge clock) begin
               if (write) words[write_address] <= write_data;
             end",
            top = T::BITS - 1,
            last = (1usize << A) - 1,
        ))
    }
}

/// `read_data` is the word at `read_address` two cycles earlier; a read in the cycle of a write gives the old word.
#[derive(LogicBlock, Default)]
pub struct UltraRam<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    _contents: Box<BTreeMap<Bits<A>, T>>,
    _fetched: T,
}

impl<T: Synth, const A: usize> Logic for UltraRam<T, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.read_data.next = self._fetched;
            self._fetched = self._contents.get(&self.read_address.val()).copied().unwrap_or_default();
            if self.write.val() {
                self._contents.insert(self.write_address.val(), self.write_data.val());
            }
        }
    }
    fn connect(&mut self) {
        self.read_data.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "(* ram_style = \"ultra\" *) logic [{top}:0] words [0:{last}];
             logic [{top}:0] fetched;
             always @(posedge clock) begin
               fetched <= words[read_address];
               read_data <= fetched;
               if (write) words[write_address] <= write_data;
             end",
            top = T::BITS - 1,
            last = (1usize << A) - 1,
        ))
    }
}
