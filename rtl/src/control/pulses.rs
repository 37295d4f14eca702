//! One wire for each counter, gathered in the order of `ferric_layout::counter::Counter`. Pure wiring.
use ferric_emit::build::{Code, lit_w, sig};
use ferric_layout::counter::COUNTER_BITS;
use rust_hdl::prelude::*;

const BITS: usize = 1 << COUNTER_BITS;

macro_rules! pulses {
    ($($name:ident)*) => {
        #[derive(LogicBlock, Default)]
        pub struct Pulses {
            $(pub $name: Signal<In, Bit>,)*
            pub o: Signal<Out, Bits<BITS>>,
        }
        impl Pulses {
            /// The wires' names, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }
        impl Logic for Pulses {
            fn update(&mut self) {
                let wires = [$(self.$name.val()),*];
                self.o.next = wires.iter().enumerate().fold(Bits::default(), |o, (k, wire)| o.replace_bit(k, *wire));
            }
            fn connect(&mut self) {
                self.o.connect();
            }
            fn hdl(&self) -> Verilog {
                let none = Code::new("pulses").set("o", lit_w(0, BITS));
                let all = Self::NAMES.iter().enumerate();
                all.fold(none, |code, (k, name)| code.set_part("o", k, 1, sig(*name))).hdl()
            }
        }
    };
}
pulses! {
    rx_frames
    rx_good
    rx_mac_error
    rx_buffer_full
    rx_not_roce
    rx_runt
    rx_ip_header
    rx_length
    rx_icrc
    rx_bth_version
    rx_opcode
    rx_qpn
    rx_qp_state
    rx_transport
    rx_address
    rx_pkey
    rx_mac
    rx_requests
    rx_responses
    responder_duplicate
    responder_sequence
    responder_invalid
    responder_access
    responder_operational
    responder_not_ready
    responder_failed_qp
    responder_messages
    requester_messages
    requester_packets
    requester_local_error
    requester_nak
    requester_not_ready
    requester_timeout
    requester_ghost
    requester_implied
    requester_again
    tx_frames
    tx_acks
    doorbell_owner
    doorbell_index
    doorbell_unknown
    completions
    completion_overrun
    events
    event_overrun
    interrupts
    admin_commands
    admin_refused
    pcie_unsupported
    pcie_read_refused
    pcie_read_poisoned
    pcie_read_timeout
    pcie_read_malformed
    pcie_unexpected
    pcie_write_disabled
    rx_ethernet
    rx_ethernet_full
    rx_ethernet_long
    tx_ethernet
    tx_ethernet_bad
    rx_vlan
}

#[cfg(test)]
mod tests {
    use super::Pulses;
    use ferric_layout::counter::Counter;

    #[test]
    fn pulses_stand_in_the_order_of_the_counters() {
        let snake = |name: &str| {
            let parts = name.chars().map(|c| {
                if c.is_uppercase() {
                    format!("_{}", c.to_ascii_lowercase())
                } else {
                    c.to_string()
                }
            });
            parts
                .collect::<String>()
                .trim_start_matches('_')
                .to_string()
        };
        let counters: Vec<_> = Counter::ALL.iter().map(|c| snake(c.name())).collect();
        assert_eq!(Pulses::NAMES, counters);
    }
}
