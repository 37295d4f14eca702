//! Registers, counters, the admin queue and what it makes, modifies and destroys.
pub mod counters;
pub mod registers;
