//! A bit for each of the 256 tags. `set` and `joined`, which sets many, win over `clear` of the same tag.
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
pub struct TagFlags {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub set: Signal<In, Bit>,
    pub set_tag: Signal<In, Bits<8>>,
    pub clear: Signal<In, Bit>,
    pub clear_tag: Signal<In, Bits<8>>,
    pub joined: Signal<In, Bits<256>>,
    pub flags: Signal<Out, Bits<256>>,
    now: DFF<Bits<256>>,
    to_set: Signal<Local, Bits<256>>,
    to_clear: Signal<Local, Bits<256>>,
}

impl Logic for TagFlags {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, now);
        self.to_set.next = 0.into();
        if self.set.val() {
            self.to_set.next = bits::<256>(1) << self.set_tag.val();
        }
        self.to_clear.next = 0.into();
        if self.clear.val() {
            self.to_clear.next = bits::<256>(1) << self.clear_tag.val();
        }
        self.now.d.next =
            (self.now.q.val() & !self.to_clear.val()) | self.to_set.val() | self.joined.val();
        self.flags.next = self.now.q.val();
        if self.reset.val() {
            self.now.d.next = 0.into();
        }
    }
}
