//! Ethernet beyond this process: a unix datagram socket, UDP, a TAP device of Linux.
//!
//! One datagram is one frame, without preamble and frame check sequence, as QEMU's `dgram` network device has it. Nothing here waits:
//! a frame that cannot be sent yet is kept by the caller, and [`wait`] sleeps until one has come.
mod datagram;
mod plug;
mod tap;

pub use datagram::{Udp, Unix};
pub use plug::{ParsePlugError, Plug};
pub use tap::Tap;

use super::frame::{LONGEST, SHORTEST};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, ErrorKind};
use std::os::fd::BorrowedFd;
use std::time::Duration;

/// What became of a frame that was to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// It has gone, or nobody is at the other end to miss it.
    Gone,
    /// The other end does not keep up: again later.
    Later,
}

/// A way out of this process.
pub trait Wire: Send {
    /// Sends a frame.
    ///
    /// # Errors
    /// Not for the want of somebody at the other end: a cable that is not plugged in.
    fn send(&mut self, frame: &[u8]) -> io::Result<Sending>;

    /// The next frame that has come, at least as long as Ethernet's shortest.
    ///
    /// # Errors
    /// As [`Wire::send`].
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>>;

    /// What to wait for.
    fn descriptor(&self) -> BorrowedFd<'_>;
}

/// Sleeps until a frame has come, but not for longer than `limit`.
///
/// # Errors
/// The operating system does not allow it.
pub fn wait(wire: &dyn Wire, limit: Duration) -> io::Result<()> {
    let timeout = Timespec {
        tv_sec: limit.as_secs() as i64,
        tv_nsec: limit.subsec_nanos().into(),
    };
    match poll(
        &mut [PollFd::from_borrowed_fd(wire.descriptor(), PollFlags::IN)],
        Some(&timeout),
    ) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// How a write ended.
fn sent(result: io::Result<usize>) -> io::Result<Sending> {
    match result {
        Ok(_) => Ok(Sending::Gone),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Sending::Later),
        Err(error) if absent(&error) => Ok(Sending::Gone),
        Err(error) => Err(error),
    }
}

/// How a read into `room` ended.
fn received(result: io::Result<usize>, room: &[u8]) -> io::Result<Option<Vec<u8>>> {
    match result {
        Ok(length) => {
            let mut frame = room[..length].to_vec();
            // Machines that have no Ethernet below them leave the padding out.
            frame.resize(length.max(SHORTEST), 0);
            Ok(Some(frame))
        }
        Err(error) if error.kind() == ErrorKind::WouldBlock || absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Nobody is at the other end.
fn absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::ConnectionRefused
    )
}

/// Room for a frame.
fn room() -> Vec<u8> {
    vec![0; LONGEST]
}
