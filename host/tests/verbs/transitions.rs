//! Moving queue pairs from state to state (digest §10).
use crate::setup::{ADDRESS, MAC, PEER_ADDRESS, PEER_MAC, Setup, peer};
use ferric::verbs::transition::check;
use ferric::verbs::{
    AccessFlags, AddressVector, Gid, ModifyError, Mtu, QpAttribute, QpAttribute as A,
    QpAttributeMask, QpAttributes, QpState, QpState as S, QpType, QueuePair, QueuePairEndpoint,
    RecvWr, SendWr, udp_source_port,
};
use ferric_layout::admin::Status;
use ferric_layout::wire::DEFAULT_PKEY;
use ferric_layout::{admin, qp::state};

/// The table of the digest, written down once more: kind, from, to, required, optional.
type Row = (
    QpType,
    QpState,
    QpState,
    &'static [QpAttribute],
    &'static [QpAttribute],
);
const TABLE: &[Row] = &[
    (
        QpType::Rc,
        S::Reset,
        S::Init,
        &[A::PkeyIndex, A::Port, A::AccessFlags],
        &[],
    ),
    (
        QpType::Uc,
        S::Reset,
        S::Init,
        &[A::PkeyIndex, A::Port, A::AccessFlags],
        &[],
    ),
    (
        QpType::Ud,
        S::Reset,
        S::Init,
        &[A::PkeyIndex, A::Port, A::Qkey],
        &[],
    ),
    (
        QpType::Rc,
        S::Init,
        S::Init,
        &[],
        &[A::PkeyIndex, A::Port, A::AccessFlags],
    ),
    (
        QpType::Uc,
        S::Init,
        S::Init,
        &[],
        &[A::PkeyIndex, A::Port, A::AccessFlags],
    ),
    (
        QpType::Ud,
        S::Init,
        S::Init,
        &[],
        &[A::PkeyIndex, A::Port, A::Qkey],
    ),
    (
        QpType::Rc,
        S::Init,
        S::Rtr,
        &[
            A::Av,
            A::PathMtu,
            A::DestQpn,
            A::RqPsn,
            A::MaxDestRdAtomic,
            A::MinRnrTimer,
        ],
        &[A::AltPath, A::AccessFlags, A::PkeyIndex],
    ),
    (
        QpType::Uc,
        S::Init,
        S::Rtr,
        &[A::Av, A::PathMtu, A::DestQpn, A::RqPsn],
        &[A::AltPath, A::AccessFlags, A::PkeyIndex],
    ),
    (QpType::Ud, S::Init, S::Rtr, &[], &[A::PkeyIndex, A::Qkey]),
    (
        QpType::Rc,
        S::Rtr,
        S::Rts,
        &[
            A::Timeout,
            A::RetryCnt,
            A::RnrRetry,
            A::SqPsn,
            A::MaxQpRdAtomic,
        ],
        &[
            A::CurState,
            A::AltPath,
            A::AccessFlags,
            A::MinRnrTimer,
            A::PathMigState,
        ],
    ),
    (
        QpType::Uc,
        S::Rtr,
        S::Rts,
        &[A::SqPsn],
        &[A::CurState, A::AltPath, A::AccessFlags, A::PathMigState],
    ),
    (
        QpType::Ud,
        S::Rtr,
        S::Rts,
        &[A::SqPsn],
        &[A::CurState, A::Qkey],
    ),
    (
        QpType::Rc,
        S::Rts,
        S::Rts,
        &[],
        &[
            A::CurState,
            A::AltPath,
            A::AccessFlags,
            A::MinRnrTimer,
            A::PathMigState,
        ],
    ),
    (
        QpType::Uc,
        S::Rts,
        S::Rts,
        &[],
        &[A::CurState, A::AltPath, A::AccessFlags, A::PathMigState],
    ),
    (QpType::Ud, S::Rts, S::Rts, &[], &[A::CurState, A::Qkey]),
    (
        QpType::Rc,
        S::Sqd,
        S::Rts,
        &[],
        &[
            A::CurState,
            A::AltPath,
            A::AccessFlags,
            A::MinRnrTimer,
            A::PathMigState,
        ],
    ),
    (
        QpType::Uc,
        S::Sqd,
        S::Rts,
        &[],
        &[A::CurState, A::AltPath, A::AccessFlags, A::PathMigState],
    ),
    (QpType::Ud, S::Sqd, S::Rts, &[], &[A::CurState, A::Qkey]),
    (QpType::Rc, S::Rts, S::Sqd, &[], &[A::EnSqdAsyncNotify]),
    (QpType::Uc, S::Rts, S::Sqd, &[], &[A::EnSqdAsyncNotify]),
    (QpType::Ud, S::Rts, S::Sqd, &[], &[A::EnSqdAsyncNotify]),
    (
        QpType::Rc,
        S::Sqd,
        S::Sqd,
        &[],
        &[
            A::Port,
            A::Av,
            A::Timeout,
            A::RetryCnt,
            A::RnrRetry,
            A::MaxQpRdAtomic,
            A::MaxDestRdAtomic,
            A::AltPath,
            A::AccessFlags,
            A::PkeyIndex,
            A::MinRnrTimer,
            A::PathMigState,
        ],
    ),
    (
        QpType::Uc,
        S::Sqd,
        S::Sqd,
        &[],
        &[
            A::Av,
            A::AltPath,
            A::AccessFlags,
            A::PkeyIndex,
            A::PathMigState,
        ],
    ),
    (QpType::Ud, S::Sqd, S::Sqd, &[], &[A::PkeyIndex, A::Qkey]),
    (
        QpType::Uc,
        S::Sqe,
        S::Rts,
        &[],
        &[A::CurState, A::AccessFlags],
    ),
    (QpType::Ud, S::Sqe, S::Rts, &[], &[A::CurState, A::Qkey]),
];
const KINDS: [QpType; 3] = [QpType::Rc, QpType::Uc, QpType::Ud];

/// What a move takes, if there is one.
fn expected(
    kind: QpType,
    from: QpState,
    to: QpState,
) -> Option<(&'static [QpAttribute], &'static [QpAttribute])> {
    if to == S::Reset || to == S::Error && from != S::Reset {
        return Some((&[], &[]));
    }
    let row = TABLE
        .iter()
        .find(|row| (row.0, row.1, row.2) == (kind, from, to));
    row.map(|row| (row.3, row.4))
}

fn mask(attributes: impl IntoIterator<Item = QpAttribute>) -> QpAttributeMask {
    let mut mask = QpAttributeMask::of(&[A::State]);
    attributes
        .into_iter()
        .for_each(|attribute| mask.insert(attribute));
    mask
}

#[test]
fn transition_every_pair_of_states_is_in_the_table_or_refused() {
    for kind in KINDS {
        for from in QpState::ALL {
            for to in QpState::ALL {
                match expected(kind, from, to) {
                    None => assert_eq!(
                        check(kind, from, to, mask([])),
                        Err(ModifyError::Transition { from, to }),
                        "{kind:?}"
                    ),
                    Some((required, optional)) => {
                        let required = required.iter().copied();
                        assert_eq!(check(kind, from, to, mask(required.clone())), Ok(()));
                        let all = required.chain(optional.iter().copied());
                        assert_eq!(check(kind, from, to, mask(all)), Ok(()));
                    }
                }
            }
        }
    }
}

#[test]
fn transition_without_each_required_attribute_names_it() {
    for &(kind, from, to, required, optional) in TABLE {
        for &attribute in required {
            let others = required.iter().chain(optional).copied();
            let given = mask(others.filter(|other| *other != attribute));
            let error = ModifyError::Missing {
                attribute,
                from,
                to,
            };
            assert_eq!(check(kind, from, to, given), Err(error), "{kind:?}");
        }
    }
}

#[test]
fn transition_with_each_attribute_out_of_place_names_it() {
    for kind in KINDS {
        for from in QpState::ALL {
            for to in QpState::ALL {
                let Some((required, optional)) = expected(kind, from, to) else {
                    continue;
                };
                for &attribute in QpAttribute::ALL {
                    if attribute == A::State
                        || required.contains(&attribute)
                        || optional.contains(&attribute)
                    {
                        continue;
                    }
                    let given = mask(required.iter().copied().chain([attribute]));
                    let error = ModifyError::NotAllowed {
                        attribute,
                        from,
                        to,
                    };
                    assert_eq!(check(kind, from, to, given), Err(error), "{kind:?}");
                }
            }
        }
    }
}

fn to(state: QpState) -> QpAttributes {
    QpAttributes {
        qp_state: Some(state),
        ..QpAttributes::default()
    }
}

fn to_init() -> QpAttributes {
    QpAttributes {
        pkey_index: Some(0),
        port_num: Some(1),
        qp_access_flags: Some(AccessFlags::REMOTE_WRITE),
        ..to(S::Init)
    }
}

fn path() -> AddressVector {
    AddressVector {
        hop_limit: 3,
        traffic_class: 0x6A,
        flow_label: 0xABCDE,
        vlan: Some(0x123),
        service_level: 3,
        ..AddressVector::new(ADDRESS.into(), PEER_ADDRESS.into(), PEER_MAC)
    }
}

fn to_rtr() -> QpAttributes {
    QpAttributes {
        ah_attr: Some(path()),
        path_mtu: Some(Mtu::Mtu4096),
        dest_qp_num: Some(0x123456),
        rq_psn: Some(0xFF_FFFF),
        max_dest_rd_atomic: Some(5),
        min_rnr_timer: Some(31),
        ..to(S::Rtr)
    }
}

fn to_rts() -> QpAttributes {
    QpAttributes {
        timeout: Some(31),
        retry_cnt: Some(7),
        rnr_retry: Some(6),
        sq_psn: Some(0x123),
        max_rd_atomic: Some(4),
        ..to(S::Rts)
    }
}

/// The error of a modification that is refused.
fn refused(qp: &QueuePair, attributes: &QpAttributes) -> ModifyError {
    let before = qp.query().unwrap();
    match qp.modify(attributes) {
        Err(ferric::verbs::Error::Modify(error)) => {
            assert_eq!(qp.query().unwrap(), before, "nothing has changed");
            error
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn modify_through_all_states_tells_the_card_every_attribute_every_time() {
    let setup = Setup::new(16);
    setup.device.add_gid(ADDRESS, path().vlan).unwrap();
    let qp = setup.builder().build().unwrap();
    let told = || setup.card.state().qps[&qp.number()].qp;
    assert_eq!(told().state, state::RESET);
    qp.modify(&to_init()).unwrap();
    qp.modify(&to_rtr()).unwrap();
    qp.modify(&to_rts()).unwrap();
    let expected = admin::Qp {
        header: told().header,
        state: state::RTS,
        access: AccessFlags::REMOTE_WRITE.bits(),
        pmtu: 5,
        min_rnr_timer: 31,
        timeout: 31,
        retry_count: 7,
        rnr_retry: 6,
        max_rd_atomic: 4,
        max_dest_rd_atomic: 5,
        hop_limit: 3,
        traffic_class: 0x6A,
        ipv6: 0,
        peer_qpn: 0x123456.into(),
        send_psn: 0x123.into(),
        receive_psn: 0xFF_FFFF.into(),
        flow_label: 0xABCDE.into(),
        destination_gid: Gid::from(PEER_ADDRESS).0,
        source_gid: Gid::from(ADDRESS).0,
        destination_mac: PEER_MAC.0,
        udp_source_port: udp_source_port(0xABCDE, qp.number(), 0x123456).into(),
        vlan_tci: 0x6123.into(),
        vlan: 1,
        pkey: DEFAULT_PKEY.into(),
        // What it was born with.
        pd: told().pd,
        page: told().page,
        send_ring: told().send_ring,
        receive_ring: told().receive_ring,
        send_log2: told().send_log2,
        receive_log2: told().receive_log2,
        send_cqn: told().send_cqn,
        receive_cqn: told().receive_cqn,
        ..admin::Qp::default()
    };
    assert_eq!(told(), expected);
    let attributes = qp.query().unwrap();
    assert_eq!(
        (attributes.qp_state, attributes.ah_attr),
        (Some(S::Rts), Some(path()))
    );
    assert_eq!(
        (attributes.sq_psn, attributes.rq_psn),
        (Some(0x123), Some(0xFF_FFFF))
    );

    let sqd = QpAttributes {
        en_sqd_async_notify: Some(false),
        ..to(S::Sqd)
    };
    qp.modify(&sqd).unwrap();
    let ipv6 = AddressVector::new(Gid::link_local(MAC), Gid::link_local(PEER_MAC), PEER_MAC);
    qp.modify(&QpAttributes {
        ah_attr: Some(ipv6),
        timeout: Some(0),
        ..to(S::Sqd)
    })
    .unwrap();
    assert_eq!(
        (
            told().ipv6,
            told().timeout,
            told().vlan,
            told().vlan_tci.get()
        ),
        (1, 0, 0, 0)
    );
    assert_eq!((told().retry_count, told().hop_limit), (7, 64));
    qp.modify(&QpAttributes {
        cur_qp_state: Some(S::Sqd),
        ..to(S::Rts)
    })
    .unwrap();
    qp.modify(&to(S::Error)).unwrap();
    qp.modify(&to(S::Error)).unwrap();
    qp.modify(&to(S::Reset)).unwrap();
    assert_eq!(qp.state().unwrap(), S::Reset);
    assert_eq!(
        refused(&qp, &to(S::Error)),
        ModifyError::Transition {
            from: S::Reset,
            to: S::Error
        }
    );
}

#[test]
fn modify_with_values_out_of_range_names_the_attribute() {
    let setup = Setup::new(16);
    setup.device.add_gid(ADDRESS, path().vlan).unwrap();
    let qp = setup.builder().build().unwrap();
    let out = |attribute, value| ModifyError::OutOfRange { attribute, value };
    let init = to_init();
    assert_eq!(
        refused(
            &qp,
            &QpAttributes {
                pkey_index: Some(1),
                ..init.clone()
            }
        ),
        out(A::PkeyIndex, 1)
    );
    assert_eq!(
        refused(
            &qp,
            &QpAttributes {
                port_num: Some(0),
                ..init.clone()
            }
        ),
        out(A::Port, 0)
    );
    assert_eq!(
        refused(
            &qp,
            &QpAttributes {
                port_num: Some(2),
                ..init.clone()
            }
        ),
        out(A::Port, 2)
    );
    qp.modify(&init).unwrap();
    let rtr = to_rtr();
    let through = |path| QpAttributes {
        ah_attr: Some(path),
        ..rtr.clone()
    };
    let long = AddressVector {
        flow_label: 1 << 20,
        ..path()
    };
    let mixed = AddressVector {
        sgid: Gid::link_local(MAC),
        ..path()
    };
    for (attributes, error) in [
        // A QPN of 25 bits is refused, never cut off (case 22).
        (
            QpAttributes {
                dest_qp_num: Some(0x100_0000),
                ..rtr.clone()
            },
            out(A::DestQpn, 0x100_0000),
        ),
        (
            QpAttributes {
                rq_psn: Some(1 << 24),
                ..rtr.clone()
            },
            out(A::RqPsn, 1 << 24),
        ),
        (
            QpAttributes {
                max_dest_rd_atomic: Some(17),
                ..rtr.clone()
            },
            out(A::MaxDestRdAtomic, 17),
        ),
        (
            QpAttributes {
                min_rnr_timer: Some(32),
                ..rtr.clone()
            },
            out(A::MinRnrTimer, 32),
        ),
        (
            QpAttributes {
                ah_attr: Some(long),
                ..rtr.clone()
            },
            out(A::Av, 1 << 20),
        ),
        (
            through(AddressVector {
                vlan: Some(4095),
                ..path()
            }),
            out(A::Av, 4095),
        ),
        (
            through(AddressVector {
                service_level: 8,
                ..path()
            }),
            out(A::Av, 8),
        ),
        (
            through(AddressVector {
                hop_limit: 0,
                ..path()
            }),
            ModifyError::NoHops,
        ),
        // On another VLAN than the address is, and an address that nobody has added.
        (
            through(AddressVector {
                vlan: Some(0x124),
                ..path()
            }),
            ModifyError::UnknownSource,
        ),
        (
            through(AddressVector {
                sgid: PEER_ADDRESS.into(),
                ..path()
            }),
            ModifyError::UnknownSource,
        ),
        (
            QpAttributes {
                ah_attr: Some(mixed),
                ..rtr.clone()
            },
            ModifyError::MixedProtocols,
        ),
        (
            QpAttributes {
                alt_ah_attr: Some(path()),
                ..rtr.clone()
            },
            ModifyError::Unsupported(A::AltPath),
        ),
    ] {
        assert_eq!(refused(&qp, &attributes), error);
    }
    qp.modify(&rtr).unwrap();
    let rts = to_rts();
    for (attributes, error) in [
        (
            QpAttributes {
                timeout: Some(32),
                ..rts.clone()
            },
            out(A::Timeout, 32),
        ),
        (
            QpAttributes {
                retry_cnt: Some(8),
                ..rts.clone()
            },
            out(A::RetryCnt, 8),
        ),
        (
            QpAttributes {
                max_rd_atomic: Some(17),
                ..rts.clone()
            },
            out(A::MaxQpRdAtomic, 17),
        ),
        (
            QpAttributes {
                rnr_retry: Some(8),
                ..rts.clone()
            },
            out(A::RnrRetry, 8),
        ),
        (
            QpAttributes {
                sq_psn: Some(1 << 24),
                ..rts.clone()
            },
            out(A::SqPsn, 1 << 24),
        ),
        (
            QpAttributes {
                path_mig_state: Some(0),
                ..rts.clone()
            },
            ModifyError::Unsupported(A::PathMigState),
        ),
        (
            QpAttributes {
                cur_qp_state: Some(S::Rts),
                ..rts.clone()
            },
            ModifyError::WrongCurrentState {
                given: S::Rts,
                actual: S::Rtr,
            },
        ),
    ] {
        assert_eq!(refused(&qp, &attributes), error);
    }
    qp.modify(&rts).unwrap();
    let notify = QpAttributes {
        en_sqd_async_notify: Some(true),
        ..to(S::Sqd)
    };
    assert_eq!(
        refused(&qp, &notify),
        ModifyError::Unsupported(A::EnSqdAsyncNotify)
    );
}

#[test]
fn modify_without_state_or_attribute_is_refused_before_the_card_is_asked() {
    let setup = Setup::new(16);
    let qp = setup.builder().build().unwrap();
    let no_state = QpAttributes {
        qp_state: None,
        ..to_init()
    };
    assert_eq!(refused(&qp, &no_state), ModifyError::NoState);
    let no_port = QpAttributes {
        port_num: None,
        ..to_init()
    };
    let error = ModifyError::Missing {
        attribute: A::Port,
        from: S::Reset,
        to: S::Init,
    };
    assert_eq!(refused(&qp, &no_port), error);
    assert_eq!(error.to_string(), "Port is required from Reset to Init");
}

#[test]
fn modify_after_the_card_failed_the_queue_pair_starts_from_error() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    setup.card.fail(qp.number(), 0x62);
    assert_eq!(qp.state().unwrap(), S::Error);
    assert_eq!(
        refused(&qp, &to(S::Rts)),
        ModifyError::Transition {
            from: S::Error,
            to: S::Rts
        }
    );
    qp.modify(&to(S::Reset)).unwrap();
    qp.modify(&to_init()).unwrap();
}

#[test]
fn modify_refused_by_the_card_leaves_everything_as_it_was() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    for state in [S::Reset, S::Error, S::Sqd] {
        setup.card.state().refuse = Some((admin::opcode::MODIFY_QP, Status::BadArgument));
        let error = qp.modify(&to(state)).unwrap_err();
        assert!(
            error.to_string().contains("argument out of range"),
            "{error}"
        );
        assert_eq!(qp.state().unwrap(), S::Rts);
        qp.post_send(&[SendWr::send(0, &[])]).unwrap();
    }
}

#[test]
fn handshake_brings_both_ends_to_rts_with_each_others_numbers() {
    let setup = Setup::new(16);
    let builder = setup
        .builder()
        .set_psn(0x777)
        .set_access(AccessFlags::REMOTE_WRITE);
    let prepared = builder.prepare().unwrap();
    let ours = prepared.endpoint();
    assert_eq!((ours.psn, ours.gid, ours.mac), (0x777, ADDRESS.into(), MAC));
    assert_eq!(QueuePairEndpoint::from_bytes(&ours.to_bytes()), ours);
    prepared.post_recv(&[RecvWr::new(1, &[])]).unwrap();
    let qp = prepared.handshake(peer()).unwrap();
    let told = setup.card.state().qps[&qp.number()].qp;
    assert_eq!(
        (told.state, told.send_psn.get(), told.receive_psn.get()),
        (state::RTS, 0x777, 0xABCDEF)
    );
    assert_eq!(
        (told.peer_qpn.get(), told.destination_mac),
        (0x123456, PEER_MAC.0)
    );
    assert_eq!(
        told.udp_source_port.get(),
        udp_source_port(0, qp.number(), 0x123456)
    );
}
