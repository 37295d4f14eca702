//! Every reliable-connection scenario that was recorded of the Linux kernel's driver, played at the card in both roles: the recorded
//! client's requests at its responder, the recorded server's answers at its requester. Opcode, PSN, syndrome, MSN, addresses and payload of
//! each packet are compared with the kernel's, and memory and completions with the programs' log.
//!
//! The recordings over IPv4 are looked for in `FERRIC_CAPTURES`, else in `shared/rxe/captures` beside the workspace; without any, those tests
//! fail. Those over IPv6 are in `testbench/recordings/ipv6`, with how they were made.
mod books;
mod departures;
mod packet;
mod player;
mod recording;
mod requester;
mod responder;
mod stage;

use ferric_layout::counter::Counter;
use ferric_testbench::link::frame::Roce;
use ferric_testbench::recordings;
use packet::Translation;
use recording::{Over, Recording};
use stage::{CARD_MAC, Stage};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The card that the scenarios share; one that failed leaves only its own queue pair behind.
fn stage() -> MutexGuard<'static, Stage> {
    static STAGE: OnceLock<Mutex<Stage>> = OnceLock::new();
    let stage = STAGE.get_or_init(|| Mutex::new(Stage::new()));
    let stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
    stage.until_quiet();
    stage
}

/// Each over IPv4 and over IPv6.
macro_rules! scenarios {
    ($role:ident: $($name:ident)*) => {
        $(#[test]
        fn $name() {
            crate::$role::play(&crate::stage(), crate::Over::Ipv4, stringify!($name));
        })*
        mod ipv6 {
            $(#[test]
            fn $name() {
                crate::$role::play(&crate::stage(), crate::Over::Ipv6, stringify!($name));
            })*
        }
    };
}

/// The card has no unreliable transports: what was recorded of them, over either protocol, finds no queue pair that takes it.
#[test]
fn packets_of_unreliable_transports_are_dropped_and_counted() {
    let stage = stage();
    let connected = Recording::open(Over::Ipv4, "rc_send");
    let part = stage.cast(&connected, false, |builder| builder);
    let translation = Translation {
        mac: CARD_MAC,
        qpn: part.qp.number(),
        ..Translation::default()
    };
    let unreliable = |name: &str| {
        ["uc_", "ud_", "ipv6_"]
            .iter()
            .any(|kind| name.starts_with(kind))
    };
    let all = recordings::all().into_iter();
    let frames: Vec<_> = all
        .filter(|recording| unreliable(&recording.name))
        .flat_map(|recording| recording.frames)
        .collect();
    let v6 = |frame: &&recordings::Frame| Roce::find(&frame.bytes).is_some_and(|place| place.v6);
    assert_ne!(frames.iter().filter(v6).count(), 0, "none is over IPv6");
    let before = stage.count(Counter::RxTransport);
    for frame in &frames {
        stage.send(translation.to_card(&frame.bytes));
        assert_eq!(stage.until_quiet(), [], "nobody answers");
    }
    let dropped = stage.count(Counter::RxTransport) - before;
    assert_eq!(dropped, frames.len() as u64);
}

mod as_responder {
    scenarios! { responder:
        corrupt_icrc dup_ack dup_read_req dup_write loss_ack loss_atomic_ack loss_read_req loss_read_resp_last
        loss_read_resp_middle loss_send_ack loss_write_first loss_write_last loss_write_middle
        mut_req_atomic_misaligned mut_req_becn_fecn mut_req_dmalen_long mut_req_dmalen_short mut_req_dscp_ttl
        mut_req_ecn_ce mut_req_migreq mut_req_no_ackreq mut_req_opcode_first_to_middle mut_req_opcode_middle_to_last
        mut_req_opcode_reserved mut_req_pad3 mut_req_pkey mut_req_pkey_limited mut_req_psn_ahead mut_req_psn_behind
        mut_req_read_len_2g1 mut_req_tver1 mut_req_uc_opcode rc_atomic rc_bad_qpn rc_misaligned rc_nak_after_ok
        rc_nak_atomic_noperm rc_nak_bad_rkey rc_nak_bad_rkey_multi rc_nak_read_noperm rc_nak_read_oob
        rc_nak_send_too_long rc_pipelined rc_psn_wrap rc_psn_wrap_last rc_read rc_rnr_exceeded rc_rnr_multi
        rc_rnr_then_ok rc_send rc_send_imm rc_send_inv rc_send_solicited rc_sizes_read_mtu1024 rc_sizes_read_mtu2048
        rc_sizes_read_mtu256 rc_sizes_send_mtu1024 rc_sizes_send_mtu256 rc_sizes_send_mtu4096 rc_sizes_send_mtu512
        rc_sizes_write_imm_mtu256 rc_sizes_write_imm_mtu4096 rc_sizes_write_mtu1024 rc_sizes_write_mtu2048
        rc_sizes_write_mtu4096 rc_sizes_write_mtu512 rc_write rc_write_imm rc_zero_len reorder_read_resp reorder_write
    }
}

mod as_requester {
    scenarios! { requester:
        corrupt_icrc dup_ack dup_read_req dup_write loss_ack loss_all loss_atomic_ack loss_read_req
        loss_read_resp_last loss_read_resp_middle loss_send_ack loss_write_first loss_write_last loss_write_middle
        mut_ack_credits0 mut_ack_msn mut_ack_nak_inv_rd mut_ack_nak_inv_req mut_ack_nak_psn mut_ack_nak_rem_access
        mut_ack_nak_rem_op mut_ack_psn_past mut_ack_reserved_syndrome mut_rsp_ack_is_atomic_ack mut_rsp_read_is_ack
        mut_rsp_read_opcode_first_to_only rc_atomic rc_bad_qpn rc_misaligned rc_nak_after_ok rc_nak_atomic_noperm
        rc_nak_bad_rkey rc_nak_bad_rkey_multi rc_nak_read_noperm rc_nak_read_oob rc_nak_send_too_long rc_pipelined
        rc_psn_wrap rc_psn_wrap_last rc_read rc_rnr_exceeded rc_rnr_multi rc_rnr_then_ok rc_send rc_send_imm
        rc_send_inv rc_send_solicited rc_sizes_read_mtu1024 rc_sizes_read_mtu2048 rc_sizes_read_mtu256 rc_sizes_send_mtu1024
        rc_sizes_send_mtu256 rc_sizes_send_mtu4096 rc_sizes_send_mtu512 rc_sizes_write_imm_mtu256
        rc_sizes_write_imm_mtu4096 rc_sizes_write_mtu1024 rc_sizes_write_mtu2048 rc_sizes_write_mtu4096
        rc_sizes_write_mtu512 rc_write rc_write_imm rc_zero_len reorder_read_resp reorder_write
    }
}
