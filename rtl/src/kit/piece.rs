//! The pieces of a packet's payload, and the beats that each of them fills.
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// A run of payload bytes that has a place of its own in memory.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Piece {
    /// Bytes, 1 to 4096.
    pub length: Bits<13>,
    /// The last piece of its packet.
    pub last: Bit,
}

/// One beat's worth of a piece.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Slice {
    /// 1 to 64.
    pub bytes: Bits<7>,
    pub ends_piece: Bit,
    pub ends_packet: Bit,
}

/// Cuts pieces into beats: a slice of 64 bytes each, the last of a piece with what remains.
///
/// A slice a cycle, with none lost between pieces; the first stands one cycle after its piece was taken. Every output, and `piece_ready`
/// but for `o_ready`, comes from registers. A piece of length 0, which nobody may send, counts as one of one byte, so that it cannot hang.
#[derive(LogicBlock, Default)]
pub struct PieceCutter {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub piece: Signal<In, Piece>,
    pub piece_valid: Signal<In, Bit>,
    pub piece_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Slice>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    /// Bytes of the piece that are not cut yet, less one.
    rest: DFF<Bits<12>>,
    last: DFF<Bit>,
    busy: DFF<Bit>,
    ends: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
}

impl Logic for PieceCutter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, rest, last, busy);
        self.ends.next = self.rest.q.val().get_bits::<6>(6) == 0;
        self.o.next.bytes = bits_const::<7>(64).into();
        if self.ends.val() {
            self.o.next.bytes = bit_cast::<7, 6>(self.rest.q.val().get_bits::<6>(0)) + 1;
        }
        self.o.next.ends_piece = self.ends.val();
        self.o.next.ends_packet = self.ends.val() && self.last.q.val();
        self.o_valid.next = self.busy.q.val();

        self.free.next = !self.busy.q.val() || (self.o_ready.val() && self.ends.val());
        self.piece_ready.next = self.free.val();
        if self.busy.q.val() && self.o_ready.val() {
            self.rest.d.next = self.rest.q.val() - 64;
        }
        if self.free.val() {
            self.busy.d.next = self.piece_valid.val();
            self.last.d.next = self.piece.val().last;
            self.rest.d.next = bit_cast::<12, 13>(self.piece.val().length - 1);
            if self.piece.val().length == 0 {
                self.rest.d.next = 0.into();
            }
        }
        if self.reset.val() {
            self.busy.d.next = false;
        }
    }
}
