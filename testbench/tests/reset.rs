//! Cards that are reset in the middle of traffic, in each of the four ways, at cycles drawn by seed, between hosts that answer late and stall
//! wherever they may. The PCIe and MAC models' rules hold throughout: no half packet, no tag used that may still be answered. When the card
//! says that it is ready, it says and asks nothing more of its own accord; what the driver had is lost; and a fresh start works.
use ferric::bus::{Bar, Bus};
use ferric::verbs::*;
use ferric_layout::counter::Counter;
use ferric_layout::register;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::pcie::host;
use ferric_testbench::world::Settings;

/// Cycles of a read of host memory and back.
const ROUND_TRIP: u32 = 400;
const CONNECTIONS: usize = 3;
/// Work requests that each end of a connection has under way.
const WINDOW: u64 = 6;
const ROOM: usize = 16 << 10;
/// Work requests that are posted at once just before a reset, so that each stage has some.
const BURST: u64 = 24;
/// Bytes of a message, at most.
const LONGEST: usize = 5000;
/// Cycles within which anything small must have happened.
const PATIENCE: u64 = 400_000;
/// Cycles in which a card that is ready is watched.
const WATCHED: u64 = 3000;
/// Answers to one in so many of the reads before a reset come that much later: in the next life but one, if nobody waits for them.
const TAIL: (u32, u32) = (8, 24_000);
/// Cycles before the reset from which on that is so.
const TAILED: u64 = 300;
/// Looks at a card in reset.
const LOOKS: usize = 2000;

#[derive(Copy, Clone, Debug, PartialEq)]
enum Way {
    Register,
    BusMaster,
    Function,
    Link,
}

impl Way {
    /// Resets the card of host A, and returns when it says that it is ready.
    fn reset(self, pair: &Pair) {
        let bus = &pair.ends[0].bus;
        match self {
            Way::Register => {
                let reset = u64::from(register::RESET);
                bus.write32(Bar::Registers, reset, register::RESET_VALUE)
                    .unwrap();
            }
            Way::BusMaster => bus.set_bus_master(false).unwrap(),
            Way::Function => bus.function_reset().unwrap(),
            Way::Link => bus.link_reset().unwrap(),
        }
        let status = u64::from(register::STATUS);
        let ready = |_: &usize| {
            bus.pause();
            bus.read32(Bar::Registers, status).unwrap() & register::status::READY != 0
        };
        assert!((0..LOOKS).any(|look| ready(&look)), "{self:?}: not ready");
    }

    /// What a host that took the bus away gives back before it goes on.
    fn give_back(self, pair: &Pair) {
        if self == Way::BusMaster {
            pair.ends[0].bus.set_bus_master(true).unwrap();
        }
    }
}

/// Work under way between both hosts, in both directions.
struct Traffic {
    connections: Vec<Connection>,
    memory: [MemoryRegion; 2],
    rng: fastrand::Rng,
}

impl Traffic {
    fn new(pair: &Pair, seed: u64) -> Self {
        let access = AccessFlags::LOCAL_WRITE
            | AccessFlags::REMOTE_WRITE
            | AccessFlags::REMOTE_READ
            | AccessFlags::REMOTE_ATOMIC;
        let connect = |builder: QueuePairBuilder| {
            let room = (WINDOW + BURST) as u32;
            builder.set_access(access).set_max_send_wr(room)
        };
        let mut traffic = Traffic {
            connections: (0..CONNECTIONS)
                .map(|_| pair.connect(64, connect).unwrap())
                .collect(),
            memory: [0, 1].map(|end| pair.ends[end].pd.allocate(ROOM, access).unwrap()),
            rng: fastrand::Rng::with_seed(seed),
        };
        for index in 0..CONNECTIONS {
            for end in [0, 1] {
                (0..2 * WINDOW).for_each(|_| traffic.receive(index, end));
                (0..WINDOW).for_each(|id| traffic.send(index, end, id));
            }
        }
        traffic
    }

    fn receive(&mut self, index: usize, end: usize) {
        let room = [self.memory[end].sge(..LONGEST).unwrap()];
        let receive = RecvWr::new(1 << 32, &room);
        self.connections[index].qps[end]
            .post_recv(&[receive])
            .unwrap();
    }

    fn send(&mut self, index: usize, end: usize, id: u64) {
        let (own, peer) = (&self.memory[end], &self.memory[1 - end]);
        let (length, at) = (
            self.rng.usize(1..LONGEST),
            self.rng.usize(..ROOM - LONGEST) & !7,
        );
        let sges = [own.sge(at..at + length).unwrap()];
        let word = [own.sge(at..at + 8).unwrap()];
        let (va, key) = (peer.addr() + at as u64, peer.rkey());
        let request = match self.rng.u8(..4) {
            0 => SendWr::send(id, &sges),
            1 => SendWr::write(id, &sges, va, key),
            2 => SendWr::read(id, &sges, va, key),
            _ => SendWr::fetch_add(id, &word, va, key, 1),
        };
        self.connections[index].qps[end]
            .post_send(&[request.signaled()])
            .unwrap();
    }

    /// Lets `cycles` pass and replaces what completes; how much that was.
    fn run(&mut self, pair: &Pair, cycles: u64) -> usize {
        let (mut left, mut count) = (cycles, 0);
        while left > 0 {
            let step = left.min(64);
            pair.run(step);
            left -= step;
            for index in 0..CONNECTIONS {
                for end in [0, 1] {
                    let mut room = [WorkCompletion::default(); 32];
                    let done = self.connections[index].cqs[end].poll(&mut room).unwrap();
                    for done in done {
                        assert!(done.is_success(), "{done:?}");
                        count += 1;
                        if done.wr_id == 1 << 32 {
                            self.receive(index, end);
                        } else {
                            self.send(index, end, done.wr_id);
                        }
                    }
                }
            }
        }
        count
    }

    /// More work at once, on every queue pair.
    fn burst(&mut self) {
        for index in 0..CONNECTIONS {
            for end in [0, 1] {
                (0..BURST).for_each(|k| self.send(index, end, WINDOW + k));
            }
        }
    }

    /// What host A had says that it is lost, and nothing of it reaches the card.
    fn is_lost(&self) {
        let connection = &self.connections[0];
        assert!(connection.qps[0].state().unwrap_err().is_lost());
        let request = SendWr::send(9, &[]);
        let error = Error::from(connection.qps[0].post_send(&[request]).unwrap_err());
        assert!(error.is_lost());
        let mut room = [WorkCompletion::default(); 64];
        let mut polled = connection.cqs[0].poll(&mut room).map(<[_]>::len);
        if polled.is_ok() {
            polled = connection.cqs[0].poll(&mut room).map(<[_]>::len);
        }
        assert!(polled.unwrap_err().is_lost());
    }
}

/// Every operation in both directions, each byte looked at.
fn fresh_start(pair: &Pair, seed: u8) {
    let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE | AccessFlags::REMOTE_READ;
    let access = access | AccessFlags::REMOTE_ATOMIC;
    let connect = |_| {
        pair.connect(16, |builder| builder.set_access(access))
            .unwrap()
    };
    // As many as before, so that each has a number that was in use.
    let connections: Vec<_> = (0..CONNECTIONS).map(connect).collect();
    let fill = |end: usize| {
        let bytes = (0..2 * LONGEST).map(|at| (at * 7) as u8 ^ seed ^ (end as u8) << 7);
        pair.ends[end]
            .pd
            .register(bytes.collect::<Vec<_>>(), access)
    };
    let memory = [fill(0).unwrap(), fill(1).unwrap()];
    let load = |end: usize, at: usize| {
        let mut bytes = vec![0; LONGEST];
        memory[end].read(at, &mut bytes).unwrap();
        bytes
    };
    for connection in &connections {
        for (end, side) in Side::BOTH.into_iter().enumerate() {
            let (own, peer) = (&memory[end], &memory[1 - end]);
            let own_sge = |at: usize, length: usize| [own.sge(at..at + length).unwrap()];
            let one = |request: SendWr<'_>| {
                let qp = &connection.qps[end];
                qp.post_send(&[request.signaled()]).unwrap();
                let done = connection.complete(pair, side, 1, PATIENCE).unwrap()[0];
                assert!(done.is_success(), "{done:?}");
            };
            let behind = peer.addr() + LONGEST as u64;
            one(SendWr::write(1, &own_sge(0, LONGEST), behind, peer.rkey()));
            assert!(
                load(1 - end, LONGEST) == load(end, 0),
                "WRITE from {side:?}"
            );
            one(SendWr::read(
                2,
                &own_sge(LONGEST, LONGEST),
                peer.addr(),
                peer.rkey(),
            ));
            assert!(load(end, LONGEST) == load(1 - end, 0), "READ by {side:?}");
            let room = [peer.sge(LONGEST..).unwrap()];
            connection.qps[1 - end]
                .post_recv(&[RecvWr::new(3, &room)])
                .unwrap();
            one(SendWr::send(4, &own_sge(0, LONGEST)));
            let other = Side::BOTH[1 - end];
            let taken = connection.complete(pair, other, 1, PATIENCE).unwrap()[0];
            assert_eq!((taken.wr_id, taken.byte_len), (3, LONGEST as u32));
            assert!(load(1 - end, LONGEST) == load(end, 0), "SEND from {side:?}");
            let word = peer.addr() & 7;
            assert_eq!(word, 0, "regions begin at a word");
            let before = load(1 - end, 0);
            one(SendWr::fetch_add(
                5,
                &own_sge(LONGEST, 8),
                peer.addr(),
                peer.rkey(),
                0,
            ));
            assert!(load(end, LONGEST)[..8] == before[..8], "atomic by {side:?}");
        }
    }
}

fn settings(seed: u64) -> Settings {
    let host = |seed| host::Settings::gen3_x16(seed, ROUND_TRIP).unruly();
    Settings {
        hosts: [host(seed), host(seed ^ 0x77)],
        ..Settings::instant(seed)
    }
}

/// Resets again and again, and every time all of it.
fn resets(way: Way, seed: u64, rounds: u64) {
    let mut pair = Pair::new(settings(seed)).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut late = 0;
    for round in 0..rounds {
        let mut traffic = Traffic::new(&pair, seed ^ round << 8);
        let done = traffic.run(&pair, 2000 + rng.u64(..4000));
        assert!(done > 0, "nothing was under way");
        if way == Way::Link {
            let (one_in, cycles) = TAIL;
            let set = |one_in| pair.world().host_mut(Side::A).root.set_tail(one_in, cycles);
            set(one_in);
            traffic.run(&pair, TAILED);
            set(0);
        }
        traffic.burst();
        traffic.run(&pair, rng.u64(1..300));
        let before = pair.ends[0]
            .device
            .card()
            .registers()
            .read(register::LIFE)
            .unwrap();
        way.reset(&pair);

        let quiet = |pair: &Pair| {
            let world = pair.world();
            let counts = world.host(Side::A).endpoint().counts();
            let frames = world.traffic(Side::A).frames;
            (counts.rq_reads, counts.rq_writes, frames)
        };
        let at_ready = quiet(&pair);
        pair.run(WATCHED);
        assert_eq!(quiet(&pair), at_ready, "{way:?}, round {round}: not quiet");
        way.give_back(&pair);
        pair.run(WATCHED);
        assert_eq!(quiet(&pair), at_ready, "{way:?}, round {round}: not quiet");
        let registers = pair.ends[0].device.card().registers();
        late += registers.counter(Counter::PcieUnexpected).unwrap();
        assert_eq!(registers.read(register::CONTROL).unwrap(), 0);
        assert_eq!(registers.read(register::LIFE).unwrap(), before + 1);

        assert!(pair.ends[0].device.check().unwrap_err().is_lost());
        traffic.is_lost();
        let device = pair.ends[0].device.reset().unwrap();
        let kept = rng.bool().then(|| traffic.memory[0].addr());
        if kept.is_none() {
            drop(traffic);
            pair.renew(Side::A, device).unwrap();
            fresh_start(&pair, round as u8);
        } else {
            // What is lost may stay for as long as it likes.
            pair.renew(Side::A, device).unwrap();
            traffic.connections.iter().for_each(|connection| {
                let error = QpAttributes {
                    qp_state: Some(QpState::Error),
                    ..QpAttributes::default()
                };
                connection.qps[1].modify(&error).unwrap();
            });
            fresh_start(&pair, round as u8);
            traffic.is_lost();
            drop(traffic);
        }
        let registers = pair.ends[0].device.card().registers();
        late += registers.counter(Counter::PcieUnexpected).unwrap();
        for side in Side::BOTH {
            let world = pair.world();
            let faults = world.host(side).root.iommu.faults();
            assert!(faults.is_empty(), "{way:?}, round {round}: {faults:?}");
        }
    }
    assert_eq!(late > 0, way == Way::Link, "{late} late completions");
    println!("{late} late completions");
}

#[test]
fn card_reset_by_its_register_recovers() {
    resets(Way::Register, 1, 4);
}

#[test]
fn card_from_which_the_bus_was_taken_recovers() {
    resets(Way::BusMaster, 2, 4);
}

#[test]
fn card_reset_as_a_function_recovers() {
    resets(Way::Function, 3, 4);
}

#[test]
fn card_reset_with_its_link_recovers_and_late_completions_meet_nobody() {
    resets(Way::Link, 4, 4);
}

#[test]
#[ignore = "a hundred resets take minutes"]
fn card_reset_at_many_cycles_recovers() {
    for seed in 10..15 {
        for way in [Way::Register, Way::BusMaster, Way::Function, Way::Link] {
            resets(way, seed, 5);
        }
    }
}
