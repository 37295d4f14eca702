//! The library against a card of software.
mod card;
mod completions;
mod devices;
mod events;
mod posting;
mod regions;
mod resets;
mod setup;
mod transitions;
