//! Takes responses off the wire and says what each means.
//!
//! - `response`: from the wire. `o`: what the sweep has to know of it. Holds 64. The payload goes to where it is delivered, in the same order.
//!
//! Reserved syndromes, NAKs that do not exist, and READ responses and atomic acknowledges whose syndrome is not an acknowledge mean
//! nothing (digest §2, §8); neither does the difference of First and Middle, nor of Last and Only, since the PSN tells it.
use crate::kit::SmallFifo;
use crate::records::ReceivedPacket;
use crate::requester::chain::{Answer, Response};
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::status::{Status, syndrome};
use rust_hdl::prelude::*;

const REMOTE_INVALID_REQUEST: u8 = Status::RemoteInvalidRequest as u8;
const REMOTE_ACCESS: u8 = Status::RemoteAccess as u8;
const REMOTE_OPERATION: u8 = Status::RemoteOperation as u8;
/// Bits of a syndrome that tell its kind.
const KIND: u8 = syndrome::KIND_MASK | syndrome::RESERVED;

#[derive(LogicBlock, Default)]
pub struct Responses {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub response: Signal<In, ReceivedPacket>,
    pub response_valid: Signal<In, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub o: Signal<Out, Response>,
    pub o_valid: Signal<Out, Bit>,
    pub o_ready: Signal<In, Bit>,
    queue: SmallFifo<Response, 6, 7>,
    opcode: Signal<Local, Bits<8>>,
    syndrome: Signal<Local, Bits<8>>,
    acknowledges: Signal<Local, Bit>,
}

impl Logic for Responses {
    #[hdl_gen]
    fn update(&mut self) {
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.o.next = self.queue.o.val();
        self.o_valid.next = self.queue.o_valid.val();
        self.queue.o_ready.next = self.o_ready.val();
        self.queue.i_valid.next = self.response_valid.val();
        self.response_ready.next = self.queue.i_ready.val();
        self.opcode.next = self.response.val().opcode;
        self.syndrome.next = self.response.val().syndrome;
        self.acknowledges.next =
            (self.syndrome.val() & bits_const::<8>(KIND)) == bits_const::<8>(syndrome::KIND_ACK);
        self.queue.i.next.qpn = self.response.val().qpn;
        self.queue.i.next.psn = self.response.val().psn;
        self.queue.i.next.syndrome = self.syndrome.val();
        self.queue.i.next.length = self.response.val().length;
        self.queue.i.next.value = self.response.val().va;
        self.queue.i.next.last = (self.opcode.val()
            != bits_const::<8>(operation::READ_RESPONSE_FIRST))
            && (self.opcode.val() != bits_const::<8>(operation::READ_RESPONSE_MIDDLE));
        self.queue.i.next.kind = Answer::Unknown;
        self.queue.i.next.status = 0.into();
        if self.opcode.val() == bits_const::<8>(operation::ACKNOWLEDGE) {
            if self.acknowledges.val() {
                self.queue.i.next.kind = Answer::Acknowledge;
            } else if (self.syndrome.val() & bits_const::<8>(KIND))
                == bits_const::<8>(syndrome::KIND_RNR)
            {
                self.queue.i.next.kind = Answer::NotReady;
            } else if self.syndrome.val() == bits_const::<8>(syndrome::NAK_SEQUENCE) {
                self.queue.i.next.kind = Answer::Sequence;
            } else if self.syndrome.val() == bits_const::<8>(syndrome::NAK_INVALID_REQUEST) {
                self.queue.i.next.kind = Answer::Refused;
                self.queue.i.next.status = bits_const::<8>(REMOTE_INVALID_REQUEST).into();
            } else if self.syndrome.val() == bits_const::<8>(syndrome::NAK_REMOTE_ACCESS) {
                self.queue.i.next.kind = Answer::Refused;
                self.queue.i.next.status = bits_const::<8>(REMOTE_ACCESS).into();
            } else if self.syndrome.val() == bits_const::<8>(syndrome::NAK_REMOTE_OPERATIONAL) {
                self.queue.i.next.kind = Answer::Refused;
                self.queue.i.next.status = bits_const::<8>(REMOTE_OPERATION).into();
            }
        } else if (self.opcode.val() == bits_const::<8>(operation::ATOMIC_ACKNOWLEDGE))
            && self.acknowledges.val()
        {
            self.queue.i.next.kind = Answer::Atomic;
        } else if (self.opcode.val() == bits_const::<8>(operation::READ_RESPONSE_MIDDLE))
            || (((self.opcode.val() == bits_const::<8>(operation::READ_RESPONSE_FIRST))
                || (self.opcode.val() == bits_const::<8>(operation::READ_RESPONSE_LAST))
                || (self.opcode.val() == bits_const::<8>(operation::READ_RESPONSE_ONLY)))
                && self.acknowledges.val())
        {
            self.queue.i.next.kind = Answer::Data;
        }
    }
}
