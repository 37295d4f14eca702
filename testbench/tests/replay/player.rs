//! The other machine of a recording: plays frames into the link and keeps what comes out of it. It has no host.
use ferric_testbench::card::{Card, Inputs, Outputs};
use ferric_testbench::link::pins::BEAT;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

#[derive(Default)]
struct Tape {
    to_send: VecDeque<Vec<u8>>,
    received: VecDeque<Vec<u8>>,
}

/// The frames of a player.
#[derive(Clone, Default)]
pub struct Deck(Arc<Mutex<Tape>>);

impl Deck {
    fn tape(&self) -> MutexGuard<'_, Tape> {
        self.0.lock().expect("no panic while it is held")
    }
    pub fn send(&self, frame: Vec<u8>) {
        self.tape().to_send.push_back(frame);
    }
    pub fn take(&self) -> Option<Vec<u8>> {
        self.tape().received.pop_front()
    }
}

/// What stands in the place of the other card.
pub struct Player {
    deck: Deck,
    /// The frame that is being sent, and how much of it has gone.
    sending: Option<(Vec<u8>, usize)>,
    receiving: Vec<u8>,
}

impl Player {
    pub fn new(deck: Deck) -> Self {
        Player {
            deck,
            sending: None,
            receiving: Vec::new(),
        }
    }
}

impl Card for Player {
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs) {
        outputs.pcie.cq_ready = true;
        outputs.pcie.rc_ready = true;
        if inputs.mac.rx_valid {
            let beat = &inputs.mac.rx;
            let bytes = beat.keep.trailing_ones() as usize;
            self.receiving.extend_from_slice(&beat.data[..bytes]);
            if beat.last {
                let frame = std::mem::take(&mut self.receiving);
                self.deck.tape().received.push_back(frame);
            }
        }
        if self.sending.is_none() {
            self.sending = self.deck.tape().to_send.pop_front().map(|frame| (frame, 0));
        }
        outputs.mac.tx_valid = self.sending.is_some();
        if let Some((frame, gone)) = &mut self.sending {
            let chunk = &frame[*gone..frame.len().min(*gone + BEAT)];
            outputs.mac.tx.data[..chunk.len()].copy_from_slice(chunk);
            outputs.mac.tx.keep = u64::MAX >> (BEAT - chunk.len());
            outputs.mac.tx.last = *gone + BEAT >= frame.len();
            if inputs.mac.tx_ready {
                *gone += BEAT;
                if *gone >= frame.len() {
                    self.sending = None;
                }
            }
        }
    }
}
