//! One client of the DMA writer: its requests, cut into chunks, and the pointers of its part of the ring.
//!
//! - `row`: the bytes on their way into the ring, with their row; taken when `row_ready`.
//! - `chunk`: the next packet to send, offered only once every row it needs is in the ring (`row_ready` came at least two cycles before
//!   the ring is read for it). It does not change until it is taken.
//! - `free`: the last packet of a request has been read, `free_rows` rows are free again.
//!
//! A part of the ring has 128 rows (`big`) or 64, and a request at most 64, so a request always fits: its rows are counted free when its
//! last packet has been read, and what waits for them waits for nothing else.
use crate::beat::Beat;
use crate::kit::SmallFifo;
use crate::pcie::chunk::Chunker;
use crate::pcie::enables::Enables;
use crate::records::DmaWrite;
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

/// A packet to be, and where its bytes are.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct WriteChunk {
    pub address: Bits<64>,
    /// DWs, byte enables of the first and last of them, and beats with the descriptor.
    pub dwords: Bits<11>,
    pub first_enable: Bits<4>,
    pub last_enable: Bits<4>,
    pub beats: Bits<7>,
    /// Which part of the ring the client has, and whether it is a big one.
    pub part: Bits<3>,
    pub big: Bit,
    /// The DW of the client's part of the ring that comes last of those in lane 0 of the packet's first beat.
    pub window: Bits<11>,
    /// Bytes by which the request's DWs are off the host's: its bytes from `4 * n + shift` on make a DW of the host's memory.
    pub shift: Bits<2>,
    pub ends_request: Bit,
    /// Rows of the request.
    pub rows: Bits<7>,
}

#[derive(LogicBlock, Default)]
pub struct WriteClient {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub size: Signal<In, Bits<13>>,
    /// The part of the ring: the upper bits of its rows, two of them if it is a big part.
    pub part: Signal<In, Bits<3>>,
    pub big: Signal<In, Bit>,
    pub request: Signal<In, DmaWrite>,
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    pub row: Signal<Out, Bits<512>>,
    pub row_at: Signal<Out, Bits<9>>,
    pub row_valid: Signal<Out, Bit>,
    pub row_ready: Signal<In, Bit>,
    pub chunk: Signal<Out, WriteChunk>,
    pub chunk_valid: Signal<Out, Bit>,
    pub chunk_ready: Signal<In, Bit>,
    pub free: Signal<In, Bit>,
    pub free_rows: Signal<In, Bits<7>>,
    beats: SmallFifo<Beat, 2, 3>,
    requests: SmallFifo<DmaWrite, 3, 4>,
    chunker: Chunker,
    // Rows put, rows of finished requests, rows before the request that is cut: free-running.
    put: DFF<Bits<8>>,
    freed: DFF<Bits<8>>,
    base: DFF<Bits<8>>,
    stored: Signal<Local, Bits<8>>,
    room: Signal<Local, Bit>,
    rows: DFF<Bits<7>>,
    rows_now: Signal<Local, Bits<7>>,
    rounded: Signal<Local, Bits<13>>,
    taken: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    row_start: Signal<Local, Bits<11>>,
    window: Signal<Local, Bits<11>>,
    upcoming: DFF<WriteChunk>,
    upcoming_valid: DFF<Bit>,
    length: DFF<Bits<13>>,
    enables: Enables,
    beats_now: Signal<Local, Bits<11>>,
    /// `upcoming` with what follows from its length: a cycle later, which is before it is whole.
    sized: DFF<WriteChunk>,
    /// Rows from the request's first to the last one that the packet needs.
    needed: DFF<Bits<7>>,
    /// The rows before this request's, for `next`.
    next_base: DFF<Bits<8>>,
    last_byte: Signal<Local, Bits<13>>,
    from: Signal<Local, Bits<13>>,
    arrived: Signal<Local, Bits<8>>,
    /// A row goes into the ring.
    puts: Signal<Local, Bit>,
    whole: DFF<Bit>,
}

impl Logic for WriteClient {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            put,
            freed,
            base,
            rows,
            upcoming,
            upcoming_valid,
            length,
            sized,
            needed,
            next_base,
            whole
        );
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.chunker.clock.next = self.clock.val();
        self.chunker.reset.next = self.reset.val();

        // Bytes: into the ring while it has room.
        self.beats.i.next = self.data.val();
        self.beats.i_valid.next = self.data_valid.val();
        self.data_ready.next = self.beats.i_ready.val();
        self.stored.next = self.put.q.val() - self.freed.q.val();
        self.room.next =
            !self.stored.val().get_bit(7) && (self.big.val() || !self.stored.val().get_bit(6));
        self.row.next = self.beats.o.val().data;
        self.row_at.next =
            (bits_cat(self.part.val()) + bits_cat(self.put.q.val().get_bits::<6>(0))).into();
        if self.big.val() {
            self.row_at.next = (bits_cat(self.part.val().get_bits::<2>(1))
                + bits_cat(self.put.q.val().get_bits::<7>(0)))
            .into();
        }
        self.row_valid.next = self.beats.o_valid.val() && self.room.val();
        self.beats.o_ready.next = self.row_ready.val() && self.room.val();
        self.puts.next = self.row_ready.val() && self.room.val() && self.beats.o_valid.val();
        if self.puts.val() {
            self.put.d.next = self.put.q.val() + 1;
        }
        if self.free.val() {
            self.freed.d.next = self.freed.q.val() + bit_cast::<8, 7>(self.free_rows.val());
        }

        // Requests: cut into chunks.
        self.requests.i.next = self.request.val();
        self.requests.i_valid.next = self.request_valid.val();
        self.request_ready.next = self.requests.i_ready.val();
        self.chunker.size.next = self.size.val();
        self.chunker.i.next.address = self.requests.o.val().address;
        self.chunker.i.next.length = self.requests.o.val().length;
        self.chunker.i_valid.next = self.requests.o_valid.val();
        self.requests.o_ready.next = self.chunker.i_ready.val();

        self.taken.next = self.chunk_ready.val() && self.whole.q.val();
        self.load.next =
            self.chunker.o_valid.val() && (!self.upcoming_valid.q.val() || self.taken.val());
        self.chunker.o_ready.next = !self.upcoming_valid.q.val() || self.taken.val();
        self.rounded.next = self.chunker.o.val().left + 63;
        self.rows_now.next = self.rows.q.val();
        if self.chunker.o.val().first {
            self.rows_now.next = self.rounded.val().get_bits::<7>(6);
        }
        // Lane 0 of the packet's first beat, in bytes of the request: 16 bytes of descriptor and the bytes before the first one.
        self.from.next = self.chunker.o.val().offset
            - bit_cast::<13, 2>(self.chunker.o.val().address.get_bits::<2>(0));
        self.last_byte.next = self.chunker.o.val().offset + self.chunker.o.val().length - 1;
        // A DW of the packet is made of two of the request's unless both begin together; the window then begins with the second.
        self.row_start.next =
            (bits_cat(self.base.q.val().get_bits::<7>(0)) + bits_cat(bits::<4>(0))).into();
        self.window.next = self.row_start.val() + self.from.val().get_bits::<11>(2) - 4;
        if self.from.val().get_bits::<2>(0).any() {
            self.window.next = self.row_start.val() + self.from.val().get_bits::<11>(2) - 3;
        }
        if self.taken.val() {
            self.upcoming_valid.d.next = false;
            self.whole.d.next = false;
        }
        if self.load.val() {
            self.upcoming_valid.d.next = true;
            self.upcoming.d.next.address = self.chunker.o.val().address;
            self.length.d.next = self.chunker.o.val().length;
            self.upcoming.d.next.part = self.part.val();
            self.upcoming.d.next.big = self.big.val();
            self.upcoming.d.next.window = self.window.val();
            self.upcoming.d.next.shift = self.from.val().get_bits::<2>(0);
            self.upcoming.d.next.ends_request = self.chunker.o.val().last;
            self.upcoming.d.next.rows = self.rows_now.val();
            self.needed.d.next = self.last_byte.val().get_bits::<7>(6);
            self.next_base.d.next = self.base.q.val();
            self.rows.d.next = self.rows_now.val();
            if self.chunker.o.val().last {
                self.base.d.next = self.base.q.val() + bit_cast::<8, 7>(self.rows_now.val());
            }
        }

        // Offered when its last row is in.
        self.arrived.next = self.put.q.val() - self.next_base.q.val();
        if self.upcoming_valid.q.val() && !self.taken.val() {
            // With the row of this cycle.
            self.whole.d.next = self.whole.q.val()
                || (self.arrived.val() > bit_cast::<8, 7>(self.needed.q.val()))
                || (self.puts.val()
                    && (self.arrived.val() == bit_cast::<8, 7>(self.needed.q.val())));
        }
        self.enables.low.next = self.upcoming.q.val().address.get_bits::<2>(0);
        self.enables.length.next = self.length.q.val();
        // Four DWs of descriptor, rounded up to whole beats.
        self.beats_now.next = self.enables.dwords.val() + 19;
        self.sized.d.next = self.upcoming.q.val();
        self.sized.d.next.dwords = self.enables.dwords.val();
        self.sized.d.next.first_enable = self.enables.first.val();
        self.sized.d.next.last_enable = self.enables.last.val();
        self.sized.d.next.beats = self.beats_now.val().get_bits::<7>(4);
        self.chunk.next = self.sized.q.val();
        self.chunk_valid.next = self.whole.q.val();

        if self.reset.val() {
            self.put.d.next = 0.into();
            self.freed.d.next = 0.into();
            self.base.d.next = 0.into();
            self.upcoming_valid.d.next = false;
            self.whole.d.next = false;
        }
    }
}
