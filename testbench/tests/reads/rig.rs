//! Two connected hosts whose memory peers may READ and use atomics on.
use ferric::verbs::{
    AccessFlags, MemoryRegion, QueuePair, QueuePairBuilder, SendWr, WorkCompletion,
};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;

/// Cycles within which anything small must have happened.
pub const PATIENCE: u64 = 400_000;
/// What memory holds that nobody wrote.
pub const GUARD: u8 = 0xA5;

/// Everything a peer may do.
pub fn open() -> AccessFlags {
    AccessFlags::LOCAL_WRITE
        | AccessFlags::REMOTE_WRITE
        | AccessFlags::REMOTE_READ
        | AccessFlags::REMOTE_ATOMIC
}

/// Bytes that tell where they stand, and never look like [`GUARD`].
pub fn pattern(length: usize, seed: usize) -> Vec<u8> {
    (0..length)
        .map(|at| ((at * 13 + (at >> 8) * 5 + seed * 31) % usize::from(GUARD)) as u8)
        .collect()
}

pub struct Rig {
    pub pair: Pair,
    pub connections: Vec<Connection>,
    /// Memory of each end that its peer may use.
    pub memory: [MemoryRegion; 2],
    /// Memory of each end that its peer may not.
    pub private: [MemoryRegion; 2],
}

impl Rig {
    /// So many connections, made by `configure`, and `room` bytes of memory of each kind.
    pub fn new(
        seed: u64,
        connections: usize,
        room: usize,
        configure: impl Fn(QueuePairBuilder) -> QueuePairBuilder,
    ) -> Rig {
        let pair = Pair::new(Settings::instant(seed)).unwrap();
        let make = |builder: QueuePairBuilder| configure(builder.set_access(open()));
        let connections = (0..connections)
            .map(|_| pair.connect(128, make).unwrap())
            .collect();
        let region = |side: usize, access| {
            let bytes = vec![GUARD; room];
            pair.ends[side].pd.register(bytes, access).unwrap()
        };
        Rig {
            connections,
            memory: [0, 1].map(|side| region(side, open())),
            private: [0, 1].map(|side| region(side, AccessFlags::LOCAL_WRITE)),
            pair,
        }
    }

    pub fn qp(&self, connection: usize, side: Side) -> &QueuePair {
        &self.connections[connection].qps[side.index()]
    }

    /// The next `count` completions at this end of a connection.
    pub fn completions(&self, connection: usize, side: Side, count: usize) -> Vec<WorkCompletion> {
        self.connections[connection]
            .complete(&self.pair, side, count, PATIENCE)
            .unwrap()
    }

    /// Posts from A on the first connection, and waits for the completion.
    pub fn one(&self, request: SendWr<'_>) -> WorkCompletion {
        self.qp(0, Side::A)
            .post_send(&[request.signaled()])
            .unwrap();
        self.completions(0, Side::A, 1)[0]
    }

    /// The number at `at` in this end's open memory.
    pub fn word(&self, side: Side, at: usize) -> u64 {
        word(&self.memory[side.index()], at)
    }

    pub fn set_word(&self, side: Side, at: usize, value: u64) {
        let region = &self.memory[side.index()];
        region.write(at, &value.to_ne_bytes()).unwrap();
    }
}

/// The number at `at`, as the host's processor sees it.
pub fn word(region: &MemoryRegion, at: usize) -> u64 {
    let mut bytes = [0; 8];
    region.read(at, &mut bytes).unwrap();
    u64::from_ne_bytes(bytes)
}

/// So many bytes from `at` on.
pub fn bytes(region: &MemoryRegion, at: usize, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    region.read(at, &mut bytes).unwrap();
    bytes
}

/// Panics with the first place where they differ.
pub fn assert_same(got: &[u8], want: &[u8], what: impl std::fmt::Display) {
    assert_eq!(got.len(), want.len(), "{what}");
    if let Some(at) = (0..got.len()).find(|&at| got[at] != want[at]) {
        let end = got.len().min(at + 24);
        panic!(
            "{what}: byte {at} of {} is wrong: {:02x?} instead of {:02x?}",
            got.len(),
            &got[at..end],
            &want[at..end]
        );
    }
}
