//! Which MAC address an IP address has: asked for by ARP and neighbour discovery, and learnt from what others ask and answer.
//!
//! The stack has a table of its own, which it does not show; queue pairs need the address too.
use ferric::verbs::MacAddress;
use smoltcp::phy::ChecksumCapabilities;
use smoltcp::wire::{
    ArpOperation, ArpPacket, ArpRepr, EthernetAddress, EthernetFrame, EthernetProtocol,
    EthernetRepr, Icmpv6Packet, Icmpv6Repr, IpProtocol, Ipv6Packet, Ipv6Repr, NdiscRepr,
    RawHardwareAddress,
};
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Neighbours that are remembered; a new one takes the place of the oldest.
const MOST: usize = 1024;
/// Hop limit of neighbour discovery: whatever has come through a router has less (RFC 4861).
const NEAR: u8 = 255;

/// The neighbours.
#[derive(Default)]
pub struct Neighbours {
    known: VecDeque<(IpAddr, MacAddress)>,
}

impl Neighbours {
    /// The MAC address of a neighbour that has told it.
    pub fn get(&self, of: IpAddr) -> Option<MacAddress> {
        let found = self.known.iter().find(|(address, _)| *address == of);
        found.map(|(_, mac)| *mac)
    }

    /// All of them, in the order in which they were first heard of.
    pub fn all(&self) -> impl Iterator<Item = (IpAddr, MacAddress)> + '_ {
        self.known.iter().copied()
    }

    /// A frame has come.
    pub fn learn(&mut self, frame: &[u8]) {
        let Some((address, mac)) = told(frame) else {
            return;
        };
        let one = EthernetAddress(mac.0);
        if address.is_unspecified() || address.is_multicast() || !one.is_unicast() {
            return;
        }
        match self.known.iter_mut().find(|(known, _)| *known == address) {
            Some((_, known)) => *known = mac,
            None => {
                if self.known.len() == MOST {
                    self.known.pop_front();
                }
                self.known.push_back((address, mac));
            }
        }
    }
}

/// Which address a frame says is at which MAC address, if that is what it is for.
fn told(bytes: &[u8]) -> Option<(IpAddr, MacAddress)> {
    let frame = EthernetFrame::new_checked(bytes).ok()?;
    match frame.ethertype() {
        EthernetProtocol::Arp => {
            let packet = ArpPacket::new_checked(frame.payload()).ok()?;
            match ArpRepr::parse(&packet).ok()? {
                ArpRepr::EthernetIpv4 {
                    source_hardware_addr,
                    source_protocol_addr,
                    ..
                } => Some((
                    source_protocol_addr.into(),
                    MacAddress(source_hardware_addr.0),
                )),
                _ => None,
            }
        }
        EthernetProtocol::Ipv6 => {
            let packet = Ipv6Packet::new_checked(frame.payload()).ok()?;
            let (from, to) = (packet.src_addr(), packet.dst_addr());
            if packet.next_header() != IpProtocol::Icmpv6 || packet.hop_limit() != NEAR {
                return None;
            }
            let message = Icmpv6Packet::new_checked(packet.payload()).ok()?;
            let checksums = ChecksumCapabilities::default();
            let (address, mac) = match Icmpv6Repr::parse(&from, &to, &message, &checksums).ok()? {
                Icmpv6Repr::Ndisc(NdiscRepr::NeighborSolicit { lladdr, .. }) => (from, lladdr?),
                Icmpv6Repr::Ndisc(NdiscRepr::NeighborAdvert {
                    target_addr,
                    lladdr,
                    ..
                }) => (target_addr, lladdr?),
                _ => return None,
            };
            Some((address.into(), MacAddress(mac.as_bytes().try_into().ok()?)))
        }
        _ => None,
    }
}

/// A frame that asks who has an address, for who has `mac` and these addresses.
pub fn question(of: IpAddr, mac: MacAddress, v4: Ipv4Addr, v6: Ipv6Addr) -> Vec<u8> {
    match of {
        IpAddr::V4(of) => arp_request(of, mac, v4),
        IpAddr::V6(of) => solicitation(of, mac, v6),
    }
}

fn arp_request(of: Ipv4Addr, mac: MacAddress, here: Ipv4Addr) -> Vec<u8> {
    let arp = ArpRepr::EthernetIpv4 {
        operation: ArpOperation::Request,
        source_hardware_addr: EthernetAddress(mac.0),
        source_protocol_addr: here,
        target_hardware_addr: EthernetAddress([0; 6]),
        target_protocol_addr: of,
    };
    let all = EthernetAddress::BROADCAST;
    frame(mac, all, EthernetProtocol::Arp, arp.buffer_len(), |bytes| {
        arp.emit(&mut ArpPacket::new_unchecked(bytes));
    })
}

fn solicitation(of: Ipv6Addr, mac: MacAddress, here: Ipv6Addr) -> Vec<u8> {
    let [.., a, b, c] = of.octets();
    let group = [0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, a, b, c].into();
    let message = Icmpv6Repr::Ndisc(NdiscRepr::NeighborSolicit {
        target_addr: of,
        lladdr: Some(RawHardwareAddress::from_bytes(&mac.0)),
    });
    let ip = Ipv6Repr {
        src_addr: here,
        dst_addr: group,
        next_header: IpProtocol::Icmpv6,
        payload_len: message.buffer_len(),
        hop_limit: NEAR,
    };
    let length = ip.buffer_len() + ip.payload_len;
    let to = EthernetAddress([0x33, 0x33, 0xff, a, b, c]);
    frame(mac, to, EthernetProtocol::Ipv6, length, |bytes| {
        let mut packet = Ipv6Packet::new_unchecked(bytes);
        ip.emit(&mut packet);
        message.emit(
            &here,
            &group,
            &mut Icmpv6Packet::new_unchecked(packet.payload_mut()),
            &ChecksumCapabilities::default(),
        );
    })
}

fn frame(
    from: MacAddress,
    to: EthernetAddress,
    kind: EthernetProtocol,
    length: usize,
    write: impl FnOnce(&mut [u8]),
) -> Vec<u8> {
    let header = EthernetRepr {
        src_addr: EthernetAddress(from.0),
        dst_addr: to,
        ethertype: kind,
    };
    let mut bytes = vec![0; EthernetFrame::<&[u8]>::buffer_len(length)];
    let mut frame = EthernetFrame::new_unchecked(&mut bytes);
    header.emit(&mut frame);
    write(frame.payload_mut());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAC: MacAddress = MacAddress([2, 0, 0, 0, 0, 7]);
    const V4: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 7);
    const V6: Ipv6Addr = Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0xff, 0xfe00, 7);
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 9));
    const OTHER_V6: IpAddr = IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 9));

    #[test]
    fn question_tells_who_asks_whoever_else_hears_it() {
        for (of, who) in [(OTHER, IpAddr::V4(V4)), (OTHER_V6, IpAddr::V6(V6))] {
            let mut neighbours = Neighbours::default();
            neighbours.learn(&question(of, MAC, V4, V6));
            assert_eq!(neighbours.all().collect::<Vec<_>>(), [(who, MAC)]);
            assert_eq!(neighbours.get(of), None);
        }
    }

    #[test]
    fn what_is_cut_short_spoilt_or_came_from_afar_teaches_nothing() {
        let learns = |frame: &[u8]| {
            let mut neighbours = Neighbours::default();
            neighbours.learn(frame);
            neighbours.all().count() != 0
        };
        for of in [OTHER, OTHER_V6] {
            let good = question(of, MAC, V4, V6);
            assert!(learns(&good));
            for length in 0..good.len() {
                assert!(!learns(&good[..length]), "{length} bytes");
            }
        }
        let mut routed = question(OTHER_V6, MAC, V4, V6);
        routed[14 + 7] = NEAR - 1;
        assert!(!learns(&routed));
        let mut spoilt = question(OTHER_V6, MAC, V4, V6);
        *spoilt.last_mut().unwrap() ^= 1;
        assert!(!learns(&spoilt), "the checksum is wrong");
        let group = MacAddress([3, 0, 0, 0, 0, 1]);
        assert!(!learns(&question(OTHER, group, V4, V6)));
        assert!(!learns(&question(OTHER, MAC, Ipv4Addr::UNSPECIFIED, V6)));
    }

    #[test]
    fn neighbour_that_moves_is_found_and_the_oldest_is_forgotten() {
        let mut neighbours = Neighbours::default();
        let number = |k: usize| Ipv4Addr::from(0x0a00_0000 + k as u32);
        for k in 1..=MOST + 1 {
            neighbours.learn(&question(OTHER, MAC, number(k), V6));
        }
        assert_eq!(neighbours.all().count(), MOST);
        assert_eq!(neighbours.get(number(1).into()), None);
        let moved = MacAddress([2, 0, 0, 0, 0, 8]);
        neighbours.learn(&question(OTHER, moved, number(2), V6));
        assert_eq!(neighbours.get(number(2).into()), Some(moved));
        assert_eq!(neighbours.all().count(), MOST);
    }
}
