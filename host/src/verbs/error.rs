//! What can go wrong.
use super::transition::ModifyError;
use super::work_request::{PostError, PostErrorReason};
use crate::bus::BusError;
use crate::driver::DriverError;

/// Why a verb failed. Nothing has changed when it has.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The driver or the card refused.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// A queue pair could not be modified.
    #[error(transparent)]
    Modify(#[from] ModifyError),
    /// A work request could not be posted.
    #[error(transparent)]
    Post(#[from] PostError),
    /// Objects that belong to different contexts or protection domains.
    #[error("the {object} is of another {home}")]
    Foreign {
        /// The object given.
        object: &'static str,
        /// What it should share.
        home: &'static str,
    },
    /// More was asked for than there can be.
    #[error("{asked} {what} were asked for; at most {limit} are possible")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// What was asked for.
        asked: u64,
        /// What is possible.
        limit: u64,
    },
    /// A region of no bytes.
    #[error("a memory region has at least one byte")]
    EmptyRegion,
    /// A range that does not lie in its region.
    #[error("{length} bytes at offset {offset} do not lie in a region of {region} bytes")]
    OutOfRegion {
        /// First byte.
        offset: usize,
        /// Bytes.
        length: usize,
        /// Bytes of the region.
        region: usize,
    },
    /// Access that makes no sense.
    #[error("peers may write a region, or use atomics on it, only with LOCAL_WRITE (digest §11)")]
    NeedsLocalWrite,
    /// A completion queue made without a channel cannot be armed or slept on.
    #[error("the completion queue has no channel to wait on")]
    NoChannel,
    /// No entry of the port's table of addresses.
    #[error("the port has no GID at index {0}")]
    NoGid(u32),
    /// A group, or nobody: no address of a host.
    #[error("{0} is not an address of a host")]
    NotAHost(super::Gid),
    /// No number of a VLAN.
    #[error("{0} is no VLAN: 1 to 4094 are")]
    NoVlan(u16),
    /// What this card cannot do.
    #[error("this card does not support {0}")]
    Unsupported(&'static str),
}

impl Error {
    /// Whether the card was reset, so that [`super::Device::reset`] has to make everything anew.
    pub fn is_lost(&self) -> bool {
        match self {
            Error::Driver(error) => matches!(error, DriverError::Lost),
            Error::Post(error) => matches!(error.reason, PostErrorReason::Lost),
            _ => false,
        }
    }
}

impl From<BusError> for Error {
    fn from(error: BusError) -> Self {
        Error::Driver(error.into())
    }
}
