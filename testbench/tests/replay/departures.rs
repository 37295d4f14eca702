//! Where the kernel's driver departs from the specification, so that the card must not do as it did. Each says why.
use super::packet::Packet;
use super::recording::{From, Happening};
use ferric_layout::opcode::operation::{READ_RESPONSE_FIRST, READ_RESPONSE_ONLY};

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
        // Digest §3: an answer to a READ begins with First or Only, whichever part of an earlier READ it asks for again. The kernel goes on
        // in the middle.
        "loss_read_resp_last" => answers[4].opcode = READ_RESPONSE_ONLY,
        "loss_read_resp_middle" | "reorder_read_resp" => {
            let first = &mut answers[4];
            (first.opcode, first.syndrome, first.msn) = (READ_RESPONSE_FIRST, 0x1F, 1);
        }
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

fn packet(happening: &Happening) -> (From, Packet) {
    match happening {
        Happening::Sent(from, frame) | Happening::Delivered(from, frame) => {
            (*from, Packet::read(frame))
        }
    }
}

/// The frame that a side sent first with this PSN.
fn sent(happenings: &[Happening], side: From, psn: u32) -> Vec<u8> {
    let found = happenings.iter().find_map(|happening| match happening {
        Happening::Sent(from, frame) if *from == side && Packet::read(frame).psn == psn => {
            Some(frame.clone())
        }
        _ => None,
    });
    found.expect("it was sent")
}

/// What happens when the card is the client.
pub fn of_requester(name: &str, mut happenings: Vec<Happening>) -> Vec<Happening> {
    if asks_again(name) {
        let request = sent(&happenings, From::Client, 0x1000);
        let answer = sent(&happenings, From::Server, 0x1000);
        happenings.push(Happening::Sent(From::Client, request));
        happenings.push(Happening::Delivered(From::Server, answer));
    }
    // Two sequence NAKs come, for the packet that was overtaken and for the one after it. The kernel goes back to the first, the card, which
    // hears of the second before it has gone back, to the second: the packet between has arrived. Where the second came only after the kernel
    // had gone back, both do the same.
    if name == "reorder_write" {
        let overtaken = |happening: &Happening| {
            matches!(happening, Happening::Sent(From::Client, _))
                && packet(happening).1.psn == 0x1001
        };
        let second = |happening: &Happening| {
            let (from, packet) = packet(happening);
            from == From::Server && (packet.psn, packet.syndrome) == (0x1002, 0x60)
        };
        let again = happenings.iter().rposition(overtaken);
        let again = again.expect("it was sent again");
        if happenings.iter().position(second) < Some(again) {
            happenings.remove(again);
        }
    }
    // Digest §8: a READ response ahead says that those before it are lost, so the card asks for them at once. The kernel waits for its
    // timer, and has got the one that was late by then.
    if name == "reorder_read_resp" {
        let late = sent(&happenings, From::Server, 0x1001);
        let again = happenings.iter().rposition(|happening| {
            packet(happening).0 == From::Client && matches!(happening, Happening::Sent(..))
        });
        let behind = again.expect("it asked again") + 1;
        happenings.insert(behind, Happening::Delivered(From::Server, late));
    }
    happenings
}

/// The answer says nothing that the card may believe, so it sends the request again, and gets the answer as it was before it was rewritten.
///
/// Digest §2: reserved syndromes are ignored until the transport timer runs out; the kernel takes one for an acknowledge, and for the other
/// fails the work request. Digest §8: a READ is completed by its data alone, and an acknowledge of its PSN says that the data is lost; the
/// kernel completes it without.
fn asks_again(name: &str) -> bool {
    matches!(
        name,
        "mut_ack_reserved_syndrome" | "mut_ack_nak_inv_rd" | "mut_rsp_read_is_ack"
    )
}

/// A request of the card, as the kernel would have sent it.
pub fn seen(name: &str, mut packet: Packet) -> Packet {
    // It asks for the late response too, see [`of_requester`].
    if name == "reorder_read_resp" && packet.psn == 0x1001 {
        packet.psn += 1;
        packet.va += 1024;
        packet.dma_length -= 1024;
    }
    packet
}

/// How work requests must end.
pub fn statuses(name: &str, statuses: Vec<String>) -> Vec<String> {
    if asks_again(name) {
        return vec!["ok".into()];
    }
    // Digest §8: an Only that is not all of what was asked for is a length error. The kernel looks at PSNs alone.
    if name == "mut_rsp_read_opcode_first_to_only" {
        return vec!["local length error".into()];
    }
    statuses
}

/// The card fails a work request that the kernel has completed, so its memory is another.
pub fn failed(name: &str) -> bool {
    name == "mut_rsp_read_opcode_first_to_only"
}
