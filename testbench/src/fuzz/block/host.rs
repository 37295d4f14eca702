//! The way to the host's own stack: frames that were kept for it against what comes out.
use anyhow::ensure;
use ferric_verilated::{Bench, Sink};
use std::collections::VecDeque;

/// Frames on their way out. Their reader never halts, so that there is always room.
pub struct HostWay {
    lengths: Sink,
    data: Sink,
    /// Kept, and not yet compared.
    frames: VecDeque<Vec<u8>>,
    /// Lengths that came out without their bytes.
    came: VecDeque<usize>,
    /// Frames are kept at all, and those for any address.
    pub accepts: bool,
    pub promiscuous: bool,
}

impl HostWay {
    pub fn new(bench: &mut Bench) -> Self {
        let [lengths, data] = ["ethernet", "ethernet_data"].map(|name| {
            let sink = bench.sink(name);
            bench.set_sink_stall(sink, 0.0);
            sink
        });
        HostWay {
            lengths,
            data,
            frames: VecDeque::new(),
            came: VecDeque::new(),
            accepts: false,
            promiscuous: false,
        }
    }

    /// What is kept from now on.
    pub fn choose(&mut self, bench: &mut Bench, accepts: bool, promiscuous: bool) {
        (self.accepts, self.promiscuous) = (accepts, promiscuous);
        bench.model.poke("accept", accepts);
        bench.model.poke("promiscuous", promiscuous);
    }

    pub fn keep(&mut self, frame: Vec<u8>) {
        self.frames.push_back(frame);
    }

    /// Compares what came out with what was kept.
    pub fn look(&mut self, bench: &mut Bench) -> anyhow::Result<()> {
        let lengths = bench.take(self.lengths).into_iter();
        self.came
            .extend(lengths.map(|length| length.value() as usize));
        for bytes in bench.take_payloads(self.data) {
            let (length, frame) = (self.came.pop_front(), self.frames.pop_front());
            let got = length.and_then(|length| bytes.get(..length));
            ensure!(
                got.is_some() && got == frame.as_deref(),
                "came out for the host as {length:?} of {bytes:02x?}: {frame:02x?}"
            );
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.came.is_empty()
    }
}
