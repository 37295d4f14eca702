//! Frames as datagrams: to a unix socket, to a UDP port.
use super::{Sending, Wire, received, room, sent};
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

/// A unix datagram socket; the peer may bind its own later, and anew.
pub struct Unix {
    socket: UnixDatagram,
    here: PathBuf,
    peer: PathBuf,
    room: Vec<u8>,
}

impl Unix {
    /// Binds `here`, in the place of a socket that somebody left there, to talk to `peer`. A path has 107 bytes at most.
    pub fn bind(here: &Path, peer: &Path) -> io::Result<Self> {
        match std::fs::remove_file(here) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let socket = UnixDatagram::bind(here)?;
        socket.set_nonblocking(true)?;
        Ok(Unix {
            socket,
            here: here.to_owned(),
            peer: peer.to_owned(),
            room: room(),
        })
    }
}

impl Wire for Unix {
    fn send(&mut self, frame: &[u8]) -> io::Result<Sending> {
        sent(self.socket.send_to(frame, &self.peer))
    }
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        received(self.socket.recv(&mut self.room), &self.room)
    }
    fn descriptor(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Unix {
    fn drop(&mut self) {
        // Whoever has put something else in its place has done more than we could.
        let _ = std::fs::remove_file(&self.here);
    }
}

/// A UDP socket; datagrams of others than the peer are not for us.
pub struct Udp {
    socket: UdpSocket,
    peer: SocketAddr,
    room: Vec<u8>,
}

impl Udp {
    /// Binds `here` to talk to `peer`.
    pub fn bind(here: SocketAddr, peer: SocketAddr) -> io::Result<Self> {
        let socket = UdpSocket::bind(here)?;
        socket.set_nonblocking(true)?;
        let room = room();
        Ok(Udp { socket, peer, room })
    }

    /// Where it is bound.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

impl Wire for Udp {
    fn send(&mut self, frame: &[u8]) -> io::Result<Sending> {
        sent(self.socket.send_to(frame, self.peer))
    }
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.socket.recv_from(&mut self.room) {
                Ok((_, from)) if from != self.peer => {}
                result => return received(result.map(|(length, _)| length), &self.room),
            }
        }
    }
    fn descriptor(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::super::wait;
    use super::*;
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(10);

    #[test]
    fn unix_frames_wait_for_nobody_cross_padded_and_stop_at_a_full_queue() {
        let folder = std::env::temp_dir().join(format!("ferric-wire-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (at_a, at_b) = (folder.join("a"), folder.join("b"));
        let mut a = Unix::bind(&at_a, &at_b).unwrap();
        assert_eq!(a.send(&[1; 64]).unwrap(), Sending::Gone, "nobody is there");
        let mut b = Unix::bind(&at_b, &at_a).unwrap();
        assert_eq!(b.receive().unwrap(), None);
        assert_eq!(a.send(&[2; 58]).unwrap(), Sending::Gone);
        wait(&b, LONG).unwrap();
        let mut frame = vec![2; 58];
        frame.extend([0, 0]);
        assert_eq!(b.receive().unwrap(), Some(frame));
        let sent = (0..100_000).take_while(|_| a.send(&[3; 60]).unwrap() == Sending::Gone);
        let sent = sent.count();
        let came = std::iter::from_fn(|| b.receive().unwrap()).count();
        assert_eq!(sent, came);
        drop((a, b));
        // Both have taken their sockets away.
        std::fs::remove_dir(folder).unwrap();
    }

    #[test]
    fn udp_frames_cross_and_a_stranger_s_do_not() {
        let any = "127.0.0.1:0".parse().unwrap();
        let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
        let mut a = Udp::bind(any, any).unwrap();
        let mut b = Udp::bind(any, a.address().unwrap()).unwrap();
        a.peer = b.address().unwrap();
        stranger.send_to(&[9; 64], a.peer).unwrap();
        assert_eq!(a.send(&[4; 100]).unwrap(), Sending::Gone);
        let mut got = None;
        while got.is_none() {
            wait(&b, LONG).unwrap();
            got = b.receive().unwrap();
        }
        assert_eq!(got, Some(vec![4; 100]));
    }
}
