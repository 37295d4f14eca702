//! A shift of a shift, in one expression, through a signal and through a module: Verilator folds
//! them into one where it sees both, and 5.048 to 5.050 do so wrongly (decision 0002).
use ferric_verilated::{Model, Options};
use rust_hdl::prelude::*;

const WIDTH: usize = 78;

#[derive(LogicBlock, Default)]
struct Left {
    x: Signal<In, Bits<WIDTH>>,
    by: Signal<In, Bits<3>>,
    shifted: Signal<Out, Bits<WIDTH>>,
}
impl Logic for Left {
    #[hdl_gen]
    fn update(&mut self) {
        self.shifted.next = self.x.val() << self.by.val();
    }
}

#[derive(LogicBlock, Default)]
struct Shifts {
    x: Signal<In, Bits<WIDTH>>,
    by: [Signal<In, Bits<3>>; 3],
    nested: Signal<Out, Bits<WIDTH>>,
    through_signal: Signal<Out, Bits<WIDTH>>,
    through_part: Signal<Out, Bits<7>>,
    through_block: Signal<Out, Bits<WIDTH>>,
    once: Signal<Local, Bits<WIDTH>>,
    left: [Left; 2],
}
impl Logic for Shifts {
    #[hdl_gen]
    fn update(&mut self) {
        self.nested.next =
            ((self.x.val() >> self.by[0].val()) >> self.by[1].val()) >> self.by[2].val();
        self.once.next = self.x.val() >> self.by[0].val();
        self.through_signal.next = self.once.val() >> self.by[1].val();
        self.through_part.next =
            ((self.x.val() << self.by[1].val()) << self.by[2].val()).get_bits::<7>(0);
        self.left[0].x.next = self.x.val();
        self.left[0].by.next = self.by[0].val();
        self.left[1].x.next = self.left[0].shifted.val();
        self.left[1].by.next = self.by[2].val();
        self.through_block.next = self.left[1].shifted.val();
    }
}

#[test]
fn shift_of_a_shift_keeps_both_amounts() {
    let mut block = Shifts::default();
    block.connect_all();
    let options = Options {
        opt: 0,
        ..Options::default()
    };
    let mut model = Model::build_with("shifts", &block, &options).unwrap();
    let x = 0x2f_0f1e_2d3c_4b5a_6978_u128;
    model.poke("x", x);
    for amounts in 0..512u32 {
        let by = [0, 3, 6].map(|at| amounts >> at & 7);
        for (i, by) in by.into_iter().enumerate() {
            model.poke(&format!("by.{i}"), by);
        }
        model.eval();
        let shown = |port: &str| u128::try_from(model.peek_big(port)).unwrap();
        let mask = (1 << WIDTH) - 1;
        assert_eq!(shown("nested"), x >> (by[0] + by[1] + by[2]), "{by:?}");
        assert_eq!(shown("through_signal"), x >> (by[0] + by[1]), "{by:?}");
        assert_eq!(shown("through_part"), x << (by[1] + by[2]) & 0x7f, "{by:?}");
        assert_eq!(
            shown("through_block"),
            x << (by[0] + by[2]) & mask,
            "{by:?}"
        );
    }
}
