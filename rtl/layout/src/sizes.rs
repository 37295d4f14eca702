//! How large the card is built. The RTL's tables, the driver's limits and the tests all read these.

/// log2 of the number of queue pairs.
pub const QP_BITS: usize = 10;
/// Queue pairs; QPN 0 and 1 are reserved as the specification wants, so the first usable QPN is [`FIRST_QPN`].
pub const QPS: usize = 1 << QP_BITS;
/// QPN 0 does not exist on RoCE and QPN 1 is the management QP.
pub const FIRST_QPN: u32 = 2;

/// log2 of the number of completion queues.
pub const CQ_BITS: usize = 10;
/// Completion queues.
pub const CQS: usize = 1 << CQ_BITS;

/// log2 of the number of event queues.
pub const EQ_BITS: usize = 5;
/// Event queues; event queue `n` raises MSI-X vector `n`.
pub const EQS: usize = 1 << EQ_BITS;
/// The event queue that carries asynchronous events.
pub const ASYNC_EQ: usize = 0;

/// log2 of the number of memory keys.
pub const KEY_BITS: usize = 13;
/// Memory keys; index 0 is never valid, so that a zeroed WQE names no key.
pub const KEYS: usize = 1 << KEY_BITS;

/// log2 of the number of page entries.
pub const PAGE_BITS: usize = 16;
/// Page entries shared by all keys.
pub const PAGES: usize = 1 << PAGE_BITS;
/// Smallest and largest log2 of a key's page size.
pub const PAGE_SHIFT_MIN: usize = 12;
/// See [`PAGE_SHIFT_MIN`].
pub const PAGE_SHIFT_MAX: usize = 31;

/// log2 of the number of protection domains.
pub const PD_BITS: usize = 16;

/// log2 of the number of doorbell pages (one a user context).
pub const DOORBELL_PAGE_BITS: usize = 6;
/// Doorbell pages.
pub const DOORBELL_PAGES: usize = 1 << DOORBELL_PAGE_BITS;

/// PCIe tags the DMA reader uses.
pub const DMA_TAGS: usize = 256;

/// log2 of the messages a QP may have sent and not seen acknowledged.
pub const OUTSTANDING_BITS: usize = 7;
/// Outstanding messages a QP.
pub const OUTSTANDING: usize = 1 << OUTSTANDING_BITS;

/// log2 of the READs and atomics a QP may have outstanding, in either role.
pub const RD_ATOMIC_BITS: usize = 4;
/// READs and atomics a QP may have outstanding: the bound of `max_rd_atomic` and `max_dest_rd_atomic`.
pub const RD_ATOMIC_MAX: usize = 1 << RD_ATOMIC_BITS;
/// Largest number of scatter/gather entries in the WQE of a READ: the card keeps them until the answer has come.
pub const READ_SGE_MAX: usize = 4;

/// Bytes of a send-queue slot; a send WQE is 1 to [`SEND_SLOTS_MAX`] consecutive slots.
pub const SLOT: usize = 64;
/// Slots of the longest send WQE.
pub const SEND_SLOTS_MAX: usize = 5;
/// Largest number of scatter/gather entries in a send WQE.
pub const SEND_SGE_MAX: usize = 16;
/// Largest inline payload in bytes.
pub const INLINE_MAX: usize = 220;
/// Scatter/gather entries in a receive WQE.
pub const RECEIVE_SGE_MAX: usize = 4;
/// log2 of the receive WQEs in a group: what the card reads at once and keeps together.
pub const RECEIVE_GROUP_BITS: usize = 3;
/// log2 of the groups that the card has for all QPs: one for each, and as many more for those that need them.
pub const RECEIVE_POOL_BITS: usize = QP_BITS + 1;
/// log2 of the groups that one QP may hold.
pub const RECEIVE_WINDOW_BITS: usize = 3;
/// Receive WQEs the card keeps prefetched for a QP, at most.
pub const RECEIVE_PREFETCH: usize = 1 << (RECEIVE_GROUP_BITS + RECEIVE_WINDOW_BITS);
/// log2 of the smallest and largest ring (slots, receive WQEs, CQEs, events).
pub const RING_LOG2_MIN: usize = 2;
/// See [`RING_LOG2_MIN`]. Producer indices are 16 bits, so that a full and an empty ring differ.
pub const RING_LOG2_MAX: usize = 15;

/// Largest message (digest §2, RETH).
pub const MESSAGE_MAX: u32 = 1 << 31;
/// Largest PMTU, and so the largest payload of a packet.
pub const PMTU_MAX: usize = 4096;
