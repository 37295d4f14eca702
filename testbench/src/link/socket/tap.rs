//! A TAP device: an Ethernet interface of this machine whose cable ends in this process.
use super::{Sending, Wire, received, room, sent};
use rustix::ioctl::{Setter, ioctl, opcode};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;

/// Longest name of an interface, with the zero behind it.
const NAME: usize = 16;
/// `IFF_TAP`: Ethernet frames; `IFF_NO_PI`: and nothing in front of them.
const FLAGS: u16 = 0x0002 | 0x1000;
/// `O_NONBLOCK`.
const NONBLOCKING: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

/// `struct ifreq` as `TUNSETIFF` reads it.
#[repr(C)]
struct InterfaceRequest {
    name: [u8; NAME],
    flags: u16,
    rest: [u8; 22],
}

/// A TAP device.
pub struct Tap {
    file: File,
    room: Vec<u8>,
}

impl Tap {
    /// Opens the interface of this name, and makes it if there is none and this process may. Its address and state are the caller's to set,
    /// with `ip`.
    pub fn open(name: &str) -> io::Result<Self> {
        let mut request = InterfaceRequest {
            name: [0; NAME],
            flags: FLAGS,
            rest: [0; 22],
        };
        if name.is_empty() || name.len() >= NAME {
            let why = format!("`{name}`: a name has 1 to {} bytes", NAME - 1);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        request.name[..name.len()].copy_from_slice(name.as_bytes());
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(NONBLOCKING)
            .open("/dev/net/tun")?;
        const SET_INTERFACE: rustix::ioctl::Opcode = opcode::write::<i32>(b'T', 202);
        // SAFETY: the opcode is TUNSETIFF, which reads a `struct ifreq`.
        unsafe {
            ioctl(
                &file,
                Setter::<SET_INTERFACE, InterfaceRequest>::new(request),
            )
        }?;
        let room = room();
        Ok(Tap { file, room })
    }
}

impl Wire for Tap {
    fn send(&mut self, frame: &[u8]) -> io::Result<Sending> {
        match self.file.write(frame) {
            // The interface is down, which is as good as no cable.
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) => {
                Ok(Sending::Gone)
            }
            result => sent(result),
        }
    }
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        received(self.file.read(&mut self.room), &self.room)
    }
    fn descriptor(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::super::wait;
    use super::*;
    use crate::ethernet::{Queue, Stack};
    use ferric::verbs::MacAddress;
    use std::net::{IpAddr, Ipv4Addr};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    #[ignore = "makes a network interface, which only root may"]
    fn tap_joins_the_kernel_s_network_to_a_stack() {
        const NAME: &str = "ferric-test";
        let mut tap = Tap::open(NAME).unwrap();
        for line in ["addr add 10.99.7.1/24 dev", "link set up dev"] {
            let words = line.split(' ').chain([NAME]);
            assert!(Command::new("ip").args(words).status().unwrap().success());
        }
        let mac = MacAddress([2, 0, 0, 0, 7, 2]);
        let mut stack = Stack::new(Queue::default(), mac, Ipv4Addr::new(10, 99, 7, 2), 1);
        let kernel = IpAddr::from([10, 99, 7, 1]);
        assert!(stack.ping(kernel, 1));
        for _ in 0..100 {
            while let Some(frame) = tap.receive().unwrap() {
                stack.frames().received.push_back(frame);
            }
            stack.poll();
            for frame in stack.frames().to_send.drain(..) {
                assert_eq!(tap.send(&frame).unwrap(), Sending::Gone);
            }
            if stack.pong() == Some((kernel, 1)) {
                return;
            }
            wait(&tap, Duration::from_millis(100)).unwrap();
        }
        panic!("the kernel does not answer");
    }

    #[test]
    fn tap_with_an_impossible_name_is_refused() {
        for name in ["", "sixteen-bytes-xx"] {
            assert!(
                Tap::open(name).is_err_and(|error| error.to_string().contains("1 to 15 bytes"))
            );
        }
    }
}
