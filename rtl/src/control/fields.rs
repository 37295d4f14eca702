//! Admin commands as records: each block here is pure wiring from the 128 bytes of a command to the fields `ferric_layout::admin` names.
use core::mem::offset_of;
use ferric_emit::build::{Code, sig};
use ferric_layout::admin::{COMMAND, CreateKey, CreateRing, Qp, WritePages};
use rust_hdl::prelude::*;

/// Bits of a command.
pub const BITS: usize = 8 * COMMAND;

/// A record and the block that picks its fields out of a command. `little` fields are little-endian numbers, `wire` fields are bytes in
/// wire order, whose first becomes the most significant.
macro_rules! fields {
    ($(#[$doc:meta])* $record:ident, $block:ident, $module:literal, $layout:ident
        { $($field:ident: $width:literal $order:ident $($path:ident).+,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
        pub struct $record { $(pub $field: Bits<$width>,)* }

        /// Picks the record of the same name out of a command.
        #[derive(LogicBlock, Default)]
        pub struct $block {
            pub i: Signal<In, Bits<BITS>>,
            pub o: Signal<Out, $record>,
        }
        impl Logic for $block {
            fn update(&mut self) {
                let i = self.i.val();
                self.o.next = $record {
                    $($field: fields!(@$order i.get_bits::<$width>(8 * offset_of!($layout, $($path).+)), $width),)*
                };
            }
            fn connect(&mut self) {
                self.o.connect();
            }
            fn hdl(&self) -> Verilog {
                let mut code = Code::new($module);
                $(code = fields!(@code $order code, stringify!($field), 8 * offset_of!($layout, $($path).+), $width);)*
                code.hdl()
            }
        }
    };
    (@little $bits:expr, $width:literal) => { $bits };
    (@wire $bits:expr, $width:literal) => {{
        let bits: Bits<$width> = $bits;
        (0..$width / 8).fold(Bits::<$width>::default(), |to, k| {
            let byte = bit_cast::<$width, 8>(bits.get_bits::<8>(8 * k));
            to | (byte << ($width - 8 - 8 * k) as u64)
        })
    }};
    (@code little $code:ident, $field:expr, $at:expr, $width:literal) => {
        $code.set(format!("o$next${}", $field), sig("i").part($at as u64, $width))
    };
    (@code wire $code:ident, $field:expr, $at:expr, $width:literal) => {
        $code.each($width / 8, |code, k| {
            code.set_part(format!("o$next${}", $field), $width - 8 - 8 * k, 8, sig("i").part(($at + 8 * k) as u64, 8))
        })
    };
}

fields! {
    /// `ferric_layout::admin::WritePages`; its first four fields head every command.
    PagesFields, PickPages, "admin_pages", WritePages {
        opcode: 8 little header.opcode,
        flags: 8 little header.flags,
        tag: 16 little header.tag,
        number: 32 little header.number,
        count: 32 little count,
        list: 64 little list,
    }
}
fields! {
    /// `ferric_layout::admin::CreateKey`.
    KeyFields, PickKey, "admin_key", CreateKey {
        opcode: 8 little header.opcode,
        number: 32 little header.number,
        pd: 32 little pd,
        access: 8 little access,
        page_shift: 8 little page_shift,
        tag: 8 little tag,
        va: 64 little va,
        length: 64 little length,
        first_page: 32 little first_page,
        page_count: 32 little page_count,
        offset: 32 little offset,
    }
}
fields! {
    /// `ferric_layout::admin::CreateRing`.
    RingFields, PickRing, "admin_ring", CreateRing {
        opcode: 8 little header.opcode,
        number: 32 little header.number,
        page: 32 little page,
        log2: 8 little log2,
        eqn: 8 little eqn,
        ring: 64 little ring,
    }
}
fields! {
    /// `ferric_layout::admin::Qp`.
    QpFields, PickQp, "admin_qp", Qp {
        opcode: 8 little header.opcode,
        number: 32 little header.number,
        pd: 32 little pd,
        state: 8 little state,
        transport: 8 little transport,
        page: 8 little page,
        access: 8 little access,
        send_ring: 64 little send_ring,
        receive_ring: 64 little receive_ring,
        send_log2: 8 little send_log2,
        receive_log2: 8 little receive_log2,
        pmtu: 8 little pmtu,
        min_rnr_timer: 8 little min_rnr_timer,
        timeout: 8 little timeout,
        retry_count: 8 little retry_count,
        rnr_retry: 8 little rnr_retry,
        max_rd_atomic: 8 little max_rd_atomic,
        max_dest_rd_atomic: 8 little max_dest_rd_atomic,
        hop_limit: 8 little hop_limit,
        traffic_class: 8 little traffic_class,
        ipv6: 8 little ipv6,
        send_cqn: 16 little send_cqn,
        receive_cqn: 16 little receive_cqn,
        peer_qpn: 32 little peer_qpn,
        send_psn: 32 little send_psn,
        receive_psn: 32 little receive_psn,
        flow_label: 32 little flow_label,
        destination_gid: 128 wire destination_gid,
        source_gid: 128 wire source_gid,
        destination_mac: 48 wire destination_mac,
        udp_source_port: 16 little udp_source_port,
        vlan_tci: 16 little vlan_tci,
        pkey: 16 little pkey,
        vlan: 8 little vlan,
    }
}
