//! Where the cycles of one message go, from the doorbell to the interrupt.
use super::{HostKind, PATIENCE, observed, settle, spans};
use crate::occupancy::{Count, Occupancy};
use crate::world::Settings;
use anyhow::{Context as _, ensure};
use ferric::verbs::{AccessFlags, WorkCompletion};
use std::time::Duration;

/// Bytes of the message.
const SIZE: usize = 64;
/// Cycles for the armed queue's doorbell to arrive and everything to rest, beside two round trips, and up to how many more at random.
const REST: u64 = 400;
const MORE: u64 = 64;
/// Sent before counting: tables and stocks are as they will be.
const UNCOUNTED: usize = 2;

/// What happens between two marks, in order. Requester and responder are the cards of A and B.
pub const STAGES: [&str; 14] = [
    "doorbell",
    "WQE fetch",
    "work request",
    "payload fetch",
    "transmit",
    "wire",
    "receive, ICRC",
    "key check",
    "place",
    "DMA write",
    "acknowledge",
    "retire",
    "completion",
    "interrupt",
];

/// Cycles of each stage of `count` 64-byte WRITEs, one at a time on idle cards.
///
/// # Errors
/// A WRITE failed, or the card has no such stream any more as a mark hangs on.
pub fn stages(host: HostKind, count: usize) -> anyhow::Result<Vec<[u64; STAGES.len()]>> {
    let (pair, watched) = observed(Settings::instant(1))?;
    let channel = pair.ends[0].context.create_comp_channel()?;
    let cq = pair.ends[0].context.create_cq(64, Some(&channel))?;
    let peer_cq = pair.ends[1].context.create_cq(64, None)?;
    let a = pair.ends[0].pd.create_qp(&cq, &cq).prepare()?;
    let b = pair.ends[1].pd.create_qp(&peer_cq, &peer_cq);
    let b = b.set_access(AccessFlags::REMOTE_WRITE).prepare()?;
    let (at_a, at_b) = (a.endpoint(), b.endpoint());
    let (qp, _peer) = (a.handshake(at_b)?, b.handshake(at_a)?);
    let [source, target] = spans(&pair, SIZE)?;
    let sges = [source.sge()?];
    settle(&pair, host)?;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut seen = Vec::new();
    for id in 0..count + UNCOUNTED {
        cq.req_notify(false)?;
        pair.run(REST + 2 * u64::from(host.round_trip) + rng.u64(..MORE));
        for occupancy in &watched {
            occupancy.lock().expect("no panic while counting").clear();
        }
        qp.post_send(&[target.write(id as u64, &sges).signaled()])?;
        let patience = Duration::from_nanos(4 * PATIENCE);
        let event = channel.wait(Some(patience))?;
        ensure!(event.is_some(), "no interrupt");
        let mut room = [WorkCompletion::default(); 2];
        let done = cq.poll(&mut room)?;
        ensure!(
            done.len() == 1 && done[0].is_success(),
            "it failed: {done:?}"
        );
        let [a, b] = &watched;
        let (a, b) = (
            a.lock().expect("no panic while counting"),
            b.lock().expect("no panic while counting"),
        );
        if id >= UNCOUNTED {
            seen.push(cycles(&a, &b)?);
        }
    }
    drop(pair);
    Ok(seen)
}

/// The cycles between the marks that a message has left at both cards.
fn cycles(a: &Occupancy, b: &Occupancy) -> anyhow::Result<[u64; STAGES.len()]> {
    let first = |found: Option<Count>, what: &str| {
        let count = found.with_context(|| format!("the card has no stream {what}"))?;
        count
            .first
            .with_context(|| format!("nothing came through {what}"))
    };
    let entering = |card: &Occupancy, block: &str, port: &str| {
        first(card.entering(block, port), &format!("{block}.{port}"))
    };
    let leaving = |card: &Occupancy, block: &str, port: &str| {
        first(card.leaving(block, port), &format!("{block}.{port}"))
    };
    let last_request = a.leaving("pcie", "s_axis_rq").context("no pins")?.last;
    let marks = [
        leaving(a, "host", "m_axis_cq")?,
        entering(a, "pcie.reader", "request.0")?,
        leaving(a, "pcie.reader", "data.0")?,
        entering(a, "pcie.reader", "request.2")?,
        leaving(a, "pcie.reader", "data.2")?,
        leaving(a, "transmit", "m_axis_tx")?,
        leaving(b, "line", "s_axis_rx")?,
        entering(b, "responder.requests", "request")?,
        leaving(b, "memory.clients.1", "checked")?,
        entering(b, "pcie.writer", "request.0")?,
        leaving(b, "pcie", "s_axis_rq")?,
        leaving(a, "line", "s_axis_rx")?,
        entering(a, "pcie.writer", "request.2")?,
        entering(a, "pcie.msix", "raise")?,
        last_request,
    ];
    let mut cycles = [0; STAGES.len()];
    for (cycles, marks) in cycles.iter_mut().zip(marks.windows(2)) {
        ensure!(
            marks[0] <= marks[1],
            "the marks are out of order: {marks:?}"
        );
        *cycles = marks[1] - marks[0];
    }
    Ok(cycles)
}

/// A distribution of cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The least.
    pub min: u64,
    /// Half are at most this.
    pub median: u64,
    /// Of a hundred, ninety-nine are at most this.
    pub p99: u64,
    /// The most.
    pub max: u64,
}

impl Spread {
    /// Of these, of which there are some.
    pub fn of(mut cycles: Vec<u64>) -> Self {
        cycles.sort_unstable();
        let at = |percent: usize| cycles[((cycles.len() - 1) * percent).div_ceil(100)];
        Spread {
            min: at(0),
            median: at(50),
            p99: at(99),
            max: at(100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_a_hundred_has_its_ranks() {
        let spread = Spread::of((1..=101).rev().collect());
        assert_eq!(
            spread,
            Spread {
                min: 1,
                median: 51,
                p99: 100,
                max: 101
            }
        );
    }
}
