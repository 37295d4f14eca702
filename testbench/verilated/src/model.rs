//! A verilated block: its ports by dotted path, its clock.
use crate::{
    build::{self, BuildError, Built, Options},
    number::{self, Number},
    observe::Stream,
};
use ferric_emit::{Field, Port};
use libloading::Library;
use num_bigint::BigUint;
use rust_hdl::prelude::Block;
use std::{
    collections::HashMap,
    ffi::{CString, c_char, c_int, c_void},
    path::{Path, PathBuf},
    slice,
    sync::{Arc, Mutex},
};

/// A port or a field of one, resolved. Valid for any model of the same block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    port: usize,
    low: usize,
    bits: usize,
}

impl Handle {
    pub fn bits(&self) -> usize {
        self.bits
    }
}

/// One instance of a block with a simulation context of its own.
pub struct Model {
    name: String,
    raw: *mut c_void,
    calls: Arc<Calls>,
    ports: Vec<Bound>,
    paths: HashMap<String, Handle>,
    clock: Option<Handle>,
    streams: Vec<Sight>,
    traced_time: Option<u64>,
}

/// A port and where the model keeps it.
struct Bound {
    port: Port,
    place: *mut u8,
    /// Verilator's storage: 1, 2, 4 or 8 bytes, above that whole 32-bit words.
    bytes: usize,
}

/// A stream that was kept in sight, and where the model keeps its two bits.
struct Sight {
    stream: Stream,
    valid: *const u8,
    ready: *const u8,
}

type Eval = unsafe extern "C" fn(*mut c_void);

struct Calls {
    new: unsafe extern "C" fn(bool) -> *mut c_void,
    free: Eval,
    eval: Eval,
    port: unsafe extern "C" fn(*mut c_void, c_int) -> *mut c_void,
    sights: Option<SightCalls>,
    trace: Option<TraceCalls>,
}

struct SightCalls {
    find: unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char) -> *const u8,
    leave: Eval,
}

impl Calls {
    /// Finds a stream's bits in the model; none if Verilator has made them constant.
    fn sight(&self, raw: *mut c_void, stream: Stream) -> Option<Sight> {
        let calls = self.sights.as_ref()?;
        let place = |net: &str| {
            let scope = CString::new(stream.nets.scope.as_str()).ok()?;
            let net = CString::new(net).ok()?;
            // SAFETY: the shim's function, with a model of its own and names that outlive the call.
            let place = unsafe { (calls.find)(raw, scope.as_ptr(), net.as_ptr()) };
            (!place.is_null()).then_some(place)
        };
        Some(Sight {
            valid: place(&stream.nets.valid)?,
            ready: place(&stream.nets.ready)?,
            stream,
        })
    }
}

struct TraceCalls {
    open: unsafe extern "C" fn(*mut c_void, *const c_char, c_int),
    dump: unsafe extern "C" fn(*mut c_void, u64),
    close: Eval,
}

// SAFETY: an instance owns its context and everything `raw` leads to, and the generated code keeps
// nothing bound to the thread that made it.
unsafe impl Send for Model {}

impl Model {
    /// Builds the block, or finds it in the cache, and makes an instance. Call `connect_all` first.
    pub fn build(name: &str, block: &dyn Block) -> Result<Self, BuildError> {
        Self::build_with(name, block, &Options::default())
    }

    pub fn build_with(
        name: &str,
        block: &dyn Block,
        options: &Options,
    ) -> Result<Self, BuildError> {
        let Built {
            object,
            ports,
            streams,
        } = build::build(name, block, options)?;
        let calls = load(&object, options)?;
        // SAFETY: the shim's constructor, and its port function with indices of its own port list.
        let raw = unsafe { (calls.new)(options.trace) };
        let bind = |(index, port): (usize, Port)| Bound {
            place: unsafe { (calls.port)(raw, index as c_int) }.cast(),
            bytes: if port.bits > 64 {
                port.bits.div_ceil(32) * 4
            } else {
                port.bits.div_ceil(8).next_power_of_two()
            },
            port,
        };
        let ports: Vec<Bound> = ports.into_iter().enumerate().map(bind).collect();
        let mut paths = HashMap::new();
        for (index, bound) in ports.iter().enumerate() {
            let path = bound.port.name.replace('$', ".");
            for field in &bound.port.fields {
                let handle = Handle {
                    port: index,
                    low: field.low,
                    bits: field.bits,
                };
                paths.insert(format!("{path}.{}", field.path), handle);
            }
            paths.insert(
                path,
                Handle {
                    port: index,
                    low: 0,
                    bits: bound.port.bits,
                },
            );
        }
        let clock = paths.get("clock").copied();
        let streams = streams
            .into_iter()
            .filter_map(|stream| calls.sight(raw, stream))
            .collect();
        Ok(Model {
            streams,
            name: name.into(),
            raw,
            calls,
            ports,
            paths,
            clock,
            traced_time: None,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The port or field at a dotted path; `port.field.sub` for records, `bus.data` for interfaces.
    ///
    /// # Panics
    /// When there is none, with the list of those there are.
    pub fn handle(&self, path: &str) -> Handle {
        self.find(path).unwrap_or_else(|| {
            let ports = self
                .ports
                .iter()
                .map(|bound| bound.port.name.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            panic!(
                "{} has no port or field `{path}`; its ports are {ports}",
                self.name
            )
        })
    }

    pub fn find(&self, path: &str) -> Option<Handle> {
        self.paths.get(path).copied()
    }

    /// The names of all ports, as paths.
    pub fn ports(&self) -> impl Iterator<Item = String> {
        self.ports
            .iter()
            .map(|bound| bound.port.name.replace('$', "."))
    }

    /// The streams between blocks, of a model that was built with [`Options::observe`].
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.streams.iter().map(|sight| &sight.stream)
    }

    /// Valid and ready of each, in the same order.
    pub fn handshakes(&self) -> impl Iterator<Item = (bool, bool)> {
        // SAFETY: both point to a bit of the model, which lives as long as `self`, and only the model writes them.
        self.streams
            .iter()
            .map(|sight| unsafe { (sight.valid.read() != 0, sight.ready.read() != 0) })
    }

    pub fn is_output(&self, handle: Handle) -> bool {
        self.ports[handle.port].port.output
    }

    pub(crate) fn fields(&self, handle: Handle) -> &[Field] {
        &self.ports[handle.port].port.fields
    }

    pub fn poke(&mut self, path: &str, value: impl Into<Number>) {
        self.poke_at(self.handle(path), value);
    }

    pub fn poke_big(&mut self, path: &str, value: &BigUint) {
        self.poke_at(self.handle(path), value);
    }

    /// Byte 0 becomes the lowest bits.
    pub fn poke_bytes(&mut self, path: &str, value: &[u8]) {
        self.poke_at(self.handle(path), value);
    }

    /// # Panics
    /// When the value is wider than its place, or the port is an output.
    pub fn poke_at(&mut self, handle: Handle, value: impl Into<Number>) {
        let value = value.into();
        let port = &self.ports[handle.port].port;
        assert!(!port.output, "{}: `{}` is an output", self.name, port.name);
        let fits = value.bits() <= handle.bits;
        assert!(
            fits,
            "{}: {value:?} is wider than the {} bits of its place in `{}`",
            self.name, handle.bits, port.name
        );
        if self.ports[handle.port].bytes <= 8 {
            return self.store_small(handle, value.low());
        }
        number::insert(
            self.port_words_mut(handle),
            handle.low,
            handle.bits,
            &value.words(),
        );
    }

    /// # Panics
    /// When the place is wider than 64 bits: that is for `peek_big`.
    pub fn peek(&self, path: &str) -> u64 {
        self.peek_at(self.handle(path))
    }

    pub fn peek_big(&self, path: &str) -> BigUint {
        self.peek_big_at(self.handle(path))
    }

    pub fn peek_bytes(&self, path: &str) -> Vec<u8> {
        let handle = self.handle(path);
        self.with_words(handle, |words| {
            number::bytes(words, handle.low, handle.bits)
        })
    }

    pub fn peek_at(&self, handle: Handle) -> u64 {
        if self.ports[handle.port].bytes <= 8 {
            return self.load_small(handle.port) >> handle.low & number::mask(handle.bits);
        }
        assert!(
            handle.bits <= 64,
            "{}: {} bits do not fit u64",
            self.name,
            handle.bits
        );
        number::extract(self.port_words(handle), handle.low, handle.bits)
    }

    pub fn peek_big_at(&self, handle: Handle) -> BigUint {
        self.with_words(handle, |words| number::big(words, handle.low, handle.bits))
    }

    /// The whole port as words, copied.
    pub(crate) fn copy_port(&self, handle: Handle) -> Vec<u32> {
        self.with_words(handle, <[u32]>::to_vec)
    }

    pub(crate) fn store_port(&mut self, handle: Handle, words: &[u32]) {
        if self.ports[handle.port].bytes <= 8 {
            let value = number::extract(words, 0, handle.bits);
            return self.store_small(handle, value);
        }
        self.port_words_mut(handle).copy_from_slice(words);
    }

    pub(crate) fn port_equals(&self, handle: Handle, words: &[u32]) -> bool {
        self.with_words(handle, |now| now == words)
    }

    /// The place in the model itself, lowest word first, without a copy. For ports of more than 64
    /// bits, and their fields that begin on a word; a last word may hold bits of the next field.
    pub fn words(&self, handle: Handle) -> &[u32] {
        &self.port_words(handle)[Self::word_range(handle)]
    }

    /// As `words`, for inputs; bits above the port's width must stay zero.
    pub fn words_mut(&mut self, handle: Handle) -> &mut [u32] {
        assert!(!self.is_output(handle), "{}: an output", self.name);
        &mut self.port_words_mut(handle)[Self::word_range(handle)]
    }

    fn word_range(handle: Handle) -> std::ops::Range<usize> {
        assert!(
            handle.low.is_multiple_of(32),
            "a field at bit {} does not begin on a word",
            handle.low
        );
        handle.low / 32..(handle.low + handle.bits).div_ceil(32)
    }

    pub fn eval(&mut self) {
        // SAFETY: `raw` is live until drop.
        unsafe { (self.calls.eval)(self.raw) }
        if let (Some(time), Some(trace)) = (&mut self.traced_time, &self.calls.trace) {
            unsafe { (trace.dump)(self.raw, *time) }
            *time += 1;
        }
    }

    /// One cycle of port `clock`: low, then high. Outputs then show the state after the edge.
    pub fn tick(&mut self) {
        self.set_clock(false);
        self.eval();
        self.set_clock(true);
        self.eval();
    }

    /// Sets port `clock`; a block of pure logic has none, and takes every call as a step.
    pub(crate) fn set_clock(&mut self, high: bool) {
        if let Some(clock) = self.clock {
            self.store_small(clock, high.into());
        }
    }

    /// Starts a waveform (FST), `depth` levels deep; 0 is everything.
    ///
    /// # Panics
    /// When the model was built without `Options::trace`.
    pub fn open_trace(&mut self, path: &Path, depth: u32) {
        let trace = self
            .calls
            .trace
            .as_ref()
            .expect("a model built with Options { trace: true, .. }");
        let path =
            CString::new(path.as_os_str().as_encoded_bytes()).expect("a path holds no zero byte");
        // SAFETY: `raw` is live, the path is read before the call returns.
        unsafe { (trace.open)(self.raw, path.as_ptr(), depth as c_int) }
        self.traced_time = Some(0);
    }

    pub fn close_trace(&mut self) {
        if self.traced_time.take().is_some() {
            let trace = self.calls.trace.as_ref().expect("opened");
            unsafe { (trace.close)(self.raw) }
        }
    }

    pub fn can_trace(&self) -> bool {
        self.calls.trace.is_some()
    }

    // SAFETY of what follows: `place` points to `bytes` bytes inside the model, aligned for their
    // size by C++, and is reached only through `self`. The target is little-endian, as is the card.

    fn load_small(&self, port: usize) -> u64 {
        let Bound { place, bytes, .. } = self.ports[port];
        unsafe {
            match bytes {
                1 => place.read() as u64,
                2 => place.cast::<u16>().read() as u64,
                4 => place.cast::<u32>().read() as u64,
                _ => place.cast::<u64>().read(),
            }
        }
    }

    fn store_small(&mut self, handle: Handle, value: u64) {
        let Bound { place, bytes, .. } = self.ports[handle.port];
        let hole = number::mask(handle.bits) << handle.low;
        let value = self.load_small(handle.port) & !hole | value << handle.low;
        unsafe {
            match bytes {
                1 => place.write(value as u8),
                2 => place.cast::<u16>().write(value as u16),
                4 => place.cast::<u32>().write(value as u32),
                _ => place.cast::<u64>().write(value),
            }
        }
    }

    fn port_words(&self, handle: Handle) -> &[u32] {
        let Bound { place, bytes, .. } = self.ports[handle.port];
        assert!(
            bytes >= 4,
            "{}: a port of {bytes} bytes has no words",
            self.name
        );
        unsafe { slice::from_raw_parts(place.cast(), bytes / 4) }
    }

    fn port_words_mut(&mut self, handle: Handle) -> &mut [u32] {
        let Bound { place, bytes, .. } = self.ports[handle.port];
        assert!(
            bytes >= 4,
            "{}: a port of {bytes} bytes has no words",
            self.name
        );
        unsafe { slice::from_raw_parts_mut(place.cast(), bytes / 4) }
    }

    fn with_words<R>(&self, handle: Handle, f: impl FnOnce(&[u32]) -> R) -> R {
        let bound = &self.ports[handle.port];
        if bound.bytes > 8 {
            return f(self.port_words(handle));
        }
        let value = self.load_small(handle.port);
        f(&[value as u32, (value >> 32) as u32][..bound.port.bits.div_ceil(32)])
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.close_trace();
        // SAFETY: made by `new`, freed once.
        unsafe {
            if let Some(calls) = &self.calls.sights {
                (calls.leave)(self.raw);
            }
            (self.calls.free)(self.raw)
        }
    }
}

/// Loads each object once and for good: generated code may leave destructors behind for the
/// thread's end, so none is ever unloaded.
fn load(path: &Path, options: &Options) -> Result<Arc<Calls>, BuildError> {
    static LOADED: Mutex<Vec<(PathBuf, Arc<Calls>)>> = Mutex::new(vec![]);
    let mut loaded = LOADED.lock().expect("no panic while loading");
    if let Some((_, calls)) = loaded.iter().find(|(known, _)| known == path) {
        return Ok(calls.clone());
    }
    // SAFETY: an object we built, whose symbols have these types by the shim's text.
    let calls = unsafe {
        let library: &'static Library = Box::leak(Box::new(Library::new(path)?));
        let trace = match options.trace {
            true => Some(TraceCalls {
                open: *library.get(b"ferric_trace_open\0")?,
                dump: *library.get(b"ferric_trace_dump\0")?,
                close: *library.get(b"ferric_trace_close\0")?,
            }),
            false => None,
        };
        Arc::new(Calls {
            new: *library.get(b"ferric_new\0")?,
            free: *library.get(b"ferric_free\0")?,
            eval: *library.get(b"ferric_eval\0")?,
            port: *library.get(b"ferric_port\0")?,
            sights: match options.observe {
                true => Some(SightCalls {
                    find: *library.get(b"ferric_find\0")?,
                    leave: *library.get(b"ferric_leave\0")?,
                }),
                false => None,
            },
            trace,
        })
    };
    loaded.push((path.into(), calls.clone()));
    Ok(calls)
}
