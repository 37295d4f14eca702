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
        ethernet 8 1 "Rings for Ethernet beside RDMA.";
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
    RX_RING_LOW 0x080 ReadWrite 0, "Bus address of the receive ring of Ethernet frames, aligned to a slot: its low 11 bits are ignored. Taken when the ring is turned on." {}
    RX_RING_HIGH 0x084 ReadWrite 0, "High half of the same." {}
    RX_RING_CONTROL 0x088 ReadWrite 0, "Turns the receive ring on, at index 0, or off. What else stands here is taken when it is turned on; that it is not busy then is the driver's care." {
        enable 0 1 "Frames that are not RoCE go to the ring.";
        promiscuous 1 1 "Frames for any MAC address go there.";
        log2 8 4 "log2 of the number of slots, 2 to 15.";
        vector 16 5 "MSI-X vector.";
        slot 24 4 "Zero: a slot has 2048 bytes. Room for other sizes.";
    }
    RX_RING_STATUS 0x08C ReadOnly 0, "How the receive ring is." {
        busy 0 1 "On, or something is still under way: its memory must stay.";
        producer 16 16 "Frames written, free-running.";
    }
    RX_RING_CONSUMER 0x090 ReadWrite 0, "Doorbell of the receive ring. Without effect while it is off." {
        index 0 16 "Free-running: slots before it are the card's again.";
        arm 31 1 "Raise the interrupt, once, when a frame beyond the index is in the ring, or is already.";
    }
    TX_RING_LOW 0x0A0 ReadWrite 0, "Bus address of the transmit ring of Ethernet frames, as `RX_RING_LOW`." {}
    TX_RING_HIGH 0x0A4 ReadWrite 0, "High half of the same." {}
    TX_RING_CONTROL 0x0A8 ReadWrite 0, "Turns the transmit ring on, at index 0, or off; as `RX_RING_CONTROL`." {
        enable 0 1 "Frames of the ring are sent.";
        log2 8 4 "log2 of the number of slots, 2 to 15.";
        slot 24 4 "Zero: a slot has 2048 bytes. Room for other sizes.";
    }
    TX_RING_STATUS 0x0AC ReadOnly 0, "How the transmit ring is." {
        busy 0 1 "On, or something is still under way: its memory must stay.";
        consumer 16 16 "Slots read, free-running: those before it are the host's again.";
    }
    TX_RING_PRODUCER 0x0B0 ReadWrite 0, "Doorbell of the transmit ring. Without effect while it is off." {
        index 0 16 "Free-running: frames stand in the slots before it.";
    }
}

/// Value of [`CYCLES_PER_TICK`] after reset: 4.096 µs at 250 MHz.
pub const CYCLES_PER_TICK_RESET: u32 = 1024;
/// Value of [`TYPE`].
pub const TYPE_VALUE: u32 = u32::from_le_bytes(*b"FERR");
/// What [`RESET`] wants to see, so that no stray write resets the card.
pub const RESET_VALUE: u32 = u32::from_le_bytes(*b"RSET");
/// Value of [`VERSION`].
pub const VERSION_VALUE: u32 = 1 << 16 | 2;
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
    /// Rings for Ethernet beside RDMA.
    pub const ETHERNET: u32 = 1 << 8;
    /// What the RTL is built with today.
    pub const BUILT: u32 =
        RC | SEND | WRITE | READ | ATOMIC | RETRANSMIT | IPV6 | SEND_INVALIDATE | ETHERNET;
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
/// Bits of [`RX_RING_CONTROL`] and [`TX_RING_CONTROL`].
pub mod ring_control {
    /// The ring is on.
    pub const ENABLE: u32 = 1;
    /// Receive: frames for any MAC address.
    pub const PROMISCUOUS: u32 = 1 << 1;
    /// Where log2 of the number of slots begins.
    pub const LOG2_SHIFT: usize = 8;
    /// Receive: where the MSI-X vector begins.
    pub const VECTOR_SHIFT: usize = 16;
}
/// Bits of [`RX_RING_STATUS`] and [`TX_RING_STATUS`].
pub mod ring_status {
    /// The ring's memory must stay.
    pub const BUSY: u32 = 1;
    /// Where the card's index begins.
    pub const INDEX_SHIFT: usize = 16;
}
/// Bit of [`RX_RING_CONSUMER`]: an interrupt is wanted.
pub const RX_RING_ARM: u32 = 1 << 31;
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
