//! One message on idle cards, between the pins.
use super::{HostKind, Operation, PATIENCE, Span, settle, spans};
use crate::link::wire::Side;
use crate::pair::Pair;
use crate::world::Settings;
use anyhow::{Context as _, ensure};
use ferric::verbs::{AccessFlags, RecvWr, SendWr};

/// Bytes of the message, and of one whose payload is in the work request: the most that a single slot holds, which is pushed.
const SIZE: usize = 64;
const INLINE: usize = 32;

/// Where the card finds what it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Work request and payload are read from host memory.
    Memory,
    /// The payload is in the work request.
    Inline,
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Latency {
    /// WRITE or SEND.
    pub operation: Operation,
    /// Where it comes from.
    pub start: Start,
    /// The hosts.
    pub host: HostKind,
}

/// Cycles between stations of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stations {
    /// Doorbell taken at the PCIe pins to first beat of the frame at the MAC.
    pub doorbell_to_wire: u64,
    /// First beat of the frame at the MAC to the first beat at the peer's.
    pub mac_to_mac: u64,
    /// Last beat of the frame at the peer's MAC to the first beat of a write to its host's memory.
    pub wire_to_memory: u64,
}

impl Latency {
    /// Measures it.
    pub fn run(&self) -> anyhow::Result<Stations> {
        let pair = Pair::new(Settings::instant(1))?;
        let connection = pair.connect(64, |b| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_max_inline_data(INLINE as u32)
        })?;
        let [source, target] = spans(&pair, SIZE)?;
        let landing = Span::new(&pair, Side::B, SIZE, AccessFlags::LOCAL_WRITE)?;
        let receive = [landing.sge()?];
        connection.qps[1].post_recv(&[RecvWr::new(0, &receive)])?;
        settle(&pair, self.host)?;
        pair.run(5_000);
        pair.world().clear_traffic();
        let (sges, bytes) = ([source.sge()?], [0x5A; INLINE]);
        let request = match (self.operation, self.start) {
            (Operation::Write, Start::Memory) => target.write(1, &sges),
            (Operation::Write, Start::Inline) => {
                SendWr::write_inline(1, &bytes, target.address(), target.rkey())
            }
            (Operation::Send, Start::Memory) => SendWr::send(1, &sges),
            (Operation::Send, Start::Inline) => SendWr::send_inline(1, &bytes),
            (Operation::Read, _) => anyhow::bail!("a READ sends no payload"),
        };
        connection.qps[0].post_send(&[request.signaled()])?;
        let done = connection.complete(&pair, Side::A, 1, PATIENCE)?;
        ensure!(done[0].is_success(), "it failed: {done:?}");
        let [a, b] = Side::BOTH.map(|side| pair.world().traffic(side));
        let rung = a.first_request.context("no doorbell")?;
        let sent = a.first_beat.context("no frame")?;
        let came = b.first_received.context("no frame came")?;
        let whole = b.first_received_whole.context("no whole frame came")?;
        let written = b.first_write.context("nothing was written")?;
        Ok(Stations {
            doorbell_to_wire: sent - rung,
            mac_to_mac: came.saturating_sub(sent),
            wire_to_memory: written - whole,
        })
    }
}
