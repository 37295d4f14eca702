//! A host's registered memory as the card's writes and the processor's leave it: which key opens what (digest §11), what each byte was
//! when, and whether atomics were atomic.
//!
//! A read by the card happens at a time nobody sees, so what it returns may be any value that each byte had within a span of time; the
//! log of overwritten bytes tells them.
use super::rule::{Fault, Rule};
use ferric_layout::qp::access;
use std::collections::{BTreeMap, HashMap, VecDeque};
use zerocopy::IntoBytes;

/// Bytes of a word that atomics change.
pub(super) const WORD: u64 = 8;

/// A registered region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key, for both sides.
    pub key: u32,
    /// Protection domain.
    pub pd: u32,
    /// `ferric_layout::qp::access`.
    pub access: u8,
    /// First byte.
    pub va: u64,
    /// Bytes.
    pub length: u64,
}

/// Bytes that were overwritten.
struct Old {
    serial: u64,
    va: u64,
    bytes: Vec<u8>,
}

/// What an atomic did to its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub va: u64,
    pub from: u64,
    pub to: u64,
}

/// Changes of a word: seen in memory and not answered yet; answered and not seen in memory yet.
#[derive(Default)]
struct Word {
    seen: VecDeque<Change>,
    awaited: VecDeque<Change>,
}

/// The memory.
#[derive(Default)]
pub(super) struct Memory {
    areas: BTreeMap<u64, Vec<u8>>,
    keys: HashMap<u32, Key>,
    log: VecDeque<Old>,
    serial: u64,
    words: HashMap<u64, Word>,
}

impl Memory {
    /// A region over these bytes; over those known already, if it lies within an area.
    pub fn register(&mut self, key: Key, bytes: &[u8]) {
        self.keys.insert(key.key, key);
        if self.area(key.va, key.length as usize).is_none() {
            self.areas.insert(key.va, bytes.to_vec());
        }
    }

    /// Ends a key; the memory stays known.
    pub fn invalidate(&mut self, key: u32) {
        self.keys.remove(&key);
    }

    /// Whether a key of this domain opens the range for `access`.
    pub fn allows(&self, key: u32, pd: u32, access: u8, va: u64, length: u64) -> bool {
        self.keys.get(&key).is_some_and(|found| {
            let inside =
                va >= found.va && length <= found.length && va - found.va <= found.length - length;
            inside && found.pd == pd && found.access & access == access
        })
    }

    /// Whether a peer may end a key of this domain.
    pub fn yields(&self, key: u32, pd: u32) -> bool {
        self.keys
            .get(&key)
            .is_some_and(|found| found.pd == pd && found.access & access::REMOTE_INVALIDATE != 0)
    }

    /// Number of changes so far.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    fn area(&self, va: u64, length: usize) -> Option<(u64, usize)> {
        let (start, bytes) = self.areas.range(..=va).next_back()?;
        let at = usize::try_from(va - start).ok()?;
        (at < bytes.len() && length <= bytes.len() - at).then_some((*start, at))
    }

    /// What is there now, if it is registered memory.
    pub fn now(&self, va: u64, length: usize) -> Option<&[u8]> {
        let (start, at) = self.area(va, length)?;
        Some(&self.areas[&start][at..at + length])
    }

    /// Whether a range touches registered memory.
    pub fn touches(&self, va: u64, length: usize) -> bool {
        let before = self.areas.range(..va + length as u64).next_back();
        before.is_some_and(|(start, bytes)| start + bytes.len() as u64 > va)
    }

    /// Whether each byte was what it is claimed to be at some time since change `since`; if not, the first that never was.
    pub fn held(&self, va: u64, bytes: &[u8], since: u64) -> Result<(), usize> {
        let now = self.now(va, bytes.len()).ok_or(0_usize)?;
        if now == bytes {
            return Ok(());
        }
        let mut wrong: Vec<bool> = now.iter().zip(bytes).map(|(a, b)| a != b).collect();
        let first = self.log.partition_point(|old| old.serial < since);
        for old in self.log.range(first..) {
            let from = va.max(old.va);
            let to = (va + bytes.len() as u64).min(old.va + old.bytes.len() as u64);
            for at in from..to {
                let index = (at - va) as usize;
                wrong[index] &= old.bytes[(at - old.va) as usize] != bytes[index];
            }
        }
        wrong.iter().position(|wrong| *wrong).map_or(Ok(()), Err)
    }

    /// Changes memory.
    pub fn store(&mut self, va: u64, bytes: &[u8]) {
        if let Some((start, at)) = self.area(va, bytes.len()) {
            let area = self.areas.get_mut(&start).expect("it was just found");
            let place = &mut area[at..at + bytes.len()];
            self.log.push_back(Old {
                serial: self.serial,
                va,
                bytes: place.to_vec(),
            });
            place.copy_from_slice(bytes);
            self.serial += 1;
        }
    }

    /// Forgets what was before change `since`.
    pub fn forget(&mut self, since: u64) {
        let old = self.log.partition_point(|old| old.serial < since);
        self.log.drain(..old);
    }

    /// The word at `va`, in the host's order.
    pub fn word(&self, va: u64) -> Option<u64> {
        let bytes = self.now(va, WORD as usize)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    /// An atomic wrote a word, or an answer tells what one found. Each comes once for each atomic, in either order.
    pub fn written_by_atomic(&mut self, change: Change) {
        let word = self.words.entry(change.va).or_default();
        match word.awaited.iter().position(|other| *other == change) {
            Some(index) => {
                word.awaited.remove(index);
            }
            None if change.from != change.to => word.seen.push_back(change),
            None => {}
        }
        self.store(change.va, change.to.as_bytes());
    }

    /// Whether an answer of an atomic says as much before it was seen in memory; one that changes nothing may write what was there.
    pub fn awaits(&self, change: Change) -> bool {
        let word = self.words.get(&change.va);
        word.is_some_and(|word| change.from == change.to || word.awaited.contains(&change))
    }

    /// Whether an answered atomic can have made this change, given the others.
    pub fn claimable(&self, change: Change, since: u64) -> Result<(), Fault> {
        let word = self.words.get(&change.va);
        if word.is_some_and(|word| word.seen.contains(&change)) {
            return Ok(());
        }
        let awaited = word.and_then(|word| word.awaited.back().map(|last| last.to));
        let last = awaited.or_else(|| self.word(change.va));
        let unchanged = change.from == change.to;
        let was = || self.held(change.va, change.from.as_bytes(), since).is_ok();
        if last == Some(change.from) || unchanged && was() {
            return Ok(());
        }
        let detail = format!(
            "the word at {:#x} is said to have been {:#x}; it is {last:x?}",
            change.va, change.from
        );
        Err(Fault::new(Rule::Atomic, None, detail))
    }

    /// The answer of an atomic says that it made this change, which is claimable.
    pub fn claim(&mut self, change: Change) {
        let word = self.words.entry(change.va).or_default();
        match word.seen.iter().position(|other| *other == change) {
            Some(index) => {
                word.seen.remove(index);
            }
            None if change.from != change.to => word.awaited.push_back(change),
            None => {}
        }
    }

    /// Changes by atomics that were answered and not seen, or seen and not answered.
    pub fn unmatched(&self) -> Option<Change> {
        let mut words = self.words.values();
        words.find_map(|word| word.awaited.front().or(word.seen.front()).copied())
    }

    /// The processor looks: is it all as the card's writes explain?
    pub fn differs(&self, va: u64, bytes: &[u8]) -> Option<u64> {
        let now = self.now(va, bytes.len())?;
        let at = now.iter().zip(bytes).position(|(a, b)| a != b)?;
        Some(va + at as u64)
    }
}
