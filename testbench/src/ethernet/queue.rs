//! Frames in memory, each way a queue.
use super::device::Frames;
use std::collections::VecDeque;

/// Frames on their way into a stack and out of it.
#[derive(Default)]
pub struct Queue {
    /// Have arrived.
    pub received: VecDeque<Vec<u8>>,
    /// Are to be sent.
    pub to_send: VecDeque<Vec<u8>>,
}

impl Frames for Queue {
    fn receive(&mut self) -> Option<Vec<u8>> {
        self.received.pop_front()
    }
    fn has_room(&mut self) -> bool {
        true
    }
    fn send(&mut self, frame: Vec<u8>) {
        self.to_send.push_back(frame);
    }
}
