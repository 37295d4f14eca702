//! Decides when the card is reset, and does it without leaving anything half done on the bus.
//!
//! Four things end a card's life: `user_reset`, a write to the register RESET (`asked`), a function-level reset (`function_reset`, the
//! block's `cfg_flr_in_process`), and the host taking the bus away (`bus_master` falls). In the first, the hard block is reset as well, and
//! all that is on its way is void at once. In the others it goes on, so:
//!
//! 1. **Drain.** `stop`: no request begins and no frame. Over when nothing of a TLP is at RQ (`requests_idle`), the MAC is between frames
//!    (`frames_idle`), and no read waits for its answer (`read_waits`, low for a while). The block ends each read, by its timer if need be;
//!    but one that it lost would hold the card up for ever, and so would a MAC that takes no more: `PATIENCE` cycles are enough. Only for a
//!    TLP there is no end to the patience.
//! 2. **Wipe.** `reset` for everything that the host does not speak to while it lasts, long enough for each table of `kit::wipe`.
//! 3. **Sweep.** `hold`: the admin queue stays at rest until each block has swept the tables that it owns, of which the keys' are the longest.
//! 4. **Ready** again; `function_done` (`cfg_flr_done`) for as long as the block still says that a function-level reset is in process.
//!
//! What asks for a reset in the drain is done with that one; in the wipe, the wipe begins anew; in the sweep, when the host may write to registers
//! again, all of it does. `forget_vectors` is high in a function-level reset; the other resets leave the interrupt table to the host, whose it is. `lives` counts. A card whose registers were
//! never written to has nothing to forget and is ready at once: memories come up zero.
//!
//! `user_reset` to Ready: 9 300 cycles, of which most are the keys'.
use ferric_emit::kernel::*;
use ferric_layout::sizes::{CQS, EQS, KEYS, QPS};
use rust_hdl::prelude::*;

/// Cycles without a waiting read before there is none: longer than any path on which one may yet begin.
const CALM: u8 = 15;
/// Cycles that a lost read or a dead MAC is waited for.
const PATIENCE: u32 = 1 << 16;
/// Cycles of reset: as many as the longest wiped table has words, and a few.
const WIPE: u32 = QPS as u32 + 16;
/// Cycles in which the owners of tables sweep them.
const SWEEP: u32 = KEYS as u32 + 16;
/// Cycles of reset when there is nothing to forget.
const FRESH: u32 = 16;
const _: () = assert!(CQS <= QPS && EQS <= QPS && QPS <= KEYS);

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    Ready,
    /// For what is on the bus to end.
    Drain,
    /// For the wiped tables.
    Wipe,
    /// For the swept tables.
    Sweep,
}

#[derive(LogicBlock, Default)]
pub struct CardReset {
    pub clock: Signal<In, Clock>,
    pub user_reset: Signal<In, Bit>,
    pub asked: Signal<In, Bit>,
    pub function_reset: Signal<In, Bit>,
    pub function_done: Signal<Out, Bit>,
    pub bus_master: Signal<In, Bit>,
    /// The host writes to a register.
    pub written: Signal<In, Bit>,
    pub requests_idle: Signal<In, Bit>,
    pub frames_idle: Signal<In, Bit>,
    pub read_waits: Signal<In, Bit>,
    pub stop: Signal<Out, Bit>,
    pub reset: Signal<Out, Bit>,
    pub hold: Signal<Out, Bit>,
    pub forget_vectors: Signal<Out, Bit>,
    pub ready: Signal<Out, Bit>,
    pub lives: Signal<Out, Bits<16>>,
    state: DFF<State>,
    cycles: DFF<Bits<17>>,
    calm: DFF<Bits<4>>,
    mastered: DFF<Bit>,
    /// The block says that a function-level reset is in process, and we have seen it begin.
    in_function: DFF<Bit>,
    /// It is not done.
    for_function: DFF<Bit>,
    /// Something was written since power-up.
    touched: DFF<Bit>,
    life: DFF<Bits<16>>,
    begins: Signal<Local, Bit>,
    drained: Signal<Local, Bit>,
}

impl Logic for CardReset {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            cycles,
            calm,
            mastered,
            in_function,
            for_function,
            touched,
            life
        );
        self.mastered.d.next = self.bus_master.val();
        self.in_function.d.next = self.function_reset.val();
        if self.written.val() {
            self.touched.d.next = true;
        }
        self.begins.next = self.asked.val()
            || (self.mastered.q.val() && !self.bus_master.val())
            || (self.function_reset.val() && !self.in_function.q.val());
        self.drained.next = self.requests_idle.val()
            && ((self.frames_idle.val() && (self.calm.q.val() == bits_const::<4>(CALM)))
                || (self.cycles.q.val() == bits_const::<17>(PATIENCE)));
        self.calm.d.next = self.calm.q.val();
        if self.read_waits.val() {
            self.calm.d.next = 0.into();
        } else if self.calm.q.val() != bits_const::<4>(CALM) {
            self.calm.d.next = self.calm.q.val() + 1;
        }

        self.stop.next = false;
        self.reset.next = self.user_reset.val();
        self.hold.next = false;
        self.ready.next = false;
        self.function_done.next = false;
        match self.state.q.val() {
            State::Ready => {
                self.ready.next = true;
                self.function_done.next = self.function_reset.val()
                    && self.in_function.q.val()
                    && !self.for_function.q.val();
                self.cycles.d.next = 0.into();
                self.calm.d.next = 0.into();
                // A function-level reset that began in the last cycle of another one is still to be done.
                if self.begins.val() || self.for_function.q.val() {
                    self.state.d.next = State::Drain;
                }
            }
            State::Drain => {
                self.stop.next = true;
                if self.cycles.q.val() != bits_const::<17>(PATIENCE) {
                    self.cycles.d.next = self.cycles.q.val() + 1;
                }
                if self.drained.val() {
                    self.cycles.d.next = 0.into();
                    self.state.d.next = State::Wipe;
                }
            }
            State::Wipe => {
                self.reset.next = true;
                self.cycles.d.next = self.cycles.q.val() + 1;
                if !self.touched.q.val() {
                    if self.cycles.q.val() == bits_const::<17>(FRESH) {
                        self.for_function.d.next = false;
                        self.state.d.next = State::Ready;
                    }
                } else if self.cycles.q.val() == bits_const::<17>(WIPE) {
                    self.cycles.d.next = 0.into();
                    self.life.d.next = self.life.q.val() + 1;
                    self.state.d.next = State::Sweep;
                }
                if self.begins.val() {
                    self.cycles.d.next = 0.into();
                    self.state.d.next = State::Wipe;
                }
            }
            State::Sweep => {
                self.hold.next = true;
                self.cycles.d.next = self.cycles.q.val() + 1;
                if self.cycles.q.val() == bits_const::<17>(SWEEP) {
                    self.for_function.d.next = false;
                    self.state.d.next = State::Ready;
                }
                if self.begins.val() {
                    self.cycles.d.next = 0.into();
                    self.calm.d.next = 0.into();
                    self.state.d.next = State::Drain;
                }
            }
        }
        if self.function_reset.val() && !self.in_function.q.val() {
            self.for_function.d.next = true;
        }
        if self.user_reset.val() {
            self.cycles.d.next = 0.into();
            self.state.d.next = State::Wipe;
        }
        self.forget_vectors.next = self.for_function.q.val();
        self.lives.next = self.life.q.val();
    }
}
