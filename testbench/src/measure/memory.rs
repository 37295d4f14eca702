//! Memory of a host that a measurement reads and writes.
use crate::link::wire::Side;
use crate::pair::Pair;
use ferric::verbs::{AccessFlags, MemoryRegion, SendWr, Sge};

const PAGE: usize = 4096;

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

    /// Where peers find it.
    pub fn address(&self) -> u64 {
        self.region.addr() + self.start as u64
    }

    /// The key it opens to peers with.
    pub fn rkey(&self) -> u32 {
        self.region.rkey()
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
        SendWr::write(id, sges, self.address(), self.rkey())
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
