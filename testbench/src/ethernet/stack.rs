//! The host's network stack: ARP, neighbour discovery, ping, UDP and TCP, by smoltcp.
//!
//! It answers ARP requests, neighbour solicitations and pings by itself, and finds the MAC addresses of neighbours.
use super::device::{Frames, Watched};
use super::neighbours::question;
use super::queue::Queue;
use super::rings::Rings;
use ferric::verbs::{Gid, MacAddress};
use smoltcp::iface::{Config, Interface, SocketHandle, SocketSet};
use smoltcp::phy::ChecksumCapabilities;
use smoltcp::socket::{icmp, tcp, udp};
use smoltcp::time::Instant;
use smoltcp::wire::{
    EthernetAddress, Icmpv4Packet, Icmpv4Repr, Icmpv6Packet, Icmpv6Repr, IpAddress, IpCidr,
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// Prefixes of the two addresses.
const PREFIX_V4: u8 = 24;
const PREFIX_V6: u8 = 64;
/// Datagrams and bytes that a socket keeps each way.
const DATAGRAMS: usize = 64;
const BYTES: usize = 1 << 16;
/// What pings carry as identification and as data.
const PING: u16 = 0xfe11;
const PING_DATA: [u8; 56] = [0x5a; 56];
/// The first port to call from: from there on are those that are nobody's.
const FIRST_PORT: u16 = 49_152;
/// A neighbour that does not answer is asked for again after that time.
const AGAIN: Duration = Duration::from_secs(1);

/// A UDP port that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port(SocketHandle);

/// A TCP connection, or what is to become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(SocketHandle);

/// The stack.
pub struct Stack<F = Rings> {
    device: Watched<F>,
    interface: Interface,
    sockets: SocketSet<'static>,
    pings: SocketHandle,
    mac: MacAddress,
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    /// The neighbour last asked for, and when.
    asked: Option<(IpAddr, Duration)>,
    clock: Clock,
    /// The port last called from, or 0.
    called: u16,
}

/// Time since some moment, by which a stack asks again.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

impl<F: Frames> Stack<F> {
    /// A stack with this IPv4 address, and the link-local IPv6 address that the card has as well, that lives by this machine's clock.
    pub fn new(frames: F, mac: MacAddress, v4: Ipv4Addr, seed: u64) -> Self {
        let start = std::time::Instant::now();
        Stack::with_clock(frames, mac, v4, seed, Arc::new(move || start.elapsed()))
    }

    /// A stack that lives by another clock.
    pub fn with_clock(frames: F, mac: MacAddress, v4: Ipv4Addr, seed: u64, clock: Clock) -> Self {
        let mut device = Watched::new(frames);
        let mut config = Config::new(EthernetAddress(mac.0).into());
        config.random_seed = seed;
        let mut interface = Interface::new(config, &mut device, instant(clock()));
        let v6 = Ipv6Addr::from(Gid::link_local(mac).0);
        let addresses = [(IpAddr::V4(v4), PREFIX_V4), (IpAddr::V6(v6), PREFIX_V6)];
        interface.update_ip_addrs(|list| {
            for (address, prefix) in addresses {
                list.push(IpCidr::new(address.into(), prefix))
                    .expect("there is room for two");
            }
        });
        let mut sockets = SocketSet::new(Vec::new());
        let buffer = || {
            icmp::PacketBuffer::new(vec![icmp::PacketMetadata::EMPTY; DATAGRAMS], vec![0; BYTES])
        };
        let mut socket = icmp::Socket::new(buffer(), buffer());
        socket
            .bind(icmp::Endpoint::Ident(PING))
            .expect("the socket is new");
        let pings = sockets.add(socket);
        Stack {
            device,
            interface,
            sockets,
            pings,
            mac,
            v4,
            v6,
            asked: None,
            clock,
            called: 0,
        }
    }

    /// Its addresses, IPv4 first.
    pub fn addresses(&self) -> [IpAddr; 2] {
        [self.v4.into(), self.v6.into()]
    }

    /// Where its frames come and go.
    pub fn frames(&mut self) -> &mut F {
        &mut self.device.frames
    }

    /// Ends it; where its frames came and went is left.
    pub fn into_frames(self) -> F {
        self.device.frames
    }

    /// Frames that it has sent.
    pub fn sent(&self) -> u64 {
        self.device.sent
    }

    /// The MAC address of a neighbour that is known.
    pub fn neighbour(&self, of: IpAddr) -> Option<MacAddress> {
        self.device.neighbours.get(of)
    }

    /// The neighbours that are known, in the order in which they were first heard of.
    pub fn neighbours(&self) -> impl Iterator<Item = (IpAddr, MacAddress)> + '_ {
        self.device.neighbours.all()
    }

    /// The MAC address of a neighbour; it is asked for, by ARP or neighbour discovery, if it is not known. To be called until it has
    /// answered.
    pub fn resolve(&mut self, of: IpAddr) -> Option<MacAddress> {
        let known = self.neighbour(of);
        let now = (self.clock)();
        let waits = self
            .asked
            .is_some_and(|(address, when)| address == of && now - when < AGAIN);
        if known.is_none() && !waits {
            self.asked = Some((of, now));
            self.device.send(question(of, self.mac, self.v4, self.v6));
        }
        known
    }

    /// Puts the host on a VLAN, with this IPv4 address and the same link-local one.
    pub fn add_vlan(&mut self, id: u16, v4: Ipv4Addr) {
        let clock = self.clock.clone();
        let stack = Stack::with_clock(Queue::default(), self.mac, v4, id.into(), clock);
        self.device.vlans.add(id, stack);
    }

    /// The host's stack on a VLAN, if it is on it. It is polled with this one.
    pub fn vlan(&mut self, id: u16) -> Option<&mut Stack<Queue>> {
        self.device.vlans.get(id)
    }

    /// Does what is to be done: answers, asks again, sends.
    pub fn poll(&mut self) {
        let now = instant((self.clock)());
        self.interface
            .poll(now, &mut self.device, &mut self.sockets);
        let mut tagged = Vec::new();
        self.device.vlans.poll(|frame| tagged.push(frame));
        tagged.into_iter().for_each(|frame| self.device.send(frame));
    }

    /// Opens a UDP port, if it is not open already.
    pub fn open(&mut self, port: u16) -> Option<Port> {
        let buffer =
            || udp::PacketBuffer::new(vec![udp::PacketMetadata::EMPTY; DATAGRAMS], vec![0; BYTES]);
        let mut socket = udp::Socket::new(buffer(), buffer());
        socket.bind(port).ok()?;
        Some(Port(self.sockets.add(socket)))
    }

    /// Sends a datagram; whether there was room for it.
    pub fn send(&mut self, from: Port, to: SocketAddr, bytes: &[u8]) -> bool {
        let socket = self.sockets.get_mut::<udp::Socket<'_>>(from.0);
        let sent = socket.send_slice(bytes, to).is_ok();
        self.poll();
        sent
    }

    /// The next datagram that has come to a port.
    pub fn receive(&mut self, at: Port) -> Option<(Vec<u8>, SocketAddr)> {
        let socket = self.sockets.get_mut::<udp::Socket<'_>>(at.0);
        let (bytes, from) = socket.recv().ok()?;
        let address = IpAddr::from(from.endpoint.addr);
        Some((bytes.to_vec(), SocketAddr::new(address, from.endpoint.port)))
    }

    /// Waits for a TCP connection at a port.
    pub fn listen(&mut self, port: u16) -> Option<Stream> {
        let mut socket = stream();
        socket.listen(port).ok()?;
        Some(Stream(self.sockets.add(socket)))
    }

    /// A port to call from. Each is another, as the peer may still know a connection that is over.
    pub fn fresh_port(&mut self) -> u16 {
        self.called = match self.called {
            0 | u16::MAX => FIRST_PORT,
            last => last + 1,
        };
        self.called
    }

    /// Begins a TCP connection.
    pub fn connect(&mut self, to: SocketAddr, from: u16) -> Option<Stream> {
        let mut socket = stream();
        socket.connect(self.interface.context(), to, from).ok()?;
        Some(Stream(self.sockets.add(socket)))
    }

    /// Whether a connection can still come to something: it is refused or closed otherwise.
    pub fn is_alive(&mut self, stream: Stream) -> bool {
        let socket = self.sockets.get_mut::<tcp::Socket<'_>>(stream.0);
        socket.is_open()
    }

    /// Whether the peer of a connection may still say something.
    pub fn hears(&mut self, stream: Stream) -> bool {
        let socket = self.sockets.get_mut::<tcp::Socket<'_>>(stream.0);
        socket.may_recv()
    }

    /// Puts bytes on a connection, all of them or none; whether it did.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) -> bool {
        let socket = self.sockets.get_mut::<tcp::Socket<'_>>(stream.0);
        let fits = socket.can_send() && socket.send_capacity() - socket.send_queue() >= bytes.len();
        let done = fits && socket.send_slice(bytes).is_ok();
        self.poll();
        done
    }

    /// Whether the peer has acknowledged all that was written.
    pub fn is_heard(&mut self, stream: Stream) -> bool {
        let socket = self.sockets.get_mut::<tcp::Socket<'_>>(stream.0);
        socket.send_queue() == 0
    }

    /// The next `length` bytes of a connection, when all have come.
    pub fn read(&mut self, stream: Stream, length: usize) -> Option<Vec<u8>> {
        let socket = self.sockets.get_mut::<tcp::Socket<'_>>(stream.0);
        if socket.recv_queue() < length {
            return None;
        }
        let mut bytes = vec![0; length];
        socket.recv_slice(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Ends a connection at once.
    pub fn close(&mut self, stream: Stream) {
        self.sockets.get_mut::<tcp::Socket<'_>>(stream.0).abort();
        self.poll();
        self.sockets.remove(stream.0);
    }

    /// Sends a ping; whether there was room for it.
    pub fn ping(&mut self, to: IpAddr, number: u16) -> bool {
        let checksums = ChecksumCapabilities::default();
        let socket = self.sockets.get_mut::<icmp::Socket<'_>>(self.pings);
        let sent = match to {
            IpAddr::V4(_) => {
                let echo = Icmpv4Repr::EchoRequest {
                    ident: PING,
                    seq_no: number,
                    data: &PING_DATA,
                };
                socket.send(echo.buffer_len(), to.into()).map(|bytes| {
                    echo.emit(&mut Icmpv4Packet::new_unchecked(bytes), &checksums);
                })
            }
            IpAddr::V6(to) => {
                let echo = Icmpv6Repr::EchoRequest {
                    ident: PING,
                    seq_no: number,
                    data: &PING_DATA,
                };
                let from = self.interface.get_source_address_ipv6(&to);
                let address = IpAddress::from(IpAddr::V6(to));
                socket.send(echo.buffer_len(), address).map(|bytes| {
                    let mut packet = Icmpv6Packet::new_unchecked(bytes);
                    echo.emit(&from, &to, &mut packet, &checksums);
                })
            }
        };
        self.poll();
        sent.is_ok()
    }

    /// Who has answered the next ping, and its number. The data came back whole, or it does not count.
    pub fn pong(&mut self) -> Option<(IpAddr, u16)> {
        let checksums = ChecksumCapabilities::default();
        loop {
            let socket = self.sockets.get_mut::<icmp::Socket<'_>>(self.pings);
            let (bytes, from) = socket.recv().ok()?;
            let echo = match IpAddr::from(from) {
                IpAddr::V4(_) => {
                    let packet = Icmpv4Packet::new_checked(bytes).ok();
                    match packet.and_then(|packet| Icmpv4Repr::parse(&packet, &checksums).ok()) {
                        Some(Icmpv4Repr::EchoReply { seq_no, data, .. }) => Some((seq_no, data)),
                        _ => None,
                    }
                }
                IpAddr::V6(source) => {
                    let here = self.interface.get_source_address_ipv6(&source);
                    let packet = Icmpv6Packet::new_checked(bytes).ok();
                    match packet.and_then(|packet| {
                        Icmpv6Repr::parse(&source, &here, &packet, &checksums).ok()
                    }) {
                        Some(Icmpv6Repr::EchoReply { seq_no, data, .. }) => Some((seq_no, data)),
                        _ => None,
                    }
                }
            };
            if let Some((number, data)) = echo
                && data == PING_DATA
            {
                return Some((from.into(), number));
            }
        }
    }
}

fn instant(time: Duration) -> Instant {
    Instant::from_micros(time.as_micros() as i64)
}

fn stream() -> tcp::Socket<'static> {
    let buffer = || tcp::SocketBuffer::new(vec![0; BYTES - 1]);
    tcp::Socket::new(buffer(), buffer())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 7000;

    fn stacks() -> [Stack<Queue>; 2] {
        [1, 2].map(|number| {
            let mac = MacAddress([2, 0, 0, 0, 0, number]);
            let v4 = Ipv4Addr::new(10, 0, 0, number);
            Stack::new(Queue::default(), mac, v4, number.into())
        })
    }

    /// Lets frames cross until there are none.
    fn cross(pair: &mut [Stack<Queue>; 2]) {
        loop {
            pair.iter_mut().for_each(Stack::poll);
            let [a, b] = pair.each_mut().map(Stack::frames);
            let (there, back) = (a.to_send.len(), b.to_send.len());
            b.received.extend(a.to_send.drain(..));
            a.received.extend(b.to_send.drain(..));
            if there + back == 0 {
                return;
            }
        }
    }

    #[test]
    fn ping_of_both_protocols_is_answered_and_finds_the_neighbour() {
        // A stack each, as one asks for neighbours once a second only.
        for index in 0..2 {
            let mut pair = stacks();
            let to = pair[1].addresses()[index];
            assert_eq!(pair[0].neighbour(to), None);
            assert!(pair[0].ping(to, 7));
            cross(&mut pair);
            assert_eq!(pair[0].pong(), Some((to, 7)));
            assert_eq!(pair[0].pong(), None);
            assert_eq!(pair[0].neighbour(to), Some(MacAddress([2, 0, 0, 0, 0, 2])));
        }
    }

    #[test]
    fn neighbour_is_asked_for_once_and_tells_its_address() {
        for index in 0..2 {
            let mut pair = stacks();
            let to = pair[1].addresses()[index];
            assert_eq!(pair[0].resolve(to), None);
            assert_eq!(pair[0].resolve(to), None);
            assert_eq!(pair[0].frames().to_send.len(), 1);
            cross(&mut pair);
            let mac = Some(MacAddress([2, 0, 0, 0, 0, 2]));
            assert_eq!(pair[0].resolve(to), mac);
            // Who was asked knows who has asked.
            let from = pair[0].addresses()[index];
            let mac = Some(MacAddress([2, 0, 0, 0, 0, 1]));
            assert_eq!(pair[1].neighbour(from), mac);
            assert_eq!(pair[1].neighbours().count(), 1);
        }
    }

    #[test]
    fn neighbours_of_a_vlan_are_found_there_and_nowhere_else() {
        for index in 0..2 {
            let mut pair = stacks();
            for (stack, host) in pair.iter_mut().zip(1..) {
                stack.add_vlan(7, Ipv4Addr::new(10, 0, 7, host));
                stack.add_vlan(7 + u16::from(host), Ipv4Addr::new(10, 0, 8, host));
            }
            let on = |stack: &mut Stack<Queue>, id| stack.vlan(id).unwrap().addresses()[index];
            let (there, elsewhere) = (on(&mut pair[1], 7), on(&mut pair[1], 9));
            assert!(pair[0].vlan(7).unwrap().ping(there, 3));
            assert!(pair[0].vlan(8).unwrap().ping(elsewhere, 4));
            pair[0].poll();
            let tags = pair[0]
                .frames()
                .to_send
                .iter()
                .map(|frame| frame[12..16].to_vec());
            assert!(tags.clone().any(|tag| tag == [0x81, 0, 0, 7]));
            assert!(tags.clone().all(|tag| tag[..2] == [0x81, 0]));
            cross(&mut pair);
            assert_eq!(pair[0].vlan(7).unwrap().pong(), Some((there, 3)));
            assert_eq!(pair[0].vlan(8).unwrap().pong(), None);
            assert_eq!(pair[0].neighbours().count(), 0);
        }
    }

    #[test]
    fn frame_whose_tag_carries_a_priority_only_is_of_no_vlan() {
        let mut pair = stacks();
        let to = pair[1].addresses()[0];
        assert!(pair[0].ping(to, 7));
        for frame in &mut pair[0].frames().to_send {
            frame.splice(12..12, [0x81, 0, 0xa0, 0]);
        }
        cross(&mut pair);
        assert_eq!(pair[1].neighbours().count(), 1);
    }

    #[test]
    fn datagrams_cross_between_ports_and_a_port_is_opened_once() {
        let mut pair = stacks();
        let ports = [0, 1].map(|index| pair[index].open(PORT).unwrap());
        let to = SocketAddr::new(pair[1].addresses()[0], PORT);
        assert!(pair[0].send(ports[0], to, b"17 hello"));
        cross(&mut pair);
        let (bytes, from) = pair[1].receive(ports[1]).unwrap();
        assert_eq!(
            (&bytes[..], from),
            (&b"17 hello"[..], "10.0.0.1:7000".parse().unwrap())
        );
        assert!(pair[1].receive(ports[1]).is_none());
    }
}
