//! Tables that a reset empties: while `reset` is high, a word a cycle becomes zero, so a reset of as many cycles as there are words leaves
//! the table as it was at power-up. A shorter one empties a part of it.
//!
//! For what a block keeps from one record to the next and believes when it finds it. A table whose words are all written anew before they
//! are looked at, or are swept by their owner, needs none of this. Ports and timing are those of `kit::table`; costs a counter of `A` bits,
//! and a multiplexer in front of the write port.
use super::table::{ForwardTable, Table, Table2};
use rust_hdl::prelude::*;

/// In front of a table's write port.
#[derive(LogicBlock)]
pub struct Wipe<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub address: Signal<In, Bits<A>>,
    pub data: Signal<In, T>,
    pub o_write: Signal<Out, Bit>,
    pub o_address: Signal<Out, Bits<A>>,
    pub o_data: Signal<Out, T>,
    zero: Constant<T>,
    /// The word that is emptied next; it need not begin anywhere.
    at: DFF<Bits<A>>,
}

impl<T: Synth, const A: usize> Default for Wipe<T, A> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            write: Default::default(),
            address: Default::default(),
            data: Default::default(),
            o_write: Default::default(),
            o_address: Default::default(),
            o_data: Default::default(),
            zero: Constant::new(T::default()),
            at: Default::default(),
        }
    }
}

impl<T: Synth, const A: usize> Logic for Wipe<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at);
        self.o_write.next = self.write.val();
        self.o_address.next = self.address.val();
        self.o_data.next = self.data.val();
        if self.reset.val() {
            self.o_write.next = true;
            self.o_address.next = self.at.q.val();
            self.o_data.next = self.zero.val();
            self.at.d.next = self.at.q.val() + 1;
        }
    }
}

/// A [`Table`] that a reset empties.
#[derive(LogicBlock, Default)]
pub struct WipedTable<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    wipe: Wipe<T, A>,
    words: Table<T, A>,
}

impl<T: Synth, const A: usize> Logic for WipedTable<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wipe.clock.next = self.clock.val();
        self.wipe.reset.next = self.reset.val();
        self.wipe.write.next = self.write.val();
        self.wipe.address.next = self.write_address.val();
        self.wipe.data.next = self.write_data.val();
        self.words.clock.next = self.clock.val();
        self.words.read_address.next = self.read_address.val();
        self.words.write.next = self.wipe.o_write.val();
        self.words.write_address.next = self.wipe.o_address.val();
        self.words.write_data.next = self.wipe.o_data.val();
        self.read_data.next = self.words.read_data.val();
    }
}

/// A [`ForwardTable`] that a reset empties.
#[derive(LogicBlock, Default)]
pub struct WipedForwardTable<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    wipe: Wipe<T, A>,
    words: ForwardTable<T, A>,
}

impl<T: Synth, const A: usize> Logic for WipedForwardTable<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wipe.clock.next = self.clock.val();
        self.wipe.reset.next = self.reset.val();
        self.wipe.write.next = self.write.val();
        self.wipe.address.next = self.write_address.val();
        self.wipe.data.next = self.write_data.val();
        self.words.clock.next = self.clock.val();
        self.words.read_address.next = self.read_address.val();
        self.words.write.next = self.wipe.o_write.val();
        self.words.write_address.next = self.wipe.o_address.val();
        self.words.write_data.next = self.wipe.o_data.val();
        self.read_data.next = self.words.read_data.val();
    }
}

/// A [`Table2`] that a reset empties.
#[derive(LogicBlock, Default)]
pub struct WipedTable2<T: Synth, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, T>,
    pub second_address: Signal<In, Bits<A>>,
    pub second_data: Signal<Out, T>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, T>,
    wipe: Wipe<T, A>,
    words: Table2<T, A>,
}

impl<T: Synth, const A: usize> Logic for WipedTable2<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wipe.clock.next = self.clock.val();
        self.wipe.reset.next = self.reset.val();
        self.wipe.write.next = self.write.val();
        self.wipe.address.next = self.write_address.val();
        self.wipe.data.next = self.write_data.val();
        self.words.clock.next = self.clock.val();
        self.words.read_address.next = self.read_address.val();
        self.words.second_address.next = self.second_address.val();
        self.words.write.next = self.wipe.o_write.val();
        self.words.write_address.next = self.wipe.o_address.val();
        self.words.write_data.next = self.wipe.o_data.val();
        self.read_data.next = self.words.read_data.val();
        self.second_data.next = self.words.second_data.val();
    }
}
