//! Performance in simulated cycles: exact, and the same on every machine.
use crate::link::wire::Side;
use crate::pair::Pair;
use crate::pcie::credits::Advertised;
use crate::pcie::host;
use crate::world::Settings;
use ferric::verbs::{AccessFlags, MemoryRegion, Mtu, SendWr, Sge};

/// Bytes a frame costs on the line beside its own: preamble, FCS and gap.
const LINE_OVERHEAD: f64 = 24.0;
/// Bytes of 100 Gb/s in a cycle of 250 MHz.
const LINE_RATE: f64 = 50.0;
/// Bytes before the payload of a First, a Middle and a Last of a WRITE over IPv6, and of the ICRC.
const HEADERS: [f64; 2] = [14.0 + 40.0 + 8.0 + 12.0, 16.0];
const ICRC: f64 = 4.0;
const PAGE: usize = 4096;
/// Cycles after which a measurement is given up.
const PATIENCE: u64 = 20_000_000;

/// A host of the kind the design's goals are stated for, with this DMA round trip in cycles; 0 takes no time and has no limits.
pub fn host(seed: u64, round_trip: u32) -> host::Settings {
    if round_trip == 0 {
        return host::Settings::instant(seed);
    }
    host::Settings {
        // Few posted credits would bound what a receiver can take, whatever the card does.
        host_credits: Advertised::INFINITE,
        ..host::Settings::gen3_x16(seed, round_trip)
    }
}

/// A pair of such hosts.
pub fn pair(round_trip: u32) -> anyhow::Result<Pair> {
    let mut settings = Settings::instant(1);
    settings.hosts = [host(1, round_trip), host(2, round_trip)];
    Pair::new(settings)
}

/// Memory of a host that begins with a page, so that no figure hangs on where the allocator puts it.
pub struct Span {
    region: MemoryRegion,
    start: usize,
    length: usize,
}

impl Span {
    /// Registers it.
    pub fn new(
        pair: &Pair,
        side: Side,
        length: usize,
        access: AccessFlags,
    ) -> anyhow::Result<Self> {
        let pd = &pair.ends[side.index()].pd;
        let region = pd.allocate(length + PAGE, access)?;
        let start = (region.addr().next_multiple_of(PAGE as u64) - region.addr()) as usize;
        Ok(Span {
            region,
            start,
            length,
        })
    }

    /// All of it.
    pub fn sge(&self) -> anyhow::Result<Sge> {
        Ok(self.region.sge(self.start..self.start + self.length)?)
    }

    /// Puts bytes there.
    pub fn fill(&self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.region.write(self.start, bytes)?)
    }

    /// What is there.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![0; self.length];
        self.region.read(self.start, &mut bytes)?;
        Ok(bytes)
    }

    /// A WRITE of `sges` to it.
    pub fn write<'s>(&self, id: u64, sges: &'s [Sge]) -> SendWr<'s> {
        let va = self.region.addr() + self.start as u64;
        SendWr::write(id, sges, va, self.region.rkey())
    }

    /// A WRITE of these bytes to it, inline.
    pub fn write_inline<'s>(&self, id: u64, data: &'s [u8]) -> SendWr<'s> {
        let va = self.region.addr() + self.start as u64;
        SendWr::write_inline(id, data, va, self.region.rkey())
    }
}

/// Where WRITEs come from, and where they go.
pub fn spans(pair: &Pair, length: usize) -> anyhow::Result<[Span; 2]> {
    let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
    Ok([
        Span::new(pair, Side::A, length, AccessFlags::NONE)?,
        Span::new(pair, Side::B, length, access)?,
    ])
}

/// What the line could carry of a WRITE of `length` bytes, in payload bytes a cycle.
pub fn ceiling(mtu: Mtu, length: usize) -> f64 {
    let packets = length.div_ceil(mtu.bytes()).max(1) as f64;
    let line = length as f64 + packets * (HEADERS[0] + ICRC + LINE_OVERHEAD) + HEADERS[1];
    length as f64 / line * LINE_RATE
}

/// Payload bytes a cycle of long WRITEs on one QP.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    /// Payload bytes a cycle.
    pub bytes_per_cycle: f64,
    /// Of what the line could carry.
    pub share: f64,
}

/// WRITEs of 256 KiB on one QP, measured from the first beat to the last.
pub fn long_writes(round_trip: u32, mtu: Mtu) -> anyhow::Result<Stream> {
    const LENGTH: usize = 256 << 10;
    const COUNT: usize = 6;
    let pair = pair(round_trip)?;
    let connection = pair.connect(64, |b| {
        b.set_access(AccessFlags::REMOTE_WRITE).set_path_mtu(mtu)
    })?;
    let [source, target] = spans(&pair, LENGTH)?;
    let sges = [source.sge()?];
    let list: Vec<SendWr> = (0..COUNT as u64)
        .map(|id| target.write(id, &sges).signaled())
        .collect();
    pair.world().clear_traffic();
    connection.qps[0].post_send(&list)?;
    let done = connection.complete(&pair, Side::A, COUNT, PATIENCE)?;
    anyhow::ensure!(
        done.iter().all(|wc| wc.is_success()),
        "a WRITE failed: {done:?}"
    );
    let traffic = pair.world().traffic(Side::A);
    let first = traffic.first_beat.unwrap_or_default();
    let bytes_per_cycle = (LENGTH * COUNT) as f64 / (traffic.last_beat - first + 1) as f64;
    Ok(Stream {
        bytes_per_cycle,
        share: bytes_per_cycle / ceiling(mtu, LENGTH),
    })
}

/// Cycles for each 64-byte WRITE over `qps` QPs, one completion in 16 signalled, from the first frame to the last.
pub fn small_writes(round_trip: u32, qps: usize) -> anyhow::Result<f64> {
    const LENGTH: usize = 64;
    let each = if qps == 1 { 512 } else { 2048 / qps };
    let pair = pair(round_trip)?;
    let [source, target] = spans(&pair, LENGTH)?;
    let connections = (0..qps)
        .map(|_| {
            pair.connect(64, |b| {
                b.set_access(AccessFlags::REMOTE_WRITE)
                    .set_max_send_wr(each as u32)
            })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let sges = [source.sge()?];
    let write = |id: usize| {
        let write = target.write(id as u64, &sges);
        if id % 16 == 15 {
            write.signaled()
        } else {
            write
        }
    };
    let list: Vec<SendWr> = (0..each).map(write).collect();
    pair.world().clear_traffic();
    for connection in &connections {
        connection.qps[0].post_send(&list)?;
    }
    for connection in &connections {
        let done = connection.complete(&pair, Side::A, each / 16, PATIENCE)?;
        anyhow::ensure!(
            done.iter().all(|wc| wc.is_success()),
            "a WRITE failed: {done:?}"
        );
    }
    let traffic = pair.world().traffic(Side::A);
    let first = traffic.first_beat.unwrap_or_default();
    Ok((traffic.last_beat - first) as f64 / (traffic.frames - 1) as f64)
}

/// Cycles of the stations of one 64-byte WRITE.
#[derive(Clone, Copy, Debug)]
pub struct Latency {
    /// Doorbell taken at the PCIe pins to first beat of the frame at the MAC.
    pub doorbell_to_wire: u64,
    /// First beat of the frame at the MAC to the first beat at the peer's MAC.
    pub on_the_wire: u64,
}

/// One WRITE of 64 bytes on an idle card, which reads the work request and the payload from memory.
pub fn latency(round_trip: u32) -> anyhow::Result<Latency> {
    let pair = pair(round_trip)?;
    let [source, target] = spans(&pair, 64)?;
    let sges = [source.sge()?];
    latency_of(&pair, &target.write(1, &sges))
}

/// One WRITE of up to 32 bytes on an idle card, pushed through the doorbell page.
pub fn pushed_latency(round_trip: u32, length: usize) -> anyhow::Result<Latency> {
    let pair = pair(round_trip)?;
    let [_, target] = spans(&pair, 64)?;
    let data = vec![0xC3; length];
    latency_of(&pair, &target.write_inline(1, &data))
}

/// One send on an idle card.
fn latency_of(pair: &Pair, send: &SendWr<'_>) -> anyhow::Result<Latency> {
    let connection = pair.connect(64, |b| {
        b.set_access(AccessFlags::REMOTE_WRITE)
            .set_max_inline_data(32)
    })?;
    pair.run(5_000);
    pair.world().clear_traffic();
    connection.qps[0].post_send(&[send.signaled()])?;
    connection.complete(pair, Side::A, 1, PATIENCE)?;
    let a = pair.world().traffic(Side::A);
    let b = pair.world().traffic(Side::B);
    let sent = a.first_beat.unwrap_or_default();
    Ok(Latency {
        doorbell_to_wire: sent - a.first_request.unwrap_or_default(),
        on_the_wire: b.first_received.unwrap_or_default().saturating_sub(sent),
    })
}
