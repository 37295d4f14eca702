//! The demonstration: a file moves between two hosts at some PMTUs by some operations, and everything about it is checked and kept.
use super::frames::{self, Frame};
use super::recorder::{Recorder, Window};
use super::screen::Screen;
use super::sequence::{self, Section};
use super::transfer::{Line, Operation, Taken};
use super::tshark::{self, Opinion};
use crate::link::pcap::Capture;
use crate::link::wire::Side;
use crate::pair::Pair;
use crate::pcie::host;
use crate::verilated_card::VerilatedCard;
use crate::world::Settings;
use anyhow::{Context as _, ensure};
use ferric::verbs::Mtu;
use ferric_layout::counter::Counter;
use ferric_layout::sizes::{MESSAGE_MAX, PAGE_SHIFT_MIN, PAGES};
use ferric_verilated::Options;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest file: half of what the card's page entries map, so that it fits wherever it begins.
const FILE_MAX: usize = (PAGES / 2) << PAGE_SHIFT_MIN;
/// Bytes a cycle of 4 ns on a line of 100 Gb/s.
const LINE_RATE: f64 = 50.0;
/// Any seed will do.
const SEED: u64 = 1;
/// Cycles of a read of host memory, unless it takes no time. From about 250 on, the posted credits of the hosts hold writes below the
/// rate of the line, the receive buffer overflows, and the card does not retransmit yet.
const ROUND_TRIP: u32 = 120;

/// What to move.
#[derive(Clone, Debug)]
pub enum File {
    /// This file.
    Given(PathBuf),
    /// Random bytes, so many.
    Made(usize),
}

/// A waveform of each card.
#[derive(Clone, Copy, Debug)]
pub struct Trace {
    /// Cycles.
    pub cycles: u64,
    /// Levels of hierarchy.
    pub depth: u32,
}

/// How the hosts' PCI Express behaves.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Slot {
    /// Takes no time.
    Instant,
    /// Gen3, 16 lanes.
    #[value(name = "gen3-x16")]
    Gen3,
    /// Gen4, 8 lanes.
    #[value(name = "gen4-x8")]
    Gen4,
}

impl Slot {
    fn settings(self, seed: u64) -> host::Settings {
        match self {
            Slot::Instant => host::Settings::instant(seed),
            Slot::Gen3 => host::Settings::gen3_x16(seed, ROUND_TRIP),
            Slot::Gen4 => host::Settings::gen4_x8(seed, ROUND_TRIP),
        }
    }

    const fn describe(self) -> &'static str {
        match self {
            Slot::Instant => "takes no time here; try --pcie gen3-x16",
            Slot::Gen3 => "Gen3 x16, reads return after about 120 cycles",
            Slot::Gen4 => "Gen4 x8, reads return after about 120 cycles",
        }
    }
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What to move.
    pub file: File,
    /// At which PMTUs.
    pub mtus: Vec<Mtu>,
    /// How.
    pub operations: Vec<Operation>,
    /// Bytes of a message.
    pub message: usize,
    /// The folder for everything that is kept.
    pub out: PathBuf,
    /// The slots of both hosts.
    pub slot: Slot,
    /// Waveforms, if wanted.
    pub trace: Option<Trace>,
}

/// One crossing of the file.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Payload of a full packet.
    pub mtu: Mtu,
    /// How.
    pub operation: Operation,
    /// Messages and cycles.
    pub taken: Taken,
    /// Frames A sent.
    pub packets: usize,
    /// Frames B sent.
    pub answers: usize,
    /// Bytes of line time of A's frames.
    line: usize,
    /// Where the file differs, if it does.
    pub difference: Option<usize>,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Summary {
    name: String,
    bytes: usize,
    slot: Slot,
    out: PathBuf,
    trace: bool,
    /// Each crossing.
    pub crossings: Vec<Crossing>,
    /// Ethernet frames in which the hosts told each other the numbers of the connection.
    pub meeting: u64,
    /// Cycles of a small message.
    pub latency: u64,
    /// MSI-X messages that woke host A and host B.
    pub interrupts: [u64; 2],
    /// Frames whose ICRC was checked, and is right.
    pub frames: usize,
    /// tshark's opinion, if there is a tshark.
    pub opinion: Option<Opinion>,
}

impl Plan {
    /// Does it.
    ///
    /// # Errors
    /// The file cannot be read, or does not fit; the card, a frame or a file fails. A difference is told in the summary instead.
    pub fn run(&self, screen: &Screen) -> anyhow::Result<Summary> {
        ensure!(
            self.message <= MESSAGE_MAX as usize,
            "a message has at most {MESSAGE_MAX} bytes"
        );
        let (name, data) = self.data()?;
        fs::create_dir_all(&self.out)
            .with_context(|| format!("the folder {}", self.out.display()))?;
        let begin = Arc::new(AtomicBool::new(false));
        let task = screen.wait(
            "preparing two cards; the first time, Verilator builds them, which takes a few minutes",
        );
        let pair = self.pair(&begin)?;
        drop(task);
        let mut summary = Summary {
            bytes: data.len(),
            slot: self.slot,
            out: self.out.clone(),
            trace: self.trace.is_some(),
            crossings: Vec::new(),
            meeting: 0,
            latency: 0,
            interrupts: [0; 2],
            frames: 0,
            opinion: None,
            name,
        };
        for &mtu in &self.mtus {
            self.cross(&pair, &begin, mtu, &data, screen, &mut summary)?;
        }
        for side in Side::BOTH {
            summary.interrupts[side.index()] = pair.ends[side.index()]
                .device
                .counter(Counter::Interrupts)?;
        }
        Ok(summary)
    }

    /// The file's name and bytes; one that is made is kept too.
    fn data(&self) -> anyhow::Result<(String, Vec<u8>)> {
        let fits = |length: u64, what: &str| {
            ensure!(length > 0, "{what} is empty: there is nothing to move");
            let limit = FILE_MAX >> 20;
            ensure!(
                length <= FILE_MAX as u64,
                "{what} has {length} bytes; the demonstration maps at most {limit} MiB"
            );
            Ok(())
        };
        match &self.file {
            File::Given(path) => {
                let about = || format!("the file {}", path.display());
                let found = fs::metadata(path).with_context(about)?;
                ensure!(found.is_file(), "{} is no file", path.display());
                fits(found.len(), &about())?;
                let name = path
                    .file_name()
                    .map_or("file".into(), |name| name.to_string_lossy().into_owned());
                Ok((name, fs::read(path).with_context(about)?))
            }
            File::Made(length) => {
                fits(*length as u64, "the file to make")?;
                let mut data = vec![0; *length];
                fastrand::Rng::with_seed(SEED).fill(&mut data);
                let name = "file.bin";
                fs::create_dir_all(&self.out)
                    .with_context(|| format!("the folder {}", self.out.display()))?;
                fs::write(self.out.join(name), &data)
                    .with_context(|| format!("the file {}", self.out.join(name).display()))?;
                Ok((name.into(), data))
            }
        }
    }

    fn pair(&self, begin: &Arc<AtomicBool>) -> anyhow::Result<Pair> {
        let card = |name: &str| -> anyhow::Result<Recorder> {
            let options = Options {
                trace: self.trace.is_some(),
                ..Options::default()
            };
            let window = self.trace.map(|Trace { cycles, depth }| Window {
                path: self.out.join(format!("card-{name}.fst")),
                depth,
                cycles,
            });
            Ok(Recorder::new(VerilatedCard::build(options)?, window, begin))
        };
        let hosts = [SEED, SEED + 1].map(|seed| self.slot.settings(seed));
        let settings = Settings {
            hosts,
            ..Settings::instant(SEED)
        };
        Pair::with_cards(settings, [card("a")?, card("b")?])
    }

    /// The file crosses at one PMTU by each operation; a capture of it all is kept and checked. `begin` begins
    /// waveforms, once the hosts have met.
    fn cross(
        &self,
        pair: &Pair,
        begin: &AtomicBool,
        mtu: Mtu,
        data: &[u8],
        screen: &Screen,
        summary: &mut Summary,
    ) -> anyhow::Result<()> {
        let folder = self.out.join(format!("pmtu-{}", mtu.bytes()));
        fs::create_dir_all(&folder).with_context(|| format!("the folder {}", folder.display()))?;
        let stem = folder.join("frames");
        let line = Line::new(pair, mtu, data)?;
        summary.meeting = line.meeting();
        begin.store(true, Ordering::Relaxed);
        pair.world().capture(Capture::create(&stem)?);
        summary.latency = line.latency()?;
        let mut parts = vec![(0..line.now(), "a small SEND".to_string())];
        let first = summary.crossings.len();
        for &operation in &self.operations {
            let what = format!("{}, PMTU {}", operation.name(), mtu.bytes());
            let task = screen.bytes(&what, data.len() as u64);
            let taken = line
                .transfer(operation, self.message, |bytes| task.done(bytes))
                .with_context(|| format!("{what}{}", unusual(pair)))?;
            drop(task);
            let arrived = line.arrived()?;
            write(
                &folder.join(operation.name().to_lowercase().replace(' ', "-")),
                &summary.name,
                &arrived,
            )?;
            parts.push((taken.cycles.clone(), what));
            summary.crossings.push(Crossing {
                mtu,
                operation,
                taken,
                packets: 0,
                answers: 0,
                line: 0,
                difference: data
                    .iter()
                    .zip(&arrived)
                    .position(|(sent, arrived)| sent != arrived),
            });
        }
        pair.world().link_mut().finish_capture()?;
        let task = screen.wait("checking the capture");
        let frames = frames::read_checked(&stem)?;
        summary.frames += frames.len();
        let [.., both] = frames::files(&stem);
        if let Some(opinion) = tshark::dissect(&both)? {
            let sum = summary.opinion.get_or_insert(Opinion {
                roce: 0,
                malformed: 0,
            });
            sum.roce += opinion.roce;
            sum.malformed += opinion.malformed;
        }
        drop(task);
        let mut sections = Vec::new();
        for (cycles, title) in parts {
            let from = frames.partition_point(|frame| frame.cycle < cycles.start);
            let to = frames.partition_point(|frame| frame.cycle < cycles.end);
            sections.push(Section {
                title,
                frames: &frames[from..to],
            });
        }
        for (crossing, section) in summary.crossings[first..].iter_mut().zip(&sections[1..]) {
            let by = |side| move |frame: &&Frame| frame.side == side;
            crossing.packets = section.frames.iter().filter(by(Side::A)).count();
            crossing.answers = section.frames.iter().filter(by(Side::B)).count();
            crossing.line = section
                .frames
                .iter()
                .filter(by(Side::A))
                .map(|frame| frame.line)
                .sum();
        }
        let title = format!(
            "{} from host A to host B, PMTU {}",
            summary.name,
            mtu.bytes()
        );
        let diagram = sequence::svg(&title, &sections);
        write(&folder, "sequence.svg", diagram.as_bytes())
    }
}

/// What both cards counted of things that should not happen, to explain a failure.
fn unusual(pair: &Pair) -> String {
    const COUNTERS: [Counter; 10] = [
        Counter::RxBufferFull,
        Counter::RxIcrc,
        Counter::ResponderSequence,
        Counter::ResponderInvalid,
        Counter::ResponderAccess,
        Counter::ResponderOperational,
        Counter::ResponderNotReady,
        Counter::RequesterNak,
        Counter::RequesterTimeout,
        Counter::PcieReadTimeout,
    ];
    let mut text = String::new();
    for (side, end) in Side::BOTH.into_iter().zip(&pair.ends) {
        for counter in COUNTERS {
            match end.device.counter(counter) {
                Ok(0) => {}
                Ok(count) => {
                    text += &format!("; host {side:?} counts {count} {}", counter.describe())
                }
                Err(error) => text += &format!("; host {side:?}: {error}"),
            }
        }
    }
    text
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&path, bytes))
        .with_context(|| format!("the file {}", path.display()))
}

impl Crossing {
    /// Bytes of the file in a cycle.
    pub fn rate(&self, bytes: usize) -> f64 {
        bytes as f64 / (self.taken.cycles.end - self.taken.cycles.start) as f64
    }

    /// The part of the time in which A's line was busy: 1 is the ceiling of 100 Gb/s.
    pub fn share(&self) -> f64 {
        self.rate(self.line) / LINE_RATE
    }
}

impl Summary {
    /// Whether all is as it should be.
    ///
    /// # Errors
    /// Says what is not.
    pub fn verdict(&self) -> anyhow::Result<()> {
        for crossing in &self.crossings {
            if let Some(at) = crossing.difference {
                let (how, mtu) = (crossing.operation.name(), crossing.mtu.bytes());
                anyhow::bail!("what arrived by {how} at PMTU {mtu} differs from byte {at} on");
            }
        }
        if let Some(Opinion { roce, malformed }) = self.opinion {
            ensure!(malformed == 0, "tshark finds {malformed} malformed frames");
            ensure!(
                roce == self.frames,
                "tshark takes {roce} of {} frames for RoCE v2",
                self.frames
            );
        }
        ensure!(
            self.interrupts != [0; 2],
            "no host was ever woken by an interrupt"
        );
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let identical = self
            .crossings
            .iter()
            .all(|crossing| crossing.difference.is_none());
        let verdict = if identical {
            "arrived identical"
        } else {
            "ARRIVED DIFFERENT"
        };
        writeln!(f, "\n{}, {} bytes: {verdict}\n", self.name, self.bytes)?;
        writeln!(
            f,
            "  operation    PMTU  messages  packets   answers    cycles  bytes/cycle  of 100 GbE"
        )?;
        for crossing in &self.crossings {
            writeln!(
                f,
                "  {:<10} {:>6} {:>9} {:>8} {:>9} {:>9} {:>12.2} {:>10.1}%{}",
                crossing.operation.name(),
                crossing.mtu.bytes(),
                crossing.taken.messages,
                crossing.packets,
                crossing.answers,
                crossing.taken.cycles.end - crossing.taken.cycles.start,
                crossing.rate(self.bytes),
                100.0 * crossing.share(),
                crossing
                    .difference
                    .map_or(String::new(), |at| format!("  differs from byte {at} on")),
            )?;
        }
        let [a, b] = self.interrupts;
        writeln!(
            f,
            "\n  meeting      queue pair, PSN, address and key over TCP through the cards' Ethernet rings, MAC addresses by ARP and neighbour discovery; {} frames",
            self.meeting
        )?;
        writeln!(
            f,
            "  latency      {} cycles from posting a SEND of 8 bytes until its receive is complete in host B's memory",
            self.latency
        )?;
        writeln!(f, "  PCIe         {}", self.slot.describe())?;
        writeln!(
            f,
            "  interrupts   {a} MSI-X messages woke host A, {b} host B"
        )?;
        writeln!(
            f,
            "  ICRC         right in all {} frames, by a check written apart from the hardware",
            self.frames
        )?;
        match self.opinion {
            Some(Opinion { roce, malformed }) => writeln!(
                f,
                "  tshark       {roce} RoCE v2 frames, {malformed} malformed"
            )?,
            None => writeln!(f, "  tshark       not installed, so not asked")?,
        }
        let out = self.out.display();
        writeln!(
            f,
            "\n  {out}/pmtu-*/     the received files, captures (frames.pcap) and diagrams (sequence.svg)"
        )?;
        if self.trace {
            writeln!(f, "  {out}/card-*.fst  waveforms, for surfer or gtkwave")?;
        }
        Ok(())
    }
}
