//! The requester: READs, atomics, fences, and the limits of what is outstanding.
use super::*;

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
fn read_is_written_then_complete() {
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
fn read_response_with_the_syndrome_of_a_nak_is_none() {
    let mut card = Card::new();
    let responses = own_read(&mut card, 1, 0, 0x1000);
    let odd = aeth(syndrome::NAK_SEQUENCE, 0);
    let payload = &responses[0].payload;
    card.gets(&packet(op::READ_RESPONSE_FIRST, ours(0), odd, payload));
    card.writes(0x1000, &other(600)[..PMTU]);
    card.breaks(Rule::Write);
}

#[test]
fn read_is_not_complete_by_an_acknowledge() {
    let mut card = Card::new();
    own_read(&mut card, 1, 0, 0x1000);
    card.acked(syndrome::ACK, ours(2));
    card.completes(1, Status::Success, done::READ, 0);
    card.breaks(Rule::CompletionEarly);
}

#[test]
fn read_with_a_gap_goes_on_from_the_gap() {
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
fn response_that_was_overtaken_may_be_taken_or_left() {
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
fn that_went_back_may_leave_what_it_has_not_asked_for_again() {
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
fn read_resumed_with_the_old_address_is_refused() {
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
fn response_of_the_wrong_length_fails_the_read() {
    let mut card = Card::new();
    let mut responses = own_read(&mut card, 1, 0, 0x1000);
    responses[2].payload.truncate(80);
    responses.iter().for_each(|response| card.gets(response));
    card.completes(1, Status::BadResponse, done::READ, 0);
    card.good();
}

#[test]
fn reads_outstanding_are_limited() {
    let mut card = Card::new();
    for n in 0..3 {
        own_read(&mut card, u64::from(n), 3 * n, 0x1000);
    }
    card.breaks(Rule::ReadLimit);
}

#[test]
fn fence_waits_for_reads() {
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
fn window_is_half_the_circle() {
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
fn atomic_returns_what_was_found() {
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
fn local_key_without_the_right_fails_its_request() {
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
