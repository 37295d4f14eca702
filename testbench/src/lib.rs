//! Simulated hosts and links.
