//! What becomes of a received frame, as the number of its counter.
use ferric_layout::counter::Counter;

/// Bits of a cause.
pub const BITS: usize = ferric_layout::counter::COUNTER_BITS;
pub const GOOD: u8 = Counter::RxGood as u8;
pub const MAC_ERROR: u8 = Counter::RxMacError as u8;
pub const BUFFER_FULL: u8 = Counter::RxBufferFull as u8;
pub const NOT_ROCE: u8 = Counter::RxNotRoce as u8;
pub const RUNT: u8 = Counter::RxRunt as u8;
pub const IP_HEADER: u8 = Counter::RxIpHeader as u8;
pub const LENGTH: u8 = Counter::RxLength as u8;
pub const ICRC: u8 = Counter::RxIcrc as u8;
pub const BTH_VERSION: u8 = Counter::RxBthVersion as u8;
pub const OPCODE: u8 = Counter::RxOpcode as u8;
pub const QPN: u8 = Counter::RxQpn as u8;
pub const QP_STATE: u8 = Counter::RxQpState as u8;
pub const TRANSPORT: u8 = Counter::RxTransport as u8;
pub const ADDRESS: u8 = Counter::RxAddress as u8;
pub const PKEY: u8 = Counter::RxPkey as u8;
pub const ETHERNET: u8 = Counter::RxEthernet as u8;
pub const ETHERNET_FULL: u8 = Counter::RxEthernetFull as u8;
pub const ETHERNET_LONG: u8 = Counter::RxEthernetLong as u8;
pub const MAC: u8 = Counter::RxMac as u8;
pub const VLAN: u8 = Counter::RxVlan as u8;
