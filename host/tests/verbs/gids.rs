//! The port's table of addresses, and queue pairs that choose from it.
use crate::setup::{ADDRESS, MAC, PEER_ADDRESS, PEER_MAC, Setup, peer};
use ferric::verbs::*;
use std::net::{Ipv4Addr, Ipv6Addr};

const GLOBAL: Ipv6Addr = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
const PEER_GLOBAL: Ipv6Addr = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 2);
const VLAN: u16 = 7;

fn entry(index: u32, gid: impl Into<Gid>, vlan: Option<u16>) -> GidEntry {
    let gid = gid.into();
    GidEntry { index, gid, vlan }
}

/// The path that a queue pair of this builder gets towards a peer.
fn path(builder: &QueuePairBuilder, to: impl Into<Gid>) -> AddressVector {
    let gid = to.into();
    let mac = PEER_MAC;
    let prepared = builder.prepare().unwrap();
    let ours = prepared.endpoint().gid;
    let to = QueuePairEndpoint { gid, mac, ..peer() };
    let path = prepared.handshake(to).unwrap().query().unwrap().ah_attr;
    let path = path.unwrap();
    assert_eq!(path.sgid, ours);
    path
}

#[test]
fn gid_table_holds_addresses_of_both_kinds_by_index() {
    let Setup {
        device, context, ..
    } = &Setup::new(16);
    let local = Gid::link_local(MAC);
    assert_eq!(
        device.gid_table(),
        [entry(0, local, None), entry(1, ADDRESS, None)]
    );
    assert_eq!(
        device.add_gid(GLOBAL, None).unwrap(),
        entry(2, GLOBAL, None)
    );
    assert_eq!(
        device.add_gid(local, Some(VLAN)).unwrap(),
        entry(3, local, Some(VLAN))
    );
    assert_eq!(
        device.add_gid(ADDRESS, None).unwrap(),
        entry(1, ADDRESS, None)
    );
    assert_eq!(context.gid_table(), device.gid_table());
    assert_eq!(context.query_gid(2).unwrap(), entry(2, GLOBAL, None));
    device.remove_gid(1).unwrap();
    let left = [
        entry(0, local, None),
        entry(2, GLOBAL, None),
        entry(3, local, Some(VLAN)),
    ];
    assert_eq!(device.gid_table(), left);
    for index in [1, 4, u32::MAX] {
        assert!(matches!(device.query_gid(index), Err(Error::NoGid(at)) if at == index));
        assert!(matches!(device.remove_gid(index), Err(Error::NoGid(at)) if at == index));
    }
}

#[test]
fn gid_table_takes_addresses_of_hosts_on_vlans_that_there_are() {
    let Setup { device, .. } = &Setup::new(16);
    for gid in [
        Gid::from(Ipv4Addr::UNSPECIFIED),
        Gid::from(Ipv4Addr::BROADCAST),
        Gid::from(Ipv4Addr::new(224, 0, 0, 1)),
        Gid::from(Ipv6Addr::UNSPECIFIED),
        Gid::from(Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 1)),
    ] {
        assert!(matches!(device.add_gid(gid, None), Err(Error::NotAHost(of)) if of == gid));
    }
    for vlan in [0, 4095, u16::MAX] {
        let refused = device.add_gid(GLOBAL, Some(vlan));
        assert!(matches!(refused, Err(Error::NoVlan(of)) if of == vlan));
    }
    for vlan in [1, 4094] {
        device.add_gid(GLOBAL, Some(vlan)).unwrap();
    }
    let room = device.attributes().unwrap().gid_tbl_len as usize;
    let mut host = 0;
    while device.gid_table().len() < room {
        host += 1;
        device.add_gid(Ipv4Addr::from_bits(host), None).unwrap();
    }
    assert!(device.add_gid(Ipv4Addr::from_bits(host + 1), None).is_err());
}

#[test]
fn queue_pair_sends_from_the_entry_with_its_index_on_its_vlan() {
    let setup = Setup::new(16);
    let index = setup.device.add_gid(GLOBAL, Some(VLAN)).unwrap().index;
    let builder = setup.builder().set_sgid_index(index).set_service_level(5);
    let found = path(&builder, PEER_GLOBAL);
    let wanted = AddressVector {
        vlan: Some(VLAN),
        service_level: 5,
        ..AddressVector::new(GLOBAL.into(), PEER_GLOBAL.into(), PEER_MAC)
    };
    assert_eq!(found, wanted);
    let nowhere = setup.builder().set_sgid_index(9).prepare();
    assert!(matches!(nowhere.err(), Some(Error::NoGid(9))));
}

#[test]
fn queue_pair_finds_its_address_on_the_vlan_that_is_said() {
    let setup = Setup::new(16);
    setup.device.add_gid(GLOBAL, Some(VLAN)).unwrap();
    setup.device.add_gid(ADDRESS, Some(VLAN)).unwrap();
    let by = |gid: Gid| setup.builder().set_gid(gid);
    // Only there; the first of two; the second; the first, with a priority of its own.
    assert_eq!(path(&by(GLOBAL.into()), PEER_GLOBAL).vlan, Some(VLAN));
    assert_eq!(path(&by(ADDRESS.into()), PEER_ADDRESS).vlan, None);
    let on = |id| by(ADDRESS.into()).set_vlan(Some(id));
    assert_eq!(path(&on(VLAN), PEER_ADDRESS).vlan, Some(VLAN));
    assert_eq!(path(&on(0), PEER_ADDRESS).vlan, Some(0));
    for builder in [
        on(VLAN + 1),
        by(PEER_ADDRESS.into()),
        by(GLOBAL.into()).set_vlan(Some(0)),
    ] {
        let refused = builder.prepare().err();
        assert!(matches!(
            refused,
            Some(Error::Modify(ModifyError::UnknownSource))
        ));
    }
}

#[test]
fn queue_pair_keeps_an_address_that_is_removed_and_no_other_begins_with_it() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    let before = setup.builder().prepare().unwrap();
    setup.device.remove_gid(1).unwrap();
    assert_eq!(qp.query().unwrap().ah_attr.unwrap().sgid, ADDRESS.into());
    assert_eq!(qp.state().unwrap(), QpState::Rts);
    for refused in [
        before.handshake(peer()).err(),
        setup.builder().prepare().err(),
    ] {
        assert!(matches!(
            refused,
            Some(Error::Modify(ModifyError::UnknownSource))
        ));
    }
}

#[test]
fn gid_table_outlives_a_reset_of_the_card() {
    let setup = Setup::new(16);
    let before = setup.device.gid_table();
    assert_eq!(setup.device.reset().unwrap().gid_table(), before);
}
