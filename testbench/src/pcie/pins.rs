//! The card's PCI Express pins: one plain struct for what the block drives, one for what the card drives.
//!
//! Protocol of a cycle: the block's side fills [`ToCard`] without looking at the card, the card settles and fills
//! [`FromCard`], both see the clock edge. A beat passes where valid and ready are both high.
//! Field positions in the 512-bit streams' `tuser` are those of the vendor's guide.

/// Bytes of a beat.
pub const BEAT: usize = 64;

/// A field of a `tuser` vector.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Lowest bit.
    pub low: usize,
    /// Number of bits, at most 64.
    pub width: usize,
}

const fn field(low: usize, width: usize) -> Field {
    Field { low, width }
}

/// One beat of a stream whose `tuser` has at most `32 * USER` bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat<const USER: usize> {
    /// `tdata`, byte 0 in the lowest lane.
    pub data: [u8; BEAT],
    /// `tkeep`, a bit for each double word.
    pub keep: u16,
    /// `tlast`.
    pub last: bool,
    /// `tuser`, low word first.
    pub user: [u32; USER],
}

impl<const USER: usize> Default for Beat<USER> {
    fn default() -> Self {
        Self {
            data: [0; BEAT],
            keep: 0,
            last: false,
            user: [0; USER],
        }
    }
}

impl<const USER: usize> Beat<USER> {
    /// The value of a `tuser` field.
    pub fn get(&self, field: Field) -> u64 {
        let (word, shift) = (field.low / 32, field.low % 32);
        let part = |index: usize| u128::from(self.user.get(index).copied().unwrap_or(0));
        let wide = part(word) | part(word + 1) << 32 | part(word + 2) << 64;
        (wide >> shift & ((1 << field.width) - 1)) as u64
    }

    /// Sets a `tuser` field.
    pub fn set(&mut self, field: Field, value: u64) {
        let (word, shift) = (field.low / 32, field.low % 32);
        let mask = ((1_u128 << field.width) - 1) << shift;
        let bits = u128::from(value) << shift & mask;
        for (index, user) in self.user.iter_mut().enumerate().skip(word).take(3) {
            let at = 32 * (index - word);
            *user = *user & !((mask >> at) as u32) | (bits >> at) as u32;
        }
    }

    /// Number of double words kept.
    pub fn words(&self) -> usize {
        self.keep.count_ones() as usize
    }
}

/// Completer request: the host's requests to the card; 183 bits of `tuser`.
pub type CqBeat = Beat<6>;
/// Completer completion: the card's answers; 81 bits of `tuser`.
pub type CcBeat = Beat<3>;
/// Requester request: the card's requests; 137 bits of `tuser`.
pub type RqBeat = Beat<5>;
/// Requester completion: the host's answers; 161 bits of `tuser`.
pub type RcBeat = Beat<6>;

/// Fields of CQ's `tuser`.
pub mod cq {
    use super::{Field, field};
    pub const FIRST_BE: Field = field(0, 4);
    pub const LAST_BE: Field = field(8, 4);
    pub const BYTE_EN: Field = field(16, 64);
    pub const IS_SOP: Field = field(80, 2);
    pub const SOP0_PTR: Field = field(82, 2);
    pub const IS_EOP: Field = field(86, 2);
    pub const EOP0_PTR: Field = field(88, 4);
    pub const DISCONTINUE: Field = field(96, 1);
}

/// Fields of CC's `tuser`.
pub mod cc {
    use super::{Field, field};
    pub const IS_SOP: Field = field(0, 2);
    pub const IS_EOP: Field = field(6, 2);
    pub const EOP0_PTR: Field = field(8, 4);
    pub const DISCONTINUE: Field = field(16, 1);
}

/// Fields of RQ's `tuser`.
pub mod rq {
    use super::{Field, field};
    pub const FIRST_BE: Field = field(0, 4);
    pub const LAST_BE: Field = field(8, 4);
    pub const ADDR_OFFSET: Field = field(16, 4);
    pub const IS_SOP: Field = field(20, 2);
    pub const IS_EOP: Field = field(26, 2);
    pub const EOP0_PTR: Field = field(28, 4);
    pub const DISCONTINUE: Field = field(36, 1);
    pub const SEQ_NUM0: Field = field(61, 6);
}

/// Fields of RC's `tuser`.
pub mod rc {
    use super::{Field, field};
    pub const BYTE_EN: Field = field(0, 64);
    pub const IS_SOP: Field = field(64, 4);
    pub const SOP_PTR: [Field; 4] = [field(68, 2), field(70, 2), field(72, 2), field(74, 2)];
    pub const IS_EOP: Field = field(76, 4);
    pub const EOP_PTR: [Field; 4] = [field(80, 4), field(84, 4), field(88, 4), field(92, 4)];
    pub const DISCONTINUE: Field = field(96, 1);
}

/// The block's configuration outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// `cfg_max_payload`: 0 to 3 for 128 to 1024 bytes.
    pub max_payload: u8,
    /// `cfg_max_read_req`: 0 to 5 for 128 to 4096 bytes.
    pub max_read_req: u8,
    /// `cfg_rcb_status[0]`: the root completes at multiples of 128 bytes rather than 64.
    pub rcb_128: bool,
    /// `cfg_function_status[3:0]`: I/O, memory, bus master, interrupt pin disabled, from bit 0.
    pub function_status: u8,
    /// Extended tags are enabled (bit 8 of the device control register).
    pub extended_tag: bool,
    /// `cfg_interrupt_msix_enable[0]`.
    pub msix_enable: bool,
    /// `cfg_interrupt_msix_mask[0]`.
    pub msix_mask: bool,
}

/// Transmit credits left, as `cfg_fc_*` shows them with `cfg_fc_sel` at 4. All ones is infinite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Posted headers.
    pub ph: u8,
    /// Posted data, 16-byte units.
    pub pd: u16,
    /// Non-posted headers.
    pub nph: u8,
    /// Non-posted data, 16-byte units.
    pub npd: u16,
}

/// A sequence number of a request that no later completion of the card can pass any more.
pub type SeqNum = Option<u8>;

/// Everything the block drives.
#[derive(Clone, Debug, Default)]
pub struct ToCard {
    /// `user_reset`.
    pub reset: bool,
    /// `cfg_flr_in_process[0]`.
    pub function_reset: bool,
    /// `user_lnk_up`.
    pub link_up: bool,
    /// `m_axis_cq_t*`.
    pub cq: CqBeat,
    /// `m_axis_cq_tvalid`.
    pub cq_valid: bool,
    /// `m_axis_rc_t*`.
    pub rc: RcBeat,
    /// `m_axis_rc_tvalid`.
    pub rc_valid: bool,
    /// `s_axis_cc_tready`.
    pub cc_ready: bool,
    /// `s_axis_rq_tready`.
    pub rq_ready: bool,
    /// Configuration outputs.
    pub status: Status,
    /// Transmit credits.
    pub credits: Credits,
    /// `pcie_tfc_nph_av`: non-posted headers left, 15 is 15 or more.
    pub tfc_nph_av: u8,
    /// `pcie_tfc_npd_av`: non-posted data left, 15 is 15 or more.
    pub tfc_npd_av: u8,
    /// `pcie_rq_seq_num0` and `1` with their valid bits.
    pub rq_seq_num: [SeqNum; 2],
}

/// Everything the card drives.
#[derive(Clone, Debug, Default)]
pub struct FromCard {
    /// `m_axis_cq_tready`.
    pub cq_ready: bool,
    /// `m_axis_rc_tready`.
    pub rc_ready: bool,
    /// `pcie_cq_np_req`: 1 takes one more non-posted request, 2 and 3 take two.
    pub cq_np_req: u8,
    /// `s_axis_cc_t*`.
    pub cc: CcBeat,
    /// `s_axis_cc_tvalid`.
    pub cc_valid: bool,
    /// `s_axis_rq_t*`.
    pub rq: RqBeat,
    /// `s_axis_rq_tvalid`.
    pub rq_valid: bool,
    /// `cfg_flr_done[0]`.
    pub function_done: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_across_words_keep_their_neighbours() {
        let mut beat = RcBeat {
            user: [u32::MAX; 6],
            ..RcBeat::default()
        };
        beat.set(field(40, 64), 0x0123_4567_89ab_cdef);
        assert_eq!(beat.get(field(40, 64)), 0x0123_4567_89ab_cdef);
        assert_eq!(beat.get(field(0, 40)), (1 << 40) - 1);
        assert_eq!(beat.get(field(104, 56)), (1 << 56) - 1);
        let mut beat = CqBeat::default();
        beat.set(cq::BYTE_EN, u64::MAX);
        assert_eq!(beat.user, [0xffff_0000, 0xffff_ffff, 0xffff, 0, 0, 0]);
        beat.set(cq::EOP0_PTR, 5);
        assert_eq!((beat.get(cq::EOP0_PTR), beat.get(cq::IS_EOP)), (5, 0));
    }
}
