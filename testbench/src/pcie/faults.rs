//! Faults of the host on purpose: which of the card's reads end badly, and how.

use std::ops::Range;

/// How a read ends badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Unsupported request.
    Unsupported,
    /// Completer abort.
    Abort,
    /// One packet of the answer is marked corrupt.
    Poisoned,
    /// The answer never comes, or stops in the middle.
    Dropped,
    /// One packet of the answer is shorter than its byte count promises.
    WrongLength,
}

/// Which reads are struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Reads that touch this range of bus addresses.
    Addresses(Range<u64>),
    /// The read with this index, counted from 0 since the rule was set.
    Nth(u64),
    /// Every so many reads.
    Every(u64),
}

/// A rule of the injector.
#[derive(Clone, Debug)]
struct Rule {
    target: Target,
    failure: Failure,
    seen: u64,
}

/// Decides the fate of each read.
#[derive(Clone, Debug, Default)]
pub struct Injector {
    rules: Vec<Rule>,
    struck: u64,
}

impl Injector {
    /// Adds a rule; of several that match the first one counts.
    pub fn add(&mut self, target: Target, failure: Failure) {
        self.rules.push(Rule {
            target,
            failure,
            seen: 0,
        });
    }

    /// Removes all rules.
    pub fn clear(&mut self) {
        self.rules.clear();
    }

    /// Reads struck so far.
    pub fn struck(&self) -> u64 {
        self.struck
    }

    /// The fate of a read of `bytes` bytes at `address`.
    pub fn decide(&mut self, address: u64, bytes: u64) -> Option<Failure> {
        let mut fate = None;
        for rule in &mut self.rules {
            let hit = match &rule.target {
                Target::Addresses(range) => address < range.end && address + bytes > range.start,
                Target::Nth(index) => rule.seen == *index,
                Target::Every(period) => (rule.seen + 1).is_multiple_of(*period),
            };
            rule.seen += 1;
            if hit {
                fate = fate.or(Some(rule.failure));
            }
        }
        self.struck += u64::from(fate.is_some());
        fate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_strike_their_targets_alone() {
        let mut injector = Injector::default();
        injector.add(Target::Addresses(0x1000..0x1010), Failure::Abort);
        injector.add(Target::Nth(1), Failure::Dropped);
        injector.add(Target::Every(3), Failure::Poisoned);
        let fates: Vec<_> = [0x0ff0, 0x2000, 0x2000, 0x1008, 0x2000]
            .into_iter()
            .map(|at| injector.decide(at, 16))
            .collect();
        use Failure::*;
        assert_eq!(
            fates,
            [None, Some(Dropped), Some(Poisoned), Some(Abort), None]
        );
        assert_eq!(injector.struck(), 3);
        injector.clear();
        assert_eq!(injector.decide(0x1000, 4), None);
    }
}
