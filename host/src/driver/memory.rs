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

    /// Copies `N` bytes out, word by word; `offset` and `N` are multiples of 8.
    pub fn load<const N: usize>(&self, offset: usize) -> [u8; N] {
        let mut bytes = [0; N];
        for (index, word) in bytes.chunks_exact_mut(8).enumerate() {
            // SAFETY: in bounds and aligned.
            word.copy_from_slice(
                &unsafe { self.at::<u64>(offset + 8 * index).read_volatile() }.to_ne_bytes(),
            );
        }
        bytes
    }

    /// Copies bytes in, word by word; `offset` and the length are multiples of 8.
    pub fn store(&self, offset: usize, bytes: &[u8]) {
        assert!(bytes.len().is_multiple_of(8), "whole words only");
        for (index, word) in bytes.chunks_exact(8).enumerate() {
            let word = u64::from_ne_bytes(word.try_into().expect("eight bytes"));
            // SAFETY: in bounds and aligned.
            unsafe { self.at::<u64>(offset + 8 * index).write_volatile(word) };
        }
    }
}

impl Drop for DmaMemory {
    fn drop(&mut self) {
        self.bus.unmap(&self.mapping);
        // SAFETY: allocated in `new` with this layout; the card can no longer reach it.
        unsafe { dealloc(self.pointer.as_ptr(), self.layout) };
    }
}
