//! Prepares the beats of a frame for the ICRC (digest §4): what a router may change reads as ones, and the Ethernet header as zeros.
//!
//! Pure logic. `first` and `second` name the first two beats of a frame; later ones pass. Zeros instead of a shift: a CRC that starts
//! from `seed(n)` has after n zero bytes the value that the specification wants in front of the IP header, so that no beat is moved.
use crate::kit::crc32::before_zeros;
use core::mem::offset_of;
use ferric_emit::build::{Code, lit, sig};
use ferric_layout::wire::*;
use rust_hdl::prelude::*;

/// The register's value before an Ethernet header of so many bytes, all read as zeros.
const fn seed(ethernet: usize) -> u32 {
    before_zeros(ICRC_SEED, ethernet)
}

/// The register's value before a frame without a tag.
pub const SEED: u32 = seed(ETHERNET);
/// The register's value before a frame with a VLAN tag.
pub const TAGGED_SEED: u32 = seed(ETHERNET + VLAN);

/// A run of bits, counted from the frame's first byte, and what they read as.
struct Run {
    from: usize,
    bits: usize,
    ones: bool,
}

/// Everything that reads otherwise than it is. The low nibble of a byte comes first in a beat.
fn runs(vlan: bool, ipv6: bool) -> Vec<Run> {
    let ip = ETHERNET + if vlan { VLAN } else { 0 };
    let udp = ip + if ipv6 { IPV6 } else { IPV4 };
    let ones = |byte: usize, bytes: usize| Run {
        from: 8 * byte,
        bits: 8 * bytes,
        ones: true,
    };
    let mut runs = vec![Run {
        from: 0,
        bits: 8 * ip,
        ones: false,
    }];
    if ipv6 {
        // Traffic class and flow label; hop limit.
        runs.extend([
            Run {
                from: 8 * ip,
                bits: 4,
                ones: true,
            },
            ones(ip + 1, 3),
            ones(ip + 7, 1),
        ]);
    } else {
        // Type of service; time to live; header checksum.
        runs.extend([ones(ip + 1, 1), ones(ip + 8, 1), ones(ip + 10, 2)]);
    }
    // UDP checksum; FECN, BECN and what is reserved beside them.
    runs.extend([
        ones(udp + 6, 2),
        ones(udp + UDP + offset_of!(Bth, congestion), 1),
    ]);
    runs
}

/// The runs that lie in beat `beat`, cut at its ends, as (low bit, bits, ones).
fn in_beat(beat: usize, vlan: bool, ipv6: bool) -> Vec<(usize, usize, bool)> {
    let (start, end) = (512 * beat, 512 * (beat + 1));
    let cut = |run: Run| {
        let (from, to) = (run.from.max(start), (run.from + run.bits).min(end));
        (from < to).then(|| (from - start, to - from, run.ones))
    };
    runs(vlan, ipv6).into_iter().filter_map(cut).collect()
}

#[derive(LogicBlock, Default)]
pub struct IcrcMask {
    pub data: Signal<In, Bits<512>>,
    pub first: Signal<In, Bit>,
    pub second: Signal<In, Bit>,
    pub vlan: Signal<In, Bit>,
    pub ipv6: Signal<In, Bit>,
    pub o: Signal<Out, Bits<512>>,
}

impl Logic for IcrcMask {
    fn update(&mut self) {
        let mut o = self.data.val();
        let beat = if self.first.val() { 0 } else { 1 };
        if self.first.val() || self.second.val() {
            for (low, bits, ones) in in_beat(beat, self.vlan.val(), self.ipv6.val()) {
                (low..low + bits).for_each(|k| o = o.replace_bit(k, ones));
            }
        }
        self.o.next = o;
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let masked = |beat: usize, vlan: bool, ipv6: bool| {
            in_beat(beat, vlan, ipv6).into_iter().fold(
                Code::default(),
                |code, (low, bits, ones)| {
                    code.set_part("o", low, bits, lit(if ones { (1 << bits) - 1 } else { 0 }))
                },
            )
        };
        let beat = |beat: usize| {
            let way = |vlan: bool| {
                Code::default().when(
                    sig("ipv6"),
                    masked(beat, vlan, true),
                    masked(beat, vlan, false),
                )
            };
            Code::default().when(sig("vlan"), way(true), way(false))
        };
        Code::new("icrc_mask")
            .set("o", sig("data"))
            .when(
                sig("first"),
                beat(0),
                Code::default().when(sig("second"), beat(1), Code::default()),
            )
            .hdl()
    }
}
