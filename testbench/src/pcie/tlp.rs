//! Transaction-layer packets: typed headers, and the bytes they are on the link.
//!
//! Header layouts are those of the PCI Express base specification, section 2.2: each double word big-endian, the
//! payload in address order. Digest and prefixes are refused, since nothing here produces them.

use thiserror::Error;

use super::enables;

/// Size of a double word, the unit of header lengths.
pub const WORD: usize = 4;
/// No request crosses a multiple of this address.
pub const PAGE: u64 = 4096;
/// Start, sequence number and link CRC of a packet on an 8b/10b-free (Gen3 and later) link.
const FRAMING: usize = 8;
/// The most a length field of ten bits can say.
const LONGEST: u16 = 1024;

const FORMAT_WIDE: u8 = 0b001;
const FORMAT_DATA: u8 = 0b010;
const TYPE_COMPLETION: u8 = 0b01010;
const TYPE_COMPLETION_LOCKED: u8 = 0b01011;
const TYPE_MESSAGE: u8 = 0b10000;

/// Bus, device and function number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u16);

impl Id {
    /// An identifier from its three parts.
    pub const fn new(bus: u8, device: u8, function: u8) -> Self {
        Self((bus as u16) << 8 | (device as u16 & 31) << 3 | function as u16 & 7)
    }
}

/// The ordering and snooping attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// Ordered only against packets of the same requester.
    pub id_ordered: bool,
    /// May pass earlier posted requests.
    pub relaxed: bool,
    /// Caches need not be snooped.
    pub no_snoop: bool,
}

impl Attributes {
    /// The three bits as descriptors carry them: IDO, RO, NS.
    pub fn bits(self) -> u8 {
        u8::from(self.id_ordered) << 2 | u8::from(self.relaxed) << 1 | u8::from(self.no_snoop)
    }

    /// The attributes from three bits.
    pub fn from_bits(bits: u8) -> Self {
        Self {
            id_ordered: bits & 4 != 0,
            relaxed: bits & 2 != 0,
            no_snoop: bits & 1 != 0,
        }
    }
}

/// What a request asks for. The discriminants are the request types of the FPGA block's descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Access {
    /// Memory read.
    MemoryRead = 0,
    /// Memory write.
    MemoryWrite = 1,
    /// I/O read.
    IoRead = 2,
    /// I/O write.
    IoWrite = 3,
    /// Fetch and add.
    FetchAdd = 4,
    /// Unconditional swap.
    Swap = 5,
    /// Compare and swap.
    CompareSwap = 6,
    /// Locked memory read.
    LockedRead = 7,
    /// Configuration read of the device on this bus.
    ConfigRead0 = 8,
    /// Configuration read to be forwarded.
    ConfigRead1 = 9,
    /// Configuration write to the device on this bus.
    ConfigWrite0 = 10,
    /// Configuration write to be forwarded.
    ConfigWrite1 = 11,
}

impl Access {
    const ALL: [Self; 12] = [
        Self::MemoryRead,
        Self::MemoryWrite,
        Self::IoRead,
        Self::IoWrite,
        Self::FetchAdd,
        Self::Swap,
        Self::CompareSwap,
        Self::LockedRead,
        Self::ConfigRead0,
        Self::ConfigRead1,
        Self::ConfigWrite0,
        Self::ConfigWrite1,
    ];

    /// The access of a descriptor's request type, if it is one.
    pub fn from_descriptor(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Whether the request carries a payload.
    pub fn has_data(self) -> bool {
        use Access::*;
        matches!(
            self,
            MemoryWrite | IoWrite | FetchAdd | Swap | CompareSwap | ConfigWrite0 | ConfigWrite1
        )
    }

    /// Whether the completion of a request that went well carries a payload.
    pub fn returns_data(self) -> bool {
        !matches!(
            self,
            Access::MemoryWrite | Access::IoWrite | Access::ConfigWrite0 | Access::ConfigWrite1
        )
    }

    /// Whether it is a request to an address of memory.
    pub fn is_memory(self) -> bool {
        use Access::*;
        matches!(
            self,
            MemoryRead | MemoryWrite | LockedRead | FetchAdd | Swap | CompareSwap
        )
    }

    fn wire_type(self) -> u8 {
        match self {
            Self::MemoryRead | Self::MemoryWrite => 0b00000,
            Self::LockedRead => 0b00001,
            Self::IoRead | Self::IoWrite => 0b00010,
            Self::ConfigRead0 | Self::ConfigWrite0 => 0b00100,
            Self::ConfigRead1 | Self::ConfigWrite1 => 0b00101,
            Self::FetchAdd => 0b01100,
            Self::Swap => 0b01101,
            Self::CompareSwap => 0b01110,
        }
    }

    fn from_wire(format: u8, kind: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|access| {
            access.wire_type() == kind
                && access.has_data() == (format & FORMAT_DATA != 0)
                && (access.is_memory() || format & FORMAT_WIDE == 0)
        })
    }
}

/// The header of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is asked for.
    pub access: Access,
    /// Who asks.
    pub requester: Id,
    /// Joins completions to the request; ignored for posted ones.
    pub tag: u16,
    /// Enabled bytes of the first double word.
    pub first_be: u8,
    /// Enabled bytes of the last double word, 0 if there is but one.
    pub last_be: u8,
    /// Byte address of the first double word; for configuration: target ID in 31:16, register in 11:2.
    pub address: u64,
}

impl Request {
    /// Byte address of the first enabled byte.
    pub fn start(&self) -> u64 {
        self.address + u64::from(enables::lead(self.first_be))
    }
}

/// How a completer answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// Successful completion.
    #[default]
    Success = 0,
    /// Unsupported request.
    UnsupportedRequest = 1,
    /// Configuration request retry.
    ConfigRetry = 2,
    /// Completer abort.
    CompleterAbort = 4,
}

impl Status {
    /// The status of a three-bit code; reserved ones count as an unsupported request.
    pub fn from_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::Success,
            2 => Self::ConfigRetry,
            4 => Self::CompleterAbort,
            _ => Self::UnsupportedRequest,
        }
    }
}

/// The header of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Who answers.
    pub completer: Id,
    /// How it went.
    pub status: Status,
    /// Bytes still to come, this packet's included (1 to 4096).
    pub byte_count: u16,
    /// Who asked.
    pub requester: Id,
    /// The request's tag.
    pub tag: u16,
    /// Low seven bits of the first byte's address.
    pub lower_address: u8,
    /// Answer to a locked read.
    pub locked: bool,
}

/// The header of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sends it.
    pub requester: Id,
    /// Not used by receivers.
    pub tag: u8,
    /// Message code.
    pub code: u8,
    /// Routing field, three bits.
    pub routing: u8,
    /// The last two double words of the header.
    pub words: [u32; 2],
}

/// One of the three header families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// A request.
    Request(Request),
    /// A completion.
    Completion(Completion),
    /// A message.
    Message(Message),
}

/// Flow-control class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Memory writes and messages.
    Posted,
    /// Requests that are answered.
    NonPosted,
    /// Answers.
    Completion,
}

/// A transaction-layer packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tlp {
    /// The typed header.
    pub header: Header,
    /// Traffic class.
    pub traffic_class: u8,
    /// Ordering attributes.
    pub attributes: Attributes,
    /// The payload is known to be corrupt.
    pub poisoned: bool,
    /// Address type; 0 is untranslated.
    pub address_type: u8,
    /// Length in double words: of the payload, or of what a read asks for; 0 in a completion without data.
    pub words: u16,
    /// Whole double words, in address order, disabled bytes included.
    pub data: Vec<u8>,
}

/// Why bytes are not a packet.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TlpError {
    /// The header ends early.
    #[error("{0} bytes are no whole header")]
    Short(usize),
    /// Format and type name no packet.
    #[error("format {format:03b} type {kind:05b} is no packet this model knows")]
    Unknown {
        /// Format field.
        format: u8,
        /// Type field.
        kind: u8,
    },
    /// The payload is not as long as the header says.
    #[error("header says {expected} bytes of payload, {found} follow")]
    Length {
        /// From the header.
        expected: usize,
        /// What is there.
        found: usize,
    },
    /// A digest or a prefix.
    #[error("digests are not modelled")]
    Digest,
    /// An address below 4 GiB in the long header form.
    #[error("address {0:#x} needs the three-word header")]
    WideHeader(u64),
}

impl Tlp {
    fn plain(header: Header, words: u16, data: Vec<u8>) -> Self {
        Self {
            header,
            traffic_class: 0,
            attributes: Attributes::default(),
            poisoned: false,
            address_type: 0,
            words,
            data,
        }
    }

    /// A memory read of `bytes` bytes from byte address `address`; 0 bytes is the flushing read.
    pub fn memory_read(requester: Id, tag: u16, address: u64, bytes: usize) -> Self {
        let (first_be, last_be) = enables::first_last(address, bytes);
        let access = Access::MemoryRead;
        let request = Request {
            access,
            requester,
            tag,
            first_be,
            last_be,
            address: address & !3,
        };
        Self::plain(
            Header::Request(request),
            enables::words(address, bytes),
            Vec::new(),
        )
    }

    /// A memory write of `bytes` to byte address `address`.
    pub fn memory_write(requester: Id, tag: u16, address: u64, bytes: &[u8]) -> Self {
        let (first_be, last_be) = enables::first_last(address, bytes.len());
        let words = enables::words(address, bytes.len());
        let mut data = vec![0; usize::from(words) * WORD];
        data[(address & 3) as usize..][..bytes.len()].copy_from_slice(bytes);
        let access = Access::MemoryWrite;
        let request = Request {
            access,
            requester,
            tag,
            first_be,
            last_be,
            address: address & !3,
        };
        Self::plain(Header::Request(request), words, data)
    }

    /// A configuration access to register `register` (a byte offset, a multiple of four) of `target`.
    pub fn configuration(
        requester: Id,
        tag: u16,
        target: Id,
        register: u16,
        write: Option<u32>,
    ) -> Self {
        let access = if write.is_some() {
            Access::ConfigWrite0
        } else {
            Access::ConfigRead0
        };
        let address = u64::from(target.0) << 16 | u64::from(register & 0xffc);
        let request = Request {
            access,
            requester,
            tag,
            first_be: 0xf,
            last_be: 0,
            address,
        };
        let data = write.map_or(Vec::new(), |value| value.to_le_bytes().to_vec());
        Self::plain(Header::Request(request), 1, data)
    }

    /// A completion of `request` (a packet whose header is `asked`) without data.
    pub fn completion(request: &Tlp, asked: &Request, completer: Id, status: Status) -> Self {
        let byte_count = if asked.access.returns_data() {
            enables::byte_count(request.words, asked.first_be, asked.last_be)
        } else {
            4
        };
        let completion = Completion {
            completer,
            status,
            byte_count,
            requester: asked.requester,
            tag: asked.tag,
            lower_address: 0,
            locked: asked.access == Access::LockedRead,
        };
        Self {
            traffic_class: request.traffic_class,
            attributes: request.attributes,
            ..Self::plain(Header::Completion(completion), 0, Vec::new())
        }
    }

    /// The request header, if it is one.
    pub fn request(&self) -> Option<&Request> {
        match &self.header {
            Header::Request(request) => Some(request),
            _ => None,
        }
    }

    /// The completion header, if it is one.
    pub fn as_completion(&self) -> Option<&Completion> {
        match &self.header {
            Header::Completion(completion) => Some(completion),
            _ => None,
        }
    }

    /// The flow-control class.
    pub fn class(&self) -> Class {
        match &self.header {
            Header::Request(request) if request.access == Access::MemoryWrite => Class::Posted,
            Header::Request(_) => Class::NonPosted,
            Header::Completion(_) => Class::Completion,
            Header::Message(_) => Class::Posted,
        }
    }

    /// Data credits: units of 16 bytes of payload.
    pub fn data_credits(&self) -> u32 {
        self.data.len().div_ceil(16) as u32
    }

    /// Bytes of link time, framing included.
    pub fn link_bytes(&self) -> usize {
        FRAMING + self.header_words() * WORD + self.data.len()
    }

    fn header_words(&self) -> usize {
        match &self.header {
            Header::Request(request)
                if request.address >> 32 != 0 && request.access.is_memory() =>
            {
                4
            }
            Header::Message(_) => 4,
            _ => 3,
        }
    }

    /// The packet's bytes as they leave on the link, framing not included.
    pub fn encode(&self) -> Vec<u8> {
        let wide = u8::from(self.header_words() == 4);
        let with_data = if self.data.is_empty() { 0 } else { FORMAT_DATA };
        let (kind, tag) = match &self.header {
            Header::Request(request) => (request.access.wire_type(), request.tag),
            Header::Completion(completion) if completion.locked => {
                (TYPE_COMPLETION_LOCKED, completion.tag)
            }
            Header::Completion(completion) => (TYPE_COMPLETION, completion.tag),
            Header::Message(message) => {
                (TYPE_MESSAGE | message.routing & 7, u16::from(message.tag))
            }
        };
        let attributes = u32::from(self.attributes.bits());
        let tag_high = u32::from(tag >> 8);
        let mut words = vec![
            u32::from(wide | with_data) << 29
                | u32::from(kind) << 24
                | (tag_high >> 1 & 1) << 23
                | u32::from(self.traffic_class) << 20
                | (tag_high & 1) << 19
                | (attributes >> 2) << 18
                | u32::from(self.poisoned) << 14
                | (attributes & 3) << 12
                | u32::from(self.address_type & 3) << 10
                | u32::from(self.words % LONGEST),
        ];
        let tag_low = u32::from(tag & 0xff) << 8;
        match &self.header {
            Header::Request(request) => {
                let enables =
                    u32::from(request.last_be & 0xf) << 4 | u32::from(request.first_be & 0xf);
                words.push(u32::from(request.requester.0) << 16 | tag_low | enables);
                if wide == 1 {
                    words.push((request.address >> 32) as u32);
                }
                words.push(request.address as u32 & !3);
            }
            Header::Completion(completion) => {
                let status = (completion.status as u32) << 13;
                let count = u32::from(completion.byte_count) % 4096;
                words.push(u32::from(completion.completer.0) << 16 | status | count);
                let lower = u32::from(completion.lower_address & 0x7f);
                words.push(u32::from(completion.requester.0) << 16 | tag_low | lower);
            }
            Header::Message(message) => {
                words
                    .push(u32::from(message.requester.0) << 16 | tag_low | u32::from(message.code));
                words.extend(message.words);
            }
        }
        words
            .iter()
            .flat_map(|word| word.to_be_bytes())
            .chain(self.data.iter().copied())
            .collect()
    }

    /// The packet in `bytes`, framing not included.
    pub fn decode(bytes: &[u8]) -> Result<Self, TlpError> {
        let word = |index: usize| -> Result<u32, TlpError> {
            let bytes = bytes
                .get(index * WORD..(index + 1) * WORD)
                .ok_or(TlpError::Short(bytes.len()))?;
            Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        };
        let (first, second, third) = (word(0)?, word(1)?, word(2)?);
        let (format, kind) = ((first >> 29) as u8, (first >> 24 & 0x1f) as u8);
        let unknown = TlpError::Unknown { format, kind };
        if first >> 15 & 1 == 1 {
            return Err(TlpError::Digest);
        }
        let field = (first & 0x3ff) as u16;
        let mut words = if field == 0 { LONGEST } else { field };
        let tag = (first >> 23 & 1) as u16 * 512
            + (first >> 19 & 1) as u16 * 256
            + (second >> 8 & 0xff) as u16;
        let requester = Id((second >> 16) as u16);
        let wide = format & FORMAT_WIDE != 0;
        let header = match kind {
            _ if format & 0b100 != 0 => return Err(unknown),
            TYPE_COMPLETION | TYPE_COMPLETION_LOCKED if !wide => {
                if format & FORMAT_DATA == 0 {
                    words = 0;
                }
                let count = (second & 0xfff) as u16;
                Header::Completion(Completion {
                    completer: requester,
                    status: Status::from_bits((second >> 13) as u8),
                    byte_count: if count == 0 { 4096 } else { count },
                    requester: Id((third >> 16) as u16),
                    tag: tag & 0x300 | (third >> 8 & 0xff) as u16,
                    lower_address: (third & 0x7f) as u8,
                    locked: kind == TYPE_COMPLETION_LOCKED,
                })
            }
            _ if kind & 0b11000 == TYPE_MESSAGE && wide => {
                if format & FORMAT_DATA == 0 {
                    words = 0;
                }
                Header::Message(Message {
                    requester,
                    tag: tag as u8,
                    code: second as u8,
                    routing: kind & 7,
                    words: [third, word(3)?],
                })
            }
            _ => {
                let access = Access::from_wire(format, kind).ok_or(unknown)?;
                let address = if wide {
                    let address = u64::from(third) << 32 | u64::from(word(3)? & !3);
                    if third == 0 {
                        return Err(TlpError::WideHeader(address));
                    }
                    address
                } else {
                    u64::from(third & !3)
                };
                let (first_be, last_be) = (second as u8 & 0xf, second as u8 >> 4);
                Header::Request(Request {
                    access,
                    requester,
                    tag,
                    first_be,
                    last_be,
                    address,
                })
            }
        };
        let expected = if format & FORMAT_DATA == 0 {
            0
        } else {
            usize::from(words) * WORD
        };
        let data = bytes[(3 + usize::from(wide)) * WORD..].to_vec();
        if data.len() != expected {
            return Err(TlpError::Length {
                expected,
                found: data.len(),
            });
        }
        let attributes =
            Attributes::from_bits((first >> 18 & 1) as u8 * 4 + (first >> 12 & 3) as u8);
        Ok(Self {
            header,
            traffic_class: (first >> 20 & 7) as u8,
            attributes,
            poisoned: first >> 14 & 1 == 1,
            address_type: (first >> 10 & 3) as u8,
            words,
            data,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Id = Id::new(1, 0, 0);

    fn wire(tlp: &Tlp) -> Vec<u32> {
        let bytes = tlp.encode();
        assert_eq!(Tlp::decode(&bytes).as_ref(), Ok(tlp));
        bytes
            .chunks(4)
            .map(|word| u32::from_be_bytes(word.try_into().unwrap()))
            .collect()
    }

    #[test]
    fn memory_requests_encode_as_the_reference_vectors() {
        let read = Tlp::memory_read(HOST, 0x5a, 0x1234_5602, 5);
        assert_eq!(wire(&read), [0x0000_0002, 0x0100_5a7c, 0x1234_5600]);
        let read = Tlp::memory_read(HOST, 7, 0x1_2345_6740, 512);
        assert_eq!(wire(&read), [0x2000_0080, 0x0100_07ff, 1, 0x2345_6740]);
        let flush = Tlp::memory_read(HOST, 0x11, 0x1_0000_0000, 0);
        assert_eq!(wire(&flush), [0x2000_0001, 0x0100_1100, 1, 0]);
        let write = Tlp::memory_write(HOST, 0, 0xfee0_0003, &[0xa1, 0xa2, 0xa3]);
        assert_eq!(
            wire(&write),
            [
                0x4000_0002,
                0x0100_0038,
                0xfee0_0000,
                0x0000_00a1,
                0xa2a3_0000
            ]
        );
        let mut write = Tlp::memory_write(HOST, 3, 0x2_0000_1ffe, &[1, 2]);
        write.attributes.relaxed = true;
        assert_eq!(
            wire(&write),
            [0x6000_2001, 0x0100_030c, 2, 0x1ffc, 0x0000_0102]
        );
    }

    #[test]
    fn completion_encodes_as_the_reference_vector() {
        let read = Tlp::memory_read(Id(0), 0x2b, 0x38_0000_0104, 4);
        let mut answer = Tlp::completion(&read, read.request().unwrap(), HOST, Status::Success);
        answer.words = 1;
        answer.data = 0xdead_beef_u32.to_le_bytes().to_vec();
        let Header::Completion(completion) = &mut answer.header else {
            unreachable!()
        };
        completion.lower_address = 4;
        assert_eq!(
            wire(&answer),
            [0x4a00_0001, 0x0100_0004, 0x0000_2b04, 0xefbe_adde]
        );
    }

    #[test]
    fn length_and_byte_count_of_a_whole_page_encode_as_zero() {
        let read = Tlp::memory_read(HOST, 0, 0x1000, 4096);
        assert_eq!(wire(&read)[0] & 0x3ff, 0);
        let mut answer = Tlp::completion(&read, read.request().unwrap(), HOST, Status::Success);
        answer.words = 1024;
        answer.data = vec![7; 4096];
        assert_eq!(wire(&answer)[1] & 0xfff, 0);
    }

    #[test]
    fn every_kind_survives_a_round_trip() {
        for access in Access::ALL {
            let data = if access.has_data() {
                vec![9; 8]
            } else {
                Vec::new()
            };
            let address = if access.is_memory() {
                0x5_0000_0008
            } else {
                0x0100_0008
            };
            let request = Request {
                access,
                requester: HOST,
                tag: 0x3a5,
                first_be: 0xf,
                last_be: 0xf,
                address,
            };
            let mut tlp = Tlp::plain(Header::Request(request), 2, data);
            tlp.attributes = Attributes::from_bits(5);
            tlp.traffic_class = 3;
            tlp.poisoned = true;
            wire(&tlp);
        }
        let message = Message {
            requester: HOST,
            tag: 1,
            code: 0x7f,
            routing: 2,
            words: [5, 6],
        };
        wire(&Tlp::plain(Header::Message(message), 0, Vec::new()));
        wire(&Tlp::plain(Header::Message(message), 1, vec![1, 2, 3, 4]));
    }

    #[test]
    fn ill_formed_bytes_are_refused_with_their_reason() {
        let good = Tlp::memory_write(HOST, 0, 0x1000, &[1; 8]).encode();
        assert_eq!(Tlp::decode(&good[..11]), Err(TlpError::Short(11)));
        assert_eq!(
            Tlp::decode(&good[..16]),
            Err(TlpError::Length {
                expected: 8,
                found: 4
            })
        );
        let mut digest = good.clone();
        digest[2] |= 0x80;
        assert_eq!(Tlp::decode(&digest), Err(TlpError::Digest));
        let mut kind = good.clone();
        kind[0] = 0x1f;
        assert_eq!(
            Tlp::decode(&kind),
            Err(TlpError::Unknown {
                format: 0,
                kind: 0x1f
            })
        );
        let mut prefix = good;
        prefix[0] = 0x80;
        assert_eq!(
            Tlp::decode(&prefix),
            Err(TlpError::Unknown { format: 4, kind: 0 })
        );
        let mut wide = Tlp::memory_read(HOST, 0, 0x1_0000_0000, 4).encode();
        wide[11] = 0;
        assert_eq!(Tlp::decode(&wide), Err(TlpError::WideHeader(0)));
    }
}
