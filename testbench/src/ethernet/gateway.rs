//! Between a card's open end of the link and the wire out of this process, with the host's network stack behind the card.
//!
//! Whoever waits for the card or for the peer calls [`Gateway::turn`]. The card's clock runs as fast as the simulation can while frames
//! come and go, and some time after. Then it runs slowly, with a sleep that a frame ends: an idle card costs little, and its timers still run
//! out, only later. They are set in the card's cycles with that in mind.
use super::stack::Stack;
use crate::link::frame::Roce;
use crate::link::pcap::One;
use crate::link::socket::{Sending, Wire, wait};
use crate::link::wire::Side;
use crate::world::World;
use anyhow::{Context as _, ensure};
use ferric::verbs::MacAddress;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The card's side of its link.
const CARD: Side = Side::A;
/// The end that is open.
const OPEN: Side = Side::B;

/// How fast time passes for the card.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Cycles between two looks at the wire.
    pub turn: u64,
    /// Cycles after the last frame in which the card runs at full speed.
    pub awake: u64,
    /// Sleep in each turn after that.
    pub nap: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            turn: 64,
            awake: 4096,
            nap: Duration::from_millis(1),
        }
    }
}

/// One card's way into an Ethernet.
pub struct Gateway {
    /// The host's network stack.
    pub stack: Stack,
    world: Arc<Mutex<World>>,
    wire: Box<dyn Wire>,
    pace: Pace,
    /// Frames that the wire would not take yet.
    outgoing: VecDeque<Vec<u8>>,
    awake_until: u64,
    capture: Option<One>,
    carried: [u64; 2],
    /// Frames that the stack had sent when last looked.
    sent: u64,
}

impl Gateway {
    /// Joins the card of host A to the wire; at its link's other end must be no card. The stack is behind the card.
    pub fn new(world: Arc<Mutex<World>>, wire: Box<dyn Wire>, stack: Stack, pace: Pace) -> Self {
        let mut gateway = Gateway {
            stack,
            world,
            wire,
            pace,
            outgoing: VecDeque::new(),
            awake_until: 0,
            capture: None,
            carried: [0; 2],
            sent: 0,
        };
        gateway.world().link_mut().port_mut(OPEN).open();
        gateway.wake();
        gateway
    }

    /// Writes all that goes over the wire, both ways, with the card's time: frames that are lost on purpose are missing if the card sent them,
    /// and are there if the peer did.
    pub fn capture(&mut self, path: PathBuf) -> anyhow::Result<()> {
        self.capture = Some(One::create(path)?);
        Ok(())
    }

    /// Ends the capture.
    pub fn finish_capture(&mut self) -> anyhow::Result<()> {
        match self.capture.take() {
            Some(capture) => Ok(capture.finish()?),
            None => Ok(()),
        }
    }

    /// The world of the card.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic in the world")
    }

    /// Cycles that the card has run.
    pub fn cycle(&self) -> u64 {
        self.world().host(CARD).now()
    }

    /// RoCE frames that went over the wire: of the card, of the peer.
    pub fn carried(&self) -> [u64; 2] {
        self.carried
    }

    /// The MAC address of a neighbour, asked for if it is not known.
    ///
    /// # Errors
    /// Nobody has answered within `limit`.
    pub fn resolve(&mut self, of: IpAddr, limit: Duration) -> anyhow::Result<MacAddress> {
        self.resolve_on(None, of, limit)
    }

    /// The MAC address of a neighbour on a VLAN, likewise.
    pub fn resolve_on(
        &mut self,
        vlan: Option<u16>,
        of: IpAddr,
        limit: Duration,
    ) -> anyhow::Result<MacAddress> {
        let start = Instant::now();
        loop {
            let found = match vlan {
                None => self.stack.resolve(of),
                Some(id) => {
                    let stack = self.stack.vlan(id);
                    stack.context("the host is not on that VLAN")?.resolve(of)
                }
            };
            if let Some(mac) = found {
                return Ok(mac);
            }
            ensure!(start.elapsed() < limit, "nobody says that it has {of}");
            self.turn()?;
        }
    }

    /// Something was done: the card runs at full speed for a while.
    pub fn wake(&mut self) {
        self.awake_until = self.cycle() + self.pace.awake;
    }

    /// Lets some cycles pass, and frames with them.
    pub fn turn(&mut self) -> anyhow::Result<()> {
        self.world().run(CARD, self.pace.turn);
        self.stack.poll();
        let trouble = self.stack.frames().check();
        trouble.context("the card's Ethernet rings")?;
        self.pass().context("the wire to the other machine")
    }

    /// Lets frames pass between the wire and the card, and sleeps when nothing is to be done.
    fn pass(&mut self) -> anyhow::Result<()> {
        let sent = std::mem::replace(&mut self.sent, self.stack.sent());
        let moved = self.bring_in()? | self.take_out()? | (self.sent != sent);
        if moved {
            self.wake();
        } else if self.cycle() >= self.awake_until {
            wait(&*self.wire, self.pace.nap)?;
        }
        Ok(())
    }

    fn bring_in(&mut self) -> anyhow::Result<bool> {
        let mut any = false;
        while let Some(frame) = self.wire.receive()? {
            any = true;
            self.record(&frame)?;
            self.carried[1] += u64::from(Roce::find(&frame).is_some());
            self.world().send_from(OPEN, frame);
        }
        Ok(any)
    }

    fn take_out(&mut self) -> anyhow::Result<bool> {
        loop {
            let arrived = self.world().link_mut().port_mut(OPEN).take_arrived();
            let Some(frame) = arrived else { break };
            self.carried[0] += u64::from(Roce::find(&frame).is_some());
            self.outgoing.push_back(frame);
        }
        let mut any = false;
        while let Some(frame) = self.outgoing.pop_front() {
            if self.wire.send(&frame)? == Sending::Later {
                self.outgoing.push_front(frame);
                break;
            }
            any = true;
            self.record(&frame)?;
        }
        Ok(any)
    }

    fn record(&mut self, frame: &[u8]) -> anyhow::Result<()> {
        let cycle = self.cycle();
        let Some(capture) = &mut self.capture else {
            return Ok(());
        };
        Ok(capture.write(Duration::from_nanos(4 * cycle), frame)?)
    }
}
