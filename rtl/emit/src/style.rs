//! Where a memory should live, said by the block that owns it.
//!
//! A tool maps a memory by its size; a table that must not take block RAM (or must) says so with
//! a field `style: RamStyle` beside its `RAM`. The emitter prints it as `(* ram_style = ".." *)`
//! on every memory that is a direct child of that block. It has no ports and no behaviour.
use rust_hdl::prelude::*;

/// The name of the type descriptor by which the emitter knows the marker.
pub(crate) const MARK: &str = "ram_style ";
/// What stands behind the mark when nothing is asked for.
pub(crate) const AUTO: &str = "auto";

/// The kind of storage asked of the tools for the memories of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RamStyle {
    /// The tool decides.
    #[default]
    Auto,
    Block,
    Distributed,
    Ultra,
}

impl RamStyle {
    fn text(self) -> &'static str {
        match self {
            RamStyle::Auto => AUTO,
            RamStyle::Block => "block",
            RamStyle::Distributed => "distributed",
            RamStyle::Ultra => "ultra",
        }
    }
}

impl Logic for RamStyle {
    fn update(&mut self) {}
}

impl Block for RamStyle {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl Atom for RamStyle {
    fn bits(&self) -> usize {
        1
    }
    fn connected(&self) -> bool {
        true
    }
    fn changed(&self) -> bool {
        false
    }
    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }
    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor {
            name: format!("{MARK}{}", self.text()),
            kind: TypeKind::Bits(1),
        }
    }
    fn vcd(&self) -> VCDValue {
        false.into()
    }
    fn id(&self) -> usize {
        0
    }
    fn verilog(&self) -> VerilogLiteral {
        false.into()
    }
    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}
