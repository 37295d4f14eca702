//! Frames through the card's Ethernet rings.
use super::device::Frames;
use ferric::ethernet::{EthernetError, EthernetPort, FRAME_MAX};
use std::collections::VecDeque;
use std::time::Duration;

/// Frames that wait for room in the ring, at most.
const WAITING: usize = 64;

/// Longest wait, in the card's time, for frames to be sent before the port is closed.
const LINGER: Duration = Duration::from_millis(1);

/// The card's port, as a network stack sees it.
pub struct Rings {
    port: EthernetPort,
    /// Frames that the ring had no room for.
    waiting: VecDeque<Vec<u8>>,
    /// What went wrong, until somebody asks.
    trouble: Option<EthernetError>,
}

impl Rings {
    /// A port and nothing under way.
    pub fn new(port: EthernetPort) -> Self {
        Rings {
            port,
            waiting: VecDeque::new(),
            trouble: None,
        }
    }

    /// The port.
    pub fn port(&self) -> &EthernetPort {
        &self.port
    }

    /// What has gone wrong since last asked.
    ///
    /// # Errors
    /// The first thing that has.
    pub fn check(&mut self) -> Result<(), EthernetError> {
        self.trouble.take().map_or(Ok(()), Err)
    }

    /// Closes the port, when everything has been sent.
    ///
    /// # Errors
    /// The card does not let go, or something has gone wrong before.
    pub fn close(mut self) -> Result<(), EthernetError> {
        self.pass_on();
        self.check()?;
        self.port.flush(Some(LINGER))?;
        self.port.close()
    }

    /// Puts into the ring what waits, as far as there is room.
    fn pass_on(&mut self) {
        while let Some(frame) = self.waiting.front() {
            match self.port.send(frame) {
                Err(EthernetError::Full) => return,
                Err(error) => {
                    self.trouble.get_or_insert(error);
                }
                Ok(()) => {}
            }
            self.waiting.pop_front();
        }
    }
}

impl Frames for Rings {
    fn receive(&mut self) -> Option<Vec<u8>> {
        let mut room = [0; FRAME_MAX];
        match self.port.receive(&mut room) {
            Ok(length) => Some(room[..length?].to_vec()),
            Err(error) => {
                self.trouble.get_or_insert(error);
                None
            }
        }
    }
    fn has_room(&mut self) -> bool {
        self.pass_on();
        self.waiting.is_empty()
    }
    fn send(&mut self, frame: Vec<u8>) {
        if self.waiting.len() < WAITING {
            self.waiting.push_back(frame);
        }
        self.pass_on();
    }
}
