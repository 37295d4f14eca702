//! BAR0: registers of 32 bits. `docs/registers.md` is made from [`REGISTERS`].

/// Who may do what.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Host reads.
    ReadOnly,
    /// Host reads and writes.
    ReadWrite,
    /// Host writes; reads as zero.
    WriteOnly,
}

/// Some bits of a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Identifier.
    pub name: &'static str,
    /// Lowest bit.
    pub low: u8,
    /// Number of bits.
    pub width: u8,
    /// Meaning.
    pub doc: &'static str,
}

/// A register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Identifier.
    pub name: &'static str,
    /// Byte offset in BAR0.
    pub offset: u32,
    /// Who may do what.
    pub access: Access,
    /// Value after reset.
    pub reset: u32,
    /// Meaning.
    pub doc: &'static str,
    /// Its fields, if it has any.
    pub fields: &'static [Field],
}

macro_rules! registers {
    ($($name:ident $offset:literal $access:ident $reset:expr, $doc:literal { $($field:ident $low:literal $width:literal $fdoc:literal;)* })*) => {
        $(#[doc = $doc] pub const $name: u32 = $offset;)*
        /// Every register, by offset.
        pub const REGISTERS: &[Register] = &[$(Register {
            name: stringify!($name), offset: $offset, access: Access::$access, reset: $reset, doc: $doc,
            fields: &[$(Field { name: stringify!($field), low: $low, width: $width, doc: $fdoc }),*],
        }),*];
    };
}
registers! {
    TYPE 0x000 ReadOnly TYPE_VALUE, "Identifies the card: `FERR`, first letter in the low byte." {}
    VERSION 0x004 ReadOnly VERSION_VALUE, "Version of this layout; a driver refuses another major." {
        minor 0 16 "Additions that an older driver may ignore.";
        major 16 16 "Incompatible changes.";
    }
    FEATURES 0x008 ReadOnly feature::BUILT, "What this build can do." {
        rc 0 1 "Reliable connections.";
        send 1 1 "SEND, with and without immediate.";
        write 2 1 "RDMA WRITE, with and without immediate.";
        read 3 1 "RDMA READ.";
        atomic 4 1 "Compare-and-swap and fetch-and-add.";
        retransmit 5 1 "Lost packets are sent again.";
        ipv6 6 1 "RoCE v2 over IPv6.";
        send_invalidate 7 1 "SEND with invalidate.";
    }
    LIMITS0 0x00C ReadOnly LIMITS0_VALUE, "Sizes of the tables, as log2." {
        qps 0 8 "Queue pairs.";
        cqs 8 8 "Completion queues.";
        eqs 16 8 "Event queues.";
        keys 24 8 "Memory keys.";
    }
    LIMITS1 0x010 ReadOnly LIMITS1_VALUE, "More sizes." {
        pages 0 8 "Page entries, as log2.";
        doorbell_pages 8 8 "Doorbell pages, as log2.";
        outstanding 16 8 "Unacknowledged messages a QP, as log2.";
        receive_sges 24 8 "Scatter/gather entries of a receive WQE.";
    }
    CONTROL 0x020 ReadWrite 0, "Turns the card on." {
        transmit 0 1 "Frames may be sent.";
        receive 1 1 "Frames are taken from the MAC; off, they are dropped.";
    }
    STATUS 0x024 ReadOnly 0, "How the card is." {
        bus_master 0 1 "The host lets the card use the bus.";
        admin_error 1 1 "The admin queue stopped: its memory cannot be read. Write ADMIN_LOG2 to start again.";
        ready 2 1 "No reset is under way. Until then the admin queue waits, and doorbells and frames are dropped.";
    }
    RESET 0x028 WriteOnly 0, "Write `RSET`, first letter in the low byte, to have the card forget everything but its interrupt table." {}
    LIFE 0x02C ReadOnly 0, "Counts resets of a card that had been written to. A driver that finds another number than it began with has lost its objects." {
        number 0 16 "Free-running.";
    }
    MAC_LOW 0x030 ReadWrite 0, "The card's MAC address, its first four bytes on the wire, first byte in the low byte." {}
    MAC_HIGH 0x034 ReadWrite 0, "The card's MAC address, its last two bytes on the wire." {}
    ADMIN_COMMAND_LOW 0x040 ReadWrite 0, "Bus address of the admin command ring, 128-byte aligned." {}
    ADMIN_COMMAND_HIGH 0x044 ReadWrite 0, "High half of the same." {}
    ADMIN_COMPLETION_LOW 0x048 ReadWrite 0, "Bus address of the admin completion ring, 64-byte aligned, zeroed." {}
    ADMIN_COMPLETION_HIGH 0x04C ReadWrite 0, "High half of the same." {}
    ADMIN_LOG2 0x050 ReadWrite 0, "Sets both rings' size and resets the admin queue to index 0; 0 turns it off." {
        log2 0 4 "log2 of the number of entries, 2 to 15.";
        event 8 1 "Raise an ADMIN event on event queue 0 for each completion.";
    }
    ADMIN_PRODUCER 0x054 ReadWrite 0, "Doorbell of the admin queue: free-running producer index." {
        index 0 16 "Commands up to this index are in the ring.";
    }
    ADMIN_CONSUMER 0x058 ReadOnly 0, "Commands taken from the ring so far." {
        index 0 16 "Free-running.";
    }
    CYCLES_PER_TICK 0x060 ReadWrite CYCLES_PER_TICK_RESET, "Cycles in a tick of 4.096 µs, the unit of the transport timers. Tests shrink time with it." {}
}

/// Value of [`CYCLES_PER_TICK`] after reset: 4.096 µs at 250 MHz.
pub const CYCLES_PER_TICK_RESET: u32 = 1024;
/// Value of [`TYPE`].
pub const TYPE_VALUE: u32 = u32::from_le_bytes(*b"FERR");
/// What [`RESET`] wants to see, so that no stray write resets the card.
pub const RESET_VALUE: u32 = u32::from_le_bytes(*b"RSET");
/// Value of [`VERSION`].
pub const VERSION_VALUE: u32 = 1 << 16 | 1;
/// Value of [`LIMITS0`].
pub const LIMITS0_VALUE: u32 = {
    use crate::sizes::*;
    (QP_BITS | CQ_BITS << 8 | EQ_BITS << 16 | KEY_BITS << 24) as u32
};
/// Value of [`LIMITS1`].
pub const LIMITS1_VALUE: u32 = {
    use crate::sizes::*;
    (PAGE_BITS | DOORBELL_PAGE_BITS << 8 | OUTSTANDING_BITS << 16 | RECEIVE_SGE_MAX << 24) as u32
};
/// Bits of [`FEATURES`].
pub mod feature {
    /// Reliable connections.
    pub const RC: u32 = 1;
    /// SEND.
    pub const SEND: u32 = 1 << 1;
    /// RDMA WRITE.
    pub const WRITE: u32 = 1 << 2;
    /// RDMA READ.
    pub const READ: u32 = 1 << 3;
    /// Atomics.
    pub const ATOMIC: u32 = 1 << 4;
    /// Retransmission.
    pub const RETRANSMIT: u32 = 1 << 5;
    /// IPv6.
    pub const IPV6: u32 = 1 << 6;
    /// SEND with invalidate.
    pub const SEND_INVALIDATE: u32 = 1 << 7;
    /// What the RTL is built with today.
    pub const BUILT: u32 = RC | SEND | WRITE | READ | ATOMIC | RETRANSMIT | IPV6 | SEND_INVALIDATE;
}
/// Bits of [`CONTROL`].
pub mod control {
    /// Frames may be sent.
    pub const TRANSMIT: u32 = 1;
    /// Frames are taken from the MAC.
    pub const RECEIVE: u32 = 1 << 1;
}
/// Bits of [`STATUS`].
pub mod status {
    /// The host lets the card use the bus.
    pub const BUS_MASTER: u32 = 1;
    /// The admin queue stopped.
    pub const ADMIN_ERROR: u32 = 1 << 1;
    /// No reset is under way.
    pub const READY: u32 = 1 << 2;
}
/// Byte offset of the counters: 8 bytes each, low half first, in the order of [`crate::counter::Counter`]. Reading the low half keeps
/// the high half for the next read.
pub const COUNTERS: u32 = 0x1000;
/// Bytes of BAR0.
pub const BAR_SIZE: u64 = 0x2000;
/// Bytes of BAR2.
pub const DOORBELL_BAR_SIZE: u64 =
    (crate::sizes::DOORBELL_PAGES as u64) << crate::doorbell::PAGE_SHIFT;

/// PCI vendor and device numbers the card answers with (the block's defaults; a board may override them).
pub mod pci {
    /// Vendor ID.
    pub const VENDOR: u16 = 0x1234;
    /// Device ID.
    pub const DEVICE: u16 = 0xFE44;
    /// Class code: network controller, other.
    pub const CLASS: u32 = 0x02_80_00;
}
