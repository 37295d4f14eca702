//! Opening cards, and the objects that come before queue pairs.
use crate::card::FakeCard;
use crate::setup::{ADDRESS, MAC, OPTIONAL, Setup};
use ferric::driver::DriverError;
use ferric::verbs::*;
use ferric_layout::counter::Counter;
use ferric_layout::{admin, register, sizes};

#[test]
fn device_opened_has_its_address_and_its_port_on() {
    let setup = Setup::new(4);
    let card = &setup.card;
    let read = |offset: u32| {
        ferric::bus::Bus::read32(&**card, ferric::bus::Bar::Registers, offset.into()).unwrap()
    };
    assert_eq!(
        (read(register::MAC_LOW), read(register::MAC_HIGH)),
        (0x105E_0002, 0x0100)
    );
    assert_eq!(read(register::CONTROL), 3);
    assert_eq!((setup.device.mac(), setup.context.mac()), (MAC, MAC));
    let attributes = setup.device.attributes().unwrap();
    let version = register::VERSION_VALUE;
    assert_eq!(attributes.version, ((version >> 16) as u16, version as u16));
    assert_eq!(
        (attributes.max_qp, attributes.max_cq, attributes.max_mr),
        (1022, 1024, 8191)
    );
    assert_eq!(
        (
            attributes.max_send_sge,
            attributes.max_recv_sge,
            attributes.max_inline_data
        ),
        (16, 4, 220)
    );
    assert_eq!(attributes.page_size_cap, 0xFFFF_F000);
    assert!(
        attributes.supports_ipv6() && !attributes.supports_read() && !attributes.supports_atomic()
    );

    card.set_register(register::COUNTERS + 8 * Counter::RxIcrc as u32, 5);
    card.set_register(register::COUNTERS + 8 * Counter::RxIcrc as u32 + 4, 1);
    assert_eq!(
        setup.device.counter(Counter::RxIcrc).unwrap(),
        0x1_0000_0005
    );
}

#[test]
fn device_says_what_reads_and_atomics_it_has() {
    let of = |features| Setup::serving(4, features).device.attributes().unwrap();
    let none = of(register::feature::RC);
    assert_eq!(none.atomic_cap, AtomicCap::None);
    assert_eq!((none.max_qp_rd_atom, none.max_qp_init_rd_atom), (0, 0));
    let all = of(register::feature::RC | OPTIONAL);
    assert!(all.supports_read() && all.supports_atomic() && all.supports_send_invalidate());
    assert_eq!(all.atomic_cap, AtomicCap::Hca);
    assert_eq!((all.max_qp_rd_atom, all.max_qp_init_rd_atom), (16, 16));
    assert_eq!(all.max_sge_rd, 4);
    assert!(!all.supports_ethernet() && of(register::feature::ETHERNET).supports_ethernet());
}

#[test]
fn device_of_another_kind_or_layout_is_refused() {
    let open = |offset, value| {
        let card = FakeCard::new();
        card.set_register(offset, value);
        match Device::open(card, MAC) {
            Err(Error::Driver(error)) => error,
            _ => panic!("opened"),
        }
    };
    assert!(matches!(
        open(register::TYPE, u32::MAX),
        DriverError::NotFerric(u32::MAX)
    ));
    let newer = register::VERSION_VALUE + (1 << 16);
    assert!(matches!(
        open(register::VERSION, newer),
        DriverError::Version { major: 2, .. }
    ));
    assert!(matches!(
        open(register::LIMITS0, u32::MAX),
        DriverError::Limits(_)
    ));
}

#[test]
fn device_dropped_with_all_its_objects_leaves_nothing_behind() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    let region = setup
        .pd
        .allocate(100_000, AccessFlags::LOCAL_WRITE)
        .unwrap();
    let card = setup.card.clone();
    // What was made from an object keeps it alive.
    drop(setup);
    qp.post_recv(&[RecvWr::new(1, &[region.sge(..).unwrap()])])
        .unwrap();
    drop(region);
    assert!(!card.is_empty());
    drop(qp);
    assert!(card.is_empty());
    // And the card can be opened again.
    Device::open(card, MAC).unwrap();
}

#[test]
fn foreign_objects_are_named() {
    let (setup, other) = (Setup::new(4), Setup::new(4));
    let context = setup.device.context().unwrap();
    let same_card = context.create_cq(4, None).unwrap();
    for cq in [&same_card, &other.cq] {
        let error = setup.pd.create_qp(cq, &setup.cq).build().err().unwrap();
        assert!(
            error
                .to_string()
                .starts_with("the completion queue of sends is of another context"),
            "{error}"
        );
        let error = setup.pd.create_qp(&setup.cq, cq).build().err().unwrap();
        assert!(
            error
                .to_string()
                .starts_with("the completion queue of receives is of another"),
            "{error}"
        );
    }
    let error = context.create_cq(4, Some(&setup.channel)).err().unwrap();
    assert!(
        error
            .to_string()
            .starts_with("the completion channel is of another context"),
        "{error}"
    );
    let region = other.pd.allocate(8, AccessFlags::LOCAL_WRITE).unwrap();
    let qp = setup.connected(&setup.builder());
    let error = qp
        .post_recv(&[RecvWr::new(1, &[region.sge(..).unwrap()])])
        .unwrap_err();
    assert!(matches!(error.reason, PostErrorReason::ForeignRegion(0)));
}

#[test]
fn queue_pair_with_more_than_there_can_be_is_refused() {
    let setup = Setup::new(4);
    let builder = setup.builder();
    for (builder, what, asked, limit) in [
        (
            builder.clone().set_max_send_sge(17),
            "scatter/gather entries of a send",
            17,
            16,
        ),
        (
            builder.clone().set_max_recv_sge(5),
            "scatter/gather entries of a receive",
            5,
            4,
        ),
        (
            builder.clone().set_max_inline_data(221),
            "bytes of inline data",
            221,
            220,
        ),
        (
            builder.clone().set_max_recv_wr(32769),
            "receives",
            32769,
            32768,
        ),
        // Five slots each.
        (
            builder.clone().set_max_send_sge(16).set_max_send_wr(6554),
            "slots of sends",
            32770,
            32768,
        ),
        (
            builder.clone().set_max_send_wr(u32::MAX),
            "slots of sends",
            u64::from(u32::MAX),
            32768,
        ),
    ] {
        let error = builder.build().err().unwrap();
        let Error::TooMany {
            what: w,
            asked: a,
            limit: l,
        } = error
        else {
            panic!("{error}")
        };
        assert_eq!((w, a, l), (what, asked, limit));
    }
    let qp = builder
        .set_max_send_wr(0)
        .set_max_recv_wr(0)
        .build()
        .unwrap();
    assert_eq!(
        (qp.capacity().max_send_wr, qp.capacity().max_recv_wr),
        (4, 4)
    );
}

#[test]
fn objects_run_out_with_an_error_that_says_which() {
    let setup = Setup::new(4);
    let qps: Vec<_> = std::iter::from_fn(|| {
        setup
            .builder()
            .set_max_send_wr(1)
            .set_max_recv_wr(1)
            .build()
            .ok()
    })
    .collect();
    assert_eq!(qps.len(), sizes::QPS - sizes::FIRST_QPN as usize);
    assert!(qps.iter().all(|qp| qp.number() >= sizes::FIRST_QPN));
    let error = setup.builder().build().err().unwrap();
    assert!(
        matches!(error, Error::Driver(DriverError::Exhausted("queue pairs"))),
        "{error}"
    );
    let channels: Vec<_> =
        std::iter::from_fn(|| setup.context.create_comp_channel().ok()).collect();
    assert_eq!(
        channels.len(),
        sizes::EQS - 2,
        "one is asynchronous, one the setup's"
    );
    let contexts: Vec<_> = std::iter::from_fn(|| setup.device.context().ok()).collect();
    assert_eq!(
        contexts.len(),
        sizes::DOORBELL_PAGES - 2,
        "one is the driver's, one the setup's"
    );
}

#[test]
fn object_the_card_does_not_destroy_keeps_its_number() {
    let setup = Setup::new(4);
    let region = setup.pd.allocate(1, AccessFlags::NONE).unwrap();
    let index = region.lkey() >> 8;
    setup.card.state().refuse = Some((admin::opcode::DESTROY_KEY, admin::Status::Busy));
    drop(region);
    let regions: Vec<_> =
        std::iter::from_fn(|| setup.pd.allocate(1, AccessFlags::NONE).ok()).collect();
    assert_eq!(regions.len(), sizes::KEYS - 2);
    assert!(regions.iter().all(|region| region.lkey() >> 8 != index));
    // It is not even tried.
    let error = setup.pd.allocate(1, AccessFlags::NONE).err().unwrap();
    assert!(
        matches!(error, Error::Driver(DriverError::Exhausted("memory keys"))),
        "{error}"
    );
}

#[test]
fn queue_pair_can_have_two_completion_queues() {
    let setup = Setup::new(4);
    let receives = setup.context.create_cq(4, None).unwrap();
    let qp = setup.pd.create_qp(&setup.cq, &receives).set_gid(ADDRESS);
    let qp = setup.connected(&qp);
    qp.post_send(&[SendWr::send(1, &[]).signaled()]).unwrap();
    qp.post_recv(&[RecvWr::new(2, &[])]).unwrap();
    qp.modify(&QpAttributes {
        qp_state: Some(QpState::Error),
        ..QpAttributes::default()
    })
    .unwrap();
    let mut room = [WorkCompletion::default(); 4];
    assert_eq!(setup.poll()[0].wr_id, 1);
    assert_eq!(receives.poll(&mut room).unwrap()[0].wr_id, 2);
}

#[test]
fn every_object_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Device>();
    shared::<Context>();
    shared::<ProtectionDomain>();
    shared::<MemoryRegion>();
    shared::<CompletionChannel>();
    shared::<CompletionQueue>();
    shared::<QueuePair>();
    shared::<PreparedQueuePair>();
    shared::<Error>();
}
