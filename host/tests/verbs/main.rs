//! The library against a card of software.
mod card;
mod completions;
mod devices;
mod ethernet;
mod events;
mod gids;
mod posting;
mod regions;
mod resets;
mod rings;
mod setup;
mod transitions;
