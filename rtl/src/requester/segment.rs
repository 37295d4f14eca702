//! Cuts messages into packets and numbers them.
//!
//! - `work`, `entry`: WQEs with their entries, and markers.
//! - `outstanding`: a message, before its first packet; also one of a bad WQE, and markers that concern the outstanding table.
//! - `piece`: the runs of payload in local memory, in order. `packet`: the packets, each after its last piece; and all markers.
//! - `entry_write`, `read_record`: valid only; where the data of a READ or the result of an atomic belongs, before its packet.
//! - `progress`: how far a QP is, as it moves. `stopping`: a QP whose message is cut short.
//!
//! A packet holds PMTU bytes, the message's last one what remains, 1 at least; a message of no bytes is one packet without payload. RETH on
//! the first packet of a WRITE, immediate or key to invalidate and solicited event on the last, an acknowledge asked for on the last and
//! on every 64th (digest §3, §8). A READ is one packet that takes the PSNs of its answer; an atomic is one packet. At most 2^23 PSNs of a QP
//! are outstanding (digest §5): a message that would take it further waits for acknowledges, which come, or the transport timer halts or
//! fails the QP, and then its message is cut short.
//!
//! A READ or atomic beyond `max_rd_atomic`, and a WQE with a fence while READs or atomics are outstanding, does not wait here, where all QPs
//! pass: the ledger is told with a Park, and it and everything of the QP behind it is dropped until the QP goes on. With `max_rd_atomic`
//! 0 a READ or atomic fails with a local QP operation error. `Admit` decides all that.
//!
//! Work of a halted QP is dropped, and its message cut at the next packet. When it goes on from its oldest PSN again, only the packets from
//! there on are made of the message that has it. They are Middle and Last without RETH if the first is not among them; a READ asks for the
//! rest, PSN, address and length moved together (digest §8, §17.19, §17.20). Where that begins in the entries is found by length, an entry a
//! cycle.
//!
//! No more than 32 KB of payload are under way to the judge, `judged` bytes a cycle come off: more would keep no line busier, but all of it
//! would be in the way of what is sent again.
//!
//! Owns the next PSN and the count of READs and atomics of each QP: read when the message begins and written back in the next cycle, one
//! message at a time, so a read never meets a write. A message takes two cycles and one for each piece; a packet without pieces one; a READ
//! one for each entry.
use crate::kit::{SmallFifo, Table, WipedTable};
use crate::queue::wqe::Entry;
use crate::records::QpWrite;
use crate::requester::admit::{Admit, SendPeer, Sending};
use crate::requester::chain::{
    Chain, EntryWrite, LocalPiece, Outstanding, Progress, ReadRecordWrite, RequestPacket, WorkItem,
};
use ferric_emit::kernel::*;
use ferric_layout::opcode::operation;
use ferric_layout::status::Status;
use ferric_layout::work::opcode;
use rust_hdl::prelude::*;

const LOCAL_QP_OPERATION: u8 = Status::LocalQpOperation as u8;
/// Bytes of payload between here and the judge: what memory at a distance of 500 cycles takes to keep up with the line, and a packet of 4 KB.
const UNDER_WAY_MAX: u64 = 32 << 10;
/// What `Message` calls a SEND with invalidate.
const SEND_INVALIDATE: u8 = 7;
/// From a SEND's operation to the WRITE's in the same place of its message.
const WRITE_FROM_SEND: u64 = (operation::WRITE_FIRST - operation::SEND_FIRST) as u64;
const _: () = assert!(
    operation::WRITE_ONLY_IMMEDIATE - operation::SEND_ONLY_IMMEDIATE == WRITE_FROM_SEND as u8
);

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Waits for work.
    Work,
    /// The tables answer; waits for room, and for the PSN window.
    Begin,
    /// Passes over the entries of packets that are not sent again.
    Skip,
    /// Sends packets.
    Packets,
    /// Tells where a READ's data belongs, an entry a cycle, and sends its packet.
    Read,
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
    pub progress: Signal<In, Progress>,
    pub progress_valid: Signal<In, Bit>,
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
    pub judged: Signal<In, Bits<13>>,
    pub entry_write: Signal<Out, EntryWrite>,
    pub entry_write_valid: Signal<Out, Bit>,
    pub read_record: Signal<Out, ReadRecordWrite>,
    pub read_record_valid: Signal<Out, Bit>,
    pub count_requester_messages: Signal<Out, Bit>,
    pieces: SmallFifo<LocalPiece, 3, 4>,
    made: SmallFifo<RequestPacket, 1, 2>,
    entered: SmallFifo<Outstanding, 1, 2>,
    peers: Table<SendPeer, 10>,
    sendings: WipedTable<Sending, 10>,
    window: WipedTable<Progress, 10>,
    admit: Admit,
    state: DFF<State>,
    cut: Signal<Local, Bit>,
    peer_qpn: DFF<Bits<24>>,
    pd: DFF<Bits<16>>,
    packet_most: DFF<Bits<13>>,
    psn: DFF<Bits<24>>,
    first: DFF<Bit>,
    /// Bytes of the entries to pass over, and of the message before the first packet.
    skip: DFF<Bits<32>>,
    skipped: DFF<Bits<32>>,
    lap: DFF<Bits<2>>,
    /// Number of the READ or atomic, and of its next entry.
    read: DFF<Bits<4>>,
    place: DFF<Bits<2>>,
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
    /// Bytes of payload in packets that are not judged, and whether there may be more.
    under_way: DFF<Bits<18>>,
    put: Signal<Local, Bits<13>>,
    roomy: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    immediate: Signal<Local, Bit>,
    invalidate: Signal<Local, Bit>,
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
            lap,
            skip,
            skipped,
            read,
            place,
            sent,
            length,
            unplaced,
            after,
            va,
            key,
            in_entry,
            entries,
            in_memory,
            under_way
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
        self.sendings.clock.next = self.clock.val();
        self.sendings.reset.next = self.reset.val();
        self.window.clock.next = self.clock.val();
        self.window.reset.next = self.reset.val();
        self.peers.write.next = self.qp_write_valid.val();
        self.peers.write_address.next = self.qp_write.val().qpn;
        self.peers.write_data.next.qpn = self.qp_write.val().send.peer_qpn;
        self.peers.write_data.next.pd = self.qp_write.val().send.pd;
        self.peers.write_data.next.pmtu = self.qp_write.val().send.pmtu;
        self.peers.write_data.next.max_rd_atomic =
            self.qp_write.val().send.max_rd_atomic.get_bits::<5>(0);
        self.window.write.next = self.progress_valid.val();
        self.window.write_address.next = self.progress.val().qpn;
        self.window.write_data.next = self.progress.val();
        self.peers.read_address.next = self.work.val().qpn;
        self.sendings.read_address.next = self.work.val().qpn;
        self.window.read_address.next = self.work.val().qpn;
        self.count_requester_messages.next = false;
        self.work_ready.next = false;
        self.entry_ready.next = false;
        self.entered.i_valid.next = false;
        self.pieces.i_valid.next = false;
        self.made.i_valid.next = false;
        self.entry_write_valid.next = false;
        self.read_record_valid.next = false;

        // How the QP stands. Its progress is looked at all the time.
        self.admit.work.next = self.work.val();
        self.admit.peer.next = self.peers.read_data.val();
        self.admit.kept.next = self.sendings.read_data.val();
        self.admit.far.next = self.window.read_data.val();
        self.invalidate.next = self.work.val().opcode == bits_const::<4>(opcode::SEND_INVALIDATE);
        self.cut.next = (self.stopping_valid.val() && (self.stopping.val() == self.work.val().qpn))
            || self.window.read_data.val().halted;

        self.sendings.write.next = false;
        self.sendings.write_address.next = self.work.val().qpn;
        self.sendings.write_data.next = self.admit.begins.val();
        self.entered.i.next.kind = self.work.val().kind;
        self.entered.i.next.qpn = self.work.val().qpn;
        self.entered.i.next.fence = self.work.val().fence;
        self.entered.i.next.message.first = self.admit.begins.val().psn;
        self.entered.i.next.message.last =
            self.admit.begins.val().psn + self.admit.packets.val() - 1;
        self.entered.i.next.message.slot = self.work.val().index;
        self.entered.i.next.message.slots = self.work.val().slots;
        self.entered.i.next.message.signaled = self.work.val().signaled;
        self.entered.i.next.message.faulted = false;
        self.entered.i.next.message.opcode = self.work.val().opcode.get_bits::<3>(0);
        if self.invalidate.val() {
            self.entered.i.next.message.opcode = bits_const::<3>(SEND_INVALIDATE).into();
        }

        self.roomy.next = self.under_way.q.val() < bits_const::<18>(UNDER_WAY_MAX);

        // The run of bytes that ends with the packet or the entry, whichever comes first.
        self.entry_ends.next = self.in_entry.q.val() <= bit_cast::<32, 13>(self.unplaced.q.val());
        self.packet_ends.next = !self.in_memory.q.val()
            || (self.in_entry.q.val() >= bit_cast::<32, 13>(self.unplaced.q.val()));
        self.message_ends.next = self.packet_ends.val() && (self.after.q.val() == 0);
        self.run.next = self.unplaced.q.val();
        if self.entry_ends.val() {
            self.run.next = self.in_entry.q.val().get_bits::<13>(0);
        }
        self.step.next = self.roomy.val()
            && (!self.in_memory.q.val() || self.pieces.i_ready.val())
            && (!self.packet_ends.val() || self.made.i_ready.val());
        self.pieces.i.next.key = self.key.q.val();
        self.pieces.i.next.pd = self.pd.q.val();
        self.pieces.i.next.va = self.va.q.val();
        self.pieces.i.next.access = 0.into();
        self.pieces.i.next.rest = self.in_entry.q.val();
        self.pieces.i.next.length = self.run.val();
        self.pieces.i.next.last = self.packet_ends.val();

        self.entry_write.next.qpn = self.work.val().qpn;
        self.entry_write.next.read = self.read.q.val();
        self.entry_write.next.place = self.place.q.val();
        self.entry_write.next.entry = self.entry.val();
        self.read_record.next.qpn = self.work.val().qpn;
        self.read_record.next.read = self.read.q.val();
        self.read_record.next.length = self.work.val().length;

        self.write.next = (self.work.val().opcode == bits_const::<4>(opcode::WRITE))
            || (self.work.val().opcode == bits_const::<4>(opcode::WRITE_IMMEDIATE));
        self.immediate.next = (self.work.val().opcode == bits_const::<4>(opcode::SEND_IMMEDIATE))
            || (self.work.val().opcode == bits_const::<4>(opcode::WRITE_IMMEDIATE));
        self.operation.next = bits_const::<5>(operation::SEND_MIDDLE).into();
        if self.first.q.val() && self.message_ends.val() {
            if self.immediate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_ONLY_IMMEDIATE).into();
            } else if self.invalidate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_ONLY_INVALIDATE).into();
            } else {
                self.operation.next = bits_const::<5>(operation::SEND_ONLY).into();
            }
        } else if self.first.q.val() {
            self.operation.next = bits_const::<5>(operation::SEND_FIRST).into();
        } else if self.message_ends.val() {
            if self.immediate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_LAST_IMMEDIATE).into();
            } else if self.invalidate.val() {
                self.operation.next = bits_const::<5>(operation::SEND_LAST_INVALIDATE).into();
            } else {
                self.operation.next = bits_const::<5>(operation::SEND_LAST).into();
            }
        }
        self.made.i.next.kind = self.work.val().kind;
        self.made.i.next.command = self.work.val().command;
        self.made.i.next.qpn = self.work.val().qpn;
        self.made.i.next.slot = self.work.val().index;
        self.made.i.next.inlined = self.work.val().inlined;
        self.made.i.next.lap = self.lap.q.val();
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
        self.made.i.next.va = self.work.val().remote_va + bit_cast::<64, 32>(self.skipped.q.val());
        self.made.i.next.rkey = self.work.val().rkey;
        self.made.i.next.dma_length = self.work.val().length - self.skipped.q.val();
        self.made.i.next.immediate = self.work.val().immediate;
        self.made.i.next.swap = self.work.val().swap;
        self.made.i.next.compare = self.work.val().compare;

        // The packet after this one: in `Begin` the message's first.
        self.next_bytes.next = self.after.q.val();
        self.next_most.next = self.packet_most.q.val();
        if self.state.q.val() == State::Begin {
            self.next_bytes.next = self.admit.rest_bytes.val();
            self.next_most.next = self.admit.most.val();
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
                self.packet_most.d.next = self.admit.most.val();
                self.peer_qpn.d.next = self.peers.read_data.val().qpn;
                self.pd.d.next = self.peers.read_data.val().pd;
                self.psn.d.next = self.admit.begins.val().psn + self.admit.skips.val();
                self.lap.d.next = self.admit.begins.val().lap;
                self.first.d.next = !self.admit.partly.val();
                self.sent.d.next = self.admit.skips.val().get_bits::<6>(0);
                self.skip.d.next = self.admit.skip_bytes.val();
                self.skipped.d.next = self.admit.skip_bytes.val();
                self.read.d.next = self.admit.begins.val().reads.get_bits::<4>(0);
                self.place.d.next = 0.into();
                self.length.d.next = self.next_length.val();
                self.unplaced.d.next = self.next_length.val();
                self.after.d.next =
                    self.admit.rest_bytes.val() - bit_cast::<32, 13>(self.next_length.val());
                self.va.d.next = self.entry.val().va;
                self.key.d.next = self.entry.val().lkey;
                self.in_entry.d.next = self.entry.val().length;
                self.entries.d.next = self.work.val().entries;
                self.in_memory.d.next = self.work.val().entries != 0;
                if self.work.val().kind != Chain::Work {
                    self.made.i.next.psn = self.work.val().psn;
                    self.made.i.next.length = 0.into();
                    self.entered.i.next.message.first = self.work.val().psn;
                    if (self.work.val().kind == Chain::Start)
                        || (self.work.val().kind == Chain::Reset)
                    {
                        self.sendings.write_data.next.psn = self.work.val().psn;
                        self.sendings.write_data.next.reads = 0.into();
                        self.sendings.write_data.next.parked = false;
                    }
                    if self.entered.i_ready.val() && self.made.i_ready.val() {
                        self.entered.i_valid.next = self.work.val().kind != Chain::Flush;
                        self.sendings.write.next = true;
                        self.made.i_valid.next = self.work.val().kind != Chain::Pause;
                        self.work_ready.next = true;
                        self.state.d.next = State::Work;
                    }
                } else if self.admit.dropped.val()
                    || self.admit.refused.val()
                    || self.admit.parks.val()
                    || (self.cut.val() && !self.admit.fits.val())
                {
                    // Nothing of it leaves, but its inline payload must go, and its entries.
                    self.made.i.next.void = true;
                    self.made.i.next.length = 0.into();
                    if self.work.val().inlined {
                        self.made.i.next.length = self.work.val().length.get_bits::<13>(0);
                    }
                    self.entered.i.next.message.faulted = true;
                    self.entered.i.next.message.first = (bits_cat(bits::<8>(0))
                        + bits_cat(self.work.val().vendor_error)
                        + bits_cat(self.work.val().status))
                    .into();
                    if self.work.val().status == 0 {
                        self.entered.i.next.message.first =
                            bits_const::<24>(LOCAL_QP_OPERATION).into();
                    }
                    if self.entered.i_ready.val() && self.made.i_ready.val() {
                        self.made.i_valid.next = self.work.val().inlined;
                        self.sendings.write.next = true;
                        if !self.admit.dropped.val() && self.admit.refused.val() {
                            self.entered.i_valid.next = true;
                        } else if !self.admit.dropped.val() && self.admit.parks.val() {
                            self.entered.i.next.kind = Chain::Park;
                            self.entered.i_valid.next = true;
                            self.sendings.write_data.next.parked = true;
                        }
                        self.state.d.next = State::Discard;
                    }
                } else if self.admit.fits.val() && self.entered.i_ready.val() {
                    self.entered.i_valid.next = true;
                    self.sendings.write.next = true;
                    self.sendings.write_data.next.psn =
                        self.admit.begins.val().psn + self.admit.packets.val();
                    self.count_requester_messages.next = true;
                    if self.admit.reads.val() {
                        self.sendings.write_data.next.reads = self.admit.begins.val().reads + 1;
                        self.state.d.next = State::Read;
                    } else {
                        if self.work.val().entries != 0 {
                            self.entry_ready.next = true;
                            self.entries.d.next = self.work.val().entries - 1;
                        }
                        self.state.d.next = State::Packets;
                        if self.admit.partly.val() {
                            self.state.d.next = State::Skip;
                        }
                    }
                }
            }
            State::Skip => {
                if self.skip.q.val() < self.in_entry.q.val() {
                    self.va.d.next = self.va.q.val() + bit_cast::<64, 32>(self.skip.q.val());
                    self.in_entry.d.next = self.in_entry.q.val() - self.skip.q.val();
                    self.state.d.next = State::Packets;
                } else {
                    self.skip.d.next = self.skip.q.val() - self.in_entry.q.val();
                    self.va.d.next = self.entry.val().va;
                    self.key.d.next = self.entry.val().lkey;
                    self.in_entry.d.next = self.entry.val().length;
                    self.entries.d.next = self.entries.q.val() - 1;
                    self.entry_ready.next = true;
                }
            }
            State::Read => {
                self.made.i.next.length = 0.into();
                self.made.i.next.ack_request = true;
                self.made.i.next.solicited = false;
                self.made.i.next.opcode = bits_const::<8>(operation::READ_REQUEST).into();
                if self.work.val().opcode == bits_const::<4>(opcode::COMPARE_SWAP) {
                    self.made.i.next.opcode = bits_const::<8>(operation::COMPARE_SWAP).into();
                } else if self.admit.atomic.val() {
                    self.made.i.next.opcode = bits_const::<8>(operation::FETCH_ADD).into();
                }
                if self.entries.q.val() != 0 {
                    self.entry_write_valid.next = true;
                    self.entry_ready.next = true;
                    self.entries.d.next = self.entries.q.val() - 1;
                    self.place.d.next = self.place.q.val() + 1;
                } else if self.made.i_ready.val() {
                    self.read_record_valid.next = true;
                    self.made.i_valid.next = true;
                    self.work_ready.next = true;
                    self.state.d.next = State::Work;
                }
            }
            State::Packets => {
                self.pieces.i_valid.next = self.roomy.val()
                    && self.in_memory.q.val()
                    && (!self.packet_ends.val() || self.made.i_ready.val());
                self.made.i_valid.next = self.roomy.val()
                    && self.packet_ends.val()
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
                        self.lap.d.next = self.admit.begins.val().lap;
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
        self.put.next = 0.into();
        if self.made.i_valid.val() && self.made.i_ready.val() {
            self.put.next = self.made.i.val().length;
        }
        self.under_way.d.next = self.under_way.q.val() + bit_cast::<18, 13>(self.put.val())
            - bit_cast::<18, 13>(self.judged.val());
        if self.reset.val() {
            self.under_way.d.next = 0.into();
            self.state.d.next = State::Work;
        }
    }
}
