//! The host's physical memory: sparse pages of 4 KiB at seeded addresses, so that contiguity is never an accident.
//!
//! A page either belongs to the model or stands for memory of this process that a driver pinned; of the latter only
//! the pinned bytes exist for the card, which catches what real memory would silently accept.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use fastrand::Rng;
use thiserror::Error;

/// Bytes of a page.
pub const PAGE: usize = 4096;

/// Physical memory ends here; address windows of devices lie above.
pub const MEMORY_END: u64 = 64 << 30;
/// Between these addresses lie interrupt controllers and firmware; no memory.
const HOLE: std::ops::Range<u64> = 0xc000_0000..0x1_0000_0000;
const LOWEST: u64 = 1 << 20;

/// A physical access that meets no memory.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("no memory at {address:#x}")]
pub struct Unbacked {
    /// First address without memory.
    pub address: u64,
}

/// Hashes page numbers, which need only be spread.
#[derive(Default)]
pub struct PageHasher(u64);

impl Hasher for PageHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }
}

/// A map keyed by page number.
pub type PageMap<T> = HashMap<u64, T, BuildHasherDefault<PageHasher>>;

/// Bytes `from..to` of a page exist, at `base + from` of this process.
struct Pinned {
    base: *mut u8,
    from: u16,
    to: u16,
}

enum Backing {
    Owned(Box<[u8; PAGE]>),
    Pinned(Pinned),
}

/// Bytes that the card wrote into memory of this process, and where.
pub type Written = (u64, Vec<u8>);

/// Sparse physical memory.
pub struct HostMemory {
    pages: PageMap<Backing>,
    rng: Rng,
    watched: Option<Vec<Written>>,
}

// SAFETY: the pointers of pinned pages are dereferenced only in `copy_in` and `copy_out`; whoever pinned them promised
// (see `HostMemory::pin`) that they stay valid wherever the model runs.
unsafe impl Send for HostMemory {}

impl HostMemory {
    /// An empty memory whose layout follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            pages: PageMap::default(),
            rng: Rng::with_seed(seed),
            watched: None,
        }
    }

    /// From now on, writes into pinned memory are kept for [`HostMemory::take_writes`].
    pub fn watch(&mut self) {
        self.watched.get_or_insert_default();
    }

    /// The writes since last asked, in order; page by page.
    pub fn take_writes(&mut self) -> Vec<Written> {
        self.watched
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    fn usable(address: u64, pages: u64) -> bool {
        let end = address + pages * PAGE as u64;
        address >= LOWEST && end <= MEMORY_END && (end <= HOLE.start || address >= HOLE.end)
    }

    /// An unused physical address with room for `pages` pages; one in four lies below 4 GiB.
    fn place(&mut self, pages: u64) -> u64 {
        loop {
            let top = if self.rng.u8(..) < 64 {
                HOLE.start
            } else {
                MEMORY_END
            };
            let first = self.rng.u64(0..top / PAGE as u64);
            let address = first * PAGE as u64;
            if Self::usable(address, pages)
                && (first..first + pages).all(|page| !self.pages.contains_key(&page))
            {
                return address;
            }
        }
    }

    fn install(&mut self, address: u64) {
        self.pages
            .insert(address / PAGE as u64, Backing::Owned(Box::new([0; PAGE])));
    }

    /// Zeroed pages for `bytes` bytes, scattered; their addresses in order.
    pub fn allocate(&mut self, bytes: usize) -> Vec<u64> {
        let mut addresses = Vec::with_capacity(bytes.div_ceil(PAGE));
        for _ in 0..bytes.div_ceil(PAGE) {
            let address = self.place(1);
            self.install(address);
            addresses.push(address);
        }
        addresses
    }

    /// Zeroed memory for `bytes` bytes in one piece; its page-aligned address.
    pub fn allocate_contiguous(&mut self, bytes: usize) -> u64 {
        let pages = bytes.div_ceil(PAGE).max(1) as u64;
        let address = self.place(pages);
        for page in 0..pages {
            self.install(address + page * PAGE as u64);
        }
        address
    }

    /// Makes `bytes` bytes of this process at `pointer` reachable as physical pages, scattered; their addresses in
    /// order. The first byte has the same offset in its page as in this process.
    ///
    /// # Safety
    /// The bytes must stay valid for reads and writes, and no reference to them may be held across a step of the
    /// model, until [`HostMemory::free`] was called for each page.
    pub unsafe fn pin(&mut self, pointer: *mut u8, bytes: usize) -> Vec<u64> {
        let offset = pointer as usize % PAGE;
        let base = pointer.wrapping_sub(offset);
        let count = (offset + bytes).div_ceil(PAGE);
        let mut addresses = Vec::with_capacity(count);
        for index in 0..count {
            let from = if index == 0 { offset } else { 0 };
            let to = (offset + bytes - index * PAGE).min(PAGE);
            let pinned = Pinned {
                base: base.wrapping_add(index * PAGE),
                from: from as u16,
                to: to as u16,
            };
            let address = self.place(1);
            self.pages
                .insert(address / PAGE as u64, Backing::Pinned(pinned));
            addresses.push(address);
        }
        addresses
    }

    /// Gives back the page at `address`. Later accesses meet no memory.
    pub fn free(&mut self, address: u64) {
        self.pages.remove(&(address / PAGE as u64));
    }

    /// Whether all of `address..address + bytes` is memory.
    pub fn check(&self, address: u64, bytes: usize) -> Result<(), Unbacked> {
        for (at, part) in by_page(address, bytes) {
            match self.pages.get(&(at / PAGE as u64)) {
                Some(Backing::Owned(_)) => {}
                Some(Backing::Pinned(pinned)) => {
                    let offset = (at % PAGE as u64) as usize;
                    if offset < usize::from(pinned.from) {
                        return Err(Unbacked { address: at });
                    }
                    if offset + part > usize::from(pinned.to) {
                        let address =
                            at + (usize::from(pinned.to) as u64).saturating_sub(offset as u64);
                        return Err(Unbacked { address });
                    }
                }
                None => return Err(Unbacked { address: at }),
            }
        }
        Ok(())
    }

    /// Reads physical memory. Nothing is read if a part does not exist.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), Unbacked> {
        self.check(address, bytes.len())?;
        let mut done = 0;
        for (at, part) in by_page(address, bytes.len()) {
            let offset = (at % PAGE as u64) as usize;
            let target = &mut bytes[done..done + part];
            match &self.pages[&(at / PAGE as u64)] {
                Backing::Owned(page) => target.copy_from_slice(&page[offset..offset + part]),
                // SAFETY: `check` saw the range inside the pinned bytes.
                Backing::Pinned(pinned) => unsafe { copy_out(pinned.base.add(offset), target) },
            }
            done += part;
        }
        Ok(())
    }

    /// Writes physical memory, in ascending order. Nothing is written if a part does not exist.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Unbacked> {
        self.check(address, bytes.len())?;
        let mut done = 0;
        for (at, part) in by_page(address, bytes.len()) {
            let offset = (at % PAGE as u64) as usize;
            let source = &bytes[done..done + part];
            match self.pages.get_mut(&(at / PAGE as u64)) {
                Some(Backing::Owned(page)) => page[offset..offset + part].copy_from_slice(source),
                // SAFETY: `check` saw the range inside the pinned bytes.
                Some(Backing::Pinned(pinned)) => unsafe {
                    let place = pinned.base.add(offset);
                    copy_in(place, source);
                    if let Some(watched) = &mut self.watched {
                        watched.push((place as u64, source.to_vec()));
                    }
                },
                None => unreachable!("checked above"),
            }
            done += part;
        }
        Ok(())
    }
}

/// The parts of a range that lie in one page each.
fn by_page(address: u64, bytes: usize) -> impl Iterator<Item = (u64, usize)> {
    let mut at = address;
    let end = address.saturating_add(bytes as u64);
    std::iter::from_fn(move || {
        let part = (end - at).min(PAGE as u64 - at % PAGE as u64);
        let item = (part > 0).then_some((at, part as usize));
        at += part;
        item
    })
}

/// Stores byte by byte or in aligned words, each with release order and ascending, so that another thread that
/// acquires the last byte of a record sees the whole record, as on a real bus.
unsafe fn copy_in(mut target: *mut u8, mut source: &[u8]) {
    while !source.is_empty() {
        let taken = if (target as usize).is_multiple_of(8) && source.len() >= 8 {
            let word = u64::from_ne_bytes(source[..8].try_into().expect("eight bytes"));
            // SAFETY: the caller owns the range; the pointer is aligned to eight.
            unsafe { AtomicU64::from_ptr(target.cast()).store(word, Ordering::Release) };
            8
        } else {
            // SAFETY: the caller owns the range.
            unsafe { AtomicU8::from_ptr(target).store(source[0], Ordering::Release) };
            1
        };
        source = &source[taken..];
        target = target.wrapping_add(taken);
    }
}

/// Loads as [`copy_in`] stores.
unsafe fn copy_out(mut source: *mut u8, mut target: &mut [u8]) {
    while !target.is_empty() {
        let taken = if (source as usize).is_multiple_of(8) && target.len() >= 8 {
            // SAFETY: the caller owns the range; the pointer is aligned to eight.
            let word = unsafe { AtomicU64::from_ptr(source.cast()).load(Ordering::Acquire) };
            target[..8].copy_from_slice(&word.to_ne_bytes());
            8
        } else {
            // SAFETY: the caller owns the range.
            target[0] = unsafe { AtomicU8::from_ptr(source).load(Ordering::Acquire) };
            1
        };
        target = &mut target[taken..];
        source = source.wrapping_add(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_scattered_repeatable_and_zero() {
        let mut memory = HostMemory::new(5);
        let pages = memory.allocate(20 * PAGE);
        assert_eq!(pages, HostMemory::new(5).allocate(20 * PAGE));
        assert!(
            pages
                .windows(2)
                .any(|pair| pair[1] != pair[0] + PAGE as u64)
        );
        assert!(
            pages.iter().any(|page| *page < 1 << 32) && pages.iter().any(|page| *page >= 1 << 32)
        );
        let mut bytes = [1; 8];
        memory.read(pages[3] + 8, &mut bytes).unwrap();
        assert_eq!(bytes, [0; 8]);
    }

    #[test]
    fn access_beyond_a_page_fails_whole() {
        let mut memory = HostMemory::new(6);
        let address = memory.allocate_contiguous(2 * PAGE);
        memory.write(address + 4090, &[7; 12]).unwrap();
        let beyond = address + 2 * PAGE as u64;
        assert_eq!(
            memory.write(beyond - 4, &[1; 8]),
            Err(Unbacked { address: beyond })
        );
        let mut bytes = [9; 4];
        memory.read(beyond - 4, &mut bytes).unwrap();
        assert_eq!(bytes, [0; 4]);
        memory.free(address);
        assert_eq!(memory.read(address, &mut bytes), Err(Unbacked { address }));
    }

    #[test]
    fn pinned_memory_is_shared_and_bounded_to_the_byte() {
        let mut memory = HostMemory::new(7);
        let mut buffer = vec![0u8; 3 * PAGE];
        let start = buffer.as_mut_ptr().wrapping_add(13);
        let length = PAGE + 100;
        // SAFETY: the buffer outlives the memory and is touched only through the pointer below.
        let pages = unsafe { memory.pin(start, length) };
        let offset = start as u64 % PAGE as u64;
        memory
            .write(pages[0] + offset, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
            .unwrap();
        let below = pages[0] + offset - 1;
        assert_eq!(memory.write(below, &[0]), Err(Unbacked { address: below }));
        let last = (offset as usize + length - 1) % PAGE;
        let tail = *pages.last().unwrap() + last as u64;
        memory.write(tail, &[42]).unwrap();
        assert_eq!(
            memory.write(tail, &[1, 2]),
            Err(Unbacked { address: tail + 1 })
        );
        let mut back = [0; 11];
        memory.read(pages[0] + offset, &mut back).unwrap();
        assert_eq!(back, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(buffer[13..24], back);
        assert_eq!(buffer[13 + length - 1], 42);
    }
}
