//! A frame on the link, and where the headers of a RoCE v2 packet stand in it.

/// Shortest frame without its frame check sequence.
pub const SHORTEST: usize = 60;
/// Longest frame that the MAC passes, without its frame check sequence.
pub const LONGEST: usize = 9596;
/// Preamble, start delimiter, frame check sequence and gap: line time that every frame takes besides its bytes.
pub const OVERHEAD: usize = 24;

/// Bytes of the two addresses and the type.
pub const ETHERNET: usize = 14;
const VLAN_TAG: usize = 4;
/// Bytes of an IPv4 header without options.
pub const IPV4: usize = 20;
/// Bytes of an IPv6 header.
pub const IPV6: usize = 40;
/// Bytes of a UDP header.
pub const UDP: usize = 8;
const TYPE_IPV4: u16 = 0x0800;
const TYPE_IPV6: u16 = 0x86dd;
const TYPES_VLAN: [u16; 2] = [0x8100, 0x88a8];
const PROTOCOL_UDP: u8 = 17;
const ROCE_PORT: u16 = 4791;

/// Offsets of a RoCE v2 packet's headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roce {
    /// IP header.
    pub ip: usize,
    /// It is version 6.
    pub v6: bool,
    /// UDP header.
    pub udp: usize,
    /// Base transport header.
    pub bth: usize,
    /// End of the packet: behind the ICRC, before any padding of the frame.
    pub end: usize,
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

/// Offset of the IP header and whether it is version 6, if the frame has one.
pub fn ip(frame: &[u8]) -> Option<(usize, bool)> {
    let mut at = ETHERNET;
    loop {
        match half(frame, at - 2)? {
            kind if TYPES_VLAN.contains(&kind) => at += VLAN_TAG,
            TYPE_IPV4 => {
                return (*frame.get(at)? == 0x45 && frame.len() >= at + IPV4)
                    .then_some((at, false));
            }
            TYPE_IPV6 => {
                return (*frame.get(at)? >> 4 == 6 && frame.len() >= at + IPV6)
                    .then_some((at, true));
            }
            _ => return None,
        }
    }
}

/// Tag control information of the frame's VLAN tag, if it has one.
pub fn tag(frame: &[u8]) -> Option<u16> {
    let kind = half(frame, ETHERNET - 2)?;
    TYPES_VLAN
        .contains(&kind)
        .then(|| half(frame, ETHERNET))
        .flatten()
}

impl Roce {
    /// The headers' places, if the frame carries RoCE v2 and its lengths agree with each other.
    pub fn find(frame: &[u8]) -> Option<Self> {
        let (ip, v6) = ip(frame)?;
        let (protocol, udp, length) = if v6 {
            (frame[ip + 6], ip + IPV6, usize::from(half(frame, ip + 4)?))
        } else {
            (
                frame[ip + 9],
                ip + IPV4,
                usize::from(half(frame, ip + 2)?).checked_sub(IPV4)?,
            )
        };
        let bth = udp + UDP;
        let end = udp + length;
        let fits =
            length >= UDP && end <= frame.len() && usize::from(half(frame, udp + 4)?) == length;
        let roce = protocol == PROTOCOL_UDP && half(frame, udp + 2)? == ROCE_PORT;
        (fits && roce).then_some(Self {
            ip,
            v6,
            udp,
            bth,
            end,
        })
    }
}

/// Sets the congestion-experienced mark of an IP packet whose sender can cope with it; whether it did.
pub fn mark(frame: &mut [u8]) -> bool {
    let Some((ip, v6)) = ip(frame) else {
        return false;
    };
    let (at, shift) = if v6 { (ip + 1, 4) } else { (ip + 1, 0) };
    if frame[at] >> shift & 3 == 0 {
        return false;
    }
    frame[at] |= 3 << shift;
    if !v6 {
        frame[ip + 10..ip + 12].fill(0);
        let sum = (0..IPV4 / 2)
            .map(|word| u32::from(half(frame, ip + 2 * word).unwrap_or(0)))
            .sum::<u32>();
        let folded = (sum & 0xffff) + (sum >> 16);
        let checksum = !((folded & 0xffff) + (folded >> 16)) as u16;
        frame[ip + 10..ip + 12].copy_from_slice(&checksum.to_be_bytes());
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An RDMA acknowledgement over IPv4, whose sender is not capable of congestion marks.
    fn acknowledgement(traffic_class: u8) -> Vec<u8> {
        let builder = etherparse::PacketBuilder::ethernet2([2; 6], [4; 6])
            .ip(etherparse::IpHeaders::Ipv4(
                etherparse::Ipv4Header {
                    dscp: etherparse::IpDscp::try_new(traffic_class >> 2).unwrap(),
                    ecn: etherparse::IpEcn::try_new(traffic_class & 3).unwrap(),
                    ..etherparse::Ipv4Header::new(
                        20,
                        64,
                        etherparse::IpNumber::UDP,
                        [10, 0, 0, 1],
                        [10, 0, 0, 2],
                    )
                    .unwrap()
                },
                Default::default(),
            ))
            .udp(0xc000, ROCE_PORT);
        let mut frame = Vec::new();
        builder.write(&mut frame, &[0x11; 20]).unwrap();
        frame
    }

    #[test]
    fn headers_are_found_behind_vlan_tags_and_before_padding() {
        let mut frame = acknowledgement(0);
        let end = frame.len();
        frame.extend([0; 6]);
        assert_eq!(
            Roce::find(&frame),
            Some(Roce {
                ip: 14,
                v6: false,
                udp: 34,
                bth: 42,
                end
            })
        );
        assert_eq!(tag(&frame), None);
        frame.splice(12..12, [0x81, 0, 0, 5]);
        assert_eq!(tag(&frame), Some(5));
        assert_eq!(
            Roce::find(&frame),
            Some(Roce {
                ip: 18,
                v6: false,
                udp: 38,
                bth: 46,
                end: end + 4
            })
        );
    }

    #[test]
    fn other_ports_and_lengths_that_disagree_are_none() {
        let good = acknowledgement(0);
        for (at, value) in [
            (36, 0x13),
            (39, 0x77),
            (17, 0xff),
            (23, 6),
            (14, 0x46),
            (12, 0x86),
        ] {
            let mut frame = good.clone();
            frame[at] = value;
            assert_eq!(Roce::find(&frame), None, "byte {at}");
        }
        for length in 0..good.len() {
            assert_eq!(Roce::find(&good[..length]), None);
        }
    }

    #[test]
    fn mark_is_set_only_where_it_is_allowed_and_the_checksum_stays_right() {
        let mut frame = acknowledgement(0xb8);
        assert!(!mark(&mut frame));
        let mut frame = acknowledgement(0xba);
        assert!(mark(&mut frame));
        let header = etherparse::Ipv4HeaderSlice::from_slice(&frame[14..34]).unwrap();
        assert_eq!((header.ecn().value(), header.dcp().value()), (3, 0xb8 >> 2));
        assert_eq!(
            header.header_checksum(),
            header.to_header().calc_header_checksum()
        );
        assert!(!mark(&mut [0; 60]));
    }
}
