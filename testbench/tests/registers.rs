//! docs/registers.md says what the layout says.
use ferric_testbench::cli::registers;
use std::path::Path;

#[test]
fn register_document_is_what_the_layout_generates() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/registers.md");
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == registers::markdown(),
        "docs/registers.md differs from the layout; write it anew with\n  \
         cargo run -p ferric-testbench --bin ferric -- registers --markdown > docs/registers.md"
    );
}
