//! Addresses: MAC, GID, the path between two queue pairs.
use ferric_layout::qp::pmtu_bytes;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An Ethernet address, as on the wire.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct MacAddress(pub [u8; 6]);

impl fmt::Display for MacAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, g] = self.0;
        write!(f, "{a:02x}:{b:02x}:{c:02x}:{d:02x}:{e:02x}:{g:02x}")
    }
}

/// Text that is no MAC address.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no MAC address: six pairs of hexadecimal digits with colons between are")]
pub struct ParseMacError(String);

impl FromStr for MacAddress {
    type Err = ParseMacError;
    fn from_str(text: &str) -> Result<Self, ParseMacError> {
        let digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_hexdigit());
        let parts: Option<Vec<u8>> = text
            .split(':')
            .map(|part| digits(part).then(|| u8::from_str_radix(part, 16).ok())?)
            .collect();
        let bytes = parts.and_then(|parts| parts.try_into().ok());
        Ok(MacAddress(
            bytes.ok_or_else(|| ParseMacError(text.to_owned()))?,
        ))
    }
}

/// A global identifier: on RoCE v2 an IPv6 address, or an IPv4 address as `::ffff:a.b.c.d` (digest §1). In wire order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Gid(pub [u8; 16]);

impl Gid {
    /// The link-local IPv6 address made of a MAC address (RFC 4291, modified EUI-64).
    pub const fn link_local(mac: MacAddress) -> Self {
        let [a, b, c, d, e, f] = mac.0;
        Gid([
            0xFE,
            0x80,
            0,
            0,
            0,
            0,
            0,
            0,
            a ^ 2,
            b,
            c,
            0xFF,
            0xFE,
            d,
            e,
            f,
        ])
    }
    /// The IP address, which says which protocol frames to or from this GID use.
    pub fn ip(self) -> IpAddr {
        Ipv6Addr::from(self.0).to_canonical()
    }
}

impl From<Ipv4Addr> for Gid {
    fn from(address: Ipv4Addr) -> Self {
        Gid(address.to_ipv6_mapped().octets())
    }
}
impl From<Ipv6Addr> for Gid {
    fn from(address: Ipv6Addr) -> Self {
        Gid(address.octets())
    }
}
impl From<IpAddr> for Gid {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => address.into(),
        }
    }
}
impl fmt::Display for Gid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ip().fmt(f)
    }
}

/// Payload bytes of a full packet, `enum ibv_mtu`; headers are not counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Mtu {
    /// 256 bytes.
    Mtu256 = 1,
    /// 512 bytes.
    Mtu512 = 2,
    /// 1024 bytes; the largest that fits in Ethernet frames of 1500 bytes.
    #[default]
    Mtu1024 = 3,
    /// 2048 bytes.
    Mtu2048 = 4,
    /// 4096 bytes.
    Mtu4096 = 5,
}

impl Mtu {
    /// All of them, smallest first.
    pub const ALL: [Mtu; 5] = [
        Mtu::Mtu256,
        Mtu::Mtu512,
        Mtu::Mtu1024,
        Mtu::Mtu2048,
        Mtu::Mtu4096,
    ];
    /// Bytes.
    pub const fn bytes(self) -> usize {
        pmtu_bytes(self as u8)
    }
    /// The MTU with this code, 1 to 5.
    pub fn from_code(code: u8) -> Option<Self> {
        Mtu::ALL.into_iter().find(|mtu| *mtu as u8 == code)
    }
}

/// The path to a peer, `struct ibv_ah_attr`: what stands in the Ethernet and IP headers of every packet.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct AddressVector {
    /// This side's address, one of the port's ([`super::Device::gid_table`]). Packets to another address are not for the queue pair.
    pub sgid: Gid,
    /// The peer's address, of the same protocol.
    pub dgid: Gid,
    /// MAC address of the peer, or of the router on the way.
    pub dmac: MacAddress,
    /// IPv4 TTL, IPv6 hop limit; at least 1.
    pub hop_limit: u8,
    /// IPv4 ToS, IPv6 traffic class: DSCP in the upper six bits, ECN in the lower two.
    pub traffic_class: u8,
    /// IPv6 flow label, 20 bits. It also chooses the UDP source port, on IPv4 too; 0 has it made of the two QPNs.
    pub flow_label: u32,
    /// The VLAN of the frames, 1 to 4094, on which `sgid` must be: packets of another are not for the queue pair. 0 for a tag that carries
    /// the priority only; none for frames without a tag.
    pub vlan: Option<u16>,
    /// Priority, 0 to 7: `sl` of verbs.h. It stands in the tag, if frames carry one, else nowhere.
    pub service_level: u8,
}

impl AddressVector {
    /// A path with hop limit 64, without a tag, and nothing else set.
    pub const fn new(sgid: Gid, dgid: Gid, dmac: MacAddress) -> Self {
        AddressVector {
            sgid,
            dgid,
            dmac,
            hop_limit: 64,
            traffic_class: 0,
            flow_label: 0,
            vlan: None,
            service_level: 0,
        }
    }
}

/// The UDP source port of a connection (digest §1): constant, so that equal-cost routing keeps its packets in order, and the same at both
/// ends, if they have the same flow label or none.
pub fn udp_source_port(flow_label: u32, local_qpn: u32, remote_qpn: u32) -> u16 {
    let label = match flow_label & 0xF_FFFF {
        0 => {
            let product = u64::from(local_qpn) * u64::from(remote_qpn);
            let folded = product ^ product >> 20;
            ((folded ^ folded >> 40) & 0xF_FFFF) as u32
        }
        label => label,
    };
    0xC000 | ((label & 0x3FFF) ^ (label >> 14)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mac_address_text_round_trips_and_rubbish_is_refused() {
        let mac: MacAddress = "02:00:5e:10:00:ff".parse().unwrap();
        assert_eq!(mac, MacAddress([2, 0, 0x5E, 0x10, 0, 0xFF]));
        assert_eq!(mac.to_string(), "02:00:5e:10:00:ff");
        for bad in [
            "",
            "02:00:5e:10:00",
            "02:00:5e:10:00:ff:00",
            "+2:00:5e:10:00:ff",
            "2:0:5e:10:0:ff",
        ] {
            assert!(bad.parse::<MacAddress>().is_err(), "{bad}");
        }
    }

    #[test]
    fn gid_of_ipv4_is_mapped() {
        let gid = Gid::from(Ipv4Addr::new(10, 0, 0, 1));
        assert_eq!(
            gid.0,
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1]
        );
        assert_eq!(
            (gid.ip().is_ipv4(), gid.to_string()),
            (true, "10.0.0.1".into())
        );
        let local = Gid::link_local(MacAddress([2, 0, 0x5E, 0x10, 0, 0xFF]));
        assert_eq!(
            (local.ip().is_ipv6(), local.to_string()),
            (true, "fe80::5eff:fe10:ff".into())
        );
    }

    #[test]
    fn udp_source_port_is_symmetric_and_in_the_dynamic_range() {
        for (a, b) in [(2, 3), (0x11, 0xFF_FFFF), (0xFF_FFFF, 0xFF_FFFF)] {
            assert_eq!(udp_source_port(0, a, b), udp_source_port(0, b, a));
            assert!(udp_source_port(0, a, b) >= 0xC000);
        }
        // 0xABCDE = 0b10_1010 << 14 | 0x3CDE.
        assert_eq!(udp_source_port(0xABCDE, 2, 3), 0xC000 | (0x3CDE ^ 0x2A));
        // 2 * 3 is its own label.
        assert_eq!(udp_source_port(0, 2, 3), 0xC006);
    }
}
