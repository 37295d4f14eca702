//! What may have happened inside the card. Most of the time there is one hypothesis; where the history leaves something open (was the
//! receive fetched before the packet came?) there are several until what the card does next tells.
use super::rule::{Fault, Rule};

/// More than this would be a history without answers.
const MOST: usize = 512;

/// What a hypothesis is about.
pub(super) trait Hypothesis: Clone {
    /// Takes in another one that says the same of what is still to come, with all that it permits; whether it is such a one.
    fn absorb(&mut self, other: &Self) -> bool;
}

/// Hypotheses that agree with the history so far; never none.
pub(super) struct Hypotheses<T> {
    live: Vec<T>,
}

impl<T: Hypothesis> Hypotheses<T> {
    pub fn new(first: T) -> Self {
        Hypotheses { live: vec![first] }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.live.iter()
    }

    /// The one there is, if it is one.
    pub fn sole(&mut self) -> Option<&mut T> {
        match &mut self.live[..] {
            [sole] => Some(sole),
            _ => None,
        }
    }

    /// Shows each of them something the card did; those that refuse it are dropped.
    ///
    /// # Errors
    /// All refuse, and all are kept: what the first one says.
    pub fn filter<R>(
        &mut self,
        mut see: impl FnMut(&mut T) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let (mut result, mut fault) = (None, None);
        let (mut left, mut refused) = (Vec::with_capacity(self.live.len()), Vec::new());
        for mut one in self.live.drain(..) {
            match see(&mut one) {
                Ok(value) => {
                    result.get_or_insert(value);
                    left.push(one);
                }
                Err(reason) => {
                    fault.get_or_insert(reason);
                    refused.push(one);
                }
            }
        }
        self.live = if left.is_empty() { refused } else { left };
        match (result, fault) {
            (Some(value), _) => Ok(value),
            (None, Some(fault)) => Err(fault),
            (None, None) => unreachable!("there is always a hypothesis"),
        }
    }

    /// Shows each of them something that happened to the card; each may become several.
    pub fn extend(&mut self, mut see: impl FnMut(T, &mut Vec<T>)) -> Result<(), Fault> {
        let mut next = Vec::with_capacity(self.live.len());
        for one in self.live.drain(..) {
            see(one, &mut next);
        }
        if next.len() > 4 {
            let all = std::mem::take(&mut next);
            for one in all {
                if !next.iter_mut().any(|other| other.absorb(&one)) {
                    next.push(one);
                }
            }
        }
        self.live = next;
        if self.live.len() > MOST {
            return Err(Fault::new(
                Rule::Ambiguous,
                None,
                format!("{} hypotheses", self.live.len()),
            ));
        }
        Ok(())
    }
}
