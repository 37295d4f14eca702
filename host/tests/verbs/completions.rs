//! Completion queues: polling, flushing, arming, sleeping.
use crate::setup::{Setup, ids};
use ferric::verbs::*;
use ferric_layout::completion::{self, Cqe, flag};
use ferric_layout::doorbell::arm;
use ferric_layout::status;
use std::time::{Duration, Instant};

const SOON: Option<Duration> = Some(Duration::from_millis(20));
const LATER: Option<Duration> = Some(Duration::from_secs(20));

fn to(state: QpState) -> QpAttributes {
    QpAttributes {
        qp_state: Some(state),
        ..QpAttributes::default()
    }
}

fn sends(ids: std::ops::Range<u64>) -> Vec<SendWr<'static>> {
    ids.map(|id| SendWr::send(id, &[]).signaled()).collect()
}

#[test]
fn poll_tells_all_that_an_entry_says() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    qp.post_recv(&[
        RecvWr::new(11, &[]),
        RecvWr::new(12, &[]),
        RecvWr::new(13, &[]),
    ])
    .unwrap();
    let entry = Cqe {
        opcode: completion::opcode::RECEIVE,
        index: 0.into(),
        length: 0x8000_0000.into(),
        ..Cqe::default()
    };
    setup.card.complete(qp.number(), entry);
    setup.card.complete(
        qp.number(),
        Cqe {
            opcode: completion::opcode::RECEIVE_WRITE_IMMEDIATE,
            index: 1.into(),
            flags: flag::IMMEDIATE | flag::SOLICITED,
            immediate: [1, 2, 3, 4],
            ..entry
        },
    );
    setup.card.complete(
        qp.number(),
        Cqe {
            index: 2.into(),
            status: status::Status::LocalLength as u8,
            vendor_error: 0x61,
            ..entry
        },
    );
    let all = setup.poll();
    let said = |wc: &WorkCompletion| {
        (
            wc.wr_id,
            wc.status,
            wc.opcode,
            wc.byte_len,
            wc.imm_data,
            wc.flags,
            wc.vendor_err,
        )
    };
    let long = 0x8000_0000;
    let (good, none) = (WcStatus::Success, WcFlags::NONE);
    assert_eq!(
        said(&all[0]),
        (11, good, WcOpcode::Recv, long, None, none, 0)
    );
    let immediate = Some(0x0102_0304);
    assert_eq!(
        said(&all[1]),
        (
            12,
            good,
            WcOpcode::RecvRdmaWithImm,
            long,
            immediate,
            WcFlags::WITH_IMM,
            0
        )
    );
    assert_eq!(
        (all[2].wr_id, all[2].status, all[2].vendor_err),
        (13, WcStatus::LocalLength, 0x61)
    );
    assert!(
        all.iter()
            .all(|completion| completion.qp_num == qp.number())
    );
    assert!(all[0].opcode.is_receive() && !all[2].is_success());
}

#[test]
fn poll_goes_round_the_ring_many_times() {
    let setup = Setup::new(3);
    assert_eq!(setup.cq.entries(), 3);
    let qp = setup.connected(&setup.builder().set_max_send_wr(4));
    let mut room = [WorkCompletion::default(); 8];
    // Past 2^16 entries, so that the index wraps too; the card's side checks that it never overruns.
    for id in 0..30_000 {
        qp.post_send(&sends(3 * id..3 * id + 3)).unwrap();
        for k in 0..3 {
            setup.card.complete_send(qp.number(), (3 * id + k) as u16);
        }
        let some = setup.cq.poll(&mut room).unwrap();
        assert_eq!(ids(some), [3 * id, 3 * id + 1, 3 * id + 2]);
        assert!(setup.cq.poll(&mut room).unwrap().is_empty());
    }
}

#[test]
fn poll_gives_the_ring_back_in_batches() {
    let setup = Setup::new(48);
    let qp = setup.connected(&setup.builder());
    let cqn = setup.cq.number();
    let mut room = [WorkCompletion::default(); 1];
    for index in 0..64 {
        qp.post_send(&sends(0..1)).unwrap();
        setup.card.complete_send(qp.number(), index);
        assert_eq!(setup.cq.poll(&mut room).unwrap().len(), 1);
    }
    // A quarter of 64 entries at a time.
    let state = setup.card.state();
    assert_eq!((state.cqs[&cqn].moves, state.cqs[&cqn].consumer), (4, 64));
}

#[test]
fn flush_of_a_range_is_one_completion_a_request_in_order() {
    // Case 24, on the library's side: old and new, send and receive, requests of several slots, each exactly once.
    let setup = Setup::new(64);
    let builder = setup.builder().set_max_send_sge(7).set_max_send_wr(16);
    let qp = setup.connected(&builder);
    let pieces = [Sge::new(0, 1, 2); 7];
    let mixed = |id: u64| SendWr::send(id, &pieces[..[0, 7, 3][id as usize % 3]]);
    let list: Vec<SendWr> = (0..9).map(mixed).collect();
    let receives: Vec<RecvWr> = (100..105).map(|id| RecvWr::new(id, &[])).collect();
    qp.post_send(&list).unwrap();
    qp.post_recv(&receives).unwrap();
    // The second one fails by itself: the first has no entry and is not flushed either.
    setup
        .card
        .state()
        .qps
        .get_mut(&qp.number())
        .unwrap()
        .send_done = 4;
    setup.card.complete(
        qp.number(),
        Cqe {
            index: 1.into(),
            status: status::Status::RemoteOperation as u8,
            ..Cqe::default()
        },
    );
    qp.modify(&to(QpState::Error)).unwrap();
    let all = setup.poll();
    assert_eq!(ids(&all), [1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102, 103, 104]);
    assert_eq!(all[0].status, WcStatus::RemoteOperation);
    assert!(
        all[1..]
            .iter()
            .all(|wc| wc.status == WcStatus::Flushed && wc.byte_len == 0)
    );
    assert_eq!(
        (all[1].opcode, all[8].opcode),
        (WcOpcode::Send, WcOpcode::Recv)
    );
    for round in 0..20 {
        let id = 1000 + 3 * round;
        let list: Vec<SendWr> = (id..id + 3).map(mixed).collect();
        qp.post_send(&list).unwrap();
        qp.post_recv(&[RecvWr::new(id, &[])]).unwrap();
        assert_eq!(ids(&setup.poll()), [id, id + 1, id + 2, id]);
    }
}

#[test]
fn flush_of_part_of_the_queue_takes_what_begins_in_it() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_sge(7));
    let pieces = [Sge::new(0, 1, 2); 7];
    let flush = |index: u16, length: u32| {
        let status = status::Status::Flushed as u8;
        let (index, length) = (index.into(), length.into());
        let entry = Cqe {
            index,
            length,
            status,
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), entry);
        ids(&setup.poll())
    };
    // Three slots each: 0, 3, 6, and so on.
    let list: Vec<SendWr> = (0..8).map(|id| SendWr::send(id, &pieces)).collect();
    qp.post_send(&list).unwrap();
    assert_eq!(
        flush(3, 6),
        [1, 2],
        "what came before was done, what begins after is not flushed"
    );
    assert_eq!(
        flush(7, 3),
        [3],
        "a range may begin within a request that is gone"
    );
    assert_eq!(flush(0, 16), [4, 5], "or before what is left");
    assert_eq!(flush(24, 3), [] as [u64; 0], "or hold nothing");
    assert_eq!(flush(0, 0x1_0000), [] as [u64; 0]);
}

#[test]
fn flush_across_index_0_is_in_order() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(64));
    for index in 0..0xFFF0 {
        qp.post_send(&sends(0..1)).unwrap();
        setup.card.complete_send(qp.number(), index);
        assert_eq!(setup.poll().len(), 1);
    }
    qp.post_send(&sends(0..40)).unwrap();
    setup
        .card
        .state()
        .qps
        .get_mut(&qp.number())
        .unwrap()
        .send_done = 0xFFF1;
    qp.modify(&to(QpState::Error)).unwrap();
    assert_eq!(ids(&setup.poll()), (1..40).collect::<Vec<_>>());
}

#[test]
fn flush_of_more_than_the_room_of_a_poll_is_polled_bit_by_bit() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(64));
    qp.post_send(&sends(0..50)).unwrap();
    qp.modify(&to(QpState::Error)).unwrap();
    let mut room = [WorkCompletion::default(); 4];
    let mut all = Vec::new();
    assert!(setup.cq.poll(&mut room[..0]).unwrap().is_empty());
    for _ in 0..13 {
        all.extend(ids(setup.cq.poll(&mut room).unwrap()));
        // What is left is out of the ring; whoever arms now is woken for it.
        if all.len() < 50 {
            assert!(setup.cq.wait(Some(Duration::ZERO)).unwrap());
            setup.cq.req_notify(false).unwrap();
            assert!(setup.channel.wait(SOON).unwrap().is_some());
        }
    }
    assert_eq!(all, (0..50).collect::<Vec<_>>());
}

#[test]
fn completions_that_make_no_sense_are_dropped() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    qp.post_send(&sends(0..2)).unwrap();
    setup.card.complete_send(qp.number(), 7);
    let receive = Cqe {
        opcode: completion::opcode::RECEIVE,
        ..Cqe::default()
    };
    setup.card.complete(qp.number(), receive);
    setup.card.complete_send(qp.number(), 0);
    setup.card.complete_send(qp.number(), 0);
    let unknown = Cqe {
        index: 1.into(),
        status: 0xEE,
        ..Cqe::default()
    };
    setup.card.complete(qp.number(), unknown);
    let all = setup.poll();
    assert_eq!(ids(&all), [0, 1]);
    assert_eq!(
        (all[1].status, all[1].vendor_err),
        (WcStatus::General, 0xEE)
    );
}

#[test]
fn reset_and_drop_forget_completions_of_that_queue_pair_only() {
    let setup = Setup::new(64);
    let builder = setup.builder();
    let (mine, other) = (setup.connected(&builder), setup.connected(&builder));
    mine.post_send(&sends(0..5)).unwrap();
    mine.post_recv(&[RecvWr::new(9, &[])]).unwrap();
    other.post_send(&sends(100..103)).unwrap();
    for index in 0..2 {
        setup.card.complete_send(mine.number(), index);
        setup.card.complete_send(other.number(), index);
    }
    let number = mine.number();
    setup.card.state().qps.get_mut(&number).unwrap().send_done = 2;
    // The rest of this flush waits outside the ring.
    mine.modify(&to(QpState::Error)).unwrap();
    let mut room = [WorkCompletion::default(); 5];
    assert_eq!(ids(setup.cq.poll(&mut room).unwrap()), [0, 100, 1, 101, 2]);
    mine.modify(&to(QpState::Reset)).unwrap();
    assert!(setup.poll().is_empty());
    drop(mine);
    assert!(!setup.card.state().qps.contains_key(&number));
    setup.card.complete_send(other.number(), 2);
    drop(other);
    assert!(setup.poll().is_empty());
}

#[test]
fn queue_pair_after_reset_begins_at_index_0_again() {
    let setup = Setup::new(64);
    let qp = setup.builder().build().unwrap();
    let init = QpAttributes {
        pkey_index: Some(0),
        port_num: Some(1),
        qp_access_flags: Some(AccessFlags::NONE),
        ..to(QpState::Init)
    };
    for _ in 0..2 {
        qp.modify(&init).unwrap();
        for id in 0..3 {
            qp.post_recv(&[RecvWr::new(id, &[])]).unwrap();
        }
        assert_eq!(setup.card.state().qps[&qp.number()].receive, 3);
        let done = Cqe {
            opcode: completion::opcode::RECEIVE,
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), done);
        assert_eq!(ids(&setup.poll()), [0]);
        qp.modify(&to(QpState::Reset)).unwrap();
    }
}

#[test]
fn arm_wakes_once_and_only_for_what_was_asked() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    let cqn = setup.cq.number();
    let armed = || setup.card.state().cqs[&cqn].armed;
    qp.post_recv(&[RecvWr::new(1, &[]); 8]).unwrap();
    let receive = |index: u16, flags: u8, status: u8| {
        let opcode = completion::opcode::RECEIVE;
        let index = index.into();
        let entry = Cqe {
            opcode,
            index,
            flags,
            status,
            ..Cqe::default()
        };
        setup.card.complete(qp.number(), entry);
    };
    let events = || std::iter::from_fn(|| setup.channel.wait(SOON).unwrap()).count();
    setup.cq.req_notify(true).unwrap();
    assert_eq!(armed(), arm::SOLICITED);
    receive(0, 0, 0);
    assert_eq!(events(), 0);
    receive(1, flag::SOLICITED, 0);
    receive(2, flag::SOLICITED, 0);
    assert_eq!(events(), 1);
    setup.poll();
    setup.cq.req_notify(true).unwrap();
    receive(3, 0, status::Status::LocalLength as u8);
    assert_eq!(events(), 1);
    setup.poll();
    setup.cq.req_notify(false).unwrap();
    setup.cq.req_notify(true).unwrap();
    receive(4, 0, 0);
    assert_eq!(events(), 1);
    let woken = {
        setup.poll();
        setup.cq.req_notify(false).unwrap();
        receive(5, 0, 0);
        setup.channel.wait(LATER).unwrap().unwrap()
    };
    assert_eq!(woken.number(), cqn);
}

#[test]
fn arm_over_and_over_without_listening_loses_nothing_and_piles_up_nothing() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    // More events than the ring holds; the card's side checks that it never overruns.
    for index in 0..5000 {
        setup.cq.req_notify(false).unwrap();
        qp.post_send(&sends(0..1)).unwrap();
        setup.card.complete_send(qp.number(), index);
        assert_eq!(setup.poll().len(), 1);
    }
    let events = std::iter::from_fn(|| setup.channel.wait(SOON).unwrap());
    assert_eq!(events.count(), 1);
}

#[test]
fn completion_between_last_poll_and_arm_is_not_slept_through() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder());
    qp.post_send(&sends(0..2)).unwrap();
    assert!(setup.poll().is_empty());
    setup.card.complete_send(qp.number(), 0);
    setup.cq.req_notify(false).unwrap();
    // By the rule, polling again finds it; by this card, the event comes as well.
    assert_eq!(ids(&setup.poll()), [0]);
    assert!(setup.channel.wait(SOON).unwrap().is_some());
    setup.card.complete_send(qp.number(), 1);
    assert!(setup.cq.wait(LATER).unwrap());
    assert_eq!(ids(&setup.poll()), [1]);
}

#[test]
fn wait_wakes_for_each_completion_and_gives_up_in_time() {
    let setup = Setup::new(64);
    let qp = setup.connected(&setup.builder().set_max_send_wr(256));
    assert!(!setup.cq.wait(SOON).unwrap());
    qp.post_send(&sends(0..200)).unwrap();
    let (card, qpn) = (setup.card.clone(), qp.number());
    let completer = std::thread::spawn(move || {
        for index in 0..200 {
            card.complete_send(qpn, index);
            if index % 3 == 0 {
                std::thread::sleep(Duration::from_micros(50));
            }
            while card
                .state()
                .cqs
                .values()
                .any(|cq| cq.producer.wrapping_sub(cq.consumer) > 40)
            {
                std::thread::yield_now();
            }
        }
    });
    let mut all = Vec::new();
    while all.len() < 200 {
        assert!(setup.cq.wait(LATER).unwrap());
        all.extend(ids(&setup.poll()));
    }
    assert_eq!(all, (0..200).collect::<Vec<_>>());
    completer.join().unwrap();
}

#[test]
fn threads_that_wait_on_one_channel_each_get_their_own_queue() {
    const ROUNDS: u64 = 100;
    let setup = Setup::new(64);
    let begin = Instant::now();
    let pairs: Vec<_> = (0..4)
        .map(|_| {
            let cq = setup.context.create_cq(16, Some(&setup.channel)).unwrap();
            let builder = setup.pd.create_qp(&cq, &cq).set_gid(crate::setup::ADDRESS);
            (setup.connected(&builder), cq)
        })
        .collect();
    std::thread::scope(|scope| {
        for (qp, cq) in &pairs {
            let card = &setup.card;
            scope.spawn(move || {
                let mut room = [WorkCompletion::default(); 4];
                for id in 0..ROUNDS {
                    qp.post_send(&sends(id..id + 1)).unwrap();
                    assert!(cq.wait(LATER).unwrap());
                    assert_eq!(ids(cq.poll(&mut room).unwrap()), [id]);
                }
            });
            scope.spawn(move || {
                for index in 0..ROUNDS as u16 {
                    while card.state().qps[&qp.number()].send == index {
                        std::thread::yield_now();
                    }
                    card.complete_send(qp.number(), index);
                }
            });
        }
    });
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "somebody slept till the end"
    );
    // The ring of events is given back as it is read.
    setup.channel.wait(Some(Duration::ZERO)).unwrap();
    let state = setup.card.state();
    assert!(state.eqs.values().all(|eq| eq.consumer == eq.producer));
    assert!(state.eqs.values().any(|eq| eq.producer != 0));
}

#[test]
fn queue_without_a_channel_can_be_polled_and_not_armed() {
    let setup = Setup::new(64);
    let cq = setup.context.create_cq(4, None).unwrap();
    let builder = setup.pd.create_qp(&cq, &cq).set_gid(crate::setup::ADDRESS);
    let qp = setup.connected(&builder);
    assert!(matches!(cq.req_notify(false), Err(Error::NoChannel)));
    assert!(matches!(cq.wait(SOON), Err(Error::NoChannel)));
    qp.post_send(&sends(5..6)).unwrap();
    let mut room = [WorkCompletion::default(); 2];
    assert!(
        cq.poll_for(&mut room, Duration::from_millis(5))
            .unwrap()
            .is_empty()
    );
    setup.card.complete_send(qp.number(), 0);
    assert_eq!(
        ids(cq.poll_for(&mut room, Duration::from_secs(5)).unwrap()),
        [5]
    );
}

#[test]
fn queue_of_more_entries_than_there_can_be_is_refused() {
    let setup = Setup::new(1);
    let most = setup.device.attributes().unwrap().max_cqe;
    assert_eq!(setup.context.create_cq(most, None).unwrap().entries(), most);
    let error = setup.context.create_cq(most + 1, None).err().unwrap();
    assert!(matches!(error, Error::TooMany { asked, limit, .. } if asked == limit + 1));
}
