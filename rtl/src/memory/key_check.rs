//! Looks up the key of a check and decides whether the range may be used, and in which page it begins.
//!
//! One check a cycle, five cycles long, without stalls: `check` has no ready, whoever sends one has room for the `walk` that comes of it.
//! Rules (digest §11): the whole key is compared, a key beyond the table being no key; the protection domain is equal; every access bit
//! asked for is granted; `va >= base && len <= length && va - base <= length - len`, none of which can wrap. A check of no bytes is good
//! whatever its key. A page beyond the page table is refused, never wrapped.
//!
//! A key written in the cycle in which it is looked up, or later, is not seen by that check.
use super::{PAGE_COUNT, client_number::CLIENT_BITS};
use crate::kit::UltraTable;
use crate::records::{Check, KeyEntry, KeyWrite};
use ferric_emit::kernel::*;
use ferric_layout::sizes::{KEY_BITS, PAGE_BITS, PAGE_SHIFT_MIN};
use rust_hdl::prelude::*;

/// Bits of a key below its index.
const TAG_BITS: usize = 8;
/// Bits of a key's index that must be 0, as the table is not that large.
const BEYOND_BITS: usize = 32 - TAG_BITS - KEY_BITS;
/// A table of 2^16 pages of 2^31 bytes maps 2^47 bytes; a place in the region from 2^48 on is beyond any table.
const NEAR_BITS: usize = 48;
const FAR_BITS: usize = 64 - NEAR_BITS;
/// A place in the mapped range, counted from the beginning of the first page.
const LINEAR_BITS: usize = NEAR_BITS + 1;
/// Such a place in units of the smallest page.
const NUMBER_BITS: usize = LINEAR_BITS - PAGE_SHIFT_MIN;
/// What of a page number must be 0.
const NUMBER_HIGH: usize = NUMBER_BITS - PAGE_BITS;
// Positions of slices stand in the kernel as numbers.
const _: () = assert!(TAG_BITS == 8 && TAG_BITS + KEY_BITS == 21 && NEAR_BITS == 48);
const _: () = assert!(PAGE_SHIFT_MIN == 12 && PAGE_BITS == 16);

/// Which pages to read for an answer.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Walk {
    pub client: Bits<CLIENT_BITS>,
    pub ok: Bit,
    /// The first page's entry; the second, if any, is the next.
    pub page: Bits<PAGE_BITS>,
    pub page_shift: Bits<5>,
    /// Where in the page the piece begins.
    pub at: Bits<31>,
    pub first_length: Bits<13>,
    /// 0 if the piece ends in the first page.
    pub second_length: Bits<13>,
    /// It does not.
    pub crosses: Bit,
}

/// A check beside the number of its client.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Looked {
    client: Bits<CLIENT_BITS>,
    check: Check,
}

/// A check whose key was compared.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Compared {
    client: Bits<CLIENT_BITS>,
    nothing: Bit,
    good: Bit,
    below: Bits<64>,
    room: Bits<64>,
    offset: Bits<31>,
    page_shift: Bits<5>,
    first_page: Bits<PAGE_BITS>,
    piece: Bits<13>,
}

/// A check whose range was compared.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Ranged {
    client: Bits<CLIENT_BITS>,
    good: Bit,
    far: Bit,
    linear: Bits<LINEAR_BITS>,
    page_shift: Bits<5>,
    first_page: Bits<PAGE_BITS>,
    piece: Bits<13>,
}

/// A check whose place was divided into page and byte.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Placed {
    client: Bits<CLIENT_BITS>,
    good: Bit,
    far: Bit,
    number: Bits<PAGE_BITS>,
    at: Bits<31>,
    /// Bytes from there to the page's end, up to 2^31.
    left: Bits<32>,
    page_shift: Bits<5>,
    first_page: Bits<PAGE_BITS>,
    piece: Bits<13>,
}

#[derive(LogicBlock, Default)]
pub struct KeyCheck {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub key_write: Signal<In, KeyWrite>,
    pub key_write_valid: Signal<In, Bit>,
    pub check: Signal<In, Check>,
    pub check_client: Signal<In, Bits<CLIENT_BITS>>,
    pub check_valid: Signal<In, Bit>,
    pub walk: Signal<Out, Walk>,
    pub walk_valid: Signal<Out, Bit>,
    keys: UltraTable<KeyEntry, KEY_BITS>,
    asked: DFF<Looked>,
    asked_valid: DFF<Bit>,
    looked: DFF<Looked>,
    looked_valid: DFF<Bit>,
    compared: DFF<Compared>,
    compared_valid: DFF<Bit>,
    ranged: DFF<Ranged>,
    ranged_valid: DFF<Bit>,
    placed: DFF<Placed>,
    placed_valid: DFF<Bit>,
    entry: Signal<Local, KeyEntry>,
    length: Signal<Local, Bits<64>>,
    granted: Signal<Local, Bit>,
    number: Signal<Local, Bits<NUMBER_BITS>>,
    size: Signal<Local, Bits<32>>,
    in_page: Signal<Local, Bits<32>>,
    at: Signal<Local, Bits<31>>,
    page: Signal<Local, Bits<PAGE_COUNT>>,
    crosses: Signal<Local, Bit>,
    mapped: Signal<Local, Bit>,
}

impl Logic for KeyCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module memory_key_check");
        dff_setup!(
            self,
            clock,
            asked,
            asked_valid,
            looked,
            looked_valid,
            compared,
            compared_valid,
            ranged,
            ranged_valid,
            placed,
            placed_valid
        );
        self.keys.clock.next = self.clock.val();
        self.keys.write.next = self.key_write_valid.val();
        self.keys.write_address.next = self.key_write.val().index;
        self.keys.write_data.next = self.key_write.val().entry;

        // Two cycles for the table.
        self.keys.read_address.next = self.check.val().key.get_bits::<KEY_BITS>(8);
        self.asked.d.next.client = self.check_client.val();
        self.asked.d.next.check = self.check.val();
        self.asked_valid.d.next = self.check_valid.val();
        self.looked.d.next = self.asked.q.val();
        self.looked_valid.d.next = self.asked_valid.q.val();

        // Is it that key, of that domain, with that access? How far into the region, and how much room?
        self.entry.next = self.keys.read_data.val();
        self.length.next = bit_cast::<64, 32>(self.looked.q.val().check.check_length);
        self.granted.next = self.entry.val().valid
            && (self.looked.q.val().check.key.get_bits::<TAG_BITS>(0) == self.entry.val().tag)
            && (self.looked.q.val().check.key.get_bits::<BEYOND_BITS>(21) == 0)
            && (self.looked.q.val().check.pd == self.entry.val().pd)
            && ((self.looked.q.val().check.access & self.entry.val().access)
                == self.looked.q.val().check.access);
        self.compared.d.next.client = self.looked.q.val().client;
        self.compared.d.next.nothing = self.looked.q.val().check.check_length == 0;
        self.compared.d.next.good = self.granted.val()
            && (self.looked.q.val().check.va >= self.entry.val().va)
            && (self.length.val() <= self.entry.val().length);
        self.compared.d.next.below = self.looked.q.val().check.va - self.entry.val().va;
        self.compared.d.next.room = self.entry.val().length - self.length.val();
        self.compared.d.next.offset = self.entry.val().offset;
        self.compared.d.next.page_shift = self.entry.val().page_shift;
        self.compared.d.next.first_page = self.entry.val().first_page;
        self.compared.d.next.piece = self.looked.q.val().check.piece_length;
        self.compared_valid.d.next = self.looked_valid.q.val();

        // Is it inside? Where in the mapped range?
        self.ranged.d.next.client = self.compared.q.val().client;
        self.ranged.d.next.good = self.compared.q.val().nothing
            || (self.compared.q.val().good
                && (self.compared.q.val().below <= self.compared.q.val().room));
        self.ranged.d.next.far = self.compared.q.val().below.get_bits::<FAR_BITS>(48) != 0;
        self.ranged.d.next.linear = bit_cast::<LINEAR_BITS, NEAR_BITS>(
            self.compared.q.val().below.get_bits::<NEAR_BITS>(0),
        ) + bit_cast::<LINEAR_BITS, 31>(self.compared.q.val().offset);
        self.ranged.d.next.page_shift = self.compared.q.val().page_shift;
        self.ranged.d.next.first_page = self.compared.q.val().first_page;
        self.ranged.d.next.piece = self.compared.q.val().piece;
        if self.compared.q.val().nothing {
            self.ranged.d.next.piece = 0.into();
        }
        self.ranged_valid.d.next = self.compared_valid.q.val();

        // Which page of the region, and where in it?
        self.number.next = self.ranged.q.val().linear.get_bits::<NUMBER_BITS>(12)
            >> (self.ranged.q.val().page_shift - bits_const::<5>(PAGE_SHIFT_MIN));
        self.size.next = bits::<32>(1) << self.ranged.q.val().page_shift;
        self.in_page.next = self.size.val() - 1;
        self.at.next =
            self.ranged.q.val().linear.get_bits::<31>(0) & self.in_page.val().get_bits::<31>(0);
        self.placed.d.next.client = self.ranged.q.val().client;
        self.placed.d.next.good = self.ranged.q.val().good;
        self.placed.d.next.far =
            self.ranged.q.val().far || (self.number.val().get_bits::<NUMBER_HIGH>(16) != 0);
        self.placed.d.next.number = self.number.val().get_bits::<PAGE_BITS>(0);
        self.placed.d.next.at = self.at.val();
        self.placed.d.next.left = self.size.val() - bit_cast::<32, 31>(self.at.val());
        self.placed.d.next.page_shift = self.ranged.q.val().page_shift;
        self.placed.d.next.first_page = self.ranged.q.val().first_page;
        self.placed.d.next.piece = self.ranged.q.val().piece;
        self.placed_valid.d.next = self.ranged_valid.q.val();

        // Which entries of the page table?
        self.page.next = bit_cast::<PAGE_COUNT, PAGE_BITS>(self.placed.q.val().first_page)
            + bit_cast::<PAGE_COUNT, PAGE_BITS>(self.placed.q.val().number);
        self.crosses.next =
            bit_cast::<32, 13>(self.placed.q.val().piece) > self.placed.q.val().left;
        self.mapped.next = !self.placed.q.val().far
            && !self.page.val().get_bit(16)
            && !(self.crosses.val()
                && (self.page.val() == bits_const::<PAGE_COUNT>((1u64 << PAGE_BITS) - 1)));
        self.walk.next.client = self.placed.q.val().client;
        self.walk.next.ok =
            self.placed.q.val().good && (self.mapped.val() || (self.placed.q.val().piece == 0));
        self.walk.next.page = self.page.val().get_bits::<PAGE_BITS>(0);
        self.walk.next.page_shift = self.placed.q.val().page_shift;
        self.walk.next.at = self.placed.q.val().at;
        self.walk.next.first_length = self.placed.q.val().piece;
        self.walk.next.second_length = 0.into();
        self.walk.next.crosses = self.crosses.val();
        if self.crosses.val() {
            self.walk.next.first_length = self.placed.q.val().left.get_bits::<13>(0);
            self.walk.next.second_length =
                self.placed.q.val().piece - self.placed.q.val().left.get_bits::<13>(0);
        }
        self.walk_valid.next = self.placed_valid.q.val();

        if self.reset.val() {
            self.asked_valid.d.next = false;
            self.looked_valid.d.next = false;
            self.compared_valid.d.next = false;
            self.ranged_valid.d.next = false;
            self.placed_valid.d.next = false;
        }
    }
}
