//! Verbs for the Ferric RDMA card.
//!
//! [`verbs`] is what an application uses, named after verbs.h; [`driver`] sets the card up and owns its rings; [`bus`] is the way to it.
pub mod bus;
pub mod driver;
pub mod verbs;
