//! BAR4: MSI-X table and pending bits (PCIe digest §1.10), and moderation.

/// Vectors; event queue `n` raises vector `n`.
pub const VECTORS: usize = crate::sizes::EQS;
/// Byte offset of the table in BAR4.
pub const TABLE: u32 = 0x0000;
/// Byte offset of the moderation registers, 4 bytes a vector: least number of cycles between two interrupts of the vector.
pub const MODERATION: u32 = 0x4000;
/// Byte offset of the pending bits in BAR4.
pub const PENDING: u32 = 0x8000;
/// Bytes of BAR4.
pub const BAR_SIZE: u64 = 0x1_0000;
