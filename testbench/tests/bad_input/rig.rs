//! Two cards with traffic that nothing may disturb, a connection to be maltreated, and an account of everything that happened.
//!
//! A test calls [`Rig::strike`], does harm, looks at what the victim's completion queues say, and calls [`Rig::settle`] with the
//! counters and events that the harm must have moved. There, whatever the fault was, the following must hold:
//! - each message of the other connections has arrived with the right bytes, completed once and in order, and new ones do;
//! - every counter of drops, refusals and errors of both cards moved by what was foretold and by no more;
//! - every asynchronous event was foretold;
//! - the victim has no completion but those that the test has taken;
//! - the victim's memory is as it was, and no card touched memory outside a region or raised a foreign interrupt.
use crate::stream::{Operation, Stream};
use ferric::verbs::{
    AccessFlags, AsyncEvent, CompletionQueue, MemoryRegion, Mtu, QpAttributes, QpState, QueuePair,
    RecvWr, SendWr, WorkCompletion,
};
use ferric_layout::admin::{Header, Qp, opcode};
use ferric_layout::counter::Counter;
use ferric_layout::{Psn, register, sizes::SLOT, wire};
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use zerocopy::FromBytes;

/// Cycles within which anything must have happened: fewer than a DMA tag's quarantine (`docs/pcie.md`), which must not be waited for.
const PATIENCE: u64 = 40_000;
/// Cycles between two looks.
const STEP: u64 = 64;
/// Cycles by which a counter may lag, and more.
const LAG: u64 = 256;
/// Bytes of the victim's memory at each side.
pub const ROOM: usize = 8192;
/// What stands in it.
const GUARD: u8 = 0xA5;
/// Payload of the victim's full packets.
pub const PMTU: Mtu = Mtu::Mtu512;
/// What the victims' peers may do.
const REMOTE: AccessFlags = AccessFlags::REMOTE_WRITE
    .union(AccessFlags::REMOTE_READ)
    .union(AccessFlags::REMOTE_ATOMIC);
/// READs and atomics of its peer that a victim answers at a time.
pub const RD_ATOMIC: u8 = 4;
/// Bytes of counters read at once.
const BLOCK: usize = 64;
/// Bytes of a message that proves that the victim works.
const PROOF: usize = 100;

/// Counters that move in any traffic.
const BUSY: [Counter; 13] = [
    Counter::RxFrames,
    Counter::RxGood,
    Counter::RxRequests,
    Counter::RxResponses,
    Counter::ResponderMessages,
    Counter::RequesterMessages,
    Counter::RequesterPackets,
    Counter::TxFrames,
    Counter::TxAcks,
    Counter::Completions,
    Counter::Events,
    Counter::Interrupts,
    Counter::AdminCommands,
];

/// A packet that one side sent to the victim of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    pub from: Side,
    pub opcode: u8,
    pub psn: u32,
    /// The byte behind the BTH: of an acknowledge, its syndrome.
    pub syndrome: u8,
}

/// What a fault must have done besides.
#[derive(Clone, Copy, Default)]
pub struct Traces<'a> {
    pub counters: &'a [(Side, Counter, u64)],
    pub events: &'a [(Side, AsyncEvent)],
}

pub struct Rig {
    pub victim: Connection,
    /// Memory of the victim at each side, for local writes and for those of its peer.
    pub memory: [MemoryRegion; 2],
    /// Memory of messages to send.
    pub source: [MemoryRegion; 2],
    streams: Vec<Stream>,
    /// PSN of the next request of each side's victim.
    pub psn: [u32; 2],
    counts: [Vec<u64>; 2],
    heard: Arc<Mutex<Vec<Heard>>>,
    fault: String,
    pub pair: Pair,
}

impl Rig {
    pub fn new(settings: Settings) -> Self {
        let pair = Pair::new(settings).unwrap();
        let psn = [0xFF_FFF0, 0x00_1000];
        let victim = connect(&pair, psn);
        let heard = Arc::new(Mutex::new(Vec::new()));
        for from in Side::BOTH {
            let (heard, qpn) = (heard.clone(), victim.qps[from.other().index()].number());
            let tap = move |_, frame: &[u8]| {
                heard.lock().unwrap().extend(overheard(from, frame, qpn));
                Vec::new()
            };
            pair.world().link_mut().port_mut(from).channel.choose(tap);
        }
        let access = AccessFlags::LOCAL_WRITE | REMOTE;
        let region = |side: usize, bytes: Vec<u8>, access| {
            pair.ends[side].pd.register(bytes, access).unwrap()
        };
        // No byte of a message looks like an untouched one.
        let message = || (0..ROOM).map(|at| ((at * 5 + (at >> 8)) % usize::from(GUARD)) as u8);
        let streams = vec![
            Stream::new(&pair, [Operation::Write, Operation::Send]),
            Stream::new(&pair, [Operation::Send, Operation::Write]),
        ];
        let mut rig = Rig {
            memory: [0, 1].map(|side| region(side, vec![GUARD; ROOM], access)),
            source: [0, 1].map(|side| region(side, message().collect(), AccessFlags::NONE)),
            victim,
            streams,
            psn,
            counts: Default::default(),
            heard,
            fault: "start".into(),
            pair,
        };
        rig.counts = Side::BOTH.map(|side| rig.count(side));
        rig.prove();
        rig.settle(Traces::default());
        rig
    }

    /// Two queue pairs that a test may do without.
    pub fn qp(&self, side: Side) -> &QueuePair {
        &self.victim.qps[side.index()]
    }

    /// Begins a fault: failures are reported under this name.
    pub fn strike(&mut self, fault: impl Into<String>) {
        self.fault = fault.into();
        let cycle = self.pair.world().host(Side::A).now();
        println!("{cycle:>8} {}", self.fault);
        self.heard.lock().unwrap().clear();
    }

    pub fn fault(&self) -> &str {
        &self.fault
    }

    /// Lets cycles pass, with traffic on the other connections.
    pub fn run(&mut self, cycles: u64) {
        for _ in 0..cycles.div_ceil(STEP) {
            self.pair.run(STEP);
            self.streams.iter_mut().for_each(Stream::turn);
        }
    }

    /// Lets cycles pass until `seen` sees what it waits for.
    pub fn until<T>(&mut self, what: &str, mut seen: impl FnMut(&mut Self) -> Option<T>) -> T {
        for _ in 0..PATIENCE / STEP {
            if let Some(found) = seen(self) {
                return found;
            }
            self.run(STEP);
        }
        panic!("{}: no {what} in {PATIENCE} cycles", self.fault);
    }

    /// The next `count` completions of the victim at `side`.
    pub fn completions(&mut self, side: Side, count: usize) -> Vec<WorkCompletion> {
        let cq = self.victim.cqs[side.index()].clone();
        self.completions_of(&cq, &format!("{count} completions at {side:?}"), count)
    }

    pub fn completions_of(
        &mut self,
        cq: &CompletionQueue,
        what: &str,
        count: usize,
    ) -> Vec<WorkCompletion> {
        let mut got = Vec::new();
        self.until(what, |_| {
            let mut room = vec![WorkCompletion::default(); count - got.len()];
            got.extend_from_slice(cq.poll(&mut room).unwrap());
            (got.len() == count).then_some(())
        });
        got
    }

    /// What the victims have sent to each other since the strike.
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// Waits until `side`'s victim has sent an acknowledge or NAK with this syndrome.
    pub fn hears(&mut self, side: Side, syndrome: u8) -> Heard {
        let acknowledge = ferric_layout::opcode::operation::ACKNOWLEDGE;
        self.until(&format!("answer {syndrome:#04x} of {side:?}"), |rig| {
            let heard = rig.heard();
            let wanted = |heard: &&Heard| {
                (heard.from, heard.opcode, heard.syndrome) == (side, acknowledge, syndrome)
            };
            heard.iter().find(wanted).copied()
        })
    }

    /// Checks that everything is as the head of this file says, with these traces of the fault and no others.
    pub fn settle(&mut self, traces: Traces<'_>) {
        let goals: Vec<_> = self.streams.iter().map(|stream| stream.goal(2)).collect();
        self.until("messages of other QPs", |rig| {
            let mut streams = rig.streams.iter().zip(&goals);
            streams
                .all(|(stream, goal)| stream.reached(*goal))
                .then_some(())
        });
        self.run(LAG);
        let fault = &self.fault;

        let mut events = Vec::new();
        for side in Side::BOTH {
            let context = &self.pair.ends[side.index()].context;
            while let Some(event) = context.poll_async_event().unwrap() {
                events.push((side, event));
            }
        }
        let mut expected = traces.events.to_vec();
        let key = |entry: &(Side, AsyncEvent)| format!("{entry:?}");
        expected.sort_by_key(key);
        events.sort_by_key(key);
        assert_eq!(events, expected, "{fault}: events");

        let mut moved = Vec::new();
        for side in Side::BOTH {
            let counts = self.count(side);
            let before = std::mem::replace(&mut self.counts[side.index()], counts);
            for (counter, before) in watched().zip(before) {
                let now = self.counts[side.index()][moved_index(counter)];
                if now != before {
                    moved.push((side, counter, now - before));
                }
            }
        }
        let mut expected = traces.counters.to_vec();
        expected.sort_by_key(|(side, counter, _)| (side.index(), *counter as u8));
        let fault = &self.fault;
        assert_eq!(moved, expected, "{fault}: counters");

        for side in Side::BOTH {
            let mut room = [WorkCompletion::default(); 4];
            let stray = self.victim.cqs[side.index()].poll(&mut room).unwrap();
            assert_eq!(stray, [], "{fault}: completions of {side:?} nobody expects");
            let mut memory = vec![0; ROOM];
            self.memory[side.index()].read(0, &mut memory).unwrap();
            let touched = memory.iter().position(|byte| *byte != GUARD);
            assert_eq!(touched, None, "{fault}: memory of {side:?} was touched");
            let world = self.pair.world();
            let root = &world.host(side).root;
            assert_eq!(root.iommu.faults(), [], "{fault}: accesses outside regions");
            assert_eq!(
                root.interrupts.spurious(),
                [],
                "{fault}: foreign interrupts"
            );
        }
    }

    /// The memory of `side` as it was before the fault.
    pub fn clean(&mut self, side: Side) {
        let region = &self.memory[side.index()];
        region.write(0, &vec![GUARD; ROOM]).unwrap();
    }

    /// Bytes of the memory of `side` that are not as they were.
    pub fn touched(&self, side: Side) -> usize {
        let mut memory = vec![0; ROOM];
        self.memory[side.index()].read(0, &mut memory).unwrap();
        memory.iter().filter(|byte| **byte != GUARD).count()
    }

    /// A WRITE and a SEND of the victim each way, which must arrive.
    pub fn prove(&mut self) {
        for side in Side::BOTH {
            let (here, there) = (side.index(), side.other().index());
            let sges = [self.source[here].sge(7..7 + PROOF).unwrap()];
            let (written, received) = (1000, 3000);
            let room = [self.memory[there].sge(received..received + PROOF).unwrap()];
            let target = self.memory[there].addr() + written as u64;
            self.qp(side.other())
                .post_recv(&[RecvWr::new(72, &room)])
                .unwrap();
            let write = SendWr::write(70, &sges, target, self.memory[there].rkey()).signaled();
            let send = SendWr::send(71, &sges).signaled();
            self.qp(side).post_send(&[write, send]).unwrap();
            let sent = self.completions(side, 2);
            let taken = self.completions(side.other(), 1);
            let good = sent.iter().chain(&taken).all(WorkCompletion::is_success);
            let names: Vec<_> = sent.iter().chain(&taken).map(|wc| wc.wr_id).collect();
            let fault = &self.fault;
            assert!(
                good && names == [70, 71, 72],
                "{fault}: the victim does not work: {sent:?} {taken:?}"
            );
            let (mut expected, mut seen) = ([0; PROOF], [0; PROOF]);
            self.source[here].read(7, &mut expected).unwrap();
            for at in [written, received] {
                self.memory[there].read(at, &mut seen).unwrap();
                assert!(
                    seen == expected,
                    "{fault}: the victim's bytes differ at {at}"
                );
            }
            self.advance(side, 2);
            self.clean(side.other());
        }
    }

    /// `side`'s victim has sent so many packets.
    pub fn advance(&mut self, side: Side, packets: u32) {
        let psn = &mut self.psn[side.index()];
        *psn = Psn::new(psn.wrapping_add(packets)).value();
    }

    /// Takes the victims through RESET and connects them again, with new PSNs, and proves that they work.
    pub fn revive(&mut self) {
        let old = Side::BOTH.map(|side| self.qp(side).query().unwrap());
        for side in Side::BOTH {
            let reset = QpAttributes {
                qp_state: Some(QpState::Reset),
                ..QpAttributes::default()
            };
            self.qp(side).modify(&reset).unwrap();
        }
        for side in Side::BOTH {
            self.advance(side, 0x2345);
        }
        for side in Side::BOTH {
            let here = side.index();
            let before = &old[here];
            let moves = [
                QpAttributes {
                    qp_state: Some(QpState::Init),
                    pkey_index: Some(0),
                    port_num: Some(1),
                    qp_access_flags: before.qp_access_flags,
                    ..QpAttributes::default()
                },
                QpAttributes {
                    qp_state: Some(QpState::Rtr),
                    ah_attr: before.ah_attr,
                    path_mtu: before.path_mtu,
                    dest_qp_num: before.dest_qp_num,
                    rq_psn: Some(self.psn[1 - here]),
                    max_dest_rd_atomic: before.max_dest_rd_atomic,
                    min_rnr_timer: before.min_rnr_timer,
                    ..QpAttributes::default()
                },
                QpAttributes {
                    qp_state: Some(QpState::Rts),
                    timeout: before.timeout,
                    retry_cnt: before.retry_cnt,
                    rnr_retry: before.rnr_retry,
                    sq_psn: Some(self.psn[here]),
                    max_rd_atomic: before.max_rd_atomic,
                    ..QpAttributes::default()
                },
            ];
            for attributes in moves {
                self.qp(side).modify(&attributes).unwrap();
            }
        }
        self.prove();
    }

    /// What the card was told of the victim at `side`.
    pub fn told(&self, side: Side) -> Qp {
        let card = self.pair.ends[side.index()].device.card();
        let answer = card
            .execute_on(opcode::QUERY_QP, self.qp(side).number())
            .unwrap();
        let mut bytes = [0; size_of::<Qp>()];
        bytes[size_of::<Header>()..][..answer.object.len()].copy_from_slice(&answer.object);
        Qp::read_from_bytes(&bytes).unwrap()
    }

    /// Changes a slot of a ring of `side`, as a program might that has its ring mapped.
    pub fn scribble(&mut self, side: Side, ring: u64, slot: u64, change: impl FnOnce(&mut [u8])) {
        let mut world = self.pair.world();
        let root = &mut world.host_mut(side).root;
        let at = root
            .iommu
            .translate(ring + slot * SLOT as u64, false)
            .unwrap();
        let mut bytes = [0; SLOT];
        root.memory.read(at, &mut bytes).unwrap();
        change(&mut bytes);
        root.memory.write(at, &bytes).unwrap();
    }

    /// Counters that packets behind a refused one have moved at `side`: whether the responder drops them or the wire does, once control has
    /// closed the queue pair, is a matter of cycles.
    pub fn dropped_behind(&mut self, side: Side) -> Vec<(Side, Counter, u64)> {
        self.run(LAG);
        let counts = self.count(side);
        let moved = [Counter::ResponderFailedQp, Counter::RxQpState].map(|counter| {
            let index = moved_index(counter);
            let count = counts[index] - self.counts[side.index()][index];
            (side, counter, count)
        });
        moved
            .into_iter()
            .filter(|(_, _, count)| *count > 0)
            .collect()
    }

    /// All counters that are watched, sixty-four bytes a read.
    fn count(&self, side: Side) -> Vec<u64> {
        let mut world = self.pair.world();
        let blocks = (Counter::ALL.len() * 8).div_ceil(BLOCK);
        let asked: Vec<_> = (0..blocks)
            .map(|block| {
                let at = u64::from(register::COUNTERS) + (block * BLOCK) as u64;
                let host = world.host_mut(side);
                host.read(0, at, BLOCK).expect("few reads are under way")
            })
            .collect();
        let mut bytes = Vec::new();
        for id in asked {
            bytes.extend(loop {
                world.run(side, 1);
                if let Some(block) = world.host_mut(side).take_result(id) {
                    break block.unwrap();
                }
            });
        }
        let count = |counter| {
            let at = counter as usize * 8;
            u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
        };
        watched().map(count).collect()
    }
}

fn watched() -> impl Iterator<Item = Counter> {
    Counter::ALL
        .iter()
        .copied()
        .filter(|counter| !BUSY.contains(counter))
}

fn moved_index(wanted: Counter) -> usize {
    watched().position(|counter| counter == wanted).unwrap()
}

/// Address of each side's victim.
pub const ADDRESSES: [Ipv4Addr; 2] = [Ipv4Addr::new(10, 0, 0, 1), Ipv4Addr::new(10, 0, 0, 2)];

/// The victims: IPv4, since its header has more to be wrong.
fn connect(pair: &Pair, psn: [u32; 2]) -> Connection {
    let made = [0, 1].map(|side| {
        let end = &pair.ends[side];
        end.device.add_gid(ADDRESSES[side], None).unwrap();
        let cq = end.context.create_cq(64, None).unwrap();
        let builder = end
            .pd
            .create_qp(&cq, &cq)
            .set_access(REMOTE)
            .set_path_mtu(PMTU)
            .set_max_rd_atomic(RD_ATOMIC)
            .set_max_dest_rd_atomic(RD_ATOMIC)
            .set_max_send_wr(32)
            .set_max_recv_wr(32)
            .set_max_send_sge(2)
            .set_max_recv_sge(4)
            .set_gid(ADDRESSES[side])
            .set_psn(psn[side]);
        (cq, builder.prepare().unwrap())
    });
    let [(cq_a, a), (cq_b, b)] = made;
    let (at_a, at_b) = (a.endpoint(), b.endpoint());
    Connection {
        qps: [a.handshake(at_b).unwrap(), b.handshake(at_a).unwrap()],
        cqs: [cq_a, cq_b],
    }
}

/// The packet in a frame, if it is one for this QP.
fn overheard(from: Side, frame: &[u8], qpn: u32) -> Option<Heard> {
    let roce = Roce::find(frame)?;
    let (bth, rest) = wire::Bth::read_from_prefix(&frame[roce.bth..]).ok()?;
    let number = |bytes: [u8; 3]| u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
    (number(bth.destination_qp) == qpn).then(|| Heard {
        from,
        opcode: bth.opcode,
        psn: number(bth.psn),
        syndrome: rest[0],
    })
}
