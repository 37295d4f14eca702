//! Traffic that nothing may disturb: one connection, a message under way in each direction all the time.
use ferric::verbs::{AccessFlags, MemoryRegion, Mtu, RecvWr, SendWr, WorkCompletion};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::{Connection, Pair};

/// Bytes of a message: three packets.
const LENGTH: usize = 600;
/// Messages under way in each direction.
const DEPTH: u64 = 2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Write,
    Send,
}

/// Messages from one side to the other. Message `k` is named `k` at both ends and has slot `k % DEPTH` of the memory of both.
struct Flow {
    from: Side,
    operation: Operation,
    source: MemoryRegion,
    target: MemoryRegion,
    posted: u64,
    done: u64,
    received: u64,
}

fn slot(message: u64) -> std::ops::Range<usize> {
    let at = (message % DEPTH) as usize * LENGTH;
    at..at + LENGTH
}

fn content(message: u64) -> Vec<u8> {
    (0..LENGTH as u64)
        .map(|at| (message.wrapping_mul(0x9e37) + at * 7 + (at >> 8)) as u8)
        .collect()
}

impl Flow {
    fn new(pair: &Pair, from: Side, operation: Operation) -> Self {
        let room = DEPTH as usize * LENGTH;
        let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
        let region = |side: Side| pair.ends[side.index()].pd.allocate(room, access).unwrap();
        Flow {
            from,
            operation,
            source: region(from),
            target: region(from.other()),
            posted: 0,
            done: 0,
            received: 0,
        }
    }

    fn post_receive(&self, connection: &Connection, message: u64) {
        let room = [self.target.sge(slot(message)).unwrap()];
        let qp = &connection.qps[self.from.other().index()];
        qp.post_recv(&[RecvWr::new(message, &room)]).unwrap();
    }

    fn post(&mut self, connection: &Connection) {
        let message = self.posted;
        let range = slot(message);
        self.source.write(range.start, &content(message)).unwrap();
        let sges = [self.source.sge(range.clone()).unwrap()];
        let address = self.target.addr() + range.start as u64;
        let request = match self.operation {
            Operation::Write => SendWr::write(message, &sges, address, self.target.rkey()),
            Operation::Send => SendWr::send(message, &sges),
        };
        let qp = &connection.qps[self.from.index()];
        qp.post_send(&[request.signaled()]).unwrap();
        self.posted += 1;
    }

    fn check(&self, message: u64) {
        let mut seen = vec![0; LENGTH];
        self.target.read(slot(message).start, &mut seen).unwrap();
        assert!(
            seen == content(message),
            "{:?} {message} of another QP from {:?}: the bytes differ",
            self.operation,
            self.from
        );
    }

    fn sent(&mut self, completion: &WorkCompletion) {
        assert!(
            completion.is_success() && completion.wr_id == self.done,
            "{:?} {} of another QP from {:?}: {completion:?}",
            self.operation,
            self.done,
            self.from
        );
        if self.operation == Operation::Write {
            self.check(self.done);
        }
        self.done += 1;
    }

    fn arrived(&mut self, completion: &WorkCompletion, connection: &Connection) {
        let expected = (self.received, LENGTH as u32);
        assert!(
            completion.is_success() && (completion.wr_id, completion.byte_len) == expected,
            "SEND {} of another QP from {:?}: {completion:?}",
            self.received,
            self.from
        );
        self.check(self.received);
        self.post_receive(connection, self.received + DEPTH);
        self.received += 1;
    }

    fn may_post(&self) -> bool {
        let room = |done: u64| self.posted < done + DEPTH;
        room(self.done) && (self.operation == Operation::Write || room(self.received))
    }
}

/// A connection with a flow in each direction.
pub struct Stream {
    connection: Connection,
    flows: [Flow; 2],
}

impl Stream {
    /// `operations` of A and of B.
    pub fn new(pair: &Pair, operations: [Operation; 2]) -> Self {
        let configure = |builder: ferric::verbs::QueuePairBuilder| {
            builder
                .set_access(AccessFlags::REMOTE_WRITE)
                .set_path_mtu(Mtu::Mtu256)
        };
        let connection = pair.connect(64, configure).unwrap();
        let [a, b] = operations;
        let flows = [Flow::new(pair, Side::A, a), Flow::new(pair, Side::B, b)];
        for flow in &flows {
            if flow.operation == Operation::Send {
                (0..DEPTH).for_each(|message| flow.post_receive(&connection, message));
            }
        }
        Stream { connection, flows }
    }

    /// Takes what has completed, in order and each once, and posts what there is room for.
    pub fn turn(&mut self) {
        let Stream { connection, flows } = self;
        for side in Side::BOTH {
            let mut room = [WorkCompletion::default(); 8];
            let completions = connection.cqs[side.index()].poll(&mut room).unwrap();
            for completion in completions {
                if completion.opcode.is_receive() {
                    flows[side.other().index()].arrived(completion, connection);
                } else {
                    flows[side.index()].sent(completion);
                }
            }
        }
        for flow in flows {
            while flow.may_post() {
                flow.post(connection);
            }
        }
    }

    /// Messages that each flow must have completed so that `more` of those not posted yet are among them.
    pub fn goal(&self, more: u64) -> [u64; 2] {
        [0, 1].map(|index| self.flows[index].posted + more)
    }

    /// Whether each flow has completed so many.
    pub fn reached(&self, goal: [u64; 2]) -> bool {
        self.flows
            .iter()
            .zip(goal)
            .all(|(flow, goal)| flow.done >= goal)
    }
}
