//! The responder: READs, atomics and what is answered behind them.
use super::*;

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
fn read_is_answered_in_order_and_again_when_asked() {
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
fn read_asked_for_again_from_two_places_may_begin_anew_at_the_second() {
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
fn read_repeated_beyond_the_original_is_dropped() {
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
fn read_responses_out_of_order_are_refused() {
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
fn acknowledge_does_not_overtake_a_read() {
    let mut card = Card::new();
    let responses = read_of_600(&mut card);
    card.sends(&responses[0]);
    card.gets(&write_only(3, 0, &[1]));
    card.acks(theirs(3), 2);
    card.breaks(Rule::AnswerOrder);
}

#[test]
fn read_returns_what_memory_holds_or_held() {
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
fn read_sees_the_writes_before_it() {
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
#[test]
fn atomics_happen_one_after_the_other() {
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
fn atomic_repeated_is_answered_alike_and_not_done_again() {
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
fn may_answer_anew_what_follows_a_repeated_read() {
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
fn acknowledge_may_be_held_behind_what_is_answered_again_but_not_given_twice() {
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
fn read_older_than_the_limit_may_be_answered_or_dropped() {
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
fn send_with_invalidate_ends_the_key_and_says_so() {
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
fn atomic_that_did_not_happen_is_refused() {
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
fn more_reads_than_it_has_room_for_are_invalid() {
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
