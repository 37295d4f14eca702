//! Whether the card still knows what it was told.
//!
//! A card can be reset by this driver, by the operating system, or by its link, and forgets everything then (`docs/pcie.md`). Its register
//! LIFE tells one life from the next. What was made in one is lost with it: nothing of it may reach the card again, since its numbers are
//! given out anew. Memory of a life that has ended may go: a card that is ready again uses none of it.
use super::{DriverError, Registers};
use crate::bus::{Bus, BusError};
use ferric_layout::register;
use std::sync::{Arc, RwLock};

/// Looks at a card in reset before it is given up, each with a pause.
const PATIENCE: u32 = 100_000;

/// One life of a card.
pub struct Life {
    bus: Arc<dyn Bus>,
    number: u32,
    /// Held while a doorbell is written, so that none comes after the end.
    lost: RwLock<bool>,
}

impl Life {
    /// Begins with the card as it is, or with a new life if somebody left it running.
    pub fn begin(bus: &Arc<dyn Bus>, registers: &Registers) -> Result<Arc<Self>, DriverError> {
        wait_ready(&**bus, registers)?;
        if registers.read(register::ADMIN_LOG2)? != 0 {
            reset(&**bus, registers)?;
        }
        Ok(Arc::new(Life {
            bus: bus.clone(),
            number: registers.read(register::LIFE)?,
            lost: RwLock::new(false),
        }))
    }

    /// An error if it is known to have ended; the card is not asked.
    pub fn check(&self) -> Result<(), DriverError> {
        self.during(|| Ok(()))
    }

    /// Does something that must not happen after the end.
    pub fn during<T>(&self, act: impl FnOnce() -> Result<T, BusError>) -> Result<T, DriverError> {
        let lost = self.lost.read().expect("no panic while it is held");
        if *lost {
            return Err(DriverError::Lost);
        }
        Ok(act()?)
    }

    /// Asks the card whether it is still the same life. If it is not, everything that was made in it is lost from now on.
    pub fn look(&self, registers: &Registers) -> Result<(), DriverError> {
        self.check()?;
        let ready = registers.read(register::STATUS)? & register::status::READY != 0;
        if ready && registers.read(register::LIFE)? == self.number {
            return Ok(());
        }
        wait_ready(&*self.bus, registers)?;
        self.lose();
        Err(DriverError::Lost)
    }

    /// Ends it: resets the card, and waits until it is ready again.
    pub fn end(&self, registers: &Registers) -> Result<(), DriverError> {
        reset(&*self.bus, registers)?;
        self.lose();
        Ok(())
    }

    fn lose(&self) {
        *self.lost.write().expect("no panic while it is held") = true;
    }
}

fn reset(bus: &dyn Bus, registers: &Registers) -> Result<(), DriverError> {
    registers.write(register::RESET, register::RESET_VALUE)?;
    wait_ready(bus, registers)
}

fn wait_ready(bus: &dyn Bus, registers: &Registers) -> Result<(), DriverError> {
    for _ in 0..PATIENCE {
        if registers.read(register::STATUS)? & register::status::READY != 0 {
            return Ok(());
        }
        bus.pause();
    }
    Err(DriverError::NotReady)
}
