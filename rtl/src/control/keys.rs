//! Executes the admin commands on keys and page entries.
//!
//! `command`/`result`: from the admin queue, one at a time; the command stays put until its result. Page entries come from host memory by `read`/`status`/`data`, a client of the
//! DMA reader. `key_write` and `page_write` are valid only: the memory block takes them as they come.
//! `invalidate`/`invalidated`: keys that peers make invalid. `fence_requester`, `fence_responder`: high until each says that it is `fenced`,
//! that all memory which keys had opened when it rose has been read or written.
//!
//! Rules (digest §11, case 22): a key's region must lie in its pages and in the address space without wrapping; remote write and atomic
//! access need local write; page entries are page-aligned; a key is made only where none is. A page list that cannot be read changes
//! nothing. After a reset every key is made invalid, before the first command. A key that a peer has made invalid keeps its number until the
//! host destroys it; only the whole key, of the QP's domain, made for peers to end, is accepted.
//!
//! A key is destroyed in three steps: it is made invalid; the checks that are under way end; what they have opened is over, in requester and
//! responder. Only then is the command answered, so that the host may give the memory to somebody else (digest §17.28). What a peer ends is
//! followed by the same steps, but for the requester: this side's own work requests are the program's affair, which has their completions.
//! The requester's fence may last as long as the line takes for what is gathered, so peers are served while a command waits for it.
//!
//! Waits: for DMA answers (always come). The table is read two cycles before it is written, by one command at a time. Peers and commands
//! take turns, and neither waits for a QP: the responder, whose chain waits for `invalidated`, may itself be waited for by a command on a QP.
//! A fence waits for memory, DMA and the transmitter alone, not for the stage of the responder that waits for `invalidated`.
use super::fields::{KeyFields, PagesFields, PickKey, PickPages};
use crate::beat::Beat;
use crate::kit::Table;
use crate::memory::LATENCY_MAX;
use crate::records::*;
use ferric_emit::kernel::*;
use ferric_layout::admin::{PAGES_MAX, Status, opcode};
use ferric_layout::qp::access;
use ferric_layout::sizes::{KEY_BITS, KEYS, PAGE_SHIFT_MAX, PAGE_SHIFT_MIN, PAGES};
use rust_hdl::prelude::*;

const SUCCESS: u8 = Status::Success as u8;
const UNKNOWN_OPCODE: u8 = Status::UnknownOpcode as u8;
const BAD_NUMBER: u8 = Status::BadNumber as u8;
const IN_USE: u8 = Status::InUse as u8;
const NOT_FOUND: u8 = Status::NotFound as u8;
const BAD_ARGUMENT: u8 = Status::BadArgument as u8;
const MEMORY_ERROR: u8 = Status::MemoryError as u8;
const UNKNOWN_ACCESS: u8 = !access::KEY_ALL;
/// Remote access that changes memory.
const REMOTE_CHANGE: u8 = access::REMOTE_WRITE | access::REMOTE_ATOMIC;

/// Bits of the cycles that a check under way may last.
const FADE_BITS: usize = 6;
const _: () = assert!(LATENCY_MAX < 1 << FADE_BITS);

/// What is kept of a key here; the rest is the memory block's.
#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Known {
    valid: Bit,
    /// A peer may make it invalid, and none has.
    open: Bit,
    tag: Bits<8>,
    pd: Bits<16>,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// Makes every key invalid after a reset.
    Sweep,
    /// For a command, a peer, or the requester's fence.
    Idle,
    /// For the table's data; the argument checks settle meanwhile.
    Load,
    /// Decides.
    Act,
    /// For the DMA reader to take the request for a page list.
    Ask,
    /// For the status of the read.
    Status,
    /// For eight more page entries.
    Pages,
    /// Writes them one by one.
    Write,
    /// For the admin queue to take the result.
    Answer,
    /// For the table's data on a key that a peer names.
    Find,
    /// Decides.
    Revoke,
    /// For the checks that are under way.
    Fade,
    /// For what they have opened to be over in the responder.
    Fence,
    /// For the responder to take the answer.
    Revoked,
}

#[derive(LogicBlock, Default)]
pub struct Keys {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub command: Signal<In, AdminCommand>,
    pub command_valid: Signal<In, Bit>,
    pub command_ready: Signal<Out, Bit>,
    pub result: Signal<Out, AdminResult>,
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    pub read: Signal<Out, DmaRead>,
    pub read_valid: Signal<Out, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub status: Signal<In, DmaReadStatus>,
    pub status_valid: Signal<In, Bit>,
    pub status_ready: Signal<Out, Bit>,
    pub data: Signal<In, Beat>,
    pub data_valid: Signal<In, Bit>,
    pub data_ready: Signal<Out, Bit>,
    /// The DMA client is this block's for now.
    pub reading: Signal<Out, Bit>,
    pub key_write: Signal<Out, KeyWrite>,
    pub key_write_valid: Signal<Out, Bit>,
    pub page_write: Signal<Out, PageWrite>,
    pub page_write_valid: Signal<Out, Bit>,
    pub invalidate: Signal<In, Invalidate>,
    pub invalidate_valid: Signal<In, Bit>,
    pub invalidate_ready: Signal<Out, Bit>,
    pub invalidated: Signal<Out, Invalidated>,
    pub invalidated_valid: Signal<Out, Bit>,
    pub invalidated_ready: Signal<In, Bit>,
    pub fence_requester: Signal<Out, Bit>,
    pub requester_fenced: Signal<In, Bit>,
    pub fence_responder: Signal<Out, Bit>,
    pub responder_fenced: Signal<In, Bit>,
    known: Table<Known, KEY_BITS>,
    asked: DFF<Invalidate>,
    /// The peer's turn is over.
    commands_turn: DFF<Bit>,
    revoked: DFF<Bit>,
    /// The key ends by a command, not by a peer.
    destroys: DFF<Bit>,
    /// What is fenced already.
    requester_over: DFF<Bit>,
    responder_over: DFF<Bit>,
    /// A command waits for the requester alone; peers are served meanwhile.
    lingers: DFF<Bit>,
    matches_key: Signal<Local, Bit>,
    fading: DFF<Bits<FADE_BITS>>,
    pick_key: PickKey,
    pick_pages: PickPages,
    state: DFF<State>,
    swept: DFF<Bits<KEY_BITS>>,
    bytes: Signal<Local, Bits<1024>>,
    found: DFF<Known>,
    bad_number: DFF<Bit>,
    bad_key: DFF<Bit>,
    bad_pages: DFF<Bit>,
    outcome: DFF<Bits<8>>,
    failed: DFF<Bit>,
    last: DFF<Bit>,
    entries: DFF<Bits<512>>,
    lane: DFF<Bits<3>>,
    page: DFF<Bits<16>>,
    left: DFF<Bits<10>>,
    key_out: DFF<KeyWrite>,
    key_out_valid: DFF<Bit>,
    page_out: DFF<PageWrite>,
    page_out_valid: DFF<Bit>,
    key: Signal<Local, KeyFields>,
    pages: Signal<Local, PagesFields>,
    room: Signal<Local, Bits<64>>,
    reach: Signal<Local, Bits<64>>,
    to_top: Signal<Local, Bits<64>>,
    page_end: Signal<Local, Bits<33>>,
    list_end: Signal<Local, Bits<33>>,
}

impl Logic for Keys {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            swept,
            found,
            bad_number,
            bad_key,
            bad_pages,
            outcome,
            failed,
            last,
            entries,
            lane,
            page,
            left,
            key_out,
            key_out_valid,
            page_out,
            page_out_valid,
            asked,
            commands_turn,
            revoked,
            destroys,
            requester_over,
            responder_over,
            lingers,
            fading
        );
        self.bytes.next = self.command.val().bytes;
        self.pick_key.i.next = self.bytes.val();
        self.pick_pages.i.next = self.bytes.val();
        self.key.next = self.pick_key.o.val();
        self.pages.next = self.pick_pages.o.val();

        // Argument checks; registered on the way to Act.
        self.room.next = bit_cast::<64, 32>(self.key.val().page_count)
            << self.key.val().page_shift.get_bits::<5>(0);
        self.reach.next = self.key.val().length + bit_cast::<64, 32>(self.key.val().offset);
        self.to_top.next = bits::<64>(0) - self.key.val().va;
        self.page_end.next = bit_cast::<33, 32>(self.key.val().first_page)
            + bit_cast::<33, 32>(self.key.val().page_count);
        self.list_end.next = bit_cast::<33, 32>(self.pages.val().number)
            + bit_cast::<33, 32>(self.pages.val().count);
        self.bad_number.d.next =
            (self.key.val().number >= bits_const::<32>(KEYS)) || (self.key.val().number == 0);
        self.bad_key.d.next = (self.key.val().pd >> 16).any()
            || ((self.key.val().access & bits_const::<8>(UNKNOWN_ACCESS)).any())
            || ((self.key.val().access & bits_const::<8>(REMOTE_CHANGE)).any()
                && !(self.key.val().access & bits_const::<8>(access::LOCAL_WRITE)).any())
            || (self.key.val().page_shift < bits_const::<8>(PAGE_SHIFT_MIN))
            || (self.key.val().page_shift > bits_const::<8>(PAGE_SHIFT_MAX))
            || (self.key.val().offset >> self.key.val().page_shift.get_bits::<5>(0)).any()
            || (self.key.val().page_count == 0)
            || (self.page_end.val() > bits_const::<33>(PAGES))
            || (self.key.val().length > self.room.val())
            || (self.reach.val() > self.room.val())
            || ((self.key.val().va != 0) && (self.key.val().length > self.to_top.val()));
        self.bad_pages.d.next = (self.pages.val().count == 0)
            || (self.pages.val().count > bits_const::<32>(PAGES_MAX))
            || (self.list_end.val() > bits_const::<33>(PAGES))
            || (self.pages.val().list & 63).any();

        self.known.clock.next = self.clock.val();
        self.known.read_address.next = self.key.val().number.get_bits::<KEY_BITS>(0);
        self.known.write.next = false;
        self.known.write_address.next = self.key.val().number.get_bits::<KEY_BITS>(0);
        self.known.write_data.next.valid = false;
        self.known.write_data.next.open = false;
        self.known.write_data.next.tag = self.key.val().tag;
        self.known.write_data.next.pd = self.key.val().pd.get_bits::<16>(0);
        self.found.d.next = self.known.read_data.val();

        self.key_out_valid.d.next = false;
        self.key_out.d.next.index = self.key.val().number.get_bits::<KEY_BITS>(0);
        self.key_out.d.next.entry.valid = false;
        self.key_out.d.next.entry.tag = self.key.val().tag;
        self.key_out.d.next.entry.pd = self.key.val().pd.get_bits::<16>(0);
        self.key_out.d.next.entry.access = self.key.val().access.get_bits::<4>(0);
        self.key_out.d.next.entry.va = self.key.val().va;
        self.key_out.d.next.entry.length = self.key.val().length;
        self.key_out.d.next.entry.page_shift = self.key.val().page_shift.get_bits::<5>(0);
        self.key_out.d.next.entry.first_page = self.key.val().first_page.get_bits::<16>(0);
        self.key_out.d.next.entry.offset = self.key.val().offset.get_bits::<31>(0);
        self.page_out_valid.d.next = false;
        self.page_out.d.next.index = self.page.q.val();
        self.page_out.d.next.frame = self.entries.q.val().get_bits::<52>(12);

        self.command_ready.next = false;
        self.result.next.status = self.outcome.q.val();
        self.result.next.bytes = self.bytes.val().get_bits::<512>(0);
        self.result_valid.next = false;
        self.read.next.address = self.pages.val().list;
        self.read.next.length = self.pages.val().count.get_bits::<13>(0) << 3;
        self.read_valid.next = false;
        self.status_ready.next = false;
        self.data_ready.next = false;

        // A key that a peer names: index, and tag in the low 8 bits.
        self.invalidate_ready.next = false;
        self.invalidated.next.ok = self.revoked.q.val();
        self.invalidated_valid.next = false;
        self.matches_key.next = self.found.q.val().valid
            && self.found.q.val().open
            && (self.found.q.val().pd == self.asked.q.val().pd)
            && (self.found.q.val().tag == self.asked.q.val().key.get_bits::<8>(0))
            && ((self.asked.q.val().key >> 8) < bits_const::<32>(KEYS));

        self.fence_requester.next = self.lingers.q.val() && !self.requester_over.q.val();
        if self.lingers.q.val() && self.requester_fenced.val() {
            self.requester_over.d.next = true;
        }
        self.fence_responder.next = false;
        self.reading.next = true;
        match self.state.q.val() {
            State::Sweep => {
                self.reading.next = false;
                self.known.write.next = true;
                self.known.write_address.next = self.swept.q.val();
                self.key_out.d.next.index = self.swept.q.val();
                self.key_out_valid.d.next = true;
                self.swept.d.next = self.swept.q.val() + 1;
                if self.swept.q.val().all() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                self.reading.next = false;
                self.lane.d.next = 0.into();
                self.asked.d.next = self.invalidate.val();
                if self.lingers.q.val() && self.requester_over.q.val() {
                    self.lingers.d.next = false;
                    self.state.d.next = State::Answer;
                } else if self.invalidate_valid.val()
                    && (self.lingers.q.val() || !self.commands_turn.q.val())
                {
                    self.invalidate_ready.next = true;
                    self.state.d.next = State::Find;
                } else if !self.lingers.q.val() {
                    self.command_ready.next = true;
                    self.commands_turn.d.next = false;
                    if self.command_valid.val() {
                        self.state.d.next = State::Load;
                    }
                }
            }
            State::Load => {
                self.reading.next = false;
                // One cycle for the address, one for the data; `lane` is free to tell them apart.
                self.lane.d.next = 1.into();
                if self.lane.q.val() == 1 {
                    self.state.d.next = State::Act;
                }
            }
            State::Act => {
                self.reading.next = false;
                self.state.d.next = State::Answer;
                self.outcome.d.next = bits_const::<8>(SUCCESS).into();
                self.page.d.next = self.pages.val().number.get_bits::<16>(0);
                self.left.d.next = self.pages.val().count.get_bits::<10>(0);
                self.failed.d.next = false;
                self.destroys.d.next = true;
                self.fading.d.next = 0.into();
                if self.key.val().opcode == bits_const::<8>(opcode::WRITE_PAGES) {
                    if self.bad_pages.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                    } else {
                        self.state.d.next = State::Ask;
                    }
                } else if self.key.val().opcode == bits_const::<8>(opcode::CREATE_KEY) {
                    if self.bad_number.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if self.found.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(IN_USE).into();
                    } else if self.bad_key.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                    } else {
                        self.known.write.next = true;
                        self.known.write_data.next.valid = true;
                        self.known.write_data.next.open = (self.key.val().access
                            & bits_const::<8>(access::REMOTE_INVALIDATE))
                        .any();
                        self.key_out.d.next.entry.valid = true;
                        self.key_out_valid.d.next = true;
                    }
                } else if self.key.val().opcode == bits_const::<8>(opcode::DESTROY_KEY) {
                    if self.bad_number.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.found.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    } else {
                        self.known.write.next = true;
                        self.key_out_valid.d.next = true;
                        self.state.d.next = State::Fade;
                    }
                } else if self.key.val().opcode == bits_const::<8>(opcode::QUERY_KEY) {
                    if self.bad_number.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_NUMBER).into();
                    } else if !self.found.q.val().valid {
                        self.outcome.d.next = bits_const::<8>(NOT_FOUND).into();
                    }
                } else {
                    self.outcome.d.next = bits_const::<8>(UNKNOWN_OPCODE).into();
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
                    self.failed.d.next = self.status.val().error != 0;
                    if self.status.val().error != 0 {
                        self.outcome.d.next = bits_const::<8>(MEMORY_ERROR).into();
                    }
                    self.state.d.next = State::Pages;
                }
            }
            State::Pages => {
                self.data_ready.next = true;
                self.entries.d.next = self.data.val().data;
                self.last.d.next = self.data.val().last;
                self.lane.d.next = 0.into();
                if self.data_valid.val() {
                    self.state.d.next = State::Write;
                }
            }
            State::Write => {
                self.entries.d.next = self.entries.q.val() >> 64;
                self.lane.d.next = self.lane.q.val() + 1;
                self.page.d.next = self.page.q.val() + 1;
                self.left.d.next = self.left.q.val() - 1;
                self.page_out_valid.d.next = !self.failed.q.val();
                if self.entries.q.val().get_bits::<12>(0).any() {
                    // Not a page's address: the rest of the list is passed over.
                    self.page_out_valid.d.next = false;
                    self.failed.d.next = true;
                    if !self.failed.q.val() {
                        self.outcome.d.next = bits_const::<8>(BAD_ARGUMENT).into();
                    }
                }
                if self.lane.q.val().all() || (self.left.q.val() == 1) {
                    self.state.d.next = State::Pages;
                    if self.last.q.val() {
                        self.state.d.next = State::Answer;
                    }
                }
            }
            State::Answer => {
                self.reading.next = false;
                self.result_valid.next = true;
                if self.result_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Find => {
                self.reading.next = false;
                self.known.read_address.next = self.asked.q.val().key.get_bits::<KEY_BITS>(8);
                self.lane.d.next = 1.into();
                if self.lane.q.val() == 1 {
                    self.state.d.next = State::Revoke;
                }
            }
            State::Revoke => {
                self.reading.next = false;
                self.revoked.d.next = self.matches_key.val();
                self.known.write.next = self.matches_key.val();
                self.known.write_address.next = self.asked.q.val().key.get_bits::<KEY_BITS>(8);
                self.known.write_data.next = self.found.q.val();
                self.known.write_data.next.open = false;
                self.key_out.d.next.index = self.asked.q.val().key.get_bits::<KEY_BITS>(8);
                self.key_out_valid.d.next = self.matches_key.val();
                self.destroys.d.next = false;
                self.fading.d.next = 0.into();
                self.state.d.next = State::Revoked;
                if self.matches_key.val() {
                    self.state.d.next = State::Fade;
                }
            }
            State::Fade => {
                self.reading.next = false;
                self.fading.d.next = self.fading.q.val() + 1;
                self.responder_over.d.next = false;
                if self.fading.q.val().all() {
                    self.state.d.next = State::Fence;
                    if self.destroys.q.val() {
                        self.lingers.d.next = true;
                        self.requester_over.d.next = false;
                    }
                }
            }
            State::Fence => {
                self.reading.next = false;
                self.fence_responder.next = !self.responder_over.q.val();
                if self.responder_fenced.val() {
                    self.responder_over.d.next = true;
                }
                if self.responder_over.q.val() {
                    self.state.d.next = State::Revoked;
                    if self.destroys.q.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            State::Revoked => {
                self.reading.next = false;
                self.invalidated_valid.next = true;
                self.commands_turn.d.next = true;
                if self.invalidated_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
        }
        self.key_write.next = self.key_out.q.val();
        self.key_write_valid.next = self.key_out_valid.q.val();
        self.page_write.next = self.page_out.q.val();
        self.page_write_valid.next = self.page_out_valid.q.val();
        if self.reset.val() {
            self.state.d.next = State::Sweep;
            self.swept.d.next = 0.into();
            self.key_out_valid.d.next = false;
            self.page_out_valid.d.next = false;
            self.commands_turn.d.next = false;
            self.lingers.d.next = false;
        }
    }
}
