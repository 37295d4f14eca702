//! How busy the streams inside a card are, and who makes whom wait.
//!
//! In a cycle a stream transfers (valid and ready), is stalled (valid, not ready: the consumer makes the producer wait), is starved (ready, not
//! valid: the producer makes the consumer wait), or rests. A block for which something waits all the time, and which nobody behind it makes
//! wait, is the one that bounds what comes that way.
use ferric_verilated::Stream;
use std::collections::BTreeMap;

/// Valid and ready of a stream.
pub type Handshake = (bool, bool);

/// The ends of a stream. A block is named by its place in the card: `requester.decode`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The block that fills it.
    pub producer: String,
    /// What it is called there.
    pub from: String,
    /// The block that takes from it.
    pub consumer: String,
    /// What it is called there.
    pub to: String,
}

/// What a stream did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cycles with a transfer.
    pub transfers: u64,
    /// Cycles with valid and no ready.
    pub stalled: u64,
    /// Cycles with ready and no valid.
    pub starved: u64,
    /// Cycle of the first transfer.
    pub first: Option<u64>,
    /// Cycle of the latest transfer.
    pub last: u64,
}

/// The streams of a card and their counts.
pub struct Occupancy {
    streams: Vec<(Ends, Count)>,
    /// The card's cycle.
    now: u64,
    /// The cycle from which it counts.
    since: u64,
}

impl Occupancy {
    /// The pins' streams: who fills them, what they are called, who takes from them.
    pub const PINS: [(&str, &str, &str); 6] = [
        ("host", "m_axis_cq", "pcie"),
        ("pcie", "s_axis_cc", "host"),
        ("pcie", "s_axis_rq", "host"),
        ("host", "m_axis_rc", "pcie"),
        ("line", "s_axis_rx", "receive"),
        ("transmit", "m_axis_tx", "line"),
    ];

    /// Nothing counted of the pins and of these streams.
    pub fn new<'s>(streams: impl Iterator<Item = &'s Stream>) -> Self {
        let pins = Self::PINS.map(|(producer, name, consumer)| Ends {
            producer: producer.into(),
            from: name.into(),
            consumer: consumer.into(),
            to: name.into(),
        });
        let inner = streams.map(|stream| Ends {
            producer: place(&stream.producer),
            from: stream.from.replace('$', "."),
            consumer: place(&stream.consumer),
            to: stream.to.replace('$', "."),
        });
        Occupancy {
            streams: pins
                .into_iter()
                .chain(inner)
                .map(|ends| (ends, Count::default()))
                .collect(),
            now: 0,
            since: 0,
        }
    }

    /// A cycle: pins, then streams, in the order of [`Occupancy::new`].
    pub fn watch(&mut self, cycle: impl Iterator<Item = Handshake>) {
        for ((_, count), (valid, ready)) in self.streams.iter_mut().zip(cycle) {
            if valid && ready {
                count.transfers += 1;
                count.first.get_or_insert(self.now);
                count.last = self.now;
            }
            count.stalled += u64::from(valid && !ready);
            count.starved += u64::from(ready && !valid);
        }
        self.now += 1;
    }

    /// Begins to count anew.
    pub fn clear(&mut self) {
        self.since = self.now;
        for (_, count) in &mut self.streams {
            *count = Count::default();
        }
    }

    /// Cycles counted.
    pub fn cycles(&self) -> u64 {
        self.now - self.since
    }

    /// All streams.
    pub fn streams(&self) -> &[(Ends, Count)] {
        &self.streams
    }

    /// What the stream did that leaves `producer` as `from`.
    pub fn leaving(&self, producer: &str, from: &str) -> Option<Count> {
        let mut all = self.streams.iter();
        let found = all.find(|(ends, _)| ends.producer == producer && ends.from == from);
        found.map(|(_, count)| *count)
    }

    /// What the stream did that comes into `consumer` as `to`.
    pub fn entering(&self, consumer: &str, to: &str) -> Option<Count> {
        let mut all = self.streams.iter();
        let found = all.find(|(ends, _)| ends.consumer == consumer && ends.to == to);
        found.map(|(_, count)| *count)
    }

    /// How busy each block is beyond what others make it wait: the share of cycles in which something for it waits or is taken, less the
    /// share in which what it has made is stalled. One that comes near 1 bounds what goes through it. The greatest first.
    pub fn busy(&self) -> Vec<(String, f64)> {
        let cycles = self.cycles().max(1) as f64;
        let mut blocks: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for (ends, count) in &self.streams {
            let [into, _] = blocks.entry(&ends.consumer).or_default();
            *into = (count.transfers + count.stalled).max(*into);
            let [_, out] = blocks.entry(&ends.producer).or_default();
            *out = count.stalled.max(*out);
        }
        let mut busy: Vec<(String, f64)> = blocks
            .into_iter()
            .filter(|(name, [into, out])| !name.is_empty() && into > out)
            .map(|(name, [into, out])| (name.to_string(), (into - out) as f64 / cycles))
            .collect();
        busy.sort_by(|a, b| b.1.total_cmp(&a.1));
        busy
    }
}

/// A block's place, as people write it.
fn place(path: &str) -> String {
    path.replace('$', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a > b > c`, none of it a pin.
    fn chain() -> Occupancy {
        let mut occupancy = Occupancy::new(std::iter::empty());
        occupancy.streams = [("a", "b"), ("b", "c")]
            .map(|(producer, consumer)| {
                let ends = Ends {
                    producer: producer.into(),
                    from: "o".into(),
                    consumer: consumer.into(),
                    to: "i".into(),
                };
                (ends, Count::default())
            })
            .to_vec();
        occupancy
    }

    #[test]
    fn block_for_which_something_always_waits_is_the_busiest() {
        let mut occupancy = chain();
        for cycle in 0..100 {
            let b = (true, cycle % 4 == 0);
            let c = (cycle % 4 == 1, true);
            occupancy.watch([b, c].into_iter());
        }
        assert_eq!(occupancy.busy(), [("b".into(), 1.0), ("c".into(), 0.25)]);
        let into_c = occupancy.entering("c", "i").unwrap();
        assert_eq!(
            (into_c.transfers, into_c.starved, into_c.first),
            (25, 75, Some(1))
        );
    }

    #[test]
    fn block_that_only_passes_a_stall_on_is_less_busy() {
        let mut occupancy = chain();
        for cycle in 0..100 {
            let ready = cycle % 2 == 0;
            occupancy.watch([(true, ready), (true, ready)].into_iter());
        }
        assert_eq!(occupancy.busy(), [("c".into(), 1.0), ("b".into(), 0.5)]);
        assert_eq!(occupancy.leaving("a", "o").unwrap().stalled, 50);
    }
}
