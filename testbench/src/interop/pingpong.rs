//! The other end of `ibv_rc_pingpong`, which runs in the virtual machine as it comes.
//!
//! Numbers are exchanged over TCP, as text: "LID:QPN:PSN:GID" in hexadecimal, with a zero byte behind it, of the client and then of the
//! server; "done" of the client ends it. Then both send in turn, the client first. The program receives into the memory that it sends
//! from, so that each of its messages repeats ours before.
use super::lab::{CARD, End, LINUX, Lab, PROMPT, ROOM, Request, Verb, pattern};
use super::scenarios::Case;
use crate::ethernet::{Stream, call};
use anyhow::{Context as _, ensure};
use ferric::verbs::{Gid, QueuePairEndpoint};
use std::net::SocketAddr;
use std::time::Instant;

/// The program's port.
const PORT: u16 = 18515;
/// Bytes of a message, and messages each way.
const SIZE: usize = 4096;
const ROUNDS: usize = 20;
/// Bytes of the text with the zero.
const TEXT: usize = 52;
const DONE: &[u8] = b"done\0";
/// What the program's memory is filled with.
const FILLED: u8 = 0x7b;
/// Our transport timer, in cycles, as a power of 2; and its RNR timer.
const TIMEOUT: u8 = 18;
/// Where messages leave from, and where they come.
const FROM: usize = 0x1000;
const TO: usize = 0x10000;

/// Plays it, the requester being the client.
pub fn pingpong(lab: &mut Lab, case: Case) -> anyhow::Result<String> {
    let client = case.requester == End::Linux;
    let gid = if case.v6 { 0 } else { 1 };
    let server = if client {
        CARD.to_string()
    } else {
        String::new()
    };
    let line = format!("ibv_rc_pingpong -d rxe0 -g {gid} -s {SIZE} -n {ROUNDS} {server}");
    lab.leave(End::Card)?;
    let stream = if client {
        let stream = lab.gateway.stack.listen(PORT).context("a TCP port")?;
        lab.tell(&format!("run {line}"))?;
        stream
    } else {
        lab.tell(&format!("run {line}"))?;
        let to = SocketAddr::new(LINUX.into(), PORT);
        call(&mut lab.gateway, to, PROMPT)?
    };
    let result = exchange(lab, case, client, stream).and_then(|()| rounds(lab, client));
    lab.gateway.stack.close(stream);
    result.with_context(|| format!("Linux: {}", lab.tell("ran").unwrap_or_default()))?;
    let last = lab.ended()?;
    Ok(format!("{ROUNDS} rounds of {SIZE} bytes: {last}"))
}

/// Bytes of the connection, when they have come.
fn read(lab: &mut Lab, stream: Stream, length: usize) -> anyhow::Result<Vec<u8>> {
    let start = Instant::now();
    loop {
        if let Some(bytes) = lab.gateway.stack.read(stream, length) {
            return Ok(bytes);
        }
        ensure!(
            start.elapsed() < PROMPT,
            "the program does not tell its numbers"
        );
        lab.gateway.turn()?;
    }
}

/// Tells each other the numbers, and connects the card's queue pair.
fn exchange(lab: &mut Lab, case: Case, client: bool, stream: Stream) -> anyhow::Result<()> {
    let here = lab.gateway.stack.addresses()[usize::from(case.v6)];
    let prepared = lab
        .pd
        .create_qp(&lab.cq, &lab.cq)
        .set_max_send_wr(ROOM)
        .set_max_recv_wr(ROOM)
        .set_sq_sig_all(true)
        .set_gid(here)
        .set_timeout(TIMEOUT)
        .prepare()?;
    let own = prepared.endpoint();
    let gid: String = own.gid.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let told = format!("0000:{:06x}:{:06x}:{gid}\0", own.qp_num, own.psn);
    let theirs = if client {
        read(lab, stream, TEXT)?
    } else {
        ensure!(lab.gateway.stack.write(stream, told.as_bytes()), "no room");
        read(lab, stream, TEXT)?
    };
    let mut peer = numbers(&theirs).context("the program's numbers")?;
    peer.mac = lab.gateway.resolve(peer.gid.ip(), PROMPT)?;
    let qp = prepared.handshake(peer)?;
    lab.connect_to(qp, peer.gid);
    for _ in 0..ROUNDS {
        lab.receive(End::Card, TO, SIZE)?;
    }
    if client {
        ensure!(lab.gateway.stack.write(stream, told.as_bytes()), "no room");
        let done = read(lab, stream, DONE.len())?;
        ensure!(done == DONE, "{done:?} instead of an end");
    } else {
        ensure!(lab.gateway.stack.write(stream, DONE), "no room");
    }
    Ok(())
}

/// "LID:QPN:PSN:GID"; the MAC address is not among them.
fn numbers(text: &[u8]) -> Option<QueuePairEndpoint> {
    let text = std::str::from_utf8(text).ok()?.trim_end_matches('\0');
    let mut parts = text.split(':').skip(1);
    let mut number = || u32::from_str_radix(parts.next()?, 16).ok();
    let (qp_num, psn) = (number()?, number()?);
    let gid = u128::from_str_radix(parts.next()?, 16).ok()?;
    Some(QueuePairEndpoint {
        qp_num,
        psn,
        gid: Gid(gid.to_be_bytes()),
        mac: Default::default(),
    })
}

/// Both send in turn, and each message is looked at.
fn rounds(lab: &mut Lab, client: bool) -> anyhow::Result<()> {
    // The program's next message may complete before the one that it answers to does.
    let mut received = 0;
    for round in 0..ROUNDS {
        lab.fill(End::Card, FROM, SIZE, round as u32)?;
        let send = Request::new(Verb::Send, FROM, SIZE, 0);
        let wanted = match (client, round) {
            (true, 0) => vec![FILLED; SIZE],
            (true, _) => pattern(SIZE, round as u32 - 1),
            (false, _) => pattern(SIZE, round as u32),
        };
        let mut sent = false;
        if !client {
            lab.post(End::Card, &send)?;
        }
        while received <= round || !client && !sent {
            sent |= one(lab, &mut received)?;
        }
        lab.holds(End::Card, TO, &wanted)?;
        if client {
            lab.post(End::Card, &send)?;
            while !sent {
                sent |= one(lab, &mut received)?;
            }
        }
    }
    Ok(())
}

/// The next completion; whether it is of a send.
fn one(lab: &mut Lab, received: &mut usize) -> anyhow::Result<bool> {
    let done = lab.complete(End::Card, 1)?[0];
    if done.receive {
        ensure!(done.length == SIZE, "{} bytes were received", done.length);
        *received += 1;
    }
    Ok(!done.receive)
}
