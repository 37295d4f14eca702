//! What a card does and gets, as seen at its pins and in its host's memory, for a judge.
use crate::link::pins::{Beat, FromCard, ToCard};
use crate::pcie::memory::Written;

/// Something seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The card wrote memory of this process.
    Written(Written),
    /// A frame was given to the card, its check sequence good.
    Received(Vec<u8>),
    /// The card sent a frame.
    Sent(Vec<u8>),
}

/// Collects what is seen.
#[derive(Default)]
pub struct Tap {
    receiving: Vec<u8>,
    sending: Vec<u8>,
    seen: Vec<(u64, Seen)>,
}

/// Adds a beat to a frame; the frame, when that was the last.
fn collect(frame: &mut Vec<u8>, beat: &Beat) -> Option<Vec<u8>> {
    frame.extend_from_slice(&beat.data[..beat.keep.count_ones() as usize]);
    beat.last.then(|| std::mem::take(frame))
}

impl Tap {
    /// A cycle: what was written into memory, and the pins of the MAC.
    pub fn watch(&mut self, cycle: u64, writes: Vec<Written>, to: &ToCard, from: &FromCard) {
        let written = writes
            .into_iter()
            .map(|write| (cycle, Seen::Written(write)));
        self.seen.extend(written);
        if to.rx_valid
            && let Some(frame) = collect(&mut self.receiving, &to.rx)
            && !to.rx.bad
        {
            self.seen.push((cycle, Seen::Received(frame)));
        }
        if from.tx_valid
            && to.tx_ready
            && let Some(frame) = collect(&mut self.sending, &from.tx)
        {
            self.seen.push((cycle, Seen::Sent(frame)));
        }
    }

    /// What was seen since last asked.
    pub fn take(&mut self) -> Vec<(u64, Seen)> {
        std::mem::take(&mut self.seen)
    }
}
