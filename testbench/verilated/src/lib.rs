//! Drives emitted blocks under Verilator.
