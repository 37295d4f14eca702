//! A card with a waveform of the cycles that matter: from a signal on, and not for ever, for a waveform of the whole card is large.
use crate::card::{Card, Inputs, Outputs};
use crate::verilated_card::VerilatedCard;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to write.
pub struct Window {
    /// The file.
    pub path: PathBuf,
    /// Levels of hierarchy.
    pub depth: u32,
    /// Cycles.
    pub cycles: u64,
}

/// A card, and perhaps a window of its waveform.
pub struct Recorder {
    card: VerilatedCard,
    window: Option<Window>,
    begin: Arc<AtomicBool>,
    open: bool,
}

impl Recorder {
    /// Records from the step on before which `begin` became true.
    pub fn new(card: VerilatedCard, window: Option<Window>, begin: &Arc<AtomicBool>) -> Self {
        Recorder {
            card,
            window,
            begin: begin.clone(),
            open: false,
        }
    }
}

impl Card for Recorder {
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs) {
        let Some(window) = &mut self.window else {
            return self.card.step(inputs, outputs);
        };
        if !self.open && self.begin.load(Ordering::Relaxed) {
            self.card.open_trace(&window.path, window.depth);
            self.open = true;
        }
        self.card.step(inputs, outputs);
        window.cycles -= u64::from(self.open);
        if window.cycles == 0 {
            self.card.close_trace();
            self.window = None;
        }
    }
}
