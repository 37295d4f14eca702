//! Queue pair attributes as admin commands carry them.

/// States, in the numbering of verbs.h (digest §10).
pub mod state {
    /// Nothing is posted, nothing is received.
    pub const RESET: u8 = 0;
    /// Receives may be posted.
    pub const INIT: u8 = 1;
    /// Ready to receive.
    pub const RTR: u8 = 2;
    /// Ready to send.
    pub const RTS: u8 = 3;
    /// Send queue draining.
    pub const SQD: u8 = 4;
    /// Send queue error (UC and UD only).
    pub const SQE: u8 = 5;
    /// Everything is flushed.
    pub const ERROR: u8 = 6;
}

/// Access flags of keys and QPs, in the numbering of verbs.h (digest §11).
pub mod access {
    /// The card may write on behalf of local work requests.
    pub const LOCAL_WRITE: u8 = 1;
    /// Peers may WRITE.
    pub const REMOTE_WRITE: u8 = 2;
    /// Peers may READ.
    pub const REMOTE_READ: u8 = 4;
    /// Peers may use atomics.
    pub const REMOTE_ATOMIC: u8 = 8;
    /// Every bit of a QP.
    pub const ALL: u8 = 15;
    /// Peers may end the key by a SEND with invalidate. Of keys only, and no number of verbs.h: where it stands that has a hint which never
    /// comes to a card.
    pub const REMOTE_INVALIDATE: u8 = 128;
    /// Every bit of a key.
    pub const KEY_ALL: u8 = ALL | REMOTE_INVALIDATE;
}

/// log2 of the smallest PMTU; the PMTU code 1..=5 stands for `128 << code` bytes (digest §1).
pub const PMTU_CODE_MAX: u8 = 5;
/// Bytes of a PMTU code.
pub const fn pmtu_bytes(code: u8) -> usize {
    128 << code
}
