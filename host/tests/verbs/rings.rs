//! The Ethernet rings of the card of software: it takes and gives frames when a test tells it to.
use crate::card::{FakeCard, State};
use ferric_layout::ethernet::{HEADER, Header, LOG2_MAX, LOG2_MIN, SLOT};
use ferric_layout::register::{self, RX_RING_ARM, ring_control, ring_status};
use zerocopy::{FromBytes, IntoBytes};

/// A ring that is on.
#[derive(Clone, Copy, Debug)]
struct Ring {
    address: u64,
    log2: u32,
    vector: u16,
    /// Free-running: slots that the card has been through, and how far the driver was.
    card: u16,
    driver: u16,
    armed: bool,
}

/// Both rings.
#[derive(Default)]
pub struct Rings {
    receive: Option<Ring>,
    transmit: Option<Ring>,
    /// Rings that are turned off stay busy.
    pub stuck: bool,
    /// Writes of the receive ring's consumer index.
    pub told: usize,
    pub promiscuous: bool,
}

impl Ring {
    fn slot(&self, index: u16) -> u64 {
        self.address + u64::from(index & ((1 << self.log2) - 1)) * SLOT as u64
    }
}

impl State {
    /// A register was written.
    pub fn write_ring(&mut self, offset: u64, value: u32) {
        let at = |register: u32| offset == u64::from(register);
        if at(register::RX_RING_CONTROL) {
            self.ethernet.receive = self.turn(value, register::RX_RING_LOW);
            self.ethernet.promiscuous = value & ring_control::PROMISCUOUS != 0;
        } else if at(register::TX_RING_CONTROL) {
            self.ethernet.transmit = self.turn(value, register::TX_RING_LOW);
        } else if at(register::RX_RING_CONSUMER) {
            self.ethernet.told += 1;
            // Without effect while it is off.
            let Some(ring) = self.ethernet.receive.as_mut() else {
                return;
            };
            let (index, fill) = (value as u16, ring.card.wrapping_sub(ring.driver));
            assert!(index.wrapping_sub(ring.driver) <= fill, "forward only");
            ring.driver = index;
            ring.armed = value & RX_RING_ARM != 0;
            self.wake();
        } else if at(register::TX_RING_PRODUCER) {
            let Some(ring) = self.ethernet.transmit.as_mut() else {
                return;
            };
            ring.driver = value as u16;
            assert!(ring.driver.wrapping_sub(ring.card) <= 1 << ring.log2);
        }
        self.tell();
    }

    fn turn(&self, control: u32, low: u32) -> Option<Ring> {
        if control & ring_control::ENABLE == 0 {
            return None;
        }
        let half = |at: u32| u64::from(self.register(at));
        let log2 = control >> ring_control::LOG2_SHIFT & 0xF;
        assert!((LOG2_MIN..=LOG2_MAX).contains(&(log2 as usize)));
        let ring = Ring {
            address: half(low) | half(low + 4) << 32,
            log2,
            vector: (control >> ring_control::VECTOR_SHIFT & 0x1F) as u16,
            card: 0,
            driver: 0,
            armed: false,
        };
        assert!(ring.address.is_multiple_of(SLOT as u64));
        Some(ring)
    }

    /// Both status registers, as they are now.
    pub fn tell(&mut self) {
        let status = |ring: Option<Ring>, stuck: bool| match ring {
            Some(ring) => ring_status::BUSY | u32::from(ring.card) << ring_status::INDEX_SHIFT,
            None => u32::from(stuck) * ring_status::BUSY,
        };
        let Rings {
            receive,
            transmit,
            stuck,
            ..
        } = self.ethernet;
        self.set(register::RX_RING_STATUS, status(receive, stuck));
        self.set(register::TX_RING_STATUS, status(transmit, stuck));
    }

    /// The interrupt, if it is wanted and there is a frame beyond the index.
    fn wake(&mut self) {
        let ring = self.ethernet.receive.as_mut().expect("a ring that is on");
        if ring.armed && ring.card != ring.driver {
            ring.armed = false;
            let vector = ring.vector;
            self.interrupt(vector);
        }
    }
}

impl FakeCard {
    /// A frame arrives, whose header says that it has `length` bytes; whether there was room in the ring.
    pub fn arrive_as(&self, frame: &[u8], length: usize) -> bool {
        let mut state = self.state();
        let Some(ring) = state.ethernet.receive.as_mut() else {
            return false;
        };
        if ring.card.wrapping_sub(ring.driver) == 1 << ring.log2 {
            return false;
        }
        let at = ring.slot(ring.card);
        ring.card = ring.card.wrapping_add(1);
        let header = Header {
            length: u16::try_from(length).unwrap().into(),
            sequence: ring.card.into(),
            ..Header::default()
        };
        state.store(at + HEADER as u64, frame);
        state.store(at, header.as_bytes());
        state.wake();
        state.tell();
        drop(state);
        self.woken();
        true
    }

    /// A frame arrives.
    pub fn arrive(&self, frame: &[u8]) -> bool {
        self.arrive_as(frame, frame.len())
    }

    /// The next frame of the transmit ring, sent.
    pub fn sent(&self) -> Option<Vec<u8>> {
        let mut state = self.state();
        let ring = state.ethernet.transmit.as_mut()?;
        if ring.card == ring.driver {
            return None;
        }
        let at = ring.slot(ring.card);
        ring.card = ring.card.wrapping_add(1);
        let header = Header::read_from_bytes(&state.load(at, HEADER)).unwrap();
        assert_eq!((header.flags.get(), header.reserved), (0, [[0; 29]; 2]));
        let frame = state.load(at + HEADER as u64, header.length.get().into());
        state.tell();
        Some(frame)
    }
}
