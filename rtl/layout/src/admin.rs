//! Admin commands and their completions: rings in host memory, little-endian.
//!
//! A command is 128 bytes, its completion 64. Every command begins with [`Header`] and each kind overlays the rest. The completion
//! repeats the first 64 bytes of what the command was about (for a query: of the object as it stands), with [`Completion::status`] in
//! place of the flags and the phase bit in the last byte. Object numbers are the driver's to allocate; the card refuses one that is in
//! use, out of range, or still referred to by another object.
use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of a command.
pub const COMMAND: usize = 128;
/// Bytes of a completion.
pub const COMPLETION: usize = 64;
/// Most page entries one [`opcode::WRITE_PAGES`] may write: one 4096-byte read.
pub const PAGES_MAX: usize = 512;
/// Bit of [`Completion::phase`], as a completion entry's.
pub const PHASE: u8 = 1;

/// What to do.
pub mod opcode {
    /// Nothing; completes with success.
    pub const NOP: u8 = 0x00;
    /// Write page entries.
    pub const WRITE_PAGES: u8 = 0x01;
    /// Make a key valid.
    pub const CREATE_KEY: u8 = 0x10;
    /// Make a key invalid.
    pub const DESTROY_KEY: u8 = 0x11;
    /// Read a key.
    pub const QUERY_KEY: u8 = 0x12;
    /// Create a completion queue.
    pub const CREATE_CQ: u8 = 0x20;
    /// Destroy a completion queue that no QP refers to.
    pub const DESTROY_CQ: u8 = 0x21;
    /// Read a completion queue.
    pub const QUERY_CQ: u8 = 0x22;
    /// Create an event queue.
    pub const CREATE_EQ: u8 = 0x30;
    /// Destroy an event queue that no CQ refers to.
    pub const DESTROY_EQ: u8 = 0x31;
    /// Read an event queue.
    pub const QUERY_EQ: u8 = 0x32;
    /// Create a QP in RESET.
    pub const CREATE_QP: u8 = 0x40;
    /// Move a QP to another state with the attributes given (all of them: the card keeps what it is told).
    pub const MODIFY_QP: u8 = 0x41;
    /// Destroy a QP; completes when nothing of it can be written any more.
    pub const DESTROY_QP: u8 = 0x42;
    /// Read a QP's attributes and its present state.
    pub const QUERY_QP: u8 = 0x43;
}

macro_rules! statuses {
    ($($name:ident = $value:literal, $doc:literal;)*) => {
        /// How a command ended.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Status { $(#[doc = $doc] $name = $value,)* }
        impl Status {
            /// The status with this number.
            pub const fn from_u8(value: u8) -> Option<Status> {
                match value { $($value => Some(Status::$name),)* _ => None }
            }
            /// What it means, in words.
            pub const fn describe(self) -> &'static str {
                match self { $(Status::$name => $doc,)* }
            }
        }
    };
}
statuses! {
    Success = 0, "success";
    UnknownOpcode = 1, "unknown opcode";
    BadNumber = 2, "object number out of range";
    InUse = 3, "object exists already";
    NotFound = 4, "object does not exist";
    BadArgument = 5, "argument out of range";
    BadState = 6, "state transition not allowed";
    Busy = 7, "object is referred to by another";
    BadReference = 8, "object refers to one that does not exist";
    MemoryError = 9, "host memory could not be read";
}

macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
        #[repr(C)]
        pub struct $name { $($(#[$fdoc])* pub $field: $type,)* }
        impl Default for $name {
            fn default() -> Self {
                zerocopy::FromZeros::new_zeroed()
            }
        }
    };
}
record! {
    /// The first 8 bytes of every command.
    Header {
        /// [`opcode`].
        opcode: u8,
        /// Must be 0.
        flags: u8,
        /// Comes back in the completion.
        tag: U16,
        /// The object: key index, CQ, event queue or QP number; the first page for [`opcode::WRITE_PAGES`].
        number: U32,
    }
}
record! {
    /// [`opcode::WRITE_PAGES`]: page entries are 8 bytes each, the bus address of the page's first byte, 4 KB aligned.
    WritePages {
        /// Number: the first page entry to write.
        header: Header,
        /// Entries, 1 to [`PAGES_MAX`].
        count: U32,
        /// Must be 0.
        reserved0: U32,
        /// Bus address of the list, 64-byte aligned.
        list: U64,
        /// Must be 0.
        reserved1: [u8; 104],
    }
}
record! {
    /// [`opcode::CREATE_KEY`]. Number: the key's index; the key itself is `index << 8 | tag`.
    CreateKey {
        /// See above.
        header: Header,
        /// Protection domain.
        pd: U32,
        /// [`crate::qp::access`].
        access: u8,
        /// log2 of the page size, 12 to 31.
        page_shift: u8,
        /// Low 8 bits of the key.
        tag: u8,
        /// Must be 0.
        reserved0: u8,
        /// Virtual address of the region's first byte.
        va: U64,
        /// Bytes of the region.
        length: U64,
        /// First page entry.
        first_page: U32,
        /// Page entries the region has; offset + length must fit in them.
        page_count: U32,
        /// Where in its first page the region begins.
        offset: U32,
        /// Must be 0.
        reserved1: [u8; 84],
    }
}
record! {
    /// [`opcode::CREATE_CQ`] and [`opcode::CREATE_EQ`]: a ring in host memory that the card writes. Number: the CQ or event queue.
    CreateRing {
        /// See above.
        header: Header,
        /// The user context's doorbell page that may move the consumer index.
        page: U32,
        /// log2 of the number of entries.
        log2: u8,
        /// Completion queues: the event queue that tells of entries.
        eqn: u8,
        /// Must be 0.
        reserved0: [u8; 2],
        /// Bus address of the ring, 64-byte aligned, contiguous, zeroed.
        ring: U64,
        /// Must be 0.
        reserved1: [u8; 104],
    }
}
record! {
    /// [`opcode::CREATE_QP`] and [`opcode::MODIFY_QP`]. Number: the QPN. The second 64 bytes are the path.
    Qp {
        /// See above.
        header: Header,
        /// Protection domain.
        pd: U32,
        /// State to go to, [`crate::qp::state`].
        state: u8,
        /// [`crate::opcode::transport`].
        transport: u8,
        /// The user context's doorbell page that may ring this QP.
        page: u8,
        /// What peers may do, [`crate::qp::access`].
        access: u8,
        /// Bus address of the send ring, 64-byte aligned, contiguous.
        send_ring: U64,
        /// Bus address of the receive ring, 64-byte aligned, contiguous.
        receive_ring: U64,
        /// log2 of the send ring's slots.
        send_log2: u8,
        /// log2 of the receive ring's WQEs.
        receive_log2: u8,
        /// PMTU code 1 to 5.
        pmtu: u8,
        /// RNR timer code this side asks its peer to wait.
        min_rnr_timer: u8,
        /// Transport timer exponent; 0 = off.
        timeout: u8,
        /// Retries, 0 to 7.
        retry_count: u8,
        /// RNR retries, 0 to 6; 7 = for ever.
        rnr_retry: u8,
        /// READs and atomics this side may have outstanding, at most [`crate::sizes::RD_ATOMIC_MAX`].
        max_rd_atomic: u8,
        /// READs and atomics the peer may have outstanding here, at most as many.
        max_dest_rd_atomic: u8,
        /// IPv4 TTL, IPv6 hop limit.
        hop_limit: u8,
        /// IPv4 ToS, IPv6 traffic class.
        traffic_class: u8,
        /// 0: IPv4, 1: IPv6.
        ipv6: u8,
        /// Completion queue of sends.
        send_cqn: U16,
        /// Completion queue of receives.
        receive_cqn: U16,
        /// The peer's QPN.
        peer_qpn: U32,
        /// First PSN this side sends; taken on the way to RTS.
        send_psn: U32,
        /// First PSN this side expects; taken on the way to RTR.
        receive_psn: U32,
        /// IPv6 flow label.
        flow_label: U32,
        /// The peer's GID, as on the wire.
        destination_gid: [u8; 16],
        /// This side's GID, as on the wire.
        source_gid: [u8; 16],
        /// The next hop's MAC address, as on the wire.
        destination_mac: [u8; 6],
        /// UDP source port.
        udp_source_port: U16,
        /// VLAN tag control information, if `vlan` is 1.
        vlan_tci: U16,
        /// Partition key.
        pkey: U16,
        /// 1: frames carry a VLAN tag.
        vlan: u8,
        /// Must be 0.
        reserved: [u8; 19],
    }
}
record! {
    /// The answer to a command.
    Completion {
        /// As in the command.
        opcode: u8,
        /// [`Status`].
        status: u8,
        /// As in the command.
        tag: U16,
        /// As in the command.
        number: U32,
        /// Bytes 8 to 63 of the command, or of the object for a query.
        object: [u8; 55],
        /// [`PHASE`], bit 0.
        phase: u8,
    }
}
const _: () = {
    assert!(
        size_of::<WritePages>() == COMMAND
            && size_of::<CreateKey>() == COMMAND
            && size_of::<CreateRing>() == COMMAND
    );
    assert!(size_of::<Qp>() == COMMAND && size_of::<Completion>() == COMPLETION);
    assert!(core::mem::offset_of!(Qp, destination_gid) == 64);
};
