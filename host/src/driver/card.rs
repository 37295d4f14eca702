//! A card: found, checked, its admin queue and asynchronous events running.
use super::admin::AdminQueue;
use super::allocator::{Numbers, Ranges};
use super::events::EventQueue;
use super::gids::Gids;
use super::life::Life;
use super::{DriverError, Registers};
use crate::bus::Bus;
use ferric_layout::admin as layout;
use ferric_layout::{register, sizes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use zerocopy::{Immutable, IntoBytes};

/// The free numbers of each kind of object.
pub(super) struct Free {
    pub qps: Numbers,
    pub cqs: Numbers,
    pub eqs: Numbers,
    pub keys: Numbers,
    /// The low 8 bits of each key index's next key.
    pub tags: Vec<u8>,
    pub pages: Ranges,
    pub pds: Numbers,
    pub doorbell_pages: Numbers,
    pub ethernet: Numbers,
}

/// Sizes of the card's tables, as it says itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Queue pairs, the reserved ones counted.
    pub qps: u32,
    /// Completion queues.
    pub cqs: u32,
    /// Event queues, the asynchronous one counted; no more than there are interrupt vectors.
    pub eqs: u32,
    /// Memory keys, the reserved one counted.
    pub keys: u32,
    /// Page entries.
    pub pages: u32,
    /// Doorbell pages, the driver's own counted.
    pub doorbell_pages: u32,
    /// Unacknowledged messages of a queue pair.
    pub outstanding: u32,
    /// Scatter/gather entries of a receive.
    pub receive_sges: u32,
}

impl Limits {
    fn read(registers: &Registers, vectors: u16) -> Result<Self, DriverError> {
        let limits = [
            registers.read(register::LIMITS0)?,
            registers.read(register::LIMITS1)?,
        ];
        let bytes = limits.map(u32::to_le_bytes);
        let ([qps, cqs, eqs, keys], [pages, doorbell_pages, outstanding, receive_sges]) =
            (bytes[0], bytes[1]);
        // What fits in the records that carry these numbers.
        let most = [
            (qps, 24),
            (cqs, 16),
            (eqs, 8),
            (keys, 24),
            (pages, 31),
            (doorbell_pages, 8),
            (outstanding, 16),
        ];
        if most.iter().any(|(log2, most)| log2 > most) {
            return Err(DriverError::Limits(limits));
        }
        Ok(Limits {
            qps: 1 << qps,
            cqs: 1 << cqs,
            eqs: (1 << eqs).min(u32::from(vectors)),
            keys: 1 << keys,
            pages: 1 << pages,
            doorbell_pages: 1 << doorbell_pages,
            outstanding: 1 << outstanding,
            receive_sges: u32::from(receive_sges),
        })
    }
}

/// log2 of the entries of the queue of asynchronous events.
const ASYNC_LOG2: u8 = 8;
/// The driver's own doorbell page.
const PAGE: u8 = 0;

/// A card that is set up: found, its admin queue running, its port on.
pub struct Card {
    bus: Arc<dyn Bus>,
    registers: Registers,
    life: Arc<Life>,
    admin: AdminQueue,
    /// There from `open` to `drop`.
    asynchronous: Option<EventQueue>,
    features: u32,
    limits: Limits,
    mac: [u8; 6],
    gids: Arc<Gids>,
    push: AtomicBool,
    free: Mutex<Free>,
}

impl Card {
    /// Finds out whether this is a card we know, resets it if somebody left it running, starts its admin queue and its asynchronous events, gives it its MAC address and turns
    /// its port on. Its queue pairs send from the addresses in `gids`.
    pub fn open(
        bus: Arc<dyn Bus>,
        mac: [u8; 6],
        gids: Arc<Gids>,
    ) -> Result<Arc<Card>, DriverError> {
        let registers = Registers::new(&bus);
        let kind = registers.read(register::TYPE)?;
        if kind != register::TYPE_VALUE {
            return Err(DriverError::NotFerric(kind));
        }
        let version = registers.read(register::VERSION)?;
        if version >> 16 != register::VERSION_VALUE >> 16 {
            let (major, minor) = ((version >> 16) as u16, version as u16);
            return Err(DriverError::Version { major, minor });
        }
        let life = Life::begin(&bus, &registers)?;
        let features = registers.read(register::FEATURES)?;
        let limits = Limits::read(&registers, bus.vectors())?;
        let free = Free {
            qps: Numbers::new(sizes::FIRST_QPN, limits.qps),
            cqs: Numbers::new(0, limits.cqs),
            eqs: Numbers::new(sizes::ASYNC_EQ as u32 + 1, limits.eqs),
            keys: Numbers::new(1, limits.keys),
            tags: vec![0; limits.keys as usize],
            pages: Ranges::new(0, limits.pages),
            pds: Numbers::new(1, 1 << sizes::PD_BITS),
            doorbell_pages: Numbers::new(u32::from(PAGE) + 1, limits.doorbell_pages),
            ethernet: Numbers::new(0, 1),
        };
        let [a, b, c, d, e, f] = mac;
        registers.write(register::MAC_LOW, u32::from_le_bytes([a, b, c, d]))?;
        registers.write(register::MAC_HIGH, u32::from_le_bytes([e, f, 0, 0]))?;
        let mut card = Card {
            admin: AdminQueue::new(&bus, &registers, &life)?,
            bus,
            registers,
            life,
            asynchronous: None,
            features,
            limits,
            mac,
            gids,
            push: AtomicBool::new(true),
            free: Mutex::new(free),
        };
        let events = EventQueue::create(&card, sizes::ASYNC_EQ as u8, PAGE, ASYNC_LOG2)?;
        card.asynchronous = Some(events);
        let on = register::control::TRANSMIT | register::control::RECEIVE;
        card.registers.write(register::CONTROL, on)?;
        Ok(Arc::new(card))
    }

    /// Resets the card, whatever it is doing, and sets it up anew. What was made from this one is lost, and so says each call to it; it can
    /// be dropped at any time. The addresses are the host's, and stay.
    pub fn reset(&self) -> Result<Arc<Card>, DriverError> {
        self.admin.end(&self.registers)?;
        let card = Card::open(self.bus.clone(), self.mac, self.gids.clone())?;
        card.set_push(self.pushes());
        Ok(card)
    }
    /// Asks the card whether it has been reset since it was opened.
    pub fn check(&self) -> Result<(), DriverError> {
        self.life.look(&self.registers)
    }
    /// From its opening to its next reset.
    pub fn life(&self) -> &Arc<Life> {
        &self.life
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
    /// Sizes of its tables.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// Events of the whole card.
    pub fn asynchronous(&self) -> &EventQueue {
        let events = self.asynchronous.as_ref();
        events.expect("made before the card is handed out")
    }
    /// The card's MAC address.
    pub fn mac(&self) -> [u8; 6] {
        self.mac
    }
    /// The addresses of its port.
    pub fn gids(&self) -> &Gids {
        &self.gids
    }
    /// Whether small inline sends are pushed through the doorbell page, which is so at first. Off, the card reads each WQE from its ring: a DMA
    /// round trip more, and 8 bytes over PCIe where a push takes 64.
    pub fn set_push(&self, push: bool) {
        self.push.store(push, Ordering::Relaxed);
    }
    /// Whether they are.
    pub fn pushes(&self) -> bool {
        self.push.load(Ordering::Relaxed)
    }
    /// Has the card execute an admin command.
    pub fn execute<T: IntoBytes + Immutable>(
        &self,
        command: &T,
    ) -> Result<layout::Completion, DriverError> {
        self.admin.execute(&self.registers, command)
    }
    /// Has the card execute an admin command that needs no more than the object's number.
    pub fn execute_on(&self, opcode: u8, number: u32) -> Result<layout::Completion, DriverError> {
        let header = layout::Header {
            opcode,
            number: number.into(),
            ..layout::Header::default()
        };
        // All kinds of command have one size, and what follows the header is zero in each.
        self.execute(&layout::Qp {
            header,
            ..layout::Qp::default()
        })
    }
    /// The free numbers.
    pub(super) fn free(&self) -> MutexGuard<'_, Free> {
        self.free
            .lock()
            .expect("no panic while the numbers are held")
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        // A card in another life is somebody else's.
        if self.life.check().is_err() {
            return;
        }
        // A card that is gone has nothing to turn off.
        let _ = self.registers.write(register::CONTROL, 0);
        if let Some(events) = self.asynchronous.take() {
            let _ = self.execute_on(layout::opcode::DESTROY_EQ, events.number().into());
        }
        let _ = self.registers.write(register::ADMIN_LOG2, 0);
        // Reading forces the writes out before the rings' memory goes.
        let _ = self.registers.read(register::STATUS);
    }
}
