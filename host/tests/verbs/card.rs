//! A card of software behind [`Bus`]: it answers admin commands with the hardware's checks, keeps doorbells, and writes completions and
//! events when a test tells it to. It moves no data; it is here to test the library and nothing else.
use crate::rings::Rings;
use ferric::bus::{Bar, Bus, BusError, Direction, Mapping, PAGE};
use ferric_layout::admin::{
    self, Completion, CreateKey, CreateRing, Header, Qp, Status, WritePages, opcode,
};
use ferric_layout::completion::{self, Cqe};
use ferric_layout::doorbell::{self, arm};
use ferric_layout::event::{self, Eqe};
use ferric_layout::qp::{access, state};
use ferric_layout::work::SendWqe;
use ferric_layout::{register, sizes, status};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zerocopy::{FromBytes, IntoBytes};

/// A ring that the card writes.
#[derive(Clone, Debug)]
pub struct Ring {
    pub made: CreateRing,
    pub producer: u16,
    pub consumer: u16,
    pub armed: u8,
    /// Consumer doorbells that did not arm.
    pub moves: usize,
}

impl Ring {
    fn new(made: CreateRing) -> Self {
        Ring {
            made,
            producer: 0,
            consumer: 0,
            armed: arm::NONE,
            moves: 0,
        }
    }
    fn slot(&self, index: u16, size: usize) -> u64 {
        self.made.ring.get() + u64::from(index & ((1 << self.made.log2) - 1)) * size as u64
    }
    fn is_full(&self) -> bool {
        self.producer.wrapping_sub(self.consumer) >> self.made.log2 != 0
    }
    /// What the next entry's phase bit must be.
    fn phase(&self) -> u8 {
        u8::from(self.producer >> self.made.log2 & 1 == 0)
    }
}

/// A queue pair.
#[derive(Clone, Debug)]
pub struct QueuePair {
    pub qp: Qp,
    /// Producer indices of the doorbells.
    pub send: u16,
    pub receive: u16,
    /// Up to where the queues were flushed or completed.
    pub send_done: u16,
    pub receive_done: u16,
    /// Doorbells rung.
    pub doorbells: usize,
}

/// Everything the card knows.
#[derive(Default)]
pub struct State {
    registers: HashMap<u64, u32>,
    admin_consumer: u16,
    pub eqs: BTreeMap<u32, Ring>,
    pub cqs: BTreeMap<u32, Ring>,
    pub qps: BTreeMap<u32, QueuePair>,
    pub keys: BTreeMap<u32, CreateKey>,
    pub pages: BTreeMap<u32, u64>,
    pub page_commands: Vec<u32>,
    /// How memory, by its pointer, may be used.
    pub directions: HashMap<usize, Direction>,
    /// Runs of memory: bus address, pointer, bytes.
    mapped: BTreeMap<u64, (usize, usize)>,
    next_bus: u64,
    raised: HashMap<u16, u32>,
    pub ethernet: Rings,
    /// The next command with this opcode is refused so.
    pub refuse: Option<(u8, Status)>,
    /// Writes to registers and doorbells so far.
    pub writes: usize,
    /// Of these, slots that were pushed.
    pub pushes: usize,
    /// Admin commands are not seen.
    pub deaf: bool,
    /// Doorbells go nowhere.
    pub gone: bool,
    /// How user memory is laid out on the bus.
    pub layout: Layout,
}

/// Where the pages of memory that is larger than [`ROOM`] go on the bus; smaller memory is contiguous.
#[derive(Copy, Clone, Debug, Default)]
pub enum Layout {
    /// One after the other, beginning at a multiple of 4 GiB.
    #[default]
    Contiguous,
    /// One after the other, beginning so many bytes after a multiple of 4 GiB.
    At(u64),
    /// In runs of so many pages, each aligned to its size, with holes between.
    Runs(usize),
}

/// Memory up to this size is always contiguous.
pub const ROOM: usize = 16 * PAGE;
const GIB4: u64 = 1 << 32;

/// The card.
pub struct FakeCard {
    state: Mutex<State>,
    woken: Condvar,
    vectors: u16,
}

impl FakeCard {
    pub fn new() -> Arc<Self> {
        let mut state = State {
            next_bus: GIB4,
            ..State::default()
        };
        for register in register::REGISTERS {
            state
                .registers
                .insert(register.offset.into(), register.reset);
        }
        state
            .registers
            .insert(register::TYPE.into(), register::TYPE_VALUE);
        state
            .registers
            .insert(register::STATUS.into(), register::status::READY);
        Arc::new(FakeCard {
            state: Mutex::new(state),
            woken: Condvar::new(),
            vectors: sizes::EQS as u16,
        })
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // A test that failed here still has objects to drop.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_register(&self, offset: u32, value: u32) {
        self.state().set(offset, value);
    }

    /// Something may have happened that somebody sleeps for.
    pub fn woken(&self) {
        self.woken.notify_all();
    }

    /// Bytes of host memory, as the card reads them.
    pub fn memory(&self, address: u64, length: usize) -> Vec<u8> {
        self.state().load(address, length)
    }

    /// Slots of a queue pair's send ring, from free-running `index` on.
    pub fn send_slots(&self, qpn: u32, index: u16, count: u16) -> Vec<u8> {
        let state = self.state();
        let qp = &state.qps[&qpn].qp;
        let slot = |k: u16| {
            let at = index.wrapping_add(k) & ((1 << qp.send_log2) - 1);
            state.load(
                qp.send_ring.get() + u64::from(at) * sizes::SLOT as u64,
                sizes::SLOT,
            )
        };
        (0..count).flat_map(slot).collect()
    }

    /// A slot of a queue pair's receive ring.
    pub fn receive_slot(&self, qpn: u32, index: u16) -> Vec<u8> {
        let state = self.state();
        let qp = &state.qps[&qpn].qp;
        let at = u64::from(index & ((1 << qp.receive_log2) - 1));
        state.load(qp.receive_ring.get() + at * sizes::SLOT as u64, sizes::SLOT)
    }

    /// Completes a work request of a queue pair.
    pub fn complete(&self, qpn: u32, entry: Cqe) {
        let mut state = self.state();
        state.complete(qpn, entry);
        self.woken.notify_all();
    }

    /// A good completion of the send at `index`.
    pub fn complete_send(&self, qpn: u32, index: u16) {
        self.complete(
            qpn,
            Cqe {
                index: index.into(),
                ..Cqe::default()
            },
        );
    }

    /// An asynchronous event.
    pub fn raise(&self, kind: u8, number: u32, detail: u8) {
        let mut state = self.state();
        let event = Eqe {
            kind,
            detail,
            number: number.into(),
            ..Eqe::default()
        };
        state.raise(sizes::ASYNC_EQ as u32, event);
        self.woken.notify_all();
    }

    /// The card fails a queue pair by itself.
    pub fn fail(&self, qpn: u32, detail: u8) {
        let mut state = self.state();
        state.qps.get_mut(&qpn).unwrap().qp.state = state::ERROR;
        state.flush(qpn);
        let event = Eqe {
            kind: event::kind::QP_FATAL,
            detail,
            number: qpn.into(),
            ..Eqe::default()
        };
        state.raise(sizes::ASYNC_EQ as u32, event);
        self.woken.notify_all();
    }
}

impl State {
    /// Forgets everything; what memory is mapped is the host's.
    pub fn reset(&mut self) {
        let writable = register::REGISTERS
            .iter()
            .filter(|register| register.access == register::Access::ReadWrite);
        for register in writable {
            self.registers
                .insert(register.offset.into(), register.reset);
        }
        *self.registers.entry(register::LIFE.into()).or_default() += 1;
        self.admin_consumer = 0;
        self.eqs.clear();
        self.cqs.clear();
        self.qps.clear();
        self.keys.clear();
        self.pages.clear();
        self.ethernet = Rings::default();
        self.tell();
    }

    /// What a register holds.
    pub fn register(&self, offset: u32) -> u32 {
        self.registers[&u64::from(offset)]
    }

    pub fn set(&mut self, offset: u32, value: u32) {
        self.registers.insert(offset.into(), value);
    }

    pub fn interrupt(&mut self, vector: u16) {
        *self.raised.entry(vector).or_default() += 1;
    }

    fn host(&self, address: u64, length: usize) -> *mut u8 {
        let (&start, &(pointer, bytes)) = self
            .mapped
            .range(..=address)
            .next_back()
            .expect("the card uses mapped memory only");
        let offset = (address - start) as usize;
        assert!(offset + length <= bytes, "the card uses mapped memory only");
        (pointer + offset) as *mut u8
    }

    pub fn load(&self, address: u64, length: usize) -> Vec<u8> {
        let pointer = self.host(address, length);
        // SAFETY: the library promised that mapped memory is valid.
        (0..length)
            .map(|k| unsafe { pointer.add(k).read_volatile() })
            .collect()
    }

    pub fn store(&self, address: u64, bytes: &[u8]) {
        let pointer = self.host(address, bytes.len());
        for (k, byte) in bytes.iter().enumerate() {
            // SAFETY: the library promised that mapped memory is valid, and the card may write it.
            unsafe { pointer.add(k).write_volatile(*byte) };
        }
    }

    fn raise(&mut self, eqn: u32, mut event: Eqe) {
        let ring = self
            .eqs
            .get_mut(&eqn)
            .expect("an event for a queue that exists");
        assert!(!ring.is_full(), "event queue {eqn} overran");
        event.phase = ring.phase();
        let at = ring.slot(ring.producer, event::SIZE);
        ring.producer = ring.producer.wrapping_add(1);
        self.store(at, event.as_bytes());
        self.interrupt(eqn as u16);
    }

    fn complete(&mut self, qpn: u32, mut entry: Cqe) {
        let [a, b, c, _] = qpn.to_le_bytes();
        entry.qpn = [a, b, c];
        let qp = self.qps[&qpn].qp;
        let receive = entry.opcode & completion::opcode::RECEIVE != 0;
        let cqn = if receive { qp.receive_cqn } else { qp.send_cqn };
        let cqn = u32::from(cqn.get());
        let ring = self.cqs.get_mut(&cqn).unwrap();
        assert!(!ring.is_full(), "completion queue {cqn} overran");
        entry.phase = ring.phase();
        let at = ring.slot(ring.producer, completion::SIZE);
        ring.producer = ring.producer.wrapping_add(1);
        let wakes = entry.status != 0 || entry.flags & completion::flag::SOLICITED != 0;
        let fires = ring.armed == arm::NEXT || ring.armed == arm::SOLICITED && wakes;
        if fires {
            ring.armed = arm::NONE;
        }
        let eqn = u32::from(ring.made.eqn);
        self.store(at, entry.as_bytes());
        if fires {
            self.completion_event(eqn, cqn);
        }
    }

    fn completion_event(&mut self, eqn: u32, cqn: u32) {
        let event = Eqe {
            kind: event::kind::COMPLETION,
            number: cqn.into(),
            ..Eqe::default()
        };
        self.raise(eqn, event);
    }

    /// One entry for each queue that has something to flush.
    fn flush(&mut self, qpn: u32) {
        let pair = self.qps.get_mut(&qpn).unwrap();
        let send = (pair.send_done, pair.send);
        let receive = (pair.receive_done, pair.receive);
        (pair.send_done, pair.receive_done) = (pair.send, pair.receive);
        for ((from, to), opcode) in [(send, 0), (receive, completion::opcode::RECEIVE)] {
            if from != to {
                let entry = Cqe {
                    opcode,
                    index: from.into(),
                    status: status::Status::Flushed as u8,
                    length: u32::from(to.wrapping_sub(from)).into(),
                    ..Cqe::default()
                };
                self.complete(qpn, entry);
            }
        }
    }

    fn execute(&mut self, bytes: &[u8]) -> (Status, [u8; 55]) {
        let header = Header::read_from_bytes(&bytes[..8]).unwrap();
        let mut object: [u8; 55] = bytes[8..63].try_into().unwrap();
        assert_eq!(header.flags, 0);
        if let Some((_, status)) = self.refuse.take_if(|(opcode, _)| *opcode == header.opcode) {
            return (status, object);
        }
        let number = header.number.get();
        let status = match header.opcode {
            opcode::WRITE_PAGES => self.write_pages(WritePages::read_from_bytes(bytes).unwrap()),
            opcode::CREATE_KEY => self.create_key(CreateKey::read_from_bytes(bytes).unwrap()),
            opcode::DESTROY_KEY => known(self.keys.remove(&number)),
            opcode::CREATE_EQ => {
                let made = CreateRing::read_from_bytes(bytes).unwrap();
                if made.eqn != 0 || bad_ring(&made) {
                    Status::BadArgument
                } else {
                    create(&mut self.eqs, sizes::EQS as u32, number, Ring::new(made))
                }
            }
            opcode::DESTROY_EQ if self.cqs.values().any(|cq| u32::from(cq.made.eqn) == number) => {
                Status::Busy
            }
            opcode::DESTROY_EQ => known(self.eqs.remove(&number)),
            opcode::CREATE_CQ => {
                let made = CreateRing::read_from_bytes(bytes).unwrap();
                if bad_ring(&made) {
                    Status::BadArgument
                } else if !self.eqs.contains_key(&made.eqn.into()) {
                    Status::BadReference
                } else {
                    create(&mut self.cqs, sizes::CQS as u32, number, Ring::new(made))
                }
            }
            opcode::DESTROY_CQ if self.qps.values().any(|pair| refers(&pair.qp, number)) => {
                Status::Busy
            }
            opcode::DESTROY_CQ => known(self.cqs.remove(&number)),
            opcode::CREATE_QP => self.create_qp(Qp::read_from_bytes(bytes).unwrap()),
            opcode::MODIFY_QP => self.modify_qp(Qp::read_from_bytes(bytes).unwrap()),
            opcode::DESTROY_QP => known(self.qps.remove(&number)),
            opcode::QUERY_QP => match self.qps.get(&number) {
                Some(pair) => {
                    object.copy_from_slice(&pair.qp.as_bytes()[8..63]);
                    Status::Success
                }
                None => Status::NotFound,
            },
            _ => Status::UnknownOpcode,
        };
        (status, object)
    }

    fn write_pages(&mut self, command: WritePages) -> Status {
        let (first, count) = (command.header.number.get(), command.count.get());
        if count == 0
            || count as usize > admin::PAGES_MAX
            || (first + count) as usize > sizes::PAGES
        {
            return Status::BadArgument;
        }
        self.page_commands.push(count);
        for k in 0..count {
            let bytes = self.load(command.list.get() + 8 * u64::from(k), 8);
            let page = u64::from_le_bytes(bytes.try_into().unwrap());
            assert!(page.is_multiple_of(PAGE as u64));
            self.pages.insert(first + k, page);
        }
        Status::Success
    }

    fn create_key(&mut self, key: CreateKey) -> Status {
        let room = u128::from(key.page_count.get()) << key.page_shift;
        let end = key.first_page.get() + key.page_count.get();
        let change = key.access & (access::REMOTE_WRITE | access::REMOTE_ATOMIC) != 0;
        if !(12..=31).contains(&key.page_shift)
            || key.page_count.get() == 0
            || end as usize > sizes::PAGES
            || u64::from(key.offset.get()) >> key.page_shift != 0
            || u128::from(key.length.get()) + u128::from(key.offset.get()) > room
            || change && key.access & access::LOCAL_WRITE == 0
            || key.header.number.get() == 0
        {
            return Status::BadArgument;
        }
        create(
            &mut self.keys,
            sizes::KEYS as u32,
            key.header.number.get(),
            key,
        )
    }

    fn create_qp(&mut self, qp: Qp) -> Status {
        if bad_qp(&qp) || qp.state != state::RESET || qp.header.number.get() < sizes::FIRST_QPN {
            return Status::BadArgument;
        }
        let cqs = [qp.send_cqn, qp.receive_cqn];
        if !cqs
            .iter()
            .all(|cqn| self.cqs.contains_key(&cqn.get().into()))
        {
            return Status::BadReference;
        }
        let pair = QueuePair {
            qp,
            send: 0,
            receive: 0,
            send_done: 0,
            receive_done: 0,
            doorbells: 0,
        };
        create(
            &mut self.qps,
            sizes::QPS as u32,
            qp.header.number.get(),
            pair,
        )
    }

    fn modify_qp(&mut self, qp: Qp) -> Status {
        let number = qp.header.number.get();
        let Some(pair) = self.qps.get_mut(&number) else {
            return Status::NotFound;
        };
        let born = |qp: &Qp| {
            (
                qp.pd,
                qp.page,
                qp.send_ring,
                qp.receive_ring,
                qp.send_log2,
                qp.receive_log2,
                qp.send_cqn,
                qp.receive_cqn,
            )
        };
        match (pair.qp.state, qp.state) {
            (_, state::RESET) => {
                pair.qp.state = state::RESET;
                (pair.send, pair.receive, pair.send_done, pair.receive_done) = (0, 0, 0, 0);
            }
            (state::RESET, state::ERROR) => return Status::BadState,
            (_, state::ERROR) => {
                pair.qp.state = state::ERROR;
                self.flush(number);
            }
            (state::RESET | state::INIT, state::INIT)
            | (state::INIT, state::RTR)
            | (state::RTR | state::RTS | state::SQD, state::RTS)
            | (state::RTS | state::SQD, state::SQD) => {
                if bad_qp(&qp)
                    || born(&qp) != born(&pair.qp)
                    || qp.state != state::INIT && qp.pmtu == 0
                {
                    return Status::BadArgument;
                }
                pair.qp = qp;
            }
            _ => return Status::BadState,
        }
        Status::Success
    }

    fn doorbell(&mut self, page: u8, offset: u64, value: u64) {
        if offset == doorbell::COMPLETION {
            let bell = doorbell::Completion::from(value);
            let ring = self
                .cqs
                .get_mut(&bell.number())
                .expect("a doorbell for a queue that exists");
            assert_eq!(
                ring.made.page.get(),
                u32::from(page),
                "a doorbell on its owner's page"
            );
            let fill = ring.producer.wrapping_sub(ring.consumer);
            assert!(
                bell.index().wrapping_sub(ring.consumer) <= fill,
                "an index that goes forward"
            );
            ring.consumer = bell.index();
            if bell.arm() == arm::NONE {
                ring.moves += 1;
            }
            let eqn = ring.made.eqn.into();
            let fires = bell.arm() == arm::NEXT && ring.producer != bell.index();
            ring.armed = if fires {
                arm::NONE
            } else {
                ring.armed.max(bell.arm())
            };
            if fires {
                self.completion_event(eqn, bell.number());
            }
            return;
        }
        let bell = doorbell::Queue::from(value);
        if offset == doorbell::EVENT {
            let ring = self
                .eqs
                .get_mut(&bell.number())
                .expect("a doorbell for a queue that exists");
            assert_eq!(
                ring.made.page.get(),
                u32::from(page),
                "a doorbell on its owner's page"
            );
            ring.consumer = bell.index();
            return;
        }
        let pair = self
            .qps
            .get_mut(&bell.number())
            .expect("a doorbell for a queue that exists");
        assert_eq!(pair.qp.page, page, "a doorbell on its owner's page");
        pair.doorbells += 1;
        match offset {
            doorbell::SEND => pair.send = bell.index(),
            doorbell::RECEIVE => pair.receive = bell.index(),
            _ => panic!("no doorbell at {offset:#x}"),
        }
        if pair.qp.state == state::ERROR {
            self.flush(bell.number());
        }
    }
}

fn known<T>(removed: Option<T>) -> Status {
    if removed.is_some() {
        Status::Success
    } else {
        Status::NotFound
    }
}

fn create<T>(table: &mut BTreeMap<u32, T>, end: u32, number: u32, object: T) -> Status {
    if number >= end {
        return Status::BadNumber;
    }
    if table.contains_key(&number) {
        return Status::InUse;
    }
    table.insert(number, object);
    Status::Success
}

fn bad_ring(made: &CreateRing) -> bool {
    let log2 = usize::from(made.log2);
    made.page.get() as usize >= sizes::DOORBELL_PAGES
        || !(sizes::RING_LOG2_MIN..=sizes::RING_LOG2_MAX).contains(&log2)
        || !made.ring.get().is_multiple_of(64)
}

fn bad_qp(qp: &Qp) -> bool {
    let rings = sizes::RING_LOG2_MIN..=sizes::RING_LOG2_MAX;
    qp.pd.get() >> sizes::PD_BITS != 0
        || qp.page as usize >= sizes::DOORBELL_PAGES
        || qp.access > access::ALL
        || !rings.contains(&usize::from(qp.send_log2))
        || !rings.contains(&usize::from(qp.receive_log2))
        || qp.pmtu > 5
        || qp.min_rnr_timer > 31
        || qp.timeout > 31
        || qp.retry_count > 7
        || qp.rnr_retry > 7
        || usize::from(qp.max_rd_atomic) > sizes::RD_ATOMIC_MAX
        || usize::from(qp.max_dest_rd_atomic) > sizes::RD_ATOMIC_MAX
        || qp.peer_qpn.get() >> 24 != 0
        || qp.send_psn.get() >> 24 != 0
        || qp.receive_psn.get() >> 24 != 0
        || qp.flow_label.get() >> 20 != 0
}

fn refers(qp: &Qp, cqn: u32) -> bool {
    u32::from(qp.send_cqn.get()) == cqn || u32::from(qp.receive_cqn.get()) == cqn
}

impl Bus for FakeCard {
    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, BusError> {
        assert_eq!(bar, Bar::Registers);
        Ok(self.state().registers.get(&offset).copied().unwrap_or(0))
    }

    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), BusError> {
        assert_eq!(bar, Bar::Registers);
        let mut state = self.state();
        state.writes += 1;
        state.registers.insert(offset, value);
        if offset == u64::from(register::ADMIN_LOG2) {
            state.admin_consumer = 0;
        }
        if offset == u64::from(register::RESET) && value == register::RESET_VALUE {
            state.reset();
        }
        if (register::RX_RING_LOW..=register::TX_RING_PRODUCER).contains(&(offset as u32)) {
            state.write_ring(offset, value);
            self.woken.notify_all();
        }
        if state.deaf || offset != u64::from(register::ADMIN_PRODUCER) {
            return Ok(());
        }
        let pair = |low: u32| {
            let half = |at: u32| u64::from(state.registers[&u64::from(at)]);
            half(low) | half(low + 4) << 32
        };
        let (commands, completions) = (
            pair(register::ADMIN_COMMAND_LOW),
            pair(register::ADMIN_COMPLETION_LOW),
        );
        let log2 = state.registers[&u64::from(register::ADMIN_LOG2)];
        if log2 == 0 {
            return Ok(());
        }
        while state.admin_consumer != value as u16 {
            let index = state.admin_consumer;
            let slot = u64::from(index & ((1 << log2) - 1));
            let bytes = state.load(commands + slot * admin::COMMAND as u64, admin::COMMAND);
            let header = Header::read_from_bytes(&bytes[..8]).unwrap();
            let (status, object) = state.execute(&bytes);
            let completion = Completion {
                opcode: header.opcode,
                status: status as u8,
                tag: header.tag,
                number: header.number,
                object,
                phase: u8::from(index >> log2 & 1 == 0),
            };
            state.store(
                completions + slot * admin::COMPLETION as u64,
                completion.as_bytes(),
            );
            state.admin_consumer = index.wrapping_add(1);
        }
        self.woken.notify_all();
        Ok(())
    }

    fn write64(&self, bar: Bar, offset: u64, value: u64) -> Result<(), BusError> {
        assert_eq!(bar, Bar::Doorbells);
        let mut state = self.state();
        if state.gone {
            return Err(BusError::Gone);
        }
        state.writes += 1;
        state.doorbell((offset >> 12) as u8, offset & 0xFFF, value);
        self.woken.notify_all();
        Ok(())
    }

    fn write_slot(&self, bar: Bar, offset: u64, slot: &[u8; 64]) -> Result<(), BusError> {
        assert_eq!((bar, offset & 0xFFF), (Bar::Doorbells, doorbell::PUSH));
        let (head, _) = SendWqe::ref_from_prefix(slot).expect("a slot holds a head");
        let [a, b, c] = head.qpn;
        let bell = doorbell::Queue::new()
            .with_number(u32::from_le_bytes([a, b, c, 0]))
            .with_index(head.index.get().wrapping_add(1));
        let mut state = self.state();
        if state.gone {
            return Err(BusError::Gone);
        }
        state.writes += 1;
        state.pushes += 1;
        state.doorbell((offset >> 12) as u8, doorbell::SEND, bell.into());
        self.woken.notify_all();
        Ok(())
    }

    unsafe fn map(
        &self,
        pointer: *mut u8,
        length: usize,
        direction: Direction,
    ) -> Result<Mapping, BusError> {
        let mut state = self.state();
        state.directions.insert(pointer as usize, direction);
        let offset = pointer as usize % PAGE;
        let count = (offset + length).div_ceil(PAGE);
        let (first, run) = match state.layout {
            Layout::At(distance) if length > ROOM => (state.next_bus + distance, count),
            Layout::Runs(run) if length > ROOM => (state.next_bus, run),
            _ => (state.next_bus, count),
        };
        let page = |k: usize| first + ((k / run * 2 * run + k % run) * PAGE) as u64;
        let pages: Vec<u64> = (0..count).map(page).collect();
        for start in (0..count).step_by(run) {
            let pages = run.min(count - start);
            let host = pointer as usize - offset + start * PAGE;
            state.mapped.insert(page(start), (host, pages * PAGE));
        }
        state.next_bus = (page(count - 1) + PAGE as u64).next_multiple_of(GIB4);
        Ok(Mapping {
            pages,
            offset,
            length,
        })
    }

    fn unmap(&self, mapping: &Mapping) {
        let mut state = self.state();
        let count = mapping
            .pages
            .iter()
            .filter(|page| state.mapped.remove(page).is_some())
            .count();
        assert_ne!(count, 0, "unmapped what is not mapped");
    }

    fn vectors(&self) -> u16 {
        self.vectors
    }

    fn wait(&self, vector: u16, timeout: Option<Duration>) -> Result<bool, BusError> {
        let state = self.state();
        let none = |state: &mut State| state.raised.get(&vector).is_none_or(|count| *count == 0);
        // A test that would sleep for ever fails instead.
        let timeout = timeout.unwrap_or(Duration::from_secs(20));
        let (mut state, waited) = self.woken.wait_timeout_while(state, timeout, none).unwrap();
        state.raised.insert(vector, 0);
        Ok(!waited.timed_out())
    }

    fn pause(&self) {
        std::thread::yield_now();
    }
}

impl FakeCard {
    /// Whether nothing of the library's is left on the card or mapped.
    pub fn is_empty(&self) -> bool {
        let state = self.state();
        state.eqs.is_empty()
            && state.cqs.is_empty()
            && state.qps.is_empty()
            && state.keys.is_empty()
            && state.mapped.is_empty()
    }
}
