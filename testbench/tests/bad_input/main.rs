//! Bad input into whole cards: frames, work requests, doorbells, and everything that PCIe can bring. Each fault ends as the notes in `docs/`
//! say and in no other way, while other queue pairs carry WRITEs and SENDs in both directions all the time.
//!
//! [`rig::Rig`] says what holds in every test. One pair of cards takes many faults, one after the other; a failure names the fault.

mod doorbells;
mod frames;
mod packet;
mod reads;
mod requests;
mod rig;
mod stream;
mod tlps;
mod work;
