//! The packets that a message becomes, seen on the wire between two cards: how many, which opcodes, PSNs, pads, and a right ICRC on each.
use ferric::verbs::{AccessFlags, MemoryRegion, Mtu, RecvWr, SendWr};
use ferric_layout::opcode::operation::*;
use ferric_layout::opcode::{header_bytes, row};
use ferric_layout::wire::{self, Bth, bth};
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::icrc;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;
use std::sync::{Arc, Mutex};
use zerocopy::FromBytes;

/// Cycles within which one message must have arrived.
const PATIENCE: u64 = 200_000;
const GUARD: u8 = 0xA5;

/// A packet, as far as these tests look.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    opcode: u8,
    psn: u32,
    pad: usize,
    /// Bytes of payload, without the pad.
    length: usize,
}

impl Seen {
    fn of(frame: &[u8]) -> Option<Seen> {
        let roce = Roce::find(frame)?;
        assert_eq!(icrc::check(frame), Ok(()));
        let (bth, rest) = Bth::read_from_prefix(&frame[roce.bth..roce.end]).ok()?;
        let [a, b, c] = bth.psn;
        let pad = usize::from(bth.flags >> bth::PAD_SHIFT & 3);
        let headers = header_bytes(row(bth.opcode)?.headers);
        Some(Seen {
            opcode: bth.opcode,
            psn: u32::from_be_bytes([0, a, b, c]),
            pad,
            length: rest.len() - headers - pad - wire::ICRC,
        })
    }
}

struct Rig {
    pair: Pair,
    connection: Connection,
    source: MemoryRegion,
    target: MemoryRegion,
    seen: Arc<Mutex<Vec<Seen>>>,
    psn: u32,
}

impl Rig {
    fn new(mtu: Mtu, seed: u64) -> Rig {
        let pair = Pair::new(Settings::instant(seed)).unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let tap = seen.clone();
        pair.world()
            .link_mut()
            .port_mut(Side::A)
            .channel
            .choose(move |_, frame| {
                tap.lock().unwrap().extend(Seen::of(frame));
                Vec::new()
            });
        let psn = 0xff_fffd;
        let configure = |builder: ferric::verbs::QueuePairBuilder| {
            builder
                .set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(mtu)
                .set_psn(psn)
        };
        let connection = pair.connect(64, configure).unwrap();
        let room = 2 * mtu.bytes() + 64;
        let bytes: Vec<_> = (0..room).map(|at| (at * 3 + (at >> 8)) as u8).collect();
        let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        Rig {
            source: pair.ends[0].pd.register(bytes, AccessFlags::NONE).unwrap(),
            target: pair.ends[1].pd.register(vec![GUARD; room], access).unwrap(),
            pair,
            connection,
            seen,
            psn,
        }
    }

    /// A WRITE of `length` bytes with this key, and a SEND of as many, which become packets with these opcodes. The bytes arrive, and no
    /// others.
    fn message(&mut self, length: usize, rkey: u32, writes: &[u8], sends: &[u8]) {
        let sges = [self.source.sge(..length).unwrap()];
        let room = [self.target.sge(..length).unwrap()];
        let write = SendWr::write(1, &sges, self.target.addr(), rkey).signaled();
        for (request, opcodes) in [(write, writes), (SendWr::send(2, &sges).signaled(), sends)] {
            self.seen.lock().unwrap().clear();
            let [a, b] = &self.connection.qps;
            if request.wr_id == 2 {
                b.post_recv(&[RecvWr::new(3, &room)]).unwrap();
            }
            a.post_send(&[request]).unwrap();
            let mut done = self.complete(Side::A);
            if request.wr_id == 2 {
                done.extend(self.complete(Side::B));
            }
            assert!(
                done.iter().all(|wc| wc.is_success()),
                "{length} bytes: {done:?}"
            );
            let mtu = self.connection.qps[0].query().unwrap().path_mtu.unwrap();
            let mut rest = length;
            let mut expected = Vec::new();
            for opcode in opcodes {
                let part = rest.min(mtu.bytes());
                expected.push(Seen {
                    opcode: *opcode,
                    psn: self.psn,
                    pad: part.next_multiple_of(4) - part,
                    length: part,
                });
                rest -= part;
                self.psn = (self.psn + 1) & 0xff_ffff;
            }
            assert_eq!(rest, 0);
            assert_eq!(*self.seen.lock().unwrap(), expected, "{length} bytes");
            let mut memory = vec![0; 2 * mtu.bytes() + 64];
            self.target.read(0, &mut memory).unwrap();
            let mut bytes = vec![0; length];
            self.source.read(0, &mut bytes).unwrap();
            assert!(memory[..length] == bytes, "{length} bytes differ");
            let beside = memory[length..].iter().all(|byte| *byte == GUARD);
            assert!(beside, "{length} bytes: something beside them was written");
            self.target.write(0, &vec![GUARD; memory.len()]).unwrap();
        }
    }

    fn complete(&self, side: Side) -> Vec<ferric::verbs::WorkCompletion> {
        self.connection
            .complete(&self.pair, side, 1, PATIENCE)
            .unwrap()
    }
}

/// Case 27, at every PMTU.
#[test]
fn message_around_one_and_two_packets_is_cut_as_the_specification_says() {
    for mtu in Mtu::ALL {
        let mut rig = Rig::new(mtu, 70 + mtu as u64);
        let (key, size) = (rig.target.rkey(), mtu.bytes());
        let only: (&[u8], &[u8]) = (&[WRITE_ONLY], &[SEND_ONLY]);
        let two: (&[u8], &[u8]) = (&[WRITE_FIRST, WRITE_LAST], &[SEND_FIRST, SEND_LAST]);
        let three: (&[u8], &[u8]) = (
            &[WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST],
            &[SEND_FIRST, SEND_MIDDLE, SEND_LAST],
        );
        for (length, (writes, sends)) in [
            (size - 1, only),
            (size, only),
            (size + 1, two),
            (2 * size, two),
            (2 * size + 1, three),
        ] {
            rig.message(length, key, writes, sends);
        }
    }
}

/// Case 28: each number of bytes above a multiple of four.
#[test]
fn pad_fills_up_to_four_and_is_not_written() {
    let mut rig = Rig::new(Mtu::Mtu256, 76);
    let key = rig.target.rkey();
    for length in [1, 2, 3, 4, 5, 61, 62, 63, 253, 254, 255] {
        rig.message(length, key, &[WRITE_ONLY], &[SEND_ONLY]);
    }
}

/// Case 31: no bytes take a PSN and an acknowledge, and a WRITE of none no key.
#[test]
fn message_of_no_bytes_takes_one_psn_and_no_key() {
    let mut rig = Rig::new(Mtu::Mtu256, 77);
    for rkey in [rig.target.rkey(), 0, 0xffff_ffff] {
        rig.message(0, rkey, &[WRITE_ONLY], &[SEND_ONLY]);
    }
}
