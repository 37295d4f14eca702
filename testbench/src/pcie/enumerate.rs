//! Finding and setting up the card, as firmware and an operating system do it: by configuration requests alone.

use thiserror::Error;

use super::config::{Bar, ConfigSpace, Location, capability, command, header};
use super::tlp::{Id, Status, Tlp};

/// A capability list longer than this has a loop.
const MOST_CAPABILITIES: usize = 48;

/// What the host chose.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Largest payload in bytes, if the card supports it.
    pub max_payload: u64,
    /// Largest read request in bytes.
    pub max_read_request: u64,
    /// The root completes reads at multiples of 128 bytes, not 64.
    pub boundary_128: bool,
    /// Tags above 31 may be used.
    pub extended_tag: bool,
    /// First bus address for windows; a multiple of the largest.
    pub windows: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            max_payload: 512,
            max_read_request: 512,
            boundary_128: false,
            extended_tag: true,
            windows: 0x38_0000_0000,
        }
    }
}

/// A card that was found and set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Vendor.
    pub vendor: u16,
    /// Device.
    pub device: u16,
    /// Windows with their addresses.
    pub bars: Vec<Bar>,
    /// Number of interrupt vectors.
    pub vectors: u16,
    /// Interrupt table.
    pub table: Location,
    /// Pending bits.
    pub pending: Location,
    /// Offset of the interrupt capability.
    msix: u16,
}

/// Why a card cannot be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EnumerateError {
    /// No card answers.
    #[error("no card: the identity register reads {0:#x}")]
    Absent(u32),
    /// A capability is missing.
    #[error("no capability {0:#x}")]
    Capability(u8),
    /// The card has no function-level reset.
    #[error("no function-level reset")]
    NoFunctionReset,
    /// A configuration request failed.
    #[error("configuration request to {register:#x} ended with {status:?}")]
    Status {
        /// Register.
        register: u16,
        /// How it ended.
        status: Status,
    },
}

/// Issues configuration requests to one function.
pub struct Port<'a> {
    space: &'a mut ConfigSpace,
    target: Id,
}

impl<'a> Port<'a> {
    /// A port to the function `target` whose registers are `space`.
    pub fn new(space: &'a mut ConfigSpace, target: Id) -> Self {
        Self { space, target }
    }

    fn transact(&mut self, register: u16, write: Option<u32>) -> Result<u32, EnumerateError> {
        let tlp = Tlp::configuration(Id(0), 0, self.target, register, write);
        let failed = |status| EnumerateError::Status { register, status };
        let answer = self
            .space
            .answer(&tlp, self.target)
            .ok_or(failed(Status::UnsupportedRequest))?;
        match answer.as_completion().map(|completion| completion.status) {
            Some(Status::Success) => Ok(answer
                .data
                .first_chunk()
                .map_or(0, |word| u32::from_le_bytes(*word))),
            status => Err(failed(status.unwrap_or(Status::UnsupportedRequest))),
        }
    }

    /// Reads a register.
    pub fn read(&mut self, register: u16) -> Result<u32, EnumerateError> {
        self.transact(register, None)
    }

    /// Writes a register.
    pub fn write(&mut self, register: u16, value: u32) -> Result<(), EnumerateError> {
        self.transact(register, Some(value)).map(|_| ())
    }

    /// Changes the bits of `mask` in a register to those of `value`.
    pub fn modify(&mut self, register: u16, mask: u32, value: u32) -> Result<(), EnumerateError> {
        let old = self.read(register)?;
        self.write(register, old & !mask | value & mask)
    }

    fn capability(&mut self, wanted: u8) -> Result<u16, EnumerateError> {
        let mut at = self.read(header::CAPABILITIES)? as u16 & 0xfc;
        for _ in 0..MOST_CAPABILITIES {
            if at == 0 {
                break;
            }
            let word = self.read(at)?;
            if word as u8 == wanted {
                return Ok(at);
            }
            at = (word >> 8) as u16 & 0xfc;
        }
        Err(EnumerateError::Capability(wanted))
    }

    /// Size of the window at register `at`; 0 if there is none.
    fn size(&mut self, at: u16) -> Result<u64, EnumerateError> {
        self.write(at, u32::MAX)?;
        self.write(at + 4, u32::MAX)?;
        let low = u64::from(self.read(at)? & !0xf);
        let high = u64::from(self.read(at + 4)?);
        Ok((!(high << 32 | low)).wrapping_add(1))
    }

    /// Sizes and places the windows, sets the limits of the link, and lets the card speak.
    pub fn enumerate(&mut self, policy: &Policy) -> Result<Function, EnumerateError> {
        let identity = self.read(header::IDENTITY)?;
        if identity == 0 || identity == u32::MAX {
            return Err(EnumerateError::Absent(identity));
        }
        self.modify(header::COMMAND, command::MEMORY | command::BUS_MASTER, 0)?;
        let mut next = policy.windows;
        let mut bars = Vec::new();
        for index in [0, 2, 4] {
            let at = header::BAR + 4 * u16::from(index);
            let size = self.size(at)?;
            if size == 0 {
                continue;
            }
            let base = next.next_multiple_of(size);
            next = base + size;
            self.write(at, base as u32)?;
            self.write(at + 4, (base >> 32) as u32)?;
            bars.push(Bar { index, base, size });
        }

        self.set_limits(policy)?;
        let msix = self.capability(capability::MSIX)?;
        let vectors = (self.read(msix)? >> 16 & 0x7ff) as u16 + 1;
        let location = |word: u32| Location {
            bar: word as u8 & 7,
            offset: word & !7,
        };
        let table = location(self.read(msix + capability::MSIX_TABLE)?);
        let pending = location(self.read(msix + capability::MSIX_PENDING)?);
        let enable = command::MEMORY | command::BUS_MASTER | command::INTERRUPT_DISABLE;
        self.modify(header::COMMAND, enable, enable)?;
        let (vendor, device) = (identity as u16, (identity >> 16) as u16);
        Ok(Function {
            vendor,
            device,
            bars,
            vectors,
            table,
            pending,
            msix,
        })
    }

    /// Sets payload and read limits, completion boundary and tags; windows stay where they are.
    pub fn set_limits(&mut self, policy: &Policy) -> Result<(), EnumerateError> {
        let express = self.capability(capability::EXPRESS)?;
        let supported = self.read(express + capability::DEVICE)? & 7;
        let code = |bytes: u64| bytes.max(128).ilog2() - 7;
        let payload = code(policy.max_payload).min(supported);
        let tags = if policy.extended_tag {
            capability::EXTENDED_TAG
        } else {
            0
        };
        let control = code(policy.max_read_request) << 12 | payload << 5 | tags;
        self.modify(express + capability::DEVICE_CONTROL, 0x71e0, control)?;
        let boundary = if policy.boundary_128 {
            capability::BOUNDARY_128
        } else {
            0
        };
        self.modify(
            express + capability::LINK_CONTROL,
            capability::BOUNDARY_128,
            boundary,
        )
    }

    /// Turns message-signalled interrupts on or off, and masks all of them or none.
    pub fn interrupts(
        &mut self,
        function: &Function,
        enable: bool,
        mask: bool,
    ) -> Result<(), EnumerateError> {
        let value = if enable { capability::MSIX_ENABLE } else { 0 }
            | if mask { capability::MSIX_MASK } else { 0 };
        self.modify(
            function.msix,
            capability::MSIX_ENABLE | capability::MSIX_MASK,
            value,
        )
    }

    /// Begins a function-level reset.
    pub fn function_reset(&mut self) -> Result<(), EnumerateError> {
        let express = self.capability(capability::EXPRESS)?;
        if self.read(express + capability::DEVICE)? & capability::FUNCTION_RESETS == 0 {
            return Err(EnumerateError::NoFunctionReset);
        }
        let reset = capability::FUNCTION_RESET;
        self.modify(express + capability::DEVICE_CONTROL, reset, reset)
    }

    /// Allows or forbids the card to send requests.
    pub fn bus_master(&mut self, allowed: bool) -> Result<(), EnumerateError> {
        let value = if allowed { command::BUS_MASTER } else { 0 };
        self.modify(header::COMMAND, command::BUS_MASTER, value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Identity;
    use super::*;
    use ferric_layout::{interrupt, register};

    const CARD: Id = Id::new(1, 0, 0);

    #[test]
    fn host_sizes_places_and_limits() {
        let mut space = ConfigSpace::new(&Identity::default());
        assert_eq!(space.window(0), None);
        let policy = Policy {
            max_payload: 256,
            max_read_request: 2048,
            boundary_128: true,
            ..Policy::default()
        };
        let function = Port::new(&mut space, CARD).enumerate(&policy).unwrap();
        let sizes: Vec<_> = function
            .bars
            .iter()
            .map(|bar| (bar.index, bar.size))
            .collect();
        let expected = [
            register::BAR_SIZE,
            register::DOORBELL_BAR_SIZE,
            interrupt::BAR_SIZE,
        ];
        assert_eq!(
            sizes,
            [(0, expected[0]), (2, expected[1]), (4, expected[2])]
        );
        for bar in &function.bars {
            assert!(bar.base.is_multiple_of(bar.size));
            assert_eq!(space.window(bar.base), Some(*bar));
            assert_eq!(space.window(bar.base + bar.size - 1), Some(*bar));
        }
        assert_eq!(function.vectors, 32);
        assert_eq!(
            function.pending,
            Location {
                bar: 4,
                offset: 0x8000
            }
        );
        assert_eq!(
            (
                space.max_payload(),
                space.max_read_request(),
                space.boundary()
            ),
            (256, 2048, 128)
        );
        let pins = space.pins();
        assert_eq!(
            (pins.max_payload, pins.max_read_req, pins.function_status),
            (1, 4, 0b1110)
        );
        assert!(pins.extended_tag && pins.rcb_128 && !pins.msix_enable);
        let mut port = Port::new(&mut space, CARD);
        port.interrupts(&function, true, true).unwrap();
        port.bus_master(false).unwrap();
        let pins = space.pins();
        assert!(pins.msix_enable && pins.msix_mask && pins.function_status & 4 == 0);
    }

    #[test]
    fn payload_limit_is_the_smaller_of_host_and_card() {
        let mut space = ConfigSpace::new(&Identity {
            max_payload: 1,
            ..Identity::default()
        });
        Port::new(&mut space, CARD)
            .enumerate(&Policy {
                max_payload: 1024,
                ..Policy::default()
            })
            .unwrap();
        assert_eq!(space.max_payload(), 256);
    }

    #[test]
    fn absent_card_and_forwarded_requests_are_refused() {
        let mut space = ConfigSpace::new(&Identity {
            vendor: 0xffff,
            device: 0xffff,
            ..Identity::default()
        });
        let error = Port::new(&mut space, CARD)
            .enumerate(&Policy::default())
            .unwrap_err();
        assert_eq!(error, EnumerateError::Absent(u32::MAX));
        let mut tlp = Tlp::configuration(Id(0), 0, CARD, 0, None);
        let super::super::tlp::Header::Request(request) = &mut tlp.header else {
            unreachable!()
        };
        request.access = super::super::tlp::Access::ConfigRead1;
        let answer = space.answer(&tlp, CARD).unwrap();
        assert_eq!(
            answer.as_completion().unwrap().status,
            Status::UnsupportedRequest
        );
    }
}
