//! rust-hdl's memories, known by their exact text and printed as tools like them.
//!
//! The stock text leaves words without a value undefined; in Rust they are the default of the
//! entry's type. Here every word and the read register start at that default, so that the two
//! agree from the first cycle, and FPGAs load exactly that.
use num_bigint::BigUint;
use std::fmt::Write;

/// A memory with one registered read port and at most one write port.
#[derive(Debug, PartialEq)]
pub struct Memory {
    width: usize,
    depth: usize,
    /// Words that start with a value of their own.
    words: Vec<(BigUint, BigUint)>,
    /// Name of the read clock, the read address and the read register.
    read: [&'static str; 3],
    writable: bool,
}

const RAM_PORTS: [&str; 3] = ["read_clock", "read_address", "read_data"];
const ROM_PORTS: [&str; 3] = ["clock", "address", "data"];
const RAM_BODY: &str = "always @(posedge read_clock) begin read_data <= mem[read_address]; end \
    always @(posedge write_clock) begin if (write_enable) begin mem[write_address] <= write_data; end end";
const ROM_BODY: &str = "always @(posedge clock) begin data <= mem[address]; end";

impl Memory {
    /// Reads the text of a `RAM` or `SyncROM`; anything else is not a memory.
    pub fn parse(text: &str) -> Option<Memory> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (high, rest) = text.strip_prefix("reg[")?.split_once(":0] mem")?;
        let (last, rest) = rest.trim_start().strip_prefix('[')?.split_once(":0]; ")?;
        let (words, body) = match rest.strip_prefix("initial begin ") {
            Some(rest) => {
                let (words, body) = rest.split_once("; end ")?;
                (words.split("; ").map(word).collect::<Option<_>>()?, body)
            }
            None => (vec![], rest),
        };
        let (read, writable) = match body {
            RAM_BODY => (RAM_PORTS, true),
            ROM_BODY => (ROM_PORTS, false),
            _ => return None,
        };
        let (width, depth) = (
            high.parse::<usize>().ok()? + 1,
            last.parse::<usize>().ok()? + 1,
        );
        Some(Memory {
            width,
            depth,
            words,
            read,
            writable,
        })
    }

    /// `ram_WIDTHxDEPTH`.
    pub fn name(&self) -> String {
        let kind = if self.writable { "ram" } else { "rom" };
        format!("{kind}_{}x{}", self.width, self.depth)
    }

    /// The port that carries the word read.
    pub fn output(&self) -> &'static str {
        self.read[2]
    }

    /// The module's body: `default` is the value of words not named.
    pub fn body(&self, default: &BigUint, style: Option<&str>) -> String {
        let Memory {
            width,
            depth,
            read: [clock, address, data],
            ..
        } = self;
        let index = (depth.ilog2() as usize).max(1) - 1;
        let mut text = String::new();
        let style = style.map_or(String::new(), |s| format!("(* ram_style = \"{s}\" *) "));
        let _ = writeln!(
            text,
            "  {style}logic [{}:0] words [0:{}];",
            width - 1,
            depth - 1
        );
        let _ = writeln!(text, "  integer i;\n  initial begin");
        let _ = writeln!(
            text,
            "    for (i = 0; i < {depth}; i = i + 1) words[i[{index}:0]] = {width}'h{default:x};"
        );
        for (at, value) in &self.words {
            let _ = writeln!(
                text,
                "    words[{}'h{at:x}] = {width}'h{value:x};",
                index + 1
            );
        }
        let _ = writeln!(text, "    {data} = {width}'h{default:x};\n  end");
        let _ = writeln!(
            text,
            "  always @(posedge {clock}) begin\n    {data} <= words[{address}];\n  end"
        );
        if self.writable {
            text += "  always @(posedge write_clock) begin\n    if (write_enable) begin\n      \
                words[write_address] <= write_data;\n    end\n  end\n";
        }
        text
    }
}

/// `mem[4'h3] = 8'h17`
fn word(text: &str) -> Option<(BigUint, BigUint)> {
    let (at, value) = text.strip_prefix("mem[")?.split_once("] = ")?;
    Some((literal(at)?, literal(value)?))
}

/// A literal as rust-hdl prints it: hexadecimal, or binary for odd widths.
fn literal(text: &str) -> Option<BigUint> {
    let (_, digits) = text.split_once('\'')?;
    let radix = match digits.get(..1)? {
        "h" => 16,
        "b" => 2,
        _ => return None,
    };
    BigUint::parse_bytes(&digits.as_bytes()[1..], radix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::*;

    fn text<B: Logic>(block: &B) -> String {
        match block.hdl() {
            Verilog::Custom(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn stock_memories_are_known_by_their_text() {
        let ram = RAM::<Bits<12>, 3>::default();
        let ram = Memory::parse(&text(&ram)).expect("RAM");
        assert_eq!((ram.name().as_str(), ram.writable), ("ram_12x8", true));
        let filled: RAM<Bits<7>, 4> = [5u64, 6, 7].map(Bits::<7>::from).into_iter().into();
        let filled = Memory::parse(&text(&filled)).expect("filled RAM");
        assert_eq!(filled.words[2], (2u8.into(), 7u8.into()));
        let rom: SyncROM<Bits<8>, 2> = [1u64, 2].map(Bits::<8>::from).into_iter().into();
        let rom = Memory::parse(&text(&rom)).expect("SyncROM");
        assert_eq!((rom.name().as_str(), rom.output()), ("rom_8x4", "data"));
        assert_eq!(Memory::parse("always @(posedge clock) q <= d;"), None);
    }
}
