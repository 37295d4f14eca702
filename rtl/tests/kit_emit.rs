//! Every block of the kit goes through the emitter.
use ferric_rtl::beat::Beat;
use ferric_rtl::kit::*;
use rust_hdl::prelude::*;

fn emits(name: &str, mut block: impl Block) {
    block.connect_all();
    let text = ferric_emit::emit(name, &block).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
    if let Ok(dir) = std::env::var("KIT_VERILOG") {
        std::fs::write(format!("{dir}/{name}.sv"), text).unwrap();
    }
}

#[test]
fn kit_blocks_emit() {
    emits("slice", RegisterSlice::<Beat>::default());
    emits("small_fifo", SmallFifo::<Beat, 4, 5>::default());
    emits("ram_fifo", RamFifo::<Beat, 9, 10>::default());
    emits("table", Table::<Bits<64>, 10>::default());
    emits("forward_table", ForwardTable::<Bits<64>, 10>::default());
    emits("table2", Table2::<Bits<64>, 10>::default());
    emits("ultra_table", UltraTable::<Bits<72>, 13>::default());
    emits("round_robin", RoundRobin::<5, 3>::default());
    emits("chooser", Priority::<5, 3>::default());
    emits("stream_merge", StreamMerge::<Bits<64>, 3, 2>::default());
    emits("swap", ByteSwap::<32>::default());
    emits("rotate", RotateBytes::default());
    emits("rotate_registered", RotateRegistered::default());
    emits("pack", Pack::default());
    emits("split", Split::default());
    emits("crc", Crc32::default());
}
