//! A recorded scenario: its frames, what became of them on the wire, and what the programs at both ends did.
use ferric_testbench::link::frame::Roce;
use ferric_testbench::link::wire::Side;
use ferric_testbench::recordings::{self, Frame, number};

/// The side that a frame came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Client,
    Server,
}

/// What happened on the wire, in order.
#[derive(Clone, Debug)]
pub enum Happening {
    /// A side sent this.
    Sent(From, Vec<u8>),
    /// The other side got this.
    Delivered(From, Vec<u8>),
}

/// Which protocol a scenario was recorded over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Ipv4,
    Ipv6,
}

/// A line of the programs' log that matters to a replay.
#[derive(Clone, Debug)]
pub enum Line {
    /// The client's memory: offset, length, seed of the pattern.
    ClientFill(usize, usize, u8),
    /// The server's.
    ServerFill(usize, usize, u8),
    /// The server posts a receive.
    Receive(usize, usize),
    /// The client posts a send.
    Post(Work),
    /// Completions came, in order.
    Completed(Vec<Outcome>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Write,
    WriteImm,
    Send,
    SendImm,
    /// Its key is `rkey`.
    SendInvalidate,
    Read,
    CompareSwap,
    FetchAdd,
}

/// A send work request: offsets in both memories.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub operation: Operation,
    pub local: usize,
    pub length: usize,
    pub remote: usize,
    pub immediate: u32,
    pub solicited: bool,
    /// Where it is not the server's.
    pub rkey: Option<u32>,
    pub compare_add: u64,
    pub swap: u64,
}

/// A completion, as far as a replay compares it.
pub type Outcome = String;

/// Bytes of each side's memory.
pub const MEMORY: usize = 65536;

pub struct Recording {
    pub over: Over,
    pub happenings: Vec<Happening>,
    pub lines: Vec<Line>,
    pub client_qpn: u32,
    pub server_qpn: u32,
    /// Of the server's memory, or of the memory window over it.
    pub rkey: u32,
    pub window: bool,
    pub base: u64,
    pub mtu: usize,
    pub client_psn: u32,
    pub server_psn: u32,
}

/// The number behind a word of a line.
fn field(line: &str, word: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    words.find(|found| *found == word)?;
    words.next().map(number)
}

impl Recording {
    /// Reads a scenario; a recording that is not there fails.
    pub fn open(over: Over, name: &str) -> Self {
        let (all, folder) = match over {
            Over::Ipv4 => (recordings::all(), recordings::folder()),
            Over::Ipv6 => (recordings::all_ipv6(), recordings::folder_ipv6()),
        };
        let recorded = all
            .into_iter()
            .find(|recording| recording.name == name)
            .unwrap_or_else(|| panic!("{name} is not in {}", folder.display()));
        let v6 = |frame: &Frame| Roce::find(&frame.bytes).is_some_and(|place| place.v6);
        assert!(
            recorded
                .frames
                .iter()
                .all(|frame| v6(frame) == (over == Over::Ipv6)),
            "{name} is of another protocol"
        );
        let body = recorded.log;
        let setup = body
            .iter()
            .find(|line| line.trim_start().starts_with("cqpn"))
            .expect("the log has the set-up");
        let of = |word| field(setup, word).expect("the set-up has it");
        let mut windows = body
            .iter()
            .filter_map(|line| match line.trim_start().split_once(' ') {
                Some(("mw", rest)) => field(rest, "rkey"),
                _ => None,
            });
        let window = windows.next();
        Recording {
            over,
            happenings: happenings(recorded.frames),
            lines: body.iter().filter_map(|line| read_line(line)).collect(),
            client_qpn: of("cqpn") as u32,
            server_qpn: of("sqpn") as u32,
            rkey: window.unwrap_or_else(|| of("srkey")) as u32,
            window: window.is_some(),
            base: of("saddr"),
            mtu: of("mtu") as usize,
            client_psn: of("cpsn") as u32,
            server_psn: of("spsn") as u32,
        }
    }

    /// PSNs that a work request takes.
    pub fn psns(&self, work: &Work) -> u32 {
        match work.operation {
            Operation::CompareSwap | Operation::FetchAdd => 1,
            _ => work.length.div_ceil(self.mtu).max(1) as u32,
        }
    }
}

fn read_line(line: &str) -> Option<Line> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = |index: usize| number(words[index]) as usize;
    Some(match words[..] {
        ["fill", "off", _, "len", _, "seed", _] => Line::ClientFill(at(2), at(4), at(6) as u8),
        ["ctl", "FILL", ..] => Line::ServerFill(at(2), at(3), at(4) as u8),
        ["ctl", "RECV", ..] => Line::Receive(at(2), at(3)),
        ["wr", operation, ..] => Line::Post(Work {
            operation: match operation {
                "WRITE" => Operation::Write,
                "WRITE_IMM" => Operation::WriteImm,
                "SEND" => Operation::Send,
                "SEND_IMM" => Operation::SendImm,
                "SEND_INV" => Operation::SendInvalidate,
                "READ" => Operation::Read,
                "CAS" => Operation::CompareSwap,
                "FETCH_ADD" => Operation::FetchAdd,
                other => panic!("{other} is no operation of a replay"),
            },
            local: field(line, "loff")? as usize,
            length: field(line, "len")? as usize,
            remote: field(line, "roff")? as usize,
            immediate: field(line, "imm").unwrap_or(0) as u32,
            solicited: words.contains(&"solicited"),
            rkey: field(line, "rkey").map(|key| key as u32),
            compare_add: field(line, "cmp/add").unwrap_or(0),
            swap: field(line, "swp").unwrap_or(0),
        }),
        // The client's completions; the server's stand behind a word that says so.
        [first, ..] if line.contains(":op") && !first.starts_with("server") && first != "one" => {
            let list = line.rfind("  ").map_or(line, |at| &line[at..]).trim();
            let status = |one: &str| one.split(":op").next().unwrap_or_default().to_string();
            Line::Completed(list.split(';').map(status).collect())
        }
        _ => return None,
    })
}

/// Frames as they were sent and as they came, in order.
fn happenings(frames: Vec<Frame>) -> Vec<Happening> {
    let mut all = Vec::new();
    let mut held: Option<(From, Vec<u8>)> = None;
    for frame in frames {
        let from = match frame.side {
            Side::A => From::Client,
            Side::B => From::Server,
        };
        if frame.sent {
            all.push(Happening::Sent(from, frame.bytes.clone()));
        }
        if frame.held {
            held = Some((from, frame.bytes));
        } else if frame.delivered {
            all.push(Happening::Delivered(from, frame.bytes));
            if let Some((side, bytes)) = held.take_if(|(side, _)| *side == from) {
                all.push(Happening::Delivered(side, bytes));
            }
        }
    }
    all
}
