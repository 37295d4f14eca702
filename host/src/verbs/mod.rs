//! What an application uses. One object a module, named after verbs.h:
//!
//! | verbs.h | here |
//! |---|---|
//! | `ibv_open_device`, `ibv_query_device` | [`Device::open`], [`Device::context`], [`Device::attributes`] |
//! | `ibv_query_gid`, `ibv_query_gid_table` | [`Device::query_gid`], [`Device::gid_table`]; [`Device::add_gid`], [`Device::remove_gid`] |
//! | `ibv_alloc_pd`, `ibv_reg_mr` | [`Context::alloc_pd`], [`ProtectionDomain::register`], [`ProtectionDomain::register_raw`] |
//! | `ibv_create_comp_channel`, `ibv_get_cq_event` | [`Context::create_comp_channel`], [`CompletionChannel::wait`] |
//! | `ibv_create_cq`, `ibv_poll_cq`, `ibv_req_notify_cq` | [`Context::create_cq`], [`CompletionQueue::poll`], [`CompletionQueue::req_notify`] |
//! | `ibv_create_qp`, `ibv_modify_qp`, `ibv_query_qp` | [`ProtectionDomain::create_qp`], [`QueuePair::modify`], [`QueuePair::query`] |
//! | `ibv_post_send`, `ibv_post_recv` | [`QueuePair::post_send`], [`QueuePair::post_recv`] |
//! | `ibv_get_async_event` | [`Context::async_event`] |
//!
//! Objects are destroyed when dropped, and keep what they were made from alive. All can be shared between threads.
mod address;
mod async_event;
mod attributes;
mod builder;
mod completion_channel;
mod completion_queue;
mod context;
mod device;
mod error;
mod flags;
mod gid_table;
mod memory_region;
mod protection_domain;
mod queue_pair;
mod queues;
mod state;
pub mod transition;
mod work_completion;
mod work_request;

pub use address::{AddressVector, Gid, MacAddress, Mtu, ParseMacError, udp_source_port};
pub use async_event::AsyncEvent;
pub use attributes::QpAttributes;
pub use builder::{PreparedQueuePair, QueuePairBuilder, QueuePairEndpoint};
pub use completion_channel::CompletionChannel;
pub use completion_queue::CompletionQueue;
pub use context::Context;
pub use device::{AtomicCap, Device, DeviceAttributes};
pub use error::Error;
pub use gid_table::GidEntry;
pub use memory_region::{AccessFlags, MemoryRegion};
pub use protection_domain::ProtectionDomain;
pub use queue_pair::{QpCapacity, QueuePair};
pub use state::{QpState, QpType};
pub use transition::{ModifyError, QpAttribute, QpAttributeMask};
pub use work_completion::{WcFlags, WcOpcode, WcStatus, WorkCompletion};
pub use work_request::{
    Payload, PostError, PostErrorReason, RecvWr, SendFlags, SendOperation, SendWr, Sge,
};
