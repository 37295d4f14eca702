//! The other end of perftest's programs, which run as they come: `ib_write_bw`, `ib_read_bw`, `ib_send_bw` and `ib_atomic_lat`, as client
//! and as server.
mod exchange;
mod session;

pub use exchange::{Keys, PORT, Report, Role};
pub use session::{Outcome, Plan, Session, Test};
