//! What can go wrong with frames.
use super::{FRAME_MAX, FRAME_MIN};
use crate::bus::BusError;
use crate::driver::DriverError;
use ferric_layout::ethernet::{LOG2_MAX, LOG2_MIN};

const SLOTS_MIN: usize = 1 << LOG2_MIN;
const SLOTS_MAX: usize = 1 << LOG2_MAX;

/// Why a port could not do it. Nothing has changed, unless it says so.
#[derive(Debug, thiserror::Error)]
pub enum EthernetError {
    /// The driver or the card refused.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// A card of an older build.
    #[error("this card has no rings for Ethernet beside RDMA")]
    Unsupported,
    /// A ring of a size there is not.
    #[error("a ring has {SLOTS_MIN} to {SLOTS_MAX} slots, not {0}")]
    Slots(u32),
    /// A frame that cannot be sent.
    #[error("a frame has {FRAME_MIN} to {FRAME_MAX} bytes, not {0}")]
    Length(usize),
    /// The card has not yet sent what is in the ring. There is room again later: [`super::EthernetPort::flush`] waits for it.
    #[error("the transmit ring is full")]
    Full,
    /// The next frame is longer than the room for it. It is still there.
    #[error("the next frame has {frame} bytes, but there is room for {room}")]
    Room {
        /// Bytes of the frame.
        frame: usize,
        /// Bytes given.
        room: usize,
    },
    /// The card wrote something that cannot be into a slot, which is skipped.
    #[error("the card says that it received a frame of {0} bytes")]
    Slot(usize),
    /// The card tells of an index beyond what it was given.
    #[error("the card has read up to slot {card} of a transmit ring in use from {first} to {end}")]
    Index {
        /// What the card tells.
        card: u16,
        /// Oldest slot in use.
        first: u16,
        /// Slot after the last in use.
        end: u16,
    },
    /// The card does not let go of its rings. Their memory stays where it is for ever, and no port can be opened before a reset.
    #[error("the card does not let go of its Ethernet rings")]
    Busy,
}

impl EthernetError {
    /// Whether the card was reset, so that [`crate::verbs::Device::reset`] has to make everything anew.
    pub fn is_lost(&self) -> bool {
        matches!(self, EthernetError::Driver(DriverError::Lost))
    }
}

impl From<BusError> for EthernetError {
    fn from(error: BusError) -> Self {
        EthernetError::Driver(error.into())
    }
}
