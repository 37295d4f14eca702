//! The programs of perftest, which run in the virtual machine as they come, against [`crate::perftest`].
//!
//! The programs never look at what they have moved. So their memory is looked at from outside, between the last completion and the farewell,
//! for which they wait: the agent reads it through /proc. What they send is random; it must have come to our memory, or ours to theirs.
use super::lab::{CARD, End, LINUX, Lab, PATIENCE, PROMPT};
use super::scenarios::Case;
use crate::ethernet::{Stream, accept, call};
use crate::perftest::{PORT, Plan, Role, Session, Test};
use anyhow::{Context as _, ensure};
use ferric::verbs::Mtu;
use std::net::SocketAddr;

/// Sizes of messages, how many there are of each, and the path MTU.
const RUNS: [(usize, u32, Mtu); 4] = [
    (2, 20, Mtu::Mtu1024),
    (1500, 20, Mtu::Mtu256),
    (4096, 20, Mtu::Mtu1024),
    (65536, 8, Mtu::Mtu4096),
];
const ATOMICS: [(usize, u32, Mtu); 1] = [(8, 20, Mtu::Mtu1024)];
/// Linux' transport timer, 17 seconds: the card is slow.
const TIMEOUT: u8 = 22;

/// Runs a program several times, the requester being the client.
pub fn perftest(lab: &mut Lab, case: Case, test: Test) -> anyhow::Result<String> {
    lab.leave(End::Card)?;
    lab.leave(End::Linux)?;
    let runs = match test {
        Test::AtomicLat => &ATOMICS[..],
        _ => &RUNS,
    };
    for (size, iterations, mtu) in runs.iter().copied() {
        let plan = Plan {
            test,
            role: match case.requester {
                End::Card => Role::Client,
                End::Linux => Role::Server,
            },
            size,
            iterations,
            mtu,
            patience: PATIENCE,
        };
        let what = || format!("{size} bytes");
        let result = one(lab, case, plan);
        if result.is_err() {
            // It would be in the way of the next.
            let said = lab.tell("ran").unwrap_or_default();
            let _ = lab.tell(&format!("run killall {}", test.program()));
            return result
                .with_context(what)
                .with_context(|| format!("Linux: {said:?}"))
                .map(|()| String::new());
        }
    }
    let sizes: Vec<_> = runs.iter().map(|(size, ..)| size.to_string()).collect();
    Ok(format!("messages of {} bytes, compared", sizes.join(", ")))
}

/// A run of it.
fn one(lab: &mut Lab, case: Case, plan: Plan) -> anyhow::Result<()> {
    let Plan {
        test,
        size,
        iterations,
        mtu,
        ..
    } = plan;
    let gid = if case.v6 { 0 } else { 1 };
    let more = match test {
        Test::AtomicLat => String::new(),
        _ => format!("-s {size} "),
    };
    let server = match plan.role {
        Role::Client => String::new(),
        Role::Server => CARD.to_string(),
    };
    let line = format!(
        "run {} -F -d rxe0 -x {gid} -u {TIMEOUT} -m {} -n {iterations} {more}{server}",
        test.program(),
        mtu.bytes()
    );
    let stream = match plan.role {
        Role::Server => {
            let stream = lab.gateway.stack.listen(PORT).context("a TCP port")?;
            lab.tell(&line)?;
            accept(&mut lab.gateway, stream, PATIENCE)?;
            stream
        }
        Role::Client => {
            lab.tell(&line)?;
            let to = SocketAddr::new(LINUX.into(), PORT);
            call(&mut lab.gateway, to, PROMPT)?
        }
    };
    let mut session = connect(lab, case, plan, stream)?;
    let result = played(lab, plan, &mut session);
    if result.is_err() {
        session.abandon(&mut lab.gateway);
        return result;
    }
    let outcome = session.part(&mut lab.gateway)?;
    if let Some(report) = outcome.report {
        ensure!(
            (report.size, report.iterations) == (size as u64, iterations.into()),
            "the client reports {report:?}"
        );
    }
    ensure!(outcome.mtu == mtu, "the path MTU is {:?}", outcome.mtu);
    lab.ended().map(drop)
}

fn connect(lab: &mut Lab, case: Case, plan: Plan, stream: Stream) -> anyhow::Result<Session> {
    let here = lab.gateway.stack.addresses()[usize::from(case.v6)];
    let (gateway, context, pd) = lab.parts();
    let session = Session::connect(gateway, context, pd, plan, stream, here);
    if session.is_err() {
        lab.gateway.stack.close(stream);
    }
    session
}

/// The requests, and a look at both memories.
fn played(lab: &mut Lab, plan: Plan, session: &mut Session) -> anyhow::Result<()> {
    session.run(&mut lab.gateway)?;
    session.check()?;
    let at = session.their_address();
    if plan.test != Test::AtomicLat {
        let theirs = peek(lab, plan, at, plan.slots())?;
        ensure!(
            theirs == crc32fast::hash(&session.messages()?),
            "Linux' messages are not ours"
        );
        return Ok(());
    }
    if plan.role == Role::Client {
        let words = session.words();
        let wanted =
            |index: usize| words[0].wrapping_add(Session::added().wrapping_mul(index as u64));
        ensure!(
            (0..words.len()).all(|index| words[index] == wanted(index)),
            "atomics have returned {words:x?}"
        );
        let last = wanted(words.len());
        let theirs = peek(lab, plan, at, 1)?;
        ensure!(
            theirs == crc32fast::hash(&last.to_le_bytes()),
            "Linux' word is not {last:x}"
        );
    }
    Ok(())
}

/// The checksum of the program's messages, slot by slot.
fn peek(lab: &mut Lab, plan: Plan, at: u64, slots: usize) -> anyhow::Result<u32> {
    let (name, size, step) = (plan.test.program(), plan.size, plan.step());
    let sum = lab.tell(&format!("peek {name} {at} {size} {step} {slots}"))?;
    Ok(sum.parse()?)
}
