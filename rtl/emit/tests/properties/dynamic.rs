//! Blocks that are data: ports, children and code made at run time.
use rust_hdl::prelude::*;

/// A port, local or constant.
#[derive(Clone)]
pub struct Wire {
    pub name: String,
    pub kind: AtomKind,
    pub ty: TypeDescriptor,
    pub bits: usize,
    /// Of a constant.
    pub value: num_bigint::BigUint,
}

impl Wire {
    pub fn new(name: impl Into<String>, kind: AtomKind, ty: TypeDescriptor) -> Self {
        let (name, bits) = (name.into(), ferric_emit::tree::type_bits(&ty));
        Wire {
            name,
            kind,
            ty,
            bits,
            value: Default::default(),
        }
    }

    pub fn clock(name: &str) -> Self {
        Wire::new(name, AtomKind::InputParameter, Clock::descriptor())
    }
}

pub fn bits_type(width: usize) -> TypeDescriptor {
    TypeDescriptor {
        name: "Bits".into(),
        kind: TypeKind::Bits(width),
    }
}

impl Atom for Wire {
    fn bits(&self) -> usize {
        self.bits
    }
    fn connected(&self) -> bool {
        true
    }
    fn changed(&self) -> bool {
        false
    }
    fn kind(&self) -> AtomKind {
        self.kind
    }
    fn descriptor(&self) -> TypeDescriptor {
        self.ty.clone()
    }
    fn vcd(&self) -> VCDValue {
        VCDValue::Composite(vec![])
    }
    fn id(&self) -> usize {
        0
    }
    fn verilog(&self) -> VerilogLiteral {
        Bits::<128>::from(self.value.clone()).into()
    }
    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}

/// A block made of such wires.
#[derive(Clone)]
pub struct Dynamic {
    pub wires: Vec<Wire>,
    pub children: Vec<(String, Dynamic)>,
    pub hdl: Verilog,
}

impl Logic for Dynamic {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        self.hdl.clone()
    }
}

impl Block for Dynamic {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.wires.iter().for_each(|w| probe.visit_atom(&w.name, w));
        self.children
            .iter()
            .for_each(|(name, child)| child.accept(name, probe));
        probe.visit_end_scope(name, self);
    }
}
