//! N words of W bits side by side as one of T = N * W bits, word k at bit `W * k`.
use ferric_emit::build::{Code, sig};
use rust_hdl::prelude::*;
use std::array::from_fn;

#[derive(LogicBlock)]
pub struct Join<const N: usize, const W: usize, const T: usize> {
    pub i: [Signal<In, Bits<W>>; N],
    pub o: Signal<Out, Bits<T>>,
}

impl<const N: usize, const W: usize, const T: usize> Default for Join<N, W, T> {
    fn default() -> Self {
        assert_eq!(N * W, T);
        Self {
            i: from_fn(|_| Default::default()),
            o: Default::default(),
        }
    }
}

impl<const N: usize, const W: usize, const T: usize> Logic for Join<N, W, T> {
    fn update(&mut self) {
        let mut all = Bits::<T>::default();
        for k in 0..N {
            all.set_bits::<W>(W * k, self.i[k].val());
        }
        self.o.next = all;
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        Code::new("join_words")
            .each(N, |code, k| {
                code.set_part("o", W * k, W, sig(format!("i${k}")))
            })
            .hdl()
    }
}
