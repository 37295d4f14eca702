//! What was reached: frames by the counter they moved.
use ferric_layout::counter::Counter;
use std::collections::BTreeMap;
use std::fmt;

/// The causes for which the receiver drops a frame.
pub const DROPS: [Counter; 16] = [
    Counter::RxMacError,
    Counter::RxBufferFull,
    Counter::RxNotRoce,
    Counter::RxRunt,
    Counter::RxIpHeader,
    Counter::RxLength,
    Counter::RxIcrc,
    Counter::RxBthVersion,
    Counter::RxOpcode,
    Counter::RxQpn,
    Counter::RxQpState,
    Counter::RxTransport,
    Counter::RxAddress,
    Counter::RxPkey,
    Counter::RxMac,
    Counter::RxVlan,
];

/// Frames by counter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<u8, u64>);

impl Tally {
    /// More of a counter.
    pub fn add(&mut self, counter: Counter, number: u64) {
        *self.0.entry(counter as u8).or_default() += number;
    }

    /// How many.
    pub fn get(&self, counter: Counter) -> u64 {
        self.0.get(&(counter as u8)).copied().unwrap_or_default()
    }

    /// The first of these causes that was not reached.
    pub fn missing(&self, causes: impl IntoIterator<Item = Counter>) -> Option<Counter> {
        causes.into_iter().find(|cause| self.get(*cause) == 0)
    }
}

/// A line for each cause of a drop.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cause in DROPS {
            let (name, number) = (cause.name(), self.get(cause));
            writeln!(f, "  {name:<22} {number:>8}  {}", cause.describe())?;
        }
        Ok(())
    }
}
