//! The queue pairs, memory and work requests of a measurement.
use super::{Operation, PATIENCE, Point, SIGNALLED, Span};
use crate::link::wire::Side;
use crate::pair::{Connection, Pair};
use anyhow::ensure;
use ferric::verbs::{AccessFlags, RecvWr, SendWr, Sge, WorkCompletion};

/// Code of the transport timer: 131 µs, which nothing reaches but a lost frame.
const TIMEOUT: u8 = 5;

/// Everything that was made ready.
pub struct Work {
    point: Point,
    connections: Vec<Connection>,
    /// Of each side.
    memory: [Memory; 2],
}

/// One side's.
struct Memory {
    out: Vec<Span>,
    into: Vec<Span>,
    out_sges: Vec<[Sge; 1]>,
    into_sges: Vec<[Sge; 1]>,
}

impl Memory {
    fn new(point: &Point, pair: &Pair, side: Side) -> anyhow::Result<Self> {
        let make = |access| -> anyhow::Result<Vec<Span>> {
            let keys = 0..point.keys;
            keys.map(|_| Span::new(pair, side, point.size, access))
                .collect()
        };
        let remote = AccessFlags::REMOTE_WRITE | AccessFlags::LOCAL_WRITE;
        let (out, into) = (make(AccessFlags::REMOTE_READ)?, make(remote)?);
        let sges = |spans: &[Span]| -> anyhow::Result<Vec<[Sge; 1]>> {
            spans.iter().map(|span| Ok([span.sge()?])).collect()
        };
        Ok(Memory {
            out_sges: sges(&out)?,
            into_sges: sges(&into)?,
            out,
            into,
        })
    }
}

impl Work {
    /// Queue pairs connected, memory registered, receives posted.
    pub fn prepare(point: &Point, pair: &Pair) -> anyhow::Result<Self> {
        let each = point.each() as u32;
        let entries = match point.operation {
            Operation::Send => each + each / SIGNALLED as u32 + 2,
            _ => each / SIGNALLED as u32 + 2,
        };
        for end in &pair.ends {
            end.bus.set_pause(1);
        }
        let memory = [
            Memory::new(point, pair, Side::A)?,
            Memory::new(point, pair, Side::B)?,
        ];
        let receives = if point.operation == Operation::Send {
            each
        } else {
            1
        };
        let connections = (0..point.qps)
            .map(|_| {
                pair.connect(entries, |b| {
                    b.set_access(AccessFlags::REMOTE_WRITE | AccessFlags::REMOTE_READ)
                        .set_path_mtu(point.mtu)
                        .set_timeout(TIMEOUT)
                        .set_max_send_wr(each)
                        .set_max_recv_wr(receives)
                })
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        let work = Work {
            point: *point,
            connections,
            memory,
        };
        if point.operation == Operation::Send {
            work.receive()?;
        }
        for end in &pair.ends {
            end.bus.set_pause(64);
        }
        Ok(work)
    }

    /// Every receive that will be needed.
    fn receive(&self) -> anyhow::Result<()> {
        let each = self.point.each();
        for asker in self.point.askers() {
            let side = asker.other().index();
            for (number, connection) in self.connections.iter().enumerate() {
                let list: Vec<RecvWr> = (0..each)
                    .map(|index| {
                        let key = (number * each + index) % self.point.keys;
                        RecvWr::new(index as u64, &self.memory[side].into_sges[key])
                    })
                    .collect();
                connection.qps[side].post_recv(&list)?;
            }
        }
        Ok(())
    }

    /// Posts everything; the card is told once for each queue pair.
    pub fn post(&self) -> anyhow::Result<()> {
        let each = self.point.each();
        for (number, connection) in self.connections.iter().enumerate() {
            for asker in self.point.askers() {
                let (own, peer) = (
                    &self.memory[asker.index()],
                    &self.memory[asker.other().index()],
                );
                let request = |index: usize| {
                    let key = (number * each + index) % self.point.keys;
                    let (id, into, out) = (index as u64, &peer.into[key], &peer.out[key]);
                    let request = match self.point.operation {
                        Operation::Write => into.write(id, &own.out_sges[key]),
                        Operation::Read => {
                            SendWr::read(id, &own.into_sges[key], out.address(), out.rkey())
                        }
                        Operation::Send => SendWr::send(id, &own.out_sges[key]),
                    };
                    let signalled = index % SIGNALLED == SIGNALLED - 1 || index + 1 == each;
                    if signalled {
                        request.signaled()
                    } else {
                        request
                    }
                };
                let list: Vec<SendWr> = (0..each).map(request).collect();
                connection.qps[asker.index()].post_send(&list)?;
            }
        }
        Ok(())
    }

    /// Bytes that each asker moves.
    pub fn payload(&self) -> u64 {
        (self.point.each() * self.point.qps * self.point.size) as u64
    }

    /// Waits for all of it.
    pub fn complete(&self, pair: &Pair) -> anyhow::Result<()> {
        let each = self.point.each();
        for connection in &self.connections {
            for side in Side::BOTH {
                let asks = self.point.askers().contains(&side);
                let receives = self.point.operation == Operation::Send
                    && self.point.askers().contains(&side.other());
                let count =
                    usize::from(asks) * each.div_ceil(SIGNALLED) + usize::from(receives) * each;
                let done = connection.complete(pair, side, count, PATIENCE)?;
                let failed: Vec<&WorkCompletion> =
                    done.iter().filter(|wc| !wc.is_success()).collect();
                ensure!(failed.is_empty(), "{:?}: failed: {failed:?}", self.point);
            }
        }
        Ok(())
    }
}
