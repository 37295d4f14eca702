//! Asynchronous events.
use crate::setup::Setup;
use ferric::verbs::*;
use ferric_layout::event::kind;
use std::time::Duration;

#[test]
fn async_event_reaches_the_context_that_owns_the_object() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    let other = setup.device.context().unwrap();
    let other_cq = other.create_cq(4, None).unwrap();
    assert_eq!(setup.context.poll_async_event().unwrap(), None);
    let (qp_num, cq_num) = (qp.number(), other_cq.number());
    setup.card.raise(kind::CQ_ERROR, cq_num, 0);
    setup.card.raise(kind::QP_ACCESS_ERROR, qp_num, 0x62);
    setup.card.raise(kind::ADMIN, 0, 0);
    setup.card.raise(kind::COMMUNICATION_ESTABLISHED, qp_num, 0);
    setup.card.raise(kind::QP_REQUEST_ERROR, qp_num, 0x61);
    setup.card.fail(qp_num, 9);
    let all: Vec<_> = std::iter::from_fn(|| setup.context.poll_async_event().unwrap()).collect();
    let expected = [
        AsyncEvent::QpAccessError {
            qp_num,
            detail: 0x62,
        },
        AsyncEvent::CommunicationEstablished { qp_num },
        AsyncEvent::QpRequestError {
            qp_num,
            detail: 0x61,
        },
        AsyncEvent::QpFatal { qp_num, detail: 9 },
    ];
    assert_eq!(all, expected);
    assert_eq!(
        other.poll_async_event().unwrap(),
        Some(AsyncEvent::CqError { cq_num })
    );
    assert_eq!(other.poll_async_event().unwrap(), None);
}

#[test]
fn async_event_wakes_a_sleeper() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    let qp_num = qp.number();
    std::thread::scope(|scope| {
        let sleeper = scope.spawn(|| setup.context.async_event(None).unwrap());
        std::thread::sleep(Duration::from_millis(10));
        setup.card.raise(kind::QP_FATAL, qp_num, 3);
        assert_eq!(
            sleeper.join().unwrap(),
            Some(AsyncEvent::QpFatal { qp_num, detail: 3 })
        );
    });
    let none = setup
        .context
        .async_event(Some(Duration::from_millis(5)))
        .unwrap();
    assert_eq!(none, None);
}

#[test]
fn async_events_go_with_their_object() {
    let setup = Setup::new(16);
    let qp = setup.connected(&setup.builder());
    let number = qp.number();
    setup.card.raise(kind::QP_FATAL, number, 3);
    drop(qp);
    setup.card.raise(kind::QP_FATAL, number, 4);
    // All other numbers are used once before this one comes again.
    let same = std::iter::repeat_with(|| setup.builder().build().unwrap())
        .find(|qp| qp.number() == number);
    assert!(same.is_some());
    assert_eq!(setup.context.poll_async_event().unwrap(), None);
}
