//! The PCIe side of the card: DMA reads and writes, host accesses to the BARs, and MSI-X, on the user streams of AMD's UltraScale+ block.
//! `docs/pcie.md` has the picture.
pub mod chunk;
pub mod completer;
pub mod enables;
pub mod join;
pub mod msix;
pub mod read;
pub mod requests;
pub mod write;

/// Clients of the DMA reader, in the order of its ports.
pub mod read_client {
    /// Send WQEs.
    pub const SEND_WQE: usize = 0;
    /// Receive WQEs.
    pub const RECEIVE_WQE: usize = 1;
    /// Payload of requests.
    pub const REQUEST_PAYLOAD: usize = 2;
    /// Payload of READ responses, and what atomics read.
    pub const RESPONSE_PAYLOAD: usize = 3;
    /// Admin commands and page lists.
    pub const ADMIN: usize = 4;
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// Clients of the DMA writer, in the order of its ports.
pub mod write_client {
    /// What the responder places.
    pub const PAYLOAD: usize = 0;
    /// What the requester places of READ responses.
    pub const RESPONSE: usize = 1;
    /// Completion entries.
    pub const COMPLETION: usize = 2;
    /// Events.
    pub const EVENT: usize = 3;
    /// Admin completions.
    pub const ADMIN: usize = 4;
    /// MSI-X messages; the only client inside the PCIe block.
    pub const INTERRUPT: usize = 5;
    /// How many there are.
    pub const COUNT: usize = 6;
}
