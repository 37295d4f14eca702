//! Whether a WQE may be sent now, and with which PSNs. Without registers.
//!
//! - `work`: the WQE. `peer`, `kept`, `far`: its QP's configuration, what the segmenter keeps of it, and its progress.
//! - `begins`: what the segmenter keeps, brought up to its progress. `packets`: PSNs the message takes. `skips`: how many of them are
//!   acknowledged already, in bytes `skip_bytes`; `rest_bytes` are left.
//! - `dropped`: nothing of the QP is sent. `refused`: the WQE fails. `parks`: it waits for READs and atomics. `fits`: so many PSNs may be
//!   outstanding.
//!
//! A QP that goes on (`turn` has stepped) forgets what it had parked; if from its oldest PSN again (`lap` has), its next PSN is the first of
//! its oldest message.
//! The message that begins there is that oldest message, and what of it is acknowledged is not sent again.
use crate::requester::chain::{Progress, WorkItem};
use ferric_emit::kernel::*;
use ferric_layout::work::opcode;
use rust_hdl::prelude::*;

/// PSNs of a QP that may be outstanding.
const PSNS_MAX: u64 = 1 << 23;

/// What the segmenter knows of a QP's configuration.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct SendPeer {
    pub qpn: Bits<24>,
    pub pd: Bits<16>,
    pub pmtu: Bits<3>,
    pub max_rd_atomic: Bits<5>,
}

/// What the segmenter keeps of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Sending {
    /// The next PSN.
    pub psn: Bits<24>,
    /// READs and atomics asked for, modulo 32.
    pub reads: Bits<5>,
    /// Of its progress when it was last here.
    pub turn: Bits<2>,
    pub lap: Bits<2>,
    /// A WQE of it was parked.
    pub parked: Bit,
}

#[derive(LogicBlock, Default)]
pub struct Admit {
    pub work: Signal<In, WorkItem>,
    pub peer: Signal<In, SendPeer>,
    pub kept: Signal<In, Sending>,
    pub far: Signal<In, Progress>,
    pub begins: Signal<Out, Sending>,
    pub packets: Signal<Out, Bits<24>>,
    pub partly: Signal<Out, Bit>,
    pub skips: Signal<Out, Bits<24>>,
    pub skip_bytes: Signal<Out, Bits<32>>,
    pub rest_bytes: Signal<Out, Bits<32>>,
    /// Bytes of a full packet.
    pub most: Signal<Out, Bits<13>>,
    pub fits: Signal<Out, Bit>,
    pub dropped: Signal<Out, Bit>,
    pub refused: Signal<Out, Bit>,
    pub parks: Signal<Out, Bit>,
    /// It is a READ or an atomic, an atomic.
    pub reads: Signal<Out, Bit>,
    pub atomic: Signal<Out, Bit>,
    begun: Signal<Local, Sending>,
    acknowledged: Signal<Local, Bit>,
    behind: Signal<Local, Bits<24>>,
    behind_bytes: Signal<Local, Bits<32>>,
    pmtu: Signal<Local, Bits<13>>,
    rounded: Signal<Local, Bits<32>>,
    quotient: Signal<Local, Bits<32>>,
    count: Signal<Local, Bits<24>>,
    used: Signal<Local, Bits<24>>,
    modifies: Signal<Local, Bit>,
    answered: Signal<Local, Bit>,
    flying: Signal<Local, Bits<5>>,
}

impl Logic for Admit {
    #[hdl_gen]
    fn update(&mut self) {
        self.begun.next = self.kept.val();
        self.begun.next.turn = self.far.val().turn;
        self.begun.next.lap = self.far.val().lap;
        if self.kept.val().turn != self.far.val().turn {
            self.begun.next.parked = false;
        }
        if self.kept.val().lap != self.far.val().lap {
            self.begun.next.psn = self.far.val().first;
            self.begun.next.reads = self.far.val().answered;
        }
        self.begins.next = self.begun.val();
        self.dropped.next = self.far.val().halted || self.begun.val().parked;

        // Packets of the message: its bytes over PMTU, rounded up, and one if there are none.
        self.pmtu.next = bits::<13>(128) << self.peer.val().pmtu;
        self.most.next = self.pmtu.val();
        self.rounded.next = self.work.val().length + bit_cast::<32, 13>(self.pmtu.val() - 1);
        self.quotient.next = (self.rounded.val() >> 7) >> self.peer.val().pmtu;
        self.count.next = self.quotient.val().get_bits::<24>(0);
        if self.work.val().length == 0 {
            self.count.next = 1.into();
        }
        self.packets.next = self.count.val();

        // What of it is acknowledged.
        self.acknowledged.next = (self.begun.val().psn == self.far.val().first)
            && (self.far.val().oldest != self.far.val().first);
        self.partly.next = self.acknowledged.val();
        self.behind.next = 0.into();
        if self.acknowledged.val() {
            self.behind.next = self.far.val().oldest - self.far.val().first;
        }
        self.behind_bytes.next =
            (bit_cast::<32, 24>(self.behind.val()) << 7) << self.peer.val().pmtu;
        self.skips.next = self.behind.val();
        self.skip_bytes.next = self.behind_bytes.val();
        self.rest_bytes.next = self.work.val().length - self.behind_bytes.val();
        self.used.next = self.begun.val().psn - self.far.val().oldest;
        self.fits.next = self.acknowledged.val()
            || ((bit_cast::<25, 24>(self.used.val()) + bit_cast::<25, 24>(self.count.val()))
                <= bits_const::<25>(PSNS_MAX));

        // READs and atomics, and what waits for them.
        self.modifies.next = (self.work.val().opcode == bits_const::<4>(opcode::COMPARE_SWAP))
            || (self.work.val().opcode == bits_const::<4>(opcode::FETCH_ADD));
        self.answered.next =
            self.modifies.val() || (self.work.val().opcode == bits_const::<4>(opcode::READ));
        self.atomic.next = self.modifies.val();
        self.reads.next = self.answered.val();
        self.flying.next = self.begun.val().reads - self.far.val().placed;
        self.refused.next = (self.work.val().status != 0)
            || (self.answered.val() && (self.peer.val().max_rd_atomic == 0));
        self.parks.next = (self.work.val().fence && (self.flying.val() != 0))
            || (self.answered.val() && (self.flying.val() >= self.peer.val().max_rd_atomic));
    }
}
