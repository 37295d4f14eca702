//! The next packet of a READ's answer (digest §7): which bytes, and which opcode.
//!
//! Everything follows the inputs in the same cycle. `cursor` packets have been sent before; `begun` says that the last of them was sent
//! since the answer was begun or begun again, so that this one is not a First.
use super::flow::Slot;
use ferric_emit::kernel::*;
use ferric_layout::opcode::{opcode, operation, transport};
use rust_hdl::prelude::*;

const FIRST: u8 = opcode(transport::RC, operation::READ_RESPONSE_FIRST);
const MIDDLE: u8 = opcode(transport::RC, operation::READ_RESPONSE_MIDDLE);
const LAST: u8 = opcode(transport::RC, operation::READ_RESPONSE_LAST);
const ONLY: u8 = opcode(transport::RC, operation::READ_RESPONSE_ONLY);

#[derive(LogicBlock, Default)]
pub struct Cut {
    pub slot: Signal<In, Slot>,
    pub cursor: Signal<In, Bits<24>>,
    pub begun: Signal<In, Bit>,
    pub pmtu: Signal<In, Bits<3>>,
    pub opcode: Signal<Out, Bits<8>>,
    pub psn: Signal<Out, Bits<24>>,
    pub va: Signal<Out, Bits<64>>,
    /// Bytes of the READ from this packet on.
    pub rest: Signal<Out, Bits<32>>,
    pub length: Signal<Out, Bits<13>>,
    pub last: Signal<Out, Bit>,
    size: Signal<Local, Bits<32>>,
    blocks: Signal<Local, Bits<32>>,
    offset: Signal<Local, Bits<32>>,
    left: Signal<Local, Bits<32>>,
    ends: Signal<Local, Bit>,
}

impl Logic for Cut {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_cut");
        self.size.next = bits::<32>(128) << self.pmtu.val();
        self.blocks.next =
            (bits_cat(bits::<1>(0)) + bits_cat(self.cursor.val()) + bits_cat(bits::<7>(0))).into();
        self.offset.next = self.blocks.val() << self.pmtu.val();
        self.left.next = self.slot.val().operand.get_bits::<32>(0) - self.offset.val();
        self.ends.next = self.left.val() <= self.size.val();
        self.psn.next = self.slot.val().psn + self.cursor.val();
        self.va.next = self.slot.val().va + bit_cast::<64, 32>(self.offset.val());
        self.rest.next = self.left.val();
        self.last.next = self.ends.val();
        self.length.next = self.size.val().get_bits::<13>(0);
        if self.ends.val() {
            self.length.next = self.left.val().get_bits::<13>(0);
        }
        self.opcode.next = bits_const::<8>(MIDDLE).into();
        if !self.begun.val() && self.ends.val() {
            self.opcode.next = bits_const::<8>(ONLY).into();
        } else if !self.begun.val() {
            self.opcode.next = bits_const::<8>(FIRST).into();
        } else if self.ends.val() {
            self.opcode.next = bits_const::<8>(LAST).into();
        }
    }
}
