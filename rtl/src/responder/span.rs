//! How many packets a READ's answer takes: one for each PMTU or part of it, and one if it has no bytes (digest §5).
//!
//! `count` follows `length` and `pmtu` (a code, `128 << code` bytes) in the same cycle; right for lengths up to 2^31.
use ferric_emit::kernel::*;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct Span {
    pub length: Signal<In, Bits<32>>,
    pub pmtu: Signal<In, Bits<3>>,
    pub count: Signal<Out, Bits<24>>,
    less: Signal<Local, Bits<32>>,
    blocks: Signal<Local, Bits<25>>,
    full: Signal<Local, Bits<25>>,
}

impl Logic for Span {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module responder_span");
        self.less.next = self.length.val() - 1;
        // In units of 128 bytes, then of the PMTU: whole packets before the last.
        self.blocks.next = self.less.val().get_bits::<25>(7);
        self.full.next = self.blocks.val() >> self.pmtu.val();
        self.count.next = self.full.val().get_bits::<24>(0) + 1;
        if self.length.val() == 0 {
            self.count.next = 1.into();
        }
    }
}
