//! A card as its surroundings see it: pins and a clock. The verilated design and software stand-ins implement it.

use crate::{link, pcie};

/// Everything that is driven into a card in one cycle.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// PCI Express block.
    pub pcie: pcie::pins::ToCard,
    /// Ethernet MAC.
    pub mac: link::pins::ToCard,
}

/// Everything a card drives in one cycle.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// PCI Express block.
    pub pcie: pcie::pins::FromCard,
    /// Ethernet MAC.
    pub mac: link::pins::FromCard,
}

/// A device under test.
pub trait Card {
    /// One clock cycle: lets `inputs` settle, shows what the card drives before the rising edge in `outputs`, then
    /// passes the edge. Data of a stream need be filled in only where its valid is high.
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs);
}

/// No card: nothing is ever driven.
pub struct Absent;

impl Card for Absent {
    fn step(&mut self, _: &Inputs, _: &mut Outputs) {}
}
