//! Finds out where the bytes of each delivery go, and asks the memory block for each run of them.
//!
//! - `entry_write`, `record_write`: the entries of a READ or atomic and the length of the whole; valid only, before it is asked for.
//! - `delivery`: one takes a cycle if it is a marker or dropped; else three, and one for each entry passed or used after the first.
//! - `check`: a question for each run; `part`: the runs of every delivery with bytes, whose lengths add up to it; `placing`: every delivery, not
//!   after its last part; `share`: where the bytes of every delivery that has some come from.
//!
//! The tables are addressed by the delivery at the head, which stays while they are used. The entries are walked from the offset of the
//! delivery in its message; the length of the whole, their sum, ends the walk. An entry is written before its READ is asked for and so
//! long before it is read. Nothing here waits but for room in the queues, each of which is emptied without regard to the others' room.
use crate::kit::{SmallFifo, Table, UltraTable};
use crate::queue::wqe::Entry;
use crate::records::{Check, QpWrite};
use crate::requester::chain::{Delivery, EntryWrite, ReadRecordWrite};
use ferric_emit::kernel::*;
use ferric_layout::qp::access;
use ferric_layout::sizes::{QP_BITS, RD_ATOMIC_BITS, READ_SGE_MAX};
use ferric_layout::status::Status;
use ferric_layout::work::ATOMIC;
use rust_hdl::prelude::*;

/// Bits of a READ's number among those of all QPs.
const READ_BITS: usize = QP_BITS + RD_ATOMIC_BITS;
const WRONG_LENGTH: u8 = Status::LocalLength as u8;

/// A run of a delivery's bytes that belongs to one entry.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DeliveryPart {
    pub length: Bits<13>,
    /// The memory block was asked for its place; if not, it is dropped.
    pub asked: Bit,
    /// The last of its delivery.
    pub last: Bit,
}

/// A delivery, and what its bytes still wait for.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DeliveryPlacing {
    pub marker: Bit,
    /// There is no answer, come what may.
    pub quiet: Bit,
    pub qpn: Bits<QP_BITS>,
    /// Parts follow beside.
    pub payload: Bit,
    pub last: Bit,
    /// `ferric_layout::status::Status`.
    pub status: Bits<8>,
}

/// Where the bytes of a delivery come from.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct DeliveryShare {
    /// They are `value`; else the next beats of the payload.
    pub atomic: Bit,
    pub value: Bits<64>,
    /// 1 to 64.
    pub beats: Bits<7>,
}

/// What is known of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Owner {
    pub pd: Bits<16>,
    /// PMTU code: `128 << code` bytes.
    pub pmtu: Bits<3>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    /// Whatever is next; its tables are being read.
    Take,
    /// The tables answer in the next cycle.
    Fetch,
    /// An entry a cycle.
    Walk,
}

#[derive(LogicBlock, Default)]
pub struct DeliverLocate {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub qp_write: Signal<In, QpWrite>,
    pub qp_write_valid: Signal<In, Bit>,
    pub entry_write: Signal<In, EntryWrite>,
    pub entry_write_valid: Signal<In, Bit>,
    pub record_write: Signal<In, ReadRecordWrite>,
    pub record_write_valid: Signal<In, Bit>,
    pub delivery: Signal<In, Delivery>,
    pub delivery_valid: Signal<In, Bit>,
    pub delivery_ready: Signal<Out, Bit>,
    pub check: Signal<Out, Check>,
    pub check_valid: Signal<Out, Bit>,
    pub check_ready: Signal<In, Bit>,
    pub part: Signal<Out, DeliveryPart>,
    pub part_valid: Signal<Out, Bit>,
    pub part_ready: Signal<In, Bit>,
    pub placing: Signal<Out, DeliveryPlacing>,
    pub placing_valid: Signal<Out, Bit>,
    pub placing_ready: Signal<In, Bit>,
    pub share: Signal<Out, DeliveryShare>,
    pub share_valid: Signal<Out, Bit>,
    pub share_ready: Signal<In, Bit>,
    owners: Table<Owner, QP_BITS>,
    entries: [UltraTable<Entry, READ_BITS>; READ_SGE_MAX],
    lengths: UltraTable<Bits<32>, READ_BITS>,
    checks: SmallFifo<Check, 3, 4>,
    parts: SmallFifo<DeliveryPart, 3, 4>,
    placings: SmallFifo<DeliveryPlacing, 3, 4>,
    shares: SmallFifo<DeliveryShare, 3, 4>,
    phase: DFF<Phase>,
    place: DFF<Bits<2>>,
    /// Bytes of the message to pass by before the delivery's.
    skip: DFF<Bits<32>>,
    /// Bytes of the delivery that have no place yet.
    rest: DFF<Bits<13>>,
    room: Signal<Local, Bit>,
    address: Signal<Local, Bits<READ_BITS>>,
    bytes: Signal<Local, Bits<13>>,
    pmtu: Signal<Local, Bits<13>>,
    total: Signal<Local, Bits<32>>,
    reach: Signal<Local, Bits<32>>,
    wrong: Signal<Local, Bit>,
    entry: Signal<Local, Entry>,
    past: Signal<Local, Bit>,
    open: Signal<Local, Bits<32>>,
    ends: Signal<Local, Bit>,
    run: Signal<Local, Bits<13>>,
    asks: Signal<Local, Bit>,
    parts_out: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
}

impl Logic for DeliverLocate {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, place, skip, rest);
        self.owners.clock.next = self.clock.val();
        self.owners.write.next = self.qp_write_valid.val();
        self.owners.write_address.next = self.qp_write.val().qpn;
        self.owners.write_data.next.pd = self.qp_write.val().send.pd;
        self.owners.write_data.next.pmtu = self.qp_write.val().send.pmtu;
        self.owners.read_address.next = self.delivery.val().qpn;
        self.address.next =
            (bits_cat(self.delivery.val().qpn) + bits_cat(self.delivery.val().read)).into();
        for k in 0..READ_SGE_MAX {
            self.entries[k].clock.next = self.clock.val();
            self.entries[k].write.next =
                self.entry_write_valid.val() && (self.entry_write.val().place.index() == k);
            self.entries[k].write_address.next = (bits_cat(self.entry_write.val().qpn)
                + bits_cat(self.entry_write.val().read))
            .into();
            self.entries[k].write_data.next = self.entry_write.val().entry;
            self.entries[k].read_address.next = self.address.val();
        }
        self.lengths.clock.next = self.clock.val();
        self.lengths.write.next = self.record_write_valid.val();
        self.lengths.write_address.next =
            (bits_cat(self.record_write.val().qpn) + bits_cat(self.record_write.val().read)).into();
        self.lengths.write_data.next = self.record_write.val().length;
        self.lengths.read_address.next = self.address.val();
        self.checks.clock.next = self.clock.val();
        self.checks.reset.next = self.reset.val();
        self.parts.clock.next = self.clock.val();
        self.parts.reset.next = self.reset.val();
        self.placings.clock.next = self.clock.val();
        self.placings.reset.next = self.reset.val();
        self.shares.clock.next = self.clock.val();
        self.shares.reset.next = self.reset.val();
        self.room.next = self.checks.i_ready.val()
            && self.parts.i_ready.val()
            && self.placings.i_ready.val()
            && self.shares.i_ready.val();

        // Whether the delivery fits its message.
        self.bytes.next = self.delivery.val().length;
        if self.delivery.val().atomic {
            self.bytes.next = bits_const::<13>(ATOMIC).into();
        }
        if self.delivery.val().marker {
            self.bytes.next = 0.into();
        }
        self.pmtu.next = bits::<13>(128) << self.owners.read_data.val().pmtu;
        self.total.next = self.lengths.read_data.val();
        self.reach.next =
            self.delivery.val().offset + bit_cast::<32, 13>(self.delivery.val().length);
        self.wrong.next = !self.delivery.val().atomic
            && ((self.delivery.val().last && (self.reach.val() != self.total.val()))
                || (!self.delivery.val().last
                    && ((self.delivery.val().length != self.pmtu.val())
                        || (self.reach.val() >= self.total.val()))));

        // The entry that is looked at.
        self.entry.next = self.entries[0].read_data.val();
        for k in 0..READ_SGE_MAX {
            if self.place.q.val().index() == k {
                self.entry.next = self.entries[k].read_data.val();
            }
        }
        self.past.next = self.skip.q.val() >= self.entry.val().length;
        self.open.next = self.entry.val().length - self.skip.q.val();
        self.ends.next = self.open.val() >= bit_cast::<32, 13>(self.rest.q.val());
        self.run.next = self.open.val().get_bits::<13>(0);
        if self.ends.val() {
            self.run.next = self.rest.q.val();
        }

        self.asks.next = false;
        self.parts_out.next = false;
        self.done.next = false;
        self.parts.i.next.length = self.bytes.val();
        self.parts.i.next.asked = false;
        self.parts.i.next.last = true;
        self.placings.i.next.marker = self.delivery.val().marker;
        self.placings.i.next.quiet = self.delivery.val().discard;
        self.placings.i.next.qpn = self.delivery.val().qpn;
        self.placings.i.next.payload = self.bytes.val() != 0;
        self.placings.i.next.last = self.delivery.val().last;
        self.placings.i.next.status = 0.into();
        match self.phase.q.val() {
            Phase::Take => {
                self.place.d.next = 0.into();
                self.skip.d.next = self.delivery.val().offset;
                if self.delivery.val().atomic {
                    self.skip.d.next = 0.into();
                }
                self.rest.d.next = self.bytes.val();
                if self.delivery_valid.val() && self.room.val() {
                    if self.delivery.val().marker || self.delivery.val().discard {
                        self.done.next = true;
                        self.parts_out.next = self.bytes.val() != 0;
                    } else {
                        self.phase.d.next = Phase::Fetch;
                    }
                }
            }
            Phase::Fetch => {
                self.phase.d.next = Phase::Walk;
            }
            Phase::Walk => {
                if self.wrong.val() || (self.bytes.val() == 0) {
                    if self.wrong.val() {
                        self.placings.i.next.status = bits_const::<8>(WRONG_LENGTH).into();
                    }
                    self.parts_out.next = self.room.val() && (self.bytes.val() != 0);
                    self.done.next = self.room.val();
                } else if self.past.val() {
                    self.place.d.next = self.place.q.val() + 1;
                    self.skip.d.next = self.skip.q.val() - self.entry.val().length;
                } else if self.room.val() {
                    self.place.d.next = self.place.q.val() + 1;
                    self.skip.d.next = 0.into();
                    self.rest.d.next = self.rest.q.val() - self.run.val();
                    self.parts.i.next.length = self.run.val();
                    self.parts.i.next.asked = true;
                    self.parts.i.next.last = self.ends.val();
                    self.asks.next = true;
                    self.parts_out.next = true;
                    self.done.next = self.ends.val();
                }
                if self.done.val() {
                    self.phase.d.next = Phase::Take;
                }
            }
        }
        self.delivery_ready.next = self.done.val();
        self.checks.i.next.key = self.entry.val().lkey;
        self.checks.i.next.pd = self.owners.read_data.val().pd;
        self.checks.i.next.access = bits_const::<4>(access::LOCAL_WRITE).into();
        self.checks.i.next.va = self.entry.val().va + bit_cast::<64, 32>(self.skip.q.val());
        self.checks.i.next.check_length = bit_cast::<32, 13>(self.run.val());
        self.checks.i.next.piece_length = self.run.val();
        self.checks.i_valid.next = self.asks.val();
        self.parts.i_valid.next = self.parts_out.val();
        self.placings.i_valid.next = self.done.val();
        self.shares.i.next.atomic = self.delivery.val().atomic && !self.delivery.val().discard;
        self.shares.i.next.value = self.delivery.val().value;
        self.shares.i.next.beats = ((self.bytes.val() + 63) >> 6).get_bits::<7>(0);
        self.shares.i_valid.next = self.done.val() && (self.bytes.val() != 0);

        self.check.next = self.checks.o.val();
        self.check_valid.next = self.checks.o_valid.val();
        self.checks.o_ready.next = self.check_ready.val();
        self.part.next = self.parts.o.val();
        self.part_valid.next = self.parts.o_valid.val();
        self.parts.o_ready.next = self.part_ready.val();
        self.placing.next = self.placings.o.val();
        self.placing_valid.next = self.placings.o_valid.val();
        self.placings.o_ready.next = self.placing_ready.val();
        self.share.next = self.shares.o.val();
        self.share_valid.next = self.shares.o_valid.val();
        self.shares.o_ready.next = self.share_ready.val();
        if self.reset.val() {
            self.phase.d.next = Phase::Take;
        }
    }
}
