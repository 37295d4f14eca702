//! Writes to doorbell pages that ring nothing: a page that does not own the queue, an index that cannot be, no doorbell at all. Each is
//! counted and without effect: the next good doorbell of the same queue works.
use crate::rig::{Rig, Traces};
use ferric::bus::{Bar, Bus};
use ferric_layout::admin::Qp;
use ferric_layout::counter::Counter;
use ferric_layout::doorbell::{
    COMPLETION, Completion, EVENT, PAGE_SHIFT, PUSH, Queue, RECEIVE, SEND,
};
use ferric_layout::sizes::{CQS, DOORBELL_PAGES, EQS, QPS};
use ferric_layout::work::SendWqe;
use ferric_testbench::link::wire::Side;
use ferric_testbench::world::Settings;
use zerocopy::IntoBytes;

/// A write to a doorbell page of A.
enum Write {
    Bell(u64),
    Half(u32),
    Slot([u8; 64]),
}

fn queue(number: u32, index: u16) -> Write {
    Write::Bell(Queue::new().with_number(number).with_index(index).into())
}

fn completion(number: u32, index: u16) -> Write {
    let value = Completion::new().with_number(number).with_index(index);
    Write::Bell(value.into())
}

fn pushed(qpn: u32, index: u16) -> Write {
    let [a, b, c, _] = qpn.to_le_bytes();
    let wqe = SendWqe {
        index: index.into(),
        qpn: [a, b, c],
        ..SendWqe::default()
    };
    let mut slot = [0; 64];
    slot[..size_of::<SendWqe>()].copy_from_slice(wqe.as_bytes());
    Write::Slot(slot)
}

/// The victim of A and who may ring it.
struct Owner {
    qpn: u32,
    cqn: u32,
    /// Its own page, and that of another context.
    page: u64,
    other: u64,
    /// Indices rung last.
    send: u16,
    receive: u16,
    completion: u16,
    /// Slots and receives of its rings.
    slots: u16,
    receives: u16,
}

impl Owner {
    fn new(rig: &Rig) -> Self {
        let told: Qp = rig.told(Side::A);
        Owner {
            qpn: rig.qp(Side::A).number(),
            cqn: told.send_cqn.get().into(),
            page: told.page.into(),
            other: u64::from(told.page) + 1,
            // The proof at the start: two sends, one receive, three completions, which the library has not given back yet.
            send: 2,
            receive: 1,
            completion: 0,
            slots: 1 << told.send_log2,
            receives: 1 << told.receive_log2,
        }
    }
}

/// What is written where; and the counter.
type Make = fn(&Owner) -> (u64, u64, Write);

const FAULTS: &[(&str, Counter, Make)] = &[
    (
        "send: another context's page",
        Counter::DoorbellOwner,
        |o| (o.other, SEND, queue(o.qpn, o.send + 1)),
    ),
    ("send: the driver's page", Counter::DoorbellOwner, |o| {
        (0, SEND, queue(o.qpn, o.send + 1))
    }),
    ("send: the last page", Counter::DoorbellOwner, |o| {
        (DOORBELL_PAGES as u64 - 1, SEND, queue(o.qpn, o.send + 1))
    }),
    ("send: a QP never created", Counter::DoorbellOwner, |o| {
        (o.page, SEND, queue(QPS as u32 - 1, 1))
    }),
    ("send: a QP beyond the table", Counter::DoorbellOwner, |o| {
        (o.page, SEND, queue(o.qpn + QPS as u32, o.send + 1))
    }),
    (
        "send: an index that goes back",
        Counter::DoorbellIndex,
        |o| (o.page, SEND, queue(o.qpn, o.send - 1)),
    ),
    (
        "send: an index past the ring",
        Counter::DoorbellIndex,
        |o| (o.page, SEND, queue(o.qpn, o.send + o.slots + 1)),
    ),
    (
        "send: an index half the circle on",
        Counter::DoorbellIndex,
        |o| (o.page, SEND, queue(o.qpn, o.send ^ 0x8000)),
    ),
    (
        "receive: another context's page",
        Counter::DoorbellOwner,
        |o| (o.other, RECEIVE, queue(o.qpn, o.receive + 1)),
    ),
    (
        "receive: a QP beyond the table",
        Counter::DoorbellOwner,
        |o| (o.page, RECEIVE, queue(o.qpn | 0x80_0000, o.receive + 1)),
    ),
    (
        "receive: an index that goes back",
        Counter::DoorbellIndex,
        |o| (o.page, RECEIVE, queue(o.qpn, o.receive - 1)),
    ),
    (
        "receive: an index past the ring",
        Counter::DoorbellIndex,
        |o| (o.page, RECEIVE, queue(o.qpn, o.receive + o.receives + 1)),
    ),
    (
        "completion: another context's page",
        Counter::DoorbellOwner,
        |o| (o.other, COMPLETION, completion(o.cqn, o.completion + 1)),
    ),
    (
        "completion: a queue never created",
        Counter::DoorbellOwner,
        |o| (o.page, COMPLETION, completion(CQS as u32 - 1, 1)),
    ),
    (
        "completion: a queue beyond the table",
        Counter::DoorbellOwner,
        |o| (o.page, COMPLETION, completion(o.cqn + CQS as u32, 1)),
    ),
    (
        "completion: past what is written",
        Counter::DoorbellIndex,
        |o| (o.page, COMPLETION, completion(o.cqn, 100)),
    ),
    ("event: a user's page", Counter::DoorbellOwner, |o| {
        (o.page, EVENT, queue(0, 1))
    }),
    (
        "event: a queue beyond the table",
        Counter::DoorbellOwner,
        |_| (0, EVENT, queue(EQS as u32, 1)),
    ),
    (
        "event: past what is written",
        Counter::DoorbellIndex,
        |_| (0, EVENT, queue(0, 0x4000)),
    ),
    (
        "push: another context's page",
        Counter::DoorbellOwner,
        |o| (o.other, PUSH, pushed(o.qpn, o.send)),
    ),
    (
        "push: an index past the ring",
        Counter::DoorbellIndex,
        |o| (o.page, PUSH, pushed(o.qpn, o.send + o.slots)),
    ),
    ("no doorbell stands there", Counter::DoorbellUnknown, |o| {
        (o.page, 0x20, queue(o.qpn, o.send + 1))
    }),
    (
        "no doorbell stands at the page's end",
        Counter::DoorbellUnknown,
        |o| (o.page, 0xff8, queue(o.qpn, o.send + 1)),
    ),
    (
        "a slot where none is pushed",
        Counter::DoorbellUnknown,
        |o| (o.page, 0x80, pushed(o.qpn, o.send)),
    ),
    ("half a doorbell", Counter::DoorbellUnknown, |o| {
        (o.page, SEND, Write::Half(o.qpn))
    }),
    ("the other half", Counter::DoorbellUnknown, |o| {
        (o.page, SEND + 4, Write::Half((o.send + 1).into()))
    }),
];

#[test]
fn doorbell_that_is_refused_is_counted_and_rings_nothing() {
    let mut rig = Rig::new(Settings::instant(231));
    let _other = rig.pair.ends[0].device.context().unwrap();
    let owner = Owner::new(&rig);
    for (fault, counter, make) in FAULTS {
        rig.strike(*fault);
        let (page, at, write) = make(&owner);
        let (bus, offset) = (&rig.pair.ends[0].bus, (page << PAGE_SHIFT) + at);
        match write {
            Write::Bell(value) => bus.write64(Bar::Doorbells, offset, value),
            Write::Half(value) => bus.write32(Bar::Doorbells, offset, value),
            Write::Slot(slot) => bus.write_slot(Bar::Doorbells, offset, &slot),
        }
        .unwrap();
        rig.settle(Traces {
            counters: &[(Side::A, *counter, 1)],
            ..Traces::default()
        });
        assert_eq!(rig.heard(), [], "{fault}: something was sent");
    }
    rig.strike("good doorbells after all of these");
    rig.prove();
    rig.settle(Traces::default());
}
