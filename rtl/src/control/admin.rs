//! The admin queue: fetches commands, hands each to the block that owns its objects, writes what it answers.
//!
//! One command at a time, in order. `read`/`status`/`data` and `write`/`write_data`/`written` are clients of the DMA engine, shared with
//! nobody; `keys`, `rings` and `qps` are executors, each with a command stream and a result stream. A command stays put until its result,
//! so that no executor need copy it. `raise` tells of a completion, after
//! its write has left the card, if the host asked for that.
//!
//! Rules: an unknown opcode or a flag that is not 0 answers an error and the queue lives on; a command that cannot be read stops the
//! queue (`failed`) until the host writes ADMIN_LOG2. A restart in the middle of a command lets the command end, unanswered.
//!
//! Waits: for DMA answers (always come, good or bad), for an executor (each names what bounds it), for room in the event queue.
use super::fields::{BITS, PickPages};
use crate::beat::Beat;
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::admin::{COMMAND, COMPLETION, Status, opcode};
use ferric_layout::event::kind;
use ferric_layout::sizes::ASYNC_EQ;
use rust_hdl::prelude::*;

/// The kernel shifts indices by these.
const _: () = assert!(COMMAND == 1 << 7 && COMPLETION == 1 << 6);
const SUCCESS: u8 = Status::Success as u8;
const UNKNOWN_OPCODE: u8 = Status::UnknownOpcode as u8;
const BAD_ARGUMENT: u8 = Status::BadArgument as u8;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// For a command in the ring.
    Idle,
    /// For the DMA reader to take the request.
    Ask,
    /// For the status of the read.
    Status,
    /// For its first 64 bytes.
    First,
    /// For its second 64 bytes.
    Second,
    /// Looks at the opcode.
    Choose,
    /// For the keys' executor to take the command.
    Keys,
    /// For the rings' executor to take the command.
    Rings,
    /// For the QPs' executor to take the command.
    Qps,
    /// For an executor's result.
    Result,
    /// Looks whether the host still wants an answer.
    Due,
    /// For the DMA writer to take the completion's address.
    Address,
    /// For the DMA writer to take the completion's bytes.
    Bytes,
    /// For the completion to leave the card.
    Written,
    /// For the event queue.
    Raise,
}

#[derive(LogicBlock, Default)]
pub struct Admin {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub command_ring: Signal<In, Bits<64>>,
    pub completion_ring: Signal<In, Bits<64>>,
    pub log2: Signal<In, Bits<4>>,
    pub tell: Signal<In, Bit>,
    pub producer: Signal<In, Bits<16>>,
    pub restart: Signal<In, Bit>,
    pub consumer: Signal<Out, Bits<16>>,
    pub failed: Signal<Out, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub write: Signal<Out, DmaWrite>,
    pub write_valid: Signal<Out, Bit>,
    pub write_ready: Signal<In, Bit>,
    pub write_data: Signal<Out, Beat>,
    pub write_data_valid: Signal<Out, Bit>,
    pub write_data_ready: Signal<In, Bit>,
    pub written: Signal<In, Bits<16>>,
    /// To every executor; each has its own valid.
    pub command: Signal<Out, AdminCommand>,
    pub keys_valid: Signal<Out, Bit>,
    pub keys_ready: Signal<In, Bit>,
    pub rings_valid: Signal<Out, Bit>,
    pub rings_ready: Signal<In, Bit>,
    pub qps_valid: Signal<Out, Bit>,
    pub qps_ready: Signal<In, Bit>,
    pub keys_result: Signal<In, AdminResult>,
    pub keys_result_valid: Signal<In, Bit>,
    pub keys_result_ready: Signal<Out, Bit>,
    pub rings_result: Signal<In, AdminResult>,
    pub rings_result_valid: Signal<In, Bit>,
    pub rings_result_ready: Signal<Out, Bit>,
    pub qps_result: Signal<In, AdminResult>,
    pub qps_result_valid: Signal<In, Bit>,
    pub qps_result_ready: Signal<Out, Bit>,
    pub raise: Signal<Out, Event>,
    pub raise_valid: Signal<Out, Bit>,
    pub raise_ready: Signal<In, Bit>,
    pub count_admin_commands: Signal<Out, Bit>,
    pub count_admin_refused: Signal<Out, Bit>,
    pick: PickPages,
    state: DFF<State>,
    error: DFF<Bit>,
    restarting: DFF<Bit>,
    index: DFF<Bits<16>>,
    bytes: DFF<Bits<BITS>>,
    result: DFF<AdminResult>,
    issued: DFF<Bits<16>>,
    slot: Signal<Local, Bits<16>>,
    group: Signal<Local, Bits<4>>,
}

impl Logic for Admin {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, error, restarting, index, bytes, result, issued
        );
        self.pick.i.next = self.bytes.q.val();
        self.slot.next = self.index.q.val() & !(bits::<16>(0xFFFF) << self.log2.val());
        self.group.next = self.pick.o.val().opcode.get_bits::<4>(4);
        self.consumer.next = self.index.q.val();
        self.failed.next = self.error.q.val();

        self.read.next.address =
            self.command_ring.val() + (bit_cast::<64, 16>(self.slot.val()) << 7);
        self.read.next.length = bits_const::<13>(COMMAND).into();
        self.read_valid.next = false;
        self.status_ready.next = false;
        self.data_ready.next = false;
        self.write.next.address =
            self.completion_ring.val() + (bit_cast::<64, 16>(self.slot.val()) << 6);
        self.write.next.length = bits_const::<13>(COMPLETION).into();
        self.write_valid.next = false;
        // The status stands in the place of the flags; the phase bit in the last byte is 1 on the ring's first pass.
        self.write_data.next.data = (bits_cat(bits_const::<7>(0))
            + bits_cat(((self.index.q.val() >> self.log2.val()) & 1) == 0)
            + bits_cat(self.result.q.val().bytes.get_bits::<488>(16))
            + bits_cat(self.result.q.val().status)
            + bits_cat(self.result.q.val().bytes.get_bits::<8>(0)))
        .into();
        self.write_data.next.last = true;
        self.write_data_valid.next = false;
        self.command.next.bytes = self.bytes.q.val();
        self.keys_valid.next = false;
        self.rings_valid.next = false;
        self.qps_valid.next = false;
        self.keys_result_ready.next = false;
        self.rings_result_ready.next = false;
        self.qps_result_ready.next = false;
        self.raise.next.eqn = bits_const::<5>(ASYNC_EQ).into();
        self.raise.next.kind = bits_const::<8>(kind::ADMIN).into();
        self.raise.next.detail = self.result.q.val().status;
        self.raise.next.number = bit_cast::<32, 16>(self.index.q.val());
        self.raise_valid.next = false;
        self.count_admin_commands.next = false;
        self.count_admin_refused.next = false;

        match self.state.q.val() {
            State::Idle => {
                if self.restarting.q.val() {
                    self.restarting.d.next = false;
                    self.error.d.next = false;
                    self.index.d.next = 0.into();
                } else if !self.error.q.val()
                    && (self.log2.val() != 0)
                    && (self.producer.val() != self.index.q.val())
                {
                    self.state.d.next = State::Ask;
                }
            }
            State::Ask => {
                self.read_valid.next = true;
                if self.read_ready.val() {
                    self.state.d.next = State::Status;
                }
            }
            State::Status => {
                self.status_ready.next = true;
                if self.status_valid.val() {
                    self.error.d.next = self.status.val().error != 0;
                    self.state.d.next = State::First;
                }
            }
            State::First => {
                self.data_ready.next = true;
                if self.data_valid.val() {
                    self.bytes.d.next = bit_cast::<BITS, 512>(self.data.val().data);
                    self.state.d.next = State::Second;
                }
            }
            State::Second => {
                self.data_ready.next = true;
                if self.data_valid.val() {
                    self.bytes.d.next = (bits_cat(self.data.val().data)
                        + bits_cat(self.bytes.q.val().get_bits::<512>(0)))
                    .into();
                    self.state.d.next = State::Choose;
                    if self.error.q.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            State::Choose => {
                self.result.d.next.bytes = self.bytes.q.val().get_bits::<512>(0);
                self.result.d.next.status = bits_const::<8>(UNKNOWN_OPCODE).into();
                self.state.d.next = State::Due;
                if self.pick.o.val().flags != 0 {
                    self.result.d.next.status = bits_const::<8>(BAD_ARGUMENT).into();
                } else if self.pick.o.val().opcode == bits_const::<8>(opcode::NOP) {
                    self.result.d.next.status = bits_const::<8>(SUCCESS).into();
                } else if self.group.val() == bits_const::<4>(opcode::WRITE_PAGES >> 4) {
                    self.state.d.next = State::Keys;
                } else if self.group.val() == bits_const::<4>(opcode::CREATE_KEY >> 4) {
                    self.state.d.next = State::Keys;
                } else if self.group.val() == bits_const::<4>(opcode::CREATE_CQ >> 4) {
                    self.state.d.next = State::Rings;
                } else if self.group.val() == bits_const::<4>(opcode::CREATE_EQ >> 4) {
                    self.state.d.next = State::Rings;
                } else if self.group.val() == bits_const::<4>(opcode::CREATE_QP >> 4) {
                    self.state.d.next = State::Qps;
                }
            }
            State::Keys => {
                self.keys_valid.next = true;
                if self.keys_ready.val() {
                    self.state.d.next = State::Result;
                }
            }
            State::Rings => {
                self.rings_valid.next = true;
                if self.rings_ready.val() {
                    self.state.d.next = State::Result;
                }
            }
            State::Qps => {
                self.qps_valid.next = true;
                if self.qps_ready.val() {
                    self.state.d.next = State::Result;
                }
            }
            State::Result => {
                self.keys_result_ready.next = true;
                self.rings_result_ready.next = true;
                self.qps_result_ready.next = true;
                if self.keys_result_valid.val() {
                    self.result.d.next = self.keys_result.val();
                    self.state.d.next = State::Due;
                } else if self.rings_result_valid.val() {
                    self.result.d.next = self.rings_result.val();
                    self.state.d.next = State::Due;
                } else if self.qps_result_valid.val() {
                    self.result.d.next = self.qps_result.val();
                    self.state.d.next = State::Due;
                }
            }
            State::Due => {
                self.state.d.next = State::Address;
                if self.restarting.q.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Address => {
                self.write_valid.next = true;
                if self.write_ready.val() {
                    self.issued.d.next = self.issued.q.val() + 1;
                    self.count_admin_commands.next = self.result.q.val().status == 0;
                    self.count_admin_refused.next = self.result.q.val().status != 0;
                    self.state.d.next = State::Bytes;
                }
            }
            State::Bytes => {
                self.write_data_valid.next = true;
                if self.write_data_ready.val() {
                    self.state.d.next = State::Written;
                }
            }
            State::Written => {
                if self.written.val() == self.issued.q.val() {
                    self.index.d.next = self.index.q.val() + 1;
                    self.state.d.next = State::Idle;
                    if self.tell.val() {
                        self.state.d.next = State::Raise;
                    }
                }
            }
            State::Raise => {
                self.raise_valid.next = true;
                if self.raise_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
        }
        if self.restart.val() {
            self.restarting.d.next = true;
        }
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.error.d.next = false;
            self.restarting.d.next = false;
            self.index.d.next = 0.into();
            self.issued.d.next = 0.into();
        }
    }
}
