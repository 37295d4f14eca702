//! Which moves between states a queue pair may make, and with which attributes (digest §10).
use super::state::{QpState, QpType};
use std::fmt;

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        /// An attribute of a queue pair; its number is its bit in `enum ibv_qp_attr_mask`.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum QpAttribute { $($(#[$doc])* $name = $bit,)* }

        impl QpAttribute {
            /// All of them.
            pub const ALL: &'static [QpAttribute] = &[$(QpAttribute::$name),*];
        }
    };
}
attributes! {
    /// State to go to.
    State = 0;
    /// State the caller thinks it is in.
    CurState = 1;
    /// Event when the send queue has drained.
    EnSqdAsyncNotify = 2;
    /// What peers may do.
    AccessFlags = 3;
    /// Partition.
    PkeyIndex = 4;
    /// Port.
    Port = 5;
    /// Key of datagrams.
    Qkey = 6;
    /// Path to the peer.
    Av = 7;
    /// Payload of a full packet.
    PathMtu = 8;
    /// Transport timer.
    Timeout = 9;
    /// Retries.
    RetryCnt = 10;
    /// Retries while the peer is not ready.
    RnrRetry = 11;
    /// First PSN received.
    RqPsn = 12;
    /// READs and atomics this side may have outstanding.
    MaxQpRdAtomic = 13;
    /// Path to fall back to.
    AltPath = 14;
    /// Time a peer waits when this side is not ready.
    MinRnrTimer = 15;
    /// First PSN sent.
    SqPsn = 16;
    /// READs and atomics the peer may have outstanding.
    MaxDestRdAtomic = 17;
    /// Path migration.
    PathMigState = 18;
    /// The peer.
    DestQpn = 20;
}

/// A set of attributes, `enum ibv_qp_attr_mask`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct QpAttributeMask(u32);

impl QpAttributeMask {
    /// These attributes.
    pub const fn of(attributes: &[QpAttribute]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < attributes.len() {
            bits |= 1 << attributes[index] as u32;
            index += 1;
        }
        QpAttributeMask(bits)
    }
    /// The mask as a number.
    pub const fn bits(self) -> u32 {
        self.0
    }
    /// Whether `attribute` is in it.
    pub const fn contains(self, attribute: QpAttribute) -> bool {
        self.0 >> attribute as u32 & 1 != 0
    }
    /// Adds an attribute.
    pub fn insert(&mut self, attribute: QpAttribute) {
        self.0 |= 1 << attribute as u32;
    }
    /// What is in it, in order.
    pub fn iter(self) -> impl Iterator<Item = QpAttribute> {
        let all = QpAttribute::ALL.iter().copied();
        all.filter(move |attribute| self.contains(*attribute))
    }
}

impl fmt::Debug for QpAttributeMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Why a queue pair cannot be modified so. It stays as it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ModifyError {
    /// The state to go to is always required.
    #[error("no state to go to is given")]
    NoState,
    /// There is no such move.
    #[error("a queue pair cannot go from {from:?} to {to:?}")]
    Transition {
        /// Where it is.
        from: QpState,
        /// Where it should go.
        to: QpState,
    },
    /// An attribute that the move requires is not given.
    #[error("{attribute:?} is required from {from:?} to {to:?}")]
    Missing {
        /// The first that is missing.
        attribute: QpAttribute,
        /// Where it is.
        from: QpState,
        /// Where it should go.
        to: QpState,
    },
    /// An attribute is given that the move does not take.
    #[error("{attribute:?} cannot be set from {from:?} to {to:?}")]
    NotAllowed {
        /// The first that is too many.
        attribute: QpAttribute,
        /// Where it is.
        from: QpState,
        /// Where it should go.
        to: QpState,
    },
    /// The queue pair is not in the state the caller thinks.
    #[error("the queue pair is in {actual:?}, not in {given:?}")]
    WrongCurrentState {
        /// What the caller gave.
        given: QpState,
        /// What is so.
        actual: QpState,
    },
    /// A value that the attribute cannot have.
    #[error("{attribute:?} cannot be {value}")]
    OutOfRange {
        /// The attribute.
        attribute: QpAttribute,
        /// The value.
        value: u64,
    },
    /// Two addresses of different protocols.
    #[error("one address of the path is IPv4 and the other IPv6")]
    MixedProtocols,
    /// A source address that is not in the port's table, or not on that VLAN.
    #[error("the path's source is no address of the port on that VLAN")]
    UnknownSource,
    /// Packets that may not be sent: RFC 1122 forbids it.
    #[error("a packet with a hop limit of 0 may not be sent")]
    NoHops,
    /// An attribute or value that this card cannot do.
    #[error("this card does not support {0:?} set so")]
    Unsupported(QpAttribute),
}

/// What a move requires and takes, apart from the state.
struct Row {
    required: &'static [QpAttribute],
    optional: &'static [QpAttribute],
}

/// The table of moves.
fn row(kind: QpType, from: QpState, to: QpState) -> Option<Row> {
    use QpAttribute::*;
    use QpState::*;
    use QpType::*;
    const NOTHING: &[QpAttribute] = &[];
    const INIT_CONNECTED: &[QpAttribute] = &[PkeyIndex, Port, AccessFlags];
    const INIT_DATAGRAM: &[QpAttribute] = &[PkeyIndex, Port, Qkey];
    const RTS_RC: &[QpAttribute] = &[CurState, AltPath, AccessFlags, MinRnrTimer, PathMigState];
    const RTS_UC: &[QpAttribute] = &[CurState, AltPath, AccessFlags, PathMigState];
    const RTS_UD: &[QpAttribute] = &[CurState, Qkey];
    let rts = match kind {
        Rc => RTS_RC,
        Uc => RTS_UC,
        Ud => RTS_UD,
    };
    let init = if kind == Ud {
        INIT_DATAGRAM
    } else {
        INIT_CONNECTED
    };
    let (required, optional) = match (from, to, kind) {
        (_, Reset, _) => (NOTHING, NOTHING),
        (Reset, Error, _) => return None,
        (_, Error, _) => (NOTHING, NOTHING),
        (Reset, Init, _) => (init, NOTHING),
        (Init, Init, _) => (NOTHING, init),
        (Init, Rtr, Rc) => (
            &[Av, PathMtu, DestQpn, RqPsn, MaxDestRdAtomic, MinRnrTimer][..],
            &[AltPath, AccessFlags, PkeyIndex][..],
        ),
        (Init, Rtr, Uc) => (
            &[Av, PathMtu, DestQpn, RqPsn][..],
            &[AltPath, AccessFlags, PkeyIndex][..],
        ),
        (Init, Rtr, Ud) => (NOTHING, &[PkeyIndex, Qkey][..]),
        (Rtr, Rts, Rc) => (
            &[Timeout, RetryCnt, RnrRetry, SqPsn, MaxQpRdAtomic][..],
            rts,
        ),
        (Rtr, Rts, _) => (&[SqPsn][..], rts),
        (Rts | Sqd, Rts, _) => (NOTHING, rts),
        (Rts, Sqd, _) => (NOTHING, &[EnSqdAsyncNotify][..]),
        (Sqd, Sqd, Rc) => (
            NOTHING,
            &[
                Port,
                Av,
                Timeout,
                RetryCnt,
                RnrRetry,
                MaxQpRdAtomic,
                MaxDestRdAtomic,
                AltPath,
                AccessFlags,
                PkeyIndex,
                MinRnrTimer,
                PathMigState,
            ][..],
        ),
        (Sqd, Sqd, Uc) => (
            NOTHING,
            &[Av, AltPath, AccessFlags, PkeyIndex, PathMigState][..],
        ),
        (Sqd, Sqd, Ud) => (NOTHING, &[PkeyIndex, Qkey][..]),
        (Sqe, Rts, Uc) => (NOTHING, &[CurState, AccessFlags][..]),
        (Sqe, Rts, Ud) => (NOTHING, &[CurState, Qkey][..]),
        _ => return None,
    };
    Some(Row { required, optional })
}

/// Whether a queue pair of this kind may go from `from` to `to` with these attributes.
pub fn check(
    kind: QpType,
    from: QpState,
    to: QpState,
    given: QpAttributeMask,
) -> Result<(), ModifyError> {
    let row = row(kind, from, to).ok_or(ModifyError::Transition { from, to })?;
    let missing = |attribute: &&QpAttribute| !given.contains(**attribute);
    if let Some(&attribute) = row.required.iter().find(missing) {
        return Err(ModifyError::Missing {
            attribute,
            from,
            to,
        });
    }
    let takes = |attribute: QpAttribute| {
        attribute == QpAttribute::State
            || row.required.contains(&attribute)
            || row.optional.contains(&attribute)
    };
    match given.iter().find(|attribute| !takes(*attribute)) {
        Some(attribute) => Err(ModifyError::NotAllowed {
            attribute,
            from,
            to,
        }),
        None => Ok(()),
    }
}
