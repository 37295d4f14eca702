//! Cuts messages into packets and numbers them.
//!
//! - `work`, `entry`: WQEs with their entries, and markers.
//! - `outstanding`: a message, before its first packet; also one of a bad WQE, and markers that concern the outstanding table.
//! - `piece`: the runs of payload in local memory, in order. `packet`: the packets, each after its last piece; and all markers.
//! - `oldest`: the PSN before which everything of a QP is acknowledged, as it moves. `stopping`: a QP whose message is cut short.
//!
//! A packet holds PMTU bytes, the message's last one what remains, 1 at least; a message of no bytes is one packet without payload. RETH on
//! the first packet of a WRITE, immediate and solicited event on the last, an acknowledge asked for on the last and on every 64th
//! (digest §3, §8). At most 2^23 PSNs of a QP are outstanding (digest §5): a message that would take it further waits for acknowledges,
//! which come, or the transport timer fails the QP, and then its message is cut short.
//!
//! Owns the next PSN of each QP: read when the message begins and written back in the next cycle, one message at a time, so a read never
//! meets a write. A message takes two cycles and one for each piece; a packet without pieces one.
use crate::kit::{SmallFifo, Table};
use crate::queue::wqe::Entry;
use crate::records::QpWrite;
use crate::requester::chain::{Chain, LocalPiece, Outstanding, QpPsn, RequestPacket, WorkItem};
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::work::opcode;
use rust_hdl::prelude::*;

/// PSNs of a QP that may be outstanding.
const PSNS_MAX: u64 = 1 << 23;
/// From a SEND's operation to the WRITE's in the same place of its message.
const WRITE_FROM_SEND: u64 = (operation::WRITE_FIRST - operation::SEND_FIRST) as u64;
const _: () = assert!(
    operation::WRITE_ONLY_IMMEDIATE - operation::SEND_ONLY_IMMEDIATE == WRITE_FROM_SEND as u8
);

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Peer {
    pub qpn: Bits<24>,
    pub pd: Bits<16>,
    pub pmtu: Bits<3>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Waits for work.
    Work,
    /// The tables answer; waits for room, and for the PSN window.
    Begin,
    /// Sends packets.
    Packets,
    /// Drops the entries that are left.
    Discard,
}

#[derive(LogicBlock, Default)]
pub struct Segment {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub work: Signal<In, WorkItem>,
    pub work_valid: Signal<In, Bit>,
    pub work_ready: Signal<Out, Bit>,
    pub entry: Signal<In, Entry>,
    pub entry_valid: Signal<In, Bit>,
    pub entry_ready: Signal<Out, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub oldest: Signal<In, QpPsn>,
    pub oldest_valid: Signal<In, Bit>,
    pub stopping: Signal<In, Bits<10>>,
    pub stopping_valid: Signal<In, Bit>,
    pub outstanding: Signal<Out, Outstanding>,
    pub outstanding_valid: Signal<Out, Bit>,
    pub outstanding_ready: Signal<In, Bit>,
    pub piece: Signal<Out, LocalPiece>,
    pub piece_valid: Signal<Out, Bit>,
    pub piece_ready: Signal<In, Bit>,
    pub packet: Signal<Out, RequestPacket>,
    pub packet_valid: Signal<Out, Bit>,
    pub packet_ready: Signal<In, Bit>,
    pub count_requester_messages: Signal<Out, Bit>,
    pieces: SmallFifo<LocalPiece, 3, 4>,
    made: SmallFifo<RequestPacket, 1, 2>,
    entered: SmallFifo<Outstanding, 1, 2>,
    peers: Table<Peer, 10>,
    psns: Table<Bits<24>, 10>,
    window: Table<Bits<24>, 10>,
    state: DFF<State>,
    peer: Signal<Local, Peer>,
    pmtu: Signal<Local, Bits<13>>,
    rounded: Signal<Local, Bits<32>>,
    quotient: Signal<Local, Bits<32>>,
    packets: Signal<Local, Bits<24>>,
    used: Signal<Local, Bits<24>>,
    fits: Signal<Local, Bit>,
    cut: Signal<Local, Bit>,
    peer_qpn: DFF<Bits<24>>,
    pd: DFF<Bits<16>>,
    packet_most: DFF<Bits<13>>,
    psn: DFF<Bits<24>>,
    first: DFF<Bit>,
    /// Packets of the message so far, modulo 64.
    sent: DFF<Bits<6>>,
    /// The packet's length, how much of it has no piece yet, and the message's bytes after it.
    length: DFF<Bits<13>>,
    unplaced: DFF<Bits<13>>,
    after: DFF<Bits<32>>,
    /// The entry that is being used up.
    va: DFF<Bits<64>>,
    key: DFF<Bits<32>>,
    in_entry: DFF<Bits<32>>,
    /// Entries in the queue that belong to this message.
    entries: DFF<Bits<5>>,
    in_memory: DFF<Bit>,
    entry_ends: Signal<Local, Bit>,
    run: Signal<Local, Bits<13>>,
    packet_ends: Signal<Local, Bit>,
    message_ends: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    immediate: Signal<Local, Bit>,
    operation: Signal<Local, Bits<5>>,
    next_bytes: Signal<Local, Bits<32>>,
    next_most: Signal<Local, Bits<13>>,
    next_length: Signal<Local, Bits<13>>,
}

impl Logic for Segment {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            peer_qpn,
            pd,
            packet_most,
            psn,
            first,
            sent,
            length,
            unplaced,
            after,
            va,
            key,
            in_entry,
            entries,
            in_memory
        );
        self.pieces.clock.next = self.clock.val();
        self.pieces.reset.next = self.reset.val();
        self.made.clock.next = self.clock.val();
        self.made.reset.next = self.reset.val();
        self.entered.clock.next = self.clock.val();
        self.entered.reset.next = self.reset.val();
        self.piece.next = self.pieces.o.val();
        self.piece_valid.next = self.pieces.o_valid.val();
        self.pieces.o_ready.next = self.piece_ready.val();
        self.packet.next = self.made.o.val();
        self.packet_valid.next = self.made.o_valid.val();
        self.made.o_ready.next = self.packet_ready.val();
        self.outstanding.next = self.entered.o.val();
        self.outstanding_valid.next = self.entered.o_valid.val();
        self.entered.o_ready.next = self.outstanding_ready.val();
        self.peers.clock.next = self.clock.val();
        self.psns.clock.next = self.clock.val();
        self.window.clock.next = self.clock.val();
        self.peers.write.next = self.qp_write_valid.val();
        self.peers.write_address.next = self.qp_write.val().qpn;
        self.peers.write_data.next.qpn = self.qp_write.val().send.peer_qpn;
        self.peers.write_data.next.pd = self.qp_write.val().send.pd;
        self.peers.write_data.next.pmtu = self.qp_write.val().send.pmtu;
        self.window.write.next = self.oldest_valid.val();
        self.window.write_address.next = self.oldest.val().qpn;
        self.window.write_data.next = self.oldest.val().psn;
        self.peers.read_address.next = self.work.val().qpn;
        self.psns.read_address.next = self.work.val().qpn;
        self.window.read_address.next = self.work.val().qpn;
        self.psns.write.next = false;
        self.psns.write_address.next = self.work.val().qpn;
        self.count_requester_messages.next = false;
        self.work_ready.next = false;
        self.entry_ready.next = false;
        self.entered.i_valid.next = false;
        self.pieces.i_valid.next = false;
        self.made.i_valid.next = false;
        self.cut.next = self.stopping_valid.val() && (self.stopping.val() == self.work.val().qpn);

        // Packets of the message: its bytes over PMTU, rounded up, and one if there are none.
        self.peer.next = self.peers.read_data.val();
        self.pmtu.next = bits::<13>(128) << self.peer.val().pmtu;
        self.rounded.next = self.work.val().length + bit_cast::<32, 13>(self.pmtu.val() - 1);
        self.quotient.next = (self.rounded.val() >> 7) >> self.peer.val().pmtu;
        self.packets.next = self.quotient.val().get_bits::<24>(0);
        if self.work.val().length == 0 {
            self.packets.next = 1.into();
        }
        self.psns.write_data.next = self.psns.read_data.val() + self.packets.val();
        self.used.next = self.psns.read_data.val() - self.window.read_data.val();
        self.fits.next = (bit_cast::<25, 24>(self.used.val())
            + bit_cast::<25, 24>(self.packets.val()))
            <= bits_const::<25>(PSNS_MAX);
        self.entered.i.next.kind = self.work.val().kind;
        self.entered.i.next.qpn = self.work.val().qpn;
        self.entered.i.next.message.first = self.psns.read_data.val();
        self.entered.i.next.message.last = self.psns.read_data.val() + self.packets.val() - 1;
        self.entered.i.next.message.slot = self.work.val().index;
        self.entered.i.next.message.slots = self.work.val().slots;
        self.entered.i.next.message.signaled = self.work.val().signaled;
        self.entered.i.next.message.faulted = false;
        self.entered.i.next.message.opcode = self.work.val().opcode.get_bits::<3>(0);

        // The run of bytes that ends with the packet or the entry, whichever comes first.
        self.entry_ends.next = self.in_entry.q.val() <= bit_cast::<32, 13>(self.unplaced.q.val());
        self.packet_ends.next = !self.in_memory.q.val()
            || (self.in_entry.q.val() >= bit_cast::<32, 13>(self.unplaced.q.val()));
        self.message_ends.next = self.packet_ends.val() && (self.after.q.val() == 0);
        self.run.next = self.unplaced.q.val();
        if self.entry_ends.val() {
            self.run.next = self.in_entry.q.val().get_bits::<13>(0);
        }
        self.step.next = (!self.in_memory.q.val() || self.pieces.i_ready.val())
            && (!self.packet_ends.val() || self.made.i_ready.val());
        self.pieces.i.next.key = self.key.q.val();
        self.pieces.i.next.pd = self.pd.q.val();
        self.pieces.i.next.va = self.va.q.val();
        self.pieces.i.next.access = 0.into();
        self.pieces.i.next.rest = self.in_entry.q.val();
        self.pieces.i.next.length = self.run.val();
        self.pieces.i.next.last = self.packet_ends.val();

        self.write.next = (self.work.val().opcode == bits_const::<4>(opcode::WRITE))
            || (self.work.val().opcode == bits_const::<4>(opcode::WRITE_IMMEDIATE));
        self.immediate.next = (self.work.val().opcode == bits_const::<4>(opcode::SEND_IMMEDIATE))
            || (self.work.val().opcode == bits_const::<4>(opcode::WRITE_IMMEDIATE));
        self.operation.next = bits_const::<5>(operation::SEND_MIDDLE).into();
        if self.first.q.val() && self.message_ends.val() {
            if self.immediate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_ONLY_IMMEDIATE).into();
            } else {
                self.operation.next = bits_const::<5>(operation::SEND_ONLY).into();
            }
        } else if self.first.q.val() {
            self.operation.next = bits_const::<5>(operation::SEND_FIRST).into();
        } else if self.message_ends.val() {
            if self.immediate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_LAST_IMMEDIATE).into();
            } else {
                self.operation.next = bits_const::<5>(operation::SEND_LAST).into();
            }
        }
        self.made.i.next.kind = self.work.val().kind;
        self.made.i.next.command = self.work.val().command;
        self.made.i.next.qpn = self.work.val().qpn;
        self.made.i.next.slot = self.work.val().index;
        self.made.i.next.inlined = self.work.val().inlined;
        self.made.i.next.void = false;
        self.made.i.next.peer_qpn = self.peer_qpn.q.val();
        self.made.i.next.opcode = bit_cast::<8, 5>(self.operation.val());
        if self.write.val() {
            self.made.i.next.opcode =
                bit_cast::<8, 5>(self.operation.val()) + bits_const::<8>(WRITE_FROM_SEND);
        }
        self.made.i.next.psn = self.psn.q.val();
        self.made.i.next.solicited = self.work.val().solicited && self.message_ends.val();
        self.made.i.next.ack_request = self.message_ends.val() || self.sent.q.val().all();
        self.made.i.next.length = self.length.q.val();
        self.made.i.next.va = self.work.val().remote_va;
        self.made.i.next.rkey = self.work.val().rkey;
        self.made.i.next.dma_length = self.work.val().length;
        self.made.i.next.immediate = self.work.val().immediate;

        // The packet after this one: in `Begin` the message's first.
        self.next_bytes.next = self.after.q.val();
        self.next_most.next = self.packet_most.q.val();
        if self.state.q.val() == State::Begin {
            self.next_bytes.next = self.work.val().length;
            self.next_most.next = self.pmtu.val();
        }
        self.next_length.next = self.next_most.val();
        if self.next_bytes.val() < bit_cast::<32, 13>(self.next_most.val()) {
            self.next_length.next = self.next_bytes.val().get_bits::<13>(0);
        }

        match self.state.q.val() {
            State::Work => {
                if self.work_valid.val() {
                    self.state.d.next = State::Begin;
                }
            }
            State::Begin => {
                self.packet_most.d.next = self.pmtu.val();
                self.peer_qpn.d.next = self.peer.val().qpn;
                self.pd.d.next = self.peer.val().pd;
                self.psn.d.next = self.psns.read_data.val();
                self.first.d.next = true;
                self.sent.d.next = 0.into();
                self.length.d.next = self.next_length.val();
                self.unplaced.d.next = self.next_length.val();
                self.after.d.next =
                    self.work.val().length - bit_cast::<32, 13>(self.next_length.val());
                self.va.d.next = self.entry.val().va;
                self.key.d.next = self.entry.val().lkey;
                self.in_entry.d.next = self.entry.val().length;
                self.entries.d.next = self.work.val().entries;
                self.in_memory.d.next = self.work.val().entries != 0;
                if self.work.val().kind != Chain::Work {
                    self.made.i.next.psn = self.work.val().psn;
                    self.psns.write_data.next = self.work.val().psn;
                    self.entered.i.next.message.first = self.work.val().psn;
                    if self.entered.i_ready.val() && self.made.i_ready.val() {
                        self.entered.i_valid.next = self.work.val().kind != Chain::Flush;
                        self.psns.write.next = self.work.val().kind != Chain::Flush;
                        self.made.i_valid.next = true;
                        self.work_ready.next = true;
                        self.state.d.next = State::Work;
                    }
                } else if (self.work.val().status != 0) || (self.cut.val() && !self.fits.val()) {
                    self.made.i.next.void = true;
                    self.made.i.next.length = self.work.val().length.get_bits::<13>(0);
                    self.entered.i.next.message.faulted = true;
                    self.entered.i.next.message.first = (bits_cat(bits::<8>(0))
                        + bits_cat(self.work.val().vendor_error)
                        + bits_cat(self.work.val().status))
                    .into();
                    if self.entered.i_ready.val() && self.made.i_ready.val() {
                        self.entered.i_valid.next = self.work.val().status != 0;
                        self.made.i_valid.next = self.work.val().inlined;
                        self.state.d.next = State::Discard;
                    }
                } else if self.fits.val() && self.entered.i_ready.val() {
                    self.entered.i_valid.next = true;
                    self.psns.write.next = true;
                    self.count_requester_messages.next = true;
                    if self.work.val().entries != 0 {
                        self.entry_ready.next = true;
                        self.entries.d.next = self.work.val().entries - 1;
                    }
                    self.state.d.next = State::Packets;
                }
            }
            State::Packets => {
                self.pieces.i_valid.next =
                    self.in_memory.q.val() && (!self.packet_ends.val() || self.made.i_ready.val());
                self.made.i_valid.next = self.packet_ends.val()
                    && (!self.in_memory.q.val() || self.pieces.i_ready.val());
                if self.step.val() {
                    self.va.d.next = self.va.q.val() + bit_cast::<64, 13>(self.run.val());
                    self.in_entry.d.next =
                        self.in_entry.q.val() - bit_cast::<32, 13>(self.run.val());
                    if self.entry_ends.val() && (self.entries.q.val() != 0) {
                        self.va.d.next = self.entry.val().va;
                        self.key.d.next = self.entry.val().lkey;
                        self.in_entry.d.next = self.entry.val().length;
                        self.entries.d.next = self.entries.q.val() - 1;
                        self.entry_ready.next = true;
                    }
                    self.unplaced.d.next = self.unplaced.q.val() - self.run.val();
                    if self.packet_ends.val() {
                        self.psn.d.next = self.psn.q.val() + 1;
                        self.first.d.next = false;
                        self.sent.d.next = self.sent.q.val() + 1;
                        self.length.d.next = self.next_length.val();
                        self.unplaced.d.next = self.next_length.val();
                        self.after.d.next =
                            self.after.q.val() - bit_cast::<32, 13>(self.next_length.val());
                        if self.message_ends.val() {
                            self.work_ready.next = true;
                            self.state.d.next = State::Work;
                        } else if self.cut.val() {
                            self.state.d.next = State::Discard;
                        }
                    }
                }
            }
            State::Discard => {
                if self.entries.q.val() == 0 {
                    self.work_ready.next = true;
                    self.state.d.next = State::Work;
                } else {
                    self.entry_ready.next = true;
                    self.entries.d.next = self.entries.q.val() - 1;
                }
            }
            _ => {
                self.state.d.next = State::Work;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Work;
        }
    }
}
