//! One test: the connection is made as the program expects it, the client's requests are done, and both part.
//!
//! The steps are apart so that who plays both ends can look at the memories between them: after [`Session::run`] all requests are done, and
//! the program waits for [`Session::part`] with its memory as it is.
//!
//! A message lies in a slot of a buffer: the buffer is a page, or the message if that is longer; slots begin at cache lines and are taken in
//! turn, at both ends alike. With messages longer than half a page there is one slot. The program's own buffer, from which it sends and into
//! which it reads, is the one before that whose address it tells.
use super::exchange::{Exchange, Keys, LINE, PAGE, Report, Role};
use crate::ethernet::{Gateway, Stream};
use anyhow::{bail, ensure};
use ferric::verbs::{
    AccessFlags, CompletionQueue, Context, MemoryRegion, Mtu, Payload, ProtectionDomain, QueuePair,
    QueuePairEndpoint, RecvWr, SendOperation, SendWr, WorkCompletion,
};
use std::net::IpAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Requests under way at a time.
const WINDOW: u32 = 64;
/// READs and atomics at a time.
const READS: u8 = 16;
/// The transport timer, in the card's cycles, as a power of 2.
const TIMEOUT: u8 = 18;
/// Bytes of an atomic, and what is added by one, as by the program's.
const WORD: usize = 8;
const ADDED: u64 = 1;
/// Bytes in front of and behind the buffer that must stay.
const GUARD: usize = PAGE as usize;
/// What our memory is filled with: byte i of it is the high byte of the product.
const FACTOR: u32 = 0x9e37_79b1;
/// A cycle of the card.
const CYCLE: f64 = 4e-9;

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Test {
    /// ib_write_bw
    WriteBw,
    /// ib_read_bw
    ReadBw,
    /// ib_send_bw
    SendBw,
    /// ib_atomic_lat, with fetch and add
    AtomicLat,
}

impl Test {
    /// The program's name.
    pub fn program(self) -> &'static str {
        match self {
            Test::WriteBw => "ib_write_bw",
            Test::ReadBw => "ib_read_bw",
            Test::SendBw => "ib_send_bw",
            Test::AtomicLat => "ib_atomic_lat",
        }
    }

    /// Its server waits for the client's report.
    fn reports(self) -> bool {
        matches!(self, Test::WriteBw | Test::ReadBw)
    }
}

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub test: Test,
    pub role: Role,
    /// Bytes of a message; of an atomic, 8.
    pub size: usize,
    /// Messages.
    pub iterations: u32,
    pub mtu: Mtu,
    /// How long the peer may take for a step, and for the requests.
    pub patience: Duration,
}

impl Plan {
    /// Bytes of a buffer.
    pub fn buffer(&self) -> usize {
        self.size.max(PAGE as usize)
    }

    /// Bytes from a slot to the next.
    pub fn step(&self) -> usize {
        self.size.next_multiple_of(LINE as usize)
    }

    /// Slots that messages come to be in.
    pub fn slots(&self) -> usize {
        let most = if self.size <= PAGE as usize / 2 {
            PAGE as usize / self.step()
        } else {
            1
        };
        most.min(self.iterations as usize)
    }

    /// Where a message lies in a buffer.
    fn slot(&self, index: u32) -> Range<usize> {
        let start = index as usize % self.slots() * self.step();
        start..start + self.size
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The path MTU that was agreed on.
    pub mtu: Mtu,
    /// Cycles of the card, from the first request to the last completion, of a client.
    pub cycles: u64,
    /// What the client has reported.
    pub report: Option<Report>,
}

/// A test that goes on.
pub struct Session {
    plan: Plan,
    exchange: Exchange,
    ours: Keys,
    theirs: Keys,
    mtu: Mtu,
    memory: MemoryRegion,
    cq: CompletionQueue,
    qp: QueuePair,
    cycles: u64,
    /// What atomics have returned.
    words: Vec<u64>,
}

impl Session {
    /// Over a TCP connection with the program: all until the queue pairs are connected and the client may begin.
    ///
    /// # Errors
    /// The peer says what is not of the exchange, or nothing.
    pub fn connect(
        gateway: &mut Gateway,
        context: &Context,
        pd: &ProtectionDomain,
        plan: Plan,
        stream: Stream,
        here: IpAddr,
    ) -> anyhow::Result<Self> {
        ensure!(plan.iterations > 0, "a test of no messages");
        ensure!(
            plan.test != Test::AtomicLat || plan.size == WORD,
            "an atomic has {WORD} bytes, not {}",
            plan.size
        );
        let exchange = Exchange::new(stream, plan.role, plan.patience);
        let mtu = exchange.greet(gateway, plan.mtu)?;
        let access = AccessFlags::LOCAL_WRITE
            | match plan.test {
                Test::WriteBw => AccessFlags::REMOTE_WRITE,
                Test::ReadBw => AccessFlags::REMOTE_READ,
                Test::SendBw => AccessFlags::NONE,
                Test::AtomicLat => AccessFlags::REMOTE_ATOMIC,
            };
        let length = plan.buffer() + 2 * GUARD;
        let memory = pd.allocate(length, access)?;
        memory.write(0, &filling(plan.role, 0..length))?;
        let cq = context.create_cq(2 * WINDOW, None)?;
        let prepared = pd
            .create_qp(&cq, &cq)
            .set_max_send_wr(WINDOW)
            .set_max_recv_wr(WINDOW)
            .set_sq_sig_all(true)
            .set_access(access)
            .set_path_mtu(mtu)
            .set_gid(here)
            .set_timeout(TIMEOUT)
            .set_max_rd_atomic(READS)
            .set_max_dest_rd_atomic(READS)
            .prepare()?;
        let own = prepared.endpoint();
        let ours = Keys {
            reads: READS.into(),
            qpn: own.qp_num,
            psn: own.psn,
            rkey: memory.rkey(),
            address: memory.addr() + GUARD as u64,
            gid: own.gid,
        };
        let theirs = exchange.keys(gateway, ours)?;
        let asks = plan.role == Role::Client && matches!(plan.test, Test::ReadBw | Test::AtomicLat);
        ensure!(
            !asks || theirs.reads >= READS.into(),
            "the peer takes {} READs at a time, less than {READS}",
            theirs.reads
        );
        let mac = gateway.resolve(theirs.gid.ip(), plan.patience)?;
        let qp = prepared.handshake(QueuePairEndpoint {
            qp_num: theirs.qpn,
            psn: theirs.psn,
            gid: theirs.gid,
            mac,
        })?;
        let mut session = Session {
            plan,
            exchange,
            ours,
            theirs,
            mtu,
            memory,
            cq,
            qp,
            cycles: 0,
            words: Vec::new(),
        };
        // Each is connected; each has said so.
        session.agree(gateway)?;
        session.agree(gateway)?;
        if plan.test == Test::SendBw && plan.role == Role::Server {
            (0..plan.iterations.min(WINDOW)).try_for_each(|index| session.post(index))?;
        }
        if !plan.test.reports() {
            session.agree(gateway)?;
        }
        Ok(session)
    }

    /// The numbers once more: the peer has come as far as we have.
    fn agree(&mut self, gateway: &mut Gateway) -> anyhow::Result<()> {
        let again = self.exchange.keys(gateway, self.ours)?;
        self.same(again)
    }

    fn same(&self, again: Keys) -> anyhow::Result<()> {
        ensure!(
            again.qpn == self.theirs.qpn,
            "the peer was queue pair {:#x} and is {:#x}",
            self.theirs.qpn,
            again.qpn
        );
        Ok(())
    }

    /// Has all requests done: a client posts them, a server waits until they have come, and leaves the client waiting for an answer.
    ///
    /// # Errors
    /// One fails, or they take too long.
    pub fn run(&mut self, gateway: &mut Gateway) -> anyhow::Result<()> {
        let Plan { test, role, .. } = self.plan;
        if role == Role::Client || test == Test::SendBw {
            let start = gateway.cycle();
            let posted = match role {
                Role::Client => 0,
                Role::Server => self.plan.iterations.min(WINDOW),
            };
            self.complete(gateway, posted)?;
            self.cycles = gateway.cycle() - start;
        }
        if role == Role::Server {
            let again = self.exchange.awaits(gateway)?;
            self.same(again)?;
        }
        Ok(())
    }

    /// Posts the rest, and polls for all.
    fn complete(&mut self, gateway: &mut Gateway, mut posted: u32) -> anyhow::Result<()> {
        let count = self.plan.iterations;
        let mut room = [WorkCompletion::default(); WINDOW as usize];
        let start = Instant::now();
        let mut done = 0;
        while done < count {
            while posted < count && posted - done < WINDOW {
                self.post(posted)?;
                gateway.wake();
                posted += 1;
            }
            for completion in self.cq.poll(&mut room)? {
                ensure!(
                    completion.is_success(),
                    "message {done} of {count} completes with {}",
                    completion.status.describe()
                );
                if completion.opcode.is_receive() && completion.byte_len as usize != self.plan.size
                {
                    bail!("message {done} has {} bytes", completion.byte_len);
                }
                if self.plan.test == Test::AtomicLat {
                    let word = self.bytes(self.plan.slot(done))?;
                    self.words.push(u64::from_le_bytes(word[..].try_into()?));
                }
                done += 1;
            }
            ensure!(
                start.elapsed() < self.plan.patience,
                "{done} of {count} messages are done"
            );
            gateway.turn()?;
        }
        Ok(())
    }

    /// Posts the work request of a message.
    fn post(&self, index: u32) -> anyhow::Result<()> {
        let slot = self.plan.slot(index);
        let rkey = self.theirs.rkey;
        let remote_addr = self.theirs.address + slot.start as u64;
        let pieces = [self.memory.sge(GUARD + slot.start..GUARD + slot.end)?];
        let operation = match self.plan.test {
            Test::SendBw if self.plan.role == Role::Server => {
                return Ok(self.qp.post_recv(&[RecvWr::new(0, &pieces)])?);
            }
            Test::SendBw => SendOperation::Send,
            Test::WriteBw => SendOperation::RdmaWrite { remote_addr, rkey },
            Test::ReadBw => SendOperation::RdmaRead { remote_addr, rkey },
            Test::AtomicLat => SendOperation::FetchAdd {
                remote_addr: self.theirs.address,
                rkey,
                add: ADDED,
            },
        };
        let send = SendWr::new(0, operation, Payload::Sges(&pieces));
        Ok(self.qp.post_send(&[send])?)
    }

    /// Ends it as the program expects it.
    ///
    /// # Errors
    /// The peer says something else.
    pub fn part(mut self, gateway: &mut Gateway) -> anyhow::Result<Outcome> {
        let Plan { test, role, .. } = self.plan;
        match role {
            Role::Server => self.exchange.answers(gateway, self.ours)?,
            Role::Client => self.agree(gateway)?,
        }
        let mut report = None;
        if test.reports() {
            let own = self.report();
            let heard = self.exchange.reports(gateway, own)?;
            report = Some(if role == Role::Client { own } else { heard });
            self.agree(gateway)?;
        }
        self.exchange.close(gateway)?;
        Ok(Outcome {
            mtu: self.mtu,
            cycles: self.cycles,
            report,
        })
    }

    /// Ends it after a failure.
    pub fn abandon(self, gateway: &mut Gateway) {
        self.exchange.abandon(gateway);
    }

    /// What a client has measured, in the card's time: MiB a second, and millions of messages.
    fn report(&self) -> Report {
        if self.cycles == 0 {
            return Report::default();
        }
        let iterations = u64::from(self.plan.iterations);
        let rate = iterations as f64 / (self.cycles as f64 * CYCLE);
        let average = rate * self.plan.size as f64 / f64::from(1 << 20);
        Report {
            size: self.plan.size as u64,
            iterations,
            peak: average,
            average,
            messages: rate / 1e6,
        }
    }

    /// Where the peer's messages lie: what a client's requests reach, or what the client's own are made of.
    pub fn their_address(&self) -> u64 {
        match self.plan.role {
            Role::Client => self.theirs.address,
            Role::Server => self.theirs.address - self.plan.buffer() as u64,
        }
    }

    /// What atomics of ours have returned, in order.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// What one of our atomics adds.
    pub const fn added() -> u64 {
        ADDED
    }

    fn bytes(&self, range: Range<usize>) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![0; range.len()];
        self.memory.read(GUARD + range.start, &mut bytes)?;
        Ok(bytes)
    }

    /// The messages in our memory, slot by slot.
    pub fn messages(&self) -> anyhow::Result<Vec<u8>> {
        let slots = 0..self.plan.slots() as u32;
        let messages: anyhow::Result<Vec<_>> = slots
            .map(|index| self.bytes(self.plan.slot(index)))
            .collect();
        Ok(messages?.concat())
    }

    /// Looks at our own memory: what nothing was to be written to is as it was, and messages have come where they had to.
    ///
    /// # Errors
    /// Says what is not so.
    pub fn check(&self) -> anyhow::Result<()> {
        let Plan { test, role, .. } = self.plan;
        let length = self.plan.buffer() + 2 * GUARD;
        let mut now = vec![0; length];
        self.memory.read(0, &mut now)?;
        let mut was = filling(role, 0..length);
        if (test, role) == (Test::AtomicLat, Role::Server) {
            let sum = |bytes: &[u8]| {
                let words = bytes.chunks_exact(WORD);
                words.fold(0_u64, |sum, word| {
                    sum.wrapping_add(u64::from_le_bytes(word.try_into().expect("a word")))
                })
            };
            let added = sum(&now).wrapping_sub(sum(&was));
            ensure!(
                added == u64::from(self.plan.iterations) * ADDED,
                "{added} was added by {} atomics",
                self.plan.iterations
            );
            return Ok(());
        }
        let written = matches!(
            (test, role),
            (Test::WriteBw | Test::SendBw, Role::Server)
                | (Test::ReadBw | Test::AtomicLat, Role::Client)
        );
        if written {
            for index in 0..self.plan.slots() as u32 {
                let slot = self.plan.slot(index);
                let slot = GUARD + slot.start..GUARD + slot.end;
                // Random bytes are what was there once in 256 times.
                ensure!(
                    slot.len() < WORD || now[slot.clone()] != was[slot.clone()],
                    "nothing has come to slot {index}"
                );
                was[slot.clone()].copy_from_slice(&now[slot]);
            }
        }
        let changed = now.iter().zip(&was).position(|(now, was)| now != was);
        if let Some(at) = changed {
            bail!("byte {at} of our memory has changed, the buffer being from {GUARD} on");
        }
        Ok(())
    }
}

/// What our memory is filled with, no byte alike at the two ends, should both be ours.
fn filling(role: Role, range: Range<usize>) -> Vec<u8> {
    let turned = match role {
        Role::Client => u8::MAX,
        Role::Server => 0,
    };
    range
        .map(|index| ((index as u32).wrapping_mul(FACTOR) >> 24) as u8 ^ turned)
        .collect()
}
