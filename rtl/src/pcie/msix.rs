//! MSI-X: table, pending bits and moderation of 32 vectors in BAR4 (PCIe digest §1.10, `ferric_layout::interrupt`).
//!
//! - `raise`: a vector to raise, always taken; it becomes pending.
//! - `access`, `data`: the host's accesses; partial writes change only their bytes. One at a time, in order.
//! - `request`, `message`: the memory write that is an interrupt: one DW, through the same ordered stream as the event it tells of, so it
//!   cannot overtake it.
//! - `enable`, `function_mask`: the capability's bits.
//!
//! - `restart`: forgets what is pending or under way, while accesses go on and the table stands. `forget`: masks every vector and sets it to
//!   moderate nothing, as a reset does, while accesses go on.
//!
//! A pending vector is sent once, and is pending no more, as soon as it is neither masked nor held back by moderation. A vector's mask is 1
//! after reset. Moderation: after it was sent, a vector is held back for as many cycles as its register says (in steps of 32, 0 after
//! reset). Accesses and messages take turns, so a message has one address and data of one moment. An interrupt shows as a request three
//! cycles later. Waits for: `data_ready`, `request_ready`, `message_ready`.
use crate::beat::Beat;
use crate::kit::RoundRobin;
use crate::kit::memory::LutRam;
use crate::records::{DmaWrite, Interrupt, RegisterAccess, RegisterData};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// What the registers' addresses begin with, by their lengths.
mod place {
    use ferric_layout::interrupt::{MODERATION, PENDING, TABLE};
    /// Of 16 bits: bits 15 to 9.
    pub const TABLE_PAGE: u64 = TABLE as u64 >> 9;
    /// Bits 15 to 7.
    pub const MODERATION_PAGE: u64 = MODERATION as u64 >> 7;
    /// Bits 15 to 2.
    pub const PENDING_WORD: u64 = PENDING as u64 >> 2;
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum MsixState {
    Idle,
    Access,
    Answer,
    Send,
    Message,
}

#[derive(LogicBlock, Default)]
pub struct Msix {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    pub forget: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub function_mask: Signal<In, Bit>,
    pub raise: Signal<In, Interrupt>,
    pub raise_valid: Signal<In, Bit>,
    pub raise_ready: Signal<Out, Bit>,
    pub access: Signal<In, RegisterAccess>,
    pub access_valid: Signal<In, Bit>,
    pub access_ready: Signal<Out, Bit>,
    pub data: Signal<Out, RegisterData>,
    pub data_valid: Signal<Out, Bit>,
    pub data_ready: Signal<In, Bit>,
    pub request: Signal<Out, DmaWrite>,
    pub request_valid: Signal<Out, Bit>,
    pub request_ready: Signal<In, Bit>,
    pub message: Signal<Out, Beat>,
    pub message_valid: Signal<Out, Bit>,
    pub message_ready: Signal<In, Bit>,
    pub count_interrupts: Signal<Out, Bit>,
    state: DFF<MsixState>,
    current: DFF<RegisterAccess>,
    /// The vector that is looked at.
    vector: DFF<Bits<5>>,
    address_low: LutRam<Bits<32>, 5>,
    address_high: LutRam<Bits<32>, 5>,
    word: LutRam<Bits<32>, 5>,
    interval: LutRam<Bits<32>, 5>,
    mask: DFF<Bits<32>>,
    pending: DFF<Bits<32>>,
    /// Vectors whose interval has been set.
    moderated: DFF<Bits<32>>,
    /// Vectors that were sent not long enough ago, and how much longer.
    held: DFF<Bits<32>>,
    remaining: LutRam<Bits<32>, 5>,
    sweep: DFF<Bits<5>>,
    may: Signal<Local, Bits<32>>,
    turn: RoundRobin<32, 5>,
    vector_bit: Signal<Local, Bits<32>>,
    raised: Signal<Local, Bits<32>>,
    in_table: Signal<Local, Bit>,
    in_moderation: Signal<Local, Bit>,
    old: Signal<Local, Bits<32>>,
    byte0: Signal<Local, Bits<8>>,
    byte1: Signal<Local, Bits<8>>,
    byte2: Signal<Local, Bits<8>>,
    byte3: Signal<Local, Bits<8>>,
    merged: Signal<Local, Bits<32>>,
    write: Signal<Local, Bit>,
    interval_now: Signal<Local, Bits<32>>,
    clear: Signal<Local, Bits<32>>,
    expire: Signal<Local, Bits<32>>,
    answer: DFF<Bits<32>>,
    target: DFF<Bits<64>>,
    payload: DFF<Bits<32>>,
    request_left: DFF<Bit>,
    message_left: DFF<Bit>,
}

impl Logic for Msix {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            current,
            vector,
            mask,
            pending,
            moderated,
            held,
            sweep,
            answer,
            target,
            payload,
            request_left,
            message_left
        );
        self.address_low.clock.next = self.clock.val();
        self.address_high.clock.next = self.clock.val();
        self.word.clock.next = self.clock.val();
        self.interval.clock.next = self.clock.val();
        self.remaining.clock.next = self.clock.val();
        self.turn.clock.next = self.clock.val();
        self.turn.reset.next = self.reset.val();

        // What may be sent.
        self.may.next = 0.into();
        if self.enable.val() && !self.function_mask.val() {
            self.may.next = self.pending.q.val() & !(self.mask.q.val() | self.held.q.val());
        }
        self.turn.request.next = self.may.val();
        self.turn.advance.next = false;

        // The register that is accessed, and what a write makes of it.
        self.vector_bit.next = bits::<32>(1) << self.vector.q.val();
        self.address_low.read_address.next = self.vector.q.val();
        self.address_high.read_address.next = self.vector.q.val();
        self.word.read_address.next = self.vector.q.val();
        self.interval.read_address.next = self.vector.q.val();
        self.interval_now.next = self.interval.read_data.val();
        if !self.moderated.q.val().get_bit(self.vector.q.val().index()) {
            self.interval_now.next = 0.into();
        }
        self.in_table.next =
            self.current.q.val().address.get_bits::<7>(9) == bits_const::<7>(place::TABLE_PAGE);
        self.in_moderation.next = self.current.q.val().address.get_bits::<9>(7)
            == bits_const::<9>(place::MODERATION_PAGE);
        self.old.next = 0.into();
        if self.in_table.val() {
            if self.current.q.val().address.get_bits::<2>(2) == 0 {
                self.old.next = self.address_low.read_data.val();
            }
            if self.current.q.val().address.get_bits::<2>(2) == 1 {
                self.old.next = self.address_high.read_data.val();
            }
            if self.current.q.val().address.get_bits::<2>(2) == 2 {
                self.old.next = self.word.read_data.val();
            }
            if self.current.q.val().address.get_bits::<2>(2) == 3 {
                self.old.next =
                    bit_cast::<32, 1>(bit_cast::<1, 32>(self.mask.q.val() >> self.vector.q.val()));
            }
        }
        if self.in_moderation.val() {
            self.old.next = self.interval_now.val();
        }
        if self.current.q.val().address.get_bits::<14>(2) == bits_const::<14>(place::PENDING_WORD) {
            self.old.next = self.pending.q.val();
        }
        self.byte0.next = self.old.val().get_bits::<8>(0);
        self.byte1.next = self.old.val().get_bits::<8>(8);
        self.byte2.next = self.old.val().get_bits::<8>(16);
        self.byte3.next = self.old.val().get_bits::<8>(24);
        if self.current.q.val().enable.get_bit(0) {
            self.byte0.next = self.current.q.val().data.get_bits::<8>(0);
        }
        if self.current.q.val().enable.get_bit(1) {
            self.byte1.next = self.current.q.val().data.get_bits::<8>(8);
        }
        if self.current.q.val().enable.get_bit(2) {
            self.byte2.next = self.current.q.val().data.get_bits::<8>(16);
        }
        if self.current.q.val().enable.get_bit(3) {
            self.byte3.next = self.current.q.val().data.get_bits::<8>(24);
        }
        self.merged.next = (bits_cat(self.byte3.val())
            + bits_cat(self.byte2.val())
            + bits_cat(self.byte1.val())
            + bits_cat(self.byte0.val()))
        .into();

        // The table's low address bits are always 0.
        self.write.next = (self.state.q.val() == MsixState::Access) && self.current.q.val().write;
        self.address_low.write_address.next = self.vector.q.val();
        self.address_low.write_data.next = self.merged.val() & bits::<32>(0xffff_fffc_u64);
        self.address_low.write.next = false;
        self.address_high.write_address.next = self.vector.q.val();
        self.address_high.write_data.next = self.merged.val();
        self.address_high.write.next = false;
        self.word.write_address.next = self.vector.q.val();
        self.word.write_data.next = self.merged.val();
        self.word.write.next = false;
        self.interval.write_address.next = self.vector.q.val();
        self.interval.write_data.next = self.merged.val();
        self.interval.write.next = self.write.val() && self.in_moderation.val();
        if self.write.val() && self.in_moderation.val() {
            self.moderated.d.next = self.moderated.q.val() | self.vector_bit.val();
        }
        if self.write.val() && self.in_table.val() {
            self.address_low.write.next = self.current.q.val().address.get_bits::<2>(2) == 0;
            self.address_high.write.next = self.current.q.val().address.get_bits::<2>(2) == 1;
            self.word.write.next = self.current.q.val().address.get_bits::<2>(2) == 2;
            if self.current.q.val().address.get_bits::<2>(2) == 3 {
                self.mask.d.next = self.mask.q.val() & !self.vector_bit.val();
                if self.merged.val().get_bit(0) {
                    self.mask.d.next = self.mask.q.val() | self.vector_bit.val();
                }
            }
        }

        // One vector a cycle is looked at: 32 cycles of its time have passed.
        self.remaining.read_address.next = self.sweep.q.val();
        self.remaining.write.next = true;
        self.remaining.write_address.next = self.sweep.q.val();
        self.remaining.write_data.next = self.remaining.read_data.val() - 32;
        self.sweep.d.next = self.sweep.q.val() + 1;
        self.expire.next = 0.into();
        if self.remaining.read_data.val() <= 32 {
            self.expire.next = bits::<32>(1) << self.sweep.q.val();
        }

        self.access_ready.next = false;
        self.data_valid.next = false;
        self.count_interrupts.next = false;
        self.clear.next = 0.into();
        self.held.d.next = self.held.q.val() & !self.expire.val();
        match self.state.q.val() {
            MsixState::Idle => {
                self.access_ready.next = true;
                self.current.d.next = self.access.val();
                if self.access_valid.val() {
                    self.state.d.next = MsixState::Access;
                    self.vector.d.next = self.access.val().address.get_bits::<5>(4);
                    if self.access.val().address.get_bits::<9>(7)
                        == bits_const::<9>(place::MODERATION_PAGE)
                    {
                        self.vector.d.next = self.access.val().address.get_bits::<5>(2);
                    }
                } else if self.turn.valid.val() {
                    self.turn.advance.next = true;
                    self.vector.d.next = self.turn.grant.val();
                    self.state.d.next = MsixState::Send;
                }
            }
            MsixState::Access => {
                self.answer.d.next = self.old.val();
                self.state.d.next = MsixState::Answer;
                if self.current.q.val().write {
                    self.state.d.next = MsixState::Idle;
                }
            }
            MsixState::Answer => {
                self.data_valid.next = true;
                if self.data_ready.val() {
                    self.state.d.next = MsixState::Idle;
                }
            }
            MsixState::Send => {
                self.clear.next = self.vector_bit.val();
                self.target.d.next = (bits_cat(self.address_high.read_data.val())
                    + bits_cat(self.address_low.read_data.val()))
                .into();
                self.payload.d.next = self.word.read_data.val();
                self.request_left.d.next = true;
                self.message_left.d.next = true;
                self.count_interrupts.next = true;
                self.state.d.next = MsixState::Message;
                // The look at other vectors waits a cycle.
                self.sweep.d.next = self.sweep.q.val();
                self.remaining.write_address.next = self.vector.q.val();
                self.remaining.write_data.next = self.interval_now.val();
                if self.interval_now.val() != 0 {
                    self.held.d.next = self.held.q.val() | self.vector_bit.val();
                }
            }
            MsixState::Message => {
                if self.request_ready.val() {
                    self.request_left.d.next = false;
                }
                if self.message_ready.val() {
                    self.message_left.d.next = false;
                }
                if (self.request_ready.val() || !self.request_left.q.val())
                    && (self.message_ready.val() || !self.message_left.q.val())
                {
                    self.state.d.next = MsixState::Idle;
                }
            }
            _ => {
                self.state.d.next = MsixState::Idle;
            }
        }
        self.data.next.data = self.answer.q.val();
        self.request.next.address = self.target.q.val();
        self.request.next.length = 4.into();
        self.request_valid.next = self.request_left.q.val();
        self.message.next.data = bit_cast::<512, 32>(self.payload.q.val());
        self.message.next.last = true;
        self.message_valid.next = self.message_left.q.val();

        // A vector that is raised while it is sent is pending again.
        self.raised.next = 0.into();
        if self.raise_valid.val() {
            self.raised.next = bits::<32>(1) << self.raise.val().vector;
        }
        self.raise_ready.next = true;
        self.pending.d.next = (self.pending.q.val() & !self.clear.val()) | self.raised.val();

        if self.reset.val() {
            self.state.d.next = MsixState::Idle;
        }
        if self.restart.val()
            && ((self.state.q.val() == MsixState::Send)
                || (self.state.q.val() == MsixState::Message))
        {
            self.state.d.next = MsixState::Idle;
        }
        if self.reset.val() || self.forget.val() {
            self.mask.d.next = bits::<32>(0xffff_ffff_u64);
            self.moderated.d.next = 0.into();
        }
        if self.reset.val() || self.restart.val() {
            self.pending.d.next = 0.into();
            self.held.d.next = 0.into();
            self.request_left.d.next = false;
            self.message_left.d.next = false;
        }
    }
}
