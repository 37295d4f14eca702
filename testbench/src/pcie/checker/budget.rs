//! The completion buffer of the block. The link cannot push back on completions, so a card may only ask for what the
//! buffer holds in the worst case: a header for each completion boundary touched, and data in units of 16 bytes.

use super::{Reports, Rule};

/// Space of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// Completion headers.
    pub headers: u32,
    /// Data, in units of 16 bytes.
    pub data: u32,
}

impl Space {
    /// Without RC straddle the block drains short completions at half rate: fewer than 64 may be outstanding.
    pub const UNSTRADDLED: Self = Self {
        headers: 63,
        data: 2048 - 256,
    };
    /// With straddle: what other open designs use on these devices.
    pub const STRADDLED: Self = Self {
        headers: 256,
        data: 2048 - 256,
    };
}

/// What an answer may take of the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charge {
    headers: u32,
    data: u32,
}

impl Charge {
    /// The worst case for `bytes` bytes at `address`, completed at multiples of `boundary`.
    pub fn worst(address: u64, bytes: u64, boundary: u64) -> Self {
        if bytes == 0 {
            return Self::default();
        }
        let headers = (address % boundary + bytes).div_ceil(boundary);
        let data = (address % 4 + bytes).div_ceil(16);
        Self {
            headers: headers as u32,
            data: data as u32,
        }
    }
}

/// Adds up what is outstanding.
#[derive(Debug)]
pub struct Budget {
    space: Space,
    used: Charge,
    peak: Charge,
}

impl Budget {
    /// An empty buffer of this size.
    pub fn new(space: Space) -> Self {
        Self {
            space,
            used: Charge::default(),
            peak: Charge::default(),
        }
    }

    /// A request that may take `charge` went out.
    pub fn charge(&mut self, charge: Charge, reports: &mut Reports) {
        self.used.headers += charge.headers;
        self.used.data += charge.data;
        self.peak.headers = self.peak.headers.max(self.used.headers);
        self.peak.data = self.peak.data.max(self.used.data);
        let fits = self.used.headers <= self.space.headers && self.used.data <= self.space.data;
        reports.require(fits, Rule::CompletionBudget, || {
            format!("{:?} outstanding of {:?}", self.used, self.space)
        });
    }

    /// Replaces a charge by the smaller one of what is still to come.
    pub fn lower(&mut self, from: Charge, to: Charge) {
        self.used.headers -= from.headers - to.headers.min(from.headers);
        self.used.data -= from.data - to.data.min(from.data);
    }

    /// The most headers and data units that were ever outstanding.
    pub fn peak(&self) -> (u32, u32) {
        (self.peak.headers, self.peak.data)
    }

    /// Empties the buffer, at reset.
    pub fn clear(&mut self) {
        self.used = Charge::default();
    }
}

#[cfg(test)]
mod tests {
    use super::super::OnViolation;
    use super::*;

    #[test]
    fn worst_case_counts_every_boundary_touched() {
        assert_eq!(
            Charge::worst(0x1000, 512, 64),
            Charge {
                headers: 8,
                data: 32
            }
        );
        assert_eq!(
            Charge::worst(0x103f, 512, 64),
            Charge {
                headers: 9,
                data: 33
            }
        );
        assert_eq!(
            Charge::worst(0x103f, 512, 128),
            Charge {
                headers: 5,
                data: 33
            }
        );
        assert_eq!(
            Charge::worst(0x1003, 1, 64),
            Charge {
                headers: 1,
                data: 1
            }
        );
    }

    #[test]
    fn exceeding_headers_or_data_is_seen_and_giving_back_counts() {
        let mut reports = Reports::new(OnViolation::Record, 0);
        let mut budget = Budget::new(Space {
            headers: 16,
            data: 40,
        });
        let page = Charge::worst(0, 512, 64);
        budget.charge(page, &mut reports);
        assert_eq!(reports.rules(), []);
        budget.lower(page, Charge::worst(256, 256, 64));
        budget.charge(Charge::worst(0, 256, 64), &mut reports);
        assert_eq!(reports.rules(), []);
        budget.charge(Charge::worst(0, 144, 64), &mut reports);
        assert_eq!(reports.rules(), [Rule::CompletionBudget], "data");
        let mut budget = Budget::new(Space {
            headers: 3,
            data: 40,
        });
        for _ in 0..4 {
            budget.charge(Charge::worst(0, 4, 64), &mut reports);
        }
        assert_eq!(reports.rules(), [Rule::CompletionBudget; 2], "headers");
        assert_eq!(budget.peak(), (4, 4));
    }
}
