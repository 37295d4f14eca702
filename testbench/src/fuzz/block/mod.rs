//! The receiver alone: every frame's fate, and every packet handed on, against a judgement from the frame's bytes.
//!
//! The MAC brings frames back to back or with gaps, the readers behind the block stop and go; both change now and then. A frame may be
//! dropped for want of room only when the buffer of its kind is full by the count of what went in and came out. In some rounds frames that
//! are no packets go to the host's own stack.
mod host;
mod way;

use super::make::{self, Path};
use super::mutate::{self, percent};
use super::seeds::Seeds;
use super::tally::{DROPS, Tally};
use super::verdict::{self, Known, Packet};
use super::{Kept, Plan, ROUND};
use crate::link::frame;
use crate::link::wire::Side;
use anyhow::{Context as _, bail, ensure};
use fastrand::Rng;
use ferric_layout::counter::Counter;
use ferric_layout::ethernet::FRAME_MAX;
use ferric_layout::opcode::{TABLE, header_bytes, transport};
use ferric_layout::qp::state;
use ferric_layout::sizes::{FIRST_QPN, QPS};
use ferric_rtl::wire::WireReceive;
use ferric_verilated::{Bench, Handle, Model};
use host::HostWay;
use num_bigint::BigUint;
use rust_hdl::prelude::Block;
use std::collections::VecDeque;
use std::fmt;
use way::{Way, beats};

/// The card's address.
const MAC: [u8; 6] = [0x02, 0xa1, 0xb2, 0xc3, 0xd4, 0xe5];
/// Bytes of a beat.
const BEAT: usize = 64;
/// Beats and packets of each kind that the block has room for (`docs/wire.md`).
const BEATS: u64 = 1024;
const PACKETS: u64 = 512;
/// What a reader may have taken between the decision and its pulse.
const LAG: u64 = 8;
/// Cycles in which a frame that is in must be judged, and what is handed on must be out when the readers go.
const PATIENCE: u64 = 4000;
/// Cycles between two looks at what came out.
const LOOK: u64 = 64;
/// Picoseconds of a cycle.
const CYCLE: u64 = 4000;

/// What became of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Frames.
    pub frames: u64,
    /// Handed on to responder and requester.
    pub taken: [u64; 2],
    /// For the host's own stack: kept, and too long for it.
    pub host: [u64; 2],
    /// By cause.
    pub dropped: Tally,
    /// Cycles.
    pub cycles: u64,
    /// Whether the frames began as recordings.
    pub recorded: bool,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            frames,
            taken: [requests, responses],
            host: [kept, long],
            cycles,
            ..
        } = self;
        writeln!(
            f,
            "{frames} frames at the receiver in {cycles} cycles, each judged"
        )?;
        writeln!(f, "  {:<22} {requests:>8}", "requests")?;
        writeln!(f, "  {:<22} {responses:>8}", "responses")?;
        writeln!(f, "  {:<22} {kept:>8}", "for the host's stack")?;
        writeln!(f, "  {:<22} {long:>8}", "too long for it")?;
        write!(f, "{}", self.dropped)
    }
}

/// What must become of a frame.
#[derive(Debug)]
enum Fate {
    /// Handed on, if there is room.
    Packet(Packet),
    /// Kept for the host's stack.
    Host(Vec<u8>),
    /// Dropped.
    Dropped(Counter),
}

/// A frame whose fate was not told yet.
struct Due {
    fate: Fate,
    /// Cycle of its last beat.
    since: Option<u64>,
    /// The most packets and beats of each kind that were inside since it began.
    most: [[u64; 2]; 2],
}

/// A frame on its way in.
struct Coming {
    bytes: Vec<u8>,
    bad: bool,
    at: usize,
}

struct Fuzzer {
    bench: Bench,
    rng: Rng,
    seeds: Seeds,
    qps: Vec<Known>,
    /// Place in `qps` of each number.
    places: Vec<Option<usize>>,
    ways: [Way; 2],
    host: HostWay,
    ports: [Handle; 5],
    frames: Handle,
    good: Handle,
    causes: Vec<(Counter, Handle)>,
    /// Frames that began and were not counted yet.
    due: VecDeque<Due>,
    coming: Option<Coming>,
    gaps: f64,
    phase: u64,
    summary: Summary,
    poured: u64,
    kept: Kept,
}

/// The name of a counter's pulse.
fn pulse(counter: Counter) -> String {
    let mut port = String::from("count");
    for letter in counter.name().chars() {
        if letter.is_ascii_uppercase() {
            port.push('_');
        }
        port.push(letter.to_ascii_lowercase());
    }
    port
}

impl Plan {
    /// Pours the frames into the receiver; `progress` hears, now and then, how many are in.
    ///
    /// # Errors
    /// The receiver did not do with a frame what it must, or stopped, or a cause was not reached.
    pub fn fuzz_block(&self, progress: impl Fn(u64)) -> anyhow::Result<Summary> {
        let mut fuzzer = Fuzzer::new(self)?;
        match fuzzer.run(self, progress) {
            Ok(()) => Ok(fuzzer.summary),
            Err(error) => Err(self.explain(error, "wire", fuzzer.poured, &fuzzer.kept)),
        }
    }
}

impl Fuzzer {
    fn new(plan: &Plan) -> anyhow::Result<Self> {
        let mut rng = Rng::with_seed(plan.seed);
        let mut block = WireReceive::default();
        block.connect_all();
        let model = Model::build("wire_receive", &block)?;
        let mut bench = Bench::new(model, plan.seed);
        let ways = ["request", "response"].map(|name| Way::new(&mut bench, name));
        let host = HostWay::new(&mut bench);
        bench.model.poke_big("mac", &BigUint::from_bytes_be(&MAC));
        bench.model.poke("enable", 1u8);
        bench.reset(2);
        let port = |name: &str| bench.model.handle(name);
        let ports = ["tdata", "tkeep", "tlast", "tuser", "tvalid"]
            .map(|name| port(&format!("s_axis_rx_{name}")));
        let seeds = Seeds::find(&mut rng);
        let mut fuzzer = Fuzzer {
            ports,
            frames: port(&pulse(Counter::RxFrames)),
            good: port(&pulse(Counter::RxGood)),
            causes: DROPS
                .iter()
                .chain(&[Counter::RxEthernetLong, Counter::RxEthernetFull])
                .map(|cause| (*cause, port(&pulse(*cause))))
                .collect(),
            bench,
            qps: Vec::new(),
            places: vec![None; QPS],
            ways,
            host,
            due: VecDeque::new(),
            coming: None,
            gaps: 0.0,
            phase: 0,
            summary: Summary {
                frames: plan.frames,
                taken: [0; 2],
                host: [0; 2],
                dropped: Tally::default(),
                cycles: 0,
                recorded: seeds.recorded(),
            },
            seeds,
            rng,
            poured: 0,
            kept: Kept::default(),
        };
        let mut numbers: Vec<u32> = (FIRST_QPN..QPS as u32).collect();
        fuzzer.rng.shuffle(&mut numbers);
        for qpn in numbers.into_iter().take(plan.qps) {
            let qp = fuzzer.draw_qp(qpn);
            fuzzer.places[qpn as usize] = Some(fuzzer.qps.len());
            fuzzer.configure(&qp);
            fuzzer.qps.push(qp);
        }
        Ok(fuzzer)
    }

    fn draw_qp(&mut self, qpn: u32) -> Known {
        let rng = &mut self.rng;
        let mut path = Path::random(qpn, MAC, rng);
        if percent(rng, 10) {
            path.pkey = [0x7fff, 0x1234, 0x9234, 0x8000][rng.usize(..4)];
        }
        let transports = [transport::UC, transport::UD, transport::XRC];
        let others = [
            state::RESET,
            state::INIT,
            state::RTR,
            state::SQD,
            state::ERROR,
        ];
        Known {
            state: match percent(rng, 85) {
                true => state::RTS,
                false => others[rng.usize(..others.len())],
            },
            transport: match percent(rng, 95) {
                true => transport::RC,
                false => transports[rng.usize(..3)],
            },
            path,
        }
    }

    /// Tells the block of a queue pair.
    fn configure(&mut self, qp: &Known) {
        let model = &mut self.bench.model;
        let path = |field: &str| format!("qp_write.path.{field}");
        model.poke("qp_write.qpn", qp.path.qpn);
        model.poke(&path("state"), qp.state);
        model.poke(&path("transport"), qp.transport);
        model.poke(&path("ipv6"), qp.path.ipv6());
        model.poke(&path("vlan"), qp.path.vlan.is_some());
        model.poke(&path("vlan_tci"), qp.path.vlan.unwrap_or(0));
        model.poke(&path("pkey"), qp.path.pkey);
        for (field, gid) in [
            ("destination_gid", qp.path.peer),
            ("source_gid", qp.path.own),
        ] {
            model.poke_big(&path(field), &BigUint::from_bytes_be(&gid));
        }
        model.poke("qp_write_valid", 1u8);
        model.tick();
        model.poke("qp_write_valid", 0u8);
    }

    /// A frame, and whether the MAC finds it bad.
    fn draw(&mut self) -> (Vec<u8>, bool) {
        let rng = &mut self.rng;
        let path = &self.qps[rng.usize(..self.qps.len())].path;
        let mut frame = match rng.u32(..100) {
            0 => (0..rng.usize(1..200)).map(|_| rng.u8(..)).collect(),
            1..=3 => self.seeds.frame(rng).to_vec(),
            4..=50 => self.seeds.moved(path, None, rng),
            _ => made(path, rng),
        };
        if percent(rng, 70) {
            mutate::mutate(&mut frame, &self.seeds, rng);
        }
        (frame, percent(rng, 1))
    }

    /// A good frame, which is taken.
    fn good(&mut self) -> Vec<u8> {
        let serves = |qp: &&Known| qp.state == state::RTS && qp.transport == transport::RC;
        let full = |qp: &&Known| qp.path.pkey == ferric_layout::wire::DEFAULT_PKEY;
        let mut able = self.qps.iter().filter(serves).filter(full);
        made(&able.next().expect("most are").path, &mut self.rng)
    }

    fn run(&mut self, plan: &Plan, progress: impl Fn(u64)) -> anyhow::Result<()> {
        while self.poured < plan.frames {
            let (accepts, promiscuous) = (self.rng.bool(), self.rng.bool());
            self.host.choose(&mut self.bench, accepts, promiscuous);
            let until = (self.poured + ROUND).min(plan.frames);
            while self.poured < until {
                self.step(true)?;
            }
            self.settle()?;
            self.prove()?;
            // Some queue pairs become others while nothing is inside.
            for _ in 0..4 {
                let place = self.rng.usize(1..self.qps.len());
                let qp = self.draw_qp(self.qps[place].path.qpn);
                self.configure(&qp);
                self.qps[place] = qp;
            }
            progress(self.poured);
        }
        self.summary.cycles = self.bench.cycle();
        let missing = self.summary.dropped.missing(DROPS);
        ensure!(missing.is_none(), "{missing:?} was not reached");
        Ok(())
    }

    /// Brings what is inside to an end.
    fn settle(&mut self) -> anyhow::Result<()> {
        for sink in self.ways.iter().flat_map(|way| [way.record, way.data]) {
            self.bench.set_sink_stall(sink, 0.3);
        }
        self.phase = self.bench.cycle() + PATIENCE;
        while self.coming.is_some()
            || !self.due.is_empty()
            || !self.ways.iter().all(Way::is_empty)
            || !self.host.is_empty()
        {
            ensure!(
                self.bench.cycle() < self.phase,
                "what is inside does not come out"
            );
            self.step(false)?;
        }
        self.phase = 0;
        Ok(())
    }

    /// A good packet passes.
    fn prove(&mut self) -> anyhow::Result<()> {
        let bytes = self.good();
        let fate = self.judge(&bytes, false);
        ensure!(
            matches!(fate, Fate::Packet(_)),
            "a good frame would be dropped: {fate:?}"
        );
        let before = self.summary.taken;
        self.begin(bytes, false, fate);
        self.settle()?;
        ensure!(self.summary.taken != before, "a good frame was not taken");
        Ok(())
    }

    fn judge(&self, frame: &[u8], bad: bool) -> Fate {
        if self.host.accepts && verdict::is_for_host(frame, bad, MAC, self.host.promiscuous) {
            return match frame.len() <= FRAME_MAX {
                true => Fate::Host(frame.to_vec()),
                false => Fate::Dropped(Counter::RxEthernetLong),
            };
        }
        let known = |qpn: u32| self.places[qpn as usize].map(|place| self.qps[place].clone());
        match verdict::judge(frame, bad, MAC, known) {
            Ok(packet) => Fate::Packet(packet),
            Err(cause) => Fate::Dropped(cause),
        }
    }

    fn begin(&mut self, bytes: Vec<u8>, bad: bool, fate: Fate) {
        self.kept
            .keep(Side::B, self.bench.cycle() * CYCLE, bytes.clone());
        self.due.push_back(Due {
            fate,
            since: None,
            most: [[0; 2]; 2],
        });
        self.coming = Some(Coming { bytes, bad, at: 0 });
    }

    /// A cycle.
    fn step(&mut self, pour: bool) -> anyhow::Result<()> {
        let cycle = self.bench.cycle();
        if cycle >= self.phase {
            self.change_pace(cycle);
        }
        let gap = self.rng.f64() < self.gaps;
        if self.coming.is_none() && pour && !gap {
            let (bytes, bad) = self.draw();
            let fate = self.judge(&bytes, bad);
            self.poured += 1;
            self.begin(bytes, bad, fate);
        }
        self.drive(gap);
        self.bench.step();
        self.watch()?;
        if cycle.is_multiple_of(LOOK) {
            self.look()?;
        }
        Ok(())
    }

    fn look(&mut self) -> anyhow::Result<()> {
        for way in &mut self.ways {
            way.look(&mut self.bench)?;
        }
        self.host.look(&mut self.bench)
    }

    /// The MAC and the readers go on otherwise.
    fn change_pace(&mut self, cycle: u64) {
        self.phase = cycle + self.rng.u64(100..4000);
        self.gaps = [0.0, 0.0, 0.3, 0.8][self.rng.usize(..4)];
        for sink in self.ways.iter().flat_map(|way| [way.record, way.data]) {
            let stall = [0.0, 0.3, 0.3, 0.6, 0.9, 1.0][self.rng.usize(..6)];
            self.bench.set_sink_stall(sink, stall);
        }
    }

    /// The pins of the MAC.
    fn drive(&mut self, gap: bool) {
        let [data, keep, last, user, valid] = self.ports;
        let cycle = self.bench.cycle();
        let mut beat = [0u8; BEAT];
        // What is past the end, or not valid, is anything.
        self.rng.fill(&mut beat);
        let model = &mut self.bench.model;
        match &mut self.coming {
            Some(frame) if !gap => {
                let bytes = &frame.bytes[frame.at..frame.bytes.len().min(frame.at + BEAT)];
                beat[..bytes.len()].copy_from_slice(bytes);
                frame.at += bytes.len();
                let ends = frame.at == frame.bytes.len();
                model.poke_at(keep, u64::MAX >> (BEAT - bytes.len()));
                model.poke_at(last, ends);
                model.poke_at(user, ends && frame.bad);
                model.poke_at(valid, true);
                if ends {
                    self.coming = None;
                    if let Some(due) = self.due.back_mut() {
                        due.since = Some(cycle);
                    }
                }
            }
            _ => {
                let noise = u64::from(beat[0]) << 56 | u64::from(beat[1]);
                model.poke_at(keep, noise);
                model.poke_at(last, noise & 1 != 0);
                model.poke_at(user, noise & 2 != 0);
                model.poke_at(valid, false);
            }
        }
        model.poke_at(data, beat.as_slice());
    }

    /// The pulses of a cycle.
    fn watch(&mut self) -> anyhow::Result<()> {
        let high = |handle: &Handle| self.bench.model.peek_at(*handle) == 1;
        if let Some(since) = self.due.front().and_then(|due| due.since) {
            let waited = self.bench.cycle() - since;
            ensure!(
                waited < PATIENCE,
                "a frame was not judged in {waited} cycles"
            );
        }
        let inside = self.ways.each_ref().map(|way| way.inside(&self.bench));
        for most in self
            .due
            .iter_mut()
            .flat_map(|due| due.most.iter_mut().zip(inside))
        {
            *most.0 = [0, 1].map(|k| most.0[k].max(most.1[k]));
        }
        if !high(&self.frames) {
            let causes = self.causes.iter().filter(|(_, handle)| high(handle));
            ensure!(causes.count() == 0, "a pulse without a frame");
            return Ok(());
        }
        let causes = self.causes.iter().filter(|(_, handle)| high(handle));
        let mut said: Vec<_> = causes.map(|(cause, _)| *cause).collect();
        said.extend(high(&self.good).then_some(Counter::RxGood));
        let Due { fate, most, .. } = self.due.pop_front().context("a frame that never came")?;
        match (fate, &said[..]) {
            // The ring counts it.
            (Fate::Host(frame), []) => {
                self.host.keep(frame);
                self.summary.host[0] += 1;
            }
            (Fate::Dropped(cause), [said]) if *said == cause => match cause {
                Counter::RxEthernetLong => self.summary.host[1] += 1,
                cause => self.summary.dropped.add(cause, 1),
            },
            (Fate::Packet(packet), [Counter::RxGood]) => {
                let kind = usize::from(packet.response);
                self.summary.taken[kind] += 1;
                self.ways[kind].hand_on(packet);
            }
            (Fate::Packet(packet), [Counter::RxBufferFull]) => {
                let [packets, data] = most[usize::from(packet.response)];
                let needed = data + beats(packet.payload.len());
                let full = packets + LAG > PACKETS || needed + LAG > BEATS;
                ensure!(
                    full,
                    "no room with {packets} packets and {data} beats inside"
                );
                self.summary.dropped.add(Counter::RxBufferFull, 1);
            }
            (fate, said) => bail!("{fate:02x?} was counted as {said:?}"),
        }
        Ok(())
    }
}

/// A good frame of any opcode of a reliable connection.
fn made(path: &Path, rng: &mut Rng) -> Vec<u8> {
    let row = &TABLE[rng.usize(..TABLE.len())];
    let longest = [8, 70, 70, 300, 300, 4096][rng.usize(..6)];
    let length = if row.payload {
        rng.usize(0..=longest)
    } else {
        0
    };
    let mut headers = vec![0; header_bytes(row.headers)];
    let mut payload = vec![0; length];
    rng.fill(&mut headers);
    rng.fill(&mut payload);
    let mut base = path.bth(row.operation, rng.u32(..), length);
    base.flags |= rng.u8(..4) << 6;
    base.ack_request = rng.u8(..);
    let mut frame = path.packet(&base, &headers, &payload);
    if percent(rng, 20) {
        // Congestion, and what routers change besides.
        let (ip, _) = frame::ip(&frame).expect("it has one");
        frame[ip + 1] |= 0x33;
        make::repair(&mut frame);
    }
    frame
}
