//! The card as hardware.
