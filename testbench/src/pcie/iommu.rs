//! The IOMMU: which bus addresses the card may use, for what, and a record of every attempt beyond.

use fastrand::Rng;

use super::memory::{PAGE, PageMap};

/// Bus addresses handed out lie below this one.
const IOVA_END: u64 = 1 << 40;
/// Bus addresses below stay free: null pointers and interrupts.
const IOVA_START: u64 = 1 << 32;

/// What the card may do with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The card may read.
    pub read: bool,
    /// The card may write.
    pub write: bool,
}

impl Access {
    /// Reading only.
    pub const READ: Self = Self {
        read: true,
        write: false,
    };
    /// Writing only.
    pub const WRITE: Self = Self {
        read: false,
        write: true,
    };
    /// Both.
    pub const BOTH: Self = Self {
        read: true,
        write: true,
    };
}

/// Why an access was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No mapping.
    NotMapped,
    /// Mapped, but not for reading.
    NoRead,
    /// Mapped, but not for writing.
    NoWrite,
    /// The address, after translation if any, is no memory.
    NoMemory,
}

/// A refused access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// When it came to the root complex.
    pub cycle: u64,
    /// Bus address.
    pub address: u64,
    /// It was a write.
    pub write: bool,
    /// Why it was refused.
    pub cause: Cause,
}

/// Page mappings of one device.
pub struct Iommu {
    enabled: bool,
    table: PageMap<(u64, Access)>,
    faults: Vec<Fault>,
    rng: Rng,
}

impl Iommu {
    /// An empty IOMMU; when not `enabled`, bus addresses are physical ones.
    pub fn new(seed: u64, enabled: bool) -> Self {
        Self {
            enabled,
            table: PageMap::default(),
            faults: Vec::new(),
            rng: Rng::with_seed(seed),
        }
    }

    /// Whether bus addresses are translated.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Maps `pages` (physical page addresses) at a fresh contiguous range of bus addresses; its first address.
    pub fn map(&mut self, pages: &[u64], access: Access) -> u64 {
        let count = pages.len() as u64;
        let span = IOVA_START / PAGE as u64..IOVA_END / PAGE as u64 - count;
        let first = loop {
            let first = self.rng.u64(span.clone());
            if (first..first + count).all(|page| !self.table.contains_key(&page)) {
                break first;
            }
        };
        self.map_at(first * PAGE as u64, pages, access);
        first * PAGE as u64
    }

    /// Maps `pages` from bus address `iova` on, replacing what was there.
    pub fn map_at(&mut self, iova: u64, pages: &[u64], access: Access) {
        for (index, physical) in pages.iter().enumerate() {
            self.table
                .insert(iova / PAGE as u64 + index as u64, (*physical, access));
        }
    }

    /// Ends the mappings of `bytes` bytes from `iova`.
    pub fn unmap(&mut self, iova: u64, bytes: usize) {
        for page in iova / PAGE as u64..(iova + bytes as u64).div_ceil(PAGE as u64) {
            self.table.remove(&page);
        }
    }

    /// The physical address of an access within one page.
    pub fn translate(&self, address: u64, write: bool) -> Result<u64, Cause> {
        if !self.enabled {
            return Ok(address);
        }
        let (physical, access) = self
            .table
            .get(&(address / PAGE as u64))
            .ok_or(Cause::NotMapped)?;
        match (write, access) {
            (false, Access { read: false, .. }) => Err(Cause::NoRead),
            (true, Access { write: false, .. }) => Err(Cause::NoWrite),
            _ => Ok(physical + address % PAGE as u64),
        }
    }

    /// Records a refused access.
    pub fn record(&mut self, fault: Fault) {
        tracing::debug!(?fault, "refused access");
        self.faults.push(fault);
    }

    /// All refused accesses so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Takes the refused accesses.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_is_contiguous_and_obeys_permission() {
        let mut iommu = Iommu::new(1, true);
        let iova = iommu.map(&[0x7000, 0x3000], Access::READ);
        assert_eq!(iommu.translate(iova + 5, false), Ok(0x7005));
        assert_eq!(iommu.translate(iova + 4096, false), Ok(0x3000));
        assert_eq!(iommu.translate(iova + 8192, false), Err(Cause::NotMapped));
        assert_eq!(iommu.translate(iova, true), Err(Cause::NoWrite));
        iommu.map_at(iova, &[0x9000], Access::WRITE);
        assert_eq!(iommu.translate(iova, true), Ok(0x9000));
        assert_eq!(iommu.translate(iova, false), Err(Cause::NoRead));
        iommu.unmap(iova, 8192);
        assert_eq!(iommu.translate(iova + 4096, false), Err(Cause::NotMapped));
        assert_eq!(Iommu::new(1, false).translate(0x1234, true), Ok(0x1234));
    }
}
