//! Sets a card up and owns what the card and the host share: registers, the admin queue, object numbers, event queues.
pub mod admin;
pub mod allocator;
pub mod card;
pub mod doorbell;
pub mod events;
pub mod gids;
pub mod key;
pub mod life;
pub mod memory;
pub mod object;
pub mod registers;
pub mod ring;
pub mod work_queue;

pub use card::Card;
pub use registers::Registers;

use crate::bus::BusError;
use ferric_layout::admin as layout;
use ferric_layout::register;

/// The driver's own trouble.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// The way to the card failed.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// Not one of our cards.
    #[error("not a Ferric card: TYPE reads {0:#010x}")]
    NotFerric(u32),
    /// A card with another layout.
    #[error("the card's layout has version {major}.{minor}; this driver speaks {}", register::VERSION_VALUE >> 16)]
    Version {
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// A card whose tables cannot be that large.
    #[error("the card says its limits are {0:#010x?}")]
    Limits([u32; 2]),
    /// The card refused a command.
    #[error("the card refused command {opcode:#04x} on object {number}: {}", status.describe())]
    Refused {
        /// `ferric_layout::admin::opcode`.
        opcode: u8,
        /// The object.
        number: u32,
        /// Why.
        status: layout::Status,
    },
    /// The card answered with a status this driver does not know.
    #[error("the card answered with unknown status {0}")]
    UnknownStatus(u8),
    /// The admin queue answered another command than the one asked.
    #[error("admin completion for command {got} where {expected} was expected")]
    OutOfStep {
        /// Tag of the command.
        expected: u16,
        /// Tag of the completion.
        got: u16,
    },
    /// The card could not read the admin queue.
    #[error("the card could not read its admin queue from host memory")]
    AdminStopped,
    /// The card did not answer.
    #[error("the card did not answer command {opcode:#04x} on object {number}")]
    Silent {
        /// `ferric_layout::admin::opcode`.
        opcode: u8,
        /// The object.
        number: u32,
    },
    /// The card was reset, by whomever, and has forgotten all that was made before.
    #[error("the card was reset, and what was made before that is lost")]
    Lost,
    /// The card was reset and does not come back.
    #[error("the card does not become ready after its reset")]
    NotReady,
    /// No number or page entry is left.
    #[error("the card has no {0} left")]
    Exhausted(&'static str),
}
