//! The driver's way to a simulated card.
//!
//! Whoever calls drives the whole world on: a register read steps it until the answer is there, [`Bus::pause`] lets some cycles pass, a
//! wait lets cycles pass until the interrupt. So two programs, one on each host, run in two threads or take turns in one.
use crate::link::wire::Side;
use crate::pcie::enumerate::EnumerateError;
use crate::pcie::host::Mapping as HostMapping;
use crate::pcie::iommu::Access;
use crate::pcie::memory::PAGE;
use crate::world::World;
use ferric::bus::{Bar, Bus, BusError, Direction, Mapping};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Cycles a register read may take before the card is taken for dead.
const READ_CYCLES: u64 = 1_000_000;
/// Cycles that pass in a pause, unless another number is set.
const PAUSE_CYCLES: u64 = 64;
/// Cycles the card is held in reset.
const RESET_CYCLES: u32 = 16;
/// Cycles of a second of a caller's timeout: 250 MHz.
const CYCLES_PER_SECOND: u64 = 250_000_000;

/// One host's side of a world.
pub struct SimBus {
    world: Arc<Mutex<World>>,
    side: Side,
    vectors: u16,
    mappings: Mutex<HashMap<u64, Pinned>>,
    pause: AtomicU64,
}

/// Memory of this process that is mapped for the card.
struct Pinned {
    bytes: Range<u64>,
    mapping: HostMapping,
}

impl SimBus {
    /// Resets and enumerates `side`'s card and turns its interrupts on.
    pub fn new(world: &Arc<Mutex<World>>, side: Side, vectors: u16) -> Result<Arc<Self>, BusError> {
        let mut locked = world.lock().expect("no panic in the world");
        locked.host_mut(side).reset(RESET_CYCLES);
        locked.run(side, 2 * u64::from(RESET_CYCLES));
        locked.host_mut(side).enumerate().map_err(gone)?;
        locked
            .host_mut(side)
            .enable_interrupts(vectors.into())
            .map_err(gone)?;
        locked.run(side, 32);
        drop(locked);
        Ok(Arc::new(SimBus {
            world: world.clone(),
            side,
            vectors,
            mappings: Mutex::default(),
            pause: PAUSE_CYCLES.into(),
        }))
    }

    /// Takes the bus from the card or gives it back, as software does in the command register.
    pub fn set_bus_master(&self, allowed: bool) -> Result<(), BusError> {
        let mut world = self.world();
        let mut port = world.host_mut(self.side).endpoint_mut().port();
        port.bus_master(allowed).map_err(gone)?;
        world.run(self.side, 1);
        Ok(())
    }

    /// A function-level reset, and the configuration given back when the card says that it is done.
    pub fn function_reset(&self) -> Result<(), BusError> {
        let mut world = self.world();
        let mut port = world.host_mut(self.side).endpoint_mut().port();
        port.function_reset().map_err(gone)?;
        world.run(self.side, 2);
        for _ in 0..READ_CYCLES / PAUSE_CYCLES {
            if !world.host(self.side).endpoint().in_function_reset() {
                return world.host_mut(self.side).restore().map_err(gone);
            }
            world.run(self.side, PAUSE_CYCLES);
        }
        Err(BusError::Gone)
    }

    /// A reset of the card with its link, after which answers to what it had asked still come; its configuration is given back.
    pub fn link_reset(&self) -> Result<(), BusError> {
        let mut world = self.world();
        world
            .host_mut(self.side)
            .reset_with_late_answers(RESET_CYCLES);
        world.run(self.side, 2 * u64::from(RESET_CYCLES));
        world.host_mut(self.side).restore().map_err(gone)
    }

    /// The world behind it.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic in the world")
    }

    /// From now on so many cycles pass in a pause: with one, whoever waits for the card sees at once what it has done.
    pub fn set_pause(&self, cycles: u64) {
        self.pause.store(cycles, Ordering::Relaxed);
    }

    /// Where on the bus the card finds a byte of this process, if it is mapped; of several mappings, any.
    pub fn bus_address(&self, byte: u64) -> Option<u64> {
        let mappings = self.mappings.lock().expect("no panic while held");
        let pinned = mappings
            .values()
            .find(|pinned| pinned.bytes.contains(&byte))?;
        let at = pinned.mapping.offset as u64 + (byte - pinned.bytes.start);
        let page = PAGE as u64;
        Some(pinned.mapping.pages[(at / page) as usize] + at % page)
    }

    fn write(&self, bar: Bar, offset: u64, bytes: &[u8]) {
        let mut world = self.world();
        world.host_mut(self.side).write(index(bar), offset, bytes);
        world.run(self.side, 1);
    }
}

/// The host could not do what it wanted in the card's configuration.
fn gone(error: EnumerateError) -> BusError {
    tracing::error!("{error}");
    BusError::Gone
}

fn index(bar: Bar) -> u8 {
    match bar {
        Bar::Registers => 0,
        Bar::Doorbells => 2,
        Bar::Interrupts => 4,
    }
}

impl Bus for SimBus {
    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, BusError> {
        let mut world = self.world();
        let id = loop {
            match world.host_mut(self.side).read(index(bar), offset, 4) {
                Some(id) => break id,
                None => world.run(self.side, 1),
            }
        };
        for _ in 0..READ_CYCLES {
            world.run(self.side, 1);
            match world.host_mut(self.side).take_result(id) {
                Some(Ok(bytes)) => {
                    let bytes = bytes
                        .as_slice()
                        .try_into()
                        .map_err(|_| BusError::Refused { bar, offset })?;
                    return Ok(u32::from_le_bytes(bytes));
                }
                Some(Err(_)) => return Err(BusError::Refused { bar, offset }),
                None => {}
            }
        }
        Err(BusError::Gone)
    }

    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), BusError> {
        self.write(bar, offset, &value.to_le_bytes());
        Ok(())
    }

    fn write64(&self, bar: Bar, offset: u64, value: u64) -> Result<(), BusError> {
        self.write(bar, offset, &value.to_le_bytes());
        Ok(())
    }

    fn write_slot(&self, bar: Bar, offset: u64, slot: &[u8; 64]) -> Result<(), BusError> {
        self.write(bar, offset, slot);
        Ok(())
    }

    unsafe fn map(
        &self,
        pointer: *mut u8,
        length: usize,
        direction: Direction,
    ) -> Result<Mapping, BusError> {
        let access = match direction {
            Direction::ToCard => Access::READ,
            Direction::Both => Access::BOTH,
        };
        if length == 0 || pointer.is_null() {
            return Err(BusError::Map {
                length,
                reason: "no memory".into(),
            });
        }
        // SAFETY: the caller's promise is the one the host asks for.
        let mapping = unsafe {
            self.world()
                .host_mut(self.side)
                .map_process(pointer, length, access)
        };
        let given = Mapping {
            pages: mapping.pages.clone(),
            offset: mapping.offset,
            length,
        };
        let mut mappings = self.mappings.lock().expect("no panic while held");
        let start = pointer as u64;
        let bytes = start..start + length as u64;
        mappings.insert(given.pages[0], Pinned { bytes, mapping });
        Ok(given)
    }

    fn unmap(&self, mapping: &Mapping) {
        let mut mappings = self.mappings.lock().expect("no panic while held");
        if let Some(pinned) = mappings.remove(&mapping.pages[0]) {
            self.world().host_mut(self.side).unmap(pinned.mapping);
        }
    }

    fn vectors(&self) -> u16 {
        self.vectors
    }

    fn wait(&self, vector: u16, timeout: Option<Duration>) -> Result<bool, BusError> {
        if vector >= self.vectors {
            return Err(BusError::Vector(vector));
        }
        let limit =
            timeout.map(|t| (t.as_nanos() * u128::from(CYCLES_PER_SECOND) / 1_000_000_000) as u64);
        let mut passed = 0;
        loop {
            let mut world = self.world();
            if world.host_mut(self.side).take_interrupt(vector.into()) {
                return Ok(true);
            }
            if limit.is_some_and(|limit| passed >= limit) {
                return Ok(false);
            }
            // Given up between two steps, so that the other host's thread gets its turn.
            world.run(self.side, PAUSE_CYCLES);
            passed += PAUSE_CYCLES;
        }
    }

    fn now(&self) -> Duration {
        let cycles = u128::from(self.world().host(self.side).now());
        Duration::from_nanos((cycles * 1_000_000_000 / u128::from(CYCLES_PER_SECOND)) as u64)
    }

    fn pause(&self) {
        let cycles = self.pause.load(Ordering::Relaxed);
        self.world().run(self.side, cycles);
    }

    fn cycles(&self) -> Option<u64> {
        Some(self.world().host(self.side).now())
    }
}
