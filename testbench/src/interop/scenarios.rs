//! What is done between the two ends. Each scenario is played with either end as the requester, over either protocol.
use super::lab::{
    Done, End, Lab, MEMORY, PATIENCE, Request, Terms, VLAN, Verb, pattern, tags_of_vlan,
};
use super::perftest::perftest;
use super::pingpong::pingpong;
use crate::link::channel::Odds;
use crate::perftest::Test;
use anyhow::ensure;
use ferric::verbs::{AccessFlags, WcStatus};
use ferric_layout::counter::Counter;
use std::time::Duration;

/// Who asks, and over what.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub requester: End,
    pub v6: bool,
    pub vlan: Option<u16>,
}

impl Case {
    fn terms(self, mtu: usize) -> Terms {
        Terms {
            vlans: [self.vlan; 2],
            ..Terms::new(self.v6, mtu)
        }
    }
}

/// A scenario; what else there is to say of it when it has passed.
pub type Play = fn(&mut Lab, Case) -> anyhow::Result<String>;

/// Whether the connection is whole in the end: then Linux has taken every packet of the card's that has reached it. A queue pair that has
/// failed or is gone drops packets in silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    Whole,
    Broken,
    /// The wire has spoilt frames, and the card has counted them.
    Spoilt,
}
use Ends::{Broken, Spoilt, Whole};

/// All of them.
pub const ALL: &[(&str, Ends, Play)] = &[
    ("ping", Whole, ping),
    ("send", Whole, |lab, case| sizes(lab, case, Verb::Send)),
    ("send-imm", Whole, |lab, case| {
        sizes(lab, case, Verb::SendImm)
    }),
    ("write", Whole, |lab, case| sizes(lab, case, Verb::Write)),
    ("write-imm", Whole, |lab, case| {
        sizes(lab, case, Verb::WriteImm)
    }),
    ("read", Whole, |lab, case| sizes(lab, case, Verb::Read)),
    ("misaligned", Whole, misaligned),
    ("psn-wrap", Whole, psn_wrap),
    ("compare-swap", Whole, compare_swap),
    ("fetch-add", Whole, fetch_add),
    ("pipelined", Whole, pipelined),
    ("zero-length-any-key", Whole, zero_length_any_key),
    ("bad-rkey-write", Broken, |lab, case| {
        bad_rkey(lab, case, Verb::Write)
    }),
    ("bad-rkey-read", Broken, |lab, case| {
        bad_rkey(lab, case, Verb::Read)
    }),
    ("bad-rkey-atomic", Broken, |lab, case| {
        bad_rkey(lab, case, Verb::FetchAdd)
    }),
    ("out-of-bounds-write", Broken, |lab, case| {
        out_of_bounds(lab, case, Verb::Write)
    }),
    ("out-of-bounds-read", Broken, |lab, case| {
        out_of_bounds(lab, case, Verb::Read)
    }),
    ("not-allowed-write", Broken, |lab, case| {
        not_allowed(lab, case, Verb::Write)
    }),
    ("not-allowed-read", Broken, |lab, case| {
        not_allowed(lab, case, Verb::Read)
    }),
    ("not-allowed-atomic", Broken, |lab, case| {
        not_allowed(lab, case, Verb::FetchAdd)
    }),
    ("after-a-refusal", Broken, after_a_refusal),
    ("send-too-long", Broken, send_too_long),
    ("peer-gone", Broken, peer_gone),
    ("rnr-then-receive", Whole, rnr_then_receive),
    ("rnr-for-ever", Broken, rnr_for_ever),
    ("ibv_rc_pingpong", Broken, pingpong),
    ("ib_write_bw", Whole, |lab, case| {
        perftest(lab, case, Test::WriteBw)
    }),
    ("ib_read_bw", Whole, |lab, case| {
        perftest(lab, case, Test::ReadBw)
    }),
    ("ib_send_bw", Whole, |lab, case| {
        perftest(lab, case, Test::SendBw)
    }),
    ("ib_atomic_lat", Whole, |lab, case| {
        perftest(lab, case, Test::AtomicLat)
    }),
    ("lossy-256", Broken, |lab, case| {
        troubled(lab, case, 256, LOSS)
    }),
    ("lossy-1024", Broken, |lab, case| {
        troubled(lab, case, 1024, LOSS)
    }),
    ("duplicated", Whole, |lab, case| {
        troubled(lab, case, 512, DUPLICATES)
    }),
    ("reordered", Whole, |lab, case| {
        troubled(lab, case, 512, DISORDER)
    }),
    ("corrupted", Spoilt, corrupted),
    ("all-at-once", Spoilt, |lab, case| {
        troubled(lab, case, 1024, ALL_AT_ONCE)
    }),
    ("vlan-send", Whole, |lab, case| {
        on_vlan(lab, case, |lab, case| sizes(lab, case, Verb::Send))
    }),
    ("vlan-write", Whole, |lab, case| {
        on_vlan(lab, case, |lab, case| sizes(lab, case, Verb::Write))
    }),
    ("vlan-read", Whole, |lab, case| {
        on_vlan(lab, case, |lab, case| sizes(lab, case, Verb::Read))
    }),
    ("vlan-pipelined", Whole, |lab, case| {
        on_vlan(lab, case, pipelined)
    }),
    ("vlan-lossy", Broken, |lab, case| {
        on_vlan(lab, case, |lab, case| troubled(lab, case, 1024, LOSS))
    }),
    ("vlan-apart", Broken, vlan_apart),
];

/// What happens to frames, in frames of a million.
const NONE: Odds = Odds::NONE;
const LOSS: Odds = Odds {
    lose: 50_000,
    ..NONE
};
const DUPLICATES: Odds = Odds {
    duplicate: 100_000,
    ..NONE
};
const DISORDER: Odds = Odds {
    reorder: 100_000,
    reorder_by: LATE,
    ..NONE
};
const CORRUPTION: Odds = Odds {
    flip: 50_000,
    ..NONE
};
const ALL_AT_ONCE: Odds = Odds {
    lose: 15_000,
    duplicate: 15_000,
    reorder: 15_000,
    reorder_by: LATE,
    flip: 15_000,
    ..NONE
};
/// Picoseconds by which a frame is late at most: 250 cycles, in which the card sends ten packets.
const LATE: u64 = 1_000_000;

/// Where bytes come from, and where they go.
const SOURCE: usize = 0x1000;
const TARGET: usize = 0x20000;
/// Bytes on both sides of a target that must stay.
const GUARD: usize = 64;
const GUARD_SEED: u32 = 0xbad;
const MTUS: [usize; 5] = [256, 512, 1024, 2048, 4096];
const NUMBER: u32 = 0xfe11_0001;
/// Time in which nothing may happen.
const QUIET: Duration = Duration::from_millis(300);

/// A message that takes bytes from one end's `from` to the other's `to`, and all that both ends may look at afterwards.
fn transfer(
    lab: &mut Lab,
    asks: End,
    verb: Verb,
    [from, to]: [usize; 2],
    length: usize,
    seed: u32,
) -> anyhow::Result<()> {
    let (source, target) = match verb {
        Verb::Read => (asks.other(), asks),
        _ => (asks, asks.other()),
    };
    lab.fill(source, from, length, seed)?;
    lab.fill(target, to - GUARD, length + 2 * GUARD, GUARD_SEED)?;
    if verb.sends() {
        lab.receive(target, to, length)?;
    } else if verb.receives() {
        lab.receive(target, 0, 0)?;
    }
    let (at, remote) = match verb {
        Verb::Read => (to, from),
        _ => (from, to),
    };
    let immediate = if verb.immediate() { NUMBER + seed } else { 0 };
    lab.post(
        asks,
        &Request {
            immediate,
            ..Request::new(verb, at, length, remote as u64)
        },
    )?;
    lab.complete(asks, 1)?;
    if verb.receives() {
        let got = lab.complete(target, 1)?;
        let wanted = Done {
            status: WcStatus::Success,
            receive: true,
            length,
            immediate: verb.immediate().then_some(immediate),
        };
        ensure!(got == [wanted], "{target} received {got:?}, not {wanted:?}");
    }
    let mut wanted = pattern(length + 2 * GUARD, GUARD_SEED);
    wanted[GUARD..GUARD + length].copy_from_slice(&pattern(length, seed));
    lab.holds(target, to - GUARD, &wanted)?;
    lab.holds(source, from, &pattern(length, seed))
}

fn ping(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    match case.requester {
        End::Linux => lab.be_pinged(case.v6)?,
        // Connecting has to find the neighbour.
        End::Card => {
            lab.connect(&case.terms(256))?;
            let to = lab.linux(case.v6)?;
            lab.ping(to)?;
        }
    }
    Ok("3 of 3 answered".into())
}

fn sizes(lab: &mut Lab, case: Case, verb: Verb) -> anyhow::Result<String> {
    let mut messages = 0;
    for mtu in MTUS {
        lab.connect(&case.terms(mtu))?;
        let lengths = [
            0,
            1,
            2,
            3,
            4,
            5,
            mtu - 1,
            mtu,
            mtu + 1,
            2 * mtu,
            4 * mtu + 3,
        ];
        for length in lengths {
            messages += 1;
            transfer(
                lab,
                case.requester,
                verb,
                [SOURCE, TARGET],
                length,
                messages,
            )
            .map_err(|error| error.context(format!("{length} bytes at MTU {mtu}")))?;
        }
    }
    Ok(format!("{messages} messages, every MTU"))
}

fn misaligned(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let mut messages = 0;
    for verb in [Verb::Write, Verb::Read, Verb::Send] {
        for (from, to) in [(1, 0), (0, 1), (3, 5), (7, 2), (63, 62), (4095, 4094)] {
            messages += 1;
            let places = [SOURCE + from, TARGET + to];
            transfer(lab, case.requester, verb, places, 2055, messages).map_err(|error| {
                error.context(format!("{verb:?} from offset {from} to offset {to}"))
            })?;
        }
    }
    Ok(format!("{messages} messages"))
}

fn psn_wrap(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let verbs = [Verb::Write, Verb::Read, Verb::Send, Verb::WriteImm];
    for (index, verb) in verbs.into_iter().enumerate() {
        let mut terms = case.terms(256);
        terms.psns = [0xfffffd, 0xfffffe];
        lab.connect(&terms)?;
        for round in 0..3 {
            let seed = (10 * index + round) as u32;
            transfer(lab, case.requester, verb, [SOURCE, TARGET], 2000, seed)
                .map_err(|error| error.context(format!("{verb:?} {round}")))?;
        }
    }
    Ok("4 verbs across the wrap".into())
}

/// An atomic on the peer's word; what it returned.
fn atomic(lab: &mut Lab, case: Case, request: Request) -> anyhow::Result<u64> {
    lab.post(case.requester, &request)?;
    lab.complete(case.requester, 1)?;
    lab.word(case.requester, request.at)
}

fn compare_swap(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let peer = case.requester.other();
    lab.fill(peer, TARGET, 8, 5)?;
    let before = lab.word(peer, TARGET)?;
    let swap = |compare, swap| Request {
        compare,
        swap,
        ..Request::new(Verb::CompareSwap, SOURCE, 8, TARGET as u64)
    };
    let hit = atomic(lab, case, swap(before, 0x0123_4567_89ab_cdef))?;
    ensure!(hit == before, "a swap returned {hit:x}, not {before:x}");
    let miss = atomic(lab, case, swap(before, 1))?;
    ensure!(miss == 0x0123_4567_89ab_cdef, "a miss returned {miss:x}");
    let after = lab.word(peer, TARGET)?;
    ensure!(after == miss, "{after:x} is there after a miss");
    Ok("hit and miss".into())
}

fn fetch_add(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let peer = case.requester.other();
    lab.fill(peer, TARGET, 8, 6)?;
    let mut wanted = lab.word(peer, TARGET)?;
    for add in [1, 0, 0xff, 1 << 63, u64::MAX] {
        let request = Request {
            compare: add,
            ..Request::new(Verb::FetchAdd, SOURCE, 8, TARGET as u64)
        };
        let was = atomic(lab, case, request)?;
        ensure!(was == wanted, "adding returned {was:x}, not {wanted:x}");
        wanted = wanted.wrapping_add(add);
    }
    let after = lab.word(peer, TARGET)?;
    ensure!(after == wanted, "{after:x} is there, not {wanted:x}");
    Ok("5 additions, with carry out".into())
}

/// Sixteen requests of four kinds that are not waited for, in `rounds` rounds.
fn mixed(lab: &mut Lab, case: Case, mtu: usize, rounds: u32) -> anyhow::Result<()> {
    const LENGTH: usize = 2500;
    const BACK: usize = 0x10000;
    const SENT: usize = 0x30000;
    const WORD: u64 = 0x8000;
    let (asks, peer) = (case.requester, case.requester.other());
    let mut terms = case.terms(mtu);
    terms.timeouts = [16, 17];
    lab.connect(&terms)?;
    lab.fill(peer, WORD as usize, 8, 1)?;
    let word = lab.word(peer, WORD as usize)?;
    for round in 0..rounds {
        lab.fill(asks, SOURCE, LENGTH, round)?;
        for index in 0..4 {
            lab.receive(peer, SENT + 0x1000 * index, LENGTH)?;
        }
        for index in 0..4 {
            let write = Request::new(Verb::Write, SOURCE, LENGTH, TARGET as u64);
            let read = Request::new(Verb::Read, BACK, LENGTH, TARGET as u64);
            let add = Request {
                compare: 1,
                ..Request::new(Verb::FetchAdd, 0x7000 + 8 * index, 8, WORD)
            };
            let send = Request::new(Verb::Send, SOURCE, LENGTH - index, 0);
            for request in [write, read, add, send] {
                lab.post(asks, &request)?;
            }
        }
        lab.complete(asks, 16)?;
        let got = lab.complete(peer, 4)?;
        let lengths: Vec<_> = got.iter().map(|done| done.length).collect();
        ensure!(
            lengths == [2500, 2499, 2498, 2497],
            "{peer} received messages of {lengths:?} bytes"
        );
        let wanted = pattern(LENGTH, round);
        lab.holds(peer, TARGET, &wanted)?;
        lab.holds(asks, BACK, &wanted)?;
        for index in 0..4 {
            lab.holds(peer, SENT + 0x1000 * index, &wanted[..LENGTH - index])?;
        }
        for index in 0..4 {
            let was = lab.word(asks, 0x7000 + 8 * index)?;
            let wanted = word + u64::from(4 * round) + index as u64;
            ensure!(
                was == wanted,
                "addition {index} returned {was:x}, not {wanted:x}"
            );
        }
    }
    Ok(())
}

fn pipelined(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    mixed(lab, case, 1024, 2)?;
    Ok("32 requests of 4 kinds".into())
}

/// A request that the peer must refuse.
fn refused(lab: &mut Lab, asks: End, request: &Request, wanted: &[WcStatus]) -> anyhow::Result<()> {
    lab.post(asks, request)?;
    let got = lab.poll(asks, 1, PATIENCE)?;
    let statuses: Vec<_> = got.iter().map(|done| done.status).collect();
    ensure!(
        matches!(statuses[..], [status] if wanted.contains(&status)),
        "the request completed with {statuses:?}, not {wanted:?}"
    );
    Ok(())
}

/// Bytes of a request for so many.
fn bytes(verb: Verb) -> usize {
    match verb {
        Verb::FetchAdd | Verb::CompareSwap => 8,
        _ => 3000,
    }
}

/// The peer's memory is as it was, and it knows nothing of the request.
fn untouched(lab: &mut Lab, end: End, at: usize, length: usize) -> anyhow::Result<()> {
    lab.holds(end, at, &pattern(length, GUARD_SEED))?;
    let none = lab.poll(end, 1, QUIET)?;
    ensure!(none.is_empty(), "{end} has {none:?}");
    Ok(())
}

fn bad_rkey(lab: &mut Lab, case: Case, verb: Verb) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let peer = case.requester.other();
    lab.fill(peer, TARGET, 4096, GUARD_SEED)?;
    let request = Request {
        rkey: Some(0x1234_5678),
        ..Request::new(verb, SOURCE, bytes(verb), TARGET as u64)
    };
    refused(lab, case.requester, &request, &[WcStatus::RemoteAccess])?;
    untouched(lab, peer, TARGET, 4096)?;
    Ok("remote access error".into())
}

fn zero_length_any_key(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    for verb in [Verb::Write, Verb::Read] {
        let request = Request {
            rkey: Some(0x1234_5678),
            ..Request::new(verb, SOURCE, 0, u64::MAX / 2)
        };
        lab.post(case.requester, &request)?;
        lab.complete(case.requester, 1)?;
    }
    Ok("no key is looked at for no bytes".into())
}

fn peer_gone(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let mut terms = case.terms(1024);
    terms.timeouts = [14, 15];
    terms.retries = 2;
    lab.connect(&terms)?;
    lab.leave(case.requester.other())?;
    let request = Request::new(Verb::Write, SOURCE, 64, TARGET as u64);
    refused(lab, case.requester, &request, &[WcStatus::RetryExceeded])?;
    Ok("given up after 2 retries".into())
}

fn out_of_bounds(lab: &mut Lab, case: Case, verb: Verb) -> anyhow::Result<String> {
    let peer = case.requester.other();
    for over in [1, 64, bytes(verb)] {
        lab.connect(&case.terms(1024))?;
        lab.fill(peer, MEMORY - 4096, 4096, GUARD_SEED)?;
        let remote = (MEMORY - bytes(verb) + over) as u64;
        let request = Request::new(verb, SOURCE, bytes(verb), remote);
        refused(lab, case.requester, &request, &[WcStatus::RemoteAccess])?;
        untouched(lab, peer, MEMORY - 4096, 4096)?;
    }
    Ok("remote access error, 1 to 3000 bytes over".into())
}

fn not_allowed(lab: &mut Lab, case: Case, verb: Verb) -> anyhow::Result<String> {
    let peer = case.requester.other();
    let mut terms = case.terms(1024);
    terms.access = AccessFlags::LOCAL_WRITE;
    lab.connect(&terms)?;
    lab.fill(peer, TARGET, 4096, GUARD_SEED)?;
    let request = Request::new(verb, SOURCE, bytes(verb), TARGET as u64);
    let wanted = [WcStatus::RemoteInvalidRequest];
    refused(lab, case.requester, &request, &wanted)?;
    untouched(lab, peer, TARGET, 4096)?;
    Ok("remote invalid request".into())
}

fn after_a_refusal(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let good = Request::new(Verb::Write, SOURCE, 64, TARGET as u64);
    let bad = Request {
        rkey: Some(0x1234_5678),
        ..good
    };
    for request in [good, bad, good] {
        lab.post(case.requester, &request)?;
    }
    let got = lab.poll(case.requester, 3, PATIENCE)?;
    let statuses: Vec<_> = got.iter().map(|done| done.status).collect();
    let wanted = [WcStatus::Success, WcStatus::RemoteAccess, WcStatus::Flushed];
    ensure!(statuses == wanted, "{statuses:?}, not {wanted:?}");
    Ok("success, refused, flushed".into())
}

fn send_too_long(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    lab.connect(&case.terms(1024))?;
    let peer = case.requester.other();
    lab.fill(peer, TARGET, 4096, GUARD_SEED)?;
    lab.receive(peer, TARGET, 32)?;
    let wanted = match case.requester {
        // Linux answers with a remote operational error.
        End::Card => [WcStatus::RemoteInvalidRequest, WcStatus::RemoteOperation],
        End::Linux => [WcStatus::RemoteInvalidRequest; 2],
    };
    let request = Request::new(Verb::Send, SOURCE, 64, 0);
    refused(lab, case.requester, &request, &wanted)?;
    lab.holds(peer, TARGET + 32, &pattern(4096, GUARD_SEED)[32..])?;
    let got = lab.poll(peer, 1, PATIENCE)?;
    ensure!(
        matches!(got[..], [Done { status, .. }] if status != WcStatus::Success),
        "{peer} received {got:?}"
    );
    Ok(format!("{peer}: {}", got[0].status.describe()))
}

fn rnr_then_receive(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    for length in [64, 3000] {
        let mut terms = case.terms(1024);
        // 82 ms for Linux, and 20 000 cycles for the card.
        terms.rnr_timer = 26;
        lab.connect(&terms)?;
        let peer = case.requester.other();
        lab.fill(case.requester, SOURCE, length, 77)?;
        lab.post(case.requester, &Request::new(Verb::Send, SOURCE, length, 0))?;
        let early = lab.poll(case.requester, 1, QUIET)?;
        ensure!(early.is_empty(), "completed without a receive: {early:?}");
        lab.receive(peer, TARGET, 4096)?;
        lab.complete(case.requester, 1)?;
        let got = lab.complete(peer, 1)?;
        ensure!(got[0].length == length, "{peer} received {got:?}");
        lab.holds(peer, TARGET, &pattern(length, 77))?;
    }
    Ok("one packet, three packets".into())
}

fn rnr_for_ever(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let mut terms = case.terms(1024);
    terms.rnr_retries = 2;
    lab.connect(&terms)?;
    let request = Request::new(Verb::Send, SOURCE, 64, 0);
    refused(lab, case.requester, &request, &[WcStatus::RnrRetryExceeded])?;
    Ok("given up after 2 retries".into())
}

fn troubled(lab: &mut Lab, case: Case, mtu: usize, odds: Odds) -> anyhow::Result<String> {
    let before = lab.troubled();
    lab.trouble(odds);
    let result = mixed(lab, case, mtu, 3);
    lab.trouble(NONE);
    lab.settle()?;
    result?;
    let [card, linux] = lab.troubled();
    let struck = [card - before[0], linux - before[1]];
    ensure!(struck.iter().sum::<usize>() > 0, "nothing has happened");
    Ok(format!(
        "48 requests; struck: {} frames of the card, {} of Linux",
        struck[0], struck[1]
    ))
}

/// The wire flips bits, in headers and data, and the frames' check sequences fit all the same.
fn corrupted(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let before = (lab.counter(Counter::RxIcrc)?, lab.linux_icrc_errors()?);
    let more = troubled(lab, case, 512, CORRUPTION)?;
    let found = lab.counter(Counter::RxIcrc)? - before.0;
    ensure!(found > 0, "the card has found no wrong ICRC");
    let theirs = lab.linux_icrc_errors()? - before.1;
    ensure!(theirs > 0, "Linux has found no wrong ICRC");
    Ok(format!(
        "{more}; {found} wrong ICRCs at the card, {theirs} at Linux"
    ))
}

/// Both ends on the VLAN: each frame has its sender's tag.
fn on_vlan(lab: &mut Lab, case: Case, play: Play) -> anyhow::Result<String> {
    lab.take_tags();
    let vlan = Some(VLAN);
    let more = play(lab, Case { vlan, ..case })?;
    let (seen, wanted) = (lab.take_tags(), tags_of_vlan());
    ensure!(seen == wanted, "tags {seen:x?} instead of {wanted:x?}");
    Ok(more)
}

/// Linux' queue pair is on the VLAN, the card's, with the same addresses, on none: the card takes nothing of what comes with a tag.
fn vlan_apart(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let mut terms = case.terms(1024);
    terms.vlans = [None, Some(VLAN)];
    terms.timeouts = [14, 15];
    terms.retries = 2;
    lab.connect(&terms)?;
    let peer = case.requester.other();
    lab.fill(peer, TARGET, 64, GUARD_SEED)?;
    let before = lab.counter(Counter::RxVlan)?;
    let request = Request::new(Verb::Write, SOURCE, 64, TARGET as u64);
    refused(lab, case.requester, &request, &[WcStatus::RetryExceeded])?;
    let dropped = lab.counter(Counter::RxVlan)? - before;
    match case.requester {
        End::Linux => {
            ensure!(dropped > 0, "the card has dropped nothing");
            lab.holds(End::Card, TARGET, &pattern(64, GUARD_SEED))?;
            Ok(format!("given up; {dropped} dropped by the card"))
        }
        // Linux takes what has no tag, and its answers have one.
        End::Card => Ok(format!("given up; {dropped} answers dropped by the card")),
    }
}
