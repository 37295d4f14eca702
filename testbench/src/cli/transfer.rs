//! A file from memory of host A into memory of host B, by messages over one connection.
use crate::ethernet::{Numbers, meet};
use crate::link::wire::Side;
use crate::pair::Pair;
use anyhow::{Context as _, ensure};
use ferric::verbs::{
    AccessFlags, CompletionChannel, CompletionQueue, MemoryRegion, Mtu, PreparedQueuePair,
    QueuePair, RecvWr, SendWr, WorkCompletion,
};
use std::ops::Range;
use std::time::Duration;

/// Messages under way.
const WINDOW: usize = 16;
/// Receives posted ahead.
const AHEAD: usize = 2 * WINDOW;
/// Entries of a completion queue: every message under way, and every receive.
const ENTRIES: u32 = (WINDOW + AHEAD) as u32;
/// Cycles without any completion after which something is wrong.
const PATIENCE: u64 = 1_000_000;
/// Length of a sleep, in the card's time. The interrupt ends it.
const SLEEP: Duration = Duration::from_millis(1);
/// Cycles that let everything come to rest.
const REST: u64 = 1000;
/// The small message.
const SMALL: [u8; 8] = *b"latency!";

/// How bytes cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// RDMA WRITE.
    Write,
    /// SEND, into receives.
    Send,
}

impl Operation {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Write => "RDMA WRITE",
            Operation::Send => "SEND",
        }
    }
}

/// What a transfer took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Messages.
    pub messages: usize,
    /// Cycles of host A: from the first post to the last completion.
    pub cycles: Range<u64>,
}

/// A connection with memory at both ends and a way to sleep.
pub struct Line<'p> {
    pair: &'p Pair,
    qps: [QueuePair; 2],
    cqs: [CompletionQueue; 2],
    _channels: [CompletionChannel; 2],
    source: MemoryRegion,
    target: MemoryRegion,
    /// What A knows of B's memory: where it is, and the key.
    there: (u64, u32),
    /// Ethernet frames that it took to tell each other the numbers.
    meeting: u64,
}

impl<'p> Line<'p> {
    /// Connects the hosts; `data` is in A's memory then, and there is room for it in B's.
    ///
    /// # Errors
    /// The card refuses something.
    pub fn new(pair: &'p Pair, mtu: Mtu, data: &[u8]) -> anyhow::Result<Self> {
        let end = |side: Side| -> anyhow::Result<_> {
            let end = &pair.ends[side.index()];
            let channel = end.context.create_comp_channel()?;
            let cq = end.context.create_cq(ENTRIES, Some(&channel))?;
            let qp = end
                .pd
                .create_qp(&cq, &cq)
                .set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(mtu);
            let qp = qp.set_max_inline_data(SMALL.len() as u32).prepare()?;
            Ok((channel, cq, qp))
        };
        let (channel_a, cq_a, a) = end(Side::A)?;
        let (channel_b, cq_b, b) = end(Side::B)?;
        let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        let source = pair.ends[0].pd.register(data.to_vec(), AccessFlags::NONE)?;
        let target = pair.ends[1].pd.allocate(data.len(), access)?;
        let numbers = |qp: &PreparedQueuePair, memory: &MemoryRegion| Numbers {
            endpoint: qp.endpoint(),
            address: memory.addr(),
            rkey: memory.rkey(),
        };
        let met = meet(pair, [numbers(&a, &source), numbers(&b, &target)])
            .context("the hosts tell each other their numbers")?;
        let [at_b, at_a] = met.heard;
        Ok(Line {
            pair,
            qps: [a.handshake(at_b.endpoint)?, b.handshake(at_a.endpoint)?],
            cqs: [cq_a, cq_b],
            _channels: [channel_a, channel_b],
            source,
            target,
            there: (at_b.address, at_b.rkey),
            meeting: met.frames,
        })
    }

    /// Ethernet frames that it took the hosts to tell each other queue pair, PSN, address and key.
    pub fn meeting(&self) -> u64 {
        self.meeting
    }

    /// Moves everything by messages of `message` bytes; `progress` hears of bytes that arrived.
    ///
    /// # Errors
    /// A message fails, or nothing happens any more.
    pub fn transfer(
        &self,
        operation: Operation,
        message: usize,
        progress: impl Fn(u64),
    ) -> anyhow::Result<Taken> {
        let length = self.source.len();
        self.target.write(0, &vec![0; length])?;
        let pieces: Vec<_> = (0..length)
            .step_by(message)
            .map(|at| at..length.min(at + message))
            .collect();
        let count = pieces.len();
        let receives = if operation == Operation::Send {
            count
        } else {
            0
        };
        let (mut ready, mut posted, mut sent, mut received) = (0, 0, 0, 0);
        let began = self.now();
        let mut last = began;
        while sent < count || received < receives {
            while ready < receives && ready - received < AHEAD {
                let room = [self.target.sge(pieces[ready].clone())?];
                self.qps[1].post_recv(&[RecvWr::new(ready as u64, &room)])?;
                ready += 1;
            }
            while posted < count && posted - sent < WINDOW && (receives == 0 || posted < ready) {
                let piece = &pieces[posted];
                let bytes = [self.source.sge(piece.clone())?];
                let id = posted as u64;
                let request = match operation {
                    Operation::Write => {
                        let (address, rkey) = self.there;
                        SendWr::write(id, &bytes, address + piece.start as u64, rkey)
                    }
                    Operation::Send => SendWr::send(id, &bytes),
                };
                self.qps[0].post_send(&[request.signaled()])?;
                posted += 1;
            }
            let waiting = if received < receives {
                Side::B
            } else {
                Side::A
            };
            self.cqs[waiting.index()].wait(Some(SLEEP))?;
            let before = sent + received;
            sent += self.completions(Side::A, &pieces, sent)?;
            received += self.completions(Side::B, &pieces, received)?;
            if sent + received > before {
                last = self.now();
                progress(pieces[..sent].last().map_or(0, |piece| piece.end as u64));
            }
            ensure!(
                self.now() - last < PATIENCE,
                "nothing completed for {PATIENCE} cycles; {sent} of {count} messages were sent"
            );
        }
        Ok(Taken {
            messages: count,
            cycles: began..self.now(),
        })
    }

    /// Takes the completions there are, which are for the pieces from `first` on, in order.
    fn completions(
        &self,
        side: Side,
        pieces: &[Range<usize>],
        first: usize,
    ) -> anyhow::Result<usize> {
        let mut room = [WorkCompletion::default(); ENTRIES as usize];
        let done = self.cqs[side.index()].poll(&mut room)?;
        for (index, done) in (first..).zip(done) {
            ensure!(
                done.is_success(),
                "message {} failed at host {side:?}: {}",
                done.wr_id,
                done.status.describe()
            );
            ensure!(
                done.wr_id == index as u64,
                "message {} completed at host {side:?} instead of {index}",
                done.wr_id
            );
            let length = pieces[index].len();
            let agrees = side == Side::A || done.byte_len as usize == length;
            ensure!(
                agrees,
                "message {index} has {length} bytes, but {} were received",
                done.byte_len
            );
        }
        Ok(done.len())
    }

    /// Cycles from the post of a small SEND, its bytes in the work request, until its receive is seen complete in B's memory.
    ///
    /// # Errors
    /// It fails.
    pub fn latency(&self) -> anyhow::Result<u64> {
        let room = [self.target.sge(..SMALL.len().min(self.target.len()))?];
        self.qps[1].post_recv(&[RecvWr::new(0, &room)])?;
        self.pair.run(REST);
        let began = self.now();
        let bytes = &SMALL[..room[0].length as usize];
        self.qps[0].post_send(&[SendWr::send_inline(0, bytes).signaled()])?;
        let mut place = [WorkCompletion::default()];
        while self.cqs[1].poll(&mut place)?.is_empty() {
            ensure!(
                self.now() - began < PATIENCE,
                "a small message did not arrive within {PATIENCE} cycles"
            );
            self.pair.run(1);
        }
        let taken = self.now() - began;
        ensure!(
            place[0].is_success(),
            "a small message failed: {}",
            place[0].status.describe()
        );
        self.pair.run(REST);
        let sent = self.cqs[0].poll(&mut place)?;
        ensure!(
            sent.len() == 1 && sent[0].is_success(),
            "a small message was not acknowledged"
        );
        Ok(taken)
    }

    /// What lies in B's memory.
    ///
    /// # Errors
    /// None in practice: the region is read whole.
    pub fn arrived(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![0; self.target.len()];
        self.target.read(0, &mut bytes).context("host B's memory")?;
        Ok(bytes)
    }

    /// The present cycle of host A.
    pub fn now(&self) -> u64 {
        self.pair.world().host(Side::A).now()
    }
}
