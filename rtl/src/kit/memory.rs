//! A small memory read in the same cycle, for queues and for tables of a few words. It comes up with the default of its type.
//!
//! An array of words has no form in rust-hdl's syntax tree, and its own `RAM` reads through a register: this one carries its Verilog as
//! text, as that one does.
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// `read_data` is the word at `read_address` in the same cycle; a write is seen from the next cycle on. Up to 64 words take one LUT for
/// two bits or less.
#[derive(LogicBlock, Default)]
pub struct LutRam<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    _words: BTreeMap<Bits<A>, T>,
}

impl<T: Synth, const A: usize> Logic for LutRam<T, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write.val() {
            self._words
                .insert(self.write_address.val(), self.write_data.val());
        }
        self.read_data.next = self
            ._words
            .get(&self.read_address.val())
            .copied()
            .unwrap_or_default();
    }
    fn connect(&mut self) {
        self.read_data.connect();
    }
    fn hdl(&self) -> Verilog {
        let (top, last) = (T::BITS - 1, (1usize << A) - 1);
        let start = T::default().verilog();
        Verilog::Custom(format!(
            "(* ram_style = \"distributed\" *) logic [{top}:0] words [0:{last}];
integer i;
initial for (i = 0; i <= {last}; i = i + 1) words[i[{index}:0]] = {start:x};
assign read_data = words[read_address];
always @(posedge clock) begin
  if (write) words[write_address] <= write_data;
end",
            index = A - 1,
        ))
    }
}
