//! What the card still has to write into memory on behalf of one queue pair: each byte once, in whatever pieces. Bytes of one message may
//! come in any order; where two messages touch the same byte, the earlier one's comes first.
use super::rule::{Fault, Rule};
use ferric_layout::Psn;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Span {
    number: u64,
    va: u64,
    bytes: Arc<[u8]>,
    range: Range<usize>,
    psn: Psn,
    since: u64,
}

impl PartialEq for Span {
    /// Whether the same is owed; not since when.
    fn eq(&self, other: &Self) -> bool {
        let place = |span: &Self| (span.number, span.va, span.range.clone(), span.psn);
        place(self) == place(other) && self.bytes == other.bytes
    }
}

impl Span {
    fn end(&self) -> u64 {
        self.va + self.range.len() as u64
    }
}

/// Spans owed, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Writes {
    spans: Vec<Span>,
    issued: u64,
}

impl Writes {
    /// Owes `bytes[range]` at `va`.
    pub fn owe(&mut self, va: u64, bytes: &Arc<[u8]>, range: Range<usize>, psn: Psn, since: u64) {
        if range.is_empty() {
            return;
        }
        self.issued += 1;
        self.spans.push(Span {
            number: self.issued,
            va,
            bytes: bytes.clone(),
            range,
            psn,
            since,
        });
    }

    /// Number of the latest span.
    pub fn issued(&self) -> u64 {
        self.issued
    }

    /// Whether every span up to this number is written.
    pub fn done(&self, number: u64) -> bool {
        self.spans.first().is_none_or(|span| span.number > number)
    }

    /// Whether this write is owed; if so it is no more.
    pub fn explain(&mut self, va: u64, bytes: &[u8]) -> bool {
        let end = va + bytes.len() as u64;
        let overlaps = |span: &Span| span.va < end && va < span.end();
        let Some(index) = self.spans.iter().position(overlaps) else {
            return false;
        };
        let span = &self.spans[index];
        if va < span.va || end > span.end() {
            return false;
        }
        let (before, after) = ((va - span.va) as usize, (span.end() - end) as usize);
        let Range { start, end: stop } = span.range;
        if span.bytes[start + before..stop - after] != *bytes {
            return false;
        }
        let span = self.spans.remove(index);
        let mut keep = |va: u64, range: Range<usize>| {
            if !range.is_empty() {
                let rest = Span {
                    va,
                    range,
                    ..span.clone()
                };
                self.spans.insert(index, rest);
            }
        };
        keep(end, stop - after..stop);
        keep(span.va, start..start + before);
        true
    }

    /// Takes everything owed, in order, as done: address and bytes.
    pub fn take(&mut self) -> Vec<(u64, Vec<u8>)> {
        let taken = self.spans.drain(..);
        taken
            .map(|span| (span.va, span.bytes[span.range].to_vec()))
            .collect()
    }

    /// Whether something owed since before `cycle` is missing.
    pub fn overdue(&self, cycle: u64) -> Result<(), Fault> {
        match self.spans.first() {
            Some(span) if span.since < cycle => Err(Fault::new(
                Rule::WriteMissing,
                span.psn,
                format!(
                    "{} bytes at {:#x} were not written",
                    span.range.len(),
                    span.va
                ),
            )),
            _ => Ok(()),
        }
    }
}
