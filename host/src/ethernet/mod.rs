//! Ethernet beside RDMA: frames that are not RoCE v2, by two rings in host memory (`ferric_layout::ethernet`).
//!
//! A network stack sends and receives through an [`EthernetPort`]; it does not see RDMA, nor does RDMA wait for it. A port carries whole
//! frames, from the destination address to the end of the payload, without the frame check sequence.
//!
//! ```no_run
//! use ferric::ethernet::{EthernetConfig, EthernetError, FRAME_MAX};
//! use ferric::verbs::Device;
//! use std::time::Duration;
//!
//! # fn answer(_: &[u8]) -> Option<Vec<u8>> { None }
//! # fn run(device: Device) -> Result<(), EthernetError> {
//! let port = device.ethernet(&EthernetConfig::default())?;
//! let mut room = [0; FRAME_MAX];
//! while port.wait(Some(Duration::from_secs(1)))? {
//!     while let Some(length) = port.receive(&mut room)? {
//!         if let Some(frame) = answer(&room[..length]) {
//!             match port.send(&frame) {
//!                 Err(EthernetError::Full) => {} // lost, as frames may be
//!                 sent => sent?,
//!             }
//!         }
//!     }
//! }
//! port.close()
//! # }
//! ```
mod error;
mod port;
mod receive;
mod transmit;

pub use error::EthernetError;
pub use ferric_layout::ethernet::{FRAME_MAX, FRAME_MIN};
pub use port::{EthernetConfig, EthernetPort, EthernetStatistics};
