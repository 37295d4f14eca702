//! The reference model on histories made by hand: good ones it accepts, and for each rule one that breaks it and nothing else.
use ferric_layout::Psn;
use ferric_layout::completion::opcode as done;
use ferric_layout::opcode::{opcode, operation as op, transport};
use ferric_layout::qp::access;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::wire::{self, Aeth, AtomicEth, Bth, DEFAULT_PKEY, Reth, bth};
use ferric_testbench::link::icrc;
use ferric_testbench::reference::{
    Attributes, Checker, Completion, Event, Key, Operation, Payload, Piece, Receive, Request, Rule,
    Settings, Violation,
};
use std::sync::Arc;
use zerocopy::IntoBytes;

const QPN: u32 = 2;
const PEER: u32 = 7;
const KEY: u32 = 0x1A5;
/// A region that peers may only READ, and the card's own side not write.
const PRIVATE: u32 = 0x2B6;
const BASE: u64 = 0x10_0000;
const SECOND: u64 = 0x20_0000;
const LENGTH: usize = 0x4000;
const PMTU: usize = 256;
/// First PSN in each direction: both wrap soon.
const OURS: u32 = 0xFF_FFFE;
const THEIRS: u32 = 0xFF_FFF0;
const SETTLE: u64 = 100;
/// Timer code; 4096 cycles.
const TIMEOUT: u8 = 2;
const TIMEOUT_CYCLES: u64 = 1024 << TIMEOUT;
/// RNR timer code; 10 µs.
const RNR: u8 = 1;
const RNR_CYCLES: u64 = 2500;

fn gid(host: u8) -> [u8; 16] {
    let mut gid = [0; 16];
    gid[10..12].fill(0xFF);
    gid[12..].copy_from_slice(&[10, 0, 0, host]);
    gid
}

fn byte(at: usize) -> u8 {
    (at * 7 + (at >> 8)) as u8
}

/// Some bytes that are nowhere in memory at that length.
fn other(length: usize) -> Vec<u8> {
    (0..length).map(|at| byte(at) ^ 0x5A).collect()
}

fn reth(va: u64, key: u32, length: usize) -> Vec<u8> {
    let header = Reth {
        va: va.into(),
        rkey: key.into(),
        length: (length as u32).into(),
    };
    header.as_bytes().to_vec()
}

fn aeth(code: u8, msn: u32) -> Vec<u8> {
    let [_, a, b, c] = msn.to_be_bytes();
    let header = Aeth {
        syndrome: code,
        msn: [a, b, c],
    };
    header.as_bytes().to_vec()
}

fn atomic(va: u64, swap_add: u64, compare: u64) -> Vec<u8> {
    let header = AtomicEth {
        va: va.into(),
        rkey: KEY.into(),
        swap_add: swap_add.into(),
        compare: compare.into(),
    };
    header.as_bytes().to_vec()
}

/// A packet to be framed.
#[derive(Clone)]
struct Packet {
    operation: u8,
    psn: u32,
    flags: u8,
    ack: bool,
    extension: Vec<u8>,
    payload: Vec<u8>,
    destination: u32,
}

fn packet(operation: u8, psn: u32, extension: Vec<u8>, payload: &[u8]) -> Packet {
    Packet {
        operation,
        psn,
        flags: 0,
        ack: true,
        extension,
        payload: payload.to_vec(),
        destination: 0,
    }
}

/// The frame of a packet that the card sends, or gets.
fn frame(packet: &Packet, outward: bool) -> Vec<u8> {
    let (from, to, qpn) = if outward { (1, 2, PEER) } else { (2, 1, QPN) };
    let qpn = if packet.destination == 0 {
        qpn
    } else {
        packet.destination
    };
    let pad = packet.payload.len().wrapping_neg() % 4;
    let [_, q0, q1, q2] = qpn.to_be_bytes();
    let [_, p0, p1, p2] = (packet.psn & Psn::MASK).to_be_bytes();
    let base = Bth {
        opcode: opcode(transport::RC, packet.operation),
        flags: packet.flags | (pad as u8) << bth::PAD_SHIFT,
        pkey: DEFAULT_PKEY.into(),
        congestion: 0,
        destination_qp: [q0, q1, q2],
        ack_request: if packet.ack { bth::ACK_REQUEST } else { 0 },
        psn: [p0, p1, p2],
    };
    let mut body = base.as_bytes().to_vec();
    body.extend(&packet.extension);
    body.extend(&packet.payload);
    body.extend(vec![0; pad + wire::ICRC]);
    let header = etherparse::Ipv4Header {
        dont_fragment: true,
        ..etherparse::Ipv4Header::new(
            0,
            64,
            etherparse::IpNumber::UDP,
            [10, 0, 0, from],
            [10, 0, 0, to],
        )
        .unwrap()
    };
    let builder = etherparse::PacketBuilder::ethernet2([2; 6], [4; 6])
        .ip(etherparse::IpHeaders::Ipv4(header, Default::default()))
        .udp(0xC123, wire::ROCE_PORT);
    let mut frame = Vec::new();
    builder.write(&mut frame, &body).unwrap();
    let udp = wire::ETHERNET + wire::IPV4;
    frame[udp + 6..udp + 8].fill(0);
    icrc::stamp(&mut frame).unwrap();
    frame
}

/// A card under the checker; after the first violation nothing counts any more.
struct Card {
    checker: Checker,
    cycle: u64,
    outcome: Result<(), Violation>,
}

impl Card {
    fn new() -> Self {
        Card::with(
            |_| {},
            Settings {
                settle: SETTLE,
                ..Settings::default()
            },
        )
    }

    fn with(change: impl Fn(&mut Attributes), settings: Settings) -> Self {
        let mut card = Card {
            checker: Checker::new(settings),
            cycle: 0,
            outcome: Ok(()),
        };
        let bytes: Vec<u8> = (0..LENGTH).map(byte).collect();
        let region = |key, access, va| Key {
            key,
            pd: 1,
            access,
            va,
            length: LENGTH as u64,
        };
        card.see(Event::Register(region(KEY, access::ALL, BASE), &bytes));
        card.see(Event::Register(
            region(
                PRIVATE,
                access::REMOTE_READ | access::REMOTE_INVALIDATE,
                SECOND,
            ),
            &bytes,
        ));
        let mut attributes = Attributes {
            qpn: QPN,
            peer_qpn: PEER,
            gid: gid(1),
            peer_gid: gid(2),
            pd: 1,
            pkey: DEFAULT_PKEY,
            pmtu: PMTU,
            access: access::ALL,
            sq_psn: Psn::new(OURS),
            rq_psn: Psn::new(THEIRS),
            max_rd_atomic: 2,
            max_dest_rd_atomic: 2,
            timeout: TIMEOUT,
            retry_cnt: 1,
            rnr_retry: 1,
            min_rnr_timer: RNR,
        };
        change(&mut attributes);
        card.see(Event::Connect(attributes));
        card
    }

    fn see(&mut self, event: Event<'_>) {
        self.cycle += 1;
        if self.outcome.is_ok() {
            self.outcome = self.checker.see(self.cycle, event);
        }
    }

    fn wait(&mut self, cycles: u64) {
        self.cycle += cycles;
    }

    fn sends(&mut self, packet: &Packet) {
        self.see(Event::Sent(&frame(packet, true)));
    }
    fn gets(&mut self, packet: &Packet) {
        self.see(Event::Received(&frame(packet, false)));
    }
    fn writes(&mut self, at: usize, bytes: &[u8]) {
        self.see(Event::Written(BASE + at as u64, bytes));
    }

    /// The card acknowledges.
    fn acks(&mut self, psn: u32, msn: u32) {
        self.answers(syndrome::ACK, psn, msn);
    }
    fn answers(&mut self, code: u8, psn: u32, msn: u32) {
        let mut answer = packet(op::ACKNOWLEDGE, psn, aeth(code, msn), &[]);
        answer.ack = false;
        self.sends(&answer);
    }
    /// The peer acknowledges.
    fn acked(&mut self, code: u8, psn: u32) {
        self.gets(&packet(op::ACKNOWLEDGE, psn, aeth(code, 0), &[]));
    }

    fn posts_receive(&mut self, id: u64, at: usize, length: usize) {
        let piece = Piece {
            va: BASE + at as u64,
            length: length as u32,
            lkey: KEY,
        };
        self.see(Event::PostReceive(
            QPN,
            Receive {
                id,
                pieces: vec![piece],
            },
        ));
        self.wait(SETTLE);
    }

    fn posts(&mut self, id: u64, operation: Operation, at: usize, length: usize) {
        self.posts_with(id, operation, at, length, |_| {});
    }
    fn posts_with(
        &mut self,
        id: u64,
        operation: Operation,
        at: usize,
        length: usize,
        change: impl Fn(&mut Request),
    ) {
        let piece = Piece {
            va: BASE + at as u64,
            length: length as u32,
            lkey: KEY,
        };
        let mut request = Request {
            id,
            operation,
            payload: Payload::Pieces(vec![piece]),
            signaled: true,
            fence: false,
            solicited: false,
        };
        change(&mut request);
        self.see(Event::PostSend(QPN, request));
    }

    fn completes(&mut self, id: u64, status: Status, opcode: u8, length: usize) {
        let completion = Completion {
            id,
            status,
            opcode,
            length: length as u32,
            immediate: None,
            invalidated: None,
        };
        self.see(Event::Completed(QPN, completion));
    }

    /// Nothing is wrong, and nothing is left.
    #[track_caller]
    fn good(mut self) {
        if self.outcome.is_ok() {
            self.outcome = self.checker.finish(self.cycle);
        }
        if let Err(violation) = self.outcome {
            panic!("{:?}: {violation}", violation.rule);
        }
    }

    /// This rule was broken.
    #[track_caller]
    fn breaks(self, rule: Rule) {
        match self.outcome {
            Err(violation) => assert_eq!(violation.rule, rule, "{violation}"),
            Ok(()) => panic!("accepted, though it breaks {rule:?}"),
        }
    }

    /// Something is left undone.
    #[track_caller]
    fn lacks(mut self, rule: Rule) {
        if self.outcome.is_ok() {
            self.outcome = self.checker.finish(self.cycle);
        }
        self.breaks(rule);
    }
}

fn theirs(n: u32) -> u32 {
    THEIRS + n
}
fn ours(n: u32) -> u32 {
    OURS + n
}

const SEND: Operation = Operation::Send {
    immediate: None,
    invalidate: None,
};
const REMOTE: u64 = 0x7000;
const RKEY: u32 = 0x77;
const WRITE: Operation = Operation::Write {
    va: REMOTE,
    rkey: RKEY,
    immediate: None,
};
const READ: Operation = Operation::Read {
    va: REMOTE,
    rkey: RKEY,
};

/// The peer's WRITE of one packet; the card has to write and to acknowledge it.
fn write_only(n: u32, at: usize, bytes: &[u8]) -> Packet {
    packet(
        op::WRITE_ONLY,
        theirs(n),
        reth(BASE + at as u64, KEY, bytes.len()),
        bytes,
    )
}

/// The packets of the card's WRITE of memory from `at` on, to `REMOTE`.
fn own_write(n: u32, at: usize, length: usize) -> Vec<Packet> {
    let bytes: Vec<u8> = (at..at + length).map(byte).collect();
    let count = length.div_ceil(PMTU).max(1);
    (0..count)
        .map(|index| {
            let operation = match (index == 0, index + 1 == count) {
                (true, true) => op::WRITE_ONLY,
                (true, false) => op::WRITE_FIRST,
                (false, true) => op::WRITE_LAST,
                (false, false) => op::WRITE_MIDDLE,
            };
            let header = if index == 0 {
                reth(REMOTE, RKEY, length)
            } else {
                vec![]
            };
            let part = &bytes[index * PMTU..length.min((index + 1) * PMTU)];
            let mut packet = packet(operation, ours(n + index as u32), header, part);
            packet.ack = index + 1 == count;
            packet
        })
        .collect()
}

// The responder.

#[test]
fn responder_write_is_written_in_any_pieces_and_acknowledged() {
    let mut card = Card::new();
    let bytes = other(600);
    let parts: Vec<_> = bytes.chunks(PMTU).collect();
    card.gets(&packet(
        op::WRITE_FIRST,
        theirs(0),
        reth(BASE + 5, KEY, 600),
        parts[0],
    ));
    card.writes(5 + 100, &bytes[100..256]);
    card.gets(&packet(op::WRITE_MIDDLE, theirs(1), vec![], parts[1]));
    card.gets(&packet(op::WRITE_LAST, theirs(2), vec![], parts[2]));
    card.writes(5, &bytes[..100]);
    card.writes(5 + 512, &bytes[512..]);
    card.acks(theirs(2), 1);
    card.writes(5 + 256, &bytes[256..512]);
    card.good();
}

#[test]
fn responder_answer_without_request_is_refused() {
    let mut card = Card::new();
    card.acks(theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_answer_given_twice_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8));
    card.acks(theirs(0), 1);
    card.acks(theirs(0), 1);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_acknowledge_may_stand_for_several_and_must_come() {
    let mut card = Card::new();
    for n in 0..3 {
        card.gets(&write_only(n, 0, &other(8)));
        card.writes(0, &other(8));
    }
    card.acks(theirs(1), 2);
    card.lacks(Rule::AnswerMissing);
}

#[test]
fn responder_answer_that_is_late_is_refused_while_the_card_runs() {
    let settings = Settings {
        settle: SETTLE,
        liveness: Some(1000),
        ..Settings::default()
    };
    let mut card = Card::with(|_| {}, settings);
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8));
    card.wait(2000);
    for _ in 0..256 {
        card.see(Event::Stored(BASE, &[0]));
    }
    card.breaks(Rule::AnswerMissing);
}

#[test]
fn responder_msn_that_counts_wrong_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.acks(theirs(0), 2);
    card.breaks(Rule::Msn);
}

#[test]
fn responder_write_nobody_asked_for_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(8, &other(8));
    card.breaks(Rule::Write);
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &[0; 8]);
    card.breaks(Rule::Write);
}

#[test]
fn responder_write_made_twice_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8));
    card.writes(0, &other(8));
    card.breaks(Rule::Write);
}

#[test]
fn responder_write_left_out_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8)[..7]);
    card.acks(theirs(0), 1);
    card.lacks(Rule::WriteMissing);
}

#[test]
fn responder_writes_to_one_place_keep_their_order() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &[1; 8]));
    card.gets(&write_only(1, 4, &[2; 8]));
    card.writes(4, &[2; 8]);
    card.breaks(Rule::Write);
}

#[test]
fn responder_duplicate_is_acknowledged_anew_and_not_written() {
    let mut card = Card::new();
    for n in [0, 1, 0] {
        card.gets(&write_only(n, 0, &other(8)));
    }
    card.writes(0, &other(8));
    card.writes(0, &other(8));
    card.acks(theirs(1), 2);
    card.acks(theirs(1), 2);
    card.good();
    let mut card = Card::new();
    for n in [0, 1, 0] {
        card.gets(&write_only(n, 0, &other(8)));
    }
    card.acks(theirs(1), 2);
    card.acks(theirs(0), 1);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_gap_is_refused_once() {
    let mut card = Card::new();
    card.gets(&write_only(1, 0, &other(8)));
    card.gets(&write_only(2, 0, &other(8)));
    card.answers(syndrome::NAK_SEQUENCE, theirs(0), 0);
    card.answers(syndrome::NAK_SEQUENCE, theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_gap_after_a_duplicate_may_be_refused_again() {
    for again in [false, true] {
        let mut card = Card::new();
        card.gets(&write_only(0, 0, &other(8)));
        card.writes(0, &other(8));
        card.gets(&write_only(2, 0, &other(8)));
        card.acks(theirs(0), 1);
        card.answers(syndrome::NAK_SEQUENCE, theirs(1), 1);
        card.gets(&write_only(0, 0, &other(8)));
        card.acks(theirs(0), 1);
        card.gets(&write_only(2, 0, &other(8)));
        if again {
            card.answers(syndrome::NAK_SEQUENCE, theirs(1), 1);
        }
        card.good();
    }
}

#[test]
fn responder_refusals_carry_their_codes() {
    let invalid = syndrome::NAK_INVALID_REQUEST;
    let access = syndrome::NAK_REMOTE_ACCESS;
    let far = BASE + LENGTH as u64 - 4;
    let cases = [
        (
            packet(op::WRITE_MIDDLE, theirs(0), vec![], &other(PMTU)),
            invalid,
        ),
        (packet(0x1F, theirs(0), vec![], &[]), invalid),
        (
            packet(
                op::WRITE_FIRST,
                theirs(0),
                reth(BASE, KEY, 600),
                &other(PMTU - 4),
            ),
            invalid,
        ),
        (
            packet(op::WRITE_ONLY, theirs(0), reth(BASE, KEY, 9), &other(8)),
            invalid,
        ),
        (
            packet(op::FETCH_ADD, theirs(0), atomic(BASE + 4, 1, 0), &[]),
            invalid,
        ),
        (
            packet(op::READ_REQUEST, theirs(0), reth(BASE, KEY, 8), &[1; 4]),
            invalid,
        ),
        (
            packet(op::WRITE_ONLY, theirs(0), reth(BASE, KEY + 1, 8), &other(8)),
            access,
        ),
        (
            packet(
                op::WRITE_ONLY,
                theirs(0),
                reth(SECOND, PRIVATE, 8),
                &other(8),
            ),
            access,
        ),
        (
            packet(op::READ_REQUEST, theirs(0), reth(far, KEY, 8), &[]),
            access,
        ),
        (
            packet(op::READ_REQUEST, theirs(0), reth(u64::MAX - 3, KEY, 8), &[]),
            access,
        ),
    ];
    for (request, code) in cases {
        let mut card = Card::new();
        card.gets(&request);
        card.answers(code, theirs(0), 0);
        card.gets(&write_only(1, 0, &other(8)));
        card.good();
        let mut card = Card::new();
        card.gets(&request);
        card.answers(code ^ 3, theirs(0), 0);
        card.breaks(Rule::Syndrome);
    }
}

#[test]
fn responder_queue_pair_without_the_access_refuses() {
    let requests = [
        write_only(0, 0, &other(8)),
        packet(op::READ_REQUEST, theirs(0), reth(BASE, KEY, 0), &[]),
        packet(op::COMPARE_SWAP, theirs(0), atomic(BASE, 1, 0), &[]),
    ];
    for request in requests {
        let settings = Settings {
            settle: SETTLE,
            ..Settings::default()
        };
        let mut card = Card::with(
            |attributes| attributes.access = access::LOCAL_WRITE,
            settings,
        );
        card.gets(&request);
        card.answers(syndrome::NAK_INVALID_REQUEST, theirs(0), 0);
        card.good();
    }
}

#[test]
fn responder_zero_length_access_needs_no_key() {
    let mut card = Card::new();
    card.gets(&packet(op::WRITE_ONLY, theirs(0), reth(1, 0xBAD, 0), &[]));
    card.gets(&packet(op::READ_REQUEST, theirs(1), reth(1, 0xBAD, 0), &[]));
    card.sends(&packet(
        op::READ_RESPONSE_ONLY,
        theirs(1),
        aeth(syndrome::ACK, 2),
        &[],
    ));
    card.good();
}

#[test]
fn responder_send_fills_the_receives_in_order() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 300);
    card.posts_receive(41, 0x300, 300);
    card.gets(&packet(op::SEND_FIRST, theirs(0), vec![], &other(PMTU)));
    card.gets(&packet(op::SEND_LAST, theirs(1), vec![], &[9; 10]));
    card.gets(&packet(op::SEND_ONLY, theirs(2), vec![], &[8; 5]));
    card.writes(0x100, &other(PMTU));
    card.writes(0x100 + PMTU, &[9; 10]);
    card.writes(0x300, &[8; 5]);
    card.completes(40, Status::Success, done::RECEIVE, PMTU + 10);
    card.completes(41, Status::Success, done::RECEIVE, 5);
    card.acks(theirs(2), 2);
    card.good();
}

#[test]
fn responder_send_without_receive_is_not_ready() {
    let mut card = Card::new();
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.gets(&write_only(1, 0, &other(8)));
    card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
    card.gets(&write_only(1, 0, &other(8)));
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.writes(0x100, &other(8));
    card.acks(theirs(0), 1);
    card.completes(40, Status::Success, done::RECEIVE, 8);
    card.good();
}

/// Whether there is a receive is asked before the length.
#[test]
fn responder_send_without_receive_is_not_ready_whatever_its_length() {
    let mut card = Card::new();
    card.gets(&packet(op::SEND_FIRST, theirs(0), vec![], &other(8)));
    card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
    card.good();
}

#[test]
fn responder_receive_posted_long_ago_cannot_be_missed() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_receive_posted_at_that_moment_may_be_seen_or_not() {
    for before in [false, true] {
        for seen in [false, true] {
            let mut card = Card::new();
            let request = packet(op::SEND_ONLY, theirs(0), vec![], &other(8));
            if !before {
                card.gets(&request);
            }
            card.posts_receive(40, 0x100, 8);
            card.cycle -= SETTLE;
            if before {
                card.gets(&request);
            }
            if !seen {
                card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
                card.wait(SETTLE);
                card.gets(&request);
            }
            card.writes(0x100, &other(8));
            card.completes(40, Status::Success, done::RECEIVE, 8);
            card.acks(theirs(0), 1);
            card.good();
        }
    }
}

#[test]
fn responder_send_longer_than_the_receive_is_invalid() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 7);
    card.posts_receive(41, 0x100, 70);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.answers(syndrome::NAK_INVALID_REQUEST, theirs(0), 0);
    card.completes(40, Status::LocalLength, done::RECEIVE, 0);
    card.completes(41, Status::Flushed, done::RECEIVE, 0);
    card.good();
}

#[test]
fn responder_receives_left_after_a_failure_are_missed() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::WRITE_LAST, theirs(0), vec![], &other(8)));
    card.answers(syndrome::NAK_INVALID_REQUEST, theirs(0), 0);
    card.lacks(Rule::CompletionMissing);
}

#[test]
fn responder_completion_before_the_bytes_is_refused() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.writes(0x100, &other(8)[..4]);
    card.completes(40, Status::Success, done::RECEIVE, 8);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn responder_completion_that_says_something_else_is_refused() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &[]));
    card.completes(40, Status::Success, done::RECEIVE, 1);
    card.breaks(Rule::CompletionFields);
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.completes(41, Status::Success, done::RECEIVE, 1);
    card.breaks(Rule::Completion);
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.completes(40, Status::Flushed, done::RECEIVE, 0);
    card.breaks(Rule::CompletionStatus);
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &[]));
    card.acks(theirs(0), 1);
    card.lacks(Rule::CompletionMissing);
}

/// A READ of 600 bytes came in; its responses, of what memory holds.
fn read_of_600(card: &mut Card) -> Vec<Packet> {
    card.gets(&packet(
        op::READ_REQUEST,
        theirs(0),
        reth(BASE + 3, KEY, 600),
        &[],
    ));
    let bytes: Vec<u8> = (3..603).map(byte).collect();
    let ack = aeth(syndrome::ACK, 1);
    let kinds = [
        (op::READ_RESPONSE_FIRST, ack.clone()),
        (op::READ_RESPONSE_MIDDLE, vec![]),
        (op::READ_RESPONSE_LAST, ack),
    ];
    let parts = kinds.into_iter().zip(bytes.chunks(PMTU)).zip(0..);
    parts
        .map(|(((operation, header), part), n)| packet(operation, theirs(n), header, part))
        .collect()
}

#[test]
fn responder_read_is_answered_in_order_and_again_when_asked() {
    let mut card = Card::new();
    let responses = read_of_600(&mut card);
    responses.iter().for_each(|response| card.sends(response));
    let rest = reth(BASE + 3 + PMTU as u64, KEY, 600 - PMTU);
    card.gets(&packet(op::READ_REQUEST, theirs(1), rest, &[]));
    let first = packet(
        op::READ_RESPONSE_FIRST,
        theirs(1),
        aeth(syndrome::ACK, 1),
        &responses[1].payload,
    );
    card.sends(&first);
    card.sends(&responses[2]);
    card.gets(&write_only(3, 0, &[1]));
    card.writes(0, &[1]);
    card.acks(theirs(3), 2);
    card.good();
}

#[test]
fn responder_read_asked_for_again_from_two_places_may_begin_anew_at_the_second() {
    for anew in [true, false] {
        let mut card = Card::new();
        let responses = read_of_600(&mut card);
        responses.iter().for_each(|response| card.sends(response));
        let mut second = responses[1].clone();
        for skipped in [0, PMTU] {
            let header = reth(BASE + (3 + skipped) as u64, KEY, 600 - skipped);
            let psn = theirs((skipped / PMTU) as u32);
            card.gets(&packet(op::READ_REQUEST, psn, header, &[]));
        }
        card.sends(&responses[0]);
        if anew {
            let header = aeth(syndrome::ACK, 1);
            let bytes = &responses[1].payload;
            second = packet(op::READ_RESPONSE_FIRST, theirs(1), header, bytes);
        }
        card.sends(&second);
        card.sends(&responses[2]);
        card.good();
    }
}

#[test]
fn responder_read_repeated_beyond_the_original_is_dropped() {
    let mut card = Card::new();
    let responses = read_of_600(&mut card);
    responses.iter().for_each(|response| card.sends(response));
    card.gets(&packet(
        op::READ_REQUEST,
        theirs(0),
        reth(BASE + 3, KEY, 601),
        &[],
    ));
    card.sends(&responses[0]);
    card.breaks(Rule::Answer);
}

#[test]
fn responder_read_responses_out_of_order_are_refused() {
    let mut card = Card::new();
    let responses = read_of_600(&mut card);
    card.sends(&responses[1]);
    card.breaks(Rule::AnswerOrder);
    let mut card = Card::new();
    let mut responses = read_of_600(&mut card);
    responses[0].operation = op::READ_RESPONSE_ONLY;
    card.sends(&responses[0]);
    card.breaks(Rule::ReadResponse);
    let mut card = Card::new();
    let mut responses = read_of_600(&mut card);
    responses[0].payload.pop();
    card.sends(&responses[0]);
    card.breaks(Rule::ReadResponse);
}

#[test]
fn responder_acknowledge_does_not_overtake_a_read() {
    let mut card = Card::new();
    let responses = read_of_600(&mut card);
    card.sends(&responses[0]);
    card.gets(&write_only(3, 0, &[1]));
    card.acks(theirs(3), 2);
    card.breaks(Rule::AnswerOrder);
}

#[test]
fn responder_read_returns_what_memory_holds_or_held() {
    let mut card = Card::new();
    let mut responses = read_of_600(&mut card);
    responses[0].payload[7] ^= 1;
    card.sends(&responses[0]);
    card.breaks(Rule::ReadData);
    // Memory that changes meanwhile may be seen either way.
    for new in [false, true] {
        let mut card = Card::new();
        let mut responses = read_of_600(&mut card);
        card.see(Event::Stored(BASE + 10, &[0xEE; 8]));
        if new {
            responses[0].payload[7..15].fill(0xEE);
        }
        responses.iter().for_each(|response| card.sends(response));
        card.good();
    }
}

#[test]
fn responder_read_sees_the_writes_before_it() {
    let asks = |card: &mut Card| {
        card.gets(&write_only(0, 0, &[1; 4]));
        card.gets(&packet(
            op::READ_REQUEST,
            theirs(1),
            reth(BASE, KEY, 4),
            &[],
        ));
    };
    let answer = |bytes: &[u8]| {
        packet(
            op::READ_RESPONSE_ONLY,
            theirs(1),
            aeth(syndrome::ACK, 2),
            bytes,
        )
    };
    let mut card = Card::new();
    asks(&mut card);
    card.writes(0, &[1; 4]);
    card.sends(&answer(&[1; 4]));
    card.good();
    let mut card = Card::new();
    asks(&mut card);
    card.writes(0, &[1; 4]);
    card.sends(&answer(&[byte(0), byte(1), byte(2), byte(3)]));
    card.breaks(Rule::ReadData);
    let mut card = Card::new();
    asks(&mut card);
    card.sends(&answer(&[1; 4]));
    card.breaks(Rule::ReadData);
}

/// The word at the start of memory, and the answer that an atomic found `found`.
fn word() -> u64 {
    u64::from_le_bytes(std::array::from_fn(byte))
}
fn atomic_answer(n: u32, found: u64) -> Packet {
    let mut header = aeth(syndrome::ACK, n + 1);
    header.extend(found.to_be_bytes());
    packet(op::ATOMIC_ACKNOWLEDGE, theirs(n), header, &[])
}

#[test]
fn responder_atomics_happen_one_after_the_other() {
    let swap = |n, to, from| packet(op::COMPARE_SWAP, theirs(n), atomic(BASE, to, from), &[]);
    let mut card = Card::new();
    card.gets(&packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]));
    card.gets(&swap(1, 99, word() + 5));
    card.writes(0, &(word() + 5).to_le_bytes());
    card.sends(&atomic_answer(0, word()));
    card.gets(&swap(2, 1, 0));
    card.sends(&atomic_answer(1, word() + 5));
    card.writes(0, &99_u64.to_le_bytes());
    card.sends(&atomic_answer(2, 99));
    card.good();
}

#[test]
fn responder_atomic_repeated_is_answered_alike_and_not_done_again() {
    let mut card = Card::new();
    let request = packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]);
    card.gets(&request);
    card.writes(0, &(word() + 5).to_le_bytes());
    card.sends(&atomic_answer(0, word()));
    card.gets(&request);
    card.sends(&atomic_answer(0, word()));
    card.good();
    let mut card = Card::new();
    card.gets(&request);
    card.writes(0, &(word() + 5).to_le_bytes());
    card.sends(&atomic_answer(0, word()));
    card.gets(&request);
    card.writes(0, &(word() + 10).to_le_bytes());
    card.sends(&atomic_answer(0, word() + 5));
    card.breaks(Rule::Atomic);
}

#[test]
fn responder_may_answer_anew_what_follows_a_repeated_read() {
    for follows in [false, true] {
        let mut card = Card::new();
        let read =
            |n: u32, at: u64| packet(op::READ_REQUEST, theirs(n), reth(BASE + at, KEY, 1), &[]);
        let answer = |n: u32, at: usize| {
            packet(
                op::READ_RESPONSE_ONLY,
                theirs(n),
                aeth(syndrome::ACK, n + 1),
                &[byte(at)],
            )
        };
        for n in 0..2 {
            card.gets(&read(n, n.into()));
            card.sends(&answer(n, n as usize));
        }
        card.gets(&read(0, 0));
        card.sends(&answer(0, 0));
        if follows {
            card.sends(&answer(1, 1));
        }
        card.good();
    }
}

#[test]
fn responder_acknowledge_may_be_held_behind_what_is_answered_again_but_not_given_twice() {
    for again in [false, true] {
        let mut card = Card::new();
        let read = packet(op::READ_REQUEST, theirs(0), reth(BASE, KEY, 1), &[]);
        let response = aeth(syndrome::ACK, 1);
        let response = packet(op::READ_RESPONSE_ONLY, theirs(0), response, &[byte(0)]);
        let write = write_only(1, 0x100, &other(8));
        card.gets(&read);
        card.sends(&response);
        card.gets(&write);
        card.writes(0x100, &other(8));
        card.acks(theirs(1), 2);
        // The WRITE comes again before the READ does.
        card.gets(&write);
        card.gets(&read);
        card.sends(&response);
        card.acks(theirs(1), 2);
        if again {
            card.acks(theirs(1), 2);
            card.breaks(Rule::Answer);
        } else {
            card.good();
        }
    }
}

#[test]
fn responder_read_older_than_the_limit_may_be_answered_or_dropped() {
    for answered in [false, true] {
        let mut card = Card::new();
        let read = |n: u32| packet(op::READ_REQUEST, theirs(n), reth(BASE, KEY, 1), &[]);
        let answer = |n: u32| {
            packet(
                op::READ_RESPONSE_ONLY,
                theirs(n),
                aeth(syndrome::ACK, n + 1),
                &[byte(0)],
            )
        };
        for n in 0..3 {
            card.gets(&read(n));
            card.sends(&answer(n));
        }
        card.gets(&read(0));
        if answered {
            card.sends(&answer(0));
        }
        card.gets(&write_only(3, 0, &[1]));
        card.writes(0, &[1]);
        card.acks(theirs(3), 4);
        card.good();
    }
}

#[test]
fn responder_send_with_invalidate_ends_the_key_and_says_so() {
    // A key that peers may end, none, and one that they may not.
    for (key, valid) in [(PRIVATE, true), (PRIVATE + 1, false), (KEY, false)] {
        let mut card = Card::new();
        card.posts_receive(40, 0x100, 8);
        let header = key.to_be_bytes().to_vec();
        card.gets(&packet(op::SEND_ONLY_INVALIDATE, theirs(0), header, &[]));
        card.acks(theirs(0), 1);
        let completion = Completion {
            id: 40,
            status: Status::Success,
            opcode: done::RECEIVE,
            length: 0,
            immediate: None,
            invalidated: valid.then_some(key),
        };
        card.see(Event::Completed(QPN, completion));
        card.gets(&packet(
            op::READ_REQUEST,
            theirs(1),
            reth(SECOND, PRIVATE, 1),
            &[],
        ));
        if valid {
            card.answers(syndrome::NAK_REMOTE_ACCESS, theirs(1), 1);
        } else {
            let header = aeth(syndrome::ACK, 2);
            card.sends(&packet(
                op::READ_RESPONSE_ONLY,
                theirs(1),
                header,
                &[byte(0)],
            ));
        }
        card.good();
    }
}

#[test]
fn responder_atomic_that_did_not_happen_is_refused() {
    let mut card = Card::new();
    card.gets(&packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]));
    card.sends(&atomic_answer(0, word() + 1));
    card.breaks(Rule::Atomic);
    let mut card = Card::new();
    card.gets(&packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]));
    card.sends(&atomic_answer(0, word()));
    card.lacks(Rule::Atomic);
    let mut card = Card::new();
    card.gets(&packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]));
    card.writes(0, &(word() + 6).to_le_bytes());
    card.breaks(Rule::Write);
}

#[test]
fn responder_more_reads_than_it_has_room_for_are_invalid() {
    let mut card = Card::new();
    for n in 0..3 {
        card.gets(&packet(
            op::READ_REQUEST,
            theirs(n),
            reth(BASE, KEY, 1),
            &[],
        ));
    }
    for n in 0..2 {
        card.sends(&packet(
            op::READ_RESPONSE_ONLY,
            theirs(n),
            aeth(syndrome::ACK, 2),
            &[byte(0)],
        ));
    }
    card.answers(syndrome::NAK_INVALID_REQUEST, theirs(2), 2);
    card.good();
}

#[test]
fn frames_with_a_wrong_check_reach_nobody() {
    let mut card = Card::new();
    let mut bad = frame(&write_only(0, 0, &other(8)), false);
    let last = bad.len() - 1;
    bad[last] ^= 1;
    card.see(Event::Received(&bad));
    card.good();
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 8);
    let mut bad = frame(&own_write(0, 0, 8)[0], true);
    bad[last] ^= 1;
    card.see(Event::Sent(&bad));
    card.breaks(Rule::Frame);
}

// The requester.

#[test]
fn requester_write_is_sent_acknowledged_and_complete() {
    let mut card = Card::new();
    card.posts(1, WRITE, 3, 600);
    own_write(0, 3, 600)
        .iter()
        .for_each(|packet| card.sends(packet));
    card.acked(syndrome::ACK, ours(2));
    card.completes(1, Status::Success, done::WRITE, 0);
    card.good();
}

#[test]
fn requester_packets_are_those_of_the_work_request() {
    type Change = fn(&mut Packet);
    let cases: &[(Rule, Change)] = &[
        (Rule::Request, |packet| packet.psn += 100),
        (Rule::RequestOrder, |packet| packet.psn += 1),
        (Rule::Opcode, |packet| packet.operation = op::WRITE_ONLY),
        (Rule::Header, |packet| packet.extension[0] ^= 1),
        (Rule::Header, |packet| packet.flags |= bth::SOLICITED),
        (Rule::PayloadData, |packet| packet.payload[9] ^= 1),
        (Rule::PayloadData, |packet| packet.payload.truncate(100)),
        (Rule::Destination, |packet| packet.destination = PEER + 1),
    ];
    for (rule, change) in cases {
        let mut card = Card::new();
        card.posts(1, WRITE, 3, 600);
        let mut packet = own_write(0, 3, 600).remove(0);
        if *rule == Rule::RequestOrder {
            packet = own_write(0, 3, 600).remove(0);
            let mut second = own_write(0, 3, 600).remove(1);
            second.psn -= 1;
            change(&mut second);
            card.sends(&second);
        } else {
            change(&mut packet);
            card.sends(&packet);
        }
        card.breaks(*rule);
    }
}

#[test]
fn requester_last_packet_asks_for_an_acknowledge() {
    let mut card = Card::new();
    card.posts(1, WRITE, 3, 10);
    let mut packet = own_write(0, 3, 10).remove(0);
    packet.ack = false;
    card.sends(&packet);
    card.breaks(Rule::AckRequest);
}

#[test]
fn requester_inline_bytes_immediate_and_solicited_event_are_sent() {
    let mut card = Card::new();
    let send = Operation::Send {
        immediate: Some(0x0102_0304),
        invalidate: None,
    };
    card.posts_with(1, send, 0, 0, |request| {
        request.payload = Payload::Inline(Arc::new(*b"hello"));
        request.solicited = true;
    });
    let mut sent = packet(op::SEND_ONLY_IMMEDIATE, ours(0), vec![1, 2, 3, 4], b"hello");
    sent.flags = bth::SOLICITED;
    card.sends(&sent);
    card.acked(syndrome::ACK, ours(0));
    card.completes(1, Status::Success, done::SEND, 0);
    card.good();
}

#[test]
fn requester_completion_before_the_acknowledge_is_refused() {
    let mut card = Card::new();
    card.posts(1, WRITE, 3, 600);
    own_write(0, 3, 600)
        .iter()
        .for_each(|packet| card.sends(packet));
    card.acked(syndrome::ACK, ours(1));
    card.completes(1, Status::Success, done::WRITE, 0);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn requester_completions_come_once_and_in_order() {
    let prepared = || {
        let mut card = Card::new();
        for id in 0..2 {
            card.posts(id, WRITE, 0, 8);
            card.sends(&own_write(id as u32, 0, 8)[0]);
        }
        card.acked(syndrome::ACK, ours(1));
        card
    };
    let mut card = prepared();
    card.completes(1, Status::Success, done::WRITE, 0);
    card.breaks(Rule::Completion);
    let mut card = prepared();
    card.completes(0, Status::Success, done::WRITE, 0);
    card.completes(0, Status::Success, done::WRITE, 0);
    card.breaks(Rule::Completion);
    let mut card = prepared();
    card.completes(0, Status::Success, done::SEND, 0);
    card.breaks(Rule::CompletionFields);
    let mut card = prepared();
    card.completes(0, Status::RetryExceeded, done::WRITE, 0);
    card.breaks(Rule::CompletionStatus);
    let mut card = prepared();
    card.completes(0, Status::Success, done::WRITE, 0);
    card.lacks(Rule::CompletionMissing);
}

#[test]
fn requester_unsignalled_request_completes_in_silence() {
    let mut card = Card::new();
    card.posts_with(0, WRITE, 0, 8, |request| request.signaled = false);
    card.posts(1, WRITE, 0, 8);
    card.sends(&own_write(0, 0, 8)[0]);
    card.sends(&own_write(1, 0, 8)[0]);
    card.acked(syndrome::ACK, ours(1));
    card.completes(1, Status::Success, done::WRITE, 0);
    card.good();
}

#[test]
fn requester_sends_again_from_the_oldest_when_refused() {
    let packets = own_write(0, 0, 600);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 600);
    packets.iter().for_each(|packet| card.sends(packet));
    card.acked(syndrome::NAK_SEQUENCE, ours(1));
    card.sends(&packets[1]);
    card.sends(&packets[2]);
    card.acked(syndrome::ACK, ours(2));
    card.completes(1, Status::Success, done::WRITE, 0);
    card.good();
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 600);
    packets.iter().for_each(|packet| card.sends(packet));
    card.acked(syndrome::NAK_SEQUENCE, ours(1));
    card.sends(&packets[2]);
    card.breaks(Rule::Resend);
}

#[test]
fn requester_does_not_send_again_without_a_reason() {
    let packets = own_write(0, 0, 600);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 600);
    packets.iter().for_each(|packet| card.sends(packet));
    card.wait(TIMEOUT_CYCLES / 2);
    card.sends(&packets[0]);
    card.breaks(Rule::Resend);
}

#[test]
fn requester_timer_allows_one_retry_and_no_more() {
    let packets = own_write(0, 0, 8);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 8);
    card.sends(&packets[0]);
    card.wait(TIMEOUT_CYCLES);
    card.sends(&packets[0]);
    card.wait(TIMEOUT_CYCLES);
    card.completes(1, Status::RetryExceeded, done::WRITE, 0);
    card.good();
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 8);
    for _ in 0..3 {
        card.sends(&packets[0]);
        card.wait(TIMEOUT_CYCLES);
    }
    card.breaks(Rule::RetryLimit);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 8);
    card.sends(&packets[0]);
    card.wait(TIMEOUT_CYCLES);
    card.completes(1, Status::RetryExceeded, done::WRITE, 0);
    card.breaks(Rule::CompletionStatus);
}

#[test]
fn requester_acknowledged_packets_are_not_sent_again() {
    let packets = own_write(0, 0, 600);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 600);
    packets.iter().for_each(|packet| card.sends(packet));
    card.acked(syndrome::ACK, ours(1));
    card.wait(TIMEOUT_CYCLES);
    card.sends(&packets[0]);
    card.breaks(Rule::Resend);
}

#[test]
fn requester_packets_under_way_may_leave_after_their_completion() {
    for late in [false, true] {
        let packets = own_write(0, 0, 600);
        let mut card = Card::new();
        card.posts(1, WRITE, 0, 600);
        packets.iter().for_each(|packet| card.sends(packet));
        card.acked(syndrome::NAK_SEQUENCE, ours(0));
        card.acked(syndrome::ACK, ours(2));
        card.completes(1, Status::Success, done::WRITE, 0);
        card.wait(if late { 2 * SETTLE } else { 0 });
        card.sends(&packets[0]);
        if late {
            card.breaks(Rule::Request);
        } else {
            card.good();
        }
    }
}

#[test]
fn requester_not_ready_peer_is_given_its_time() {
    for (waits, early) in [(RNR_CYCLES, false), (RNR_CYCLES - 100, true)] {
        let mut card = Card::new();
        card.posts(1, SEND, 0, 8);
        let bytes: Vec<u8> = (0..8).map(byte).collect();
        let send = packet(op::SEND_ONLY, ours(0), vec![], &bytes);
        card.sends(&send);
        card.acked(syndrome::RNR_NAK | RNR, ours(0));
        card.wait(waits);
        card.sends(&send);
        if early {
            card.breaks(Rule::ResendEarly);
            continue;
        }
        card.acked(syndrome::RNR_NAK | RNR, ours(0));
        card.completes(1, Status::RnrRetryExceeded, done::SEND, 0);
        card.good();
    }
}

#[test]
fn requester_refusal_fails_its_request_and_flushes_the_rest() {
    let cases = [
        (syndrome::NAK_INVALID_REQUEST, Status::RemoteInvalidRequest),
        (syndrome::NAK_REMOTE_ACCESS, Status::RemoteAccess),
        (syndrome::NAK_REMOTE_OPERATIONAL, Status::RemoteOperation),
    ];
    for (code, status) in cases {
        let prepared = || {
            let mut card = Card::new();
            for id in 0..3 {
                card.posts(id, WRITE, 0, 8);
                card.sends(&own_write(id as u32, 0, 8)[0]);
            }
            card.acked(code, ours(1));
            card.completes(0, Status::Success, done::WRITE, 0);
            card
        };
        let mut card = prepared();
        card.completes(1, status, done::WRITE, 0);
        card.completes(2, Status::Flushed, done::WRITE, 0);
        card.posts(3, WRITE, 0, 8);
        card.completes(3, Status::Flushed, done::WRITE, 0);
        card.good();
        let mut card = prepared();
        card.completes(1, Status::RetryExceeded, done::WRITE, 0);
        card.breaks(Rule::CompletionStatus);
        let mut card = prepared();
        card.completes(1, status, done::WRITE, 0);
        card.completes(2, Status::Success, done::WRITE, 0);
        card.breaks(Rule::CompletionEarly);
        let mut card = prepared();
        card.completes(1, status, done::WRITE, 0);
        card.wait(2 * SETTLE);
        card.sends(&own_write(2, 0, 8)[0]);
        card.breaks(Rule::State);
        let mut card = prepared();
        card.completes(1, status, done::WRITE, 0);
        card.lacks(Rule::CompletionMissing);
    }
}

/// The card READs 600 bytes to `at`; the peer's responses to it.
fn own_read(card: &mut Card, id: u64, n: u32, at: usize) -> Vec<Packet> {
    card.posts(id, READ, at, 600);
    card.sends(&packet(
        op::READ_REQUEST,
        ours(n),
        reth(REMOTE, RKEY, 600),
        &[],
    ));
    let bytes = other(600);
    let ack = aeth(syndrome::ACK, 0);
    let kinds = [
        (op::READ_RESPONSE_FIRST, ack.clone()),
        (op::READ_RESPONSE_MIDDLE, vec![]),
        (op::READ_RESPONSE_LAST, ack),
    ];
    let parts = kinds.into_iter().zip(bytes.chunks(PMTU)).zip(n..);
    parts
        .map(|(((operation, header), part), n)| packet(operation, ours(n), header, part))
        .collect()
}

#[test]
fn requester_read_is_written_then_complete() {
    let mut card = Card::new();
    let responses = own_read(&mut card, 1, 0, 0x1000);
    responses.iter().for_each(|response| card.gets(response));
    card.writes(0x1000, &other(600)[..PMTU]);
    card.writes(0x1000 + PMTU, &other(600)[PMTU..2 * PMTU]);
    card.writes(0x1000 + 2 * PMTU, &other(600)[2 * PMTU..]);
    card.completes(1, Status::Success, done::READ, 0);
    card.good();
    let mut card = Card::new();
    let responses = own_read(&mut card, 1, 0, 0x1000);
    responses.iter().for_each(|response| card.gets(response));
    card.completes(1, Status::Success, done::READ, 0);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn requester_read_response_with_the_syndrome_of_a_nak_is_none() {
    let mut card = Card::new();
    let responses = own_read(&mut card, 1, 0, 0x1000);
    let odd = aeth(syndrome::NAK_SEQUENCE, 0);
    let payload = &responses[0].payload;
    card.gets(&packet(op::READ_RESPONSE_FIRST, ours(0), odd, payload));
    card.writes(0x1000, &other(600)[..PMTU]);
    card.breaks(Rule::Write);
}

#[test]
fn requester_read_is_not_complete_by_an_acknowledge() {
    let mut card = Card::new();
    own_read(&mut card, 1, 0, 0x1000);
    card.acked(syndrome::ACK, ours(2));
    card.completes(1, Status::Success, done::READ, 0);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn requester_read_with_a_gap_goes_on_from_the_gap() {
    for whole in [false, true] {
        let mut card = Card::new();
        let responses = own_read(&mut card, 1, 0, 0x1000);
        card.gets(&responses[0]);
        card.gets(&responses[2]);
        card.wait(2 * SETTLE);
        let (psn, skipped) = if whole { (0, 0) } else { (1, PMTU) };
        let rest = reth(REMOTE + skipped as u64, RKEY, 600 - skipped);
        card.sends(&packet(op::READ_REQUEST, ours(psn), rest, &[]));
        if whole {
            card.breaks(Rule::Resend);
            continue;
        }
        card.gets(&packet(
            op::READ_RESPONSE_FIRST,
            ours(1),
            aeth(syndrome::ACK, 0),
            &responses[1].payload,
        ));
        card.gets(&responses[2]);
        card.writes(0x1000, &other(600)[..PMTU]);
        card.writes(0x1000 + PMTU, &other(600)[PMTU..2 * PMTU]);
        card.writes(0x1000 + 2 * PMTU, &other(600)[2 * PMTU..]);
        card.completes(1, Status::Success, done::READ, 0);
        card.good();
    }
}

#[test]
fn requester_response_that_was_overtaken_may_be_taken_or_left() {
    let begin = || {
        let mut card = Card::new();
        let responses = own_read(&mut card, 1, 0, 0x1000);
        for index in [0, 2, 1] {
            card.gets(&responses[index]);
        }
        // Somebody else's write, which no READ explains, decides nothing.
        card.gets(&packet(op::FETCH_ADD, theirs(0), atomic(BASE, 5, 0), &[]));
        card.writes(0, &(word() + 5).to_le_bytes());
        card.sends(&atomic_answer(0, word()));
        card.writes(0x1000, &other(600)[..PMTU]);
        (card, responses)
    };
    let rest = |n: u32, skipped: usize| {
        let reth = reth(REMOTE + skipped as u64, RKEY, 600 - skipped);
        packet(op::READ_REQUEST, ours(n), reth, &[])
    };
    let ack = aeth(syndrome::ACK, 1);
    // Taken: it goes on with the last.
    let (mut card, responses) = begin();
    card.writes(0x1000 + PMTU, &other(600)[PMTU..2 * PMTU]);
    card.sends(&rest(2, 2 * PMTU));
    let last = &responses[2].payload;
    card.gets(&packet(op::READ_RESPONSE_ONLY, ours(2), ack.clone(), last));
    card.writes(0x1000 + 2 * PMTU, last);
    card.completes(1, Status::Success, done::READ, 0);
    card.good();
    // Left: it is asked for again, and memory has changed over there. Once its first bytes were seen, that is settled.
    for taken in [false, true] {
        let (mut card, responses) = begin();
        if taken {
            card.writes(0x1000 + PMTU, &other(600)[PMTU..2 * PMTU]);
        }
        card.sends(&rest(1, PMTU));
        let news = [9; PMTU];
        card.gets(&packet(
            op::READ_RESPONSE_FIRST,
            ours(1),
            ack.clone(),
            &news,
        ));
        card.gets(&responses[2]);
        card.writes(0x1000 + PMTU, &news);
        if taken {
            card.breaks(Rule::Write);
            continue;
        }
        card.writes(0x1000 + 2 * PMTU, &responses[2].payload);
        card.completes(1, Status::Success, done::READ, 0);
        card.good();
    }
}

#[test]
fn requester_that_went_back_may_leave_what_it_has_not_asked_for_again() {
    for taken in [false, true] {
        let mut card = Card::new();
        let first = own_read(&mut card, 1, 0, 0x1000);
        let second = own_read(&mut card, 2, 3, 0x2000);
        card.wait(2 * TIMEOUT_CYCLES);
        let request = |n| packet(op::READ_REQUEST, ours(n), reth(REMOTE, RKEY, 600), &[]);
        card.sends(&request(0));
        let late = |card: &mut Card, at, parts: &[Packet]| {
            for (index, part) in parts.iter().enumerate() {
                card.gets(part);
                card.writes(at + index * PMTU, &part.payload);
            }
        };
        late(&mut card, 0x1000, &first);
        card.completes(1, Status::Success, done::READ, 0);
        // The peer answers both again, though it was asked once.
        if taken {
            late(&mut card, 0x2000, &second);
        } else {
            second.iter().for_each(|part| card.gets(part));
            card.sends(&request(3));
            late(&mut card, 0x2000, &second);
        }
        card.completes(2, Status::Success, done::READ, 0);
        card.good();
    }
}

#[test]
fn requester_read_resumed_with_the_old_address_is_refused() {
    let mut card = Card::new();
    let responses = own_read(&mut card, 1, 0, 0x1000);
    card.gets(&responses[0]);
    card.gets(&responses[2]);
    card.sends(&packet(
        op::READ_REQUEST,
        ours(1),
        reth(REMOTE, RKEY, 600 - PMTU),
        &[],
    ));
    card.breaks(Rule::Header);
}

#[test]
fn requester_response_of_the_wrong_length_fails_the_read() {
    let mut card = Card::new();
    let mut responses = own_read(&mut card, 1, 0, 0x1000);
    responses[2].payload.truncate(80);
    responses.iter().for_each(|response| card.gets(response));
    card.completes(1, Status::BadResponse, done::READ, 0);
    card.good();
}

#[test]
fn requester_reads_outstanding_are_limited() {
    let mut card = Card::new();
    for n in 0..3 {
        own_read(&mut card, u64::from(n), 3 * n, 0x1000);
    }
    card.breaks(Rule::ReadLimit);
}

#[test]
fn requester_fence_waits_for_reads() {
    for answered in [false, true] {
        let mut card = Card::new();
        let responses = own_read(&mut card, 1, 0, 0x1000);
        if answered {
            responses.iter().for_each(|response| card.gets(response));
            card.writes(0x1000, &other(600)[..PMTU]);
            card.writes(0x1000 + PMTU, &other(600)[PMTU..2 * PMTU]);
            card.writes(0x1000 + 2 * PMTU, &other(600)[2 * PMTU..]);
        }
        card.posts_with(2, WRITE, 0, 8, |request| request.fence = true);
        card.sends(&own_write(3, 0, 8)[0]);
        if answered {
            card.acked(syndrome::ACK, ours(3));
            card.completes(1, Status::Success, done::READ, 0);
            card.completes(2, Status::Success, done::WRITE, 0);
            card.good();
        } else {
            card.breaks(Rule::Fence);
        }
    }
}

#[test]
fn requester_window_is_half_the_circle() {
    let mut card = Card::new();
    let read = |card: &mut Card, id, n: u32, length: usize| {
        card.posts(id, READ, 0, length);
        card.sends(&packet(
            op::READ_REQUEST,
            ours(n),
            reth(REMOTE, RKEY, length),
            &[],
        ));
    };
    read(&mut card, 1, 0, PMTU << 22);
    read(&mut card, 2, 1 << 22, PMTU << 22);
    assert!(card.outcome.is_ok());
    card.posts(3, WRITE, 0, 8);
    card.sends(&own_write(1 << 23, 0, 8)[0]);
    card.breaks(Rule::Window);
}

#[test]
fn requester_atomic_returns_what_was_found() {
    let mut card = Card::new();
    let add = Operation::FetchAdd {
        va: REMOTE,
        rkey: RKEY,
        add: 3,
    };
    card.posts(1, add, 0x1000, 8);
    let header = AtomicEth {
        va: REMOTE.into(),
        rkey: RKEY.into(),
        swap_add: 3.into(),
        compare: 0.into(),
    };
    card.sends(&packet(
        op::FETCH_ADD,
        ours(0),
        header.as_bytes().to_vec(),
        &[],
    ));
    let mut answer = aeth(syndrome::ACK, 1);
    answer.extend(0x1122_3344_5566_7788_u64.to_be_bytes());
    card.gets(&packet(op::ATOMIC_ACKNOWLEDGE, ours(0), answer, &[]));
    card.writes(0x1000, &0x1122_3344_5566_7788_u64.to_le_bytes());
    card.completes(1, Status::Success, done::FETCH_ADD, 0);
    card.good();
}

#[test]
fn requester_local_key_without_the_right_fails_its_request() {
    let mut card = Card::new();
    let foreign = |request: &mut Request| {
        let piece = Piece {
            va: SECOND,
            length: 8,
            lkey: PRIVATE,
        };
        request.payload = Payload::Pieces(vec![piece]);
    };
    card.posts_with(1, READ, 0, 8, foreign);
    card.completes(1, Status::LocalProtection, done::READ, 0);
    card.good();
    let mut card = Card::new();
    card.posts_with(1, WRITE, 0, 8, foreign);
    card.completes(1, Status::LocalProtection, done::WRITE, 0);
    card.breaks(Rule::CompletionStatus);
}

#[test]
fn queue_pair_that_is_gone_leaves_nothing_behind() {
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 8);
    card.see(Event::Disconnect(QPN));
    card.sends(&own_write(0, 0, 8)[0]);
    card.wait(2 * SETTLE);
    card.sends(&own_write(0, 0, 8)[0]);
    card.breaks(Rule::Destination);
}

#[test]
fn receiver_that_may_drop_is_judged_either_way() {
    for dropped in [false, true] {
        let settings = Settings {
            settle: SETTLE,
            may_drop: true,
            ..Settings::default()
        };
        let mut card = Card::with(|_| {}, settings);
        card.gets(&write_only(0, 0, &other(8)));
        card.gets(&write_only(1, 8, &other(8)));
        if dropped {
            card.answers(syndrome::NAK_SEQUENCE, theirs(0), 0);
        } else {
            card.writes(0, &other(8));
            card.writes(8, &other(8));
            card.acks(theirs(1), 2);
        }
        card.good();
    }
}
