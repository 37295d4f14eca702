//! TCP connections, waited for while the card runs.
use super::gateway::Gateway;
use super::stack::Stream;
use anyhow::{Context as _, ensure};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// After a refusal it is tried again so much later.
const PAUSE: Duration = Duration::from_millis(200);

/// A connection to a program, which may take its time to listen.
///
/// # Errors
/// It does not listen within `limit`.
pub fn call(gateway: &mut Gateway, to: SocketAddr, limit: Duration) -> anyhow::Result<Stream> {
    let start = Instant::now();
    loop {
        let port = gateway.stack.fresh_port();
        let stream = gateway.stack.connect(to, port);
        let stream = stream.context("a TCP connection")?;
        if come(gateway, stream, limit)? {
            return Ok(stream);
        }
        gateway.stack.close(stream);
        ensure!(start.elapsed() < limit, "nobody listens at {to}");
        let pause = Instant::now();
        while pause.elapsed() < PAUSE {
            gateway.turn()?;
        }
    }
}

/// Waits until somebody has called at a port that we listen at.
///
/// # Errors
/// Nobody has within `limit`.
pub fn accept(gateway: &mut Gateway, stream: Stream, limit: Duration) -> anyhow::Result<()> {
    let came = come(gateway, stream, limit)?;
    ensure!(came, "who called has gone");
    Ok(())
}

/// Whether the connection has come; it may have been refused.
fn come(gateway: &mut Gateway, stream: Stream, limit: Duration) -> anyhow::Result<bool> {
    let start = Instant::now();
    while gateway.stack.is_alive(stream) {
        // Nothing to say yet; but what may say something is connected.
        if gateway.stack.write(stream, &[]) {
            return Ok(true);
        }
        if start.elapsed() > limit {
            gateway.stack.close(stream);
            anyhow::bail!("no TCP connection has come");
        }
        gateway.turn()?;
    }
    Ok(false)
}
