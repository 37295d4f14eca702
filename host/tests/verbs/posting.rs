//! Posting work requests.
use crate::setup::{ADDRESS, OPTIONAL, Setup, ids, peer};
use ferric::verbs::*;
use ferric_layout::completion::{self, Cqe};
use ferric_layout::register::feature;
use ferric_layout::work::{self, SendWqe, flag, opcode};
use ferric_layout::{sizes, status};
use std::sync::atomic::{AtomicUsize, Ordering};
use zerocopy::FromBytes;

/// Why a list was refused, and where.
fn refused(outcome: Result<(), PostError>) -> (usize, PostErrorReason) {
    let PostError { index, reason } = outcome.unwrap_err();
    (index, reason)
}

#[test]
fn post_send_with_every_operation_writes_the_wqe_byte_for_byte() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_sge(2));
    let qpn = qp.number();
    let pieces = [
        Sge::new(0x1122_3344_5566_7788, 0x1000, 0xAABB_CC01),
        Sge::new(0x10, 3, 0x77),
    ];
    let (remote_addr, rkey) = (0xFEDC_BA98_7654_3210, 0xDEAD_BEEF);
    let list = [
        SendWr::send(1, &pieces),
        SendWr::send(2, &pieces[..1])
            .with_imm(0x0102_0304)
            .signaled(),
        SendWr::write(3, &pieces, remote_addr, rkey).with(SendFlags::FENCE),
        SendWr::write(4, &[], remote_addr, rkey)
            .with_imm(0xA0B0_C0D0)
            .with(SendFlags::SOLICITED | SendFlags::SIGNALED),
    ];
    qp.post_send(&list).unwrap();
    let state = setup.card.state();
    assert_eq!(
        (state.qps[&qpn].send, state.qps[&qpn].doorbells),
        (4, 1),
        "one doorbell a list"
    );
    drop(state);

    // By hand, from the layout's description: no help from its types.
    let [a, b, c, _] = qpn.to_le_bytes();
    let head =
        |opcode: u8, flags: u8, index: u8, sges: u8, imm: [u8; 4], length: u32, remote: bool| {
            let mut bytes = vec![opcode, flags, index, 0, a, b, c, sges];
            bytes.extend(imm);
            bytes.extend(length.to_le_bytes());
            let (va, key) = if remote { (remote_addr, rkey) } else { (0, 0) };
            bytes.extend(va.to_le_bytes());
            bytes.extend(key.to_le_bytes());
            bytes.extend([0; 4]);
            bytes
        };
    let first = [
        0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0, 0x10, 0, 0, 1, 0xCC, 0xBB, 0xAA,
    ];
    let second = [0x10, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0x77, 0, 0, 0];
    let slot = |mut head: Vec<u8>, pieces: &[[u8; 16]]| {
        head.extend(pieces.concat());
        head.resize(64, 0);
        head
    };
    let expected = [
        slot(head(2, 0, 0, 2, [0; 4], 0x1003, false), &[first, second]),
        slot(head(3, 2, 1, 1, [1, 2, 3, 4], 0x1000, false), &[first]),
        slot(head(0, 1, 2, 2, [0; 4], 0x1003, true), &[first, second]),
        slot(head(1, 6, 3, 0, [0xA0, 0xB0, 0xC0, 0xD0], 0, true), &[]),
    ];
    assert_eq!(setup.card.send_slots(qpn, 0, 4), expected.concat());
}

/// A card that has everything.
fn complete_setup() -> Setup {
    Setup::serving(64, feature::BUILT | OPTIONAL)
}

#[test]
fn post_read_atomics_and_send_with_invalidate_write_the_wqe_byte_for_byte() {
    let setup = complete_setup();
    let qp = setup.connected(&setup.builder().set_max_send_sge(4));
    let [a, b, c, _] = qp.number().to_le_bytes();
    let pieces = [
        Sge::new(0x1122_3344_5566_7788, 0x1000, 0xAABB_CC01),
        Sge::new(0x10, 3, 0x77),
        Sge::new(0x20, 0, 0),
        Sge::new(0x30, 1, 0x78),
    ];
    let result = [Sge::new(0x0807_0605_0403_0201, 8, 0x1413_1211)];
    let (remote_addr, rkey) = (0xFEDC_BA98_7654_3210, 0xDEAD_BEEF);
    let (compare, swap) = (0x2827_2625_2423_2221, 0x3837_3635_3433_3231);
    qp.post_send(&[
        SendWr::read(1, &pieces, remote_addr, rkey).with(SendFlags::FENCE | SendFlags::SIGNALED),
        SendWr::compare_swap(2, &result, remote_addr, rkey, compare, swap).signaled(),
        SendWr::fetch_add(3, &result, remote_addr, rkey, swap).with(SendFlags::FENCE),
        SendWr::send(4, &result)
            .with_invalidate(0x0102_0304)
            .with(SendFlags::SOLICITED),
    ])
    .unwrap();

    // By hand, from the layout's description: no help from its types.
    let head = |opcode: u8, flags: u8, index: u8, sges: u8, key: [u8; 4], length: u32, va: u64| {
        let mut bytes = vec![opcode, flags, index, 0, a, b, c, sges];
        bytes.extend(key);
        bytes.extend(length.to_le_bytes());
        bytes.extend(va.to_le_bytes());
        bytes.extend(if va == 0 { [0; 4] } else { rkey.to_le_bytes() });
        bytes.extend([0; 4]);
        bytes
    };
    let entry = |sge: &Sge| {
        let mut bytes = sge.addr.to_le_bytes().to_vec();
        bytes.extend(sge.length.to_le_bytes());
        bytes.extend(sge.lkey.to_le_bytes());
        bytes
    };
    let slots = |parts: &[Vec<u8>]| {
        let mut bytes = parts.concat();
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        bytes
    };
    let operands = |first: u64, second: u64| [first.to_le_bytes(), second.to_le_bytes()].concat();
    let mut read = vec![head(4, 3, 0, 4, [0; 4], 0x1004, remote_addr)];
    read.extend(pieces.iter().map(entry));
    let expected = [
        slots(&read),
        slots(&[
            head(5, 2, 2, 1, [0; 4], 8, remote_addr),
            operands(swap, compare),
            entry(&result[0]),
        ]),
        slots(&[
            head(6, 1, 3, 1, [0; 4], 8, remote_addr),
            operands(swap, 0),
            entry(&result[0]),
        ]),
        slots(&[head(9, 4, 4, 1, [1, 2, 3, 4], 8, 0), entry(&result[0])]),
    ];
    assert_eq!(setup.card.send_slots(qp.number(), 0, 5), expected.concat());
}

#[test]
fn post_read_and_atomics_keep_to_their_bounds() {
    let setup = complete_setup();
    let qp = setup.connected(&setup.builder().set_max_send_sge(16).set_max_inline_data(64));
    let pieces = [Sge::new(0, 8, 1); 5];
    let (_, reason) = refused(qp.post_send(&[SendWr::read(1, &pieces, 0, 0)]));
    assert!(matches!(
        reason,
        PostErrorReason::TooManySges { count: 5, limit: 4 }
    ));
    qp.post_send(&[
        SendWr::read(1, &pieces[..4], 0, 0),
        SendWr::read(1, &[], 0, 0),
    ])
    .unwrap();
    // A queue that was made for less than a READ can have.
    let narrow = setup.connected(&setup.builder().set_max_send_sge(2));
    let (_, reason) = refused(narrow.post_send(&[SendWr::read(1, &pieces[..3], 0, 0)]));
    assert!(matches!(
        reason,
        PostErrorReason::TooManySges { count: 3, limit: 2 }
    ));
    let other = setup
        .context
        .alloc_pd()
        .unwrap()
        .allocate(8, AccessFlags::LOCAL_WRITE)
        .unwrap();
    let foreign = [other.sge(..).unwrap()];
    let short = [Sge::new(0, 7, 1)];
    for sges in [&[][..], &pieces[..2], &short] {
        for request in [
            SendWr::fetch_add(1, sges, 0, 0, 1),
            SendWr::compare_swap(1, sges, 0, 0, 1, 2),
        ] {
            let (_, reason) = refused(qp.post_send(&[request]));
            assert!(matches!(reason, PostErrorReason::AtomicAnswer), "{reason}");
        }
    }
    let (_, reason) = refused(qp.post_send(&[SendWr::fetch_add(1, &foreign, 0, 0, 1)]));
    assert!(matches!(reason, PostErrorReason::ForeignRegion(0)));
    for operation in [
        SendWr::read(1, &[], 0, 0).operation,
        SendWr::fetch_add(1, &[], 0, 0, 1).operation,
        SendWr::compare_swap(1, &[], 0, 0, 1, 1).operation,
    ] {
        let request = SendWr::new(1, operation, Payload::Inline(&[0; 8]));
        let (_, reason) = refused(qp.post_send(&[request]));
        assert!(matches!(reason, PostErrorReason::InlineAnswer), "{reason}");
    }
}

#[test]
fn completion_of_a_read_or_an_atomic_says_how_much_came_back() {
    let setup = complete_setup();
    let qp = setup.connected(&setup.builder().set_max_send_sge(2));
    let pieces = [Sge::new(0, 1000, 1), Sge::new(0, 24, 1)];
    let result = [Sge::new(0, 8, 1)];
    qp.post_send(&[
        SendWr::read(1, &pieces, 0, 0).signaled(),
        SendWr::fetch_add(2, &result, 0, 0, 1).signaled(),
        SendWr::compare_swap(3, &result, 0, 0, 1, 2).signaled(),
        SendWr::write(4, &pieces, 0, 0).signaled(),
        SendWr::read(5, &pieces, 0, 0).signaled(),
    ])
    .unwrap();
    let opcodes = [
        completion::opcode::READ,
        completion::opcode::FETCH_ADD,
        completion::opcode::COMPARE_SWAP,
        completion::opcode::WRITE,
    ];
    for (index, opcode) in opcodes.into_iter().enumerate() {
        let entry = Cqe {
            opcode,
            index: (index as u16).into(),
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), entry);
    }
    let failed = Cqe {
        index: 4.into(),
        status: status::Status::RemoteAccess as u8,
        ..Cqe::default()
    };
    setup.card.complete(qp.number(), failed);
    let seen: Vec<_> = setup
        .poll()
        .iter()
        .map(|completion| (completion.wr_id, completion.opcode, completion.byte_len))
        .collect();
    assert_eq!(
        seen,
        [
            (1, WcOpcode::RdmaRead, 1024),
            (2, WcOpcode::FetchAdd, 8),
            (3, WcOpcode::CompSwap, 8),
            (4, WcOpcode::RdmaWrite, 0),
            (5, WcOpcode::RdmaRead, 0),
        ]
    );
}

#[test]
fn completion_of_a_receive_names_the_key_the_peer_invalidated() {
    let setup = complete_setup();
    let qp = setup.connected(&setup.builder());
    qp.post_recv(&[RecvWr::new(1, &[]), RecvWr::new(2, &[])])
        .unwrap();
    for (index, flags) in [
        (0, completion::flag::INVALIDATED),
        (1, completion::flag::IMMEDIATE),
    ] {
        let entry = Cqe {
            opcode: completion::opcode::RECEIVE,
            index: index.into(),
            flags,
            immediate: [1, 2, 3, 4],
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), entry);
    }
    let [first, second] = setup.poll()[..] else {
        panic!("two completions")
    };
    assert_eq!(first.flags, WcFlags::WITH_INV);
    assert_eq!(
        (first.imm_data, first.invalidated_rkey),
        (None, Some(0x0102_0304))
    );
    assert_eq!(
        (second.imm_data, second.invalidated_rkey),
        (Some(0x0102_0304), None)
    );
}

#[test]
fn post_send_with_each_number_of_pieces_takes_the_slots_it_needs() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_sge(16).set_max_send_wr(32));
    let pieces: Vec<Sge> = (0..16)
        .map(|k| Sge::new(0x1000 * k, k as u32, k as u32 + 1))
        .collect();
    let mut index = 0u16;
    for count in 0..=16 {
        qp.post_send(&[SendWr::send(count as u64, &pieces[..count])])
            .unwrap();
        let slots = if count <= 2 {
            1
        } else {
            1 + (count - 2).div_ceil(4)
        } as u16;
        let bytes = setup.card.send_slots(qp.number(), index, slots);
        let wqe = SendWqe::read_from_bytes(&bytes[..32]).unwrap();
        assert_eq!(
            (wqe.index.get(), usize::from(wqe.sge_count)),
            (index, count)
        );
        assert_eq!(wqe.length.get(), (0..count as u32).sum::<u32>());
        for (k, piece) in pieces[..count].iter().enumerate() {
            let at = 32 + 16 * k;
            let sge = work::Sge::read_from_bytes(&bytes[at..at + 16]).unwrap();
            assert_eq!(
                (sge.va.get(), sge.length.get(), sge.lkey.get()),
                (piece.addr, piece.length, piece.lkey)
            );
        }
        assert!(bytes[32 + 16 * count..].iter().all(|byte| *byte == 0));
        index += slots;
        assert_eq!(setup.card.state().qps[&qp.number()].send, index);
    }
    let too_many = [pieces[0]; 17];
    let (at, reason) = refused(qp.post_send(&[SendWr::send(0, &too_many)]));
    assert!(matches!(
        (at, reason),
        (
            0,
            PostErrorReason::TooManySges {
                count: 17,
                limit: 16
            }
        )
    ));
}

#[test]
fn post_send_inline_copies_the_bytes_up_to_the_limit() {
    let setup = Setup::new(64);
    let builder = setup
        .builder()
        .set_max_inline_data(sizes::INLINE_MAX as u32)
        .set_max_send_wr(64);
    let qp = setup.connected(&builder);
    let data: Vec<u8> = (1..=221).map(|k| k as u8).collect();
    let mut index = 0u16;
    for length in [0, 1, 31, 32, 33, 95, 96, 97, 159, 160, 161, 219, 220] {
        qp.post_send(&[SendWr::write_inline(1, &data[..length], 5, 6)])
            .unwrap();
        let slots = if length <= 32 {
            1
        } else {
            1 + (length - 32).div_ceil(64)
        } as u16;
        let bytes = setup.card.send_slots(qp.number(), index, slots);
        let wqe = SendWqe::read_from_bytes(&bytes[..32]).unwrap();
        assert_eq!(
            (wqe.opcode, wqe.flags, wqe.sge_count),
            (opcode::WRITE, flag::INLINE, 0)
        );
        assert_eq!((wqe.length.get() as usize, wqe.rkey.get()), (length, 6));
        assert_eq!(bytes[32..32 + length], data[..length]);
        assert!(bytes[32 + length..].iter().all(|byte| *byte == 0));
        index += slots;
    }
    let before = setup.card.state().qps[&qp.number()].doorbells;
    let (_, reason) = refused(qp.post_send(&[SendWr::send_inline(1, &data)]));
    assert!(matches!(
        reason,
        PostErrorReason::InlineTooLong {
            length: 221,
            limit: 220
        }
    ));
    assert_eq!(setup.card.state().qps[&qp.number()].doorbells, before);
}

#[test]
fn post_send_pushes_what_is_alone_inline_and_of_one_slot() {
    let setup = Setup::new(64);
    let builder = setup
        .builder()
        .set_max_inline_data(sizes::INLINE_MAX as u32);
    let qp = setup.connected(&builder);
    let data = [3; 64];
    let inline = |length| SendWr::write_inline(1, &data[..length], 5, 6);
    let region = setup.pd.allocate(100, AccessFlags::NONE).unwrap();
    let sges = [region.sge(..).unwrap()];
    let pushed = |list: &[SendWr<'_>]| {
        let before = setup.card.state().pushes;
        qp.post_send(list).unwrap();
        setup.card.state().pushes - before
    };
    assert_eq!(pushed(&[inline(0)]), 1);
    assert_eq!(pushed(&[inline(32)]), 1);
    assert_eq!(pushed(&[inline(33)]), 0);
    assert_eq!(pushed(&[inline(1), inline(1)]), 0);
    assert_eq!(pushed(&[SendWr::write(1, &sges, 5, 6)]), 0);
    assert_eq!(pushed(&[]), 0);
    setup.device.set_push(false);
    assert_eq!(pushed(&[inline(32)]), 0);
    setup.device.set_push(true);
    assert_eq!(pushed(&[inline(32)]), 1);
}

#[test]
fn post_recv_writes_its_pieces_and_zeroes_the_rest_of_the_slot() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_recv_sge(4).set_max_recv_wr(4));
    let pieces: Vec<Sge> = (1..=4).map(|k| Sge::new(k << 40, k as u32, 9)).collect();
    // Twice round the ring, so that each slot held another receive before.
    for (index, count) in [4, 3, 2, 1, 0, 1, 2, 3].into_iter().enumerate() {
        qp.post_recv(&[RecvWr::new(7, &pieces[..count])]).unwrap();
        let mut expected = Vec::new();
        for piece in &pieces[..count] {
            expected.extend(piece.addr.to_le_bytes());
            expected.extend(piece.length.to_le_bytes());
            expected.extend(piece.lkey.to_le_bytes());
        }
        expected.resize(64, 0);
        assert_eq!(setup.card.receive_slot(qp.number(), index as u16), expected);
        assert_eq!(
            setup.card.state().qps[&qp.number()].receive,
            index as u16 + 1
        );
        let done = Cqe {
            opcode: completion::opcode::RECEIVE,
            index: (index as u16).into(),
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), done);
        assert_eq!(ids(&setup.poll()), [7]);
    }
    let five = [pieces[0]; 5];
    let (_, reason) = refused(qp.post_recv(&[RecvWr::new(7, &five)]));
    assert!(matches!(
        reason,
        PostErrorReason::TooManySges { count: 5, limit: 4 }
    ));
}

#[test]
fn post_recv_in_reset_and_post_send_before_rts_are_refused_at_the_first() {
    // Case 38.
    let setup = Setup::new(64);
    let qp = setup.builder().build().unwrap();
    let (sends, receives) = ([SendWr::send(1, &[]); 2], [RecvWr::new(1, &[]); 2]);
    let to = |state| QpAttributes {
        qp_state: Some(state),
        ..QpAttributes::default()
    };
    let wrong = |outcome, state| {
        let (index, reason) = refused(outcome);
        assert_eq!(index, 0);
        assert!(
            matches!(reason, PostErrorReason::WrongState(is) if is == state),
            "{reason}"
        );
    };
    wrong(qp.post_recv(&receives), QpState::Reset);
    wrong(qp.post_send(&sends), QpState::Reset);
    qp.modify(&QpAttributes {
        pkey_index: Some(0),
        port_num: Some(1),
        qp_access_flags: Some(AccessFlags::NONE),
        ..to(QpState::Init)
    })
    .unwrap();
    wrong(qp.post_send(&sends), QpState::Init);
    qp.post_recv(&receives).unwrap();
    qp.modify(&QpAttributes {
        ah_attr: Some(AddressVector::new(ADDRESS.into(), peer().gid, peer().mac)),
        path_mtu: Some(Mtu::Mtu256),
        dest_qp_num: Some(3),
        rq_psn: Some(0),
        max_dest_rd_atomic: Some(0),
        min_rnr_timer: Some(0),
        ..to(QpState::Rtr)
    })
    .unwrap();
    wrong(qp.post_send(&sends), QpState::Rtr);
    qp.post_recv(&receives).unwrap();
    let state = setup.card.state();
    let pair = &state.qps[&qp.number()];
    assert_eq!((pair.send, pair.receive, pair.doorbells), (0, 4, 2));
    drop(state);
    qp.modify(&to(QpState::Error)).unwrap();
    assert_eq!(ids(&setup.poll()), [1; 4]);
    // Both are legal in ERROR and flush at once.
    qp.post_send(&sends).unwrap();
    qp.post_recv(&receives).unwrap();
    assert!(
        setup
            .poll()
            .iter()
            .all(|completion| completion.status == WcStatus::Flushed)
    );
    qp.modify(&to(QpState::Reset)).unwrap();
    wrong(qp.post_recv(&receives), QpState::Reset);
}

#[test]
fn post_send_to_a_full_queue_posts_what_fits_and_says_which_did_not() {
    // Case 38.
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(8).set_max_recv_wr(8));
    assert_eq!(qp.capacity().max_send_wr, 8);
    let list: Vec<SendWr> = (0..11).map(|id| SendWr::send(id, &[]).signaled()).collect();
    let (index, reason) = refused(qp.post_send(&list));
    assert!(
        matches!(
            (index, &reason),
            (8, PostErrorReason::QueueFull { needed: 1, free: 0 })
        ),
        "{reason}"
    );
    assert_eq!(setup.card.state().qps[&qp.number()].send, 8);
    let (index, _) = refused(qp.post_send(&list[8..]));
    assert_eq!(
        (index, setup.card.state().qps[&qp.number()].doorbells),
        (0, 1),
        "no doorbell for nothing"
    );
    setup.card.complete_send(qp.number(), 0);
    assert_eq!(ids(&setup.poll()), [0]);
    let (index, _) = refused(qp.post_send(&list[8..]));
    assert_eq!((index, setup.card.state().qps[&qp.number()].send), (1, 9));

    let receives: Vec<RecvWr> = (0..9).map(|id| RecvWr::new(id, &[])).collect();
    let (index, _) = refused(qp.post_recv(&receives));
    assert_eq!(
        (index, setup.card.state().qps[&qp.number()].receive),
        (8, 8)
    );
}

#[test]
fn post_send_of_several_slots_needs_them_all() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(2).set_max_send_sge(10));
    // Three slots each; the ring has eight.
    let pieces = [Sge::new(0, 1, 2); 10];
    let list: Vec<SendWr> = (0..3)
        .map(|id| SendWr::send(id, &pieces).signaled())
        .collect();
    let (index, reason) = refused(qp.post_send(&list));
    assert!(matches!(
        (index, reason),
        (2, PostErrorReason::QueueFull { needed: 3, free: 2 })
    ));
    let slots = setup.card.send_slots(qp.number(), 6, 2);
    assert!(slots.iter().all(|byte| *byte == 0), "nothing half-posted");
    setup.card.complete_send(qp.number(), 0);
    assert_eq!(ids(&setup.poll()), [0]);
    // Now it wraps: slots 6, 7 and 0.
    qp.post_send(&list[2..]).unwrap();
    let bytes = setup.card.send_slots(qp.number(), 6, 3);
    let wqe = SendWqe::read_from_bytes(&bytes[..32]).unwrap();
    assert_eq!((wqe.index.get(), wqe.sge_count), (6, 10));
    assert_eq!(bytes[32..], bytes[32..48].repeat(10));
    setup.card.complete_send(qp.number(), 3);
    setup.card.complete_send(qp.number(), 6);
    assert_eq!(ids(&setup.poll()), [1, 2]);
}

#[test]
fn post_send_has_room_for_as_many_of_the_longest_as_was_asked_for() {
    let setup = Setup::new(64);
    let data = [7; sizes::INLINE_MAX];
    let pieces = [Sge::new(0, 1, 2); sizes::SEND_SGE_MAX];
    for count in 1..=9 {
        let builder = setup.builder().set_max_send_wr(count);
        let qp = setup.connected(&builder.clone().set_max_inline_data(220));
        qp.post_send(&vec![SendWr::send_inline(1, &data); count as usize])
            .unwrap();
        assert!(qp.capacity().max_send_wr >= count);
        let qp = setup.connected(&builder.set_max_send_sge(16));
        qp.post_send(&vec![SendWr::send(1, &pieces); count as usize])
            .unwrap();
        assert!(qp.capacity().max_send_wr >= count);
    }
}

#[test]
fn post_send_with_a_bad_request_posts_those_before_it_only() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_sge(2));
    let other = setup
        .context
        .alloc_pd()
        .unwrap()
        .allocate(64, AccessFlags::NONE)
        .unwrap();
    let good = setup.pd.allocate(64, AccessFlags::NONE).unwrap();
    let foreign = [good.sge(..8).unwrap(), other.sge(..).unwrap()];
    let huge = [Sge::new(0, u32::MAX, 1), Sge::new(0, 1, 1)];
    let longest = [Sge::new(0, 1 << 31, 1)];
    let operation = SendOperation::RdmaRead {
        remote_addr: 0,
        rkey: 0,
    };
    let read = SendWr::new(9, operation, Payload::Sges(&[]));
    let operation = SendOperation::FetchAdd {
        remote_addr: 0,
        rkey: 0,
        add: 1,
    };
    let add = SendWr::new(9, operation, Payload::Sges(&[]));
    let mut sent = 0;
    let mut check = |bad: SendWr, what: &str| {
        let list = [
            SendWr::send(1, &foreign[..1]),
            SendWr::send(2, &longest),
            bad,
            SendWr::send(3, &[]),
        ];
        let error = qp.post_send(&list).unwrap_err();
        assert_eq!(error.index, 2);
        assert!(error.to_string().contains(what), "{error}");
        sent += 2;
        assert_eq!(setup.card.state().qps[&qp.number()].send, sent);
    };
    check(
        SendWr::send(9, &foreign),
        "entry 1 is of another protection domain",
    );
    check(SendWr::send(9, &huge), "a message of 4294967296 bytes");
    check(
        SendWr::send_inline(9, &[1]),
        "1 bytes inline; the queue was made for 0",
    );
    check(read, "does not support RDMA READ");
    check(add, "does not support atomics");
    check(
        SendWr::send(9, &[]).with_invalidate(1),
        "does not support SEND with invalidate",
    );
    let (index, reason) =
        refused(qp.post_recv(&[RecvWr::new(1, &[]), RecvWr::new(2, &foreign[1..])]));
    assert!(matches!(
        (index, reason),
        (1, PostErrorReason::ForeignRegion(0))
    ));
}

#[test]
fn post_send_when_the_card_is_gone_posts_nothing() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    qp.post_send(&[SendWr::send(1, &[]).signaled()]).unwrap();
    setup.card.state().gone = true;
    let (index, reason) = refused(qp.post_send(&[SendWr::send(2, &[]), SendWr::send(3, &[])]));
    assert!(matches!((index, reason), (0, PostErrorReason::Bus(_))));
    setup.card.state().gone = false;
    qp.post_send(&[SendWr::send(4, &[]).signaled()]).unwrap();
    assert_eq!(setup.card.state().qps[&qp.number()].send, 2);
    setup.card.complete_send(qp.number(), 0);
    setup.card.complete_send(qp.number(), 1);
    assert_eq!(ids(&setup.poll()), [1, 4]);
}

#[test]
fn completion_of_a_signalled_send_frees_the_unsignalled_before_it() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(8));
    let list: Vec<SendWr> = (0..8).map(|id| SendWr::send(id, &[])).collect();
    qp.post_send(&list[..7]).unwrap();
    qp.post_send(&[list[7].signaled()]).unwrap();
    assert!(qp.post_send(&list[..1]).is_err());
    setup.card.complete_send(qp.number(), 7);
    assert!(qp.post_send(&list[..1]).is_err(), "not before it is polled");
    assert_eq!(ids(&setup.poll()), [7]);
    qp.post_send(&list).unwrap();
    // An unsignalled one that fails has a completion too (digest §9), and frees those before it.
    setup.card.complete(
        qp.number(),
        Cqe {
            index: 10.into(),
            status: status::Status::RemoteAccess as u8,
            vendor_error: 0x62,
            ..Cqe::default()
        },
    );
    let [failed] = setup.poll()[..] else {
        panic!("one completion")
    };
    assert_eq!(
        (failed.wr_id, failed.status, failed.vendor_err),
        (2, WcStatus::RemoteAccess, 0x62)
    );
    assert_eq!(refused(qp.post_send(&list)).0, 3);
}

#[test]
fn sq_sig_all_signals_every_send() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_sq_sig_all(true));
    qp.post_send(&[SendWr::send(1, &[])]).unwrap();
    assert_eq!(setup.card.send_slots(qp.number(), 0, 1)[1], flag::SIGNALED);
}

#[test]
fn indices_run_past_2_to_the_16_without_losing_a_work_request() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(8).set_max_send_sge(7));
    let pieces = [Sge::new(0, 1, 2); 7];
    let (mut index, mut id) = (0u16, 0u64);
    let mut turns = 0;
    while turns < 3 {
        // 3, 1 and 2 slots: every alignment to the ring's end comes up.
        let counts = [7, 0, 3];
        let list: Vec<SendWr> = counts
            .iter()
            .zip(id..)
            .map(|(count, id)| SendWr::send(id, &pieces[..*count]).signaled())
            .collect();
        qp.post_send(&list).unwrap();
        for slots in [3, 1, 2] {
            let head = setup.card.send_slots(qp.number(), index, 1);
            let wqe = SendWqe::read_from_bytes(&head[..32]).unwrap();
            assert_eq!(wqe.index.get(), index);
            setup.card.complete_send(qp.number(), index);
            let before = index;
            index = index.wrapping_add(slots);
            turns += usize::from(index < before);
        }
        assert_eq!(ids(&setup.poll()), [id, id + 1, id + 2]);
        id += 3;
    }
}

#[test]
fn several_threads_post_and_poll_and_each_request_completes_once() {
    const EACH: u64 = 2000;
    let setup = Setup::new(1024);
    let qp = setup.connected(&setup.builder().set_max_send_wr(16));
    let (done, completed) = (AtomicUsize::new(0), std::sync::Mutex::new(Vec::new()));
    let total = 3 * EACH as usize;
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let qp = &qp;
            scope.spawn(move || {
                for k in 0..EACH {
                    while qp
                        .post_send(&[SendWr::send(thread * EACH + k, &[]).signaled()])
                        .is_err()
                    {
                        std::thread::yield_now();
                    }
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(|| {
                let mut room = [WorkCompletion::default(); 5];
                while done.load(Ordering::Relaxed) < total {
                    let some = setup.cq.poll(&mut room).unwrap();
                    done.fetch_add(some.len(), Ordering::Relaxed);
                    completed.lock().unwrap().extend(ids(some));
                    setup.cq.pause();
                }
            });
        }
        let mut next = 0u16;
        for _ in 0..total {
            while setup.card.state().qps[&qp.number()].send == next {
                std::thread::yield_now();
            }
            setup.card.complete_send(qp.number(), next);
            next = next.wrapping_add(1);
        }
    });
    let mut completed = completed.into_inner().unwrap();
    completed.sort_unstable();
    assert_eq!(completed, (0..total as u64).collect::<Vec<_>>());
}
