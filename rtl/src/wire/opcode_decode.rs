//! What the opcode table says of an operation. Pure logic, from `ferric_layout::opcode::TABLE`.
use ferric_emit::build::{Code, lit, sig};
use ferric_layout::opcode::{Kind, Row, TABLE, headers};
use ferric_layout::wire::{Aeth, AtomicEth, Reth};
use rust_hdl::prelude::*;

/// Bytes of the headers after the BTH.
pub const fn extension_bytes(present: u8) -> usize {
    const SIZES: [(u8, usize); 7] = [
        (headers::RETH, size_of::<Reth>()),
        (headers::ATOMIC, size_of::<AtomicEth>()),
        (headers::AETH, size_of::<Aeth>()),
        (headers::ATOMIC_ACK, 8),
        (headers::IMMEDIATE, 4),
        (headers::INVALIDATE, 4),
        (headers::DETH, 8),
    ];
    let (mut sum, mut k) = (0, 0);
    while k < SIZES.len() {
        if present & SIZES[k].0 != 0 {
            sum += SIZES[k].1;
        }
        k += 1;
    }
    sum
}

fn is_response(row: &Row) -> bool {
    matches!(
        row.kind,
        Kind::ReadResponse | Kind::Acknowledge | Kind::AtomicAcknowledge
    )
}

#[derive(LogicBlock, Default)]
pub struct OpcodeDecode {
    /// Bits 4:0 of the opcode.
    pub operation: Signal<In, Bits<5>>,
    /// Which headers follow the BTH, as bits of `ferric_layout::opcode::headers`. A reserved operation has none.
    pub headers: Signal<Out, Bits<7>>,
    /// Their length in units of 4 bytes.
    pub words: Signal<Out, Bits<3>>,
    /// An answer rather than a request; a reserved operation counts as a request, so that it is refused.
    pub response: Signal<Out, Bit>,
    /// Payload may follow. A reserved operation may have some.
    pub payload: Signal<Out, Bit>,
}

impl Logic for OpcodeDecode {
    fn update(&mut self) {
        let operation = self.operation.val().index();
        let row = TABLE.iter().find(|row| row.operation as usize == operation);
        let present = row.map_or(0, |row| row.headers);
        self.headers.next = u64::from(present).to_bits();
        self.words.next = (extension_bytes(present) as u64 / 4).to_bits();
        self.response.next = row.is_some_and(is_response);
        self.payload.next = row.is_none_or(|row| row.payload);
    }
    fn connect(&mut self) {
        self.headers.connect();
        self.words.connect();
        self.response.connect();
        self.payload.connect();
    }
    fn hdl(&self) -> Verilog {
        let start = Code::new("opcode_decode")
            .set("headers", lit(0))
            .set("words", lit(0))
            .set("response", lit(0))
            .set("payload", lit(1));
        let row = |code: Code, row: &Row| {
            let what = Code::default()
                .set("headers", lit(row.headers.into()))
                .set("words", lit(extension_bytes(row.headers) as u64 / 4))
                .set("response", lit(is_response(row).into()))
                .set("payload", lit(row.payload.into()));
            code.when(
                sig("operation").eq(lit(row.operation.into())),
                what,
                Code::default(),
            )
        };
        TABLE.iter().fold(start, row).hdl()
    }
}
