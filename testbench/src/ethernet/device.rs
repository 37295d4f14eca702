//! The stack's network device: frames come from somewhere and go there, and neighbours are learnt from those that come.
use super::neighbours::Neighbours;
use super::vlans::Vlans;
use smoltcp::phy::{self, DeviceCapabilities, Medium};
use smoltcp::time::Instant;

/// Longest frame the stack makes.
const LONGEST: usize = 1514;

/// Where a stack's frames come from and go.
pub trait Frames {
    /// The next frame that has come.
    fn receive(&mut self) -> Option<Vec<u8>>;
    /// Whether a frame can be sent now.
    fn has_room(&mut self) -> bool;
    /// Sends a frame. Without room it is lost, as frames may be.
    fn send(&mut self, frame: Vec<u8>);
}

/// Frames, and what is learnt from them.
pub struct Watched<F> {
    pub frames: F,
    pub neighbours: Neighbours,
    /// They take what is theirs.
    pub vlans: Vlans,
    /// How many were sent.
    pub sent: u64,
}

impl<F: Frames> Watched<F> {
    /// Nothing is known.
    pub fn new(frames: F) -> Self {
        Watched {
            frames,
            neighbours: Neighbours::default(),
            vlans: Vlans::default(),
            sent: 0,
        }
    }

    /// The next frame that is of no VLAN.
    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let frame = self.frames.receive()?;
            if let Some(frame) = self.vlans.take(frame) {
                return Some(frame);
            }
        }
    }

    /// Sends a frame.
    pub fn send(&mut self, frame: Vec<u8>) {
        self.sent += 1;
        self.frames.send(frame);
    }
}

/// A frame that has arrived.
pub struct Arrived(Vec<u8>);

/// Where a frame to be sent goes.
pub struct Room<'a, F>(&'a mut Watched<F>);

impl<F: Frames> phy::Device for Watched<F> {
    type RxToken<'a>
        = Arrived
    where
        F: 'a;
    type TxToken<'a>
        = Room<'a, F>
    where
        F: 'a;

    fn receive(&mut self, _: Instant) -> Option<(Arrived, Room<'_, F>)> {
        let frame = self.next()?;
        self.neighbours.learn(&frame);
        Some((Arrived(frame), Room(self)))
    }
    fn transmit(&mut self, _: Instant) -> Option<Room<'_, F>> {
        self.frames.has_room().then_some(Room(self))
    }
    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.medium = Medium::Ethernet;
        capabilities.max_transmission_unit = LONGEST;
        capabilities
    }
}

impl phy::RxToken for Arrived {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(&self.0)
    }
}

impl<F: Frames> phy::TxToken for Room<'_, F> {
    fn consume<R, G: FnOnce(&mut [u8]) -> R>(self, length: usize, write: G) -> R {
        let mut frame = vec![0; length];
        let result = write(&mut frame);
        self.0.send(frame);
        result
    }
}
