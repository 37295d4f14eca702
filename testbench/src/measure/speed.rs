//! How fast the simulation itself is.
use super::{HostKind, Point};
use crate::pair::Pair;
use crate::profile::Profile;
use crate::world::Settings;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What a simulation took.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Cycles of the pair.
    pub cycles: u64,
    /// Time on the clock.
    pub time: Duration,
    /// Both sides' parts.
    pub parts: [Profile; 2],
}

impl Speed {
    /// Cycles of the pair in a second.
    pub fn cycles_per_second(&self) -> f64 {
        self.cycles as f64 / self.time.as_secs_f64()
    }
}

/// Two cards with long WRITEs both ways, in one thread or one each.
pub fn speed(threads: bool, window: u64) -> anyhow::Result<Speed> {
    let settings = Settings {
        threads,
        ..Settings::instant(1)
    };
    let pair = Pair::new(settings)?;
    let point = Point {
        both: true,
        host: HostKind::GOALS,
        window,
        ..Point::LONG
    };
    let begun = Cell::new(Instant::now());
    let taken = Cell::new(None);
    let begin = || {
        pair.world().begin_profile();
        begun.set(Instant::now());
    };
    let end = || taken.set(Some((begun.get().elapsed(), pair.world().end_profile())));
    point.run_with(&pair, begin, end)?;
    let (time, parts) = taken.get().unwrap_or_default();
    Ok(Speed {
        cycles: parts[0].cycles,
        time,
        parts,
    })
}
