//! Work requests that cannot be done: bad keys and ranges given by a program, and work queue entries that a program scribbled over. Each
//! completes with its own status, what was posted before it succeeds, what was posted after it is flushed, and nothing of it is sent.
//! Cases 1, 38 and 39 through the verbs.
use crate::rig::{PMTU, ROOM, Rig, Traces};
use ferric::verbs::{
    AccessFlags, AsyncEvent, MemoryRegion, PostErrorReason, QpAttributes, QpState, RecvWr,
    SendFlags, SendWr, Sge, WcStatus, WorkCompletion,
};
use ferric_layout::counter::Counter;
use ferric_layout::sizes::{INLINE_MAX, KEYS, SEND_SGE_MAX};
use ferric_layout::status::syndrome;
use ferric_layout::work::{SendWqe, flag, opcode};
use ferric_testbench::link::wire::Side;
use ferric_testbench::world::Settings;
use std::collections::HashSet;
use zerocopy::FromBytes;

/// Bytes of a message here.
const LENGTH: u32 = 48;

/// A piece that a work request may not use, of regions of one side.
type Piece = fn(&Regions) -> Sge;

/// Regions of one side: one that the victim may use, and others.
struct Regions {
    good: Sge,
    lkey: u32,
    start: u64,
    read_only: MemoryRegion,
    foreign: MemoryRegion,
}

impl Regions {
    fn new(rig: &Rig, side: Side, region: &MemoryRegion) -> Self {
        let end = &rig.pair.ends[side.index()];
        let access = AccessFlags::LOCAL_WRITE;
        Regions {
            good: region.sge(0..LENGTH as usize).unwrap(),
            lkey: region.lkey(),
            start: region.addr(),
            read_only: end.pd.allocate(ROOM, AccessFlags::NONE).unwrap(),
            foreign: end
                .context
                .alloc_pd()
                .unwrap()
                .allocate(ROOM, access)
                .unwrap(),
        }
    }
}

const PIECES: &[(&str, Piece)] = &[
    ("a key of another tag", |r| {
        Sge::new(r.start, LENGTH, r.lkey ^ 1)
    }),
    ("a key never made", |r| {
        Sge::new(r.start, LENGTH, (KEYS as u32 - 1) << 8)
    }),
    ("a key beyond the table", |r| {
        Sge::new(r.start, LENGTH, r.lkey | (KEYS as u32) << 8)
    }),
    ("key 0", |r| Sge::new(r.start, LENGTH, 0)),
    ("a region of another protection domain", |r| {
        Sge::new(r.foreign.addr(), LENGTH, r.foreign.lkey())
    }),
    ("a range that begins a byte early", |r| {
        Sge::new(r.start - 1, LENGTH, r.lkey)
    }),
    ("a range that ends a byte late", |r| {
        Sge::new(
            r.start + ROOM as u64 - u64::from(LENGTH) + 1,
            LENGTH,
            r.lkey,
        )
    }),
    ("a range that wraps", |r| {
        Sge::new(u64::MAX - 7, LENGTH, r.lkey)
    }),
];

/// Names and statuses of completions.
fn outcome(completions: &[WorkCompletion]) -> Vec<(u64, WcStatus)> {
    completions.iter().map(|wc| (wc.wr_id, wc.status)).collect()
}

/// What of A's victim a fault in a send leaves behind.
fn failed_send(rig: &Rig, status: WcStatus) -> [(Side, AsyncEvent); 1] {
    let qp_num = rig.qp(Side::A).number();
    let detail = status as u8;
    [(Side::A, AsyncEvent::QpFatal { qp_num, detail })]
}

const LOCAL: [(Side, Counter, u64); 1] = [(Side::A, Counter::RequesterLocalError, 1)];

/// Posts a good WRITE, a bad one and two more at A; `spoil` spoils the second, of which nothing may be sent.
fn bad_send(
    rig: &mut Rig,
    sges: &[Sge],
    status: WcStatus,
    signaled: bool,
    spoil: impl FnOnce(&mut Rig),
) {
    let (remote, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let good = [rig.source[0].sge(0..LENGTH as usize).unwrap()];
    let write = |id, sges| SendWr::write(id, sges, remote, rkey).signaled();
    let mut bad = write(1, sges);
    if !signaled {
        bad.flags = SendFlags::NONE;
    }
    let list = [write(0, &good), bad, write(2, &good), write(3, &good)];
    rig.qp(Side::A).post_send(&list).unwrap();
    spoil(rig);
    let done = rig.completions(Side::A, 4);
    let (success, flushed) = (WcStatus::Success, WcStatus::Flushed);
    let expected = [(0, success), (1, status), (2, flushed), (3, flushed)];
    assert_eq!(outcome(&done), expected, "{}", rig.fault());
    assert_eq!(done[1].vendor_err, 0, "{}", rig.fault());
    assert_eq!(
        rig.touched(Side::B),
        LENGTH as usize,
        "{}: bytes written",
        rig.fault()
    );
    rig.clean(Side::B);
    let sent: HashSet<_> = rig
        .heard()
        .into_iter()
        .filter(|heard| heard.from == Side::A)
        .map(|heard| heard.psn)
        .collect();
    assert_eq!(
        sent,
        HashSet::from([rig.psn[0]]),
        "{}: PSNs sent",
        rig.fault()
    );
    rig.until("error state", |rig| {
        (rig.qp(Side::A).state().unwrap() == QpState::Error).then_some(())
    });
    // Posted now, it is flushed at once.
    rig.qp(Side::A).post_send(&[write(4, &good)]).unwrap();
    let late = rig.completions(Side::A, 1);
    assert_eq!(outcome(&late), [(4, flushed)], "{}", rig.fault());
    let events = failed_send(rig, status);
    rig.settle(Traces {
        counters: &LOCAL,
        events: &events,
    });
    rig.revive();
}

#[test]
fn send_of_memory_it_may_not_read_completes_with_a_protection_error() {
    let mut rig = Rig::new(Settings::instant(221));
    let regions = Regions::new(&rig, Side::A, &rig.source[0]);
    for (index, (fault, piece)) in PIECES.iter().enumerate() {
        rig.strike(format!("a send with {fault}"));
        let bad = piece(&regions);
        bad_send(
            &mut rig,
            &[bad],
            WcStatus::LocalProtection,
            index % 2 == 0,
            |_| {},
        );
        if index % 3 == 0 {
            rig.strike(format!("a send whose second piece has {fault}"));
            let half = rig.source[0].sge(0..16).unwrap();
            bad_send(
                &mut rig,
                &[half, bad],
                WcStatus::LocalProtection,
                true,
                |_| {},
            );
        }
    }
}

/// What the card must not write, with what is wrong about it.
fn unwritable(regions: &Regions) -> Vec<(&'static str, Sge)> {
    let read_only = regions.read_only.sge(0..LENGTH as usize).unwrap();
    let all = PIECES.iter().map(|(fault, piece)| (*fault, piece(regions)));
    all.chain([("a region that is only read", read_only)])
        .collect()
}

#[test]
fn read_into_memory_it_may_not_write_completes_with_a_protection_error() {
    let mut rig = Rig::new(Settings::instant(227));
    let regions = Regions::new(&rig, Side::A, &rig.memory[0]);
    let pieces = unwritable(&regions);
    let (remote, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let good = [regions.good];
    for (fault, piece) in pieces {
        rig.strike(format!("a READ into {fault}"));
        let bad = [piece];
        let read = |id, sges| SendWr::read(id, sges, remote, rkey).signaled();
        let list = [read(0, &good), read(1, &bad)];
        rig.qp(Side::A).post_send(&list).unwrap();
        let mut done = rig.completions(Side::A, 2);
        // Posted with the others, it might have been asked for already, and its answer be a ghost, or not.
        rig.qp(Side::A).post_send(&[read(2, &good)]).unwrap();
        done.extend(rig.completions(Side::A, 1));
        let expected = [
            (0, WcStatus::Success),
            (1, WcStatus::LocalProtection),
            (2, WcStatus::Flushed),
        ];
        assert_eq!(outcome(&done), expected, "{fault}");
        assert_eq!(done[1].vendor_err, 0, "{fault}");
        // What the first brought are bytes of B's memory, which look untouched.
        let events = failed_send(&rig, WcStatus::LocalProtection);
        rig.settle(Traces {
            counters: &LOCAL,
            events: &events,
        });
        rig.revive();
    }
}

/// A change of an entry.
type Change = fn(&mut SendWqe);

/// Changes of an entry that make it one the card must not take.
const SCRIBBLES: &[(&str, Change)] = &[
    ("an unknown opcode", |wqe| wqe.opcode = 15),
    ("opcode 255", |wqe| wqe.opcode = 255),
    ("a reserved flag", |wqe| wqe.flags |= 0x10),
    ("all flags", |wqe| wqe.flags = 0xff),
    ("the index of another slot", |wqe| {
        wqe.index = (wqe.index.get() + 1).into()
    }),
    ("the index one turn away", |wqe| {
        wqe.index = (wqe.index.get() ^ 0x8000).into()
    }),
    ("another QP", |wqe| wqe.qpn[0] ^= 1),
    ("a QP beyond the table", |wqe| wqe.qpn[2] = 0x80),
    ("17 pieces", |wqe| wqe.sge_count = SEND_SGE_MAX as u8 + 1),
    ("255 pieces", |wqe| wqe.sge_count = 255),
    ("a length above its pieces'", |wqe| {
        wqe.length = (LENGTH + 1).into()
    }),
    ("a length below its pieces'", |wqe| {
        wqe.length = (LENGTH - 1).into()
    }),
    ("a length of 2^32 - 1", |wqe| wqe.length = u32::MAX.into()),
    ("bytes but no pieces", |wqe| wqe.sge_count = 0),
    ("a reserved field", |wqe| wqe.reserved = 1.into()),
    ("pieces and inline payload", |wqe| wqe.flags |= flag::INLINE),
    ("more inline payload than there can be", |wqe| {
        (wqe.flags, wqe.sge_count) = (flag::INLINE, 0);
        wqe.length = (INLINE_MAX as u32 + 1).into();
    }),
    ("nothing but ones", |wqe| {
        *wqe = SendWqe::read_from_bytes(&[0xff; size_of::<SendWqe>()]).unwrap();
    }),
    ("nothing but zeros", |wqe| *wqe = SendWqe::default()),
];

/// Entries of verbs that this card does not have: whatever domains window, region and queue pair are of, nothing is bound or ended.
const NOT_HERE: &[(&str, Change)] = &[
    ("to bind a window", |wqe| wqe.opcode = opcode::BIND_MW),
    ("to invalidate a key", |wqe| {
        wqe.opcode = opcode::LOCAL_INVALIDATE;
    }),
];

#[test]
fn send_entry_that_is_malformed_completes_with_an_operation_error() {
    bad_entries(222, SCRIBBLES);
}

#[test]
fn send_entry_that_binds_or_invalidates_completes_with_an_operation_error() {
    bad_entries(227, NOT_HERE);
}

/// Each change spoils an entry of its own.
fn bad_entries(seed: u64, changes: &[(&str, Change)]) {
    let mut rig = Rig::new(Settings::instant(seed));
    let ring = rig.told(Side::A).send_ring.get();
    // Where the ring stands after the proof of each turn.
    let second = 2 + 1;
    for (index, (fault, change)) in changes.iter().enumerate() {
        rig.strike(format!("a send entry with {fault}"));
        let good = [rig.source[0].sge(0..LENGTH as usize).unwrap()];
        let status = WcStatus::LocalQpOperation;
        bad_send(&mut rig, &good, status, index % 2 == 0, |rig| {
            rig.scribble(Side::A, ring, second, |slot| {
                let (wqe, _) = SendWqe::mut_from_prefix(slot).unwrap();
                change(wqe);
            });
        });
    }
}

/// A's SEND meets a bad receive at B: `expected` there, a NAK, and its status here.
fn bad_receive(rig: &mut Rig, bytes: u32, sges: &[Sge], expected: WcStatus, written: usize) {
    let (nak, remote, counter) = match expected {
        WcStatus::LocalLength => (
            syndrome::NAK_INVALID_REQUEST,
            WcStatus::RemoteInvalidRequest,
            Counter::ResponderInvalid,
        ),
        _ => (
            syndrome::NAK_REMOTE_OPERATIONAL,
            WcStatus::RemoteOperation,
            Counter::ResponderOperational,
        ),
    };
    let fine = [rig.memory[1].sge(4096..5120).unwrap()];
    let list = [
        RecvWr::new(10, sges),
        RecvWr::new(11, &fine),
        RecvWr::new(12, &fine),
    ];
    rig.qp(Side::B).post_recv(&list).unwrap();
    let payload = [rig.source[0].sge(0..bytes as usize).unwrap()];
    let send = |id| SendWr::send(id, &payload).signaled();
    rig.qp(Side::A).post_send(&[send(0), send(1)]).unwrap();
    let taken = rig.completions(Side::B, 3);
    let flushed = WcStatus::Flushed;
    let wanted = [(10, expected), (11, flushed), (12, flushed)];
    assert_eq!(outcome(&taken), wanted, "{}", rig.fault());
    let sent = rig.completions(Side::A, 2);
    assert_eq!(
        outcome(&sent),
        [(0, remote), (1, flushed)],
        "{}",
        rig.fault()
    );
    assert_eq!(
        (taken[0].vendor_err, sent[0].vendor_err),
        (nak, nak),
        "{}",
        rig.fault()
    );
    // Packets that fit were taken.
    let psn = rig.psn[0] + (written / PMTU.bytes()) as u32;
    assert_eq!(rig.hears(Side::B, nak).psn, psn, "{}", rig.fault());
    assert_eq!(
        rig.touched(Side::B),
        written,
        "{}: bytes written",
        rig.fault()
    );
    rig.clean(Side::B);
    let [at_a, at_b] = Side::BOTH.map(|side| rig.qp(side).number());
    let event = if expected == WcStatus::LocalLength {
        AsyncEvent::QpRequestError {
            qp_num: at_b,
            detail: nak,
        }
    } else {
        AsyncEvent::QpFatal {
            qp_num: at_b,
            detail: nak,
        }
    };
    let detail = remote as u8;
    let mut counters = vec![(Side::A, Counter::RequesterNak, 1), (Side::B, counter, 1)];
    counters.extend(rig.dropped_behind(Side::B));
    rig.settle(Traces {
        counters: &counters,
        events: &[
            (
                Side::A,
                AsyncEvent::QpFatal {
                    qp_num: at_a,
                    detail,
                },
            ),
            (Side::B, event),
        ],
    });
    rig.revive();
}

#[test]
fn receive_into_memory_it_may_not_write_completes_with_a_protection_error() {
    let mut rig = Rig::new(Settings::instant(223));
    let regions = Regions::new(&rig, Side::B, &rig.memory[1]);
    let pieces = unwritable(&regions);
    for (index, (fault, bad)) in pieces.into_iter().enumerate() {
        rig.strike(format!("a receive with {fault}"));
        bad_receive(&mut rig, LENGTH, &[bad], WcStatus::LocalProtection, 0);
        if index % 3 == 0 {
            rig.strike(format!("a receive whose second piece has {fault}"));
            let sges = [regions.good, bad];
            bad_receive(
                &mut rig,
                2 * LENGTH,
                &sges,
                WcStatus::LocalProtection,
                LENGTH as usize,
            );
        }
    }
}

/// Case 39.
#[test]
fn send_longer_than_the_receive_it_meets_completes_with_a_length_error() {
    let mut rig = Rig::new(Settings::instant(224));
    for (bytes, room) in [
        (48, &[47][..]),
        (1, &[]),
        (600, &[512]),
        (1500, &[500, 500, 400, 99]),
    ] {
        rig.strike(format!("a SEND of {bytes} bytes into {room:?}, case 39"));
        let sges: Vec<_> = room
            .iter()
            .zip([0, 600, 1200, 1800])
            .map(|(length, at)| rig.memory[1].sge(at..at + length).unwrap())
            .collect();
        // Packets that fit are written, the one that does not is not.
        let full = PMTU.bytes();
        let written = (room.iter().sum::<usize>() / full * full).min(bytes as usize / full * full);
        bad_receive(&mut rig, bytes, &sges, WcStatus::LocalLength, written);
    }
}

/// A send whose peer refuses it: the status says so at this end, an event at both.
#[test]
fn write_that_its_peer_refuses_completes_with_a_remote_error() {
    let mut rig = Rig::new(Settings::instant(225));
    let (start, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let end = ROOM as u64;
    for (fault, address, rkey) in [
        (
            "case 1: a WRITE whose range wraps to 0",
            u64::MAX - u64::from(LENGTH) + 1,
            key,
        ),
        ("a WRITE with a key of another tag", start, key ^ 1),
        ("a WRITE with key 0", start, 0),
        (
            "a WRITE that ends a byte late",
            start + end - u64::from(LENGTH) + 1,
            key,
        ),
        ("a WRITE that begins a byte early", start - 1, key),
    ] {
        rig.strike(fault);
        let sges = [rig.source[0].sge(0..LENGTH as usize).unwrap()];
        let write = |id, address, rkey| SendWr::write(id, &sges, address, rkey);
        let list = [
            write(0, start, key).signaled(),
            write(1, address, rkey),
            write(2, start, key).signaled(),
        ];
        rig.qp(Side::A).post_send(&list).unwrap();
        let done = rig.completions(Side::A, 3);
        let nak = syndrome::NAK_REMOTE_ACCESS;
        let expected = [
            (0, WcStatus::Success),
            (1, WcStatus::RemoteAccess),
            (2, WcStatus::Flushed),
        ];
        assert_eq!(outcome(&done), expected, "{fault}");
        assert_eq!(done[1].vendor_err, nak, "{fault}");
        assert_eq!(
            rig.touched(Side::B),
            LENGTH as usize,
            "{fault}: bytes written"
        );
        rig.clean(Side::B);
        let [at_a, at_b] = Side::BOTH.map(|side| rig.qp(side).number());
        let mut counters = vec![
            (Side::A, Counter::RequesterNak, 1),
            (Side::B, Counter::ResponderAccess, 1),
        ];
        counters.extend(rig.dropped_behind(Side::B));
        let fatal = AsyncEvent::QpFatal {
            qp_num: at_a,
            detail: WcStatus::RemoteAccess as u8,
        };
        let access = AsyncEvent::QpAccessError {
            qp_num: at_b,
            detail: nak,
        };
        rig.settle(Traces {
            counters: &counters,
            events: &[(Side::A, fatal), (Side::B, access)],
        });
        rig.revive();
        rig.settle(Traces::default());
    }
}

/// Case 38: what is refused at once is not queued, and costs nothing of what is.
#[test]
fn post_that_is_refused_leaves_nothing_in_the_queue() {
    let mut rig = Rig::new(Settings::instant(226));
    rig.strike("more sends than there is room for");
    let slots = 1 << rig.told(Side::A).send_log2;
    let sges = [rig.source[0].sge(0..LENGTH as usize).unwrap()];
    let (start, key) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let list: Vec<_> = (0..slots + 3)
        .map(|id| SendWr::write(id, &sges, start, key).signaled())
        .collect();
    let refused = rig.qp(Side::A).post_send(&list).unwrap_err();
    assert_eq!(refused.index as u64, slots);
    assert!(matches!(
        refused.reason,
        PostErrorReason::QueueFull { needed: 1, free: 0 }
    ));
    let done = rig.completions(Side::A, slots as usize);
    let expected: Vec<_> = (0..slots).map(|id| (id, WcStatus::Success)).collect();
    assert_eq!(outcome(&done), expected);
    rig.clean(Side::B);
    rig.settle(Traces::default());
    rig.prove();

    rig.strike("posting in RESET");
    let reset = QpAttributes {
        qp_state: Some(QpState::Reset),
        ..QpAttributes::default()
    };
    rig.qp(Side::A).modify(&reset).unwrap();
    let room = [rig.memory[0].sge(0..64).unwrap()];
    let refusals = [
        rig.qp(Side::A).post_recv(&[RecvWr::new(1, &room)]),
        rig.qp(Side::A).post_send(&list[..1]),
    ];
    for refused in refusals {
        let reason = refused.unwrap_err().reason;
        assert!(
            matches!(reason, PostErrorReason::WrongState(QpState::Reset)),
            "{reason}"
        );
    }
    rig.settle(Traces::default());
    rig.revive();
    rig.settle(Traces::default());
}
