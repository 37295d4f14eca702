//! The reference model on histories made by hand: good ones it accepts, and for each rule one that breaks it and nothing else.
mod requester;
mod requester_reads;
mod responder;
mod responder_reads;

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
            tag: None,
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

fn word() -> u64 {
    u64::from_le_bytes(std::array::from_fn(byte))
}
fn atomic_answer(n: u32, found: u64) -> Packet {
    let mut header = aeth(syndrome::ACK, n + 1);
    header.extend(found.to_be_bytes());
    packet(op::ATOMIC_ACKNOWLEDGE, theirs(n), header, &[])
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

/// The frame with a tag.
fn tagged(mut frame: Vec<u8>, tag: u16) -> Vec<u8> {
    let tag = [wire::ETHERTYPE_VLAN, tag].map(u16::to_be_bytes);
    frame.splice(12..12, tag.into_iter().flatten());
    frame
}

#[test]
fn frames_of_another_vlan_reach_nobody_and_each_is_sent_with_its_own_tag() {
    const OWN: u16 = 0x6064;
    let on_vlan = || {
        let settings = Settings {
            settle: SETTLE,
            ..Settings::default()
        };
        Card::with(|attributes| attributes.tag = Some(OWN), settings)
    };
    for tag in [None, Some(0x6000), Some(0x6065)] {
        let mut card = on_vlan();
        let one = frame(&write_only(0, 0, &other(8)), false);
        card.see(Event::Received(
            &tag.map_or(one.clone(), |tag| tagged(one, tag)),
        ));
        card.good();
    }
    for (tag, right) in [(OWN, true), (OWN ^ 1, false), (OWN ^ 0x2000, false)] {
        let mut card = on_vlan();
        card.posts(1, WRITE, 0, 8);
        card.see(Event::Sent(&tagged(
            frame(&own_write(0, 0, 8)[0], true),
            tag,
        )));
        match right {
            true => assert!(card.outcome.is_ok()),
            false => card.breaks(Rule::Destination),
        }
    }
    // What is taken has to be done: whatever the priority, and without a tag as with one that only carries that.
    for (mut card, tag) in [(on_vlan(), 0xf064), (Card::new(), 0xe000)] {
        let write = frame(&write_only(0, 0, &other(8)), false);
        card.see(Event::Received(&tagged(write, tag)));
        card.wait(2 * SETTLE);
        card.lacks(Rule::WriteMissing);
    }
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
