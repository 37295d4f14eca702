//! What the link does to frames.
use crate::link::channel::{Channel, Fault, Odds};
use crate::link::frame::Roce;
use fastrand::Rng;

/// A million frames: what the shares of [`Faults`] refer to.
pub const MILLION: u32 = 1_000_000;
/// Picoseconds by which a frame is late that others overtake: some ten full frames.
const LATE: u64 = 4_000_000;
/// Byte of the BTH that no check covers.
const UNCOVERED: usize = 4;

/// Frames of a million that meet each fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Lost.
    pub loss: u32,
    /// Doubled.
    pub duplication: u32,
    /// Overtaken.
    pub reorder: u32,
    /// Changed: every other one so that only the ICRC can tell.
    pub corruption: u32,
}

impl Faults {
    /// A link for soaking.
    pub const LOSSY: Faults = Faults {
        loss: MILLION / 100,
        duplication: MILLION / 200,
        reorder: MILLION / 200,
        corruption: MILLION / 1000,
    };

    /// Whether there are any.
    pub fn any(self) -> bool {
        self != Faults::default()
    }

    /// Lets them strike.
    pub fn apply(self, channel: &mut Channel, seed: u64) {
        channel.set_odds(Odds {
            lose: self.loss,
            duplicate: self.duplication,
            reorder: self.reorder,
            reorder_by: LATE,
            bad_check: self.corruption / 2,
            ..Odds::default()
        });
        let mut rng = Rng::with_seed(seed);
        let share = self.corruption.div_ceil(2);
        channel.choose(move |_, frame| match Roce::find(frame) {
            Some(roce) if rng.u32(0..MILLION) < share => {
                let at = rng.usize(roce.bth..roce.end);
                let covered = at != roce.bth + UNCOVERED;
                let bit = 8 * at as u32 + rng.u32(0..8);
                covered.then_some(Fault::Flip(bit)).into_iter().collect()
            }
            _ => Vec::new(),
        });
    }
}
