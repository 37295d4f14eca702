//! What others have measured with the same meaning, to stand beside ours: an open RDMA engine in RTL, with a bus of 256 bits and without ICRC,
//! UDP or IP, in simulation.

/// Cycles for a 64-byte WRITE on its own bus.
pub const CYCLES_PER_WRITE: f64 = 14.7;
/// Share of what its bus carries, of long WRITEs: PMTU and percent.
pub const SHARES: [(usize, f64); 2] = [(256, 72.7), (4096, 97.7)];
/// Cycles from post to the first beat of the packet.
pub const POST_TO_BEAT: u64 = 32;
/// Millions of 64-byte messages a second, by DMA round trip in cycles.
pub const MILLIONS: [(u32, f64); 2] = [(0, 17.0), (250, 1.8)];
