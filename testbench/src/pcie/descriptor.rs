//! The descriptors that stand before each packet on the four streams of the FPGA's PCI Express block (PCIE4,
//! PCIE4C): four double words before requests, three before completions. Bit positions as in the vendor's guide.

use bitfield_struct::bitfield;

use super::tlp::{Access, Attributes, Completion, Header, Id, Request, Status, Tlp};

/// Bytes of a descriptor before a request (CQ, RQ).
pub const REQUEST_BYTES: usize = 16;
/// Bytes of a descriptor before a completion (CC, RC).
pub const COMPLETION_BYTES: usize = 12;
/// Bytes of the packet on CC that refuses a request, when it carries the refused request's descriptor.
pub const REFUSAL_BYTES: usize = 32;

/// Host's request towards the card.
#[bitfield(u128)]
#[derive(PartialEq, Eq)]
pub struct Cq {
    #[bits(2)]
    pub address_type: u8,
    /// Byte address divided by four.
    #[bits(62)]
    pub word_address: u64,
    #[bits(11)]
    pub words: u16,
    #[bits(4)]
    pub kind: u8,
    #[bits(1)]
    __: u8,
    pub requester: u16,
    pub tag: u8,
    pub function: u8,
    #[bits(3)]
    pub bar: u8,
    /// Base-2 logarithm of the window's size; the card masks the address with it.
    #[bits(6)]
    pub aperture: u8,
    #[bits(3)]
    pub traffic_class: u8,
    #[bits(3)]
    pub attributes: u8,
    #[bits(1)]
    __: u8,
}

/// Card's request towards the host.
#[bitfield(u128)]
#[derive(PartialEq, Eq)]
pub struct Rq {
    #[bits(2)]
    pub address_type: u8,
    /// Byte address divided by four.
    #[bits(62)]
    pub word_address: u64,
    #[bits(11)]
    pub words: u16,
    #[bits(4)]
    pub kind: u8,
    pub poisoned: bool,
    pub requester_function: u8,
    pub requester_bus: u8,
    pub tag: u8,
    pub completer: u16,
    pub requester_enable: bool,
    #[bits(3)]
    pub traffic_class: u8,
    #[bits(3)]
    pub attributes: u8,
    pub force_ecrc: bool,
}

/// Card's completion towards the host; the upper 32 bits are no part of it.
#[bitfield(u128)]
#[derive(PartialEq, Eq)]
pub struct Cc {
    #[bits(7)]
    pub lower_address: u8,
    #[bits(1)]
    __: u8,
    #[bits(2)]
    pub address_type: u8,
    #[bits(6)]
    __: u8,
    #[bits(13)]
    pub byte_count: u16,
    pub locked: bool,
    #[bits(2)]
    __: u8,
    #[bits(11)]
    pub words: u16,
    #[bits(3)]
    pub status: u8,
    pub poisoned: bool,
    #[bits(1)]
    __: u8,
    pub requester: u16,
    pub tag: u8,
    pub completer_function: u8,
    pub completer_bus: u8,
    pub completer_enable: bool,
    #[bits(3)]
    pub traffic_class: u8,
    #[bits(3)]
    pub attributes: u8,
    pub force_ecrc: bool,
    __: u32,
}

/// Host's completion towards the card; the upper 32 bits are no part of it.
#[bitfield(u128)]
#[derive(PartialEq, Eq)]
pub struct Rc {
    #[bits(12)]
    pub lower_address: u16,
    #[bits(4)]
    pub error: u8,
    #[bits(13)]
    pub byte_count: u16,
    pub locked: bool,
    /// Last packet of its tag.
    pub completed: bool,
    #[bits(1)]
    __: u8,
    #[bits(11)]
    pub words: u16,
    #[bits(3)]
    pub status: u8,
    pub poisoned: bool,
    #[bits(1)]
    __: u8,
    pub requester: u16,
    pub tag: u8,
    pub completer: u16,
    #[bits(1)]
    __: u8,
    #[bits(3)]
    pub traffic_class: u8,
    #[bits(3)]
    pub attributes: u8,
    #[bits(1)]
    __: u8,
    __: u32,
}

/// What the block found wrong with a completion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RcError {
    /// Nothing.
    #[default]
    None = 0,
    /// The payload is corrupt.
    Poisoned = 1,
    /// Ended by a status other than success.
    Status = 2,
    /// Length or byte count do not fit the request.
    Length = 3,
    /// Traffic class, attributes or requester differ from the request's.
    Mismatch = 4,
    /// Not the address that comes next.
    Address = 5,
    /// No request is pending on this tag.
    Tag = 6,
    /// A function-level reset ended the request.
    FunctionReset = 8,
    /// The request was not answered in time.
    Timeout = 9,
}

impl RcError {
    /// The error of a descriptor's code.
    pub fn from_bits(bits: u8) -> Option<Self> {
        use RcError::*;
        [
            None,
            Poisoned,
            Status,
            Length,
            Mismatch,
            Address,
            Tag,
            FunctionReset,
            Timeout,
        ]
        .into_iter()
        .find(|error| *error as u8 == bits)
    }
}

/// Where a host request lands: window and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Base address register (0, 2 or 4).
    pub bar: u8,
    /// Base-2 logarithm of its size.
    pub aperture: u8,
}

impl Cq {
    /// The descriptor of a host request that hit `window`.
    pub fn describe(tlp: &Tlp, request: &Request, window: Window) -> Self {
        Self::new()
            .with_address_type(tlp.address_type)
            .with_word_address(request.address >> 2)
            .with_words(tlp.words)
            .with_kind(request.access as u8)
            .with_requester(request.requester.0)
            .with_tag(request.tag as u8)
            .with_bar(window.bar)
            .with_aperture(window.aperture)
            .with_traffic_class(tlp.traffic_class)
            .with_attributes(tlp.attributes.bits())
    }
}

impl Rq {
    /// The descriptor that asks for `tlp`, whose header is `request`.
    pub fn describe(tlp: &Tlp, request: &Request) -> Self {
        Self::new()
            .with_word_address(request.address >> 2)
            .with_words(tlp.words)
            .with_kind(request.access as u8)
            .with_poisoned(tlp.poisoned)
            .with_requester_function(request.requester.0 as u8)
            .with_requester_bus((request.requester.0 >> 8) as u8)
            .with_tag(request.tag as u8)
            .with_traffic_class(tlp.traffic_class)
            .with_attributes(tlp.attributes.bits())
    }

    /// The packet this descriptor, these enables and this payload stand for, sent by `requester`. `None` if the
    /// request type is none.
    pub fn packet(self, requester: Id, first_be: u8, last_be: u8, data: Vec<u8>) -> Option<Tlp> {
        let access = Access::from_descriptor(self.kind())?;
        let address = self.word_address() << 2;
        let tag = u16::from(self.tag());
        Some(Tlp {
            header: Header::Request(Request {
                access,
                requester,
                tag,
                first_be,
                last_be,
                address,
            }),
            traffic_class: self.traffic_class(),
            attributes: Attributes::from_bits(self.attributes()),
            poisoned: self.poisoned(),
            address_type: self.address_type(),
            words: self.words(),
            data,
        })
    }
}

impl Cc {
    /// The descriptor of the card's completion `tlp`, whose header is `completion`.
    pub fn describe(tlp: &Tlp, completion: &Completion) -> Self {
        Self::new()
            .with_lower_address(completion.lower_address)
            .with_byte_count(completion.byte_count)
            .with_locked(completion.locked)
            .with_words(tlp.words)
            .with_status(completion.status as u8)
            .with_poisoned(tlp.poisoned)
            .with_requester(completion.requester.0)
            .with_tag(completion.tag as u8)
            .with_traffic_class(tlp.traffic_class)
            .with_attributes(tlp.attributes.bits())
    }

    /// The packet this descriptor and this payload stand for, sent by `completer`.
    pub fn packet(self, completer: Id, data: Vec<u8>) -> Tlp {
        Tlp {
            header: Header::Completion(Completion {
                completer,
                status: Status::from_bits(self.status()),
                byte_count: self.byte_count(),
                requester: Id(self.requester()),
                tag: u16::from(self.tag()),
                lower_address: self.lower_address(),
                locked: self.locked(),
            }),
            traffic_class: self.traffic_class(),
            attributes: Attributes::from_bits(self.attributes()),
            poisoned: self.poisoned(),
            address_type: self.address_type(),
            words: self.words(),
            data,
        }
    }
}

impl Rc {
    /// The descriptor of completion `tlp` whose first byte stands at `address`.
    pub fn describe(
        tlp: &Tlp,
        completion: &Completion,
        address: u64,
        error: RcError,
        completed: bool,
    ) -> Self {
        Self::new()
            .with_lower_address((address & 0xfff) as u16)
            .with_error(error as u8)
            .with_byte_count(completion.byte_count)
            .with_locked(completion.locked)
            .with_completed(completed)
            .with_words(tlp.words)
            .with_status(completion.status as u8)
            .with_poisoned(tlp.poisoned)
            .with_requester(completion.requester.0)
            .with_tag(completion.tag as u8)
            .with_completer(completion.completer.0)
            .with_traffic_class(tlp.traffic_class)
            .with_attributes(tlp.attributes.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Id = Id::new(1, 0, 0);

    fn words(bits: u128, count: usize) -> Vec<u32> {
        bits.to_le_bytes()
            .chunks(4)
            .take(count)
            .map(|w| u32::from_le_bytes(w.try_into().unwrap()))
            .collect()
    }

    #[test]
    fn requester_descriptors_match_the_reference_vectors() {
        let describe = |tlp: &Tlp| words(Rq::describe(tlp, tlp.request().unwrap()).into_bits(), 4);
        let read = Tlp::memory_read(HOST, 7, 0x1_2345_6740, 512);
        assert_eq!(describe(&read), [0x2345_6740, 1, 0x0100_0080, 7]);
        let write = Tlp::memory_write(HOST, 0, 0xfee0_0003, &[0xa1, 0xa2, 0xa3]);
        assert_eq!(describe(&write), [0xfee0_0000, 0, 0x0100_0802, 0]);
        assert_eq!(write.data, [0, 0, 0, 0xa1, 0xa2, 0xa3, 0, 0]);
        let interrupt = Tlp::memory_write(HOST, 0, 0xfee0_1000, &0x4021_u32.to_le_bytes());
        assert_eq!(describe(&interrupt), [0xfee0_1000, 0, 0x0100_0801, 0]);
    }

    #[test]
    fn requester_descriptor_becomes_the_packet_it_describes() {
        let mut write = Tlp::memory_write(HOST, 0x5a, 0x12_3456_7801, &[1, 2, 3, 4, 5, 6]);
        write.attributes.relaxed = true;
        let request = *write.request().unwrap();
        let descriptor = Rq::describe(&write, &request);
        let packet = descriptor.packet(HOST, request.first_be, request.last_be, write.data.clone());
        assert_eq!(packet, Some(write));
        assert_eq!(Rq::new().with_kind(12).packet(HOST, 0, 0, Vec::new()), None);
    }

    #[test]
    fn completer_descriptors_match_the_reference_vectors() {
        let window = Window {
            bar: 0,
            aperture: 24,
        };
        let write = Tlp::memory_write(Id(0), 0, 0x38_0000_1008, &[0; 8]);
        let bits = Cq::describe(&write, write.request().unwrap(), window).into_bits();
        assert_eq!(words(bits, 4), [0x1008, 0x38, 0x802, 0x00c0_0000]);
        let read = Tlp::memory_read(Id(0), 0x2b, 0x38_0000_0104, 4);
        let bits = Cq::describe(&read, read.request().unwrap(), window).into_bits();
        assert_eq!(words(bits, 4), [0x104, 0x38, 1, 0x00c0_002b]);

        let mut answer = Tlp::completion(&read, read.request().unwrap(), HOST, Status::Success);
        answer.words = 1;
        answer.data = 0xdead_beef_u32.to_le_bytes().to_vec();
        let Header::Completion(completion) = &mut answer.header else {
            unreachable!()
        };
        completion.lower_address = 4;
        let completion = *completion;
        let descriptor = Cc::describe(&answer, &completion);
        assert_eq!(words(descriptor.into_bits(), 3), [0x0004_0004, 1, 0x2b]);
        assert_eq!(descriptor.packet(HOST, answer.data.clone()), answer);
    }

    #[test]
    fn requester_completion_descriptors_match_the_reference_vectors() {
        let read = Tlp::memory_read(HOST, 0x5a, 0x1234_5622, 100);
        let parts = [(0x622, 8, 0x64), (0x640, 16, 0x46), (0x680, 2, 6)];
        let expected = [
            [0x0064_0622, 0x0100_0008, 0x5a],
            [0x0046_0640, 0x0100_0010, 0x5a],
            [0x4006_0680, 0x0100_0002, 0x5a],
        ];
        for ((address, length, count), expected) in parts.into_iter().zip(expected) {
            let mut tlp = Tlp::completion(&read, read.request().unwrap(), Id(0), Status::Success);
            tlp.words = length;
            let mut completion = *tlp.as_completion().unwrap();
            completion.byte_count = count;
            let last = count == 6;
            let bits = Rc::describe(&tlp, &completion, address, RcError::None, last).into_bits();
            assert_eq!(words(bits, 3), expected);
        }
    }
}
