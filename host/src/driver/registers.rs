//! BAR0: registers and counters.
use crate::bus::{Bar, Bus, BusError};
use ferric_layout::counter::Counter;
use ferric_layout::register;
use std::sync::Arc;

/// BAR0.
pub struct Registers {
    bus: Arc<dyn Bus>,
}

impl Registers {
    pub(super) fn new(bus: &Arc<dyn Bus>) -> Self {
        Registers { bus: bus.clone() }
    }
    /// Reads a register (`ferric_layout::register`).
    pub fn read(&self, offset: u32) -> Result<u32, BusError> {
        self.bus.read32(Bar::Registers, offset.into())
    }
    /// Writes a register.
    pub fn write(&self, offset: u32, value: u32) -> Result<(), BusError> {
        self.bus.write32(Bar::Registers, offset.into(), value)
    }
    /// Writes a pair of registers, low half first.
    pub fn write64(&self, offset: u32, value: u64) -> Result<(), BusError> {
        self.write(offset, value as u32)?;
        self.write(offset + 4, (value >> 32) as u32)
    }
    /// Reads a counter.
    pub fn counter(&self, counter: Counter) -> Result<u64, BusError> {
        let at = register::COUNTERS + 8 * counter as u32;
        let low = self.read(at)?;
        Ok(u64::from(low) | u64::from(self.read(at + 4)?) << 32)
    }
}
