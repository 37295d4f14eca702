//! Puts the ICRC in its place in a beat (digest §4: least significant byte first). Pure logic.
use ferric_emit::build::{Code, lit, sig};
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct IcrcInsert {
    pub data: Signal<In, Bits<512>>,
    pub icrc: Signal<In, Bits<32>>,
    /// The ICRC begins at byte 4 * `place` + 2; at place 15 its second half is left over.
    pub here: Signal<In, Bit>,
    pub place: Signal<In, Bits<4>>,
    /// The second half stands at byte 0.
    pub tail: Signal<In, Bit>,
    pub o: Signal<Out, Bits<512>>,
}

/// First bit and number of bits at a place.
fn room(place: usize) -> (usize, usize) {
    let low = 8 * (4 * place + 2);
    (low, 32.min(512 - low))
}

impl Logic for IcrcInsert {
    fn update(&mut self) {
        let icrc = self.icrc.val();
        let mut o = self.data.val();
        if self.here.val() {
            let (low, bits) = room(self.place.val().index());
            (0..bits).for_each(|k| o = o.replace_bit(low + k, icrc.get_bit(k)));
        }
        if self.tail.val() {
            o.set_bits::<16>(0, icrc.get_bits::<16>(16));
        }
        self.o.next = o;
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let place = |code: Code, place: usize| {
            let (low, bits) = room(place);
            let put = Code::default().set_part("o", low, bits, sig("icrc").part(0, bits));
            code.when(
                sig("here").and(sig("place").eq(lit(place as u64))),
                put,
                Code::default(),
            )
        };
        let tail = Code::default().set_part("o", 0, 16, sig("icrc").part(16, 16));
        Code::new("icrc_insert")
            .set("o", sig("data"))
            .each(16, place)
            .when(sig("tail"), tail, Code::default())
            .hdl()
    }
}
