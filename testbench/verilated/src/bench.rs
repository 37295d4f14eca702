//! Drives the streams of a block, one cycle at a time, and holds it to their rules.
//!
//! A cycle is: inputs set with the clock low, logic settled, handshakes sampled, rising edge. Each
//! stream stalls at random by a seed, so a failure can be run again; while a source has nothing to
//! offer its record is garbage, so a block that reads it without valid is found.
use crate::{
    model::{Handle, Model},
    number,
    record::{Layout, Received, Record},
};
use std::{collections::VecDeque, env, fmt::Write, path::Path, sync::Arc, thread};

/// A stream into the block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source(usize);

/// A stream out of the block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sink(usize);

const DEFAULT_STALL: f64 = 0.3;

pub struct Bench {
    pub model: Model,
    seed: u64,
    random: fastrand::Rng,
    cycle: u64,
    sources: Vec<SourceState>,
    sinks: Vec<SinkState>,
}

struct Stream {
    layout: Arc<Layout>,
    record: Handle,
    valid: Handle,
    ready: Handle,
    stall: f64,
    transfers: u64,
}

struct SourceState {
    stream: Stream,
    queue: VecDeque<Vec<u32>>,
    offering: bool,
}

struct SinkState {
    stream: Stream,
    ready: bool,
    /// A record offered and not taken: it must stay.
    held: Option<Vec<u32>>,
    received: VecDeque<Received>,
}

impl Bench {
    pub fn new(model: Model, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        let mut bench = Bench {
            model,
            seed,
            random,
            cycle: 0,
            sources: vec![],
            sinks: vec![],
        };
        if let (Some(directory), true) = (env::var_os("FERRIC_TRACE"), bench.model.can_trace()) {
            let file = format!("{}-{seed}.fst", bench.model.name());
            bench.model.open_trace(&Path::new(&directory).join(file), 0);
        }
        bench
    }

    /// The stream of ports `name`, `name_valid`, `name_ready` into the block; `name.2` is element 2 of three arrays of ports.
    pub fn source(&mut self, name: &str) -> Source {
        let stream = self.stream(name, false);
        let mut state = SourceState {
            stream,
            queue: VecDeque::new(),
            offering: false,
        };
        state.withdraw(&mut self.model, &mut self.random);
        self.sources.push(state);
        Source(self.sources.len() - 1)
    }

    /// The stream of ports `name`, `name_valid`, `name_ready` out of the block.
    pub fn sink(&mut self, name: &str) -> Sink {
        let stream = self.stream(name, true);
        self.sinks.push(SinkState {
            stream,
            ready: false,
            held: None,
            received: VecDeque::new(),
        });
        Sink(self.sinks.len() - 1)
    }

    fn stream(&self, name: &str, output: bool) -> Stream {
        let (stem, element) = match name.rsplit_once('.') {
            Some((stem, index)) if index.parse::<usize>().is_ok() => (stem, &name[stem.len()..]),
            _ => (name, ""),
        };
        let part = |suffix: &str| self.model.handle(&format!("{stem}{suffix}{element}"));
        let (record, valid, ready) = (part(""), part("_valid"), part("_ready"));
        let outputs = [record, valid, ready].map(|handle| self.model.is_output(handle));
        let (kind, opposite) = if output {
            ("sink", "into")
        } else {
            ("source", "out of")
        };
        assert!(
            outputs == [output, output, !output],
            "{kind} `{name}`: the stream goes {opposite} the block"
        );
        let layout = Layout {
            port: name.into(),
            bits: record.bits(),
            fields: self.model.fields(record).to_vec(),
        };
        Stream {
            layout: layout.into(),
            record,
            valid,
            ready,
            stall: DEFAULT_STALL,
            transfers: 0,
        }
    }

    /// The probability that the source waits before it offers a record; 0 for none.
    pub fn set_source_stall(&mut self, source: Source, probability: f64) {
        self.sources[source.0].stream.stall = probability;
    }

    /// The probability that the sink is not ready in a cycle; 0 for none, 1 to stop it.
    pub fn set_sink_stall(&mut self, sink: Sink, probability: f64) {
        self.sinks[sink.0].stream.stall = probability;
    }

    /// The same probability for every stream there is.
    pub fn set_stall(&mut self, probability: f64) {
        self.sources
            .iter_mut()
            .for_each(|source| source.stream.stall = probability);
        self.sinks
            .iter_mut()
            .for_each(|sink| sink.stream.stall = probability);
    }

    pub fn push(&mut self, source: Source, record: Record) {
        let source = &mut self.sources[source.0];
        source.queue.push_back(source.stream.layout.pack(&record));
    }

    /// Sends bytes as beats of `data` and `last`; no bytes are no beats. What the last beat holds
    /// past the end is garbage.
    pub fn push_payload(&mut self, source: Source, payload: &[u8]) {
        let source = &mut self.sources[source.0];
        let layout = &source.stream.layout;
        let ((data, data_bits), (last, _)) = (layout.place("data"), layout.place("last"));
        let chunks = payload.chunks(data_bits / 8);
        let final_chunk = chunks.len().saturating_sub(1);
        for (i, chunk) in chunks.enumerate() {
            let mut bytes = chunk.to_vec();
            bytes.resize_with(data_bits / 8, || self.random.u8(..));
            let mut words = vec![0; layout.bits.div_ceil(32)];
            number::insert(
                &mut words,
                data,
                data_bits,
                &number::Number::from(bytes.as_slice()).words(),
            );
            number::insert(&mut words, last, 1, &[u32::from(i == final_chunk)]);
            source.queue.push_back(words);
        }
    }

    /// Records pushed and not yet transferred.
    pub fn pending(&self, source: Source) -> usize {
        self.sources[source.0].queue.len()
    }

    /// No source has anything left to send.
    pub fn drained(&self) -> bool {
        self.sources.iter().all(|source| source.queue.is_empty())
    }

    /// Records received and not yet taken.
    pub fn received(&self, sink: Sink) -> usize {
        self.sinks[sink.0].received.len()
    }

    /// Whole payloads received and not yet taken.
    pub fn received_payloads(&self, sink: Sink) -> usize {
        self.sinks[sink.0]
            .received
            .iter()
            .filter(|beat| beat.get("last") == 1)
            .count()
    }

    pub fn take(&mut self, sink: Sink) -> Vec<Received> {
        self.sinks[sink.0].received.drain(..).collect()
    }

    /// The payloads that have ended, each in whole beats; the beats of an unfinished one stay.
    pub fn take_payloads(&mut self, sink: Sink) -> Vec<Vec<u8>> {
        let beats = &mut self.sinks[sink.0].received;
        let whole = beats
            .iter()
            .rposition(|beat| beat.get("last") == 1)
            .map_or(0, |at| at + 1);
        let mut payloads = vec![vec![]];
        for beat in beats.drain(..whole) {
            let open = payloads.last_mut().expect("never empty");
            open.extend(beat.bytes("data"));
            if beat.get("last") == 1 {
                payloads.push(vec![]);
            }
        }
        payloads.pop();
        payloads
    }

    /// One clock cycle.
    ///
    /// # Panics
    /// When the block takes back or changes a record it has offered.
    pub fn step(&mut self) {
        self.cycle += 1;
        for source in &mut self.sources {
            source.drive(&mut self.model, &mut self.random);
        }
        for sink in &mut self.sinks {
            sink.ready = self.random.f64() >= sink.stream.stall;
            self.model.poke_at(sink.stream.ready, sink.ready);
        }
        self.model.set_clock(false);
        self.model.eval();
        let taken = |stream: &Stream, model: &Model| model.peek_at(stream.ready) == 1;
        let done: Vec<bool> = self
            .sources
            .iter()
            .map(|s| s.offering && taken(&s.stream, &self.model))
            .collect();
        let broken = self
            .sinks
            .iter_mut()
            .find_map(|sink| sink.sample(&self.model, self.cycle).err());
        if let Some(broken) = broken {
            panic!("{broken}\n{}", self.state());
        }
        self.model.set_clock(true);
        self.model.eval();
        for (source, _) in self.sources.iter_mut().zip(done).filter(|(_, done)| *done) {
            source.queue.pop_front();
            source.stream.transfers += 1;
            source.withdraw(&mut self.model, &mut self.random);
        }
    }

    pub fn run(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.step());
    }

    /// Steps until `done` holds.
    ///
    /// # Panics
    /// When it does not within `limit` cycles, with the seed and the state of every stream.
    pub fn run_until(&mut self, limit: u64, mut done: impl FnMut(&mut Bench) -> bool) {
        let end = self.cycle + limit;
        while !done(self) {
            assert!(
                self.cycle < end,
                "not done after {limit} cycles\n{}",
                self.state()
            );
            self.step();
        }
    }

    /// Holds port `reset` high. Nothing is offered or taken meanwhile; what was offered is offered again.
    pub fn reset(&mut self, cycles: u64) {
        self.reset_by("reset", cycles);
    }

    /// The same with another port.
    pub fn reset_by(&mut self, port: &str, cycles: u64) {
        let reset = self.model.handle(port);
        self.model.poke_at(reset, true);
        for source in &mut self.sources {
            source.withdraw(&mut self.model, &mut self.random);
        }
        for sink in &mut self.sinks {
            sink.held = None;
            self.model.poke_at(sink.stream.ready, false);
        }
        (0..cycles).for_each(|_| self.model.tick());
        self.cycle += cycles;
        self.model.poke_at(reset, false);
    }

    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The bench's own generator, for tests that want their stimulus to hang on the same seed.
    pub fn random(&mut self) -> &mut fastrand::Rng {
        &mut self.random
    }

    /// Seed, cycle, streams and the plain outputs, for messages.
    pub fn state(&self) -> String {
        let mut text = format!(
            "{}: seed {}, cycle {}\n",
            self.model.name(),
            self.seed,
            self.cycle
        );
        let sources = self
            .sources
            .iter()
            .map(|s| (&s.stream, "source", s.queue.len()));
        let sinks = self
            .sinks
            .iter()
            .map(|s| (&s.stream, "sink", s.received.len()));
        for (stream, kind, waiting) in sources.chain(sinks) {
            let (valid, ready) = (
                self.model.peek_at(stream.valid),
                self.model.peek_at(stream.ready),
            );
            let (name, transfers) = (&stream.layout.port, stream.transfers);
            writeln!(text, "  {kind} {name}: valid {valid}, ready {ready}, {transfers} transfers, {waiting} waiting")
                .expect("to a string");
        }
        for path in self.model.ports() {
            let handle = self.model.handle(&path);
            if self.model.is_output(handle) && handle.bits() <= 64 {
                writeln!(text, "  {path} = {:#x}", self.model.peek_at(handle))
                    .expect("to a string");
            }
        }
        text
    }
}

/// A test that fails in an assertion of its own still learns the seed.
impl Drop for Bench {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!(
                "{} failed at cycle {} with seed {}",
                self.model.name(),
                self.cycle,
                self.seed
            );
        }
    }
}

impl SourceState {
    /// Offers the next record, or waits. Once offered, it stays until the block takes it.
    fn drive(&mut self, model: &mut Model, random: &mut fastrand::Rng) {
        if self.offering || random.f64() < self.stream.stall {
            return;
        }
        if let Some(words) = self.queue.front() {
            model.store_port(self.stream.record, words);
            model.poke_at(self.stream.valid, true);
            self.offering = true;
        }
    }

    fn withdraw(&mut self, model: &mut Model, random: &mut fastrand::Rng) {
        self.offering = false;
        let bits = self.stream.layout.bits;
        let mut garbage: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random.u32(..)).collect();
        if let (Some(top), 1..) = (garbage.last_mut(), bits % 32) {
            *top &= number::mask(bits % 32) as u32;
        }
        model.store_port(self.stream.record, &garbage);
        model.poke_at(self.stream.valid, false);
    }
}

impl SinkState {
    fn sample(&mut self, model: &Model, cycle: u64) -> Result<(), String> {
        let name = &self.stream.layout.port;
        let valid = model.peek_at(self.stream.valid) == 1;
        let held = self.held.take();
        if let Some(held) = &held {
            if !valid {
                return Err(format!("`{name}_valid` fell before the record was taken"));
            }
            if !model.port_equals(self.stream.record, held) {
                let show = |words| Received {
                    layout: self.stream.layout.clone(),
                    words,
                    cycle,
                };
                let now = show(model.copy_port(self.stream.record));
                let before = show(held.clone());
                return Err(format!(
                    "`{name}` changed before it was taken: {before:?} became {now:?}"
                ));
            }
        }
        if valid && self.ready {
            let words = held.unwrap_or_else(|| model.copy_port(self.stream.record));
            self.received.push_back(Received {
                layout: self.stream.layout.clone(),
                words,
                cycle,
            });
            self.stream.transfers += 1;
        } else if valid {
            self.held = held.or_else(|| Some(model.copy_port(self.stream.record)));
        }
        Ok(())
    }
}
