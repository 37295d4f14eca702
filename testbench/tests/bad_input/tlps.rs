//! PCIe packets that the card does not serve: non-posted ones are refused, exactly once and with the right fields (the model checks
//! them), posted ones are dropped, and both are counted; registers and doorbells work as before. Completions that nobody asked for are
//! dropped and counted.
use crate::rig::{Rig, Traces};
use ferric_layout::counter::Counter;
use ferric_layout::register;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pcie::tlp::{Access, Header, Id, Message, Request, Status, Tlp};
use ferric_testbench::world::Settings;

const HOST: Id = Id(0);
/// A tag that no read of the processor has here.
const TAG: u16 = 200;
const REGISTERS: u8 = 0;
const DOORBELLS: u8 = 2;
const INTERRUPTS: u8 = 4;

/// A read of eight bytes turned into another request with a payload of `data` bytes.
fn kind(access: Access, address: u64, data: usize) -> Tlp {
    let mut tlp = Tlp::memory_read(HOST, TAG, address, 8);
    if let Header::Request(Request { access: asked, .. }) = &mut tlp.header {
        *asked = access;
    }
    tlp.data = vec![1; data];
    if data > 0 {
        tlp.words = (data / 4) as u16;
    }
    tlp
}

type Make = fn(u64) -> Tlp;

/// Requests to a window, what they are answered with if they are, and whether they count.
const REQUESTS: &[(&str, u8, Option<Status>, Make)] = &[
    (
        "locked read of registers",
        REGISTERS,
        Some(Status::UnsupportedRequest),
        |at| kind(Access::LockedRead, at, 0),
    ),
    (
        "fetch and add on registers",
        REGISTERS,
        Some(Status::UnsupportedRequest),
        |at| kind(Access::FetchAdd, at, 8),
    ),
    (
        "swap of a doorbell",
        DOORBELLS,
        Some(Status::UnsupportedRequest),
        |at| kind(Access::Swap, at, 8),
    ),
    (
        "compare and swap of an interrupt",
        INTERRUPTS,
        Some(Status::UnsupportedRequest),
        |at| kind(Access::CompareSwap, at, 16),
    ),
    (
        "read of 68 bytes of registers",
        REGISTERS,
        Some(Status::CompleterAbort),
        |at| Tlp::memory_read(HOST, TAG, at, 68),
    ),
    (
        "read of 512 bytes of counters",
        REGISTERS,
        Some(Status::CompleterAbort),
        |at| Tlp::memory_read(HOST, TAG, at + u64::from(register::COUNTERS), 512),
    ),
    (
        "read of a page of doorbells",
        DOORBELLS,
        Some(Status::CompleterAbort),
        |at| Tlp::memory_read(HOST, TAG, at, 4096),
    ),
    ("write of 128 bytes of registers", REGISTERS, None, |at| {
        Tlp::memory_write(HOST, 0, at + u64::from(register::CONTROL), &[0; 128])
    }),
    ("write of 128 bytes of doorbells", DOORBELLS, None, |at| {
        Tlp::memory_write(HOST, 0, at, &[0xff; 128])
    }),
    ("write of 256 bytes of interrupts", INTERRUPTS, None, |at| {
        Tlp::memory_write(HOST, 0, at, &[0xff; 256])
    }),
];

#[test]
fn request_that_the_card_does_not_serve_is_refused_once_and_counted() {
    let mut rig = Rig::new(Settings::instant(241));
    let control = |rig: &Rig| {
        let card = rig.pair.ends[0].device.card();
        card.registers().read(register::CONTROL).unwrap()
    };
    let before = control(&rig);
    for (fault, bar, answer, make) in REQUESTS {
        rig.strike(*fault);
        let host_bar = rig.pair.world().host(Side::A).bar(*bar).base;
        rig.pair.world().host_mut(Side::A).root.send(make(host_bar));
        rig.settle(Traces {
            counters: &[(Side::A, Counter::PcieUnsupported, 1)],
            ..Traces::default()
        });
        let answers = rig.pair.world().host_mut(Side::A).root.take_unclaimed();
        let answers: Vec<_> = answers.iter().filter_map(Tlp::as_completion).collect();
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, Vec::from_iter(*answer), "{fault}: answers");
        assert_eq!(control(&rig), before, "{fault}: a register changed");
    }
    rig.strike("the victim after all of these");
    rig.prove();
    rig.settle(Traces::default());
}

#[test]
fn request_of_no_effect_is_answered_or_swallowed_and_not_counted() {
    let mut rig = Rig::new(Settings::instant(242));
    let base = rig.pair.world().host(Side::A).bar(REGISTERS).base;
    let message = || Tlp {
        header: Header::Message(Message {
            requester: HOST,
            tag: 0,
            routing: 0,
            code: 0x7f,
            words: [0; 2],
        }),
        ..Tlp::memory_write(HOST, 0, base, &[])
    };
    let empty = {
        let mut tlp = Tlp::memory_write(HOST, 0, base + u64::from(register::CONTROL), &[0; 4]);
        if let Header::Request(request) = &mut tlp.header {
            request.first_be = 0;
        }
        tlp
    };
    let cases = [
        (
            "a flushing read",
            Some(Status::Success),
            Tlp::memory_read(HOST, TAG, base, 0),
        ),
        (
            "a read of one byte",
            Some(Status::Success),
            Tlp::memory_read(HOST, TAG, base + 3, 1),
        ),
        (
            "a read of a hole",
            Some(Status::Success),
            Tlp::memory_read(HOST, TAG, base + 0xffc, 4),
        ),
        ("a write of no bytes", None, empty),
        (
            "a write to a register for reading",
            None,
            Tlp::memory_write(HOST, 0, base, &[0xff; 8]),
        ),
        ("a message", None, message()),
    ];
    for (fault, answer, tlp) in cases {
        rig.strike(fault);
        rig.pair.world().host_mut(Side::A).root.send(tlp);
        rig.settle(Traces::default());
        let answers = rig.pair.world().host_mut(Side::A).root.take_unclaimed();
        let answers: Vec<_> = answers.iter().filter_map(Tlp::as_completion).collect();
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, Vec::from_iter(answer), "{fault}: answers");
    }
    rig.prove();
    rig.settle(Traces::default());
}

/// Far more requests at once than the card lets in, refused ones among reads of registers and doorbells that ring.
#[test]
fn flood_of_refused_requests_stops_neither_doorbells_nor_registers() {
    let mut rig = Rig::new(Settings::instant(243));
    rig.strike("a flood of refused requests");
    let base = rig.pair.world().host(Side::A).bar(REGISTERS).base;
    for tag in 100..250 {
        let mut tlp = kind(Access::FetchAdd, base, 8);
        if let Header::Request(request) = &mut tlp.header {
            request.tag = tag;
        }
        rig.pair.world().host_mut(Side::A).root.send(tlp);
    }
    rig.prove();
    rig.settle(Traces {
        counters: &[(Side::A, Counter::PcieUnsupported, 150)],
        ..Traces::default()
    });
    let answers = rig.pair.world().host_mut(Side::A).root.take_unclaimed();
    assert_eq!(answers.len(), 150);
}

#[test]
fn completion_that_nobody_asked_for_is_dropped_and_counted() {
    let mut rig = Rig::new(Settings::instant(244));
    let card = Id::new(1, 0, 0);
    for (fault, bytes, status) in [
        ("a completion of no read", 64, Status::Success),
        ("a long completion of no read", 128, Status::Success),
        ("a refusal of no read", 0, Status::UnsupportedRequest),
        ("an abort of no read", 0, Status::CompleterAbort),
    ] {
        rig.strike(fault);
        // The last tag of its client: far from any in use.
        let asked = Tlp::memory_read(card, 0xff, 0x1000, 128);
        let mut tlp = Tlp::completion(&asked, asked.request().unwrap(), HOST, status);
        tlp.data = vec![0xee; bytes];
        tlp.words = (bytes / 4) as u16;
        rig.pair.world().host_mut(Side::A).root.send(tlp);
        rig.settle(Traces {
            counters: &[(Side::A, Counter::PcieUnexpected, 1)],
            ..Traces::default()
        });
    }
    rig.prove();
    rig.settle(Traces::default());
}
