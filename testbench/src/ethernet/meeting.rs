//! Two hosts tell each other the numbers of a connection before RDMA can begin, as programs do it: over TCP, here through their cards' own
//! Ethernet rings. MAC addresses are asked for, by ARP and neighbour discovery.
use super::rings::Rings;
use super::stack::Stack;
use crate::link::wire::Side;
use crate::pair::{End, Pair};
use anyhow::{Context as _, ensure};
use ferric::bus::Bus;
use ferric::ethernet::EthernetConfig;
use ferric::verbs::QueuePairEndpoint;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The hosts' addresses.
const ADDRESSES: [Ipv4Addr; 2] = [Ipv4Addr::new(10, 0, 0, 1), Ipv4Addr::new(10, 0, 0, 2)];
/// Where host A listens, and where host B calls from.
const PORT: u16 = 18515;
const FROM: u16 = 40_000;
/// Cycles between two looks, and within which everything must have come.
const TURN: u64 = 256;
const PATIENCE: u64 = 1_000_000;

/// What a host tells its peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Its queue pair.
    pub endpoint: QueuePairEndpoint,
    /// Its memory, for the peer.
    pub address: u64,
    /// The key for that.
    pub rkey: u32,
}

impl Numbers {
    const SIZE: usize = QueuePairEndpoint::SIZE + 12;

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = self.endpoint.to_bytes().to_vec();
        bytes.extend(self.address.to_be_bytes());
        bytes.extend(self.rkey.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (endpoint, rest) = bytes.split_first_chunk()?;
        let (address, rest) = rest.split_first_chunk()?;
        let (rkey, []) = rest.split_first_chunk()? else {
            return None;
        };
        Some(Numbers {
            endpoint: QueuePairEndpoint::from_bytes(endpoint),
            address: u64::from_be_bytes(*address),
            rkey: u32::from_be_bytes(*rkey),
        })
    }
}

/// What came of a meeting.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// What each host has heard.
    pub heard: [Numbers; 2],
    /// Frames that both stacks have sent.
    pub frames: u64,
}

/// The two stacks.
struct Meeting<'p> {
    pair: &'p Pair,
    stacks: [Stack; 2],
    limit: u64,
}

/// Each host tells the other its numbers. No other Ethernet port may be open at either card.
///
/// # Errors
/// A card has no Ethernet rings, or nothing comes.
pub fn meet(pair: &Pair, told: [Numbers; 2]) -> anyhow::Result<Met> {
    let stack = |end: &End, address: Ipv4Addr| -> anyhow::Result<Stack> {
        let port = end.device.ethernet(&EthernetConfig::default())?;
        let seed = u32::from(address).into();
        // By the card's time, so that a slow machine changes nothing.
        let bus = end.bus.clone();
        let clock = Arc::new(move || bus.now());
        let (rings, mac) = (Rings::new(port), end.device.mac());
        Ok(Stack::with_clock(rings, mac, address, seed, clock))
    };
    let [a, b] = &pair.ends;
    let mut meeting = Meeting {
        pair,
        stacks: [stack(a, ADDRESSES[0])?, stack(b, ADDRESSES[1])?],
        limit: pair.world().host(Side::A).now() + PATIENCE,
    };
    let [a, b] = &mut meeting.stacks;
    let host = SocketAddr::new(ADDRESSES[0].into(), PORT);
    let listening = a.listen(PORT).context("a port to listen at")?;
    let calling = b.connect(host, FROM).context("a connection")?;
    let streams = [listening, calling];
    let mut heard = [None; 2];
    for side in [1, 0] {
        let bytes = told[side].to_bytes();
        meeting.until("there is no connection", |stacks| {
            stacks[side].write(streams[side], &bytes).then_some(())
        })?;
        let other = 1 - side;
        let bytes = meeting.until("the numbers do not come", |stacks| {
            stacks[other].read(streams[other], Numbers::SIZE)
        })?;
        let mut numbers = Numbers::from_bytes(&bytes).context("numbers of the peer")?;
        let address = numbers.endpoint.gid.ip();
        numbers.endpoint.mac = meeting.until("nobody has the peer's address", |stacks| {
            stacks[other].resolve(address)
        })?;
        heard[other] = Some(numbers);
    }
    let frames = meeting.stacks.iter().map(Stack::sent).sum();
    for stack in meeting.stacks {
        stack.into_frames().close()?;
    }
    let [Some(a), Some(b)] = heard else {
        unreachable!("both were told")
    };
    Ok(Met {
        heard: [a, b],
        frames,
    })
}

impl Meeting<'_> {
    /// Lets the hosts go on until something is there.
    fn until<T>(
        &mut self,
        else_say: &'static str,
        mut look: impl FnMut(&mut [Stack; 2]) -> Option<T>,
    ) -> anyhow::Result<T> {
        loop {
            for stack in &mut self.stacks {
                stack.poll();
                stack.frames().check()?;
            }
            if let Some(found) = look(&mut self.stacks) {
                return Ok(found);
            }
            let now = self.pair.world().host(Side::A).now();
            ensure!(now < self.limit, else_say);
            self.pair.run(TURN);
        }
    }
}
