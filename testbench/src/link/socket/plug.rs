//! Where a card's cable goes, as it is said on a command line.
use super::{Tap, Udp, Unix, Wire};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// A way out of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plug {
    /// A unix datagram socket of ours, and the peer's.
    Unix(PathBuf, PathBuf),
    /// A UDP address of ours, and the peer's.
    Udp(SocketAddr, SocketAddr),
    /// A TAP device of this machine.
    Tap(String),
}

/// Text that names no plug.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePlugError {
    /// Another kind, or none.
    #[error("`{0}` is none of unix:HERE,PEER, udp:HERE,PEER and tap:NAME")]
    Kind(String),
    /// One end where there must be two.
    #[error("`{0}` names one end; both are needed, with a comma between")]
    Ends(String),
    /// No address of UDP.
    #[error("`{0}` is no address with a port, such as 127.0.0.1:7001")]
    Address(String),
}

impl FromStr for Plug {
    type Err = ParsePlugError;
    fn from_str(text: &str) -> Result<Self, ParsePlugError> {
        let ends = |ends: &str| match ends.split_once(',') {
            Some((here, peer)) if !here.is_empty() && !peer.is_empty() => {
                Ok((here.to_owned(), peer.to_owned()))
            }
            _ => Err(ParsePlugError::Ends(text.to_owned())),
        };
        let address = |text: String| text.parse().map_err(|_| ParsePlugError::Address(text));
        match text.split_once(':') {
            Some(("unix", rest)) => {
                let (here, peer) = ends(rest)?;
                Ok(Plug::Unix(here.into(), peer.into()))
            }
            Some(("udp", rest)) => {
                let (here, peer) = ends(rest)?;
                Ok(Plug::Udp(address(here)?, address(peer)?))
            }
            Some(("tap", name)) if !name.is_empty() => Ok(Plug::Tap(name.to_owned())),
            _ => Err(ParsePlugError::Kind(text.to_owned())),
        }
    }
}

impl fmt::Display for Plug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plug::Unix(here, peer) => write!(f, "unix:{},{}", here.display(), peer.display()),
            Plug::Udp(here, peer) => write!(f, "udp:{here},{peer}"),
            Plug::Tap(name) => write!(f, "tap:{name}"),
        }
    }
}

impl Plug {
    /// Plugs the cable in.
    ///
    /// # Errors
    /// The operating system does not allow it.
    pub fn open(&self) -> io::Result<Box<dyn Wire>> {
        Ok(match self {
            Plug::Unix(here, peer) => Box::new(Unix::bind(here, peer)?),
            Plug::Udp(here, peer) => Box::new(Udp::bind(*here, *peer)?),
            Plug::Tap(name) => Box::new(Tap::open(name)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugs_read_as_they_are_written() {
        for text in ["unix:/run/a:b,c", "udp:127.0.0.1:1,[::1]:2", "tap:tap0"] {
            assert_eq!(text.parse::<Plug>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_no_plug_is_told_what_is_missing() {
        for (text, says) in [
            ("", "none of"),
            ("tap", "none of"),
            ("tap:", "none of"),
            ("ether:x,y", "none of"),
            ("unix:here", "both are needed"),
            ("unix:here,", "both are needed"),
            ("udp:127.0.0.1:1", "both are needed"),
            ("udp:127.0.0.1:1,127.0.0.1", "no address with a port"),
            ("udp:localhost:1,127.0.0.1:2", "no address with a port"),
        ] {
            let error = text.parse::<Plug>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
