//! What would not mean in Verilog what it means in Rust is refused, and the message says where.
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

type Input<const N: usize> = Signal<In, Bits<N>>;
type Output<const N: usize> = Signal<Out, Bits<N>>;
type Inner<const N: usize> = Signal<Local, Bits<N>>;

/// Every part of the message that a reader needs: the block, the place, the reason.
fn refused<B: Block>(mut block: B, wanted: &[&str]) {
    block.connect_all();
    let errors = ferric_emit::emit("top", &block).expect_err("must be refused");
    let said = errors.join("\n");
    println!("{said}");
    for part in ["top"].iter().chain(wanted) {
        assert!(said.contains(part), "no `{part}` in: {said}");
    }
}

/// A test that a block of these fields is refused with these words; its kernel follows.
macro_rules! refuses {
    ($test:ident, $block:ident { $($field:ident: $type:ty),* }, $wanted:expr) => {
        #[derive(LogicBlock, Default)]
        struct $block { $($field: $type),* }
        #[test]
        fn $test() {
            refused($block::default(), &$wanted);
        }
    };
}

refuses!(latch_is_refused, Latch { enable: Signal<In, Bit>, a: Input<8>, out: Output<8> }, ["latch", "out"]);
impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        if self.enable.val() {
            self.out.next = self.a.val();
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Halves {
    low: Bits<4>,
    high: Bits<4>,
}
refuses!(latch_of_some_bits_names_the_bits, LatchOfSomeBits { a: Input<4>, out: Signal<Out, Halves> }, ["latch", "out", "0xf0"]);
impl Logic for LatchOfSomeBits {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next.low = self.a.val();
    }
}

refuses!(read_before_write_is_refused, ReadBeforeWrite { a: Input<8>, middle: Inner<8>, out: Output<8> }, ["middle", "read before it is written"]);
impl Logic for ReadBeforeWrite {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.middle.val();
        self.middle.next = self.a.val();
    }
}

refuses!(local_without_a_writer_is_refused, LocalWithoutAWriter { middle: Inner<8>, out: Output<8> }, ["middle", "never written"]);
impl Logic for LocalWithoutAWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.middle.val();
    }
}

refuses!(write_after_read_is_refused, WriteAfterRead { a: Input<8>, middle: Inner<8>, out: Output<8> }, ["middle", "written after it was read"]);
impl Logic for WriteAfterRead {
    #[hdl_gen]
    fn update(&mut self) {
        self.middle.next = self.a.val();
        self.out.next = self.middle.val();
        self.middle.next = self.a.val() + 1;
    }
}

refuses!(accumulation_in_one_signal_is_refused, AccumulationInOneSignal { a: Input<8>, sum: Inner<4>, out: Output<4> }, ["sum", "written after it was read"]);
impl Logic for AccumulationInOneSignal {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 0.into();
        for i in 0..8 {
            if self.a.val().get_bit(i) {
                self.sum.next = self.sum.val() + 1;
            }
        }
        self.out.next = self.sum.val();
    }
}

refuses!(register_input_written_after_it_was_read_is_refused, RegisterInputWrittenAfterItWasRead { clock: Signal<In, Clock>, a: Input<8>, out: Output<8>, count: DFF<Bits<8>> }, ["count.d", "written after it was read"]);
impl Logic for RegisterInputWrittenAfterItWasRead {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.out.next = self.count.d.val();
        self.count.d.next = self.a.val() + 1;
    }
}

refuses!(gated_clock_is_refused, GatedClock { clock: Signal<In, Clock>, other: Signal<In, Clock>, enable: Signal<In, Bit>, out: Output<8>, count: DFF<Bits<8>> }, ["gated clock", "count.clock"]);
impl Logic for GatedClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.d.next = self.count.q.val() + 1;
        self.out.next = self.count.q.val();
        self.count.clock.next = self.other.val();
        if self.enable.val() {
            self.count.clock.next = self.clock.val();
        }
    }
}

refuses!(undriven_child_is_refused, UndrivenChild { clock: Signal<In, Clock>, out: Output<8>, count: DFF<Bits<8>> }, ["count.d", "not driven"]);
impl Logic for UndrivenChild {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.clock.next = self.clock.val();
        self.out.next = self.count.q.val();
    }
}

refuses!(undriven_output_is_refused, UndrivenOutput { a: Input<8>, first: Output<8>, second: Output<8> }, ["second", "not driven"]);
impl Logic for UndrivenOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.a.val();
    }
}

refuses!(different_widths_are_refused, DifferentWidths { a: Input<8>, b: Input<4>, out: Output<8> }, ["out", "8 and 4 bits"]);
impl Logic for DifferentWidths {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.a.val() + self.b.val().index().to_bits();
    }
}

refuses!(number_too_large_for_its_width_is_refused, NumberTooLargeForItsWidth { a: Input<4>, out: Signal<Out, Bit> }, ["16", "4 bits"]);
impl Logic for NumberTooLargeForItsWidth {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.a.val() == 16;
    }
}

refuses!(index_arithmetic_outside_a_position_is_refused, IndexArithmeticOutsideAPosition { a: Input<4>, out: Output<4> }, ["loop variable", "bits::<N>"]);
impl Logic for IndexArithmeticOutsideAPosition {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = 0.into();
        for i in 0..4 {
            if self.a.val().index() + i == 2 {
                self.out.next = 1.into();
            }
        }
    }
}

const LIMIT: u64 = 3;
refuses!(named_constant_is_refused_with_what_to_write_instead, NamedConstant { out: Output<8> }, ["LIMIT", "bits_const"]);
impl Logic for NamedConstant {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = LIMIT.into();
    }
}

refuses!(signed_is_refused, SignedPort { a: Signal<In, Signed<8>>, out: Signal<Out, Signed<8>> }, ["Signed"]);
impl Logic for SignedPort {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.a.val();
    }
}

refuses!(concatenation_of_another_width_is_refused, ConcatenationOfAnotherWidth { a: Input<8>, out: Output<16> }, ["out", "12 bits"]);
impl Logic for ConcatenationOfAnotherWidth {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = (bits_cat(self.a.val()) + bits_cat(self.a.val().get_bits::<4>(0))).into();
    }
}

refuses!(clock_as_data_is_refused, ClockAsData { clock: Signal<In, Clock>, other: Signal<In, Clock>, out: Signal<Out, Bit> }, ["clock", "data"]);
impl Logic for ClockAsData {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.clock.val() == self.other.val();
    }
}

#[derive(LogicBlock, Default)]
struct Reserved {
    a: Input<8>,
    table: Output<8>,
}
impl Logic for Reserved {
    #[hdl_gen]
    fn update(&mut self) {
        self.table.next = self.a.val();
    }
}

#[test]
fn word_of_systemverilog_is_refused_as_a_name() {
    refused(Reserved::default(), &["table", "SystemVerilog"]);
}

refuses!(signal_called_next_is_refused, CalledNext { next: Input<8>, out: Output<8> }, ["top.next", "another name"]);
impl Logic for CalledNext {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.next.val();
    }
}

/// The place is the whole path of the block.
#[derive(LogicBlock, Default)]
struct Outer {
    enable: Signal<In, Bit>,
    out: Output<8>,
    child: Child,
}
#[derive(LogicBlock, Default)]
struct Child {
    enable: Signal<In, Bit>,
    out: Output<8>,
}
impl Logic for Outer {
    #[hdl_gen]
    fn update(&mut self) {
        self.child.enable.next = self.enable.val();
        self.out.next = self.child.out.val();
    }
}
impl Logic for Child {
    #[hdl_gen]
    fn update(&mut self) {
        if self.enable.val() {
            self.out.next = 1.into();
        }
    }
}

#[test]
fn path_leads_to_the_block() {
    refused(Outer::default(), &["top.child: ", "out"]);
}

mod hand_built {
    use super::{Input, Output, refused};
    use ast::{VerilogExpression as E, VerilogStatement as S};
    use ferric_emit::build::{Code, lit, sig};
    use rust_hdl::prelude::*;

    #[derive(LogicBlock, Default)]
    struct Built {
        a: Input<8>,
        at: Input<3>,
        out: Output<8>,
        _code: Vec<S>,
    }
    impl Logic for Built {
        fn update(&mut self) {}
        fn connect(&mut self) {
            self.out.connect();
        }
        fn hdl(&self) -> Verilog {
            Verilog::Combinatorial(self._code.clone())
        }
    }

    fn built(code: Code) -> Built {
        let Verilog::Combinatorial(_code) = code.hdl() else {
            panic!("code is statements");
        };
        Built {
            _code,
            ..Default::default()
        }
    }

    #[test]
    fn part_written_at_a_variable_offset_is_refused() {
        let mut block = built(Code::new("built").set("out", sig("a")));
        block._code.push(S::SliceAssignment {
            base: E::Signal("out".into()),
            width: 1,
            offset: E::Signal("at".into()),
            replacement: E::Literal(true.into()),
        });
        refused(block, &["out", "variable offset"]);
    }

    #[test]
    fn part_past_the_end_is_refused() {
        refused(
            built(Code::new("built").set_part("out", 4, 8, sig("a"))),
            &["out", "4", "8"],
        );
    }

    #[test]
    fn unknown_signal_is_refused() {
        refused(built(Code::new("built").set("out", sig("b"))), &["`b`"]);
    }

    #[test]
    fn input_as_target_is_refused() {
        let code = Code::new("built").set("out", sig("a")).set("a", lit(1));
        refused(built(code), &["a", "cannot be written"]);
    }

    #[test]
    fn negation_is_refused() {
        let mut block = built(Code::new("built"));
        let negative = E::Unary(ast::VerilogOpUnary::Neg, Box::new(E::Signal("a".into())));
        block
            ._code
            .push(S::Assignment(E::Signal("out".into()), negative));
        refused(block, &["out", "signed"]);
    }

    #[test]
    fn bit_past_the_end_is_refused() {
        refused(
            built(Code::new("built").set("out", sig("a").bit(9).cast(8))),
            &["out", "bit 9 of 8 bits"],
        );
    }
}
