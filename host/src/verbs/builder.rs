//! Making queue pairs, and connecting two the easy way.
use super::Error;
use super::address::{AddressVector, Gid, MacAddress, Mtu};
use super::attributes::QpAttributes;
use super::completion_queue::CompletionQueue;
use super::gid_table::{self, GidEntry};
use super::memory_region::AccessFlags;
use super::protection_domain::Shared as Domain;
use super::queue_pair::{Blueprint, QpCapacity, QueuePair};
use super::state::QpState;
use super::work_request::{PostError, RecvWr};
use ferric_layout::Psn;
use ferric_layout::sizes::{
    INLINE_MAX, RECEIVE_SGE_MAX, RING_LOG2_MAX, RING_LOG2_MIN, SEND_SGE_MAX,
};
use ferric_layout::work::{slots_for_inline, slots_for_sges};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Collects what a queue pair is to be like, `struct ibv_qp_init_attr` and what [`PreparedQueuePair::handshake`] needs besides.
///
/// Unless set: 128 sends and receives with one piece each and no inline data, completions for signalled sends only, no access for peers,
/// an MTU of 1024, a transport timer of 67 ms, 7 retries, and RNR retries for ever.
#[derive(Clone)]
pub struct QueuePairBuilder {
    domain: Arc<Domain>,
    send_cq: CompletionQueue,
    recv_cq: CompletionQueue,
    capacity: QpCapacity,
    sq_sig_all: bool,
    connection: QpAttributes,
    path: Path,
}

/// Where a queue pair sends from.
#[derive(Copy, Clone, Debug)]
enum Source {
    Index(u32),
    Address(Gid),
}

/// What of the path is this side's to choose.
#[derive(Copy, Clone, Debug)]
struct Path {
    source: Source,
    hop_limit: u8,
    traffic_class: u8,
    flow_label: u32,
    vlan: Option<u16>,
    service_level: u8,
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($value:ident: $type:ty) $($path:ident).+ = $expr:expr;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(mut self, $value: $type) -> Self {
            self.$($path).+ = $expr;
            self
        })*
    };
}

impl QueuePairBuilder {
    pub(super) fn new(
        domain: &Arc<Domain>,
        send_cq: &CompletionQueue,
        recv_cq: &CompletionQueue,
    ) -> Self {
        let card = &domain.context.card;
        let reads = super::device::rd_atomic_limit(card.features());
        let random = RandomState::new().hash_one(()) as u32;
        QueuePairBuilder {
            domain: domain.clone(),
            send_cq: send_cq.clone(),
            recv_cq: recv_cq.clone(),
            capacity: QpCapacity {
                max_send_wr: 128,
                max_recv_wr: 128,
                max_send_sge: 1,
                max_recv_sge: 1,
                max_inline_data: 0,
            },
            sq_sig_all: false,
            connection: QpAttributes {
                qp_access_flags: Some(AccessFlags::NONE),
                pkey_index: Some(0),
                port_num: Some(1),
                path_mtu: Some(Mtu::default()),
                timeout: Some(14),
                retry_cnt: Some(7),
                rnr_retry: Some(7),
                min_rnr_timer: Some(12),
                sq_psn: Some(Psn::new(random).value()),
                max_rd_atomic: Some(reads),
                max_dest_rd_atomic: Some(reads),
                ..QpAttributes::default()
            },
            path: Path {
                source: Source::Index(0),
                hop_limit: 64,
                traffic_class: 0,
                flow_label: 0,
                vlan: None,
                service_level: 0,
            },
        }
    }

    setters! {
        /// Sends that can be outstanding.
        set_max_send_wr(count: u32) capacity.max_send_wr = count;
        /// Receives that can be outstanding.
        set_max_recv_wr(count: u32) capacity.max_recv_wr = count;
        /// Scatter/gather entries of a send, at most 16; a READ has 4 at most.
        set_max_send_sge(count: u32) capacity.max_send_sge = count;
        /// Scatter/gather entries of a receive, at most 4.
        set_max_recv_sge(count: u32) capacity.max_recv_sge = count;
        /// Bytes of inline data, at most 220.
        set_max_inline_data(bytes: u32) capacity.max_inline_data = bytes;
        /// Whether every send makes a completion, signalled or not.
        set_sq_sig_all(all: bool) sq_sig_all = all;
        /// What peers may do.
        set_access(access: AccessFlags) connection.qp_access_flags = Some(access);
        /// Payload of a full packet, the same at both ends.
        set_path_mtu(mtu: Mtu) connection.path_mtu = Some(mtu);
        /// [`QpAttributes::timeout`].
        set_timeout(exponent: u8) connection.timeout = Some(exponent);
        /// [`QpAttributes::retry_cnt`].
        set_retry_count(count: u8) connection.retry_cnt = Some(count);
        /// [`QpAttributes::rnr_retry`].
        set_rnr_retry(count: u8) connection.rnr_retry = Some(count);
        /// [`QpAttributes::min_rnr_timer`].
        set_min_rnr_timer(code: u8) connection.min_rnr_timer = Some(code);
        /// READs and atomics this side may have outstanding, at most 16; so many unless set.
        set_max_rd_atomic(count: u8) connection.max_rd_atomic = Some(count);
        /// READs and atomics the peer may have outstanding, at most 16; so many unless set.
        set_max_dest_rd_atomic(count: u8) connection.max_dest_rd_atomic = Some(count);
        /// First PSN sent; random unless set.
        set_psn(psn: u32) connection.sq_psn = Some(psn);
        /// This side's address, one of the port's, on the VLAN that is set, else wherever it is first; the port's link-local one unless
        /// set. Both ends need the same protocol.
        set_gid(gid: impl Into<Gid>) path.source = Source::Address(gid.into());
        /// This side's address, by its index in the port's table, and the VLAN that it is on.
        set_sgid_index(index: u32) path.source = Source::Index(index);
        /// [`AddressVector::hop_limit`].
        set_hop_limit(limit: u8) path.hop_limit = limit;
        /// [`AddressVector::traffic_class`].
        set_traffic_class(class: u8) path.traffic_class = class;
        /// [`AddressVector::flow_label`].
        set_flow_label(label: u32) path.flow_label = label;
        /// [`AddressVector::vlan`]. Unless set, the one that this side's address is on; 0 sends a priority without a VLAN.
        set_vlan(id: Option<u16>) path.vlan = id;
        /// [`AddressVector::service_level`].
        set_service_level(level: u8) path.service_level = level;
    }

    /// Makes the queue pair, in RESET, to be moved on by [`QueuePair::modify`].
    ///
    /// # Errors
    /// A completion queue of another context; more room than there can be; no queue pair left.
    pub fn build(&self) -> Result<QueuePair, Error> {
        let context = &self.domain.context;
        for (queue, object) in [
            (&self.send_cq, "completion queue of sends"),
            (&self.recv_cq, "completion queue of receives"),
        ] {
            if !Arc::ptr_eq(&queue.shared.context, context) {
                let home = "context of the protection domain";
                return Err(Error::Foreign { object, home });
            }
        }
        let asked = &self.capacity;
        let receive_sges = context
            .card
            .limits()
            .receive_sges
            .min(RECEIVE_SGE_MAX as u32);
        for (what, asked, limit) in [
            (
                "scatter/gather entries of a send",
                asked.max_send_sge,
                SEND_SGE_MAX as u32,
            ),
            (
                "scatter/gather entries of a receive",
                asked.max_recv_sge,
                receive_sges,
            ),
            (
                "bytes of inline data",
                asked.max_inline_data,
                INLINE_MAX as u32,
            ),
        ] {
            at_most(what, asked.into(), limit.into())?;
        }
        // Whatever the slots of the longest send hold is allowed.
        let slots = slots_for_sges(asked.max_send_sge as usize)
            .max(slots_for_inline(asked.max_inline_data as usize));
        let slots_asked = u64::from(asked.max_send_wr) * slots as u64;
        let send_log2 = log2_for("slots of sends", slots_asked)?;
        let receive_log2 = log2_for("receives", asked.max_recv_wr.into())?;
        QueuePair::new(Blueprint {
            domain: self.domain.clone(),
            send_cq: self.send_cq.shared.clone(),
            recv_cq: self.recv_cq.shared.clone(),
            send_log2,
            receive_log2,
            capacity: QpCapacity {
                max_send_wr: (1 << send_log2) / slots as u32,
                max_recv_wr: 1 << receive_log2,
                ..*asked
            },
            sq_sig_all: self.sq_sig_all,
        })
    }

    /// Makes the queue pair, in INIT, to be connected by [`PreparedQueuePair::handshake`].
    ///
    /// # Errors
    /// As [`QueuePairBuilder::build`]; an address that is none of the port's.
    pub fn prepare(&self) -> Result<PreparedQueuePair, Error> {
        let source = self.source()?;
        let queue_pair = self.build()?;
        queue_pair.modify(&QpAttributes {
            qp_state: Some(QpState::Init),
            pkey_index: self.connection.pkey_index,
            port_num: self.connection.port_num,
            qp_access_flags: self.connection.qp_access_flags,
            ..QpAttributes::default()
        })?;
        Ok(PreparedQueuePair {
            queue_pair,
            connection: self.connection.clone(),
            path: self.path,
            source,
            mac: MacAddress(self.domain.context.card.mac()),
        })
    }

    /// The address to send from.
    fn source(&self) -> Result<GidEntry, Error> {
        let gids = self.domain.context.card.gids();
        match self.path.source {
            Source::Index(index) => gid_table::query(gids, index),
            Source::Address(gid) => Ok(gid_table::find(gids, gid, self.path.vlan)?),
        }
    }
}

fn at_most(what: &'static str, asked: u64, limit: u64) -> Result<(), Error> {
    if asked > limit {
        return Err(Error::TooMany { what, asked, limit });
    }
    Ok(())
}

/// log2 of the smallest ring with that many slots.
fn log2_for(what: &'static str, slots: u64) -> Result<u8, Error> {
    at_most(what, slots, 1 << RING_LOG2_MAX)?;
    let log2 = slots.max(1).next_power_of_two().ilog2() as u8;
    Ok(log2.max(RING_LOG2_MIN as u8))
}

/// What the peer has to know of a queue pair to connect to it; sent to it by other means.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct QueuePairEndpoint {
    /// The queue pair's number.
    pub qp_num: u32,
    /// The first PSN it sends.
    pub psn: u32,
    /// Its address.
    pub gid: Gid,
    /// MAC address of its card; if there is a router between, that router's instead.
    pub mac: MacAddress,
}

impl QueuePairEndpoint {
    /// Bytes of [`QueuePairEndpoint::to_bytes`].
    pub const SIZE: usize = 30;

    /// The endpoint as bytes, to be sent: number and PSN with the most significant byte first, address, MAC address.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[0..4].copy_from_slice(&self.qp_num.to_be_bytes());
        bytes[4..8].copy_from_slice(&self.psn.to_be_bytes());
        bytes[8..24].copy_from_slice(&self.gid.0);
        bytes[24..30].copy_from_slice(&self.mac.0);
        bytes
    }

    /// The endpoint that was sent. Numbers that cannot be are refused by the handshake.
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
            bytes[at..at + N].try_into().expect("N bytes")
        }
        QueuePairEndpoint {
            qp_num: u32::from_be_bytes(part(bytes, 0)),
            psn: u32::from_be_bytes(part(bytes, 4)),
            gid: Gid(part(bytes, 8)),
            mac: MacAddress(part(bytes, 24)),
        }
    }
}

/// A queue pair that waits for its peer.
pub struct PreparedQueuePair {
    queue_pair: QueuePair,
    connection: QpAttributes,
    path: Path,
    source: GidEntry,
    mac: MacAddress,
}

impl PreparedQueuePair {
    /// What the peer has to know.
    pub fn endpoint(&self) -> QueuePairEndpoint {
        QueuePairEndpoint {
            qp_num: self.queue_pair.number(),
            psn: self.connection.sq_psn.unwrap_or(0),
            gid: self.source.gid,
            mac: self.mac,
        }
    }

    /// [`QueuePair::post_recv`]: a receive posted before the handshake is there when the peer's first message comes.
    pub fn post_recv(&self, list: &[RecvWr<'_>]) -> Result<(), PostError> {
        self.queue_pair.post_recv(list)
    }

    /// Connects to the peer and lets the queue pair receive and send. The peer does the same; what this side sends before it has is
    /// sent again, if the card does that, so it is well to send first from the side that knows that the other is done.
    ///
    /// # Errors
    /// An address of the other protocol; a number or PSN out of range.
    pub fn handshake(self, peer: QueuePairEndpoint) -> Result<QueuePair, Error> {
        let PreparedQueuePair {
            queue_pair,
            connection,
            path,
            source,
            ..
        } = self;
        queue_pair.modify(&QpAttributes {
            qp_state: Some(QpState::Rtr),
            ah_attr: Some(AddressVector {
                sgid: source.gid,
                dgid: peer.gid,
                dmac: peer.mac,
                hop_limit: path.hop_limit,
                traffic_class: path.traffic_class,
                flow_label: path.flow_label,
                vlan: path.vlan.or(source.vlan),
                service_level: path.service_level,
            }),
            path_mtu: connection.path_mtu,
            dest_qp_num: Some(peer.qp_num),
            rq_psn: Some(peer.psn),
            max_dest_rd_atomic: connection.max_dest_rd_atomic,
            min_rnr_timer: connection.min_rnr_timer,
            ..QpAttributes::default()
        })?;
        queue_pair.modify(&QpAttributes {
            qp_state: Some(QpState::Rts),
            timeout: connection.timeout,
            retry_cnt: connection.retry_cnt,
            rnr_retry: connection.rnr_retry,
            sq_psn: connection.sq_psn,
            max_rd_atomic: connection.max_rd_atomic,
            ..QpAttributes::default()
        })?;
        Ok(queue_pair)
    }
}
