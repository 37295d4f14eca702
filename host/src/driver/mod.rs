//! Sets a card up and owns what the card and the host share: registers, the admin queue, object numbers, event queues.
pub mod admin;
pub mod allocator;
pub mod memory;
pub mod ring;

use crate::bus::{Bar, Bus, BusError};
use admin::AdminQueue;
use allocator::{Numbers, Ranges};
use ferric_layout::admin as layout;
use ferric_layout::register;
use ferric_layout::sizes;
use std::sync::{Arc, Mutex, MutexGuard};
use zerocopy::{Immutable, IntoBytes};

/// The driver's own trouble.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// The way to the card failed.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// Not one of our cards.
    #[error("not a Ferric card: TYPE reads {0:#010x}")]
    NotFerric(u32),
    /// A card with another layout.
    #[error("the card's layout has version {major}.{minor}; this driver speaks {}", register::VERSION_VALUE >> 16)]
    Version {
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// The card refused a command.
    #[error("the card refused command {opcode:#04x} on object {number}: {}", status.describe())]
    Refused {
        /// `ferric_layout::admin::opcode`.
        opcode: u8,
        /// The object.
        number: u32,
        /// Why.
        status: layout::Status,
    },
    /// The card answered with a status this driver does not know.
    #[error("the card answered with unknown status {0}")]
    UnknownStatus(u8),
    /// The admin queue answered another command than the one asked.
    #[error("admin completion for command {got} where {expected} was expected")]
    OutOfStep {
        /// Tag of the command.
        expected: u16,
        /// Tag of the completion.
        got: u16,
    },
    /// The card could not read the admin queue.
    #[error("the card could not read its admin queue from host memory")]
    AdminStopped,
    /// The card did not answer.
    #[error("the card did not answer command {opcode:#04x} on object {number}")]
    Silent {
        /// `ferric_layout::admin::opcode`.
        opcode: u8,
        /// The object.
        number: u32,
    },
    /// No number or page entry is left.
    #[error("the card has no {0} left")]
    Exhausted(&'static str),
}

/// BAR0.
pub struct Registers {
    bus: Arc<dyn Bus>,
}

impl Registers {
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
    pub fn counter(&self, counter: ferric_layout::counter::Counter) -> Result<u64, BusError> {
        let at = register::COUNTERS + 8 * counter as u32;
        let low = self.read(at)?;
        Ok(u64::from(low) | u64::from(self.read(at + 4)?) << 32)
    }
}

/// The free numbers of each kind of object.
pub(crate) struct Free {
    pub qps: Numbers,
    pub cqs: Numbers,
    pub eqs: Numbers,
    pub keys: Numbers,
    /// The low 8 bits of each key index's next key.
    pub tags: Vec<u8>,
    pub pages: Ranges,
    pub pds: Numbers,
    pub doorbell_pages: Numbers,
}

/// A card that is set up: found, its admin queue running, its port on.
pub struct Card {
    bus: Arc<dyn Bus>,
    registers: Registers,
    admin: AdminQueue,
    features: u32,
    mac: [u8; 6],
    free: Mutex<Free>,
}

impl Card {
    /// Finds out whether this is a card we know, starts its admin queue, gives it its MAC address and turns its port on.
    pub fn open(bus: Arc<dyn Bus>, mac: [u8; 6]) -> Result<Arc<Card>, DriverError> {
        let registers = Registers { bus: bus.clone() };
        let kind = registers.read(register::TYPE)?;
        if kind != register::TYPE_VALUE {
            return Err(DriverError::NotFerric(kind));
        }
        let version = registers.read(register::VERSION)?;
        if version >> 16 != register::VERSION_VALUE >> 16 {
            let (major, minor) = ((version >> 16) as u16, version as u16);
            return Err(DriverError::Version { major, minor });
        }
        let features = registers.read(register::FEATURES)?;
        let [qps, cqs, eqs, keys] = registers.read(register::LIMITS0)?.to_le_bytes();
        let [pages, doorbell_pages, ..] = registers.read(register::LIMITS1)?.to_le_bytes();
        let free = Free {
            qps: Numbers::new(sizes::FIRST_QPN, 1 << qps),
            cqs: Numbers::new(0, 1 << cqs),
            eqs: Numbers::new(0, 1 << eqs),
            keys: Numbers::new(1, 1 << keys),
            tags: vec![0; 1 << keys],
            pages: Ranges::new(0, 1 << pages),
            pds: Numbers::new(1, 1 << sizes::PD_BITS),
            doorbell_pages: Numbers::new(0, 1 << doorbell_pages),
        };
        let [a, b, c, d, e, f] = mac;
        registers.write(register::MAC_LOW, u32::from_le_bytes([a, b, c, d]))?;
        registers.write(register::MAC_HIGH, u32::from_le_bytes([e, f, 0, 0]))?;
        let admin = AdminQueue::new(&bus, &registers)?;
        registers.write(register::CONTROL, register::control::TRANSMIT | register::control::RECEIVE)?;
        let free = Mutex::new(free);
        Ok(Arc::new(Card { bus, registers, admin, features, mac, free }))
    }

    /// The way to the card.
    pub fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }
    /// BAR0.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }
    /// What the card can do, `ferric_layout::register::feature`.
    pub fn features(&self) -> u32 {
        self.features
    }
    /// The card's MAC address.
    pub fn mac(&self) -> [u8; 6] {
        self.mac
    }
    /// Has the card execute an admin command.
    pub fn execute<T: IntoBytes + Immutable>(&self, command: &T) -> Result<layout::Completion, DriverError> {
        self.admin.execute(&self.registers, command)
    }
    pub(crate) fn free(&self) -> MutexGuard<'_, Free> {
        self.free.lock().expect("no panic while the numbers are held")
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        // A card that is gone has nothing to turn off.
        let _ = self.registers.write(register::CONTROL, 0);
        let _ = self.registers.write(register::ADMIN_LOG2, 0);
        // Reading forces the writes out before the rings' memory goes.
        let _ = self.registers.read(register::STATUS);
    }
}
