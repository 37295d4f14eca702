//! Rules for each request the card sends.

use super::{Reports, Rule};
use crate::pcie::descriptor::Rq;
use crate::pcie::enables;
use crate::pcie::interrupts;
use crate::pcie::tlp::{Access, PAGE, Tlp, WORD};

/// What the host allows at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest payload in bytes.
    pub max_payload: u64,
    /// Largest read request in bytes.
    pub max_read_request: u64,
    /// Tags above 31 are allowed.
    pub extended_tag: bool,
    /// The card may send requests.
    pub bus_master: bool,
}

/// Checks the descriptor's fields that are no part of the packet.
pub fn check_descriptor(descriptor: Rq, bytes: usize, reports: &mut Reports) -> bool {
    let clear = descriptor.address_type() == 0
        && !descriptor.requester_enable()
        && descriptor.requester_function() == 0
        && descriptor.completer() == 0
        && !descriptor.force_ecrc();
    reports.require(clear, Rule::Reserved, || format!("{descriptor:?}"));
    let access = Access::from_descriptor(descriptor.kind());
    let known = matches!(access, Some(Access::MemoryRead | Access::MemoryWrite));
    if !reports.require(known, Rule::RequestType, || {
        format!("{access:?} ({})", descriptor.kind())
    }) {
        return false;
    }
    let words = descriptor.words();
    let payload = if access == Some(Access::MemoryWrite) {
        usize::from(words) * WORD
    } else {
        0
    };
    let fits = (1..=1024).contains(&words) && bytes == payload;
    reports.require(fits, Rule::PacketLength, || {
        format!("{words} double words, {bytes} bytes of payload")
    })
}

/// Checks a request. Whether it can be passed on at all.
pub fn check(tlp: &Tlp, limits: &Limits, reports: &mut Reports) -> bool {
    let Some(request) = tlp.request() else {
        return false;
    };
    let mut good = true;
    let mut require = |kept: bool, rule: Rule| {
        good &= reports.require(kept, rule, || {
            format!("{request:x?}, {} double words", tlp.words)
        });
    };
    let bytes = u64::from(tlp.words) * WORD as u64;
    require(limits.bus_master, Rule::BusMaster);
    require(
        enables::legal(
            request.address,
            tlp.words,
            request.first_be,
            request.last_be,
        ),
        Rule::ByteEnables,
    );
    require(request.address % PAGE + bytes <= PAGE, Rule::PageCrossing);
    if request.access == Access::MemoryWrite {
        require(bytes <= limits.max_payload, Rule::MaxPayload);
        if interrupts::RANGE.contains(&request.address) {
            let whole = tlp.words == 1 && request.first_be == 0xf;
            require(whole && !tlp.attributes.relaxed, Rule::Interrupt);
        }
    } else {
        require(bytes <= limits.max_read_request, Rule::MaxReadRequest);
        require(limits.extended_tag || request.tag < 32, Rule::TagRange);
    }
    good
}

#[cfg(test)]
mod tests {
    use super::super::OnViolation;
    use super::*;
    use crate::pcie::tlp::{Header, Id};

    const LIMITS: Limits = Limits {
        max_payload: 256,
        max_read_request: 512,
        extended_tag: true,
        bus_master: true,
    };

    fn broken(tlp: &Tlp, limits: Limits) -> Vec<Rule> {
        let mut reports = Reports::new(OnViolation::Record, 0);
        let good = check(tlp, &limits, &mut reports);
        assert_eq!(good, reports.list().is_empty());
        reports.rules()
    }

    fn read(address: u64, bytes: usize) -> Tlp {
        Tlp::memory_read(Id(0), 40, address, bytes)
    }

    fn write(address: u64, bytes: usize) -> Tlp {
        Tlp::memory_write(Id(0), 0, address, &vec![0; bytes])
    }

    #[test]
    fn lawful_requests_pass() {
        for tlp in [
            read(0xffc, 4),
            read(0x1e01, 511),
            read(0, 0),
            write(0xf00, 256),
            write(0xfee0_0000, 4),
        ] {
            assert_eq!(broken(&tlp, LIMITS), []);
        }
    }

    #[test]
    fn page_crossing_by_one_byte_is_seen() {
        assert_eq!(broken(&read(0xffd, 4), LIMITS), [Rule::PageCrossing]);
        assert_eq!(broken(&write(0x1fff, 2), LIMITS), [Rule::PageCrossing]);
    }

    #[test]
    fn limits_are_counted_in_whole_double_words() {
        assert_eq!(broken(&write(0x1001, 256), LIMITS), [Rule::MaxPayload]);
        assert_eq!(broken(&read(0x1003, 512), LIMITS), [Rule::MaxReadRequest]);
    }

    #[test]
    fn forbidden_tags_and_bus_mastering_are_seen() {
        assert_eq!(
            broken(
                &read(0, 4),
                Limits {
                    extended_tag: false,
                    ..LIMITS
                }
            ),
            [Rule::TagRange]
        );
        assert_eq!(
            broken(
                &write(0, 4),
                Limits {
                    extended_tag: false,
                    ..LIMITS
                }
            ),
            []
        );
        assert_eq!(
            broken(
                &write(0, 4),
                Limits {
                    bus_master: false,
                    ..LIMITS
                }
            ),
            [Rule::BusMaster]
        );
    }

    #[test]
    fn enables_that_do_not_fit_are_seen() {
        let with = |words: usize, first, last| {
            let mut tlp = read(0x1000, 4 * words);
            let Header::Request(request) = &mut tlp.header else {
                unreachable!()
            };
            (request.first_be, request.last_be) = (first, last);
            broken(&tlp, LIMITS)
        };
        assert_eq!(with(1, 0xf, 0xf), [Rule::ByteEnables]);
        assert_eq!(with(2, 0xf, 0), [Rule::ByteEnables]);
        assert_eq!(with(3, 0x5, 0xf), [Rule::ByteEnables]);
        assert_eq!(with(2, 0x5, 0xf), []);
    }

    #[test]
    fn interrupt_in_parts_or_relaxed_is_seen() {
        assert_eq!(broken(&write(0xfee0_0001, 2), LIMITS), [Rule::Interrupt]);
        assert_eq!(broken(&write(0xfee0_0000, 8), LIMITS), [Rule::Interrupt]);
        let mut relaxed = write(0xfee0_0000, 4);
        relaxed.attributes.relaxed = true;
        assert_eq!(broken(&relaxed, LIMITS), [Rule::Interrupt]);
    }

    #[test]
    fn descriptors_of_other_kinds_lengths_and_with_reserved_bits_are_seen() {
        let check = |descriptor: Rq, bytes| {
            let mut reports = Reports::new(OnViolation::Record, 0);
            check_descriptor(descriptor, bytes, &mut reports);
            reports.rules()
        };
        let write = Rq::new().with_kind(1).with_words(2);
        assert_eq!(check(write, 8), []);
        assert_eq!(check(write, 12), [Rule::PacketLength]);
        assert_eq!(check(write.with_words(0), 0), [Rule::PacketLength]);
        assert_eq!(check(write.with_kind(0), 8), [Rule::PacketLength]);
        assert_eq!(
            check(write.with_kind(0).with_words(1025), 0),
            [Rule::PacketLength]
        );
        for kind in 2..16 {
            assert_eq!(
                check(write.with_kind(kind), 8),
                [Rule::RequestType],
                "kind {kind}"
            );
        }
        assert_eq!(check(write.with_address_type(2), 8), [Rule::Reserved]);
        assert_eq!(
            check(write.with_requester_enable(true), 8),
            [Rule::Reserved]
        );
        assert_eq!(check(write.with_force_ecrc(true), 8), [Rule::Reserved]);
    }
}
