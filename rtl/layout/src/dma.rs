//! How a DMA read can end.

/// What became of a read of host memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ReadError {
    /// All bytes are good.
    None = 0,
    /// Unsupported request or completer abort.
    Refused = 1,
    /// A completion was poisoned.
    Poisoned = 2,
    /// No completion came in time.
    Timeout = 3,
    /// A completion's length, address or byte count was wrong.
    Malformed = 4,
    /// Bus mastering is off.
    Disabled = 5,
}
