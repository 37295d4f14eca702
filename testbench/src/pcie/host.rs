//! One host: root complex, link and PCI Express block, stepped with its card.

use fastrand::Rng;

use super::config::Bar;
use super::credits::{Advertised, Credits};
use super::endpoint::{self, Endpoint};
use super::enumerate::{EnumerateError, Function, Policy};
use super::interrupts::Message;
use super::iommu::Access;
use super::link::{Lane, Rate};
use super::memory::PAGE;
use super::pins::{FromCard, ToCard};
use super::root::{self, ReadId, ReadResult, Root};
use super::split::Limits;

/// Bytes of an entry of the interrupt table.
const VECTOR_BYTES: u64 = 16;

/// Everything about a host that can be chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Source of every random choice.
    pub seed: u64,
    /// Root complex.
    pub root: root::Settings,
    /// The FPGA's block.
    pub endpoint: endpoint::Settings,
    /// What the host sets up.
    pub policy: Policy,
    /// Card to host.
    pub up: Rate,
    /// Host to card.
    pub down: Rate,
    /// What the host's receiver advertises.
    pub host_credits: Advertised,
    /// What the block's receiver advertises.
    pub card_credits: Advertised,
}

impl Settings {
    /// Nothing takes time and nothing runs out.
    pub fn instant(seed: u64) -> Self {
        Self {
            seed,
            root: root::Settings::default(),
            endpoint: endpoint::Settings::default(),
            policy: Policy::default(),
            up: Rate::instant(),
            down: Rate::instant(),
            host_credits: Advertised::INFINITE,
            card_credits: Advertised::INFINITE,
        }
    }

    /// A server with a Gen3 x16 slot, a 250 MHz core clock, and reads that return after about `round_trip` cycles.
    pub fn gen3_x16(seed: u64, round_trip: u32) -> Self {
        Self::server(seed, round_trip, Rate::gen3_x16(250.0, round_trip / 4))
    }

    /// The same with Gen4 x8.
    pub fn gen4_x8(seed: u64, round_trip: u32) -> Self {
        Self::server(seed, round_trip, Rate::gen4_x8(250.0, round_trip / 4))
    }

    fn server(seed: u64, round_trip: u32, rate: Rate) -> Self {
        Self {
            root: root::Settings {
                latency: round_trip / 2,
                jitter: round_trip / 20,
                tail_one_in: 1000,
                tail: round_trip,
                ..root::Settings::default()
            },
            up: rate,
            down: rate,
            host_credits: Advertised::SERVER,
            card_credits: Advertised {
                ph: 64,
                pd: 256,
                nph: 32,
                npd: 32,
                latency: 20,
            },
            ..Self::instant(seed)
        }
    }

    /// Adds every kind of pause, reordering and splitting.
    pub fn unruly(mut self) -> Self {
        use super::split::SplitPolicy;
        use super::stream::Gaps;
        self.root.split = SplitPolicy::Random;
        self.root.interleave = true;
        self.root.jitter = self.root.jitter.max(40);
        self.endpoint.cq_gaps = Gaps {
            between: 80,
            inside: 40,
        };
        self.endpoint.rc_gaps = Gaps {
            between: 80,
            inside: 40,
        };
        self.endpoint.rq_stall = 80;
        self.endpoint.cc_stall = 80;
        self.endpoint.rq_delay = (0, 20);
        self.endpoint.cc_delay = (0, 5);
        self
    }
}

/// Memory that a card may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Bus address of each page. With an IOMMU they follow one another.
    pub pages: Vec<u64>,
    /// Offset of the first byte in the first page.
    pub offset: usize,
    physical: Vec<u64>,
}

impl Mapping {
    /// Bus address of the first byte.
    pub fn address(&self) -> u64 {
        self.pages
            .first()
            .map_or(0, |page| page + self.offset as u64)
    }
}

/// A host with one slot.
pub struct Host {
    /// The root complex, with memory, IOMMU, interrupts and faults.
    pub root: Root,
    endpoint: Endpoint,
    policy: Policy,
    function: Option<Function>,
    up: Lane,
    down: Lane,
    up_credits: Credits,
    down_credits: Credits,
    advertised: [Advertised; 2],
    now: u64,
}

impl Host {
    /// A host whose card is not yet set up.
    pub fn new(settings: Settings) -> Self {
        let mut rng = Rng::with_seed(settings.seed);
        Self {
            root: Root::new(settings.root, rng.u64(..)),
            endpoint: Endpoint::new(settings.endpoint, rng.u64(..)),
            policy: settings.policy,
            function: None,
            up: Lane::new(settings.up),
            down: Lane::new(settings.down),
            up_credits: Credits::new(settings.host_credits),
            down_credits: Credits::new(settings.card_credits),
            advertised: [settings.host_credits, settings.card_credits],
            now: 0,
        }
    }

    /// Finds the card, places its windows and lets it speak.
    pub fn enumerate(&mut self) -> Result<&Function, EnumerateError> {
        let function = self.endpoint.port().enumerate(&self.policy)?;
        self.adopt_limits();
        Ok(self.function.insert(function))
    }

    /// Changes the link's limits, as software may at any time. What the card has already sent is judged by the old ones.
    pub fn set_limits(&mut self, policy: &Policy) -> Result<(), EnumerateError> {
        self.endpoint.port().set_limits(policy)?;
        self.adopt_limits();
        Ok(())
    }

    fn adopt_limits(&mut self) {
        let config = self.endpoint.config();
        let (boundary, max_payload) = (config.boundary(), config.max_payload());
        self.root.set_limits(Limits {
            boundary,
            max_payload,
        });
    }

    /// The card, once enumerated.
    pub fn function(&self) -> Option<&Function> {
        self.function.as_ref()
    }

    /// A window of the card.
    ///
    /// # Panics
    /// If the card was not enumerated or has no such window.
    pub fn bar(&self, index: u8) -> Bar {
        let function = self.function.as_ref().expect("the card was enumerated");
        *function
            .bars
            .iter()
            .find(|bar| bar.index == index)
            .expect("the card has this window")
    }

    /// Writes to a window: posted, so it returns at once. Up to the payload limit it is one packet, as a
    /// write-combining buffer of 64 bytes is.
    pub fn write(&mut self, bar: u8, offset: u64, bytes: &[u8]) {
        let address = self.bar(bar).base + offset;
        self.root.write(address, bytes);
    }

    /// Begins a read of a window; `None` if too many are under way.
    pub fn read(&mut self, bar: u8, offset: u64, bytes: usize) -> Option<ReadId> {
        let address = self.bar(bar).base + offset;
        self.root.read(address, bytes, self.now)
    }

    /// The result of a read, once there.
    pub fn take_result(&mut self, id: ReadId) -> Option<ReadResult> {
        self.root.take_result(id)
    }

    /// Programs `count` interrupt vectors, unmasked, and turns message-signalled interrupts on.
    pub fn enable_interrupts(&mut self, count: usize) -> Result<(), EnumerateError> {
        let function = self
            .function
            .clone()
            .ok_or(EnumerateError::Absent(u32::MAX))?;
        let messages = self.root.allocate_vectors(count);
        self.program_vectors(&function, messages)
    }

    fn program_vectors(
        &mut self,
        function: &Function,
        messages: Vec<Message>,
    ) -> Result<(), EnumerateError> {
        for (vector, message) in messages.into_iter().enumerate() {
            let entry = u64::from(function.table.offset) + vector as u64 * VECTOR_BYTES;
            let words = [
                message.address as u32,
                (message.address >> 32) as u32,
                message.data,
                0,
            ];
            for (index, word) in words.into_iter().enumerate() {
                self.write(
                    function.table.bar,
                    entry + 4 * index as u64,
                    &word.to_le_bytes(),
                );
            }
        }
        self.endpoint.port().interrupts(function, true, false)
    }

    /// Masks or unmasks one vector, by its entry in the card's table.
    pub fn mask_vector(&mut self, vector: usize, masked: bool) {
        let Some(table) = self.function.as_ref().map(|function| function.table) else {
            return;
        };
        let control = u64::from(table.offset) + vector as u64 * VECTOR_BYTES + 12;
        self.write(table.bar, control, &u32::from(masked).to_le_bytes());
    }

    /// Whether `vector` was raised since last asked.
    pub fn take_interrupt(&mut self, vector: usize) -> bool {
        self.root.interrupts.take(vector)
    }

    /// Makes `bytes` bytes of zeroed model memory and maps them for the card.
    pub fn allocate(&mut self, bytes: usize, access: Access) -> Mapping {
        let physical = self.root.memory.allocate(bytes.max(1));
        self.map(physical, 0, access)
    }

    /// Maps `bytes` bytes of this process at `pointer` for the card, to the byte.
    ///
    /// # Safety
    /// As for [`super::memory::HostMemory::pin`], until [`Host::unmap`].
    pub unsafe fn map_process(
        &mut self,
        pointer: *mut u8,
        bytes: usize,
        access: Access,
    ) -> Mapping {
        // SAFETY: the caller's promise is the one `pin` asks for.
        let physical = unsafe { self.root.memory.pin(pointer, bytes) };
        self.map(physical, pointer as usize % PAGE, access)
    }

    fn map(&mut self, physical: Vec<u64>, offset: usize, access: Access) -> Mapping {
        let pages = if self.root.iommu.enabled() {
            let first = self.root.iommu.map(&physical, access);
            (0..physical.len() as u64)
                .map(|page| first + page * PAGE as u64)
                .collect()
        } else {
            physical.clone()
        };
        Mapping {
            pages,
            offset,
            physical,
        }
    }

    /// Ends a mapping; later accesses of the card are refused and recorded.
    pub fn unmap(&mut self, mapping: Mapping) {
        for (page, physical) in mapping.pages.iter().zip(&mapping.physical) {
            self.root.iommu.unmap(*page, PAGE);
            self.root.memory.free(*physical);
        }
    }

    /// The processor writes mapped memory, `at` bytes from its start.
    pub fn store(&mut self, mapping: &Mapping, at: usize, bytes: &[u8]) {
        for (offset, from, to) in spans(mapping.offset + at, bytes.len()) {
            let address = mapping.physical[offset / PAGE] + (offset % PAGE) as u64;
            self.root
                .memory
                .write(address, &bytes[from..to])
                .expect("mapped memory is there");
        }
    }

    /// The processor reads mapped memory, `at` bytes from its start.
    pub fn load(&self, mapping: &Mapping, at: usize, bytes: &mut [u8]) {
        for (offset, from, to) in spans(mapping.offset + at, bytes.len()) {
            let address = mapping.physical[offset / PAGE] + (offset % PAGE) as u64;
            self.root
                .memory
                .read(address, &mut bytes[from..to])
                .expect("mapped memory is there");
        }
    }

    /// The FPGA's block, to look at.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The FPGA's block, to reset it or change its configuration.
    pub fn endpoint_mut(&mut self) -> &mut Endpoint {
        &mut self.endpoint
    }

    /// The present cycle.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Link bytes so far: card to host, host to card.
    pub fn link_bytes(&self) -> (u64, u64) {
        (self.up.bytes(), self.down.bytes())
    }

    /// Whether nothing is under way in either direction.
    pub fn is_idle(&self) -> bool {
        self.up.is_empty() && self.down.is_empty() && self.root.is_idle() && self.endpoint.is_idle()
    }

    /// From now on memory and link are as fast as these settings say. The way a card is set up need not take as long as it would.
    ///
    /// # Panics
    /// If something is under way.
    pub fn set_pace(&mut self, settings: &Settings) {
        assert!(self.is_idle(), "the pace changes between two packets");
        self.root.set_pace(settings.root.clone());
        self.up = Lane::new(settings.up);
        self.down = Lane::new(settings.down);
        self.advertised = [settings.host_credits, settings.card_credits];
        [self.up_credits, self.down_credits] = self.advertised.map(Credits::new);
    }

    /// Resets the card for `cycles` cycles, as a hot reset does: everything under way is lost, and the card must be
    /// enumerated again.
    pub fn reset(&mut self, cycles: u32) {
        self.endpoint.reset(cycles);
        self.root.reset();
        self.up.clear();
        self.down.clear();
        [self.up_credits, self.down_credits] = self.advertised.map(Credits::new);
        self.function = None;
    }

    /// Resets the card for `cycles` cycles with its link, as [`Host::reset`], but what memory was asked for by then is answered all the
    /// same, so that answers come to a card that knows of no question.
    pub fn reset_with_late_answers(&mut self, cycles: u32) {
        self.endpoint.reset(cycles);
        self.root.forget_requests();
        self.up.clear();
        self.down.keep_completions();
        [self.up_credits, self.down_credits] = self.advertised.map(Credits::new);
    }

    /// Gives a card that was reset its configuration back, as an operating system does: windows, limits, bus, interrupts.
    pub fn restore(&mut self) -> Result<(), EnumerateError> {
        let function = self.endpoint.port().enumerate(&self.policy)?;
        self.adopt_limits();
        let messages = self.root.interrupts.messages().to_vec();
        self.program_vectors(&function, messages)?;
        self.function = Some(function);
        Ok(())
    }

    /// First half of a cycle: fills the pins.
    pub fn drive(&mut self, pins: &mut ToCard) {
        let now = self.now;
        self.up_credits.step(now);
        self.down_credits.step(now);
        while let Some(tlp) = self.up.receive(now) {
            self.up_credits.release(now, &tlp);
            self.root.receive(tlp, now);
        }
        self.root.step(now);
        while self.down.free(now) {
            let Some(tlp) = self.root.transmit(&mut self.down_credits) else {
                break;
            };
            self.down.send(now, tlp);
        }
        while let Some(tlp) = self.down.receive(now) {
            self.endpoint.receive(tlp, now, &mut self.down_credits);
        }
        self.endpoint.drive(now, pins, &self.up_credits);
    }

    /// Second half of a cycle: sees what the card drove before the edge. `pins` is what [`Host::drive`] filled.
    pub fn sample(&mut self, pins: &ToCard, card: &FromCard) {
        let now = self.now;
        self.endpoint
            .sample(now, pins, card, &mut self.down_credits);
        while self.up.free(now) {
            let Some(tlp) = self.endpoint.transmit(now, &mut self.up_credits) else {
                break;
            };
            self.up.send(now, tlp);
        }
        self.now += 1;
    }
}

/// Cuts `bytes` bytes from `offset` at pages: offset of each part, and its range of the bytes.
fn spans(offset: usize, bytes: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = offset + done;
        let part = (bytes - done).min(PAGE - at % PAGE);
        let span = (part > 0).then_some((at, done, done + part));
        done += part;
        span
    })
}
