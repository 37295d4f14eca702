//! One card with its host on a wire, until it is interrupted.
use super::parse;
use super::screen::Screen;
use crate::ethernet::{Node, Pace};
use crate::link::socket::Plug;
use crate::verilated_card::VerilatedCard;
use anyhow::Context as _;
use ferric::verbs::MacAddress;
use ferric_layout::counter::Counter;
use ferric_verilated::Options;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Sleep of a card with nothing to do, which a frame ends.
const NAP: Duration = Duration::from_millis(200);

/// How a card is put on a wire.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  Two cards, in two terminals; each answers ARP, neighbour discovery and ping:
    ferric card --on unix:a.sock,b.sock --address 10.0.0.1
    ferric card --on unix:b.sock,a.sock --address 10.0.0.2 --ping 10.0.0.1

  A card and this machine's own network, as root:
    ferric card --on tap:ferric0 --address 10.9.0.2
    ip addr add 10.9.0.1/24 dev ferric0; ip link set up dev ferric0; ping 10.9.0.2

  A card and a virtual machine:
    ferric card --on unix:card.sock,vm.sock --address 10.0.0.2
    qemu-system-x86_64 ... -device virtio-net-pci,netdev=n -netdev dgram,id=n,\\
      local.type=unix,local.path=vm.sock,remote.type=unix,remote.path=card.sock")]
pub struct OnWire {
    #[command(flatten)]
    place: Place,
    /// Ping this address once a second
    #[arg(long, value_name = "ADDRESS")]
    ping: Option<IpAddr>,
}

/// Where a card is.
#[derive(Debug, clap::Args)]
pub struct Place {
    /// The wire: unix:HERE,PEER and udp:HERE,PEER carry a frame in a datagram, as QEMU's dgram device does; tap:NAME is
    /// an interface of this machine
    #[arg(long, value_name = "WIRE")]
    on: Plug,
    /// IPv4 address of the card's host; its network is the /24 around it. It has a link-local IPv6 address as well
    #[arg(long, value_parser = parse::host)]
    address: Ipv4Addr,
    /// The card's MAC address [default: one made of the IPv4 address]
    #[arg(long, value_parser = parse::station)]
    mac: Option<MacAddress>,
    /// Write all that goes over the wire to this file
    #[arg(long, value_name = "FILE")]
    pcap: Option<PathBuf>,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Pings, one a second.
struct Pings {
    to: IpAddr,
    number: u16,
    sent: Option<Instant>,
}

impl Pings {
    /// Sends the next if it is time, and says who has answered.
    fn turn(&mut self, node: &mut Node) {
        let due = |sent: Instant| sent.elapsed() >= Duration::from_secs(1);
        let stack = &mut node.gateway.stack;
        if self.sent.is_none_or(due) {
            self.number = self.number.wrapping_add(1);
            stack.ping(self.to, self.number);
            self.sent = Some(Instant::now());
        }
        while let Some((from, number)) = stack.pong() {
            let after = match self.sent {
                Some(sent) if number == self.number => format!(" after {:.1?}", sent.elapsed()),
                _ => String::new(),
            };
            println!("answer of {from} to ping {number}{after}");
        }
    }
}

impl Place {
    /// The card's MAC address.
    fn mac(&self) -> MacAddress {
        let [a, b, c, d] = self.address.octets();
        self.mac.unwrap_or(MacAddress([2, 0, a, b, c, d]))
    }

    /// Puts a card there.
    pub fn put(&self) -> anyhow::Result<Node> {
        let wire = self
            .on
            .open()
            .with_context(|| format!("the wire {}", self.on))?;
        let task = Screen::new().wait(
            "preparing a card; the first time, Verilator builds it, which takes a few minutes",
        );
        let card = VerilatedCard::build(Options::default())?;
        let pace = Pace {
            nap: NAP,
            ..Pace::default()
        };
        let mut node = Node::new(card, self.mac(), self.address, wire, pace, self.seed)?;
        drop(task);
        if let Some(path) = &self.pcap {
            node.gateway.capture(path.clone())?;
        }
        Ok(node)
    }
}

impl OnWire {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The second one ends the process, should the first not get through.
            signal_hook::flag::register_conditional_default(signal, stop.clone())?;
            signal_hook::flag::register(signal, stop.clone())?;
        }
        let mut node = match self.place.put() {
            // Ctrl-C reaches Verilator as well.
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(()),
            node => node?,
        };
        let [v4, v6] = node.gateway.stack.addresses();
        println!(
            "card {} with addresses {v4} and {v6} on {}",
            self.place.mac(),
            self.place.on
        );
        println!("Ctrl-C ends it");
        let mut pings = self.ping.map(|to| Pings {
            to,
            number: 0,
            sent: None,
        });
        let start = Instant::now();
        let mut known = HashMap::new();
        while !stop.load(Ordering::Relaxed) {
            if let Some(pings) = &mut pings {
                pings.turn(&mut node);
            }
            node.gateway.turn()?;
            for (address, mac) in node.gateway.stack.neighbours() {
                if known.insert(address, mac) != Some(mac) {
                    println!("neighbour {address} is at {mac}");
                }
            }
        }
        node.gateway.finish_capture()?;
        farewell(&node, start.elapsed())
    }
}

/// What there was.
fn farewell(node: &Node, lasted: Duration) -> anyhow::Result<()> {
    println!(
        "\n{:.1} s, {} cycles of the card; it has counted",
        lasted.as_secs_f64(),
        node.gateway.cycle()
    );
    for counter in Counter::ALL {
        let count = node.device.counter(*counter)?;
        if count != 0 {
            println!("  {count:>10}  {}", counter.describe());
        }
    }
    Ok(())
}
