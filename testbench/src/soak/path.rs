//! The ways between the two hosts: connections take turns over both protocols, without a VLAN and on two, with every priority.
use crate::link::wire::Side;
use crate::pair::Pair;
use ferric::verbs::{Gid, QueuePairBuilder};
use ferric_layout::wire::VLAN_PRIORITY_SHIFT;
use std::net::Ipv4Addr;

/// Whether it is IPv4, in turn.
const V4: [bool; 2] = [false, true];
/// No VLAN, and those that there are.
const VLANS: [Option<u16>; 3] = [None, Some(100), Some(4094)];
/// Service levels.
const LEVELS: usize = 8;

fn gid(side: Side, v4: bool) -> Gid {
    match v4 {
        true => Ipv4Addr::new(10, 0, 0, 1 + side.index() as u8).into(),
        false => Gid::link_local(Pair::mac(side)),
    }
}

/// Gives both hosts their addresses.
pub fn set_up(pair: &Pair) -> anyhow::Result<()> {
    for side in Side::BOTH {
        let device = &pair.ends[side.index()].device;
        for v4 in V4 {
            for vlan in VLANS {
                device.add_gid(gid(side, v4), vlan)?;
            }
        }
    }
    Ok(())
}

fn vlan(connection: usize) -> Option<u16> {
    VLANS[connection / V4.len() % VLANS.len()]
}

fn level(connection: usize) -> u8 {
    (connection % LEVELS) as u8
}

/// One end of the way of a connection.
pub fn choose(builder: QueuePairBuilder, side: Side, connection: usize) -> QueuePairBuilder {
    let v4 = V4[connection % V4.len()];
    builder
        .set_gid(gid(side, v4))
        .set_vlan(vlan(connection))
        .set_service_level(level(connection))
}

/// Tag control information of both ends' frames.
pub fn tag(connection: usize) -> Option<u16> {
    vlan(connection).map(|id| u16::from(level(connection)) << VLAN_PRIORITY_SHIFT | id)
}
