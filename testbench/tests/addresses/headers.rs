//! The headers of a RoCE v2 frame up to UDP, by a parser that knows nothing of us, and the two fields of the BTH that name a packet.
use etherparse::{
    IpNumber, LinkExtSlice, LinkSlice, NetSlice, SlicedPacket, TransportSlice, VlanSlice,
};
use ferric_testbench::link::icrc;
use std::net::IpAddr;

/// What stands in a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub priority: u8,
    pub drop_eligible: bool,
    pub id: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    pub destination_mac: [u8; 6],
    pub source_mac: [u8; 6],
    pub tag: Option<Tag>,
    pub source: IpAddr,
    pub destination: IpAddr,
    pub traffic_class: u8,
    pub hop_limit: u8,
    /// 0 over IPv4, which has none.
    pub flow_label: u32,
    pub source_port: u16,
    pub opcode: u8,
    pub qpn: u32,
}

impl Headers {
    /// Reads a frame; what no path can change must be as it always is, and its ICRC right.
    pub fn read(frame: &[u8]) -> Self {
        assert_eq!(icrc::check(frame), Ok(()));
        let packet = SlicedPacket::from_ethernet(frame).expect("whole headers");
        let Some(LinkSlice::Ethernet2(ethernet)) = &packet.link else {
            panic!("{:?}", packet.link);
        };
        let tag = match &packet.link_exts[..] {
            [] => None,
            [LinkExtSlice::Vlan(tag)] => Some(Tag {
                priority: tag.priority_code_point().value(),
                drop_eligible: tag.drop_eligible_indicator(),
                id: tag.vlan_identifier().value(),
            }),
            others => panic!("{others:?}"),
        };
        assert_eq!(packet.vlan().is_some(), tag.is_some());
        assert!(!matches!(packet.vlan(), Some(VlanSlice::DoubleVlan(_))));
        let Some(TransportSlice::Udp(udp)) = &packet.transport else {
            panic!("{:?}", packet.transport);
        };
        let (addresses, traffic_class, hop_limit, flow_label) = match &packet.net {
            Some(NetSlice::Ipv4(ip)) => {
                let ip = ip.header();
                let fragment = (ip.identification(), ip.fragments_offset().value());
                assert_eq!((fragment, ip.ihl()), ((0, 0), 5));
                assert!(ip.dont_fragment() && !ip.more_fragments());
                let checksum = ip.to_header().calc_header_checksum();
                assert_eq!(
                    (ip.header_checksum(), ip.protocol()),
                    (checksum, IpNumber::UDP)
                );
                assert_eq!(ip.payload_len(), Ok(udp.length()));
                let class = ip.dcp().value() << 2 | ip.ecn().value();
                let addresses: [IpAddr; 2] =
                    [ip.source_addr().into(), ip.destination_addr().into()];
                (addresses, class, ip.ttl(), 0)
            }
            Some(NetSlice::Ipv6(ip)) => {
                let ip = ip.header();
                assert_eq!(
                    (ip.payload_length(), ip.next_header()),
                    (udp.length(), IpNumber::UDP)
                );
                let addresses: [IpAddr; 2] =
                    [ip.source_addr().into(), ip.destination_addr().into()];
                let label = ip.flow_label().value();
                (addresses, ip.traffic_class(), ip.hop_limit(), label)
            }
            other => panic!("{other:?}"),
        };
        assert_eq!((udp.destination_port(), udp.checksum()), (4791, 0));
        let [source, destination] = addresses;
        let base = udp.payload();
        Headers {
            destination_mac: ethernet.destination(),
            source_mac: ethernet.source(),
            tag,
            source,
            destination,
            traffic_class,
            hop_limit,
            flow_label,
            source_port: udp.source_port(),
            opcode: base[0],
            qpn: u32::from_be_bytes([0, base[5], base[6], base[7]]),
        }
    }
}
