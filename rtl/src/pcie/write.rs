//! Writes host memory for six clients over one ordered stream of packets.
//!
//! - `request[k]`, `data[k]`: client k's writes (`write_client` names them) and their bytes. A request and its bytes may come in any
//!   order; both wait in the client's own queue and ring, so a client that is slow to send its bytes holds up nobody else.
//! - `written[k]`: requests of client k whose last beat has gone into the ordered stream at `packet`, modulo 2^16. Nothing that enters
//!   the stream later can pass them.
//! - `packet`: memory writes, a beat of descriptor and payload at a time, without a gap inside a packet: a packet is begun only when all
//!   of its bytes are on the card, and the stages behind have room for every beat that is on its way.
//! - `size`: the largest payload of a packet, 128 to 4096; a request is cut at its multiples, thus also at every 4 KB (PCIe digest §1.3).
//!   RO is never set, so a later entry, event or interrupt cannot pass an earlier payload (§1.6).
//!
//! A beat a cycle leaves, across packets and clients. Clients take turns packet by packet. The first beat leaves six cycles
//! after the packet's last byte came in, if its request came two cycles before that. What is waited for: a client's bytes (only its own packets wait), room at `packet`.
pub mod client;
pub mod ring;
pub mod shift;
pub mod source;

use super::write_client::COUNT;
use crate::beat::Beat;
use crate::kit::{PassFifo, RoundRobin, merge::Gather};
use crate::records::DmaWrite;
use client::{WriteChunk, WriteClient};
use ring::WriteRing;
use rust_hdl::prelude::*;
use source::WriteSource;
use std::array::from_fn;

/// A beat of a memory write as the requester stream (RQ) wants it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct PacketBeat {
    pub data: Bits<512>,
    /// Byte enables of the packet's first and last DW.
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub first: Bit,
    pub last: Bit,
    /// Index of the packet's last DW in its last beat.
    pub end: Bits<4>,
}

/// Whose packet a beat is of, and what ends with it.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct OwnedBeat {
    pub packet: PacketBeat,
    pub client: Bits<3>,
    /// The last beat of a request.
    pub ends_request: Bit,
}

#[derive(LogicBlock)]
pub struct DmaWriter {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub size: Signal<In, Bits<13>>,
    pub request: [Signal<In, DmaWrite>; COUNT],
    pub request_valid: [Signal<In, Bit>; COUNT],
    pub request_ready: [Signal<Out, Bit>; COUNT],
    pub data: [Signal<In, Beat>; COUNT],
    pub data_valid: [Signal<In, Bit>; COUNT],
    pub data_ready: [Signal<Out, Bit>; COUNT],
    pub written: [Signal<Out, Bits<16>>; COUNT],
    pub packet: Signal<Out, PacketBeat>,
    pub packet_valid: Signal<Out, Bit>,
    pub packet_ready: Signal<In, Bit>,
    client: [WriteClient; COUNT],
    /// Which part of the ring a client has: the rows' upper bits, and whether its part is a big one.
    part: [Constant<Bits<3>>; COUNT],
    big: [Constant<Bit>; COUNT],
    // Bytes into the ring.
    put_requests: Gather<COUNT>,
    put_turn: RoundRobin<COUNT, 3>,
    put: DFF<Bits<512>>,
    put_valid: DFF<Bit>,
    put_row: DFF<Bits<9>>,
    ring: WriteRing,
    // Packets out of it.
    chunk_requests: Gather<COUNT>,
    chunk_turn: RoundRobin<COUNT, 3>,
    chunk: Signal<Local, WriteChunk>,
    source: WriteSource,
    out: PassFifo<OwnedBeat, 4, 5>,
    sent: Signal<Local, Bit>,
    count: [DFF<Bits<16>>; COUNT],
}

impl Default for DmaWriter {
    fn default() -> Self {
        use super::write_client::{PAYLOAD, RESPONSE};
        // Two parts of 128 rows for the payloads, four of 64 rows: 512 rows of 64 bytes.
        let big = |k| k == PAYLOAD || k == RESPONSE;
        let part = |k: usize| if big(k) { 2 * k as u64 } else { 2 + k as u64 };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            size: Default::default(),
            request: from_fn(|_| Default::default()),
            request_valid: from_fn(|_| Default::default()),
            request_ready: from_fn(|_| Default::default()),
            data: from_fn(|_| Default::default()),
            data_valid: from_fn(|_| Default::default()),
            data_ready: from_fn(|_| Default::default()),
            written: from_fn(|_| Default::default()),
            packet: Default::default(),
            packet_valid: Default::default(),
            packet_ready: Default::default(),
            client: from_fn(|_| Default::default()),
            part: from_fn(|k| Constant::new(part(k).into())),
            big: from_fn(|k| Constant::new(big(k))),
            put_requests: Default::default(),
            put_turn: Default::default(),
            put: Default::default(),
            put_valid: Default::default(),
            put_row: Default::default(),
            ring: Default::default(),
            chunk_requests: Default::default(),
            chunk_turn: Default::default(),
            chunk: Default::default(),
            source: Default::default(),
            out: Default::default(),
            sent: Default::default(),
            count: from_fn(|_| Default::default()),
        }
    }
}

impl Logic for DmaWriter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, put, put_valid, put_row);
        self.ring.clock.next = self.clock.val();
        self.put_turn.clock.next = self.clock.val();
        self.put_turn.reset.next = self.reset.val();
        self.chunk_turn.clock.next = self.clock.val();
        self.chunk_turn.reset.next = self.reset.val();
        self.source.clock.next = self.clock.val();
        self.source.reset.next = self.reset.val();
        self.out.clock.next = self.clock.val();
        self.out.reset.next = self.reset.val();

        // Bytes into the ring, a row a cycle.
        self.put_turn.request.next = self.put_requests.o.val();
        self.put_turn.advance.next = true;
        self.put_valid.d.next = self.put_turn.valid.val();
        self.ring.write.next = self.put_valid.q.val();
        self.ring.write_row.next = self.put_row.q.val();
        self.ring.write_data.next = self.put.q.val();

        // The next packet, of the client whose turn it is: each client has its own ready.
        self.chunk_turn.request.next = self.chunk_requests.o.val();
        self.chunk_turn.advance.next = self.source.chunk_ready.val();
        self.chunk.next = self.client[0].chunk.val();

        for k in 0..COUNT {
            self.client[k].clock.next = self.clock.val();
            self.client[k].reset.next = self.reset.val();
            self.client[k].size.next = self.size.val();
            self.client[k].part.next = self.part[k].val();
            self.client[k].big.next = self.big[k].val();
            self.client[k].request.next = self.request[k].val();
            self.client[k].request_valid.next = self.request_valid[k].val();
            self.request_ready[k].next = self.client[k].request_ready.val();
            self.client[k].data.next = self.data[k].val();
            self.client[k].data_valid.next = self.data_valid[k].val();
            self.data_ready[k].next = self.client[k].data_ready.val();

            self.put_requests.i[k].next = self.client[k].row_valid.val();
            self.client[k].row_ready.next = false;
            if self.put_turn.grant.val().index() == k {
                self.client[k].row_ready.next = true;
                self.put.d.next = self.client[k].row.val();
                self.put_row.d.next = self.client[k].row_at.val();
            }

            self.chunk_requests.i[k].next = self.client[k].chunk_valid.val();
            self.client[k].chunk_ready.next = false;
            if self.chunk_turn.grant.val().index() == k {
                self.client[k].chunk_ready.next = self.source.chunk_ready.val();
                self.chunk.next = self.client[k].chunk.val();
            }
            self.client[k].free.next = false;
            self.client[k].free_rows.next = self.source.free_rows.val();
            if self.source.free_client.val().index() == k {
                self.client[k].free.next = self.source.free.val();
            }
        }

        self.source.chunk.next = self.chunk.val();
        self.source.client.next = self.chunk_turn.grant.val();
        self.source.chunk_valid.next = self.chunk_turn.valid.val();
        self.ring.read_row.next = self.source.row.val();
        self.ring.read_row_after.next = self.source.row_after.val();
        self.ring.read_dword.next = self.source.dword.val();
        self.source.window.next = self.ring.window.val();

        self.out.i.next = self.source.o.val();
        self.out.i_valid.next = self.source.o_valid.val();
        self.packet.next = self.out.o.val().packet;
        self.packet_valid.next = self.out.o_valid.val();
        self.out.o_ready.next = self.packet_ready.val();
        self.sent.next = self.out.o_valid.val() && self.packet_ready.val();
        self.source.sent.next = self.sent.val();
        for k in 0..COUNT {
            self.count[k].clock.next = self.clock.val();
            self.count[k].d.next = self.count[k].q.val();
            if self.sent.val()
                && self.out.o.val().ends_request
                && (self.out.o.val().client.index() == k)
            {
                self.count[k].d.next = self.count[k].q.val() + 1;
            }
            if self.reset.val() {
                self.count[k].d.next = 0.into();
            }
            self.written[k].next = self.count[k].q.val();
        }
        if self.reset.val() {
            self.put_valid.d.next = false;
        }
    }
}
