//! READs and atomics between two whole cards: every byte, every value, their order, and what refuses them.
mod atomics;
mod invalidate;
mod lengths;
mod loss;
mod order;
mod refused;
mod rig;
