//! The card against the recorded server: its requests beside the kernel's, and the recorded answers as they were delivered.
use super::books::Books;
use super::departures;
use super::packet::{Packet, Translation};
use super::recording::{From, Happening, Line, Operation, Over, Recording, Work};
use super::stage::{CARD_MAC, Part, Stage};
use ferric::verbs::{Payload, SendFlags, SendOperation, SendWr, WcStatus};

/// Cycles that the card may take for a frame or a completion: longer than its transport timer and the longest RNR wait.
const PATIENCE: u64 = 60_000;
/// 2^14 ticks, here cycles.
const TIMEOUT: u8 = 14;

fn outcome(status: WcStatus) -> &'static str {
    match status {
        WcStatus::Success => "ok",
        WcStatus::Flushed => "Work Request Flushed Error",
        WcStatus::LocalLength => "local length error",
        WcStatus::RemoteInvalidRequest => "remote invalid request error",
        WcStatus::RemoteAccess => "remote access error",
        WcStatus::RemoteOperation => "remote operation error",
        WcStatus::RetryExceeded => "transport retry counter exceeded",
        WcStatus::RnrRetryExceeded => "RNR retry counter exceeded",
        _ => "something else",
    }
}

fn post(recording: &Recording, part: &Part, work: &Work) {
    let remote_addr = recording.base + work.remote as u64;
    let rkey = work.rkey.unwrap_or(recording.rkey);
    let imm_data = work.immediate;
    let operation = match work.operation {
        Operation::Write => SendOperation::RdmaWrite { remote_addr, rkey },
        Operation::WriteImm => SendOperation::RdmaWriteWithImm {
            remote_addr,
            rkey,
            imm_data,
        },
        Operation::Send => SendOperation::Send,
        Operation::SendImm => SendOperation::SendWithImm { imm_data },
        Operation::SendInvalidate => SendOperation::SendWithInvalidate { rkey },
        Operation::Read => SendOperation::RdmaRead { remote_addr, rkey },
        Operation::CompareSwap => SendOperation::CompareSwap {
            remote_addr,
            rkey,
            compare: work.compare_add,
            swap: work.swap,
        },
        Operation::FetchAdd => SendOperation::FetchAdd {
            remote_addr,
            rkey,
            add: work.compare_add,
        },
    };
    let sge = part
        .memory
        .sge(work.local..work.local + work.length)
        .expect("inside");
    let sges = if work.length == 0 { vec![] } else { vec![sge] };
    let mut request = SendWr::new(0, operation, Payload::Sges(&sges)).signaled();
    if work.solicited {
        request = request.with(SendFlags::SOLICITED);
    }
    part.qp.post_send(&[request]).expect("there is room");
}

pub fn play(stage: &Stage, over: Over, name: &str) {
    let recording = Recording::open(over, name);
    let (retries, rnr_retries) = match name {
        "rc_bad_qpn" | "loss_all" | "rc_rnr_exceeded" => (2, 2),
        _ => (7, 7),
    };
    let part = stage.cast(&recording, true, |builder| {
        builder
            .set_timeout(TIMEOUT)
            .set_retry_count(retries)
            .set_rnr_retry(rnr_retries)
    });
    // Only the addresses of the frame change: the card is told the recorded memory and key.
    let translation = Translation {
        mac: CARD_MAC,
        qpn: part.qp.number(),
        recorded_base: 0,
        base: 0,
        recorded_rkey: 0,
        rkey: 0,
    };
    let mut books = Books::new();
    let mut lines = recording.lines.clone().into_iter().peekable();
    let mut posted = recording.client_psn;
    let mut statuses: Vec<String> = Vec::new();
    let happenings = departures::of_requester(name, recording.happenings.clone());
    for happening in &happenings {
        match happening {
            Happening::Sent(From::Client, frame) if !Packet::read(frame).is_response() => {
                let packet = Packet::read(frame);
                while packet.psn.wrapping_sub(posted) & 0x80_0000 == 0 {
                    // A batch: all work requests up to the completions that were waited for.
                    while let Some(line) = lines.next_if(|line| !matches!(line, Line::Completed(_)))
                    {
                        books.enter(&line);
                        match &line {
                            Line::ClientFill(offset, length, _) => {
                                let bytes = &books.client[*offset..offset + length];
                                part.memory.write(*offset, bytes).expect("inside");
                            }
                            Line::Post(work) => {
                                post(&recording, &part, work);
                                posted = (posted + recording.psns(work)) & 0xFF_FFFF;
                            }
                            _ => {}
                        }
                    }
                    if let Some(line) = lines.next() {
                        books.enter(&line);
                        if let Line::Completed(list) = line {
                            statuses.extend(list);
                        }
                    }
                }
                let found = stage
                    .next(PATIENCE)
                    .unwrap_or_else(|| panic!("{name}: the card does not send {packet:?}"));
                assert_eq!(
                    departures::seen(name, found),
                    packet,
                    "{name}: card, kernel"
                );
            }
            Happening::Delivered(From::Server, frame) if Packet::read(frame).is_response() => {
                stage.send(translation.to_card(frame));
            }
            _ => {}
        }
    }
    let done = stage.completions(&part, statuses.len(), PATIENCE);
    let found: Vec<&str> = done.iter().map(|done| outcome(done.status)).collect();
    assert_eq!(
        found,
        departures::statuses(name, statuses),
        "{name}: completions, card and kernel"
    );
    let late = stage.until_quiet();
    assert!(
        late.is_empty(),
        "{name}: the card sends more than the kernel: {late:?}"
    );
    if departures::failed(name) {
        return;
    }
    let mut memory = vec![0; books.client.len()];
    part.memory.read(0, &mut memory).expect("all of it");
    books.uncertain.clear();
    let difference = books.difference(&books.client, &memory);
    assert_eq!(
        difference, None,
        "{name}: the first byte that differs in the card's memory"
    );
}
