//! Requests that the responder refuses: a NAK that says why, the queue pair fails with an event, nothing is written, and after a reset
//! the queue pair works again. Cases 1 and 6, and the opcode, length and key checks of the digest §6.
use crate::packet::{Packet, add_one, reth};
use crate::rig::{Heard, PMTU, RD_ATOMIC, ROOM, Rig, Traces};
use ferric::verbs::{AccessFlags, AsyncEvent, MemoryRegion, RecvWr};
use ferric_layout::counter::Counter;
use ferric_layout::opcode::operation;
use ferric_layout::sizes::{KEYS, MESSAGE_MAX};
use ferric_layout::status::syndrome;
use ferric_layout::wire::bth;
use ferric_testbench::link::wire::Side;
use ferric_testbench::world::Settings;

/// An operation of later editions of the specification, which the layout has no row for.
const ATOMIC_WRITE: u8 = 0x1d;

/// Regions of B that may not be written through the victim.
struct Keys {
    /// The victim's own, of this many bytes.
    good: u32,
    start: u64,
    bytes: u64,
    read_only: MemoryRegion,
    local_only: MemoryRegion,
    foreign: MemoryRegion,
}

impl Keys {
    fn new(rig: &Rig) -> Self {
        let end = &rig.pair.ends[1];
        let region =
            |pd: &ferric::verbs::ProtectionDomain, access| pd.allocate(256, access).unwrap();
        let all = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        Keys {
            good: rig.memory[1].rkey(),
            start: rig.memory[1].addr(),
            bytes: ROOM as u64,
            read_only: region(&end.pd, AccessFlags::REMOTE_READ),
            local_only: region(&end.pd, AccessFlags::LOCAL_WRITE),
            foreign: region(&end.context.alloc_pd().unwrap(), all),
        }
    }
}

/// Packets of a message that is refused at its last; what they carry beside the opcode.
type Make = fn(&Rig, &Keys) -> Vec<Packet>;

/// A WRITE of 8 bytes to this place.
fn write(rig: &Rig, va: u64, rkey: u32) -> Vec<Packet> {
    sized(rig, reth(va, rkey, 8), 8)
}

fn sized(rig: &Rig, headers: Vec<u8>, length: usize) -> Vec<Packet> {
    only(rig, operation::WRITE_ONLY, &headers, length)
}

fn only(rig: &Rig, opcode: u8, headers: &[u8], length: usize) -> Vec<Packet> {
    vec![Packet::request(
        rig,
        Side::B,
        opcode,
        headers,
        &vec![7; length],
    )]
}

/// A READ of these bytes.
fn read(rig: &Rig, va: u64, rkey: u32, length: u32) -> Vec<Packet> {
    only(rig, operation::READ_REQUEST, &reth(va, rkey, length), 0)
}

/// An atomic on this word.
fn atomic(rig: &Rig, va: u64, rkey: u32) -> Vec<Packet> {
    only(rig, operation::FETCH_ADD, &add_one(va, rkey), 0)
}

/// Packets one after the other.
fn sequence(rig: &Rig, parts: &[(u8, Vec<u8>, usize)]) -> Vec<Packet> {
    let parts = parts.iter().zip(rig.psn[0]..);
    parts
        .flat_map(|((opcode, headers, length), psn)| {
            let packets = only(rig, *opcode, headers, *length);
            packets
                .into_iter()
                .map(move |packet| packet.psn(psn & 0xff_ffff))
        })
        .collect()
}

const ACCESS: &[(&str, Make)] = &[
    ("case 1: address and length that wrap to 0", |rig, keys| {
        write(rig, 0xffff_ffff_ffff_fff8, keys.good)
    }),
    ("a key of another tag", |rig, keys| {
        write(rig, keys.start, keys.good ^ 1)
    }),
    ("a key never made", |rig, keys| {
        write(rig, keys.start, (KEYS as u32 - 1) << 8)
    }),
    ("a key beyond the table", |rig, keys| {
        write(rig, keys.start, keys.good | (KEYS as u32) << 8)
    }),
    ("key 0", |rig, keys| write(rig, keys.start, 0)),
    ("a region for reading alone", |rig, keys| {
        write(rig, keys.read_only.addr(), keys.read_only.rkey())
    }),
    ("a region for this side alone", |rig, keys| {
        write(rig, keys.local_only.addr(), keys.local_only.rkey())
    }),
    ("a region of another protection domain", |rig, keys| {
        write(rig, keys.foreign.addr(), keys.foreign.rkey())
    }),
    ("a range that begins a byte early", |rig, keys| {
        write(rig, keys.start - 1, keys.good)
    }),
    ("a range that ends a byte late", |rig, keys| {
        write(rig, keys.start + keys.bytes - 7, keys.good)
    }),
    (
        "a message that would end a byte late, in its first packet",
        |rig, keys| {
            let headers = reth(keys.start, keys.good, keys.bytes as u32 + 1);
            only(rig, operation::WRITE_FIRST, &headers, PMTU.bytes())
        },
    ),
    ("a READ whose range wraps to 0", |rig, keys| {
        read(rig, u64::MAX - 7, keys.good, 8)
    }),
    ("a READ with a key of another tag", |rig, keys| {
        read(rig, keys.start, keys.good ^ 1, 8)
    }),
    ("a READ that ends a byte late", |rig, keys| {
        read(rig, keys.start, keys.good, keys.bytes as u32 + 1)
    }),
    ("a READ of a region that peers may not read", |rig, keys| {
        read(rig, keys.local_only.addr(), keys.local_only.rkey(), 8)
    }),
    ("an atomic with key 0", |rig, keys| {
        atomic(rig, keys.start.next_multiple_of(8), 0)
    }),
    ("an atomic on a region for reading alone", |rig, keys| {
        let at = keys.read_only.addr().next_multiple_of(8);
        atomic(rig, at, keys.read_only.rkey())
    }),
    ("an atomic that ends behind the region", |rig, keys| {
        let end = (keys.start + keys.bytes).next_multiple_of(8);
        atomic(rig, end, keys.good)
    }),
];

const INVALID: &[(&str, Make)] = &[
    ("less payload than the RETH says", |rig, keys| {
        sized(rig, reth(keys.start, keys.good, 9), 8)
    }),
    ("more payload than the RETH says", |rig, keys| {
        sized(rig, reth(keys.start, keys.good, 7), 8)
    }),
    ("a pad that does not fill up to four", |rig, keys| {
        let mut packets = sized(rig, reth(keys.start, keys.good, 7), 7);
        (packets[0].pad, packets[0].bth.flags) = (0, 0);
        packets
    }),
    ("a payload longer than the PMTU", |rig, keys| {
        let length = PMTU.bytes() + 4;
        sized(rig, reth(keys.start, keys.good, length as u32), length)
    }),
    ("a first packet that is not full", |rig, keys| {
        let headers = reth(keys.start, keys.good, 1000);
        only(rig, operation::WRITE_FIRST, &headers, PMTU.bytes() - 4)
    }),
    ("a message longer than 2^31", |rig, keys| {
        let headers = reth(keys.start, keys.good, MESSAGE_MAX + 1);
        only(rig, operation::WRITE_FIRST, &headers, PMTU.bytes())
    }),
    ("a middle without a first", |rig, _| {
        only(rig, operation::WRITE_MIDDLE, &[], PMTU.bytes())
    }),
    ("a last without a first", |rig, _| {
        only(rig, operation::SEND_LAST, &[], 8)
    }),
    ("a SEND within a WRITE", |rig, keys| {
        let first = reth(keys.start, keys.good, 1000);
        let full = PMTU.bytes();
        sequence(
            rig,
            &[
                (operation::WRITE_FIRST, first, full),
                (operation::SEND_LAST, vec![], 1000 - full),
            ],
        )
    }),
    ("a WRITE that begins within a WRITE", |rig, keys| {
        let first = reth(keys.start, keys.good, 1000);
        sequence(
            rig,
            &[
                (operation::WRITE_FIRST, first.clone(), PMTU.bytes()),
                (operation::WRITE_FIRST, first, PMTU.bytes()),
            ],
        )
    }),
    ("a last that is longer than the rest", |rig, keys| {
        let first = reth(keys.start, keys.good, 1000);
        sequence(
            rig,
            &[
                (operation::WRITE_FIRST, first, PMTU.bytes()),
                (operation::WRITE_LAST, vec![], PMTU.bytes()),
            ],
        )
    }),
    ("a last without bytes", |rig, keys| {
        let first = reth(keys.start, keys.good, 1000);
        sequence(
            rig,
            &[
                (operation::WRITE_FIRST, first, PMTU.bytes()),
                (operation::WRITE_LAST, vec![], 0),
            ],
        )
    }),
    ("a READ of more than 2^31 bytes", |rig, keys| {
        read(rig, keys.start, keys.good, MESSAGE_MAX + 1)
    }),
    ("an atomic that is not aligned", |rig, keys| {
        atomic(rig, keys.start.next_multiple_of(8) + 4, keys.good)
    }),
    // Not served at all, whatever its length.
    ("case 6: an ATOMIC WRITE of no bytes", |rig, keys| {
        only(rig, ATOMIC_WRITE, &reth(keys.start, keys.good, 0), 0)
    }),
    ("case 6: an ATOMIC WRITE of 4 bytes", |rig, keys| {
        only(rig, ATOMIC_WRITE, &reth(keys.start, keys.good, 4), 4)
    }),
    ("case 6: an ATOMIC WRITE of 16 bytes", |rig, keys| {
        only(rig, ATOMIC_WRITE, &reth(keys.start, keys.good, 16), 16)
    }),
    ("reserved opcode 0x15", |rig, _| only(rig, 0x15, &[], 0)),
    ("reserved opcode 0x1b", |rig, _| only(rig, 0x1b, &[], 8)),
    ("reserved opcode 0x1f", |rig, _| only(rig, 0x1f, &[], 64)),
];

/// Sends the packets to B, which must refuse the last, and with it the queue pair.
fn refused(
    rig: &mut Rig,
    fault: &str,
    packets: &[Packet],
    (nak, counter, event): (u8, Counter, AsyncEvent),
) {
    rig.strike(fault);
    for packet in packets {
        rig.pair.world().inject(Side::B, packet.frame(), false);
    }
    let heard: Heard = rig.hears(Side::B, nak);
    let last = rig.psn[0] + packets.len() as u32 - 1;
    assert_eq!(heard.psn, last & 0xff_ffff, "{fault}: PSN of the NAK");
    // What came before the refused packet was right, and is written.
    if packets.len() > 1 {
        rig.run(1000);
        assert_eq!(rig.touched(Side::B), PMTU.bytes(), "{fault}: bytes written");
        rig.clean(Side::B);
    }
    // More of the same finds the queue pair closed.
    rig.settle(Traces {
        // A never sent this, so the NAK tells it nothing; what came before was acknowledged to it too, or not.
        counters: &[(Side::A, Counter::RequesterGhost, 1), (Side::B, counter, 1)],
        events: &[(Side::B, event)],
    });
    rig.pair.world().inject(Side::B, packets[0].frame(), false);
    rig.settle(Traces {
        counters: &[(Side::B, Counter::RxQpState, 1)],
        ..Traces::default()
    });
    let naks = rig
        .heard()
        .iter()
        .filter(|heard| heard.syndrome == nak)
        .count();
    assert_eq!(naks, 1, "{fault}: NAKs");
    rig.revive();
}

/// Without AckReq in what comes first, so that nothing but the NAK comes back.
fn quiet(mut packets: Vec<Packet>) -> Vec<Packet> {
    if let Some((_, before)) = packets.split_last_mut() {
        before
            .iter_mut()
            .for_each(|packet| packet.bth.ack_request = 0);
    }
    packets
}

#[test]
fn request_outside_what_its_key_opens_gets_a_nak_and_writes_nothing() {
    let mut rig = Rig::new(Settings::instant(211));
    let keys = Keys::new(&rig);
    let detail = syndrome::NAK_REMOTE_ACCESS;
    for (fault, make) in ACCESS {
        let qp_num = rig.qp(Side::B).number();
        let event = AsyncEvent::QpAccessError { qp_num, detail };
        let packets = make(&rig, &keys);
        refused(
            &mut rig,
            fault,
            &packets,
            (detail, Counter::ResponderAccess, event),
        );
    }
}

#[test]
fn request_that_makes_no_sense_gets_a_nak_and_fails_its_qp_alone() {
    let mut rig = Rig::new(Settings::instant(212));
    let keys = Keys::new(&rig);
    let detail = syndrome::NAK_INVALID_REQUEST;
    for (fault, make) in INVALID {
        let qp_num = rig.qp(Side::B).number();
        let event = AsyncEvent::QpRequestError { qp_num, detail };
        let packets = quiet(make(&rig, &keys));
        refused(
            &mut rig,
            fault,
            &packets,
            (detail, Counter::ResponderInvalid, event),
        );
    }
}

/// A WRITE refused in its middle leaves the receive queue flushed, each receive once.
#[test]
fn refused_qp_flushes_its_receives_each_once() {
    let mut rig = Rig::new(Settings::instant(213));
    let room = [rig.memory[1].sge(0..64).unwrap()];
    let list: Vec<_> = (0..7).map(|id| RecvWr::new(id, &room)).collect();
    rig.qp(Side::B).post_recv(&list).unwrap();
    let detail = syndrome::NAK_INVALID_REQUEST;
    let qp_num = rig.qp(Side::B).number();
    let event = AsyncEvent::QpRequestError { qp_num, detail };
    rig.strike("a SEND Middle with receives posted");
    let mut packets = only(&rig, operation::SEND_MIDDLE, &[], PMTU.bytes());
    packets[0].bth.flags |= bth::SOLICITED;
    rig.pair.world().inject(Side::B, packets[0].frame(), false);
    rig.hears(Side::B, detail);
    // Posted when it has failed already.
    rig.run(1000);
    rig.qp(Side::B).post_recv(&[RecvWr::new(7, &room)]).unwrap();
    let flushed = rig.completions(Side::B, 8);
    for (id, completion) in flushed.iter().enumerate() {
        let seen = (completion.wr_id, completion.status);
        assert_eq!(seen, (id as u64, ferric::verbs::WcStatus::Flushed));
    }
    rig.settle(Traces {
        counters: &[
            (Side::A, Counter::RequesterGhost, 1),
            (Side::B, Counter::ResponderInvalid, 1),
        ],
        events: &[(Side::B, event)],
    });
    rig.revive();
    rig.settle(Traces::default());
}

/// What was accepted before it is answered in full first.
#[test]
fn read_beyond_those_the_qp_allows_is_refused_behind_them() {
    let mut rig = Rig::new(Settings::instant(214));
    rig.strike("a READ too many");
    let (start, rkey) = (rig.memory[1].addr(), rig.memory[1].rkey());
    let (allowed, packets) = (u32::from(RD_ATOMIC), (ROOM / PMTU.bytes()) as u32);
    for number in 0..=allowed {
        let psn = (rig.psn[0] + number * packets) & 0xff_ffff;
        let read = read(&rig, start, rkey, ROOM as u32).remove(0).psn(psn);
        rig.pair.world().inject(Side::B, read.frame(), false);
    }
    let detail = syndrome::NAK_INVALID_REQUEST;
    let nak = rig.hears(Side::B, detail);
    assert_eq!(nak.psn, (rig.psn[0] + allowed * packets) & 0xff_ffff);
    let answers = rig.heard();
    assert_eq!(answers.len() as u32, allowed * packets + 1);
    assert_eq!(*answers.last().unwrap(), nak);
    let qp_num = rig.qp(Side::B).number();
    rig.settle(Traces {
        // A asked for none of it.
        counters: &[
            (Side::A, Counter::RequesterGhost, answers.len() as u64),
            (Side::B, Counter::ResponderInvalid, 1),
        ],
        events: &[(Side::B, AsyncEvent::QpRequestError { qp_num, detail })],
    });
    rig.revive();
    rig.settle(Traces::default());
}
