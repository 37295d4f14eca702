//! Choosers: which of N requests is served.
//!
//! `L` is the width of an index, at least 1 and enough for N - 1. `grant` and `valid` follow `request` in the same cycle; a grant may
//! change when a request comes or goes, so whoever holds on to one keeps it in a register.
use ferric_emit::build::{Code, lit, sig};
use rust_hdl::prelude::*;

/// Statements that give `to` the lowest index for which `test` holds, if any does.
fn lowest(code: Code, to: &str, n: usize, test: impl Fn(usize) -> ferric_emit::build::Ex) -> Code {
    (0..n).rev().fold(code, |code, k| {
        code.when(
            test(k),
            Code::default().set(to, lit(k as u64)),
            Code::default(),
        )
    })
}

/// The lowest index wins.
#[derive(LogicBlock, Default)]
pub struct Priority<const N: usize, const L: usize> {
    pub request: Signal<In, Bits<N>>,
    pub grant: Signal<Out, Bits<L>>,
    pub valid: Signal<Out, Bit>,
}

impl<const N: usize, const L: usize> Logic for Priority<N, L> {
    fn update(&mut self) {
        let request = self.request.val();
        self.grant.next = (0..N).find(|&k| request.get_bit(k)).unwrap_or(0).to_bits();
        self.valid.next = request.any();
    }
    fn connect(&mut self) {
        self.grant.connect();
        self.valid.connect();
    }
    fn hdl(&self) -> Verilog {
        let code = Code::new("priority_pick")
            .set("valid", sig("request").any())
            .set("grant", lit(0));
        lowest(code, "grant", N, |k| sig("request").bit(k as u64)).hdl()
    }
}

/// The choice of `RoundRobin` without its register: the lowest request in `ahead`, else the lowest of all.
#[derive(LogicBlock, Default)]
struct Turn<const N: usize, const L: usize> {
    pub request: Signal<In, Bits<N>>,
    pub ahead: Signal<In, Bits<N>>,
    pub grant: Signal<Out, Bits<L>>,
    pub valid: Signal<Out, Bit>,
    /// The indices above the one granted.
    pub after: Signal<Out, Bits<N>>,
}

impl<const N: usize, const L: usize> Logic for Turn<N, L> {
    fn update(&mut self) {
        let (request, ahead) = (self.request.val(), self.ahead.val());
        let first = |x: Bits<N>| (0..N).find(|&k| x.get_bit(k));
        let grant = first(request & ahead).or(first(request)).unwrap_or(0);
        self.grant.next = grant.to_bits();
        self.valid.next = request.any();
        self.after.next = (grant + 1..N).fold(Bits::default(), |x, k| x.replace_bit(k, true));
    }
    fn connect(&mut self) {
        self.grant.connect();
        self.valid.connect();
        self.after.connect();
    }
    fn hdl(&self) -> Verilog {
        let request = |k: usize| sig("request").bit(k as u64);
        let code = Code::new("round_robin_turn")
            .set("valid", sig("request").any())
            .set("grant", lit(0));
        let code = lowest(code, "grant", N, request);
        let code = lowest(code, "grant", N, |k| {
            request(k) & sig("ahead").bit(k as u64)
        });
        // No index is below 0.
        let code = code.set_part("after", 0, 1, lit(0));
        code.each(N - 1, |code, k| {
            code.set_part("after", k + 1, 1, sig("grant").le(lit(k as u64)))
        })
        .hdl()
    }
}

/// Fair: `advance` says that the grant was used, and puts the one granted last in line.
#[derive(LogicBlock, Default)]
pub struct RoundRobin<const N: usize, const L: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub request: Signal<In, Bits<N>>,
    pub advance: Signal<In, Bit>,
    pub grant: Signal<Out, Bits<L>>,
    pub valid: Signal<Out, Bit>,
    turn: Turn<N, L>,
    ahead: DFF<Bits<N>>,
}

impl<const N: usize, const L: usize> Logic for RoundRobin<N, L> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ahead);
        self.turn.request.next = self.request.val();
        self.turn.ahead.next = self.ahead.q.val();
        self.grant.next = self.turn.grant.val();
        self.valid.next = self.turn.valid.val();
        if self.advance.val() && self.turn.valid.val() {
            self.ahead.d.next = self.turn.after.val();
        }
        if self.reset.val() {
            self.ahead.d.next = 0.into();
        }
    }
}
