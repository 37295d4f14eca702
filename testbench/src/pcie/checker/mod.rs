//! Rules of the specification and of the FPGA's block that the card must keep. A breach fails the run.

pub mod answer;
pub mod budget;
pub mod handshake;
pub mod request;

pub use crate::reports::OnViolation;

/// A rule that was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Valid must stay high from the first to the last beat of a packet.
    Gap,
    /// Once valid is high it stays so until the transfer.
    ValidDropped,
    /// What was offered may not change before the transfer.
    Unstable,
    /// Kept double words start at lane 0 without holes, and fill every beat but the last.
    Keep,
    /// The packet has as many double words as its descriptor says.
    PacketLength,
    /// A packet may not be nullified by the discontinue bit.
    Discontinue,
    /// The request type is one a card may send.
    RequestType,
    /// Descriptor fields that must be zero are.
    Reserved,
    /// Byte enables fit the length and have no holes.
    ByteEnables,
    /// No request crosses a 4 KiB boundary.
    PageCrossing,
    /// No payload exceeds the limit.
    MaxPayload,
    /// No read exceeds the limit.
    MaxReadRequest,
    /// A tag is used again only after its request has ended.
    TagInUse,
    /// Tags above 31 need the extended tag bit.
    TagRange,
    /// Without bus mastering a card sends no request.
    BusMaster,
    /// An interrupt is one whole double word, strongly ordered.
    Interrupt,
    /// All answers outstanding fit the block's completion buffer.
    CompletionBudget,
    /// A completion belongs to a request that waits for one.
    UnexpectedCompletion,
    /// Byte count, address, length and copied fields of a completion follow from the request.
    CompletionFields,
    /// A completion is cut at multiples of 128 bytes only.
    CompletionSplit,
    /// Each request is answered, in time.
    Unanswered,
}

/// Collects breaches.
pub type Reports = crate::reports::Reports<Rule>;
