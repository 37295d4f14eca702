//! Send WQEs as they stand in their ring: what `Decode` makes of each operation, and what it refuses.
use ferric_layout::status::Status;
use ferric_layout::work::{AtomicOperands, SendWqe, Sge, flag, opcode};
use ferric_rtl::requester::decode::Decode;
use ferric_verilated::{Bench, Model, Sink, Source, record};
use rust_hdl::prelude::*;
use zerocopy::IntoBytes;

const QPN: u16 = 0x2A5;

/// A work request as the host would put it in its ring.
#[derive(Clone, Debug, Default)]
struct Wqe {
    head: SendWqe,
    operands: Option<AtomicOperands>,
    entries: Vec<Sge>,
    inline: Vec<u8>,
}

impl Wqe {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.head.as_bytes().to_vec();
        if let Some(operands) = &self.operands {
            bytes.extend(operands.as_bytes());
        }
        self.entries
            .iter()
            .for_each(|entry| bytes.extend(entry.as_bytes()));
        bytes.extend(&self.inline);
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        bytes
    }

    fn slots(&self) -> u16 {
        (self.bytes().len() / 64) as u16
    }
}

struct Rig {
    bench: Bench,
    slot: Source,
    work: Sink,
    entry: Sink,
    done: Sink,
    index: u16,
}

impl Rig {
    fn new(seed: u64) -> Rig {
        let mut block = Decode::default();
        block.connect_all();
        let mut bench = Bench::new(Model::build("requester_decode", &block).unwrap(), seed);
        let slot = bench.source("slot");
        let [work, entry, _, done] =
            ["work", "entry", "inline_data", "done"].map(|name| bench.sink(name));
        bench.reset(2);
        Rig {
            bench,
            slot,
            work,
            entry,
            done,
            index: 0xFFF0,
        }
    }

    /// A well-formed WQE at the present index.
    fn wqe(&mut self, operation: u8, count: usize) -> Wqe {
        let random = self.bench.random();
        let atomic = operation == opcode::COMPARE_SWAP || operation == opcode::FETCH_ADD;
        let entries: Vec<Sge> = (0..count)
            .map(|_| Sge {
                va: random.u64(..).into(),
                length: if atomic { 8 } else { random.u32(..1 << 20) }.into(),
                lkey: random.u32(..).into(),
            })
            .collect();
        let [a, b, c, _] = u32::from(QPN).to_le_bytes();
        Wqe {
            head: SendWqe {
                opcode: operation,
                flags: random.u8(..8) & !flag::INLINE,
                index: self.index.into(),
                qpn: [a, b, c],
                sge_count: count as u8,
                immediate: random.u32(..).to_le_bytes(),
                length: entries
                    .iter()
                    .map(|entry| entry.length.get())
                    .sum::<u32>()
                    .into(),
                remote_va: random.u64(..).into(),
                rkey: random.u32(..).into(),
                reserved: 0.into(),
            },
            operands: atomic.then(|| AtomicOperands {
                swap_add: random.u64(..).into(),
                compare: random.u64(..).into(),
            }),
            entries,
            inline: vec![],
        }
    }

    /// Brings the WQE as a job of its own, and waits until it was looked at.
    fn bring(&mut self, wqe: &Wqe) {
        let slots = wqe.slots();
        for (k, slot) in wqe.bytes().chunks(64).enumerate() {
            let record = record! {
                "qpn" => QPN, "index" => self.index.wrapping_add(k as u16), "rest" => u64::from(slots) - k as u64,
                "fresh" => k == 0, "data" => slot,
            };
            self.bench.push(self.slot, record);
        }
        self.index = self.index.wrapping_add(slots);
        let (done, before) = (self.done, self.bench.received(self.done));
        self.bench
            .run_until(500, |bench| bench.received(done) > before);
        let reports = self.bench.take(done);
        let end = reports.last().map(|report| report.get("end"));
        assert_eq!(end, Some(self.index.into()), "the slot after the job");
    }

    /// Expects the WQE to come out as it is.
    fn passes(&mut self, wqe: &Wqe) {
        self.bring(wqe);
        let [item] = &self.bench.take(self.work)[..] else {
            panic!("one item")
        };
        let head = &wqe.head;
        let has = |bit: u8| u64::from(head.flags & bit != 0);
        let solicited = has(flag::SOLICITED) & u64::from(head.opcode != opcode::WRITE);
        for (field, value) in [
            ("kind", 0),
            ("qpn", QPN.into()),
            ("index", head.index.get().into()),
            ("slots", wqe.slots().into()),
            ("status", 0),
            ("opcode", head.opcode.into()),
            ("signaled", has(flag::SIGNALED)),
            ("solicited", solicited),
            ("fence", has(flag::FENCE)),
            ("length", head.length.get().into()),
            ("remote_va", head.remote_va.get()),
            ("rkey", head.rkey.get().into()),
            ("immediate", u32::from_le_bytes(head.immediate).into()),
        ] {
            assert_eq!(item.get(field), value, "{field} of {wqe:?}");
        }
        if let Some(operands) = &wqe.operands {
            assert_eq!(
                (item.get("swap"), item.get("compare")),
                (operands.swap_add.get(), operands.compare.get()),
                "{wqe:?}"
            );
        }
        let whole: Vec<_> = wqe
            .entries
            .iter()
            .filter(|entry| entry.length.get() != 0)
            .collect();
        let got = self.bench.take(self.entry);
        assert_eq!(item.get("entries"), whole.len() as u64);
        assert_eq!(got.len(), whole.len(), "{wqe:?}");
        for (got, entry) in got.iter().zip(whole) {
            assert_eq!(
                (got.get("va"), got.get("length"), got.get("lkey")),
                (
                    entry.va.get(),
                    entry.length.get().into(),
                    entry.lkey.get().into()
                )
            );
        }
    }

    fn refuses(&mut self, wqe: &Wqe) {
        self.bring(wqe);
        let [item] = &self.bench.take(self.work)[..] else {
            panic!("one item")
        };
        assert_eq!(
            item.get("status"),
            u64::from(Status::LocalQpOperation as u8),
            "{wqe:?}"
        );
        self.bench.take(self.entry);
        // The marker of a reset, so that the QP is looked at again.
        self.bench
            .push(self.slot, record! { "kind" => 1u64, "qpn" => QPN });
        let work = self.work;
        self.bench.run_until(100, |bench| bench.received(work) == 1);
        self.bench.take(work);
    }
}

#[test]
fn decode_every_operation_comes_out_as_it_stands_in_the_ring() {
    let mut rig = Rig::new(1);
    for round in 0..40 {
        rig.bench.set_stall([0.0, 0.5][round % 2]);
        for (operation, counts) in [
            (opcode::WRITE, 0..=16),
            (opcode::WRITE_IMMEDIATE, 0..=16),
            (opcode::SEND, 0..=16),
            (opcode::SEND_IMMEDIATE, 0..=16),
            (opcode::SEND_INVALIDATE, 0..=16),
            (opcode::READ, 0..=4),
            (opcode::COMPARE_SWAP, 1..=1),
            (opcode::FETCH_ADD, 1..=1),
        ] {
            let count = rig.bench.random().usize(counts);
            let mut wqe = rig.wqe(operation, count);
            // Entries of no bytes pass as if they were not there.
            if wqe.operands.is_none() && count > 1 {
                let at = rig.bench.random().usize(..count);
                let spare = wqe.entries[at].length.get();
                wqe.entries[at].length = 0.into();
                wqe.head.length = (wqe.head.length.get() - spare).into();
            }
            rig.passes(&wqe);
        }
    }
}

#[test]
fn decode_refuses_what_an_operation_cannot_have() {
    let mut rig = Rig::new(2);
    type Spoil = fn(&mut Wqe);
    let inline: Spoil = |wqe| {
        wqe.head.flags |= flag::INLINE;
        wqe.head.sge_count = 0;
        wqe.operands = None;
        wqe.entries.clear();
        wqe.inline = vec![0; wqe.head.length.get().min(32) as usize];
        wqe.head.length = (wqe.inline.len() as u32).into();
    };
    let longer: Spoil = |wqe| wqe.head.length = (wqe.head.length.get() + 1).into();
    let unknown: [Spoil; 2] = [
        |wqe| wqe.head.opcode = opcode::SEND_INVALIDATE + 1,
        |wqe| wqe.head.opcode = 0x84,
    ];
    let mut cases: Vec<(u8, usize, Spoil)> = vec![
        (opcode::READ, 5, |_| {}),
        (opcode::READ, 1, inline),
        (opcode::READ, 4, longer),
        (opcode::SEND_INVALIDATE, 2, longer),
    ];
    cases.extend(unknown.map(|spoil| (opcode::SEND, 1, spoil)));
    for operation in [opcode::COMPARE_SWAP, opcode::FETCH_ADD] {
        cases.extend([
            (operation, 0, (|_| {}) as Spoil),
            (operation, 2, |_| {}),
            (operation, 1, inline),
            (operation, 1, longer),
            (operation, 1, |wqe| wqe.entries[0].length = 4.into()),
            (operation, 1, |wqe| {
                wqe.entries[0].length = 16.into();
                wqe.head.length = 16.into();
            }),
        ]);
    }
    for (operation, count, spoil) in cases {
        let good = rig.wqe(opcode::SEND, 1);
        rig.passes(&good);
        let mut wqe = rig.wqe(operation, count);
        spoil(&mut wqe);
        rig.refuses(&wqe);
    }
}

/// Keys and windows are control's business (`docs/decisions/0030-keys-and-windows.md`).
#[test]
fn decode_refuses_to_bind_a_window_and_to_invalidate_a_key() {
    let mut rig = Rig::new(3);
    for operation in [opcode::BIND_MW, opcode::LOCAL_INVALIDATE] {
        for count in [0, 1, 4] {
            let good = rig.wqe(opcode::SEND, 1);
            rig.passes(&good);
            let mut wqe = rig.wqe(opcode::SEND, count);
            wqe.head.opcode = operation;
            rig.refuses(&wqe);
        }
    }
}
