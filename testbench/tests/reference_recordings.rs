//! The Linux driver's own traffic before the reference model: both of its ends are judged as if they were cards. Where Linux departs from
//! the protocol, the model must refuse it, and the table says why.
use ferric::verbs::{Gid, MacAddress};
use ferric_layout::Psn;
use ferric_layout::completion::opcode;
use ferric_layout::qp::access;
use ferric_layout::status::{Status, syndrome};
use ferric_layout::wire::DEFAULT_PKEY;
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::wire::Side;
use ferric_testbench::recordings::{self, Frame, Recording, fields, number, pattern};
use ferric_testbench::reference::{
    Attributes, Checker, Completion, Event, Key, Operation, Packet, Payload, Piece, Receive,
    Request, Rule, Settings, Violation,
};
use std::collections::VecDeque;
use std::net::Ipv4Addr;

/// Bytes of memory at each side.
const MEMORY: usize = 65536;
/// Bytes that the memory window opens.
const WINDOW: u64 = 8192;
/// Nanoseconds of a cycle.
const CYCLE: u64 = 4;
/// What a driver under software emulation may not know yet: 4 ms.
const SETTLE: u64 = 1_000_000;

/// Where Linux departs from the protocol: scenario, side, what the model says, why that is right.
const DEPARTURES: &[(&str, Side, Rule, &str)] = &[
    (
        "rc_nak_send_too_long",
        Side::B,
        Rule::Syndrome,
        "answers a SEND longer than the receive as if its own memory had failed; it is the request that is invalid",
    ),
    (
        "rc_rnr_multi",
        Side::B,
        Rule::Answer,
        "refuses the packets behind one that met no receive a second time, by a sequence NAK; one refusal is enough",
    ),
    (
        "loss_read_resp_middle",
        Side::B,
        Rule::ReadResponse,
        "answers the rest of a READ as the middle of the first answer; it is a request of its own, and begins with a first",
    ),
    (
        "loss_read_resp_last",
        Side::B,
        Rule::ReadResponse,
        "as above: one packet is an only, not a last",
    ),
    ("reorder_read_resp", Side::B, Rule::ReadResponse, "as above"),
    (
        "mut_req_opcode_reserved",
        Side::B,
        Rule::AnswerOrder,
        "drops a reserved opcode in silence; it is an invalid request",
    ),
    (
        "mut_req_opcode_middle_to_last",
        Side::B,
        Rule::AnswerOrder,
        "takes a last packet for good that ends the WRITE before its announced length",
    ),
    (
        "mut_req_read_len_2g1",
        Side::B,
        Rule::Syndrome,
        "sees in a READ of more than 2^31 bytes only that the key does not open so much",
    ),
    (
        "mut_req_psn_behind",
        Side::B,
        Rule::Answer,
        "acknowledges PSN 2^24-1 before any request was received, whatever PSN the connection began with",
    ),
    (
        "mut_ack_nak_inv_rd",
        Side::A,
        Rule::CompletionStatus,
        "fails by a NAK code that means nothing to a reliable connection",
    ),
    (
        "mut_ack_reserved_syndrome",
        Side::A,
        Rule::CompletionEarly,
        "takes the reserved kind of syndrome for an acknowledge",
    ),
    (
        "mut_rsp_read_opcode_first_to_only",
        Side::A,
        Rule::CompletionEarly,
        "takes an only for the first of several READ responses",
    ),
    (
        "mut_rsp_read_is_ack",
        Side::A,
        Rule::CompletionEarly,
        "completes a READ by an acknowledge, without its data",
    ),
];
/// After the last frame of a recording: longer than any timer in it.
const REST: u64 = 1_000_000_000;

struct End {
    checker: Checker,
    attributes: Attributes,
    base: u64,
    key: u32,
    /// Next PSN to be given to a work request.
    posted: Psn,
    receives: u64,
    /// Sends posted and not completed.
    open: VecDeque<u64>,
    sends: u64,
    completed: u64,
    gone: bool,
}

impl End {
    fn see(&mut self, cycle: u64, event: Event<'_>) -> Result<(), Violation> {
        if self.gone {
            return Ok(());
        }
        self.checker.see(cycle, event)
    }

    fn receive(&mut self, cycle: u64, at: u64, length: u64) -> Result<(), Violation> {
        let piece = Piece {
            va: self.base + at,
            length: length as u32,
            lkey: self.key,
        };
        let pieces = if length == 0 { vec![] } else { vec![piece] };
        let id = self.receives;
        self.receives += 1;
        self.see(
            cycle,
            Event::PostReceive(self.attributes.qpn, Receive { id, pieces }),
        )
    }

    fn post(
        &mut self,
        cycle: u64,
        operation: Operation,
        at: u64,
        length: u64,
        solicited: bool,
    ) -> Result<(), Violation> {
        let id = self.sends;
        self.sends += 1;
        self.open.push_back(id);
        let packets = length.div_ceil(self.attributes.pmtu as u64).max(1);
        self.posted = self.posted.add(packets as u32);
        let piece = Piece {
            va: self.base + at,
            length: length as u32,
            lkey: self.key,
        };
        let request = Request {
            id,
            operation,
            payload: Payload::Pieces(vec![piece]),
            signaled: true,
            fence: false,
            solicited,
        };
        self.see(cycle, Event::PostSend(self.attributes.qpn, request))
    }
}

struct Replay<'r> {
    recording: &'r Recording,
    ends: [End; 2],
    line: usize,
    peer: u64,
    peer_key: u32,
    /// Key that the client asks to be invalidated.
    invalidated: Option<u32>,
}

/// The recorded machines' addresses: over IPv6 link-local ones, of their MAC addresses.
fn gid(v6: bool, host: u8) -> [u8; 16] {
    match v6 {
        true => Gid::link_local(MacAddress([0x52, 0x54, 0, 0, 0, host])).0,
        false => Gid::from(Ipv4Addr::new(10, 0, 0, host)).0,
    }
}

impl<'r> Replay<'r> {
    fn new(recording: &'r Recording) -> Self {
        let words = recording.log.iter().find(|line| line.contains("cqpn "));
        let given = fields(words.expect("the scenario's numbers"));
        let name = recording.name.as_str();
        let hard = name.starts_with("mut_") || matches!(name, "loss_all" | "rc_bad_qpn");
        let mut all = access::ALL;
        if name.ends_with("_noperm") {
            all = access::LOCAL_WRITE | access::REMOTE_WRITE;
        }
        let place = Roce::find(&recording.frames[0].bytes);
        let v6 = place.expect("a RoCE v2 frame").v6;
        let end = |side: Side| {
            let client = side == Side::A;
            let pick = |a: &str, b: &str| given[if client { a } else { b }];
            let other = |a: &str, b: &str| given[if client { b } else { a }];
            let attributes = Attributes {
                qpn: pick("cqpn", "sqpn") as u32,
                peer_qpn: other("cqpn", "sqpn") as u32,
                gid: gid(v6, 1 + side.index() as u8),
                peer_gid: gid(v6, 1 + side.other().index() as u8),
                tag: None,
                pd: 1,
                pkey: DEFAULT_PKEY,
                pmtu: given["mtu"] as usize,
                access: if client { access::ALL } else { all },
                sq_psn: Psn::new(pick("cpsn", "spsn") as u32),
                rq_psn: Psn::new(other("cpsn", "spsn") as u32),
                max_rd_atomic: 16,
                max_dest_rd_atomic: 16,
                timeout: if hard { 15 } else { 16 },
                retry_cnt: if hard { 2 } else { 7 },
                rnr_retry: if hard || name == "rc_rnr_exceeded" {
                    2
                } else {
                    7
                },
                min_rnr_timer: if name.starts_with("rc_rnr") { 26 } else { 12 },
            };
            let mut checker = Checker::new(Settings {
                settle: SETTLE,
                sees_writes: false,
                ..Settings::default()
            });
            let (base, key) = (pick("caddr", "saddr"), pick("ckey", "srkey") as u32);
            let region = Key {
                key,
                pd: 1,
                access: access::ALL,
                va: base,
                length: MEMORY as u64,
            };
            let fill = if client {
                vec![0; MEMORY]
            } else {
                pattern(MEMORY, 0)
            };
            let posted = attributes.sq_psn;
            let connect = Event::Connect(attributes.clone());
            let set = checker
                .see(0, Event::Register(region, &fill))
                .and_then(|()| checker.see(0, connect));
            set.expect("nothing has happened yet");
            End {
                checker,
                attributes,
                base,
                key,
                posted,
                receives: 0,
                open: VecDeque::new(),
                sends: 0,
                completed: 0,
                gone: name == "rc_bad_qpn" && !client,
            }
        };
        Replay {
            recording,
            ends: [end(Side::A), end(Side::B)],
            line: 0,
            peer: given["saddr"],
            peer_key: given["srkey"] as u32,
            invalidated: None,
        }
    }

    /// One line of the log; whether it posted a send.
    fn step(&mut self, cycle: u64) -> Result<bool, (Side, Violation)> {
        let line = self.recording.log[self.line].as_str();
        self.line += 1;
        let [a, b] = &mut self.ends;
        let (at_a, at_b) = (|v| (Side::A, v), |v| (Side::B, v));
        let Some((word, rest)) = line.trim_start().split_once(' ') else {
            return Ok(false);
        };
        match word {
            "cqpn" => {}
            "fill" => {
                let given = fields(rest);
                let bytes = pattern(given["len"] as usize, given["seed"]);
                a.see(cycle, Event::Stored(a.base + given["off"], &bytes))
                    .map_err(at_a)?;
            }
            "mw" => {
                let key = Key {
                    key: fields(rest)["rkey"] as u32,
                    pd: 1,
                    access: access::REMOTE_READ | access::REMOTE_WRITE | access::REMOTE_INVALIDATE,
                    va: b.base,
                    length: WINDOW,
                };
                b.see(cycle, Event::Register(key, &[])).map_err(at_b)?;
            }
            "ctl" => {
                let words: Vec<_> = rest.split_whitespace().collect();
                let given: Vec<_> = words[1..].iter().map(|word| number(word)).collect();
                match words[0] {
                    "FILL" => {
                        let bytes = pattern(given[1] as usize, given[2]);
                        b.see(cycle, Event::Stored(b.base + given[0], &bytes))
                            .map_err(at_b)?;
                    }
                    "RECV" => b.receive(cycle, given[0], given[1]).map_err(at_b)?,
                    "OP" => {
                        let (va, rkey) = (a.base + given[3], a.key);
                        let write = Operation::Write {
                            va,
                            rkey,
                            immediate: None,
                        };
                        b.post(cycle, write, given[1], given[2], false)
                            .map_err(at_b)?;
                        return Ok(true);
                    }
                    _ => {}
                }
            }
            "wr" => {
                self.post(cycle, rest).map_err(at_a)?;
                return Ok(true);
            }
            _ => self.complete(cycle, line)?,
        }
        Ok(false)
    }

    /// A line like `READ loff 64 len 8 roff 0`.
    fn post(&mut self, cycle: u64, words: &str) -> Result<(), Violation> {
        let (operation, rest) = words.split_once(' ').expect("an operation");
        let (rest, solicited) = match rest.strip_suffix(" solicited") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let given = fields(rest);
        let get = |name: &str| given.get(name).copied().unwrap_or(0);
        let va = self.peer + get("roff");
        let named = given.get("rkey").map(|key| *key as u32);
        let rkey = named.unwrap_or(self.peer_key);
        let immediate = Some(get("imm") as u32).filter(|_| operation.ends_with("_IMM"));
        let operation = match operation {
            "SEND" | "SEND_IMM" => Operation::Send {
                immediate,
                invalidate: None,
            },
            "SEND_INV" => {
                self.invalidated = Some(rkey);
                Operation::Send {
                    immediate,
                    invalidate: Some(rkey),
                }
            }
            "WRITE" | "WRITE_IMM" => Operation::Write {
                va,
                rkey,
                immediate,
            },
            "READ" => Operation::Read { va, rkey },
            "CAS" => Operation::CompareSwap {
                va,
                rkey,
                compare: get("cmp/add"),
                swap: get("swp"),
            },
            "FETCH_ADD" => Operation::FetchAdd {
                va,
                rkey,
                add: get("cmp/add"),
            },
            _ => panic!("an operation that is not known: {operation}"),
        };
        self.ends[0].post(cycle, operation, get("loff"), get("len"), solicited)
    }

    /// A line like `write 64     ok:op1:len0:imm0:fl0;...`: what an end polled.
    fn complete(&mut self, cycle: u64, line: &str) -> Result<(), (Side, Violation)> {
        let server = ["server", "one RECV only"];
        let server = server
            .iter()
            .any(|word| line.trim_start().starts_with(word));
        let side = if server { Side::B } else { Side::A };
        for part in line.split(';').filter(|part| part.contains(":op")) {
            let head = part.split(':').next().expect("a status");
            let value = |name: &str| {
                let mut fields = part.split(':');
                let found = fields.find_map(|field| field.strip_prefix(name));
                found.expect("the log has all of them")
            };
            let end = &mut self.ends[side.index()];
            let status = status(head);
            let op: u8 = value("op").parse().expect("an opcode");
            let flags: u32 = value("fl").parse().expect("flags");
            let receive = side == Side::B && end.open.is_empty();
            let id = if receive {
                end.completed += 1;
                end.completed - 1
            } else {
                end.open.pop_front().expect("a send is open")
            };
            let imm = u32::from_str_radix(value("imm"), 16).expect("hexadecimal");
            let completion = Completion {
                id,
                status,
                opcode: if receive { op | opcode::RECEIVE } else { op },
                length: value("len").parse().expect("a length"),
                immediate: (receive && flags & 2 != 0).then_some(imm),
                invalidated: self.invalidated.filter(|_| receive && flags & 4 != 0),
            };
            let event = Event::Completed(end.attributes.qpn, completion);
            end.see(cycle, event)
                .map_err(|violation| (side, violation))?;
        }
        Ok(())
    }

    /// Follows the log until the frame's PSN belongs to a work request.
    fn catch_up(&mut self, frame: &Frame, cycle: u64) -> Result<(), (Side, Violation)> {
        let Ok(packet) = Packet::read(&frame.bytes) else {
            return Ok(());
        };
        let new = |end: &End| !packet.is_answer() && !packet.psn.is_before(end.posted);
        while new(&self.ends[frame.side.index()]) && self.line < self.recording.log.len() {
            self.step(cycle)?;
        }
        Ok(())
    }

    /// The log does not tell when a receive was posted that came too late for the first try; it was there when an acknowledge follows.
    fn receive_in_time(&mut self, index: usize, cycle: u64) -> Result<(), (Side, Violation)> {
        let mut later = self.recording.frames[index..].iter();
        let answer = later.find(|frame| frame.side == Side::B);
        let packet = answer.and_then(|frame| Packet::read(&frame.bytes).ok());
        let aeth = packet.and_then(|packet| packet.aeth);
        let ready = aeth.is_some_and(|aeth| aeth.syndrome & syndrome::KIND_MASK == 0);
        let is_receive = |line: &String| line.contains("ctl RECV");
        while ready && self.recording.log.get(self.line).is_some_and(is_receive) {
            self.step(cycle)?;
        }
        Ok(())
    }

    fn deliver(&mut self, frame: &Frame, cycle: u64) -> Result<(), (Side, Violation)> {
        let side = frame.side.other();
        let received = self.ends[side.index()].see(cycle, Event::Received(&frame.bytes));
        received.map_err(|violation| (side, violation))
    }

    fn run(&mut self) -> Result<(), (Side, Violation)> {
        let recording = self.recording;
        let mut held: Option<&Frame> = None;
        let mut cycle = 0;
        let began = recording.frames.first().map_or(0, |frame| frame.time);
        for (index, frame) in recording.frames.iter().enumerate() {
            cycle = (frame.time - began) / CYCLE;
            if frame.sent {
                self.catch_up(frame, cycle)?;
                self.receive_in_time(index, cycle)?;
                let sent = self.ends[frame.side.index()].see(cycle, Event::Sent(&frame.bytes));
                sent.map_err(|violation| (frame.side, violation))?;
            }
            if frame.held {
                held = Some(frame);
                continue;
            }
            if frame.delivered {
                self.deliver(frame, cycle)?;
            }
            if let Some(late) = held.take_if(|late| late.side == frame.side) {
                self.deliver(late, cycle)?;
            }
        }
        cycle += REST;
        while self.line < recording.log.len() {
            self.step(cycle)?;
        }
        // Not every receive of the server was polled before the scenario's end.
        let [client, server] = &mut self.ends;
        let finished = client.checker.finish(cycle);
        finished.map_err(|violation| (Side::A, violation))?;
        if !server.gone {
            let settled = server.checker.settled(cycle);
            settled.map_err(|violation| (Side::B, violation))?;
        }
        Ok(())
    }
}

/// A status in the words of the Linux driver.
fn status(text: &str) -> Status {
    let ends = |word: &str| text.ends_with(word);
    match () {
        () if ends("ok") => Status::Success,
        () if ends("remote access error") => Status::RemoteAccess,
        () if ends("remote invalid request error") => Status::RemoteInvalidRequest,
        () if ends("remote operation error") => Status::RemoteOperation,
        () if ends("Work Request Flushed Error") => Status::Flushed,
        () if ends("RNR retry counter exceeded") => Status::RnrRetryExceeded,
        () if ends("transport retry counter exceeded") => Status::RetryExceeded,
        () if ends("local QP operation error") => Status::LocalQpOperation,
        () if ends("bad response error") => Status::BadResponse,
        () => panic!("a status that is not known: {text}"),
    }
}

#[test]
fn recordings_of_linux_are_accepted_but_for_known_departures() {
    let reliable = |recording: &Recording| {
        !["uc_", "ud_", "ipv6_"]
            .iter()
            .any(|prefix| recording.name.starts_with(prefix))
    };
    let [v4, v6] = [recordings::all(), recordings::all_ipv6()];
    let recordings: Vec<_> = v4.into_iter().chain(v6).filter(reliable).collect();
    assert!(recordings.len() > 160, "{} scenarios", recordings.len());
    let mut wrong = Vec::new();
    for recording in &recordings {
        let outcome = Replay::new(recording).run();
        let known = DEPARTURES.iter().find(|(name, ..)| *name == recording.name);
        let found = outcome
            .as_ref()
            .err()
            .map(|(side, violation)| (*side, violation.rule));
        let expected = known.map(|(_, side, rule, _)| (*side, *rule));
        if found != expected {
            let said = outcome
                .err()
                .map(|(side, violation)| format!("{side:?}: {:?}: {violation}", violation.rule));
            wrong.push(format!("{}: {said:?}, expected {known:?}", recording.name));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} scenarios\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
