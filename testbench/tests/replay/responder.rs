//! The recorded client against the card: its requests as they were delivered, and the card's answers beside the kernel's.
use super::books::Books;
use super::departures;
use super::packet::{Packet, Translation};
use super::recording::{From, Happening, Line, Over, Recording};
use super::stage::{CARD_MAC, Part, Stage};
use ferric::verbs::{AccessFlags, RecvWr};
use ferric_layout::opcode::Kind;
use ferric_layout::status::syndrome;

fn is_kind(packet: &Packet, kind: u8) -> bool {
    packet.is(Kind::Acknowledge)
        && packet.syndrome & (syndrome::KIND_MASK | syndrome::RESERVED) == kind
}

/// An acknowledge that says no more than that.
fn is_plain(packet: &Packet) -> bool {
    is_kind(packet, syndrome::KIND_ACK)
}

/// Whether `later` says what `packet` says, and more.
fn covers(later: &Packet, packet: &Packet) -> bool {
    is_plain(packet) && later.psn.wrapping_sub(packet.psn) & 0x80_0000 == 0
}

/// Compares answers; a coalesced acknowledge stands for those that it covers.
fn compare(expected: &[Packet], found: &[Packet]) -> Result<(), String> {
    let (mut e, mut f) = (expected, found);
    loop {
        match (e, f) {
            ([], []) => return Ok(()),
            ([x, ..], [y, ..]) if x == y => (e, f) = (&e[1..], &f[1..]),
            ([x, ..], _) if f.iter().any(|later| covers(later, x)) => e = &e[1..],
            (_, [y, ..]) if e.iter().any(|later| covers(later, y)) => f = &f[1..],
            _ => {
                let at = expected.len() - e.len();
                return Err(format!(
                    "they part at answer {at}\n  kernel: {expected:?}\n  card:   {found:?}"
                ));
            }
        }
    }
}

struct Server<'s> {
    stage: &'s Stage,
    part: Part,
    books: Books,
    /// Lines of the log not reached yet.
    lines: std::vec::IntoIter<Line>,
}

impl Server<'_> {
    /// Does what the server's program did up to and with the next line like this; whether there is one.
    fn proceed(&mut self, until: impl Fn(&Line) -> bool) -> bool {
        if !self.lines.as_slice().iter().any(&until) {
            return false;
        }
        for line in self.lines.by_ref() {
            self.books.enter(&line);
            match line {
                Line::ServerFill(offset, length, _) => {
                    let bytes = &self.books.server[offset..offset + length];
                    self.part.memory.write(offset, bytes).expect("inside");
                }
                Line::Receive(offset, length) => {
                    let sge = self
                        .part
                        .memory
                        .sge(offset..offset + length)
                        .expect("inside");
                    let sges = if length == 0 { vec![] } else { vec![sge] };
                    let receive = [RecvWr::new(offset as u64, &sges)];
                    self.part.qp.post_recv(&receive).expect("there is room");
                }
                _ => {}
            }
            if until(&line) {
                break;
            }
        }
        true
    }
}

pub fn play(stage: &Stage, over: Over, name: &str) {
    let recording = Recording::open(over, name);
    let access = match name {
        "rc_nak_read_noperm" | "rc_nak_atomic_noperm" => {
            AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE
        }
        _ => AccessFlags::from_bits(u8::MAX),
    };
    let rnr_timer = if name.starts_with("rc_rnr") { 26 } else { 12 };
    let part = stage.cast(&recording, false, |builder| {
        builder.set_access(access).set_min_rnr_timer(rnr_timer)
    });
    let translation = Translation {
        mac: CARD_MAC,
        qpn: part.qp.number(),
        recorded_base: recording.base,
        base: part.memory.addr(),
        recorded_rkey: recording.rkey,
        rkey: part.memory.rkey(),
    };
    let mut server = Server {
        stage,
        part,
        books: Books::new(),
        lines: recording.lines.clone().into_iter(),
    };
    // The PSN after the work requests that the client has posted by now.
    let mut posted = recording.client_psn;
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let mut refused = false;
    if name == "rc_bad_qpn" {
        drop(server.part.qp);
        for happening in &recording.happenings {
            if let Happening::Delivered(From::Client, frame) = happening {
                stage.send(translation.to_card(frame));
                assert_eq!(stage.until_quiet(), [], "{name}: nobody is there to answer");
            }
        }
        return;
    }
    for (index, happening) in recording.happenings.iter().enumerate() {
        match happening {
            Happening::Sent(From::Server, frame) => {
                let packet = Packet::read(frame);
                if packet.is_response() {
                    expected.push(packet);
                }
            }
            Happening::Sent(From::Client, frame) => {
                let packet = Packet::read(frame);
                if packet.is_response() {
                    continue;
                }
                // The client has posted what it sends, and the server has done all that was before.
                while packet.psn.wrapping_sub(posted) & 0x80_0000 == 0 {
                    let Some(Line::Post(work)) = server
                        .lines
                        .as_slice()
                        .iter()
                        .find(|line| matches!(line, Line::Post(_)))
                        .cloned()
                    else {
                        panic!("{name}: nothing in the log makes {packet:?}");
                    };
                    posted = (posted + recording.psns(&work)) & 0xFF_FFFF;
                    server.proceed(|line| matches!(line, Line::Post(_)));
                }
            }
            Happening::Delivered(From::Client, frame) => {
                let next = recording.happenings[index..]
                    .iter()
                    .find_map(|later| match later {
                        Happening::Sent(From::Server, frame) => Some(Packet::read(frame)),
                        _ => None,
                    });
                if refused && next.is_some_and(|next| !is_kind(&next, syndrome::RNR_NAK)) {
                    server.proceed(|line| matches!(line, Line::Receive(..)));
                    refused = false;
                }
                if Packet::read(frame).is_response() {
                    continue;
                }
                stage.send(translation.to_card(frame));
                let answers = server.stage.until_quiet();
                refused |= answers
                    .iter()
                    .any(|answer| is_kind(answer, syndrome::RNR_NAK));
                found.extend(answers);
            }
            _ => {}
        }
    }
    server.proceed(|line| matches!(line, Line::Completed(_)));
    if let Err(difference) = compare(&departures::of_responder(name, expected), &found) {
        panic!("{name}: {difference}");
    }
    if departures::refused(name) {
        return;
    }
    let mut memory = vec![0; server.books.server.len()];
    server.part.memory.read(0, &mut memory).expect("all of it");
    let difference = server.books.difference(&server.books.server, &memory);
    assert_eq!(
        difference, None,
        "{name}: the first byte that differs in the card's memory"
    );
}
