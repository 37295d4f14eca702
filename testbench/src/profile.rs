//! Where the time of a simulation goes.
use std::time::{Duration, Instant};

/// The parts of a station's cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The model of host and PCI Express.
    Host,
    /// The model of MAC and link.
    Link,
    /// The verilated card.
    Card,
}

/// Time taken by one station.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// See [`Part::Host`].
    pub host: Duration,
    /// See [`Part::Link`].
    pub link: Duration,
    /// See [`Part::Card`].
    pub card: Duration,
    /// Cycles it was taken in.
    pub cycles: u64,
}

/// Adds the parts of one cycle up, if somebody wants to know.
pub struct Laps<'p>(Option<(&'p mut Profile, Instant)>);

impl<'p> Laps<'p> {
    /// A cycle begins.
    pub fn begin(profile: &'p mut Option<Profile>) -> Self {
        Laps(profile.as_mut().map(|profile| {
            profile.cycles += 1;
            (profile, Instant::now())
        }))
    }

    /// What was done since last asked belongs to `part`.
    pub fn belongs_to(&mut self, part: Part) {
        let Some((profile, since)) = &mut self.0 else {
            return;
        };
        let now = Instant::now();
        *match part {
            Part::Host => &mut profile.host,
            Part::Link => &mut profile.link,
            Part::Card => &mut profile.card,
        } += now - *since;
        *since = now;
    }
}
