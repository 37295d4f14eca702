//! Shapes of real blocks: each is emitted and linted, and what the text must say is looked for.
mod common;
use ferric_emit::build::{Code, lit_w, sig};
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

fn emitted<B: Block>(name: &str, mut block: B) -> String {
    block.connect_all();
    let text = ferric_emit::emit(name, &block).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
    let file = common::scratch(name).join(format!("{name}.sv"));
    std::fs::write(&file, &text).expect("write");
    println!("{text}");
    common::lint(&file, name, &[]);
    text
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Kind {
    Idle,
    Read,
    Write,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Inner {
    psn: Bits<24>,
    kind: Kind,
    last: Bit,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Middle {
    inner: Inner,
    length: Bits<32>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Record {
    middle: Middle,
    other: Inner,
    valid: Bit,
}

/// A first-in first-take queue over a RAM, generic in its entry.
#[derive(LogicBlock)]
struct Fifo<T: Synth, const A: usize, const A1: usize> {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    give: Signal<In, T>,
    give_valid: Signal<In, Bit>,
    give_ready: Signal<Out, Bit>,
    take: Signal<Out, T>,
    take_valid: Signal<Out, Bit>,
    take_ready: Signal<In, Bit>,
    ram: RAM<T, A>,
    write: DFF<Bits<A1>>,
    read: DFF<Bits<A1>>,
    filled: DFF<Bit>,
    full: Signal<Local, Bit>,
    pop: Signal<Local, Bit>,
    depth: Constant<Bits<A1>>,
}
impl<T: Synth, const A: usize, const A1: usize> Default for Fifo<T, A, A1> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            give: Default::default(),
            give_valid: Default::default(),
            give_ready: Default::default(),
            take: Default::default(),
            take_valid: Default::default(),
            take_ready: Default::default(),
            ram: Default::default(),
            write: Default::default(),
            read: Default::default(),
            filled: Default::default(),
            full: Default::default(),
            pop: Default::default(),
            depth: Constant::new((1u64 << A).into()),
        }
    }
}
impl<T: Synth, const A: usize, const A1: usize> Logic for Fifo<T, A, A1> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module record_fifo");
        dff_setup!(self, clock, write, read, filled);
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.full.next = (self.write.q.val() - self.read.q.val()) == self.depth.val();
        self.give_ready.next = !self.full.val();
        self.ram.write_address.next = self.write.q.val().get_bits::<A>(0);
        self.ram.write_data.next = self.give.val();
        self.ram.write_enable.next = self.give_valid.val() & !self.full.val();
        if self.give_valid.val() & !self.full.val() {
            self.write.d.next = self.write.q.val() + 1;
        }
        self.pop.next = self.filled.q.val() & self.take_ready.val();
        if self.pop.val() {
            self.read.d.next = self.read.q.val() + 1;
        }
        self.ram.read_address.next = self.read.d.val().get_bits::<A>(0);
        self.filled.d.next = self.read.d.val() != self.write.q.val();
        self.take.next = self.ram.read_data.val();
        self.take_valid.next = self.filled.q.val();
        if self.reset.val() {
            self.write.d.next = 0.into();
            self.filled.d.next = false;
        }
    }
}

#[derive(LogicBlock, Default)]
struct TwoFifos {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    give: Signal<In, Record>,
    give_valid: Signal<In, Bit>,
    give_ready: Signal<Out, Bit>,
    take: Signal<Out, Record>,
    take_valid: Signal<Out, Bit>,
    take_ready: Signal<In, Bit>,
    first: Fifo<Record, 4, 5>,
    second: Fifo<Record, 4, 5>,
    kinds: Signal<Out, Kind>,
    held: DFF<Record>,
    work: Signal<Local, Record>,
}
impl Logic for TwoFifos {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.first.reset.next = self.reset.val();
        self.second.reset.next = self.reset.val();
        self.work.next = self.give.val();
        self.work.next.middle.inner.psn = self.give.val().middle.inner.psn + 1;
        self.work.next.middle.length = self.held.q.val().middle.length;
        self.work.next.valid = self.give.val().valid & self.give.val().middle.inner.last;
        match self.give.val().middle.inner.kind {
            Kind::Idle => {
                self.work.next.other.kind = Kind::Read;
            }
            Kind::Read => {
                self.work.next.other.kind = Kind::Write;
            }
            _ => {
                self.work.next.other.kind = Kind::Idle;
            }
        }
        self.first.give.next = self.work.val();
        self.first.give_valid.next = self.give_valid.val();
        self.give_ready.next = self.first.give_ready.val();
        self.second.give.next = self.first.take.val();
        self.second.give_valid.next = self.first.take_valid.val();
        self.first.take_ready.next = self.second.give_ready.val();
        self.take.next = self.second.take.val();
        self.take_valid.next = self.second.take_valid.val();
        self.second.take_ready.next = self.take_ready.val();
        self.kinds.next = self.second.take.val().middle.inner.kind;
        if self.give_valid.val() & (self.give.val().other.kind == Kind::Write) {
            self.held.d.next = self.give.val();
            self.held.d.next.middle.inner.psn = self.give.val().other.psn;
        }
    }
}

#[test]
fn generic_fifo_of_nested_records_is_one_module() {
    let text = emitted("two_fifos", TwoFifos::default());
    assert_eq!(text.matches("\nmodule ").count(), 3, "top, fifo, ram");
    assert!(text.contains("module record_fifo (") && text.contains("record_fifo second ("));
}

/// One lane of an array.
#[derive(LogicBlock, Default)]
struct Slice<const N: usize> {
    clock: Signal<In, Clock>,
    give: Signal<In, Bits<N>>,
    take: Signal<Out, Bits<N>>,
    held: DFF<Bits<N>>,
}
impl<const N: usize> Logic for Slice<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.held.d.next = self.give.val() + self.held.q.val();
        self.take.next = self.held.q.val();
    }
}

#[derive(LogicBlock)]
struct Lanes<const L: usize> {
    clock: Signal<In, Clock>,
    gives: [Signal<In, Inner>; L],
    takes: [Signal<Out, Bits<24>>; L],
    which: Signal<In, Bits<3>>,
    picked: Signal<Out, Inner>,
    flags: Signal<Out, Bits<4>>,
    lanes: [Slice<24>; L],
    regs: [DFF<Inner>; L],
}
impl<const L: usize> Default for Lanes<L> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            gives: std::array::from_fn(|_| Default::default()),
            takes: std::array::from_fn(|_| Default::default()),
            which: Default::default(),
            picked: Default::default(),
            flags: Default::default(),
            lanes: std::array::from_fn(|_| Default::default()),
            regs: std::array::from_fn(|_| Default::default()),
        }
    }
}
impl<const L: usize> Logic for Lanes<L> {
    #[hdl_gen]
    fn update(&mut self) {
        self.picked.next = self.regs[0].q.val();
        self.flags.next = 0.into();
        for i in 0..L {
            self.regs[i].clock.next = self.clock.val();
            self.regs[i].d.next = self.gives[i].val();
            (self.regs[i].d.next).psn = (self.gives[i].val()).psn + 1;
            self.lanes[i].clock.next = self.clock.val();
            self.lanes[i].give.next = (self.regs[i].q.val()).psn;
            self.takes[i].next = self.lanes[i].take.val();
            if self.which.val().index() == i {
                self.picked.next = self.regs[i].q.val();
                (self.picked.next).last = (self.regs[i].q.val()).last | self.which.val().any();
                self.flags.next = bits_const::<4>(5).into();
            }
        }
    }
}

#[test]
fn arrays_of_ports_and_children_unroll() {
    let text = emitted("lanes", Lanes::<4>::default());
    assert_eq!(text.matches("\nmodule ").count(), 2, "top and one lane");
}

/// Swaps the bytes of a word; built by Rust code.
#[derive(LogicBlock, Default)]
struct Swap<const N: usize> {
    give: Signal<In, Bits<N>>,
    take: Signal<Out, Bits<N>>,
}
impl<const N: usize> Logic for Swap<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.take.connect();
    }
    fn hdl(&self) -> Verilog {
        Code::new("swap")
            .each(N / 8, |c, b| {
                c.set_part(
                    "take",
                    8 * b,
                    8,
                    sig("give").part((N - 8 - 8 * b) as u64, 8),
                )
            })
            .hdl()
    }
}

#[derive(LogicBlock, Default)]
struct Swaps {
    a: Signal<In, Bits<32>>,
    b: Signal<Out, Bits<32>>,
    c: Signal<Out, Bits<16>>,
    s: Swap<32>,
    t: Swap<16>,
    u: Swap<16>,
}
impl Logic for Swaps {
    #[hdl_gen]
    fn update(&mut self) {
        self.s.give.next = self.a.val();
        self.b.next = self.s.take.val();
        self.t.give.next = self.a.val().get_bits::<16>(0);
        self.u.give.next = self.t.take.val();
        self.c.next = (bits_cat(self.u.take.val().get_bits::<8>(0))
            + bits_cat(self.t.take.val().get_bits::<8>(8)))
        .into();
    }
}

#[test]
fn hand_built_blocks_are_named_by_their_code() {
    let text = emitted("swaps", Swaps::default());
    assert!(text.contains("module swap (") && text.contains("module swap_2 ("));
    assert_eq!(text.matches("\nmodule ").count(), 3);
    let _ = lit_w(0, 1);
}

#[derive(LogicBlock)]
struct Table {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<6>>,
    entry: Signal<In, Record>,
    write: Signal<In, Bit>,
    psn: Signal<Out, Bits<24>>,
    kind: Signal<Out, Kind>,
    ram: RAM<Record, 6>,
    style: ferric_emit::RamStyle,
}
impl Default for Table {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            address: Default::default(),
            entry: Default::default(),
            write: Default::default(),
            psn: Default::default(),
            kind: Default::default(),
            ram: Default::default(),
            style: ferric_emit::RamStyle::Ultra,
        }
    }
}
impl Logic for Table {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_address.next = self.address.val();
        self.ram.write_data.next = self.entry.val();
        self.ram.write_data.next.other.kind = Kind::Idle;
        self.ram.write_enable.next = self.write.val();
        self.psn.next = self.ram.read_data.val().middle.inner.psn;
        self.kind.next = self.ram.read_data.val().middle.inner.kind;
    }
}

#[test]
fn ram_of_records() {
    let text = emitted("entries", Table::default());
    assert!(text.contains("(* ram_style = \"ultra\" *) logic [86:0] words [0:63];"));
}

/// Names that begin as the words behind a signal do.
#[derive(LogicBlock, Default)]
struct Names {
    next_in: Signal<In, Bits<8>>,
    val_out: Signal<Out, Bits<8>>,
    inner: InnerNames,
}
#[derive(LogicBlock, Default)]
struct InnerNames {
    next_psn: Signal<In, Bits<8>>,
    val_psn: Signal<Out, Bits<8>>,
    nextval: Signal<Local, Bits<8>>,
}
impl Logic for Names {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.next_psn.next = self.next_in.val();
        self.val_out.next = self.inner.val_psn.val();
    }
}
impl Logic for InnerNames {
    #[hdl_gen]
    fn update(&mut self) {
        self.nextval.next = self.next_psn.val() + 1;
        self.val_psn.next = self.nextval.val();
    }
}

#[test]
fn names_that_begin_like_next_and_val_are_names() {
    let text = emitted("names", Names::default());
    assert!(text.contains(".next_psn(next_in)") && text.contains("val_out = inner$val_psn;"));
}
