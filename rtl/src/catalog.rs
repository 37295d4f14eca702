//! Every block that is emitted, linted and measured on its own, and the card.
use rust_hdl::prelude::Block;

pub struct Entry {
    /// The name of the top module and of its file.
    pub name: &'static str,
    make: fn() -> Box<dyn Block>,
}

impl Entry {
    /// A fresh instance, connected, ready to be emitted.
    pub fn block(&self) -> Box<dyn Block> {
        let mut block = (self.make)();
        block.connect_all();
        block
    }
}

macro_rules! catalog {
    ($($name:literal => $make:expr),* $(,)?) => {
        &[$(Entry { name: $name, make: || Box::new($make) }),*]
    };
}

/// One line a block, in packet order: its name, and an instance with the card's own sizes.
pub const BLOCKS: &[Entry] = catalog! {};
