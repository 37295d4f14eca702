//! The host's memory under a fuzzed card: what peers and work requests may write, what nobody may, and every write held against it.
//!
//! A region has only its own bytes on the bus: an access beside it meets an unmapped page or no memory, which the IOMMU records. What the
//! IOMMU lets pass, because it is mapped for writing, is looked at here. Regions that nobody may write stand before and behind the others
//! in the card's page table, so that an index too far leads into one of them.
use ferric::verbs::{AccessFlags, Context, Error, MemoryRegion, ProtectionDomain};
use std::ops::Range;

/// Bytes of a region.
pub const BYTES: usize = 16 << 10;
/// Bytes of a region that nobody may write.
const GUARD: usize = 4096;

/// Regions of the host.
pub struct Memory {
    /// Where queue pairs belong.
    pub pd: ProtectionDomain,
    /// For peers: WRITE, READ, atomics.
    pub open: MemoryRegion,
    /// For receives and answers.
    pub landing: MemoryRegion,
    /// For sends.
    pub local: MemoryRegion,
    /// For peers to READ.
    pub readable: MemoryRegion,
    /// As `open`, but of a protection domain that no queue pair is in.
    pub foreign: MemoryRegion,
    /// Its key may be invalidated by peers.
    pub passing: MemoryRegion,
    guards: Vec<MemoryRegion>,
}

/// What peers may do with an open region.
pub const REMOTE: AccessFlags = AccessFlags::REMOTE_WRITE
    .union(AccessFlags::REMOTE_READ)
    .union(AccessFlags::REMOTE_ATOMIC);

impl Memory {
    /// All of it.
    pub fn new(context: &Context) -> Result<Self, Error> {
        let (pd, other) = (context.alloc_pd()?, context.alloc_pd()?);
        let all = AccessFlags::LOCAL_WRITE | REMOTE;
        let guard = || pd.allocate(GUARD, AccessFlags::LOCAL_WRITE);
        let mut guards = vec![guard()?];
        let open = pd.allocate(BYTES, all)?;
        guards.push(guard()?);
        let landing = pd.allocate(BYTES, AccessFlags::LOCAL_WRITE)?;
        guards.push(guard()?);
        Ok(Memory {
            open,
            landing,
            local: pd.allocate(BYTES, AccessFlags::NONE)?,
            readable: pd.allocate(BYTES, AccessFlags::REMOTE_READ)?,
            foreign: other.allocate(BYTES, all)?,
            passing: pd.allocate(GUARD, AccessFlags::REMOTE_READ)?,
            guards,
            pd,
        })
    }

    /// Another key that may be invalidated.
    pub fn renew(&mut self) -> Result<(), Error> {
        self.passing = self.pd.allocate(GUARD, AccessFlags::REMOTE_READ)?;
        Ok(())
    }

    /// All regions.
    pub fn all(&self) -> impl Iterator<Item = &MemoryRegion> {
        let granted = [&self.open, &self.landing];
        let others = [&self.local, &self.readable, &self.foreign, &self.passing];
        granted.into_iter().chain(others).chain(&self.guards)
    }

    /// Whether the card may have written there; if not, where that is. Besides the regions only the driver's own rings are mapped.
    pub fn judge(&self, va: u64, bytes: usize) -> Result<(), String> {
        let write = va..va + bytes as u64;
        let granted = [&self.open, &self.landing];
        let inside = |region: &&MemoryRegion| {
            let range = span(region);
            range.start <= write.start && write.end <= range.end
        };
        if granted.iter().any(inside) {
            return Ok(());
        }
        for region in self.all() {
            let range = span(region);
            if write.start < range.end && range.start < write.end {
                let access = region.access();
                return Err(format!(
                    "{bytes} bytes at {va:#x}, in or beside a region at {:#x} with {access:?}",
                    range.start
                ));
            }
        }
        Ok(())
    }
}

fn span(region: &MemoryRegion) -> Range<u64> {
    region.addr()..region.addr() + region.len() as u64
}
