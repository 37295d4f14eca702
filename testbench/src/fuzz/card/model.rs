//! The fuzzed card before the reference model: every frame it sends, every write and every completion.
//!
//! The model hears of a frame that arrives only if the receiver must hand it on, by the verdict from its bytes.
use crate::fuzz::memory::Memory;
use crate::fuzz::peer::{Noted, PD, Peer};
use crate::fuzz::verdict::{self, Known};
use crate::reference::{Checker, Completion, Event, Key, Settings, Violation};
use crate::tap::Seen;
use ferric::verbs::{MemoryRegion, WorkCompletion};
use ferric_layout::opcode::transport;
use ferric_layout::qp::state;

/// Cycles between the card's decisions and its pins.
const SETTLE: u64 = 50_000;
/// A protection domain that no queue pair is in.
const FOREIGN: u32 = PD + 1;

/// The model, fed by what is seen.
pub struct Model {
    checker: Checker,
    mac: [u8; 6],
}

impl Model {
    pub fn new(memory: &Memory, mac: [u8; 6]) -> anyhow::Result<Self> {
        let settings = Settings {
            settle: SETTLE,
            ..Settings::default()
        };
        let mut model = Model {
            checker: Checker::new(settings),
            mac,
        };
        for region in memory.all() {
            let pd = if region.lkey() == memory.foreign.lkey() {
                FOREIGN
            } else {
                PD
            };
            model.register(0, region, pd)?;
        }
        Ok(model)
    }

    fn register(&mut self, now: u64, region: &MemoryRegion, pd: u32) -> anyhow::Result<()> {
        let mut bytes = vec![0; region.len()];
        region.read(0, &mut bytes)?;
        let key = Key {
            key: region.lkey(),
            pd,
            access: region.access().bits(),
            va: region.addr(),
            length: region.len() as u64,
        };
        Ok(self.checker.see(now, Event::Register(key, &bytes))?)
    }

    /// A key takes the place of another.
    pub fn renew(&mut self, now: u64, old: u32, region: &MemoryRegion) -> anyhow::Result<()> {
        self.checker.see(now, Event::Deregister(old))?;
        self.register(now, region, PD)
    }

    pub fn connect(&mut self, now: u64, peer: &Peer) -> Result<(), Violation> {
        self.checker.see(now, Event::Connect(peer.attributes()))
    }

    pub fn disconnect(&mut self, now: u64, peer: &Peer) -> Result<(), Violation> {
        self.checker.see(now, Event::Disconnect(peer.path.qpn))
    }

    pub fn posted(&mut self, now: u64, peer: &Peer, noted: Noted) -> Result<(), Violation> {
        let qpn = peer.path.qpn;
        self.checker.see(
            now,
            match noted {
                Noted::Send(request) => Event::PostSend(qpn, request),
                Noted::Receive(receive) => Event::PostReceive(qpn, receive),
            },
        )
    }

    /// What the card did or got.
    pub fn seen(
        &mut self,
        cycle: u64,
        what: &Seen,
        peers: &[Peer],
        place: impl Fn(u32) -> Option<usize>,
    ) -> Result<(), Violation> {
        match what {
            Seen::Written((va, bytes)) => self.checker.see(cycle, Event::Written(*va, bytes)),
            Seen::Sent(frame) => self.checker.see(cycle, Event::Sent(frame)),
            Seen::Received(frame) => {
                let fate = verdict::judge(frame, false, self.mac, |qpn| {
                    place(qpn).map(|index| Known {
                        state: state::RTS,
                        transport: transport::RC,
                        path: peers[index].path.clone(),
                    })
                });
                match fate {
                    Ok(_) => self.checker.see(cycle, Event::Received(frame)),
                    Err(_) => Ok(()),
                }
            }
        }
    }

    /// A completion was polled.
    pub fn completed(&mut self, now: u64, done: &WorkCompletion) -> Result<(), Violation> {
        let completion = Completion {
            id: done.wr_id,
            status: done.status,
            opcode: done.opcode as u8,
            length: done.byte_len,
            immediate: done.imm_data,
            invalidated: done.invalidated_rkey,
        };
        self.checker
            .see(now, Event::Completed(done.qp_num, completion))
    }

    /// Nothing is under way.
    pub fn settled(&mut self, now: u64) -> Result<(), Violation> {
        self.checker.settled(now)
    }
}
