//! The responder: SEND and WRITE.
use super::*;

#[test]
fn write_is_written_in_any_pieces_and_acknowledged() {
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
fn answer_without_request_is_refused() {
    let mut card = Card::new();
    card.acks(theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn answer_given_twice_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8));
    card.acks(theirs(0), 1);
    card.acks(theirs(0), 1);
    card.breaks(Rule::Answer);
}

#[test]
fn acknowledge_may_stand_for_several_and_must_come() {
    let mut card = Card::new();
    for n in 0..3 {
        card.gets(&write_only(n, 0, &other(8)));
        card.writes(0, &other(8));
    }
    card.acks(theirs(1), 2);
    card.lacks(Rule::AnswerMissing);
}

#[test]
fn answer_that_is_late_is_refused_while_the_card_runs() {
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
fn msn_that_counts_wrong_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.acks(theirs(0), 2);
    card.breaks(Rule::Msn);
}

#[test]
fn write_nobody_asked_for_is_refused() {
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
fn write_made_twice_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8));
    card.writes(0, &other(8));
    card.breaks(Rule::Write);
}

#[test]
fn write_left_out_is_refused() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &other(8)));
    card.writes(0, &other(8)[..7]);
    card.acks(theirs(0), 1);
    card.lacks(Rule::WriteMissing);
}

#[test]
fn writes_to_one_place_keep_their_order() {
    let mut card = Card::new();
    card.gets(&write_only(0, 0, &[1; 8]));
    card.gets(&write_only(1, 4, &[2; 8]));
    card.writes(4, &[2; 8]);
    card.breaks(Rule::Write);
}

#[test]
fn duplicate_is_acknowledged_anew_and_not_written() {
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
fn gap_is_refused_once() {
    let mut card = Card::new();
    card.gets(&write_only(1, 0, &other(8)));
    card.gets(&write_only(2, 0, &other(8)));
    card.answers(syndrome::NAK_SEQUENCE, theirs(0), 0);
    card.answers(syndrome::NAK_SEQUENCE, theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn gap_after_a_duplicate_may_be_refused_again() {
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
fn refusals_carry_their_codes() {
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
fn queue_pair_without_the_access_refuses() {
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
fn zero_length_access_needs_no_key() {
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
fn send_fills_the_receives_in_order() {
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
fn send_without_receive_is_not_ready() {
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
fn send_without_receive_is_not_ready_whatever_its_length() {
    let mut card = Card::new();
    card.gets(&packet(op::SEND_FIRST, theirs(0), vec![], &other(8)));
    card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
    card.good();
}

#[test]
fn receive_posted_long_ago_cannot_be_missed() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.answers(syndrome::RNR_NAK | RNR, theirs(0), 0);
    card.breaks(Rule::Answer);
}

#[test]
fn receive_posted_at_that_moment_may_be_seen_or_not() {
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
fn send_longer_than_the_receive_is_invalid() {
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
fn receives_left_after_a_failure_are_missed() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::WRITE_LAST, theirs(0), vec![], &other(8)));
    card.answers(syndrome::NAK_INVALID_REQUEST, theirs(0), 0);
    card.lacks(Rule::CompletionMissing);
}

#[test]
fn completion_before_the_bytes_is_refused() {
    let mut card = Card::new();
    card.posts_receive(40, 0x100, 8);
    card.gets(&packet(op::SEND_ONLY, theirs(0), vec![], &other(8)));
    card.writes(0x100, &other(8)[..4]);
    card.completes(40, Status::Success, done::RECEIVE, 8);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn completion_that_says_something_else_is_refused() {
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
