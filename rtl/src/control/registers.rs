//! BAR0: the registers of `ferric_layout::register`.
//!
//! `access` comes from the PCIe completer, one at a time; a read answers on `data` two cycles after it was taken, a write has taken
//! effect on the next cycle. Partial writes change the bytes they enable. An address without a register reads as zero and ignores
//! writes. Reading the low half of a counter keeps its high half, so that the pair is of one moment.
//!
//! A doorbell of the Ethernet rings is valid only, in the cycle after its register was written. `rx_ring` and `tx_ring` are as they were written.
//!
//! `reset_asked` is high in the cycle in which the right word is written to RESET, so that a read behind it no longer finds the card ready.
//! `restart` sets the registers and counters to what they are after a reset while accesses go on; writes are without effect then.
//!
//! Waits: for `data_ready` (the completer always drains).
use crate::control::counters::Counters;
use crate::records::{FrameRing, FrameRingDoorbell, FrameRingState, RegisterAccess, RegisterData};
use ferric_emit::kernel::*;
use ferric_layout::counter::COUNTER_BITS;
use ferric_layout::register::*;
use rust_hdl::prelude::*;

/// The counters' place in an address: bits 19:9 are the same for all of them, bit 2 tells the halves.
const _: () = assert!(COUNTERS == 0x1000 && COUNTER_BITS == 6);
/// The fields' places, as the kernel cuts them.
const _: () = assert!(ring_control::LOG2_SHIFT == 8 && ring_control::VECTOR_SHIFT == 16);

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// For an access.
    Idle,
    /// For the counter's RAM.
    Fetch,
    /// For the completer to take the answer.
    Answer,
}

#[derive(LogicBlock, Default)]
pub struct Registers {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    pub access: Signal<In, RegisterAccess>,
    pub access_valid: Signal<In, Bit>,
    pub access_ready: Signal<Out, Bit>,
    pub data: Signal<Out, RegisterData>,
    pub data_valid: Signal<Out, Bit>,
    pub data_ready: Signal<In, Bit>,
    pub pulses: Signal<In, Bits<64>>,
    pub bus_master: Signal<In, Bit>,
    pub admin_error: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub lives: Signal<In, Bits<16>>,
    pub reset_asked: Signal<Out, Bit>,
    pub admin_consumer: Signal<In, Bits<16>>,
    pub transmit: Signal<Out, Bit>,
    pub receive: Signal<Out, Bit>,
    /// First byte on the wire in the top bits.
    pub mac: Signal<Out, Bits<48>>,
    pub admin_command: Signal<Out, Bits<64>>,
    pub admin_completion: Signal<Out, Bits<64>>,
    pub admin_log2: Signal<Out, Bits<4>>,
    pub admin_event: Signal<Out, Bit>,
    pub admin_producer: Signal<Out, Bits<16>>,
    /// High for a cycle when ADMIN_LOG2 was written.
    pub admin_restart: Signal<Out, Bit>,
    pub cycles_per_tick: Signal<Out, Bits<32>>,
    pub rx_ring: Signal<Out, FrameRing>,
    pub rx_doorbell: Signal<Out, FrameRingDoorbell>,
    pub rx_doorbell_valid: Signal<Out, Bit>,
    pub rx_state: Signal<In, FrameRingState>,
    pub tx_ring: Signal<Out, FrameRing>,
    pub tx_doorbell: Signal<Out, FrameRingDoorbell>,
    pub tx_doorbell_valid: Signal<Out, Bit>,
    pub tx_state: Signal<In, FrameRingState>,
    counters: Counters,
    state: DFF<State>,
    answer: DFF<Bits<32>>,
    from_counter: DFF<Bit>,
    high_half: DFF<Bits<32>>,
    control: DFF<Bits<32>>,
    mac_low: DFF<Bits<32>>,
    mac_high: DFF<Bits<32>>,
    command_low: DFF<Bits<32>>,
    command_high: DFF<Bits<32>>,
    completion_low: DFF<Bits<32>>,
    completion_high: DFF<Bits<32>>,
    log2: DFF<Bits<32>>,
    producer: DFF<Bits<32>>,
    admin_set: DFF<Bit>,
    tick: DFF<Bits<32>>,
    rx_low: DFF<Bits<32>>,
    rx_high: DFF<Bits<32>>,
    rx_control: DFF<Bits<32>>,
    rx_consumer: DFF<Bits<32>>,
    tx_low: DFF<Bits<32>>,
    tx_high: DFF<Bits<32>>,
    tx_control: DFF<Bits<32>>,
    tx_producer: DFF<Bits<32>>,
    rx_rung: DFF<Bit>,
    tx_rung: DFF<Bit>,
    at: Signal<Local, Bits<20>>,
    lane: [Signal<Local, Bits<8>>; 4],
    health: Signal<Local, Bits<3>>,
    keep: Signal<Local, Bits<32>>,
    put: Signal<Local, Bits<32>>,
    is_counter: Signal<Local, Bit>,
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            answer,
            from_counter,
            high_half,
            control,
            mac_low,
            mac_high,
            command_low,
            command_high,
            completion_low,
            completion_high,
            log2,
            producer,
            admin_set,
            tick
        );
        dff_setup!(
            self,
            clock,
            rx_low,
            rx_high,
            rx_control,
            rx_consumer,
            rx_rung,
            tx_low,
            tx_high,
            tx_control,
            tx_producer,
            tx_rung
        );
        self.counters.clock.next = self.clock.val();
        self.counters.reset.next = self.reset.val() || self.restart.val();
        self.counters.pulses.next = self.pulses.val();
        self.counters.read_index.next = self.access.val().address.get_bits::<6>(3);

        self.at.next = self.access.val().address;
        self.is_counter.next =
            self.access.val().address.get_bits::<11>(9) == bits_const::<11>(COUNTERS >> 9);
        // Not a loop: a loop's variable may not stand inside a call's brackets.
        self.lane[0].next = bits_rep::<8>(self.access.val().enable.get_bit(0)).into();
        self.lane[1].next = bits_rep::<8>(self.access.val().enable.get_bit(1)).into();
        self.lane[2].next = bits_rep::<8>(self.access.val().enable.get_bit(2)).into();
        self.lane[3].next = bits_rep::<8>(self.access.val().enable.get_bit(3)).into();
        self.put.next = (bits_cat(self.lane[3].val())
            + bits_cat(self.lane[2].val())
            + bits_cat(self.lane[1].val())
            + bits_cat(self.lane[0].val()))
        .into();
        self.keep.next = !self.put.val();
        self.health.next = (bits_cat(self.ready.val())
            + bits_cat(self.admin_error.val())
            + bits_cat(self.bus_master.val()))
        .into();
        self.reset_asked.next = false;
        self.admin_set.d.next = false;
        self.rx_rung.d.next = false;
        self.tx_rung.d.next = false;
        self.access_ready.next = false;
        self.data.next.data = self.answer.q.val();
        self.data_valid.next = false;

        match self.state.q.val() {
            State::Idle => {
                self.access_ready.next = true;
                self.answer.d.next = 0.into();
                self.from_counter.d.next = self.is_counter.val() && !self.at.val().get_bit(2);
                if self.at.val() == bits_const::<20>(TYPE) {
                    self.answer.d.next = bits_const::<32>(TYPE_VALUE).into();
                }
                if self.at.val() == bits_const::<20>(VERSION) {
                    self.answer.d.next = bits_const::<32>(VERSION_VALUE).into();
                }
                if self.at.val() == bits_const::<20>(FEATURES) {
                    self.answer.d.next = bits_const::<32>(feature::BUILT).into();
                }
                if self.at.val() == bits_const::<20>(LIMITS0) {
                    self.answer.d.next = bits_const::<32>(LIMITS0_VALUE).into();
                }
                if self.at.val() == bits_const::<20>(LIMITS1) {
                    self.answer.d.next = bits_const::<32>(LIMITS1_VALUE).into();
                }
                if self.at.val() == bits_const::<20>(CONTROL) {
                    self.answer.d.next = self.control.q.val();
                }
                if self.at.val() == bits_const::<20>(STATUS) {
                    self.answer.d.next = bit_cast::<32, 3>(self.health.val());
                }
                if self.at.val() == bits_const::<20>(LIFE) {
                    self.answer.d.next = bit_cast::<32, 16>(self.lives.val());
                }
                if self.at.val() == bits_const::<20>(MAC_LOW) {
                    self.answer.d.next = self.mac_low.q.val();
                }
                if self.at.val() == bits_const::<20>(MAC_HIGH) {
                    self.answer.d.next = self.mac_high.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_COMMAND_LOW) {
                    self.answer.d.next = self.command_low.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_COMMAND_HIGH) {
                    self.answer.d.next = self.command_high.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_COMPLETION_LOW) {
                    self.answer.d.next = self.completion_low.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_COMPLETION_HIGH) {
                    self.answer.d.next = self.completion_high.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_LOG2) {
                    self.answer.d.next = self.log2.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_PRODUCER) {
                    self.answer.d.next = self.producer.q.val();
                }
                if self.at.val() == bits_const::<20>(ADMIN_CONSUMER) {
                    self.answer.d.next = bit_cast::<32, 16>(self.admin_consumer.val());
                }
                if self.at.val() == bits_const::<20>(CYCLES_PER_TICK) {
                    self.answer.d.next = self.tick.q.val();
                }
                if self.at.val() == bits_const::<20>(RX_RING_LOW) {
                    self.answer.d.next = self.rx_low.q.val();
                }
                if self.at.val() == bits_const::<20>(RX_RING_HIGH) {
                    self.answer.d.next = self.rx_high.q.val();
                }
                if self.at.val() == bits_const::<20>(RX_RING_CONTROL) {
                    self.answer.d.next = self.rx_control.q.val();
                }
                if self.at.val() == bits_const::<20>(RX_RING_CONSUMER) {
                    self.answer.d.next = self.rx_consumer.q.val();
                }
                if self.at.val() == bits_const::<20>(TX_RING_LOW) {
                    self.answer.d.next = self.tx_low.q.val();
                }
                if self.at.val() == bits_const::<20>(TX_RING_HIGH) {
                    self.answer.d.next = self.tx_high.q.val();
                }
                if self.at.val() == bits_const::<20>(TX_RING_CONTROL) {
                    self.answer.d.next = self.tx_control.q.val();
                }
                if self.at.val() == bits_const::<20>(TX_RING_PRODUCER) {
                    self.answer.d.next = self.tx_producer.q.val();
                }
                if self.at.val() == bits_const::<20>(RX_RING_STATUS) {
                    self.answer.d.next = (bits_cat(self.rx_state.val().index)
                        + bits_cat(bits_const::<15>(0))
                        + bits_cat(self.rx_state.val().busy))
                    .into();
                }
                if self.at.val() == bits_const::<20>(TX_RING_STATUS) {
                    self.answer.d.next = (bits_cat(self.tx_state.val().index)
                        + bits_cat(bits_const::<15>(0))
                        + bits_cat(self.tx_state.val().busy))
                    .into();
                }
                if self.is_counter.val() && self.at.val().get_bit(2) {
                    self.answer.d.next = self.high_half.q.val();
                }
                if self.access_valid.val() {
                    if !self.access.val().write {
                        self.state.d.next = State::Fetch;
                    } else {
                        if self.at.val() == bits_const::<20>(CONTROL) {
                            self.control.d.next = (self.control.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        self.reset_asked.next = (self.at.val() == bits_const::<20>(RESET))
                            && self.access.val().enable.all()
                            && (self.access.val().data == bits_const::<32>(RESET_VALUE));
                        if self.at.val() == bits_const::<20>(MAC_LOW) {
                            self.mac_low.d.next = (self.mac_low.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(MAC_HIGH) {
                            self.mac_high.d.next = (self.mac_high.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_COMMAND_LOW) {
                            self.command_low.d.next = (self.command_low.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_COMMAND_HIGH) {
                            self.command_high.d.next = (self.command_high.q.val()
                                & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_COMPLETION_LOW) {
                            self.completion_low.d.next = (self.completion_low.q.val()
                                & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_COMPLETION_HIGH) {
                            self.completion_high.d.next = (self.completion_high.q.val()
                                & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_LOG2) {
                            self.log2.d.next = (self.log2.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                            self.producer.d.next = 0.into();
                            self.admin_set.d.next = true;
                        }
                        if self.at.val() == bits_const::<20>(ADMIN_PRODUCER) {
                            self.producer.d.next = (self.producer.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(CYCLES_PER_TICK) {
                            self.tick.d.next = (self.tick.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(RX_RING_LOW) {
                            self.rx_low.d.next = (self.rx_low.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(RX_RING_HIGH) {
                            self.rx_high.d.next = (self.rx_high.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(RX_RING_CONTROL) {
                            self.rx_control.d.next = (self.rx_control.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(RX_RING_CONSUMER) {
                            self.rx_consumer.d.next = (self.rx_consumer.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                            self.rx_rung.d.next = true;
                        }
                        if self.at.val() == bits_const::<20>(TX_RING_LOW) {
                            self.tx_low.d.next = (self.tx_low.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(TX_RING_HIGH) {
                            self.tx_high.d.next = (self.tx_high.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(TX_RING_CONTROL) {
                            self.tx_control.d.next = (self.tx_control.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                        }
                        if self.at.val() == bits_const::<20>(TX_RING_PRODUCER) {
                            self.tx_producer.d.next = (self.tx_producer.q.val() & self.keep.val())
                                | (self.access.val().data & self.put.val());
                            self.tx_rung.d.next = true;
                        }
                    }
                }
            }
            State::Fetch => {
                // The counter's RAM was asked in the cycle before.
                if self.from_counter.q.val() {
                    self.answer.d.next = self.counters.value.val().get_bits::<32>(0);
                    self.high_half.d.next = self.counters.value.val().get_bits::<32>(32);
                }
                self.state.d.next = State::Answer;
            }
            State::Answer => {
                self.data_valid.next = true;
                if self.data_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
        }

        self.transmit.next = self.control.q.val().get_bit(0);
        self.receive.next = self.control.q.val().get_bit(1);
        self.mac.next = (bits_cat(self.mac_low.q.val().get_bits::<8>(0))
            + bits_cat(self.mac_low.q.val().get_bits::<8>(8))
            + bits_cat(self.mac_low.q.val().get_bits::<8>(16))
            + bits_cat(self.mac_low.q.val().get_bits::<8>(24))
            + bits_cat(self.mac_high.q.val().get_bits::<8>(0))
            + bits_cat(self.mac_high.q.val().get_bits::<8>(8)))
        .into();
        self.admin_command.next =
            (bits_cat(self.command_high.q.val()) + bits_cat(self.command_low.q.val())).into();
        self.admin_completion.next =
            (bits_cat(self.completion_high.q.val()) + bits_cat(self.completion_low.q.val())).into();
        self.admin_log2.next = self.log2.q.val().get_bits::<4>(0);
        self.admin_event.next = self.log2.q.val().get_bit(8);
        self.admin_producer.next = self.producer.q.val().get_bits::<16>(0);
        self.admin_restart.next = self.admin_set.q.val();
        self.cycles_per_tick.next = self.tick.q.val();
        self.rx_ring.next.base =
            (bits_cat(self.rx_high.q.val()) + bits_cat(self.rx_low.q.val())).into();
        self.rx_ring.next.enable = self.rx_control.q.val().get_bit(0);
        self.rx_ring.next.promiscuous = self.rx_control.q.val().get_bit(1);
        self.rx_ring.next.log2 = self.rx_control.q.val().get_bits::<4>(8);
        self.rx_ring.next.vector = self.rx_control.q.val().get_bits::<5>(16);
        self.rx_doorbell.next.index = self.rx_consumer.q.val().get_bits::<16>(0);
        self.rx_doorbell.next.arm = self.rx_consumer.q.val().get_bit(31);
        self.rx_doorbell_valid.next = self.rx_rung.q.val();
        self.tx_ring.next.base =
            (bits_cat(self.tx_high.q.val()) + bits_cat(self.tx_low.q.val())).into();
        self.tx_ring.next.enable = self.tx_control.q.val().get_bit(0);
        self.tx_ring.next.promiscuous = false;
        self.tx_ring.next.log2 = self.tx_control.q.val().get_bits::<4>(8);
        self.tx_ring.next.vector = 0.into();
        self.tx_doorbell.next.index = self.tx_producer.q.val().get_bits::<16>(0);
        self.tx_doorbell.next.arm = false;
        self.tx_doorbell_valid.next = self.tx_rung.q.val();

        if self.reset.val() {
            self.state.d.next = State::Idle;
        }
        if self.reset.val() || self.restart.val() {
            self.control.d.next = 0.into();
            self.mac_low.d.next = 0.into();
            self.mac_high.d.next = 0.into();
            self.command_low.d.next = 0.into();
            self.command_high.d.next = 0.into();
            self.completion_low.d.next = 0.into();
            self.completion_high.d.next = 0.into();
            self.log2.d.next = 0.into();
            self.admin_set.d.next = false;
            self.producer.d.next = 0.into();
            self.tick.d.next = bits_const::<32>(CYCLES_PER_TICK_RESET).into();
            self.rx_low.d.next = 0.into();
            self.rx_high.d.next = 0.into();
            self.rx_control.d.next = 0.into();
            self.rx_consumer.d.next = 0.into();
            self.tx_low.d.next = 0.into();
            self.tx_high.d.next = 0.into();
            self.tx_control.d.next = 0.into();
            self.tx_producer.d.next = 0.into();
            self.rx_rung.d.next = false;
            self.tx_rung.d.next = false;
        }
    }
}
