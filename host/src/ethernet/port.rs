//! The port: both rings, and the registers that move them.
use super::receive::ReceiveRing;
use super::transmit::TransmitRing;
use super::{EthernetError, FRAME_MAX, FRAME_MIN};
use crate::driver::object::{Kind, Number};
use crate::driver::{Card, DriverError};
use ferric_layout::counter::Counter;
use ferric_layout::ethernet::{LOG2_MAX, LOG2_MIN};
use ferric_layout::register::{self, RX_RING_ARM, feature, ring_control, ring_status};
use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Longest sleep on the interrupt, after which a thread looks whether there is a frame that another thread's sleep was ended for, or whether
/// the card was reset.
const NAP: Duration = Duration::from_millis(10);
/// Looks at a ring that is turned off before the card is given up, each with a pause.
const PATIENCE: u32 = 100_000;

/// How a port is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EthernetConfig {
    /// Frames that wait to be received, at most; rounded up to a power of 2. More are dropped, and counted.
    pub receive_slots: u32,
    /// Frames that wait to be sent, at most; rounded up to a power of 2.
    pub transmit_slots: u32,
    /// Frames for any MAC address are received, instead of those for the card's, for all and for groups.
    pub promiscuous: bool,
}

impl Default for EthernetConfig {
    fn default() -> Self {
        EthernetConfig {
            receive_slots: 256,
            transmit_slots: 64,
            promiscuous: false,
        }
    }
}

/// What the card has counted since its reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EthernetStatistics {
    /// Frames put into a receive ring.
    pub received: u64,
    /// Frames dropped for want of room there.
    pub dropped_full: u64,
    /// Frames dropped because they are longer than [`FRAME_MAX`].
    pub dropped_long: u64,
    /// Frames sent.
    pub sent: u64,
    /// Slots of a transmit ring that held no frame which can be sent.
    pub refused: u64,
}

/// The card's way into the Ethernet for everything that is not RDMA. A card has one.
///
/// Several threads may send and receive. The rings are turned off and given back when it is dropped; [`EthernetPort::close`] says whether
/// that went well.
pub struct EthernetPort {
    card: Arc<Card>,
    receive: Mutex<ReceiveRing>,
    transmit: Mutex<TransmitRing>,
    /// That there is a port, and whose interrupt vector it has: of an event queue that is not made.
    claim: Number,
    vector: Number,
    stopped: bool,
}

fn log2(slots: u32) -> Result<u8, EthernetError> {
    match slots.checked_next_power_of_two() {
        Some(size) if (LOG2_MIN..=LOG2_MAX).contains(&(size.ilog2() as usize)) && slots > 0 => {
            Ok(size.ilog2() as u8)
        }
        _ => Err(EthernetError::Slots(slots)),
    }
}

impl EthernetPort {
    pub(crate) fn open(card: &Arc<Card>, config: &EthernetConfig) -> Result<Self, EthernetError> {
        if card.features() & feature::ETHERNET == 0 {
            return Err(EthernetError::Unsupported);
        }
        let sizes = [log2(config.receive_slots)?, log2(config.transmit_slots)?];
        card.life().check()?;
        let port = EthernetPort {
            claim: Number::take(card, Kind::Ethernet)?,
            vector: Number::take(card, Kind::EventQueue)?,
            receive: Mutex::new(ReceiveRing::new(card.bus(), sizes[0])?),
            transmit: Mutex::new(TransmitRing::new(card.bus(), sizes[1])?),
            card: card.clone(),
            stopped: false,
        };
        let [receive, transmit] =
            sizes.map(|log2| ring_control::ENABLE | u32::from(log2) << ring_control::LOG2_SHIFT);
        let all = if config.promiscuous {
            ring_control::PROMISCUOUS
        } else {
            0
        };
        let vector = port.vector.value() << ring_control::VECTOR_SHIFT;
        let (from, to) = (
            port.transmit_ring().memory.address(),
            port.receive_ring().memory.address(),
        );
        let registers = card.registers();
        card.life().during(|| {
            registers.write64(register::TX_RING_LOW, from)?;
            registers.write(register::TX_RING_CONTROL, transmit)?;
            registers.write64(register::RX_RING_LOW, to)?;
            registers.write(register::RX_RING_CONTROL, receive | all | vector)
        })?;
        Ok(port)
    }

    fn receive_ring(&self) -> MutexGuard<'_, ReceiveRing> {
        self.receive
            .lock()
            .expect("no panic while the receive ring is held")
    }

    fn transmit_ring(&self) -> MutexGuard<'_, TransmitRing> {
        self.transmit
            .lock()
            .expect("no panic while the transmit ring is held")
    }

    fn write(&self, register: u32, value: u32) -> Result<(), DriverError> {
        let registers = self.card.registers();
        self.card.life().during(|| registers.write(register, value))
    }

    /// Has the card send a frame of [`FRAME_MIN`] to [`FRAME_MAX`] bytes, from its destination address on; one below the 60 bytes of
    /// Ethernet is filled up with zeros. It is in the ring when this returns, and goes out in its turn.
    pub fn send(&self, frame: &[u8]) -> Result<(), EthernetError> {
        if !(FRAME_MIN..=FRAME_MAX).contains(&frame.len()) {
            return Err(EthernetError::Length(frame.len()));
        }
        let mut ring = self.transmit_ring();
        if ring.is_full() {
            self.ask(&mut ring)?;
        }
        if ring.is_full() {
            return Err(EthernetError::Full);
        }
        let producer = ring.push(frame);
        // The frame is in memory before the card is told.
        fence(Ordering::Release);
        let told = self.write(register::TX_RING_PRODUCER, producer.into());
        if told.is_err() {
            ring.take_back();
        }
        Ok(told?)
    }

    /// Asks the card what it has read of the transmit ring. A ring that is off is one of a card that was reset.
    fn ask(&self, ring: &mut TransmitRing) -> Result<(), EthernetError> {
        self.card.life().check()?;
        let registers = self.card.registers();
        let status = registers.read(register::TX_RING_STATUS)?;
        if status & ring_status::BUSY == 0 {
            self.card.check()?;
        }
        ring.read_up_to((status >> ring_status::INDEX_SHIFT) as u16)
    }

    /// Waits until the card has read all that was sent so far, at most for `timeout`, or for ever; whether it has. Frames of other threads
    /// that come meanwhile are waited for as well.
    pub fn flush(&self, timeout: Option<Duration>) -> Result<bool, EthernetError> {
        let bus = self.card.bus();
        let deadline = timeout.map(|timeout| bus.now().saturating_add(timeout));
        loop {
            let mut ring = self.transmit_ring();
            self.ask(&mut ring)?;
            if ring.used() == 0 {
                return Ok(true);
            }
            drop(ring);
            if deadline.is_some_and(|deadline| bus.now() >= deadline) {
                return Ok(false);
            }
            bus.pause();
        }
    }

    /// Copies the next frame into `room` and gives its length; `None` if none has come. [`FRAME_MAX`] bytes are enough for any.
    ///
    /// # Errors
    /// The card was reset, and no frame is left of before; or the room is too small, and the frame waits for a larger.
    pub fn receive(&self, room: &mut [u8]) -> Result<Option<usize>, EthernetError> {
        let mut ring = self.receive_ring();
        let length = ring.pop(room)?;
        if ring.is_due() {
            let index = ring.tell();
            // What came can be taken from a card that was reset meanwhile; only the news of it cannot be told.
            match self.write(register::RX_RING_CONSUMER, index.into()) {
                Err(DriverError::Lost) => {}
                told => told?,
            }
        }
        if length.is_none() {
            self.card.life().check()?;
        }
        Ok(length)
    }

    /// Sleeps until there is a frame to receive, at most for `timeout`, or for ever; whether there is one. Of several threads that wait,
    /// one is woken at once, the others within 10 ms.
    pub fn wait(&self, timeout: Option<Duration>) -> Result<bool, EthernetError> {
        let bus = self.card.bus();
        let deadline = timeout.map(|timeout| bus.now().saturating_add(timeout));
        let vector = u16::try_from(self.vector.value()).expect("the card has at most 256 vectors");
        loop {
            let mut ring = self.receive_ring();
            if ring.is_ready() {
                return Ok(true);
            }
            let left = deadline.map(|deadline| deadline.saturating_sub(bus.now()));
            if left.is_some_and(|left| left.is_zero()) {
                self.card.life().check()?;
                return Ok(false);
            }
            // Index and arming go in one write, and the card looks at both: a frame that came just before raises the interrupt as well.
            let index = u32::from(ring.tell());
            self.write(register::RX_RING_CONSUMER, RX_RING_ARM | index)?;
            drop(ring);
            bus.wait(vector, Some(left.map_or(NAP, |left| left.min(NAP))))?;
        }
    }

    /// What the card has counted of Ethernet frames, whatever port they were of.
    pub fn statistics(&self) -> Result<EthernetStatistics, EthernetError> {
        let registers = self.card.registers();
        Ok(EthernetStatistics {
            received: registers.counter(Counter::RxEthernet)?,
            dropped_full: registers.counter(Counter::RxEthernetFull)?,
            dropped_long: registers.counter(Counter::RxEthernetLong)?,
            sent: registers.counter(Counter::TxEthernet)?,
            refused: registers.counter(Counter::TxEthernetBad)?,
        })
    }

    /// Turns the rings off and gives their memory back when the card is done with it. What is in the transmit ring is not sent any more
    /// ([`EthernetPort::flush`] waits for it), and what is in the receive ring is lost.
    ///
    /// # Errors
    /// The card does not let go.
    pub fn close(mut self) -> Result<(), EthernetError> {
        self.stop()
    }

    /// Turns the rings off. A card that was reset has done so, and may have been given to somebody else since.
    fn stop(&mut self) -> Result<(), EthernetError> {
        self.stopped = true;
        let result = match self.turn_off() {
            Err(error) if error.is_lost() => Ok(()),
            result => result,
        };
        if result.is_err() {
            // The card may still use the memory, and raise the interrupt.
            self.claim.retire();
            self.vector.retire();
            self.receive_ring().memory.abandon();
            self.transmit_ring().memory.abandon();
        }
        result
    }

    fn turn_off(&self) -> Result<(), EthernetError> {
        self.card.check()?;
        self.write(register::RX_RING_CONTROL, 0)?;
        self.write(register::TX_RING_CONTROL, 0)?;
        let registers = self.card.registers();
        for _ in 0..PATIENCE {
            let receive = registers.read(register::RX_RING_STATUS)?;
            let transmit = registers.read(register::TX_RING_STATUS)?;
            if (receive | transmit) & ring_status::BUSY == 0 {
                return Ok(());
            }
            self.card.bus().pause();
        }
        Err(EthernetError::Busy)
    }
}

impl Drop for EthernetPort {
    fn drop(&mut self) {
        if self.stopped {
            return;
        }
        if let Err(error) = self.stop() {
            tracing::error!(%error, "an Ethernet port cannot be closed");
        }
    }
}
