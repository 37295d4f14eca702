//! Where the kernel's driver departs from the specification, so that the card must not do as it did. Each says why.
use super::packet::Packet;
use super::recording::{From, Happening};

/// The answers that the card has to give in place of the kernel's.
pub fn of_responder(name: &str, mut answers: Vec<Packet>) -> Vec<Packet> {
    match name {
        // Digest §7: after an RNR NAK, packets ahead are dropped without another NAK. The kernel sends a sequence NAK.
        "rc_rnr_multi" => answers.retain(|answer| answer.syndrome != 0x60),
        // Digest §6: a SEND longer than the receive is an invalid request. The kernel says remote operational error.
        "rc_nak_send_too_long" => answers[0].syndrome = 0x61,
        // Digest §6: a WRITE's Last that leaves bytes of its RETH's length to come is an invalid request. The kernel takes it for the end, and
        // refuses the next Middle.
        "mut_req_opcode_middle_to_last" => {
            (answers[0].psn, answers[0].msn) = (answers[0].psn - 1, 0);
        }
        // Digest §6: a reserved opcode is an invalid request. The kernel drops it, and takes what the client sends again.
        "mut_req_opcode_reserved" => {
            answers.truncate(1);
            (answers[0].syndrome, answers[0].msn) = (0x61, 0);
        }
        // Digest §6: a READ of more than 2^31 bytes is an invalid request. The kernel looks at the key first.
        "mut_req_read_len_2g1" => answers[0].syndrome = 0x61,
        // Digest §7: a duplicate is answered with the PSN before the expected one, also if none has come yet. The kernel says -1.
        "mut_req_psn_behind" => answers[0].psn = 0xFFF,
        _ => {}
    }
    answers
}

/// The card refuses a request that the kernel has executed, so its memory is another.
pub fn refused(name: &str) -> bool {
    name == "mut_req_opcode_reserved"
}

/// What happens when the card is the client.
pub fn of_requester(name: &str, mut happenings: Vec<Happening>) -> Vec<Happening> {
    if ignores_the_answer(name) {
        let first = |from| {
            let sent = happenings.iter().find_map(|happening| match happening {
                Happening::Sent(side, frame) if *side == from => Some(frame.clone()),
                _ => None,
            });
            sent.expect("both sides sent something")
        };
        let (request, answer) = (first(From::Client), first(From::Server));
        happenings.push(Happening::Sent(From::Client, request));
        happenings.push(Happening::Delivered(From::Server, answer));
    }
    // Two sequence NAKs come, for the packet that was overtaken and for the one after it. The kernel goes back to the first, the card, which
    // hears of the second before it has gone back, to the second: the packet between has arrived.
    if name == "reorder_write" {
        let overtaken = |happening: &Happening| match happening {
            Happening::Sent(From::Client, frame) => Packet::read(frame).psn == 0x1001,
            _ => false,
        };
        let again = happenings.iter().rposition(overtaken);
        happenings.remove(again.expect("it was sent again"));
    }
    happenings
}

/// Digest §2: reserved syndromes are ignored, so the transport timer runs out, and the request is sent again; the answer as it was before it
/// was rewritten then ends it. The kernel takes one for an acknowledge, and for the other fails the work request.
fn ignores_the_answer(name: &str) -> bool {
    matches!(name, "mut_ack_reserved_syndrome" | "mut_ack_nak_inv_rd")
}

/// A request of the card, as the kernel would have sent it.
pub fn seen(_name: &str, packet: Packet) -> Packet {
    packet
}

/// How work requests must end.
pub fn statuses(name: &str, statuses: Vec<String>) -> Vec<String> {
    if ignores_the_answer(name) {
        return vec!["ok".into()];
    }
    statuses
}
