//! One whole card: frames are poured in at its MAC, and the fuzzer is the other end of all its queue pairs.
//!
//! Held against it, all the time: it writes nothing outside what is granted and makes no access that the IOMMU refuses; it keeps the rules
//! of PCIe and of the MAC; each frame that arrives is counted once. After every 1000 frames a WRITE and a SEND to one of the queue pairs
//! and a WRITE of its own must pass within a bound, else it hangs; in the end, on all queue pairs. Those that fall are armed again as they do.
//!
//! `summary` says what was reached, and how the key checks are counted.
mod model;
mod summary;

pub use summary::Summary;

use model::Model;

use super::memory::Memory;
use super::mutate::{self, percent};
use super::peer::{self, Peer};
use super::seeds::Seeds;
use super::tally::{DROPS, Tally};
use super::{Kept, Plan, ROUND};
use crate::bus::SimBus;
use crate::card::{Absent, Card};
use crate::link::channel::{Arrival, Fault};
use crate::link::wire::Side;
use crate::reference::Packet;
use crate::reports::OnViolation;
use crate::tap::Seen;
use crate::verilated_card::VerilatedCard;
use crate::world::{Settings, World};
use anyhow::{Context as _, anyhow, bail, ensure};
use fastrand::Rng;
use ferric::verbs::{CompletionQueue, Context, Device, MacAddress, WorkCompletion};
use ferric_layout::counter::Counter;
use ferric_layout::opcode::Kind;
use ferric_layout::status::syndrome;
use ferric_verilated::Options;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

/// The card's address.
const MAC: [u8; 6] = [2, 0, 0, 0, 0, 1];
/// MSI-X vectors.
const VECTORS: u16 = 32;
/// Completion entries: more than all queue pairs can have outstanding.
const COMPLETIONS: u32 = 8192;
/// Picoseconds of a cycle.
const CYCLE: u64 = 4000;
/// Picoseconds of a cycle of the other end, where there is no card.
const IDLE: u64 = 1000 * CYCLE;
/// Frames between two looks.
const CHUNK: u64 = 16;
/// Queue pairs that get work to do in that time.
const POSTS: u64 = 4;
/// Of a thousand frames those that answer what the card asked.
const ANSWERS: Range<u32> = 880..1000;
/// Looks for a queue pair as wanted.
const TRIES: u32 = 12;
/// Cycles between two frames of a chunk at most, one of these.
const SPACING: [u64; 5] = [0, 2, 12, 12, 30];
/// Chunks in a hundred that go to one queue pair alone.
const ALONE: u32 = 10;
/// Cycles after which everything that was poured in has been dealt with.
const QUIET: u64 = 3000;
/// Cycles in which a good message must pass.
const PATIENCE: u64 = 40_000;
/// One round in so many begins with a burst, in so many frames, that is more than the receiver has room for.
const BURSTS: u64 = 10;
const BURST: u64 = 900;
/// Cycles between two looks while waiting.
const STEP: u64 = 64;
/// Bytes of a good message.
const GOOD: usize = 64;
struct Fuzzer {
    model: Option<Model>,
    rng: Rng,
    seeds: Seeds,
    world: Arc<Mutex<World>>,
    device: Device,
    context: Context,
    cq: CompletionQueue,
    memory: Memory,
    peers: Vec<Peer>,
    /// Index of the peer of each of the card's queue pairs.
    places: Vec<Option<usize>>,
    /// Frames that were poured in, and those that say they have no bytes.
    poured: u64,
    empty: u64,
    /// Which chunk it is.
    chunk: u64,
    /// Frames of good messages.
    good: u64,
    rearmed: u64,
    passed: u64,
    naks: [u64; 5],
    kept: Kept,
}

impl Plan {
    /// Pours the frames into a card; `progress` hears, now and then, how many are in.
    ///
    /// # Errors
    /// The card wrote where it must not, or hangs, or broke a rule, or something was not reached.
    pub fn fuzz_card(
        &self,
        card: impl Card + Send + 'static,
        progress: impl Fn(u64),
    ) -> anyhow::Result<Summary> {
        let mut fuzzer = Fuzzer::new(self, card)?;
        match fuzzer.run(self, progress) {
            Ok(summary) => Ok(summary),
            Err(error) => Err(self.explain(error, "card", fuzzer.poured, &fuzzer.kept)),
        }
    }

    /// A card of the RTL as it stands.
    pub fn card() -> anyhow::Result<VerilatedCard> {
        Ok(VerilatedCard::build(Options::default())?)
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::instant(self.seed);
        for host in &mut settings.hosts {
            if self.unruly {
                *host = host.clone().unruly();
            }
            host.endpoint.on_violation = OnViolation::Record;
        }
        for mac in &mut settings.macs {
            // A beat in every cycle, if need be.
            mac.byte = 0;
            mac.on_violation = OnViolation::Record;
        }
        settings.macs[0].rx_gap = 20;
        settings.macs[1].cycle = IDLE;
        settings
    }
}

impl Fuzzer {
    fn new(plan: &Plan, card: impl Card + Send + 'static) -> anyhow::Result<Self> {
        let mut rng = Rng::with_seed(plan.seed);
        let cards: [Box<dyn Card + Send>; 2] = [Box::new(card), Box::new(Absent)];
        let world = Arc::new(Mutex::new(World::new(plan.settings(), cards)));
        let bus = SimBus::new(&world, Side::A, VECTORS).context("the card is enumerated")?;
        let device = Device::open(bus, MacAddress(MAC))?;
        let context = device.context()?;
        let cq = context.create_cq(COMPLETIONS, None)?;
        let memory = Memory::new(&context)?;
        let mut model = match plan.judged {
            true => Some(Model::new(&memory, MAC)?),
            false => None,
        };
        let mut peers = Vec::new();
        let mut places = vec![None; ferric_layout::sizes::QPS];
        for index in 0..plan.qps {
            let mut peer = Peer::new(index, &device, &memory, &cq, MAC, &mut rng)?;
            peer.post_receives(&memory, &mut rng)?;
            let noted = peer.take_noted();
            if let Some(model) = &mut model {
                model.connect(0, &peer)?;
                for noted in noted {
                    model.posted(0, &peer, noted)?;
                }
            }
            places[peer.path.qpn as usize] = Some(index);
            peers.push(peer);
        }
        {
            let mut world = world.lock().expect("no panic in the world");
            world.tap(Side::A);
            let port = world.link_mut().port_mut(Side::A);
            port.channel.choose(|_, _| vec![Fault::Lose]);
        }
        Ok(Fuzzer {
            model,
            seeds: Seeds::find(&mut rng),
            rng,
            world,
            device,
            context,
            cq,
            memory,
            peers,
            places,
            poured: 0,
            empty: 0,
            chunk: 0,
            good: 0,
            rearmed: 0,
            passed: 0,
            naks: [0; 5],
            kept: Kept::default(),
        })
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic in the world")
    }

    fn run(&mut self, plan: &Plan, progress: impl Fn(u64)) -> anyhow::Result<Summary> {
        let mut round = 0;
        while self.poured < plan.frames {
            let until = (self.poured + ROUND).min(plan.frames);
            if round % BURSTS == 0 && self.model.is_none() {
                self.burst(BURST.min(until - self.poured))?;
            }
            while self.poured < until {
                self.pour_some(CHUNK.min(until - self.poured))?;
                progress(self.poured);
            }
            self.settle()?;
            let open = self.open();
            let index = self.rng.choice(open);
            self.prove(index.context("no queue pair lets its peer write")?)?;
            let old = self.memory.passing.rkey();
            self.memory.renew()?;
            let now = self.now();
            if let Some(model) = &mut self.model {
                model.settled(now)?;
                model.renew(now, old, &self.memory.passing)?;
            }
            round += 1;
        }
        for index in self.open() {
            self.prove(index)?;
        }
        self.summary(plan)
    }

    /// Lets what was poured in come to an end.
    fn settle(&mut self) -> anyhow::Result<()> {
        self.world().run(Side::A, QUIET);
        self.look()
    }

    /// A frame that comes so many cycles from now.
    fn pour(&mut self, bytes: Vec<u8>, bad: bool, cycles: u64) {
        let mut world = self.world();
        let mac = &mut world.link_mut().port_mut(Side::A).mac;
        let at = mac.now() + cycles * CYCLE;
        mac.deliver(Arrival {
            at,
            bytes: bytes.clone(),
            bad,
        });
        drop(world);
        self.kept.keep(Side::B, at, bytes);
    }

    /// Some frames, and what has to be done meanwhile.
    fn pour_some(&mut self, frames: u64) -> anyhow::Result<()> {
        self.chunk += 1;
        let began = self.world().host(Side::A).now();
        let mut cycles = 0;
        let spacing = SPACING[self.rng.usize(..SPACING.len())];
        let alone = percent(&mut self.rng, ALONE);
        let alone = alone.then(|| self.some_peer(|peer| !peer.fallen));
        for _ in 0..frames {
            let (bytes, bad) = self.draw(alone);
            self.poured += 1;
            self.empty += u64::from(has_no_bytes(&bytes));
            self.pour(bytes, bad, cycles);
            cycles += self.rng.u64(0..=spacing);
        }
        if self.model.is_none() {
            self.rearm()?;
        }
        self.post()?;
        let gone = self.world().host(Side::A).now() - began;
        self.world()
            .run(Side::A, cycles.saturating_sub(gone).max(1));
        self.look()?;
        if self.model.is_some() {
            // It does not know what arrives while a queue pair is armed again.
            self.settle()?;
            self.rearm()?;
        }
        Ok(())
    }

    /// So many frames at once that there is no room for all.
    fn burst(&mut self, frames: u64) -> anyhow::Result<()> {
        let short: Vec<usize> = (0..self.peers.len())
            .filter(|index| self.peers[*index].is_short() && !self.peers[*index].fallen)
            .collect();
        ensure!(!short.is_empty(), "all queue pairs have fallen");
        for number in 0..frames {
            let peer = short[number as usize % short.len()];
            let frame = self.peers[peer].far_ahead();
            self.poured += 1;
            self.pour(frame, false, number);
        }
        self.world().run(Side::A, frames);
        self.settle()
    }

    /// A queue pair, rather one for which this holds.
    fn some_peer(&mut self, rather: impl Fn(&Peer) -> bool) -> usize {
        let mut index = 0;
        for _ in 0..TRIES {
            index = self.rng.usize(..self.peers.len());
            if rather(&self.peers[index]) {
                break;
            }
        }
        index
    }

    /// A frame, to this queue pair or any, and whether the MAC finds it bad.
    fn draw(&mut self, alone: Option<usize>) -> (Vec<u8>, bool) {
        let kind = self.rng.u32(..1000);
        let answers = ANSWERS.contains(&kind);
        let chunk = self.chunk;
        // What the last frame did to a queue pair is known only after the chunk.
        let any = self.some_peer(|peer| match answers {
            true => peer.is_asked(),
            false => !peer.fallen && peer.used != chunk,
        });
        let index = alone.unwrap_or(any);
        let rng = &mut self.rng;
        let peer = &mut self.peers[index];
        peer.used = chunk;
        let (mut frame, change) = match kind {
            0..=4 => ((0..rng.usize(1..200)).map(|_| rng.u8(..)).collect(), 0),
            5..=14 => (self.seeds.frame(rng).to_vec(), 30),
            15..=74 => (self.seeds.moved(&peer.path, Some(peer.psn()), rng), 60),
            75..=104 => (peer.trespass(&self.memory, rng), 0),
            _ if answers => match peer.answer(rng) {
                Some(frame) => (frame, 40),
                None => (peer.request(&self.memory, rng), 0),
            },
            105..=454 => (peer.request(&self.memory, rng), 100),
            _ => (peer.request(&self.memory, rng), 0),
        };
        if percent(rng, change) {
            mutate::mutate(&mut frame, &self.seeds, rng);
        }
        let bad = rng.u32(..300) == 0;
        if !bad {
            peer.follows(&frame);
        }
        (frame, bad)
    }

    /// Receives and sends for some queue pairs.
    fn post(&mut self) -> anyhow::Result<()> {
        for _ in 0..POSTS {
            let index = self.some_peer(|peer| !peer.fallen);
            let peer = &mut self.peers[index];
            // One that fell unseen completes what is posted with an error.
            if !peer.fallen {
                peer.post_receives(&self.memory, &mut self.rng)?;
                if self.model.is_none() {
                    peer.post_send(&self.memory, &mut self.rng)?;
                }
                self.note(index)?;
            }
        }
        Ok(())
    }

    /// Arms the fallen again, while frames come.
    fn rearm(&mut self) -> anyhow::Result<()> {
        for index in 0..self.peers.len() {
            if self.peers[index].fallen {
                self.arm(index)?;
            }
        }
        Ok(())
    }

    fn arm(&mut self, index: usize) -> anyhow::Result<()> {
        self.connect(index)?;
        self.peers[index].post_receives(&self.memory, &mut self.rng)?;
        self.note(index)
    }

    /// From whatever state over RESET to RTS.
    fn connect(&mut self, index: usize) -> anyhow::Result<()> {
        self.peers[index].reset()?;
        // What it said before is not taken for what it says after.
        self.look()?;
        let now = self.now();
        let peer = &mut self.peers[index];
        if let Some(model) = &mut self.model {
            model.disconnect(now, peer)?;
        }
        peer.connect(&mut self.rng)?;
        if let Some(model) = &mut self.model {
            model.connect(now, peer)?;
        }
        self.rearmed += 1;
        Ok(())
    }

    fn now(&self) -> u64 {
        self.world().host(Side::A).now()
    }

    /// Tells the model what was posted on a queue pair.
    fn note(&mut self, index: usize) -> anyhow::Result<()> {
        let now = self.now();
        let peer = &mut self.peers[index];
        for noted in peer.take_noted() {
            if let Some(model) = &mut self.model {
                model.posted(now, peer, noted)?;
            }
        }
        Ok(())
    }

    /// What the card did since last asked.
    fn look(&mut self) -> anyhow::Result<()> {
        let seen = self.world().take_seen(Side::A);
        for (cycle, what) in seen {
            if let Some(model) = &mut self.model {
                let place = |qpn: u32| self.places.get(qpn as usize).copied().flatten();
                let judged = model.seen(cycle, &what, &self.peers, place);
                if let (Err(_), Seen::Sent(frame)) = (&judged, &what) {
                    self.kept.keep(Side::A, cycle * CYCLE, frame.clone());
                }
                judged?;
            }
            match what {
                Seen::Written((va, bytes)) => {
                    let judged = self.memory.judge(va, bytes.len());
                    judged.map_err(|place| anyhow!("cycle {cycle}: the card wrote {place}"))?;
                }
                Seen::Sent(frame) => self.hear(cycle, frame)?,
                Seen::Received(_) => {}
            }
        }
        {
            let world = self.world();
            let host = world.host(Side::A);
            if let Some(fault) = host.root.iommu.faults().first() {
                bail!("an access outside of what is mapped: {fault:?}");
            }
            if let Some(message) = host.root.interrupts.spurious().first() {
                bail!("a foreign interrupt: {message:?}");
            }
            if let Some(broken) = host.endpoint().reports().list().first() {
                bail!("the card broke a rule of PCI Express: {broken:?}");
            }
            let port = world.link().port(Side::A);
            if let Some(broken) = port.mac.reports().list().first() {
                bail!("the card broke a rule of the MAC: {broken:?}");
            }
        }
        self.poll()
    }

    /// A frame of the card.
    fn hear(&mut self, cycle: u64, frame: Vec<u8>) -> anyhow::Result<()> {
        let packet = Packet::read(&frame);
        self.kept.keep(Side::A, cycle * CYCLE, frame);
        let packet = packet.map_err(|why| anyhow!("cycle {cycle}: a frame with {why:?}"))?;
        let index = packet.destination_qp.wrapping_sub(peer::FIRST) as usize;
        let peer = self.peers.get_mut(index);
        let peer = peer.with_context(|| format!("cycle {cycle}: a frame to nobody: {packet:?}"))?;
        let acknowledges = packet.row.is_some_and(|row| row.kind == Kind::Acknowledge);
        if let (true, Some(aeth)) = (acknowledges, packet.aeth) {
            let code = match aeth.syndrome & syndrome::KIND_MASK {
                syndrome::KIND_RNR => syndrome::RNR_NAK,
                _ => aeth.syndrome,
            };
            if let Some(place) = summary::NAKS.iter().position(|(known, _)| *known == code) {
                self.naks[place] += 1;
            }
        }
        peer.hears(&packet);
        Ok(())
    }

    /// The peer of a queue pair of the card.
    fn place(&self, qpn: u32) -> Option<usize> {
        self.places.get(qpn as usize).copied().flatten()
    }

    /// Completions and events.
    fn poll(&mut self) -> anyhow::Result<()> {
        let mut room = [WorkCompletion::default(); 64];
        loop {
            let taken = self.cq.poll(&mut room)?;
            if taken.is_empty() {
                break;
            }
            for done in taken {
                let index = self
                    .place(done.qp_num)
                    .context("a completion of an unknown queue pair")?;
                self.peers[index].completed(done.wr_id, done.is_success());
                let now = self.now();
                if let Some(model) = &mut self.model {
                    model.completed(now, done)?;
                }
            }
        }
        while let Some(event) = self.context.poll_async_event()? {
            let place = event.qp_num().and_then(|qpn| self.place(qpn));
            let index = place.with_context(|| format!("an event nobody expects: {event:?}"))?;
            self.peers[index].fallen = true;
        }
        Ok(())
    }

    /// Queue pairs that let their peers write.
    fn open(&self) -> Vec<usize> {
        let all = 0..self.peers.len();
        all.filter(|index| self.peers[*index].is_open()).collect()
    }

    /// Good messages pass: a WRITE and a SEND to the card, and a WRITE of its own.
    fn prove(&mut self, index: usize) -> anyhow::Result<()> {
        self.connect(index)?;
        let mut bytes = [0; GOOD];
        self.rng.fill(&mut bytes);
        let room = [self.memory.landing.sge(..GOOD)?];
        let peer = &mut self.peers[index];
        peer.post_receive(&room)?;
        self.note(index)?;
        let peer = &mut self.peers[index];
        let write = peer.write(&self.memory, &bytes);
        peer.follows(&write);
        let last = peer.psn();
        let send = peer.send(&bytes);
        peer.follows(&send);
        for frame in [write, send] {
            self.good += 1;
            self.pour(frame, false, 0);
        }
        self.wait("a WRITE and a SEND of the peer", |fuzzer| {
            let peer = &fuzzer.peers[index];
            peer.acknowledged == Some(last) && peer.done(peer::RECEIVE) == 1
        })?;
        for region in [&self.memory.open, &self.memory.landing] {
            let mut found = [0; GOOD];
            region.read(0, &mut found)?;
            ensure!(
                found == bytes,
                "a good message arrived as {found:02x?}, not {bytes:02x?}"
            );
        }
        self.peers[index].post_write(&self.memory)?;
        self.note(index)?;
        self.wait("a WRITE of the card's", |fuzzer| {
            fuzzer.peers[index].is_asked()
        })?;
        let answer = self.peers[index].proper_answer(&mut self.rng);
        self.good += 1;
        self.pour(answer, false, 0);
        self.wait("the completion of a WRITE", |fuzzer| {
            fuzzer.peers[index].done(peer::SEND) == 1
        })?;
        self.passed += 3;
        self.peers[index].post_receives(&self.memory, &mut self.rng)?;
        self.note(index)
    }

    /// Lets cycles pass until something has happened that must.
    fn wait(&mut self, what: &str, happened: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        for _ in 0..PATIENCE / STEP {
            self.world().run(Side::A, STEP);
            self.look()?;
            if happened(self) {
                return Ok(());
            }
        }
        bail!("the card hangs: {what} did not pass in {PATIENCE} cycles")
    }

    fn summary(&self, plan: &Plan) -> anyhow::Result<Summary> {
        let mut counts = Tally::default();
        for counter in Counter::ALL {
            counts.add(*counter, self.device.counter(*counter)?);
        }
        let arrived = self.poured + self.good;
        let frames = counts.get(Counter::RxFrames);
        ensure!(
            frames == arrived,
            "{arrived} frames came, {frames} were counted"
        );
        let dropped: u64 = DROPS.iter().map(|cause| counts.get(*cause)).sum();
        let good = counts.get(Counter::RxGood);
        ensure!(
            dropped + good == frames,
            "{good} frames are good, {dropped} were dropped: not {frames}"
        );
        let summary = Summary {
            frames: self.poured,
            qps: plan.qps,
            cycles: self.world().host(Side::A).now(),
            rearmed: self.rearmed,
            passed: self.passed,
            checked: summary::key_checks(&counts, self.empty + self.good),
            counts,
            naks: self.naks,
            recorded: self.seeds.recorded(),
        };
        let reached = summary.reached(self.model.is_none());
        reached.with_context(|| format!("not everything was reached\n{summary}"))?;
        Ok(summary)
    }
}

/// Whether no key would be checked for the request in a frame, if it is one: none of its headers and no payload names a byte.
fn has_no_bytes(frame: &[u8]) -> bool {
    Packet::read(frame).is_ok_and(|packet| {
        let length = packet.reth.map_or(0, |reth| reth.length.get());
        let none = packet.payload.is_empty() && length == 0 && packet.atomic.is_none();
        none && !packet.is_answer()
    })
}
