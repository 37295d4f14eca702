//! Fuzzing of what arrives: frames drawn from recordings and made for live queue pairs, changed in bits, bytes, fields and lengths, most of
//! them with the ICRC repaired, so that they get deep.
//!
//! | file | does |
//! |---|---|
//! | `seeds` | the frames it begins with |
//! | `make` | good frames, and checks made right again |
//! | `mutate` | frames made bad |
//! | `verdict` | what must become of a frame at the receiver, from its bytes alone |
//! | `block` | the receiver (`WireReceive`) alone: each frame's fate against the verdict |
//! | `card` | one whole card and nobody at the other end but the fuzzer; the reference model may judge it |
//! | `peer` | what the fuzzer knows of the other end of each queue pair, and what it sends there |
//! | `memory` | the host's memory: what is granted, what is not, and every write of the card held against it |
//! | `tally` | what was reached |
//!
//! Everything random follows from the seed. A failure says seed and frame, and leaves the latest frames as a capture.
pub mod block;
pub mod card;
pub mod make;
mod memory;
pub mod mutate;
mod peer;
pub mod seeds;
mod tally;
pub mod verdict;

use crate::link::pcap::{Capture, CaptureError};
use crate::link::wire::Side;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Frames kept for the capture of a failure.
const KEPT: usize = 4000;
/// Frames after which a good message must pass.
pub const ROUND: u64 = 1000;

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Everything random follows from it.
    pub seed: u64,
    /// Frames.
    pub frames: u64,
    /// Queue pairs.
    pub qps: usize,
    /// The host of a whole card pauses, splits and reorders wherever it may.
    pub unruly: bool,
    /// The reference model judges the responder of a whole card. Then there are no bursts, for it knows of no frame dropped for want of
    /// room, and the card asks nothing but in good messages, for its peers' answers contradict each other as no peer's may.
    pub judged: bool,
    /// Where the capture of a failure goes.
    pub out: PathBuf,
}

/// The latest frames: those that were poured in as if side B had sent them, those of the card as side A's.
#[derive(Default)]
struct Kept(VecDeque<(Side, u64, Vec<u8>)>);

impl Kept {
    /// Another frame, with the time in picoseconds.
    fn keep(&mut self, side: Side, time: u64, frame: Vec<u8>) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((side, time, frame));
    }

    fn write(&self, stem: &Path) -> Result<(), CaptureError> {
        let mut capture = Capture::create(stem)?;
        let mut frames: Vec<_> = self.0.iter().collect();
        frames.sort_by_key(|(_, time, _)| *time);
        for (side, time, frame) in frames {
            capture.record(*side, *time, frame)?;
        }
        capture.finish()
    }
}

impl Plan {
    /// A failure, with what helps to understand it.
    fn explain(&self, error: anyhow::Error, what: &str, frame: u64, kept: &Kept) -> anyhow::Error {
        let stem = self.out.join(format!("{what}-seed-{}", self.seed));
        let written = std::fs::create_dir_all(&self.out)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(kept.write(&stem)?));
        let frames = match written {
            Ok(()) => format!("the latest frames are in {}.pcap", stem.display()),
            Err(error) => format!("its frames could not be kept: {error}"),
        };
        error.context(format!("seed {}, frame {frame}: {frames}", self.seed))
    }
}
