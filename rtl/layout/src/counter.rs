//! Counters: 64 bits each, read-only, in BAR0 from [`crate::register::COUNTERS`]. Each cause of a drop has its own.

macro_rules! counters {
    ($($name:ident $doc:literal;)*) => {
        /// Every counter; its number is its place.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Counter { $(#[doc = $doc] $name,)* }
        impl Counter {
            /// Every counter, in order.
            pub const ALL: &'static [Counter] = &[$(Counter::$name),*];
            /// What it counts.
            pub const fn describe(self) -> &'static str {
                match self { $(Counter::$name => $doc,)* }
            }
            /// Its identifier.
            pub const fn name(self) -> &'static str {
                match self { $(Counter::$name => stringify!($name),)* }
            }
        }
    };
}
counters! {
    RxFrames "frames received from the MAC";
    RxGood "RoCE packets with a good ICRC handed on";
    RxMacError "frames the MAC marked bad, dropped";
    RxBufferFull "frames dropped for want of buffer space";
    RxNotRoce "frames that are not RoCE v2, dropped";
    RxRunt "frames too short for their headers, dropped";
    RxIpHeader "frames with a bad IP version, header length, fragment or checksum, dropped";
    RxLength "frames whose IP, UDP and frame lengths disagree, dropped";
    RxIcrc "frames with a wrong ICRC, dropped";
    RxBthVersion "packets with a transport version other than 0, dropped";
    RxOpcode "packets with an opcode the card does not serve, dropped";
    RxQpn "packets for a QP that does not exist, dropped";
    RxQpState "packets for a QP in a state that does not receive them, dropped";
    RxTransport "packets whose opcode is of another transport than the QP, dropped";
    RxAddress "packets not from the QP's peer or not to its address, dropped";
    RxPkey "packets with another partition key, dropped";
    RxMac "frames for another MAC address, dropped";
    RxRequests "requests handed to the responder";
    RxResponses "responses handed to the requester";
    ResponderDuplicate "duplicate requests";
    ResponderSequence "requests ahead of the expected PSN";
    ResponderInvalid "requests refused as invalid (NAK 0x61)";
    ResponderAccess "requests refused for key, bounds or permission (NAK 0x62)";
    ResponderOperational "requests that failed for a local reason (NAK 0x63)";
    ResponderNotReady "requests refused for want of a receive WQE (RNR NAK)";
    ResponderFailedQp "requests dropped because their QP had failed";
    ResponderMessages "request messages executed";
    RequesterMessages "work requests begun";
    RequesterPackets "request packets sent";
    RequesterLocalError "work requests that failed before they were sent";
    RequesterNak "NAKs received";
    RequesterNotReady "RNR NAKs received";
    RequesterTimeout "transport timers that ran out";
    RequesterGhost "responses that match nothing outstanding, ignored";
    RequesterImplied "READs and atomics whose answer was lost, as a later answer shows";
    RequesterAgain "times that a QP went back to send again";
    TxFrames "frames sent";
    TxAcks "acknowledges sent, NAKs included";
    DoorbellOwner "doorbells from a page that does not own the queue, refused";
    DoorbellIndex "doorbells whose index goes backward or past the ring, refused";
    DoorbellUnknown "writes to doorbell pages that are no doorbell, ignored";
    Completions "completion entries written";
    CompletionOverrun "completion queues that overran";
    Events "events written";
    EventOverrun "events dropped for want of room";
    Interrupts "MSI-X messages sent";
    AdminCommands "admin commands executed";
    AdminRefused "admin commands answered with an error";
    PcieUnsupported "PCIe requests answered as unsupported or dropped";
    PcieReadRefused "DMA reads the host refused";
    PcieReadPoisoned "DMA reads with poisoned data";
    PcieReadTimeout "DMA reads without an answer in time";
    PcieReadMalformed "DMA reads with an answer of wrong length or address";
    PcieUnexpected "completions for no outstanding read, dropped";
    PcieWriteDisabled "DMA writes dropped because bus mastering was off";
    RxEthernet "Ethernet frames put into the host's receive ring";
    RxEthernetFull "Ethernet frames dropped because the receive ring, or the way to it, was full";
    RxEthernetLong "Ethernet frames too long for a slot of the receive ring, dropped";
    TxEthernet "Ethernet frames sent from the host's transmit ring";
    TxEthernetBad "slots of the transmit ring without a frame that can be sent, skipped";
    RxVlan "packets of another VLAN than the QP's, or without its tag, dropped";
}
/// log2 of the room for counters.
pub const COUNTER_BITS: usize = 6;
const _: () = assert!(Counter::ALL.len() <= 1 << COUNTER_BITS);
