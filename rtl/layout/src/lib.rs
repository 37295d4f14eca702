#![no_std]
//! Registers, records and wire formats of the card.
