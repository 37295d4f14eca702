//! Two ends, the card's and Linux', with the same things to do at each.
use super::control::Control;
use super::guest::{Cable, Guest};
use crate::card::Card;
use crate::ethernet::{Gateway, Node, Pace};
use crate::link::channel::Odds;
use crate::link::frame::{Roce, tag};
use crate::link::wire::Side;
use anyhow::{Context as _, bail, ensure};
use ferric::verbs::{
    AccessFlags, CompletionQueue, Context, Device, Gid, MacAddress, MemoryRegion, Mtu, Payload,
    ProtectionDomain, QueuePair, QueuePairEndpoint, RecvWr, SendOperation, SendWr, WcStatus,
    WorkCompletion,
};
use ferric_layout::counter::Counter;
use ferric_layout::wire::VLAN_PRIORITY_SHIFT;
use std::collections::BTreeSet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Bytes of each end's memory.
pub const MEMORY: usize = 1 << 18;
/// The two machines.
pub const LINUX: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 1);
pub const CARD: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 2);
/// The VLAN that both are on too, their addresses there, and the priority in the tags of the card and of Linux.
pub const VLAN: u16 = 7;
const VLAN_LINUX: Ipv4Addr = Ipv4Addr::new(10, 0, 7, 1);
const VLAN_CARD: Ipv4Addr = Ipv4Addr::new(10, 0, 7, 2);
const PRIORITIES: [u8; 2] = [3, 5];
const MAC: MacAddress = MacAddress([2, 0, 0, 0, 0, 2]);
/// Work requests of a queue.
pub const ROOM: u32 = 128;
/// Longest time the machine takes to start, a command to be answered, and work to complete.
const BOOT: Duration = Duration::from_secs(240);
pub const PROMPT: Duration = Duration::from_secs(20);
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Pings of a test of them.
const PINGS: u16 = 3;
/// Turns of the gateway after which nothing is on its way.
const SETTLED: usize = 300;

/// One of the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The card.
    Card,
    /// The Linux kernel's driver.
    Linux,
}

impl End {
    /// The opposite end.
    pub fn other(self) -> Self {
        match self {
            End::Card => End::Linux,
            End::Linux => End::Card,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            End::Card => "card",
            End::Linux => "Linux",
        })
    }
}

/// What is asked for, in the numbering of verbs.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Write = 0,
    WriteImm = 1,
    Send = 2,
    SendImm = 3,
    Read = 4,
    CompareSwap = 5,
    FetchAdd = 6,
}

impl Verb {
    /// The number with it.
    pub fn immediate(self) -> bool {
        matches!(self, Verb::WriteImm | Verb::SendImm)
    }
    /// The peer has to post a receive.
    pub fn receives(self) -> bool {
        matches!(self, Verb::Send | Verb::SendImm | Verb::WriteImm)
    }
    /// The peer's receive says where the bytes go.
    pub fn sends(self) -> bool {
        matches!(self, Verb::Send | Verb::SendImm)
    }
}

/// A work request; offsets are into the memories of the two ends.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub verb: Verb,
    pub at: usize,
    pub length: usize,
    pub remote: u64,
    /// Another key than the peer's.
    pub rkey: Option<u32>,
    pub immediate: u32,
    /// What is expected of a compare and swap, or what is added.
    pub compare: u64,
    pub swap: u64,
}

impl Request {
    /// A request without number and operands.
    pub fn new(verb: Verb, at: usize, length: usize, remote: u64) -> Self {
        Request {
            verb,
            at,
            length,
            remote,
            rkey: None,
            immediate: 0,
            compare: 0,
            swap: 0,
        }
    }
}

/// A completion. Length and number are those of receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    pub status: WcStatus,
    pub receive: bool,
    pub length: usize,
    pub immediate: Option<u32>,
}

/// What the two ends agree on.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub v6: bool,
    /// VLANs that the queue pairs of the card and of Linux are on, where their addresses are those of Linux'.
    pub vlans: [Option<u16>; 2],
    pub mtu: usize,
    /// First PSNs, of the card and of Linux.
    pub psns: [u32; 2],
    /// What each end lets its peer do.
    pub access: AccessFlags,
    /// Timeouts of the card in its cycles, and of Linux in 4.096 µs, as powers of 2.
    pub timeouts: [u8; 2],
    pub retries: u8,
    pub rnr_retries: u8,
    pub rnr_timer: u8,
}

impl Terms {
    /// What most scenarios want.
    pub fn new(v6: bool, mtu: usize) -> Self {
        Terms {
            v6,
            vlans: [None; 2],
            mtu,
            psns: [0x000100, 0x800200],
            access: AccessFlags::LOCAL_WRITE
                | AccessFlags::REMOTE_WRITE
                | AccessFlags::REMOTE_READ
                | AccessFlags::REMOTE_ATOMIC,
            timeouts: [18, 20],
            retries: 7,
            rnr_retries: 7,
            rnr_timer: 12,
        }
    }
}

/// A connection's two queue pairs, as the other sees them.
struct Connection {
    qp: QueuePair,
    /// Linux' address.
    gid: Gid,
    /// Linux' memory.
    address: u64,
    rkey: u32,
}

/// The card, Linux, and what lies between.
pub struct Lab {
    pub(super) gateway: Gateway,
    control: Control,
    guest: Guest,
    pub(super) cq: CompletionQueue,
    memory: MemoryRegion,
    pub(super) pd: ProtectionDomain,
    device: Device,
    context: Context,
    connection: Option<Connection>,
    tags: Tags,
}

/// Tag control information of RoCE frames, of the card and of Linux; none of those without a tag.
type Tags = Arc<Mutex<[BTreeSet<Option<u16>>; 2]>>;

/// What stands in the tags of both ends on the VLAN.
pub fn tags_of_vlan() -> [BTreeSet<Option<u16>>; 2] {
    PRIORITIES.map(|priority| [Some(u16::from(priority) << VLAN_PRIORITY_SHIFT | VLAN)].into())
}

/// Notes the tags of what both ends send.
fn watch_tags(gateway: &Gateway) -> Tags {
    let tags = Tags::default();
    for side in Side::BOTH {
        let tags = tags.clone();
        let mut world = gateway.world();
        let channel = &mut world.link_mut().port_mut(side).channel;
        channel.choose(move |_, frame| {
            if Roce::find(frame).is_some() {
                let mut tags = tags.lock().expect("no panic while it is held");
                tags[side.index()].insert(tag(frame));
            }
            Vec::new()
        });
    }
    tags
}

impl Lab {
    /// Sets up a card, and starts the machine whose image is in `folder`; what goes over the wire between them is written to `capture`.
    pub fn new(
        card: impl Card + Send + 'static,
        cable: Cable,
        folder: &Path,
        capture: PathBuf,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let (wire, plug) = cable
            .lay(folder)
            .context("a socket for the virtual machine")?;
        let Node {
            mut gateway,
            device,
            context,
            pd,
        } = Node::new(card, MAC, CARD, wire, Pace::default(), seed)?;
        gateway.stack.add_vlan(VLAN, VLAN_CARD);
        for (gid, vlan) in [
            (Gid::from(VLAN_CARD), None),
            (VLAN_CARD.into(), Some(VLAN)),
            (device.gid(), Some(VLAN)),
        ] {
            device.add_gid(gid, vlan)?;
        }
        let tags = watch_tags(&gateway);
        let memory = pd.allocate(MEMORY, Terms::new(false, 256).access)?;
        let cq = context.create_cq(2 * ROOM, None)?;
        gateway.capture(capture)?;
        let guest = Guest::start(folder, &plug, &format!("{LINUX}/24"))?;
        let control = Control::new(&mut gateway, LINUX.into())?;
        let mut lab = Lab {
            gateway,
            control,
            guest,
            cq,
            memory,
            pd,
            device,
            context,
            connection: None,
            tags,
        };
        let started = lab.command("hello", BOOT);
        ensure!(
            lab.guest.runs(),
            "the virtual machine has ended: see console.log"
        );
        started.context("the virtual machine does not start: see console.log")?;
        lab.tell(&format!("join {VLAN} {} {VLAN_LINUX}/24", PRIORITIES[1]))?;
        Ok(lab)
    }

    fn command(&mut self, text: &str, limit: Duration) -> anyhow::Result<String> {
        self.control.command(&mut self.gateway, text, limit)
    }
    pub(super) fn tell(&mut self, text: &str) -> anyhow::Result<String> {
        self.command(text, PROMPT)
    }

    /// Puts a word into the capture, for who reads it.
    pub fn note(&mut self, text: &str) -> anyhow::Result<()> {
        self.tell(&format!("note {text}")).map(drop)
    }

    /// Cycles of the card, and RoCE frames that went over the wire.
    pub fn so_far(&self) -> (u64, u64) {
        (self.gateway.cycle(), self.gateway.carried().iter().sum())
    }

    /// The card's host pings an address of Linux'.
    pub fn ping(&mut self, to: IpAddr) -> anyhow::Result<()> {
        for number in 0..PINGS {
            let start = Instant::now();
            self.gateway.stack.ping(to, number);
            loop {
                self.gateway.turn()?;
                if self.gateway.stack.pong() == Some((to, number)) {
                    break;
                }
                ensure!(start.elapsed() < PROMPT, "{to} does not answer to a ping");
            }
        }
        Ok(())
    }

    /// Linux' address.
    pub fn linux(&self, v6: bool) -> anyhow::Result<IpAddr> {
        match (v6, self.connection()?.gid) {
            (false, _) => Ok(LINUX.into()),
            (true, gid) => Ok(gid.ip()),
        }
    }

    /// Linux pings the card's host.
    pub fn be_pinged(&mut self, v6: bool) -> anyhow::Result<()> {
        let address = self.gateway.stack.addresses()[usize::from(v6)];
        let zone = if v6 { "%eth0" } else { "" };
        self.command(&format!("ping {address}{zone}"), PATIENCE)
            .map(drop)
    }

    /// Makes a queue pair at each end and connects them; the ones before are gone. Nothing is left of them in either completion queue.
    pub fn connect(&mut self, terms: &Terms) -> anyhow::Result<()> {
        self.connection = None;
        let [card_vlan, linux_vlan] = terms.vlans;
        let create = format!(
            "create {} {} {}",
            u8::from(terms.v6),
            linux_vlan.unwrap_or(0),
            terms.access.bits()
        );
        let answer = self.tell(&create)?;
        let mut words = answer.split(' ');
        let mut word = || words.next().context("four words");
        let (qpn, rkey) = (word()?.parse()?, word()?.parse()?);
        let address = word()?.parse()?;
        let gid: std::net::Ipv6Addr = word()?.parse()?;
        let ip = match gid.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(gid),
        };
        let mac = self.gateway.resolve_on(linux_vlan, ip, PROMPT)?;
        let addresses = match linux_vlan {
            None => self.gateway.stack.addresses(),
            Some(_) => [VLAN_CARD.into(), self.device.gid().ip()],
        };
        let here = addresses[usize::from(terms.v6)];
        let [card_psn, linux_psn] = terms.psns;
        let [card_timeout, linux_timeout] = terms.timeouts;
        let prepared = self
            .pd
            .create_qp(&self.cq, &self.cq)
            .set_max_send_wr(ROOM)
            .set_max_recv_wr(ROOM)
            .set_sq_sig_all(true)
            .set_access(terms.access)
            .set_path_mtu(mtu(terms.mtu)?)
            .set_gid(here)
            .set_vlan(card_vlan)
            .set_service_level(PRIORITIES[0])
            .set_psn(card_psn)
            .set_timeout(card_timeout)
            .set_retry_count(terms.retries)
            .set_rnr_retry(terms.rnr_retries)
            .set_min_rnr_timer(terms.rnr_timer)
            .prepare()?;
        let local = prepared.endpoint();
        let qp = prepared.handshake(QueuePairEndpoint {
            qp_num: qpn,
            psn: linux_psn,
            gid: ip.into(),
            mac,
        })?;
        let gid = match here {
            IpAddr::V4(v4) => v4.to_ipv6_mapped(),
            IpAddr::V6(v6) => v6,
        };
        self.tell(&format!(
            "connect {} {gid} {card_psn} {linux_psn} {} {linux_timeout} {} {} {}",
            local.qp_num, terms.mtu, terms.retries, terms.rnr_retries, terms.rnr_timer
        ))?;
        self.connection = Some(Connection {
            qp,
            gid: ip.into(),
            address,
            rkey,
        });
        Ok(())
    }

    /// The card's queue pair for a peer that was found by other means than the agent's.
    pub(super) fn connect_to(&mut self, qp: QueuePair, gid: Gid) {
        self.connection = Some(Connection {
            qp,
            gid,
            address: 0,
            rkey: 0,
        });
    }

    /// An end destroys its queue pair.
    pub fn leave(&mut self, end: End) -> anyhow::Result<()> {
        match end {
            End::Card => {
                self.connection = None;
                Ok(())
            }
            End::Linux => self.tell("destroy").map(drop),
        }
    }

    fn connection(&self) -> anyhow::Result<&Connection> {
        self.connection.as_ref().context("nothing is connected")
    }

    /// Fills memory of an end with [`pattern`].
    pub fn fill(&mut self, end: End, at: usize, length: usize, seed: u32) -> anyhow::Result<()> {
        match end {
            End::Card => Ok(self.memory.write(at, &pattern(length, seed))?),
            End::Linux => self.tell(&format!("fill {at} {length} {seed}")).map(drop),
        }
    }

    /// Compares memory of an end with what must be there.
    pub fn holds(&mut self, end: End, at: usize, wanted: &[u8]) -> anyhow::Result<()> {
        let sum = match end {
            End::Card => {
                let mut found = vec![0; wanted.len()];
                self.memory.read(at, &mut found)?;
                crc32fast::hash(&found)
            }
            End::Linux => self.tell(&format!("sum {at} {}", wanted.len()))?.parse()?,
        };
        ensure!(
            sum == crc32fast::hash(wanted),
            "memory of {end} differs in the {} bytes from {at} on",
            wanted.len()
        );
        Ok(())
    }

    /// The word at an offset of an end's memory.
    pub fn word(&mut self, end: End, at: usize) -> anyhow::Result<u64> {
        match end {
            End::Card => {
                let mut word = [0; 8];
                self.memory.read(at, &mut word)?;
                Ok(u64::from_le_bytes(word))
            }
            End::Linux => Ok(self.tell(&format!("word {at}"))?.parse()?),
        }
    }

    /// Posts a request at an end.
    pub fn post(&mut self, end: End, request: &Request) -> anyhow::Result<()> {
        match end {
            End::Card => self.post_at_card(request),
            End::Linux => {
                let address = self.memory.addr().wrapping_add(request.remote);
                let rkey = request.rkey.unwrap_or(self.memory.rkey());
                self.tell(&format!(
                    "post {} {} {} {address} {rkey} {} {} {}",
                    request.verb as u8,
                    request.at,
                    request.length,
                    request.immediate,
                    request.compare,
                    request.swap
                ))
                .map(drop)
            }
        }
    }

    fn post_at_card(&mut self, request: &Request) -> anyhow::Result<()> {
        let connection = self.connection()?;
        let remote_addr = connection.address.wrapping_add(request.remote);
        let rkey = request.rkey.unwrap_or(connection.rkey);
        let imm_data = request.immediate;
        let operation = match request.verb {
            Verb::Write => SendOperation::RdmaWrite { remote_addr, rkey },
            Verb::WriteImm => SendOperation::RdmaWriteWithImm {
                remote_addr,
                rkey,
                imm_data,
            },
            Verb::Send => SendOperation::Send,
            Verb::SendImm => SendOperation::SendWithImm { imm_data },
            Verb::Read => SendOperation::RdmaRead { remote_addr, rkey },
            Verb::CompareSwap => SendOperation::CompareSwap {
                remote_addr,
                rkey,
                compare: request.compare,
                swap: request.swap,
            },
            Verb::FetchAdd => SendOperation::FetchAdd {
                remote_addr,
                rkey,
                add: request.compare,
            },
        };
        let pieces = match request.length {
            0 => Vec::new(),
            length => vec![self.memory.sge(request.at..request.at + length)?],
        };
        let send = SendWr::new(0, operation, Payload::Sges(&pieces));
        connection.qp.post_send(&[send])?;
        self.gateway.wake();
        Ok(())
    }

    /// Posts a receive at an end.
    pub fn receive(&mut self, end: End, at: usize, length: usize) -> anyhow::Result<()> {
        match end {
            End::Card => {
                let pieces = match length {
                    0 => Vec::new(),
                    length => vec![self.memory.sge(at..at + length)?],
                };
                Ok(self
                    .connection()?
                    .qp
                    .post_recv(&[RecvWr::new(0, &pieces)])?)
            }
            End::Linux => self.tell(&format!("receive {at} {length}")).map(drop),
        }
    }

    /// The next completions of an end, as many as come in time.
    pub fn poll(&mut self, end: End, count: usize, limit: Duration) -> anyhow::Result<Vec<Done>> {
        match end {
            End::Card => {
                let start = Instant::now();
                let mut room = vec![WorkCompletion::default(); count];
                let mut got = Vec::new();
                loop {
                    let more = self.cq.poll(&mut room[got.len()..])?;
                    got.extend(more.iter().map(done));
                    if got.len() == count || start.elapsed() > limit {
                        return Ok(got);
                    }
                    self.gateway.turn()?;
                }
            }
            End::Linux => {
                let poll = format!("poll {count} {}", limit.as_millis());
                let answer = self.command(&poll, limit + PROMPT)?;
                answer.split_terminator(';').map(parse).collect()
            }
        }
    }

    /// The next `count` completions of an end, all successes.
    pub fn complete(&mut self, end: End, count: usize) -> anyhow::Result<Vec<Done>> {
        let got = self.poll(end, count, PATIENCE)?;
        ensure!(
            got.len() == count,
            "{end} has {} of {count} completions",
            got.len()
        );
        if let Some(failed) = got.iter().find(|done| done.status != WcStatus::Success) {
            bail!("{end} completes with {}", failed.status.describe());
        }
        Ok(got)
    }

    /// From now on this happens to RoCE frames in both directions.
    pub fn trouble(&mut self, odds: Odds) {
        let mut world = self.gateway.world();
        for port in world.link_mut().ports_mut() {
            let roce = |frame: &[u8]| Roce::find(frame).is_some();
            port.channel.set_odds_among(odds, roce);
        }
    }

    /// Frames to which something has happened: of the card, of Linux.
    pub fn troubled(&self) -> [usize; 2] {
        let world = self.gateway.world();
        Side::BOTH.map(|side| {
            let log = world.link().port(side).channel.log();
            log.iter()
                .filter(|decision| !decision.faults.is_empty())
                .count()
        })
    }

    /// Lets what is still on its way arrive.
    pub fn settle(&mut self) -> anyhow::Result<()> {
        (0..SETTLED).try_for_each(|_| self.gateway.turn())
    }

    /// The tags seen since this was last asked: of the card's frames, of Linux'.
    pub fn take_tags(&self) -> [BTreeSet<Option<u16>>; 2] {
        std::mem::take(&mut self.tags.lock().expect("no panic while it is held"))
    }

    /// A counter of the card.
    pub fn counter(&self, counter: Counter) -> anyhow::Result<u64> {
        Ok(self.device.counter(counter)?)
    }

    /// RoCE frames that the card has sent and that have arrived there.
    pub fn carried(&self) -> [u64; 2] {
        self.gateway.carried()
    }

    /// A counter of the kernel's driver; those that are 0 it does not name.
    pub fn linux_counter(&mut self, name: &str) -> anyhow::Result<u64> {
        let answer = self.tell("counters")?;
        let mut list = answer
            .split_terminator(';')
            .filter_map(|entry| entry.split_once(' '));
        match list.find(|(entry, _)| *entry == name) {
            Some((_, value)) => Ok(value.parse()?),
            None => Ok(0),
        }
    }

    /// Packets with a wrong ICRC that the kernel's driver has dropped.
    pub fn linux_icrc_errors(&mut self) -> anyhow::Result<u64> {
        Ok(self.tell("icrc")?.parse()?)
    }

    /// Waits until the program that was started has ended, well; the last line that it wrote.
    pub(super) fn ended(&mut self) -> anyhow::Result<String> {
        let start = Instant::now();
        loop {
            let ran = self.tell("ran")?;
            match ran.split_once('\n') {
                Some(("0", last)) => return Ok(last.trim().to_owned()),
                Some((status, last)) => bail!("it ended with {status}: {last}"),
                None => ensure!(start.elapsed() < PATIENCE, "it does not end"),
            }
        }
    }

    /// What a scenario needs that makes queue pairs of its own.
    pub(super) fn parts(&mut self) -> (&mut Gateway, &Context, &ProtectionDomain) {
        (&mut self.gateway, &self.context, &self.pd)
    }

    /// Ends the machine and the capture.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.tell("stop")?;
        self.gateway.finish_capture()
    }
}

fn mtu(bytes: usize) -> anyhow::Result<Mtu> {
    let all = [
        Mtu::Mtu256,
        Mtu::Mtu512,
        Mtu::Mtu1024,
        Mtu::Mtu2048,
        Mtu::Mtu4096,
    ];
    all.into_iter()
        .find(|mtu| mtu.bytes() == bytes)
        .with_context(|| format!("{bytes} is no MTU"))
}

/// What both ends fill memory with.
pub fn pattern(length: usize, seed: u32) -> Vec<u8> {
    let byte = |index| (seed.wrapping_add(index).wrapping_mul(2_654_435_761) >> 24) as u8;
    (0..length as u32).map(byte).collect()
}

/// A completion of the card.
fn done(completion: &WorkCompletion) -> Done {
    let receive = completion.opcode.is_receive();
    Done {
        status: completion.status,
        receive,
        length: if receive {
            completion.byte_len as usize
        } else {
            0
        },
        immediate: completion.imm_data,
    }
}

/// A completion as the agent tells it: "STATUS OPCODE LENGTH IMMEDIATE".
fn parse(text: &str) -> anyhow::Result<Done> {
    let numbers: Vec<i64> = text
        .split(' ')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("`{text}` is no completion"))?;
    let [status, opcode, length, immediate] = numbers[..] else {
        bail!("`{text}` is no completion");
    };
    let status = u8::try_from(status).ok().and_then(WcStatus::from_u8);
    Ok(Done {
        status: status.with_context(|| format!("the status in `{text}`"))?,
        receive: opcode & i64::from(ferric_layout::completion::opcode::RECEIVE) != 0,
        length: usize::try_from(length)?,
        immediate: u32::try_from(immediate).ok(),
    })
}
