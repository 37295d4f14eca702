//! Both cards of a pair before the reference model.
use super::diary::Diary;
use crate::link::pcap::{Capture, CaptureError};
use crate::link::wire::Side;
use crate::pair::Pair;
use crate::reference::{
    Attributes, Checker, Completion, Event, Key, Receive, Request, Settings, Violation,
};
use crate::tap::Seen;
use ferric::verbs::{MemoryRegion, WorkCompletion};
use std::collections::VecDeque;
use std::path::Path;

/// Frames kept for the capture of a failure.
const KEPT: usize = 20_000;
/// Picoseconds of a cycle.
const CYCLE: u64 = 4000;
/// The one protection domain of each host.
pub const PD: u32 = 1;

/// A violation, and whose.
#[derive(Debug, thiserror::Error)]
#[error("the card of host {side:?} broke a rule: {violation}")]
pub struct Broken {
    /// Whose.
    pub side: Side,
    /// What.
    pub violation: Violation,
}

/// A checker for each card, fed by what is seen at its pins.
pub struct Judge {
    checkers: [Checker; 2],
    frames: VecDeque<(Side, u64, Vec<u8>)>,
    sent: [u64; 2],
    diary: Diary,
}

impl Judge {
    /// Watches both cards from now on.
    pub fn new(pair: &Pair, settings: Settings) -> Self {
        let mut world = pair.world();
        Side::BOTH.into_iter().for_each(|side| world.tap(side));
        Judge {
            checkers: Side::BOTH.map(|_| Checker::new(settings)),
            frames: VecDeque::new(),
            sent: [0; 2],
            diary: Diary::default(),
        }
    }

    /// Frames each card has sent.
    pub fn sent(&self) -> [u64; 2] {
        self.sent
    }

    fn see(&mut self, side: Side, cycle: u64, event: Event<'_>) -> Result<(), Broken> {
        let seen = self.checkers[side.index()].see(cycle, event);
        seen.map_err(|violation| Broken { side, violation })
    }

    /// Something the host does, after what was seen of the card by now.
    pub fn host(&mut self, pair: &Pair, side: Side, event: Event<'_>) -> Result<(), Broken> {
        self.catch_up(pair)?;
        let now = pair.world().host(side).now();
        self.see(side, now, event)
    }

    /// Looks at all that the cards did.
    pub fn catch_up(&mut self, pair: &Pair) -> Result<(), Broken> {
        for side in Side::BOTH {
            let seen = pair.world().take_seen(side);
            for (cycle, what) in seen {
                self.diary.note(side, cycle, &what);
                match what {
                    Seen::Written((va, bytes)) => {
                        self.see(side, cycle, Event::Written(va, &bytes))?;
                    }
                    Seen::Received(frame) => self.see(side, cycle, Event::Received(&frame))?,
                    Seen::Sent(frame) => {
                        self.sent[side.index()] += 1;
                        let judged = self.see(side, cycle, Event::Sent(&frame));
                        self.keep(side, cycle, frame);
                        judged?;
                    }
                }
            }
        }
        Ok(())
    }

    fn keep(&mut self, side: Side, cycle: u64, frame: Vec<u8>) {
        if self.frames.len() == KEPT {
            self.frames.pop_front();
        }
        self.frames.push_back((side, cycle * CYCLE, frame));
    }

    /// Writes what was seen of late: as text, and the frames that the cards sent as captures.
    pub fn write_history(&self, stem: &Path) -> anyhow::Result<()> {
        self.diary.write(&stem.with_extension("txt"))?;
        Ok(self.write_capture(stem)?)
    }

    fn write_capture(&self, stem: &Path) -> Result<(), CaptureError> {
        let mut capture = Capture::create(stem)?;
        let mut frames: Vec<_> = self.frames.iter().collect();
        frames.sort_by_key(|(_, time, _)| *time);
        for (side, time, frame) in frames {
            capture.record(*side, *time, frame)?;
        }
        capture.finish()
    }

    /// A region of a host, with what is in it.
    pub fn register(
        &mut self,
        pair: &Pair,
        side: Side,
        region: &MemoryRegion,
    ) -> anyhow::Result<()> {
        let mut bytes = vec![0; region.len()];
        region.read(0, &mut bytes)?;
        let key = Key {
            key: region.lkey(),
            pd: PD,
            access: region.access().bits(),
            va: region.addr(),
            length: region.len() as u64,
        };
        Ok(self.host(pair, side, Event::Register(key, &bytes))?)
    }

    /// Two queue pairs are connected.
    pub fn connect(&mut self, pair: &Pair, ends: [Attributes; 2]) -> Result<(), Broken> {
        for (side, attributes) in Side::BOTH.into_iter().zip(ends) {
            self.host(pair, side, Event::Connect(attributes))?;
        }
        Ok(())
    }

    /// A send is about to be posted.
    pub fn post(
        &mut self,
        pair: &Pair,
        side: Side,
        qpn: u32,
        request: Request,
    ) -> Result<(), Broken> {
        self.host(pair, side, Event::PostSend(qpn, request))
    }

    /// A receive is about to be posted.
    pub fn post_receive(
        &mut self,
        pair: &Pair,
        side: Side,
        qpn: u32,
        receive: Receive,
    ) -> Result<(), Broken> {
        self.host(pair, side, Event::PostReceive(qpn, receive))
    }

    /// A completion was polled.
    pub fn completed(
        &mut self,
        pair: &Pair,
        side: Side,
        done: &WorkCompletion,
    ) -> Result<(), Broken> {
        let completion = Completion {
            id: done.wr_id,
            status: done.status,
            opcode: done.opcode as u8,
            length: done.byte_len,
            immediate: done.imm_data,
            invalidated: done.invalidated_rkey,
        };
        self.host(pair, side, Event::Completed(done.qp_num, completion))
    }

    /// The end: everything is done, and memory is as the writes have left it.
    pub fn finish(&mut self, pair: &Pair, regions: [&[MemoryRegion]; 2]) -> anyhow::Result<()> {
        self.catch_up(pair)?;
        for side in Side::BOTH {
            let now = pair.world().host(side).now();
            let checker = &mut self.checkers[side.index()];
            checker
                .finish(now)
                .map_err(|violation| Broken { side, violation })?;
            for region in regions[side.index()] {
                let mut bytes = vec![0; region.len()];
                region.read(0, &mut bytes)?;
                if let Some(va) = checker.differs(region.addr(), &bytes) {
                    anyhow::bail!(
                        "memory of host {side:?} at {va:#x} is not what was written there"
                    );
                }
            }
        }
        Ok(())
    }
}
