//! Headers on the wire, byte exact (digest §1 and §2).
use zerocopy::network_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// UDP destination port of RoCE v2.
pub const ROCE_PORT: u16 = 4791;
/// Default partition key.
pub const DEFAULT_PKEY: u16 = 0xFFFF;
/// IPv4.
pub const ETHERTYPE_IPV4: u16 = 0x0800;
/// IPv6.
pub const ETHERTYPE_IPV6: u16 = 0x86DD;
/// A VLAN tag.
pub const ETHERTYPE_VLAN: u16 = 0x8100;
/// Bits of a VLAN's number, the lowest of the tag control information; above it stand DEI and, in three bits, the priority.
pub const VLAN_ID_BITS: usize = 12;
/// Drop eligible indicator of the tag control information. Sent as 0.
pub const VLAN_DROP_ELIGIBLE: u16 = 1 << VLAN_ID_BITS;
/// Where the priority begins in the tag control information.
pub const VLAN_PRIORITY_SHIFT: usize = 13;
/// The highest number that a VLAN can have. 0 is none: such a tag carries a priority only.
pub const VLAN_ID_MAX: u16 = 4094;
/// IP protocol number of UDP.
pub const PROTOCOL_UDP: u8 = 17;
/// First byte of an IPv4 header without options.
pub const IPV4_VERSION_IHL: u8 = 0x45;
/// IPv4 flags and fragment offset: do not fragment.
pub const IPV4_DONT_FRAGMENT: u16 = 0x4000;

/// Bytes of each header.
pub const ETHERNET: usize = 14;
/// One VLAN tag.
pub const VLAN: usize = 4;
/// IPv4 without options.
pub const IPV4: usize = 20;
/// IPv6.
pub const IPV6: usize = 40;
/// UDP.
pub const UDP: usize = 8;
/// Invariant CRC.
pub const ICRC: usize = 4;
/// A frame shorter than this is padded by the sender (FCS not counted).
pub const FRAME_MIN: usize = 60;

/// State of the CRC register after the eight bytes of ones that stand for the LRH, before final inversion (digest §4).
pub const ICRC_SEED: u32 = 0xDEBB_20E3;
/// What the CRC over the masked packet and its own ICRC gives, in final-inverted form.
pub const ICRC_RESIDUE: u32 = 0x2144_DF1C;

macro_rules! header {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Default, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
        #[repr(C)]
        pub struct $name { $($(#[$fdoc])* pub $field: $type,)* }
    };
}
header! {
    /// Base transport header.
    Bth {
        /// Transport and operation, [`crate::opcode`].
        opcode: u8,
        /// SE 7, MigReq 6, PadCnt 5:4, TVer 3:0.
        flags: u8,
        /// Partition key.
        pkey: U16,
        /// FECN 7, BECN 6, reserved.
        congestion: u8,
        /// Destination QP, 24 bits big-endian.
        destination_qp: [u8; 3],
        /// AckReq 7, reserved (sent 0, not masked in the ICRC).
        ack_request: u8,
        /// Packet sequence number, 24 bits big-endian.
        psn: [u8; 3],
    }
}
header! {
    /// RDMA extended transport header.
    Reth {
        /// Remote virtual address.
        va: U64,
        /// Remote key.
        rkey: U32,
        /// Bytes of the whole message.
        length: U32,
    }
}
header! {
    /// Acknowledge header.
    Aeth {
        /// [`crate::status::syndrome`].
        syndrome: u8,
        /// Message sequence number, 24 bits big-endian.
        msn: [u8; 3],
    }
}
header! {
    /// Atomic header.
    AtomicEth {
        /// Remote virtual address.
        va: U64,
        /// Remote key.
        rkey: U32,
        /// Value to swap in, or to add.
        swap_add: U64,
        /// Value to compare with.
        compare: U64,
    }
}

/// Bits of [`Bth::flags`].
pub mod bth {
    /// Solicited event.
    pub const SOLICITED: u8 = 0x80;
    /// Migration state; either value is accepted.
    pub const MIGRATION: u8 = 0x40;
    /// Lowest bit of the pad count.
    pub const PAD_SHIFT: u8 = 4;
    /// Transport version, must be 0.
    pub const VERSION_MASK: u8 = 0x0F;
    /// Bit of [`super::Bth::ack_request`].
    pub const ACK_REQUEST: u8 = 0x80;
}
const _: () = assert!(
    size_of::<Bth>() == 12
        && size_of::<Reth>() == 16
        && size_of::<Aeth>() == 4
        && size_of::<AtomicEth>() == 28
);
