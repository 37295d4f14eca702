//! What both memories must hold in the end, by the programs' log alone.
use super::recording::{Line, MEMORY, Operation, Work};
use ferric_testbench::recordings::pattern;
use std::collections::VecDeque;
use std::ops::Range;

pub struct Books {
    pub client: Vec<u8>,
    pub server: Vec<u8>,
    /// Bytes of either side that a failed work request may have changed.
    pub uncertain: Vec<Range<usize>>,
    receives: VecDeque<(usize, usize)>,
    posted: VecDeque<Work>,
}

fn put(memory: &mut [u8], offset: usize, bytes: &[u8]) {
    memory[offset..offset + bytes.len()].copy_from_slice(bytes);
}

fn fill(memory: &mut [u8], offset: usize, length: usize, seed: u8) {
    put(memory, offset, &pattern(length, seed.into()));
}

impl Books {
    pub fn new() -> Self {
        Books {
            client: vec![0; MEMORY],
            server: vec![0; MEMORY],
            uncertain: Vec::new(),
            receives: VecDeque::new(),
            posted: VecDeque::new(),
        }
    }

    /// Enters a line of the log.
    pub fn enter(&mut self, line: &Line) {
        match line {
            Line::ClientFill(offset, length, seed) => {
                fill(&mut self.client, *offset, *length, *seed)
            }
            Line::ServerFill(offset, length, seed) => {
                fill(&mut self.server, *offset, *length, *seed)
            }
            Line::Receive(offset, length) => self.receives.push_back((*offset, *length)),
            Line::Post(work) => self.posted.push_back(*work),
            Line::Completed(outcomes) => {
                for outcome in outcomes {
                    let work = self.posted.pop_front().expect("it was posted");
                    if outcome == "ok" {
                        self.execute(&work);
                    } else if work.remote < MEMORY {
                        self.uncertain.push(work.remote..work.remote + work.length);
                    }
                }
            }
        }
    }

    fn execute(&mut self, work: &Work) {
        let local = work.local..work.local + work.length;
        let remote = work.remote..work.remote + work.length;
        match work.operation {
            Operation::Write => put(&mut self.server, remote.start, &self.client[local]),
            Operation::WriteImm => {
                self.receives.pop_front();
                put(&mut self.server, remote.start, &self.client[local]);
            }
            Operation::Send | Operation::SendImm | Operation::SendInvalidate => {
                let (offset, _) = self.receives.pop_front().expect("there was a receive");
                put(&mut self.server, offset, &self.client[local]);
            }
            Operation::Read => put(&mut self.client, local.start, &self.server[remote]),
            Operation::CompareSwap | Operation::FetchAdd => {
                let was: [u8; 8] = self.server[remote.clone()].try_into().expect("8 bytes");
                let value = u64::from_le_bytes(was);
                let now = if work.operation == Operation::FetchAdd {
                    value.wrapping_add(work.compare_add)
                } else if value == work.compare_add {
                    work.swap
                } else {
                    value
                };
                put(&mut self.server, remote.start, &now.to_le_bytes());
                put(&mut self.client, local.start, &was);
            }
        }
    }

    /// The first byte where a memory is not as it must be.
    pub fn difference(&self, expected: &[u8], found: &[u8]) -> Option<usize> {
        let certain = |at: &usize| !self.uncertain.iter().any(|range| range.contains(at));
        (0..MEMORY)
            .filter(certain)
            .find(|at| expected[*at] != found[*at])
    }
}
