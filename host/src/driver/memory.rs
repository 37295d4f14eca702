//! Memory of this process that the card may use.
use crate::bus::{Bus, BusError, Direction, Mapping, PAGE};
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::Arc;

/// Zeroed, page-aligned memory that the card may read and write, contiguous on the bus. Unmapped and freed when dropped.
///
/// Both sides touch it at any time, so it is only reached by volatile accesses.
pub struct DmaMemory {
    bus: Arc<dyn Bus>,
    pointer: NonNull<u8>,
    layout: Layout,
    mapping: Mapping,
    abandoned: bool,
}

// SAFETY: the memory is owned, and every access is volatile and through a method that checks its bounds.
unsafe impl Send for DmaMemory {}
// SAFETY: as above; what the accesses of two threads mean to each other is the caller's to order, as it is with the card's.
unsafe impl Sync for DmaMemory {}

impl DmaMemory {
    /// `bytes` bytes, at least 1, rounded up to pages.
    pub fn new(bus: &Arc<dyn Bus>, bytes: usize) -> Result<Self, BusError> {
        let layout = Layout::from_size_align(bytes.max(1).next_multiple_of(PAGE), PAGE).map_err(
            |error| BusError::Map {
                length: bytes,
                reason: error.to_string(),
            },
        )?;
        // SAFETY: the layout is not of size 0.
        let pointer = NonNull::new(unsafe { alloc_zeroed(layout) })
            .unwrap_or_else(|| handle_alloc_error(layout));
        // SAFETY: the memory lives until `drop`, which unmaps it first, and no reference to it is ever made.
        let mapping = unsafe { bus.map(pointer.as_ptr(), layout.size(), Direction::Both) };
        let memory = mapping.map(|mapping| DmaMemory {
            bus: bus.clone(),
            pointer,
            layout,
            mapping,
            abandoned: false,
        });
        match memory {
            Ok(memory) if memory.mapping.is_contiguous() => Ok(memory),
            Ok(_) => Err(BusError::Map {
                length: bytes,
                reason: "a ring must be contiguous on the bus; an IOMMU makes it so".into(),
            }),
            Err(error) => {
                // SAFETY: allocated above with this layout, and mapped nowhere.
                unsafe { dealloc(pointer.as_ptr(), layout) };
                Err(error)
            }
        }
    }

    /// Bus address of the first byte.
    pub fn address(&self) -> u64 {
        self.mapping.address()
    }

    fn at<T>(&self, offset: usize) -> *mut T {
        assert!(
            offset + size_of::<T>() <= self.layout.size(),
            "access past the end of DMA memory"
        );
        assert!(
            offset.is_multiple_of(align_of::<T>()),
            "misaligned access to DMA memory"
        );
        // SAFETY: within the allocation, as just checked.
        unsafe { self.pointer.as_ptr().add(offset).cast() }
    }

    /// One byte, as it stands now.
    pub fn byte(&self, offset: usize) -> u8 {
        // SAFETY: in bounds and aligned.
        unsafe { self.at::<u8>(offset).read_volatile() }
    }

    /// Two bytes at an even offset, low byte first, as they stand now.
    pub fn half(&self, offset: usize) -> u16 {
        // SAFETY: in bounds and aligned.
        u16::from_le(unsafe { self.at::<u16>(offset).read_volatile() })
    }

    /// The `N` bytes from `offset` on, as [`DmaMemory::load_into`] has them.
    pub fn load<const N: usize>(&self, offset: usize) -> [u8; N] {
        let mut bytes = [0; N];
        self.load_into(offset, &mut bytes);
        bytes
    }

    /// Copies bytes out, word by word; `offset` is a multiple of 8.
    pub fn load_into(&self, offset: usize, bytes: &mut [u8]) {
        for (index, part) in bytes.chunks_mut(8).enumerate() {
            // SAFETY: in bounds and aligned.
            let word = unsafe { self.at::<u64>(offset + 8 * index).read_volatile() };
            part.copy_from_slice(&word.to_ne_bytes()[..part.len()]);
        }
    }

    /// Copies bytes in, word by word; `offset` is a multiple of 8. A last word that they do not fill is filled up with zeros.
    pub fn store(&self, offset: usize, bytes: &[u8]) {
        for (index, part) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            let word = u64::from_ne_bytes(word);
            // SAFETY: in bounds and aligned.
            unsafe { self.at::<u64>(offset + 8 * index).write_volatile(word) };
        }
    }

    /// The card may go on using it: it stays mapped and is never freed.
    pub fn abandon(&mut self) {
        self.abandoned = true;
    }
}

impl Drop for DmaMemory {
    fn drop(&mut self) {
        if self.abandoned {
            return;
        }
        self.bus.unmap(&self.mapping);
        // SAFETY: allocated in `new` with this layout; the card can no longer reach it.
        unsafe { dealloc(self.pointer.as_ptr(), self.layout) };
    }
}
