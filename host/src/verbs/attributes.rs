//! Attributes of queue pairs.
use super::address::{AddressVector, Gid, MacAddress, Mtu, udp_source_port};
use super::memory_region::AccessFlags;
use super::state::QpState;
use super::transition::{ModifyError, QpAttribute, QpAttributeMask};
use ferric_layout::admin::Qp;
use ferric_layout::sizes::RD_ATOMIC_MAX;
use ferric_layout::wire::{VLAN_ID_BITS, VLAN_ID_MAX, VLAN_PRIORITY_SHIFT};
use ferric_layout::{Psn, qp::access};

/// Attributes to set, or as they are: `struct ibv_qp_attr` with its mask, which is what is `Some`.
///
/// ```
/// use ferric::verbs::{AccessFlags, QpAttributes, QpState};
/// let to_init = QpAttributes {
///     qp_state: Some(QpState::Init),
///     pkey_index: Some(0),
///     port_num: Some(1),
///     qp_access_flags: Some(AccessFlags::REMOTE_WRITE),
///     ..QpAttributes::default()
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct QpAttributes {
    /// State to go to; always required.
    pub qp_state: Option<QpState>,
    /// State the queue pair is in, as the caller thinks; refused if it is not so.
    pub cur_qp_state: Option<QpState>,
    /// Whether to raise an event when the send queue has drained. This card cannot.
    pub en_sqd_async_notify: Option<bool>,
    /// What peers may do.
    pub qp_access_flags: Option<AccessFlags>,
    /// Partition; this card has the default one only, at 0.
    pub pkey_index: Option<u16>,
    /// Port; this card has port 1 only.
    pub port_num: Option<u8>,
    /// Key of datagrams.
    pub qkey: Option<u32>,
    /// Path to the peer.
    pub ah_attr: Option<AddressVector>,
    /// Payload of a full packet, the same at both ends.
    pub path_mtu: Option<Mtu>,
    /// Transport timer, 0 to 31: 4.096 µs times two to this power; 0 waits for ever.
    pub timeout: Option<u8>,
    /// Retries after a timeout or a lost packet, 0 to 7.
    pub retry_cnt: Option<u8>,
    /// Retries after the peer was not ready, 0 to 6; 7 retries for ever.
    pub rnr_retry: Option<u8>,
    /// First PSN received, 24 bits: the peer's `sq_psn`.
    pub rq_psn: Option<u32>,
    /// READs and atomics this side may have outstanding, at most 16; with 0 each one posted fails.
    pub max_rd_atomic: Option<u8>,
    /// Path to fall back to. This card cannot.
    pub alt_ah_attr: Option<AddressVector>,
    /// Code of the time the peer waits when this side is not ready, 0 to 31 (digest §2; 0 is the longest).
    pub min_rnr_timer: Option<u8>,
    /// First PSN sent, 24 bits.
    pub sq_psn: Option<u32>,
    /// READs and atomics the peer may have outstanding, at most 16.
    pub max_dest_rd_atomic: Option<u8>,
    /// Path migration. This card cannot.
    pub path_mig_state: Option<u8>,
    /// The peer's number, 24 bits.
    pub dest_qp_num: Option<u32>,
}

impl QpAttributes {
    /// Which attributes there are.
    pub fn mask(&self) -> QpAttributeMask {
        use QpAttribute::*;
        let given = [
            (State, self.qp_state.is_some()),
            (CurState, self.cur_qp_state.is_some()),
            (EnSqdAsyncNotify, self.en_sqd_async_notify.is_some()),
            (AccessFlags, self.qp_access_flags.is_some()),
            (PkeyIndex, self.pkey_index.is_some()),
            (Port, self.port_num.is_some()),
            (Qkey, self.qkey.is_some()),
            (Av, self.ah_attr.is_some()),
            (PathMtu, self.path_mtu.is_some()),
            (Timeout, self.timeout.is_some()),
            (RetryCnt, self.retry_cnt.is_some()),
            (RnrRetry, self.rnr_retry.is_some()),
            (RqPsn, self.rq_psn.is_some()),
            (MaxQpRdAtomic, self.max_rd_atomic.is_some()),
            (AltPath, self.alt_ah_attr.is_some()),
            (MinRnrTimer, self.min_rnr_timer.is_some()),
            (SqPsn, self.sq_psn.is_some()),
            (MaxDestRdAtomic, self.max_dest_rd_atomic.is_some()),
            (PathMigState, self.path_mig_state.is_some()),
            (DestQpn, self.dest_qp_num.is_some()),
        ];
        let mut mask = QpAttributeMask::default();
        for (attribute, _) in given.into_iter().filter(|(_, given)| *given) {
            mask.insert(attribute);
        }
        mask
    }

    /// Sets what is given in the record the card is told, if every value is possible.
    pub(super) fn apply(&self, qp: &mut Qp) -> Result<(), ModifyError> {
        use QpAttribute::*;
        let unsupported = [
            (EnSqdAsyncNotify, self.en_sqd_async_notify == Some(true)),
            (AltPath, self.alt_ah_attr.is_some()),
            (PathMigState, self.path_mig_state.is_some()),
            (Qkey, self.qkey.is_some()),
        ];
        if let Some((attribute, _)) = unsupported.into_iter().find(|(_, asked)| *asked) {
            return Err(ModifyError::Unsupported(attribute));
        }
        below(PkeyIndex, self.pkey_index, 1)?;
        if let Some(port) = self.port_num.filter(|port| *port != 1) {
            let value = port.into();
            return Err(ModifyError::OutOfRange {
                attribute: Port,
                value,
            });
        }
        set(
            &mut qp.access,
            self.qp_access_flags.map(|flags| flags.bits() & access::ALL),
        );
        set(&mut qp.pmtu, self.path_mtu.map(|mtu| mtu as u8));
        set(&mut qp.timeout, below(Timeout, self.timeout, 32)?);
        set(&mut qp.retry_count, below(RetryCnt, self.retry_cnt, 8)?);
        set(&mut qp.rnr_retry, below(RnrRetry, self.rnr_retry, 8)?);
        set(
            &mut qp.min_rnr_timer,
            below(MinRnrTimer, self.min_rnr_timer, 32)?,
        );
        let most = RD_ATOMIC_MAX as u64 + 1;
        set(
            &mut qp.max_rd_atomic,
            below(MaxQpRdAtomic, self.max_rd_atomic, most)?,
        );
        set(
            &mut qp.max_dest_rd_atomic,
            below(MaxDestRdAtomic, self.max_dest_rd_atomic, most)?,
        );
        let circle = 1 << Psn::BITS;
        set(
            &mut qp.receive_psn,
            below(RqPsn, self.rq_psn, circle)?.map(Into::into),
        );
        set(
            &mut qp.send_psn,
            below(SqPsn, self.sq_psn, circle)?.map(Into::into),
        );
        set(
            &mut qp.peer_qpn,
            below(DestQpn, self.dest_qp_num, 1 << 24)?.map(Into::into),
        );
        if let Some(path) = &self.ah_attr {
            below(Av, Some(path.flow_label), 1 << 20)?;
            below(Av, path.vlan, u64::from(VLAN_ID_MAX) + 1)?;
            below(Av, Some(path.service_level), 8)?;
            if path.hop_limit == 0 {
                return Err(ModifyError::NoHops);
            }
            let ipv6 = path.dgid.ip().is_ipv6();
            if path.sgid.ip().is_ipv6() != ipv6 {
                return Err(ModifyError::MixedProtocols);
            }
            qp.ipv6 = ipv6.into();
            qp.destination_gid = path.dgid.0;
            qp.source_gid = path.sgid.0;
            qp.destination_mac = path.dmac.0;
            qp.hop_limit = path.hop_limit;
            qp.traffic_class = path.traffic_class;
            qp.flow_label = path.flow_label.into();
            qp.vlan = path.vlan.is_some().into();
            let priority = u16::from(path.service_level) << VLAN_PRIORITY_SHIFT;
            qp.vlan_tci = (priority | path.vlan.unwrap_or(0)).into();
        }
        let port = udp_source_port(
            qp.flow_label.get(),
            qp.header.number.get(),
            qp.peer_qpn.get(),
        );
        qp.udp_source_port = port.into();
        Ok(())
    }

    /// The attributes of a queue pair in this state.
    pub(super) fn of(qp: &Qp, state: QpState) -> Self {
        QpAttributes {
            qp_state: Some(state),
            cur_qp_state: Some(state),
            qp_access_flags: Some(AccessFlags::from_bits(qp.access)),
            pkey_index: Some(0),
            port_num: Some(1),
            ah_attr: Some(AddressVector {
                sgid: Gid(qp.source_gid),
                dgid: Gid(qp.destination_gid),
                dmac: MacAddress(qp.destination_mac),
                hop_limit: qp.hop_limit,
                traffic_class: qp.traffic_class,
                flow_label: qp.flow_label.get(),
                vlan: (qp.vlan != 0).then_some(qp.vlan_tci.get() & ((1 << VLAN_ID_BITS) - 1)),
                service_level: (qp.vlan_tci.get() >> VLAN_PRIORITY_SHIFT) as u8,
            }),
            path_mtu: Mtu::from_code(qp.pmtu),
            timeout: Some(qp.timeout),
            retry_cnt: Some(qp.retry_count),
            rnr_retry: Some(qp.rnr_retry),
            rq_psn: Some(qp.receive_psn.get()),
            max_rd_atomic: Some(qp.max_rd_atomic),
            min_rnr_timer: Some(qp.min_rnr_timer),
            sq_psn: Some(qp.send_psn.get()),
            max_dest_rd_atomic: Some(qp.max_dest_rd_atomic),
            dest_qp_num: Some(qp.peer_qpn.get()),
            ..QpAttributes::default()
        }
    }
}

/// The value, if there is one, if it is less than `limit`.
fn below<T: Copy + Into<u64>>(
    attribute: QpAttribute,
    value: Option<T>,
    limit: u64,
) -> Result<Option<T>, ModifyError> {
    match value.map(Into::into) {
        Some(value) if value >= limit => Err(ModifyError::OutOfRange { attribute, value }),
        _ => Ok(value),
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
