//! The responder alone, with random stalls on every stream, against an expectation written from the digest.
mod atomics;
mod card;
mod commands;
mod expect;
mod fence;
mod invalidate;
mod mixture;
mod order;
mod pool;
mod reads;
mod sends;
mod speed;
mod writes;
