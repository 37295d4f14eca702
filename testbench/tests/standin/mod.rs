//! A card in software: registers behind its windows, and requests that a test queues one by one. It keeps the rules by
//! default; a test that wants a breach queues beats of its own making.

use std::collections::{HashMap, VecDeque};

use fastrand::Rng;
use ferric_testbench::card::{Card, Inputs, Outputs};
use ferric_testbench::pcie::descriptor::{
    COMPLETION_BYTES, Cc, Cq, REQUEST_BYTES, Rc, RcError, Rq,
};
use ferric_testbench::pcie::pins::{CcBeat, CqBeat, RcBeat, RqBeat, cq, rc, rq};
use ferric_testbench::pcie::tlp::{Access, Header, Id, Status, Tlp};

/// What a read has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Enabled bytes, in order.
    pub data: Vec<u8>,
    /// The first error seen.
    pub error: Option<RcError>,
    /// The last packet came.
    pub completed: bool,
}

/// A request of the host, as it came over CQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub bar: u8,
    pub offset: u64,
    pub write: bool,
    pub bytes: Vec<u8>,
}

#[derive(Default)]
pub struct StandIn {
    /// Bytes behind the windows, by window and offset.
    pub registers: HashMap<(u8, u64), u8>,
    /// Requests of the host in order.
    pub seen: Vec<Seen>,
    /// Reads by tag.
    pub outcomes: HashMap<u8, Outcome>,
    /// Errors on tags that nothing waits for.
    pub strays: Vec<RcError>,
    /// Tags in the order of their last packets.
    pub order: Vec<u8>,
    /// Sequence numbers that came back.
    pub sequence: Vec<u8>,
    /// Beats that wait for RQ and CC; `None` is a cycle without valid.
    pub rq: VecDeque<Option<RqBeat>>,
    pub cc: VecDeque<Option<CcBeat>>,
    /// Chance in 256 of a cycle without ready.
    pub stall: u8,
    /// CQ is never ready.
    pub block_cq: bool,
    /// No answer is given.
    pub mute: bool,
    /// Every read is refused.
    pub refuse: bool,
    /// Non-posted requests asked for, in each cycle.
    pub np_req: u8,
    /// A function-level reset is done.
    pub function_done: bool,
    /// RC is straddled.
    pub straddle: bool,
    pub rng: Rng,
    cq_packet: Vec<u8>,
    cq_enables: Vec<bool>,
    cq_be: (u8, u8),
    rc_packet: Vec<u8>,
    rc_enables: Vec<bool>,
}

/// Beats of a packet; `user` is the first beat's.
fn beats<const USER: usize>(
    bytes: &[u8],
    user: [u32; USER],
) -> Vec<Option<ferric_testbench::pcie::pins::Beat<USER>>> {
    let count = bytes.len().div_ceil(64);
    let beat = |(index, chunk): (usize, &[u8])| {
        let mut beat = ferric_testbench::pcie::pins::Beat {
            keep: (u32::from(u16::MAX) >> (16 - chunk.len() / 4)) as u16,
            last: index + 1 == count,
            ..Default::default()
        };
        beat.data[..chunk.len()].copy_from_slice(chunk);
        if index == 0 {
            beat.user = user;
        }
        Some(beat)
    };
    bytes.chunks(64).enumerate().map(beat).collect()
}

impl StandIn {
    pub fn new(straddle: bool, seed: u64) -> Self {
        Self {
            np_req: 1,
            straddle,
            rng: Rng::with_seed(seed),
            ..Self::default()
        }
    }

    /// RQ beats of a request.
    pub fn request_beats(tlp: &Tlp, sequence: u8) -> Vec<Option<RqBeat>> {
        let request = tlp.request().unwrap();
        let mut bytes = Rq::describe(tlp, request)
            .into_bits()
            .to_le_bytes()
            .to_vec();
        bytes.extend(&tlp.data);
        let mut beat = RqBeat::default();
        beat.set(rq::FIRST_BE, request.first_be.into());
        beat.set(rq::LAST_BE, request.last_be.into());
        beat.set(rq::SEQ_NUM0, sequence.into());
        beats(&bytes, beat.user)
    }

    /// Queues a read.
    pub fn read(&mut self, tag: u8, address: u64, bytes: usize) {
        self.outcomes.insert(tag, Outcome::default());
        let tlp = Tlp::memory_read(Id(0), tag.into(), address, bytes);
        self.rq.extend(Self::request_beats(&tlp, tag & 63));
    }

    /// Queues a write.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let tlp = Tlp::memory_write(Id(0), 0, address, bytes);
        self.rq.extend(Self::request_beats(&tlp, 0));
    }

    /// Whether every queued request is out and every read has its last packet.
    pub fn done(&self) -> bool {
        self.rq.is_empty()
            && self.cc.is_empty()
            && self.outcomes.values().all(|outcome| outcome.completed)
    }

    fn take_cq(&mut self, beat: &CqBeat) {
        if self.cq_packet.is_empty() {
            self.cq_be = (beat.get(cq::FIRST_BE) as u8, beat.get(cq::LAST_BE) as u8);
        }
        let count = 4 * beat.words();
        let enables = beat.get(cq::BYTE_EN);
        self.cq_packet.extend(&beat.data[..count]);
        self.cq_enables
            .extend((0..count).map(|lane| enables >> lane & 1 == 1));
        if beat.last {
            let packet = std::mem::take(&mut self.cq_packet);
            let enables = std::mem::take(&mut self.cq_enables);
            self.serve(&packet, &enables);
        }
    }

    fn serve(&mut self, packet: &[u8], enables: &[bool]) {
        let descriptor = Cq::from_bits(u128::from_le_bytes(
            packet[..REQUEST_BYTES].try_into().unwrap(),
        ));
        let bar = descriptor.bar();
        let address = descriptor.word_address() << 2;
        let offset = address & ((1 << descriptor.aperture()) - 1);
        let payload = &packet[REQUEST_BYTES..];
        if descriptor.kind() == Access::MemoryWrite as u8 {
            let mut bytes = Vec::new();
            let mut first = None;
            for (index, byte) in payload.iter().enumerate() {
                if enables[REQUEST_BYTES + index] {
                    let at = offset + index as u64;
                    first.get_or_insert(at);
                    self.registers.insert((bar, at), *byte);
                    bytes.push(*byte);
                }
            }
            let offset = first.unwrap_or(offset);
            self.seen.push(Seen {
                bar,
                offset,
                write: true,
                bytes,
            });
            return;
        }
        assert!(payload.is_empty());
        self.seen.push(Seen {
            bar,
            offset,
            write: false,
            bytes: Vec::new(),
        });
        if self.mute {
            return;
        }
        let (first_be, last_be) = self.cq_be;
        let mut asked = Tlp::memory_read(
            Id(descriptor.requester()),
            descriptor.tag().into(),
            address,
            4,
        );
        asked.words = descriptor.words();
        let Header::Request(request) = &mut asked.header else {
            unreachable!()
        };
        (request.first_be, request.last_be) = (first_be, last_be);
        let request = *request;
        let status = if self.refuse {
            Status::UnsupportedRequest
        } else {
            Status::Success
        };
        let mut answer = Tlp::completion(&asked, &request, Id(0), status);
        if !self.refuse {
            let Header::Completion(completion) = &mut answer.header else {
                unreachable!()
            };
            completion.lower_address = (request.start() & 0x7f) as u8;
            answer.words = descriptor.words();
            answer.data = (0..4 * u64::from(answer.words))
                .map(|index| {
                    self.registers
                        .get(&(bar, offset + index))
                        .copied()
                        .unwrap_or(0)
                })
                .collect();
        }
        let mut bytes = Cc::describe(&answer, answer.as_completion().unwrap())
            .into_bits()
            .to_le_bytes()[..COMPLETION_BYTES]
            .to_vec();
        bytes.extend(&answer.data);
        self.cc.extend(beats(&bytes, [0; 3]));
    }

    fn take_rc(&mut self, beat: &RcBeat) {
        let enables = beat.get(rc::BYTE_EN);
        let count = |field| beat.get(field).count_ones() as usize;
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        if self.straddle {
            starts.extend(
                (0..count(rc::IS_SOP)).map(|index| 16 * beat.get(rc::SOP_PTR[index]) as usize),
            );
            ends.extend(
                (0..count(rc::IS_EOP)).map(|index| 4 * beat.get(rc::EOP_PTR[index]) as usize + 4),
            );
        } else {
            if self.rc_packet.is_empty() {
                starts.push(0);
            }
            if beat.last {
                ends.push(4 * beat.words());
            }
        }
        let mut at = (!self.rc_packet.is_empty()).then_some(0);
        let (mut starts, mut ends) = (starts.into_iter(), ends.into_iter());
        while let Some(from) = at.take().or_else(|| starts.next()) {
            let end = ends.next();
            let to = end.unwrap_or(64);
            self.rc_packet.extend(&beat.data[from..to]);
            self.rc_enables
                .extend((from..to).map(|lane| enables >> lane & 1 == 1));
            if end.is_some() {
                self.complete();
            }
        }
    }

    fn complete(&mut self) {
        let packet = std::mem::take(&mut self.rc_packet);
        let enables = std::mem::take(&mut self.rc_enables);
        let mut head = [0; 16];
        head[..COMPLETION_BYTES].copy_from_slice(&packet[..COMPLETION_BYTES]);
        let descriptor = Rc::from_bits(u128::from_le_bytes(head));
        assert_eq!(
            packet.len(),
            COMPLETION_BYTES + 4 * usize::from(descriptor.words())
        );
        let error = RcError::from_bits(descriptor.error()).unwrap();
        if matches!(error, RcError::Tag | RcError::Mismatch | RcError::Address) {
            self.strays.push(error);
            return;
        }
        let tag = descriptor.tag();
        let outcome = self
            .outcomes
            .get_mut(&tag)
            .expect("a completion of a tag in use");
        assert!(!outcome.completed, "a completion after the last one");
        let enabled = packet
            .iter()
            .zip(&enables)
            .skip(COMPLETION_BYTES)
            .filter(|(_, on)| **on);
        outcome.data.extend(enabled.map(|(byte, _)| *byte));
        if error != RcError::None {
            outcome.error.get_or_insert(error);
        }
        outcome.completed = descriptor.completed();
        if outcome.completed {
            self.order.push(tag);
        }
    }
}

impl Card for StandIn {
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs) {
        let (pins, out) = (&inputs.pcie, &mut outputs.pcie);
        if pins.reset {
            self.rq.clear();
            self.cc.clear();
            self.outcomes.clear();
            self.cq_packet.clear();
            self.cq_enables.clear();
            self.rc_packet.clear();
            self.rc_enables.clear();
            (out.rq_valid, out.cc_valid) = (false, false);
            return;
        }
        let stall = self.stall;
        let rng = &mut self.rng;
        let mut ready = || stall == 0 || rng.u8(..) >= stall;
        out.cq_ready = ready() && !self.block_cq;
        out.rc_ready = ready();
        out.cq_np_req = self.np_req;
        out.function_done = self.function_done;
        out.rq_valid = matches!(self.rq.front(), Some(Some(_)));
        if let Some(Some(beat)) = self.rq.front() {
            out.rq.clone_from(beat);
        }
        out.cc_valid = matches!(self.cc.front(), Some(Some(_)));
        if let Some(Some(beat)) = self.cc.front() {
            out.cc.clone_from(beat);
        }
        if pins.rq_ready || !out.rq_valid {
            self.rq.pop_front();
        }
        if pins.cc_ready || !out.cc_valid {
            self.cc.pop_front();
        }
        if pins.cq_valid && out.cq_ready {
            self.take_cq(&pins.cq);
        }
        if pins.rc_valid && out.rc_ready {
            self.take_rc(&pins.rc);
        }
        self.sequence.extend(pins.rq_seq_num.into_iter().flatten());
    }
}
