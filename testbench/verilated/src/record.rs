//! Records as tests write and read them: field names and numbers.
use crate::number::{self, Number};
use ferric_emit::Field;
use num_bigint::BigUint;
use std::{fmt, sync::Arc};

/// What a test sends: fields by dotted name, those not named are zero. Made by [`record!`](crate::record!).
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub fields: Vec<(String, Number)>,
}

/// `record! { "address" => 0x1000u64, "bth.psn" => 7 }`, or `record!(5)` for a port that is a number.
#[macro_export]
macro_rules! record {
    ($($name:expr => $value:expr),* $(,)?) => {
        $crate::Record { fields: vec![$((String::from($name), $crate::Number::from($value))),*] }
    };
    ($value:expr) => {
        $crate::Record { fields: vec![(String::new(), $crate::Number::from($value))] }
    };
}

/// The shape of a stream's record.
#[derive(Debug)]
pub(crate) struct Layout {
    pub port: String,
    pub bits: usize,
    pub fields: Vec<Field>,
}

impl Layout {
    /// # Panics
    /// When there is no such field, with the list of those there are.
    pub fn place(&self, field: &str) -> (usize, usize) {
        if field.is_empty() {
            return (0, self.bits);
        }
        let found = self
            .fields
            .iter()
            .find(|known| known.path == field)
            .map(|known| (known.low, known.bits));
        found.unwrap_or_else(|| {
            let names = self
                .fields
                .iter()
                .map(|known| known.path.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            panic!("`{}` has no field `{field}`; it has {names}", self.port)
        })
    }

    pub fn pack(&self, record: &Record) -> Vec<u32> {
        let mut words = vec![0; self.bits.div_ceil(32)];
        for (name, value) in &record.fields {
            let (low, bits) = self.place(name);
            assert!(
                value.bits() <= bits,
                "`{}.{name}` has {bits} bits, too few for {value:?}",
                self.port
            );
            number::insert(&mut words, low, bits, &value.words());
        }
        words
    }
}

/// What a sink received.
#[derive(Clone)]
pub struct Received {
    pub(crate) layout: Arc<Layout>,
    pub(crate) words: Vec<u32>,
    /// The cycle of the transfer.
    pub cycle: u64,
}

impl Received {
    /// # Panics
    /// When there is no such field, or it is wider than 64 bits.
    pub fn get(&self, field: &str) -> u64 {
        let (low, bits) = self.layout.place(field);
        assert!(
            bits <= 64,
            "`{}.{field}` has {bits} bits: use big()",
            self.layout.port
        );
        number::extract(&self.words, low, bits)
    }

    pub fn big(&self, field: &str) -> BigUint {
        let (low, bits) = self.layout.place(field);
        number::big(&self.words, low, bits)
    }

    pub fn bytes(&self, field: &str) -> Vec<u8> {
        let (low, bits) = self.layout.place(field);
        number::bytes(&self.words, low, bits)
    }

    /// The whole port, for one that is a plain number.
    pub fn value(&self) -> u64 {
        self.get("")
    }
}

/// Same content; when it arrived does not matter.
impl PartialEq for Received {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl fmt::Debug for Received {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.layout.fields.is_empty() {
            return write!(f, "{:#x}", self.big(""));
        }
        let mut shown = f.debug_map();
        for field in &self.layout.fields {
            shown.entry(
                &format_args!("{}", field.path),
                &format_args!("{:#x}", self.big(&field.path)),
            );
        }
        shown.finish()
    }
}
