//! Two cards, each alone in its Ethernet, with nothing between them but sockets of the operating system.
use anyhow::ensure;
use ferric::verbs::{
    AccessFlags, MacAddress, QueuePair, QueuePairEndpoint, SendWr, WcOpcode, WorkCompletion,
};
use ferric_testbench::ethernet::{Node, Pace};
use ferric_testbench::link::channel::Odds;
use ferric_testbench::link::socket::Unix;
use ferric_testbench::link::wire::Side;
use ferric_testbench::verilated_card::VerilatedCard;
use ferric_verilated::Options;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Turns within which anything must have happened.
const TURNS: u32 = 100_000;
const PORT: u16 = 7000;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferric-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn address(index: u8) -> Ipv4Addr {
    Ipv4Addr::new(10, 0, 0, 1 + index)
}

fn nodes(folder: &Path) -> [Node; 2] {
    [0, 1].map(|index: u8| {
        let path = |index: u8| folder.join(index.to_string());
        let wire = Unix::bind(&path(index), &path(1 - index)).unwrap();
        let card = VerilatedCard::build(Options::default()).unwrap();
        let mac = MacAddress([2, 0, 0, 0, 0, 1 + index]);
        let pace = Pace::default();
        Node::new(
            card,
            mac,
            address(index),
            Box::new(wire),
            pace,
            index.into(),
        )
        .unwrap()
    })
}

/// Turns both until something is there.
fn wait<T>(nodes: &mut [Node; 2], mut look: impl FnMut(&mut [Node; 2]) -> Option<T>) -> T {
    for _ in 0..TURNS {
        if let Some(found) = look(nodes) {
            return found;
        }
        for node in nodes.iter_mut() {
            node.gateway.turn().unwrap();
        }
    }
    panic!("nothing came in {TURNS} turns")
}

/// The peer's endpoint, sent as a datagram by its host; the MAC address is asked for.
fn meet(nodes: &mut [Node; 2], endpoints: [QueuePairEndpoint; 2]) -> [QueuePairEndpoint; 2] {
    let ports = [0, 1].map(|index: usize| nodes[index].gateway.stack.open(PORT).unwrap());
    for index in 0..2 {
        let to = SocketAddr::new(address(1 - index as u8).into(), PORT);
        let bytes = endpoints[index].to_bytes();
        assert!(nodes[index].gateway.stack.send(ports[index], to, &bytes));
    }
    [0, 1].map(|index: usize| {
        let (bytes, from) = wait(nodes, |nodes| {
            nodes[index].gateway.stack.receive(ports[index])
        });
        let mut peer = QueuePairEndpoint::from_bytes(&bytes.try_into().unwrap());
        let found = wait(nodes, |nodes| nodes[index].gateway.stack.resolve(from.ip()));
        assert_eq!(found, peer.mac);
        peer.mac = found;
        peer
    })
}

#[test]
fn hosts_of_two_cards_ping_each_other() {
    let folder = Folder::new("ping");
    let mut nodes = nodes(&folder.0);
    let to = IpAddr::from(address(1));
    assert!(nodes[0].gateway.stack.ping(to, 3));
    let answered = wait(&mut nodes, |nodes| nodes[0].gateway.stack.pong());
    assert_eq!(answered, (to, 3));
}

#[test]
fn write_crosses_by_sockets_though_frames_are_lost_in_both_directions() -> anyhow::Result<()> {
    const LENGTH: usize = 20_000;
    let folder = Folder::new("write");
    let mut nodes = nodes(&folder.0);
    let cqs = [0, 1].map(|index: usize| nodes[index].context.create_cq(16, None).unwrap());
    let prepared = [0, 1].map(|index: usize| {
        let (node, cq) = (&nodes[index], &cqs[index]);
        node.pd
            .create_qp(cq, cq)
            .set_access(AccessFlags::REMOTE_WRITE)
            .set_gid(IpAddr::from(address(index as u8)))
            .set_timeout(16)
            .prepare()
            .unwrap()
    });
    let peers = meet(&mut nodes, [prepared[0].endpoint(), prepared[1].endpoint()]);
    let mut peers = peers.into_iter();
    let [writer, _reader]: [QueuePair; 2] =
        prepared.map(|prepared| prepared.handshake(peers.next().unwrap()).unwrap());
    let bytes: Vec<u8> = (0..LENGTH).map(|i| (i * 7 + (i >> 8)) as u8).collect();
    let source = nodes[0].pd.register(bytes.clone(), AccessFlags::NONE)?;
    let rights = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
    let target = nodes[1].pd.allocate(LENGTH, rights)?;
    for node in &nodes {
        let mut world = node.gateway.world();
        world.link_mut().port_mut(Side::A).channel.set_odds(Odds {
            lose: 100_000,
            ..Odds::default()
        });
    }
    let pieces = [source.sge(..)?];
    let write = SendWr::write(5, &pieces, target.addr(), target.rkey()).signaled();
    writer.post_send(&[write])?;
    let done = wait(&mut nodes, |_| {
        let mut room = [WorkCompletion::default()];
        cqs[0].poll(&mut room).unwrap().first().copied()
    });
    ensure!(
        done.is_success() && done.opcode == WcOpcode::RdmaWrite,
        "{done:?}"
    );
    let mut found = vec![0; LENGTH];
    target.read(0, &mut found)?;
    ensure!(found == bytes, "the bytes differ");
    let lost = nodes[0].gateway.world();
    let log = lost.link().port(Side::A).channel.log();
    ensure!(
        log.iter().any(|decision| !decision.faults.is_empty()),
        "nothing was lost"
    );
    Ok(())
}
