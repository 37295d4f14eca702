//! Verbs for the Ferric RDMA card.
//!
//! [`verbs`] is what an application uses, named after verbs.h; [`ethernet`] is what a network stack uses for everything that is not RDMA;
//! [`driver`] sets the card up and owns its rings; [`bus`] is the way to it.
//! Nothing on the data path enters the driver: posting writes a work request into a ring and rings a doorbell, polling reads memory.
//!
//! ```no_run
//! use ferric::verbs::{AccessFlags, Device, Error, QueuePairEndpoint, RecvWr, SendWr, WorkCompletion};
//! use std::time::Duration;
//!
//! # fn exchange(_: QueuePairEndpoint) -> QueuePairEndpoint { unimplemented!() }
//! # fn run(bus: std::sync::Arc<dyn ferric::bus::Bus>) -> Result<(), Error> {
//! let device = Device::open(bus, "02:00:5e:10:00:01".parse().unwrap())?;
//! let context = device.context()?;
//! let pd = context.alloc_pd()?;
//! let channel = context.create_comp_channel()?;
//! let cq = context.create_cq(256, Some(&channel))?;
//! let region = pd.allocate(1 << 20, AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE)?;
//!
//! let prepared = pd.create_qp(&cq, &cq).set_access(AccessFlags::REMOTE_WRITE).prepare()?;
//! prepared.post_recv(&[RecvWr::new(1, &[region.sge(..4096)?])])?;
//! let peer = exchange(prepared.endpoint()); // over a socket, say
//! let qp = prepared.handshake(peer)?;
//!
//! region.write(4096, b"hello")?;
//! qp.post_send(&[SendWr::send(2, &[region.sge(4096..4101)?]).signaled()])?;
//! let mut room = [WorkCompletion::default(); 16];
//! while cq.wait(Some(Duration::from_secs(1)))? {
//!     for done in cq.poll(&mut room)? {
//!         println!("{} {:?}: {} bytes", done.wr_id, done.status, done.byte_len);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

pub mod bus;
pub mod driver;
pub mod ethernet;
pub mod verbs;

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
