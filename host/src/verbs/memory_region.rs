//! Memory that the card may use.
use super::Error;
use super::flags::flags;
use super::protection_domain::Shared as Domain;
use super::work_request::Sge;
use crate::bus::{Direction, Mapping};
use crate::driver::key::Key;
use ferric_layout::qp::access;
use ferric_layout::sizes::MESSAGE_MAX;
use std::ops::{Bound, RangeBounds};
use std::ptr::{NonNull, copy_nonoverlapping, slice_from_raw_parts_mut};
use std::sync::Arc;

flags! {
    /// What the card may do with a region, and what peers may do through a queue pair: `enum ibv_access_flags`. Reading for local work
    /// requests is always allowed.
    AccessFlags: u8 {
        /// Receives may write it.
        LOCAL_WRITE = access::LOCAL_WRITE;
        /// Peers may WRITE.
        REMOTE_WRITE = access::REMOTE_WRITE;
        /// Peers may READ.
        REMOTE_READ = access::REMOTE_READ;
        /// Peers may use atomics.
        REMOTE_ATOMIC = access::REMOTE_ATOMIC;
        /// Peers may end the region's key by a SEND with invalidate. Means nothing on a queue pair.
        REMOTE_INVALIDATE = access::REMOTE_INVALIDATE;
    }
}

/// A memory region, `struct ibv_mr`. The card can no longer reach the memory when it is dropped.
///
/// The card may change the memory at any time, so [`MemoryRegion::read`] and [`MemoryRegion::write`] copy, and borrowing it is unsafe.
pub struct MemoryRegion {
    /// There until the drop.
    key: Option<Key>,
    mapping: Mapping,
    pointer: NonNull<u8>,
    length: usize,
    access: AccessFlags,
    /// The memory is the region's own, once a `Box<[u8]>`.
    owned: bool,
    domain: Arc<Domain>,
}

// SAFETY: the memory is either the region's own or promised by the maker to be valid whatever the thread; copies race with the card's
// accesses in any case.
unsafe impl Send for MemoryRegion {}
// SAFETY: as above; copying in and out by several threads is a race of bytes, as it is with peers, and no reference is ever handed out by
// a safe method.
unsafe impl Sync for MemoryRegion {}

impl MemoryRegion {
    pub(super) fn owned(
        domain: &Arc<Domain>,
        memory: Box<[u8]>,
        access: AccessFlags,
    ) -> Result<Self, Error> {
        let length = memory.len();
        let pointer = Box::into_raw(memory);
        // SAFETY: the box is given up here, and freed only when the card can no longer reach it.
        match unsafe { Self::raw(domain, pointer.cast(), length, access) } {
            Ok(mut region) => {
                region.owned = true;
                Ok(region)
            }
            Err(error) => {
                // SAFETY: it was a box above, and no region was made of it.
                drop(unsafe { Box::from_raw(pointer) });
                Err(error)
            }
        }
    }

    /// # Safety
    /// As [`super::ProtectionDomain::register_raw`].
    pub(super) unsafe fn raw(
        domain: &Arc<Domain>,
        pointer: *mut u8,
        length: usize,
        access: AccessFlags,
    ) -> Result<Self, Error> {
        if length == 0 {
            return Err(Error::EmptyRegion);
        }
        let change = AccessFlags::REMOTE_WRITE | AccessFlags::REMOTE_ATOMIC;
        if access.intersects(change) && !access.contains(AccessFlags::LOCAL_WRITE) {
            return Err(Error::NeedsLocalWrite);
        }
        let direction = if access.contains(AccessFlags::LOCAL_WRITE) {
            Direction::Both
        } else {
            Direction::ToCard
        };
        let card = &domain.context.card;
        // SAFETY: promised by the caller; unmapped when the region is dropped, or below.
        let mapping = unsafe { card.bus().map(pointer, length, direction) }?;
        let address = pointer as u64;
        let key = Key::create(
            card,
            domain.number.value(),
            access.bits(),
            address,
            &mapping,
        );
        match key {
            Ok(key) => Ok(MemoryRegion {
                key: Some(key),
                mapping,
                pointer: NonNull::new(pointer).expect("the caller's memory is valid"),
                length,
                access,
                owned: false,
                domain: domain.clone(),
            }),
            Err(error) => {
                card.bus().unmap(&mapping);
                Err(error.into())
            }
        }
    }

    fn key(&self) -> u32 {
        self.key.as_ref().map_or(0, Key::value)
    }

    /// The key by which work requests of this side name the region.
    pub fn lkey(&self) -> u32 {
        self.key()
    }

    /// The key by which peers name the region; it opens what [`MemoryRegion::access`] allows.
    pub fn rkey(&self) -> u32 {
        self.key()
    }

    /// Address of the first byte, for work requests of either side.
    pub fn addr(&self) -> u64 {
        self.pointer.as_ptr() as u64
    }

    /// Bytes.
    #[allow(clippy::len_without_is_empty)] // there is no empty region
    pub fn len(&self) -> usize {
        self.length
    }

    /// What the card may do with it.
    pub fn access(&self) -> AccessFlags {
        self.access
    }

    /// A scatter/gather entry for a part of the region.
    ///
    /// # Errors
    /// The range does not lie in the region, or is longer than a message can be.
    pub fn sge(&self, range: impl RangeBounds<usize>) -> Result<Sge, Error> {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.length,
        };
        let length = end.saturating_sub(start);
        self.check(start, length)?;
        if length as u64 > u64::from(MESSAGE_MAX) {
            return Err(Error::TooMany {
                what: "bytes of a message",
                asked: length as u64,
                limit: MESSAGE_MAX.into(),
            });
        }
        Ok(Sge {
            addr: self.addr() + start as u64,
            length: length as u32,
            lkey: self.key(),
            domain: Some(self.domain.id),
        })
    }

    fn check(&self, offset: usize, length: usize) -> Result<(), Error> {
        if offset <= self.length && length <= self.length - offset {
            return Ok(());
        }
        let region = self.length;
        Err(Error::OutOfRegion {
            offset,
            length,
            region,
        })
    }

    /// Copies bytes out, from `offset` on. What the card writes meanwhile may be seen in part.
    pub fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        self.check(offset, to.len())?;
        // SAFETY: in bounds; `to` is borrowed alone, so it is not the region's memory.
        unsafe {
            copy_nonoverlapping(self.pointer.as_ptr().add(offset), to.as_mut_ptr(), to.len());
        }
        Ok(())
    }

    /// Copies bytes in, from `offset` on.
    pub fn write(&self, offset: usize, from: &[u8]) -> Result<(), Error> {
        self.check(offset, from.len())?;
        // SAFETY: in bounds; `from` is borrowed, so it is not the region's memory.
        unsafe {
            copy_nonoverlapping(from.as_ptr(), self.pointer.as_ptr().add(offset), from.len());
        }
        Ok(())
    }

    /// The memory, to be worked on in place.
    ///
    /// # Safety
    /// While it is borrowed no work request and no peer writes it.
    pub unsafe fn as_slice(&self) -> &[u8] {
        // SAFETY: valid as long as the region lives, and not written, as the caller promises.
        unsafe { std::slice::from_raw_parts(self.pointer.as_ptr(), self.length) }
    }

    /// The memory, to be worked on in place.
    ///
    /// # Safety
    /// While it is borrowed no work request and no peer reads or writes it.
    pub unsafe fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: valid as long as the region lives, and used by nobody else, as the caller promises.
        unsafe { std::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.length) }
    }

    /// Takes the memory back from the card; it is handed out if it was the region's own.
    pub fn deregister(mut self) -> Option<Box<[u8]>> {
        self.release();
        std::mem::take(&mut self.owned).then(|| self.boxed())
    }

    /// Takes the memory from the card.
    fn release(&mut self) {
        if self.key.take().is_some() {
            self.domain.context.card.bus().unmap(&self.mapping);
        }
    }

    /// The memory as the box it was, once.
    fn boxed(&self) -> Box<[u8]> {
        let memory = slice_from_raw_parts_mut(self.pointer.as_ptr(), self.length);
        // SAFETY: made from a box in `owned`, and each caller sees to it that this happens once.
        unsafe { Box::from_raw(memory) }
    }
}

impl Drop for MemoryRegion {
    fn drop(&mut self) {
        self.release();
        if self.owned {
            drop(self.boxed());
        }
    }
}
