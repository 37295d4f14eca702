//! Where the bytes of reads wait until they are whole: 2048 rows of 64 bytes, in 64 banks of a byte each.
//!
//! A piece is up to 64 bytes of `data`, turned down by `turn` bytes and written from byte `start` of its part on, into two rows if need be:
//! since each bank has an address of its own, that is one write. Two pieces of one beat are written together if no bank is in both
//! (`ReadPlacer` sees to that). Bytes can be read four cycles after their piece was given; a row stands two cycles after its address.
use super::Piece;
use crate::kit::bytes::ByteMask;
use crate::kit::{RotateRegistered, Table};
use crate::pcie::join::Join;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;
use std::array::from_fn;

/// Which banks a piece goes to, and in which rows.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Target {
    pub banks: Bits<64>,
    /// The banks that are in the row after.
    pub wrapped: Bits<64>,
    pub row: Bits<11>,
    pub row_after: Bits<11>,
}

/// Works out a piece's target, in the same cycle.
#[derive(LogicBlock, Default)]
struct Aim {
    pub piece: Signal<In, Piece>,
    pub target: Signal<Out, Target>,
    from: ByteMask,
    stop: ByteMask,
    sum: Signal<Local, Bits<7>>,
    row: Signal<Local, Bits<9>>,
    after: Signal<Local, Bits<9>>,
}

impl Logic for Aim {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next =
            bit_cast::<7, 6>(self.piece.val().start.get_bits::<6>(0)) + self.piece.val().count;
        self.from.count.next = bit_cast::<7, 6>(self.piece.val().start.get_bits::<6>(0));
        self.stop.count.next = self.sum.val();
        self.target.next.banks = self.stop.o.val() & !self.from.o.val();
        if self.sum.val() > 64 {
            self.stop.count.next = self.sum.val() - 64;
            self.target.next.banks = self.stop.o.val() | !self.from.o.val();
        }
        self.target.next.wrapped = self.from.o.val();
        // The last quarter is two parts of 256 rows: there the part's low bit is the row's bit 8.
        self.row.next = self.piece.val().start.get_bits::<9>(6);
        self.after.next = self.piece.val().start.get_bits::<9>(6) + 1;
        self.target.next.row =
            (bits_cat(self.piece.val().part.get_bits::<2>(1)) + bits_cat(self.row.val())).into();
        self.target.next.row_after =
            (bits_cat(self.piece.val().part.get_bits::<2>(1)) + bits_cat(self.after.val())).into();
        if self.piece.val().part.get_bits::<2>(1).all() {
            self.target.next.row = (bits_cat(self.piece.val().part)
                + bits_cat(self.piece.val().start.get_bits::<8>(6)))
            .into();
            self.target.next.row_after = (bits_cat(self.piece.val().part)
                + bits_cat(self.after.val().get_bits::<8>(0)))
            .into();
        }
    }
}

#[derive(LogicBlock)]
pub struct ReadBuffer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub data: Signal<In, Bits<512>>,
    pub first: Signal<In, Piece>,
    pub second: Signal<In, Piece>,
    pub read_row: Signal<In, Bits<11>>,
    pub row: Signal<Out, Bits<512>>,
    first_turn: RotateRegistered,
    second_turn: RotateRegistered,
    first_aim: Aim,
    second_aim: Aim,
    // The targets, while the bytes turn.
    first_target: [DFF<Target>; 2],
    second_target: [DFF<Target>; 2],
    bank: [Table<Bits<8>, 11>; 64],
    lanes: Join<64, 8, 512>,
    out: DFF<Bits<512>>,
}

impl Default for ReadBuffer {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            data: Default::default(),
            first: Default::default(),
            second: Default::default(),
            read_row: Default::default(),
            row: Default::default(),
            first_turn: Default::default(),
            second_turn: Default::default(),
            first_aim: Default::default(),
            second_aim: Default::default(),
            first_target: from_fn(|_| Default::default()),
            second_target: from_fn(|_| Default::default()),
            bank: from_fn(|_| Default::default()),
            lanes: Default::default(),
            out: Default::default(),
        }
    }
}

impl Logic for ReadBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, out);
        self.first_turn.clock.next = self.clock.val();
        self.second_turn.clock.next = self.clock.val();
        self.first_turn.i.next = self.data.val();
        self.first_turn.by.next = self.first.val().turn;
        self.second_turn.i.next = self.data.val();
        self.second_turn.by.next = self.second.val().turn;
        self.first_aim.piece.next = self.first.val();
        self.second_aim.piece.next = self.second.val();
        for k in 0..2 {
            self.first_target[k].clock.next = self.clock.val();
            self.second_target[k].clock.next = self.clock.val();
        }
        self.first_target[0].d.next = self.first_aim.target.val();
        self.second_target[0].d.next = self.second_aim.target.val();
        self.first_target[1].d.next = self.first_target[0].q.val();
        self.second_target[1].d.next = self.second_target[0].q.val();

        for k in 0..64 {
            self.bank[k].clock.next = self.clock.val();
            self.bank[k].write.next = (self.first_target[1].q.val()).banks.get_bit(k)
                || (self.second_target[1].q.val()).banks.get_bit(k);
            self.bank[k].write_data.next = self.first_turn.o.val().get_bits::<8>(8 * k);
            self.bank[k].write_address.next = (self.first_target[1].q.val()).row;
            if (self.first_target[1].q.val()).wrapped.get_bit(k) {
                self.bank[k].write_address.next = (self.first_target[1].q.val()).row_after;
            }
            if (self.second_target[1].q.val()).banks.get_bit(k) {
                self.bank[k].write_data.next = self.second_turn.o.val().get_bits::<8>(8 * k);
                self.bank[k].write_address.next = (self.second_target[1].q.val()).row;
                if (self.second_target[1].q.val()).wrapped.get_bit(k) {
                    self.bank[k].write_address.next = (self.second_target[1].q.val()).row_after;
                }
            }
            self.bank[k].read_address.next = self.read_row.val();
            self.lanes.i[k].next = self.bank[k].read_data.val();
        }
        self.out.d.next = self.lanes.o.val();
        self.row.next = self.out.q.val();
        if self.reset.val() {
            self.first_target[0].d.next.banks = 0.into();
            self.first_target[1].d.next.banks = 0.into();
            self.second_target[0].d.next.banks = 0.into();
            self.second_target[1].d.next.banks = 0.into();
        }
    }
}
