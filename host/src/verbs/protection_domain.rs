//! What may be used together.
use super::Error;
use super::builder::QueuePairBuilder;
use super::completion_queue::CompletionQueue;
use super::context::Shared as Context;
use super::memory_region::{AccessFlags, MemoryRegion};
use crate::driver::object::{Kind, Number};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A protection domain, `struct ibv_pd`: queue pairs can use memory regions of their own protection domain only.
#[derive(Clone)]
pub struct ProtectionDomain {
    shared: Arc<Shared>,
}

/// What memory regions and queue pairs refer to.
pub(super) struct Shared {
    pub context: Arc<Context>,
    pub number: Number,
    pub id: DomainId,
}

/// Tells every protection domain of this process, of whatever device, from all others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DomainId(u64);

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl ProtectionDomain {
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, Error> {
        let shared = Shared {
            context: context.clone(),
            number: Number::take(&context.card, Kind::ProtectionDomain)?,
            id: DomainId(NEXT_ID.fetch_add(1, Ordering::Relaxed)),
        };
        Ok(ProtectionDomain {
            shared: Arc::new(shared),
        })
    }

    /// Lets the card use `memory`, which belongs to the region from now on: [`MemoryRegion::read`] and [`MemoryRegion::write`] reach
    /// it, [`MemoryRegion::deregister`] gives it back.
    ///
    /// # Errors
    /// No bytes; peers may change it but LOCAL_WRITE is missing; no key left, or not enough page entries in a row: a region takes one
    /// for each run of memory that is contiguous on the bus, or, where that is not aligned, for each 4 KiB.
    pub fn register(
        &self,
        memory: impl Into<Box<[u8]>>,
        access: AccessFlags,
    ) -> Result<MemoryRegion, Error> {
        MemoryRegion::owned(&self.shared, memory.into(), access)
    }

    /// Lets the card use a region of zeroed memory of its own.
    ///
    /// # Errors
    /// As [`ProtectionDomain::register`].
    pub fn allocate(&self, length: usize, access: AccessFlags) -> Result<MemoryRegion, Error> {
        self.register(vec![0; length], access)
    }

    /// Lets the card use memory that belongs to somebody else, `ibv_reg_mr`. `pointer` is the address peers and work requests know the
    /// region by.
    ///
    /// # Safety
    /// The memory stays valid until the region is dropped, and whoever else uses it meanwhile is ready for the card to read it at any
    /// time, and with any write access to write it.
    ///
    /// # Errors
    /// As [`ProtectionDomain::register`].
    pub unsafe fn register_raw(
        &self,
        pointer: *mut u8,
        length: usize,
        access: AccessFlags,
    ) -> Result<MemoryRegion, Error> {
        // SAFETY: promised by the caller.
        unsafe { MemoryRegion::raw(&self.shared, pointer, length, access) }
    }

    /// Begins a reliable connection whose sends complete on `send_cq` and whose receives complete on `recv_cq`, which may be the same.
    pub fn create_qp(
        &self,
        send_cq: &CompletionQueue,
        recv_cq: &CompletionQueue,
    ) -> QueuePairBuilder {
        QueuePairBuilder::new(&self.shared, send_cq, recv_cq)
    }
}
