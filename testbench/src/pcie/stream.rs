//! The block's side of CQ and RC: packets become beats.
//!
//! Without straddle a packet begins at lane 0 and ends its beat with `tlast`. With straddle, RC starts a packet at any
//! multiple of 16 bytes, up to four a beat, and only the start and end fields of `tuser` mark them.

use std::collections::VecDeque;

use fastrand::Rng;

use super::pins::{BEAT, Beat, CqBeat, RcBeat, cq, rc};

/// Packets that may start or end in one straddled beat.
const STRADDLED: usize = 4;
/// Bytes between places where a straddled packet may start.
const QUARTER: usize = BEAT / STRADDLED;
/// What lanes carry when valid is low, so that no card comes to rely on them.
const JUNK: u8 = 0xa5;

/// Pauses that the block makes, each with a chance in 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Chance of an idle cycle before a packet.
    pub between: u8,
    /// Chance of an idle cycle before any other beat. Real blocks send packets in one go; a card need not rely on it.
    pub inside: u8,
}

impl Gaps {
    /// Never a pause.
    pub const NONE: Self = Self {
        between: 0,
        inside: 0,
    };

    fn pause(self, rng: &mut Rng, inside: bool) -> bool {
        let chance = if inside { self.inside } else { self.between };
        chance != 0 && rng.u8(..) < chance
    }
}

/// A packet on its way to the card.
#[derive(Clone, Debug)]
pub struct Outgoing<Note> {
    /// Descriptor and payload.
    pub bytes: Vec<u8>,
    /// Bytes of the descriptor.
    pub descriptor: usize,
    /// Enabled bytes of the payload's first double word.
    pub first_be: u8,
    /// Enabled bytes of its last one, 0 if there is but one.
    pub last_be: u8,
    /// Handed back when the packet's last beat was taken.
    pub note: Note,
}

impl<Note> Outgoing<Note> {
    /// Enabled payload bytes among the packet's bytes `from..to`, bit 0 for byte `from`.
    fn enables(&self, from: usize, to: usize) -> u64 {
        let (start, end) = (self.descriptor, self.bytes.len());
        let first = self.first_be;
        let last = if end - start > 4 {
            self.last_be
        } else {
            self.first_be
        };
        let enabled = |at: usize| match at {
            _ if at < start => false,
            _ if at < start + 4 => first >> (at - start) & 1 == 1,
            _ if at + 4 >= end => last >> (at + 4 - end) & 1 == 1,
            _ => true,
        };
        (from..to)
            .filter(|at| enabled(*at))
            .fold(0, |mask, at| mask | 1 << (at - from))
    }
}

/// What a stream's `tuser` looks like.
pub trait Layout<const USER: usize, Note> {
    /// Fills `tuser` for the unstraddled beat that carries the packet's bytes `from..to`.
    fn fill(beat: &mut Beat<USER>, packet: &Outgoing<Note>, from: usize, to: usize);
}

/// CQ.
pub struct CqLayout;

impl<Note> Layout<6, Note> for CqLayout {
    fn fill(beat: &mut CqBeat, packet: &Outgoing<Note>, from: usize, to: usize) {
        if from == 0 {
            beat.set(cq::FIRST_BE, u64::from(packet.first_be));
            beat.set(cq::LAST_BE, u64::from(packet.last_be));
            beat.set(cq::IS_SOP, 1);
        }
        if to == packet.bytes.len() {
            beat.set(cq::IS_EOP, 1);
            beat.set(cq::EOP0_PTR, ((to - from) / 4 - 1) as u64);
        }
        beat.set(cq::BYTE_EN, packet.enables(from, to));
    }
}

/// RC.
pub struct RcLayout;

impl<Note> Layout<6, Note> for RcLayout {
    fn fill(beat: &mut RcBeat, packet: &Outgoing<Note>, from: usize, to: usize) {
        if from == 0 {
            beat.set(rc::IS_SOP, 1);
        }
        if to == packet.bytes.len() {
            beat.set(rc::IS_EOP, 1);
            beat.set(rc::EOP_PTR[0], ((to - from) / 4 - 1) as u64);
        }
        beat.set(rc::BYTE_EN, packet.enables(from, to));
    }
}

/// Sends packets over one stream, in order.
pub struct Sender<L, const USER: usize, Note> {
    queue: VecDeque<Outgoing<Note>>,
    /// Bytes of the first packet that earlier beats carried.
    sent: usize,
    straddle: bool,
    gaps: Gaps,
    offered: bool,
    /// Packets of the offered beat that end in it.
    ending: usize,
    /// Bytes of the packet after those that the offered beat carries.
    carried: usize,
    layout: std::marker::PhantomData<L>,
}

impl<L: Layout<USER, Note>, const USER: usize, Note> Sender<L, USER, Note> {
    /// An idle sender.
    pub fn new(straddle: bool, gaps: Gaps) -> Self {
        let layout = std::marker::PhantomData;
        Self {
            queue: VecDeque::new(),
            sent: 0,
            straddle,
            gaps,
            offered: false,
            ending: 0,
            carried: 0,
            layout,
        }
    }

    /// Queues a packet.
    pub fn push(&mut self, packet: Outgoing<Note>) {
        self.queue.push_back(packet);
    }

    /// Packets not yet taken in full.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether nothing is left to send.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Drops everything, at reset.
    pub fn reset(&mut self) {
        self.queue.clear();
        (self.sent, self.ending, self.carried, self.offered) = (0, 0, 0, false);
    }

    /// Fills this cycle's beat.
    pub fn drive(&mut self, beat: &mut Beat<USER>, valid: &mut bool, rng: &mut Rng) {
        if self.offered {
            return;
        }
        let pause = self.queue.is_empty() || self.gaps.pause(rng, self.sent > 0);
        if pause {
            if *valid {
                beat.data.fill(JUNK);
                *valid = false;
            }
            return;
        }
        beat.user = [0; USER];
        if self.straddle {
            self.fill_straddled(beat)
        } else {
            self.fill_single(beat)
        }
        self.offered = true;
        *valid = true;
    }

    fn fill_single(&mut self, beat: &mut Beat<USER>) {
        let packet = &self.queue[0];
        let from = self.sent;
        let to = packet.bytes.len().min(from + BEAT);
        beat.data[..to - from].copy_from_slice(&packet.bytes[from..to]);
        beat.data[to - from..].fill(JUNK);
        beat.keep = (u32::from(u16::MAX) >> (BEAT / 4 - (to - from) / 4)) as u16;
        beat.last = to == packet.bytes.len();
        L::fill(beat, packet, from, to);
        self.ending = usize::from(beat.last);
        self.carried = if beat.last { 0 } else { to };
    }

    fn fill_straddled(&mut self, beat: &mut Beat<USER>) {
        beat.data.fill(JUNK);
        beat.keep = u16::MAX;
        beat.last = false;
        (self.ending, self.carried) = (0, 0);
        let (mut at, mut starts, mut from, mut enables) = (0, 0, self.sent, 0);
        for packet in &self.queue {
            if from == 0 {
                if at == BEAT || starts == STRADDLED {
                    break;
                }
                beat.set(rc::SOP_PTR[starts], (at / QUARTER) as u64);
                starts += 1;
            }
            let to = packet.bytes.len().min(from + BEAT - at);
            let end = at + to - from;
            beat.data[at..end].copy_from_slice(&packet.bytes[from..to]);
            enables |= packet.enables(from, to) << at;
            if to < packet.bytes.len() {
                self.carried = to;
                break;
            }
            beat.set(rc::EOP_PTR[self.ending], (end / 4 - 1) as u64);
            self.ending += 1;
            at = end.next_multiple_of(QUARTER);
            from = 0;
        }
        beat.set(rc::IS_SOP, (1 << starts) - 1);
        beat.set(rc::IS_EOP, (1 << self.ending) - 1);
        beat.set(rc::BYTE_EN, enables);
    }

    /// Sees whether the card took the beat; calls `done` for each packet that ended in it.
    pub fn sample(&mut self, ready: bool, mut done: impl FnMut(Outgoing<Note>)) {
        if !self.offered || !ready {
            return;
        }
        self.offered = false;
        self.sent = self.carried;
        for _ in 0..self.ending {
            if let Some(packet) = self.queue.pop_front() {
                done(packet);
            }
        }
    }
}

/// CQ's sender.
pub type CqSender<Note> = Sender<CqLayout, 6, Note>;
/// RC's sender.
pub type RcSender<Note> = Sender<RcLayout, 6, Note>;

#[cfg(test)]
mod tests {
    use super::*;

    /// A completion of `payload` bytes, all enabled, its bytes counting up from `tag`.
    fn packet(tag: u8, payload: usize) -> Outgoing<u8> {
        let bytes = (0..12 + payload)
            .map(|index| tag.wrapping_add(index as u8))
            .collect();
        Outgoing {
            bytes,
            descriptor: 12,
            first_be: 0xf,
            last_be: 0xf,
            note: tag,
        }
    }

    #[test]
    fn unstraddled_packets_begin_at_lane_0_and_end_with_last() {
        let mut sender = RcSender::new(false, Gaps::NONE);
        sender.push(packet(1, 64));
        sender.push(packet(2, 0));
        let (mut beat, mut valid) = (RcBeat::default(), false);
        let mut rng = Rng::with_seed(0);
        let mut done = Vec::new();
        let mut seen = Vec::new();
        for cycle in 0..8 {
            sender.drive(&mut beat, &mut valid, &mut rng);
            let ready = cycle % 2 == 1;
            if valid && ready {
                seen.push((
                    beat.keep,
                    beat.last,
                    beat.get(rc::IS_SOP),
                    beat.get(rc::IS_EOP),
                    beat.get(rc::EOP_PTR[0]),
                ));
            }
            sender.sample(ready, |packet| done.push(packet.note));
        }
        assert_eq!(
            seen,
            [
                (0xffff, false, 1, 0, 0),
                (7, true, 0, 1, 2),
                (7, true, 1, 1, 2)
            ]
        );
        assert_eq!(done, [1, 2]);
        assert!(!valid && sender.is_empty());
    }

    /// Collects packets from straddled beats by the start and end fields alone.
    fn collect(beats: &[RcBeat]) -> Vec<Vec<u8>> {
        let (mut packets, mut open) = (Vec::new(), Vec::new());
        for beat in beats {
            let starts: Vec<_> = (0..beat.get(rc::IS_SOP).count_ones() as usize)
                .map(|n| beat.get(rc::SOP_PTR[n]) as usize * 16)
                .collect();
            let ends: Vec<_> = (0..beat.get(rc::IS_EOP).count_ones() as usize)
                .map(|n| beat.get(rc::EOP_PTR[n]) as usize * 4 + 4)
                .collect();
            let mut ends = ends.into_iter();
            let mut from = if open.is_empty() { None } else { Some(0) };
            let mut starts = starts.into_iter();
            while let Some(at) = from.take().or_else(|| starts.next()) {
                let end = ends.next();
                open.extend_from_slice(&beat.data[at..end.unwrap_or(64)]);
                if end.is_some() {
                    packets.push(std::mem::take(&mut open));
                }
            }
        }
        packets
    }

    #[test]
    fn straddled_packets_are_four_a_beat_and_arrive_in_order() {
        let mut rng = Rng::with_seed(9);
        let mut sender = RcSender::new(
            true,
            Gaps {
                between: 40,
                inside: 20,
            },
        );
        let mut expected = Vec::new();
        for index in 0..400 {
            let payload = if index < 8 { 4 } else { 4 * rng.usize(0..70) };
            let packet = packet(index as u8, payload);
            expected.push(packet.bytes.clone());
            sender.push(packet);
        }
        let (mut beat, mut valid) = (RcBeat::default(), false);
        let (mut beats, mut done) = (Vec::new(), 0);
        while !sender.is_empty() {
            sender.drive(&mut beat, &mut valid, &mut rng);
            let ready = rng.bool();
            if valid && ready {
                beats.push(beat.clone());
            }
            sender.sample(ready, |_| done += 1);
        }
        assert_eq!(done, 400);
        assert_eq!(
            beats[0].get(rc::IS_SOP),
            0xf,
            "four short ones in the first beat"
        );
        let enabled: u32 = beats
            .iter()
            .map(|beat| beat.get(rc::BYTE_EN).count_ones())
            .sum();
        assert_eq!(
            enabled as usize,
            expected.iter().map(|bytes| bytes.len() - 12).sum::<usize>()
        );
        assert_eq!(collect(&beats), expected);
    }

    #[test]
    fn byte_enables_mark_the_bytes_asked_for() {
        let packet = Outgoing {
            bytes: vec![0; 12 + 12],
            descriptor: 12,
            first_be: 0xc,
            last_be: 1,
            note: (),
        };
        assert_eq!(packet.enables(0, 24), 0b0001_1111_1100 << 12);
        let single = Outgoing {
            bytes: vec![0; 16],
            descriptor: 12,
            first_be: 0x6,
            last_be: 0,
            note: (),
        };
        assert_eq!(single.enables(0, 16), 0x6 << 12);
    }
}
