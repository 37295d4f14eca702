//! The port's table of addresses.
use super::address::Gid;
use super::transition::ModifyError;
use super::{Error, MacAddress};
use crate::driver::gids::{Gids, Source};
use ferric_layout::wire::VLAN_ID_MAX;
use std::net::IpAddr;

/// An entry of the table, `struct ibv_gid_entry`: an address of the host from which queue pairs may send.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct GidEntry {
    /// Its index, `sgid_index`.
    pub index: u32,
    /// The address. Whether it is IPv4 or IPv6 says [`Gid::ip`].
    pub gid: Gid,
    /// The VLAN that it is on, 1 to 4094. The same address on two VLANs is two entries.
    pub vlan: Option<u16>,
}

impl GidEntry {
    fn new((index, source): (u32, Source)) -> Self {
        GidEntry {
            index,
            gid: Gid(source.gid),
            vlan: source.vlan,
        }
    }
}

/// A table that begins with the link-local address of the port.
pub(super) fn begin(mac: MacAddress) -> Result<Gids, Error> {
    let gids = Gids::default();
    add(&gids, Gid::link_local(mac), None)?;
    Ok(gids)
}

pub(super) fn all(gids: &Gids) -> Vec<GidEntry> {
    gids.all().into_iter().map(GidEntry::new).collect()
}

pub(super) fn query(gids: &Gids, index: u32) -> Result<GidEntry, Error> {
    let source = gids.get(index).ok_or(Error::NoGid(index))?;
    Ok(GidEntry::new((index, source)))
}

pub(super) fn add(gids: &Gids, gid: Gid, vlan: Option<u16>) -> Result<GidEntry, Error> {
    let host = match gid.ip() {
        IpAddr::V4(v4) => !v4.is_unspecified() && !v4.is_multicast() && !v4.is_broadcast(),
        IpAddr::V6(v6) => !v6.is_unspecified() && !v6.is_multicast(),
    };
    if !host {
        return Err(Error::NotAHost(gid));
    }
    if let Some(id) = vlan.filter(|id| !(1..=VLAN_ID_MAX).contains(id)) {
        return Err(Error::NoVlan(id));
    }
    let source = Source { gid: gid.0, vlan };
    Ok(GidEntry::new((gids.add(source)?, source)))
}

pub(super) fn remove(gids: &Gids, index: u32) -> Result<(), Error> {
    gids.remove(index).ok_or(Error::NoGid(index)).map(drop)
}

/// The entry for an address: on that VLAN if one is said, where 0 says that it is on none, else wherever it is first.
pub(super) fn find(gids: &Gids, gid: Gid, vlan: Option<u16>) -> Result<GidEntry, ModifyError> {
    let network = vlan.map(on);
    all(gids)
        .into_iter()
        .find(|entry| entry.gid == gid && network.is_none_or(|network| network == entry.vlan))
        .ok_or(ModifyError::UnknownSource)
}

/// Whether there is an entry for the source of a path whose frames carry this VLAN in their tag, or have none.
pub(super) fn check(gids: &Gids, gid: Gid, vlan: Option<u16>) -> Result<(), ModifyError> {
    find(gids, gid, Some(vlan.unwrap_or(0))).map(drop)
}

/// The VLAN of a tag: 0 stands for none.
fn on(id: u16) -> Option<u16> {
    (id != 0).then_some(id)
}
