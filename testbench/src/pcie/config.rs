//! The card's configuration space: a type-0 header with three 64-bit windows and the capabilities a host needs.
//!
//! Each register has its reset value and the bits that software may change; everything else is read-only.

use ferric_layout::{interrupt, register};

use super::pins::Status as StatusPins;
use super::tlp::{Access, Completion, Header, Id, Status, Tlp};

/// Double words of the space.
const WORDS: usize = 1024;

/// Byte offsets of the header's registers.
pub mod header {
    pub const IDENTITY: u16 = 0x00;
    pub const COMMAND: u16 = 0x04;
    pub const CLASS: u16 = 0x08;
    pub const BAR: u16 = 0x10;
    pub const SUBSYSTEM: u16 = 0x2c;
    pub const CAPABILITIES: u16 = 0x34;
}

/// Bits of the command and status registers, as one double word.
pub mod command {
    pub const MEMORY: u32 = 1 << 1;
    pub const BUS_MASTER: u32 = 1 << 2;
    pub const INTERRUPT_DISABLE: u32 = 1 << 10;
    pub const WRITABLE: u32 = 0x0547;
    pub const CAPABILITY_LIST: u32 = 1 << 20;
}

/// Identifiers of capabilities, and offsets within them.
pub mod capability {
    pub const POWER: u8 = 0x01;
    pub const EXPRESS: u8 = 0x10;
    pub const MSIX: u8 = 0x11;
    pub const DEVICE: u16 = 0x04;
    pub const DEVICE_CONTROL: u16 = 0x08;
    pub const LINK_CONTROL: u16 = 0x10;
    pub const DEVICE2: u16 = 0x24;
    pub const DEVICE_CONTROL2: u16 = 0x28;
    pub const MSIX_TABLE: u16 = 0x04;
    pub const MSIX_PENDING: u16 = 0x08;
    pub const MSIX_ENABLE: u32 = 1 << 31;
    pub const MSIX_MASK: u32 = 1 << 30;
    pub const EXTENDED_TAG: u32 = 1 << 8;
    /// Of the device capabilities, and what begins one in device control.
    pub const FUNCTION_RESETS: u32 = 1 << 28;
    pub const FUNCTION_RESET: u32 = 1 << 15;
    pub const BOUNDARY_128: u32 = 1 << 3;
}

/// Where the block places its capabilities.
const POWER_AT: u16 = 0x40;
const MSIX_AT: u16 = 0x60;
const EXPRESS_AT: u16 = 0x70;

/// A 64-bit prefetchable memory window.
const WINDOW_FLAGS: u32 = 0b1100;

/// A place in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Base address register.
    pub bar: u8,
    /// Byte offset, a multiple of eight.
    pub offset: u32,
}

/// What a card says about itself.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// Vendor.
    pub vendor: u16,
    /// Device.
    pub device: u16,
    /// Class code and revision, as the register has them.
    pub class: u32,
    /// Base-2 logarithms of the sizes of windows 0, 2 and 4.
    pub apertures: [u8; 3],
    /// Number of interrupt vectors.
    pub vectors: u16,
    /// Interrupt table.
    pub table: Location,
    /// Pending bits.
    pub pending: Location,
    /// Largest payload supported: 0 to 3 for 128 to 1024 bytes.
    pub max_payload: u8,
}

impl Default for Identity {
    fn default() -> Self {
        let aperture = |size: u64| size.next_power_of_two().ilog2() as u8;
        Self {
            vendor: register::pci::VENDOR,
            device: register::pci::DEVICE,
            class: register::pci::CLASS << 8,
            apertures: [
                register::BAR_SIZE,
                register::DOORBELL_BAR_SIZE,
                interrupt::BAR_SIZE,
            ]
            .map(aperture),
            vectors: interrupt::VECTORS as u16,
            table: Location {
                bar: 4,
                offset: interrupt::TABLE,
            },
            pending: Location {
                bar: 4,
                offset: interrupt::PENDING,
            },
            max_payload: 3,
        }
    }
}

/// A window's place in the bus address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Base address register.
    pub index: u8,
    /// First bus address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
}

/// The registers of one function.
pub struct ConfigSpace {
    values: Box<[u32; WORDS]>,
    writable: Box<[u32; WORDS]>,
    apertures: [u8; 3],
    function_reset: bool,
}

impl ConfigSpace {
    /// A card after reset.
    pub fn new(identity: &Identity) -> Self {
        let mut space = Self {
            values: Box::new([0; WORDS]),
            writable: Box::new([0; WORDS]),
            apertures: identity.apertures,
            function_reset: false,
        };
        space.set(
            header::IDENTITY,
            u32::from(identity.device) << 16 | u32::from(identity.vendor),
            0,
        );
        space.set(header::COMMAND, command::CAPABILITY_LIST, command::WRITABLE);
        space.set(header::CLASS, identity.class, 0);
        space.set(
            header::SUBSYSTEM,
            u32::from(identity.device) << 16 | u32::from(identity.vendor),
            0,
        );
        space.set(header::CAPABILITIES, u32::from(POWER_AT), 0);
        for (index, aperture) in identity.apertures.into_iter().enumerate() {
            let mask = !((1_u64 << aperture) - 1);
            let at = header::BAR + 8 * index as u16;
            space.set(at, WINDOW_FLAGS, mask as u32 & !0xf);
            space.set(at + 4, 0, (mask >> 32) as u32);
        }
        let link = |id: u8, next: u16| u32::from(next) << 8 | u32::from(id);
        space.set(POWER_AT, link(capability::POWER, MSIX_AT) | 3 << 16, 0);
        let size = u32::from(identity.vectors - 1) << 16;
        let msix = capability::MSIX_ENABLE | capability::MSIX_MASK;
        space.set(MSIX_AT, link(capability::MSIX, EXPRESS_AT) | size, msix);
        let place = |location: Location| location.offset & !7 | u32::from(location.bar);
        space.set(MSIX_AT + capability::MSIX_TABLE, place(identity.table), 0);
        space.set(
            MSIX_AT + capability::MSIX_PENDING,
            place(identity.pending),
            0,
        );
        space.set(EXPRESS_AT, link(capability::EXPRESS, 0) | 2 << 16, 0);
        space.set(
            EXPRESS_AT + capability::DEVICE,
            capability::FUNCTION_RESETS | 1 << 15 | 1 << 5 | u32::from(identity.max_payload),
            0,
        );
        // Reset values: reads of 512 bytes, relaxed ordering and no-snoop allowed.
        space.set(
            EXPRESS_AT + capability::DEVICE_CONTROL,
            2 << 12 | 1 << 11 | 1 << 4,
            0x7fff,
        );
        space.set(
            EXPRESS_AT + capability::LINK_CONTROL,
            0,
            capability::BOUNDARY_128,
        );
        space.set(EXPRESS_AT + capability::DEVICE2, 1 << 4, 0);
        space.set(EXPRESS_AT + capability::DEVICE_CONTROL2, 0, 0x37f);
        space
    }

    fn set(&mut self, offset: u16, value: u32, writable: u32) {
        self.values[usize::from(offset / 4)] = value;
        self.writable[usize::from(offset / 4)] = writable;
    }

    /// The double word at byte offset `offset`.
    pub fn read(&self, offset: u16) -> u32 {
        self.values[usize::from(offset / 4) % WORDS]
    }

    /// Writes the enabled bytes of the double word at `offset`, as far as software may.
    pub fn write(&mut self, offset: u16, value: u32, enables: u8) {
        let lanes = (0..4)
            .filter(|lane| enables >> lane & 1 == 1)
            .fold(0, |mask, lane| mask | 0xff << (8 * lane));
        let index = usize::from(offset / 4) % WORDS;
        let mask = lanes & self.writable[index];
        self.function_reset |= index == usize::from((EXPRESS_AT + capability::DEVICE_CONTROL) / 4)
            && lanes & value & capability::FUNCTION_RESET != 0;
        self.values[index] = self.values[index] & !mask | value & mask;
    }

    /// Whether software has asked for a function-level reset since last asked.
    pub fn take_function_reset(&mut self) -> bool {
        std::mem::take(&mut self.function_reset)
    }

    /// Answers a configuration request, or refuses any other one.
    pub fn answer(&mut self, tlp: &Tlp, completer: Id) -> Option<Tlp> {
        let request = tlp.request()?;
        let register = (request.address & 0xffc) as u16;
        let mut answer = match request.access {
            Access::ConfigRead0 => {
                let mut answer = Tlp::completion(tlp, request, completer, Status::Success);
                answer.words = 1;
                answer.data = self.read(register).to_le_bytes().to_vec();
                answer
            }
            Access::ConfigWrite0 => {
                let value = u32::from_le_bytes(tlp.data.first_chunk().copied().unwrap_or_default());
                self.write(register, value, request.first_be);
                Tlp::completion(tlp, request, completer, Status::Success)
            }
            _ => Tlp::completion(tlp, request, completer, Status::UnsupportedRequest),
        };
        if let Header::Completion(Completion { byte_count, .. }) = &mut answer.header {
            *byte_count = 4;
        }
        Some(answer)
    }

    /// The window that holds bus address `address`, if memory space is enabled.
    pub fn window(&self, address: u64) -> Option<Bar> {
        if self.read(header::COMMAND) & command::MEMORY == 0 {
            return None;
        }
        (0..3)
            .map(|slot| self.bar(slot))
            .find(|bar| address & !(bar.size - 1) == bar.base)
    }

    fn bar(&self, slot: usize) -> Bar {
        let at = header::BAR + 8 * slot as u16;
        let base = u64::from(self.read(at + 4)) << 32 | u64::from(self.read(at) & !0xf);
        Bar {
            index: 2 * slot as u8,
            base,
            size: 1 << self.apertures[slot],
        }
    }

    /// Whether the card may send requests.
    pub fn bus_master(&self) -> bool {
        self.read(header::COMMAND) & command::BUS_MASTER != 0
    }

    fn device_control(&self) -> u32 {
        self.read(EXPRESS_AT + capability::DEVICE_CONTROL)
    }

    /// Largest payload in bytes.
    pub fn max_payload(&self) -> u64 {
        128 << (self.device_control() >> 5 & 7)
    }

    /// Largest read request in bytes.
    pub fn max_read_request(&self) -> u64 {
        128 << (self.device_control() >> 12 & 7)
    }

    /// Whether tags above 31 may be used.
    pub fn extended_tag(&self) -> bool {
        self.device_control() & capability::EXTENDED_TAG != 0
    }

    /// Read completion boundary of the root in bytes.
    pub fn boundary(&self) -> u64 {
        let control = self.read(EXPRESS_AT + capability::LINK_CONTROL);
        if control & capability::BOUNDARY_128 != 0 {
            128
        } else {
            64
        }
    }

    /// The block's configuration outputs.
    pub fn pins(&self) -> StatusPins {
        let bits = self.read(header::COMMAND);
        let msix = self.read(MSIX_AT);
        let interrupt = if bits & command::INTERRUPT_DISABLE != 0 {
            8
        } else {
            0
        };
        StatusPins {
            max_payload: (self.device_control() >> 5 & 7).min(3) as u8,
            max_read_req: (self.device_control() >> 12 & 7) as u8,
            rcb_128: self.boundary() == 128,
            function_status: (bits & 7) as u8 | interrupt,
            extended_tag: self.extended_tag(),
            msix_enable: msix & capability::MSIX_ENABLE != 0,
            msix_mask: msix & capability::MSIX_MASK != 0,
        }
    }
}
