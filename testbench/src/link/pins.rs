//! The card's MAC pins: AXI-stream of 512 bits each way, whole frames without frame check sequence.

/// Bytes of a beat.
pub const BEAT: usize = 64;

/// One beat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// `tdata`, byte 0 in the lowest lane.
    pub data: [u8; BEAT],
    /// `tkeep`, a bit for each byte.
    pub keep: u64,
    /// `tlast`.
    pub last: bool,
    /// `tuser`, valid with `last`: the frame is bad.
    pub bad: bool,
}

impl Default for Beat {
    fn default() -> Self {
        Self {
            data: [0; BEAT],
            keep: 0,
            last: false,
            bad: false,
        }
    }
}

/// Everything the MAC drives.
#[derive(Clone, Debug, Default)]
pub struct ToCard {
    /// `m_axis_tx_tready`.
    pub tx_ready: bool,
    /// `s_axis_rx_t*`.
    pub rx: Beat,
    /// `s_axis_rx_tvalid`; there is no ready.
    pub rx_valid: bool,
    /// `stat_rx_pause_req`: a bit for each priority that must not send, bit 8 for all.
    pub pause: u16,
}

/// Everything the card drives.
#[derive(Clone, Debug, Default)]
pub struct FromCard {
    /// `m_axis_tx_t*`.
    pub tx: Beat,
    /// `m_axis_tx_tvalid`.
    pub tx_valid: bool,
}
