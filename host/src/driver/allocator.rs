//! Numbers the driver gives out: object numbers and ranges of page entries.
use std::collections::BTreeMap;

/// A range of numbers, first fit, merging what comes back.
#[derive(Debug)]
pub struct Ranges {
    /// Free ranges: first number and how many.
    free: BTreeMap<u32, u32>,
}

impl Ranges {
    /// All of `first .. first + count` is free.
    pub fn new(first: u32, count: u32) -> Self {
        let free = if count == 0 {
            BTreeMap::new()
        } else {
            BTreeMap::from([(first, count)])
        };
        Ranges { free }
    }

    /// Takes `count` numbers in a row; the first of them, or `None` if no free range is long enough.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let (&first, &have) = self.free.iter().find(|(_, have)| **have >= count)?;
        self.free.remove(&first);
        if have > count {
            self.free.insert(first + count, have - count);
        }
        Some(first)
    }

    /// Gives back what [`Ranges::take`] gave.
    ///
    /// # Panics
    /// If some of it is free already.
    pub fn give(&mut self, first: u32, count: u32) {
        let before = self.free.range(..=first).next_back().map(|(&f, &c)| (f, c));
        let after = self.free.range(first..).next().map(|(&f, &c)| (f, c));
        assert!(
            before.is_none_or(|(f, c)| f + c <= first),
            "given back twice"
        );
        assert!(
            after.is_none_or(|(f, _)| first + count <= f),
            "given back twice"
        );
        let (mut first, mut count) = (first, count);
        if let Some((f, c)) = before.filter(|(f, c)| f + c == first) {
            (first, count) = (f, c + count);
        }
        if let Some((f, c)) = after.filter(|(f, _)| first + count == *f) {
            self.free.remove(&f);
            count += c;
        }
        self.free.insert(first, count);
    }

    /// How many numbers are free.
    pub fn available(&self) -> u32 {
        self.free.values().sum()
    }
}

/// Single numbers in turn, so that a number just given back is the last to be used again: a late answer to its old owner finds nobody.
#[derive(Debug)]
pub struct Numbers {
    free: std::collections::VecDeque<u32>,
}

impl Numbers {
    /// All of `first .. end` is free.
    pub fn new(first: u32, end: u32) -> Self {
        Numbers {
            free: (first..end).collect(),
        }
    }
    /// Takes a number, if one is left.
    pub fn take(&mut self) -> Option<u32> {
        self.free.pop_front()
    }
    /// Gives a number back.
    pub fn give(&mut self, number: u32) {
        debug_assert!(!self.free.contains(&number), "given back twice");
        self.free.push_back(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_taken_and_given_back_in_any_order_merge_again() {
        let mut ranges = Ranges::new(10, 100);
        let parts: Vec<u32> = (0..10).map(|_| ranges.take(10).unwrap()).collect();
        assert_eq!(parts, (0..10).map(|k| 10 + 10 * k).collect::<Vec<_>>());
        assert_eq!(ranges.take(1), None);
        for k in [3, 1, 2, 9, 0, 8, 5, 7, 6, 4] {
            ranges.give(parts[k], 10);
        }
        assert_eq!(ranges.take(100), Some(10));
    }

    #[test]
    fn ranges_too_fragmented_refuse_a_longer_one() {
        let mut ranges = Ranges::new(0, 8);
        let parts: Vec<u32> = (0..4).map(|_| ranges.take(2).unwrap()).collect();
        ranges.give(parts[0], 2);
        ranges.give(parts[2], 2);
        assert_eq!((ranges.available(), ranges.take(3)), (4, None));
        assert_eq!(ranges.take(2), Some(0));
    }

    #[test]
    #[should_panic(expected = "given back twice")]
    fn ranges_given_back_twice_panic() {
        let mut ranges = Ranges::new(0, 8);
        ranges.take(4);
        ranges.give(0, 4);
        ranges.give(2, 1);
    }

    #[test]
    fn numbers_just_given_back_are_used_last() {
        let mut numbers = Numbers::new(2, 5);
        assert_eq!(numbers.take(), Some(2));
        numbers.give(2);
        assert_eq!(
            [(); 4].map(|()| numbers.take()),
            [Some(3), Some(4), Some(2), None]
        );
    }
}
