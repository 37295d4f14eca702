//! The card's own RTL behind [`Card`]: pins by name, copied word by word, nothing allocated in a cycle.
use crate::card::{Card, Inputs, Outputs};
use crate::occupancy::{Handshake, Occupancy};
use crate::{link, pcie};
use ferric_rtl::catalog::STACK;
use ferric_verilated::{BuildError, Handle, Model, Options};
use rust_hdl::prelude::Block;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The pins of a stream.
struct Stream {
    data: Handle,
    /// Absent where the card does not look at it.
    keep: Option<Handle>,
    last: Handle,
    user: Option<Handle>,
    valid: Handle,
    /// Absent where the receiver cannot refuse.
    ready: Option<Handle>,
}

impl Stream {
    fn new(model: &Model, name: &str) -> Self {
        let pin = |pin: &str| model.handle(&format!("{name}_t{pin}"));
        Stream {
            data: pin("data"),
            keep: model.find(&format!("{name}_tkeep")),
            last: pin("last"),
            user: model.find(&format!("{name}_tuser")),
            valid: pin("valid"),
            ready: model.find(&format!("{name}_tready")),
        }
    }
}

/// The card under Verilator.
pub struct VerilatedCard {
    model: Model,
    clock: Handle,
    reset: Handle,
    cq: Stream,
    cc: Stream,
    rq: Stream,
    rc: Stream,
    tx: Stream,
    rx: Stream,
    np_req: Handle,
    max_payload: Handle,
    max_read_req: Handle,
    rcb: Handle,
    function_status: Handle,
    extended_tag: Handle,
    msix_enable: Handle,
    msix_mask: Handle,
    nph_av: Handle,
    function_reset: Handle,
    function_done: Handle,
    occupancy: Option<Arc<Mutex<Occupancy>>>,
}

impl VerilatedCard {
    /// Builds the card, or finds it in the cache.
    pub fn build(options: Options) -> Result<Self, BuildError> {
        // The whole design is one value that is made on the stack.
        let build = move || {
            let mut block = ferric_rtl::top::Card::default();
            block.connect_all();
            Model::build_with("card", &block, &options)
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(build);
        let model = thread.expect("a thread can be started").join();
        Ok(Self::new(model.expect("the build does not panic")?))
    }

    fn new(model: Model) -> Self {
        let pin = |name: &str| model.handle(name);
        VerilatedCard {
            clock: pin("clock"),
            reset: pin("user_reset"),
            cq: Stream::new(&model, "m_axis_cq"),
            cc: Stream::new(&model, "s_axis_cc"),
            rq: Stream::new(&model, "s_axis_rq"),
            rc: Stream::new(&model, "m_axis_rc"),
            tx: Stream::new(&model, "m_axis_tx"),
            rx: Stream::new(&model, "s_axis_rx"),
            np_req: pin("pcie_cq_np_req"),
            max_payload: pin("cfg_max_payload"),
            max_read_req: pin("cfg_max_read_req"),
            rcb: pin("cfg_rcb_status"),
            function_status: pin("cfg_function_status"),
            extended_tag: pin("cfg_extended_tag"),
            msix_enable: pin("cfg_interrupt_msix_enable"),
            msix_mask: pin("cfg_interrupt_msix_mask"),
            nph_av: pin("pcie_tfc_nph_av"),
            function_reset: pin("cfg_flr_in_process"),
            function_done: pin("cfg_flr_done"),
            occupancy: None,
            model,
        }
    }

    /// Writes a waveform from here on, `depth` levels deep; the card was built with `Options::trace`.
    pub fn open_trace(&mut self, path: &Path, depth: u32) {
        self.model.open_trace(path, depth);
    }

    /// Ends the waveform.
    pub fn close_trace(&mut self) {
        self.model.close_trace();
    }

    /// Counts from now on what passes between the blocks; the card was built with `Options::observe`.
    pub fn observe(&mut self) -> Arc<Mutex<Occupancy>> {
        let occupancy = Arc::new(Mutex::new(Occupancy::new(self.model.streams())));
        self.occupancy.insert(occupancy).clone()
    }

    /// A cycle of the streams, the pins' among them, before its edge.
    fn watch(&self, inputs: &Inputs, outputs: &Outputs) {
        let Some(occupancy) = &self.occupancy else {
            return;
        };
        let (to, from) = (&inputs.pcie, &outputs.pcie);
        let pins: [Handshake; Occupancy::PINS.len()] = [
            (to.cq_valid, from.cq_ready),
            (from.cc_valid, to.cc_ready),
            (from.rq_valid, to.rq_ready),
            (to.rc_valid, from.rc_ready),
            (inputs.mac.rx_valid, true),
            (outputs.mac.tx_valid, inputs.mac.tx_ready),
        ];
        let mut occupancy = occupancy.lock().expect("no panic while counting");
        occupancy.watch(pins.into_iter().chain(self.model.handshakes()));
    }

    /// The simulated design, to look at.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// A beat into the card, if there is one; else only its valid falls.
    fn put<const USER: usize>(
        &mut self,
        stream: fn(&Self) -> &Stream,
        beat: &pcie::pins::Beat<USER>,
        valid: bool,
    ) {
        let Stream {
            data,
            keep,
            last,
            user,
            valid: pin,
            ..
        } = *stream(self);
        self.model.poke_at(pin, u64::from(valid));
        if valid {
            words(self.model.words_mut(data), &beat.data);
            if let Some(keep) = keep {
                self.model.poke_at(keep, u64::from(beat.keep));
            }
            self.model.poke_at(last, u64::from(beat.last));
            let user = self
                .model
                .words_mut(user.expect("the PCIe streams have user bits"));
            let count = user.len();
            user.copy_from_slice(&beat.user[..count]);
        }
    }

    /// A beat out of the card; whether there is one.
    fn get<const USER: usize>(&self, stream: &Stream, beat: &mut pcie::pins::Beat<USER>) -> bool {
        let valid = self.model.peek_at(stream.valid) != 0;
        if valid {
            bytes(self.model.words(stream.data), &mut beat.data);
            beat.keep = self.model.peek_at(stream.keep.expect("the card drives it")) as u16;
            beat.last = self.model.peek_at(stream.last) != 0;
            let user = self
                .model
                .words(stream.user.expect("the PCIe streams have user bits"));
            beat.user[..user.len()].copy_from_slice(user);
        }
        valid
    }
}

fn words(to: &mut [u32], from: &[u8; 64]) {
    for (word, bytes) in to.iter_mut().zip(from.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
}

fn bytes(from: &[u32], to: &mut [u8; 64]) {
    for (word, bytes) in from.iter().zip(to.chunks_exact_mut(4)) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

impl Card for VerilatedCard {
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs) {
        let pcie::pins::ToCard { status, .. } = &inputs.pcie;
        for (pin, value) in [
            (self.clock, 0),
            (self.reset, u64::from(inputs.pcie.reset)),
            (self.max_payload, u64::from(status.max_payload)),
            (self.max_read_req, u64::from(status.max_read_req)),
            (self.rcb, u64::from(status.rcb_128)),
            (self.function_status, u64::from(status.function_status)),
            (self.extended_tag, u64::from(status.extended_tag)),
            (self.msix_enable, u64::from(status.msix_enable)),
            (self.msix_mask, u64::from(status.msix_mask)),
            (self.nph_av, u64::from(inputs.pcie.tfc_nph_av)),
            (self.function_reset, u64::from(inputs.pcie.function_reset)),
        ] {
            self.model.poke_at(pin, value);
        }
        self.put(|card| &card.cq, &inputs.pcie.cq, inputs.pcie.cq_valid);
        self.put(|card| &card.rc, &inputs.pcie.rc, inputs.pcie.rc_valid);
        for (ready, value) in [
            (self.cc.ready, inputs.pcie.cc_ready),
            (self.rq.ready, inputs.pcie.rq_ready),
            (self.tx.ready, inputs.mac.tx_ready),
        ] {
            self.model
                .poke_at(ready.expect("these can be refused"), u64::from(value));
        }
        let link::pins::ToCard { rx, rx_valid, .. } = &inputs.mac;
        self.model.poke_at(self.rx.valid, u64::from(*rx_valid));
        if *rx_valid {
            words(self.model.words_mut(self.rx.data), &rx.data);
            self.model
                .poke_at(self.rx.keep.expect("the MAC tells the end"), rx.keep);
            self.model.poke_at(self.rx.last, u64::from(rx.last));
            self.model.poke_at(
                self.rx.user.expect("the MAC tells bad frames"),
                u64::from(rx.bad),
            );
        }
        self.model.eval();

        outputs.pcie.cq_ready = self.model.peek_at(self.cq.ready.expect("can be refused")) != 0;
        outputs.pcie.rc_ready = self.model.peek_at(self.rc.ready.expect("can be refused")) != 0;
        outputs.pcie.function_done = self.model.peek_at(self.function_done) != 0;
        outputs.pcie.cq_np_req = self.model.peek_at(self.np_req) as u8;
        outputs.pcie.cc_valid = self.get(&self.cc, &mut outputs.pcie.cc);
        outputs.pcie.rq_valid = self.get(&self.rq, &mut outputs.pcie.rq);
        outputs.mac.tx_valid = self.model.peek_at(self.tx.valid) != 0;
        if outputs.mac.tx_valid {
            bytes(self.model.words(self.tx.data), &mut outputs.mac.tx.data);
            outputs.mac.tx.keep = self
                .model
                .peek_at(self.tx.keep.expect("the card drives it"));
            outputs.mac.tx.last = self.model.peek_at(self.tx.last) != 0;
        }
        self.watch(inputs, outputs);
        self.model.poke_at(self.clock, 1_u64);
        self.model.eval();
    }
}
