//! A card that is set up.
use super::context::Context;
use super::gid_table::{self, GidEntry};
use super::{Error, Gid, MacAddress};
use crate::bus::Bus;
use crate::driver::Card;
use crate::driver::gids::GIDS;
use crate::ethernet::{EthernetConfig, EthernetError, EthernetPort};
use ferric_layout::counter::Counter;
use ferric_layout::register::{self, feature};
use ferric_layout::sizes;
use std::sync::Arc;

/// A card, `struct ibv_device`. The card is turned off when the device and everything made from it are dropped.
#[derive(Clone)]
pub struct Device {
    card: Arc<Card>,
}

/// How far atomics are atomic, `enum ibv_atomic_cap`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AtomicCap {
    /// There are none.
    None,
    /// Against each other, through whatever queue pairs of the card; not against the host's processors.
    Hca,
}

/// READs and atomics that a queue pair of a card with these features may have outstanding, in either role.
pub(super) fn rd_atomic_limit(features: u32) -> u8 {
    if features & (feature::READ | feature::ATOMIC) != 0 {
        sizes::RD_ATOMIC_MAX as u8
    } else {
        0
    }
}

/// What a card is and how much of everything it has, `struct ibv_device_attr`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceAttributes {
    /// Version of the layout the card speaks, major and minor.
    pub version: (u16, u16),
    /// The card's MAC address.
    pub mac: MacAddress,
    /// `ferric_layout::register::feature`.
    pub features: u32,
    /// Contexts.
    pub max_contexts: u32,
    /// Protection domains.
    pub max_pd: u32,
    /// Memory regions.
    pub max_mr: u32,
    /// Bytes of a memory region, if its memory is contiguous on the bus.
    pub max_mr_size: u64,
    /// Page sizes a region can be made of: bit `n` stands for `1 << n` bytes.
    pub page_size_cap: u64,
    /// Page entries, shared by all regions.
    pub max_pages: u32,
    /// Completion queues.
    pub max_cq: u32,
    /// Entries of a completion queue.
    pub max_cqe: u32,
    /// Completion channels.
    pub max_comp_channels: u32,
    /// Queue pairs.
    pub max_qp: u32,
    /// Slots of 64 bytes of a send queue, and receives of a receive queue.
    pub max_qp_wr: u32,
    /// Scatter/gather entries of a send.
    pub max_send_sge: u32,
    /// Scatter/gather entries of a READ.
    pub max_sge_rd: u32,
    /// Scatter/gather entries of a receive.
    pub max_recv_sge: u32,
    /// READs and atomics a peer may have outstanding at a queue pair.
    pub max_qp_rd_atom: u8,
    /// READs and atomics a queue pair may have outstanding.
    pub max_qp_init_rd_atom: u8,
    /// How far atomics are atomic.
    pub atomic_cap: AtomicCap,
    /// Bytes of inline data.
    pub max_inline_data: u32,
    /// Bytes of a message.
    pub max_msg_sz: u32,
    /// Ports.
    pub phys_port_cnt: u8,
    /// Room for addresses of the port.
    pub gid_tbl_len: u32,
}

impl DeviceAttributes {
    /// Whether RDMA READ can be posted.
    pub fn supports_read(&self) -> bool {
        self.features & feature::READ != 0
    }
    /// Whether atomics can be posted.
    pub fn supports_atomic(&self) -> bool {
        self.features & feature::ATOMIC != 0
    }
    /// Whether SEND with invalidate can be posted.
    pub fn supports_send_invalidate(&self) -> bool {
        self.features & feature::SEND_INVALIDATE != 0
    }
    /// Whether there is Ethernet beside RDMA: [`Device::ethernet`].
    pub fn supports_ethernet(&self) -> bool {
        self.features & feature::ETHERNET != 0
    }
    /// Whether paths may be IPv6.
    pub fn supports_ipv6(&self) -> bool {
        self.features & feature::IPV6 != 0
    }
}

impl Device {
    /// Finds the card behind `bus`, sets it up with this MAC address, and turns its port on.
    pub fn open(bus: Arc<dyn Bus>, mac: MacAddress) -> Result<Self, Error> {
        let card = Card::open(bus, mac.0, Arc::new(gid_table::begin(mac)?))?;
        Ok(Device { card })
    }

    /// Resets the card, whatever state it is in, and sets it up anew: no reloading, no new bus. What was made from this device is lost,
    /// in whatever thread it is used: completions that have come can still be polled, everything else ends in [`Error::is_lost`]. It can be
    /// dropped before or after. Peers learn of it when their requests are not answered any more.
    ///
    /// After a reset that somebody else made, the card's configuration must have been restored, as the operating system does it.
    pub fn reset(&self) -> Result<Self, Error> {
        let card = self.card.reset()?;
        Ok(Device { card })
    }

    /// Asks the card whether it was reset since this device was opened, by the operating system or with its link, or lost the bus. If so,
    /// everything that was made from this device is lost, and [`Device::reset`] begins anew. Nothing but this and calls that the card has to
    /// answer finds that out: posting and polling do not ask.
    pub fn check(&self) -> Result<(), Error> {
        Ok(self.card.check()?)
    }

    /// Whether a send that is posted by itself, with [`SendFlags::INLINE`](super::SendFlags::INLINE) and so little data that its work request
    /// takes 64 bytes, is pushed through the doorbell page. It is at first: the card need not read such a work request, which saves a DMA round
    /// trip. Off, a post costs the processor and PCIe fewer bytes.
    pub fn set_push(&self, push: bool) {
        self.card.set_push(push);
    }

    /// A user context, which everything else is made from.
    pub fn context(&self) -> Result<Context, Error> {
        Context::new(&self.card)
    }

    /// Opens the card's way into the Ethernet for everything that is not RDMA. There is one of it.
    pub fn ethernet(&self, config: &EthernetConfig) -> Result<EthernetPort, EthernetError> {
        EthernetPort::open(&self.card, config)
    }

    /// What the card is.
    pub fn attributes(&self) -> Result<DeviceAttributes, Error> {
        let limits = self.card.limits();
        let version = self.card.registers().read(register::VERSION)?;
        let features = self.card.features();
        let rd_atomic = rd_atomic_limit(features);
        Ok(DeviceAttributes {
            version: ((version >> 16) as u16, version as u16),
            mac: self.mac(),
            features,
            max_contexts: limits.doorbell_pages - 1,
            max_pd: (1 << sizes::PD_BITS) - 1,
            max_mr: limits.keys - 1,
            max_mr_size: u64::from(limits.pages) << sizes::PAGE_SHIFT_MAX,
            page_size_cap: (1 << (sizes::PAGE_SHIFT_MAX + 1)) - (1 << sizes::PAGE_SHIFT_MIN),
            max_pages: limits.pages,
            max_cq: limits.cqs,
            max_cqe: super::completion_queue::ENTRIES_MAX,
            max_comp_channels: limits.eqs.saturating_sub(1),
            max_qp: limits.qps - sizes::FIRST_QPN,
            max_qp_wr: 1 << sizes::RING_LOG2_MAX,
            max_send_sge: sizes::SEND_SGE_MAX as u32,
            max_sge_rd: sizes::READ_SGE_MAX as u32,
            max_qp_rd_atom: rd_atomic,
            max_qp_init_rd_atom: rd_atomic,
            atomic_cap: if features & feature::ATOMIC != 0 {
                AtomicCap::Hca
            } else {
                AtomicCap::None
            },
            max_recv_sge: limits.receive_sges.min(sizes::RECEIVE_SGE_MAX as u32),
            max_inline_data: sizes::INLINE_MAX as u32,
            max_msg_sz: sizes::MESSAGE_MAX,
            phys_port_cnt: 1,
            gid_tbl_len: GIDS as u32,
        })
    }

    /// The card's MAC address.
    pub fn mac(&self) -> MacAddress {
        MacAddress(self.card.mac())
    }

    /// The link-local address of the port, which its table of addresses begins with.
    pub fn gid(&self) -> Gid {
        Gid::link_local(self.mac())
    }

    /// The addresses of the port: where queue pairs may send from. `ibv_query_gid_table`.
    pub fn gid_table(&self) -> Vec<GidEntry> {
        gid_table::all(self.card.gids())
    }

    /// The address at an index. `ibv_query_gid_ex`.
    pub fn query_gid(&self, index: u32) -> Result<GidEntry, Error> {
        gid_table::query(self.card.gids(), index)
    }

    /// The host has this address on the card's port, or on a VLAN of it: queue pairs may send from it from now on. One that is there already
    /// stays as it is. At most [`DeviceAttributes::gid_tbl_len`] are there at a time; a reset leaves them.
    pub fn add_gid(&self, gid: impl Into<Gid>, vlan: Option<u16>) -> Result<GidEntry, Error> {
        gid_table::add(self.card.gids(), gid.into(), vlan)
    }

    /// The host no longer has the address at an index. Queue pairs that send from it go on; no other can begin to.
    pub fn remove_gid(&self, index: u32) -> Result<(), Error> {
        gid_table::remove(self.card.gids(), index)
    }

    /// One of the card's counters.
    pub fn counter(&self, counter: Counter) -> Result<u64, Error> {
        Ok(self.card.registers().counter(counter)?)
    }

    /// The card beneath.
    pub fn card(&self) -> &Arc<Card> {
        &self.card
    }
}
