//! The requester: SEND, WRITE, acknowledges and going back.
use super::*;

#[test]
fn write_is_sent_acknowledged_and_complete() {
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
fn packets_are_those_of_the_work_request() {
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
fn last_packet_asks_for_an_acknowledge() {
    let mut card = Card::new();
    card.posts(1, WRITE, 3, 10);
    let mut packet = own_write(0, 3, 10).remove(0);
    packet.ack = false;
    card.sends(&packet);
    card.breaks(Rule::AckRequest);
}

#[test]
fn inline_bytes_immediate_and_solicited_event_are_sent() {
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
fn completion_before_the_acknowledge_is_refused() {
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
fn completions_come_once_and_in_order() {
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
fn unsignalled_request_completes_in_silence() {
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
fn sends_again_from_the_oldest_when_refused() {
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
fn does_not_send_again_without_a_reason() {
    let packets = own_write(0, 0, 600);
    let mut card = Card::new();
    card.posts(1, WRITE, 0, 600);
    packets.iter().for_each(|packet| card.sends(packet));
    card.wait(TIMEOUT_CYCLES / 2);
    card.sends(&packets[0]);
    card.breaks(Rule::Resend);
}

#[test]
fn timer_allows_one_retry_and_no_more() {
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
fn acknowledged_packets_are_not_sent_again() {
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
fn packets_under_way_may_leave_after_their_completion() {
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
fn not_ready_peer_is_given_its_time() {
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
fn refusal_fails_its_request_and_flushes_the_rest() {
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
