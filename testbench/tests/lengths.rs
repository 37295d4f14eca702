//! Every awkward length at every PMTU, by every operation the card serves, at shifted offsets: the bytes arrive, and nothing beside them
//! is touched.
use ferric::verbs::{AccessFlags, MemoryRegion, Mtu, RecvWr, SendFlags, SendWr, WcOpcode};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;

/// Cycles within which one message must have arrived.
const PATIENCE: u64 = 400_000;
/// Bytes before and after the target that must stay as they were.
const GUARD: usize = 128;
const GUARD_BYTE: u8 = 0xA5;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Write,
    WriteImmediate,
    Send,
    SendImmediate,
}

const OPERATIONS: [Operation; 4] = [
    Operation::Write,
    Operation::WriteImmediate,
    Operation::Send,
    Operation::SendImmediate,
];

struct Rig {
    pair: Pair,
    connection: Connection,
    source: MemoryRegion,
    target: MemoryRegion,
    count: u64,
}

impl Rig {
    fn new(mtu: Mtu, room: usize, seed: u64) -> Self {
        let pair = Pair::new(Settings::instant(seed)).unwrap();
        let configure = |b: ferric::verbs::QueuePairBuilder| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(mtu)
                .set_max_inline_data(220)
        };
        let connection = pair.connect(64, configure).unwrap();
        let bytes: Vec<u8> = (0..room)
            .map(|i| (i as u8).wrapping_mul(13) ^ (i >> 8) as u8)
            .collect();
        let source = pair.ends[0].pd.register(bytes, AccessFlags::NONE).unwrap();
        let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        let target = pair.ends[1]
            .pd
            .register(vec![GUARD_BYTE; room + 2 * GUARD + 64], access)
            .unwrap();
        Rig {
            pair,
            connection,
            source,
            target,
            count: 0,
        }
    }

    /// One message from `from` in the source to `GUARD + to` in the target; the target is clean again afterwards.
    fn transfer(&mut self, operation: Operation, length: usize, from: usize, to: usize) {
        let what = || format!("{operation:?} of {length} bytes from +{from} to +{to}");
        self.count += 1;
        let (id, at) = (self.count, GUARD + to);
        let [a, b] = &self.connection.qps;
        let sges = [self.source.sge(from..from + length).unwrap()];
        let address = self.target.addr() + at as u64;
        let immediate = 0x1234_0000 | id as u32;
        let room = [self.target.sge(at..at + length).unwrap()];
        let message = match operation {
            Operation::Write => SendWr::write(id, &sges, address, self.target.rkey()),
            Operation::WriteImmediate => {
                SendWr::write(id, &sges, address, self.target.rkey()).with_imm(immediate)
            }
            Operation::Send => SendWr::send(id, &sges),
            Operation::SendImmediate => SendWr::send(id, &sges).with_imm(immediate),
        };
        match operation {
            Operation::Write => {}
            Operation::WriteImmediate => b.post_recv(&[RecvWr::new(id, &[])]).unwrap(),
            Operation::Send | Operation::SendImmediate => {
                b.post_recv(&[RecvWr::new(id, &room)]).unwrap()
            }
        }
        a.post_send(&[message.with(SendFlags::SIGNALED)]).unwrap();
        let sent = self
            .connection
            .complete(&self.pair, Side::A, 1, PATIENCE)
            .unwrap_or_else(|e| panic!("{}: {e}", what()));
        assert!(
            sent[0].is_success() && sent[0].wr_id == id,
            "{}: {:?}",
            what(),
            sent[0]
        );
        if operation != Operation::Write {
            let received = self
                .connection
                .complete(&self.pair, Side::B, 1, PATIENCE)
                .unwrap_or_else(|e| panic!("{}: {e}", what()));
            let wc = &received[0];
            assert!(wc.is_success() && wc.wr_id == id, "{}: {wc:?}", what());
            assert_eq!(wc.byte_len as usize, length, "{}", what());
            let expected = match operation {
                Operation::WriteImmediate => (WcOpcode::RecvRdmaWithImm, Some(immediate)),
                Operation::SendImmediate => (WcOpcode::Recv, Some(immediate)),
                _ => (WcOpcode::Recv, None),
            };
            assert_eq!((wc.opcode, wc.imm_data), expected, "{}", what());
        }
        let mut seen = vec![0; length + 2 * GUARD];
        self.target.read(to, &mut seen).unwrap();
        let (before, rest) = seen.split_at(GUARD);
        let (middle, after) = rest.split_at(length);
        assert!(
            before.iter().chain(after).all(|&byte| byte == GUARD_BYTE),
            "{}: a neighbour was touched",
            what()
        );
        let mut expected = vec![0; length];
        self.source.read(from, &mut expected).unwrap();
        assert!(middle == expected, "{}: the bytes differ", what());
        self.target
            .write(to, &vec![GUARD_BYTE; length + 2 * GUARD])
            .unwrap();
    }
}

/// Each source and each destination offset once, paired by a permutation.
fn all_offsets() -> impl Iterator<Item = (usize, usize)> {
    (0..64).map(|k| (k, (k * 37 + 11) % 64))
}

fn every_length_at(mtu: Mtu) {
    let size = mtu.bytes();
    let mut rig = Rig::new(mtu, 2 * size + 256, 10 + mtu as u64);
    for operation in OPERATIONS {
        for length in [size - 1, size, size + 1, 2 * size, 2 * size + 1] {
            for (from, to) in all_offsets() {
                rig.transfer(operation, length, from, to);
            }
        }
        for length in [0, 1, 3, 4, 63, 64, 65] {
            for (from, to) in all_offsets() {
                rig.transfer(operation, length, from, to);
            }
        }
    }
}

#[test]
fn every_length_at_pmtu_256_arrives_at_every_offset() {
    every_length_at(Mtu::Mtu256);
}
#[test]
fn every_length_at_pmtu_512_arrives_at_every_offset() {
    every_length_at(Mtu::Mtu512);
}
#[test]
fn every_length_at_pmtu_1024_arrives_at_every_offset() {
    every_length_at(Mtu::Mtu1024);
}
#[test]
fn every_length_at_pmtu_2048_arrives_at_every_offset() {
    every_length_at(Mtu::Mtu2048);
}
#[test]
fn every_length_at_pmtu_4096_arrives_at_every_offset() {
    every_length_at(Mtu::Mtu4096);
}

#[test]
fn short_write_arrives_from_every_offset_to_every_offset() {
    let mut rig = Rig::new(Mtu::Mtu256, 256, 30);
    for length in [0, 1, 3, 4, 63, 64, 65] {
        for from in 0..64 {
            for to in 0..64 {
                rig.transfer(Operation::Write, length, from, to);
            }
        }
    }
}

#[test]
fn message_of_a_mebibyte_and_a_byte_arrives_at_each_pmtu() {
    const LENGTH: usize = (1 << 20) + 1;
    for (mtu, offsets) in Mtu::ALL
        .into_iter()
        .zip([(0, 0), (1, 63), (63, 1), (17, 40), (32, 33)])
    {
        let mut rig = Rig::new(mtu, LENGTH + 64, 40 + mtu as u64);
        for operation in OPERATIONS {
            rig.transfer(operation, LENGTH, offsets.0, offsets.1);
        }
    }
}
