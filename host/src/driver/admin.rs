//! The admin queue: commands to the card and its answers (`ferric_layout::admin`).
use super::life::Life;
use super::memory::DmaMemory;
use super::ring::PhaseRing;
use super::{DriverError, Registers};
use crate::bus::{Bus, BusError};
use ferric_layout::admin::{COMMAND, COMPLETION, Completion, Header, Status};
use ferric_layout::register;
use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex};
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// log2 of the number of commands the rings hold.
const LOG2: u8 = 6;
/// Looks at the answer before the card is given up, each with a pause.
const PATIENCE: u32 = 10_000_000;
/// Looks at the answer between two at whether the queue has stopped.
const BETWEEN_CHECKS: u32 = 100;

/// The admin queue of one card. One command at a time: they are rare, and the order of what makes and destroys objects matters.
pub struct AdminQueue {
    bus: Arc<dyn Bus>,
    life: Arc<Life>,
    rings: Mutex<Rings>,
}

struct Rings {
    commands: DmaMemory,
    completions: PhaseRing<COMPLETION>,
    producer: u16,
}

impl Rings {
    /// Starts the queue at index 0, after the card has been told where the rings are, or after it has stopped.
    fn start(&mut self, registers: &Registers) -> Result<(), BusError> {
        self.completions.clear();
        self.producer = 0;
        registers.write(register::ADMIN_LOG2, u32::from(LOG2))
    }
}

impl AdminQueue {
    /// Sets the rings up and starts the queue at index 0.
    pub fn new(
        bus: &Arc<dyn Bus>,
        registers: &Registers,
        life: &Arc<Life>,
    ) -> Result<Self, BusError> {
        let mut rings = Rings {
            commands: DmaMemory::new(bus, COMMAND << LOG2)?,
            completions: PhaseRing::new(bus, LOG2)?,
            producer: 0,
        };
        registers.write64(register::ADMIN_COMMAND_LOW, rings.commands.address())?;
        registers.write64(register::ADMIN_COMPLETION_LOW, rings.completions.address())?;
        rings.start(registers)?;
        Ok(AdminQueue {
            bus: bus.clone(),
            life: life.clone(),
            rings: Mutex::new(rings),
        })
    }

    /// Resets the card. No command is under way meanwhile, and none is executed after.
    pub fn end(&self, registers: &Registers) -> Result<(), DriverError> {
        let _rings = self
            .rings
            .lock()
            .expect("no panic while the rings are held");
        self.life.end(registers)
    }

    /// Has the card execute a command, whose header's tag is filled in here, and gives its completion if it succeeded. A command that the
    /// card could not read is not executed; the queue is started anew for the next.
    pub fn execute<T: IntoBytes + Immutable>(
        &self,
        registers: &Registers,
        command: &T,
    ) -> Result<Completion, DriverError> {
        let mut bytes = [0u8; COMMAND];
        bytes.copy_from_slice(command.as_bytes());
        let mut rings = self
            .rings
            .lock()
            .expect("no panic while the rings are held");
        self.life.check()?;
        let tag = rings.producer;
        let (header, _) =
            Header::mut_from_prefix(&mut bytes).expect("a command is longer than its header");
        header.tag = tag.into();
        let (opcode, number) = (header.opcode, header.number.get());
        let slot = usize::from(rings.producer) & ((1 << LOG2) - 1);
        rings.commands.store(slot * COMMAND, &bytes);
        rings.producer = rings.producer.wrapping_add(1);
        // The command is in memory before the card is told.
        fence(Ordering::Release);
        registers.write(register::ADMIN_PRODUCER, u32::from(rings.producer))?;
        for look in 1..=PATIENCE {
            if let Some(answer) = rings.completions.pop() {
                let completion =
                    Completion::read_from_bytes(&answer).expect("a completion has its size");
                if completion.tag.get() != tag {
                    return Err(DriverError::OutOfStep {
                        expected: tag,
                        got: completion.tag.get(),
                    });
                }
                return match Status::from_u8(completion.status) {
                    Some(Status::Success) => Ok(completion),
                    Some(status) => Err(DriverError::Refused {
                        opcode,
                        number,
                        status,
                    }),
                    None => Err(DriverError::UnknownStatus(completion.status)),
                };
            }
            if look % BETWEEN_CHECKS == 0 {
                self.life.look(registers)?;
                if registers.read(register::STATUS)? & register::status::ADMIN_ERROR != 0 {
                    rings.start(registers)?;
                    return Err(DriverError::AdminStopped);
                }
            }
            self.bus.pause();
        }
        Err(DriverError::Silent { opcode, number })
    }
}
