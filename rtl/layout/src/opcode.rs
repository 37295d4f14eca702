//! Wire opcodes (digest §3). One row an opcode; parser, sequence check, models and documents read this table.

/// Transport of an opcode, bits 7:5.
pub mod transport {
    /// Reliable connection.
    pub const RC: u8 = 0;
    /// Unreliable connection.
    pub const UC: u8 = 1;
    /// Unreliable datagram.
    pub const UD: u8 = 3;
    /// Congestion notification.
    pub const CNP: u8 = 4;
    /// Extended reliable connection.
    pub const XRC: u8 = 5;
}

/// Where a packet stands in its message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// First of several.
    First,
    /// Neither first nor last.
    Middle,
    /// Last of several.
    Last,
    /// The only one.
    Only,
}

/// Headers after the BTH, as bits; they follow each other in the order of the bits.
pub mod headers {
    /// RDMA extended transport header, 16 bytes.
    pub const RETH: u8 = 1;
    /// Atomic header, 28 bytes.
    pub const ATOMIC: u8 = 2;
    /// Acknowledge header, 4 bytes.
    pub const AETH: u8 = 4;
    /// Atomic acknowledge header, 8 bytes.
    pub const ATOMIC_ACK: u8 = 8;
    /// Immediate data, 4 bytes.
    pub const IMMEDIATE: u8 = 16;
    /// Key to invalidate, 4 bytes.
    pub const INVALIDATE: u8 = 32;
    /// Datagram header, 8 bytes (before all others).
    pub const DETH: u8 = 64;
}

/// What a packet asks for or answers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// SEND.
    Send,
    /// RDMA WRITE.
    Write,
    /// READ request.
    ReadRequest,
    /// READ response.
    ReadResponse,
    /// Acknowledge, NAK, RNR NAK.
    Acknowledge,
    /// Atomic acknowledge.
    AtomicAcknowledge,
    /// Compare and swap.
    CompareSwap,
    /// Fetch and add.
    FetchAdd,
}

/// One row of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bits 4:0 of the opcode.
    pub operation: u8,
    /// The name the specification gives it, after its transport.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub position: Position,
    /// Which headers follow the BTH on RC.
    pub headers: u8,
    /// Whether it may carry payload.
    pub payload: bool,
    /// Whether it carries the message's immediate or key, and so ends with a receive completion.
    pub completes_receive: bool,
}

macro_rules! rows {
    ($($op:literal $konst:ident $name:literal $kind:ident $position:ident $headers:expr, $payload:literal, $completes:literal;)*) => {
        /// Bits 4:0 of each opcode.
        pub mod operation { $(#[doc = $name] pub const $konst: u8 = $op;)* }
        /// Every operation the card knows by name, in numeric order.
        pub const TABLE: &[Row] = &[$(Row {
            operation: $op, name: $name, kind: Kind::$kind, position: Position::$position, headers: $headers, payload: $payload,
            completes_receive: $completes,
        }),*];
    };
}
use headers::*;
rows! {
    0x00 SEND_FIRST "SEND First" Send First 0, true, false;
    0x01 SEND_MIDDLE "SEND Middle" Send Middle 0, true, false;
    0x02 SEND_LAST "SEND Last" Send Last 0, true, true;
    0x03 SEND_LAST_IMMEDIATE "SEND Last with Immediate" Send Last IMMEDIATE, true, true;
    0x04 SEND_ONLY "SEND Only" Send Only 0, true, true;
    0x05 SEND_ONLY_IMMEDIATE "SEND Only with Immediate" Send Only IMMEDIATE, true, true;
    0x06 WRITE_FIRST "RDMA WRITE First" Write First RETH, true, false;
    0x07 WRITE_MIDDLE "RDMA WRITE Middle" Write Middle 0, true, false;
    0x08 WRITE_LAST "RDMA WRITE Last" Write Last 0, true, false;
    0x09 WRITE_LAST_IMMEDIATE "RDMA WRITE Last with Immediate" Write Last IMMEDIATE, true, true;
    0x0A WRITE_ONLY "RDMA WRITE Only" Write Only RETH, true, false;
    0x0B WRITE_ONLY_IMMEDIATE "RDMA WRITE Only with Immediate" Write Only RETH | IMMEDIATE, true, true;
    0x0C READ_REQUEST "RDMA READ Request" ReadRequest Only RETH, false, false;
    0x0D READ_RESPONSE_FIRST "RDMA READ Response First" ReadResponse First AETH, true, false;
    0x0E READ_RESPONSE_MIDDLE "RDMA READ Response Middle" ReadResponse Middle 0, true, false;
    0x0F READ_RESPONSE_LAST "RDMA READ Response Last" ReadResponse Last AETH, true, false;
    0x10 READ_RESPONSE_ONLY "RDMA READ Response Only" ReadResponse Only AETH, true, false;
    0x11 ACKNOWLEDGE "Acknowledge" Acknowledge Only AETH, false, false;
    0x12 ATOMIC_ACKNOWLEDGE "Atomic Acknowledge" AtomicAcknowledge Only AETH | ATOMIC_ACK, false, false;
    0x13 COMPARE_SWAP "Compare and Swap" CompareSwap Only ATOMIC, false, false;
    0x14 FETCH_ADD "Fetch and Add" FetchAdd Only ATOMIC, false, false;
    0x16 SEND_LAST_INVALIDATE "SEND Last with Invalidate" Send Last INVALIDATE, true, true;
    0x17 SEND_ONLY_INVALIDATE "SEND Only with Invalidate" Send Only INVALIDATE, true, true;
}

/// The opcode byte of a congestion notification packet.
pub const CNP: u8 = 0x81;

/// The opcode byte of `operation` on `transport`.
pub const fn opcode(transport: u8, operation: u8) -> u8 {
    transport << 5 | operation
}

/// Bytes of a set of [`headers`].
pub const fn header_bytes(set: u8) -> usize {
    let sizes = [16, 28, 4, 8, 4, 4, 8];
    let (mut sum, mut bit) = (0, 0);
    while bit < sizes.len() {
        sum += sizes[bit] * (set >> bit & 1) as usize;
        bit += 1;
    }
    sum
}

/// The row of an operation, if it is one the table knows.
pub fn row(operation: u8) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.operation == operation & 0x1F)
}
