//! The card's side of a stream: handshake rules, and the packets that come out of it.

use super::{Reports, Rule};
use crate::pcie::pins::{Beat, Field};

/// No packet is longer: a descriptor and a page, in bytes.
const LONGEST: usize = 16 + 4096;

/// A whole packet as it came over a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet<const USER: usize> {
    /// Descriptor and payload.
    pub bytes: Vec<u8>,
    /// The first beat without its data: `tuser` describes the packet.
    pub user: [u32; USER],
}

/// Watches one stream that the card drives, one packet at a time.
pub struct Monitor<const USER: usize> {
    name: &'static str,
    discontinue: Field,
    waiting: bool,
    offered: Beat<USER>,
    inside: bool,
    packet: Packet<USER>,
}

impl<const USER: usize> Monitor<USER> {
    /// A monitor of the stream `name`, whose discontinue bit is `discontinue`.
    pub fn new(name: &'static str, discontinue: Field) -> Self {
        let packet = Packet {
            bytes: Vec::new(),
            user: [0; USER],
        };
        Self {
            name,
            discontinue,
            waiting: false,
            offered: Beat::default(),
            inside: false,
            packet,
        }
    }

    /// Forgets a packet in progress, at reset.
    pub fn reset(&mut self) {
        self.waiting = false;
        self.inside = false;
        self.packet.bytes.clear();
    }

    /// Whether a packet has begun and not ended.
    pub fn inside(&self) -> bool {
        self.inside
    }

    /// Sees one cycle; the packet that ended in it, if one did.
    pub fn observe(
        &mut self,
        beat: &Beat<USER>,
        valid: bool,
        ready: bool,
        reports: &mut Reports,
    ) -> Option<Packet<USER>> {
        let name = self.name;
        if !valid {
            if self.waiting {
                reports.report(
                    Rule::ValidDropped,
                    format!("{name}: valid fell before the transfer"),
                );
            } else if self.inside {
                reports.report(Rule::Gap, format!("{name}: valid low inside a packet"));
            }
            self.waiting = false;
            return None;
        }
        if self.waiting {
            reports.require(*beat == self.offered, Rule::Unstable, || {
                format!("{name}: {:?} became {beat:?}", self.offered)
            });
        }
        self.waiting = !ready;
        if !ready {
            self.offered.clone_from(beat);
            return None;
        }
        self.accept(beat, reports)
    }

    fn accept(&mut self, beat: &Beat<USER>, reports: &mut Reports) -> Option<Packet<USER>> {
        let name = self.name;
        let whole = beat.keep == u16::MAX;
        let solid = beat.keep != 0 && beat.keep & beat.keep.wrapping_add(1) == 0;
        reports.require(whole || beat.last && solid, Rule::Keep, || {
            format!("{name}: keep {:04x} with last {}", beat.keep, beat.last)
        });
        reports.require(beat.get(self.discontinue) == 0, Rule::Discontinue, || {
            format!("{name}: discontinue")
        });
        if !self.inside {
            self.packet.user = beat.user;
        }
        self.inside = !beat.last;
        self.packet
            .bytes
            .extend_from_slice(&beat.data[..4 * beat.words()]);
        if self.packet.bytes.len() > LONGEST {
            reports.report(
                Rule::PacketLength,
                format!("{name}: a packet of more than {LONGEST} bytes"),
            );
            self.packet.bytes.clear();
        }
        beat.last.then(|| Packet {
            bytes: std::mem::take(&mut self.packet.bytes),
            user: self.packet.user,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::OnViolation;
    use super::*;
    use crate::pcie::pins::{CcBeat, cc};

    fn beat(keep: u16, last: bool) -> CcBeat {
        CcBeat {
            keep,
            last,
            data: [3; 64],
            ..CcBeat::default()
        }
    }

    /// Feeds cycles of (beat, valid, ready); the rules broken and the lengths of the packets seen.
    fn run(cycles: &[(CcBeat, bool, bool)]) -> (Vec<Rule>, Vec<usize>) {
        let mut monitor = Monitor::new("cc", cc::DISCONTINUE);
        let mut reports = Reports::new(OnViolation::Record, 0);
        let packets = cycles
            .iter()
            .filter_map(|(beat, valid, ready)| monitor.observe(beat, *valid, *ready, &mut reports))
            .map(|packet| packet.bytes.len())
            .collect();
        (reports.rules(), packets)
    }

    #[test]
    fn stalled_packet_passes_whole() {
        let (first, last) = (beat(0xffff, false), beat(0x7, true));
        let idle = beat(0, false);
        let cycles = [
            (idle.clone(), false, true),
            (first.clone(), true, false),
            (first.clone(), true, true),
            (last.clone(), true, false),
            (last, true, true),
            (idle, false, false),
        ];
        assert_eq!(run(&cycles), (vec![], vec![76]));
    }

    #[test]
    fn valid_low_inside_a_packet_is_a_gap() {
        let cycles = [
            (beat(0xffff, false), true, true),
            (beat(0, false), false, true),
            (beat(1, true), true, true),
        ];
        assert_eq!(run(&cycles), (vec![Rule::Gap], vec![68]));
    }

    #[test]
    fn valid_that_falls_before_the_transfer_is_seen() {
        let cycles = [(beat(1, true), true, false), (beat(1, true), false, true)];
        assert_eq!(run(&cycles), (vec![Rule::ValidDropped], vec![]));
    }

    #[test]
    fn beat_that_changes_while_it_waits_is_seen() {
        let mut other = beat(1, true);
        other.data[60] = 4;
        let cycles = [(beat(1, true), true, false), (other, true, true)];
        assert_eq!(run(&cycles).0, [Rule::Unstable]);
    }

    #[test]
    fn keep_with_holes_or_short_before_the_end_is_seen() {
        for (keep, last) in [(0x5, true), (0xfffe, true), (0, true), (0x7fff, false)] {
            assert_eq!(
                run(&[(beat(keep, last), true, true)]).0,
                [Rule::Keep],
                "{keep:x}"
            );
        }
    }

    #[test]
    fn discontinue_and_endless_packets_are_seen() {
        let mut bad = beat(1, true);
        bad.set(cc::DISCONTINUE, 1);
        assert_eq!(run(&[(bad, true, true)]).0, [Rule::Discontinue]);
        let endless = vec![(beat(0xffff, false), true, true); 65];
        assert_eq!(run(&endless).0, [Rule::PacketLength]);
    }
}
