//! The stack's network device: a queue of frames each way.
use smoltcp::phy::{self, DeviceCapabilities, Medium};
use smoltcp::time::Instant;
use std::collections::VecDeque;

/// Longest frame the stack makes.
const LONGEST: usize = 1514;

/// Frames on their way into the stack and out of it.
#[derive(Default)]
pub struct Frames {
    /// Have arrived.
    pub received: VecDeque<Vec<u8>>,
    /// Are to be sent.
    pub to_send: VecDeque<Vec<u8>>,
}

/// A frame that has arrived.
pub struct Arrived(Vec<u8>);

/// Where a frame to be sent goes.
pub struct Room<'a>(&'a mut VecDeque<Vec<u8>>);

impl phy::Device for Frames {
    type RxToken<'a> = Arrived;
    type TxToken<'a> = Room<'a>;

    fn receive(&mut self, _: Instant) -> Option<(Arrived, Room<'_>)> {
        let frame = self.received.pop_front()?;
        Some((Arrived(frame), Room(&mut self.to_send)))
    }
    fn transmit(&mut self, _: Instant) -> Option<Room<'_>> {
        Some(Room(&mut self.to_send))
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

impl phy::TxToken for Room<'_> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, length: usize, write: F) -> R {
        let mut frame = vec![0; length];
        let result = write(&mut frame);
        self.0.push_back(frame);
        result
    }
}
