//! A soak in whose midst a card is reset.
use super::{Plan, Summary};
use crate::link::wire::Side;
use crate::pair::Pair;

/// Whose card it is.
const SIDE: Side = Side::A;

impl Plan {
    /// Soaks for `cycles`, resets the card of host A while all of that is under way, and soaks from the beginning, with another seed, on what
    /// the driver has recovered. Everything up to the reset is judged, and everything after. What came of both.
    ///
    /// # Errors
    /// As [`Plan::run`]; or the soak was over before the reset.
    pub fn run_with_reset(
        &self,
        pair: &mut Pair,
        cycles: u64,
        progress: impl Fn(usize, u64),
    ) -> anyhow::Result<[Summary; 2]> {
        let mut device = None;
        let before = self.judged(pair, &progress, |pair, passed| {
            if passed >= cycles {
                device = Some(pair.ends[SIDE.index()].device.reset()?);
            }
            Ok(passed >= cycles)
        })?;
        let device = device.ok_or_else(|| {
            anyhow::anyhow!(
                "all was done after {} cycles, before the reset",
                before.cycles
            )
        })?;
        pair.renew(SIDE, device)?;
        // What the cards did while nobody judged them: the reset, and the end of the other host's queue pairs.
        for side in Side::BOTH {
            pair.world().take_seen(side);
        }
        let again = Plan {
            seed: self.seed + 1,
            ..self.clone()
        };
        let after = again.run(pair, &progress)?;
        Ok([before, after])
    }
}
