//! Doorbells, scheduler, work-queue fetch, completion queues, event queues.
pub mod completion_entry;
pub mod completion_queue;
pub mod doorbells;
pub mod event_entry;
pub mod event_queue;
pub mod fetch;
pub mod scheduler;
pub mod wqe;
